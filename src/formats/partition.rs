//! How a large input is cut into parts of whole records, which several threads read.
//!
//! A [`Partition`] is what is known of an input so far: how to cut it, and what a part of it means. A list needs the
//! line of tags that holds at the start of the part, a table the names of its columns. The start of the input, and each
//! part for the parts after it, can lead to a new `Partition`.

use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;

use super::{Found, Records};
use crate::source::Source;

/// An input, or a part of one that begins at [`Source::offset`] of it.
pub type Input<'r> = Source<Box<dyn Read + 'r>>;

/// The start of a record, or of a part of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Start {
    /// The byte of the input.
    pub offset: u64,
    /// The line of the input, from 1.
    pub line: u64,
    /// How many characters stand before it on its line.
    pub indent: u64,
    /// Whether a record ends there in the middle of the line.
    pub glued: bool,
}

impl Start {
    /// The start of a line.
    pub fn of_line(offset: u64, line: u64) -> Start {
        Start { offset, line, indent: 0, glued: false }
    }
}

/// How the records that begin in a range of an input's bytes are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RangeSearch {
    /// They are not looked for: all records of the input belong to the range that holds its first byte.
    Whole,
    /// The bytes before a range show where to begin to read; see [`Partition::before`].
    Before,
    /// Only a reader of everything before a range knows. One reader [skims](Partition::skim) the whole input and notes
    /// where records begin.
    Noted,
}

/// How inputs of a format are cut into parts and how a part is read.
///
/// It may cut at a place where a record only seems to begin. Then the last record of a part does not end there: its
/// reader gives the [`Start`] of that record, which is read again together with what follows.
pub trait Partition: fmt::Debug + Send + Sync {
    /// Where to cut `bytes`, after which more follow: the end of the last complete record. If only a reader can confirm
    /// the cut, at least `ahead` of the bytes come after it. `None` if no record ends in `bytes`.
    fn boundary(&self, bytes: &[u8], ahead: usize) -> Option<usize>;

    /// What the start of an input, up to the first cut, shows about all of it: how to cut it from its start on. `last`
    /// says whether the input ends there.
    ///
    /// # Errors
    /// Fails if no records can be read from such an input.
    fn begin(&self, start: &[u8], last: bool) -> io::Result<Option<Arc<dyn Partition>>> {
        let _ = (start, last);
        Ok(None)
    }

    /// What `part`, a whole part that begins at `start`, shows about the parts after it. A record that continues in the
    /// next part is read again as a record of that part; so a format with such records returns nothing here.
    fn after(&self, part: &[u8], start: Start) -> Option<Arc<dyn Partition>> {
        let _ = (part, start);
        None
    }

    /// How ranges of such inputs are found.
    fn search(&self) -> RangeSearch {
        RangeSearch::Whole
    }

    /// The last place in `bytes`, not after `at`, from which a reader finds the records that begin at `at` or later,
    /// whatever stands before `bytes`: from there on it agrees with a reader of the whole input. `None` if `bytes` show
    /// no such place.
    fn before(&self, bytes: &[u8], at: usize) -> Option<usize> {
        let _ = (bytes, at);
        None
    }

    /// Reads like [`Partition::read`], and may leave the records empty: only where they begin is of interest.
    ///
    /// # Errors
    /// See [`Partition::read`].
    fn skim<'r>(&self, input: Input<'r>, start: Start) -> io::Result<Box<dyn Records + 'r>> {
        self.read(input, start)
    }

    /// The encoding of the input, if its start has told one.
    fn encoding(&self) -> Option<Found> {
        None
    }

    /// This partition for an input in the encoding `found`. `None` if it needs to know no encoding.
    fn in_encoding(&self, found: Found) -> Option<Arc<dyn Partition>> {
        let _ = found;
        None
    }

    /// Reads on from `start`. `input`, which counts lines and characters from there, holds the part from its first byte
    /// and at least some of what follows it: records that begin after the part are left to the reader of the next. The
    /// first record has the number 1.
    ///
    /// # Errors
    /// Fails if the input cannot be read.
    fn read<'r>(&self, input: Input<'r>, start: Start) -> io::Result<Box<dyn Records + 'r>>;
}
