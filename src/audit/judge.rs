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

    /// Adds the current record to the report, the rejects and the page, if they want it.
    fn tell(&mut self, records: &mut dyn Records, at: At<'_>, checker: &mut Checker, known: &mut Known) {
        let Known { verdict, is_example: example, ref mut report, ref mut systems, ref repair } = *known;
        let repair = repair.as_ref();
        let options = self.options;
        let of_record = options.form.is_of_records() && !(options.only_invalid && verdict.valid);
        let shown = options.form.diagnostics(self.codes.all(), self.codes.of(Severity::Error));
        let room = options.max_diagnostics.saturating_sub(self.report.len() as u64);
        let of_diagnostics = shown > 0 && room > 0;
        let reject = options.rejects && !verdict.valid;
        let game = !verdict.valid && options.games > 0 && self.room.load(Ordering::Relaxed) > self.games.len() as u64;
        if !(example || of_record || of_diagnostics || reject || game) {
            self.hidden += shown;
            return;
        }
        if let (Some(report), ReportForm::Jsonl) = (&*report, options.form) {
            let (record, text) = (records.record(), self.report.text());
            let number = write::object(self.reporter.view(report, at.name, &record), repair, text);
            self.report.end(at.number, Some(number));
            if !(example || reject || game) {
                return;
            }
        }
        let is_written = report.is_some() && options.form == ReportForm::Jsonl;
        let report = match report {
            Some(report) => {
                self.reporter.complete(report, at.name, &records.record());
                report
            }
            none => {
                if let Some(systems) = systems.take() {
                    checker.go_on_with(&systems);
                }
                let is_of_diagnostics =
                    matches!(options.form, ReportForm::Human | ReportForm::Github | ReportForm::Nothing);
                none.insert(if is_of_diagnostics && !(reject || game) {
                    self.said_of(records, at, checker)
                } else {
                    self.report_of(records, at, checker)
                })
            }
        };
        let report = &*report;
        if example {
            self.tally.exemplify(at.name, at.number, report);
        }
        match options.form {
            ReportForm::Jsonl | ReportForm::Csv => {
                if of_record && !is_written {
                    let number = write::record(options, report, repair, self.report.text());
                    self.report.end(at.number, Some(number));
                }
            }
            ReportForm::Human | ReportForm::Sarif | ReportForm::Github => {
                let told = report
                    .diagnostics
                    .iter()
                    .filter(|said| options.form != ReportForm::Human || said.severity == Severity::Error);
                let mut written = 0;
                let mut change = repair.and_then(Advice::first);
                for said in told.take(usize::try_from(room).unwrap_or(usize::MAX)) {
                    // The change that mends the record is written once, with its first error.
                    let first = change.take_if(|_| said.severity == Severity::Error);
                    self.report.text().with(|text| write::diagnostic(options.form, report, said, first, text));
                    self.report.end(at.number, None);
                    written += 1;
                }
                self.hidden += shown.saturating_sub(written);
            }
            ReportForm::Nothing => {}
        }
        if reject {
            let is_list = !at.format.info().holds_tags;
            let needed = if is_list { checker.needed_of_list(&records.record()) } else { None };
            let raw = [records.above(), records.raw()];
            let number = self.rejects.text().with(|text| write::reject(report, raw, (is_list, needed), text));
            self.rejects.end(at.number, Some(number));
        }
        if game {
            let mends = repair.zip(self.mender.as_mut());
            self.games.push(page::ready(at.number, report, &records.record(), checker, mends));
        }
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
        let mut report = None;
        let (game, mut verdict) = if every {
            if let Some(sifter) = &mut self.sifter {
                // The findings to leave out must be known before the report is made.
                let system = checker.check(&records.record(), &mut sifter.sink(&mut self.codes), None).system;
                sifter.sift(records, system, &mut self.held);
                if let Some(systems) = &systems {
                    checker.go_on_with(systems);
                }
            }
            // Long parts of a report are not copied: they are written from where they are.
            let made = report.insert(self.last.take().unwrap_or_else(|| Box::new(Report::empty())));
            self.reporter.judge(&records.record(), checker, &mut self.held, made);
            self.codes.clone_from(&made.codes);
            let verdict = Verdict { plies: made.plies, outcome: made.outcome.outcome, valid: made.valid };
            let game = made.game;
            if let Some(collector) = &mut self.collector {
                checker.check(&records.header(), &mut (), Some(collector.visitor()));
            }
            (game, verdict)
        } else {
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
            (game, verdict)
        };
        if self.codes.has(&RECORD_TOO_LONG) {
            self.tally.unreadable += 1;
        } else {
            self.tally.count(game, checker.last(), verdict);
        }
        if verdict.valid
            && let (Some(collector), (Some(setting), _)) = (&mut self.collector, checker.last())
        {
            collector.take(setting, at.number, records.start().line);
        }
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
        let repair = match &mut self.mender {
            Some(mender) if !verdict.valid && !self.codes.has(&RECORD_TOO_LONG) => {
                let advice = Advice::of(mender, &records.record(), systems.as_ref().unwrap_or(checker.systems()));
                self.tally.repairs.add(&advice.mended, Some(0));
                Some(advice)
            }
            _ => None,
        };
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
