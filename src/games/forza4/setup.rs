//! The start and position strings of Forza 4: rows of `W` and `R`, then the side to move.

use super::params::{Params, Setup};
use super::{Forza4, Made, table};
use crate::board::rows::{self, RowFault, Unusual};
use crate::board::word::{Wide, Word};
use crate::board::{Size, Square, squares};
use crate::game::{Outcome, Side};

fn side(letter: char) -> Option<Side> {
    table::SIDES.iter().position(|side| side.letter == letter).map(|index| Side(index as u8))
}

/// Reads a position string by its form.
pub(super) fn read(text: &str, size: Size) -> Result<Setup, RowFault> {
    let Some((board, letter)) = text.split_once(' ') else {
        return Err(RowFault::new(text.len(), "the side to move is missing"));
    };
    let cells = rows::read(board, size, side)?;
    let mut letters = letter.chars();
    let turn = match (letters.next().and_then(side), letters.next()) {
        (Some(side), None) => side,
        _ => {
            return Err(RowFault::new(board.len() + 1, "expected the side to move, W or R, and nothing after it"));
        }
    };
    let cell = |square: Square| {
        let from_top = usize::from(size.rows - 1 - square.row);
        cells[from_top * usize::from(size.columns) + usize::from(square.column)]
    };
    let pieces = squares(size).filter_map(|square| cell(square).map(|side| (square, side))).collect();
    Ok(Setup { pieces, turn })
}

/// Refuses what no plies can make: a piece that floats. Everything else can come from illegal plies that stood, because
/// a side may have passed and the game may have gone on after its end.
pub(super) fn check(setup: &Setup, size: Size, equalizer: bool) -> Result<Unusual, RowFault> {
    let has = |square: Square| setup.pieces.iter().any(|(place, _)| *place == square);
    for (square, _) in &setup.pieces {
        if square.row > 0 && !has(Square::new(square.column, square.row - 1)) {
            let message = format!("the piece on {square} floats: the square below it is empty");
            return Err(RowFault::of_cell(square.column, size.rows - 1 - square.row, message));
        }
    }
    let (white, red) = counts(setup);
    let turn = setup.turn.index() & 1;
    let alternate = white == red || (white == red + 1 && turn == 1) || (red == white + 1 && turn == 0);
    if !alternate {
        let to_move = table::SIDES[turn].name;
        return Ok(Some(format!("{white} white and {red} red pieces with {to_move} to move: plies do not alternate")));
    }
    let ends = Ends { size, equalizer };
    if ends.have_lines(setup) == [false; 2] || ends.are_new(setup) {
        return Ok(None);
    }
    let name = |side: usize| table::SIDES[side].name;
    Ok(Some(match ends.have_lines(setup) {
        [true, true] if equalizer => {
            "both sides have a line of four, but the last two plies cannot have made them".to_owned()
        }
        [true, true] => "both sides have a line of four, but the first line ends the game".to_owned(),
        [white, _] => format!("{} has a line of four that the last ply cannot have made", name(usize::from(!white))),
    }))
}

/// Judges whether the lines of a position can be those that ended its game.
#[derive(Clone, Copy)]
struct Ends {
    size: Size,
    equalizer: bool,
}

impl Ends {
    /// Which sides have a line of four.
    fn have_lines(self, setup: &Setup) -> [bool; 2] {
        let variant = Params { size: self.size, equalizer: true, first: setup.turn, setup: Some(setup.clone()) };
        let position: Forza4<Wide> = start(&variant);
        position.made.map(|made| made == Made::Before)
    }

    /// The positions before a last ply by the side that is not to move.
    fn before(setup: &Setup) -> impl Iterator<Item = Setup> {
        let side = setup.turn.next(2);
        // Pieces stand column by column from the bottom up: the last of a column is its top one.
        let column = |index: usize| setup.pieces.get(index).map(|(square, _)| square.column);
        let tops = (0..setup.pieces.len())
            .filter(move |&index| setup.pieces[index].1 == side && column(index) != column(index + 1));
        tops.map(move |index| {
            let mut pieces = setup.pieces.clone();
            pieces.remove(index);
            Setup { pieces, turn: side }
        })
    }

    /// Whether the last ply can have made every line. With `equalizer` the first side's last ply and the reply may have
    /// made them together (F4-7).
    fn are_new(self, setup: &Setup) -> bool {
        let beginner = beginner(setup).index();
        Ends::before(setup).any(|before| match self.have_lines(&before) {
            [false, false] => true,
            lines if self.equalizer && setup.turn.index() == beginner && lines[beginner] && !lines[1 - beginner] => {
                Ends::before(&before).any(|before| self.have_lines(&before) == [false; 2])
            }
            _ => false,
        })
    }
}

/// The side that began: the one with more pieces, at equal numbers the side to move (F4-7).
fn beginner(setup: &Setup) -> Side {
    let (white, red) = counts(setup);
    match white.cmp(&red) {
        std::cmp::Ordering::Greater => Side(0),
        std::cmp::Ordering::Less => Side(1),
        std::cmp::Ordering::Equal => setup.turn,
    }
}

/// The numbers of white and red pieces.
fn counts(setup: &Setup) -> (usize, usize) {
    let white = setup.pieces.iter().filter(|(_, side)| side.0 == 0).count();
    (white, setup.pieces.len() - white)
}

/// The position before the first ply of a record.
pub(super) fn start<W: Word>(variant: &Params) -> Forza4<W> {
    let mut position = Forza4 {
        size: variant.size,
        equalizer: variant.equalizer,
        beginner: variant.first,
        turn: variant.first,
        pieces: [W::default(); 2],
        above: W::default(),
        filled: 0,
        outcome: Outcome::Unfinished,
        reply: false,
        made: [Made::Nowhere; 2],
    };
    for column in 0..variant.size.columns {
        position.above.set(position.foot(column) + u32::from(variant.size.rows));
    }
    if let Some(setup) = &variant.setup {
        position.set_up(setup);
    }
    position
}

impl<W: Word> Forza4<W> {
    /// Puts the pieces of a position string on the board, and judges the outcome.
    fn set_up(&mut self, setup: &Setup) {
        self.turn = setup.turn;
        for (square, side) in &setup.pieces {
            self.place(*square, *side);
        }
        self.beginner = beginner(setup);
        for (square, side) in &setup.pieces {
            if self.made[side.index()] == Made::Nowhere && self.makes_line(*square, *side) {
                self.made[side.index()] = Made::Before;
            }
        }
        let second = self.beginner.next(2);
        let has = |side: Side| self.made[side.index()] != Made::Nowhere;
        let win = |winner| Outcome::Win { winner, ending: &table::LINE };
        self.outcome = match (has(self.beginner), has(second)) {
            (true, true) if self.equalizer => Outcome::Draw { ending: &table::EQUALIZED },
            // The earlier of two ends was overlooked; the later one belongs to the side that moved last.
            (true, true) => win(setup.turn.next(2)),
            (false, true) => win(second),
            (true, false) if self.equalizer && self.turn == second && !self.is_full() => {
                self.reply = true;
                Outcome::Unfinished
            }
            (true, false) => win(self.beginner),
            (false, false) if self.is_full() => Outcome::Draw { ending: &table::BOARD_FULL },
            (false, false) => Outcome::Unfinished,
        };
    }
}

/// The bits of eight bytes with their places changed over: bit 2 of byte 5 becomes bit 5 of byte 2.
#[inline(always)]
fn transposed(bytes: [u8; 8]) -> [u8; 8] {
    // Halves change places, then halves of these, then single bits.
    let exchange = |bits: u64, by: u32, these: u64| {
        let differ = (bits ^ bits >> by) & these;
        bits ^ differ ^ differ << by
    };
    let bits = exchange(u64::from_le_bytes(bytes), 28, 0x0000_0000_f0f0_f0f0);
    let bits = exchange(bits, 14, 0x0000_cccc_0000_cccc);
    exchange(bits, 7, 0x00aa_00aa_00aa_00aa).to_le_bytes()
}

/// The letter of a square of the picture.
#[inline(always)]
pub(super) fn letter<W: Word>(position: &Forza4<W>, column: u8, from_top: u8) -> Option<char> {
    position.at(Square::new(column, position.size.rows - 1 - from_top)).map(|side| table::SIDES[side.index()].letter)
}

/// Writes the position string.
pub(super) fn write<W: Word>(position: &Forza4<W>, out: &mut String) {
    let size = position.size;
    // For each row from the bottom, the columns where each side has pieces, built from blocks of eight columns and
    // eight rows.
    let mut rows_of_sides = [[0_u32; 2]; 32];
    for left in (0..size.columns).step_by(8) {
        for low in (0..size.rows).step_by(8) {
            let [first, second] = position.pieces.map(|pieces| {
                let mut block = [0; 8];
                for (part, column) in block.iter_mut().zip(left..size.columns) {
                    *part = (pieces.part(position.foot(column)) >> low) as u8;
                }
                transposed(block)
            });
            let rows = rows_of_sides.iter_mut().skip(low.into());
            for ((sides, first), second) in rows.zip(first).zip(second) {
                sides[0] |= u32::from(first) << left;
                sides[1] |= u32::from(second) << left;
            }
        }
    }
    let stand = |from_top: u8| rows_of_sides[usize::from(size.rows - 1 - from_top) & 31];
    rows::write_sides(size, table::SIDES.each_ref().map(|side| side.letter), out, stand);
    out.push(' ');
    out.push(table::SIDES[position.turn.index()].letter);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_written_as_its_squares_say() {
        let mut random = fastrand::Rng::with_seed(4);
        for size in [(4, 4), (7, 6), (8, 8), (9, 7), (7, 9), (17, 8), (26, 26)] {
            let size = Size { columns: size.0, rows: size.1 };
            for _ in 0..50 {
                let columns = (0..size.columns).map(|column| (column, random.u8(0..=size.rows))).collect::<Vec<_>>();
                let squares = columns.iter().flat_map(|&(column, height)| (0..height).map(move |row| (column, row)));
                let pieces = squares.map(|(column, row)| (Square::new(column, row), Side(random.u8(0..2)))).collect();
                let setup = Some(Setup { pieces, turn: Side(1) });
                let position: Forza4<Wide> = start(&Params { size, equalizer: false, first: Side(0), setup });
                let mut expected = String::new();
                rows::write(size, &mut expected, |column, from_top| letter(&position, column, from_top));
                let mut written = String::new();
                write(&position, &mut written);
                assert_eq!(written, format!("{expected} R"));
            }
        }
    }
}
