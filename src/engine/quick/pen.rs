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
    /// Puts plies up to the first that is not plainly legal; returns how many it has put. Each comes with the place of
    /// its token; `before` is the number of the ply before the first.
    #[inline(always)]
    pub(super) fn put_all<G: FullGame>(
        &mut self,
        position: &mut G,
        plies: impl Iterator<Item = (QuickToken, Range<usize>)>,
        before: u32,
    ) -> usize {
        if !WRITES {
            return position.put_all(plies.map(|(token, _)| token));
        }
        self.put_and_write(position, plies.map(|ply| [ply]), before)
    }

    /// Puts turns of two plies up to the first ply that is not plainly legal; returns how many plies it has put. Each
    /// ply comes with the place of its token; `before` is the number of the ply before the first.
    #[inline(always)]
    pub(super) fn put_turns<G: FullGame>(
        &mut self,
        position: &mut G,
        turns: impl Iterator<Item = [(QuickToken, Range<usize>); 2]>,
        before: u32,
    ) -> usize {
        if !WRITES {
            return position.put_turns(turns.map(|[(first, _), (second, _)]| [first, second]));
        }
        self.put_and_write(position, turns, before)
    }

    /// Puts turns of `N` plies up to the first ply that is not plainly legal, and writes each ply down; returns how
    /// many plies it has put. `before` is the number of the ply before the first.
    #[inline(always)]
    fn put_and_write<G: FullGame, const N: usize>(
        &mut self,
        position: &mut G,
        turns: impl Iterator<Item = [(QuickToken, Range<usize>); N]>,
        before: u32,
    ) -> usize {
        let mut number = before;
        for turn in turns {
            for (token, span) in turn {
                if !self.put(position, token, span, number + 1) {
                    return (number - before) as usize;
                }
                number += 1;
            }
        }
        (number - before) as usize
    }

    /// Puts a ply; `false` if it is not plainly legal. `number` is the number of the ply, not of its turn.
    #[inline(always)]
    fn put<G: FullGame>(&mut self, position: &mut G, token: QuickToken, span: Range<usize>, number: u32) -> bool {
        let Some(square) = position.lands(token) else { return false };
        if WRITES && let Some(script) = self.script.as_deref_mut() {
            let sides = [position.turn(), position.player()];
            let is_named = script.put(square, sides, span.clone(), self.in_main_line);
            if !is_named && !self.spell(position, square, span, number) {
                return false;
            }
        }
        position.put(square);
        if WRITES && let Some(script) = self.script.as_deref_mut() {
            script.done(position, number);
        }
        true
    }

    /// Writes down a ply on a square that has no known name yet, and keeps the name.
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
