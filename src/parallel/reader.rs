//! Reads inputs and cuts them into chunks, which go to the threads that work.

use std::cell::Cell;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, sync_channel};

use super::chunk::{Chunk, Origin, Whole};
use super::feed::{Beginning, Begun, Message, Stopped, Takes, Work, Workers};
use super::walk::Walker;
use super::{Plan, Progress, Task};
use crate::archive::Failure;
use crate::check::Checker;
use crate::formats::cutter::{Cut, Cutter};
use crate::formats::foreign::{Encoding, Foreign};
use crate::formats::{Format, Given, Records, Start};
use crate::input;
use crate::source::Source;

/// Reads inputs and cuts them into chunks.
pub(super) struct Reader<'f, T: Task> {
    pub(super) plan: &'f Plan,
    pub(super) task: &'f T,
    pub(super) progress: &'f Progress,
    pub(super) workers: Workers<T::Worker<'f>>,
    pub(super) past: Sender<(u64, Message<T::Part>)>,
    /// Where used buffers come back; `None` if none comes back before the input ends.
    pub(super) buffers: Option<Receiver<Vec<u8>>>,
    /// A buffer that was taken but not sent.
    pub(super) spare: Option<Vec<u8>>,
    pub(super) number: u64,
    pub(super) inputs: u64,
}

/// Counts how far an input has been read.
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

/// A reader that ends as soon as the work has to end, even within a record.
struct Stoppable<'r> {
    reader: &'r mut dyn Read,
    progress: &'r Progress,
}

impl Read for Stoppable<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.progress.is_stopped() {
            return Ok(0);
        }
        self.reader.read(bytes)
    }
}

impl<T: Task> Takes for Reader<'_, T> {
    fn given(&self) -> &Given {
        &self.plan.given
    }

    fn input(&mut self, name: &str, path: &str, format: Format, reader: &mut dyn Read) -> Result<(), Stopped> {
        self.inputs += 1;
        let (name, path) = (name.to_owned(), path.to_owned());
        let origin = Arc::new(Origin { name, path, format, before: 0, is_within: false });
        let mut reader = Stoppable { reader, progress: self.progress };
        let given = self.plan.given(&origin);
        let Some(partition) = format.partition(self.plan.max_record, &given) else {
            return self.uncut(&origin, &mut reader);
        };
        if format.info().is_utf8 && given.encoding.is_some_and(|encoding| encoding != encoding_rs::UTF_8) {
            return self.uncut(&origin, &mut reader);
        }
        let mut cutter = Cutter::new(&mut reader, partition.clone(), self.plan.chunk, self.plan.max_record);
        let look = cutter.look();
        // If the work is ended early, the reader may end anywhere: the last record may be incomplete.
        if self.progress.is_stopped() {
            return Err(Stopped);
        }
        if format.info().is_utf8
            && let Some(encoding) = Encoding::of(look.read)
        {
            if encoding.read().is_some() {
                return self.uncut(&origin, &mut cutter.into_reader());
            }
            return self.foreign(&origin, Foreign::new(encoding, look.read.len()));
        }
        let whole = match look.read {
            [] => Ok(Whole::default()),
            _ => Whole::of(format, &partition, &look, self.plan),
        };
        match whole {
            Ok(whole) => {
                if let Some(known) = &whole.partition {
                    cutter.cut_by(known);
                }
                self.chunks(&origin, cutter, Start::of_line(0, 1), whole)
            }
            Err(error) => {
                let error = cutter.failure().unwrap_or(error);
                self.broken(&origin.name, &error);
                Ok(())
            }
        }
    }

    fn part(&mut self, name: &str, format: Format, reader: &mut dyn Read, beginning: Beginning) -> Result<(), Stopped> {
        let Beginning { start, partition, systems, before } = beginning;
        self.inputs += u64::from(start.offset == 0);
        let is_within = start.offset > 0 && before.is_none();
        let before = before.unwrap_or_default();
        let origin = Arc::new(Origin { name: name.to_owned(), path: name.to_owned(), format, before, is_within });
        let mut reader = Stoppable { reader, progress: self.progress };
        let cutter = Cutter::new(&mut reader, partition.clone(), self.plan.chunk, self.plan.max_record).from(start);
        let whole = Whole { systems, partition: Some(partition.clone()), head: Arc::default() };
        self.chunks(&origin, cutter, start, whole)
    }

    fn unread(&mut self, unread: Failure) {
        let number = self.next();
        // If nobody listens any more, the work is over.
        let _ = self.past.send((number, Message::Unread(unread)));
    }

    fn no_records(&mut self, name: &str) {
        let number = self.next();
        let _ = self.past.send((number, Message::NoRecords(name.to_owned())));
    }
}

impl<T: Task> Reader<'_, T> {
    /// Cuts an input into chunks, from `first` on. `whole` is what is known about the input there.
    fn chunks(
        &mut self,
        origin: &Arc<Origin>,
        mut cutter: Cutter<'_>,
        first: Start,
        whole: Whole,
    ) -> Result<(), Stopped> {
        let mut whole = Arc::new(whole);
        loop {
            if self.progress.is_stopped() {
                return Err(Stopped);
            }
            let buffer = self.buffer()?;
            let cut = cutter.next(buffer);
            if self.progress.is_stopped() {
                return Err(Stopped);
            }
            let Some(cut) = cut else {
                self.spare = Some(Vec::new());
                break;
            };
            if cut.endless {
                self.spare = Some(Vec::new());
                let mut start = start_of(&cut, first);
                let mut bytes = cut.bytes;
                if let Some(begun) = self.begun()? {
                    bytes = [begun.bytes, bytes].concat();
                    start = begun.start;
                }
                let rest = io::Cursor::new(bytes).chain(cutter.into_reader());
                return self.rest(origin, &whole, rest, start);
            }
            let last = cut.last;
            self.chunk(origin, cut, first, &mut whole)?;
            if last {
                break;
            }
        }
        if let Some(error) = cutter.failure() {
            self.broken(&origin.name, &error);
        }
        Ok(())
    }

    /// A buffer, as soon as one is free. Their number is fixed, so that memory stays bounded.
    fn buffer(&mut self) -> Result<Vec<u8>, Stopped> {
        match (self.spare.take(), &self.buffers) {
            (None, Some(buffers)) => buffers.recv().map_err(|_| Stopped),
            // If none comes back, the input is short: few are needed.
            (spare, _) => Ok(spare.unwrap_or_default()),
        }
    }

    /// Reports an input whose reader has failed. An archive reports its own failures by a separate call.
    fn broken(&mut self, name: &str, error: &io::Error) {
        if Failure::of(error).is_none() {
            self.unread(Failure::io(name, error));
        }
    }

    fn next(&mut self) -> u64 {
        self.number += 1;
        self.number - 1
    }

    fn chunk(&mut self, origin: &Arc<Origin>, cut: Cut, first: Start, whole: &mut Arc<Whole>) -> Result<(), Stopped> {
        let start = start_of(&cut, first);
        let Cut { bytes, extent, last, is_torn, .. } = cut;
        self.progress.bytes.fetch_add(extent as u64, Ordering::Relaxed);
        let chunk = Chunk { origin: origin.clone(), bytes, extent, start, whole: whole.clone(), last, is_torn };
        if let Some(after) = whole.after(&chunk.bytes[..extent], start) {
            *whole = Arc::new(after);
        }
        let work = Work { number: self.next(), chunk };
        self.workers.take(work, &self.past)
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
        let mut walker = Walker::new(self.plan, self.task.worker());
        match record.advance().and_then(|_| walker.one(&mut record, origin)) {
            Ok(_) => self.hand_over(&mut walker, origin)?,
            Err(error) => self.broken(&origin.name, &error),
        }
        Ok(())
    }

    /// Reads the rest of an input that cannot be cut.
    fn rest(&mut self, origin: &Arc<Origin>, whole: &Whole, reader: impl Read, start: Start) -> Result<(), Stopped> {
        let Some(partition) = &whole.partition else { return Ok(()) };
        let mut walker = Walker::new(self.plan, self.task.worker());
        walker.begin(start.offset, &whole.systems);
        let read = Cell::new(start.offset);
        let reader: Box<dyn Read + '_> = Box::new(Counting { reader, read: &read });
        let source = Source::within(reader, start.offset, start.line).indented(start.indent);
        match partition.read(source, start) {
            Ok(mut records) => self.record_by_record(origin, &mut walker, &mut *records, &read),
            Err(error) => {
                self.broken(&origin.name, &error);
                Ok(())
            }
        }
    }

    /// Reads an input of a format that cannot be cut.
    fn uncut(&mut self, origin: &Arc<Origin>, reader: &mut dyn Read) -> Result<(), Stopped> {
        let read = Cell::new(0);
        let reader = Counting { reader, read: &read };
        let mut checker = Checker::new(self.plan.defaults.clone());
        let given = self.plan.given(origin);
        match input::records_given(reader, origin.format, self.plan.max_record, &given, &mut checker) {
            Ok(mut records) => {
                let mut walker = Walker::new(self.plan, self.task.worker());
                walker.begin(0, checker.systems());
                self.record_by_record(origin, &mut walker, &mut *records, &read)
            }
            Err(error) => {
                self.broken(&origin.name, &error);
                Ok(())
            }
        }
    }

    /// Takes records up to the end of an input, one after the other, here and now. `read`: how many bytes of the input
    /// have been read.
    fn record_by_record(
        &mut self,
        origin: &Arc<Origin>,
        walker: &mut Walker<T::Worker<'_>>,
        records: &mut dyn Records,
        read: &Cell<u64>,
    ) -> Result<(), Stopped> {
        const RECORDS: u64 = 1000;
        walker.prepare(records);
        loop {
            for _ in 0..RECORDS {
                if self.progress.is_stopped() {
                    return Err(Stopped);
                }
                let more = records.advance().and_then(|more| {
                    if more && !self.progress.is_stopped() {
                        walker.one(records, origin)?;
                    }
                    Ok(more)
                });
                match more {
                    Ok(true) => {}
                    Ok(false) => {
                        walker.end(read.get());
                        self.hand_over(walker, origin)?;
                        return Ok(());
                    }
                    Err(error) => {
                        self.hand_over(walker, origin)?;
                        self.broken(&origin.name, &error);
                        return Ok(());
                    }
                }
            }
            self.hand_over(walker, origin)?;
        }
    }

    /// Hands over results of this thread. They take a place in the queue like a buffer, so this thread waits for a slow
    /// merger.
    fn hand_over(&mut self, walker: &mut Walker<T::Worker<'_>>, origin: &Arc<Origin>) -> Result<(), Stopped> {
        self.buffer()?;
        let number = self.next();
        let done = Box::new(walker.done(origin.clone()));
        self.progress.bytes.fetch_add(done.part.record_bytes, Ordering::Relaxed);
        let _ = self.past.send((number, Message::Walked(done)));
        Ok(())
    }
}

/// Where a chunk of an input begins that is read from `first` on. Only the first begins right after a record on its line.
fn start_of(cut: &Cut, first: Start) -> Start {
    if cut.start.offset == first.offset { first } else { cut.start }
}
