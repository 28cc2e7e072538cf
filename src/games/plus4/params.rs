//! Typed parameters of Plus 4.

use super::Hand;
use crate::game::Side;

/// The variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// The first line wins.
    Standard,
    /// Lines score, fallen pieces return (P4-5).
    Continua,
    /// The first line scores and ends a manche (P4-8).
    Manche,
}

/// The rules and the start position of a game of Plus 4.
#[derive(Debug, Clone)]
pub(crate) struct Params {
    pub(super) kind: Kind,
    pub(super) mover_first: bool,
    pub(super) target: u32,
    /// The side that makes the first ply of the record.
    pub(super) first: Side,
    pub(super) setup: Option<Setup>,
}

/// A position string that has been read.
#[derive(Debug, Clone)]
pub(crate) struct Setup {
    pub(super) pieces: [u16; 2],
    pub(super) bonus: u16,
    pub(super) turn: Side,
    pub(super) points: [u32; 2],
    /// The pieces in each side's hand; the string of the standard game does not give them.
    pub(super) hands: [Hand; 2],
}
