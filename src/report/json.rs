//! Writes a report as the JSON object that `validate` prints.
//!
//! The keys of nearly every report are written straight into the output; serde writes the rare ones. The keys and their
//! order are those of `describe`.

use serde::Serialize;

use super::describe::{Described, Keys, MovesOf, TagsOf, View};
use super::{AsWritten, Report};
use crate::board::{DecidingLines, Size, column_letter};
use crate::engine::script::{Item, Script, Spelt};
use crate::record::eight::{control, equal};
use crate::tail::Tail;

/// Appends the JSON object of a report. In its `text` a byte `80` to `ff` that is not valid UTF-8 is the lone
/// surrogate `\udc80` to `\udcff`, so that the original bytes can be read back.
pub fn write(report: &Report, out: &mut Vec<u8>) {
    let mut tail = Tail::from(std::mem::take(out));
    write_view(&report.view(), &mut tail);
    *out = tail.into_bytes();
}

/// Appends the JSON object of a report whose long parts may still be elsewhere. Returns the byte of `out` where the
/// record's number stands, or belongs if the view is [unnumbered](View::unnumbered).
pub(crate) fn write_view(view: &View<'_>, out: &mut Tail) -> usize {
    let mut object = Object { out, has_keys: false, number: 0 };
    view.tell(&mut object);
    let number = object.number;
    object.end();
    number
}

/// An object being written.
struct Object<'o> {
    out: &'o mut Tail,
    has_keys: bool,
    /// Where the record's number stands.
    number: usize,
}

impl Object<'_> {
    /// Begins an entry. Keys are known where this is compiled, so that the whole of one is stored at once.
    #[inline(always)]
    fn key(&mut self, key: &'static str) {
        const LONGEST: usize = 16;
        let length = key.len() + 4;
        if length > LONGEST {
            self.out.all(if self.has_keys { b",\"" } else { b"{\"" });
            self.out.append(key.as_bytes());
            self.out.all(b"\":");
        } else {
            let mut bytes = [0; LONGEST];
            bytes[0] = if self.has_keys { b',' } else { b'{' };
            bytes[1] = b'"';
            bytes[2..2 + key.len()].copy_from_slice(key.as_bytes());
            bytes[length - 2] = b'"';
            bytes[length - 1] = b':';
            self.out.put(bytes, length);
        }
        self.has_keys = true;
    }

    fn end(self) {
        if self.has_keys { self.out.all(b"}") } else { self.out.all(b"{}") }
    }

    /// Ends a list or an object that begins at byte `start`, and removes the comma after its last entry.
    #[inline(always)]
    fn end_list(&mut self, start: usize, sign: u8) {
        let end = self.out.len();
        if end > start {
            self.out.truncate(end - 1);
        }
        self.out.all(&[sign]);
    }
}

impl Keys for Object<'_> {
    #[inline]
    fn value<V: Serialize + ?Sized>(&mut self, key: &'static str, value: &V) {
        self.key(key);
        // Writing to memory cannot fail.
        let _ = self.out.with(|out| serde_json::to_writer(out, value));
    }

    #[inline(always)]
    fn text(&mut self, key: &'static str, text: Option<&str>) {
        self.key(key);
        match text {
            Some(text) => quoted(text, self.out),
            None => self.out.all(b"null"),
        }
    }

    #[inline(always)]
    fn number(&mut self, key: &'static str, number: u64) {
        self.key(key);
        self.out.number(number);
    }

    #[inline(always)]
    fn truth(&mut self, key: &'static str, is_true: bool) {
        self.key(key);
        if is_true { self.out.all(b"true") } else { self.out.all(b"false") }
    }

    #[inline(always)]
    fn record(&mut self, key: &'static str, number: Option<u64>) {
        self.key(key);
        self.number = self.out.len();
        if let Some(number) = number {
            self.out.number(number);
        }
    }

    #[inline(always)]
    fn size(&mut self, key: &'static str, size: Option<Size>) {
        let Some(Size { columns, rows }) = size else { return self.text(key, None) };
        self.key(key);
        self.out.all(b"\"");
        self.out.number(columns.into());
        self.out.all(b"x");
        self.out.number(rows.into());
        self.out.all(b"\"");
    }

    fn texts<'t>(&mut self, key: &'static str, texts: impl ExactSizeIterator<Item = &'t str> + Clone) {
        self.key(key);
        self.out.all(b"[");
        let start = self.out.len();
        for text in texts {
            quoted(text, self.out);
            self.out.all(b",");
        }
        self.end_list(start, b']');
    }

    fn moves(&mut self, key: &'static str, moves: &MovesOf<'_>) {
        let MovesOf::Script(script) = moves else { return self.value(key, moves) };
        self.key(key);
        self.out.all(b"[");
        let start = self.out.len();
        let are_names_plain = script.are_names_plain();
        let mut items = script.items();
        while !items.is_empty() {
            self.out.fill(|room| named_plies(script, are_names_plain, &mut items, room));
            // What comes first has no name, or there was no room for it.
            let Some((item, rest)) = items.split_first() else { break };
            if let Some(ply) = item.carried_out() {
                quoted(script.spelling(ply).text(), self.out);
                self.out.all(b",");
            }
            items = rest;
        }
        self.end_list(start, b']');
    }

    fn tags(&mut self, key: &'static str, tags: &TagsOf<'_>) {
        self.key(key);
        self.out.all(b"{");
        let start = self.out.len();
        tags.each(|name, value| {
            quoted(name, self.out);
            self.out.all(b":");
            quoted(value, self.out);
            self.out.all(b",");
        });
        self.end_list(start, b'}');
    }

    fn lines(&mut self, key: &'static str, lines: &DecidingLines) {
        self.key(key);
        self.out.all(b"[");
        let start = self.out.len();
        for line in lines.0.iter() {
            self.out.all(b"[");
            let start = self.out.len();
            for square in line.iter() {
                // The letters of columns are those from a to z, and no board has a hundred rows.
                let (column, row) = (column_letter(square.column) as u8, square.row + 1);
                match (b'0' + row / 10, b'0' + row % 10) {
                    (b'0', row) => self.out.all(&[b'"', column, row, b'"', b',']),
                    (tens, ones) => self.out.all(&[b'"', column, tens, ones, b'"', b',']),
                }
            }
            self.end_list(start, b']');
            self.out.all(b",");
        }
        self.end_list(start, b']');
    }

    fn as_written(&mut self, key: &'static str, text: &AsWritten) {
        self.key(key);
        self.out.all(b"\"");
        match str::from_utf8(&text.0) {
            Ok(text) => escaped(text, self.out),
            Err(_) => {
                for chunk in text.0.utf8_chunks() {
                    escaped(chunk.valid(), self.out);
                    for byte in chunk.invalid() {
                        self.out.append(format!("\\udc{byte:02x}").as_bytes());
                    }
                }
            }
        }
        self.out.all(b"\"");
    }

    #[inline(always)]
    fn object<D: Described>(&mut self, key: &'static str, object: &D) {
        self.key(key);
        let mut inner = Object { out: &mut *self.out, has_keys: false, number: 0 };
        object.tell(&mut inner);
        inner.end();
    }
}

/// How many bytes of plies are written at once.
const AT_ONCE: usize = 256;

/// Writes plies from the front of `items` that have names, each in quotation marks with a comma after it, as many as
/// there is room for; returns how many bytes they take.
#[inline(always)]
fn named_plies(script: &Script, are_names_plain: bool, items: &mut &[Item], room: &mut [u8; AT_ONCE]) -> usize {
    /// What a ply takes at most: its name and three signs.
    const LONGEST: usize = 10;
    let mut end = 0;
    while let Some((item, rest)) = items.split_first()
        && end + LONGEST <= AT_ONCE
        && are_names_plain
        && let Some(Spelt::Name(name)) = item.carried_out().map(|ply| script.spelling(ply))
    {
        // The mark stands in the lowest byte, which is the first.
        let marked = u64::from_le_bytes(name.letters()) << 8 | u64::from(b'"');
        room[end..end + 8].copy_from_slice(&marked.to_le_bytes());
        end += 1 + name.len();
        room[end..end + 2].copy_from_slice(b"\",");
        end += 2;
        *items = rest;
    }
    end
}

/// The highest bit of the first of eight bytes that JSON must escape; bits of bytes after it may be set too.
#[inline(always)]
fn odd(eight: [u8; 8]) -> u64 {
    let word = u64::from_le_bytes(eight);
    control(word) | equal(word, b'"') | equal(word, b'\\')
}

/// A text in quotation marks.
#[inline(never)]
fn quoted(text: &str, out: &mut Tail) {
    let bytes = text.as_bytes();
    let is_done = match bytes.len() {
        1 => short::<1>(bytes, out),
        2..4 => short::<2>(bytes, out),
        4..8 => short::<4>(bytes, out),
        8..=16 => short::<8>(bytes, out),
        _ => false,
    };
    if is_done {
        return;
    }
    if are_plain(bytes) {
        return out.enclosed(bytes, b'"');
    }
    out.all(b"\"");
    escaped(text, out);
    out.all(b"\"");
}

/// Whether no byte needs an escape. `false` for fewer than eight bytes.
#[inline(always)]
fn are_plain(bytes: &[u8]) -> bool {
    let Some(last) = bytes.last_chunk() else { return false };
    let (eights, _) = bytes.as_chunks();
    eights.iter().fold(odd(*last), |found, eight| found | odd(*eight)) == 0
}

/// Appends in quotation marks a text of `N` to twice `N` bytes that need no escape. For any other text it appends
/// nothing and returns `false`. `N` is at most 8.
#[inline(always)]
fn short<const N: usize>(bytes: &[u8], out: &mut Tail) -> bool {
    let (Some(first), Some(last)) = (bytes.first_chunk::<N>(), bytes.last_chunk::<N>()) else { return false };
    let word = |bytes: &[u8; N]| {
        let mut eight = [b' '; 8];
        eight[..N].copy_from_slice(bytes);
        eight
    };
    if odd(word(first)) | odd(word(last)) != 0 || bytes.len() > 2 * N {
        return false;
    }
    out.fill(|room: &mut [u8; 24]| {
        let end = 1 + bytes.len();
        room[0] = b'"';
        room[1..=N].copy_from_slice(first);
        room[end - N..end].copy_from_slice(last);
        room[end] = b'"';
        end + 1
    });
    true
}

/// A text without quotation marks around it.
#[inline(never)]
fn escaped(text: &str, out: &mut Tail) {
    let mut rest = text.as_bytes();
    while let Some(eight) = rest.first_chunk::<8>() {
        let odd = odd(*eight);
        let plain = if odd == 0 { 8 } else { odd.trailing_zeros() as usize / 8 };
        out.put(*eight, plain);
        rest = &rest[plain..];
        if let (true, [byte, after @ ..]) = (odd != 0, rest) {
            escape(*byte, out);
            rest = after;
        }
    }
    let mut last = [b' '; 8];
    last[..rest.len()].copy_from_slice(rest);
    if odd(last) == 0 {
        return out.put(last, rest.len());
    }
    for &byte in rest {
        match byte {
            b'"' | b'\\' | 0..0x20 => escape(byte, out),
            _ => out.all(&[byte]),
        }
    }
}

/// A byte that needs an escape.
#[inline]
fn escape(byte: u8, out: &mut Tail) {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let letter = match byte {
        b'"' | b'\\' => byte,
        b'\n' => b'n',
        b'\r' => b'r',
        b'\t' => b't',
        0x08 => b'b',
        0x0c => b'f',
        _ => {
            let [tens, ones] = [byte >> 4, byte & 0xf].map(|digit| DIGITS[usize::from(digit)]);
            return out.all(&[b'\\', b'u', b'0', b'0', tens, ones]);
        }
    };
    out.all(&[b'\\', letter]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Checker;
    use crate::diagnostic::Shortlist;
    use crate::engine::Defaults;
    use crate::formats::{Records, transcript::Transcripts};

    /// The records of a text, as this writer and as serde write them.
    fn both(text: &[u8], deny: bool) -> Vec<(String, String)> {
        let mut records = Transcripts::new(text, 1 << 20).expect("a slice can be read");
        let mut checker = Checker::new(Defaults::default());
        let mut found = Vec::new();
        while let Some(record) = records.next().expect("a slice can be read") {
            let mut held = Shortlist::default().deny_warnings(deny);
            let report = crate::report::report_held("a \"b\".txt", &record, &mut checker, &mut held);
            let mut out = Vec::new();
            write(&report, &mut out);
            let quick = String::from_utf8(out).expect("JSON is text");
            found.push((quick, serde_json::to_string(&report).expect("a report is JSON")));
        }
        found
    }

    #[test]
    fn what_is_written_at_once_is_what_serde_writes() {
        let texts: [&[u8]; 4] = [
            include_bytes!("../../samples/catalogue.txt"),
            include_bytes!("../../samples/lefile/match.txt"),
            include_bytes!("../../samples/gomoku/valid.txt"),
            b"[Game \"forza4\"]\n[Event \"a \\\"b\\\" \\\\ \x01 \xc3\xa9\"]\n[event \"again\"]\n\n1. c, e; 2. d {x} (2. c), e",
        ];
        let mut keys = String::new();
        for text in texts {
            for (quick, slow) in both(text, true) {
                keys.push_str(&quick);
                // The quick writer keeps bytes that are not UTF-8; serde has no way to write them.
                let bytes = (0x80..=0xff).map(|byte| format!("\\udc{byte:02x}"));
                let quick = bytes.fold(quick, |quick, byte| quick.replace(&byte, "\u{fffd}"));
                assert_eq!(quick, slow);
            }
        }
        for key in ["winner", "lines", "points", "manches", "attempted", "stands", "text", "players", "opening"] {
            assert!(keys.contains(&format!("\"{key}\":")), "no sample has the key {key}");
        }
    }

    /// A program can bring a game, a notation system and a format of its own, with names of its own.
    #[test]
    fn names_are_escaped_too() {
        let mut records = Transcripts::new(&b"[Game \"forza4\"]\n\n1. a, b; 2. a, b; 3. a, b; 4. a"[..], 1 << 20)
            .expect("a slice can be read");
        let record = records.next().expect("a slice can be read").expect("a record");
        let mut report = crate::report::report("file", &record, &mut Checker::new(Defaults::default()));
        (report.game, report.variant, report.notation) = (Some("a \"b\""), Some("c\\d"), Some("e\nf"));
        (report.format, report.encoding, report.opening) = (Some("\"g"), Some("h\""), Some("\\"));
        report.outcome.winner = Some("i\"j");
        let mut out = Vec::new();
        write(&report, &mut out);
        assert_eq!(String::from_utf8(out).expect("JSON is text"), serde_json::to_string(&report).expect("JSON"));
    }

    #[test]
    fn each_byte_is_escaped_as_serde_does() {
        for byte in 0..0x80 {
            for place in 0..40 {
                let mut text = *b"the letters of a tag, and some more after them";
                text[place] = byte;
                for length in place..=text.len() {
                    let text = std::str::from_utf8(&text[..length]).expect("ASCII");
                    let mut out = Tail::default();
                    quoted(text, &mut out);
                    assert_eq!(out.bytes(), serde_json::to_string(text).expect("a text").as_bytes());
                }
            }
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_written_as_lone_surrogates() {
        let [(quick, slow)] = &both(b"[Game \"forza4\"]\n\n1. c\xff, e {\"\xc3\xa9\"}", false)[..] else {
            panic!("one record")
        };
        assert!(quick.contains(r#"1. c\udcff, e {\"é\"}"#), "{quick}");
        assert_eq!(quick.replace("\\udcff", "\u{fffd}"), *slow);
    }
}
