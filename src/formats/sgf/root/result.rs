//! Who has won, and why.

use std::ops::Range;

use super::Root;
use super::game::FOUL;
use crate::formats::made::{Made, trimmed};
use crate::formats::sgf::ending::Told;
use crate::formats::sgf::name::Name;
use crate::formats::sgf::node::Board;
use crate::formats::sgf::values::line;

/// A property of moves, which stands in the first node where a program writes there why the game ended.
const REASON: Name = Name::of("TE");

impl Root {
    /// Adds tags for the winner and the reason. Returns the place where the file says that the game was lost by a stone
    /// that it leaves out.
    pub(super) fn result(&self, text: &str, board: Board, made: &mut Made) -> Option<Range<usize>> {
        let Some((values, place)) = self.get(Name::of("RE")) else {
            self.keep_text(text, made);
            return None;
        };
        let value = values.first().map(|value| line(&text[value.clone()])).unwrap_or_default();
        let value = trimmed(&value);
        let (winner, reason) = value.split_once('+').unwrap_or((value, ""));
        let reason = trimmed(reason);
        let is = |known: &[&str]| known.iter().any(|known| known.eq_ignore_ascii_case(reason));
        let winner = trimmed(winner);
        let wins = |names: [&str; 2]| names.iter().any(|name| name.eq_ignore_ascii_case(winner));
        let side = match () {
            () if wins(["b", "black"]) => Some("Black"),
            () if wins(["w", "white"]) => Some("White"),
            () => None,
        };
        // `B+Res.` and `W+Timeout` say no less.
        let begins = |word: &str| reason.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
        let termination = match () {
            () if is(&["R"]) || begins("res") => "resignation",
            () if is(&["T"]) || begins("time") => "time",
            () if is(&["F"]) || begins("forfeit") => "forfeit",
            () => "",
        };
        // Only Black's stones are forbidden.
        let is_foul = begins("foul") && side == Some("White");
        // A number is a score, which Gomoku does not have.
        let says_why = reason.contains(char::is_alphabetic) && !is(&["Draw"]);
        if says_why && termination.is_empty() && !is_foul {
            made.dropped("reasons of a result that are not known", place.clone());
        }
        let result = match (value, side) {
            ("黑胜" | "黑勝", _) => "Black",
            ("白胜" | "白勝" | FOUL, _) => "White",
            ("和棋" | "和" | "平局" | "0" | "1/2" | "1/2-1/2", _) => "draw",
            (_, None) if value.eq_ignore_ascii_case("draw") => "draw",
            (_, Some(_)) if is(&["Draw"]) => "draw",
            (_, Some(side)) => side,
            _ => {
                let says_nothing = ["", "?", "*", "其他"].contains(&value) || value.eq_ignore_ascii_case("void");
                if !says_nothing {
                    made.dropped("results that are not known", place.clone());
                }
                "*"
            }
        };
        made.tag("Result", result, place.clone());
        let (told, place) = match value {
            _ if value == FOUL || is_foul => {
                self.keep_text(text, made);
                (Told::Foul, place)
            }
            _ if !termination.is_empty() => {
                self.keep_text(text, made);
                made.tag("Termination", termination, place);
                return None;
            }
            _ => self.told_of_end(text, made)?,
        };
        // A record of this program says it itself.
        if made.has("Termination") {
            return None;
        }
        if told.is_last(text.as_bytes(), board) {
            made.tag("Termination", told.word(), place);
            return None;
        }
        made.tag("Termination", "forfeit", place.clone());
        made.guessed_forfeit(place.clone());
        Some(place)
    }

    /// Adds a tag for what the text property says about the end of the game: c-gomoku-cli writes the reason there.
    /// Returns what it says about a stone that lost. Keeps the text if the tag does not say all of it.
    fn told_of_end(&self, text: &str, made: &mut Made) -> Option<(Told, Range<usize>)> {
        const KNOWN: [(&str, &str); 6] = [
            ("time", "time"),
            ("forfeit", "forfeit"),
            ("resign", "resignation"),
            ("adjudic", "adjudication"),
            ("agree", "agreement"),
            ("crash", "forfeit"),
        ];
        let (value, place) = self.line(text, REASON)?;
        let words = value.to_ascii_lowercase();
        let known = KNOWN.iter().find(|(word, _)| words.contains(word));
        if known.is_none_or(|(word, _)| *word == "crash") {
            self.keep_text(text, made);
        }
        if let Some((_, reason)) = known {
            made.tag("Termination", reason, place);
            return None;
        }
        match () {
            () if words.contains("illegal") => Some((Told::Illegal, place)),
            () if words.contains("forbidden") => Some((Told::Foul, place)),
            () => None,
        }
    }

    /// Keeps the text property of the first node as it is.
    fn keep_text(&self, text: &str, made: &mut Made) {
        if made.wants_all()
            && let Some((value, place)) = self.line(text, REASON)
        {
            made.tag("SGF-TE", &value, place);
        }
    }
}
