//! Where a part of a text stands in it: most code cuts texts with iterators, which keep no places.

/// The byte of `whole` at which `part` begins, a piece that was cut from it.
#[inline(always)]
pub(crate) fn offset_of(part: &str, whole: &str) -> usize {
    let (start, from) = (part.as_ptr() as usize, whole.as_ptr() as usize);
    debug_assert!(from <= start && start + part.len() <= from + whole.len(), "the part was cut from another text");
    start.wrapping_sub(from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_has_a_place() {
        let text = "1. c, é; 2. d";
        let places: Vec<usize> = text.split(' ').map(|word| offset_of(word, text)).collect();
        assert_eq!(places, [0, 3, 6, 10, 13]);
        assert_eq!(offset_of(&text[text.len()..], text), text.len());
    }
}
