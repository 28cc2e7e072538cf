//! The tables that describe a game and its sides.

use super::ending::{Ending, ILLEGAL};
use crate::board::SideInfo;
use crate::diagnostic::{Code, Rule};
use crate::names::same;
use crate::system::{Kind, SYSTEMS, System};

/// Points in words, side by side: `White 3, Black 2`.
pub(crate) fn points_in_words(points: impl IntoIterator<Item = (&'static str, u32)>) -> String {
    points.into_iter().map(|(side, points)| format!("{side} {points}")).collect::<Vec<_>>().join(", ")
}

/// The points of the sides in words, in the order of the sides.
pub(crate) fn points_of(sides: &[SideInfo], points: &[u32]) -> String {
    points_in_words(sides.iter().map(|side| side.name).zip(points.iter().copied()))
}

/// A variant or an option.
#[derive(Debug)]
#[non_exhaustive]
pub struct Choice {
    /// Its name in tags and arguments.
    pub name: &'static str,
    /// The rule that describes it.
    pub rule: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
}

impl Choice {
    /// A variant or an option: its name, the rule that describes it, and what it is.
    pub const fn new(name: &'static str, rule: &'static str, about: &'static str) -> Choice {
        Choice { name, rule, about }
    }
}

/// A tag that only some games have, or that games use in different ways.
#[derive(Debug)]
#[non_exhaustive]
pub struct TagInfo {
    /// Its name.
    pub name: &'static str,
    /// The variants and options that it belongs to; if there are none, it belongs to the game.
    pub of: &'static [&'static str],
    /// Whether these cannot be played without it.
    pub needed: bool,
    /// A value that it may have.
    pub example: &'static str,
    /// A sentence that says what it means and what it may hold.
    pub about: &'static str,
}

/// The table of a game, one static each.
///
/// A game outside this library takes what it has no word for from [`GameInfo::PLAIN`].
#[derive(Debug)]
pub struct GameInfo {
    /// Its id: `forza4`.
    pub id: &'static str,
    /// Other names that tags and arguments may use, also in other languages.
    pub aliases: &'static [&'static str],
    /// Variants that people call by names of their own: a record of `renju` is one of Gomoku.
    pub variant_names: &'static [(&'static str, &'static str)],
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
    /// The usual boards, in the order in which a search tries them.
    pub usual_boards: &'static [&'static str],
    /// The variants; the first is the one without a name in the tags.
    pub variants: &'static [Choice],
    /// The options.
    pub options: &'static [Choice],
    /// The tags with a meaning that are not those of every game, in the order in which they are written.
    pub tags: &'static [TagInfo],
    /// The default notation system, which can express every ply.
    pub default_system: System,
    /// The kinds of things that tokens may name: the game is written in every system with such tokens.
    pub kinds: &'static [Kind],
    /// The game's rules.
    pub rules: &'static [Rule],
    /// Its own codes, and the shared codes whose meaning it refines.
    pub codes: &'static [&'static Code],
    /// Whether reports for people show who has scored what at which ply.
    pub score_sheet: bool,
    /// The ways in which it ends, besides [`ILLEGAL`](super::ILLEGAL), which every game has.
    pub endings: &'static [&'static Ending],
    /// The warnings that are errors if only canonical text is accepted (`--strict`).
    pub strict_errors: &'static [&'static Code],
    /// The codes of plies that may stand, in addition to `pass-not-allowed` and `after-end` (C-6).
    pub may_stand: &'static [&'static Code],
    /// Whether a word of movetext belongs to the same ply as the words before it: `k11` after `swap`.
    pub continues_ply: fn(System, ply: &str, word: &str) -> bool,
    /// Whether only a comma, not a blank, ends a ply in a turn, because plies hold blanks themselves: `24 Pb4`.
    pub commas_part_plies: bool,
    /// How cards may be named before a ply, in a game that has cards.
    pub cards: Option<&'static Cards>,
    /// Small records for rules without a code: the id of each rule and the record.
    pub examples: &'static [(&'static str, &'static str)],
}

/// The ways in which cards may be named before a ply.
#[derive(Debug)]
pub struct Cards {
    /// Whether a token begins with cards that have suits.
    pub has_suits: fn(token: &str) -> bool,
    /// A ply that names no card, after all cards that may stand before it.
    pub with_cards: fn(ply: &str) -> Vec<String>,
    /// A ply whose cards have no suits, with all that they may have.
    pub with_suits: fn(ply: &str) -> Vec<String>,
}

impl GameInfo {
    /// A game without names, sides, options and rules of its own, written in squares.
    pub const PLAIN: GameInfo = GameInfo {
        id: "",
        aliases: &[],
        variant_names: &[],
        name: "",
        about: "",
        sides: &[],
        any_side_begins: false,
        boards: "",
        usual_boards: &[],
        variants: &[Choice::new("standard", "", "the usual rules")],
        options: &[],
        tags: &[],
        default_system: System::SQUARES,
        kinds: &[Kind::Square],
        rules: &[],
        codes: &[],
        score_sheet: false,
        endings: &[],
        strict_errors: &[],
        may_stand: &[],
        continues_ply: |_, _, _| false,
        commas_part_plies: false,
        cards: None,
        examples: &[],
    };

    /// All ways in which it ends, first [`ILLEGAL`].
    pub fn all_endings(&self) -> impl Iterator<Item = &'static Ending> {
        std::iter::once(&ILLEGAL).chain(self.endings.iter().copied())
    }

    /// Whether tokens of `system` can name this game's plies. Also true for a system that [`GameInfo::systems`] does not list.
    pub fn takes(&self, system: System) -> bool {
        self.kinds.contains(&system.kind())
    }

    /// In which notation systems it is written, for people.
    pub(crate) fn systems_in_words(&self) -> String {
        let names: Vec<_> = self.systems().map(System::name).collect();
        match names[..] {
            [only] => format!("its only notation system is {only}"),
            _ => format!("its notation systems are {}", names.join(", ")),
        }
    }

    /// The notation systems in which the game can be written, the default first.
    pub fn systems(&self) -> impl Iterator<Item = System> {
        let others = SYSTEMS.iter().copied().filter(|&system| system != self.default_system && self.takes(system));
        std::iter::once(self.default_system).chain(others)
    }

    /// Whether `name` is a name of the game.
    pub fn is_called(&self, name: &str) -> bool {
        same(self.id, name) || self.aliases.iter().any(|alias| same(alias, name))
    }

    /// The variant that is called `name` as if it were a game.
    pub fn variant_called(&self, name: &str) -> Option<&'static str> {
        self.variant_names.iter().find(|(known, _)| same(known, name)).map(|(_, variant)| *variant)
    }
}
