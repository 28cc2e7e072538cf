//! The records that begin in a range of a file's bytes: so that several programs read one file, each a part of it.
//!
//! [`records_in`] gives exactly the records whose first byte lies in a range. However a file is cut into ranges, each
//! record is in one of them, with the verdict and the diagnostics that it has in the whole file. Only the first program
//! reads the file from its start: [`prologue`] settles once what a range cannot know by itself, and all ranges get the
//! answer.
//!
//! ```
//! use std::io::Cursor;
//! use scoresheet::ranges::{self, Counts, Options};
//!
//! let text = "[Game \"forza4\"]\n\n1. c, e\n\n[Game \"gomoku\"]\n\n1. h8, z9\n";
//! let options = Options::default();
//! let prologue = ranges::prologue(Cursor::new(text), &options)?;
//!
//! let (mut before, mut found) = (Counts::default(), Vec::new());
//! for range in [0..20, 20..text.len() as u64] {
//!     let mut records = ranges::records_in(Cursor::new(text), range, &prologue, &options)?.after(before);
//!     for record in &mut records {
//!         let record = record?;
//!         found.push((record.number(), record.line(), record.report().valid));
//!     }
//!     before += records.counts();
//! }
//! assert_eq!(found, [(1, 1, true), (2, 5, false)]);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # What can be cut
//!
//! | format | where a range begins to read | what [`prologue`] reads |
//! | --- | --- | --- |
//! | transcripts | at the last tag line before the range | the first 2 MiB |
//! | JSON Lines | at the start of the line | the first 2 MiB |
//! | lists | at a landmark: one of at most 1024 places that the prologue notes | the whole file, without judging it |
//! | SGF | the same | the whole file, without making records of it |
//!
//! A line `#: …` of a list, or the start of a comment in SGF, may stand anywhere before a range: hence the landmarks. They
//! are 1 MiB apart, in files of more than a gibibyte about a thousandth of the file; a range reads up to that much more
//! than its own bytes. Every range reads on after its end until its last record ends, and one record further.
//!
//! All other files are one range: their records belong to the range that holds byte 0. Such are tables, because a quoted
//! cell may hold line ends; XML and JSON documents; UTF-16; binary formats. Compressed files and archives are not
//! unpacked here.
//!
//! # Numbers
//!
//! A range counts its records from 1. It also counts lines from 1, from the line on which its first record begins, unless
//! the prologue has counted the lines of the file. [`InRange::counts`] says how much a range adds to the numbers of all
//! that follow; the sum over all earlier ranges makes the numbers true, either beforehand ([`InRange::after`]) or in
//! reports that are already made ([`Counts::add_to`]). Byte offsets are those of the file at once.

mod begin;
mod prologue;

use std::io::{self, Read, Seek, SeekFrom};
use std::ops::{AddAssign, Range};
use std::sync::{Arc, MutexGuard};

pub(crate) use begin::first;
#[cfg(feature = "cli")]
pub(crate) use begin::{Begin, counts_before};
pub use prologue::Prologue;

use crate::check::Checker;
use crate::engine::Defaults;
use crate::formats::{Format, Given, Records};
use crate::input;
use crate::reading::{Judge, OwnedRecord};
use crate::report::Report;
use crate::source::{MAX_RECORD, Source};

/// How a file is read. All its ranges and its prologue are read in the same way.
#[derive(Debug, Clone)]
pub struct Options {
    /// The name of the file in reports. Its ending tells the format if nothing else does.
    pub file: String,
    /// The file format; `None`: the start of the file tells it, or its name.
    pub format: Option<Format>,
    /// What the caller knows of the file.
    pub given: Given,
    /// What the caller knows of every record; it overrides the tags.
    pub defaults: Defaults,
    /// The longest record, in bytes.
    pub max_record: usize,
    /// How far landmarks are apart. The result does not depend on it; tests make it small.
    #[doc(hidden)]
    pub step: u64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            file: String::new(),
            format: None,
            given: Given::default(),
            defaults: Defaults::default(),
            max_record: MAX_RECORD,
            step: 1024 * 1024,
        }
    }
}

impl Options {
    /// The options with everything that formats get to know.
    fn completed(&self) -> Options {
        Options { given: input::given(&self.given, &self.file, &self.defaults), ..self.clone() }
    }
}

/// The counts of some ranges.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Counts {
    /// Records.
    pub records: u64,
    /// Line ends; 0 if the prologue has counted the lines of the file, because then all line numbers are true already.
    pub lines: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.records += other.records;
        self.lines += other.lines;
    }
}

impl Counts {
    /// Corrects the numbers in a report of a record, if these are the counts of all ranges before its range.
    pub fn add_to(self, report: &mut Report) {
        report.record = report.record.saturating_add(self.records);
        report.line = report.line.saturating_add(self.lines);
        for said in report.diagnostics.iter_mut().chain(&mut report.firsts) {
            said.line = said.line.saturating_add(self.lines);
        }
    }
}

/// Settles what a range of `file` cannot know by itself: the format, the encoding, the notation systems of a list, the
/// lines `#: …` of a list, where trees of SGF begin. See [the table](self#what-can-be-cut) for how much of the file is
/// read.
///
/// # Errors
/// Fails if `file` cannot be read.
pub fn prologue<R: Read + Seek>(mut file: R, options: &Options) -> io::Result<Prologue> {
    Prologue::read(&mut file, &options.completed(), u64::MAX)
}

/// The `number`th of `count` ranges of a file of `length` bytes, from 1, all of about the same size.
///
/// ```
/// use scoresheet::ranges::part;
///
/// assert_eq!([part(10, 1, 3), part(10, 2, 3), part(10, 3, 3)], [0..3, 3..6, 6..10]);
/// ```
pub fn part(length: u64, number: u32, count: u32) -> Range<u64> {
    let at = |number: u32| (u128::from(length) * u128::from(number) / u128::from(count.max(1))) as u64;
    at(number.saturating_sub(1).min(count))..at(number.min(count))
}

/// The records of `file` whose first byte lies in `range`. `prologue` was made from the same file with the same
/// options.
///
/// # Errors
/// Fails if `file` cannot be read, or if the prologue was made by another version of this library.
pub fn records_in<'r, R: Read + Seek + 'r>(
    mut file: R,
    range: Range<u64>,
    prologue: &Prologue,
    options: &Options,
) -> io::Result<InRange<'r>> {
    let options = &options.completed();
    let mut checker = Checker::new(options.defaults.clone());
    let mut end = range.end;
    let records = if range.is_empty() {
        None
    } else if prologue.is_whole() {
        end = u64::MAX;
        match range.start {
            0 => {
                file.seek(SeekFrom::Start(0))?;
                let format = prologue.format(&options.given)?;
                Some(input::records_given(file, format, options.max_record, &options.given, &mut checker)?)
            }
            _ => None,
        }
    } else {
        match first(&mut file, prologue, range.start, options)? {
            Some(begin) if begin.start.offset < end => {
                checker.go_on_with(&begin.systems);
                let start = begin.start;
                file.seek(SeekFrom::Start(start.offset))?;
                let file = Box::new(file) as Box<dyn Read + 'r>;
                let source = Source::within(file, start.offset, start.line).indented(start.indent);
                Some(begin.partition.read(source, start)?)
            }
            _ => None,
        }
    };
    Ok(InRange {
        records,
        end,
        has_lines: prologue.counts_lines(),
        counts: Counts::default(),
        before: Counts::default(),
        file: Arc::from(&*options.file),
        judge: Arc::new(Judge::new(checker)),
    })
}

/// An iterator of the records of a range; see [`records_in`].
pub struct InRange<'r> {
    /// `None` once all have been read.
    records: Option<Box<dyn Records + 'r>>,
    end: u64,
    /// Whether line numbers count from the start of the file.
    has_lines: bool,
    counts: Counts,
    before: Counts,
    file: Arc<str>,
    judge: Arc<Judge>,
}

impl std::fmt::Debug for InRange<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("InRange").field("file", &self.file).field("end", &self.end).finish_non_exhaustive()
    }
}

impl InRange<'_> {
    /// Adds the counts of all earlier ranges to the numbers of records and lines.
    #[must_use]
    pub fn after(mut self, before: Counts) -> Self {
        self.before = before;
        self
    }

    /// What this range adds to the numbers of all that follow, once every record has been read.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Moves to the next record, for a caller who keeps no record: the reader that stands at it, and its judge. Its number
    /// is [`InRange::counts`], and [`InRange::after`] changes nothing here.
    ///
    /// # Errors
    /// Fails if the file cannot be read.
    pub fn borrow(&mut self) -> io::Result<Option<(&mut dyn Records, MutexGuard<'_, Checker>)>> {
        let stepped = self.step();
        // Nothing is read after the end, or after a failure.
        if !matches!(stepped, Ok(true)) {
            self.records = None;
        }
        stepped?;
        let judge = self.judge.checker();
        Ok(self.records.as_mut().map(|records| (&mut **records as &mut dyn Records, judge)))
    }

    /// Moves to the next record of the range; `false` if there is none.
    fn step(&mut self) -> io::Result<bool> {
        let Some(records) = &mut self.records else { return Ok(false) };
        if !records.advance()? {
            return Ok(false);
        }
        if records.extent().start >= self.end {
            if !self.has_lines {
                self.counts.lines = records.start().line.saturating_sub(1);
            }
            return Ok(false);
        }
        self.counts.records += 1;
        Ok(true)
    }

    fn advance(&mut self) -> io::Result<Option<OwnedRecord>> {
        if !self.step()? {
            return Ok(None);
        }
        let Some(records) = &mut self.records else { return Ok(None) };
        let mut owned = OwnedRecord::of(&records.record(), &self.file, &self.judge);
        let place = owned.place_mut();
        place.number = self.before.records + self.counts.records;
        place.line += self.before.lines;
        Ok(Some(owned))
    }
}

impl Iterator for InRange<'_> {
    type Item = io::Result<OwnedRecord>;

    fn next(&mut self) -> Option<io::Result<OwnedRecord>> {
        let next = self.advance();
        if !matches!(next, Ok(Some(_))) {
            self.records = None;
        }
        next.transpose()
    }
}
