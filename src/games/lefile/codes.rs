//! The codes of Le File. Codes that other games have too are explained here in the words of this game.

use crate::codes::{BAD_TAG, codes};
use crate::diagnostic::{Code, Severity};

codes! {
    /// A break that is missing or out of place.
    BAD_BREAK = Error "bad-break" Some("LF-12"), "a break is missing or out of place",
        "A match is two manches of 48 plies each. The break `/` stands between them and nowhere else; no ply may stand in its place.",
        "[Game \"lefile\"]\n\n1. 24 Pb4, 36 Pc6 / 1. 17 Pa7";
    /// A pass while a piece could move.
    PASS_NOT_ALLOWED = Error "pass-not-allowed" Some("LF-8"), "a side passes although one of its pieces can move",
        "A side passes only in phase 2, and only if none of its pieces can make the move that the card asks for.",
        "[Game \"lefile\"]\n[Setup \"8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 0:0 -:-\"]\n\n1. 3b --";
    /// A ply that belongs to the other phase.
    WRONG_PHASE = Error "wrong-phase" Some("LF-7"), "this ply belongs to the other phase",
        "In the first sixteen plies of a manche pieces are placed, in the thirty-two that follow they move. This ply belongs to the other phase.",
        "[Game \"lefile\"]\n\n1. 24 Pb4, 3r c4-d5";
    /// A card that the deck does not hold any more.
    CARD_EXHAUSTED = Error "card-exhausted" Some("LF-6"), "the deck no longer holds this card",
        "Each phase uses the whole deck of thirty-two cards. In phase 1 each value comes four times, in phase 2 each value twice in each colour; a card whose suit is written comes once.",
        "[Game \"lefile\"]\n\n1. 22 Pb2, 22 P*c3; 2. 24 Pd2";
    /// A square outside the board.
    OFF_BOARD = Error "off-board" Some("LF-1"), "the board has no such square",
        "The ply names a square outside the board, which has columns a to h and rows 1 to 8.",
        "[Game \"lefile\"]\n\n1. 24 Pj9";
    /// A kind of piece that is used up.
    NO_STOCK = Error "no-stock" Some("LF-3"), "no piece of this kind is left to place",
        "Each side has six pawns and two rooks. All of the kind that the ply names stand on the board already.",
        "[Game \"lefile\"]\n\n1. 11 Ra1, 88 Ph8; 2. 34 Rc4, 77 Pg7; 3. 56 Re6";
    /// A star that is not needed.
    OPPONENT_CHOICE = Error "opponent-choice" Some("LF-5"), "the opponent may not choose the square here",
        "With a star, `11 P*h8`, the opponent chooses the square. The opponent may choose only if the piece can go to no square that the cards name: each is filled, or the piece would complete a file there.",
        "[Game \"lefile\"]\n\n1. 24 P*h8";
    /// A square that the cards do not name.
    NOT_DRAWN = Error "not-drawn" Some("LF-3"), "the cards do not name this square",
        "Cards x and y name two squares: column x in row y, and column y in row x. Where the opponent had to choose the square, the ply needs a star: `11 P*h8`.",
        "[Game \"lefile\"]\n\n1. 24 Pc3";
    /// A square that is filled.
    OCCUPIED = Error "occupied" Some("LF-4"), "the square is filled",
        "A piece is placed on an empty square, moves to one and is relocated to one: nothing is taken in this game.",
        "[Game \"lefile\"]\n\n1. 24 Pb4, 24 Rb4";
    /// A placement that would complete a file.
    FORMS_FILE = Error "forms-file" Some("LF-4"), "the piece would complete a file",
        "No file may be completed in phase 1. A piece may not go to a square where it would make four own pieces in a line, one rook and three pawns.",
        "[Game \"lefile\"]\n\n1. 27 Pb7, 11 Pa1; 2. 36 Pc6, 22 Pb2; 3. 45 Pd5, 33 Pc3; 4. 54 Re4";
    /// A move from an empty square.
    NO_PIECE = Error "no-piece" Some("LF-7"), "no piece stands there",
        "A move begins on a square with one of the side's own pieces. This square is empty.",
        "[Game \"lefile\"]\n[Setup \"8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 0:0 -:-\"]\n\n1. 3r c4-d5";
    /// A move of the other side's piece.
    NOT_OWN_PIECE = Error "not-own-piece" Some("LF-7"), "the piece is the other side's",
        "A side moves its own pieces. It may relocate the other side's pawns, but only for a file that it scores.",
        "[Game \"lefile\"]\n[Setup \"8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 0:0 -:-\"]\n\n1. 3b c6-c5";
    /// A move of a length that the card does not allow.
    WRONG_DISTANCE = Error "wrong-distance" Some("LF-7"), "the card asks for a move of another length",
        "Cards of value 1 to 4 move a piece one square, those of value 5 to 8 two squares. No card allows a move of any other length.",
        "[Game \"lefile\"]\n[Setup \"8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 0:0 -:-\"]\n\n1. 3b c3-c5";
    /// A move in a direction that the card does not allow.
    WRONG_DIRECTION = Error "wrong-direction" Some("LF-7"), "the card asks for a move in another direction",
        "Red cards move a piece diagonally, black cards along a column or a row. No card allows a move that is not straight.",
        "[Game \"lefile\"]\n[Setup \"8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 0:0 -:-\"]\n\n1. 3r c3-c4";
    /// A move over another piece.
    PATH_BLOCKED = Error "path-blocked" Some("LF-7"), "a piece stands in the way",
        "A piece that moves two squares needs the square between to be empty: nothing is jumped over.",
        "[Game \"lefile\"]\n[Setup \"8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 0:0 -:-\"]\n\n1. 5b b3-d3";
    /// A false claim.
    FALSE_CLAIM = Error "false-claim" Some("LF-10"), "the ply does not score this file",
        "A claim, `=a2-d5`, names a file that the ply scores: one that stands after it, holds the piece just moved, and was not scored by this side in this manche. Each file is claimed once.",
        "[Game \"lefile\"]\n[Setup \"8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 0:0 -:-\"]\n\n1. 3b c3-c4 =a4-d4";
    /// A relocation without a point for it.
    RELOCATE_NOT_ALLOWED = Error "relocate-not-allowed" Some("LF-11"), "this relocation needs a file of its own",
        "For each file that a ply scores the side may relocate one enemy pawn, `xe3-h1`. This relocation has no file to match it.",
        "[Game \"lefile\"]\n[Setup \"8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 0:0 -:-\"]\n\n1. 3b c3-c4 xa6-a5";
    /// A relocation of anything but an enemy pawn.
    RELOCATE_NOT_PAWN = Error "relocate-not-pawn" Some("LF-11"), "only an enemy pawn may be relocated",
        "A relocation takes a pawn of the other side. A rook, an own piece or an empty square cannot be relocated.",
        "[Game \"lefile\"]\n[Setup \"8/8/pppppprr/8/3R4/PPP2PPP/7R/8 W 2 0:0 -:-\"]\n\n1. 1b d4-d3 =a3-d3 xg6-g5";
    /// A point that was not claimed.
    MISSING_CLAIM = Warning "missing-claim" Some("LF-10"), "a file is scored but not claimed",
        "The ply scores a file that its text does not claim. The point counts anyway; canonical text names every file that a ply scores.",
        "[Game \"lefile\"]\n[Setup \"8/8/pppppprr/8/3R4/PPP2PPP/7R/8 W 2 0:0 -:-\"]\n\n1. 1b d4-d3";
    /// A ply without its cards.
    MISSING_CARD = Warning "missing-card" Some("LF-15"), "the cards of this ply are not written",
        "Many records leave the cards out. The ply is carried out, but nothing that depends on the cards can be checked. Under `--strict` this is an error.",
        "[Game \"lefile\"]\n\n1. Pb4";
}

/// [`CARD_EXHAUSTED`] in phase 2.
pub(super) static MOVE_CARD_EXHAUSTED: Code = CARD_EXHAUSTED.by("LF-9");

/// [`OCCUPIED`] where a piece moves.
pub(super) static MOVE_OCCUPIED: Code = OCCUPIED.by("LF-7");

/// [`OCCUPIED`] where a pawn is relocated.
pub(super) static RELOCATION_OCCUPIED: Code = OCCUPIED.by("LF-11");

/// `bad-tag` of the tag `Cut`.
pub(super) static CUT: Code = BAD_TAG.by("LF-13");
