//! A drawing of a position as data. Writers turn it into text, SVG or PNG.
//!
//! A game describes its position ([`Scene`]) and what a ply did there ([`Effect`]); a [`Figure`] adds titles and
//! remarks. `text` spells scenes in letters, `svg` draws pictures, `png` turns these into pixels, `gif` into moving
//! pictures, and `pdf` puts them on paper.

#[cfg(feature = "pictures")]
mod font;
#[cfg(feature = "pictures")]
pub mod gif;
#[cfg(feature = "pictures")]
pub mod pdf;
#[cfg(feature = "pictures")]
pub mod png;
pub mod svg;
pub mod text;
pub mod theme;

use std::cmp::Ordering;

use crate::board::{DecidingLines, Square};
use crate::game::Position;
use crate::scene::{Effect, Scene};

/// A scene with its title, its description and its marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    /// The position.
    pub scene: Scene,
    /// What it is, in a line.
    pub title: String,
    /// A description of the picture, for people who do not see it.
    pub description: String,
    /// What the ply that led here did.
    pub last: Effect,
    /// What an illegal ply tried to do here.
    pub refused: Effect,
    /// Whether the ply that led here was illegal, but stood.
    pub stood: bool,
    /// The lines that decide the game or have just scored.
    pub lines: DecidingLines,
    /// The lines that make the illegal ply illegal: a double three's threes.
    pub offending: DecidingLines,
}

impl Figure {
    /// A position without anything beside it.
    pub fn of(scene: Scene) -> Figure {
        Figure {
            scene,
            title: String::new(),
            description: String::new(),
            last: Effect::default(),
            refused: Effect::default(),
            stood: false,
            lines: DecidingLines::default(),
            offending: DecidingLines::default(),
        }
    }
}

/// The lines to mark in a position: those that decide it, and those that the last ply has scored.
pub(crate) fn lines_of(position: &dyn Position) -> DecidingLines {
    let mut lines = position.lines();
    position.scored().into_iter().for_each(|ends| lines.add(between(ends)));
    lines
}

/// The squares from one end of a line to the other.
fn between((first, last): (Square, Square)) -> Vec<Square> {
    let along = |from: u8, to: u8, step: u8| match from.cmp(&to) {
        Ordering::Less => from + step,
        Ordering::Equal => from,
        Ordering::Greater => from - step,
    };
    let steps = first.column.abs_diff(last.column).max(first.row.abs_diff(last.row));
    let square = |step| Square::new(along(first.column, last.column, step), along(first.row, last.row, step));
    (0..=steps).map(square).collect()
}
