//! The tags of a game of PlayOK: its game, and the tags of seats as tags of sides.

use std::ops::Range;

use super::moves::is_point;
use super::{PlayOk, begins_moves, is_own_site};
use crate::codes::{BAD_SYNTAX, DUPLICATE_TAG, RESULT_MISMATCH, UNKNOWN_GAME};
use crate::diagnostic::{Severity, Text, quoted};
use crate::formats::by_line::lines;
use crate::formats::made::Made;
use crate::formats::strange;
use crate::names::{NamesBefore, same};

/// The games of PlayOK that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Gomoku,
    Renju,
}

impl PlayOk {
    /// Reads the lines `[Name "value"]`: name, value and the whole; returns where the moves begin.
    pub(super) fn read_tags(&mut self, text: &str) -> usize {
        let mut after_blank = false;
        self.no_tags.clear();
        for (line, place) in lines(text) {
            let tag = line.trim();
            let is_tag = tag.starts_with('[');
            if !is_tag && begins_moves(tag.as_bytes(), after_blank) {
                return place.start;
            }
            after_blank = tag.is_empty();
            if after_blank {
                continue;
            }
            let start = place.start + (line.len() - line.trim_start().len());
            let whole = start..start + tag.len();
            match parts(tag).filter(|_| is_tag) {
                Some((space, open, close)) => {
                    self.tags.push((start + 1..start + space, start + open + 1..start + close, whole));
                }
                None => self.no_tags.push(whole),
            }
        }
        text.len()
    }

    fn get<'t>(&self, text: &'t str, name: &str) -> Option<(&'t str, Range<usize>)> {
        let (_, value, whole) = self.tags.iter().find(|(known, ..)| &text[known.clone()] == name)?;
        Some((&text[value.clone()], whole.clone()))
    }

    /// The game; its tags are added. `None` if the game is not known.
    pub(super) fn kind(&self, text: &str, made: &mut Made) -> Option<Kind> {
        let found = self.get(text, "GameType");
        let (value, place) = found.clone().unwrap_or(("", 0..0));
        let (kind, size) = value.split_once(',').unwrap_or((value, ""));
        let names_renju = |name: &Option<String>| name.as_deref().is_some_and(|name| same(name, "renju"));
        let kind = match (kind.trim(), self.game.as_deref()) {
            ("61", _) => Kind::Renju,
            ("60", _) => Kind::Gomoku,
            _ if names_renju(&self.variant) || names_renju(&self.game) => Kind::Renju,
            // Nobody plays where a stone stands.
            ("", _) if self.variant.is_none() && self.offer_not_chosen(text).is_some() => {
                let text = || {
                    Text::new("the seventh stone is one of two that were offered as the fifth: read as Renju")
                        .help("name the variant with --variant")
                };
                made.guessed("variant", "renju", text, 0..0);
                Kind::Renju
            }
            (_, Some(_)) => Kind::Gomoku,
            ("", None) if strange::is_chess_or_draughts(text) => {
                let text = Text::new(
                    "this is a game of PlayOK in moves of chess or draughts, which this program does not know",
                );
                made.refuse(&UNKNOWN_GAME, text, 0..1);
                return None;
            }
            ("", None) if self.is_of_other_game(text) => {
                let text = Text::new(
                    "this is a game of PlayOK that the file does not name, and its moves or its result are not of Gomoku",
                )
                .help("if it is a game of Gomoku, say so with --game gomoku");
                made.refuse(&UNKNOWN_GAME, text, 0..1);
                return None;
            }
            ("", None) if let Some((site, place)) = self.other_site(text) => {
                let text = Text::new(format!(
                    "this game is of another site, {}, and nothing says which game it is",
                    quoted(site)
                ))
                .help("if it is a game of Gomoku, say so with --game gomoku");
                made.refuse(&UNKNOWN_GAME, text, place);
                return None;
            }
            ("", None) => {
                let text = || {
                    Text::new("the file does not say which game it is: read as Gomoku")
                        .help("name the game with --game, and the variant with --variant")
                };
                made.guessed("game", "gomoku", text, 0..0);
                Kind::Gomoku
            }
            (other, None) => {
                let text = Text::new(format!(
                    "this is a game of PlayOK of the kind {}, which this program does not know",
                    quoted(other)
                ))
                .help("Gomoku is of the kind 60, Renju of the kind 61");
                made.refuse(&UNKNOWN_GAME, text, place);
                return None;
            }
        };
        made.tag("Game", "gomoku", place.clone());
        if kind == Kind::Renju {
            made.tag("Variant", "renju", place.clone());
        }
        match size.trim().parse::<u8>() {
            Ok(size) => made.tag("Board", &format!("{size}x{size}"), place),
            Err(_) => {
                made.tag("Board", "15x15", place.clone());
                if found.is_some() {
                    made.guessed_board("15x15", place);
                }
            }
        }
        Some(kind)
    }

    /// The site that the game names, if that is not PlayOK.
    fn other_site<'t>(&self, text: &'t str) -> Option<(&'t str, Range<usize>)> {
        let is_named = |site: &str| !matches!(site.trim(), "" | "?" | "-");
        self.get(text, "Site").filter(|(site, _)| is_named(site) && !is_own_site(site.as_bytes()))
    }

    /// Whether the result counts pieces, `38-26`, or no move is a square: Reversi and mills stand in the same frame.
    fn is_of_other_game(&self, text: &str) -> bool {
        let counts_pieces = |(value, _): (&str, _)| {
            let [one, other] = value.trim().split('-').collect::<Vec<_>>()[..] else { return false };
            let count = |number: &str| number.parse::<u32>().ok();
            count(one).zip(count(other)).is_some_and(|(one, other)| one + other > 1)
        };
        let has_point = || self.stones.iter().any(|stone| is_point(&text[stone.at.clone()]));
        self.get(text, "Result").is_some_and(counts_pieces) || !self.stones.is_empty() && !has_point()
    }

    /// Adds the tags; those of seats become tags of sides.
    pub(super) fn tell_tags(&self, text: &str, is_swapped: bool, result: Option<Range<usize>>, made: &mut Made) {
        for line in &self.no_tags {
            let text = Text::new("this line stands among tags and is none").help("a tag is written `[Black \"ada\"]`");
            made.fault(&BAD_SYNTAX, text, line.clone());
        }
        let mut before = NamesBefore::new(self.tags.len());
        for (index, (name, value, whole)) in self.tags.iter().enumerate() {
            let (name, value) = (&text[name.clone()], &text[value.clone()]);
            if before.have(name, self.tags[..index].iter().map(|(known, ..)| &text[known.clone()])) {
                let text =
                    Text::new(format!("the tag {name} is given twice")).help("the first one counts; delete the second");
                made.note(&DUPLICATE_TAG, Severity::Error, text, whole.clone());
                continue;
            }
            if matches!(value.trim(), "" | "?" | "-") {
                continue;
            }
            match name {
                // Then the moves give the result.
                "Result" if value.trim() == "*" && result.is_some() => {}
                "Result" => made.tag_of_file(name, side_of_result(value, is_swapped), whole.clone()),
                _ => match (name.strip_prefix("Black"), name.strip_prefix("White")) {
                    (Some(rest), _) if is_swapped => made.tag_of_file(&format!("White{rest}"), value, whole.clone()),
                    (_, Some(rest)) if is_swapped => made.tag_of_file(&format!("Black{rest}"), value, whole.clone()),
                    _ => made.tag_of_file(name, value, whole.clone()),
                },
            }
        }
        let Some(place) = result else { return };
        let result = side_of_result(&text[place.clone()], is_swapped);
        if let Some(claim) = made.get("Result").filter(|claim| result != "*" && *claim != result) {
            let text = Text::new(format!("the moves end with {result}, but the tag Result claims {claim}"));
            made.note(&RESULT_MISMATCH, Severity::Error, text, place.clone());
        }
        made.tag("Result", result, place);
    }
}

/// Where the name of a tag `[Name "value"]` ends, and where its value begins and ends: at quotation marks.
fn parts(tag: &str) -> Option<(usize, usize, usize)> {
    let space = tag.find(' ')?;
    let open = tag.find('"').filter(|open| *open > space)?;
    let close = tag.rfind('"').filter(|close| *close > open)?;
    (tag[close + 1..].trim() == "]").then_some((space, open, close))
}

/// The side that has won: a result names the seats, the first one first.
fn side_of_result(result: &str, is_swapped: bool) -> &str {
    match (result.trim(), is_swapped) {
        ("1-0", false) | ("0-1", true) => "Black",
        ("0-1", false) | ("1-0", true) => "White",
        ("1/2-1/2", _) => "draw",
        (other, _) => other,
    }
}
