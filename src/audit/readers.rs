//! What an audit must know of each file format: where an input can be cut, what its start tells of all of it, and how a
//! part of it is read. A new format has its arms here, and the compiler asks for them.

use std::io::{self, Read};
use std::sync::Arc;

use super::Options;
use super::chunk::{Start, Whole};
use crate::check::Checker;
use crate::formats::csv::{Columns, Csv};
use crate::formats::jsonl::{self, JsonLines};
use crate::formats::lines::{Lines, last_tag_line};
use crate::formats::transcript::Transcripts;
use crate::formats::{Format, Records};
use crate::record::Place;
use crate::source::Source;

/// Where to cut `bytes`, behind which more follow: at least `ahead` of them behind a cut that only the reader can tell for
/// certain.
pub(super) fn boundary(format: Format, columns: Option<&Columns>, bytes: &[u8], ahead: usize) -> Option<usize> {
    match (format, columns) {
        (Format::Transcript, _) => last_beginning(bytes, ahead),
        (Format::Lines, _) => memchr::memrchr(b'\n', bytes).map(|at| at + 1),
        (Format::JsonLines, _) => jsonl::boundary(bytes),
        (Format::Csv, Some(columns)) => columns.boundary(bytes),
        // The first part is cut when its first row has told what the cells mean.
        (Format::Csv, None) => Some(bytes.len()),
    }
    .filter(|at| *at > 0)
}

/// What the start of an input tells of all of it.
pub(super) fn whole(format: Format, bytes: &[u8], options: &Options) -> io::Result<Whole> {
    let mut checker = Checker::new(options.defaults.clone());
    let (most, given) = (options.max_record, &options.given);
    let mut table = None;
    match format {
        Format::Transcript => {}
        Format::Lines => checker.begin_list(&mut Lines::new(bytes, most)?)?,
        Format::JsonLines => checker.begin_list(&mut JsonLines::new(bytes, most, given)?)?,
        Format::Csv => {
            let mut rows = Csv::new(bytes, most, given)?;
            checker.begin_list(&mut rows)?;
            let end = Place { offset: bytes.len() as u64, line: 1, ..Place::default() };
            let first = rows.first()?.unwrap_or(end);
            table = Some((rows.columns().clone(), first));
        }
    }
    Ok(Whole { systems: checker.systems().clone(), table, above: None })
}

/// What is known of the parts behind `bytes`, a part that begins at `start` and of which `whole` was known.
pub(super) fn behind(format: Format, bytes: &[u8], start: Start, whole: &Arc<Whole>, options: &Options) -> Arc<Whole> {
    let above = match format {
        Format::Lines => last_tag_line(bytes, (start.offset, start.line), options.max_record),
        Format::Transcript | Format::JsonLines | Format::Csv => None,
    };
    // What is ambiguous is said once for a list.
    if above.is_none() && !whole.systems.has_rivals() {
        return whole.clone();
    }
    let above = above.map(Arc::new).or_else(|| whole.above.clone());
    Arc::new(Whole { systems: whole.systems.told(), table: whole.table.clone(), above })
}

/// Reads on from `start` to the end of an input; nothing where a table has no first row.
pub(super) fn stream<'r>(
    format: Format,
    whole: &Whole,
    reader: impl Read + 'r,
    start: Start,
    options: &Options,
) -> Option<Box<dyn Records + 'r>> {
    let Start { offset, line, .. } = start;
    let from = Place { number: 1, offset, line, ..Place::default() };
    let most = options.max_record;
    Some(match (format, &whole.table) {
        (Format::Transcript, _) => {
            let mut source = Source::within(reader, offset, line);
            if offset == 0 && source.skip_mark().is_err() {
                // The reader says it again as soon as it is asked for more.
            }
            let mut records = Transcripts::over(source, most);
            records.begin(start.indent, start.glued);
            Box::new(records)
        }
        (Format::Lines, _) => {
            Box::new(Lines::over(Source::within(reader, offset, line), most).below(whole.above.clone()))
        }
        (Format::JsonLines, _) => Box::new(JsonLines::within(reader, most, &options.given, from)),
        (Format::Csv, Some((columns, _))) => Box::new(Csv::within(reader, columns.clone(), from)),
        (Format::Csv, None) => return None,
    })
}

/// Reads a part of an input that is nothing but whole rows, from `start` on.
pub(super) fn rows<'r>(
    format: Format,
    whole: &Whole,
    bytes: &'r [u8],
    start: Start,
    options: &Options,
) -> Option<Box<dyn Records + 'r>> {
    let Start { offset, line, .. } = start;
    // What stands before the first game: the names of columns, a byte-order mark.
    let first = match &whole.table {
        Some((_, first)) if offset == 0 => *first,
        _ => {
            let mark = if offset == 0 && bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
            Place { offset: offset + mark, line, ..Place::default() }
        }
    };
    let skipped = usize::try_from(first.offset - offset).unwrap_or(usize::MAX).min(bytes.len());
    stream(format, whole, &bytes[skipped..], Start::of_line(first.offset, first.line), options)
}

/// Where the last record of a transcript begins whose beginning can be told, with as many bytes as `ahead` behind it; more
/// follow.
fn last_beginning(bytes: &[u8], ahead: usize) -> Option<usize> {
    let mut end = bytes.len().checked_sub(ahead)?;
    while let Some(at) = memchr::memmem::rfind(&bytes[..end], b"\n[") {
        if begins_record(bytes, at + 1) {
            return Some(at + 1);
        }
        end = at + 1;
    }
    None
}

/// Whether the tag line at `at` seems to begin a record: the last line before it that is not blank is no tag line, no
/// comment and no part of one.
fn begins_record(bytes: &[u8], at: usize) -> bool {
    let looks_like_tag = bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic);
    let before = bytes[..at].trim_ascii_end();
    let start = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
    let line = &before[start..];
    looks_like_tag
        && !line.is_empty()
        && !line.starts_with(b"[")
        && !line.iter().any(|byte| matches!(byte, b'{' | b'}' | b'#'))
}
