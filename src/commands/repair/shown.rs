//! A record's first error and its proposals, for people.

use super::repairer::Repairer;
use crate::check::Checker;
use crate::codes::UNKNOWN_GAME;
use crate::commands::mending::file_argument;
use crate::counted::counted;
use crate::engine::{Step, Visitor};
use crate::mend::repair::{Kind, Mended, Proposal};
use crate::record::Record;
use crate::report::{Report, human, report};

impl Repairer<'_> {
    /// The first error of a record and its proposals, for people.
    pub(super) fn shown(&mut self, name: &str, record: &Record<'_>, mended: &Mended, checker: &mut Checker) -> String {
        let mut whole = report(name, record, checker);
        let error = whole.first_error().cloned();
        whole.diagnostics = error.into_iter().collect();
        whole.not_shown = 0;
        let colour = self.task.colour;
        let mut text = human::full(&whole, record, checker.setting(record), colour);
        let shown = mended.proposals.len().min(self.task.limit);
        let mut board = whole.diagnostics.first().and_then(|error| error.position.clone());
        let all = &mended.proposals[..shown];
        let mut index = 0;
        for alike in all.chunk_by(is_alike) {
            text.push_str(&self.proposal(name, record, index, alike, &mut board, checker));
            index += alike.len();
        }
        text.push_str(&summary_of(mended, shown, self.task.options.effort));
        if mended.found == 0 {
            let is_unknown = mended.error.is_some_and(|(code, _)| code == UNKNOWN_GAME.name);
            let command = format!("`scoresheet identify{}`", file_argument(name));
            text.push_str(&if is_unknown {
                format!("{command} finds out which game it may be\n")
            } else {
                format!(
                    "compare it with its source at the place above, and correct it by hand; if its tags may be wrong, \
                     {command} says under which game its plies are legal\n"
                )
            });
        }
        text.push('\n');
        text
    }

    /// Proposals for people that differ only in the ply that is to stand in one place. `board`: the position that was shown
    /// last; it is not shown again.
    fn proposal(
        &self,
        name: &str,
        record: &Record<'_>,
        index: usize,
        alike: &[Proposal],
        board: &mut Option<String>,
        checker: &mut Checker,
    ) -> String {
        let [proposal, others @ ..] = alike else { return String::new() };
        let last = proposal.changes.len() - 1;
        let mut report = rejected_empty(name, record);
        for (number, change) in proposal.changes.iter().enumerate() {
            let mut message = match number {
                0 if others.is_empty() => format!("{}. {}", index + 1, change.in_words()),
                0 => {
                    let other = |other: &Proposal| other.changes.first().and_then(|change| change.to.clone());
                    let others: Vec<String> = others.iter().filter_map(other).collect();
                    format!("{} to {}. {}", index + 1, index + alike.len(), change.in_words_with(&others))
                }
                _ => format!("   and {}", change.in_words()),
            };
            if number == last {
                message.push_str(&format!(": {}", proposal.then()));
            }
            // After a first change plies may have other numbers.
            let position = change.ply.filter(|_| number == 0 && wants_board(change.kind) && !change.in_variation);
            let position = position.and_then(|ply| before(proposal, ply, checker));
            let position = position.filter(|position| Some(position) != board.as_ref());
            if position.is_some() {
                board.clone_from(&position);
            }
            report.diagnostics.extend(change.located(record, message, position));
        }
        human::full(&report, record, checker.setting(record), self.task.colour)
    }
}

/// Whether two proposals differ only in the ply that is to stand in one place.
fn is_alike(one: &Proposal, other: &Proposal) -> bool {
    match (&one.changes[..], &other.changes[..]) {
        ([change], [second]) => {
            matches!(change.kind, Kind::Wrong | Kind::Omitted)
                && (change.kind, change.ply, &change.span) == (second.kind, second.ply, &second.span)
                && one.then() == other.then()
        }
        _ => false,
    }
}

/// A report about nothing.
fn rejected_empty(name: &str, record: &Record<'_>) -> Report {
    crate::report::rejected(name, record, &mut crate::diagnostic::Shortlist::default())
}

/// Whether the board before the ply helps to decide.
fn wants_board(kind: Kind) -> bool {
    matches!(kind, Kind::Misread | Kind::Wrong | Kind::Omitted | Kind::Extra | Kind::Swapped)
}

/// The position before a ply of the mended record.
fn before(proposal: &Proposal, ply: u32, checker: &mut Checker) -> Option<String> {
    struct Before(u32, Option<String>);
    impl Visitor for Before {
        fn ply(&mut self, step: &dyn Step) {
            if step.variation().is_empty() && step.number() == self.0 {
                self.1 = Some(step.before().string());
            }
        }
        fn restart(&mut self) {
            self.1 = None;
        }
    }
    let mut seen = Before(ply, None);
    checker.check(&proposal.drafts.last()?.record(), &mut (), Some(&mut seen));
    seen.1
}

/// How many proposals there are.
fn summary_of(mended: &Mended, shown: usize, effort: u64) -> String {
    let more = mended.found.saturating_sub(shown as u64);
    let further = effort.saturating_mul(10).max(10);
    let stopped = match mended.untried {
        _ if mended.stopped => format!("; the search stopped after {effort} plies, --effort {further} goes further"),
        Some(untried) => format!("; {untried}"),
        None => String::new(),
    };
    match (mended.found, more) {
        (0, _) => format!("no change of one or two places mends this record{stopped}\n"),
        (_, 0) => format!("{}{stopped}\n", counted(mended.found, "proposal")),
        (found, more) => {
            format!("{}, {more} of them not shown: --limit {found} shows all{stopped}\n", counted(found, "proposal"))
        }
    }
}
