//! Shares on squares: how often the next ply ended there, as a plate that is the darker the larger the share is, with the
//! share in percent on it.

use std::fmt::Write;

use super::{COORDINATE, Detail, SQUARE, Style, body, middle, open, paper, view};
use crate::board::Square;
use crate::diagram::Figure;

/// A square and its share, from 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Share {
    /// The square.
    pub square: Square,
    /// Its share.
    pub part: f64,
}

/// Draws a figure with shares on its squares as an SVG document.
pub fn draw_shares(figure: &Figure, shares: &[Share], style: Style<'_>) -> String {
    let view = view(figure, Some(COORDINATE));
    let mut out = String::with_capacity(8192);
    open(&mut out, view, style.width, &figure.title, &figure.description);
    paper(&mut out, view, style.theme);
    body(figure, style.theme, Detail::ALL, &mut out);
    out.push_str("<g font-weight=\"bold\" text-anchor=\"middle\">\n");
    for share in shares {
        plate(figure, share, &mut out);
    }
    out.push_str("</g>\n</svg>\n");
    out
}

fn plate(figure: &Figure, share: &Share, out: &mut String) {
    const INSET: i32 = 3;
    let scene = &figure.scene;
    if scene.index(share.square).is_none() {
        return;
    }
    let (x, y) = middle(scene.place(share.square));
    let part = share.part.clamp(0.0, 1.0);
    // From a light blue to a dark one: each is read on paper without colours too.
    let channel = |light: f64, dark: f64| (light + (dark - light) * part.sqrt()).round() as u8;
    let colour = format!("#{:02x}{:02x}{:02x}", channel(226.0, 8.0), channel(238.0, 48.0), channel(250.0, 107.0));
    let ink = if part.sqrt() > 0.45 { "#fff" } else { "#000" };
    let percent = percent(part);
    let size = if percent.len() > 3 { 11 } else { 13 };
    let (half, side) = (SQUARE / 2 - INSET, SQUARE - 2 * INSET);
    let _ = writeln!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{side}\" height=\"{side}\" rx=\"6\" fill=\"{colour}\" stroke=\"#08306b\"/>\
         <text x=\"{x}\" y=\"{}\" font-size=\"{size}\" fill=\"{ink}\">{percent}</text>",
        x - half,
        y - half,
        y + 5,
    );
}

/// A share in percent, as short as a square has room for.
fn percent(part: f64) -> String {
    let percent = part * 100.0;
    if percent < 0.5 { "&lt;1%".to_owned() } else { format!("{percent:.0}%") }
}
