//! Whole turns of two plies as most archives write them: `12. c, e; 13. d, b; `.
//!
//! This is what [`super`] reads, cut shorter once more, for plies of one letter: a turn that begins at its number, with one
//! blank behind the number and behind each sign, and another turn behind it. So a ply follows each of the two, and nothing is
//! kept of them but their tokens. Whatever is written otherwise, if only in one byte, is left to [`super`].

use std::ops::Range;

use super::pen::Pen;
use super::reader::{Left, QuickPly, RUNS, Reached, ReadPly, Reader, width};
use crate::engine::turns::{NumberText, UsualTurns};
use crate::engine::words::gap;
use crate::game::FullGame;
use crate::record::tokens::is_blank;
use crate::system::QuickToken;

/// What stands behind the number of a turn, up to the first digit of the next: ` c, e; 1`.
const TURN: [u8; 8] = *b" \0, \0; \0";

/// Which bytes of it are always the same.
const ALIKE: [u8; 8] = [0xff, 0, 0xff, 0xff, 0, 0xff, 0xff, 0];

/// Where its plies stand in it.
const PLIES: [usize; 2] = [1, 4];

/// How many bytes of it belong to the turn.
const LENGTH: usize = TURN.len() - 1;

/// Reads whole turns, each when it is asked for, if a ply begins behind it: anything else may be said of its last ply, as in
/// `1. c, e; 2. (d) f`.
struct WholeTurns<'b, F> {
    text: &'b [u8],
    /// Where the next turn begins.
    at: usize,
    /// That turn, if it has been read to see that it follows another one.
    ahead: Option<Turn>,
    /// The account of the turns that were given.
    turns: UsualTurns,
    /// How many turns may still be given.
    most: u32,
    /// Reads a token of one byte.
    read: F,
}

/// A turn of two plies.
#[derive(Clone, Copy)]
struct Turn {
    /// How many bytes its number takes.
    number: usize,
    plies: [QuickToken; 2],
}

impl<'b, F: Fn(&[u8]) -> Option<(QuickToken, usize)>> WholeTurns<'b, F> {
    /// The turns of a text from byte `at` on, so many at most.
    #[inline(always)]
    fn new(text: &'b [u8], at: usize, turns: UsualTurns, most: u32, read: F) -> WholeTurns<'b, F> {
        let most = if turns.may_be_whole() { most } else { 0 };
        WholeTurns { text, at, ahead: None, turns, most, read }
    }

    /// What follows the turns of which both plies were put, if so many plies were, and the account of them.
    #[inline(always)]
    fn behind(&self, put: usize) -> (usize, UsualTurns) {
        if self.turns.plies() as usize <= put {
            return (self.at, self.turns);
        }
        let before = self.turns.without_last_turn();
        let number = before.next_number().map_or(0, NumberText::length);
        (self.at - number - LENGTH, before)
    }

    /// The turn that begins at byte `at`, behind those that `turns` counts.
    #[inline(always)]
    fn turn(&self, at: usize, turns: UsualTurns) -> Option<Turn> {
        let window: &[u8; 12] = self.text.get(at..)?.first_chunk()?;
        let number = turns.next_number()?.length_in(window)?;
        let plies = self.plies(*window.get(number..)?.first_chunk()?)?;
        Some(Turn { number, plies })
    }

    /// The plies of the turn that stands behind its number in `bytes`.
    #[inline(always)]
    fn plies(&self, bytes: [u8; TURN.len()]) -> Option<[QuickToken; 2]> {
        // One look for all that stands between them.
        let alike = u64::from_le_bytes(bytes) & u64::from_le_bytes(ALIKE);
        if alike != u64::from_le_bytes(TURN) || !bytes[LENGTH].is_ascii_digit() {
            return None;
        }
        let [(first, _), (second, _)] = [(self.read)(&bytes[PLIES[0]..])?, (self.read)(&bytes[PLIES[1]..])?];
        Some([first, second])
    }

    /// Whether a ply that is due begins at byte `at`, behind the turns that `turns` counts: the last of them, as a rule.
    #[inline(never)]
    fn ply_begins(&self, at: usize, turns: UsualTurns) -> bool {
        let Some(rest) = self.text.get(at..) else { return false };
        let number = turns.next_number().and_then(|number| number.length_in(rest));
        let ply = number.and_then(|number| rest.get(number..)?.strip_prefix(b" "));
        ply.is_some_and(|ply| (self.read)(ply).is_some())
    }
}

impl<F: Fn(&[u8]) -> Option<(QuickToken, usize)>> Iterator for WholeTurns<'_, F> {
    /// The tokens of both plies, each with its place.
    type Item = [(QuickToken, Range<usize>); 2];

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        if self.most == 0 {
            return None;
        }
        let Turn { number, plies } = match self.ahead {
            Some(turn) => turn,
            None => self.turn(self.at, self.turns)?,
        };
        let at = self.at + number;
        let (end, mut turns) = (at + LENGTH, self.turns);
        turns.pass_turn();
        self.ahead = self.turn(end, turns);
        if self.ahead.is_none() && !self.ply_begins(end, turns) {
            // Nothing is given any more.
            self.most = 0;
            return None;
        }
        (self.at, self.turns) = (end, turns);
        self.most -= 1;
        let place = |ply: usize| at + PLIES[ply]..at + PLIES[ply] + 1;
        Some([(plies[0], place(0)), (plies[1], place(1))])
    }
}

/// The turn behind which the text ends.
struct LastTurn {
    /// Its first ply, if it has two.
    first: Option<QuickToken>,
    /// How far the plies before the last one have been read.
    reached: Reached,
    /// The last ply.
    left: Left,
}

impl<F: Fn(&[u8]) -> Option<(QuickToken, usize)>, const WIDTH: usize> Reader<'_, F, WIDTH> {
    /// Puts turns as most archives write them. `most` says how many plies may be put, `before` which number the ply before
    /// them has.
    // It is a part of its caller: so the position stays in registers.
    #[inline(always)]
    pub(super) fn put_turns<G: FullGame, const WRITES: bool>(
        &self,
        pen: &mut Pen<'_, WRITES>,
        position: &mut G,
        before: u32,
        most: u32,
        reached: &mut Reached,
    ) {
        // Of squares only the row tells where the next begins: they are not read more quickly in whole turns.
        if WIDTH != width(b"c") {
            return;
        }
        let mut turns = WholeTurns::new(self.bytes, reached.next, reached.turns, most / 2, &self.read);
        let put = pen.put_turns(position, std::iter::from_fn(|| turns.next()), before);
        let (next, turns) = turns.behind(put);
        let sign = if turns.plies() > 0 { b';' } else { reached.sign };
        *reached = Reached { next, sign, turns };
        if !put.is_multiple_of(2) {
            // The second ply of this turn was refused.
            self.fill(&mut [QuickPly::default()], reached);
        }
    }

    /// Puts the plies of the turn behind which the text ends but for the last; returns that one. `most` says how many plies
    /// may be put.
    #[inline(always)]
    pub(super) fn put_last_turn<G: FullGame>(
        &self,
        position: &mut G,
        most: u32,
        reached: &mut Reached,
    ) -> Option<Left> {
        if WIDTH == RUNS {
            return None;
        }
        let last = self.last_turn(*reached, most)?;
        if last.first.is_some_and(|token| position.put_all(std::iter::once(token)) == 0) {
            return None;
        }
        *reached = last.reached;
        Some(last.left)
    }

    /// The turn behind which the text ends, perhaps with a `...` in the place of its second ply, if it is next.
    #[inline(always)]
    fn last_turn(&self, mut reached: Reached, most: u32) -> Option<LastTurn> {
        let rest = self.bytes.get(reached.next..)?;
        let ReadPly { token, number, lead, behind } = self.ply(rest, reached.turns)?;
        if !reached.turns.is_due(number) || most - reached.turns.plies() < 2 {
            return None;
        }
        let ply = QuickPly { left: rest.len() as u32, token, sign: reached.sign, lead };
        let is_blank_on = |rest: &[u8]| rest.iter().all(|&byte| is_blank(byte));
        let end = self.bytes.len();
        let (sign, next) = match is_blank_on(behind) {
            true => (b' ', &self.bytes[end..]),
            false => gap(behind, self.passes_over_remarks)?,
        };
        if next.is_empty() || next.strip_prefix(b"...").is_some_and(is_blank_on) {
            let left = Left { ply, span: self.span(ply), gap: Some((sign, self.place(next))) };
            return Some(LastTurn { first: None, reached, left });
        }
        let (second, length) = (self.read)(next)?;
        if sign == b';' || !is_blank_on(&next[length..]) {
            return None;
        }
        reached.turns.pass(number);
        (reached.next, reached.sign) = (self.place(next), sign);
        if !reached.turns.is_due(UsualTurns::UNNUMBERED) {
            return None;
        }
        let ply = QuickPly { left: next.len() as u32, token: second, sign, lead: 0 };
        let left = Left { ply, span: reached.next..reached.next + length, gap: Some((b' ', end)) };
        Some(LastTurn { first: Some(token), reached, left })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::turns::Turns;
    use crate::system::Quick;

    /// The columns that are read of a text that begins with its first turn, and what is left of it.
    fn read(text: &str, most: u32) -> (String, &str) {
        let start = Turns::new(2, 0, 1, true).usual().expect("a line with numbers");
        let mut turns = WholeTurns::new(text.as_bytes(), 0, start, most, Quick::column);
        let columns: String = turns
            .by_ref()
            .flatten()
            .map(|(token, span)| {
                let column = char::from(b'a' + token.column);
                assert_eq!(&text[span], column.to_string(), "{text}");
                column
            })
            .collect();
        let (next, account) = turns.behind(columns.len());
        assert_eq!(account.plies() as usize, columns.len(), "{text}");
        (columns, &text[next..])
    }

    #[test]
    fn turns_are_read_that_stand_as_in_canonical_form() {
        let text = "1. c, e; 2. d, b; 3. c, c; 4. a";
        assert_eq!(read(text, 9), ("cedbcc".to_owned(), "4. a"));
        assert_eq!(read(text, 2), ("cedb".to_owned(), &text[18..]));
        assert_eq!(read(text, 1), ("ce".to_owned(), &text[9..]));
        assert_eq!(read(text, 0), (String::new(), text));
        for text in [
            "",
            "1. c, e;",
            "2. c, e; 3. d, b; 4. c",
            "1.c, e; 2. d, b; 3. c",
            "1. c,e; 2. d, b; 3. c",
            "1. c e; 2. d, b; 3. c",
            "1. c, e 2. d, b; 3. c",
            "1. c, e; {x} 2. d, b; ",
            "1. C, e; 2. d, b; 3. c",
            "1. c, e; 2. (d) f, c; 3. c",
            "1. c, e; 2. {x} f, c; 3. c",
            "1. c, e; 2. ... (d)",
            "1. c, e; 3. d, c; 3. c",
        ] {
            assert_eq!(read(text, 9), (String::new(), text));
        }
    }

    #[test]
    fn a_turn_of_which_a_ply_is_refused_is_read_again() {
        let text = "1. c, e; 2. d, b; 3. c, c; 4. a";
        let start = Turns::new(2, 0, 1, true).usual().expect("a line with numbers");
        let mut turns = WholeTurns::new(text.as_bytes(), 0, start, 9, Quick::column);
        assert_eq!(turns.by_ref().count(), 3);
        for (put, left) in [(6, "4. a"), (5, "3. c, c; 4. a"), (4, "3. c, c; 4. a")] {
            let (next, account) = turns.behind(put);
            assert_eq!((&text[next..], account.plies()), (left, put as u32 / 2 * 2));
        }
    }
}
