//! What a caller knows of records.

use super::registry::Games;
use crate::system::System;

/// What the caller knows of records; it overrides their tags.
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
    /// The games that are looked up by name; those of this library by default.
    pub games: Games,
}

impl Defaults {
    /// The values of tags that the caller gives, each by the name of its tag.
    pub(crate) fn tags(&self) -> [(&'static str, Option<&str>); 5] {
        [
            ("Game", self.game.as_deref()),
            ("Variant", self.variant.as_deref()),
            ("Options", self.options.as_deref()),
            ("Board", self.board.as_deref()),
            ("Starts", self.starts.as_deref()),
        ]
    }
}
