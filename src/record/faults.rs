//! Faults of a text.

use std::ops::Range;

use super::{Record, to_usize_range};
use crate::codes::BAD_SYNTAX;
use crate::diagnostic::{Code, Text};

/// A fault of the text itself, found while reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The code.
    pub code: &'static Code,
    /// Where.
    pub span: Range<u32>,
    /// What was found.
    pub text: Text,
}

/// How many faults of one code a record holds. Further ones are only counted.
pub(super) const FAULTS: u64 = 10_000;

/// The faults of a text while it is read: at first those of the tags, then those of the body too.
#[derive(Debug)]
pub(crate) struct Faults {
    /// The faults in the order of places; of each code the first [`FAULTS`].
    pub(crate) held: Vec<Fault>,
    counted: Vec<(&'static Code, u64)>,
}

impl Faults {
    /// No faults.
    pub(crate) const NONE: Faults = Faults { held: Vec::new(), counted: Vec::new() };

    /// Adds the faults of the tags of a record. Nearly none has any.
    #[inline(always)]
    pub(crate) fn begin(&mut self, record: &Record<'_>) {
        if !record.parts.faults.is_empty() || !record.parts.counted.is_empty() {
            *self = Faults::of(record);
        }
    }

    #[cold]
    pub(super) fn of(record: &Record<'_>) -> Faults {
        // Bytes that are not valid UTF-8 were noted before the tags were read.
        let mut held = record.parts.faults.clone();
        held.sort_by_key(|fault| fault.span.start);
        Faults { held, counted: record.parts.counted.clone() }
    }

    /// Adds a fault of the body.
    #[cold]
    pub(crate) fn note(&mut self, record: &Record<'_>, fault: Fault) {
        // A line that looks like a tag may be unreadable only because of bytes that are not valid UTF-8. They have a
        // fault of their own.
        if fault.code == &BAD_SYNTAX && record.parts.is_spoilt(record.text, to_usize_range(&fault.span)) {
            return;
        }
        if count(&mut self.counted, fault.code) {
            let place = self.held.partition_point(|other| other.span.start <= fault.span.start);
            self.held.insert(place, fault);
        }
    }

    /// The codes with faults that are only counted, and how many.
    pub(crate) fn more(&self) -> impl Iterator<Item = (&'static Code, u64)> + '_ {
        beyond(&self.counted)
    }
}

/// Counts a fault. `true` if it is among the first [`FAULTS`] of its code.
pub(super) fn count(counted: &mut Vec<(&'static Code, u64)>, code: &'static Code) -> bool {
    match counted.iter_mut().find(|(known, _)| *known == code) {
        Some((_, count)) => {
            *count += 1;
            *count <= FAULTS
        }
        None => {
            counted.push((code, 1));
            true
        }
    }
}

/// The codes with more than [`FAULTS`] faults, and how many more.
pub(super) fn beyond<'c>(counted: &'c [(&'static Code, u64)]) -> impl Iterator<Item = (&'static Code, u64)> + 'c {
    counted.iter().filter(|(_, count)| *count > FAULTS).map(|(code, count)| (*code, count - FAULTS))
}
