//! Cuts an input into parts of whole records: what comes from a reader, up to where its [`Partition`] says.

use std::io::{self, Read};
use std::sync::Arc;

use super::Partition;

/// How many bytes of an input are worked on at once, about.
pub(crate) const CHUNK: usize = 2 * 1024 * 1024;

/// The least that a chunk holds of the text after it, unless the input ends: enough for a tag line.
const AHEAD: usize = 8 * 1024;

/// Cuts one input.
pub(crate) struct Cutter<'r> {
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
pub(crate) struct Cut {
    pub(crate) bytes: Vec<u8>,
    pub(crate) extent: usize,
    pub(crate) offset: u64,
    pub(crate) line: u64,
    pub(crate) last: bool,
    /// Whether no cut was found in as much as may be read: what follows is to be read record by record.
    pub(crate) endless: bool,
}

impl<'r> Cutter<'r> {
    pub(crate) fn new(
        reader: &'r mut dyn Read,
        partition: Arc<dyn Partition>,
        size: usize,
        most_record: usize,
    ) -> Cutter<'r> {
        let most = most_record.saturating_add(2 * size);
        Cutter { reader, partition, rest: Vec::new(), offset: 0, line: 1, finished: false, size, most }
    }

    /// The same for the rest of an input, which begins there.
    pub(crate) fn from(self, offset: u64, line: u64) -> Cutter<'r> {
        Cutter { offset, line, ..self }
    }

    /// The next chunk, in `buffer`; `None` at the end of the input.
    pub(crate) fn next(&mut self, mut buffer: Vec<u8>) -> io::Result<Option<Cut>> {
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
    pub(crate) fn recut(&mut self, cut: &mut Cut, partition: &Arc<dyn Partition>) -> bool {
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
    pub(crate) fn into_reader(self) -> &'r mut dyn Read {
        self.reader
    }

    /// What was read before an error, as the last chunk.
    pub(crate) fn salvage(&mut self) -> Option<Cut> {
        let buffer = std::mem::take(&mut self.rest);
        (!buffer.is_empty()).then(|| self.cut(buffer, None, false))
    }
}
