//! Merges the results of chunks, in the order of the input.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender};

use super::chunk::{Chunk, Origin};
use super::feed::{Begun, Message};
use super::judge::Judge;
use super::result::{ChunkResult, Straddling};
use super::rewrite::Continued;
use super::{Options, Products, Progress, Summary};

/// Takes results in any order and merges them in the order of the input.
pub(super) struct Merger<'m, 'w, 'p> {
    options: &'m Options,
    progress: &'m Progress,
    products: Products<'w, 'p>,
    /// What was written before, where records are rewritten.
    continued: &'m mut Continued,
    /// Where buffers go back to.
    buffers: Sender<Vec<u8>>,
    waiting: BTreeMap<u64, Message>,
    next: u64,
    summary: Summary,
    /// The input of the last part, and how many of its records were read before the next.
    origin: Option<Arc<Origin>>,
    before: u64,
    /// The last part, if its last record does not end where it does: it goes on in the next.
    open: Option<Box<ChunkResult>>,
    judge: Judge<'m>,
    /// How many more invalid records the page takes, for the threads that prepare them.
    room: &'m AtomicU64,
    first: bool,
}

impl<'m, 'w, 'p> Merger<'m, 'w, 'p> {
    pub(super) fn new(
        options: &'m Options,
        progress: &'m Progress,
        products: Products<'w, 'p>,
        continued: &'m mut Continued,
        buffers: Sender<Vec<u8>>,
        room: &'m AtomicU64,
    ) -> Merger<'m, 'w, 'p> {
        Merger {
            options,
            progress,
            products,
            continued,
            buffers,
            waiting: BTreeMap::new(),
            next: 0,
            summary: Summary { games: options.defaults.games, ..Summary::default() },
            origin: None,
            before: 0,
            open: None,
            judge: Judge::new(options, room),
            room,
            first: true,
        }
    }

    /// Merges everything that comes.
    pub(super) fn all(&mut self, results: &Receiver<(u64, Message)>) -> io::Result<()> {
        let (head, ..) = self.options.form.frame(self.options.defaults.games);
        self.products.report.write_all(head.as_bytes())?;
        for (number, result) in results {
            self.waiting.insert(number, result);
            while let Some(result) = self.waiting.remove(&self.next) {
                self.next += 1;
                match result {
                    Message::ChunkResult(done) => self.done(done)?,
                    Message::Endless(reply) => self.settle(&reply)?,
                    Message::Unread(unread) => self.summary.unread.push(unread),
                    Message::NoRecords(name) => self.summary.no_records.push(name),
                    Message::Failed(error) => return Err(error),
                }
            }
        }
        // An early end may leave a record whose rest nobody has read.
        if let Some(done) = self.open.take() {
            self.part(done)?;
        }
        Ok(())
    }

    /// Ends the report, and hands the summary over.
    pub(super) fn close(&mut self, good: bool) -> io::Result<Summary> {
        if good {
            let (_, _, tail) = self.options.form.frame(self.options.defaults.games);
            self.products.report.write_all(tail.as_bytes())?;
        }
        Ok(std::mem::take(&mut self.summary))
    }

    /// The part whose last record goes on in the next, and where that record begins.
    fn take_open(&mut self) -> Option<(Box<ChunkResult>, Straddling)> {
        let open = self.open.take()?;
        let straddling = open.straddling?;
        Some((open, straddling))
    }

    /// Settles everything before what comes next, but for a record that has begun: hands over its bytes.
    fn settle(&mut self, reply: &SyncSender<Option<Begun>>) -> io::Result<()> {
        let mut begun = None;
        if let Some((open, straddling)) = self.take_open() {
            begun = Some(Begun { bytes: open.bytes[straddling.from..open.extent].to_vec(), start: straddling.start });
            self.part(open)?;
        }
        // If the feeder is gone, it needs no answer.
        let _ = reply.send(begun);
        Ok(())
    }

    /// A part whose turn has come.
    fn done(&mut self, mut done: Box<ChunkResult>) -> io::Result<()> {
        if let Some((open, straddling)) = self.take_open() {
            done = Box::new(self.again(&open, straddling, &done)?);
            self.part(open)?;
        }
        if done.straddling.is_some() {
            self.open = Some(done);
            return Ok(());
        }
        self.part(done)
    }

    /// Judges a part again, together with the record that began in the part before and does not end there.
    fn again(&mut self, open: &ChunkResult, straddling: Straddling, next: &ChunkResult) -> io::Result<ChunkResult> {
        let begun = &open.bytes[straddling.from..open.extent];
        let bytes = [begun, &next.bytes].concat();
        let extent = begun.len() + next.extent;
        self.judge.chunk(Chunk {
            origin: next.origin.clone(),
            bytes,
            extent,
            start: straddling.start,
            whole: next.whole.clone(),
            last: next.last,
        })
    }

    /// Adds a part to the whole.
    fn part(&mut self, mut done: Box<ChunkResult>) -> io::Result<()> {
        let same = self.origin.as_ref().is_some_and(|origin| Arc::ptr_eq(origin, &done.origin));
        if !same {
            self.origin = Some(done.origin.clone());
            self.before = 0;
            self.summary.gleanings.input(&done.origin.name);
        }
        let records = done.tally.records();
        let (_, between, _) = self.options.form.frame(self.options.defaults.games);
        let most = if self.options.form.is_of_records() {
            u64::MAX
        } else {
            self.options.max_diagnostics.saturating_sub(self.summary.shown)
        };
        let written = done.report.write(self.before, most, between, &mut self.first, self.products.report)?;
        if !self.options.form.is_of_records() {
            self.summary.shown += written;
            self.summary.hidden += done.hidden + (done.report.len() as u64 - written);
        }
        if let (Some(chunk), Some(messages)) = (done.rewritten.take(), &mut self.products.rejects) {
            self.summary.rewritten += chunk.count;
            chunk.write(self.continued, [self.products.report, *messages])?;
        } else if let Some(rejects) = &mut self.products.rejects {
            done.rejects.write(self.before, u64::MAX, "", &mut true, rejects)?;
        }
        if let Some(page) = &mut self.products.page {
            page.add(std::mem::take(&mut done.games), &done.origin.name, self.before)?;
            self.room.store(page.room(), Ordering::Relaxed);
        }
        self.summary.record_bytes += done.record_bytes;
        self.summary.between += done.between;
        self.summary.bytes += done.taken();
        self.progress.records.fetch_add(records, Ordering::Relaxed);
        self.summary.gleanings.add(&done.collected, self.before);
        self.summary.tally.merge(done.tally, self.before);
        self.before += records;
        let mut buffer = done.bytes;
        buffer.clear();
        // Memory that one very long record needed is freed; otherwise it would be held until the end.
        buffer.shrink_to(2 * self.options.chunk);
        // If the feeder is done, nobody needs buffers any more.
        let _ = self.buffers.send(buffer);
        Ok(())
    }
}
