//! Positions to look for: a position string in which `?` stands for any one square and `*` for any row, and whose fields
//! may be left out from the right.
//! A position is compared in its game's own writing, which has one spelling for each position. `search` decides which
//! positions are worth the comparison.

use std::ops::Range;

use super::fault::Fault;
use crate::board::symmetry::Cells;
use crate::board::{LARGEST, Size};

/// A position to look for.
#[derive(Debug, Clone)]
pub struct Pattern {
    rows: Vec<Row>,
    /// The given fields after the picture.
    fields: Vec<String>,
    /// Whether a position seen through a symmetry of its board counts too.
    pub(crate) mirrored: bool,
    /// The most pieces of a position that fits.
    pub(super) most: usize,
    /// Whether it asks for nothing but letters: no piece has a mark or a number, and there are no fields.
    pub(super) is_of_letters: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Row {
    Any,
    Cells(Vec<Cell>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Cell {
    Any,
    Empty,
    Piece(String),
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// Says what is wrong, and at which bytes of `text`.
    pub(crate) fn read(text: &str, mirrored: bool) -> Result<Pattern, Fault> {
        let leading = text.len() - text.trim_start().len();
        let (picture, fields) = text.trim().split_once(' ').unwrap_or((text.trim(), ""));
        let mut rows = Vec::new();
        let mut at = leading;
        for row in picture.split('/') {
            rows.push(read_row(row, at)?);
            at += row.len() + 1;
        }
        let count = |counts: fn(&Cell) -> bool| {
            let cells = rows.iter().map(|row| match row {
                Row::Any => None,
                Row::Cells(cells) => Some(cells.iter().filter(|cell| counts(cell)).count()),
            });
            cells.sum::<Option<usize>>()
        };
        let most = count(|cell| *cell != Cell::Empty).unwrap_or(usize::MAX);
        let fields: Vec<_> = fields.split_ascii_whitespace().map(str::to_owned).collect();
        let is_letter = |cell: &Cell| !matches!(cell, Cell::Piece(piece) if piece.len() > 1);
        let is_row_of_letters =
            |row: &Row| matches!(row, Row::Any) || matches!(row, Row::Cells(cells) if cells.iter().all(is_letter));
        let is_of_letters = fields.is_empty() && rows.iter().all(is_row_of_letters);
        Ok(Pattern { rows, fields, mirrored, most, is_of_letters })
    }

    /// Why no board can have such a position, as far as its picture shows.
    pub(super) fn misfit(&self) -> Option<String> {
        let widths =
            || self.rows.iter().filter_map(|row| if let Row::Cells(cells) = row { Some(cells.len()) } else { None });
        let (least, most) = (widths().min()?, widths().max()?);
        let largest = usize::from(LARGEST);
        let why = if least != most {
            format!("its rows have {least} to {most} squares")
        } else if self.rows.len() == 1 {
            "it has one row; rows are parted by `/`".to_owned()
        } else if most > largest || self.rows.len() > largest {
            format!("no board has more than {largest} rows or columns")
        } else {
            return None;
        };
        Some(why)
    }

    /// Calls `each` with every square that is not `?`: its column, its row from the top, and the letter of its piece,
    /// `None` for an empty square. `false`: no board of this size has such a position.
    pub(crate) fn squares(&self, size: Size, mut each: impl FnMut(u8, u8, Option<char>)) -> bool {
        if self.rows.len() != usize::from(size.rows) {
            return false;
        }
        for (row, from_top) in self.rows.iter().zip(0..) {
            let Row::Cells(cells) = row else { continue };
            if cells.len() != usize::from(size.columns) {
                return false;
            }
            for (cell, column) in cells.iter().zip(0..) {
                match cell {
                    Cell::Any => {}
                    Cell::Empty => each(column, from_top, None),
                    Cell::Piece(piece) => each(column, from_top, piece.chars().next()),
                }
            }
        }
        true
    }

    /// Its picture as games write it; `None` if a square or a row is left open.
    pub(crate) fn picture(&self) -> Option<String> {
        let mut picture = String::new();
        for (index, row) in self.rows.iter().enumerate() {
            let Row::Cells(cells) = row else { return None };
            if index > 0 {
                picture.push('/');
            }
            for run in cells.chunk_by(|one, other| *one == Cell::Empty && *other == Cell::Empty) {
                match &run[0] {
                    Cell::Any => return None,
                    Cell::Empty => picture.push_str(&run.len().to_string()),
                    Cell::Piece(piece) => picture.push_str(piece),
                }
            }
        }
        Some(picture)
    }

    /// Whether it is the position of this position string.
    pub(crate) fn fits(&self, position: &str) -> bool {
        let (picture, fields) = position.split_once(' ').unwrap_or((position, ""));
        let mut rows = picture.split('/');
        let fits_row = |row: &Row| rows.next().is_some_and(|text| row.fits(text));
        if !self.rows.iter().all(fits_row) || rows.next().is_some() {
            return false;
        }
        let mut fields = fields.split(' ');
        self.fields.iter().all(|field| fields.next() == Some(field))
    }
}

impl Row {
    fn fits(&self, text: &str) -> bool {
        let Row::Cells(cells) = self else { return true };
        let mut cells = cells.iter();
        for cell in Cells(text) {
            let fits = match cell.parse::<usize>() {
                Ok(empty) if is_run(cell) => {
                    cells.by_ref().take(empty).filter(|cell| matches!(cell, Cell::Any | Cell::Empty)).count() == empty
                }
                _ => match cells.next() {
                    Some(Cell::Any) => true,
                    Some(Cell::Piece(piece)) => piece == cell,
                    _ => false,
                },
            };
            if !fits {
                return false;
            }
        }
        cells.next().is_none()
    }
}

/// Whether a cell of a position string is a number of empty squares.
fn is_run(cell: &str) -> bool {
    cell.starts_with(|first: char| first.is_ascii_digit())
}

fn read_row(text: &str, start: usize) -> Result<Row, Fault> {
    /// No board has as many columns.
    const COLUMNS: usize = 255;
    if text == "*" {
        return Ok(Row::Any);
    }
    let fault = |span: Range<usize>, message: &str| {
        Err(Fault::of_value(start + span.start..start + span.end, message)
            .help("a row has pieces as letters, numbers of empty squares, and `?` for any one square; `*` is any row"))
    };
    if text.is_empty() {
        return fault(0..0, "this row of the position is empty");
    }
    let mut cells = Vec::new();
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next() {
        let rest = &text[at..];
        // A mark or a number belongs to the piece before it.
        let cell = if letter.is_ascii_alphanumeric() { Cells(rest).next() } else { None };
        let length = cell.map_or(letter.len_utf8(), str::len);
        let (span, cell) = (at..at + length, &rest[..length]);
        match letter {
            '?' => cells.push(Cell::Any),
            '1'..='9' => match cell.parse::<usize>() {
                Ok(count) if cells.len() + count <= COLUMNS => cells.extend(std::iter::repeat_n(Cell::Empty, count)),
                _ => return fault(span, "no board has as many columns"),
            },
            'a'..='z' | 'A'..='Z' => cells.push(Cell::Piece(cell.to_owned())),
            _ => return fault(span, &format!("expected a piece, a number or `?`, found `{letter}`")),
        }
        at += length;
    }
    if cells.len() > COLUMNS {
        return fault(0..text.len(), "no board has as many columns");
    }
    Ok(Row::Cells(cells))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fits(pattern: &str, position: &str) -> bool {
        Pattern::read(pattern, false).expect(pattern).fits(position)
    }

    #[test]
    fn patterns_have_wildcards_and_may_lack_fields() {
        let position = "7/7/7/7/3R3/2WW3 R";
        for pattern in [
            position,
            "7/7/7/7/3R3/2WW3",
            "*/*/*/*/*/*",
            "7/7/7/???????/3R3/2WW3 R",
            "7/7/7/7/3R3/2W?3",
            "*/7/7/7/3?3/??WW3",
        ] {
            assert!(fits(pattern, position), "{pattern}");
        }
        for pattern in [
            "7/7/7/7/3R3/2WW3 W",
            "7/7/7/3R3/2WW3",
            "*/*/*/*/*/*/*",
            "7/7/7/7/3R3/2WW2",
            "7/7/7/7/3R3/2WW4",
            "7/7/7/7/3R3/2WW3 R x",
            "7/7/7/7/3r3/2WW3",
        ] {
            assert!(!fits(pattern, position), "{pattern}");
        }
    }

    #[test]
    fn a_picture_is_spelt_as_games_spell_it() {
        let picture = |text: &str| Pattern::read(text, false).expect(text).picture();
        assert_eq!(picture(" 7/W!12R R").as_deref(), Some("7/W!12R"));
        assert_eq!((picture("7/*"), picture("6?/7")), (None, None));
    }

    #[test]
    fn pieces_may_have_marks_and_numbers() {
        assert!(fits("W(12)?2/R!3 G", "W(12)R2/R!3 G 1:2"));
        assert!(!fits("W(12)3/R3", "W(1)3/R3 G") && !fits("W(1)3/R3", "W(1)3/R!3 G"));
    }

    #[test]
    fn what_is_no_position_has_its_place() {
        let span = |text: &str| Pattern::read(text, false).expect_err(text).span;
        assert_eq!(span("7/7/"), 4..4);
        assert_eq!(span("7/x+6"), 3..4);
        assert_eq!(span("7/999"), 2..5);
        assert_eq!(span("0W"), 0..1);
        assert_eq!(span("7/2**"), 3..4);
        assert_eq!(span(""), 0..0);
    }
}
