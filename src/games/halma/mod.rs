//! Halma: pieces step and jump from one corner to the opposite one.
//!
//! A value of [`Halma`] is a position. Squares are bytes, row times sixteen plus column on boards of every size, and a
//! piece is a byte too: its side and what distinguishes it from others of its side. A second board of the same shape,
//! which all positions of a game share, holds the piece that each square needs at the end. So "is at its goal" is one
//! comparison in every variant. The numbers of pieces at their goals, in their own base and in the opposite one are
//! kept from ply to ply.
//!
//! - `field`: squares, pieces, boards; `bases`: where the sides begin and where they must go;
//! - `rules`: plies, leg by leg; `ending`: what ends a game; `way`: the path that two end squares stand for (HA-17);
//! - `notation`, `setup`, `variant`, `explain`, `table`: as in every game.

mod bases;
mod codes;
mod ending;
mod examples;
mod explain;
mod field;
mod kind;
mod names;
mod notation;
mod params;
mod path;
mod rules;
mod settle;
mod setup;
mod table;
#[cfg(test)]
mod tests;
mod violation;

use std::sync::Arc;

use crate::board::symmetry::{self, Symmetry};
use crate::board::{Size, Square};
use crate::diagnostic::Text;
use crate::game::{
    self, Deferral, Few, Game, GameInfo, Likeness, Match, NotAPly, NotRepresentable, Numbered, Outcome, Overlook,
    Remarks, RuleSet, Side, SideInfo, Task, View,
};
use crate::game::{Request, TagFaults};
use crate::scene::{Cell, Effect, Ground, Paint, Scene};
use crate::system::System;

use ending::Count;
use field::{Board, Piece, Point, Spot};
use kind::Kind;
pub(crate) use params::Params;
use params::Play;
use violation::Violation;

/// A position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Halma {
    play: Arc<Play>,
    board: Board,
    turn: Side,
    /// The number of the turn that the next ply belongs to, counted as turns are numbered.
    number: u32,
    outcome: Outcome,
    /// How many pieces of each side stand on squares that want them.
    home: [u8; 4],
    /// How many pieces of each side stand in its own base.
    left: [u8; 4],
    /// How many pieces of each side stand in the opposite base.
    entered: [u8; 4],
    /// For each side the plies that the opposite one has had to leave its base (HA-8).
    counts: [Count; 4],
    /// For each side: whether the players overlooked an end by HA-7 because only this side had left its base. That end
    /// does not come again (C-6).
    limit_void: [bool; 4],
}

/// A ply as its token says it. Its squares need not be on the board.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Ply<'a> {
    /// Every square of it: two at least.
    Path(&'a [Point]),
    /// Its first and its last square.
    Ends(Point, Point),
    /// `--`
    Pass,
}

/// Space for the squares of a ply.
pub(crate) type Chain = Few<Point, 24>;

/// A step or a single jump has only two squares, so it is the same ply in both notations.
impl PartialEq for Ply<'_> {
    fn eq(&self, other: &Ply<'_>) -> bool {
        match (*self, *other) {
            (Ply::Pass, Ply::Pass) => true,
            (Ply::Path(one), Ply::Path(other)) => one == other,
            (Ply::Ends(from, to), Ply::Ends(start, end)) => (from, to) == (start, end),
            (Ply::Path(&[from, to]), Ply::Ends(start, end)) | (Ply::Ends(start, end), Ply::Path(&[from, to])) => {
                (from, to) == (start, end) && from.is_near(to)
            }
            _ => false,
        }
    }
}

impl Game for Halma {
    type Ply<'a> = Ply<'a>;
    type Violation = Violation;
    type Scratch = Chain;

    fn info() -> &'static GameInfo {
        &table::INFO
    }

    fn sides(&self) -> &'static [SideInfo] {
        self.play.sides
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn read_ply<'a>(&self, token: &str, system: System, scratch: &'a mut Chain) -> Result<Ply<'a>, NotAPly> {
        notation::read(token, system, self.play.size, scratch)
    }

    fn write_ply(&self, ply: Ply<'_>, system: System, out: &mut String) -> Result<(), NotRepresentable> {
        notation::write(self, ply, system, out)
    }

    fn write_tried(&self, ply: Ply<'_>, system: System, out: &mut String) -> Result<(), NotRepresentable> {
        notation::write_tried(self, ply, system, out)
    }

    #[inline]
    fn apply<O: Overlook<Violation>>(&mut self, ply: Ply<'_>, overlook: &mut O) -> Result<(), Violation> {
        rules::apply(self, ply, overlook)
    }

    #[inline]
    fn outcome(&self) -> Outcome {
        self.outcome
    }

    fn explain(&self, violation: Violation, ply: Ply<'_>) -> Text {
        explain::explain(self, violation, ply)
    }

    fn write_position(&self, out: &mut String) {
        setup::write(self, out);
    }

    fn candidates(&self, each: &mut dyn FnMut(Ply<'_>)) {
        for from in self.play.spots() {
            let Some(piece) = self.board.at(from).filter(|piece| self.may_move(piece.side())) else {
                continue;
            };
            for to in path::within_reach(self, from, piece) {
                each(Ply::Ends(from.point(), to.point()));
            }
        }
        each(Ply::Pass);
    }

    fn size(&self) -> Size {
        Size { columns: self.play.size, rows: self.play.size }
    }
}

/// Pieces move on from where they land, so no number can stay on the board.
impl Numbered for Halma {}

impl Deferral for Halma {}

impl Match for Halma {}

impl Remarks for Halma {}

impl View for Halma {
    fn scene(&self) -> Scene {
        // By HA-15 a square's colour matters, so the board shows it.
        let ground = if self.play.kind == Kind::Parlett { Ground::Checkered } else { Ground::Squares };
        let scene = Scene::new(self.size(), ground, |square| {
            let spot = Spot::new(square.column, square.row);
            let paint = |side: Side| self.play.sides.get(side.index()).map_or(Paint::default(), |info| info.paint);
            let base = self.play.base_at(spot).map(|side| (side, paint(side)));
            match self.board.at(spot) {
                None => Cell { base, ..Cell::default() },
                Some(piece) => {
                    let letter = self.play.letter(piece);
                    Cell {
                        piece: Some((piece.side(), letter)),
                        paint: table::paint(letter),
                        second: piece.side().0 > 1 || self.play.kind == Kind::Colour && piece.tag() == 1,
                        sign: self.play.sign(piece),
                        base,
                        ..Cell::default()
                    }
                }
            }
        });
        let letters = self.play.sides.len() > 2 || !matches!(self.play.kind, Kind::Plain | Kind::Parlett);
        Scene { letters, ..scene }
    }

    fn letter(&self, column: u8, from_top: u8) -> Option<char> {
        setup::letter(self, column, from_top)
    }

    fn effect(&self, ply: Ply<'_>) -> Effect {
        let path = match ply {
            Ply::Path(path) => path.to_vec(),
            Ply::Ends(from, to) => notation::way(self, from, to).unwrap_or_else(|| vec![from, to]),
            Ply::Pass => return Effect::default(),
        };
        Effect::way(path.into_iter().filter_map(|point| Square::named(point.column, point.row)).collect())
    }
}

impl Likeness for Halma {
    fn write_parameters(&self, out: &mut String) {
        let pairs = self.play.pairing.map(|pairing| pairing.names[0]);
        let order: String = self.play.sides.iter().map(|side| side.letter).collect();
        out.push_str(&format!("{:?} {:?} {pairs:?} {order}", self.play.limit, self.play.vacate));
    }

    /// The first square and the last. The position after the ply does not depend on the path between them.
    fn write_action(&self, ply: Ply<'_>, symmetry: Symmetry, out: &mut Vec<u8>) {
        let (from, to) = match ply {
            Ply::Path(&[from, .., to]) | Ply::Ends(from, to) => (from, to),
            Ply::Path(_) | Ply::Pass => return,
        };
        for point in [from, to] {
            symmetry.write_reflected(point.column.into(), point.row, Game::size(self), out);
        }
    }

    /// The reflection that keeps the corners of both sides also keeps their bases and the colour of every square, and
    /// it keeps straight and diagonal legs apart. A turn by 180 degrees would swap the two sides. With four sides, each
    /// in its corner, every symmetry moves a side. Numbered pieces have goals of their own, which a symmetry need not
    /// keep.
    fn symmetries(&self) -> &'static [Symmetry] {
        let numbered = matches!(self.play.kind, Kind::Number { .. });
        if self.play.sides.len() == 2 && !numbered { &symmetry::FALLING_DIAGONAL } else { &[] }
    }
}

impl Halma {
    /// Whether the side to move may move pieces of `owner`: its own, and its partner's while it has filled the opposite
    /// base (HA-11).
    #[inline]
    fn may_move(&self, owner: Side) -> bool {
        owner == self.turn || self.is_full(self.turn) && self.play.partner(self.turn) == Some(owner)
    }

    /// Whether all pieces of a side are at their goals.
    #[inline]
    fn is_full(&self, side: Side) -> bool {
        self.home[side.index() & 3] == self.play.needed
    }

    /// The pieces of a side, with their squares.
    fn pieces(&self) -> impl Iterator<Item = (Spot, Piece)> + '_ {
        self.play.spots().filter_map(|spot| Some((spot, self.board.at(spot)?)))
    }

    /// The name of a side.
    fn name(&self, side: Side) -> &'static str {
        self.play.sides.get(side.index()).map_or("", |info| info.name)
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
        let setup = setup::read(position, &params.play).ok()?;
        Some(Params { first: setup.turn, setup: Some(setup), ..params.clone() })
    }
}
