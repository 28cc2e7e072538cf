//! What the commands that mend records have in common: they read all inputs on several threads, and write records as they
//! stand, byte for byte, or with some pieces exchanged.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::Args;

use super::convert::{Goal, goal, target_of};
use super::inputs::{Bar, InputArgs, Inputs};
use super::outputs::{Output, Outputs};
use super::{Common, End, complain};
use crate::check::Checker;
use crate::convert::{Conversion, Converter, Target};
use crate::diagnostic::Shortlist;
use crate::engine::Defaults;
use crate::formats::{Format, Records};
use crate::mend::Draft;
use crate::parallel::{self, Event, Part, Plan, Progress, Task};
use crate::report::{human, rejected};
use crate::visible::visible;

/// A byte-order mark.
pub(super) const MARK: [u8; 3] = *b"\xef\xbb\xbf";

/// Works on a record takes long, so threads get little at once.
const CHUNK: usize = 64 * 1024;

/// The arguments of the commands that mend records.
#[derive(Debug, Args)]
pub(super) struct MendingArgs {
    /// Files and folders to read; `-` or none is standard input
    paths: Vec<PathBuf>,
    /// Write records in a notation system, a file format, or both with a comma between
    #[arg(long, value_name = "SYSTEM|FORMAT", value_delimiter = ',', value_parser = super::help::goal(goal), hide_possible_values = true)]
    to: Vec<Goal>,
    /// Where to write; standard output by default
    #[arg(short, long, value_name = "FILE")]
    pub(super) output: Option<PathBuf>,
    /// Print no summary
    #[arg(short, long)]
    pub(super) quiet: bool,
    #[command(flatten)]
    pub(super) common: Common,
    #[command(flatten)]
    inputs: InputArgs,
}

impl MendingArgs {
    /// The files and folders to read.
    pub(super) fn paths(&self) -> Vec<PathBuf> {
        super::files::paths(&self.paths)
    }

    /// Where to write, which may be none of the files that are read.
    pub(super) fn outputs(&self, paths: &[PathBuf]) -> Result<Outputs, String> {
        Outputs::new([("-o", self.output.as_deref())], paths)
    }

    /// How records are written; nothing: as they stand.
    pub(super) fn target(&self) -> Option<Target> {
        (!self.to.is_empty()).then(|| target_of(&self.to))
    }
}

/// The command as it was called, with more arguments: a line that can be pasted. `None` where standard input was read,
/// which cannot be read again.
pub(super) fn again(paths: &[PathBuf], more: &str) -> Option<String> {
    if paths.iter().any(|path| path.as_os_str() == "-") {
        return None;
    }
    let called = std::env::args_os().skip(1).map(|argument| pasted(&argument.to_string_lossy()));
    Some(["scoresheet".to_owned()].into_iter().chain(called).chain([more.to_owned()]).collect::<Vec<_>>().join(" "))
}

/// The name of a file as an argument, with a blank before it; nothing if it names no file, as that of standard input.
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

/// Works on all inputs; `each` gets what was found, in the order of the input, and says whether to go on.
pub(super) fn run<T: Task>(
    args: &MendingArgs,
    paths: &[PathBuf],
    outputs: &Outputs,
    task: &T,
    mut each: impl FnMut(Part<T::Part>) -> io::Result<bool>,
) -> io::Result<End> {
    let MendingArgs { common, inputs: input_args, .. } = args;
    let inputs = match Inputs::new(input_args, common.from, outputs) {
        Ok(inputs) => inputs,
        Err(message) => {
            complain(&message);
            return Ok(End::Failed);
        }
    };
    let file = paths.first().map(|path| path.display().to_string()).unwrap_or_default();
    let plan = Plan { given: common.given(&file), chunk: CHUNK, ..common.plan(input_args.jobs()) };
    let progress = Arc::new(Progress::default());
    let bar = Bar::begin(progress.clone(), true, paths, &inputs);
    let mut end = End::Good;
    let ended = parallel::run(&plan, &progress, task, |feeder| inputs.feed(paths, &progress, feeder), &mut |event| {
        match event {
            Event::Part(part) => {
                if !each(part)? {
                    progress.stop.store(true, Ordering::Relaxed);
                }
            }
            Event::Unread(failure) => {
                complain(&format!("{}: {}", failure.name, failure.message));
                end = End::Failed;
            }
            Event::NoRecords(name) => complain(&format!("{name}: holds no records")),
        }
        Ok(())
    });
    bar.end();
    ended?;
    Ok(end)
}

/// A record as it stands in its file.
#[derive(Debug, Clone)]
pub(super) struct Original {
    pub(super) format: Format,
    /// Its bytes with the blanks behind it.
    raw: Vec<u8>,
    /// Where its text begins in them.
    text: usize,
    /// The record, in formats whose text is made.
    draft: Draft,
}

impl Original {
    /// The record at hand.
    pub(super) fn of(records: &mut dyn Records, format: Format) -> Original {
        let (mut raw, mut start) = (records.raw().to_vec(), records.extent().start);
        let record = records.record();
        // A byte-order mark belongs to no record. With it the record is the file's first bytes, and a patch of them fits.
        let is_marked = start == MARK.len() as u64 && (record.place.line, record.place.indent) == (1, 0);
        if is_marked && !raw.is_empty() {
            raw.splice(..0, MARK);
            start = 0;
        }
        let text = record.place.offset.saturating_sub(start) as usize;
        Original { format, raw, text, draft: Draft::new(&record, Vec::new()) }
    }

    /// Whether it was too long to be kept.
    fn is_lost(&self) -> bool {
        self.raw.is_empty() && !self.draft.text.is_empty()
    }

    /// Its bytes.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.raw
    }

    /// Its bytes with another text in place of its own; the blank lines around it stay.
    pub(super) fn around(&self, text: &[u8]) -> Vec<u8> {
        let at = self.text.min(self.raw.len());
        let end = self.raw.trim_ascii_end().len().max(at);
        let blanks = if end == self.raw.len() { b"\n" } else { &self.raw[end..] };
        // The text has no carriage returns, so that its lines end as those around them.
        let blanks: Vec<u8> = blanks.iter().copied().filter(|byte| *byte != b'\r').collect();
        [&self.raw[..at], text, &blanks].concat()
    }

    /// The line on which its bytes begin; its text begins on `line`.
    pub(super) fn first_line(&self, line: u64) -> u64 {
        let before = &self.raw[..self.text.min(self.raw.len())];
        line.saturating_sub(memchr::memchr_iter(b'\n', before).count() as u64)
    }

    /// Its bytes with the edits of `drafts`, one after the other.
    pub(super) fn edited(&self, drafts: &[Draft]) -> Vec<u8> {
        let at = self.text.min(self.raw.len());
        let mut text = self.raw[at..].to_vec();
        for draft in drafts {
            text = Draft::edited(draft.edits(), &text);
        }
        [&self.raw[..at], &text].concat()
    }
}

/// Whether records of a format can be written with their changes in the format itself, and tell them in comments.
pub(super) fn keeps_format(format: Format) -> bool {
    [Format::TRANSCRIPT, Format::SGF].contains(&format)
}

/// Why a record of that format cannot be written with its changes unless another format is named.
pub(super) fn needs_format(name: &str, format: Format) -> String {
    format!(
        "{}: a file in the format {} has no place that tells what was changed; name the format to write, for instance --to \
         transcript",
        visible(name),
        format.name()
    )
}

/// Writes records, one behind the other, as they stand or as they have become.
pub(super) struct Writer {
    target: Option<Target>,
    converter: Converter,
    checker: Checker,
    text: Vec<u8>,
    begun: bool,
    /// Whether the last line that was written has no end.
    open_line: bool,
    /// Records that could not be written.
    pub(super) refused: u64,
}

impl Writer {
    /// Writes records as `target` says, or as they stand.
    pub(super) fn new(target: Option<Target>, defaults: Defaults) -> Writer {
        Writer {
            target,
            converter: Converter::new(target.unwrap_or_default()),
            checker: Checker::new(defaults),
            text: Vec::new(),
            begun: false,
            open_line: false,
            refused: 0,
        }
    }

    /// Writes a record; `drafts` are its changes.
    pub(super) fn write(
        &mut self,
        name: &str,
        original: &Original,
        drafts: &[Draft],
        out: &mut Output,
    ) -> io::Result<()> {
        use io::Write;
        if original.is_lost() {
            self.refused += 1;
            complain(&format!("{}: a record is too long to be written", visible(name)));
            return Ok(());
        }
        let target = match self.target {
            Some(target) => target,
            None if drafts.is_empty() || original.format == Format::TRANSCRIPT => {
                // What stands behind it is another input.
                if self.open_line {
                    out.write_all(b"\n")?;
                }
                let bytes = original.edited(drafts);
                self.begun = true;
                self.open_line = !bytes.is_empty() && !bytes.ends_with(b"\n");
                return out.write_all(&bytes);
            }
            None => Target { format: Some(original.format), ..Target::default() },
        };
        let draft = drafts.last().unwrap_or(&original.draft);
        let mut held = Shortlist::default();
        self.text.clear();
        let record = draft.record();
        let own = self.target.is_none();
        let mut once = Converter::new(target);
        let converter = if own { &mut once } else { &mut self.converter };
        let done = converter.record(&record, &mut self.checker, &mut held, &mut self.text);
        if done == Conversion::Written {
            if self.begun && !own {
                out.write_all(converter.between().as_bytes())?;
            }
            self.begun = true;
            return out.write_all(&self.text);
        }
        self.refused += 1;
        let report = rejected(name, &record, &mut held);
        let setting = self.checker.setting(&record);
        super::say(&human::full(&report, &record, setting, false));
        Ok(())
    }
}
