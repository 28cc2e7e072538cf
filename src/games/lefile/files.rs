//! The files of the board: the 130 runs of four squares in a line that can hold one rook and three pawns.
//!
//! A square is a number, eight for each column from the left and the row within it, so that numbers are in the order
//! in which files are sorted: column, then row. All tables are made when the program is compiled.

use super::Piece;
use crate::board::Square;
use crate::game::Side;

/// How many runs of four squares the board has.
const COUNT: usize = 130;

/// Four squares in a line.
#[derive(Debug, Clone, Copy)]
pub(super) struct File {
    squares: u64,
    first: u8,
    last: u8,
}

/// All files, sorted by their first and last squares.
static FILES: [File; COUNT] = all();

/// The files through each square: how many there are, and their numbers.
static THROUGH: [(u8, [u8; 16]); 64] = through();

/// The squares of the files through each square, in the order of [`THROUGH`].
static SQUARES_THROUGH: [[u64; 16]; 64] = squares_through();

const fn all() -> [File; COUNT] {
    let mut files = [File { squares: 0, first: 0, last: 0 }; COUNT];
    let mut count = 0;
    let mut first = 0_u8;
    while first < 64 {
        // In the order of their last squares: up, down to the right, to the right, up to the right.
        let mut direction = 0;
        while direction < 4 {
            let (columns, rows) = [(0, 1), (1, -1), (1, 0), (1, 1)][direction];
            let (column, row) = ((first / 8) as i8 + 3 * columns, (first % 8) as i8 + 3 * rows);
            if column < 8 && row >= 0 && row < 8 {
                let step = (columns * 8 + rows) as u8;
                let squares = 1 << first | 1 << (first + step) | 1 << (first + 2 * step) | 1 << (first + 3 * step);
                files[count] = File { squares, first, last: first + 3 * step };
                count += 1;
            }
            direction += 1;
        }
        first += 1;
    }
    assert!(count == COUNT);
    files
}

const fn through() -> [(u8, [u8; 16]); 64] {
    let files = all();
    let mut through = [(0, [0; 16]); 64];
    let mut square = 0;
    while square < 64 {
        let mut number = 0;
        while number < COUNT {
            if files[number].squares >> square & 1 == 1 {
                through[square].1[through[square].0 as usize] = number as u8;
                through[square].0 += 1;
            }
            number += 1;
        }
        square += 1;
    }
    through
}

const fn squares_through() -> [[u64; 16]; 64] {
    let (files, through) = (all(), through());
    let mut squares = [[0; 16]; 64];
    let mut square = 0;
    while square < 64 {
        let mut index = 0;
        while index < through[square].0 as usize {
            squares[square][index] = files[through[square].1[index] as usize].squares;
            index += 1;
        }
        square += 1;
    }
    squares
}

/// The pieces of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(super) struct Pieces {
    pub(super) pawns: u64,
    pub(super) rooks: u64,
}

impl Pieces {
    /// The squares on which they stand.
    #[inline]
    pub(super) fn all(self) -> u64 {
        self.pawns | self.rooks
    }

    /// The files that stand and hold `square` (LF-2).
    #[inline]
    pub(super) fn files_with(self, square: u8) -> FileSet {
        let mut found = FileSet::default();
        let (own, place) = (self.all(), usize::from(square & 63));
        let (count, numbers) = &THROUGH[place];
        for (squares, number) in SQUARES_THROUGH[place].iter().zip(numbers).take(usize::from(*count)) {
            if own & squares == *squares && (self.rooks & squares).is_power_of_two() {
                found.insert(*number);
            }
        }
        found
    }

    /// Every file that stands.
    pub(super) fn files(self) -> FileSet {
        (0..64).map(|square| self.files_with(square)).fold(FileSet::default(), FileSet::with)
    }
}

/// The side and the kind of the piece on a square.
pub(super) fn standing(pieces: &[Pieces; 2], square: u8) -> Option<(Side, Piece)> {
    let bit = 1 << (square & 63);
    let side = pieces.iter().position(|pieces| pieces.all() & bit != 0)?;
    let piece = if pieces[side].rooks & bit != 0 { Piece::Rook } else { Piece::Pawn };
    Some((Side(side as u8), piece))
}

/// A set of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub(crate) struct FileSet([u64; 3]);

impl FileSet {
    #[inline]
    pub(super) fn insert(&mut self, number: u8) {
        self.0[usize::from(number / 64)] |= 1 << (number % 64);
    }

    pub(super) fn remove(&mut self, number: u8) {
        self.0[usize::from(number / 64)] &= !(1 << (number % 64));
    }

    #[inline]
    pub(super) fn contains(self, number: u8) -> bool {
        self.0[usize::from(number / 64)] >> (number % 64) & 1 == 1
    }

    #[inline]
    pub(super) fn is_empty(self) -> bool {
        self.0 == [0; 3]
    }

    #[inline]
    pub(super) fn len(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The files of both sets.
    #[inline]
    pub(super) fn with(self, other: FileSet) -> FileSet {
        FileSet(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// The files of this set that are not in the other.
    #[inline]
    pub(super) fn without(self, other: FileSet) -> FileSet {
        FileSet(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    /// The numbers of the files, sorted.
    pub(super) fn numbers(self) -> impl Iterator<Item = u8> {
        (0..COUNT as u8).filter(move |number| self.contains(*number))
    }

    /// The first and last squares of the files, sorted.
    pub(super) fn ends(self) -> impl Iterator<Item = (Square, Square)> {
        self.numbers().map(ends)
    }

    /// The squares of all its files.
    pub(super) fn squares(self) -> u64 {
        self.numbers().map(squares).fold(0, |all, squares| all | squares)
    }
}

/// The file between two squares, named from either end.
pub(super) fn between(one: u8, other: u8) -> Option<u8> {
    let ends = (one.min(other), one.max(other));
    FILES.binary_search_by_key(&ends, |file| (file.first, file.last)).ok().map(|number| number as u8)
}

/// The squares of a file.
pub(super) fn squares(number: u8) -> u64 {
    FILES[usize::from(number) % COUNT].squares
}

/// The first and the last square of a file.
pub(super) fn ends(number: u8) -> (Square, Square) {
    let file = FILES[usize::from(number) % COUNT];
    (square_of(file.first), square_of(file.last))
}

/// The square of that number.
pub(super) fn square_of(number: u8) -> Square {
    Square::new(number / 8 % 8, number % 8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_sorted_and_found_by_their_ends() {
        assert!(FILES.windows(2).all(|pair| (pair[0].first, pair[0].last) < (pair[1].first, pair[1].last)));
        for (number, file) in (0..).zip(&FILES) {
            assert_eq!((file.squares.count_ones(), between(file.last, file.first)), (4, Some(number)));
        }
        assert_eq!((between(0, 4), between(0, 0), between(5, 8)), (None, None, None));
        assert_eq!(THROUGH.iter().map(|(count, _)| u32::from(*count)).sum::<u32>(), 4 * 130);
    }

    #[test]
    fn a_file_holds_one_rook_and_three_pawns() {
        let pieces = |pawns, rooks| Pieces { pawns, rooks };
        assert_eq!(pieces(0b0111, 0b1000).files().ends().map(|file| file.1.to_string()).collect::<Vec<_>>(), ["a4"]);
        assert!(pieces(0b1111, 0).files().is_empty());
        assert!(pieces(0b0011, 0b1100).files().is_empty());
        // Five in a row: both runs of four count.
        assert_eq!(pieces(0b11011, 0b00100).files_with(2).len(), 2);
        assert_eq!(pieces(0b01111, 0b10000).files_with(0).len(), 0);
    }
}
