//! Forza 4 on a plain grid, by `rules.md`: F4-1 to F4-7, without illegal plies that stood.

/// The end that a position shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    Unfinished,
    Line(u8),
    Equalized,
    Full,
}

/// A position. Sides are 0 (White) and 1 (Red).
#[derive(Debug, Clone)]
pub struct Grid {
    columns: usize,
    rows: usize,
    /// The pieces of each column from the bottom up.
    cells: Vec<Vec<u8>>,
    turn: u8,
    beginner: u8,
    equalizer: bool,
    reply: bool,
    pub end: End,
}

impl Grid {
    /// The empty board.
    pub fn new(columns: usize, rows: usize, equalizer: bool, first: u8) -> Grid {
        let cells = vec![Vec::new(); columns];
        Grid { columns, rows, cells, turn: first, beginner: first, equalizer, reply: false, end: End::Unfinished }
    }

    /// The position of a position string, if this board can have it.
    pub fn read(text: &str, columns: usize, rows: usize, equalizer: bool) -> Option<Grid> {
        let (board, side) = text.split_once(' ')?;
        let turn = ["W", "R"].iter().position(|letter| *letter == side)? as u8;
        let mut grid = Grid::new(columns, rows, equalizer, turn);
        let lines: Vec<&str> = board.split('/').collect();
        if lines.len() != rows {
            return None;
        }
        for line in lines.iter().rev() {
            let mut column = 0;
            let mut letters = line.chars().peekable();
            while let Some(letter) = letters.next() {
                if let Some(digit) = letter.to_digit(10) {
                    let mut run = digit as usize;
                    while let Some(digit) = letters.peek().and_then(|letter| letter.to_digit(10)) {
                        run = (run * 10 + digit as usize).min(1000);
                        letters.next();
                    }
                    column += run;
                } else {
                    let side = "WR".chars().position(|side| side == letter)? as u8;
                    grid.cells.get_mut(column)?.push(side);
                    column += 1;
                }
            }
            if column != columns {
                return None;
            }
        }
        // A piece that floats has fallen, and a number has other spellings: both are seen here.
        if grid.string() != text {
            return None;
        }
        let count = |side| grid.cells.iter().flatten().filter(|piece| **piece == side).count();
        let (white, red) = (count(0), count(1));
        let fits = white == red || white == red + 1 && turn == 1 || red == white + 1 && turn == 0;
        if !fits {
            return None;
        }
        grid.beginner = if white == red { turn } else { 1 - turn };
        let (first, second) = (grid.has_line(grid.beginner), grid.has_line(1 - grid.beginner));
        if first && second && !equalizer {
            return None;
        }
        grid.reply = first && !second && equalizer && white != red && !grid.is_full();
        grid.end = match (first, second) {
            (true, true) => End::Equalized,
            (true, false) if grid.reply => End::Unfinished,
            (true, false) => End::Line(grid.beginner),
            (false, true) => End::Line(1 - grid.beginner),
            (false, false) if grid.is_full() => End::Full,
            (false, false) => End::Unfinished,
        };
        Some(grid)
    }

    /// The position string.
    pub fn string(&self) -> String {
        let mut out = String::new();
        for row in (0..self.rows).rev() {
            let mut empty = 0;
            for column in 0..self.columns {
                match self.at(column as i32, row as i32) {
                    None => empty += 1,
                    Some(side) => {
                        if empty > 0 {
                            out += &std::mem::take(&mut empty).to_string();
                        }
                        out.push(['W', 'R'][side as usize]);
                    }
                }
            }
            if empty > 0 {
                out += &empty.to_string();
            }
            out.push(if row > 0 { '/' } else { ' ' });
        }
        out.push(['W', 'R'][self.turn as usize]);
        out
    }

    /// Drops a piece, or says the code of the rule against it.
    pub fn drop(&mut self, column: usize) -> Result<(), &'static str> {
        if self.end != End::Unfinished {
            return Err("after-end");
        }
        if column >= self.columns {
            return Err("off-board");
        }
        if self.cells[column].len() == self.rows {
            return Err("column-full");
        }
        let side = self.turn;
        self.cells[column].push(side);
        self.turn = 1 - side;
        let made = self.has_line(side);
        if self.reply {
            self.end = if made { End::Equalized } else { End::Line(self.beginner) };
        } else if made && self.equalizer && side == self.beginner && !self.is_full() {
            self.reply = true;
        } else if made {
            self.end = End::Line(side);
        } else if self.is_full() {
            self.end = End::Full;
        }
        Ok(())
    }

    /// How many pieces stand in a column.
    pub fn height(&self, column: usize) -> usize {
        self.cells.get(column).map_or(0, Vec::len)
    }

    /// The lines that decide, each from its smallest square, sorted.
    pub fn lines(&self) -> Vec<Vec<String>> {
        let mut all: Vec<Vec<(i32, i32)>> = match self.end {
            End::Unfinished | End::Full => Vec::new(),
            End::Line(side) => self.lines_of(side),
            End::Equalized => self.lines_of(0).into_iter().chain(self.lines_of(1)).collect(),
        };
        all.sort();
        let name = |(column, row): (i32, i32)| format!("{}{}", char::from(b'a' + column as u8), row + 1);
        all.into_iter().map(|line| line.into_iter().map(name).collect()).collect()
    }

    fn at(&self, column: i32, row: i32) -> Option<u8> {
        let column = self.cells.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(row).ok()?).copied()
    }

    fn is_full(&self) -> bool {
        self.cells.iter().all(|column| column.len() == self.rows)
    }

    fn has_line(&self, side: u8) -> bool {
        !self.lines_of(side).is_empty()
    }

    fn lines_of(&self, side: u8) -> Vec<Vec<(i32, i32)>> {
        let mut lines = Vec::new();
        for column in 0..self.columns as i32 {
            for row in 0..self.height(column as usize) as i32 {
                for (dx, dy) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let is = |step: i32| self.at(column + step * dx, row + step * dy) == Some(side);
                    if is(-1) || !(0..4).all(is) {
                        continue;
                    }
                    let length = (4..).find(|step| !is(*step)).unwrap_or(4);
                    lines.push((0..length).map(|step| (column + step * dx, row + step * dy)).collect());
                }
            }
        }
        lines
    }
}
