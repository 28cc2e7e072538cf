//! Reads the databases of RenjuNet (RIF) and of Renju Offline, which are XML. See `grammar/rif.ebnf`.
//!
//! `tables` holds what stands before the games and is named in them by number, `game` makes a record of a game, `xml` knows
//! tags and entities. A large file is read in parts: those behind the tables share them.

mod game;
mod tables;
mod xml;

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use encoding_rs::{Encoding, UTF_8};

use super::encoding::Found;
use super::made::Made;
use super::pieces::{self, Dialect, Pieces};
use super::{FileFormat, Format, Given, Input, Partition, Records, Start};
use crate::codes::UNKNOWN_FORMAT;
use crate::diagnostic::Text;
use crate::record::KeptRecord;
use crate::source::Source;
pub(crate) use game::has_attribute;
use tables::{Layer, Tables};
use xml::Tag;

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

    /// Other programs write XML, too, and their files may be called like these.
    fn may_be(&self, head: &[u8], is_whole: bool) -> bool {
        let has = |text: &[u8]| memchr::memmem::find(head, text).is_some();
        let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
        let is_wide = head.iter().take(4).any(|byte| *byte == 0);
        let is_damaged = || !text.starts_with(b"<?xml") || has(b"<game") || has(b"<database");
        text.is_empty() || is_wide || text.starts_with(b"<") && (!is_whole || is_damaged())
    }

    fn is_utf8(&self) -> bool {
        false
    }

    fn open<'r>(&self, reader: Box<dyn Read + 'r>, most: usize, given: &Given) -> io::Result<Box<dyn Records + 'r>> {
        Ok(Box::new(Pieces::over(Source::new(reader), Rif::default(), most, given)))
    }

    fn partition(&self, most: usize, given: &Given) -> Option<Arc<dyn Partition>> {
        Some(Arc::new(Cut { most, given: given.clone(), found: None, before: Vec::new(), stray: 0, is_known: false }))
    }

    /// Its tables stand before all games.
    fn says_all(&self) -> bool {
        false
    }

    fn stands_alone(&self) -> bool {
        false
    }

    fn restore(&self, bytes: &[u8], _: bool, record: &mut KeptRecord) -> Result<bool, (Range<usize>, Text)> {
        pieces::restore(&mut Rif::default(), bytes, record);
        Ok(true)
    }
}

/// How a large database is cut: before a line that begins with a game or with another element beside the games.
#[derive(Debug, Clone)]
struct Cut {
    most: usize,
    given: Given,
    /// The encoding, once the start of the file has told it.
    found: Option<Found>,
    /// The tables before the part at hand.
    before: Vec<Arc<Layer>>,
    /// See [`Tables::stray`].
    stray: usize,
    /// See [`Rif::is_known`].
    is_known: bool,
}

impl Partition for Cut {
    fn boundary(&self, bytes: &[u8], _: usize) -> Option<usize> {
        Rif { has_tables: false, ..self.dialect() }.go_through(bytes)
    }

    fn begin(&self, start: &[u8], last: bool) -> io::Result<Option<Arc<dyn Partition>>> {
        let found = pieces::encoding_of(&Rif::default(), (start, last), &self.given);
        Ok(Some(Arc::new(Cut { found: Some(found), ..self.clone() })))
    }

    /// Games name what stands in the tables before them.
    fn after(&self, part: &[u8], _: Start) -> Option<Arc<dyn Partition>> {
        // Nearly all parts hold games alone.
        if self.is_known && self.stray == 0 && !Tables::may_stand_in(part) {
            return None;
        }
        let mut dialect = self.dialect();
        dialect.go_through(part);
        let Rif { tables, is_known, .. } = dialect;
        let stray = tables.stray;
        if tables.adds_nothing() && stray == self.stray && is_known == self.is_known {
            return None;
        }
        let before = if tables.adds_nothing() { self.before.clone() } else { tables.into_layers() };
        Some(Arc::new(Cut { before, stray, is_known, ..self.clone() }))
    }

    fn read<'r>(&self, mut input: Input<'r>, start: Start) -> io::Result<Box<dyn Records + 'r>> {
        input.indented(start.indent);
        input.skip_mark()?;
        Ok(Box::new(Pieces::over(input, self.dialect(), self.most, &self.given).written_in(self.found)))
    }
}

impl Cut {
    /// The dialect as it is where the part at hand begins.
    fn dialect(&self) -> Rif {
        let encoding = self.found.map_or(UTF_8, |found| found.encoding);
        let tables = Tables::behind(&self.before, self.stray);
        Rif { tables, encoding, is_known: self.is_known, ..Rif::default() }
    }
}

/// The dialect.
#[derive(Debug)]
struct Rif {
    tables: Tables,
    /// Whether the tables are of interest.
    has_tables: bool,
    encoding: &'static Encoding,
    /// Whether the file has shown that it is such a database.
    is_known: bool,
    /// How far the search for the end of a game has come.
    at: usize,
    /// Where the first tag of the game ends that was found last, unless the game ends with it.
    behind_tag: usize,
    /// Whether what was found last is no game but damage beside the games.
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
            behind_tag: 0,
            is_damage: false,
            stray: 0,
        }
    }
}

impl Dialect for Rif {
    const FORMAT: Format = Format::RIF;
    const HAS_STRAY_BYTES: bool = true;
    const MAY_READ_AGAIN: bool = true;

    fn encoding(&mut self, encoding: &'static Encoding, _: bool) {
        self.encoding = encoding;
    }

    fn begin(&mut self) {
        self.at = std::mem::take(&mut self.behind_tag);
        self.stray = std::mem::take(&mut self.tables.stray);
    }

    /// `<?xml version="1.0" encoding="UTF-8"?>`
    fn declared<'b>(&self, bytes: &'b [u8]) -> Option<&'b str> {
        let xml::Found::Beside(end) = xml::at(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes), 0) else {
            return None;
        };
        let text = std::str::from_utf8(bytes.get(..end)?).ok()?;
        let (_, value) = text.split_once("encoding=")?;
        value.trim_start().strip_prefix(['"', '\''])?.split(['"', '\'']).next()
    }

    /// Tables stand before the games. A damaged element of a table is a record of its own, so that its loss is told.
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
                        self.behind_tag = if tag.is_empty { 0 } else { tag.whole.end };
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
                    (self.behind_tag, self.is_damage) = (1, &bytes[name] != b"game");
                    return None;
                }
                xml::Found::Damage(_) => at = start + 1,
                // A game that is cut off at the end of the file, or stands in what is not closed, is told.
                xml::Found::Unfinished if last && has_game(&bytes[start..]) => {
                    return (start > 0).then_some(start);
                }
                // Anything else that is cut off there is nothing.
                xml::Found::Unfinished if last => break,
                xml::Found::Unfinished => return Some(start),
            }
        }
        // A file that shows nothing of this kind is told so.
        if last && !self.is_known { None } else { Some(bytes.len()) }
    }

    /// A game ends with its last tag, or before the next game.
    fn extent(&mut self, bytes: &[u8], _: bool) -> Option<usize> {
        // Of a game that is too long to be held only the end is there.
        self.at = if self.at > bytes.len() { 0 } else { self.at };
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
            if name.is_some_and(|name| is_wanted(name.as_bytes())) {
                let said = Text::new("this tag has no end")
                    .help("a tag ends with `>`, and each value stands between two quotation marks");
                return made.refuse_syntax(said, 0..1);
            }
            if has_game(text.as_bytes()) {
                let said = Text::new("this tag or comment has no end").help("what stands behind it is not read");
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
    /// Goes through bytes that begin beside the games, as far as they are whole, and notes their tables. Returns the start of
    /// the last line that begins beside the games or with one of them.
    fn go_through(&mut self, bytes: &[u8]) -> Option<usize> {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// What the records of some bytes say, those that begin before `until`.
    fn told(mut records: Box<dyn Records + '_>, until: u64) -> Vec<String> {
        let mut told = Vec::new();
        while records.advance().expect("a slice can be read") && records.extent().start < until {
            let (extent, start) = (records.extent(), records.start());
            assert!(extent.end <= until, "a record goes on behind its part");
            let record = records.header();
            let notes: Vec<_> = record.parts.notes.iter().map(|note| (note.code.name, &note.text.message)).collect();
            let faults: Vec<_> = record.parts.faults.iter().map(|fault| fault.code.name).collect();
            told.push(format!("{extent:?} {} {} {} {notes:?} {faults:?}", start.line, start.indent, record.text));
        }
        told
    }

    /// The same, read in parts: each is cut from at least `size` bytes, or the rest. Says how many parts there were.
    fn told_in_parts(bytes: &[u8], size: usize) -> (Vec<String>, usize) {
        let mut partition = Format::RIF.partition(1 << 20, &Given::default()).expect("databases are cut");
        let (mut told_so_far, mut from, mut parts, mut held) = (Vec::new(), 0, 0, size);
        while from < bytes.len() {
            let reach = bytes.len().min(from + held);
            let is_last = reach == bytes.len();
            let until = match partition.boundary(&bytes[from..reach], 0) {
                _ if is_last => bytes.len(),
                Some(length) => from + length,
                None => {
                    held += size;
                    continue;
                }
            };
            if from == 0 {
                let begun = partition.begin(&bytes[..until], is_last).expect("a slice can be read");
                partition = begun.unwrap_or(partition);
            }
            let line = 1 + bytes[..from].iter().filter(|byte| **byte == b'\n').count() as u64;
            let start = Start::of_line(from as u64, line);
            let input: Input<'_> = Source::within(Box::new(&bytes[from..reach]), from as u64, line);
            let records = partition.read(input, start).expect("a slice can be read");
            told_so_far.extend(told(records, until as u64));
            partition = partition.after(&bytes[from..until], start).unwrap_or(partition);
            (from, held, parts) = (until, size, parts + 1);
        }
        (told_so_far, parts)
    }

    #[test]
    fn parts_say_what_the_whole_says() {
        let head = "\u{feff}<?xml version=\"1.0\" encoding=\"UTF-8\"?>\r\n<!-- <game> is <player id=\"1\" name=\"Nobody\"/>\n\
            <game> -->\n<database>\n<rules>\n<rule id=\"1\" name=\"RIF\"/>\n<rule id=\"2\" name=\"G\" category=\"2\"/>\n</rules>\n\
            <players>\n<player id=\"1\" name=\"Ada\"/>\n<player\n id=\"2\" name=\"Bea &gt;\n&lt; Cid\"/>\n</players>\n";
        let games = "<games> <game rule=\"1\" black=\"1\" white=\"2\">\n<move>h8 h9</move>\n</game>\n<game rule=\"2\" black=\"3\"/>\n\
            <player id=\"3\" name=\"Late\"/>\n \t<game rule=\"1\" black=\"3\" white=\"1\">\n<info><![CDATA[</game>\n<game>\n]]>\n\
            <player id=\"4\" name=\"Within\"/>\n</info>\n<move>h8 i8 z9</move></game> <game rule=\"2\" black=\"4\">\n<move>h8\n\
            <game rule=\"7\" white=\"3\"><move>a1</move>\n</game>\r\n<player id=\"1\" name=\"Again\"/>\n<player id=\"5\" name=\"E@\"/>\n\
            <tournament id=\"1\" name=\"T@\"/>\n\n<!--\n<game>\n-->\n<game black=\"5\" tournament=\"1\" rule=\"1\">\n</game>\n</games>\n";
        // A byte that is not UTF-8 stands in two of the elements.
        let bytes: Vec<u8> = [head, games, games, "<game rule=\"1\" black=\"4\">\n<move>h8"].concat().bytes().collect();
        let bytes: Vec<u8> = bytes.into_iter().map(|byte| if byte == b'@' { 0xe9 } else { byte }).collect();
        let open = Format::RIF.open(Box::new(&*bytes), 1 << 20, &Given::default()).expect("a slice can be read");
        let whole = told(open, u64::MAX);
        assert_eq!(whole.len(), 13, "{whole:#?}");
        assert!(whole[12].contains("bad-syntax"), "{}", whole[12]);
        for (number, name) in
            [(0, "Ada"), (1, "[Black \"3\"]"), (2, "Late"), (5, "Eé"), (5, "2 elements before"), (7, "Late")]
        {
            assert!(whole[number].contains(name), "{name}: {}", whole[number]);
        }
        let mut most = 0;
        for size in 1..=bytes.len() {
            let (parts, count) = told_in_parts(&bytes, size);
            assert_eq!(parts, whole, "parts of {size} bytes");
            most = most.max(count);
        }
        assert!(most > 20, "{most} parts");
    }

    /// What is damaged beside the games is a record of its own, also where the file is cut within it.
    #[test]
    fn damage_beside_games_is_told_in_parts_as_in_the_whole() {
        let text = "<database>\n<players>\n<player id=\"1\" name=\"A\"B\"/>\n<player id=\"2\" name=\"Bea\"/>\n</players>\n<games>\n\
            <game id=\"1\" x=\"><move>h8</move></game>\n<game id=\"2\" black=\"2\"><move>h8</move></game>\n<<<\n<\na < b\n\
            <player name=\"<player \n\
            <game id=\"3\" <move>h8</move>\n</game>\n<!-- -->\n<game id=\"4\"><move>h8 h9</move></game>\n</games></database>\n";
        let open =
            Format::RIF.open(Box::new(text.as_bytes()), 1 << 20, &Given::default()).expect("a slice can be read");
        let whole = told(open, u64::MAX);
        let damaged: Vec<_> = whole.iter().map(|said| said.contains("bad-syntax")).collect();
        assert_eq!(damaged, [true, true, false, true, true, false], "{whole:#?}");
        for size in 1..=text.len() {
            assert_eq!(told_in_parts(text.as_bytes(), size).0, whole, "parts of {size} bytes");
        }
    }

    #[test]
    fn a_game_that_is_too_long_costs_itself_alone() {
        let long = "<x>1</x>".repeat(400_000);
        let text = format!(
            "<database><games><game id=\"1\">{long}<move>h8</move></game>\n<game id=\"2\"><move>h8 h9</move></game></games></database>"
        );
        let open = Format::RIF.open(Box::new(text.as_bytes()), 1000, &Given::default()).expect("a slice can be read");
        let records = told(open, u64::MAX);
        assert_eq!(records.len(), 2, "{records:?}");
        assert!(records[0].contains("record-too-long") && records[1].contains("h8, h9"), "{records:?}");
    }
}
