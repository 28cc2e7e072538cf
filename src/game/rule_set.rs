//! What games make of requests, and who wins together.

use std::any::Any;

use super::{GameInfo, Side, SideInfo};
use crate::board::Size;
use crate::diagnostic::Code;

/// The rules made from a request: the game's own typed parameters, and what the rest of the program needs to know.
#[derive(Debug)]
pub struct RuleSet {
    /// The variant's name.
    pub variant: &'static str,
    /// The options' names in the order of the tag.
    pub options: Vec<&'static str>,
    /// The board's size.
    pub board: Size,
    /// The board's size if no tag gives it.
    pub default_board: Size,
    /// The sides that play, in order.
    pub sides: &'static [SideInfo],
    /// The pairs of sides, if the sides play in pairs (HA-11).
    pub pairing: Option<Pairing>,
    /// The side that begins.
    pub first: Side,
    /// The code that the tag `Termination "foul"` speaks of, in the one variant that has it (RJ-6).
    pub foul: Option<&'static Code>,
    /// Whether anything can be replayed; `false` if the start position was refused.
    pub playable: bool,
    /// The game's own [`Entry::Params`](super::Entry::Params); only the game looks into it.
    pub params: Box<dyn Any + Send + Sync>,
}

/// The side that represents `side` and its partner.
#[inline]
pub(crate) fn party(pairing: Option<&Pairing>, side: Side) -> Side {
    pairing.map_or(side, |pairing| pairing.first_of(side))
}

/// The side that the player of `side` had at the start: the tags name the players by it. `swapped`: two players have
/// exchanged their sides (GM-11).
pub(crate) fn side_at_start(side: Side, swapped: bool) -> Side {
    if swapped { Side(side.0 ^ 1) } else { side }
}

/// Who wins if `loser`, one of `count` sides, loses: the other side or the other pair; nobody if more than two sides
/// play without pairs.
pub(crate) fn beaten_by(count: usize, pairing: Option<&Pairing>, loser: Side) -> Option<Side> {
    let all = (0..count as u8).map(Side).filter(|&side| party(pairing, side) == side);
    let mut others = all.filter(|&side| side != party(pairing, loser));
    let winner = others.next()?;
    others.next().is_none().then_some(winner)
}

/// Two pairs of four sides that win and lose together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pairing {
    /// For each side the name of its pair, its sides in playing order: `White+Green`.
    pub names: [&'static str; 4],
    /// For each side its partner.
    pub partners: [Side; 4],
}

impl Pairing {
    /// The side that represents a pair: the first in playing order.
    pub fn first_of(&self, side: Side) -> Side {
        let partner = self.partners[side.index() & 3];
        if partner.0 < side.0 { partner } else { side }
    }
}

impl RuleSet {
    /// The usual rules of a game: the first variant without options, on this board, which is the default one. A game
    /// sets only what differs: `RuleSet { options, ..RuleSet::usual(info, board, params) }`.
    pub fn usual(info: &'static GameInfo, board: Size, params: impl Any + Send + Sync) -> RuleSet {
        RuleSet {
            variant: info.variants.first().map_or("", |variant| variant.name),
            options: Vec::new(),
            board,
            default_board: board,
            sides: info.sides,
            pairing: None,
            first: Side(0),
            foul: None,
            playable: true,
            params: Box::new(params),
        }
    }

    /// The side that represents those that win together with `side`.
    pub fn party(&self, side: Side) -> Side {
        party(self.pairing.as_ref(), side)
    }

    /// The name of those that win together with `side`: a side or a pair.
    pub fn party_name(&self, side: Side) -> &'static str {
        match &self.pairing {
            Some(pairing) => pairing.names[side.index() & 3],
            None => self.sides.get(side.index()).map_or("", |info| info.name),
        }
    }

    /// Who wins if `loser` loses: the other side or the other pair; nobody if more than two sides play without pairs.
    pub fn beaten_by(&self, loser: Side) -> Option<Side> {
        beaten_by(self.sides.len(), self.pairing.as_ref(), loser)
    }
}
