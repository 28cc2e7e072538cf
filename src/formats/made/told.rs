//! What a format reports about a record in the making apart from its text: what the record cannot hold, what was
//! assumed, what is wrong.

use std::ops::Range;

use super::{Detail, Made};
use crate::codes::{BAD_SYNTAX, DROPPED, GUESSED};
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
        self.count_dropped(what, times, source);
    }

    /// Counts something that the record cannot hold, and remembers its name: the report lists the first few names.
    pub(in crate::formats) fn dropped_named(&mut self, what: &'static str, name: &str, source: Range<usize>) {
        const MOST: usize = 5;
        const LONGEST: usize = 16;
        let name = name.char_indices().nth(LONGEST).map_or(name, |(end, _)| &name[..end]);
        let is_told = self.detail != Detail::Brief && !name.is_empty();
        let dropped = self.count_dropped(what, 1, source);
        if is_told && dropped.names.len() < MOST && !dropped.names.iter().any(|known| known == name) {
            dropped.names.push(name.to_owned());
        }
    }

    /// Counts something that the record cannot hold, at its first place.
    fn count_dropped(&mut self, what: &'static str, times: u64, source: Range<usize>) -> &mut Dropped {
        let known = self.dropped.iter().position(|dropped| dropped.what == what);
        let index = known.unwrap_or_else(|| {
            // Its own place in the text can be linked to the file.
            let span = self.spot(source);
            self.dropped.push(Dropped { what, times: 0, span, names: Vec::new() });
            self.dropped.len() - 1
        });
        self.dropped[index].times += times;
        &mut self.dropped[index]
    }

    /// Reports what was dropped.
    pub(super) fn tell_dropped(&mut self) {
        // The memory serves the next record, too.
        let mut dropped = std::mem::take(&mut self.dropped);
        for Dropped { what, times, span, names } in dropped.drain(..) {
            let text = || {
                let what = if times == 1 { one(what) } else { what.to_owned() };
                let names = if names.is_empty() { String::new() } else { format!(" ({})", names.join(", ")) };
                Text::new(format!("{times} {what}{names}: a record has no place for this, so it was left out"))
            };
            let text = if self.detail == Detail::Brief { Text::default() } else { text() };
            let note = Note { code: &DROPPED, severity: Severity::Note, span, text, guess: None };
            self.kept.parts.notes.push(note);
        }
        self.dropped = dropped;
    }

    /// Notes an assumption: `name` and `value` for programs, the text for people.
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

    /// Notes that a file does not say how large the board is, so that it is read as a board of this size.
    pub(in crate::formats) fn guessed_board(&mut self, size: &str, source: Range<usize>) {
        let text = || {
            Text::new(format!("the file does not say how large the board is: read as {size}"))
                .help("name the board with --board")
        };
        self.guessed("board", size, text, source);
    }

    /// Notes that the stone which lost the game is left out.
    pub(in crate::formats) fn guessed_forfeit(&mut self, source: Range<usize>) {
        let text = || {
            Text::new("the last stone is not the one that lost the game, which the file leaves out")
                .help(ENDED_OTHERWISE)
        };
        self.guessed("termination", "forfeit", text, source);
    }

    /// Adds any other note.
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

    /// Adds a blank to the text that stands for a place in the file: diagnostics can point to it.
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

/// What to do if a game ended in another way than it is read.
pub(in crate::formats) const ENDED_OTHERWISE: &str =
    "if it ended in another way, `convert --to transcript` and change the tag Termination";

/// What the record cannot hold.
#[derive(Debug)]
pub(super) struct Dropped {
    /// The words after the number in the report, in the plural.
    what: &'static str,
    times: u64,
    /// The first place in the text of the record.
    span: Range<u32>,
    /// Names from the file for some of it.
    names: Vec<String>,
}

/// The singular of such a plural: `LB property` for `LB properties`, `node that is out of reach` for `nodes that are out
/// of reach`.
pub(super) fn one(what: &str) -> String {
    // What follows one of these words says more about the things, whose number changes only verbs there.
    const MORE: [&str; 15] = [
        "about", "after", "below", "beside", "in", "of", "on", "out", "set", "that", "to", "unlike", "with", "within",
        "without",
    ];
    let mut has_more = false;
    let singular = |word| {
        has_more |= MORE.contains(&word);
        match word {
            "replace" => "replaces",
            "are" => "is",
            "stand" => "stands",
            _ if has_more => word,
            "properties" => "property",
            "matches" => "match",
            _ => word.strip_suffix('s').unwrap_or(word),
        }
    };
    what.split(' ').map(singular).collect::<Vec<_>>().join(" ").replace("time of plies", "time of a ply")
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
            ("lines about the legal moves", "line about the legal moves"),
            ("further matches", "further match"),
            ("logs unlike the board", "log unlike the board"),
            (
                "stones that are set up where one of the other colour follows",
                "stone that is set up where one of the other colour follows",
            ),
            ("closing braces within a comment", "closing brace within a comment"),
        ] {
            assert_eq!(one(many), single);
        }
    }
}
