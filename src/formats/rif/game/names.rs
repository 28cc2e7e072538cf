//! The names of elements and attributes that are known, and what becomes of all others.

use std::ops::Range;

use crate::formats::made::Made;
use crate::formats::rif::xml::line;

/// An element or an attribute.
#[derive(Debug, Clone)]
pub(super) struct Named<N> {
    /// Where its name stands.
    pub(super) name: Range<usize>,
    pub(super) known: Option<N>,
    /// Where its text or its value stands.
    pub(super) place: Range<usize>,
}

/// The first one of that known name.
pub(super) fn first_of<N: Known>(found: &[Named<N>], known: N) -> Option<&Named<N>> {
    found.iter().find(|named| named.known == Some(known))
}

/// Keeps values with unknown names as tags, and reports names that stand twice, except `may`, which may do so.
pub(super) fn keep<N: Known>(text: &str, found: &[Named<N>], may: Option<N>, twice: &'static str, made: &mut Made) {
    // Each name that is not known is compared with all before it.
    const MOST: usize = 200;
    let mut seen = 0_u32;
    for (index, Named { name, known, place }) in found.iter().enumerate() {
        let bit = known.map_or(0, Known::bit);
        // Nearly always it is known and stands here alone.
        if known.is_some() && (seen & bit == 0 || *known == may) {
            seen |= bit;
            continue;
        }
        let value = line(&text[place.clone()]);
        if value.is_empty() {
            continue;
        }
        let name = &text[name.clone()];
        if index >= MOST {
            made.dropped("values that are not known", place.clone());
        } else if known.is_some() || found[..index].iter().any(|before| text[before.name.clone()] == *name) {
            made.dropped(twice, place.clone());
        } else {
            made.tag_of_file(&format!("RIF-{name}"), &value, place.clone());
        }
    }
}

/// Names that are known.
pub(super) trait Known: Copy + PartialEq {
    /// The known name with this spelling.
    fn of(name: &[u8]) -> Option<Self>;

    /// A bit that no other one has.
    fn bit(self) -> u32;
}

/// Writes an enum of known names.
macro_rules! known {
    ($(#[$doc:meta])* $names:ident { $($known:ident $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(super) enum $names { $($known),* }

        impl Known for $names {
            fn of(name: &[u8]) -> Option<$names> {
                match name {
                    $($name => Some($names::$known),)*
                    _ => None,
                }
            }

            fn bit(self) -> u32 {
                1 << self as u32
            }
        }
    };
}

known! {
    /// The elements of a game that are read or told of.
    Element {
        Move b"move",
        Info b"info",
        Id b"id",
        CreationTime b"creation_time",
        StartTime b"start_time",
        EndTime b"end_time",
        Black b"black",
        White b"white",
        TurnColor b"turn_color",
        Board b"board",
        Moves b"moves",
        Alt5 b"alt5",
        Proposition b"proposition",
        Proposer b"proposer",
        Status b"status",
        Rule b"rule",
        Tpm b"tpm",
        Winner b"winner",
        Winby b"winby",
        TimeLeftBlack b"time_left_black",
        TimeLeftWhite b"time_left_white",
        Tid b"tid",
        Time b"time",
    }
}

known! {
    /// The attributes of a game that are read.
    Attribute {
        Id b"id",
        Publisher b"publisher",
        Tournament b"tournament",
        Round b"round",
        Rule b"rule",
        Black b"black",
        White b"white",
        Result b"bresult",
        BlackTime b"btime",
        WhiteTime b"wtime",
        Opening b"opening",
        Alt b"alt",
        Swap b"swap",
    }
}

/// Whether a game may have an attribute of that name.
pub(crate) fn has_attribute(name: &str) -> bool {
    Attribute::of(name.as_bytes()).is_some()
}
