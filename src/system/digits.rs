//! `digits`: the numbers of columns from 1, one after the other with nothing between, `33543`. The system `digits0`
//! differs only in the number of the first column.

use super::{
    Grid, Kind, Named, NotRepresentable, Notation, Reader, Spacing, System, SystemInfo, first_letter, is_dash,
};

static INFO: SystemInfo = SystemInfo {
    name: "digits",
    token: "column number from 1, run together (boards up to 9 columns)",
    example: "33543",
    grammar: include_str!("../../grammar/digits.ebnf"),
    kind: Kind::Column,
    spacing: Spacing::Together,
    most_columns: Some(most_columns(b'1')),
    reader: Reader::Digits,
    ..SystemInfo::PLAIN
};

impl System {
    /// Column numbers from 1, run together: `33543`.
    pub const DIGITS: System = System(&INFO);
}

/// The reader of digits whose first column is the digit `FIRST`.
#[derive(Debug)]
pub(super) struct Digits<const FIRST: u8>;

impl<const FIRST: u8> Notation for Digits<FIRST> {
    fn read(&self, token: &str, _: Grid) -> Option<Named> {
        read::<FIRST>(token).map(Named::Column)
    }

    /// On a board with too many columns for digits, no column can be written.
    fn write(&self, named: Named, grid: Grid, out: &mut String) -> Result<(), NotRepresentable> {
        let most = most_columns(FIRST);
        match named {
            Named::Column(column) if column < most && grid.columns <= most => out.push(char::from(FIRST + column)),
            _ => return Err(NotRepresentable),
        }
        Ok(())
    }

    fn first_ply(&self, run: &str) -> usize {
        first_ply(run)
    }

    fn begins_run(&self, word: &str) -> bool {
        word.starts_with(|letter: char| letter.is_ascii_digit()) && !is_time(word)
    }
}

/// Whether a word is what a clock shows: `0:30`, `1:02:59`.
fn is_time(word: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    word.contains(':') && word.split(':').all(is_number)
}

/// How many columns have a digit if the first one has `first`.
pub(super) const fn most_columns(first: u8) -> u8 {
    b'9' - first + 1
}

/// One digit: `digit ::= [1-9]`, or `[0-9]` if the first column is 0.
#[inline]
pub(super) fn read<const FIRST: u8>(token: &str) -> Option<u8> {
    match token.as_bytes() {
        [digit] if (FIRST..=b'9').contains(digit) => Some(digit - FIRST),
        _ => None,
    }
}

/// A digit. Other characters up to the next digit are one piece, so that a message can show them whole: `pawn`.
#[inline]
pub(super) fn first_ply(run: &str) -> usize {
    let odd = run.find(|letter: char| letter.is_ascii_digit() || is_dash(letter)).unwrap_or(run.len());
    odd.max(first_letter(run))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_counted_from_the_first() {
        assert_eq!((read::<b'1'>("0"), read::<b'1'>("1"), read::<b'1'>("9")), (None, Some(0), Some(8)));
        assert_eq!((read::<b'0'>("0"), read::<b'0'>("9"), read::<b'0'>("10")), (Some(0), Some(9), None));
    }
}
