//! Forza 4, also known as Connect Four: pieces fall into columns, four in a line win.
//!
//! A value of [`Forza4`] is a position. Each side's pieces are bits of one word, column by column from the left and
//! from the bottom up, with an empty bit above each column so that no line runs around the edge. The word's width
//! follows the board: 64 bits, 128 bits or eleven words, chosen once a record.
//!
//! Odd cases first: with the option `equalizer` a line of the side that began does not end the game but makes a reply
//! due (F4-7); after an end that was overlooked (C-6) only lines through a new piece count.

mod codes;
mod examples;
mod explain;
mod names;
mod notation;
mod params;
mod rules;
mod settle;
mod setup;
mod table;
mod violation;

use crate::board::symmetry::{self, Symmetry};
use crate::board::word::{Wide, Word};
use crate::board::{DecidingLines, LARGEST, Size, Square};
use crate::diagnostic::Text;
use crate::game::{
    self, Deferral, Game, GameInfo, Growth, Likeness, Match, NotAPly, NotRepresentable, Numbered, Outcome, Overlook,
    Remarks, RuleSet, Side, Task, View,
};
use crate::game::{Request, TagFaults};
use crate::scene::{Effect, Ground, Scene};
use crate::system::{QuickToken, System};

pub(crate) use params::Params;
use violation::Violation;

/// A position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Forza4<W> {
    size: Size,
    equalizer: bool,
    /// The side that began the game, which F4-7 asks for.
    beginner: Side,
    turn: Side,
    pieces: [W; 2],
    /// The bits above the columns, which are always empty.
    above: W,
    filled: u16,
    outcome: Outcome,
    /// Whether the reply of F4-7 is due.
    reply: bool,
    /// Where the line of each side was made.
    made: [Made; 2],
}

/// Where a side's deciding line was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Made {
    Nowhere,
    /// By the piece on this square.
    At(Square),
    /// It stood in the `Setup`.
    Before,
}

/// A ply as its token says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ply {
    /// A piece into a column; the row where the notation names it. Neither needs to be on the board.
    Drop { column: u8, row: Option<i16> },
    /// `--`
    Pass,
}

impl<W: Word> Game for Forza4<W> {
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

    #[inline(always)]
    fn read_ply(&self, token: &str, system: System, (): &mut ()) -> Result<Ply, NotAPly> {
        notation::read(token, system, self.size)
    }

    fn write_ply(&self, ply: Ply, system: System, out: &mut String) -> Result<(), NotRepresentable> {
        notation::write(self, ply, system, out)
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
        explain::explain(self, violation)
    }

    fn write_position(&self, out: &mut String) {
        setup::write(self, out);
    }

    fn candidates(&self, each: &mut dyn FnMut(Ply)) {
        for column in 0..self.size.columns {
            each(Ply::Drop { column, row: None });
        }
    }

    fn size(&self) -> Size {
        self.size
    }
}

/// Pieces never leave the board and never move. So if a position has no line, no earlier position had one.
impl<W: Word> Deferral for Forza4<W> {
    const LEAVES_OUTCOME: bool = true;

    /// Not if the board may have a line that does not end the game (F4-7, C-6) or that comes from the `Setup`.
    #[inline(always)]
    fn may_put(&self) -> bool {
        self.outcome == Outcome::Unfinished && !self.equalizer && self.made == [Made::Nowhere; 2]
    }

    #[inline(always)]
    fn lands(&self, QuickToken { column, row }: QuickToken) -> Option<Square> {
        self.free(column).filter(|square| row == QuickToken::NO_ROW || row == square.row)
    }

    #[inline(always)]
    fn put(&mut self, square: Square) {
        self.place(square, self.turn);
        self.turn = Side(self.turn.0 ^ 1);
    }

    #[inline(always)]
    fn put_all(&mut self, mut tokens: impl Iterator<Item = QuickToken>) -> usize {
        let mut stacks = self.stacks();
        let _ = tokens.try_for_each(|token| stacks.put(token).then_some(()));
        self.take(stacks)
    }

    #[inline(always)]
    fn put_turns(&mut self, turns: impl Iterator<Item = [QuickToken; 2]>) -> usize {
        let mut stacks = self.stacks();
        for [first, second] in turns {
            if !(stacks.put_column(first) && stacks.put_column(second)) {
                break;
            }
        }
        if stacks.overflow() {
            return 0;
        }
        self.take(stacks)
    }

    #[inline(always)]
    fn is_undecided(&self) -> bool {
        u32::from(self.filled) < self.size.squares()
            && !self.pieces.iter().any(|pieces| rules::has_line(*pieces, self.size))
    }
}

impl<W: Word> Numbered for Forza4<W> {
    fn landing(&self, ply: Ply) -> Option<Square> {
        match ply {
            // An illegal ply that lost may name a square other than the one where its piece would land.
            Ply::Drop { column, row } => {
                self.free(column).filter(|square| row.is_none_or(|row| row == i16::from(square.row)))
            }
            Ply::Pass => None,
        }
    }

    fn placing(&self, square: Square) -> Option<Ply> {
        Some(Ply::Drop { column: square.column, row: Some(i16::from(square.row)) })
    }

    fn floating(&self, squares: &[Square]) -> Option<usize> {
        let mut heights: [u8; LARGEST as usize] = std::array::from_fn(|column| self.height(column as u8));
        squares.iter().position(|square| {
            let height = &mut heights[usize::from(square.column)];
            let floats = square.row > *height;
            *height = (*height).max(square.row + 1);
            floats
        })
    }
}

impl<W: Word> Match for Forza4<W> {}

impl<W: Word> Remarks for Forza4<W> {}

impl<W: Word> View for Forza4<W> {
    fn lines(&self) -> DecidingLines {
        rules::lines(self)
    }

    fn scene(&self) -> Scene {
        let lines = self.lines();
        let marked = lines.0.into_iter().flatten().collect();
        Scene::of_rows(self.size, Ground::Frame, &table::SIDES, |square| self.at(square), marked)
    }

    fn letter(&self, column: u8, from_top: u8) -> Option<char> {
        setup::letter(self, column, from_top)
    }

    fn growth(&self) -> Option<Growth> {
        Some(Growth { pieces: self.filled.into(), most: 1 })
    }

    fn effect(&self, ply: Ply) -> Effect {
        let put = |square: Square| Effect { stays: true, ..Effect::put(square) };
        match ply {
            Ply::Drop { column, row: Some(row) } => Square::named(column, row).map_or_else(Effect::default, put),
            // A piece for a full column stays above it.
            Ply::Drop { column, row: None } => put(Square::new(column, self.height(column))),
            Ply::Pass => Effect::default(),
        }
    }
}

impl<W: Word> Likeness for Forza4<W> {
    fn write_action(&self, ply: Ply, symmetry: Symmetry, out: &mut Vec<u8>) {
        // The row follows from the column.
        if let Ply::Drop { column, .. } = ply {
            symmetry.write_reflected(column.into(), 0, self.size, out);
        }
    }

    /// No rule tells left from right; pieces fall, so down is not up.
    fn symmetries(&self) -> &'static [Symmetry] {
        &symmetry::LEFT_RIGHT
    }
}

impl<W: Word> Forza4<W> {
    /// The bit of the lowest square of a column.
    #[inline(always)]
    fn foot(&self, column: u8) -> u32 {
        u32::from(column) * (u32::from(self.size.rows) + 1)
    }

    /// The bit of a square.
    #[inline(always)]
    fn bit(&self, square: Square) -> u32 {
        self.foot(square.column) + u32::from(square.row)
    }

    /// How many pieces stand in a column.
    #[inline(always)]
    fn height(&self, column: u8) -> u8 {
        let [first, second] = self.pieces;
        if column < self.size.columns { (first | second).filled_from(self.foot(column)) as u8 } else { 0 }
    }

    /// The side whose piece stands on a square.
    #[inline(always)]
    fn at(&self, square: Square) -> Option<Side> {
        let (bit, [first, second]) = (self.bit(square), &self.pieces);
        match (first.has(bit), second.has(bit)) {
            (true, _) => Some(Side(0)),
            (false, true) => Some(Side(1)),
            (false, false) => None,
        }
    }

    /// The lowest empty square of a column that the board has.
    #[inline(always)]
    fn free(&self, column: u8) -> Option<Square> {
        let height = self.height(column);
        (column < self.size.columns && height < self.size.rows).then_some(Square::new(column, height))
    }

    /// The pieces, for plies that are put one after the other.
    #[inline(always)]
    fn stacks(&self) -> Stacks<W> {
        let [own, others] = [self.turn, self.turn.next(2)].map(|side| self.pieces[side.index() & 1]);
        let Size { columns, rows } = self.size;
        let (stride, top) = (u32::from(rows) + 1, u32::from(rows) - 1);
        Stacks { own, all: own | others, above: self.above, columns, stride, top }
    }

    /// Takes the pieces over; says how many plies were put.
    #[inline(always)]
    fn take(&mut self, Stacks { own, all, .. }: Stacks<W>) -> usize {
        let before = std::mem::replace(&mut self.filled, all.count() as u16);
        let count = usize::from(self.filled - before);
        self.turn = Side(self.turn.0 ^ (count & 1) as u8);
        self.pieces[self.turn.index() & 1] = own;
        self.pieces[self.turn.next(2).index() & 1] = all ^ own;
        count
    }

    /// Puts a piece on a square, which must be the lowest empty one of its column.
    #[inline(always)]
    fn place(&mut self, square: Square, side: Side) {
        let bit = self.bit(square);
        self.pieces[side.index() & 1].set(bit);
        self.filled += 1;
    }
}

/// The pieces of the side to move, which stay in a register, and those of both sides: the rest is the other side's.
struct Stacks<W> {
    own: W,
    all: W,
    /// The bits above the columns.
    above: W,
    columns: u8,
    /// How many bits a column takes.
    stride: u32,
    /// The highest row.
    top: u32,
}

impl<W: Word> Stacks<W> {
    /// Puts a ply; `false` if it is not plainly legal.
    #[inline(always)]
    fn put(&mut self, QuickToken { column, row }: QuickToken) -> bool {
        let foot = u32::from(column) * self.stride;
        let is_free = column < self.columns && !self.all.has(foot + self.top);
        if !is_free || row != QuickToken::NO_ROW && u32::from(row) != self.all.filled_from(foot) {
            return false;
        }
        (self.own, self.all) = (self.all ^ self.own, self.all.with_lowest_free(foot));
        true
    }

    /// Puts a ply that names a column, full or not; `false` if the board has no such column. In a column that was full,
    /// a bit above it stays set, so one check afterwards ([`Stacks::overflow`]) is enough.
    #[inline(always)]
    fn put_column(&mut self, QuickToken { column, row }: QuickToken) -> bool {
        debug_assert_eq!(row, QuickToken::NO_ROW);
        if column >= self.columns {
            return false;
        }
        let foot = u32::from(column) * self.stride;
        (self.own, self.all) = (self.all ^ self.own, self.all.with_lowest_free(foot));
        true
    }

    /// Whether a ply was put into a full column.
    #[inline(always)]
    fn overflow(&self) -> bool {
        // Both have a bit in common.
        self.all | self.above != self.all ^ self.above
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

    /// A position's words are just wide enough for the board, with the empty row above it.
    fn with<T: Task>(&self, params: &Params, task: T) -> T::Out {
        let bits = (u32::from(params.size.rows) + 1) * u32::from(params.size.columns);
        if bits <= <u64 as Word>::BITS {
            task.run::<Forza4<u64>>(setup::start(params))
        } else if bits <= <u128 as Word>::BITS {
            task.run::<Forza4<u128>>(setup::start(params))
        } else {
            task.run::<Forza4<Wide>>(setup::start(params))
        }
    }

    fn set_up(&self, params: &Params, position: &str) -> Option<Params> {
        let setup = setup::read(position, params.size).ok()?;
        Some(Params { setup: Some(setup), ..params.clone() })
    }
}
