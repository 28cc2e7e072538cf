//! The rules of Le File: what a ply may do, and its consequences.

use super::deck::{Card, Deck};
use super::files::{self, FileSet, Pieces};
use super::table;
use super::violation::{NotScored, Violation};
use super::{Last, LeFile, PLACEMENTS, PLIES, Pair, Piece, Ply, Point, Unchecked};
use crate::game::{Outcome, Overlook, Side};

/// What a ply changes. The position takes the changes over only if the whole ply is legal.
struct Done {
    pieces: [Pieces; 2],
    deck: Deck,
    last: Last,
}

/// The violation unless it is overlooked.
#[inline]
fn refuse<O: Overlook<Violation>>(violation: Violation, overlook: &mut O) -> Result<(), Violation> {
    if overlook.overlooks(violation) { Ok(()) } else { Err(violation) }
}

/// Carries out a ply, or says which rule it breaks first: `bad-break`, `after-end`, then in the order of LF-14.
#[inline]
pub(super) fn apply<O: Overlook<Violation>>(
    position: &mut LeFile,
    ply: Ply<'_>,
    overlook: &mut O,
) -> Result<(), Violation> {
    if position.made == PLIES {
        // In this game no end is overlooked (C-6).
        return Err(if position.second { Violation::AfterEnd } else { Violation::NoBreak });
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
fn judge<O: Overlook<Violation>>(position: &LeFile, ply: Ply<'_>, overlook: &mut O) -> Result<Done, Violation> {
    match ply {
        Ply::Place { draw, piece, chosen, at } => place(position, draw, piece, chosen, at, overlook),
        Ply::Move { card, from, to, claims, relocations } => {
            let mut done = shift(position, card, from, to, overlook)?;
            let to = to.square().ok_or(Violation::OffBoard { point: to })?;
            let side = position.turn.index() & 1;
            let formed = done.pieces[side].files_with(to);
            if !formed.is_empty() {
                done.last.scored = formed.without(position.scored[side]);
            }
            done.last.unclaimed = claim(&done, position.scored[side], side, claims)?;
            relocate(&mut done, side, relocations, overlook)?;
            Ok(done)
        }
        Ply::Pass { card } => pass(position, card, overlook),
    }
}

fn place<O: Overlook<Violation>>(
    position: &LeFile,
    draw: Option<[Card; 2]>,
    piece: Piece,
    chosen: bool,
    at: Point,
    overlook: &mut O,
) -> Result<Done, Violation> {
    if position.made >= PLACEMENTS {
        return Err(Violation::PlacementInPhase2);
    }
    let mut deck = position.deck;
    if let Some([one, other]) = draw {
        let there = deck.draw(one, false) & deck.draw(other, false);
        if !there {
            refuse(exhausted(position.deck, one, Some(other), false), overlook)?;
        }
    }
    let square = at.square().ok_or(Violation::OffBoard { point: at })?;
    if left(position.own(), piece) == 0 {
        return Err(Violation::NoStock { piece });
    }
    if let Some(draw) = draw {
        let named = named(draw);
        let needed = chosen && named.iter().all(|&square| impracticable(position, piece, square));
        if chosen && !needed {
            refuse(Violation::OpponentChoice { piece }, overlook)?;
        }
        if !named.contains(&square) && !needed {
            refuse(Violation::NotDrawn { draw, at }, overlook)?;
        }
    }
    if let Some(by) = position.standing(square) {
        return Err(Violation::Occupied { at, by, moves: false });
    }
    let after = with(position.own(), piece, square);
    let files = after.files_with(square);
    if !files.is_empty() {
        refuse(Violation::FormsFile { piece, at, files }, overlook)?;
    }
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
fn shift<O: Overlook<Violation>>(
    position: &LeFile,
    card: Option<Card>,
    from: Point,
    to: Point,
    overlook: &mut O,
) -> Result<Done, Violation> {
    if position.made < PLACEMENTS {
        return Err(Violation::MoveInPhase1);
    }
    let mut deck = position.deck;
    if let Some(card) = card {
        let there = deck.draw(card, true);
        if !there {
            refuse(exhausted(position.deck, card, None, true), overlook)?;
        }
    }
    let start = from.square().ok_or(Violation::OffBoard { point: from })?;
    let end = to.square().ok_or(Violation::OffBoard { point: to })?;
    let (filled, own) = (position.filled(), position.own());
    if own.all() >> start & 1 == 0 {
        let by = position.standing(start);
        return Err(by.map_or(Violation::NoPiece { from }, |by| Violation::NotOwnPiece { from, by }));
    }
    let (columns, rows) = (to.column as i8 - from.column as i8, (to.row - from.row) as i8);
    let distance = columns.unsigned_abs().max(rows.unsigned_abs());
    let orthogonal = columns == 0 || rows == 0;
    let diagonal = columns.abs() == rows.abs();
    let length_fits = card.map_or(matches!(distance, 1 | 2), |card| card.distance() == distance);
    if !length_fits {
        refuse(Violation::WrongDistance { distance, card }, overlook)?;
    }
    let direction_fits = match card {
        None => orthogonal || diagonal,
        Some(card) if card.mark.is_black() => orthogonal,
        Some(_) => diagonal,
    };
    if !direction_fits {
        refuse(Violation::WrongDirection { card }, overlook)?;
    }
    if distance > 1 && (orthogonal || diagonal) {
        let square = (filled & squares_between(from, to)).trailing_zeros() as u8;
        if square < 64
            && let Some(by) = position.standing(square)
        {
            refuse(Violation::PathBlocked { square, by }, overlook)?;
        }
    }
    if filled >> end & 1 == 1
        && let Some(by) = position.standing(end)
    {
        return Err(Violation::Occupied { at: to, by, moves: true });
    }
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

fn pass<O: Overlook<Violation>>(position: &LeFile, card: Option<Card>, overlook: &mut O) -> Result<Done, Violation> {
    let placing = position.made < PLACEMENTS;
    let mut deck = position.deck;
    let Some(card) = card else {
        // Without a card only the mark of a ply that stood shows that the pass was not forced (LF-15).
        let mut done = unchanged(position, deck);
        let violation = if placing { Violation::NobodyPasses } else { Violation::NeedlessPass };
        if !overlook.overlooks(violation) {
            if placing {
                return Err(violation);
            }
            done.last.unchecked = Unchecked::Pass;
        }
        return Ok(done);
    };
    if placing {
        return Err(Violation::PassInPhase1);
    }
    let there = deck.draw(card, true);
    if !there {
        refuse(exhausted(position.deck, card, None, true), overlook)?;
    }
    if moves(position, card).next().is_some() {
        refuse(Violation::PassWith { card }, overlook)?;
    }
    Ok(unchanged(position, deck))
}

/// Which of one or two cards, drawn one after the other, the deck does not have.
#[cold]
fn exhausted(mut deck: Deck, one: Card, other: Option<Card>, second: bool) -> Violation {
    let itself = deck.lacks(one);
    match other {
        Some(card) if deck.draw(one, second) => {
            Violation::CardExhausted { card, itself: deck.lacks(card), moves: second }
        }
        _ => Violation::CardExhausted { card: one, itself, moves: second },
    }
}

/// The files that a ply scores and `claims` do not claim (LF-10); `before` are the files that the side scored earlier.
#[inline]
fn claim(done: &Done, before: FileSet, side: usize, claims: &[Pair]) -> Result<FileSet, Violation> {
    let mut unclaimed = done.last.scored;
    for &(one, other) in claims {
        let file = one.square().zip(other.square()).and_then(|(one, other)| files::between(one, other));
        // A file that is already claimed is not left.
        match file.filter(|&file| unclaimed.contains(file)) {
            Some(file) => unclaimed.remove(file),
            None => {
                let why = not_scored(done, before, side, file);
                return Err(Violation::FalseClaim { claim: (one, other), why, scored: done.last.scored });
            }
        }
    }
    Ok(unclaimed)
}

/// Why a ply does not score a file.
#[cold]
fn not_scored(done: &Done, before: FileSet, side: usize, file: Option<u8>) -> NotScored {
    match file {
        None => NotScored::NoFile,
        Some(file) if before.contains(file) => NotScored::Before,
        Some(file) if done.last.scored.contains(file) => NotScored::Twice,
        Some(file) if !done.pieces[side].files().contains(file) => NotScored::NotFormed,
        Some(_) => NotScored::Elsewhere,
    }
}

/// Relocates enemy pawns, one after the other (LF-11).
#[inline]
fn relocate<O: Overlook<Violation>>(
    done: &mut Done,
    side: usize,
    relocations: &[Pair],
    overlook: &mut O,
) -> Result<(), Violation> {
    let scored = done.last.scored.len();
    for (index, &(from, to)) in relocations.iter().enumerate() {
        let start = from.square().ok_or(Violation::OffBoard { point: from })?;
        let end = to.square().ok_or(Violation::OffBoard { point: to })?;
        if index >= scored as usize {
            refuse(Violation::RelocateNotAllowed { relocation: (from, to), scored }, overlook)?;
        }
        let pawns = done.pieces[1 - side].pawns;
        if pawns >> start & 1 == 0 {
            return Err(Violation::RelocateNotPawn { from, by: files::standing(&done.pieces, start), pawns });
        }
        done.pieces[1 - side].pawns &= !(1 << start);
        // The square just left is empty: a pawn may be put back on it.
        if let Some(by) = files::standing(&done.pieces, end) {
            return Err(Violation::RelocateOccupied { to, by });
        }
        done.pieces[1 - side].pawns |= 1 << end;
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

/// Whether a piece of the side to move cannot be placed on a square (LF-4).
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

/// Overlooks everything that can be overlooked.
struct Everything;

impl Overlook<Violation> for Everything {
    fn overlooks(&mut self, _: Violation) -> bool {
        true
    }
}

/// The files that a ply scores here; `None` if it cannot be carried out, even if it stood.
pub(super) fn scored_by(position: &LeFile, ply: Ply<'_>) -> Option<FileSet> {
    let mut after = position.clone();
    apply(&mut after, ply, &mut Everything).ok().map(|()| after.last.scored)
}

/// The points of each player, by the colour that it had in the first manche.
pub(super) fn totals(position: &LeFile) -> [u32; 2] {
    let [first, second] = position.points.map(|points| points.map(u32::from));
    [first[0] + second[1], first[1] + second[0]]
}

/// The outcome of the match (LF-12).
pub(super) fn outcome(position: &LeFile) -> Outcome {
    if !position.second || position.made < PLIES {
        return Outcome::Unfinished;
    }
    let win = |first: bool, ending| Outcome::Win { winner: Side(u8::from(!first)), ending };
    let [one, other] = totals(position);
    // The points that each player made with black.
    let [with_black, by_other] = [position.points[1][1], position.points[0][1]];
    if one != other {
        win(one > other, &table::POINTS)
    } else if with_black != by_other {
        win(with_black > by_other, &table::BLACK_POINTS)
    } else {
        Outcome::Draw { ending: &table::POINTS_TIED }
    }
}
