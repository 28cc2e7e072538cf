//! `scoresheet collate`: compares copies of the same games and makes one text of them.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};

use super::files::is_standard;
use super::inputs::{Bar, Inputs, JobArgs};
use super::outputs::{Output, Outputs};
use super::{Common, End, Stop, complain, take_part};
use crate::collate::{Archive, Matching, Summary, json, text};
use crate::counted::counted;
use crate::parallel::{self, Progress};

#[derive(Debug, Args)]
pub(super) struct CollateArgs {
    /// The copies, each a file, a folder or an archive: witness A, witness B and so on
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Collate the n-th records with each other
    #[arg(long, conflicts_with = "alike")]
    pairs: bool,
    /// How much of their plies copies must have in common: `80`, `80%` or `0.8`
    #[arg(long, value_name = "PERCENT", value_parser = percent, default_value = "80")]
    alike: f64,
    /// The output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: OutputForm,
    /// Write the collated records to this file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    pub(super) common: Common,
    #[command(flatten)]
    jobs: JobArgs,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum OutputForm {
    /// For each game its witnesses, and where they disagree
    #[default]
    #[value(alias = "human")]
    Text,
    /// A JSON object a line for each game
    #[value(alias = "jsonl")]
    Json,
}

/// Reads `80`, `80%` or `0.8`.
fn percent(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.strip_suffix('%').unwrap_or(text).parse().ok();
    let number = number.map(|number| if number <= 1.0 && !text.ends_with('%') { number * 100.0 } else { number });
    number
        .filter(|number| (0.0..=100.0).contains(number))
        .map(|number| number / 100.0)
        .ok_or_else(|| "a number from 0 to 100".to_owned())
}

pub(super) fn run(args: &CollateArgs) -> Result<End, Stop> {
    let outputs = Outputs::new([("-o", args.output.as_deref())], &args.paths)?;
    let inputs = Inputs::new(&args.paths, &args.common, &outputs)?;
    let (archive, end) = read(args, &inputs)?;
    if archive.left_out > 0 {
        let records = counted(archive.left_out, "record");
        complain(&format!(
            "{records} not collated, because nothing of them can be replayed: `scoresheet validate` tells why"
        ));
    }
    let undecoded = archive.undecoded();
    if undecoded > 0 && args.output.is_some() {
        let records = if undecoded == 1 { "record holds" } else { "records hold" };
        complain(&format!("{undecoded} {records} bytes that are not text; U+FFFD stands in their place"));
    }
    let matching = if args.pairs { Matching::Pairs } else { Matching::Alike(args.alike) };
    let groups = archive.groups(matching);
    if groups.is_empty() && end == End::Failed {
        // A file keeps its old text.
        return Ok(end);
    }
    let records = match &args.output {
        Some(path) => Some(outputs.open(Some(path))?),
        None => None,
    };
    // Records that go to standard output stand there alone.
    let told = match args.output.as_deref() {
        Some(path) if is_standard(path) => None,
        _ => Some(outputs.open(None)?),
    };
    write(args, &archive, groups, told, records)?;
    Ok(end)
}

/// Reads all copies, and reports what it cannot read.
fn read(args: &CollateArgs, inputs: &Inputs<'_>) -> io::Result<(Archive, End)> {
    let (mut archive, mut end) = (Archive::default(), End::Good);
    let plan = args.common.plan(args.jobs.jobs());
    let progress = Arc::new(Progress::default());
    let bar = Bar::begin(progress.clone(), args.common.has_bar(), &args.paths, inputs);
    for path in &args.paths {
        archive.source();
        let paths = [path.clone()];
        let feed = |feeder: &mut parallel::Feeder<'_>| inputs.feed(&paths, &progress, feeder);
        let mut each = |event| {
            take_part(event, args.common.quiet, &mut end, |part| {
                archive.add(part);
                Ok(())
            })
        };
        parallel::run(&plan, &progress, &Archive::task(), feed, &mut each)?;
    }
    bar.end();
    archive.finish();
    Ok((archive, end))
}

/// Collates the groups, and writes the results in their order.
fn write(
    args: &CollateArgs,
    archive: &Archive,
    groups: Vec<Vec<usize>>,
    mut told: Option<Output>,
    mut records: Option<Output>,
) -> io::Result<()> {
    let (mut summary, mut is_first, mut lost) = (Summary::default(), true, 0);
    let how = (&args.common.defaults(), args.jobs.jobs());
    archive.collate_all(&groups, how, records.is_some(), |collated, written| {
        summary.add(collated);
        if let Some(told) = &mut told {
            let said = match args.format {
                OutputForm::Text => text(archive, collated),
                OutputForm::Json => json(archive, collated),
            };
            told.write_all(said.as_bytes())?;
        }
        if let (Some(records), Some((record, left_out))) = (&mut records, written) {
            lost += left_out;
            records.write_all(if is_first { b"" } else { b"\n" })?;
            records.write_all(record.as_bytes())?;
            is_first = false;
        }
        Ok(())
    })?;
    if let Some(mut told) = told {
        if args.format == OutputForm::Text && !args.common.quiet {
            told.write_all(summary.text().as_bytes())?;
        }
        told.finish()?;
    }
    if lost > 0 && !args.common.quiet {
        let variations = if lost == 1 { "variation is" } else { "variations are" };
        complain(&format!("{lost} {variations} left out, as comments in the records say"));
    }
    records.map_or(Ok(()), Output::finish)
}
