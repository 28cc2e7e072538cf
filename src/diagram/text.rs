//! Draws a scene in letters: `ascii` for mail, `text` with box drawing for terminals.

use super::{Cell, Scene, Sign};
use crate::board::column_letter;

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
    let width = scene.cells.iter().map(|cell| shown(cell, scene.letters || style == Style::Ascii).chars().count());
    let width = width.max().unwrap_or(1).max(number);
    let framed = style != Style::Ascii;
    let mut out = String::new();
    let gap = if framed { " " } else { "  " };
    for (row, cells) in scene.rows() {
        out.push_str(&format!("{row:>label$}"));
        if framed {
            out.push_str(" │");
        }
        for cell in cells {
            out.push_str(gap);
            push_cell(cell, style, scene.letters, width, &mut out);
        }
        if framed {
            out.push_str(" │");
        }
        out.push('\n');
    }
    let columns = usize::from(scene.size.columns);
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

/// What stands on a square: the number of its ply, a letter or a disc, and what tells it from others of its kind.
fn shown(cell: &Cell, letters: bool) -> String {
    let (Some((side, letter)), None) = (cell.piece, cell.number) else {
        return cell.number.map_or_else(String::new, |number| number.to_string());
    };
    let piece = match side.0 {
        _ if letters => letter,
        0 => '○',
        _ => '●',
    };
    match cell.sign {
        Sign::Plain => piece.to_string(),
        Sign::Number(number) => format!("{piece}{number}"),
        Sign::Mark => format!("{piece}!"),
    }
}

/// Bold terminal colours of the sides. Yellow and red are those of the box that Forza 4 is sold in.
const COLOURS: [&str; 4] = ["1;33", "1;31", "1;32", "1;34"];

fn push_cell(cell: &Cell, style: Style, letters: bool, width: usize, out: &mut String) {
    let Some((side, _)) = cell.piece else {
        out.push_str(&format!("{:>width$}", if style == Style::Ascii { "." } else { "·" }));
        return;
    };
    let shown = format!("{:>width$}", shown(cell, letters || style == Style::Ascii));
    match style {
        Style::Ascii | Style::Boxed => out.push_str(&shown),
        Style::Coloured => {
            let colour = COLOURS[side.index() % COLOURS.len()];
            // Reversed where a line decides.
            let marked = if cell.marked { ";7" } else { "" };
            out.push_str(&format!("\u{1b}[{colour}{marked}m{shown}\u{1b}[0m"));
        }
    }
}
