//! What Forza 4 is called elsewhere. Capitals, spaces, hyphens and underscores do not matter in names.

/// Its names besides its id, the ones of English first.
pub(super) static NAMES: &[&str] = &[
    "Connect Four",
    "Connect 4",
    "Four in a Row",
    "4 in a Row",
    "Four in a Line",
    "4 in a Line",
    // Italian
    "Forza quattro",
    "Quattro in fila",
    "4 in fila",
    // German
    "Vier gewinnt",
    "4 gewinnt",
    // French
    "Puissance 4",
    "Puissance quatre",
    // Spanish
    "Conecta 4",
    "Conecta cuatro",
    "Cuatro en línea",
    "Cuatro en linea",
    "4 en línea",
    "4 en linea",
    "Cuatro en raya",
    "4 en raya",
    // Chinese
    "四子棋",
    "四连棋",
    "四連棋",
    "屏风式四子棋",
    "屏風式四子棋",
    // Japanese
    "四目並べ",
    "四目ならべ",
    "重力付き四目並べ",
    "屏風四目",
    "屏風四目並べ",
    "コネクトフォー",
    "コネクト4",
];
