//! Reads the databases of RenjuNet (RIF) and of Renju Offline, which are XML. See `grammar/rif.ebnf`.
//!
//! `dialect` finds the tables and the games in the bytes, `tables` holds what stands before the games and is named in them by
//! number, `game` makes a record of a game, `xml` knows tags and entities. A large file is read in parts: those after
//! the tables share them.

mod dialect;
mod game;
mod tables;
mod xml;

use std::io;
use std::sync::Arc;

use encoding_rs::UTF_8;

use super::encoding::Found;
use super::pieces::{self, OfPieces, PieceFormat, Pieces};
use super::{Format, FormatInfo, Given, Input, Partition, Records, Start};
use crate::source::without_mark;
use dialect::Rif;
pub(crate) use game::has_attribute;
use tables::{Layer, Tables};

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// A database of RenjuNet or Renju Offline.
    pub const RIF: Format = Format::new(&OfPieces::<Says>::NEW);
}

impl PieceFormat for Says {
    type Dialect = Rif;

    const INFO: FormatInfo = FormatInfo {
        name: "rif",
        about: "databases of Renju games in XML: RIF of RenjuNet, and Renju Offline",
        endings: &["rif", "xml"],
        grammar: include_str!("../../../grammar/rif.ebnf"),
        stands_alone: false,
        // Its tables stand before all games.
        says_all: false,
        ..FormatInfo::FOREIGN
    };

    fn recognises(head: &[u8]) -> bool {
        let head = without_mark(head);
        let has = |text: &[u8]| memchr::memmem::find(head, text).is_some();
        let is_database = has(b"<database") && (has(b"<countries") || has(b"<players") || has(b"<game"));
        let is_offline = has(b"<game>") && has(b"<board>");
        head.trim_ascii_start().starts_with(b"<") && (is_database || is_offline)
    }

    /// Other programs write XML, too, with games of other kinds, and their files may be called like these. A damaged
    /// database may lack its beginning.
    fn may_be(head: &[u8], is_whole: bool) -> bool {
        let has = |text: &[u8]| memchr::memmem::find(head, text).is_some();
        let text = without_mark(head).trim_ascii_start();
        let is_wide = head.iter().take(4).any(|byte| *byte == 0);
        let is_part = || [&b"<database"[..], b"<players", b"<tournaments", b"<move", b"<board>"].into_iter().any(has);
        text.is_empty() || is_wide || text.starts_with(b"<") && (!is_whole || is_part())
    }

    fn partition(most: usize, given: &Given) -> Option<Arc<dyn Partition>> {
        Some(Arc::new(Cut { most, given: given.clone(), found: None, before: Vec::new(), stray: 0, is_known: false }))
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
        self.dialect().without_tables().go_through(bytes)
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

    fn read<'r>(&self, mut input: Input<'r>, _: Start) -> io::Result<Box<dyn Records + 'r>> {
        input.skip_mark()?;
        Ok(Box::new(Pieces::over(input, self.dialect(), self.most, &self.given).written_in(self.found)))
    }
}

impl Cut {
    /// The dialect at the start of the part at hand.
    fn dialect(&self) -> Rif {
        let encoding = self.found.map_or(UTF_8, |found| found.encoding);
        let tables = Tables::after(&self.before, self.stray);
        Rif::after(tables, encoding, self.is_known)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;

    /// What the records of some bytes say, those that begin before `until`.
    fn told(mut records: Box<dyn Records + '_>, until: u64) -> Vec<String> {
        let mut told = Vec::new();
        while records.advance().expect("a slice can be read") && records.extent().start < until {
            let (extent, start) = (records.extent(), records.start());
            assert!(extent.end <= until, "a record goes on after its part");
            let record = records.header();
            let notes: Vec<_> = record.parts.notes.iter().map(|note| (note.code.name, &note.text.message)).collect();
            let faults: Vec<_> = record.parts.faults.iter().map(|fault| fault.code.name).collect();
            told.push(format!("{extent:?} {} {} {} {notes:?} {faults:?}", start.line, start.indent, record.text));
        }
        told
    }

    /// What the records of some bytes say if they are read in parts, and how many parts there were. Each part is cut
    /// from at least `size` bytes, or from the rest.
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

    /// Damage outside the games is a record of its own, even if the file is cut within it.
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
