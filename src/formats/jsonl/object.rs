//! Takes objects and arrays apart without keeping their values: it keeps only where each value stands in its line.

use std::fmt;
use std::ops::Range;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::plain::{self, IsRead};
use crate::diagnostic::Text;
use crate::within::offset_of;

/// What is wrong with a line, and where in it.
pub(super) type Wrong = (Range<usize>, Text);

/// The keys and values of one object.
#[derive(Debug, Default)]
pub(super) struct Members {
    keys: String,
    /// Bytes of `keys`, and of the line.
    ranges: Vec<(Range<usize>, Range<usize>)>,
    /// Whether no text among the values has an escape.
    is_plain: bool,
    /// The plies of the array of plies, and where that stands in the line.
    plies: Vec<u8>,
    array: Range<usize>,
}

impl Members {
    /// Reads the object that is `text`, a part of `line`. If `moves` is the key of an array, its plies are read too.
    pub(super) fn read(&mut self, text: &str, line: &str, moves: Option<&str>) -> Result<(), Wrong> {
        self.clear();
        let start = offset_of(text, line);
        let Members { keys, ranges, is_plain, plies, array } = self;
        let is_plies = |key: &str| moves.is_some_and(|moves| key.eq_ignore_ascii_case(moves));
        *is_plain = plain::object(text, plies, is_plies, |key, value, is_read| {
            let from = keys.len();
            keys.push_str(key);
            let value = start + value.start..start + value.end;
            if is_read == IsRead::Yes {
                *array = value.clone();
            }
            ranges.push((from..keys.len(), value));
        });
        if *is_plain {
            return Ok(());
        }
        self.clear();
        let mut source = serde_json::Deserializer::from_str(text);
        if !text.trim_start_matches([' ', '\t', '\r']).starts_with('{') {
            let text = Text::new("expected a JSON object").help(HELP);
            return Err((0..line.len(), text));
        }
        let done = source.deserialize_map(Filling { entries: self, line }).and_then(|()| source.end());
        done.map_err(|error| unread(&error, start))
    }

    fn clear(&mut self) {
        self.keys.clear();
        self.ranges.clear();
        self.plies.clear();
        (self.is_plain, self.array) = (false, 0..0);
    }

    /// The text that is `value`, one of the values, if it is known to have no escape.
    pub(super) fn plain_text<'v>(&self, value: &'v str) -> Option<&'v str> {
        if self.is_plain { value.strip_prefix('"')?.strip_suffix('"') } else { None }
    }

    /// The plies of the array that is the value at `place`, if they were read, with commas between them.
    pub(super) fn plies(&self, place: &Range<usize>) -> Option<&str> {
        let plies = std::str::from_utf8(&self.plies).ok()?;
        (self.array == *place && !place.is_empty()).then_some(plies)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, Range<usize>)> {
        self.ranges.iter().map(|(key, value)| (&self.keys[key.clone()], value.clone()))
    }

    pub(super) fn get<'l>(&self, wanted: &str, line: &'l str) -> Option<&'l str> {
        self.place(wanted).map(|value| &line[value])
    }

    /// Where the value of a key stands in the line.
    pub(super) fn place(&self, wanted: &str) -> Option<Range<usize>> {
        self.iter().find(|(key, _)| *key == wanted).map(|(_, value)| value)
    }
}

const HELP: &str = "each line is one object: {\"game\": \"forza4\", \"moves\": [\"c\", \"e\"]}";

/// The message of `serde_json` for a text that begins at byte `start` of its line.
pub(super) fn unread(error: &serde_json::Error, start: usize) -> Wrong {
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    let at = start + error.column().saturating_sub(1);
    (at..at + 1, Text::new(format!("this line is not a JSON object: {message}")).help(HELP))
}

/// Fills entries from a map.
struct Filling<'e, 'l> {
    entries: &'e mut Members,
    line: &'l str,
}

impl<'de> Visitor<'de> for Filling<'_, '_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Members { keys, ranges, .. } = self.entries;
        loop {
            let start = keys.len();
            if map.next_key_seed(Unquoted(keys))?.is_none() {
                return Ok(());
            }
            let value = map.next_value::<&RawValue>()?.get();
            let at = offset_of(value, self.line);
            ranges.push((start..keys.len(), at..at + value.len()));
        }
    }
}

/// Appends a text, its escapes undone.
pub(super) struct Unquoted<'t>(pub(super) &'t mut String);

impl<'de> DeserializeSeed<'de> for Unquoted<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        source.deserialize_str(self)
    }
}

impl Visitor<'_> for Unquoted<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a text")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        self.0.push_str(text);
        Ok(())
    }
}

/// Appends the bytes of a text whose lone surrogates `\udc80` to `\udcff` stand for the bytes `80` to `ff`.
pub(super) struct Bytes<'t>(pub(super) &'t mut Vec<u8>);

impl<'de> DeserializeSeed<'de> for Bytes<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        // As bytes, for a text cannot hold a lone surrogate.
        source.deserialize_bytes(self)
    }
}

impl Visitor<'_> for Bytes<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a text")
    }

    fn visit_bytes<E: Error>(self, text: &[u8]) -> Result<(), E> {
        // A surrogate is written like any letter of three bytes: `ed b2 80` is U+DC80.
        let mut rest = text;
        while let Some(at) = memchr::memchr(0xed, rest) {
            let (before, from) = rest.split_at(at);
            self.0.extend_from_slice(before);
            match from {
                [_, 0xb2, last @ 0x80..=0xbf, after @ ..] => {
                    self.0.push(*last);
                    rest = after;
                }
                [_, 0xb3, last @ 0x80..=0xbf, after @ ..] => {
                    self.0.push(last + 0x40);
                    rest = after;
                }
                _ => {
                    self.0.push(0xed);
                    rest = &from[1..];
                }
            }
        }
        self.0.extend_from_slice(rest);
        Ok(())
    }
}

/// The elements of an array, one after the other.
pub(super) struct Elements<'w, F> {
    pub(super) each: F,
    pub(super) wrong: &'w mut Result<(), Wrong>,
}

impl<'de, F: FnMut(&'de RawValue) -> Result<(), Wrong>> Visitor<'de> for Elements<'_, F> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut elements: A) -> Result<(), A::Error> {
        while let Some(raw) = elements.next_element::<&RawValue>()? {
            *self.wrong = (self.each)(raw);
            if self.wrong.is_err() {
                return Err(A::Error::custom("a ply"));
            }
        }
        Ok(())
    }
}
