//! Puts several figures on one sheet: the page of a club's bulletin.

use std::fmt::Write;

use super::letters::{broken, fitted, length};
use super::{COORDINATE, Style, View, body, open, paper, text, view};
use crate::diagram::Figure;
use crate::scene::Cell;

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
/// The widest sheet on whose pieces numbers can be read when it is printed on A4.
const LEGIBLE: i32 = 1560;
/// The widest sheet whose letters are as large as those of single pictures. Wider ones are made smaller when they are
/// printed, so their letters grow with them: captions are about as large as in a book.
const PAGE: i32 = 1050;

/// Coordinates grow with the other letters up to this height: two digits still fit beside a row.
const LARGEST_COORDINATE: i32 = 26;

/// The distance of the first title line from the upper border, and of further lines from each other.
const TITLE: [i32; 2] = [46, 34];
/// How far the lines below it lie from each other.
const LINE: i32 = 24;

/// Where everything stands on a sheet.
#[derive(Debug)]
struct Layout {
    columns: i32,
    rows: i32,
    /// The widest and the highest figure.
    widest: i32,
    highest: i32,
    /// The width of the whole sheet.
    width: i32,
    /// The size of letters in percent of those in single pictures.
    percent: i32,
    /// What stands above all, and what below it, in lines as wide as the sheet.
    title: Vec<String>,
    below: Vec<String>,
    /// The height of both.
    head: i32,
}

impl Layout {
    /// The figures of a sheet, all of this size, in `columns` columns.
    fn new(sheet: &Sheet<'_>, (widest, highest): (i32, i32), columns: i32) -> Layout {
        let width = columns * (widest + GAP) + GAP;
        let percent = (width * 100 / PAGE).max(100);
        let rows = (sheet.figures.len() as i32 + columns - 1) / columns;
        let room = width - 2 * GAP;
        let title = broken(&sheet.title, 17 * percent / 100, room);
        let below: Vec<String> = sheet.lines.iter().flat_map(|line| broken(line, 10 * percent / 100, room)).collect();
        let further = title.len().saturating_sub(1) as i32;
        let head = (64 + further * TITLE[1] + below.len() as i32 * LINE) * percent / 100;
        Layout { columns, rows, widest, highest, width, percent, title, below, head }
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
        let most = (self.figures.len() as i32).clamp(1, self.most_side_by_side(widest));
        let with = |columns| Layout::new(self, (widest, highest), columns);
        let best = (1..=most).map(with).min_by(|one, other| one.away().total_cmp(&other.away()));
        (views, best.unwrap_or(with(1)))
    }

    /// How many figures stand side by side at most. Numbers on pieces need room.
    fn most_side_by_side(&self, widest: i32) -> i32 {
        let has_numbers = self.figures.iter().any(|(figure, _)| figure.scene.cells.iter().any(Cell::has_number));
        if has_numbers { ((LEGIBLE - GAP) / (widest + GAP)).clamp(1, MOST) } else { MOST }
    }

    /// Deals the figures out to sheets of at most 12 figures, about as many on each; of fewer where numbers on pieces need
    /// room. The title stands on every sheet, the lines below it only on the first.
    pub fn pages(&self) -> Vec<Sheet<'_>> {
        let layout = self.layout(Some(COORDINATE)).1;
        let columns = self.most_side_by_side(layout.widest);
        let rows = f64::from(columns * (layout.widest + GAP)) * 2_f64.sqrt() / f64::from(layout.row());
        let room = (columns as usize * (rows.round() as usize).max(1)).min(12);
        let pages = self.figures.len().div_ceil(room).max(1);
        let page = |(index, figures): (usize, &[(_, String)])| Sheet {
            title: if index == 0 { self.title.clone() } else { format!("{} ({})", self.title, index + 1) },
            lines: if index == 0 { self.lines.clone() } else { Vec::new() },
            figures: figures.to_vec(),
        };
        self.figures.chunks(self.figures.len().div_ceil(pages).max(1)).enumerate().map(page).collect()
    }

    /// See [`width_for_numbers`](super::width_for_numbers).
    pub fn width_for_numbers(&self, style: Style<'_>) -> Option<u32> {
        style.width_for_numbers(self.layout(Some(COORDINATE)).1.width)
    }

    /// Draws the sheet as one SVG document, about as high and wide as paper is.
    pub fn draw(&self, style: Style<'_>) -> String {
        let (_, usual) = self.layout(Some(COORDINATE));
        let detail = style.detail(usual.width, usual.scaled(COORDINATE).min(LARGEST_COORDINATE));
        let (views, layout) = self.layout(detail.coordinates);
        let whole = View { x: 0, y: 0, width: layout.width, height: layout.height() };
        let mut out = String::with_capacity(8192 * self.figures.len());
        let captions: Vec<&str> = self.figures.iter().map(|(_, caption)| caption.as_str()).collect();
        open(&mut out, whole, style.width, &self.title, &captions.join("; "));
        paper(&mut out, whole, style.theme);
        let (middle, room) = (whole.width / 2, whole.width - 2 * GAP);
        let _ = writeln!(out, "<g fill=\"{}\" text-anchor=\"middle\">", style.theme.ink);
        for (index, line) in (0..).zip(&layout.title) {
            let (y, size) = (layout.scaled(TITLE[0] + index * TITLE[1]), layout.scaled(28));
            let _ = write!(out, "<text x=\"{middle}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"bold\"");
            fitted(line, layout.scaled(17), room, &mut out);
        }
        let title = TITLE[0] + (layout.title.len() as i32 - 1).max(0) * TITLE[1];
        for (index, line) in (1..).zip(&layout.below) {
            let (y, size) = (layout.scaled(title + 4 + index * LINE), layout.scaled(17));
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

    /// Writes the sheet as a page of HTML; its figures flow with the width of the window or the paper.
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

/// A caption on one line, or, if it is too wide, on two lines split at its colon.
fn lines(caption: &str, letter: i32, width: i32) -> impl Iterator<Item = &str> {
    let parts = caption.split_once(": ").filter(|_| length(caption, letter) > width);
    let (first, second) = parts.map_or((caption, None), |(first, second)| (first, Some(second)));
    [first].into_iter().chain(second)
}
