//! Replays a record that does not name its notation system.
//!
//! Nearly always every ply is well formed in the game's default system, and no other system fits the first one. So the
//! record is replayed in the default system at once. Only where a ply does not fit are the plies counted in all systems;
//! if another one fits more of them, the record is replayed again in that one, and the diagnostics so far are dropped.

use super::detect::{Detected, detect_beforehand, detect_by_count};
use super::{Claims, Job, Setting, Verdict, Visitor};
use crate::codes::NOTATION_AMBIGUOUS;
use crate::diagnostic::{Code, Diagnostic, Sink, Text};
use crate::record::{Record, TokenKind};
use crate::system::System;

/// Replays the record, and says in which system it was read.
pub(crate) fn play_undecided(
    record: &Record<'_>,
    setting: &Setting,
    claims: &Claims,
    sink: &mut dyn Sink,
    mut visitor: Option<&mut dyn Visitor>,
) -> (Verdict, System) {
    let job = |system, wants_fit| Job { record, setting, system, claims, wants_fit };
    let detected = match detect_beforehand(record, setting) {
        Some(detected) => detected,
        None => {
            let job = job(setting.default_system(), true);
            let mut waiting = Waiting { job: &job, sink, decision: Decision::Open, held: Vec::new(), more: Vec::new() };
            let replay = setting.start.play(&job, &mut waiting, visitor.as_mut().map(|visitor| &mut **visitor as _));
            if replay.fits && waiting.is_idle() {
                return (replay.verdict, job.system);
            }
            if replay.fits {
                waiting.decide(Detected { system: job.system, rival: None });
            } else if waiting.decision == Decision::Open {
                waiting.decide(detect_by_count(record, setting));
            }
            let Decision::Other(detected) = waiting.decision else { return (replay.verdict, job.system) };
            if let Some(visitor) = &mut visitor {
                visitor.restart();
            }
            detected
        }
    };
    let Detected { system, rival } = detected;
    if let Some(rival) = rival {
        tell_ambiguous(record, ambiguity(system, rival), sink);
    }
    (setting.start.play(&job(system, false), sink, visitor).verdict, system)
}

/// The text for plies that fit two systems but mean something else in each.
pub(crate) fn ambiguity(system: System, rival: System) -> Text {
    Text::new(format!("the plies are read as {system}, but would mean something else as {rival}"))
        .help("name the system with the tag Notation or with --notation")
}

/// Tells at the first ply that the notation is ambiguous.
pub(crate) fn tell_ambiguous(record: &Record<'_>, text: Text, sink: &mut dyn Sink) {
    let first = record.tokens().find(|token| token.kind == TokenKind::Word);
    sink.report(Diagnostic::new(&NOTATION_AMBIGUOUS, first.map_or(0..0, |token| token.span()), text));
}

/// Holds diagnostics back until the system is known to be the right one.
struct Waiting<'w> {
    job: &'w Job<'w>,
    sink: &'w mut dyn Sink,
    decision: Decision,
    held: Vec<Diagnostic>,
    more: Vec<(&'static Code, u64)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Decision {
    Open,
    /// The game's default system is the right one: all is passed on.
    Default,
    /// Another one is: nothing of this replay counts.
    Other(Detected),
}

impl Waiting<'_> {
    /// Whether nothing was said that waits.
    #[inline]
    fn is_idle(&self) -> bool {
        self.decision == Decision::Open && self.held.is_empty() && self.more.is_empty()
    }

    fn decide(&mut self, detected: Detected) {
        if self.decision != Decision::Open {
            return;
        }
        if detected.system != self.job.system {
            self.decision = Decision::Other(detected);
            self.held = Vec::new();
            return;
        }
        self.decision = Decision::Default;
        if let Some(rival) = detected.rival {
            tell_ambiguous(self.job.record, ambiguity(detected.system, rival), self.sink);
        }
        for diagnostic in self.held.drain(..) {
            self.sink.report(diagnostic);
        }
        for (code, count) in self.more.drain(..) {
            self.sink.more(code, count);
        }
    }
}

impl Sink for Waiting<'_> {
    fn report(&mut self, diagnostic: Diagnostic) {
        /// After this many diagnostics the plies are counted at once, so that a text full of faults needs no more
        /// memory.
        const MOST: usize = 1000;
        match self.decision {
            Decision::Default => self.sink.report(diagnostic),
            Decision::Other(_) => {}
            Decision::Open => {
                self.held.push(diagnostic);
                if self.held.len() > MOST {
                    self.decide(detect_by_count(self.job.record, self.job.setting));
                }
            }
        }
    }

    fn more(&mut self, code: &'static Code, count: u64) {
        match self.decision {
            Decision::Default => self.sink.more(code, count),
            Decision::Other(_) => {}
            Decision::Open => self.more.push((code, count)),
        }
    }

    fn wants_text(&self) -> bool {
        self.sink.wants_text()
    }
}
