//! What an audit has found, for people and for programs.

use std::cmp::Reverse;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::advice;
use super::baseline::{Compared, Kept};
use super::duplicates::{Collected, Duplicates};
use super::number::number;
use super::tally::{CodeCount, Group, LONGEST, Name, Proven, Tally};
use crate::archive::Failure;
use crate::counted::noun;
use crate::engine::Games;
use crate::formats::Format;
use crate::visible::visible;

/// What an audit has found.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Summary {
    /// The games whose rules were used.
    #[serde(skip)]
    pub games: Games,
    /// Everything that was counted.
    pub tally: Tally,
    /// Files and members of archives that were opened.
    pub inputs: u64,
    /// Inputs that could not be read, wholly or in part.
    pub unread: Vec<Failure>,
    /// Inputs of folders and archives that are in no format of this program.
    pub no_records: Vec<String>,
    /// Bytes that were read.
    pub bytes: u64,
    /// Bytes of records, with the white space after them.
    pub record_bytes: u64,
    /// Bytes before and between records: white space, remarks of lists, byte-order marks.
    pub between: u64,
    /// Diagnostics that the report shows.
    pub shown: u64,
    /// Diagnostics that it does not show because there are too many.
    pub hidden: u64,
    /// Whether the audit was ended early.
    pub stopped: bool,
    /// Whether changes were searched that mend invalid records.
    pub searched: bool,
    /// What was collected about games, if the options asked for it.
    #[serde(skip)]
    pub collected: Collected,
    /// The duplicates found in it.
    #[serde(skip)]
    pub duplicates: Option<Duplicates>,
    /// How many findings of a baseline occurred again, if there is one.
    pub baseline: Option<Compared>,
    /// The findings to write into a baseline, if that was wanted.
    #[serde(skip)]
    pub kept: Kept,
    /// The formats of the records among the rejects.
    #[serde(skip)]
    pub rejected: Vec<Format>,
    /// How many records of the last input were read.
    #[serde(skip)]
    pub(super) of_last: u64,
}

impl Summary {
    /// Whether every byte and every record is accounted for.
    pub fn balances(&self) -> bool {
        let groups: u64 = self.tally.groups.iter().map(|group| group.valid + group.invalid).sum();
        self.bytes == self.record_bytes + self.between && groups == self.tally.valid + self.tally.invalid
    }

    /// Whether something could not be read: a missing file, a damaged archive, a file that goes beyond a limit.
    pub fn failed(&self) -> bool {
        !self.unread.is_empty()
    }

    /// How many records are invalid or too long to read. Those whose errors are all in the baseline do not count.
    pub fn listed(&self) -> u64 {
        let known = self.baseline.as_ref().map_or(0, |baseline| baseline.invalid);
        self.tally.invalid.saturating_sub(known) + self.tally.unreadable
    }

    /// Whether a record counts as invalid, or something could not be read.
    pub fn complains(&self) -> bool {
        self.listed() > 0 || !self.unread.is_empty()
    }

    /// The codes, the most severe and frequent first. The order of discovery would depend on the threads.
    pub(super) fn codes(&self) -> Vec<&CodeCount> {
        let mut codes: Vec<_> = self.tally.codes.iter().collect();
        codes.sort_by(|one, other| {
            let key = |code: &CodeCount| Reverse((code.severity, code.count));
            key(one).cmp(&key(other)).then_with(|| one.code.cmp(&other.code))
        });
        codes
    }

    /// The summary as people read it; every line ends with a line feed.
    pub fn text(&self) -> String {
        let tally = &self.tally;
        let mut out = String::new();
        if self.stopped {
            out.push_str("the audit ended early; this is what it had judged by then\n");
        }
        if self.hidden > 0 {
            let (are, what) = (if self.hidden == 1 { "is" } else { "are" }, noun(self.hidden, "diagnostic"));
            out.push_str(&format!("{} more {what} {are} not shown (--max-diagnostics)\n", number(self.hidden)));
        }
        for unread in &self.unread {
            out.push_str(&format!("could not be read: {}: {}\n", visible(&unread.name), visible(&unread.message)));
            if let Some(help) = &unread.help {
                out.push_str(&format!("  help: {}\n", visible(help)));
            }
        }
        for name in &self.no_records {
            out.push_str(&format!("not records: {}\n", visible(name)));
        }
        let count = |count: u64, word: &str| format!("{} {}", number(count), noun(count, word));
        out.push_str(&format!(
            "{} in {}: {} valid, {} invalid, {} unreadable; {}\n",
            count(tally.records(), "record"),
            count(self.inputs, "input"),
            number(tally.valid),
            number(tally.invalid),
            number(tally.unreadable),
            count(tally.plies, "ply"),
        ));
        out.push_str(&format!(
            "{}: {} in records, {} between records{}\n",
            count(self.bytes, "byte"),
            number(self.record_bytes),
            number(self.between),
            if self.balances() { "" } else { "; THE NUMBERS OF BYTES DO NOT ADD UP: please report this" },
        ));
        if let Some(baseline) = &self.baseline {
            out.push_str(&baseline.text(self.stopped));
        }
        for group in &tally.groups {
            out.push('\n');
            out.push_str(&group.text(self.games));
        }
        if !tally.codes.is_empty() {
            out.push_str("\ncodes\n");
            for code in self.codes() {
                let name = format!("{}[{}]", code.severity.name(), code.code);
                out.push_str(&format!("  {:>12}  {name}\n", number(code.count)));
                if let Some(first) = &code.first {
                    out.push_str(&format!(
                        "                first: {}:{}:{}: {}\n",
                        visible(&first.file),
                        first.line,
                        first.column,
                        visible(&first.message)
                    ));
                }
            }
        }
        if self.searched && tally.repairs.invalid > 0 {
            out.push('\n');
            out.push_str(&advice::text(&tally.repairs));
        }
        if let Some(duplicates) = &self.duplicates {
            out.push('\n');
            out.push_str(&duplicates.text());
        }
        out
    }

    /// The summary as a JSON object.
    pub fn json(&self) -> Value {
        let tally = &self.tally;
        let groups: Vec<Value> = tally.groups.iter().map(Group::json).collect();
        let codes: Vec<Value> = self
            .codes()
            .into_iter()
            .map(|code| {
                let first = code.first.as_ref().map(|first| {
                    json!({"file": first.file, "record": first.record, "line": first.line, "column": first.column,
                        "message": first.message})
                });
                json!({"code": code.code, "severity": code.severity, "count": code.count, "first": first})
            })
            .collect();
        let unread: Vec<Value> = self
            .unread
            .iter()
            .map(|unread| json!({"input": unread.name, "message": unread.message, "help": unread.help}))
            .collect();
        let [errors, warnings, notes] = tally.diagnostics;
        let mut summary = json!({
            "inputs": self.inputs,
            "unread": unread,
            "records": {"read": tally.records(), "valid": tally.valid, "invalid": tally.invalid,
                "unreadable": tally.unreadable},
            "bytes": {"read": self.bytes, "records": self.record_bytes, "between": self.between},
            "balances": self.balances(),
            "plies": tally.plies,
            "diagnostics": {"errors": errors, "warnings": warnings, "notes": notes, "shown": self.shown,
                "not_shown": self.hidden},
            "games": groups,
            "codes": codes,
            "duplicates": self.duplicates.as_ref().map(Duplicates::json),
            "stopped": self.stopped,
        });
        if let Some(baseline) = &self.baseline {
            summary["baseline"] = baseline.json(self.stopped);
        }
        if !self.no_records.is_empty() {
            summary["not_records"] = json!(self.no_records);
        }
        if self.searched {
            summary["repairs"] = advice::json(&tally.repairs);
        }
        summary
    }
}

impl Group {
    /// Its name.
    pub(super) fn name(&self) -> String {
        match (&self.game, &self.variant) {
            (Some(game), Some(variant)) => format!("{game} {variant}"),
            (Some(game), None) => format!("{game}, with rules that it does not have"),
            (None, _) => "no game named".to_owned(),
        }
    }

    /// The reason of an outcome in words: `line` is `a line of four or more` in Forza 4.
    fn about<'r>(&self, games: Games, reason: &'r str) -> &'r str {
        let game = self.game.as_deref().and_then(|game| games.named(game));
        let ending = game.and_then(|game| game.info().all_endings().find(|ending| ending.code == reason));
        ending.map_or(reason, |ending| ending.about)
    }

    /// The results of valid records, the most frequent first: the result, what it is in words, how often.
    pub(super) fn ends(&self, games: Games) -> Vec<(&Proven, String, u64)> {
        let mut outcomes: Vec<_> = self.outcomes.iter().map(|(proven, count)| (proven, *count)).collect();
        outcomes.sort_by(|one, other| other.1.cmp(&one.1).then(one.cmp(other)));
        let named = outcomes.into_iter().map(|(proven, count)| {
            let what = match proven {
                Proven::Unfinished => "unfinished".to_owned(),
                Proven::Draw { reason } => format!("draw ({})", self.about(games, reason)),
                Proven::Win { winner, reason } => format!("{winner} has won ({})", self.about(games, reason)),
            };
            (proven, what, count)
        });
        named.collect()
    }

    /// What valid records claim and what their boards prove, and how often.
    pub(super) fn claimed(&self) -> impl Iterator<Item = (&str, &str, u64)> {
        let claimed = self.claims.iter().filter(|(claimed, ..)| !claimed.is_empty());
        claimed
            .map(|(claimed, proven, count)| (&**claimed, if proven.is_empty() { "not ended" } else { proven }, *count))
    }

    fn text(&self, games: Games) -> String {
        let name = self.name();
        let mut out = format!("{name}: {} valid, {} invalid\n", number(self.valid), number(self.invalid));
        if self.valid == 0 {
            return out;
        }
        for (_, what, count) in self.ends(games) {
            out.push_str(&format!("  {:>12}  {:>5.1} %  {what}\n", number(count), share(count, self.valid)));
        }
        let [won, lost] = self.beginner;
        if won + lost > 0 {
            out.push_str(&format!(
                "  the first player won {:.1} % of {} {}\n",
                share(won, won + lost),
                number(won + lost),
                noun(won + lost, "decided game")
            ));
        }
        for (index, (claimed, proven, count)) in self.claimed().enumerate() {
            if index == 0 {
                out.push_str("  results claimed in the records and proven on the board:\n");
            }
            out.push_str(&format!("  {:>12}  {claimed}, on the board {proven}\n", number(count)));
        }
        out.push_str(&chart(&self.lengths));
        out
    }

    fn json(&self) -> Value {
        let outcomes: Vec<Value> = self
            .outcomes
            .iter()
            .map(|(proven, count)| {
                let (kind, winner, reason) = match proven {
                    Proven::Unfinished => ("unfinished", None, None),
                    Proven::Win { winner, reason } => ("win", Some(winner), Some(reason)),
                    Proven::Draw { reason } => ("draw", None, Some(reason)),
                };
                json!({"kind": kind, "winner": winner, "reason": reason, "count": count})
            })
            .collect();
        let claims: Vec<Value> = self
            .claims
            .iter()
            .map(|(claimed, proven, count)| {
                let some = |text: &'_ Name| (!text.is_empty()).then(|| text.clone());
                json!({"claimed": some(claimed), "proven": some(proven), "count": count})
            })
            .collect();
        let lengths: Vec<(usize, u64)> =
            self.lengths.iter().copied().enumerate().filter(|(_, count)| *count > 0).collect();
        json!({
            "game": self.game, "variant": self.variant, "valid": self.valid, "invalid": self.invalid,
            "plies": self.plies, "outcomes": outcomes, "claims": claims,
            "beginner": {"won": self.beginner[0], "lost": self.beginner[1]},
            "lengths": lengths,
        })
    }
}

/// A share in percent.
pub(super) fn share(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

/// The distribution of lengths as bars.
fn chart(lengths: &[u64]) -> String {
    const BARS: usize = 12;
    const WIDTH: f64 = 40.0;
    let (Some(first), Some(last)) =
        (lengths.iter().position(|count| *count > 0), lengths.iter().rposition(|count| *count > 0))
    else {
        return String::new();
    };
    let step = (last - first + 1).div_ceil(BARS);
    let bars: Vec<(usize, u64)> = lengths[first..=last]
        .chunks(step)
        .enumerate()
        .map(|(index, counts)| (first + index * step, counts.iter().sum()))
        .collect();
    let most = bars.iter().map(|(_, count)| *count).max().unwrap_or(1).max(1);
    let mut out = "  plies\n".to_owned();
    for (from, count) in bars {
        let to = (from + step - 1).min(last);
        let range = match (from == to, to == LONGEST) {
            (_, true) => format!("{from} and more"),
            (true, _) => from.to_string(),
            (false, _) => format!("{from}-{to}"),
        };
        let length = (WIDTH * count as f64 / most as f64).round() as usize;
        let bar = if count > 0 { "█".repeat(length.max(1)) } else { String::new() };
        let gap = if bar.is_empty() { "" } else { " " };
        out.push_str(&format!("  {range:>12}  {bar}{gap}{}\n", number(count)));
    }
    out
}
