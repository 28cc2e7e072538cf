//! What the first node of a game says of the game: its properties become tags.
//!
//! `game` finds out which game it is, `board` reads the board and the stones on it, `result` who has won, `tags` the rest.

mod board;
mod game;
mod result;
mod tags;

use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::FxHashSet;

use super::name::Name;
use super::values::line;
use crate::board::Size;
use crate::formats::made::trimmed;

pub(super) use game::Moves;
pub(crate) use game::{names_game, variant_of};
pub(crate) use tags::is_kept;

/// The properties of the first node: their names without small letters, and where their values stand.
#[derive(Debug, Default)]
pub(super) struct Root {
    properties: Vec<Property>,
    values: Vec<Range<usize>>,
    /// The bits of all names.
    names: u64,
    /// For each bit the number of the first property that has it, if that is below 255.
    firsts: Firsts,
    /// Whether a property has a bit that one before it has, too: if not, none stands twice.
    shares_bits: bool,
    /// The rules of the games, if the caller names them.
    pub(super) variant: Option<String>,
    /// The board that the caller names.
    pub(super) board: Option<Size>,
    /// The place where the file says that the game was lost by a stone that it leaves out.
    pub(super) left_out: Option<Range<usize>>,
    seen: FxHashSet<Name>,
    /// Room for the size of the board.
    size: String,
}

/// A property.
#[derive(Debug)]
struct Property {
    name: Name,
    /// Where its values stand in [`Root::values`].
    values: Range<u32>,
    /// Where it stands in the text.
    start: usize,
    end: usize,
}

impl Property {
    fn whole(&self) -> Range<usize> {
        self.start..self.end
    }

    fn values(&self) -> Range<usize> {
        self.values.start as usize..self.values.end as usize
    }
}

/// See [`Root::firsts`].
#[derive(Debug)]
struct Firsts([u8; 64]);

impl Default for Firsts {
    fn default() -> Firsts {
        Firsts([0; 64])
    }
}

impl Root {
    pub(super) fn clear(&mut self) {
        self.properties.clear();
        self.values.clear();
        (self.names, self.shares_bits, self.left_out) = (0, false, None);
    }

    /// Adds a value of a property; `at` is where the property begins.
    pub(super) fn add(&mut self, name: Name, at: usize, value: Range<usize>) {
        // A record has fewer bytes than that.
        let index = self.values.len() as u32;
        let end = value.end + 1;
        self.values.push(value);
        match self.properties.last_mut() {
            Some(last) if last.name == name && last.start == at => (last.values.end, last.end) = (index + 1, end),
            _ => {
                let slot = name.slot();
                if self.names >> slot & 1 == 1 {
                    self.shares_bits = true;
                } else {
                    self.firsts.0[slot] = self.properties.len().min(usize::from(u8::MAX)) as u8;
                }
                self.names |= 1 << slot;
                self.properties.push(Property { name, values: index..index + 1, start: at, end });
            }
        }
    }

    /// The values of a property and where it stands.
    #[inline]
    pub(super) fn get(&self, name: Name) -> Option<(&[Range<usize>], Range<usize>)> {
        if self.names & name.bit() == 0 {
            return None;
        }
        let is_named = |known: &&Property| known.name == name;
        let first = self.properties.get(usize::from(self.firsts.0[name.slot()])).filter(is_named);
        let found = first.or_else(|| self.properties.iter().find(is_named))?;
        Some((&self.values[found.values()], found.whole()))
    }

    /// The first value of a property, as a line.
    #[inline]
    fn line<'t>(&self, text: &'t str, name: Name) -> Option<(Cow<'t, str>, Range<usize>)> {
        let (values, whole) = self.get(name)?;
        let value = line(&text[values.first()?.clone()]);
        Some((value, whole)).filter(|(value, _)| !trimmed(value).is_empty())
    }

    /// Whether a property has one of these names.
    #[inline]
    pub(super) fn has_any(&self, names: &[Name]) -> bool {
        let bits = names.iter().fold(0, |bits, name| bits | name.bit());
        self.names & bits != 0 && self.properties.iter().any(|property| property.name.is_any_of(names))
    }

    /// Every property.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Name, &[Range<usize>], Range<usize>)> {
        self.properties.iter().map(|property| (property.name, &self.values[property.values()], property.whole()))
    }
}

#[cfg(test)]
mod tests {
    use crate::formats::sgf::name::names;

    #[test]
    fn usual_properties_are_told_apart_by_a_bit() {
        let usual = names([
            "FF", "GM", "CA", "AP", "SZ", "RU", "PB", "PW", "BR", "WR", "DT", "RE", "EV", "RO", "PC", "SO", "TM", "OT",
            "US", "AN", "GN", "KM", "ON", "CP", "ST", "HA", "TAG", "AB", "AW", "C", "GC", "SY",
        ]);
        let bits = usual.iter().fold(0_u64, |bits, name| bits | name.bit());
        assert_eq!(bits.count_ones() as usize, usual.len());
    }
}
