//! A walk through a line of plies: where it stands, and what has become of it.

use std::ops::Range;

use super::turns::Turns;
use crate::engine::Claim;
use crate::game::FullGame;

/// A line that has been walked: the main line or a variation.
pub(super) struct Walked<G> {
    pub(super) position: G,
    /// Plies carried out, counted from the start of the record.
    pub(super) plies: u32,
    /// Plies read, carried out or not, counted likewise.
    pub(super) number: u32,
    /// Whether every ply of it was carried out.
    pub(super) whole: bool,
    /// The result that ends its text.
    pub(super) result: Option<(Claim, Range<usize>)>,
    /// Plies behind the one that stopped it, and the place of the first.
    pub(super) skipped: u32,
    pub(super) skipped_at: Range<usize>,
}

/// A walk in progress.
pub(super) struct Walk<G> {
    pub(super) position: G,
    pub(super) stopped: bool,
    /// Plies carried out.
    pub(super) plies: u32,
    /// Plies read, carried out or not.
    pub(super) number: u32,
    pub(super) skipped: u32,
    pub(super) skipped_at: Range<usize>,
    pub(super) result: Option<(Claim, Range<usize>)>,
    /// Whether text behind the result has been told.
    pub(super) told: bool,
    /// Whether the last ply was tried and lost the game (C-7).
    pub(super) lost: bool,
    /// The index behind the last word of the line, once somebody has asked for it.
    pub(super) words_end: Option<usize>,
    pub(super) turns: Turns,
}

impl<G: FullGame> Walk<G> {
    /// A walk without turns, as diagrams and lists have it.
    pub(super) fn plain(position: G, stopped: bool) -> Walk<G> {
        let turns = Turns::new(position.sides().len(), position.turn().index(), 1, false);
        Walk {
            position,
            stopped,
            plies: 0,
            number: 0,
            skipped: 0,
            skipped_at: 0..0,
            result: None,
            told: false,
            lost: false,
            words_end: None,
            turns,
        }
    }

    /// What has become of it.
    pub(super) fn walked(self) -> Walked<G> {
        Walked {
            whole: !self.stopped,
            position: self.position,
            plies: self.plies,
            number: self.number,
            result: self.result,
            skipped: self.skipped,
            skipped_at: self.skipped_at,
        }
    }
}
