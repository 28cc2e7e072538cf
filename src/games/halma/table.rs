//! The table of Halma: names, sides, variants, options, notation systems, rules, codes.

use super::codes::{
    BAD_LEG, JUMP_SUM, MIXED_LEGS, NO_PATH, NO_PIECE, NOT_OWN_PIECE, NOTHING_TO_JUMP, OCCUPIED, OFF_BOARD,
    PARLETT_JUMP, PARLETT_STEP, PASS_REFUSED,
};
use super::examples::EXAMPLES;
use super::names;
use crate::diagnostic::Rule;
use crate::game::{Choice, Ending, GameInfo, SideInfo, TagInfo};
use crate::names::same;
use crate::scene::Paint;
use crate::system::{Kind, System};

/// The sides of a game of two.
pub(super) static TWO: [SideInfo; 2] = [
    SideInfo { name: "White", letter: 'W', paint: Paint::White },
    SideInfo { name: "Green", letter: 'G', paint: Paint::Green },
];

/// The sides of a game of four, clockwise.
pub(super) static FOUR: [SideInfo; 4] = [clockwise(0), clockwise(1), clockwise(2), clockwise(3)];

/// A side of a game of four, by its place clockwise from White.
const fn clockwise(place: usize) -> SideInfo {
    match place {
        0 => SideInfo { name: "White", letter: 'W', paint: Paint::White },
        1 => SideInfo { name: "Red", letter: 'R', paint: Paint::Red },
        2 => SideInfo { name: "Green", letter: 'G', paint: Paint::Green },
        _ => SideInfo { name: "Blue", letter: 'B', paint: Paint::Blue },
    }
}

/// The colour of a piece by its letter: in `double-colour` (HA-12) a side has pieces of two colours.
pub(super) fn paint(letter: char) -> Paint {
    match letter.to_ascii_uppercase() {
        'A' => Paint::Azure,
        'B' => Paint::Blue,
        'G' => Paint::Green,
        'R' => Paint::Red,
        _ => Paint::White,
    }
}

/// Four sides in each of the orders in which they can play (HA-10).
static ORDERS: [[SideInfo; 4]; 24] = orders();

const fn orders() -> [[SideInfo; 4]; 24] {
    let mut orders = [const { [clockwise(0), clockwise(1), clockwise(2), clockwise(3)] }; 24];
    let (mut found, mut number) = (0, 0);
    // Three places determine the fourth: the four numbers add up to six.
    while number < 64 {
        let (one, two, three) = (number / 16, number / 4 % 4, number % 4);
        if one != two && one != three && two != three {
            orders[found] = [clockwise(one), clockwise(two), clockwise(three), clockwise(6 - one - two - three)];
            found += 1;
        }
        number += 1;
    }
    orders
}

/// The four sides in an order of play, `White,Red,Blue,Green`, which names each once.
pub(super) fn in_order(text: &str) -> Option<&'static [SideInfo]> {
    let is_named = |sides: &&[SideInfo; 4]| {
        let mut names = text.split(',');
        sides.iter().all(|side| names.next().is_some_and(|name| same(side.name, name))) && names.next().is_none()
    };
    ORDERS.iter().find(is_named).map(|sides| &sides[..])
}

pub(super) static BASE_OCCUPIED: Ending =
    Ending { code: "base-occupied", rule: "HA-6", about: "it fills the opposite base" };
pub(super) static MARKED_CORNER: Ending =
    Ending { code: "marked-corner", rule: "HA-16", about: "its marked piece stands on the opposite corner" };
pub(super) static MOVE_LIMIT: Ending =
    Ending { code: "move-limit", rule: "HA-7", about: "nobody else had left its base at the move limit" };
pub(super) static NOT_VACATED: Ending =
    Ending { code: "not-vacated", rule: "HA-8", about: "a base was not left in time" };

pub(super) static INFO: GameInfo = GameInfo {
    id: "halma",
    aliases: names::NAMES,
    variant_names: &[],
    name: "Halma",
    about: "pieces step and leap from one corner to the opposite one; for two or four sides",
    sides: &TWO,
    any_side_begins: true,
    boards: "16x16; the variants 10x10 and 8x8",
    usual_boards: &["16x16", "10x10", "8x8"],
    variants: &[
        Choice { name: "standard", rule: "HA-1", about: "two sides of 19 pieces on 16x16" },
        Choice { name: "10x10", rule: "HA-9", about: "two sides of 15 pieces" },
        Choice { name: "8x8", rule: "HA-9", about: "two sides of 10 pieces" },
        Choice { name: "four", rule: "HA-10", about: "White, Red, Green, Blue with 13 pieces each (tag Order)" },
        Choice {
            name: "double-colour",
            rule: "HA-12",
            about: "each side has two colours that go to their own squares",
        },
        Choice { name: "number", rule: "HA-13", about: "numbered pieces, each with a square of its own to reach" },
        Choice {
            name: "number-expert",
            rule: "HA-14",
            about: "numbered; a piece may jump enemy pieces that add up to its own number at most",
        },
        Choice {
            name: "parlett",
            rule: "HA-15",
            about: "from dark squares diagonal steps only, from light squares straight jumps only",
        },
        Choice { name: "marked", rule: "HA-16", about: "the marked piece wins on the opposite corner" },
    ],
    options: &[
        Choice {
            name: "move-limit",
            rule: "HA-7",
            about: "a side that alone has pieces left in its base after some turn loses (tag MoveLimit)",
        },
        Choice {
            name: "vacate",
            rule: "HA-8",
            about: "once the enemy enters a base, its owner must leave it in time \
                                                       (tag Vacate)",
        },
        Choice { name: "pairs", rule: "HA-11", about: "four sides play in pairs (tag Pairs)" },
        Choice { name: "four", rule: "HA-18", about: "number, number-expert, parlett or marked with four sides" },
    ],
    tags: &[
        TagInfo {
            name: "MoveLimit",
            of: &["move-limit"],
            needed: true,
            example: "70",
            about: "From the end of this turn on, a side loses if it alone still has pieces in its base.",
        },
        TagInfo {
            name: "Vacate",
            of: &["vacate"],
            needed: true,
            example: "3/10",
            about: "How many pieces must have entered a base, and how many plies its owner then has to leave it.",
        },
        TagInfo {
            name: "Pairs",
            of: &["pairs"],
            needed: true,
            example: "White+Green",
            about: "Two of the four sides that play together, joined by +; the other two form the other pair.",
        },
        TagInfo {
            name: "Order",
            of: &["four"],
            needed: false,
            example: "White,Red,Blue,Green",
            about: "The four sides in the order in which they play, if that is not clockwise.",
        },
    ],
    default_system: System::PATHS,
    kinds: &[Kind::Path, Kind::Ends],
    rules: &RULES,
    codes: &[
        &OFF_BOARD,
        &NO_PIECE,
        &NOT_OWN_PIECE,
        &OCCUPIED,
        &BAD_LEG,
        &NOTHING_TO_JUMP,
        &MIXED_LEGS,
        &PASS_REFUSED,
        &PARLETT_STEP,
        &PARLETT_JUMP,
        &JUMP_SUM,
        &NO_PATH,
    ],
    score_sheet: false,
    endings: &[&BASE_OCCUPIED, &MARKED_CORNER, &MOVE_LIMIT, &NOT_VACATED],
    strict_errors: &[],
    may_stand: &[&NOTHING_TO_JUMP, &BAD_LEG, &MIXED_LEGS, &JUMP_SUM, &PARLETT_STEP, &PARLETT_JUMP],
    continues_ply: |_, _, _| false,
    commas_part_plies: false,
    cards: None,
    examples: EXAMPLES,
};

static RULES: [Rule; 18] = [
    Rule::new(
        "HA-1",
        "board and pieces",
        "Two sides of 19 pieces play on 16x16. Green begins in the corner p1 (p1-p5, o1-o5, n1-n4, m1-m3, l1-l2), \
         White on the same squares turned by 180 degrees, in the corner a16. Either side may begin.",
    ),
    Rule::new("HA-2", "a step", "One piece goes to an empty square next to it, in any of eight directions."),
    Rule::new(
        "HA-3",
        "jumps",
        "A piece jumps over one piece on the next square, own or enemy, onto the empty square just beyond it; the \
         piece jumped over stays. Jumps may be chained: a chain may change direction and come to a square again. A \
         step is a ply of its own, and nobody has to jump.",
    ),
    Rule::ruled(
        "HA-4",
        "what a ply needs",
        "The piece must exist and be the side's own, and each square on which it lands must be on the board and empty. \
         The first fault is reported: the program looks at the first square, then at each leg, then at the ply as a \
         whole.",
        "The piece's own first square counts as empty during a chain, but a ply that ends there is a pass.",
    ),
    Rule::ruled(
        "HA-5",
        "backward moves and passes",
        "Pieces may go backwards. Nobody may pass.",
        "A side without any legal ply passes (--).",
    ),
    Rule::new(
        "HA-6",
        "winning",
        "A side wins as soon as all its pieces fill the opposite base (base-occupied). Only the owner of the piece \
         just moved can win by a ply.",
    ),
    Rule::ruled(
        "HA-7",
        "the option move-limit",
        "The tag MoveLimit names a turn. At the end of that turn and of each later one, a side loses if it alone still \
         has pieces of its own in its base (move-limit).",
        "With more than two sides, a side wins if it alone has left its base. Turns count as they are numbered, even \
         if the first is incomplete. If the same ply also ends the game by not-vacated, that comes first. After an end \
         that both players overlooked (C-6), the game does not end again for the same side, the one that alone has \
         left its base; it ends for another side.",
    ),
    Rule::ruled(
        "HA-8",
        "the option vacate",
        "The tag Vacate is K/M, for instance 3/10. Once a side has K pieces in the opposite base, the owner of that \
         base has M plies to leave it; an owner that still has a piece there after them loses (not-vacated).",
        "The program looks only after the M-th ply. A Setup with K pieces inside begins the count. With four sides, \
         the side that entered wins, and in pairs its pair, unless the loser is of that pair (HA-11).",
    ),
    Rule::new(
        "HA-9",
        "smaller boards",
        "The variant 10x10 has 15 pieces a side (columns of 5, 4, 3, 2, 1 from the corner), the variant 8x8 ten (4, 3, \
         2, 1).",
    ),
    Rule::ruled(
        "HA-10",
        "four sides",
        "White, Red, Green and Blue have 13 pieces each (columns of 4, 4, 3, 2) and play clockwise, or in the order \
         that the tag Order names, for instance White,Red,Blue,Green. The side that first fills the opposite base \
         wins.",
        "White begins at a16, Red at p16, Green at p1, Blue at a1. Any side may begin.",
    ),
    Rule::new(
        "HA-11",
        "the option pairs",
        "Four sides play in two pairs (the tag Pairs names one). A pair wins when both its sides fill their opposite \
         bases. A side that has filled its opposite base may move its partner's pieces instead of its own while that \
         base is full. Partners are no enemies. By HA-8 the pair of the side that is late loses, by HA-7 the pair of \
         the winner wins. A pair is written in playing order, Red+Green; either order is read.",
    ),
    Rule::ruled(
        "HA-12",
        "the variant double-colour",
        "White's pieces are azure and green, Green's red and white. Azure must fill the squares on which red began, \
         and red those of azure; green and white trade places in the same way.",
        "Azure and red stand on the squares whose column and row add up to an even number, green and white on the \
         others. A Setup overrides that.",
    ),
    Rule::ruled(
        "HA-13",
        "the variant number",
        "Pieces bear numbers, and each must reach the square opposite its own start, as if the board were turned by \
         180 degrees. Numbers run from the corner along its column, then column by column.",
        "A Setup sets the squares to reach only if every piece stands in its own base; otherwise they are those of the \
         usual start.",
    ),
    Rule::new(
        "HA-14",
        "the variant number-expert",
        "The rules of number hold, and a ply of jumps is legal only if the piece's number is at least the sum of the \
         enemy pieces it jumps. A piece that is jumped twice counts twice.",
    ),
    Rule::new(
        "HA-15",
        "the variant parlett",
        "A piece that begins its ply on a dark square (a1 is dark) steps diagonally, one that begins on a light square \
         jumps along columns and rows. No other ply is allowed.",
    ),
    Rule::new(
        "HA-16",
        "the variant marked",
        "Each side's marked piece begins in its corner. A side wins when its marked piece ends a ply on the opposite \
         corner (marked-corner), and in no other way. The options move-limit, vacate and pairs cannot be used with \
         this variant.",
    ),
    Rule::ruled(
        "HA-17",
        "ends instead of paths",
        "A ply may be written by its first and last square if a step or some chain of jumps leads there under the \
         rules of the variant (no-path otherwise). The program gives one shortest path: the first in the order N, NE, \
         E, SE, S, SW, W, NW, leg by leg.",
        "If the two squares are two apart in a straight line with a piece between, the ply is that single jump where \
         it is legal; where the variant forbids it, another chain counts.",
    ),
    Rule::new(
        "HA-18",
        "four-sided forms and positions",
        "The option four turns number, number-expert, parlett and marked into games for four sides. A Setup may \
         replace the start in every variant; each side has exactly the pieces of the variant, and bases stay where \
         they are.",
    ),
];
