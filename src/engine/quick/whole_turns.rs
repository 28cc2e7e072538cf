//! Whole turns of two plies as most archives write them: `12. c, e; 13. d, b; `.
//!
//! This is the walk of [`super`], cut shorter once more, for plies of one letter: a turn that begins at its number,
//! with one blank or line end after the number and after each sign, and another turn after it. So a ply follows each of
//! the two, and only their tokens are kept. A turn that differs in a single byte is left to [`super`].

use std::ops::Range;
use std::slice::Iter;

use super::pen::Pen;
use super::reader::{Left, QuickPly, RUNS, Reached, ReadPly, Reader, width};
use crate::board::LARGEST;
use crate::engine::turns::{NumberText, UsualTurns};
use crate::engine::words::gap;
use crate::game::FullGame;
use crate::record::tokens::is_blank;
use crate::system::{Quick, QuickToken};

/// What stands after the number of a turn, up to the number of the next: ` c, e; `. The first byte is the lowest.
const TURN: u64 = u64::from_le_bytes(*b" \0, \0; \0");

/// Which bytes of it are always the same.
const ALIKE: u64 = u64::from_le_bytes([0xff, 0, 0xff, 0xff, 0, 0xff, 0xff, 0]);

/// Where its blanks stand in it.
const BLANKS: [usize; 3] = [0, 3, 6];

/// Where its plies stand in it.
const PLIES: [usize; 2] = [1, 4];

/// How many bytes it takes.
const LENGTH: usize = 7;

/// How many bytes to look at: a turn, the longest number, and the next ply with the blank before it.
const WINDOW: usize = LENGTH + NumberText::LONGEST + 2;

/// Reads whole turns one by one, each only if a ply begins after it: otherwise a remark or a variation may follow its
/// last ply, as in `1. c, e; 2. (d) f`.
struct WholeTurns<'b, F> {
    text: &'b [u8],
    /// What follows the number of the next turn.
    rest: &'b [u8],
    /// The first ply of that turn.
    first: QuickToken,
    /// The numbers of the later turns, at most as many as may still be read.
    numbers: Iter<'static, NumberText>,
    /// The account before these turns, and how many may be read.
    turns: UsualTurns,
    most: usize,
    /// Where the first turn begins.
    at: usize,
    /// Reads a byte that should be a ply; for any other byte a column that no board has.
    read: F,
}

impl<'b, F: Fn(u8) -> QuickToken> WholeTurns<'b, F> {
    /// The turns of a text from byte `at` on, at most `most`.
    #[inline(always)]
    fn new(text: &'b [u8], at: usize, turns: UsualTurns, most: u32, read: F) -> WholeTurns<'b, F> {
        let (first, numbers) = (QuickToken::default(), [].iter());
        let mut whole = WholeTurns { text, rest: &[], first, numbers, turns, most: 0, at, read };
        if turns.may_be_whole()
            && let Some((number, numbers)) = turns.next_numbers().split_first()
            && let Some(rest) = text.get(at..)
            && let Some(window) = rest.first_chunk()
            && let Some((length, first)) = whole.begins(window, *number)
        {
            (whole.rest, whole.first) = (&rest[length..], first);
            whole.most = numbers.len().min(most as usize);
            whole.numbers = numbers[..whole.most].iter();
        }
        whole
    }

    /// How many turns were read.
    fn given(&self) -> usize {
        self.most - self.numbers.len()
    }

    /// After `put` plies were put: the byte after the last turn whose two plies were both put, the account of turns
    /// there, and the ply that begins there, if it is known.
    #[inline(always)]
    fn after(&self, put: usize) -> (usize, UsualTurns, Option<ReadPly<'b>>) {
        let given = self.given();
        let mut turns = self.turns;
        turns.pass_turns(given as u32);
        if given == 0 {
            return (self.at, turns, None);
        }
        let length = |turns: UsualTurns| turns.next_number().map_or(0, NumberText::length);
        let at = self.text.len() - self.rest.len() - length(turns);
        match 2 * given - put {
            0 => {
                let (number, lead) = (turns.number_before(true), length(turns) as u8 + 1);
                (at, turns, Some(ReadPly { token: self.first, number, lead, after: &self.rest[PLIES[0] + 1..] }))
            }
            // A ply of the last one was refused.
            1 | 2 => {
                let before = turns.without_last_turn();
                (at - LENGTH - length(before), before, None)
            }
            _ => (self.at, self.turns, None),
        }
    }

    /// How many bytes `number` takes at the start of `window`, if it stands there, and the ply that begins after it.
    #[inline(always)]
    fn begins(&self, window: &[u8; NumberText::LONGEST + 2], number: NumberText) -> Option<(usize, QuickToken)> {
        let length = number.length_in(window)?;
        let [blank, ply] = *window[length..].first_chunk()?;
        let token = self.ply(ply).filter(|_| is_one_blank(blank))?;
        Some((length, token))
    }

    /// The ply that a byte is.
    #[inline(always)]
    fn ply(&self, byte: u8) -> Option<QuickToken> {
        Some((self.read)(byte)).filter(|token| token.column < LARGEST)
    }
}

impl<F: Fn(u8) -> QuickToken> Iterator for WholeTurns<'_, F> {
    /// The tokens of both plies, each with its place.
    type Item = [(QuickToken, Range<usize>); 2];

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let number = *self.numbers.as_slice().first()?;
        let window: &[u8; WINDOW] = self.rest.first_chunk()?;
        let turn = u64::from_le_bytes(*window.first_chunk()?);
        // One look for all that stands between the plies.
        if turn & ALIKE != TURN && with_spaces(turn) & ALIKE != TURN {
            return None;
        }
        let (length, next) = self.begins(window.last_chunk()?, number)?;
        let plies = [self.first, self.ply((turn >> (8 * PLIES[1])) as u8)?];
        let at = self.text.len() - self.rest.len();
        self.numbers.next();
        (self.rest, self.first) = (&self.rest[LENGTH + length..], next);
        let spanned = |ply: usize| (plies[ply], at + PLIES[ply]..at + PLIES[ply] + 1);
        Some([spanned(0), spanned(1)])
    }
}

/// A turn with spaces in place of its line ends: `c,↵e; `.
#[inline(never)]
fn with_spaces(turn: u64) -> u64 {
    let mut bytes = turn.to_le_bytes();
    for at in BLANKS {
        if is_one_blank(bytes[at]) {
            bytes[at] = b' ';
        }
    }
    u64::from_le_bytes(bytes)
}

/// Whether a byte is a blank that stands alone, as a rule.
#[inline(always)]
fn is_one_blank(byte: u8) -> bool {
    byte == b' ' || byte == b'\n'
}

/// The last turn of the text.
struct LastTurn {
    /// Its first ply and where that stands, if it has two.
    first: Option<(QuickToken, Range<usize>)>,
    /// How far the plies before the last one have been read.
    reached: Reached,
    /// The last ply.
    left: Left,
}

impl<'b, F: Fn(&[u8]) -> Option<(QuickToken, usize)>, const WIDTH: usize> Reader<'b, F, WIDTH> {
    /// Puts turns as most archives write them, at most `most` plies. `before` is the number of the ply before them.
    /// Returns the ply after them, if it has been read.
    // A function of its own, so that all that its loop needs stays in registers.
    #[inline(never)]
    pub(super) fn put_turns<G: FullGame, const WRITES: bool>(
        &self,
        pen: &mut Pen<'_, WRITES>,
        position: &mut G,
        before: u32,
        most: u32,
        reached: &mut Reached,
    ) -> Option<ReadPly<'b>> {
        // Where a square ends depends on how many digits its row has: whole turns of squares are read no more quickly.
        if WIDTH != width(b"c") {
            return None;
        }
        let read = if WRITES { Quick::letter } else { Quick::any_letter };
        let mut turns = WholeTurns::new(self.bytes, reached.next, reached.turns, most / 2, read);
        let put = pen.put_turns(position, std::iter::from_fn(|| turns.next()), before);
        let (next, turns, ahead) = turns.after(put);
        let sign = if turns.plies() > 0 { b';' } else { reached.sign };
        *reached = Reached { next, sign, turns };
        if !put.is_multiple_of(2) {
            // The second ply of this turn was refused.
            self.fill(&mut [QuickPly::default()], reached);
        }
        ahead
    }

    /// Puts the plies of the last turn of the text except the last one, and returns that. At most `most` plies may be
    /// put; `before` is the number of the ply before all of them. `ahead` is the first of them, if it has been read.
    #[inline(always)]
    pub(super) fn put_last_turn<G: FullGame, const WRITES: bool>(
        &self,
        pen: &mut Pen<'_, WRITES>,
        position: &mut G,
        before: u32,
        most: u32,
        reached: &mut Reached,
        ahead: Option<ReadPly<'b>>,
    ) -> Option<Left> {
        if WIDTH == RUNS {
            return None;
        }
        let last = self.last_turn(*reached, most, ahead)?;
        let before = before + reached.turns.plies();
        if last.first.is_some_and(|ply| pen.put_all(position, std::iter::once(ply), before) == 0) {
            return None;
        }
        *reached = last.reached;
        Some(last.left)
    }

    /// The last turn of the text, if it comes next. A `...` may stand in place of its second ply.
    #[inline(always)]
    fn last_turn(&self, mut reached: Reached, most: u32, ahead: Option<ReadPly<'b>>) -> Option<LastTurn> {
        let rest = self.bytes.get(reached.next..)?;
        let ReadPly { token, number, lead, after } = match ahead {
            Some(ahead) => ahead,
            None => self.ply(rest, reached.turns)?,
        };
        if !reached.turns.is_due(number) || most - reached.turns.plies() < 2 {
            return None;
        }
        let ply = QuickPly { left: rest.len() as u32, token, sign: reached.sign, lead };
        let first = self.span(ply);
        let is_blank_on = |rest: &[u8]| rest.iter().all(|&byte| is_blank(byte));
        let end = self.bytes.len();
        let (sign, next) =
            if is_blank_on(after) { (b' ', &self.bytes[end..]) } else { gap(after, self.passes_over_remarks)? };
        if next.is_empty() || next.strip_prefix(b"...").is_some_and(is_blank_on) {
            let left = Left { ply, span: first, gap: Some((sign, self.place(next))) };
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
        Some(LastTurn { first: Some((token, first)), reached, left })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::turns::Turns;
    use crate::system::Quick;

    /// The columns of the whole turns at the start of `text`, and the text after them.
    fn read(text: &str, most: u32) -> (String, &str) {
        let start = Turns::new(2, 0, 1, true).usual().expect("a line with numbers");
        let mut turns = WholeTurns::new(text.as_bytes(), 0, start, most, Quick::letter);
        let columns: String = turns
            .by_ref()
            .flatten()
            .map(|(token, span)| {
                let column = char::from(b'a' + token.column);
                assert_eq!(&text[span], column.to_string(), "{text}");
                column
            })
            .collect();
        let (next, account, _) = turns.after(columns.len());
        assert_eq!(account.plies() as usize, columns.len(), "{text}");
        (columns, &text[next..])
    }

    #[test]
    fn turns_are_read_that_stand_as_in_canonical_form() {
        let text = "1. c, e; 2. d, b; 3. c, c; 4. a, b";
        assert_eq!(read(text, 9), ("cedbcc".to_owned(), "4. a, b"));
        assert_eq!(read("1.\nc,\ne; 2. d, b;\n3. c, c", 9), ("cedb".to_owned(), "3. c, c"));
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
            "1. c, !; 2. d, b; 3. c",
            "1. c, \n; 2. d, b; 3. c",
            "1. c, e; 2. {x} f, c; 3. c",
            "1. c, e; 2. ... (d)",
            "1. c, e; 3. d, c; 3. c",
        ] {
            assert_eq!(read(text, 9), (String::new(), text));
        }
    }

    #[test]
    fn a_turn_of_which_a_ply_is_refused_is_read_again() {
        let text = "1. c, e; 2. d, b; 3. c, c; 4. a, b";
        let start = Turns::new(2, 0, 1, true).usual().expect("a line with numbers");
        let mut turns = WholeTurns::new(text.as_bytes(), 0, start, 9, Quick::letter);
        assert_eq!(turns.by_ref().count(), 3);
        for (put, left) in [(6, "4. a, b"), (5, "3. c, c; 4. a, b"), (4, "3. c, c; 4. a, b"), (0, text)] {
            let (next, account, ahead) = turns.after(put);
            assert_eq!(ahead.is_some(), put == 6);
            assert_eq!((&text[next..], account.plies()), (left, put as u32 / 2 * 2));
        }
    }
}
