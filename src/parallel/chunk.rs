//! Cuts an input into chunks of whole records, so that several threads can work on them.
//!
//! The format says where ([`Partition`]). Some formats only guess: transcripts are cut where a record seems to begin,
//! and only the reader of records can tell for certain. So every chunk also holds some of the text after it. Who walks
//! through the chunk sees whether its last record really ends there. If it does not (an unclosed comment that holds tags …),
//! the walk goes on to the real end.

use std::io::{self, Read};
use std::sync::Arc;

use super::Plan;
use crate::check::{Checker, Systems};
use crate::formats::{Format, Partition, Start};

/// How many bytes of an input are worked on at once, about.
pub const CHUNK: usize = 2 * 1024 * 1024;

/// The least that a chunk holds of the text after it, unless the input ends: enough for a tag line.
const AHEAD: usize = 8 * 1024;

/// An input: a file, or a member of an archive.
#[derive(Debug)]
pub struct Origin {
    /// Its name in reports.
    pub name: String,
    /// Its format.
    pub format: Format,
}

/// What is known of an input where a part of it begins.
#[derive(Debug, Clone, Default)]
pub(super) struct Whole {
    /// The notation systems of a list or a table.
    pub(super) systems: Systems,
    /// How the part is read; `None` if the start of the input made no sense.
    pub(super) partition: Option<Arc<dyn Partition>>,
    /// The bytes before the first record: a byte-order mark, the first row of a table.
    pub(super) head: Arc<[u8]>,
}

impl Whole {
    /// What `bytes`, the start of an input, tell of all of it.
    pub(super) fn of(format: Format, partition: &Arc<dyn Partition>, bytes: &[u8], plan: &Plan) -> io::Result<Whole> {
        let mut checker = Checker::new(plan.defaults.clone());
        let mut records = format.open(Box::new(bytes), plan.max_record, &plan.given)?;
        if let Some(sampled) = records.sampled() {
            checker.begin_list(sampled)?;
        }
        let partition = partition.begin(bytes)?.unwrap_or_else(|| partition.clone());
        let first = if records.advance()? { usize::try_from(records.extent().start).ok() } else { None };
        let head = Arc::from(first.and_then(|first| bytes.get(..first)).unwrap_or_default());
        Ok(Whole { systems: checker.systems().clone(), partition: Some(partition), head })
    }

    /// What is known after `part`, which begins at `start`; `None` if `part` adds nothing.
    pub(super) fn after(&self, part: &[u8], start: Start) -> Option<Whole> {
        let known = self.partition.as_ref()?;
        let after = known.after(part, start);
        // An ambiguity is reported once for a list.
        if after.is_none() && !self.systems.has_rivals() {
            return None;
        }
        let partition = after.unwrap_or_else(|| known.clone());
        Some(Whole { systems: self.systems.told(), partition: Some(partition), head: self.head.clone() })
    }
}

/// A part of an input.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) origin: Arc<Origin>,
    /// The bytes: records up to `extent`, then some of what follows.
    pub(super) bytes: Vec<u8>,
    pub(super) extent: usize,
    /// Where its first byte stands in the input.
    pub(super) start: Start,
    /// What is known of the input where it begins.
    pub(super) whole: Arc<Whole>,
    /// Whether the input ends with it.
    pub(super) last: bool,
}

/// Cuts one input.
pub(super) struct Cutter<'r> {
    reader: &'r mut dyn Read,
    partition: Arc<dyn Partition>,
    /// What was read and belongs to the next chunk.
    rest: Vec<u8>,
    offset: u64,
    line: u64,
    finished: bool,
    /// How much is cut off at once, about.
    size: usize,
    /// The most bytes that are read to find a cut.
    most: usize,
}

/// A part of an input that has been cut off, without its origin.
pub(super) struct Cut {
    pub(super) bytes: Vec<u8>,
    pub(super) extent: usize,
    pub(super) offset: u64,
    pub(super) line: u64,
    pub(super) last: bool,
    /// Whether no cut was found in as much as may be read: what follows is to be read record by record.
    pub(super) endless: bool,
}

impl<'r> Cutter<'r> {
    pub(super) fn new(
        reader: &'r mut dyn Read,
        partition: Arc<dyn Partition>,
        size: usize,
        most_record: usize,
    ) -> Cutter<'r> {
        let most = most_record.saturating_add(2 * size);
        Cutter { reader, partition, rest: Vec::new(), offset: 0, line: 1, finished: false, size, most }
    }

    /// The next chunk, in `buffer`; `None` at the end of the input.
    pub(super) fn next(&mut self, mut buffer: Vec<u8>) -> io::Result<Option<Cut>> {
        buffer.clear();
        buffer.append(&mut self.rest);
        let mut goal = self.size;
        loop {
            self.fill(&mut buffer, goal)?;
            if self.finished {
                if buffer.is_empty() {
                    return Ok(None);
                }
                return Ok(Some(self.cut(buffer, None, false)));
            }
            let boundary = self.partition.boundary(&buffer, AHEAD.min(self.size));
            if let Some(extent) = boundary.filter(|at| (1..=buffer.len()).contains(at)) {
                return Ok(Some(self.cut(buffer, Some(extent), false)));
            }
            if buffer.len() >= self.most {
                return Ok(Some(self.cut(buffer, None, true)));
            }
            goal = buffer.len() * 2;
        }
    }

    fn cut(&mut self, buffer: Vec<u8>, extent: Option<usize>, endless: bool) -> Cut {
        let length = extent.unwrap_or(buffer.len());
        self.rest.extend_from_slice(&buffer[length..]);
        let (offset, line) = (self.offset, self.line);
        self.offset += length as u64;
        self.line += memchr::memchr_iter(b'\n', &buffer[..length]).count() as u64;
        let last = extent.is_none() && !endless;
        Cut { bytes: buffer, extent: length, offset, line, last, endless }
    }

    /// Reads until `buffer` holds `goal` bytes or the input ends.
    fn fill(&mut self, buffer: &mut Vec<u8>, goal: usize) -> io::Result<()> {
        while buffer.len() < goal && !self.finished {
            let missing = goal - buffer.len();
            buffer.reserve_exact(missing);
            let most = missing as u64;
            // An interruption is no error: the reading goes on.
            match self.reader.take(most).read_to_end(buffer) {
                Ok(count) => self.finished = (count as u64) < most,
                Err(error) => {
                    // What was read before the damage is still worked on.
                    self.finished = true;
                    self.rest.append(buffer);
                    return Err(error);
                }
            }
        }
        Ok(())
    }

    /// Cuts the first part again, now that its start shows how; `false` if no record ends in it.
    pub(super) fn recut(&mut self, cut: &mut Cut, partition: &Arc<dyn Partition>) -> bool {
        self.partition = partition.clone();
        if cut.last {
            return true;
        }
        let boundary = partition.boundary(&cut.bytes, AHEAD.min(self.size));
        let Some(extent) = boundary.filter(|at| (1..=cut.bytes.len()).contains(at)) else { return false };
        self.rest = cut.bytes[extent..].to_vec();
        self.offset = extent as u64;
        self.line = 1 + memchr::memchr_iter(b'\n', &cut.bytes[..extent]).count() as u64;
        cut.extent = extent;
        true
    }

    /// The reader, from which everything that was cut off has been read.
    pub(super) fn into_reader(self) -> &'r mut dyn Read {
        self.reader
    }

    /// What was read before an error, as the last chunk.
    pub(super) fn salvage(&mut self) -> Option<Cut> {
        let buffer = std::mem::take(&mut self.rest);
        (!buffer.is_empty()).then(|| self.cut(buffer, None, false))
    }
}
