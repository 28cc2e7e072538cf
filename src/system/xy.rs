//! `xy`: column and row from 0 at the top left with a comma between, as engines' protocols write points, `7,7`. Spaces
//! separate the plies of a turn, because a comma is part of each ply.

use std::fmt::Write;

use super::{Grid, Kind, Named, NotRepresentable, Notation, Reader, System, SystemInfo};
use crate::counted::is_plain_number;

static INFO: SystemInfo = SystemInfo {
    name: "xy",
    token: "column,row from 0 at the top left, separated by spaces",
    example: "7,7",
    grammar: include_str!("../../grammar/xy.ebnf"),
    kind: Kind::Point,
    commas: true,
    reader: Reader::Xy,
    ..SystemInfo::PLAIN
};

impl System {
    /// Column and row from 0 at the top left: `7,7`.
    pub const XY: System = System(&INFO);
}

/// The reader of two numbers.
#[derive(Debug)]
pub(super) struct Xy;

impl Notation for Xy {
    fn read(&self, token: &str, grid: Grid) -> Option<Named> {
        read(token, grid).map(|(column, row)| Named::Point(column, row))
    }

    fn write(&self, named: Named, grid: Grid, out: &mut String) -> Result<(), NotRepresentable> {
        let Named::Point(column, row) = named else { return Err(NotRepresentable) };
        let from_top = grid.from_top(row);
        // The largest number of the type also means every larger one.
        if column == u8::MAX || !(0..i16::MAX).contains(&from_top) {
            return Err(NotRepresentable);
        }
        // Writing to a string cannot fail.
        let _ = write!(out, "{column},{from_top}");
        Ok(())
    }
}

/// `xy ::= number "," number`. Numbers that no board has are the largest of their type.
#[inline]
pub(super) fn read(token: &str, grid: Grid) -> Option<(u8, i16)> {
    let (column, row) = numbers(token)?;
    Some((column, grid.from_top(row)))
}

/// The numbers as they stand.
#[inline]
fn numbers(token: &str) -> Option<(u8, i16)> {
    let (column, row) = token.split_once(',')?;
    (is_plain_number(column) && is_plain_number(row))
        .then(|| (column.parse().unwrap_or(u8::MAX), row.parse().unwrap_or(i16::MAX)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_plain_numbers_are_a_point() {
        assert_eq!(numbers("7,7"), Some((7, 7)));
        assert_eq!(numbers("0,18"), Some((0, 18)));
        assert_eq!(numbers("999,99999"), Some((255, i16::MAX)));
        for token in ["7", "7,", ",7", "07,7", "7, 7", "+7,7", "7,7,7", "-1,0"] {
            assert_eq!(numbers(token), None, "{token}");
        }
    }
}
