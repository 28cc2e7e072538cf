//! What Gomoku is called elsewhere. Capitals, spaces, hyphens and underscores do not matter in names.

/// Its names besides its id, the ones of English first.
pub(super) static NAMES: &[&str] = &[
    "Five in a Row",
    "5 in a Row",
    "Gobang",
    "Gomoku narabe",
    // Italian
    "Cinque in fila",
    "5 in fila",
    // German
    "Fünf in einer Reihe",
    "Fuenf in einer Reihe",
    "5 in einer Reihe",
    "Fünf gewinnt",
    // French
    "Cinq en ligne",
    "5 en ligne",
    // Spanish
    "Cinco en línea",
    "Cinco en linea",
    "5 en línea",
    "5 en linea",
    "Cinco en raya",
    "5 en raya",
    // Chinese
    "五子棋",
    "Wuziqi",
    // Japanese
    "五目並べ",
    "五目ならべ",
    "五目",
    "ごもくならべ",
];

/// Names of variants by which people call the game.
pub(super) static VARIANTS: &[(&str, &str)] =
    &[("renju", "renju"), ("連珠", "renju"), ("连珠", "renju"), ("聯珠", "renju"), ("れんじゅ", "renju")];
