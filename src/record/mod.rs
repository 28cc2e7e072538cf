//! A record as its file has it: tags, tokens and faults of the text, each with its place. It knows no game.
//!
//! Format readers fill one [`Parts`] again and again, so reading a record allocates nothing once its buffers have
//! grown; a [`Record`] is a view of those parts over the record's text.

pub(crate) mod looks;
pub mod tokens;

use std::borrow::Cow;
use std::ops::Range;

use crate::codes::{BAD_ENCODING, BAD_SYNTAX};
use crate::diagnostic::{Code, Text};
use crate::names::same_tag;
use crate::system::System;
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
    /// How many characters of that line stand before it (0 unless it begins in the middle of a line).
    pub indent: u64,
    /// The bytes of the file (first, and the one behind the last) that a record's text was made of, where it does not
    /// stand in the file as it is: whatever is said of the record is said of them.
    pub source: Option<[u64; 2]>,
    /// The line of the file that holds for this record and stands somewhere above it, if its text begins with one.
    pub above: Option<Above>,
}

/// A line above a record that holds for it, as `#: [Game "halma"]` does in a list. The record's text begins with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Above {
    /// The byte offset of the line in the file, from 0.
    pub offset: u64,
    /// Its number in the file, from 1.
    pub line: u64,
    /// How many bytes of the record's text it is, with its line end.
    pub length: usize,
}

/// The tags that have a meaning, in the order in which the program writes them.
pub static MEANINGFUL: &[&str] = &[
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

/// What a piece of movetext is. Words are plies, passes and results: which of them, only the game can tell.
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
        /// Whether it and those around it are closed.
        closed: bool,
    },
    /// `)`
    Close {
        /// Whether its `(` stands before it.
        opened: bool,
    },
    /// `{…}`, also one that is not closed; whether it holds the mark `[%stands]`.
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
    /// The byte behind its last.
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
    /// Plies, perhaps a result, and nothing else: a break between manches is where the game has one.
    Plies,
    /// None: the record could not be read, its faults say why.
    Unread,
}

/// How many faults of each code are held of a record.
pub const FAULTS: u64 = 10_000;

/// The buffers that a reader fills for each record.
#[derive(Debug, Clone, Default)]
pub struct Parts {
    /// Tags in their order, duplicates included.
    pub tags: Vec<Tag>,
    /// Comments that stand before the last tag, as tokens.
    pub header: Vec<Token>,
    /// Comments between the last tag and the body, as tokens: they speak of the game.
    pub leading: Vec<Token>,
    /// What is wrong with the tags, and bytes that are no text, in the order of their places: of each code the first
    /// [`FAULTS`].
    pub faults: Vec<Fault>,
    /// How many faults of each code [`Parts::fault`] has been told.
    pub counted: Vec<(&'static Code, u64)>,
    /// How the body is laid out.
    pub layout: Layout,
    /// Where the body begins: the byte behind the tags.
    pub body: usize,
    /// Which column or key of its file the moves stand in: those of one column are written alike.
    pub column: u64,
    /// Whether a line `Name: value` stands where tags are due; a fault tells of it.
    pub labelled: bool,
    /// What is known about the record besides its text.
    pub context: Context,
}

/// What is known of a record that its text does not say: a report of it keeps that apart from its tags and plies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Context {
    /// Tags by name and value that go before those of the text: what a caller had said.
    pub before: Vec<(String, String)>,
    /// Tags by name and value that count where the text lacks them.
    pub lacking: Vec<(String, String)>,
    /// The numbers of plies that stood (C-6), besides those that the text marks.
    pub stands: Vec<u32>,
    /// In which notation system the plies are written.
    pub spelling: Spelling,
    /// What is to be told of the notation system, because it fits another one as well.
    pub ambiguous: Option<Text>,
}

impl Context {
    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
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
        self.spelling = Spelling::default();
        self.ambiguous = None;
    }
}

/// What is known of a record's notation system beside its tags.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Spelling {
    /// Nothing: it may be that of the other records of its file.
    #[default]
    Unsaid,
    /// Nothing, and the other records of the file do not tell it either.
    Alone,
    /// This one, unless a tag or the caller names another.
    Named(System),
    /// The game's default system, whatever a tag or the caller says.
    Default,
}

impl Parts {
    /// Empties the buffers and keeps their memory, but for what only one very long record has needed.
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
    }

    /// Notes a fault. Of each code only the first [`FAULTS`] are held, the others are counted: a text of nothing but
    /// faults needs no more memory than any other. Those of one code come in the order of their places.
    pub fn fault(&mut self, code: &'static Code, span: Range<usize>, text: impl FnOnce() -> Text) {
        if count(&mut self.counted, code) {
            self.faults.push(Fault { code, span: span.start as u32..span.end as u32, text: text() });
        }
    }

    /// The codes of which more faults were noted than are held, and how many more.
    pub fn more_faults(&self) -> impl Iterator<Item = (&'static Code, u64)> + '_ {
        beyond(&self.counted)
    }

    /// Whether bytes that are no text lie within `span` of `text`: then they are the fault of whatever stands there.
    pub(crate) fn is_spoilt(&self, text: &str, span: Range<usize>) -> bool {
        if !text.get(span.clone()).is_some_and(|text| text.contains(SUBSTITUTE)) {
            return false;
        }
        // Those of the encoding were noted first, in the order of their places; only that a record is glued stands before.
        let first = self.faults.iter().take(2).position(|fault| fault.code == &BAD_ENCODING).unwrap_or_default();
        let count = self.counted.iter().find(|(code, _)| *code == &BAD_ENCODING).map_or(0, |(_, count)| *count);
        let end = first + usize::try_from(count.min(FAULTS)).unwrap_or(usize::MAX);
        let held = self.faults.get(first..end).unwrap_or(&self.faults);
        let next = held.partition_point(|fault| (fault.span.start as usize) < span.start);
        // Behind the last of those that are held nobody knows: the letter that stands for such bytes has to be one.
        let beyond = || count > FAULTS && held.last().is_some_and(|last| (last.span.end as usize) < span.end);
        held.get(next).is_some_and(|fault| (fault.span.start as usize) < span.end) || beyond()
    }
}

/// One record: its text, what stands where in it, and where it stands in its file.
#[derive(Debug, Clone, Copy)]
pub struct Record<'a> {
    /// The record's text. Bytes that are no UTF-8 are replaced one for one by the control letter SUB (U+001A), so
    /// that places stay those of the file; a fault tells of them.
    pub text: &'a str,
    /// What stands where.
    pub parts: &'a Parts,
    /// Where it stands in its file.
    pub place: Place,
    /// The record as it was written, to be read again by itself; nothing where nobody needs it.
    pub written: Original<'a>,
}

/// A record as it was written: a text of a file format that holds this record alone.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Original<'a> {
    /// The text, which may hold bytes that are no UTF-8.
    pub bytes: &'a [u8],
    /// The name of the file format.
    pub format: &'static str,
}

impl<'a> Record<'a> {
    /// What is known for a tag, from the record's text or beside it.
    pub fn known(&self, name: &str) -> Option<Cow<'a, str>> {
        let lacking = || value(&self.parts.context.lacking, name).map(Cow::Borrowed);
        self.said_before(name).map(Cow::Borrowed).or_else(|| self.get(name)).or_else(lacking)
    }

    /// What a caller had said for a tag, which goes before the record's text.
    pub fn said_before(&self, name: &str) -> Option<&'a str> {
        value(&self.parts.context.before, name)
    }

    /// The text of `span`, which must come from this record.
    pub fn slice(&self, span: Range<usize>) -> &'a str {
        self.text.get(span).unwrap_or_default()
    }

    /// The text of `span` on one line, cut to what a list of moves can show.
    pub(crate) fn excerpt(&self, span: Range<usize>) -> String {
        let text = self.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
        match text.char_indices().nth(24) {
            _ if text.is_empty() => "?".to_owned(),
            Some((cut, _)) => format!("{}…", &text[..cut]),
            None => text,
        }
    }

    /// The pieces of the movetext, with the comments before it; of a line of a list its first word.
    pub fn tokens(&self) -> impl Iterator<Item = Token> + use<'a> {
        let leading = self.parts.leading.iter().copied();
        let (text, layout) = (self.text, self.parts.layout);
        let mut tokens = Tokens::new(text, if layout == Layout::Unread { text.len() } else { self.parts.body });
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

    /// Everything that is wrong with the text, tags and body, in the order of places: of each code the first [`FAULTS`].
    pub fn faults(&self) -> Vec<Fault> {
        let mut faults = Faults::of(self);
        if self.parts.layout == Layout::Movetext || self.parts.layout == Layout::Plies {
            let mut tokens = Tokens::new(self.text, self.parts.body);
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

    /// The value of a tag, its escapes undone.
    pub fn value(&self, tag: &Tag) -> Cow<'a, str> {
        let raw = self.slice(to_usize_range(&tag.value));
        if tag.escaped { Cow::Owned(unescape(raw)) } else { Cow::Borrowed(raw) }
    }

    /// The first tag of that name, whatever its capitals.
    pub fn tag(&self, name: &str) -> Option<&'a Tag> {
        self.parts.tags.iter().find(|tag| same_tag(self.name(tag), name))
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

/// What a byte that is no UTF-8 is replaced by in a record's text.
pub(crate) const SUBSTITUTE: char = '\u{1a}';

/// What is wrong with a text, found as it is read: first what was found with the tags.
#[derive(Debug)]
pub(crate) struct Faults {
    /// In the order of places, of each code the first [`FAULTS`].
    pub(crate) held: Vec<Fault>,
    counted: Vec<(&'static Code, u64)>,
}

impl Faults {
    /// What was found with the tags of a record.
    pub(crate) fn of(record: &Record<'_>) -> Faults {
        // Bytes that are no text were noted before the tags were read.
        let mut held = record.parts.faults.clone();
        held.sort_by_key(|fault| fault.span.start);
        Faults { held, counted: record.parts.counted.clone() }
    }

    /// Adds what was found in the body.
    #[cold]
    pub(crate) fn note(&mut self, record: &Record<'_>, fault: Fault) {
        // A line that looks like a tag and holds bytes that are no text: these are its fault, and known.
        if fault.code == &BAD_SYNTAX && record.parts.is_spoilt(record.text, to_usize_range(&fault.span)) {
            return;
        }
        if count(&mut self.counted, fault.code) {
            let place = self.held.partition_point(|other| other.span.start <= fault.span.start);
            self.held.insert(place, fault);
        }
    }

    /// The codes of which more faults were noted than are held, and how many more.
    pub(crate) fn more(&self) -> impl Iterator<Item = (&'static Code, u64)> + '_ {
        beyond(&self.counted)
    }
}

/// Counts a fault; whether it is among the first [`FAULTS`] of its code.
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

/// The codes of which more were counted than are held, and how many more.
fn beyond<'c>(counted: &'c [(&'static Code, u64)]) -> impl Iterator<Item = (&'static Code, u64)> + 'c {
    counted.iter().filter(|(_, count)| *count > FAULTS).map(|(code, count)| (*code, count - FAULTS))
}

/// A record that owns its text.
#[derive(Debug, Default)]
pub struct KeptRecord {
    /// See [`Record::text`].
    pub text: String,
    /// What stands where.
    pub parts: Parts,
    /// Where it stands in its file.
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

/// A range of the record's text as slices take it.
pub fn to_usize_range(span: &Range<u32>) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// `\"` and `\\` undone; any other backslash stands for itself.
fn unescape(raw: &str) -> String {
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
    if value.contains(['"', '\\']) {
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
