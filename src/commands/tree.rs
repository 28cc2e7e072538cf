//! `scoresheet tree`: counts the plies that were played from a position on.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::files::{self, Input};
use super::outputs::Outputs;
use super::{Common, End, complain, fail, say};
use crate::check::Checker;
use crate::input;
use crate::tree::{Counter, Goal, Query, csv, json, picture, text};

#[derive(Debug, Args)]
pub(super) struct TreeArgs {
    /// Files to read; `-` or none is standard input
    paths: Vec<PathBuf>,
    /// Count games that begin with these plies: movetext in any notation system
    #[arg(long, value_name = "PLIES", conflicts_with = "position")]
    line: Option<String>,
    /// Count games that pass through this position, by whatever order of plies
    #[arg(long, value_name = "STRING")]
    position: Option<String>,
    /// How many plies to count from there on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    depth: u8,
    /// Count mirrored and rotated games as the same
    #[arg(long)]
    mirrored: bool,
    /// Leave out plies that were played in fewer games
    #[arg(long, value_name = "N", default_value_t = 1)]
    min: u64,
    /// The output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: OutputForm,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum OutputForm {
    /// A line for each ply
    #[default]
    Text,
    /// A JSON object
    Json,
    /// A table: a row for each ply
    Csv,
    /// The board with a share on each square
    Svg,
}

impl TreeArgs {
    fn query(&self) -> Query {
        let goal = match (&self.line, &self.position) {
            (Some(line), _) => Goal::Line(line.clone()),
            (None, Some(position)) => Goal::Position(position.clone()),
            (None, None) => Goal::Start,
        };
        Query { goal, depth: usize::from(self.depth), mirrored: self.mirrored }
    }
}

pub(super) fn run(args: &TreeArgs) -> io::Result<End> {
    let paths = files::paths(&args.paths);
    let outputs = match Outputs::new([], &paths) {
        Ok(outputs) => outputs,
        Err(message) => return Ok(fail(&message)),
    };
    let (mut counter, mut end) = (Counter::new(args.query()), End::Good);
    let mut checker = Checker::new(args.common.defaults()).strict(args.common.strict);
    for path in paths {
        let counted =
            files::open(&path, args.common.from).and_then(|input| file(input, args, &mut checker, &mut counter));
        if let Err(message) = counted {
            complain(&message);
            end = End::Failed;
        }
    }
    let tally = counter.done();
    if let Some(complaint) = tally.complaint() {
        return Ok(fail_as_written(&complaint));
    }
    if tally.invalid > 0 {
        let records = if tally.invalid == 1 { "record was" } else { "records were" };
        complain(&format!("{} invalid {records} left out", tally.invalid));
    }
    let tree = tally.tree(usize::from(args.depth), args.min);
    let product = match args.format {
        OutputForm::Text => text(&tree),
        OutputForm::Json => json(&tree),
        OutputForm::Csv => csv(&tree),
        OutputForm::Svg => match picture(&tree) {
            Some(picture) => picture,
            None => return Ok(fail("no game passes through the position, so there is nothing to draw")),
        },
    };
    let mut out = outputs.open(None)?;
    out.write_all(product.as_bytes())?;
    out.finish()?;
    Ok(end)
}

/// Says why the command cannot do its work, in several lines.
fn fail_as_written(message: &str) -> End {
    for (index, line) in message.lines().enumerate() {
        if index == 0 { complain(line) } else { say(&format!("{}\n", crate::visible::visible(line))) }
    }
    End::Failed
}

/// Counts the records of a file.
fn file(input: Input, args: &TreeArgs, checker: &mut Checker, counter: &mut Counter) -> Result<(), String> {
    let Input { name, reader, format } = input;
    let told = |error: io::Error| format!("{name}: {error}");
    let given = args.common.given(&name);
    let mut records = input::records_given(reader, format, args.common.max_record, &given, checker).map_err(told)?;
    while records.advance().map_err(told)? {
        counter.record(&records.header(), checker);
    }
    Ok(())
}
