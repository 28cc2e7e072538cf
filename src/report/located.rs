//! Diagnostics with their lines and columns.

use std::ops::Range;

use serde::Serialize;

use super::foreign;
use crate::diagnostic::{Diagnostic, Severity};
use crate::record::Record;
use crate::source::characters;

/// A diagnostic with its place in the file.
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct Located {
    /// How severe it is.
    pub severity: Severity,
    /// The stable code.
    pub code: &'static str,
    /// The rule it rests on.
    pub rule: Option<&'static str>,
    /// The number of the ply at fault.
    pub ply: Option<u32>,
    /// The line, from 1.
    pub line: u64,
    /// The column in Unicode scalar values, from 1.
    pub column: u64,
    /// The bytes of the file, from 0: the first, and the one after the last.
    pub span: [u64; 2],
    /// What is wrong.
    pub message: String,
    /// What would have been right.
    pub help: Option<String>,
    /// The path to its variation: the ply and the index of each variation around it, from 1, outermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variation: Vec<(u32, u32)>,
    /// The position before an illegal ply.
    #[serde(skip)]
    pub position: Option<String>,
    /// Its bytes in the record's text.
    #[serde(skip)]
    pub within: Range<usize>,
    /// The file's own text around the place, and the part of it to point at, if the record's text was made from
    /// something else.
    #[serde(skip)]
    pub shown: Option<(String, Range<usize>)>,
}

impl Located {
    /// What diagnostics are sorted by: the place in the file, then in the record's text.
    pub(crate) fn order(&self) -> (u64, usize) {
        (self.span[0], self.within.start)
    }
}

/// Diagnostics in the order of their places, with lines and columns.
pub fn locate(record: &Record<'_>, mut diagnostics: Vec<Diagnostic>) -> Vec<Located> {
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    if diagnostics.is_empty() {
        return Vec::new();
    }
    let spots = foreign::spots(record, &diagnostics);
    let is_made = spots.is_some();
    let mut spots = spots.unwrap_or_default().into_iter();
    let (bytes, runs) = (record.text.as_bytes(), &record.parts.runs);
    // One walk over the text finds all places: the byte, line and column of the last one.
    let place = record.place;
    let (mut at, mut line, mut column) = (0, place.line, place.indent + 1);
    // The text may begin with a line from further up in the file: the walk begins there.
    let body = place.above.map_or(0, |above| above.length);
    if let Some(above) = place.above {
        (line, column) = (above.line, 1);
    }
    let mut located = Vec::with_capacity(diagnostics.len());
    for diagnostic in diagnostics {
        let start = diagnostic.span.start.min(bytes.len());
        if at < body && start >= body {
            (at, line, column) = (body, place.line, place.indent + 1);
        }
        let between = &bytes[at..start];
        match memchr::memrchr(b'\n', between) {
            Some(last) => {
                line += memchr::memchr_iter(b'\n', between).count() as u64;
                column = characters(&between[last + 1..]) + 1;
            }
            None => column += characters(between),
        }
        at = start;
        // If nobody knows which cells the text was made from, the place is the whole row.
        let (line, column, span) = match (place.source, place.above) {
            (Some(source), _) => (place.line, 1, source),
            (None, Some(above)) if start < body => {
                let within = |at: usize| above.offset + record.parts.runs_above.place(at.min(body)) as u64;
                (line, column, [within(diagnostic.span.start), within(diagnostic.span.end)])
            }
            (None, _) => {
                let within = |at: usize| place.offset + runs.place(at.saturating_sub(body)) as u64;
                (line, column, [within(diagnostic.span.start), within(diagnostic.span.end)])
            }
        };
        let spot = spots.next();
        let (line, column, span) =
            spot.as_ref().map_or((line, column, span), |spot| (spot.line, spot.column, spot.span));
        located.push(Located {
            severity: diagnostic.severity,
            code: diagnostic.code.name,
            rule: diagnostic.code.rule,
            ply: diagnostic.ply,
            line,
            column,
            span,
            message: match &spot {
                Some(spot) => quoting(diagnostic.text.message, record.text.get(diagnostic.span.clone()), &spot.shown),
                None => diagnostic.text.message,
            },
            help: diagnostic.text.help,
            variation: diagnostic.variation,
            position: diagnostic.position,
            within: diagnostic.span,
            shown: spot.map(|spot| spot.shown),
        });
    }
    if is_made {
        // In a tree of variations and in a row the text has another order than the file.
        located.sort_by_key(|said| said.span[0]);
    }
    located
}

/// The message, with a quotation of the file in place of the text made from it. Some signs cannot stand in that text:
/// its `7_7` is `7,7` in the file.
fn quoting(message: String, made: Option<&str>, (shown, within): &(String, Range<usize>)) -> String {
    let (Some(marked), Some(made)) = (shown.get(within.clone()), made) else { return message };
    if !made.contains('_') {
        return message;
    }
    let count = made.chars().count();
    let is_meant = |own: &str| {
        let mut pairs = made.chars().zip(own.chars());
        own.chars().count() == count && pairs.all(|(made, own)| made == own || made == '_' && !own.is_alphanumeric())
    };
    // The marked part may be more than the word: `B[7,7]`.
    let marked = marked.split_once('[').map_or(marked, |(_, value)| value);
    let ends = |from: usize| marked[from..].char_indices().nth(count).map_or(marked.len(), |(at, _)| from + at);
    let own = marked.char_indices().map(|(from, _)| &marked[from..ends(from)]).find(|own| is_meant(own));
    own.map_or(message.clone(), |own| message.replace(&format!("`{made}`"), &format!("`{own}`")))
}
