//! Writes a report as the JSON object that `validate` prints.
//!
//! What stands in nearly every report is written straight into the output; serde writes what is seldom there, and every
//! text with a letter that is to be escaped. The keys and their order are those of `describe`.

use serde::Serialize;

use super::describe::{Described, Keys, TagsOf, View};
use super::{AsWritten, Report};
use crate::board::{DecidingLines, Size, column_letter};
use crate::gathered::Gathered;
use crate::record::eight::{control, equal};

/// Appends the JSON object of a report. In its `text` a byte `80` to `ff` that is not valid UTF-8 is the lone
/// surrogate `\udc80` to `\udcff`, so that the original bytes can be read back.
pub fn write(report: &Report, out: &mut Vec<u8>) {
    write_view(&report.view(), out);
}

/// The same for a report whose long parts are elsewhere; returns where the record's number stands.
pub(crate) fn write_view(view: &View<'_>, out: &mut Vec<u8>) -> usize {
    // A piece for each ply, and some for the rest.
    out.reserve(1024 + 8 * view.report.plies as usize);
    let mut object = Object { out, has_keys: false, number: 0 };
    view.tell(&mut object);
    let number = object.number;
    object.end();
    number
}

/// An object being written.
struct Object<'o> {
    out: &'o mut Vec<u8>,
    has_keys: bool,
    /// Where the record's number stands.
    number: usize,
}

impl Object<'_> {
    #[inline(always)]
    fn key(&mut self, key: &'static str) {
        self.out.extend_from_slice(if self.has_keys { b",\"" } else { b"{\"" });
        self.has_keys = true;
        self.out.extend_from_slice(key.as_bytes());
        self.out.extend_from_slice(b"\":");
    }

    fn end(self) {
        self.out.extend_from_slice(if self.has_keys { b"}" } else { b"{}" });
    }

    #[inline]
    fn decimal(&mut self, number: impl itoa::Integer) {
        self.out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    }
}

impl Keys for Object<'_> {
    #[inline]
    fn value<V: Serialize + ?Sized>(&mut self, key: &'static str, value: &V) {
        self.key(key);
        // Writing to memory cannot fail.
        let _ = serde_json::to_writer(&mut *self.out, value);
    }

    #[inline(always)]
    fn text(&mut self, key: &'static str, text: Option<&str>) {
        self.key(key);
        match text {
            Some(text) => quoted(text, self.out),
            None => self.out.extend_from_slice(b"null"),
        }
    }

    #[inline(always)]
    fn number(&mut self, key: &'static str, number: u64) {
        self.key(key);
        self.decimal(number);
    }

    #[inline(always)]
    fn record(&mut self, key: &'static str, number: Option<u64>) {
        self.key(key);
        self.number = self.out.len();
        if let Some(number) = number {
            self.decimal(number);
        }
    }

    #[inline(always)]
    fn size(&mut self, key: &'static str, size: Option<Size>) {
        let Some(Size { columns, rows }) = size else { return self.text(key, None) };
        self.key(key);
        self.out.push(b'"');
        self.decimal(columns);
        self.out.push(b'x');
        self.decimal(rows);
        self.out.push(b'"');
    }

    fn texts<'t>(&mut self, key: &'static str, texts: impl Iterator<Item = &'t str> + Clone) {
        self.key(key);
        self.out.push(b'[');
        let start = self.out.len();
        let mut gathered = Gathered::default();
        for text in texts {
            // Most are plies of one to three letters.
            match *text.as_bytes() {
                [a] if is_plain(a) => gathered.add([b'"', a, b'"', b','], 4, self.out),
                [a, b] if is_plain(a) && is_plain(b) => gathered.add([b'"', a, b, b'"', b','], 5, self.out),
                [a, b, c] if is_plain(a) && is_plain(b) && is_plain(c) => {
                    gathered.add([b'"', a, b, c, b'"', b','], 6, self.out);
                }
                _ => {
                    gathered.copy_to(self.out);
                    quoted(text, self.out);
                    self.out.push(b',');
                }
            }
        }
        gathered.copy_to(self.out);
        if self.out.len() > start {
            self.out.pop();
        }
        self.out.push(b']');
    }

    fn tags(&mut self, key: &'static str, tags: &TagsOf<'_>) {
        self.key(key);
        self.out.push(b'{');
        let start = self.out.len();
        tags.each(|name, value| {
            quoted(name, self.out);
            self.out.push(b':');
            quoted(value, self.out);
            self.out.push(b',');
        });
        if self.out.len() > start {
            self.out.pop();
        }
        self.out.push(b'}');
    }

    fn lines(&mut self, key: &'static str, lines: &DecidingLines) {
        self.key(key);
        self.out.push(b'[');
        let start = self.out.len();
        for line in lines.0.iter() {
            self.out.push(b'[');
            let mut gathered = Gathered::default();
            for square in line.iter() {
                // The letters of columns are those from a to z, and no board has a hundred rows.
                let (column, row) = (column_letter(square.column) as u8, square.row + 1);
                match (b'0' + row / 10, b'0' + row % 10) {
                    (b'0', row) => gathered.add([b'"', column, row, b'"', b','], 5, self.out),
                    (tens, ones) => gathered.add([b'"', column, tens, ones, b'"', b','], 6, self.out),
                }
            }
            gathered.copy_to(self.out);
            if !line.is_empty() {
                self.out.pop();
            }
            self.out.extend_from_slice(b"],");
        }
        if self.out.len() > start {
            self.out.pop();
        }
        self.out.push(b']');
    }

    fn as_written(&mut self, key: &'static str, text: &AsWritten) {
        self.key(key);
        self.out.push(b'"');
        for chunk in text.0.utf8_chunks() {
            escaped(chunk.valid(), self.out);
            for byte in chunk.invalid() {
                self.out.extend_from_slice(format!("\\udc{byte:02x}").as_bytes());
            }
        }
        self.out.push(b'"');
    }

    #[inline(always)]
    fn object<D: Described>(&mut self, key: &'static str, object: &D) {
        self.key(key);
        let mut inner = Object { out: &mut *self.out, has_keys: false, number: 0 };
        object.tell(&mut inner);
        inner.end();
    }
}

/// Whether a byte of a text stands for itself in JSON.
#[inline(always)]
fn is_plain(byte: u8) -> bool {
    byte >= 0x20 && byte != b'"' && byte != b'\\'
}

/// Whether all bytes do; eight are looked at together. It may be `false` of a text that is plain.
#[inline]
fn is_plain_text(bytes: &[u8]) -> bool {
    /// Whether any of eight bytes is not.
    fn is_odd(eight: u64) -> bool {
        control(eight) | equal(eight, b'"') | equal(eight, b'\\') != 0
    }
    // The last eight bytes may be among those that were looked at before.
    match (bytes.last_chunk::<8>(), bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        (Some(last), ..) => {
            let (eights, _) = bytes.as_chunks::<8>();
            !eights.iter().chain([last]).any(|eight| is_odd(u64::from_le_bytes(*eight)))
        }
        (None, Some(first), Some(last)) => {
            let [first, last] = [first, last].map(|four| u64::from(u32::from_le_bytes(*four)));
            !is_odd(first << 32 | last)
        }
        _ => bytes.iter().all(|byte| is_plain(*byte)),
    }
}

/// A text in quotation marks.
#[inline(never)]
fn quoted(text: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    escaped(text, out);
    out.push(b'"');
}

/// A text without quotation marks around it.
#[inline]
fn escaped(text: &str, out: &mut Vec<u8>) {
    if is_plain_text(text.as_bytes()) {
        return out.extend_from_slice(text.as_bytes());
    }
    let start = out.len();
    let _ = serde_json::to_writer(&mut *out, text);
    // serde puts quotation marks around it.
    out.remove(start);
    out.pop();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Checker;
    use crate::engine::Defaults;
    use crate::formats::{Records, transcript::Transcripts};

    /// The records of a text, as this writer and as serde write them.
    fn both(text: &[u8], deny: bool) -> Vec<(String, String)> {
        let mut records = Transcripts::new(text, 1 << 20).expect("a slice can be read");
        let mut checker = Checker::new(Defaults::default());
        let mut found = Vec::new();
        while let Some(record) = records.next().expect("a slice can be read") {
            let report = crate::report::report("a \"b\".txt", &record, &mut checker, deny);
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
                // Bytes that are not UTF-8 stay in the one, and serde has no way to say them.
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
        let mut report = crate::report::report("file", &record, &mut Checker::new(Defaults::default()), false);
        (report.game, report.variant, report.notation) = (Some("a \"b\""), Some("c\\d"), Some("e\nf"));
        (report.format, report.encoding, report.opening) = (Some("\"g"), Some("h\""), Some("\\"));
        report.outcome.winner = "i\"j";
        let mut out = Vec::new();
        write(&report, &mut out);
        assert_eq!(String::from_utf8(out).expect("JSON is text"), serde_json::to_string(&report).expect("JSON"));
    }

    #[test]
    fn a_text_is_plain_if_each_byte_is() {
        for byte in 0..=u8::MAX {
            for place in 0..20 {
                let mut text = *b"the letters of a tag";
                text[place] = byte;
                assert!(is_plain(byte) || !is_plain_text(&text), "{byte} at {place}");
            }
        }
        assert!(is_plain_text("Torneo di Natale 2012, Graz (è forzata)".as_bytes()));
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
