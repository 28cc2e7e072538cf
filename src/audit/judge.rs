//! Judges records: what one thread of an audit does.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Options;
use super::advice::Advice;
use super::baseline::{Sifted, Sifter};
use super::duplicates::{Collector, Gathered};
use super::entries::{Entries, Spare};
use super::page;
use super::tally::Tally;
use super::write::{self, ReportForm};
use crate::check::{Checker, Systems};
use crate::codes::RECORD_TOO_LONG;
use crate::diagnostic::{CodeCounts, Severity, Shortlist};
use crate::engine::Verdict;
use crate::formats::Records;
use crate::mend::repair::Mender;
use crate::page::Recordings;
use crate::parallel::{At, Task, Worker};
use crate::report::{Report, Reporter, of_notes, rejected};

/// The judging of records.
#[derive(Debug)]
pub(super) struct Judging<'o> {
    pub(super) options: &'o Options,
    /// How many more invalid records the page takes.
    pub(super) room: &'o AtomicU64,
    /// Memory for the entries of reports.
    pub(super) spare: &'o Spare,
}

/// The results for a part of an input.
#[derive(Debug, Default)]
pub(super) struct Found {
    pub(super) tally: Tally,
    pub(super) report: Entries,
    pub(super) rejects: Entries,
    /// Invalid records for the page.
    pub(super) games: Recordings,
    pub(super) collected: Gathered,
    /// Diagnostics that the report leaves out because there are too many.
    pub(super) hidden: u64,
    /// Findings that a baseline knows, and those kept for a new one.
    pub(super) sifted: Sifted,
}

impl<'o> Task for Judging<'o> {
    type Part = Found;
    type Worker<'t>
        = Judge<'o>
    where
        Self: 't;

    fn worker(&self) -> Judge<'o> {
        Judge::new(self)
    }
}

/// Judges records one after the other.
#[derive(Debug)]
pub(super) struct Judge<'o> {
    options: &'o Options,
    spare: &'o Spare,
    tally: Tally,
    report: Entries,
    rejects: Entries,
    games: Recordings,
    /// How many more invalid records the page takes. At this place of the input it may be fewer, never more.
    room: &'o AtomicU64,
    hidden: u64,
    /// How often each code was reported for the current record.
    codes: CodeCounts,
    /// Holds the diagnostics that a report shows.
    held: Shortlist,
    reporter: Reporter,
    /// The last report, kept for its memory.
    last: Option<Box<Report>>,
    collector: Option<Collector<'o>>,
    sifter: Option<Sifter<'o>>,
    /// Searches for changes that mend invalid records.
    mender: Option<Mender>,
}

impl<'o> Judge<'o> {
    fn new(judging: &Judging<'o>) -> Judge<'o> {
        let &Judging { options, room, spare } = judging;
        Judge {
            options,
            spare,
            tally: Tally::default(),
            report: Entries::default(),
            rejects: Entries::default(),
            games: Recordings::default(),
            room,
            hidden: 0,
            codes: CodeCounts::default(),
            held: Shortlist::new(usize::try_from(options.max_diagnostics).unwrap_or(usize::MAX))
                .deny_warnings(options.deny_warnings),
            reporter: Reporter::default(),
            last: None,
            collector: Collector::new(&options.collect),
            sifter: Sifter::new(&options.baselines),
            mender: options.repairs.as_ref().map(|repairs| repairs.mender(options.defaults.clone())),
        }
    }

    /// Whether the report has an object or a row for every record, even a valid one.
    fn wants_every_record(&self) -> bool {
        self.options.form.is_of_records() && !self.options.only_invalid
    }

    /// The report of the current record.
    fn report_of(&mut self, records: &mut dyn Records, at: At<'_>, checker: &mut Checker) -> Box<Report> {
        Box::new(self.reporter.report(at.name, &records.record(), checker, &mut self.held))
    }

    /// The report on the current record, without its plies: those of a large tree take much memory.
    fn said_of(&mut self, records: &mut dyn Records, at: At<'_>, checker: &mut Checker) -> Box<Report> {
        // With a baseline, known codes have been taken away.
        if self.sifter.is_none()
            && let Some(report) = of_notes(at.name, records, &self.codes, checker, &mut self.held)
        {
            return Box::new(report);
        }
        self.held.clear();
        let record = records.record();
        checker.check(&record, &mut self.held, None);
        Box::new(rejected(at.name, &record, &mut self.held))
    }

    /// Judges the current record and makes its report.
    fn with_report(
        &mut self,
        records: &mut dyn Records,
        checker: &mut Checker,
        systems: Option<&Systems>,
    ) -> (Judged, Option<Box<Report>>) {
        if let Some(sifter) = &mut self.sifter {
            // The findings to leave out must be known before the report is made.
            let system = checker.check(&records.record(), &mut sifter.sink(&mut self.codes), None).system;
            sifter.sift(records, system, &mut self.held);
            if let Some(systems) = systems {
                checker.go_on_with(systems);
            }
        }
        // Long parts of a report are not copied: they are written from where they are.
        let mut made = self.last.take().unwrap_or_else(|| Box::new(Report::empty()));
        self.reporter.judge(&records.record(), checker, &mut self.held, &mut made);
        self.codes.clone_from(&made.codes);
        if let Some(collector) = &mut self.collector {
            checker.check(&records.header(), &mut (), Some(collector.visitor()));
        }
        let claimed = made.claimed.map(|(claim, _)| claim);
        let verdict = Verdict { plies: made.plies, outcome: made.outcome.outcome, claimed, valid: made.valid };
        (Judged { game: made.game, verdict }, Some(made))
    }

    /// Judges the current record.
    fn without_report(&mut self, records: &mut dyn Records, checker: &mut Checker) -> Judged {
        let visitor = self.collector.as_mut().map(Collector::visitor);
        let judged = match &mut self.sifter {
            Some(sifter) => checker.check(&records.header(), &mut sifter.sink(&mut self.codes), visitor),
            None => checker.check(&records.header(), &mut self.codes, visitor),
        };
        let (game, system, mut verdict) = (judged.game.map(|game| game.info().id), judged.system, judged.verdict);
        if let Some(sifter) = &mut self.sifter {
            self.codes.subtract(&sifter.sift(records, system, &mut self.held));
        }
        if self.options.deny_warnings {
            verdict.valid &= self.codes.of(Severity::Warning) == 0;
            self.codes.deny_warnings();
        }
        Judged { game, verdict }
    }

    /// Counts the current record.
    fn count(&mut self, judged: &Judged, number: u64, records: &dyn Records, checker: &Checker) {
        if self.codes.has(&RECORD_TOO_LONG) {
            self.tally.unreadable += 1;
        } else {
            self.tally.count(judged.game, checker.last().0, judged.verdict);
        }
        if judged.verdict.valid
            && let (Some(collector), (Some(setting), _)) = (&mut self.collector, checker.last())
        {
            collector.take(setting, number, records.start().line);
        }
    }

    /// What mends the current record.
    fn advice(&mut self, records: &mut dyn Records, systems: &Systems) -> Option<Advice> {
        let mender = self.mender.as_mut().filter(|_| !self.codes.has(&RECORD_TOO_LONG))?;
        let advice = Advice::of(mender, &records.record(), systems);
        self.tally.repairs.add(&advice.mended, Some(0));
        Some(advice)
    }

    /// Who wants to hear of a record. `shown`: how many diagnostics of it a report would show, if it has room: errors and
    /// others.
    fn wants(&self, known: &Known, shown: [u64; 2]) -> Wants {
        let (options, valid) = (self.options, known.verdict.valid);
        let room = self.room_for_diagnostics();
        Wants {
            example: known.is_example,
            of_record: options.form.is_of_records() && !(options.only_invalid && valid),
            diagnostics: shown.iter().zip(room).any(|(shown, room)| *shown > 0 && room > 0),
            reject: options.rejects && !valid,
            game: !valid && options.games > 0 && self.room.load(Ordering::Relaxed) > self.games.len() as u64,
        }
    }

    /// How many more diagnostics the report takes: errors and others.
    fn room_for_diagnostics(&self) -> [u64; 2] {
        self.report.counts().map(|count| self.options.max_diagnostics.saturating_sub(count))
    }

    /// Adds the current record to the report, the rejects and the page, if they want it.
    fn tell(&mut self, records: &mut dyn Records, at: At<'_>, checker: &mut Checker, known: &mut Known) {
        let shown = if self.options.only_invalid && known.verdict.valid {
            [0, 0]
        } else {
            self.options.form.diagnostics(self.codes.all(), self.codes.of(Severity::Error))
        };
        let wants = self.wants(known, shown);
        if !wants.anything() {
            self.hidden += shown.iter().sum::<u64>();
            return;
        }
        let is_written = self.write_from_where_it_is(records, at, known);
        if is_written && !wants.beside_report() {
            return;
        }
        self.make_report(records, at, checker, known, wants);
        let Some(report) = known.report.as_deref() else { return };
        let repair = known.repair.as_ref();
        if wants.example {
            self.tally.exemplify(at.name, at.number, report);
        }
        match self.options.form {
            ReportForm::Jsonl | ReportForm::Csv => {
                if wants.of_record && !is_written {
                    let number = write::record(self.options, report, repair, self.report.text());
                    self.report.end(at.number, Some(number));
                }
            }
            ReportForm::Human | ReportForm::Sarif | ReportForm::Github => {
                let written = if wants.diagnostics { self.write_diagnostics(report, at.number, repair) } else { 0 };
                self.hidden += shown.iter().sum::<u64>().saturating_sub(written);
            }
            ReportForm::Nothing => {}
        }
        if wants.reject {
            let is_list = !at.format.info().holds_tags;
            let needed = if is_list { checker.needed_of_list(&records.record()) } else { None };
            let raw = [records.above(), records.raw()];
            let number = self.rejects.text().with(|text| write::reject(report, raw, (is_list, needed), text));
            self.rejects.end(at.number, Some(number));
        }
        if wants.game {
            let mends = repair.zip(self.mender.as_mut());
            self.games.push(page::ready(at.number, report, &records.record(), checker, mends));
        }
    }

    /// Writes the object of a record whose report has been made, if the report consists of objects.
    fn write_from_where_it_is(&mut self, records: &mut dyn Records, at: At<'_>, known: &Known) -> bool {
        let Some(report) = known.report.as_deref().filter(|_| self.options.form == ReportForm::Jsonl) else {
            return false;
        };
        let (record, text) = (records.record(), self.report.text());
        let number = write::object(self.reporter.view(report, at.name, &record), known.repair.as_ref(), text);
        self.report.end(at.number, Some(number));
        true
    }

    /// Makes the report of the current record, or completes the one that was made.
    fn make_report(
        &mut self,
        records: &mut dyn Records,
        at: At<'_>,
        checker: &mut Checker,
        known: &mut Known,
        wants: Wants,
    ) {
        if let Some(report) = &mut known.report {
            self.reporter.complete(report, at.name, &records.record());
            return;
        }
        if let Some(systems) = known.systems.take() {
            checker.go_on_with(&systems);
        }
        let is_of_diagnostics =
            matches!(self.options.form, ReportForm::Human | ReportForm::Github | ReportForm::Nothing);
        known.report = Some(if is_of_diagnostics && !(wants.reject || wants.game) {
            self.said_of(records, at, checker)
        } else {
            self.report_of(records, at, checker)
        });
    }

    /// Writes the diagnostics of a record for which the report has room; returns how many.
    fn write_diagnostics(&mut self, report: &Report, number: u64, repair: Option<&Advice>) -> u64 {
        let form = self.options.form;
        let is_told = |severity| form != ReportForm::Human || severity == Severity::Error;
        let mut room = self.room_for_diagnostics();
        let mut change = repair.and_then(Advice::first);
        let mut written = 0;
        for said in report.diagnostics.iter().filter(|said| is_told(said.severity)) {
            let is_error = said.severity == Severity::Error;
            let room = &mut room[usize::from(!is_error)];
            if *room == 0 {
                continue;
            }
            *room -= 1;
            // The change that mends the record is written once, with its first error.
            let first = change.take_if(|_| is_error);
            self.report.text().with(|text| write::diagnostic(form, report, said, first, text));
            if is_error {
                self.report.end(number, None)
            } else {
                self.report.end_aside(number)
            }
            written += 1;
        }
        written
    }
}

/// The game and the verdict of a record.
struct Judged {
    game: Option<&'static str>,
    verdict: Verdict,
}

/// Who wants to hear of a record.
#[derive(Clone, Copy)]
struct Wants {
    /// The summary, which shows the first record with each code.
    example: bool,
    /// The report, of the record as a whole.
    of_record: bool,
    /// The report, of diagnostics.
    diagnostics: bool,
    /// The file of invalid records.
    reject: bool,
    /// The page.
    game: bool,
}

impl Wants {
    fn anything(self) -> bool {
        self.of_record || self.diagnostics || self.beside_report()
    }

    fn beside_report(self) -> bool {
        self.example || self.reject || self.game
    }
}

/// The results for the record that was judged last.
struct Known {
    verdict: Verdict,
    /// Whether it is the first with some code.
    is_example: bool,
    /// Its report, if one was made.
    report: Option<Box<Report>>,
    /// The notation systems of its list as they were before it was judged.
    systems: Option<Systems>,
    /// What mends it.
    repair: Option<Advice>,
}

impl Worker for Judge<'_> {
    type Part = Found;

    /// A canonical form is compared with the whole text, and a baseline knows diagnostics by their places.
    fn is_brief(&self) -> bool {
        !self.wants_every_record() && self.sifter.is_none() && !self.options.strict
    }

    fn record(&mut self, records: &mut dyn Records, at: At<'_>, checker: &mut Checker) -> io::Result<()> {
        let every = self.wants_every_record();
        // The checker reports an ambiguity once for a list. If the record is judged twice, the second time must report
        // it too.
        let systems = checker.systems().has_rivals().then(|| checker.systems().clone());
        self.codes.clear();
        let (judged, report) = if every {
            self.with_report(records, checker, systems.as_ref())
        } else {
            (self.without_report(records, checker), None)
        };
        self.count(&judged, at.number, records, checker);
        let mut verdict = judged.verdict;
        if let Some(sifter) = &mut self.sifter
            && !verdict.valid
            && self.codes.of(Severity::Error) == 0
        {
            // All its errors are in the baseline, so it is listed nowhere.
            sifter.excuse();
            verdict.valid = true;
        }
        if !every && verdict.valid && self.codes.all() == 0 {
            return Ok(());
        }
        let mut is_example = false;
        for (code, severity, count) in self.codes.iter() {
            is_example |= self.tally.count_code(code.name, severity, count);
        }
        let systems_before = systems.as_ref().unwrap_or(checker.systems());
        let repair = if verdict.valid { None } else { self.advice(records, systems_before) };
        let mut known = Known { verdict, is_example, report, systems, repair };
        self.tell(records, at, checker, &mut known);
        self.last = known.report;
        Ok(())
    }

    fn part(&mut self) -> Found {
        Found {
            tally: self.tally.take(),
            report: std::mem::replace(&mut self.report, self.spare.take()),
            rejects: std::mem::take(&mut self.rejects),
            games: std::mem::take(&mut self.games),
            collected: self.collector.as_mut().map(Collector::done).unwrap_or_default(),
            hidden: std::mem::take(&mut self.hidden),
            sifted: self.sifter.as_mut().map(Sifter::done).unwrap_or_default(),
        }
    }
}
