//! What games on grids share: sizes, squares, sides, lines, position strings.

pub(crate) mod gomoku;
pub(crate) mod lanes;
pub(crate) mod renju;
pub(crate) mod rows;
mod side;
pub mod symmetry;
pub(crate) mod word;

use std::fmt;

use serde::{Serialize, Serializer};

use crate::counted::plain_number;

pub use side::{Paint, Side, SideInfo};

/// The most columns and the most rows that a board can have: the letters of the alphabet.
pub const LARGEST: u8 = 26;

/// The size of a board, columns x rows.
///
/// ```
/// use scoresheet::Size;
/// assert_eq!(Size::read("7x6"), Some(Size { columns: 7, rows: 6 }));
/// assert_eq!(Size::read("07x6"), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Size {
    /// Columns, named `a`, `b`, `c` … from the left.
    pub columns: u8,
    /// Rows, numbered from 1.
    pub rows: u8,
}

impl Size {
    /// Reads `8x8`, also written `8 X 8` or `8×8`: two numbers from 1 to 26 without leading zeros.
    pub fn read(text: &str) -> Option<Size> {
        let (columns, rows) = text.split_once(['x', 'X', '×'])?;
        let count = |text: &str| count(text.trim());
        Some(Size { columns: count(columns)?, rows: count(rows)? })
    }

    /// The number of squares.
    pub fn squares(self) -> u32 {
        u32::from(self.columns) * u32::from(self.rows)
    }
}

/// A number from 1 to [`LARGEST`] in plain digits.
fn count(text: &str) -> Option<u8> {
    plain_number(text).filter(|number| (1..=LARGEST).contains(number))
}

impl fmt::Display for Size {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}x{}", self.columns, self.rows)
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A square: column and row, both from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The column from the left.
    pub column: u8,
    /// The row, in the game's own numbering, from 0.
    pub row: u8,
}

impl Square {
    /// The square of that column and row.
    #[inline]
    pub const fn new(column: u8, row: u8) -> Square {
        Square { column, row }
    }

    /// The square that a token names, from 0: it may lie outside the board in play, but some board has it.
    pub(crate) fn named(column: u8, row: i16) -> Option<Square> {
        let row = u8::try_from(row).ok().filter(|row| *row < LARGEST)?;
        (column < LARGEST).then_some(Square { column, row })
    }
}

impl fmt::Display for Square {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}{}", column_letter(self.column), u16::from(self.row) + 1)
    }
}

impl Serialize for Square {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The letter of a column.
pub fn column_letter(column: u8) -> char {
    char::from(b'a' + column.min(LARGEST - 1))
}

/// Lines that decide a game: each from its smallest square, sorted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct DecidingLines(pub Vec<Vec<Square>>);

impl DecidingLines {
    /// Adds a line, given from either end, unless it is there.
    pub(crate) fn add(&mut self, mut line: Vec<Square>) {
        if line.last() < line.first() {
            line.reverse();
        }
        if let Err(place) = self.0.binary_search(&line) {
            self.0.insert(place, line);
        }
    }

    /// Their ends: `a1-d4 and a1-a4`; nothing if there is no line.
    pub(crate) fn in_words(&self) -> String {
        self.0.iter().map(|line| ends(line)).collect::<Vec<_>>().join(" and ")
    }
}

/// The two ends of a line: `d1-g4`.
pub(crate) fn ends(line: &[Square]) -> String {
    match line {
        [first, .., last] => format!("{first}-{last}"),
        [only] => format!("{only}-{only}"),
        [] => String::new(),
    }
}

/// The four directions in which lines run: steps in columns and rows.
pub(crate) const DIRECTIONS: [(i8, i8); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

/// The longest run of squares through `at`, itself included, in a direction, while `holds` is true. It is found by
/// walking, so that tests can compare quicker ways with it.
#[cfg(test)]
pub(crate) fn run(
    size: Size,
    at: Square,
    (dx, dy): (i8, i8),
    holds: impl Fn(Square) -> bool + Copy,
) -> impl Iterator<Item = Square> + Clone {
    let step = move |from: Square, sign: i8| {
        let column = i16::from(from.column) + i16::from(sign * dx);
        let row = i16::from(from.row) + i16::from(sign * dy);
        let on_board = (0..i16::from(size.columns)).contains(&column) && (0..i16::from(size.rows)).contains(&row);
        on_board.then(|| Square::new(column as u8, row as u8)).filter(|&square| holds(square))
    };
    let mut first = at;
    while let Some(before) = step(first, -1) {
        first = before;
    }
    std::iter::successors(Some(first), move |&square| step(square, 1))
}

/// Every square of a board, column by column from the left, each from row 0.
pub(crate) fn squares(size: Size) -> impl Iterator<Item = Square> {
    (0..size.columns).flat_map(move |column| (0..size.rows).map(move |row| Square::new(column, row)))
}

/// `count` as a word if it is small: `six`.
pub(crate) fn in_words(count: u32) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(count as usize).map_or_else(|| count.to_string(), |word| (*word).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_two_numbers() {
        assert_eq!(Size::read("26x4").map(|size| size.to_string()), Some("26x4".to_owned()));
        for text in ["7x6", "7X6", "7×6", "7 × 6", " 7x6 "] {
            assert_eq!(Size::read(text), Some(Size { columns: 7, rows: 6 }), "{text}");
        }
        for text in ["", "x", "7", "7x", "0x4", "27x4", "7x6x5", "+7x6", "7-x6", "07x6", "7 0x6"] {
            assert_eq!(Size::read(text), None, "{text}");
        }
    }

    #[test]
    fn a_run_is_whole_and_stays_on_the_board() {
        let size = Size { columns: 7, rows: 6 };
        let line = run(size, Square::new(2, 2), (1, -1), |square| square.column + square.row == 4);
        let line: Vec<Square> = line.collect();
        let names: Vec<_> = line.iter().map(Square::to_string).collect();
        assert_eq!(names, ["a5", "b4", "c3", "d2", "e1"]);
    }

    #[test]
    fn lines_are_sorted_and_kept_once() {
        let mut lines = DecidingLines::default();
        lines.add(vec![Square::new(2, 9), Square::new(2, 1)]);
        lines.add(vec![Square::new(2, 1), Square::new(2, 9)]);
        lines.add(vec![Square::new(1, 3), Square::new(2, 3)]);
        assert_eq!(lines.0.len(), 2);
        assert_eq!(lines.0[0][0].to_string(), "b4");
        assert_eq!(lines.0[1][1].to_string(), "c10");
    }
}
