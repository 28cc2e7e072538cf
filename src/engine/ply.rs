//! Reads one ply and carries it out, or says why not: illegal plies, those that stood (C-6) and the one that lost (C-7).

use std::ops::Range;

use super::Driver;
use super::hints::hint;
use super::script::ScriptPlace;
use super::step::{GameStep, Step};
use super::walk::Walk;
use crate::codes::{AFTER_END, ATTEMPTED, BAD_BREAK, BAD_MOVE, STANDS, STANDS_UNNEEDED};
use crate::diagnostic::{Code, Diagnostic, Text};
use crate::engine::{Claim, Termination};
use crate::game::{FOUL, FullGame, ILLEGAL, Outcome, Overlook, Position, Standing, Strict, Violates, bad_move};
use crate::record::tokens::is_blank;
use crate::system::{PASS, System};

/// A ply as it stands in the text.
pub(super) struct WrittenPly<'t> {
    pub(super) token: &'t str,
    pub(super) system: System,
    pub(super) span: Range<usize>,
    /// Whether `{[%stands]}` stands after it.
    pub(super) marked: bool,
    /// What the record says of its last ply, if this is it.
    pub(super) last: Option<Last>,
}

/// What the tag `Termination` says of the last ply of the main line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    /// It was illegal and lost the game (C-7).
    Illegal,
    /// It was a foul, and the other side pointed it out (RJ-6).
    Foul,
}

impl<G: FullGame> Driver<'_, G> {
    /// What the tag `Termination` says of the last ply, if it speaks of it.
    pub(super) fn said_of_last(&self) -> Option<Last> {
        match self.job.claims.termination {
            Some((Termination::Illegal, _)) => Some(Last::Illegal),
            Some((Termination::Foul, _)) if self.job.setting.rules.foul.is_some() => Some(Last::Foul),
            _ => None,
        }
    }

    /// Whether the tag `Stands` names this ply.
    pub(super) fn tag_stands(&mut self, number: u32) -> bool {
        let named = self.job.claims.stands.get(self.stands) == Some(&number);
        self.stands += usize::from(named);
        named
    }

    /// Reads a ply and carries it out, or says why not. `scratch` is memory for its parts.
    pub(super) fn ply(&mut self, walk: &mut Walk<G>, written: WrittenPly<'_>, scratch: &mut G::Scratch) {
        match walk.position.read_ply(written.token, written.system, scratch) {
            Err(_) => {
                // The plies of a variation say nothing about the main line.
                self.fits &= !self.path.is_empty();
                self.bad_move(walk, &written);
                self.left_out(walk, &written);
                walk.stopped = true;
            }
            Ok(ply) => self.carry_out(walk, ply, &written),
        }
    }

    /// Shows the visitor a ply of the main line that is not carried out.
    pub(super) fn left_out(&mut self, walk: &Walk<G>, written: &WrittenPly<'_>) {
        let Some(visitor) = self.visitor.as_mut().filter(|_| self.is_watched && self.path.is_empty()) else { return };
        let mut scratch = G::Scratch::default();
        let step = walk.position.read_ply(written.token, written.system, &mut scratch).ok().map(|ply| GameStep {
            number: walk.number,
            variation: &[],
            span: written.span.clone(),
            before: &walk.position,
            after: &walk.position,
            ply,
            tried: true,
            stood: false,
        });
        visitor.left_out(written.span.clone(), step.as_ref().map(|step| step as &dyn Step));
    }

    /// What to say of a result that stands in a variation.
    pub(super) fn help_on_result_within(&self, token: &str) -> Option<String> {
        let is_result = || token != "*" && Claim::of_word(token, &self.job.setting.rules).is_some();
        let help = "a result ends the main line; what a variation leads to stands in a comment";
        (!self.path.is_empty() && is_result()).then(|| help.to_owned())
    }

    fn bad_move(&mut self, walk: &Walk<G>, written: &WrittenPly<'_>) {
        let text = self.text(|| {
            let of_record = (self.job.record, self.job.setting);
            let place = (&written.span, walk.turns.due_turn());
            let meant = self
                .help_on_result_within(written.token)
                .or_else(|| hint(&walk.position, written.system, written.token, of_record, place));
            bad_move(written.token, written.system, meant)
        });
        self.report(Diagnostic::new(&BAD_MOVE, written.span.clone(), text).at_ply(walk.number));
    }

    pub(super) fn carry_out(&mut self, walk: &mut Walk<G>, ply: G::Ply<'_>, written: &WrittenPly<'_>) {
        if written.marked || written.last == Some(Last::Foul) || self.is_watched {
            return self.carry_out_watched(walk, ply, written);
        }
        let place = self.write_down(&walk.position, walk.plies + 1, ply, written);
        match walk.position.apply(ply, &mut Strict) {
            Ok(()) => {
                walk.plies += 1;
                if let Some(script) = &mut self.script {
                    script.done(&walk.position, walk.plies);
                }
                if self.is_looked_at(walk.plies) {
                    self.look(&walk.position, walk.plies);
                }
                self.remarks(walk, written);
            }
            Err(violation) => {
                if let (Some(script), Some(place)) = (&mut self.script, place) {
                    script.back_to(place);
                }
                self.illegal(walk, ply, violation, written);
            }
        }
    }

    /// Writes a ply to the script, if there is one, and returns where it begins there.
    #[inline(always)]
    fn write_down(
        &mut self,
        before: &G,
        number: u32,
        ply: G::Ply<'_>,
        written: &WrittenPly<'_>,
    ) -> Option<ScriptPlace> {
        let script = self.script.as_mut()?;
        let place = script.place();
        script.ply(before, ply, written.span.clone(), number, self.path.is_empty());
        // No result is shorter than three bytes, and this matters only for words that may be one.
        if written.token.len() > 2 && written.token.bytes().any(|byte| byte == b',' || is_blank(byte)) {
            script.several_words();
        }
        Some(place)
    }

    /// Carries out a ply that the visitor sees, that is marked as standing, or that the record calls a foul (RJ-6).
    fn carry_out_watched(&mut self, walk: &mut Walk<G>, ply: G::Ply<'_>, written: &WrittenPly<'_>) {
        let before = walk.position.clone();
        // No pass is missing after the end of the game (C-2): what the file has there is a ply too many.
        let mut standing = if written.marked && self.is_unnamed_pass(walk.number) {
            Standing::of_pass()
        } else {
            Standing::of::<G>(written.marked)
        };
        if let Err(violation) = walk.position.apply(ply, &mut standing) {
            let foul = written.last == Some(Last::Foul) && self.job.setting.rules.foul == Some(violation.code());
            if !foul || walk.position.apply(ply, &mut Only(violation.code())).is_err() {
                return self.illegal(walk, ply, violation, written);
            }
            let winner = before.turn().next(before.sides().len());
            self.outcome = Some(Outcome::Win { winner, ending: &FOUL });
        }
        walk.plies += 1;
        self.write_down(&before, walk.plies, ply, written);
        if let Some(script) = &mut self.script {
            script.done(&walk.position, walk.plies);
            if !standing.found.is_empty() {
                script.stood(walk.plies, self.path.is_empty());
            }
        }
        if written.marked {
            self.stood(walk, &before, ply, &standing.found, written);
        }
        self.remarks(walk, written);
        if let Some(visitor) = self.visitor.as_mut().filter(|_| self.is_watched) {
            visitor.ply(&GameStep {
                number: walk.plies,
                variation: &self.path,
                span: written.span.clone(),
                before: &before,
                after: &walk.position,
                ply,
                tried: false,
                stood: !standing.found.is_empty(),
            });
            self.ask_whether_watched();
        }
        if self.is_looked_at(walk.plies) || self.is_looking() && !standing.found.is_empty() {
            self.look(&walk.position, walk.plies);
        }
    }

    /// Whether a ply of the line at hand is a pass that the file does not name so.
    pub(super) fn is_unnamed_pass(&self, number: u32) -> bool {
        self.path.is_empty() && self.job.record.parts.context.passes.binary_search(&number).is_ok()
    }

    /// Reports the game's remarks on the ply that was carried out last.
    #[inline]
    fn remarks(&mut self, walk: &Walk<G>, written: &WrittenPly<'_>) {
        if walk.position.has_remarks() {
            for (code, text) in walk.position.remarks() {
                self.report(Diagnostic::new(code, written.span.clone(), text).at_ply(walk.number));
            }
        }
    }

    fn stood(
        &mut self,
        walk: &Walk<G>,
        before: &G,
        ply: G::Ply<'_>,
        overlooked: &[G::Violation],
        written: &WrittenPly<'_>,
    ) {
        let diagnostic = if overlooked.is_empty() {
            let is_pass = self.is_unnamed_pass(walk.number);
            let text = self.text(|| match is_pass {
                true if written.token != PASS => Text::new("the ply ends where it began: read as a pass, which is legal"),
                true => Text::new(format!(
                    "the file has no ply of {} here, and the next one is of the other side: read as a pass, which is legal",
                    self.job.setting.name(before.turn())
                )),
                false => Text::new("this ply is legal, so it does not need the mark that it stood"),
            });
            Diagnostic::new(&STANDS_UNNEEDED, written.span.clone(), text)
        } else {
            let text = self.text(|| {
                let names: Vec<_> = overlooked.iter().map(|violation| violation.code().name).collect();
                let why: Vec<_> = overlooked.iter().map(|&violation| before.explain(violation, ply).message).collect();
                Text::new(format!("an illegal ply that stood ({}): {}", names.join(", "), why.join("; ")))
            });
            let mut diagnostic = Diagnostic::new(&STANDS, written.span.clone(), text);
            diagnostic.position = self.sink.wants_text().then(|| before.string());
            diagnostic
        };
        self.report(diagnostic.at_ply(walk.number));
    }

    fn illegal(&mut self, walk: &mut Walk<G>, ply: G::Ply<'_>, violation: G::Violation, written: &WrittenPly<'_>) {
        let code = violation.code();
        let mut text = self.text(|| self.explained(&walk.position, ply, violation, written));
        let lost = written.last == Some(Last::Illegal) && code != &AFTER_END && code != &BAD_BREAK;
        let mut diagnostic = if lost {
            text.message = format!("the last ply was illegal and lost the game ({}): {}", code.name, text.message);
            let winner = self.job.setting.rules.beaten_by(walk.position.player());
            let win = winner.map(|winner| Outcome::Win { winner, ending: &ILLEGAL });
            self.outcome = Some(win.unwrap_or(Outcome::Unfinished));
            Diagnostic::new(&ATTEMPTED, written.span.clone(), text)
        } else {
            Diagnostic::new(code, written.span.clone(), text)
        };
        diagnostic.position = self.sink.wants_text().then(|| walk.position.string());
        self.report(diagnostic.at_ply(walk.number));
        // A ply that lost the game ends the record as a whole; any other stops the replay.
        walk.stopped = !lost;
        walk.lost = lost;
        if let Some(script) = self.script.as_mut().filter(|_| lost) {
            script.tried(&walk.position, ply, written.span.clone(), walk.number);
        }
        if let Some(visitor) = self.visitor.as_mut().filter(|_| self.is_watched) {
            let step = GameStep {
                number: walk.number,
                variation: &self.path,
                span: written.span.clone(),
                before: &walk.position,
                after: &walk.position,
                ply,
                tried: true,
                stood: false,
            };
            if lost { visitor.tried(&step) } else { visitor.refused(&step, code) }
        }
    }
}

/// Overlooks one rule.
struct Only(&'static Code);

impl<V: Violates> Overlook<V> for Only {
    fn overlooks(&mut self, violation: V) -> bool {
        violation.code() == self.0
    }
}
