//! Reads `lws`, games of Fiver6: one line of squares in capital letters, `H8 G9 I10`.
//! See `grammar/lws.ebnf`.

use super::made::Made;
use super::plain::{Plain, Says, are_mostly, words_of};
use super::points::{Point, RENJU, Reading, whole_number, words};
use super::{Format, FormatInfo, Given};

impl Format {
    /// Renju: the games of Fiver6.
    pub const LWS: Format = Format::new(&Says::<Lws>::NEW);
}

/// How many letters there are.
const LETTERS: i32 = 26;

/// Reads a file.
#[derive(Debug, Default)]
pub(super) struct Lws(Reading);

impl Plain for Lws {
    type Content = str;

    const FORMAT: Format = Format::LWS;
    const INFO: FormatInfo = FormatInfo {
        name: "lws",
        about: "Renju, Fiver6: a line of squares in capital letters, H8 G9 I10",
        endings: &["lws"],
        grammar: include_str!("../../grammar/lws.ebnf"),
        ..FormatInfo::FOREIGN
    };

    fn may_be(head: &[u8]) -> bool {
        let is_square = |word: &[u8]| match word {
            [letter, row @ ..] => letter.is_ascii_alphabetic() && !row.is_empty() && row.iter().all(u8::is_ascii_digit),
            [] => false,
        };
        are_mostly(words_of(head), is_square)
    }

    fn read(&mut self, text: &str, _: &Given, _: bool, made: &mut Made) {
        self.0.clear();
        for (word, place) in words(text) {
            let column =
                word.bytes().next().map_or(-1, |letter| i32::from(letter.to_ascii_uppercase()) - i32::from(b'A'));
            let row = word.get(1..).and_then(whole_number);
            // Letters after the O name no point of the board, but they name one.
            match row.filter(|_| (0..LETTERS).contains(&column)) {
                Some(row) => self.0.points.push(Point::new(column, RENJU.saturating_sub(row), place)),
                None => {
                    self.0.refuse(word, "a letter and a number, H8", place);
                    break;
                }
            }
        }
        self.0.write_of_renju_program("bottom", made);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::plain::tests::read;

    #[test]
    fn rows_are_counted_from_the_bottom() {
        assert_eq!(read::<Lws>("H8 G9 I10\n"), "h8, g9, i10");
        assert_eq!(read::<Lws>("A1 O15 A16"), "a1, o15, a16");
        assert_eq!(read::<Lws>("H8 8H A1"), "h8 bad-syntax at 3..5");
    }
}
