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
    /// Whether the distance of two squares is that of a step or a single jump.
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

    /// Its number among the squares with the same parity of column and row: below 64.
    #[inline(always)]
    pub(super) const fn place(self) -> u32 {
        ((self.row() / 2) * 8 + self.column() / 2) as u32
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
pub(super) struct Board {
    pieces: [u8; 256],
    /// The squares with pieces, per lattice; each square's bit is at its [place](Spot::place). Jumps keep the parities
    /// of column and row, so a chain of them stays on one of these four lattices of at most 64 squares.
    taken: [u64; 4],
}

/// The lattice of squares whose columns and rows have these parities.
#[inline(always)]
const fn lattice(column: u8, row: u8) -> usize {
    ((column & 1) | (row & 1) << 1) as usize
}

impl Board {
    pub(super) const EMPTY: Board = Board { pieces: [0; 256], taken: [0; 4] };

    #[inline(always)]
    pub(super) fn at(&self, spot: Spot) -> Option<Piece> {
        let piece = self.pieces[spot.index()];
        (piece != 0).then_some(Piece(piece))
    }

    #[inline(always)]
    pub(super) fn is_empty(&self, spot: Spot) -> bool {
        self.pieces[spot.index()] == 0
    }

    /// The squares with pieces whose columns and rows have these parities; each square's bit is at its
    /// [place](Spot::place).
    #[inline(always)]
    pub(super) fn taken(&self, column: u8, row: u8) -> u64 {
        self.taken[lattice(column, row)]
    }

    #[inline(always)]
    pub(super) fn put(&mut self, spot: Spot, piece: Piece) {
        self.taken[lattice(spot.column(), spot.row())] |= 1 << spot.place();
        self.pieces[spot.index()] = piece.0;
    }

    #[inline(always)]
    pub(super) fn take(&mut self, spot: Spot) {
        self.taken[lattice(spot.column(), spot.row())] &= !(1 << spot.place());
        self.pieces[spot.index()] = 0;
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let pieces = self.pieces.iter().filter(|piece| **piece != 0).count();
        write!(out, "Board({pieces} pieces)")
    }
}
