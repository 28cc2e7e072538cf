//! Changes in words.

use super::change::{Change, Kind, Proposal};

impl Change {
    /// What is changed, in words: `ply 7 "c" misread for "e"`.
    pub fn in_words(&self) -> String {
        let (from, to) = (self.from.as_deref().unwrap_or_default(), self.to.as_deref().unwrap_or_default());
        let ply = self.ply.unwrap_or_default();
        let words = match self.kind {
            Kind::Result => format!("the result is `{to}`, not `{from}`"),
            Kind::Tag => format!("the record is played {}", self.tag_in_words()),
            Kind::Notation => match (self.reading, &self.from) {
                (Some(reading), _) => format!("the plies are written with {reading}"),
                (None, Some(_)) => format!("the plies are written in `{to}`, not in `{from}`"),
                (None, None) => format!("the plies are written in `{to}`"),
            },
            // A turn number without its point is read as a ply.
            Kind::Misread if to.strip_suffix('.') == Some(from) => {
                format!("`{from}` before ply {ply} is the number of a turn: `{to}`")
            }
            Kind::Misread => format!("ply {ply} `{from}` misread for `{to}`"),
            Kind::Wrong => format!("ply {ply} is `{to}`, not `{from}`"),
            Kind::Omitted => format!("ply {ply} is missing: `{to}`"),
            Kind::Extra => format!("ply {ply} `{from}` is one too many"),
            Kind::Swapped => format!("plies {ply} and {} are exchanged: `{to}` comes before `{from}`", ply + 1),
            Kind::Side if to.contains(", ") => format!("commas are missing from ply {ply} on: `{to}`"),
            Kind::Side if from == ";" => format!("the `;` before ply {ply} is a comma"),
            Kind::Side if from == "," => format!("the second comma before ply {ply} is one too many"),
            Kind::Side if self.to.is_some() => format!("`{to}` is missing before ply {ply}"),
            Kind::Side => format!("the `{from}` before ply {ply} is one too many"),
            Kind::Cut => format!("the game ends before ply {ply}, and what follows is no part of it"),
            Kind::Stood => format!("ply {ply} `{from}` was illegal, but nobody objected"),
        };
        self.placed(words)
    }

    /// The words with the line in which the change is made, unless that is the main line.
    fn placed(&self, words: String) -> String {
        if self.in_variation { format!("in a variation, {words}") } else { words }
    }

    /// The change in words, if each of `others` may stand there as well as `to`: `ply 7 is one of "c", "e", not "d"`.
    /// The ply is wrong or missing.
    pub fn in_words_with(&self, others: &[String]) -> String {
        let (from, ply) = (self.from.as_deref().unwrap_or_default(), self.ply.unwrap_or_default());
        let all = self.to.iter().chain(others).map(|to| format!("`{to}`")).collect::<Vec<_>>().join(", ");
        self.placed(match self.kind {
            Kind::Wrong => format!("ply {ply} is one of {all}, not `{from}`"),
            _ => format!("ply {ply} is missing, one of {all}"),
        })
    }

    /// What mends several records in the same way: `Board "8x8"`. `None` if the change is about one record alone.
    pub fn of_many(&self) -> Option<String> {
        match self.kind {
            Kind::Tag => Some(match &self.to {
                Some(to) => format!("`{} \"{to}\"`", self.tag.unwrap_or_default()),
                None => format!(
                    "leaving out `{} \"{}\"`",
                    self.tag.unwrap_or_default(),
                    self.from.as_deref().unwrap_or_default()
                ),
            }),
            Kind::Notation => Some(match (self.reading, self.to.as_deref()) {
                (Some(reading), _) => format!("reading {reading}"),
                (None, to) => format!("`Notation \"{}\"`", to.unwrap_or_default()),
            }),
            _ => None,
        }
    }

    fn tag_in_words(&self) -> String {
        let tag = self.tag.unwrap_or_default();
        match (&self.from, &self.to) {
            (Some(from), Some(to)) => format!("with `{tag} \"{to}\"`, not `{tag} \"{from}\"`"),
            (None, Some(to)) => format!("with `{tag} \"{to}\"`"),
            (from, None) => format!("without `{tag} \"{}\"`", from.as_deref().unwrap_or_default()),
        }
    }
}

impl Proposal {
    /// The changes, and what the record then is, in words.
    pub fn in_words(&self) -> String {
        let changes: Vec<_> = self.changes.iter().map(Change::in_words).collect();
        format!("{}: {}", changes.join(", and "), self.then())
    }

    /// What the record is after the changes: `then all 23 plies are legal and White has won (a line of four or more), as claimed`.
    pub fn then(&self) -> String {
        if self.plies == 0 {
            return "then no ply is left".to_owned();
        }
        let plies = match (self.plies, self.changes.iter().any(|change| change.kind == Kind::Stood)) {
            (1, _) => "then its one ply is replayed".to_owned(),
            (plies, true) => format!("then all {plies} plies are replayed"),
            (plies, false) => format!("then all {plies} plies are legal"),
        };
        let outcome = match self.outcome.outcome.is_end() {
            false => "the game goes on".to_owned(),
            true if self.outcome.winner.is_none() => format!("the game is {}", self.outcome.in_words(None)),
            true => self.outcome.in_words(None),
        };
        let claimed = if self.agrees == Some(true) && !self.changes.iter().any(|change| change.kind == Kind::Result) {
            ", as claimed"
        } else {
            ""
        };
        format!("{plies} and {outcome}{claimed}")
    }
}
