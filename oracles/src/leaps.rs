//! Halma on a plain grid, by `rules.md`: HA-1 to HA-18, in `paths`, with illegal plies that stood (C-6).

use std::collections::{BTreeMap, BTreeSet};

use crate::names::is_same;

/// Column and row from 0 at the bottom left.
pub type Point = (i32, i32);

/// The eight directions.
pub const AROUND: [Point; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The codes of plies that may stand, in addition to `after-end`.
const MAY_STAND: [&str; 7] =
    ["pass-not-allowed", "nothing-to-jump", "bad-leg", "mixed-legs", "jump-sum", "parlett-step", "parlett-jump"];

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
    /// The number of the turn, from 1.
    number: u32,
    /// The turn from which on its end is judged (HA-7).
    limit: Option<u32>,
    /// How many pieces start the count, and how many plies it allows (HA-8).
    vacate: Option<(usize, u32)>,
    /// How many plies each side has had to leave its base; none before enough pieces have entered it, and `u32::MAX` once
    /// the count is over.
    counts: Vec<Option<u32>>,
    /// The sides that have won by HA-7 once, and the end was overlooked: they do not win so again.
    void: BTreeSet<usize>,
    /// A side that has won, itself or with its partner.
    pub winner: Option<usize>,
    /// Why it has won.
    pub reason: &'static str,
}

/// The tags of a record apart from the variant.
#[derive(Debug, Clone, Copy, Default)]
pub struct Choices<'a> {
    /// Whether four sides play where the variant has two.
    pub four: bool,
    /// The values of the tags `Pairs`, `Starts`, `Order`, `MoveLimit` and `Vacate`.
    pub pair: Option<&'a str>,
    pub starts: Option<&'a str>,
    pub order: Option<&'a str>,
    pub limit: Option<&'a str>,
    pub vacate: Option<&'a str>,
}

impl Leaps {
    /// The start of a variant.
    pub fn new(variant: &str, choices: Choices<'_>) -> Leaps {
        let four = choices.four || variant == "four";
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
        let mut sides = if four { FOUR.to_vec() } else { TWO.to_vec() };
        if let Some(order) = choices.order {
            let place = |side: &&str| order.split(',').position(|name| is_same(name, side));
            sides.sort_by_key(place);
        }
        let number = |name: &str| sides.iter().position(|side| is_same(name, side));
        let mates = choices.pair.and_then(|pair| pair.split_once('+')).and_then(|(one, other)| {
            let (one, other) = (number(one)?, number(other)?);
            let rest: Vec<usize> = (0..4).filter(|side| ![one, other].contains(side)).collect();
            let mut mates = [0; 4];
            (mates[one], mates[other], mates[rest[0]], mates[rest[1]]) = (other, one, rest[1], rest[0]);
            Some(mates)
        });
        let turn = choices.starts.and_then(number).unwrap_or(0);
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
            number: 1,
            limit: choices.limit.and_then(|turns| turns.parse().ok()),
            vacate: choices.vacate.and_then(|vacate| {
                let (pieces, plies) = vacate.split_once('/')?;
                Some((pieces.parse().ok()?, plies.parse().ok()?))
            }),
            counts: Vec::new(),
            void: BTreeSet::new(),
            winner: None,
            reason: "",
        };
        leaps.counts = vec![None; leaps.sides.len()];
        for side in 0..leaps.sides.len() {
            for (index, at) in leaps.bases[side].clone().into_iter().enumerate() {
                let even = (at.0 + at.1) % 2 == 0;
                let mark = match (variant, leaps.sides[side], even) {
                    ("number" | "number-expert", ..) => (index + 1).to_string(),
                    ("double-colour", "White", true) => "A".to_owned(),
                    ("double-colour", "White", false) => "G".to_owned(),
                    ("double-colour", _, true) => "R".to_owned(),
                    ("double-colour", _, false) => "W".to_owned(),
                    ("marked", ..) if index == 0 => "!".to_owned(),
                    _ => String::new(),
                };
                leaps.cells.insert(at, (side, mark));
            }
        }
        leaps.set_goals();
        leaps.begin_counts();
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
        let across = match self.sides[side] {
            "White" => "Green",
            "Green" => "White",
            "Red" => "Blue",
            _ => "Red",
        };
        self.sides.iter().position(|other| *other == across).expect("every side sits across from another")
    }

    /// The position of a position string, if this variant can have it.
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
                    let (number, after) = inside.split_once(')')?;
                    (mark, rest) = (number.to_owned(), after);
                } else if let Some(after) = rest.strip_prefix('!') {
                    (mark, rest) = ("!".to_owned(), after);
                }
                let side = if self.variant == "double-colour" {
                    mark = letter.to_owned();
                    let name = if "RW".contains(letter) { "Green" } else { "White" };
                    self.sides.iter().position(|side| *side == name)?
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
        self.reason = self.reason_to_fill();
        self.begin_counts();
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

    /// A position one ply before a win of a side and its partner: all but one of its pieces are at their goals, and the
    /// other sides' pieces stand between the bases.
    pub fn nearly_won(&self, side: usize, which: usize) -> String {
        let side = side % self.sides.len();
        let mut next = self.clone();
        next.cells.clear();
        let team = |other: usize| other == side || self.mates.is_some_and(|mates| mates[side] == other);
        let free: Vec<Point> = (0..self.size * self.size)
            .map(|square| (square * 7 % self.size, square / self.size))
            .filter(|at| !self.bases.iter().flatten().any(|base| base == at))
            .collect();
        let mut free = free.into_iter();
        for (&at, (owner, mark)) in &self.cells {
            let at = if team(*owner) { self.turned(at) } else { free.next().expect("room between the bases") };
            next.cells.insert(at, (*owner, mark.clone()));
        }
        let own: Vec<Point> = next.cells.iter().filter(|(_, piece)| piece.0 == side).map(|(at, _)| *at).collect();
        // The first piece with an empty square next to it moves there.
        for step in 0..own.len() {
            let at = own[(which + step) % own.len()];
            let around = AROUND.map(|(dx, dy)| (at.0 + dx, at.1 + dy));
            if let Some(&away) = around.iter().find(|away| next.holds(**away) && !next.is_filled(**away)) {
                let piece = next.cells.remove(&at).expect("an own piece");
                next.cells.insert(away, piece);
                break;
            }
        }
        next.turn = side;
        next.string()
    }

    /// A position with all pieces in a part of the board, as a seed puts them there.
    pub fn crowded(&self, seed: u32) -> String {
        let mut state = seed.wrapping_mul(747_796_405).wrapping_add(1);
        let mut random = |most: usize| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as usize % most
        };
        let pieces: Vec<_> = self.cells.values().cloned().collect();
        // The part is as broad as the board and a quarter larger than the pieces need.
        let rows = (pieces.len() as i32 * 5 / 4 / self.size + 1).min(self.size);
        let lowest = random((self.size - rows + 1) as usize) as i32;
        let mut squares: Vec<Point> =
            (0..rows * self.size).map(|square| (square % self.size, lowest + square / self.size)).collect();
        let mut next = self.clone();
        next.cells.clear();
        for piece in pieces {
            let at = squares.swap_remove(random(squares.len()));
            next.cells.insert(at, piece);
        }
        next.turn = random(self.sides.len());
        next.string()
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
                .any(|to| self.judge(&[from, to], false).is_ok())
        })
    }

    /// Plays a ply written in canonical `paths`, or says the code of the rule against it. A ply that is marked as
    /// standing is carried out in spite of what may stand; the codes of that come back.
    pub fn play(&mut self, ply: &str, marked: bool) -> Result<Vec<&'static str>, &'static str> {
        let mut overlooked = Vec::new();
        if self.winner.is_some() {
            if !marked {
                return Err("after-end");
            }
            overlooked.push("after-end");
        }
        let mut moved = None;
        if ply == "--" {
            if self.has_legal() {
                if !marked {
                    return Err("pass-not-allowed");
                }
                overlooked.push("pass-not-allowed");
            }
        } else {
            let path: Option<Vec<Point>> = ply.split('-').map(square).collect();
            let path = path.ok_or("bad-move")?;
            overlooked.extend(self.judge(&path, marked)?);
            moved = Some((path[0], path[path.len() - 1]));
        }
        self.carry_out(moved);
        Ok(overlooked)
    }

    fn carry_out(&mut self, moved: Option<(Point, Point)>) {
        // The end that was there is void.
        if let (Some(winner), "move-limit") = (self.winner.take(), self.reason) {
            self.void.insert(winner);
        }
        if let Some((from, to)) = moved {
            let piece = self.cells.remove(&from).expect("a legal ply moves a piece");
            let owner = piece.0;
            // The ply wins only if the board before it was not won already.
            let mut before = self.clone();
            before.cells.insert(from, piece.clone());
            self.cells.insert(to, piece);
            if self.has_won(owner) && !before.has_won(owner) {
                self.winner = Some(owner);
                self.reason = self.reason_to_fill();
            }
        }
        let side = self.turn;
        let across = self.across(side);
        if let (Some((_, most)), Some(count)) = (self.vacate, self.counts[side])
            && count != u32::MAX
        {
            let over = count + 1 >= most;
            self.counts[side] = Some(if over { u32::MAX } else { count + 1 });
            if over && self.at_home(side) > 0 && self.winner.is_none() {
                // A pair wins against the pair of the side that loses.
                let others = (0..self.sides.len())
                    .find(|&other| self.mates.is_some_and(|mates| other != side && other != mates[side]));
                self.winner = Some(others.unwrap_or(across));
                self.reason = "not-vacated";
            }
        }
        self.begin_counts();
        if side + 1 == self.sides.len() {
            let gone: Vec<usize> = (0..self.sides.len()).filter(|&side| self.at_home(side) == 0).collect();
            if let (true, None, [alone]) =
                (self.limit.is_some_and(|limit| self.number >= limit), self.winner, &gone[..])
                && !self.void.contains(alone)
            {
                self.winner = Some(*alone);
                self.reason = "move-limit";
            }
            self.number += 1;
        }
        self.turn = (side + 1) % self.sides.len();
    }

    fn reason_to_fill(&self) -> &'static str {
        if self.variant == "marked" { "marked-corner" } else { "base-occupied" }
    }

    /// How many pieces a side has in its own base.
    fn at_home(&self, side: usize) -> usize {
        self.bases[side].iter().filter(|at| self.cells.get(at).is_some_and(|piece| piece.0 == side)).count()
    }

    /// Begins the count of every side whose base has been entered by enough pieces from across (HA-8).
    fn begin_counts(&mut self) {
        let Some((enough, _)) = self.vacate else { return };
        for side in 0..self.sides.len() {
            let across = self.across(side);
            let entered =
                self.bases[side].iter().filter(|at| self.cells.get(at).is_some_and(|piece| piece.0 == across));
            if self.counts[side].is_none() && entered.count() >= enough {
                self.counts[side] = Some(0);
            }
        }
    }

    /// Whether a path is legal here, by HA-2 to HA-4, HA-14 and HA-15; for a marked path, the codes that were
    /// overlooked.
    fn judge(&self, path: &[Point], marked: bool) -> Result<Vec<&'static str>, &'static str> {
        let mut overlooked: Vec<&'static str> = Vec::new();
        let mut refuse = |broken: bool, code: &'static str| {
            if broken && !(marked && MAY_STAND.contains(&code)) {
                return Err(code);
            }
            if broken && !overlooked.contains(&code) {
                overlooked.push(code);
            }
            Ok(())
        };
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
            let jump = far == 2 && dx % 2 == 0 && dy % 2 == 0;
            refuse(far != 1 && !jump, "bad-leg")?;
            if to != from && self.is_filled(to) {
                return Err("occupied");
            }
            steps += usize::from(far == 1);
            if jump {
                let over = (before.0 + dx / 2, before.1 + dy / 2);
                let jumped = self.cells.get(&over).filter(|_| over != from);
                refuse(jumped.is_none(), "nothing-to-jump")?;
                let Some((other, number)) = jumped else { continue };
                let partner = self.mates.is_some_and(|mates| mates[*owner] == *other);
                if other != owner && !partner {
                    sum += number.parse().unwrap_or(0);
                }
            }
        }
        let legs = path.len() - 1;
        refuse(legs > 1 && steps > 0, "mixed-legs")?;
        refuse(path[legs] == from, "pass-not-allowed")?;
        if self.variant == "parlett" {
            let straight = path.windows(2).all(|leg| leg[0].0 == leg[1].0 || leg[0].1 == leg[1].1);
            let aslant = path.windows(2).all(|leg| leg[0].0 != leg[1].0 && leg[0].1 != leg[1].1);
            let dark = (from.0 + from.1) % 2 == 0;
            refuse(dark && !(steps == 1 && legs == 1 && aslant), "parlett-step")?;
            refuse(!dark && (steps > 0 || !straight), "parlett-jump")?;
        }
        refuse(self.variant == "number-expert" && sum > mark.parse::<u32>().unwrap_or(0), "jump-sum")?;
        Ok(overlooked)
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
