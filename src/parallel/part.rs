//! The results of a chunk, on their way from the thread that walked through it to the caller's thread.

use std::sync::Arc;

use super::chunk::{Origin, Whole};
use crate::formats::Start;

/// The results of a part of an input.
#[derive(Debug)]
pub struct Part<P> {
    /// The input.
    pub origin: Arc<Origin>,
    /// The bytes of the input before its first record, as far as they are known: a byte-order mark, the first row of a
    /// table.
    pub head: Arc<[u8]>,
    /// What the worker has found.
    pub found: P,
    /// Whether it is the first part of its input.
    pub is_first: bool,
    /// How many records of the input stand before it.
    pub before: u64,
    /// How many records it has.
    pub records: u64,
    /// How many of its bytes are records.
    pub record_bytes: u64,
    /// How many of its bytes stand between records, or before the first.
    pub between: u64,
    /// How many bytes of the input are done with it.
    pub bytes: u64,
}

impl<A, B> Part<(A, B)> {
    /// What one of two workers has found, and the part as the other found it.
    pub fn split(self) -> (A, Part<B>) {
        let Part { origin, head, found: (one, found), is_first, before, records, record_bytes, between, bytes } = self;
        (one, Part { origin, head, found, is_first, before, records, record_bytes, between, bytes })
    }
}

/// A chunk that was walked through.
#[derive(Debug)]
pub(super) struct Walked<P> {
    pub(super) part: Part<P>,
    /// The chunk's buffer, to be reused, and how many of its bytes belong to the chunk.
    pub(super) bytes: Vec<u8>,
    pub(super) extent: usize,
    /// Where its last record begins, counted from its first byte, if that record does not end in the chunk: it is read
    /// again with the next chunk.
    pub(super) straddling: Option<Straddling>,
    pub(super) last: bool,
    /// Whether it ends there because the rest cannot be read.
    pub(super) is_torn: bool,
    pub(super) whole: Arc<Whole>,
}

impl<P> Walked<P> {
    /// How many bytes of the input are settled with this part.
    pub(super) fn taken(&self) -> u64 {
        if self.bytes.is_empty() && self.extent == 0 {
            return self.part.record_bytes + self.part.between;
        }
        self.straddling.map_or(self.extent, |straddling| straddling.from) as u64
    }
}

/// A chunk that ends within a record.
#[derive(Debug, Clone, Copy)]
pub(super) struct Straddling {
    /// Where its last record begins, counted from its first byte: from there on it has to be read again, with what
    /// follows.
    pub(super) from: usize,
    /// Where that is in the input.
    pub(super) start: Start,
}
