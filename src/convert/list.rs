//! Writes lists: one game a line, with a line of tags above it wherever tags with a meaning change.
//!
//! After the plies come the names of the players, comments and the result, in this order. Only the result is read back
//! as such, so it comes last. A warning names everything else that a record has.

use std::borrow::Cow;
use std::ops::Range;

use super::writer::{Out, Writer, Written};
use crate::canonical::body::{Body, comments_of_header};
use crate::canonical::{Renamed, Unsaid, header, unsaid_ply};
use crate::codes::NOT_REPRESENTABLE;
use crate::diagnostic::{Diagnostic, Severity, Text};
use crate::engine::script::ItemKind;
use crate::engine::{Setting, claim_of_line, is_taken_for_another};
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
    let Out { text: out, lost, told, above, .. } = out;
    let mut depth = 0_usize;
    // Variations are left out or refused as a whole.
    unsaid_ply(record, renamed.script.failed_in_main_line(), system)?;
    let body = Body::new(record, setting, source, &renamed.script, &mut renamed.order);
    let tags = header::amended(&body, system, outcome);
    let value = |name: &str| tags.iter().find(|tag| same_tag(tag.name, name)).map(|tag| &*tag.value);
    let mut result = value("Result").map(Cow::Borrowed);
    let (mut plies, mut comments) = (Vec::new(), Vec::new());
    comments.extend(comments_of_header(record).map(|(_, text)| text));
    // Comments that stand before the last ply: how many, and the first of them.
    let mut moved: (u64, Option<Range<usize>>) = (0, None);
    let first = record.parts.header.first().map(|token| token.span());
    let mut pending = (comments.len() as u64, first.filter(|_| !comments.is_empty()));
    for item in body.items {
        match &item.kind {
            // Within a variation, which is lost.
            ItemKind::Open { .. } if depth > 0 => depth += 1,
            ItemKind::Close if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            ItemKind::Ply(ply) => {
                plies.push(body.script.text(ply));
                let (count, first) = std::mem::take(&mut pending);
                moved = (moved.0 + count, moved.1.or(first));
            }
            ItemKind::Remark => comments.push(Cow::Borrowed(body.remark(item))),
            ItemKind::Comment | ItemKind::LineComment => {
                let text = body.comment(item);
                if text.contains(STANDS) {
                    return refused(item.span());
                }
                comments.push(text);
                pending = (pending.0 + 1, pending.1.or(Some(item.span())));
            }
            // If the tag and the last word differ, the record has an error, unless one of them claims nothing.
            ItemKind::Result if result.as_deref().is_none_or(|result| result == "*") => {
                result = Some(body.result(item));
            }
            ItemKind::Annotation if is_lossy => lost.one(["annotation", "annotations"], item.span()),
            ItemKind::Open { .. } if is_lossy => {
                lost.one(["variation", "variations"], item.span());
                depth = 1;
            }
            ItemKind::Annotation | ItemKind::Open { .. } | ItemKind::Break => return refused(item.span()),
            ItemKind::Result | ItemKind::Dots | ItemKind::Close => {}
        }
    }
    let apart = system.needs_spaces() || plies.iter().any(|ply| ply.contains(' '));
    let mut line = plies.join(if apart { " " } else { "" });
    let game = line.len();
    let names = names(setting, value).map(Cow::Owned);
    for remark in names.iter().chain(&comments) {
        for word in remark.split_whitespace() {
            line.push(' ');
            line.push_str(word);
        }
    }
    // A player may have the name of a side: a result after the name keeps it a name.
    let result = result.or_else(|| claim_of_line(&line[game..], &setting.rules).map(|_| Cow::Borrowed("*")));
    if let Some(result) = result {
        line.push(' ');
        line.push_str(&result);
    }
    // A remark may begin with a word that would be read as the next ply.
    let read = setting.start.fit_line(system, &line);
    let length = plies.iter().map(|ply| ply.len()).sum();
    if plies.is_empty() || read != (length, length) {
        return refused(0..0);
    }
    told.extend(tags_lost(record, setting));
    if let (count, Some(first)) = moved {
        told.push(places_lost(count, first));
    }
    // A remark that looks like plies would make readers take another system for granted, so the default one is named.
    let is_unclear = system == setting.default_system() && is_taken_for_another(setting, &line, length, &line[game..]);
    let name = is_unclear.then(|| system.name());
    let holds = line_of_tags(|tag| value(tag).or(name.filter(|_| tag == "Notation")));
    if holds != *above {
        out.push_str(&holds);
        out.push('\n');
        *above = holds;
    }
    out.push_str(&line);
    out.push('\n');
    Ok(())
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
    let mut diagnostic = Diagnostic::new(&NOT_REPRESENTABLE, to_usize_range(&first.whole), text);
    diagnostic.severity = Severity::Warning;
    Some(diagnostic)
}

/// Warns about comments that do not stand where they stood.
fn places_lost(count: u64, first: Range<usize>) -> Diagnostic {
    let what = if count == 1 { "a comment".to_owned() } else { format!("{count} comments") };
    let text =
        Text::new(format!("a list has no place for {what} before or between plies: all stand after the last one"))
            .help("convert to a transcript to keep each in its place");
    let mut diagnostic = Diagnostic::new(&NOT_REPRESENTABLE, first, text);
    diagnostic.severity = Severity::Warning;
    diagnostic
}

fn refused<T>(span: Range<usize>) -> Result<T, Unsaid> {
    let text = Text::new("a line of a list holds only legal plies from the start and a remark")
        .help("convert to a transcript instead");
    Err((span, None, text))
}
