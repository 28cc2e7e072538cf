//! What visitors of a replay see: one ply after the other.

use std::ops::Range;
use std::sync::Arc;

use super::claims::Claim;
use super::script::Script;
use crate::board::symmetry::Symmetry;
use crate::board::{DecidingLines, Square};
use crate::diagnostic::Code;
use crate::game::{FullGame, GameInfo, NotRepresentable, Played, Position, spelt};
use crate::scene::Effect;
use crate::system::System;

/// A ply that was carried out, as a visitor sees it.
pub trait Step {
    /// Its number from 1; breaks do not restart the count.
    fn number(&self) -> u32;
    /// The path to its variation; empty in the main line.
    fn variation(&self) -> &[(u32, u32)];
    /// Where it stands in the record's text.
    fn span(&self) -> Range<usize>;
    /// The position before it.
    fn before(&self) -> &dyn Position;
    /// The position after it.
    fn after(&self) -> &dyn Position;
    /// The ply in this notation system, or in the game's default one, with a copy of the position after it.
    fn kept(&self, system: System) -> Played;
    /// Writes it in a notation system.
    ///
    /// # Errors
    /// Fails if the system cannot express it.
    fn write(&self, system: System, out: &mut String) -> Result<(), NotRepresentable>;
    /// Writes it in the game's default notation system, which can express every ply that was carried out. `false` if it
    /// cannot express this one.
    fn write_default(&self, out: &mut String) -> bool;
    /// The square on which it puts a piece; numbered diagrams need it.
    fn landing(&self) -> Option<Square>;
    /// What it does on the board; drawings need it.
    fn effect(&self) -> Effect;
    /// The lines that make it illegal, if that is what `code` reports; drawings show them.
    fn offending(&self, code: &'static Code) -> DecidingLines;
    /// Whether it was illegal and stood (C-6).
    fn stood(&self) -> bool;
    /// Writes what it does, seen through a symmetry; see
    /// [`Likeness::write_action`](crate::game::Likeness::write_action).
    fn write_action(&self, symmetry: Symmetry, out: &mut Vec<u8>);
}

/// Watches a replay.
pub trait Visitor {
    /// A replay of this game begins, in this notation system.
    fn begin(&mut self, info: &'static GameInfo, system: System) {
        let _ = (info, system);
    }
    /// A script, if the visitor wants no more of the plies than is written down there: then neither [`Visitor::ply`] nor
    /// [`Visitor::tried`] is called, which is several times as fast. The script is complete when [`Visitor::end`] is called.
    fn script(&mut self) -> Option<&mut Script> {
        None
    }
    /// Whether the next ply is shown. A visitor for which [`Visitor::look`] is enough says no, which is several times
    /// as fast. The driver asks before the first ply, after each ply that it shows and after each look.
    fn sees_plies(&self) -> bool {
        true
    }
    /// Looks at a position of the main line, after `plies` plies, and returns after how many plies to look again;
    /// `u32::MAX`: never. The first look is at the start. A ply that is shown is shown before the position after it. A
    /// visitor that wants another look also gets one after each break, which makes another position after the same
    /// number of plies, and after each illegal ply that stood (C-6).
    fn look(&mut self, position: &dyn Position, plies: u32) -> u32 {
        let _ = (position, plies);
        u32::MAX
    }
    /// A ply has been carried out.
    fn ply(&mut self, step: &dyn Step);
    /// The record's last ply was illegal and has lost the game (C-7). It was not carried out.
    fn tried(&mut self, step: &dyn Step) {
        let _ = step;
    }
    /// A ply is illegal for the reason `code` and was not carried out. The replay of its line has ended before it.
    fn refused(&mut self, step: &dyn Step, code: &'static Code) {
        let _ = (step, code);
    }
    /// The record is replayed again from its start, in another notation system than expected. Forget what was seen so
    /// far.
    fn restart(&mut self);
    /// A ply of the main line is not carried out: it is no ply in this notation, it stands where none belongs, or the replay
    /// has ended before it. `step` is what it means, if it is well formed; the positions are those where the replay ended.
    fn left_out(&mut self, span: Range<usize>, step: Option<&dyn Step>) {
        let _ = (span, step);
    }
    /// The replay has reached the end of the record, which claims this result, in a tag or in its last word.
    fn claimed_result(&mut self, claim: Claim) {
        let _ = claim;
    }
    /// The replay is over; `last` is the main line's last position.
    fn end(&mut self, last: &dyn Position) {
        let _ = last;
    }
}

pub(super) struct GameStep<'s, 'p, G: FullGame> {
    pub(super) number: u32,
    pub(super) variation: &'s [(u32, u32)],
    pub(super) span: Range<usize>,
    pub(super) before: &'s G,
    pub(super) after: &'s G,
    pub(super) ply: G::Ply<'p>,
    /// Whether it was illegal and was not carried out.
    pub(super) tried: bool,
    /// Whether it was illegal and stood.
    pub(super) stood: bool,
}

impl<G: FullGame> Step for GameStep<'_, '_, G> {
    fn number(&self) -> u32 {
        self.number
    }
    fn variation(&self) -> &[(u32, u32)] {
        self.variation
    }
    fn span(&self) -> Range<usize> {
        self.span.clone()
    }
    fn before(&self) -> &dyn Position {
        self.before
    }
    fn after(&self) -> &dyn Position {
        self.after
    }
    fn kept(&self, system: System) -> Played {
        Played { state: Arc::new(self.after.clone()), ply: spelt(self.before, self.ply, system), effect: self.effect() }
    }
    fn write(&self, system: System, out: &mut String) -> Result<(), NotRepresentable> {
        if self.tried {
            return self.before.write_tried(self.ply, system, out);
        }
        self.before.write_ply(self.ply, system, out)
    }
    fn write_default(&self, out: &mut String) -> bool {
        self.write(G::info().default_system, out).is_ok()
    }
    fn landing(&self) -> Option<Square> {
        self.before.landing(self.ply)
    }
    fn effect(&self) -> Effect {
        self.before.effect(self.ply)
    }
    fn offending(&self, code: &'static Code) -> DecidingLines {
        self.before.offending(self.ply, code)
    }
    fn stood(&self) -> bool {
        self.stood
    }
    fn write_action(&self, symmetry: Symmetry, out: &mut Vec<u8>) {
        self.before.write_action(self.ply, symmetry, out);
    }
}
