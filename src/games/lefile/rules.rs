//! The rules of Le File: what a ply may do, and what it brings about.

use super::codes::{
    BAD_BREAK, CARD_EXHAUSTED, FALSE_CLAIM, FORMS_FILE, NO_PIECE, NO_STOCK, NOT_DRAWN, NOT_OWN_PIECE, OCCUPIED,
    OFF_BOARD, OPPONENT_CHOICE, PASS_NOT_ALLOWED, PATH_BLOCKED, RELOCATE_NOT_ALLOWED, RELOCATE_NOT_PAWN,
    WRONG_DIRECTION, WRONG_DISTANCE, WRONG_PHASE,
};
use super::deck::{Card, Deck};
use super::files::{self, FileSet, Pieces};
use super::{Last, LeFile, PLACEMENTS, PLIES, Pair, Piece, Ply, Point, Unchecked};
use crate::codes::AFTER_END;
use crate::diagnostic::Rule;
use crate::game::{Outcome, Overlook, Side};

/// A rule that is broken, and which part of the ply breaks it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fault {
    pub(super) rule: &'static Rule,
    pub(super) part: Part,
}

/// A part of a ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// The placement, the move or the pass itself, with its cards.
    Ply,
    /// The claim of that index.
    Claim(usize),
    /// The relocation of that index.
    Relocation(usize),
}

/// What a ply has changed: the position is set only once nothing of the ply is illegal.
struct Done {
    pieces: [Pieces; 2],
    deck: Deck,
    last: Last,
}

/// A fault of `rule` unless it is overlooked.
#[inline]
fn refuse<O: Overlook>(broken: bool, rule: &'static Rule, overlook: &mut O) -> Result<(), Fault> {
    if broken && !overlook.overlooks(rule) { Err(Fault { rule, part: Part::Ply }) } else { Ok(()) }
}

/// The same for a rule that is never overlooked.
#[inline]
fn must(holds: bool, rule: &'static Rule) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(Fault { rule, part: Part::Ply }) }
}

/// Carries out a ply, or says which rule it breaks first: `bad-break`, `after-end`, then in the order of LF-14.
#[inline]
pub(super) fn apply<O: Overlook>(position: &mut LeFile, ply: Ply<'_>, overlook: &mut O) -> Result<(), Fault> {
    if position.made == PLIES {
        // In this game no end is overlooked (C-6).
        return Err(Fault { rule: if position.second { &AFTER_END } else { &BAD_BREAK }, part: Part::Ply });
    }
    let done = judge(position, ply, overlook)?;
    let side = position.turn.index() & 1;
    position.pieces = done.pieces;
    position.deck = done.deck;
    position.last = done.last;
    if !done.last.scored.is_empty() {
        position.scored[side] = position.scored[side].with(done.last.scored);
        position.points[position.manche()][side] += done.last.scored.len() as u8;
    }
    position.turn = position.turn.next(2);
    position.made += 1;
    if position.made == PLACEMENTS {
        // The cards are shuffled again (LF-7).
        position.deck = Deck::default();
    }
    Ok(())
}

#[inline]
fn judge<O: Overlook>(position: &LeFile, ply: Ply<'_>, overlook: &mut O) -> Result<Done, Fault> {
    match ply {
        Ply::Place { draw, piece, chosen, at } => place(position, draw, piece, chosen, at, overlook),
        Ply::Move { card, from, to, claims, relocations } => {
            let mut done = shift(position, card, from, to, overlook)?;
            let Some(to) = to.square() else { return Err(Fault { rule: &OFF_BOARD, part: Part::Ply }) };
            let side = position.turn.index() & 1;
            let formed = done.pieces[side].files_with(to);
            if !formed.is_empty() {
                done.last.scored = formed.without(position.scored[side]);
            }
            done.last.unclaimed = claim(done.last.scored, claims)?;
            relocate(&mut done, side, relocations, overlook)?;
            Ok(done)
        }
        Ply::Pass { card } => pass(position, card, overlook),
    }
}

fn place<O: Overlook>(
    position: &LeFile,
    draw: Option<[Card; 2]>,
    piece: Piece,
    chosen: bool,
    at: Point,
    overlook: &mut O,
) -> Result<Done, Fault> {
    must(position.made < PLACEMENTS, &WRONG_PHASE)?;
    let mut deck = position.deck;
    if let Some([one, other]) = draw {
        let there = deck.draw(one, false) & deck.draw(other, false);
        refuse(!there, &CARD_EXHAUSTED, overlook)?;
    }
    let square = at.square().ok_or(Fault { rule: &OFF_BOARD, part: Part::Ply })?;
    must(left(position.own(), piece) > 0, &NO_STOCK)?;
    if let Some(draw) = draw {
        let named = named(draw);
        let needed = chosen && named.iter().all(|&square| impracticable(position, piece, square));
        refuse(chosen && !needed, &OPPONENT_CHOICE, overlook)?;
        refuse(!named.contains(&square) && !needed, &NOT_DRAWN, overlook)?;
    }
    must(position.filled() >> square & 1 == 0, &OCCUPIED)?;
    let after = with(position.own(), piece, square);
    refuse(!after.files_with(square).is_empty(), &FORMS_FILE, overlook)?;
    let mut done = unchanged(position, deck);
    done.pieces[position.turn.index() & 1] = after;
    done.last.unchecked = match (draw, chosen) {
        (Some(_), _) => Unchecked::Nothing,
        (None, false) => Unchecked::Placement,
        (None, true) => Unchecked::Star,
    };
    Ok(done)
}

/// Moves a piece; files and relocations are still to come.
#[inline]
fn shift<O: Overlook>(
    position: &LeFile,
    card: Option<Card>,
    from: Point,
    to: Point,
    overlook: &mut O,
) -> Result<Done, Fault> {
    must(position.made >= PLACEMENTS, &WRONG_PHASE)?;
    let mut deck = position.deck;
    if let Some(card) = card {
        let there = deck.draw(card, true);
        refuse(!there, &CARD_EXHAUSTED, overlook)?;
    }
    let (Some(start), Some(end)) = (from.square(), to.square()) else {
        return Err(Fault { rule: &OFF_BOARD, part: Part::Ply });
    };
    let (filled, own) = (position.filled(), position.own());
    must(filled >> start & 1 == 1, &NO_PIECE)?;
    must(own.all() >> start & 1 == 1, &NOT_OWN_PIECE)?;
    let (columns, rows) = (to.column as i8 - from.column as i8, (to.row - from.row) as i8);
    let distance = columns.unsigned_abs().max(rows.unsigned_abs());
    let orthogonal = columns == 0 || rows == 0;
    let diagonal = columns.abs() == rows.abs();
    let length_fits = card.map_or(matches!(distance, 1 | 2), |card| card.distance() == distance);
    refuse(!length_fits, &WRONG_DISTANCE, overlook)?;
    let direction_fits = match card {
        None => orthogonal || diagonal,
        Some(card) if card.mark.is_black() => orthogonal,
        Some(_) => diagonal,
    };
    refuse(!direction_fits, &WRONG_DIRECTION, overlook)?;
    if distance > 1 && (orthogonal || diagonal) {
        refuse(filled & squares_between(from, to) != 0, &PATH_BLOCKED, overlook)?;
    }
    must(filled >> end & 1 == 0, &OCCUPIED)?;
    let mut done = unchanged(position, deck);
    let flip = 1 << start | 1 << end;
    let moved = &mut done.pieces[position.turn.index() & 1];
    if own.rooks >> start & 1 == 1 {
        moved.rooks ^= flip;
    } else {
        moved.pawns ^= flip;
    }
    if card.is_none() {
        done.last.unchecked = Unchecked::Move;
    }
    Ok(done)
}

fn pass<O: Overlook>(position: &LeFile, card: Option<Card>, overlook: &mut O) -> Result<Done, Fault> {
    let placing = position.made < PLACEMENTS;
    let mut deck = position.deck;
    let Some(card) = card else {
        // Without a card only the mark of a ply that stood tells that the pass was not forced (LF-15).
        let mut done = unchanged(position, deck);
        if !overlook.overlooks(&PASS_NOT_ALLOWED) {
            must(!placing, &PASS_NOT_ALLOWED)?;
            done.last.unchecked = Unchecked::Pass;
        }
        return Ok(done);
    };
    must(!placing, &WRONG_PHASE)?;
    let there = deck.draw(card, true);
    refuse(!there, &CARD_EXHAUSTED, overlook)?;
    refuse(moves(position, card).next().is_some(), &PASS_NOT_ALLOWED, overlook)?;
    Ok(unchanged(position, deck))
}

/// What `claims` leave unclaimed of the files that a ply scores (LF-10).
#[inline]
fn claim(scored: FileSet, claims: &[Pair]) -> Result<FileSet, Fault> {
    let mut unclaimed = scored;
    for (index, (one, other)) in claims.iter().enumerate() {
        let file = one.square().zip(other.square()).and_then(|(one, other)| files::between(one, other));
        // What was claimed already is not left any more.
        match file.filter(|&file| unclaimed.contains(file)) {
            Some(file) => unclaimed.remove(file),
            None => return Err(Fault { rule: &FALSE_CLAIM, part: Part::Claim(index) }),
        }
    }
    Ok(unclaimed)
}

/// Relocates enemy pawns, one after the other (LF-11).
#[inline]
fn relocate<O: Overlook>(done: &mut Done, side: usize, relocations: &[Pair], overlook: &mut O) -> Result<(), Fault> {
    for (index, (from, to)) in relocations.iter().enumerate() {
        let fault = |rule| Fault { rule, part: Part::Relocation(index) };
        let (Some(from), Some(to)) = (from.square(), to.square()) else {
            return Err(fault(&OFF_BOARD));
        };
        if index >= done.last.scored.len() as usize && !overlook.overlooks(&RELOCATE_NOT_ALLOWED) {
            return Err(fault(&RELOCATE_NOT_ALLOWED));
        }
        if done.pieces[1 - side].pawns >> from & 1 == 0 {
            return Err(fault(&RELOCATE_NOT_PAWN));
        }
        done.pieces[1 - side].pawns &= !(1 << from);
        // The square just left is empty: a pawn may be put back on it.
        if (done.pieces[0].all() | done.pieces[1].all()) >> to & 1 == 1 {
            return Err(fault(&OCCUPIED));
        }
        done.pieces[1 - side].pawns |= 1 << to;
    }
    Ok(())
}

#[inline]
fn unchanged(position: &LeFile, deck: Deck) -> Done {
    Done { pieces: position.pieces, deck, last: Last::default() }
}

/// How many pieces of a kind a side has left to place.
pub(super) fn left(pieces: Pieces, piece: Piece) -> u8 {
    let placed = match piece {
        Piece::Pawn => pieces.pawns.count_ones(),
        Piece::Rook => pieces.rooks.count_ones(),
    };
    piece.stock().saturating_sub(placed as u8)
}

/// The pieces of a side and one more.
#[inline]
fn with(pieces: Pieces, piece: Piece, square: u8) -> Pieces {
    match piece {
        Piece::Pawn => Pieces { pawns: pieces.pawns | 1 << square, ..pieces },
        Piece::Rook => Pieces { rooks: pieces.rooks | 1 << square, ..pieces },
    }
}

/// The squares that two cards name (LF-3).
#[inline]
pub(super) fn named([one, other]: [Card; 2]) -> [u8; 2] {
    let (one, other) = (one.value - 1, other.value - 1);
    [one * 8 + other, other * 8 + one]
}

/// Whether a square is impracticable for a piece of the side to move (LF-4).
pub(super) fn impracticable(position: &LeFile, piece: Piece, square: u8) -> bool {
    position.filled() >> square & 1 == 1 || !forms(position, piece, square).is_empty()
}

/// The files that a piece of the side to move would complete on an empty square.
pub(super) fn forms(position: &LeFile, piece: Piece, square: u8) -> FileSet {
    with(position.own(), piece, square).files_with(square)
}

/// The squares between two on a line.
pub(super) fn squares_between(from: Point, to: Point) -> u64 {
    let (columns, rows) = ((to.column as i8 - from.column as i8).signum(), (to.row - from.row).signum());
    let mut squares = 0;
    let mut at = from;
    loop {
        at = Point { column: at.column.wrapping_add_signed(columns), row: at.row + rows };
        match at.square() {
            Some(square) if at != to => squares |= 1 << square,
            _ => return squares,
        }
    }
}

/// The moves that a card allows the side to move, as numbers of squares.
pub(super) fn moves(position: &LeFile, card: Card) -> impl Iterator<Item = (u8, u8)> {
    let (filled, own, distance) = (position.filled(), position.own().all(), card.distance());
    let directions: [(i8, i8); 4] =
        if card.mark.is_black() { [(-1, 0), (0, -1), (0, 1), (1, 0)] } else { [(-1, -1), (-1, 1), (1, -1), (1, 1)] };
    (0..64).filter(move |square| own >> square & 1 == 1).flat_map(move |from| {
        directions.into_iter().filter_map(move |(columns, rows)| {
            let mut at = Point { column: from / 8, row: i16::from(from % 8) };
            for _ in 0..distance {
                at = Point { column: at.column.wrapping_add_signed(columns), row: at.row + i16::from(rows) };
                at.square().filter(|square| filled >> square & 1 == 0)?;
            }
            at.square().map(|to| (from, to))
        })
    })
}

/// Overlooks whatever may be overlooked, but for one rule.
struct AllBut(Option<&'static Rule>);

impl Overlook for AllBut {
    fn overlooks(&mut self, rule: &'static Rule) -> bool {
        self.0 != Some(rule)
    }
}

/// The part of a ply that breaks `rule` first.
pub(super) fn part_at_fault(position: &LeFile, rule: &'static Rule, ply: Ply<'_>) -> Option<Part> {
    let fault = apply(&mut position.clone(), ply, &mut AllBut(Some(rule))).err()?;
    (fault.rule == rule).then_some(fault.part)
}

/// Carries out a ply, whatever may be overlooked being overlooked.
pub(super) fn carry_out_anyhow(position: &mut LeFile, ply: Ply<'_>) -> Result<(), Fault> {
    apply(position, ply, &mut AllBut(None))
}

/// The files that a ply scores here; `None` if it cannot be carried out, even if it stood.
pub(super) fn scored_by(position: &LeFile, ply: Ply<'_>) -> Option<FileSet> {
    let mut after = position.clone();
    carry_out_anyhow(&mut after, ply).ok().map(|()| after.last.scored)
}

/// The points of each player, by the colour that it had in the first manche.
pub(super) fn totals(position: &LeFile) -> [u32; 2] {
    let [first, second] = position.points.map(|points| points.map(u32::from));
    [first[0] + second[1], first[1] + second[0]]
}

/// What the match has come to (LF-12).
pub(super) fn outcome(position: &LeFile) -> Outcome {
    if !position.second || position.made < PLIES {
        return Outcome::Unfinished;
    }
    let win = |first: bool, reason| Outcome::Win { winner: Side(u8::from(!first)), reason };
    let [one, other] = totals(position);
    // The points that each player made with black.
    let [with_black, by_other] = [position.points[1][1], position.points[0][1]];
    if one != other {
        win(one > other, "points")
    } else if with_black != by_other {
        win(with_black > by_other, "black-points")
    } else {
        Outcome::Draw { reason: "points-tied" }
    }
}
