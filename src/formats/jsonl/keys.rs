//! The keys of a report of `validate --format json`: the writer of a report and the reader that takes it back share them.

macro_rules! keys {
    ($($name:ident = $key:literal,)*) => {
        $(pub(crate) const $name: &str = $key;)*

        /// Whether a report may have this key.
        pub(super) fn is_of_report(key: &str) -> bool {
            matches!(key, $($name)|*)
        }
    };
}

keys! {
    FILE = "file",
    RECORD = "record",
    LINE = "line",
    GAME = "game",
    VARIANT = "variant",
    OPTIONS = "options",
    BOARD = "board",
    NOTATION = "notation",
    TAGS = "tags",
    VALID = "valid",
    PLIES = "plies",
    MOVES = "moves",
    OUTCOME = "outcome",
    POSITION = "position",
    ATTEMPTED = "attempted",
    STANDS = "stands",
    TEXT = "text",
    FORMAT = "format",
    GIVEN = "given",
    ENCODING = "encoding",
    GUESSED = "guessed",
    PLAYERS = "players",
    OPENING = "opening",
    DIAGNOSTICS = "diagnostics",
    NOT_SHOWN = "not_shown",
    REPAIR = "repair",
}
