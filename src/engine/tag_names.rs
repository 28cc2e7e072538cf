//! What the names of tags say to the engine, looked up once for each name and remembered.

use rustc_hash::FxHashMap;

use crate::names::same_tag;
use crate::record::MEANINGFUL;
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
    /// The known tag that was probably meant, if the name is not known.
    pub(super) meant: Option<&'static str>,
}

/// The names that were met so far.
#[derive(Debug, Default)]
pub(super) struct TagNames {
    kinds: FxHashMap<Box<str>, TagKind>,
}

/// How many names are remembered: few archives have more.
const MOST: usize = 1024;

impl TagNames {
    /// What is known of a name.
    #[inline]
    pub(super) fn kind(&mut self, name: &str) -> TagKind {
        match self.kinds.get(name) {
            Some(kind) => *kind,
            None => self.learn(name),
        }
    }

    #[cold]
    fn learn(&mut self, name: &str) -> TagKind {
        let (role, meant) = (role(name), tags::meant(name));
        if self.kinds.len() == MOST {
            return TagKind { role, number: Numbers::SHARED, meant };
        }
        let same = self.kinds.iter().find(|(known, _)| same_tag(known, name));
        let number = same.map_or(self.kinds.len() as u16, |(_, kind)| kind.number);
        let kind = TagKind { role, number, meant };
        self.kinds.insert(name.into(), kind);
        kind
    }
}

/// A set of the numbers of [`TagKind`].
#[derive(Debug, Default)]
pub(super) struct Numbers(u64);

impl Numbers {
    /// The number of names that are not remembered.
    const SHARED: u16 = u16::MAX;

    /// Adds a number, and says whether it may have been there. Of numbers from 64 on the set remembers nothing: they may
    /// always have been there.
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

    #[test]
    fn names_that_differ_in_capitals_have_one_number() {
        let mut names = TagNames::default();
        let (one, other, third) = (names.kind("White"), names.kind("WHITE"), names.kind("Black"));
        assert_eq!(one.number, other.number);
        assert_ne!(one.number, third.number);
        assert_eq!((names.kind("result").role, names.kind("Event").role), (Role::Result, Role::None));
        assert_eq!(names.kind("Whte").meant, Some("White"));
    }

    #[test]
    fn beyond_what_is_remembered_any_name_may_be_there_already() {
        let mut names = TagNames::default();
        for number in 0..MOST {
            let kind = names.kind(&format!("Tag{number}"));
            assert_eq!(usize::from(kind.number), number);
        }
        let mut numbers = Numbers::default();
        assert!(numbers.insert(names.kind("Further").number) && numbers.insert(names.kind("Tag64").number));
        assert!(!numbers.insert(names.kind("Tag7").number) && numbers.insert(names.kind("TAG7").number));
    }
}
