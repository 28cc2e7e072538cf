//! A record as its file has it: tags, tokens and faults of the text, each with its place. Nothing here knows a game.
//!
//! Format readers fill one [`Parts`] again and again, so reading a record allocates nothing once its buffers have
//! grown; a [`Record`] is a view of those parts over the record's text.

pub(crate) mod eight;
pub(crate) mod looks;
mod marks;
mod runs;
pub(crate) mod tokens;

use std::borrow::Cow;
use std::ops::Range;

use crate::codes::{BAD_ENCODING, BAD_SYNTAX};
use crate::diagnostic::{Code, Severity, Text};
use crate::names::same_tag;
use crate::system::System;
pub use marks::Marks;
pub use runs::Runs;
pub(crate) use runs::Stretch;
use tokens::Tokens;

/// Where a record stands in its file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Place {
    /// Its number in the file, from 1.
    pub number: u64,
    /// The byte offset of its text in the file, from 0.
    pub offset: u64,
    /// The line on which its text begins, from 1.
    pub line: u64,
    /// How many characters of that line come before it; 0 unless it begins in the middle of a line.
    pub indent: u64,
    /// The bytes of the file, first and the one after the last, of which the record's text was made: a row of a table,
    /// for instance. All diagnostics point to them. `None` if the text stands in the file as it is.
    pub source: Option<[u64; 2]>,
    /// A line further up in the file that holds for this record too, if the record's text begins with one.
    pub above: Option<Above>,
}

/// A line above a record that holds for it, as `#: [Game "halma"]` does in a list. The record's text begins with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Above {
    /// The byte offset of the line in the file, from 0.
    pub offset: u64,
    /// Its number in the file, from 1.
    pub line: u64,
    /// How many bytes of the record's text it takes, with its line end.
    pub length: usize,
}

/// The tags that have a meaning, in the order in which the program writes them.
pub const MEANINGFUL: &[&str] = &[
    "Game",
    "Variant",
    "Options",
    "Board",
    "Starts",
    "Setup",
    "Target",
    "Pieces",
    "MoveLimit",
    "Vacate",
    "Pairs",
    "Order",
    "Cut",
    "Stands",
    "Notation",
    "Result",
    "Termination",
];

/// A tag: `[Name "value"]`. All places are byte ranges of the record's text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tag {
    /// The name.
    pub name: Range<u32>,
    /// The value between its quotation marks, as written.
    pub value: Range<u32>,
    /// Whether the value holds a backslash.
    pub escaped: bool,
    /// The whole tag with its brackets.
    pub whole: Range<u32>,
}

/// What a piece of movetext is. A word is a ply, a pass or a result; only the game knows which.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// `12.`; the value of the number (the largest `u32` if it is larger).
    Number(u32),
    /// `...`
    Dots,
    /// `,`
    Comma,
    /// `;`
    Semicolon,
    /// `/`
    Break,
    /// `(`
    Open {
        /// Whether this one and all those around it are closed.
        closed: bool,
    },
    /// `)`
    Close {
        /// Whether a `(` before it belongs to it.
        opened: bool,
    },
    /// `{…}`, closed or not, and whether it holds the mark `[%stands]`.
    Comment(bool),
    /// `# …` to the end of the line.
    LineComment,
    /// `! ? !! ?? !? ?!`
    Annotation,
    /// Anything else between spaces and separators.
    Word,
}

/// A piece of movetext.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Its description.
    pub kind: TokenKind,
    /// Its first byte in the record's text.
    pub start: u32,
    /// The byte after its last one.
    pub end: u32,
}

impl Token {
    /// Its bytes in the record's text.
    pub fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

/// A fault of the text itself, found while reading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    /// The code.
    pub code: &'static Code,
    /// Where.
    pub span: Range<u32>,
    /// What was found.
    pub text: Text,
}

/// How the body of a record is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Layout {
    /// Movetext with turns, or a diagram.
    #[default]
    Movetext,
    /// One line of a list: a game, then a remark.
    Line,
    /// Plies and perhaps a result, nothing else. A break between manches is taken where the game has one.
    Plies,
    /// The same with comments and with variations, which may be nested as deep as memory holds. No turn has a number.
    Tree,
    /// No body: the record could not be read, and its faults say why.
    Unread,
}

impl Layout {
    /// Whether plies stand without turn numbers, so that a break between manches is taken where the game has one.
    pub(crate) fn is_plies(self) -> bool {
        matches!(self, Layout::Plies | Layout::Tree)
    }
}

/// The most faults of one code that are held for a record. More are only counted.
pub(crate) const FAULTS: u64 = 10_000;

/// The buffers that a reader fills for each record.
#[derive(Debug, Clone, Default)]
pub struct Parts {
    /// Tags in their order, duplicates included.
    pub tags: Vec<Tag>,
    /// Comments before the last tag, as tokens.
    pub header: Vec<Token>,
    /// Comments between the last tag and the body, as tokens. They are about the game.
    pub leading: Vec<Token>,
    /// Faults of the tags, and bytes that are not valid UTF-8, in the order of their places; of each code the first
    /// 10,000.
    pub faults: Vec<Fault>,
    /// How many faults of each code [`Parts::fault`] has counted.
    pub counted: Vec<(&'static Code, u64)>,
    /// How the body is laid out.
    pub layout: Layout,
    /// Where the body begins: the byte after the tags.
    pub body: usize,
    /// The column or key that holds the moves. All moves of one column are written in the same notation system.
    pub column: u64,
    /// Whether a line `Name: value` stands where tags are expected. It has a fault of its own.
    pub labelled: bool,
    /// What is known about the record besides its text.
    pub(crate) context: Context,
    /// Where the parts of the text stand in the file, if the text was made of something else.
    pub marks: Marks,
    /// Where the letters of the text stand in the file, if that is in another encoding and else as the text is.
    pub runs: Runs,
    /// The same of the line above the record ([`Place::above`]).
    pub runs_above: Runs,
    /// What the file is, if the text was made of something else.
    pub foreign: Foreign,
    /// What there is to tell beside faults: guesses, and what the record cannot hold.
    pub notes: Vec<Note>,
}

/// What is known about a record besides its text. A report keeps it apart from the tags and plies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Context {
    /// Tags, by name and value, that override those of the text: an earlier caller had given them.
    pub(crate) before: Vec<(String, String)>,
    /// Tags, by name and value, that count if the text lacks them.
    pub(crate) lacking: Vec<(String, String)>,
    /// The numbers of plies that stood (C-6), besides those that the text marks.
    pub(crate) stands: Vec<u32>,
    /// Which of them are passes that a reader has put where the file lacks a ply.
    pub(crate) missing: Vec<u32>,
    /// What is known about the notation system.
    pub(crate) spelling: Spelling,
    /// What to report about the notation system, if the plies fit another one too.
    pub(crate) ambiguous: Option<Text>,
}

impl Context {
    /// Whether nothing is known.
    pub(crate) fn is_empty(&self) -> bool {
        self.before.is_empty()
            && self.lacking.is_empty()
            && self.stands.is_empty()
            && self.spelling == Spelling::Unsaid
            && self.ambiguous.is_none()
    }

    fn clear(&mut self) {
        self.before.clear();
        self.lacking.clear();
        self.stands.clear();
        self.missing.clear();
        self.spelling = Spelling::default();
        self.ambiguous = None;
    }
}

/// How a file is written whose records are made into texts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Foreign {
    /// The name of its encoding, if that is not UTF-8.
    pub encoding: Option<&'static str>,
    /// Whether the encoding was guessed.
    pub is_guessed: bool,
    /// Whether it is not text: places in it are bytes, and it has no lines.
    pub is_binary: bool,
    /// Whether its text is a transcript, in UTF-8, that a report has made of the file.
    pub is_retold: bool,
}

/// Something to be told of a record that is no fault of its text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The code.
    pub code: &'static Code,
    /// How serious it is here.
    pub severity: Severity,
    /// The part of the record's text that it is about.
    pub span: Range<u32>,
    /// What was found.
    pub text: Text,
    /// What was guessed: a name, for programs, and its value.
    pub guess: Option<(Cow<'static, str>, String)>,
}

/// What is known about a record's notation system besides its tags.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// Nothing: it may be the system of the other records of its file.
    #[default]
    Unsaid,
    /// Nothing, and the other records of the file do not tell either.
    Alone,
    /// This one, unless a tag or the caller names another.
    Named(System),
    /// The game's default system, whatever a tag or the caller says.
    Default,
    /// The same, but its plies stand here as the two numbers of a point: that system has no name for one of them.
    Points,
}

impl Parts {
    /// Empties the buffers. It keeps their memory, except for what only a very long record needs.
    pub fn clear(&mut self) {
        const LARGE: usize = 64 * 1024;
        self.tags.clear();
        self.header.clear();
        self.leading.clear();
        self.faults.clear();
        self.counted.clear();
        self.tags.shrink_to(LARGE);
        self.header.shrink_to(LARGE);
        self.layout = Layout::Movetext;
        self.body = 0;
        self.column = 0;
        self.context.clear();
        self.labelled = false;
        self.marks.clear();
        self.runs.begin(0);
        self.runs_above.begin(0);
        self.foreign = Foreign::default();
        self.notes.clear();
    }

    /// Notes a fault. The first 10,000 of each code are held and the others only counted, so that a text full of
    /// faults takes no more memory than any other. Faults of one code are noted in the order of their places.
    pub fn fault(&mut self, code: &'static Code, span: Range<usize>, text: impl FnOnce() -> Text) {
        if count(&mut self.counted, code) {
            self.faults.push(Fault { code, span: span.start as u32..span.end as u32, text: text() });
        }
    }

    /// The codes of which not all faults are held, and how many are missing.
    pub fn more_faults(&self) -> impl Iterator<Item = (&'static Code, u64)> + '_ {
        beyond(&self.counted)
    }

    /// Whether `span` of `text` holds bytes that are not valid UTF-8. Then they are the fault of whatever stands there.
    pub(crate) fn is_spoilt(&self, text: &str, span: Range<usize>) -> bool {
        if !text.get(span.clone()).is_some_and(|text| text.contains(SUBSTITUTE)) {
            return false;
        }
        // Faults of the encoding were noted first, in the order of their places. Only the fault of a record that begins
        // in the middle of a line may come before them.
        let first = self.faults.iter().take(2).position(|fault| fault.code == &BAD_ENCODING).unwrap_or_default();
        let count = self.counted.iter().find(|(code, _)| *code == &BAD_ENCODING).map_or(0, |(_, count)| *count);
        let end = first + usize::try_from(count.min(FAULTS)).unwrap_or(usize::MAX);
        let held = self.faults.get(first..end).unwrap_or(&self.faults);
        let next = held.partition_point(|fault| (fault.span.start as usize) < span.start);
        // After the last fault that is held, the control letter that replaces such bytes has to be proof enough.
        let beyond = || count > FAULTS && held.last().is_some_and(|last| (last.span.end as usize) < span.end);
        held.get(next).is_some_and(|fault| (fault.span.start as usize) < span.end) || beyond()
    }
}

/// One record: its text, the parts of the text, and its place in the file.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    /// The record's text. The control letter SUB (U+001A) replaces each byte that is not valid UTF-8, so that places
    /// are the same as in the file. A fault reports such bytes.
    pub text: &'a str,
    /// The parts of the text.
    pub parts: &'a Parts,
    /// Its place in the file.
    pub place: Place,
    /// The record as it was written, so that it can be read again on its own; empty if nobody needs it.
    pub written: Original<'a>,
}

/// A record as it was written: a text of a file format that holds this record alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Original<'a> {
    /// The text, perhaps with bytes that are not valid UTF-8.
    pub bytes: &'a [u8],
    /// The name of the file format.
    pub format: &'static str,
}

impl<'a> Record<'a> {
    /// The value of a tag: from an earlier caller, or else from the record's text, or else from what is known besides
    /// it.
    pub fn known(&self, name: &str) -> Option<Cow<'a, str>> {
        let lacking = || value(&self.parts.context.lacking, name).map(Cow::Borrowed);
        self.said_before(name).map(Cow::Borrowed).or_else(|| self.get(name)).or_else(lacking)
    }

    /// The value that an earlier caller gave for a tag. It overrides the record's text.
    pub fn said_before(&self, name: &str) -> Option<&'a str> {
        value(&self.parts.context.before, name)
    }

    /// The text of `span`, which must come from this record.
    pub fn slice(&self, span: Range<usize>) -> &'a str {
        self.text.get(span).unwrap_or_default()
    }

    /// The text of `span` as people know it: of points that the reader of another program's file wrote as two numbers, what
    /// the file says.
    pub(crate) fn as_in_file(&self, span: Range<usize>) -> &'a str {
        let slice = self.slice(span.clone());
        if self.parts.context.spelling != Spelling::Points || self.parts.marks.is_empty() {
            return slice;
        }
        let places = self.parts.marks.find(&[span]);
        let written = places.into_iter().next().and_then(|place| self.written.bytes.get(place));
        written.and_then(|written| std::str::from_utf8(written).ok()).unwrap_or(slice)
    }

    /// The text of `span` on one line, cut so that it fits into a list of moves.
    pub(crate) fn excerpt(&self, span: Range<usize>) -> String {
        let text = self.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
        match text.char_indices().nth(24) {
            _ if text.is_empty() => "?".to_owned(),
            Some((cut, _)) => format!("{}…", &text[..cut]),
            None => text,
        }
    }

    /// The tokens of the movetext, with the comments before it. For a line of a list, its first word.
    pub fn tokens(&self) -> impl Iterator<Item = Token> + use<'a> {
        let leading = self.parts.leading.iter().copied();
        let (text, layout) = (self.text, self.parts.layout);
        let mut tokens = if layout == Layout::Unread { Tokens::new(text, text.len()) } else { Tokens::of(self) };
        let mut line = (layout == Layout::Line).then(|| {
            let rest = text.get(self.parts.body..).unwrap_or_default();
            rest.split_ascii_whitespace().next().map(|word| {
                let start = (word.as_ptr() as usize - text.as_ptr() as usize) as u32;
                Token { kind: TokenKind::Word, start, end: start + word.len() as u32 }
            })
        });
        leading.chain(std::iter::from_fn(move || match &mut line {
            Some(word) => word.take(),
            None => tokens.next(drop),
        }))
    }

    /// All faults of the text, of tags and body, in the order of places; of each code the first 10,000.
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Faults::of(self);
        if self.parts.layout == Layout::Movetext || self.parts.layout.is_plies() {
            let mut tokens = Tokens::of(self);
            while tokens.next(|fault| faults.note(self, fault)).is_some() {}
        }
        faults.held
    }

    /// The text of a token.
    pub fn token(&self, token: &Token) -> &'a str {
        self.slice(token.span())
    }

    /// The name of a tag.
    pub fn name(&self, tag: &Tag) -> &'a str {
        self.slice(to_usize_range(&tag.name))
    }

    /// The value of a tag without its escapes.
    pub fn value(&self, tag: &Tag) -> Cow<'a, str> {
        let raw = self.slice(to_usize_range(&tag.value));
        if tag.escaped { Cow::Owned(unescape(raw)) } else { Cow::Borrowed(raw) }
    }

    /// The first tag of that name; upper and lower case are the same.
    pub fn tag(&self, name: &str) -> Option<&'a Tag> {
        // Most names differ in their lengths, which are known before the name is cut out.
        let mut tags = self.parts.tags.iter().filter(|tag| tag.name.len() == name.len());
        tags.find(|tag| same_tag(self.name(tag), name))
    }

    /// The value of the first tag of that name.
    pub fn get(&self, name: &str) -> Option<Cow<'a, str>> {
        self.tag(name).map(|tag| self.value(tag))
    }
}

/// The value of that name.
fn value<'v>(values: &'v [(String, String)], name: &str) -> Option<&'v str> {
    values.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

/// What replaces a byte that is not valid UTF-8 in a record's text.
pub(crate) const SUBSTITUTE: char = '\u{1a}';

/// The faults of a text while it is read: at first those of the tags, then those of the body too.
#[derive(Debug)]
pub(crate) struct Faults {
    /// The faults in the order of places; of each code the first [`FAULTS`].
    pub(crate) held: Vec<Fault>,
    counted: Vec<(&'static Code, u64)>,
}

impl Faults {
    /// No faults.
    pub(crate) const NONE: Faults = Faults { held: Vec::new(), counted: Vec::new() };

    /// Adds the faults of the tags of a record. Nearly none has any.
    #[inline(always)]
    pub(crate) fn begin(&mut self, record: &Record<'_>) {
        if !record.parts.faults.is_empty() || !record.parts.counted.is_empty() {
            *self = Faults::of(record);
        }
    }

    #[cold]
    fn of(record: &Record<'_>) -> Faults {
        // Bytes that are not valid UTF-8 were noted before the tags were read.
        let mut held = record.parts.faults.clone();
        held.sort_by_key(|fault| fault.span.start);
        Faults { held, counted: record.parts.counted.clone() }
    }

    /// Adds a fault of the body.
    #[cold]
    pub(crate) fn note(&mut self, record: &Record<'_>, fault: Fault) {
        // A line that looks like a tag may be unreadable only because of bytes that are not valid UTF-8. They have a
        // fault of their own.
        if fault.code == &BAD_SYNTAX && record.parts.is_spoilt(record.text, to_usize_range(&fault.span)) {
            return;
        }
        if count(&mut self.counted, fault.code) {
            let place = self.held.partition_point(|other| other.span.start <= fault.span.start);
            self.held.insert(place, fault);
        }
    }

    /// The codes of which not all faults are held, and how many are missing.
    pub(crate) fn more(&self) -> impl Iterator<Item = (&'static Code, u64)> + '_ {
        beyond(&self.counted)
    }
}

/// Counts a fault. `true` if it is among the first [`FAULTS`] of its code.
fn count(counted: &mut Vec<(&'static Code, u64)>, code: &'static Code) -> bool {
    match counted.iter_mut().find(|(known, _)| *known == code) {
        Some((_, count)) => {
            *count += 1;
            *count <= FAULTS
        }
        None => {
            counted.push((code, 1));
            true
        }
    }
}

/// The codes of which more than [`FAULTS`] were counted, and how many more.
fn beyond<'c>(counted: &'c [(&'static Code, u64)]) -> impl Iterator<Item = (&'static Code, u64)> + 'c {
    counted.iter().filter(|(_, count)| *count > FAULTS).map(|(code, count)| (*code, count - FAULTS))
}

/// A record that owns its text.
#[derive(Debug, Default)]
pub struct KeptRecord {
    /// See [`Record::text`].
    pub text: String,
    /// The parts of the text.
    pub parts: Parts,
    /// Its place in the file.
    pub place: Place,
}

impl KeptRecord {
    /// Begins the body, after the tags that the text holds so far.
    pub fn begin_body(&mut self, layout: Layout) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.parts.layout = layout;
        self.parts.body = self.text.len();
    }

    /// The record.
    pub fn record(&self) -> Record<'_> {
        Record { text: &self.text, parts: &self.parts, place: self.place, written: Original::default() }
    }
}

/// A range of the record's text, as indices of slices.
pub fn to_usize_range(span: &Range<u32>) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// Replaces `\"` by `"` and `\\` by `\`. Any other backslash stays.
pub(crate) fn unescape(raw: &str) -> String {
    let mut value = String::with_capacity(raw.len());
    let mut letters = raw.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some(&next)) if next == '"' || next == '\\' => {
                value.push(next);
                letters.next();
            }
            _ => value.push(letter),
        }
    }
    value
}

/// A tag's value with `"` and `\` escaped.
pub fn escape(value: &str) -> Cow<'_, str> {
    if memchr::memchr2(b'"', b'\\', value.as_bytes()).is_some() {
        Cow::Owned(value.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        Cow::Borrowed(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_undone_and_made() {
        assert_eq!(unescape(r#"Ugo \"il Moro\" C:\\Anna \x"#), r#"Ugo "il Moro" C:\Anna \x"#);
        assert_eq!(escape(r#"Ugo "il Moro""#), r#"Ugo \"il Moro\""#);
        assert_eq!(unescape(&escape(r#"a\"b\\c"#)), r#"a\"b\\c"#);
    }
}
