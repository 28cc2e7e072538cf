//! What is said of plies that break the rules, and what would have been legal.

use super::notation::spelt;
use super::renju::{Figure, Judge};
use super::rules::{
    DOUBLE_FOUR, DOUBLE_THREE, EXTRA_PIECE, FORBIDDEN, NO_PIECE, NOT_ADJACENT, NOT_OWN_PIECE, OCCUPIED, OFF_BOARD,
    OPENING, PRO_CENTRE, PRO_DISTANCE, SWAP_NOT_ALLOWED, WRONG_PHASE, lines, neighbours,
};
use super::{Form, Gomoku, Ply, Point, centre, table};
use crate::board::{Square, column_letter, in_words};
use crate::codes::{AFTER_END, PASS_NOT_ALLOWED};
use crate::diagnostic::{Rule, Text};
use crate::game::Outcome;

/// Why `ply` breaks `rule` here.
pub(super) fn explain(position: &Gomoku, rule: &'static Rule, ply: Ply) -> Text {
    let side = table::SIDES[position.turn.index()].name;
    let other = table::SIDES[1 - position.turn.index()].name;
    if rule == &AFTER_END {
        return after_end(position, ply);
    }
    if rule == &PASS_NOT_ALLOWED {
        return no_pass(position, side);
    }
    if rule == &OFF_BOARD {
        return off_board(position, ply);
    }
    if rule == &OCCUPIED {
        return occupied(position, ply);
    }
    if rule == &WRONG_PHASE {
        return wrong_phase(position, ply, side);
    }
    if rule == &SWAP_NOT_ALLOWED {
        let why = if !position.play.swap {
            "nobody may swap without the option swap"
        } else if position.swapped {
            "the players have swapped already"
        } else if position.forfeited {
            "a pass before the fourth piece has forfeited the swap"
        } else {
            "no swap is due here"
        };
        return Text::new(why).help("with the option swap, `swap` may stand before the fourth piece, once");
    }
    if rule == &EXTRA_PIECE {
        let why = if position.play.reply {
            format!("{side} has no right to two pieces: {other}'s last ply made no double three")
        } else {
            "two pieces at once are played only with the option double-three-reply".to_owned()
        };
        return Text::new(why).help("one piece is placed at each ply");
    }
    if rule == &PRO_CENTRE || rule == &PRO_DISTANCE || rule == &OPENING {
        return opening(position, rule, ply);
    }
    if rule == &DOUBLE_THREE || rule == &DOUBLE_FOUR {
        return doubles(position, rule, ply);
    }
    if rule == &FORBIDDEN {
        return forbidden(position, ply);
    }
    moves(position, rule, ply, side, other)
}

/// The two ends of a line: `d1-h5`.
fn ends(line: &[Square]) -> String {
    match (line.first(), line.last()) {
        (Some(first), Some(last)) => format!("{first}-{last}"),
        _ => String::new(),
    }
}

fn after_end(position: &Gomoku, ply: Ply) -> Text {
    let help = "if both players overlooked the end, mark this ply with {[%stands]}";
    let side = table::SIDES[position.turn.index()].name;
    let end = match position.outcome {
        Outcome::Win { winner, .. } => format!("{} had won", table::SIDES[winner.index()].name),
        Outcome::Draw { reason } => format!("it was a draw ({reason})"),
        Outcome::Unfinished => {
            // Only the second of two pieces can stand behind an end that this very ply has made.
            let first = if let Ply::Pair { first, .. } = ply { spelt(first) } else { String::new() };
            return Text::new(format!("{side} wins with {first}, so the second piece stands behind the end"))
                .help(format!("write {first} alone"));
        }
    };
    let lines: Vec<_> = lines(position).0.iter().map(|line| ends(line)).collect();
    let by = if lines.is_empty() { String::new() } else { format!(" with {}", lines.join(" and ")) };
    Text::new(format!("the game is over: {end}{by}")).help(help)
}

fn no_pass(position: &Gomoku, side: &str) -> Text {
    match position.play.form {
        Form::Renju => Text::new(format!("nobody may pass in the opening, and {side} is to move"))
            .help("with opening-26 the first three plies are pieces"),
        Form::Murray { .. } => Text::new(format!("{side} may not pass: it can play"))
            .help("a side passes only if it has no legal move, or nothing left to place while the other still places"),
        _ => Text::new(format!("nobody may pass in Gomoku, and {side} is to move")).help("any empty point is legal"),
    }
}

/// The points that a ply names.
fn points(ply: Ply) -> Vec<Point> {
    match ply {
        Ply::Place { point, .. } => vec![point],
        Ply::Pair { first, second } => vec![first, second],
        Ply::Move { from, to } => vec![from, to],
        Ply::Pass => Vec::new(),
    }
}

fn off_board(position: &Gomoku, ply: Ply) -> Text {
    let size = position.play.size;
    let outside = points(ply).into_iter().find(|point| position.on_board(*point).is_none());
    let what = match outside {
        Some(point) if point.row < 0 => "the point lies below the board".to_owned(),
        Some(point) => format!("the board has no {}", spelt(point)),
        None => String::new(),
    };
    let last = column_letter(size.columns - 1);
    Text::new(format!("{what}: it is {size}, columns a to {last}, rows 1 to {}", size.rows))
        .help("a larger board is named by the tag Board; Go players' letters leave the I out (Notation \"go\")")
}

fn occupied(position: &Gomoku, ply: Ply) -> Text {
    let named: Vec<Square> = points(ply).into_iter().filter_map(|point| position.on_board(point)).collect();
    let targets = if matches!(ply, Ply::Move { .. }) { &named[named.len().min(1)..] } else { &named[..] };
    let found = targets.iter().find_map(|square| position.at(*square).map(|owner| (square, owner)));
    match found {
        Some((square, owner)) => {
            let owner = if owner == super::BLACK { "black" } else { "white" };
            let help = if position.is_moving() {
                "a piece moves to an empty point next to it in its column or row"
            } else {
                "any empty point is legal"
            };
            Text::new(format!("{square} is filled: a {owner} piece stands there")).help(help)
        }
        None => Text::new("both pieces are put on the same point").help("two pieces stand on two points"),
    }
}

fn wrong_phase(position: &Gomoku, ply: Ply, side: &str) -> Text {
    let [black, white] = position.to_place;
    if matches!(ply, Ply::Move { .. }) {
        return Text::new("pieces move only when all of them are placed")
            .help(format!("still to be placed: {black} black, {white} white"));
    }
    match position.to_place[position.turn.index()] {
        0 if position.is_moving() => Text::new("all pieces are placed: they move now")
            .help("a move is written with both points, for instance k6-k7"),
        0 => Text::new(format!("{side} has no piece left to place"))
            .help("it passes (`--`) until the other side is done"),
        left => Text::new(format!("{side} has only {} left to place", in_words(left.into()))).help("place one piece"),
    }
}

fn opening(position: &Gomoku, rule: &'static Rule, ply: Ply) -> Text {
    let middle = centre(position.play.size).map_or(String::new(), |square| square.to_string());
    let named: Vec<_> = points(ply).into_iter().map(spelt).collect();
    let named = named.join("+");
    if rule == &PRO_CENTRE {
        return Text::new(format!("{named} is not the centre")).help(format!("the first piece stands on {middle}"));
    }
    if rule == &PRO_DISTANCE {
        return Text::new(format!("{named} is less than three points away from the centre"))
            .help(format!("Black's second piece stands at least three columns or rows away from {middle}"));
    }
    if position.filled() == 1 {
        return Text::new(format!("{named} is not next to the centre"))
            .help(format!("the second piece stands on one of the eight points next to {middle}"));
    }
    Text::new(format!("{named} is outside the 5x5 points around the centre"))
        .help(format!("the third piece stands at most two columns and two rows away from {middle}"))
}

/// The position after the pieces of a ply have been put, without a look at the rules, and where they stand.
fn carried_out(position: &Gomoku, ply: Ply) -> (Gomoku, Vec<Square>) {
    let mut next = position.clone();
    let mut squares: Vec<Square> = points(ply).into_iter().filter_map(|point| position.on_board(point)).collect();
    let own = &mut next.pieces[position.turn.index()];
    if matches!(ply, Ply::Move { .. }) && squares.len() == 2 {
        own.flip(squares.remove(0));
    }
    squares.iter().for_each(|square| own.flip(*square));
    (next, squares)
}

fn doubles(position: &Gomoku, rule: &'static Rule, ply: Ply) -> Text {
    let (next, squares) = carried_out(position, ply);
    let runs = squares.iter().map(|square| match rule == &DOUBLE_THREE {
        true => next.open_threes(*square, position.turn),
        false => next.fours(*square, position.turn),
    });
    let found = runs.max_by_key(Vec::len).unwrap_or_default();
    let names: Vec<_> = found.iter().map(|run| ends(run)).collect();
    let kind = if rule == &DOUBLE_THREE { "open threes" } else { "fours" };
    Text::new(format!("this ply forms {} {kind} at once: {}", in_words(names.len() as u32), names.join(" and ")))
        .help(format!("only a ply that wins may form two {kind}"))
}

fn forbidden(position: &Gomoku, ply: Ply) -> Text {
    let (next, squares) = carried_out(position, ply);
    let spelt = |squares: &[Square]| squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ");
    let (mut overlines, mut fours, mut threes) = (Vec::new(), Vec::new(), Vec::new());
    for square in squares {
        for figure in Judge::new(&next.pieces[0], &next.pieces[1], position.play.size).figures(square) {
            match figure {
                Figure::Overline(line) => overlines.push(format!("overline {}", ends(&line))),
                Figure::Four(set) => fours.push(spelt(&set)),
                Figure::Three(set) => threes.push(spelt(&set)),
            }
        }
    }
    let mut parts = overlines;
    for (kind, sets) in [("four", fours), ("three", threes)] {
        if !sets.is_empty() {
            let many = ["double", "triple", "fourfold"].get(sets.len() - 2).unwrap_or(&"manifold");
            parts.push(format!("{many} {kind} ({})", sets.join("; ")));
        }
    }
    Text::new(format!("forbidden to Black: {}", parts.join(", "))).help(
        "if White pointed it out, say Termination \"foul\"; if White overlooked it, mark the ply with {[%stands]}",
    )
}

fn moves(position: &Gomoku, rule: &'static Rule, ply: Ply, side: &str, other: &str) -> Text {
    let Ply::Move { from, to } = ply else { return Text::new(rule.title) };
    let (from_name, to_name) = (spelt(from), spelt(to));
    if rule == &NO_PIECE {
        return Text::new(format!("{from_name} is empty")).help("a move begins on a point with an own piece");
    }
    if rule == &NOT_OWN_PIECE {
        return Text::new(format!("the piece on {from_name} is {other}'s, and {side} is to move"))
            .help("a side moves its own pieces only");
    }
    debug_assert_eq!(rule, &NOT_ADJACENT);
    let near: Vec<_> = position.on_board(from).map_or(Vec::new(), |square| {
        let free = neighbours(position.play.size, square).filter(|square| position.at(*square).is_none());
        free.map(|square| square.to_string()).collect()
    });
    let help = match near.is_empty() {
        true => format!("the piece on {from_name} has no empty point next to it"),
        false => format!("from {from_name} a piece can move to {}", near.join(", ")),
    };
    Text::new(format!("{to_name} is not next to {from_name} in its column or row")).help(help)
}
