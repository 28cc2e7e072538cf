//! Where diagnostics stand in a file whose records are read as transcripts: one of another program, or a table.

use std::borrow::Cow;
use std::ops::Range;

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use crate::diagnostic::Diagnostic;
use crate::record::{Marks, Parts, Record, Runs};
use crate::source::characters;

/// A place in a file.
#[derive(Debug, Clone)]
pub(super) struct Spot {
    pub(super) line: u64,
    pub(super) column: u64,
    pub(super) span: [u64; 2],
    /// The file's own text around the place, and the part of it that is meant.
    pub(super) shown: (String, Range<usize>),
}

/// How many characters of a line are kept on either side of a place, and of the part that is meant: more than is ever shown.
/// A file may be one line, and there are many diagnostics.
const AROUND: usize = 128;
const MARKED: usize = 512;

/// The bytes of a file in which diagnostics are looked for.
struct Source<'r> {
    bytes: &'r [u8],
    marks: Cow<'r, Marks>,
    /// The encoding of the bytes, if that is not UTF-8.
    encoding: Option<&'static Encoding>,
    /// Where a byte stands in a file of another encoding, if the bytes themselves are UTF-8.
    runs: Option<&'r Runs>,
}

impl<'r> Source<'r> {
    /// The row or the foreign text of which a record's text was made; `None` if it stands in the file as it is, or nobody
    /// knows of which part of the file it was made.
    fn of(record: &Record<'r>) -> Option<Source<'r>> {
        let Parts { marks, cells, runs, foreign, .. } = record.parts;
        let source = match record.place.source {
            Some(_) => {
                let (bytes, encoding, runs) = (record.written.row, None, Some(runs));
                Source { bytes, marks: Cow::Owned(cells.marks(record.text, bytes)), encoding, runs }
            }
            None => {
                let encoding = foreign.encoding.and_then(|name| Encoding::for_label(name.as_bytes()));
                Source { bytes: record.written.bytes, marks: Cow::Borrowed(marks), encoding, runs: None }
            }
        };
        (!source.marks.is_empty()).then_some(source)
    }
}

/// The places of diagnostics, which are in the order of their spans, if the record's text was made of something else.
pub(super) fn spots(record: &Record<'_>, diagnostics: &[Diagnostic]) -> Option<Vec<Spot>> {
    let Source { bytes, marks, encoding, runs } = Source::of(record)?;
    let spans: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.span.clone()).collect();
    let place = |at: usize| record.place.offset + runs.map_or(at, |runs| runs.place(at)) as u64;
    let spot = |range: Range<usize>| {
        let range = range.start.min(bytes.len())..range.end.min(bytes.len());
        let span = [place(range.start), place(range.end)];
        if record.parts.foreign.is_binary {
            return Spot { line: 1, column: span[0] + 1, span, shown: hexadecimal(bytes, range, record.place.offset) };
        }
        let mut ends = line_ends(&bytes[..range.start], encoding);
        let line = record.place.line + ends.clone().count() as u64;
        let from = ends.next_back().map_or(0, |end| end.end);
        let to = line_ends(&bytes[range.start..], encoding).next().map_or(bytes.len(), |end| range.start + end.start);
        let decode = |bytes: &[u8]| match encoding {
            Some(encoding) => encoding.decode_without_bom_handling(bytes).0.into_owned(),
            None => String::from_utf8_lossy(bytes).into_owned(),
        };
        let (head, marked) = (decode(&bytes[from..range.start]), decode(&bytes[range.start..range.end.min(to)]));
        let indent = if from == 0 { record.place.indent } else { 0 };
        let column = indent + characters(head.as_bytes()) + 1;
        let behind = &bytes[range.end.min(to)..to];
        // A letter takes four bytes at most.
        let behind = decode(&behind[..behind.len().min(4 * AROUND)]);
        let (head, marked, behind) = (last(&head, AROUND), first(&marked, MARKED), first(&behind, AROUND));
        let within = head.len()..head.len() + marked.len();
        Spot { line, column, span, shown: (format!("{head}{marked}{behind}"), within) }
    };
    let is_of_row = record.place.source.is_some();
    let ranges = marks.find(&spans).into_iter().zip(&spans).map(|(found, span)| match is_of_row && *span == (0..0) {
        // What is said of no part of the text is said of the whole row.
        true => 0..bytes.len(),
        false => found,
    });
    Some(ranges.map(spot).collect())
}

/// The first characters of a text.
fn first(text: &str, count: usize) -> &str {
    text.char_indices().nth(count).map_or(text, |(at, _)| &text[..at])
}

/// The last characters of a text.
fn last(text: &str, count: usize) -> &str {
    text.char_indices().rev().nth(count - 1).map_or(text, |(at, _)| &text[at..])
}

/// Where lines end in bytes of an encoding. Letters of UTF-16 are two bytes, of which one may look like a line end.
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
            within.start = text.len();
        }
        text.push_str(&format!("{byte:02x}"));
        if at < range.end {
            within.end = text.len();
        }
    }
    if range.is_empty() {
        within = text.len()..text.len();
    }
    (text, within)
}
