//! The pieces of a record's body.

use std::ops::Range;

use crate::board::{Side, Square};

/// A piece of a record's body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) kind: ItemKind,
    start: u32,
    pub(super) end: u32,
}

/// What a piece of a record's body is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ItemKind {
    Ply(ScriptPly),
    Dots,
    Annotation,
    /// `{…}`
    Comment,
    /// `# …`
    LineComment,
    /// What stands after the game in a list's line.
    Remark,
    /// `(`, and whether the turns of the variation are numbered.
    Open {
        numbered: bool,
    },
    Close,
    Break,
    /// The result that ends the text.
    Result,
}

/// A ply that was carried out, or tried and lost the game (C-7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ScriptPly {
    /// Its number among those that have no name, or [`ScriptPly::NAMED`] and the number of its name.
    pub(super) number: u32,
    /// Whose ply it is.
    pub(crate) side: Side,
    pub(crate) in_main_line: bool,
    /// Whether it was tried and lost the game.
    pub(crate) was_tried: bool,
    /// Whether a manche of the main line ends with it.
    pub(crate) ends_manche: bool,
}

/// A line of a score sheet: a ply that has scored.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Score {
    /// The number of the ply, counted on over breaks.
    pub ply: u32,
    /// The manche, from 1.
    pub manche: usize,
    /// The side that the player has in the outcome.
    pub player: Side,
    /// The side that the player has in this manche.
    pub side: Side,
    /// The lines scored, each by its first and last square.
    pub lines: Vec<(Square, Square)>,
}

impl ScriptPly {
    /// Added to the number of a square's name. No record has as many plies.
    pub(super) const NAMED: u32 = 1 << 31;
}

impl Item {
    pub(crate) fn new(kind: ItemKind, span: Range<usize>) -> Item {
        Item { kind, start: span.start as u32, end: span.end as u32 }
    }

    /// The ply that it is, if that was carried out in the main line.
    #[inline(always)]
    pub(crate) fn carried_out(&self) -> Option<&ScriptPly> {
        match &self.kind {
            ItemKind::Ply(ply) if ply.in_main_line && !ply.was_tried => Some(ply),
            _ => None,
        }
    }

    /// Its bytes in the record's text.
    pub(crate) fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}
