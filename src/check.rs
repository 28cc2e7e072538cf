//! The judge of records: settles the tags, finds the notation, replays, and tells a sink or makes a report.

use std::io;

use crate::codes::{NOTATION_AMBIGUOUS, RECORD_TOO_LONG};
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink, Tally, Text};
use crate::formats::Records;
use crate::formats::lines::Lines;
use crate::game::{AnyGame, Job, Outcome};
use crate::play::{Verdict, Visitor, detect, detect_list};
use crate::record::{Layout, Record, wide};
use crate::settings::{Claim, Claims, Defaults, Setting, Settler};
use crate::system::System;

/// How many games of a list are looked at to find its notation system.
const LIST_SAMPLE: usize = 1000;

/// Judges records one after the other.
#[derive(Debug, Default)]
pub struct Checker {
    settler: Settler,
    strict: bool,
    /// The system of the list being read, and one that fits it as well.
    list: Option<(System, Option<System>)>,
}

/// A record that has been judged, and by which rules.
#[derive(Debug)]
pub struct Judged<'c> {
    /// What became of it.
    pub verdict: Verdict,
    /// By which rules it was replayed, if it was.
    pub setting: Option<&'c Setting>,
    /// The game, also where nothing could be replayed.
    pub game: Option<&'static dyn AnyGame>,
    /// The notation system in which it was read, if it was.
    pub system: Option<System>,
    /// The tags that were judged beside the plies.
    pub claims: &'c Claims,
}

impl Checker {
    /// A judge of records of which the caller knows `defaults`.
    pub fn new(defaults: Defaults) -> Checker {
        Checker { settler: Settler::new(defaults), strict: false, list: None }
    }

    /// Accepts only canonical text.
    pub fn strict(mut self, strict: bool) -> Checker {
        self.strict = strict;
        self
    }

    /// Forgets the notation system of a list: what is read next is none.
    pub fn end_list(&mut self) {
        self.list = None;
    }

    /// By which rules a record is replayed, without judging it.
    pub fn setting(&mut self, record: &Record<'_>) -> Option<&Setting> {
        self.settler.settle(record, &mut ()).setting
    }

    /// Finds the notation system of a list before its first game is read.
    ///
    /// # Errors
    /// What the reader says.
    pub fn begin_list<R: io::Read>(&mut self, lines: &mut Lines<R>) -> io::Result<()> {
        if self.settler.defaults().notation.is_none()
            && let Some(setting) = self.settler.untagged(&mut ())
        {
            let found = detect_list(&lines.sample(LIST_SAMPLE)?, setting);
            self.list = Some((found.system, found.rival));
        }
        Ok(())
    }

    /// A quick look at a record of which only the header has been read: its verdict if nothing at all is to be said
    /// of it. [`Checker::check`] agrees on every record that this one judges.
    pub fn glance(&mut self, header: &Record<'_>) -> Option<Verdict> {
        if self.strict || !header.parts.faults.is_empty() {
            return None;
        }
        let list = match self.list {
            Some((_, Some(_))) => return None,
            Some((system, None)) => Some(system),
            None => None,
        };
        let mut tally = Tally::default();
        let resolved = self.settler.settle(header, &mut tally);
        let claims = resolved.claims;
        let setting = resolved.setting.filter(|setting| setting.rules.playable)?;
        if tally != Tally::default() || claims.termination.is_some() || !claims.stands.is_empty() {
            return None;
        }
        let system = setting.system.or(list).unwrap_or(setting.default_system());
        let body = header.slice(header.parts.body..header.text.len());
        let (plies, outcome) = match header.parts.layout {
            Layout::Movetext => setting.game.play_canonical(setting, system, body)?,
            Layout::Line if system.runs_together() => setting.game.play_run(setting, system, body)?,
            Layout::Line => return None,
        };
        agrees(setting, claims, outcome).then_some(Verdict { plies, outcome, valid: true })
    }

    /// The same for the body of another record whose header is, byte for byte, that of the record at which
    /// [`Checker::glance`] has looked last, with success.
    #[inline]
    pub(crate) fn glance_again(&self, body: &str) -> Option<Verdict> {
        let setting = self.settler.current()?;
        let system = setting.system.unwrap_or(setting.default_system());
        let (plies, outcome) = setting.game.play_canonical(setting, system, body)?;
        agrees(setting, self.settler.claims(), outcome).then_some(Verdict { plies, outcome, valid: true })
    }

    /// The same for lines of a list: calls `each` with the verdicts of games from the start of `text` on, up to the first
    /// line that is to be judged otherwise, and says how many bytes of lines that was.
    pub(crate) fn glance_lines(&mut self, text: &str, each: &mut dyn FnMut(Verdict)) -> usize {
        let Some((system, None)) = self.list.or(self.settler.defaults().notation.map(|system| (system, None))) else {
            return 0;
        };
        if self.strict || !system.runs_together() {
            return 0;
        }
        match self.settler.current() {
            Some(setting) if self.settler.is_untagged() => setting.game.play_runs(setting, system, text, each),
            _ => 0,
        }
    }

    /// By which rules the record that was judged last was replayed, and what its tags claim.
    pub(crate) fn last(&self) -> (Option<&Setting>, &Claims) {
        (self.settler.current(), self.settler.claims())
    }

    /// Sets the notation system of a list that is being read, and one that fits it as well.
    pub(crate) fn set_list(&mut self, list: Option<(System, Option<System>)>) {
        self.list = list;
    }

    /// The notation system of the list being read, and one that fits it as well.
    pub(crate) fn list(&self) -> Option<(System, Option<System>)> {
        self.list
    }

    /// Judges a record and tells `sink` everything there is to say. The visitor, if there is one, sees every ply.
    pub fn check(&mut self, record: &Record<'_>, sink: &mut dyn Sink, visitor: Option<&mut dyn Visitor>) -> Judged<'_> {
        let mut counted = Counted { sink, errors: 0, strict_errors: &[] };
        let nothing = Verdict { plies: 0, outcome: Outcome::Unfinished, valid: false };
        let too_long = record.parts.faults.iter().any(|fault| fault.rule == &RECORD_TOO_LONG);
        if too_long {
            tell_faults(record, &mut counted);
            return Judged { verdict: nothing, setting: None, game: None, system: None, claims: self.settler.claims() };
        }
        let resolved = self.settler.settle(record, &mut counted);
        let Some(setting) = resolved.setting else {
            tell_faults(record, &mut counted);
            return Judged {
                verdict: nothing,
                setting: None,
                game: resolved.game,
                system: None,
                claims: resolved.claims,
            };
        };
        if !setting.rules.playable {
            tell_faults(record, &mut counted);
            return Judged {
                verdict: nothing,
                setting: Some(setting),
                game: resolved.game,
                system: None,
                claims: resolved.claims,
            };
        }
        let (system, rival) = match (setting.system, self.list) {
            (Some(system), _) => (system, None),
            (None, Some((system, rival))) => {
                // What is ambiguous is said once for a list.
                self.list = Some((system, None));
                (system, rival)
            }
            (None, None) => {
                let found = detect(record, setting);
                (found.system, found.rival)
            }
        };
        if let Some(rival) = rival {
            let text = Text::new(format!("the plies are read as {system}, but would mean something else as {rival}"))
                .help("name the system with the tag Notation or with --notation");
            let first = record.parts.tokens.iter().find(|token| token.kind == crate::record::TokenKind::Word);
            counted.report(Diagnostic::new(&NOTATION_AMBIGUOUS, first.map_or(0..0, |token| token.span()), text));
        }
        if self.strict {
            counted.strict_errors = setting.info().strict_errors;
        }
        let job = Job { record, setting, system, claims: resolved.claims };
        let mut verdict = setting.game.play(&job, &mut counted, visitor);
        if self.strict && counted.errors == 0 {
            crate::convert::check_canonical(&job, &mut counted);
        }
        verdict.valid = counted.errors == 0;
        Judged {
            verdict,
            setting: Some(setting),
            game: Some(setting.game),
            system: Some(system),
            claims: resolved.claims,
        }
    }
}

/// Whether what a record claims is what the board proves, so that nothing is to be said of it.
fn agrees(setting: &Setting, claims: &Claims, outcome: Outcome) -> bool {
    match (claims.result.as_ref().map(|(claim, _)| *claim), outcome) {
        (None | Some(Claim::Open), _) => true,
        (Some(Claim::Win(side)), Outcome::Win { winner, .. }) => side == setting.rules.party(winner),
        (Some(Claim::Draw), Outcome::Draw { .. }) => true,
        _ => false,
    }
}

/// Tells the faults of a text that is not replayed.
fn tell_faults(record: &Record<'_>, sink: &mut dyn Sink) {
    for fault in &record.parts.faults {
        let mut diagnostic = Diagnostic::new(fault.rule, wide(&fault.span), fault.text.clone());
        if fault.rule == &crate::codes::BAD_SYNTAX {
            diagnostic.ply = Some(1);
        }
        sink.report(diagnostic);
    }
}

/// Counts errors on their way to the sink.
struct Counted<'s> {
    sink: &'s mut dyn Sink,
    errors: u32,
    /// The warnings that are errors here.
    strict_errors: &'static [&'static Rule],
}

impl Sink for Counted<'_> {
    fn report(&mut self, mut diagnostic: Diagnostic) {
        if self.strict_errors.contains(&diagnostic.rule) {
            diagnostic.severity = Severity::Error;
        }
        self.errors += u32::from(diagnostic.is_error());
        self.sink.report(diagnostic);
    }

    fn wants_text(&self) -> bool {
        self.sink.wants_text()
    }
}

/// Judges every record of `records`, as fast as can be, and calls `each` with the number of its record.
///
/// # Errors
/// What reading says.
pub fn audit(
    records: &mut dyn Records,
    checker: &mut Checker,
    sink: &mut dyn Sink,
    mut each: impl FnMut(u64, Verdict),
) -> io::Result<()> {
    while records.advance()? {
        let header = records.header();
        let number = header.place.number;
        let verdict = match checker.glance(&header) {
            Some(verdict) => verdict,
            None => checker.check(&records.record(), sink, None).verdict,
        };
        each(number, verdict);
    }
    Ok(())
}
