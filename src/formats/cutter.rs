//! Cuts an input into parts of whole records: what comes from a reader, up to where its [`Partition`] says.

use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;

use super::Partition;
use super::partition::Start;
use crate::source::{MARK, indent_after};

/// How many bytes of an input are worked on at once, about.
pub(crate) const CHUNK: usize = 512 * 1024;

/// How many times as much is read at first: the start of an input shows the encoding of all of it.
const FIRST: usize = 4;

/// The least that a chunk holds of the text after it, unless the input ends: enough for a tag line.
const AHEAD: usize = 8 * 1024;

/// How much is read at first where an input begins: most inputs of a folder are shorter.
pub(crate) const GLANCE: usize = 64 * 1024;

/// Into about how many chunks an input is cut if its first look has read all of it.
const SHARES: usize = 8;

/// Cuts one input.
pub(crate) struct Cutter<'r> {
    reader: &'r mut dyn Read,
    partition: Arc<dyn Partition>,
    /// What was read but belongs to the next chunks: the bytes from `from` on.
    held: Vec<u8>,
    from: usize,
    /// Where the next chunk begins.
    start: Start,
    finished: bool,
    /// How the reader has failed, if it has.
    failed: Option<io::Error>,
    /// How much is cut off at once, about.
    size: usize,
    /// The most bytes that are read to find a cut.
    most: usize,
}

/// A part of an input that has been cut off, without its origin.
pub(crate) struct Cut {
    pub(crate) bytes: Vec<u8>,
    pub(crate) extent: usize,
    pub(crate) start: Start,
    pub(crate) last: bool,
    /// Whether it is the last part because the reader has failed: a record may be torn there.
    pub(crate) is_torn: bool,
    /// Whether there is no cut in as much as may be read: the rest must then be read record by record.
    pub(crate) endless: bool,
}

/// The start of an input, which shows what holds for all of it.
pub(crate) struct Look<'c> {
    /// Everything read so far.
    pub(crate) read: &'c [u8],
    /// The complete records in it.
    pub(crate) whole: &'c [u8],
    /// Whether the input ends there.
    pub(crate) last: bool,
    /// Whether it cannot be read on.
    is_torn: bool,
}

impl<'c> Look<'c> {
    /// A reader of the complete records.
    pub(crate) fn reader(&self) -> Box<dyn Read + 'c> {
        if self.is_torn { Box::new(self.whole.chain(Torn)) } else { Box::new(self.whole) }
    }
}

/// What stands after the last byte of an input that can be read: to read on there fails.
#[derive(Debug)]
pub(crate) struct Torn;

impl Torn {
    /// Whether reading has failed there.
    pub(crate) fn is_why(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|why| why.is::<Torn>())
    }
}

impl Read for Torn {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other(Torn))
    }
}

impl fmt::Display for Torn {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the rest of the input cannot be read")
    }
}

impl std::error::Error for Torn {}

impl<'r> Cutter<'r> {
    pub(crate) fn new(
        reader: &'r mut dyn Read,
        partition: Arc<dyn Partition>,
        size: usize,
        most_record: usize,
    ) -> Cutter<'r> {
        let most = most_record.saturating_add(FIRST * size);
        let (held, from, start) = (Vec::new(), 0, Start::of_line(0, 1));
        Cutter { reader, partition, held, from, start, finished: false, failed: None, size, most }
    }

    /// Cuts the rest of an input instead, from `start` on.
    pub(crate) fn from(self, start: Start) -> Cutter<'r> {
        Cutter { start, ..self }
    }

    /// Looks at the start of the input before anything is cut off. The first chunks hold it too.
    pub(crate) fn look(&mut self) -> Look<'_> {
        let ahead = AHEAD.min(self.size);
        let mut goal = GLANCE.min(FIRST * self.size);
        let extent = loop {
            let filled = self.held.len();
            let mut held = std::mem::take(&mut self.held);
            self.fill(&mut held, filled, goal);
            self.held = held;
            if self.finished {
                break self.held.len();
            }
            goal = FIRST * self.size;
            if self.held.len() < goal {
                continue;
            }
            let boundary = self.partition.boundary(&self.held, ahead);
            if let Some(extent) = boundary.filter(|at| (1..=self.held.len()).contains(at)) {
                break extent;
            }
            if self.held.len() >= self.most {
                break self.held.len();
            }
            goal = self.held.len() * 2;
        };
        if self.finished {
            // A short input is shared by the threads, too.
            self.size = self.size.min((self.held.len() / SHARES).max(GLANCE));
        }
        let is_torn = self.failed.is_some();
        Look { read: &self.held, whole: &self.held[..extent], last: self.finished && !is_torn, is_torn }
    }

    /// Cuts as `partition` says from here on.
    pub(crate) fn cut_by(&mut self, partition: &Arc<dyn Partition>) {
        self.partition = partition.clone();
    }

    /// The next chunk, in `buffer`; `None` at the end of the input. If the reader fails, the bytes before are still cut
    /// off, and [`Cutter::failure`] has the error.
    pub(crate) fn next(&mut self, mut buffer: Vec<u8>) -> Option<Cut> {
        let mut goal = self.size;
        let mut filled = 0;
        loop {
            let held = &self.held[self.from..];
            if self.finished {
                goal = goal.min(held.len());
            }
            // The old bytes of the buffer are overwritten: emptying it first would fill it with zeros once more.
            let at_hand = held.len().min(goal);
            buffer.truncate(goal);
            lengthen(&mut buffer, at_hand);
            if filled < at_hand {
                buffer[filled..at_hand].copy_from_slice(&held[filled..at_hand]);
                filled = at_hand;
            }
            if goal > filled {
                self.fill(&mut buffer, filled, goal);
                filled = buffer.len();
            }
            if self.finished && filled >= self.held.len() - self.from {
                return (!buffer.is_empty()).then(|| self.cut(buffer, None, false));
            }
            let boundary = self.partition.boundary(&buffer, AHEAD.min(self.size));
            if let Some(extent) = boundary.filter(|at| (1..=buffer.len()).contains(at)) {
                return Some(self.cut(buffer, Some(extent), false));
            }
            if buffer.len() >= self.most {
                return Some(self.cut(buffer, None, true));
            }
            goal = buffer.len() * 2;
        }
    }

    fn cut(&mut self, buffer: Vec<u8>, extent: Option<usize>, endless: bool) -> Cut {
        let length = extent.unwrap_or(buffer.len());
        if self.held.len() - self.from > buffer.len() {
            self.from += length;
        } else {
            // Only the short rest after the cut is held.
            self.held.clear();
            self.held.shrink_to(self.size);
            self.held.extend_from_slice(&buffer[length..]);
            self.from = 0;
        }
        let start = self.start;
        let passed = &buffer[..length];
        // Lines may end with CR alone, which is no line end of places.
        let shown = if start.offset == 0 { passed.strip_prefix(MARK).unwrap_or(passed) } else { passed };
        self.start = Start {
            offset: start.offset + length as u64,
            line: start.line + memchr::memchr_iter(b'\n', passed).count() as u64,
            indent: indent_after(start.indent, shown),
            glued: false,
        };
        let last = extent.is_none() && !endless;
        let is_torn = last && self.failed.is_some();
        Cut { bytes: buffer, extent: length, start, last, is_torn, endless }
    }

    /// Reads after the first `filled` bytes of `buffer` until it holds `goal` or the input ends. Nothing else stays in
    /// it.
    fn fill(&mut self, buffer: &mut Vec<u8>, mut filled: usize, goal: usize) {
        lengthen(buffer, goal);
        while filled < goal && !self.finished {
            match self.reader.read(&mut buffer[filled..goal]) {
                Ok(0) => self.finished = true,
                Ok(count) => filled += count,
                // An interruption is no error: the reading goes on.
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.finished = true;
                    self.failed = Some(error);
                }
            }
        }
        buffer.truncate(filled);
    }

    /// The error of the reader, if it has failed: nothing follows what was cut off.
    pub(crate) fn failure(&mut self) -> Option<io::Error> {
        self.failed.take()
    }

    /// Everything that was not cut off.
    pub(crate) fn into_reader(self) -> impl Read + use<'r> {
        let mut held = io::Cursor::new(self.held);
        held.set_position(self.from as u64);
        held.chain(self.reader)
    }
}

/// Makes a buffer so long at least.
fn lengthen(buffer: &mut Vec<u8>, length: usize) {
    if buffer.capacity() < length {
        // A new buffer comes from the system filled with zeros; to fill the old one by hand takes longer.
        let mut longer = vec![0; length];
        longer[..buffer.len()].copy_from_slice(buffer);
        *buffer = longer;
    } else if buffer.len() < length {
        buffer.resize(length, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{Format, Given};

    /// Reads some bytes, then fails.
    struct Torn<'b>(&'b [u8]);

    impl Read for Torn<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(buffer)? {
                0 => Err(io::Error::other("torn")),
                count => Ok(count),
            }
        }
    }

    /// Looks at an input or not, and cuts it: the chunks, without what follows them, and how the reader failed.
    fn chunks(reader: &mut dyn Read, size: usize, looks: bool) -> (Vec<Vec<u8>>, Option<String>) {
        let format = Format::named("jsonl").expect("a format");
        let partition = format.partition(1 << 20, &Given::default()).expect("it is cut");
        let mut cutter = Cutter::new(reader, partition, size, 1 << 20);
        if looks {
            let look = cutter.look();
            assert!(look.read.starts_with(look.whole));
        }
        let (mut chunks, mut offset) = (Vec::new(), 0);
        while let Some(cut) = cutter.next(vec![b'x'; 7]) {
            assert_eq!(cut.start.offset, offset);
            offset += cut.extent as u64;
            chunks.push(cut.bytes[..cut.extent].to_vec());
            if cut.last {
                break;
            }
        }
        (chunks, cutter.failure().map(|error| error.to_string()))
    }

    #[test]
    fn a_look_takes_nothing_from_the_chunks() {
        let text: String =
            (0..5000).map(|line| format!("{{\"moves\":\"c e {}\"}}\n", "d ".repeat(line % 40))).collect();
        for size in [16, 100, 4096, 1 << 20] {
            for text in ["", &text[..50], &text[..70_000], &text] {
                let (seen, failure) = chunks(&mut text.as_bytes(), size, true);
                assert_eq!((seen.concat(), failure), (text.as_bytes().to_vec(), None), "{size}");
                let (unseen, _) = chunks(&mut text.as_bytes(), size, false);
                assert_eq!(seen.concat(), unseen.concat(), "{size}");
                let (torn, failure) = chunks(&mut Torn(text.as_bytes()), size, true);
                assert_eq!((torn.concat(), failure.as_deref()), (text.as_bytes().to_vec(), Some("torn")), "{size}");
            }
        }
    }

    #[test]
    fn a_short_input_is_shared_by_the_threads() {
        let text = "{\"moves\":\"c e d d c\"}\n".repeat(20_000);
        let (chunks, _) = chunks(&mut text.as_bytes(), CHUNK, true);
        assert!((6..=10).contains(&chunks.len()), "{} chunks", chunks.len());
    }
}
