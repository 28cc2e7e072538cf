//! Records one by one from a reader, each judged only when somebody asks: inputs of any size in little memory.
//!
//! Each record owns its text, so it can be kept, sorted or sent to another thread. Programs that judge millions of records
//! and keep none borrow them from a format's reader instead, as [`audit`](crate::check::audit) does.

use std::io::{self, Read};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::check::Checker;
use crate::codes::NOT_REPRESENTABLE;
use crate::convert::{Target, convert};
use crate::diagnostic::{Diagnostic, Shortlist, Sink, Text};
use crate::engine::Defaults;
use crate::formats::{Format, Given, Records};
use crate::input;
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
        judge: Arc::default(),
    }
}

/// An iterator of records; see [`records`]. Its methods say how the input is read, and are called before the first record
/// is asked for.
#[must_use = "nothing is read until a record is asked for"]
pub struct Reading<'r> {
    source: Source<'r>,
    file: Arc<str>,
    format: Option<Format>,
    given: Given,
    judge: Arc<Mutex<Checker>>,
}

enum Source<'r> {
    /// The first record has not been asked for.
    Unopened(Box<dyn Read + 'r>),
    Open(Box<dyn Records + 'r>),
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
        self.judge = Arc::new(Mutex::new(Checker::new(defaults)));
        self
    }

    /// Which column or key holds the moves of a table or of JSON Lines, and which formats the file's name may choose.
    pub fn given(mut self, given: Given) -> Self {
        self.given = given;
        self
    }

    fn advance(&mut self) -> io::Result<Option<OwnedRecord>> {
        self.source = match std::mem::replace(&mut self.source, Source::Over) {
            Source::Unopened(reader) => {
                let (format, reader) = match self.format {
                    Some(format) => (format, reader),
                    None => {
                        let (format, reader) =
                            input::find_for(reader, &self.file, self.given.formats, self.given.game.as_deref())?;
                        (format, Box::new(reader) as Box<dyn Read>)
                    }
                };
                let mut checker = lock(&self.judge);
                Source::Open(input::records_given(reader, format, MAX_RECORD, &self.given, &mut checker)?)
            }
            source => source,
        };
        let Source::Open(records) = &mut self.source else { return Ok(None) };
        let Some(record) = records.next()? else { return Ok(None) };
        Ok(Some(OwnedRecord::of(&record, &self.file, &self.judge)))
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
    format: &'static str,
    file: Arc<str>,
    /// Shared by all records of an input: most have the same rules, which are then found only once.
    judge: Arc<Mutex<Checker>>,
}

impl OwnedRecord {
    /// A copy of a record of `file` that `judge` judges on demand.
    pub(crate) fn of(record: &Record<'_>, file: &Arc<str>, judge: &Arc<Mutex<Checker>>) -> OwnedRecord {
        OwnedRecord {
            text: record.text.to_owned(),
            parts: record.parts.clone(),
            place: record.place,
            written: record.written.bytes.to_vec(),
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
        report(&self.file, &self.record(), &mut lock(&self.judge), false)
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

    /// The same for every format: some are not text.
    ///
    /// # Errors
    /// A report that says why: see [`OwnedRecord::convert`].
    pub fn convert_to_bytes(&self, target: Target) -> Result<Vec<u8>, Box<Report>> {
        let (mut held, mut bytes) = (Shortlist::default(), Vec::new());
        let record = self.record();
        match convert(&record, &mut lock(&self.judge), target, &mut held, &mut bytes).is_written() {
            true => Ok(bytes),
            false => Err(Box::new(rejected(&self.file, &record, &mut held))),
        }
    }

    fn record(&self) -> Record<'_> {
        let written = Original { bytes: &self.written, format: self.format };
        Record { text: &self.text, parts: &self.parts, place: self.place, written }
    }
}

/// A judge can be used again after its thread has panicked: each record starts afresh.
fn lock(judge: &Mutex<Checker>) -> MutexGuard<'_, Checker> {
    judge.lock().unwrap_or_else(PoisonError::into_inner)
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
