//! What Black may not make in Renju: overlines, double fours and double threes (RJ-3), exactly as RJ-4 and RJ-5 say.
//!
//! # How much work it is
//! A three counts only if the ply that would make it a straight four is itself not forbidden. That is judged in the
//! same way on the board with one more black piece, and so on. In one direction there is at most one three through a
//! piece, and at most two plies make it a straight four: a straight four with an empty point beyond each end rules out
//! every other window of four through the piece except the one shifted by one, which has the same three. So each
//! judgement needs at most 4 x 2 others, and each of these at most 3 x 2, since a line that has just got a straight
//! four has no three; and none is needed unless two directions have candidates. Every level fills one of the board's
//! empty points, so the depth is bounded, but 6 to its power is no bound to rely on: at most [`MOST`] judgements are
//! made for one ply, and whatever is undecided then counts as not forbidden. The densest boards that the test
//! `no_board_comes_near_the_bound` makes stay far below it, and so does a search that climbs from random boards of
//! 15x15 to ever costlier ones: 240 judgements were the most in 360,000 boards.

use super::lanes::{Lane, Lanes, square_of};
use super::{Size, Square};

/// The most judgements that are made for one ply.
const MOST: u32 = 20_000;

/// Something that a black ply must not make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Figure {
    /// Six or more in a line.
    Overline(Vec<Square>),
    /// A set of four that one more piece makes exactly five (RJ-4).
    Four(Vec<Square>),
    /// A set of three that one more piece, not forbidden, makes a straight four (RJ-5).
    Three(Vec<Square>),
}

/// Judges black plies on one board.
pub(crate) struct Judge<'b> {
    black: Lanes,
    white: &'b Lanes,
    size: Size,
    judged: u32,
}

/// Sets of squares of one lane, as bits of it.
#[derive(Default)]
struct Sets {
    sets: [u64; 4],
    count: usize,
}

impl Sets {
    fn add(&mut self, set: u64) {
        if !self.sets[..self.count].contains(&set) && self.count < self.sets.len() {
            self.sets[self.count] = set;
            self.count += 1;
        }
    }
}

fn bits(low: u32, high: u32) -> u64 {
    ((1 << (high - low + 1)) - 1) << low
}

/// The fours through the lane's square.
fn fours(lane: Lane) -> Sets {
    let mut sets = Sets::default();
    // A five through the square reaches four points at most to either side.
    for point in lane.free_within(4) {
        let run = lane.with(point).run(point);
        if run.length() == 5 && (run.low..=run.high).contains(&lane.at) {
            sets.add(bits(run.low, run.high) & !(1 << point));
        }
    }
    sets
}

/// Plies that make a straight four of a set of three through the lane's square: the set and the point.
fn straight_fours(lane: Lane) -> impl Iterator<Item = (u64, u32)> {
    lane.free_within(3).filter_map(move |point| {
        let run = lane.with(point).run(point);
        let through = (run.low..=run.high).contains(&lane.at);
        // Both ends are free, and filled they make five and not more.
        let straight = run.length() == 4
            && lane.is_free(run.low - 1)
            && lane.is_free(run.high + 1)
            && !lane.is_own(run.low - 2)
            && !lane.is_own(run.high + 2);
        (through && straight).then_some((bits(run.low, run.high) & !(1 << point), point))
    })
}

/// Whether enough pieces are near `square` for a black piece on it to be forbidden, whether or not it stands there
/// already. Nearly always there are too few.
///
/// All pieces that count in an overline, a four or a three through the piece lie within four points of it. An overline
/// has at least five pieces there, and so do two fours in one line; two figures in different lines have three each.
pub(crate) fn may_be_forbidden(black: &Lanes, square: Square) -> bool {
    /// The piece itself among those near it.
    const OWN: u32 = 1 << 4;
    let without_two = |near: u32| {
        let one_less = near & near.wrapping_sub(1);
        one_less & one_less.wrapping_sub(1)
    };
    let (mut threes, mut five) = (0, false);
    for direction in 0..4 {
        let others = without_two(black.near(square, direction) | OWN);
        threes += u32::from(others != 0);
        five |= without_two(others) != 0;
    }
    five || threes > 1
}

/// Whether the black piece on `square` stands in a line of exactly five.
fn makes_five(black: &Lanes, square: Square) -> bool {
    (0..4).any(|direction| black.run(square, direction).length() == 5)
}

/// Whether the black piece on `square`, the last one of those on the board, is forbidden: it makes no five, and a figure that
/// Black must not make.
pub(crate) fn is_forbidden(black: &Lanes, white: &Lanes, size: Size, square: Square) -> bool {
    !makes_five(black, square) && Judge::new(black, white, size).forbids(square)
}

impl<'b> Judge<'b> {
    /// A judge of the board on which `black` has the piece to be judged already.
    pub(crate) fn new(black: &Lanes, white: &'b Lanes, size: Size) -> Judge<'b> {
        Judge { black: *black, white, size, judged: 0 }
    }

    fn lane(&self, square: Square, direction: usize) -> Lane {
        self.black.lane(self.white, self.size, square, direction)
    }

    /// Whether the black piece on `square`, which has made no five, is forbidden there.
    pub(crate) fn forbids(&mut self, square: Square) -> bool {
        may_be_forbidden(&self.black, square) && self.weigh(square)
    }

    /// Whether a black piece may be put on `square`, which is free: it makes no five there and is not forbidden.
    #[inline(never)]
    pub(crate) fn allows(black: &Lanes, white: &Lanes, size: Size, square: Square) -> bool {
        let mut judge = Judge::new(black, white, size);
        !judge.black.put(square) && !judge.weigh(square)
    }

    /// The judgement itself.
    fn weigh(&mut self, square: Square) -> bool {
        self.judged += 1;
        if self.judged > MOST {
            return false;
        }
        let mut four_sets = 0;
        let mut candidates = 0;
        for direction in 0..4 {
            // How many pieces each figure has there at least: see `may_be_forbidden`.
            let pieces = self.black.near(square, direction).count_ones();
            if pieces < 3 {
                continue;
            }
            let lane = self.lane(square, direction);
            if pieces > 3 {
                if lane.run(lane.at).length() > 5 {
                    return true;
                }
                four_sets += fours(lane).count;
            }
            candidates += usize::from(straight_fours(lane).next().is_some());
        }
        if four_sets > 1 {
            return true;
        }
        if candidates < 2 {
            return false;
        }
        let mut threes = 0;
        for direction in 0..4 {
            threes += self.threes(square, direction).count;
            // Enough, or no longer possible.
            if threes > 1 {
                return true;
            }
        }
        false
    }

    /// The threes through `square` in a direction.
    fn threes(&mut self, square: Square, direction: usize) -> Sets {
        let lane = self.lane(square, direction);
        let mut sets = Sets::default();
        for (set, point) in straight_fours(lane) {
            if !sets.sets[..sets.count].contains(&set)
                && self.may_fill(square_of(square, direction, point - Lane::MARGIN))
            {
                sets.add(set);
            }
        }
        sets
    }

    /// Whether Black may put one more piece on `square` and makes no five by it.
    fn may_fill(&mut self, square: Square) -> bool {
        self.black.flip(square);
        let five = makes_five(&self.black, square);
        let may = !five && !self.forbids(square);
        self.black.flip(square);
        may
    }

    /// Everything that makes the ply forbidden, for messages.
    pub(crate) fn figures(&mut self, square: Square) -> Vec<Figure> {
        let mut figures = Vec::new();
        let (mut fours_found, mut threes_found) = (Vec::new(), Vec::new());
        for direction in 0..4 {
            let lane = self.lane(square, direction);
            let spelt = |set: u64| -> Vec<Square> {
                let bits = (0..64).filter(|bit| set >> bit & 1 == 1);
                bits.map(|bit| square_of(square, direction, bit - Lane::MARGIN)).collect()
            };
            let run = lane.run(lane.at);
            if run.length() > 5 {
                figures.push(Figure::Overline(spelt(bits(run.low, run.high))));
            }
            let sets = fours(lane);
            fours_found.extend(sets.sets[..sets.count].iter().map(|set| Figure::Four(spelt(*set))));
            let sets = self.threes(square, direction);
            threes_found.extend(sets.sets[..sets.count].iter().map(|set| Figure::Three(spelt(*set))));
        }
        if fours_found.len() > 1 {
            figures.append(&mut fours_found);
        }
        if threes_found.len() > 1 {
            figures.append(&mut threes_found);
        }
        figures
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::squares;

    const SIZE: Size = Size { columns: 15, rows: 15 };

    /// A board from a picture whose lines end with the rows from the top; `*` is the black piece to be judged.
    fn board(picture: &[&str]) -> (Lanes, Lanes, Square) {
        let (mut black, mut white, mut judged) = (Lanes::EMPTY, Lanes::EMPTY, Square::new(0, 0));
        for (from_top, line) in picture.iter().enumerate() {
            for (column, sign) in line.chars().enumerate() {
                let square = Square::new(column as u8, 14 - from_top as u8);
                match sign {
                    'x' | '*' => black.flip(square),
                    'o' => white.flip(square),
                    _ => {}
                }
                if sign == '*' {
                    judged = square;
                }
            }
        }
        (black, white, judged)
    }

    fn forbids(picture: &[&str]) -> bool {
        let (black, white, square) = board(picture);
        Judge::new(&black, &white, SIZE).forbids(square)
    }

    /// The quick check rules out only plies that are not forbidden, on crowded boards and empty ones.
    #[test]
    fn a_look_shuts_out_only_what_is_not_forbidden() {
        let mut rng = fastrand::Rng::with_seed(5);
        let (mut shut_out, mut forbidden, mut allowed) = (0, 0, 0);
        for round in 0..400 {
            let (mut black, mut white) = (Lanes::EMPTY, Lanes::EMPTY);
            for square in squares(SIZE) {
                match rng.u32(..100) {
                    chance if chance < 5 + round % 40 => black.flip(square),
                    chance if chance < 10 + round % 60 => white.flip(square),
                    _ => {}
                }
            }
            for square in squares(SIZE).filter(|square| black.has(*square)) {
                if (0..4).any(|direction| black.run(square, direction).length() == 5) {
                    continue;
                }
                let weighed = Judge::new(&black, &white, SIZE).weigh(square);
                let may_be = may_be_forbidden(&black, square);
                let mut before = black;
                before.flip(square);
                assert_eq!(may_be_forbidden(&before, square), may_be, "{square}");
                let is_allowed = Judge::allows(&before, &white, SIZE, square);
                assert!(!is_allowed || !weighed, "{square}");
                allowed += u32::from(may_be && is_allowed);
                assert!(may_be || !weighed, "{square}");
                shut_out += u32::from(!may_be);
                forbidden += u32::from(weighed);
            }
        }
        assert!(shut_out > 1000 && forbidden > 1000 && allowed > 1000, "{shut_out} {forbidden} {allowed}");
    }

    #[test]
    fn lines_with_two_fours_in_them() {
        for line in ["...x.x*x.x...", "...xx.*x.xx...", "...xxx.*.xxx..."] {
            assert!(forbids(&["", "", line]), "{line}");
        }
        // A straight four is one four; so is one that is shut at one end.
        assert!(!forbids(&["", "", "...xx*x..."]));
        assert!(!forbids(&["", "", "..oxx*x..."]));
        assert!(forbids(&["", "", "..xxx*xx..."]));
    }

    #[test]
    fn threes_need_a_straight_four_to_come() {
        let open = ["", "", "", "....x", "....x", "....*xx", "", ""];
        assert!(forbids(&open));
        // Shut at one end: the three in the row cannot become straight.
        assert!(!forbids(&["", "", "", "....x", "....x", "...o*xx", "", ""]));
        // Broken threes count.
        assert!(forbids(&["", "", "", "....x", "....x", "....*.xx", "", ""]));
    }

    /// Dense lattices of pairs and random boards, every point of them: far from the bound.
    #[test]
    fn no_board_comes_near_the_bound() {
        let mut most = 0;
        let mut judge = |black: &Lanes, white: &Lanes| {
            for square in squares(SIZE).filter(|square| !black.has(*square) && !white.has(*square)) {
                let mut with = *black;
                with.flip(square);
                if (0..4).all(|direction| with.run(square, direction).length() != 5) {
                    let mut judge = Judge::new(&with, white, SIZE);
                    judge.forbids(square);
                    most = most.max(judge.judged);
                }
            }
        };
        let mut seed = 1_u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) % below
        };
        for share in [20, 25, 30, 35, 40, 50] {
            for _ in 0..40 {
                let (mut black, mut white) = (Lanes::EMPTY, Lanes::EMPTY);
                for square in squares(SIZE) {
                    match random(100) {
                        roll if roll < share => black.flip(square),
                        roll if roll >= 97 => white.flip(square),
                        _ => {}
                    }
                }
                judge(&black, &white);
            }
        }
        for (period, offsets) in [(4, 2), (5, 2), (6, 3), (7, 3), (7, 4), (8, 4)] {
            for skew in 0..period {
                for _ in 0..4 {
                    let mut black = Lanes::EMPTY;
                    let chosen: Vec<u64> = (0..offsets).map(|_| random(period)).collect();
                    for square in squares(SIZE) {
                        let place = (u64::from(square.column) + skew * u64::from(square.row)) % period;
                        if chosen.contains(&place) && random(20) > 0 {
                            black.flip(square);
                        }
                    }
                    judge(&black, &Lanes::EMPTY);
                }
            }
        }
        assert!(most > 10, "the boards are worth judging: {most}");
        assert!(most < MOST / 10, "{most} judgements for one ply");
    }
}
