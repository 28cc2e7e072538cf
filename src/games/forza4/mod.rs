//! Forza 4, also known as Connect Four: pieces fall into columns, four in a line win.
//!
//! A value of [`Forza4`] is a position. Each side's pieces are bits of one word, column by column from the left and
//! from the bottom up, with an empty bit above each column so that no line runs around the edge. The word's width
//! follows the board: 64 bits, 128 bits or eleven words, chosen once a record.
//!
//! Odd cases first: with the option `equalizer` a line of the side that began does not end the game but makes a reply
//! due (F4-7); after an end that was overlooked (C-6) only lines through a new piece count.

mod bulk;
mod fast;
mod names;
mod notation;
mod params;
mod rules;
mod setup;
mod table;
mod violation;

use crate::board::symmetry::{self, Symmetry};
use crate::board::word::{Wide, Word};
use crate::board::{DecidingLines, Size, Square};
use crate::diagnostic::{Sink, Text};
use crate::diagram::{Effect, Ground, Scene};
use crate::game::{AnyGame, Game, GameInfo, Job, NotAPly, NotRepresentable, Outcome, Overlook, RuleSet, Side};
use crate::games::face;
use crate::play::{Verdict, Visitor, claim_of_line};
use crate::settings::{Request, Setting, TagFaults};
use crate::system::System;

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
    /// How many pieces stand in each column.
    heights: [u8; 26],
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
    type Params = Params;
    type Ply<'a> = Ply;
    type Violation = Violation;
    type Scratch = ();

    fn info() -> &'static GameInfo {
        &table::INFO
    }

    fn start(variant: &Params) -> Forza4<W> {
        setup::start(variant)
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

    fn lines(&self) -> DecidingLines {
        rules::lines(self)
    }

    fn explain(&self, violation: Violation, _: Ply) -> Text {
        violation::explain(self, violation)
    }

    fn write_position(&self, out: &mut String) {
        setup::write(self, out);
    }

    fn scene(&self) -> Scene {
        let lines = self.lines();
        let marked = lines.0.into_iter().flatten().collect();
        Scene::of_rows(self.size, Ground::Frame, &table::SIDES, |square| self.at(square), marked)
    }

    fn effect(&self, ply: Ply) -> Effect {
        let put = |square: Square| Effect { stays: true, ..Effect::put(square) };
        match ply {
            Ply::Drop { column, row: Some(row) } => Square::named(column, row).map_or_else(Effect::default, put),
            // A piece for a full column stays above it.
            Ply::Drop { column, row: None } => {
                let height = self.heights.get(usize::from(column)).copied().unwrap_or_default();
                put(Square::new(column, height))
            }
            Ply::Pass => Effect::default(),
        }
    }

    fn candidates(&self, each: &mut dyn FnMut(Ply)) {
        for column in 0..self.size.columns {
            each(Ply::Drop { column, row: None });
        }
    }

    fn landing(&self, ply: Ply) -> Option<Square> {
        match ply {
            // A ply that was tried and lost may name another square than the one where its piece would land.
            Ply::Drop { column, row } => {
                self.free(column).filter(|square| row.is_none_or(|row| row == i16::from(square.row)))
            }
            Ply::Pass => None,
        }
    }

    fn placing(&self, square: Square, (): &mut ()) -> Ply {
        Ply::Drop { column: square.column, row: Some(i16::from(square.row)) }
    }

    fn floating(&self, squares: &[Square]) -> Option<usize> {
        let mut heights = self.heights;
        squares.iter().position(|square| {
            let height = &mut heights[usize::from(square.column)];
            let floats = square.row > *height;
            *height = (*height).max(square.row + 1);
            floats
        })
    }

    fn holds(&self, square: Square) -> bool {
        self.at(square).is_some()
    }

    fn size(&self) -> Size {
        self.size
    }

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
    /// The bit of a square.
    #[inline(always)]
    fn bit(&self, square: Square) -> u32 {
        u32::from(square.column) * (u32::from(self.size.rows) + 1) + u32::from(square.row)
    }

    /// The side whose piece stands on a square.
    fn at(&self, square: Square) -> Option<Side> {
        let bit = self.bit(square);
        (0..2).find(|&side| self.pieces[side].has(bit)).map(|side| Side(side as u8))
    }

    /// The lowest empty square of a column that the board has.
    #[inline(always)]
    fn free(&self, column: u8) -> Option<Square> {
        let height = *self.heights.get(usize::from(column))?;
        (column < self.size.columns && height < self.size.rows).then_some(Square::new(column, height))
    }

    /// Puts a piece on a square, which must be the lowest empty one of its column.
    #[inline(always)]
    /// Drops a piece of which it is proven that this is legal; whether it ends the game is for the caller to see.
    fn drop_proven(&mut self, column: u8) -> (Square, Side) {
        let (square, side) = (Square::new(column, self.heights[usize::from(column)]), self.turn);
        self.put(square, side);
        self.turn = side.next(2);
        (square, side)
    }

    fn put(&mut self, square: Square, side: Side) {
        let bit = self.bit(square);
        self.pieces[side.index() & 1].set(bit);
        self.heights[usize::from(square.column)] = square.row + 1;
        self.filled += 1;
    }
}

/// The game's entry in the registry.
#[derive(Debug)]
pub(crate) struct Entry;

/// Runs `$body` with `$word` as the type of words that are just wide enough for the board, and `$game` as the game's.
macro_rules! by_width {
    ($setting:expr, $variant:ident, $game:ident => $body:expr) => { by_width!($setting, $variant, $game, W => $body) };
    ($setting:expr, $variant:ident, $game:ident, $word:ident => $body:expr) => {{
        let $variant: &Params = face::params($setting);
        let bits = (u32::from($variant.size.rows) + 1) * u32::from($variant.size.columns);
        if bits <= <u64 as Word>::BITS {
            #[allow(dead_code, reason = "not every body names the word")]
            type $word = u64;
            #[allow(dead_code, reason = "not every body names the game")]
            type $game = Forza4<u64>;
            $body
        } else if bits <= <u128 as Word>::BITS {
            #[allow(dead_code, reason = "not every body names the word")]
            type $word = u128;
            #[allow(dead_code, reason = "not every body names the game")]
            type $game = Forza4<u128>;
            $body
        } else {
            #[allow(dead_code, reason = "not every body names the word")]
            type $word = Wide;
            #[allow(dead_code, reason = "not every body names the game")]
            type $game = Forza4<Wide>;
            $body
        }
    }};
}

impl AnyGame for Entry {
    fn info(&self) -> &'static GameInfo {
        &table::INFO
    }

    fn settle(&self, request: &Request<'_>, tag_faults: &mut TagFaults) -> Option<RuleSet> {
        params::settle(request, tag_faults)
    }

    fn fit(&self, setting: &Setting, system: System, words: &[&str]) -> (usize, usize) {
        by_width!(setting, variant, G => face::fit::<G>(variant, system, words))
    }

    fn fit_lines(&self, setting: &Setting, system: System, lines: &[&str]) -> (usize, usize) {
        by_width!(setting, variant, G => face::fit_lines::<G>(variant, system, lines))
    }

    fn ambiguous(&self, setting: &Setting, one: System, other: System, texts: &[&str]) -> bool {
        by_width!(setting, variant, G => face::ambiguous::<G>(variant, one, other, texts))
    }

    fn ambiguous_line(&self, setting: &Setting, systems: [System; 2], line: &str) -> bool {
        by_width!(setting, variant, G => face::ambiguous_line::<G>(variant, systems, line))
    }

    fn play(&self, job: &Job<'_>, sink: &mut dyn Sink, visitor: Option<&mut dyn Visitor>) -> Verdict {
        by_width!(job.setting, variant, G => crate::play::play(G::start(variant), job, sink, visitor))
    }

    fn play_canonical(&self, setting: &Setting, system: System, movetext: &str) -> Option<(u32, Outcome)> {
        by_width!(setting, variant, G, W => {
            let quick = if system == System::Columns { fast::columns::<W>(variant, movetext.as_bytes()) } else { None };
            quick.or_else(|| crate::play::canonical(G::start(variant), system, movetext))
        })
    }

    fn play_run(&self, setting: &Setting, system: System, line: &str) -> Option<(u32, Outcome)> {
        by_width!(setting, variant, G, W => match system {
            System::Digits => fast::run::<W>(variant, b'1', line.as_bytes()),
            System::Digits0 => fast::run::<W>(variant, b'0', line.as_bytes()),
            _ => None,
        })
    }

    fn play_told(
        &self,
        setting: &Setting,
        system: System,
        text: &str,
        told: &mut crate::game::Told,
        end: &mut dyn FnMut(&dyn crate::game::Position),
    ) -> Option<u32> {
        let variant: &Params = face::params(setting);
        let zero = match system {
            System::Columns if variant.first.0 == 0 => Some(b'a'),
            System::Digits => Some(b'1'),
            System::Digits0 => Some(b'0'),
            _ => None,
        };
        if let Some(bulk) = zero.and_then(|zero| bulk::Bulk::new(variant, zero)) {
            told.moves.clear();
            told.landings.clear();
            let (mut position, mut last) = (Forza4::<u64>::start(variant), None);
            let plies = bulk.told(system, text.as_bytes(), &mut told.moves, |column| {
                last = Some(position.drop_proven(column));
            })?;
            let (square, side) = last?;
            position.settle(square, side);
            end(&position);
            return Some(plies);
        }
        by_width!(setting, variant, G => crate::game::told(G::start(variant), system, text, told, end))
    }

    fn play_runs(
        &self,
        setting: &Setting,
        system: System,
        text: &[u8],
        most: usize,
        each: &mut dyn FnMut(crate::play::Verdict),
    ) -> usize {
        let zero = match system {
            System::Digits => b'1',
            System::Digits0 => b'0',
            _ => return 0,
        };
        match bulk::Bulk::new(face::params(setting), zero) {
            Some(bulk) => {
                let agrees = |remark: &str, outcome| {
                    claim_of_line(remark, &setting.rules).is_none_or(|(claim, _)| claim.agrees(outcome, &setting.rules))
                };
                bulk.runs(text, most, &agrees, each)
            }
            None => crate::game::runs(self, setting, system, text, most, each),
        }
    }

    fn play_alike(
        &self,
        setting: &Setting,
        system: System,
        texts: (&[u8], &[u8]),
        each: &mut dyn FnMut(crate::play::Verdict, usize) -> bool,
    ) -> usize {
        match bulk::Bulk::new(face::params(setting), b'a') {
            Some(bulk) if system == System::Columns => bulk.alike(texts.0, texts.1, each),
            _ => crate::game::alike(self, setting, system, texts, each),
        }
    }

    fn start(&self, setting: &Setting) -> std::sync::Arc<dyn crate::game::State> {
        by_width!(setting, variant, G => std::sync::Arc::new(G::start(variant)))
    }

    fn perft(&self, setting: &Setting, depth: u32) -> u64 {
        by_width!(setting, variant, G => G::start(variant).perft(depth))
    }

    fn scene_of(&self, setting: &Setting, position: &str) -> Option<Scene> {
        by_width!(setting, variant, G => {
            let setup = setup::read(position, variant.size).ok()?;
            Some(G::start(&Params { setup: Some(setup), ..variant.clone() }).scene())
        })
    }
}
