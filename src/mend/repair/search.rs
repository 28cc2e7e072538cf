//! The search: first all single changes, by their cost; where none mends the record, two of them.

use rustc_hash::FxHashSet;
use std::hash::{Hash, Hasher};

use super::change::{Change, Hit, Kind, Proposal, Rank, Step};
use super::pen::Fix;
use super::plies::{Case, Found, Further, Plies, Range};
use super::text::{self, Trial};
use super::{Mended, Options, cost_of_reading, diagram, reading};
use crate::check::{Checker, Systems};
use crate::codes::{BAD_ENCODING, BAD_TAG, BAD_VARIANT, DUPLICATE_TAG, TOO_DEEP, UNCLOSED_COMMENT};
use crate::diagnostic::{Code, Diagnostic, Sink};
use crate::engine::{AnyGame, Claim, Claims, Defaults, MainLine, Setting};
use crate::game::Outcome;
use crate::mend::confusions::Source;
use crate::mend::draft::Draft;
use crate::record::{Layout, Record};
use crate::report::report;
use crate::system::System;

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

    /// The smallest changes that make `record` valid. `systems`: the notation systems of the list to which it belongs.
    pub fn mend(&mut self, record: &Record<'_>, systems: &Systems) -> Mended {
        self.base.go_on_with(systems);
        self.judge.go_on_with(systems);
        let mut errors = Errors::default();
        let verdict = self.base.check(record, &mut errors, None).verdict;
        let mut mended = Mended {
            error: None,
            found: 0,
            searched: ALL,
            complete: true,
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
        let (base, options) = (&mut self.base, &self.options);
        let mut search = Search { judge: &mut self.judge, options, spent: u64::from(verdict.plies) };
        let effort = options.effort;
        let mut single = search.singles(
            base,
            record,
            Scope { costs: [true; 3], near: usize::MAX, half: effort * 6 / 10, most: effort, has_tags: true },
        );
        mended.searched = single.searched;
        mended.complete = single.is_complete() && single.is_exhaustive;
        mended.stopped = !single.is_complete();
        if !single.hits.is_empty() {
            let hits = std::mem::take(&mut single.hits);
            let hits = hits.into_iter().map(|hit| Combined {
                rank: hit.rank,
                changes: vec![hit.change],
                drafts: vec![hit.draft],
            });
            search.give(hits.collect(), &mut mended);
        }
        if mended.found == 0 && options.changes > 1 {
            let is_complete = single.is_complete();
            let (pairs, searched) = search.pairs(base, single.steps);
            mended.searched = if is_complete { searched } else { single.searched };
            mended.complete = false;
            mended.stopped |= search.spent >= effort;
            search.give(pairs, &mut mended);
        }
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

/// Errors of tags.
static OF_TAGS: &[&Code] = &[&BAD_TAG, &BAD_VARIANT, &DUPLICATE_TAG];

/// The errors of a record.
#[derive(Debug, Default)]
struct Errors(Vec<Error>);

#[derive(Debug, Clone, Copy)]
struct Error {
    code: &'static Code,
    ply: Option<u32>,
    start: usize,
    in_variation: bool,
}

impl Errors {
    /// The first one in the text; those of variations come last.
    fn first(&self) -> Option<&Error> {
        self.0.iter().min_by_key(|error| (error.in_variation, error.start))
    }
}

impl Sink for Errors {
    fn report(&mut self, diagnostic: Diagnostic) {
        if diagnostic.is_error() {
            self.0.push(Error {
                code: diagnostic.code,
                ply: diagnostic.ply,
                start: diagnostic.span.start,
                in_variation: !diagnostic.variation.is_empty(),
            });
        }
    }

    fn more(&mut self, _: &'static Code, _: u64) {}

    fn wants_text(&self) -> bool {
        false
    }
}

/// What is tried, and how far.
#[derive(Debug, Clone, Copy)]
struct Scope {
    costs: [bool; 3],
    near: usize,
    /// The most plies that are replayed while nothing is found.
    half: u64,
    /// The most plies that are replayed.
    most: u64,
    /// Whether tags and notations are tried.
    has_tags: bool,
}

/// More than any change costs: all of them were tried.
const ALL: u32 = u32::MAX;

/// What single changes come to.
#[derive(Debug)]
struct Singles {
    hits: Vec<Hit>,
    steps: Vec<Step>,
    /// The cost up to which every change was tried.
    searched: u32,
    is_exhaustive: bool,
}

impl Singles {
    fn is_complete(&self) -> bool {
        self.searched == ALL
    }

    /// Notes that not every change of that cost was tried.
    fn cut_off(&mut self, cost: u32) {
        self.searched = self.searched.min(cost.saturating_sub(1));
    }
}

/// Changes, one or two, that seem to mend the record; each draft is made of the one before.
struct Combined {
    rank: Rank,
    changes: Vec<Change>,
    drafts: Vec<Draft>,
}

struct Search<'s> {
    judge: &'s mut Checker,
    options: &'s Options,
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
        Look { valid: verdict.valid, plies: verdict.plies, errors: errors.0.len(), outcome: verdict.outcome }
    }

    /// All single changes of a record.
    fn singles(&mut self, base: &mut Checker, record: &Record<'_>, scope: Scope) -> Singles {
        let mut singles = Singles { hits: Vec::new(), steps: Vec::new(), searched: ALL, is_exhaustive: true };
        let mut errors = Errors::default();
        let judged = base.check(record, &mut errors, None);
        let verdict = judged.verdict;
        self.spent += cost_of_look(record.text, verdict.plies);
        let Some(game) = judged.game else { return singles };
        let seen = Seen { plies: verdict.plies, errors: errors.0.len() };
        let (Some(setting), Some(system)) = (judged.setting, judged.system) else {
            self.without_plies(record, game, judged.setting, scope, &seen, &mut singles);
            return singles;
        };
        let line = MainLine::of(record, setting, system);
        let mut track = setting.start.track(system, record.parts.layout == Layout::Plies);
        let case = Case::new(record, setting, system, judged.claims, &line, &mut *track);
        let result_is_refuted = errors.0.iter().any(|error| text::is_refuted(error.code.name));
        if scope.costs[1] {
            let mut trials = Vec::new();
            if result_is_refuted {
                trials.extend(text::results(&case, verdict.outcome));
            }
            if errors.0.iter().any(|error| error.code == &BAD_TAG && text::is_of_result(record, error.start)) {
                trials.extend(text::unknown_results(&case, verdict.outcome));
            }
            if scope.has_tags {
                let tell = (record.parts.layout != Layout::Line).then_some(line.start);
                trials.extend(text::tags(record, game, Some(setting), tell));
                trials.extend(reading::readings(&case));
            }
            trials.extend(text::sides(&case));
            trials.extend(text::number(&case));
            trials.extend(text::cut(&case));
            self.judge_all(&case, trials, &seen, &mut singles);
        }
        if scope.costs[2] {
            self.judge_all(&case, text::stood(&case).into_iter().collect(), &seen, &mut singles);
        }
        if system.is_diagram() {
            let error = (errors.first().map_or("", |error| error.code.name), verdict.plies);
            let trials = diagram::trials(&case, &self.options.confusions, error);
            for trial in trials.into_iter().filter(|trial| scope.costs[trial.cost as usize]) {
                if self.spent > scope.most {
                    // Those that follow are of any cost.
                    singles.cut_off(1);
                    break;
                }
                let distance = trial.change.ply.map_or(0, |ply| (verdict.plies + 1).abs_diff(ply) as usize);
                self.judge_trial(record, trial, case.claim, distance, &seen, &mut singles);
            }
            return singles;
        }
        // Where the plies are as they should be, no change of a ply mends the record.
        let is_whole = case.reach.is_whole() && !result_is_refuted;
        let only_tags = errors.0.iter().all(|error| OF_TAGS.contains(&error.code));
        if !is_whole && !only_tags {
            self.plies(&case, &mut *track, scope, &mut singles);
        }
        singles
    }

    /// Records whose rules are not known: one tag may be wrong.
    fn without_plies(
        &mut self,
        record: &Record<'_>,
        game: &'static dyn AnyGame,
        setting: Option<&Setting>,
        scope: Scope,
        seen: &Seen,
        singles: &mut Singles,
    ) {
        if !scope.costs[1] || !scope.has_tags {
            return;
        }
        let tell = (record.parts.layout != Layout::Line).then_some(record.parts.body);
        for trial in text::tags(record, game, setting, tell) {
            if self.is_spent() {
                singles.cut_off(trial.cost);
                return;
            }
            self.judge_trial(record, trial, None, 0, seen, singles);
        }
    }

    fn judge_all(&mut self, case: &Case<'_>, trials: Vec<Trial>, seen: &Seen, singles: &mut Singles) {
        for trial in trials {
            if self.is_spent() {
                singles.cut_off(trial.cost);
                return;
            }
            let distance = trial.change.ply.map_or(0, |ply| case.distance(ply));
            self.judge_trial(case.record, trial, case.claim, distance, seen, singles);
        }
    }

    fn judge_trial(
        &mut self,
        record: &Record<'_>,
        trial: Trial,
        claim: Option<Claim>,
        distance: usize,
        seen: &Seen,
        singles: &mut Singles,
    ) {
        let mut draft = Draft::new(record, trial.edits);
        if let Some(number) = trial.stands {
            draft.let_stand(number);
        }
        let look = self.look(&draft);
        let (cost, change, source) = (trial.cost, trial.change, Source::Handwriting);
        if look.valid {
            let agrees = claim.is_some() && !trial.claims_nothing && look.outcome.is_end();
            let rank = (cost, !agrees, distance, source, change.kind);
            singles.hits.push(Hit { rank, change, draft });
        } else if look.plies > seen.plies || look.errors < seen.errors {
            singles.steps.push(Step { cost, gain: look.plies as usize, source, change, draft });
        }
    }

    /// Changes of single plies.
    fn plies(&mut self, case: &Case<'_>, track: &mut dyn crate::engine::Track, scope: Scope, singles: &mut Singles) {
        let (mut found, mut further) = (Vec::new(), Vec::new());
        let begun = track.effort();
        for cost in 1..=2 {
            if !scope.costs[cost] {
                continue;
            }
            let most = if found.is_empty() && singles.hits.is_empty() { scope.half } else { scope.most };
            let mut costs = [false; 3];
            costs[cost] = true;
            let mut plies = Plies {
                case,
                track: &mut *track,
                confusions: &self.options.confusions,
                range: Range { costs, near: scope.near, most: most + begun },
                spent: self.spent,
                found: std::mem::take(&mut found),
                further: std::mem::take(&mut further),
                is_complete: true,
                is_exhaustive: true,
            };
            plies.run();
            plies.keep_furthest();
            let is_complete = plies.is_complete;
            self.spent = plies.spent;
            singles.is_exhaustive &= plies.is_exhaustive;
            (found, further) = (plies.found, plies.further);
            if !is_complete {
                singles.cut_off(cost as u32);
            }
        }
        self.spent += track.effort() - begun;
        let pen = case.pen();
        let draft = |fix: &Fix| {
            let begins = case.begins(track, fix.index());
            let moved = text::moved_stands(case, fix);
            Draft::new(case.record, pen.edits(fix, begins, true).into_iter().chain(moved).collect())
        };
        singles.hits.extend(found.into_iter().map(|Found { rank, fix, change }| Hit {
            rank,
            draft: draft(&fix),
            change,
        }));
        singles.steps.extend(further.into_iter().map(|step| {
            let Further { gain, cost, source, fix, change } = step;
            Step { cost, gain, source, draft: draft(&fix), change }
        }));
    }

    /// Two changes: the first is one after which more of the record is legal. Also the cost up to which every second change
    /// was tried.
    fn pairs(&mut self, base: &mut Checker, mut steps: Vec<Step>) -> (Vec<Combined>, u32) {
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

    /// Puts what was found in order and gives the best, each judged as the record that it makes.
    fn give(&mut self, mut found: Vec<Combined>, mended: &mut Mended) {
        /// After so many that the judge refuses, with none that it accepts, the rest is not looked at.
        const REFUSED: usize = 300;
        found.sort_by_key(|combined| combined.rank);
        let mut texts = FxHashSet::default();
        found.retain(|combined| combined.drafts.last().is_some_and(|draft| texts.insert(hash_of(&draft.text))));
        mended.found = found.len() as u64;
        let mut refused = 0;
        for Combined { rank, mut changes, drafts } in found {
            if mended.proposals.len() >= self.options.limit.max(2) {
                break;
            }
            let Some(draft) = drafts.last() else { continue };
            let report = report("", &draft.record(), self.judge, false);
            if !report.valid {
                mended.found -= 1;
                refused += 1;
                if refused > REFUSED && mended.proposals.is_empty() {
                    mended.found = 0;
                    mended.complete = false;
                    break;
                }
                continue;
            }
            let claims = has_claim(self.judge.last(), draft, &report);
            let agrees = (claims && report.outcome.outcome.is_end()).then_some(true);
            changes.sort_by_key(|change| change.ply);
            mended.proposals.push(Proposal {
                cost: rank.0,
                changes,
                plies: report.plies,
                outcome: report.outcome,
                agrees,
                drafts,
            });
        }
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

/// What was seen of a record before it is changed.
struct Seen {
    plies: u32,
    errors: usize,
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
fn hash_of(text: &str) -> u64 {
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
