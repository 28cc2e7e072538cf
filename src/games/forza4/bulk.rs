//! Plain games one after the other: where audits of large archives spend their time.
//!
//! As in `fast`, one look at the position before the last ply proves that nobody had won before it. Besides, nothing is
//! checked while plies are carried out: a letter that is no column adds nothing, and a piece too many in a column sets
//! the bit above it, which no later ply clears. Both show at the end, in the number of pieces and in those bits.

use super::Params;
use super::rules::has_line;
use crate::game::{Outcome, Side};
use crate::play::{Verdict, after_number};
use crate::system::System;

/// What plies do on one board: made once for many games.
pub(super) struct Bulk {
    /// For every byte the lowest bit of its column; nothing for bytes that name none.
    bottoms: [u64; 256],
    /// The bits above the columns.
    above: u64,
    rows: u32,
    squares: u32,
    first: Side,
}

/// A position: all pieces, and those of the side to move.
#[derive(Clone, Copy, Default)]
struct Board {
    filled: u64,
    mine: u64,
}

impl Board {
    #[inline(always)]
    fn drop(&mut self, bottom: u64) {
        self.mine ^= self.filled;
        self.filled |= self.filled.wrapping_add(bottom);
    }
}

impl Bulk {
    /// For columns that are named by `zero` and the bytes behind it; `None` for games that are not plain, or boards of
    /// more than 64 bits.
    pub(super) fn new(variant: &Params, zero: u8) -> Option<Bulk> {
        let (columns, rows) = (u32::from(variant.size.columns), u32::from(variant.size.rows));
        // Behind the digit 9 no byte names a column, however many there are.
        let named = if zero.is_ascii_digit() { u32::from(b'9' - zero) + 1 } else { 26 };
        if variant.setup.is_some() || variant.equalizer || columns * (rows + 1) > u64::BITS {
            return None;
        }
        let mut bulk = Bulk { bottoms: [0; 256], above: 0, rows, squares: columns * rows, first: variant.first };
        for column in 0..columns {
            let bottom = 1_u64 << (column * (rows + 1));
            bulk.above |= bottom << rows;
            if column < named {
                bulk.bottoms[usize::from(zero) + column as usize] = bottom;
            }
        }
        Some(bulk)
    }

    #[inline(always)]
    fn bottom(&self, letter: u8) -> u64 {
        self.bottoms[usize::from(letter)]
    }

    /// The outcome after `plies` plies, the last of which has not been carried out yet; `None` if any was illegal.
    #[inline(always)]
    fn finish(&self, mut board: Board, plies: u32, last: u64) -> Option<Outcome> {
        let over = has_line(board.mine, self.rows) || has_line(board.mine ^ board.filled, self.rows);
        board.drop(last);
        if over || board.filled & self.above != 0 || board.filled.count_ones() != plies {
            return None;
        }
        Some(if has_line(board.mine ^ board.filled, self.rows) {
            let winner = if plies % 2 == 1 { self.first } else { self.first.next(2) };
            Outcome::Win { winner, ending: &super::table::LINE }
        } else if plies == self.squares {
            Outcome::Draw { ending: &super::table::BOARD_FULL }
        } else {
            Outcome::Unfinished
        })
    }

    /// See [`crate::game::AnyGame::play_runs`]; `agrees` says whether a remark claims no more than what the board proves.
    pub(super) fn runs(
        &self,
        text: &[u8],
        most: usize,
        agrees: &dyn Fn(&str, Outcome) -> bool,
        each: &mut dyn FnMut(Verdict),
    ) -> usize {
        let mut start = 0;
        loop {
            let (mut board, mut last, mut at) = (Board::default(), None, start);
            let end = loop {
                let Some(&letter) = text.get(at) else { return start };
                if letter <= b' ' {
                    break at;
                }
                if let Some(last) = last.replace(self.bottom(letter)) {
                    board.drop(last);
                }
                at += 1;
            };
            let Some(last) = last else { return start };
            let plies = (end - start) as u32;
            let Some(outcome) = self.finish(board, plies, last) else { return start };
            // What follows the game on its line is a remark; bytes below the space that are none are told by others, and
            // so are those that are no text.
            let line = match text[end] {
                b'\n' => end,
                b' ' | b'\t' | b'\r' => match memchr::memchr(b'\n', &text[end..]) {
                    Some(length) => match std::str::from_utf8(&text[end..end + length]) {
                        Ok(remark) if agrees(remark, outcome) => end + length,
                        _ => return start,
                    },
                    None => return start,
                },
                _ => return start,
            };
            if line - start > most {
                return start;
            }
            each(Verdict { plies, outcome, valid: true });
            start = line + 1;
        }
    }

    /// See [`crate::game::AnyGame::play_alike`].
    pub(super) fn alike(&self, header: &[u8], text: &[u8], each: &mut dyn FnMut(Verdict, usize) -> bool) -> usize {
        let mut start = 0;
        if self.first.0 != 0 {
            return start;
        }
        while let Some(body) = text[start..].strip_prefix(header) {
            let Some((plies, outcome, rest)) = self.movetext(body, |_| {}) else { break };
            // Another record of the same header shows that this one ends here.
            let Some(next) = rest.strip_prefix(b"\n\n") else { break };
            let end = text.len() - next.len();
            if !next.starts_with(header) || !each(Verdict { plies, outcome, valid: true }, end - start) {
                break;
            }
            start = end;
        }
        start
    }

    /// Replays a plain game like `fast` does, writes its plies as strings of JSON with commas between, and shows every
    /// column.
    pub(super) fn told(
        &self,
        system: System,
        text: &[u8],
        moves: &mut String,
        mut column: impl FnMut(u8),
    ) -> Option<u32> {
        let mut letters = [0_u8; u64::BITS as usize];
        let mut plies = 0;
        let mut push = |letter: u8| {
            if let Some(place) = letters.get_mut(plies) {
                *place = letter;
            }
            plies += 1;
        };
        if system == System::Columns {
            let (_, _, rest) = self.movetext(text, &mut push)?;
            if !rest.iter().all(|byte| matches!(byte, b'\n' | b' ')) || !matches!(rest, [] | [b'\n', ..]) {
                return None;
            }
        } else {
            let word = text.split(|byte| byte.is_ascii_whitespace()).next()?;
            word.iter().for_each(|letter| push(*letter));
            let mut board = Board::default();
            let (last, before) = word.split_last()?;
            before.iter().for_each(|letter| board.drop(self.bottom(*letter)));
            self.finish(board, word.len() as u32, self.bottom(*last))?;
        }
        for (index, letter) in letters.get(..plies)?.iter().enumerate() {
            // A legal ply has a bit for its column: which one, counts the columns before.
            let place = (self.bottom(*letter).trailing_zeros() / (self.rows + 1)) as u8;
            moves.push_str(if index > 0 { ",\"" } else { "\"" });
            moves.push(char::from(b'a' + place));
            moves.push('"');
            column(place);
        }
        Some(plies as u32)
    }

    /// Replays `1. c, e; 2. c, c` up to the end of a line that has no turn behind it, and says what follows.
    #[inline(always)]
    fn movetext<'t>(&self, text: &'t [u8], mut each: impl FnMut(u8)) -> Option<(u32, Outcome, &'t [u8])> {
        let mut board = Board::default();
        let mut rest = text;
        let mut turn = 1_u32;
        loop {
            rest = after_number(rest, turn)?;
            if let [first, b',', b' ', second, b';', b' ' | b'\n', behind @ ..] = rest {
                board.drop(self.bottom(*first));
                board.drop(self.bottom(*second));
                each(*first);
                each(*second);
                rest = behind;
                turn += 1;
                continue;
            }
            let (plies, last, behind) = match rest {
                [first, b',', b' ', second, behind @ ..] => {
                    board.drop(self.bottom(*first));
                    each(*first);
                    (turn * 2, second, behind)
                }
                [first, behind @ ..] => (turn * 2 - 1, first, behind),
                [] => return None,
            };
            each(*last);
            return Some((plies, self.finish(board, plies, self.bottom(*last))?, behind));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;
    use crate::games::forza4::fast;

    fn variant(columns: u8, rows: u8) -> Params {
        Params { size: Size { columns, rows }, equalizer: false, first: Side(0), setup: None }
    }

    /// Games of random letters, most of them with something wrong, are judged as one by one.
    #[test]
    fn many_games_are_judged_like_one() {
        let mut rng = fastrand::Rng::with_seed(8);
        let (mut good, mut bad) = (0, 0);
        for (columns, rows) in [(7, 6), (4, 4), (8, 7), (5, 4)] {
            let variant = variant(columns, rows);
            let bulk = Bulk::new(&variant, b'1').expect("a plain game on a small board");
            for _ in 0..20_000 {
                let length = rng.usize(1..=usize::from(columns) * usize::from(rows) + 2);
                let wide = rng.u8(0..40) == 0;
                let game: String = (0..length)
                    .map(|_| char::from(b'1' + rng.u8(0..columns + u8::from(wide))))
                    .chain("\n".chars())
                    .collect();
                let mut found = None;
                let taken = bulk.runs(game.as_bytes(), 1000, &|_, _| true, &mut |verdict| {
                    found = Some((verdict.plies, verdict.outcome))
                });
                let expected = fast::run::<u64>(&variant, b'1', game.trim_end().as_bytes());
                assert_eq!(found, expected, "{game}");
                assert_eq!(taken, if found.is_some() { game.len() } else { 0 });
                *(if found.is_some() { &mut good } else { &mut bad }) += 1;
            }
        }
        assert!(good > 5000 && bad > 5000, "{good} good, {bad} bad");
    }

    #[test]
    fn alike_records_end_where_the_next_begins() {
        let bulk = Bulk::new(&variant(7, 6), b'a').expect("a plain game");
        let header = b"[Game \"forza4\"]\n\n";
        let game = "[Game \"forza4\"]\n\n1. c, e; 2. c, c\n\n";
        let judged = |text: &str| {
            let mut plies = Vec::new();
            let bytes = bulk.alike(header, text.as_bytes(), &mut |verdict, _| {
                plies.push(verdict.plies);
                true
            });
            (bytes, plies)
        };
        assert_eq!(judged(&game.repeat(3)), (game.len() * 2, vec![4, 4]));
        assert_eq!(judged(&format!("{game}[Game \"plus4\"]\n\n1. c\n")), (0, vec![]));
        assert_eq!(judged(&format!("{game}{}{game}", game.replace("; 2", "; 3"))), (game.len(), vec![4]));
        assert_eq!(judged(&format!("{}{game}", game.replace("\n\n1", "\n\n# x\n1"))), (0, vec![]));
    }
}
