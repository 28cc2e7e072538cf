//! `scoresheet audit`: judges whole archives, in parallel, and says what they are made of.

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use indicatif::{ProgressBar, ProgressStyle};

use super::duplicates::DuplicateArgs;
use super::outputs::{Output, Outputs};
use super::signals::INTERRUPT;
use super::{Common, End};
use crate::archive::{self, Failure, FailureKind, Limits, Member, Selection};
use crate::audit::page::{GAMES, Page};
use crate::audit::{Feeder, Options, Products, Progress, REPORT_FORMS, ReportForm, ReportFormInfo, Stopped};
use crate::formats::{FORMATS, Format};
use crate::input;

#[derive(Debug, Args)]
pub(super) struct AuditArgs {
    /// Files and folders to read; `-` or none is standard input
    paths: Vec<PathBuf>,
    #[command(flatten)]
    common: Common,
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
    /// The most diagnostics to show: in all if the report has a line for each, else for each record
    #[arg(long, value_name = "N", default_value_t = 100)]
    max_diagnostics: u64,
    /// Do not protect cells of a csv report that begin with = + - @; spreadsheets take them for formulas
    #[arg(long)]
    raw_csv: bool,
    /// In folders read only files that match a glob (repeat for several globs)
    #[arg(long, value_name = "GLOB")]
    include: Vec<String>,
    /// Skip files and folders that match a glob
    #[arg(long, value_name = "GLOB")]
    exclude: Vec<String>,
    /// The most bytes that one compressed file or archive may expand to
    #[arg(long, value_name = "SIZE", value_parser = super::large_size, default_value = "1T")]
    max_size: u64,
    /// The most times its own size that a compressed file may expand to
    #[arg(long, value_name = "N", default_value_t = 1000)]
    max_ratio: u32,
    /// How deep archives and compressed files may be nested
    #[arg(long, value_name = "N", default_value_t = 8)]
    max_depth: u32,
    /// Also read members of archives whose path leads out of the archive, like ../x
    #[arg(long)]
    any_path: bool,
    /// The number of threads (default: one for each processor)
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Treat warnings as errors
    #[arg(long)]
    deny_warnings: bool,
    /// Print no summary; inputs that cannot be read are still reported
    #[arg(short, long)]
    quiet: bool,
    #[command(flatten)]
    duplicates: DuplicateArgs,
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
    let selection = match Selection::new(&args.include, &args.exclude) {
        Ok(selection) => selection,
        Err(message) => {
            super::complain(&message);
            return Ok(End::Failed);
        }
    };
    let paths = super::files::paths(&args.paths);
    if let Some(message) = args.duplicates.complaint(&paths) {
        super::complain(&message);
        return Ok(End::Failed);
    }
    let named = [("--report", &args.report), ("--rejects", &args.rejects), ("--html", &args.html)];
    let named = named.map(|(option, path)| (option, path.as_deref()));
    let outputs = match Outputs::new(named, paths.iter().chain(args.duplicates.against())) {
        Ok(outputs) => outputs,
        Err(message) => {
            super::complain(&message);
            return Ok(End::Failed);
        }
    };
    let options = args.options();
    let progress = Arc::new(Progress::default());
    let mut report = outputs.open(args.report.as_deref())?;
    let mut rejects = args.rejects.as_deref().map(|path| outputs.open(Some(path))).transpose()?;
    let mut html = args.html.as_deref().map(|path| outputs.open(Some(path))).transpose()?;
    let mut page = match &mut html {
        Some(html) => Some(Page::new(html as &mut dyn Write, &args.title(), args.html_games)?),
        None => None,
    };
    // Until here a signal ends the call at once: an output may be a pipe that nobody reads.
    outputs.leftovers().ask(progress.clone());
    let inputs = Inputs { args, selection: &selection, outputs: &outputs, told: Mutex::default() };
    let bar = Bar::begin(progress.clone(), args.quiet, &paths, &inputs);
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
    let summary = audited?;
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
    page.map_or(Ok(()), |page| if summary.stopped { Ok(()) } else { page.finish(&summary).map(drop) })?;
    if let Some(html) = html
        && !summary.stopped
    {
        html.finish()?;
    }
    let mut told = false;
    if !args.quiet && !closed {
        let text = match args.summary {
            SummaryForm::Human => summary.text(),
            SummaryForm::Json => format!("{}\n", summary.json()),
        };
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
    // Inputs that cannot be read are reported even without a summary.
    for unread in summary.unread.iter().filter(|_| !told) {
        let help = unread.help.as_ref().map_or(String::new(), |help| format!(" ({help})"));
        super::complain(&format!("{unread}{help}"));
    }
    // A pipe that was closed has ended the audit early, too: then what was judged decides.
    Ok(if summary.stopped && !closed {
        End::Interrupted(outputs.leftovers().signal().unwrap_or(INTERRUPT))
    } else if summary.failed() {
        End::Failed
    } else if summary.tally.invalid + summary.tally.unreadable > 0 || !summary.unread.is_empty() {
        End::Invalid
    } else {
        End::Good
    })
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
    fn options(&self) -> Options {
        let usual = Options::default();
        Options {
            defaults: self.common.defaults(),
            given: self.common.given(""),
            strict: self.common.strict,
            deny_warnings: self.deny_warnings,
            max_record: self.common.max_record,
            jobs: self.jobs.map_or(usual.jobs, NonZeroUsize::get),
            form: self.format,
            raw_csv: self.raw_csv,
            only_invalid: self.only == Only::Invalid,
            max_diagnostics: self.max_diagnostics,
            rejects: self.rejects.is_some(),
            games: if self.html.is_some() { self.html_games } else { 0 },
            collect: self.duplicates.collect(),
            rewriting: None,
            chunk: usual.chunk,
        }
    }

    /// The inputs, as the title of the page names them.
    fn title(&self) -> String {
        const PATHS: usize = 3;
        let name = |path: &PathBuf| {
            if path.as_os_str() == "-" { "standard input".to_owned() } else { path.display().to_string() }
        };
        let paths = super::files::paths(&self.paths);
        let mut title = paths.iter().take(PATHS).map(name).collect::<Vec<_>>().join(", ");
        if paths.len() > PATHS {
            title.push_str(&format!(" and {} more", paths.len() - PATHS));
        }
        title
    }
}

/// The inputs of an audit.
struct Inputs<'a> {
    args: &'a AuditArgs,
    selection: &'a Selection,
    outputs: &'a Outputs,
    /// The outputs that were found among the inputs; each is reported once.
    told: Mutex<Vec<PathBuf>>,
}

impl Inputs<'_> {
    /// Whether this audit itself writes that file of a folder. If so it is not an input, and a message says so.
    fn passes(&self, path: &Path) -> bool {
        if !self.outputs.holds(path) {
            return false;
        }
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if !told.iter().any(|known| known == path) {
            super::complain(&format!("{} is not read, because this call writes it", path.display()));
            told.push(path.to_owned());
        }
        true
    }

    /// Hands every text under `paths` to the audit.
    fn feed(&self, paths: &[PathBuf], progress: &Arc<Progress>, feeder: &mut Feeder<'_>) {
        let args = self.args;
        let limits =
            Limits { size: args.max_size, ratio: args.max_ratio, depth: args.max_depth, any_path: args.any_path };
        for path in archive::files(paths, self.selection) {
            let path = match path {
                Ok(path) if self.passes(&path) => continue,
                Ok(path) => path,
                Err(failure) => {
                    feeder.unread(failure);
                    continue;
                }
            };
            let mut each = |found: Result<Member<'_>, Failure>| match found {
                Ok(member) => {
                    if let Some(format) = args.common.from {
                        return feeder
                            .input(member.name, format, member.reader)
                            .map_err(|Stopped| io::ErrorKind::Other.into());
                    }
                    let (format, mut reader) = input::find(member.reader, member.path, FORMATS)?;
                    // Among the files of a folder or an archive some may be no records; one that the caller names is
                    // meant to be one.
                    if format == Format::STRANGE_FORMAT && !paths.iter().any(|path| path.as_os_str() == member.name) {
                        feeder.no_records(member.name);
                        return Ok(());
                    }
                    feeder.input(member.name, format, &mut reader).map_err(|Stopped| io::ErrorKind::Other.into())
                }
                Err(failure) => {
                    feeder.unread(failure);
                    Ok(())
                }
            };
            // What comes from a pipe or a device may never come.
            let waits = || path.metadata().is_ok_and(|data| !data.is_file() && !data.is_dir());
            let waiting = if path.as_os_str() == "-" {
                Some(Patient::new(progress.clone(), || Ok(io::stdin())))
            } else if waits() {
                let file = path.clone();
                Some(Patient::new(progress.clone(), || File::open(file)))
            } else {
                None
            };
            let name = path.display().to_string();
            let opened = match waiting {
                Some(Ok(mut patient)) => archive::read(&name, &mut patient, &limits, &mut each),
                Some(Err(error)) => {
                    feeder.unread(Failure { name, kind: FailureKind::Io, message: error.to_string(), help: None });
                    continue;
                }
                None => archive::members(&path, &limits, &mut each),
            };
            // Nothing but the wish for no more ends a file here.
            if opened.is_err() {
                return;
            }
        }
    }
}

/// How many bytes there are to read; `None` for pipes and compressed files, whose length is not known.
fn total(paths: &[PathBuf], inputs: &Inputs<'_>) -> Option<u64> {
    const PACKED: [&str; 9] = ["gz", "tgz", "zst", "bz2", "xz", "txz", "zip", "tar", "tzst"];
    let files = archive::files(paths, inputs.selection).filter_map(Result::ok);
    files.filter(|path| !inputs.outputs.holds(path)).try_fold(0_u64, |sum, path| {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let data = path.metadata().ok().filter(|data| data.is_file() && !PACKED.contains(&ending))?;
        Some(sum + data.len())
    })
}

/// Standard input, a pipe or a device. It ends when the audit is asked to end, even while nobody writes to it.
struct Patient {
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: io::Cursor<Vec<u8>>,
    progress: Arc<Progress>,
}

impl Patient {
    fn new<R: Read>(
        progress: Arc<Progress>,
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
    ) -> io::Result<Patient> {
        const BLOCK: usize = 256 * 1024;
        let (send, blocks) = sync_channel(4);
        // Nobody waits for this thread: a read that never returns keeps nothing from ending.
        let reading = move || {
            let mut reader = match open() {
                Ok(reader) => reader,
                Err(error) => {
                    // If nobody listens any more, nobody is to be told.
                    let _ = send.send(Err(error));
                    return;
                }
            };
            loop {
                let mut block = vec![0; BLOCK];
                let read = match reader.read(&mut block) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read,
                };
                let more = matches!(read, Ok(1..));
                let sent = send.send(read.map(|count| {
                    block.truncate(count);
                    block
                }));
                if !more || sent.is_err() {
                    return;
                }
            }
        };
        std::thread::Builder::new().spawn(reading)?;
        Ok(Patient { blocks, block: io::Cursor::default(), progress })
    }
}

impl Read for Patient {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            let count = self.block.read(bytes)?;
            if count > 0 || bytes.is_empty() || self.progress.stop.load(Ordering::Relaxed) {
                return Ok(count);
            }
            match self.blocks.recv_timeout(Duration::from_millis(50)) {
                Ok(block) => {
                    let block = block?;
                    if block.is_empty() {
                        return Ok(0);
                    }
                    self.block = io::Cursor::new(block);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
    }
}

/// A progress bar if standard error is a terminal, else nothing.
struct Bar(Option<(ProgressBar, Arc<AtomicBool>, JoinHandle<()>)>);

impl Bar {
    fn begin(progress: Arc<Progress>, quiet: bool, paths: &[PathBuf], inputs: &Inputs<'_>) -> Bar {
        if quiet || !io::stderr().is_terminal() {
            return Bar(None);
        }
        let (bar, style) = match total(paths, inputs) {
            Some(total) => (
                ProgressBar::new(total),
                "{wide_bar} {bytes} of {total_bytes} ({binary_bytes_per_sec}), {msg}, {eta} left",
            ),
            None => (ProgressBar::new_spinner(), "{spinner} {bytes} ({binary_bytes_per_sec}), {msg}, {elapsed}"),
        };
        if let Ok(style) = ProgressStyle::with_template(style) {
            bar.set_style(style);
        }
        let (shown, ended) = (bar.clone(), Arc::new(AtomicBool::new(false)));
        let end = ended.clone();
        let ticking = move || {
            while !end.load(Ordering::Relaxed) {
                shown.set_position(progress.bytes.load(Ordering::Relaxed));
                shown.set_message(format!("{} records", progress.records.load(Ordering::Relaxed)));
                shown.tick();
                std::thread::sleep(Duration::from_millis(100));
            }
        };
        // An audit goes as well without a bar.
        Bar(std::thread::Builder::new().spawn(ticking).ok().map(|ticker| (bar, ended, ticker)))
    }

    fn end(self) {
        if let Some((bar, ended, ticker)) = self.0 {
            ended.store(true, Ordering::Relaxed);
            // It only draws: if it has failed there is nothing to mend.
            let _ = ticker.join();
            bar.finish_and_clear();
        }
    }
}
