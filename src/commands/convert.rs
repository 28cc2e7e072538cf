//! `scoresheet convert`: rewrites records in another notation system or file format.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use super::files::{self, Output};
use super::{Common, End, complain};
use crate::check::Checker;
use crate::convert::{Target, convert};
use crate::diagnostic::Diagnostic;
use crate::formats::{FORMATS, Format};
use crate::input;
use crate::report::{human, rejected};
use crate::system::System;

#[derive(Debug, Args)]
pub(super) struct ConvertArgs {
    /// The file to read; `-` or none is standard input
    path: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
    /// A notation system or a file format; both may be given, separated by a comma
    #[arg(long, required = true, value_name = "SYSTEM|FORMAT", value_delimiter = ',', value_parser = goal)]
    to: Vec<Goal>,
    /// Where to write; standard output by default
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy)]
enum Goal {
    System(System),
    Format(Format),
}

fn goal(name: &str) -> Result<Goal, String> {
    super::system(name)
        .map(Goal::System)
        .or_else(|systems| target(name).map(Goal::Format).map_err(|formats| format!("{systems}; {formats}")))
}

/// The format of that name, if records can be written in it.
fn target(name: &str) -> Result<Format, String> {
    let written = || FORMATS.iter().filter(|info| info.written);
    written().find(|info| info.name == name).map(|info| info.format).ok_or_else(|| {
        let names: Vec<_> = written().map(|info| info.name).collect();
        format!("the file formats that are written are {}", names.join(", "))
    })
}

pub(super) fn run(args: &ConvertArgs) -> io::Result<End> {
    let mut target = Target::default();
    for goal in &args.to {
        match goal {
            Goal::System(system) => target.system = Some(*system),
            Goal::Format(format) => target.format = Some(*format),
        }
    }
    let path = args.path.clone().unwrap_or_else(|| PathBuf::from("-"));
    let input = match files::open(&path, args.common.from) {
        Ok(input) => input,
        Err(message) => {
            complain(&message);
            return Ok(End::Failed);
        }
    };
    let mut out = Output::open(args.output.as_deref())?;
    let mut checker = Checker::new(args.common.defaults()).strict(args.common.strict);
    let mut records =
        input::records_given(input.reader, input.format, args.common.max_record, &args.common.given(), &mut checker)?;
    let (mut text, mut first, mut refused) = (String::new(), true, 0_u64);
    while let Some(record) = records.next()? {
        text.clear();
        let mut diagnostics: Vec<Diagnostic> = Vec::new();
        if convert(&record, &mut checker, target, &mut diagnostics, &mut text) {
            if !first && target.format != Some(Format::Lines) {
                out.write_all(b"\n")?;
            }
            out.write_all(text.as_bytes())?;
            first = false;
        } else {
            refused += 1;
            let report = rejected(&input.name, &record, diagnostics);
            let setting = checker.setting(&record);
            io::stderr().write_all(human::full(&report, &record, setting, false).as_bytes())?;
        }
    }
    out.finish()?;
    if refused > 0 {
        let records = if refused == 1 { "1 record".to_owned() } else { format!("{refused} records") };
        complain(&format!("{records} not written"));
        return Ok(End::Invalid);
    }
    Ok(End::Good)
}
