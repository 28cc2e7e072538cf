//! What is said of plies that break the rules of Le File, and what would have been legal. Claims and relocations have
//! their own file.

use super::claims::{claim, relocation};
use super::codes::{
    BAD_BREAK, CARD_EXHAUSTED, FORMS_FILE, NO_PIECE, NO_STOCK, NOT_DRAWN, NOT_OWN_PIECE, OCCUPIED, OFF_BOARD,
    OPPONENT_CHOICE, PASS_NOT_ALLOWED, PATH_BLOCKED, WRONG_DIRECTION, WRONG_DISTANCE, WRONG_PHASE,
};
use super::deck::{Card, Mark};
use super::files::square_of;
use super::rules::{self, Part};
use super::{LeFile, PLACEMENTS, Pair, Piece, Ply, Point, SIZE, notation, table};
use crate::board::{in_words, square};
use crate::codes::AFTER_END;
use crate::diagnostic::{Rule, Text};
use crate::game::Outcome;

/// Why `ply` breaks `rule` here.
pub(super) fn explain(position: &LeFile, rule: &'static Rule, ply: Ply<'_>) -> Text {
    let side = name(position);
    if rule == &BAD_BREAK {
        return Text::new("the manche has had its 48 plies, and no break stands before this one")
            .help("write `/` between the two manches; White begins the second one too");
    }
    if rule == &AFTER_END {
        return after_end(position);
    }
    if rule == &WRONG_PHASE {
        return wrong_phase(position, ply);
    }
    if rule == &CARD_EXHAUSTED {
        return exhausted(position, ply);
    }
    if rule == &PASS_NOT_ALLOWED {
        return no_pass(position, ply, side);
    }
    if rule == &OFF_BOARD {
        let points = match (rules::part_at_fault(position, rule, ply), ply) {
            (Some(Part::Relocation(index)), Ply::Move { relocations, .. }) => {
                relocations.get(index).map_or([None; 2], |(from, to)| [Some(*from), Some(*to)])
            }
            (_, Ply::Move { from, to, .. }) => [Some(from), Some(to)],
            (_, Ply::Place { at, .. }) => [Some(at), None],
            (_, Ply::Pass { .. }) => [None; 2],
        };
        let outside = points.into_iter().flatten().find(|point| point.square().is_none());
        let what = outside.map_or_else(String::new, |point| format!("the board has no {}: ", spelt(point)));
        return Text::new(format!("{what}it is {SIZE}"))
            .help("columns are a to h, rows 1 to 8, seen from White's seat");
    }
    match ply {
        Ply::Place { draw, piece, chosen, at } => placement(position, rule, draw, piece, chosen, at),
        Ply::Move { card, from, to, claims, relocations } => match rules::part_at_fault(position, rule, ply) {
            Some(Part::Claim(index)) => claim(position, ply, claims, index),
            Some(Part::Relocation(index)) => relocation(position, rule, ply, relocations, index),
            _ => shift(position, rule, card, from, to),
        },
        Ply::Pass { .. } => Text::new(rule.title),
    }
}

/// The name of the side to move.
pub(super) fn name(position: &LeFile) -> &'static str {
    table::SIDES[position.turn.index() & 1].name
}

pub(super) fn other(position: &LeFile) -> &'static str {
    table::SIDES[1 - (position.turn.index() & 1)].name
}

pub(super) fn spelt(point: Point) -> String {
    let mut out = String::new();
    square::write_square(point.column, point.row, &mut out);
    out
}

pub(super) fn spelt_pair(pair: Pair) -> String {
    let mut out = String::new();
    notation::write_pair(pair, &mut out);
    out
}

/// Words with commas between them, and how many more there are if there are many.
fn list(words: &[String]) -> String {
    const MOST: usize = 10;
    let shown = words.get(..MOST).unwrap_or(words).join(", ");
    match words.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// What stands on a square: `a white pawn`.
pub(super) fn standing(position: &LeFile, square: u8) -> Option<String> {
    let (side, letter) = position.at(square)?;
    let kind = if letter.eq_ignore_ascii_case(&'R') { "rook" } else { "pawn" };
    Some(format!("a {} {kind}", if side.0 == 0 { "white" } else { "black" }))
}

fn kind(piece: Piece) -> &'static str {
    match piece {
        Piece::Pawn => "pawn",
        Piece::Rook => "rook",
    }
}

fn after_end(position: &LeFile) -> Text {
    let [white, black] = rules::totals(position);
    let end = match rules::outcome(position) {
        Outcome::Win { winner, reason } => {
            format!("{} of the first manche has won ({reason})", table::SIDES[winner.index() & 1].name)
        }
        _ => "it is a draw (points-tied)".to_owned(),
    };
    Text::new(format!("the match is over: {end}, {white} to {black}")).help("a match has two manches of 48 plies")
}

fn wrong_phase(position: &LeFile, ply: Ply<'_>) -> Text {
    let side = name(position);
    if position.made < PLACEMENTS {
        let what = if matches!(ply, Ply::Pass { .. }) { "nobody passes" } else { "no piece moves" };
        return Text::new(format!("this is phase 1, where {what}: {side} places a piece")).help(format!(
            "this is ply {} of the sixteen of phase 1, which are written like 24 Pb4",
            position.made + 1
        ));
    }
    Text::new(format!("this is phase 2, where no piece is placed: {side} moves one"))
        .help("phase 1 ended with the sixteenth ply; now plies are written like 3r c4-d5")
}

/// Which of the cards the deck lacks.
fn exhausted(position: &LeFile, ply: Ply<'_>) -> Text {
    let second = position.made >= PLACEMENTS;
    let cards = match &ply {
        Ply::Place { draw, .. } => draw.as_ref().map_or(&[][..], |draw| draw),
        Ply::Move { card, .. } | Ply::Pass { card } => card.as_slice(),
    };
    let mut deck = position.deck;
    let found = cards.iter().find_map(|&card| {
        let drawn_itself = deck.lacks(card);
        (!deck.draw(card, second)).then_some((card, drawn_itself))
    });
    let Some((card, drawn_itself)) = found else {
        return Text::new(CARD_EXHAUSTED.title);
    };
    let value = card.value;
    let (what, help) = match (drawn_itself, second) {
        (true, _) => (
            format!("the {} has been drawn in this phase already", card.spelt()),
            "each card comes once in a phase".to_owned(),
        ),
        (false, true) => {
            let colour = if card.mark.is_black() { "black" } else { "red" };
            (
                format!("both {colour} cards of value {value} have been drawn in this phase already"),
                "in phase 2 each value comes twice in each colour".to_owned(),
            )
        }
        (false, false) => (
            format!("all four cards of value {value} have been drawn in this phase already"),
            "in phase 1 each value comes four times".to_owned(),
        ),
    };
    Text::new(what).help(help)
}

fn no_pass(position: &LeFile, ply: Ply<'_>, side: &str) -> Text {
    if position.made < PLACEMENTS {
        return Text::new(format!("nobody passes in phase 1, and {side} is to place a piece"))
            .help("if the other side played twice and nobody noticed, mark the pass with {[%stands]}");
    }
    let Ply::Pass { card: Some(card) } = ply else {
        return Text::new(format!("{side} passed without need"))
            .help("a side passes only if none of its pieces can make the move that the card asks");
    };
    let moves: Vec<String> = rules::moves(position, card).map(|(from, to)| arrow(from, to)).collect();
    Text::new(format!("{side} may not pass: a piece can move with the {}", card.spelt()))
        .help(format!("legal moves here: {}", list(&moves)))
}

fn arrow(from: u8, to: u8) -> String {
    format!("{}-{}", square_of(from), square_of(to))
}

/// Faults of a placement.
fn placement(
    position: &LeFile,
    rule: &'static Rule,
    draw: Option<[Card; 2]>,
    piece: Piece,
    chosen: bool,
    at: Point,
) -> Text {
    let (side, square) = (name(position), at.square().unwrap_or_default());
    let what = kind(piece);
    let what = if rule == &NO_STOCK {
        let all = if piece == Piece::Rook { "both" } else { "all six" };
        format!("{side} has no {what} left to place: {all} stand on the board")
    } else if rule == &OCCUPIED {
        format!("{} is filled: {} stands there", spelt(at), standing(position, square).unwrap_or_default())
    } else if rule == &FORMS_FILE {
        let files: Vec<_> =
            rules::forms(position, piece, square).ends().map(|(one, two)| format!("{one}-{two}")).collect();
        format!("a {what} on {} would complete the file {}", spelt(at), files.join(" and "))
    } else if rule == &OPPONENT_CHOICE {
        format!("{side} places this {what} itself: the cards name a square that is practicable for it")
    } else if rule == &NOT_DRAWN {
        draw.map_or_else(String::new, |draw| format!("{}, not {}", named(draw), spelt(at)))
    } else {
        rule.title.to_owned()
    };
    let help = placement_help(position, draw, piece);
    let help = if chosen && rule != &OPPONENT_CHOICE && rule != &NOT_DRAWN {
        format!("the opponent chooses any square that is empty and completes no file; {help}")
    } else {
        help
    };
    Text::new(what).help(help)
}

/// `2 and 4 name b4 and d2`
fn named(draw: [Card; 2]) -> String {
    let [one, other] = rules::named(draw);
    let [first, second] = draw.map(|card| card.value);
    if one == other {
        return format!("{first} and {second} name {} alone", square_of(one));
    }
    format!("{first} and {second} name {} and {}", square_of(one), square_of(other))
}

/// What would have been a legal placement.
fn placement_help(position: &LeFile, draw: Option<[Card; 2]>, piece: Piece) -> String {
    let stock = |piece| rules::left(position.own(), piece);
    let Some(draw) = draw else {
        let counted = |piece| match (stock(piece), kind(piece)) {
            (1, kind) => format!("one {kind}"),
            (count, kind) => format!("{} {kind}s", in_words(count.into())),
        };
        return format!("{} has {} and {} to place", name(position), counted(Piece::Pawn), counted(Piece::Rook));
    };
    let mut squares = rules::named(draw).to_vec();
    squares.dedup();
    let mut legal = Vec::new();
    for piece in [Piece::Pawn, Piece::Rook].into_iter().filter(|&piece| stock(piece) > 0) {
        let own = squares.iter().filter(|square| !rules::impracticable(position, piece, **square));
        legal.extend(own.map(|square| format!("{}{}", piece.letter(), square_of(*square))));
    }
    let own = format!("legal with these cards: {}", list(&legal));
    let helpless = stock(piece) > 0 && squares.iter().all(|square| rules::impracticable(position, piece, *square));
    if !helpless {
        return own;
    }
    let why: Vec<String> = squares.iter().map(|square| impracticable(position, piece, *square)).collect();
    let star = format!(
        "{}, so {} chooses the square of a {} and a star stands before it: {}*…",
        why.join(" and "),
        other(position),
        kind(piece),
        piece.letter(),
    );
    if legal.is_empty() { star } else { format!("{star}; {own}") }
}

/// Why a square is impracticable: `b4 is filled`.
fn impracticable(position: &LeFile, piece: Piece, square: u8) -> String {
    let name = square_of(square);
    if position.at(square).is_some() {
        return format!("{name} is filled");
    }
    let file = rules::forms(position, piece, square).ends().next();
    file.map_or_else(|| format!("{name} is practicable"), |(one, two)| format!("{name} would complete {one}-{two}"))
}

/// Faults of a move itself.
fn shift(position: &LeFile, rule: &'static Rule, card: Option<Card>, from: Point, to: Point) -> Text {
    let side = name(position);
    let start = from.square().unwrap_or_default();
    let end = to.square().unwrap_or_default();
    if rule == &NO_PIECE || rule == &NOT_OWN_PIECE {
        let what = match standing(position, start) {
            Some(piece) => format!("{piece} stands on {}, and {side} is to move", spelt(from)),
            None => format!("no piece stands on {}", spelt(from)),
        };
        let own = (0..64).filter(|square| position.own().all() >> square & 1 == 1);
        let own: Vec<String> = own.map(|square| square_of(square).to_string()).collect();
        return Text::new(what).help(format!("{side}'s pieces stand on {}", own.join(", ")));
    }
    let step = spelt_pair((from, to));
    let (columns, rows) = (from.column.abs_diff(to.column), from.row.abs_diff(to.row));
    let distance = columns.max(rows as u8);
    let what = if rule == &WRONG_DISTANCE {
        let squares = |count: u8| match count {
            1 => "one square".to_owned(),
            count => format!("{} squares", in_words(count.into())),
        };
        match card {
            Some(card) => format!(
                "{step} is {}, but a {} moves a piece {}",
                squares(distance),
                card.spelt(),
                squares(card.distance())
            ),
            None => format!("{step} is {}: cards move a piece one square or two", squares(distance)),
        }
    } else if rule == &WRONG_DIRECTION {
        match card {
            Some(card) if card.mark.is_black() => {
                format!("{step} does not run along a column or a row, as a {} asks", card.spelt())
            }
            Some(card) => format!("{step} is not diagonal, as a {} asks", card.spelt()),
            None => format!("{step} is no straight line: cards move a piece diagonally, or along a column or a row"),
        }
    } else if rule == &PATH_BLOCKED {
        let between = rules::squares_between(from, to) & position.filled();
        let square = between.trailing_zeros() as u8 & 63;
        format!(
            "{} stands in the way of {step}, on {}",
            standing(position, square).unwrap_or_default(),
            square_of(square)
        )
    } else if rule == &OCCUPIED {
        format!("{} is filled: {} stands there", spelt(to), standing(position, end).unwrap_or_default())
    } else {
        rule.title.to_owned()
    };
    Text::new(what).help(targets(position, card, start))
}

/// Where the piece on a square could go.
fn targets(position: &LeFile, card: Option<Card>, from: u8) -> String {
    let any = [(1, Mark::Red), (1, Mark::Black), (5, Mark::Red), (5, Mark::Black)];
    let cards = card.map_or_else(|| any.map(|(value, mark)| Card { value, mark }).to_vec(), |card| vec![card]);
    let all = cards.iter().flat_map(|card| rules::moves(position, *card)).filter(|(start, _)| *start == from);
    let mut all: Vec<u8> = all.map(|(_, to)| to).collect();
    all.sort_unstable();
    let all: Vec<String> = all.into_iter().map(|to| square_of(to).to_string()).collect();
    let with = card.map_or_else(|| "any card".to_owned(), |card| format!("the {}", card.spelt()));
    if !all.is_empty() {
        return format!("with {with} the piece on {} can go to {}", square_of(from), all.join(", "));
    }
    let others: Vec<String> =
        cards.iter().flat_map(|card| rules::moves(position, *card)).map(|(from, to)| arrow(from, to)).collect();
    match (others.is_empty(), card) {
        (true, Some(card)) => format!("no piece can move with {with}: the side passes, {card} --"),
        (true, None) => "no piece can move: the side passes, --".to_owned(),
        (false, _) => format!("with {with} that piece cannot move; legal moves here: {}", list(&others)),
    }
}
