//! The judge of records: settles the tags, finds the notation, replays, and tells a sink or makes a report.

use std::io;

use crate::codes::NOTATION_AMBIGUOUS;
use crate::diagnostic::{Code, Diagnostic, Severity, SeverityCounts, Sink, Text};
use crate::formats::{Records, Sampled};
use crate::game::{AnyGame, Job, Outcome, Position, Told};
use crate::play::{self, Verdict, Visitor, ambiguous, detect};
use crate::record::{Layout, Record, Spelling, to_usize_range};
use crate::settings::{Claims, Defaults, Resolver, Setting};
use crate::system::System;

/// How many games of a list are looked at to find its notation system.
const LIST_SAMPLE: usize = 1000;

/// Judges records one after the other.
#[derive(Debug, Default)]
pub struct Checker {
    resolver: Resolver,
    strict: bool,
    /// The systems of the list being read.
    list: Systems,
    /// Whether nothing at all is to be said of the header at which [`Checker::glance`] has looked last, and it claims no
    /// result: then a line of a list below the same tags needs no look at them.
    steady: bool,
}

/// In which notation systems a list or a table is written: one holds for all its records of a game whose moves stand in
/// one column.
#[derive(Debug, Clone, Default)]
pub struct Systems(Vec<ListSystem>);

#[derive(Debug, Clone, Copy)]
struct ListSystem {
    game: &'static str,
    /// See [`Parts::column`](crate::record::Parts::column).
    column: u64,
    system: System,
    /// One that fits as well; forgotten when it has been told.
    rival: Option<System>,
}

impl ListSystem {
    fn is_of(&self, setting: &Setting, column: u64) -> bool {
        self.game == setting.info().id && self.column == column
    }
}

impl Systems {
    /// Whether a system fits as well and has not been told.
    pub(crate) fn has_rivals(&self) -> bool {
        self.0.iter().any(|found| found.rival.is_some())
    }

    /// The same when what fits as well has been told: it is told once for a list.
    pub(crate) fn told(&self) -> Systems {
        Systems(self.0.iter().map(|found| ListSystem { rival: None, ..*found }).collect())
    }

    fn of(&self, setting: &Setting, column: u64) -> Option<&ListSystem> {
        self.0.iter().find(|found| found.is_of(setting, column))
    }
}

/// A record that has been judged, and by which rules.
#[derive(Debug)]
#[non_exhaustive]
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
        Checker { resolver: Resolver::new(defaults), strict: false, list: Systems::default(), steady: false }
    }

    /// Accepts only canonical text.
    pub fn strict(mut self, strict: bool) -> Checker {
        self.strict = strict;
        self
    }

    /// Forgets the notation system of a list: what is read next is none.
    pub fn end_list(&mut self) {
        self.list.0.clear();
    }

    /// The notation systems of the list being read, for other judges of its parts.
    pub fn systems(&self) -> &Systems {
        &self.list
    }

    /// Goes on with a list whose notation systems another judge has found.
    pub fn go_on_with(&mut self, systems: &Systems) {
        self.list.clone_from(systems);
    }

    /// By which rules a record is replayed, without judging it.
    pub fn setting(&mut self, record: &Record<'_>) -> Option<&Setting> {
        self.resolver.settle(record, &mut ()).setting
    }

    /// Finds the notation systems of a list, one for each game in it, before its first record is read.
    ///
    /// # Errors
    /// What the reader says.
    pub fn begin_list(&mut self, records: &mut dyn Sampled) -> io::Result<()> {
        self.list.0.clear();
        if self.resolver.defaults().notation.is_some() {
            return Ok(());
        }
        let sample = records.sample(LIST_SAMPLE)?;
        let mut tallies: Vec<((&'static str, u64), play::Fits)> = Vec::new();
        for kept in sample.iter().filter(|kept| kept.parts.layout != Layout::Unread) {
            let record = kept.record();
            let Some(setting) = undecided(&mut self.resolver, &record) else { continue };
            let key = (setting.info().id, record.parts.column);
            let index = tallies.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
                tallies.push((key, play::Fits::default()));
                tallies.len() - 1
            });
            tallies[index].1.add(&record, setting);
        }
        for ((game, column), tally) in tallies {
            let Some((system, rivals)) = tally.system() else { continue };
            let rival = rivals.into_iter().find(|&rival| {
                sample.iter().any(|kept| {
                    let record = kept.record();
                    undecided(&mut self.resolver, &record)
                        .filter(|setting| (setting.info().id, record.parts.column) == (game, column))
                        .is_some_and(|setting| ambiguous(&record, setting, [system, rival]))
                })
            });
            self.list.0.push(ListSystem { game, column, system, rival });
        }
        Ok(())
    }

    /// A quick look at a record of which only the header has been read: its verdict if nothing at all is to be said
    /// of it. [`Checker::check`] agrees on every record that this one judges.
    pub fn glance(&mut self, header: &Record<'_>) -> Option<Verdict> {
        let system = self.plain_system(header)?;
        let (setting, claims) = (self.resolver.current()?, self.resolver.claims());
        let body = header.slice(header.parts.body..header.text.len());
        let (plies, outcome) = match header.parts.layout {
            Layout::Movetext => setting.game.play_canonical(setting, system, body)?,
            _ => setting.game.play_run(setting, system, body)?,
        };
        all_agrees(setting, claims, header, outcome).then_some(Verdict { plies, outcome, valid: true })
    }

    /// The notation system of a record whose header alone gives nothing to say, and whose body may be plain.
    fn plain_system(&mut self, header: &Record<'_>) -> Option<System> {
        self.steady = false;
        if self.strict || !header.parts.faults.is_empty() || !header.parts.context.is_empty() {
            return None;
        }
        let mut tally = SeverityCounts::default();
        let resolved = self.resolver.settle(header, &mut tally);
        let claims = resolved.claims;
        let claimed = claims.result.is_some();
        let setting = resolved.setting.filter(|setting| setting.rules.playable)?;
        if tally != SeverityCounts::default() || claims.termination.is_some() || !claims.stands.is_empty() {
            return None;
        }
        let system = match (setting.system, self.list.of(setting, header.parts.column)) {
            (Some(system), _) => system,
            (None, Some(ListSystem { rival: Some(_), .. })) => return None,
            (None, Some(found)) => found.system,
            (None, None) => setting.default_system(),
        };
        self.steady = !claimed;
        match header.parts.layout {
            Layout::Movetext => Some(system),
            Layout::Line => Some(system).filter(|system| system.runs_together()),
            Layout::Plies | Layout::Unread => None,
        }
    }

    /// The same for somebody who wants to be told the plies and shown the last position.
    pub(crate) fn glance_told(
        &mut self,
        header: &Record<'_>,
        told: &mut Told,
        end: &mut dyn FnMut(&dyn Position),
    ) -> Option<(System, Verdict)> {
        let system = self.plain_system(header)?;
        let (setting, claims) = (self.resolver.current()?, self.resolver.claims());
        let body = header.slice(header.parts.body..header.text.len());
        let mut outcome = Outcome::Unfinished;
        // Movetext of digits is for the driver to judge, a line of digits is not.
        if header.parts.layout == Layout::Movetext && system.runs_together() {
            return None;
        }
        let plies = setting.game.play_told(setting, system, body, told, &mut |position| {
            outcome = position.outcome();
            end(position);
        })?;
        all_agrees(setting, claims, header, outcome).then_some((system, Verdict { plies, outcome, valid: true }))
    }

    /// The same for the records at the start of `text` whose header is, byte for byte, that of the record at which
    /// [`Checker::glance`] has looked last, with success: calls `each` with their verdicts, and says how many bytes they
    /// are. It ends before the last such record, which may not end where it seems to, and before one of more than `most`
    /// bytes.
    pub(crate) fn glance_alike(&self, header: &[u8], text: &[u8], most: usize, each: &mut dyn FnMut(Verdict)) -> usize {
        let Some(setting) = self.resolver.current() else { return 0 };
        let system = setting.system.unwrap_or(setting.default_system());
        let claims = self.resolver.claims();
        setting.game.play_alike(setting, system, (header, text), &mut |verdict, bytes| {
            let agrees = bytes <= most && agrees(setting, claims, verdict.outcome);
            if agrees {
                each(verdict);
            }
            agrees
        })
    }

    /// The same for lines of a list, below the same tags as the record at which [`Checker::glance`] has looked last: calls `each` with the verdicts of games from the start of `text` on, up to the first
    /// line that is to be judged otherwise or is longer than `most` bytes, and says how many bytes of lines that was.
    pub(crate) fn glance_lines(&mut self, text: &[u8], most: usize, each: &mut dyn FnMut(Verdict)) -> usize {
        let Some(setting) = self.resolver.current().filter(|_| !self.strict && self.steady) else {
            return 0;
        };
        let system = match (setting.system, self.list.of(setting, 0)) {
            (Some(system), _) | (None, Some(&ListSystem { system, rival: None, .. })) => system,
            _ => return 0,
        };
        if system.runs_together() { setting.game.play_runs(setting, system, text, most, each) } else { 0 }
    }

    /// What the caller has said, or what is known beside the record, of tags that the record gives otherwise or that a
    /// report of the record has no other place for: by name and value, so that it can be said again. `refused`: nothing
    /// could be replayed, so that the report does not name game and rules.
    pub(crate) fn said_before(&self, record: &Record<'_>, refused: bool) -> Vec<(&'static str, String)> {
        let defaults = self.resolver.defaults();
        let notation = defaults.notation.map(System::name);
        let said = [
            ("Game", defaults.game.as_deref()),
            ("Variant", defaults.variant.as_deref()),
            ("Options", defaults.options.as_deref()),
            ("Board", defaults.board.as_deref()),
            ("Starts", defaults.starts.as_deref()),
            ("Notation", notation),
        ];
        let said = said.into_iter().filter_map(|(tag, value)| Some((tag, value.or_else(|| record.said_before(tag))?)));
        let lost = |(tag, value): (&str, &str)| match record.get(tag) {
            Some(own) => own != value,
            None => tag == "Starts" || refused && tag != "Notation",
        };
        if !said.clone().any(lost) {
            return Vec::new();
        }
        said.map(|(tag, value)| (tag, value.to_owned())).collect()
    }

    /// By which rules the record that was judged last was replayed, and what its tags claim.
    pub(crate) fn last(&self) -> (Option<&Setting>, &Claims) {
        (self.resolver.current(), self.resolver.claims())
    }

    /// Judges a record and tells `sink` everything there is to say. The visitor, if there is one, sees every ply.
    pub fn check(&mut self, record: &Record<'_>, sink: &mut dyn Sink, visitor: Option<&mut dyn Visitor>) -> Judged<'_> {
        let mut counted = Counted { sink, errors: 0, strict_errors: &[], row: None };
        let nothing = Verdict { plies: 0, outcome: Outcome::Unfinished, valid: false };
        if record.parts.layout == Layout::Unread {
            tell_faults(record, &mut counted);
            return Judged {
                verdict: nothing,
                setting: None,
                game: None,
                system: None,
                claims: self.resolver.claims(),
            };
        }
        let resolved = self.resolver.settle(record, &mut counted);
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
        let of_list = self.list.0.iter_mut().find(|found| found.is_of(setting, record.parts.column));
        let is_row = of_list.is_some() && record.place.source.is_some();
        let beside = &record.parts.context;
        let (system, rival) = match (beside.spelling, setting.system, of_list) {
            (Spelling::Default, ..) => (setting.default_system(), None),
            (_, Some(system), _) | (Spelling::Named(system), None, _) => (system, None),
            // What is ambiguous is said once for a list.
            (Spelling::Unsaid, None, Some(found)) => (found.system, found.rival.take()),
            (Spelling::Alone, None, _) | (Spelling::Unsaid, None, None) => {
                let found = detect(record, setting);
                (found.system, found.rival)
            }
        };
        let ambiguous = |rival| {
            Text::new(format!("the plies are read as {system}, but would mean something else as {rival}"))
                .help("name the system with the tag Notation or with --notation")
        };
        if let Some(text) = rival.map(ambiguous).or_else(|| beside.ambiguous.clone()) {
            let first = record.tokens().find(|token| token.kind == crate::record::TokenKind::Word);
            counted.report(Diagnostic::new(&NOTATION_AMBIGUOUS, first.map_or(0..0, |token| token.span()), text));
        }
        if self.strict {
            counted.strict_errors = setting.info().strict_errors;
        }
        let job = Job { record, setting, system, claims: resolved.claims };
        let is_of_file = is_row && setting.system.is_none() && beside.spelling == Spelling::Unsaid;
        counted.row = is_of_file.then_some(job);
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

/// Whether what the tags of a record claim is what the board proves, so that nothing is to be said of it.
fn agrees(setting: &Setting, claims: &Claims, outcome: Outcome) -> bool {
    claims.result.as_ref().is_none_or(|(claim, _)| claim.agrees(outcome, &setting.rules))
}

/// Whether tags and body claim what the board proves. Only the body of a line claims anything where a glance is enough.
fn all_agrees(setting: &Setting, claims: &Claims, header: &Record<'_>, outcome: Outcome) -> bool {
    let body = header.slice(header.parts.body..header.text.len());
    agrees(setting, claims, outcome)
        && (header.parts.layout != Layout::Line || play::run_agrees(body, outcome, &setting.rules))
}

/// By which rules a record is replayed, if it does not say in which notation system it is written.
fn undecided<'s>(resolver: &'s mut Resolver, record: &Record<'_>) -> Option<&'s Setting> {
    if record.parts.context.spelling != Spelling::Unsaid {
        return None;
    }
    resolver.settle(record, &mut ()).setting.filter(|setting| setting.system.is_none() && setting.rules.playable)
}

/// Tells the faults of a text that is not replayed.
fn tell_faults(record: &Record<'_>, sink: &mut dyn Sink) {
    for fault in &record.parts.faults {
        let mut diagnostic = Diagnostic::new(fault.code, to_usize_range(&fault.span), fault.text.clone());
        if fault.code == &crate::codes::BAD_SYNTAX {
            diagnostic.ply = Some(1);
        }
        sink.report(diagnostic);
    }
    for (code, count) in record.parts.more_faults() {
        sink.more(code, count);
    }
}

/// A notation system that fits a row better than the one of its file: one in which more of it is well formed, or in which
/// it is a sound game.
fn better(job: &Job<'_>) -> Option<System> {
    let mut tally = play::Fits::default();
    tally.add(job.record, job.setting);
    tally
        .instead_of(job.system)
        .into_iter()
        .find(|&(system, fits_better)| {
            let job = Job { system, ..*job };
            fits_better || job.setting.game.play(&job, &mut (), None).valid
        })
        .map(|(system, _)| system)
}

/// Counts errors on their way to the sink.
struct Counted<'s> {
    sink: &'s mut dyn Sink,
    errors: u32,
    /// The warnings that are errors here.
    strict_errors: &'static [&'static Code],
    /// A row that is read in the notation system of its file, which may not be its own.
    row: Option<Job<'s>>,
}

impl Sink for Counted<'_> {
    fn report(&mut self, mut diagnostic: Diagnostic) {
        if self.strict_errors.contains(&diagnostic.code) {
            diagnostic.severity = Severity::Error;
        }
        if matches!(diagnostic.code.name, "bad-move" | "off-board")
            && self.sink.wants_text()
            && let Some(job) = self.row.take()
            && let Some(better) = better(&job)
        {
            let help = format!("the file is read as {}, this row fits {better} better: ", job.system);
            diagnostic.text.help = Some(help + "say so in a column or key Notation");
        }
        self.errors += u32::from(diagnostic.is_error());
        self.sink.report(diagnostic);
    }

    fn more(&mut self, code: &'static Code, count: u64) {
        if code.severity == Severity::Error {
            self.errors = self.errors.saturating_add(u32::try_from(count).unwrap_or(u32::MAX));
        }
        self.sink.more(code, count);
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
