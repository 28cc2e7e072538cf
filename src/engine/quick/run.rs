//! Puts plies that stand one behind the other, run together as `ceebd` or with blanks between them.

use std::ops::Range;

use crate::engine::Driver;
use crate::engine::script::Script;
use crate::engine::walk::Walk;
use crate::engine::words::skip_blanks;
use crate::game::FullGame;
use crate::record::tokens::is_blank;
use crate::system::{Quick, QuickToken};

impl<G: FullGame> Driver<'_, G> {
    /// Carries out the plies that stand at `at`, but for the last; returns where that begins. Nothing stands between them,
    /// or with `APART` blanks do.
    pub(in crate::engine) fn quick_run<const APART: bool>(
        &mut self,
        walk: &mut Walk<G>,
        quick: Quick,
        mut at: usize,
    ) -> usize {
        loop {
            let from = at;
            at = match self.script.is_some() {
                true => self.run_in::<true, APART>(walk, quick, at),
                false => self.run_in::<false, APART>(walk, quick, at),
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
    fn run_in<const WRITES: bool, const APART: bool>(&mut self, walk: &mut Walk<G>, quick: Quick, at: usize) -> usize {
        match quick {
            Quick::Columns if WRITES => self.put_run::<WRITES, APART, true>(walk, Quick::column, at),
            Quick::Squares if WRITES => self.put_run::<WRITES, APART, false>(walk, Quick::square, at),
            Quick::Columns => self.put_run::<WRITES, APART, true>(walk, Quick::any_column, at),
            Quick::Squares => self.put_run::<WRITES, APART, false>(walk, Quick::any_square, at),
            Quick::Digits(zero) => self.put_run::<WRITES, APART, true>(walk, |bytes| Quick::digit(zero, bytes), at),
            Quick::Sgf(rows) => self.put_run::<WRITES, APART, false>(walk, |bytes| Quick::sgf(rows, bytes), at),
            Quick::Go => self.put_run::<WRITES, APART, false>(walk, Quick::go, at),
        }
    }

    /// Carries out the plies that `read` reads. With `IS_BYTE` each takes one byte.
    #[inline(never)]
    fn put_run<const WRITES: bool, const APART: bool, const IS_BYTE: bool>(
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
        let mut run = Run::<_, APART>::new(bytes, &read, at, most);
        let mut pen = self.pen::<WRITES>();
        let plies = if IS_BYTE && !APART {
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
        if IS_BYTE && !APART {
            at += plies as usize;
        } else if run.most == most - plies {
            at = run.at;
        } else {
            // The last of them was not put.
            run = Run::new(bytes, &read, at, plies);
            run.by_ref().for_each(drop);
            at = run.at;
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

/// The plies that stand one behind the other, each with where its token stands, up to the last but one: another word may
/// go on with the last.
struct Run<'b, F, const APART: bool> {
    bytes: &'b [u8],
    read: F,
    /// Where the next begins, and what is read there.
    at: usize,
    next: Option<(QuickToken, usize)>,
    /// How many there may still be.
    most: u32,
}

impl<'b, F: Fn(&[u8]) -> Option<(QuickToken, usize)>, const APART: bool> Run<'b, F, APART> {
    fn new(bytes: &'b [u8], read: F, at: usize, most: u32) -> Run<'b, F, APART> {
        let mut run = Run { bytes, read, at, next: None, most };
        run.next = run.read(at);
        run
    }

    #[inline(always)]
    fn read(&self, at: usize) -> Option<(QuickToken, usize)> {
        let is_whole = |length: usize| !APART || self.bytes.get(at + length).is_none_or(|&byte| is_blank(byte));
        (self.read)(self.bytes.get(at..).unwrap_or_default()).filter(|&(_, length)| is_whole(length))
    }
}

impl<F: Fn(&[u8]) -> Option<(QuickToken, usize)>, const APART: bool> Iterator for Run<'_, F, APART> {
    type Item = (QuickToken, Range<usize>);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        let (token, length) = self.next?;
        let span = self.at..self.at + length;
        let at = if APART { skip_blanks(self.bytes, span.end) } else { span.end };
        let next = self.read(at);
        if next.is_none() || self.most == 0 {
            return None;
        }
        (self.next, self.at) = (next, at);
        self.most -= 1;
        Some((token, span))
    }
}
