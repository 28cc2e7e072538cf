//! `go`: a capital letter without I and the number of a row, as Go players write. `J10` is the square i10.

use super::squares;
use super::{Grid, Kind, Named, NotRepresentable, Notation, Reader, Spacing, System, SystemInfo};

static INFO: SystemInfo = SystemInfo {
    name: "go",
    token: "capital letter without I, then the row",
    example: "J10",
    grammar: include_str!("../../grammar/go.ebnf"),
    kind: Kind::Point,
    capitals: true,
    spacing: Spacing::TogetherInLists,
    reader: Reader::Go,
    ..SystemInfo::PLAIN
};

impl System {
    /// A capital letter without I, and the row: as Go players write, `J10` is square i10.
    pub const GO: System = System(&INFO);
}

/// The reader of Go players' points.
#[derive(Debug)]
pub(super) struct Go;

impl Notation for Go {
    fn read(&self, token: &str, _: Grid) -> Option<Named> {
        read(token).map(|(column, row)| Named::Point(column, row))
    }

    fn write(&self, named: Named, _: Grid, out: &mut String) -> Result<(), NotRepresentable> {
        match named {
            Named::Point(column, row) if squares::is_named(column, row) => {
                out.push(letter(column).ok_or(NotRepresentable)?);
                squares::write_row(row, out);
                Ok(())
            }
            _ => Err(NotRepresentable),
        }
    }

    fn first_ply(&self, run: &str) -> usize {
        squares::first_ply(run)
    }
}

/// A capital letter, I left out, and a row, as column and row from 0: `go ::= [A-HJ-Z] [1-9] [0-9]*`.
#[inline]
pub(super) fn read(token: &str) -> Option<(u8, i16)> {
    let letter = *token.as_bytes().first()?;
    let (column, row) = squares::read(token)?;
    match letter {
        b'A'..=b'H' => Some((column, row)),
        b'J'..=b'Z' => Some((column - 1, row)),
        _ => None,
    }
}

/// The letter of a column; the 26th has none.
fn letter(column: u8) -> Option<char> {
    match column {
        0..8 => Some(char::from(b'A' + column)),
        8..25 => Some(char::from(b'B' + column)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_letter_i_is_left_out() {
        assert_eq!((read("J10"), read("H1"), read("Z26")), (Some((8, 9)), Some((7, 0)), Some((24, 25))));
        assert_eq!((read("I9"), read("j10"), read("J0")), (None, None, None));
        assert!((0..25).all(|column| read(&format!("{}1", letter(column).expect("a letter"))) == Some((column, 0))));
        assert_eq!(letter(25), None);
    }
}
