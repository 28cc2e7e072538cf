//! Whole turns of two plies as most archives write them: `12. c, e; 13. d, b; `.
//!
//! This is what [`super`] reads, cut shorter once more: a turn that begins at its number, with one blank behind the
//! number and behind each sign, and the number of another turn behind it. So a ply follows each of the two, and nothing is
//! kept of them but their tokens and where these stand. Whatever is written otherwise, if only in one byte, is left to [`super`].

use std::ops::Range;

use super::pen::Pen;
use super::reader::{Left, QuickPly, RUNS, Reached, ReadPly, Reader, width};
use crate::engine::turns::UsualTurns;
use crate::engine::words::gap;
use crate::game::FullGame;
use crate::record::tokens::is_blank;
use crate::system::QuickToken;

/// A ply's token and its place.
type Spanned = (QuickToken, Range<usize>);

/// Reads whole turns, each when it is asked for. `WINDOW` bytes are looked at for each: as many as `123. m15, m15; 1` has
/// where a ply is `m15`.
struct WholeTurns<'b, F, const WINDOW: usize> {
    /// How many bytes the whole text has.
    length: usize,
    /// The text from where the next turn begins.
    rest: &'b [u8],
    /// The text from where the last one begins.
    last: &'b [u8],
    /// The account of the turns that were read.
    turns: UsualTurns,
    /// How many turns may still be read.
    most: u32,
    /// Reads a token. It is given the bytes from where one may begin.
    read: F,
}

impl<'b, F: Fn(&[u8]) -> Option<(QuickToken, usize)>, const WINDOW: usize> WholeTurns<'b, F, WINDOW> {
    /// The turns of a text from byte `at` on, so many at most.
    #[inline(always)]
    fn new(text: &'b [u8], at: usize, turns: UsualTurns, most: u32, read: F) -> WholeTurns<'b, F, WINDOW> {
        let most = if turns.may_be_whole() { most } else { 0 };
        let rest = text.get(at..).unwrap_or_default();
        WholeTurns { length: text.len(), rest, last: rest, turns, most, read }
    }

    /// What follows the turns of which both plies were put, if so many plies were, and the account of them.
    #[inline(always)]
    fn behind(&self, put: usize) -> (&'b [u8], UsualTurns) {
        match self.turns.plies() as usize > put {
            true => (self.last, self.turns.without_last_turn()),
            false => (self.rest, self.turns),
        }
    }

    /// The plies of the turn in `window`, behind its number, each with its place there, and where the next turn begins.
    #[inline(always)]
    fn plies<const AT: usize>(&self, window: &[u8; WINDOW]) -> Option<([Spanned; 2], usize)> {
        let stands = |at: usize, sign: &[u8]| window.get(at..at + sign.len()) == Some(sign);
        let read = |at: usize| (self.read)(window.get(at..)?);
        if !stands(AT, b" ") {
            return None;
        }
        let (token, length) = read(AT + 1)?;
        let first = (token, AT + 1..AT + 1 + length);
        let at = first.1.end + 2;
        if !stands(at - 2, b", ") {
            return None;
        }
        let (token, length) = read(at)?;
        let second = (token, at..at + length);
        let at = second.1.end + 2;
        let is_whole = stands(at - 2, b"; ") && window.get(at)?.is_ascii_digit();
        is_whole.then_some(([first, second], at))
    }
}

impl<F: Fn(&[u8]) -> Option<(QuickToken, usize)>, const WINDOW: usize> Iterator for WholeTurns<'_, F, WINDOW> {
    type Item = [Spanned; 2];

    #[inline(always)]
    fn next(&mut self) -> Option<[Spanned; 2]> {
        let window = self.rest.first_chunk().filter(|_| self.most > 0)?;
        let number = self.turns.next_number()?;
        let (plies, end) = match number.length_in(window)? {
            2 => self.plies::<2>(window),
            3 => self.plies::<3>(window),
            _ => self.plies::<4>(window),
        }?;
        let at = self.length - self.rest.len();
        self.last = self.rest;
        self.rest = self.rest.get(end..)?;
        self.turns.pass_turn();
        self.most -= 1;
        Some(plies.map(|(token, span)| (token, at + span.start..at + span.end)))
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
    pub(super) fn put_turns<G: FullGame, const WRITES: bool, const WINDOW: usize>(
        &self,
        pen: &mut Pen<'_, WRITES>,
        position: &mut G,
        before: u32,
        most: u32,
        reached: &mut Reached,
    ) {
        // Of squares only the row tells where the next begins: they are not read more quickly in whole turns.
        if WIDTH == RUNS || WIDTH >= width(b"m15") {
            return;
        }
        let mut turns = WholeTurns::<_, WINDOW>::new(self.bytes, reached.next, reached.turns, most / 2, &self.read);
        let put = pen.put_turns(position, turns.by_ref(), before);
        let (rest, turns) = turns.behind(put);
        let sign = if turns.plies() > 0 { b';' } else { reached.sign };
        *reached = Reached { next: self.place(rest), sign, turns };
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
        let mut turns = WholeTurns::<_, 12>::new(text.as_bytes(), 0, start, most, Quick::column);
        let columns: String = turns
            .by_ref()
            .flatten()
            .map(|(token, span)| {
                let column = char::from(b'a' + token.column);
                assert_eq!(&text[span], column.to_string(), "{text}");
                column
            })
            .collect();
        let (rest, account) = turns.behind(columns.len());
        assert_eq!(account.plies() as usize, columns.len(), "{text}");
        (columns, &text[text.len() - rest.len()..])
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
        ] {
            assert_eq!(read(text, 9), (String::new(), text));
        }
    }

    #[test]
    fn a_turn_of_which_a_ply_is_refused_is_read_again() {
        let text = "1. c, e; 2. d, b; 3. c, c; 4. a";
        let start = Turns::new(2, 0, 1, true).usual().expect("a line with numbers");
        let mut turns = WholeTurns::<_, 12>::new(text.as_bytes(), 0, start, 9, Quick::column);
        assert_eq!(turns.by_ref().count(), 3);
        for (put, left) in [(6, "4. a"), (5, "3. c, c; 4. a"), (4, "3. c, c; 4. a")] {
            let (rest, account) = turns.behind(put);
            assert_eq!((rest, account.plies()), (left.as_bytes(), put as u32 / 2 * 2));
        }
    }
}
