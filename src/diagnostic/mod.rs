//! What is said about a record: a static [`Code`] plus a place.
//!
//! Faults of the *input* are never a `Result::Err`: they are [`Diagnostic`] values sent to a [`Sink`], and the work
//! goes on. The sink decides what becomes of them: [`Shortlist`] keeps as many as are shown and counts the others, `Vec`
//! collects, [`CodeCounts`] and [`SeverityCounts`] only count, `()` ignores. Sentences are made only for sinks that want them, so
//! counting a million faults writes no text.

mod counts;
mod shortlist;

use std::borrow::Cow;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::visible::{SUBSTITUTE, visible};

pub use counts::{CodeCounts, SeverityCounts};
pub use shortlist::{MAX_DIAGNOSTICS, Shortlist, Shortlisted};

/// How severe a diagnostic is. Only an [`Severity::Error`] makes a record invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing; changes nothing.
    Note,
    /// Probably not meant; the record is still valid.
    Warning,
    /// The record is invalid.
    Error,
}

impl Severity {
    /// The word that people and JSON see: `error`, `warning`, `note`.
    pub const fn name(self) -> &'static str {
        match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}

/// One thing that can be said about a record: a stable code and what it means.
///
/// A code never changes its meaning and is never used again for another one.
#[derive(Debug)]
#[non_exhaustive]
pub struct Code {
    /// Its name in kebab case, e.g. `column-full`.
    pub name: &'static str,
    /// The id of the rule that it rests on, e.g. `F4-2`; `None` for faults of the text itself.
    pub rule: Option<&'static str>,
    /// How severe it is.
    pub severity: Severity,
    /// One line: what is wrong.
    pub title: &'static str,
    /// A paragraph for `explain`.
    pub explain: &'static str,
    /// A small record that shows it, for `explain`; movetext unless it begins with a tag.
    pub example: &'static str,
}

impl Code {
    /// An error that rests on a rule: a name in kebab case, the id of the rule, one line, a paragraph.
    pub const fn error(name: &'static str, rule: &'static str, title: &'static str, explain: &'static str) -> Code {
        Code { name, rule: Some(rule), severity: Severity::Error, title, explain, example: "" }
    }

    /// This code where it rests on another rule: a card can be used up by LF-6 and by LF-9.
    pub(crate) const fn by(&self, rule: &'static str) -> Code {
        Code { rule: Some(rule), ..*self }
    }
}

impl PartialEq for Code {
    fn eq(&self, other: &Code) -> bool {
        // Nearly every code has one static only, so the place in memory mostly settles it.
        std::ptr::eq(self, other) || self.name == other.name
    }
}

impl Eq for Code {}

/// A sentence of the rules of a game, for `explain` and `games`.
#[derive(Debug)]
#[non_exhaustive]
pub struct Rule {
    /// The rule id, e.g. `F4-7`.
    pub id: &'static str,
    /// A few words that name it.
    pub title: &'static str,
    /// What the rule says.
    pub text: &'static str,
    /// Where the documents leave something open: how this program settles it.
    pub ruling: Option<&'static str>,
}

impl Rule {
    /// A rule that the documents settle completely.
    pub const fn new(id: &'static str, title: &'static str, text: &'static str) -> Rule {
        Rule { id, title, text, ruling: None }
    }

    /// A rule where the documents leave something open, and what was decided.
    pub const fn ruled(id: &'static str, title: &'static str, text: &'static str, ruling: &'static str) -> Rule {
        Rule { id, title, text, ruling: Some(ruling) }
    }
}

/// What a diagnostic says, and what would have been right.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text {
    /// One sentence in lower case without a full stop: what was found.
    pub message: String,
    /// One line that helps: what would have been legal or expected.
    pub help: Option<String>,
}

impl Text {
    /// A message without help.
    pub fn new(message: impl Into<String>) -> Text {
        Text { message: message.into(), help: None }
    }

    /// Adds a line of help.
    pub fn help(mut self, help: impl Into<String>) -> Text {
        self.help = Some(help.into());
        self
    }
}

/// Something said about one place of one record.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// What is wrong.
    pub code: &'static Code,
    /// How severe it is here: usually the severity of its code.
    pub severity: Severity,
    /// The bytes it speaks of, counted from the start of the record's text.
    pub span: Range<usize>,
    /// The number of the faulty, malformed or missing ply, from 1; `None` where no ply is at fault.
    pub ply: Option<u32>,
    /// The path to the variation that holds it: ply and index, both from 1, outermost first; empty in the main line.
    pub variation: Vec<(u32, u32)>,
    /// What was found and what would have been right.
    pub text: Text,
    /// The position before an illegal ply, as a position string.
    pub position: Option<String>,
}

impl Diagnostic {
    /// A diagnostic with the severity of its code at `span`, not about a ply.
    pub fn new(code: &'static Code, span: Range<usize>, text: Text) -> Diagnostic {
        let severity = code.severity;
        Diagnostic { code, severity, span, ply: None, variation: Vec::new(), text, position: None }
    }

    /// Sets the number of the ply that it is about.
    pub fn at_ply(mut self, ply: u32) -> Diagnostic {
        self.ply = Some(ply);
        self
    }

    /// Whether it makes its record invalid.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Where diagnostics go.
pub trait Sink {
    /// Takes one diagnostic. They come in the order of discovery, not of their places.
    fn report(&mut self, diagnostic: Diagnostic);

    /// Takes the number of further faults of one code. Only the number is known, because a reader keeps only the first
    /// faults of each code (see [`Parts::fault`](crate::record::Parts::fault)). It comes after the reported ones.
    fn more(&mut self, code: &'static Code, count: u64) {
        let _ = (code, count);
    }

    /// Whether this sink wants sentences and positions.
    fn wants_text(&self) -> bool {
        true
    }
}

/// Ignores everything.
impl Sink for () {
    fn report(&mut self, _: Diagnostic) {}

    fn wants_text(&self) -> bool {
        false
    }
}

/// Collects everything, except further faults, whose number alone is known.
impl Sink for Vec<Diagnostic> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.push(diagnostic);
    }
}

/// `text` in backticks, cut to a length that fits a message: `` `pawn` ``.
pub fn quoted(text: &str) -> String {
    const MOST: usize = 32;
    let mut shown: Cow<'_, str> = Cow::Borrowed(text);
    if let Some((cut, _)) = text.char_indices().nth(MOST) {
        shown = Cow::Owned(format!("{}…", &text[..cut]));
    }
    // A blank in a message is one in the text, whatever its sign; any other character that does not show is spelt out.
    let shown = shown.replace(|letter: char| letter.is_control() && letter.is_whitespace(), " ");
    // As in the line of the file below the message.
    let shown = shown.replace(SUBSTITUTE, "\u{fffd}");
    format!("`{}`", visible(&shown))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_is_cut_between_characters() {
        assert_eq!(quoted("pawn"), "`pawn`");
        assert_eq!(quoted(&"é".repeat(40)), format!("`{}…`", "é".repeat(32)));
        assert_eq!(quoted("a\nb"), "`a b`");
        assert_eq!(quoted("c\x1b[1m\u{9b}"), "`c\\x1b[1m\\u{9b}`");
    }
}
