//! Reads the databases of RenjuNet (RIF) and of Renju Offline, which are XML. See `grammar/rif.ebnf`.
//!
//! `tables` holds what stands before the games and is named in them by number, `game` makes a record of a game, `xml` knows
//! tags and entities. A file costs memory for its tables and one game.

mod game;
mod tables;
mod xml;

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use encoding_rs::{Encoding, UTF_8};

use super::made::Made;
use super::pieces::{self, Dialect, Pieces};
use super::{FileFormat, Format, Given, Partition, Records};
use crate::codes::UNKNOWN_FORMAT;
use crate::diagnostic::Text;
use crate::record::KeptRecord;
use crate::source::Source;
use tables::Tables;
use xml::{Found, Tag};

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// A database of RenjuNet or Renju Offline.
    pub const RIF: Format = Format::new(&Says);
}

impl FileFormat for Says {
    fn name(&self) -> &'static str {
        "rif"
    }

    fn about(&self) -> &'static str {
        "databases of Renju games in XML: RIF of RenjuNet, and Renju Offline"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["rif", "xml"]
    }

    fn grammar(&self) -> &'static str {
        include_str!("../../../grammar/rif.ebnf")
    }

    fn recognises(&self, head: &[u8]) -> bool {
        let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        let has = |text: &[u8]| memchr::memmem::find(head, text).is_some();
        let is_database = has(b"<database") && (has(b"<countries") || has(b"<players") || has(b"<game"));
        let is_offline = has(b"<game>") && has(b"<board>");
        head.trim_ascii_start().starts_with(b"<") && (is_database || is_offline)
    }

    fn is_utf8(&self) -> bool {
        false
    }

    fn open<'r>(&self, reader: Box<dyn Read + 'r>, most: usize, given: &Given) -> io::Result<Box<dyn Records + 'r>> {
        Ok(Box::new(Pieces::over(Source::new(reader), Rif::default(), most, given)))
    }

    /// Every game needs the tables before it: one thread reads them all.
    fn partition(&self, _: usize, _: &Given) -> Option<Arc<dyn Partition>> {
        None
    }

    fn restore(&self, bytes: &[u8], _: bool, record: &mut KeptRecord) -> Result<bool, (Range<usize>, Text)> {
        pieces::restore(&mut Rif::default(), bytes, record);
        Ok(true)
    }
}

/// The dialect.
#[derive(Debug)]
struct Rif {
    tables: Tables,
    encoding: &'static Encoding,
    /// Whether the file has shown that it is such a database.
    is_known: bool,
    /// How far the search for the end of a game has come.
    at: usize,
}

impl Default for Rif {
    fn default() -> Rif {
        Rif { tables: Tables::default(), encoding: UTF_8, is_known: false, at: 0 }
    }
}

impl Dialect for Rif {
    const FORMAT: Format = Format::RIF;
    const HAS_STRAY_BYTES: bool = true;

    fn encoding(&mut self, encoding: &'static Encoding) {
        self.encoding = encoding;
    }

    fn begin(&mut self) {
        self.at = 0;
    }

    /// `<?xml version="1.0" encoding="UTF-8"?>`
    fn declared<'b>(&self, bytes: &'b [u8]) -> Option<&'b str> {
        let Found::Beside(end) = xml::at(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), 0) else { return None };
        let text = std::str::from_utf8(bytes.get(..end)?).ok()?;
        let (_, value) = text.split_once("encoding=")?;
        value.trim_start().strip_prefix(['"', '\''])?.split(['"', '\'']).next()
    }

    /// Tables stand before the games.
    fn beside(&mut self, bytes: &[u8], last: bool) -> Option<usize> {
        let mut at = 0;
        while let Some(length) = memchr::memchr(b'<', &bytes[at..]) {
            let start = at + length;
            match xml::at(bytes, start) {
                Found::Tag(tag) => {
                    let name = &bytes[tag.name.clone()];
                    if name == b"game" && !tag.closes {
                        self.is_known = true;
                        return if start > 0 { Some(start) } else { None };
                    }
                    self.is_known |= matches!(name, b"database" | b"games");
                    if !tag.closes && Tables::wants(name) {
                        self.tables.add(&bytes[tag.whole.clone()], self.encoding);
                    }
                    at = tag.whole.end;
                }
                Found::Beside(end) => at = end,
                // What is cut off at the end of the file is nothing.
                Found::Unfinished if last => break,
                Found::Unfinished => return Some(start),
            }
        }
        // A file that shows nothing of this kind is told so.
        if last && !self.is_known { None } else { Some(bytes.len()) }
    }

    /// A game ends with its last tag, or before the next game.
    fn extent(&mut self, bytes: &[u8], _: bool) -> Option<usize> {
        loop {
            let start = self.at + memchr::memchr(b'<', &bytes[self.at..])?;
            match xml::at(bytes, start) {
                Found::Tag(tag) => {
                    let name = &bytes[tag.name.clone()];
                    if name == b"game" {
                        if tag.closes || tag.is_empty && start == 0 {
                            return Some(tag.whole.end);
                        }
                        if start > 0 {
                            return Some(start);
                        }
                    } else if tag.closes && name == b"games" && start > 0 {
                        return Some(start);
                    }
                    self.at = tag.whole.end;
                }
                Found::Beside(end) => self.at = end,
                Found::Unfinished => {
                    self.at = start;
                    return None;
                }
            }
        }
    }

    fn read(&mut self, text: &str, made: &mut Made) {
        let Some(tag) = self.first_game(text) else {
            let text = Text::new("this is no database of Renju games: it has no element `game`");
            made.refuse(&UNKNOWN_FORMAT, text, 0..0);
            return;
        };
        game::read(text, &tag, &mut self.tables, made);
    }
}

impl Rif {
    /// The first game; the tables before it are read, if the text holds any.
    fn first_game(&mut self, text: &str) -> Option<Tag> {
        let (bytes, mut at) = (text.as_bytes(), 0);
        while let Some(length) = memchr::memchr(b'<', bytes.get(at..)?) {
            match xml::at(bytes, at + length) {
                Found::Tag(tag) => {
                    let name = &bytes[tag.name.clone()];
                    if name == b"game" && !tag.closes {
                        return Some(tag);
                    }
                    if !tag.closes && Tables::wants(name) {
                        self.tables.add(&bytes[tag.whole.clone()], UTF_8);
                    }
                    at = tag.whole.end;
                }
                Found::Beside(end) => at = end,
                Found::Unfinished => return None,
            }
        }
        None
    }
}
