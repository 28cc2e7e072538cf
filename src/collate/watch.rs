//! Watches the replay of a copy: which plies it has, and how the game spells them.

use std::hash::{Hash, Hasher};
use std::ops::Range;

use rustc_hash::FxHasher;

use crate::board::symmetry::SAME;
use crate::diagnostic::Code;
use crate::engine::{Claim, Step, Visitor};
use crate::game::GameInfo;
use crate::record::Record;
use crate::system::System;

/// A ply that a replay has shown.
#[derive(Debug)]
pub(super) struct Seen {
    /// A hash of what it does, if it is well formed.
    pub(super) action: Option<u32>,
    pub(super) span: Range<usize>,
    /// What the game calls it, if it was carried out.
    pub(super) spelt: Option<String>,
    pub(super) stood: bool,
}

/// Collects the plies of a record, also those that are not carried out.
#[derive(Debug, Default)]
pub(super) struct Watch {
    pub(super) seen: Vec<Seen>,
    /// The plies of variations: where they stand, and what the game calls them.
    told: Vec<(Range<usize>, String)>,
    pub(super) claim: Option<Claim>,
    pub(super) is_diagram: bool,
    /// Whether the plies are spelt otherwise than the game writes them.
    pub(super) is_respelt: bool,
    bytes: Vec<u8>,
}

/// A hash that is the same in every run.
fn hash(value: &impl Hash) -> u32 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    let hash = hasher.finish();
    (hash ^ hash >> 32) as u32
}

/// A hash of a ply as it is written, whatever its capitals.
pub(super) fn hash_of_text(text: &str) -> u32 {
    hash(&text.to_lowercase())
}

impl Watch {
    /// Forgets the last record.
    pub(super) fn clear(&mut self) {
        self.restart();
    }

    /// For each ply of the record that was seen a hash of what it does; of its text, if it is no ply.
    pub(super) fn actions(&self, record: &Record<'_>) -> impl Iterator<Item = u32> {
        let of_text = |span: &Range<usize>| hash_of_text(record.slice(span.clone()));
        self.seen.iter().map(move |seen| seen.action.unwrap_or_else(|| of_text(&seen.span)))
    }

    /// Whether the game has a name for the ply of a variation that stands there.
    pub(super) fn has_told(&self, at: usize) -> bool {
        let before = self.told.partition_point(|(span, _)| span.start <= at);
        before.checked_sub(1).is_some_and(|last| self.told[last].0.contains(&at))
    }

    /// A variation with its plies as the game writes them.
    pub(super) fn respelt(&self, record: &Record<'_>, whole: Range<usize>) -> String {
        let (mut out, mut at) = (String::new(), whole.start);
        let first = self.told.partition_point(|(span, _)| span.start < whole.start);
        for (span, spelt) in self.told[first..].iter().take_while(|(span, _)| span.end <= whole.end) {
            // Plies that run together need not do so in another system.
            out.push_str(if span.start == at { " " } else { record.slice(at..span.start) });
            out.push_str(spelt);
            at = span.end;
        }
        out + record.slice(at..whole.end)
    }

    fn see(&mut self, span: Range<usize>, step: Option<&dyn Step>, is_done: bool) {
        let action = step.map(|step| {
            self.bytes.clear();
            step.write_action(SAME, &mut self.bytes);
            hash(&self.bytes)
        });
        let spelt = step.filter(|_| is_done && self.is_diagram).map(|step| {
            let mut text = String::new();
            step.write_default(&mut text);
            text
        });
        self.seen.push(Seen { action, span, spelt, stood: step.is_some_and(Step::stood) });
    }
}

impl Visitor for Watch {
    fn begin(&mut self, info: &'static GameInfo, system: System) {
        self.is_diagram = system.is_diagram();
        self.is_respelt = system != info.default_system;
    }

    fn ply(&mut self, step: &dyn Step) {
        if step.variation().is_empty() {
            self.see(step.span(), Some(step), true);
        } else if self.is_respelt {
            let (span, mut text) = (step.span(), String::new());
            step.write_default(&mut text);
            let at = self.told.partition_point(|(told, _)| told.start < span.start);
            self.told.insert(at, (span, text));
        }
    }

    fn tried(&mut self, step: &dyn Step) {
        self.see(step.span(), Some(step), false);
    }

    fn refused(&mut self, step: &dyn Step, _: &'static Code) {
        if step.variation().is_empty() {
            self.see(step.span(), Some(step), false);
        }
    }

    fn left_out(&mut self, span: Range<usize>, step: Option<&dyn Step>) {
        self.see(span, step, false);
    }

    fn claimed_result(&mut self, claim: Claim) {
        self.claim = Some(claim);
    }

    fn restart(&mut self) {
        self.seen.clear();
        self.told.clear();
        self.claim = None;
    }
}
