//! How a ply can break the rules of Le File. The messages about it are in `explain`, those about claims and relocations
//! in `claims`.

use super::codes::{
    BAD_BREAK, CARD_EXHAUSTED, FALSE_CLAIM, FORMS_FILE, MOVE_CARD_EXHAUSTED, MOVE_OCCUPIED, NO_PIECE, NO_STOCK,
    NOT_DRAWN, NOT_OWN_PIECE, OCCUPIED, OFF_BOARD, OPPONENT_CHOICE, PASS_NOT_ALLOWED, PATH_BLOCKED,
    RELOCATE_NOT_ALLOWED, RELOCATE_NOT_PAWN, RELOCATION_OCCUPIED, WRONG_DIRECTION, WRONG_DISTANCE, WRONG_PHASE,
};
use super::deck::Card;
use super::files::FileSet;
use super::{Pair, Piece, Point};
use crate::codes::AFTER_END;
use crate::diagnostic::Code;
use crate::game::{Side, Violates};

/// What stands on a square.
pub(super) type Standing = (Side, Piece);

/// A violation and its facts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Violation {
    /// The first manche is over, and no break stands before the ply.
    NoBreak,
    /// The match had ended.
    AfterEnd,
    /// A move in phase 1.
    MoveInPhase1,
    /// A pass with a card in phase 1.
    PassInPhase1,
    /// A placement in phase 2.
    PlacementInPhase2,
    /// A pass without a card in phase 1.
    NobodyPasses,
    /// A pass without a card in phase 2 that the record itself calls illegal.
    NeedlessPass,
    /// A pass although a piece can make the move that the card asks for.
    PassWith { card: Card },
    /// The deck no longer holds the card. `itself`: this very card was drawn, not all others of its kind; `moves`: it
    /// is the deck of phase 2.
    CardExhausted { card: Card, itself: bool, moves: bool },
    /// The board has no such square.
    OffBoard { point: Point },
    /// All pieces of the kind stand on the board.
    NoStock { piece: Piece },
    /// A star, although the piece can go to a square of the cards.
    OpponentChoice { piece: Piece },
    /// The cards name other squares.
    NotDrawn { draw: [Card; 2], at: Point },
    /// The square where the ply places a piece or moves one to is occupied.
    Occupied { at: Point, by: Standing, moves: bool },
    /// The piece would complete files.
    FormsFile { piece: Piece, at: Point, files: FileSet },
    /// No piece stands where the move begins.
    NoPiece { from: Point },
    /// The other side's piece stands there.
    NotOwnPiece { from: Point, by: Standing },
    /// No card allows a move of this length, or the drawn card does not.
    WrongDistance { distance: u8, card: Option<Card> },
    /// No card allows a move in this direction, or the drawn card does not.
    WrongDirection { card: Option<Card> },
    /// A piece stands in the way.
    PathBlocked { square: u8, by: Standing },
    /// The ply does not score the file that it claims; `scored` are the files that it scores.
    FalseClaim { claim: Pair, why: NotScored, scored: FileSet },
    /// More relocations than files that the ply scores.
    RelocateNotAllowed { relocation: Pair, scored: u32 },
    /// The relocated piece is not an enemy pawn; `pawns` are the squares of those.
    RelocateNotPawn { from: Point, by: Option<Standing>, pawns: u64 },
    /// The target square of a relocated pawn is occupied.
    RelocateOccupied { to: Point, by: Standing },
}

/// Why a file that a ply claims is not scored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotScored {
    /// The squares are not the ends of any file.
    NoFile,
    /// The side has scored it before.
    Before,
    /// It is claimed a second time.
    Twice,
    /// Its squares do not hold the pieces of a file.
    NotFormed,
    /// It does not hold the piece that has moved.
    Elsewhere,
}

impl Violates for Violation {
    fn code(self) -> &'static Code {
        match self {
            Violation::NoBreak => &BAD_BREAK,
            Violation::AfterEnd => &AFTER_END,
            Violation::MoveInPhase1 | Violation::PassInPhase1 | Violation::PlacementInPhase2 => &WRONG_PHASE,
            Violation::NobodyPasses | Violation::NeedlessPass | Violation::PassWith { .. } => &PASS_NOT_ALLOWED,
            Violation::CardExhausted { moves: false, .. } => &CARD_EXHAUSTED,
            Violation::CardExhausted { moves: true, .. } => &MOVE_CARD_EXHAUSTED,
            Violation::OffBoard { .. } => &OFF_BOARD,
            Violation::NoStock { .. } => &NO_STOCK,
            Violation::OpponentChoice { .. } => &OPPONENT_CHOICE,
            Violation::NotDrawn { .. } => &NOT_DRAWN,
            Violation::Occupied { moves: false, .. } => &OCCUPIED,
            Violation::Occupied { moves: true, .. } => &MOVE_OCCUPIED,
            Violation::RelocateOccupied { .. } => &RELOCATION_OCCUPIED,
            Violation::FormsFile { .. } => &FORMS_FILE,
            Violation::NoPiece { .. } => &NO_PIECE,
            Violation::NotOwnPiece { .. } => &NOT_OWN_PIECE,
            Violation::WrongDistance { .. } => &WRONG_DISTANCE,
            Violation::WrongDirection { .. } => &WRONG_DIRECTION,
            Violation::PathBlocked { .. } => &PATH_BLOCKED,
            Violation::FalseClaim { .. } => &FALSE_CLAIM,
            Violation::RelocateNotAllowed { .. } => &RELOCATE_NOT_ALLOWED,
            Violation::RelocateNotPawn { .. } => &RELOCATE_NOT_PAWN,
        }
    }
}
