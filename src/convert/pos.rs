//! Writes `pos`, games of Zjrenju: the number of stones in a byte, then a byte for each, row by row from 0 at the top left.

use super::stones::Game;
use super::writer::{Out, Writer, Written};
use crate::canonical::{Renamed, Unsaid};
use crate::diagnostic::Sink;
use crate::formats::Format;
use crate::game::GameInfo;
use crate::system::System;

/// Writes games of Zjrenju.
pub(super) struct Pos;

impl Writer for Pos {
    fn format(&self) -> Format {
        Format::POS
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
        let game = Game::of(record, renamed, Format::POS)?;
        game.needs_15x15()?;
        game.unsaid_variant("standard", &mut out.lost);
        let stones = game.only_stones(&mut out.lost)?;
        // A board of 15x15 has room for 225 stones.
        out.bytes.push(stones.len().min(225) as u8);
        out.bytes.extend(stones.iter().map(|stone| (15 * stone.row + stone.column) as u8));
        Ok(())
    }
}
