//! Puts plies that stand one after the other, run together as `ceebd` or with blanks between them.

use std::ops::Range;

use super::pen::Pen;
use super::reader::{Reached, Reader};
use crate::engine::Driver;
use crate::engine::script::Script;
use crate::engine::walk::Walk;
use crate::engine::words::{APART, CLASSES, skip_blanks};
use crate::game::FullGame;
use crate::record::tokens::is_blank;
use crate::system::{Quick, QuickToken};

impl<G: FullGame> Driver<'_, G> {
    /// Carries out the plies from `at` on except the last; returns where the last begins. `BETWEEN` says what stands
    /// between them: [`NOTHING`] or [`BLANKS`].
    pub(in crate::engine) fn quick_run<const BETWEEN: u8>(
        &mut self,
        walk: &mut Walk<G>,
        quick: Quick,
        mut at: usize,
    ) -> usize {
        loop {
            let from = at;
            at = if self.script.is_some() {
                self.run_in::<true, BETWEEN>(walk, quick, at)
            } else {
                self.run_in::<false, BETWEEN>(walk, quick, at)
            };
            if at == from || !self.is_looked_at(walk.plies) {
                return at;
            }
            self.look(&walk.position, walk.plies);
            if self.is_watched {
                return at;
            }
        }
    }

    #[inline(always)]
    fn run_in<const WRITES: bool, const BETWEEN: u8>(&mut self, walk: &mut Walk<G>, quick: Quick, at: usize) -> usize {
        match quick {
            Quick::Columns if WRITES => self.put_run::<WRITES, BETWEEN, true>(walk, Quick::column, at),
            Quick::Squares if WRITES => self.put_run::<WRITES, BETWEEN, false>(walk, Quick::square, at),
            Quick::Columns => self.put_run::<WRITES, BETWEEN, true>(walk, Quick::any_column, at),
            Quick::Squares => self.put_run::<WRITES, BETWEEN, false>(walk, Quick::any_square, at),
            Quick::Digits(zero) => self.put_run::<WRITES, BETWEEN, true>(walk, |bytes| Quick::digit(zero, bytes), at),
            Quick::Sgf(rows) => self.put_run::<WRITES, BETWEEN, false>(walk, |bytes| Quick::sgf(rows, bytes), at),
            Quick::Go => self.put_run::<WRITES, BETWEEN, false>(walk, Quick::go, at),
            Quick::Xy(rows) => self.put_run::<WRITES, BETWEEN, false>(walk, |bytes| Quick::xy(rows, bytes), at),
        }
    }

    /// Carries out the plies that `read` reads. With `IS_BYTE` each takes one byte.
    #[inline(never)]
    fn put_run<const WRITES: bool, const BETWEEN: u8, const IS_BYTE: bool>(
        &mut self,
        walk: &mut Walk<G>,
        read: impl Fn(&[u8]) -> Option<(QuickToken, usize)>,
        mut at: usize,
    ) -> usize {
        if !walk.position.may_put() {
            return at;
        }
        let place = self.script.as_ref().map(Script::place);
        let (start, most) = (at, self.most_plies(walk));
        let before = self.before(walk);
        let bytes = self.job.record.text.as_bytes();
        let mut run = Run::<_, BETWEEN>::new(bytes, &read, at, most);
        let mut pen = self.pen::<WRITES>();
        let plies = if IS_BYTE && BETWEEN == NOTHING {
            // The last ply is left.
            let text = &bytes[at..];
            let text = &text[..text.len().min((most as usize).saturating_add(1))];
            let token = |byte| Some(read(std::slice::from_ref(byte))?.0);
            let pairs = text.iter().zip(text.get(1..).unwrap_or_default());
            let tokens = pairs.map_while(|(byte, next)| token(next).and(token(byte)));
            let spanned = tokens.zip(start..).map(|(token, at)| (token, at..at + 1));
            pen.put_all(&mut walk.position, spanned, walk.plies) as u32
        } else {
            pen.put_all(&mut walk.position, run.by_ref(), walk.plies) as u32
        };
        if IS_BYTE && BETWEEN == NOTHING {
            at += plies as usize;
        } else {
            at = run.after(plies);
        }
        if G::LEAVES_OUTCOME && plies > 0 && !walk.position.is_undecided() {
            walk.position.clone_from(before.as_ref().unwrap_or(self.start));
            self.unwrite(place);
            return start;
        }
        walk.number += plies;
        walk.plies += plies;
        at
    }
}

/// Nothing stands between plies: `ceebd`.
pub(in crate::engine) const NOTHING: u8 = 0;

/// Blanks stand between plies: `c e e`.
pub(in crate::engine) const BLANKS: u8 = 1;

/// A sign or a blank, and then perhaps a blank, stands between plies: `c e e`, `c, e, e`. Where more stands there, the
/// run ends, and [`Reader::fill`] takes over.
const SIGNS: u8 = 2;

impl<F: Fn(&[u8]) -> Option<(QuickToken, usize)>, const WIDTH: usize> Reader<'_, F, WIDTH> {
    /// Puts the first plies of movetext without turn numbers, at most `most` and not the last; returns how far it came.
    #[inline(never)]
    pub(super) fn put_list<G: FullGame, const WRITES: bool>(
        &self,
        pen: &mut Pen<'_, WRITES>,
        position: &mut G,
        most: u32,
        from: Reached,
    ) -> Reached {
        let mut run = Run::<_, SIGNS>::new(self.bytes, &self.read, from.next, most);
        let put = pen.put_all(position, run.by_ref(), 0) as u32;
        if put == 0 {
            return from;
        }
        let next = run.after(put);
        let sign = self.bytes[..next].iter().rfind(|byte| !is_blank(**byte)).copied().unwrap_or(b' ');
        Reached { next, sign, turns: from.turns.with_plies(put) }
    }
}

/// Plies that follow each other, each with the place of its token, except the last: another word may continue that one.
/// `BETWEEN` says what stands between them.
pub(super) struct Run<'b, F, const BETWEEN: u8> {
    bytes: &'b [u8],
    read: F,
    /// Where the first begins, and how many there may be.
    from: usize,
    most: u32,
    /// Where the next begins, and what is read there.
    at: usize,
    next: Option<(QuickToken, usize)>,
    /// How many there may still be.
    left: u32,
}

impl<'b, F: Fn(&[u8]) -> Option<(QuickToken, usize)>, const BETWEEN: u8> Run<'b, F, BETWEEN> {
    pub(super) fn new(bytes: &'b [u8], read: F, from: usize, most: u32) -> Run<'b, F, BETWEEN> {
        let mut run = Run { bytes, read, from, most, at: from, next: None, left: most };
        run.next = run.read(from);
        run
    }

    /// Where the next ply begins after the first `put` plies.
    pub(super) fn after(self, put: u32) -> usize {
        if self.left == self.most - put {
            return self.at;
        }
        // The last ply was refused.
        let mut again = Run::<_, BETWEEN>::new(self.bytes, self.read, self.from, put);
        again.by_ref().for_each(drop);
        again.at
    }

    #[inline(always)]
    fn read(&self, at: usize) -> Option<(QuickToken, usize)> {
        let is_whole = |length: usize| match self.bytes.get(at + length) {
            Some(_) if BETWEEN == NOTHING => true,
            Some(&byte) if BETWEEN == BLANKS => is_blank(byte),
            Some(&byte) => CLASSES[usize::from(byte)] == APART,
            None => true,
        };
        (self.read)(self.bytes.get(at..).unwrap_or_default()).filter(|&(_, length)| is_whole(length))
    }

    /// Where the next ply begins after one that ends at `end`.
    #[inline(always)]
    fn next_begins(&self, end: usize) -> usize {
        match BETWEEN {
            NOTHING => end,
            BLANKS => skip_blanks(self.bytes, end),
            _ if self.bytes.get(end + 1) == Some(&b' ') => end + 2,
            _ => end + 1,
        }
    }
}

impl<F: Fn(&[u8]) -> Option<(QuickToken, usize)>, const BETWEEN: u8> Iterator for Run<'_, F, BETWEEN> {
    type Item = (QuickToken, Range<usize>);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let (token, length) = self.next?;
        let span = self.at..self.at + length;
        let at = self.next_begins(span.end);
        let next = self.read(at);
        if next.is_none() || self.left == 0 {
            return None;
        }
        (self.next, self.at) = (next, at);
        self.left -= 1;
        Some((token, span))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The plies at the start of `text`, and the text that remains after the last `not_put` of them were refused.
    fn run<const BETWEEN: u8>(text: &str, most: u32, not_put: u32) -> (Vec<&str>, &str) {
        let mut run = Run::<_, BETWEEN>::new(text.as_bytes(), Quick::square, 0, most);
        let plies: Vec<_> = run.by_ref().map(|(_, span)| &text[span]).collect();
        let next = run.after(plies.len() as u32 - not_put);
        (plies, &text[next..])
    }

    #[test]
    fn plies_are_read_up_to_the_last_but_one() {
        assert_eq!(run::<NOTHING>("h8j10k1 x", 9, 0), (vec!["h8", "j10"], "k1 x"));
        assert_eq!(run::<BLANKS>("h8  j10 k1, x", 9, 0), (vec!["h8"], "j10 k1, x"));
        assert_eq!(run::<SIGNS>("h8 j10 k1", 9, 0), (vec!["h8", "j10"], "k1"));
        assert_eq!(run::<SIGNS>("h8, j10, k1, {x}", 9, 0), (vec!["h8", "j10"], "k1, {x}"));
        assert_eq!(run::<SIGNS>("h8, j10 k1 c4!", 9, 0), (vec!["h8", "j10"], "k1 c4!"));
        assert_eq!(run::<SIGNS>("h8,j10; k1\n l2\n, m3", 9, 0), (vec!["h8", "j10", "k1"], "l2\n, m3"));
        assert_eq!(run::<SIGNS>("h8, j10 {x} k1", 9, 0), (vec!["h8"], "j10 {x} k1"));
        assert_eq!(run::<SIGNS>("h8, j10,, k1 l2", 9, 0), (vec!["h8"], "j10,, k1 l2"));
        assert_eq!(run::<SIGNS>("h8, j10, k1", 1, 0), (vec!["h8"], "j10, k1"));
        assert_eq!(run::<SIGNS>("h8, j10, k1, l2", 9, 1), (vec!["h8", "j10", "k1"], "k1, l2"));
        assert_eq!(run::<SIGNS>("h8", 9, 0), (vec![], "h8"));
    }
}
