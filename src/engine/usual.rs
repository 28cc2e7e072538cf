//! Plies that stand as they usually do: `12. c, e; 13. d, b`, `12. c! {good} 12... e` or `c e d b`.
//!
//! This is the walk of [`super::line`], cut short: it reads and carries out plies in the same way and keeps the same
//! account of turns, but recognises the tokens around them by their first bytes, and passes over annotations and
//! comments if no script writes them down. It stops before the first ply with anything else beside it (a variation,
//! `...`, a number that is not due, a comment that says that the ply stood). The walk takes over there.

use std::ops::Range;

use super::level::{BeforePly, Level, Went};
use super::lexemes::goes_on;
use super::ply::WrittenPly;
use super::turns::UsualTurns;
use super::walk::Walk;
use super::words::{CLASSES, DIGIT, LETTER, OTHER, gap, read_continued, scan_word, skip_blanks, slice, turn_number};
use super::{Claim, Driver};
use crate::game::FullGame;
use crate::record::Layout;
use crate::record::tokens::is_blank;

/// Where a ply and its turn number stand.
#[derive(Clone, Copy)]
pub(super) struct Word {
    /// The turn number, or [`UsualTurns::UNNUMBERED`].
    pub(super) number: u32,
    /// The number before it of a turn that it continues: `12... e`.
    pub(super) continued: Option<u32>,
    pub(super) start: usize,
    pub(super) end: usize,
    /// The comma or semicolon after it, a blank if only blanks stand there, or another byte.
    pub(super) sign: u8,
    /// Where to look for what follows.
    pub(super) after: usize,
}

/// What follows the last of these plies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Follows {
    /// Nothing, or the result.
    Nothing,
    /// The end of the variation.
    End,
    /// A variation.
    Variation,
    /// Something that the general walk must look at first.
    Other,
}

impl<G: FullGame> Driver<'_, G> {
    /// Whether plies may be read without asking for each what the tags say of it.
    pub(super) fn may_be_usual(&self) -> bool {
        // Of digits that run together a word is not one ply; elsewhere a comma may be a part of one.
        let system = self.job.system;
        let is_plain = !system.runs_together() && !system.info().commas;
        is_plain && self.may_be_put()
    }

    /// Whether the tags say nothing of single plies.
    pub(super) fn may_be_put(&self) -> bool {
        self.job.claims.stands.is_empty() && self.said_of_last().is_none()
    }

    /// Carries out plies up to the first beside which something else stands: one word after the other, each when it is
    /// known what follows it.
    pub(super) fn usual_plies(&mut self, level: &mut Level<G>, scratch: &mut G::Scratch) -> Went {
        let number = level.walk.number;
        let follows = self.plies_in_words(&mut level.walk, &mut level.before_ply, scratch);
        if level.walk.number == number {
            return Went::Nowhere;
        }
        if follows != Follows::Variation {
            level.before_ply.forget();
        }
        if matches!(follows, Follows::End | Follows::Variation) { Went::AfterPly } else { Went::On }
    }

    /// Carries out these plies; returns what follows the last one.
    fn plies_in_words(
        &mut self,
        walk: &mut Walk<G>,
        before_ply: &mut BeforePly<G>,
        scratch: &mut G::Scratch,
    ) -> Follows {
        let Some(mut turns) = walk.turns.usual() else { return Follows::Other };
        let is_tree = self.job.record.parts.layout == Layout::Tree;
        let (text, system, in_main_line) = (self.job.record.text, self.job.system, self.path.is_empty());
        let bytes = text.as_bytes();
        let was_watched = self.is_watched;
        let mut at = self.tokens.position();
        let mut known: Option<Word> = None;
        let follows = loop {
            let (mut start, mut number) = (skip_blanks(bytes, at), UsualTurns::UNNUMBERED);
            let (mut end, mut class) = scan_word(bytes, start);
            let mut continued = None;
            if class == DIGIT {
                let after_number = match turn_number(bytes, start) {
                    Some((value, after_number)) => {
                        number = value;
                        after_number
                    }
                    None => match self.continued(start) {
                        Some((value, after_number)) => {
                            continued = Some(value);
                            after_number
                        }
                        None => start,
                    },
                };
                if after_number > start {
                    start = skip_blanks(bytes, after_number);
                    (end, class) = scan_word(bytes, start);
                }
            }
            let has_number = number != UsualTurns::UNNUMBERED || continued.is_some();
            if end == start {
                let rest = &bytes[start..];
                let is_after_ply = || known.is_some_and(|ply| !matches!(ply.sign, b',' | b';'));
                break match rest {
                    _ if has_number => Follows::Other,
                    [] => Follows::Nothing,
                    // A `...` that nothing follows marks the ply that a side did not make.
                    [b'.', b'.', b'.', rest @ ..] if rest.iter().all(|&byte| is_blank(byte)) => Follows::Nothing,
                    // The remarks on a ply stand before a `)`, and in a tree before its variations too.
                    [b')', ..] if is_after_ply() => Follows::End,
                    [b'(', ..] if is_tree && is_after_ply() => Follows::Variation,
                    _ => Follows::Other,
                };
            }
            // Annotations and comments are nothing to those who write nothing down.
            let passes_over_remarks = self.passes_over_remarks();
            if class & OTHER != 0 && passes_over_remarks {
                end = without_annotation(bytes, start, end);
                class = scan_word(&bytes[..end], start).1;
            }
            // A letter or a digit comes first, and nothing is glued to the word.
            if class & OTHER != 0 || CLASSES[usize::from(bytes[start])] & (LETTER | DIGIT) == 0 {
                break Follows::Other;
            }
            let Some((sign, rest)) = gap(&bytes[end..], passes_over_remarks) else { break Follows::Other };
            at = bytes.len() - rest.len();
            let are_blanks = || bytes[end..at].iter().all(|&byte| is_blank(byte));
            let sign = if is_blank(sign) && !are_blanks() { b'{' } else { sign };
            // A ply may be several words.
            if let Some(ply) = &mut known
                && is_blank(ply.sign)
                && !has_number
                && goes_on(
                    G::info(),
                    &self.job.setting.rules,
                    system,
                    slice(text, ply.start, ply.end),
                    slice(text, start, end),
                )
            {
                (ply.end, ply.sign, ply.after) = (end, sign, at);
                continue;
            }
            if end - start > 2
                && in_main_line
                && Claim::of_word(slice(text, start, end), &self.job.setting.rules).is_some()
            {
                break if has_number { Follows::Other } else { Follows::Nothing };
            }
            let word = Word { number, continued, start, end, sign, after: at };
            let Some(ply) = known.replace(word) else { continue };
            if !turns.word(ply) || walk.position.break_due() {
                return Follows::Other;
            }
            self.usual_ply(walk, turns, ply, scratch);
            // If the visitor no longer watches, a quicker walk goes on.
            let goes_on = !walk.stopped && (self.is_watched || !was_watched);
            match walk.turns.usual() {
                Some(usual) if goes_on => turns = usual,
                _ => return Follows::Other,
            }
        };
        let Some(ply) = known.filter(|_| follows != Follows::Other) else { return Follows::Other };
        if !turns.word(ply) || walk.position.break_due() {
            return Follows::Other;
        }
        if follows == Follows::Variation {
            before_ply.keep(&walk.position, walk.number);
        }
        self.usual_ply(walk, turns, ply, scratch);
        follows
    }

    /// The number at `start` of a turn that is continued, `12... e`, and where its dots end. With a script that writes
    /// down dots: nothing.
    #[cold]
    fn continued(&self, start: usize) -> Option<(u32, usize)> {
        let bytes = self.job.record.text.as_bytes();
        let (number, rest) = read_continued(bytes.get(start..)?).filter(|_| self.passes_over_remarks())?;
        Some((number, bytes.len() - rest.len()))
    }

    /// Carries out one ply.
    pub(super) fn usual_ply(&mut self, walk: &mut Walk<G>, turns: UsualTurns, ply: Word, scratch: &mut G::Scratch) {
        walk.turns.go_on_from(turns, ply.sign);
        self.ply_at(walk, ply.start..ply.end, ply.after, scratch);
    }

    /// Carries out the ply at `span`, and leaves the account of turns to the caller. The walk goes on at byte `after`.
    pub(super) fn ply_at(&mut self, walk: &mut Walk<G>, span: Range<usize>, after: usize, scratch: &mut G::Scratch) {
        walk.number += 1;
        self.tokens.pass_to(after);
        let (token, system) = (slice(self.job.record.text, span.start, span.end), self.job.system);
        self.ply(walk, WrittenPly { token, system, span, marked: false, last: None }, scratch);
    }
}

/// The end of a word without the annotation that is glued to it.
fn without_annotation(bytes: &[u8], start: usize, end: usize) -> usize {
    let marks = bytes[start..end].iter().rev().take_while(|&&byte| matches!(byte, b'!' | b'?')).count();
    if marks < 3 { end - marks } else { end }
}

impl UsualTurns {
    /// Counts a ply; `false` if it is not due, or the turn may not end after it as it does.
    #[inline(always)]
    fn word(&mut self, ply: Word) -> bool {
        let is_due = ply.continued.is_none_or(|number| self.may_continue(number)) && self.ply(ply.number);
        is_due && (ply.sign != b';' || self.may_end())
    }
}
