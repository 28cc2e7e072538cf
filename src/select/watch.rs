//! Watches the one replay of a record for all questions about it.

use super::field::Needs;
use super::opening::Following;
use super::pattern::Pattern;
use super::search::{Search, Sight};
use crate::board::{Side, Square};
use crate::engine::script::{Item, LANDINGS};
use crate::engine::{Script, Step, Visitor};
use crate::game::{GameInfo, Position};
use crate::game_key::KeyMaker;
use crate::system::System;

/// Counts the turns of a main line.
#[derive(Debug, Clone, Copy, Default)]
pub struct Turns {
    count: u32,
    /// The side of the last ply; none at the start of a manche.
    last: Option<Side>,
}

impl Turns {
    /// The turn of the next ply, which is one of `side`: 1 for the first.
    pub fn ply(&mut self, side: Side, ends_manche: bool) -> u32 {
        // A turn has the sides in one order: it ends where a side follows that is not after the last one.
        if self.last.is_none_or(|last| side.0 <= last.0) {
            self.count += 1;
        }
        self.last = (!ends_manche).then_some(side);
        self.count
    }

    /// How many turns were begun.
    pub fn count(self) -> u32 {
        self.count
    }
}

/// What a replay has shown.
#[derive(Debug, Default)]
pub(super) struct Watch<'q> {
    patterns: &'q [Pattern],
    /// Whether to watch every step; otherwise a script, which is quicker, is enough.
    steps: bool,
    /// Whether anything but the patterns is watched.
    course: bool,
    script: Script,
    pub(super) following: Following,
    pub(super) keys: Option<KeyMaker>,
    /// Per pattern: whether the main line has reached it, and the search for it.
    reached: Vec<bool>,
    searches: Vec<Search>,
    pub(super) turns: Turns,
    squares: Vec<Square>,
    /// Whether the plies so far have each put one piece.
    names: bool,
    pub(super) points: Vec<u32>,
    pub(super) swapped: bool,
    position: String,
}

impl<'q> Watch<'q> {
    pub(super) fn new(patterns: &'q [Pattern], needs: Needs, keys: Option<KeyMaker>) -> Watch<'q> {
        let searches = patterns.iter().map(|_| Search::default()).collect();
        Watch {
            patterns,
            searches,
            steps: needs.steps || keys.is_some(),
            course: needs.course,
            keys,
            ..Watch::default()
        }
    }

    /// Forgets the last record.
    pub(super) fn clear(&mut self) {
        self.reached.clear();
        self.reached.resize(self.patterns.len(), false);
        self.searches.iter_mut().for_each(Search::begin);
        self.turns = Turns::default();
        self.squares.clear();
        self.names = true;
        self.points.clear();
        self.swapped = false;
        if let Some(keys) = &mut self.keys {
            keys.clear();
        }
    }

    /// Whether the main line has reached that pattern.
    pub(super) fn has_reached(&self, pattern: usize) -> bool {
        self.reached.get(pattern).copied().unwrap_or_default()
    }

    /// The squares of the first plies, up to the first ply that puts no piece.
    pub(super) fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// A ply of the main line was carried out.
    fn count(&mut self, side: Side, landing: Option<Square>, ends_manche: bool) {
        self.turns.ply(side, ends_manche);
        self.names &= landing.is_some() && self.squares.len() < LANDINGS;
        self.squares.extend(landing.filter(|_| self.names));
    }

    /// Looks for the patterns that have not come yet; says after how many plies the next look is worth it.
    fn look_for(&mut self, position: &dyn Position, plies: u32) -> u32 {
        let mut next = u32::MAX;
        let searches = self.searches.iter_mut().zip(self.patterns);
        for ((search, pattern), reached) in searches.zip(&mut self.reached).filter(|(_, reached)| !**reached) {
            match search.look(pattern, position, plies, &mut self.position) {
                Sight::Fits => *reached = true,
                Sight::NotBefore(plies) => next = next.min(plies),
            }
        }
        next
    }
}

impl Visitor for Watch<'_> {
    fn begin(&mut self, _: &'static GameInfo, _: System) {
        self.script.start_without_remarks(None);
    }

    fn script(&mut self) -> Option<&mut Script> {
        (self.course && !self.steps).then_some(&mut self.script)
    }

    fn sees_plies(&self) -> bool {
        self.steps
    }

    fn look(&mut self, position: &dyn Position, plies: u32) -> u32 {
        self.look_for(position, plies)
    }

    fn ply(&mut self, step: &dyn Step) {
        if let Some(keys) = &mut self.keys {
            keys.ply(step);
        }
        if !step.variation().is_empty() {
            return;
        }
        self.following.ply(step);
        let landing = if self.names { step.landing() } else { None };
        self.count(step.before().turn(), landing, step.after().break_due());
    }

    fn tried(&mut self, step: &dyn Step) {
        if let Some(keys) = &mut self.keys {
            keys.tried(step);
        }
    }

    fn restart(&mut self) {
        self.clear();
        self.following.restart();
    }

    fn end(&mut self, last: &dyn Position) {
        let script = std::mem::take(&mut self.script);
        for ply in script.items().iter().filter_map(Item::carried_out) {
            self.count(ply.side, script.landing(ply), ply.ends_manche);
        }
        self.script = script;
        self.look_for(last, u32::MAX);
        self.points = last.points();
        self.swapped = last.swapped();
    }
}
