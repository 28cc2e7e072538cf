//! Writes lists: one game a line, with a line of tags above it wherever tags with a meaning change.
//!
//! After the plies come the names of the players, comments and the result, in this order. Only the result is read back
//! as such, so it comes last. A warning names everything else that a record has.

use std::borrow::Cow;
use std::ops::Range;

use super::losses::Losses;
use super::writer::{Out, Writer, Written};
use crate::canonical::body::{Body, comments_of_header};
use crate::canonical::{Renamed, Unsaid, header, unsaid_ply};
use crate::codes::NOT_REPRESENTABLE;
use crate::diagnostic::{Diagnostic, Severity, Text};
use crate::engine::script::{Item, ItemKind};
use crate::engine::{Fit, Setting, claim_of_line, is_taken_for_another};
use crate::formats::Format;
use crate::game::GameInfo;
use crate::names::same_tag;
use crate::record::tokens::STANDS;
use crate::record::{MEANINGFUL, Record, escape, to_usize_range};
use crate::system::System;

/// Writes lists.
pub(super) struct List;

impl Writer for List {
    fn format(&self) -> Format {
        Format::LINES
    }

    /// A line has no place for a diagram.
    fn system(&self, system: System, info: &'static GameInfo) -> System {
        if system.is_diagram() { info.default_system } else { system }
    }

    fn takes(&self, system: System) -> bool {
        !system.is_diagram()
    }

    fn above(&self, text: &[u8]) -> String {
        last_above(text)
    }

    fn write(&self, record: &Written<'_>, renamed: &mut Renamed, out: &mut Out) -> Result<(), Unsaid> {
        write(record, renamed, out)
    }
}

/// The line of tags that holds at the end of a list.
fn last_above(list: &[u8]) -> String {
    let start = memchr::memmem::rfind(list, b"\n#:").map(|at| at + 1).or_else(|| list.starts_with(b"#:").then_some(0));
    let line = start.and_then(|start| list[start..].split(|byte| *byte == b'\n').next()).unwrap_or_default();
    String::from_utf8_lossy(line).into_owned()
}

/// Writes the line of a record, and before it a line of tags if that differs from the one that holds.
fn write(written: &Written<'_>, renamed: &mut Renamed, out: &mut Out) -> Result<(), Unsaid> {
    let Written { record, setting, systems: [source, system], outcome, is_lossy, .. } = *written;
    // Variations are left out or refused as a whole.
    unsaid_ply(record, renamed.script.failed_in_main_line(), system)?;
    let body = Body::new(record, setting, source, &renamed.script, &mut renamed.order);
    let tags = header::amended(&body, system, outcome);
    let value = |name: &str| tags.iter().find(|tag| same_tag(tag.name, name)).map(|tag| &*tag.value);
    let mut game = Gathered::of(record, value("Result").map(Cow::Borrowed));
    for item in body.items {
        game.take(&body, item, &mut out.lost)?;
    }
    if out.lost.refuse(is_lossy) {
        return Ok(());
    }
    let Line { text: line, plies, length } = game.line(setting, system, names(setting, value))?;
    out.told.extend(tags_lost(record, setting));
    out.told.extend(game.places_lost());
    // A remark that looks like plies would make readers take another system for granted, so the default one is named.
    let is_unclear = system == setting.default_system() && is_taken_for_another(setting, &line, length, &line[plies..]);
    let name = is_unclear.then(|| system.name());
    let holds = line_of_tags(|tag| value(tag).or(name.filter(|_| tag == "Notation")));
    if holds != out.above {
        out.text.push_str(&holds);
        out.text.push('\n');
        out.above = holds;
    }
    out.text.push_str(&line);
    out.text.push('\n');
    Ok(())
}

/// What a line holds of a record.
struct Gathered<'r> {
    plies: Vec<&'r str>,
    comments: Vec<Cow<'r, str>>,
    /// Comments that stand before the last ply: how many, and where the first of them is.
    moved: Places,
    /// Comments since the last ply.
    since: Places,
    result: Option<Cow<'r, str>>,
    /// How many open variations stand around the next item.
    depth: usize,
}

/// How many places there are, and the first of them.
#[derive(Default)]
struct Places {
    count: u64,
    first: Option<Range<usize>>,
}

/// The line of a record.
struct Line {
    text: String,
    /// How many bytes of it are plies, with the blanks between them and without.
    plies: usize,
    length: usize,
}

impl<'r> Gathered<'r> {
    /// The comments of the header; `result` is what the tags claim.
    fn of(record: &'r Record<'_>, result: Option<Cow<'r, str>>) -> Gathered<'r> {
        let comments: Vec<_> = comments_of_header(record).map(|(_, text)| text).collect();
        let first = record.parts.header.first().map(|token| token.span()).filter(|_| !comments.is_empty());
        let since = Places { count: comments.len() as u64, first };
        Gathered { plies: Vec::new(), comments, moved: Places::default(), since, result, depth: 0 }
    }

    /// Takes an item of the record, or notes that a line has no place for it.
    fn take(&mut self, body: &Body<'r>, item: &Item, lost: &mut Losses) -> Result<(), Unsaid> {
        match &item.kind {
            // Within a variation, which is lost as a whole.
            ItemKind::Open { .. } if self.depth > 0 => self.depth += 1,
            ItemKind::Close if self.depth > 0 => self.depth -= 1,
            _ if self.depth > 0 => {}
            ItemKind::Ply(ply) => {
                self.plies.push(body.script.text(ply));
                self.moved.add(std::mem::take(&mut self.since));
            }
            ItemKind::Remark => self.comments.push(Cow::Borrowed(body.remark(item))),
            ItemKind::Comment | ItemKind::LineComment => {
                let text = body.comment(item);
                if text.contains(STANDS) {
                    return refused(item.span());
                }
                self.comments.push(text);
                self.since.add(Places { count: 1, first: Some(item.span()) });
            }
            // If the tag and the last word differ, the record has an error, unless one of them claims nothing.
            ItemKind::Result if self.result.as_deref().is_none_or(|result| result == "*") => {
                self.result = Some(body.result(item));
            }
            ItemKind::Annotation => lost.one(["annotation", "annotations"], item.span()),
            ItemKind::Open { .. } => {
                lost.one(["variation", "variations"], item.span());
                self.depth = 1;
            }
            ItemKind::Break => return refused(item.span()),
            ItemKind::Result | ItemKind::Dots | ItemKind::Close => {}
        }
        Ok(())
    }

    /// The line, with the names of the players. It is refused if readers would find other plies in it.
    fn line(&self, setting: &Setting, system: System, names: Option<String>) -> Result<Line, Unsaid> {
        let apart = system.needs_spaces() || self.plies.iter().any(|ply| ply.contains(' '));
        let mut line = self.plies.join(if apart { " " } else { "" });
        let plies = line.len();
        let names = names.map(Cow::Owned);
        for word in names.iter().chain(&self.comments).flat_map(|remark| remark.split_whitespace()) {
            line.push(' ');
            line.push_str(word);
        }
        // A player may have the name of a side: a result after the name keeps it a name.
        let is_a_result = || claim_of_line(&line[plies..], &setting.rules).is_some();
        if let Some(result) = self.result.as_deref().or_else(|| is_a_result().then_some("*")) {
            line.push(' ');
            line.push_str(result);
        }
        // A remark may begin with a word that would be read as the next ply.
        let read = setting.start.fit_line(system, &line);
        let length = self.plies.iter().map(|ply| ply.len()).sum();
        if self.plies.is_empty() || read != (Fit { good: length, total: length }) {
            return refused(0..0);
        }
        Ok(Line { text: line, plies, length })
    }

    /// Warns about comments that do not stand where they stood.
    fn places_lost(self) -> Option<Diagnostic> {
        let Places { count, first } = self.moved;
        let what = if count == 1 { "a comment".to_owned() } else { format!("{count} comments") };
        let text =
            Text::new(format!("a list has no place for {what} before or between plies: all stand after the last one"))
                .help("convert to a transcript to keep each in its place");
        Some(warning(first?, text))
    }
}

impl Places {
    fn add(&mut self, later: Places) {
        self.count += later.count;
        self.first = self.first.take().or(later.first);
    }
}

/// The tags with a meaning, in their order, without the result, which comes after the plies.
fn line_of_tags<'t>(value: impl Fn(&str) -> Option<&'t str>) -> String {
    let mut line = String::from("#:");
    for name in MEANINGFUL.iter().filter(|name| **name != "Result") {
        if let Some(value) = value(name) {
            line.push_str(&format!(" [{name} \"{}\"]", escape(value)));
        }
    }
    line
}

/// The names of the players in the order of their sides, `?` for one who has none; nothing if nobody has.
fn names<'t>(setting: &Setting, value: impl Fn(&str) -> Option<&'t str>) -> Option<String> {
    let names: Vec<_> = setting.rules.sides.iter().map(|side| value(side.name)).collect();
    let named = names.iter().any(Option::is_some);
    named.then(|| names.iter().map(|name| name.unwrap_or("?")).collect::<Vec<_>>().join(" - "))
}

/// Warns about the tags that a list has no place for. They have no meaning for the replay, so the game is written
/// without them.
fn tags_lost(record: &Record<'_>, setting: &Setting) -> Option<Diagnostic> {
    let sides = setting.rules.sides.iter().map(|side| side.name);
    let has_place = |name: &str| MEANINGFUL.iter().copied().chain(sides.clone()).any(|known| same_tag(known, name));
    let lost: Vec<_> = record.parts.tags.iter().filter(|tag| !has_place(record.name(tag))).collect();
    let first = lost.first()?;
    let names: Vec<_> = lost.iter().map(|tag| record.name(tag)).collect();
    let what =
        if let [name] = &names[..] { format!("the tag {name}") } else { format!("the tags {}", names.join(", ")) };
    let text = Text::new(format!("a list has no place for {what}; the game is written without"))
        .help("convert to a transcript to keep every tag");
    Some(warning(to_usize_range(&first.whole), text))
}

fn warning(span: Range<usize>, text: Text) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(&NOT_REPRESENTABLE, span, text);
    diagnostic.severity = Severity::Warning;
    diagnostic
}

fn refused<T>(span: Range<usize>) -> Result<T, Unsaid> {
    let text = Text::new("a line of a list holds only legal plies from the start and a remark")
        .help("convert to a transcript instead");
    Err((span, None, text))
}
