//! Work over all records of many inputs, on several threads, with the results in the order of the input.
//!
//! One thread reads inputs and cuts them into chunks of whole records (`chunk`, `feed`, `reader`). The others walk through
//! chunks with a [`Worker`] each (`walk`), and so does the one that reads, while they have enough to do. The caller's
//! thread takes the results, in the order of the input (`merge`). So the result does not depend on the number of threads.
//! Memory does not depend on the size of the inputs, because the threads reuse a fixed number of buffers.
//!
//! A short input alone is read, walked through and merged on the caller's thread, by the same steps ([`run_input`]).
//!
//! A [`Task`] says what to do with each record: judge it, rewrite it, count it. `sorted` says which texts of folders and
//! archives hold records at all.

mod chunk;
mod feed;
mod merge;
mod part;
mod reader;
pub(crate) mod sorted;
mod walk;

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{Scope, ScopedJoinHandle};

use crate::archive::Failure;
use crate::check::Checker;
use crate::engine::Defaults;
use crate::formats::{Format, Given, Records, cutter};
use crate::source::MAX_RECORD;

pub use chunk::Origin;
pub use feed::{Beginning, Feeder, Stopped};
use feed::{Work, Workers};
use merge::Merger;
pub use part::Part;
use reader::Reader;
use walk::Walker;

/// How many bytes of an input are worked on at once, about.
pub const CHUNK: usize = cutter::CHUNK;

/// How many where something is written for each record: of short records that is many times what was read.
pub const WRITTEN: usize = CHUNK / 4;

/// The most threads that work at once.
pub(crate) const MOST_JOBS: usize = 256;

/// How many threads work if the caller does not say it: one for each processor.
pub(crate) fn usual_jobs() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// How inputs are read.
#[derive(Debug, Clone)]
pub struct Plan {
    /// What the caller knows of records.
    pub defaults: Defaults,
    /// What the caller knows of tables and JSON Lines.
    pub given: Given,
    /// Whether only canonical text is accepted.
    pub strict: bool,
    /// The longest record, in bytes.
    pub max_record: usize,
    /// How many threads work.
    pub jobs: usize,
    /// About how many bytes are worked on at once. The result does not depend on it; tests make it small.
    pub chunk: usize,
    /// Called after each input with its name and the number of its records that were read.
    pub each_input: Option<fn(&str, u64)>,
}

impl Plan {
    /// What the caller knows of the records of this input.
    fn given(&self, origin: &Origin) -> Given {
        Given { file: Some(origin.name.clone()), ..self.given.clone() }
    }
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            defaults: Defaults::default(),
            given: Given::default(),
            strict: false,
            max_record: MAX_RECORD,
            jobs: usual_jobs(),
            chunk: CHUNK,
            each_input: None,
        }
    }
}

/// The progress of the work, for another thread to watch.
#[derive(Debug, Default)]
pub struct Progress {
    /// Bytes that have been read, those between records too.
    pub bytes: AtomicU64,
    /// Records that are done.
    pub records: AtomicU64,
    stop: AtomicBool,
}

impl Progress {
    /// Ends the work early, with what has been done by then.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the work ends early.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// What to do with each record.
pub trait Task: Sync {
    /// What a worker finds in a part of an input.
    type Part: Send;
    /// What one thread has.
    type Worker<'t>: Worker<Part = Self::Part> + Send
    where
        Self: 't;

    /// The worker of another thread.
    fn worker(&self) -> Self::Worker<'_>;
}

/// Works on records one after the other.
pub trait Worker {
    /// See [`Task::Part`].
    type Part: Send;

    /// Takes the current record. `checker` can judge the records of this input.
    ///
    /// # Errors
    /// Fails if the input fails.
    fn record(&mut self, records: &mut dyn Records, at: At<'_>, checker: &mut Checker) -> io::Result<()>;

    /// Whether [brief](Records::be_brief) headers are enough for most records.
    fn is_brief(&self) -> bool {
        false
    }

    /// Takes the bytes after the last record of a part, as far as they are known.
    fn rest(&mut self, bytes: &[u8]) {
        let _ = bytes;
    }

    /// Hands over the results since the last call.
    fn part(&mut self) -> Self::Part;
}

/// Where a record stands.
#[derive(Debug, Clone, Copy)]
pub struct At<'a> {
    /// The name of its input.
    pub name: &'a str,
    /// The format of its input.
    pub format: Format,
    /// Its number within the part, from 1. [`Part::before`] records of the input stand before the part.
    pub number: u64,
    /// The bytes between it and the record before it, or the start of the part, as far as they are known.
    pub gap: &'a [u8],
}

/// What the caller gets, in the order of the input.
#[derive(Debug)]
pub enum Event<P> {
    /// A part of an input is done.
    Part(Part<P>),
    /// An input, or its rest, cannot be read.
    Unread(Failure),
    /// A file holds no records: it is in no format of this program.
    NoRecords(String),
}

/// How the work has ended.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ended {
    /// How many inputs were begun.
    pub inputs: u64,
    /// Whether the work was stopped early.
    pub stopped: bool,
}

/// Works on everything that `feed` hands to its feeder; `feed` runs on a thread of its own. `each` gets the results, in
/// the order of the input.
///
/// # Errors
/// Fails if `each` fails or a thread cannot be started.
pub fn run<T: Task>(
    plan: &Plan,
    progress: &Progress,
    task: &T,
    feed: impl FnOnce(&mut Feeder<'_>) + Send,
    each: &mut dyn FnMut(Event<T::Part>) -> io::Result<()>,
) -> io::Result<Ended> {
    let jobs = plan.jobs.clamp(1, MOST_JOBS);
    // The thread that reads works too. While it does, none of the others may run out of work: as small chunks as for
    // repairs may take very different times.
    // Results wait too, and where records are written they take much memory: no more chunks than needed are read ahead.
    let waiting = if plan.chunk >= WRITTEN { jobs } else { jobs * (CHUNK / plan.chunk.max(1)).min(8) };
    let (work, queue) = sync_channel::<Work>(waiting);
    let (past, results) = channel();
    let (give, buffers) = channel();
    for _ in 0..waiting + jobs + 3 {
        // This cannot fail: the receiver goes to the reader below.
        let _ = give.send(Vec::new());
    }
    let queue = Mutex::new(queue);
    std::thread::scope(|scope| {
        let workers = Workers { queue: (jobs > 1).then_some(work), here: Walker::new(plan, task.worker()) };
        let (past_too, buffers) = (past.clone(), Some(buffers));
        let reader =
            Reader { plan, task, progress, workers, past: past_too, buffers, spare: None, number: 0, inputs: 0 };
        // If a thread cannot be started, the reader is dropped unused: that ends the queue, and with it the threads
        // that wait for it.
        for number in 2..=jobs {
            let (queue, past) = (&queue, past.clone());
            let working = move || {
                let mut walker = Walker::new(plan, task.worker());
                let mut wanted = true;
                loop {
                    let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
                    let Ok(work) = next else { return };
                    // Once results are not wanted, this only empties the queue, so that the reader can end.
                    if !wanted {
                        continue;
                    }
                    wanted = past.send(work.done(&mut walker)).is_ok();
                }
            };
            start(scope, &format!("thread {number} of {jobs}"), working)?;
        }
        let feeding = move || {
            let mut reader = reader;
            feed(&mut Feeder::new(&mut reader));
            reader.inputs
        };
        let fed = start(scope, &format!("thread 1 of {jobs}"), feeding)?;
        drop(past);
        let mut merger = Merger::new(plan, progress, task, give, each);
        let merged = merger.all(&results);
        // After an error nobody takes results any more: the others must not wait for that.
        if merged.is_err() {
            progress.stop();
        }
        drop(results);
        drop(merger);
        let inputs = fed.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        merged?;
        Ok(Ended { inputs, stopped: progress.is_stopped() })
    })
}

/// Works on one input. A short one is not worth waking threads for: it is read on this one.
///
/// # Errors
/// Fails if `each` fails or a thread cannot be started.
pub fn run_input<T: Task>(
    plan: &Plan,
    progress: &Progress,
    task: &T,
    (name, format, reader): (&str, Format, &mut (dyn Read + Send)),
    each: &mut dyn FnMut(Event<T::Part>) -> io::Result<()>,
) -> io::Result<Ended> {
    // A short input has fewer bytes than this, and none of its records can be too long.
    let long = cutter::GLANCE.min(plan.max_record);
    let mut front = Vec::new();
    let read = reader.take(long as u64).read_to_end(&mut front);
    if read.is_err() || front.len() == long {
        let mut whole = io::Cursor::new(front).chain(Failing(read.err())).chain(reader);
        let feed = |feeder: &mut Feeder<'_>| {
            let _ = feeder.input(name, format, &mut whole);
        };
        return run(plan, progress, task, feed, each);
    }
    let ((past, results), (give, _)) = (channel(), channel());
    let workers = Workers { queue: None, here: Walker::new(plan, task.worker()) };
    let mut reader = Reader { plan, task, progress, workers, past, buffers: None, spare: None, number: 0, inputs: 0 };
    let _ = Feeder::new(&mut reader).input(name, format, &mut &*front);
    let inputs = reader.inputs;
    drop(reader);
    Merger::new(plan, progress, task, give, each).all(&results)?;
    Ok(Ended { inputs, stopped: progress.is_stopped() })
}

/// Fails once with the error, if there is one, at the place where another reader has failed.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Starts a thread, or names the one that could not be started.
pub(crate) fn start<'s, T: Send + 's>(
    scope: &'s Scope<'s, '_>,
    what: &str,
    work: impl FnOnce() -> T + Send + 's,
) -> io::Result<ScopedJoinHandle<'s, T>> {
    std::thread::Builder::new().spawn_scoped(scope, work).map_err(|error| {
        io::Error::new(error.kind(), format!("{what} cannot be started: {error}; --jobs sets a smaller number"))
    })
}

#[cfg(test)]
mod tests {
    use std::panic::{self, AssertUnwindSafe};

    use super::*;

    /// Its workers panic at their thousandth record.
    struct Panicking;

    impl Task for Panicking {
        type Part = ();
        type Worker<'t> = PanicsAt;

        fn worker(&self) -> PanicsAt {
            PanicsAt(1000)
        }
    }

    struct PanicsAt(u32);

    impl Worker for PanicsAt {
        type Part = ();

        fn record(&mut self, _: &mut dyn Records, _: At<'_>, _: &mut Checker) -> io::Result<()> {
            self.0 -= 1;
            assert!(self.0 > 0, "a fault of the program");
            Ok(())
        }

        fn part(&mut self) {}
    }

    /// The work ends, whichever thread it is: none waits for one that is gone.
    #[test]
    fn a_thread_that_panics_ends_the_work() {
        let text = "33543\n".repeat(100_000);
        for jobs in [1, 2, 5] {
            let plan = Plan { jobs, chunk: 4096, ..Plan::default() };
            let progress = Progress::default();
            let feed = |feeder: &mut Feeder<'_>| {
                for _ in 0..20 {
                    let _ = feeder.input("list", Format::LINES, &mut text.as_bytes());
                }
            };
            let mut each = |_: Event<()>| Ok(());
            let worked = panic::catch_unwind(AssertUnwindSafe(|| run(&plan, &progress, &Panicking, feed, &mut each)));
            assert!(worked.is_err(), "{jobs} threads");
        }
    }
}
