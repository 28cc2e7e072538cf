//! Where parts of a text stand in the file that a reader has made it from.

use std::ops::Range;

/// Maps byte ranges of a record's text to byte ranges of its file.
///
/// A part of the text reaches from its mark to the next one. A file has millions of plies, so a mark is kept as its distance
/// from the mark before it, and equal distances in a row are kept once, with their number: `c, e, c, d` needs one entry.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marks {
    /// Four numbers for each run of equal steps: the step, and how often it was taken.
    bytes: Vec<u8>,
    /// The last step and its repetitions, which are not among the bytes yet.
    step: Step,
    times: u64,
    /// The last mark: where its part begins in the text, and where it stands in the file.
    made: u64,
    source: u64,
}

/// From one mark to the next: how far in the text, how far in the file, and how long the part is there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Step {
    further: u64,
    moved: u64,
    length: u64,
}

impl Marks {
    /// Whether nothing is marked: the file holds the text literally.
    pub fn is_empty(&self) -> bool {
        self.times == 0
    }

    /// Forgets all marks and keeps the memory, unless only one very long record has needed it.
    pub fn clear(&mut self) {
        const LARGE: usize = 256 * 1024;
        self.bytes.clear();
        self.bytes.shrink_to(LARGE);
        (self.step, self.times, self.made, self.source) = (Step::default(), 0, 0, 0);
    }

    /// Marks the part of the text that begins at byte `made`, after all earlier marks, as made from the bytes `source`.
    #[inline]
    pub fn push(&mut self, made: usize, source: Range<usize>) {
        let (made, start) = (made as u64, source.start as u64);
        let further = made.saturating_sub(self.made);
        let step = Step { further, moved: start.wrapping_sub(self.source), length: source.len() as u64 };
        (self.made, self.source) = (made, start);
        if step == self.step && self.times > 0 {
            self.times += 1;
        } else {
            self.keep();
            (self.step, self.times) = (step, 1);
        }
    }

    /// Repeats the last step `count` times.
    pub(crate) fn push_alike(&mut self, count: u64) {
        if self.times > 0 {
            self.times += count;
            self.made += count * self.step.further;
            self.source = self.source.wrapping_add(count.wrapping_mul(self.step.moved));
        }
    }

    /// Marks `length` bytes of the text from byte `made` on; each is one byte of the file, from `source` on.
    pub(crate) fn push_each(&mut self, made: usize, source: usize, length: usize) {
        for at in 0..length.min(2) {
            self.push(made + at, source + at..source + at + 1);
        }
        self.push_alike(length.saturating_sub(2) as u64);
    }

    /// Keeps the last step among the bytes.
    fn keep(&mut self) {
        if self.times > 0 {
            let moved = self.step.moved as i64;
            // Most parts come in the order of the file: the sign is the last bit.
            let moved = (moved << 1 ^ moved >> 63) as u64;
            let parts = [self.step.further, moved, self.step.length, self.times];
            // Most numbers are small, and a byte each.
            if parts.iter().all(|part| *part < 0x80) {
                self.bytes.extend_from_slice(&parts.map(|part| part as u8))
            } else {
                parts.into_iter().for_each(|part| self.number(part))
            }
        }
    }

    /// Adds a number, seven bits a byte.
    #[inline]
    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// These marks for another text: `of` gives the place there of each byte of the marked text.
    pub(crate) fn moved(&self, of: impl Fn(usize) -> usize) -> Marks {
        let mut moved = Marks::default();
        self.iter().for_each(|(made, source)| moved.push(of(made), source));
        moved
    }

    /// The marks: where each part begins, and where it stands in the file.
    fn iter(&self) -> impl Iterator<Item = (usize, Range<usize>)> {
        let mut bytes = self.bytes.iter();
        let mut number = move || {
            let (mut number, mut shift) = (0_u64, 0);
            loop {
                let byte = *bytes.next()?;
                number |= u64::from(byte & 0x7f) << shift;
                if byte < 0x80 {
                    return Some(number);
                }
                shift += 7;
            }
        };
        let kept = std::iter::from_fn(move || {
            let (further, moved, length, times) = (number()?, number()?, number()?, number()?);
            Some((Step { further, moved: (moved >> 1) ^ (moved & 1).wrapping_neg(), length }, times))
        });
        let (mut made, mut source) = (0_u64, 0_u64);
        kept.chain([(self.step, self.times)]).flat_map(|(step, times)| (0..times).map(move |_| step)).map(move |step| {
            made += step.further;
            source = source.wrapping_add(step.moved);
            let start = source as usize;
            (made as usize, start..start + step.length as usize)
        })
    }

    /// Where each of `spans`, byte ranges of the text in the order of their starts, stands in the file: from the first
    /// byte of the part in which it begins to the last of the part in which it ends.
    pub fn find(&self, spans: &[Range<usize>]) -> Vec<Range<usize>> {
        let mut marks = self.iter().peekable();
        let mut part = 0..0;
        let mut found = Vec::with_capacity(spans.len());
        for span in spans {
            while let Some((_, source)) = marks.next_if(|(made, _)| *made <= span.start) {
                part = source;
            }
            found.push(part.clone());
        }
        // The ends in a walk of their own: spans may overlap.
        let mut order: Vec<usize> = (0..spans.len()).collect();
        order.sort_by_key(|&index| spans[index].end);
        let (mut marks, mut part) = (self.iter().peekable(), 0..0);
        for index in order {
            let last = spans[index].end.saturating_sub(1).max(spans[index].start);
            while let Some((_, source)) = marks.next_if(|(made, _)| *made <= last) {
                part = source;
            }
            let range = &mut found[index];
            range.end = range.end.max(part.end);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_in_any_order_of_the_file() {
        let mut marks = Marks::default();
        assert!(marks.is_empty());
        let parts = [(0, 700..712), (10, 3..4), (12, 5..5), (300, 6..1000)];
        for (made, source) in parts.clone() {
            marks.push(made, source);
        }
        assert_eq!(marks.iter().collect::<Vec<_>>(), parts);
        assert_eq!(marks.find(&[0..5, 9..11, 10..11, 12..14, 999..1000]), [700..712, 700..712, 3..4, 5..5, 6..1000]);
        assert_eq!(marks.find(&[10..13, 10..11]), [3..5, 3..4]);
        marks.clear();
        assert!(marks.is_empty());
        assert_eq!(marks.find(&[7..8, 9..10]), [0..0, 0..0]);
    }

    #[test]
    fn parts_alike_are_marked_at_once() {
        let (mut one_by_one, mut at_once) = (Marks::default(), Marks::default());
        for ply in 0..9 {
            one_by_one.push(5 + 4 * ply, 70 + 6 * ply..75 + 6 * ply);
        }
        for ply in 0..2 {
            at_once.push(5 + 4 * ply, 70 + 6 * ply..75 + 6 * ply);
        }
        at_once.push_alike(7);
        assert_eq!(at_once, one_by_one);
    }

    #[test]
    fn steps_that_are_taken_again_are_counted() {
        let mut marks = Marks::default();
        let steps = (0..300).map(|ply| (4 * ply, 6 * ply..6 * ply + 5));
        let parts: Vec<_> = steps.chain([(1300, 7..7)]).chain((0..9).map(|ply| (1400 + ply, 90 - ply..99))).collect();
        for (made, source) in parts.clone() {
            marks.push(made, source);
        }
        assert_eq!(marks.iter().collect::<Vec<_>>(), parts);
        assert!(marks.bytes.len() < 80, "{}", marks.bytes.len());
        let moved = marks.moved(|at| at + 2);
        assert_eq!(
            moved.iter().map(|(made, _)| made - 2).collect::<Vec<_>>(),
            parts.iter().map(|part| part.0).collect::<Vec<_>>()
        );
    }
}
