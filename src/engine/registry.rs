//! The registry of games, and [`AnyGame`], the object-safe trait that every [`Entry`] implements.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use super::lexemes::{self, Fit, fit_line, fit_word};
use super::{Job, Replay, Track, Visitor};
use crate::board::Square;
use crate::codes::{SHARED, SHARED_RULES};
use crate::diagnostic::{Code, Rule, Sink};
use crate::game::{self, Ending, Entry, FullGame, GameInfo, ILLEGAL, Request, RuleSet, State, TagFaults, Task};
use crate::games::{forza4, gomoku, halma, lefile, plus4};
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
    /// The position of a position string; `None` if these rules allow no such position.
    fn set_up(&self, rules: &RuleSet, position: &str) -> Option<Arc<dyn Start>>;
    /// See [`Entry::opening`].
    fn opening(&self, rules: &RuleSet, plies: &[Square]) -> Option<&'static str>;
}

/// The game's own parameters. The same game has made `rules`.
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

/// Puts a position into a pointer that hides its type.
struct Share;

impl Task for Share {
    type Out = Arc<dyn Start>;

    fn run<G: FullGame>(self, start: G) -> Arc<dyn Start> {
        Arc::new(start)
    }
}

/// A position before the first ply, of any type. A replay takes one dynamic call for each record and none for each ply.
pub trait Start: State {
    /// Replays a record from here. The visitor sees every ply.
    fn play(&self, job: &Job<'_>, sink: &mut dyn Sink, visitor: Option<&mut dyn Visitor>) -> Replay;

    /// How many plies of `word`, a word of movetext, are well formed in `system`, on the board or not; and how many
    /// plies it has.
    fn fit_word(&self, system: System, word: &str) -> Fit {
        self.fit_words(system, &[word], 0)
    }

    /// How many plies of several words of movetext are well formed in `system`, on the board or not; and how many plies
    /// the words have. Both are sums over all words, or over the first of them if fewer than `least` can be well formed.
    fn fit_words(&self, system: System, words: &[&str], least: usize) -> Fit;

    /// Whether every ply of `word` is well formed in one of `systems`.
    fn fits_any(&self, systems: &[System], word: &str) -> bool;

    /// How many bytes of the game on a line of a list belong to well-formed plies, and how many bytes the game has.
    fn fit_line(&self, system: System, line: &str) -> Fit;

    /// Whether a word of movetext means one thing in the first system and another in the second. It is well formed in
    /// both.
    fn is_ambiguous_word(&self, systems: [System; 2], word: &str) -> bool;

    /// Whether a line of a list means one thing in the first system and another in the second.
    fn is_ambiguous_line(&self, systems: [System; 2], line: &str) -> bool;

    /// The number of sequences of exactly `depth` legal plies from here.
    fn perft(&self, depth: u32) -> u64;

    /// A line of plies from this position that is replayed again and again with small changes. `takes_breaks`: a break
    /// between manches is taken where one is due, even if none is written.
    fn track(&self, system: System, takes_breaks: bool) -> Box<dyn Track>;
}

impl<G: FullGame> Start for G {
    fn play(&self, job: &Job<'_>, sink: &mut dyn Sink, visitor: Option<&mut dyn Visitor>) -> Replay {
        super::play(self, job, sink, visitor)
    }

    fn fit_words(&self, system: System, words: &[&str], least: usize) -> Fit {
        let mut fit = Fit::default();
        for (before, word) in words.iter().enumerate() {
            // Where plies do not run together each word is one.
            if !system.runs_together() && fit.good + words.len() - before < least {
                break;
            }
            fit += fit_word(self, system, word);
        }
        fit
    }

    fn fits_any(&self, systems: &[System], word: &str) -> bool {
        systems.iter().any(|&system| lexemes::fits_word(self, system, word))
    }

    fn fit_line(&self, system: System, line: &str) -> Fit {
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

    fn track(&self, system: System, takes_breaks: bool) -> Box<dyn Track> {
        super::track::track(self.clone(), system, takes_breaks)
    }
}

/// All games of this library.
pub static GAMES: &[&dyn AnyGame] = &[&forza4::Entry, &plus4::Entry, &gomoku::Entry, &lefile::Entry, &halma::Entry];

/// A list of games.
#[derive(Clone, Copy)]
pub struct Games(pub &'static [&'static dyn AnyGame]);

impl Games {
    /// The game of that id or other name. The name of a well-known variant names its game too: `renju` is Gomoku.
    pub fn named(self, name: &str) -> Option<&'static dyn AnyGame> {
        let is_called = |game: &&dyn AnyGame| game.info().is_called(name) || game.info().variant_called(name).is_some();
        self.0.iter().copied().find(is_called)
    }

    /// All codes, first those that every game shares.
    pub fn codes(self) -> Vec<&'static Code> {
        let mut codes = SHARED.to_vec();
        for code in self.0.iter().flat_map(|game| game.info().codes) {
            if !codes.contains(code) {
                codes.push(code);
            }
        }
        codes
    }

    /// What `code` means: in general, and in each game that describes it in its own words.
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

    /// Every name of every game and of the variants that have names of their own, ids first.
    pub(crate) fn names(self) -> impl Iterator<Item = &'static str> {
        let infos = self.0.iter().map(|game| game.info());
        let variants = |info: &'static GameInfo| info.variant_names.iter().map(|(name, _)| *name);
        self.ids().chain(infos.flat_map(move |info| info.aliases.iter().copied().chain(variants(info))))
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

/// Every name of the games of [`GAMES`]; see [`Games::names`].
#[cfg(feature = "cli")]
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    Games(GAMES).names()
}

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

/// All rules of all games, first those that every game shares.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    SHARED_RULES.iter().chain(GAMES.iter().flat_map(|game| game.info().rules))
}

/// A small record that shows a rule. If it is the example of a code that rests on the rule, it comes with the name of
/// that code; otherwise it is one of its game's own.
pub fn example(rule: &str) -> Option<(Option<&'static str>, &'static str)> {
    let names: BTreeSet<&str> = codes().iter().map(|code| code.name).collect();
    let mut codes = names.into_iter().flat_map(meanings).map(|(_, code)| code);
    let broken = codes.find(|code| code.rule == Some(rule) && !code.example.is_empty());
    let own = || GAMES.iter().flat_map(|game| game.info().examples).find(|(id, _)| *id == rule);
    broken.map(|code| (Some(code.name), code.example)).or_else(|| own().map(|(_, example)| (None, *example)))
}

/// All ways in which games end, first `illegal`, which every game shares.
pub fn endings() -> impl Iterator<Item = &'static Ending> {
    std::iter::once(&ILLEGAL).chain(GAMES.iter().flat_map(|game| game.info().endings.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Defaults;

    /// `explain` shows a record for each rule. Those that games give are sound, but for three that show what a rule forbids.
    #[test]
    fn every_rule_is_shown_by_a_record() {
        for rule in rules() {
            assert!(example(rule.id).is_some(), "{}", rule.id);
        }
        for (id, text) in GAMES.iter().flat_map(|game| game.info().examples) {
            assert!(rules().any(|rule| rule.id == *id), "{id}");
            let reports = crate::validate(text.as_bytes(), id, Defaults::default()).expect("a slice can be read");
            let said: Vec<_> = reports.iter().flat_map(|report| &report.diagnostics).map(|said| said.code).collect();
            match *id {
                "LF-9" | "LF-14" => assert_eq!(said, ["card-exhausted"], "{id}"),
                "P4-1" => assert_eq!(said, ["no-supply"], "{id}"),
                _ => assert!(said.is_empty(), "{id}: {said:?}"),
            }
        }
    }

    #[test]
    fn every_ending_rests_on_a_rule() {
        for ending in endings() {
            assert!(rules().any(|rule| rule.id == ending.rule), "{ending:?}");
        }
    }

    /// Who writes a record asks whether its game is named, and only if not, whether a variant is.
    #[test]
    fn no_name_is_that_of_a_game_and_of_a_variant() {
        let mut count = 0;
        for (name, _) in GAMES.iter().flat_map(|game| game.info().variant_names) {
            assert!(!GAMES.iter().any(|game| game.info().is_called(name)), "{name}");
            count += 1;
        }
        assert!(count > 0);
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
