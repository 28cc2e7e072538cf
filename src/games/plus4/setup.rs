//! The start and position strings of Plus 4: rows of `R` and `B`, bonus pieces `r` and `b`, the side to move; where
//! lines score also the points and the hands, `3:2 R5r1B6b0`.

use std::fmt::Write;

use super::lines::{self, LineSet};
use super::params::{Kind, Params, Setup};
use super::{Hand, Plus4, SIZE, table};
use crate::board::rows::{self, RowFault, Unusual};
use crate::board::{Square, column_letter};
use crate::counted::{counted, plain_number};
use crate::game::{Outcome, Side};

/// How many pieces a side has of each kind.
pub(super) fn full_hand(kind: Kind) -> Hand {
    Hand { plain: 8, bonus: u8::from(kind != Kind::Standard) }
}

/// The side and the kind of the piece that a letter stands for.
fn piece(letter: char, kind: Kind) -> Option<(Side, bool)> {
    let bonus = letter.is_ascii_lowercase();
    let side = table::SIDES.iter().position(|side| side.letter == letter.to_ascii_uppercase())?;
    (!bonus || kind != Kind::Standard).then_some((Side(side as u8), bonus))
}

/// A number in plain digits, and the text after it.
fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    plain_number(digits).map(|number| (number, rest))
}

/// `3:2`
fn points(text: &str) -> Option<[u32; 2]> {
    let (first, rest) = number(text)?;
    let (second, rest) = number(rest.strip_prefix(':')?)?;
    rest.is_empty().then_some([first, second])
}

/// `R5r1B6b0`
fn hands(text: &str) -> Option<[Hand; 2]> {
    let mut rest = text;
    let mut stock = |letter: char| {
        let (count, after) = number(rest.strip_prefix(letter)?)?;
        rest = after;
        u8::try_from(count).ok()
    };
    let red = Hand { plain: stock('R')?, bonus: stock('r')? };
    let blue = Hand { plain: stock('B')?, bonus: stock('b')? };
    rest.is_empty().then_some([red, blue])
}

/// Reads a position string by its form.
pub(super) fn read(text: &str, kind: Kind) -> Result<Setup, RowFault> {
    let fields: Vec<&str> = text.split(' ').collect();
    let offset = |field: usize| fields.iter().take(field).map(|field| field.len() + 1).sum::<usize>().min(text.len());
    let cells = rows::read(fields[0], SIZE, |letter| piece(letter, kind))?;
    let turn = match fields.get(1).map(|field| field.as_bytes()) {
        None => return Err(RowFault::new(text.len(), "the side to move is missing")),
        Some(b"R") => Side(0),
        Some(b"B") => Side(1),
        Some(_) => return Err(RowFault::new(offset(1), "expected the side to move, R or B")),
    };
    let mut setup = Setup { pieces: [0; 2], bonus: 0, turn, points: [0; 2], hands: [full_hand(kind); 2] };
    for (index, (side, bonus)) in cells.iter().enumerate().filter_map(|(index, cell)| Some((index, (*cell)?))) {
        let columns = usize::from(SIZE.columns);
        let bit = lines::bit(Square::new((index % columns) as u8, (index / columns) as u8));
        setup.pieces[side.index() & 1] |= bit;
        setup.bonus |= if bonus { bit } else { 0 };
    }
    let expected = if kind == Kind::Standard { 2 } else { 4 };
    if fields.len() > expected {
        return Err(RowFault::new(offset(expected), "expected nothing more here"));
    }
    if kind != Kind::Standard {
        let field = |index: usize| fields.get(index).copied().unwrap_or_default();
        setup.points = points(field(2))
            .ok_or_else(|| RowFault::new(offset(2), "expected the points of Red and Blue, for instance 3:2"))?;
        setup.hands = hands(field(3))
            .ok_or_else(|| RowFault::new(offset(3), "expected the pieces in hand, for instance R5r1B6b0"))?;
    }
    Ok(setup)
}

impl Setup {
    fn filled(&self) -> u16 {
        self.pieces[0] | self.pieces[1]
    }

    /// The pieces of a side on the board, by kind.
    fn on_board(&self, side: usize) -> Hand {
        let pieces = self.pieces[side & 1];
        Hand { plain: (pieces & !self.bonus).count_ones() as u8, bonus: (pieces & self.bonus).count_ones() as u8 }
    }

    fn columns(&self) -> impl Iterator<Item = u16> {
        let filled = self.filled();
        (0..SIZE.columns).map(move |column| filled >> (column * 4) & 0xf)
    }

    /// Whether a piece can have fallen out: only a full column loses any, and it stays full.
    fn may_have_lost(&self) -> bool {
        self.columns().any(|column| column == 0xf)
    }

    /// Whether the last ply can have created every line on the board: without it none was there.
    fn lines_are_new(&self) -> bool {
        let mover = self.turn.next(2).index() & 1;
        (0..u32::from(SIZE.columns)).any(|column| {
            let shift = column * 4;
            // The piece that the ply pushed out may have stood there too, but there are fewest lines without it.
            let before = self.pieces.map(|pieces| pieces & !(0xf << shift) | (pieces >> shift & 0xf) >> 1 << shift);
            self.pieces[mover] >> shift & 1 == 1 && before.iter().all(|pieces| LineSet::all(*pieces).is_empty())
        })
    }
}

/// Refuses what no plies can make: gaps, pieces that nobody has, a manche that has ended. Illegal plies that stood
/// explain the rest: a side that passed, or lines after the end in variants without manches.
pub(super) fn check(setup: &Setup, kind: Kind, target: u32) -> Result<Unusual, RowFault> {
    let refuse = |message: String| Err(RowFault::of_all(message));
    if let Some(column) = setup.columns().position(|column| column & (column + 1) != 0) {
        let filled = setup.filled() >> (column * 4) & 0xf;
        // The first piece below an empty square.
        let row = (1..SIZE.rows).find(|row| filled >> row & 1 == 1 && filled >> (row - 1) & 1 == 0).unwrap_or_default();
        let message = format!("column {} has a gap: pieces fill a column from row 1 down", column_letter(column as u8));
        return Err(RowFault::of_cell(column as u8, row, message));
    }
    let full = full_hand(kind);
    for (index, side) in table::SIDES.iter().enumerate() {
        let (board, name) = (setup.on_board(index), side.name);
        // In the standard game the hands are the pieces not on the board.
        let hand = if kind == Kind::Standard { Hand { plain: 0, bonus: 0 } } else { setup.hands[index] };
        let kinds =
            [(board.plain, hand.plain, full.plain, "piece"), (board.bonus, hand.bonus, full.bonus, "bonus piece")];
        for (board, hand, most, what) in kinds {
            let all = u32::from(board) + u32::from(hand);
            if all > u32::from(most) {
                let are = if most == 1 { "is" } else { "are" };
                return refuse(format!(
                    "{name} has {} on the board and in hand, but there {are} only {most}",
                    counted(all.into(), what)
                ));
            }
            let may_lack = kind == Kind::Standard || kind == Kind::Manche && setup.may_have_lost();
            if all < u32::from(most) && !may_lack {
                let why = if kind == Kind::Manche {
                    "no column is full, so no piece fell out"
                } else {
                    "pieces that fall out return"
                };
                let all = counted(all.into(), what);
                return refuse(format!("{name} has {all} on the board and in hand, not {most}: {why}"));
            }
        }
    }
    let mut unusual = uneven(setup, kind);
    let has_line = setup.pieces.iter().any(|pieces| !LineSet::all(*pieces).is_empty());
    if kind != Kind::Continua && has_line && !setup.lines_are_new() {
        let why = "the last ply cannot have made every line on the board, but the first line ends play";
        // A line always ends a manche: this end cannot be overlooked (C-6).
        if kind == Kind::Manche {
            return refuse(why.to_owned());
        }
        unusual.get_or_insert(why.to_owned());
    }
    if kind == Kind::Manche {
        let ended = setup.points.iter().any(|points| *points >= target);
        let exhausted = setup.hands.iter().all(|hand| hand.is_empty());
        if has_line && !ended || !has_line && exhausted {
            return refuse("this manche is over: its end empties the board and fills the hands".to_owned());
        }
        if ended && !has_line {
            return refuse(format!(
                "a side has points enough to win ({target}), but no line on the board that scored the last of them"
            ));
        }
    }
    Ok(unusual)
}

/// Numbers of pieces that alternating plies cannot make.
fn uneven(setup: &Setup, kind: Kind) -> Unusual {
    let played = |side: usize| {
        let (board, hand) = (setup.on_board(side), setup.hands[side & 1]);
        if kind == Kind::Manche { 9 - hand.plain - hand.bonus } else { board.plain + board.bonus }
    };
    // If pieces may have fallen out, the board does not show how many were played; in a manche the hands do.
    if kind != Kind::Manche && setup.may_have_lost() {
        return None;
    }
    let counts = [played(0), played(1)];
    let turn = setup.turn.index() & 1;
    if counts[0] == counts[1] || counts[1 - turn] == counts[turn] + 1 {
        return None;
    }
    let [red, blue] = counts;
    let name = table::SIDES[turn].name;
    Some(format!("{red} red and {blue} blue pieces played with {name} to move: plies do not alternate"))
}

/// The position before the first ply of a record.
pub(super) fn start(variant: &Params) -> Plus4 {
    let mut position = Plus4 {
        kind: variant.kind,
        mover_first: variant.mover_first,
        target: variant.target,
        turn: variant.first,
        beginner: variant.first,
        break_due: false,
        pieces: [0; 2],
        bonus: 0,
        hands: [full_hand(variant.kind); 2],
        points: [0; 2],
        outcome: Outcome::Unfinished,
        made: [LineSet::default(); 2],
    };
    if let Some(setup) = &variant.setup {
        position.set_up(setup);
    }
    position
}

impl Plus4 {
    /// Takes over a position string, and judges the outcome.
    fn set_up(&mut self, setup: &Setup) {
        self.turn = setup.turn;
        self.pieces = setup.pieces;
        self.bonus = setup.bonus;
        self.points = setup.points;
        self.hands = setup.hands;
        if self.kind != Kind::Standard {
            let (turn, other) = (setup.turn.index() & 1, setup.turn.next(2).index() & 1);
            // The side that has played more pieces began the manche; at equal numbers the side to move did.
            let left = |side: usize| setup.hands[side].plain.saturating_add(setup.hands[side].bonus);
            self.beginner = if left(other) < left(turn) { setup.turn.next(2) } else { setup.turn };
            self.outcome = self.end_by_points().unwrap_or(Outcome::Unfinished);
            return;
        }
        // The pieces on the board are all that were played (P4-4), and each side has eight (P4-1).
        for (side, hand) in self.hands.iter_mut().enumerate() {
            hand.plain = hand.plain.saturating_sub(setup.on_board(side).plain);
        }
        self.made = self.pieces.map(LineSet::all);
        self.outcome = match self.end_by_lines(self.made, setup.turn.next(2)) {
            Some(end) => end,
            None if self.hands_are_empty() => Outcome::Draw { ending: &table::PIECES_EXHAUSTED },
            None => Outcome::Unfinished,
        };
    }
}

/// The letter of a square of the picture.
#[inline(always)]
pub(super) fn letter(position: &Plus4, column: u8, from_top: u8) -> Option<char> {
    position.at(Square::new(column, from_top)).map(|(_, letter)| letter)
}

/// Writes the position string.
pub(super) fn write(position: &Plus4, out: &mut String) {
    rows::write(SIZE, out, |column, from_top| letter(position, column, from_top));
    out.push(' ');
    out.push(table::SIDES[position.turn.index() & 1].letter);
    if position.kind != Kind::Standard {
        let ([red, blue], [mine, yours]) = (position.points, position.hands);
        // Writing to a string cannot fail.
        let _ = write!(out, " {red}:{blue} R{}r{}B{}b{}", mine.plain, mine.bonus, yours.plain, yours.bonus);
    }
}
