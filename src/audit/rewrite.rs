//! Rewrites archives on several threads, in the same chunks as audits judge them, and joins the texts of the chunks in
//! the order of the input.
//!
//! The text of a record may depend on those before it: a list writes tags only where they change. A chunk does not know
//! what the one before has written, so it begins with all tags, and the merger leaves out those that hold already.
//!
//! A file of some formats holds a single record, and only the merger knows which record comes first. So a chunk keeps
//! its records apart, each with the message to give if it is not the first. A file of other formats begins with what
//! all its records have in common: the merger keeps the text of the records until the last one is there.

use std::io::{self, Write};

use super::Options;
use crate::check::Checker;
use crate::codes::{GUESSED, NOTATION_AMBIGUOUS};
use crate::convert::{Converter, NotOneFormat, OneText, Piece, Target, holds_one, one_record_only};
use crate::diagnostic::{Shortlist, Sink};
use crate::edit::Editor;
use crate::engine::Setting;
use crate::formats::{Format, Records};
use crate::parallel::{At, Task, Worker};
use crate::record::Record;
use crate::report::{Report, rejected};
use crate::tail::Tail;

/// How records are rewritten.
#[derive(Debug, Clone, Copy)]
pub struct Rewriting {
    /// The system and format to rewrite them in.
    pub target: Target,
    /// Puts in words what a report says about a record.
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
    /// Whether something was guessed of a record that was written, or a record or list can be read in several
    /// notation systems.
    pub is_guessed: bool,
    /// How many bytes of records are not blank.
    pub bytes: u64,
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
        let target = rewriting.target;
        let holds_one = holds_one(target.format.unwrap_or_default());
        let editor = Editor::new(options.edits.clone());
        Rewriter { rewriting, converter: Converter::new(target), holds_one, editor, held, done: Chunk::default() }
    }
}

/// Rewrites the records of a chunk.
#[derive(Debug)]
pub(super) struct Rewriter {
    rewriting: Rewriting,
    converter: Converter,
    /// Whether a file of the format holds one record.
    holds_one: bool,
    /// Changes tags before a record is judged.
    editor: Editor,
    /// Holds the diagnostics that a report shows.
    held: Shortlist,
    done: Chunk,
}

/// The records of a chunk, rewritten.
#[derive(Debug, Default)]
pub(super) struct Chunk {
    text: Tail,
    messages: String,
    /// Each record by itself, if the file has room for one only.
    apart: Vec<One>,
    /// The line of tags that holds after it.
    above: String,
    /// The format of its first record, and whether others have another one.
    format: Option<Format>,
    is_mixed: bool,
    pub(super) count: Rewritten,
}

/// A record that may be the only one of its file.
#[derive(Debug, Default)]
struct One {
    text: Vec<u8>,
    messages: String,
    /// The message if it is not the first record.
    refusal: Option<String>,
}

impl Worker for Rewriter {
    type Part = Chunk;

    fn record(&mut self, records: &mut dyn Records, at: At<'_>, checker: &mut Checker) -> io::Result<()> {
        if self.rewriting.counts_bytes {
            self.done.count.bytes += printed(records.raw());
            // A line of tags stands above many records: it is counted with the first.
            let begin = records.extent().start.saturating_sub(at.gap.len() as u64);
            if records.header().place.above.is_some_and(|above| above.offset >= begin) {
                self.done.count.bytes += printed(records.above());
            }
        }
        let held = &mut self.held;
        held.clear();
        let original = records.header();
        let record = self.editor.edit(&original);
        let conversion = self.converter.append(&record, checker, held, &mut self.done.text);
        if conversion.is_written() {
            self.done.count.written += 1;
            self.done.count.is_guessed |= [&GUESSED, &NOTATION_AMBIGUOUS].iter().any(|code| held.codes().has(code));
            let format = self.converter.format();
            self.done.is_mixed |= *self.done.format.get_or_insert(format) != format;
        } else {
            self.done.count.refused += 1
        }
        conversion.keep_told(held);
        if self.holds_one || held.codes().all() > 0 {
            // Messages may quote the original record.
            let original = records.record();
            let record = self.editor.edit(&original);
            let mut words = |held: &mut Shortlist, messages: &mut String| {
                if held.codes().all() > 0 {
                    let report = rejected(at.name, &record, held);
                    let setting = checker.setting(&record);
                    messages.push_str(&(self.rewriting.words)(&report, &record, setting));
                }
            };
            words(held, &mut self.done.messages);
            if self.holds_one {
                let mut one = One {
                    text: std::mem::take(&mut self.done.text).into_bytes(),
                    messages: std::mem::take(&mut self.done.messages),
                    refusal: None,
                };
                if conversion.is_written() {
                    held.clear();
                    held.report(one_record_only(self.rewriting.target.format.unwrap_or_default()));
                    words(held, one.refusal.insert(String::new()));
                }
                self.done.apart.push(one);
                self.converter.begin_again();
            }
        }
        if conversion.is_written() {
            self.editor.count();
        }
        Ok(())
    }

    fn part(&mut self) -> Chunk {
        let above = self.converter.begin_again();
        Chunk { above, ..std::mem::take(&mut self.done) }
    }
}

impl Chunk {
    /// Adds it to `whole`, and returns how many records were counted as written but were not.
    pub(super) fn write(self, whole: &mut OneText, [out, messages]: [&mut dyn Write; 2]) -> io::Result<u64> {
        messages.write_all(self.messages.as_bytes())?;
        let format = self.format.unwrap_or_default();
        let piece = |text| Piece { text, above: &self.above, format: format.name() };
        let mut refused = 0;
        for One { text, messages: own, refusal } in &self.apart {
            match refusal {
                Some(refusal) if whole.no_place(format).is_some() => {
                    messages.write_all(refusal.as_bytes())?;
                    refused += 1;
                }
                Some(_) => {
                    messages.write_all(own.as_bytes())?;
                    whole.add(&piece(text), out)?;
                }
                None => messages.write_all(own.as_bytes())?,
            }
        }
        let text = self.text.bytes();
        if text.is_empty() {
            return Ok(refused);
        }
        if self.is_mixed || whole.format().is_some_and(|before| before != format) {
            return Err(io::Error::other(NotOneFormat));
        }
        whole.add(&piece(text), out)?;
        Ok(refused)
    }
}

impl std::ops::AddAssign for Rewritten {
    fn add_assign(&mut self, other: Rewritten) {
        self.written += other.written;
        self.refused += other.refused;
        self.is_guessed |= other.is_guessed;
        self.bytes += other.bytes;
    }
}

/// How many of these bytes are not blank. In UTF-16 every second byte of a blank is zero.
pub fn printed(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| !byte.is_ascii_whitespace() && **byte != 0).count() as u64
}
