//! The result of a chunk, on its way from the thread that judged it to the thread that merges everything.

use std::sync::Arc;

use super::chunk::{Origin, Whole};
use super::duplicates::Gathered;
use super::entries::Entries;
use super::rewrite;
use super::tally::Tally;
use crate::formats::Start;
use crate::page::Recordings;

/// The result of a chunk.
#[derive(Debug)]
pub(super) struct ChunkResult {
    pub(super) origin: Arc<Origin>,
    pub(super) tally: Tally,
    pub(super) report: Entries,
    pub(super) rejects: Entries,
    /// Invalid records for the page.
    pub(super) games: Recordings,
    pub(super) collected: Gathered,
    /// The records rewritten, if they are not reported on.
    pub(super) rewritten: Option<rewrite::Chunk>,
    /// Diagnostics that the report leaves out because there are too many.
    pub(super) hidden: u64,
    /// How many bytes of the chunk are records.
    pub(super) record_bytes: u64,
    /// How many of its bytes stand between records, or before the first.
    pub(super) between: u64,
    /// The chunk's buffer, to be reused, and how many of its bytes belong to the chunk.
    pub(super) bytes: Vec<u8>,
    pub(super) extent: usize,
    /// Where its last record ends, counted from its first byte, if that is not where the chunk ends: what stands from
    /// the end of the chunk to there was judged with it.
    pub(super) straddling: Option<Straddling>,
    pub(super) last: bool,
    pub(super) whole: Arc<Whole>,
}

impl ChunkResult {
    /// How many bytes of the input are settled with this part.
    pub(super) fn taken(&self) -> u64 {
        if self.bytes.is_empty() && self.extent == 0 {
            return self.record_bytes + self.between;
        }
        self.straddling.map_or(self.extent, |straddling| straddling.from) as u64
    }
}

/// A chunk that ends within a record.
#[derive(Debug, Clone, Copy)]
pub(super) struct Straddling {
    /// Where its last record begins, counted from its first byte: from there on it has to be judged again, with what
    /// follows.
    pub(super) from: usize,
    /// Where that is in the input.
    pub(super) start: Start,
}
