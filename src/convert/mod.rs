//! Rewrites records: the plies in another notation system, the text in canonical form, the record in another format.
//!
//! A record is replayed once: the replay judges it and collects what each ply is called in the new system. Nothing is
//! dropped silently: what the new system cannot express is `not-representable`, and the record is not written.

mod list;
mod sgf;
mod writer;
mod writers;

use crate::canonical::Renamed;
use crate::check::Checker;
use crate::codes::NOT_REPRESENTABLE;
use crate::diagnostic::{Diagnostic, Sink, Text};
use crate::engine::{Script, Step, Visitor};
use crate::formats::Format;
use crate::game::GameInfo;
use crate::record::Record;
use crate::system::System;
use writer::{Writer, Written};

/// What records are rewritten to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Target {
    /// The notation system; by default that of the record (the game's own for diagrams in lists).
    pub system: Option<System>,
    /// The file format; by default transcripts.
    pub format: Option<Format>,
}

/// Whether records are written in that format.
pub fn is_written(format: Format) -> bool {
    writers::of(format).is_some()
}

/// What became of a record that was to be rewritten.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Conversion {
    /// It was written.
    Written,
    /// It is not valid, so that nobody knows what it means.
    Invalid,
    /// The notation system or the format has no signs for what it holds, or the format is not written at all.
    NotRepresentable,
}

impl Conversion {
    /// Whether the record was written.
    pub fn is_written(self) -> bool {
        self == Conversion::Written
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
    /// In a list: the line of tags that holds for what is written next.
    above: String,
    /// The plies of the record that was rewritten last; kept for its memory.
    renamed: Renamed,
}

impl Converter {
    /// Rewrites records to `target`.
    pub fn new(target: Target) -> Converter {
        Converter { target, ..Converter::default() }
    }

    /// Begins a text of its own, which sets everything anew; says what held at the end of the text before.
    pub(crate) fn begin_again(&mut self) -> String {
        std::mem::take(&mut self.above)
    }

    /// The text between a written record and the next.
    pub fn between(&self) -> &'static str {
        self.target.writer().map_or("", Writer::between)
    }

    /// Judges and rewrites `record` and appends it to `out`. The sink is told everything there is to say of the record, each
    /// thing once: what is wrong with it, why it cannot be written, and, as a warning, what is lost by writing it.
    pub fn record(
        &mut self,
        record: &Record<'_>,
        checker: &mut Checker,
        sink: &mut dyn Sink,
        out: &mut String,
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
        let system = writer.system(self.target.system.unwrap_or(source), setting.info());
        let writer = writer.instead(setting.info()).and_then(writers::of).unwrap_or(writer);
        if !setting.info().takes(system) {
            let names: Vec<_> = setting.info().systems().map(System::name).collect();
            let text = Text::new(format!("{} cannot be written in the notation {system}", setting.info().name))
                .help(format!("its notation systems are {}", names.join(", ")));
            sink.report(Diagnostic::new(&NOT_REPRESENTABLE, 0..0, text));
            return Conversion::NotRepresentable;
        }
        let outcome = judged.verdict.outcome;
        let written = Written { record, setting, systems: [source, system], outcome };
        let before = out.len();
        if before > 0 {
            out.push_str(writer.between());
        }
        match writer.write(&written, &mut self.renamed, &mut self.above, sink, out) {
            Ok(()) => Conversion::Written,
            Err((span, ply, text)) => {
                out.truncate(before);
                let mut diagnostic = Diagnostic::new(&NOT_REPRESENTABLE, span, text);
                diagnostic.ply = ply;
                sink.report(diagnostic);
                Conversion::NotRepresentable
            }
        }
    }
}

/// Judges and rewrites one `record` and appends it to `out`; see [`Converter::record`]. For many records in different texts
/// a [`Converter`] remembers what the texts before have said.
pub fn convert(
    record: &Record<'_>,
    checker: &mut Checker,
    target: Target,
    sink: &mut dyn Sink,
    out: &mut String,
) -> Conversion {
    let mut converter = Converter::new(target);
    if let Some(writer) = target.writer() {
        converter.above = writer.above(out);
    }
    converter.record(record, checker, sink, out)
}

/// Renames the plies of a record for a writer. The system follows from that of the record, which may be found by replaying.
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
