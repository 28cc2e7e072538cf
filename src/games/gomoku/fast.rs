//! A fast way through plain games: squares in canonical transcripts, from the empty board, without options.
//!
//! It carries out placements with the position's own bits and looks for lines at each, and gives up (`None`) at anything
//! else; `crate::play::canonical` and the driver are the judges then. Tests hold all three against each other.

use super::{BLACK, Gomoku, Params, Variant, WHITE, setup};
use crate::board::Square;
use crate::game::Outcome;
use crate::play::after_number;

/// Whether nothing but placements and lines matters in a game.
fn is_plain(variant: &Params) -> bool {
    let play = variant.play;
    let options = play.double_three | play.reply | play.double_four | play.pro | play.opening;
    let form = matches!(play.form, Variant::Standard | Variant::Freestyle | Variant::Caro);
    form && !options && variant.setup.is_none()
}

/// Replays `1. h8, i9; 2. j10`.
pub(super) fn squares(variant: &Params, text: &[u8]) -> Option<(u32, Outcome)> {
    if !is_plain(variant) {
        return None;
    }
    let mut position = setup::start(variant);
    let mut rest = text;
    let mut plies = 0;
    for turn in 1_u32.. {
        rest = after_number(rest, turn)?;
        for side in [BLACK, WHITE] {
            let (square, behind) = square(rest)?;
            let won = position.fill(square, side)?;
            plies += 1;
            rest = match (side, behind) {
                (BLACK, [b',', b' ', rest @ ..]) | (WHITE, [b';', b' ' | b'\n', rest @ ..]) if !won => rest,
                (_, [] | [b'\n', ..]) if behind.iter().all(|byte| matches!(byte, b'\n' | b' ')) => {
                    let full = plies == position.play.size.squares();
                    return Some((
                        plies,
                        match (won, full) {
                            (true, _) => Outcome::Win { winner: side, ending: &super::table::LINE },
                            (false, true) => Outcome::Draw { ending: &super::table::BOARD_FULL },
                            (false, false) => Outcome::Unfinished,
                        },
                    ));
                }
                _ => return None,
            };
        }
    }
    None
}

/// The square at the beginning of a text, and what stands behind it.
#[inline(always)]
fn square(text: &[u8]) -> Option<(Square, &[u8])> {
    let (column, tens, rest) = match text {
        [column, row, rest @ ..] => (column.wrapping_sub(b'a'), row.wrapping_sub(b'0'), rest),
        _ => return None,
    };
    if column >= 26 || !(1..10).contains(&tens) {
        return None;
    }
    match rest {
        [ones @ b'0'..=b'9', rest @ ..] => Some((Square::new(column, tens * 10 + (ones - b'0') - 1), rest)),
        _ => Some((Square::new(column, tens - 1), rest)),
    }
}

impl Gomoku {
    /// Puts a piece; whether it wins, or `None` if it cannot stand there.
    #[inline(always)]
    fn fill(&mut self, square: Square, side: super::Side) -> Option<bool> {
        let on_board = square.column < self.play.size.columns && square.row < self.play.size.rows;
        if !on_board || self.pieces[0].has(square) || self.pieces[1].has(square) {
            return None;
        }
        let fives = self.pieces[side.index() & 1].put(square);
        Some(fives && self.wins_at(square, side))
    }
}
