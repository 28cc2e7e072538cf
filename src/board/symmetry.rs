//! The symmetries of boards: turns and reflections that put every square on a square.

use super::{Size, Square};

/// A turn or a reflection. Columns and rows may change places first; then each may be counted from the other end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Symmetry {
    /// Whether columns and rows change places, which is possible only on square boards.
    pub exchanges: bool,
    /// Whether columns are then counted from the right.
    pub flips_columns: bool,
    /// Whether rows are then counted from the other end.
    pub flips_rows: bool,
}

const fn symmetry(exchanges: bool, flips_columns: bool, flips_rows: bool) -> Symmetry {
    Symmetry { exchanges, flips_columns, flips_rows }
}

/// Everything stays where it is.
pub const SAME: Symmetry = symmetry(false, false, false);

/// Left and right change places.
pub(crate) static LEFT_RIGHT: [Symmetry; 1] = [symmetry(false, true, false)];

/// Columns and rows change places: the reflection that keeps a1.
pub(crate) static EXCHANGE: [Symmetry; 1] = [symmetry(true, false, false)];

/// The reflection that keeps the corners at the top left and at the bottom right.
pub(crate) static FALLING_DIAGONAL: [Symmetry; 1] = [symmetry(true, true, true)];

/// All symmetries of a square except [`SAME`]; the first three are those of any rectangle.
static SQUARE: [Symmetry; 7] = [
    symmetry(false, true, false),
    symmetry(false, false, true),
    symmetry(false, true, true),
    symmetry(true, false, false),
    symmetry(true, true, false),
    symmetry(true, false, true),
    symmetry(true, true, true),
];

/// All symmetries of a board except [`SAME`].
pub(crate) fn all(size: Size) -> &'static [Symmetry] {
    if size.columns == size.rows { &SQUARE } else { &SQUARE[..3] }
}

impl Symmetry {
    /// The symmetry that puts every square back.
    pub(crate) fn inverse(self) -> Symmetry {
        if self.exchanges { symmetry(true, self.flips_rows, self.flips_columns) } else { self }
    }

    /// The image of a square. It need not be on the board.
    pub(crate) fn reflected(self, column: i16, row: i16, size: Size) -> (i16, i16) {
        let (column, row) = if self.exchanges { (row, column) } else { (column, row) };
        let flip = |at: i16, count: u8, flips: bool| if flips { (i16::from(count) - 1).saturating_sub(at) } else { at };
        (flip(column, size.columns, self.flips_columns), flip(row, size.rows, self.flips_rows))
    }

    /// The image of a square of the board.
    pub(crate) fn square(self, square: Square, size: Size) -> Square {
        let (column, row) = self.reflected(square.column.into(), square.row.into(), size);
        Square::new(column as u8, row as u8)
    }

    /// Writes the image of a square, always in four bytes.
    pub(crate) fn write_reflected(self, column: i16, row: i16, size: Size, out: &mut Vec<u8>) {
        let (column, row) = self.reflected(column, row, size);
        out.extend(column.to_le_bytes());
        out.extend(row.to_le_bytes());
    }

    /// The position string of a board after the symmetry: the picture changes, the fields after it stay.
    pub(crate) fn of_position(self, position: &str, size: Size) -> String {
        let (picture, fields) = position.split_once(' ').unwrap_or((position, ""));
        if self == SAME || !picture.contains(|letter: char| letter.is_ascii_alphabetic()) {
            return position.to_owned();
        }
        let (columns, rows) = (usize::from(size.columns), usize::from(size.rows));
        let mut cells = vec![""; columns * rows];
        for (line, text) in picture.split('/').enumerate().take(rows) {
            let mut column = 0;
            for cell in Cells(text) {
                if let Ok(empty) = cell.parse::<usize>() {
                    column += empty;
                    continue;
                }
                let (x, y) = self.reflected(column as i16, (rows - 1 - line) as i16, size);
                if let Some(place) = cells.get_mut((rows - 1 - y as usize) * columns + x as usize) {
                    *place = cell;
                }
                column += 1;
            }
        }
        let mut out = String::with_capacity(position.len());
        for (line, row) in cells.chunks(columns).enumerate() {
            out.push_str(if line > 0 { "/" } else { "" });
            for run in row.chunk_by(|one, other| one.is_empty() && other.is_empty()) {
                match run {
                    [cell] if !cell.is_empty() => out.push_str(cell),
                    _ => out.push_str(&run.len().to_string()),
                }
            }
        }
        out.push(' ');
        out.push_str(fields);
        out
    }
}

/// The cells of a row of a position string: a number of empty squares, or a piece with its number or mark.
pub(crate) struct Cells<'t>(pub(crate) &'t str);

impl<'t> Iterator for Cells<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        let text = self.0;
        let first = text.bytes().next()?;
        let length = if first.is_ascii_digit() {
            text.bytes().take_while(u8::is_ascii_digit).count()
        } else if text[1..].starts_with('(') {
            text.find(')')? + 1
        } else {
            1 + usize::from(text[1..].starts_with('!'))
        };
        let (cell, rest) = text.split_at_checked(length)?;
        self.0 = rest;
        Some(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_symmetry_of_a_square_is_another() {
        let size = Size { columns: 5, rows: 5 };
        let mut images: Vec<_> = all(size).iter().map(|symmetry| symmetry.reflected(1, 0, size)).collect();
        images.push(SAME.reflected(1, 0, size));
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 8);
        assert_eq!(all(Size { columns: 5, rows: 6 }).len(), 3);
    }

    #[test]
    fn an_inverse_puts_every_square_back() {
        let size = Size { columns: 5, rows: 5 };
        for symmetry in [&[SAME], all(size)].concat() {
            let (column, row) = symmetry.reflected(1, 0, size);
            assert_eq!(symmetry.inverse().reflected(column, row, size), (1, 0), "{symmetry:?}");
        }
    }

    #[test]
    fn pictures_are_reflected() {
        let size = Size { columns: 4, rows: 4 };
        let check = |symmetry: Symmetry, text: &str| symmetry.of_position(text, size);
        assert_eq!(check(LEFT_RIGHT[0], "4/4/R3/RW2 W"), "4/4/3R/2WR W");
        assert_eq!(check(EXCHANGE[0], "W(12)3/4/4/R!1B1 W 1:2"), "4/B3/4/R!2W(12) W 1:2");
        assert_eq!(check(FALLING_DIAGONAL[0], "W3/R3/4/3B G"), "WR2/4/4/3B G");
        assert_eq!(check(FALLING_DIAGONAL[0], "4/4/4/4 G"), "4/4/4/4 G");
    }
}
