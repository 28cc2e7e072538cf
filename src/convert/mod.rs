//! Rewrites records: the plies in another notation system, the text in canonical form, the record in another format.
//!
//! A replay collects what each ply is called in the new system (`Renamed`); `script` turns the record's tokens into
//! a sequence that no longer depends on how the source was laid out; `movetext` and `header` spell it. Nothing is
//! dropped silently: what the new system cannot express is `not-representable`, and the record is not written.

mod header;
mod list;
mod movetext;
mod script;
mod writers;

use std::ops::Range;

use crate::board::Square;
use crate::check::Checker;
use crate::codes::{NOT_CANONICAL, NOT_REPRESENTABLE};
use crate::diagnostic::{Diagnostic, Sink, Text, quoted};
use crate::engine::Job;
use crate::engine::Setting;
use crate::engine::numbered;
use crate::engine::{Step, Visitor};
use crate::formats::Format;
use crate::game::{Outcome, Side};
use crate::record::{Layout, Record};
use crate::system::System;
use script::{Item, Script};
use writers::Writer;

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

/// A valid record that is to be written.
struct Written<'w> {
    record: &'w Record<'w>,
    setting: &'w Setting,
    renamed: &'w Renamed,
    /// The system of the record, and the one it is written in.
    systems: [System; 2],
    outcome: Outcome,
}

/// The plies of a record as the target's system writes them.
#[derive(Debug, Default)]
pub(crate) struct Renamed {
    system: Option<System>,
    texts: String,
    plies: Vec<RenamedPly>,
    /// The plies of the main line in their order, by their places.
    in_order: Vec<usize>,
    /// How many manches of the main line have ended.
    manches: usize,
    failed: Option<(Range<usize>, u32)>,
}

#[derive(Debug, Clone)]
struct RenamedPly {
    /// Where it stands in the source.
    start: usize,
    end: usize,
    text: Range<usize>,
    side: Side,
    landing: Option<Square>,
    /// How many manches come before it.
    manche: usize,
}

impl Target {
    fn writer(self) -> Option<&'static dyn Writer> {
        writers::of(self.format.unwrap_or_default())
    }
}

impl Renamed {
    fn new(system: System) -> Renamed {
        Renamed { system: Some(system), ..Renamed::default() }
    }

    /// The text of the ply at byte `start` of the record, and its side.
    fn at(&self, start: usize) -> Option<(&str, &RenamedPly)> {
        let index = self.plies.binary_search_by_key(&start, |ply| ply.start).ok()?;
        let ply = self.plies.get(index)?;
        Some((self.texts.get(ply.text.clone())?, ply))
    }
}

impl Visitor for Renamed {
    fn restart(&mut self) {
        *self = Renamed { system: self.system, ..Renamed::default() };
    }

    fn tried(&mut self, step: &dyn Step) {
        self.ply(step);
    }

    fn ply(&mut self, step: &dyn Step) {
        let Some(system) = self.system else { return };
        let from = self.texts.len();
        // A diagram needs only the squares of the plies; the writer reports what it cannot hold.
        let written = if system.is_diagram() {
            step.landing().map(drop).ok_or(crate::game::NotRepresentable)
        } else {
            step.write(system, &mut self.texts)
        };
        if written.is_err() {
            self.texts.truncate(from);
            self.failed.get_or_insert((step.span(), step.number()));
        }
        if step.variation().is_empty() {
            self.in_order.push(step.span().start);
        }
        self.plies.push(RenamedPly {
            start: step.span().start,
            end: step.span().end,
            text: from..self.texts.len(),
            side: step.before().turn(),
            landing: step.landing(),
            manche: self.manches,
        });
        if step.variation().is_empty() && step.after().break_due() {
            self.manches += 1;
        }
    }
}

/// Rewrites records one after the other. A list writes once what several of its games have in common, so the text
/// of a game depends on the games before it.
#[derive(Debug, Default)]
pub struct Converter {
    target: Target,
    /// In a list: the line of tags that holds for what is written next.
    above: String,
}

impl Converter {
    /// Rewrites records to `target`.
    pub fn new(target: Target) -> Converter {
        Converter { target, above: String::new() }
    }

    /// The text between a written record and the next.
    pub fn between(&self) -> &'static str {
        self.target.writer().map_or("", Writer::between)
    }

    /// Rewrites `record` and appends it to `out`. `false` if it cannot be written; then the sink gets the reason. If a
    /// written record has lost something, the sink gets a warning.
    pub fn record(
        &mut self,
        record: &Record<'_>,
        checker: &mut Checker,
        sink: &mut dyn Sink,
        out: &mut String,
    ) -> bool {
        rewrite(record, checker, self.target, &mut self.above, sink, out)
    }
}

/// Rewrites `record` and appends it to `out`. `false` if it cannot be written; then the sink gets the reason. For many
/// records, a [`Converter`] remembers what the text before them has said.
pub fn convert(
    record: &Record<'_>,
    checker: &mut Checker,
    target: Target,
    sink: &mut dyn Sink,
    out: &mut String,
) -> bool {
    let mut above = target.writer().map_or_else(String::new, |writer| writer.above(out));
    rewrite(record, checker, target, &mut above, sink, out)
}

fn rewrite(
    record: &Record<'_>,
    checker: &mut Checker,
    target: Target,
    above: &mut String,
    sink: &mut dyn Sink,
    out: &mut String,
) -> bool {
    let judged = checker.check(record, sink, None);
    let (true, Some(setting), Some(source)) = (judged.verdict.valid, judged.setting, judged.system) else {
        return false;
    };
    let Some(writer) = target.writer() else {
        let text =
            Text::new(format!("the program does not write the format {}", target.format.unwrap_or_default().name()))
                .help("`games --formats` lists the formats that it writes");
        sink.report(Diagnostic::new(&NOT_REPRESENTABLE, 0..0, text));
        return false;
    };
    let system = writer.system(target.system.unwrap_or(source), setting);
    if !setting.info().takes(system) {
        let names: Vec<_> = setting.info().systems().map(System::name).collect();
        let text = Text::new(format!("{} cannot be written in the notation {system}", setting.info().name))
            .help(format!("its notation systems are {}", names.join(", ")));
        sink.report(Diagnostic::new(&NOT_REPRESENTABLE, 0..0, text));
        return false;
    }
    let mut renamed = Renamed::new(system);
    let job = Job { record, setting, system: source, claims: judged.claims, wants_fit: false };
    setting.start.play(&job, &mut (), Some(&mut renamed));
    renamed.plies.sort_by_key(|ply| ply.start);
    let outcome = judged.verdict.outcome;
    let written = Written { record, setting, renamed: &renamed, systems: [source, system], outcome };
    match writer.write(&written, above, sink) {
        Ok(text) => {
            if !out.is_empty() {
                out.push_str(writer.between());
            }
            out.push_str(&text);
            true
        }
        Err((span, ply, text)) => {
            let mut diagnostic = Diagnostic::new(&NOT_REPRESENTABLE, span, text);
            diagnostic.ply = ply;
            sink.report(diagnostic);
            false
        }
    }
}

/// What cannot be expressed: its place, the ply if it is one, and the reason.
type Unsaid = (Range<usize>, Option<u32>, Text);

/// The ply that the new system cannot express, if there is one.
fn unsaid(record: &Record<'_>, renamed: &Renamed, system: System) -> Result<(), Unsaid> {
    let Some((span, ply)) = &renamed.failed else { return Ok(()) };
    let text = Text::new(format!("the notation {system} cannot express {}", quoted(record.slice(span.clone()))))
        .help(format!("{system}: {}", system.info().token));
    Err((span.clone(), Some(*ply), text))
}

/// Spells a transcript's record whose plies have been renamed from one system to another. `outcome` is what the board
/// proves, to be added where the record has no result; `None` leaves the tags as they are.
fn spell(
    record: &Record<'_>,
    setting: &Setting,
    renamed: &Renamed,
    [source, system]: [System; 2],
    outcome: Option<Outcome>,
) -> Result<String, Unsaid> {
    unsaid(record, renamed, system)?;
    let script = script::read(record, setting, source, renamed);
    let mut out = String::new();
    header::write(record, setting, system, &script, outcome, &mut out);
    if !out.is_empty() && !script.items.is_empty() {
        out.push('\n');
    }
    if system.is_diagram() {
        diagram(&script, setting, renamed, &mut out)?;
    } else {
        movetext::write(&script, setting, system, &mut out);
    }
    Ok(out)
}

/// Writes a numbered diagram. Comments may stand before and after it, but not within.
fn diagram(script: &Script<'_>, setting: &Setting, renamed: &Renamed, out: &mut String) -> Result<(), Unsaid> {
    let (mut before, mut behind, mut result) = (String::new(), String::new(), None);
    let mut squares = Vec::new();
    let last = script.items.iter().rposition(|item| matches!(item, Item::Ply { .. }));
    for (index, item) in script.items.iter().enumerate() {
        match item {
            Item::Ply { start, .. } => squares.extend(renamed.at(*start).and_then(|(_, ply)| ply.landing)),
            Item::Comment { text, .. } if squares.is_empty() => before.push_str(&format!("{{{text}}}\n")),
            Item::Comment { text, .. } if last.is_none_or(|last| index > last) => {
                behind.push_str(&format!("{{{text}}}\n"));
            }
            Item::Result { text } => result = Some(text),
            Item::Dots | Item::Close => {}
            Item::Comment { span, .. }
            | Item::Annotation { span, .. }
            | Item::Open { span, .. }
            | Item::Break { span } => {
                let text = Text::new("a numbered diagram holds only plies: it has no place for this")
                    .help("convert to another system, or remove annotations, variations and comments");
                return Err((span.clone(), None, text));
            }
        }
    }
    out.push_str(&before);
    numbered::write(setting.rules.board, &squares, out);
    out.push_str(&behind);
    if let Some(result) = result {
        out.push_str(result);
        out.push('\n');
    }
    Ok(())
}

/// Under `--strict`: reports where a valid record first differs from its canonical form.
pub(crate) fn check_canonical(job: &Job<'_>, sink: &mut dyn Sink) {
    let Job { record, setting, system, .. } = *job;
    // Neither lists nor records made of fields have a canonical text.
    if record.parts.layout == Layout::Line || record.written.format != Format::TRANSCRIPT.name() {
        return;
    }
    let mut renamed = Renamed::new(system);
    setting.start.play(job, &mut (), Some(&mut renamed));
    renamed.plies.sort_by_key(|ply| ply.start);
    let Ok(expected) = spell(record, setting, &renamed, [system; 2], None) else {
        return;
    };
    let found = record.text;
    // One blank line separates a record from the next.
    if found == expected || found.strip_suffix('\n') == Some(&expected) {
        return;
    }
    let same = expected.bytes().zip(found.bytes()).take_while(|(one, other)| one == other).count();
    let same = (0..=same).rev().find(|&at| expected.is_char_boundary(at) && found.is_char_boundary(at)).unwrap_or(0);
    let shown = |text: &str| match text.get(same..).and_then(|rest| rest.chars().next()) {
        None => "the end of the record".to_owned(),
        Some('\n') => "the end of the line".to_owned(),
        Some('\t') => "a tab".to_owned(),
        Some('\r') => "a carriage return".to_owned(),
        Some(' ') => "a space".to_owned(),
        Some(_) => {
            let rest = text.get(same..).unwrap_or_default();
            let word: String = rest.chars().take_while(|letter| !letter.is_whitespace()).collect();
            quoted(&word)
        }
    };
    let text = Text::new(format!("expected {}, found {}", shown(&expected), shown(found)))
        .help("`scoresheet convert` writes records in canonical form");
    let end = same + found.get(same..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    sink.report(Diagnostic::new(&NOT_CANONICAL, same..end, text));
}
