//! Halma on a plain grid, as `rules.md` tells it: HA-1 to HA-6 and HA-9 to HA-18, in `paths`, without the options that
//! count turns (HA-7, HA-8) and without illegal plies that stood.

use std::collections::BTreeMap;

/// Column and row from 0 at the bottom left.
pub type Point = (i32, i32);

/// The eight directions.
pub const AROUND: [Point; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

const TWO: [&str; 2] = ["White", "Green"];
const FOUR: [&str; 4] = ["White", "Red", "Green", "Blue"];

/// A position.
#[derive(Debug, Clone)]
pub struct Leaps {
    pub size: i32,
    variant: String,
    sides: Vec<&'static str>,
    /// The squares of each side's base, its corner first, in the order of HA-13.
    bases: Vec<Vec<Point>>,
    /// Side and mark (number, colour, `!`) of every piece.
    cells: BTreeMap<Point, (usize, String)>,
    /// Which squares the pieces of a side with a mark must fill.
    goals: BTreeMap<(usize, String), Vec<Point>>,
    mates: Option<[usize; 4]>,
    turn: usize,
    /// A side that has won, itself or with its partner.
    pub winner: Option<usize>,
}

impl Leaps {
    /// The start of a variant; `pair` is the value of the tag of that name.
    pub fn new(variant: &str, four: bool, pair: Option<&str>, starts: Option<&str>) -> Leaps {
        let four = four || variant == "four";
        let size = match variant {
            "8x8" => 8,
            "10x10" => 10,
            _ => 16,
        };
        let depths: &[i32] = match variant {
            "8x8" => &[4, 3, 2, 1],
            "10x10" => &[5, 4, 3, 2, 1],
            _ if four => &[4, 4, 3, 2],
            _ => &[5, 5, 4, 3, 2],
        };
        let far = size - 1;
        let blue: Vec<Point> = (0..depths.len()).flat_map(|x| (0..depths[x]).map(move |y| (x as i32, y))).collect();
        let base = |name: &str| {
            let place = |&(x, y): &Point| match name {
                "White" => (x, far - y),
                "Red" => (far - x, far - y),
                "Green" => (far - x, y),
                _ => (x, y),
            };
            blue.iter().map(place).collect::<Vec<Point>>()
        };
        let sides = if four { FOUR.to_vec() } else { TWO.to_vec() };
        let number = |name: &str| sides.iter().position(|side| *side == name);
        let mates = pair.and_then(|pair| pair.split_once('+')).and_then(|(one, other)| {
            let (one, other) = (number(one)?, number(other)?);
            let rest: Vec<usize> = (0..4).filter(|side| ![one, other].contains(side)).collect();
            let mut mates = [0; 4];
            (mates[one], mates[other], mates[rest[0]], mates[rest[1]]) = (other, one, rest[1], rest[0]);
            Some(mates)
        });
        let turn = starts.and_then(number).unwrap_or(0);
        let bases = sides.iter().map(|side| base(side)).collect();
        let mut leaps = Leaps {
            size,
            variant: variant.to_owned(),
            sides,
            bases,
            cells: BTreeMap::new(),
            goals: BTreeMap::new(),
            mates,
            turn,
            winner: None,
        };
        for side in 0..leaps.sides.len() {
            for (index, at) in leaps.bases[side].clone().into_iter().enumerate() {
                let even = (at.0 + at.1) % 2 == 0;
                let mark = match (variant, side, even) {
                    ("number" | "number-expert", ..) => (index + 1).to_string(),
                    ("double-colour", 0, true) => "A".to_owned(),
                    ("double-colour", 0, false) => "G".to_owned(),
                    ("double-colour", _, true) => "R".to_owned(),
                    ("double-colour", _, false) => "W".to_owned(),
                    ("marked", ..) if index == 0 => "!".to_owned(),
                    _ => String::new(),
                };
                leaps.cells.insert(at, (side, mark));
            }
        }
        leaps.set_goals();
        leaps
    }

    /// Takes the goals from where the pieces stand.
    fn set_goals(&mut self) {
        self.goals.clear();
        let colours = BTreeMap::from([("A", "R"), ("R", "A"), ("G", "W"), ("W", "G")]);
        for (&at, (side, mark)) in &self.cells {
            match self.variant.as_str() {
                "number" | "number-expert" => {
                    self.goals.insert((*side, mark.clone()), vec![self.turned(at)]);
                }
                "double-colour" => {
                    let other = (1 - side, colours[mark.as_str()].to_owned());
                    self.goals.entry(other).or_default().push(at);
                }
                _ => {}
            }
        }
    }

    fn turned(&self, (x, y): Point) -> Point {
        (self.size - 1 - x, self.size - 1 - y)
    }

    fn holds(&self, (x, y): Point) -> bool {
        (0..self.size).contains(&x) && (0..self.size).contains(&y)
    }

    /// The side across.
    fn across(&self, side: usize) -> usize {
        (side + self.sides.len() / 2) % self.sides.len()
    }

    /// The position that a string tells, if it is one of this variant.
    pub fn set_up(mut self, text: &str) -> Option<Leaps> {
        let (board, side) = text.split_once(' ')?;
        let letters: Vec<String> = self.sides.iter().map(|side| side[..1].to_owned()).collect();
        let start = self.cells.clone();
        self.turn = letters.iter().position(|letter| letter == side)?;
        self.cells.clear();
        let rows: Vec<&str> = board.split('/').collect();
        if rows.len() != self.size as usize {
            return None;
        }
        for (row, y) in rows.iter().rev().zip(0..) {
            let (mut x, mut rest) = (0, *row);
            while let Some(letter) = rest.get(..1) {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                if digits > 0 {
                    x += rest[..digits].parse::<i32>().ok().filter(|&run| run <= self.size)?;
                    rest = &rest[digits..];
                    continue;
                }
                rest = &rest[1..];
                let mut mark = String::new();
                if let Some(inside) = rest.strip_prefix('(') {
                    let (number, behind) = inside.split_once(')')?;
                    (mark, rest) = (number.to_owned(), behind);
                } else if let Some(behind) = rest.strip_prefix('!') {
                    (mark, rest) = ("!".to_owned(), behind);
                }
                let side = if self.variant == "double-colour" {
                    mark = letter.to_owned();
                    usize::from("RW".contains(letter))
                } else {
                    letters.iter().position(|known| known == letter)?
                };
                if x >= self.size {
                    return None;
                }
                self.cells.insert((x, y), (side, mark));
                x += 1;
            }
            if x != self.size {
                return None;
            }
        }
        // Each side has the pieces that it has at the start.
        let pieces = |cells: &BTreeMap<Point, (usize, String)>| {
            let mut pieces: Vec<_> = cells.values().cloned().collect();
            pieces.sort();
            pieces
        };
        if pieces(&self.cells) != pieces(&start) || self.string() != text {
            return None;
        }
        if self.cells.iter().all(|(at, (side, _))| self.bases[*side].contains(at)) {
            self.set_goals();
        }
        self.winner = (0..self.sides.len()).find(|&side| self.has_won(side));
        Some(self)
    }

    /// The position string.
    pub fn string(&self) -> String {
        let mut out = String::new();
        for y in (0..self.size).rev() {
            let mut empty = 0;
            for x in 0..self.size {
                let Some((side, mark)) = self.cells.get(&(x, y)) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    out += &std::mem::take(&mut empty).to_string();
                }
                match self.variant.as_str() {
                    "double-colour" => out += mark,
                    "number" | "number-expert" => out += &format!("{}({mark})", &self.sides[*side][..1]),
                    _ => out += &format!("{}{mark}", &self.sides[*side][..1]),
                }
            }
            if empty > 0 {
                out += &empty.to_string();
            }
            out.push(if y > 0 { '/' } else { ' ' });
        }
        out + &self.sides[self.turn][..1]
    }

    /// Who has won, as the report names it.
    pub fn winner_name(&self) -> Option<String> {
        let side = self.winner?;
        Some(match self.mates {
            Some(mates) => {
                let (first, second) = (side.min(mates[side]), side.max(mates[side]));
                format!("{}+{}", self.sides[first], self.sides[second])
            }
            None => self.sides[side].to_owned(),
        })
    }

    /// Whether a side's pieces all stand where they must (HA-6, HA-12, HA-13).
    fn is_full(&self, side: usize) -> bool {
        let target = &self.bases[self.across(side)];
        self.cells.iter().filter(|(_, piece)| piece.0 == side).all(|(at, piece)| match self.goals.get(piece) {
            Some(goals) => goals.contains(at),
            None => target.contains(at),
        })
    }

    fn has_won(&self, side: usize) -> bool {
        if self.variant == "marked" {
            let corner = self.bases[self.across(side)][0];
            return self.cells.get(&corner) == Some(&(side, "!".to_owned()));
        }
        self.is_full(side) && self.mates.is_none_or(|mates| self.is_full(mates[side]))
    }

    /// Whether the side to move may move a side's pieces (HA-11).
    fn may_move(&self, owner: usize) -> bool {
        let partner = self.mates.is_some_and(|mates| mates[self.turn] == owner);
        owner == self.turn || partner && self.is_full(self.turn)
    }

    /// The squares of the pieces that the side to move may move.
    pub fn movable(&self) -> Vec<Point> {
        self.cells.iter().filter(|(_, piece)| self.may_move(piece.0)).map(|(at, _)| *at).collect()
    }

    pub fn is_filled(&self, at: Point) -> bool {
        self.cells.contains_key(&at)
    }

    fn has_legal(&self) -> bool {
        self.movable().into_iter().any(|from| {
            AROUND
                .iter()
                .flat_map(|&(dx, dy)| [1, 2].map(|far| (from.0 + far * dx, from.1 + far * dy)))
                .any(|to| self.judge(&[from, to]).is_ok())
        })
    }

    /// Plays a ply written in canonical `paths`, or says the code of the rule against it.
    pub fn play(&mut self, ply: &str) -> Result<(), &'static str> {
        if self.winner.is_some() {
            return Err("after-end");
        }
        let next = (self.turn + 1) % self.sides.len();
        if ply == "--" {
            if self.has_legal() {
                return Err("pass-not-allowed");
            }
            self.turn = next;
            return Ok(());
        }
        let path: Option<Vec<Point>> = ply.split('-').map(square).collect();
        let path = path.ok_or("bad-move")?;
        self.judge(&path)?;
        let piece = self.cells.remove(&path[0]).expect("a legal ply moves a piece");
        let owner = piece.0;
        self.cells.insert(path[path.len() - 1], piece);
        self.turn = next;
        self.winner = Some(owner).filter(|&owner| self.has_won(owner));
        Ok(())
    }

    /// Whether a path is legal here, by HA-2 to HA-4, HA-14 and HA-15.
    fn judge(&self, path: &[Point]) -> Result<(), &'static str> {
        let from = path[0];
        if !self.holds(from) {
            return Err("off-board");
        }
        let (owner, mark) = self.cells.get(&from).ok_or("no-piece")?;
        if !self.may_move(*owner) {
            return Err("not-own-piece");
        }
        let (mut steps, mut sum) = (0, 0);
        for leg in path.windows(2) {
            let (before, to) = (leg[0], leg[1]);
            if !self.holds(to) {
                return Err("off-board");
            }
            let (dx, dy) = (to.0 - before.0, to.1 - before.1);
            let far = dx.abs().max(dy.abs());
            if far != 1 && (far != 2 || dx % 2 != 0 || dy % 2 != 0) {
                return Err("bad-leg");
            }
            if to != from && self.is_filled(to) {
                return Err("occupied");
            }
            steps += usize::from(far == 1);
            if far == 2 {
                let over = (before.0 + dx / 2, before.1 + dy / 2);
                let (other, number) = self.cells.get(&over).filter(|_| over != from).ok_or("nothing-to-jump")?;
                let partner = self.mates.is_some_and(|mates| mates[*owner] == *other);
                if other != owner && !partner {
                    sum += number.parse().unwrap_or(0);
                }
            }
        }
        let legs = path.len() - 1;
        if legs > 1 && steps > 0 {
            return Err("mixed-legs");
        }
        if path[legs] == from {
            return Err("pass-not-allowed");
        }
        if self.variant == "parlett" {
            let straight = path.windows(2).all(|leg| leg[0].0 == leg[1].0 || leg[0].1 == leg[1].1);
            let aslant = path.windows(2).all(|leg| leg[0].0 != leg[1].0 && leg[0].1 != leg[1].1);
            let dark = (from.0 + from.1) % 2 == 0;
            if dark && !(steps == 1 && aslant) {
                return Err("parlett-step");
            }
            if !dark && (steps > 0 || !straight) {
                return Err("parlett-jump");
            }
        }
        if self.variant == "number-expert" && sum > mark.parse::<u32>().unwrap_or(0) {
            return Err("jump-sum");
        }
        Ok(())
    }
}

/// A square written in small letters.
fn square(text: &str) -> Option<Point> {
    let column = text.bytes().next().filter(u8::is_ascii_lowercase)?;
    let row: i32 = text[1..].parse().ok()?;
    Some((i32::from(column - b'a'), row - 1))
}

/// The name of a square.
pub fn name((x, y): Point) -> String {
    format!("{}{}", char::from(b'a' + x as u8), y + 1)
}
