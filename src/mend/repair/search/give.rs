//! Picks the proposals to return: the best ones, each judged as the record that it makes.

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
    /// Sorts all changes found and returns the best, each judged as the record that it makes.
    pub(super) fn give(&mut self, mut found: Vec<Combined>, mended: &mut Mended) {
        /// After this many refusals without an accepted proposal the search ends.
        const REFUSED: usize = 300;
        found.sort_by_key(|combined| combined.rank);
        let mut texts = FxHashSet::default();
        found.retain(|combined| texts.insert(hash_of(&combined.draft.text, self.is_run)));
        mended.found = found.len() as u64;
        let mut refused = 0;
        for Combined { rank, mut changes, first, draft } in found {
            if mended.proposals.len() >= self.options.limit.max(2) {
                // An audit tells no number, and what is left when the effort is spent counts unjudged.
                if self.options.changes > 1 && !self.is_spent() && !self.look(&draft).valid {
                    mended.found -= 1;
                }
                continue;
            }
            let report = report("", &draft.record(), self.judge);
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

/// A hash of the text without comments that show changes, and without blanks except those between letters or digits:
/// two proposals with the same hash are one. `is_run`: plies stand one after the other, `33543`, and no blank counts.
pub(super) fn hash_of(text: &str, is_run: bool) -> u64 {
    let mut hasher = rustc_hash::FxHasher::default();
    let mut rest = text;
    // Some blanks make a difference: `11,1 11,11` is not `11,11 1,11`. `last` is the byte before the blanks.
    let (mut last, mut is_parted) = (b' ', false);
    loop {
        let (part, after) = match rest.find("{[%was ") {
            Some(at) => (&rest[..at], rest[at..].find('}').map_or("", |end| &rest[at + end + 1..])),
            None => (rest, ""),
        };
        for byte in part.bytes() {
            if byte.is_ascii_whitespace() {
                is_parted = true;
                continue;
            }
            if !is_run && is_parted && last.is_ascii_alphanumeric() && byte.is_ascii_alphanumeric() {
                b' '.hash(&mut hasher);
            }
            byte.hash(&mut hasher);
            (last, is_parted) = (byte, false);
        }
        if after.is_empty() {
            return hasher.finish();
        }
        rest = after;
        is_parted = true;
    }
}

#[cfg(test)]
mod tests {
    use super::hash_of;

    #[test]
    fn texts_are_equal_whatever_blanks_part() {
        for (one, other) in [("1. c,e;\n2. d", "1. c, e; 2.d"), ("1. c {[%was e]}, d", "1. c, d"), ("c\ne", "c e")] {
            assert_eq!(hash_of(one, false), hash_of(other, false), "{one:?}, {other:?}");
        }
        assert_eq!(hash_of("33 {[%was nothing]} 131", true), hash_of("3 {[%was nothing]} 3131", true));
        for (one, other) in [("11,1 11,11", "11,11 1,11"), ("1. c", "1. c {x}"), ("a1 a2", "a1, a2")] {
            assert_ne!(hash_of(one, false), hash_of(other, false), "{one:?}, {other:?}");
        }
    }
}
