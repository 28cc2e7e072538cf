//! What visitors of a replay see: one ply after the other.

use std::ops::Range;

use crate::board::Square;
use crate::board::symmetry::Symmetry;
use crate::diagnostic::Code;
use crate::game::{FullGame, GameInfo, NotRepresentable, Position};
use crate::scene::Effect;
use crate::system::System;

/// A ply that was carried out, as a visitor sees it.
pub trait Step {
    /// Its number from 1, counted on over breaks.
    fn number(&self) -> u32;
    /// The way to its variation, empty in the main line.
    fn variation(&self) -> &[(u32, u32)];
    /// Where it stands in the record's text.
    fn span(&self) -> Range<usize>;
    /// The position before it.
    fn before(&self) -> &dyn Position;
    /// The position after it.
    fn after(&self) -> &dyn Position;
    /// Writes it in a notation system.
    ///
    /// # Errors
    /// If the system cannot say it.
    fn write(&self, system: System, out: &mut String) -> Result<(), NotRepresentable>;
    /// Writes it in the game's default notation system, which can say every ply that was carried out; says whether it
    /// could.
    fn write_default(&self, out: &mut String) -> bool;
    /// The square on which it puts a piece, for numbered diagrams.
    fn landing(&self) -> Option<Square>;
    /// What it does on the board, to be drawn.
    fn effect(&self) -> Effect;
    /// Whether it was illegal and stood (C-6).
    fn stood(&self) -> bool;
    /// Writes what it does, seen through a symmetry; see [`Likeness::write_action`](crate::game::Likeness::write_action).
    fn write_action(&self, symmetry: Symmetry, out: &mut Vec<u8>);
}

/// Sees what a replay does.
pub trait Visitor {
    /// A replay of this game begins, in this notation system.
    fn begin(&mut self, info: &'static GameInfo, system: System) {
        let _ = (info, system);
    }
    /// A ply has been carried out.
    fn ply(&mut self, step: &dyn Step);
    /// The record's last ply was tried and lost the game (C-7): it was not carried out.
    fn tried(&mut self, step: &dyn Step) {
        let _ = step;
    }
    /// A ply of the record is illegal by `rule` and was not carried out: the replay of its line has ended before it.
    fn refused(&mut self, step: &dyn Step, code: &'static Code) {
        let _ = (step, code);
    }
    /// Everything that was seen of the record so far does not count: it turns out to be written in another notation system,
    /// and is replayed again from its start.
    fn restart(&mut self);
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
    fn stood(&self) -> bool {
        self.stood
    }
    fn write_action(&self, symmetry: Symmetry, out: &mut Vec<u8>) {
        self.before.write_action(self.ply, symmetry, out);
    }
}
