//! Draws a scene in letters: `ascii` for mail, `text` with box drawing for terminals.

use super::{Cell, Scene};
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
    let width = numbers.map_or(1, |number| number.to_string().len());
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
            push_cell(cell, style, width, &mut out);
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
    for column in 0..scene.size.columns {
        out.push_str(gap);
        out.push_str(&format!("{:>width$}", column_letter(column)));
    }
    out.push('\n');
    out
}

fn push_cell(cell: &Cell, style: Style, width: usize, out: &mut String) {
    let Some((side, letter)) = cell.piece else {
        out.push_str(&format!("{:>width$}", if style == Style::Ascii { "." } else { "·" }));
        return;
    };
    let disc = match (style, side.0) {
        (Style::Ascii, _) => letter,
        (_, 0) => '○',
        _ => '●',
    };
    let shown = cell.number.map_or_else(|| disc.to_string(), |number| number.to_string());
    let shown = format!("{shown:>width$}");
    match style {
        Style::Ascii | Style::Boxed => out.push_str(&shown),
        Style::Coloured => {
            // Bold yellow and red: the colours of the box that the game is sold in; reversed where a line decides.
            let colour = if side.0 == 0 { "1;33" } else { "1;31" };
            let marked = if cell.marked { ";7" } else { "" };
            out.push_str(&format!("\u{1b}[{colour}{marked}m{shown}\u{1b}[0m"));
        }
    }
}
