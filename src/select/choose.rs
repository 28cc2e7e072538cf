//! Chooses among all records of many inputs: what each thread does with the records of its part.

use std::io;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::evaluator::{Evaluator, Questions, Subject};
use super::rest::Decision;
use crate::check::Checker;
use crate::codes::{RECORD_TOO_LONG, UNCLOSED_COMMENT};
use crate::convert::{Converter, Piece, Target};
use crate::diagnostic::Shortlist;
use crate::engine::Setting;
use crate::formats::{Format, Records};
use crate::game_key::Key;
use crate::parallel::{At, Task, Worker};
use crate::record::{Fault, Layout, Record};
use crate::report::{Report, rejected};

/// The choice of records.
#[derive(Debug, Clone, Default)]
pub struct Choice {
    /// What to find out about each record.
    pub questions: Questions,
    /// Whether to choose the records for which the expression is false.
    pub negated: bool,
    /// Whether records are copied; otherwise only their places are listed.
    pub copies: bool,
    /// Whether records that are not chosen are copied too.
    pub rejects: bool,
    /// How to rewrite chosen records; `None`: copy them as they stand.
    pub rewriting: Option<Rewriting>,
}

impl Choice {
    /// Whether bytes of the input are written.
    fn copies_bytes(&self) -> bool {
        self.copies && (self.rewriting.is_none() || self.rejects)
    }
}

/// How records are rewritten.
#[derive(Debug, Clone, Copy)]
pub struct Rewriting {
    /// The system and format to rewrite them in.
    pub target: Target,
    /// Puts in words what a report says about a record.
    pub words: fn(&Report, &Record<'_>, Option<&Setting>) -> String,
}

/// What was found in a part of an input.
#[derive(Debug, Default)]
pub struct Found {
    pub(super) entries: Vec<Entry>,
    /// The records, one after the other.
    pub(super) bytes: Vec<u8>,
    /// What stands after the last record.
    pub(super) rest: Vec<u8>,
    /// How many records were not chosen that name no game, so that no ply of them is replayed.
    pub nameless: u64,
}

/// A record that may be chosen.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) decision: Decision,
    /// Its number in the part, from 1, and its line.
    pub(super) number: u64,
    pub(super) line: u64,
    /// Its bytes with what follows them up to the next record, and where they end.
    pub(super) text: Range<usize>,
    pub(super) end: usize,
    /// What stands between it and the record before it.
    pub(super) gap: Range<usize>,
    /// The line that holds for it and stands above; before the record, with its line end.
    pub(super) above: Range<usize>,
    pub(super) encoding: Option<&'static str>,
    pub(super) notation: Option<ListNotation<'static>>,
    /// Whether it ends within a comment.
    pub(super) is_open: bool,
    /// Whether its bytes are there.
    pub(super) is_held: bool,
    pub(super) more: Option<Box<More>>,
}

/// The notation system that was found for the records of a list or a table together.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct ListNotation<'p> {
    /// The game of the record.
    pub game: &'p str,
    /// The [column](crate::record::Parts::column) of its moves.
    pub column: u64,
    /// The name of the system.
    pub system: &'p str,
    /// Whether the record is read in this system too if it stands alone. Otherwise it needs the others, or the name of the
    /// system.
    pub is_plain: bool,
}

/// What only some choices ask for.
#[derive(Debug, Default)]
pub(super) struct More {
    pub(super) key: Option<Key>,
    /// The values of the fields of the questions.
    pub(super) values: Vec<Option<String>>,
    /// The record rewritten; `None` if it cannot be.
    pub(super) rewritten: Option<Rewritten>,
    /// What the rewriting reports if the record is picked.
    pub(super) said: String,
    /// Why its input is not read, if that is why its bytes are not there.
    pub(super) unread: Option<String>,
}

/// A record that was rewritten: see [`Piece`].
#[derive(Debug, Clone)]
pub(super) struct Rewritten {
    text: Box<[u8]>,
    above: String,
    format: Format,
}

impl Rewritten {
    pub(super) fn piece(&self) -> Piece<'_> {
        Piece { text: &self.text, above: &self.above, format: self.format.name() }
    }
}

impl Task for Choice {
    type Part = Found;
    type Worker<'t>
        = Chooser<'t>
    where
        Self: 't;

    fn worker(&self) -> Chooser<'_> {
        let converter = Converter::new(self.rewriting.map(|rewriting| rewriting.target).unwrap_or_default());
        Chooser {
            choice: self,
            evaluator: Evaluator::new(&self.questions),
            converter,
            text: Vec::new(),
            held: Shortlist::default(),
            found: Found::default(),
        }
    }
}

/// Chooses records one after the other.
#[derive(Debug)]
pub struct Chooser<'c> {
    choice: &'c Choice,
    evaluator: Evaluator<'c>,
    converter: Converter,
    /// The record that was rewritten last.
    text: Vec<u8>,
    held: Shortlist,
    found: Found,
}

impl Worker for Chooser<'_> {
    type Part = Found;

    fn record(&mut self, records: &mut dyn Records, at: At<'_>, checker: &mut Checker) -> io::Result<()> {
        let choice = self.choice;
        if choice.rewriting.is_some() {
            records.record();
        }
        let (record, raw) = (records.header(), records.raw());
        let bytes = bytes_of(records);
        let subject = Subject { record: &record, file: at.name, format: at.format, bytes };
        self.evaluator.begin();
        let decision = match self.evaluator.decide(&subject, checker) {
            Decision::Known(answer) => Decision::Known(answer != choice.negated),
            open if choice.negated => open.negated(),
            open => open,
        };
        let is_rejected = matches!(decision, Decision::Known(false));
        let names_none = record.parts.layout != Layout::Unread && record.known("Game").is_none();
        self.found.nameless += u64::from(is_rejected && names_none && self.evaluator.lacks_game());
        if is_rejected && !choice.rejects {
            return Ok(());
        }
        let questions = &choice.questions;
        let wants_more = !questions.fields.is_empty() || questions.keys.is_some() || choice.rewriting.is_some();
        let mut more = (!is_rejected && wants_more).then(Box::<More>::default);
        if let Some(more) = &mut more {
            if questions.keys.is_some() {
                more.key = self.evaluator.key(&subject, checker);
            }
            let values = questions.fields.iter().map(|field| self.evaluator.value(field, &subject, checker));
            more.values.extend(values);
            if let Some(rewriting) = choice.rewriting {
                more.rewritten = self.rewrite(rewriting, &subject, checker, &mut more.said);
            }
        }
        if let Some(why) = why_unread(&record, raw) {
            more.get_or_insert_default().unread = Some(why);
        }
        let found = &mut self.found;
        let above = records.above();
        let gap = found.bytes.len();
        let is_copied = choice.copies_bytes();
        if is_copied {
            found.bytes.extend_from_slice(at.gap);
        }
        let from = found.bytes.len();
        if is_copied && !above.is_empty() {
            found.bytes.extend_from_slice(above);
            found.bytes.push(b'\n');
        }
        let start = found.bytes.len();
        let end = start + bytes as usize + usize::from(is_copied && lacks_line_end(records));
        if is_copied {
            found.bytes.extend_from_slice(raw);
            found.bytes.extend_from_slice(if lacks_line_end(records) { b"\n" } else { records.line_end() });
        }
        found.entries.push(Entry {
            decision,
            number: at.number,
            line: record.place.line,
            text: start..found.bytes.len(),
            end: end.min(found.bytes.len()),
            gap: gap..from,
            above: from..start,
            encoding: record.parts.foreign.encoding,
            notation: if is_copied { notation_of_list(&record, checker) } else { None },
            is_open: is_copied && ends_in_comment(&record, raw, checker),
            is_held: !raw.is_empty(),
            more,
        });
        Ok(())
    }

    fn rest(&mut self, bytes: &[u8]) {
        if self.choice.copies_bytes() {
            self.found.rest.extend_from_slice(bytes);
        }
    }

    fn part(&mut self) -> Found {
        std::mem::take(&mut self.found)
    }
}

/// Why `raw` is empty, unless the record is too long.
fn why_unread(record: &Record<'_>, raw: &[u8]) -> Option<String> {
    let fault = why_lost(record, raw);
    let is_too_long = fault.is_some_and(|fault| fault.code == &RECORD_TOO_LONG);
    if !raw.is_empty() || is_too_long {
        None
    } else if record.written.bytes.is_empty() {
        fault.map(|fault| fault.text.message.clone())
    } else {
        Some("a line of a tree has no text of its own; --to writes it as a record".to_owned())
    }
}

/// Why `raw` is empty: the record is too long, or its input could not be read.
pub fn why_lost<'r>(record: &Record<'r>, raw: &[u8]) -> Option<&'r Fault> {
    record.parts.faults.first().filter(|_| raw.is_empty())
}

impl Chooser<'_> {
    /// The record rewritten; `None` if it cannot be. `said` gets the reason, or what is lost.
    fn rewrite(
        &mut self,
        rewriting: Rewriting,
        subject: &Subject<'_>,
        checker: &mut Checker,
        said: &mut String,
    ) -> Option<Rewritten> {
        let (record, held) = (subject.record, &mut self.held);
        held.clear();
        self.text.clear();
        let conversion = self.converter.record(record, checker, held, &mut self.text);
        let (above, format) = (self.converter.begin_again(), self.converter.format());
        conversion.keep_told(held);
        if held.codes().all() > 0 {
            let report = rejected(subject.file, record, held);
            let setting = checker.setting(record);
            *said = (rewriting.words)(&report, record, setting);
        }
        // Many records wait until they are written: none keeps more room than it needs.
        conversion.is_written().then(|| Rewritten { text: Box::from(&*self.text), above, format })
    }
}

/// Whether a record ends within a comment. For most records the last brace shows that they do not.
fn ends_in_comment(record: &Record<'_>, raw: &[u8], checker: &mut Checker) -> bool {
    if memchr::memrchr(b'{', raw) <= memchr::memrchr(b'}', raw) {
        return false;
    }
    let mut held = Shortlist::default();
    checker.check(record, &mut held, None);
    held.codes().iter().any(|(code, ..)| code == &UNCLOSED_COMMENT)
}

/// The notation system that was found for the list or table of a record.
fn notation_of_list(record: &Record<'_>, checker: &mut Checker) -> Option<ListNotation<'static>> {
    let (game, system) = checker.system_of_list(record)?;
    let is_plain = checker.needed_of_list(record).is_none();
    Some(ListNotation { game, column: record.parts.column, system: system.name(), is_plain })
}

/// Whether the record's extent includes its line end but its bytes do not, as in lists.
fn lacks_line_end(records: &dyn Records) -> bool {
    let (raw, extent) = (records.raw(), records.extent());
    records.line_end().is_empty() && !raw.is_empty() && (raw.len() as u64) < extent.end - extent.start
}

/// How many bytes the record itself has, with its line end.
pub fn bytes_of(records: &dyn Records) -> u64 {
    (own_bytes(records.raw()) + records.line_end().len()) as u64
}

/// How many of these bytes are the record's own, with its line end: what follows up to the next record is not.
pub fn own_bytes(raw: &[u8]) -> usize {
    let end = raw.trim_ascii_end().len();
    memchr::memchr(b'\n', &raw[end..]).map_or(raw.len(), |found| end + found + 1)
}
