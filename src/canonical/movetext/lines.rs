//! Breaks lines between chunks.

use super::Writer;
use crate::source::characters;
use crate::tail::Tail;

/// The most columns of a line, unless one turn is longer.
pub(super) const COLUMNS: usize = 80;

impl Writer<'_> {
    /// The last byte of the chunk at hand, if there is one.
    #[inline(always)]
    pub(super) fn last(&self) -> Option<u8> {
        self.chunk().last().copied()
    }

    /// The chunk at hand.
    #[inline(always)]
    pub(super) fn chunk(&self) -> &[u8] {
        self.out.bytes().get(self.chunk..).unwrap_or_default()
    }

    /// Ends the chunk at hand: if its line would grow too long, a line end takes the place of the blank before it.
    #[inline(always)]
    pub(super) fn end_chunk(&mut self) {
        if self.together { self.end_run() } else { self.settle(false) }
    }

    /// Ends the current chunk, in which plies run together: `3445`. A line may end after any digit, but not in a
    /// comment or a variation.
    #[inline(never)]
    fn end_run(&mut self) {
        let chunk = String::from_utf8_lossy(self.chunk()).into_owned();
        self.out.truncate(self.chunk);
        for word in runs(&chunk) {
            self.is_plain = false;
            self.out.append(word.as_bytes());
            self.settle(false);
        }
    }

    /// Finds the chunk at hand its line. `has_blank`: the blank that parts it from the next is there already.
    #[inline(always)]
    pub(super) fn settle(&mut self, has_blank: bool) {
        let end = self.out.len() - usize::from(has_blank);
        let (first, last) = if self.is_plain { (end - self.chunk, None) } else { self.columns(end) };
        let mut begin = self.column;
        if begin > 0 {
            begin += 1;
            if begin + first > COLUMNS {
                self.end_line();
                begin = 0;
            }
        }
        self.column = last.unwrap_or(begin + first);
        self.has_chunks = true;
        if self.column > 0 && !has_blank {
            self.out.all(b" ");
        }
        self.chunk = self.out.len();
        self.is_plain = self.are_plies_plain;
    }

    /// The columns of the first line of the chunk at hand, which ends at byte `end`, and of the last if it has several.
    #[inline(never)]
    fn columns(&self, end: usize) -> (usize, Option<usize>) {
        let columns = |text: &[u8]| characters(text) as usize;
        let chunk = self.out.bytes().get(self.chunk..end).unwrap_or_default();
        let Some(first) = memchr::memchr(b'\n', chunk) else { return (columns(chunk), None) };
        let last = memchr::memrchr(b'\n', chunk).unwrap_or(first);
        (columns(&chunk[..first]), Some(columns(&chunk[last + 1..])))
    }

    /// Puts a line end in the place of the blank before the chunk at hand.
    #[inline(always)]
    pub(super) fn end_line(&mut self) {
        if let Some(blank) = self.out.bytes_mut().get_mut(self.chunk - 1) {
            *blank = b'\n';
        }
    }

    /// Ends the last line.
    pub(super) fn finish(mut self) -> Tail {
        self.out.truncate(self.chunk - usize::from(self.column > 0));
        if self.has_chunks {
            self.out.all(b"\n");
        }
        self.out
    }
}

/// The words of a line of digits, outside comments and variations, none longer than a line.
fn runs(chunk: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let (mut start, mut depth, mut comment) = (0, 0_u32, false);
    for (at, letter) in chunk.char_indices() {
        match letter {
            '{' => comment = true,
            '}' => comment = false,
            '(' if !comment => depth += 1,
            ')' if !comment => depth = depth.saturating_sub(1),
            ' ' if !comment && depth == 0 => {
                words.push(&chunk[start..at]);
                start = at + 1;
            }
            _ if !comment && depth == 0 && at - start == COLUMNS => {
                words.push(&chunk[start..at]);
                start = at;
            }
            _ => {}
        }
    }
    words.push(&chunk[start..]);
    words
}
