//! The writers: how records are put into a file of each output format.
//!
//! A format knows no games, because its room lies below theirs. Its writer knows them: it spells plies, tags and
//! outcomes. So a format is an output format if it has a line in [`WRITERS`]; the format itself does not know it.

use super::list::List;
use super::offsets::Offsets;
use super::pos::Pos;
use super::psq::Psq;
use super::renlib::RenLib;
use super::rif::Rif;
use super::rows::{Csv, JsonLines};
use super::sav::Sav;
use super::sgf::Sgf;
use super::stone_writer::Stones;
use super::writer::{Out, Writer, Written};
use crate::canonical::{self, LeaveOut, Renamed, Unsaid};
use crate::formats::Format;

/// Every writer.
static WRITERS: &[&dyn Writer] = &[
    &Transcript,
    &List,
    &Csv,
    &JsonLines,
    &Sgf,
    &Stones::<Psq>::new(),
    &Stones::<RenLib>::new(),
    &Stones::<Rif>::new(),
    &Stones::<Offsets>::new(),
    &Stones::<Pos>::new(),
    &Stones::<Sav>::new(),
];

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

    fn write(&self, record: &Written<'_>, renamed: &mut Renamed, out: &mut Out) -> Result<(), Unsaid> {
        let Written { record, setting, systems, outcome, is_lossy, .. } = *record;
        let Out { tail, lost, .. } = out;
        let mut leave_out = |what: [&'static str; 2], span| lost.one(what, span);
        let leave_out = is_lossy.then_some(&mut leave_out as &mut LeaveOut<'_>);
        canonical::spell(record, setting, renamed, systems, Some(outcome), leave_out, tail)
    }
}
