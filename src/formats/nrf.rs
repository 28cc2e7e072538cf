//! Reads `nrf`, renju: a name, then a line of two hexadecimal digits for each stone, `8a`, and `0` at the end.
//! See `grammar/nrf.ebnf`.

use super::by_line::places;
use super::made::Made;
use super::plain::{Plain, Says};
use super::points::{Point, Reading};
use super::{Format, Given};
use crate::diagnostic::Text;

impl Format {
    /// Renju: a name and two hexadecimal digits for each stone.
    pub const NRF: Format = Format::new(&Says::<Nrf>::NEW);
}

/// Reads a file.
#[derive(Debug, Default)]
pub(super) struct Nrf(Reading);

impl Plain for Nrf {
    const FORMAT: Format = Format::NRF;
    const NAME: &'static str = "nrf";
    const ABOUT: &'static str =
        "Renju, Japanese: a name, then two hexadecimal digits for each stone, 8a, and 0 at the end";
    const ENDINGS: &'static [&'static str] = &["nrf"];
    const GRAMMAR: &'static str = include_str!("../../grammar/nrf.ebnf");

    fn read(&mut self, text: &str, _: &Given, _: bool, made: &mut Made) {
        self.0.clear();
        let mut lines = places(text);
        if let Some(name) = lines.next() {
            made.tag("Game", "gomoku", 0..0);
            made.tag("Event", text[name.clone()].trim(), name);
        }
        let mut is_open = true;
        for place in lines {
            let digits = text[place.clone()].trim_ascii();
            let digit = |at: usize| char::from(*digits.as_bytes().get(at)?).to_digit(16);
            match (digits.len(), digit(0), digit(1)) {
                (0, ..) => {}
                _ if !is_open => made.dropped("lines behind the end mark", place),
                (1, Some(0), _) => {
                    is_open = false;
                }
                (2, Some(column), Some(row)) => {
                    self.0.points.push(Point::new(column as i32 - 1, row as i32 - 1, place));
                }
                _ => {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::plain::tests::{dropped, read};

    #[test]
    fn each_line_is_column_and_row() {
        assert_eq!(read::<Nrf>("a name\n88\n7a\nf1\n0\n"), "h8, g6, o15");
        assert_eq!(read::<Nrf>("a name\n88\n8\n0\n"), "h8 bad-syntax at 10..11");
        assert_eq!(read::<Nrf>("a name\n88\n"), "h8 bad-syntax at 10..10");
        assert_eq!(read::<Nrf>("a name\n0"), "");
    }

    #[test]
    fn lines_behind_the_end_are_told() {
        assert_eq!(dropped::<Nrf>("a name\n88\n0\n"), 0);
        assert_eq!(dropped::<Nrf>("a name\n88\n0\n7a\n\nwhat\n"), 2);
    }
}
