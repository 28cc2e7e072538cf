//! The lines of a text, for formats in which each line says one thing.
//!
//! A line ends with LF, with CR LF, or with CR alone, which programs for old Macintoshes write. CR CR LF is one line
//! end, too: it comes from translating line ends for Windows twice.

use std::ops::Range;

/// Whether a byte is the last one of a line end.
pub(super) fn ends_line(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

/// How long the line end at byte `at` is; 0 if none stands there.
#[inline(always)]
pub(super) fn line_end(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at..) {
        Some([b'\n', ..]) => 1,
        Some([b'\r', b'\n', ..]) => 2,
        Some([b'\r', b'\r', b'\n', ..]) => 3,
        Some([b'\r', ..]) => 1,
        _ => 0,
    }
}

/// Where the lines of a text stand, without line ends.
pub(super) fn places(text: &str) -> impl Iterator<Item = Range<usize>> {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        (at < bytes.len()).then(|| {
            let start = at;
            let end = memchr::memchr2(b'\n', b'\r', &bytes[start..]).map_or(bytes.len(), |length| start + length);
            at = end + line_end(bytes, end).max(1);
            start..end
        })
    })
}

/// The lines of a text, without white space at their ends, and where they stand.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (&str, Range<usize>)> {
    places(text).map(|place| {
        let line = text[place.clone()].trim_ascii_end();
        (line, place.start..place.start + line.len())
    })
}

/// Whether a line of the start of an input begins so.
pub(super) fn has_line(head: &[u8], begin: &[u8]) -> bool {
    head.starts_with(begin) || memchr::memmem::find_iter(head, begin).any(|at| at > 0 && ends_line(head[at - 1]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_ends_with_lf_or_cr_or_both() {
        assert_eq!(places("a\r\n\nb").collect::<Vec<_>>(), [0..1, 3..3, 4..5]);
        assert_eq!(places("a\r\rb\r").collect::<Vec<_>>(), [0..1, 2..2, 3..4]);
        assert_eq!(places("a\r\r\nb\n\rc").collect::<Vec<_>>(), [0..1, 4..5, 6..6, 7..8]);
    }

    #[test]
    fn lines_have_their_places() {
        let found: Vec<_> = lines("a \r\n\n bé\nc").collect();
        assert_eq!(found, [("a", 0..1), ("", 4..4), (" bé", 5..9), ("c", 10..11)]);
        assert_eq!(lines("").count(), 0);
        assert!(has_line(b"a\nbc", b"b") && has_line(b"a\nbc", b"a") && !has_line(b"a\nbc", b"c"));
    }
}
