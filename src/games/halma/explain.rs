//! What is said of plies that break the rules, and what would have been legal.

use super::field::{Piece, Point, Spot};
use super::notation::spelt;
use super::rules::{
    BAD_LEG, JUMP_SUM, Leg, MIXED_LEGS, NO_PATH, NO_PIECE, NOT_OWN_PIECE, NOTHING_TO_JUMP, OCCUPIED, OFF_BOARD,
    PARLETT_JUMP, PARLETT_STEP,
};
use super::variant::Kind;
use super::{Halma, Ply, way};
use crate::board::in_words;
use crate::codes::AFTER_END;
use crate::diagnostic::{Rule, Text};
use crate::game::{Outcome, Side};

/// How many squares or plies a line of help lists at most.
const MOST: usize = 12;

/// Why `ply` breaks `rule` here.
pub(super) fn explain(position: &Halma, rule: &'static Rule, ply: Ply<'_>) -> Text {
    if rule == &AFTER_END {
        return after_end(position);
    }
    let path: &[Point] = match &ply {
        Ply::Path(path) => path,
        Ply::Ends(from, to) => &[*from, *to],
        Ply::Pass => return no_pass(position),
    };
    let (Some(&from), Some(&to)) = (path.first(), path.last()) else {
        return Text::default();
    };
    let size = position.play.size;
    if rule == &OFF_BOARD {
        let point = path.iter().find(|point| point.spot(size).is_none()).unwrap_or(&from);
        let last = Spot::new(size - 1, size - 1);
        return Text::new(format!("the board has no square {point}: it is {size}x{size}, a1 to {last}"));
    }
    let Some(origin) = from.spot(size) else {
        return Text::default();
    };
    if rule == &NO_PIECE {
        return could_go(position, Text::new(format!("no piece stands on {from}")), to);
    }
    if rule == &NOT_OWN_PIECE {
        let owner = position.board.at(origin).map_or("", |piece| position.name(piece.side()));
        let mover = position.name(position.turn);
        let mut why = format!("the piece on {from} is {owner}'s, and {mover} is to move");
        if position.board.at(origin).map(Piece::side) == position.play.partner(position.turn) {
            why.push_str(", which may move its partner's pieces only while it fills the opposite base");
        }
        return could_go(position, Text::new(why), to);
    }
    let text = match () {
        () if rule == &OCCUPIED => occupied(position, path, origin),
        () if rule == &BAD_LEG => bad_leg(position, path),
        () if rule == &NOTHING_TO_JUMP => nothing_to_jump(position, path, origin),
        () if rule == &MIXED_LEGS => mixed_legs(position, path),
        () if rule == &JUMP_SUM => jump_sum(position, path, origin),
        () if rule == &PARLETT_STEP => {
            format!("{from} is a dark square, from which a piece only steps diagonally, one square")
        }
        () if rule == &PARLETT_JUMP => {
            format!("{from} is a light square, from which a piece only jumps, along columns and rows")
        }
        () if rule == &NO_PATH => no_path(position, origin, to),
        () => format!("the ply ends on {from} where it began: that is a pass, and a side that can move must move"),
    };
    reach(position, Text::new(text), origin, to)
}

/// The legs of a path with both ends on the board.
fn legs<'p>(position: &Halma, path: &'p [Point]) -> impl Iterator<Item = (Spot, Spot)> + use<'p> {
    let size = position.play.size;
    path.windows(2).map_while(move |ends| Some((ends[0].spot(size)?, ends[1].spot(size)?)))
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
    let Outcome::Win { winner, reason } = position.outcome else {
        return Text::new("the game is over");
    };
    let party = |side: Side| match position.play.pairing {
        Some(pairing) => pairing.names[side.index() & 3],
        None => position.name(side),
    };
    let opposite = position.name(position.play.seats.opposite(winner));
    let (winner, pair) = (party(winner), position.play.pairing.is_some());
    let how = match reason {
        "base-occupied" if pair => "both its sides fill their opposite bases".to_owned(),
        "base-occupied" => format!("it fills {opposite}'s base"),
        "marked-corner" => "its marked piece stands on the opposite corner".to_owned(),
        "move-limit" => "it alone had left its base when the move limit was reached".to_owned(),
        "not-vacated" => "a base was not left in time".to_owned(),
        other => other.to_owned(),
    };
    Text::new(format!("the game is over: {winner} had won ({how})"))
        .help("if both players overlooked the end, mark this ply with {[%stands]}")
}

fn no_pass(position: &Halma) -> Text {
    let side = position.name(position.turn);
    let mut plies = Vec::new();
    for (from, _) in position.pieces().filter(|(_, piece)| position.may_move(piece.side())) {
        plies.extend(position.legs(from).into_iter().map(|to| format!("{from}-{to}")));
    }
    Text::new(format!("{side} may not pass: only a side without any legal ply does"))
        .help(format!("{side} can play {}", some(&plies, "or")))
}

fn occupied(position: &Halma, path: &[Point], origin: Spot) -> String {
    let filled = legs(position, path).find(|(_, to)| *to != origin && !position.board.is_empty(*to));
    match filled {
        Some((from, to)) => format!("{from}-{to}: {} stands on {to}", named(position, to)),
        None => "the square is filled".to_owned(),
    }
}

fn bad_leg(position: &Halma, path: &[Point]) -> String {
    let Some((from, to)) = legs(position, path).find(|(from, to)| Leg::between(*from, *to) == Leg::Neither) else {
        return "a leg is neither a step nor a jump".to_owned();
    };
    let (dx, dy) = (from.column().abs_diff(to.column()), from.row().abs_diff(to.row()));
    let why = if (dx, dy) == (0, 0) {
        "the piece stays where it is".to_owned()
    } else if dx != 0 && dy != 0 && dx != dy {
        "the squares are in no straight line".to_owned()
    } else {
        let direction = (
            (i16::from(to.column()) - i16::from(from.column())).signum() as i8,
            (i16::from(to.row()) - i16::from(from.row())).signum() as i8,
        );
        let distance = dx.max(dy) as i8;
        let between = (1..distance).filter_map(|step| from.step(direction, step, position.play.size));
        match between.filter(|spot| !position.board.is_empty(*spot)).count() {
            0 => format!("{} squares away, and nothing in between", in_words(u32::from(dx.max(dy)))),
            1 => format!("{} squares away, and a jump is two", in_words(u32::from(dx.max(dy)))),
            pieces => format!("{} pieces in between, and a jump goes over one", in_words(pieces as u32)),
        }
    };
    format!("{from}-{to}: {why}")
}

fn nothing_to_jump(position: &Halma, path: &[Point], origin: Spot) -> String {
    let empty = |(from, to): &(Spot, Spot)| {
        let over = from.between(*to);
        Leg::between(*from, *to) == Leg::Jump && (over == origin || position.board.is_empty(over))
    };
    match legs(position, path).find(empty) {
        Some((from, to)) if from.between(to) == origin => {
            format!("{from}-{to}: nothing to jump on {origin}, which the piece itself has left")
        }
        Some((from, to)) => format!("{from}-{to}: nothing to jump, {} is empty", from.between(to)),
        None => "a jump goes over an empty square".to_owned(),
    }
}

fn mixed_legs(position: &Halma, path: &[Point]) -> String {
    let is_step = |(from, to): &(Spot, Spot)| Leg::between(*from, *to) == Leg::Step;
    let step = legs(position, path).find(is_step);
    let only_steps = legs(position, path).all(|leg| is_step(&leg));
    match step {
        Some((from, to)) if only_steps => format!("{from}-{to} is a step, and a ply is one step alone"),
        Some((from, to)) => format!("{from}-{to} is a step, and steps do not mix with jumps"),
        None => "steps do not mix with jumps".to_owned(),
    }
}

fn jump_sum(position: &Halma, path: &[Point], origin: Spot) -> String {
    let Some(piece) = position.board.at(origin) else {
        return String::new();
    };
    let jumped = legs(position, path).filter(|(from, to)| Leg::between(*from, *to) == Leg::Jump);
    let costs: Vec<u8> = jumped
        .filter_map(|(from, to)| position.board.at(from.between(to)))
        .map(|jumped| position.cost(piece, jumped))
        .filter(|cost| *cost > 0)
        .collect();
    let sum: u32 = costs.iter().map(|cost| u32::from(*cost)).sum();
    let parts: Vec<String> = costs.iter().map(u8::to_string).collect();
    let parts = if parts.len() > 1 { format!("{} = {sum}", parts.join(" + ")) } else { sum.to_string() };
    format!("piece {} jumps enemy pieces of {parts}, more than its own number", piece.tag())
}

fn no_path(position: &Halma, origin: Spot, to: Point) -> String {
    let from = origin.point();
    let parlett = position.play.kind == Kind::Parlett;
    match to.spot(position.play.size) {
        Some(_) if parlett && origin.is_dark() => {
            format!("{from} is a dark square, from which a piece only steps diagonally, so not to {to}")
        }
        Some(target) if parlett && Leg::between(origin, target) == Leg::Step => {
            format!("{from} is a light square, from which a piece only jumps, so not to {to}")
        }
        _ => format!("no step and no chain of jumps leads from {from} to {to}"),
    }
}

/// Adds what the piece could have done instead: the way to the same square, or where it can go.
fn reach(position: &Halma, text: Text, origin: Spot, to: Point) -> Text {
    let mut path = Vec::new();
    let target = to.spot(position.play.size).filter(|target| *target != origin && position.board.is_empty(*target));
    if let Some(target) = target
        && way::find(position, origin, target, &mut path)
    {
        return text.help(format!("{to} can be reached: {}", spelt(&path)));
    }
    let Some(piece) = position.board.at(origin) else {
        return text;
    };
    let mut spots = way::within_reach(position, origin, piece);
    spots.retain(|spot| way::find(position, origin, *spot, &mut path));
    let from = origin.point();
    if spots.is_empty() {
        return text.help(format!("the piece on {from} cannot move at all"));
    }
    let names: Vec<String> = spots.iter().map(Spot::to_string).collect();
    let unless = if target.is_some() { format!("no path leads to {to}; ") } else { String::new() };
    text.help(format!("{unless}from {from} the piece can go to {}", some(&names, "and")))
}

/// Adds which pieces of the side to move could have gone to the last square.
fn could_go(position: &Halma, text: Text, to: Point) -> Text {
    let side = position.name(position.turn);
    let Some(target) = to.spot(position.play.size).filter(|target| position.board.is_empty(*target)) else {
        return text;
    };
    let mut path = Vec::new();
    let mut names = Vec::new();
    for (from, piece) in position.pieces() {
        if position.may_move(piece.side()) && way::find(position, from, target, &mut path) {
            names.push(from.to_string());
        }
    }
    if names.is_empty() {
        return text.help(format!("no piece of {side} can go to {to}"));
    }
    text.help(format!("pieces of {side} that can go to {to}: {}", names.join(", ")))
}

/// The first of some names.
fn some(names: &[String], word: &str) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [many @ .., last] if names.len() <= MOST => format!("{} {word} {last}", many.join(", ")),
        many => format!("{} {word} {} more", many[..MOST].join(", "), many.len() - MOST),
    }
}
