//! What is given of all that was found: the best, each judged as the record that it makes.

use std::hash::{Hash, Hasher};

use rustc_hash::FxHashSet;

use super::{Combined, Search};
use crate::engine::{Claim, Claims, MainLine, Setting};
use crate::mend::draft::Draft;
use crate::mend::repair::Mended;
use crate::mend::repair::change::Proposal;
use crate::report::report;
use crate::system::System;

impl Search<'_> {
    /// Puts what was found in order and gives the best, each judged as the record that it makes.
    pub(super) fn give(&mut self, mut found: Vec<Combined>, mended: &mut Mended) {
        /// After so many that the judge refuses, with none that it accepts, the rest is not looked at.
        const REFUSED: usize = 300;
        found.sort_by_key(|combined| combined.rank);
        let mut texts = FxHashSet::default();
        found.retain(|combined| texts.insert(hash_of(&combined.draft.text)));
        mended.found = found.len() as u64;
        let mut refused = 0;
        for Combined { rank, mut changes, first, draft } in found {
            if mended.proposals.len() >= self.options.limit.max(2) {
                break;
            }
            let report = report("", &draft.record(), self.judge, false);
            if !report.valid {
                mended.found -= 1;
                refused += 1;
                if refused > REFUSED && mended.proposals.is_empty() {
                    mended.found = 0;
                    mended.untried = Some("300 changes leave other errors, and no more were tried");
                    break;
                }
                continue;
            }
            let claims = has_claim(self.judge.last(), &draft, &report);
            let agrees = (claims && report.outcome.outcome.is_end()).then_some(true);
            changes.sort_by_key(|change| change.ply);
            mended.proposals.push(Proposal {
                cost: rank.0,
                changes,
                plies: report.plies,
                outcome: report.outcome,
                agrees,
                drafts: first.map(|first| (*first).clone()).into_iter().chain([draft]).collect(),
            });
        }
    }
}

/// Whether a record claims a result, in its tag or in its last word.
fn has_claim((setting, claims): (Option<&Setting>, &Claims), draft: &Draft, report: &crate::report::Report) -> bool {
    let is_claim = |claim: &Claim| *claim != Claim::Open;
    if claims.result.as_ref().is_some_and(|(claim, _)| is_claim(claim)) {
        return true;
    }
    let (Some(setting), Some(system)) = (setting, report.notation.and_then(System::named)) else { return false };
    let record = draft.record();
    let line = MainLine::of(&record, setting, system);
    let word = line.result.and_then(|span| Claim::read(record.slice(span), &setting.rules));
    word.is_some_and(|claim| is_claim(&claim))
}

/// The text without blanks and without the comments that tell of changes: two proposals with one such text are one.
pub(super) fn hash_of(text: &str) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    let mut rest = text;
    loop {
        let (part, behind) = match rest.find("{[%was ") {
            Some(at) => (&rest[..at], rest[at..].find('}').map_or("", |end| &rest[at + end + 1..])),
            None => (rest, ""),
        };
        for word in part.split_ascii_whitespace() {
            // Commas part words as blanks do.
            for byte in word.bytes() {
                byte.hash(&mut hasher);
            }
        }
        if behind.is_empty() {
            return hasher.finish();
        }
        rest = behind;
    }
}
