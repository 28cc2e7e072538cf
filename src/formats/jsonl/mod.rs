//! Reads JSON Lines: one object a line, its plies under `moves`, its tags under the other keys. See `grammar/jsonl.ebnf`.
//!
//! Also reads what `validate --format json` writes: `report` shows how.

pub(crate) mod keys;
mod object;
mod pieces;
mod plain;
mod report;

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use serde::de::{DeserializeSeed, Deserializer};
use serde_json::value::RawValue;

use self::object::{Elements, Members, Unquoted, Wrong, unread};
use self::pieces::{MISSING, array_pieces, is_blank_text, value_pieces};
use super::fields::{EarlierFields, FieldTags, MOVES, SeenTags, Sheet, plain_name};
use super::json::Json;
use super::rows::{self, CellPlaces, Cut, Rows};
use super::sheets::{Meaning, Sheets, limit};
use super::{FileFormat, Format, FormatInfo, Given, Input, Partition, RangeSearch, Records, Start};
use crate::codes::DROPPED;
use crate::diagnostic::{Text, quoted};
use crate::record::{KeptRecord, Place};
use crate::source::without_mark;
use crate::within::offset_of;

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// One JSON object a line.
    pub const JSON_LINES: Format = Format::new(&Says);
}

static INFO: FormatInfo = FormatInfo {
    name: "jsonl",
    about: "JSON Lines: one object a line, plies in `moves`, tags in its other keys; also what `validate --format json` writes",
    endings: &["jsonl", "ndjson"],
    grammar: include_str!("../../../grammar/jsonl.ebnf"),
    has_rows: true,
    joint: Some(""),
    ..FormatInfo::TEXT
};

impl FileFormat for Says {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    /// The first line is an object with a game and moves. Moves alone are not enough: other programs, such as those for
    /// chess, write such objects, too.
    fn fits(&self, head: &[u8]) -> bool {
        let line = head.trim_ascii_start().split(|byte| *byte == b'\n').next().unwrap_or_default();
        let line = line.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        let (mut has_game, mut has_moves) = (false, false);
        // A long object continues after the head.
        let _ = Json::new(line, 0).object(|json, key| {
            has_game |= key.eq_ignore_ascii_case(keys::GAME) && json.peek() == b'"';
            has_moves |= key.eq_ignore_ascii_case(MOVES) && matches!(json.peek(), b'"' | b'[');
            json.skip().map(drop)
        });
        has_game && has_moves
    }

    /// Other programs write such lines, too, about other things: then no object has the plies of a game.
    fn may_be(&self, head: &[u8], is_whole: bool) -> bool {
        !lack_moves(head, is_whole)
    }

    fn open<'r>(&self, reader: Box<dyn Read + 'r>, most: usize, given: &Given) -> io::Result<Box<dyn Records + 'r>> {
        Ok(Box::new(JsonLines::new(reader, most, given)?))
    }

    fn partition(&self, most: usize, given: &Given) -> Option<Arc<dyn Partition>> {
        Some(Arc::new(Cutter { most, given: given.clone() }))
    }

    /// Reports faults of the object that the record would not show.
    fn restore(&self, bytes: &[u8], _: bool, record: &mut KeptRecord) -> Result<bool, (Range<usize>, Text)> {
        let Ok(row) = std::str::from_utf8(bytes) else { return Ok(false) };
        let scratch = &mut Scratch::new(&Given::default());
        let mut sheet = Sheet::default();
        object(row.trim_end_matches('\n'), MOVES, scratch, &mut sheet, Amount::Whole)?;
        let KeptRecord { text, parts, .. } = sheet.keep();
        (record.text, record.parts) = (text, parts);
        Ok(true)
    }
}

/// Whether whole lines of the start of a text are objects with keys, and none of them has the key `moves`. `is_whole`: it
/// is the whole text.
pub(in crate::formats) fn lack_moves(head: &[u8], is_whole: bool) -> bool {
    let mut lines: Vec<&[u8]> = without_mark(head).split(|byte| *byte == b'\n').collect();
    if !is_whole {
        lines.pop();
    }
    let (mut objects, mut has_moves) = (0, false);
    for line in lines.into_iter().map(<[u8]>::trim_ascii).filter(|line| !line.is_empty()) {
        let line = line.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        // A `{}` may be an empty comment of a transcript.
        let mut has_keys = false;
        let is_object = Json::new(line, 0).object(|json, key| {
            has_keys = true;
            has_moves |= key.eq_ignore_ascii_case(MOVES);
            json.skip().map(drop)
        });
        objects += usize::from(is_object.is_ok() && has_keys);
    }
    objects > 0 && !has_moves
}

/// How JSON Lines are cut.
#[derive(Debug)]
struct Cutter {
    most: usize,
    given: Given,
}

impl Partition for Cutter {
    fn boundary(&self, bytes: &[u8], _: usize) -> Option<usize> {
        boundary(bytes)
    }

    fn search(&self) -> RangeSearch {
        RangeSearch::Before
    }

    /// The start of the line.
    fn before(&self, bytes: &[u8], at: usize) -> Option<usize> {
        boundary(bytes.get(..at)?)
    }

    fn read<'r>(&self, mut input: Input<'r>, _: Start) -> io::Result<Box<dyn Records + 'r>> {
        input.skip_mark()?;
        let most = limit(self.most);
        let rows = Rows::over(input, Cut { delimiter: None, most });
        Ok(Box::new(JsonLines::of(rows, most, &self.given, 0)))
    }
}

/// Reads JSON Lines, one game after the other.
pub type JsonLines<R> = Sheets<R, Objects>;

/// How objects become records.
#[derive(Debug)]
pub struct Objects {
    moves: String,
    scratch: Scratch,
    most: usize,
}

impl<R: Read> JsonLines<R> {
    /// A reader of lines of at most `most` bytes each.
    ///
    /// # Errors
    /// Fails if `reader` fails.
    pub fn new(reader: R, most: usize, given: &Given) -> io::Result<JsonLines<R>> {
        let most = limit(most);
        let rows = Rows::new(reader, Cut { delimiter: None, most })?;
        Ok(JsonLines::of(rows, most, given, 0))
    }

    /// A reader of a part of a file: it begins at `first`, with the object of that number.
    pub fn within(reader: R, most: usize, given: &Given, first: Place) -> JsonLines<R> {
        let most = limit(most);
        let rows = Rows::within(reader, Cut { delimiter: None, most }, first.offset, first.line);
        JsonLines::of(rows, most, given, first.number.saturating_sub(1))
    }

    fn of(rows: Rows<R>, most: usize, given: &Given, number: u64) -> JsonLines<R> {
        let moves = given.moves.clone().unwrap_or_else(|| MOVES.to_owned());
        Sheets::over(rows, Objects { moves, scratch: Scratch::new(given), most }, number)
    }
}

/// The end of the last complete line in `block`.
pub fn boundary(block: &[u8]) -> Option<usize> {
    rows::boundary(block, Cut { delimiter: None, most: usize::MAX })
}

impl Meaning for Objects {
    const ROW: &'static str = "line";
    const FORMAT: Format = Format::JSON_LINES;

    fn most(&self) -> usize {
        self.most
    }

    fn fill(&mut self, row: Result<&str, &[u8]>, _: Option<&mut CellPlaces>, sheet: &mut Sheet) {
        let done = match row {
            Ok(line) => object(line, &self.moves, &mut self.scratch, sheet, Amount::Whole).map(drop),
            // The bytes themselves are reported instead.
            Err(_) => Err((0..0, Text::default())),
        };
        if let Err((span, text)) = done {
            sheet.refuse(row.map_or_else(|bytes| bytes, str::as_bytes), span, text);
        }
    }

    fn fill_briefly(&mut self, row: &str, _: &mut CellPlaces, sheet: &mut Sheet) -> bool {
        // Faults are reported when the whole object is read.
        object(row, &self.moves, &mut self.scratch, sheet, Amount::Brief).is_ok_and(|is_read| is_read)
    }

    /// Not if the caller has named another key than `moves`.
    fn stands_alone(&self) -> bool {
        self.moves == MOVES
    }

    /// The object with its plies under `moves`.
    fn alone(&self, row: &[u8], out: &mut Vec<u8>) {
        let Ok(line) = std::str::from_utf8(row) else { return out.extend_from_slice(row) };
        out.push(b'{');
        for (index, (key, value)) in self.scratch.outer.iter().enumerate() {
            let (comma, value) = (if index > 0 { "," } else { "" }, &line[value]);
            let member = if key.eq_ignore_ascii_case(&self.moves) {
                format!("{comma}\"{MOVES}\":{value}")
            } else if key.eq_ignore_ascii_case(MOVES) {
                // Here it is a tag like others.
                format!("{comma}\"tags\":{{\"{key}\":{value}}}")
            } else {
                format!("{comma}{}:{value}", serde_json::Value::from(key))
            };
            out.extend_from_slice(member.as_bytes());
        }
        out.push(b'}');
    }
}

/// Buffers that are reused.
#[derive(Debug)]
struct Scratch {
    outer: Members,
    inner: Members,
    text: String,
    name: String,
    tags: FieldTags,
    /// The formats that reports name.
    formats: &'static [Format],
}

impl Scratch {
    fn new(given: &Given) -> Scratch {
        Scratch {
            outer: Members::default(),
            inner: Members::default(),
            text: String::new(),
            name: String::new(),
            tags: FieldTags::default(),
            formats: given.formats,
        }
    }
}

/// How much of an object is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Amount {
    Whole,
    /// Without the tags that [no verdict depends on](super::Records::be_brief).
    Brief,
}

/// Reads an object; `false` if one that may have the same tag twice is to be read briefly.
fn object(line: &str, moves: &str, scratch: &mut Scratch, sheet: &mut Sheet, amount: Amount) -> Result<bool, Wrong> {
    scratch.outer.read(line, line, Some(moves))?;
    let is_brief = amount == Amount::Brief;
    if report::is_one(&scratch.outer, line) {
        return if is_brief { Ok(false) } else { report::read(line, moves, scratch, sheet).map(|()| true) };
    }
    let Scratch { outer, inner, text, name, tags, .. } = scratch;
    let (mut plies, mut has_tags, mut seen) = (None, false, SeenTags::default());
    let mut earlier = EarlierFields::new(outer.iter().map(|(key, _)| key));
    let mut nested = String::new();
    for (index, (key, range)) in outer.iter().enumerate() {
        let value = &line[range.clone()];
        if key.eq_ignore_ascii_case(moves) {
            if plies.replace((key, range)).is_some() {
                return Err((0..line.len(), Text::new(format!("the key {} appears twice", quoted(key)))));
            }
            continue;
        }
        if key.eq_ignore_ascii_case("tags") && value.starts_with('{') {
            if is_brief {
                return Ok(false);
            }
            inner.read(value, line, None)?;
            has_tags = true;
            continue;
        }
        let tag = tags.of(index, key);
        let is_new = seen.add(tag);
        if is_brief && !is_new {
            return Ok(false);
        }
        if key.eq_ignore_ascii_case("options") && value.starts_with('[') {
            if let Ok(options) = serde_json::from_str::<Vec<String>>(value) {
                let made = sheet.tag(tag.line.name(), &options.join(","));
                sheet.value_made_of(made, range, array_pieces);
            }
            continue;
        }
        if is_nested(value) {
            if is_brief {
                return Ok(false);
            }
            add_name(&mut nested, key);
            continue;
        }
        let value = match outer.plain_text(value) {
            Some(value) => value,
            None => scalar(value, line, text)?,
        };
        if is_brief && !tag.is_judged {
            continue;
        }
        let made = if is_new {
            sheet.only_tag(&tag.line, Ok(value))
        } else {
            sheet.tag(&earlier.own_name(tag.line.name(), key, index), value)
        };
        if !is_brief {
            sheet.value_made_of(made, range, value_pieces);
        }
    }
    if has_tags {
        inner_tags(inner, line, (text, name), &mut nested, sheet)?;
    }
    if !nested.is_empty() {
        let text = Text::new(format!("a tag holds no array and no object, so this was left out: {nested}"));
        sheet.note(&DROPPED, text);
    }
    let Some((key, range)) = plies else {
        let text = Text::new(format!("this object has no key {}", quoted(moves)))
            .help("it holds the plies, as a text or an array; --moves-column names another key");
        return Err((0..line.len(), text));
    };
    let value = &line[range.clone()];
    sheet.column(key, value.starts_with('['));
    if value.starts_with(['{', 't', 'f']) {
        return Err((range, Text::new("the moves must be a text or an array").help(ARRAY)));
    }
    plies_of(range, outer, line, text, sheet)?;
    Ok(true)
}

/// Sets the tags of the object under the key `tags`, and adds those that no tag can hold to the names of `nested`. `text`
/// and `name` are buffers.
fn inner_tags(
    inner: &Members,
    line: &str,
    (text, name): (&mut String, &mut String),
    nested: &mut String,
    sheet: &mut Sheet,
) -> Result<(), Wrong> {
    for (key, range) in inner.iter() {
        let value = &line[range.clone()];
        if is_nested(value) {
            add_name(nested, key);
            continue;
        }
        plain_name(key, name);
        let made = sheet.tag(name, scalar(value, line, text)?);
        sheet.value_made_of(made, range, value_pieces);
    }
    Ok(())
}

/// Sets the moves: the value at `place` of the line, an array or a text.
fn plies_of(
    place: Range<usize>,
    outer: &Members,
    line: &str,
    text: &mut String,
    sheet: &mut Sheet,
) -> Result<(), Wrong> {
    let value = &line[place.clone()];
    if value.starts_with('[') {
        array(value, outer.plies(&place), line, text, sheet)?;
        sheet.moves_made_of(place, array_pieces);
    } else {
        sheet.moves(Ok(scalar(value, line, text)?));
        sheet.moves_made_of(place, value_pieces);
    }
    Ok(())
}

const ARRAY: &str = "an array of moves holds for each ply a text, or the number of a column from 0 to 9";

/// Moves as an array of plies; `known`: the same, if they were read with their object.
fn array(value: &str, known: Option<&str>, line: &str, text: &mut String, sheet: &mut Sheet) -> Result<(), Wrong> {
    let start = offset_of(value, line);
    let plies = sheet.plies();
    if let Some(known) = known {
        // A comma separates plies of several words too.
        plies.push_str(known);
        return Ok(());
    }
    let mut first = true;
    let each = |raw: &RawValue| {
        let raw = raw.get();
        let ply = scalar(raw, line, text)?;
        let digit = matches!(raw.as_bytes(), [b'0'..=b'9']);
        if !digit && !raw.starts_with('"') {
            let at = offset_of(raw, line);
            return Err((at..at + raw.len(), Text::new(format!("{} is not a ply", quoted(raw))).help(ARRAY)));
        }
        if !std::mem::take(&mut first) {
            plies.push_str(", ");
        }
        // An empty text is a ply that is missing: the next one is none of its side.
        plies.push_str(if is_blank_text(raw.as_bytes()) { MISSING } else { ply });
        Ok(())
    };
    let mut wrong = Ok(());
    let done = serde_json::Deserializer::from_str(value).deserialize_seq(Elements { each, wrong: &mut wrong });
    wrong?;
    done.map_err(|error| unread(&error, start))
}

/// Whether a value is an array or an object, which no tag can hold. One without contents holds nothing that is lost.
fn is_nested(value: &str) -> bool {
    value.starts_with(['[', '{']) && !value[1..].trim_start().starts_with([']', '}'])
}

/// Adds the name of a key to a list of names.
fn add_name(names: &mut String, key: &str) {
    if !names.is_empty() {
        names.push_str(", ");
    }
    names.push_str(&quoted(key));
}

/// The text of a value of `line` that is neither null, an array nor an object; otherwise nothing.
fn scalar<'t>(value: &'t str, line: &str, text: &'t mut String) -> Result<&'t str, Wrong> {
    match value.as_bytes().first() {
        Some(b'"') if let Some(plain) = plain::text(value) => Ok(plain),
        Some(b'"') => {
            text.clear();
            let start = offset_of(value, line);
            let done = Unquoted(text).deserialize(&mut serde_json::Deserializer::from_str(value));
            done.map(|()| &**text).map_err(|error| unread(&error, start))
        }
        Some(b'[' | b'{') => Ok(""),
        _ if value == "null" => Ok(""),
        _ => Ok(value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What records a text holds, one a line: line, bytes and text.
    fn check(text: &[u8]) -> String {
        let mut lines = JsonLines::new(text, 100, &Given::default()).expect("a slice can be read");
        let mut out = String::new();
        while let Some(record) = lines.next().expect("a slice can be read") {
            let place = record.place;
            let [start, end] = place.source.unwrap_or_default();
            out +=
                &format!("{} {} {start}..{end} {:?} {:?}", place.number, place.line, record.parts.layout, record.text);
            for fault in &record.parts.faults {
                out += &format!(" {} {:?} {}", fault.code.name, fault.span, fault.text.message);
            }
            for note in &record.parts.notes {
                out += &format!(" {} {}", note.code.name, note.text.message);
            }
            out += "\n";
        }
        out
    }

    #[test]
    fn keys_become_tags() {
        let text = r#"{"game":"forza4","moves":["c","e"],"tags":{"White":"A \"x\" \u00e9","n":[1]},"elo":12,"x":null}

 {"MOVES":"33543", "options":["a","b"], "setup":"", "nested":{"a":[[]]}}
{"moves":[3,3,5],"White":"Ada","tags":{"White":"Ada"}}
{"moves":"1. c, e","board":"7x6"}
{"moves":[]}
"#;
        insta::assert_snapshot!(check(text.as_bytes()), @r#"
        1 1 0..95 Plies "[Game \"forza4\"]\n[elo \"12\"]\n[White \"A \\\"x\\\" é\"]\n\nc, e" dropped a tag holds no array and no object, so this was left out: `n`
        2 3 97..169 Line "[Options \"a,b\"]\n\n33543" dropped a tag holds no array and no object, so this was left out: `nested`
        3 4 170..224 Plies "[White \"Ada\"]\n\n3, 3, 5"
        4 5 225..258 Movetext "[Board \"7x6\"]\n\n1. c, e"
        5 6 259..271 Plies ""
        "#);
    }

    #[test]
    fn a_broken_line_spoils_no_other() {
        let mut text =
            b"{\"moves\":[\"c\"}\n[]\n{\"a\":1}\n{\"moves\":[\"c\",10]}\n{\"moves\":true} x\n{\"moves\":\"c\xff\"}\n"
                .to_vec();
        text.extend(format!("{{\"moves\":[{}\n{{\"moves\":\"\"}}\n", "9,".repeat(60)).bytes());
        text.extend(format!("{{\"moves\":{}\n{{\"moves\":\"c\",\"Moves\":\"\"}}", "[".repeat(80)).bytes());
        insta::assert_snapshot!(check(&text), @r#"
        1 1 0..0 Unread "{\"moves\":[\"c\"}" bad-syntax 13..14 this line is not a JSON object: expected `,` or `]`
        2 2 0..0 Unread "[]" bad-syntax 0..2 expected a JSON object
        3 3 0..0 Unread "{\"a\":1}" bad-syntax 0..7 this object has no key `moves`
        4 4 0..0 Unread "{\"moves\":[\"c\",10]}" bad-syntax 14..16 `10` is not a ply
        5 5 0..0 Unread "{\"moves\":true} x" bad-syntax 15..16 this line is not a JSON object: trailing characters
        6 6 0..0 Unread "{\"moves\":\"c\u{1a}\"}" bad-encoding 11..12 byte ff is not valid UTF-8
        7 7 0..0 Unread "" record-too-long 0..0 this line is 131 bytes long; the limit is 100
        8 8 208..220 Movetext ""
        9 9 0..0 Unread "{\"moves\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[" bad-syntax 88..89 this line is not a JSON object: EOF while parsing a list
        10 10 0..0 Unread "{\"moves\":\"c\",\"Moves\":\"\"}" bad-syntax 0..24 the key `Moves` appears twice
        "#);
    }
}
