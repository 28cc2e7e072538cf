//! Cuts an input into chunks of whole records, so that several threads can work on them.
//!
//! The format knows where ([`Partition`]). Some formats only guess: transcripts are cut where a record seems to begin,
//! and only the reader of records can be certain. So every chunk also holds some of the text after it. The thread that
//! walks through the chunk sees whether its last record really ends there. If it does not (an unclosed comment that
//! holds tags …), that record is read again with the next chunk when the results are put in order.

use std::io;
use std::sync::Arc;

use super::Plan;
use crate::check::Systems;
use crate::formats::cutter::Look;
use crate::formats::{Format, Partition, Start};
use crate::input;

/// An input: a file, or a member of an archive.
#[derive(Debug)]
pub struct Origin {
    /// Its name in reports.
    pub name: String,
    /// Its own path, without the archives it lies in and the endings of compression, as of an
    /// [`archive::Member`](crate::archive::Member).
    pub path: String,
    /// Its format.
    pub format: Format,
    /// How many of its records are known to precede the text that is read.
    pub before: u64,
    /// Whether records precede it whose number is not known.
    pub is_within: bool,
}

/// What is known about an input at the start of a part.
#[derive(Debug, Clone, Default)]
pub(super) struct Whole {
    /// The notation systems of a list or a table.
    pub(super) systems: Systems,
    /// How the part is read; `None` if the start of the input made no sense.
    pub(super) partition: Option<Arc<dyn Partition>>,
    /// The bytes before the first record: a byte-order mark, the first row of a table.
    pub(super) head: Arc<[u8]>,
}

impl Whole {
    /// What the start of an input shows about all of it.
    pub(super) fn of(
        format: Format,
        partition: &Arc<dyn Partition>,
        start: &Look<'_>,
        plan: &Plan,
    ) -> io::Result<Whole> {
        let (partition, checker, first) =
            input::begin(format, partition, start, plan.max_record, &plan.given, &plan.defaults)?;
        let head = Arc::from(first.and_then(|first| start.whole.get(..first)).unwrap_or_default());
        Ok(Whole { systems: checker.systems().clone(), partition: Some(partition), head })
    }

    /// What is known after `part`, which begins at `start`; `None` if `part` adds nothing.
    pub(super) fn after(&self, part: &[u8], start: Start) -> Option<Whole> {
        let known = self.partition.as_ref()?;
        let after = known.after(part, start);
        // An ambiguity is reported once for a list.
        if after.is_none() && !self.systems.has_rivals() {
            return None;
        }
        let partition = after.unwrap_or_else(|| known.clone());
        Some(Whole { systems: self.systems.told(), partition: Some(partition), head: self.head.clone() })
    }
}

/// A part of an input.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) origin: Arc<Origin>,
    /// The bytes: records up to `extent`, then some of what follows.
    pub(super) bytes: Vec<u8>,
    pub(super) extent: usize,
    /// Where its first byte stands in the input.
    pub(super) start: Start,
    /// What is known of the input where it begins.
    pub(super) whole: Arc<Whole>,
    /// Whether the input ends with it.
    pub(super) last: bool,
    /// Whether it ends there because the rest cannot be read.
    pub(super) is_torn: bool,
}
