//! The writers: how records are put into a file of each output format.
//!
//! A format knows no games, because its room lies below theirs. Its writer knows them: it spells plies, tags and
//! outcomes. So a format is an output format if it has a line in [`WRITERS`]; the format itself does not know it.

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

    /// The notation system in which plies are written if the target is `system`.
    fn system(&self, system: System, setting: &Setting) -> System {
        let _ = setting;
        system
    }

    /// What `text`, which ends with a record, sets for the next record.
    fn above(&self, text: &str) -> String {
        let _ = text;
        String::new()
    }

    /// The text of a record. `above` holds for it already; afterwards it is what holds for the next. `sink` gets a
    /// warning about what is lost.
    fn write(&self, record: &Written<'_>, above: &mut String, sink: &mut dyn Sink) -> Result<String, Unsaid>;
}

/// Every writer.
static WRITERS: &[&dyn Writer] = &[&Transcript, &List];

/// The writer of a format, if it is an output format.
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
