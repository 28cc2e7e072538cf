//! Typed parameters of Halma.

use std::sync::Arc;

use super::bases::{self, Seats};
use super::field::{Board, Piece, Spot};
use super::kind::Kind;
use crate::game::{Pairing, Side, SideInfo, beaten_by, party};
use crate::scene::Sign;

/// The rules of a game of Halma, which all its positions share.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Play {
    pub(super) kind: Kind,
    /// Columns and rows of the board.
    pub(super) size: u8,
    /// The sides in playing order.
    pub(super) sides: &'static [SideInfo],
    pub(super) seats: Seats,
    pub(super) pairing: Option<Pairing>,
    /// The turn of the move limit: HA-7 is judged at its end and at the end of each later turn.
    pub(super) limit: Option<u32>,
    /// How many pieces must enter a base, and how many plies its owner then has to leave it (HA-8).
    pub(super) vacate: Option<(u8, u32)>,
    /// The number of pieces of each side.
    pub(super) pieces: u8,
    /// How many pieces of a side must be at their goals for it to win.
    pub(super) needed: u8,
    /// The piece that belongs on each square at the end.
    pub(super) goals: Board,
    /// The side whose base a square belongs to, as a piece of that side.
    bases: Board,
}

impl Play {
    pub(super) fn new(kind: Kind, size: u8, sides: &'static [SideInfo]) -> Play {
        let seats = Seats::of(sides);
        let start = bases::start(kind, size, seats);
        let mut owned = Board::EMPTY;
        for side in seats.sides() {
            for spot in bases::squares(size, seats, side) {
                owned.put(spot, Piece::new(side, 0));
            }
        }
        let pieces = bases::pieces(size, sides.len() == 4);
        Play {
            kind,
            size,
            sides,
            seats,
            pairing: None,
            limit: None,
            vacate: None,
            pieces,
            needed: if kind == Kind::Marked { 1 } else { pieces },
            goals: bases::goals(kind, size, seats, &start),
            bases: owned,
        }
    }

    /// The side whose base a square belongs to.
    #[inline(always)]
    pub(super) fn base_at(&self, spot: Spot) -> Option<Side> {
        self.bases.at(spot).map(Piece::side)
    }

    /// Every square of the board.
    pub(super) fn spots(&self) -> impl Iterator<Item = Spot> + use<> {
        let size = self.size;
        (0..size).flat_map(move |column| (0..size).map(move |row| Spot::new(column, row)))
    }

    /// The side that plays together with another.
    #[inline]
    pub(super) fn partner(&self, side: Side) -> Option<Side> {
        self.pairing.map(|pairing| pairing.partners[side.index() & 3])
    }

    /// The side that represents those who win together.
    pub(super) fn party(&self, side: Side) -> Side {
        party(self.pairing.as_ref(), side)
    }

    pub(super) fn are_enemies(&self, one: Side, other: Side) -> bool {
        self.party(one) != self.party(other)
    }

    /// Who wins if a side loses; nobody if more than two sides play without pairs.
    pub(super) fn beaten_by(&self, loser: Side) -> Option<Side> {
        beaten_by(self.sides.len(), self.pairing.as_ref(), loser)
    }

    /// The letter of a piece in position strings.
    pub(super) fn letter(&self, piece: Piece) -> char {
        match (self.kind, piece.side().0, piece.tag()) {
            (Kind::Colour, 0, 0) => 'A',
            (Kind::Colour, 0, _) => 'G',
            (Kind::Colour, _, 0) => 'R',
            (Kind::Colour, ..) => 'W',
            (_, side, _) => self.sides.get(usize::from(side)).map_or(' ', |info| info.letter),
        }
    }

    /// What distinguishes a piece from others with its letter.
    pub(super) fn sign(&self, piece: Piece) -> Sign {
        match self.kind {
            Kind::Number { .. } => Sign::Number(piece.tag()),
            Kind::Marked if piece.tag() == 1 => Sign::Mark,
            _ => Sign::Plain,
        }
    }
}

/// A game of Halma and its start position.
#[derive(Debug, Clone)]
pub(crate) struct Params {
    pub(super) play: Arc<Play>,
    /// The side that makes the first ply of the record.
    pub(super) first: Side,
    pub(super) setup: Option<Setup>,
}

/// A position string that was read.
#[derive(Debug, Clone)]
pub(crate) struct Setup {
    pub(super) board: Board,
    pub(super) turn: Side,
}
