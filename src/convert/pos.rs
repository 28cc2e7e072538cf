//! Writes `pos`, games of Zjrenju: the number of stones in a byte, then a byte for each, row by row from 0 at the top left.

use super::stone_writer::OfStones;
use super::stones::Game;
use super::writer::Out;
use crate::canonical::Unsaid;
use crate::formats::Format;

/// Writes games of Zjrenju.
pub(super) struct Pos;

impl OfStones for Pos {
    const FORMAT: Format = Format::POS;
    const HOLDS_ONE: bool = true;

    fn write(game: &Game<'_>, out: &mut Out) -> Result<(), Unsaid> {
        game.needs_15x15()?;
        game.unsaid_variant("standard", &mut out.lost);
        let stones = game.only_stones(&mut out.lost)?;
        // A board of 15x15 has room for 225 stones.
        out.tail.all(&[stones.len().min(225) as u8]);
        stones.iter().for_each(|stone| out.tail.all(&[(15 * stone.row + stone.column) as u8]));
        Ok(())
    }
}
