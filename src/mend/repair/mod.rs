//! Repair: the smallest changes that make a record valid.
//!
//! There is one search for all games: the game's own `candidates` say what may be played, its `apply` whether it is
//! legal. Changes of single plies are replayed from the position before them ([`Track`](crate::engine::Track)); changes
//! of tags, results and turns are few, and each is judged as a whole record. Every proposal has been judged as the
//! record that it makes.
//!
//! - `case` is the record that is to be mended;
//! - `change` is what may be changed, and in which order proposals come;
//! - `text` tries changes of the text around the plies: results, tags, `...`, the end;
//! - `reading` tries to read the whole record otherwise;
//! - `plies` tries changes of single plies, `diagram` those of numbers in a diagram, `variation` those of plies of a
//!   variation;
//! - `pen` writes a change into the text, and `numbers` knows the numbers of turns in variations that move;
//! - `search` puts them together, one change or two;
//! - `words` says changes in words, `json` as JSON;
//! - `count` counts what mends the records of an archive.

mod case;
mod change;
mod count;
mod diagram;
mod json;
mod numbers;
mod pen;
mod plies;
mod reading;
mod search;
mod text;
mod variation;
mod words;

pub use change::{Change, Kind, Proposal};
pub use count::Counts;
pub use search::Mender;

use super::confusions::Confusions;

/// How many plies may be replayed for a record.
pub const EFFORT: u64 = 200_000;

/// How many proposals a record gets.
pub const LIMIT: usize = 5;

/// What it costs to read or write a text, in replayed plies. Texts of a usual length cost nothing: their plies are counted.
/// A long one with few legal plies takes as much work as many plies.
fn cost_of_reading(text: &str) -> u64 {
    /// Bytes that are read at a time, and how many plies are replayed meanwhile.
    const BLOCK: usize = 4096;
    const PLIES: u64 = 64;
    (text.len() / BLOCK) as u64 * PLIES
}

/// How far the search goes.
#[derive(Debug, Clone)]
pub struct Options {
    /// How many plies may be replayed for a record. Long texts and long tokens count as more plies than they have.
    pub effort: u64,
    /// How many proposals a record gets.
    pub limit: usize,
    /// How many changes a proposal has at most. Two are tried where one is not enough.
    pub changes: usize,
    /// The signs that are mistaken for each other.
    pub confusions: Confusions,
}

impl Default for Options {
    fn default() -> Options {
        Options { effort: EFFORT, limit: LIMIT, changes: 2, confusions: Confusions::default() }
    }
}

/// The result for a record.
#[derive(Debug)]
pub struct Mended {
    /// The first error: its code and its ply. `None`: the record is valid.
    pub error: Option<(&'static str, Option<u32>)>,
    /// How many proposals were found.
    pub found: u64,
    /// The cost up to which every change was tried.
    pub searched: u32,
    /// Whether everything was tried: every single change and, if none of them mends the record, every two changes that
    /// cost no more than the first two that do.
    pub complete: bool,
    /// What was not tried, if the search ran to its end without trying everything.
    pub untried: Option<&'static str>,
    /// Whether the search ended because it had replayed as many plies as it may.
    pub stopped: bool,
    /// How many plies were replayed.
    pub spent: u64,
    /// The best proposals, in their order.
    pub proposals: Vec<Proposal>,
}

impl Mended {
    /// Whether the record needs no repair.
    pub fn is_valid(&self) -> bool {
        self.error.is_none()
    }

    /// The proposal that is cheaper than every other, if there is one; `None` if the search stopped before it had tried
    /// all changes of that cost, since there may be others.
    pub fn single_cheapest(&self) -> Option<&Proposal> {
        self.cheapest_so_far().filter(|first| first.cost <= self.searched)
    }

    /// Whether one proposal is cheaper than every other that was found, and the search stopped before it was known to be the
    /// only one of its cost.
    pub fn is_undecided(&self) -> bool {
        self.cheapest_so_far().is_some() && self.single_cheapest().is_none()
    }

    fn cheapest_so_far(&self) -> Option<&Proposal> {
        match &self.proposals[..] {
            [only] => Some(only),
            [first, second, ..] if first.cost < second.cost => Some(first),
            _ => None,
        }
    }
}
