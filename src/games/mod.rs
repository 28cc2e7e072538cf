//! The games, one folder each. To add a game: a folder here and its line in [`every_game`].

/// Hands the folder of every game to the macro `$with`. One such macro declares the modules here, another makes the
/// registry in the engine.
macro_rules! every_game {
    ($with:ident) => {
        $with! {
            forza4,
            plus4,
            gomoku,
            lefile,
            halma,
        }
    };
}
pub(crate) use every_game;

macro_rules! declare {
    ($($game:ident,)*) => {
        $(pub(crate) mod $game;)*
    };
}
every_game!(declare);
