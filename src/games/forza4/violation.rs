//! How a ply can break the rules of Forza 4.

use super::codes::{COLUMN_FULL, OFF_BOARD, WRONG_SQUARE};
use crate::codes::{AFTER_END, PASS_NOT_ALLOWED};
use crate::diagnostic::Code;
use crate::game::Violates;

/// A violation and its facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Violation {
    /// The game had ended.
    AfterEnd,
    /// A pass, which nobody may make.
    Pass,
    /// The board has no such column.
    NoColumn { column: u8 },
    /// The board has no such row; a row below the board has a number below 0.
    NoRow { row: i16 },
    /// The column holds `height` pieces, and no more fit.
    ColumnFull { column: u8, height: u8 },
    /// The token names a row of a column in which the piece lands on another.
    WrongSquare { column: u8, row: i16, lands: u8 },
}

impl Violates for Violation {
    fn code(self) -> &'static Code {
        match self {
            Violation::AfterEnd => &AFTER_END,
            Violation::Pass => &PASS_NOT_ALLOWED,
            Violation::NoColumn { .. } | Violation::NoRow { .. } => &OFF_BOARD,
            Violation::ColumnFull { .. } => &COLUMN_FULL,
            Violation::WrongSquare { .. } => &WRONG_SQUARE,
        }
    }
}
