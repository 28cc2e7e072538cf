//! Compares what a record claims with what the board proves, when the replay has reached the end of the record.

use std::ops::Range;

use super::Driver;
use super::walk::Walk;
use crate::codes::{BAD_TAG, RESULT_MISMATCH, RESULT_UNPROVEN, STANDS_UNNEEDED};
use crate::diagnostic::{Diagnostic, Text, quoted};
use crate::engine::{Claim, Reason, Setting, Termination};
use crate::game::{FullGame, Outcome};

impl<G: FullGame> Driver<'_, G> {
    /// Judges the claims of a record whose replay has reached its end.
    pub(super) fn judge(&mut self, walked: &Walk<G>, proven: Outcome) {
        let claims = self.job.claims;
        for &number in &claims.stands {
            if number == 0 || number > walked.number {
                let text = self.text(|| match number {
                    // Higher numbers are read as this one.
                    u32::MAX => Text::new("no record has so many plies"),
                    _ => Text::new(format!("there is no ply {number}")),
                });
                self.report(Diagnostic::new(&STANDS_UNNEEDED, claims.stands_span.clone(), text));
            }
        }
        let mut reason = false;
        if let Some((termination, span)) = &claims.termination {
            reason = matches!(termination, Termination::Reason(_) | Termination::Illegal | Termination::Foul);
            if *termination == Termination::Illegal && self.outcome.is_none() {
                reason = false;
                let text = self.text(|| {
                    Text::new("`illegal` means an illegal last ply that lost the game, but here is no such ply")
                        .help("give another reason, or add the ply that was tried")
                });
                self.report(Diagnostic::new(&BAD_TAG, span.clone(), text));
            }
            if *termination == Termination::Foul && self.outcome.is_none() {
                reason = false;
                let text = self.text(|| match self.job.setting.rules.foul {
                    Some(_) => Text::new(
                        "`foul` means a forbidden last ply that the other side pointed out, but here is no such ply",
                    )
                    .help("give another reason; if the last ply is marked as one that stood, remove the mark"),
                    None => Text::new("`foul` means a forbidden ply of Renju, but this game has no forbidden plies"),
                });
                self.report(Diagnostic::new(&BAD_TAG, span.clone(), text));
            }
        }
        if let Some((claim, span)) = self.one_claim(walked) {
            if let Some(visitor) = &mut self.visitor {
                visitor.claimed_result(claim);
            }
            self.compare(claim, span, proven, reason);
        }
    }

    /// The result that the tag and the movetext claim together. Reports it if they differ.
    fn one_claim(&mut self, walked: &Walk<G>) -> Option<(Claim, Range<usize>)> {
        match (&self.job.claims.result, &walked.result) {
            (Some((tag, span)), Some((word, place))) => {
                if *tag == Claim::Open {
                    return Some((*word, place.clone()));
                }
                if *word != Claim::Open && tag != word {
                    let setting = self.job.setting;
                    let text = self.text(|| {
                        Text::new(format!(
                            "the movetext ends with {}, but the tag Result claims {}",
                            name(*word, setting),
                            name(*tag, setting)
                        ))
                    });
                    self.report(Diagnostic::new(&RESULT_MISMATCH, place.clone(), text));
                    return None;
                }
                Some((*tag, span.clone()))
            }
            (tag, word) => tag.clone().or_else(|| word.clone()),
        }
    }

    fn compare(&mut self, claim: Claim, span: Range<usize>, proven: Outcome, reason: bool) {
        let setting = self.job.setting;
        if claim == Claim::Open {
            return;
        }
        if proven == Outcome::Unfinished {
            if !reason {
                let text = self.text(|| {
                    Text::new(format!(
                        "the record claims {}, but the game has not ended on the board",
                        name(claim, setting)
                    ))
                    .help(self.reasons())
                });
                self.report(Diagnostic::new(&RESULT_UNPROVEN, span, text));
            }
            return;
        }
        if !claim.agrees(proven, &setting.rules) {
            let text = self.text(|| {
                let board = match proven {
                    Outcome::Win { winner, ending } => ending.won_by(setting.winner(winner)),
                    Outcome::Draw { ending } => format!("it is a draw ({})", ending.about),
                    Outcome::Unfinished => "the game goes on".to_owned(),
                };
                let text = Text::new(format!("the record claims {}, but on the board {board}", name(claim, setting)));
                let proven = Claim::proven(proven).name(&setting.rules).unwrap_or("*");
                text.help(format!("if the plies are right, the result is `{proven}`"))
            });
            self.report(Diagnostic::new(&RESULT_MISMATCH, span, text));
        }
    }

    /// Which reasons the tag `Termination` can give for a result that the board does not prove.
    fn reasons(&self) -> String {
        let reasons = Reason::names();
        match self.job.record.known("Termination").filter(|_| self.job.claims.termination.is_some()) {
            Some(said) => format!("the tag Termination says {}, which is none of: {reasons}", quoted(&said)),
            None => format!("the tag Termination can say why: {reasons}"),
        }
    }
}

fn name(claim: Claim, setting: &Setting) -> String {
    match claim {
        Claim::Open => "nothing".to_owned(),
        Claim::Win(side) => format!("a win for {}", setting.winner(side)),
        Claim::Draw => "a draw".to_owned(),
    }
}
