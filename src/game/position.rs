//! What writers see of a position, whatever its game.

use super::parts::{Growth, Likeness, Match, View};
use super::{FullGame, Game, Outcome, Side, position_string};
use crate::board::symmetry::Symmetry;
use crate::board::{DecidingLines, Size, Square};
use crate::scene::Scene;

/// What writers see of a position.
pub trait Position {
    /// The position string.
    fn string(&self) -> String;
    /// Appends the position string to `out`.
    fn write_string(&self, out: &mut String);
    /// The outcome so far.
    fn outcome(&self) -> Outcome;
    /// The lines that decide the outcome.
    fn lines(&self) -> DecidingLines;
    /// The points of each side; empty in games without points.
    fn points(&self) -> Vec<u32>;
    /// The points of each manche, by the sides played in it; see [`Match::manches`].
    fn manches(&self) -> Vec<Vec<u32>>;
    /// The side that the player to move has in the outcome; see [`Match::player`].
    fn player(&self) -> Side;
    /// The lines for which the last ply has scored, by first and last square.
    fn scored(&self) -> Vec<(Square, Square)>;
    /// Whether the players have changed sides.
    fn swapped(&self) -> bool;
    /// Whether a manche has ended here; see [`Match::break_due`].
    fn break_due(&self) -> bool;
    /// The side to move.
    fn turn(&self) -> Side;
    /// The position as a drawing.
    fn scene(&self) -> Scene;
    /// The board's size.
    fn board(&self) -> Size;
    /// The letter of a piece; see [`View::letter`].
    fn letter(&self, column: u8, from_top: u8) -> Option<char>;
    /// How the board fills; see [`View::growth`].
    fn growth(&self) -> Option<Growth>;
    /// The values of options; see [`Likeness::write_parameters`].
    fn parameters(&self) -> String;
    /// The symmetries that change nothing but the look of a game; see [`Likeness::symmetries`].
    fn symmetries(&self) -> &'static [Symmetry];
    /// The position string of the position seen through a symmetry.
    fn reflected(&self, symmetry: Symmetry) -> String;
}

impl<G: FullGame> Position for G {
    fn string(&self) -> String {
        position_string(self)
    }

    fn write_string(&self, out: &mut String) {
        self.write_position(out);
    }

    fn outcome(&self) -> Outcome {
        Game::outcome(self)
    }

    fn lines(&self) -> DecidingLines {
        View::lines(self)
    }

    fn points(&self) -> Vec<u32> {
        Match::points(self)
    }

    fn manches(&self) -> Vec<Vec<u32>> {
        Match::manches(self)
    }

    fn player(&self) -> Side {
        Match::player(self)
    }

    fn scored(&self) -> Vec<(Square, Square)> {
        Match::scored(self)
    }

    fn break_due(&self) -> bool {
        Match::break_due(self)
    }

    fn swapped(&self) -> bool {
        Match::swapped(self)
    }

    fn turn(&self) -> Side {
        Game::turn(self)
    }

    fn scene(&self) -> Scene {
        View::scene(self)
    }

    fn board(&self) -> Size {
        self.size()
    }

    fn letter(&self, column: u8, from_top: u8) -> Option<char> {
        View::letter(self, column, from_top)
    }

    fn growth(&self) -> Option<Growth> {
        View::growth(self)
    }

    fn parameters(&self) -> String {
        let mut text = String::new();
        self.write_parameters(&mut text);
        text
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        Likeness::symmetries(self)
    }

    fn reflected(&self, symmetry: Symmetry) -> String {
        Likeness::reflected(self, symmetry)
    }
}
