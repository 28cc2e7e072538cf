//! Typed parameters of Gomoku.

use super::Play;
use crate::board::Square;
use crate::game::Side;

/// The rules and the start position of a game of Gomoku.
#[derive(Debug, Clone)]
pub(crate) struct Params {
    pub(super) play: Play,
    /// The side that makes the first ply of the record.
    pub(super) first: Side,
    pub(super) setup: Option<Setup>,
}

/// A position string that has been read.
#[derive(Debug, Clone)]
pub(crate) struct Setup {
    pub(super) pieces: Vec<(Square, Side)>,
    pub(super) turn: Side,
    pub(super) to_place: [u16; 2],
}
