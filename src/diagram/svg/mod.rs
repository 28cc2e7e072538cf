//! Draws figures as SVG, small and readable by hand: the top left square of the board begins at 0,0 and a square is 40
//! wide, so that the middle of column c, row r of the picture is 40c+20, 40r+20.
//!
//! - `ground` draws the empty board and its coordinates, `pieces` what stands on it, `marks` the marks of plies;
//! - `shares` draws how often squares were chosen;
//! - `sheet` puts several figures on one page.

pub(crate) mod ground;
mod marks;
pub(crate) mod pieces;
mod shares;
pub mod sheet;

use std::fmt::Write;

use super::Figure;
use super::theme::Theme;
use crate::scene::Ground;
pub use shares::{Share, draw_shares};

/// How wide a square is.
const SQUARE: i32 = 40;

/// How a figure is drawn.
#[derive(Debug, Clone, Copy)]
pub struct Style<'t> {
    /// The colours.
    pub theme: &'t Theme,
    /// The width of the picture in pixels; by default a square is 40 wide.
    pub width: Option<u32>,
}

/// A part of the plane: left, top, width, height.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct View {
    /// The left border.
    pub(crate) x: i32,
    /// The upper border.
    pub(crate) y: i32,
    /// From left to right.
    pub(crate) width: i32,
    /// From top to bottom.
    pub(crate) height: i32,
}

/// Draws a figure as an SVG document.
pub fn draw(figure: &Figure, style: Style<'_>) -> String {
    let view = view(figure);
    let mut out = String::with_capacity(8192);
    open(&mut out, view, style.width, &figure.title, &figure.description);
    paper(&mut out, view, style.theme);
    body(figure, style.theme, &mut out);
    out.push_str("</svg>\n");
    out
}

/// The part of the plane that a figure fills.
pub(crate) fn view(figure: &Figure) -> View {
    let scene = &figure.scene;
    let (columns, rows) = (i32::from(scene.size.columns), i32::from(scene.size.rows));
    let digits = if rows > 9 { 8 } else { 0 };
    // A frame stands out over its squares, and above chutes the pieces that are to enter are told.
    let (side, above, below) = match scene.ground {
        Ground::Frame => (10, 10, 20),
        Ground::Chutes => (4, 22, 4),
        _ => (4, 4, 4),
    };
    let upside_down = scene.ground == Ground::Chutes && scene.labels.first() != Some(&1);
    let (above, below) = if upside_down { (below, above) } else { (above, below) };
    // An illegal ply may lead beyond the border.
    let beyond = |outside: bool, usual: i32| if outside { usual.max(SQUARE) } else { usual };
    let places: Vec<_> = figure
        .refused
        .ways
        .iter()
        .flatten()
        .map(|square| scene.place(*square))
        .filter(|at| marks::is_near(*at, scene))
        .collect();
    let above = beyond(places.iter().any(|at| at.1 < 0), above);
    let right = beyond(places.iter().any(|at| at.0 >= columns), side + 4);
    let left = beyond(places.iter().any(|at| at.0 < 0), side + 20 + digits);
    let cards = if figure.last.cards.is_empty() && figure.refused.cards.is_empty() { 0 } else { marks::CARDS };
    View {
        x: -left,
        y: -above - 4,
        width: left + columns * SQUARE + right + cards,
        height: above + 4 + rows * SQUARE + below + 22,
    }
}

/// Writes what a figure shows, without the document around it.
pub(crate) fn body(figure: &Figure, theme: &Theme, out: &mut String) {
    let scene = &figure.scene;
    ground::draw(scene, theme, out);
    marks::under(figure, theme, out);
    pieces::draw(scene, theme, out);
    marks::over(figure, theme, out);
}

/// Begins a document with a title and a description for those who do not see it.
fn open(out: &mut String, view: View, width: Option<u32>, title: &str, description: &str) {
    let (wide, high) = (f64::from(view.width), f64::from(view.height));
    let width = width.map_or(wide, f64::from);
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" width=\"{width}\" height=\"{}\" role=\"img\" font-family=\"sans-serif\">\n<title>",
        view.x,
        view.y,
        view.width,
        view.height,
        (width * high / wide).round(),
    );
    text(title, out);
    out.push_str("</title>\n<desc>");
    text(description, out);
    out.push_str("</desc>\n");
}

fn paper(out: &mut String, view: View, theme: &Theme) {
    let View { x, y, width, height } = view;
    let _ = writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{}\"/>", theme.paper);
}

/// Writes text as data, for SVG and HTML alike: nothing in it is markup. What XML cannot hold is left out.
pub(crate) fn text(text: &str, out: &mut String) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(letter),
            '\u{fffe}' | '\u{ffff}' => {}
            letter if letter.is_control() => {}
            letter => out.push(letter),
        }
    }
}

/// The middle of a place.
fn middle(place: (i32, i32)) -> (i32, i32) {
    (place.0 * SQUARE + SQUARE / 2, place.1 * SQUARE + SQUARE / 2)
}
