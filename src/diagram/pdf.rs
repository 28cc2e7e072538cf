//! Pages for print: each drawing on a page of its own, with lines and letters as outlines, so that no printer lacks a font.
//!
//! Drawings of this library consist of paths in plain colours; everything else in an SVG is left out.

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Pdf, Rect, Ref, TextStr};
use resvg::tiny_skia::{PathSegment, Transform};
use resvg::usvg::{Fill, FillRule, Group, LineCap, LineJoin, Node, Paint, Path, Stroke};

use super::png::{RenderError, Renderer, parsed};

/// The width and the height of a page, in points: A4.
const PAGE: (f32, f32) = (595.0, 842.0);
/// What stays free around a page.
const MARGIN: f32 = 45.0;
/// The most points that a unit of a drawing takes: a square is at most 14 mm wide.
const LARGEST: f32 = 1.0;

/// Writes drawings as pages of a document.
///
/// ```
/// use scoresheet::diagram::pdf::pages;
/// use scoresheet::diagram::png::Renderer;
///
/// let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><circle cx="20" cy="15" r="9"/></svg>"#;
/// let pdf = pages(&Renderer::new(), &[svg.to_owned()], "A circle")?;
/// assert!(pdf.starts_with(b"%PDF-"));
/// # Ok::<(), scoresheet::diagram::png::RenderError>(())
/// ```
///
/// # Errors
/// Fails if a drawing is not an SVG.
pub fn pages(renderer: &Renderer, drawings: &[String], title: &str) -> Result<Vec<u8>, RenderError> {
    let mut pdf = Pdf::new();
    let (catalog, tree, info) = (Ref::new(1), Ref::new(2), Ref::new(3));
    pdf.catalog(catalog).pages(tree);
    pdf.document_info(info).title(TextStr(title));
    // Each page has two objects: the page and its content.
    let ids: Vec<[Ref; 2]> =
        (0..drawings.len() as i32).map(|index| [4, 5].map(|id| Ref::new(id + 2 * index))).collect();
    pdf.pages(tree).kids(ids.iter().map(|[page, _]| *page)).count(ids.len() as i32);
    for (drawing, [page, content]) in drawings.iter().zip(&ids) {
        let mut written = pdf.page(*page);
        written.parent(tree).media_box(Rect::new(0.0, 0.0, PAGE.0, PAGE.1)).contents(*content);
        written.resources();
        written.finish();
        let packed = packed(&on_page(renderer, drawing)?)?;
        pdf.stream(*content, &packed).filter(Filter::FlateDecode);
    }
    Ok(pdf.finish())
}

/// What a drawing puts on a page: at its top, in its middle, as large as there is room.
fn on_page(renderer: &Renderer, drawing: &str) -> Result<Vec<u8>, RenderError> {
    let document = parsed(drawing)?;
    let tree = renderer.tree(&document)?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = ((PAGE.0 - 2.0 * MARGIN) / width).min((PAGE.1 - 2.0 * MARGIN) / height).min(LARGEST);
    // A page is measured from its lower left corner.
    let place = Transform::from_row(scale, 0.0, 0.0, -scale, (PAGE.0 - scale * width) / 2.0, PAGE.1 - MARGIN);
    let mut content = Content::new();
    group(tree.root(), place, &mut content);
    Ok(content.finish().to_vec())
}

/// The parser of drawings limits how deep groups may stand, and so this recursion.
fn group(group_: &Group, outer: Transform, content: &mut Content) {
    let transform = outer.pre_concat(group_.transform());
    for node in group_.children() {
        match node {
            Node::Group(inner) => group(inner, transform, content),
            Node::Path(path) if path.is_visible() => outline(path, transform, content),
            Node::Text(text) => group(text.flattened(), transform, content),
            Node::Path(_) | Node::Image(_) => {}
        }
    }
}

fn outline(path: &Path, transform: Transform, content: &mut Content) {
    let fill = path.fill().and_then(|fill| Some((fill, plain(fill.paint())?)));
    let stroke = path.stroke().and_then(|stroke| Some((stroke, plain(stroke.paint())?)));
    if fill.is_none() && stroke.is_none() {
        return;
    }
    content.save_state();
    let Transform { sx, kx, ky, sy, tx, ty } = transform;
    content.transform([sx, ky, kx, sy, tx, ty]);
    if let Some((_, [red, green, blue])) = fill {
        content.set_fill_rgb(red, green, blue);
    }
    if let Some((stroke, [red, green, blue])) = stroke {
        content.set_stroke_rgb(red, green, blue);
        pen(stroke, content);
    }
    draw(path, content);
    let rule = fill.map(|(fill, _): (&Fill, _)| fill.rule());
    match (rule, stroke) {
        (Some(FillRule::NonZero), Some(_)) => content.fill_nonzero_and_stroke(),
        (Some(FillRule::EvenOdd), Some(_)) => content.fill_even_odd_and_stroke(),
        (Some(FillRule::NonZero), None) => content.fill_nonzero(),
        (Some(FillRule::EvenOdd), None) => content.fill_even_odd(),
        (None, _) => content.stroke(),
    };
    content.restore_state();
}

fn pen(stroke: &Stroke, content: &mut Content) {
    content.set_line_width(stroke.width().get());
    content.set_line_cap(match stroke.linecap() {
        LineCap::Butt => LineCapStyle::ButtCap,
        LineCap::Round => LineCapStyle::RoundCap,
        LineCap::Square => LineCapStyle::ProjectingSquareCap,
    });
    content.set_line_join(match stroke.linejoin() {
        LineJoin::Round => LineJoinStyle::RoundJoin,
        LineJoin::Bevel => LineJoinStyle::BevelJoin,
        LineJoin::Miter | LineJoin::MiterClip => LineJoinStyle::MiterJoin,
    });
    if let Some(dashes) = stroke.dasharray() {
        content.set_dash_pattern(dashes.iter().copied(), stroke.dashoffset());
    }
}

fn draw(path: &Path, content: &mut Content) {
    let (mut x, mut y) = (0.0, 0.0);
    for segment in path.data().segments() {
        match segment {
            PathSegment::MoveTo(to) => drop(content.move_to(to.x, to.y)),
            PathSegment::LineTo(to) => drop(content.line_to(to.x, to.y)),
            // PDF has no curves with one handle: its two handles are two thirds of the way to that one.
            PathSegment::QuadTo(handle, to) => {
                let [near, far] =
                    [(x, y), (to.x, to.y)].map(|(x, y)| (x + (handle.x - x) / 1.5, y + (handle.y - y) / 1.5));
                content.cubic_to(near.0, near.1, far.0, far.1, to.x, to.y);
            }
            PathSegment::CubicTo(near, far, to) => drop(content.cubic_to(near.x, near.y, far.x, far.y, to.x, to.y)),
            PathSegment::Close => drop(content.close_path()),
        }
        if let PathSegment::MoveTo(to)
        | PathSegment::LineTo(to)
        | PathSegment::QuadTo(_, to)
        | PathSegment::CubicTo(.., to) = segment
        {
            (x, y) = (to.x, to.y);
        }
    }
}

/// A plain colour, from 0 to 1.
fn plain(paint: &Paint) -> Option<[f32; 3]> {
    match paint {
        Paint::Color(colour) => Some([colour.red, colour.green, colour.blue].map(|part| f32::from(part) / 255.0)),
        _ => None,
    }
}

fn packed(content: &[u8]) -> Result<Vec<u8>, RenderError> {
    use std::io::Write as _;
    let mut packed = flate2::write::ZlibEncoder::new(Vec::new(), flate2::Compression::default());
    let done = packed.write_all(content).and_then(|()| packed.finish());
    done.map_err(|error| RenderError::Encode(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Read;

    fn unpacked(pdf: &[u8]) -> String {
        let find = |from: usize, what: &[u8]| {
            pdf[from..].windows(what.len()).position(|part| part == what).expect("it is there") + from
        };
        let start = find(0, b"stream\n") + 7;
        let mut text = String::new();
        flate2::read::ZlibDecoder::new(&pdf[start..find(start, b"endstream")]).read_to_string(&mut text).expect("text");
        text
    }

    #[test]
    fn paths_are_written_in_their_colours_at_their_places() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"50\"><g transform=\"translate(10 5)\">\
                   <path d=\"M0 0L20 0Q30 0 30 9z\" fill=\"#f00\" stroke=\"#00f\" stroke-width=\"2\" stroke-dasharray=\"6 4\"/></g></svg>";
        let pdf = pages(&Renderer::new(), &[svg.to_owned()], "A path").expect("a page");
        let page = unpacked(&pdf);
        // Where it stands on A4, red within, blue dashes around, a curve, both filled and drawn.
        for part in ["1 0 0 -1 257.5 792 cm", "1 0 0 rg", "0 0 1 RG", "2 w", "[6 4] 0 d", "30 9 c\n", "\nB\n"] {
            assert!(page.contains(part), "{part} in {page}");
        }
    }

    #[test]
    fn text_becomes_outlines_and_every_drawing_has_a_page() {
        let svg = |text: &str| {
            format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\"><text y=\"9\">{text}</text></svg>"
            )
        };
        let pdf = pages(&Renderer::new(), &[svg("A"), svg("")], "Ö").expect("a page");
        assert!(unpacked(&pdf).contains(" c\n") || unpacked(&pdf).contains(" l\n"));
        assert_eq!(String::from_utf8_lossy(&pdf).matches("/MediaBox").count(), 2);
        assert!(pages(&Renderer::new(), &["<html".to_owned()], "").is_err());
    }
}
