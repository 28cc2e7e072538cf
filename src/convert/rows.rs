//! Writes tables and JSON Lines: a row for each record, a cell for each tag, and the movetext, which holds everything else.

use std::borrow::Cow;
use std::io::{self, Write};

use rustc_hash::FxHashMap;
use serde::Deserialize;

use super::kept::{Kept, Whole, each_line};
use super::losses::Losses;
use super::writer::{Out, Writer, Written};
use crate::canonical::body::{Body, comments_of_header};
use crate::canonical::{Renamed, Unsaid, header, movetext, unsaid};
use crate::engine::script::{Item, ItemKind};
use crate::formats::Format;
use crate::game::GameInfo;
use crate::names::{NamesBefore, same, same_tag};
use crate::record::{MEANINGFUL, to_usize_range};
use crate::system::System;
use crate::tags::rank;
use crate::tail::Tail;

/// The name of the cell that holds the movetext.
const MOVES: &str = "moves";

/// About how many bytes of a table are written at once.
const BLOCK: usize = 64 * 1024;

/// The name of the tag of the result.
const RESULT: &str = "Result";

/// Writes JSON Lines.
pub(super) struct JsonLines;

impl Writer for JsonLines {
    fn format(&self) -> Format {
        Format::JSON_LINES
    }

    fn system(&self, system: System, info: &'static GameInfo) -> System {
        plain(system, info)
    }

    fn takes(&self, system: System) -> bool {
        !system.is_diagram()
    }

    fn write(&self, record: &Written<'_>, renamed: &mut Renamed, out: &mut Out) -> Result<(), Unsaid> {
        let cells = cells(record, renamed, &mut out.lost)?;
        out.text.push('{');
        for (index, (name, value)) in cells.iter().enumerate() {
            out.text.push_str(if index > 0 { ", " } else { "" });
            out.text.push_str(&json(name));
            out.text.push_str(": ");
            out.text.push_str(&json(value));
        }
        out.text.push_str("}\n");
        Ok(())
    }
}

/// Writes tables. Their first row names the tags of all records.
pub(super) struct Csv;

impl Writer for Csv {
    fn format(&self) -> Format {
        Format::CSV
    }

    fn system(&self, system: System, info: &'static GameInfo) -> System {
        plain(system, info)
    }

    fn takes(&self, system: System) -> bool {
        !system.is_diagram()
    }

    fn whole(&self) -> Option<Whole> {
        Some(table)
    }

    fn write(&self, record: &Written<'_>, renamed: &mut Renamed, out: &mut Out) -> Result<(), Unsaid> {
        let cells = cells(record, renamed, &mut out.lost)?;
        // Texts always become JSON.
        out.text.push_str(&serde_json::to_string(&cells).unwrap_or_default());
        out.text.push('\n');
        Ok(())
    }
}

/// A cell has no place for a diagram.
fn plain(system: System, info: &'static GameInfo) -> System {
    if system.is_diagram() { info.default_system } else { system }
}

/// The tags of a record by name, and last its movetext.
fn cells(written: &Written<'_>, renamed: &mut Renamed, lost: &mut Losses) -> Result<Vec<(String, String)>, Unsaid> {
    let Written { record, setting, systems: [source, system], outcome, .. } = *written;
    unsaid(record, renamed, system)?;
    let body = Body::new(record, setting, source, &renamed.script, &mut renamed.order);
    let mut cells: Vec<(String, String)> = Vec::new();
    let mut before = NamesBefore::new(record.parts.tags.len());
    for tag in header::amended(&body, system, outcome) {
        if tag.value.is_empty() {
            continue;
        }
        let known = cells.iter().map(|(name, _)| name.as_str());
        let is_taken = same_tag(tag.name, MOVES) || before.have(tag.name, known);
        // A column of that name sets another tag: `Bo_ard`.
        let is_another = MEANINGFUL.iter().any(|known| same(known, tag.name) && !same_tag(known, tag.name));
        if is_taken || is_another {
            let span = record.tag(tag.name).map_or(0..0, |tag| to_usize_range(&tag.whole));
            lost.tag(tag.name, span);
        } else {
            cells.push((tag.name.to_owned(), tag.value.into_owned()));
        }
    }
    let mut text = Tail::default();
    for (_, comment) in comments_of_header(record) {
        text.append(format!("{{{comment}}} ").as_bytes());
    }
    movetext(&body, system, &mut text)?;
    let mut moves = in_one_line(String::from_utf8_lossy(text.bytes().trim_ascii_end()).into_owned());
    // The name of a side or a pair alone would be read as plies without anything between them: the tag says the same.
    let is_name = matches!(body.items, [Item { kind: ItemKind::Result, .. }])
        && moves != "draw"
        && moves.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'+');
    if is_name {
        let said = cells.iter().find(|(name, _)| same_tag(name, RESULT)).map(|(_, value)| value == &moves);
        if said != Some(false) {
            let result = std::mem::take(&mut moves);
            cells.extend(said.is_none().then(|| (RESULT.to_owned(), result)));
        }
    }
    cells.push((MOVES.to_owned(), moves));
    Ok(cells)
}

/// Movetext in one line; only comments keep their lines.
fn in_one_line(mut text: String) -> String {
    let (mut is_comment, mut at) = (false, 0);
    let sign = |letter: char| matches!(letter, '{' | '}' | '\n');
    while let Some(found) = text[at..].find(sign) {
        at += found;
        match &text[at..=at] {
            "\n" if !is_comment => text.replace_range(at..=at, " "),
            "\n" => {}
            brace => is_comment = if is_comment { brace != "}" } else { brace == "{" },
        }
        at += 1;
    }
    text
}

fn json(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// A cell of a record that was written down: its name and its value.
#[derive(Deserialize)]
struct Cell<'l>(#[serde(borrow)] Cow<'l, str>, #[serde(borrow)] Cow<'l, str>);

/// The cells of a record that was written down in one line.
fn cells_of(line: &str) -> io::Result<Vec<Cell<'_>>> {
    Ok(serde_json::from_str(line)?)
}

/// Writes the table of records that were written down one a line.
fn table(kept: &mut dyn Kept, out: &mut dyn Write) -> io::Result<()> {
    // Tags with a meaning come first, the movetext comes last.
    let rank = |name: &str| rank(name).unwrap_or(MEANINGFUL.len() + usize::from(name == MOVES));
    let mut columns: Vec<String> = Vec::new();
    // Each name as records write it, and in small letters, because the capitals of tags do not matter.
    let mut known: FxHashMap<String, usize> = FxHashMap::default();
    each_line(kept, |line| {
        for Cell(name, _) in cells_of(line)? {
            if !known.contains_key(&*name) {
                if known.insert(name.to_ascii_lowercase(), 0).is_none() {
                    columns.push(name.clone().into_owned());
                }
                known.insert(name.into_owned(), 0);
            }
        }
        Ok(())
    })?;
    columns.sort_by_key(|name| rank(name));
    let places: FxHashMap<String, usize> =
        columns.iter().enumerate().map(|(place, name)| (name.to_ascii_lowercase(), place)).collect();
    for (name, place) in &mut known {
        *place = places.get(&name.to_ascii_lowercase()).copied().unwrap_or_default();
    }
    let mut text = String::new();
    add_row(&columns, &mut text);
    each_line(kept, |line| {
        let mut row = vec![Cow::Borrowed(""); columns.len()];
        for Cell(name, value) in cells_of(line)? {
            if let Some(place) = known.get(&*name).and_then(|place| row.get_mut(*place)) {
                *place = value;
            }
        }
        add_row(&row, &mut text);
        if text.len() >= BLOCK {
            out.write_all(text.as_bytes())?;
            text.clear();
        }
        Ok(())
    })?;
    out.write_all(text.as_bytes())
}

fn add_row(cells: &[impl AsRef<str>], out: &mut String) {
    for (index, cell) in cells.iter().map(AsRef::as_ref).enumerate() {
        out.push_str(if index > 0 { "," } else { "" });
        let is_plain = !cell.contains([',', '"', '\n', '\r', ';', '\t', '|']) && cell.trim() == cell;
        if is_plain {
            out.push_str(cell);
            continue;
        }
        out.push('"');
        out.push_str(&cell.replace('"', "\"\""));
        out.push('"');
    }
    out.push('\n');
}
