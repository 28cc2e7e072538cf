//! The table of Le File: names, sides, notation systems, rules, codes.

use super::codes::{
    BAD_BREAK, CARD_EXHAUSTED, FALSE_CLAIM, FORMS_FILE, MISSING_CARD, MISSING_CLAIM, NO_PIECE, NO_STOCK, NOT_DRAWN,
    NOT_OWN_PIECE, OCCUPIED, OFF_BOARD, OPPONENT_CHOICE, PASS_NOT_ALLOWED, PATH_BLOCKED, RELOCATE_NOT_ALLOWED,
    RELOCATE_NOT_PAWN, WRONG_DIRECTION, WRONG_DISTANCE, WRONG_PHASE,
};
use super::examples::EXAMPLES;
use super::names;
use super::notation::continues_ply;
use super::spellings::CARDS;
use crate::diagnostic::Rule;
use crate::game::{Choice, Ending, GameInfo, SideInfo, TagInfo};
use crate::scene::Paint;
use crate::system::{Kind, System};

pub(super) static SIDES: [SideInfo; 2] = [
    SideInfo { name: "White", letter: 'W', paint: Paint::White },
    SideInfo { name: "Black", letter: 'B', paint: Paint::Black },
];

pub(super) static POINTS: Ending = Ending { code: "points", rule: "LF-12", about: "more points than the other player" };
pub(super) static BLACK_POINTS: Ending =
    Ending { code: "black-points", rule: "LF-12", about: "equal points, and more of them scored with Black" };
pub(super) static POINTS_TIED: Ending =
    Ending { code: "points-tied", rule: "LF-12", about: "equal points, and as many of them scored with Black" };

pub(super) static INFO: GameInfo = GameInfo {
    id: "lefile",
    aliases: names::NAMES,
    variant_names: &[],
    name: "Le File",
    about: "cards say where pieces are placed and how they move; a rook and three pawns in a line score a point",
    sides: &SIDES,
    any_side_begins: false,
    boards: "8x8",
    usual_boards: &["8x8"],
    variants: &[Choice { name: "standard", rule: "LF-12", about: "a match of two manches with changed colours" }],
    options: &[],
    tags: &[TagInfo {
        name: "Cut",
        of: &[],
        needed: false,
        example: "7 4",
        about: "The cards that the players drew for the choice of colours, that of White's player first.",
    }],
    default_system: System::CARDS,
    kinds: &[Kind::Cards],
    rules: &RULES,
    codes: &[
        &NOT_DRAWN,
        &NO_STOCK,
        &FORMS_FILE,
        &OPPONENT_CHOICE,
        &CARD_EXHAUSTED,
        &WRONG_DISTANCE,
        &WRONG_DIRECTION,
        &PATH_BLOCKED,
        &FALSE_CLAIM,
        &MISSING_CLAIM,
        &RELOCATE_NOT_ALLOWED,
        &RELOCATE_NOT_PAWN,
        &MISSING_CARD,
        &WRONG_PHASE,
        &NO_PIECE,
        &NOT_OWN_PIECE,
        &OCCUPIED,
        &OFF_BOARD,
        &PASS_NOT_ALLOWED,
        &BAD_BREAK,
    ],
    score_sheet: true,
    endings: &[&POINTS, &BLACK_POINTS, &POINTS_TIED],
    strict_errors: &[&MISSING_CARD],
    may_stand: &[
        &WRONG_DISTANCE,
        &WRONG_DIRECTION,
        &PATH_BLOCKED,
        &NOT_DRAWN,
        &FORMS_FILE,
        &CARD_EXHAUSTED,
        &OPPONENT_CHOICE,
        &RELOCATE_NOT_ALLOWED,
    ],
    continues_ply,
    commas_part_plies: true,
    cards: Some(&CARDS),
    examples: EXAMPLES,
};

static RULES: [Rule; 15] = [
    Rule::new(
        "LF-1",
        "board, pieces, cards",
        "The board has 8 columns and 8 rows, named as White sees them (another tag Board is bad-tag). White and Black \
         have six pawns (P) and two rooks (R, also read as T) each. The deck is thirty-two cards: ace to 8, the ace \
         counting 1, in hearts and diamonds, which are red, and clubs and spades, which are black.",
    ),
    Rule::new(
        "LF-2",
        "a file",
        "A file is a line of four squares, horizontal, vertical or diagonal, with four pieces of one side on it: one \
         rook and three pawns, the rook anywhere among them.",
    ),
    Rule::new(
        "LF-3",
        "phase 1",
        "In the first sixteen plies pieces are placed. The side to move draws two cards, which name two squares: the \
         first card as column and the second as row, or the other way round. It places a pawn or a rook, as it likes, \
         on one of them: 24 Pb4 or 24 Pd2. Any other square is not-drawn; a piece of a kind that is used up is \
         no-stock.",
    ),
    Rule::new(
        "LF-4",
        "impracticable squares",
        "A square cannot be used if a piece stands on it (occupied), nor if the piece placed there would complete a \
         file (forms-file).",
    ),
    Rule::ruled(
        "LF-5",
        "the opponent's choice",
        "If the kind of piece that the side has chosen can go to no square that the cards name, the opponent puts the \
         piece on any square of the board where it can go: 11 P*h8. A star is opponent-choice if the piece can go to a \
         named square.",
        "The side names the kind before it looks for a square, and the cards may have no square for that kind. A ply \
         that needs a star but lacks it is judged like any other: not-drawn, occupied or forms-file.",
    ),
    Rule::new(
        "LF-6",
        "the deck in phase 1",
        "The sixteen draws of phase 1 use up the deck: each value comes four times, and a card whose suit is written, \
         as in 2h4c, comes once. A further one is card-exhausted.",
    ),
    Rule::new(
        "LF-7",
        "phase 2",
        "In the thirty-two plies of phase 2, the cards shuffled again, a ply draws one card and moves one piece. The \
         value gives the length: one square for 1 to 4, two for 5 to 8 (wrong-distance). The colour gives the \
         direction: diagonal for red, along a column or row for black (wrong-direction). The square between must be \
         empty (path-blocked), and so must the last one (occupied). The move begins on an own piece (no-piece, \
         not-own-piece). A placement now, or a move in phase 1, is wrong-phase. Colours are r and b, n is read as b, \
         and a suit tells the colour as well. Words are read too: 3 rosso or 3 red is 3r, 5 nero or 5 black is 5b.",
    ),
    Rule::new(
        "LF-8",
        "passing",
        "A side passes, 3r --, only if none of its pieces can make the move that its card asks for; otherwise the pass \
         is pass-not-allowed.",
    ),
    Rule::new(
        "LF-9",
        "the deck in phase 2",
        "In phase 2 each value comes twice in red and twice in black, and a card whose suit is written comes once. A \
         further one is card-exhausted.",
    ),
    Rule::new(
        "LF-10",
        "scoring",
        "A ply of phase 2 scores a point for each file that stands after it, holds the piece that has moved, and was \
         not scored by that side earlier in the manche. The record claims it by its two ends, =a2-d5, the smaller \
         column first, then the smaller row; the other way round is read too. A claim of anything else, or of a file \
         twice, is false-claim. A file that the ply scores but does not claim counts, with the warning missing-claim. \
         Canonical text claims every file, in sorted order.",
    ),
    Rule::ruled(
        "LF-11",
        "relocating pawns",
        "For each file that it scores the side may take a pawn of its opponent and put it on an empty square, xe3-h1. \
         More relocations than files are relocate-not-allowed; taking anything but a pawn of the opponent is \
         relocate-not-pawn; a target that is filled is occupied.",
        "Relocations are written after the claims. The same pawn may be taken more than once, and its own square is \
         empty once it is taken. If a relocated pawn completes a file, nobody scores it then; like any file it counts \
         when a later ply forms it.",
    ),
    Rule::ruled(
        "LF-12",
        "manches and the match",
        "A manche has 48 plies: 16 in phase 1 and 32 in phase 2. A match has two manches, and the players change \
         colours between them. White begins each phase. The player with more points in both together wins (points); at \
         equal points the one who scored more of them with Black (black-points); otherwise it is a draw (points-tied). \
         A break / stands between the manches and nowhere else (bad-break). The board of the first manche stands until \
         the break.",
        "A Setup belongs to the first manche, and the whole deck is there. In phase 2, 32 plies are to come; in phase \
         1, one for each piece still to be placed.",
    ),
    Rule::new(
        "LF-13",
        "the cut",
        "The players cut the deck to decide who chooses the colours. The tag Cut holds the two cards, that of White's \
         player first: 7 4, or 7h 4c where the suits are known. Cards of equal value decide nothing, so the players \
         cut again; commas separate the draws: 7h 7c, 5d 3s. Anything else is bad-tag; so is a tag Starts that names a \
         side other than White.",
    ),
    Rule::new(
        "LF-14",
        "the order of faults",
        "Only the first of several faults of a ply is reported. Placements: wrong-phase, card-exhausted, off-board, \
         no-stock, opponent-choice, not-drawn, occupied, forms-file. Moves: wrong-phase, card-exhausted, off-board, \
         no-piece, not-own-piece, wrong-distance, wrong-direction, path-blocked, occupied, false-claim; then each \
         relocation in turn by off-board, relocate-not-allowed, relocate-not-pawn, occupied.",
    ),
    Rule::new(
        "LF-15",
        "plies without cards",
        "A ply may come without its cards: Pb4, c4-d5, --. It is carried out with the warning missing-card (an error \
         under --strict). What only the cards can show is not checked: the deck, the squares drawn, the opponent's \
         choice, which of the two lengths and which direction, whether a pass was forced. A move that no card allows \
         remains an error. In phase 1 a pass without a card is pass-not-allowed, unless it is marked as standing. Half \
         of the cards, 2 Pb4, is bad-move.",
    ),
];
