//! The registry of games, and the object-safe face that every [`Entry`] has by itself.

use std::fmt;
use std::sync::Arc;

use super::lexemes::{self, fit_line, fit_word};
use super::{Job, Replay, Visitor};
use crate::board::Square;
use crate::codes::{SHARED, SHARED_RULES};
use crate::diagnostic::{Code, Rule, Sink};
use crate::game::{self, Ending, Entry, FullGame, GameInfo, ILLEGAL, Request, RuleSet, State, TagFaults, Task};
use crate::games::every_game;
use crate::names::same;
use crate::system::System;

/// A game of any type.
pub trait AnyGame: fmt::Debug + Sync {
    /// The game's table.
    fn info(&self) -> &'static GameInfo;
    /// See [`Entry::settle`].
    fn settle(&self, request: &Request<'_>, tag_faults: &mut TagFaults) -> Option<RuleSet>;
    /// The position before the first ply, by rules that this game has settled.
    fn start(&self, rules: &RuleSet) -> Arc<dyn Start>;
    /// The position of a position string; `None` if it is none by these rules.
    fn set_up(&self, rules: &RuleSet, position: &str) -> Option<Arc<dyn Start>>;
    /// See [`Entry::opening`].
    fn opening(&self, rules: &RuleSet, plies: &[Square]) -> Option<&'static str>;
}

/// The game's own parameters in rules that the same game has settled.
fn params<E: Entry>(rules: &RuleSet) -> &E::Params {
    #[expect(clippy::expect_used, reason = "rules are made by the very game that reads them here")]
    rules.params.downcast_ref().expect("rules belong to their game")
}

impl<E: Entry> AnyGame for E {
    fn info(&self) -> &'static GameInfo {
        Entry::info(self)
    }

    fn settle(&self, request: &Request<'_>, tag_faults: &mut TagFaults) -> Option<RuleSet> {
        Entry::settle(self, request, tag_faults)
    }

    fn start(&self, rules: &RuleSet) -> Arc<dyn Start> {
        self.with(params::<E>(rules), Share)
    }

    fn set_up(&self, rules: &RuleSet, position: &str) -> Option<Arc<dyn Start>> {
        Some(self.with(&Entry::set_up(self, params::<E>(rules), position)?, Share))
    }

    fn opening(&self, rules: &RuleSet, plies: &[Square]) -> Option<&'static str> {
        Entry::opening(self, params::<E>(rules), plies)
    }
}

/// Puts a position behind a pointer: from there on its type is forgotten.
struct Share;

impl Task for Share {
    type Out = Arc<dyn Start>;

    fn run<G: FullGame>(self, start: G) -> Arc<dyn Start> {
        Arc::new(start)
    }
}

/// A position before the first ply, of any type: one dynamic call a record, none a ply.
pub trait Start: State {
    /// Replays a record from here. The visitor, if there is one, sees every ply.
    fn play(&self, job: &Job<'_>, sink: &mut dyn Sink, visitor: Option<&mut dyn Visitor>) -> Replay;

    /// How many plies of `word`, a word of movetext, are well formed in `system`, on the board or not; and how many there
    /// are.
    fn fit_word(&self, system: System, word: &str) -> (usize, usize);

    /// Whether every ply of `word` is well formed in any of `systems`.
    fn fits_any(&self, systems: &[System], word: &str) -> bool;

    /// How many bytes of the game on a list's line stand in plies that are well formed, and how many the game has.
    fn fit_line(&self, system: System, line: &str) -> (usize, usize);

    /// Whether a word of movetext that is well formed in both systems means something else in each.
    fn is_ambiguous_word(&self, systems: [System; 2], word: &str) -> bool;

    /// The same for a line of a list.
    fn is_ambiguous_line(&self, systems: [System; 2], line: &str) -> bool;

    /// The number of sequences of exactly `depth` legal plies from here.
    fn perft(&self, depth: u32) -> u64;
}

impl<G: FullGame> Start for G {
    fn play(&self, job: &Job<'_>, sink: &mut dyn Sink, visitor: Option<&mut dyn Visitor>) -> Replay {
        super::play(self.clone(), job, sink, visitor)
    }

    fn fit_word(&self, system: System, word: &str) -> (usize, usize) {
        fit_word(self, system, word)
    }

    fn fits_any(&self, systems: &[System], word: &str) -> bool {
        systems.iter().any(|&system| lexemes::fits_word(self, system, word))
    }

    fn fit_line(&self, system: System, line: &str) -> (usize, usize) {
        fit_line(self, system, line)
    }

    fn is_ambiguous_word(&self, systems: [System; 2], word: &str) -> bool {
        lexemes::is_ambiguous_word(self, systems, word)
    }

    fn is_ambiguous_line(&self, systems: [System; 2], line: &str) -> bool {
        lexemes::is_ambiguous_line(self, systems, line)
    }

    fn perft(&self, depth: u32) -> u64 {
        game::perft(self, depth)
    }
}

macro_rules! register {
    ($($game:ident,)*) => {
        /// Every game this program knows.
        pub static GAMES: &[&dyn AnyGame] = &[$(&crate::games::$game::Entry),*];
    };
}
every_game!(register);

/// A list of games.
#[derive(Clone, Copy)]
pub struct Games(pub &'static [&'static dyn AnyGame]);

impl Games {
    /// The game of that id or other name; the name of a variant that is better known than its game tells the game too.
    pub fn named(self, name: &str) -> Option<&'static dyn AnyGame> {
        let is_called = |game: &&dyn AnyGame| game.info().is_called(name) || game.info().variant_called(name).is_some();
        self.0.iter().copied().find(is_called)
    }

    /// Every code, the shared ones first, each once.
    pub fn codes(self) -> Vec<&'static Code> {
        let mut codes = SHARED.to_vec();
        for code in self.0.iter().flat_map(|game| game.info().codes) {
            if !codes.contains(code) {
                codes.push(code);
            }
        }
        codes
    }

    /// What `code` means: for every game if nothing else is said, and in each game that says it in its own words.
    pub fn meanings(self, code: &str) -> Vec<(Option<&'static str>, &'static Code)> {
        let shared = SHARED.iter().map(|code| (None, *code));
        let own = self.0.iter().flat_map(|game| game.info().codes.iter().map(|code| (Some(game.info().name), *code)));
        let mut meanings: Vec<(Option<&'static str>, &'static Code)> = Vec::new();
        for (game, code) in shared.chain(own).filter(|(_, meant)| same(meant.name, code)) {
            if !meanings.iter().any(|(_, known)| known.explain == code.explain) {
                meanings.push((game, code));
            }
        }
        meanings
    }

    /// The ids of the games, in their order.
    pub(super) fn ids(self) -> impl Iterator<Item = &'static str> {
        self.0.iter().map(|game| game.info().id)
    }
}

impl Default for Games {
    fn default() -> Games {
        Games(GAMES)
    }
}

impl fmt::Debug for Games {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(self.ids()).finish()
    }
}

/// Two lists are equal if they hold games of the same ids in the same order.
impl PartialEq for Games {
    fn eq(&self, other: &Games) -> bool {
        self.ids().eq(other.ids())
    }
}

impl Eq for Games {}

/// The game of [`GAMES`] of that id or other name; see [`Games::named`].
pub fn named(name: &str) -> Option<&'static dyn AnyGame> {
    Games(GAMES).named(name)
}

/// The codes of this library; see [`Games::codes`].
pub fn codes() -> Vec<&'static Code> {
    Games(GAMES).codes()
}

/// What a code of this library means; see [`Games::meanings`].
pub fn meanings(code: &str) -> Vec<(Option<&'static str>, &'static Code)> {
    Games(GAMES).meanings(code)
}

/// Every rule of every game, those that hold in every game first.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    SHARED_RULES.iter().chain(GAMES.iter().flat_map(|game| game.info().rules))
}

/// Every way in which games end; `illegal`, which all games share, comes first.
pub fn endings() -> impl Iterator<Item = &'static Ending> {
    std::iter::once(&ILLEGAL).chain(GAMES.iter().flat_map(|game| game.info().endings.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ending_rests_on_a_rule() {
        for ending in endings() {
            assert!(rules().any(|rule| rule.id == ending.rule), "{ending:?}");
        }
    }

    #[test]
    fn a_game_has_each_ending_once() {
        for game in GAMES {
            let mut codes: Vec<_> = game.info().endings.iter().map(|ending| ending.code).collect();
            let count = codes.len();
            codes.sort_unstable();
            codes.dedup();
            assert!(count > 0 && codes.len() == count, "{}", game.info().id);
        }
    }
}
