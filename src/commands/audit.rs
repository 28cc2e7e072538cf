//! `scoresheet audit`: judges whole archives, in parallel, and says what they are made of.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};

use super::duplicates::DuplicateArgs;
use super::files::name_of;
use super::inputs::{Bar, InputArgs, Inputs};
use super::outputs::{Output, Outputs};
use super::part::{self, PartNumber, Portion};
use super::signals::INTERRUPT;
use super::spared::{is_of_rejects, is_report};
use super::{Common, End, Stop};
use crate::audit::baseline::{Baseline, Baselines};
use crate::audit::page::{GAMES, Page};
use crate::audit::{Options, Products, Progress, REPORT_FORMS, Repairs, ReportForm, ReportFormInfo, Summary};
use crate::mend::repair::EFFORT;

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
    #[arg(long, value_name = "N", default_value_t = GAMES, requires = "html")]
    html_games: u64,
    /// The most diagnostics to show: in the whole report if it has a line for each, otherwise for each record
    #[arg(long, value_name = "N", default_value_t = 100)]
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
    #[arg(long, value_name = "N", default_value_t = EFFORT, requires = "repairs")]
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
    inputs: InputArgs,
}

/// The options that `--merge` refuses: it adds up what was counted, so it can neither judge records otherwise nor show them.
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
    let named = [
        ("--report", &args.report),
        ("--rejects", &args.rejects),
        ("--html", &args.html),
        ("--write-baseline", &args.write_baseline),
    ];
    let named = named.map(|(option, path)| (option, path.as_deref()));
    let mut outputs = Outputs::new(named, paths.iter().chain(args.duplicates.against()))?;
    let known = args.baseline.as_deref().map(baseline).transpose()?.map(Arc::new);
    outputs.renew(args.report.as_deref(), is_report);
    outputs.renew(args.rejects.as_deref(), is_of_rejects);
    if let Some(baseline) = &args.baseline {
        outputs.set_aside(baseline, "it is the baseline");
    }
    let inputs = Inputs::new(&args.inputs, paths.iter().chain(args.duplicates.against()), args.common.from, &outputs)?;
    let options = Options { baselines: Baselines { known, keeps: args.write_baseline.is_some() }, ..args.options() };
    let progress = Arc::new(Progress::default());
    if let Some(part) = args.part {
        let is_counted = args.report.is_some() || args.rejects.is_some();
        let portion = Portion { part, inputs: &inputs, options: &options, is_counted };
        return Ok(run_part(args, &portion, &paths, &progress, &outputs)?);
    }
    let mut report = outputs.open(args.report.as_deref())?;
    let mut rejects = args.rejects.as_deref().map(|path| outputs.open(Some(path))).transpose()?;
    let written = args.write_baseline.as_deref().map(|path| outputs.open(Some(path))).transpose()?;
    let mut html = args.html.as_deref().map(|path| outputs.open(Some(path))).transpose()?;
    let mut page = match &mut html {
        Some(html) => Some(Page::new(html as &mut dyn Write, &args.title(), args.html_games)?),
        None => None,
    };
    // Until here a signal ends the call at once: an output may be a pipe that nobody reads.
    outputs.leftovers().ask(progress.clone());
    let bar = Bar::begin(progress.clone(), args.common.has_bar(), &paths, &inputs);
    let mut reported = Heard { report: &mut report, progress: &progress };
    let products = Products {
        report: &mut reported,
        rejects: rejects.as_mut().map(|rejects| rejects as &mut dyn Write),
        page: page.as_mut(),
    };
    let audited = args.duplicates.audit(
        &options,
        &progress,
        &paths,
        &|paths, feeder| inputs.feed(paths, &progress, feeder),
        products,
    );
    bar.end();
    let mut summary = audited?;
    report.flush()?;
    let closed = report.is_closed();
    // Half a report is useless: the file keeps its old text.
    if !summary.stopped || args.report.is_none() {
        report.finish()?;
    }
    if let Some(rejects) = rejects
        && !summary.stopped
    {
        rejects.finish()?;
    }
    if let Some(mut written) = written
        && !summary.stopped
    {
        written.write_all(std::mem::take(&mut summary.kept).text().as_bytes())?;
        written.finish()?;
    }
    page.map_or(Ok(()), |page| if summary.stopped { Ok(()) } else { page.finish(&summary).map(drop) })?;
    if let Some(html) = html
        && !summary.stopped
    {
        html.finish()?;
    }
    let mut told = false;
    if !args.common.quiet && !closed {
        let text = args.told(&summary);
        // What goes to standard output is the report if it is one for programs.
        if args.report.is_none() && !matches!(options.form, ReportForm::Human | ReportForm::Nothing) {
            super::say(&text);
            told = true;
        } else {
            let mut out = Output::standard();
            out.write_all(text.as_bytes())?;
            out.flush()?;
            told = !out.is_closed();
        }
    }
    if !told {
        complain_of(&summary);
    }
    // A pipe that was closed has ended the audit early, too: then what was judged decides.
    Ok(if summary.stopped && !closed {
        End::Interrupted(outputs.leftovers().signal().unwrap_or(INTERRUPT))
    } else {
        end(&summary)
    })
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

/// Audits a part of the input. Its report and its rejects, if they are wanted, hold the records of the part.
fn run_part(
    args: &AuditArgs,
    portion: &Portion<'_>,
    paths: &[PathBuf],
    progress: &Arc<Progress>,
    outputs: &Outputs,
) -> io::Result<End> {
    let mut report = part::open(outputs, args.report.as_deref())?;
    let mut rejects = part::open(outputs, args.rejects.as_deref())?;
    let mut written = part::open(outputs, args.write_baseline.as_deref())?;
    outputs.leftovers().ask(progress.clone());
    let mut nowhere = io::sink();
    let products = Products {
        report: report.as_mut().map_or(&mut nowhere as &mut dyn Write, |report| report as &mut dyn Write),
        rejects: rejects.as_mut().map(|rejects| rejects as &mut dyn Write),
        page: None,
    };
    let mut audited = part::audit(portion, paths, progress, products)?;
    // Half a part is useless.
    if audited.summary.stopped {
        return Ok(End::Interrupted(outputs.leftovers().signal().unwrap_or(INTERRUPT)));
    }
    if let Some(written) = &mut written {
        written.write_all(std::mem::take(&mut audited.summary.kept).text().as_bytes())?;
    }
    for output in [report, rejects, written].into_iter().flatten() {
        output.finish()?;
    }
    complain_of(&audited.summary);
    part::print(&audited)?;
    Ok(end(&audited.summary))
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

/// The report. The audit ends if the report goes to a pipe that nobody reads any more.
pub(super) struct Heard<'r> {
    pub(super) report: &'r mut Output,
    pub(super) progress: &'r Progress,
}

impl Write for Heard<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.report.write(bytes);
        if self.report.is_closed() {
            self.progress.stop.store(true, Ordering::Relaxed);
        }
        written
    }

    fn flush(&mut self) -> io::Result<()> {
        self.report.flush()
    }
}

/// Reads the name of a report format.
fn forms() -> impl TypedValueParser<Value = ReportForm> {
    let named = |info: &ReportFormInfo| PossibleValue::new(info.name).help(info.about);
    PossibleValuesParser::new(REPORT_FORMS.iter().map(named))
        .map(|name| REPORT_FORMS.iter().find(|info| info.name == name).map_or(ReportForm::default(), |info| info.form))
}

impl AuditArgs {
    /// The summary as it is wanted.
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

    fn options(&self) -> Options {
        let usual = Options::default();
        Options {
            each_input: self.common.each_input(),
            defaults: self.common.defaults(),
            given: self.common.given(""),
            strict: self.common.strict,
            deny_warnings: self.deny_warnings,
            max_record: self.common.max_record,
            jobs: self.inputs.jobs(),
            form: self.format,
            raw_csv: self.raw_csv,
            only_invalid: self.only == Only::Invalid,
            max_diagnostics: self.max_diagnostics,
            rejects: self.rejects.is_some(),
            games: if self.html.is_some() { self.html_games } else { 0 },
            collect: self.duplicates.collect(),
            repairs: self.repairs.then_some(Repairs { effort: self.effort }),
            ..usual
        }
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
