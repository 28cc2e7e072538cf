//! Where a large transcript can be cut: where a record seems to begin, at a tag line that follows something else than tags.
//!
//! Only the reader of records can tell for certain. A comment may hold tags and go on: then the last record of a part does
//! not end there.

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
    /// Where the last record begins whose beginning can be told.
    fn boundary(&self, bytes: &[u8], ahead: usize) -> Option<usize> {
        let mut end = bytes.len().checked_sub(ahead)?;
        while let Some(at) = memchr::memmem::rfind(&bytes[..end], b"\n[") {
            if begins_record(bytes, at + 1) {
                return Some(at + 1);
            }
            end = at + 1;
        }
        None
    }

    fn search(&self) -> RangeSearch {
        RangeSearch::Before
    }

    /// The last tag line that begins at the start of its line. After it [`split`](super::split) knows where it is, whatever
    /// it has read before: among tags, and no blank line after them. Whether a record begins with it is not known, so it
    /// stands before `at` and not there.
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
        records.begin(start.indent, start.glued);
        Ok(Box::new(records))
    }
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
