//! Gomoku and Renju on a plain grid, by `rules.md`: GM-1 to GM-12 and RJ-1 to RJ-8, without illegal plies that stood.
//! The plies forbidden to Black are found by trying, not by lanes of bits.

use std::collections::BTreeSet;

type Point = (i32, i32);

const DIRECTIONS: [Point; 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];

/// The end that a position shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Unfinished,
    Line(u8),
    Full,
    Passes,
}

/// A position. Sides are 0 (Black) and 1 (White).
#[derive(Debug, Clone)]
pub struct Points {
    size: Point,
    variant: String,
    options: Vec<String>,
    cells: Vec<Option<u8>>,
    turn: u8,
    to_place: [usize; 2],
    pub end: End,
    passes: u32,
    may_reply: bool,
    forfeited: bool,
    swapped: bool,
}

impl Points {
    /// The empty board.
    pub fn new(columns: usize, rows: usize, variant: &str, options: &[&str], pieces: usize) -> Points {
        Points {
            size: (columns as i32, rows as i32),
            variant: variant.to_owned(),
            options: options.iter().map(|option| (*option).to_owned()).collect(),
            cells: vec![None; columns * rows],
            turn: 0,
            to_place: [if variant == "murray" { pieces } else { 0 }; 2],
            end: End::Unfinished,
            passes: 0,
            may_reply: false,
            forfeited: false,
            swapped: false,
        }
    }

    /// Columns and rows.
    pub fn size(&self) -> (u8, u8) {
        (self.size.0 as u8, self.size.1 as u8)
    }

    /// Sets up the position of a position string, if this game can have it.
    pub fn set_up(mut self, text: &str) -> Option<Points> {
        let pieces = self.to_place[0];
        let mut fields = text.split(' ');
        let board = fields.next()?;
        self.turn = ["B", "W"].iter().position(|letter| Some(*letter) == fields.clone().next())? as u8;
        fields.next();
        if self.variant == "murray" {
            let (black, white) = fields.next()?.split_once(':')?;
            self.to_place = [black.parse().ok()?, white.parse().ok()?];
        }
        let mut row = self.size.1;
        for line in board.split('/') {
            row -= 1;
            let (mut column, mut run) = (0_i32, 0_i32);
            for letter in line.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    run = (run * 10 + digit as i32).min(1000);
                    continue;
                }
                column += std::mem::take(&mut run);
                let side = "BW".find(letter)? as u8;
                if !self.has((column, row)) {
                    return None;
                }
                self.put((column, row), Some(side));
                column += 1;
            }
            if row < 0 || column + run != self.size.0 {
                return None;
            }
        }
        // A number has other spellings: they are seen here.
        if self.string() != text {
            return None;
        }
        let [black, white] = [0, 1].map(|side| self.count(side));
        let moving = self.variant == "murray" && self.to_place == [0, 0];
        let any = self.variant == "renju" || self.option("double-three-reply") || moving;
        let alternate = black == white && self.turn == 0 || black == white + 1 && self.turn == 1;
        if !any && !alternate {
            return None;
        }
        if self.variant == "murray" && [black, white] != self.to_place.map(|left| pieces.wrapping_sub(left)) {
            return None;
        }
        let lines = [0, 1].map(|side| !self.lines_of(side).is_empty());
        self.end = match lines {
            [true, true] => return None,
            [true, false] => End::Line(0),
            [false, true] => End::Line(1),
            _ if self.is_full() => End::Full,
            _ => End::Unfinished,
        };
        Some(self)
    }

    /// The position string.
    pub fn string(&self) -> String {
        let mut out = String::new();
        for row in (0..self.size.1).rev() {
            let mut empty = 0;
            for column in 0..self.size.0 {
                match self.at((column, row)) {
                    None => empty += 1,
                    Some(side) => {
                        if empty > 0 {
                            out += &std::mem::take(&mut empty).to_string();
                        }
                        out.push(['B', 'W'][usize::from(side)]);
                    }
                }
            }
            if empty > 0 {
                out += &empty.to_string();
            }
            out.push(if row > 0 { '/' } else { ' ' });
        }
        out.push(['B', 'W'][usize::from(self.turn)]);
        if self.variant == "murray" {
            out += &format!(" {}:{}", self.to_place[0], self.to_place[1]);
        }
        out
    }

    /// Carries out a ply in squares, or says the code of the rule against it.
    pub fn play(&mut self, ply: &str) -> Result<(), &'static str> {
        let mut next = self.clone();
        next.try_play(ply)?;
        *self = next;
        Ok(())
    }

    fn try_play(&mut self, ply: &str) -> Result<(), &'static str> {
        if self.end != End::Unfinished {
            return Err("after-end");
        }
        let side = self.turn;
        let murray = self.variant == "murray";
        let left = self.to_place[usize::from(side)];
        let mut may_reply = false;
        if ply == "--" {
            self.check_pass()?;
            self.forfeited |= self.filled() <= 3;
            self.passes += 1;
            if self.variant == "renju" && self.passes == 2 {
                self.end = End::Passes;
            }
        } else if let Some((from, to)) = ply.split_once('-') {
            let (from, to) = (point(from), point(to));
            if self.to_place != [0, 0] {
                return Err("wrong-phase");
            }
            if !self.has(from) || !self.has(to) {
                return Err("off-board");
            }
            match self.at(from) {
                None => return Err("no-piece"),
                Some(owner) if owner != side => return Err("not-own-piece"),
                _ => {}
            }
            if (from.0 - to.0).abs() + (from.1 - to.1).abs() != 1 {
                return Err("not-adjacent");
            }
            if self.at(to).is_some() {
                return Err("occupied");
            }
            self.put(from, None);
            self.put(to, Some(side));
            // No line stood before the ply, so the ply has made any that stands now.
            if self.lines_of(side).is_empty() {
                may_reply = self.judge(&[to], side)?;
            } else {
                self.end = End::Line(side);
            }
        } else {
            let swap = ply.starts_with("swap ");
            let points: Vec<Point> = ply.trim_start_matches("swap ").split('+').map(point).collect();
            if murray && left < points.len() {
                return Err("wrong-phase");
            }
            if points.iter().any(|&point| !self.has(point)) {
                return Err("off-board");
            }
            if points.iter().any(|&point| self.at(point).is_some()) || points.len() == 2 && points[0] == points[1] {
                return Err("occupied");
            }
            let due = self.option("swap") && !self.forfeited && !self.swapped && side == 1 && self.filled() == 3;
            if swap && !due {
                return Err("swap-not-allowed");
            }
            if points.len() == 2 && !self.may_reply {
                return Err("extra-piece");
            }
            self.swapped |= swap;
            let mut won = false;
            for &point in &points {
                if won {
                    return Err("after-end");
                }
                self.check_opening(point, side)?;
                self.put(point, Some(side));
                won = self.lines_of(side).iter().any(|line| line.contains(&point));
                if murray {
                    self.to_place[usize::from(side)] -= 1;
                }
            }
            if won {
                self.end = End::Line(side);
            } else {
                may_reply = self.judge(&points, side)?;
                if self.is_full() {
                    self.end = End::Full;
                }
            }
            self.passes = 0;
        }
        self.may_reply = may_reply;
        self.turn = 1 - side;
        Ok(())
    }

    /// The lines that decide, each from its smallest square, sorted.
    pub fn lines(&self) -> Vec<Vec<String>> {
        let End::Line(side) = self.end else { return Vec::new() };
        let mut lines = self.lines_of(side);
        lines.sort();
        lines.into_iter().map(|line| line.into_iter().map(name).collect()).collect()
    }

    fn has(&self, (column, row): Point) -> bool {
        (0..self.size.0).contains(&column) && (0..self.size.1).contains(&row)
    }

    fn at(&self, point: Point) -> Option<u8> {
        if self.has(point) { self.cells[(point.1 * self.size.0 + point.0) as usize] } else { None }
    }

    fn is_empty(&self, point: Point) -> bool {
        self.has(point) && self.at(point).is_none()
    }

    fn put(&mut self, point: Point, piece: Option<u8>) {
        self.cells[(point.1 * self.size.0 + point.0) as usize] = piece;
    }

    fn count(&self, side: u8) -> usize {
        self.cells.iter().filter(|cell| **cell == Some(side)).count()
    }

    fn filled(&self) -> usize {
        self.count(0) + self.count(1)
    }

    fn is_full(&self) -> bool {
        self.filled() == self.cells.len()
    }

    fn option(&self, name: &str) -> bool {
        self.options.iter().any(|option| option == name)
    }

    /// The whole run of a side through a point, from its smallest square.
    fn run(&self, at: Point, (dx, dy): Point, side: u8) -> Vec<Point> {
        let on = |step: i32| (at.0 + step * dx, at.1 + step * dy);
        let own = |step: &i32| self.at(on(*step)) == Some(side);
        let back = (1..).take_while(|step| own(&-step)).count() as i32;
        let ahead = (1..).take_while(own).count() as i32;
        (-back..=ahead).map(on).collect()
    }

    fn ends(run: &[Point], (dx, dy): Point) -> [Point; 2] {
        let (first, last) = (run[0], run[run.len() - 1]);
        [(first.0 - dx, first.1 - dy), (last.0 + dx, last.1 + dy)]
    }

    /// The winning lines of a side.
    fn lines_of(&self, side: u8) -> Vec<Vec<Point>> {
        let mut lines = Vec::new();
        for row in 0..self.size.1 {
            for column in 0..self.size.0 {
                for direction in DIRECTIONS {
                    if self.at((column, row)) != Some(side) {
                        continue;
                    }
                    let run = self.run((column, row), direction, side);
                    let length = run.len();
                    let wins = match self.variant.as_str() {
                        "freestyle" => length >= 5,
                        "renju" => length == 5 || side == 1 && length > 5,
                        "caro" => {
                            let enemy = |point: &Point| self.at(*point) == Some(1 - side);
                            length == 5 && !Points::ends(&run, direction).iter().all(enemy)
                        }
                        _ => length == 5,
                    };
                    if run[0] == (column, row) && wins {
                        lines.push(run);
                    }
                }
            }
        }
        lines
    }

    fn check_pass(&self) -> Result<(), &'static str> {
        let side = usize::from(self.turn);
        let may = match self.variant.as_str() {
            "renju" => !self.option("opening-26") || self.filled() >= 3,
            "murray" if self.to_place == [0, 0] => !self.can_move(),
            "murray" => self.to_place[side] == 0 || !self.can_place(),
            _ => false,
        };
        if may { Ok(()) } else { Err("pass-not-allowed") }
    }

    fn squares(&self) -> impl Iterator<Item = Point> {
        let (columns, rows) = self.size;
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
    }

    fn can_move(&self) -> bool {
        self.squares().filter(|&from| self.at(from) == Some(self.turn)).any(|from| {
            [(1, 0), (0, 1), (-1, 0), (0, -1)].into_iter().any(|(dx, dy)| {
                let to = (from.0 + dx, from.1 + dy);
                self.has(to) && self.clone().play(&format!("{}-{}", name(from), name(to))).is_ok()
            })
        })
    }

    fn can_place(&self) -> bool {
        let empty: Vec<Point> = self.squares().filter(|&point| self.is_empty(point)).collect();
        let one = |point: &Point| self.clone().play(&name(*point)).is_ok();
        let two = |one: &Point| {
            empty.iter().any(|other| self.clone().play(&format!("{}+{}", name(*one), name(*other))).is_ok())
        };
        empty.iter().any(one) || self.may_reply && empty.iter().any(two)
    }

    /// What `pro` and `opening-26` ask of the first pieces.
    fn check_opening(&self, point: Point, side: u8) -> Result<(), &'static str> {
        let distance = (point.0 - self.size.0 / 2).abs().max((point.1 - self.size.1 / 2).abs());
        if self.option("opening-26") {
            return match (self.filled(), distance) {
                (0, 1..) => Err("pro-centre"),
                (1, 0 | 2..) | (2, 3..) => Err("opening"),
                _ => Ok(()),
            };
        }
        if self.option("pro") && side == 0 {
            return match (self.count(0), distance) {
                (0, 1..) => Err("pro-centre"),
                (1, ..3) => Err("pro-distance"),
                _ => Ok(()),
            };
        }
        Ok(())
    }

    /// Judges pieces just put that have not won: whether they give the right to two pieces.
    fn judge(&mut self, points: &[Point], side: u8) -> Result<bool, &'static str> {
        if self.variant == "renju" {
            let forbidden = side == 0 && points.iter().any(|&point| self.forbids(point));
            return if forbidden { Err("forbidden") } else { Ok(false) };
        }
        let many = |length: usize, open: bool| {
            points.iter().any(|&point| {
                let runs = DIRECTIONS.into_iter().filter(|&direction| {
                    let run = self.run(point, direction, side);
                    run.len() == length
                        && (!open || Points::ends(&run, direction).iter().all(|&end| self.is_empty(end)))
                });
                runs.count() > 1
            })
        };
        let double_three = many(3, true);
        if double_three && self.option("double-three") {
            return Err("double-three");
        }
        if self.option("double-four") && many(4, false) {
            return Err("double-four");
        }
        Ok(double_three && self.option("double-three-reply"))
    }

    /// Whether the black piece on a point, which has made no five, is forbidden there (RJ-3).
    fn forbids(&mut self, at: Point) -> bool {
        if DIRECTIONS.iter().any(|&direction| self.run(at, direction, 0).len() > 5) {
            return true;
        }
        let (mut fours, mut threes) = (BTreeSet::new(), BTreeSet::new());
        for direction in DIRECTIONS {
            for step in -4..=4 {
                let point = (at.0 + step * direction.0, at.1 + step * direction.1);
                if !self.is_empty(point) {
                    continue;
                }
                self.put(point, Some(0));
                let run = self.run(point, direction, 0);
                if run.contains(&at) {
                    let set: Vec<Point> = run.iter().copied().filter(|&piece| piece != point).collect();
                    if run.len() == 5 {
                        fours.insert(set);
                    } else if run.len() == 4 && self.is_straight(&run, direction) {
                        let five = DIRECTIONS.iter().any(|&direction| self.run(point, direction, 0).len() == 5);
                        if !threes.contains(&set) && !five && !self.forbids(point) {
                            threes.insert(set);
                        }
                    }
                }
                self.put(point, None);
            }
        }
        fours.len() > 1 || threes.len() > 1
    }

    /// Whether both ends of a four are empty and, filled, make exactly five.
    fn is_straight(&mut self, run: &[Point], direction: Point) -> bool {
        Points::ends(run, direction).into_iter().all(|end| {
            self.is_empty(end) && {
                self.put(end, Some(0));
                let five = self.run(end, direction, 0).len() == 5;
                self.put(end, None);
                five
            }
        })
    }
}

fn point(square: &str) -> Point {
    let column = i32::from(square.bytes().next().unwrap_or_default()) - i32::from(b'a');
    (column, square.get(1..).and_then(|row| row.parse().ok()).unwrap_or(100_000) - 1)
}

fn name((column, row): Point) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}
