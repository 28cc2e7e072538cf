//! Cuts an input into chunks of whole records, so that several threads can judge them.
//!
//! The cut is made where a record seems to begin: at a tag line that follows something else than tags. Only the reader
//! of records can tell for certain, so every chunk holds some of what follows it: whoever judges it sees whether its
//! last record really ends there. Where it does not (comments that hold tags and are not closed …) the judge goes on from
//! where it does.

use std::io::{self, Read};
use std::sync::Arc;

use super::readers;
use crate::check::Systems;
use crate::formats::Format;
use crate::formats::csv::Columns;
use crate::formats::lines::TagLine;
use crate::record::Place;

/// How much of an input is judged at once.
pub(super) const CHUNK: usize = 2 * 1024 * 1024;

/// How much of what follows a chunk it holds at least, unless the input ends: enough for a tag line.
const AHEAD: usize = 8 * 1024;

/// An input: a file, or a member of an archive.
#[derive(Debug)]
pub(super) struct Origin {
    /// What it is called in reports.
    pub(super) name: String,
    pub(super) format: Format,
}

/// What the start of an input tells of all of it.
#[derive(Debug, Clone, Default)]
pub(super) struct Whole {
    /// The notation systems of a list or a table.
    pub(super) systems: Systems,
    /// What the cells of a table mean, and where its first game stands.
    pub(super) table: Option<(Columns, Place)>,
    /// The line of a list that sets the tags of what follows: not the start of the input tells it, but what stands before
    /// each part.
    pub(super) above: Option<Arc<TagLine>>,
}

/// Where a part of an input begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start {
    /// The byte of the input.
    pub(super) offset: u64,
    pub(super) line: u64,
    /// How many characters stand before it on its line.
    pub(super) indent: u64,
    /// Whether a record ends there in the middle of the line.
    pub(super) glued: bool,
}

impl Start {
    /// The start of a line.
    pub(super) fn of_line(offset: u64, line: u64) -> Start {
        Start { offset, line, indent: 0, glued: false }
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
    /// What is the same for all parts of the input.
    pub(super) whole: Arc<Whole>,
    /// Whether the input ends with it.
    pub(super) last: bool,
}

/// Cuts one input.
pub(super) struct Cutter<'r> {
    reader: &'r mut dyn Read,
    format: Format,
    /// What the cells of a table mean, once that is known.
    pub(super) columns: Option<Columns>,
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
    pub(super) fn new(reader: &'r mut dyn Read, format: Format, size: usize, most_record: usize) -> Cutter<'r> {
        let most = most_record.saturating_add(2 * size);
        Cutter { reader, format, columns: None, rest: Vec::new(), offset: 0, line: 1, finished: false, size, most }
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
            if let Some(extent) = readers::boundary(self.format, self.columns.as_ref(), &buffer, AHEAD.min(self.size)) {
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
        let mut filled = buffer.len();
        if filled >= goal {
            return Ok(());
        }
        buffer.resize(goal, 0);
        while filled < goal && !self.finished {
            match self.reader.read(&mut buffer[filled..]) {
                Ok(0) => self.finished = true,
                Ok(count) => filled += count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    buffer.truncate(filled);
                    // What was read before the damage is still judged.
                    self.finished = true;
                    self.rest.append(buffer);
                    return Err(error);
                }
            }
        }
        buffer.truncate(filled);
        Ok(())
    }

    /// Cuts the first part of a table again, now that its columns are known; `false` if it has no row's end.
    pub(super) fn recut(&mut self, cut: &mut Cut, columns: &Columns) -> bool {
        self.columns = Some(columns.clone());
        if cut.last {
            return true;
        }
        let Some(extent) = columns.boundary(&cut.bytes) else { return false };
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
