//! The games of an archive by their keys: a fixed number of bytes a game, however long it is.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::game_key::Key;

/// A game: its key, its length and its place.
#[derive(Debug, Clone, Copy)]
pub(in crate::audit) struct Entry {
    pub(super) key: Key,
    pub(super) record: u64,
    pub(super) line: u64,
    pub(super) input: u32,
    pub(super) plies: u32,
}

/// How many bytes an entry takes: as the documentation says.
const ENTRY_BYTES: usize = 40;
const _: () = assert!(size_of::<Entry>() == ENTRY_BYTES);

impl Entry {
    /// Its place in the order of the archive.
    pub(super) fn place(&self) -> (u32, u64) {
        (self.input, self.record)
    }
}

/// The games of an archive.
///
/// They are divided into shares by the first byte of their keys. Each share is sorted on its own, and grows by an
/// eighth at a time, so that it takes hardly more memory than its entries.
#[derive(Debug, Clone)]
pub struct Catalogue {
    /// The names of the inputs.
    inputs: Vec<String>,
    shares: Vec<Vec<Entry>>,
    /// For each number of plies: whether a game has so many.
    lengths: Vec<bool>,
}

impl Default for Catalogue {
    fn default() -> Catalogue {
        Catalogue { inputs: Vec::new(), shares: vec![Vec::new(); 256], lengths: Vec::new() }
    }
}

/// A repeated game: its share of the catalogue, and the entries in it.
pub(super) type Group = (usize, Range<usize>);

impl Catalogue {
    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.shares.iter().map(|share| share.len() as u64).sum()
    }

    /// Begins the next input.
    pub(in crate::audit) fn input(&mut self, name: &str) {
        self.inputs.push(name.to_owned());
    }

    /// The number of the input begun last.
    pub(super) fn last_input(&self) -> u32 {
        (self.inputs.len() as u32).saturating_sub(1)
    }

    /// Adds games of the input begun last; it has `before` records before them.
    pub(in crate::audit) fn add(&mut self, entries: &[Entry], before: u64) {
        let input = self.last_input();
        for entry in entries {
            let share = &mut self.shares[entry.key.first()];
            if share.len() == share.capacity() {
                share.reserve_exact((share.len() / 8).max(16));
            }
            share.push(Entry { input, record: entry.record + before, ..*entry });
        }
    }

    /// Sorts the games, after the last was added.
    pub fn sort(&mut self) {
        for share in &mut self.shares {
            share.sort_unstable_by_key(|entry| (entry.key, entry.place()));
        }
        let longest = self.all().map(|entry| entry.plies).max().unwrap_or(0);
        let mut lengths = vec![false; longest as usize + 1];
        self.all().for_each(|entry| lengths[entry.plies as usize] = true);
        self.lengths = lengths;
    }

    fn all(&self) -> impl Iterator<Item = &Entry> {
        self.shares.iter().flatten()
    }

    pub(super) fn name(&self, input: u32) -> &str {
        self.inputs.get(input as usize).map_or("", String::as_str)
    }

    /// Every game with all its places, in the order of the keys.
    pub(super) fn groups(&self) -> impl Iterator<Item = Group> {
        self.shares.iter().enumerate().flat_map(|(number, share)| {
            let mut at = 0;
            share.chunk_by(|one, other| one.key == other.key).map(move |group| {
                at += group.len();
                (number, at - group.len()..at)
            })
        })
    }

    pub(super) fn entries(&self, (share, range): &Group) -> &[Entry] {
        &self.shares[*share][range.clone()]
    }

    /// Whether any game has that many plies.
    pub(super) fn has_length(&self, plies: u32) -> bool {
        self.lengths.get(plies as usize).is_some_and(|has| *has)
    }

    /// The game with that key, if there is one: its share, and the index of its first place there.
    pub(super) fn find(&self, key: Key) -> Option<(u8, u32)> {
        let share = &self.shares[key.first()];
        let at = share.partition_point(|entry| entry.key < key);
        share.get(at).filter(|entry| entry.key == key).map(|_| (key.first() as u8, at as u32))
    }

    /// How often the game with this first place appears.
    pub(super) fn count(&self, (share, at): (u8, u32)) -> u64 {
        let rest = &self.shares[usize::from(share)][at as usize..];
        rest.iter().take_while(|entry| entry.key == rest[0].key).count() as u64
    }

    pub(super) fn at(&self, (share, at): (u8, u32)) -> Option<&Entry> {
        self.shares[usize::from(share)].get(at as usize)
    }
}

/// Keeps the first few of many things, in the order of their places.
pub(super) struct First<T> {
    most: u64,
    /// How many there were.
    pub(super) count: u64,
    kept: BTreeMap<(u32, u64), T>,
}

impl<T> First<T> {
    pub(super) fn new(most: u64) -> First<T> {
        First { most, count: 0, kept: BTreeMap::new() }
    }

    pub(super) fn add(&mut self, place: (u32, u64), thing: T) {
        self.count += 1;
        self.kept.insert(place, thing);
        if self.kept.len() as u64 > self.most {
            self.kept.pop_last();
        }
    }

    pub(super) fn into_kept(self) -> impl Iterator<Item = T> {
        self.kept.into_values()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_takes_a_fixed_number_of_bytes() {
        let mut catalogue = Catalogue::default();
        catalogue.input("one");
        for number in 0..200_000_u64 {
            let key = Key::made_of(number);
            catalogue.add(&[Entry { key, record: 1, line: 1, input: 0, plies: 9 }], number);
        }
        let bytes: usize = catalogue.shares.iter().map(|share| share.capacity() * size_of::<Entry>()).sum();
        // An eighth to grow, and at most sixteen entries for each of the 256 shares.
        assert!(bytes <= 200_000 * 45 + 256 * 16 * ENTRY_BYTES, "{bytes}");
        assert_eq!(catalogue.games(), 200_000);
    }

    #[test]
    fn games_are_found_at_their_first_place() {
        let mut catalogue = Catalogue::default();
        catalogue.input("one");
        for (record, number) in [7, 8, 7, 9].into_iter().enumerate() {
            let entry = Entry { key: Key::made_of(number), record: 1, line: 3, input: 0, plies: number as u32 };
            catalogue.add(&[entry], record as u64);
        }
        catalogue.sort();
        let found = catalogue.find(Key::made_of(7)).expect("it is there");
        assert_eq!((catalogue.at(found).expect("it is there").record, catalogue.count(found)), (1, 2));
        assert_eq!(catalogue.find(Key::made_of(1)), None);
        assert!(catalogue.has_length(9) && !catalogue.has_length(6) && !catalogue.has_length(100));
        assert_eq!(catalogue.groups().filter(|(_, range)| range.len() > 1).count(), 1);
    }

    #[test]
    fn the_first_are_kept() {
        let mut first = First::new(2);
        for number in [5, 3, 9, 1] {
            first.add((0, number), number);
        }
        assert_eq!(first.count, 4);
        assert_eq!(first.into_kept().collect::<Vec<_>>(), [1, 3]);
    }
}
