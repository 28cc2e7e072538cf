//! A fast way through plain games: column letters in canonical transcripts, and digits run together.
//!
//! It knows one thing that the rules do not say: pieces never leave the board, so one look at the position before the
//! last ply proves that nobody had won before it. It gives up (`None`) at anything but legal drops, and
//! `crate::play::canonical` and the driver are the judges then; tests hold all three against each other.

use super::{Forza4, Ply, rules};
use crate::board::word::Word;
use crate::game::{Outcome, Strict};

/// A position taken apart so that its pieces stay in registers while plies are carried out.
struct Board<W> {
    /// The pieces of the side to move and of the other.
    sides: (W, W),
    heights: [u8; 32],
    columns: u8,
    rows: u8,
}

impl<W: Word> Board<W> {
    fn new(position: &Forza4<W>) -> Board<W> {
        let turn = position.turn.index();
        let mut heights = [0; 32];
        heights[..26].copy_from_slice(&position.heights);
        let sides = (position.pieces[turn], position.pieces[1 - turn]);
        Board { sides, heights, columns: position.size.columns, rows: position.size.rows }
    }

    /// Drops a piece; `false` if that is illegal.
    #[inline(always)]
    fn drop(&mut self, column: u8) -> bool {
        // The mask only spares a bounds check: no board has more than 26 columns.
        let height = self.heights[usize::from(column & 31)];
        if column >= self.columns || height >= self.rows {
            return false;
        }
        self.heights[usize::from(column & 31)] = height + 1;
        self.sides.0.set(u32::from(column) * (u32::from(self.rows) + 1) + u32::from(height));
        self.sides = (self.sides.1, self.sides.0);
        true
    }

    /// Puts the position together again after `plies` drops, proves that none of them had ended the game, and carries
    /// out the last ply by the rules.
    fn finish(self, mut position: Forza4<W>, plies: usize, column: u8) -> Option<Outcome> {
        if plies % 2 == 1 {
            position.turn = position.turn.next(2);
        }
        let turn = position.turn.index();
        position.pieces[turn] = self.sides.0;
        position.pieces[1 - turn] = self.sides.1;
        position.heights.copy_from_slice(&self.heights[..26]);
        position.filled += plies as u16;
        if rules::has_line(&position, 0) || rules::has_line(&position, 1) {
            return None;
        }
        rules::apply(&mut position, Ply::Drop { column, row: None }, &mut Strict).ok()?;
        Some(position.outcome)
    }
}

/// Whether a line ends the game from here, so that the proof holds.
fn is_plain<W: Word>(position: &Forza4<W>) -> bool {
    !position.equalizer && position.outcome == Outcome::Unfinished
}

/// Replays digits of which `zero` stands for column a.
pub(super) fn run<W: Word>(position: Forza4<W>, zero: u8, digits: &[u8]) -> Option<(u32, Outcome)> {
    let (last, before) = digits.split_last()?;
    if !is_plain(&position) {
        return None;
    }
    let mut board = Board::new(&position);
    for digit in before {
        if !board.drop(digit.wrapping_sub(zero)) {
            return None;
        }
    }
    let outcome = board.finish(position, before.len(), last.wrapping_sub(zero))?;
    Some((digits.len() as u32, outcome))
}

/// Replays `1. c, e; 2. c, c`, begun by the first side.
pub(super) fn columns<W: Word>(position: Forza4<W>, text: &[u8]) -> Option<(u32, Outcome)> {
    if !is_plain(&position) || position.turn.0 != 0 {
        return None;
    }
    let mut board = Board::new(&position);
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
        let outcome = board.finish(position, plies as usize - 1, last.wrapping_sub(b'a'))?;
        return Some((plies, outcome));
    }
    None
}

/// What stands behind `N. `, if `N` is `turn`.
#[inline(always)]
fn after_number(text: &[u8], turn: u32) -> Option<&[u8]> {
    match text {
        [ones, b'.', b' ', rest @ ..] if turn < 10 => (u32::from(ones.wrapping_sub(b'0')) == turn).then_some(rest),
        [tens, ones, b'.', b' ', rest @ ..] if (10..100).contains(&turn) => {
            let number = u32::from(tens.wrapping_sub(b'0')) * 10 + u32::from(ones.wrapping_sub(b'0'));
            (number == turn && ones.is_ascii_digit()).then_some(rest)
        }
        [hundreds, tens, ones, b'.', b' ', rest @ ..] if (100..1000).contains(&turn) => {
            let digits = [hundreds, tens, ones];
            let number = digits.into_iter().fold(0, |sum, digit| sum * 10 + u32::from(digit.wrapping_sub(b'0')));
            (number == turn && digits.into_iter().all(u8::is_ascii_digit)).then_some(rest)
        }
        _ => None,
    }
}
