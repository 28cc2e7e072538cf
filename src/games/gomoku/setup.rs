//! The start and position strings of Gomoku: rows of `B` and `W`, the side to move, in `murray` the pieces to place.

use super::params::{Params, Setup};
use super::{BLACK, Gomoku, Made, Play, Variant, WHITE, table};
use crate::board::lanes::Lanes;
use crate::board::rows::{self, RowFault, Unusual};
use crate::board::{Square, squares};
use crate::counted::{counted, plain_number};
use crate::game::{Outcome, Side};

fn side(letter: char) -> Option<Side> {
    table::SIDES.iter().position(|side| side.letter == letter).map(|index| Side(index as u8))
}

/// Reads a position string by its form.
pub(super) fn read(text: &str, play: Play) -> Result<Setup, RowFault> {
    let size = play.size;
    let Some((board, fields)) = text.split_once(' ') else {
        return Err(RowFault::new(text.len(), "the side to move is missing"));
    };
    let cells = rows::read(board, size, side)?;
    let at = board.len() + 1;
    let (letter, rest) = fields.split_once(' ').map_or((fields, None), |(letter, rest)| (letter, Some(rest)));
    let mut letters = letter.chars();
    let turn = match (letters.next().and_then(side), letters.next()) {
        (Some(side), None) => side,
        _ => return Err(RowFault::new(at, "expected the side to move, B or W")),
    };
    let after = at + letter.len();
    let to_place = match (matches!(play.form, Variant::Murray { .. }), rest) {
        (false, None) => [0, 0],
        (false, Some(_)) => return Err(RowFault::new(after, "expected nothing after the side to move")),
        (true, None) => {
            return Err(RowFault::new(after, "the numbers of pieces still to place are missing, for instance `3:2`"));
        }
        (true, Some(rest)) => {
            match rest.split_once(':').map(|(black, white)| (plain_number(black), plain_number(white))) {
                Some((Some(black), Some(white))) => [black, white],
                _ => {
                    return Err(RowFault::new(
                        after + 1,
                        "expected the numbers of pieces still to place, for instance `3:2`",
                    ));
                }
            }
        }
    };
    let cell = |square: Square| {
        let from_top = usize::from(size.rows - 1 - square.row);
        cells[from_top * usize::from(size.columns) + usize::from(square.column)]
    };
    let pieces = squares(size).filter_map(|square| cell(square).map(|side| (square, side))).collect();
    Ok(Setup { pieces, turn, to_place })
}

/// Refuses what no plies can make: in `murray` other numbers of pieces than the tag `Pieces` says. Everything else can
/// come from illegal plies that stood, because a side may have passed or placed two pieces, and the game may have gone
/// on after its end.
pub(super) fn check(setup: &Setup, variant: &Params) -> Result<Unusual, RowFault> {
    let play = variant.play;
    let position = start(&Params { setup: Some(setup.clone()), ..variant.clone() });
    let [black, white] = position.counts;
    if let Variant::Murray { pieces } = play.form {
        for (side, count) in [(BLACK, black), (WHITE, white)] {
            let left = setup.to_place[side.index()];
            if u32::from(count) + u32::from(left) != u32::from(pieces) {
                let name = table::SIDES[side.index()].name;
                return Err(RowFault::of_all(format!(
                    "{name} has {} on the board and {left} to place, but the tag Pieces says {pieces}",
                    counted(count.into(), "piece")
                )));
            }
        }
    }
    // In Renju sides may pass, and two pieces may be placed at once with double-three-reply; where pieces move, either
    // side may be to move.
    let any = play.form == Variant::Renju || play.reply || position.is_moving();
    let alternate = (black == white && setup.turn == BLACK) || (black == white + 1 && setup.turn == WHITE);
    if !any && !alternate {
        let to_move = table::SIDES[setup.turn.index()].name;
        return Ok(Some(format!(
            "{black} black and {white} white pieces with {to_move} to move: plies do not alternate, or Black did not begin"
        )));
    }
    if position.has_line(BLACK) && position.has_line(WHITE) {
        return Ok(Some("both sides have a winning line, but the first line ends the game".to_owned()));
    }
    if let Outcome::Win { winner, .. } = position.outcome
        && !position.lines_are_new()
    {
        let name = table::SIDES[winner.index()].name;
        return Ok(Some(format!("{name} has a winning line that the last ply cannot have made")));
    }
    Ok(None)
}

/// The position before the first ply of a record.
pub(super) fn start(variant: &Params) -> Gomoku {
    let pieces = if let Variant::Murray { pieces } = variant.play.form { pieces } else { 0 };
    let mut position = Gomoku {
        play: variant.play,
        turn: variant.first,
        pieces: [Lanes::EMPTY; 2],
        counts: [0; 2],
        to_place: [pieces; 2],
        outcome: Outcome::Unfinished,
        made: Made::Nowhere,
        may_reply: false,
        forfeited: false,
        swapped: false,
        passes: 0,
    };
    if let Some(setup) = &variant.setup {
        position.set_up(setup);
    }
    position
}

impl Gomoku {
    /// Puts the pieces of a position string on the board, and judges the outcome.
    fn set_up(&mut self, setup: &Setup) {
        self.turn = setup.turn;
        self.to_place = setup.to_place;
        for (square, side) in &setup.pieces {
            self.pieces[side.index()].flip(*square);
            self.counts[side.index()] += 1;
        }
        // If both sides have a line, the players overlooked the earlier end. The later line belongs to the side that
        // moved last.
        let last = setup.turn.next(2);
        let winner = [last, setup.turn].into_iter().find(|side| self.has_line(*side));
        if let Some(winner) = winner {
            self.made = Made::Before;
            self.outcome = Outcome::Win { winner, ending: &table::LINE };
        } else if self.is_full() {
            self.outcome = Outcome::Draw { ending: &table::BOARD_FULL };
        }
    }
}

impl Gomoku {
    /// Whether the piece that was placed last can have made every winning line. If pieces move, this is not
    /// checked.
    fn lines_are_new(&self) -> bool {
        let last = self.turn.next(2);
        // A piece that has moved may have left any line of its side, but makes none for the other (GM-12).
        if self.is_moving() {
            return self.has_line(last);
        }
        squares(self.play.size).filter(|square| self.at(*square) == Some(last)).any(|square| {
            let mut before = *self;
            before.pieces[last.index()].flip(square);
            !before.has_line(BLACK) && !before.has_line(WHITE)
        })
    }
}

/// The letter of a square of the picture.
#[inline(always)]
pub(super) fn letter(position: &Gomoku, column: u8, from_top: u8) -> Option<char> {
    let square = Square::new(column, position.play.size.rows - 1 - from_top);
    position.at(square).map(|side| table::SIDES[side.index()].letter)
}

/// Writes the position string.
pub(super) fn write(position: &Gomoku, out: &mut String) {
    let size = position.play.size;
    let stand = |from_top: u8| position.pieces.each_ref().map(|lanes| lanes.row(size.rows - 1 - from_top));
    rows::write_sides(size, table::SIDES.each_ref().map(|side| side.letter), out, stand);
    out.push(' ');
    out.push(table::SIDES[position.turn.index()].letter);
    if matches!(position.play.form, Variant::Murray { .. }) {
        let [black, white] = position.to_place;
        out.push_str(&format!(" {black}:{white}"));
    }
}
