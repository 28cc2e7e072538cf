//! Two changes: the first is one after which more of the record is legal.

use rustc_hash::FxHashSet;

use super::give::hash_of;
use super::singles::Scope;
use super::{ALL, Combined, Search};
use crate::check::Checker;
use crate::mend::repair::change::{Change, Hit, Kind, Step};

impl Search<'_> {
    /// Two changes: the first is one after which more of the record is legal. Also the cost up to which every second change
    /// was tried.
    pub(super) fn pairs(&mut self, base: &mut Checker, mut steps: Vec<Step>) -> (Vec<Combined>, u32) {
        const RINGS: [usize; 4] = [1, 6, 24, usize::MAX];
        let effort = self.options.effort;
        steps.sort_by_key(|step| (step.cost, std::cmp::Reverse(step.gain), step.source));
        let mut found: Vec<Combined> = Vec::new();
        let mut texts = FxHashSet::default();
        let mut searched = ALL;
        for total in 2..=4_u32 {
            // The cheaper pairs must not use up what the others need.
            let rest = effort.saturating_sub(self.spent);
            let until = self.spent + rest * u64::from(total) / 5 + u64::from(total == 4) * rest;
            let until = until.min(effort);
            for near in RINGS {
                let able = |step: &&Step| (1..=2).contains(&total.saturating_sub(step.cost));
                for (index, step) in steps.iter().filter(able).enumerate() {
                    if self.spent >= until {
                        searched = searched.min(total - 1);
                        break;
                    }
                    let mut costs = [false; 3];
                    costs[(total - step.cost) as usize] = true;
                    let share = ((until - self.spent) / 6).max(1000);
                    let most = (self.spent + share).min(effort);
                    let scope = Scope { costs, near, half: most, most, has_tags: near == RINGS[0] && index < 3 };
                    let first = step.draft.record();
                    let second = self.singles(base, &first, scope);
                    if !second.is_complete() {
                        searched = searched.min(total - 1);
                    }
                    for hit in second.hits.into_iter().filter(|hit| texts.insert(hash_of(&hit.draft.text))) {
                        found.push(step.with(hit));
                    }
                }
                // Whether one is the only one of its cost, only a look at all places tells.
                if found.len() > 1 || !found.is_empty() && near == RINGS[RINGS.len() - 1] {
                    return (found, searched);
                }
            }
        }
        (found, searched)
    }
}

impl Step {
    /// Both changes together.
    fn with(&self, hit: Hit) -> Combined {
        let mut second = hit.change;
        second.span = self.draft.original(second.span);
        second.ply = second.ply.map(|ply| before_step(&self.change, ply));
        let (cost, agrees, distance, source, kind) = hit.rank;
        Combined {
            rank: (cost + self.cost, agrees, distance, source.max(self.source), kind.min(self.change.kind)),
            changes: vec![self.change.clone(), second],
            drafts: vec![self.draft.clone(), hit.draft],
        }
    }
}

/// The number that a ply has in the record before a first change.
fn before_step(step: &Change, ply: u32) -> u32 {
    match (step.kind, step.ply) {
        (Kind::Extra, Some(extra)) if ply >= extra => ply + 1,
        (Kind::Omitted, Some(omitted)) if step.span.is_empty() && ply > omitted => ply - 1,
        _ => ply,
    }
}
