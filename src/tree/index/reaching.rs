//! Finds the records that reach a position, for `reaches`.

use std::io;

use super::answer::{Index, setting};
use crate::board::symmetry::SAME;
use crate::game::State;
use crate::select::{Answer, Pattern};

impl Index {
    /// The records whose main line reaches a position; `None` if its picture leaves something open, so that only a
    /// replay can decide.
    ///
    /// # Errors
    /// Fails if the file cannot be read or is broken.
    pub fn reaching(&mut self, pattern: &Pattern) -> io::Result<Option<Answer>> {
        let Some(picture) = pattern.picture() else { return Ok(None) };
        let mut answer = Answer::of(self.head.records);
        let mut before = 0;
        for stored in self.head.settings.clone() {
            let games = before..before + stored.games;
            before = games.end;
            let setting = setting(&stored, &self.defaults)?;
            let size = setting.rules.board;
            if !pattern.squares(size, |_, _, _| {}) {
                continue;
            }
            let through = setting.start.symmetries().iter().copied().filter(|_| pattern.mirrored);
            for symmetry in [SAME].into_iter().chain(through) {
                // A game that passes through the image of the position, seen through the symmetry, passes through the
                // position.
                let image = symmetry.inverse().of_position(&picture, size);
                let is_there = |position: &dyn State| {
                    if symmetry == SAME {
                        pattern.fits(&position.string())
                    } else {
                        pattern.fits(&position.reflected(symmetry))
                    }
                };
                for passing in self.position(&setting, &is_there, &image, games.clone())? {
                    for number in passing.games {
                        answer.add(self.game(number)?.place.into());
                    }
                }
            }
        }
        Ok(Some(answer))
    }
}
