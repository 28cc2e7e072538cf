//! What the body of a record says, item by item, whatever its layout: written down by the driver as it walks.
//!
//! A visitor that needs only this offers a script instead of being called for each ply (see [`Visitor::script`]). Then
//! no position is copied, no ply allocates anything, and the text is read once: the script also holds what stands
//! between plies (comments, variations …). For a list's line and for a diagram it holds the plies alone.
//!
//! `item` holds its items, `writing` lets the driver write it.
//!
//! [`Visitor::script`]: super::Visitor::script

mod item;
mod writing;

use std::ops::Range;

use super::names::Names;
pub(crate) use super::names::{Name, Spelt};
use crate::board::{Side, Square};
use crate::system::System;
pub use item::Score;
pub(crate) use item::{Item, ItemKind, ScriptPly};
pub(super) use writing::ScriptPlace;

/// The body of a record. It is used again for the next record, so that its memory stays.
#[derive(Debug, Default)]
pub struct Script {
    /// The system in which plies are written; `None`: they are not written.
    system: Option<System>,
    /// Whether plies are squares to be numbered, so that they have no text.
    is_diagram: bool,
    /// The texts of unnamed plies, one after the other.
    texts: String,
    /// What is known of unnamed plies.
    unnamed: Vec<Unnamed>,
    items: Vec<Item>,
    /// The first ply that the system cannot express: its place and its number.
    failed: Option<(Range<usize>, u32)>,
    /// The first such ply of the main line.
    failed_in_main_line: Option<(Range<usize>, u32)>,
    /// The numbers of plies of the main line that were illegal and stood.
    stands: Vec<u32>,
    scores: Vec<Score>,
    /// The side that the player of the last ply has in the outcome.
    player: Option<Side>,
    /// Whether the record holds more than plies of one word each with their comments and annotations.
    has_more: bool,
    /// Whether anything but plies and a result is written down.
    has_beside: bool,
    has_dots: bool,
    has_result: bool,
    /// In a line of a list: where its game ends, and the word that claims its result.
    line_end: (usize, Option<Range<usize>>),
    /// Whether comments, annotations and `...` are left out.
    is_without_remarks: bool,
    names: Names,
}

/// A ply that has no name.
#[derive(Debug, Clone, Copy)]
struct Unnamed {
    /// Where its text begins, and where it ends.
    start: u32,
    end: u32,
    /// Where it puts a piece; known of all plies of a diagram, and of the first ones elsewhere.
    landing: Option<Square>,
}

/// How many plies have their landing written down where no diagram asks for more: openings have no more.
pub(crate) const LANDINGS: usize = 3;

impl Script {
    /// Forgets everything, and writes down the plies of another record in `system`; `None`: writes no plies.
    pub fn start(&mut self, system: Option<System>) {
        // Gives back memory that one very long record has needed.
        const LARGE: usize = 64 * 1024;
        if self.texts.capacity().max(self.unnamed.capacity()).max(self.items.capacity()) > LARGE {
            (self.texts, self.unnamed, self.items) = Default::default();
        }
        self.system = system;
        self.is_diagram = system.is_some_and(System::is_diagram);
        self.texts.clear();
        self.unnamed.clear();
        self.items.clear();
        (self.failed, self.failed_in_main_line) = (None, None);
        self.line_end = (0, None);
        self.stands.clear();
        self.scores.clear();
        (self.has_more, self.has_beside, self.has_dots, self.has_result) = (false, false, false, false);
        self.is_without_remarks = false;
    }

    /// Forgets everything, and writes down the plies of another record in `system`, without comments, annotations and
    /// `...`: the walk passes over these. `None`: writes no plies.
    pub fn start_without_remarks(&mut self, system: Option<System>) {
        self.start(system);
        self.is_without_remarks = true;
    }

    /// The pieces in the order of the text.
    pub(crate) fn items(&self) -> &[Item] {
        &self.items
    }

    /// The plies in the order in which they were carried out.
    pub(crate) fn plies(&self) -> impl Iterator<Item = (&ScriptPly, Range<usize>)> + Clone {
        self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Ply(ply) => Some((ply, item.span())),
            _ => None,
        })
    }

    /// The plies of the main line that were carried out, as the system writes them.
    pub fn moves(&self) -> impl Iterator<Item = &str> + Clone {
        self.items.iter().filter_map(Item::carried_out).map(|ply| self.text(ply))
    }

    /// How the system spells a ply.
    #[inline(always)]
    pub(crate) fn spelling(&self, ply: &ScriptPly) -> Spelt<'_> {
        match ply.number.checked_sub(ScriptPly::NAMED) {
            Some(number) => Spelt::Name(self.names.squares.get(number as usize).unwrap_or(&Name::NONE)),
            None => Spelt::Text(self.text_of(ply.number)),
        }
    }

    /// The text of a ply that has no name.
    fn text_of(&self, number: u32) -> &str {
        let place = self.unnamed.get(number as usize).map(|ply| ply.start as usize..ply.end as usize);
        place.and_then(|place| self.texts.get(place)).unwrap_or_default()
    }

    /// Where a ply puts a piece; known of all plies of a diagram, and of the first ones elsewhere.
    pub(crate) fn landing(&self, ply: &ScriptPly) -> Option<Square> {
        match ply.number.checked_sub(ScriptPly::NAMED) {
            Some(number) => Some(self.names.square(number)),
            None => self.unnamed.get(ply.number as usize)?.landing,
        }
    }

    /// What the system calls a ply; nothing if it cannot express it.
    pub(crate) fn text(&self, ply: &ScriptPly) -> &str {
        self.spelling(ply).text()
    }

    /// The ply that was tried and lost the game, if the system can express it.
    pub(crate) fn attempted(&self) -> Option<&str> {
        // Variations may stand after it.
        let is_ply = |item: &&Item| matches!(item.kind, ItemKind::Ply(ply) if ply.in_main_line);
        let item = self.items.iter().rev().find(is_ply)?;
        let ItemKind::Ply(ply) = item.kind else { return None };
        if !ply.was_tried {
            return None;
        }
        Some(self.text(&ply)).filter(|text| !text.is_empty())
    }

    /// The squares where the first plies of the main line put their pieces, up to the first ply that puts none.
    pub(crate) fn opening(&self) -> ([Square; LANDINGS], usize) {
        let (mut squares, mut count) = ([Square::new(0, 0); LANDINGS], 0);
        for ply in self.items.iter().filter_map(Item::carried_out) {
            let (Some(place), Some(square)) = (squares.get_mut(count), self.landing(ply)) else { break };
            *place = square;
            count += 1;
        }
        (squares, count)
    }

    /// The first ply that the system cannot express: its place and its number.
    pub(crate) fn failed(&self) -> Option<&(Range<usize>, u32)> {
        self.failed.as_ref()
    }

    /// The first ply of the main line that the system cannot express: its place and its number.
    pub(crate) fn failed_in_main_line(&self) -> Option<&(Range<usize>, u32)> {
        self.failed_in_main_line.as_ref()
    }

    pub(crate) fn stands(&self) -> &[u32] {
        &self.stands
    }

    pub(crate) fn scores(&self) -> &[Score] {
        &self.scores
    }

    /// Whether the record holds more than plies of one word each with their comments and annotations: variations,
    /// breaks, a result, words that form one ply together.
    pub(crate) fn has_more(&self) -> bool {
        self.has_more
    }

    /// Where the game of a list's line ends, and the word after it that claims its result.
    pub(crate) fn line_end(&self) -> (usize, Option<Range<usize>>) {
        self.line_end.clone()
    }

    /// Whether a word claims a result, in movetext or at the end of a list's line.
    pub(crate) fn has_result(&self) -> bool {
        self.has_result || self.line_end.1.is_some()
    }

    /// Whether anything but plies and a result is written down.
    pub(crate) fn has_beside(&self) -> bool {
        self.has_beside
    }

    /// Whether the plies have only letters and signs of one byte.
    pub(crate) fn is_ascii(&self) -> bool {
        self.texts.is_ascii() && !self.names.has_odd
    }

    /// Whether names have only signs of ASCII that need no escape in any format.
    pub(crate) fn are_names_plain(&self) -> bool {
        !self.names.has_odd
    }

    /// Whether it holds a `...`, other than before a ply that stands as usual.
    pub(crate) fn has_dots(&self) -> bool {
        self.has_dots
    }
}
