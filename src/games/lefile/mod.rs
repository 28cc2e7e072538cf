//! Le File: pieces are placed as cards say, then moved; four own pieces in a line, one rook and three pawns, score.
//!
//! A value of [`LeFile`] is a position. Each side's pawns and rooks are bits of 64, and a set of files is bits of the
//! 130 that the board has (`files`). A few counters hold what is left of the deck (`deck`).
//!
//! Odd cases first: a record may leave cards out, and then only what needs no card is checked (LF-15). After 48 plies
//! the board stays until the break; after the break the players have changed colours. A file scores once for its side.
//! A file that a relocated pawn completes scores only when a later ply forms it.

mod claims;
mod codes;
mod deck;
mod examples;
mod explain;
mod files;
mod names;
mod notation;
mod params;
mod rules;
mod settle;
mod setup;
mod spellings;
mod table;
#[cfg(test)]
mod tests;
mod violation;
mod words;

use crate::board::symmetry::{self, Symmetry};
use crate::board::{Size, Square, squares};
use crate::diagnostic::{Code, Text};
use crate::game::{
    self, Deferral, Few, Game, GameInfo, Likeness, Match, NotAPly, NotRepresentable, Numbered, Outcome, Overlook,
    Remarks, RuleSet, Side, Task, View,
};
use crate::game::{Request, TagFaults};
use crate::scene::{Cell, Effect, Ground, Paint, Scene, Shape};
use crate::system::{Kind, System};

use deck::{Card, Deck, Mark};
use files::{FileSet, Pieces};
pub(crate) use params::Params;
use violation::Violation;

/// The one board (LF-1).
const SIZE: Size = Size { columns: 8, rows: 8 };

/// How many plies phase 1 has, and both phases together.
const PLACEMENTS: u8 = 16;
const PLIES: u8 = 48;

/// A position.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct LeFile {
    /// The pieces of each colour.
    pieces: [Pieces; 2],
    /// The colour to move.
    turn: Side,
    /// The plies of this manche, those before a `Setup` counted.
    made: u8,
    /// Whether this is the second manche.
    second: bool,
    deck: Deck,
    /// The points of each manche by colour.
    points: [[u8; 2]; 2],
    /// The files that each colour has scored in this manche.
    scored: [FileSet; 2],
    last: Last,
}

/// What there is to report about the last ply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Last {
    /// The files that it scored.
    scored: FileSet,
    /// The scored files that it did not claim.
    unclaimed: FileSet,
    /// What could not be checked because the ply has no cards.
    unchecked: Unchecked,
}

/// What could not be checked of a ply without cards (LF-15).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
enum Unchecked {
    /// Everything was.
    #[default]
    Nothing,
    Placement,
    /// A placement by the opponent.
    Star,
    Move,
    Pass,
}

/// A kind of piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Piece {
    Pawn,
    Rook,
}

impl Piece {
    fn letter(self) -> char {
        match self {
            Piece::Pawn => 'P',
            Piece::Rook => 'R',
        }
    }

    /// How many each side has (LF-1).
    fn stock(self) -> u8 {
        match self {
            Piece::Pawn => 6,
            Piece::Rook => 2,
        }
    }
}

/// A square as a token names it, from 0 at the bottom left. It need not be on the board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Point {
    column: u8,
    row: i16,
}

impl Point {
    /// The number of the square, if the board has it.
    #[inline(always)]
    fn square(self) -> Option<u8> {
        (self.column < 8 && (0..8).contains(&self.row)).then(|| self.column * 8 + self.row as u8)
    }
}

impl From<Square> for Point {
    fn from(square: Square) -> Point {
        Point { column: square.column, row: square.row.into() }
    }
}

/// Two squares: the ends of a file, or from where to where a piece goes.
type Pair = (Point, Point);

/// A ply as its token says it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Ply<'a> {
    /// `24 Pb4`, `11 P*h8`
    Place { draw: Option<[Card; 2]>, piece: Piece, chosen: bool, at: Point },
    /// `3r c4-d5 =a2-d5 xe3-h1`
    Move { card: Option<Card>, from: Point, to: Point, claims: &'a [Pair], relocations: &'a [Pair] },
    /// `3r --`
    Pass { card: Option<Card> },
}

/// Space for the claims and relocations of a ply.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    claims: Few<Pair, 4>,
    relocations: Few<Pair, 4>,
}

impl Game for LeFile {
    type Ply<'a> = Ply<'a>;
    type Violation = Violation;
    type Scratch = Scratch;

    fn info() -> &'static GameInfo {
        &table::INFO
    }

    #[inline]
    fn turn(&self) -> Side {
        self.turn
    }

    #[inline]
    fn read_ply<'a>(&self, token: &str, system: System, scratch: &'a mut Scratch) -> Result<Ply<'a>, NotAPly> {
        notation::read(token, system, scratch)
    }

    fn write_ply(&self, ply: Ply<'_>, system: System, out: &mut String) -> Result<(), NotRepresentable> {
        if system.kind() != Kind::Cards {
            return Err(NotRepresentable);
        }
        notation::write(ply, rules::scored_by(self, ply), out)
    }

    fn write_tried(&self, ply: Ply<'_>, system: System, out: &mut String) -> Result<(), NotRepresentable> {
        if system.kind() != Kind::Cards {
            return Err(NotRepresentable);
        }
        // It has scored nothing, so only what it claims itself is written.
        notation::write(ply, None, out)
    }

    #[inline]
    fn apply<O: Overlook<Violation>>(&mut self, ply: Ply<'_>, overlook: &mut O) -> Result<(), Violation> {
        rules::apply(self, ply, overlook)
    }

    fn outcome(&self) -> Outcome {
        rules::outcome(self)
    }

    fn explain(&self, violation: Violation, ply: Ply<'_>) -> Text {
        explain::explain(self, violation, ply)
    }

    fn write_position(&self, out: &mut String) {
        setup::write(self, out);
    }

    /// The plies without cards, because a side does not choose its cards. So a perft counts what any card allows.
    fn candidates(&self, each: &mut dyn FnMut(Ply<'_>)) {
        if self.made < PLACEMENTS {
            for at in squares(SIZE).map(Point::from) {
                for piece in [Piece::Pawn, Piece::Rook] {
                    each(Ply::Place { draw: None, piece, chosen: false, at });
                }
            }
            return;
        }
        for from in squares(SIZE).map(Point::from) {
            for columns in -2..=2_i8 {
                for rows in -2..=2_i16 {
                    let straight = columns == 0 || rows == 0 || i16::from(columns).abs() == rows.abs();
                    let to = Point { column: from.column.wrapping_add_signed(columns), row: from.row + rows };
                    if straight && to != from && to.square().is_some() {
                        each(Ply::Move { card: None, from, to, claims: &[], relocations: &[] });
                    }
                }
            }
        }
        each(Ply::Pass { card: None });
    }

    fn size(&self) -> Size {
        SIZE
    }
}

/// Pieces move, so no number can stay on the board.
impl Numbered for LeFile {}

impl Deferral for LeFile {}

impl Match for LeFile {
    fn has_manches(&self) -> bool {
        true
    }

    fn break_due(&self) -> bool {
        self.made == PLIES && !self.second
    }

    fn take_break(&mut self) -> Result<(), &'static Code> {
        if !self.break_due() {
            return Err(&codes::BAD_BREAK);
        }
        *self = LeFile { second: true, points: self.points, ..LeFile::empty() };
        Ok(())
    }

    fn points(&self) -> Vec<u32> {
        rules::totals(self).to_vec()
    }

    fn manches(&self) -> Vec<Vec<u32>> {
        let begun = 1 + usize::from(self.second);
        self.points.iter().take(begun).map(|points| points.map(u32::from).to_vec()).collect()
    }

    fn player(&self) -> Side {
        // The players have changed colours in the second manche.
        if self.second { self.turn.next(2) } else { self.turn }
    }

    fn scored(&self) -> Vec<(Square, Square)> {
        self.last.scored.ends().collect()
    }
}

impl Remarks for LeFile {
    #[inline]
    fn has_remarks(&self) -> bool {
        self.last.unchecked != Unchecked::Nothing || !self.last.unclaimed.is_empty()
    }

    fn remarks(&self) -> Vec<(&'static Code, Text)> {
        claims::remarks(self.last)
    }
}

impl View for LeFile {
    fn scene(&self) -> Scene {
        let scored = self.last.scored.squares();
        let scene = Scene::new(SIZE, Ground::Checkered, |square| {
            let place = square.column * 8 + square.row;
            let piece = self.at(place);
            Cell {
                piece,
                paint: piece.map_or(Paint::default(), |(side, _)| table::SIDES[side.index() & 1].paint),
                shape: if piece.is_some_and(|(_, letter)| matches!(letter, 'R' | 'r')) {
                    Shape::Rook
                } else {
                    Shape::Pawn
                },
                marked: scored >> place & 1 == 1,
                ..Cell::default()
            }
        });
        Scene { letters: true, ..scene }
    }

    fn letter(&self, column: u8, from_top: u8) -> Option<char> {
        setup::letter(self, column, from_top)
    }

    fn effect(&self, ply: Ply<'_>) -> Effect {
        let square = |point: Point| Square::named(point.column, point.row);
        let way = |&(from, to): &Pair| [from, to].into_iter().filter_map(square).collect();
        let (ways, cards) = match ply {
            Ply::Place { draw, at, .. } => (vec![square(at).into_iter().collect()], draw.map_or(vec![], Vec::from)),
            Ply::Move { card, from, to, relocations, .. } => {
                let ways = std::iter::once(&(from, to)).chain(relocations).map(way).collect();
                (ways, card.into_iter().collect())
            }
            Ply::Pass { card } => (Vec::new(), card.into_iter().collect()),
        };
        Effect { ways, cards: cards.into_iter().map(Card::drawn).collect(), stays: false }
    }
}

impl Likeness for LeFile {
    /// The bytes leave out claims, which follow from the moves, and suits, which only some records have: the rules need
    /// only values and colours. The order of two cards does not matter.
    fn write_action(&self, ply: Ply<'_>, symmetry: Symmetry, out: &mut Vec<u8>) {
        let write = |points: &[Point], out: &mut Vec<u8>| {
            for point in points {
                symmetry.write_reflected(point.column.into(), point.row, SIZE, out);
            }
        };
        match ply {
            Ply::Place { draw, piece, chosen, at } => {
                let draw = draw.map_or([0; 2], |[one, other]| [one.value, other.value]);
                out.extend([0, draw[0].min(draw[1]), draw[0].max(draw[1]), u8::from(chosen)]);
                out.push(u8::from(piece == Piece::Rook));
                write(&[at], out);
            }
            Ply::Move { card, from, to, relocations, .. } => {
                out.push(1);
                write_card(card, out);
                write(&[from, to], out);
                relocations.iter().for_each(|&(from, to)| write(&[from, to], out));
            }
            Ply::Pass { card } => {
                out.push(2);
                write_card(card, out);
            }
        }
    }

    /// A draw names a square and its image (LF-3), and the exchange of columns and rows leaves straight lines straight
    /// and diagonals diagonal. Other symmetries would need other cards.
    fn symmetries(&self) -> &'static [Symmetry] {
        &symmetry::EXCHANGE
    }

    /// The scored files change places with the squares.
    fn reflected(&self, symmetry: Symmetry) -> String {
        let square = |square: Square| {
            let (column, row) = symmetry.reflected(square.column.into(), square.row.into(), SIZE);
            Point { column: column as u8, row }.square()
        };
        let mut reflected = self.clone();
        for (set, scored) in reflected.scored.iter_mut().zip(self.scored) {
            *set = FileSet::default();
            for (first, last) in scored.ends() {
                if let Some(file) = square(first).zip(square(last)).and_then(|(one, other)| files::between(one, other))
                {
                    set.insert(file);
                }
            }
        }
        symmetry.of_position(&crate::game::Position::string(&reflected), SIZE)
    }
}

/// Writes value and colour of a card.
fn write_card(card: Option<Card>, out: &mut Vec<u8>) {
    let colour = |mark| match mark {
        Mark::None => 0,
        Mark::Red | Mark::Hearts | Mark::Diamonds => 1,
        Mark::Black | Mark::Clubs | Mark::Spades => 2,
    };
    out.extend(card.map_or([0; 2], |card| [card.value, colour(card.mark)]));
}

impl LeFile {
    /// An empty board, White to move.
    fn empty() -> LeFile {
        LeFile {
            pieces: [Pieces::default(); 2],
            turn: Side(0),
            made: 0,
            second: false,
            deck: Deck::default(),
            points: [[0; 2]; 2],
            scored: [FileSet::default(); 2],
            last: Last::default(),
        }
    }

    /// The side and the kind of the piece on a square.
    fn standing(&self, square: u8) -> Option<(Side, Piece)> {
        files::standing(&self.pieces, square)
    }

    /// The side and the letter of the piece on a square: a capital one for White.
    fn at(&self, square: u8) -> Option<(Side, char)> {
        let (side, piece) = self.standing(square)?;
        let letter = piece.letter();
        Some((side, if side.0 == 0 { letter } else { letter.to_ascii_lowercase() }))
    }

    /// The squares that are filled.
    #[inline]
    fn filled(&self) -> u64 {
        self.pieces[0].all() | self.pieces[1].all()
    }

    /// The pieces of the side to move.
    #[inline]
    fn own(&self) -> Pieces {
        self.pieces[self.turn.index() & 1]
    }

    /// Which manche is played, from 0.
    #[inline]
    fn manche(&self) -> usize {
        usize::from(self.second)
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

    fn set_up(&self, _: &Params, position: &str) -> Option<Params> {
        let setup = setup::read(position).ok()?;
        Some(Params { setup: Some(setup) })
    }
}
