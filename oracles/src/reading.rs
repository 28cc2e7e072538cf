//! Readers that trickle, snapshots of records, and what must hold of every record's places.

use std::io::{self, Read};
use std::ops::Range;

use scoresheet::codes::{BAD_ENCODING, BAD_SYNTAX, RECORD_TOO_LONG, UNCLOSED_COMMENT};
use scoresheet::formats::Records;
use scoresheet::record::{Fault, Layout, Place, Record, Tag, Token, TokenKind};

/// A reader that hands out from 1 to `most` bytes at a time, and is interrupted now and then.
pub struct Trickle<'d> {
    data: &'d [u8],
    most: usize,
    state: u32,
}

impl<'d> Trickle<'d> {
    /// A reader of `data`, at most `most` bytes at a time.
    pub fn new(data: &'d [u8], most: usize) -> Trickle<'d> {
        Trickle { data, most: most.max(1), state: most as u32 }
    }
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.state = self.state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let chance = (self.state >> 16) as usize;
        if chance.is_multiple_of(61) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let count = (1 + chance % self.most).min(self.data.len()).min(buffer.len());
        buffer[..count].copy_from_slice(&self.data[..count]);
        self.data = &self.data[count..];
        Ok(count)
    }
}

/// A copy of a record, kept after the next one is read.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    pub text: String,
    pub place: Place,
    pub tags: Vec<Tag>,
    pub header: Vec<Token>,
    pub tokens: Vec<Token>,
    pub faults: Vec<Fault>,
    pub layout: Layout,
    pub body: usize,
}

impl Seen {
    /// Keeps `record`.
    pub fn of(record: &Record<'_>) -> Seen {
        let parts = record.parts;
        Seen {
            text: record.text.to_owned(),
            place: record.place,
            tags: parts.tags.clone(),
            header: parts.header.clone(),
            tokens: record.tokens().collect(),
            faults: record.faults(),
            layout: parts.layout,
            body: parts.body,
        }
    }

    fn has(&self, code: &scoresheet::Code) -> bool {
        self.faults.iter().any(|fault| fault.code == code)
    }

    /// Whether the record exceeded the limit, so that its contents are unknown.
    pub fn too_long(&self) -> bool {
        self.has(&RECORD_TOO_LONG)
    }

    /// Whether a comment of it is not closed.
    pub fn unclosed(&self) -> bool {
        self.has(&UNCLOSED_COMMENT)
    }

    /// The name and the value of each tag, as written.
    pub fn tags(&self) -> Vec<(&str, &str)> {
        self.tags
            .iter()
            .map(|tag| (&self.text[to_usize_range(&tag.name)], &self.text[to_usize_range(&tag.value)]))
            .collect()
    }
}

/// Reads every record of `records`.
pub fn read_all(records: &mut dyn Records) -> Vec<Seen> {
    let mut all = Vec::new();
    while records.advance().expect("this reader never fails") {
        let header = Seen::of(&records.header());
        let whole = Seen::of(&records.record());
        let again = Seen::of(&records.record());
        assert_eq!(whole, again, "a record is read alike however often it is asked for");
        assert_eq!((&header.text, header.place, &header.tags), (&whole.text, whole.place, &whole.tags));
        assert_eq!((header.body, &header.header), (whole.body, &whole.header));
        all.push(whole);
    }
    assert!(!records.advance().expect("this reader never fails"), "the end is the end");
    all
}

fn to_usize_range(span: &Range<u32>) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// Every place lies within the text, between characters, and in order.
pub fn check_places(record: &Seen) {
    let text = &record.text;
    let inside = |span: &Range<usize>| {
        assert!(span.start <= span.end && span.end <= text.len(), "{span:?} lies outside {text:?}");
        assert!(text.is_char_boundary(span.start) && text.is_char_boundary(span.end), "{span:?} cuts a character");
    };
    assert!(text.is_char_boundary(record.body));
    let mut end = 0;
    for tag in &record.tags {
        let (whole, name, value) = (to_usize_range(&tag.whole), to_usize_range(&tag.name), to_usize_range(&tag.value));
        [&whole, &name, &value].into_iter().for_each(inside);
        assert!(end <= whole.start && whole.start < name.start && name.start < name.end);
        assert!(name.end < value.start && value.end < whole.end);
        assert!(text[whole.clone()].starts_with('[') && text[whole.clone()].ends_with("]"));
        assert!(!text[whole.clone()].contains('\n'), "a tag stands on one line");
        assert_eq!(tag.escaped, text[value].contains('\\'));
        end = whole.end;
    }
    assert!(end <= record.body || record.tags.is_empty());
    let last_tag = end;
    end = 0;
    for token in &record.header {
        inside(&token.span());
        assert!(matches!(token.kind, TokenKind::Comment { .. } | TokenKind::LineComment));
        assert!(end <= token.span().start && token.span().end <= last_tag);
        end = token.span().end;
    }
    end = last_tag;
    let mut open = Vec::new();
    for (index, token) in record.tokens.iter().enumerate() {
        let span = token.span();
        inside(&span);
        assert!(end <= span.start && span.start < span.end, "token {index} of {text:?} overlaps another");
        end = span.end;
        match token.kind {
            TokenKind::Open { closed } => {
                open.push(closed);
                assert!(closed || record.has(&BAD_SYNTAX));
            }
            TokenKind::Close { opened } => {
                assert_eq!(opened, open.pop().is_some());
                assert!(opened || record.has(&BAD_SYNTAX));
            }
            TokenKind::LineComment => assert!(text[span].starts_with('#')),
            TokenKind::Comment { stands } => assert_eq!(stands, text[span].contains("[%stands]")),
            _ => {}
        }
    }
    assert!(!open.contains(&true), "what is told as closed is closed");
    let mut start = 0;
    for fault in &record.faults {
        let span = to_usize_range(&fault.span);
        inside(&span);
        assert!(start <= span.start, "the faults of {text:?} are out of order: {:?}", record.faults);
        start = span.start;
    }
    check_nothing_lost(record);
}

/// Every byte of a record belongs to a tag, a token or a fault, or is white space.
fn check_nothing_lost(record: &Seen) {
    // Only the game knows which words of a line belong to it.
    if record.layout == Layout::Line {
        return;
    }
    let mut known = vec![false; record.text.len()];
    let tags = record.tags.iter().map(|tag| to_usize_range(&tag.whole));
    let tokens = record.header.iter().chain(&record.tokens).map(Token::span);
    // A tag line with bytes that are not valid text sets no tag, and the fault is about those bytes alone.
    let broken = record.faults.iter().map(|fault| {
        let span = to_usize_range(&fault.span);
        if fault.code == &BAD_ENCODING {
            let line = record.text[..span.start].rfind('\n').map_or(0, |at| at + 1);
            let start = record.text[line..span.start].find('[').map_or(span.start, |at| line + at);
            let end = record.text[span.end..].find('\n').map_or(record.text.len(), |length| span.end + length);
            if start < span.start { start..end } else { span }
        } else {
            span
        }
    });
    for span in tags.chain(tokens).chain(broken) {
        known[span].fill(true);
    }
    // Of several lines such as `Event: Club` among the tags only the first is reported.
    let is_label = |line: &str| {
        let name = line.split_once(':').map_or("", |(name, _)| name.trim());
        // Beyond ASCII everything counts as a letter but the signs of U+2000 to U+2FFF.
        let is_letter = |letter: char| {
            if letter.is_ascii() {
                letter.is_ascii_alphabetic() || letter == '_'
            } else {
                !('\u{2000}'..='\u{2fff}').contains(&letter)
            }
        };
        !name.is_empty() && name.chars().all(is_letter)
    };
    let tells = |fault: &&Fault| fault.code == &BAD_SYNTAX && is_label(&record.text[to_usize_range(&fault.span)]);
    if let Some(label) = record.faults.iter().find(tells) {
        let mut at = label.span.start as usize;
        for line in record.text[at..record.body.max(at)].split_inclusive('\n') {
            known[at..at + line.len()].iter_mut().for_each(|known| *known |= is_label(line));
            at += line.len();
        }
    }
    for (at, byte) in record.text.bytes().enumerate() {
        assert!(
            known[at] || matches!(byte, b' ' | b'\t' | b'\r' | b'\n'),
            "byte {at} of {:?} belongs to nothing",
            record.text
        );
    }
}

/// Records are numbered, follow each other, and leave out nothing but white space and a byte-order mark.
pub fn check_extents(data: &[u8], records: &[Seen], gap: impl Fn(&[u8]) -> bool) {
    let mark = b"\xef\xbb\xbf";
    let begin = if data.starts_with(mark) { mark.len() } else { 0 };
    let mut end = begin;
    for (index, record) in records.iter().enumerate() {
        let place = record.place;
        assert_eq!(place.number, index as u64 + 1);
        let start = place.offset as usize;
        assert!(end <= start && start <= data.len(), "record {} begins within the one before it", place.number);
        assert!(gap(&data[end..start]), "bytes {end}..{start} belong to no record");
        let line_start = data[..start].iter().rposition(|&byte| byte == b'\n').map_or(begin, |at| at + 1);
        let newlines = data[..start].iter().filter(|&&byte| byte == b'\n').count() as u64;
        assert_eq!(place.line, newlines + 1, "the line of record {}", place.number);
        if record.layout == Layout::Movetext {
            let letters = data[line_start..start].iter().filter(|&&byte| byte & 0xc0 != 0x80).count() as u64;
            assert_eq!(place.indent, letters, "the column of record {}", place.number);
        }
        // The text of a record in a list begins with the line of tags above it.
        let above = place.above.map_or(0, |above| above.length);
        let length = if record.too_long() { told_length(record) } else { record.text.len() - above };
        end = start + length;
        assert!(end <= data.len());
        if !record.too_long() {
            check_text(&data[start..end], record, above);
        }
    }
    assert!(gap(&data[end..]), "the bytes from {end} on belong to no record");
}

/// The length in the fault `record-too-long`.
fn told_length(record: &Seen) -> usize {
    let fault = record.faults.iter().find(|fault| fault.code == &RECORD_TOO_LONG).expect("it is too long");
    let number = fault.text.message.split(' ').find_map(|word| word.parse().ok());
    number.expect("the fault tells the length")
}

/// A record's text after the line above it equals its bytes, with one character for each byte that is not UTF-8.
fn check_text(bytes: &[u8], record: &Seen, above: usize) {
    let of_bytes = |fault: &Fault| fault.code == &BAD_ENCODING && fault.span.start as usize >= above;
    let is_spoilt = record.faults.iter().any(of_bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => {
            assert_eq!(text, &record.text[above..]);
            assert!(!is_spoilt);
        }
        Err(_) => {
            assert!(is_spoilt);
            for (&byte, found) in bytes.iter().zip(record.text[above..].bytes()) {
                assert!(byte == found || found == 0x1a);
            }
        }
    }
}
