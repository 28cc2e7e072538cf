//! Finds games that an archive holds more than once, games that are the beginning of others, and games that another
//! archive holds too.
//!
//! A valid record with at least one ply has a key (`game_key`). The keys of an archive with their places are its catalogue
//! (`catalogue`): 40 bytes a game, and at most an eighth more as room to grow. `found` reports the findings. Two
//! records are the same game if they have the same game, variant, options with their values, board, start position and
//! plies; notation and format do not matter.
//!
//! - The effect of a ply counts: a chain of Halma is its first and last square, a card of Le File its value and colour.
//! - An illegal ply that lost the game is a ply of it, but not the same as one that was carried out.
//! - Variations, comments, players and results make no difference.

mod catalogue;
mod found;

use std::collections::HashMap;
use std::sync::Arc;

pub use catalogue::Catalogue;
pub(super) use catalogue::Entry;
pub use found::{Duplicates, Searched};

use crate::engine::Setting;
use crate::engine::Visitor;
use crate::game_key::{KeyMaker, Sameness};

/// What an audit collects about games, besides judging them.
#[derive(Debug, Clone, Default)]
pub enum Gather {
    /// Nothing.
    #[default]
    Nothing,
    /// Their keys and places, for a catalogue.
    Keys {
        /// Whether mirrored and rotated games count as the same.
        mirrored: bool,
    },
    /// Which of them begin with a whole game of this catalogue, and continue.
    Beginnings {
        /// A sorted catalogue.
        of: Arc<Catalogue>,
        /// Whether mirrored and rotated games count as the same: as when the catalogue was made.
        mirrored: bool,
    },
}

/// What was collected from a part.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    entries: Vec<Entry>,
    hits: Vec<Hit>,
}

/// A record that continues after all plies of a game of the catalogue.
#[derive(Debug, Clone, Copy)]
struct Hit {
    of: (u8, u32),
    record: u64,
    line: u64,
}

/// Collects what one thread finds.
#[derive(Debug)]
pub(super) struct Collector<'g> {
    collect: &'g Gather,
    maker: KeyMaker,
    collected: Gathered,
}

impl<'g> Collector<'g> {
    /// A collector, if anything is wanted.
    pub(super) fn new(collect: &'g Gather) -> Option<Collector<'g>> {
        let maker = match *collect {
            Gather::Nothing => return None,
            Gather::Keys { mirrored } => KeyMaker::new(Sameness::of(mirrored)),
            Gather::Beginnings { mirrored, .. } => KeyMaker::new(Sameness::of(mirrored)).with_trail(),
        };
        Some(Collector { collect, maker, collected: Gathered::default() })
    }

    /// The visitor for the replay of the next record.
    pub(super) fn visitor(&mut self) -> &mut dyn Visitor {
        self.maker.clear();
        &mut self.maker
    }

    /// Takes the record that was replayed last, which is valid: the `record`th of its part, on that line.
    pub(super) fn take(&mut self, setting: &Setting, record: u64, line: u64) {
        let plies = self.maker.plies();
        if plies == 0 {
            return;
        }
        if let Gather::Beginnings { of, .. } = self.collect {
            let trail = self.maker.trail(setting).zip(1..plies).filter(|(_, plies)| of.has_length(*plies));
            let hits = trail.filter_map(|(key, _)| of.find(key)).map(|of| Hit { of, record, line });
            self.collected.hits.extend(hits);
        } else {
            let key = self.maker.key(setting);
            self.collected.entries.push(Entry { key, record, line, input: 0, plies });
        }
    }

    /// Hands over what was collected since the last time.
    pub(super) fn done(&mut self) -> Gathered {
        std::mem::take(&mut self.collected)
    }
}

/// Everything that an audit has collected about games.
#[derive(Debug, Clone, Default)]
pub struct Collected {
    /// The keys and the places of games, or the names of inputs only.
    pub catalogue: Catalogue,
    beginnings: Beginnings,
}

/// Games that are the beginning of others: how many others, and the first of them, by input, record and line.
type Beginnings = HashMap<(u8, u32), (u64, (u32, u64, u64))>;

impl Collected {
    /// Begins the next input.
    pub(super) fn input(&mut self, name: &str) {
        self.catalogue.input(name);
    }

    /// Adds what was collected from a part of the input; `before` records stand before it.
    pub(super) fn add(&mut self, collected: &Gathered, before: u64) {
        self.catalogue.add(&collected.entries, before);
        let input = self.catalogue.last_input();
        for hit in &collected.hits {
            let first = (input, hit.record + before, hit.line);
            self.beginnings.entry(hit.of).or_insert((0, first)).0 += 1;
        }
    }
}
