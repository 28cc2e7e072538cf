//! The places of diagnostics in a file of another program or a table, whose records are read as transcripts.

use std::borrow::Cow;
use std::ops::Range;

use encoding_rs::{Encoding, ISO_2022_JP, UTF_16BE, UTF_16LE};

use crate::diagnostic::Diagnostic;
use crate::record::{Marks, Parts, Place, Record, Runs};
use crate::source::characters;

/// A place in a file.
#[derive(Debug, Clone)]
pub(super) struct Spot {
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) span: [u64; 2],
    /// The file's own text around the place, and the part of it to point at.
    pub(super) shown: (String, Range<usize>),
}

/// How many characters of a line are kept on either side of a place, and of the part to point at: more than is ever
/// shown. A file may be one line, and there are many diagnostics.
const AROUND: usize = 128;
const MARKED: usize = 512;

/// The bytes of a file that diagnostics point into.
struct Source<'r> {
    bytes: &'r [u8],
    marks: Cow<'r, Marks>,
    /// The encoding of the bytes, if that is not UTF-8.
    encoding: Option<&'static Encoding>,
    /// Where a byte stands in a file of another encoding, if the bytes themselves are UTF-8.
    runs: Option<&'r Runs>,
}

impl<'r> Source<'r> {
    /// The row or the foreign text that a record's text was made from; `None` if the file holds the text literally, or
    /// nobody knows which part of the file it was made from.
    fn of(record: &Record<'r>, spans: &[Range<usize>]) -> Option<Source<'r>> {
        let Parts { marks, cells, runs, foreign, .. } = record.parts;
        let source = match record.place.source {
            Some(_) => {
                let (bytes, encoding, runs) = (record.written.row, None, Some(runs));
                Source { bytes, marks: Cow::Owned(cells.marks(record.text, bytes, spans)), encoding, runs }
            }
            None => {
                let encoding = foreign.encoding.and_then(|name| Encoding::for_label(name.as_bytes()));
                Source { bytes: record.written.bytes, marks: Cow::Borrowed(marks), encoding, runs: None }
            }
        };
        (!source.marks.is_empty()).then_some(source)
    }
}

/// The places of diagnostics, which are in the order of their spans, if the record's text was made from something else.
pub(super) fn spots(record: &Record<'_>, diagnostics: &[Diagnostic]) -> Option<Vec<Spot>> {
    let spans: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.span.clone()).collect();
    let Source { bytes, marks, encoding, runs } = Source::of(record, &spans)?;
    let place = |at: usize| record.place.offset + runs.map_or(at, |runs| runs.place(at)) as u64;
    let is_of_row = record.place.source.is_some();
    let ranges = marks.find(&spans).into_iter().zip(&spans).map(|(found, span)| {
        // A diagnostic about no part of the text is about the whole row.
        if is_of_row && *span == (0..0) {
            0..bytes.len()
        } else {
            found.start.min(bytes.len())..found.end.min(bytes.len())
        }
    });
    let mut ranges: Vec<_> = ranges.enumerate().collect();
    // One walk over the bytes finds all places.
    ranges.sort_by_key(|(_, range)| range.start);
    let mut walk = Walk::new(bytes, encoding, record.place);
    let mut spot = |range: Range<usize>| {
        let span = [place(range.start), place(range.end)];
        if record.parts.foreign.is_binary {
            return Spot { line: 1, column: span[0] + 1, span, shown: hexadecimal(bytes, range, record.place.offset) };
        }
        walk.go_on(range.start);
        Spot { line: walk.line, column: walk.column, span, shown: walk.shown(range.end) }
    };
    let mut spots: Vec<_> = ranges.into_iter().map(|(index, range)| (index, spot(range))).collect();
    spots.sort_by_key(|(index, _)| *index);
    Some(spots.into_iter().map(|(_, spot)| spot).collect())
}

/// A walk through bytes that counts lines and columns.
struct Walk<'b> {
    bytes: &'b [u8],
    encoding: Option<&'static Encoding>,
    /// Where it stands.
    at: usize,
    line: u64,
    column: u64,
    /// Where the line begins, and the column there.
    start: (usize, u64),
    /// What stands before in the line: its last characters.
    head: String,
}

impl<'b> Walk<'b> {
    fn new(bytes: &'b [u8], encoding: Option<&'static Encoding>, place: Place) -> Walk<'b> {
        let column = place.indent + 1;
        Walk { bytes, encoding, at: 0, line: place.line, column, start: (0, column), head: String::new() }
    }

    /// Continues to byte `to`.
    fn go_on(&mut self, to: usize) {
        let mut ends = line_ends(&self.bytes[self.at..to], self.encoding);
        if let Some(last) = ends.next_back() {
            self.line += ends.count() as u64 + 1;
            self.start = (self.at + last.end, 1);
            self.begin_line();
        } else if self.encoding == Some(ISO_2022_JP) {
            // What a byte means there depends on those before it.
            self.begin_line();
        }
        let text = decode(&self.bytes[self.at..to], self.encoding);
        self.at = to;
        self.column += characters(text.as_bytes());
        self.head.push_str(last(&text, AROUND));
        let head = last(&self.head, AROUND);
        self.head.drain(..self.head.len() - head.len());
    }

    fn begin_line(&mut self) {
        (self.at, self.column) = self.start;
        self.head.clear();
    }

    /// The text around the bytes from here to `end`, and where they stand in it.
    fn shown(&self, end: usize) -> (String, Range<usize>) {
        // A letter takes four bytes at most.
        let most = self.bytes.len().min(self.at + 4 * (MARKED + AROUND));
        let rest = &self.bytes[self.at..most];
        let line = line_ends(rest, self.encoding).next().map_or(rest, |end| &rest[..end.start]);
        let (marked, after) = line.split_at(end.saturating_sub(self.at).min(line.len()));
        let (marked, after) = (decode(marked, self.encoding), decode(after, self.encoding));
        let (marked, after) = (first(&marked, MARKED), first(&after, AROUND));
        let within = self.head.len()..self.head.len() + marked.len();
        (format!("{}{marked}{after}", self.head), within)
    }
}

/// The text that bytes are.
fn decode<'b>(bytes: &'b [u8], encoding: Option<&'static Encoding>) -> Cow<'b, str> {
    match encoding {
        Some(encoding) => encoding.decode_without_bom_handling(bytes).0,
        None => String::from_utf8_lossy(bytes),
    }
}

/// The first characters of a text.
fn first(text: &str, count: usize) -> &str {
    text.char_indices().nth(count).map_or(text, |(at, _)| &text[..at])
}

/// The last characters of a text.
fn last(text: &str, count: usize) -> &str {
    text.char_indices().rev().nth(count - 1).map_or(text, |(at, _)| &text[at..])
}

/// The line ends in bytes of an encoding. A letter of UTF-16 has two bytes, and one of them may look like a line end.
fn line_ends<'b>(
    bytes: &'b [u8],
    encoding: Option<&'static Encoding>,
) -> impl DoubleEndedIterator<Item = Range<usize>> + Clone + use<'b> {
    let low = match encoding {
        Some(encoding) if encoding == UTF_16LE => Some(0),
        Some(encoding) if encoding == UTF_16BE => Some(1),
        _ => None,
    };
    let end = move |at: usize| match low {
        None => Some(at..at + 1),
        Some(low) => {
            let from = at.checked_sub(low).filter(|from| from % 2 == 0)?;
            (bytes.get(from + 1 - low) == Some(&0)).then_some(from..from + 2)
        }
    };
    memchr::memchr_iter(b'\n', bytes).filter_map(end)
}

/// The bytes around a place, two hexadecimal digits each.
fn hexadecimal(bytes: &[u8], range: Range<usize>, offset: u64) -> (String, Range<usize>) {
    const AROUND: usize = 8;
    let (from, to) = (range.start.saturating_sub(AROUND), range.end.saturating_add(AROUND).min(bytes.len()));
    let mut text = format!("{:08x}:", offset + from as u64);
    let mut within = text.len()..text.len();
    for (at, byte) in bytes.iter().enumerate().take(to).skip(from) {
        text.push(' ');
        if at == range.start {
            within = text.len()..text.len();
        }
        text.push_str(&format!("{byte:02x}"));
        if at < range.end {
            within.end = text.len();
        }
    }
    if range.start >= to {
        within = text.len()..text.len();
    }
    (text, within)
}
