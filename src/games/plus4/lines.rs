//! The ten lines of the board: four rows, four columns, two diagonals.

use super::SIZE;
use crate::board::{DecidingLines, Square, squares};

/// A set of lines: bits 0 to 3 are the rows from the top, 4 to 7 the columns, 8 and 9 the diagonals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct LineSet(u16);

/// The squares of each line, in the order of [`LineSet`]'s bits.
static MASKS: [u16; 10] = [0x1111, 0x2222, 0x4444, 0x8888, 0x000f, 0x00f0, 0x0f00, 0xf000, 0x8421, 0x1248];

impl LineSet {
    /// The lines through `column` that are whole among `pieces`.
    #[inline]
    pub(super) fn through(pieces: u16, column: u8) -> LineSet {
        // A row is whole where all four columns have its bit.
        let half = pieces & pieces >> 8;
        let rows = half & half >> 4 & 0xf;
        let whole = |line: usize| u16::from(pieces & MASKS[line] == MASKS[line]) << line;
        LineSet(rows | whole(4 + usize::from(column & 3)) | whole(8) | whole(9))
    }

    /// Every line that is whole among `pieces`.
    pub(super) fn all(pieces: u16) -> LineSet {
        (0..SIZE.columns).map(|column| LineSet::through(pieces, column)).fold(LineSet::default(), LineSet::with)
    }

    /// The lines of both sets.
    pub(super) fn with(self, other: LineSet) -> LineSet {
        LineSet(self.0 | other.0)
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The points of these lines (P4-6): two for each that holds one of the squares `bonus`, one for each other.
    pub(super) fn points(self, bonus: u16) -> u32 {
        self.masks().map(|mask| if mask & bonus == 0 { 1 } else { 2 }).sum()
    }

    fn masks(self) -> impl Iterator<Item = u16> {
        MASKS.iter().enumerate().filter(move |(line, _)| self.0 >> line & 1 == 1).map(|(_, mask)| *mask)
    }
}

/// The bit of a square, whose row counts from the top.
#[inline]
pub(super) fn bit(square: Square) -> u16 {
    1 << (u32::from(square.column & 3) * 4 + u32::from(square.row & 3))
}

/// The lines of a set as lists of squares, sorted.
pub(super) fn squares_of(set: LineSet) -> DecidingLines {
    let mut lines = DecidingLines::default();
    for mask in set.masks() {
        lines.add(squares(SIZE).filter(|square| mask & bit(*square) != 0).collect());
    }
    lines
}
