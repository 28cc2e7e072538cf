//! Replays one line of a list: which of its words are the game, the notation system tells.

use super::Driver;
use super::lexemes::{self, LineGame};
use super::ply::Written;
use super::walk::{Walk, Walked};
use crate::game::Game;

impl<G: Game> Driver<'_, G> {
    /// Replays one line of a list.
    pub(super) fn list_line(&mut self, start: G) -> Walked<G> {
        let record = self.job.record;
        let system = self.job.system;
        let tokens = &record.parts.tokens;
        self.faults(0, 1);
        let words = tokens.iter().map(|token| record.token(token));
        let game =
            lexemes::line_game(system, words, |word| start.read_ply(word, system, &mut G::Scratch::default()).is_ok());
        let mut walk = Walk::plain(start, self.halted);
        let count = match game {
            LineGame::FirstWord => 1,
            LineGame::Words(count) => count,
        };
        for token in &tokens[..count] {
            let word = record.token(token);
            for lexeme in lexemes::run_together(system, word) {
                let from = token.start as usize;
                let written = Written {
                    token: &word[lexeme.clone()],
                    system,
                    span: from + lexeme.start..from + lexeme.end,
                    marked: false,
                    last: false,
                };
                self.faults(written.span.start, walk.number + 1);
                walk.dead |= self.halted;
                walk.number += 1;
                if walk.dead {
                    self.skip(&mut walk, &written);
                } else {
                    self.ply(&mut walk, written);
                }
            }
        }
        // Bytes that are no text in the remark end no replay, but they are told.
        walk.walked()
    }
}
