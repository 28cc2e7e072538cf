//! Typed parameters of Forza 4.

use crate::board::{Size, Square};
use crate::game::Side;

/// The rules and the start position of a game of Forza 4.
#[derive(Debug, Clone)]
pub(crate) struct Params {
    pub(super) size: Size,
    pub(super) equalizer: bool,
    /// The side that makes the first ply of the record.
    pub(super) first: Side,
    pub(super) setup: Option<Setup>,
}

/// A position string that has been read.
#[derive(Debug, Clone)]
pub(crate) struct Setup {
    /// Pieces, each column from the bottom up.
    pub(super) pieces: Vec<(Square, Side)>,
    pub(super) turn: Side,
}
