//! Explains plies that break the rules, and says what would have been legal.

use super::field::{Point, Spot};
use super::kind::Kind;
use super::notation::spelt;
use super::rules::Leg;
use super::table;
use super::violation::Violation;
use super::{Halma, Ply, path};
use crate::board::in_words;
use crate::diagnostic::Text;
use crate::game::{Game, OVERLOOKED, Outcome, Side, Strict};
use std::sync::Arc;

/// The most squares or plies that a line of help lists.
const MOST: usize = 12;

/// Explains a violation by `ply` in `position`, and says what would have been legal there.
pub(super) fn explain(position: &Halma, violation: Violation, ply: Ply<'_>) -> Text {
    let path: &[Point] = match &ply {
        Ply::Path(path) => path,
        Ply::Ends(from, to) => &[*from, *to],
        Ply::Pass => &[],
    };
    let why = match violation {
        Violation::AfterEnd => return after_end(position),
        Violation::Pass => return no_pass(position),
        Violation::Nowhere => return Text::new("the ply names no square"),
        Violation::OffBoard { point } => {
            let size = position.play.size;
            let last = Spot::new(size - 1, size - 1);
            return Text::new(format!("the board has no square {point}: it is {size}x{size}, a1 to {last}"));
        }
        Violation::NoPiece { origin } => {
            return could_go(position, Text::new(format!("no piece stands on {origin}")), path);
        }
        Violation::NotOwnPiece { origin, owner } => {
            return could_go(position, Text::new(not_own(position, origin, owner)), path);
        }
        Violation::Occupied { from, to } => format!("{from}-{to}: {} stands on {to}", named(position, to)),
        Violation::BadLeg { from, to } => bad_leg(position, from, to),
        Violation::NothingToJump { from, to } => {
            let over = from.between(to);
            if path.first() == Some(&over.point()) {
                format!("{from}-{to}: nothing to jump over, the piece itself has left {over}")
            } else {
                format!("{from}-{to}: nothing to jump over, {over} is empty")
            }
        }
        Violation::MixedLegs { from, to, only_steps: true } => {
            format!("{from}-{to} is a step, and a ply may have only one step")
        }
        Violation::MixedLegs { from, to, only_steps: false } => {
            format!("{from}-{to} is a step, and a ply with a step has no other leg")
        }
        Violation::ParlettStep { origin } => {
            format!("{origin} is a dark square, from which a piece only steps diagonally, one square")
        }
        Violation::ParlettJump { origin } => {
            format!("{origin} is a light square, from which a piece only jumps, along columns and rows")
        }
        Violation::JumpSum { sum, number } => jump_sum(position, path, sum, number),
        Violation::NoPath { from, to } => no_path(position, from, to),
        Violation::BackHome { origin } => {
            format!("the ply ends on {origin}, where it began: that is a pass, and a side that can move must move")
        }
    };
    reach(position, Text::new(why), path)
}

fn not_own(position: &Halma, origin: Spot, owner: Side) -> String {
    let mover = position.name(position.turn);
    let mut why = format!("the piece on {origin} is {}'s, and {mover} is to move", position.name(owner));
    if position.play.partner(position.turn) == Some(owner) {
        why.push_str(", which may move its partner's pieces only while it fills the opposite base");
    }
    why
}

/// The piece on a square, for people: `Green's piece 12`.
fn named(position: &Halma, spot: Spot) -> String {
    let Some(piece) = position.board.at(spot) else {
        return "nothing".to_owned();
    };
    let owner = position.name(piece.side());
    match position.play.kind {
        Kind::Number { .. } => format!("{owner}'s piece {}", piece.tag()),
        Kind::Marked if piece.tag() == 1 => format!("{owner}'s marked piece"),
        _ => format!("a piece of {owner}"),
    }
}

fn after_end(position: &Halma) -> Text {
    let Outcome::Win { winner, ending } = position.outcome else {
        return Text::new("the game is over");
    };
    let party = |side: Side| match position.play.pairing {
        Some(pairing) => pairing.names[side.index() & 3],
        None => position.name(side),
    };
    let opposite = position.name(position.play.seats.opposite(winner));
    let (winner, pair) = (party(winner), position.play.pairing.is_some());
    let how = if ending == &table::MOVE_LIMIT && pair {
        "one of its sides alone had left its base at the move limit"
    } else if ending != &table::BASE_OCCUPIED {
        ending.about
    } else if pair {
        "both its sides fill their opposite bases"
    } else {
        &format!("it fills {opposite}'s base")
    };
    Text::new(format!("the game is over: {winner} had won ({how})")).help(OVERLOOKED)
}

fn no_pass(position: &Halma) -> Text {
    let side = position.name(position.turn);
    let mut plies = Vec::new();
    for (from, _) in position.pieces().filter(|(_, piece)| position.may_move(piece.side())) {
        plies.extend(position.legs(from).into_iter().map(|to| format!("{from}-{to}")));
    }
    // Chains of jumps count, though one leg of a piece is enough to name.
    let mut all = 0;
    position.candidates(&mut |ply| all += usize::from(position.clone().apply(ply, &mut Strict).is_ok()));
    Text::new(format!("{side} may not pass: only a side without any legal ply may"))
        .help(format!("{side} can play {}", some(&plies, all, "or")))
}

fn bad_leg(position: &Halma, from: Spot, to: Spot) -> String {
    let (dx, dy) = (from.column().abs_diff(to.column()), from.row().abs_diff(to.row()));
    let why = if (dx, dy) == (0, 0) {
        "the piece stays where it is".to_owned()
    } else if dx != 0 && dy != 0 && dx != dy {
        "the squares are not in a straight line".to_owned()
    } else {
        let direction = (
            (i16::from(to.column()) - i16::from(from.column())).signum() as i8,
            (i16::from(to.row()) - i16::from(from.row())).signum() as i8,
        );
        let distance = dx.max(dy) as i8;
        let between = (1..distance).filter_map(|step| from.step(direction, step, position.play.size));
        match between.filter(|spot| !position.board.is_empty(*spot)).count() {
            0 | 1 => {
                format!("{} squares away, but a step goes one and a jump two", in_words(u32::from(dx.max(dy))))
            }
            pieces => format!("{} pieces in between, but a jump goes over one", in_words(pieces as u32)),
        }
    };
    format!("{from}-{to}: {why}")
}

fn jump_sum(position: &Halma, path: &[Point], sum: u32, number: u8) -> String {
    let piece = path.first().and_then(|origin| position.board.at(origin.spot(position.play.size)?));
    let jumps = position.legs_of(path).filter(|(from, to)| Leg::between(*from, *to) == Leg::Jump);
    let costs = jumps.filter_map(|(from, to)| Some(position.cost(piece?, position.board.at(from.between(to))?)));
    let parts: Vec<String> = costs.filter(|cost| *cost > 0).map(|cost| cost.to_string()).collect();
    let parts = if parts.len() > 1 { format!("{} = {sum}", parts.join(" + ")) } else { sum.to_string() };
    format!("piece {number} jumps enemy pieces of {parts}, more than its own number")
}

fn no_path(position: &Halma, from: Spot, to: Spot) -> String {
    let parlett = position.play.kind == Kind::Parlett;
    if parlett && from.is_dark() {
        return format!("{to} cannot be reached: {from} is a dark square, from which a piece only steps diagonally");
    }
    if parlett && Leg::between(from, to) == Leg::Step {
        return format!("{to} cannot be reached: {from} is a light square, from which a piece only jumps");
    }
    if position.play.kind == (Kind::Number { expert: true })
        && let Some(piece) = position.board.at(from)
    {
        // The same board without HA-14.
        let mut free = position.clone();
        Arc::make_mut(&mut free.play).kind = Kind::Number { expert: false };
        if path::find(&free, from, to, &mut Vec::new()) {
            let number = piece.tag();
            return format!(
                "every chain of jumps from {from} to {to} goes over enemy pieces of more than {number} together"
            );
        }
    }
    format!("no step and no chain of jumps leads from {from} to {to}")
}

/// Adds what the piece could have done instead: the path to the same square, or where it can go.
fn reach(position: &Halma, text: Text, path: &[Point]) -> Text {
    let (Some(from), Some(to)) = (path.first(), path.last()) else { return text };
    let Some(origin) = from.spot(position.play.size) else { return text };
    let mut path = Vec::new();
    let target = to.spot(position.play.size).filter(|target| *target != origin && position.board.is_empty(*target));
    if let Some(target) = target
        && path::find(position, origin, target, &mut path)
    {
        return text.help(format!("{to} can be reached: {}", spelt(&path)));
    }
    let Some(piece) = position.board.at(origin) else {
        return text;
    };
    let mut spots = path::within_reach(position, origin, piece);
    spots.retain(|spot| path::find(position, origin, *spot, &mut path));
    if spots.is_empty() {
        return text.help(format!("the piece on {from} cannot move at all"));
    }
    let names: Vec<String> = spots.iter().map(Spot::to_string).collect();
    let unless = if target.is_some() { format!("no path leads to {to}; ") } else { String::new() };
    text.help(format!("{unless}from {from} the piece can go to {}", some(&names, names.len(), "and")))
}

/// Adds which pieces of the side to move could have gone to the last square.
fn could_go(position: &Halma, text: Text, path: &[Point]) -> Text {
    let Some(to) = path.last() else { return text };
    let side = position.name(position.turn);
    let Some(target) = to.spot(position.play.size).filter(|target| position.board.is_empty(*target)) else {
        return text;
    };
    let mut path = Vec::new();
    let (mut names, mut are_own) = (Vec::new(), true);
    for (from, piece) in position.pieces() {
        if position.may_move(piece.side()) && path::find(position, from, target, &mut path) {
            names.push(from.to_string());
            are_own &= piece.side() == position.turn;
        }
    }
    if names.is_empty() {
        return text.help(format!("no piece of {side} can go to {to}"));
    }
    // A partner's pieces may be among them (HA-11).
    let whose =
        if are_own { format!("pieces of {side} that") } else { format!("pieces that {side} may move and that") };
    text.help(format!("{whose} can go to {to}: {}", names.join(", ")))
}

/// The first of `all` names; some of these may be missing from `names`.
fn some(names: &[String], all: usize, word: &str) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] if all <= 1 => one.clone(),
        [many @ .., last] if all <= names.len().min(MOST) => format!("{} {word} {last}", many.join(", ")),
        many => {
            let shown = &many[..many.len().min(MOST)];
            format!("{} {word} {} more", shown.join(", "), all.saturating_sub(shown.len()))
        }
    }
}
