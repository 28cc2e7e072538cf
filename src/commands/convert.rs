//! `scoresheet convert`: rewrites records in another notation system or file format.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::files::{self, Input};
use super::outputs::{Output, Outputs};
use super::{Common, End, Shown, complain, say};
use crate::check::Checker;
use crate::codes::NOT_REPRESENTABLE;
use crate::convert::{Conversion, Converter, Target, is_written};
use crate::formats::{FORMATS, Format};
use crate::input;
use crate::report::{human, rejected};
use crate::system::System;

#[derive(Debug, Args)]
pub(super) struct ConvertArgs {
    /// Files to read, one after the other; `-` or none is standard input
    pub(super) paths: Vec<PathBuf>,
    #[command(flatten)]
    pub(super) common: Common,
    #[command(flatten)]
    shown: Shown,
    /// A notation system, a file format, or both with a comma between
    #[arg(long, required = true, value_name = "SYSTEM|FORMAT", value_delimiter = ',', value_parser = goal)]
    to: Vec<Goal>,
    /// Where to write; standard output by default
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Rewrite each file in place; the old text is kept as FILE~
    #[arg(long, conflicts_with = "output")]
    pub(super) in_place: bool,
    /// Keep no copy of the old text
    #[arg(long, requires = "in_place")]
    pub(super) no_backup: bool,
}

#[derive(Debug, Clone, Copy)]
enum Goal {
    System(System),
    Format(Format),
    /// `sgf`: the format, or if another format is named the notation system.
    Sgf,
}

fn goal(name: &str) -> Result<Goal, String> {
    if name == Format::SGF.name() {
        return Ok(Goal::Sgf);
    }
    super::system(name)
        .map(Goal::System)
        .or_else(|systems| target(name).map(Goal::Format).map_err(|formats| format!("{systems}; {formats}")))
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
    /// What records are rewritten to.
    pub(super) fn target(&self) -> Target {
        let mut target = Target::default();
        for goal in &self.to {
            match goal {
                Goal::System(system) => target.system = Some(*system),
                Goal::Format(format) => target.format = Some(*format),
                Goal::Sgf => {}
            }
        }
        if self.to.iter().any(|goal| matches!(goal, Goal::Sgf)) {
            match target.format {
                Some(_) => target.system = Some(System::SGF),
                None => target.format = Some(Format::SGF),
            }
        }
        target
    }
}

pub(super) fn run(args: &ConvertArgs) -> io::Result<End> {
    let target = args.target();
    let paths = files::paths(&args.paths);
    let outputs = match Outputs::new([("-o", args.output.as_deref())], &paths) {
        Ok(outputs) => outputs,
        Err(message) => {
            complain(&message);
            return Ok(End::Failed);
        }
    };
    let mut checker = Checker::new(args.common.defaults()).strict(args.common.strict);
    let (mut out, mut end) = (None, End::Good);
    let (mut writing, mut refused, mut whole) = (Writing::new(target), 0, false);
    for path in &paths {
        let input = match files::open(path, args.common.from) {
            Ok(input) => input,
            Err(message) => {
                complain(&message);
                end = End::Failed;
                continue;
            }
        };
        let out = match &mut out {
            Some(out) => out,
            None => out.insert(outputs.open(args.output.as_deref())?),
        };
        let done = rewrite(input, args, &mut checker, &mut writing, out)?;
        refused += done.refused;
        whole |= done.failed.is_none();
        if let Some(error) = done.failed {
            complain(&format!("{}: {error}", path.display()));
            end = End::Failed;
        }
    }
    // What was there before is not given for what could not be read.
    if let Some(out) = out.filter(|_| whole) {
        out.finish()?;
    }
    if refused > 0 {
        complain(&format!("{} not written", records(refused)));
        end = end.max(End::Invalid);
    }
    Ok(end)
}

/// An output that records are written to, one after the other.
#[derive(Debug)]
pub(super) struct Writing {
    converter: Converter,
    /// Whether it is still empty.
    first: bool,
}

impl Writing {
    pub(super) fn new(target: Target) -> Writing {
        Writing { converter: Converter::new(target), first: true }
    }
}

/// How the conversion of an input went.
#[derive(Debug, Default)]
pub(super) struct Done {
    pub(super) written: u64,
    /// Records that cannot be written.
    pub(super) refused: u64,
    /// How many bytes of records are not blank.
    pub(super) bytes: u64,
    /// Why reading stopped.
    pub(super) failed: Option<io::Error>,
}

/// Writes every record of an input. Standard error names each record that cannot be written, with the reason, and what
/// other records have lost.
///
/// # Errors
/// Fails if the output cannot be written.
pub(super) fn rewrite(
    input: Input,
    args: &ConvertArgs,
    checker: &mut Checker,
    writing: &mut Writing,
    out: &mut Output,
) -> io::Result<Done> {
    let Input { name, reader, format } = input;
    let mut done = Done::default();
    let opened = input::records_given(reader, format, args.common.max_record, &args.common.given(&name), checker);
    let mut read = match opened {
        Ok(read) => read,
        Err(error) => return Ok(Done { failed: Some(error), ..done }),
    };
    let mut held = args.shown.held();
    let mut text = String::new();
    while !out.is_closed() {
        match read.advance() {
            Ok(true) => {}
            Ok(false) => return Ok(done),
            Err(error) => return Ok(Done { failed: Some(error), ..done }),
        }
        done.bytes += printed(read.raw());
        let record = read.record();
        text.clear();
        held.clear();
        let conversion = writing.converter.record(&record, checker, &mut held, &mut text);
        if conversion == Conversion::Written {
            if !writing.first {
                out.write_all(writing.converter.between().as_bytes())?;
            }
            out.write_all(text.as_bytes())?;
            writing.first = false;
            done.written += 1;
        } else {
            done.refused += 1;
        }
        if conversion != Conversion::Invalid {
            // What there is to say of a valid record, `validate` says. Here it counts what cannot be written of it.
            held.retain(&NOT_REPRESENTABLE);
        }
        if held.codes().all() > 0 {
            let report = rejected(&name, &record, &mut held);
            let setting = checker.setting(&record);
            say(&human::full(&report, &record, setting, false));
        }
    }
    Ok(done)
}

/// How many of these bytes are not blank.
pub(super) fn printed(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|byte| !byte.is_ascii_whitespace()).count() as u64
}

/// A number of records in words: `one record`, `3 records`.
pub(super) fn records(count: u64) -> String {
    if count == 1 { "1 record".to_owned() } else { format!("{count} records") }
}
