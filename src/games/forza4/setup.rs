//! The start and position strings of Forza 4: rows of `W` and `R`, then the side to move.

use super::{Forza4, Made, Variant, table};
use crate::board::rows::{self, RowFault};
use crate::board::word::{Wide, Word};
use crate::board::{Size, Square, squares};
use crate::game::{Outcome, Side};

/// A position string that has been read.
#[derive(Debug, Clone)]
pub(crate) struct Setup {
    /// Pieces, each column from the bottom up.
    pieces: Vec<(Square, Side)>,
    pub(super) turn: Side,
}

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
            return Err(RowFault::new(board.len() + 1, "the side to move is W or R, and nothing follows it"));
        }
    };
    let cell = |square: Square| {
        let from_top = usize::from(size.rows - 1 - square.row);
        cells[from_top * usize::from(size.columns) + usize::from(square.column)]
    };
    let pieces = squares(size).filter_map(|square| cell(square).map(|side| (square, side))).collect();
    Ok(Setup { pieces, turn })
}

/// Refuses what the rules of the game make impossible.
pub(super) fn check(setup: &Setup, size: Size, equalizer: bool) -> Result<(), RowFault> {
    let has = |square: Square| setup.pieces.iter().any(|(place, _)| *place == square);
    for (square, _) in &setup.pieces {
        if square.row > 0 && !has(Square::new(square.column, square.row - 1)) {
            return Err(RowFault::new(0, format!("the piece on {square} floats: the square below it is empty")));
        }
    }
    let (white, red) = counts(setup);
    let turn = setup.turn.index();
    let alternate = white == red || (white == red + 1 && turn == 1) || (red == white + 1 && turn == 0);
    if !alternate {
        let to_move = table::SIDES[turn].name;
        return Err(RowFault::new(
            0,
            format!("{white} white and {red} red pieces with {to_move} to move: plies alternate"),
        ));
    }
    let variant = Variant { size, equalizer: true, first: setup.turn, setup: Some(setup.clone()) };
    let position: Forza4<Wide> = start(&variant);
    if !equalizer && position.made == [Made::Before; 2] {
        return Err(RowFault::new(0, "both sides have a line of four: the first of them had ended the game"));
    }
    Ok(())
}

/// The numbers of white and red pieces.
fn counts(setup: &Setup) -> (usize, usize) {
    let white = setup.pieces.iter().filter(|(_, side)| side.0 == 0).count();
    (white, setup.pieces.len() - white)
}

/// The position before the first ply of a record.
pub(super) fn start<W: Word>(variant: &Variant) -> Forza4<W> {
    let mut position = Forza4 {
        size: variant.size,
        equalizer: variant.equalizer,
        beginner: variant.first,
        turn: variant.first,
        pieces: [W::default(); 2],
        heights: [0; 26],
        filled: 0,
        outcome: Outcome::Unfinished,
        reply: false,
        made: [Made::Nowhere; 2],
    };
    if let Some(setup) = &variant.setup {
        position.set_up(setup);
    }
    position
}

impl<W: Word> Forza4<W> {
    /// Puts the pieces of a position string on the board, and judges what they have come to.
    fn set_up(&mut self, setup: &Setup) {
        self.turn = setup.turn;
        for (square, side) in &setup.pieces {
            self.put(*square, *side);
        }
        // The beginner follows from the numbers of pieces: at equal numbers it is the side to move (F4-7).
        let (white, red) = counts(setup);
        self.beginner = if white == red { setup.turn } else { setup.turn.next(2) };
        for (square, side) in &setup.pieces {
            if self.made[side.index()] == Made::Nowhere && self.makes_line(*square, *side) {
                self.made[side.index()] = Made::Before;
            }
        }
        let second = self.beginner.next(2);
        let has = |side: Side| self.made[side.index()] != Made::Nowhere;
        let win = |winner| Outcome::Win { winner, reason: "line" };
        self.outcome = match (has(self.beginner), has(second)) {
            (true, true) => Outcome::Draw { reason: "equalized" },
            (false, true) => win(second),
            (true, false) if self.equalizer && white != red && !self.is_full() => {
                self.reply = true;
                Outcome::Unfinished
            }
            (true, false) => win(self.beginner),
            (false, false) if self.is_full() => Outcome::Draw { reason: "board-full" },
            (false, false) => Outcome::Unfinished,
        };
    }
}

/// Writes the position string.
pub(super) fn write<W: Word>(position: &Forza4<W>, out: &mut String) {
    let size = position.size;
    rows::write(size, out, |column, from_top| {
        position.at(Square::new(column, size.rows - 1 - from_top)).map(|side| table::SIDES[side.index()].letter)
    });
    out.push(' ');
    out.push(table::SIDES[position.turn.index()].letter);
}
