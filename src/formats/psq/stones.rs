//! Reads the lines of stones.

use crate::formats::by_line::line_end;
use crate::formats::points::{Point, after_blanks, number_at};
use crate::record::eight;

/// The line of a stone: two numbers, perhaps a third.
#[derive(Debug, Clone, Copy)]
pub(in crate::formats) struct Stone {
    pub(in crate::formats) point: Point,
    pub(super) third: Third,
    /// Whether a blank stands after the first comma.
    spaced: bool,
}

/// The third number of a stone, as far as it matters: for a time only whether it is 0; a colour is 0 or 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Third {
    Lacks,
    Zero,
    One,
    Other,
}

impl Third {
    fn of(number: i32) -> Third {
        match number {
            0 => Third::Zero,
            1 => Third::One,
            _ => Third::Other,
        }
    }

    /// Whether it is a time that was measured.
    pub(super) fn is_time(self) -> bool {
        matches!(self, Third::One | Third::Other)
    }
}

impl Stone {
    /// Whether it has a time that was measured.
    pub(in crate::formats) fn is_timed(&self) -> bool {
        self.third.is_time()
    }
}

/// The stones of a game: their points, and what else their lines say.
#[derive(Debug, Default)]
pub(super) struct Stones {
    pub(super) points: Vec<Point>,
    /// The third number of each.
    pub(super) thirds: Vec<Third>,
    /// Whether a blank stands after the first comma of each.
    pub(super) are_spaced: bool,
}

impl Stones {
    /// Reads lines of stones from byte `at` on; returns where the first other line begins.
    pub(super) fn read(&mut self, text: &str, mut at: usize) -> usize {
        self.points.clear();
        self.thirds.clear();
        self.are_spaced = true;
        let bytes = text.as_bytes();
        loop {
            at = self.usual(bytes, at);
            if let Some((stone, end)) = any_stone(bytes, at) {
                self.push(stone);
                at = end;
                continue;
            }
            // Blank lines may stand between stones; after them they are names.
            let next = at + bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            if next == at || stone(bytes, next).is_none() {
                return at;
            }
            at = next;
        }
    }

    /// Reads stones as nearly all programs write them; returns where the first other line begins.
    fn usual(&mut self, bytes: &[u8], mut at: usize) -> usize {
        // Stones are kept in batches, so that the room for them is checked less often.
        const MOST: usize = 32;
        let (mut points, mut thirds) = ([Point::new(0, 0, 0..0); MOST], [Third::Lacks; MOST]);
        loop {
            let (mut count, mut are_spaced) = (0, true);
            for (to_point, to_third) in points.iter_mut().zip(&mut thirds) {
                let Some((Stone { point, third, spaced }, end)) = usual_stone(bytes, at) else { break };
                (*to_point, *to_third, at) = (point, third, end);
                are_spaced &= spaced;
                count += 1;
            }
            self.points.extend_from_slice(&points[..count]);
            self.thirds.extend_from_slice(&thirds[..count]);
            self.are_spaced &= are_spaced;
            if count < MOST {
                return at;
            }
        }
    }

    fn push(&mut self, Stone { point, third, spaced }: Stone) {
        self.points.push(point);
        self.thirds.push(third);
        self.are_spaced &= spaced;
    }

    /// Whether none of them has a third number.
    pub(super) fn have_no_third(&self) -> bool {
        self.thirds.iter().all(|third| *third == Third::Lacks)
    }
}

/// `stone ::= number "," number ("," number)? end-of-line` at byte `from`, and where the next line begins.
#[inline(always)]
pub(in crate::formats) fn stone(bytes: &[u8], from: usize) -> Option<(Stone, usize)> {
    match usual_stone(bytes, from) {
        Some(stone) => Some(stone),
        None => any_stone(bytes, from),
    }
}

/// The stone at byte `from`, and where the next line begins. `None` if the stone is not written as nearly all programs
/// write it, `8,8`, `8, 8` or `8,8,120`, or fewer than 16 bytes are left.
#[inline(always)]
fn usual_stone(bytes: &[u8], from: usize) -> Option<(Stone, usize)> {
    let line: &[u8; 16] = bytes.get(from..)?.first_chunk()?;
    // No index is as large: with this the compiler knows it, too.
    let byte = |at: u32| line[at as usize & 15];
    let eight = |at: u32| line[at as usize & 7..].first_chunk().map_or(0, |eight| u64::from_le_bytes(*eight));
    let word = eight(0);
    // The line end is found separately, so that reading the next line need not wait for the contents of this one.
    let after = u64::from_le_bytes(*line.last_chunk()?);
    let [first, last] = [word, after].map(|word| u128::from(eight::equal(word, b'\n')));
    let line_end = (first | last << 64).trailing_zeros() / 8;
    let others = eight::no_digits(word);
    let comma = others.trailing_zeros() / 8;
    if !matches!(comma, 1 | 2) || byte(comma) != b',' {
        return None;
    }
    let is_spaced = byte(comma + 1) == b' ';
    let second = comma + 1 + u32::from(is_spaced);
    let length = (others >> (8 * second)).trailing_zeros() / 8;
    if !matches!(length, 1 | 2) {
        return None;
    }
    let (mut third, mut at) = (Third::Lacks, second + length);
    let point = Point::new(short(word, comma), short(word >> (8 * second), length), from..from + at as usize);
    let after = eight(at);
    if after as u8 == b',' {
        const LONGEST: u32 = 6;
        let digits = after >> 8;
        let length = eight::no_digits(digits).trailing_zeros() / 8;
        if !(1..=LONGEST).contains(&length) {
            return None;
        }
        // The last digit comes last, and zeros stand before the first.
        const ONE: u64 = 1 << 56;
        third = match (digits ^ eight::of(b'0')) << (64 - 8 * length) {
            0 => Third::Zero,
            ONE => Third::One,
            _ => Third::Other,
        };
        at += 1 + length;
    }
    let is_whole = at == line_end || byte(at) == b'\r' && at + 1 == line_end;
    is_whole.then_some((Stone { point, third, spaced: is_spaced }, from + line_end as usize + 1))
}

/// The value of the first digits of eight bytes: one digit or two.
#[inline(always)]
fn short(word: u64, count: u32) -> i32 {
    let digits = ((word ^ eight::of(b'0')) << (16 - 8 * count)) as u16;
    i32::from((10 * digits + (digits >> 8)) as u8)
}

/// The stone at byte `from`, with blanks between its numbers or not, and where the next line begins.
fn any_stone(bytes: &[u8], from: usize) -> Option<(Stone, usize)> {
    let start = after_blanks(bytes, from);
    let (x, at) = number_at(bytes, start)?;
    let comma = after_blanks(bytes, at);
    if bytes.get(comma) != Some(&b',') {
        return None;
    }
    let second = after_blanks(bytes, comma + 1);
    let (y, end) = number_at(bytes, second)?;
    let mut at = after_blanks(bytes, end);
    let mut third = Third::Lacks;
    if bytes.get(at) == Some(&b',') {
        let (value, end) = number_at(bytes, after_blanks(bytes, at + 1))?;
        third = Third::of(value);
        at = after_blanks(bytes, end);
    }
    match line_end(bytes, at) {
        0 if at < bytes.len() => return None,
        length => at += length,
    }
    Some((Stone { point: Point::new(x, y, start..end), third, spaced: second > comma + 1 }, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_stones_are_those_that_any_reader_finds() {
        let mut rng = fastrand::Rng::with_seed(5);
        let mut count = 0;
        for _ in 0..20_000 {
            let length = rng.usize(8..24);
            let mut text: Vec<u8> =
                (0..length).map(|_| *rng.choice(b"00112289,,,, \r\n\n-x").expect("a byte")).collect();
            if rng.bool() {
                let stone = format!(
                    "{},{}{},{}\n",
                    rng.u8(..30),
                    if rng.bool() { " " } else { "" },
                    rng.u8(..120),
                    rng.u32(..200_000)
                );
                text.splice(0..0, stone.bytes());
            }
            if let Some((found, end)) = usual_stone(&text, 0) {
                let (known, known_end) = any_stone(&text, 0).expect("a stone");
                let all = |stone: Stone| (stone.point, stone.third, stone.spaced);
                assert_eq!((all(found), end), (all(known), known_end), "{:?}", String::from_utf8_lossy(&text));
                count += 1;
            }
        }
        assert!(count > 5000, "{count}");
    }
}
