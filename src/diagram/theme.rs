//! The colours of pictures.
//!
//! `print` is black on white: sides differ by form, so that a photocopy is as good as the original. In the other themes
//! people with any kind of colour blindness can distinguish the colours on one board: the tests below measure it.

use crate::scene::{Ground, Paint};

/// The colours of a picture; each is what SVG calls a paint: `#0072b2`, `none`, `var(--ink)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Theme {
    /// Its name in arguments.
    pub name: &'static str,
    /// Its description.
    pub about: &'static str,
    /// After everything.
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
    /// The edge that separates marks from what lies below them.
    pub halo: &'static str,
    /// Pieces by their colour: fill, edge and text, in the order of [`Paint`].
    pub pieces: [[&'static str; 3]; 6],
    /// The squares of bases by the colour of their side, in the order of [`Paint`].
    pub bases: [&'static str; 6],
    /// Whether the form shows the sides, and not the colour.
    pub forms: bool,
}

/// Black on white, for print: the sides differ without colour.
pub static PRINT: Theme = Theme {
    name: "print",
    about: "black and white; the sides differ without colour",
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
    ["#da3a01", "#5c1800", "#fff"],
    ["#1c3c84", "#0a1836", "#fff"],
    ["#058d63", "#013a28", "#fff"],
    ["#65d2fe", "#15506f", "#000"],
];

/// For screens with light pages.
pub static COLOUR: Theme = Theme {
    name: "colour",
    about: "colours that colour-blind people can tell apart",
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
    bases: ["#d3d9e2", "#d8d4cc", "#f5cda9", "#b9d9ee", "#b5e2d0", "#d3ebfa"],
    forms: false,
};

/// For screens with dark pages.
pub static DARK: Theme = Theme {
    name: "dark",
    about: "colours for dark pages",
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

    /// Fill, edge and text of a piece; `solid` pieces are those of the second side.
    pub(super) fn piece(&self, paint: Paint, solid: bool) -> [&'static str; 3] {
        match (self.forms, solid) {
            (true, true) => [self.ink, self.ink, self.paper],
            _ => self.pieces[paint as usize],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What cones see of a colour: linear red, green and blue.
    fn linear(colour: &str) -> [f64; 3] {
        let digits = colour.trim_start_matches('#');
        let digits =
            if digits.len() == 3 { digits.chars().flat_map(|digit| [digit; 2]).collect() } else { digits.to_owned() };
        [0, 2, 4].map(|at| {
            let value = u8::from_str_radix(&digits[at..at + 2], 16).expect("a colour");
            let value = f64::from(value) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        })
    }

    /// How people without one kind of cones see colours (Machado, Oliveira and Fernandes 2009, full severity); the first
    /// is how most see them.
    const SIGHTS: [[[f64; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]],
    ];

    /// Lightness and the two opponent colours (CIE 1976), in which distances are about as people judge them.
    fn seen(colour: &str, sight: &[[f64; 3]; 3]) -> [f64; 3] {
        let rgb = linear(colour);
        let [red, green, blue] =
            sight.map(|row| row.iter().zip(rgb).map(|(part, value)| part * value).sum::<f64>().clamp(0.0, 1.0));
        let x = (0.412_456 * red + 0.357_576 * green + 0.180_437 * blue) / 0.950_47;
        let y = 0.212_673 * red + 0.715_152 * green + 0.072_175 * blue;
        let z = (0.019_334 * red + 0.119_192 * green + 0.950_304 * blue) / 1.088_83;
        let bend = |value: f64| if value > 0.008_856 { value.cbrt() } else { 7.787 * value + 16.0 / 116.0 };
        let (x, y, z) = (bend(x), bend(y), bend(z));
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    fn distance(one: &str, other: &str, sight: &[[f64; 3]; 3]) -> f64 {
        seen(one, sight).iter().zip(seen(other, sight)).map(|(one, other)| (one - other).powi(2)).sum::<f64>().sqrt()
    }

    /// The colours that occur on one board, and the grounds under them.
    const BOARDS: [(&[Paint], &[Ground]); 6] = [
        (&[Paint::White, Paint::Red], &[Ground::Frame]),
        (&[Paint::Red, Paint::Blue], &[Ground::Chutes]),
        (&[Paint::Black, Paint::White], &[Ground::Points]),
        (&[Paint::White, Paint::Black], &[Ground::Checkered]),
        (&[Paint::White, Paint::Red, Paint::Green, Paint::Blue], &[Ground::Squares, Ground::Checkered]),
        (&[Paint::Azure, Paint::Green, Paint::Red, Paint::White], &[Ground::Squares]),
    ];

    /// The grounds that may lie right below a piece.
    fn below(theme: &Theme, ground: Ground) -> Vec<&'static str> {
        match ground {
            Ground::Frame => vec![theme.frame[1]],
            Ground::Points => vec![theme.points],
            Ground::Chutes => vec![theme.squares],
            Ground::Checkered => vec![theme.squares, theme.dark],
            Ground::Squares => theme.bases.into_iter().chain([theme.squares]).collect(),
        }
    }

    #[test]
    fn colour_blind_people_can_tell_pieces_apart() {
        for (together, _) in BOARDS {
            for theme in [&COLOUR, &DARK] {
                for sight in &SIGHTS {
                    for (index, one) in together.iter().enumerate() {
                        for other in &together[..index] {
                            let fill = |paint: &Paint| theme.pieces[*paint as usize][0];
                            let apart = distance(fill(one), fill(other), sight);
                            assert!(apart > 30.0, "{}: {one:?} and {other:?} are {apart:.0} apart", theme.name);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn pieces_stand_out_from_the_board_and_writing_from_pieces() {
        for (together, grounds) in BOARDS {
            for (theme, sight) in
                [&COLOUR, &DARK].into_iter().flat_map(|theme| SIGHTS.iter().map(move |sight| (theme, sight)))
            {
                for [fill, edge, writing] in together.iter().map(|paint| theme.pieces[*paint as usize]) {
                    assert!(distance(fill, writing, sight) > 45.0, "{}: {writing} on {fill}", theme.name);
                    for ground in grounds.iter().flat_map(|ground| below(theme, *ground)) {
                        let (fill, edge) = (distance(fill, ground, sight), distance(edge, ground, sight));
                        assert!(fill.max(edge) > 25.0, "{}: {fill:.0}, {edge:.0} on {ground}", theme.name);
                    }
                }
            }
        }
    }
}
