//! Reads `dt5`, what Date Gomoku puts on the clipboard: `h8,g7,iA,**,`, the row a hexadecimal digit.
//! See `grammar/dt5.ebnf`.

use super::made::Made;
use super::plain::{Plain, Says, are_mostly};
use super::points::{Point, RENJU, Reading};
use super::{Format, FormatInfo, Given};
use crate::source::without_mark;

impl Format {
    /// Renju: the clipboard of Date Gomoku.
    pub const DT5: Format = Format::new(&Says::<Dt5>::NEW);
}

/// Reads a file.
#[derive(Debug, Default)]
pub(super) struct Dt5(Reading);

impl Plain for Dt5 {
    type Content = str;

    const FORMAT: Format = Format::DT5;
    const INFO: FormatInfo = FormatInfo {
        name: "dt5",
        about: "Renju, Date Gomoku: letter and hexadecimal digit of each stone, h8,g7,iA,**,",
        endings: &["dt5"],
        grammar: include_str!("../../grammar/dt5.ebnf"),
        ..FormatInfo::FOREIGN
    };

    /// The end mark makes it certain.
    fn recognises(head: &[u8]) -> bool {
        let text = without_mark(head).trim_ascii();
        let Some(stones) = text.strip_suffix(b",**,") else { return false };
        stones.split(|byte| *byte == b',').all(|stone| point(stone).is_some_and(|(column, _)| column < RENJU))
    }

    fn may_be(head: &[u8]) -> bool {
        let stones = head.split(|byte| *byte == b',').map(<[u8]>::trim_ascii).filter(|stone| !stone.is_empty());
        are_mostly(stones, |stone| stone == b"**" || point(stone).is_some())
    }

    fn read(&mut self, text: &str, _: &Given, _: bool, made: &mut Made) {
        self.0.clear();
        let (mut at, mut is_over) = (0, false);
        for part in text.split_inclusive(',') {
            let stone = part.trim_end_matches(',').trim_ascii();
            let start = at + (part.len() - part.trim_ascii_start().len());
            at += part.len();
            let place = start..start + stone.len();
            match point(stone.as_bytes()) {
                _ if is_over && !stone.is_empty() => made.dropped("texts after the end mark", place),
                _ if is_over => {}
                _ if stone == "**" => is_over = true,
                Some((column, row)) => self.0.points.push(Point::new(column, row, place)),
                None if stone.is_empty() && at == text.len() => {}
                None => {
                    self.0.refuse(stone, "a letter and a hexadecimal digit, h8", place);
                    break;
                }
            }
        }
        self.0.write_of_renju_program("top", made);
    }
}

/// `point ::= [a-z] [0-9A-F]+`, also off the board.
fn point(stone: &[u8]) -> Option<(i32, i32)> {
    let (letter, digits) = stone.split_first().filter(|(_, digits)| (1..=2).contains(&digits.len()))?;
    let column = i32::from(letter.to_ascii_lowercase()) - i32::from(b'a');
    let digit = |row: i32, digit: &u8| Some(16 * row + char::from(*digit).to_digit(16)? as i32);
    let row = digits.iter().try_fold(0, digit)? - 1;
    letter.is_ascii_alphabetic().then_some((column, row))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::plain::tests::{dropped, read};

    #[test]
    fn rows_are_hexadecimal_digits_from_the_top() {
        assert_eq!(read::<Dt5>("h8,g7,iA,oF,**,"), "h8, g9, i6, o1");
        assert_eq!(read::<Dt5>("h8, g7\n"), "h8, g9");
        assert_eq!(read::<Dt5>("h8,p7,i10,**,"), "7,7, 15,6, 8,15");
        assert_eq!(read::<Dt5>("h8,7p,iA,**,"), "h8 bad-syntax at 3..5");
        assert_eq!(read::<Dt5>("h8,,iA,**,"), "h8 bad-syntax at 3..3");
    }

    #[test]
    fn texts_after_the_end_are_told() {
        assert_eq!(dropped::<Dt5>("h8,g7,**,\n"), 0);
        assert_eq!(dropped::<Dt5>("h8,g7,**,i9,\nwhat,"), 2);
    }

    #[test]
    fn the_end_mark_tells_the_format() {
        assert!(Dt5::recognises(b"\xef\xbb\xbfh8,g7,**,\n"));
        assert!(!Dt5::recognises(b"h8,g7,i9") && !Dt5::recognises(b"h8,x7,**,") && !Dt5::recognises(b"**,"));
    }
}
