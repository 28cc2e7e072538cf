//! Plus 4 with a number for each piece, by `rules.md`: P4-1 to P4-8, with illegal plies that stood (C-6). Columns are
//! lists from the top down, so a push is an insertion at the front.

use std::collections::BTreeSet;

const SIZE: usize = 4;

/// Column and row from 0 at the top left.
type Point = (usize, usize);

/// A piece: its side (0 is Red), whether it is a bonus piece, and a number that no other piece has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Piece {
    side: usize,
    bonus: bool,
    number: u32,
}

/// Four squares and the pieces on them.
type Line = [(Point, Piece); SIZE];

/// The end that a position shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Unfinished,
    /// The side that has won, and the reason.
    Win(usize, &'static str),
    Draw(&'static str),
}

/// The variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Standard,
    Continua,
    Manche,
}

/// A position.
#[derive(Debug, Clone)]
pub struct Pushes {
    kind: Kind,
    mover_first: bool,
    target: u32,
    columns: [Vec<Piece>; SIZE],
    /// Plain and bonus pieces that each side can still play.
    hands: [[u32; 2]; 2],
    points: [u32; 2],
    pub turn: usize,
    /// The side that began the manche.
    beginner: usize,
    break_due: bool,
    made: Vec<Line>,
    numbers: u32,
    pub end: End,
}

impl Pushes {
    /// The empty board; `starts` is the side that begins.
    pub fn new(variant: &str, mover_first: bool, target: u32, starts: usize) -> Pushes {
        let kind = match variant {
            "continua" => Kind::Continua,
            "manche" => Kind::Manche,
            _ => Kind::Standard,
        };
        Pushes {
            kind,
            mover_first,
            target,
            columns: Default::default(),
            hands: [Pushes::full_hand(kind); 2],
            points: [0; 2],
            turn: starts,
            beginner: starts,
            break_due: false,
            made: Vec::new(),
            numbers: 0,
            end: End::Unfinished,
        }
    }

    fn full_hand(kind: Kind) -> [u32; 2] {
        [8, u32::from(kind != Kind::Standard)]
    }

    /// Sets up a position that the program has accepted. What its string does not say follows from its pieces: in the
    /// standard game the hands, and in a manche the side that began it.
    pub fn set_up(mut self, text: &str) -> Option<Pushes> {
        let mut fields = text.split(' ');
        for (row, line) in fields.next()?.split('/').enumerate() {
            let mut column = 0;
            for letter in line.chars() {
                if let Some(run) = letter.to_digit(10) {
                    column += run as usize;
                    continue;
                }
                let side = "RB".find(letter.to_ascii_uppercase())?;
                let piece = self.piece(side, letter.is_ascii_lowercase());
                // A piece with nothing above it is no position of this game.
                if self.columns.get(column)?.len() != row {
                    return None;
                }
                self.columns[column].push(piece);
                column += 1;
            }
        }
        self.turn = "RB".find(fields.next()?)?;
        if self.kind == Kind::Standard {
            // What has fallen out of a full column was never played (P4-4), and nobody has a ninth piece (P4-1).
            for piece in self.columns.iter().flatten() {
                self.hands[piece.side][0] = self.hands[piece.side][0].checked_sub(1)?;
            }
        } else {
            let (red, blue) = fields.next()?.split_once(':')?;
            self.points = [red.parse().ok()?, blue.parse().ok()?];
            let hands: Vec<u32> = fields.next()?.chars().filter_map(|letter| letter.to_digit(10)).collect();
            self.hands = [[hands[0], hands[1]], [hands[2], hands[3]]];
        }
        let left = self.hands.map(|hand| hand[0] + hand[1]);
        self.beginner = if left[0] == left[1] { self.turn } else { 1 - self.turn };
        self.made = self.lines_on_board().into_iter().collect();
        self.end = match self.kind {
            Kind::Standard => self.end_by_lines(1 - self.turn),
            _ => self.end_by_points(),
        };
        (self.string() == text).then_some(self)
    }

    /// The position string.
    pub fn string(&self) -> String {
        let mut rows = Vec::new();
        for row in 0..SIZE {
            let (mut text, mut empty) = (String::new(), 0);
            for column in &self.columns {
                let Some(piece) = column.get(row) else {
                    empty += 1;
                    continue;
                };
                if empty > 0 {
                    text += &std::mem::take(&mut empty).to_string();
                }
                text.push(if piece.bonus { ['r', 'b'] } else { ['R', 'B'] }[piece.side]);
            }
            if empty > 0 {
                text += &empty.to_string();
            }
            rows.push(text);
        }
        let mut out = format!("{} {}", rows.join("/"), ['R', 'B'][self.turn]);
        if self.kind != Kind::Standard {
            let ([red, blue], [[red_plain, red_bonus], [blue_plain, blue_bonus]]) = (self.points, self.hands);
            out += &format!(" {red}:{blue} R{red_plain}r{red_bonus}B{blue_plain}b{blue_bonus}");
        }
        out
    }

    /// The points of both sides, where points are counted.
    pub fn points(&self) -> Option<[u32; 2]> {
        (self.kind != Kind::Standard).then_some(self.points)
    }

    /// Whether a side has a piece in hand.
    pub fn has_pieces(&self, side: usize) -> bool {
        self.hands[side] != [0, 0]
    }

    /// Whether the side to move has its bonus piece in hand.
    pub fn has_bonus(&self) -> bool {
        self.hands[self.turn][1] > 0
    }

    /// Whether a break must stand here.
    pub fn break_due(&self) -> bool {
        self.break_due
    }

    /// Begins the next manche.
    pub fn take_break(&mut self) -> Result<(), &'static str> {
        if !std::mem::take(&mut self.break_due) {
            return Err("bad-break");
        }
        Ok(())
    }

    /// The lines that decide, each from its smallest square, sorted (P4-3); none where points are counted.
    pub fn lines(&self) -> Vec<Vec<String>> {
        let shown = |line: &&Line| match self.end {
            _ if self.kind != Kind::Standard => false,
            End::Unfinished => false,
            End::Win(winner, _) => line[0].1.side == winner,
            End::Draw(_) => true,
        };
        let mut lines: Vec<Vec<Point>> =
            self.made.iter().filter(shown).map(|line| line.iter().map(|(at, _)| *at).collect()).collect();
        lines.iter_mut().for_each(|line| line.sort_unstable());
        lines.sort_unstable();
        let name = |(column, row): Point| format!("{}{}", char::from(b'a' + column as u8), row + 1);
        lines.into_iter().map(|line| line.into_iter().map(name).collect()).collect()
    }

    /// Plays a ply written in columns (`c`, `c*`, `--`), or says the code of the rule against it. A ply that is marked as
    /// standing is carried out in spite of what may stand; the codes of that come back.
    pub fn play(&mut self, ply: &str, marked: bool) -> Result<Vec<&'static str>, &'static str> {
        let mut overlooked = Vec::new();
        if self.break_due {
            return Err("bad-break");
        }
        if self.end != End::Unfinished {
            if !marked || self.kind == Kind::Manche {
                return Err("after-end");
            }
            overlooked.push("after-end");
        }
        let side = self.turn;
        if ply == "--" {
            // Only where pieces come back or manches go on has a side without pieces something to wait for.
            if self.kind == Kind::Standard || self.has_pieces(side) {
                if !marked {
                    return Err("pass-not-allowed");
                }
                overlooked.push("pass-not-allowed");
            }
            self.end = End::Unfinished;
            self.made.clear();
            self.turn = 1 - side;
            return Ok(overlooked);
        }
        let bonus = ply.ends_with('*');
        let column = usize::from(ply.as_bytes()[0].wrapping_sub(b'a'));
        if column >= SIZE {
            return Err("off-board");
        }
        if self.hands[side][usize::from(bonus)] == 0 {
            return Err("no-supply");
        }
        self.hands[side][usize::from(bonus)] -= 1;
        let before = self.lines_on_board();
        let piece = self.piece(side, bonus);
        self.columns[column].insert(0, piece);
        if self.columns[column].len() > SIZE {
            let fallen = self.columns[column].pop().expect("a column of five");
            if self.kind == Kind::Continua {
                self.hands[fallen.side][usize::from(fallen.bonus)] += 1;
            }
        }
        self.made = self.lines_on_board().into_iter().filter(|line| !before.contains(line)).collect();
        self.turn = 1 - side;
        if self.kind == Kind::Standard {
            self.end = self.end_by_lines(side);
            return Ok(overlooked);
        }
        for line in &self.made {
            let worth = line.iter().any(|(_, other)| other.bonus && *other != piece);
            self.points[line[0].1.side] += 1 + u32::from(worth);
        }
        self.end = if self.made.is_empty() { End::Unfinished } else { self.end_by_points() };
        let spent = !self.has_pieces(0) && !self.has_pieces(1);
        if self.kind == Kind::Manche && self.end == End::Unfinished && (!self.made.is_empty() || spent) {
            self.columns = Default::default();
            self.hands = [Pushes::full_hand(self.kind); 2];
            self.beginner = 1 - self.beginner;
            self.turn = self.beginner;
            self.break_due = true;
        }
        Ok(overlooked)
    }

    fn piece(&mut self, side: usize, bonus: bool) -> Piece {
        self.numbers += 1;
        Piece { side, bonus, number: self.numbers }
    }

    /// Every line of four of one colour that stands.
    fn lines_on_board(&self) -> BTreeSet<Line> {
        let mut lines = Vec::new();
        for index in 0..SIZE {
            lines.push([0, 1, 2, 3].map(|step| (index, step)));
            lines.push([0, 1, 2, 3].map(|step| (step, index)));
        }
        lines.push([0, 1, 2, 3].map(|step| (step, step)));
        lines.push([0, 1, 2, 3].map(|step| (step, 3 - step)));
        let standing = |line: [Point; SIZE]| {
            let pieces: Vec<(Point, Piece)> =
                line.iter().filter_map(|&at| Some((at, *self.columns[at.0].get(at.1)?))).collect();
            let line: Line = pieces.try_into().ok()?;
            line.iter().all(|(_, piece)| piece.side == line[0].1.side).then_some(line)
        };
        lines.into_iter().filter_map(standing).collect()
    }

    /// P4-3 and P4-4, after a ply of `mover`.
    fn end_by_lines(&self, mover: usize) -> End {
        let [red, blue] = [0, 1].map(|side| self.made.iter().any(|line| line[0].1.side == side));
        match (red, blue) {
            (true, true) if self.mover_first => End::Win(mover, "line"),
            (true, true) => End::Draw("both-lines"),
            (true, false) => End::Win(0, "line"),
            (false, true) => End::Win(1, "line"),
            (false, false) if !self.has_pieces(0) && !self.has_pieces(1) => End::Draw("pieces-exhausted"),
            (false, false) => End::Unfinished,
        }
    }

    /// P4-7.
    fn end_by_points(&self) -> End {
        let [red, blue] = self.points;
        if red.max(blue) < self.target {
            End::Unfinished
        } else if red == blue {
            End::Draw("points-tied")
        } else {
            End::Win(usize::from(blue > red), "points")
        }
    }
}
