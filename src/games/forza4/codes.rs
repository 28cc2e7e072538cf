//! The codes of Forza 4, those that it shares with other games in its own words.

use crate::codes::codes;
use crate::diagnostic::{Code, Severity};

codes! {
    /// A column or square outside the board.
    OFF_BOARD = Error "off-board" Some("F4-2"), "the board has no such column or square",
        "The ply names a column or a square outside the board. Perhaps the tag `Board` is missing, or the columns are counted from another side.",
        "1. c, e; 2. h";
    /// The column is full.
    COLUMN_FULL = Error "column-full" Some("F4-2"), "the column is full",
        "A piece falls to the lowest empty square of its column. This column has no empty square.",
        "[Game \"forza4\"]\n[Board \"5x4\"]\n\n1. c, c; 2. c, c; 3. c";
    /// The square named is not the one where the piece lands.
    WRONG_SQUARE = Error "wrong-square" Some("F4-6"), "the piece does not land on this square",
        "In coordinate notation the square must be the one where the piece lands: the lowest empty square of its column. A square that is filled is wrong, and so is one above an empty square. If the whole column is full, the code is column-full.",
        "[Game \"forza4\"]\n[Notation \"squares\"]\n\n1. c1, e1; 2. c3";
}
