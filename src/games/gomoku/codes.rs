//! The codes of Gomoku, those that it shares with other games in its own words.

use crate::codes::{PASS_NOT_ALLOWED, codes};
use crate::diagnostic::{Code, Severity};

codes! {
    /// A point outside the board.
    OFF_BOARD = Error "off-board" Some("GM-2"), "the board has no such point",
        "The ply names a point outside the board. Perhaps the tag `Board` is missing, or the letters are those of Go players, who leave the I out.",
        "[Game \"gomoku\"]\n[Board \"9x9\"]\n\n1. k5";
    /// A point that is filled.
    OCCUPIED = Error "occupied" Some("GM-2"), "the point is filled",
        "A piece is put on an empty point. Pieces never move or leave.",
        "[Game \"gomoku\"]\n\n1. h8, h8";
    /// A ply that belongs to the other phase of Murray's variant.
    WRONG_PHASE = Error "wrong-phase" Some("GM-12"), "this ply belongs to the other phase",
        "In Murray's variant the pieces are placed first, as many as the tag `Pieces` says; only then do they move, and no more pieces are placed.",
        "[Game \"gomoku\"]\n[Variant \"murray\"]\n[Board \"9x9\"]\n[Pieces \"5\"]\n\n1. e5, e6; 2. e5-e4";
    /// A swap without the right to it.
    SWAP_NOT_ALLOWED = Error "swap-not-allowed" Some("GM-11"), "no swap is due here",
        "With the option `swap` the second player may exchange colours right after the third piece, once; in Renju a pass before the fourth piece forfeits this right. Without the option nobody may swap.",
        "[Game \"gomoku\"]\n[Options \"swap\"]\n\n1. j10, swap k11";
    /// Two pieces without the right to them.
    EXTRA_PIECE = Error "extra-piece" Some("GM-9"), "two pieces without the right to them",
        "Two pieces may be placed at once only with the option `double-three-reply`, by the side that has just suffered a double three.",
        "[Game \"gomoku\"]\n\n1. j10, k11+k12";
    /// Black's first piece is not on the centre.
    PRO_CENTRE = Error "pro-centre" Some("GM-11b"), "the first piece does not stand on the centre",
        "With the option `pro`, and with `opening-26` of Renju, Black's first piece stands on the centre of the board.",
        "[Game \"gomoku\"]\n[Options \"pro\"]\n\n1. h8";
    /// Black's second piece is too near to the centre.
    PRO_DISTANCE = Error "pro-distance" Some("GM-11b"), "the second black piece stands too near to the centre",
        "With the option `pro` Black's second piece stands at least three points away from the centre, counted along columns or rows, whichever is more.",
        "[Game \"gomoku\"]\n[Options \"pro\"]\n\n1. j10, k11; 2. j11";
    /// A double three.
    DOUBLE_THREE = Error "double-three" Some("GM-8"), "a double three",
        "With the option `double-three` a ply may not form two open threes at once: unbroken runs of exactly three, both squares beyond each of them on the board and empty. A ply that wins is legal whatever else it forms.",
        "[Game \"gomoku\"]\n[Options \"double-three\"]\n\n1. h8, a1; 2. i8, a3; 3. j9, a5; 4. j10, a7; 5. j8";
    /// A double four.
    DOUBLE_FOUR = Error "double-four" Some("GM-10"), "a double four",
        "With the option `double-four` a ply may not form two runs of exactly four at once, open or closed. A ply that wins is legal whatever else it forms.",
        "[Game \"gomoku\"]\n[Options \"double-four\"]\n\n1. g8, a1; 2. h8, a3; 3. i8, a5; 4. j9, a7; 5. j10, a9; 6. j11, a11; 7. j8";
    /// A black ply that Renju forbids.
    FORBIDDEN = Error "forbidden" Some("RJ-3"), "a forbidden black ply",
        "In Renju Black may not make an overline (six or more in a line), a double four or a double three. If White pointed it out, White has won: say so with Termination \"foul\". If White overlooked it, mark the ply with {[%stands]}.",
        "[Game \"gomoku\"]\n[Variant \"renju\"]\n\n1. h8, a1; 2. g8, a3; 3. i9, a5; 4. i10, a7; 5. i8";
    /// The opening rule of Renju is broken.
    OPENING = Error "opening" Some("RJ-8"), "the opening rule is broken",
        "With the option `opening-26` the second piece stands on one of the eight points next to the centre, the third within the 5x5 points around it.",
        "[Game \"gomoku\"]\n[Variant \"renju\"]\n[Options \"opening-26\"]\n\n1. h8, h10";
    /// A move from an empty point.
    NO_PIECE = Error "no-piece" Some("GM-12"), "no piece stands there",
        "A move begins on a point with one of the side's own pieces. This point is empty.",
        "[Game \"gomoku\"]\n[Variant \"murray\"]\n[Board \"9x9\"]\n[Pieces \"1\"]\n\n1. e5, e6; 2. a1-a2";
    /// A move of the other side's piece.
    NOT_OWN_PIECE = Error "not-own-piece" Some("GM-12"), "the piece is the other side's",
        "A side moves its own pieces only.",
        "[Game \"gomoku\"]\n[Variant \"murray\"]\n[Board \"9x9\"]\n[Pieces \"1\"]\n\n1. e5, e6; 2. e6-e7";
    /// A move to a point that is not next to it.
    NOT_ADJACENT = Error "not-adjacent" Some("GM-12"), "the points are not next to each other",
        "A piece moves to the next point in its column or row, not diagonally and not further.",
        "[Game \"gomoku\"]\n[Variant \"murray\"]\n[Board \"9x9\"]\n[Pieces \"1\"]\n\n1. e5, e6; 2. e5-f6";
}

/// [`PRO_CENTRE`] by the option `opening-26`.
pub(super) static OPENING_CENTRE: Code = PRO_CENTRE.by("RJ-8");

/// `pass-not-allowed` in the first three plies of `opening-26`.
pub(super) static OPENING_PASS: Code = PASS_NOT_ALLOWED.by("RJ-8");

/// `pass-not-allowed` in Murray's variant.
pub(super) static NEEDLESS_PASS: Code = PASS_NOT_ALLOWED.by("GM-12");
