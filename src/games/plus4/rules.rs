//! The rules of Plus 4.

use super::lines::{self, LineSet};
use super::params::Kind;
use super::table;
use super::violation::Violation;
use super::{Plus4, Ply, SIZE, setup};
use crate::board::Square;
use crate::game::{Outcome, Overlook, Side};

/// Carries out a ply. Faults are looked for in this order: `bad-break`, `after-end`, `pass-not-allowed`; `off-board`,
/// `wrong-square`, `no-supply`.
#[inline]
pub(super) fn apply<O: Overlook<Violation>>(position: &mut Plus4, ply: Ply, overlook: &mut O) -> Result<(), Violation> {
    if position.break_due {
        return Err(Violation::NoBreak);
    }
    // An overlooked end never counts again (C-6); in the variant manche no end may be overlooked.
    if position.outcome.is_end() && (position.kind == Kind::Manche || !overlook.overlooks(Violation::AfterEnd)) {
        return Err(Violation::AfterEnd);
    }
    match ply {
        Ply::Pass => {
            if !position.must_pass() && !overlook.overlooks(Violation::Pass) {
                return Err(Violation::Pass);
            }
            position.outcome = Outcome::Unfinished;
            position.made = [LineSet::default(); 2];
            position.turn = position.turn.next(2);
        }
        Ply::Push { column, row, bonus } => {
            if column >= SIZE.columns {
                return Err(Violation::NoColumn { column });
            }
            match row {
                None | Some(0) => {}
                Some(row) if (0..i16::from(SIZE.rows)).contains(&row) => {
                    return Err(Violation::WrongSquare { column, row });
                }
                Some(row) => return Err(Violation::NoRow { row }),
            }
            let side = position.turn;
            let stock = position.hands[side.index() & 1].of(bonus);
            if *stock == 0 {
                return Err(Violation::NoSupply { bonus, kind: position.kind });
            }
            *stock -= 1;
            position.outcome = Outcome::Unfinished;
            position.push(column, bonus);
            position.turn = side.next(2);
            position.settle(column, side);
        }
    }
    Ok(())
}

impl Plus4 {
    /// Whether the side to move has nothing left to play and so must pass (P4-5).
    fn must_pass(&self) -> bool {
        self.kind != Kind::Standard && self.hands[self.turn.index() & 1].is_empty()
    }

    pub(super) fn hands_are_empty(&self) -> bool {
        self.hands.iter().all(|hand| hand.is_empty())
    }

    /// Pushes a piece of the side to move into a column (P4-2).
    #[inline]
    fn push(&mut self, column: u8, bonus: bool) {
        let shift = u32::from(column & 3) * 4;
        let bottom = 0x8 << shift;
        if self.kind == Kind::Continua {
            // What falls out returns to its owner's hand (P4-5).
            let bonus = self.bonus & bottom != 0;
            for (pieces, hand) in self.pieces.iter().zip(&mut self.hands) {
                *hand.of(bonus) += u8::from(pieces & bottom != 0);
            }
        }
        let pushed = |word: u16, enters: bool| {
            let moved = (word >> shift << 1 | u16::from(enters)) & 0xf;
            word & !(0xf << shift) | moved << shift
        };
        let mover = self.turn.index();
        self.pieces = [pushed(self.pieces[0], mover == 0), pushed(self.pieces[1], mover == 1)];
        self.bonus = pushed(self.bonus, bonus);
    }

    /// The outcome after `side` has just pushed a piece into `column`.
    #[inline]
    fn settle(&mut self, column: u8, side: Side) {
        let created = self.pieces.map(|pieces| LineSet::through(pieces, column));
        self.made = created;
        if self.kind != Kind::Standard {
            return self.score(created, column);
        }
        if let Some(end) = self.end_by_lines(created, side) {
            self.outcome = end;
        } else if self.hands_are_empty() {
            self.outcome = Outcome::Draw { ending: &table::PIECES_EXHAUSTED };
        }
    }

    /// The end that lines of both sides mean after a ply of `mover` (P4-3).
    pub(super) fn end_by_lines(&self, lines: [LineSet; 2], mover: Side) -> Option<Outcome> {
        let win = |winner| Some(Outcome::Win { winner, ending: &table::LINE });
        match lines.map(|lines| !lines.is_empty()) {
            [false, false] => None,
            [true, false] => win(Side(0)),
            [false, true] => win(Side(1)),
            [true, true] if self.mover_first => win(mover),
            [true, true] => Some(Outcome::Draw { ending: &table::BOTH_LINES }),
        }
    }

    /// Scores the lines that a piece pushed into `column` has created (P4-6), and checks whether that ends the manche
    /// or the game.
    fn score(&mut self, created: [LineSet; 2], column: u8) {
        let scored = created.iter().any(|lines| !lines.is_empty());
        if scored {
            // A bonus piece counts twice, except on the ply that plays it.
            let bonus = self.bonus & !lines::bit(Square::new(column, 0));
            for (points, lines) in self.points.iter_mut().zip(created) {
                *points = points.saturating_add(lines.points(bonus));
            }
            if let Some(end) = self.end_by_points() {
                self.outcome = end;
                return;
            }
        }
        if self.kind == Kind::Manche && (scored || self.hands_are_empty()) {
            self.end_manche();
        }
    }

    /// The end that the points mean (P4-7).
    pub(super) fn end_by_points(&self) -> Option<Outcome> {
        let [first, second] = self.points;
        let win = |winner| Outcome::Win { winner, ending: &table::POINTS };
        (first.max(second) >= self.target).then(|| match first.cmp(&second) {
            std::cmp::Ordering::Greater => win(Side(0)),
            std::cmp::Ordering::Less => win(Side(1)),
            std::cmp::Ordering::Equal => Outcome::Draw { ending: &table::POINTS_TIED },
        })
    }

    /// Clears the board for the next manche, which the other side begins (P4-8).
    fn end_manche(&mut self) {
        self.pieces = [0; 2];
        self.bonus = 0;
        self.hands = [setup::full_hand(self.kind); 2];
        self.beginner = self.beginner.next(2);
        self.turn = self.beginner;
        self.break_due = true;
    }
}
