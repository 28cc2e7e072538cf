//! Numbers of things in words: `1 ply`, `2 plies`.

/// `1 game`, `3 games`.
pub(crate) fn counted(count: u64, thing: &str) -> String {
    format!("{count} {}", noun(count, thing))
}

/// The form of a noun after a number: `plies` for 2 and `ply`.
pub(crate) fn noun(count: u64, thing: &str) -> String {
    match (count, thing.strip_suffix('y')) {
        (1, _) => thing.to_owned(),
        (_, Some(stem)) => format!("{stem}ies"),
        (_, None) => format!("{thing}s"),
    }
}
