//! The colours of boards on a page: names in the drawings, values in the style, one set for light pages and one for dark.

use std::fmt::Write as _;

use crate::diagram::theme::Theme;

/// The theme of a page's drawings: every colour is a name, and the style holds its value.
pub(super) static PAGE: Theme = Theme {
    name: "page",
    about: "colours that the page's style knows",
    paper: "none",
    ink: "var(--label)",
    line: "var(--line)",
    points: "var(--points)",
    squares: "var(--squares)",
    dark: "var(--dark)",
    frame: ["var(--frame)", "var(--hole)"],
    last: "var(--last)",
    line_mark: "var(--decides)",
    fault: "var(--fault)",
    halo: "var(--halo)",
    pieces: [
        ["var(--white)", "var(--white-edge)", "var(--white-ink)"],
        ["var(--black)", "var(--black-edge)", "var(--black-ink)"],
        ["var(--red)", "var(--red-edge)", "var(--red-ink)"],
        ["var(--blue)", "var(--blue-edge)", "var(--blue-ink)"],
        ["var(--green)", "var(--green-edge)", "var(--green-ink)"],
        ["var(--azure)", "var(--azure-edge)", "var(--azure-ink)"],
    ],
    bases: [
        "var(--white-base)",
        "var(--black-base)",
        "var(--red-base)",
        "var(--blue-base)",
        "var(--green-base)",
        "var(--azure-base)",
    ],
    forms: false,
};

/// The values that `theme` gives to the names, as the style has them.
pub(super) fn values(theme: &Theme) -> String {
    let one = |page: &'static str, value: &'static str| (page, value);
    let mut pairs = vec![
        one(PAGE.ink, theme.ink),
        one(PAGE.line, theme.line),
        one(PAGE.points, theme.points),
        one(PAGE.squares, theme.squares),
        one(PAGE.dark, theme.dark),
        one(PAGE.last, theme.last),
        one(PAGE.line_mark, theme.line_mark),
        one(PAGE.fault, theme.fault),
        one(PAGE.halo, theme.halo),
    ];
    pairs.extend(PAGE.frame.into_iter().zip(theme.frame));
    pairs.extend(PAGE.pieces.into_iter().flatten().zip(theme.pieces.into_iter().flatten()));
    pairs.extend(PAGE.bases.into_iter().zip(theme.bases));
    let mut css = String::new();
    for (name, value) in pairs {
        let name = name.trim_start_matches("var(").trim_end_matches(')');
        // Writing to a string cannot fail.
        let _ = write!(css, " {name}: {value};");
    }
    css
}
