//! Makes records of named fields: what tables and JSON Lines share.
//!
//! Such a record has no transcript of its own, so one is made: tag lines, a blank line, the moves. The sheet knows
//! which cell each part was made from, so diagnostics point into the row. If a row cannot be read, its text is the row
//! itself.
//!
//! `field_tags` says which tag a field sets.

mod field_tags;

use std::ops::Range;

use super::transcript::mend;
use crate::codes::{BAD_SYNTAX, RECORD_TOO_LONG};
use crate::diagnostic::{Code, Text};
use crate::formats::too_long;
use crate::names::{same, same_tag};
use crate::record::{
    CellPieces, Context, Fault, KeptRecord, Layout, NUMERIC_RESULTS, Note, Original, Place, Record, Tag, eight, escape,
    to_usize_range,
};
use crate::tags;

pub(super) use field_tags::{EarlierFields, FieldTags, SeenTags, plain_name, tag_name};

/// The name of the field that holds the moves, unless the caller names another.
pub(super) const MOVES: &str = "moves";

/// A record in the making; it reuses its buffers.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    kept: KeptRecord,
    /// The record as it was written, with the name of its format, if the row is not its original form.
    pub(super) written: Option<(Vec<u8>, &'static str)>,
}

impl Sheet {
    /// Begins a record that stands at `place` and takes up `length` bytes there.
    pub(super) fn begin(&mut self, place: Place, length: usize) {
        self.kept.text.clear();
        self.kept.parts.clear();
        self.kept.place = Place { source: Some([place.offset, place.offset + length as u64]), ..place };
        self.written = None;
    }

    /// Sets the key of the moves, and whether they are an array: all rows of one program look alike in this.
    pub(super) fn column(&mut self, key: &str, is_array: bool) {
        let sign = |sum: u64, letter: u8| sum.wrapping_mul(257).wrapping_add(u64::from(letter));
        self.kept.parts.column = key.bytes().fold(u64::from(is_array), sign);
    }

    /// What is known about the record besides its text.
    pub(super) fn beside(&mut self) -> &mut Context {
        &mut self.kept.parts.context
    }

    /// The record itself, to be filled by others.
    pub(super) fn kept(&mut self) -> &mut KeptRecord {
        &mut self.kept
    }

    /// Adds a note about the whole row that is no fault.
    pub(super) fn note(&mut self, code: &'static Code, text: Text) {
        self.kept.parts.notes.push(Note { code, severity: code.severity, span: 0..0, text, guess: None });
    }

    /// Makes the record one that could not be read. `faults` say why.
    pub(super) fn unread(&mut self, faults: Vec<Fault>) {
        self.kept.parts.layout = Layout::Unread;
        self.kept.parts.faults = faults;
    }

    /// Adds a tag unchanged: only characters that no tag can hold are replaced. Returns where its value stands in the
    /// text.
    pub(super) fn exact_tag(&mut self, name: &str, value: &str) -> Range<u32> {
        let tag = self.tag_line(name, |KeptRecord { text, .. }| {
            let escaped = escape(value).replace('\n', " ");
            text.push_str(&escaped);
            escaped.contains('\\')
        });
        let place = tag.value.clone();
        self.kept.parts.tags.push(tag);
        place
    }

    /// Adds a tag, unless its value is empty or the same tag is there already. All tags come before the moves.
    /// Returns where its value stands in the text.
    pub(super) fn tag(&mut self, name: &str, value: &str) -> Option<Range<u32>> {
        let value = value.trim_ascii();
        if value.is_empty() {
            return None;
        }
        let tag = self.tag_line(name, |KeptRecord { text, .. }| push_value(value, text));
        let KeptRecord { text, parts, .. } = &mut self.kept;
        let part = |range: &Range<u32>| text.get(to_usize_range(range)).unwrap_or_default();
        let same_length = |one: &Range<u32>, other: &Range<u32>| one.len() == other.len();
        // Only a few tags are compared here; the judge reports duplicates among very many.
        let known = parts.tags.iter().take(64).any(|other| {
            same_length(&other.name, &tag.name)
                && same_length(&other.value, &tag.value)
                && same_tag(part(&other.name), part(&tag.name))
                && part(&other.value) == part(&tag.value)
        });
        if known {
            text.truncate(tag.whole.start as usize);
            return None;
        }
        let place = tag.value.clone();
        parts.tags.push(tag);
        Some(place)
    }

    /// Adds a tag whose name no other tag has, unless its value is empty. Bytes that are not UTF-8 set no tag, but they
    /// are reported. Returns where its value stands in the text.
    pub(super) fn only_tag(&mut self, line: &TagLine, value: Result<&str, &[u8]>) -> Option<Range<u32>> {
        match value {
            Ok(value) => {
                let value = value.trim_ascii();
                if value.is_empty() {
                    return None;
                }
                let tag = self.fill_line(line, |KeptRecord { text, .. }| push_value(value, text));
                let place = tag.value.clone();
                self.kept.parts.tags.push(tag);
                Some(place)
            }
            Err(value) => {
                let tag = self.fill_line(line, |KeptRecord { text, parts, .. }| {
                    mend(value.trim_ascii(), text, parts);
                    false
                });
                Some(tag.value)
            }
        }
    }

    /// Writes a tag line. `push_value` writes the value and returns whether it has escapes.
    fn tag_line(&mut self, name: &str, push_value: impl FnOnce(&mut KeptRecord) -> bool) -> Tag {
        self.fill_line(&TagLine::of(name), push_value)
    }

    /// Writes a tag line that begins with `line`, which serves many records. `push_value` writes the value and returns
    /// whether it has escapes.
    #[inline(always)]
    fn fill_line(&mut self, line: &TagLine, push_value: impl FnOnce(&mut KeptRecord) -> bool) -> Tag {
        let kept = &mut self.kept;
        let start = kept.text.len() as u32;
        line.begin(&mut kept.text);
        let from = kept.text.len() as u32;
        let name = start + 1..from - 2;
        let escaped = push_value(kept);
        let value = from..kept.text.len() as u32;
        kept.text.push_str("\"]\n");
        Tag { name, whole: start..value.end + 2, value, escaped }
    }

    /// Sets the moves: one word is read like a line of a list, anything else as movetext. Programs that keep digits as a
    /// number with a fraction write `44533` as `44533.0`, which is no number of a turn.
    pub(super) fn moves(&mut self, cell: Result<&str, &[u8]>) {
        let cell = cell.map(|cell| without_fraction(cell.trim_ascii()));
        if let Ok(cell) = cell
            && is_rounded(cell)
        {
            return self.rounded(cell);
        }
        let bytes = cell.map_or_else(|bytes| bytes, str::as_bytes).trim_ascii();
        let layout = if is_run(bytes) { Layout::Line } else { Layout::Movetext };
        let text = self.body(layout);
        match cell {
            Ok(cell) => text.push_str(cell.trim_ascii()),
            Err(_) => {
                let KeptRecord { text, parts, .. } = &mut self.kept;
                mend(bytes, text, parts);
            }
        }
    }

    /// Refuses moves of which a spreadsheet has kept only the first digits.
    fn rounded(&mut self, cell: &str) {
        self.body(Layout::Unread).push_str(cell);
        let parts = &mut self.kept.parts;
        let text = Text::new("a spreadsheet has shortened these plies to a rounded number, and the others are lost").help(
            "enter the plies again from their source, in cells that are formatted as text before anything is typed or \
             pasted into them",
        );
        let span = parts.body as u32..(parts.body + cell.len()) as u32;
        parts.faults.push(Fault { code: &BAD_SYNTAX, span, text });
    }

    /// Links the tag value at byte `made` of the text, if there is one, to its cell of the row.
    pub(super) fn value_made_of(&mut self, made: Option<Range<u32>>, place: Range<usize>, pieces: CellPieces) {
        if let Some(made) = made {
            self.kept.parts.cells.push(to_usize_range(&made), place, pieces);
        }
    }

    /// Links the moves to their cell of the row.
    pub(super) fn moves_made_of(&mut self, place: Range<usize>, pieces: CellPieces) {
        let KeptRecord { text, parts, .. } = &mut self.kept;
        parts.cells.push(parts.body..text.len(), place, pieces);
    }

    /// The text that plies are added to, with commas between them.
    pub(super) fn plies(&mut self) -> &mut String {
        self.body(Layout::Plies)
    }

    /// Adds one more ply; returns where it stands in the text.
    pub(super) fn one_more(&mut self, ply: &str) -> Range<u32> {
        let KeptRecord { text, parts, .. } = &mut self.kept;
        if text.len() > parts.body {
            text.push_str(", ");
        }
        let start = text.len() as u32;
        text.push_str(ply);
        start..text.len() as u32
    }

    fn body(&mut self, layout: Layout) -> &mut String {
        self.kept.begin_body(layout);
        &mut self.kept.text
    }

    /// Turns the record into one that cannot be read: `raw` is its text, and `span` of it is at fault.
    pub(super) fn refuse(&mut self, raw: &[u8], span: std::ops::Range<usize>, message: Text) {
        let KeptRecord { text, parts, place } = &mut self.kept;
        place.source = None;
        text.clear();
        parts.clear();
        parts.layout = Layout::Unread;
        mend(raw, text, parts);
        if parts.faults.is_empty() {
            let span = text.floor_char_boundary(span.start)..text.ceil_char_boundary(span.end);
            let span = span.start as u32..span.end as u32;
            parts.faults.push(Fault { code: &BAD_SYNTAX, span, text: message });
        }
    }

    /// Makes the record one that is longer than records may be.
    pub(super) fn refuse_length(&mut self, what: &str, length: usize, most: usize) {
        self.refuse(b"", 0..0, Text::default());
        let text = too_long(what, length, most);
        self.kept.parts.faults.clear();
        self.kept.parts.faults.push(Fault { code: &RECORD_TOO_LONG, span: 0..0, text });
    }

    /// The record with its body as bare text.
    pub(super) fn header(&self) -> Record<'_> {
        self.kept.record()
    }

    /// The record; `row` is its original text, unless another is known.
    pub(super) fn record<'s>(&'s self, row: Original<'s>) -> Record<'s> {
        let written =
            self.written.as_ref().map_or(row, |(bytes, format)| Original { bytes, alone: None, format, ..row });
        Record { written, ..self.kept.record() }
    }

    /// The record itself, to be kept.
    pub(super) fn keep(self) -> KeptRecord {
        self.kept
    }
}

/// Digits without the `.0` after them; any other text as it is.
fn without_fraction(cell: &str) -> &str {
    let digits = cell.strip_suffix(".0").filter(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    digits.filter(|digits| !digits.is_empty()).unwrap_or(cell)
}

/// Whether a cell is a number as spreadsheets show long ones: `3.35E+11`.
fn is_rounded(cell: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let Some((number, power)) = cell.split_once('+') else { return false };
    let Some(number) = number.strip_suffix(['E', 'e']) else { return false };
    let number = number.strip_prefix('-').unwrap_or(number);
    let (whole, fraction) = number.split_once(['.', ',']).unwrap_or((number, "0"));
    digits(whole) && digits(fraction) && digits(power)
}

/// How the line of a tag begins, up to its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TagLine {
    /// It is followed by blanks up to [`TagLine::SHORT`] bytes.
    padded: Box<str>,
    length: usize,
}

impl TagLine {
    /// How many bytes are copied at once: nearly all names are this short.
    const SHORT: usize = 16;

    /// The start of the lines of the tag that is called `name`.
    pub(super) fn of(name: &str) -> TagLine {
        let line = format!("[{name} \"");
        TagLine { length: line.len(), padded: format!("{line:0$}", TagLine::SHORT).into() }
    }

    /// Writes it.
    #[inline(always)]
    fn begin(&self, text: &mut String) {
        let end = text.len() + self.length;
        if self.padded.len() == TagLine::SHORT {
            // The length is known here: this copies without a call.
            text.push_str(&self.padded[..TagLine::SHORT]);
            text.truncate(end);
        } else {
            text.push_str(&self.padded);
        }
    }

    /// The name of the tag.
    pub(super) fn name(&self) -> &str {
        let line = self.padded.get(..self.length).unwrap_or_default();
        line.strip_prefix('[').and_then(|name| name.strip_suffix(" \"")).unwrap_or_default()
    }
}

/// Writes a value with its escapes; returns whether it has any. Line ends and other control letters become spaces.
fn push_value(value: &str, text: &mut String) -> bool {
    let from = text.len();
    if stands_as_it_is(value.as_bytes()) {
        text.push_str(value);
        return false;
    }
    for letter in value.chars() {
        match letter {
            '"' | '\\' => text.extend(['\\', letter]),
            letter if letter.is_control() => text.push(' '),
            letter => text.push(letter),
        }
    }
    text[from..].contains('\\')
}

/// Whether a text needs no change as the value of a tag: it holds no sign that is escaped and no control character. The
/// test is quick and may say no for a text that needs none.
#[inline(always)]
pub(super) fn stands_as_it_is(bytes: &[u8]) -> bool {
    let is_plain =
        |word: u64| NOT_PLAIN.iter().fold(eight::control(word), |found, byte| found | eight::equal(word, *byte)) == 0;
    if let (eights, Some(last)) = (bytes.as_chunks::<8>().0, bytes.last_chunk()) {
        // This may look at some bytes twice.
        return eights.iter().all(|eight| is_plain(u64::from_le_bytes(*eight))) && is_plain(u64::from_le_bytes(*last));
    }
    match (bytes, bytes.first_chunk(), bytes.last_chunk()) {
        (_, Some(first), Some(last)) => {
            is_plain(u64::from(u32::from_le_bytes(*first)) | u64::from(u32::from_le_bytes(*last)) << 32)
        }
        ([], ..) => true,
        ([first, .., last], ..) => {
            let middle = bytes[bytes.len() / 2];
            is_plain(u64::from_le_bytes([*first, middle, *last, b' ', b' ', b' ', b' ', b' ']))
        }
        ([only], ..) => is_plain(u64::from_le_bytes([*only, b' ', b' ', b' ', b' ', b' ', b' ', b' '])),
    }
}

/// Bytes that a value cannot hold unchanged, apart from control letters of ASCII: those beyond ASCII begin with the
/// last.
const NOT_PLAIN: [u8; 4] = [b'"', b'\\', 0x7f, 0xc2];

/// Whether the moves are one word of plies that may stand without anything between them.
fn is_run(cell: &[u8]) -> bool {
    let joined = |letter: u8| {
        letter.is_ascii_alphanumeric() || matches!(letter, b'*' | b'+' | b'-' | b':') || !letter.is_ascii()
    };
    !cell.is_empty() && cell.iter().all(|&letter| joined(letter)) && !std::str::from_utf8(cell).is_ok_and(is_result)
}

/// Whether a word is a result in some game: `*`, `1-0`, `draw`, the name of a side or of a pair. In small letters a
/// name may be columns of a wide board: `red`.
fn is_result(word: &str) -> bool {
    const LONGEST: usize = "1–0".len();
    let is_side = |name: &str| tags::sides().iter().any(|side| same(side, name));
    match word.as_bytes() {
        [b'0'..=b'9', ..] => word.len() <= LONGEST && NUMERIC_RESULTS.contains(&&*word.replace(['–', '—'], "-")),
        [b'A'..=b'Z', ..] => same("draw", word) || word.split('+').all(is_side),
        _ => word == "*" || word == "draw",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_values_as_it_is() {
        let letters = "a\"\\\u{1f} ~\u{7f}\u{80}\u{9f}\u{a0}é–";
        for letter in letters.chars() {
            for before in 0..17 {
                let value = format!("{}{letter}xyz", "b".repeat(before));
                let (mut own, mut expected) = (String::new(), String::new());
                let is_escaped = push_value(&value, &mut own);
                for letter in value.chars() {
                    match letter {
                        '"' | '\\' => expected.extend(['\\', letter]),
                        letter if letter.is_control() => expected.push(' '),
                        letter => expected.push(letter),
                    }
                }
                assert_eq!((own, is_escaped), (expected, "\"\\".contains(letter)));
            }
        }
    }

    #[test]
    fn what_is_one_word_of_plies() {
        for run in ["33543", "cecc", "c*", "h8h9i8", "h8+j9", "f11-h9", "--"] {
            assert!(is_run(run.as_bytes()), "{run}");
        }
        for text in ["", "*", "1-0", "draw", "1.c", "c e", "c,e", "7,7", "c{x}", "c!"] {
            assert!(!is_run(text.as_bytes()), "{text}");
        }
    }
}
