//! What writes records in one format.

use encoding_rs::Encoding;

use super::kept::Whole;
use super::losses::Losses;
use crate::canonical::{Renamed, Unsaid};
use crate::diagnostic::Diagnostic;
use crate::engine::Setting;
use crate::formats::Format;
use crate::game::{GameInfo, Outcome};
use crate::record::Record;
use crate::system::System;
use crate::tail::Tail;

/// A valid record that is to be written.
pub(super) struct Written<'w> {
    pub(super) record: &'w Record<'w>,
    pub(super) setting: &'w Setting,
    /// The system of the record, and the one it is written in.
    pub(super) systems: [System; 2],
    pub(super) outcome: Outcome,
    /// Whether the record is written without what the format has no place for.
    pub(super) is_lossy: bool,
    /// The encoding of texts in a format that does not name one, if the caller names it.
    pub(super) encoding: Option<&'static Encoding>,
}

/// What becomes of a record.
#[derive(Debug, Default)]
pub(super) struct Out {
    /// The text so far. A record may be appended directly.
    pub(super) tail: Tail,
    /// Its text, which comes after that.
    pub(super) text: String,
    /// What the format has no place for.
    pub(super) lost: Losses,
    /// Further diagnostics.
    pub(super) told: Vec<Diagnostic>,
    /// In a list: the line of tags that holds for the next record.
    pub(super) above: String,
}

impl Out {
    /// Begins another record, after `tail`.
    pub(super) fn begin(&mut self, tail: &mut Tail) {
        std::mem::swap(&mut self.tail, tail);
        self.text.clear();
        self.lost.clear();
        self.told.clear();
    }

    /// Gives `tail` back, with the record after it.
    pub(super) fn end(&mut self, tail: &mut Tail) {
        self.tail.append(self.text.as_bytes());
        std::mem::swap(&mut self.tail, tail);
    }
}

/// Writes records in one format.
pub(super) trait Writer: Sync {
    /// The format.
    fn format(&self) -> Format;

    /// What stands between a record and the next.
    fn between(&self) -> &'static str {
        ""
    }

    /// Whether a file holds one record and no more.
    fn holds_one(&self) -> bool {
        false
    }

    /// The only game whose records it holds; `None` if it holds records of all games.
    fn game(&self) -> Option<&'static str> {
        None
    }

    /// Makes a file from the kept text of its records, in a format whose files begin with what records have in common.
    /// So nothing of such a file can be written before its last record is known.
    fn whole(&self) -> Option<Whole> {
        None
    }

    /// The notation system in which plies are written if the target is `system`.
    fn system(&self, system: System, info: &'static GameInfo) -> System {
        let _ = info;
        system
    }

    /// Whether plies may be written in `system`: some formats have a notation of their own.
    fn takes(&self, system: System) -> bool {
        let _ = system;
        true
    }

    /// The format in which to write records of a game that this writer does not support.
    fn instead(&self, info: &'static GameInfo) -> Option<Format> {
        let _ = info;
        None
    }

    /// What `text`, which ends with a record, sets for the next record.
    fn above(&self, text: &[u8]) -> String {
        let _ = text;
        String::new()
    }

    /// Writes a record, whose plies are in `renamed`. Losses that its replay does not need are noted in `out`.
    ///
    /// # Errors
    /// If the format has no place for something without which it would be another game; part of the record may be in `out`
    /// then.
    fn write(&self, record: &Written<'_>, renamed: &mut Renamed, out: &mut Out) -> Result<(), Unsaid>;
}
