//! Where a large transcript can be cut: where a record seems to begin, at a tag line that does not follow tags.
//!
//! Only the reader of records can be certain. A comment may hold tags and continue after them: then the last record of
//! a part does not end there.

use std::io;

use super::Transcripts;
use crate::formats::{Input, Partition, RangeSearch, Records, Start};
use crate::record::looks::{Looks, tag_start};

/// How transcripts are cut.
#[derive(Debug)]
pub(super) struct Cut {
    /// How long a record may be.
    pub(super) most: usize,
}

impl Partition for Cut {
    /// The last place where a record seems to begin, at least `ahead` bytes before the end.
    fn boundary(&self, bytes: &[u8], ahead: usize) -> Option<usize> {
        let mut end = bytes.len().checked_sub(ahead)?;
        while let Some(at) = memchr::memrchr(b'[', &bytes[..end]) {
            // The tag may be indented.
            let start = bytes[..at].iter().rposition(|byte| !matches!(byte, b' ' | b'\t')).map_or(0, |last| last + 1);
            if bytes[..start].ends_with(b"\n") && begins_record(bytes, start, at) {
                return Some(start);
            }
            end = at;
        }
        None
    }

    fn search(&self) -> RangeSearch {
        RangeSearch::Before
    }

    /// The last tag line that begins at the start of its line. There [`split`](super::split) knows its state, whatever
    /// it has read before: it is among tags, without a blank line after them. Whether a record begins there is not
    /// known, so the place is before `at`, never at it.
    fn before(&self, bytes: &[u8], at: usize) -> Option<usize> {
        let mut end = at.min(bytes.len());
        while let Some(line_end) = memchr::memmem::rfind(bytes.get(..end)?, b"\n[") {
            if tag_start(&bytes[line_end + 1..], true) == Looks::Yes {
                return Some(line_end + 1);
            }
            end = line_end + 1;
        }
        None
    }

    fn read<'r>(&self, input: Input<'r>, start: Start) -> io::Result<Box<dyn Records + 'r>> {
        let mut records = Transcripts::over(input, self.most);
        records.begin(start.glued);
        Ok(Box::new(records))
    }
}

/// Whether the tag at `at` on the line that begins at `start` seems to begin a record: the last line before it that is
/// neither blank nor of comments alone is movetext. If that line is a tag, or opens a comment that it does not close, a
/// blank line stands after it.
fn begins_record(bytes: &[u8], start: usize, at: usize) -> bool {
    /// How far back it looks over comments. Without a bound each tag within a long comment would look at all of it.
    const REACH: usize = 8 * 1024;
    if tag_start(&bytes[at..], true) != Looks::Yes {
        return false;
    }
    let mut before = &bytes[..start];
    while start - before.len() <= REACH {
        let text = before.trim_ascii_end();
        let line_start = memchr::memrchr(b'\n', text).map_or(0, |end| end + 1);
        before = match line(&text[line_start..]) {
            Line::Movetext => return true,
            Line::Tag | Line::Unclosed => return memchr::memchr_iter(b'\n', &before[text.len()..]).count() > 1,
            Line::Comments if line_start > 0 => &before[..line_start],
            Line::EndOfComment => {
                let from = text.len().saturating_sub(REACH);
                let Some(open) = memchr::memrchr(b'{', &text[from..]) else { return false };
                &text[..from + open]
            }
            Line::Comments | Line::Unclear => return false,
        };
    }
    false
}

/// What a line seems to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    /// Movetext, and no comment continues after it: `12. d {good} 1-0`.
    Movetext,
    /// Nothing but whole comments, which may stand after movetext or among tags.
    Comments,
    /// The end of a comment that begins on a line before it, and nothing else but comments.
    EndOfComment,
    /// A tag.
    Tag,
    /// A line after which a comment goes on.
    Unclosed,
    /// Nothing, since the input begins here, or a bracket that is no tag.
    Unclear,
}

fn line(line: &[u8]) -> Line {
    if line.is_empty() {
        return Line::Unclear;
    }
    // A line that was broken within a comment may begin with its brackets: `[%clk 0:03:00]} e`.
    let bare = line.trim_ascii_start();
    if bare.starts_with(b"[") && !bare.starts_with(b"[%") {
        return if tag_start(bare, true) == Looks::Yes { Line::Tag } else { Line::Unclear };
    }
    // Before a `}` that nothing opens stands the end of a comment.
    let (mut rest, is_end) = match memchr::memchr3(b'{', b'}', b'#', line) {
        Some(at) if line[at] == b'}' => (&line[at + 1..], true),
        _ => (line, false),
    };
    let mut has_text = false;
    loop {
        let found = memchr::memchr2(b'{', b'#', rest);
        has_text |= !rest[..found.unwrap_or(rest.len())].trim_ascii().is_empty();
        let at = found.filter(|at| rest[*at] == b'{');
        let Some(at) = at else {
            return match (has_text, is_end) {
                (true, _) => Line::Movetext,
                (false, true) => Line::EndOfComment,
                (false, false) => Line::Comments,
            };
        };
        let Some(end) = memchr::memchr(b'}', &rest[at..]) else { return Line::Unclosed };
        rest = &rest[at + end + 1..];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn movetext_is_told_from_tags_and_comments() {
        for text in
            ["12. d, e", "1-0", "d {x} e", "{x} e {[%clk 0:03:00]}", "x} e {y}", "c e # good", "[%clk 0:01]} 2. d"]
        {
            assert_eq!(line(text.as_bytes()), Line::Movetext, "{text}");
        }
        for text in ["{x}", " {x} {y}", "# x", "# x}", "{x} # e"] {
            assert_eq!(line(text.as_bytes()), Line::Comments, "{text}");
        }
        for text in ["x}", "x} # e", "[%clk 0:01]}", "} {y}"] {
            assert_eq!(line(text.as_bytes()), Line::EndOfComment, "{text}");
        }
        for text in ["[Game \"forza4\"]", " [ Game \"forza4\"]"] {
            assert_eq!(line(text.as_bytes()), Line::Tag, "{text}");
        }
        for text in ["c {x", "{x} e {y"] {
            assert_eq!(line(text.as_bytes()), Line::Unclosed, "{text}");
        }
        for text in ["", "[", "[Alas, {no tag"] {
            assert_eq!(line(text.as_bytes()), Line::Unclear, "{text}");
        }
    }

    #[test]
    fn a_file_is_cut_after_comments_at_the_end_of_a_record() {
        let lines = "# a remark\n".repeat(100);
        let ends = ["{White resigned}", "# a remark", "{one}\n\n{two} # three", "{one\ntwo}", "c {one\n\ntwo}", &lines];
        for end in ends {
            let record = format!("[Game \"forza4\"]\n# a remark\n[Event \"x\"]\n\n1. d, e\n{end}\n\n");
            let text = record.repeat(3);
            assert_eq!(Cut { most: 1 << 20 }.boundary(text.as_bytes(), 8), Some(2 * record.len()), "{end}");
        }
        let tags = "[Game \"forza4\"]\n# a remark\n[Event \"x\"]\n{more\nand more}\n[Site \"y\"]\n\n";
        assert_eq!(Cut { most: 1 << 20 }.boundary(tags.as_bytes(), 2), None);
    }

    #[test]
    fn a_file_is_cut_at_headers_of_any_look() {
        for record in [
            "  [Game \"forza4\"]\n\n1. d, e\n\n",
            "[ Game \"forza4\"]\n\n1. d\n",
            "[Game \"forza4\"]\n\n",
            "[Game \"forza4\"]\n\n1. d {x\n\n",
        ] {
            let text = record.repeat(3);
            let boundary = Cut { most: 1 << 20 }.boundary(text.as_bytes(), record.len() - 4);
            assert_eq!(boundary, Some(2 * record.len()), "{record}");
        }
    }

    #[test]
    fn a_file_is_cut_between_records_whose_plies_all_have_comments() {
        let record = "[Game \"forza4\"]\n\n1. d {[%clk 0:03:00]} e {[%clk 0:02:58]}\n{[%clk 0:02:50]} 2. c {x}\n\n";
        let text = record.repeat(3);
        assert_eq!(Cut { most: 1 << 20 }.boundary(text.as_bytes(), 8), Some(2 * record.len()));
    }
}
