//! What there is to tell of a game and of its sides: the tables that every game has.

use crate::diagnostic::{Law, Rule};
use crate::system::System;

/// One side of a game: an index into the game's sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Side(pub u8);

impl Side {
    /// The index as slices take it.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The next of `count` sides in playing order.
    pub fn next(self, count: usize) -> Side {
        if self.index() + 1 == count { Side(0) } else { Side(self.0 + 1) }
    }
}

/// What a side is called.
#[derive(Debug, PartialEq, Eq)]
pub struct SideInfo {
    /// Its name, as in tags: `White`.
    pub name: &'static str,
    /// The letter of its pieces in position strings.
    pub letter: char,
}

/// Points in words, side by side: `White 3, Black 2`.
pub(crate) fn points_in_words(points: impl IntoIterator<Item = (&'static str, u32)>) -> String {
    points.into_iter().map(|(side, points)| format!("{side} {points}")).collect::<Vec<_>>().join(", ")
}

/// The same of the points of sides, in their order.
pub(crate) fn points_of(sides: &[SideInfo], points: &[u32]) -> String {
    points_in_words(sides.iter().map(|side| side.name).zip(points.iter().copied()))
}

/// A variant or an option.
#[derive(Debug)]
pub struct Choice {
    /// Its name in tags and arguments.
    pub name: &'static str,
    /// The rule that describes it.
    pub law: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
}

/// All there is to tell of a game: one static table a game.
#[derive(Debug)]
pub struct GameInfo {
    /// Its id: `forza4`.
    pub id: &'static str,
    /// Other names that tags and arguments may use.
    pub aliases: &'static [&'static str],
    /// Its name for people.
    pub name: &'static str,
    /// One sentence about it.
    pub about: &'static str,
    /// The sides in playing order.
    pub sides: &'static [SideInfo],
    /// Whether any side may begin (C-4); otherwise the first does.
    pub any_side_begins: bool,
    /// The boards it is played on, for people.
    pub boards: &'static str,
    /// The variants; the first is the one without a name in the tags.
    pub variants: &'static [Choice],
    /// The options.
    pub options: &'static [Choice],
    /// The notation systems, the default first.
    pub systems: &'static [System],
    /// The game's rules.
    pub laws: &'static [Law],
    /// The codes of its own and those of the shared ones whose meaning it refines.
    pub rules: &'static [&'static Rule],
    /// Whether reports for people show who has scored what at which ply.
    pub score_sheet: bool,
    /// The warnings that are errors where only canonical text is accepted (`--strict`).
    pub strict_errors: &'static [&'static Rule],
    /// The codes that may stand besides `pass-not-allowed` and `after-end` (C-6).
    pub may_stand: &'static [&'static Rule],
    /// Whether a word of movetext belongs to the same ply as the words before it: `k11` behind `swap`.
    pub goes_on: fn(System, ply: &str, word: &str) -> bool,
}
