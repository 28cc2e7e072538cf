//! Draws figures as SVG, small and readable by hand: the top left square of the board begins at 0,0 and a square is 40
//! wide, so that the middle of column c, row r of the picture is 40c+20, 40r+20.
//!
//! - `ground` draws the empty board and its coordinates, `pieces` what stands on it, `marks` the marks of plies;
//! - `shares` draws how often squares were chosen;
//! - `sheet` puts several figures on one page.

pub(crate) mod ground;
mod letters;
mod marks;
pub(crate) mod pieces;
mod shares;
pub mod sheet;

use std::fmt::Write;

use super::Figure;
use super::theme::Theme;
use crate::scene::Ground;
use crate::xml;
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
    /// How many pixels show one of these: 2 on a fine screen, or in a picture drawn twice as large.
    pub scale: f64,
    /// Whether coordinates stand around the board; if they could not be read, they are left out all the same.
    pub coordinates: bool,
    /// What stands above the board.
    pub heading: Option<&'t str>,
}

impl<'t> Style<'t> {
    /// A picture in these colours, 40 pixels to a square, with coordinates and without a heading.
    pub const fn new(theme: &'t Theme) -> Style<'t> {
        Style { theme, width: None, scale: 1.0, coordinates: true, heading: None }
    }

    /// Which letters are legible in a drawing that is `wide` units wide. `letter` is the height of coordinates, in units.
    fn detail(&self, wide: i32, letter: i32) -> Detail {
        let scale = self.scale * self.width.map_or(1.0, |width| f64::from(width) / f64::from(wide));
        Detail {
            coordinates: (self.coordinates && f64::from(letter) * scale >= LEGIBLE).then_some(letter),
            numbers: pieces::NUMBER * scale >= LEGIBLE,
        }
    }
}

impl Style<'_> {
    /// The width that makes numbers legible in a drawing `wide` units wide; `None` if they are legible already.
    fn width_for_numbers(&self, wide: i32) -> Option<u32> {
        let least = (f64::from(wide) * LEGIBLE / pieces::NUMBER / self.scale).ceil() as u32;
        (!self.detail(wide, COORDINATE).numbers).then_some(least)
    }
}

/// The height of coordinates in a single picture.
pub(crate) const COORDINATE: i32 = 15;
/// The fewest pixels that a letter needs: smaller ones are dust.
const LEGIBLE: f64 = 7.0;

/// What a picture says in letters.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Detail {
    /// The height of the coordinates, if there are any.
    pub(crate) coordinates: Option<i32>,
    pub(crate) numbers: bool,
}

impl Detail {
    /// Everything.
    pub(crate) const ALL: Detail = Detail { coordinates: Some(COORDINATE), numbers: true };
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

impl View {
    /// The smallest part that holds both.
    fn with(self, other: View) -> View {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let right = (self.x + self.width).max(other.x + other.width);
        let bottom = (self.y + self.height).max(other.y + other.height);
        View { x, y, width: right - x, height: bottom - y }
    }
}

/// Draws a figure as an SVG document.
pub fn draw(figure: &Figure, style: Style<'_>) -> String {
    draw_all(&[figure], style).pop().unwrap_or_default()
}

/// Draws figures of one board as SVG documents of the same size, even if some have more beside the board.
pub fn draw_all(figures: &[&Figure], style: Style<'_>) -> Vec<String> {
    let whole = |coordinates| figures.iter().map(|figure| view(figure, coordinates)).reduce(View::with);
    let Some(usual) = whole(Some(COORDINATE)) else { return Vec::new() };
    let detail = style.detail(usual.width, COORDINATE);
    let board = whole(detail.coordinates).unwrap_or(usual);
    let letter = (board.width / 20).clamp(14, 40);
    let heading =
        style.heading.map_or_else(Vec::new, |heading| letters::broken(heading, letter * 3 / 5, board.width - 8));
    let above = if heading.is_empty() { 0 } else { letter * (3 + 5 * heading.len() as i32) / 4 };
    let view = View { y: board.y - above, height: board.height + above, ..board };
    let one = |figure: &&Figure| {
        let mut out = String::with_capacity(8192);
        open(&mut out, view, style.width, &figure.title, &figure.description);
        paper(&mut out, view, style.theme);
        for (below, line) in (0..).zip(heading.iter().rev()) {
            let _ = write!(
                out,
                "<text x=\"{}\" y=\"{}\" font-size=\"{letter}\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{}\"",
                board.x + board.width / 2,
                board.y - letter / 2 - below * letter * 5 / 4,
                style.theme.ink
            );
            letters::fitted(line, letter * 3 / 5, board.width - 8, &mut out);
        }
        body(figure, style.theme, detail, &mut out);
        out.push_str("</svg>\n");
        out
    };
    figures.iter().map(one).collect()
}

/// The width that pictures of these figures need before numbers on their pieces can be read, if `style` makes them smaller:
/// then the numbers are left out.
pub fn width_for_numbers(figures: &[&Figure], style: Style<'_>) -> Option<u32> {
    let usual = figures.iter().map(|figure| view(figure, Some(COORDINATE))).reduce(View::with)?;
    style.width_for_numbers(usual.width)
}

/// How much more room than usual coordinates of that height need: to the left of a row's number and below a letter.
fn more(letter: i32, rows: i32) -> (i32, i32) {
    let larger = letter - COORDINATE;
    (if rows > 9 { larger * 6 / 5 } else { larger * 3 / 5 }, larger)
}

/// The part of the plane that a figure fills, with coordinates of that height.
pub(crate) fn view(figure: &Figure, coordinates: Option<i32>) -> View {
    let scene = &figure.scene;
    let (columns, rows) = (i32::from(scene.size.columns), i32::from(scene.size.rows));
    // Numbers stand before the rows, letters below the columns.
    let (before, under) = match (coordinates, rows) {
        (None, _) => (0, 0),
        (Some(letter), 10..) => (24 + more(letter, rows).0, 18 + more(letter, rows).1),
        (Some(letter), _) => (16 + more(letter, rows).0, 18 + more(letter, rows).1),
    };
    let board = ground::board(scene, coordinates);
    // A frame stands out over its squares. Above chutes there is room to name the pieces that are to enter.
    let (side, above, below) = match scene.ground {
        Ground::Frame => (10, 10, 20),
        Ground::Chutes => (4, 22, 4),
        Ground::Points => (4 - board.x, -board.y, board.y + board.height - rows * SQUARE - under),
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
    let (left, right) = match scene.ground {
        Ground::Points => (side, 8),
        _ => (side + 4 + before, side + 4),
    };
    let right = beyond(places.iter().any(|at| at.0 >= columns), right);
    let left = beyond(places.iter().any(|at| at.0 < 0), left);
    let cards = if figure.last.cards.is_empty() && figure.refused.cards.is_empty() { 0 } else { marks::CARDS };
    View {
        x: -left,
        y: -above - 4,
        width: left + columns * SQUARE + right + cards,
        height: above + 4 + rows * SQUARE + below + under + 4,
    }
}

/// Writes what a figure shows, without the document around it.
pub(crate) fn body(figure: &Figure, theme: &Theme, detail: Detail, out: &mut String) {
    if !detail.numbers {
        let mut plain = figure.clone();
        plain.scene.cells.iter_mut().for_each(|cell| *cell = cell.without_number());
        return body(&plain, theme, Detail { numbers: true, ..detail }, out);
    }
    let scene = &figure.scene;
    ground::draw(scene, theme, detail.coordinates, out);
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

/// Writes text as data, for SVG and HTML alike: nothing in it is markup. Characters that XML cannot hold are left out.
pub(crate) fn text(text: &str, out: &mut String) {
    xml::escape(text, None, out);
}

/// The middle of a place.
fn middle(place: (i32, i32)) -> (i32, i32) {
    (place.0 * SQUARE + SQUARE / 2, place.1 * SQUARE + SQUARE / 2)
}
