//! Puts the results of chunks in the order of the input.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, Sender, SyncSender};

use super::chunk::{Chunk, Origin};
use super::feed::{Begun, Message};
use super::part::{Straddling, Walked};
use super::walk::Walker;
use super::{Event, Plan, Progress, Task};

/// Takes results in any order and hands them on in the order of the input.
pub(super) struct Merger<'m, T: Task + 'm> {
    plan: &'m Plan,
    progress: &'m Progress,
    each: &'m mut dyn FnMut(Event<T::Part>) -> io::Result<()>,
    /// Where buffers go back to.
    buffers: Sender<Vec<u8>>,
    waiting: BTreeMap<u64, Message<T::Part>>,
    next: u64,
    /// The input of the last part, and how many of its records were read before the next.
    origin: Option<Arc<Origin>>,
    before: u64,
    /// The last part, if its last record continues in the next one.
    open: Option<Box<Walked<T::Part>>>,
    walker: Walker<T::Worker<'m>>,
}

impl<'m, T: Task + 'm> Merger<'m, T> {
    pub(super) fn new(
        plan: &'m Plan,
        progress: &'m Progress,
        task: &'m T,
        buffers: Sender<Vec<u8>>,
        each: &'m mut dyn FnMut(Event<T::Part>) -> io::Result<()>,
    ) -> Merger<'m, T> {
        Merger {
            plan,
            progress,
            each,
            buffers,
            waiting: BTreeMap::new(),
            next: 0,
            origin: None,
            before: 0,
            open: None,
            walker: Walker::new(plan, task.worker()),
        }
    }

    /// Takes everything that comes.
    pub(super) fn all(&mut self, results: &Receiver<(u64, Message<T::Part>)>) -> io::Result<()> {
        for (number, result) in results {
            self.waiting.insert(number, result);
            while let Some(result) = self.waiting.remove(&self.next) {
                self.next += 1;
                match result {
                    Message::Walked(done) => self.done(done)?,
                    Message::Endless(reply) => self.settle(&reply)?,
                    Message::Unread(unread) => (self.each)(Event::Unread(unread))?,
                    Message::NoRecords(name) => (self.each)(Event::NoRecords(name))?,
                    Message::Failed(error) => return Err(error),
                    Message::Panicked(panic) => std::panic::resume_unwind(panic),
                }
            }
        }
        // After an early end, the rest of that record may not have been read by anybody.
        if let Some(done) = self.open.take() {
            self.part(*done)?;
        }
        self.end_input();
        Ok(())
    }

    /// The part whose last record continues in the next one, and where that record begins.
    fn take_open(&mut self) -> Option<(Box<Walked<T::Part>>, Straddling)> {
        let open = self.open.take()?;
        let straddling = open.straddling?;
        Some((open, straddling))
    }

    /// Settles everything before what comes next, but for a record that has begun: hands over its bytes.
    fn settle(&mut self, reply: &SyncSender<Option<Begun>>) -> io::Result<()> {
        let mut begun = None;
        if let Some((open, straddling)) = self.take_open() {
            begun = Some(Begun { bytes: open.bytes[straddling.from..open.extent].to_vec(), start: straddling.start });
            self.part(*open)?;
        }
        // If the reader is gone, it needs no answer.
        let _ = reply.send(begun);
        Ok(())
    }

    /// Handles the next part in order.
    fn done(&mut self, mut done: Box<Walked<T::Part>>) -> io::Result<()> {
        if let Some((open, straddling)) = self.take_open() {
            done = Box::new(self.again(&open, straddling, &done)?);
            self.part(*open)?;
        }
        if done.straddling.is_some() {
            self.open = Some(done);
            return Ok(());
        }
        self.part(*done)
    }

    /// Walks through a part again, together with the record that began in the part before and does not end there.
    fn again(
        &mut self,
        open: &Walked<T::Part>,
        straddling: Straddling,
        next: &Walked<T::Part>,
    ) -> io::Result<Walked<T::Part>> {
        let begun = &open.bytes[straddling.from..open.extent];
        let bytes = [begun, &next.bytes].concat();
        let extent = begun.len() + next.extent;
        self.walker.chunk(Chunk {
            origin: next.part.origin.clone(),
            bytes,
            extent,
            start: straddling.start,
            whole: next.whole.clone(),
            last: next.last,
            is_torn: next.is_torn,
        })
    }

    /// Reports how many records the last input has.
    fn end_input(&mut self) {
        if let (Some(tell), Some(origin)) = (self.plan.each_input, self.origin.take()) {
            tell(&origin.name, self.before - origin.before);
        }
    }

    /// Hands a part on.
    fn part(&mut self, done: Walked<T::Part>) -> io::Result<()> {
        let taken = done.taken();
        let Walked { mut part, bytes: mut buffer, .. } = done;
        let same = self.origin.as_ref().is_some_and(|origin| Arc::ptr_eq(origin, &part.origin));
        if !same {
            self.end_input();
            self.origin = Some(part.origin.clone());
            self.before = part.origin.before;
        }
        (part.is_first, part.before, part.bytes) = (!same, self.before, taken);
        self.before += part.records;
        self.progress.records.fetch_add(part.records, Ordering::Relaxed);
        (self.each)(Event::Part(part))?;
        // It is not emptied: the reader writes over what it holds.
        buffer.truncate(self.plan.chunk);
        // Memory that one very long record needed is freed; otherwise it would be held until the end.
        buffer.shrink_to(2 * self.plan.chunk);
        // If the reader is done, nobody needs buffers any more.
        let _ = self.buffers.send(buffer);
        Ok(())
    }
}
