//! The colours of pictures.
//!
//! `print` is black on white: sides differ by form, so that a photocopy is as good as the original. The colours of the
//! other themes are those of Okabe and Ito, which people with any kind of colour blindness can tell apart.

use super::{Ground, Paint};

/// The colours of a picture; each is what SVG calls a paint: `#0072b2`, `none`, `var(--ink)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Theme {
    /// Its name in arguments.
    pub name: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// Behind everything.
    pub paper: &'static str,
    /// Writing and coordinates.
    pub ink: &'static str,
    /// The lines of a board and its border.
    pub line: &'static str,
    /// The board where pieces stand on points.
    pub points: &'static str,
    /// The board where pieces stand on squares, and its light squares.
    pub squares: &'static str,
    /// The dark squares.
    pub dark: &'static str,
    /// A standing frame, and its holes.
    pub frame: [&'static str; 2],
    /// The marks of the last ply and its arrows.
    pub last: &'static str,
    /// The marks of lines that decide.
    pub line_mark: &'static str,
    /// The marks of illegal plies.
    pub fault: &'static str,
    /// What parts marks from whatever lies below.
    pub halo: &'static str,
    /// Pieces by their colour: fill, edge, and what is written on them, in the order of [`Paint`].
    pub pieces: [[&'static str; 3]; 6],
    /// The squares of bases by the colour of their side, in the order of [`Paint`].
    pub bases: [&'static str; 6],
    /// Whether sides are told apart by form and not by colour.
    pub forms: bool,
}

/// Black on white, for print: no colour is needed to tell the sides.
pub static PRINT: Theme = Theme {
    name: "print",
    about: "black on white, no colour needed to tell the sides",
    paper: "#fff",
    ink: "#000",
    line: "#000",
    points: "#fff",
    squares: "#fff",
    dark: "#d0d0d0",
    frame: ["#fff", "none"],
    last: "#000",
    line_mark: "#000",
    fault: "#000",
    halo: "#fff",
    pieces: [["#fff", "#000", "#000"]; 6],
    bases: ["#ececec"; 6],
    forms: true,
};

/// Pieces by their colour, on a light or a dark page.
const PIECES: [[&str; 3]; 6] = [
    ["#fff", "#222", "#000"],
    ["#1c1c1c", "#000", "#fff"],
    ["#d94f04", "#5c2000", "#000"],
    ["#0072b2", "#00304d", "#fff"],
    ["#009e73", "#004230", "#000"],
    ["#56b4e9", "#15506f", "#000"],
];

/// For screens with light pages.
pub static COLOUR: Theme = Theme {
    name: "colour",
    about: "in colours that colour-blind people can tell apart",
    paper: "#fff",
    ink: "#333",
    line: "#5a4a32",
    points: "#f0d8a8",
    squares: "#f4ead7",
    dark: "#c9b48c",
    frame: ["#2f64a0", "#17375c"],
    last: "#8a1a7c",
    line_mark: "#ffd23f",
    fault: "#c00000",
    halo: "#fff",
    pieces: PIECES,
    bases: ["#ffffff", "#d8d4cc", "#f5cda9", "#b9d9ee", "#b5e2d0", "#d3ebfa"],
    forms: false,
};

/// For screens with dark pages.
pub static DARK: Theme = Theme {
    name: "dark",
    about: "the same for dark pages",
    paper: "#15171c",
    ink: "#d8d8d8",
    line: "#15120c",
    points: "#a98a55",
    squares: "#b8ae9a",
    dark: "#80735a",
    frame: ["#2b5687", "#101a28"],
    last: "#7b0f6e",
    line_mark: "#ffd23f",
    fault: "#c00000",
    halo: "#fff",
    pieces: PIECES,
    bases: ["#d9d2c4", "#8f8779", "#d3a57d", "#8fb1c8", "#8ebda9", "#a9c9da"],
    forms: false,
};

/// Every theme.
pub static THEMES: [&Theme; 3] = [&PRINT, &COLOUR, &DARK];

impl Theme {
    /// The board's own colour.
    pub(super) fn board(&self, ground: Ground) -> &'static str {
        match ground {
            Ground::Frame => self.frame[0],
            Ground::Points => self.points,
            Ground::Chutes | Ground::Squares | Ground::Checkered => self.squares,
        }
    }

    /// Fill, edge and writing of a piece; `solid` pieces are those of the second side.
    pub(super) fn piece(&self, paint: Paint, solid: bool) -> [&'static str; 3] {
        match (self.forms, solid) {
            (true, true) => [self.ink, self.ink, self.paper],
            _ => self.pieces[paint as usize],
        }
    }
}
