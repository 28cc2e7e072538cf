//! The empty board: its surface, lines, dark squares, bases, and the coordinates around it.

use std::fmt::Write;

use super::{COORDINATE, SQUARE, View, more};
use crate::board::{Square, column_letter};
use crate::diagram::theme::Theme;
use crate::scene::{Ground, Paint, Scene};

/// The area of the board: the squares, and if pieces stand on points, the wood around them, where the coordinates are
/// written.
pub(super) fn board(scene: &Scene, coordinates: Option<i32>) -> View {
    let (width, height) = (i32::from(scene.size.columns) * SQUARE, i32::from(scene.size.rows) * SQUARE);
    if scene.ground != Ground::Points {
        return View { x: 0, y: 0, width, height };
    }
    let digits = if scene.size.rows > 9 { 9 } else { 0 };
    let (left, below) = coordinates.map_or((4, 4), |letter| {
        let (aside, under) = more(letter, i32::from(scene.size.rows));
        (16 + digits + aside, 20 + under)
    });
    View { x: -left, y: -4, width: left + width + 4, height: 4 + height + below }
}

/// Draws the empty board, with coordinates of that height or without.
pub(crate) fn draw(scene: &Scene, theme: &Theme, coordinates: Option<i32>, out: &mut String) {
    let (width, height) = (i32::from(scene.size.columns) * SQUARE, i32::from(scene.size.rows) * SQUARE);
    let colour = theme.board(scene.ground);
    match scene.ground {
        Ground::Frame => frame(width, height, theme, out),
        Ground::Points => {
            let View { x, y, width, height } = board(scene, coordinates);
            let _ =
                writeln!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{colour}\"/>");
            points(scene, theme, out);
        }
        Ground::Chutes | Ground::Squares | Ground::Checkered => {
            let _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"{colour}\"/>");
            if scene.ground == Ground::Checkered {
                checks(scene, theme, out);
            }
            bases(scene, theme, out);
            if scene.ground != Ground::Checkered {
                grid(width, height, theme, out);
            }
            borders(scene, theme, out);
            let _ = writeln!(
                out,
                "<rect width=\"{width}\" height=\"{height}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>",
                theme.line
            );
        }
    }
    if let Some(letter) = coordinates {
        write_coordinates(scene, theme, letter, out);
    }
}

/// A standing frame on two feet, with holes.
fn frame(width: i32, height: i32, theme: &Theme, out: &mut String) {
    let [frame, hole] = theme.frame;
    let edge = if theme.forms { theme.line } else { hole };
    let _ = writeln!(
        out,
        "<path d=\"M-8 {0}v10h16v-10M{1} {0}v10h16v-10\" fill=\"{frame}\" stroke=\"{edge}\" \
         stroke-width=\"2\"/>\n<rect x=\"-6\" y=\"-6\" width=\"{2}\" height=\"{3}\" rx=\"8\" fill=\"{frame}\" \
         stroke=\"{edge}\" stroke-width=\"2\"/>",
        height + 6,
        width - 8,
        width + 12,
        height + 12,
    );
    if theme.forms {
        return grid(width, height, theme, out);
    }
    // A dotted line whose dots are the holes; it ends a little after the last dot, which would not be drawn otherwise.
    out.push_str("<path d=\"");
    for y in (0..height).step_by(SQUARE as usize) {
        let _ = write!(out, "M20 {}h{}", y + SQUARE / 2, width - SQUARE + 1);
    }
    let _ = writeln!(
        out,
        "\" fill=\"none\" stroke=\"{hole}\" stroke-width=\"34\" stroke-linecap=\"round\" stroke-dasharray=\"0 {SQUARE}\"/>"
    );
}

/// The lines between squares.
fn grid(width: i32, height: i32, theme: &Theme, out: &mut String) {
    out.push_str("<path d=\"");
    for x in (SQUARE..width).step_by(SQUARE as usize) {
        let _ = write!(out, "M{x} 0v{height}");
    }
    for y in (SQUARE..height).step_by(SQUARE as usize) {
        let _ = write!(out, "M0 {y}h{width}");
    }
    let _ = writeln!(out, "\" stroke=\"{}\" stroke-width=\".75\" fill=\"none\"/>", theme.line);
}

/// The dark squares: a dashed line along every row.
fn checks(scene: &Scene, theme: &Theme, out: &mut String) {
    let dark = |place: i32, row: i32| {
        let index = row as usize * usize::from(scene.size.columns) + place as usize;
        let square = scene.square(index);
        (square.column + square.row).is_multiple_of(2)
    };
    out.push_str("<path d=\"");
    for row in 0..i32::from(scene.size.rows) {
        let first = if dark(0, row) { 0 } else { 1 };
        for column in (first..i32::from(scene.size.columns)).step_by(2) {
            let _ = write!(out, "M{} {}h40v40h-40z", column * SQUARE, row * SQUARE);
        }
    }
    let _ = writeln!(out, "\" fill=\"{}\"/>", theme.dark);
}

/// The lines that pieces stand on, and the points that help to count them.
fn points(scene: &Scene, theme: &Theme, out: &mut String) {
    let (columns, rows) = (scene.size.columns, scene.size.rows);
    let (width, height) = (i32::from(columns.saturating_sub(1)) * SQUARE, i32::from(rows.saturating_sub(1)) * SQUARE);
    out.push_str("<path d=\"");
    for column in 0..i32::from(columns) {
        let _ = write!(out, "M{} 20v{height}", column * SQUARE + 20);
    }
    for row in 0..i32::from(rows) {
        let _ = write!(out, "M20 {}h{width}", row * SQUARE + 20);
    }
    let _ = writeln!(out, "\" stroke=\"{}\" stroke-width=\".8\" fill=\"none\"/>", theme.line);
    let (along, up) = (stars(columns), stars(rows));
    if along.is_empty() || up.is_empty() {
        return;
    }
    let _ = write!(out, "<g fill=\"{}\">", theme.line);
    // On Gomoku's board the middle and the corners' points are marked, on Go's all nine.
    let middle = (columns / 2, rows / 2);
    let nine = columns == 19 && rows == 19;
    for &column in &along {
        for &row in &up {
            let corner = column != middle.0 && row != middle.1;
            if nine || corner || (column, row) == middle {
                let (column, row) = scene.place(Square::new(column, row));
                let _ = write!(out, "<circle cx=\"{}\" cy=\"{}\" r=\"3.5\"/>", column * SQUARE + 20, row * SQUARE + 20);
            }
        }
    }
    out.push_str("</g>\n");
}

/// The lines that are marked on a board of a size: the fourth from either border, and the middle one.
fn stars(size: u8) -> Vec<u8> {
    match size {
        13.. if size.is_multiple_of(2) => vec![3, size - 4],
        13.. => vec![3, size / 2, size - 4],
        9 | 11 => vec![2, size / 2, size - 3],
        _ => Vec::new(),
    }
}

/// The squares of bases.
fn bases(scene: &Scene, theme: &Theme, out: &mut String) {
    let mut paints: Vec<Paint> = Vec::new();
    for (_, paint) in scene.cells.iter().filter_map(|cell| cell.base) {
        if !paints.contains(&paint) {
            paints.push(paint);
        }
    }
    // Dark squares must be seen in bases too.
    if scene.ground == Ground::Checkered {
        return;
    }
    for paint in paints {
        let _ = write!(out, "<path fill=\"{}\" d=\"", theme.bases[paint as usize]);
        let columns = i32::from(scene.size.columns);
        for (index, cell) in (0..).zip(&scene.cells) {
            if cell.base.is_some_and(|(_, base)| base == paint) {
                let _ = write!(out, "M{} {}h40v40h-40z", index % columns * SQUARE, index / columns * SQUARE);
            }
        }
        out.push_str("\"/>\n");
    }
}

/// The stepped lines around bases.
fn borders(scene: &Scene, theme: &Theme, out: &mut String) {
    if scene.cells.iter().all(|cell| cell.base.is_none()) {
        return;
    }
    let columns = usize::from(scene.size.columns);
    let base = |index: usize| scene.cells.get(index).and_then(|cell| cell.base).map(|(side, _)| side);
    let _ = write!(
        out,
        "<path stroke=\"{}\" stroke-width=\"2.5\" stroke-linecap=\"square\" fill=\"none\" d=\"",
        theme.line
    );
    for index in 0..scene.cells.len() {
        let (x, y) = ((index % columns) as i32 * SQUARE, (index / columns) as i32 * SQUARE);
        if !(index + 1).is_multiple_of(columns) && base(index) != base(index + 1) {
            let _ = write!(out, "M{} {y}v40", x + SQUARE);
        }
        if index + columns < scene.cells.len() && base(index) != base(index + columns) {
            let _ = write!(out, "M{x} {}h40", y + SQUARE);
        }
    }
    out.push_str("\"/>\n");
}

/// Letters below the columns, numbers before the rows.
fn write_coordinates(scene: &Scene, theme: &Theme, letter: i32, out: &mut String) {
    let (left, below) = match scene.ground {
        Ground::Frame => (-14, 34),
        Ground::Points => (-3, 13),
        Ground::Chutes if scene.labels.first() != Some(&1) => (-8, 40),
        _ => (-8, 18),
    };
    // On wood they are as dark as the lines, on paper as the text.
    let ink = if scene.ground == Ground::Points { theme.line } else { theme.ink };
    let _ = write!(out, "<g font-size=\"{letter}\" fill=\"{ink}\" text-anchor=\"middle\">");
    let larger = letter - COORDINATE;
    let bottom = i32::from(scene.size.rows) * SQUARE + below + larger * 4 / 5;
    for (place, column) in (0..).zip(&scene.columns) {
        let x = place * SQUARE + SQUARE / 2;
        let _ = write!(out, "<text x=\"{x}\" y=\"{bottom}\">{}</text>", column_letter(*column));
    }
    out.push_str("</g>\n");
    let _ = write!(out, "<g font-size=\"{letter}\" fill=\"{ink}\" text-anchor=\"end\">");
    for (place, label) in (0..).zip(&scene.labels) {
        let _ = write!(out, "<text x=\"{left}\" y=\"{}\">{label}</text>", place * SQUARE + 25 + larger / 3);
    }
    out.push_str("</g>\n");
}
