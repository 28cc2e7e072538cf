//! The parts of a record's text, and what is known apart from it.

use std::borrow::Cow;
use std::ops::Range;

use super::faults::{FAULTS, Fault, beyond, count};
use super::{Cells, Layout, Marks, Runs, SUBSTITUTE, Tag, Token};
use crate::codes::BAD_ENCODING;
use crate::diagnostic::{Code, Severity, Text};
use crate::system::System;

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
    /// What is known about the record apart from its text.
    pub(crate) context: Context,
    /// Where the parts of the text stand in the file, if the text was made from something else.
    pub marks: Marks,
    /// The cells that the text was made from, if the record is a row of a table or an object of JSON.
    pub cells: Cells,
    /// Where the letters of the text stand in the file, if the file differs from the text in its encoding alone.
    pub runs: Runs,
    /// Where the letters of the line above the record ([`Place::above`](super::Place::above)) stand in the file, if the
    /// file differs from the text in its encoding alone.
    pub runs_above: Runs,
    /// The kind of file, if the text was made from something else.
    pub foreign: Foreign,
    /// Notes that are no faults: guesses, and what the record cannot hold.
    pub notes: Vec<Note>,
}

/// What is known about a record apart from its text. A report keeps it apart from the tags and plies.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Context {
    /// Tags, by name and value, that override those of the text: an earlier caller had given them.
    pub(crate) before: Vec<(String, String)>,
    /// Tags, by name and value, that count if the text lacks them.
    pub(crate) lacking: Vec<(String, String)>,
    /// The numbers of plies that stood (C-6), in addition to those that the text marks.
    pub(crate) stands: Vec<u32>,
    /// Those of them, in ascending order, that are passes which the file does not call so: a reader puts them where a ply
    /// is missing, and for hops back to where they began. They stand only if the pass is their only fault, and not after
    /// the end of the game.
    pub(crate) passes: Vec<u32>,
    /// What is known about the notation system.
    pub(crate) spelling: Spelling,
    /// What to report about the notation system, if the plies fit another one too.
    pub(crate) ambiguous: Option<Text>,
}

impl Context {
    /// Adds what a report says of a record that is a report itself. What the caller of the outer one has given comes before
    /// what the caller of the inner one had.
    pub(crate) fn add(&mut self, around: Context) {
        let lacks = |known: &[(String, String)], name: &str| !known.iter().any(|(known, _)| known == name);
        self.before.retain(|(name, _)| lacks(&around.before, name));
        self.before.extend(around.before);
        let new = around.lacking.into_iter().filter(|(name, _)| lacks(&self.lacking, name));
        self.lacking.extend(new.collect::<Vec<_>>());
        self.ambiguous = around.ambiguous.or(self.ambiguous.take());
    }

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
        self.passes.clear();
        self.spelling = Spelling::default();
        self.ambiguous = None;
    }
}

/// The kind of a file whose records are turned into texts.
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

/// Something to report of a record that is no fault of its text.
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

/// What is known about a record's notation system apart from its tags.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Spelling {
    /// Nothing: it may be the system of the other records of its file.
    #[default]
    Unsaid,
    /// Nothing, and the other records of the file do not help either.
    Alone,
    /// This one, unless a tag or the caller names another.
    Named(System),
    /// This system of the file's format, even if a tag or the caller names another.
    Fixed(System),
    /// The game's default system, even if a tag or the caller names another.
    Default,
    /// This system, or else the game's default one, like [`Spelling::Fixed`] and [`Spelling::Default`]. But the text
    /// writes plies as the two numbers of a point, since the game has no square for one of them.
    Points(Option<System>),
}

impl Spelling {
    /// Whether neither a tag nor the caller can name another system.
    pub(crate) fn is_fixed(self) -> bool {
        matches!(self, Spelling::Fixed(_) | Spelling::Default | Spelling::Points(_))
    }
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
        self.cells.clear();
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

    /// The codes with faults that are only counted, and how many.
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
        // After the last held fault, the control letter that replaces such bytes must be proof enough.
        let beyond = || count > FAULTS && held.last().is_some_and(|last| (last.span.end as usize) < span.end);
        held.get(next).is_some_and(|fault| (fault.span.start as usize) < span.end) || beyond()
    }
}
