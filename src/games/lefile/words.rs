//! Sides, squares and pieces in words.

use super::violation::Standing;
use super::{LeFile, Pair, Piece, Point, notation, table};
use crate::system::squares;

/// The name of the side to move.
pub(super) fn name(position: &LeFile) -> &'static str {
    table::SIDES[position.turn.index() & 1].name
}

pub(super) fn other(position: &LeFile) -> &'static str {
    table::SIDES[1 - (position.turn.index() & 1)].name
}

pub(super) fn spelt(point: Point) -> String {
    let mut out = String::new();
    squares::write(point.column, point.row, &mut out);
    out
}

pub(super) fn spelt_pair(pair: Pair) -> String {
    let mut out = String::new();
    notation::write_pair(pair, &mut out);
    out
}

/// A piece in words: `a white pawn`.
pub(super) fn standing((side, piece): Standing) -> String {
    format!("a {} {}", if side.0 == 0 { "white" } else { "black" }, kind(piece))
}

pub(super) fn kind(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Rook => "rook",
    }
}
