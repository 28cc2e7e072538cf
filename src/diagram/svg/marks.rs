//! The marks of plies: the last one, an illegal one, lines that decide, cards.

use std::fmt::Write;

use super::{SQUARE, middle};
use crate::board::Square;
use crate::diagram::Figure;
use crate::diagram::theme::Theme;
use crate::scene::{Cell, Ground, PlayingCard, Scene};

/// How wide the place for cards beside the board is.
pub(super) const CARDS: i32 = 64;

/// Whether a place is on the board or right beyond its border.
pub(super) fn is_near((column, row): (i32, i32), scene: &Scene) -> bool {
    (-1..=i32::from(scene.size.columns)).contains(&column) && (-1..=i32::from(scene.size.rows)).contains(&row)
}

/// Draws what lies below pieces and does not hide them: lines that decide, the rings of their pieces, the paths of
/// pieces that jumped over others.
pub(super) fn under(figure: &Figure, theme: &Theme, out: &mut String) {
    let mut path = String::new();
    for line in &figure.lines.0 {
        let (Some(first), Some(last)) = (line.first(), line.last()) else { continue };
        let (from, to) = (middle(figure.scene.place(*first)), middle(figure.scene.place(*last)));
        let _ = write!(path, "M{} {}L{} {}", from.0, from.1, to.0, to.1);
    }
    if !path.is_empty() {
        let layers: &[(f64, &str)] =
            if theme.forms { &[(6.0, theme.line)] } else { &[(9.0, theme.line), (5.5, theme.line_mark)] };
        for (width, colour) in layers {
            let _ = writeln!(out, "<path d=\"{path}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>");
        }
    }
    if has_numbers(&figure.scene) {
        offending_lines(figure, theme, out);
    }
    // Pieces on points would hide the rings around them.
    if figure.scene.ground != Ground::Points {
        rings(&figure.scene, 18, theme, out);
    }
    for (index, way) in figure.last.ways.iter().enumerate().filter(|(_, way)| way.len() > 1) {
        arrow(&places(&figure.scene, way), index > 0, theme, out);
    }
}

/// Draws what lies above pieces.
pub(super) fn over(figure: &Figure, theme: &Theme, out: &mut String) {
    if figure.scene.ground == Ground::Points {
        rings(&figure.scene, 15, theme, out);
    }
    let said: Vec<Square> = figure.last.ways.iter().filter_map(|way| way.last()).copied().collect();
    said.iter().for_each(|square| last(figure, *square, theme, out));
    if !has_numbers(&figure.scene) {
        offending_lines(figure, theme, out);
    }
    offending_squares(figure, theme, out);
    if figure.stood {
        said.iter().for_each(|square| badge(&figure.scene, *square, theme, out));
    }
    for way in &figure.refused.ways {
        let mut middles = places(&figure.scene, way);
        // The place where a piece enters shows a push; elsewhere nothing enters.
        if let (Ground::Chutes, [Square { row: 0, .. }], [(_, y)]) = (figure.scene.ground, &way[..], &mut middles[..]) {
            *y = if *y < SQUARE { -12 } else { *y + 32 };
        }
        refused(&middles, theme, out);
    }
    let cards = if figure.refused.cards.is_empty() { &figure.last.cards } else { &figure.refused.cards };
    cards_beside(&figure.scene, cards, theme, out);
}

/// The middles of squares that can be shown.
fn places(scene: &Scene, way: &[Square]) -> Vec<(i32, i32)> {
    way.iter().map(|square| scene.place(*square)).filter(|place| is_near(*place, scene)).map(middle).collect()
}

/// Whether numbers stand on pieces, which nothing may hide.
fn has_numbers(scene: &Scene) -> bool {
    scene.cells.iter().any(Cell::has_number)
}

/// The lines that make an illegal ply illegal.
fn offending_lines(figure: &Figure, theme: &Theme, out: &mut String) {
    let mut path = String::new();
    for line in &figure.offending.0 {
        for (index, (x, y)) in places(&figure.scene, line).into_iter().enumerate() {
            let _ = write!(path, "{}{x} {y}", if index == 0 { "M" } else { "L" });
        }
    }
    if path.is_empty() {
        return;
    }
    let _ = writeln!(
        out,
        "<g fill=\"none\"><path d=\"{path}\" stroke=\"{}\" stroke-width=\"6\"/><path d=\"{path}\" stroke=\"{}\" \
         stroke-width=\"2.5\"/></g>",
        theme.halo, theme.fault
    );
}

/// A dot on each of their squares, or a ring around its number.
fn offending_squares(figure: &Figure, theme: &Theme, out: &mut String) {
    let scene = &figure.scene;
    let mut squares: Vec<Square> = figure.offending.0.iter().flatten().copied().collect();
    squares.sort_unstable_by_key(|square| (square.row, square.column));
    squares.dedup();
    let (mut dots, mut rings) = (String::new(), String::new());
    for square in squares {
        let place = scene.place(square);
        if !is_near(place, scene) {
            continue;
        }
        let (x, y) = middle(place);
        let is_numbered = scene.index(square).and_then(|index| scene.cells.get(index)).is_some_and(Cell::has_number);
        let (radius, circles) = if is_numbered { ("14.5", &mut rings) } else { ("5", &mut dots) };
        let _ = write!(circles, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>");
    }
    if !dots.is_empty() {
        let (halo, fault) = (theme.halo, theme.fault);
        let _ = writeln!(out, "<g stroke=\"{halo}\" stroke-width=\"2\" fill=\"{fault}\">{dots}</g>");
    }
    if !rings.is_empty() {
        for (width, colour) in [(5.0, theme.halo), (2.5, theme.fault)] {
            let _ = writeln!(out, "<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\">{rings}</g>");
        }
    }
}

/// Rings around the pieces of lines that decide, or on them.
fn rings(scene: &Scene, radius: u8, theme: &Theme, out: &mut String) {
    let columns = i32::from(scene.size.columns);
    let mut circles = String::new();
    // Without colours a ring on a black piece is white.
    let on_black = |cell: &Cell| theme.forms && scene.ground == Ground::Points && scene.is_solid(cell);
    for (index, cell) in (0..).zip(&scene.cells).filter(|(_, cell)| cell.marked) {
        let (x, y) = middle((index % columns, index / columns));
        let white = if on_black(cell) { format!(" stroke=\"{}\"", theme.paper) } else { String::new() };
        let _ = write!(circles, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"{white}/>");
    }
    if circles.is_empty() {
        return;
    }
    if theme.forms {
        let _ = writeln!(out, "<g fill=\"none\" stroke=\"{}\" stroke-width=\"2.5\">{circles}</g>", theme.line_mark);
        return;
    }
    for (width, colour) in [(5.5, theme.line), (3.5, theme.line_mark)] {
        let _ = writeln!(out, "<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\">{circles}</g>");
    }
}

/// Marks the square where the last ply ended, in every game in the same way: by its corners, which every piece leaves free.
fn last(figure: &Figure, square: Square, theme: &Theme, out: &mut String) {
    let scene = &figure.scene;
    let Some(cell) = scene.index(square).and_then(|index| scene.cells.get(index)) else { return };
    // The number of a ply says already which is the last.
    if cell.number.is_some() {
        return;
    }
    let place = scene.place(square);
    let (x, y) = middle(place);
    if scene.ground == Ground::Chutes {
        // The place where a piece enters shows a push.
        let (base, tip) = if place.1 == 0 { (-18, -6) } else { (y + 38, y + 26) };
        let _ = writeln!(out, "<path d=\"M{} {base}h18L{x} {tip}z\" fill=\"{}\"/>", x - 9, theme.ink);
    }
    let corners = format!("M{} {}v-8h8m20 0h8v8m0 20v8h-8m-20 0h-8v-8", x - 18, y - 10);
    // A frame is as dark as the mark.
    let halo = match scene.ground {
        Ground::Frame => format!("<path d=\"{corners}\" stroke=\"{}\" stroke-width=\"6\"/>", theme.halo),
        _ => String::new(),
    };
    let _ = writeln!(
        out,
        "<g fill=\"none\">{halo}<path d=\"{corners}\" stroke=\"{}\" stroke-width=\"3\"/></g>",
        theme.last
    );
}

/// The path of a piece, from its old square to its new one; dashed if the piece was relocated, which the move brought about.
fn arrow(middles: &[(i32, i32)], relocated: bool, theme: &Theme, out: &mut String) {
    let (Some(&first), Some(&[before, last])) = (middles.first(), middles.last_chunk()) else { return };
    let (dx, dy) = (f64::from(last.0 - before.0), f64::from(last.1 - before.1));
    let length = dx.hypot(dy).max(1.0);
    let (dx, dy) = (dx / length, dy / length);
    let from_end = |back: f64, aside: f64| {
        (f64::from(last.0) - dx * back - dy * aside, f64::from(last.1) - dy * back + dx * aside)
    };
    // The tip touches the piece; the line ends inside the head.
    let (tip, left, right, end) = (from_end(16.0, 0.0), from_end(28.0, 7.0), from_end(28.0, -7.0), from_end(25.0, 0.0));
    let mut path = format!("M{} {}", first.0, first.1);
    for (x, y) in &middles[1..middles.len() - 1] {
        let _ = write!(path, "L{x} {y}");
    }
    let _ = write!(path, "L{} {}", short(end.0), short(end.1));
    let [tip, left, right] = [tip, left, right].map(|(x, y)| format!("{} {}", short(x), short(y)));
    let head = format!("M{tip}L{left}L{right}z");
    let mut dots = format!("<circle cx=\"{}\" cy=\"{}\" r=\"6\"/>", first.0, first.1);
    for (x, y) in &middles[1..middles.len() - 1] {
        let _ = write!(dots, "<circle cx=\"{x}\" cy=\"{y}\" r=\"4\"/>");
    }
    let (ink, halo) = (theme.last, theme.halo);
    let dashes = if relocated { " stroke-dasharray=\"6 4\"" } else { "" };
    let _ = writeln!(
        out,
        "<g stroke=\"{halo}\" stroke-linejoin=\"round\"><path d=\"{path}\" fill=\"none\" stroke-width=\"6\"/><path \
         d=\"{head}\" stroke-width=\"4\"/></g>\n<g fill=\"{ink}\"><path d=\"{path}\" fill=\"none\" stroke=\"{ink}\" \
         stroke-width=\"3\" stroke-linejoin=\"round\"{dashes}/><path d=\"{head}\"/>{dots}</g>"
    );
}

/// A length to a tenth: as exact as a picture needs.
fn short(length: f64) -> f64 {
    (length * 10.0).round() / 10.0
}

/// An illegal ply: its path, dashed, and a cross at its end.
fn refused(middles: &[(i32, i32)], theme: &Theme, out: &mut String) {
    let Some(&(x, y)) = middles.last() else { return };
    let cross = format!("M{} {}l20 20m-20 0l20-20", x - 10, y - 10);
    let mut way = String::new();
    for (index, (x, y)) in middles.iter().enumerate() {
        let _ = write!(way, "{}{x} {y}", if index == 0 { "M" } else { "L" });
    }
    let _ = writeln!(
        out,
        "<g fill=\"none\" stroke-linecap=\"round\"><path d=\"{cross}\" stroke=\"{}\" stroke-width=\"8\"/>",
        theme.halo
    );
    if middles.len() > 1 {
        let _ = writeln!(
            out,
            "<path d=\"{way}\" stroke=\"{}\" stroke-width=\"6\"/><path d=\"{way}\" stroke=\"{}\" stroke-width=\"3\" stroke-dasharray=\"6 6\"/>",
            theme.halo, theme.fault
        );
    }
    let _ = writeln!(out, "<path d=\"{cross}\" stroke=\"{}\" stroke-width=\"4.5\"/></g>", theme.fault);
}

/// An exclamation mark at the corner of the square of an illegal ply that stood.
fn badge(scene: &Scene, square: Square, theme: &Theme, out: &mut String) {
    let place = scene.place(square);
    if !is_near(place, scene) {
        return;
    }
    let (x, y) = middle(place);
    let _ = writeln!(
        out,
        "<circle cx=\"{0}\" cy=\"{1}\" r=\"8\" fill=\"{2}\" stroke=\"{3}\" stroke-width=\"1.5\"/>\
         <text x=\"{0}\" y=\"{4}\" font-size=\"13\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{3}\">!</text>",
        x + 13,
        y - 13,
        theme.fault,
        theme.halo,
        y - 8,
    );
}

/// The cards that were drawn, beside the board.
fn cards_beside(scene: &Scene, cards: &[PlayingCard], theme: &Theme, out: &mut String) {
    let left = i32::from(scene.size.columns) * SQUARE + 16;
    for (index, card) in (0..).zip(cards) {
        let top = index * 70;
        // In the theme for print, the form or the name of the suit shows that a card is red.
        let ink = if card.red == Some(true) && !theme.forms { "#c4161c" } else { "#000" };
        let _ = write!(
            out,
            "<g fill=\"{ink}\" text-anchor=\"middle\"><rect x=\"{left}\" y=\"{top}\" width=\"44\" height=\"62\" rx=\"5\" fill=\"#fff\" stroke=\"{}\" stroke-width=\"1.5\"/>",
            theme.line
        );
        let middle = left + 22;
        let value = if card.red.is_some() { top + 29 } else { top + 39 };
        let _ = write!(
            out,
            "<text x=\"{middle}\" y=\"{value}\" font-size=\"24\" font-weight=\"bold\">{}</text>",
            card.value
        );
        match (card.suit, card.red) {
            (Some(suit), _) => pip(suit, (middle, top + 45), (ink, theme), out),
            (None, Some(red)) => {
                let name = if red { "red" } else { "black" };
                let _ = write!(out, "<text x=\"{middle}\" y=\"{}\" font-size=\"13\">{name}</text>", top + 49);
            }
            (None, None) => {}
        }
        out.push_str("</g>\n");
    }
}

/// A suit's form; red ones are open where there is no colour.
fn pip(suit: char, (x, y): (i32, i32), (ink, theme): (&str, &Theme), out: &mut String) {
    let open = theme.forms && matches!(suit, 'h' | 'd');
    let fill = if open { "#fff" } else { ink };
    let shape = match suit {
        'h' => "m0 8c-11-8-9-15-5-15 3 0 4 2 5 4 1-2 2-4 5-4 4 0 6 7-5 15z",
        'd' => "m0-9 7 9-7 9-7-9z",
        'c' => "m-1.500 1a4.200 4.200 0 1 1-3.500-5.500a4.200 4.200 0 1 1 10 0a4.200 4.200 0 1 1-3.500 5.500l2 7h-7z",
        _ => "m0-9c11 8 9 13 5 13-2 0-3-1-3.500-2l1.500 6h-6l1.500-6c-.5 1-1.500 2-3.500 2-4 0-6-5 5-13z",
    };
    let _ = write!(out, "<path d=\"M{x} {y}{shape}\" fill=\"{fill}\" stroke=\"{ink}\"/>");
}
