//! A fast way through plain games: column letters in canonical transcripts, and digits run together.
//!
//! It knows one thing that the rules do not say: pieces never leave the board, so one look at the position before the
//! last ply proves that nobody had won before it. It gives up (`None`) at anything but legal drops from the empty
//! board, and `crate::play::canonical` and the driver are the judges then; tests hold all three against each other.

use super::Params;
use super::rules;
use crate::board::word::Word;
use crate::game::{Outcome, Side};
use crate::play::after_number;

/// A position as plies are carried out: two words, so that they stay in registers.
#[derive(Clone, Copy)]
struct Board<W> {
    filled: W,
    /// The pieces of the side to move.
    mine: W,
    columns: u8,
    rows: u32,
}

impl<W: Word> Board<W> {
    /// The empty board, if the proof holds on it: without a `Setup`, and where a line ends the game.
    fn new(variant: &Params) -> Option<Board<W>> {
        let plain = variant.setup.is_none() && !variant.equalizer;
        let Params { size, .. } = variant;
        plain.then_some(Board {
            filled: W::default(),
            mine: W::default(),
            columns: size.columns,
            rows: size.rows.into(),
        })
    }

    /// Drops a piece; `false` if that is illegal.
    #[inline(always)]
    fn drop(&mut self, column: u8) -> bool {
        if column >= self.columns {
            return false;
        }
        let bottom = u32::from(column) * (self.rows + 1);
        let Some(filled) = self.filled.fill(bottom, bottom + self.rows - 1) else { return false };
        self.mine = self.mine.xor(self.filled);
        self.filled = filled;
        true
    }

    /// The outcome after `plies` drops and one more, of which `first` made the first; `None` if one of them was
    /// illegal, the last or because an earlier one had ended the game.
    fn finish(mut self, plies: u32, column: u8, first: Side) -> Option<Outcome> {
        let line = |pieces: W| rules::has_line(pieces, self.rows);
        if line(self.mine) || line(self.mine.xor(self.filled)) || !self.drop(column) {
            return None;
        }
        let last = self.mine.xor(self.filled);
        Some(if rules::has_line(last, self.rows) {
            let winner = if plies.is_multiple_of(2) { first } else { first.next(2) };
            Outcome::Win { winner, ending: &super::table::LINE }
        } else if plies + 1 == u32::from(self.columns) * self.rows {
            Outcome::Draw { ending: &super::table::BOARD_FULL }
        } else {
            Outcome::Unfinished
        })
    }
}

/// Replays the first word of a line: digits of which `zero` stands for column a.
pub(super) fn run<W: Word>(variant: &Params, zero: u8, line: &[u8]) -> Option<(u32, Outcome)> {
    let mut board = Board::<W>::new(variant)?;
    // What lies behind the digit 9 is no digit, however many columns the board has.
    board.columns = board.columns.min(b'9' - zero + 1);
    // The last ply is carried out with a look at the board, so each waits until another follows.
    let (mut last, rest) = line.split_first()?;
    let mut plies = 0;
    for digit in rest {
        if digit.is_ascii_whitespace() {
            break;
        }
        if !board.drop(last.wrapping_sub(zero)) {
            return None;
        }
        plies += 1;
        last = digit;
    }
    let outcome = board.finish(plies, last.wrapping_sub(zero), variant.first)?;
    Some((plies + 1, outcome))
}

/// Replays `1. c, e; 2. c, c`, begun by the first side.
pub(super) fn columns<W: Word>(variant: &Params, text: &[u8]) -> Option<(u32, Outcome)> {
    let mut board = Board::<W>::new(variant)?;
    if variant.first.0 != 0 {
        return None;
    }
    let mut rest = text;
    for turn in 1_u32.. {
        rest = after_number(rest, turn)?;
        // The commonest turn by far: `c, e; ` or, at the end of a line, `c, e;` and a line feed.
        if let [first, b',', b' ', second, b';', b' ' | b'\n', behind @ ..] = rest {
            if !board.drop(first.wrapping_sub(b'a')) || !board.drop(second.wrapping_sub(b'a')) {
                return None;
            }
            rest = behind;
            continue;
        }
        let (plies, last, behind) = match rest {
            [first, b',', b' ', second, behind @ ..] => {
                if !board.drop(first.wrapping_sub(b'a')) {
                    return None;
                }
                (turn * 2, second, behind)
            }
            [first, behind @ ..] => (turn * 2 - 1, first, behind),
            [] => return None,
        };
        if !matches!(behind, [] | [b'\n', ..]) || !behind.iter().all(|byte| matches!(byte, b'\n' | b' ')) {
            return None;
        }
        let outcome = board.finish(plies - 1, last.wrapping_sub(b'a'), variant.first)?;
        return Some((plies, outcome));
    }
    None
}
