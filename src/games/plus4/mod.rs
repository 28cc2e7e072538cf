//! Plus 4: pieces enter at the top of a 4x4 board and push each other down, four in a line win or score.
//!
//! A value of [`Plus4`] is a position. Each side's pieces are the bits of 16, four a column, the top square the lowest
//! bit, so that a push is a shift of four bits. The bonus pieces on the board are bits of a third word.
//!
//! A push moves every piece of its column and no other. So a ply creates only lines through that column
//! (P4-6), and a line that an overlooked end has made void (C-6) counts again only if a ply creates it again.

mod codes;
mod examples;
mod lines;
mod names;
mod notation;
mod params;
mod rules;
mod settle;
mod setup;
mod table;
#[cfg(test)]
mod tests;
mod violation;

use crate::board::symmetry::{self, Symmetry};
use crate::board::{DecidingLines, Size, Square};
use crate::diagnostic::{Code, Text};
use crate::game::{
    self, Deferral, Game, GameInfo, Likeness, Match, NotAPly, NotRepresentable, Numbered, Outcome, Overlook, Remarks,
    RuleSet, Side, Task, View,
};
use crate::game::{Request, TagFaults};
use crate::scene::{Cell, Effect, Ground, Paint, Scene, Shape};
use crate::system::System;

use lines::LineSet;
use params::Kind;
pub(crate) use params::Params;
use violation::Violation;

/// The one board (P4-1).
const SIZE: Size = Size { columns: 4, rows: 4 };

/// A position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Plus4 {
    kind: Kind,
    mover_first: bool,
    /// The points that win a bonus game.
    target: u32,
    turn: Side,
    /// The side that began the manche.
    beginner: Side,
    /// Whether a manche has just ended, so that a break must come before the next ply.
    break_due: bool,
    pieces: [u16; 2],
    /// The squares of bonus pieces, of either side.
    bonus: u16,
    /// What each side has left to play.
    hands: [Hand; 2],
    points: [u32; 2],
    outcome: Outcome,
    /// The lines of each side that the last ply created.
    made: [LineSet; 2],
}

/// The pieces that a side has left to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Hand {
    plain: u8,
    bonus: u8,
}

impl Hand {
    fn is_empty(self) -> bool {
        self.plain == 0 && self.bonus == 0
    }

    /// The pieces of one kind.
    #[inline]
    fn of(&mut self, bonus: bool) -> &mut u8 {
        if bonus { &mut self.bonus } else { &mut self.plain }
    }
}

/// A ply as its token says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ply {
    /// A piece into a column; the row, from 0 at the top, where the notation names it. Neither needs to be on the board.
    Push { column: u8, row: Option<i16>, bonus: bool },
    /// `--`
    Pass,
}

impl Game for Plus4 {
    type Ply<'a> = Ply;
    type Violation = Violation;
    type Scratch = ();

    fn info() -> &'static GameInfo {
        &table::INFO
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn read_ply(&self, token: &str, system: System, (): &mut ()) -> Result<Ply, NotAPly> {
        notation::read(token, system)
    }

    fn write_ply(&self, ply: Ply, system: System, out: &mut String) -> Result<(), NotRepresentable> {
        notation::write(ply, system, out)
    }

    #[inline]
    fn apply<O: Overlook<Violation>>(&mut self, ply: Ply, overlook: &mut O) -> Result<(), Violation> {
        rules::apply(self, ply, overlook)
    }

    #[inline]
    fn outcome(&self) -> Outcome {
        self.outcome
    }

    fn explain(&self, violation: Violation, _: Ply) -> Text {
        violation::explain(self, violation)
    }

    fn write_position(&self, out: &mut String) {
        setup::write(self, out);
    }

    fn candidates(&self, each: &mut dyn FnMut(Ply)) {
        for column in 0..SIZE.columns {
            each(Ply::Push { column, row: None, bonus: false });
            each(Ply::Push { column, row: None, bonus: true });
        }
        each(Ply::Pass);
    }

    fn size(&self) -> Size {
        SIZE
    }
}

/// A later push may move a piece away from the square where it entered, so no number can stay on the board.
impl Numbered for Plus4 {}

impl Deferral for Plus4 {}

impl Match for Plus4 {
    fn has_manches(&self) -> bool {
        self.kind == Kind::Manche
    }

    fn break_due(&self) -> bool {
        self.break_due
    }

    fn take_break(&mut self) -> Result<(), &'static Code> {
        if !self.break_due {
            return Err(&codes::BAD_BREAK);
        }
        self.break_due = false;
        Ok(())
    }

    fn points(&self) -> Vec<u32> {
        if self.kind == Kind::Standard { Vec::new() } else { self.points.to_vec() }
    }

    fn scored(&self) -> Vec<(Square, Square)> {
        // The board of a manche that a line has ended is empty.
        if self.kind == Kind::Standard || self.pieces == [0; 2] {
            return Vec::new();
        }
        let made = lines::squares_of(self.made[0].with(self.made[1]));
        made.0.iter().filter_map(|line| Some((*line.first()?, *line.last()?))).collect()
    }
}

impl Remarks for Plus4 {}

impl View for Plus4 {
    fn lines(&self) -> DecidingLines {
        lines::squares_of(self.deciding())
    }

    fn scene(&self) -> Scene {
        let marked = lines::squares_of(self.made[0].with(self.made[1]));
        let scene = Scene::from_top(SIZE, Ground::Chutes, |square| {
            let piece = self.at(square);
            Cell {
                piece,
                paint: piece.map_or(Paint::default(), |(side, _)| table::SIDES[side.index() & 1].paint),
                shape: if self.bonus & lines::bit(square) != 0 { Shape::Bonus } else { Shape::Disc },
                marked: piece.is_some() && marked.0.iter().flatten().any(|other| *other == square),
                ..Cell::default()
            }
        });
        Scene { letters: self.kind != Kind::Standard, letters_in_print: true, ..scene }
    }

    fn letter(&self, column: u8, from_top: u8) -> Option<char> {
        setup::letter(self, column, from_top)
    }

    fn effect(&self, ply: Ply) -> Effect {
        match ply {
            Ply::Push { column, row, .. } => {
                Square::named(column, row.unwrap_or(0)).map_or_else(Effect::default, Effect::put)
            }
            Ply::Pass => Effect::default(),
        }
    }
}

impl Likeness for Plus4 {
    fn write_parameters(&self, out: &mut String) {
        out.push_str(&self.target.to_string());
    }

    fn write_action(&self, ply: Ply, symmetry: Symmetry, out: &mut Vec<u8>) {
        if let Ply::Push { column, bonus, .. } = ply {
            out.push(bonus.into());
            symmetry.write_reflected(column.into(), 0, SIZE, out);
        }
    }

    /// No rule tells left from right; pieces enter from above, so down is not up.
    fn symmetries(&self) -> &'static [Symmetry] {
        &symmetry::LEFT_RIGHT
    }
}

impl Plus4 {
    /// The side and the letter of the piece on a square: a small one for a bonus piece.
    fn at(&self, square: Square) -> Option<(Side, char)> {
        let bit = lines::bit(square);
        let side = self.pieces.iter().position(|pieces| pieces & bit != 0)?;
        let letter = table::SIDES[side].letter;
        let letter = if self.bonus & bit != 0 { letter.to_ascii_lowercase() } else { letter };
        Some((Side(side as u8), letter))
    }

    /// The lines that decide the outcome; there are none in variants that count points.
    fn deciding(&self) -> LineSet {
        match self.outcome {
            _ if self.kind != Kind::Standard => LineSet::default(),
            Outcome::Win { winner, .. } => self.made[winner.index() & 1],
            Outcome::Draw { .. } => self.made[0].with(self.made[1]),
            Outcome::Unfinished => LineSet::default(),
        }
    }
}

/// The game's entry in the registry.
#[derive(Debug)]
pub(crate) struct Entry;

impl game::Entry for Entry {
    type Params = Params;

    fn info(&self) -> &'static GameInfo {
        &table::INFO
    }

    fn settle(&self, request: &Request<'_>, tag_faults: &mut TagFaults) -> Option<RuleSet> {
        settle::settle(request, tag_faults)
    }

    fn with<T: Task>(&self, params: &Params, task: T) -> T::Out {
        task.run(setup::start(params))
    }

    fn set_up(&self, params: &Params, position: &str) -> Option<Params> {
        let setup = setup::read(position, params.kind).ok()?;
        Some(Params { setup: Some(setup), ..params.clone() })
    }
}
