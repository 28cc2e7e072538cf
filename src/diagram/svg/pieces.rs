//! What stands on the board.

use std::fmt::Write;

use super::SQUARE;
use crate::diagram::theme::Theme;
use crate::scene::{Cell, Ground, Paint, Scene, Shape, Sign};

/// The height of the smallest numbers on pieces.
pub(super) const NUMBER: f64 = 13.0;

/// What pieces of one look have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Kind {
    shape: Shape,
    paint: Paint,
    /// Whether it is filled, if sides differ by form.
    solid: bool,
    /// Whether it is angular there.
    second: bool,
    /// Whether it nearly touches its neighbours, as pieces on points do; on squares the board is seen around it.
    broad: bool,
}

impl Kind {
    fn of(cell: &Cell, scene: &Scene) -> Option<Kind> {
        cell.piece?;
        let broad = scene.ground == Ground::Points;
        Some(Kind { shape: cell.shape, paint: cell.paint, solid: scene.is_solid(cell), second: cell.second, broad })
    }
}

/// Draws every piece, grouped by look.
pub(super) fn draw(scene: &Scene, theme: &Theme, out: &mut String) {
    let columns = i32::from(scene.size.columns);
    let mut kinds: Vec<Kind> = Vec::new();
    for kind in scene.cells.iter().filter_map(|cell| Kind::of(cell, scene)) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    let letters = scene.letters || scene.letters_in_print;
    for kind in kinds {
        open(kind, theme, out);
        let mut written = String::new();
        for (index, cell) in (0..).zip(&scene.cells) {
            if Kind::of(cell, scene) == Some(kind) {
                let (x, y) = (index % columns * SQUARE + SQUARE / 2, index / columns * SQUARE + SQUARE / 2);
                shape(kind, theme, x, y, out);
                sign(cell, letters, (kind, theme), (x, y), &mut written);
            }
        }
        out.push_str("</g>\n");
        close(kind, theme, &written, out);
    }
}

/// Draws one piece around 0,0.
pub(crate) fn alone(cell: &Cell, scene: &Scene, theme: &Theme, out: &mut String) {
    let Some(kind) = Kind::of(cell, scene) else { return };
    open(kind, theme, out);
    shape(kind, theme, 0, 0, out);
    let mut written = String::new();
    sign(cell, scene.letters || scene.letters_in_print, (kind, theme), (0, 0), &mut written);
    out.push_str("</g>");
    close(kind, theme, &written, out);
}

fn open(kind: Kind, theme: &Theme, out: &mut String) {
    let [fill, edge, _] = theme.piece(kind.paint, kind.solid);
    // A black edge would make a black piece of wood one blot, so the edge gets the colour of its text.
    let edge = match kind.shape {
        Shape::Pawn | Shape::Rook if kind.solid => theme.piece(kind.paint, kind.solid)[2],
        _ => edge,
    };
    let width = if kind.broad { "1.2" } else { "1.75" };
    let _ = write!(out, "<g fill=\"{fill}\" stroke=\"{edge}\" stroke-width=\"{width}\">");
}

fn shape(kind: Kind, theme: &Theme, x: i32, y: i32, out: &mut String) {
    let _ = match kind.shape {
        Shape::Disc | Shape::Bonus if theme.forms && kind.second => {
            write!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"27\" height=\"27\" rx=\"2\"/>",
                f64::from(x) - 13.5,
                f64::from(y) - 13.5
            )
        }
        // With its edge it fills 94 % of the distance between two points.
        Shape::Disc | Shape::Bonus if kind.broad => write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"18.2\"/>"),
        Shape::Disc | Shape::Bonus => write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"15\"/>"),
        Shape::Pawn => {
            write!(
                out,
                "<path d=\"M{x} {y}m-11 16h22v-6c-4-1-7-6-7-10h3.5v-3.5h-3.2a7 7 0 1 0-8.6 0h-3.2v3.5h3.5c0 4-3 9-7 10z\"/>"
            )
        }
        Shape::Rook => write!(
            out,
            "<path d=\"M{x} {y}m-13 16h26v-6h-3l-1.5-13h3.5v-11h-5.5v4h-3.8v-4h-5.4v4h-3.8v-4h-5.5v11h3.5l-1.5 13h-3z\"/>"
        ),
    };
}

/// The sign on a piece: the number of its ply or its own, a letter, a star.
fn sign(cell: &Cell, letters: bool, look: (Kind, &Theme), (x, y): (i32, i32), out: &mut String) {
    let (kind, theme) = look;
    let disc = matches!(kind.shape, Shape::Disc | Shape::Bonus);
    let number = |number: u32, out: &mut String| {
        let size = if number > 99 { 13 } else { 17 };
        let _ = write!(
            out,
            "<text x=\"{x}\" y=\"{}\" font-size=\"{size}\">{number}</text>",
            y + if size == 13 { 5 } else { 6 }
        );
    };
    match (cell.number, cell.sign) {
        (Some(ply), _) => number(ply, out),
        (None, Sign::Number(own)) => number(own.into(), out),
        (None, Sign::Mark) => star(x, y, out),
        (None, Sign::Plain) if kind.shape == Shape::Bonus => star(x, y, out),
        (None, Sign::Plain) if letters && disc && theme.forms => {
            let letter = cell.piece.map_or(' ', |(_, letter)| letter);
            let _ = write!(out, "<text x=\"{x}\" y=\"{}\" font-size=\"17\">{letter}</text>", y + 6);
        }
        (None, Sign::Plain) => {}
    }
}

fn star(x: i32, y: i32, out: &mut String) {
    let _ = write!(
        out,
        "<path d=\"M{x} {}l2.600 5.400 6 .8-4.300 4.200 1 6-5.300-2.800-5.300 2.800 1-6-4.300-4.200 6-.8z\"/>",
        y - 9
    );
}

fn close(kind: Kind, theme: &Theme, written: &str, out: &mut String) {
    if written.is_empty() {
        return;
    }
    let ink = theme.piece(kind.paint, kind.solid)[2];
    let _ = writeln!(out, "<g fill=\"{ink}\" text-anchor=\"middle\" font-weight=\"bold\">{written}</g>");
}
