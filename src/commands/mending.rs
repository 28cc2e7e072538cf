//! What the commands that mend records have in common: they read all inputs on several threads, and keep records as they
//! stand, to write them byte for byte or with some pieces exchanged.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::convert::{Goal, clash, goal, target_of};
use super::files::is_standard;
use super::inputs::{Inputs, JobArgs};
use super::outputs::{Output, Outputs};
use super::{Common, End, take_part};
use crate::check::Checker;
use crate::convert::Target;
use crate::formats::transcript::Transcripts;
use crate::formats::{Format, Records};
use crate::mend::Draft;
use crate::parallel::{self, At, Part, Plan, Progress, Task, Worker};
use crate::record::{Original as Written, Record};
use crate::select::{Choice, Chooser, Found, why_lost};
use crate::source::{MARK, Source, without_mark};
use crate::visible::visible;

/// Work on a record takes long, so threads get little at once.
const CHUNK: usize = 64 * 1024;

/// The arguments of the commands that mend records.
#[derive(Debug, Args)]
pub(super) struct MendingArgs {
    /// Files and folders to read; `-` or none is standard input
    paths: Vec<PathBuf>,
    /// Write records in a notation system, a file format, or both with a comma between
    #[arg(long, value_name = "SYSTEM|FORMAT", value_delimiter = ',', value_parser = super::help::goal(goal), hide_possible_values = true)]
    to: Vec<Goal>,
    /// Write records without what the format has no place for, such as comments, and tell what is left out
    #[arg(long, requires = "to")]
    lossy: bool,
    /// Where to write; standard output by default
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) common: Common,
    #[command(flatten)]
    jobs: JobArgs,
}

impl MendingArgs {
    /// The files and folders to read.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        super::files::paths(&self.paths)
    }

    /// The outputs, none of which may be a file to read: one of the `paths`, or a table.
    pub(super) fn outputs(&self, paths: &[PathBuf], table: Option<&PathBuf>) -> Result<Outputs, String> {
        Outputs::new([("-o", self.output.as_deref())], paths.iter().chain(table))
    }

    /// Why its arguments make no sense together. `writes`: whether records are written; `options`: which options ask for that.
    pub(super) fn clash(&self, writes: bool, options: &str) -> Option<String> {
        if writes {
            return clash(&self.to);
        }
        let given = [("-o", self.output.is_some()), ("--to", !self.to.is_empty())];
        let (option, _) = given.into_iter().find(|(_, is_given)| *is_given)?;
        Some(format!("{option} needs {options}"))
    }

    /// The target to write records in; `None`: as they are.
    pub(super) fn target(&self) -> Option<Target> {
        (!self.to.is_empty()).then(|| Target { lossy: self.lossy, ..target_of(&self.to) })
    }

    /// Whether the output repeats the inputs byte for byte except for changes; `writes`: whether there is any output.
    pub(super) fn copies(&self, writes: bool) -> bool {
        writes && self.to.is_empty()
    }

    /// Opens what the records or the findings go to. Copies appear only when they are whole: a record that cannot be copied
    /// may come late.
    pub(super) fn open(&self, outputs: &Outputs, writes: bool) -> io::Result<Output> {
        let path = self.output.as_deref();
        if self.copies(writes) { outputs.open_whole(path) } else { outputs.open(path) }
    }
}

/// Ends an output that got `records` records. A file stays as it was if there were none and something could not be
/// read.
pub(super) fn finish(out: Output, records: u64, end: End) -> io::Result<()> {
    let is_file = !matches!(out, Output::Standard(_));
    if is_file && records == 0 && end == End::Failed { Ok(()) } else { out.finish() }
}

/// The command as it was called, with more arguments: a line to paste. `stay`: whether all changes can be written in
/// the file's own format; otherwise the line names a format. `None` if standard input was read, which cannot be read
/// again.
pub(super) fn again(paths: &[PathBuf], stay: bool, more: &str) -> Option<String> {
    if paths.iter().any(|path| is_standard(path)) {
        return None;
    }
    let called = std::env::args_os().skip(1).map(|argument| pasted(&argument.to_string_lossy()));
    let words = ["scoresheet".to_owned()].into_iter().chain(called).chain([more.to_owned()]);
    Some(words.chain((!stay).then(|| TO_TRANSCRIPT.to_owned())).collect::<Vec<_>>().join(" "))
}

/// Names the format in which every record can be written with its changes.
pub(super) const TO_TRANSCRIPT: &str = "--to transcript";

/// The name of a file as an argument, with a blank before it; empty if there is no such file, as for standard input.
pub(super) fn file_argument(name: &str) -> String {
    if Path::new(name).exists() { format!(" {}", pasted(name)) } else { String::new() }
}

/// An argument as a shell takes it.
fn pasted(argument: &str) -> String {
    let is_plain = |letter: char| letter.is_alphanumeric() || "-_./=:,@%+".contains(letter);
    let argument = visible(argument);
    match () {
        () if !argument.is_empty() && argument.chars().all(is_plain) => argument.into_owned(),
        () if !argument.contains(['"', '$', '`', '!', '\\']) => format!("\"{argument}\""),
        () => format!("'{}'", argument.replace('\'', "'\\''")),
    }
}

/// Works on all inputs; `each` gets the results, in the order of the input, and returns whether to continue.
pub(super) fn run<T: Task>(
    args: &MendingArgs,
    paths: &[PathBuf],
    outputs: &Outputs,
    task: &T,
    mut each: impl FnMut(Part<T::Part>) -> io::Result<bool>,
) -> io::Result<End> {
    let MendingArgs { common, jobs, .. } = args;
    let inputs = Inputs::new(paths, common, outputs).map_err(io::Error::other)?;
    let plan = Plan { chunk: CHUNK, ..common.plan(jobs.jobs()) };
    let progress = Arc::new(Progress::default());
    let mut end = End::Good;
    let ended = parallel::run(&plan, &progress, task, |feeder| inputs.feed(paths, &progress, feeder), &mut |event| {
        take_part(event, common.quiet, &mut end, |part| {
            if !each(part)? {
                progress.stop();
            }
            Ok(())
        })
    });
    ended?;
    Ok(end)
}

/// A task for each record, beside which the records are copied if that is wanted.
pub(super) struct Copying<T> {
    task: T,
    choice: Option<Choice>,
}

impl<T> Copying<T> {
    /// Copies all records if `copies`.
    pub(super) fn new(task: T, copies: bool) -> Copying<T> {
        Copying { task, choice: copies.then(|| Choice { copies, ..Choice::default() }) }
    }
}

impl<T: Task> Task for Copying<T> {
    type Part = (T::Part, Found);
    type Worker<'t>
        = CopyingWorker<'t, T::Worker<'t>>
    where
        Self: 't;

    fn worker(&self) -> CopyingWorker<'_, T::Worker<'_>> {
        CopyingWorker { worker: self.task.worker(), chooser: self.choice.as_ref().map(Choice::worker) }
    }
}

/// What works on a record and what copies it.
pub(super) struct CopyingWorker<'t, W> {
    worker: W,
    chooser: Option<Chooser<'t>>,
}

impl<W: Worker> Worker for CopyingWorker<'_, W> {
    type Part = (W::Part, Found);

    fn record(&mut self, records: &mut dyn Records, at: At<'_>, checker: &mut Checker) -> io::Result<()> {
        if let Some(chooser) = &mut self.chooser {
            chooser.record(records, at, checker)?;
        }
        self.worker.record(records, at, checker)
    }

    fn rest(&mut self, bytes: &[u8]) {
        if let Some(chooser) = &mut self.chooser {
            chooser.rest(bytes);
        }
    }

    fn part(&mut self) -> Self::Part {
        (self.worker.part(), self.chooser.as_mut().map(Chooser::part).unwrap_or_default())
    }
}

/// A record, unchanged from its file.
#[derive(Debug, Clone)]
pub(super) struct Original {
    pub(super) format: Format,
    /// Its encoding, if that is not UTF-8.
    encoding: Option<&'static str>,
    /// Its bytes with the blanks after it.
    raw: Vec<u8>,
    /// Where its text begins in them.
    text: usize,
    /// The row of a table that its text was made from, in UTF-8.
    row: Vec<u8>,
    /// Why there are no bytes, if so.
    lost: Option<String>,
    /// The record, in formats whose text is made from something else.
    pub(super) draft: Draft,
}

impl Original {
    /// The record at hand.
    pub(super) fn of(records: &mut dyn Records, format: Format) -> Original {
        let (mut raw, mut start) = (records.raw().to_vec(), records.extent().start);
        let record = records.record();
        // A byte-order mark belongs to no record. With it the record is the start of the file, so a patch of it fits.
        let is_marked = start == MARK.len() as u64 && (record.place.line, record.place.indent) == (1, 0);
        if is_marked && !raw.is_empty() {
            raw.splice(..0, MARK.iter().copied());
            start = 0;
        }
        let text = record.place.offset.saturating_sub(start) as usize;
        let encoding = record.parts.foreign.encoding;
        let lost = why_lost(&record, &raw).map(|fault| fault.text.message.clone());
        let row = record.written.row.to_vec();
        Original { format, encoding, raw, text, row, lost, draft: Draft::new(&record, Vec::new()) }
    }

    /// The record, for reports: they show the lines of its file.
    pub(super) fn record(&self) -> Record<'_> {
        let is_foreign = self.row.is_empty() && self.format != Format::TRANSCRIPT;
        let bytes = if is_foreign { without_mark(&self.raw) } else { &[] };
        let written = Written { bytes, alone: None, format: self.format.name(), row: &self.row };
        Record { written, ..self.draft.record() }
    }

    /// Why it cannot be written with changes as a record of its own file.
    pub(super) fn why_not_changed(&self, name: &str) -> Option<String> {
        if stays_in_file(self.format, self.encoding) {
            return None;
        }
        let Some(encoding) = self.encoding.filter(|_| keeps_format(self.format)) else {
            return Some(needs_format(name, self.format));
        };
        Some(format!(
            "{}: records in {encoding} cannot be changed in their file; name the format to write, for instance --to {}",
            visible(name),
            self.format.name()
        ))
    }

    /// Whether it can stand unchanged in a text of that format.
    pub(super) fn is_text_of(&self, format: Format) -> bool {
        [self.format, format] == [Format::TRANSCRIPT; 2] && self.encoding.is_none()
    }

    /// Why its bytes are missing, if they are: there are too many, or its input was not read.
    pub(super) fn why_lost(&self) -> Option<&str> {
        self.raw.is_empty().then(|| self.lost.as_deref().unwrap_or("the record is too long"))
    }

    /// Its bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.raw
    }

    /// Its bytes with another text in place of its own, and the same blank lines around it.
    pub(super) fn around(&self, text: &[u8]) -> Vec<u8> {
        let at = self.text.min(self.raw.len());
        let end = self.raw.trim_ascii_end().len().max(at);
        let blanks = if end == self.raw.len() { b"\n" } else { &self.raw[end..] };
        // The text has no carriage returns, so that its lines end as those around them.
        let blanks: Vec<u8> = blanks.iter().copied().filter(|byte| *byte != b'\r').collect();
        self.with(text, &blanks)
    }

    /// Its bytes with another text in place of its own, and `end` in place of what follows.
    pub(super) fn with(&self, text: &[u8], end: &[u8]) -> Vec<u8> {
        [&self.raw[..self.text.min(self.raw.len())], text, end].concat()
    }

    /// The line on which its bytes begin; its text begins on `line`.
    pub(super) fn first_line(&self, line: u64) -> u64 {
        let before = &self.raw[..self.text.min(self.raw.len())];
        line.saturating_sub(memchr::memchr_iter(b'\n', before).count() as u64)
    }

    /// Its bytes with the edits of `drafts`, one after the other. A transcript that has no ply left is closed by a blank
    /// line: otherwise the tags of the next one would be its own.
    pub(super) fn edited(&self, drafts: &[Draft]) -> Vec<u8> {
        let at = self.text.min(self.raw.len());
        let mut text = self.raw[at..].to_vec();
        for draft in drafts {
            text = Draft::edited(draft.edits(), &text);
        }
        if self.format == Format::TRANSCRIPT && !ends_before_tags(&text) {
            let end = if self.raw.ends_with(b"\r\n") { "\r\n" } else { "\n" };
            let blank = end.repeat(if text.ends_with(b"\n") { 1 } else { 2 });
            let closed = [&*text, blank.as_bytes()].concat();
            text = if ends_before_tags(&closed) { closed } else { text };
        }
        [&self.raw[..at], &text].concat()
    }
}

/// Whether a transcript ends where its text does, if the tags of another one follow.
fn ends_before_tags(text: &[u8]) -> bool {
    let followed = [text, b"[Game \"forza4\"]\n"].concat();
    let mut records = Transcripts::over(Source::new(&*followed), usize::MAX);
    records.advance().is_ok_and(|is_there| is_there && records.extent().end == text.len() as u64)
}

/// Whether a record can be written with changes in its own file.
pub(super) fn stays_in_file(format: Format, encoding: Option<&'static str>) -> bool {
    keeps_format(format) && encoding.is_none()
}

/// Whether records of a format can be written with their changes in the format itself, with comments that show them.
fn keeps_format(format: Format) -> bool {
    [Format::TRANSCRIPT, Format::SGF].contains(&format)
}

/// Why a record of that format cannot be written with its changes unless another format is named.
pub(super) fn needs_format(name: &str, format: Format) -> String {
    format!(
        "{}: records of the format {} cannot be changed in their file; name the format to write, for instance {TO_TRANSCRIPT}",
        visible(name),
        format.name()
    )
}
