//! Puts several figures on one sheet: the page of a club's bulletin.

use std::fmt::Write;

use super::{COORDINATE, Style, View, body, open, paper, text, view};
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
/// The most figures side by side: more could not be read on paper.
const MOST: i32 = 5;
/// The widest sheet whose letters are as large as those of single pictures. Wider ones are made smaller when they are
/// printed, so their letters grow with them: captions are about as large as in a book.
const PAGE: i32 = 1050;

/// Coordinates grow with the other letters up to this height: two digits still fit beside a row.
const LARGEST_COORDINATE: i32 = 26;

/// Where everything stands on a sheet.
#[derive(Debug, Clone, Copy)]
struct Layout {
    columns: i32,
    rows: i32,
    /// The widest and the highest figure.
    widest: i32,
    highest: i32,
    /// The width of the whole sheet.
    width: i32,
    /// Letters are so many hundredths as large as those of single pictures.
    percent: i32,
    /// The height of what stands above all.
    head: i32,
}

impl Layout {
    /// Figures of this size in so many columns, below a title and `lines`.
    fn new(figures: i32, lines: i32, (widest, highest): (i32, i32), columns: i32) -> Layout {
        let width = columns * (widest + GAP) + GAP;
        let percent = (width * 100 / PAGE).max(100);
        let rows = (figures + columns - 1) / columns;
        Layout { columns, rows, widest, highest, width, percent, head: (64 + lines * 24) * percent / 100 }
    }

    /// A length that grows with the letters.
    fn scaled(&self, length: i32) -> i32 {
        length * self.percent / 100
    }

    /// The height of a figure, of the two lines below it and of the gap to the next.
    fn row(&self) -> i32 {
        self.highest + self.scaled(46) + GAP
    }

    fn height(&self) -> i32 {
        self.head + self.rows * self.row() + GAP / 2
    }

    /// How far the sheet is from the shape of paper.
    fn away(&self) -> f64 {
        ((f64::from(self.height()) / f64::from(self.width)).ln() - 2_f64.sqrt().ln()).abs()
    }
}

impl Sheet<'_> {
    /// The parts of the plane that the figures fill, and the sheet about as high and wide as paper is.
    fn layout(&self, coordinates: Option<i32>) -> (Vec<View>, Layout) {
        let views: Vec<View> = self.figures.iter().map(|(figure, _)| view(figure, coordinates)).collect();
        let widest = views.iter().map(|view| view.width).max().unwrap_or_default();
        let highest = views.iter().map(|view| view.height).max().unwrap_or_default();
        let figures = self.figures.len() as i32;
        let with = |columns| Layout::new(figures, self.lines.len() as i32, (widest, highest), columns);
        let best = (1..=figures.clamp(1, MOST)).map(with).min_by(|one, other| one.away().total_cmp(&other.away()));
        (views, best.unwrap_or(with(1)))
    }

    /// Deals the figures out to sheets of at most 12 figures, about as many on each. The title stands on every sheet,
    /// the lines below it only on the first.
    pub fn pages(&self) -> Vec<Sheet<'_>> {
        const ROOM: usize = 12;
        let pages = self.figures.len().div_ceil(ROOM).max(1);
        let page = |(index, figures): (usize, &[(_, String)])| Sheet {
            title: if index == 0 { self.title.clone() } else { format!("{} ({})", self.title, index + 1) },
            lines: if index == 0 { self.lines.clone() } else { Vec::new() },
            figures: figures.to_vec(),
        };
        self.figures.chunks(self.figures.len().div_ceil(pages).max(1)).enumerate().map(page).collect()
    }

    /// Draws the sheet as one SVG document, about as high and wide as paper is.
    pub fn draw(&self, style: Style<'_>) -> String {
        let (_, usual) = self.layout(Some(COORDINATE));
        let scale = style.width.map_or(1.0, |width| f64::from(width) / f64::from(usual.width));
        let detail = style.detail(scale, usual.scaled(COORDINATE).min(LARGEST_COORDINATE));
        let (views, layout) = self.layout(detail.coordinates);
        let whole = View { x: 0, y: 0, width: layout.width, height: layout.height() };
        let mut out = String::with_capacity(8192 * self.figures.len());
        let captions: Vec<&str> = self.figures.iter().map(|(_, caption)| caption.as_str()).collect();
        open(&mut out, whole, style.width, &self.title, &captions.join("; "));
        paper(&mut out, whole, style.theme);
        let (middle, room) = (whole.width / 2, whole.width - 2 * GAP);
        let _ = write!(
            out,
            "<g fill=\"{}\" text-anchor=\"middle\"><text x=\"{middle}\" y=\"{}\" font-size=\"{}\" font-weight=\"bold\"",
            style.theme.ink,
            layout.scaled(46),
            layout.scaled(28)
        );
        fitted(&self.title, layout.scaled(17), room, &mut out);
        for (index, line) in (0..).zip(&self.lines) {
            let (y, size) = (layout.scaled(74 + index * 24), layout.scaled(17));
            let _ = write!(out, "<text x=\"{middle}\" y=\"{y}\" font-size=\"{size}\"");
            fitted(line, layout.scaled(10), room, &mut out);
        }
        out.push_str("</g>\n");
        for (index, ((figure, caption), view)) in (0..).zip(self.figures.iter().zip(&views)) {
            let left = GAP + index % layout.columns * (layout.widest + GAP) + (layout.widest - view.width) / 2;
            let top = layout.head + index / layout.columns * layout.row();
            let _ = writeln!(
                out,
                "<svg x=\"{left}\" y=\"{top}\" width=\"{0}\" height=\"{1}\" viewBox=\"{2} {3} {0} {1}\">",
                view.width, view.height, view.x, view.y
            );
            body(figure, style.theme, detail, &mut out);
            out.push_str("</svg>\n");
            // The board's middle, not the picture's, is what the eye takes for the middle.
            let centre = left - view.x + i32::from(figure.scene.size.columns) * 20;
            for (line, words) in (0..).zip(lines(caption, layout.scaled(9), layout.widest)) {
                let _ = write!(
                    out,
                    "<text x=\"{centre}\" y=\"{}\" font-size=\"{}\" text-anchor=\"middle\" fill=\"{}\"",
                    top + layout.highest + layout.scaled(18 + line * 22),
                    layout.scaled(18),
                    style.theme.ink
                );
                fitted(words, layout.scaled(9), layout.widest, &mut out);
            }
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
             h1, p, figcaption {{ overflow-wrap: anywhere; }}\n\
             main {{ display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: 1.5rem; margin-top: 1.5rem; }}\n\
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

/// A caption in one line, or in two if one has no room for it: what it is after, and the ply.
fn lines(caption: &str, letter: i32, width: i32) -> impl Iterator<Item = &str> {
    let parts = caption.split_once(": ").filter(|_| length(caption, letter) > width);
    let (first, second) = parts.map_or((caption, None), |(first, second)| (first, Some(second)));
    [first].into_iter().chain(second)
}

/// About how wide a text is, whose letters are so wide.
fn length(words: &str, letter: i32) -> i32 {
    words.chars().map(|sign| wide(sign, letter)).sum()
}

/// Ideographs are as wide as high.
fn wide(sign: char, letter: i32) -> i32 {
    if sign >= '\u{1100}' && !('\u{2000}'..'\u{2e80}').contains(&sign) { letter * 5 / 3 } else { letter }
}

/// Ends a text element that has begun: squeezed if its letters, about so wide, would not fit, and cut before they could
/// not be read any more.
pub(super) fn fitted(words: &str, letter: i32, width: i32, out: &mut String) {
    let most = width * 3 / 2;
    let mut shown = words.to_owned();
    if length(words, letter) > most {
        let mut room = most - letter;
        shown = words
            .chars()
            .take_while(|sign| {
                room -= wide(*sign, letter);
                room >= 0
            })
            .chain(['…'])
            .collect();
    }
    if length(&shown, letter) > width {
        let _ = write!(out, " textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\"");
    }
    out.push('>');
    text(&shown, out);
    out.push_str("</text>\n");
}
