//! How boards are drawn: one look for all records of a game, variant, size and number of sides.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::{Map, Value, json};

use super::colours;
use crate::board::column_letter;
use crate::diagram::Figure;
use crate::diagram::svg::{COORDINATE, ground, pieces, view};
use crate::engine::Setting;
use crate::game::{GameInfo, SideInfo};
use crate::scene::{Cell, Ground, Paint, Scene, Shape, Sign};

/// A board without its pieces, and what each piece looks like.
#[derive(Debug, Clone)]
pub(super) struct Look {
    info: &'static GameInfo,
    variant: &'static str,
    sides: &'static [SideInfo],
    /// The empty board.
    scene: Scene,
    /// Pieces by what position strings write for them.
    pieces: BTreeMap<String, Cell>,
}

impl Look {
    /// The look of a board on which there are `pieces`.
    pub(super) fn new(setting: &Setting, mut scene: Scene, pieces: &BTreeMap<String, Cell>) -> Look {
        for cell in &mut scene.cells {
            *cell = Cell { base: cell.base, ..Cell::default() };
        }
        let rules = &setting.rules;
        Look { info: setting.info(), variant: rules.variant, sides: rules.sides, scene, pieces: pieces.clone() }
    }

    /// Its name in records.
    pub(super) fn key(&self) -> String {
        let sides: String = self.sides.iter().map(|side| side.letter).collect();
        format!("{} {} {} {sides}", self.info.id, self.variant, self.scene.size)
    }

    /// Whether it has every piece of another look of the same name.
    pub(super) fn covers(&self, other: &Look) -> bool {
        other.pieces.keys().all(|code| self.pieces.contains_key(code))
    }

    /// Adds the pieces that other records of the same look have.
    pub(super) fn merge(&mut self, other: &Look) {
        for (code, cell) in &other.pieces {
            if !self.pieces.contains_key(code) {
                self.pieces.insert(code.clone(), *cell);
            }
        }
    }

    /// What the script needs; `number` distinguishes the drawings of this look from those of others.
    pub(super) fn data(&self, number: usize) -> Value {
        let size = self.scene.size;
        let sides: Vec<_> = self.sides.iter().map(|side| json!([side.name, side.letter.to_string()])).collect();
        let columns: Vec<_> = (0..size.columns).map(|column| column_letter(column).to_string()).collect();
        let mut pieces = Map::new();
        for (index, (code, cell)) in self.pieces.iter().enumerate() {
            pieces.insert(
                code.clone(),
                json!([format!("l{number}p{index}"), self.spoken(cell), cell.piece.map(|(side, _)| side.0)]),
            );
        }
        let title = match self.variant {
            "standard" => format!("{} {size}", self.info.name),
            variant if variant.contains(&size.to_string()) => format!("{} {variant}", self.info.name),
            variant => format!("{}, {variant}, {size}", self.info.name),
        };
        let mut flipped = self.scene.clone();
        flipped.flip();
        let ground = match self.scene.ground {
            Ground::Points => "points",
            Ground::Frame => "frame",
            Ground::Chutes => "chutes",
            Ground::Squares | Ground::Checkered => "squares",
        };
        let turned = [flipped.columns != self.scene.columns, flipped.labels != self.scene.labels];
        json!({
            "board": number, "title": title, "sides": sides, "columns": columns, "rows": self.scene.labels,
            "pieces": pieces, "cell": 40, "corner": [20, 20], "turned": turned,
            "ground": ground,
        })
    }

    /// What a piece is called.
    fn spoken(&self, cell: &Cell) -> String {
        let side = cell.piece.and_then(|(side, _)| self.sides.get(side.index()));
        let name = side.map_or("", |side| side.name);
        let kind = match (cell.sign, cell.shape) {
            (Sign::Number(number), _) => format!(" {number}"),
            (Sign::Mark, _) => " marked".to_owned(),
            (Sign::Plain, Shape::Pawn) => " pawn".to_owned(),
            (Sign::Plain, Shape::Rook) => " rook".to_owned(),
            (Sign::Plain, Shape::Bonus) => " bonus".to_owned(),
            (Sign::Plain, Shape::Disc) => String::new(),
        };
        // Where a side has pieces of two colours, the colour tells them apart.
        let colour = if self.pieces.values().any(|other| {
            other.piece.map(|(side, _)| side) == cell.piece.map(|(side, _)| side) && other.paint != cell.paint
        }) {
            match cell.paint {
                Paint::White => " white",
                Paint::Black => " black",
                Paint::Red => " red",
                Paint::Blue => " blue",
                Paint::Green => " green",
                Paint::Azure => " azure",
            }
        } else {
            ""
        };
        format!("{name}{colour}{kind}")
    }

    /// The board and its pieces as SVG, as the first side sees it or turned round.
    pub(super) fn drawing(&self, number: usize, flipped: bool, out: &mut String) {
        let mut scene = self.scene.clone();
        if flipped {
            scene.flip();
        }
        let figure = Figure::of(scene);
        let (view, scene) = (view(&figure, Some(COORDINATE)), &figure.scene);
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "<svg viewBox=\"{} {} {} {}\" class=\"diagram\"><defs>",
            view.x, view.y, view.width, view.height
        );
        for (index, cell) in self.pieces.values().enumerate() {
            let _ = write!(out, "<g id=\"l{number}p{index}\">");
            pieces::alone(cell, scene, &colours::PAGE, out);
            out.push_str("</g>");
        }
        out.push_str("</defs>");
        ground::draw(scene, &colours::PAGE, Some(COORDINATE), out);
        out.push_str("<g class=\"lines\"></g><g class=\"pieces\"></g><g class=\"marks\"></g></svg>");
    }
}
