//! The path that two end squares stand for (HA-17), and the squares that a piece can reach.
//!
//! Jumps keep the parity of column and row, so a chain of jumps lives on a quarter of the squares: at most 64, which
//! makes a set of them a word and a table of them a cache line. The search goes backwards from the last square and
//! finds for every square the fewest jumps that are left; then the path is walked forwards, each time in the first
//! direction that loses none. With numbers that must not be exceeded (HA-14) the tables hold the least sum for each
//! number of jumps instead.

use super::Halma;
use super::field::{DIRECTIONS, Piece, Point, Spot};
use super::kind::Kind;

/// The squares that jumps of one piece can reach: every other column and every other row, from those of `corner`.
struct Lattice<'p> {
    position: &'p Halma,
    origin: Spot,
    piece: Piece,
    /// Whether jumps may be diagonal.
    diagonal: bool,
}

/// The most squares of a lattice.
const MOST: usize = 64;

/// A number of jumps or a sum that no path has.
const NEVER: u8 = u8::MAX;

/// The place of a square in tables of its lattice.
#[inline]
fn place(spot: Spot) -> usize {
    usize::from(spot.row() / 2) * 8 + usize::from(spot.column() / 2)
}

impl<'p> Lattice<'p> {
    fn new(position: &'p Halma, origin: Spot, piece: Piece) -> Lattice<'p> {
        Lattice { position, origin, piece, diagonal: position.play.kind != Kind::Parlett }
    }

    /// Whether the piece may stand on a square during the chain: its own first one counts as empty (HA-4).
    fn is_free(&self, spot: Spot) -> bool {
        spot == self.origin || self.position.board.is_empty(spot)
    }

    /// The jumps from a square, in the order of directions: where they land, and what they cost.
    fn jumps(&self, from: Spot) -> impl Iterator<Item = (Spot, u8)> + '_ {
        let size = self.position.play.size;
        DIRECTIONS.into_iter().filter(|(dx, dy)| self.diagonal || dx * dy == 0).filter_map(move |direction| {
            let over = from.step(direction, 1, size)?;
            let to = from.step(direction, 2, size)?;
            let jumped = self.position.board.at(over).filter(|_| over != self.origin)?;
            self.is_free(to).then(|| (to, self.position.cost(self.piece, jumped)))
        })
    }

    /// The fewest jumps to `target` from the origin and from every square that is nearer; others may be left out.
    fn distances(&self, target: Spot) -> [u8; MOST] {
        let mut distances = [NEVER; MOST];
        let mut queue = [target; MOST];
        let (mut first, mut last) = (0, 1);
        distances[place(target)] = 0;
        // Squares are found in the order of their distance, so all that are nearer than the origin are found before it.
        while first < last && distances[place(self.origin)] == NEVER {
            let spot = queue[first];
            first += 1;
            // A jump can be made backwards as well: both its squares are free.
            for (before, _) in self.jumps(spot) {
                if distances[place(before)] == NEVER {
                    distances[place(before)] = distances[place(spot)] + 1;
                    queue[last] = before;
                    last += 1;
                }
            }
        }
        distances
    }

    /// Calls `each` with the squares of the shortest path to `target` after the origin; `false` if there is none.
    fn shortest(&self, target: Spot, mut each: impl FnMut(Point)) -> bool {
        let distances = self.distances(target);
        if distances[place(self.origin)] == NEVER {
            return false;
        }
        let mut spot = self.origin;
        while spot != target {
            let nearer = |to: &Spot| distances[place(*to)] < distances[place(spot)];
            let Some(next) = self.jumps(spot).map(|(to, _)| to).find(nearer) else {
                return false;
            };
            each(next.point());
            spot = next;
        }
        true
    }

    /// Like [`shortest`](Lattice::shortest), for paths on which the sum of the jumped pieces is at most `most`.
    fn shortest_within(&self, target: Spot, most: u8, mut each: impl FnMut(Point)) -> bool {
        let mut spots: Vec<Spot> = Vec::new();
        self.reach(|spot| spots.push(spot));
        // For each number of jumps the least sum from every square to the target.
        let mut left: Vec<[u8; MOST]> = vec![[NEVER; MOST]];
        left[0][place(target)] = 0;
        while left[left.len() - 1][place(self.origin)] > most {
            // No shortest path visits a square twice.
            if left.len() > spots.len() + 1 {
                return false;
            }
            let mut sums = [NEVER; MOST];
            let known = &left[left.len() - 1];
            for &spot in &spots {
                let least = self.jumps(spot).map(|(to, cost)| known[place(to)].saturating_add(cost)).min();
                sums[place(spot)] = least.filter(|sum| *sum <= most).unwrap_or(NEVER);
            }
            left.push(sums);
        }
        let (mut spot, mut spent) = (self.origin, 0_u8);
        for sums in left.iter().rev().skip(1) {
            let within = |(to, cost): &(Spot, u8)| {
                spent.saturating_add(*cost).checked_add(sums[place(*to)]).is_some_and(|sum| sum <= most)
            };
            let Some((to, cost)) = self.jumps(spot).find(within) else {
                return false;
            };
            each(to.point());
            (spot, spent) = (to, spent.saturating_add(cost));
        }
        true
    }

    /// Calls `each` with every square that jumps lead to, the origin first.
    fn reach(&self, mut each: impl FnMut(Spot)) {
        let mut seen = 1_u64 << place(self.origin);
        let mut queue = [self.origin; MOST];
        let (mut first, mut last) = (0, 1);
        while first < last {
            let spot = queue[first];
            first += 1;
            each(spot);
            for (to, _) in self.jumps(spot) {
                if seen >> place(to) & 1 == 0 {
                    seen |= 1 << place(to);
                    queue[last] = to;
                    last += 1;
                }
            }
        }
    }
}

/// Finds the path of the piece on `from` to the empty square `to`, and writes its squares into `path`; `false` if the
/// rules allow none.
pub(super) fn find(position: &Halma, from: Spot, to: Spot, path: &mut Vec<Point>) -> bool {
    path.clear();
    walk(position, from, to, |point| path.push(point))
}

/// Calls `each` with the squares of that path, the first and the last included; `false` if the rules allow none.
pub(super) fn walk(position: &Halma, from: Spot, to: Spot, mut each: impl FnMut(Point)) -> bool {
    let Some(piece) = position.board.at(from) else {
        return false;
    };
    each(from.point());
    let (dx, dy) = (from.column().abs_diff(to.column()), from.row().abs_diff(to.row()));
    if dx.max(dy) <= 1 {
        each(to.point());
        return dx.max(dy) == 1 && (position.play.kind != Kind::Parlett || from.is_dark() && dx == dy);
    }
    let bound = position.play.kind == Kind::Parlett && from.is_dark();
    if bound || dx % 2 != 0 || dy % 2 != 0 {
        return false;
    }
    let lattice = Lattice::new(position, from, piece);
    match position.play.kind {
        Kind::Number { expert: true } => lattice.shortest_within(to, piece.tag(), each),
        _ => lattice.shortest(to, each),
    }
}

/// Every square that a step or jumps of the piece on `from` lead to. The sum of the jumped pieces is not checked.
pub(super) fn within_reach(position: &Halma, from: Spot, piece: Piece) -> Vec<Spot> {
    let size = position.play.size;
    let steps = DIRECTIONS.into_iter().filter_map(|direction| from.step(direction, 1, size));
    let mut reached: Vec<Spot> = steps.filter(|&spot| position.board.is_empty(spot)).collect();
    Lattice::new(position, from, piece).reach(|spot| {
        if spot != from {
            reached.push(spot);
        }
    });
    reached
}
