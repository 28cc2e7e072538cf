//! The rules of Gomoku: what a ply may do, and its consequences.

use super::table;
use super::violation::Violation;
use super::{BLACK, Gomoku, Made, Ply, Point, Variant, WHITE, centre};
use crate::board::lanes::{Lane, Run, square_of};
use crate::board::renju::{Judge, may_be_forbidden};
use crate::board::{DIRECTIONS, DecidingLines, Size, Square, squares};
use crate::game::{Game, Outcome, Overlook, Side, Strict};

/// Carries out a ply, or says which rule it breaks first.
#[inline]
pub(super) fn apply<O: Overlook<Violation>>(
    position: &mut Gomoku,
    ply: Ply,
    overlook: &mut O,
) -> Result<(), Violation> {
    let void = position.outcome.is_end();
    if void && !overlook.overlooks(Violation::AfterEnd) {
        return Err(Violation::AfterEnd);
    }
    match ply {
        Ply::Place { point, swap } => place(position, point, swap, void, overlook),
        Ply::Pair { first, second } => on_copy(position, void, |next| pair(next, first, second, overlook)),
        Ply::Move { from, to } => on_copy(position, void, |next| shift(next, from, to, overlook)),
        Ply::Pass => on_copy(position, void, |next| pass(next, overlook)),
    }
}

/// Applies a rare ply to a copy, so that a refused one leaves the position unchanged.
#[cold]
fn on_copy(
    position: &mut Gomoku,
    void: bool,
    ply: impl FnOnce(&mut Gomoku) -> Result<(), Violation>,
) -> Result<(), Violation> {
    let mut next = *position;
    next.void_end(void);
    ply(&mut next)?;
    next.turn = next.turn.next(2);
    *position = next;
    Ok(())
}

#[inline(always)]
fn place<O: Overlook<Violation>>(
    position: &mut Gomoku,
    point: Point,
    swap: bool,
    void: bool,
    overlook: &mut O,
) -> Result<(), Violation> {
    let side = position.turn;
    if matches!(position.play.form, Variant::Murray { .. }) && position.to_place[side.index()] == 0 {
        return Err(position.wrong_phase(side));
    }
    let square = position.on_board(point).ok_or(Violation::OffBoard { point })?;
    if position.pieces[0].has(square) || position.pieces[1].has(square) {
        let owner = if position.pieces[0].has(square) { BLACK } else { WHITE };
        return Err(Violation::Occupied { square, owner });
    }
    if swap && !position.may_swap() {
        return Err(Violation::Swap);
    }
    position.check_opening(square, side, overlook)?;
    let fives = position.pieces[side.index() & 1].put(square);
    let won = fives && position.wins_at(square, side);
    let mut may_reply = false;
    if !won && position.play.looks_further() {
        match position.judge(&[square], side, overlook) {
            Ok(double) => may_reply = double,
            Err(violation) => {
                position.pieces[side.index()].flip(square);
                return Err(violation);
            }
        }
    }
    position.void_end(void);
    position.swapped |= swap;
    position.may_reply = may_reply;
    position.settle(square, won);
    Ok(())
}

/// Puts a piece of the side to move on a free square, by rules that ask nothing more, and does not check whether it
/// wins. No such rules limit how many pieces a side has still to place.
#[inline(always)]
pub(super) fn put(position: &mut Gomoku, square: Square) {
    let side = position.turn.index() & 1;
    position.pieces[side].flip(square);
    position.counts[side] += 1;
    position.passes = 0;
    position.turn = Side(side as u8 ^ 1);
}

fn pair<O: Overlook<Violation>>(
    position: &mut Gomoku,
    first: Point,
    second: Point,
    overlook: &mut O,
) -> Result<(), Violation> {
    let side = position.turn;
    if matches!(position.play.form, Variant::Murray { .. }) && position.to_place[side.index()] < 2 {
        return Err(position.wrong_phase(side));
    }
    let first = position.on_board(first).ok_or(Violation::OffBoard { point: first })?;
    let second = position.on_board(second).ok_or(Violation::OffBoard { point: second })?;
    for square in [first, second] {
        if let Some(owner) = position.at(square) {
            return Err(Violation::Occupied { square, owner });
        }
    }
    if first == second {
        return Err(Violation::SamePoint);
    }
    if !position.may_reply && !overlook.overlooks(Violation::ExtraPiece) {
        return Err(Violation::ExtraPiece);
    }
    position.check_opening(first, side, overlook)?;
    position.pieces[side.index()].flip(first);
    position.count(side);
    let early = position.wins_at(first, side);
    if early && !overlook.overlooks(Violation::SecondAfterEnd { first }) {
        return Err(Violation::SecondAfterEnd { first });
    }
    position.check_opening(second, side, overlook)?;
    position.pieces[side.index()].flip(second);
    position.count(side);
    let won = position.wins_at(second, side);
    position.may_reply = !won && position.judge(&[first, second], side, overlook)?;
    position.passes = 0;
    position.conclude(won.then_some(Made::At(second)), side);
    Ok(())
}

fn shift<O: Overlook<Violation>>(
    position: &mut Gomoku,
    from: Point,
    to: Point,
    overlook: &mut O,
) -> Result<(), Violation> {
    let side = position.turn;
    if position.to_place != [0, 0] {
        return Err(Violation::Unplaced { left: position.to_place });
    }
    let from = position.on_board(from).ok_or(Violation::OffBoard { point: from })?;
    let to = position.on_board(to).ok_or(Violation::OffBoard { point: to })?;
    match position.at(from) {
        None => return Err(Violation::NoPiece { from }),
        Some(owner) if owner != side => return Err(Violation::NotOwnPiece { from }),
        Some(_) => {}
    }
    if from.column.abs_diff(to.column) + from.row.abs_diff(to.row) != 1 {
        return Err(Violation::NotAdjacent { from, to });
    }
    if let Some(owner) = position.at(to) {
        return Err(Violation::Occupied { square: to, owner });
    }
    position.pieces[side.index()].flip(from);
    position.pieces[side.index()].flip(to);
    let made = Made::Moved(from, to);
    let won = position.runs_of(made, side).next().is_some();
    position.may_reply = !won && position.judge(&[to], side, overlook)?;
    if won {
        position.conclude(Some(made), side);
    }
    Ok(())
}

fn pass<O: Overlook<Violation>>(position: &mut Gomoku, overlook: &mut O) -> Result<(), Violation> {
    let side = position.turn;
    let opening = position.play.opening && position.filled() < 3;
    let allowed = match position.play.form {
        Variant::Renju => !opening,
        Variant::Murray { .. } => {
            let waits = position.to_place[side.index()] == 0 && position.to_place[1 - side.index()] > 0;
            waits || !has_legal_ply(position)
        }
        _ => false,
    };
    let violation = match position.play.form {
        Variant::Renju => Violation::OpeningPass,
        Variant::Murray { .. } => Violation::NeedlessPass,
        _ => Violation::Pass,
    };
    if !allowed && !overlook.overlooks(violation) {
        return Err(violation);
    }
    position.may_reply = false;
    position.forfeited |= position.filled() <= 3;
    position.passes += 1;
    if position.play.form == Variant::Renju && position.passes == 2 {
        position.outcome = Outcome::Draw { ending: &table::PASSES };
    }
    Ok(())
}

/// Whether the side to move can do anything but pass.
fn has_legal_ply(position: &Gomoku) -> bool {
    let mut found = false;
    position.candidates(&mut |ply| {
        if !found && ply != Ply::Pass {
            found = position.clone().apply(ply, &mut Strict).is_ok();
        }
    });
    found
}

/// The points next to a square in its column and row.
pub(super) fn neighbours(size: Size, square: Square) -> impl Iterator<Item = Square> {
    [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().filter_map(move |(dx, dy)| step(size, square, dx, dy))
}

fn step(size: Size, square: Square, dx: i8, dy: i8) -> Option<Square> {
    let column = square.column.checked_add_signed(dx).filter(|&column| column < size.columns)?;
    let row = square.row.checked_add_signed(dy).filter(|&row| row < size.rows)?;
    Some(Square::new(column, row))
}

impl Gomoku {
    /// Forgets an end that was overlooked: it never counts again, and the count of passes begins anew (C-6).
    #[inline(always)]
    fn void_end(&mut self, void: bool) {
        if void {
            self.outcome = Outcome::Unfinished;
            self.made = Made::Nowhere;
            self.passes = 0;
        }
    }

    /// Ends the ply of the side to move, which has just put a piece on `square`.
    #[inline(always)]
    fn settle(&mut self, square: Square, won: bool) {
        let side = self.turn;
        self.count(side);
        self.passes = 0;
        self.conclude(won.then_some(Made::At(square)), side);
        self.turn = side.next(2);
    }

    /// Counts one more piece of a side on the board.
    #[inline(always)]
    fn count(&mut self, side: Side) {
        self.counts[side.index() & 1] += 1;
        let left = &mut self.to_place[side.index() & 1];
        *left = left.saturating_sub(1);
    }

    /// The violation if a side wants to place more pieces than it has left in Murray's variant (GM-12).
    #[cold]
    fn wrong_phase(&self, side: Side) -> Violation {
        match self.to_place[side.index() & 1] {
            0 if self.is_moving() => Violation::AllPlaced,
            0 => Violation::NothingToPlace,
            left => Violation::FewToPlace { left },
        }
    }

    /// Sets the outcome after a ply that has put pieces or made lines.
    #[inline(always)]
    fn conclude(&mut self, made: Option<Made>, side: Side) {
        if let Some(made) = made {
            self.made = made;
            self.outcome = Outcome::Win { winner: side, ending: &table::LINE };
        } else if self.is_full() {
            self.outcome = Outcome::Draw { ending: &table::BOARD_FULL };
        }
    }

    /// Checks the first pieces against `pro` and `opening-26`.
    #[inline(always)]
    fn check_opening<O: Overlook<Violation>>(
        &self,
        square: Square,
        side: Side,
        overlook: &mut O,
    ) -> Result<(), Violation> {
        if !self.play.pro && !self.play.opening {
            return Ok(());
        }
        let Some(centre) = centre(self.play.size) else { return Ok(()) };
        let distance = square.column.abs_diff(centre.column).max(square.row.abs_diff(centre.row));
        let broken = match (self.play.opening, self.filled()) {
            (true, 0) => (distance != 0).then_some(Violation::OpeningOffCentre),
            (true, 1) => (distance != 1).then_some(Violation::SecondPiece),
            (true, 2) => (distance > 2).then_some(Violation::ThirdPiece),
            (true, _) => None,
            (false, _) if side != BLACK => None,
            (false, _) if self.counts[0] == 0 => (distance != 0).then_some(Violation::OffCentre),
            (false, _) if self.counts[0] == 1 => (distance < 3).then_some(Violation::NearCentre),
            (false, _) => None,
        };
        match broken {
            Some(violation) if !overlook.overlooks(violation) => Err(violation),
            _ => Ok(()),
        }
    }

    /// Whether a side has won with the lines through its piece on `square`.
    #[inline(always)]
    pub(super) fn wins_at(&self, square: Square, side: Side) -> bool {
        (0..4).any(|direction| {
            let run = self.pieces[side.index() & 1].run(square, direction);
            run.length() >= 5 && self.wins(run, square, direction, side)
        })
    }

    /// Whether a run of five or more through `square` wins.
    #[inline(always)]
    fn wins(&self, run: Run, square: Square, direction: usize, side: Side) -> bool {
        let five = run.length() == 5;
        match self.play.form {
            Variant::Standard | Variant::Murray { .. } => five,
            Variant::Freestyle => true,
            Variant::Renju => five || side == WHITE,
            Variant::Caro => {
                let enemy = &self.pieces[1 - side.index()];
                let blocked = |bit| enemy.has_bit(square, direction, bit);
                five && !(blocked(run.low.checked_sub(1)) && blocked(Some(run.high + 1)))
            }
        }
    }

    /// The winning runs of a side that `made` points to: a square and a direction, some of them more than once.
    fn runs_of(&self, made: Made, side: Side) -> impl Iterator<Item = (Square, usize)> {
        let mut places: Vec<(Square, usize)> = Vec::new();
        let mut through = |square: Square| places.extend((0..4).map(|direction| (square, direction)));
        match made {
            Made::Nowhere => {}
            Made::At(square) => through(square),
            Made::Before => squares(self.play.size).for_each(through),
            Made::Moved(from, to) => {
                through(to);
                // A longer run that a piece has left may now be five (GM-12).
                for (direction, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
                    for sign in [1, -1] {
                        places
                            .extend(step(self.play.size, from, dx * sign, dy * sign).map(|square| (square, direction)));
                    }
                }
            }
        }
        let wins = |&(square, direction): &(Square, usize)| {
            let own = &self.pieces[side.index()];
            let run = || own.run(square, direction);
            own.has(square) && run().length() >= 5 && self.wins(run(), square, direction, side)
        };
        places.into_iter().filter(wins).collect::<Vec<_>>().into_iter()
    }

    /// Judges doubles and forbidden plies of a side that has just put pieces on `squares` and has not won. Returns
    /// whether a double three gives the other side the right of GM-9, or which rule is broken.
    fn judge<O: Overlook<Violation>>(
        &self,
        squares: &[Square],
        side: Side,
        overlook: &mut O,
    ) -> Result<bool, Violation> {
        if self.play.form == Variant::Renju {
            for square in squares {
                // A judge copies the board.
                let forbidden = side == BLACK
                    && may_be_forbidden(&self.pieces[0], *square)
                    && Judge::new(&self.pieces[0], &self.pieces[1], self.play.size).forbids(*square);
                if forbidden && !overlook.overlooks(Violation::Forbidden) {
                    return Err(Violation::Forbidden);
                }
            }
            return Ok(false);
        }
        let double = |runs: fn(&Gomoku, Square, Side) -> Vec<Vec<Square>>| {
            squares.iter().any(|square| runs(self, *square, side).len() > 1)
        };
        let mut may_reply = false;
        if (self.play.double_three || self.play.reply) && double(Gomoku::open_threes) {
            may_reply = self.play.reply;
            if self.play.double_three && !overlook.overlooks(Violation::DoubleThree) {
                return Err(Violation::DoubleThree);
            }
        }
        if self.play.double_four && double(Gomoku::fours) && !overlook.overlooks(Violation::DoubleFour) {
            return Err(Violation::DoubleFour);
        }
        Ok(may_reply)
    }

    /// The lanes of a side through a square.
    fn lanes_of(&self, square: Square, side: Side) -> impl Iterator<Item = (usize, Lane)> {
        let (own, other) = (&self.pieces[side.index()], &self.pieces[1 - side.index()]);
        (0..4).map(move |direction| (direction, own.lane(other, self.play.size, square, direction)))
    }

    /// The open threes through a piece: unbroken runs of exactly three with both ends free (GM-8).
    pub(super) fn open_threes(&self, square: Square, side: Side) -> Vec<Vec<Square>> {
        let lanes = self.lanes_of(square, side).filter(|(_, lane)| {
            let run = lane.run(lane.at);
            run.length() == 3 && lane.is_free(run.low - 1) && lane.is_free(run.high + 1)
        });
        lanes.map(|(direction, lane)| spelt(square, direction, lane)).collect()
    }

    /// The runs of exactly four through a piece (GM-10).
    pub(super) fn fours(&self, square: Square, side: Side) -> Vec<Vec<Square>> {
        let lanes = self.lanes_of(square, side).filter(|(_, lane)| lane.run(lane.at).length() == 4);
        lanes.map(|(direction, lane)| spelt(square, direction, lane)).collect()
    }

    /// Whether a side has a winning line anywhere.
    pub(super) fn has_line(&self, side: Side) -> bool {
        self.runs_of(Made::Before, side).next().is_some()
    }
}

/// The squares of the run through the lane's square.
fn spelt(square: Square, direction: usize, lane: Lane) -> Vec<Square> {
    let run = lane.run(lane.at);
    (run.low..=run.high).map(|bit| square_of(square, direction, bit - Lane::MARGIN)).collect()
}

/// The lines that decide the outcome, each whole.
pub(super) fn lines(position: &Gomoku) -> DecidingLines {
    let mut lines = DecidingLines::default();
    if let Outcome::Win { winner, .. } = position.outcome {
        for (square, direction) in position.runs_of(position.made, winner) {
            let run = position.pieces[winner.index()].run(square, direction);
            lines.add((run.low..=run.high).map(|bit| square_of(square, direction, bit)).collect());
        }
    }
    lines
}
