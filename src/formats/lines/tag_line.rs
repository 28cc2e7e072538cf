//! Lines of tags, which hold for all records below them.

use std::io;
use std::sync::Arc;

use super::{LineKind, Lines};
use crate::codes::BAD_SYNTAX;
use crate::diagnostic::Text;
use crate::formats::transcript::{mend, tags_of_line};
use crate::formats::{Input, Partition, RangeSearch, Records, Start, too_long};
use crate::record::{Above, Fault, Parts, Tag};
use crate::source::MARK;

/// The start of a line that sets the tags of the lines below it.
const SIGN: &[u8] = b"#:";

/// How a list is cut, below the line of tags that holds for the next part.
#[derive(Debug)]
pub(super) struct Below {
    pub(super) most: usize,
    pub(super) above: Option<Arc<TagLine>>,
}

impl Partition for Below {
    fn boundary(&self, bytes: &[u8], _: usize) -> Option<usize> {
        memchr::memrchr(b'\n', bytes).map(|at| at + 1)
    }

    /// A line `#: …` may stand anywhere above.
    fn search(&self) -> RangeSearch {
        RangeSearch::Noted
    }

    fn after(&self, part: &[u8], start: Start) -> Option<Arc<dyn Partition>> {
        let above = last_tag_line(part, (start.offset, start.line), self.most)?;
        Some(Arc::new(Below { most: self.most, above: Some(Arc::new(above)) }))
    }

    fn read<'r>(&self, mut input: Input<'r>, _: Start) -> io::Result<Box<dyn Records + 'r>> {
        input.skip_mark()?;
        let mut lines = Lines::over(input, self.most);
        lines.above.clone_from(&self.above);
        Ok(Box::new(lines))
    }
}

/// A line `#: [Game "halma"] [Board "8x8"]`: the tags of the games below it. The text of each game begins with this
/// line. So each game reports a fault of the line, and no game is judged by rules that the program did not understand.
#[derive(Debug, Clone, Default)]
pub(super) struct TagLine {
    /// The line with its line end; bytes that are not UTF-8 are replaced as in any record.
    pub(super) text: String,
    /// The line as it stands in the file, without its line end.
    pub(super) raw: Vec<u8>,
    tags: Vec<Tag>,
    faults: Vec<Fault>,
    offset: u64,
    line: u64,
}

/// How many tags a line sets at most: each game below it has all of them.
const MOST_TAGS: usize = 100;

impl TagLine {
    /// Reads the line of `length` bytes at this place. `bytes` hold it, unless it is longer than `most`.
    pub(super) fn read(bytes: &[u8], (length, most): (usize, usize), (offset, line): (u64, u64)) -> TagLine {
        let mut text = String::new();
        let mut parts = Parts::default();
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let raw = if length > most { SIGN } else { bytes };
        mend(raw, &mut text, &mut parts);
        if length > most {
            let message = too_long("line of tags", length, most);
            parts.faults.push(Fault { code: &BAD_SYNTAX, span: 0..SIGN.len() as u32, text: message });
        } else {
            let sign = text.find("#:").unwrap_or_default();
            tags_of_line(&text, sign + SIGN.len(), &mut parts);
            if let Some(next) = parts.tags.get(MOST_TAGS) {
                let message = Text::new(format!("this line holds {} tags", parts.tags.len()))
                    .help(format!("a line of tags holds at most {MOST_TAGS}"));
                parts.faults.push(Fault { code: &BAD_SYNTAX, span: next.whole.clone(), text: message });
                parts.tags.truncate(MOST_TAGS);
            }
        }
        text.push('\n');
        TagLine { text, raw: raw.to_vec(), tags: parts.tags, faults: parts.faults, offset, line }
    }

    pub(super) fn place(&self) -> Above {
        Above { offset: self.offset, line: self.line, length: self.text.len() }
    }

    /// Begins a record with this line of tags.
    pub(super) fn begin(&self, parts: &mut Parts) {
        parts.tags.extend_from_slice(&self.tags);
        parts.faults.extend_from_slice(&self.faults);
        parts.body = self.text.len();
    }
}

/// The last line of `bytes` that sets tags. `bytes` are whole lines of a list, beginning at this place; a line longer
/// than `most` is not read.
fn last_tag_line(bytes: &[u8], (offset, line): (u64, u64), most: usize) -> Option<TagLine> {
    let mut end = bytes.len();
    let sign = |end: usize| memchr::memrchr_iter(SIGN[0], &bytes[..end]).find(|&at| bytes[at..].starts_with(SIGN));
    while let Some(sign) = sign(end) {
        // Each line is checked once, even if it holds the sign many times.
        let start = memchr::memrchr(b'\n', &bytes[..sign]).map_or(0, |before| before + 1);
        let mark = if offset == 0 && start == 0 && bytes.starts_with(MARK) { MARK.len() } else { 0 };
        let from = start + mark;
        if LineKind::of(&bytes[from..]) == LineKind::Tags {
            let length = memchr::memchr(b'\n', &bytes[from..]).unwrap_or(bytes.len() - from);
            let line = line + memchr::memchr_iter(b'\n', &bytes[..start]).count() as u64;
            let place = (offset + from as u64, line);
            return Some(TagLine::read(&bytes[from..from + length], (length, most), place));
        }
        end = start;
    }
    None
}
