//! Judges whole archives on several threads, and says what they are made of.
//!
//! One thread reads inputs and cuts them into chunks of whole records (`chunk`), several judge chunks (`judge`), and the
//! caller's own puts what they found together in the order of the input (`merge`). So the result does not depend on the
//! number of threads, and memory not on the size of the archive: a fixed number of buffers goes round.
//!
//! - `twins` finds games that are there more than once;
//! - `tally` counts, `entries` and `write` spell reports, `summary` tells people and programs what was found.
//!
#![doc = include_str!("guide.md")]

mod chunk;
mod entries;
mod judge;
mod merge;
pub mod summary;
pub mod tally;
pub mod twins;
mod write;

use std::io::{self, Read, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use crate::MAX_RECORD;
use crate::archive::{Failure, FailureKind};
use crate::check::Checker;
use crate::formats::csv::Csv;
use crate::formats::jsonl::JsonLines;
use crate::formats::lines::Lines;
use crate::formats::transcript::Transcripts;
use crate::formats::{Format, Given, Records};
use crate::record::Place;
use crate::settings::Defaults;
use crate::source::Source;

use chunk::{Chunk, Cut, Cutter, Origin, Start, Whole};
use judge::{Done, Judge};
use merge::Merger;
pub use summary::Summary;
pub use twins::Gather;
pub use write::Form;

/// How an archive is judged and reported.
#[derive(Debug, Clone)]
pub struct Options {
    /// What the caller knows of records.
    pub defaults: Defaults,
    /// What the caller knows of tables and JSON Lines.
    pub given: Given,
    /// Whether only canonical text is accepted.
    pub strict: bool,
    /// Whether warnings are errors.
    pub deny_warnings: bool,
    /// The longest record, in bytes.
    pub max_record: usize,
    /// How many threads judge.
    pub jobs: usize,
    /// What the report is written in.
    pub form: Form,
    /// Whether the report leaves valid records out.
    pub only_invalid: bool,
    /// How many diagnostics a report of diagnostics shows at most.
    pub max_diagnostics: u64,
    /// Whether invalid records are written to the rejects.
    pub rejects: bool,
    /// What is gathered of games.
    pub gather: Gather,
    /// How many bytes are judged at once, about. Nothing depends on it; tests make it small.
    #[doc(hidden)]
    pub chunk: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            defaults: Defaults::default(),
            given: Given::default(),
            strict: false,
            deny_warnings: false,
            max_record: MAX_RECORD,
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            form: Form::default(),
            only_invalid: false,
            max_diagnostics: 100,
            rejects: false,
            gather: Gather::Nothing,
            chunk: chunk::CHUNK,
        }
    }
}

/// What can be seen of an audit while it goes on.
#[derive(Debug, Default)]
pub struct Progress {
    /// Bytes of records that have been read.
    pub bytes: AtomicU64,
    /// Records that have been judged.
    pub records: AtomicU64,
    /// Set by whoever wants the audit to end early: with a summary of what was judged until then.
    pub stop: AtomicBool,
}

/// Where the products of an audit go.
pub struct Products<'w> {
    /// The report.
    pub report: &'w mut dyn Write,
    /// The invalid records, if they are wanted.
    pub rejects: Option<&'w mut dyn Write>,
}

impl std::fmt::Debug for Products<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Products").field("rejects", &self.rejects.is_some()).finish_non_exhaustive()
    }
}

/// What goes to the threads that judge.
struct Work {
    number: u64,
    chunk: Chunk,
}

/// What comes back from them, or past them.
enum Found {
    Done(Box<Done>),
    Unread(Failure),
    Failed(io::Error),
    /// What follows is read record by record: whoever does that asks for a record that has begun before it.
    Endless(SyncSender<Option<Begun>>),
}

/// The start of a record whose end is not known.
struct Begun {
    bytes: Vec<u8>,
    start: Start,
}

/// Takes inputs and cuts them into chunks.
pub struct Feeder<'f> {
    options: &'f Options,
    progress: &'f Progress,
    work: SyncSender<Work>,
    past: Sender<(u64, Found)>,
    buffers: Receiver<Vec<u8>>,
    /// A buffer that was taken and not sent on.
    spare: Option<Vec<u8>>,
    number: u64,
    inputs: u64,
}

impl std::fmt::Debug for Feeder<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Feeder").field("number", &self.number).finish_non_exhaustive()
    }
}

/// Says that nothing more is wanted of the one who feeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Enough;

impl Feeder<'_> {
    /// Reads an input to its end.
    ///
    /// # Errors
    /// [`Enough`] if the audit is to end.
    pub fn input(&mut self, name: &str, format: Format, reader: &mut dyn Read) -> Result<(), Enough> {
        self.inputs += 1;
        let origin = Arc::new(Origin { name: name.to_owned(), format });
        let mut cutter = Cutter::new(reader, format, self.options.chunk, self.options.max_record);
        let mut whole = Arc::new(Whole::default());
        loop {
            if self.progress.stop.load(Ordering::Relaxed) {
                return Err(Enough);
            }
            let buffer = self.buffer()?;
            let cut = cutter.next(buffer);
            // Whoever ends the audit may end the reader too, anywhere: what came last is no whole record.
            if self.progress.stop.load(Ordering::Relaxed) {
                return Err(Enough);
            }
            match cut {
                Ok(None) => {
                    self.spare = Some(Vec::new());
                    return Ok(());
                }
                Ok(Some(cut)) if cut.endless => {
                    self.spare = Some(Vec::new());
                    let Cut { mut bytes, offset, line, .. } = cut;
                    if offset == 0 {
                        whole = Arc::new(self.find_whole(format, &bytes).unwrap_or_default());
                    }
                    let mut start = Start::of_line(offset, line);
                    if let Some(begun) = self.begun()? {
                        bytes = [begun.bytes, bytes].concat();
                        start = begun.start;
                    }
                    let rest = cutter.into_reader();
                    return self.record_by_record(&origin, &whole, io::Cursor::new(bytes).chain(rest), start);
                }
                Ok(Some(mut cut)) => {
                    if cut.offset == 0 {
                        match self.find_whole(format, &cut.bytes[..cut.extent]) {
                            Ok(found) => whole = Arc::new(found),
                            Err(error) => {
                                self.spare = Some(cut.bytes);
                                self.broken(name, &error);
                                return Ok(());
                            }
                        }
                        if let Some((columns, _)) = &whole.table
                            && !cutter.recut(&mut cut, columns)
                        {
                            let error = io::Error::new(io::ErrorKind::InvalidData, "its first rows are too long");
                            self.spare = Some(cut.bytes);
                            self.broken(name, &error);
                            return Ok(());
                        }
                    }
                    let last = cut.last;
                    self.chunk(&origin, cut, &mut whole)?;
                    if last {
                        return Ok(());
                    }
                }
                Err(error) => {
                    if let Some(cut) = cutter.salvage() {
                        if cut.offset == 0 {
                            whole = Arc::new(self.find_whole(format, &cut.bytes).unwrap_or_default());
                        }
                        self.chunk(&origin, cut, &mut whole)?;
                    } else {
                        self.spare = Some(Vec::new());
                    }
                    self.broken(name, &error);
                    return Ok(());
                }
            }
        }
    }

    /// A buffer, as soon as one is free: so many go round that memory stays within bounds.
    fn buffer(&mut self) -> Result<Vec<u8>, Enough> {
        self.spare.take().map_or_else(|| self.buffers.recv().map_err(|_| Enough), Ok)
    }

    /// An input whose reader has failed. What an archive says of itself it says again, by a call of its own.
    fn broken(&mut self, name: &str, error: &io::Error) {
        if Failure::of(error).is_none() {
            let (name, message) = (name.to_owned(), error.to_string());
            self.unread(Failure { name, kind: FailureKind::Io, message, help: None });
        }
    }

    /// Tells of an input that could not be read.
    pub fn unread(&mut self, unread: Failure) {
        let number = self.next();
        // If nobody listens any more, the audit is over.
        let _ = self.past.send((number, Found::Unread(unread)));
    }

    fn next(&mut self) -> u64 {
        self.number += 1;
        self.number - 1
    }

    fn chunk(&mut self, origin: &Arc<Origin>, cut: Cut, whole: &mut Arc<Whole>) -> Result<(), Enough> {
        let Cut { bytes, extent, offset, line, last, .. } = cut;
        self.progress.bytes.fetch_add(extent as u64, Ordering::Relaxed);
        let start = Start::of_line(offset, line);
        let chunk = Chunk { origin: origin.clone(), bytes, extent, start, whole: whole.clone(), last };
        // What is ambiguous is said once for a list.
        if offset == 0 {
            *whole = Arc::new(Whole { systems: whole.systems.told(), table: whole.table.clone() });
        }
        let number = self.next();
        self.work.send(Work { number, chunk }).map_err(|_| Enough)
    }

    /// What the start of an input tells of all of it.
    fn find_whole(&self, format: Format, bytes: &[u8]) -> io::Result<Whole> {
        let mut checker = Checker::new(self.options.defaults.clone());
        let (most, given) = (self.options.max_record, &self.options.given);
        let mut table = None;
        match format {
            Format::Transcript => {}
            Format::Lines => checker.begin_list(&mut Lines::new(bytes, most)?)?,
            Format::JsonLines => checker.begin_list(&mut JsonLines::new(bytes, most, given)?)?,
            Format::Csv => {
                let mut rows = Csv::new(bytes, most, given)?;
                checker.begin_list(&mut rows)?;
                let end = Place { offset: bytes.len() as u64, line: 1, ..Place::default() };
                let first = rows.first()?.unwrap_or(end);
                table = Some((rows.columns().clone(), first));
            }
        }
        Ok(Whole { systems: checker.systems().clone(), table })
    }

    /// Waits until everything before is settled: the record that has begun there, if one has.
    fn begun(&mut self) -> Result<Option<Begun>, Enough> {
        let (reply, answer) = sync_channel(1);
        let number = self.next();
        self.past.send((number, Found::Endless(reply))).map_err(|_| Enough)?;
        answer.recv().map_err(|_| Enough)
    }

    /// Judges the rest of an input in which no cut was found, one record after the other, here and now.
    fn record_by_record(
        &mut self,
        origin: &Arc<Origin>,
        whole: &Whole,
        reader: impl Read,
        start: Start,
    ) -> Result<(), Enough> {
        const RECORDS: u64 = 1000;
        let mut judge = Judge::new(self.options);
        judge.begin(start.offset, &whole.systems);
        let Start { offset, line, .. } = start;
        let from = Place { number: 1, offset, line, ..Place::default() };
        let (most, given) = (self.options.max_record, &self.options.given);
        let mut records: Box<dyn Records + '_> = match (origin.format, &whole.table) {
            (Format::Transcript, _) => {
                let mut source = Source::within(reader, offset, line);
                if offset == 0 && source.skip_mark().is_err() {
                    // The reader says it again as soon as it is asked for more.
                }
                let mut records = Transcripts::over(source, most);
                records.begin(start.indent, start.glued);
                Box::new(records)
            }
            (Format::Lines, _) => Box::new(Lines::over(Source::within(reader, offset, line), most)),
            (Format::JsonLines, _) => Box::new(JsonLines::within(reader, most, given, from)),
            (Format::Csv, Some((columns, _))) => Box::new(Csv::within(reader, columns.clone(), from)),
            // Without a first row there is no table.
            (Format::Csv, None) => return Ok(()),
        };
        loop {
            for _ in 0..RECORDS {
                if self.progress.stop.load(Ordering::Relaxed) {
                    return Err(Enough);
                }
                let more = records.advance().and_then(|more| {
                    if more && !self.progress.stop.load(Ordering::Relaxed) {
                        judge.one(&mut *records, origin)?;
                    }
                    Ok(more)
                });
                match more {
                    Ok(true) => {}
                    Ok(false) => {
                        self.hand_over(&mut judge, origin)?;
                        return Ok(());
                    }
                    Err(error) => {
                        self.hand_over(&mut judge, origin)?;
                        self.broken(&origin.name, &error);
                        return Ok(());
                    }
                }
            }
            self.hand_over(&mut judge, origin)?;
        }
    }

    /// Hands over what was judged here. That stands for a buffer: so it cannot run away from whoever takes it.
    fn hand_over(&mut self, judge: &mut Judge<'_>, origin: &Arc<Origin>) -> Result<(), Enough> {
        self.buffer()?;
        let number = self.next();
        let done = Box::new(judge.done(origin.clone()));
        self.progress.bytes.fetch_add(done.record_bytes, Ordering::Relaxed);
        let _ = self.past.send((number, Found::Done(done)));
        Ok(())
    }
}

/// Judges everything that `feed` hands to its feeder, and writes the products; `feed` runs on a thread of its own.
///
/// # Errors
/// What writing the products says. Whatever is wrong with inputs stands in the summary.
pub fn run(
    options: &Options,
    progress: &Progress,
    feed: impl FnOnce(&mut Feeder<'_>) + Send,
    products: Products<'_>,
) -> io::Result<Summary> {
    let jobs = options.jobs.clamp(1, 256);
    let (work, queue) = sync_channel::<Work>(jobs);
    let (past, results) = channel();
    let (give, buffers) = channel();
    for _ in 0..jobs * 2 + 3 {
        // The receiver is there: it goes to the feeder below.
        let _ = give.send(Vec::new());
    }
    let queue = Mutex::new(queue);
    std::thread::scope(|scope| {
        let feeder = Feeder { options, progress, work, past: past.clone(), buffers, spare: None, number: 0, inputs: 0 };
        let fed = scope.spawn(move || {
            let mut feeder = feeder;
            feed(&mut feeder);
            feeder.inputs
        });
        for _ in 0..jobs {
            let (queue, past) = (&queue, past.clone());
            scope.spawn(move || {
                let mut judge = Judge::new(options);
                let mut wanted = true;
                loop {
                    let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(Work { number, chunk }) = next else { return };
                    // When nobody wants results any more, what is still queued is taken so that the feeder can end.
                    if !wanted {
                        continue;
                    }
                    let result = match judge.chunk(chunk) {
                        Ok(done) => Found::Done(Box::new(done)),
                        Err(error) => Found::Failed(error),
                    };
                    wanted = past.send((number, result)).is_ok();
                }
            });
        }
        drop(past);
        let mut merger = Merger::new(options, progress, products, give);
        let merged = merger.all(&results);
        // After an error nobody takes results any more: the others must not wait for that.
        progress.stop.fetch_or(merged.is_err(), Ordering::Relaxed);
        let closed = merger.close(merged.is_ok());
        drop(results);
        drop(merger);
        let inputs = fed.join().unwrap_or_default();
        merged?;
        let mut summary = closed?;
        summary.inputs = inputs;
        summary.stopped = progress.stop.load(Ordering::Relaxed);
        Ok(summary)
    })
}
