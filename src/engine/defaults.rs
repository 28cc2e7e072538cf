//! What a caller knows of records.

use super::registry::Games;
use crate::system::System;

/// What the caller knows of records. It overrides their tags.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Defaults {
    /// The game's id or another name of it.
    pub game: Option<String>,
    /// The variant's name.
    pub variant: Option<String>,
    /// The options, separated by commas.
    pub options: Option<String>,
    /// The board's size, `8x8`.
    pub board: Option<String>,
    /// The side that begins.
    pub starts: Option<String>,
    /// The notation system.
    pub notation: Option<System>,
    /// The notation system to prefer for records and lists that fit another one equally well.
    pub likely: Option<System>,
    /// The games that records may name; by default those of this library.
    pub games: Games,
}

impl Defaults {
    /// Whether the caller knows nothing that a tag could say.
    pub(crate) fn says_nothing(&self) -> bool {
        self.notation.is_none() && self.tags().iter().all(|(_, value)| value.is_none())
    }

    /// The values that the caller gives for tags, each by the name of its tag.
    pub(crate) fn tags(&self) -> [(&'static str, Option<&str>); 5] {
        [
            ("Game", self.game.as_deref()),
            ("Variant", self.variant.as_deref()),
            ("Options", self.options.as_deref()),
            ("Board", self.board.as_deref()),
            ("Starts", self.starts.as_deref()),
        ]
    }

    /// Whether the caller gives the value of that tag, so that the record's own does not count.
    pub(crate) fn gives(&self, tag: &str) -> bool {
        self.tags().iter().any(|(name, value)| *name == tag && value.is_some())
    }
}
