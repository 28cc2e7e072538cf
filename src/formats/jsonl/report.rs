//! Reads a report of `validate --format json` back as the record, so that the record gets the same verdict.
//!
//! - If there is a `text`, it is the record as it was written, in the file format that `format` names. Otherwise the
//!   record is its `tags` and `moves`. The moves are in the game's default notation system; the `attempted` ply comes
//!   after them, and `stands` lists the plies that stood.
//! - `given` holds the caller's settings, which override the tags. `game`, `variant`, `options` and `board` add what
//!   the record lacks.
//! - `diagnostics` repeat what only the file around the record showed: that the record began in the middle of a line,
//!   that a list fits two notation systems, or that a row or a whole file could not be read at all.

use std::fmt;

use serde::de::{DeserializeSeed, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::super::pieces::FILE;
use super::keys;
use super::object::{Bytes, Members, Wrong, unread};
use super::pieces::value_pieces;
use super::{Scratch, plies_of, scalar};
use crate::codes::{
    BAD_ENCODING, BAD_SYNTAX, DROPPED, DUPLICATE_TAG, GLUED_RECORD, GUESSED, NOTATION_AMBIGUOUS, RECORD_TOO_LONG,
    UNKNOWN_FORMAT, UNKNOWN_GAME,
};
use crate::diagnostic::{Code, Severity, Text, quoted};
use crate::formats::Format;
use crate::formats::fields::{MOVES, Sheet, plain_name, tag_name};
use crate::record::looks::is_tag_name;
use crate::record::{Context, Fault, KeptRecord, Layout, Note, Parts, Spelling};
use crate::system::System;
use crate::within::offset_of;

/// Keys that distinguish a report from other objects.
static MARKS: &[&str] = &[keys::OUTCOME, keys::POSITION, keys::DIAGNOSTICS];

/// Keys that add what the tags may lack.
static LACKING: &[(&str, &str)] = &[(keys::GAME, "Game"), (keys::VARIANT, "Variant"), (keys::BOARD, "Board")];

/// The codes for records that could not be read at all. A record that was read but names no game has none of them.
static UNREADABLE: &[&Code] = &[&BAD_ENCODING, &BAD_SYNTAX, &RECORD_TOO_LONG, &UNKNOWN_FORMAT];

/// A diagnostic, with the parts that are reported again.
#[derive(Deserialize)]
struct Said {
    code: String,
    severity: Option<String>,
    #[serde(default)]
    message: String,
    help: Option<String>,
    variation: Option<IgnoredAny>,
    line: Option<u64>,
}

impl Said {
    fn text(&self) -> Text {
        Text { message: self.message.clone(), help: self.help.clone() }
    }

    /// The fault that the diagnostic was about, if it was in a line above the record that holds for all records below
    /// it: `#: …` in a list. `own` is the line of the record.
    fn fault_above(&self, own: u64) -> Option<Fault> {
        let code = [&BAD_ENCODING, &BAD_SYNTAX].into_iter().find(|code| code.name == self.code)?;
        self.line.is_some_and(|line| line < own).then(|| Fault { code, span: 0..0, text: self.text() })
    }

    /// The note behind the diagnostic, if that speaks of a tag given twice in a line above the record that holds for
    /// all records below it: `#: …` in a list. It stops no replay. `own` is the line of the record.
    fn twice_above(&self, own: u64) -> Option<Note> {
        let is_it = self.code == DUPLICATE_TAG.name && self.line.is_some_and(|line| line < own);
        let (code, severity) = (&DUPLICATE_TAG, Severity::Error);
        is_it.then(|| Note { code, severity, span: 0..0, text: self.text(), guess: None })
    }

    /// Whether it only warns of bytes that are not valid.
    fn is_warning_of_bytes(&self) -> bool {
        self.code == BAD_ENCODING.name && self.severity.as_deref() == Some(Severity::Warning.name())
    }

    /// The fault of the text behind the diagnostic. `is_empty`: the report holds nothing of a record, for instance that
    /// of a game that the program does not know.
    fn fault(&self, is_empty: bool) -> Option<Fault> {
        let of_game = is_empty.then_some(&UNKNOWN_GAME);
        let code = UNREADABLE.iter().copied().chain(of_game).find(|code| code.name == self.code)?;
        Some(Fault { code, span: 0..0, text: self.text() })
    }
}

/// Whether an object is a report.
pub(super) fn is_one(outer: &Members, line: &str) -> bool {
    MARKS.iter().all(|mark| outer.get(mark, line).is_some())
}

/// Reads a report whose keys `scratch` holds. `moves` is the name that the caller gives the key of the moves.
pub(super) fn read(line: &str, moves: &str, scratch: &mut Scratch, sheet: &mut Sheet) -> Result<(), Wrong> {
    let Scratch { outer, inner, text, name, formats, .. } = scratch;
    let told = Told::of(line, outer, formats, text)?;
    if told.unread(sheet) {
        return Ok(());
    }
    told.tags(inner, (text, name), sheet)?;
    let mut spelling = told.spelling(text)?;
    match &told.written {
        Some(written) => told.as_written(written, inner, text, sheet)?,
        None => spelling = told.read_keys(moves, (text, name), sheet)?,
    }
    // A report within the report says itself what is known apart from its text.
    let is_of_report = told.format == Format::JSON_LINES && sheet.beside().spelling == Spelling::Default;
    let own = if is_of_report { std::mem::take(sheet.beside()) } else { Context::default() };
    told.beside_text(spelling, inner, text, sheet)?;
    if is_of_report {
        let around = std::mem::replace(sheet.beside(), own);
        sheet.beside().add(around);
    }
    // A report names the format of a transcript only if the transcript was made from something else.
    if told.is_made() {
        let parts = &mut sheet.kept().parts;
        parts.notes.extend(notes(&told.said, guesses_of(outer, line)));
        parts.foreign.is_retold = true;
    }
    if let Some(written) = told.written {
        sheet.written = Some((written, told.format.name()));
    }
    Ok(())
}

/// The contents of a report.
struct Told<'r> {
    line: &'r str,
    outer: &'r Members,
    said: Vec<Said>,
    format: Format,
    /// The record as it was written.
    written: Option<Vec<u8>>,
}

impl<'r> Told<'r> {
    fn of(line: &'r str, outer: &'r Members, formats: &[Format], text: &mut String) -> Result<Told<'r>, Wrong> {
        // Diagnostics of another shape are ignored.
        let said = outer.get(keys::DIAGNOSTICS, line).filter(|said| *said != "[]");
        let said = said.and_then(|said| serde_json::from_str(said).ok()).unwrap_or_default();
        let format = match outer.get(keys::FORMAT, line) {
            Some(value) => {
                let named = scalar(value, line, text)?;
                let unknown = || {
                    Text::new(format!("{} is not a file format", quoted(named))).help("`games --formats` lists them")
                };
                Format::named_among(formats, named).ok_or_else(|| (0..line.len(), unknown()))?
            }
            None => Format::TRANSCRIPT,
        };
        let written = match outer.get(keys::TEXT, line).filter(|value| value.starts_with('"')) {
            Some(value) => Some(bytes(value, line)?),
            None => None,
        };
        Ok(Told { line, outer, said, format, written })
    }

    /// The value of a key.
    fn get(&self, key: &str) -> Option<&'r str> {
        self.outer.get(key, self.line)
    }

    /// The value of a key, if it begins with that sign.
    fn get_if(&self, key: &str, sign: char) -> Option<&'r str> {
        self.get(key).filter(|value| value.starts_with(sign))
    }

    /// Whether its text is a transcript that was made from something else.
    fn is_made(&self) -> bool {
        self.format == Format::TRANSCRIPT && self.get(keys::FORMAT).is_some()
    }

    /// The diagnostic of the main line with that code.
    fn said_of(&self, code: &Code) -> Option<&Said> {
        self.said.iter().find(|said| said.code == code.name && said.variation.is_none())
    }

    /// If the report is of a record that could not be read, makes the record one, and returns `true`.
    fn unread(&self, sheet: &mut Sheet) -> bool {
        if self.get(keys::GAME) != Some("null") || self.said.is_empty() {
            return false;
        }
        let is_bare = |key| self.get(key).is_none_or(|value| matches!(value, "{}" | "[]"));
        let is_empty = self.written.is_none() && [keys::TAGS, keys::MOVES].into_iter().all(is_bare);
        let (warnings, errors): (Vec<&Said>, Vec<&Said>) =
            self.said.iter().partition(|said| said.is_warning_of_bytes());
        let faults: Option<Vec<Fault>> = errors.into_iter().map(|said| said.fault(is_empty)).collect();
        let Some(faults) = faults.filter(|faults| !faults.is_empty()) else { return false };
        sheet.unread(faults);
        sheet.kept().parts.notes = notes(warnings, Guesses::default());
        sheet.written = Some((self.written.clone().unwrap_or_default(), self.format.name()));
        true
    }

    /// Sets the tags, unless the original record holds them.
    fn tags(
        &self,
        inner: &mut Members,
        (text, name): (&mut String, &mut String),
        sheet: &mut Sheet,
    ) -> Result<(), Wrong> {
        let Some(tags) = self.get_if(keys::TAGS, '{') else { return Ok(()) };
        inner.read(tags, self.line, None)?;
        if self.written.is_some() && self.format.info().holds_tags {
            return Ok(());
        }
        for (key, place) in inner.iter() {
            let value = scalar(&self.line[place.clone()], self.line, text)?;
            plain_name(key, name);
            let made = sheet.exact_tag(if is_tag_name(key) { key } else { name }, value);
            sheet.value_made_of(Some(made), place, value_pieces);
        }
        Ok(())
    }

    /// The notation system that it names.
    fn spelling(&self, text: &mut String) -> Result<Spelling, Wrong> {
        let Some(value) = self.get(keys::NOTATION) else { return Ok(Spelling::Alone) };
        Ok(System::named(scalar(value, self.line, text)?).map_or(Spelling::Alone, Spelling::Named))
    }

    /// Reads the original record.
    fn as_written(
        &self,
        written: &[u8],
        inner: &mut Members,
        text: &mut String,
        sheet: &mut Sheet,
    ) -> Result<(), Wrong> {
        let Told { line, outer, format, .. } = *self;
        if let Some(value) = self.get(keys::ENCODING) {
            let encoding = encoding_rs::Encoding::for_label(scalar(value, line, text)?.as_bytes());
            let foreign = &mut sheet.kept().parts.foreign;
            foreign.encoding = encoding.map(|encoding| encoding.name());
            foreign.is_guessed = self.get(keys::GUESSED).is_some_and(|value| value.contains("\"encoding\""));
        }
        // What a caller had said counts again, but for what the file itself left to be guessed.
        beside(line, outer, inner, text, sheet)?;
        let guessed = self.get(keys::GUESSED).unwrap_or_default();
        let is_guessed = |tag: &str| guessed.contains(&format!("\"{}\"", tag.to_ascii_lowercase()));
        sheet.beside().lacking.retain(|(tag, _)| !is_guessed(tag));
        // The name of a file says more of its first record.
        if self.get(keys::RECORD) == Some("1")
            && let Some(value) = self.get_if(keys::FILE, '"')
        {
            let file = scalar(value, line, text)?.to_owned();
            sheet.beside().lacking.push((FILE.to_owned(), file));
        }
        let is_glued = self.said_of(&GLUED_RECORD).is_some();
        let is_recoded = format.info().is_utf8 && !format.info().has_rows && !self.is_made();
        let label = sheet.kept().parts.foreign.encoding.filter(|_| is_recoded);
        let is_read = match label.and_then(|label| encoding_rs::Encoding::for_label(label.as_bytes())) {
            Some(encoding) => crate::formats::recoded::restore(format, encoding, written, is_glued, sheet.kept())?,
            None => format.restore(written, is_glued, sheet.kept())?,
        };
        if !is_read {
            return Err(nothing(line));
        }
        // What they say is about the text in the report, not about its line.
        sheet.kept().parts.cells.clear();
        let is_part = !format.info().says_all && !sheet.kept().parts.foreign.is_binary;
        if is_part && let Some(tags) = self.get_if(keys::TAGS, '{') {
            inner.read(tags, line, None)?;
            retell(line, inner, text, sheet)?;
            sheet.kept().parts.notes = notes(&self.said, guesses_of(outer, line));
        }
        if !format.info().holds_tags {
            let own = self.get(keys::LINE).and_then(|number| number.parse().ok());
            let above = self.said.iter().filter_map(|said| said.fault_above(own?));
            sheet.kept().parts.faults.splice(0..0, above);
            sheet.kept().parts.notes.extend(self.said.iter().filter_map(|said| said.twice_above(own?)));
        }
        Ok(())
    }

    /// Makes the record of the keys alone; says how its plies are spelt.
    fn read_keys(
        &self,
        moves: &str,
        (text, name): (&mut String, &mut String),
        sheet: &mut Sheet,
    ) -> Result<Spelling, Wrong> {
        let is_tag = |key: &str| !keys::is_of_report(key);
        for (key, place) in self.outer.iter().filter(|(key, _)| is_tag(key)) {
            if !key.eq_ignore_ascii_case(moves) && !key.eq_ignore_ascii_case(MOVES) {
                tag_name(key, name);
                let made = sheet.tag(name, scalar(&self.line[place.clone()], self.line, text)?);
                sheet.value_made_of(made, place, value_pieces);
            }
        }
        plies(self.line, moves, self.outer, text, sheet)
    }

    /// Sets what the report says about the record apart from its text.
    fn beside_text(
        &self,
        spelling: Spelling,
        inner: &mut Members,
        text: &mut String,
        sheet: &mut Sheet,
    ) -> Result<(), Wrong> {
        let is_written = self.written.is_some();
        let own_stands = std::mem::take(&mut sheet.beside().stands);
        let has_points = is_written && matches!(sheet.beside().spelling, Spelling::Points(_));
        beside(self.line, self.outer, inner, text, sheet)?;
        let beside = sheet.beside();
        beside.spelling = match (has_points, spelling) {
            (true, Spelling::Named(system)) => Spelling::Points(Some(system)),
            (true, _) => Spelling::Points(None),
            (false, _) => spelling,
        };
        if is_written {
            beside.ambiguous = self.said_of(&NOTATION_AMBIGUOUS).map(Said::text);
            // The text says itself which plies stood.
            beside.stands = own_stands;
        }
        Ok(())
    }
}

/// Gives a record that was read from a part of its file the tags of its report, `tags`: the part may lack what they say,
/// for instance the names of the players where it has their numbers.
fn retell(line: &str, tags: &Members, text: &mut String, sheet: &mut Sheet) -> Result<(), Wrong> {
    let kept = std::mem::take(sheet.kept());
    if kept.parts.layout == Layout::Unread {
        *sheet.kept() = kept;
        return Ok(());
    }
    let KeptRecord { text: old, parts, place } = kept;
    let new = sheet.kept();
    (new.place, new.parts) = (place, Parts { tags: Vec::new(), ..parts });
    for (name, value) in tags.iter() {
        sheet.exact_tag(name, scalar(&line[value], line, text)?);
    }
    let KeptRecord { text: new, parts, .. } = sheet.kept();
    let body = std::mem::take(&mut parts.body);
    if !new.is_empty() {
        new.push('\n');
    }
    parts.body = new.len();
    new.push_str(old.get(body..).unwrap_or_default());
    // Places in tags move to the start of the record.
    let moved = |at: usize| if at < body { 0 } else { (at + new.len()).saturating_sub(old.len()) };
    let moved_token = |at: u32| moved(at as usize) as u32;
    for span in parts.faults.iter_mut().map(|fault| &mut fault.span) {
        *span = moved_token(span.start)..moved_token(span.end);
    }
    for token in &mut parts.leading {
        (token.start, token.end) = (moved_token(token.start), moved_token(token.end));
    }
    parts.marks = parts.marks.moved(moved);
    Ok(())
}

/// The guesses in a report.
fn guesses_of(outer: &Members, line: &str) -> Guesses {
    outer.get(keys::GUESSED, line).and_then(|value| serde_json::from_str(value).ok()).unwrap_or_default()
}

/// The notes of a report about the file that its transcript was made from: the transcript cannot repeat them.
fn notes<'s>(said: impl IntoIterator<Item = &'s Said>, guesses: Guesses) -> Vec<Note> {
    let mut guesses = guesses.0.into_iter();
    let note = |said: &Said| {
        let (code, severity) = match said.code.as_str() {
            code if code == GUESSED.name => (&GUESSED, Severity::Note),
            code if code == DROPPED.name => (&DROPPED, Severity::Note),
            code if code == BAD_ENCODING.name => (&BAD_ENCODING, Severity::Warning),
            _ => return None,
        };
        let guess = if code == &GUESSED { guesses.next() } else { None };
        Some(Note {
            code,
            severity,
            span: 0..0,
            text: said.text(),
            guess: guess.map(|(name, value)| (name.into(), value)),
        })
    };
    said.into_iter().filter_map(note).collect()
}

/// The members of the object `guessed`, in their order.
#[derive(Default)]
struct Guesses(Vec<(String, String)>);

impl<'de> Deserialize<'de> for Guesses {
    fn deserialize<D: Deserializer<'de>>(members: D) -> Result<Guesses, D::Error> {
        struct All;
        impl<'de> Visitor<'de> for All {
            type Value = Guesses;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object of texts")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut members: M) -> Result<Guesses, M::Error> {
                let mut all = Vec::new();
                while let Some(member) = members.next_entry()? {
                    all.push(member);
                }
                Ok(Guesses(all))
            }
        }
        members.deserialize_map(All)
    }
}

/// Sets what is known about the record apart from its text.
fn beside(line: &str, outer: &Members, inner: &mut Members, text: &mut String, sheet: &mut Sheet) -> Result<(), Wrong> {
    let beside = sheet.beside();
    beside.before.clear();
    beside.lacking.clear();
    if let Some(value) = outer.get(keys::GIVEN, line).filter(|value| value.starts_with('{')) {
        inner.read(value, line, None)?;
        for (key, value) in inner.iter() {
            beside.before.push((key.to_owned(), scalar(&line[value], line, text)?.to_owned()));
        }
    }
    for (key, tag) in LACKING {
        if let Some(value) = outer.get(key, line).filter(|value| value.starts_with('"')) {
            beside.lacking.push(((*tag).to_owned(), scalar(value, line, text)?.to_owned()));
        }
    }
    let list = |key| outer.get(key, line).filter(|value| *value != "[]");
    if let Some(options) = list(keys::OPTIONS).and_then(|value| serde_json::from_str::<Vec<String>>(value).ok()) {
        beside.lacking.push(("Options".to_owned(), options.join(",")));
    }
    beside.stands = list(keys::STANDS).and_then(|value| serde_json::from_str(value).ok()).unwrap_or_default();
    beside.stands.retain(|number| *number > 0);
    Ok(())
}

/// Sets the moves and, after them, the attempted ply; says how they are spelt.
fn plies(line: &str, moves: &str, outer: &Members, text: &mut String, sheet: &mut Sheet) -> Result<Spelling, Wrong> {
    let named = |name: &str| outer.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value);
    let Some(place) = named(moves).or_else(|| named(MOVES)) else { return Err(nothing(line)) };
    let is_array = line[place.clone()].starts_with('[');
    plies_of(place, outer, line, text, sheet)?;
    if !is_array {
        return Ok(Spelling::Unsaid);
    }
    if let Some(place) = outer.place(keys::ATTEMPTED).filter(|place| line[place.clone()].starts_with('"')) {
        let made = sheet.one_more(scalar(&line[place.clone()], line, text)?);
        sheet.value_made_of(Some(made), place, value_pieces);
    }
    Ok(Spelling::Default)
}

fn nothing(line: &str) -> Wrong {
    let text = Text::new("this report does not hold the record")
        .help("a report of `validate --format json` has the record in the key text, or its plies in the key moves");
    (0..line.len(), text)
}

/// The bytes of a text in which lone surrogates stand for bytes that are not valid UTF-8.
fn bytes(value: &str, line: &str) -> Result<Vec<u8>, Wrong> {
    let mut bytes = Vec::new();
    let start = offset_of(value, line);
    let done = Bytes(&mut bytes).deserialize(&mut serde_json::Deserializer::from_str(value));
    done.map_err(|error| unread(&error, start))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::super::{Amount, object};
    use super::*;
    use crate::formats::Given;
    use crate::record::Original;

    /// The text of the record that a report gives back, and what is known apart from it.
    fn check(keys: &str) -> (String, String) {
        let report = format!(r#"{{"outcome":{{}},"position":null,"diagnostics":[],{keys}}}"#);
        let mut sheet = Sheet::default();
        object(&report, MOVES, &mut Scratch::new(&Given::default()), &mut sheet, Amount::Whole).expect("a report");
        let record = sheet.record(Original::default());
        (record.text.to_owned(), format!("{:?}", record.parts.context))
    }

    #[test]
    fn tags_are_those_of_the_record_and_the_rest_is_known_beside_them() {
        let keys = r#""game":"f","board":"7x6","notation":"go","tags":{"Notation":"go","Board":"7X6","2nd":" "},
            "moves":["c"],"attempted":"d","stands":[1],"given":{"Starts":"Red"}"#;
        let (text, beside) = check(keys);
        assert_eq!(text, "[Notation \"go\"]\n[Board \"7X6\"]\n[2nd \" \"]\n\nc, d");
        insta::assert_snapshot!(beside, @r#"Context { before: [("Starts", "Red")], lacking: [("Game", "f"), ("Board", "7x6")], stands: [1], passes: [], spelling: Default, ambiguous: None }"#);
    }

    #[test]
    fn only_keys_of_nobody_are_tags() {
        let keys = r#""tags":{},"moves":["c"],"line":3,"not_shown":7,"guessed":{},"elo":1500,"game":null"#;
        assert_eq!(check(keys).0, "[elo \"1500\"]\n\nc");
    }

    #[test]
    fn bytes_that_are_no_text_are_read_as_they_were() {
        let line = r#""a\udc80\udcff\u00e9\ud83d\ude00""#;
        let written = bytes(line, line).unwrap_or_default();
        assert_eq!(written, b"a\x80\xff\xc3\xa9\xf0\x9f\x98\x80");
    }
}
