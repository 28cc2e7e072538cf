//! Finds the tables and the games in the bytes of a database.

use encoding_rs::{Encoding, UTF_8};

use super::game;
use super::tables::Tables;
use super::xml::{self, Tag};
use crate::codes::UNKNOWN_FORMAT;
use crate::diagnostic::Text;
use crate::formats::Format;
use crate::formats::made::Made;
use crate::formats::pieces::Dialect;
use crate::source::without_mark;

/// The dialect.
#[derive(Debug)]
pub(super) struct Rif {
    pub(super) tables: Tables,
    /// Whether the tables are of interest.
    has_tables: bool,
    encoding: &'static Encoding,
    /// Whether the file is known to be such a database.
    pub(super) is_known: bool,
    /// How far the search for the end of a game has come.
    at: usize,
    /// Where the first tag of the game found last ends, unless the game ends with it.
    after_tag: usize,
    /// Whether the last piece is no game but damage outside the games.
    is_damage: bool,
    /// How many elements before the game hold bytes that are not valid.
    stray: usize,
    room: game::Room,
}

impl Default for Rif {
    fn default() -> Rif {
        let (tables, room) = (Tables::default(), game::Room::default());
        Rif {
            tables,
            room,
            has_tables: true,
            encoding: UTF_8,
            is_known: false,
            at: 0,
            after_tag: 0,
            is_damage: false,
            stray: 0,
        }
    }
}

impl Dialect for Rif {
    type Content = str;

    const FORMAT: Format = Format::RIF;
    const HAS_STRAY_BYTES: bool = true;
    const MAY_READ_AGAIN: bool = true;

    fn encoding(&mut self, encoding: &'static Encoding, _: bool) {
        self.encoding = encoding;
    }

    fn begin(&mut self) {
        self.at = std::mem::take(&mut self.after_tag);
        self.stray = std::mem::take(&mut self.tables.stray);
    }

    /// `<?xml version="1.0" encoding="UTF-8"?>`
    fn declared<'b>(&self, bytes: &'b [u8]) -> Option<&'b str> {
        let xml::Found::Beside(end) = xml::at(without_mark(bytes), 0) else {
            return None;
        };
        let text = std::str::from_utf8(bytes.get(..end)?).ok()?;
        let (_, value) = text.split_once("encoding=")?;
        value.trim_start().strip_prefix(['"', '\''])?.split(['"', '\'']).next()
    }

    /// Tables stand before the games. A damaged element of a table is a record of its own, so that its loss is
    /// reported.
    fn beside(&mut self, bytes: &[u8], last: bool) -> Option<usize> {
        let mut at = 0;
        self.is_damage = false;
        while let Some(length) = memchr::memchr(b'<', &bytes[at..]) {
            let start = at + length;
            match xml::at(bytes, start) {
                xml::Found::Tag(tag) => {
                    let name = &bytes[tag.name.clone()];
                    if name == b"game" && !tag.closes {
                        self.is_known = true;
                        if start > 0 {
                            return Some(start);
                        }
                        self.after_tag = if tag.is_empty { 0 } else { tag.whole.end };
                        return None;
                    }
                    // Plies without the start of their game: its tag is misspelt or lost.
                    if matches!(name, b"move" | b"moves") && self.is_known && !tag.closes && !tag.is_empty {
                        if start > 0 {
                            return Some(start);
                        }
                        (self.after_tag, self.is_damage) = (tag.whole.end, true);
                        return None;
                    }
                    self.is_known |= matches!(name, b"database" | b"games");
                    if self.has_tables && !tag.closes && Tables::wants(name) {
                        self.tables.add(name, &bytes[tag.attributes.clone()], self.encoding);
                    }
                    at = tag.whole.end;
                }
                xml::Found::Beside(end) => at = end,
                xml::Found::Damage(name) if is_wanted(&bytes[name.clone()]) => {
                    self.is_known = true;
                    if start > 0 {
                        return Some(start);
                    }
                    (self.after_tag, self.is_damage) = (1, &bytes[name] != b"game");
                    return None;
                }
                xml::Found::Damage(_) => at = start + 1,
                // A game that is cut off at the end of the file, or stands in something unclosed, is reported.
                xml::Found::Unfinished if last && has_game(&bytes[start..]) => {
                    return (start > 0).then_some(start);
                }
                // Anything else that is cut off there is nothing.
                xml::Found::Unfinished if last => break,
                xml::Found::Unfinished => return Some(start),
            }
        }
        // A file that shows nothing of this kind becomes one record that says so.
        if last && !self.is_known { None } else { Some(bytes.len()) }
    }

    fn has_lost(&mut self, count: usize) {
        self.at = self.at.saturating_sub(count);
    }

    /// A game ends with its last tag, or before the next game.
    fn extent(&mut self, bytes: &[u8], _: bool) -> Option<usize> {
        loop {
            let start = self.at + memchr::memchr(b'<', &bytes[self.at..])?;
            match xml::at(bytes, start) {
                xml::Found::Tag(tag) => {
                    let name = &bytes[tag.name.clone()];
                    // The next tag that has an end ends the damage.
                    if self.is_damage {
                        return Some(start);
                    }
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
                xml::Found::Beside(_) if self.is_damage => return Some(start),
                xml::Found::Beside(end) => self.at = end,
                xml::Found::Damage(name) if start > 0 && &bytes[name.clone()] == b"game" => return Some(start),
                xml::Found::Damage(_) => self.at = start + 1,
                xml::Found::Unfinished => {
                    self.at = start;
                    return None;
                }
            }
        }
    }

    fn read(&mut self, text: &str, made: &mut Made) {
        let Some(tag) = self.first_game(text) else {
            let name = text.strip_prefix('<').and_then(|rest| rest.split(|sign: char| !sign.is_alphanumeric()).next());
            if matches!(name, Some("move" | "moves")) {
                let said = Text::new("these plies belong to no game: no tag `game` stands before them")
                    .help("each game begins with `<game …>`");
                return made.refuse_syntax(said, 0..text.len());
            }
            if name.is_some_and(|name| is_wanted(name.as_bytes())) {
                let said = Text::new("this tag has no end")
                    .help("a tag ends with `>`, and each value stands between two quotation marks");
                return made.refuse_syntax(said, 0..1);
            }
            if has_game(text.as_bytes()) {
                let said = Text::new("this tag or comment has no end").help("what follows it is not read");
                return made.refuse_syntax(said, 0..1);
            }
            let text = Text::new("this is no database of Renju games: it has no element `game`");
            made.refuse(&UNKNOWN_FORMAT, text, 0..0);
            return;
        };
        // A piece that is read by itself may hold the tables.
        let stray = self.stray + std::mem::take(&mut self.tables.stray);
        game::read(text, &tag, (&self.tables, stray), &mut self.room, made);
    }
}

impl Rif {
    /// The dialect at the start of a part of a database, after these tables.
    pub(super) fn after(tables: Tables, encoding: &'static Encoding, is_known: bool) -> Rif {
        Rif { tables, encoding, is_known, ..Rif::default() }
    }

    /// The dialect for those who want no tables.
    pub(super) fn without_tables(self) -> Rif {
        Rif { has_tables: false, ..self }
    }

    /// Goes through bytes that begin outside the games, as far as they are whole, and notes their tables. Returns the
    /// start of the last line that begins outside the games or with a game.
    pub(super) fn go_through(&mut self, bytes: &[u8]) -> Option<usize> {
        let (mut at, mut line) = (0, None);
        while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
            match self.beside(rest, false) {
                Some(0) => break,
                Some(length) => at += length,
                None => {
                    self.begin();
                    let Some(length) = Dialect::extent(self, rest, false) else { break };
                    at += length;
                }
            }
            let blanks = bytes[..at].iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r')).count();
            if self.is_known && bytes[..at - blanks].ends_with(b"\n") {
                line = Some(at - blanks);
            }
        }
        line
    }

    /// The first game; the tables before it are read, if the text holds any.
    fn first_game(&mut self, text: &str) -> Option<Tag> {
        let (bytes, mut at) = (text.as_bytes(), 0);
        while let Some(length) = memchr::memchr(b'<', bytes.get(at..)?) {
            match xml::at(bytes, at + length) {
                xml::Found::Tag(tag) => {
                    let name = &bytes[tag.name.clone()];
                    if name == b"game" && !tag.closes {
                        return Some(tag);
                    }
                    if !tag.closes && Tables::wants(name) {
                        self.tables.add(name, &bytes[tag.attributes.clone()], UTF_8);
                    }
                    at = tag.whole.end;
                }
                xml::Found::Beside(end) => at = end,
                xml::Found::Damage(_) => at += length + 1,
                xml::Found::Unfinished => return None,
            }
        }
        None
    }
}

/// Whether an element of this name is a game, or one that games name by its number.
fn is_wanted(name: &[u8]) -> bool {
    name == b"game" || Tables::wants(name)
}

/// Whether bytes hold the start of a game's tag.
fn has_game(bytes: &[u8]) -> bool {
    memchr::memmem::find_iter(bytes, b"<game").any(|at| !bytes.get(at + 5).is_some_and(u8::is_ascii_alphanumeric))
}
