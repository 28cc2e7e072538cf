//! Where diagnostics stand in a file of another program, whose records are read as transcripts.

use std::ops::Range;

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};

use crate::diagnostic::Diagnostic;
use crate::record::Record;
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

/// The places of diagnostics, which are in the order of their spans.
pub(super) fn spots(record: &Record<'_>, diagnostics: &[Diagnostic]) -> Vec<Spot> {
    let bytes = record.written.bytes;
    let spans: Vec<_> = diagnostics.iter().map(|diagnostic| diagnostic.span.clone()).collect();
    let foreign = record.parts.foreign;
    let ranges = record.parts.marks.find(&spans);
    let encoding = foreign.encoding.and_then(|name| Encoding::for_label(name.as_bytes()));
    let spot = |range: Range<usize>| {
        let range = range.start.min(bytes.len())..range.end.min(bytes.len());
        let span = [record.place.offset + range.start as u64, record.place.offset + range.end as u64];
        if foreign.is_binary {
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
    ranges.into_iter().map(spot).collect()
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
