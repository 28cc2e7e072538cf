//! Writes `offsets`, openings of Gomocup: a line each, the points counted from the centre of the board, down and to the
//! right, `0,0, 1,-1`.

use super::stone_writer::OfStones;
use super::stones::{Game, Stone};
use super::writer::Out;
use crate::canonical::Unsaid;
use crate::formats::Format;

/// Writes openings of Gomocup.
pub(super) struct Offsets;

impl OfStones for Offsets {
    const FORMAT: Format = Format::OFFSETS;

    fn write(game: &Game<'_>, out: &mut Out) -> Result<(), Unsaid> {
        let stones = game.only_stones(&mut out.lost)?;
        if stones.is_empty() {
            return Err(game.refusal("a game without plies"));
        }
        game.unsaid_variant("standard", &mut out.lost);
        let board = game.body.setting.rules.board;
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
