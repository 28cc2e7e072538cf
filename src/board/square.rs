//! Reads and writes a column or a square in each system that games on grids share. Reading looks at the form alone:
//! whether the board has the square is for the rules to say.

use super::{LARGEST, Size, column_letter};

/// A column letter, small or capital: `column ::= [a-zA-Z]`.
#[inline]
pub(crate) fn column(token: &str) -> Option<u8> {
    match token.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(letter.to_ascii_lowercase() - b'a'),
        _ => None,
    }
}

/// A square as column and row from 0: `square ::= [a-zA-Z] [1-9] [0-9]*`. A row that no board has is the largest `i16`.
#[inline(always)]
pub(crate) fn square(token: &str) -> Option<(u8, i16)> {
    // Nearly every square there is: a small letter and one or two digits.
    match *token.as_bytes() {
        [column @ b'a'..=b'z', row @ b'1'..=b'9'] => Some((column - b'a', i16::from(row - b'1'))),
        [column @ b'a'..=b'z', tens @ b'1'..=b'9', ones @ b'0'..=b'9'] => {
            Some((column - b'a', i16::from(tens - b'0') * 10 + i16::from(ones - b'0') - 1))
        }
        _ => any_square(token),
    }
}

/// The same for capital letters and rows that no board has.
#[cold]
fn any_square(token: &str) -> Option<(u8, i16)> {
    let (letter, digits) = token.split_at_checked(1)?;
    let column = column(letter)?;
    let plain = !digits.starts_with('0') && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| (column, digits.parse::<i16>().map_or(i16::MAX, |row| row - 1)))
}

/// Two small letters: column, then row from the top, both from 0: `sgf ::= [a-z] [a-z]`.
#[inline]
pub(crate) fn sgf(token: &str) -> Option<(u8, u8)> {
    match token.as_bytes() {
        [column, row] if column.is_ascii_lowercase() && row.is_ascii_lowercase() => Some((column - b'a', row - b'a')),
        _ => None,
    }
}

/// A capital letter, I left out, and a row, as column and row from 0: `go ::= [A-HJ-Z] [1-9] [0-9]*`.
#[inline]
pub(crate) fn go(token: &str) -> Option<(u8, i16)> {
    let letter = *token.as_bytes().first()?;
    let (column, row) = square(token)?;
    match letter {
        b'A'..=b'H' => Some((column, row)),
        b'J'..=b'Z' => Some((column - 1, row)),
        _ => None,
    }
}

/// The letter of a column for Go players; the 26th has none.
pub(crate) fn go_letter(column: u8) -> Option<char> {
    match column {
        0..8 => Some(char::from(b'A' + column)),
        8..25 => Some(char::from(b'B' + column)),
        _ => None,
    }
}

/// Column and row from 0 at the top left: `xy ::= number "," number`. Numbers that no board has are the largest of
/// their type.
#[inline]
pub(crate) fn xy(token: &str) -> Option<(u8, i16)> {
    let (column, row) = token.split_once(',')?;
    let plain = |text: &str| {
        !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'))
    };
    (plain(column) && plain(row)).then(|| (column.parse().unwrap_or(u8::MAX), row.parse().unwrap_or(i16::MAX)))
}

/// One digit: `digit ::= [1-9]`.
#[inline]
pub(crate) fn digit(token: &str) -> Option<u8> {
    match token.as_bytes() {
        [digit @ b'1'..=b'9'] => Some(digit - b'1'),
        _ => None,
    }
}

/// One digit counted from 0: `digit0 ::= [0-9]`.
#[inline]
pub(crate) fn digit0(token: &str) -> Option<u8> {
    match token.as_bytes() {
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        _ => None,
    }
}

/// A pass, also with the dashes that word processors make: `pass ::= "--"`.
pub(crate) fn is_pass(token: &str) -> bool {
    token == "--" || (token.chars().count() == 2 && token.chars().all(|letter| matches!(letter, '-' | '–' | '—')))
}

/// Writes a square, on the board or not, as [`square`] reads it.
pub(crate) fn write_square(column: u8, row: i16, out: &mut String) {
    out.push(column_letter(column));
    out.push_str(itoa::Buffer::new().format(i32::from(row) + 1));
}

/// Writes a square, on the board or not, as [`sgf`] reads it, on a board whose rows are numbered from the bottom;
/// `None` if there is no letter for its row.
pub(crate) fn write_sgf(column: u8, row: i16, size: Size, out: &mut String) -> Option<()> {
    let from_top = u8::try_from(i16::from(size.rows) - 1 - row).ok().filter(|row| *row < LARGEST)?;
    out.push(column_letter(column));
    out.push(column_letter(from_top));
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read_by_their_form() {
        assert_eq!(square("c1"), Some((2, 0)));
        assert_eq!(square("Z26"), Some((25, 25)));
        assert_eq!(square("a99999"), Some((0, i16::MAX)));
        for token in ["", "c", "1", "c0", "c01", "cc1", "c1x", "é1", "c-1", "c+1"] {
            assert_eq!(square(token), None, "{token}");
        }
        assert_eq!(sgf("aa"), Some((0, 0)));
        assert_eq!(sgf("AA"), None);
        assert_eq!((go("J10"), go("H1"), go("Z26")), (Some((8, 9)), Some((7, 0)), Some((24, 25))));
        assert_eq!((go("I9"), go("j10"), go("J0")), (None, None, None));
        assert!((0..25).all(|column| go(&format!("{}1", go_letter(column).expect("a letter"))) == Some((column, 0))));
        assert_eq!(go_letter(25), None);
        assert_eq!((xy("7,7"), xy("0,18"), xy("999,99999")), (Some((7, 7)), Some((0, 18)), Some((255, i16::MAX))));
        for token in ["7", "7,", ",7", "07,7", "7, 7", "+7,7", "7,7,7", "-1,0"] {
            assert_eq!(xy(token), None, "{token}");
        }
        assert_eq!(digit("0"), None);
        assert_eq!(digit0("0"), Some(0));
        assert!(is_pass("--") && is_pass("––") && !is_pass("-") && !is_pass("---"));
    }
}
