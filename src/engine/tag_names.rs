//! What each name of a tag means to the engine, looked up once and remembered.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::names::same_tag;
use crate::record::MEANINGFUL;
use crate::record::looks::names_moves;
use crate::tags;

/// What a tag is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// It makes the setting: two records in which all such tags are equal are played by the same rules.
    Decides,
    /// `Result`: judged beside the plies, as are the next two.
    Result,
    /// `Termination`
    Termination,
    /// `Stands`
    Stands,
    /// Nothing that is judged.
    None,
}

/// What a tag of this name is for.
pub(super) fn role(name: &str) -> Role {
    let is = |known: &str| same_tag(known, name);
    match () {
        () if is("Result") => Role::Result,
        () if is("Termination") => Role::Termination,
        () if is("Stands") => Role::Stands,
        () if MEANINGFUL.iter().any(|known| is(known)) => Role::Decides,
        () => Role::None,
    }
}

/// What is known of a name.
#[derive(Debug, Clone, Copy)]
pub(super) struct TagKind {
    pub(super) role: Role,
    /// Equal for names that differ in their capitals alone, and for no others; names that are not remembered share one.
    pub(super) number: u16,
    /// Whether another tag was probably meant (see [`TagNames::meant`]), or the moves.
    pub(super) is_slip: bool,
}

/// The names that were met so far.
#[derive(Debug)]
pub(super) struct TagNames {
    /// The kind of each name, and the known tag that was probably meant.
    kinds: FxHashMap<Box<str>, (TagKind, Option<&'static str>)>,
    /// For each number that [`Packed::slot`] makes of a name the short name that was met last.
    short: Box<[(Packed, TagKind); SLOTS]>,
}

/// How many names are remembered: few archives have more.
const MOST: usize = 1024;

/// How many short names are found without a search.
const SLOTS: usize = 128;

impl Default for TagNames {
    fn default() -> TagNames {
        let none = TagKind { role: Role::None, number: Numbers::SHARED, is_slip: false };
        TagNames { kinds: FxHashMap::default(), short: Box::new([(Packed::NONE, none); SLOTS]) }
    }
}

/// A name of at most 16 bytes, to be compared at once: its first bytes, its last bytes and its length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Packed(u64, u64, u8);

impl Packed {
    /// No name is packed like this.
    const NONE: Packed = Packed(0, 0, 0);

    #[inline(always)]
    fn of(name: &[u8]) -> Option<Packed> {
        let length = name.len();
        let (first, last) = if let (8..=16, Some(first), Some(last)) = (length, name.first_chunk(), name.last_chunk()) {
            (u64::from_le_bytes(*first), u64::from_le_bytes(*last))
        } else if let (4..=7, Some(first), Some(last)) = (length, name.first_chunk(), name.last_chunk()) {
            (u32::from_le_bytes(*first).into(), u32::from_le_bytes(*last).into())
        } else if let [first, .., last] = name
            && length <= 3
        {
            (u64::from(*first) << 8 | u64::from(name[1]), u64::from(*last))
        } else {
            return None;
        };
        Some(Packed(first, last, length as u8))
    }

    /// A number below [`SLOTS`].
    #[inline(always)]
    fn slot(self) -> usize {
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        let mixed = (self.0 ^ self.1.rotate_left(23) ^ u64::from(self.2)).wrapping_mul(ODD);
        (mixed >> 57) as usize
    }
}

impl TagNames {
    /// What is known of a name, which stands in `text`.
    #[inline(always)]
    pub(super) fn kind(&mut self, text: &str, name: Range<usize>) -> TagKind {
        let bytes = text.as_bytes().get(name.clone()).unwrap_or_default();
        let Some(packed) = Packed::of(bytes) else { return self.find(text, name) };
        match &self.short[packed.slot()] {
            (known, kind) if *known == packed => *kind,
            _ => {
                let kind = self.find(text, name);
                self.short[packed.slot()] = (packed, kind);
                kind
            }
        }
    }

    /// The known tag that was probably meant by a name.
    pub(super) fn meant(&mut self, name: &str) -> Option<&'static str> {
        self.known(name).1
    }

    #[inline(never)]
    fn find(&mut self, text: &str, name: Range<usize>) -> TagKind {
        self.known(text.get(name).unwrap_or_default()).0
    }

    fn known(&mut self, name: &str) -> (TagKind, Option<&'static str>) {
        match self.kinds.get(name) {
            Some(known) => *known,
            None => self.learn(name),
        }
    }

    #[cold]
    fn learn(&mut self, name: &str) -> (TagKind, Option<&'static str>) {
        let (role, meant) = (role(name), tags::meant(name));
        let mut kind = TagKind { role, number: Numbers::SHARED, is_slip: meant.is_some() || names_moves(name) };
        if self.kinds.len() < MOST {
            let same = self.kinds.iter().find(|(known, _)| same_tag(known, name));
            kind.number = same.map_or(self.kinds.len() as u16, |(_, (kind, _))| kind.number);
            self.kinds.insert(name.into(), (kind, meant));
        }
        (kind, meant)
    }
}

/// A set of the numbers of [`TagKind`].
#[derive(Debug, Default)]
pub(super) struct Numbers(u64);

impl Numbers {
    /// The number of names that are not remembered.
    const SHARED: u16 = u16::MAX;

    /// Adds a number, and returns whether it may have been there. The set holds numbers below 64 only: any larger
    /// number may have been there.
    #[inline]
    pub(super) fn insert(&mut self, number: u16) -> bool {
        if u32::from(number) >= u64::BITS {
            return true;
        }
        let was_there = self.0 >> number & 1 == 1;
        self.0 |= 1 << number;
        was_there
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(names: &mut TagNames, name: &str) -> TagKind {
        names.kind(name, 0..name.len())
    }

    #[test]
    fn names_that_differ_in_capitals_have_one_number() {
        let mut names = TagNames::default();
        let (one, other, third) = (kind(&mut names, "White"), kind(&mut names, "WHITE"), kind(&mut names, "Black"));
        assert_eq!(one.number, other.number);
        assert_ne!(one.number, third.number);
        assert_eq!((kind(&mut names, "result").role, kind(&mut names, "Event").role), (Role::Result, Role::None));
        assert!(kind(&mut names, "Whte").is_slip);
    }

    /// No two names count as one, however alike they are and whatever slot they share.
    #[test]
    fn short_names_are_told_apart() {
        let name = |length: usize, at: usize, letter: char| -> String {
            (0..length).map(|index| if index == at { letter } else { 'a' }).collect()
        };
        let names: Vec<_> = (1..=18)
            .flat_map(|length| (0..length).flat_map(move |at| ['b', 'c'].map(|letter| name(length, at, letter))))
            .collect();
        let (mut known, mut kinds) = (TagNames::default(), Vec::new());
        for _ in 0..2 {
            kinds.push(names.iter().map(|name| kind(&mut known, name).number).collect::<Vec<_>>());
        }
        assert_eq!(kinds[0], kinds[1]);
        assert_eq!(kinds[0], (0..names.len() as u16).collect::<Vec<_>>());
    }

    #[test]
    fn beyond_what_is_remembered_any_name_may_be_there_already() {
        let mut names = TagNames::default();
        for number in 0..MOST {
            let kind = kind(&mut names, &format!("Tag{number}"));
            assert_eq!(usize::from(kind.number), number);
        }
        let mut numbers = Numbers::default();
        assert!(numbers.insert(kind(&mut names, "Further").number) && numbers.insert(kind(&mut names, "Tag64").number));
        assert!(!numbers.insert(kind(&mut names, "Tag7").number) && numbers.insert(kind(&mut names, "TAG7").number));
    }
}
