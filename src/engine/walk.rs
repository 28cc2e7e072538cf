//! A walk through a line of plies: how far it has come, and how it has ended.

use std::ops::Range;

use super::turns::Turns;
use crate::engine::Claim;
use crate::game::FullGame;

/// A walk in progress.
pub(super) struct Walk<G> {
    pub(super) position: G,
    /// Whether not every ply of the line is carried out.
    pub(super) stopped: bool,
    /// How many plies have been carried out.
    pub(super) plies: u32,
    /// How many plies have been read, carried out or not.
    pub(super) number: u32,
    /// How many plies were not replayed, the number of the first of them, and its place.
    pub(super) skipped: u32,
    pub(super) skipped_from: u32,
    pub(super) skipped_at: Range<usize>,
    /// The result at the end of its text.
    pub(super) result: Option<(Claim, Range<usize>)>,
    /// Whether a diagnostic has told that text follows the result.
    pub(super) told: bool,
    /// Whether the last ply was illegal and has lost the game (C-7).
    pub(super) lost: bool,
    /// The byte after the last word of the line, once someone has asked for it.
    pub(super) words_end: Option<usize>,
    pub(super) turns: Turns,
}

impl<G: FullGame> Walk<G> {
    /// A walk from a copy of a position after `before` plies.
    #[inline(always)]
    pub(super) fn new(position: &G, turns: Turns, stopped: bool, before: u32) -> Walk<G> {
        Walk {
            position: position.clone(),
            stopped,
            plies: before,
            number: before,
            skipped: 0,
            skipped_from: 0,
            skipped_at: 0..0,
            result: None,
            told: false,
            lost: false,
            words_end: None,
            turns,
        }
    }

    /// Begins again from a copy of another position, in the memory of this one.
    pub(super) fn begin(&mut self, from: &G, start: Turns, is_stopped: bool, before: u32) {
        // All fields are named, so that none is forgotten.
        let Walk {
            position,
            stopped,
            plies,
            number,
            skipped,
            skipped_from,
            skipped_at,
            result,
            told,
            lost,
            words_end,
            turns,
        } = self;
        position.clone_from(from);
        (*stopped, *plies, *number, *turns) = (is_stopped, before, before, start);
        (*skipped, *skipped_from, *skipped_at) = (0, 0, 0..0);
        (*result, *told, *lost, *words_end) = (None, false, false, None);
    }
}
