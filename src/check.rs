//! The judge of records: it turns tags into rules, finds the notation system, replays the plies, and reports all faults
//! to a sink.

use std::io;

use crate::board::Size;
use crate::canonical::{self, Renamed};
use crate::codes::{BAD_MOVE, GUESSED, OFF_BOARD};
use crate::diagnostic::{Code, Diagnostic, Severity, Sink, Text};
use crate::engine::{
    AnyGame, Claims, Defaults, Fits, Job, Resolution, Resolver, Setting, Verdict, Visitor, ambiguity, ambiguous,
    before_rounding, play_undecided, preferred, tell_ambiguous,
};
use crate::formats::{Records, Sampled};
use crate::game::Outcome;
use crate::record::{Layout, Record, Spelling, to_usize_range};
use crate::system::System;

/// How many games of a list the search for its notation system looks at.
const LIST_SAMPLE: usize = 1000;

/// Judges records one after the other.
#[derive(Debug, Default)]
pub struct Checker {
    resolver: Resolver,
    strict: bool,
    /// The notation systems of the list that is being read.
    list: Systems,
}

/// The notation systems of a list or a table. All records of one game with moves in the same column share one system.
#[derive(Debug, Clone, Default)]
pub struct Systems(Vec<ListSystem>);

/// The notation system of one game of a list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ListSystem {
    pub(crate) game: &'static str,
    /// See [`Parts::column`](crate::record::Parts::column).
    pub(crate) column: u64,
    pub(crate) system: System,
    /// Another system that fits as well; `None` once a diagnostic has told it.
    pub(crate) rival: Option<System>,
}

impl ListSystem {
    fn is_of(&self, setting: &Setting, column: u64) -> bool {
        self.game == setting.info().id && self.column == column
    }
}

impl Systems {
    /// The systems that another judge has found.
    pub(crate) fn of(list: Vec<ListSystem>) -> Systems {
        Systems(list)
    }

    /// All of them.
    pub(crate) fn all(&self) -> &[ListSystem] {
        &self.0
    }

    /// Whether another system fits as well and no diagnostic has told it yet.
    pub(crate) fn has_rivals(&self) -> bool {
        self.0.iter().any(|found| found.rival.is_some())
    }

    /// These systems with no ambiguity left to report: the checker reports each once for a list.
    pub(crate) fn told(&self) -> Systems {
        Systems(self.0.iter().map(|found| ListSystem { rival: None, ..*found }).collect())
    }
}

/// A record that has been judged.
#[derive(Debug)]
#[non_exhaustive]
pub struct Judged<'c> {
    /// The verdict.
    pub verdict: Verdict,
    /// The rules by which it was replayed; `None` if it was not.
    pub setting: Option<&'c Setting>,
    /// The game, even if nothing could be replayed.
    pub game: Option<&'static dyn AnyGame>,
    /// The notation system in which its plies were read; `None` if they were not.
    pub system: Option<System>,
    /// What its tags claim: the result, how the game ended, which plies stood.
    pub claims: &'c Claims,
}

impl<'c> Judged<'c> {
    /// A record that is not replayed at all.
    fn not_replayed(
        setting: Option<&'c Setting>,
        game: Option<&'static dyn AnyGame>,
        claims: &'c Claims,
    ) -> Judged<'c> {
        let claimed = setting.and_then(|_| claims.claimed(None));
        let verdict = Verdict { plies: 0, outcome: Outcome::Unfinished, claimed, valid: false };
        Judged { verdict, setting, game, system: None, claims }
    }
}

impl Judged<'_> {
    /// The result that the record claims, as a name: of a side, of a pair, or `draw`. `None` if it claims nothing, as `*`
    /// does.
    pub fn claimed(&self) -> Option<&'static str> {
        self.verdict.claim()?.name(&self.setting?.rules)
    }
}

impl Checker {
    /// A judge of records. `defaults` is what the caller knows of them.
    pub fn new(defaults: Defaults) -> Checker {
        Checker { resolver: Resolver::new(defaults), strict: false, list: Systems::default() }
    }

    /// Accepts only canonical text.
    pub fn strict(mut self, strict: bool) -> Checker {
        self.strict = strict;
        self
    }

    /// Forgets the notation systems of a list, because the next record does not belong to it.
    pub fn end_list(&mut self) {
        self.list.0.clear();
    }

    /// The notation systems of the list that is being read, for the judges of its other parts.
    pub fn systems(&self) -> &Systems {
        &self.list
    }

    /// Continues a list whose notation systems another judge has found.
    pub fn go_on_with(&mut self, systems: &Systems) {
        self.list.clone_from(systems);
    }

    /// The game of a record, and the notation system that was found for its list (of a table for the column of its moves), if
    /// the record names none itself. Read alone, the record may be found to be written in another system.
    pub(crate) fn system_of_list(&mut self, record: &Record<'_>) -> Option<(&'static str, System)> {
        self.found_for(record).map(|found| (found.game, found.system))
    }

    /// The [system of its list](Checker::system_of_list), if the plies of a record would be read in another one without the list.
    pub(crate) fn needed_of_list(&mut self, record: &Record<'_>) -> Option<System> {
        let (_, system) = self.system_of_list(record)?;
        self.system_alone(record).filter(|alone| *alone != system).map(|_| system)
    }

    /// The notation system for the plies of a record outside all lists; `None` if none fits, or if the record names
    /// one.
    fn system_alone(&mut self, record: &Record<'_>) -> Option<System> {
        let likely = self.resolver.defaults().likely;
        let setting = undecided(&mut self.resolver, record)?;
        let mut fits = Fits::default();
        fits.add(record, setting);
        let (system, rivals) = fits.system()?;
        Some(preferred(system, rivals, likely).0)
    }

    /// The system found for the list of a record that names none itself.
    fn found_for(&mut self, record: &Record<'_>) -> Option<&mut ListSystem> {
        let is_unread = record.parts.layout == Layout::Unread;
        if is_unread || self.list.0.is_empty() || record.parts.context.spelling != Spelling::Unsaid {
            return None;
        }
        let setting = self.resolver.settle(record, &mut ()).setting;
        let setting = setting.filter(|setting| setting.system.is_none() && setting.rules.playable)?;
        self.list.0.iter_mut().find(|found| found.is_of(setting, record.parts.column))
    }

    /// What the caller knows of the records.
    pub(crate) fn defaults(&self) -> &Defaults {
        self.resolver.defaults()
    }

    /// What to report of a record because it is the first of its game in a list: that the notation system found for the
    /// game is not the only one that fits. A second call returns `None`.
    pub(crate) fn take_ambiguity(&mut self, record: &Record<'_>) -> Option<Text> {
        if !self.list.has_rivals() {
            return None;
        }
        let found = self.found_for(record)?;
        found.rival.take().map(|rival| ambiguity(found.system, rival))
    }

    /// The rules by which a record is replayed. The record is not judged.
    pub fn setting(&mut self, record: &Record<'_>) -> Option<&Setting> {
        self.resolver.settle(record, &mut ()).setting
    }

    /// The game of a record, and the rules by which it is replayed, if there are any. The record is not judged.
    pub(crate) fn rules(&mut self, record: &Record<'_>) -> (Option<&'static dyn AnyGame>, Option<&Setting>) {
        let Resolution { setting, game, .. } = self.resolver.settle(record, &mut ());
        (game, setting)
    }

    /// Finds the notation systems of a list, one for each of its games. Called before the first record is read.
    ///
    /// # Errors
    /// Fails if the reader fails.
    pub fn begin_list(&mut self, records: &mut dyn Sampled) -> io::Result<()> {
        self.list.0.clear();
        if self.resolver.defaults().notation.is_some() {
            return Ok(());
        }
        let sample = records.sample(LIST_SAMPLE)?;
        let mut tallies: Vec<((&'static str, u64), Fits)> = Vec::new();
        for kept in sample.iter().filter(|kept| kept.parts.layout != Layout::Unread) {
            let record = kept.record();
            let Some(setting) = undecided(&mut self.resolver, &record) else { continue };
            let key = (setting.info().id, record.parts.column);
            let index = tallies.iter().position(|(known, _)| *known == key).unwrap_or_else(|| {
                tallies.push((key, Fits::default()));
                tallies.len() - 1
            });
            tallies[index].1.add(&record, setting);
        }
        for ((game, column), tally) in tallies {
            let Some((system, rivals)) = tally.system() else { continue };
            let (system, rivals) = preferred(system, rivals, self.resolver.defaults().likely);
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

    /// The values that the caller, or an earlier report of the record, gives for tags, by the names of the tags. They
    /// are needed to read the report back. Empty if the rest of the report says the same: the record has the same
    /// values, or other keys hold them. `refused`: nothing could be replayed; then no other key names the game and its
    /// rules.
    pub(crate) fn said_before(&self, record: &Record<'_>, refused: bool) -> Vec<(&'static str, String)> {
        let defaults = self.resolver.defaults();
        // Nearly always neither the caller nor a report has said anything.
        if record.parts.context.before.is_empty() && defaults.says_nothing() {
            return Vec::new();
        }
        // If a format has only one notation, its files are read in that.
        let notation = defaults.notation.filter(|_| !record.parts.context.spelling.is_fixed());
        let said = defaults.tags().into_iter().chain([("Notation", notation.map(System::name))]);
        let said = said.filter_map(|(tag, value)| Some((tag, value.or_else(|| record.said_before(tag))?)));
        // A board and a notation that the game cannot have are reported, and others take their place.
        let is_board = |value: &str| Size::read(value) == self.resolver.current().map(|setting| setting.rules.board);
        let is_taken = |value: &str| {
            let named = System::named(value).zip(self.resolver.current());
            named.is_none_or(|(system, setting)| setting.info().takes(system))
        };
        let lost = |(tag, value): (&str, &str)| match record.get(tag) {
            Some(own) => own != value,
            None if tag == "Notation" => refused || !is_taken(value),
            None => tag == "Starts" || tag == "Board" && !is_board(value) || refused,
        };
        if !said.clone().any(lost) {
            return Vec::new();
        }
        said.map(|(tag, value)| (tag, value.to_owned())).collect()
    }

    /// The rules of the last record, and what its tags claim.
    pub(crate) fn last(&self) -> (Option<&Setting>, &Claims) {
        (self.resolver.current(), self.resolver.claims())
    }

    /// Reports the notes of a record's reader to `sink`, as [`Checker::check`] does first.
    pub(crate) fn tell_notes(&self, record: &Record<'_>, sink: &mut dyn Sink) {
        tell_notes(record, self.strict, sink);
    }

    /// Judges a record and reports all its faults to `sink`. The visitor sees every ply.
    pub fn check(&mut self, record: &Record<'_>, sink: &mut dyn Sink, visitor: Option<&mut dyn Visitor>) -> Judged<'_> {
        let mut counted = Counted { sink, errors: 0, strict_errors: &[], row: None };
        if !record.parts.notes.is_empty() {
            tell_notes(record, self.strict, &mut counted);
        }
        if record.parts.layout == Layout::Unread {
            tell_faults(record, &mut counted);
            return Judged::not_replayed(None, None, self.resolver.claims());
        }
        let resolved = self.resolver.settle(record, &mut counted);
        let setting = match resolved.setting {
            Some(setting) if setting.rules.playable => setting,
            setting => {
                tell_faults(record, &mut counted);
                return Judged::not_replayed(setting, resolved.game, resolved.claims);
            }
        };
        let of_list = self.list.0.iter_mut().find(|found| found.is_of(setting, record.parts.column));
        let is_row = of_list.is_some() && record.place.source.is_some();
        let beside = &record.parts.context;
        let (system, rival) = match (beside.spelling, setting.system, of_list) {
            (Spelling::Default, ..) => (Some(setting.default_system()), None),
            (Spelling::Points(_), ..) => (Some(System::XY), None),
            (Spelling::Fixed(system), ..) => (Some(system), None),
            (_, Some(system), _) | (Spelling::Named(system), None, _) => (Some(system), None),
            // An ambiguity is reported once for a list.
            (Spelling::Unsaid, None, Some(found)) => (Some(found.system), found.rival.take()),
            (Spelling::Alone, None, _) | (Spelling::Unsaid, None, None) => (None, None),
        };
        if self.strict {
            counted.strict_errors = setting.info().strict_errors;
        }
        let claims = resolved.claims;
        let job = |system| Job { record, setting, system, claims, wants_fit: false };
        let rival = system.zip(rival).map(|(system, rival)| ambiguity(system, rival));
        if let Some(text) = rival.or_else(|| beside.ambiguous.clone()) {
            tell_ambiguous(record, text, &mut counted);
        }
        let is_compared = self.strict && canonical::has_form(record);
        let (mut verdict, system) = match system {
            Some(system) => {
                let job = job(system);
                let is_of_file = is_row && setting.system.is_none() && beside.spelling == Spelling::Unsaid;
                counted.row = is_of_file.then_some(job);
                (setting.start.play(&job, &mut counted, visitor).verdict, system)
            }
            None => play_undecided(record, setting, claims, &mut counted, visitor),
        };
        if is_compared && counted.errors == 0 {
            // Faults that were found once are not reported again.
            let mut renamed = Renamed::default();
            setting.start.play(&job(system), &mut (), Some(&mut renamed));
            canonical::check(record, setting, system, &mut renamed, &mut counted);
        }
        verdict.valid = counted.errors == 0;
        let system = match beside.spelling {
            Spelling::Points(told) => told.unwrap_or(setting.default_system()),
            _ => system,
        };
        Judged {
            verdict,
            setting: Some(setting),
            game: Some(setting.game),
            system: Some(system),
            claims: resolved.claims,
        }
    }
}

/// The rules of a record; `None` if the record names its notation system.
fn undecided<'s>(resolver: &'s mut Resolver, record: &Record<'_>) -> Option<&'s Setting> {
    if record.parts.context.spelling != Spelling::Unsaid {
        return None;
    }
    resolver.settle(record, &mut ()).setting.filter(|setting| setting.system.is_none() && setting.rules.playable)
}

/// Reports the notes of a reader that are no faults. With `strict` a guess is an error.
fn tell_notes(record: &Record<'_>, strict: bool, sink: &mut dyn Sink) {
    for note in &record.parts.notes {
        let mut diagnostic = Diagnostic::new(note.code, to_usize_range(&note.span), note.text.clone());
        diagnostic.severity = if strict && note.code == &GUESSED { Severity::Error } else { note.severity };
        sink.report(diagnostic);
    }
}

/// Reports the faults of a text that is not replayed.
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

/// A notation system that fits a row better than the system of its file: more plies are well formed in it, or the row
/// is a valid game in it.
fn better(job: &Job<'_>) -> Option<System> {
    // Zeros that a spreadsheet has written fit digits0, and mean nothing.
    let first = job.record.text.get(job.record.parts.body..)?.split_ascii_whitespace().next();
    if first.is_some_and(|word| before_rounding(word).len() < word.len()) {
        return None;
    }
    let mut tally = Fits::default();
    tally.add(job.record, job.setting);
    tally
        .instead_of(job.system)
        .into_iter()
        .find(|&(system, fits_better)| {
            let job = Job { system, ..*job };
            fits_better || job.setting.start.play(&job, &mut (), None).verdict.valid
        })
        .map(|(system, _)| system)
}

/// Counts errors on their way to the sink.
struct Counted<'s> {
    sink: &'s mut dyn Sink,
    errors: u32,
    /// The warnings that count as errors.
    strict_errors: &'static [&'static Code],
    /// A row that is read in the notation system of its file, although another may fit it better.
    row: Option<Job<'s>>,
}

impl Sink for Counted<'_> {
    fn report(&mut self, mut diagnostic: Diagnostic) {
        if self.strict_errors.contains(&diagnostic.code) {
            diagnostic.severity = Severity::Error;
        }
        if [&BAD_MOVE, &OFF_BOARD].contains(&diagnostic.code)
            && self.sink.wants_text()
            && let Some(job) = self.row.take()
            && let Some(better) = better(&job)
        {
            let help = format!("the file is read as {}, but this row fits {better} better: ", job.system);
            diagnostic.text.help = Some(help + "name the notation in a column or key Notation");
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

/// Judges all `records` and calls `each` with the number and the verdict of each.
///
/// # Errors
/// Fails if `records` cannot be read.
pub fn audit(
    records: &mut dyn Records,
    checker: &mut Checker,
    sink: &mut dyn Sink,
    mut each: impl FnMut(u64, Verdict),
) -> io::Result<()> {
    while records.advance()? {
        let record = records.header();
        each(record.place.number, checker.check(&record, sink, None).verdict);
    }
    Ok(())
}
