//! Puts plies and writes them down.

use std::ops::Range;

use crate::board::Square;
use crate::engine::script::Script;
use crate::game::FullGame;
use crate::system::{QuickToken, System};

/// Puts plies, and writes them down if `WRITES`.
pub(super) struct Pen<'p, const WRITES: bool> {
    pub(super) script: Option<&'p mut Script>,
    /// The record's text.
    pub(super) text: &'p str,
    /// Its notation system.
    pub(super) system: System,
    pub(super) in_main_line: bool,
}

impl<const WRITES: bool> Pen<'_, WRITES> {
    /// Puts a ply; `false` if it is not plainly legal. `number` is its own, not that of its turn.
    #[inline(always)]
    pub(super) fn put<G: FullGame>(
        &mut self,
        position: &mut G,
        token: QuickToken,
        span: impl Fn() -> Range<usize>,
        number: u32,
    ) -> bool {
        let Some(square) = position.lands(token) else { return false };
        if WRITES && let Some(script) = self.script.as_deref_mut() {
            let sides = [position.turn(), position.player()];
            if !script.put(square, sides, &span, self.in_main_line) && !self.spell(position, square, span(), number) {
                return false;
            }
        }
        position.put(square);
        if WRITES && let Some(script) = self.script.as_deref_mut() {
            script.done(position, number);
        }
        true
    }

    /// Writes down a ply on a square whose name is not known yet, and keeps that.
    #[cold]
    #[inline(never)]
    fn spell<G: FullGame>(&mut self, position: &G, square: Square, span: Range<usize>, number: u32) -> bool {
        let Some(script) = self.script.as_deref_mut() else { return false };
        let text = self.text.get(span.clone()).unwrap_or_default();
        let mut scratch = G::Scratch::default();
        let Ok(ply) = position.read_ply(text, self.system, &mut scratch) else { return false };
        script.ply(position, ply, span, number, self.in_main_line);
        script.keep_name(square);
        true
    }
}
