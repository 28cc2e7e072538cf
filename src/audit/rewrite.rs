//! Rewrites archives on several threads, as audits judge them: the same chunks, whose texts are put together in the order
//! of the input.
//!
//! The text of a record may depend on those before it: a list writes the tags that hold for what follows only where they
//! change. A chunk does not know what the one before has written, so it begins with all of it, and the merger leaves out
//! what holds already.

use std::io::{self, Write};

use super::Options;
use crate::check::Checker;
use crate::codes::NOT_REPRESENTABLE;
use crate::convert::{Conversion, Converter, Target};
use crate::diagnostic::Shortlist;
use crate::engine::Setting;
use crate::formats::Records;
use crate::parallel::{At, Task, Worker};
use crate::record::Record;
use crate::report::{Report, rejected};

/// How records are rewritten.
#[derive(Debug, Clone, Copy)]
pub struct Rewriting {
    /// What they are rewritten to.
    pub target: Target,
    /// Puts in words what is said of a record.
    pub words: fn(&Report, &Record<'_>, Option<&Setting>) -> String,
    /// Whether to count how many bytes of the records are not blank.
    pub counts_bytes: bool,
}

/// What has been rewritten.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rewritten {
    /// Records that were written.
    pub written: u64,
    /// Records that cannot be written.
    pub refused: u64,
    /// How many bytes of records are not blank.
    pub bytes: u64,
}

/// An output that records are written to, one input after the other.
#[derive(Debug, Default)]
pub struct Continued {
    /// Whether anything is written already.
    begun: bool,
    /// In a list: the line of tags that holds.
    above: String,
}

/// The rewriting of records.
#[derive(Debug)]
pub(super) struct Rewrites<'o> {
    pub(super) rewriting: Rewriting,
    pub(super) options: &'o Options,
}

impl Task for Rewrites<'_> {
    type Part = Chunk;
    type Worker<'t>
        = Rewriter
    where
        Self: 't;

    fn worker(&self) -> Rewriter {
        let Rewrites { rewriting, options } = *self;
        let held = Shortlist::new(usize::try_from(options.max_diagnostics).unwrap_or(usize::MAX))
            .deny_warnings(options.deny_warnings);
        Rewriter { rewriting, converter: Converter::new(rewriting.target), held, done: Chunk::default() }
    }
}

/// Rewrites the records of a chunk.
#[derive(Debug)]
pub(super) struct Rewriter {
    rewriting: Rewriting,
    converter: Converter,
    /// Holds the diagnostics that a report shows.
    held: Shortlist,
    done: Chunk,
}

/// The records of a chunk, rewritten.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    text: String,
    messages: String,
    /// What stands between two records.
    between: &'static str,
    /// The line of tags that holds after it.
    above: String,
    pub(super) count: Rewritten,
}

impl Worker for Rewriter {
    type Part = Chunk;

    fn record(&mut self, records: &mut dyn Records, at: At<'_>, checker: &mut Checker) -> io::Result<()> {
        if self.rewriting.counts_bytes {
            self.done.count.bytes += printed(records.raw());
        }
        let record = records.record();
        let held = &mut self.held;
        held.clear();
        let conversion = self.converter.record(&record, checker, held, &mut self.done.text);
        match conversion.is_written() {
            true => self.done.count.written += 1,
            false => self.done.count.refused += 1,
        }
        if conversion != Conversion::Invalid {
            // What there is to say of a valid record, `validate` says. Here it counts what cannot be written of it.
            held.retain(&NOT_REPRESENTABLE);
        }
        if held.codes().all() > 0 {
            let report = rejected(at.name, &record, held);
            let setting = checker.setting(&record);
            self.done.messages.push_str(&(self.rewriting.words)(&report, &record, setting));
        }
        Ok(())
    }

    fn part(&mut self) -> Chunk {
        let between = self.converter.between();
        let above = self.converter.begin_again();
        Chunk { between, above, ..std::mem::take(&mut self.done) }
    }
}

impl Chunk {
    /// Writes it behind what is written already.
    pub(super) fn write(self, continued: &mut Continued, [out, messages]: [&mut dyn Write; 2]) -> io::Result<()> {
        messages.write_all(self.messages.as_bytes())?;
        if self.text.is_empty() {
            return Ok(());
        }
        if std::mem::replace(&mut continued.begun, true) {
            out.write_all(self.between.as_bytes())?;
        }
        let held = self.text.strip_prefix(&continued.above).filter(|_| !continued.above.is_empty());
        let rest = held.and_then(|rest| rest.strip_prefix('\n'));
        continued.above = self.above;
        out.write_all(rest.unwrap_or(&self.text).as_bytes())
    }
}

impl std::ops::AddAssign for Rewritten {
    fn add_assign(&mut self, other: Rewritten) {
        self.written += other.written;
        self.refused += other.refused;
        self.bytes += other.bytes;
    }
}

/// How many of these bytes are not blank.
pub fn printed(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| !byte.is_ascii_whitespace()).count() as u64
}
