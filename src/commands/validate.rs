//! `scoresheet validate`: replays every record and says what is wrong with it.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::files::{self, Found, Input, is_standard, name_of};
use super::outputs::{Output, Outputs};
use super::watch::{self, Stamp, Watcher};
use super::{Common, End, Shown, Stop, complain, fail};
use crate::archive::Failure;
use crate::check::Checker;
use crate::counted::counted;
use crate::diagnostic::{CodeCounts, Severity};
use crate::engine::Setting;
use crate::input;
use crate::record::Record;
use crate::report::{Report, Reporter, human, json, of_notes, scores};
use crate::tail::Tail;

#[derive(Debug, Args)]
pub(super) struct ValidateArgs {
    /// Files, folders and archives to read; `-` or none is standard input
    paths: Vec<PathBuf>,
    #[command(flatten)]
    shown: Shown,
    /// The output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    format: OutputForm,
    /// Treat warnings as errors
    #[arg(long)]
    deny_warnings: bool,
    /// First remove tags that are repeated with the same value, and rewrite the valid records of each transcript in canonical
    /// form: correct turn numbers, add missing results; keep the old text as FILE~
    #[arg(long)]
    fix: bool,
    /// Keep no copy of the old text
    #[arg(long, requires = "fix")]
    no_backup: bool,
    /// Judge the files again whenever they change, until Ctrl-C
    #[arg(long, conflicts_with = "fix")]
    watch: bool,
    #[command(flatten)]
    pub(super) common: Common,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum OutputForm {
    /// Messages for people, as compilers print them
    #[default]
    #[value(alias = "text")]
    Human,
    /// `file:line:column: error[code] message`
    Concise,
    /// One JSON object a line for each record
    #[value(alias = "jsonl")]
    Json,
}

#[derive(Debug, Clone, Copy, Default)]
struct Summary {
    records: u64,
    invalid: u64,
    plies: u64,
    warnings: u64,
}

pub(super) fn run(args: &ValidateArgs) -> Result<End, Stop> {
    let paths = files::paths(&args.paths);
    let fixed = if args.fix { super::fix::run(&paths, &args.common, !args.no_backup)? } else { End::Good };
    let outputs = Outputs::new([], &paths)?;
    if args.watch {
        return watch(args, &paths, &outputs);
    }
    let mut out = outputs.open(None)?;
    let mut summary = Summary::default();
    let mut end = fixed;
    let mut checker = args.checker();
    for found in files::under(&paths, &args.common, |_| false)? {
        if out.is_closed() {
            break;
        }
        end = end.max(judge(found, args, &mut checker, &mut summary, &mut out));
    }
    end = end.max(summary.end());
    if args.shows_summary() {
        summary.write(&mut out)?;
    }
    out.finish()?;
    Ok(end)
}

impl ValidateArgs {
    fn checker(&self) -> Checker {
        Checker::new(self.common.defaults()).strict(self.common.strict)
    }

    fn shows_summary(&self) -> bool {
        self.format == OutputForm::Human && !self.common.quiet
    }
}

/// Judges a file, and says why it cannot be read.
fn judge(
    found: Result<Found, String>,
    args: &ValidateArgs,
    checker: &mut Checker,
    summary: &mut Summary,
    out: &mut Output,
) -> End {
    let found = match found {
        Ok(found) => found,
        Err(message) => return fail(&message),
    };
    let mut end = End::Good;
    let read = found.texts(&args.common, &mut |files::Text { input, .. }| {
        let name = input.name.clone();
        match file(input, args, checker, summary, out) {
            Ok(()) => {}
            // One place reports for all commands what the file's own reader says.
            Err(error) if Failure::of(&error).is_some() => return Err(error),
            Err(error) => end = fail(&format!("{name}: {error}")),
        }
        Ok(if out.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    });
    match read {
        Ok((true, _)) => end,
        Ok((false, _)) => End::Failed,
        Err(error) => fail(&format!("{}: {error}", found.path().display())),
    }
}

/// The results for a file, from when it was last judged.
struct Judged {
    path: PathBuf,
    stamp: Stamp,
    text: Vec<u8>,
    summary: Summary,
    end: End,
}

/// Judges everything, and again what changes, until a signal ends the program or nobody reads the output any more.
fn watch(args: &ValidateArgs, paths: &[PathBuf], outputs: &Outputs) -> Result<End, Stop> {
    if paths.iter().any(|path| is_standard(path)) {
        return Err("--watch reads files again and again, but standard input can be read only once".into());
    }
    let mut watcher = Watcher::new(paths)?;
    let mut known: Vec<Judged> = Vec::new();
    let (mut is_first, mut end) = (true, End::Good);
    loop {
        // Writing to a file in a watched folder would count as a change, again and again.
        let found = files::under(paths, &args.common, |path| outputs.holds(path))?;
        let stamps: Vec<Stamp> = found.iter().map(|found| Stamp::of(found.as_ref().ok().map(Found::path))).collect();
        let same = |(known, stamp): (&Judged, &Stamp)| known.stamp == *stamp;
        if is_first || known.len() != stamps.len() || !known.iter().zip(&stamps).all(same) {
            let mut out = Output::standard();
            watch::clear(&mut out)?;
            known = judged_again(known, found.into_iter().zip(stamps), args);
            let mut summary = Summary::default();
            for judged in &known {
                out.write_all(&judged.text)?;
                summary.join(judged.summary);
            }
            if args.shows_summary() {
                summary.write(&mut out)?;
                watch::tell_waiting(&mut out)?;
            }
            out.flush()?;
            end = known.iter().map(|judged| judged.end).fold(summary.end(), End::max);
            if out.is_closed() {
                return Ok(end);
            }
        }
        is_first = false;
        if !watcher.wait() {
            return Ok(end);
        }
    }
}

/// The results for all files. Those that have not changed are not judged again.
fn judged_again(
    mut known: Vec<Judged>,
    now: impl Iterator<Item = (Result<Found, String>, Stamp)>,
    args: &ValidateArgs,
) -> Vec<Judged> {
    let mut all = Vec::new();
    for (found, stamp) in now {
        let path = found.as_ref().map_or_else(|_| PathBuf::new(), |found| found.path().to_owned());
        let old =
            known.iter().position(|judged| judged.path == path && judged.stamp == stamp && judged.end != End::Failed);
        if let Some(old) = old {
            all.push(known.swap_remove(old));
            continue;
        }
        let (mut text, mut summary) = (Output::Held(Vec::new()), Summary::default());
        let end = judge(found, args, &mut args.checker(), &mut summary, &mut text);
        let Output::Held(text) = text else { continue };
        all.push(Judged { path, stamp, text, summary, end });
    }
    all
}

fn file(
    input: Input<'_>,
    args: &ValidateArgs,
    checker: &mut Checker,
    summary: &mut Summary,
    out: &mut Output,
) -> io::Result<()> {
    let Input { name, reader, format } = input;
    let mut records = input::records_given(reader, format, args.common.max_record, &args.common.given(&name), checker)?;
    // Most records are sound, and then nothing is to be written.
    let is_brief = args.format != OutputForm::Json && !args.common.verbose;
    // A canonical form is compared with the whole text.
    if is_brief && !args.common.strict {
        records.be_brief();
    }
    let mut held = args.shown.held().deny_warnings(args.deny_warnings);
    let shows_scores = args.format == OutputForm::Human && !args.common.quiet;
    let (mut line, mut codes) = (Tail::default(), CodeCounts::default());
    let (mut reporter, mut report) = (Reporter::default(), Report::empty());
    let before = summary.records;
    while !out.is_closed() && records.advance()? {
        summary.records += 1;
        if is_brief {
            let record = records.header();
            // Counting codes shows whether the record is sound.
            let systems = checker.systems().has_rivals().then(|| checker.systems().clone());
            codes.clear();
            let judged = checker.check(&record, &mut codes, None);
            let has_scores = shows_scores && judged.setting.is_some_and(|setting| setting.info().score_sheet);
            let verdict = judged.verdict;
            if codes.all() == 0 && !has_scores {
                summary.plies += u64::from(verdict.plies);
                continue;
            }
            if !has_scores && let Some(mut report) = of_notes(&name, &mut *records, &codes, checker, &mut held) {
                (report.plies, report.valid) = (verdict.plies, report.codes.of(Severity::Error) == 0);
                let record = records.header();
                show(args, &mut report, &record, checker.setting(&record), summary, out)?;
                continue;
            }
            // A diagnostic that is reported once for a list must be reported again.
            if let Some(systems) = systems {
                checker.go_on_with(&systems);
            }
        }
        let record = records.record();
        reporter.judge(&record, checker, &mut held, &mut report);
        report.file.push_str(&name);
        show(args, &mut report, &record, checker.setting(&record), summary, out)?;
        match args.format {
            OutputForm::Human if shows_scores => {
                // It names the players, who are among the tags.
                reporter.complete(&mut report, &name, &record);
                out.write_all(scores::sheet(&report).as_bytes())?;
            }
            OutputForm::Human | OutputForm::Concise => {}
            OutputForm::Json => {
                line.truncate(0);
                json::write_view(&reporter.view(&report, &name, &record), &mut line);
                line.all(b"\n");
                out.write_all(line.bytes())?;
            }
        }
        if args.common.verbose && args.format == OutputForm::Human {
            out.write_all(human::verdict(&report).as_bytes())?;
        }
    }
    if summary.records == before && !out.is_closed() {
        complain(&format!("{} holds no records", name_of(name.as_ref())));
    }
    Ok(())
}

/// Counts a record, and shows its report to people.
fn show(
    args: &ValidateArgs,
    report: &mut Report,
    record: &Record<'_>,
    setting: Option<&Setting>,
    summary: &mut Summary,
    out: &mut Output,
) -> io::Result<()> {
    summary.add(report);
    if args.common.quiet && args.format != OutputForm::Json {
        report.keep_errors();
    }
    match args.format {
        OutputForm::Human => out.write_all(human::full(report, record, setting, args.common.color.on()).as_bytes()),
        OutputForm::Concise => out.write_all(human::concise(report).as_bytes()),
        OutputForm::Json => Ok(()),
    }
}

impl Summary {
    /// Adds another summary.
    fn join(&mut self, other: Summary) {
        self.records += other.records;
        self.invalid += other.invalid;
        self.plies += other.plies;
        self.warnings += other.warnings;
    }

    /// How the call ends for it.
    fn end(&self) -> End {
        if self.invalid > 0 { End::Invalid } else { End::Good }
    }

    fn add(&mut self, report: &Report) {
        self.plies += u64::from(report.plies);
        self.invalid += u64::from(!report.valid);
        self.warnings += report.codes.of(Severity::Warning);
    }

    fn write(&self, out: &mut Output) -> io::Result<()> {
        let (records, plies) = (counted(self.records, "record"), counted(self.plies, "ply"));
        let valid = self.records - self.invalid;
        write!(out, "{records}: {valid} valid, {} invalid; {plies}", self.invalid)?;
        if self.warnings > 0 {
            write!(out, "; {}", counted(self.warnings, "warning"))?;
        }
        writeln!(out)
    }
}
