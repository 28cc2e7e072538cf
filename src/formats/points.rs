//! The points of a board as files of numbers name them: column and row from 0 at the top left.

use std::ops::{Range, RangeInclusive};

use super::made::Made;
use crate::board::lanes::Lanes;
use crate::board::renju::is_forbidden;
use crate::board::{LARGEST, Size, Square, gomoku};
use crate::codes::BAD_SYNTAX;
use crate::diagnostic::{Text, quoted};
use crate::record::Spelling;
use crate::within::offset_of;

/// How many columns, and how many rows, a board of Gomoku may have.
pub(super) const SIZES: RangeInclusive<i32> = *gomoku::SIZES.start() as i32..=*gomoku::SIZES.end() as i32;

/// A point, on the board or not, and where the file names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Point {
    /// From the left, from 0.
    pub(super) column: i32,
    /// From the top, from 0.
    pub(super) row: i32,
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Point {
    /// A point that the bytes `source` of a text name.
    pub(super) fn new(column: i32, row: i32, source: Range<usize>) -> Point {
        Point { column, row, start: source.start as u32, end: source.end as u32 }
    }

    /// Whether both name the same point.
    pub(super) fn is_at(&self, other: &Point) -> bool {
        (self.column, self.row) == (other.column, other.row)
    }

    /// Whether a board of this size has the point.
    pub(super) fn is_on_board(&self, columns: i32, rows: i32) -> bool {
        (0..columns).contains(&self.column) && (0..rows).contains(&self.row)
    }

    fn source(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Whether a square of a board with `rows` rows can name the point.
    #[inline]
    fn has_square(&self, rows: i32) -> bool {
        (0..26).contains(&self.column) && (1..1000).contains(&rows.wrapping_sub(self.row))
    }

    /// The point as a square of a board with `rows` rows, if [squares can name it](Point::has_square), and its length.
    #[inline(always)]
    fn square(&self, rows: i32) -> ([u8; 4], usize) {
        let Row { mut name, length } = ROWS[rows.wrapping_sub(self.row) as usize % ROWS.len()];
        name[0] = b'a'.wrapping_add(self.column as u8);
        (name, length.into())
    }
}

/// The name of a row after room for a column, and how long both are.
#[derive(Clone, Copy)]
struct Row {
    name: [u8; 4],
    length: u8,
}

/// The rows by their numbers: those that squares can name, and a few more, so that any number finds one.
static ROWS: [Row; 1024] = {
    let (mut rows, mut row) = ([Row { name: [0; 4], length: 0 }; 1024], 0);
    while row < rows.len() {
        let [hundreds, tens, ones] =
            [b'0' + (row / 100 % 10) as u8, b'0' + (row / 10 % 10) as u8, b'0' + (row % 10) as u8];
        rows[row] = match row {
            0..10 => Row { name: [0, ones, 0, 0], length: 2 },
            10..100 => Row { name: [0, tens, ones, 0], length: 3 },
            _ => Row { name: [0, hundreds, tens, ones], length: 4 },
        };
        row += 1;
    }
    rows
};

/// Writes points as plies: as squares, which is usual. If the board has no square for one of them, for instance for a
/// row below the board, writes all as two numbers.
pub(super) fn write(points: &[Point], rows: i32, made: &mut Made) {
    let are_squares = points.iter().fold(true, |all, point| all & point.has_square(rows));
    made.kept_mut().parts.context.spelling = if are_squares { Spelling::Default } else { Spelling::Points(None) };
    if are_squares {
        return made.all_letters(points.iter().map(|point| {
            let (square, length) = point.square(rows);
            (square, length, point.source())
        }));
    }
    for point in points {
        // No board has these numbers: a point to the left of the board or above it is then still off the board.
        const FAR: [i32; 2] = [u8::MAX as i32 - 1, i16::MAX as i32 - 1];
        let number = |number: i32, far: i32| if (0..far).contains(&number) { number } else { far };
        let ply = format!("{},{}", number(point.column, FAR[0]), number(point.row, FAR[1]));
        made.ply(&ply, point.source());
    }
}

/// The letter of a column of Connect Four, counted from 0. A column past `z` becomes `z`, which shows that the board
/// lacks it; `None` if the board has a column `z`.
pub(super) fn column_letter(column: usize, columns: usize) -> Option<char> {
    const LAST: u8 = 25;
    let named = u8::try_from(column).ok().filter(|column| *column <= LAST);
    named.or((columns <= LAST.into()).then_some(LAST)).map(|column| char::from(b'a' + column))
}

/// What a file of points and nothing else says.
#[derive(Debug, Default)]
pub(super) struct Reading {
    pub(super) points: Vec<Point>,
    /// Why the file cannot be read further, and where: after all of the points.
    pub(super) fault: Option<(Text, Range<usize>)>,
}

impl Reading {
    /// Forgets all points.
    pub(super) fn clear(&mut self) {
        self.points.clear();
        self.fault = None;
    }

    /// Notes that the file cannot be read from here on: it should have `wanted` in place of `found`.
    pub(super) fn refuse(&mut self, found: &str, wanted: &str, source: Range<usize>) {
        self.fault = Some((Text::new(format!("{} is not {wanted}", quoted(found))), source));
    }

    /// Writes the record of a game of Gomoku whose rules the file does not name.
    pub(super) fn write(&mut self, columns: i32, rows: i32, made: &mut Made) {
        made.tag("Game", "gomoku", 0..0);
        made.tag("Board", &format!("{columns}x{rows}"), 0..0);
        if !made.has("Variant") {
            let text = || {
                Text::new("the file does not say by which rules: read by those of standard Gomoku")
                    .help("name them with --variant")
            };
            made.guessed("variant", "standard", text, 0..0);
        }
        write(&self.points, rows, made);
        if let Some((text, source)) = self.fault.take() {
            made.fault(&BAD_SYNTAX, text, source);
        }
    }

    /// Writes the record of a game of a Japanese renju program, whose board has 15x15 points. `rows_from`, the side
    /// from which it counts rows, is a guess: it is known only from files of other such programs that hold the same
    /// games.
    pub(super) fn write_of_renju_program(&mut self, rows_from: &'static str, made: &mut Made) {
        made.tag("Game", "gomoku", 0..0);
        let text = || {
            Text::new(format!("rows are counted from the {rows_from}, which the file does not say"))
                .help(ROWS_OTHERWISE)
        };
        made.guessed("rows", rows_from, text, 0..0);
        self.write(RENJU, RENJU, made);
    }
}

/// What to do if a file counts rows from the other side than it is read.
pub(super) const ROWS_OTHERWISE: &str = "counted from the other side the game is its mirror image, with the same verdict; \
    to have that, renumber the rows of what `convert --to lines` writes";

/// How many columns and rows a board of Renju has.
pub(super) const RENJU: i32 = gomoku::RENJU as i32;

/// Whether the last point stands in a row of five or more of its colour, where colours take turns. This applies no
/// rule: it only shows whether something else must have ended the game.
pub(super) fn ends_with_five(points: &[Point], columns: i32, rows: i32) -> bool {
    let Some((last, others)) = points.split_last() else { return false };
    // Nobody puts a stone on another one.
    if others.iter().any(|other| (other.column, other.row) == (last.column, last.row)) {
        return false;
    }
    // Of the row, the column and the diagonals through the last point: a bit for each of the nine points around it.
    const MIDDLE: i32 = 4;
    let mut lines = [1_u16 << MIDDLE; 4];
    for point in others.iter().rev().skip(1).step_by(2) {
        let (across, down) = (point.column.wrapping_sub(last.column), point.row.wrapping_sub(last.row));
        let (line, step) = match (across, down) {
            (_, 0) => (0, across),
            (0, _) => (1, down),
            _ if across == down => (2, across),
            _ if across == down.wrapping_neg() => (3, across),
            _ => continue,
        };
        if (-MIDDLE..=MIDDLE).contains(&step) {
            lines[line] |= 1 << (MIDDLE + step);
        }
    }
    // A row of five among these nine points includes the middle one.
    let has_five = |line: &u16| line & line >> 1 & line >> 2 & line >> 3 & line >> 4 != 0;
    last.is_on_board(columns, rows) && lines.iter().any(has_five)
}

/// Whether the last of some stones is one that Renju forbids to Black. Of each: whether it is black, its column and its row from
/// the top left, both from 0.
pub(super) fn ends_with_foul(size: Size, stones: impl Iterator<Item = (bool, i32, i32)>) -> bool {
    if size.columns > LARGEST || size.rows > LARGEST {
        return false;
    }
    let (mut sides, mut last) = ([Lanes::EMPTY; 2], None);
    for (is_black, column, row) in stones {
        let is_on_board = (0..i32::from(size.columns)).contains(&column) && (0..i32::from(size.rows)).contains(&row);
        let square = is_on_board.then(|| Square::new(column as u8, size.rows - 1 - row as u8));
        if let Some(square) = square {
            sides[usize::from(!is_black)].put(square);
        }
        last = square.filter(|_| is_black);
    }
    last.is_some_and(|last| is_forbidden(&sides[0], &sides[1], size, last))
}

/// The number at the start of `bytes`, and how many bytes it takes: digits, perhaps after a minus. One with very many
/// digits is as large as a number can be.
pub(super) fn number(bytes: &[u8]) -> Option<(i32, usize)> {
    number_at(bytes, 0)
}

/// The number at byte `from`, and the byte after it: digits, perhaps after a minus. One with very many digits is as
/// large as a number can be.
#[inline(always)]
pub(super) fn number_at(bytes: &[u8], from: usize) -> Option<(i32, usize)> {
    let is_negative = bytes.get(from) == Some(&b'-');
    let first = from + usize::from(is_negative);
    let (mut value, mut at) = (0_i64, first);
    while let Some(digit @ b'0'..=b'9') = bytes.get(at) {
        value = (value * 10 + i64::from(digit - b'0')).min(i64::from(i32::MAX));
        at += 1;
    }
    let value = value as i32;
    (at > first).then_some((if is_negative { -value } else { value }, at))
}

/// The first byte from `at` on that is no space and no tab.
#[inline(always)]
pub(super) fn after_blanks(bytes: &[u8], mut at: usize) -> usize {
    while let Some(b' ' | b'\t') = bytes.get(at) {
        at += 1;
    }
    at
}

/// The words of a text with their places: what stands between spaces, tabs and line ends.
pub(super) fn words(text: &str) -> impl Iterator<Item = (&str, Range<usize>)> {
    text.split_ascii_whitespace().map(move |word| {
        let at = offset_of(word, text);
        (word, at..at + word.len())
    })
}

/// The whole text as a number without a sign.
pub(super) fn whole_number(text: &str) -> Option<i32> {
    number(text.as_bytes()).filter(|(value, length)| *length == text.len() && *value >= 0).map(|(value, _)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(points: &[(i32, i32)]) -> String {
        let points: Vec<Point> = points.iter().map(|&(column, row)| Point::new(column, row, 0..0)).collect();
        let mut made = Made::default();
        write(&points, 20, &mut made);
        made.kept().text.clone()
    }

    #[test]
    fn points_are_squares_unless_one_has_no_name() {
        assert_eq!(written(&[(0, 19), (7, 10), (25, -3), (0, -979)]), "a1, h10, z23, a999");
        assert_eq!(written(&[(0, 19), (7, 20)]), "0,19, 7,20");
        assert_eq!(written(&[(26, 0), (-1, -1), (300, 3)]), "26,0, 254,32766, 254,3");
    }

    #[test]
    fn numbers_have_a_sign_and_any_length() {
        assert_eq!(number(b"12,3"), Some((12, 2)));
        assert_eq!(number(b"-7"), Some((-7, 2)));
        assert_eq!(number(b"99999999999999 "), Some((i32::MAX, 14)));
        assert_eq!((number(b"-"), number(b""), number(b"x")), (None, None, None));
    }
}
