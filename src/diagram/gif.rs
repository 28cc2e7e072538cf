//! Moving pictures: drawings of the same size, one after the other, as an animated GIF.
//!
//! A GIF has 256 colours. Drawings have a few, and the blends along their edges: all of them use the most frequent ones
//! of the last drawing, which has nearly all pieces. A frame holds only the part that has changed.

use std::borrow::Cow;
use std::collections::HashMap;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use resvg::tiny_skia::Pixmap;

use super::png::{RenderError, Renderer};

/// How long a drawing is seen, in hundredths of a second.
const USUAL: u16 = 100;
/// How long the last one is seen before everything begins again.
const LAST: u16 = 400;

/// Paints drawings and joins them into a GIF that begins again at its end.
///
/// ```
/// use scoresheet::diagram::gif::animate;
/// use scoresheet::diagram::png::Renderer;
///
/// let drawing = |x| format!(
///     r#"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><circle cx="{x}" cy="15" r="9"/></svg>"#
/// );
/// let gif = animate(&Renderer::new(), &[drawing(10), drawing(30)], 1.0)?;
/// assert!(gif.starts_with(b"GIF89a"));
/// # Ok::<(), scoresheet::diagram::png::RenderError>(())
/// ```
///
/// # Errors
/// The errors of [`Renderer::render`], and an error if a drawing is larger than a GIF can be or not as large as the last.
pub fn animate(renderer: &Renderer, drawings: &[String], scale: f32) -> Result<Vec<u8>, RenderError> {
    let failed = |error: &dyn std::fmt::Display| RenderError::Encode(error.to_string());
    let Some(last) = drawings.last() else { return Err(failed(&"there is no drawing")) };
    let last = renderer.paint(last, scale)?;
    let (wide, high) = (last.width(), last.height());
    let (Ok(width), Ok(height)) = (u16::try_from(wide), u16::try_from(high)) else {
        return Err(RenderError::TooLarge { width: wide.into(), height: high.into() });
    };
    let mut palette = Palette::of(&last);
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width, height, &palette.bytes()).map_err(|error| failed(&error))?;
    encoder.set_repeat(Repeat::Infinite).map_err(|error| failed(&error))?;
    let mut before: Option<Vec<u8>> = None;
    for (index, drawing) in drawings.iter().enumerate() {
        let is_last = index + 1 == drawings.len();
        let pixmap = if is_last { last.clone() } else { renderer.paint(drawing, scale)? };
        if (pixmap.width(), pixmap.height()) != (wide, high) {
            return Err(failed(&"its drawings are not equally large"));
        }
        let pixels: Vec<u8> = colours(&pixmap).map(|colour| palette.index(colour)).collect();
        let part = Part::changed(before.as_deref(), &pixels, usize::from(width));
        let frame = Frame {
            delay: if is_last { LAST } else { USUAL },
            dispose: DisposalMethod::Keep,
            left: part.left as u16,
            top: part.top as u16,
            width: part.width as u16,
            height: part.height as u16,
            buffer: Cow::Owned(part.cut(&pixels, usize::from(width))),
            ..Frame::default()
        };
        encoder.write_frame(&frame).map_err(|error| failed(&error))?;
        before = Some(pixels);
    }
    drop(encoder);
    Ok(out)
}

/// The colours of a picture, pixel by pixel. Drawings have paper, so nothing shines through.
fn colours(pixmap: &Pixmap) -> impl Iterator<Item = [u8; 3]> {
    pixmap.pixels().iter().map(|pixel| [pixel.red(), pixel.green(), pixel.blue()])
}

/// At most 256 colours, and the nearest of them for every other colour.
struct Palette {
    colours: Vec<[u8; 3]>,
    known: HashMap<[u8; 3], u8>,
}

impl Palette {
    /// The most frequent colours of a picture.
    fn of(pixmap: &Pixmap) -> Palette {
        let mut counts: HashMap<[u8; 3], u32> = HashMap::new();
        colours(pixmap).for_each(|colour| *counts.entry(colour).or_default() += 1);
        let mut counts: Vec<_> = counts.into_iter().collect();
        counts.sort_unstable_by_key(|(colour, count)| (std::cmp::Reverse(*count), *colour));
        let colours = counts.into_iter().take(256).map(|(colour, _)| colour).collect();
        Palette { colours, known: HashMap::new() }
    }

    fn bytes(&self) -> Vec<u8> {
        self.colours.iter().flatten().copied().collect()
    }

    fn index(&mut self, colour: [u8; 3]) -> u8 {
        let colours = &self.colours;
        *self.known.entry(colour).or_insert_with(|| {
            let apart = |other: &[u8; 3]| -> u32 {
                colour.iter().zip(other).map(|(one, other)| u32::from(one.abs_diff(*other)).pow(2)).sum()
            };
            let nearest = (0..=u8::MAX).zip(colours).min_by_key(|(_, other)| apart(other));
            nearest.map_or(0, |(index, _)| index)
        })
    }
}

/// A part of a picture.
struct Part {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl Part {
    /// The smallest part that holds every pixel that has changed; one pixel if none has.
    fn changed(before: Option<&[u8]>, pixels: &[u8], width: usize) -> Part {
        let height = pixels.len() / width.max(1);
        let Some(before) = before else { return Part { left: 0, top: 0, width, height } };
        let (mut left, mut top, mut right, mut bottom) = (width, height, 0, 0);
        for (index, _) in before.iter().zip(pixels).enumerate().filter(|(_, (old, new))| old != new) {
            let (x, y) = (index % width, index / width);
            (left, top, right, bottom) = (left.min(x), top.min(y), right.max(x), bottom.max(y));
        }
        if left > right {
            Part { left: 0, top: 0, width: 1, height: 1 }
        } else {
            Part { left, top, width: right - left + 1, height: bottom - top + 1 }
        }
    }

    fn cut(&self, pixels: &[u8], width: usize) -> Vec<u8> {
        let rows = pixels.chunks(width.max(1)).skip(self.top).take(self.height);
        rows.flat_map(|row| &row[self.left..self.left + self.width]).copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A white picture with a black square at a place.
    fn drawing(x: u32) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\"><rect width=\"40\" height=\"20\" \
             fill=\"#fff\"/><rect x=\"{x}\" y=\"5\" width=\"5\" height=\"5\"/></svg>"
        )
    }

    #[test]
    fn what_is_written_moves_when_it_is_read_back() {
        let gif = animate(&Renderer::new(), &[drawing(0), drawing(10), drawing(10)], 1.0).expect("a picture");
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&gif[..]).expect("a GIF");
        assert_eq!((decoder.width(), decoder.height()), (40, 20));
        let mut seen = Vec::new();
        while let Some(frame) = decoder.read_next_frame().expect("a frame") {
            let black = frame.buffer.chunks(4).filter(|pixel| pixel[..3] == [0; 3]).count();
            seen.push(((frame.left, frame.top, frame.width, frame.height), frame.delay, black));
        }
        // The second frame holds what has changed; the third has nothing to say.
        assert_eq!(seen, [((0, 0, 40, 20), 100, 25), ((0, 5, 15, 5), 100, 25), ((0, 0, 1, 1), 400, 0)]);
    }

    #[test]
    fn drawings_of_other_sizes_do_not_move() {
        let small = drawing(0).replace("width=\"40\"", "width=\"30\"");
        let said = animate(&Renderer::new(), &[small, drawing(0)], 1.0).expect_err("it is refused").to_string();
        assert_eq!(said, "the picture cannot be written: its drawings are not equally large");
        assert!(animate(&Renderer::new(), &[], 1.0).is_err());
    }
}
