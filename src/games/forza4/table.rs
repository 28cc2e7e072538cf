//! The table of Forza 4: names, sides, options, notation systems, rules, codes.

use super::codes::{COLUMN_FULL, OFF_BOARD, WRONG_SQUARE};
use super::examples::EXAMPLES;
use super::names;
use crate::codes::DIAGRAM_FLOATING;
use crate::diagnostic::Rule;
use crate::game::{Choice, Ending, GameInfo, SideInfo, TagInfo};
use crate::scene::Paint;
use crate::system::{Kind, System};

pub(super) static SIDES: [SideInfo; 2] = [
    SideInfo { name: "White", letter: 'W', paint: Paint::White },
    SideInfo { name: "Red", letter: 'R', paint: Paint::Red },
];

pub(super) static LINE: Ending = Ending { code: "line", rule: "F4-4", about: "a line of four or more" };
pub(super) static BOARD_FULL: Ending =
    Ending { code: "board-full", rule: "F4-5", about: "the board is full and has no line" };
pub(super) static EQUALIZED: Ending =
    Ending { code: "equalized", rule: "F4-7", about: "the reply to a line made a line too" };

pub(super) static INFO: GameInfo = GameInfo {
    id: "forza4",
    aliases: names::NAMES,
    variant_names: &[],
    name: "Forza 4",
    about: "Connect Four: pieces fall into columns, four in a line win",
    sides: &SIDES,
    any_side_begins: true,
    boards: "7x6; also 8x8, 5x4, 6x5, 8x7, 9x7, 10x7 and any size from 4x4 to 26x26",
    usual_boards: &["7x6", "8x8", "8x7", "9x7", "9x5", "10x6", "10x8"],
    variants: &[Choice { name: "standard", rule: "F4-1", about: "four or more in a line win" }],
    options: &[Choice {
        name: "equalizer",
        rule: "F4-7",
        about: "when the side that began makes a line, the other side has one more ply",
    }],
    tags: &[TagInfo {
        name: "Board",
        of: &[],
        needed: false,
        example: "8x8",
        about: "The board, columns x rows, from 4x4 to 26x26; without this tag it is 7x6.",
    }],
    default_system: System::COLUMNS,
    kinds: &[Kind::Column, Kind::Square, Kind::Diagram],
    rules: &RULES,
    codes: &[&COLUMN_FULL, &WRONG_SQUARE, &OFF_BOARD, &DIAGRAM_FLOATING],
    score_sheet: false,
    endings: &[&LINE, &BOARD_FULL, &EQUALIZED],
    strict_errors: &[],
    may_stand: &[],
    continues_ply: |_, _, _| false,
    commas_part_plies: false,
    cards: None,
    examples: EXAMPLES,
};

static RULES: [Rule; 7] = [
    Rule::new(
        "F4-1",
        "the board",
        "The board has 7 columns and 6 rows. The tag Board names other boards: 8x8 (Viviani's), 5x4, 6x5, 8x7, 9x7, \
         10x7, and any size from 4x4 to 26x26.",
    ),
    Rule::new(
        "F4-2",
        "a ply",
        "A ply drops one piece into a column; it lands on the column's lowest empty square. A full column is illegal \
         (column-full), a column or square outside the board is off-board.",
    ),
    Rule::new("F4-3", "pieces stay", "Pieces never move or leave. There are as many pieces as squares."),
    Rule::new(
        "F4-4",
        "winning",
        "A side that has made a line of four or more own pieces, horizontal, vertical or diagonal, wins and the game \
         ends.",
    ),
    Rule::new("F4-5", "a draw", "A full board without a line is a draw (board-full)."),
    Rule::new(
        "F4-6",
        "squares",
        "In coordinate notation the square must be the one where the piece lands (otherwise wrong-square, also if the \
         named square is filled; if the whole column is full, column-full).",
    ),
    Rule::ruled(
        "F4-7",
        "the option equalizer",
        "When the side that began makes a line, the other side has one more ply. If that ply makes a line of its own \
         the game is a draw (equalized), otherwise the beginner has won. The game is over only when the reply has \
         been played. A line by the second side ends the game at once.",
        "If the beginner's line fills the board there is no reply and the beginner wins. With a Setup the numbers of \
         pieces tell who began: if they are equal, the side to move did.",
    ),
];
