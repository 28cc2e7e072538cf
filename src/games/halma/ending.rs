//! What ends a game: bases filled, corners reached (HA-6, HA-11, HA-16), and the options `move-limit` and `vacate`
//! (HA-7, HA-8).

use super::Halma;
use super::field::Spot;
use super::kind::Kind;
use super::table;
use crate::game::{Outcome, Side};

/// How long a side has had to leave its base since pieces of the opposite side have entered it (HA-8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Count {
    /// Too few of them have entered.
    Waiting,
    /// They have entered, and the side has made this many plies since.
    Running(u32),
    /// The side has made all its plies: the end has been judged once and for all.
    Over,
}

impl Halma {
    /// Carries out a ply that has been judged: a piece goes from one square to another, or nothing moves; then the turn
    /// passes on.
    #[inline]
    pub(super) fn carry_out(&mut self, moved: Option<(Spot, Spot)>) {
        // The end that is void from here on came about on this board.
        if self.outcome.ending() == Some(&table::MOVE_LIMIT)
            && let Some(side) = self.left_alone()
        {
            self.limit_void[side.index() & 3] = true;
        }
        self.outcome = Outcome::Unfinished;
        if let Some((from, to)) = moved {
            self.shift(from, to);
        }
        if self.play.vacate.is_some() {
            self.count();
        }
        if self.turn.index() + 1 == self.play.sides.len() {
            if self.play.limit.is_some_and(|limit| self.number >= limit) {
                self.judge_limit();
            }
            self.number = self.number.saturating_add(1);
        }
        self.turn = self.turn.next(self.play.sides.len());
    }

    /// Moves a piece, and checks whether its owner has won by that.
    #[inline]
    fn shift(&mut self, from: Spot, to: Spot) {
        let Some(piece) = self.board.at(from) else { return };
        let owner = piece.side();
        let had_won = self.has_won(owner);
        self.leave(from);
        self.board.take(from);
        self.board.put(to, piece);
        self.arrive(to);
        if !had_won && self.has_won(owner) {
            self.outcome = self.won_by(owner);
        }
    }

    #[inline]
    fn leave(&mut self, spot: Spot) {
        self.tell(spot, |count| *count = count.wrapping_sub(1));
    }

    #[inline]
    fn arrive(&mut self, spot: Spot) {
        self.tell(spot, |count| *count = count.wrapping_add(1));
    }

    /// Changes the counts that the piece on a square belongs to.
    #[inline]
    pub(super) fn tell(&mut self, spot: Spot, change: impl Fn(&mut u8)) {
        let Some(piece) = self.board.at(spot) else { return };
        let side = piece.side().index() & 3;
        if self.play.goals.at(spot) == Some(piece) {
            change(&mut self.home[side]);
        }
        if let Some(base) = self.play.base_at(spot) {
            if base == piece.side() {
                change(&mut self.left[side]);
            } else if base == self.play.seats.opposite(piece.side()) {
                change(&mut self.entered[side]);
            }
        }
    }

    /// Whether the board shows that a side, or its pair, has won.
    #[inline]
    fn has_won(&self, side: Side) -> bool {
        self.is_full(side) && self.play.partner(side).is_none_or(|partner| self.is_full(partner))
    }

    fn won_by(&self, side: Side) -> Outcome {
        let ending = if self.play.kind == Kind::Marked { &table::MARKED_CORNER } else { &table::BASE_OCCUPIED };
        Outcome::Win { winner: self.play.party(side), ending }
    }

    /// The end that a `Setup` shows at once. If several sides have filled their bases, the one that moved last has won:
    /// only the owner of the piece just moved can win by a ply (HA-6).
    pub(super) fn judge_setup(&mut self) {
        let count = self.play.sides.len();
        let last_first = (1..=count).map(|back| Side(((self.turn.index() + count - back) % count) as u8));
        let winner = last_first.into_iter().find(|&side| self.has_won(side));
        if let Some(winner) = winner {
            self.outcome = self.won_by(winner);
        }
        self.begin_counts();
    }

    /// Counts a ply of the side to move towards those that it has to leave its base (HA-8).
    fn count(&mut self) {
        let Some((_, most)) = self.play.vacate else { return };
        let enterer = self.play.seats.opposite(self.turn);
        if let Count::Running(plies) = &mut self.counts[enterer.index() & 3] {
            *plies += 1;
            if *plies >= most {
                self.counts[enterer.index() & 3] = Count::Over;
                if self.left[self.turn.index() & 3] > 0 && !self.outcome.is_end() {
                    let winner = self.play.beaten_by(self.turn).unwrap_or(enterer);
                    self.outcome = Outcome::Win { winner, ending: &table::NOT_VACATED };
                }
            }
        }
        self.begin_counts();
    }

    /// Begins to count in bases that enough pieces have entered.
    fn begin_counts(&mut self) {
        let Some((enough, _)) = self.play.vacate else { return };
        for (count, entered) in self.counts.iter_mut().zip(self.entered) {
            if *count == Count::Waiting && entered >= enough {
                *count = Count::Running(0);
            }
        }
    }

    /// Judges the end of a full turn from the limit on (HA-7).
    fn judge_limit(&mut self) {
        if self.outcome.is_end() {
            return;
        }
        if let Some(winner) = self.left_alone().filter(|side| !self.limit_void[side.index() & 3]) {
            self.outcome = Outcome::Win { winner: self.play.party(winner), ending: &table::MOVE_LIMIT };
        }
    }

    /// The only side without a piece in its own base: with two sides the other one loses by HA-7, with more it wins.
    fn left_alone(&self) -> Option<Side> {
        let mut gone = self.play.seats.sides().filter(|side| self.left[side.index() & 3] == 0);
        gone.next().filter(|_| gone.next().is_none())
    }
}
