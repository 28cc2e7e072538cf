//! Rewrites records: the plies in another notation system, the text in canonical form, the record in another format.
//!
//! A record is replayed once: the replay judges it and collects what each ply is called in the new system. Nothing is
//! dropped silently: what the new system or format cannot express is `not-representable`, and the record is not written.
//! For a caller who agrees to losses it is written without what its replay does not need, and the converter reports
//! each loss (`losses`).

mod day;
mod kept;
#[cfg(feature = "archive")]
mod kept_text;
mod list;
mod losses;
mod offsets;
#[cfg(feature = "archive")]
mod one_text;
mod pos;
mod psq;
mod renlib;
mod rif;
mod rows;
mod sav;
mod sgf;
mod stone_writer;
mod stones;
mod tree;
mod writer;
mod writers;

use std::io::{self, Cursor, Write};

use encoding_rs::Encoding;

use crate::canonical::{Renamed, Unsaid};
use crate::check::Checker;
use crate::codes::{DROPPED, NOT_REPRESENTABLE};
use crate::diagnostic::{Diagnostic, Shortlist, Sink, Text};
use crate::engine::{Script, Step, Visitor};
use crate::formats::Format;
use crate::game::GameInfo;
use crate::record::Record;
use crate::system::System;
use crate::tail::Tail;
use kept::Kept;
#[cfg(feature = "archive")]
use kept_text::KeptText;
#[cfg(feature = "archive")]
pub use one_text::{NoPlace, NotOneFormat, OneText, Piece};
use writer::{Out, Writer, Written};

/// What records are rewritten to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Target {
    /// The notation system; by default the record's own (for diagrams in lists the game's own).
    pub system: Option<System>,
    /// The file format; by default transcripts.
    pub format: Option<Format>,
    /// Whether to write a record without what the format cannot hold, such as comments.
    pub lossy: bool,
    /// The encoding of texts in a format that does not name one; by default GBK, which most RenLib libraries have, or another
    /// one if the texts would not be read as GBK.
    pub encoding: Option<&'static Encoding>,
}

/// Whether records are written in that format.
pub fn is_written(format: Format) -> bool {
    writers::of(format).is_some()
}

/// Whether records are written in that format with plies in `system`: some formats have a notation of their own, and no
/// place for a diagram.
pub fn is_written_in(format: Format, system: System) -> bool {
    writers::of(format).is_some_and(|writer| writer.takes(system))
}

/// Whether a file of that format, which is written, holds one record and no more.
pub fn holds_one(format: Format) -> bool {
    writers::of(format).is_some_and(Writer::holds_one)
}

/// What stands between two written records of a format.
#[cfg(feature = "archive")]
fn between(format: Format) -> &'static str {
    writers::of(format).map_or("", Writer::between)
}

/// The diagnostic for every record but the first that is to go to a file of such a format.
pub(crate) fn one_record_only(format: Format) -> Diagnostic {
    let text = Text::new(format!("a file of the format {} holds one record", format.name())).help(format!(
        "`scoresheet select FILE --to {} -o FOLDER/` gives each record a file of its own",
        format.name()
    ));
    Diagnostic::new(&NOT_REPRESENTABLE, 0..0, text)
}

/// What became of a record that was to be rewritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Conversion {
    /// It was written.
    Written,
    /// It is not valid, so its meaning is not known.
    Invalid,
    /// The notation system or the format has no signs for what it holds, or the format is not written at all.
    NotRepresentable,
}

impl Conversion {
    /// Whether the record was written.
    pub fn is_written(self) -> bool {
        self == Conversion::Written
    }

    /// Keeps the diagnostics that belong to the conversion: for an invalid record all, for a valid one those about what
    /// the system or the format cannot hold. `validate` reports the others.
    pub fn keep_told(self, held: &mut Shortlist) {
        if self != Conversion::Invalid {
            held.retain(&[&NOT_REPRESENTABLE, &DROPPED]);
        }
    }
}

impl Target {
    fn writer(self) -> Option<&'static dyn Writer> {
        writers::of(self.format.unwrap_or_default())
    }
}

/// Rewrites records one after the other. A list writes once what several of its games have in common, so the text
/// of a game depends on the games before it.
#[derive(Debug, Default)]
pub struct Converter {
    target: Target,
    /// Whether a record is written already, in a format whose files hold one.
    is_full: bool,
    /// The format of the last record, if it is not the target's.
    instead: Option<Format>,
    /// The plies of the last rewritten record, and its text; kept for their memory.
    renamed: Renamed,
    out: Out,
}

impl Converter {
    /// Rewrites records to `target`.
    pub fn new(target: Target) -> Converter {
        Converter { target, ..Converter::default() }
    }

    /// Sets whether the next records are written without what the format cannot hold.
    #[cfg(feature = "cli")]
    pub(crate) fn set_lossy(&mut self, is_lossy: bool) {
        self.target.lossy = is_lossy;
    }

    /// Begins a new text, in which nothing holds yet; returns the tags that held at the end of the last one.
    pub(crate) fn begin_again(&mut self) -> String {
        self.is_full = false;
        std::mem::take(&mut self.out.above)
    }

    /// The format of the record that was written last: games that have no SGF are written as transcripts.
    pub fn format(&self) -> Format {
        self.instead.or(self.target.format).unwrap_or_default()
    }

    /// Whether what it writes of records becomes a file only with [`Converter::finish`].
    pub(crate) fn is_of_wholes(&self) -> bool {
        self.target.writer().is_some_and(|writer| writer.whole().is_some())
    }

    /// Ends `text`, to which records were written from its start on. In some formats a file begins with what its
    /// records have in common: only here do their records become a file. In all others the text stays unchanged.
    pub fn finish(&self, text: &mut Vec<u8>) {
        if self.is_of_wholes() && !text.is_empty() {
            let mut kept = Cursor::new(std::mem::take(text));
            // Reading and writing memory cannot fail.
            let _ = self.write_whole(&mut kept, text);
        }
    }

    /// Writes the file of records whose text was [kept](Converter::is_of_wholes). There is at least one.
    ///
    /// # Errors
    /// Fails if the text cannot be read or `out` fails.
    pub(crate) fn write_whole(&self, kept: &mut dyn Kept, out: &mut dyn Write) -> io::Result<()> {
        self.target.writer().and_then(Writer::whole).map_or(Ok(()), |whole| whole(kept, out))
    }

    /// Judges and rewrites `record` and appends it to `out`. The sink gets each diagnostic once: faults of the record,
    /// why it cannot be written, and, as warnings, what it loses.
    pub fn record(
        &mut self,
        record: &Record<'_>,
        checker: &mut Checker,
        sink: &mut dyn Sink,
        out: &mut Vec<u8>,
    ) -> Conversion {
        let mut tail = Tail::from(std::mem::take(out));
        let conversion = self.append(record, checker, sink, &mut tail);
        *out = tail.into_bytes();
        conversion
    }

    /// Judges and rewrites `record` and appends it to `out`, like [`Converter::record`]. A sequence of records is
    /// written to one [`Tail`].
    pub(crate) fn append(
        &mut self,
        record: &Record<'_>,
        checker: &mut Checker,
        sink: &mut dyn Sink,
        out: &mut Tail,
    ) -> Conversion {
        let writer = self.target.writer();
        let mut renaming =
            writer.map(|writer| Renaming { writer, target: self.target.system, renamed: &mut self.renamed });
        let visitor = renaming.as_mut().map(|renaming| renaming as &mut dyn Visitor);
        let judged = checker.check(record, sink, visitor);
        let (true, Some(setting), Some(source)) = (judged.verdict.valid, judged.setting, judged.system) else {
            return Conversion::Invalid;
        };
        let Some(writer) = writer else {
            let text =
                Text::new(format!("the format {} is not written", self.target.format.unwrap_or_default().name()))
                    .help("`games --formats` lists the formats that are");
            sink.report(Diagnostic::new(&NOT_REPRESENTABLE, 0..0, text));
            return Conversion::NotRepresentable;
        };
        if writer.game().is_some_and(|game| game != setting.info().id) {
            let text = Text::new(format!("{} has no place for {}", writer.format().name(), setting.info().name))
                .help("convert to a transcript instead");
            sink.report(Diagnostic::new(&NOT_REPRESENTABLE, 0..0, text));
            return Conversion::NotRepresentable;
        }
        let system = writer.system(self.target.system.unwrap_or(source), setting.info());
        self.instead = writer.instead(setting.info());
        let writer = self.instead.and_then(writers::of).unwrap_or(writer);
        if !setting.info().takes(system) {
            let text = Text::new(format!("{} cannot be written in the notation {system}", setting.info().name))
                .help(setting.info().systems_in_words());
            sink.report(Diagnostic::new(&NOT_REPRESENTABLE, 0..0, text));
            return Conversion::NotRepresentable;
        }
        let outcome = judged.verdict.outcome;
        let encoding = self.target.encoding;
        let is_lossy = self.target.lossy;
        let written = Written { record, setting, systems: [source, system], outcome, is_lossy, encoding };
        // The text is written in place at once, and removed if the record turns out to have no place there.
        let start = out.len();
        self.out.begin(out);
        if start > 0 {
            self.out.tail.append(writer.between().as_bytes());
        }
        let is_said = writer.write(&written, &mut self.renamed, &mut self.out);
        self.out.end(out);
        self.out.told.drain(..).for_each(|said| sink.report(said));
        let name = if system.is_diagram() { system.name() } else { writer.format().name() };
        let conversion = self.settle((writer, name), is_said, sink);
        if !conversion.is_written() {
            out.truncate(start);
        }
        conversion
    }

    /// Decides whether a record that was written stays; `is_said` holds the refusal if it does not. `name`: the format
    /// or system, for messages.
    fn settle(
        &mut self,
        (writer, name): (&dyn Writer, &str),
        is_said: Result<(), Unsaid>,
        sink: &mut dyn Sink,
    ) -> Conversion {
        let is_lossy = self.target.lossy;
        if let Err((span, ply, text)) = is_said {
            let mut diagnostic = Diagnostic::new(&NOT_REPRESENTABLE, span, text);
            diagnostic.ply = ply;
            sink.report(diagnostic);
            return Conversion::NotRepresentable;
        }
        if self.is_full && writer.holds_one() && !self.out.lost.refuse(is_lossy) {
            sink.report(one_record_only(writer.format()));
            return Conversion::NotRepresentable;
        }
        if !self.out.lost.settle(name, is_lossy, sink) {
            return Conversion::NotRepresentable;
        }
        self.is_full = true;
        Conversion::Written
    }
}

/// Judges and rewrites one `record` and appends it to `out`; see [`Converter::record`]. For many records in different texts
/// a [`Converter`] remembers what the texts before have said.
pub fn convert(
    record: &Record<'_>,
    checker: &mut Checker,
    target: Target,
    sink: &mut dyn Sink,
    out: &mut Vec<u8>,
) -> Conversion {
    let mut converter = Converter::new(target);
    if let Some(writer) = target.writer() {
        converter.out.above = writer.above(out);
        converter.is_full = !out.is_empty();
        if converter.is_of_wholes() {
            let mut text = Vec::new();
            let conversion = converter.record(record, checker, sink, &mut text);
            converter.finish(&mut text);
            out.append(&mut text);
            return conversion;
        }
    }
    converter.record(record, checker, sink, out)
}

/// Renames the plies of a record for a writer. The target system depends on the record's system, which a replay may
/// have to find.
struct Renaming<'w> {
    writer: &'static dyn Writer,
    target: Option<System>,
    renamed: &'w mut Renamed,
}

impl Visitor for Renaming<'_> {
    fn begin(&mut self, info: &'static GameInfo, system: System) {
        let system = self.writer.system(self.target.unwrap_or(system), info);
        self.renamed.script.start(Some(system).filter(|&system| info.takes(system)));
    }

    fn restart(&mut self) {
        self.renamed.restart();
    }

    fn script(&mut self) -> Option<&mut Script> {
        self.renamed.script()
    }

    fn ply(&mut self, step: &dyn Step) {
        self.renamed.ply(step);
    }
}
