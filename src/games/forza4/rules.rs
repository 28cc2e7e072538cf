//! The rules of Forza 4.

use super::table;
use super::violation::Violation;
use super::{Forza4, Made, Ply};
use crate::board::word::Word;
use crate::board::{DIRECTIONS, DecidingLines, Size, Square, squares};
use crate::game::{Outcome, Overlook, Side};

/// Carries out a ply. Faults are looked for in this order: `after-end`, `pass-not-allowed`; `off-board`, `column-full`,
/// `wrong-square`.
#[inline]
pub(super) fn apply<W: Word, O: Overlook<Violation>>(
    position: &mut Forza4<W>,
    ply: Ply,
    overlook: &mut O,
) -> Result<(), Violation> {
    let void = position.outcome.is_end();
    if void && !overlook.overlooks(Violation::AfterEnd) {
        return Err(Violation::AfterEnd);
    }
    match ply {
        Ply::Pass => {
            if !overlook.overlooks(Violation::Pass) {
                return Err(Violation::Pass);
            }
            position.void_end(void);
            if position.reply {
                // Where the reply is due, a pass is the reply (C-6): it makes no line.
                position.reply = false;
                position.outcome = Outcome::Win { winner: position.beginner, ending: &table::LINE };
            }
        }
        Ply::Drop { column, row } => {
            if column >= position.size.columns {
                return Err(Violation::NoColumn { column });
            }
            if let Some(row) = row.filter(|row| !(0..i16::from(position.size.rows)).contains(row)) {
                return Err(Violation::NoRow { row });
            }
            let height = position.height(column);
            if height == position.size.rows {
                return Err(Violation::ColumnFull { column, height });
            }
            if let Some(row) = row.filter(|row| *row != i16::from(height)) {
                return Err(Violation::WrongSquare { column, row, lands: height });
            }
            position.void_end(void);
            let (square, side) = (Square::new(column, height), position.turn);
            position.place(square, side);
            position.settle(square, side);
        }
    }
    position.turn = position.turn.next(2);
    Ok(())
}

/// Whether a line of four or more stands anywhere among the pieces of a side.
#[inline(always)]
pub(super) fn has_line<W: Word>(pieces: W, size: Size) -> bool {
    let rows = u32::from(size.rows);
    [1, rows, rows + 1, rows + 2].into_iter().any(|stride| pieces.has_four(stride))
}

impl<W: Word> Forza4<W> {
    /// Forgets an end that was overlooked: it never counts again (C-6).
    fn void_end(&mut self, void: bool) {
        if void {
            self.outcome = Outcome::Unfinished;
            self.made = [Made::Nowhere; 2];
        }
    }

    /// Whether a line of four or more of `side` runs through `square` (F4-4).
    #[inline(always)]
    pub(super) fn makes_line(&self, square: Square, side: Side) -> bool {
        let (bit, up) = (self.bit(square), u32::from(self.size.rows) + 1);
        let pieces = self.pieces[side.index()];
        pieces.four_through(bit, 1)
            || pieces.four_through(bit, up)
            || pieces.four_through(bit, up + 1)
            || pieces.four_through(bit, up - 1)
    }

    pub(super) fn is_full(&self) -> bool {
        u32::from(self.filled) == self.size.squares()
    }

    /// The outcome after `side` has just put a piece on `square`.
    #[inline(always)]
    pub(super) fn settle(&mut self, square: Square, side: Side) {
        let line = self.makes_line(square, side);
        if line {
            self.made[side.index()] = Made::At(square);
        }
        if !line && !self.reply {
            if self.is_full() {
                self.outcome = Outcome::Draw { ending: &table::BOARD_FULL };
            }
            return;
        }
        let win = |winner| Outcome::Win { winner, ending: &table::LINE };
        if self.reply {
            self.reply = false;
            self.outcome = if line { Outcome::Draw { ending: &table::EQUALIZED } } else { win(self.beginner) };
        } else if self.equalizer && side == self.beginner && !self.is_full() {
            self.reply = true;
        } else {
            self.outcome = win(side);
        }
    }
}

/// The lines that decide the outcome, each whole.
pub(super) fn lines<W: Word>(position: &Forza4<W>) -> DecidingLines {
    let mut lines = DecidingLines::default();
    let decides = |side: Side| match position.outcome {
        Outcome::Win { winner, .. } => winner == side,
        Outcome::Draw { ending } => ending == &table::EQUALIZED,
        Outcome::Unfinished => false,
    };
    for side in [Side(0), Side(1)].into_iter().filter(|side| decides(*side)) {
        let pieces = position.pieces[side.index() & 1];
        let mut through = |square: Square| {
            let (bit, up) = (position.bit(square), u32::from(position.size.rows) + 1);
            for (dx, dy) in DIRECTIONS {
                let stride = up.wrapping_mul(dx as u32).wrapping_add_signed(i32::from(dy));
                // Most directions have no line.
                if !pieces.four_through(bit, stride) {
                    continue;
                }
                // The bit above each column is empty, so a line ends where the board does.
                let has = |at: u32| at < W::BITS && pieces.has(at);
                let before = (1..).take_while(|step| bit.checked_sub(step * stride).is_some_and(has)).count() as i8;
                let after = (1..).take_while(|step| has(bit + step * stride)).count() as i8;
                let place = |step: i8| {
                    Square::new(square.column.wrapping_add_signed(step * dx), square.row.wrapping_add_signed(step * dy))
                };
                lines.add((-before..=after).map(place).collect());
            }
        };
        match position.made[side.index()] {
            Made::Nowhere => {}
            Made::At(square) => through(square),
            Made::Before => {
                squares(position.size).filter(|square| position.at(*square) == Some(side)).for_each(through);
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::{Params, setup};
    use super::*;
    use crate::board::run;
    use crate::board::word::Wide;
    use crate::game::Strict;

    /// Lines that end games on boards of any shape, also where the bits just fill a word, are those that walking over squares
    /// finds.
    fn check<W: Word>(columns: u8, rows: u8) {
        let size = Size { columns, rows };
        let mut random = fastrand::Rng::with_seed(u64::from(columns) << 8 | u64::from(rows));
        let mut found = 0;
        for _ in 0..300 {
            let params = Params { size, equalizer: false, first: Side(0), setup: None };
            let mut position: Forza4<W> = setup::start(&params);
            while position.outcome == Outcome::Unfinished {
                let ply = Ply::Drop { column: random.u8(0..columns), row: None };
                let _ = apply(&mut position, ply, &mut Strict);
            }
            let Outcome::Win { winner, .. } = position.outcome else { continue };
            let Made::At(square) = position.made[winner.index()] else { panic!("a line was made") };
            let mut walked = DecidingLines::default();
            for direction in DIRECTIONS {
                let line: Vec<Square> =
                    run(size, square, direction, |square| position.at(square) == Some(winner)).collect();
                if line.len() >= 4 {
                    walked.add(line);
                }
            }
            assert_eq!(lines(&position), walked);
            found += walked.0.len();
        }
        assert!(found > 100, "{size:?}: {found} lines");
    }

    #[test]
    fn lines_are_whole_and_stay_on_the_board() {
        check::<u64>(7, 6);
        check::<u64>(8, 7);
        check::<u64>(4, 15);
        check::<u128>(16, 7);
        check::<Wide>(26, 26);
    }
}
