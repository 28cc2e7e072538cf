//! Batches on their way from the threads that read to whoever asks for them through Arrow's C interface.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{JoinHandle, ThreadId};
use std::time::Duration;

use arrow_array::{BooleanArray, RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use arrow_select::concat::concat_batches;
use arrow_select::filter::filter_record_batch;
use pyo3::prelude::*;
use scoresheet::archive::Failure;
use scoresheet::diagnostic::Severity;
use scoresheet::formats::Format;
use scoresheet::parallel::{self, CHUNK, Event, Feeder, Part, Plan, Progress};
use scoresheet::ranges::Counts;
use scoresheet::select::Numbers;

use super::ranged::Ranged;
use super::table::Rows;
use super::worker::{Made, Making, of_file};
use crate::{Unread, archives};

/// How many rows a batch has at least, if there are as many: files of one record each make no batches of one row.
const LEAST: usize = 1 << 14;

/// How many batches wait to be taken.
const WAITING: usize = 2;

/// Batches that are made while they are asked for.
pub(crate) struct Stream {
    schema: SchemaRef,
    batches: Receiver<io::Result<RecordBatch>>,
    progress: Arc<Progress>,
    /// The thread that reads, until it has ended.
    reading: Option<JoinHandle<()>>,
    /// The thread that asked for the stream: only there Python can be asked whether somebody has pressed Ctrl-C. On any other
    /// the question could wait for ever, because the first may wait for this one.
    home: ThreadId,
}

/// What is read, and how.
#[derive(Debug, Clone)]
pub(crate) struct Inputs {
    pub(crate) what: What,
    pub(crate) format: Option<Format>,
    pub(crate) plan: Plan,
}

/// Where the bytes are.
#[derive(Debug, Clone)]
pub(crate) enum What {
    /// In files, folders and archives.
    Paths(Vec<PathBuf>),
    /// In memory, compressed or not: each text with its name.
    Texts(Arc<Vec<(String, Vec<u8>)>>),
    /// In a range of a file.
    Range(Arc<Ranged>),
}

impl Stream {
    /// Begins to read on threads of its own.
    pub(crate) fn new(inputs: Inputs, making: Arc<Making>, unread: Arc<Mutex<Unread>>) -> io::Result<Stream> {
        let (send, batches) = sync_channel(WAITING);
        let progress = Arc::new(Progress::default());
        let (schema, shared) = (making.schema.clone(), progress.clone());
        let reading = std::thread::Builder::new().spawn(move || {
            let plan = Plan {
                // A ply takes much more room in a table than in a text.
                chunk: if making.rows == Rows::Plies { CHUNK / 16 } else { CHUNK / 4 },
                ..inputs.plan.clone()
            };
            let mut sending = Sending { making: &making, send: &send, pending: Vec::new(), rows: 0, unread: &unread };
            let mut take = |event: Event<io::Result<Made>>| sending.take(event);
            let done = match &inputs.what {
                What::Paths(paths) => {
                    let feed = |feeder: &mut Feeder<'_>| archives::feed(paths, inputs.format, feeder);
                    parallel::run(&plan, &shared, &*making, feed, &mut take).map(drop)
                }
                What::Texts(texts) => {
                    let feed = |feeder: &mut Feeder<'_>| archives::feed_texts(texts, inputs.format, feeder);
                    parallel::run(&plan, &shared, &*making, feed, &mut take).map(drop)
                }
                What::Range(range) => {
                    range.read(&inputs.plan.given, &making, &shared, &mut |made, before| sending.made(made, before))
                }
            };
            let done = done.and_then(|()| sending.flush());
            if let Err(error) = done {
                // If nobody listens any more, nobody is to be told.
                let _ = send.send(Err(error));
            }
        })?;
        Ok(Stream { schema, batches, progress, reading: Some(reading), home: std::thread::current().id() })
    }

    /// Whether somebody has pressed Ctrl-C. The exception comes again as soon as Python's own code goes on.
    fn is_interrupted(&self) -> bool {
        std::thread::current().id() == self.home
            && Python::attach(|py| {
                let Err(error) = py.check_signals() else { return false };
                drop(error);
                // If even that fails, the end of the stream is all there is to see.
                let _ = py.import("_thread").and_then(|module| module.call_method0("interrupt_main"));
                true
            })
    }
}

impl Iterator for Stream {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.batches.recv_timeout(Duration::from_millis(50)) {
                Ok(Ok(batch)) => {
                    if self.is_interrupted() {
                        self.progress.stop();
                        return Some(Err(ArrowError::ExternalError("interrupted".into())));
                    }
                    return Some(Ok(batch));
                }
                Ok(Err(error)) => return Some(Err(ArrowError::ExternalError(error.into()))),
                // The thread has ended: at the end of the input, or by a fault of the program.
                Err(RecvTimeoutError::Disconnected) => {
                    let ended = self.reading.take().map(JoinHandle::join);
                    let has_panicked = matches!(ended, Some(Err(_)));
                    return has_panicked.then(|| Err(ArrowError::ExternalError("the reader has panicked".into())));
                }
                Err(RecvTimeoutError::Timeout) if self.is_interrupted() => {
                    self.progress.stop();
                    return Some(Err(ArrowError::ExternalError("interrupted".into())));
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl RecordBatchReader for Stream {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

impl Drop for Stream {
    /// Whoever takes no more batches ends the work.
    fn drop(&mut self) {
        self.progress.stop();
    }
}

/// Sends on what comes in the order of the input.
struct Sending<'s> {
    making: &'s Making,
    send: &'s SyncSender<io::Result<RecordBatch>>,
    pending: Vec<RecordBatch>,
    rows: usize,
    unread: &'s Mutex<Unread>,
}

impl Sending<'_> {
    fn take(&mut self, event: Event<io::Result<Made>>) -> io::Result<()> {
        match event {
            Event::Part(part) => self.part(part),
            Event::Unread(Failure { name, message, help, .. }) => {
                let mut unread = self.unread.lock().unwrap_or_else(PoisonError::into_inner);
                unread.push((name.clone(), message.clone()));
                drop(unread);
                self.file([&name, "unreadable", &message], help.as_deref(), Severity::Error)
            }
            Event::NoRecords(name) => {
                self.file([&name, "no-records", "the file holds no records"], None, Severity::Note)
            }
        }
    }

    fn file(&mut self, said: [&str; 3], help: Option<&str>, severity: Severity) -> io::Result<()> {
        if self.making.rows != Rows::Diagnostics {
            return Ok(());
        }
        let batch = of_file(self.making, said, help, severity)?;
        self.batch(batch)
    }

    fn part(&mut self, part: Part<io::Result<Made>>) -> io::Result<()> {
        self.made(part.found?, Counts { records: part.before, lines: 0 })
    }

    /// Takes rows of records before which so many stand in the file.
    fn made(&mut self, made: Made, before: Counts) -> io::Result<()> {
        let Made { batches, open } = made;
        for (index, mut batch) in batches.into_iter().enumerate() {
            let mut mask = vec![true; batch.num_rows()];
            let mut is_whole = true;
            for (_, rows, decision, number) in open.iter().filter(|(of, ..)| *of == index) {
                if !decision.with(Numbers::of_only_file(before.records + number)) {
                    mask[rows.clone()].fill(false);
                    is_whole = false;
                }
            }
            if !is_whole {
                batch = filter_record_batch(&batch, &BooleanArray::from(mask)).map_err(io::Error::other)?;
            }
            let batch = super::cells::renumbered(batch, before).map_err(io::Error::other)?;
            self.batch(batch)?;
        }
        Ok(())
    }

    fn batch(&mut self, batch: RecordBatch) -> io::Result<()> {
        self.rows += batch.num_rows();
        self.pending.push(batch);
        if self.rows >= LEAST { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        let batch = match &self.pending[..] {
            [] => return Ok(()),
            [one] => one.clone(),
            several => concat_batches(&self.making.schema, several).map_err(io::Error::other)?,
        };
        self.pending.clear();
        self.rows = 0;
        if batch.num_rows() == 0 {
            return Ok(());
        }
        self.send.send(Ok(batch)).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}
