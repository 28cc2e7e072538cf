//! The writers: how records are put into a file of each format that is written.
//!
//! A format is below the games and knows none of them. Its writer does: it spells plies, tags and outcomes. So a format is
//! written if it has a line in [`WRITERS`], and says nothing of that itself.

use super::list::List;
use super::{Unsaid, Written, spell};
use crate::diagnostic::Sink;
use crate::engine::Setting;
use crate::formats::Format;
use crate::system::System;

/// Writes records in one format.
pub(super) trait Writer: Sync {
    /// The format.
    fn format(&self) -> Format;

    /// What stands between a record and the next.
    fn between(&self) -> &'static str;

    /// The notation system in which plies are written where `system` is wanted.
    fn system(&self, system: System, setting: &Setting) -> System {
        let _ = setting;
        system
    }

    /// What stands in `text`, which ends with a record, and holds for the next one.
    fn above(&self, text: &str) -> String {
        let _ = text;
        String::new()
    }

    /// The text of a record. `above` holds for it already; afterwards, what holds for the next. `sink` is told what is
    /// lost.
    fn write(&self, record: &Written<'_>, above: &mut String, sink: &mut dyn Sink) -> Result<String, Unsaid>;
}

/// Every writer.
static WRITERS: &[&dyn Writer] = &[&Transcript, &List];

/// The writer of a format, if it is written.
pub(super) fn of(format: Format) -> Option<&'static dyn Writer> {
    WRITERS.iter().find(|writer| writer.format() == format).copied()
}

/// Writes transcripts in canonical form.
struct Transcript;

impl Writer for Transcript {
    fn format(&self) -> Format {
        Format::TRANSCRIPT
    }

    fn between(&self) -> &'static str {
        "\n"
    }

    fn write(&self, record: &Written<'_>, _: &mut String, _: &mut dyn Sink) -> Result<String, Unsaid> {
        spell(record.record, record.setting, record.renamed, record.systems, Some(record.outcome))
    }
}
