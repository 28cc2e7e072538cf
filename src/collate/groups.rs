//! Finds the records that are copies of one game.
//!
//! Two records belong together if their plies, aligned, agree well enough, or if players and date agree. Two groups do
//! if at least half of the pairs of their members do (in large groups, of eight members each). Of few records all pairs
//! are compared; of many, only those that share a signature: a run of plies at about the same place, a short game without
//! one of its plies, the plies up to some number in any order, players and date. One wrong ply spoils some signatures
//! of a record and leaves others, so a copy is still found, and the work grows with the number of records, not with its
//! square.

use std::collections::{HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::ops::Range;

use rustc_hash::FxHasher;

use super::align::agreement;
use super::lines::Lines;
use super::witness::{Kind, Witness};

/// How many members of a set are compared to decide whether another set belongs to it.
const ASKED: usize = 8;
/// Up to how many records of a kind all pairs are compared.
const FEW: usize = 1200;
/// A signature that more records share proves nothing: it belongs to a common opening.
const COMMON: usize = 64;
/// With how many of the next records that have a common signature each is compared.
const NEXT: usize = 4;
/// The distance between runs of plies that make signatures.
const STEP: usize = 4;

/// The groups of witnesses that belong together, in the order of their first members.
pub(super) fn groups(witnesses: &[Witness], alike: f64) -> Vec<Vec<usize>> {
    let lines = Lines::of_witnesses(witnesses);
    let mut sets = joined(&lines, &|one, other| agreement(one, other, alike) >= alike);
    by_meeting(witnesses, &lines, &mut sets);
    sets.groups()
}

/// Joins the records that are copies of each other; `is_copy` decides from their plies.
pub(super) fn joined(lines: &Lines, is_copy: &dyn Fn(&[u32], &[u32]) -> bool) -> Sets {
    let mut sets = Sets::new(lines.len());
    let mut kinds: HashMap<Kind, Vec<usize>> = HashMap::new();
    for (index, kind) in lines.kinds.iter().enumerate() {
        kinds.entry(*kind).or_default().push(index);
    }
    for members in kinds.values() {
        // The sets that were found not to belong together, each by its first member and its size.
        let mut apart: HashSet<[(usize, usize); 2]> = HashSet::new();
        let mut join = |one: usize, other: usize| {
            let both = [sets.find(one), sets.find(other)];
            if both[0] == both[1] {
                return;
            }
            let named = both.map(|set| (set, sets.sizes[set]));
            if apart.contains(&named) || !is_copy(lines.of(one), lines.of(other)) {
                return;
            }
            let is_single = named.iter().all(|(_, size)| *size == 1);
            if is_single || agree(&sets, both, &|one, other| is_copy(lines.of(one), lines.of(other))) {
                sets.join(one, other);
            } else {
                apart.insert(named);
            }
        };
        if members.len() <= FEW {
            for (place, &one) in members.iter().enumerate() {
                members[place + 1..].iter().for_each(|&other| join(one, other));
            }
        } else {
            shared(lines, members, &mut join);
        }
    }
    sets
}

/// Whether two sets hold copies of one game: at least half of the pairs across them are copies. One pair is not enough: from
/// game to game a chain leads to another game.
fn agree(sets: &Sets, both: [usize; 2], is_copy: &dyn Fn(usize, usize) -> bool) -> bool {
    let [ones, others] = both.map(|set| sets.members(set).take(ASKED));
    let (mut alike, mut all) = (0, 0);
    for one in ones {
        for other in others.clone() {
            alike += usize::from(is_copy(one, other));
            all += 1;
        }
    }
    alike * 2 >= all
}

/// The n-th records of each argument together, those of one kind: games of another kind cannot be aligned with them.
pub(super) fn pairs(witnesses: &[Witness]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut known: HashMap<(u64, Kind), usize> = HashMap::new();
    for (index, witness) in witnesses.iter().enumerate() {
        let group = *known.entry((witness.place, witness.kind)).or_insert(groups.len());
        match groups.get_mut(group) {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    groups
}

/// Calls `join` with pairs of records that share a signature.
fn shared(lines: &Lines, members: &[usize], join: &mut dyn FnMut(usize, usize)) {
    let length = run_length(lines, members);
    let mut signatures: Vec<(u64, u32)> = Vec::new();
    for &index in members {
        sign(lines.of(index), length, |signature| signatures.push((signature, index as u32)));
    }
    signatures.sort_unstable();
    signatures.dedup();
    for same in signatures.chunk_by(|one, other| one.0 == other.0) {
        let next = if same.len() > COMMON { NEXT } else { same.len() };
        for (place, &(_, one)) in same.iter().enumerate() {
            for &(_, other) in same[place + 1..].iter().take(next) {
                join(one as usize, other as usize);
            }
        }
    }
}

/// How many plies make a run that few games share by chance: the fewer plies there are to choose from, the more.
fn run_length(lines: &Lines, members: &[usize]) -> usize {
    const SAMPLE: usize = 1000;
    let mut actions: Vec<u32> =
        members.iter().take(SAMPLE).flat_map(|&index| lines.of(index).iter().copied()).collect();
    actions.sort_unstable();
    actions.dedup();
    let bits = (actions.len().max(2) as f64).log2();
    ((21.0 / bits).ceil() as usize).clamp(STEP, 11)
}

/// Calls `each` with the signatures of a record.
fn sign(actions: &[u32], length: usize, mut each: impl FnMut(u64)) {
    each(hash(&(0_u8, actions)));
    // Of a game hardly longer than two runs one wrong ply may spoil every run. So each ply is left out in turn: two
    // games share such a signature if they differ in one ply, or if one of them lacks a ply of the other.
    if actions.len() <= 2 * length + STEP {
        each(hash(&(3_u8, actions)));
        for place in 0..actions.len() {
            let rest: Vec<u32> = [&actions[..place], &actions[place + 1..]].concat();
            each(hash(&(3_u8, &*rest)));
        }
    }
    // The first plies are an opening, unless the record has hardly more.
    let first = if actions.len() < 2 * STEP + length { 0 } else { 1 };
    let windows = |range: Range<usize>| actions.get(range);
    for place in first..=actions.len() / STEP {
        // A ply too many or too few before it moves a run by one.
        for start in (place * STEP).saturating_sub(1)..=place * STEP + 1 {
            if let Some(run) = windows(start..start + length) {
                each(hash(&(1_u8, place, run)));
            }
        }
    }
    for count in [10, 20, 30] {
        if let Some(made) = actions.get(..count) {
            let mut made = made.to_vec();
            made.sort_unstable();
            each(hash(&(2_u8, made)));
        }
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Joins records of the same players on the same day. Two of one argument are two games of a match then, and so are two of
/// different rounds.
fn by_meeting(witnesses: &[Witness], lines: &Lines, sets: &mut Sets) {
    let mut meetings: HashMap<(Kind, String), Vec<usize>> = HashMap::new();
    for (index, witness) in witnesses.iter().enumerate() {
        if let Some(meeting) = witness.meeting() {
            meetings.entry((witness.kind, meeting)).or_default().push(index);
        }
    }
    let mut members: HashMap<usize, Vec<usize>> = HashMap::new();
    for index in meetings.values().flatten() {
        members.entry(sets.find(*index)).or_default();
    }
    for index in 0..witnesses.len() {
        if let Some(members) = members.get_mut(&sets.find(index)) {
            members.push(index);
        }
    }
    let mut meetings: Vec<Vec<usize>> =
        meetings.into_values().filter(|met| (2..=COMMON).contains(&met.len())).collect();
    meetings.sort_unstable();
    for met in meetings {
        let mut pairs: Vec<(f64, usize, usize)> = Vec::new();
        for (place, &one) in met.iter().enumerate() {
            for &other in &met[place + 1..] {
                // Of a match of many games most pairs can be ruled out without a look at their plies. Sets only grow: those
                // that cannot be joined now never can.
                let sets = [sets.find(one), sets.find(other)];
                if sets[0] != sets[1] && !clash(witnesses, sets.map(|set| members.get(&set))) {
                    pairs.push((agreement(lines.of(one), lines.of(other), 0.0), one, other));
                }
            }
        }
        // Those that agree best find each other first.
        pairs.sort_by(|one, other| other.0.total_cmp(&one.0).then((one.1, one.2).cmp(&(other.1, other.2))));
        for (_, one, other) in pairs {
            let (one, other) = (sets.find(one), sets.find(other));
            if one == other || clash(witnesses, [members.get(&one), members.get(&other)]) {
                continue;
            }
            let mut all = members.remove(&one).unwrap_or_default();
            all.extend(members.remove(&other).unwrap_or_default());
            sets.join(one, other);
            members.insert(sets.find(one), all);
        }
    }
}

/// Whether two sets of records cannot be copies of one game: they hold two of one argument, or two of different rounds.
fn clash(witnesses: &[Witness], sets: [Option<&Vec<usize>>; 2]) -> bool {
    let [ones, others] = sets.map(|set| set.map_or(&[][..], Vec::as_slice));
    let of = |&index: &usize| &witnesses[index];
    ones.iter()
        .map(of)
        .any(|one| others.iter().map(of).any(|other| one.source == other.source || !same_round(one, other)))
}

/// Whether the rounds of two records may be one.
fn same_round(one: &Witness, other: &Witness) -> bool {
    let known = |witness: &Witness| {
        let round = witness.tag("Round")?.trim().trim_start_matches('0').to_owned();
        (!round.is_empty() && round != "?" && round != "-").then_some(round)
    };
    known(one).zip(known(other)).is_none_or(|(one, other)| one == other)
}

/// Sets that grow together.
pub(super) struct Sets {
    /// For each member another one closer to the representative of its set.
    above: Vec<usize>,
    /// For each member the next one of its set, in a circle.
    next: Vec<usize>,
    /// For each representative, how many members its set has.
    sizes: Vec<usize>,
}

impl Sets {
    fn new(count: usize) -> Sets {
        Sets { above: (0..count).collect(), next: (0..count).collect(), sizes: vec![1; count] }
    }

    /// The sets, in the order of their first members.
    pub(super) fn groups(&mut self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        let mut places: HashMap<usize, usize> = HashMap::new();
        for index in 0..self.above.len() {
            let place = *places.entry(self.find(index)).or_insert_with(|| {
                groups.push(Vec::new());
                groups.len() - 1
            });
            groups[place].push(index);
        }
        groups
    }

    /// The representative of a member's set.
    fn find(&mut self, mut at: usize) -> usize {
        while self.above[at] != at {
            self.above[at] = self.above[self.above[at]];
            at = self.above[at];
        }
        at
    }

    /// The members of the set that `first` represents, itself first.
    fn members(&self, first: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        let next = move |&at: &usize| Some(self.next[at]).filter(|&next| next != first);
        std::iter::successors(Some(first), next)
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.find(one), self.find(other));
        if one == other {
            return;
        }
        let (first, second) = (one.min(other), one.max(other));
        self.above[second] = first;
        self.next.swap(first, second);
        self.sizes[first] += self.sizes[second];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signatures(actions: &[u32], length: usize) -> HashSet<u64> {
        let mut all = HashSet::new();
        sign(actions, length, |signature| {
            all.insert(signature);
        });
        all
    }

    /// A wrong or a missing ply spoils some signatures and leaves others, whatever the length of runs.
    #[test]
    fn games_with_one_wrong_ply_share_a_signature() {
        for length in STEP..=11 {
            for plies in 1..=45 {
                let game: Vec<u32> = (0..plies).map(|ply| ply * ply % 101).collect();
                let own = signatures(&game, length);
                for place in 0..game.len() {
                    let (mut other, mut shorter) = (game.clone(), game.clone());
                    other[place] = 777;
                    shorter.remove(place);
                    for copy in [other, shorter] {
                        let shares = !own.is_disjoint(&signatures(&copy, length));
                        assert!(shares, "{plies} plies, a wrong one at {place}, runs of {length}: {copy:?}");
                    }
                }
            }
        }
        assert!(signatures(&[3, 1, 4, 1, 5, 9], 4).is_disjoint(&signatures(&[3, 1, 77, 1, 5, 78], 4)));
    }
}
