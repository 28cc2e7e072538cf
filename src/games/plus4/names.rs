//! What Plus 4 is called elsewhere. Capitals, spaces, hyphens and underscores do not matter in names.

/// Its names besides its id: the number in words.
pub(super) static NAMES: &[&str] =
    &["Plus Four", "Plus Quattro", "Più 4", "Più Quattro", "Plus Vier", "Plus Quatre", "Plus Cuatro"];
