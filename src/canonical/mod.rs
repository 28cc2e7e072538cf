//! A record as text in canonical form: one tag a line, numbered turns, plies in one notation system.
//!
//! A replay writes down what each ply is called in the new system (`renamed`); `body` arranges that in a sequence that no
//! longer depends on how the source was laid out; `movetext` and `header` spell it.

pub(crate) mod body;
pub(crate) mod header;
mod movetext;
mod renamed;

use std::ops::Range;

use crate::codes::NOT_CANONICAL;
use crate::diagnostic::{Diagnostic, Sink, Text, quoted};
use crate::engine::script::{Item, ItemKind};
use crate::engine::{Setting, numbered};
use crate::formats::Format;
use crate::game::Outcome;
use crate::record::tokens::{DEEPEST, STANDS, says_stands};
use crate::record::{Layout, Record};
use crate::system::System;
use crate::tail::Tail;
use body::Body;
pub(crate) use renamed::Renamed;

/// Something that cannot be expressed: its place, the ply if it is one, and the reason.
pub(crate) type Unsaid = (Range<usize>, Option<u32>, Text);

/// Takes something that is left out: what one of its kind is called, and several, and its place.
pub(crate) type LeaveOut<'l> = dyn FnMut([&'static str; 2], Range<usize>) + 'l;

/// Refuses a record if the new system cannot express one of its plies.
pub(crate) fn unsaid(record: &Record<'_>, renamed: &Renamed, system: System) -> Result<(), Unsaid> {
    // Of a diagram the variations are left out or refused as a whole.
    let failed = if system.is_diagram() { renamed.script.failed_in_main_line() } else { renamed.script.failed() };
    unsaid_ply(record, failed, system)
}

/// Refuses the first ply that the new system cannot express, if there is one.
pub(crate) fn unsaid_ply(
    record: &Record<'_>,
    failed: Option<&(Range<usize>, u32)>,
    system: System,
) -> Result<(), Unsaid> {
    let Some((span, ply)) = failed else { return Ok(()) };
    let text = Text::new(format!("the notation {system} cannot express {}", quoted(record.as_in_file(span.clone()))))
        .help(format!("{system}: {}", system.info().token));
    Err((span.clone(), Some(*ply), text))
}

/// Appends a transcript's record whose plies have been renamed from one system to another. `outcome` is what the board
/// proves, added if the record has no result; `None` leaves the tags as they are. `leave_out` takes what a diagram
/// cannot hold; without it such a record is not written.
///
/// # Errors
/// If the text cannot be written; part of it may be in `out` then.
pub(crate) fn spell(
    record: &Record<'_>,
    setting: &Setting,
    renamed: &mut Renamed,
    [source, system]: [System; 2],
    outcome: Option<Outcome>,
    leave_out: Option<&mut LeaveOut<'_>>,
    out: &mut Tail,
) -> Result<(), Unsaid> {
    unsaid(record, renamed, system)?;
    let body = Body::new(record, setting, source, &renamed.script, &mut renamed.order);
    let start = out.len();
    header::write(&body, system, outcome, out);
    if out.len() > start && (system.is_diagram() || !body.items.is_empty()) {
        out.all(b"\n");
    }
    if system.is_diagram() { diagram(&body, leave_out, out) } else { movetext(&body, system, out) }
}

/// Refuses a tree that is deeper than a transcript may be.
fn nesting(body: &Body<'_>) -> Result<(), Unsaid> {
    let mut depth = 0_usize;
    for item in body.items {
        match item.kind {
            ItemKind::Open { .. } if depth == DEEPEST => {
                let text =
                    Text::new(format!("this variation is nested within {DEEPEST} others, the most of a transcript"))
                        .help("write the tree in a format that holds it: --to sgf");
                return Err((item.span(), None, text));
            }
            ItemKind::Open { .. } => depth += 1,
            ItemKind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    Ok(())
}

/// Appends a body as movetext.
///
/// # Errors
/// If its variations are nested deeper than those of a transcript may be.
pub(crate) fn movetext(body: &Body<'_>, system: System, out: &mut Tail) -> Result<(), Unsaid> {
    if body.record.parts.layout == Layout::Tree {
        nesting(body)?;
    }
    movetext::write(body, system, out);
    Ok(())
}

/// The pieces of the main line, and of each variation beside it its beginning.
fn main_line(items: &[Item]) -> Vec<&Item> {
    let mut depth = 0_usize;
    let is_of_it = move |item: &&Item| match item.kind {
        ItemKind::Open { .. } => {
            depth += 1;
            depth == 1
        }
        ItemKind::Close => {
            depth = depth.saturating_sub(1);
            false
        }
        _ => depth == 0,
    };
    items.iter().filter(is_of_it).collect()
}

/// The numbers of the plies that stood by comments within the main line: after its first ply and before its last one. A
/// diagram has no place for these, so the tag `Stands` names the plies.
fn stood_within(body: &Body<'_>) -> Vec<u32> {
    let (mut number, mut stood, mut to_last) = (0, Vec::new(), 0);
    for item in main_line(body.items) {
        match item.kind {
            ItemKind::Ply(_) => {
                number += 1;
                to_last = stood.len();
            }
            ItemKind::Comment if number > 0 && says_stands(body.comment(item).as_bytes()) => stood.push(number),
            _ => {}
        }
    }
    stood.truncate(to_last);
    stood
}

/// Writes a numbered diagram. Comments may stand before and after it, but not within.
fn diagram(body: &Body<'_>, mut leave_out: Option<&mut LeaveOut<'_>>, out: &mut Tail) -> Result<(), Unsaid> {
    let (mut before, mut after, mut result) = (String::new(), String::new(), None);
    let mut squares = Vec::new();
    let items = main_line(body.items);
    let last = items.iter().rfind(|item| matches!(item.kind, ItemKind::Ply(_))).map(|ply| ply.span().start);
    for item in items {
        let what = match item.kind {
            ItemKind::Ply(ply) => {
                squares.extend(body.script.landing(&ply));
                continue;
            }
            ItemKind::Comment | ItemKind::LineComment | ItemKind::Remark
                if squares.is_empty() || last.is_none_or(|last| item.span().start > last) =>
            {
                let side = if squares.is_empty() { &mut before } else { &mut after };
                side.push_str(&format!("{{{}}}\n", body.comment(item)));
                continue;
            }
            ItemKind::Result => {
                result = Some(body.result(item));
                continue;
            }
            ItemKind::Dots | ItemKind::Close => continue,
            // The tag Stands says it.
            ItemKind::Comment if body.comment(item).trim() == STANDS => continue,
            ItemKind::Comment | ItemKind::LineComment | ItemKind::Remark => Some(["comment", "comments"]),
            ItemKind::Annotation => Some(["annotation", "annotations"]),
            ItemKind::Open { .. } => Some(["variation", "variations"]),
            ItemKind::Break => None,
        };
        match (&mut leave_out, what) {
            (Some(leave_out), Some(what)) => leave_out(what, item.span()),
            _ => {
                let text = Text::new("a numbered diagram holds only plies: it has no place for this")
                    .help("convert to another system, or leave annotations, variations and comments out with --lossy");
                return Err((item.span(), None, text));
            }
        }
    }
    let mut text = before;
    numbered::write(body.setting.rules.board, &squares, &mut text);
    text.push_str(&after);
    if let Some(result) = result {
        text.push_str(&result);
        text.push('\n');
    }
    out.append(text.as_bytes());
    Ok(())
}

/// Whether such a record has a canonical text: lists and records made from fields have none.
pub(crate) fn has_form(record: &Record<'_>) -> bool {
    record.parts.layout != Layout::Line && record.written.format == Format::TRANSCRIPT.name()
}

/// Under `--strict`: reports where a valid record first differs from its canonical form. `renamed` holds its plies in
/// its own system's spelling.
pub(crate) fn check(
    record: &Record<'_>,
    setting: &Setting,
    system: System,
    renamed: &mut Renamed,
    sink: &mut dyn Sink,
) {
    let mut expected = Tail::default();
    if spell(record, setting, renamed, [system; 2], None, None, &mut expected).is_err() {
        return;
    }
    let expected = expected.into_bytes();
    let (expected, found) = (String::from_utf8_lossy(&expected), record.text);
    // One blank line separates a record from the next.
    if found == expected || found.strip_suffix('\n') == Some(&*expected) {
        return;
    }
    let same = expected.bytes().zip(found.bytes()).take_while(|(one, other)| one == other).count();
    let same = (0..=same).rev().find(|&at| expected.is_char_boundary(at) && found.is_char_boundary(at)).unwrap_or(0);
    // A word is shown whole, though only its last letters may differ: `White` and `WHITE`.
    let is_letter = |text: &str| text[same..].starts_with(char::is_alphanumeric);
    let before = found[..same].trim_end_matches(char::is_alphanumeric).len();
    let from = if is_letter(&expected) && is_letter(found) { before } else { same };
    let shown = |text: &str| match text.get(from..).and_then(|rest| rest.chars().next()) {
        None => "the end of the record".to_owned(),
        Some('\n') => "the end of the line".to_owned(),
        Some('\t') => "a tab".to_owned(),
        Some('\r') => "a carriage return".to_owned(),
        Some(' ') => "a space".to_owned(),
        Some(_) => {
            let rest = text.get(from..).unwrap_or_default();
            let word: String = rest.chars().take_while(|letter| !letter.is_whitespace()).collect();
            quoted(&word)
        }
    };
    let text = Text::new(format!("expected {}, found {}", shown(&expected), shown(found)))
        .help("`scoresheet convert` writes records in canonical form");
    let end = same + found.get(same..).and_then(|rest| rest.chars().next()).map_or(0, char::len_utf8);
    sink.report(Diagnostic::new(&NOT_CANONICAL, same..end, text));
}
