//! From tags to a verdict: the registry of games, the setting that tags ask for, and the driver that walks a record through
//! its game. Every command is this walk with another visitor.
//!
//! The replay of the main line stops at the first ply that cannot be played (C-5); the rest is only checked for faults
//! of the text. Each variation is replayed from the position before the ply it replaces and stops on its own.
//!
//! - `registry` knows every game, behind one trait, `AnyGame`;
//! - `settings` turns tags into a setting, with what `tag_names` knows of their names; `claims` reads results and other
//!   claims, `claim_tags` those in tags; `result_words` knows what people write for results;
//! - `detect` finds the notation system of a record that names none, `undecided` replays such a record;
//! - `line` walks the main line and variations, each a `level`, with `turn_ply` for what belongs to turns and `ahead`
//!   for what is still to come; `list` walks a line of a list, `diagram` a numbered diagram (`numbered` reads it);
//! - `usual` and `quick` are quicker forms of the same walk for plies that stand as they usually do; `words` classes
//!   their bytes;
//! - `ply` reads one ply and carries it out, or says why not, with `explained` for the words; `script` writes plies down
//!   as they pass, with the names that `names` keeps;
//! - `turns` keeps account of turn numbers, missing plies and sides;
//! - `lexemes` cuts words into plies;
//! - `main_line` cuts the main line into parts, and `track` replays it again and again with small changes;
//! - `hints` says what was probably meant by a word that is no ply, with `letters` of other keyboards;
//! - `verdict` compares what the record claims with what the board proves.

mod ahead;
mod claim_tags;
mod claims;
mod defaults;
mod detect;
mod diagram;
mod explained;
mod hints;
mod letters;
mod level;
mod lexemes;
mod line;
mod list;
mod main_line;
mod names;
pub(crate) mod numbered;
mod ply;
mod quick;
pub mod registry;
mod result_words;
pub(crate) mod script;
mod settings;
mod step;
mod tag_names;
mod track;
mod turn_ply;
mod turns;
mod undecided;
mod usual;
mod verdict;
mod walk;
mod words;

pub use claims::{Claim, Claims, Reason, Termination};
pub use defaults::Defaults;
pub(crate) use detect::{Fits, ambiguous, before_rounding, is_taken_for_another, preferred, well_formed};
pub(crate) use hints::are_dots;
pub(crate) use letters::in_plain_letters;
use level::Level;
pub use lexemes::Fit;
pub(crate) use lexemes::{claim_of_line, plies_of_words};
pub use main_line::{MainLine, Part, PartKind};
pub use registry::{AnyGame, Games, Start};
pub(crate) use result_words::meant_result;
pub use script::{Score, Script};
pub use settings::{Resolution, Resolver, Setting};
pub use step::{Step, Visitor};
pub use track::{Item, Legal, Reach, Track};
use turns::Turns;
pub(crate) use undecided::{ambiguity, play_undecided, tell_ambiguous};

use crate::codes::{BAD_SYNTAX, GLUED_RECORD, NOT_PLAYED};
use crate::counted::counted;
use crate::diagnostic::{Diagnostic, Severity, Sink, Text};
use crate::game::{FullGame, Outcome};
use crate::record::tokens::Tokens;
use crate::record::{Faults, Layout, Record, to_usize_range};
use crate::system::System;

/// A record to be replayed: what the driver needs besides the position.
#[derive(Debug, Clone, Copy)]
pub struct Job<'a> {
    /// The record.
    pub record: &'a Record<'a>,
    /// How to read it.
    pub setting: &'a Setting,
    /// The notation system.
    pub system: System,
    /// The tags that are judged beside the plies.
    pub claims: &'a Claims,
    /// Whether to check also the plies of the main line that are not replayed, for [`Replay::fits`].
    pub wants_fit: bool,
}

/// The result of a replay.
#[derive(Debug, Clone, Copy)]
pub struct Replay {
    /// What became of the record.
    pub verdict: Verdict,
    /// Whether every ply of the main line is well formed in the notation system; told where [`Job::wants_fit`] asks for it.
    pub fits: bool,
}

/// What became of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Verdict {
    /// How many plies of the main line were carried out.
    pub plies: u32,
    /// The outcome so far.
    pub outcome: Outcome,
    /// The result that the record claims: in its tag, or else in the last word of its movetext. [`Claim::Open`] is the `*` of a
    /// record that claims nothing else.
    pub claimed: Option<Claim>,
    /// Whether no error was found.
    pub valid: bool,
}

impl Verdict {
    /// The result that the record claims; `None` if it claims nothing, as `*` does.
    pub fn claim(&self) -> Option<Claim> {
        self.claimed.filter(|claim| *claim != Claim::Open)
    }
}

/// Replays `job` from `start`. The visitor, if there is one, sees every ply.
pub(crate) fn play<'j, G: FullGame>(
    start: &'j G,
    job: &'j Job<'j>,
    sink: &'j mut dyn Sink,
    visitor: Option<&'j mut (dyn Visitor + '_)>,
) -> Replay {
    // Inside the `Option` the trait object's own lifetime is shortened by hand.
    let visitor: Option<&'j mut dyn Visitor> = visitor.map(|visitor| visitor as _);
    let mut driver = Driver {
        start,
        job,
        sink,
        visitor,
        script: None,
        is_watched: false,
        tokens: Tokens::of(job.record),
        faults: Faults::NONE,
        fault: 0,
        halted: false,
        errors: 0,
        path: Vec::new(),
        outcome: None,
        refused: false,
        stands: job.claims.stands.partition_point(|number| *number == 0),
        fits: true,
        next_look: u32::MAX,
    };
    driver.faults.begin(job.record);
    if let Some(visitor) = &mut driver.visitor {
        visitor.begin(job.setting.info(), job.system);
        driver.script = visitor.script().map(std::mem::take);
        if let Some(script) = &mut driver.script {
            script.of_game(job.setting.info().id, job.setting.rules.board);
        }
    }
    driver.ask_whether_watched();
    let verdict = driver.record();
    Replay { verdict, fits: driver.fits }
}

struct Driver<'j, G: FullGame> {
    /// The position before the first ply.
    start: &'j G,
    job: &'j Job<'j>,
    sink: &'j mut dyn Sink,
    visitor: Option<&'j mut dyn Visitor>,
    /// The visitor's script, if it has one.
    script: Option<Script>,
    /// Whether the visitor sees the next ply.
    is_watched: bool,
    tokens: Tokens<'j>,
    /// The faults of the text up to the token that was pulled last, in the order of their places.
    faults: Faults,
    /// The index of the first of them that the walk has not reported yet.
    fault: usize,
    /// Whether a fault of the text has ended the replay of the whole record.
    halted: bool,
    errors: u32,
    /// The way to the variation being replayed.
    path: Vec<(u32, u32)>,
    /// The outcome where the board does not decide it (C-7).
    outcome: Option<Outcome>,
    /// Whether the body was refused as a whole: there is no position then.
    refused: bool,
    /// The first number in the tag `Stands` that has not come yet.
    stands: usize,
    /// See [`Replay::fits`].
    fits: bool,
    /// After how many plies of the main line the visitor looks at the position again.
    next_look: u32,
}

impl<G: FullGame> Driver<'_, G> {
    fn record(&mut self) -> Verdict {
        let start = self.start;
        let is_diagram = self.job.system.is_diagram();
        let (turns, is_stopped) = if is_diagram || self.job.record.parts.layout == Layout::Line {
            (Turns::new(start.sides().len(), start.turn().index(), 1, false), false)
        } else {
            (self.turns(start, 1), self.halted)
        };
        // A position may be large: it is copied once, into the place from where it is replayed.
        let mut main = Level::new(start, turns, is_stopped, 0);
        if !is_diagram {
            self.look(start, 0);
        }
        if is_diagram {
            self.diagram(&mut main.walk);
        } else if self.job.record.parts.layout == Layout::Line {
            self.list_line(&mut main.walk);
        } else {
            self.line(&mut main);
        }
        let walked = &main.walk;
        if self.fault < self.faults.held.len() {
            self.faults_up_to(usize::MAX, walked.number + 1);
        }
        for (code, count) in self.faults.more() {
            self.sink.more(code, count);
        }
        if walked.skipped > 0 {
            let text = Text::new(format!(
                "{} after the first error {} not replayed",
                if walked.skipped == 1 { "one ply".to_owned() } else { counted(walked.skipped.into(), "ply") },
                if walked.skipped == 1 { "was" } else { "were" },
            ));
            let place = walked.skipped_at.clone();
            self.report(Diagnostic::new(&NOT_PLAYED, place, text).at_ply(walked.skipped_from));
        }
        let proven = match self.outcome {
            Some(outcome) => outcome,
            None if self.refused => Outcome::Unfinished,
            None => walked.position.outcome(),
        };
        if !walked.stopped && !self.halted {
            self.judge(walked, proven);
        }
        if let Some(visitor) = &mut self.visitor {
            if let (Some(own), Some(script)) = (visitor.script(), self.script.take()) {
                *own = script;
            }
            if !self.refused {
                visitor.end(&walked.position);
            }
        }
        let claimed = self.job.claims.claimed(walked.result.as_ref().map(|(word, _)| *word));
        Verdict { plies: walked.plies, outcome: proven, claimed, valid: self.errors == 0 }
    }

    /// Shows the visitor a position of the main line.
    fn look(&mut self, position: &G, plies: u32) {
        self.next_look = self.visitor.as_mut().map_or(u32::MAX, |visitor| visitor.look(position, plies));
        self.ask_whether_watched();
    }

    /// Asks the visitor whether it sees the next ply.
    fn ask_whether_watched(&mut self) {
        let sees = |visitor: &mut &mut dyn Visitor| visitor.sees_plies();
        self.is_watched = self.script.is_none() && self.visitor.as_mut().is_some_and(sees);
    }

    /// Whether no script writes down the comments, annotations and `...` beside plies.
    fn passes_over_remarks(&self) -> bool {
        self.script.as_ref().is_none_or(Script::is_without_remarks)
    }

    /// Whether the visitor looks at any later position of the line at hand.
    fn is_looking(&self) -> bool {
        self.next_look != u32::MAX && self.path.is_empty()
    }

    /// Whether the visitor looks at the position after `plies` plies of this line.
    #[inline(always)]
    fn is_looked_at(&self, plies: u32) -> bool {
        plies >= self.next_look && self.path.is_empty()
    }

    fn report(&mut self, mut diagnostic: Diagnostic) {
        if diagnostic.severity == Severity::Error {
            self.errors += 1;
        }
        diagnostic.variation.clone_from(&self.path);
        self.sink.report(diagnostic);
    }

    /// A sentence, if the sink wants any.
    fn text(&self, text: impl FnOnce() -> Text) -> Text {
        if self.sink.wants_text() { text() } else { Text::default() }
    }

    /// Reports the faults of the text up to byte `to`; `next` is the number that the next ply would have.
    fn faults_up_to(&mut self, to: usize, next: u32) {
        while let Some(fault) = self.faults.held.get(self.fault)
            && fault.span.start as usize <= to
        {
            self.fault += 1;
            let mut diagnostic = Diagnostic::new(fault.code, to_usize_range(&fault.span), fault.text.clone());
            if fault.code == &BAD_SYNTAX {
                diagnostic.ply = Some(next);
            }
            self.halted |= fault.code != &GLUED_RECORD;
            self.report(diagnostic);
        }
    }
}
