//! How a ply can break the rules of Gomoku and its variants. The messages about it are in `explain`.

use super::Point;
use super::codes::{
    DOUBLE_FOUR, DOUBLE_THREE, EXTRA_PIECE, FORBIDDEN, NEEDLESS_PASS, NO_PIECE, NOT_ADJACENT, NOT_OWN_PIECE, OCCUPIED,
    OFF_BOARD, OPENING, OPENING_CENTRE, OPENING_PASS, PRO_CENTRE, PRO_DISTANCE, SWAP_NOT_ALLOWED, WRONG_PHASE,
};
use crate::board::Square;
use crate::codes::{AFTER_END, PASS_NOT_ALLOWED};
use crate::diagnostic::Code;
use crate::game::{Side, Violates};

/// A violation and its facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Violation {
    /// The game had ended.
    AfterEnd,
    /// The first of two pieces wins, so the second one stands after the end.
    SecondAfterEnd { first: Square },
    /// A pass in a variant that has none.
    Pass,
    /// A pass in the first three plies of `opening-26`.
    OpeningPass,
    /// A pass in Murray's variant by a side that can play.
    NeedlessPass,
    /// The board has no such point.
    OffBoard { point: Point },
    /// A piece of `owner` stands on the point.
    Occupied { square: Square, owner: Side },
    /// Two pieces for the same point.
    SamePoint,
    /// A move while `left` pieces, black and white, are still to be placed (GM-12).
    Unplaced { left: [u16; 2] },
    /// A piece is placed after both sides have placed all of theirs: now they move.
    AllPlaced,
    /// A piece is placed by a side that has none left, while the other one still places.
    NothingToPlace,
    /// Two pieces of a side that has fewer left to place.
    FewToPlace { left: u16 },
    /// A swap without the right to it.
    Swap,
    /// Two pieces without the right to them.
    ExtraPiece,
    /// The first piece is not on the centre, as `pro` asks.
    OffCentre,
    /// The first piece is not on the centre, as `opening-26` asks.
    OpeningOffCentre,
    /// Black's second piece is too near to the centre.
    NearCentre,
    /// The second piece is not next to the centre, as `opening-26` asks.
    SecondPiece,
    /// The third piece is too far from the centre for `opening-26`.
    ThirdPiece,
    /// A double three.
    DoubleThree,
    /// A double four.
    DoubleFour,
    /// A black ply that Renju forbids.
    Forbidden,
    /// A move from an empty point.
    NoPiece { from: Square },
    /// A move of the other side's piece.
    NotOwnPiece { from: Square },
    /// A move to a point that is not next to the first.
    NotAdjacent { from: Square, to: Square },
}

impl Violates for Violation {
    fn code(self) -> &'static Code {
        match self {
            Violation::AfterEnd | Violation::SecondAfterEnd { .. } => &AFTER_END,
            Violation::Pass => &PASS_NOT_ALLOWED,
            Violation::OpeningPass => &OPENING_PASS,
            Violation::NeedlessPass => &NEEDLESS_PASS,
            Violation::OffBoard { .. } => &OFF_BOARD,
            Violation::Occupied { .. } | Violation::SamePoint => &OCCUPIED,
            Violation::Unplaced { .. }
            | Violation::AllPlaced
            | Violation::NothingToPlace
            | Violation::FewToPlace { .. } => &WRONG_PHASE,
            Violation::Swap => &SWAP_NOT_ALLOWED,
            Violation::ExtraPiece => &EXTRA_PIECE,
            Violation::OffCentre => &PRO_CENTRE,
            Violation::OpeningOffCentre => &OPENING_CENTRE,
            Violation::NearCentre => &PRO_DISTANCE,
            Violation::SecondPiece | Violation::ThirdPiece => &OPENING,
            Violation::DoubleThree => &DOUBLE_THREE,
            Violation::DoubleFour => &DOUBLE_FOUR,
            Violation::Forbidden => &FORBIDDEN,
            Violation::NoPiece { .. } => &NO_PIECE,
            Violation::NotOwnPiece { .. } => &NOT_OWN_PIECE,
            Violation::NotAdjacent { .. } => &NOT_ADJACENT,
        }
    }
}
