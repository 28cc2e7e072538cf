//! Records one by one from a reader, each judged only when somebody asks: inputs of any size in little memory.
//!
//! Each record owns its text, so it can be kept, sorted or sent to another thread. Programs that judge millions of records
//! and keep none borrow them from a format's reader instead, as the command `audit` does.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use crate::check::{Checker, Systems};
use crate::codes::NOT_REPRESENTABLE;
use crate::convert::{Conversion, Target, convert};
use crate::diagnostic::{Diagnostic, Shortlist, Sink, Text};
use crate::engine::{Defaults, Resolver};
use crate::formats::{Format, Given, Records};
use crate::input;
use crate::position::{Line, Position};
use crate::record::{Original, Parts, Place, Record};
use crate::report::{Report, rejected, report};
use crate::source::MAX_RECORD;

/// Reads records one by one; each is judged on demand.
///
/// ```
/// let text = "[Game \"forza4\"]\n\n1. c, e\n\n[Game \"gomoku\"]\n\n1. h8, z9\n";
/// for record in scoresheet::records(text.as_bytes()) {
///     let record = record?;
///     let report = record.report();
///     println!("{}: {} plies, {} faults", record.number(), report.plies, report.diagnostics.len());
///     assert_eq!(report.valid, record.tag("Game").as_deref() == Some("forza4"));
/// }
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn records<'r>(reader: impl Read + 'r) -> Reading<'r> {
    Reading {
        source: Source::Unopened(Box::new(reader)),
        file: Arc::from(""),
        format: None,
        given: Given::default(),
        defaults: Defaults::default(),
    }
}

/// An iterator of records; see [`records`]. Its methods set how to read the input; call them before the first record is
/// read.
#[must_use = "nothing is read until a record is asked for"]
pub struct Reading<'r> {
    source: Source<'r>,
    file: Arc<str>,
    format: Option<Format>,
    given: Given,
    defaults: Defaults,
}

enum Source<'r> {
    /// Nobody has asked for the first record yet.
    Unopened(Box<dyn Read + 'r>),
    Open(Box<dyn Records + 'r>, Arc<Judge>),
    /// The input has ended, or could not be read on.
    Over,
}

impl Reading<'_> {
    /// The name of the file in reports. Its ending tells the format if nothing else does: `games.csv`.
    ///
    /// ```
    /// let table = "game,moves\nforza4,c e c c\ngomoku,h8 j9\n";
    /// let reports: Vec<_> = scoresheet::records(table.as_bytes())
    ///     .file("games.csv")
    ///     .map(|record| Ok(record?.report()))
    ///     .collect::<std::io::Result<_>>()?;
    /// assert_eq!((reports[1].game, reports[1].plies), (Some("gomoku"), 2));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn file(mut self, name: &str) -> Self {
        self.file = Arc::from(name);
        self
    }

    /// The file format.
    pub fn format(mut self, format: Format) -> Self {
        self.format = Some(format);
        self
    }

    /// What the caller knows of every record; it overrides the tags.
    ///
    /// ```
    /// use scoresheet::{Defaults, formats::Format, records};
    ///
    /// let defaults = Defaults { game: Some("forza4".to_owned()), ..Defaults::default() };
    /// let list = "4423\n44444444\n";
    /// let valid = |record: std::io::Result<scoresheet::OwnedRecord>| Ok(record?.report().valid);
    /// let valid: std::io::Result<Vec<bool>> =
    ///     records(list.as_bytes()).format(Format::LINES).defaults(defaults).map(valid).collect();
    /// assert_eq!(valid?, [true, false]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn defaults(mut self, defaults: Defaults) -> Self {
        self.defaults = defaults;
        self
    }

    /// Which column or key holds the moves of a table or of JSON Lines, and which formats the file's name may choose.
    pub fn given(mut self, given: Given) -> Self {
        self.given = given;
        self
    }

    fn advance(&mut self) -> io::Result<Option<OwnedRecord>> {
        self.source = match std::mem::replace(&mut self.source, Source::Over) {
            Source::Unopened(reader) => self.open(reader)?,
            source => source,
        };
        let Source::Open(records, judge) = &mut self.source else { return Ok(None) };
        let Some(record) = records.next()? else { return Ok(None) };
        Ok(Some(OwnedRecord::of(&record, &self.file, judge)))
    }

    fn open<'r>(&self, reader: Box<dyn Read + 'r>) -> io::Result<Source<'r>> {
        let given = input::given(&self.given, &self.file, &self.defaults);
        let (format, reader) = match self.format {
            Some(format) => (format, reader),
            None => {
                let (format, reader) = input::find_for(reader, &self.file, given.formats, &given)?;
                (format, Box::new(reader) as Box<dyn Read>)
            }
        };
        let mut checker = Checker::new(self.defaults.clone());
        let records = input::records_given(reader, format, MAX_RECORD, &given, &mut checker)?;
        Ok(Source::Open(records, Arc::new(Judge::new(checker))))
    }
}

impl Iterator for Reading<'_> {
    type Item = io::Result<OwnedRecord>;

    fn next(&mut self) -> Option<io::Result<OwnedRecord>> {
        let next = self.advance();
        if !matches!(next, Ok(Some(_))) {
            self.source = Source::Over;
        }
        next.transpose()
    }
}

impl std::fmt::Debug for Reading<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Reading").field("file", &self.file).field("format", &self.format).finish_non_exhaustive()
    }
}

/// A record that has been read and not been judged.
#[derive(Debug, Clone)]
pub struct OwnedRecord {
    text: String,
    parts: Parts,
    place: Place,
    written: Vec<u8>,
    row: Vec<u8>,
    format: &'static str,
    file: Arc<str>,
    judge: Arc<Judge>,
}

/// The judge of all records of an input: most have the same rules, which are then found only once.
#[derive(Debug)]
pub(crate) struct Judge {
    checker: Mutex<Checker>,
    /// What the checker knows, for others like it.
    defaults: Defaults,
    systems: Systems,
}

impl Judge {
    /// A judge that knows what `checker` knows.
    pub(crate) fn new(checker: Checker) -> Judge {
        let (defaults, systems) = (checker.defaults().clone(), checker.systems().told());
        Judge { checker: Mutex::new(checker), defaults, systems }
    }

    /// The checker, once nobody else uses it. It can be used again after its thread has panicked: each record starts afresh.
    pub(crate) fn checker(&self) -> MutexGuard<'_, Checker> {
        self.checker.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Judges with the checker, or with another one like it if somebody else uses it.
    fn with<T>(&self, judge: impl FnOnce(&mut Checker) -> T) -> T {
        match self.checker.try_lock() {
            Ok(mut checker) => judge(&mut checker),
            Err(TryLockError::Poisoned(error)) => judge(&mut error.into_inner()),
            Err(TryLockError::WouldBlock) => {
                let mut checker = Checker::new(self.defaults.clone());
                checker.go_on_with(&self.systems);
                judge(&mut checker)
            }
        }
    }
}

impl OwnedRecord {
    /// A copy of a record of `file` that `judge` judges on demand.
    pub(crate) fn of(record: &Record<'_>, file: &Arc<str>, judge: &Arc<Judge>) -> OwnedRecord {
        let mut parts = record.parts.clone();
        // The checker gives the ambiguity of a list out once, with the record that is judged first.
        if let Some(told) = judge.checker().take_ambiguity(record) {
            parts.context.ambiguous = Some(told);
        }
        OwnedRecord {
            text: record.text.to_owned(),
            parts,
            place: record.place,
            written: record.written.text().into_owned(),
            row: record.written.row.to_vec(),
            format: record.written.format,
            file: file.clone(),
            judge: judge.clone(),
        }
    }

    /// Its place in the file.
    pub(crate) fn place_mut(&mut self) -> &mut Place {
        &mut self.place
    }

    /// Its number in the input, from 1.
    pub fn number(&self) -> u64 {
        self.place.number
    }

    /// The line of the input on which it begins, from 1.
    pub fn line(&self) -> u64 {
        self.place.line
    }

    /// Its text: as written in a transcript; for a row of a table, the row as a transcript.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<String> {
        self.record().get(name).map(|value| value.into_owned())
    }

    /// Replays the record and reports whether it is valid, what is wrong and where, the plies and the outcome.
    pub fn report(&self) -> Report {
        self.judge.with(|checker| report(&self.file, &self.record(), checker))
    }

    /// Replays the record, and returns the position after the last ply of its main line, with the plies that led there
    /// in its notation system. The game can be continued from there. [`Position::after`] has each position before it.
    ///
    /// At a faulty ply the replay ends before it; [`OwnedRecord::report`] names the fault. `None` if the rules are not
    /// known.
    ///
    /// ```
    /// let text = "[Game \"gomoku\"]\n\n1. h8, h9; 2. k8, j9; 3. z9";
    /// let record = scoresheet::records(text.as_bytes()).next().expect("a record")?;
    /// let position = record.replay().expect("rules to play by");
    /// let plies: Vec<_> = position.plies().collect();
    /// assert_eq!(plies, ["h8", "h9", "k8", "j9"]);
    /// let before = position.after(2).expect("two plies");
    /// assert_eq!((before.turn(), before.legal().len()), ("Black", 19 * 19 - 2));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn replay(&self) -> Option<Position> {
        self.judge.with(|checker| {
            let mut resolver = Resolver::new(checker.defaults().clone());
            resolver.settle(&self.record(), &mut ());
            let setting = resolver.into_setting().filter(|setting| setting.rules.playable)?;
            let mut line = Line::default();
            // The checker settles the record again, for itself: it lends its setting to nobody.
            checker.check(&self.record(), &mut (), Some(&mut line));
            Some(line.into_position(setting))
        })
    }

    /// The record rewritten: in canonical form, in another notation system or file format.
    ///
    /// # Errors
    /// A report that says why: the record is not valid, or the notation system cannot express its plies.
    ///
    /// ```
    /// use scoresheet::{System, Target};
    ///
    /// let record = scoresheet::records(&b"[Game \"forza4\"]\n\nc e c c d"[..]).next().expect("a record")?;
    /// let target = Target { system: Some(System::SQUARES), ..Target::default() };
    /// let text = record.convert(target).expect("a valid record");
    /// assert_eq!(text, "[Game \"forza4\"]\n[Notation \"squares\"]\n\n1. c1, e1; 2. c2, c3; 3. d1\n");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn convert(&self, target: Target) -> Result<String, Box<Report>> {
        String::from_utf8(self.convert_to_bytes(target)?).map_err(|_| {
            let text = Text::new("the file is not text").help("`OwnedRecord::convert_to_bytes` returns its bytes");
            let mut held = Shortlist::default();
            held.report(Diagnostic::new(&NOT_REPRESENTABLE, 0..0, text));
            Box::new(rejected(&self.file, &self.record(), &mut held))
        })
    }

    /// The record rewritten in any format: some are not text.
    ///
    /// # Errors
    /// A report that says why: see [`OwnedRecord::convert`].
    pub fn convert_to_bytes(&self, target: Target) -> Result<Vec<u8>, Box<Report>> {
        let (mut held, mut bytes) = (Shortlist::default(), Vec::new());
        if self.convert_into(target, &mut held, &mut bytes).is_written() {
            Ok(bytes)
        } else {
            Err(Box::new(rejected(&self.file, &self.record(), &mut held)))
        }
    }

    /// Adds the record, rewritten, to `bytes`, and reports its faults to `sink`, and what the format cannot hold:
    /// [`Target::lossy`] leaves that out.
    ///
    /// ```
    /// use scoresheet::{Conversion, Target, formats::Format};
    ///
    /// let record = scoresheet::records(&b"[Game \"forza4\"]\n\n1. c (d), e"[..]).next().expect("a record")?;
    /// let target = Target { format: Some(Format::LINES), lossy: true, ..Target::default() };
    /// let (mut told, mut bytes) = (Vec::new(), Vec::new());
    /// assert_eq!(record.convert_into(target, &mut told, &mut bytes), Conversion::Written);
    /// assert!(bytes.ends_with(b"ce\n"));
    /// assert_eq!(told[0].text.message, "1 variation: lines has no place for this, so it was left out");
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn convert_into(&self, target: Target, sink: &mut dyn Sink, bytes: &mut Vec<u8>) -> Conversion {
        // The sink is called once the judge is free: it may ask for other records.
        let mut told = Vec::new();
        let converted = self.judge.with(|checker| convert(&self.record(), checker, target, &mut told, bytes));
        told.into_iter().for_each(|said| sink.report(said));
        converted
    }

    fn record(&self) -> Record<'_> {
        let written = Original { bytes: &self.written, alone: None, format: self.format, row: &self.row };
        Record { text: &self.text, parts: &self.parts, place: self.place, written }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate;

    #[test]
    fn records_are_reported_as_validate_reports_them() -> io::Result<()> {
        let text = include_bytes!("../samples/catalogue.txt");
        let all = validate(&text[..], "catalogue.txt", Defaults::default())?;
        let mut records: Vec<OwnedRecord> = records(&text[..]).file("catalogue.txt").collect::<io::Result<_>>()?;
        assert!(all.len() > 50);
        assert_eq!(records.len(), all.len());
        // Records are judged alike in any order.
        records.reverse();
        for (record, expected) in records.iter().zip(all.iter().rev()) {
            let found = record.report();
            assert_eq!((record.number(), record.line()), (expected.record, expected.line));
            assert_eq!(serde_json::to_string(&found)?, serde_json::to_string(expected)?);
        }
        Ok(())
    }

    #[test]
    fn positions_of_records_are_those_of_their_reports() -> io::Result<()> {
        let (mut replayed, mut breaks, mut stood) = (0, 0, 0);
        let folders =
            ["", "forza4", "plus4", "gomoku", "lefile", "halma", "foreign"].map(|folder| format!("samples/{folder}"));
        let files = folders.into_iter().map(std::fs::read_dir).collect::<io::Result<Vec<_>>>()?;
        for path in files.into_iter().flatten().flatten().map(|file| file.path()).filter(|path| path.is_file()) {
            for record in records(std::fs::File::open(&path)?).file(&path.to_string_lossy()) {
                let record = record?;
                let (report, position) = (record.report(), record.replay());
                let Some(position) = position else {
                    assert_eq!(report.position, None, "{path:?}, record {}", record.number());
                    continue;
                };
                if let Some(string) = &report.position {
                    assert_eq!(&position.position_string(), string, "{path:?}, record {}", record.number());
                }
                let plies: Vec<&str> = position.plies().collect();
                let own = plies.iter().filter(|ply| **ply != "/").count();
                assert_eq!(own, report.plies as usize, "{path:?}, record {}", record.number());
                breaks += plies.len() - own;
                replayed += 1;
                // Played again one by one the plies lead to the same positions, unless one of them was illegal and
                // stood. (The positions need not be equal: in Le File a position knows which files a ply has scored
                // without a claim.)
                let mut again = position.after(0).expect("the start");
                for (index, ply) in plies.iter().enumerate() {
                    let next = position.after(index + 1).expect("a position");
                    match again.play(ply) {
                        Ok(()) => assert_eq!(again.position_string(), next.position_string()),
                        Err(_) => {
                            stood += 1;
                            again = next;
                        }
                    }
                }
            }
        }
        assert!(replayed > 100 && breaks > 2 && stood > 2, "{replayed} replayed, {breaks} breaks, {stood} stood");
        Ok(())
    }

    #[test]
    fn what_is_told_of_a_list_does_not_depend_on_which_record_is_judged_first() -> io::Result<()> {
        let list = "1 2 3\n4 5 6\n2 2 1\n";
        let read = || {
            let defaults = Defaults { game: Some("forza4".into()), ..Defaults::default() };
            records(list.as_bytes()).format(Format::LINES).defaults(defaults).collect::<io::Result<Vec<_>>>()
        };
        let told = |record: &OwnedRecord| {
            let report = record.report();
            report.diagnostics.iter().map(|said| said.code.to_string()).collect::<Vec<_>>()
        };
        let records = read()?;
        let forward: Vec<_> = records.iter().map(told).collect();
        assert_eq!(forward, [vec!["notation-ambiguous"], vec![], vec![]]);
        let mut backward: Vec<_> = read()?.iter().rev().map(told).collect();
        backward.reverse();
        assert_eq!(forward, backward);
        assert_eq!(records.iter().map(told).collect::<Vec<_>>(), forward, "judged again");
        Ok(())
    }

    #[test]
    fn a_record_is_judged_while_another_one_is() {
        let defaults = Defaults { game: Some("forza4".into()), ..Defaults::default() };
        let record = records(&b"1. c, e"[..]).defaults(defaults).next().expect("a record").expect("a record");
        let _other = record.judge.checker();
        assert!(record.report().valid);
    }

    #[test]
    fn formats_are_told_what_the_caller_knows() -> io::Result<()> {
        let defaults = Defaults { game: Some("gomoku".into()), ..Defaults::default() };
        let read = || records(&b"(;FF[4];B[hh];W[ii])"[..]);
        let valid = |record: io::Result<OwnedRecord>| Ok(record?.report().valid);
        let valid = |reading: Reading<'static>| reading.map(valid).collect::<io::Result<Vec<_>>>();
        assert_eq!((valid(read())?, valid(read().defaults(defaults))?), (vec![false], vec![true]));
        Ok(())
    }

    #[test]
    fn records_may_go_to_other_threads() {
        fn is_sent<T: Send + Sync>() {}
        is_sent::<OwnedRecord>();
        is_sent::<crate::Position>();
    }

    #[test]
    fn after_a_failure_to_read_nothing_follows() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("the disk is gone"))
            }
        }
        let mut records = records(Broken);
        assert_eq!(
            records.next().and_then(Result::err).map(|error| error.to_string()),
            Some("the disk is gone".into())
        );
        assert!(records.next().is_none());
    }
}
