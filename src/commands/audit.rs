//! `scoresheet audit`: judges whole archives, in parallel, and says what they are made of.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::duplicates::DuplicateArgs;
use super::files::{is_standard, name_of};
use super::inputs::{Bar, Inputs, JobArgs};
use super::outputs::{Output, Outputs};
use super::part::{self, PartNumber, Portion};
use super::signals::INTERRUPT;
use super::spared::{is_of_rejects, is_report};
use super::{Common, End, Stop};
use crate::audit::baseline::{Baseline, Baselines};
use crate::audit::page::{GAMES, Page};
use crate::audit::{Options, Products, Progress, REPORT_FORMS, Repairs, ReportForm, ReportFormInfo, Summary};
use crate::mend::repair::EFFORT;
use crate::parallel::{Feeder, WRITTEN};

#[derive(Debug, Args)]
pub(super) struct AuditArgs {
    /// Files and folders to read; `-` or none is standard input
    paths: Vec<PathBuf>,
    /// The format of the report
    #[arg(long, value_parser = forms(), default_value = REPORT_FORMS[0].name, value_name = "FORMAT")]
    format: ReportForm,
    /// Where the report goes; standard output by default
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Which records the report contains
    #[arg(long, value_enum, default_value_t, value_name = "WHICH")]
    only: Only,
    /// The format of the summary
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    summary: SummaryForm,
    /// Write the original text of every invalid record to a file
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
    /// Write an HTML page with the summary, charts and the invalid games
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// The most invalid games that the page holds
    #[arg(long, value_name = "N", value_parser = super::values::number::<u64>, default_value_t = GAMES, requires = "html")]
    html_games: u64,
    /// The most errors to show, and as many warnings and notes, in a report for people, sarif or github; in jsonl and csv the
    /// most diagnostics of each record
    #[arg(long, value_name = "N", value_parser = super::values::number::<u64>, default_value_t = 100)]
    max_diagnostics: u64,
    /// Do not protect cells of a csv report that begin with = + - @; spreadsheets take them for formulas
    #[arg(long)]
    raw_csv: bool,
    /// Treat warnings as errors
    #[arg(long)]
    deny_warnings: bool,
    /// Count only findings that are not in this file, which --write-baseline has written
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write what is found to a file, for --baseline
    #[arg(long, value_name = "FILE")]
    write_baseline: Option<PathBuf>,
    /// Search for a single change that mends each invalid record; name the cheapest, and count by kind
    #[arg(long)]
    repairs: bool,
    /// The most plies that --repairs replays for a record
    #[arg(long, value_name = "N", value_parser = super::values::number::<u64>, default_value_t = EFFORT, requires = "repairs")]
    effort: u64,
    #[command(flatten)]
    duplicates: DuplicateArgs,
    /// Audit only a part of the input: 3/16 is the third sixteenth, by bytes. Prints what was found, for --merge
    #[arg(long, value_name = "K/N", help_heading = "Parts", value_parser = part::part_number, conflicts_with_all = ["quiet", "summary", "merge"])]
    part: Option<PartNumber>,
    /// Add up what --part has printed; the paths are the files that hold it
    #[arg(long, help_heading = "Parts", conflicts_with_all = SAID_OF_PARTS)]
    merge: bool,
    #[command(flatten)]
    pub(super) common: Common,
    #[command(flatten)]
    jobs: JobArgs,
}

/// The options that `--merge` refuses: it only adds up counts, so it can neither judge records anew nor show them.
const SAID_OF_PARTS: [&str; 38] = [
    "format",
    "report",
    "only",
    "rejects",
    "html",
    "html_games",
    "max_diagnostics",
    "raw_csv",
    "deny_warnings",
    "baseline",
    "write_baseline",
    "repairs",
    "effort",
    "duplicates",
    "mirrored",
    "prefixes",
    "alike",
    "against",
    "game",
    "variant",
    "options",
    "board",
    "starts",
    "notation",
    "from",
    "moves_column",
    "no_header",
    "encoding",
    "strict",
    "max_record",
    "include",
    "exclude",
    "max_size",
    "max_ratio",
    "max_depth",
    "any_path",
    "delimiter",
    "leaves",
];

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum Only {
    /// Every record
    #[default]
    All,
    /// Invalid records
    Invalid,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum SummaryForm {
    /// For people
    #[default]
    #[value(alias = "text")]
    Human,
    /// A JSON object
    Json,
}

pub(super) fn run(args: &AuditArgs) -> Result<End, Stop> {
    let paths = super::files::paths(&args.paths);
    if args.merge {
        return merge(args, &paths);
    }
    if let Some(message) = args.duplicates.complaint(&paths).or_else(|| args.part_complaint(&paths)) {
        return Err(message.into());
    }
    let outputs = args.outputs(&paths)?;
    let inputs = Inputs::new(args.read(&paths), &args.common, &outputs)?;
    let call = Call {
        args,
        paths: &paths,
        inputs: &inputs,
        options: &args.options()?,
        outputs: &outputs,
        progress: Arc::default(),
    };
    Ok(match args.part {
        Some(part) => call.part(part)?,
        None => call.whole()?,
    })
}

/// One call of the audit: its inputs, its options, its outputs.
struct Call<'c> {
    args: &'c AuditArgs,
    paths: &'c [PathBuf],
    inputs: &'c Inputs<'c>,
    options: &'c Options,
    outputs: &'c Outputs,
    progress: Arc<Progress>,
}

impl Call<'_> {
    /// Audits the whole input.
    fn whole(&self) -> io::Result<End> {
        let Call { args, paths, inputs, options, outputs, progress } = self;
        let mut report = outputs.open(args.report.as_deref())?;
        let mut kept = Kept::open(args, outputs)?;
        let mut html = args.html.as_deref().map(|path| outputs.open(Some(path))).transpose()?;
        let page = |html| Page::new(html as &mut dyn Write, &args.title(), args.html_games);
        let mut page = html.as_mut().map(page).transpose()?;
        // Until here a signal ends the call at once: an output may be a pipe that nobody reads.
        outputs.leftovers().ask(progress.clone());
        let bar = Bar::begin(progress.clone(), args.common.has_bar(), paths, inputs);
        let products = Products {
            report: &mut Heard { report: &mut report, progress, ends: !args.has_products() },
            rejects: kept.rejects(),
            page: page.as_mut(),
        };
        let feed = |paths: &[PathBuf], feeder: &mut Feeder<'_>| inputs.feed(paths, progress, feeder);
        let audited = args.duplicates.audit(options, progress, paths, &feed, products);
        bar.end();
        let mut summary = audited?;
        report.flush()?;
        let closed = report.is_closed();
        // Half a file is useless: files keep their old texts.
        if !summary.stopped {
            report.finish()?;
            page.map(|page| page.finish(&summary)).transpose()?;
            html.map(Output::finish).transpose()?;
            kept.finish(&mut summary)?;
        } else if args.report.is_none() {
            report.finish()?;
        }
        args.tell_mixed(&summary);
        let told = !args.common.quiet && !closed && self.tell(&summary)?;
        if !told {
            complain_of(&summary);
        }
        // A closed pipe may end the audit early, too: then the records judged so far decide.
        Ok(if summary.stopped && !closed { self.interrupted() } else { end(&summary) })
    }

    /// Prints the summary for people. Returns whether anybody reads it.
    fn tell(&self, summary: &Summary) -> io::Result<bool> {
        let text = self.args.told(summary);
        // Standard output gets the report if the report is for programs, or another product that is named so.
        let args = self.args;
        let has_report = args.report.is_none() && !matches!(self.options.form, ReportForm::Human | ReportForm::Nothing);
        let others = [&args.rejects, &args.html, &args.write_baseline];
        if has_report || others.into_iter().flatten().any(|path| is_standard(path)) {
            super::say(&text);
            return Ok(true);
        }
        let mut out = Output::standard();
        out.write_all(text.as_bytes())?;
        out.flush()?;
        Ok(!out.is_closed())
    }

    /// Audits a part of the input. Its report and its rejects, if they are wanted, hold the records of the part.
    fn part(&self, part: PartNumber) -> io::Result<End> {
        let Call { args, paths, inputs, options, outputs, progress } = self;
        let mut report = args.report.as_deref().map(|path| outputs.open(Some(path))).transpose()?;
        let mut kept = Kept::open(args, outputs)?;
        outputs.leftovers().ask(progress.clone());
        let mut nowhere = io::sink();
        let products = Products {
            report: report.as_mut().map_or(&mut nowhere as &mut dyn Write, |report| report as &mut dyn Write),
            rejects: kept.rejects(),
            page: None,
        };
        let is_counted = args.report.is_some() || args.rejects.is_some();
        let portion = Portion { part, inputs, options, is_counted };
        let mut audited = part::audit(&portion, paths, progress, products)?;
        // Half a part is useless.
        if audited.summary.stopped {
            return Ok(self.interrupted());
        }
        report.map(Output::finish).transpose()?;
        kept.finish(&mut audited.summary)?;
        complain_of(&audited.summary);
        args.tell_mixed(&audited.summary);
        part::print(&audited)?;
        Ok(end(&audited.summary))
    }

    /// How an audit ends that a signal has ended early.
    fn interrupted(&self) -> End {
        End::Interrupted(self.outputs.leftovers().signal().unwrap_or(INTERRUPT))
    }
}

/// The files that keep findings for a later call.
struct Kept {
    /// The text of invalid records.
    rejects: Option<Output>,
    baseline: Option<Output>,
}

impl Kept {
    fn open(args: &AuditArgs, outputs: &Outputs) -> io::Result<Kept> {
        let open = |path: &Option<PathBuf>| path.as_deref().map(|path| outputs.open(Some(path))).transpose();
        Ok(Kept { rejects: open(&args.rejects)?, baseline: open(&args.write_baseline)? })
    }

    fn rejects(&mut self) -> Option<&mut dyn Write> {
        self.rejects.as_mut().map(|rejects| rejects as &mut dyn Write)
    }

    /// Writes what is known only at the end, and gives the files their names.
    fn finish(self, summary: &mut Summary) -> io::Result<()> {
        self.rejects.map(Output::finish).transpose()?;
        if let Some(mut baseline) = self.baseline {
            baseline.write_all(std::mem::take(&mut summary.kept).text().as_bytes())?;
            baseline.finish()?;
        }
        Ok(())
    }
}

/// Inputs that cannot be read are reported even without a summary.
fn complain_of(summary: &Summary) {
    for unread in &summary.unread {
        super::complain_unread(unread);
    }
}

/// How an audit ends that was not ended early.
fn end(summary: &Summary) -> End {
    if summary.failed() {
        End::Failed
    } else if summary.complains() {
        End::Invalid
    } else {
        End::Good
    }
}

/// Prints the summary of an archive whose parts have been audited.
fn merge(args: &AuditArgs, paths: &[PathBuf]) -> Result<End, Stop> {
    let summary = part::merge(paths)?;
    if args.common.quiet {
        complain_of(&summary);
    } else {
        let mut out = Output::standard();
        out.write_all(args.told(&summary).as_bytes())?;
        out.flush()?;
    }
    Ok(end(&summary))
}

/// Reads a baseline.
fn baseline(path: &Path) -> Result<Baseline, String> {
    let text = std::fs::read(path)
        .map_err(|error| format!("{}: {}", path.display(), crate::archive::missing::why(path, &error)))?;
    Baseline::read(&text).map_err(|why| format!("{}: {why}", path.display()))
}

/// The report. The audit ends if nobody reads the pipe that the report goes to.
pub(super) struct Heard<'r> {
    pub(super) report: &'r mut Output,
    pub(super) progress: &'r Progress,
    /// Whether the audit ends then. It goes on where it makes something else beside the report.
    pub(super) ends: bool,
}

impl Write for Heard<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.report.write(bytes);
        if self.ends && self.report.is_closed() {
            self.progress.stop();
        }
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.report.flush()
    }
}

/// Reads the name of a report format.
fn forms() -> impl TypedValueParser<Value = ReportForm> {
    /// What other commands call it.
    fn alias(info: &ReportFormInfo) -> Option<&'static str> {
        match info.form {
            ReportForm::Human => Some("text"),
            ReportForm::Jsonl => Some("json"),
            _ => None,
        }
    }
    let named = |info: &ReportFormInfo| PossibleValue::new(info.name).aliases(alias(info)).help(info.about);
    PossibleValuesParser::new(REPORT_FORMS.iter().map(named)).map(|name| {
        let is_meant = |info: &&ReportFormInfo| info.name == name || alias(info) == Some(&*name);
        REPORT_FORMS.iter().find(is_meant).map_or(ReportForm::default(), |info| info.form)
    })
}

impl AuditArgs {
    /// Why its arguments make no sense together.
    pub(super) fn clash(&self) -> Option<String> {
        let is_ignored = self.raw_csv && self.format != ReportForm::Csv;
        is_ignored.then(|| "--raw-csv only changes a report in csv: add --format csv, or leave it out".to_owned())
    }

    /// Whether anything is made beside the report and the summary.
    fn has_products(&self) -> bool {
        self.rejects.is_some() || self.html.is_some() || self.write_baseline.is_some()
    }

    /// Warns if the rejects are of several formats: such a file cannot be read as a whole.
    fn tell_mixed(&self, summary: &Summary) {
        let Some(path) = self.rejects.as_deref().filter(|_| !self.common.quiet && summary.rejected.len() > 1) else {
            return;
        };
        let names: Vec<_> = summary.rejected.iter().map(|format| format.name()).collect();
        super::complain(&format!(
            "{} holds records of different formats ({}), which no command can read from one file: `select \"not valid\" -o DIR/` \
             writes a file for each input",
            path.display(),
            names.join(", ")
        ));
    }

    /// The summary in the requested form.
    fn told(&self, summary: &Summary) -> String {
        match self.summary {
            SummaryForm::Human => summary.text(),
            SummaryForm::Json => format!("{}\n", summary.json()),
        }
    }

    /// Why `--part` cannot be used with the other arguments.
    fn part_complaint(&self, paths: &[PathBuf]) -> Option<String> {
        self.part?;
        if self.duplicates.any() {
            return Some("duplicates are found among all games at once: audit without --part".to_owned());
        }
        if self.html.is_some() {
            return Some("a page shows all records at once: audit without --part, or take the records of a part with --report FILE".to_owned());
        }
        if self.report.is_none() && !matches!(self.format, ReportForm::Human | ReportForm::Nothing) {
            return Some("--part prints what was found; --report FILE takes the report of its records".to_owned());
        }
        part::complaint(paths)
    }

    /// The inputs: the archive, and the games to compare it with.
    fn read<'p>(&'p self, paths: &'p [PathBuf]) -> impl Iterator<Item = &'p PathBuf> {
        paths.iter().chain(self.duplicates.against())
    }

    /// The files to write, none of which is read.
    fn outputs(&self, paths: &[PathBuf]) -> Result<Outputs, Stop> {
        let named = [
            ("--report", &self.report),
            ("--rejects", &self.rejects),
            ("--html", &self.html),
            ("--write-baseline", &self.write_baseline),
        ];
        let named = named.map(|(option, path)| (option, path.as_deref()));
        // A baseline may be written anew, but nothing else may take its place.
        Outputs::new(named.into_iter().filter(|(option, _)| *option != "--write-baseline"), &self.baseline)?;
        let mut outputs = Outputs::new(named, self.read(paths))?;
        let is_on_output = |option: &&(&str, Option<&Path>)| option.1.is_some_and(is_standard);
        let has_report = self.report.is_none() && self.format != ReportForm::Nothing;
        if (has_report || self.part.is_some())
            && let Some((option, _)) = named.iter().find(is_on_output)
        {
            return Err(format!(
                "{option} and the {} both go to standard output: name a file for {option}{}",
                if self.part.is_some() { "findings of the part" } else { "report" },
                if self.part.is_some() { "" } else { ", or give --format none" },
            )
            .into());
        }
        outputs.renew(self.report.as_deref(), is_report);
        outputs.renew(self.rejects.as_deref(), is_of_rejects);
        if let Some(baseline) = &self.baseline {
            outputs.set_aside(baseline, "it is the baseline");
        }
        Ok(outputs)
    }

    /// How records are judged. Fails if the baseline cannot be read.
    fn options(&self) -> Result<Options, Stop> {
        let known = self.baseline.as_deref().map(baseline).transpose()?.map(Arc::new);
        let usual = Options::default();
        Ok(Options {
            baselines: Baselines { known, keeps: self.write_baseline.is_some() },
            each_input: self.common.each_input(),
            defaults: self.common.defaults(),
            given: self.common.given(""),
            strict: self.common.strict,
            deny_warnings: self.deny_warnings,
            max_record: self.common.max_record,
            jobs: self.jobs.jobs(),
            form: self.format,
            raw_csv: self.raw_csv,
            only_invalid: self.only == Only::Invalid,
            max_diagnostics: self.max_diagnostics,
            rejects: self.rejects.is_some(),
            games: if self.html.is_some() { self.html_games } else { 0 },
            collect: self.duplicates.collect(),
            repairs: self.repairs.then_some(Repairs { effort: self.effort }),
            chunk: if matches!(self.format, ReportForm::Jsonl | ReportForm::Csv) { WRITTEN } else { usual.chunk },
            ..usual
        })
    }

    /// The inputs, as the title of the page names them.
    fn title(&self) -> String {
        const PATHS: usize = 3;
        let paths = super::files::paths(&self.paths);
        let mut title = paths.iter().take(PATHS).map(|path| name_of(path)).collect::<Vec<_>>().join(", ");
        if paths.len() > PATHS {
            title.push_str(&format!(" and {} more", paths.len() - PATHS));
        }
        title
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merge_obeys_or_refuses_every_option() {
        const OBEYED: [&str; 8] = ["paths", "summary", "part", "merge", "color", "quiet", "verbose", "jobs"];
        let command = AuditArgs::augment_args(clap::Command::new("audit"));
        let ids: Vec<_> = command.get_arguments().map(|argument| argument.get_id().as_str()).collect();
        let neither: Vec<_> = ids.iter().filter(|id| !OBEYED.contains(id) && !SAID_OF_PARTS.contains(id)).collect();
        assert!(neither.is_empty() && ids.len() == OBEYED.len() + SAID_OF_PARTS.len(), "{neither:?}");
    }
}
