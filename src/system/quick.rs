//! Reads the tokens that nearly every archive consists of, from where they begin: quicker than [`System::read`], with
//! the same result.
//!
//! Any other token (a row of three digits, a capital letter in most systems) is left to [`System::read`].

use super::{Reader, System};

/// A system whose usual tokens are read quickly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quick {
    /// `c`
    Columns,
    /// `c1`
    Squares,
    /// `3`, counted from this digit.
    Digits(u8),
    /// `hh`: the column, then the row from the top of a board with this many rows.
    Sgf(u8),
    /// `J10`
    Go,
    /// `7,7`: the column, then the row from the top of a board with this many rows.
    Xy(u8),
}

/// What a usual token says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct QuickToken {
    /// The column, from 0.
    pub column: u8,
    /// The row, from 0; [`QuickToken::NO_ROW`] where the token names a column alone.
    pub row: u8,
}

impl QuickToken {
    /// The row of a token that names none.
    pub const NO_ROW: u8 = u8::MAX;
}

impl System {
    /// The quick reader of its tokens on a board with `rows` rows, if it has one. Rows are counted from the bottom.
    pub(crate) fn quick(self, rows: u8) -> Option<Quick> {
        match self.0.reader {
            Reader::Columns => Some(Quick::Columns),
            Reader::Squares => Some(Quick::Squares),
            Reader::Digits => Some(Quick::Digits(b'1')),
            Reader::Digits0 => Some(Quick::Digits(b'0')),
            Reader::Sgf => Some(Quick::Sgf(rows)),
            Reader::Go => Some(Quick::Go),
            Reader::Xy => Some(Quick::Xy(rows)),
            _ => None,
        }
    }
}

impl Quick {
    /// The token at the start of `bytes` and its length.
    #[inline(always)]
    pub(crate) fn read(self, bytes: &[u8]) -> Option<(QuickToken, usize)> {
        match self {
            Quick::Columns => Quick::column(bytes),
            Quick::Squares => Quick::square(bytes),
            Quick::Digits(zero) => Quick::digit(zero, bytes),
            Quick::Sgf(rows) => Quick::sgf(rows, bytes),
            Quick::Go => Quick::go(bytes),
            Quick::Xy(rows) => Quick::xy(rows, bytes),
        }
    }

    /// The column at the start of `bytes`, `c`, and its length: [`Quick::read`] of [`Quick::Columns`], for loops that
    /// read nothing else.
    #[inline(always)]
    pub(crate) fn column(bytes: &[u8]) -> Option<(QuickToken, usize)> {
        let token = Quick::letter(*bytes.first()?);
        (token.column < 26).then_some((token, 1))
    }

    /// [`Quick::column`] of a byte that should be a letter; for any other byte a column that no board has.
    #[inline(always)]
    pub(crate) fn letter(byte: u8) -> QuickToken {
        QuickToken { column: byte.wrapping_sub(b'a'), row: QuickToken::NO_ROW }
    }

    /// [`Quick::any_column`] of a byte that should be a letter, small or capital; for any other byte a column that no
    /// board has.
    #[inline(always)]
    pub(crate) fn any_letter(byte: u8) -> QuickToken {
        Quick::letter(small(byte))
    }

    /// [`Quick::column`], for callers that do not write down what they read: the letter may be a capital.
    #[inline(always)]
    pub(crate) fn any_column(bytes: &[u8]) -> Option<(QuickToken, usize)> {
        Quick::column(&[small(*bytes.first()?)])
    }

    /// [`Quick::square`], for callers that do not write down what they read: the letter may be a capital.
    #[inline(always)]
    pub(crate) fn any_square(bytes: &[u8]) -> Option<(QuickToken, usize)> {
        match *bytes {
            [letter, tens, ones, ..] => Quick::square(&[small(letter), tens, ones]),
            [letter, tens] => Quick::square(&[small(letter), tens]),
            _ => None,
        }
    }

    /// The digit at the start of `bytes`, `3`, and its length; `zero` names the column 0: [`Quick::read`] of
    /// [`Quick::Digits`].
    #[inline(always)]
    pub(crate) fn digit(zero: u8, bytes: &[u8]) -> Option<(QuickToken, usize)> {
        let column = bytes.first()?.wrapping_sub(zero);
        (column <= b'9' - zero).then_some((QuickToken { column, row: QuickToken::NO_ROW }, 1))
    }

    /// The point at the start of `bytes`, `hh`, and its length, on a board with `rows` rows: [`Quick::read`] of
    /// [`Quick::Sgf`].
    #[inline(always)]
    pub(crate) fn sgf(rows: u8, bytes: &[u8]) -> Option<(QuickToken, usize)> {
        let (column, row) = match bytes {
            [column, row, ..] => (column.wrapping_sub(b'a'), row.wrapping_sub(b'a')),
            _ => return None,
        };
        (column < 26 && row < rows).then(|| (QuickToken { column, row: rows - 1 - row }, 2))
    }

    /// The point at the start of `bytes`, `J10`, and its length: [`Quick::read`] of [`Quick::Go`].
    #[inline(always)]
    pub(crate) fn go(bytes: &[u8]) -> Option<(QuickToken, usize)> {
        let letter = *bytes.first()?;
        if !letter.is_ascii_uppercase() || letter == b'I' {
            return None;
        }
        let (token, length) = Quick::any_square(bytes)?;
        Some((QuickToken { column: token.column - u8::from(letter > b'I'), ..token }, length))
    }

    /// The point at the start of `bytes`, `7,7`, and its length, on a board with `rows` rows: [`Quick::read`] of
    /// [`Quick::Xy`].
    #[inline(always)]
    pub(crate) fn xy(rows: u8, bytes: &[u8]) -> Option<(QuickToken, usize)> {
        let (column, rest) = small_number(bytes)?;
        let (from_top, rest) = small_number(rest.strip_prefix(b",")?)?;
        let token = QuickToken { column, row: rows.wrapping_sub(1).wrapping_sub(from_top) };
        (column < 26 && from_top < rows).then(|| (token, bytes.len() - rest.len()))
    }

    /// The square at the start of `bytes`, `c1`, and its length: [`Quick::read`] of [`Quick::Squares`].
    #[inline(always)]
    pub(crate) fn square(bytes: &[u8]) -> Option<(QuickToken, usize)> {
        let (column, row) = match bytes {
            [letter, tens, ..] => (letter.wrapping_sub(b'a'), tens.wrapping_sub(b'1')),
            _ => return None,
        };
        if column >= 26 || row >= 9 {
            return None;
        }
        let ones = bytes.get(2).map_or(u8::MAX, |ones| ones.wrapping_sub(b'0'));
        // A processor cannot predict which rows have two digits, so this is no branch.
        let is_long = u8::from(ones <= 9);
        let more = (row * 9).wrapping_add(9).wrapping_add(ones) & 0_u8.wrapping_sub(is_long);
        Some((QuickToken { column, row: row + more }, 2 + usize::from(is_long)))
    }
}

/// A small letter for a capital; no other byte becomes a letter.
#[inline(always)]
fn small(byte: u8) -> u8 {
    byte | 0x20
}

/// The number of one or two digits at the start of `bytes`, and what follows it; nothing for a number with more digits,
/// or with a zero before its other digit.
#[inline(always)]
fn small_number(bytes: &[u8]) -> Option<(u8, &[u8])> {
    match *bytes {
        [tens @ b'1'..=b'9', ones @ b'0'..=b'9', ref rest @ ..] => {
            (!rest.first().is_some_and(u8::is_ascii_digit)).then_some(((tens - b'0') * 10 + (ones - b'0'), rest))
        }
        [digit @ b'0'..=b'9', ref rest @ ..] => {
            (!rest.first().is_some_and(u8::is_ascii_digit)).then_some((digit - b'0', rest))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{FirstRow, Grid, Named, SYSTEMS};
    use super::*;

    /// The quick readers agree with the systems' own readers.
    #[test]
    fn usual_tokens_are_read_as_all_others() {
        let grid = Grid { columns: 26, rows: 26, first_row: FirstRow::Bottom };
        let mut read = 0;
        for system in SYSTEMS {
            let Some(quick) = system.quick(26) else { continue };
            for first in 0..=127_u8 {
                for second in *b" 0159az," {
                    for third in *b" 059a," {
                        let bytes = [first, second, third];
                        let capitals_too = match quick {
                            Quick::Columns => Quick::any_column(&bytes),
                            Quick::Squares => Quick::any_square(&bytes),
                            _ => None,
                        };
                        let Some((token, length)) = quick.read(&bytes).or(capitals_too) else { continue };
                        assert!(capitals_too.is_none_or(|other| other == (token, length)), "{bytes:?}");
                        let text = std::str::from_utf8(&bytes[..length]).expect("ASCII");
                        let named = system.read(text, grid).expect("a token of the system");
                        let expected = match token.row {
                            QuickToken::NO_ROW => Named::Column(token.column),
                            row if matches!(quick, Quick::Go | Quick::Xy(_)) => Named::Point(token.column, row.into()),
                            row => Named::Square(token.column, row.into()),
                        };
                        assert_eq!(named, expected, "{text}");
                        read += 1;
                    }
                }
            }
        }
        assert!(read > 1000, "{read}");
    }

    #[test]
    fn points_of_two_numbers_are_read_as_all_others() {
        let numbers = (0..=30).map(|number: u8| number.to_string());
        let numbers: Vec<_> = numbers.chain(["00", "07", "100", "", "-1", "a"].map(String::from)).collect();
        let mut read = 0;
        for rows in [1, 9, 15, 19, 26] {
            let grid = Grid { columns: 26, rows, first_row: FirstRow::Bottom };
            for (column, row) in numbers.iter().flat_map(|column| numbers.iter().map(move |row| (column, row))) {
                let token = format!("{column},{row}");
                for after in ["", ",8", " 1,1", "; 2.", "x"] {
                    let text = format!("{token}{after}");
                    let Some((quick, length)) = Quick::xy(rows, text.as_bytes()) else {
                        let number = |text: &str| text.parse().ok().filter(|number: &u8| number.to_string() == text);
                        let is_on_board = number(column).is_some_and(|column| column < 26)
                            && number(row).is_some_and(|row| row < rows);
                        assert!(!is_on_board, "{text}");
                        continue;
                    };
                    assert_eq!(text[..length], token, "{text}");
                    let named = Named::Point(quick.column, quick.row.into());
                    assert_eq!(System::XY.read(&token, grid), Some(named), "{text}");
                    read += 1;
                }
            }
        }
        assert_eq!(read, 5 * 26 * (1 + 9 + 15 + 19 + 26));
    }
}
