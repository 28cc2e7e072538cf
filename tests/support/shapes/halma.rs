//! Chains for random games of Halma.

use fastrand::Rng;

/// Column and row from 0, the row from the bottom.
pub(crate) type Point = (i32, i32);

/// How many plies are thought of before one is made.
const THOUGHTS: usize = 12;

/// The most legs of a chain.
const CHAIN: usize = 16;

/// The eight directions.
const AROUND: [Point; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The first letter of the side whose piece stands on each square of 16x16.
#[derive(Debug)]
pub(crate) struct Field([[Option<u8>; 16]; 16]);

impl Field {
    /// From a position string, whose rows stand from the top.
    pub(crate) fn of(position: &str) -> Field {
        let mut field = Field([[None; 16]; 16]);
        let rows = position.split(' ').next().unwrap_or_default();
        for (row, text) in (0..16).rev().zip(rows.split('/')) {
            let (mut column, mut empty) = (0, 0);
            for byte in text.bytes() {
                if byte.is_ascii_digit() {
                    empty = 10 * empty + i32::from(byte - b'0');
                } else {
                    column += std::mem::take(&mut empty);
                    field.set((column, row), Some(byte));
                    column += 1;
                }
            }
        }
        field
    }

    fn set(&mut self, (x, y): Point, piece: Option<u8>) {
        self.0[x as usize][y as usize] = piece;
    }

    /// What stands on a square; nothing if the board lacks it.
    fn at(&self, (x, y): Point) -> Option<Option<u8>> {
        self.0.get(usize::try_from(x).ok()?)?.get(usize::try_from(y).ok()?).copied()
    }

    pub(crate) fn carry_out(&mut self, path: &[Point]) {
        let piece = self.at(path[0]).flatten();
        self.set(path[0], None);
        self.set(path[path.len() - 1], piece);
    }

    /// The best of a few paths of a side: a leg is worth three squares towards the opposite corner.
    pub(crate) fn choose(&self, side: &str, rng: &mut Rng) -> Option<Vec<Point>> {
        let letter = side.as_bytes()[0];
        let squares = (0..16).flat_map(|x| (0..16).map(move |y| (x, y)));
        let pieces: Vec<Point> = squares.filter(|&at| self.at(at) == Some(Some(letter))).collect();
        let (dx, dy) = match letter {
            b'W' => (1, -1),
            b'R' => (-1, -1),
            b'G' => (-1, 1),
            _ => (1, 1),
        };
        let mut best: Option<(i32, Vec<Point>)> = None;
        for _ in 0..THOUGHTS {
            let mut path = self.random_path(*rng.choice(&pieces)?, rng);
            let (x, y) = path[0];
            let worth = |end: usize| (path[end].0 - x) * dx + (path[end].1 - y) * dy + 3 * end as i32;
            let Some(end) = (1..path.len()).max_by_key(|&end| worth(end)) else { continue };
            let worth = worth(end);
            path.truncate(end + 1);
            if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                best = Some((worth, path));
            }
        }
        best.map(|(_, path)| path)
    }

    /// A chain of jumps that a piece can make, coming to no square twice; else a step; else its square alone.
    fn random_path(&self, from: Point, rng: &mut Rng) -> Vec<Point> {
        let mut path = vec![from];
        while path.len() <= CHAIN {
            let (x, y) = path[path.len() - 1];
            let (turn, mut found) = (rng.usize(..8), None);
            for (dx, dy) in (0..8).map(|number| AROUND[(turn + number) % 8]) {
                let (over, to) = ((x + dx, y + dy), (x + 2 * dx, y + 2 * dy));
                let jumps = matches!(self.at(over), Some(Some(_))) && over != from;
                if jumps && self.at(to) == Some(None) && !path.contains(&to) {
                    found = Some(to);
                    break;
                }
            }
            let Some(to) = found else { break };
            path.push(to);
        }
        let (dx, dy) = AROUND[rng.usize(..8)];
        let next = (from.0 + dx, from.1 + dy);
        if path.len() == 1 && self.at(next) == Some(None) {
            path.push(next);
        }
        path
    }
}

/// A path as the notation `paths` writes it.
pub(crate) fn name(path: &[Point]) -> String {
    let square = |&(x, y): &Point| format!("{}{}", char::from(b'a' + x as u8), y + 1);
    path.iter().map(square).collect::<Vec<_>>().join("-")
}
