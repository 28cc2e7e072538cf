//! The lines of a text, for formats in which each line says one thing.

use std::ops::Range;

/// The lines of a text, without white space at their ends, and where they stand.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (&str, Range<usize>)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let length = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        let line = rest.get(..length)?.trim_ascii_end();
        let place = at..at + line.len();
        at += length + 1;
        Some((line, place))
    })
}

/// Whether a line of the start of an input begins so.
pub(super) fn has_line(head: &[u8], begin: &[u8]) -> bool {
    head.starts_with(begin)
        || memchr::memmem::find_iter(head, begin).any(|at| at > 0 && matches!(head[at - 1], b'\n' | b'\r'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_their_places() {
        let found: Vec<_> = lines("a \r\n\n bé\nc").collect();
        assert_eq!(found, [("a", 0..1), ("", 4..4), (" bé", 5..9), ("c", 10..11)]);
        assert!(has_line(b"a\nbc", b"b") && has_line(b"a\nbc", b"a") && !has_line(b"a\nbc", b"c"));
    }
}
