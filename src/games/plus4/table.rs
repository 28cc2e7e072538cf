//! The table of Plus 4: names, sides, options, notation systems, rules, codes.

use super::codes::{BAD_BREAK, NO_SUPPLY, WRONG_SQUARE};
use super::examples::EXAMPLES;
use super::names;
use crate::codes::OFF_BOARD;
use crate::diagnostic::Rule;
use crate::game::{Choice, Ending, GameInfo, SideInfo, TagInfo};
use crate::scene::Paint;
use crate::system::{Kind, System};

pub(super) static SIDES: [SideInfo; 2] = [
    SideInfo { name: "Red", letter: 'R', paint: Paint::Red },
    SideInfo { name: "Blue", letter: 'B', paint: Paint::Blue },
];

pub(super) static LINE: Ending = Ending { code: "line", rule: "P4-3", about: "a line of four" };
pub(super) static BOTH_LINES: Ending =
    Ending { code: "both-lines", rule: "P4-3", about: "one ply made lines for both sides" };
pub(super) static PIECES_EXHAUSTED: Ending =
    Ending { code: "pieces-exhausted", rule: "P4-4", about: "all pieces were played without a line" };
pub(super) static POINTS: Ending = Ending { code: "points", rule: "P4-7", about: "the target was reached" };
pub(super) static POINTS_TIED: Ending =
    Ending { code: "points-tied", rule: "P4-7", about: "one ply brought both sides to the target with equal points" };

pub(super) static INFO: GameInfo = GameInfo {
    id: "plus4",
    aliases: names::NAMES,
    variant_names: &[],
    name: "Plus 4",
    about: "pieces enter at the top and push each other down, four in a line win or score",
    sides: &SIDES,
    any_side_begins: true,
    boards: "4x4",
    usual_boards: &["4x4"],
    variants: &[
        Choice { name: "standard", rule: "P4-3", about: "the first line of four wins" },
        Choice {
            name: "continua",
            rule: "P4-5",
            about: "lines score, fallen pieces return, and each side has a bonus piece that counts twice",
        },
        Choice {
            name: "manche",
            rule: "P4-8",
            about: "the first line scores and ends a manche; manches go on until a side reaches the target",
        },
    ],
    options: &[Choice {
        name: "mover-first",
        rule: "P4-3",
        about: "a ply that makes lines for both sides wins for the side that made it",
    }],
    tags: &[TagInfo {
        name: "Target",
        of: &["continua", "manche"],
        needed: false,
        example: "15",
        about: "The number of points that wins; without this tag it is 11.",
    }],
    default_system: System::COLUMNS,
    kinds: &[Kind::Column, Kind::Square],
    rules: &RULES,
    codes: &[&WRONG_SQUARE, &NO_SUPPLY, &OFF_BOARD, &BAD_BREAK],
    score_sheet: false,
    endings: &[&LINE, &BOTH_LINES, &PIECES_EXHAUSTED, &POINTS, &POINTS_TIED],
    strict_errors: &[],
    may_stand: &[],
    continues_ply: |_, _, _| false,
    commas_part_plies: false,
    cards: None,
    examples: EXAMPLES,
};

static RULES: [Rule; 8] = [
    Rule::new(
        "P4-1",
        "the board",
        "The board has 4 columns and 4 rows, and each side has 8 pieces. Rows are numbered from the top: row 1 is \
         where pieces enter, row 4 the lowest. Another tag Board is bad-tag.",
    ),
    Rule::new(
        "P4-2",
        "a ply",
        "A ply puts a piece into the top square of a column, whether the column is full or not, and pushes the pieces \
         of that column one square down each. From a full column the piece on row 4 falls out. Pieces do not slide \
         down by themselves.",
    ),
    Rule::ruled(
        "P4-3",
        "winning",
        "A side with a line of four own pieces, horizontal, vertical or diagonal, wins and the game ends. In \
         coordinate notation every square is in row 1 (wrong-square); a bonus piece in the standard game is \
         no-supply. Of several faults of one ply the first of off-board, wrong-square, no-supply is reported.",
        "A push can make a line for the other side, which then wins. If one ply makes lines for both sides the game \
         is a draw (both-lines); with the option mover-first the side that made the ply wins instead. Only the \
         standard game has this option (elsewhere it is bad-variant).",
    ),
    Rule::new(
        "P4-4",
        "a draw",
        "When all 16 pieces have been played and no line stands, the game is a draw (pieces-exhausted). Pieces that \
         fell out stay out. A Setup counts as if no piece had fallen out before it.",
    ),
    Rule::ruled(
        "P4-5",
        "the variant continua",
        "Each side has 8 pieces and one bonus piece, which it may play at any of its turns, written with a star: c*. \
         The game goes on until a side has the points that the tag Target names (11 without it).",
        "A piece that falls out returns to its owner's hand. A side may play only a piece of a kind that it has in \
         hand (no-supply). A side with an empty hand must pass, and no other side may pass.",
    ),
    Rule::ruled(
        "P4-6",
        "scoring",
        "In the bonus variants a ply scores one point for each line of four in one colour that it creates, or two if \
         the line holds a bonus piece other than the one just played. The points go to the colour of the line, even \
         if the other side made the ply.",
        "A line is created when its four pieces did not all stand on these four squares before the ply. So a full red \
         column scores again if Red plays into it, because every piece of it has moved.",
    ),
    Rule::ruled(
        "P4-7",
        "the end by points",
        "The side that reaches the target wins (points).",
        "If one ply brings both sides to the target or past it, the higher total wins, and equal totals are a draw \
         (points-tied).",
    ),
    Rule::ruled(
        "P4-8",
        "the variant manche",
        "Bonus pieces and points as in continua, but the first ply that creates a line ends the manche: its lines \
         score, the board is emptied, the hands are full again, and the next manche begins.",
        "Pieces that fall out stay out until the manche ends. A manche whose 18 pieces are all played without a line \
         ends without points. A side with an empty hand passes. The side that did not begin a manche begins the next. \
         A break / stands exactly where a manche ends and the game goes on (bad-break if it is missing or out of \
         place). The ply that ends the game leaves board and hands as they are.",
    ),
];
