//! The pieces of one side as bits, once for each direction in which lines run: a line is one word, and the
//! rules look at one word at a time.

use super::{DIRECTIONS, LARGEST, Size, Square};

/// Lines of one direction: 26 columns, 26 rows, 51 diagonals each way.
const STRAIGHT: usize = LARGEST as usize;
const SLANTED: usize = 2 * STRAIGHT - 1;

/// The pieces of a side. In a vertical lane bit `n` is row `n`, in all others column `n`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Lanes([u32; 2 * STRAIGHT + 2 * SLANTED]);

/// The lane and the bit of a square in the direction of that index in [`DIRECTIONS`].
#[inline(always)]
fn place(square: Square, direction: usize) -> (usize, u32) {
    let (column, row) = (usize::from(square.column), usize::from(square.row));
    match direction {
        0 => (column, u32::from(square.row)),
        1 => (STRAIGHT + row, u32::from(square.column)),
        2 => (2 * STRAIGHT + column + STRAIGHT - 1 - row, u32::from(square.column)),
        _ => (2 * STRAIGHT + SLANTED + column + row, u32::from(square.column)),
    }
}

/// A run of own pieces in a lane: its first and its last bit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) low: u32,
    pub(crate) high: u32,
}

impl Run {
    #[inline(always)]
    pub(crate) fn length(self) -> u32 {
        self.high - self.low + 1
    }
}

impl Lanes {
    pub(crate) const EMPTY: Lanes = Lanes([0; 2 * STRAIGHT + 2 * SLANTED]);

    /// Whether a piece stands on a square, which lies on the board.
    #[inline(always)]
    pub(crate) fn has(&self, square: Square) -> bool {
        self.0[usize::from(square.column)] >> square.row & 1 == 1
    }

    /// The columns of a row in which pieces stand, a bit for each.
    #[inline(always)]
    pub(crate) fn row(&self, row: u8) -> u32 {
        self.0[STRAIGHT + usize::from(row)]
    }

    /// Puts a piece on a square, or takes it away.
    #[inline(always)]
    pub(crate) fn flip(&mut self, square: Square) {
        for direction in 0..4 {
            let (lane, bit) = place(square, direction);
            self.0[lane] ^= 1 << bit;
        }
    }

    /// Puts a piece on an empty square. Returns whether any of its four lanes now holds five in a row, perhaps
    /// elsewhere. Nearly always none does, and then there is no line to look for.
    #[inline(always)]
    pub(crate) fn put(&mut self, square: Square) -> bool {
        let mut fives = 0;
        for direction in 0..4 {
            let (lane, bit) = place(square, direction);
            let word = self.0[lane] | 1 << bit;
            self.0[lane] = word;
            let pairs = word & word >> 1;
            fives |= pairs & pairs >> 2 & word >> 4;
        }
        fives != 0
    }

    /// Whether five pieces or more stand in a row anywhere on a board of this size.
    #[inline]
    pub(crate) fn has_five(&self, size: Size) -> bool {
        /// How many slanted lanes at each end are too short for five.
        const SHORTER: usize = 4;
        /// How many lanes are checked together.
        const BLOCK: usize = 8;
        let (columns, rows) = (usize::from(size.columns), usize::from(size.rows));
        let slanted = (columns + rows - 1).saturating_sub(2 * SHORTER);
        // Of each direction the lanes that the board has.
        let parts = [
            (0, columns),
            (STRAIGHT, rows),
            (3 * STRAIGHT - rows + SHORTER, slanted),
            (2 * STRAIGHT + SLANTED + SHORTER, slanted),
        ];
        let fives = |word: u32| {
            let pairs = word & word >> 1;
            pairs & pairs >> 2 & word >> 4
        };
        // Checks whole blocks, each a few vector registers: a lane may be checked twice, or belong to another
        // direction.
        let mut found = [0; BLOCK];
        let mut look = |block: &[u32; BLOCK]| {
            for (found, word) in found.iter_mut().zip(block) {
                *found |= fives(*word);
            }
        };
        for (from, count) in parts {
            let lanes = self.0.get(from..).unwrap_or_default();
            let (blocks, _) = lanes.as_chunks::<BLOCK>();
            blocks.iter().take(count.div_ceil(BLOCK)).for_each(&mut look);
            // The last lanes of all may make no whole block.
            lanes.last_chunk().filter(|_| count > blocks.len() * BLOCK).into_iter().for_each(&mut look);
        }
        found.iter().fold(0, |found, fives| found | fives) != 0
    }

    /// The whole run through a square that holds a piece.
    #[inline(always)]
    pub(crate) fn run(&self, square: Square, direction: usize) -> Run {
        let (lane, bit) = place(square, direction);
        let word = self.0[lane];
        let up = (word >> bit).trailing_ones();
        let down = (word << (31 - bit)).leading_ones();
        Run { low: bit + 1 - down, high: bit + up - 1 }
    }

    /// Whether a piece stands on bit `bit` of the lane through a square; none stands on bit -1.
    #[inline(always)]
    pub(crate) fn has_bit(&self, square: Square, direction: usize, bit: Option<u32>) -> bool {
        let (lane, _) = place(square, direction);
        bit.is_some_and(|bit| self.0[lane] >> bit & 1 == 1)
    }

    /// The pieces on the nine points of a lane from four before a square to four after it, as bits.
    #[inline(always)]
    pub(crate) fn near(&self, square: Square, direction: usize) -> u32 {
        let (lane, bit) = place(square, direction);
        (u64::from(self.0[lane]) << 4 >> bit) as u32 & 0x1ff
    }

    /// The lane through a square, as words whose bit [`Lane::MARGIN`] is the lane's bit 0.
    pub(crate) fn lane(&self, other: &Lanes, size: Size, square: Square, direction: usize) -> Lane {
        let (lane, bit) = place(square, direction);
        let (own, other) = (u64::from(self.0[lane]), u64::from(other.0[lane]));
        let (low, high) = extent(size, square, direction);
        let board = ((1_u64 << (high - low + 1)) - 1) << low;
        Lane { own: own << Lane::MARGIN, free: (board & !own & !other) << Lane::MARGIN, at: bit + Lane::MARGIN }
    }
}

/// The first and the last bit of the lane through a square that lie on the board.
fn extent(size: Size, square: Square, direction: usize) -> (u32, u32) {
    let (column, row) = (i32::from(square.column), i32::from(square.row));
    let (columns, rows) = (i32::from(size.columns), i32::from(size.rows));
    let (low, high) = match direction {
        0 => (0, rows - 1),
        1 => (0, columns - 1),
        2 => ((column - row).max(0), (columns - 1).min(rows - 1 + column - row)),
        _ => ((column + row - (rows - 1)).max(0), (columns - 1).min(column + row)),
    };
    (low as u32, high as u32)
}

/// The square of a bit in the lane through `square`.
pub(crate) fn square_of(square: Square, direction: usize, bit: u32) -> Square {
    let (_, at) = place(square, direction);
    let (dx, dy) = DIRECTIONS[direction];
    let steps = bit as i32 - at as i32;
    let column = i32::from(square.column) + steps * i32::from(dx);
    let row = i32::from(square.row) + steps * i32::from(dy);
    Square::new(column as u8, row as u8)
}

/// One line of the board as a side sees it, with a margin so that squares beyond the edge are bits too: neither own nor
/// free.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Lane {
    pub(crate) own: u64,
    pub(crate) free: u64,
    /// The bit of the requested square.
    pub(crate) at: u32,
}

impl Lane {
    /// How many bits stand before the lane's bit 0.
    pub(crate) const MARGIN: u32 = 4;

    pub(crate) fn is_own(self, bit: u32) -> bool {
        self.own >> bit & 1 == 1
    }

    pub(crate) fn is_free(self, bit: u32) -> bool {
        self.free >> bit & 1 == 1
    }

    /// The free bits at most `distance` from the requested one, up to the [margin](Lane::MARGIN).
    pub(crate) fn free_within(self, distance: u32) -> impl Iterator<Item = u32> {
        let near = ((1 << (2 * distance + 1)) - 1) << (self.at - distance);
        let mut left = self.free & near;
        std::iter::from_fn(move || {
            let bit = (left != 0).then(|| left.trailing_zeros())?;
            left &= left - 1;
            Some(bit)
        })
    }

    /// The run through a bit that is own.
    pub(crate) fn run(self, bit: u32) -> Run {
        let up = (self.own >> bit).trailing_ones();
        let down = (self.own << (63 - bit)).leading_ones();
        Run { low: bit + 1 - down, high: bit + up - 1 }
    }

    /// The lane with one more own piece.
    pub(crate) fn with(self, bit: u32) -> Lane {
        Lane { own: self.own | 1 << bit, free: self.free & !(1 << bit), at: self.at }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{run, squares};

    /// The words agree with walking over squares, on an odd-shaped board and the largest.
    #[test]
    fn runs_are_those_that_walking_finds() {
        for size in [Size { columns: 7, rows: 5 }, Size { columns: 26, rows: 26 }] {
            let mut lanes = Lanes::EMPTY;
            let mut seed = 7_u32;
            let mut held = Vec::new();
            for square in squares(size) {
                seed = seed.wrapping_mul(1_103_515_245).wrapping_add(12345);
                if seed >> 16 & 3 != 0 {
                    lanes.flip(square);
                    held.push(square);
                }
            }
            assert!(squares(size).all(|square| lanes.has(square) == held.contains(&square)));
            for square in squares(size).filter(|square| !held.contains(square)) {
                // Each five on a board of nothing else is found.
                for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
                    let mut five = Lanes::EMPTY;
                    let steps = (0..5).map(|step| (square.column as i8 + step * dx, square.row as i8 + step * dy));
                    let on_board = |(column, row): &(i8, i8)| {
                        (0..size.columns as i8).contains(column) && (0..size.rows as i8).contains(row)
                    };
                    if steps.clone().all(|at| on_board(&at)) {
                        steps.for_each(|(column, row)| five.flip(Square::new(column as u8, row as u8)));
                        assert!(five.has_five(size), "{square} {direction}");
                        five.flip(square);
                        assert!(!five.has_five(size), "{square} {direction}");
                    }
                }
            }
            for &square in &held {
                for (direction, step) in DIRECTIONS.into_iter().enumerate() {
                    let walked: Vec<Square> = run(size, square, step, |square| held.contains(&square)).collect();
                    let found = lanes.run(square, direction);
                    let squares: Vec<_> =
                        (found.low..=found.high).map(|bit| square_of(square, direction, bit)).collect();
                    assert_eq!(squares, walked, "{square} {step:?}");
                    let lane = lanes.lane(&Lanes::EMPTY, size, square, direction);
                    assert_eq!(lane.run(lane.at).length(), found.length());
                    let beyond = [lane.run(lane.at).low - 1, lane.run(lane.at).high + 1];
                    for (bit, end) in beyond.into_iter().zip([walked[0], walked[walked.len() - 1]]) {
                        let on_board = lane.is_free(bit);
                        let sign = if bit < lane.at { -1 } else { 1 };
                        let column = i32::from(end.column) + sign * i32::from(step.0);
                        let row = i32::from(end.row) + sign * i32::from(step.1);
                        let inside =
                            (0..i32::from(size.columns)).contains(&column) && (0..i32::from(size.rows)).contains(&row);
                        assert_eq!(on_board, inside, "{square} {step:?}");
                    }
                }
            }
        }
    }
}
