//! `scoresheet audit`: judges whole archives, in parallel, and says what they are made of.

use std::fs::File;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::files::Output;
use super::{Common, End};
use crate::audit::{self, Form, Options, Products, Progress, Unread};
use crate::formats::Format;

#[derive(Debug, Args)]
pub(super) struct AuditArgs {
    /// Files and folders to read; `-` or none is standard input
    paths: Vec<PathBuf>,
    #[command(flatten)]
    common: Common,
    /// What the report is written in
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: ReportForm,
    /// Where the report goes; standard output by default
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Which records the report tells of
    #[arg(long, value_enum, default_value_t, value_name = "WHICH")]
    only: Only,
    /// What the summary is written in
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    summary: SummaryForm,
    /// Write the original text of every invalid record to a file
    #[arg(long, value_name = "FILE")]
    rejects: Option<PathBuf>,
    /// How many diagnostics are shown at most
    #[arg(long, value_name = "N", default_value_t = 100)]
    max_diagnostics: u64,
    /// How many threads judge (default: one for each processor)
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Make warnings errors
    #[arg(long)]
    deny_warnings: bool,
    /// Print no summary
    #[arg(short, long)]
    quiet: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum ReportForm {
    /// A line for each error
    #[default]
    Human,
    /// A JSON object for each record
    Jsonl,
    /// A row for each record
    Csv,
    /// SARIF 2.1.0, for code hosts and editors
    Sarif,
    /// Annotations of workflows on GitHub
    Github,
    /// No report
    None,
}

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

pub(super) fn run(args: &AuditArgs) -> io::Result<End> {
    let form = match args.format {
        ReportForm::Human => Form::Human,
        ReportForm::Jsonl => Form::Jsonl,
        ReportForm::Csv => Form::Csv,
        ReportForm::Sarif => Form::Sarif,
        ReportForm::Github => Form::Github,
        ReportForm::None => Form::Nothing,
    };
    let mut options = Options {
        defaults: args.common.defaults(),
        strict: args.common.strict,
        deny_warnings: args.deny_warnings,
        max_record: args.common.max_record,
        form,
        only_invalid: args.only == Only::Invalid,
        max_diagnostics: args.max_diagnostics,
        rejects: args.rejects.is_some(),
        ..Options::default()
    };
    if let Some(jobs) = args.jobs {
        options.jobs = jobs.get();
    }
    let progress = Progress::default();
    let mut report = Output::open(args.report.as_deref())?;
    let mut rejects = args.rejects.as_deref().map(|path| Output::open(Some(path))).transpose()?;
    let paths = super::files::paths(&args.paths);
    let from = args.common.from;
    let products = Products { report: &mut report, rejects: rejects.as_mut().map(|rejects| rejects as &mut dyn Write) };
    let summary = audit::run(
        &options,
        &progress,
        |feeder| {
            for path in &paths {
                let name = path.display().to_string();
                let format = from.or_else(|| Format::of_file(&name)).unwrap_or(Format::Transcript);
                let fed = if name == "-" {
                    feeder.input(&name, format, &mut io::stdin())
                } else {
                    match File::open(path) {
                        Ok(mut file) => feeder.input(&name, format, &mut file),
                        Err(error) => {
                            feeder.unread(Unread { name, message: error.to_string(), help: None, system: true });
                            Ok(())
                        }
                    }
                };
                if fed.is_err() {
                    return;
                }
            }
        },
        products,
    )?;
    report.finish()?;
    if let Some(rejects) = rejects {
        rejects.finish()?;
    }
    if !args.quiet {
        let text = match args.summary {
            SummaryForm::Human => summary.text(),
            SummaryForm::Json => format!("{}\n", summary.json()),
        };
        // What goes to standard output is the report if it is one for programs.
        if args.report.is_none() && !matches!(form, Form::Human | Form::Nothing) {
            io::stderr().write_all(text.as_bytes())?;
        } else {
            io::stdout().write_all(text.as_bytes())?;
        }
    }
    Ok(if summary.unread.iter().any(|unread| unread.system) {
        End::Failed
    } else if summary.tally.invalid + summary.tally.unreadable > 0 || !summary.unread.is_empty() {
        End::Invalid
    } else {
        End::Good
    })
}
