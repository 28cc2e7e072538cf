//! `scoresheet tree`: counts the plies that were played from a position on.

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::files;
use super::index::Reading;
use super::inputs::{Inputs, JobArgs};
use super::outputs::{Outputs, named};
use super::{Common, End, Stop, complain, say};
use crate::engine::Games;
use crate::parallel::Part;
use crate::report::human;
use crate::select::{Expression, Fault, Questions};
use crate::tree::{Counted, Goal, Query, Tally, csv, json, picture, text};
use crate::visible::visible;

#[derive(Debug, Args)]
pub(super) struct TreeArgs {
    /// Files, folders and archives to read; `-` or none is standard input
    paths: Vec<PathBuf>,
    /// Count games that begin with these plies: movetext in any notation system
    #[arg(long, value_name = "PLIES", conflicts_with = "position")]
    line: Option<String>,
    /// Count games that pass through this position, by whatever order of plies
    #[arg(long, value_name = "STRING")]
    position: Option<String>,
    /// How many plies to count from there on
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = super::values::number_in::<1, 64>)]
    depth: u32,
    /// Count mirrored and rotated games as the same
    #[arg(long)]
    mirrored: bool,
    /// Leave out plies that were played in fewer games
    #[arg(long, value_name = "N", value_parser = super::values::number::<u64>, default_value_t = 1)]
    min: u64,
    /// Count only records for which an expression is true; see `select`
    #[arg(long = "where", value_name = "EXPRESSION")]
    condition: Option<String>,
    /// Answer from a table of positions; it is made if FILE is missing, and refused if an input has changed since (`scoresheet explain tree` says more)
    #[arg(long, value_name = "FILE", conflicts_with = "condition")]
    index: Option<PathBuf>,
    /// The output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: OutputForm,
    #[command(flatten)]
    pub(super) common: Common,
    #[command(flatten)]
    jobs: JobArgs,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum OutputForm {
    /// A line for each ply
    #[default]
    #[value(alias = "human")]
    Text,
    /// A JSON object
    Json,
    /// A table: a row for each ply
    Csv,
    /// The board with a share on each square
    Svg,
}

impl TreeArgs {
    /// Why its arguments make no sense together.
    pub(super) fn clash(&self) -> Option<String> {
        let is_ignored = self.format == OutputForm::Svg && self.depth > 1;
        is_ignored.then(|| "--format svg shows only the next ply: leave --depth out".to_owned())
    }

    fn query(&self, expression: Option<Expression>) -> Query {
        let goal = match (&self.line, &self.position) {
            (Some(line), _) => Goal::Line(line.clone()),
            (None, Some(position)) => Goal::Position(position.clone()),
            (None, None) => Goal::Start,
        };
        let questions = Questions { expression, ..Questions::default() };
        Query { goal, depth: self.depth as usize, mirrored: self.mirrored, questions }
    }
}

pub(super) fn run(args: &TreeArgs) -> Result<End, Stop> {
    let paths = files::paths(&args.paths);
    let mut outputs = Outputs::new([("--index", args.index.as_deref())], &paths)?;
    if let Some(index) = &args.index {
        outputs.set_aside(index, "it is the table of --index");
    }
    let inputs = Inputs::new(&paths, &args.common, &outputs)?;
    let condition = args.condition.as_deref();
    let expression = match condition.map(|text| Expression::read(text, Games::default())).transpose() {
        Ok(expression) => expression,
        Err(Fault { span, message, help, .. }) => {
            let text = condition.unwrap_or_default();
            say(&human::fault(text, span, &message, help.as_deref(), args.common.color.on()));
            return Ok(End::Failed);
        }
    };
    let query = args.query(expression);
    let reading = Reading {
        files: &args.common.files,
        inputs: &inputs,
        paths: &paths,
        plan: &args.common.plan(args.jobs.jobs()),
        quiet: args.common.quiet,
    };
    let (tally, end) = match &args.index {
        Some(path) => (reading.index(path)?.tally(&query).map_err(|error| named(path, &error))?, End::Good),
        None => {
            let mut tally = Tally::default();
            let mut add = |part: Part<Counted>| {
                tally.add(part.found.after(part.before));
                Ok(())
            };
            let is_all_read = reading.read(&query, &mut add)?;
            (tally, if is_all_read { End::Good } else { End::Failed })
        }
    };
    if let Some(expression) = query.questions.expression.as_ref().filter(|_| !args.common.quiet) {
        let guesses = if tally.kinds.is_empty() { expression.doubts() } else { &[] };
        guesses.iter().chain(expression.misfits()).for_each(|doubt| complain(doubt));
    }
    if let Some(mut complaint) = tally.complaint() {
        if args.index.is_some() && tally.kinds.len() > 1 {
            complaint.push_str(
                "\n  --where cannot be used with --index: write the games of one kind with `select`, and index that file",
            );
        }
        return Ok(fail_in_lines(&complaint));
    }
    if tally.invalid > 0 && !args.common.quiet {
        let records = if tally.invalid == 1 { "record was" } else { "records were" };
        complain(&format!("{} invalid {records} left out", tally.invalid));
    }
    if tally.mixes_starts(&query.goal) && !args.common.quiet {
        complain("these games do not all begin from the same position: --position counts those that pass through one");
    }
    let tree = tally.tree(args.depth as usize, args.min);
    let product = match args.format {
        OutputForm::Text => text(&tree),
        OutputForm::Json => json(&tree),
        OutputForm::Csv => csv(&tree),
        OutputForm::Svg => match picture(&tree) {
            Some(picture) => picture,
            None => return Err("no game passes through the position, so there is nothing to draw".into()),
        },
    };
    let mut out = outputs.open(None)?;
    out.write_all(product.as_bytes())?;
    out.finish()?;
    Ok(end)
}

/// Says in several lines why the command cannot do its work.
fn fail_in_lines(message: &str) -> End {
    let (first, rest) = message.split_once('\n').unwrap_or((message, ""));
    complain(first);
    rest.lines().for_each(|line| say(&format!("{}\n", visible(line))));
    End::Failed
}
