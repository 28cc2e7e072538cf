//! The boards of Gomoku, as its rules and the formats of other programs need them.

use std::ops::RangeInclusive;

/// How many columns, and how many rows, a board may have (GM-1).
pub(crate) const SIZES: RangeInclusive<u8> = 5..=26;

/// How many columns and rows a board of Renju has (RJ-1).
pub(crate) const RENJU: u8 = 15;

/// How many columns and rows a board has if nothing says it (GM-1, RJ-1).
pub(crate) fn usual_side(variant: &str) -> u8 {
    if variant == "renju" { RENJU } else { 19 }
}
