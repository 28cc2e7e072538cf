//! The registry of games. To add a game: a folder here, its `mod` line and its line in [`GAMES`].

pub(crate) mod face;
mod forza4;
mod gomoku;
mod halma;
mod lefile;
mod plus4;
#[cfg(test)]
mod symmetries;

use crate::diagnostic::{Law, Rule};
use crate::game::{AnyGame, Ending, ILLEGAL};
use crate::names::same;

/// Every game this program knows.
pub static GAMES: &[&dyn AnyGame] = &[&forza4::Entry, &plus4::Entry, &gomoku::Entry, &lefile::Entry, &halma::Entry];

/// The game of that id or other name; the name of a variant that is better known than its game tells the game too.
pub fn named(name: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().copied().find(|game| game.info().is_called(name) || game.info().variant_called(name).is_some())
}

/// Every code, the shared ones first, each once.
pub fn rules() -> Vec<&'static Rule> {
    let mut rules = crate::codes::SHARED.to_vec();
    for rule in GAMES.iter().flat_map(|game| game.info().rules) {
        if !rules.contains(rule) {
            rules.push(rule);
        }
    }
    rules
}

/// What `code` means: for every game if nothing else is said, and in each game that says it in its own words.
pub fn meanings(code: &str) -> Vec<(Option<&'static str>, &'static Rule)> {
    let shared = crate::codes::SHARED.iter().map(|rule| (None, *rule));
    let own = GAMES.iter().flat_map(|game| game.info().rules.iter().map(|rule| (Some(game.info().name), *rule)));
    let mut meanings: Vec<(Option<&'static str>, &'static Rule)> = Vec::new();
    for (game, rule) in shared.chain(own).filter(|(_, rule)| same(rule.code, code)) {
        if !meanings.iter().any(|(_, known)| known.explain == rule.explain) {
            meanings.push((game, rule));
        }
    }
    meanings
}

/// Every rule of every game, those that hold in every game first.
pub fn laws() -> impl Iterator<Item = &'static Law> {
    crate::codes::LAWS.iter().chain(GAMES.iter().flat_map(|game| game.info().laws))
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
            assert!(laws().any(|law| law.id == ending.law), "{ending:?}");
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
