//! `scoresheet tree`: counts the plies that were played from a position on.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::UNIX_EPOCH;

use clap::{Args, ValueEnum};

use super::files;
use super::inputs::{Bar, InputArgs, Inputs};
use super::outputs::Outputs;
use super::{Common, End, complain, fail, say};
use crate::archive::Failure;
use crate::engine::Games;
use crate::parallel::{self, Event, Part, Plan, Progress, Task};
use crate::report::human;
use crate::select::{Expression, Fault, Questions};
use crate::tree::index::{Builder, Index, Indexing, Origins, Stamp};
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
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=64))]
    depth: u8,
    /// Count mirrored and rotated games as the same
    #[arg(long)]
    mirrored: bool,
    /// Leave out plies that were played in fewer games
    #[arg(long, value_name = "N", default_value_t = 1)]
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
    common: Common,
    #[command(flatten)]
    inputs: InputArgs,
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
    fn query(&self, expression: Option<Expression>) -> Query {
        let goal = match (&self.line, &self.position) {
            (Some(line), _) => Goal::Line(line.clone()),
            (None, Some(position)) => Goal::Position(position.clone()),
            (None, None) => Goal::Start,
        };
        let questions = Questions { expression, ..Questions::default() };
        Query { goal, depth: usize::from(self.depth), mirrored: self.mirrored, questions }
    }

    fn plan(&self) -> Plan {
        Plan {
            defaults: self.common.defaults(),
            given: self.common.given(""),
            strict: self.common.strict,
            max_record: self.common.max_record,
            jobs: self.inputs.jobs(),
            ..Plan::default()
        }
    }

    /// What an index of these inputs is made of.
    fn origins(&self, paths: &[PathBuf], inputs: &Inputs<'_>) -> Result<Origins, String> {
        let stamp = |path: Result<PathBuf, Failure>| {
            let path = path.map_err(|failure| failure.to_string())?;
            let name = path.display().to_string();
            let data = path.metadata().ok().filter(|data| data.is_file());
            let data = data.ok_or_else(|| format!("--index reads files and folders, and {name} is neither"))?;
            let changed = data.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
            let changed = changed.map_or((0, 0), |time| (time.as_secs(), time.subsec_nanos()));
            Ok(Stamp { name, size: data.len(), changed })
        };
        let inputs_then: Result<Vec<Stamp>, String> = inputs.files(paths).map(stamp).collect();
        let Plan { defaults, given, strict, max_record, .. } = self.plan();
        let options = format!(
            "{} {defaults:?} {given:?} {strict} {max_record} {:?} {}",
            env!("CARGO_PKG_VERSION"),
            inputs.format,
            self.inputs.selection()
        );
        Ok(Origins { inputs: inputs_then?, options })
    }
}

pub(super) fn run(args: &TreeArgs) -> io::Result<End> {
    let paths = files::paths(&args.paths);
    let outputs = match Outputs::new([("--index", args.index.as_deref())], &paths) {
        Ok(outputs) => outputs,
        Err(message) => return Ok(fail(&message)),
    };
    let inputs = match Inputs::new(&args.inputs, args.common.from, &outputs) {
        Ok(inputs) => inputs,
        Err(message) => return Ok(fail(&message)),
    };
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
    let found = match &args.index {
        Some(path) => indexed(args, path, &query, &paths, &inputs)?,
        None => Ok(count(args, &query, &paths, &inputs)?),
    };
    let (tally, end) = match found {
        Ok(found) => found,
        Err(message) => return Ok(fail(&message)),
    };
    if let Some(complaint) = tally.complaint() {
        return Ok(fail_in_lines(&complaint));
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

/// Counts what there is to read, and says what cannot be read.
fn count(args: &TreeArgs, query: &Query, paths: &[PathBuf], inputs: &Inputs<'_>) -> io::Result<(Tally, End)> {
    let mut tally = Tally::default();
    let mut add = |part: Part<Counted>| {
        tally.add(part.found.behind(part.before));
        Ok(())
    };
    let end = read(args, query, paths, inputs, &mut add)?;
    Ok((tally, end))
}

/// Answers from an index, which is made first if it is missing; or says why it cannot answer.
fn indexed(
    args: &TreeArgs,
    path: &Path,
    query: &Query,
    paths: &[PathBuf],
    inputs: &Inputs<'_>,
) -> io::Result<Result<(Tally, End), String>> {
    let origins = match args.origins(paths, inputs) {
        Ok(origins) => origins,
        Err(message) => return Ok(Err(message)),
    };
    if !path.exists() {
        let mut builder = Builder::new(origins.clone());
        let end = read(args, &Indexing, paths, inputs, &mut |part| builder.add(part))?;
        if end != End::Good {
            return Ok(Err("no index is made of inputs that cannot all be read".to_owned()));
        }
        let mut out = inputs.outputs().open(Some(path))?;
        builder.write(&mut out)?;
        out.finish()?;
    }
    let name = path.display();
    let named = |error: io::Error| io::Error::new(error.kind(), format!("{name}: {error}"));
    let mut index = Index::open(File::open(path).map_err(named)?, args.common.defaults()).map_err(named)?;
    if let Some(why) = index.origins().differ(&origins) {
        return Ok(Err(format!(
            "the index {name} does not answer for these inputs: {why}; without the file it is made again"
        )));
    }
    Ok(Ok((index.tally(query).map_err(named)?, End::Good)))
}

/// Does something with every record there is to read, and says what cannot be read.
fn read<T: Task>(
    args: &TreeArgs,
    task: &T,
    paths: &[PathBuf],
    inputs: &Inputs<'_>,
    add: &mut dyn FnMut(Part<T::Part>) -> io::Result<()>,
) -> io::Result<End> {
    let mut end = End::Good;
    let progress = Arc::new(Progress::default());
    let bar = Bar::begin(progress.clone(), false, paths, inputs);
    let feed = |feeder: &mut parallel::Feeder<'_>| inputs.feed(paths, &progress, feeder);
    let mut each = |event: Event<T::Part>| {
        match event {
            Event::Part(part) => add(part)?,
            Event::Unread(failure) => {
                complain(&failure.to_string());
                end = End::Failed;
            }
            Event::NoRecords(name) => complain(&format!("{name} holds no records and was left out")),
        }
        Ok(())
    };
    let done = parallel::run(&args.plan(), &progress, task, feed, &mut each);
    bar.end();
    done?;
    Ok(end)
}

/// Says in several lines why the command cannot do its work.
fn fail_in_lines(message: &str) -> End {
    let (first, rest) = message.split_once('\n').unwrap_or((message, ""));
    complain(first);
    rest.lines().for_each(|line| say(&format!("{}\n", visible(line))));
    End::Failed
}
