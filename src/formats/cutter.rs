//! Cuts an input into parts of whole records: what comes from a reader, up to where its [`Partition`] says.

use std::io::{self, Read};
use std::sync::Arc;

use super::Partition;

/// How many bytes of an input are worked on at once, about.
pub(crate) const CHUNK: usize = 512 * 1024;

/// How many times as much is looked at where an input begins: it tells the encoding of all of it.
const FIRST: usize = 4;

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
        let most = most_record.saturating_add(FIRST * size);
        Cutter { reader, partition, rest: Vec::new(), offset: 0, line: 1, finished: false, size, most }
    }

    /// The same for the rest of an input, which begins there.
    pub(crate) fn from(self, offset: u64, line: u64) -> Cutter<'r> {
        Cutter { offset, line, ..self }
    }

    /// The next chunk, in `buffer`; `None` at the end of the input.
    pub(crate) fn next(&mut self, mut buffer: Vec<u8>) -> io::Result<Option<Cut>> {
        // What the buffer held before is overwritten. To empty it would mean to fill it with zeros once more.
        let rest = std::mem::take(&mut self.rest);
        let mut goal = if self.offset == 0 { FIRST * self.size } else { self.size };
        buffer.truncate(goal.max(rest.len()));
        buffer.resize(buffer.len().max(rest.len()), 0);
        buffer[..rest.len()].copy_from_slice(&rest);
        let mut filled = rest.len();
        loop {
            self.fill(&mut buffer, filled, goal)?;
            filled = buffer.len();
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

    /// Reads behind the first `filled` bytes of `buffer` until it holds `goal` or the input ends. Nothing else stays in it.
    fn fill(&mut self, buffer: &mut Vec<u8>, mut filled: usize, goal: usize) -> io::Result<()> {
        if buffer.len() < goal {
            buffer.reserve_exact(goal - buffer.len());
            buffer.resize(goal, 0);
        }
        let mut result = Ok(());
        while filled < goal && !self.finished {
            match self.reader.read(&mut buffer[filled..goal]) {
                Ok(0) => self.finished = true,
                Ok(count) => filled += count,
                // An interruption is no error: the reading goes on.
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.finished = true;
                    result = Err(error);
                }
            }
        }
        buffer.truncate(filled);
        if result.is_err() {
            // What was read before the damage is still worked on.
            self.rest.append(buffer);
        }
        result
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
