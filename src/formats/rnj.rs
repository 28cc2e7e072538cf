//! Reads `rnj`, games of Renju Kozou: row and column of each stone from 0, `7 7 6 6`, two stones a line.
//! See `grammar/rnj.ebnf`.

use super::made::Made;
use super::plain::{Plain, Says, are_mostly, words_of};
use super::points::{Point, Reading, whole_number, words};
use super::{Format, FormatInfo, Given};

impl Format {
    /// Renju: the games of Renju Kozou.
    pub const RNJ: Format = Format::new(&Says::<Rnj>::NEW);
}

/// Reads a file.
#[derive(Debug, Default)]
pub(super) struct Rnj(Reading);

impl Plain for Rnj {
    type Content = str;

    const FORMAT: Format = Format::RNJ;
    const INFO: FormatInfo = FormatInfo {
        name: "rnj",
        about: "Renju, Renju Kozou: row and column of each stone from 0, two stones a line, 7 7 6 6",
        endings: &["rnj"],
        grammar: include_str!("../../grammar/rnj.ebnf"),
        ..FormatInfo::FOREIGN
    };

    fn may_be(head: &[u8]) -> bool {
        are_mostly(words_of(head), |word| word.len() <= 2 && word.iter().all(u8::is_ascii_digit))
    }

    fn read(&mut self, text: &str, _: &Given, _: bool, made: &mut Made) {
        self.0.clear();
        let mut row = None;
        for (word, place) in words(text) {
            let Some(number) = whole_number(word) else {
                self.0.refuse(word, "a number from 0 to 14", place);
                row = None;
                break;
            };
            match row.take() {
                None => row = Some((number, place)),
                Some((row, start)) => self.0.points.push(Point::new(number, row, start.start..place.end)),
            }
        }
        if let Some((_, place)) = row {
            self.0.refuse(&text[place.clone()], "a row and a column", place);
        }
        self.0.write_of_renju_program("top", made);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::plain::tests::read;

    #[test]
    fn the_row_stands_before_the_column() {
        assert_eq!(read::<Rnj>("7 7 6 8\r\n0 14\n"), "h8, i9, o15");
        assert_eq!(read::<Rnj>("7 7 6"), "h8 bad-syntax at 4..5");
        assert_eq!(read::<Rnj>("7 7 6 x\n7 7"), "h8 bad-syntax at 6..7");
        assert_eq!(read::<Rnj>("15 14"), "14,15");
    }
}
