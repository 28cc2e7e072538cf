//! What is said about a record: a static [`Code`] plus a place.
//!
//! Faults of the *input* are never a `Result::Err`: they are [`Diagnostic`] values sent to a [`Sink`], and the work
//! goes on. The sink decides what becomes of them: [`Shortlist`] keeps as many as are shown and counts the others, `Vec`
//! collects, [`CodeCounts`] and [`SeverityCounts`] only count, `()` ignores. Sentences are made only for sinks that want them, so
//! counting a million faults writes no text.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::Range;

use serde::{Deserialize, Serialize};

/// The default limit for the diagnostics that are shown of a record.
pub const MAX_DIAGNOSTICS: usize = 100;

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
}

impl PartialEq for Code {
    fn eq(&self, other: &Code) -> bool {
        // There is one static for each code, so the place in memory mostly settles it.
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

    /// Says that it is about ply number `ply`.
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
    /// Takes one diagnostic. They come in the order in which they were found, not in that of their places.
    fn report(&mut self, diagnostic: Diagnostic);

    /// Takes the number of further faults of one code. Nothing else is known of them, because a reader keeps only the
    /// first of each code (see [`Parts::fault`](crate::record::Parts::fault)). They come after those that were
    /// reported.
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

/// Collects everything, except further faults whose number alone is known.
impl Sink for Vec<Diagnostic> {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.push(diagnostic);
    }
}

/// Counts by severity and makes no text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SeverityCounts {
    /// Number of errors.
    pub errors: u64,
    /// Number of warnings.
    pub warnings: u64,
    /// Number of notes.
    pub notes: u64,
}

impl Sink for SeverityCounts {
    fn report(&mut self, diagnostic: Diagnostic) {
        match diagnostic.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Note => self.notes += 1,
        }
    }

    fn more(&mut self, code: &'static Code, count: u64) {
        match code.severity {
            Severity::Error => self.errors += count,
            Severity::Warning => self.warnings += count,
            Severity::Note => self.notes += count,
        }
    }

    fn wants_text(&self) -> bool {
        false
    }
}

/// Counts by code and severity and makes no text.
#[derive(Debug, Clone, Default)]
pub struct CodeCounts(Vec<(&'static Code, Severity, u64)>);

impl CodeCounts {
    /// Each code with its severity and how often it was reported, in the order in which they were met.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Code, Severity, u64)> + '_ {
        self.0.iter().copied()
    }

    /// How many diagnostics of one severity were reported.
    pub fn of(&self, severity: Severity) -> u64 {
        self.0.iter().filter(|(_, known, _)| *known == severity).map(|(.., count)| count).sum()
    }

    /// Whether a diagnostic of that code was reported.
    pub fn has(&self, code: &Code) -> bool {
        self.0.iter().any(|(known, ..)| *known == code)
    }

    /// How many diagnostics were reported.
    pub fn all(&self) -> u64 {
        self.0.iter().map(|(.., count)| count).sum()
    }

    /// Takes away what was counted elsewhere too.
    pub(crate) fn subtract(&mut self, others: &CodeCounts) {
        for (code, severity, others) in others.iter() {
            for (.., count) in self.0.iter_mut().filter(|(known, of, _)| *known == code && *of == severity) {
                *count = count.saturating_sub(others);
            }
        }
        self.0.retain(|(.., count)| *count > 0);
    }

    /// Counts the warnings so far as errors.
    pub fn deny_warnings(&mut self) {
        for (_, severity, _) in self.0.iter_mut().filter(|(_, severity, _)| *severity == Severity::Warning) {
            *severity = Severity::Error;
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn add(&mut self, code: &'static Code, severity: Severity, count: u64) {
        match self.0.iter_mut().find(|(known, of, _)| *known == code && *of == severity) {
            Some((.., sum)) => *sum += count,
            None => self.0.push((code, severity, count)),
        }
    }
}

impl Sink for CodeCounts {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.add(diagnostic.code, diagnostic.severity, 1);
    }

    fn more(&mut self, code: &'static Code, count: u64) {
        self.add(code, code.severity, count);
    }

    fn wants_text(&self) -> bool {
        false
    }
}

/// Holds the diagnostics of one record that are shown, and counts all of them: memory does not grow with their number.
///
/// Errors are held before warnings, warnings before notes, and among equally severe ones those that come first in the
/// text. If no diagnostic of a code is held, the first of them is kept apart, so that the code can still be reported.
///
/// ```
/// use scoresheet::{Checker, Defaults, diagnostic::Shortlist, formats::{Records, transcript::Transcripts}};
///
/// let mut records = Transcripts::new(&b"[Game \"forza4\"]\n\n1. c ) ) ) )"[..], 1 << 20)?;
/// let mut held = Shortlist::new(3);
/// if let Some(record) = records.next()? {
///     Checker::new(Defaults::default()).check(&record, &mut held, None);
/// }
/// assert_eq!((held.take().shown.len(), held.codes().all()), (3, 4));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Shortlist {
    most: usize,
    denies: bool,
    /// The diagnostics to show, and up to as many later ones that have not been compared with them yet.
    held: Vec<Diagnostic>,
    /// The first dropped diagnostic of each code and severity.
    firsts: Vec<Diagnostic>,
    codes: CodeCounts,
    /// The findings that are left out, by code and ply (0 for none), and how often each code of them was reported.
    left_out: (Vec<(&'static Code, u32)>, CodeCounts),
}

/// What a [`Shortlist`] has kept of one record.
#[derive(Debug, Clone, Default)]
pub struct Shortlisted {
    /// The diagnostics that are shown.
    pub shown: Vec<Diagnostic>,
    /// The first diagnostic of each code that is not among those shown.
    pub firsts: Vec<Diagnostic>,
}

impl Default for Shortlist {
    fn default() -> Shortlist {
        Shortlist::new(MAX_DIAGNOSTICS)
    }
}

impl Shortlist {
    /// Holds at most so many diagnostics.
    pub fn new(most: usize) -> Shortlist {
        let (held, firsts, codes) = (Vec::new(), Vec::new(), CodeCounts::default());
        Shortlist { most, denies: false, held, firsts, codes, left_out: Default::default() }
    }

    /// Treats warnings as errors if `deny` says so.
    pub fn deny_warnings(mut self, deny: bool) -> Shortlist {
        self.denies = deny;
        self
    }

    /// Leaves out findings from now on, each known by its code and its ply; 0 stands for no ply.
    pub(crate) fn leave_out(&mut self, findings: Vec<(&'static Code, u32)>) {
        self.left_out.0 = findings;
    }

    /// How often each code was reported.
    pub fn codes(&self) -> &CodeCounts {
        &self.codes
    }

    /// The same in `codes`, without what is left out.
    pub(crate) fn count_into(&self, codes: &mut CodeCounts) {
        codes.clone_from(&self.codes);
        codes.subtract(&self.left_out.1);
    }

    /// Counts what was reported, and says whether it is held.
    fn count(&mut self, code: &'static Code, ply: u32, severity: Severity, count: u64) -> bool {
        self.codes.add(code, severity, count);
        let is_left_out = self.left_out.0.contains(&(code, ply));
        if is_left_out {
            self.left_out.1.add(code, severity, count);
        }
        !is_left_out
    }

    /// Hands over what it holds and keeps the counts.
    pub fn take(&mut self) -> Shortlisted {
        self.choose();
        let (shown, mut firsts) = (std::mem::take(&mut self.held), std::mem::take(&mut self.firsts));
        firsts.retain(|first| !shown.iter().any(|other| same_code(first, other)));
        Shortlisted { shown, firsts }
    }

    /// Forgets what was reported of other codes.
    pub fn retain(&mut self, codes: &[&'static Code]) {
        self.held.retain(|said| codes.contains(&said.code));
        self.firsts.retain(|said| codes.contains(&said.code));
        self.codes.0.retain(|(known, ..)| codes.contains(known));
    }

    /// Forgets everything, to begin with another record.
    pub fn clear(&mut self) {
        self.held.clear();
        self.firsts.clear();
        self.codes.clear();
        self.left_out.1.clear();
    }

    /// Drops what will not be shown.
    fn choose(&mut self) {
        if self.held.len() <= self.most {
            return;
        }
        // The sort is stable: of two about one place the one found first stays first.
        self.held.sort_by_key(|diagnostic| (Reverse(diagnostic.severity), diagnostic.span.start));
        let rest = self.held.split_off(self.most);
        let mut known: Vec<(&'static Code, Severity)> = Vec::new();
        for held in &self.held {
            if !known.contains(&(held.code, held.severity)) {
                known.push((held.code, held.severity));
            }
        }
        for diagnostic in rest {
            // Held diagnostics come before dropped ones of the same code.
            if known.contains(&(diagnostic.code, diagnostic.severity)) {
                continue;
            }
            match self.firsts.iter_mut().find(|first| same_code(first, &diagnostic)) {
                Some(first) if first.span.start <= diagnostic.span.start => {}
                Some(first) => *first = diagnostic,
                None => self.firsts.push(diagnostic),
            }
        }
    }
}

fn same_code(one: &Diagnostic, other: &Diagnostic) -> bool {
    one.code == other.code && one.severity == other.severity
}

impl Sink for Shortlist {
    fn report(&mut self, mut diagnostic: Diagnostic) {
        if self.denies && diagnostic.severity == Severity::Warning {
            diagnostic.severity = Severity::Error;
        }
        if !self.count(diagnostic.code, diagnostic.ply.unwrap_or_default(), diagnostic.severity, 1) {
            return;
        }
        self.held.push(diagnostic);
        // To choose among twice as many costs little for each.
        if self.held.len() >= self.most.saturating_mul(2).max(32) {
            self.choose();
        }
    }

    fn more(&mut self, code: &'static Code, count: u64) {
        let denied = self.denies && code.severity == Severity::Warning;
        self.count(code, 0, if denied { Severity::Error } else { code.severity }, count);
    }
}

/// `text` cut to a length that fits a message, between quotation marks of its own: `` `pawn` ``.
pub fn quoted(text: &str) -> String {
    const MOST: usize = 32;
    let mut shown: Cow<'_, str> = Cow::Borrowed(text);
    if let Some((cut, _)) = text.char_indices().nth(MOST) {
        shown = Cow::Owned(format!("{}…", &text[..cut]));
    }
    format!("`{}`", shown.replace(|letter: char| letter.is_control(), " "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codes::{BAD_SYNTAX, GLUED_RECORD, NOT_PLAYED, STANDS};

    #[test]
    fn errors_are_held_first_and_every_code_is_told() {
        let mut held = Shortlist::new(3);
        for at in (0..1000).rev() {
            held.report(Diagnostic::new(&STANDS, at..at, Text::default()));
            held.report(Diagnostic::new(&NOT_PLAYED, at..at, Text::default()));
            if at % 500 == 0 {
                held.report(Diagnostic::new(&BAD_SYNTAX, at + 7..at + 7, Text::default()));
            }
        }
        held.more(&GLUED_RECORD, 5);
        let kept = held.take();
        let said =
            |list: &[Diagnostic]| -> Vec<_> { list.iter().map(|said| (said.code.name, said.span.start)).collect() };
        assert_eq!(said(&kept.shown), [("bad-syntax", 7), ("bad-syntax", 507), ("stands", 0)]);
        assert_eq!(said(&kept.firsts), [("not-played", 0)]);
        assert_eq!(held.codes().all(), 2007);
        assert_eq!(held.codes().of(Severity::Warning), 1005);
    }

    #[test]
    fn quoted_text_is_cut_between_characters() {
        assert_eq!(quoted("pawn"), "`pawn`");
        assert_eq!(quoted(&"é".repeat(40)), format!("`{}…`", "é".repeat(32)));
        assert_eq!(quoted("a\nb"), "`a b`");
    }
}
