//! Squares, pieces and the board, each in the form that is best for replays.

use crate::game::Side;
use crate::system::squares;

/// A square as a token names it, on the board or not: column and row from 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Point {
    pub(super) column: u8,
    pub(super) row: i16,
}

impl Point {
    /// Whether a step or a single jump leads from one square to the other, as far as their distance tells.
    pub(super) fn is_near(self, other: Point) -> bool {
        let distances = (self.column.abs_diff(other.column), self.row.abs_diff(other.row));
        matches!(distances, (0 | 1, 0 | 1) | (0 | 2, 0 | 2))
    }

    /// The square, if a board of `size` columns and rows has it.
    #[inline(always)]
    pub(super) fn spot(self, size: u8) -> Option<Spot> {
        // A row below zero is a large number here.
        (self.column < size && (self.row as u16) < u16::from(size)).then(|| Spot::new(self.column, self.row as u8))
    }
}

impl std::fmt::Display for Point {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut name = String::new();
        squares::write(self.column, self.row, &mut name);
        out.write_str(&name)
    }
}

/// A square of the board: sixteen times the row plus the column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Spot(u8);

impl Spot {
    #[inline(always)]
    pub(super) const fn new(column: u8, row: u8) -> Spot {
        Spot((row << 4) | (column & 15))
    }

    #[inline(always)]
    pub(super) const fn column(self) -> u8 {
        self.0 & 15
    }

    #[inline(always)]
    pub(super) const fn row(self) -> u8 {
        self.0 >> 4
    }

    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) fn point(self) -> Point {
        Point { column: self.column(), row: i16::from(self.row()) }
    }

    /// Whether the square is dark: a1 is (HA-15).
    #[inline]
    pub(super) const fn is_dark(self) -> bool {
        (self.column() + self.row()).is_multiple_of(2)
    }

    /// The square between two that are two apart in a straight line.
    #[inline(always)]
    pub(super) const fn between(self, other: Spot) -> Spot {
        // Columns and rows add up without a carry from one into the other: each sum is even and below 32.
        Spot::new((self.column() + other.column()) / 2, (self.row() + other.row()) / 2)
    }

    /// The square `distance` steps away in a direction, on a board of `size`.
    #[inline]
    pub(super) fn step(self, (dx, dy): (i8, i8), distance: i8, size: u8) -> Option<Spot> {
        let column = self.column().checked_add_signed(dx * distance)?;
        let row = self.row().checked_add_signed(dy * distance)?;
        (column < size && row < size).then(|| Spot::new(column, row))
    }
}

impl std::fmt::Display for Spot {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.point().fmt(out)
    }
}

/// The eight directions in the order of HA-17: N, NE, E, SE, S, SW, W, NW.
pub(super) const DIRECTIONS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// A piece: its side, and a tag that distinguishes it from others of its side (its number from 1, its colour 0 or 1, 1
/// for the marked piece; 0 where all pieces are alike).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece(u8);

/// The bit that every piece has, so that none is an empty square.
const PIECE: u8 = 0x80;

impl Piece {
    pub(super) const fn new(side: Side, tag: u8) -> Piece {
        Piece(PIECE | (tag & 31) << 2 | side.0 & 3)
    }

    #[inline(always)]
    pub(super) const fn side(self) -> Side {
        Side(self.0 & 3)
    }

    #[inline(always)]
    pub(super) const fn tag(self) -> u8 {
        (self.0 & !PIECE) >> 2
    }
}

/// The piece that stands, or should stand, on each square.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct Board([u8; 256]);

impl Board {
    pub(super) const EMPTY: Board = Board([0; 256]);

    #[inline(always)]
    pub(super) fn at(&self, spot: Spot) -> Option<Piece> {
        let piece = self.0[spot.index()];
        (piece != 0).then_some(Piece(piece))
    }

    #[inline(always)]
    pub(super) fn is_empty(&self, spot: Spot) -> bool {
        self.0[spot.index()] == 0
    }

    /// The pieces on every other square of a row, a bit each: on those of even columns, then on those of odd ones. A row
    /// that no board has is empty.
    #[inline(always)]
    pub(super) fn every_other(&self, row: usize) -> [u64; 2] {
        let Some(row) = self.0.as_chunks::<8>().0.get(2 * row..2 * row + 2) else { return [0; 2] };
        [0, 8].map(|shift| {
            let half = |bytes: &[u8; 8]| {
                // One bit in sixteen tells of a piece; the product brings four of them together.
                let pieces = u64::from_le_bytes(*bytes) >> (shift + PIECE.trailing_zeros()) & 0x0001_0001_0001_0001;
                pieces.wrapping_mul(1 << 48 | 1 << 33 | 1 << 18 | 1 << 3) >> 48 & 15
            };
            half(&row[0]) | half(&row[1]) << 4
        })
    }

    pub(super) fn put(&mut self, spot: Spot, piece: Piece) {
        self.0[spot.index()] = piece.0;
    }

    #[inline(always)]
    pub(super) fn take(&mut self, spot: Spot) {
        self.0[spot.index()] = 0;
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let pieces = self.0.iter().filter(|piece| **piece != 0).count();
        write!(out, "Board({pieces} pieces)")
    }
}
