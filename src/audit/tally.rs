//! What an audit counts. Tallies of parts are merged in the order of the input, so that the total does not depend on
//! how the work was divided.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::diagnostic::Severity;
use crate::engine::{Setting, Verdict};
use crate::game::Outcome;
use crate::mend::repair;
use crate::ranges::Counts;
use crate::report::Report;

/// The lengths of games that are counted one by one; longer games are counted together.
pub(crate) const LONGEST: usize = 1000;

/// A name from a table of this program, or from a part that another process has audited.
pub type Name = Cow<'static, str>;

/// The counts for a part of the input, or for all of it.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Tally {
    /// Records without an error.
    pub valid: u64,
    /// Records with an error.
    pub invalid: u64,
    /// Records that were longer than the limit and so not read.
    pub unreadable: u64,
    /// Plies that were carried out.
    pub plies: u64,
    /// Diagnostics, by severity: errors, warnings, notes.
    pub diagnostics: [u64; 3],
    /// By game and variant, in the order of their first records.
    pub groups: Vec<Group>,
    /// By code, in the order of their first reports.
    pub codes: Vec<CodeCount>,
    /// What mends invalid records.
    pub repairs: repair::Counts,
    /// The group counted last.
    #[serde(skip)]
    last: usize,
    /// The game and variant of that group, by which it was counted last.
    #[serde(skip)]
    counted: Option<[Option<&'static str>; 2]>,
    /// Results of valid records of that group that are not yet added to it.
    #[serde(skip)]
    results: Vec<Results>,
}

/// Valid records with the same result.
#[derive(Debug, Clone, Copy)]
struct Results {
    /// What the board proves, and the name of the winner, if there is one.
    proven: Outcome,
    winner: &'static str,
    /// The result that is claimed.
    claimed: &'static str,
    /// Whether the side that began has lost; `None` if nobody has.
    beginner_lost: Option<bool>,
    /// How many they are.
    count: u64,
}

/// What the boards of valid records prove.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Proven {
    /// The game has not ended.
    Unfinished,
    /// A side or a pair has won.
    Win {
        /// Its name.
        winner: Name,
        /// The name of the ending.
        reason: Name,
    },
    /// Nobody has won.
    Draw {
        /// The name of the ending.
        reason: Name,
    },
}

/// The records of one game and variant.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Group {
    /// The game's id; `None` where no game was named.
    pub game: Option<Name>,
    /// The variant's name; `None` where there were no rules to play by.
    pub variant: Option<Name>,
    /// Records without an error.
    pub valid: u64,
    /// Records with an error.
    pub invalid: u64,
    /// Plies that were carried out.
    pub plies: u64,
    /// What the boards of valid records prove, and how often.
    pub outcomes: Vec<(Proven, u64)>,
    /// The result that valid records claim, the result that their boards prove, and how often; an empty name: no
    /// result.
    pub claims: Vec<(Name, Name, u64)>,
    /// Valid games that the side that began has won, and those that it has lost.
    pub beginner: [u64; 2],
    /// Valid records by their number of plies; the last entry counts all that are longer.
    pub lengths: Vec<u64>,
}

/// How often a code was reported.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CodeCount {
    /// The code.
    pub code: Name,
    /// Its severity.
    pub severity: Severity,
    /// How often.
    pub count: u64,
    /// The first time: the record, counted from the start of the part, and the diagnostic.
    pub first: Option<Example>,
}

/// The first time that a code was reported.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Example {
    /// The file.
    pub file: String,
    /// The number of the record.
    pub record: u64,
    /// The line.
    pub line: u64,
    /// The column.
    pub column: u64,
    /// The sentence.
    pub message: String,
    /// Whether the numbers count from the start of a part of the file, and the counts of the parts before it are to be
    /// added.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) is_within: bool,
}

impl Tally {
    /// Records that were read or should have been.
    pub fn records(&self) -> u64 {
        self.valid + self.invalid + self.unreadable
    }

    /// Counts a record that was judged.
    #[inline]
    pub(super) fn count(&mut self, game: Option<&'static str>, setting: Option<&Setting>, verdict: Verdict) {
        // A record without a game is judged by no rules, not by those of the record before.
        let setting = setting.filter(|setting| is(Some(setting.info().id), game));
        let variant = setting.map(|setting| setting.rules.variant);
        let is_counted = |[one, other]: [Option<_>; 2]| is_same_place(one, game) && is_same_place(other, variant);
        if !self.counted.is_some_and(is_counted) {
            self.settle();
            self.group(game.map(Name::Borrowed), variant.map(Name::Borrowed));
            self.counted = Some([game, variant]);
        }
        self.plies += u64::from(verdict.plies);
        let Some(group) = self.groups.get_mut(self.last) else { return };
        group.plies += u64::from(verdict.plies);
        let (true, Some(setting)) = (verdict.valid, setting) else {
            self.invalid += 1;
            group.invalid += 1;
            return;
        };
        self.valid += 1;
        group.valid += 1;
        let length = (verdict.plies as usize).min(LONGEST);
        if group.lengths.len() <= length {
            group.lengths.resize(length + 1, 0);
        }
        group.lengths[length] += 1;
        let results = Results::of(setting, verdict);
        match self.results.iter_mut().find(|known| known.are_like(&results)) {
            Some(known) => known.count += 1,
            None => self.results.push(results),
        }
    }

    /// Adds the results that are held back to the last group.
    fn settle(&mut self) {
        let Some(group) = self.groups.get_mut(self.last) else { return };
        for Results { proven, winner, claimed, beginner_lost, count } in self.results.drain(..) {
            let result = if matches!(proven, Outcome::Draw { .. }) { "draw" } else { winner };
            add_proven(&mut group.outcomes, Proven::of(proven, winner), count);
            if let Some(lost) = beginner_lost {
                group.beginner[usize::from(lost)] += count;
            }
            add(&mut group.claims, Name::Borrowed(claimed), Name::Borrowed(result), count);
        }
    }

    /// Hands over the counts.
    pub(super) fn take(&mut self) -> Tally {
        self.settle();
        std::mem::take(self)
    }

    /// The index of a group, which is added if it is new.
    fn group(&mut self, game: Option<Name>, variant: Option<Name>) -> usize {
        self.counted = None;
        let same = |group: &Group| group.is_of(game.as_deref(), variant.as_deref());
        if !self.groups.get(self.last).is_some_and(same) {
            self.last = self.groups.iter().position(same).unwrap_or_else(|| {
                self.groups.push(Group { game, variant, ..Group::default() });
                self.groups.len() - 1
            });
        }
        self.last
    }

    /// Counts diagnostics of one code; `true` if it is new here, so that an example is wanted.
    pub(super) fn count_code(&mut self, code: &'static str, severity: Severity, count: u64) -> bool {
        let index = match severity {
            Severity::Error => 0,
            Severity::Warning => 1,
            Severity::Note => 2,
        };
        self.diagnostics[index] += count;
        match self.codes.iter_mut().find(|known| known.code == code && known.severity == severity) {
            Some(known) => known.count += count,
            None => self.codes.push(CodeCount { code: Name::Borrowed(code), severity, count, first: None }),
        }
        self.codes.iter().any(|known| known.code == code && known.severity == severity && known.first.is_none())
    }

    /// Gives each code without an example the one in this record.
    pub(super) fn exemplify(&mut self, file: &str, record: u64, report: &Report) {
        for known in self.codes.iter_mut().filter(|known| known.first.is_none()) {
            let found = report.known().find(|said| said.code == known.code && said.severity == known.severity);
            known.first = found.map(|said| Example {
                file: file.to_owned(),
                record,
                line: said.line,
                column: said.column,
                message: said.message.clone(),
                is_within: false,
            });
        }
    }

    /// Corrects examples that are numbered from a later part of their file: `before` was counted before that part.
    pub(super) fn add(&mut self, before: Counts) {
        for example in self.codes.iter_mut().filter_map(|code| code.first.as_mut()) {
            if std::mem::take(&mut example.is_within) {
                example.record += before.records;
                example.line += before.lines;
            }
        }
    }

    /// Adds the tally of the next part; `records` records of the same file precede it. `is_within`: its examples are
    /// numbered from the start of a part of the file.
    pub(super) fn merge(&mut self, part: Tally, records: u64, is_within: bool) {
        self.valid += part.valid;
        self.invalid += part.invalid;
        self.unreadable += part.unreadable;
        self.plies += part.plies;
        self.repairs.merge(part.repairs);
        for (sum, count) in self.diagnostics.iter_mut().zip(part.diagnostics) {
            *sum += count;
        }
        for group in part.groups {
            let place = self.group(group.game.clone(), group.variant.clone());
            if let Some(known) = self.groups.get_mut(place) {
                known.merge(group);
            }
        }
        for mut code in part.codes {
            if let Some(example) = &mut code.first {
                example.record += records;
                example.is_within |= is_within;
            }
            match self.codes.iter_mut().find(|known| known.code == code.code && known.severity == code.severity) {
                Some(known) => {
                    known.count += code.count;
                    if known.first.is_none() {
                        known.first = code.first;
                    }
                }
                None => self.codes.push(code),
            }
        }
    }
}

impl Group {
    /// Whether it counts records of this game and variant.
    #[inline]
    fn is_of(&self, game: Option<&str>, variant: Option<&str>) -> bool {
        is(self.game.as_deref(), game) && is(self.variant.as_deref(), variant)
    }

    fn merge(&mut self, other: Group) {
        self.valid += other.valid;
        self.invalid += other.invalid;
        self.plies += other.plies;
        for (sum, count) in self.beginner.iter_mut().zip(other.beginner) {
            *sum += count;
        }
        for (proven, count) in other.outcomes {
            add_proven(&mut self.outcomes, proven, count);
        }
        for (one, second, count) in other.claims {
            add(&mut self.claims, one, second, count);
        }
        add_lengths(&mut self.lengths, &other.lengths);
    }
}

/// Adds counts by length; zeros at the end may be left out.
fn add_lengths(sums: &mut Vec<u64>, counts: &[u64]) {
    let used = counts.iter().rposition(|count| *count > 0).map_or(0, |last| last + 1);
    if sums.len() < used {
        sums.resize(used, 0);
    }
    for (sum, count) in sums.iter_mut().zip(counts) {
        *sum += count;
    }
}

/// Whether two names are the same. Each has one static, so comparing addresses usually decides.
#[inline(always)]
fn is(one: Option<&str>, other: Option<&str>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => std::ptr::eq(one, other) || one == other,
        (one, other) => one.is_none() && other.is_none(),
    }
}

/// Whether two names stand in the same place in memory: then they are the same.
#[inline(always)]
fn is_same_place(one: Option<&'static str>, other: Option<&'static str>) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => std::ptr::eq(one, other),
        (one, other) => one.is_none() && other.is_none(),
    }
}

fn add(table: &mut Vec<(Name, Name, u64)>, one: Name, other: Name, count: u64) {
    match table.iter_mut().find(|entry| is(Some(&entry.0), Some(&one)) && is(Some(&entry.1), Some(&other))) {
        Some(entry) => entry.2 += count,
        None => table.push((one, other, count)),
    }
}

fn add_proven(table: &mut Vec<(Proven, u64)>, proven: Proven, count: u64) {
    match table.iter_mut().find(|(known, _)| *known == proven) {
        Some((_, sum)) => *sum += count,
        None => table.push((proven, count)),
    }
}

impl Proven {
    fn of(outcome: Outcome, winner: &'static str) -> Proven {
        match outcome {
            Outcome::Unfinished => Proven::Unfinished,
            Outcome::Win { ending, .. } => Proven::Win { winner: winner.into(), reason: ending.code.into() },
            Outcome::Draw { ending } => Proven::Draw { reason: ending.code.into() },
        }
    }
}

impl Results {
    /// The result of one valid record.
    #[inline]
    fn of(setting: &Setting, verdict: Verdict) -> Results {
        let rules = &setting.rules;
        let (winner, beginner_lost) = match verdict.outcome {
            Outcome::Win { winner, .. } => {
                (setting.winner(winner), Some(rules.party(winner) != rules.party(rules.first)))
            }
            Outcome::Draw { .. } | Outcome::Unfinished => ("", None),
        };
        let claimed = verdict.claimed.map_or("", |claim| claim.name(rules).unwrap_or("*"));
        Results { proven: verdict.outcome, winner, claimed, beginner_lost, count: 1 }
    }

    /// Whether both are the same but for their count. Each name has one static, so comparing addresses is enough: equal
    /// names at other addresses are counted apart, and joined when they are added to their group.
    #[inline]
    fn are_like(&self, other: &Results) -> bool {
        let is = |one, other| is_same_place(Some(one), Some(other));
        self.proven == other.proven
            && is(self.winner, other.winner)
            && is(self.claimed, other.claimed)
            && self.beginner_lost == other.beginner_lost
    }
}
