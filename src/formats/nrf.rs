//! Reads `nrf`, renju: a name, then a line of two hexadecimal digits for each stone, `8a`, and `0` at the end.
//! See `grammar/nrf.ebnf`.

use std::ops::Range;

use super::by_line::places;
use super::made::Made;
use super::plain::{Plain, Says, are_mostly, lines_of};
use super::points::{Point, Reading};
use super::{Format, FormatInfo, Given};
use crate::diagnostic::Text;

impl Format {
    /// Renju: a name and two hexadecimal digits for each stone.
    pub const NRF: Format = Format::new(&Says::<Nrf>::NEW);
}

/// The line that ends a game.
const END: &str = "0";

/// Reads a file.
#[derive(Debug, Default)]
pub(super) struct Nrf(Reading);

impl Plain for Nrf {
    type Content = str;

    const FORMAT: Format = Format::NRF;
    const INFO: FormatInfo = FormatInfo {
        name: "nrf",
        about: "Renju, Japanese: a name, then two hexadecimal digits for each stone, 8a, and 0 at the end",
        endings: &["nrf"],
        grammar: include_str!("../../grammar/nrf.ebnf"),
        ..FormatInfo::FOREIGN
    };
    const BEGINS_WITH_NAME: bool = true;

    /// The first line is a name.
    fn may_be(head: &[u8]) -> bool {
        let is_play = |line: &[u8]| match line {
            [column, row] => column.is_ascii_hexdigit() && row.is_ascii_hexdigit(),
            _ => line == END.as_bytes(),
        };
        are_mostly(lines_of(head).skip(1), is_play)
    }

    fn read(&mut self, text: &str, _: &Given, _: bool, made: &mut Made) {
        self.0.clear();
        // Blank lines may stand above the name; but a stone or the end mark after them is no name.
        let is_nameless = places(text).next().is_some_and(|place| text[place].trim().is_empty());
        let is_play = |line: &str| point(line).is_some() || line == END;
        let is_name = |place: &Range<usize>| !is_nameless || !is_play(text[place.clone()].trim_ascii());
        let lines = || places(text).filter(|place| !text[place.clone()].trim().is_empty());
        let name = lines().next().filter(is_name);
        made.tag("Game", "gomoku", 0..0);
        if let Some(name) = name.clone() {
            made.tag("Event", text[name.clone()].trim(), name);
        }
        let mut is_open = true;
        for place in lines().skip(usize::from(name.is_some())) {
            let digits = text[place.clone()].trim_ascii();
            match point(digits) {
                _ if !is_open => made.dropped("lines after the end mark", place),
                None if digits == END => is_open = false,
                Some((column, row)) => self.0.points.push(Point::new(column, row, place)),
                None => {
                    self.0.refuse(digits, "two hexadecimal digits, 8a", place);
                    break;
                }
            }
        }
        if is_open && self.0.fault.is_none() {
            let missing = Text::new("the line `0` that ends a game is missing");
            self.0.fault = Some((missing, text.len()..text.len()));
        }
        self.0.write_of_renju_program("top", made);
    }
}

/// `point ::= [0-9A-F] [0-9A-F]`: column and row.
fn point(digits: &str) -> Option<(i32, i32)> {
    let [column, row] = digits.as_bytes() else { return None };
    let number = |digit: u8| Some(char::from(digit).to_digit(16)? as i32 - 1);
    Some((number(*column)?, number(*row)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::plain::tests::{dropped, read, tags};

    #[test]
    fn the_name_may_be_missing() {
        for (text, plies, event) in [
            ("\r\n88\r\n87\r\n0\r\n", "h8, h9", "-"),
            ("\n\n 88\n0\n", "h8", "-"),
            ("\n\nAda\n88\n0\n", "h8", "Ada"),
            ("88\n87\n0\n", "h9", "88"),
        ] {
            assert_eq!(
                (read::<Nrf>(text).as_str(), tags::<Nrf>(text, "", &["Event"]).as_str()),
                (plies, event),
                "{text:?}"
            );
        }
    }

    #[test]
    fn each_line_is_column_and_row() {
        assert_eq!(read::<Nrf>("a name\n88\n7a\nf1\n0\n"), "h8, g6, o15");
        assert_eq!(read::<Nrf>("a name\n88\n8\n0\n"), "h8 bad-syntax at 10..11");
        assert_eq!(read::<Nrf>("a name\n88\n"), "h8 bad-syntax at 10..10");
        assert_eq!(read::<Nrf>("a name\n0"), "");
    }

    #[test]
    fn lines_after_the_end_are_told() {
        assert_eq!(dropped::<Nrf>("a name\n88\n0\n"), 0);
        assert_eq!(dropped::<Nrf>("a name\n88\n0\n7a\n\nwhat\n"), 2);
    }
}
