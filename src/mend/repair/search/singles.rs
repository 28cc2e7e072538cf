//! All single changes of a record, by their cost.

use std::rc::Rc;

use super::errors::{Error, Errors};
use super::{ALL, Look, Search, cost_of_look};
use crate::check::Checker;
use crate::codes::{BAD_TAG, BAD_VARIANT, DUPLICATE_TAG, RESULT_MISMATCH};
use crate::diagnostic::Code;
use crate::engine::{MainLine, Track};
use crate::mend::draft::Draft;
use crate::mend::repair::case::{Case, with_first_of_manche};
use crate::mend::repair::change::{Hit, Step};
use crate::mend::repair::pen::Fix;
use crate::mend::repair::plies::{Firsts, Found, Further, Plies, Range};
use crate::mend::repair::text::{self, Trial};
use crate::mend::repair::variation::Variation;
use crate::mend::repair::{cost_of_reading, diagram, reading};
use crate::record::{Layout, Record};

/// What to try, and how far.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scope {
    pub(super) costs: [bool; 3],
    /// How many plies before the first error a change of a ply stands at least, and at most.
    /// With `None` no ply is changed.
    pub(super) near: Option<(usize, usize)>,
    /// The most plies that are replayed while nothing is found.
    pub(super) half: u64,
    /// The most plies that are replayed.
    pub(super) most: u64,
    /// Whether results, turns and ends are tried.
    pub(super) has_text: bool,
    /// Whether tags and notations are tried.
    pub(super) has_tags: bool,
    pub(super) firsts: Firsts,
}

impl Scope {
    /// Everything, with an effort of `effort` plies.
    pub(super) fn whole(effort: u64, firsts: Firsts) -> Scope {
        Scope {
            costs: [true; 3],
            near: Some((0, usize::MAX)),
            half: effort,
            most: effort,
            has_text: true,
            has_tags: true,
            firsts,
        }
    }
}

/// The result of trying single changes.
#[derive(Debug)]
pub(super) struct Singles {
    pub(super) hits: Vec<Hit>,
    /// The changes that may be the first of two.
    pub(super) steps: Vec<Step>,
    /// The cost up to which every change was tried.
    pub(super) searched: u32,
    /// What was not tried at all.
    pub(super) untried: Option<&'static str>,
}

impl Singles {
    pub(super) fn is_complete(&self) -> bool {
        self.searched == ALL
    }

    /// Notes that not every change of that cost was tried.
    fn cut_off(&mut self, cost: u32) {
        self.searched = self.searched.min(cost.saturating_sub(1));
    }
}

/// Errors of tags.
static OF_TAGS: &[&Code] = &[&BAD_TAG, &BAD_VARIANT, &DUPLICATE_TAG];

impl Search<'_> {
    /// All single changes of a record.
    pub(super) fn singles(&mut self, base: &mut Checker, record: &Record<'_>, scope: Scope) -> Singles {
        let mut singles = Singles { hits: Vec::new(), steps: Vec::new(), searched: ALL, untried: None };
        let mut errors = Errors::default();
        let judged = base.check(record, &mut errors, None);
        let verdict = judged.verdict;
        self.spent += cost_of_look(record.text, verdict.plies);
        let Some(game) = judged.game else { return singles };
        let faulty = || errors.0.iter().filter(|error| error.code == &BAD_TAG).map(|error| error.start);
        let seen = Seen { plies: verdict.plies, errors: errors.0.len(), firsts: scope.firsts };
        let (Some(setting), Some(system)) = (judged.setting, judged.system) else {
            if scope.costs[1] && scope.has_tags {
                // The rules are unknown: one tag may be wrong.
                let tell = (record.parts.layout != Layout::Line).then_some(record.parts.body);
                let trials = text::tags(record, game, judged.setting, faulty(), tell);
                self.judge_without_plies(record, trials, &seen, &mut singles);
            }
            return singles;
        };
        let mut track = setting.start.track(system, record.parts.layout == Layout::Plies);
        let line = MainLine::of(record, setting, system);
        let line = with_first_of_manche(line, record, (setting, system), judged.claims, &mut *track);
        let case = Case::new(record, setting, system, judged.claims, &line, &mut *track);
        let result_is_refuted = errors.0.iter().any(|error| error.code == &RESULT_MISMATCH);
        let mut trials = Vec::new();
        if scope.costs[1] && scope.has_text {
            if result_is_refuted {
                trials.extend(text::results(&case, verdict.outcome));
            }
            if errors.0.iter().any(|error| error.code == &BAD_TAG && text::is_of_result(record, error.start)) {
                trials.extend(text::unknown_results(&case, verdict.outcome));
            }
        }
        if scope.costs[1] && scope.has_tags {
            let tell = (record.parts.layout != Layout::Line).then_some(line.start);
            trials.extend(text::tags(record, game, Some(setting), faulty(), tell));
            trials.extend(reading::readings(&case));
        }
        if scope.costs[1] && scope.has_text {
            trials.extend(text::sides(&case));
            trials.extend(text::commas(&case));
            trials.extend(text::breaks(&case, errors.first().map_or("", |error| error.code.name)));
            trials.extend(text::number(&case));
            trials.extend(text::new_turn(&case));
            trials.extend(text::dots(&case));
            trials.extend(text::result_words(&case));
            trials.extend(text::cut(&case));
            trials.extend(text::cut_after_result(&case));
        }
        if scope.costs[2] && scope.has_text {
            trials.extend(text::stood(&case));
        }
        self.judge_all(&case, trials, &seen, &mut singles);
        if let Some(error) = errors.only_in_variations().filter(|_| scope.near.is_some()) {
            self.variation(&case, &mut *track, error, scope, &seen, &mut singles);
        }
        if system.is_diagram() {
            if !scope.has_text {
                return singles;
            }
            let error = (errors.first().map_or("", |error| error.code.name), verdict.plies);
            let trials = diagram::trials(&case, &self.options.confusions, error);
            // Those that follow are of any cost.
            self.numbers(&case, trials, (scope, scope.most, 1), &seen, &mut singles);
            // Every number and every empty cell are many trials: only where nothing else mends the record.
            let only_tags = errors.0.iter().all(|error| OF_TAGS.contains(&error.code));
            if singles.hits.is_empty() && !only_tags && scope.costs[2] {
                let half = self.spent + scope.half.saturating_sub(self.spent) / 2;
                let moved = diagram::moved(&case, &self.options.confusions, verdict.plies + 1);
                self.numbers(&case, moved, (scope, half, 2), &seen, &mut singles);
            }
            return singles;
        }
        // Where the plies are as they should be, no change of a ply mends the record. A last ply that is said to be illegal,
        // but is not, may only seem so.
        let is_whole = case.reach.is_whole() && !result_is_refuted;
        let only_tags = errors.0.iter().all(|error| OF_TAGS.contains(&error.code));
        if case.is_last_special && case.reach.is_whole() || !is_whole && !only_tags {
            self.plies(&case, &mut *track, scope, &mut singles);
        }
        singles
    }

    /// Changes of single numbers of a diagram, up to this effort; `cost`: the least cost of those that are left out then.
    fn numbers(
        &mut self,
        case: &Case<'_>,
        trials: impl IntoIterator<Item = Trial>,
        (scope, most, cost): (Scope, u64, u32),
        seen: &Seen,
        singles: &mut Singles,
    ) {
        for trial in trials.into_iter().filter(|trial| scope.costs[trial.cost as usize]) {
            if self.spent > most {
                singles.cut_off(cost);
                break;
            }
            let distance = trial.change.ply.map_or(0, |ply| (seen.plies + 1).abs_diff(ply) as usize);
            self.judge_trial(case.record, trial, Some(case.claim.is_some()), distance, seen, singles);
        }
    }

    /// Judges trials of a record whose plies cannot be replayed. Nor does anybody know what its result means: the rules of
    /// each trial tell.
    fn judge_without_plies(&mut self, record: &Record<'_>, trials: Vec<Trial>, seen: &Seen, singles: &mut Singles) {
        for trial in trials {
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
            self.judge_trial(case.record, trial, Some(case.claim.is_some()), distance, seen, singles);
        }
    }

    /// Judges a trial. `claims`: whether the record claims a result; without it the trial tells.
    fn judge_trial(
        &mut self,
        record: &Record<'_>,
        trial: Trial,
        claims: Option<bool>,
        distance: usize,
        seen: &Seen,
        singles: &mut Singles,
    ) {
        let mut draft = Draft::new(record, trial.edits);
        if let Some(number) = trial.stands {
            draft.let_stand(number);
        }
        let look = self.look(&draft);
        let (cost, change, source) = (trial.cost, trial.change, trial.source);
        if trial.ends && !look.outcome.is_end() {
            return;
        }
        if look.valid {
            let claims = claims.unwrap_or(look.claims) && !trial.claims_nothing;
            let agrees = claims && look.outcome.is_end();
            let rank = (cost, !agrees, distance, source, change.kind);
            singles.hits.push(Hit { rank, change, draft });
        } else if seen.is_first(&look) {
            // What takes an error away comes first: the others of its cost may leave it.
            let gain = if look.errors < seen.errors { usize::MAX } else { look.plies as usize };
            let draft = Rc::new(draft);
            singles.steps.push(Step { cost, gain, error: None, source, change, draft });
        }
    }

    /// Changes of single plies of a variation, up to its first error.
    fn variation(
        &mut self,
        case: &Case<'_>,
        track: &mut dyn Track,
        error: &Error,
        scope: Scope,
        seen: &Seen,
        singles: &mut Singles,
    ) {
        let Some(number) = error.ply else { return };
        let variation = Variation::new(case, track, error.start, number);
        for cost in (1..=2).filter(|cost| scope.costs[*cost as usize]) {
            for distance in 0..variation.len() {
                for trial in variation.trials(distance, cost, track, &self.options.confusions) {
                    if self.spent > scope.most {
                        return singles.cut_off(cost);
                    }
                    self.judge_trial(case.record, trial, Some(case.claim.is_some()), distance, seen, singles);
                }
            }
        }
    }

    /// Changes of single plies.
    fn plies(&mut self, case: &Case<'_>, track: &mut dyn Track, scope: Scope, singles: &mut Singles) {
        let Some(near) = scope.near else { return };
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
                range: Range { costs, near, most: most.saturating_add(begun) },
                spent: self.spent,
                found: std::mem::take(&mut found),
                firsts: scope.firsts,
                further: std::mem::take(&mut further),
                is_complete: true,
                untried: singles.untried,
            };
            plies.run();
            plies.keep_furthest();
            let is_complete = plies.is_complete;
            self.spent = plies.spent;
            singles.untried = plies.untried;
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
        if scope.firsts == Firsts::FurtherIfAlone && !singles.hits.is_empty() {
            return;
        }
        self.spent += further.len() as u64 * (1 + cost_of_reading(case.record.text) / 4);
        singles.steps.extend(further.into_iter().map(|step| {
            let Further { gain, error, cost, source, fix, change } = step;
            Step { cost, gain, error: Some(error), source, draft: Rc::new(draft(&fix)), change }
        }));
    }
}

/// Facts about a record before it is changed.
struct Seen {
    plies: u32,
    errors: usize,
    firsts: Firsts,
}

impl Seen {
    /// Whether to keep a change as the first of two; `look`: its result.
    fn is_first(&self, look: &Look) -> bool {
        let is_further = look.plies > self.plies || look.errors < self.errors;
        match self.firsts {
            Firsts::None => false,
            Firsts::FurtherIfAlone | Firsts::Further => is_further,
            Firsts::Rest => !is_further,
        }
    }
}
