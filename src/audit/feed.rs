//! Reads inputs and cuts them into chunks: what the feeding thread does.

use std::cell::Cell;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, sync_channel};

use super::chunk::{Chunk, Cut, Cutter, Origin, Whole};
use super::judge::Judge;
use super::result::ChunkResult;
use super::{Options, Progress};
use crate::archive::{Failure, FailureKind};
use crate::check::Checker;
use crate::formats::foreign::{Encoding, Foreign};
use crate::formats::{Format, Given, Records, Start};
use crate::input;
use crate::source::Source;

/// What goes to the threads that judge.
pub(super) struct Work {
    pub(super) number: u64,
    pub(super) chunk: Chunk,
}

/// The results of those threads, or of the feeder itself.
pub(super) enum Message {
    ChunkResult(Box<ChunkResult>),
    Unread(Failure),
    /// An input that holds no records.
    NoRecords(String),
    Failed(io::Error),
    /// From here on the input is read record by record. The reader asks for the record that has begun before.
    Endless(SyncSender<Option<Begun>>),
}

/// The start of a record whose end is not known.
pub(super) struct Begun {
    pub(super) bytes: Vec<u8>,
    pub(super) start: Start,
}

/// Takes inputs and cuts them into chunks.
pub struct Feeder<'f> {
    pub(super) options: &'f Options,
    /// How many more invalid records the page takes.
    pub(super) room: &'f AtomicU64,
    pub(super) progress: &'f Progress,
    pub(super) work: SyncSender<Work>,
    pub(super) past: Sender<(u64, Message)>,
    pub(super) buffers: Receiver<Vec<u8>>,
    /// A buffer that was taken and not sent on.
    pub(super) spare: Option<Vec<u8>>,
    pub(super) number: u64,
    pub(super) inputs: u64,
}

impl std::fmt::Debug for Feeder<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Feeder").field("number", &self.number).finish_non_exhaustive()
    }
}

/// Knows how far an input has been read.
struct Counting<'c, R> {
    reader: R,
    read: &'c Cell<u64>,
}

impl<R: Read> Read for Counting<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.read.set(self.read.get() + count as u64);
        Ok(count)
    }
}

/// Tells the caller that feeds to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;

/// A reader that ends as soon as the audit has to end, even within a record.
struct Stoppable<'r> {
    reader: &'r mut dyn Read,
    progress: &'r Progress,
}

impl Read for Stoppable<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.progress.stop.load(Ordering::Relaxed) {
            return Ok(0);
        }
        self.reader.read(bytes)
    }
}

impl Feeder<'_> {
    /// Reads an input to its end.
    ///
    /// # Errors
    /// [`Stopped`] if the audit has to end.
    pub fn input(&mut self, name: &str, format: Format, reader: &mut dyn Read) -> Result<(), Stopped> {
        self.inputs += 1;
        let origin = Arc::new(Origin { name: name.to_owned(), format });
        let mut reader = Stoppable { reader, progress: self.progress };
        let given = Given { file: Some(name.to_owned()), ..self.options.given.clone() };
        let Some(partition) = format.partition(self.options.max_record, &given) else {
            return self.uncut(&origin, &mut reader);
        };
        let mut cutter = Cutter::new(&mut reader, partition.clone(), self.options.chunk, self.options.max_record);
        let mut whole = Arc::new(Whole::default());
        loop {
            if self.progress.stop.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
            let buffer = self.buffer()?;
            let cut = cutter.next(buffer);
            // If the audit is ended early, the reader may end anywhere: its last record may be incomplete.
            if self.progress.stop.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
            if let Ok(Some(cut)) = &cut
                && cut.offset == 0
                && format.is_utf8()
                && let Some(encoding) = Encoding::of(&cut.bytes)
            {
                self.spare = Some(Vec::new());
                return self.foreign(&origin, Foreign::new(encoding, cut.bytes.len()));
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
                        whole = Arc::new(Whole::of(format, &partition, &bytes, self.options).unwrap_or_default());
                    }
                    let mut start = Start::of_line(offset, line);
                    if let Some(begun) = self.begun()? {
                        bytes = [begun.bytes, bytes].concat();
                        start = begun.start;
                    }
                    let rest = io::Cursor::new(bytes).chain(cutter.into_reader());
                    return self.rest(&origin, &whole, rest, start);
                }
                Ok(Some(mut cut)) => {
                    if cut.offset == 0 {
                        match Whole::of(format, &partition, &cut.bytes[..cut.extent], self.options) {
                            Ok(found) => whole = Arc::new(found),
                            Err(error) => {
                                self.spare = Some(cut.bytes);
                                self.broken(name, &error);
                                return Ok(());
                            }
                        }
                        if let Some(known) = &whole.partition
                            && !Arc::ptr_eq(known, &partition)
                            && !cutter.recut(&mut cut, known)
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
                            whole =
                                Arc::new(Whole::of(format, &partition, &cut.bytes, self.options).unwrap_or_default());
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

    /// A buffer, as soon as one is free. Their number is fixed, so that memory stays bounded.
    fn buffer(&mut self) -> Result<Vec<u8>, Stopped> {
        self.spare.take().map_or_else(|| self.buffers.recv().map_err(|_| Stopped), Ok)
    }

    /// An input whose reader has failed. An archive reports its own failures again, by a separate call.
    fn broken(&mut self, name: &str, error: &io::Error) {
        if Failure::of(error).is_none() {
            let (name, message) = (name.to_owned(), error.to_string());
            self.unread(Failure { name, kind: FailureKind::Io, message, help: None });
        }
    }

    /// Reports an input that could not be read.
    pub fn unread(&mut self, unread: Failure) {
        let number = self.next();
        // If nobody listens any more, the audit is over.
        let _ = self.past.send((number, Message::Unread(unread)));
    }

    /// Reports an input that is in no format of this program.
    pub fn no_records(&mut self, name: &str) {
        let number = self.next();
        let _ = self.past.send((number, Message::NoRecords(name.to_owned())));
    }

    fn next(&mut self) -> u64 {
        self.number += 1;
        self.number - 1
    }

    fn chunk(&mut self, origin: &Arc<Origin>, cut: Cut, whole: &mut Arc<Whole>) -> Result<(), Stopped> {
        let Cut { bytes, extent, offset, line, last, .. } = cut;
        self.progress.bytes.fetch_add(extent as u64, Ordering::Relaxed);
        let start = Start::of_line(offset, line);
        let chunk = Chunk { origin: origin.clone(), bytes, extent, start, whole: whole.clone(), last };
        if let Some(after) = whole.after(&chunk.bytes[..extent], start) {
            *whole = Arc::new(after);
        }
        let number = self.next();
        self.work.send(Work { number, chunk }).map_err(|_| Stopped)
    }

    /// Waits until everything before is settled: the record that has begun there, if one has.
    fn begun(&mut self) -> Result<Option<Begun>, Stopped> {
        let (reply, answer) = sync_channel(1);
        let number = self.next();
        self.past.send((number, Message::Endless(reply))).map_err(|_| Stopped)?;
        answer.recv().map_err(|_| Stopped)
    }

    /// Reports an input in an encoding that the program does not read.
    fn foreign(&mut self, origin: &Arc<Origin>, mut record: Foreign) -> Result<(), Stopped> {
        let mut judge = Judge::new(self.options, self.room);
        if record.advance().and_then(|_| judge.one(&mut record, origin)).is_ok() {
            self.hand_over(&mut judge, origin)?;
        }
        Ok(())
    }

    /// Judges the rest of an input in which no cut was found.
    fn rest(&mut self, origin: &Arc<Origin>, whole: &Whole, reader: impl Read, start: Start) -> Result<(), Stopped> {
        let Some(partition) = &whole.partition else { return Ok(()) };
        let mut judge = Judge::new(self.options, self.room);
        judge.begin(start.offset, &whole.systems);
        let read = Cell::new(start.offset);
        let reader: Box<dyn Read + '_> = Box::new(Counting { reader, read: &read });
        match partition.read(Source::within(reader, start.offset, start.line), start) {
            Ok(mut records) => self.record_by_record(origin, &mut judge, &mut *records, &read),
            Err(error) => {
                self.broken(&origin.name, &error);
                Ok(())
            }
        }
    }

    /// Judges an input of a format that cannot be cut.
    fn uncut(&mut self, origin: &Arc<Origin>, reader: &mut dyn Read) -> Result<(), Stopped> {
        let read = Cell::new(0);
        let reader = Counting { reader, read: &read };
        let mut checker = Checker::new(self.options.defaults.clone());
        let given = Given { file: Some(origin.name.clone()), ..self.options.given.clone() };
        match input::records_given(reader, origin.format, self.options.max_record, &given, &mut checker) {
            Ok(mut records) => {
                let mut judge = Judge::new(self.options, self.room);
                judge.begin(0, checker.systems());
                self.record_by_record(origin, &mut judge, &mut *records, &read)
            }
            Err(error) => {
                self.broken(&origin.name, &error);
                Ok(())
            }
        }
    }

    /// Judges records up to the end of an input, one after the other, here and now. `read`: how many bytes of the input
    /// have been read.
    fn record_by_record(
        &mut self,
        origin: &Arc<Origin>,
        judge: &mut Judge<'_>,
        records: &mut dyn Records,
        read: &Cell<u64>,
    ) -> Result<(), Stopped> {
        const RECORDS: u64 = 1000;
        loop {
            for _ in 0..RECORDS {
                if self.progress.stop.load(Ordering::Relaxed) {
                    return Err(Stopped);
                }
                let more = records.advance().and_then(|more| {
                    if more && !self.progress.stop.load(Ordering::Relaxed) {
                        judge.one(records, origin)?;
                    }
                    Ok(more)
                });
                match more {
                    Ok(true) => {}
                    Ok(false) => {
                        judge.end(read.get());
                        self.hand_over(judge, origin)?;
                        return Ok(());
                    }
                    Err(error) => {
                        self.hand_over(judge, origin)?;
                        self.broken(&origin.name, &error);
                        return Ok(());
                    }
                }
            }
            self.hand_over(judge, origin)?;
        }
    }

    /// Hands over what was judged here. It takes a place in the queue like a buffer, so that this thread waits for a
    /// slow merger.
    fn hand_over(&mut self, judge: &mut Judge<'_>, origin: &Arc<Origin>) -> Result<(), Stopped> {
        self.buffer()?;
        let number = self.next();
        let done = Box::new(judge.done(origin.clone()));
        self.progress.bytes.fetch_add(done.record_bytes, Ordering::Relaxed);
        let _ = self.past.send((number, Message::ChunkResult(done)));
        Ok(())
    }
}
