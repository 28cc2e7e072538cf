//! What only some games have, a trait each: a game without it implements the trait with an empty block.

use super::{Game, Side, position_string};
use crate::board::symmetry::Symmetry;
use crate::board::{DecidingLines, Square, rows};
use crate::diagnostic::{Code, Text};
use crate::scene::{Effect, Scene};

/// How a game is shown in numbered diagrams: pictures of the board in which each piece bears the number of its ply.
///
/// A game whose pieces move has no such diagrams, and its block is empty.
pub trait Numbered: Game {
    /// The square on which a ply puts the one piece that stays there; `None` if it does not.
    fn landing(&self, ply: Self::Ply<'_>) -> Option<Square> {
        let _ = ply;
        None
    }
    /// The ply that puts a piece on a square.
    fn placing(&self, square: Square) -> Option<Self::Ply<'static>> {
        let _ = square;
        None
    }
    /// The first of `squares`, filled in this order, that cannot be filled yet because nothing lies under it.
    fn floating(&self, squares: &[Square]) -> Option<usize> {
        let _ = squares;
        None
    }
}

/// For games that count points, or that are a match of several manches.
pub trait Match: Game {
    /// Whether a record may have breaks at all.
    fn has_manches(&self) -> bool {
        false
    }
    /// Whether a manche has ended, so that only a break may follow; then `apply` refuses every ply (`bad-break`).
    #[inline]
    fn break_due(&self) -> bool {
        false
    }
    /// Takes a break between manches.
    ///
    /// # Errors
    /// `bad-break` if no break is due.
    fn take_break(&mut self) -> Result<(), &'static Code> {
        Err(&crate::codes::BAD_BREAK)
    }
    /// The points of each side, in the order of the sides; empty in games without points.
    fn points(&self) -> Vec<u32> {
        Vec::new()
    }
    /// The points of each manche by its sides, the manche in progress included. Empty in games whose players keep
    /// their sides from manche to manche.
    fn manches(&self) -> Vec<Vec<u32>> {
        Vec::new()
    }
    /// The side of the player to move in the outcome and the points. It differs from [`Game::turn`] if players change
    /// sides from manche to manche.
    #[inline]
    fn player(&self) -> Side {
        self.turn()
    }
    /// The lines for which the last ply has scored, each with its first and last square; empty in games without
    /// a score sheet.
    #[inline]
    fn scored(&self) -> Vec<(Square, Square)> {
        Vec::new()
    }
    /// Whether the players have changed sides.
    fn swapped(&self) -> bool {
        false
    }
}

/// For games that warn about legal plies, for instance about a claim in the record that does not fit.
pub trait Remarks: Game {
    /// Whether there are warnings about the last ply. Called after every ply.
    #[inline(always)]
    fn has_remarks(&self) -> bool {
        false
    }
    /// The warnings about the last ply, which was legal or stood.
    fn remarks(&self) -> Vec<(&'static Code, Text)> {
        Vec::new()
    }
}

/// How a board fills if no piece ever moves or leaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Growth {
    /// How many pieces there are.
    pub pieces: u32,
    /// How many pieces a legal ply adds at most.
    pub most: u32,
}

/// What a position and a ply look like.
pub trait View: Game {
    /// The position as a drawing.
    fn scene(&self) -> Scene;
    /// What a ply does on the board, for drawings; the ply may be illegal here.
    fn effect(&self, ply: Self::Ply<'_>) -> Effect;
    /// The letter of the piece on a square of the picture that the position string is, columns from the left and rows from
    /// the top; `None` for an empty square. The square lies on the board.
    fn letter(&self, column: u8, from_top: u8) -> Option<char> {
        rows::letter(&position_string(self), column, from_top)
    }
    /// How the board fills, if no piece ever moves, changes or leaves its square, and nothing but letters stands in its
    /// picture.
    fn growth(&self) -> Option<Growth> {
        None
    }
    /// The lines that decide the outcome.
    fn lines(&self) -> DecidingLines {
        DecidingLines::default()
    }
    /// The lines that make `ply` illegal in the way that `code` names: the squares that its message names.
    fn offending(&self, ply: Self::Ply<'_>, code: &'static Code) -> DecidingLines {
        let _ = (ply, code);
        DecidingLines::default()
    }
}

/// When two games are the same: what an audit compares to find duplicates.
pub trait Likeness: Game {
    /// Appends the values of the options that have one (a target, a limit of moves). Two games with the same name,
    /// variant, options, board and position may still differ in these.
    fn write_parameters(&self, out: &mut String) {
        let _ = out;
    }
    /// Appends what `ply` does, seen through a symmetry. Two plies that do the same in the same position have the same
    /// bytes, even if their notations differ. A game that has symmetries writes this itself.
    fn write_action(&self, ply: Self::Ply<'_>, symmetry: Symmetry, out: &mut Vec<u8>) {
        let _ = symmetry;
        let mut text = String::new();
        // A game promises that its default system can express every ply.
        let _ = self.write_ply(ply, Self::info().default_system, &mut text);
        out.extend(text.bytes());
    }
    /// The symmetries of the board that keep every rule and every side's aim: seen through one of them, a game stays as
    /// legal as before. The symmetry that changes nothing is left out.
    fn symmetries(&self) -> &'static [Symmetry] {
        &[]
    }
    /// The position string of the position seen through one of its symmetries.
    fn reflected(&self, symmetry: Symmetry) -> String {
        symmetry.of_position(&position_string(self), self.size())
    }
}
