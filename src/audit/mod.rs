//! Judges whole archives on several threads, and summarises what they contain.
//!
//! [`parallel`] runs the threads and orders their results; here is what is done with each record (`judge`), and what
//! becomes of the findings.
//!
//! - `baseline` separates new findings from those of an earlier audit;
//! - `duplicates` finds games that appear more than once;
//! - `page` shows the findings and the invalid games in a browser;
//! - `part` adds up the findings of several processes;
//! - `rewrite` converts records in the same way;
//! - `advice` names single changes that mend invalid records;
//! - `tally` counts, `entries` and `write` spell reports, `summary` presents the findings to people and programs.
//!
#![doc = include_str!("../../docs/guide/auditing.md")]

mod advice;
pub mod baseline;
pub mod duplicates;
mod entries;
mod judge;
mod number;
pub mod page;
pub mod part;
pub mod rewrite;
pub mod schema;
pub mod summary;
pub mod tally;
mod write;

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::archive::Failure;
use crate::convert::OneText;
use crate::edit::Edits;
use crate::engine::Defaults;
use crate::formats::{Format, Given};
use crate::parallel::{self, Ended, Event, Part, Plan};
use crate::source::MAX_RECORD;

pub use crate::parallel::{Feeder, Progress, Stopped};
pub use advice::Repairs;
use baseline::{Baselines, Compared};
pub use duplicates::Gather;
use entries::Spare;
use judge::{Found, Judging};
use page::Page;
use rewrite::{Rewrites, Rewriting, Rewritten};
pub use summary::Summary;
pub use write::{REPORT_FORMS, ReportForm, ReportFormInfo};

/// How an archive is judged and reported.
#[derive(Debug, Clone)]
pub struct Options {
    /// What the caller knows of records.
    pub defaults: Defaults,
    /// What the caller knows of tables and JSON Lines.
    pub given: Given,
    /// Whether only canonical text is accepted.
    pub strict: bool,
    /// Whether warnings are errors.
    pub deny_warnings: bool,
    /// The longest record, in bytes.
    pub max_record: usize,
    /// How many threads judge.
    pub jobs: usize,
    /// The format of the report.
    pub form: ReportForm,
    /// Whether cells that spreadsheets would read as formulas stay unchanged, without a `'` in front.
    pub raw_csv: bool,
    /// Whether the report leaves valid records out.
    pub only_invalid: bool,
    /// The most errors that a report of diagnostics shows, and the most warnings and notes; or the most diagnostics that any
    /// other report shows of one record.
    pub max_diagnostics: u64,
    /// Whether invalid records are written to the rejects.
    pub rejects: bool,
    /// How many invalid records are made ready for a page at most.
    pub games: u64,
    /// How tags are changed before records are rewritten.
    pub edits: Arc<Edits>,
    /// What to collect about games.
    pub collect: Gather,
    /// Which findings are known, and whether findings are kept.
    pub baselines: Baselines,
    /// Whether changes are searched that mend invalid records, and how far.
    pub repairs: Option<Repairs>,
    /// About how many bytes are judged at once. The result does not depend on it; tests make it small.
    #[doc(hidden)]
    pub chunk: usize,
    /// See [`Plan::each_input`].
    pub each_input: Option<fn(&str, u64)>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            defaults: Defaults::default(),
            given: Given::default(),
            strict: false,
            deny_warnings: false,
            max_record: MAX_RECORD,
            jobs: parallel::usual_jobs(),
            form: ReportForm::default(),
            raw_csv: false,
            only_invalid: false,
            max_diagnostics: 100,
            rejects: false,
            games: 0,
            edits: Arc::default(),
            collect: Gather::Nothing,
            baselines: Baselines::default(),
            repairs: None,
            chunk: parallel::CHUNK,
            each_input: None,
        }
    }
}

impl Options {
    /// How inputs are read.
    pub fn plan(&self) -> Plan {
        Plan {
            defaults: self.defaults.clone(),
            given: self.given.clone(),
            strict: self.strict,
            max_record: self.max_record,
            jobs: self.jobs,
            chunk: self.chunk,
            each_input: self.each_input,
        }
    }
}

/// The outputs of an audit.
pub struct Products<'w, 'p> {
    /// The report.
    pub report: &'w mut dyn Write,
    /// The invalid records, if they are wanted.
    pub rejects: Option<&'w mut dyn Write>,
    /// The page, if one is wanted. The caller ends it with the whole summary.
    pub page: Option<&'w mut Page<&'p mut dyn Write>>,
}

impl std::fmt::Debug for Products<'_, '_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [rejects, page] = [self.rejects.is_some(), self.page.is_some()];
        out.debug_struct("Products").field("rejects", &rejects).field("page", &page).finish_non_exhaustive()
    }
}

/// Judges everything that `feed` hands to its feeder, and writes the products; `feed` runs on a thread of its own.
///
/// # Errors
/// Fails if an output cannot be written or a thread cannot be started. Faults of the inputs are in the summary.
pub fn run(
    options: &Options,
    progress: &Progress,
    feed: impl FnOnce(&mut Feeder<'_>) + Send,
    products: Products<'_, '_>,
) -> io::Result<Summary> {
    let (room, spare) = (AtomicU64::new(options.games), Spare::default());
    let mut merged = Merged {
        options,
        products,
        room: &room,
        spare: &spare,
        summary: Summary {
            games: options.defaults.games,
            baseline: options.baselines.known.as_deref().map(Compared::new),
            searched: options.repairs.is_some(),
            ..Summary::default()
        },
        is_first: true,
        left: [options.max_diagnostics; 2],
    };
    let (head, _, tail) = options.form.frame(options);
    merged.products.report.write_all(head.as_bytes())?;
    let judging = Judging { options, room: &room, spare: &spare };
    let ended = parallel::run(&options.plan(), progress, &judging, feed, &mut |event| merged.take(event))?;
    merged.products.report.write_all(tail.as_bytes())?;
    let mut summary = merged.summary;
    (summary.inputs, summary.stopped) = (ended.inputs, ended.stopped);
    Ok(summary)
}

/// Rewrites all records of `feed`'s inputs to `out`, after the records in `whole`. `messages` says which records cannot
/// be written, and what others have lost. The answer also says which inputs could not be read.
///
/// # Errors
/// Fails if an output cannot be written or a thread cannot be started.
pub fn rewrite(
    options: &Options,
    rewriting: Rewriting,
    progress: &Progress,
    feed: impl FnOnce(&mut Feeder<'_>) + Send,
    [out, messages]: [&mut dyn Write; 2],
    whole: &mut OneText,
) -> io::Result<(Rewritten, Vec<Failure>)> {
    let run = |task: &Rewrites<'_>, take: Take<'_>| parallel::run(&options.plan(), progress, task, feed, take);
    rewrite_by(run, options, rewriting, [out, messages], whole)
}

/// Rewrites all records of one input, which has a name and a format, to `out`, after the records in `whole`. `messages`
/// says which records cannot be written, and what others have lost. The answer also says whether the input could be
/// read.
///
/// # Errors
/// Fails if an output cannot be written or a thread cannot be started.
pub fn rewrite_input(
    options: &Options,
    rewriting: Rewriting,
    progress: &Progress,
    input: (&str, Format, &mut (dyn Read + Send)),
    [out, messages]: [&mut dyn Write; 2],
    whole: &mut OneText,
) -> io::Result<(Rewritten, Vec<Failure>)> {
    let run = |task: &Rewrites<'_>, take: Take<'_>| parallel::run_input(&options.plan(), progress, task, input, take);
    rewrite_by(run, options, rewriting, [out, messages], whole)
}

/// Takes the rewritten chunks.
type Take<'t> = &'t mut dyn FnMut(Event<rewrite::Chunk>) -> io::Result<()>;

/// Rewrites what `run` reads.
fn rewrite_by(
    run: impl FnOnce(&Rewrites<'_>, Take<'_>) -> io::Result<Ended>,
    options: &Options,
    rewriting: Rewriting,
    [out, messages]: [&mut dyn Write; 2],
    whole: &mut OneText,
) -> io::Result<(Rewritten, Vec<Failure>)> {
    let (mut rewritten, mut failures) = (Rewritten::default(), Vec::new());
    let mut take = |event: Event<rewrite::Chunk>| {
        match event {
            Event::Part(part) => {
                rewritten += part.found.count;
                let refused = part.found.write(whole, [&mut *out, &mut *messages])?;
                (rewritten.written, rewritten.refused) = (rewritten.written - refused, rewritten.refused + refused);
            }
            Event::Unread(failure) => failures.push(failure),
            Event::NoRecords(_) => {}
        }
        Ok(())
    };
    run(&Rewrites { rewriting, options }, &mut take)?;
    Ok((rewritten, failures))
}

/// What an audit has found so far.
struct Merged<'m, 'w, 'p> {
    options: &'m Options,
    products: Products<'w, 'p>,
    /// How many more invalid records the page takes, for the threads that prepare them.
    room: &'m AtomicU64,
    /// Where entries go that have been written.
    spare: &'m Spare,
    summary: Summary,
    /// Whether the report has no entry yet.
    is_first: bool,
    /// How many more diagnostics it takes: errors and others.
    left: [u64; 2],
}

impl Merged<'_, '_, '_> {
    /// Adds what comes next in the order of the input.
    fn take(&mut self, event: Event<Found>) -> io::Result<()> {
        match event {
            Event::Part(part) => return self.part(part),
            Event::Unread(failure) => self.summary.unread.push(failure),
            Event::NoRecords(name) => self.summary.no_records.push(name),
        }
        Ok(())
    }

    fn part(&mut self, part: Part<Found>) -> io::Result<()> {
        let Part { origin, found, before, .. } = part;
        if part.is_first {
            self.summary.collected.input(&origin.name);
        }
        let (_, between, _) = self.options.form.frame(self.options);
        let is_of_records = self.options.form.is_of_records();
        let all: u64 = found.report.counts().iter().sum();
        let mut left = if is_of_records { [u64::MAX; 2] } else { self.left };
        found.report.write(before, &mut left, between, &mut self.is_first, self.products.report)?;
        if !is_of_records {
            let written = std::iter::zip(self.left, left).map(|(before, after)| before - after).sum::<u64>();
            self.left = left;
            self.summary.shown += written;
            self.summary.hidden += found.hidden + (all - written);
        }
        self.spare.give_back(found.report);
        if let Some(rejects) = &mut self.products.rejects {
            found.rejects.write(before, &mut [u64::MAX; 2], "", &mut true, rejects)?;
            if found.rejects.counts() != [0; 2] && !self.summary.rejected.contains(&origin.format) {
                self.summary.rejected.push(origin.format);
            }
        }
        if let Some(page) = &mut self.products.page {
            page.add(found.games, &origin.name, before)?;
            self.room.store(page.room(), Ordering::Relaxed);
        }
        if let Some(baseline) = &mut self.summary.baseline {
            baseline.add(&found.sifted);
        }
        self.summary.kept.add(&found.sifted);
        self.summary.record_bytes += part.record_bytes;
        self.summary.between += part.between;
        self.summary.bytes += part.bytes;
        self.summary.collected.add(&found.collected, before);
        self.summary.of_last = before + part.records - origin.before;
        self.summary.tally.merge(found.tally, before, origin.is_within);
        Ok(())
    }
}
