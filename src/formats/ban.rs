//! Reads `ban`, lists of plies of Japanese renju programs: a line for each stone, column and row in one number, `808`.
//! See `grammar/ban.ebnf`.

use super::made::Made;
use super::plain::{Plain, Says, are_mostly, words_of};
use super::points::{Point, Reading, whole_number, words};
use super::{Format, FormatInfo, Given};

impl Format {
    /// Renju: a number for each stone.
    pub const BAN: Format = Format::new(&Says::<Ban>::NEW);
}

/// Reads a file.
#[derive(Debug, Default)]
pub(super) struct Ban(Reading);

impl Plain for Ban {
    type Content = str;

    const FORMAT: Format = Format::BAN;
    const INFO: FormatInfo = FormatInfo {
        name: "ban",
        about: "Renju, Japanese: a line for each stone, its column and row from the top as one number, 808",
        endings: &["ban"],
        grammar: include_str!("../../grammar/ban.ebnf"),
        ..FormatInfo::FOREIGN
    };

    fn may_be(head: &[u8]) -> bool {
        are_mostly(words_of(head), |word| (3..=4).contains(&word.len()) && word.iter().all(u8::is_ascii_digit))
    }

    fn read(&mut self, text: &str, _: &Given, _: bool, made: &mut Made) {
        self.0.clear();
        for (word, place) in words(text) {
            match whole_number(word).filter(|_| (3..=4).contains(&word.len())) {
                Some(number) => self.0.points.push(Point::new(number / 100 - 1, number % 100 - 1, place)),
                None => {
                    self.0.refuse(word, "a column and two digits of a row, 808", place);
                    break;
                }
            }
        }
        self.0.write_of_renju_program("top", made);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::plain::tests::read;

    #[test]
    fn the_last_two_digits_are_the_row_from_the_top() {
        assert_eq!(read::<Ban>("808\r\n1501\n115\n"), "h8, o15, a1");
        assert_eq!(read::<Ban>("808\n716\n"), "7,7, 6,15");
        assert_eq!(read::<Ban>("808\n8x8\n909\n"), "h8 bad-syntax at 4..7");
        assert_eq!(read::<Ban>("88"), " bad-syntax at 0..2");
    }
}
