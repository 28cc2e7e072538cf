//! Typed parameters of Le File.

use super::files::{FileSet, Pieces};
use crate::game::Side;

/// The start position of a match; there is only one variant.
#[derive(Debug, Clone)]
pub(crate) struct Params {
    pub(super) setup: Option<Setup>,
}

/// A position string that has been read.
#[derive(Debug, Clone)]
pub(crate) struct Setup {
    pub(super) pieces: [Pieces; 2],
    pub(super) turn: Side,
    /// Whether the next ply belongs to phase 2.
    pub(super) moving: bool,
    pub(super) points: [u8; 2],
    pub(super) scored: [FileSet; 2],
}
