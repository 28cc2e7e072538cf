//! Writes `offsets`, openings of Gomocup: a line each, the points counted from the centre of the board, down and to the
//! right, `0,0, 1,-1`.

use super::stones::{Game, Stone};
use super::writer::{Out, Writer, Written};
use crate::canonical::{Renamed, Unsaid};
use crate::diagnostic::Sink;
use crate::formats::Format;
use crate::game::GameInfo;
use crate::system::System;

/// Writes openings of Gomocup.
pub(super) struct Offsets;

impl Writer for Offsets {
    fn format(&self) -> Format {
        Format::OFFSETS
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
        let game = Game::of(record, renamed, Format::OFFSETS)?;
        let stones = game.only_stones(&mut out.lost)?;
        if stones.is_empty() {
            return Err(game.refusal("a game without plies"));
        }
        game.unsaid_variant("standard", &mut out.lost);
        let board = record.setting.rules.board;
        let (columns, rows) = (usize::from(board.columns), usize::from(board.rows));
        if (columns, rows) != (20, 20) {
            out.lost.unsaid(&format!("that the board has {board} points"), &format!("--board {board}"));
        }
        let from = |number: usize, centre: usize| number as i32 - centre as i32;
        let point = |stone: &Stone| format!("{},{}", from(stone.column, columns / 2), from(stone.row, rows / 2));
        out.text.push_str(&stones.iter().map(point).collect::<Vec<_>>().join(", "));
        out.text.push('\n');
        Ok(())
    }
}
