//! Draws a scene in letters: `ascii` for mail, `text` with box drawing for terminals.

use crate::board::column_letter;
use crate::scene::{Cell, Ground, Paint, Scene, Sign};

/// How a scene is spelt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Letters and dots.
    Ascii,
    /// Discs in a frame.
    Boxed,
    /// Discs in a frame, coloured by terminal codes.
    Coloured,
}

/// Draws `scene`, one line a row and a line of column letters below; every line ends with a line feed.
pub fn draw(scene: &Scene, style: Style) -> String {
    let label = scene.labels.iter().max().map_or(1, |label| label.to_string().len());
    let numbers = scene.cells.iter().filter_map(|cell| cell.number).max();
    let number = numbers.map_or(1, |number| number.to_string().len());
    let spelt = |cell: &Cell| shown(cell, scene.letters || style == Style::Ascii, scene.is_solid(cell));
    let width = scene.cells.iter().map(|cell| spelt(cell).chars().count());
    let width = width.max().unwrap_or(1).max(number);
    // If pieces stand on points, the lines themselves are the board; otherwise a frame goes around it.
    let lined = style != Style::Ascii && scene.ground == Ground::Points;
    let framed = style != Style::Ascii && !lined;
    let mut out = String::new();
    let gap = if framed { " " } else { "  " };
    let (rows, columns) = (usize::from(scene.size.rows), usize::from(scene.size.columns));
    for (place, (row, cells)) in scene.rows().enumerate() {
        out.push_str(&format!("{row:>label$}"));
        if framed {
            out.push_str(" │");
        }
        for (column, cell) in cells.iter().enumerate() {
            let (gap, fill, empty) = if lined {
                (
                    if column == 0 { "  " } else { "──" },
                    if column == 0 { ' ' } else { '─' },
                    crossing((place, rows), (column, columns)),
                )
            } else {
                (gap, ' ', if style == Style::Ascii { '.' } else { '·' })
            };
            out.push_str(gap);
            let spelt = spelt(cell);
            let missing = width - spelt.chars().count().clamp(1, width);
            out.extend(std::iter::repeat_n(fill, missing));
            push_cell(cell, style, &spelt, empty, &mut out);
        }
        if framed {
            out.push_str(" │");
        }
        out.push('\n');
    }
    if framed {
        let line = "─".repeat(columns * (width + 1) + 1);
        out.push_str(&format!("{:label$} └{line}┘\n", ""));
    }
    out.push_str(&" ".repeat(if framed { label + 2 } else { label }));
    for &column in &scene.columns {
        out.push_str(gap);
        out.push_str(&format!("{:>width$}", column_letter(column)));
    }
    out.push('\n');
    out
}

/// An empty point: where the lines of a row and a column of `rows` and `columns` cross.
fn crossing((row, rows): (usize, usize), (column, columns): (usize, usize)) -> char {
    let third = |place: usize, of: usize| match place {
        0 => 0,
        _ if place + 1 == of => 2,
        _ => 1,
    };
    [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']][third(row, rows)][third(column, columns)]
}

/// What stands on a square: the number of its ply, a letter or a disc, and what distinguishes it from others of its
/// kind.
fn shown(cell: &Cell, letters: bool, solid: bool) -> String {
    let (Some((_, letter)), None) = (cell.piece, cell.number) else {
        return cell.number.map_or_else(String::new, |number| number.to_string());
    };
    let piece = match solid {
        _ if letters => letter,
        false => '○',
        true => '●',
    };
    match cell.sign {
        Sign::Plain => piece.to_string(),
        Sign::Number(number) => format!("{piece}{number}"),
        Sign::Mark => format!("{piece}!"),
    }
}

/// Bold terminal colours of pieces. White is yellow, as in the box that Forza 4 is sold in, and black is blue: on some
/// terminals white or black would be the colour of the paper.
fn colour(paint: Paint) -> &'static str {
    match paint {
        Paint::White => "1;33",
        Paint::Black | Paint::Blue => "1;34",
        Paint::Red => "1;31",
        Paint::Green => "1;32",
        Paint::Azure => "1;36",
    }
}

fn push_cell(cell: &Cell, style: Style, spelt: &str, empty: char, out: &mut String) {
    if cell.piece.is_none() {
        return out.push(empty);
    }
    match style {
        Style::Ascii | Style::Boxed => out.push_str(spelt),
        Style::Coloured => {
            let colour = colour(cell.paint);
            // Reversed colours for a line that decides.
            let marked = if cell.marked { ";7" } else { "" };
            out.push_str(&format!("\u{1b}[{colour}{marked}m{spelt}\u{1b}[0m"));
        }
    }
}
