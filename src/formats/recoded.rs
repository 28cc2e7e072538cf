//! Files of our own formats in another encoding than UTF-8: read as UTF-8, with places that are true of the file.
//!
//! [`Recoding`] turns the file into UTF-8 for the reader of the format, block by block, and remembers where each block
//! stands; [`Recoded`] hands on that reader's records with the places and the bytes of the file.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Read};
use std::ops::Range;
use std::rc::Rc;

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use super::encoding::Decoded;
use super::{Format, Given, Records, Sampled};
use crate::codes::BAD_ENCODING;
use crate::diagnostic::Text;
use crate::record::{KeptRecord, Original, Parts, Place, Record, Runs, SUBSTITUTE};

/// How much of a file is decoded at once, about.
const BLOCK: usize = 64 * 1024;

/// The longest line that is decoded at once; a longer one may be cut within a letter.
const LONGEST: usize = 16 * 1024 * 1024;

/// A part of a file that was decoded.
#[derive(Debug)]
struct Block {
    /// Where it begins in the text, and how long it is there.
    text: u64,
    length: usize,
    /// Where it begins in the file.
    source: u64,
    bytes: Vec<u8>,
    runs: Runs,
}

/// The parts of a file that may still be asked for.
#[derive(Debug, Default)]
struct Blocks(VecDeque<Block>);

impl Blocks {
    /// Where byte `at` of the text stands in the file.
    fn place(&self, at: u64) -> u64 {
        let next = self.0.partition_point(|block| block.text <= at);
        let Some(block) = self.0.get(next.saturating_sub(1)) else { return at };
        let within = at.saturating_sub(block.text) as usize;
        block.source + block.runs.place(within.min(block.length)) as u64
    }

    /// Adds the bytes of the file from one place to another to `out`.
    fn copy(&self, range: Range<u64>, out: &mut Vec<u8>) {
        for block in &self.0 {
            let within = |at: u64| (at.saturating_sub(block.source) as usize).min(block.bytes.len());
            out.extend_from_slice(&block.bytes[within(range.start)..within(range.end)]);
        }
    }

    /// Forgets what stands before byte `at` of the text.
    fn forget(&mut self, at: u64) {
        while self.0.front().is_some_and(|block| block.text + block.length as u64 <= at) {
            self.0.pop_front();
        }
    }
}

/// A file as UTF-8. A byte that its encoding does not have becomes one that UTF-8 does not have either.
struct Recoding<R> {
    reader: R,
    encoding: &'static Encoding,
    decoded: Decoded,
    blocks: Rc<RefCell<Blocks>>,
    /// What was read and is not decoded yet.
    pending: Vec<u8>,
    is_over: bool,
    /// Why the reader has failed: the lines before are decoded first.
    failed: Option<io::Error>,
    /// What was decoded, and how much of it was handed over.
    text: Vec<u8>,
    given: usize,
    /// How much was decoded before, of the text and of the file.
    passed: [u64; 2],
}

impl<R: Read> Recoding<R> {
    /// Decodes the next block; `false` at the end.
    fn next(&mut self) -> io::Result<bool> {
        if let Some(error) = self.failed.take() {
            self.pending.clear();
            return Err(error);
        }
        let end = loop {
            if self.is_over {
                break self.pending.len();
            }
            if self.pending.len() >= BLOCK {
                if let Some(end) = end_of_lines(&self.pending, self.encoding) {
                    break end;
                }
                if self.pending.len() >= LONGEST {
                    break self.pending.len() & !1;
                }
            }
            let begun = self.pending.len();
            self.failed = self.reader.by_ref().take(BLOCK as u64).read_to_end(&mut self.pending).err();
            // A reader that has failed is asked again: it may fail once more, which nobody must take for the end.
            self.is_over = self.failed.is_none() && self.pending.len() - begun < BLOCK;
            if self.failed.is_some() {
                match end_of_lines(&self.pending, self.encoding) {
                    Some(end) => break end,
                    None => return self.next(),
                }
            }
        };
        if end == 0 {
            return Ok(false);
        }
        let rest = self.pending.split_off(end);
        let bytes = std::mem::replace(&mut self.pending, rest);
        self.text.clear();
        self.given = 0;
        decode(&bytes, self.encoding, &mut self.decoded, &mut self.text);
        let [text, source] = self.passed;
        self.passed = [text + self.text.len() as u64, source + bytes.len() as u64];
        let runs = std::mem::take(&mut self.decoded.runs);
        self.blocks.borrow_mut().0.push_back(Block { text, length: self.text.len(), source, bytes, runs });
        Ok(true)
    }
}

impl<R: Read> Read for Recoding<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.given == self.text.len() {
            if !self.next()? {
                return Ok(0);
            }
        }
        let count = out.len().min(self.text.len() - self.given);
        out[..count].copy_from_slice(&self.text[self.given..self.given + count]);
        self.given += count;
        Ok(count)
    }
}

/// Where the last line end of `bytes` ends, if there is one.
fn end_of_lines(bytes: &[u8], encoding: &'static Encoding) -> Option<usize> {
    let unit = |end: &[u8; 2]| {
        let units = bytes.len() / 2;
        (0..units).rev().find(|at| &bytes[2 * at..2 * at + 2] == end).map(|at| 2 * at + 2)
    };
    match () {
        () if encoding == UTF_16LE => unit(b"\n\0"),
        () if encoding == UTF_16BE => unit(b"\0\n"),
        () => memchr::memrchr(b'\n', bytes).map(|at| at + 1),
    }
}

/// Adds `bytes` as UTF-8 to `out`. `decoded` then knows where its letters stand.
fn decode(bytes: &[u8], encoding: &'static Encoding, decoded: &mut Decoded, out: &mut Vec<u8>) {
    // No letter of UTF-8 has such a byte, and its substitute in a record's text is as long.
    const NONE: u8 = 0xff;
    const { assert!(SUBSTITUTE.len_utf8() == 1) };
    decoded.read(bytes, encoding, |_| SUBSTITUTE);
    let start = out.len();
    out.extend_from_slice(decoded.text.as_bytes());
    for bad in &decoded.bad {
        out[start + bad.start] = NONE;
    }
}

/// The records of a file in another encoding.
pub(crate) struct Recoded<'r> {
    inner: Box<dyn Records + 'r>,
    encoding: &'static Encoding,
    blocks: Rc<RefCell<Blocks>>,
    decoded: Decoded,
    parts: Parts,
    place: Place,
    extent: Range<u64>,
    raw: Vec<u8>,
    /// A row as UTF-8, and the file that holds it alone, for reports; empty if the record stands in the file as its text is.
    row: Vec<u8>,
    alone: Vec<u8>,
    format: &'static str,
    /// The line above that holds for the records below it, if there is one: its place in the text and in the file. Then
    /// where its letters stand in its own bytes.
    above: Option<[u64; 2]>,
    runs_above: Runs,
}

impl<'r> Recoded<'r> {
    /// Reads records of at most `most` bytes of text. `reader` begins after a byte-order mark.
    ///
    /// # Errors
    /// Fails if the reader fails or, in a table, if there is no column of moves.
    pub(crate) fn open(
        mut reader: Box<dyn Read + 'r>,
        encoding: &'static Encoding,
        format: Format,
        most: usize,
        given: &Given,
    ) -> io::Result<Recoded<'r>> {
        let mut head = Vec::new();
        reader.by_ref().take(3).read_to_end(&mut head)?;
        let mark = Encoding::for_bom(&head).filter(|(marked, _)| *marked == encoding).map_or(0, |(_, length)| length);
        let pending = head.split_off(mark);
        let blocks = Rc::<RefCell<Blocks>>::default();
        let recoding = Recoding {
            reader,
            encoding,
            decoded: Decoded::default(),
            blocks: blocks.clone(),
            pending,
            is_over: false,
            failed: None,
            text: Vec::new(),
            given: 0,
            passed: [0, mark as u64],
        };
        let inner = format.open(Box::new(recoding), most, given)?;
        Ok(Recoded {
            inner,
            encoding,
            blocks,
            decoded: Decoded::default(),
            parts: Parts::default(),
            place: Place::default(),
            extent: 0..0,
            raw: Vec::new(),
            row: Vec::new(),
            alone: Vec::new(),
            format: format.name(),
            above: None,
            runs_above: Runs::default(),
        })
    }

    /// Takes over the parts of the record at hand.
    fn adopt(&mut self, is_whole: bool) {
        let record = if is_whole { self.inner.record() } else { self.inner.header() };
        self.parts.clone_from(record.parts);
        self.parts.runs_above.clone_from(&self.runs_above);
        tell(self.encoding, &mut self.parts);
        self.alone.clear();
        self.row.clear();
        if record.place.source.is_some() {
            self.alone.extend_from_slice(&record.written.text());
            self.row.extend_from_slice(record.written.row);
        }
        if record.place.source.is_none() || is_whole {
            let start = (self.place.offset.saturating_sub(self.extent.start) as usize).min(self.raw.len());
            self.decoded.read(&self.raw[start..], self.encoding, |_| SUBSTITUTE);
            self.parts.runs.clone_from(&self.decoded.runs);
        }
    }
}

impl Records for Recoded<'_> {
    fn advance(&mut self) -> io::Result<bool> {
        if !self.inner.advance()? {
            return Ok(false);
        }
        let (extent, place) = (self.inner.extent(), self.inner.header().place);
        let mut blocks = self.blocks.borrow_mut();
        if let Some(above) = place.above
            && self.above.is_none_or(|[known, _]| known != above.offset)
        {
            let place = |at: u64| blocks.place(above.offset + at);
            self.above = Some([above.offset, place(0)]);
            let mut bytes = Vec::new();
            blocks.copy(place(0)..place(above.length as u64), &mut bytes);
            self.decoded.read(&bytes, self.encoding, |_| SUBSTITUTE);
            self.runs_above.clone_from(&self.decoded.runs);
        }
        self.extent = blocks.place(extent.start)..blocks.place(extent.end);
        self.place = place;
        self.place.offset = blocks.place(place.offset);
        self.place.source = place.source.map(|range| range.map(|at| blocks.place(at)));
        if let (Some(above), Some([_, source])) = (&mut self.place.above, self.above) {
            above.offset = source;
        }
        self.raw.clear();
        if !self.inner.raw().is_empty() {
            blocks.copy(self.extent.clone(), &mut self.raw);
        }
        blocks.forget(extent.start);
        drop(blocks);
        self.adopt(false);
        Ok(true)
    }

    fn header(&self) -> Record<'_> {
        let inner = self.inner.header();
        let bytes = if self.place.source.is_some() { &self.alone } else { &self.raw };
        let written = Original { bytes, alone: None, format: self.format, row: &self.row };
        Record { text: inner.text, parts: &self.parts, place: self.place, written }
    }

    fn extent(&self) -> Range<u64> {
        self.extent.clone()
    }

    fn raw(&self) -> &[u8] {
        &self.raw
    }

    fn above(&self) -> &[u8] {
        self.inner.above()
    }

    fn record(&mut self) -> Record<'_> {
        self.adopt(true);
        self.header()
    }

    fn sampled(&mut self) -> Option<&mut dyn Sampled> {
        self.inner.sampled()
    }
}

/// Notes the encoding of the file, also in the messages about bytes that are not valid in it.
fn tell(encoding: &'static Encoding, parts: &mut Parts) {
    let name = encoding.name();
    parts.foreign.encoding = Some(name);
    for fault in parts.faults.iter_mut().filter(|fault| fault.code == &BAD_ENCODING) {
        let message = match (fault.span.end - fault.span.start, fault.text.message.is_empty()) {
            (_, true) => continue,
            (1, _) => format!("a byte is not valid {name}"),
            _ => format!("bytes are not valid {name}"),
        };
        fault.text = Text::new(message).help("name the file's encoding with --encoding");
    }
}

/// Reads by itself a record that stands in a file of another encoding. See [`FileFormat::restore`](super::FileFormat::restore).
///
/// # Errors
/// The errors of `restore`.
pub(super) fn restore(
    format: Format,
    encoding: &'static Encoding,
    bytes: &[u8],
    glued: bool,
    record: &mut KeptRecord,
) -> Result<bool, (Range<usize>, Text)> {
    let (mut decoded, mut text) = (Decoded::default(), Vec::new());
    decode(bytes, encoding, &mut decoded, &mut text);
    let is_read = format.restore(&text, glued, record)?;
    tell(encoding, &mut record.parts);
    record.parts.runs = decoded.runs;
    Ok(is_read)
}
