//! The games, one folder each. To add a game: a folder here, its `mod` line, and its line in
//! `engine/registry.rs`.

pub(crate) mod forza4;
pub(crate) mod gomoku;
pub(crate) mod halma;
pub(crate) mod lefile;
pub(crate) mod plus4;
