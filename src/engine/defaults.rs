//! What a caller knows of records.

use super::registry::Games;
use crate::names::same;
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
    /// The same with the id of the game in place of another name of it. A variant whose name is given as that of a game,
    /// as `renju`, becomes the variant, so that it overrides what a record says; beside another variant it stays, and is
    /// reported.
    pub(crate) fn with_id(mut self) -> Defaults {
        let Some((name, info)) = self.game.as_deref().and_then(|name| Some((name, self.games.named(name)?.info())))
        else {
            return self;
        };
        if let Some(called) = info.variant_called(name) {
            if self.variant.as_deref().is_some_and(|variant| !same(variant, called)) {
                return self;
            }
            self.variant = Some(called.to_owned());
        }
        self.game = Some(info.id.to_owned());
        self
    }

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
