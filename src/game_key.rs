//! The keys of games: 16 bytes made from everything that distinguishes one game from another.
//!
//! The key is a hash of the game, the variant, the options with their values, the board, the position before the first
//! ply, and the plies one by one. The notation, players, dates, results and comments do not count. The hash has a fixed
//! key, so it is the same in every run. Two different games have the same 16 bytes with a probability of 1 to 3 *
//! 10^38: among a thousand million games, no pair is to be expected.
//!
//! The plies are hashed first, and the rules after them, when they are known for certain. So the hash grows from ply to
//! ply, and after each ply it can be finished as the key of a whole game.

use std::hash::Hasher;

use siphasher::sip128::{Hasher128, SipHasher13};

use crate::board::symmetry::{SAME, Symmetry};
use crate::engine::Setting;
use crate::engine::{Step, Visitor};
use crate::game::Position;

/// The key of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key([u64; 2]);

impl Key {
    fn of(hasher: &SipHasher13) -> Key {
        let hash = hasher.finish128();
        Key([hash.h1, hash.h2])
    }

    #[cfg(test)]
    pub(crate) fn made_of(number: u64) -> Key {
        let mut hasher = SipHasher13::new();
        hasher.write(&number.to_le_bytes());
        Key::of(&hasher)
    }

    /// The first byte, which chooses the share of the catalogue.
    pub(crate) fn first(self) -> usize {
        (self.0[0] >> 56) as usize
    }
}

/// Which games count as the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sameness {
    /// Those with the same plies.
    Exact,
    /// Those whose plies are mirrored or rotated as well, where the rules allow it.
    Mirrored,
}

impl Sameness {
    /// What `--mirrored` says, given or not.
    pub fn of(is_mirrored: bool) -> Sameness {
        if is_mirrored { Sameness::Mirrored } else { Sameness::Exact }
    }
}

/// Makes the key of a game while it is replayed.
#[derive(Debug)]
pub(crate) struct KeyMaker {
    sameness: Sameness,
    /// Whether the keys of all its beginnings are wanted.
    wants_trail: bool,
    /// The game itself, and its image under each symmetry.
    images: Vec<(Symmetry, SipHasher13)>,
    plies: u32,
    trail: Vec<Key>,
    bytes: Vec<u8>,
}

impl KeyMaker {
    /// Makes the keys of whole games.
    pub(crate) fn new(sameness: Sameness) -> KeyMaker {
        KeyMaker { sameness, wants_trail: false, images: Vec::new(), plies: 0, trail: Vec::new(), bytes: Vec::new() }
    }

    /// Makes the keys of the beginnings of games, too.
    pub(crate) fn with_trail(self) -> KeyMaker {
        KeyMaker { wants_trail: true, ..self }
    }

    /// Forgets the last game.
    pub(crate) fn clear(&mut self) {
        self.images.clear();
        self.trail.clear();
        self.plies = 0;
    }

    /// How many plies the game has, one that was tried and lost it included.
    pub(crate) fn plies(&self) -> u32 {
        self.plies
    }

    /// The key of the game, by these rules.
    pub(crate) fn key(&self, setting: &Setting) -> Key {
        seal(&rules(setting), self.plain())
    }

    /// The keys of its beginnings, from the first ply on, by these rules; the last is the game's own.
    pub(crate) fn trail(&self, setting: &Setting) -> impl Iterator<Item = Key> {
        let rules = rules(setting);
        self.trail.iter().map(move |&plain| seal(&rules, plain))
    }

    /// The key without the rules. The least of all images counts, so that a game and its image have the same key.
    fn plain(&self) -> Key {
        self.images.iter().map(|(_, hasher)| Key::of(hasher)).min().unwrap_or(Key([0; 2]))
    }

    fn begin(&mut self, start: &dyn Position) {
        let symmetries = match self.sameness {
            Sameness::Mirrored => start.symmetries(),
            Sameness::Exact => &[],
        };
        let parameters = start.parameters();
        for &symmetry in [SAME].iter().chain(symmetries) {
            let mut hasher = SipHasher13::new();
            write(&mut hasher, parameters.as_bytes());
            write(&mut hasher, start.reflected(symmetry).as_bytes());
            self.images.push((symmetry, hasher));
        }
    }

    fn step(&mut self, step: &dyn Step, kind: u8) {
        if !step.variation().is_empty() {
            return;
        }
        if self.images.is_empty() {
            self.begin(step.before());
        }
        self.plies += 1;
        for (symmetry, hasher) in &mut self.images {
            self.bytes.clear();
            self.bytes.push(kind);
            step.write_action(*symmetry, &mut self.bytes);
            write(hasher, &self.bytes);
        }
        if self.wants_trail {
            self.trail.push(self.plain());
        }
    }
}

impl Visitor for KeyMaker {
    fn restart(&mut self) {
        self.clear();
    }

    fn ply(&mut self, step: &dyn Step) {
        self.step(step, 0);
    }

    fn tried(&mut self, step: &dyn Step) {
        self.step(step, 1);
    }
}

/// Hashes bytes and how many they are.
fn write(hasher: &mut SipHasher13, bytes: &[u8]) {
    hasher.write(&(bytes.len() as u32).to_le_bytes());
    hasher.write(bytes);
}

/// The hash of the rules of a game.
fn rules(setting: &Setting) -> SipHasher13 {
    let rules = &setting.rules;
    let mut options = rules.options.clone();
    options.sort_unstable();
    let mut hasher = SipHasher13::new();
    for word in [setting.info().id, rules.variant].into_iter().chain(options) {
        write(&mut hasher, word.as_bytes());
    }
    write(&mut hasher, &[rules.board.columns, rules.board.rows, rules.sides.len() as u8]);
    hasher
}

fn seal(rules: &SipHasher13, plain: Key) -> Key {
    let mut hasher = *rules;
    hasher.write(&plain.0[0].to_le_bytes());
    hasher.write(&plain.0[1].to_le_bytes());
    Key::of(&hasher)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Checker;
    use crate::engine::Defaults;
    use crate::formats::Records;
    use crate::formats::transcript::Transcripts;

    /// The keys of all beginnings of a game, and its own.
    fn keys(text: &str, sameness: Sameness) -> Vec<Key> {
        let mut records = Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice can be read");
        let record = Records::next(&mut records).expect("a slice can be read").expect("a record");
        let mut maker = KeyMaker::new(sameness).with_trail();
        let mut checker = Checker::new(Defaults::default());
        let judged = checker.check(&record, &mut (), Some(&mut maker));
        assert!(judged.verdict.valid, "{text}");
        let setting = judged.setting.expect("a setting");
        let keys: Vec<Key> = maker.trail(setting).collect();
        assert_eq!(keys.last(), Some(&maker.key(setting)));
        keys
    }

    #[test]
    fn a_beginning_has_the_key_of_the_game_that_ends_there() {
        for sameness in [Sameness::Exact, Sameness::Mirrored] {
            let whole = keys("[Game \"gomoku\"]\n\n1. a2, c3; 2. k10, j4", sameness);
            let beginning = keys("[Game \"gomoku\"]\n[Result \"*\"]\n\n1. a2, c3 2. k10 *", sameness);
            assert_eq!(whole[..3], beginning[..]);
        }
    }

    #[test]
    fn the_key_is_the_same_in_every_run() {
        // On every machine, too: bytes are hashed, in an order of their own.
        let key = Key([15_391_432_974_952_772_606, 8_879_542_778_203_629_909]);
        assert_eq!(keys("[Game \"forza4\"]\n\n1. c", Sameness::Exact), [key]);
    }
}
