//! The rules of Forza 4, and what is said of plies that break them.

use super::{Forza4, Made, Ply, table};
use crate::board::word::Word;
use crate::board::{DIRECTIONS, Lines, Square, column_letter, in_words, run, squares};
use crate::codes::{AFTER_END, PASS_NOT_ALLOWED, rules};
use crate::diagnostic::{Rule, Severity, Text};
use crate::game::{Game, Outcome, Overlook, Side, Strict};

rules! {
    /// A column or square that the board lacks.
    OFF_BOARD = Error "off-board" Some("F4-2"), "the board has no such column or square",
        "The ply names a column or a square outside the board. Perhaps the tag `Board` is missing, or the columns are counted from another side.",
        "1. c, e; 2. h";
    /// The column is full.
    COLUMN_FULL = Error "column-full" Some("F4-2"), "the column is full",
        "A piece falls to the lowest empty square of its column. This column has none.",
        "[Game \"forza4\"]\n[Board \"5x4\"]\n\n1. c, c; 2. c, c; 3. c";
    /// The square named is not the one where the piece lands.
    WRONG_SQUARE = Error "wrong-square" Some("F4-6"), "the piece does not land on this square",
        "In coordinate notation the square must be the one where the piece lands: the lowest empty square of its column. A filled square is as wrong as one that floats; where the whole column is full, that is said instead.",
        "[Game \"forza4\"]\n[Notation \"squares\"]\n\n1. c1, e1; 2. c3";
}

/// Carries out a ply. Order of defects: `after-end`, `pass-not-allowed`; `off-board`, `column-full`, `wrong-square`.
#[inline]
pub(super) fn apply<W: Word, O: Overlook>(
    position: &mut Forza4<W>,
    ply: Ply,
    overlook: &mut O,
) -> Result<(), &'static Rule> {
    let void = position.outcome.is_end();
    if void && !overlook.overlooks(&AFTER_END) {
        return Err(&AFTER_END);
    }
    match ply {
        Ply::Pass => {
            if !overlook.overlooks(&PASS_NOT_ALLOWED) {
                return Err(&PASS_NOT_ALLOWED);
            }
            position.void_end(void);
            if position.reply {
                // Where the reply is due, a pass is the reply (C-6): it makes no line.
                position.reply = false;
                position.outcome = Outcome::Win { winner: position.beginner, reason: "line" };
            }
        }
        Ply::Drop { column, row } => {
            if column >= position.size.columns
                || row.is_some_and(|row| !(0..i16::from(position.size.rows)).contains(&row))
            {
                return Err(&OFF_BOARD);
            }
            let height = position.heights[usize::from(column)];
            if height == position.size.rows {
                return Err(&COLUMN_FULL);
            }
            if row.is_some_and(|row| row != i16::from(height)) {
                return Err(&WRONG_SQUARE);
            }
            position.void_end(void);
            let (square, side) = (Square::new(column, height), position.turn);
            position.put(square, side);
            position.settle(square, side);
        }
    }
    position.turn = position.turn.next(2);
    Ok(())
}

/// Whether a line of four or more stands anywhere among the pieces of a side, on a board of `rows` rows.
#[inline(always)]
pub(super) fn has_line<W: Word>(pieces: W, rows: u32) -> bool {
    pieces.has_four(1) || pieces.has_four(rows) || pieces.has_four(rows + 1) || pieces.has_four(rows + 2)
}

impl<W: Word> Forza4<W> {
    /// Forgets an end that was overlooked: it never counts again (C-6).
    fn void_end(&mut self, void: bool) {
        if void {
            self.outcome = Outcome::Unfinished;
            self.made = [Made::Nowhere; 2];
        }
    }

    /// Whether a line of four or more of `side` runs through `square` (F4-4).
    #[inline(always)]
    pub(super) fn makes_line(&self, square: Square, side: Side) -> bool {
        let (bit, up) = (self.bit(square), u32::from(self.size.rows) + 1);
        let pieces = self.pieces[side.index()];
        pieces.four_through(bit, 1)
            || pieces.four_through(bit, up)
            || pieces.four_through(bit, up + 1)
            || pieces.four_through(bit, up - 1)
    }

    pub(super) fn is_full(&self) -> bool {
        u32::from(self.filled) == self.size.squares()
    }

    /// What the piece that `side` has just put on `square` has brought about.
    #[inline(always)]
    pub(super) fn settle(&mut self, square: Square, side: Side) {
        let line = self.makes_line(square, side);
        if line {
            self.made[side.index()] = Made::At(square);
        }
        if !line && !self.reply {
            if self.is_full() {
                self.outcome = Outcome::Draw { reason: "board-full" };
            }
            return;
        }
        let win = |winner| Outcome::Win { winner, reason: "line" };
        if self.reply {
            self.reply = false;
            self.outcome = if line { Outcome::Draw { reason: "equalized" } } else { win(self.beginner) };
        } else if self.equalizer && side == self.beginner && !self.is_full() {
            self.reply = true;
        } else {
            self.outcome = win(side);
        }
    }
}

/// The lines that decide the outcome, each whole.
pub(super) fn lines<W: Word>(position: &Forza4<W>) -> Lines {
    let mut lines = Lines::default();
    let decides = |side: Side| match position.outcome {
        Outcome::Win { winner, .. } => winner == side,
        Outcome::Draw { reason } => reason == "equalized",
        Outcome::Unfinished => false,
    };
    for side in [Side(0), Side(1)].into_iter().filter(|side| decides(*side)) {
        let mut through = |square: Square| {
            for direction in DIRECTIONS {
                let line = run(position.size, square, direction, |square| position.at(square) == Some(side));
                if line.len() >= 4 {
                    lines.add(line);
                }
            }
        };
        match position.made[side.index()] {
            Made::Nowhere => {}
            Made::At(square) => through(square),
            Made::Before => {
                squares(position.size).filter(|square| position.at(*square) == Some(side)).for_each(through);
            }
        }
    }
    lines
}

/// Why `ply` breaks `rule` here, and what would have been legal.
pub(super) fn explain<W: Word>(position: &Forza4<W>, rule: &'static Rule, ply: Ply) -> Text {
    let (column, row) = match ply {
        Ply::Drop { column, row } => (column, row),
        Ply::Pass if rule == &PASS_NOT_ALLOWED => {
            let side = table::SIDES[position.turn.index()].name;
            return Text::new(format!("nobody may pass in Forza 4, and {side} is to move"))
                .help(legal_columns(position));
        }
        Ply::Pass => (0, None),
    };
    let letter = column_letter(column);
    if rule == &AFTER_END {
        let end = match position.outcome {
            Outcome::Win { winner, .. } => format!("{} had won", table::SIDES[winner.index()].name),
            _ => "it was a draw".to_owned(),
        };
        let lines: Vec<_> = lines(position).0.iter().map(|line| spelt(line)).collect();
        let by = if lines.is_empty() { String::new() } else { format!(" with {}", lines.join(" and ")) };
        return Text::new(format!("the game is over: {end}{by}"))
            .help("if both players overlooked the end, mark this ply with {[%stands]}");
    }
    if rule == &OFF_BOARD {
        let size = position.size;
        let what = match row {
            Some(row) if column < size.columns => {
                if row < 0 {
                    "the square lies below the board".to_owned()
                } else {
                    format!("the board has no row {}", i32::from(row) + 1)
                }
            }
            _ => format!("the board has no column {letter}"),
        };
        let last = column_letter(size.columns - 1);
        return Text::new(format!("{what}: it is {size}, columns a to {last}, rows 1 to {}", size.rows))
            .help(legal_columns(position));
    }
    if rule == &COLUMN_FULL {
        let pieces = in_words(u32::from(position.size.rows));
        return Text::new(format!("{letter} is full: {pieces} pieces stand in it")).help(legal_columns(position));
    }
    // What is left is `wrong-square`.
    let landing = position.free(column).map_or(String::new(), |square| square.to_string());
    let named = format!("{letter}{}", i32::from(row.unwrap_or(0)) + 1);
    let height = position.heights[usize::from(column)];
    let why = match row {
        Some(row) if row < i16::from(height) => format!("{named} is filled"),
        _ => format!("a piece cannot stand on {named}: the square below it is empty"),
    };
    Text::new(why).help(format!("a piece played in column {letter} lands on {landing}"))
}

/// The two ends of a line: `d1-g4`.
fn spelt(line: &[Square]) -> String {
    match (line.first(), line.last()) {
        (Some(first), Some(last)) => format!("{first}-{last}"),
        _ => String::new(),
    }
}

/// The columns that take a piece here.
fn legal_columns<W: Word>(position: &Forza4<W>) -> String {
    let mut columns = Vec::new();
    position.candidates(&mut |ply| {
        if let Ply::Drop { column, .. } = ply
            && position.clone().apply(ply, &mut Strict).is_ok()
        {
            columns.push(column_letter(column).to_string());
        }
    });
    format!("legal columns here: {}", columns.join(", "))
}
