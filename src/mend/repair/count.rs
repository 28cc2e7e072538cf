//! Counts the records that proposals mend, by kind of change, for the summary of an archive.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{Kind, Mended};

/// How many different changes that mend several records alike are counted; an archive has a few.
const MOST: usize = 1000;

/// What was proposed for the invalid records of an archive.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Records that are invalid.
    pub invalid: u64,
    /// Invalid records with a proposal.
    pub proposed: u64,
    /// Invalid records with one proposal that is cheaper than all others.
    pub single: u64,
    /// Records for which the search ended early.
    pub stopped: u64,
    /// How often the proposal that counts is one change of each kind.
    kinds: [u64; Kind::ALL.len()],
    /// How often the proposal that counts is two changes.
    two: u64,
    /// Changes that mend several records alike: how many.
    alike: BTreeMap<String, u64>,
}

impl Counts {
    /// Counts the result for a record. The proposal at `chosen`, if there is one, counts by its kind.
    pub fn add(&mut self, mended: &Mended, chosen: Option<usize>) {
        if mended.is_valid() {
            return;
        }
        self.invalid += 1;
        self.stopped += u64::from(mended.stopped);
        self.single += u64::from(mended.single_cheapest().is_some());
        let Some(first) = mended.proposals.first() else { return };
        self.proposed += 1;
        match chosen.and_then(|chosen| mended.proposals.get(chosen)).map(|chosen| &chosen.changes[..]) {
            Some([one]) => self.kinds[one.kind as usize] += 1,
            Some(_) => self.two += 1,
            None => {}
        }
        let cheapest = mended.proposals.iter().filter(|proposal| proposal.cost == first.cost);
        let of_many = cheapest.filter_map(|proposal| match &proposal.changes[..] {
            [one] => one.of_many(),
            _ => None,
        });
        let mut alike: Vec<String> = of_many.collect();
        alike.sort_unstable();
        alike.dedup();
        alike.into_iter().for_each(|change| self.count_alike(change, 1));
    }

    fn count_alike(&mut self, change: String, count: u64) {
        if self.alike.len() < MOST || self.alike.contains_key(&change) {
            *self.alike.entry(change).or_default() += count;
        }
    }

    /// Adds the counts of the next part of the archive.
    pub fn merge(&mut self, part: Counts) {
        self.invalid += part.invalid;
        self.proposed += part.proposed;
        self.single += part.single;
        self.stopped += part.stopped;
        self.two += part.two;
        for (sum, count) in self.kinds.iter_mut().zip(part.kinds) {
            *sum += count;
        }
        part.alike.into_iter().for_each(|(change, count)| self.count_alike(change, count));
    }

    /// The kinds of change that mend records, each with its number of records, in the order of the kinds.
    pub fn kinds(&self) -> impl Iterator<Item = (Kind, u64)> {
        Kind::ALL.into_iter().zip(self.kinds).filter(|(_, count)| *count > 0)
    }

    /// How many records two changes mend.
    pub fn two(&self) -> u64 {
        self.two
    }

    /// The changes that mend more than one record alike, the most frequent first: `Board "8x8"`.
    pub fn alike(&self) -> Vec<(&str, u64)> {
        let several = self.alike.iter().filter(|(_, count)| **count > 1);
        let mut several: Vec<_> = several.map(|(change, count)| (change.as_str(), *count)).collect();
        several.sort_by_key(|(_, count)| Reverse(*count));
        several
    }
}
