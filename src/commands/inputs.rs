//! What commands read that take whole archives: files, folders, compressed files, archives, standard input.

use std::fs::File;
use std::io::{self, IsTerminal, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use clap::Args;
use clap::builder::Resettable;
use indicatif::{ProgressBar, ProgressStyle};

use super::Common;
use super::files::is_standard;
use super::outputs::Outputs;
use crate::archive::{self, Failure, Limits, Member, Selection};
use crate::formats::Format;
use crate::parallel::{self, Feeder, Progress};

/// How many threads a command works on.
#[derive(Debug, Args)]
pub(super) struct JobArgs {
    /// The number of threads (default: one for each processor)
    #[arg(short, long, value_name = "N", value_parser = super::values::threads, help_heading = Resettable::Reset)]
    jobs: Option<NonZeroUsize>,
}

impl JobArgs {
    pub(super) fn jobs(&self) -> usize {
        self.jobs.map_or_else(parallel::usual_jobs, NonZeroUsize::get)
    }
}

/// What a command reads: files, folders, archives.
pub(super) struct Inputs<'a> {
    /// The format of all of them, if the caller knows it.
    pub(super) format: Option<Format>,
    selection: Selection,
    limits: Limits,
    outputs: &'a Outputs,
    /// The outputs that were found among the inputs; each is reported once.
    told: Mutex<Vec<PathBuf>>,
}

impl<'a> Inputs<'a> {
    /// The inputs under `paths` that the caller chooses, without the files that the call itself writes.
    ///
    /// # Errors
    /// What is wrong with a glob; or which of the files to read holds records that the call would write over.
    pub(super) fn new<'p>(
        paths: impl IntoIterator<Item = &'p PathBuf>,
        common: &Common,
        outputs: &'a Outputs,
    ) -> Result<Inputs<'a>, String> {
        let selection = common.files.selection()?;
        let folders: Vec<PathBuf> = paths.into_iter().filter(|path| path.is_dir()).cloned().collect();
        outputs.spare(archive::files(&folders, &selection).filter_map(Result::ok), common.from)?;
        let limits = common.limits();
        Ok(Inputs { format: common.from, selection, limits, outputs, told: Mutex::default() })
    }

    /// What the call writes.
    pub(super) fn outputs(&self) -> &Outputs {
        self.outputs
    }

    /// Whether that file of a folder is no input, because this call writes it or has another use for it. If so, a message
    /// says it.
    fn passes(&self, path: &Path) -> bool {
        let Some(why) = self.outputs.why_not_read(path) else { return false };
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        if !told.iter().any(|known| known == path) {
            super::complain(&format!("{} is not read, because {why}", path.display()));
            told.push(path.to_owned());
        }
        true
    }

    /// The files under `paths`, but for those that the call itself writes.
    pub(super) fn files(&self, paths: &[PathBuf]) -> impl Iterator<Item = Result<PathBuf, Failure>> {
        archive::files(paths, &self.selection).filter(|path| !path.as_ref().is_ok_and(|path| self.passes(path)))
    }

    /// Hands every text under `paths` to the feeder.
    pub(super) fn feed(&self, paths: &[PathBuf], progress: &Arc<Progress>, feeder: &mut Feeder<'_>) {
        for path in self.files(paths) {
            match path {
                // Nothing but the wish for no more ends a file here.
                Ok(path) if self.file(paths, &path, progress, feeder).is_err() => return,
                Ok(_) => {}
                Err(failure) => feeder.unread(failure),
            }
        }
    }

    /// Hands every text in a file under `paths` to the feeder.
    ///
    /// # Errors
    /// Fails if nothing more is wanted.
    pub(super) fn file(
        &self,
        paths: &[PathBuf],
        path: &Path,
        progress: &Arc<Progress>,
        feeder: &mut Feeder<'_>,
    ) -> io::Result<()> {
        let mut each = |found: Result<Member<'_>, Failure>| feeder.member(found, self.format, paths);
        // What comes from a pipe or a device may never come.
        let waits = || path.metadata().is_ok_and(|data| !data.is_file() && !data.is_dir());
        let waiting = if is_standard(path) {
            Some(Patient::new(progress.clone(), || Ok(io::stdin())))
        } else if waits() {
            let file = path.to_owned();
            Some(Patient::new(progress.clone(), || File::open(file)))
        } else {
            None
        };
        let name = archive::name_of(path, self.limits.names);
        match waiting {
            Some(Ok(mut patient)) => archive::read(&name, &mut patient, &self.limits, &mut each),
            Some(Err(error)) => {
                feeder.unread(Failure::io(&name, &error));
                Ok(())
            }
            None => archive::members(path, &self.limits, &mut each),
        }
    }
}

/// How many bytes there are to read; `None` for pipes and compressed files, whose length is not known.
fn total(paths: &[PathBuf], inputs: &Inputs<'_>) -> Option<u64> {
    let files = archive::files(paths, &inputs.selection).filter_map(Result::ok);
    files.filter(|path| inputs.outputs.why_not_read(path).is_none()).try_fold(0_u64, |sum, path| {
        let is_packed = archive::promises_packed(&path.to_string_lossy());
        let data = path.metadata().ok().filter(|data| data.is_file() && !is_packed)?;
        Some(sum + data.len())
    })
}

/// Standard input, a pipe or a device. It ends when the work is to end, even if nobody writes to it.
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
        // The program does not wait for this thread: a read that never returns does not keep it from ending.
        let reading = move || {
            let mut reader = match open() {
                Ok(reader) => reader,
                Err(error) => {
                    // If the receiver is gone, no one needs the error.
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
            if count > 0 || bytes.is_empty() || self.progress.is_stopped() {
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
pub(super) struct Bar(Option<(ProgressBar, Arc<AtomicBool>, JoinHandle<()>)>);

impl Bar {
    pub(super) fn begin(progress: Arc<Progress>, is_shown: bool, paths: &[PathBuf], inputs: &Inputs<'_>) -> Bar {
        if !is_shown || !io::stderr().is_terminal() {
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
        // The work goes as well without a bar.
        Bar(std::thread::Builder::new().spawn(ticking).ok().map(|ticker| (bar, ended, ticker)))
    }

    pub(super) fn end(self) {
        if let Some((bar, ended, ticker)) = self.0 {
            ended.store(true, Ordering::Relaxed);
            // It only draws: if it has failed there is nothing to mend.
            let _ = ticker.join();
            bar.finish_and_clear();
        }
    }
}
