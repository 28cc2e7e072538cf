//! The messages about claims and relocations that are not allowed, and about what a ply leaves out.

use super::codes::{MISSING_CARD, MISSING_CLAIM};
use super::files::{FileSet, ends, square_of};
use super::violation::{NotScored, Standing};
use super::words::{name, other, spelt, spelt_pair, standing};
use super::{Last, LeFile, Pair, Point, Unchecked};
use crate::board::in_words;
use crate::diagnostic::{Code, Text};

/// A false claim.
pub(super) fn claim(position: &LeFile, claim: Pair, why: NotScored, scored: FileSet) -> Text {
    let written = spelt_pair(claim);
    let why = match why {
        NotScored::NoFile => format!("{written} is not a file: a file is four squares in a line"),
        NotScored::Before => format!("{} has scored {written} before in this manche", name(position)),
        NotScored::Twice => format!("{written} is claimed twice"),
        NotScored::NotFormed => {
            format!("{written} is not a file here: it does not hold one own rook and three own pawns")
        }
        NotScored::Elsewhere => format!("the file {written} does not hold the piece that has just moved"),
    };
    let scored: Vec<String> = scored.ends().map(|(one, two)| format!("={one}-{two}")).collect();
    Text::new(why).help(match scored.len() {
        0 => "this ply scores no file".to_owned(),
        1 => format!("this ply scores one file: {}", scored[0]),
        count => format!("this ply scores {} files: {}", in_words(count as u32), scored.join(" ")),
    })
}

/// Explains a relocation that no scored file allows.
pub(super) fn no_point(position: &LeFile, relocation: Pair, scored: u32) -> Text {
    let what = match scored {
        0 => "this ply scores no file".to_owned(),
        1 => "this ply scores one file".to_owned(),
        count => format!("this ply scores {} files", in_words(count)),
    };
    let (side, relocation) = (name(position), spelt_pair(relocation));
    Text::new(format!("{side} has no file for the relocation {relocation}: {what}"))
        .help("for each file that it scores, a ply may relocate one enemy pawn")
}

/// A relocation of anything but an enemy pawn.
pub(super) fn no_pawn(position: &LeFile, from: Point, by: Option<Standing>, pawns: u64) -> Text {
    let (side, other) = (name(position), other(position));
    let what = match by {
        Some(piece) => {
            format!("{} stands on {}: {side} may relocate only {other}'s pawns", standing(piece), spelt(from))
        }
        None => format!("no pawn stands on {}", spelt(from)),
    };
    let pawns: Vec<String> =
        (0..64).filter(|square| pawns >> square & 1 == 1).map(|square| square_of(square).to_string()).collect();
    Text::new(what).help(if pawns.is_empty() {
        format!("{other} has no pawn on the board")
    } else {
        format!("{other}'s pawns stand on {}", pawns.join(", "))
    })
}

/// The warnings about the last ply.
pub(super) fn remarks(last: Last) -> Vec<(&'static Code, Text)> {
    let unchecked = match last.unchecked {
        Unchecked::Nothing => None,
        Unchecked::Placement => Some(("whether the square was drawn", "24 Pb4")),
        Unchecked::Star => Some(("whether the opponent had to choose the square", "11 P*h8")),
        Unchecked::Move => Some(("whether a card asked for this length and direction", "3r c4-d5")),
        Unchecked::Pass => Some(("whether the pass was forced", "3r --")),
    };
    let cards = unchecked.map(|(what, example)| {
        let text = Text::new(format!("no cards are written with this ply, so {what} cannot be checked"))
            .help(format!("cards stand before the ply: {example}"));
        (&MISSING_CARD, text)
    });
    let claims = last.unclaimed.numbers().map(|number| {
        let (one, two) = ends(number);
        let text = Text::new(format!("this ply scores the file {one}-{two} without claiming it"))
            .help(format!("the point counts; canonical text has ={one}-{two} after the move"));
        (&MISSING_CLAIM, text)
    });
    cards.into_iter().chain(claims).collect()
}
