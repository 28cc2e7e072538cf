//! Puts several figures on one sheet: the page of a club's bulletin.

use std::fmt::Write;

use super::{Style, View, body, open, paper, text, view};
use crate::diagram::Figure;

/// What stands on a sheet.
#[derive(Debug)]
pub struct Sheet<'f> {
    /// What stands above all, in a line.
    pub title: String,
    /// What stands below it, in smaller letters.
    pub lines: Vec<String>,
    /// The figures, each with what stands below it.
    pub figures: Vec<(&'f Figure, String)>,
}

/// What lies between figures, and around the sheet.
const GAP: i32 = 28;
/// The line below a figure.
const CAPTION: i32 = 30;
/// The most figures side by side: more could not be read on paper.
const MOST: i32 = 5;

impl Sheet<'_> {
    /// Draws the sheet as one SVG document, about as high and wide as paper is.
    pub fn draw(&self, style: Style<'_>) -> String {
        let views: Vec<View> = self.figures.iter().map(|(figure, _)| view(figure)).collect();
        let widest = views.iter().map(|view| view.width).max().unwrap_or_default();
        let highest = views.iter().map(|view| view.height).max().unwrap_or_default() + CAPTION;
        let head = 64 + self.lines.len() as i32 * 24;
        let columns = columns(self.figures.len() as i32, (widest + GAP, highest + GAP), head);
        let rows = (self.figures.len() as i32 + columns - 1) / columns;
        let whole =
            View { x: 0, y: 0, width: columns * (widest + GAP) + GAP, height: head + rows * (highest + GAP) + GAP / 2 };
        let mut out = String::with_capacity(8192 * self.figures.len());
        let captions: Vec<&str> = self.figures.iter().map(|(_, caption)| caption.as_str()).collect();
        open(&mut out, whole, style.width, &self.title, &captions.join("; "));
        paper(&mut out, whole, style.theme);
        let middle = whole.width / 2;
        let _ = write!(
            out,
            "<g fill=\"{}\" text-anchor=\"middle\"><text x=\"{middle}\" y=\"46\" font-size=\"28\" font-weight=\"bold\"",
            style.theme.ink
        );
        fitted(&self.title, 17, whole.width - 2 * GAP, &mut out);
        for (index, line) in (0..).zip(&self.lines) {
            let _ = write!(out, "<text x=\"{middle}\" y=\"{}\" font-size=\"17\"", 74 + index * 24);
            fitted(line, 10, whole.width - 2 * GAP, &mut out);
        }
        out.push_str("</g>\n");
        for (index, ((figure, caption), view)) in (0..).zip(self.figures.iter().zip(&views)) {
            let left = GAP + index % columns * (widest + GAP);
            let top = head + index / columns * (highest + GAP);
            let _ = writeln!(
                out,
                "<svg x=\"{}\" y=\"{top}\" width=\"{1}\" height=\"{2}\" viewBox=\"{3} {4} {1} {2}\">",
                left + (widest - view.width) / 2,
                view.width,
                view.height,
                view.x,
                view.y
            );
            body(figure, style.theme, &mut out);
            // The board's middle, not the picture's, is what the eye takes for the middle.
            let centre = left + (widest - view.width) / 2 - view.x + i32::from(figure.scene.size.columns) * 20;
            let _ = write!(
                out,
                "</svg>\n<text x=\"{centre}\" y=\"{}\" font-size=\"18\" text-anchor=\"middle\" fill=\"{}\"",
                top + highest - CAPTION + 20,
                style.theme.ink
            );
            fitted(caption, 9, widest, &mut out);
        }
        out.push_str("</svg>\n");
        out
    }

    /// Writes the sheet as a page of HTML, whose figures flow as wide as the window or the paper is.
    pub fn html(&self, style: Style<'_>) -> String {
        let theme = style.theme;
        let mut out = String::with_capacity(8192 * self.figures.len());
        out.push_str("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
        text(&self.title, &mut out);
        let _ = write!(
            out,
            "</title>\n<style>\n\
             body {{ margin: 2rem auto; max-width: 70rem; padding: 0 1rem; font-family: system-ui, sans-serif; background: {}; color: {}; }}\n\
             h1, p {{ text-align: center; margin: .3rem 0; }}\n\
             main {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: 1.5rem; margin-top: 1.5rem; }}\n\
             figure {{ margin: 0; break-inside: avoid; text-align: center; }}\n\
             svg {{ width: 100%; height: auto; }}\n\
             @page {{ margin: 12mm; }}\n\
             @media print {{ body {{ margin: 0; max-width: none; padding: 0; }} main {{ grid-template-columns: repeat(3, 1fr); gap: 6mm; }} }}\n\
             </style>\n<h1>",
            theme.paper, theme.ink
        );
        text(&self.title, &mut out);
        out.push_str("</h1>\n");
        for line in &self.lines {
            out.push_str("<p>");
            text(line, &mut out);
            out.push_str("</p>\n");
        }
        out.push_str("<main>\n");
        for (figure, caption) in &self.figures {
            out.push_str("<figure>\n");
            out.push_str(&super::draw(figure, style));
            out.push_str("<figcaption>");
            text(caption, &mut out);
            out.push_str("</figcaption>\n</figure>\n");
        }
        out.push_str("</main>\n</html>\n");
        out
    }
}

/// Ends a text element that has begun: squeezed if its letters, about so wide, would not fit, and cut before they could
/// not be read any more.
fn fitted(words: &str, letter: i32, width: i32, out: &mut String) {
    // Ideographs are as wide as high.
    let wide = |sign: char| {
        if sign >= '\u{1100}' && !('\u{2000}'..'\u{2e80}').contains(&sign) { letter * 5 / 3 } else { letter }
    };
    let length = |words: &str| words.chars().map(wide).sum::<i32>();
    let most = width * 3 / 2;
    let mut shown = words.to_owned();
    if length(words) > most {
        let mut room = most - letter;
        shown = words
            .chars()
            .take_while(|sign| {
                room -= wide(*sign);
                room >= 0
            })
            .chain(['…'])
            .collect();
    }
    if length(&shown) > width {
        let _ = write!(out, " textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\"");
    }
    out.push('>');
    text(&shown, out);
    out.push_str("</text>\n");
}

/// How many figures stand side by side, so that the sheet is about as high and wide as paper.
fn columns(figures: i32, (width, height): (i32, i32), head: i32) -> i32 {
    let shape = |columns: i32| {
        let rows = (figures + columns - 1) / columns;
        f64::from(head + rows * height) / f64::from(columns * width)
    };
    let away = |columns: i32| (shape(columns).ln() - 2_f64.sqrt().ln()).abs();
    (1..=figures.clamp(1, MOST)).min_by(|one, other| away(*one).total_cmp(&away(*other))).unwrap_or(1)
}
