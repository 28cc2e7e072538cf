//! Watches the one replay of a record for everything that is asked of it.

use super::opening::Following;
use super::pattern::Pattern;
use crate::audit::duplicates::KeyMaker;
use crate::board::{Side, Square};
use crate::engine::{Claim, Script, Step, Visitor};
use crate::game::{GameInfo, Position};
use crate::system::System;

/// How many plies name an opening at most.
const NAMING: usize = 3;

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
        // A turn has the sides in one order: it ends where a side follows that is not behind the last one.
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
    /// Whether every step is watched; otherwise a script, which is quicker, tells enough.
    steps: bool,
    script: Script,
    pub(super) following: Following,
    pub(super) keys: Option<KeyMaker>,
    /// For each pattern whether the main line has come to it.
    reached: Vec<bool>,
    pub(super) turns: Turns,
    squares: Vec<Square>,
    /// Whether the plies so far have each put one piece.
    names: bool,
    /// The result in the movetext.
    pub(super) claim: Option<Claim>,
    pub(super) points: Vec<u32>,
    pub(super) swapped: bool,
    /// Whether the next ply begins after a break, or is the first.
    begins: bool,
    position: String,
}

impl<'q> Watch<'q> {
    pub(super) fn new(patterns: &'q [Pattern], steps: bool, keys: Option<KeyMaker>) -> Watch<'q> {
        let steps = steps || keys.is_some();
        Watch { patterns, steps, keys, ..Watch::default() }
    }

    /// Forgets the last record.
    pub(super) fn clear(&mut self) {
        self.reached.clear();
        self.reached.resize(self.patterns.len(), false);
        self.turns = Turns::default();
        self.squares.clear();
        (self.names, self.begins) = (true, true);
        self.claim = None;
        self.points.clear();
        self.swapped = false;
        if let Some(keys) = &mut self.keys {
            keys.clear();
        }
    }

    /// Whether the main line has come to that pattern.
    pub(super) fn has_reached(&self, pattern: usize) -> bool {
        self.reached.get(pattern).copied().unwrap_or_default()
    }

    /// The squares of the first plies, as far as each puts a piece.
    pub(super) fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// A ply of the main line was carried out.
    fn count(&mut self, side: Side, landing: Option<Square>, ends_manche: bool) {
        self.turns.ply(side, ends_manche);
        self.names &= landing.is_some() && self.squares.len() < NAMING;
        self.squares.extend(landing.filter(|_| self.names));
    }

    fn look(&mut self, position: &dyn Position) {
        for (pattern, reached) in self.patterns.iter().zip(&mut self.reached) {
            *reached = *reached || pattern.fits(position, &mut self.position);
        }
    }
}

impl Visitor for Watch<'_> {
    fn begin(&mut self, _: &'static GameInfo, _: System) {
        self.script.start(None);
    }

    fn script(&mut self) -> Option<&mut Script> {
        (!self.steps).then_some(&mut self.script)
    }

    fn ply(&mut self, step: &dyn Step) {
        if let Some(keys) = &mut self.keys {
            keys.ply(step);
        }
        if !step.variation().is_empty() {
            return;
        }
        if self.begins {
            self.look(step.before());
        }
        self.look(step.after());
        self.following.ply(step);
        let landing = if self.names { step.landing() } else { None };
        self.begins = step.after().break_due();
        self.count(step.before().turn(), landing, self.begins);
    }

    fn tried(&mut self, step: &dyn Step) {
        if let Some(keys) = &mut self.keys {
            keys.tried(step);
        }
    }

    fn claims(&mut self, claim: Claim) {
        self.claim = Some(claim);
    }

    fn restart(&mut self) {
        self.clear();
        self.following.restart();
    }

    fn end(&mut self, last: &dyn Position) {
        let script = std::mem::take(&mut self.script);
        for (ply, _) in script.plies().filter(|(ply, _)| ply.in_main_line && !ply.was_tried) {
            self.count(ply.side, ply.landing, ply.ends_manche);
        }
        self.script = script;
        self.look(last);
        self.points = last.points();
        self.swapped = last.swapped();
    }
}
