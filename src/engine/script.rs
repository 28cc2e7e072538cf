//! What the body of a record says, item by item, whatever its layout: written down by the driver as it walks.
//!
//! A visitor that wants no more than that offers a script instead of being called for each ply (see [`Visitor::script`]).
//! Then no position is copied and nothing is allocated for a ply, and the text is read once: what stands between plies
//! (comments, variations …) is in the script, too. Of a list's line and of a diagram it holds the plies alone.
//!
//! [`Visitor::script`]: super::Visitor::script

use std::ops::Range;

use super::names::Names;
pub(crate) use super::names::{Name, Spelt};
use crate::board::{Side, Size, Square};
use crate::game::{FullGame, NotRepresentable};
use crate::record::{Token, TokenKind};
use crate::system::System;

/// The body of a record. It is used again for the next record, so that its memory stays.
#[derive(Debug, Default)]
pub struct Script {
    /// The system in which plies are written; `None`: they are not written.
    system: Option<System>,
    /// Whether plies are squares to be numbered, so that they have no text.
    is_diagram: bool,
    /// What plies are called that have no name, one behind the other.
    texts: String,
    /// What is known of these plies.
    unnamed: Vec<Unnamed>,
    items: Vec<Item>,
    /// The first ply that the system cannot express: its place and its number.
    failed: Option<(Range<usize>, u32)>,
    /// The numbers of plies of the main line that were illegal and stood.
    stands: Vec<u32>,
    scores: Vec<Score>,
    /// The side that the player of the last ply has in the outcome.
    player: Option<Side>,
    /// Whether there is anything but plies of one word each, and comments and annotations of them.
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

/// A piece of a record's body.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Item {
    pub(crate) kind: ItemKind,
    start: u32,
    end: u32,
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
    /// What stands behind the game in a list's line.
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
    number: u32,
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
    /// Added to the number of the name of a square. No record has so many plies.
    const NAMED: u32 = 1 << 31;
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

/// How many plies have their landing written down where no diagram asks for more: openings have no more.
pub(super) const LANDINGS: usize = 3;

impl Script {
    /// Forgets everything, and writes down the plies of another record in `system`; `None`: writes no plies.
    pub fn start(&mut self, system: Option<System>) {
        // Memory that one very long record has needed is given back.
        const LARGE: usize = 64 * 1024;
        if self.texts.capacity().max(self.unnamed.capacity()).max(self.items.capacity()) > LARGE {
            (self.texts, self.unnamed, self.items) = Default::default();
        }
        self.system = system;
        self.is_diagram = system.is_some_and(System::is_diagram);
        self.texts.clear();
        self.unnamed.clear();
        self.items.clear();
        self.failed = None;
        self.line_end = (0, None);
        self.stands.clear();
        self.scores.clear();
        (self.has_more, self.has_beside, self.has_dots, self.has_result) = (false, false, false, false);
        self.is_without_remarks = false;
    }

    /// The same for those who do not ask for comments, annotations and `...`, which are left out then: the walk passes over
    /// them.
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
        // Variations may stand behind it.
        let is_ply = |item: &&Item| matches!(item.kind, ItemKind::Ply(ply) if ply.in_main_line);
        let item = self.items.iter().rev().find(is_ply)?;
        let ItemKind::Ply(ply) = item.kind else { return None };
        if !ply.was_tried {
            return None;
        }
        Some(self.text(&ply)).filter(|text| !text.is_empty())
    }

    /// The squares on which the first plies of the main line put their pieces, up to one that puts none.
    pub(crate) fn opening(&self) -> ([Square; LANDINGS], usize) {
        let (mut squares, mut count) = ([Square::new(0, 0); LANDINGS], 0);
        for ply in self.items.iter().filter_map(Item::carried_out) {
            let (Some(place), Some(square)) = (squares.get_mut(count), self.landing(ply)) else { break };
            *place = square;
            count += 1;
        }
        (squares, count)
    }

    pub(crate) fn failed(&self) -> Option<&(Range<usize>, u32)> {
        self.failed.as_ref()
    }

    pub(crate) fn stands(&self) -> &[u32] {
        &self.stands
    }

    pub(crate) fn scores(&self) -> &[Score] {
        &self.scores
    }

    /// Whether there is anything but plies of one word each, and comments and annotations of them: variations, breaks, a
    /// result, words that are one ply together.
    pub(crate) fn has_more(&self) -> bool {
        self.has_more
    }

    /// Where the game of a list's line ends, and the word behind it that claims its result.
    pub(crate) fn line_end(&self) -> (usize, Option<Range<usize>>) {
        self.line_end.clone()
    }

    /// Whether a word of movetext claims a result.
    pub(crate) fn has_result(&self) -> bool {
        self.has_result
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

    /// Whether `...` stands in it, other than before a ply that stands as usual.
    pub(crate) fn has_dots(&self) -> bool {
        self.has_dots
    }
}

/// For the driver.
impl Script {
    /// The plies that follow are those of a game on a board.
    pub(super) fn of_game(&mut self, game: &'static str, board: Size) {
        self.names.begin(game, board, self.system);
    }

    /// The game of a list's line ends at byte `end`, and `claim` is the word behind it that claims its result.
    pub(super) fn line_ends(&mut self, end: usize, claim: Option<Range<usize>>) {
        self.line_end = (end, claim);
    }

    /// Whether comments, annotations and `...` are left out.
    pub(super) fn is_without_remarks(&self) -> bool {
        self.is_without_remarks
    }

    /// Writes down a piece that is no ply.
    pub(super) fn add(&mut self, kind: ItemKind, span: Range<usize>) {
        match kind {
            ItemKind::Dots | ItemKind::Annotation | ItemKind::Comment | ItemKind::LineComment
                if self.is_without_remarks =>
            {
                return;
            }
            ItemKind::Dots => self.has_dots = true,
            ItemKind::Open { .. } | ItemKind::Close | ItemKind::Break | ItemKind::Result => self.has_more = true,
            _ => {}
        }
        self.has_beside |= kind != ItemKind::Result;
        self.has_result |= kind == ItemKind::Result;
        self.items.push(Item::new(kind, span));
    }

    /// Writes down a token that is no word and does more than to separate plies.
    #[inline]
    pub(super) fn token(&mut self, token: &Token) {
        let kind = match token.kind {
            TokenKind::Dots => ItemKind::Dots,
            TokenKind::Break => ItemKind::Break,
            TokenKind::Open { .. } => ItemKind::Open { numbered: false },
            TokenKind::Close { .. } => ItemKind::Close,
            TokenKind::Comment(_) => ItemKind::Comment,
            TokenKind::LineComment => ItemKind::LineComment,
            TokenKind::Annotation => ItemKind::Annotation,
            TokenKind::Number(_) | TokenKind::Comma | TokenKind::Semicolon | TokenKind::Word => return,
        };
        self.add(kind, token.span());
    }

    /// Says whether the variation that has just been opened has turn numbers.
    pub(super) fn variation_is_numbered(&mut self, is_numbered: bool) {
        if let Some(Item { kind: ItemKind::Open { numbered }, .. }) = self.items.last_mut() {
            *numbered = is_numbered;
        }
    }

    /// Writes down a ply of `position`, before anybody knows whether it is legal there. It is the ply `number`, if it is
    /// carried out.
    #[inline]
    pub(super) fn ply<G: FullGame>(
        &mut self,
        position: &G,
        ply: G::Ply<'_>,
        span: Range<usize>,
        number: u32,
        in_main_line: bool,
    ) {
        self.write(position, ply, span, number, in_main_line, |system, out| position.write_ply(ply, system, out));
    }

    /// Writes down the ply that is illegal in `position` and has lost the game.
    pub(super) fn tried<G: FullGame>(&mut self, position: &G, ply: G::Ply<'_>, span: Range<usize>, number: u32) {
        self.write(position, ply, span, number, true, |system, out| position.write_tried(ply, system, out));
        if let Some(Item { kind: ItemKind::Ply(ply), .. }) = self.items.last_mut() {
            ply.was_tried = true;
        }
    }

    #[inline(always)]
    fn write<G: FullGame>(
        &mut self,
        position: &G,
        ply: G::Ply<'_>,
        span: Range<usize>,
        number: u32,
        in_main_line: bool,
        write: impl FnOnce(System, &mut String) -> Result<(), NotRepresentable>,
    ) {
        let from = self.texts.len();
        let wants_landing = self.is_diagram || number as usize <= LANDINGS;
        let landing = if wants_landing { position.landing(ply) } else { None };
        let written = match self.system {
            None => Ok(()),
            // A diagram needs only the squares of the plies; the writer reports what it cannot hold.
            Some(_) if self.is_diagram => landing.map(drop).ok_or(NotRepresentable),
            Some(system) => write(system, &mut self.texts),
        };
        if written.is_err() {
            self.texts.truncate(from);
            self.failed.get_or_insert((span.clone(), number));
        }
        self.player = Some(position.player());
        let number = self.unnamed.len() as u32;
        self.unnamed.push(Unnamed { start: from as u32, end: self.texts.len() as u32, landing });
        self.push(number, span, position.turn(), in_main_line);
    }

    /// Writes down a ply that is to be carried out, puts a piece on a square and does nothing else. `false` if what that is
    /// called is not known: then nothing is written down.
    #[inline(always)]
    pub(super) fn put(
        &mut self,
        square: Square,
        [side, player]: [Side; 2],
        span: Range<usize>,
        in_main_line: bool,
    ) -> bool {
        let number = self.names.number(square);
        let Some(name) = self.names.squares.get(number as usize) else { return false };
        if self.system.is_some() && name.len() == 0 {
            return false;
        }
        self.player = Some(player);
        self.push(ScriptPly::NAMED + number, span, side, in_main_line);
        true
    }

    /// The ply that was written down last puts a piece on a square and does nothing else: keeps what it is called.
    pub(super) fn keep_name(&mut self, square: Square) {
        let Some(Item { kind: ItemKind::Ply(ply), .. }) = self.items.last() else { return };
        let place = self.unnamed.get(ply.number as usize).map(|ply| ply.start as usize..ply.end as usize);
        if let Some(name) = place.and_then(|place| self.texts.get(place)) {
            self.names.keep(square, name);
        }
    }

    #[inline(always)]
    fn push(&mut self, number: u32, span: Range<usize>, side: Side, in_main_line: bool) {
        let ply = ScriptPly { number, side, in_main_line, was_tried: false, ends_manche: false };
        self.items.push(Item::new(ItemKind::Ply(ply), span));
    }

    /// The ply that was written down last stands in the record as several words, or as one with a comma in it.
    pub(super) fn several_words(&mut self) {
        self.has_more = true;
    }

    /// The ply that was written down last was carried out; `position` is the one after it.
    #[inline(always)]
    pub(super) fn done<G: FullGame>(&mut self, position: &G, number: u32) {
        let (ends_manche, lines) = (position.break_due(), position.scored());
        if ends_manche || !lines.is_empty() {
            self.scored(position, number, ends_manche, lines);
        }
    }

    /// The ply that was written down last has scored, or a manche has ended with it.
    fn scored<G: FullGame>(&mut self, position: &G, number: u32, ends_manche: bool, lines: Vec<(Square, Square)>) {
        let Some(Item { kind: ItemKind::Ply(ply), .. }) = self.items.last_mut() else { return };
        if !ply.in_main_line {
            return;
        }
        ply.ends_manche = ends_manche;
        if let (Some(player), false) = (self.player, lines.is_empty()) {
            // A ply that ends a manche does not begin another.
            let manche = position.manches().len();
            self.scores.push(Score { ply: number, manche, player, side: ply.side, lines });
        }
    }

    /// The ply that was carried out last was illegal and stood.
    pub(super) fn stood(&mut self, number: u32, in_main_line: bool) {
        if in_main_line {
            self.stands.push(number);
        }
    }

    /// A place in the script, to which it can go back.
    #[inline]
    pub(super) fn place(&self) -> ScriptPlace {
        let (items, unnamed, texts) = (self.items.len(), self.unnamed.len(), self.texts.len());
        ScriptPlace { items, unnamed, texts, has_failed: self.failed.is_some() }
    }

    /// Forgets what was written since that place.
    #[inline]
    pub(super) fn back_to(&mut self, place: ScriptPlace) {
        self.items.truncate(place.items);
        self.unnamed.truncate(place.unnamed);
        self.texts.truncate(place.texts);
        if !place.has_failed {
            self.failed = None;
        }
    }
}

/// A place in a script.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScriptPlace {
    items: usize,
    unnamed: usize,
    texts: usize,
    has_failed: bool,
}
