//! Paints a drawing that was written as SVG: a PNG of its own size times a scale, the same bytes from the same drawing.
//!
//! Text is set in a font that comes along. Only for a letter that this font lacks (in a name in Chinese, say) does the
//! renderer look at the system's fonts. A letter that no font has becomes an empty box. The drawing can read no file:
//! pictures in it are left out.

use std::error::Error;
use std::fmt;

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::roxmltree::Document;
use resvg::usvg::{ImageHrefResolver, Options, Tree};

use super::font::Fonts;

/// The most pixels that a picture may have: 100 million, which take 400 MB while they are painted.
pub const MAX_PIXELS: u64 = 100_000_000;

/// Paints drawings; keeps the fonts from one to the next.
///
/// ```
/// use scoresheet::diagram::png::Renderer;
///
/// let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><circle cx="20" cy="15" r="9"/></svg>"#;
/// let png = Renderer::new().render(svg, 2.0)?;
/// assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
/// # Ok::<(), scoresheet::diagram::png::RenderError>(())
/// ```
#[derive(Debug)]
pub struct Renderer {
    fonts: Fonts,
}

impl Renderer {
    /// A renderer that knows the font that comes along.
    pub fn new() -> Renderer {
        Renderer { fonts: Fonts::new() }
    }

    /// Paints `svg`, `scale` pixels to a unit of its size; what it leaves free stays transparent.
    ///
    /// # Errors
    /// Fails if `scale` is not a positive number, `svg` is not an SVG, or the picture would have more than
    /// [`MAX_PIXELS`].
    pub fn render(&self, svg: &str, scale: f32) -> Result<Vec<u8>, RenderError> {
        let mut png = self.paint(svg, scale)?.encode_png().map_err(|error| RenderError::Encode(error.to_string()))?;
        insert_density(&mut png, scale);
        Ok(png)
    }

    /// The letters in the pictures so far that no font has: they became empty boxes.
    pub fn missing(&self) -> Vec<char> {
        self.fonts.missing()
    }

    /// The drawing with its text as outlines, at the size that it names.
    pub(super) fn tree(&self, document: &Document<'_>) -> Result<Tree, RenderError> {
        let options = Options {
            fontdb: self.fonts.known(),
            font_resolver: self.fonts.resolver(),
            image_href_resolver: ImageHrefResolver {
                resolve_data: Box::new(|_, _, _| None),
                resolve_string: Box::new(|_, _| None),
            },
            ..Options::default()
        };
        Tree::from_xmltree(document, &options).map_err(|error| RenderError::Svg(error.to_string()))
    }

    /// The pixels of a drawing.
    pub(super) fn paint(&self, svg: &str, scale: f32) -> Result<Pixmap, RenderError> {
        if !(scale.is_finite() && scale > 0.0) {
            return Err(RenderError::Scale(scale));
        }
        let document = parsed(svg)?;
        let pixels = |length: f32| (f64::from(length) * f64::from(scale)).round().max(1.0);
        // Laying out the text of a picture that is too large would take long, so its declared size is checked first.
        let said = |name: &str| document.root_element().attribute(name)?.parse().ok().map(pixels);
        if let (Some(width), Some(height)) = (said("width"), said("height"))
            && width * height > MAX_PIXELS as f64
        {
            return Err(RenderError::TooLarge { width, height });
        }
        let tree = self.tree(&document)?;
        let size = tree.size();
        let (width, height) = (pixels(size.width()), pixels(size.height()));
        let too_large = RenderError::TooLarge { width, height };
        if width * height > MAX_PIXELS as f64 {
            return Err(too_large);
        }
        let Some(mut pixmap) = Pixmap::new(width as u32, height as u32) else { return Err(too_large) };
        // To the edge, even where a scaled side is no whole number of pixels.
        let fill = Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
        resvg::render(&tree, fill, &mut pixmap.as_mut());
        Ok(pixmap)
    }
}

impl Default for Renderer {
    fn default() -> Self {
        Renderer::new()
    }
}

/// A drawing as a document.
pub(super) fn parsed(svg: &str) -> Result<Document<'_>, RenderError> {
    Document::parse(svg).map_err(|error| RenderError::Svg(error.to_string()))
}

/// Paints one drawing; for several, a [`Renderer`] reads the fonts only once.
///
/// # Errors
/// The errors of [`Renderer::render`].
pub fn render(svg: &str, scale: f32) -> Result<Vec<u8>, RenderError> {
    Renderer::new().render(svg, scale)
}

/// Why a drawing was not painted.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum RenderError {
    /// The scale is zero, negative, infinite or not a number.
    Scale(f32),
    /// The text is not an SVG; the reason.
    Svg(String),
    /// The picture would have more than [`MAX_PIXELS`].
    TooLarge {
        /// How many pixels wide it would be.
        width: f64,
        /// How many pixels high it would be.
        height: f64,
    },
    /// The picture could not be written as a PNG, a GIF or a PDF; the reason.
    Encode(String),
}

impl fmt::Display for RenderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scale(scale) => write!(f, "the scale is {scale}, not a number above 0"),
            Self::Svg(error) => write!(f, "the drawing is not a valid SVG: {error}"),
            Self::TooLarge { width, height } => {
                let most = MAX_PIXELS / 1_000_000;
                write!(f, "the picture would be too large: {width} x {height} pixels, but the limit is {most} million")
            }
            Self::Encode(error) => write!(f, "the picture cannot be written: {error}"),
        }
    }
}

impl Error for RenderError {}

/// Where the header chunk ends and others may stand.
const AFTER_HEADER: usize = 8 + 25;

/// Says how many pixels make a metre (chunk `pHYs`), 96 units of the drawing being an inch: printed, a picture of any
/// scale is as large as the drawing.
fn insert_density(png: &mut Vec<u8>, scale: f32) {
    let per_metre = (f64::from(scale) * 96.0 / 0.0254).round() as u32;
    let mut chunk = Vec::from(*b"pHYs");
    chunk.extend(per_metre.to_be_bytes());
    chunk.extend(per_metre.to_be_bytes());
    chunk.push(1);
    let mut sum = flate2::Crc::new();
    sum.update(&chunk);
    chunk.extend(sum.sum().to_be_bytes());
    let length = 9u32.to_be_bytes();
    if per_metre > 0 && png.len() >= AFTER_HEADER {
        png.splice(AFTER_HEADER..AFTER_HEADER, length.into_iter().chain(chunk));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A drawing of 40 by 20 that shows `text`.
    fn drawing(text: &str, attributes: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\">\
             <text x=\"2\" y=\"15\" font-size=\"12\" font-family=\"sans-serif\" {attributes}>{text}</text></svg>"
        )
    }

    fn painted(text: &str, attributes: &str) -> Vec<u8> {
        render(&drawing(text, attributes), 1.0).expect("it can be painted")
    }

    /// The size in the header, and pixels per metre.
    fn measures(png: &[u8]) -> [u32; 3] {
        assert_eq!((&png[12..16], &png[37..41]), (&b"IHDR"[..], &b"pHYs"[..]));
        [16, 20, 41].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes")))
    }

    fn refusal(svg: &str, scale: f32) -> String {
        render(svg, scale).expect_err("it is refused").to_string()
    }

    #[test]
    fn the_scale_gives_the_size() {
        let svg = drawing("A", "");
        for (scale, expected) in [(1.0, [40, 20, 3780]), (2.0, [80, 40, 7559]), (0.5, [20, 10, 1890])] {
            assert_eq!(measures(&render(&svg, scale).expect("it can be painted")), expected);
        }
        assert_eq!(measures(&render(&svg, 0.001).expect("it can be painted"))[..2], [1, 1]);
    }

    #[test]
    fn what_is_written_can_be_read_back() {
        let png = render(&drawing("A", "fill=\"red\""), 2.0).expect("it can be painted");
        let pixmap = Pixmap::decode_png(&png).expect("it is a PNG");
        assert_eq!((pixmap.width(), pixmap.height()), (80, 40));
        assert_eq!(pixmap.pixel(0, 0).map(|pixel| pixel.alpha()), Some(0), "no background is added");
        assert!(pixmap.pixels().iter().any(|pixel| (pixel.red(), pixel.alpha()) == (255, 255)));
    }

    #[test]
    fn text_is_painted_in_letters_and_not_in_boxes() {
        let (nothing, boxed) = (painted("", ""), painted("\u{e000}", ""));
        assert_ne!(nothing, boxed);
        for letter in "AzÖłșăğãøß09ΩλЖяқ№„“—…½≤→↔♠♥♦♣♔●○★ếǎ−€".chars()
        {
            let [plain, bold] = ["", "font-weight=\"bold\""].map(|weight| painted(&letter.to_string(), weight));
            assert!(plain != nothing && plain != boxed && bold != nothing && bold != boxed, "{letter}");
        }
        assert_ne!(painted("8", ""), painted("8", "font-weight=\"bold\""));
        assert_eq!(painted("8", ""), painted("8", "style=\"font-family: Nowhere\""));
    }

    #[test]
    fn only_letters_from_elsewhere_ask_for_the_fonts_of_the_system() {
        let renderer = Renderer::new();
        let paint = |text| renderer.render(&drawing(text, ""), 1.0).expect("it can be painted");
        let before = paint("Ö8 Жλ♠");
        assert!(!renderer.fonts.asked_the_system());
        assert_eq!(renderer.missing(), []);
        for text in ["王立诚", "たろう 5", "محمد", "ไทย", "🙂", "\u{10ffff}"] {
            assert_ne!(paint(text), paint(""), "{text}");
        }
        assert!(renderer.fonts.asked_the_system());
        assert_eq!(paint("Ö8 Жλ♠"), before);
        assert_eq!(renderer.missing().last(), Some(&'\u{10ffff}'));
    }

    #[test]
    fn a_scale_is_a_positive_number() {
        let svg = drawing("A", "");
        assert_eq!(refusal(&svg, 0.0), "the scale is 0, not a number above 0");
        for scale in [-1.0, f32::NAN, f32::INFINITY] {
            assert!(refusal(&svg, scale).starts_with("the scale is "));
        }
    }

    #[test]
    fn no_picture_exhausts_memory() {
        let svg = drawing("A", "");
        let told = "the picture would be too large: 40000 x 20000 pixels, but the limit is 100 million";
        assert_eq!(refusal(&svg, 1000.0), told);
        assert!(refusal(&svg, f32::MAX).starts_with("the picture would be too large: "));
        let line = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1e9\" height=\"1e-9\"/>";
        assert!(refusal(line, 1.0).starts_with("the picture would be too large: "));
    }

    #[test]
    fn other_texts_are_no_drawings() {
        for text in ["", "hello", "<html/>", "<svg xmlns=\"http://www.w3.org/2000/svg\""] {
            assert!(refusal(text, 1.0).starts_with("the drawing is not a valid SVG: "), "{text}");
        }
    }
}
