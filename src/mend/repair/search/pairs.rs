//! Two changes: a first, and a second in the record that it makes.
//!
//! A first change after which more of the record is legal is likeliest; the others come last, with the effort that is
//! left. After any first change the second may be at every ply up to the next error. So all first changes are tried
//! with a second near that error before any with one further away.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::give::hash_of;
use super::singles::Scope;
use super::{ALL, Combined, Search};
use crate::check::Checker;
use crate::mend::repair::change::{Change, Hit, Kind, Step};
use crate::mend::repair::plies::Firsts;
use crate::record::Record;

/// How far before the error a second change stands, the nearest first.
const RINGS: [(usize, usize); 4] = [(0, 1), (2, 6), (7, 24), (25, usize::MAX)];
/// For the first changes after this many, tags are tried as the second only once all places have been.
const FEW: usize = 3;
/// What a pair that is found costs to write and to keep, in replayed plies.
const WRITTEN: u64 = 8;

/// The result of trying pairs.
pub(super) struct Pairs {
    pub(super) found: Vec<Combined>,
    /// The cost up to which every second change was tried after each first change that gets further.
    pub(super) searched: u32,
    /// Whether all pairs were tried that cost no more than those found.
    pub(super) is_complete: bool,
    /// What was not tried at all.
    pub(super) untried: Option<&'static str>,
    /// What the cheapest pair costs that makes a text.
    costs: FxHashMap<u64, u32>,
}

/// Where to look for a second change.
#[derive(Debug, Clone, Copy)]
struct Second {
    /// The number of the first one.
    step: u32,
    /// What both cost.
    total: u32,
    /// How many plies before the error a change of a ply stands, if any is tried.
    near: Option<(usize, usize)>,
    has_text: bool,
    has_tags: bool,
}

impl Search<'_> {
    /// Pairs of changes that mend `record`; `steps`: the first changes after which more of it is legal.
    pub(super) fn pairs(&mut self, base: &mut Checker, record: &Record<'_>, mut steps: Vec<Step>) -> Pairs {
        steps.sort_by_key(|step| (step.cost, Reverse(step.gain), step.source));
        let mut pairs =
            Pairs { found: Vec::new(), searched: ALL, is_complete: true, untried: None, costs: FxHashMap::default() };
        let effort = self.options.effort;
        let mut left = Vec::new();
        for total in 2..=4 {
            // Cheaper pairs must leave effort for the others, unless one of them is found.
            let rest = effort.saturating_sub(self.spent);
            let share = if total == 4 { rest } else { rest * u64::from(total) / 5 };
            let most = self.spent + share;
            for second in seconds(&steps, total) {
                let until = if pairs.found.is_empty() { most } else { effort };
                let share = (until.saturating_sub(self.spent) / 6).max(1000);
                let until = (self.spent + share).min(until);
                if self.spent >= until || !self.second(base, &steps, second, until, &mut pairs) {
                    left.push(second);
                }
            }
            if self.has_valid(&mut pairs.found) {
                break;
            }
        }
        // What takes long comes last.
        for second in left {
            if self.spent >= effort || !self.second(base, &steps, second, effort, &mut pairs) {
                pairs.searched = pairs.searched.min(second.total - 1);
                pairs.is_complete = false;
            }
        }
        if pairs.is_complete {
            drop(steps);
            self.rest(base, record, &mut pairs);
        }
        pairs
    }

    /// Whether one of these pairs mends the record. A change of plies has mended the main line, but perhaps not a tag
    /// or a variation. Those that come before the best that does are taken out.
    fn has_valid(&mut self, found: &mut Vec<Combined>) -> bool {
        found.sort_by_key(|combined| combined.rank);
        let first = found.iter().position(|combined| self.is_spent() || self.look(&combined.draft).valid);
        found.drain(..first.unwrap_or(found.len()));
        !found.is_empty()
    }

    /// Looks for pairs whose first change makes no more of the record legal. Of two such changes the earlier one in the
    /// record counts as the first, so the second stands between it and the error.
    fn rest(&mut self, base: &mut Checker, record: &Record<'_>, pairs: &mut Pairs) {
        let effort = self.options.effort;
        let firsts = self.singles(base, record, Scope::whole(effort, Firsts::Rest));
        pairs.is_complete &= firsts.is_complete();
        pairs.untried = pairs.untried.or(firsts.untried);
        for total in 2..=4 {
            if self.has_valid(&mut pairs.found) && pairs.found.iter().any(|found| found.rank.0 < total) {
                return;
            }
            for (step, first) in (0..).zip(&firsts.steps).filter(|(_, first)| first.leaves(total).is_some()) {
                let between = first.error.zip(first.change.ply);
                let far = between.map_or(usize::MAX, |(error, ply)| error.saturating_sub(ply as usize));
                // Tags are firsts themselves.
                let has_tags = first.error.is_none();
                let second = Second { step, total, near: Some((0, far)), has_text: true, has_tags };
                if self.spent >= effort || !self.second(base, &firsts.steps, second, effort, pairs) {
                    pairs.is_complete = false;
                    return;
                }
            }
        }
    }

    /// Tries second changes after a first one. Returns whether it tried all.
    fn second(&mut self, base: &mut Checker, steps: &[Step], second: Second, most: u64, pairs: &mut Pairs) -> bool {
        let Some(step) = steps.get(second.step as usize) else { return true };
        let Some(cost) = step.leaves(second.total) else { return true };
        let Second { near, has_text, has_tags, .. } = second;
        let mut costs = [false; 3];
        costs[cost as usize] = true;
        let scope = Scope { costs, near, half: most, most, has_text, has_tags, firsts: Firsts::None };
        let found = self.singles(base, &step.draft.record(), scope);
        self.spent += found.hits.len() as u64 * WRITTEN;
        let is_complete = found.is_complete();
        pairs.untried = pairs.untried.or(found.untried);
        for hit in found.hits {
            let cost = step.cost + hit.rank.0;
            let known = pairs.costs.entry(hash_of(&hit.draft.text, self.is_run)).or_insert(u32::MAX);
            if cost < *known {
                *known = cost;
                pairs.found.push(step.with(hit));
            }
        }
        is_complete
    }
}

/// Where second changes are looked for, so that both cost `total`, the likeliest places first.
fn seconds(steps: &[Step], total: u32) -> impl Iterator<Item = Second> {
    let able = move || (0..).zip(steps).filter(move |(_, step)| step.leaves(total).is_some());
    let near = RINGS.into_iter().flat_map(move |near| {
        // Before the first error of some there are no more plies.
        let reached = able().filter(move |(_, step)| step.error.is_none_or(|error| near.0 <= error));
        reached.map(move |(step, _)| {
            let is_first = near == RINGS[0];
            let has_tags = is_first && (step as usize) < FEW;
            Second { step, total, near: Some(near), has_text: is_first, has_tags }
        })
    });
    let of_tags = able().filter(move |(step, first)| *step as usize >= FEW && first.leaves(total) == Some(1));
    near.chain(of_tags.map(move |(step, _)| Second { step, total, near: None, has_text: false, has_tags: true }))
}

impl Step {
    /// The cost of a second change if both cost `total`; `None` if no change has that cost.
    fn leaves(&self, total: u32) -> Option<u32> {
        total.checked_sub(self.cost).filter(|cost| (1..=2).contains(cost))
    }

    /// Both changes together.
    fn with(&self, hit: Hit) -> Combined {
        let mut second = hit.change;
        second.span = self.draft.original(second.span);
        second.ply = second.ply.map(|ply| before_step(&self.change, ply));
        let (cost, agrees, distance, source, kind) = hit.rank;
        Combined {
            rank: (cost + self.cost, agrees, distance, source.max(self.source), kind.min(self.change.kind)),
            changes: vec![self.change.clone(), second],
            first: Some(self.draft.clone()),
            draft: hit.draft,
        }
    }
}

/// The number that a ply has in the record before a first change.
fn before_step(step: &Change, ply: u32) -> u32 {
    match (step.kind, step.ply) {
        (Kind::Extra, Some(extra)) if ply >= extra => ply + 1,
        (_, Some(first)) if step.joined > 0 && ply > first => ply + step.joined,
        (Kind::Omitted, Some(omitted)) if step.span.is_empty() && ply > omitted => ply - 1,
        _ => ply,
    }
}
