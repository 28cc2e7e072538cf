//! The registry of games. To add a game: a folder here, its `mod` line and its line in [`GAMES`].

pub(crate) mod face;
mod forza4;
mod gomoku;
mod plus4;

use crate::diagnostic::{Law, Rule};
use crate::game::AnyGame;

/// Every game this program knows.
pub static GAMES: &[&dyn AnyGame] = &[&forza4::Entry, &plus4::Entry, &gomoku::Entry];

/// The game of that id or other name.
pub fn named(name: &str) -> Option<&'static dyn AnyGame> {
    GAMES.iter().copied().find(|game| game.info().id == name || game.info().aliases.contains(&name))
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

/// Every rule of every game, those that hold in every game first.
pub fn laws() -> impl Iterator<Item = &'static Law> {
    crate::codes::LAWS.iter().chain(GAMES.iter().flat_map(|game| game.info().laws))
}
