//! Gomoku, its variants and Renju: pieces on points, five in a line win.
//!
//! A value of [`Gomoku`] is a position. Each side's pieces are bits, kept once for each direction in which lines run
//! (`lanes`), so that a ply and the search for the lines it makes are a few shifts.
//!
//! Odd cases first: with `double-three-reply` a ply may put two pieces (GM-9); `swap` changes players, not sides
//! (GM-11); in `murray` pieces move once all are placed (GM-12); in `renju` Black has forbidden plies (`renju`) and
//! either side may pass. After an overlooked end (C-6) only lines count that a later ply makes.

mod codes;
mod examples;
mod explain;
mod names;
mod notation;
mod openings;
mod params;
mod rules;
mod settle;
mod setup;
mod table;
#[cfg(test)]
mod tests;
mod violation;

use crate::board::lanes::Lanes;
use crate::board::renju::{Judge, may_be_forbidden};
use crate::board::symmetry::{self, Symmetry};
use crate::board::{DecidingLines, LARGEST, Size, Square, squares};
use crate::diagnostic::{Code, Text};
use crate::game::{
    self, Deferral, Game, GameInfo, Growth, Likeness, Match, NotAPly, NotRepresentable, Numbered, Outcome, Overlook,
    Remarks, RuleSet, Side, Task, View,
};
use crate::game::{Request, TagFaults};
use crate::scene::{Effect, Ground, Scene};
use crate::system::{QuickToken, System};

pub(crate) use params::Params;
use violation::Violation;

const BLACK: Side = Side(0);
const WHITE: Side = Side(1);

/// The rules by which lines win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Variant {
    /// Exactly five (GM-3); `omok` too.
    Standard,
    /// Five or more (GM-5).
    Freestyle,
    /// Exactly five, not blocked at both ends (GM-7).
    Caro,
    /// Exactly five, and pieces move once each side has placed `pieces` of them (GM-12).
    Murray { pieces: u16 },
    /// RJ-1 to RJ-8.
    Renju,
}

/// The rules of a game as a few words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Play {
    size: Size,
    form: Variant,
    double_three: bool,
    reply: bool,
    double_four: bool,
    swap: bool,
    pro: bool,
    opening: bool,
}

impl Play {
    /// Whether a ply that does not win needs further checks.
    #[inline(always)]
    fn looks_further(self) -> bool {
        self.looks_for_doubles() || self.form == Variant::Renju
    }

    /// Whether a rule of double threes or fours holds, other than those of Renju.
    #[inline(always)]
    fn looks_for_doubles(self) -> bool {
        self.double_three | self.reply | self.double_four
    }
}

/// The centre of a board that has one.
fn centre(size: Size) -> Option<Square> {
    (size.columns % 2 == 1 && size.rows % 2 == 1).then(|| Square::new(size.columns / 2, size.rows / 2))
}

/// A position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Gomoku {
    play: Play,
    turn: Side,
    pieces: [Lanes; 2],
    /// How many pieces of each side stand on the board.
    counts: [u16; 2],
    /// How many pieces each side has still to place, in `murray`.
    to_place: [u16; 2],
    outcome: Outcome,
    made: Made,
    /// Whether the side to move may place two pieces (GM-9).
    may_reply: bool,
    /// Whether a pass before the fourth piece has forfeited the swap.
    forfeited: bool,
    swapped: bool,
    /// How many passes follow each other.
    passes: u8,
}

/// Where the deciding lines were made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Made {
    Nowhere,
    /// Through the piece on this point.
    At(Square),
    /// By a piece that left the first point for the second.
    Moved(Square, Square),
    /// Before the first ply: they stood in the `Setup`.
    Before,
}

/// A point as a token names it, from 0 at the bottom left. It need not be on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Point {
    column: u8,
    row: i16,
}

impl From<Square> for Point {
    fn from(square: Square) -> Point {
        Point { column: square.column, row: square.row.into() }
    }
}

/// A ply as its token says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ply {
    /// `h8`, `swap h8`
    Place { point: Point, swap: bool },
    /// `h8+j9`
    Pair { first: Point, second: Point },
    /// `k6-k7`
    Move { from: Point, to: Point },
    /// `--`
    Pass,
}

impl Game for Gomoku {
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
        notation::read(token, system, self.play)
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

    fn explain(&self, violation: Violation, ply: Ply) -> Text {
        explain::explain(self, violation, ply)
    }

    fn write_position(&self, out: &mut String) {
        setup::write(self, out);
    }

    fn candidates(&self, each: &mut dyn FnMut(Ply)) {
        let empty = || squares(self.play.size).filter(|square| self.at(*square).is_none()).map(Point::from);
        if self.is_moving() {
            for from in squares(self.play.size).filter(|square| self.at(*square) == Some(self.turn)) {
                rules::neighbours(self.play.size, from)
                    .for_each(|to| each(Ply::Move { from: from.into(), to: to.into() }));
            }
        } else {
            empty().for_each(|point| each(Ply::Place { point, swap: false }));
            if self.may_swap() {
                empty().for_each(|point| each(Ply::Place { point, swap: true }));
            }
            if self.may_reply {
                for first in empty() {
                    empty().filter(|second| *second != first).for_each(|second| each(Ply::Pair { first, second }));
                }
            }
        }
        each(Ply::Pass);
    }

    fn size(&self) -> Size {
        self.play.size
    }
}

/// Where pieces only come, a line stays: if a position has no five in a row, no earlier position had one. A position that
/// has one may be undecided all the same (by GM-3 six are no line), and then every ply is carried out.
impl Deferral for Gomoku {
    const LEAVES_OUTCOME: bool = true;
    // The check of a whole board costs more than the check after one ply.
    const FEW: usize = 3;

    #[inline(always)]
    fn may_put(&self) -> bool {
        let play = &self.play;
        let is_plain = !play.looks_for_doubles() && !play.pro && !play.opening;
        is_plain && !matches!(play.form, Variant::Murray { .. }) && self.outcome == Outcome::Unfinished
    }

    #[inline(always)]
    fn lands(&self, QuickToken { column, row }: QuickToken) -> Option<Square> {
        let Size { columns, rows } = self.play.size;
        let square = Square::new(column, row);
        let is_free = column < columns && row < rows && !(self.pieces[0].has(square) | self.pieces[1].has(square));
        (is_free && !self.is_doubtful(square)).then_some(square)
    }

    #[inline(always)]
    fn put(&mut self, square: Square) {
        rules::put(self, square);
    }

    /// Only Renju asks more of a ply than that its square is free.
    #[inline(always)]
    fn put_all(&mut self, tokens: impl Iterator<Item = QuickToken>) -> usize {
        if self.play.form == Variant::Renju {
            return game::put_each(self, tokens);
        }
        // No board is larger, so that the compiler knows how many lanes there are.
        let Size { columns, rows } = self.play.size;
        let (columns, rows) = (columns.min(LARGEST), rows.min(LARGEST));
        let (side, mut count) = (self.turn.index() & 1, 0_u16);
        let [first, second] = &mut self.pieces;
        let (mut own, mut other) = if side == 0 { (first, second) } else { (second, first) };
        for QuickToken { column, row } in tokens {
            if column >= columns || row >= rows {
                break;
            }
            let square = Square::new(column, row);
            if own.has(square) | other.has(square) {
                break;
            }
            own.flip(square);
            (own, other) = (other, own);
            count += 1;
        }
        self.counts[side] += count.div_ceil(2);
        self.counts[1 - side] += count / 2;
        self.passes = if count > 0 { 0 } else { self.passes };
        self.turn = Side(side as u8 ^ (count & 1) as u8);
        count.into()
    }

    #[inline(always)]
    fn is_undecided(&self) -> bool {
        !self.is_full() && !self.pieces.iter().any(|pieces| pieces.has_five(self.play.size))
    }
}

impl Numbered for Gomoku {
    fn landing(&self, ply: Ply) -> Option<Square> {
        match ply {
            Ply::Place { point, swap: false } => self.on_board(point).filter(|square| !self.holds(*square)),
            _ => None,
        }
    }

    fn placing(&self, square: Square) -> Option<Ply> {
        Some(Ply::Place { point: square.into(), swap: false })
    }
}

impl Match for Gomoku {
    fn swapped(&self) -> bool {
        self.swapped
    }
}

impl Remarks for Gomoku {}

impl View for Gomoku {
    fn lines(&self) -> DecidingLines {
        rules::lines(self)
    }

    fn scene(&self) -> Scene {
        let lines = self.lines();
        let marked = lines.0.into_iter().flatten().collect();
        Scene::of_rows(self.play.size, Ground::Points, &table::SIDES, |square| self.at(square), marked)
    }

    fn letter(&self, column: u8, from_top: u8) -> Option<char> {
        setup::letter(self, column, from_top)
    }

    /// In `murray` pieces move once all are placed; with a reply a ply may put two.
    fn growth(&self) -> Option<Growth> {
        let is_murray = matches!(self.play.form, Variant::Murray { .. });
        (!is_murray).then(|| Growth { pieces: self.filled().into(), most: if self.play.reply { 2 } else { 1 } })
    }

    fn effect(&self, ply: Ply) -> Effect {
        let square = |point: Point| Square::named(point.column, point.row);
        let ways = match ply {
            Ply::Place { point, .. } => vec![square(point).into_iter().collect()],
            Ply::Pair { first, second } => [first, second].map(|point| square(point).into_iter().collect()).into(),
            Ply::Move { from, to } => vec![[from, to].into_iter().filter_map(square).collect()],
            Ply::Pass => Vec::new(),
        };
        Effect { ways, stays: true, ..Effect::default() }
    }

    fn offending(&self, ply: Ply, code: &'static Code) -> DecidingLines {
        DecidingLines(explain::offending(self, ply, code))
    }
}

impl Likeness for Gomoku {
    fn write_parameters(&self, out: &mut String) {
        // With a position to start from, the pieces on the board are not all that are played.
        if let Variant::Murray { pieces } = self.play.form {
            out.push_str(&pieces.to_string());
        }
    }

    fn write_action(&self, ply: Ply, symmetry: Symmetry, out: &mut Vec<u8>) {
        let (kind, points): (u8, &[Point]) = match &ply {
            Ply::Pass => (0, &[]),
            Ply::Place { point, swap: false } => (1, std::slice::from_ref(point)),
            Ply::Place { point, swap: true } => (2, std::slice::from_ref(point)),
            Ply::Pair { first, second } => (3, &[*first, *second]),
            Ply::Move { from, to } => (4, &[*from, *to]),
        };
        out.push(kind);
        for point in points {
            symmetry.write_reflected(point.column.into(), point.row, self.play.size, out);
        }
    }

    /// Lines run in all directions alike, the openings count from the centre, and Murray's moves go to all four sides.
    /// So no rule of any variant treats one side of the board differently from another.
    fn symmetries(&self) -> &'static [Symmetry] {
        symmetry::all(self.play.size)
    }
}

impl Gomoku {
    /// Whether a piece stands on a square.
    fn holds(&self, square: Square) -> bool {
        self.at(square).is_some()
    }

    /// The side whose piece stands on a square of the board.
    #[inline]
    fn at(&self, square: Square) -> Option<Side> {
        let [black, white] = &self.pieces;
        match (black.has(square), white.has(square)) {
            (true, _) => Some(BLACK),
            (false, true) => Some(WHITE),
            (false, false) => None,
        }
    }

    /// A point as a square, if the board has it.
    #[inline(always)]
    fn on_board(&self, point: Point) -> Option<Square> {
        let Size { columns, rows } = self.play.size;
        let fits = point.column < columns && (0..i16::from(rows)).contains(&point.row);
        fits.then(|| Square::new(point.column, point.row as u8))
    }

    /// How many pieces stand on the board.
    #[inline(always)]
    fn filled(&self) -> u16 {
        self.counts[0] + self.counts[1]
    }

    fn is_full(&self) -> bool {
        u32::from(self.filled()) == self.play.size.squares()
    }

    /// Whether the rules of Renju may forbid a ply on a free square (RJ-3), or it may win in a place that needs a
    /// closer look.
    #[inline(always)]
    fn is_doubtful(&self, square: Square) -> bool {
        /// How many pieces the smallest forbidden figures have: two threes that share one.
        const LEAST: u16 = 5;
        let [black, white] = &self.pieces;
        self.play.form == Variant::Renju
            && self.turn == BLACK
            && self.counts[0] + 1 >= LEAST
            && may_be_forbidden(black, square)
            && !Judge::allows(black, white, self.play.size, square)
    }

    /// Whether the pieces move now (GM-12).
    fn is_moving(&self) -> bool {
        matches!(self.play.form, Variant::Murray { .. }) && self.to_place == [0, 0]
    }

    /// Whether `swap` may stand before the next ply (GM-11).
    fn may_swap(&self) -> bool {
        self.play.swap && !self.forfeited && !self.swapped && self.turn == WHITE && self.filled() == 3
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
        let setup = setup::read(position, params.play).ok()?;
        Some(Params { setup: Some(setup), ..params.clone() })
    }

    fn opening(&self, params: &Params, plies: &[Square]) -> Option<&'static str> {
        let named = params.play.form == Variant::Renju && params.setup.is_none();
        named.then(|| openings::name(params.play.size, plies)).flatten()
    }
}
