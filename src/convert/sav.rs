//! Writes `sav`, games of Yixin: rows, columns and the number of stones, then row and column of each stone from 0 at the top
//! left.

use std::fmt::Write;

use super::stone_writer::OfStones;
use super::stones::Game;
use super::writer::Out;
use crate::canonical::Unsaid;
use crate::formats::Format;

/// Writes games of Yixin.
pub(super) struct Sav;

impl OfStones for Sav {
    const FORMAT: Format = Format::SAV;
    const HOLDS_ONE: bool = true;

    fn write(game: &Game<'_>, out: &mut Out) -> Result<(), Unsaid> {
        game.unsaid_variant("standard", &mut out.lost);
        let (stones, board) = (game.only_stones(&mut out.lost)?, game.body.setting.rules.board);
        // Writing to a string cannot fail.
        let _ = write!(out.text, "{}\n{}\n{}\n", board.rows, board.columns, stones.len());
        for stone in &stones {
            let _ = writeln!(out.text, "{} {}", stone.row, stone.column);
        }
        Ok(())
    }
}
