//! Judges chunks: what one thread does.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Options;
use super::chunk::{Chunk, Origin};
use super::duplicates::Collector;
use super::entries::Entries;
use super::page;
use super::result::{ChunkResult, Straddling};
use super::rewrite::Rewriter;
use super::tally::Tally;
use super::write::{self, ReportForm};
use crate::check::{Checker, Systems};
use crate::codes::RECORD_TOO_LONG;
use crate::diagnostic::{CodeCounts, Severity, Shortlist};
use crate::engine::Verdict;
use crate::formats::{Records, Start};
use crate::page::Recordings;
use crate::report::{Report, Reporter};
use crate::source::{Held, Source};

/// Judges chunks one after the other.
#[derive(Debug)]
pub(super) struct Judge<'o> {
    options: &'o Options,
    checker: Checker,
    tally: Tally,
    report: Entries,
    rejects: Entries,
    games: Recordings,
    /// How many more invalid records the page takes. At this place of the input it may be fewer, never more.
    room: &'o AtomicU64,
    hidden: u64,
    record_bytes: u64,
    between: u64,
    /// How many records of this part have been judged.
    records: u64,
    /// The byte at which the last record ended.
    end: u64,
    /// How often each code was reported for the current record.
    codes: CodeCounts,
    /// Holds the diagnostics that a report shows.
    held: Shortlist,
    reporter: Reporter,
    /// Rewrites records instead of reporting on them.
    rewriter: Option<Rewriter>,
    collector: Option<Collector<'o>>,
}

impl<'o> Judge<'o> {
    pub(super) fn new(options: &'o Options, room: &'o AtomicU64) -> Judge<'o> {
        Judge {
            options,
            checker: Checker::new(options.defaults.clone()).strict(options.strict),
            tally: Tally::default(),
            report: Entries::default(),
            rejects: Entries::default(),
            games: Recordings::default(),
            room,
            hidden: 0,
            record_bytes: 0,
            between: 0,
            records: 0,
            end: 0,
            codes: CodeCounts::default(),
            held: Shortlist::new(usize::try_from(options.max_diagnostics).unwrap_or(usize::MAX))
                .deny_warnings(options.deny_warnings),
            reporter: Reporter::default(),
            rewriter: options.rewriting.map(Rewriter::new),
            collector: Collector::new(&options.collect),
        }
    }

    /// Begins to judge at byte `offset` of an input. Its records are written in `systems`.
    pub(super) fn begin(&mut self, offset: u64, systems: &Systems) {
        self.end = offset;
        self.checker.go_on_with(systems);
    }

    /// Ends at byte `offset` of an input, and counts the bytes after the last record.
    pub(super) fn end(&mut self, offset: u64) {
        self.between += offset.saturating_sub(self.end);
        self.end = self.end.max(offset);
    }

    /// Judges the records of a chunk.
    pub(super) fn chunk(&mut self, chunk: Chunk) -> io::Result<ChunkResult> {
        let Chunk { origin, bytes, extent, start, whole, last } = chunk;
        let Start { offset, line, .. } = start;
        let extent = if last { bytes.len() } else { extent };
        self.checker.go_on_with(&whole.systems);
        self.end = offset;
        let until = if last { u64::MAX } else { offset + extent as u64 };
        let bytes = Arc::new(Held::from(bytes));
        let straddling = match &whole.partition {
            Some(partition) => {
                let mut records = partition.read(Source::held(bytes.clone(), offset, line), start)?;
                self.records(&mut *records, &origin, until)?
            }
            None => None,
        };
        // The reader is gone: nobody else holds them.
        let bytes = Arc::try_unwrap(bytes).map_or_else(|bytes| bytes.as_bytes().to_vec(), Held::into_bytes);
        let straddling = straddling.map(|start| Straddling { from: (start.offset - offset) as usize, start });
        // A record that goes on in the next chunk is judged there. The bytes before it are counted here.
        let settled = straddling.map_or(extent, |straddling| straddling.from);
        self.between += (offset + settled as u64).saturating_sub(self.end);
        let mut done = self.done(origin);
        (done.bytes, done.extent, done.straddling) = (bytes, extent, straddling);
        (done.last, done.whole) = (last, whole);
        Ok(done)
    }

    /// Hands over what was found since the last call.
    pub(super) fn done(&mut self, origin: Arc<Origin>) -> ChunkResult {
        self.records = 0;
        ChunkResult {
            origin,
            tally: std::mem::take(&mut self.tally),
            report: std::mem::take(&mut self.report),
            rejects: std::mem::take(&mut self.rejects),
            games: std::mem::take(&mut self.games),
            collected: self.collector.as_mut().map(Collector::done).unwrap_or_default(),
            rewritten: self.rewriter.as_mut().map(Rewriter::done),
            hidden: std::mem::take(&mut self.hidden),
            record_bytes: std::mem::take(&mut self.record_bytes),
            between: std::mem::take(&mut self.between),
            bytes: Vec::new(),
            extent: 0,
            straddling: None,
            last: false,
            whole: Arc::default(),
        }
    }

    /// Judges the records that end before `until`. Returns where a record begins that goes on after it.
    fn records(&mut self, records: &mut dyn Records, origin: &Origin, until: u64) -> io::Result<Option<Start>> {
        loop {
            if !records.advance()? {
                return Ok(None);
            }
            let extent = records.extent();
            if extent.start >= until {
                return Ok(None);
            }
            if until != u64::MAX && extent.end > until {
                return Ok(Some(records.start()));
            }
            self.one(records, origin)?;
        }
    }

    /// Whether the report has an object or a row for every record, even a valid one.
    fn wants_every_record(&self) -> bool {
        self.options.form.is_of_records() && !self.options.only_invalid
    }

    /// Judges the current record.
    pub(super) fn one(&mut self, records: &mut dyn Records, origin: &Origin) -> io::Result<()> {
        let extent = records.extent();
        self.between += extent.start.saturating_sub(self.end);
        self.record_bytes += extent.end - extent.start;
        self.end = extent.end;
        self.records += 1;
        if let Some(rewriter) = &mut self.rewriter {
            rewriter.one(records, &origin.name, &mut self.checker, &mut self.held);
            return Ok(());
        }
        let every = self.wants_every_record();
        // An ambiguity is told once for a list. If the record is judged twice, the second time must tell it too.
        let systems = self.checker.systems().has_rivals().then(|| self.checker.systems().clone());
        self.codes.clear();
        let (report, game, verdict) = if every {
            // What is long in a report is not copied: it is written from where it is.
            let report = self.reporter.judge(&records.record(), &mut self.checker, &mut self.held);
            self.codes.clone_from(&report.codes);
            let verdict = Verdict { plies: report.plies, outcome: report.outcome.outcome, valid: report.valid };
            let game = report.game;
            if let Some(collector) = &mut self.collector {
                self.checker.check(&records.header(), &mut (), Some(collector.visitor()));
            }
            (Some(report), game, verdict)
        } else {
            let visitor = self.collector.as_mut().map(Collector::visitor);
            let judged = self.checker.check(&records.header(), &mut self.codes, visitor);
            let (game, mut verdict) = (judged.game.map(|game| game.info().id), judged.verdict);
            if self.options.deny_warnings {
                verdict.valid &= self.codes.of(Severity::Warning) == 0;
                self.codes.deny_warnings();
            }
            (None, game, verdict)
        };
        if self.codes.has(&RECORD_TOO_LONG) {
            self.tally.unreadable += 1;
        } else {
            self.tally.count(game, self.checker.last(), verdict);
        }
        if verdict.valid
            && let (Some(collector), (Some(setting), _)) = (&mut self.collector, self.checker.last())
        {
            collector.take(setting, self.records, records.header().place.line);
        }
        if !every && verdict.valid && self.codes.all() == 0 {
            return Ok(());
        }
        let mut example = false;
        for (code, severity, count) in self.codes.iter() {
            example |= self.tally.count_code(code.name, severity, count);
        }
        self.tell(records, origin, verdict, (example, report, systems));
        Ok(())
    }

    /// The report of the current record.
    fn report_of(&mut self, records: &mut dyn Records, origin: &Origin) -> Report {
        self.reporter.report(&origin.name, &records.record(), &mut self.checker, &mut self.held)
    }

    /// Adds the current record to the report, the rejects and the page, as far as they want it.
    ///
    /// `known` says whether the record is the first with some code; its report, if one was made; and the notation
    /// systems of the list as they were before the record was judged.
    fn tell(
        &mut self,
        records: &mut dyn Records,
        origin: &Origin,
        verdict: Verdict,
        known: (bool, Option<Report>, Option<Systems>),
    ) {
        let (example, report, systems) = known;
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
        let mut report = report;
        if let (Some(report), ReportForm::Jsonl) = (&report, options.form) {
            let (record, text) = (records.record(), self.report.text());
            let number = write::object(self.reporter.view(report, &origin.name, &record), text);
            self.report.end(self.records, Some(number));
            if !(example || reject || game) {
                return;
            }
        }
        let is_written = report.is_some() && options.form == ReportForm::Jsonl;
        let report = match &mut report {
            Some(report) => {
                self.reporter.complete(report, &origin.name, &records.record());
                report
            }
            None => {
                if let Some(systems) = systems {
                    self.checker.go_on_with(&systems);
                }
                report.insert(self.report_of(records, origin))
            }
        };
        let report = &*report;
        if example {
            self.tally.exemplify(&origin.name, self.records, report);
        }
        match options.form {
            ReportForm::Jsonl | ReportForm::Csv => {
                if of_record && !is_written {
                    let number = write::record(options.form, report, options.raw_csv, self.report.text());
                    self.report.end(self.records, Some(number));
                }
            }
            ReportForm::Human | ReportForm::Sarif | ReportForm::Github => {
                let told = report
                    .diagnostics
                    .iter()
                    .filter(|said| options.form != ReportForm::Human || said.severity == Severity::Error);
                let mut written = 0;
                for said in told.take(usize::try_from(room).unwrap_or(usize::MAX)) {
                    write::diagnostic(options.form, report, said, self.report.text());
                    self.report.end(self.records, None);
                    written += 1;
                }
                self.hidden += shown - written;
            }
            ReportForm::Nothing => {}
        }
        if reject {
            let text = self.rejects.text();
            let number = write::reject(report, [records.above(), records.raw()], text);
            self.rejects.end(self.records, Some(number));
        }
        if game {
            self.games.push(page::ready(self.records, report, &records.record(), &self.checker));
        }
    }
}
