//! Explains plies that break the rules of Le File, and says what would have been legal. Claims and relocations have
//! their own file.

use super::deck::{Card, Mark};
use super::files::square_of;
use super::violation::{Standing, Violation};
use super::words::{kind, name, other, spelt, spelt_pair, standing};
use super::{LeFile, PLACEMENTS, Piece, Ply, Point, SIZE, claims, rules, table};
use crate::board::in_words;
use crate::diagnostic::Text;
use crate::game::Outcome;

/// Explains a violation by `ply` in `position`, and says what would have been legal there.
pub(super) fn explain(position: &LeFile, violation: Violation, ply: Ply<'_>) -> Text {
    let side = name(position);
    let what = match violation {
        Violation::NoBreak => {
            return Text::new("the manche has had its 48 plies, and no break stands before this one")
                .help("write `/` between the two manches; White begins the second one too");
        }
        Violation::AfterEnd => return after_end(position),
        Violation::MoveInPhase1 => return phase_1(position, "no piece moves"),
        Violation::PassInPhase1 => return phase_1(position, "nobody passes"),
        Violation::PlacementInPhase2 => {
            return Text::new(format!("this is phase 2, where pieces only move: {side} moves one"))
                .help("phase 1 ended with the sixteenth ply; now a ply is written like 3r c4-d5");
        }
        Violation::NobodyPasses => {
            return Text::new(format!("nobody passes in phase 1, and {side} is to place a piece"))
                .help("if the other side played twice and nobody noticed, mark the pass with {[%stands]}");
        }
        Violation::NeedlessPass => {
            // The card is not written: only where every card allows a move is the pass known to be needless.
            let can_move = ANY_CARD.iter().all(|card| rules::moves(position, *card).next().is_some());
            return Text::new(if can_move {
                format!("{side} passed although it could move")
            } else {
                format!("{side}'s pass is marked as illegal; whether it could move depends on its card")
            })
            .help("a side passes only if none of its pieces can make the move that the card asks for");
        }
        Violation::PassWith { card } => {
            let moves: Vec<String> = rules::moves(position, card).map(|(from, to)| arrow(from, to)).collect();
            return Text::new(format!("{side} may not pass: a piece can move with the {}", card.spelt()))
                .help(format!("legal moves here: {}", list(&moves)));
        }
        Violation::CardExhausted { card, itself, .. } => return exhausted(position, card, itself),
        Violation::OffBoard { point } => {
            return Text::new(format!("the board has no {}: it is {SIZE}", spelt(point)))
                .help("columns are a to h, rows 1 to 8, seen from White's seat");
        }
        Violation::FalseClaim { claim, why, scored } => return claims::claim(position, claim, why, scored),
        Violation::RelocateNotAllowed { relocation, scored } => {
            return claims::no_point(position, relocation, scored);
        }
        Violation::RelocateNotPawn { from, by, pawns } => return claims::no_pawn(position, from, by, pawns),
        Violation::RelocateOccupied { to, by } => {
            return Text::new(filled(to, by)).help("a relocated pawn is put on an empty square");
        }
        Violation::NoPiece { from } => {
            return Text::new(format!("no piece stands on {}", spelt(from))).help(own_pieces(position));
        }
        Violation::NotOwnPiece { from, by } => {
            return Text::new(format!("{} stands on {}, and {side} is to move", standing(by), spelt(from)))
                .help(own_pieces(position));
        }
        Violation::NoStock { piece } => {
            let all = if piece == Piece::Rook { "both" } else { "all six" };
            format!("{side} has no {} left to place: {all} stand on the board", kind(piece))
        }
        Violation::OpponentChoice { piece } => {
            format!("{side} places this {} itself: the cards name a square where it can go", kind(piece))
        }
        Violation::NotDrawn { draw, at } => format!("{}, not {}", named(draw), spelt(at)),
        Violation::Occupied { at, by, .. } => filled(at, by),
        Violation::FormsFile { piece, at, files } => {
            let files: Vec<_> = files.ends().map(|(one, two)| format!("{one}-{two}")).collect();
            format!("a {} on {} would complete the file {}", kind(piece), spelt(at), files.join(" and "))
        }
        Violation::WrongDistance { distance: 0, .. } => format!("{} leaves the piece where it is", step(ply)),
        Violation::WrongDistance { distance, card: Some(card) } => format!(
            "{} is {}, but {} moves a piece {}",
            step(ply),
            squares(distance),
            card.spelt_as_one(),
            squares(card.distance())
        ),
        Violation::WrongDistance { distance, card: None } => {
            format!("{} is {}: cards move a piece one square or two", step(ply), squares(distance))
        }
        Violation::WrongDirection { card: Some(card) } if card.mark.is_black() => {
            format!("{} does not run along a column or a row, as {} asks", step(ply), card.spelt_as_one())
        }
        Violation::WrongDirection { card: Some(card) } => {
            format!("{} is not diagonal, as {} asks", step(ply), card.spelt_as_one())
        }
        Violation::WrongDirection { card: None } => {
            format!("{} is not a straight line: cards move a piece diagonally, or along a column or a row", step(ply))
        }
        Violation::PathBlocked { square, by } => {
            format!("{} stands in the way of {}, on {}", standing(by), step(ply), square_of(square))
        }
    };
    let text = Text::new(what);
    match ply {
        Ply::Place { draw, piece, chosen, .. } => {
            let help = placement_help(position, draw, piece);
            let star = chosen && !matches!(violation, Violation::OpponentChoice { .. } | Violation::NotDrawn { .. });
            text.help(if star {
                format!("the opponent chooses any square that is empty and completes no file; {help}")
            } else {
                help
            })
        }
        Ply::Move { card, from, .. } => text.help(targets(position, card, from.square().unwrap_or_default())),
        Ply::Pass { .. } => text,
    }
}

/// A list of words with commas; a long list ends with the number of further words.
fn list(words: &[String]) -> String {
    const MOST: usize = 10;
    let shown = words.get(..MOST).unwrap_or(words).join(", ");
    match words.len().saturating_sub(MOST) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// The message about a filled square.
fn filled(at: Point, by: Standing) -> String {
    format!("{} is filled: {} stands there", spelt(at), standing(by))
}

/// The squares of a move: `c4-d5`.
fn step(ply: Ply<'_>) -> String {
    match ply {
        Ply::Move { from, to, .. } => spelt_pair((from, to)),
        Ply::Place { at, .. } => spelt(at),
        Ply::Pass { .. } => String::new(),
    }
}

fn squares(count: u8) -> String {
    match count {
        1 => "one square".to_owned(),
        count => format!("{} squares", in_words(count.into())),
    }
}

/// Where the side to move has its pieces.
fn own_pieces(position: &LeFile) -> String {
    let own = (0..64).filter(|square| position.own().all() >> square & 1 == 1);
    let own: Vec<String> = own.map(|square| square_of(square).to_string()).collect();
    if own.is_empty() {
        return format!("{} has no piece on the board", name(position));
    }
    format!("{}'s pieces stand on {}", name(position), own.join(", "))
}

fn after_end(position: &LeFile) -> Text {
    let [white, black] = rules::totals(position);
    let end = match rules::outcome(position) {
        Outcome::Win { winner, ending } => {
            ending.won_by(&format!("{} of the first manche", table::SIDES[winner.index() & 1].name))
        }
        _ => format!("it is a draw ({})", table::POINTS_TIED.about),
    };
    Text::new(format!("the match is over: {end}, {white} to {black}")).help("a match has two manches of 48 plies")
}

/// The message about plies that do not belong in phase 1.
fn phase_1(position: &LeFile, what: &str) -> Text {
    Text::new(format!("this is phase 1, where {what}: {} places a piece", name(position)))
        .help(format!("this is ply {} of the sixteen of phase 1, which are written like 24 Pb4", position.made + 1))
}

fn exhausted(position: &LeFile, card: Card, itself: bool) -> Text {
    let value = card.value;
    let (what, help) = match (itself, position.made >= PLACEMENTS) {
        (true, _) => (
            if position.deck.lacks(card) {
                format!("the {} has already been drawn in this phase", card.spelt())
            } else {
                format!("this ply draws the {} twice", card.spelt())
            },
            "each card comes once in a phase".to_owned(),
        ),
        (false, true) => {
            let colour = if card.mark.is_black() { "black" } else { "red" };
            (
                format!("both {colour} cards of value {value} have already been drawn in this phase"),
                "in phase 2 each value comes twice in each colour".to_owned(),
            )
        }
        (false, false) => {
            let (mut deck, all) = (position.deck, "in phase 1 each value comes four times".to_owned());
            if deck.draw(card, false) {
                (format!("fewer cards of value {value} are left in this phase than this ply draws"), all)
            } else {
                (format!("all four cards of value {value} have already been drawn in this phase"), all)
            }
        }
    };
    Text::new(what).help(help)
}

fn arrow(from: u8, to: u8) -> String {
    format!("{}-{}", square_of(from), square_of(to))
}

/// `2 and 4 name b4 and d2`
fn named(draw: [Card; 2]) -> String {
    let [one, other] = rules::named(draw);
    let [first, second] = draw.map(|card| card.value);
    if one == other {
        return format!("{first} and {second} name only {}", square_of(one));
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
    if stock(Piece::Pawn) + stock(Piece::Rook) == 0 {
        return format!("{} has no piece left to place", name(position));
    }
    if !helpless && legal.is_empty() {
        return format!("with these cards {} chooses the square, written with a star", other(position));
    }
    if !helpless {
        return own;
    }
    let why: Vec<String> = squares.iter().map(|square| impracticable(position, piece, *square)).collect();
    let star = format!(
        "{}, so {} chooses the square of a {}, written with a star: {}*…",
        why.join(" and "),
        other(position),
        kind(piece),
        piece.letter(),
    );
    if legal.is_empty() { star } else { format!("{star}; {own}") }
}

/// Why a piece cannot go to a square: `b4 is filled`.
fn impracticable(position: &LeFile, piece: Piece, square: u8) -> String {
    let name = square_of(square);
    if position.at(square).is_some() {
        return format!("{name} is filled");
    }
    let file = rules::forms(position, piece, square).ends().next();
    file.map_or_else(|| format!("{name} can be used"), |(one, two)| format!("{name} would complete {one}-{two}"))
}

/// A card of each kind of move: short and long ones, diagonal ones and others.
const ANY_CARD: [Card; 4] = [
    Card { value: 1, mark: Mark::Red },
    Card { value: 1, mark: Mark::Black },
    Card { value: 5, mark: Mark::Red },
    Card { value: 5, mark: Mark::Black },
];

/// Where the piece on a square could go.
fn targets(position: &LeFile, card: Option<Card>, from: u8) -> String {
    let cards = card.map_or_else(|| ANY_CARD.to_vec(), |card| vec![card]);
    let all = cards.iter().flat_map(|card| rules::moves(position, *card)).filter(|(start, _)| *start == from);
    let mut all: Vec<u8> = all.map(|(_, to)| to).collect();
    all.sort_unstable();
    let all: Vec<String> = all.into_iter().map(|to| square_of(to).to_string()).collect();
    let with = card.map_or_else(|| "the right card".to_owned(), |card| format!("the {}", card.spelt()));
    if !all.is_empty() {
        return format!("with {with} the piece on {} can go to {}", square_of(from), all.join(", "));
    }
    let others: Vec<String> =
        cards.iter().flat_map(|card| rules::moves(position, *card)).map(|(from, to)| arrow(from, to)).collect();
    match (others.is_empty(), card) {
        (true, Some(card)) => format!("no piece can move with {with}: the side passes, {card} --"),
        (true, None) => "no piece can move: the side passes, --".to_owned(),
        (false, Some(_)) => format!("with {with} that piece cannot move; legal moves here: {}", list(&others)),
        (false, None) => format!("no card moves that piece; legal moves here, each with its card: {}", list(&others)),
    }
}
