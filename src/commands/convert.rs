//! `scoresheet convert`: rewrites records in another notation system or file format.

use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;

use super::audit::Heard;
use super::editing::EditArgs;
use super::files::{self, Input};
use super::outputs::{Output, Outputs, names_folder};
use super::values::instead_of_written;
use super::{Common, End, Shown, Stop, complain, say};
use crate::archive;
use crate::audit::rewrite::{Rewriting, Rewritten};
use crate::audit::{self, Options, Progress, ReportForm};
use crate::convert::OneText;
use crate::convert::{NotOneFormat, Target, is_written, is_written_in};
use crate::counted::counted;
use crate::engine::Defaults;
use crate::formats::{FORMATS, Format};
use crate::names::{same, with_meant};
use crate::parallel::WRITTEN;
use crate::system::{SYSTEMS, System};
use crate::visible::visible;

#[derive(Debug, Args)]
pub(super) struct ConvertArgs {
    /// Files, folders and archives to read, one after the other; `-` or none is standard input
    pub(super) paths: Vec<PathBuf>,
    #[command(flatten)]
    shown: Shown,
    /// A notation system, a file format, or both with a comma between. If only a format is named, `--notation` chooses the system
    #[arg(long, required_unless_present_any = super::editing::OPTIONS, value_name = "SYSTEM|FORMAT", value_delimiter = ',', value_parser = super::help::goal(goal), hide_possible_values = true)]
    to: Vec<Goal>,
    /// Where to write (default: standard output). If it is a folder, or ends with /, each input gets a file of its own
    #[arg(short, long, value_name = "FILE|FOLDER")]
    output: Option<PathBuf>,
    /// Rewrite each file in place; the old text is kept as FILE~
    #[arg(long, conflicts_with = "output")]
    pub(super) in_place: bool,
    /// Write records without what the format has no place for, such as comments, and tell what is left out
    #[arg(long)]
    lossy: bool,
    /// The encoding of the texts in a library of RenLib, which does not name one: gbk or windows-1252, for example
    #[arg(long, value_name = "NAME", value_parser = super::values::encoding_of_library)]
    to_encoding: Option<&'static encoding_rs::Encoding>,
    /// Keep no copy of the old text
    #[arg(long, requires = "in_place")]
    pub(super) no_backup: bool,
    /// The number of threads (default: one for each processor)
    #[arg(short, long, value_name = "N", value_parser = super::values::threads)]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(super) edits: EditArgs,
    #[command(flatten)]
    pub(super) common: Common,
}

/// What `--to` names.
#[derive(Debug, Clone, Copy)]
pub(super) enum Goal {
    System(System),
    Format(Format),
    /// `sgf`: the format, or if another format is named the notation system.
    Sgf,
}

pub(super) fn goal(name: &str) -> Result<Goal, String> {
    if same(name, Format::SGF.name()) {
        return Ok(Goal::Sgf);
    }
    let Some(system) = System::named(name) else {
        return target(name).map(Goal::Format).map_err(|formats| match instead_of_written(name) {
            Some(instead) => instead.to_owned(),
            None => {
                let systems: Vec<_> = SYSTEMS.iter().map(|system| system.name()).collect();
                let written = FORMATS.iter().filter(|format| is_written(**format)).map(|format| format.name());
                let all = format!("the notation systems are {}; {formats}", systems.join(", "));
                with_meant(name, systems.into_iter().chain(written), &all)
            }
        });
    };
    Ok(Goal::System(system))
}

/// The format of that name, if records can be written in it.
fn target(name: &str) -> Result<Format, String> {
    Format::named(name).filter(|format| is_written(*format)).ok_or_else(|| {
        let written = FORMATS.iter().filter(|format| is_written(**format));
        let names: Vec<_> = written.map(|format| format.name()).collect();
        format!("the file formats for output are {}", names.join(", "))
    })
}

impl ConvertArgs {
    /// Why its arguments make no sense together.
    pub(super) fn clash(&self) -> Option<String> {
        let format = target_of(&self.to).format;
        let is_ignored = self.to_encoding.is_some() && !self.to.is_empty() && format != Some(Format::RENLIB);
        clash(&self.to).or_else(|| {
            is_ignored.then(|| {
                "--to-encoding only changes libraries of RenLib: add --to renlib, or leave it out; all other output is in UTF-8"
                    .to_owned()
            })
        })
    }

    /// The folder that `-o` names: one that is there, or a name with a `/` at its end.
    pub(super) fn folder(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| names_folder(path))
    }

    /// What records are rewritten to. Where `--to` names a format and no system, `--notation` is the system of the output.
    pub(super) fn target(&self) -> Target {
        let mut target = target_of(&self.to);
        if target.format.is_some() && target.system.is_none() {
            target.system = self.common.notation;
        }
        Target { lossy: self.lossy, encoding: self.to_encoding, ..target }
    }

    /// Reports which names of players were replaced, how many records are not written, and whether something had to be
    /// guessed: what is written no longer shows that.
    pub(super) fn tell(&self, count: &Rewritten) {
        if self.common.quiet {
            return;
        }
        self.edits.tell();
        if count.refused > 0 {
            complain(&format!("{} not written", counted(count.refused, "record")));
        }
        if count.is_guessed {
            complain("the input can be read in more than one way: `scoresheet validate` says what was guessed");
        }
    }

    /// Warns if the ending of the file that was written belongs to another format. Any text may be called `x.txt`.
    fn tell_name(&self, written: Option<Format>) {
        let name = self.output.as_deref().map(Path::to_string_lossy).filter(|_| !self.common.quiet);
        let Some((name, written)) = name.zip(written) else { return };
        let is_other = |named: &Format| *named != written && *named != Format::TRANSCRIPT;
        if let Some(named) = Format::of_file(&name).filter(is_other) {
            let (named, written) = (named.name(), written.name());
            complain(&format!("{} holds {written}, but its ending is that of {named}", visible(&name)));
        }
    }

    /// What the caller knows about records. The notation for the output is most likely also that of a record or a list
    /// that fits another one as well.
    fn defaults(&self) -> Defaults {
        let defaults = self.common.defaults();
        let Target { format, system, .. } = target_of(&self.to);
        if format.is_some() && system.is_none() {
            Defaults { likely: defaults.notation, notation: None, ..defaults }
        } else {
            defaults
        }
    }
}

/// Why these goals cannot be reached together, if they cannot: a record is written in one file format and one notation system.
pub(super) fn clash(goals: &[Goal]) -> Option<String> {
    let (mut formats, mut systems, mut has_sgf) = (Vec::new(), Vec::new(), false);
    for goal in goals {
        match goal {
            Goal::Format(format) => formats.push(format.name()),
            Goal::System(system) => systems.push(system.name()),
            Goal::Sgf => has_sgf = true,
        }
    }
    if has_sgf {
        // With another format it is the system.
        if formats.is_empty() { &mut formats } else { &mut systems }.push(Format::SGF.name());
    }
    for (what, mut names) in [("file formats", formats), ("notation systems", systems)] {
        names.dedup();
        if names.len() > 1 {
            return Some(format!("--to names {} {what}, {}: name one of them", names.len(), names.join(" and ")));
        }
    }
    match target_of(goals) {
        Target { format: Some(format), system: Some(system), .. } if !is_written_in(format, system) => {
            Some(format!("--to names {} and {system}, but {0} is not written in this notation", format.name()))
        }
        _ => None,
    }
}

/// These goals, combined.
pub(super) fn target_of(goals: &[Goal]) -> Target {
    let mut target = Target::default();
    for goal in goals {
        match goal {
            Goal::System(system) => target.system = Some(*system),
            Goal::Format(format) => target.format = Some(*format),
            Goal::Sgf => {}
        }
    }
    if goals.iter().any(|goal| matches!(goal, Goal::Sgf)) {
        match target.format {
            Some(_) => target.system = Some(System::SGF),
            None => target.format = Some(Format::SGF),
        }
    }
    target
}

pub(super) fn run(args: &ConvertArgs) -> Result<End, Stop> {
    let target = args.target();
    let paths = files::paths(&args.paths);
    let outputs = Outputs::new([("-o", args.output.as_deref())], paths.iter().chain(&args.edits.tables))?;
    let folders: Vec<PathBuf> = paths.iter().filter(|path| path.is_dir()).cloned().collect();
    let selection = args.common.files.selection()?;
    let files = archive::files(&folders, &selection).filter_map(Result::ok);
    if let Err(message) = outputs.spare(files, args.common.from) {
        return Err(message.into());
    }
    let (mut out, mut end) = (None, End::Good);
    let (mut one_text, mut count, mut whole) = (OneText::new(target), Rewritten::default(), false);
    let all_read = files::each(
        &paths,
        &args.common,
        |path| outputs.holds(path),
        |files::Text { input, .. }| {
            let out = match &mut out {
                Some(out) => out,
                None => out.insert(outputs.open(args.output.as_deref())?),
            };
            let name = input.name.clone();
            let done = rewrite(input, args, target, false, &mut one_text, out)?;
            count += done.count;
            whole |= !done.is_broken && done.failed.is_none();
            if let Some(error) = done.failed {
                complain(&format!("{name}: {error}"));
                end = End::Failed;
            }
            Ok(ControlFlow::Continue(()))
        },
    )?;
    if !all_read {
        end = End::Failed;
    }
    // If the input could not be read, or none of its records can be written, the old file stays.
    if let Some(mut out) = out.filter(|_| whole && (count.written > 0 || count.refused == 0)) {
        one_text.finish(&mut out)?;
        out.finish()?;
        args.tell_name(one_text.format());
    }
    args.tell(&count);
    if count.refused > 0 {
        end = end.max(End::Invalid);
    }
    Ok(end)
}

/// How the conversion of an input went.
#[derive(Debug, Default)]
pub(super) struct Done {
    pub(super) count: Rewritten,
    /// Why reading stopped.
    pub(super) failed: Option<io::Error>,
    /// Whether the reader of the input has returned an error. The caller that opened the input reports it.
    pub(super) is_broken: bool,
}

/// A reader that notes in `is_broken` that it has returned an error.
struct Noting<'n, R> {
    reader: R,
    is_broken: &'n AtomicBool,
}

impl<R: Read> Read for Noting<'_, R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(bytes);
        if read.as_ref().is_err_and(|error| error.kind() != io::ErrorKind::Interrupted) {
            self.is_broken.store(true, Ordering::Relaxed);
        }
        read
    }
}

/// Writes every record of an input, in its order. Standard error names each record that cannot be written, with the
/// reason, and what other records have lost.
///
/// # Errors
/// Fails if the output cannot be written.
pub(super) fn rewrite(
    input: Input<'_>,
    args: &ConvertArgs,
    target: Target,
    counts_bytes: bool,
    one_text: &mut OneText,
    out: &mut Output,
) -> io::Result<Done> {
    let Input { name, reader, format } = input;
    let is_broken = AtomicBool::new(false);
    let mut reader = Noting { reader, is_broken: &is_broken };
    let words = args.common.words();
    let usual = Options::default();
    let options = Options {
        defaults: args.defaults(),
        given: args.common.given(&name),
        strict: args.common.strict,
        max_record: args.common.max_record,
        jobs: args.jobs.map_or(usual.jobs, NonZeroUsize::get),
        form: ReportForm::Nothing,
        max_diagnostics: args.shown.max_diagnostics as u64,
        edits: args.edits.edits.clone(),
        each_input: args.common.each_input(),
        chunk: WRITTEN,
        ..usual
    };
    let rewriting = Rewriting { target, words, counts_bytes };
    let progress = Progress::default();
    // It ends early where nobody reads the output any more.
    let (mut out, input) = (Heard { report: out, progress: &progress, ends: true }, (&*name, format, &mut reader as _));
    let rewritten = audit::rewrite_input(&options, rewriting, &progress, input, [&mut out, &mut Messages], one_text);
    let (count, unread) = match rewritten {
        // The records of this input cannot stand in one file.
        Err(error) if NotOneFormat::is_why(&error) => {
            return Ok(Done { failed: Some(error), ..Done::default() });
        }
        rewritten => rewritten?,
    };
    let failed = unread.into_iter().next().map(|unread| io::Error::other(unread.message));
    Ok(Done { count, failed, is_broken: is_broken.into_inner() })
}

/// Standard error.
struct Messages;

impl Write for Messages {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !bytes.is_empty() {
            say(&String::from_utf8_lossy(bytes));
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
