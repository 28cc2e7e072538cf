//! `scoresheet validate`: replays every record and says what is wrong with it.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::files::{self, Input};
use super::outputs::{Output, Outputs};
use super::{Common, End, Shown, complain};
use crate::check::Checker;
use crate::diagnostic::CodeCounts;
use crate::input;
use crate::report::{Report, human, json, report_held, scores};
use crate::visible::visible;

#[derive(Debug, Args)]
pub(super) struct ValidateArgs {
    /// Files and folders to read; `-` or none is standard input
    paths: Vec<PathBuf>,
    #[command(flatten)]
    shown: Shown,
    /// The output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: OutputForm,
    /// Treat warnings as errors
    #[arg(long)]
    deny_warnings: bool,
    /// Print only errors, and no summary
    #[arg(short, long, conflicts_with = "verbose")]
    quiet: bool,
    /// Print a line for every record
    #[arg(short, long)]
    verbose: bool,
    /// First rewrite valid records of transcripts in canonical form, where they stand: turn numbers, repeated tags, missing
    /// results; the old text is kept as FILE~
    #[arg(long)]
    fix: bool,
    /// Keep no copy of the old text
    #[arg(long, requires = "fix")]
    pub(super) no_backup: bool,
    #[command(flatten)]
    pub(super) common: Common,
}

impl ValidateArgs {
    /// The files to read, those of folders among them.
    pub(super) fn files(&self) -> Vec<Result<PathBuf, String>> {
        files::under(&files::paths(&self.paths), |_| false)
            .into_iter()
            .map(|found| found.map(|found| found.path))
            .collect()
    }
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum OutputForm {
    /// Messages for people, as compilers print them
    #[default]
    Human,
    /// `file:line:column: error[code] message`
    Concise,
    /// One JSON object a line for each record
    Json,
}

#[derive(Debug, Default)]
struct Summary {
    records: u64,
    invalid: u64,
    plies: u64,
    warnings: u64,
}

pub(super) fn run(args: &ValidateArgs) -> io::Result<End> {
    let fixed = if args.fix { super::fix::run(args)? } else { End::Good };
    let paths = files::paths(&args.paths);
    let outputs = match Outputs::new([], &paths) {
        Ok(outputs) => outputs,
        Err(message) => {
            complain(&message);
            return Ok(End::Failed);
        }
    };
    let mut out = outputs.open(None)?;
    let mut summary = Summary::default();
    let mut end = fixed;
    let mut checker = Checker::new(args.common.defaults()).strict(args.common.strict);
    for found in files::under(&paths, |_| false) {
        if out.is_closed() {
            break;
        }
        let input = match found.and_then(|found| found.open(args.common.from)) {
            Ok(Some(input)) => input,
            Ok(None) => continue,
            Err(message) => {
                complain(&message);
                end = End::Failed;
                continue;
            }
        };
        let name = input.name.clone();
        if let Err(error) = file(input, args, &mut checker, &mut summary, &mut out) {
            complain(&format!("{name}: {error}"));
            end = End::Failed;
        }
    }
    if summary.invalid > 0 {
        end = end.max(End::Invalid);
    }
    if args.format == OutputForm::Human && !args.quiet {
        summary.write(&mut out)?;
    }
    out.finish()?;
    Ok(end)
}

fn file(
    input: Input,
    args: &ValidateArgs,
    checker: &mut Checker,
    summary: &mut Summary,
    out: &mut Output,
) -> io::Result<()> {
    let Input { name, reader, format } = input;
    let mut records = input::records_given(reader, format, args.common.max_record, &args.common.given(&name), checker)?;
    let colour = args.common.color.on();
    let mut held = args.shown.held().deny_warnings(args.deny_warnings);
    let shows_scores = args.format == OutputForm::Human && !args.quiet;
    let (mut line, mut codes) = (Vec::new(), CodeCounts::default());
    while !out.is_closed() && records.advance()? {
        summary.records += 1;
        if args.format != OutputForm::Json && !args.verbose {
            let record = records.header();
            // Most records are sound, and then nothing is to be written: a count of codes tells.
            let systems = checker.systems().has_rivals().then(|| checker.systems().clone());
            codes.clear();
            let judged = checker.check(&record, &mut codes, None);
            let has_scores = shows_scores && judged.setting.is_some_and(|setting| setting.info().score_sheet);
            if codes.all() == 0 && !has_scores {
                summary.plies += u64::from(judged.verdict.plies);
                continue;
            }
            // What is said once for a list must be said again.
            if let Some(systems) = systems {
                checker.go_on_with(&systems);
            }
        }
        let record = records.record();
        let mut report = report_held(&name, &record, checker, &mut held);
        summary.add(&report);
        if args.quiet && args.format != OutputForm::Json {
            report.diagnostics.retain(|diagnostic| diagnostic.severity == crate::diagnostic::Severity::Error);
            report.not_shown = report.codes.of(crate::diagnostic::Severity::Error) - report.diagnostics.len() as u64;
        }
        match args.format {
            OutputForm::Human => {
                let setting = checker.setting(&record);
                out.write_all(human::full(&report, &record, setting, colour).as_bytes())?;
                if shows_scores {
                    out.write_all(scores::sheet(&report).as_bytes())?;
                }
            }
            OutputForm::Concise => out.write_all(human::concise(&report).as_bytes())?,
            OutputForm::Json => {
                line.clear();
                json::write(&report, &mut line);
                line.push(b'\n');
                out.write_all(&line)?;
            }
        }
        if args.verbose && args.format == OutputForm::Human {
            let valid = if report.valid { "valid" } else { "invalid" };
            let outcome = serde_json::to_string(&report.outcome)?;
            writeln!(
                out,
                "{}:{}: record {}: {valid}, {} plies, {outcome}",
                visible(&name),
                report.line,
                report.record,
                report.plies
            )?;
        }
    }
    Ok(())
}

impl Summary {
    fn add(&mut self, report: &Report) {
        self.plies += u64::from(report.plies);
        self.invalid += u64::from(!report.valid);
        self.warnings += report.codes.of(crate::diagnostic::Severity::Warning);
    }

    fn write(&self, out: &mut Output) -> io::Result<()> {
        let plural = |count: u64, word: &str| format!("{count} {word}{}", if count == 1 { "" } else { "s" });
        let records = plural(self.records, "record");
        let valid = self.records - self.invalid;
        write!(out, "{records}: {valid} valid, {} invalid; {} plies", self.invalid, self.plies)?;
        if self.warnings > 0 {
            write!(out, "; {}", plural(self.warnings, "warning"))?;
        }
        writeln!(out)
    }
}
