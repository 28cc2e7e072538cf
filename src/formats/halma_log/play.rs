//! Makes plies of the lines of play: a step is one, and so are all hops of a turn.

use std::ops::Range;

use super::header::End;
use super::line::Legs;
use crate::diagnostic::Text;
use crate::formats::made::Made;
use crate::system::PASS;

/// Hops that may go on: the first point, the last one, and where they stand.
type Hops = ((u8, u8), (u8, u8), Range<usize>);

/// Writes down the plies.
pub(super) struct Play<'m> {
    pub(super) made: &'m mut Made,
    /// The number of the player whose turn it is.
    turn: u8,
    /// The squares of the hops so far.
    path: String,
    /// The hops that are not ended: the first and the last square, and where they stand.
    hops: Option<Hops>,
}

impl<'m> Play<'m> {
    /// The play of a game, from its first ply on.
    pub(super) fn of(made: &'m mut Made) -> Play<'m> {
        Play { made, turn: 0, path: String::new(), hops: None }
    }

    /// Takes a line of play; fails if it cannot follow the line before.
    pub(super) fn line(&mut self, player: u8, legs: Legs, place: Range<usize>) -> Result<(), Text> {
        // Another player's line ends the hops, if it is a move.
        if self.hops.is_some() && player != self.turn && legs.is_some() {
            self.end_hops();
        }
        if player != self.turn {
            let turn = self.turn;
            self.end_hops();
            let text = Text::new(format!("it is the turn of player {turn}, and this line is of player {player}"));
            return Err(text.help("the players take turns in the order 0, 1, 2, 3"));
        }
        match (legs, self.hops.take()) {
            (None, None) => {
                self.made.pass_that_stood(place);
                self.next();
            }
            (None, hops) => {
                self.hops = hops;
                self.end_hops();
            }
            (Some([from, to]), Some((first, last, begun))) => {
                self.hops = Some((first, last, begun.clone()));
                if from != last {
                    self.end_hops();
                    return Err(Text::new(format!("the hops of player {player} do not go on from where they came to"))
                        .help("`0 null null` ends hops"));
                }
                self.go_to(to);
                self.hops = Some((first, to, begun.start..place.end));
            }
            (Some([from, to]), None) => {
                self.path.clear();
                self.go_to(from);
                self.go_to(to);
                let is_step = from.0.abs_diff(to.0) <= 1 && from.1.abs_diff(to.1) <= 1;
                if is_step {
                    self.made.ply(&self.path, place);
                    self.next();
                } else {
                    self.hops = Some((from, to, place));
                }
            }
        }
        Ok(())
    }

    /// Adds a square to the path.
    fn go_to(&mut self, (x, y): (u8, u8)) {
        if !self.path.is_empty() {
            self.path.push('-');
        }
        self.path.push(char::from(b'a' + x));
        let row = 16 - y;
        if row >= 10 {
            self.path.push('1');
        }
        self.path.push(char::from(b'0' + row % 10));
    }

    /// Turns the hops, if there are any, into a ply.
    pub(super) fn end_hops(&mut self) {
        if let Some((first, last, place)) = self.hops.take() {
            self.made.ply(&self.path, place);
            if first == last {
                self.made.passed();
            }
            self.next();
        }
    }

    /// Ends the game, with the illegal ply if there is one.
    pub(super) fn end(&mut self, end: End) {
        match end.attempt {
            Some((player, attempt, place)) => self.attempt(player, attempt, place),
            None => self.end_hops(),
        }
    }

    /// Adds the ply that was illegal and lost the game.
    fn attempt(&mut self, player: u8, legs: Legs, place: Range<usize>) {
        if player != self.turn {
            self.end_hops();
        }
        match (legs, self.hops.take()) {
            // The turn is not over, so the whole ply is illegal: `n16-l14-l12-k11`.
            (Some([from, to]), Some((_, last, begun))) => {
                if from != last {
                    self.go_to(from);
                }
                self.go_to(to);
                self.made.ply(&self.path, begun.start..place.end);
            }
            (Some([from, to]), None) => {
                self.path.clear();
                self.go_to(from);
                self.go_to(to);
                self.made.ply(&self.path, place);
            }
            (None, _) => self.made.ply(PASS, place),
        }
    }

    fn next(&mut self) {
        self.turn = (self.turn + 1) % 4;
    }
}
