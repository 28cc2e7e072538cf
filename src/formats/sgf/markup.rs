//! Properties that mark the board or the display.

use super::name::{Name, names};

/// Whether a property is a mark on the board or on the display.
pub(super) fn is_markup(name: Name) -> bool {
    name.is_any_of(&MARKUP)
}

/// The name of such a property in a note.
pub(super) fn markup(name: Name) -> &'static str {
    let names = [
        "LB properties",
        "TR properties",
        "CR properties",
        "MA properties",
        "SQ properties",
        "SL properties",
        "AR properties",
        "LN properties",
        "DD properties",
        "VW properties",
        "FG properties",
        "PM properties",
        "ST properties",
        "V properties",
        "BL properties",
        "WL properties",
        "OB properties",
        "OW properties",
        "KO properties",
        "MN properties",
    ];
    MARKUP.iter().position(|known| *known == name).and_then(|index| names.get(index)).copied().unwrap_or("properties")
}

const MARKUP: [Name; 20] = names([
    "LB", "TR", "CR", "MA", "SQ", "SL", "AR", "LN", "DD", "VW", "FG", "PM", "ST", "V", "BL", "WL", "OB", "OW", "KO",
    "MN",
]);
