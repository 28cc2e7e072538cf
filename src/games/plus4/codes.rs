//! The codes of Plus 4, those that it shares with other games in its own words.

use crate::codes::codes;
use crate::diagnostic::{Code, Severity};

codes! {
    /// The square named is not one where pieces enter.
    WRONG_SQUARE = Error "wrong-square" Some("P4-3"), "pieces enter in row 1",
        "In coordinate notation the square must be the one where the piece enters: row 1, the top one of its column. Rows are numbered from the top in Plus 4.",
        "[Game \"plus4\"]\n[Notation \"squares\"]\n\n1. c1, d1; 2. a1, c2";
    /// The side has no piece of that kind in hand.
    NO_SUPPLY = Error "no-supply" Some("P4-5"), "no piece of this kind in hand",
        "Each side has eight pieces, and in the variants `continua` and `manche` also one bonus piece. The side has no piece of the kind that the ply names in hand. The standard game has no bonus pieces at all.",
        "[Game \"plus4\"]\n[Variant \"continua\"]\n\n1. c*, d; 2. a*";
    /// A break that is missing or out of place.
    BAD_BREAK = Error "bad-break" Some("P4-8"), "a break is missing or out of place",
        "In the variant `manche` the break `/` stands exactly where a manche ends. The standard game and the variant `continua` have no manches, and so no breaks.",
        "[Game \"plus4\"]\n\n1. c, d / 1. a";
}

/// A piece that a side does not have by P4-1: in the standard game all eight are played.
pub(super) static ALL_PLAYED: Code = NO_SUPPLY.by("P4-1");

/// A bonus piece in the standard game.
pub(super) static NO_BONUS: Code = NO_SUPPLY.by("P4-3");
