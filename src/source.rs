//! Reads a file or a pipe in blocks and keeps just the part that the current record needs.
//!
//! Offsets count bytes of the file in 64 bits; lines are counted when somebody asks, or before bytes are thrown away. Nothing
//! is mapped into memory: a mapped file that shrinks kills the program.

use std::cell::Cell;
use std::fmt;
use std::io::{self, BufRead, Read};
use std::sync::Arc;

use self_cell::self_cell;

/// The default limit for the bytes of a record: 16 MiB.
pub const MAX_RECORD: usize = 16 * 1024 * 1024;

/// The byte-order mark of UTF-8.
pub const MARK: &[u8] = b"\xef\xbb\xbf";

/// The start of a file without its byte-order mark.
pub fn without_mark(head: &[u8]) -> &[u8] {
    head.strip_prefix(MARK).unwrap_or(head)
}

/// How much is read at once.
const BLOCK: usize = 256 * 1024;

/// How much is read at first.
const FIRST: usize = 32 * 1024;

/// A window over the bytes of a reader.
pub struct Source<R> {
    reader: R,
    buffer: Buffer,
    start: usize,
    end: usize,
    offset: u64,
    /// How many bytes before the first at hand have not been searched for line ends, and the line where they begin.
    uncounted: Cell<usize>,
    line: Cell<u64>,
    indent: u64,
    finished: bool,
}

/// Where the bytes of a source are.
enum Buffer {
    /// In blocks that are read one after the other.
    Read(Vec<u8>),
    /// All at hand from the start.
    Held(Arc<Held>),
}

self_cell! {
    /// The bytes of a part of an input, all at hand, and whether they are text, so that no part of them is checked
    /// again.
    pub struct Held {
        owner: Vec<u8>,
        #[covariant]
        dependent: Checked,
    }

    impl {Debug}
}

/// Bytes as text, if they are UTF-8 throughout.
type Checked<'b> = Option<&'b str>;

impl From<Vec<u8>> for Held {
    fn from(bytes: Vec<u8>) -> Held {
        Held::new(bytes, |bytes| simdutf8::basic::from_utf8(bytes).ok())
    }
}

impl Held {
    /// The bytes.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.borrow_owner()
    }

    /// The bytes, for somebody who fills them anew.
    pub fn into_bytes(self) -> Vec<u8> {
        self.into_owner()
    }
}

impl Buffer {
    #[inline]
    fn bytes(&self) -> &[u8] {
        match self {
            Buffer::Read(bytes) => bytes,
            Buffer::Held(held) => held.as_bytes(),
        }
    }
}

impl<R> fmt::Debug for Source<R> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Source").field("offset", &self.offset).finish_non_exhaustive()
    }
}

impl<R: Read> Source<R> {
    /// A source over `reader`, with nothing read yet.
    pub fn new(reader: R) -> Source<R> {
        Source::within(reader, 0, 1)
    }

    /// A source over a part of an input that begins at this offset, at the start of this line.
    pub fn within(reader: R, offset: u64, line: u64) -> Source<R> {
        Source::over(reader, Buffer::Read(Vec::new()), offset, line)
    }

    fn over(reader: R, buffer: Buffer, offset: u64, line: u64) -> Source<R> {
        let (end, finished) = match &buffer {
            Buffer::Read(_) => (0, false),
            Buffer::Held(held) => (held.as_bytes().len(), true),
        };
        let line = Cell::new(line);
        Source { reader, buffer, start: 0, end, offset, line, uncounted: Cell::new(0), indent: 0, finished }
    }

    /// Sets the number of characters before the first byte on its line.
    pub(crate) fn set_indent(&mut self, indent: u64) {
        self.indent = indent;
    }

    /// The same source, of which so many characters stand before the first byte on its line.
    pub(crate) fn indented(mut self, indent: u64) -> Source<R> {
        self.set_indent(indent);
        self
    }

    /// The bytes at hand.
    #[inline]
    pub fn data(&self) -> &[u8] {
        &self.buffer.bytes()[self.start..self.end]
    }

    /// The first `count` bytes at hand, if they are UTF-8.
    #[inline(always)]
    pub fn text(&self, count: usize) -> Option<&str> {
        if let Buffer::Held(held) = &self.buffer
            && let Some(text) = held.borrow_dependent()
        {
            return text.get(self.start..self.start + count);
        }
        simdutf8::basic::from_utf8(&self.data()[..count]).ok()
    }

    /// Whether [`Source::data`] reaches to the end of the input.
    pub fn finished(&self) -> bool {
        self.finished
    }

    /// The offset in the input of the first byte at hand.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The line of the first byte at hand, from 1.
    pub fn line(&self) -> u64 {
        let uncounted = self.uncounted.take();
        if uncounted > 0 {
            self.line.update(|line| line + line_ends(&self.buffer.bytes()[self.start - uncounted..self.start]));
        }
        self.line.get()
    }

    /// How many characters stand before the first byte at hand on its line.
    pub fn indent(&self) -> u64 {
        self.indent
    }

    /// Reads another block after those at hand. Does nothing at the end of the input.
    ///
    /// # Errors
    /// Fails if the reader fails; after an interruption it tries again.
    pub fn more(&mut self) -> io::Result<()> {
        let Buffer::Read(buffer) = &mut self.buffer else { return Ok(()) };
        if self.finished {
            return Ok(());
        }
        // Most files of a folder are shorter than the first block.
        let room = if buffer.len() < 2 * BLOCK { buffer.len() / 2 } else { BLOCK };
        if self.start > 0 && self.end + room > buffer.len() {
            buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
        }
        if buffer.is_empty() || self.end + room > buffer.len() {
            // Doubling keeps the copies linear for a record that spans many blocks.
            let size = match buffer.len() {
                short if short < 2 * BLOCK => (4 * short).clamp(FIRST, 2 * BLOCK),
                long => (self.end + BLOCK).max(long * 2),
            };
            // A new buffer comes from the system filled with zeros; to fill the old one by hand takes longer.
            let mut larger = vec![0; size];
            larger[..self.end].copy_from_slice(&buffer[..self.end]);
            *buffer = larger;
        }
        while !self.finished {
            match self.reader.read(&mut buffer[self.end..]) {
                Ok(0) => self.finished = true,
                Ok(count) => {
                    self.end += count;
                    break;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Reads on until `count` bytes are at hand, or the input ends, or reading fails: the next read returns that error again.
    ///
    /// # Errors
    /// Fails if no byte is at hand and the reader fails.
    pub fn look(&mut self, count: usize) -> io::Result<()> {
        while self.data().len() < count && !self.finished {
            match self.more() {
                Err(_) if !self.data().is_empty() => break,
                more => more?,
            }
        }
        Ok(())
    }

    /// Skips the first `count` bytes at hand.
    #[inline]
    pub fn consume(&mut self, count: usize) {
        if count == 0 {
            return;
        }
        let left = &self.buffer.bytes()[self.start..self.start + count];
        self.offset += count as u64;
        match self.buffer {
            Buffer::Read(_) => self.line.update(|line| line + line_ends(left)),
            Buffer::Held(_) => self.uncounted.update(|uncounted| uncounted + count),
        }
        self.indent = indent_after(self.indent, left);
        self.leave(count);
    }

    /// Skips the first `count` bytes at hand of a text that is not UTF-8. `lines` lines end in them, and `indent`
    /// characters follow the last of these ends; if no line ends, `indent` is the number of all that are skipped.
    pub(crate) fn consume_decoded(&mut self, count: usize, lines: u64, indent: u64) {
        self.offset += count as u64;
        self.line.set(self.line() + lines);
        self.indent = if lines > 0 { indent } else { self.indent + indent };
        self.leave(count);
    }

    /// Forgets the first `count` bytes at hand.
    fn leave(&mut self, count: usize) {
        self.start += count;
        if self.start == self.end && matches!(self.buffer, Buffer::Read(_)) {
            self.start = 0;
            self.end = 0;
        }
    }

    /// Skips one line: the first `count` bytes at hand, only the last of them is a line end.
    pub fn consume_line(&mut self, count: usize) {
        self.offset += count as u64;
        self.line.set(self.line() + 1);
        self.indent = 0;
        self.leave(count);
    }

    /// Frees memory that one very long record needed.
    #[inline]
    pub fn trim(&mut self) {
        const LARGE: usize = 16 * BLOCK;
        let Buffer::Read(buffer) = &mut self.buffer else { return };
        if buffer.len() > LARGE && self.end - self.start < BLOCK {
            buffer.copy_within(self.start..self.end, 0);
            self.end -= self.start;
            self.start = 0;
            buffer.truncate(2 * BLOCK);
            buffer.shrink_to_fit();
        }
    }

    /// Skips a byte-order mark at the start of the input.
    ///
    /// # Errors
    /// Fails if the reader fails.
    #[inline]
    pub fn skip_mark(&mut self) -> io::Result<()> {
        if self.offset > 0 {
            return Ok(());
        }
        while self.data().len() < MARK.len() && !self.finished {
            self.more()?;
        }
        if self.data().starts_with(MARK) {
            self.start += MARK.len();
            self.offset += MARK.len() as u64;
        }
        Ok(())
    }

    /// Skips everything before byte `offset` of the input.
    ///
    /// # Errors
    /// Fails if the reader fails.
    pub fn skip_to(&mut self, offset: u64) -> io::Result<()> {
        while self.offset < offset {
            let left = usize::try_from(offset - self.offset).unwrap_or(usize::MAX);
            self.consume(left.min(self.data().len()));
            if self.finished {
                return Ok(());
            }
            if self.offset < offset {
                self.more()?;
            }
        }
        Ok(())
    }
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(bytes)?;
        self.consume(count);
        Ok(count)
    }
}

impl<R: Read> BufRead for Source<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.data().is_empty() {
            self.more()?;
        }
        Ok(self.data())
    }

    fn consume(&mut self, count: usize) {
        Source::consume(self, count);
    }
}

impl<'r> Source<Box<dyn Read + 'r>> {
    /// A source over bytes that are all at hand: a part of an input from its byte `offset` on, on line `line`. When the
    /// source is dropped, another holder of the bytes gets them back without a copy.
    pub fn held(bytes: Arc<Held>, offset: u64, line: u64) -> Source<Box<dyn Read + 'r>> {
        Source::over(Box::new(io::empty()), Buffer::Held(bytes), offset, line)
    }
}

/// The number of line ends in bytes. Records are short: counted in blocks of a vector register each, without a call.
fn line_ends(bytes: &[u8]) -> u64 {
    // A block has fewer bytes than its counter can hold.
    bytes.chunks(192).map(|block| u64::from(block.iter().fold(0_u8, |sum, byte| sum + u8::from(*byte == b'\n')))).sum()
}

/// How many characters stand on a line before what follows `passed`, if `indent` stand before that.
#[inline]
pub(crate) fn indent_after(indent: u64, passed: &[u8]) -> u64 {
    match passed {
        [.., b'\n'] => 0,
        _ => match memchr::memrchr(b'\n', passed) {
            Some(last) => characters(&passed[last + 1..]),
            None => indent + characters(passed),
        },
    }
}

/// The number of characters in bytes that may not be UTF-8: bytes that do not continue a character.
pub fn characters(bytes: &[u8]) -> u64 {
    bytes.iter().filter(|&&byte| byte & 0xc0 != 0x80).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_offsets_are_counted_as_bytes_are_left_behind() {
        let mut source = Source::new(&b"\xef\xbb\xbfab\ncd\n\xc3\xa9f"[..]);
        source.skip_mark().expect("a slice can be read");
        assert_eq!(source.data(), b"ab\ncd\n\xc3\xa9f");
        source.consume(4);
        assert_eq!((source.offset(), source.line(), source.indent()), (7, 2, 1));
        source.consume(4);
        assert_eq!((source.offset(), source.line(), source.indent()), (11, 3, 1));
        assert!(source.data() == b"f");
    }
}
