//! The search: first all single changes, by their cost; if none mends the record, pairs of changes.
//!
//! `singles` tries single changes, `pairs` two of them, `give` picks the best.

mod errors;
mod give;
mod pairs;
mod singles;

use std::rc::Rc;

use super::change::{Change, Hit, Rank};
use super::plies::Firsts;
use super::{Mended, Options, cost_of_reading};
use crate::check::{Checker, Systems};
use crate::codes::{BAD_ENCODING, TOO_DEEP, UNCLOSED_COMMENT};
use crate::diagnostic::Code;
use crate::engine::Defaults;
use crate::game::Outcome;
use crate::mend::draft::Draft;
use crate::record::{Layout, Record};
use crate::system::System;

use errors::Errors;
use singles::Scope;

/// Finds the smallest changes that make records valid.
#[derive(Debug)]
pub struct Mender {
    options: Options,
    /// Judges the record that is to be mended.
    base: Checker,
    /// Judges what it would become.
    judge: Checker,
}

impl Mender {
    /// A mender; `defaults` is what the caller knows of the records.
    pub fn new(defaults: Defaults, options: Options) -> Mender {
        Mender { options, base: Checker::new(defaults.clone()), judge: Checker::new(defaults) }
    }

    /// The smallest changes that make `record` valid. `systems`: the notation systems of its list.
    pub fn mend(&mut self, record: &Record<'_>, systems: &Systems) -> Mended {
        self.base.go_on_with(systems);
        self.judge.go_on_with(systems);
        let mut errors = Errors::default();
        let judged = self.base.check(record, &mut errors, None);
        let (verdict, is_run) = (judged.verdict, judged.system.is_some_and(System::runs_together));
        let mut mended = Mended {
            error: None,
            found: 0,
            searched: ALL,
            complete: true,
            untried: None,
            stopped: false,
            spent: 0,
            proposals: Vec::new(),
        };
        if verdict.valid {
            return mended;
        }
        mended.error = errors.first().map(|error| (error.code.name, error.ply)).or(Some(("", None)));
        if record.parts.layout == Layout::Unread || errors.0.iter().any(|error| HOPELESS.contains(&error.code)) {
            return mended;
        }
        // Each ply is kept in several forms, far beyond the first error. Of a tree only the main line is.
        const LARGEST: usize = 1 << 20;
        if record.text.len() > LARGEST && record.parts.layout != Layout::Tree {
            (mended.complete, mended.untried) = (false, Some("the record is longer than 1 MiB"));
            return mended;
        }
        let (base, options) = (&mut self.base, &self.options);
        let mut search = Search { judge: &mut self.judge, options, is_run, spent: u64::from(verdict.plies) };
        let effort = options.effort;
        // A sound main line is not changed for the sake of a variation.
        let in_variation = errors.only_in_variations().is_some();
        let pairs = options.changes > 1 && !in_variation;
        let firsts = if pairs { Firsts::FurtherIfAlone } else { Firsts::None };
        let scope = Scope { half: effort.saturating_mul(6) / 10, ..Scope::whole(effort, firsts) };
        let mut single = search.singles(base, record, scope);
        mended.searched = single.searched;
        mended.stopped = !single.is_complete();
        mended.untried = single.untried;
        let hits = std::mem::take(&mut single.hits);
        let seemed_mended = !hits.is_empty();
        let alone = |hit: Hit| Combined { rank: hit.rank, changes: vec![hit.change], first: None, draft: hit.draft };
        search.give(hits.into_iter().map(alone).collect(), &mut mended);
        if mended.found == 0 && pairs {
            if seemed_mended {
                // No first change was kept.
                single.steps = search.singles(base, record, Scope::whole(effort, Firsts::Further)).steps;
            }
            let pairs = search.pairs(base, record, single.steps);
            mended.searched = if mended.stopped { single.searched } else { pairs.searched };
            mended.stopped |= !pairs.is_complete;
            mended.untried = mended.untried.or(pairs.untried);
            search.give(pairs.found, &mut mended);
        }
        if in_variation {
            mended.untried =
                mended.untried.or(Some("the error stands in a variation, of which only single plies are changed"));
        }
        mended.complete = !mended.stopped && mended.untried.is_none();
        mended.spent = search.spent;
        mended
    }
}

impl Mender {
    /// A judge of what records become.
    pub fn judge(&mut self) -> &mut Checker {
        &mut self.judge
    }
}

/// Errors that no change of this kind mends.
static HOPELESS: &[&Code] = &[&BAD_ENCODING, &UNCLOSED_COMMENT, &TOO_DEEP];

/// More than any change costs: all were tried.
const ALL: u32 = u32::MAX;

/// Changes, one or two, that seem to mend the record.
pub(super) struct Combined {
    rank: Rank,
    changes: Vec<Change>,
    /// The record after the first of two.
    first: Option<Rc<Draft>>,
    /// The record after all of them.
    draft: Draft,
}

struct Search<'s> {
    judge: &'s mut Checker,
    options: &'s Options,
    /// Whether plies stand without anything between them, so that no blank tells one text from another.
    is_run: bool,
    /// How many plies have been replayed.
    spent: u64,
}

/// What it costs to judge a whole record: its plies, or what reading its text is worth if that is more.
fn cost_of_look(text: &str, plies: u32) -> u64 {
    (u64::from(plies) + 1).max(cost_of_reading(text))
}

/// What became of a draft.
struct Look {
    valid: bool,
    plies: u32,
    errors: usize,
    outcome: Outcome,
    /// Whether it claims a result.
    claims: bool,
}

impl Search<'_> {
    /// Whether as many plies have been replayed as may be.
    fn is_spent(&self) -> bool {
        self.spent > self.options.effort
    }

    fn look(&mut self, draft: &Draft) -> Look {
        let mut errors = Errors::default();
        let verdict = self.judge.check(&draft.record(), &mut errors, None).verdict;
        self.spent += cost_of_look(&draft.text, verdict.plies);
        Look {
            valid: verdict.valid,
            plies: verdict.plies,
            errors: errors.0.len(),
            outcome: verdict.outcome,
            claims: verdict.claim().is_some(),
        }
    }
}
