//! How boards are drawn: one look for all records of a game, variant, size and number of sides.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::board::{Size, column_letter};
use crate::diagram::{Scene, Sign};
use crate::game::{GameInfo, Side, SideInfo};
use crate::settings::Setting;

/// The width of a square in the drawing's units.
const CELL: u32 = 40;
/// The room for coordinates.
const MARGIN: u32 = 24;

/// What tells a piece from others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) side: Side,
    pub(super) letter: char,
    pub(super) sign: Sign,
}

/// What position strings write for a piece: `W`, `W(12)`, `W!`.
pub(super) fn code(letter: char, sign: Sign) -> String {
    match sign {
        Sign::Plain => letter.to_string(),
        Sign::Number(number) => format!("{letter}({number})"),
        Sign::Mark => format!("{letter}!"),
    }
}

/// A board without its pieces, and what each piece looks like.
#[derive(Debug, Clone)]
pub(super) struct Look {
    info: &'static GameInfo,
    variant: &'static str,
    size: Size,
    sides: &'static [SideInfo],
    labels: Vec<u8>,
    pieces: BTreeMap<String, Piece>,
}

impl Look {
    pub(super) fn new(setting: &Setting, board: &Scene, pieces: &BTreeMap<String, Piece>) -> Look {
        Look {
            info: setting.info(),
            variant: setting.rules.variant,
            size: board.size,
            sides: setting.rules.sides,
            labels: board.labels.clone(),
            pieces: pieces.clone(),
        }
    }

    /// What records call it.
    pub(super) fn key(&self) -> String {
        format!("{} {} {} {}", self.info.id, self.variant, self.size, self.sides.len())
    }

    /// Adds the pieces that other records of the same look have.
    pub(super) fn merge(&mut self, other: Look) {
        self.pieces.extend(other.pieces);
    }

    /// What the script has to know; `number` tells the look's drawings from those of others.
    pub(super) fn data(&self, number: usize) -> Value {
        let sides: Vec<_> = self.sides.iter().map(|side| json!([side.name, side.letter.to_string()])).collect();
        let columns: Vec<_> = (0..self.size.columns).map(|column| column_letter(column).to_string()).collect();
        let mut pieces = serde_json::Map::new();
        for (index, (code, piece)) in self.pieces.iter().enumerate() {
            pieces.insert(code.clone(), json!([format!("l{number}p{index}"), self.spoken(piece)]));
        }
        let title = match self.variant {
            "standard" => format!("{} {}", self.info.name, self.size),
            variant => format!("{} {variant} {}", self.info.name, self.size),
        };
        let corner = MARGIN + CELL / 2;
        json!({
            "board": number, "title": title, "sides": sides, "columns": columns, "rows": self.labels, "pieces": pieces,
            "cell": CELL, "corner": [corner, corner], "flipped": [corner, corner],
        })
    }

    /// What a piece is called.
    fn spoken(&self, piece: &Piece) -> String {
        let side = self.sides.get(piece.side.index()).map_or("", |side| side.name);
        match piece.sign {
            Sign::Number(number) => format!("{side} {number}"),
            Sign::Mark => format!("{side}, marked"),
            Sign::Plain if self.sides.iter().any(|other| other.letter == piece.letter) => side.to_owned(),
            Sign::Plain => format!("{side} {}", piece.letter),
        }
    }

    /// The board and its pieces as SVG, as the first side sees it or turned round.
    pub(super) fn drawing(&self, number: usize, flipped: bool, out: &mut String) {
        let (columns, rows) = (u32::from(self.size.columns), u32::from(self.size.rows));
        let (width, height) = (2 * MARGIN + columns * CELL, 2 * MARGIN + rows * CELL);
        // Writing to a string cannot fail.
        let _ = write!(out, "<svg viewBox=\"0 0 {width} {height}\" class=\"diagram\"><defs>");
        for (index, (_, piece)) in self.pieces.iter().enumerate() {
            let side = self.sides.get(piece.side.index()).map_or("", |side| side.name).to_lowercase();
            let _ = write!(out, "<g id=\"l{number}p{index}\" class=\"piece {side}\"><circle r=\"16\"/>");
            if let Sign::Number(number) = piece.sign {
                let _ = write!(out, "<text dy=\"0.35em\">{number}</text>");
            } else if !self.sides.iter().any(|side| side.letter == piece.letter) {
                let _ = write!(out, "<text dy=\"0.35em\">{}</text>", piece.letter);
            }
            let _ = write!(out, "</g>");
        }
        let _ = write!(
            out,
            "</defs><rect class=\"ground\" x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{}\" height=\"{}\"/><g class=\"grid\">",
            columns * CELL,
            rows * CELL
        );
        for column in 0..=columns {
            let x = MARGIN + column * CELL;
            let _ = write!(out, "<path d=\"M{x} {MARGIN}V{}\"/>", MARGIN + rows * CELL);
        }
        for row in 0..=rows {
            let y = MARGIN + row * CELL;
            let _ = write!(out, "<path d=\"M{MARGIN} {y}H{}\"/>", MARGIN + columns * CELL);
        }
        let _ = write!(out, "</g><g class=\"labels\">");
        for index in 0..columns {
            let column = if flipped { columns - 1 - index } else { index };
            let (x, y) = (MARGIN + index * CELL + CELL / 2, MARGIN + rows * CELL + 17);
            let _ = write!(out, "<text x=\"{x}\" y=\"{y}\">{}</text>", column_letter(column as u8));
        }
        for (index, label) in self.labels.iter().enumerate() {
            let row = if flipped { rows - 1 - index as u32 } else { index as u32 };
            let y = MARGIN + row * CELL + CELL / 2 + 5;
            let _ = write!(out, "<text x=\"{}\" y=\"{y}\">{label}</text>", MARGIN / 2);
        }
        let _ = write!(out, "</g><g class=\"pieces\"></g><g class=\"marks\"></g></svg>");
    }
}
