//! What a format reports of a record in the making besides its text: what it cannot hold, what was taken for granted,
//! what is wrong.

use std::ops::Range;

use super::{Detail, Made};
use crate::codes::{BAD_SYNTAX, GUESSED};
use crate::diagnostic::{Code, Severity, Text};
use crate::record::{Fault, KeptRecord, Layout, Note};

impl Made {
    /// Counts something that the record cannot hold. `what` stands after the number in the report, in the plural: `LB
    /// properties`.
    pub(in crate::formats) fn dropped(&mut self, what: &'static str, source: Range<usize>) {
        self.dropped_times(what, 1, source);
    }

    /// Counts several things that the record cannot hold; the first stands at `source`.
    pub(in crate::formats) fn dropped_times(&mut self, what: &'static str, times: u64, source: Range<usize>) {
        match self.dropped.iter_mut().find(|(known, ..)| *known == what) {
            Some((_, count, _)) => *count += times,
            None => {
                // A place of its own in the text, so that it can be marked.
                let span = self.spot(source);
                self.dropped.push((what, times, span));
            }
        }
    }

    /// Tells what was taken for granted: `name` and `value` for programs, the text for people.
    pub(in crate::formats) fn guessed(
        &mut self,
        name: &'static str,
        value: &str,
        text: impl FnOnce() -> Text,
        source: Range<usize>,
    ) {
        // What the caller says is no guess.
        if name == "variant" && self.has_variant {
            return;
        }
        let span = self.spot(source);
        let (text, guess) = match self.detail {
            Detail::Brief => (Text::default(), None),
            Detail::Noted | Detail::Whole => (text(), Some((name.into(), value.to_owned()))),
        };
        self.kept.parts.notes.push(Note { code: &GUESSED, severity: Severity::Note, span, text, guess });
    }

    /// Tells something else.
    pub(in crate::formats) fn note(
        &mut self,
        code: &'static Code,
        severity: Severity,
        text: Text,
        source: Range<usize>,
    ) {
        let span = self.spot(source);
        self.kept.parts.notes.push(Note { code, severity, span, text, guess: None });
    }

    /// Notes a fault of the file. The replay ends there.
    pub(in crate::formats) fn fault(&mut self, code: &'static Code, text: Text, source: Range<usize>) {
        let span = self.spot(source);
        self.kept.parts.fault(code, span.start as usize..span.end as usize, || text);
    }

    /// A blank in the text that stands for a place in the file, so that something can be said of it.
    fn spot(&mut self, source: Range<usize>) -> Range<u32> {
        if self.detail != Detail::Brief {
            self.set_mark(self.kept.text.len(), source);
        }
        let start = self.kept.text.len() as u32;
        self.kept.text.push(' ');
        start..start + 1
    }

    /// Makes the record one that could not be read.
    pub(in crate::formats) fn refuse(&mut self, code: &'static Code, text: Text, source: Range<usize>) {
        let KeptRecord { text: made, parts, .. } = &mut self.kept;
        let foreign = parts.foreign;
        made.clear();
        parts.clear();
        self.names = 0;
        (parts.foreign, parts.layout) = (foreign, Layout::Unread);
        self.dropped.clear();
        let span = self.spot(source);
        self.kept.parts.faults.push(Fault { code, span, text });
    }

    /// Makes the record one that could not be read, because its file is not what the format asks for ([`BAD_SYNTAX`]).
    pub(in crate::formats) fn refuse_syntax(&mut self, text: Text, source: Range<usize>) {
        self.refuse(&BAD_SYNTAX, text, source);
    }
}

/// One of what is named in the plural: `LB properties` is `LB property`.
pub(super) fn one(what: &str) -> String {
    let singular = |word: &str| match word {
        "properties" => "property".to_owned(),
        "replace" => "replaces".to_owned(),
        "are" => "is".to_owned(),
        "stand" => "stands".to_owned(),
        "plies" => "ply".to_owned(),
        _ => word.strip_suffix('s').filter(|stem| stem.len() > 3 && !stem.ends_with('s')).unwrap_or(word).to_owned(),
    };
    what.split(' ').map(singular).collect::<Vec<_>>().join(" ").replace("time of ply", "time of a ply")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_told_in_the_singular() {
        for (many, single) in [
            ("LB properties", "LB property"),
            ("passages of text outside the game tree", "passage of text outside the game tree"),
            ("times of plies", "time of a ply"),
            ("variations that replace no ply", "variation that replaces no ply"),
            ("stones set up after the start", "stone set up after the start"),
        ] {
            assert_eq!(one(many), single);
        }
    }
}
