//! What writes records in one format.

use crate::canonical::{Renamed, Unsaid};
use crate::diagnostic::Sink;
use crate::engine::Setting;
use crate::formats::Format;
use crate::game::{GameInfo, Outcome};
use crate::record::Record;
use crate::system::System;

/// A valid record that is to be written.
pub(super) struct Written<'w> {
    pub(super) record: &'w Record<'w>,
    pub(super) setting: &'w Setting,
    /// The system of the record, and the one it is written in.
    pub(super) systems: [System; 2],
    pub(super) outcome: Outcome,
}

/// Writes records in one format.
pub(super) trait Writer: Sync {
    /// The format.
    fn format(&self) -> Format;

    /// What stands between a record and the next.
    fn between(&self) -> &'static str;

    /// The notation system in which plies are written if the target is `system`.
    fn system(&self, system: System, info: &'static GameInfo) -> System {
        let _ = info;
        system
    }

    /// In which format the records of a game are written that this one is not for.
    fn instead(&self, info: &'static GameInfo) -> Option<Format> {
        let _ = info;
        None
    }

    /// What `text`, which ends with a record, sets for the next record.
    fn above(&self, text: &str) -> String {
        let _ = text;
        String::new()
    }

    /// Appends a record, whose plies are in `renamed`. `above` holds for it already; afterwards it is what holds for the
    /// next. `sink` gets a warning about what is lost.
    ///
    /// # Errors
    /// If the format has no place for something; part of the record may be in `out` then.
    fn write(
        &self,
        record: &Written<'_>,
        renamed: &mut Renamed,
        above: &mut String,
        sink: &mut dyn Sink,
        out: &mut String,
    ) -> Result<(), Unsaid>;
}
