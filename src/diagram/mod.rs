//! A drawing of a position as data; each writer only spells it.

mod font;
pub mod png;
pub mod text;

use crate::board::{Size, Square};
use crate::game::{Side, SideInfo};

/// A board with what stands on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scene {
    /// The board's size.
    pub size: Size,
    /// The cells from the top left of the picture, row by row.
    pub cells: Vec<Cell>,
    /// The label of each row from the top.
    pub labels: Vec<u8>,
    /// Whether letters tell more than discs would: more than two sides, or pieces of several kinds.
    pub letters: bool,
}

/// One square of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cell {
    /// The side whose piece stands there, and the piece's letter.
    pub piece: Option<(Side, char)>,
    /// Whether it belongs to a line that decides the game, or is to be shown otherwise.
    pub marked: bool,
    /// The number of the ply that put the piece there, where that is known.
    pub number: Option<u32>,
    /// What tells the piece from others of its side and letter.
    pub sign: Sign,
}

/// What tells a piece from others of its side and letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Sign {
    /// Nothing.
    #[default]
    Plain,
    /// A number of its own: `W(12)` in position strings.
    Number(u8),
    /// A mark: `W!` in position strings.
    Mark,
}

impl Scene {
    /// A board whose rows are numbered from the bottom; `at` tells whose piece stands on a square.
    pub fn of_rows(size: Size, sides: &[SideInfo], at: impl Fn(Square) -> Option<Side>, marked: Vec<Square>) -> Scene {
        let mut cells = Vec::with_capacity(size.squares() as usize);
        for row in (0..size.rows).rev() {
            for column in 0..size.columns {
                let square = Square::new(column, row);
                let piece = at(square).map(|side| (side, sides[side.index()].letter));
                cells.push(Cell { piece, marked: marked.contains(&square), ..Cell::default() });
            }
        }
        Scene { size, cells, labels: (1..=size.rows).rev().collect(), letters: false }
    }

    /// The rows from the top, each with its label.
    pub fn rows(&self) -> impl Iterator<Item = (u8, &[Cell])> {
        self.labels.iter().copied().zip(self.cells.chunks(usize::from(self.size.columns)))
    }

    /// The cell of a square whose row is named by its label.
    pub fn cell_mut(&mut self, square: Square) -> Option<&mut Cell> {
        let row = self.labels.iter().position(|label| *label == square.row + 1)?;
        self.cells.get_mut(row * usize::from(self.size.columns) + usize::from(square.column))
    }
}
