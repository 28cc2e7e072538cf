//! The main line of a record as a position: each ply that is carried out is kept, with the position after it.

use std::sync::Arc;

use super::Position;
use crate::engine::{Setting, Step, Visitor};
use crate::game::{self, BREAK, GameInfo, Played};
use crate::system::System;

/// Keeps the plies of a replay.
#[derive(Debug, Default)]
pub(crate) struct Line {
    system: Option<System>,
    played: Vec<Played>,
}

impl Line {
    /// The position after the last ply. The record was replayed by `setting`.
    pub(crate) fn into_position(self, mut setting: Setting) -> Position {
        // In a numbered diagram nothing can be played on.
        setting.system = self.system.filter(|system| !system.is_diagram());
        let start = setting.start.clone();
        Position { setting: Arc::new(setting), start, played: self.played }
    }

    /// Keeps the break that has led from the last ply to `position`, if one has.
    fn keep_break(&mut self, position: &dyn game::Position) {
        if let (Some(last), Some(system)) = (self.played.last(), self.system)
            && last.state.break_due()
            && !position.break_due()
        {
            self.played.extend(last.state.played(BREAK, system));
        }
    }
}

impl Visitor for Line {
    fn begin(&mut self, _: &'static GameInfo, system: System) {
        self.system = Some(system);
    }

    fn ply(&mut self, step: &dyn Step) {
        let Some(system) = self.system.filter(|_| step.variation().is_empty()) else { return };
        self.keep_break(step.before());
        self.played.push(step.kept(system));
    }

    fn restart(&mut self) {
        self.played.clear();
    }

    fn end(&mut self, last: &dyn game::Position) {
        self.keep_break(last);
    }
}
