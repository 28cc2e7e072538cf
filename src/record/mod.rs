//! A record as its file has it: tags, tokens and faults of the text, each with its place. Nothing here knows a game.
//!
//! Format readers fill one [`Parts`] again and again, so reading a record allocates nothing once its buffers have
//! grown; a [`Record`] is a view of those parts over the record's text.

mod cells;
pub(crate) mod eight;
mod escapes;
mod faults;
pub(crate) mod looks;
mod marks;
mod parts;
mod runs;
pub(crate) mod signs;
pub(crate) mod tokens;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use crate::names::same_tag;
pub(crate) use crate::visible::SUBSTITUTE;
use crate::within::offset_of;

pub use cells::{CellPieces, Cells};
pub use escapes::escape;
pub(crate) use escapes::unescape;
pub use faults::Fault;
pub(crate) use faults::Faults;
pub use marks::Marks;
pub(crate) use parts::{Context, Spelling};
pub use parts::{Foreign, Note, Parts};
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
    /// The bytes of the file that the record's text was made from: the first, and the one after the last, for instance
    /// of a row of a table. Diagnostics point into them. `None` if the file holds the text literally.
    pub source: Option<[u64; 2]>,
    /// A line further up in the file that holds for this record too, if the record's text begins with one.
    pub above: Option<Above>,
}

/// A line above a record that holds for it, like `#: [Game "halma"]` in a list. The record's text begins with it.
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

/// The results that numbers say of two sides: the first has won, the second has won, nobody has.
pub(crate) const NUMERIC_RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];

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
        /// Whether it closes a `(`.
        opened: bool,
    },
    /// `{…}`, closed or not.
    Comment {
        /// Whether it holds the mark `[%stands]`.
        stands: bool,
    },
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
    /// Plies, comments, variations and perhaps a result. Variations may be nested as deep as memory holds. No turn has
    /// a number, and a break between manches is taken where the game has one.
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
    /// The record as it was written, so that it can be read again on its own; empty if no report needs it.
    pub written: Original<'a>,
}

/// The original of a record: a text of a file format that holds this record alone.
#[derive(Debug, Clone, Copy, Default)]
pub struct Original<'a> {
    /// The text, perhaps with bytes that are not valid UTF-8; or the row that `alone` makes it from.
    pub bytes: &'a [u8],
    /// Makes the text of the row. Few ask for it, so it is made only for those.
    pub alone: Option<&'a dyn Alone>,
    /// The name of the file format.
    pub format: &'static str,
    /// The row of the file that the record's text was made from, without its line end; empty if there is none. It is
    /// UTF-8 as far as it is valid.
    pub row: &'a [u8],
}

/// Makes a file that holds the row at hand alone, for instance with the names of the columns above it.
pub trait Alone {
    /// Appends the file.
    fn write(&self, out: &mut Vec<u8>);
}

impl fmt::Debug for dyn Alone + '_ {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("Alone")
    }
}

impl<'a> Original<'a> {
    /// The text, perhaps with bytes that are not valid UTF-8.
    pub fn text(&self) -> Cow<'a, [u8]> {
        let Some(alone) = self.alone else { return Cow::Borrowed(self.bytes) };
        let mut text = Vec::new();
        alone.write(&mut text);
        Cow::Owned(text)
    }
}

impl<'a> Record<'a> {
    /// The value of a tag: from an earlier caller, or else from the record's text, or else from what is known apart
    /// from the text.
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
        if !matches!(self.parts.context.spelling, Spelling::Points(_)) || self.parts.marks.is_empty() {
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
                let start = offset_of(word, text) as u32;
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
