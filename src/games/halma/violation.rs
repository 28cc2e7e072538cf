//! How a ply can break the rules of Halma. The messages about it are in `explain`.

use super::codes::{
    BAD_LEG, JUMP_SUM, MIXED_LEGS, NO_PATH, NO_PIECE, NOT_OWN_PIECE, NOTHING_TO_JUMP, OCCUPIED, OFF_BOARD,
    PARLETT_JUMP, PARLETT_STEP, PASS_REFUSED,
};
use super::field::{Point, Spot};
use crate::codes::AFTER_END;
use crate::diagnostic::Code;
use crate::game::{Side, Violates};

/// A violation and its facts. `from` and `to` are the ends of the leg at fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Violation {
    /// The game had ended.
    AfterEnd,
    /// A pass of a side that can move.
    Pass,
    /// The piece ends its ply where it began: that is a pass too.
    BackHome { origin: Spot },
    /// A path without any square.
    Nowhere,
    /// The board has no such square.
    OffBoard { point: Point },
    /// No piece stands where the ply begins.
    NoPiece { origin: Spot },
    /// The piece belongs to a side that may not be moved.
    NotOwnPiece { origin: Spot, owner: Side },
    /// The square is filled.
    Occupied { from: Spot, to: Spot },
    /// Neither a step nor a jump.
    BadLeg { from: Spot, to: Spot },
    /// A jump over an empty square.
    NothingToJump { from: Spot, to: Spot },
    /// A step in a ply of several legs; `only_steps`: all legs are steps.
    MixedLegs { from: Spot, to: Spot, only_steps: bool },
    /// A piece on a dark square that does not step diagonally.
    ParlettStep { origin: Spot },
    /// A piece on a light square that does not jump along columns and rows.
    ParlettJump { origin: Spot },
    /// The enemy pieces jumped add up to more than the number of the piece.
    JumpSum { sum: u32, number: u8 },
    /// No path leads from one square to the other.
    NoPath { from: Spot, to: Spot },
}

impl Violates for Violation {
    fn code(self) -> &'static Code {
        match self {
            Violation::AfterEnd => &AFTER_END,
            Violation::Pass | Violation::BackHome { .. } => &PASS_REFUSED,
            Violation::Nowhere | Violation::OffBoard { .. } => &OFF_BOARD,
            Violation::NoPiece { .. } => &NO_PIECE,
            Violation::NotOwnPiece { .. } => &NOT_OWN_PIECE,
            Violation::Occupied { .. } => &OCCUPIED,
            Violation::BadLeg { .. } => &BAD_LEG,
            Violation::NothingToJump { .. } => &NOTHING_TO_JUMP,
            Violation::MixedLegs { .. } => &MIXED_LEGS,
            Violation::ParlettStep { .. } => &PARLETT_STEP,
            Violation::ParlettJump { .. } => &PARLETT_JUMP,
            Violation::JumpSum { .. } => &JUMP_SUM,
            Violation::NoPath { .. } => &NO_PATH,
        }
    }
}
