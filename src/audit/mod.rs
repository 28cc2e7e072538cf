//! Judges whole archives on several threads, and summarises what they contain.
//!
//! One thread reads inputs and cuts them into chunks of whole records (`chunk`), several judge chunks (`judge`), and
//! the caller's thread merges the results in the order of the input (`merge`). So the result does not depend on the
//! number of threads. Memory does not depend on the size of the archive, because the threads reuse a fixed number of
//! buffers.
//!
//! - `duplicates` finds games that appear more than once;
//! - `page` shows in a browser what was found, with the invalid games;
//! - `rewrite` converts records in the same way;
//! - `tally` counts, `entries` and `write` spell reports, `summary` tells people and programs what was found.
//!
#![doc = include_str!("guide.md")]

mod chunk;
pub mod duplicates;
mod entries;
mod feed;
mod judge;
mod merge;
mod number;
pub mod page;
mod result;
pub mod rewrite;
pub mod summary;
pub mod tally;
mod write;

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};

use crate::archive::Failure;
use crate::engine::Defaults;
use crate::formats::Given;
use crate::source::MAX_RECORD;

pub use duplicates::Gather;
pub use feed::{Feeder, Stopped};
use feed::{Message, Work};
use judge::Judge;
use merge::Merger;
use page::Page;
use rewrite::{Continued, Rewriting, Rewritten};
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
    /// Whether cells of a table that spreadsheets would take for formulas are written as they are, without a `'` in front.
    pub raw_csv: bool,
    /// Whether the report leaves valid records out.
    pub only_invalid: bool,
    /// The most diagnostics that a report of diagnostics shows, or any other report of one record.
    pub max_diagnostics: u64,
    /// Whether invalid records are written to the rejects.
    pub rejects: bool,
    /// How many invalid records are made ready for a page at most.
    pub games: u64,
    /// What is collected about games.
    pub collect: Gather,
    /// How records are rewritten, if they are not to be reported on; see [`rewrite`](fn@rewrite).
    pub rewriting: Option<Rewriting>,
    /// About how many bytes are judged at once. The result does not depend on it; tests make it small.
    #[doc(hidden)]
    pub chunk: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            defaults: Defaults::default(),
            given: Given::default(),
            strict: false,
            deny_warnings: false,
            max_record: MAX_RECORD,
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
            form: ReportForm::default(),
            raw_csv: false,
            only_invalid: false,
            max_diagnostics: 100,
            rejects: false,
            games: 0,
            collect: Gather::Nothing,
            rewriting: None,
            chunk: chunk::CHUNK,
        }
    }
}

/// What can be seen of an audit while it goes on.
#[derive(Debug, Default)]
pub struct Progress {
    /// Bytes of records that have been read.
    pub bytes: AtomicU64,
    /// Records that have been judged.
    pub records: AtomicU64,
    /// Set to end the audit early, with a summary of what it has judged by then.
    pub stop: AtomicBool,
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
    run_on(options, progress, feed, products, &mut Continued::default())
}

/// Rewrites all records of `feed`'s inputs. `messages` gets what is said of records that cannot be written, and what others
/// have lost. The answer also says which inputs could not be read.
///
/// # Errors
/// Fails if an output cannot be written or a thread cannot be started.
pub fn rewrite(
    options: &Options,
    progress: &Progress,
    feed: impl FnOnce(&mut Feeder<'_>) + Send,
    [out, messages]: [&mut dyn Write; 2],
    continued: &mut Continued,
) -> io::Result<(Rewritten, Vec<Failure>)> {
    let products = Products { report: out, rejects: Some(messages), page: None };
    let Summary { rewritten, unread, .. } = run_on(options, progress, feed, products, continued)?;
    Ok((rewritten, unread))
}

/// Judges or rewrites; what is rewritten goes behind what `continued` says is there.
fn run_on(
    options: &Options,
    progress: &Progress,
    feed: impl FnOnce(&mut Feeder<'_>) + Send,
    products: Products<'_, '_>,
    continued: &mut Continued,
) -> io::Result<Summary> {
    let jobs = options.jobs.clamp(1, 256);
    let (work, queue) = sync_channel::<Work>(jobs);
    let (past, results) = channel();
    let (give, buffers) = channel();
    for _ in 0..jobs * 2 + 3 {
        // The receiver is there: it goes to the feeder below.
        let _ = give.send(Vec::new());
    }
    let queue = Mutex::new(queue);
    let room = AtomicU64::new(options.games);
    std::thread::scope(|scope| {
        let feeder = Feeder {
            options,
            progress,
            room: &room,
            work,
            past: past.clone(),
            buffers,
            spare: None,
            number: 0,
            inputs: 0,
        };
        // If a thread cannot be started, the feeder goes with it, unused: then the queue ends, and with it those that wait
        // there.
        for number in 1..=jobs {
            let (queue, past, room) = (&queue, past.clone(), &room);
            let judging = move || {
                let mut judge = Judge::new(options, room);
                let mut wanted = true;
                loop {
                    let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(Work { number, chunk }) = next else { return };
                    // When nobody wants results any more, what is still queued is taken so that the feeder can end.
                    if !wanted {
                        continue;
                    }
                    let result = match judge.chunk(chunk) {
                        Ok(done) => Message::ChunkResult(Box::new(done)),
                        Err(error) => Message::Failed(error),
                    };
                    wanted = past.send((number, result)).is_ok();
                }
            };
            start(scope, &format!("thread {number} of {jobs}"), judging)?;
        }
        let feeding = move || {
            let mut feeder = feeder;
            feed(&mut feeder);
            feeder.inputs
        };
        let fed = start(scope, "the thread that reads", feeding)?;
        drop(past);
        let mut merger = Merger::new(options, progress, products, continued, give, &room);
        let merged = merger.all(&results);
        // After an error nobody takes results any more: the others must not wait for that.
        progress.stop.fetch_or(merged.is_err(), Ordering::Relaxed);
        let closed = merger.close(merged.is_ok());
        drop(results);
        drop(merger);
        let inputs = fed.join().unwrap_or_default();
        merged?;
        let mut summary = closed?;
        summary.inputs = inputs;
        summary.stopped = progress.stop.load(Ordering::Relaxed);
        Ok(summary)
    })
}

/// Starts a thread, or says which one could not be started.
fn start<'s, T: Send + 's>(
    scope: &'s Scope<'s, '_>,
    what: &str,
    work: impl FnOnce() -> T + Send + 's,
) -> io::Result<ScopedJoinHandle<'s, T>> {
    std::thread::Builder::new().spawn_scoped(scope, work).map_err(|error| {
        io::Error::new(error.kind(), format!("{what} cannot be started: {error}; --jobs sets a smaller number"))
    })
}
