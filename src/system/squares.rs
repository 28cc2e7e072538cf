//! `squares`: the letter of a column and the number of a row, `c1`. In lists squares follow each other without spaces:
//! `h8g10`.

use super::columns;
use super::{
    Grid, Kind, LETTERS, Named, NotRepresentable, Notation, Reader, Spacing, System, SystemInfo, first_letter,
};
use crate::counted::is_plain_number;

static INFO: SystemInfo = SystemInfo {
    name: "squares",
    token: "square",
    example: "c1",
    grammar: include_str!("../../grammar/squares.ebnf"),
    kind: Kind::Square,
    signs: true,
    spacing: Spacing::TogetherInLists,
    reader: Reader::Squares,
    ..SystemInfo::PLAIN
};

impl System {
    /// A square: `c1`.
    pub const SQUARES: System = System(&INFO);
}

/// The reader of squares.
#[derive(Debug)]
pub(super) struct Squares;

impl Notation for Squares {
    fn read(&self, token: &str, _: Grid) -> Option<Named> {
        read(token).map(|(column, row)| Named::Square(column, row))
    }

    fn write(&self, named: Named, _: Grid, out: &mut String) -> Result<(), NotRepresentable> {
        match named {
            Named::Square(column, row) if is_named(column, row) => write(column, row, out),
            _ => return Err(NotRepresentable),
        }
        Ok(())
    }

    fn first_ply(&self, run: &str) -> usize {
        first_ply(run)
    }
}

/// A square as column and row from 0: `square ::= [a-zA-Z] [1-9] [0-9]*`. A row that no board has is the largest `i16`.
#[inline(always)]
pub(crate) fn read(token: &str) -> Option<(u8, i16)> {
    // Nearly every square there is: a small letter and one or two digits.
    match *token.as_bytes() {
        [column @ b'a'..=b'z', row @ b'1'..=b'9'] => Some((column - b'a', i16::from(row - b'1'))),
        [column @ b'a'..=b'z', tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => {
            Some((column - b'a', i16::from(tens - b'0') * 10 + i16::from(ones - b'0') - 1))
        }
        _ => any_square(token),
    }
}

/// Reads a square with a capital letter or a row that no board has.
#[cold]
fn any_square(token: &str) -> Option<(u8, i16)> {
    let (letter, digits) = token.split_at_checked(1)?;
    let column = columns::read(letter)?;
    let is_row = is_plain_number(digits) && digits != "0";
    is_row.then(|| (column, digits.parse::<i16>().map_or(i16::MAX, |row| row - 1)))
}

/// Whether its letter and its number name this square and no other. They do not for a square that no board has.
pub(crate) fn is_named(column: u8, row: i16) -> bool {
    column < LETTERS && (0..i16::MAX).contains(&row)
}

/// Writes the number of a row from 0, and `…` for a row whose number is not known.
#[inline]
pub(super) fn write_row(row: i16, out: &mut String) {
    match row {
        0..9 => out.push(char::from(b'1' + row as u8)),
        i16::MAX => out.push('…'),
        _ => out.push_str(itoa::Buffer::new().format(i32::from(row) + 1)),
    }
}

/// Writes a square, on the board or not, as [`read`] reads it. A column without a letter is written as the last one.
#[inline]
pub(crate) fn write(column: u8, row: i16, out: &mut String) {
    out.push(char::from(b'a' + column.min(LETTERS - 1)));
    write_row(row, out);
}

/// A square, or two with a sign between: two pieces or a move, `h8+j9`, `k6-k7`.
#[inline]
pub(super) fn first_ply(run: &str) -> usize {
    let end = one_square(run);
    match run[end..].strip_prefix(['+', '-']) {
        Some(other) if other.starts_with(|letter: char| letter.is_ascii_alphabetic()) => end + 1 + one_square(other),
        _ => end,
    }
}

/// Any letter and the digits after it.
#[inline]
fn one_square(run: &str) -> usize {
    let letter = first_letter(run);
    letter + run[letter..].bytes().take_while(u8::is_ascii_digit).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read_by_their_form() {
        assert_eq!(read("c1"), Some((2, 0)));
        assert_eq!(read("Z26"), Some((25, 25)));
        assert_eq!(read("a99999"), Some((0, i16::MAX)));
        for token in ["", "c", "1", "c0", "c01", "cc1", "c1x", "é1", "c-1", "c+1"] {
            assert_eq!(read(token), None, "{token}");
        }
    }
}
