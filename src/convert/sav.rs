//! Writes `sav`, games of Yixin: rows, columns and the number of stones, then row and column of each stone from 0 at the top
//! left.

use std::fmt::Write;

use super::stones::Game;
use super::writer::{Out, Writer, Written};
use crate::canonical::{Renamed, Unsaid};
use crate::diagnostic::Sink;
use crate::formats::Format;
use crate::game::GameInfo;
use crate::system::System;

/// Writes games of Yixin.
pub(super) struct Sav;

impl Writer for Sav {
    fn format(&self) -> Format {
        Format::SAV
    }

    fn holds_one(&self) -> bool {
        true
    }

    fn game(&self) -> Option<&'static str> {
        Some("gomoku")
    }

    fn system(&self, _: System, _: &'static GameInfo) -> System {
        System::XY
    }

    fn write(
        &self,
        record: &Written<'_>,
        renamed: &mut Renamed,
        _: &mut String,
        _: &mut dyn Sink,
        out: &mut Out,
    ) -> Result<(), Unsaid> {
        let game = Game::of(record, renamed, Format::SAV)?;
        game.unsaid_variant("standard", &mut out.lost);
        let (stones, board) = (game.only_stones(&mut out.lost)?, record.setting.rules.board);
        // Writing to a string cannot fail.
        let _ = write!(out.text, "{}\n{}\n{}\n", board.rows, board.columns, stones.len());
        for stone in &stones {
            let _ = writeln!(out.text, "{} {}", stone.row, stone.column);
        }
        Ok(())
    }
}
