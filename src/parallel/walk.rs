//! Walks through the records of chunks: what one thread does.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use super::chunk::{Chunk, Origin};
use super::part::{Part, Straddling, Walked};
use super::{At, Plan, Worker};
use crate::check::{Checker, Systems};
use crate::formats::cutter::Torn;
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
    /// The byte after the line end that follows the last record.
    line_end: u64,
}

impl<W: Worker> Walker<W> {
    pub(super) fn new(plan: &Plan, worker: W) -> Walker<W> {
        let checker = Checker::new(plan.defaults.clone()).strict(plan.strict);
        Walker { worker, checker, record_bytes: 0, between: 0, records: 0, end: 0, line_end: 0 }
    }

    /// Begins at byte `offset` of an input. Its records are written in `systems`.
    pub(super) fn begin(&mut self, offset: u64, systems: &Systems) {
        (self.end, self.line_end) = (offset, offset);
        self.checker.go_on_with(systems);
    }

    /// Ends at byte `offset` of an input, and counts the bytes after the last record.
    pub(super) fn end(&mut self, offset: u64) {
        self.between += offset.saturating_sub(self.end);
        self.end = self.end.max(offset);
    }

    /// Asks a reader for no more of its records than the worker needs.
    pub(super) fn prepare(&self, records: &mut dyn Records) {
        if self.worker.is_brief() {
            records.be_brief();
        }
    }

    /// Takes the records of a chunk.
    pub(super) fn chunk(&mut self, chunk: Chunk) -> io::Result<Walked<W::Part>> {
        let Chunk { origin, bytes, extent, start, whole, last, is_torn } = chunk;
        let Start { offset, line, indent, .. } = start;
        let extent = if last { bytes.len() } else { extent };
        self.checker.go_on_with(&whole.systems);
        (self.end, self.line_end) = (offset, offset);
        let until = if last { u64::MAX } else { offset + extent as u64 };
        let bytes = Arc::new(Held::from(bytes));
        let straddling = match &whole.partition {
            Some(partition) => {
                let source = if is_torn {
                    Source::within(Box::new(bytes.as_bytes().chain(Torn)) as Box<dyn Read>, offset, line)
                } else {
                    Source::held(bytes.clone(), offset, line)
                };
                let walked = partition.read(source.indented(indent), start).and_then(|mut records| {
                    self.prepare(&mut *records);
                    self.records(&mut *records, &origin, until, (bytes.as_bytes(), offset))
                });
                match walked {
                    // A record that continues there is not judged. The reader of the input reports why.
                    Err(error) if Torn::is_why(&error) => None,
                    walked => walked?,
                }
            }
            None => None,
        };
        let rest_end = straddling.map_or(offset + extent as u64, |start| start.offset);
        self.worker.rest(between((bytes.as_bytes(), offset), self.line_end, rest_end));
        // The reader is gone: nobody else holds them.
        let bytes = Arc::try_unwrap(bytes).map_or_else(|bytes| bytes.as_bytes().to_vec(), Held::into_bytes);
        let straddling = straddling.map(|start| Straddling { from: (start.offset - offset) as usize, start });
        // A record that continues in the next chunk is read there. The bytes before it are counted here.
        let settled = straddling.map_or(extent, |straddling| straddling.from);
        self.between += (offset + settled as u64).saturating_sub(self.end);
        let mut done = self.done(origin);
        (done.bytes, done.extent, done.straddling) = (bytes, extent, straddling);
        done.part.head = whole.head.clone();
        (done.last, done.is_torn, done.whole) = (last, is_torn, whole);
        Ok(done)
    }

    /// Hands over the results since the last call.
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
        Walked {
            part,
            bytes: Vec::new(),
            extent: 0,
            straddling: None,
            last: false,
            is_torn: false,
            whole: Arc::default(),
        }
    }

    /// Takes the records that end before `until`. Returns the start of a record that continues after it. `chunk`: the
    /// bytes of the chunk, and the place of the first in the input.
    fn records(
        &mut self,
        records: &mut dyn Records,
        origin: &Origin,
        until: u64,
        chunk: (&[u8], u64),
    ) -> io::Result<Option<Start>> {
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
            self.record(records, extent, origin, chunk)?;
        }
    }

    /// Takes the current record of an input that is not read in chunks.
    pub(super) fn one(&mut self, records: &mut dyn Records, origin: &Origin) -> io::Result<()> {
        let extent = records.extent();
        self.record(records, extent, origin, (&[], 0))
    }

    /// Takes the current record, which has this extent.
    fn record(
        &mut self,
        records: &mut dyn Records,
        extent: Range<u64>,
        origin: &Origin,
        chunk: (&[u8], u64),
    ) -> io::Result<()> {
        let gap = between(chunk, self.line_end, extent.start);
        self.between += extent.start.saturating_sub(self.end);
        self.record_bytes += extent.end - extent.start;
        self.end = extent.end;
        self.line_end = extent.end + records.line_end().len() as u64;
        self.records += 1;
        let at = At { name: &origin.name, format: origin.format, number: self.records, gap };
        self.worker.record(records, at, &mut self.checker)
    }
}

/// The bytes of an input between two places, if the chunk holds them.
fn between((bytes, start): (&[u8], u64), from: u64, to: u64) -> &[u8] {
    let place = |offset: u64| offset.checked_sub(start).and_then(|place| usize::try_from(place).ok());
    place(from).zip(place(to)).and_then(|(from, to)| bytes.get(from..to)).unwrap_or_default()
}
