//! What is said of claims and relocations that may not be, and of what a ply leaves out.

use super::codes::{FALSE_CLAIM, MISSING_CARD, MISSING_CLAIM, OCCUPIED, RELOCATE_NOT_ALLOWED, RELOCATE_NOT_PAWN};
use super::explain::{name, other, spelt, spelt_pair, standing};
use super::files::{between, ends, square_of};
use super::{Last, LeFile, Pair, Ply, Unchecked, rules};
use crate::board::in_words;
use crate::diagnostic::{Rule, Text};

/// The position after a move and the first of its relocations.
fn after(position: &LeFile, ply: Ply<'_>, relocated: usize) -> LeFile {
    let mut after = position.clone();
    if let Ply::Move { card, from, to, relocations, .. } = ply {
        let relocations = relocations.get(..relocated).unwrap_or_default();
        // What stands before the fault is legal or was overlooked.
        let _ = rules::carry_out_anyhow(&mut after, Ply::Move { card, from, to, claims: &[], relocations });
    }
    after
}

/// A claim that is not so.
pub(super) fn claim(position: &LeFile, ply: Ply<'_>, claims: &[Pair], index: usize) -> Text {
    let after = after(position, ply, 0);
    let side = position.turn.index() & 1;
    let Some(&(one, two)) = claims.get(index) else { return Text::new(FALSE_CLAIM.title) };
    let written = spelt_pair((one, two));
    let file = one.square().zip(two.square()).and_then(|(one, two)| between(one, two));
    let why = match file {
        None => format!("{written} is no file: it needs the two ends of four squares in a line"),
        Some(file) if position.scored[side].contains(file) => {
            format!("{} has scored {written} before in this manche", name(position))
        }
        Some(file) if after.last.scored.contains(file) => format!("{written} is claimed twice"),
        Some(file) if !after.pieces[side].files().contains(file) => {
            format!("{written} is no file here: it does not hold one own rook and three own pawns")
        }
        Some(_) => format!("the file {written} does not hold the piece that has just moved"),
    };
    let scored: Vec<String> = after.last.scored.ends().map(|(one, two)| format!("={one}-{two}")).collect();
    Text::new(why).help(match scored.len() {
        0 => "this ply scores no file".to_owned(),
        1 => format!("this ply scores one file: {}", scored[0]),
        count => format!("this ply scores {} files: {}", in_words(count as u32), scored.join(" ")),
    })
}

/// A relocation that may not be.
pub(super) fn relocation(
    position: &LeFile,
    rule: &'static Rule,
    ply: Ply<'_>,
    relocations: &[Pair],
    index: usize,
) -> Text {
    let after = after(position, ply, index);
    let Some(&(from, to)) = relocations.get(index) else { return Text::new(rule.title) };
    let (side, other) = (name(position), other(position));
    if rule == &RELOCATE_NOT_ALLOWED {
        let what = match after.last.scored.len() {
            0 => "this ply scores no file".to_owned(),
            1 => "this ply scores one file".to_owned(),
            count => format!("this ply scores {} files", in_words(count)),
        };
        return Text::new(format!("{side} has no point for the relocation {}: {what}", spelt_pair((from, to))))
            .help("for each file that a ply scores one enemy pawn may be relocated");
    }
    let what = if rule == &RELOCATE_NOT_PAWN {
        match from.square().and_then(|square| standing(&after, square)) {
            Some(piece) => format!("{piece} stands on {}: {side} relocates pawns of {other} alone", spelt(from)),
            None => format!("no pawn stands on {}", spelt(from)),
        }
    } else if rule == &OCCUPIED {
        let piece = to.square().and_then(|square| standing(&after, square)).unwrap_or_default();
        return Text::new(format!("{} is filled: {piece} stands there", spelt(to)))
            .help("a relocated pawn is put on an empty square");
    } else {
        rule.title.to_owned()
    };
    let pawns = after.pieces[1 - (position.turn.index() & 1)].pawns;
    let pawns: Vec<String> =
        (0..64).filter(|square| pawns >> square & 1 == 1).map(|square| square_of(square).to_string()).collect();
    Text::new(what).help(format!("{other}'s pawns stand on {}", pawns.join(", ")))
}

/// What is to be remarked on the last ply.
pub(super) fn remarks(last: Last) -> Vec<(&'static Rule, Text)> {
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
            .help(format!("the point counts; canonical text has ={one}-{two} behind the move"));
        (&MISSING_CLAIM, text)
    });
    cards.into_iter().chain(claims).collect()
}
