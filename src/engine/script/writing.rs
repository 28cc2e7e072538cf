//! Writes a script while the driver walks.

use std::ops::Range;

use super::{Item, ItemKind, LANDINGS, Score, Script, ScriptPly, Unnamed};
use crate::board::{Side, Size, Square};
use crate::game::{FullGame, NotRepresentable};
use crate::record::{Token, TokenKind};
use crate::system::System;

/// For the driver.
impl Script {
    /// Begins the plies of a game on a board.
    pub(in crate::engine) fn of_game(&mut self, game: &'static str, board: Size) {
        self.names.begin(game, board, self.system);
    }

    /// The game of a list's line ends at byte `end`, and `claim` is the word after it that claims its result.
    pub(in crate::engine) fn line_ends(&mut self, end: usize, claim: Option<Range<usize>>) {
        self.line_end = (end, claim);
    }

    /// Whether comments, annotations and `...` are left out.
    pub(in crate::engine) fn is_without_remarks(&self) -> bool {
        self.is_without_remarks
    }

    /// Writes down a piece that is no ply.
    pub(in crate::engine) fn add(&mut self, kind: ItemKind, span: Range<usize>) {
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
    pub(in crate::engine) fn token(&mut self, token: &Token) {
        let kind = match token.kind {
            TokenKind::Dots => ItemKind::Dots,
            TokenKind::Break => ItemKind::Break,
            TokenKind::Open { .. } => ItemKind::Open { numbered: false },
            TokenKind::Close { .. } => ItemKind::Close,
            TokenKind::Comment { .. } => ItemKind::Comment,
            TokenKind::LineComment => ItemKind::LineComment,
            TokenKind::Annotation => ItemKind::Annotation,
            TokenKind::Number(_) | TokenKind::Comma | TokenKind::Semicolon | TokenKind::Word => return,
        };
        self.add(kind, token.span());
    }

    /// Sets whether the variation that was opened last has turn numbers.
    pub(in crate::engine) fn variation_is_numbered(&mut self, is_numbered: bool) {
        if let Some(Item { kind: ItemKind::Open { numbered }, .. }) = self.items.last_mut() {
            *numbered = is_numbered;
        }
    }

    /// Writes down a ply of `position`, before anybody knows whether it is legal there. It is the ply `number`, if it is
    /// carried out.
    #[inline]
    pub(in crate::engine) fn ply<G: FullGame>(
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
    pub(in crate::engine) fn tried<G: FullGame>(
        &mut self,
        position: &G,
        ply: G::Ply<'_>,
        span: Range<usize>,
        number: u32,
    ) {
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
            if in_main_line {
                self.failed_in_main_line.get_or_insert((span.clone(), number));
            }
        }
        self.player = Some(position.player());
        let number = self.unnamed.len() as u32;
        self.unnamed.push(Unnamed { start: from as u32, end: self.texts.len() as u32, landing });
        self.push(number, span, position.turn(), in_main_line);
    }

    /// Writes down a ply that is to be carried out, puts a piece on a square and does nothing else. `false` if what that is
    /// called is not known: then nothing is written down.
    #[inline(always)]
    pub(in crate::engine) fn put(
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

    /// Keeps the text of the ply that was written last as the name of `square`: the ply puts a piece there and does
    /// nothing else.
    pub(in crate::engine) fn keep_name(&mut self, square: Square) {
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

    /// Notes that the ply that was written last stands in the record as several words, or as one with a comma in it.
    pub(in crate::engine) fn several_words(&mut self) {
        self.has_more = true;
    }

    /// Notes that the ply that was written last was carried out; `position` is the one after it.
    #[inline(always)]
    pub(in crate::engine) fn done<G: FullGame>(&mut self, position: &G, number: u32) {
        let (ends_manche, lines) = (position.break_due(), position.scored());
        if ends_manche || !lines.is_empty() {
            self.scored(position, number, ends_manche, lines);
        }
    }

    /// Notes that the ply that was written last has scored, or has ended a manche.
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
    pub(in crate::engine) fn stood(&mut self, number: u32, in_main_line: bool) {
        if in_main_line {
            self.stands.push(number);
        }
    }

    /// A place in the script, to which it can go back.
    #[inline]
    pub(in crate::engine) fn place(&self) -> ScriptPlace {
        let (items, unnamed, texts) = (self.items.len(), self.unnamed.len(), self.texts.len());
        ScriptPlace { items, unnamed, texts, has_failed: [self.failed.is_some(), self.failed_in_main_line.is_some()] }
    }

    /// Forgets what was written since that place.
    #[inline]
    pub(in crate::engine) fn back_to(&mut self, place: ScriptPlace) {
        self.items.truncate(place.items);
        self.unnamed.truncate(place.unnamed);
        self.texts.truncate(place.texts);
        let [has_failed, has_failed_in_main_line] = place.has_failed;
        self.failed.take_if(|_| !has_failed);
        self.failed_in_main_line.take_if(|_| !has_failed_in_main_line);
    }
}

/// A place in a script.
#[derive(Debug, Clone, Copy)]
pub(in crate::engine) struct ScriptPlace {
    items: usize,
    unnamed: usize,
    texts: usize,
    /// Whether a ply was one that the system cannot express, and whether one of the main line was.
    has_failed: [bool; 2],
}
