//! Looks ahead with a copy of the tokens, where the walk must know what follows: whether a comment marks the ply at
//! hand as one that stood, whether a turn number comes.

use super::words;
use super::{Claim, Driver, lexemes};
use crate::game::FullGame;
use crate::record::tokens::Tokens;
use crate::record::{Layout, Token, TokenKind};

impl<G: FullGame> Driver<'_, G> {
    /// Whether the line that begins here has a turn number outside variations and before its result.
    #[inline(always)]
    pub(super) fn is_numbered(&self) -> bool {
        if self.job.record.parts.layout == Layout::Tree {
            return false;
        }
        // For most records the first bytes decide.
        words::turn_number(self.job.record.text.as_bytes(), self.tokens.position()).is_some()
            || self.is_numbered_later()
    }

    /// Whether a turn number stands further on in the line, where none stands at its start. Numbers in variations and
    /// after the result do not count.
    #[inline(never)]
    fn is_numbered_later(&self) -> bool {
        // A number ends with a point. A look from each variation to the end would be too many.
        if self.path.is_empty() && memchr::memchr(b'.', self.tokens.rest()).is_none() {
            return false;
        }
        let (mut tokens, mut depth) = (self.tokens, 0);
        while let Some(token) = tokens.next(drop) {
            match token.kind {
                TokenKind::Number(_) if depth == 0 => return true,
                TokenKind::Open { closed: false } => return false,
                TokenKind::Open { .. } => depth += 1,
                TokenKind::Close { opened: true } if depth == 0 => return false,
                TokenKind::Close { opened: true } => depth -= 1,
                TokenKind::Word if self.path.is_empty() => {
                    if self.is_result(&token) {
                        return false;
                    }
                    // A word within a ply is no result, though it may be a side's name: `3 Black c4-d4`.
                    lexemes::whole(
                        self.job.record,
                        (G::info(), &self.job.setting.rules),
                        self.job.system,
                        &token,
                        &mut tokens,
                    );
                }
                _ => {}
            }
        }
        false
    }

    /// What stands beside the ply that has just been pulled, up to the next.
    #[inline(always)]
    pub(super) fn beside(&self) -> PlyNotes {
        if self.tokens.nothing_beside() { PlyNotes::default() } else { self.look_beside(self.tokens) }
    }

    /// Whether a variation stands beside the ply that ends at byte `end`, and no mark that it stood.
    #[inline(never)]
    pub(super) fn only_variations_beside(&self, end: usize) -> bool {
        let mut tokens = self.tokens;
        tokens.pass_to(end);
        let beside = self.look_beside(tokens);
        beside.variation && !beside.stands
    }

    /// What stands between `tokens` and the next ply.
    fn look_beside(&self, mut tokens: Tokens<'_>) -> PlyNotes {
        let mut beside = PlyNotes::default();
        // Whether the turn has gone on since the ply.
        let mut apart = false;
        while let Some(token) = tokens.next(drop) {
            match token.kind {
                TokenKind::Comment { stands } => beside.stands |= stands,
                TokenKind::Open { closed } => {
                    beside.variation = true;
                    // In a tree the remarks on a ply stand before its variations.
                    let is_tree = self.job.record.parts.layout == Layout::Tree;
                    if is_tree || !closed || tokens.skip_variation(drop).is_none() {
                        break;
                    }
                }
                TokenKind::Word | TokenKind::Close { .. } => break,
                // A sign that stands after no ply, as in `c,!`, is read as a ply of its own.
                TokenKind::Annotation if apart => break,
                // Separators may stand between a ply and its comment: in `c, {…}` the comment speaks of c.
                TokenKind::Comma | TokenKind::Semicolon | TokenKind::Number(_) | TokenKind::Dots | TokenKind::Break => {
                    apart = true;
                }
                TokenKind::Annotation | TokenKind::LineComment => {}
            }
        }
        beside
    }

    /// Whether no ply follows in this line: at most a result.
    pub(super) fn is_last(&self) -> bool {
        let (mut tokens, mut words) = (self.tokens, 0);
        while let Some(token) = tokens.next(drop) {
            match token.kind {
                TokenKind::Word if !self.is_result(&token) => return false,
                TokenKind::Word if words > 0 => break,
                TokenKind::Word => words += 1,
                TokenKind::Open { closed: false } => break,
                TokenKind::Open { .. } if tokens.skip_variation(drop).is_none() => break,
                _ => {}
            }
        }
        true
    }

    /// Where the last word of the line at hand before its result ends, whether it is a ply or not; 0 if no word
    /// follows.
    pub(super) fn words_end(&self) -> usize {
        let (mut tokens, mut end) = (self.tokens, 0);
        while let Some(token) = tokens.next(drop) {
            match token.kind {
                TokenKind::Word if self.path.is_empty() && self.is_result(&token) => break,
                TokenKind::Word => end = token.end as usize,
                TokenKind::Open { closed: false } | TokenKind::Close { opened: true } => break,
                TokenKind::Open { .. } if tokens.skip_variation(drop).is_none() => break,
                _ => {}
            }
        }
        end
    }

    pub(super) fn is_result(&self, token: &Token) -> bool {
        Claim::of_word(self.job.record.token(token), &self.job.setting.rules).is_some()
    }
}

/// What stands beside a ply, up to the next.
#[derive(Default)]
pub(super) struct PlyNotes {
    /// Whether a comment says that the ply stood.
    pub(super) stands: bool,
    /// Whether a variation follows.
    pub(super) variation: bool,
}
