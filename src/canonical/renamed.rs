//! What the plies of a record are called in another notation system, collected as a replay passes.

use std::ops::Range;

use crate::board::Square;
use crate::engine::{Step, Visitor};
use crate::game::{GameInfo, NotRepresentable, Position, Side};
use crate::system::System;

/// The plies of a record as the target's system writes them.
#[derive(Debug, Default)]
pub(crate) struct Renamed {
    pub(super) system: Option<System>,
    pub(super) texts: String,
    pub(super) plies: Vec<RenamedPly>,
    /// The plies of the main line in their order, by their places.
    pub(super) in_order: Vec<usize>,
    /// How many manches of the main line have ended.
    pub(super) manches: usize,
    pub(super) failed: Option<(Range<usize>, u32)>,
}

#[derive(Debug, Clone)]
pub(super) struct RenamedPly {
    /// Where it stands in the source.
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) text: Range<usize>,
    pub(super) side: Side,
    pub(super) landing: Option<Square>,
    /// How many manches come before it.
    pub(super) manche: usize,
}

impl Renamed {
    /// Forgets all plies and collects those of a record in `system`; `None`: collects nothing.
    pub(crate) fn start(&mut self, system: Option<System>) {
        self.system = system;
        self.texts.clear();
        self.plies.clear();
        self.in_order.clear();
        self.manches = 0;
        self.failed = None;
    }

    /// The text of the ply at byte `start` of the record, and its side.
    pub(super) fn at(&self, start: usize) -> Option<(&str, &RenamedPly)> {
        let index = self.plies.binary_search_by_key(&start, |ply| ply.start).ok()?;
        let ply = self.plies.get(index)?;
        Some((self.texts.get(ply.text.clone())?, ply))
    }
}

impl Visitor for Renamed {
    fn begin(&mut self, _: &'static GameInfo, system: System) {
        self.start(Some(system));
    }

    fn restart(&mut self) {
        self.start(None);
    }

    fn end(&mut self, _: &dyn Position) {
        self.plies.sort_by_key(|ply| ply.start);
    }

    fn tried(&mut self, step: &dyn Step) {
        self.ply(step);
    }

    fn ply(&mut self, step: &dyn Step) {
        let Some(system) = self.system else { return };
        let from = self.texts.len();
        // A diagram needs only the squares of the plies; the writer reports what it cannot hold.
        let written = if system.is_diagram() {
            step.landing().map(drop).ok_or(NotRepresentable)
        } else {
            step.write(system, &mut self.texts)
        };
        if written.is_err() {
            self.texts.truncate(from);
            self.failed.get_or_insert((step.span(), step.number()));
        }
        if step.variation().is_empty() {
            self.in_order.push(step.span().start);
        }
        self.plies.push(RenamedPly {
            start: step.span().start,
            end: step.span().end,
            text: from..self.texts.len(),
            side: step.before().turn(),
            landing: step.landing(),
            manche: self.manches,
        });
        if step.variation().is_empty() && step.after().break_due() {
            self.manches += 1;
        }
    }
}
