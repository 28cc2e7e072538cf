//! What callers feed: inputs, parts of inputs, and what could not be read; and what the feeding thread sends on.

use std::any::Any;
use std::io::{self, Read};
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Sender, SyncSender, TrySendError};

use super::Worker;
use super::chunk::Chunk;
use super::part::Walked;
use super::sorted::{Sorted, sorted};
use super::walk::Walker;
use crate::archive::{self, Failure, FailureKind, Member};
use crate::check::Systems;
use crate::formats::{Format, Given, Partition, Start};

/// A task for the working threads.
pub(super) struct Work {
    pub(super) number: u64,
    pub(super) chunk: Chunk,
}

impl Work {
    /// Does the task; returns its number and the results. A thread that panics would keep all others waiting for them: so the
    /// panic is a result, with which the work ends.
    pub(super) fn done<W: Worker>(self, walker: &mut Walker<W>) -> (u64, Message<W::Part>) {
        let Work { number, chunk } = self;
        let result = match panic::catch_unwind(AssertUnwindSafe(|| walker.chunk(chunk))) {
            Ok(Ok(done)) => Message::Walked(Box::new(done)),
            Ok(Err(error)) => Message::Failed(error),
            Err(panic) => Message::Panicked(panic),
        };
        (number, result)
    }
}

/// Who does the work: the thread that reads, and the threads that take it from a queue, if there are any.
pub(super) struct Workers<W> {
    pub(super) queue: Option<SyncSender<Work>>,
    pub(super) here: Walker<W>,
}

impl<W: Worker> Workers<W> {
    /// Hands a task to a thread. If all of them have enough to do, it is done here, rather than waiting for them. The
    /// results go to `past`.
    pub(super) fn take(&mut self, work: Work, past: &Sender<(u64, Message<W::Part>)>) -> Result<(), Stopped> {
        let queued = match &self.queue {
            Some(queue) => queue.try_send(work),
            None => Err(TrySendError::Full(work)),
        };
        match queued {
            Ok(()) => Ok(()),
            Err(TrySendError::Full(work)) => past.send(work.done(&mut self.here)).map_err(|_| Stopped),
            Err(TrySendError::Disconnected(_)) => Err(Stopped),
        }
    }
}

/// The results of those threads, or of the feeder itself.
pub(super) enum Message<P> {
    Walked(Box<Walked<P>>),
    Unread(Failure),
    /// An input that holds no records.
    NoRecords(String),
    Failed(io::Error),
    /// A thread has panicked.
    Panicked(Box<dyn Any + Send>),
    /// From here on the input is read record by record. The reader asks for the record that has begun before.
    Endless(SyncSender<Option<Begun>>),
}

/// The start of a record whose end has not been read.
pub(super) struct Begun {
    pub(super) bytes: Vec<u8>,
    pub(super) start: Start,
}

/// Takes inputs.
pub struct Feeder<'f>(&'f mut dyn Takes);

/// The start of a part of an input, and what is known about the input there.
#[derive(Debug, Clone)]
pub struct Beginning {
    /// The first byte: a record begins there, or the input.
    pub start: Start,
    /// How the input is read.
    pub partition: Arc<dyn Partition>,
    /// The notation systems of a list.
    pub systems: Systems,
    /// How many records stand before it, if that is known.
    pub before: Option<u64>,
}

/// What every feeder does, whatever the task.
pub(super) trait Takes {
    fn input(&mut self, name: &str, path: &str, format: Format, reader: &mut dyn Read) -> Result<(), Stopped>;
    fn part(&mut self, name: &str, format: Format, reader: &mut dyn Read, beginning: Beginning) -> Result<(), Stopped>;
    fn unread(&mut self, unread: Failure);
    fn no_records(&mut self, name: &str);
    fn given(&self) -> &Given;
}

impl<'f> Feeder<'f> {
    pub(super) fn new(reader: &'f mut dyn Takes) -> Feeder<'f> {
        Feeder(reader)
    }

    /// Reads an input to its end.
    ///
    /// # Errors
    /// [`Stopped`] if the work has to end.
    pub fn input(&mut self, name: &str, format: Format, reader: &mut dyn Read) -> Result<(), Stopped> {
        self.0.input(name, name, format, reader)
    }

    /// Reads a text of a file, or reports what could not be read. Without a `format`, the text shows its own. A file in
    /// a folder or an archive is skipped if it holds no records, unless `named` lists it. A file without records whose
    /// name promises an archive is damaged.
    ///
    /// # Errors
    /// Fails if the work has to end, or if the text cannot be read at all.
    pub fn member(
        &mut self,
        found: Result<Member<'_>, Failure>,
        format: Option<Format>,
        named: &[PathBuf],
    ) -> io::Result<()> {
        let member = match found {
            Ok(member) => member,
            Err(failure) => {
                let is_itself = |file: &str| failure.name == file;
                if failure.kind == FailureKind::Document && !self.is_any(named, is_itself) {
                    self.no_records(&failure.name);
                } else {
                    self.unread(failure);
                }
                return Ok(());
            }
        };
        let stopped = |Stopped| io::ErrorKind::Other.into();
        if let Some(format) = format {
            return self.0.input(member.name, member.path, format, member.reader).map_err(stopped);
        }
        let is_named = self.is_any(named, |file| member.is_of(file));
        let (name, path) = (member.name, member.path);
        match sorted(member, self.0.given(), is_named)? {
            Sorted::Text(format, mut reader) => self.0.input(name, path, format, &mut reader).map_err(stopped),
            Sorted::NoRecords => {
                self.no_records(name);
                Ok(())
            }
            Sorted::Broken(failure) => {
                self.unread(failure);
                Ok(())
            }
        }
    }

    /// Whether the name of any of these files is meant.
    fn is_any(&self, files: &[PathBuf], is_meant: impl Fn(&str) -> bool) -> bool {
        let encoding = self.0.given().encoding;
        files.iter().any(|file| is_meant(&archive::name_of(file, encoding)))
    }

    /// Reads a part of an input: from `beginning` on to where `reader` ends, before a record or at the end of the input. An
    /// input is counted with the part that holds its first byte.
    ///
    /// # Errors
    /// [`Stopped`] if the work has to end.
    pub fn part(
        &mut self,
        name: &str,
        format: Format,
        reader: &mut dyn Read,
        beginning: Beginning,
    ) -> Result<(), Stopped> {
        self.0.part(name, format, reader, beginning)
    }

    /// Reports an input that could not be read.
    pub fn unread(&mut self, unread: Failure) {
        self.0.unread(unread);
    }

    /// Reports an input that is in no format of this program.
    pub fn no_records(&mut self, name: &str) {
        self.0.no_records(name);
    }
}

impl std::fmt::Debug for Feeder<'_> {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.debug_struct("Feeder").finish_non_exhaustive()
    }
}

/// Tells the feeding caller to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stopped;
