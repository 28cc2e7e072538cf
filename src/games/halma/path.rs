//! The path that two end squares stand for (HA-17), and the squares that a piece can reach.
//!
//! Jumps keep the parity of column and row, so a chain of jumps lives on a quarter of the squares: at most 64, which
//! makes a set of them a word and a table of them a cache line. The board keeps these sets. The search goes backwards
//! from the last square: it finds all squares from which one jump is left, then two, and so on, each set by a few
//! shifts. Then the path is walked forwards, each time in the first direction that wastes no jump. If numbers must not
//! be exceeded (HA-14), tables hold the least sum for each number of jumps instead.

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
#[inline(always)]
fn place(spot: Spot) -> usize {
    spot.place() as usize
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

    /// Every jump of the lattice: the same as [`jumps`](Lattice::jumps) for each square, but as sets.
    #[inline]
    fn all_jumps(&self) -> AllJumps {
        let (column, row) = (self.origin.column() % 2, self.origin.row() % 2);
        let taken = |column: u8, row: u8| self.position.board.taken(column, row);
        // The pieces one row above the squares of the lattice, right of them or left of them, at the places of those
        // squares.
        let above = |squares: u64| if row == 0 { squares } else { squares >> 8 };
        let right = |squares: u64| (if column == 0 { squares } else { squares >> 1 }) & NOT_LAST;
        let left = |squares: u64| (if column == 0 { squares << 1 } else { squares }) & NOT_FIRST;
        let mut over = [above(taken(column, 1 - row)), right(taken(1 - column, row)), 0, 0];
        if self.diagonal {
            let next = above(taken(1 - column, 1 - row));
            (over[2], over[3]) = (right(next), left(next));
        }
        let size = self.position.play.size;
        let [columns, rows] = [column, row].map(|first| u32::from((size - first).div_ceil(2)));
        let squares = (u64::MAX / 0xff * ((1 << columns) - 1)) >> (u64::BITS - 8 * rows);
        AllJumps { free: !taken(column, row) & squares | 1 << place(self.origin), over }
    }

    /// Whether jumps lead to `target`.
    fn leads_to(&self, target: Spot) -> bool {
        let jumps = self.all_jumps();
        let origin = 1_u64 << place(self.origin);
        // As in the search for the shortest path, backwards.
        let (mut seen, mut latest) = (0, 1_u64 << place(target));
        while latest & origin == 0 {
            seen |= latest;
            latest = jumps.from(latest) & !seen;
            if latest == 0 {
                return false;
            }
        }
        true
    }

    /// Calls `each` with the squares of the shortest path to `target` after the origin; `false` if there is none.
    fn shortest(&self, target: Spot, mut each: impl FnMut(Point)) -> bool {
        let jumps = self.all_jumps();
        // Per number of jumps: the squares from which the target is that many jumps away.
        let mut left = [0_u64; MOST];
        left[0] = 1 << place(target);
        let (origin, mut seen, mut count) = (1_u64 << place(self.origin), left[0], 0);
        while seen & origin == 0 {
            // A jump can be made backwards as well: both its squares are free.
            let before = jumps.from(left[count]) & !seen;
            if before == 0 {
                return false;
            }
            count += 1;
            left[count] = before;
            seen |= before;
        }
        let mut at = place(self.origin) as u32;
        for nearer in left[..count].iter().rev() {
            let Some(next) = jumps.first_to(*nearer, at) else {
                return false;
            };
            let [column, row] = [next % 8 * 2, next / 8 * 2].map(|near| near as u8);
            each(Spot::new(column + self.origin.column() % 2, row + self.origin.row() % 2).point());
            at = next;
        }
        true
    }

    /// Like [`shortest`](Lattice::shortest), for paths on which the sum of the jumped pieces is at most the piece's number.
    fn shortest_within(&self, target: Spot, mut each: impl FnMut(Point)) -> bool {
        let most = self.piece.tag();
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

/// The jumps of a lattice as sets of its squares, the bit of each at its [`place`].
struct AllJumps {
    /// The squares on which the piece may stand.
    free: u64,
    /// Per axis: the squares from which its positive direction leads over a piece.
    over: [u64; AXES.len()],
}

/// How far apart, by their places, the two ends of a jump lie: two rows up, two columns to the right, both, and two
/// rows up and two columns to the left.
const AXES: [u32; 4] = [8, 1, 9, 7];

/// The axis of each of [`DIRECTIONS`], and whether it is its positive one.
const WAYS: [(usize, bool); 8] =
    [(0, true), (2, true), (1, true), (3, false), (0, false), (2, false), (1, false), (3, true)];

/// All squares of a lattice except those of its last column, and except those of its first: a jump from there to the
/// right or to the left would leave the board.
const NOT_LAST: u64 = 0x7f7f_7f7f_7f7f_7f7f;
const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;

impl AllJumps {
    /// Where one jump leads from these squares.
    #[inline]
    fn from(&self, squares: u64) -> u64 {
        let along = |(shift, over): (u32, &u64)| (squares & over) << shift | squares >> shift & over;
        AXES.into_iter().zip(&self.over).map(along).fold(0, |all, squares| all | squares) & self.free
    }

    /// The first of these squares, which are free, that a jump from the square at `at` leads to, in the order of directions.
    #[inline]
    fn first_to(&self, squares: u64, at: u32) -> Option<u32> {
        WAYS.into_iter().find_map(|(axis, is_positive)| {
            let to = if is_positive { at.checked_add(AXES[axis]) } else { at.checked_sub(AXES[axis]) }?;
            let low = at.min(to);
            (to < u64::BITS && self.over[axis] >> low & squares >> to & 1 == 1).then_some(to)
        })
    }
}

/// Finds the path of the piece on `from` to the empty square `to`, and writes its squares into `path`; `false` if the
/// rules allow none.
pub(super) fn find(position: &Halma, from: Spot, to: Spot, path: &mut Vec<Point>) -> bool {
    path.clear();
    walk(position, from, to, |point| path.push(point))
}

/// Whether a path between two squares exists.
#[inline]
pub(super) fn exists(position: &Halma, from: Spot, to: Spot) -> bool {
    match Way::between(position, from, to) {
        None => false,
        Some(Way::Step) => true,
        Some(Way::Jumps(lattice)) => match position.play.kind {
            Kind::Number { expert: true } => lattice.shortest_within(to, |_| ()),
            _ => lattice.leads_to(to),
        },
    }
}

/// Calls `each` with the squares of that path, the first and the last included; `false` if the rules allow none.
fn walk(position: &Halma, from: Spot, to: Spot, mut each: impl FnMut(Point)) -> bool {
    let Some(way) = Way::between(position, from, to) else { return false };
    each(from.point());
    match way {
        Way::Step => {
            each(to.point());
            true
        }
        Way::Jumps(lattice) => match position.play.kind {
            Kind::Number { expert: true } => lattice.shortest_within(to, each),
            _ => lattice.shortest(to, each),
        },
    }
}

/// How a piece may get from one square to another, judged by the two squares alone.
enum Way<'p> {
    Step,
    Jumps(Lattice<'p>),
}

impl Way<'_> {
    #[inline(always)]
    fn between(position: &Halma, from: Spot, to: Spot) -> Option<Way<'_>> {
        let piece = position.board.at(from)?;
        let is_bound = position.play.kind == Kind::Parlett && from.is_dark();
        match (from.column().abs_diff(to.column()), from.row().abs_diff(to.row())) {
            (0, 0) => None,
            (dx @ (0 | 1), dy @ (0 | 1)) => {
                let is_allowed = position.play.kind != Kind::Parlett || is_bound && dx == dy;
                is_allowed.then_some(Way::Step)
            }
            (dx, dy) if dx % 2 == 0 && dy % 2 == 0 && !is_bound => {
                Some(Way::Jumps(Lattice::new(position, from, piece)))
            }
            _ => None,
        }
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

#[cfg(test)]
mod tests {
    use super::super::tests::strewn;
    use super::*;

    /// The sets of jumps agree with the jumps of each single square.
    #[test]
    fn sets_of_jumps_are_the_jumps_of_each_square() {
        let mut count = 0;
        for seed in 0..40 {
            for tags in ["", "[Variant \"8x8\"]", "[Variant \"10x10\"]", "[Variant \"parlett\"]", "[Variant \"four\"]"]
            {
                let position = strewn(tags, seed, if seed % 2 == 0 { 16 } else { 7 });
                let size = position.play.size;
                for (origin, piece) in position.pieces() {
                    let lattice = Lattice::new(&position, origin, piece);
                    let sets = lattice.all_jumps();
                    for column in (origin.column() % 2..size).step_by(2) {
                        for row in (origin.row() % 2..size).step_by(2) {
                            let spot = Spot::new(column, row);
                            let one_by_one = lattice.jumps(spot).fold(0, |set, (to, _)| set | 1 << place(to));
                            assert_eq!(sets.from(1 << place(spot)), one_by_one, "{tags} {seed}: {origin} {spot}");
                            assert_eq!(
                                sets.free >> place(spot) & 1 == 1,
                                lattice.is_free(spot),
                                "{tags} {seed}: {spot}"
                            );
                            let first = lattice.jumps(spot).next().map(|(to, _)| place(to) as u32);
                            assert_eq!(sets.first_to(sets.free, place(spot) as u32), first, "{tags} {seed}: {spot}");
                            count += one_by_one.count_ones();
                        }
                    }
                    let squares = sets.free.count_ones();
                    assert!(squares <= u32::from(size.div_ceil(2)).pow(2), "{tags} {seed}: {squares} squares are free");
                }
            }
        }
        assert!(count > 10_000, "{count}");
    }
}
