//! Walks through the records of chunks: what one thread does.

use std::io;
use std::sync::Arc;

use super::chunk::{Chunk, Origin};
use super::part::{Part, Straddling, Walked};
use super::{At, Plan, Worker};
use crate::check::{Checker, Systems};
use crate::formats::{Records, Start};
use crate::source::{Held, Source};

/// Walks through chunks one after the other, and gives their records to a worker.
#[derive(Debug)]
pub(super) struct Walker<W> {
    worker: W,
    checker: Checker,
    record_bytes: u64,
    between: u64,
    /// How many records of this part have been read.
    records: u64,
    /// The byte at which the last record ended.
    end: u64,
}

impl<W: Worker> Walker<W> {
    pub(super) fn new(plan: &Plan, worker: W) -> Walker<W> {
        let checker = Checker::new(plan.defaults.clone()).strict(plan.strict);
        Walker { worker, checker, record_bytes: 0, between: 0, records: 0, end: 0 }
    }

    /// Begins at byte `offset` of an input. Its records are written in `systems`.
    pub(super) fn begin(&mut self, offset: u64, systems: &Systems) {
        self.end = offset;
        self.checker.go_on_with(systems);
    }

    /// Ends at byte `offset` of an input, and counts the bytes after the last record.
    pub(super) fn end(&mut self, offset: u64) {
        self.between += offset.saturating_sub(self.end);
        self.end = self.end.max(offset);
    }

    /// Takes the records of a chunk.
    pub(super) fn chunk(&mut self, chunk: Chunk) -> io::Result<Walked<W::Part>> {
        let Chunk { origin, bytes, extent, start, whole, last } = chunk;
        let Start { offset, line, .. } = start;
        let extent = if last { bytes.len() } else { extent };
        self.checker.go_on_with(&whole.systems);
        self.end = offset;
        let until = if last { u64::MAX } else { offset + extent as u64 };
        let bytes = Arc::new(Held::from(bytes));
        let straddling = match &whole.partition {
            Some(partition) => {
                let mut records = partition.read(Source::held(bytes.clone(), offset, line), start)?;
                self.records(&mut *records, &origin, until)?
            }
            None => None,
        };
        // The reader is gone: nobody else holds them.
        let bytes = Arc::try_unwrap(bytes).map_or_else(|bytes| bytes.as_bytes().to_vec(), Held::into_bytes);
        let straddling = straddling.map(|start| Straddling { from: (start.offset - offset) as usize, start });
        // A record that goes on in the next chunk is read there. The bytes before it are counted here.
        let settled = straddling.map_or(extent, |straddling| straddling.from);
        self.between += (offset + settled as u64).saturating_sub(self.end);
        let mut done = self.done(origin);
        (done.bytes, done.extent, done.straddling) = (bytes, extent, straddling);
        done.part.head = whole.head.clone();
        (done.last, done.whole) = (last, whole);
        Ok(done)
    }

    /// Hands over what was found since the last call.
    pub(super) fn done(&mut self, origin: Arc<Origin>) -> Walked<W::Part> {
        let part = Part {
            origin,
            head: Arc::default(),
            found: self.worker.part(),
            is_first: false,
            before: 0,
            records: std::mem::take(&mut self.records),
            record_bytes: std::mem::take(&mut self.record_bytes),
            between: std::mem::take(&mut self.between),
            bytes: 0,
        };
        Walked { part, bytes: Vec::new(), extent: 0, straddling: None, last: false, whole: Arc::default() }
    }

    /// Takes the records that end before `until`. Returns where a record begins that goes on after it.
    fn records(&mut self, records: &mut dyn Records, origin: &Origin, until: u64) -> io::Result<Option<Start>> {
        loop {
            if !records.advance()? {
                return Ok(None);
            }
            let extent = records.extent();
            if extent.start >= until {
                return Ok(None);
            }
            if until != u64::MAX && extent.end > until {
                return Ok(Some(records.start()));
            }
            self.one(records, origin)?;
        }
    }

    /// Takes the current record.
    pub(super) fn one(&mut self, records: &mut dyn Records, origin: &Origin) -> io::Result<()> {
        let extent = records.extent();
        self.between += extent.start.saturating_sub(self.end);
        self.record_bytes += extent.end - extent.start;
        self.end = extent.end;
        self.records += 1;
        let at = At { name: &origin.name, format: origin.format, number: self.records };
        self.worker.record(records, at, &mut self.checker)
    }
}
