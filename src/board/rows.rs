//! The rows of a position string: pieces as letters, runs of empty squares as numbers, rows from the top of the
//! picture separated by `/`. Reading and writing are exact inverses, so each board has one spelling.

use super::symmetry::Cells;
use super::{LARGEST, Size, in_words};
use crate::counted::counted;
use crate::within::offset_of;

/// What is wrong with a position string, and where in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RowFault {
    place: Place,
    pub(crate) message: String,
}

/// Where in a position string a fault stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Byte(usize),
    Cell { column: u8, from_top: u8 },
    Whole,
}

impl RowFault {
    /// A fault of form, at a byte.
    pub(crate) fn new(offset: usize, message: impl Into<String>) -> RowFault {
        RowFault { place: Place::Byte(offset), message: message.into() }
    }

    /// A fault of one cell.
    pub(crate) fn of_cell(column: u8, from_top: u8, message: impl Into<String>) -> RowFault {
        RowFault { place: Place::Cell { column, from_top }, message: message.into() }
    }

    /// A fault of the position as a whole.
    pub(crate) fn of_all(message: impl Into<String>) -> RowFault {
        RowFault { place: Place::Whole, message: message.into() }
    }

    /// The byte of the position string `text` where the fault is; `None` if the whole string is at fault.
    pub(crate) fn offset(&self, text: &str) -> Option<usize> {
        match self.place {
            Place::Byte(offset) => Some(offset),
            Place::Cell { column, from_top } => byte_of_cell(text, column.into(), from_top.into()),
            Place::Whole => None,
        }
    }
}

/// Where the piece on a cell of well-formed rows stands in their text.
fn byte_of_cell(text: &str, column: usize, from_top: usize) -> Option<usize> {
    let row = text.split('/').nth(from_top)?;
    let (mut at, mut before) = (0, 0);
    while let Some(letter) = row[at..].chars().next() {
        let digits = row[at..].find(|letter: char| !letter.is_ascii_digit()).unwrap_or(row.len() - at);
        let is_piece = digits == 0;
        if is_piece && before == column {
            return Some(offset_of(row, text) + at);
        }
        before += if is_piece { 1 } else { row[at..at + digits].parse().ok()? };
        at += if is_piece { letter.len_utf8() } else { digits };
        // Text in parentheses after a piece's letter belongs to that piece.
        if row[at..].starts_with('(') {
            at += row[at..].find(')')? + 1;
        }
        at += usize::from(row[at..].starts_with('!'));
    }
    None
}

/// Why only illegal plies that stood (C-6) can have made a position; `None` if legal plies can.
pub(crate) type Unusual = Option<String>;

/// Reads rows into cells from the top left, row by row. `piece` says what a letter stands for.
pub(crate) fn read<P: Copy>(
    text: &str,
    size: Size,
    piece: impl Fn(char) -> Option<P>,
) -> Result<Vec<Option<P>>, RowFault> {
    read_words(text, size, |rest| {
        let letter = rest.chars().next()?;
        piece(letter).map(|piece| (piece, letter.len_utf8()))
    })
}

/// Reads rows with pieces of more than one letter, `W(12)`: `piece` reads one from the front of a text, and says how
/// many bytes it takes.
pub(crate) fn read_words<'t, P: Copy>(
    text: &'t str,
    size: Size,
    piece: impl Fn(&'t str) -> Option<(P, usize)>,
) -> Result<Vec<Option<P>>, RowFault> {
    let mut filling = Filling { size, cells: Vec::with_capacity(size.squares() as usize), row: 0, column: 0 };
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match letter {
            '/' => {
                filling.end_row(at)?;
                1
            }
            '1'..='9' => {
                let length = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
                filling.put(None, rest[..length].parse().unwrap_or(u64::MAX), at)?;
                length
            }
            letter => {
                let (piece, length) = piece(rest).ok_or_else(|| RowFault::new(at, no_piece(letter, rest)))?;
                filling.put(Some(piece), 1, at)?;
                length
            }
        };
        at += length;
    }
    filling.end(at)
}

/// Why a letter is no piece. A piece may be more than a letter: `W(20)`.
fn no_piece(letter: char, rest: &str) -> String {
    let number = rest[letter.len_utf8()..].strip_prefix('(').and_then(|rest| rest.split_once(')'));
    match number {
        Some((number, _)) if number.len() < 10 => format!("this game has no piece `{letter}({number})`"),
        _ => format!("this game has no piece `{letter}`"),
    }
}

/// Cells that are filled from the top left, row by row.
struct Filling<P> {
    size: Size,
    cells: Vec<Option<P>>,
    /// How many rows are full.
    row: u8,
    /// How many cells of the next row are filled.
    column: u64,
}

impl<P: Copy> Filling<P> {
    /// Fills the next cells of the row, as byte `at` says.
    fn put(&mut self, piece: Option<P>, count: u64, at: usize) -> Result<(), RowFault> {
        self.column = self.column.saturating_add(count);
        if self.column > u64::from(self.size.columns) {
            return Err(self.not_as_wide(at));
        }
        self.cells.resize(self.cells.len() + count as usize, piece);
        Ok(())
    }

    /// Ends a row that another one follows.
    fn end_row(&mut self, at: usize) -> Result<(), RowFault> {
        if self.column != u64::from(self.size.columns) {
            return Err(self.not_as_wide(at));
        }
        self.row += 1;
        self.column = 0;
        if self.row == self.size.rows {
            return Err(RowFault::new(at, format!("more rows than the board's {}", in_words(self.row.into()))));
        }
        Ok(())
    }

    /// Ends the last row.
    fn end(self, at: usize) -> Result<Vec<Option<P>>, RowFault> {
        if self.column != u64::from(self.size.columns) {
            return Err(self.not_as_wide(at));
        }
        if self.row + 1 != self.size.rows {
            let rows = counted(u64::from(self.row) + 1, "row");
            return Err(RowFault::new(at, format!("{rows}, the board has {}", self.size.rows)));
        }
        Ok(self.cells)
    }

    /// Says that the row has more or fewer squares than the board.
    fn not_as_wide(&self, at: usize) -> RowFault {
        // What is larger may stand for a number of any size.
        const MOST: u64 = 999_999;
        let columns = self.size.columns;
        let squares =
            if self.column > MOST { format!("more than {MOST} squares") } else { counted(self.column, "square") };
        RowFault::new(at, format!("row {} from the top has {squares}, the board has {columns} columns", self.row + 1))
    }
}

/// Writes rows of `size` from the top left; `piece` gives the letter of a cell, one of ASCII, by column and row from the top.
#[inline]
pub(crate) fn write(size: Size, out: &mut String, piece: impl Fn(u8, u8) -> Option<char>) {
    let mut letters = Letters::default();
    draw(size, piece, &mut letters);
    out.push_str(letters.text());
}

/// Writes rows of two sides whose pieces have one ASCII letter each. `stand` gives the columns of a row, from the top,
/// where each side has pieces: a bit for each, the lowest for the first column.
#[inline]
pub(crate) fn write_sides(size: Size, letters: [char; 2], out: &mut String, stand: impl Fn(u8) -> [u32; 2]) {
    // Most boards are small, and a small room is cleared more quickly.
    const SMALL: usize = 128;
    if room(size) <= SMALL {
        draw_sides::<SMALL>(size, letters, out, stand);
    } else {
        draw_sides::<LONGEST>(size, letters, out, stand);
    }
}

/// The bytes of the longest picture, with a slash after each row, and as many as are stored at once.
const fn room(size: Size) -> usize {
    (size.columns as usize + 1) * size.rows as usize + 4
}

/// [`write_sides`] on a board whose pictures have [`room`] in `N` bytes.
#[inline(always)]
fn draw_sides<const N: usize>(size: Size, letters: [char; 2], out: &mut String, stand: impl Fn(u8) -> [u32; 2]) {
    /// The digits of each number, the first in the lowest byte, and how many there are: none for 0 empty squares. No
    /// processor can predict the length of the next run of empty squares, so no branch depends on it, only what is
    /// stored.
    const NUMBERS: [(u32, u8); 32] = {
        let mut numbers = [(0, 0); 32];
        let mut number = 1;
        while number < 32 {
            let (tens, ones) = (b'0' + number / 10, b'0' + number % 10);
            let digits = if number < 10 { [ones, 0, 0, 0] } else { [tens, ones, 0, 0] };
            numbers[number as usize] = (u32::from_le_bytes(digits), if number < 10 { 1 } else { 2 });
            number += 1;
        }
        numbers
    };
    let (mut bytes, mut end) = ([0; N], 0);
    // A run of empty squares, perhaps none, and the sign after it.
    let mut put = |empty: u8, sign: u8| {
        let (digits, count) = NUMBERS[usize::from(empty & 31)];
        if let Some(room) = bytes.get_mut(end..end + 4) {
            room.copy_from_slice(&(digits | u32::from(sign) << (8 * count)).to_le_bytes());
        }
        end += usize::from(count) + 1;
    };
    for row in 0..size.rows {
        let [first, second] = stand(row);
        let (mut left, mut column) = (first | second, 0);
        while left != 0 {
            let next = left.trailing_zeros() as u8;
            put(next - column, letters[usize::from(first >> next & 1 == 0)] as u8);
            column = next + 1;
            left &= left - 1;
        }
        put(size.columns - column, b'/');
    }
    out.push_str(std::str::from_utf8(&bytes[..end - 1]).unwrap_or_default());
}

/// Writes rows with pieces of more than one letter: `piece` gives the piece of a cell, `write` writes it.
#[inline]
pub(crate) fn write_words<P>(
    size: Size,
    out: &mut String,
    piece: impl Fn(u8, u8) -> Option<P>,
    write: impl Fn(P, &mut String),
) {
    draw(size, piece, &mut Words { write, out });
}

/// Takes what a picture shows, row by row.
trait Canvas<P> {
    fn piece(&mut self, piece: P);
    /// `cells` empty cells, at least one.
    fn empty(&mut self, cells: u8);
    fn end_row(&mut self, is_last: bool);
}

#[inline(always)]
fn draw<P>(size: Size, piece: impl Fn(u8, u8) -> Option<P>, canvas: &mut impl Canvas<P>) {
    for row in 0..size.rows {
        let mut empty = 0;
        for column in 0..size.columns {
            match piece(column, row) {
                Some(piece) => {
                    if empty > 0 {
                        canvas.empty(std::mem::take(&mut empty));
                    }
                    canvas.piece(piece);
                }
                None => empty += 1,
            }
        }
        if empty > 0 {
            canvas.empty(empty);
        }
        canvas.end_row(row + 1 == size.rows);
    }
}

/// The [`room`] of the largest board.
const LONGEST: usize = room(Size { columns: LARGEST, rows: LARGEST });

/// Pieces of one letter each.
struct Letters {
    bytes: [u8; LONGEST],
    count: usize,
}

impl Default for Letters {
    #[inline(always)]
    fn default() -> Letters {
        Letters { bytes: [0; LONGEST], count: 0 }
    }
}

impl Letters {
    #[inline(always)]
    fn push(&mut self, byte: u8) {
        if let Some(place) = self.bytes.get_mut(self.count) {
            *place = byte;
            self.count += 1;
        }
    }

    #[inline(always)]
    fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes[..self.count]).unwrap_or_default()
    }
}

impl Canvas<char> for Letters {
    #[inline(always)]
    fn piece(&mut self, letter: char) {
        self.push(letter as u8);
    }

    #[inline(always)]
    fn empty(&mut self, cells: u8) {
        if cells > 9 {
            self.push(b'0' + cells / 10);
        }
        self.push(b'0' + cells % 10);
    }

    #[inline(always)]
    fn end_row(&mut self, is_last: bool) {
        if !is_last {
            self.push(b'/');
        }
    }
}

/// Pieces of several letters, written by `write`.
struct Words<'o, W> {
    write: W,
    out: &'o mut String,
}

impl<P, W: Fn(P, &mut String)> Canvas<P> for Words<'_, W> {
    fn piece(&mut self, piece: P) {
        (self.write)(piece, self.out);
    }

    fn empty(&mut self, cells: u8) {
        self.out.push_str(itoa::Buffer::new().format(cells));
    }

    fn end_row(&mut self, is_last: bool) {
        if !is_last {
            self.out.push('/');
        }
    }
}

/// The letter on a square of the picture of a position string, columns from the left and rows from the top; `None` for an
/// empty square.
pub(crate) fn letter(position: &str, column: u8, from_top: u8) -> Option<char> {
    let picture = position.split(' ').next()?;
    let mut left = usize::from(column);
    for cell in Cells(picture.split('/').nth(from_top.into())?) {
        let empty = cell.parse::<usize>().ok();
        if left < empty.unwrap_or(1) {
            return cell.chars().next().filter(|_| empty.is_none());
        }
        left -= empty.unwrap_or(1);
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size { columns: 12, rows: 2 };

    fn check(text: &str) -> Result<String, (usize, String)> {
        let piece = |letter| matches!(letter, 'W' | 'R').then_some(letter);
        let cells = read(text, SIZE, piece).map_err(|fault| (fault.offset(text).unwrap_or_default(), fault.message))?;
        let mut out = String::new();
        let cell = |column: u8, row: u8| cells[usize::from(row) * 12 + usize::from(column)];
        write(SIZE, &mut out, cell);
        let mut of_sides = String::new();
        let stand = |row| ['W', 'R'].map(|side| (0..12).map(|at| u32::from(cell(at, row) == Some(side)) << at).sum());
        write_sides(SIZE, ['W', 'R'], &mut of_sides, stand);
        assert_eq!(of_sides, out);
        Ok(out)
    }

    #[test]
    fn reading_and_writing_are_inverses() {
        for text in ["12/12", "W10R/11W", "WRWRWRWRWRWR/5W6"] {
            assert_eq!(check(text).as_deref(), Ok(text));
        }
    }

    #[test]
    fn faults_have_their_place() {
        let offset = |text: &str| check(text).expect_err(text).0;
        assert_eq!(offset("12"), 2);
        assert_eq!(offset("12/11"), 5);
        assert_eq!(offset("12/13"), 3);
        assert_eq!(offset("12/12/12"), 5);
        assert_eq!(offset("W11/1x10"), 5);
        assert_eq!(offset("W011/12"), 1);
        assert_eq!(offset("99999999999999999999/12"), 0);
    }
}
