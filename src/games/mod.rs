//! The registry of games. To add a game: a folder here, its `mod` line and its line in [`GAMES`].

pub(crate) mod face;
mod forza4;
mod gomoku;
mod halma;
mod lefile;
mod plus4;
#[cfg(test)]
mod symmetries;

use crate::diagnostic::{Code, Rule};
use crate::game::{AnyGame, Ending, ILLEGAL};
use crate::names::same;

/// Every game this program knows.
pub static GAMES: &[&dyn AnyGame] = &[&forza4::Entry, &plus4::Entry, &gomoku::Entry, &lefile::Entry, &halma::Entry];

/// The game of that id or other name; the name of a variant that is better known than its game tells the game too.
pub fn named(name: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().copied().find(|game| game.info().is_called(name) || game.info().variant_called(name).is_some())
}

/// Every code, the shared ones first, each once.
pub fn codes() -> Vec<&'static Code> {
    let mut codes = crate::codes::SHARED.to_vec();
    for code in GAMES.iter().flat_map(|game| game.info().codes) {
        if !codes.contains(code) {
            codes.push(code);
        }
    }
    codes
}

/// What `code` means: for every game if nothing else is said, and in each game that says it in its own words.
pub fn meanings(code: &str) -> Vec<(Option<&'static str>, &'static Code)> {
    let shared = crate::codes::SHARED.iter().map(|code| (None, *code));
    let own = GAMES.iter().flat_map(|game| game.info().codes.iter().map(|code| (Some(game.info().name), *code)));
    let mut meanings: Vec<(Option<&'static str>, &'static Code)> = Vec::new();
    for (game, code) in shared.chain(own).filter(|(_, meant)| same(meant.name, code)) {
        if !meanings.iter().any(|(_, known)| known.explain == code.explain) {
            meanings.push((game, code));
        }
    }
    meanings
}

/// Every rule of every game, those that hold in every game first.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    crate::codes::LAWS.iter().chain(GAMES.iter().flat_map(|game| game.info().rules))
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
