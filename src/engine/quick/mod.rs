//! Plies of the plainest kind: squares, columns or digits and nothing else, `12. c, e; 13. d, b`, or run together as
//! `ceebd`. Annotations and comments may stand between them, unless the script writes those down.
//!
//! This is [`super::usual`], cut shorter still for games with a [`Deferral`](crate::game::Deferral) and for systems
//! that are read quickly. Plies are only put, and one look at the end proves that none of them has ended the game. Two
//! plies are carried out in full: the last one of the record, before its result or the end of the text, and one before
//! anything that is not plain.
//!
//! `reader` reads plies and `whole_turns` the plainest turns; `run` takes plies without turn numbers that stand one
//! after the other; `pen` writes down what is put.

mod pen;
mod reader;
mod run;
mod whole_turns;

use std::ops::{ControlFlow, Range};

use super::level::{Level, Went};
use super::script::{ItemKind, Script, ScriptPlace};
use super::turns::UsualTurns;
use super::usual::Word;
use super::walk::Walk;
use super::words::skip_blanks;
use super::{Claim, Driver};
use crate::game::FullGame;
use crate::record::tokens::is_blank;
use crate::record::{Layout, NUMERIC_RESULTS};
use crate::system::{Quick, QuickToken};
use pen::Pen;
use reader::{Left, QuickPly, RUNS, Reached, Reader, width};
pub(super) use run::{BLANKS, NOTHING};

/// How many plies are read before they are put: the reader and the position each have the processor for themselves.
const BATCH: usize = 32;

impl<G: FullGame> Driver<'_, G> {
    /// Carries out plies of movetext as long as they are plain, and shows the visitor the positions that it looks at.
    #[inline(never)]
    pub(super) fn quick_plies(&mut self, level: &mut Level<G>, quick: Quick) -> Went {
        let mut went = Went::Nowhere;
        loop {
            let next = self.quick_plies_to_look(level, quick);
            went = went.then(next);
            if next == Went::Nowhere || level.walk.stopped || !self.is_looked_at(level.walk.plies) {
                return went;
            }
            self.look(&level.walk.position, level.walk.plies);
            if next != Went::On || self.is_watched {
                return went;
            }
        }
    }

    /// Carries out plies of movetext as long as they are plain, up to the next position that the visitor looks at. The
    /// caller shows it to the visitor.
    #[inline(always)]
    fn quick_plies_to_look(&mut self, level: &mut Level<G>, quick: Quick) -> Went {
        if self.script.is_some() { self.plies_in::<true>(level, quick) } else { self.plies_in::<false>(level, quick) }
    }

    #[inline(always)]
    fn plies_in<const WRITES: bool>(&mut self, level: &mut Level<G>, quick: Quick) -> Went {
        match quick {
            // A token that is copied into the script as it stands must have small letters.
            Quick::Columns if WRITES => self.put_plies::<WRITES, { width(b"c") }>(level, Quick::column),
            Quick::Squares if WRITES => self.put_plies::<WRITES, { width(b"m15") }>(level, Quick::square),
            Quick::Columns => self.put_plies::<WRITES, { width(b"c") }>(level, Quick::any_column),
            Quick::Squares => self.put_plies::<WRITES, { width(b"m15") }>(level, Quick::any_square),
            Quick::Sgf(rows) => self.put_plies::<WRITES, { width(b"mo") }>(level, |bytes| Quick::sgf(rows, bytes)),
            Quick::Go => self.put_plies::<WRITES, { width(b"M15") }>(level, Quick::go),
            Quick::Xy(rows) => self.put_plies::<WRITES, { width(b"14,14") }>(level, |bytes| Quick::xy(rows, bytes)),
            // Where turns have numbers, a digit may be one.
            Quick::Digits(_) if level.walk.turns.usual().is_none_or(UsualTurns::is_numbered) => Went::Nowhere,
            Quick::Digits(zero) => self.put_plies::<WRITES, RUNS>(level, |bytes| Quick::digit(zero, bytes)),
        }
    }

    /// Carries out plies that `read` reads, and writes them down if `WRITES`. `read` gets the bytes from where a ply
    /// may begin.
    #[inline(never)]
    fn put_plies<const WRITES: bool, const WIDTH: usize>(
        &mut self,
        level: &mut Level<G>,
        read: impl Fn(&[u8]) -> Option<(QuickToken, usize)>,
    ) -> Went {
        let walk = &mut level.walk;
        let Some(turns) = walk.turns.usual().filter(|_| walk.position.may_put()) else { return Went::Nowhere };
        let bytes = self.job.record.text.as_bytes();
        let from = skip_blanks(bytes, self.tokens.position());
        let reader = Reader::<_, WIDTH> { bytes, read, passes_over_remarks: self.passes_over_remarks() };
        let mut reached = Reached { next: from, sign: b' ', turns };
        let place = self.script.as_ref().map(Script::place);
        debug_assert!(!self.is_start(walk) || walk.position == *self.start);
        // The position to go back to if the plies that are put turn out to have ended the game, unless that is the start.
        let mut before = None;
        let most = self.most_plies(walk);
        // Only at the start of the record: after a variation few plies follow each other.
        let last =
            if self.is_start(walk) { self.put_start::<WRITES, WIDTH>(walk, &reader, most, &mut reached) } else { None };
        let (left, went_on) = match last {
            Some(last) => (Some(last), false),
            None => match self.put_batches::<WRITES, WIDTH>(level, &reader, most, &mut reached, &mut before) {
                ControlFlow::Continue(put) => put,
                ControlFlow::Break(went) => return went,
            },
        };
        let walk = &mut level.walk;
        let Reached { mut next, sign: mut next_sign, mut turns } = reached;
        let (mut went, mut is_kept, mut ending) = (Went::On, false, None);
        if let Some(Left { ply, span, gap }) = left {
            let number = turns.number_before(ply.is_numbered());
            let mut after = turns;
            after.pass(number);
            let has_variations = self.has_variations(span.end, gap);
            // The remarks on a ply stand before a `)`.
            if has_variations || bytes.get(span.end) == Some(&b')') {
                if has_variations {
                    level.before_ply.keep(&walk.position, walk.number + turns.plies());
                }
                // It stands alone, and one is few.
                if turns.plies() == 0 && G::FEW > 0 {
                    let Range { start, end } = span;
                    let word = Word { number, continued: None, start, end, sign: b' ', after: end };
                    self.usual_ply(walk, after, word, &mut G::Scratch::default());
                    if !has_variations {
                        level.before_ply.forget();
                    }
                    return Went::AfterPly;
                }
                if before.is_none() {
                    before = self.before(walk);
                }
                let (ply, before_it) = (std::iter::once((ply.token, span.clone())), walk.plies + turns.plies());
                if self.pen::<WRITES>().put_all(&mut walk.position, ply, before_it) > 0 {
                    turns = after;
                    (next, next_sign, went, is_kept) = (span.end, b' ', Went::AfterPly, has_variations);
                }
            } else if let Some((_, end)) = gap
                && let Some(result) = self.ending(end, after)
            {
                ending = Some((span, end, result));
            }
        }
        if G::LEAVES_OUTCOME && turns.plies() > 0 && !walk.position.is_undecided() {
            walk.position.clone_from(before.as_ref().unwrap_or(self.start));
            self.unwrite(place);
            return Went::Nowhere;
        }
        walk.number += turns.plies();
        walk.plies += turns.plies();
        if let Some((span, end, result)) = ending {
            // No other ply follows, so the account of turns ends here.
            level.before_ply.forget();
            self.ply_at(walk, span, end, &mut G::Scratch::default());
            self.tokens.pass_to(bytes.len());
            if let (Some(script), Some((_, span))) = (&mut self.script, &result) {
                script.add(ItemKind::Result, span.clone());
            }
            walk.result = result;
            return Went::Whole;
        }
        if turns.plies() == 0 {
            return if went_on { Went::On } else { Went::Nowhere };
        }
        walk.turns.go_on_from(turns, next_sign);
        self.tokens.pass_to(next);
        if !is_kept {
            level.before_ply.forget();
        }
        went
    }

    /// Puts plies as long as one follows the other, in batches. `before` is the position to go back to.
    ///
    /// Continues with the ply that is left, if one is due but no ply follows it, and with whether plies were carried
    /// out one by one. Breaks, with how far the walk came, if one of these stopped it.
    // A function of its own: a record of whole turns needs no batch, and to fill one with zeros takes time.
    #[inline(never)]
    fn put_batches<const WRITES: bool, const WIDTH: usize>(
        &mut self,
        level: &mut Level<G>,
        reader: &Reader<'_, impl Fn(&[u8]) -> Option<(QuickToken, usize)>, WIDTH>,
        most: u32,
        reached: &mut Reached,
        before: &mut Option<G>,
    ) -> ControlFlow<Went, (Option<Left>, bool)> {
        let (mut batch, walk) = ([QuickPly::default(); BATCH], &mut level.walk);
        loop {
            let from = *reached;
            let room = BATCH.min((most - from.turns.plies()) as usize);
            let (count, left) = reader.fill(&mut batch[..room], reached);
            if (1..=G::FEW).contains(&count) && before.is_none() && !self.is_start(walk) {
                level.before_ply.forget();
                self.apply_each(walk, reader, &batch[..count], *reached);
                return match walk.turns.usual().filter(|_| !walk.stopped) {
                    Some(usual) => {
                        reached.turns = usual;
                        ControlFlow::Continue((left, true))
                    }
                    None => ControlFlow::Break(Went::On),
                };
            }
            // A position may be large: nothing is moved where none is needed.
            if count > 0
                && before.is_none()
                && let Some(position) = self.before(walk)
            {
                *before = Some(position);
            }
            let plies = &batch[..count];
            let spanned = plies.iter().map(|ply| (ply.token, reader.span(*ply)));
            let put = self.pen::<WRITES>().put_all(&mut walk.position, spanned, walk.plies + from.turns.plies());
            if put < count {
                // The general walk reports what is wrong with this ply.
                *reached = from;
                reader.fill(&mut batch[..put], reached);
                return ControlFlow::Continue((None, false));
            }
            if count < room || room < BATCH {
                return ControlFlow::Continue((left, false));
            }
        }
    }

    /// Puts the first turns of the record, or its first plies if no turn has a number, as long as they are written as
    /// usual. Returns the last ply of the record, if that comes next.
    #[inline(always)]
    fn put_start<const WRITES: bool, const WIDTH: usize>(
        &mut self,
        walk: &mut Walk<G>,
        reader: &Reader<'_, impl Fn(&[u8]) -> Option<(QuickToken, usize)>, WIDTH>,
        most: u32,
        reached: &mut Reached,
    ) -> Option<Left> {
        let mut pen = self.pen::<WRITES>();
        let ahead = if WIDTH != RUNS && !reached.turns.is_numbered() {
            *reached = reader.put_list(&mut pen, &mut walk.position, most, *reached);
            None
        } else {
            reader.put_turns::<G, WRITES>(&mut pen, &mut walk.position, walk.plies, most, reached)
        };
        reader.put_last_turn(&mut pen, &mut walk.position, walk.plies, most, reached, ahead)
    }

    /// Carries out a few plies one by one, up to the first illegal one. `reached` is the place after the last of them.
    #[inline(never)]
    fn apply_each<const WIDTH: usize>(
        &mut self,
        walk: &mut Walk<G>,
        reader: &Reader<'_, impl Fn(&[u8]) -> Option<(QuickToken, usize)>, WIDTH>,
        plies: &[QuickPly],
        reached: Reached,
    ) {
        for (index, ply) in plies.iter().enumerate() {
            let Some(mut turns) = walk.turns.usual().filter(|_| !walk.stopped) else { return };
            let number = turns.number_before(ply.is_numbered());
            turns.pass(number);
            let Range { start, end } = reader.span(*ply);
            let next = plies.get(index + 1).map(|next| (next.sign, reader.begins(*next)));
            let (sign, after) = next.unwrap_or((reached.sign, reached.next));
            let word = Word { number, continued: None, start, end, sign, after };
            self.usual_ply(walk, turns, word, &mut G::Scratch::default());
        }
    }

    /// Whether the ply before byte `end` has variations, and no remark says that it stood. `gap` is what stands after
    /// it: a sign, and where that ends.
    #[inline(always)]
    fn has_variations(&self, end: usize, gap: Option<(u8, usize)>) -> bool {
        let bytes = self.job.record.text.as_bytes();
        if self.job.record.parts.layout == Layout::Tree {
            // In a tree the remarks on a ply stand before its variations.
            return bytes[end..].starts_with(b" (");
        }
        gap.is_some_and(|(_, at)| bytes.get(at) == Some(&b'(')) && self.only_variations_beside(end)
    }

    /// What ends the record at `at`, if nothing else follows the plies there: nothing, a `...` in the place of a ply that
    /// was not made, or the result. `turns` is the account of the plies before it.
    #[inline(always)]
    fn ending(&self, at: usize, turns: UsualTurns) -> Option<Option<(Claim, Range<usize>)>> {
        if !self.path.is_empty() {
            return None;
        }
        match self.job.record.text.as_bytes().get(at..)? {
            [] => Some(None),
            [b'.', b'.', b'.', rest @ ..] if self.passes_over_remarks() => {
                (turns.lacks_some() && rest.iter().all(|&byte| is_blank(byte))).then_some(None)
            }
            rest => self.result_at(at, rest).map(Some),
        }
    }

    /// The result, if the rest of the text from `at` on is one word that nearly all people write so. Other text, such
    /// as `Whi te` or `White -`, is left to the general walk.
    #[inline(never)]
    fn result_at(&self, at: usize, rest: &[u8]) -> Option<(Claim, Range<usize>)> {
        let length = rest.iter().rposition(|byte| !is_blank(*byte))? + 1;
        let word = rest.get(..length)?;
        let is_numeric = || NUMERIC_RESULTS.iter().any(|known| known.as_bytes() == word);
        let is_usual = word.iter().all(u8::is_ascii_alphabetic) || word == b"*" || is_numeric();
        let span = at..at + length;
        let claim =
            Claim::of_word(self.job.record.slice(span.clone()), &self.job.setting.rules).filter(|_| is_usual)?;
        Some((claim, span))
    }

    /// The position to go back to if the plies that are put turn out to have ended the game. `None` if that is the
    /// start, or if the game sees its end at each ply that is put. Positions may be large.
    #[inline(always)]
    fn before(&self, walk: &Walk<G>) -> Option<G> {
        (G::LEAVES_OUTCOME && !self.is_start(walk)).then(|| walk.position.clone())
    }

    /// Whether the walk has counted no ply yet. Plies that have been put since its last account do not count.
    #[inline(always)]
    fn is_start(&self, walk: &Walk<G>) -> bool {
        self.path.is_empty() && walk.plies == 0
    }

    /// How many plies of the line at hand may be put before the visitor looks at the position.
    fn most_plies(&self, walk: &Walk<G>) -> u32 {
        if self.path.is_empty() { self.next_look.saturating_sub(walk.plies) } else { u32::MAX }
    }

    /// What puts plies, and writes them down if `WRITES`.
    #[inline(always)]
    fn pen<const WRITES: bool>(&mut self) -> Pen<'_, WRITES> {
        Pen {
            script: self.script.as_mut().filter(|_| WRITES),
            text: self.job.record.text,
            system: self.job.system,
            in_main_line: self.path.is_empty(),
        }
    }

    /// Forgets plies that were written down, since they are carried out again.
    fn unwrite(&mut self, place: Option<ScriptPlace>) {
        if let (Some(script), Some(place)) = (&mut self.script, place) {
            script.back_to(place);
        }
    }
}

#[cfg(test)]
mod tests;
