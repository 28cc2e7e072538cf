//! The table of Gomoku: names, sides, variants, options, notation systems, rules, codes.

use super::codes::{
    DOUBLE_FOUR, DOUBLE_THREE, EXTRA_PIECE, FORBIDDEN, NO_PIECE, NOT_ADJACENT, NOT_OWN_PIECE, OCCUPIED, OFF_BOARD,
    OPENING, PRO_CENTRE, PRO_DISTANCE, SWAP_NOT_ALLOWED, WRONG_PHASE,
};
use super::examples::EXAMPLES;
use super::names;
use super::notation::continues_ply;
use crate::diagnostic::Rule;
use crate::game::{Choice, Ending, FOUL, GameInfo, SideInfo, TagInfo};
use crate::scene::Paint;
use crate::system::{Kind, System};

pub(super) static SIDES: [SideInfo; 2] = [
    SideInfo { name: "Black", letter: 'B', paint: Paint::Black },
    SideInfo { name: "White", letter: 'W', paint: Paint::White },
];

pub(super) static LINE: Ending = Ending { code: "line", rule: "GM-3", about: "a winning line" };
pub(super) static BOARD_FULL: Ending =
    Ending { code: "board-full", rule: "GM-4", about: "the board is full and has no winning line" };
pub(super) static PASSES: Ending =
    Ending { code: "passes", rule: "RJ-7", about: "both sides passed, one after the other" };

pub(super) static INFO: GameInfo = GameInfo {
    id: "gomoku",
    aliases: names::NAMES,
    variant_names: names::VARIANTS,
    name: "Gomoku",
    about: "five in a row on the points of a board; with Renju",
    sides: &SIDES,
    any_side_begins: false,
    boards: "19x19 (renju 15x15); any size from 5x5 to 26x26",
    usual_boards: &["15x15", "19x19", "13x13", "20x20"],
    variants: &[
        Choice { name: "standard", rule: "GM-3", about: "exactly five in a line win" },
        Choice { name: "freestyle", rule: "GM-5", about: "five or more in a line win" },
        Choice { name: "omok", rule: "GM-6", about: "exactly five, on 19x19 only" },
        Choice { name: "caro", rule: "GM-7", about: "exactly five, not blocked at both ends" },
        Choice { name: "murray", rule: "GM-12", about: "pieces are placed, then moved (tag Pieces)" },
        Choice {
            name: "renju",
            rule: "RJ-1",
            about: "overlines, double fours and double threes are forbidden to Black",
        },
    ],
    options: &[
        Choice { name: "double-three", rule: "GM-8", about: "no side may form two open threes at once" },
        Choice { name: "double-three-reply", rule: "GM-9", about: "a double three is answered by two pieces" },
        Choice { name: "double-four", rule: "GM-10", about: "no side may form two fours at once" },
        Choice { name: "swap", rule: "GM-11", about: "the second player may take Black after three pieces" },
        Choice { name: "pro", rule: "GM-11b", about: "the centre first, Black's second piece three points away" },
        Choice { name: "opening-26", rule: "RJ-8", about: "the opening rule of Renju" },
    ],
    tags: &[
        TagInfo {
            name: "Board",
            of: &["standard", "freestyle", "caro", "murray", "renju"],
            needed: false,
            example: "13x13",
            about: "The board, columns x rows, from 5x5 to 26x26; without this tag it is 19x19, in renju 15x15.",
        },
        TagInfo {
            name: "Pieces",
            of: &["murray"],
            needed: true,
            example: "12",
            about: "How many pieces each side places before pieces are moved.",
        },
    ],
    default_system: System::SQUARES,
    kinds: &[Kind::Square, Kind::Point, Kind::Diagram],
    rules: &RULES,
    codes: &[
        &DOUBLE_THREE,
        &DOUBLE_FOUR,
        &EXTRA_PIECE,
        &SWAP_NOT_ALLOWED,
        &PRO_CENTRE,
        &PRO_DISTANCE,
        &WRONG_PHASE,
        &NO_PIECE,
        &NOT_OWN_PIECE,
        &NOT_ADJACENT,
        &FORBIDDEN,
        &OPENING,
        &OFF_BOARD,
        &OCCUPIED,
    ],
    score_sheet: false,
    endings: &[&LINE, &BOARD_FULL, &PASSES, &FOUL],
    strict_errors: &[],
    may_stand: &[&DOUBLE_THREE, &DOUBLE_FOUR, &EXTRA_PIECE, &PRO_CENTRE, &PRO_DISTANCE, &FORBIDDEN, &OPENING],
    continues_ply,
    commas_part_plies: false,
    cards: None,
    examples: EXAMPLES,
};

static RULES: [Rule; 21] = [
    Rule::new(
        "GM-1",
        "the board",
        "The board has 19x19 points, often 15x15; the tag Board names any size from 5x5 to 26x26. Black begins.",
    ),
    Rule::new(
        "GM-2",
        "a ply",
        "A ply puts one own piece on an empty point (occupied, off-board). Pieces never move or leave, except in \
         Murray's variant.",
    ),
    Rule::new(
        "GM-3",
        "winning",
        "A line of exactly five own pieces wins. Six or more do not count, and the game goes on.",
    ),
    Rule::new("GM-4", "a draw", "A full board without a winning line is a draw (board-full)."),
    Rule::new("GM-5", "the variant freestyle", "Five or more in a line win."),
    Rule::new(
        "GM-6",
        "the variant omok",
        "Exactly five win, on a board of 19x19 (another is bad-variant), and without the option double-three.",
    ),
    Rule::new(
        "GM-7",
        "the variant caro",
        "Exactly five win unless enemy pieces stand at both ends of the line. The edge of the board does not count as \
         an enemy piece.",
    ),
    Rule::ruled(
        "GM-8",
        "the option double-three",
        "A ply of either side may not form two or more open threes at once. An open three is an unbroken run of \
         exactly three that holds the piece just played, with an empty square of the board at both ends.",
        "Broken threes do not count, and the board's edge closes a three. A ply that wins is always legal.",
    ),
    Rule::ruled(
        "GM-9",
        "the option double-three-reply",
        "A double three is legal, and the other side may then place two pieces at its next ply (h8+j9). Two pieces \
         without that right are extra-piece.",
        "If the first of the two wins, the second is illegal (after-end). Whether such a ply forms a double three or \
         four is judged for each piece once both are on the board. A Setup may have any number of pieces of each side.",
    ),
    Rule::ruled(
        "GM-10",
        "the option double-four",
        "A ply may not form two or more runs of exactly four at once, open or closed, that hold the piece just played.",
        "A ply that wins is always legal. A ply that breaks GM-8 too is reported as double-three. In murray GM-8 and \
         GM-10 hold for placements and for moves.",
    ),
    Rule::new(
        "GM-11",
        "the option swap",
        "The player who has Black places the first three pieces. The other player goes on with White, or writes swap, \
         takes Black, and the first player goes on with White. This is possible only once, right after the third \
         piece. The tags name the players by their colours at the start.",
    ),
    Rule::new(
        "GM-11b",
        "the option pro",
        "Black's first piece stands on the centre (pro-centre), Black's second at least three points away from it, \
         counted along columns or rows (pro-distance). Boards of even size have no centre (bad-variant).",
    ),
    Rule::ruled(
        "GM-12",
        "the variant murray",
        "Each side places as many pieces as the tag Pieces says, in turn; after that a ply moves one own piece to the \
         next point in its column or row (k6-k7). Exactly five in a line win in either phase.",
        "A run of exactly five that stands after the side's own ply wins, even if the ply made it by taking a piece \
         from a longer run. A side without a legal move, or with nothing left to place while the other still places, \
         passes (--).",
    ),
    Rule::new(
        "RJ-1",
        "the variant renju",
        "Renju is played on 15x15 unless the tag Board says otherwise. The option swap may be used; the options \
         double-three, double-three-reply, double-four and pro are bad-variant here.",
    ),
    Rule::new(
        "RJ-2",
        "winning at renju",
        "Black wins with exactly five, White with five or more. A five wins even if the same ply also makes something \
         forbidden.",
    ),
    Rule::new(
        "RJ-3",
        "forbidden plies",
        "Black may not make an overline (six or more in a line), a double four or a double three (forbidden). White \
         may make them all.",
    ),
    Rule::new(
        "RJ-4",
        "fours",
        "A four is a set of four black pieces in one line that one more black piece turns into exactly five. A \
         straight four can be completed at both ends and counts as one four. One line can hold two fours. Two or more \
         different sets are a double four.",
    ),
    Rule::new(
        "RJ-5",
        "threes",
        "A three is a set of three black pieces in one line that one more black piece turns into a straight four. That \
         further ply must not make a five and must not be forbidden itself; the same rules judge it on the board with \
         the piece just played. Two or more different sets are a double three.",
    ),
    Rule::new(
        "RJ-6",
        "fouls",
        "A forbidden ply does not end the game by itself: White wins by pointing it out. Termination \"foul\" says so, \
         and the record's last ply may then be a forbidden one. Without it the ply is an error; if White overlooked \
         it, it may stand (C-6).",
    ),
    Rule::new(
        "RJ-7",
        "passes",
        "Either side may pass (--); a pass before the fourth piece forfeits the swap, and a Setup may have any number \
         of pieces of each side. Two passes in a row end the game: draw (passes).",
    ),
    Rule::new(
        "RJ-8",
        "the option opening-26",
        "The first piece stands on the centre (pro-centre), the second on one of the eight points next to it, the \
         third within the 5x5 points around the centre (opening). Nobody may pass in these three plies. First, second \
         and third count all pieces on the board, those of a Setup too.",
    ),
];
