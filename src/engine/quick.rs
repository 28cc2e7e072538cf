//! Plies of the plainest kind: squares or columns and nothing else, `12. c, e; 13. d, b`, or run together as `ceebd`.
//!
//! This is [`super::usual`], cut shorter still for games that have a [`Deferral`](crate::game::Deferral) and for systems
//! that are read quickly: plies are only put, and one look at the end proves that none of them has ended the game. The last
//! ply before anything else is never put: the walk carries it out.

use super::Driver;
use super::turns::UsualTurns;
use super::usual::{APART, CLASSES, DIGIT, LETTER, skip_blanks, turn_number};
use super::walk::Walk;
use crate::game::FullGame;
use crate::record::tokens::is_blank;
use crate::system::Quick;

impl<G: FullGame> Driver<'_, G> {
    /// Carries out plies of movetext as long as they are plain.
    pub(super) fn quick_plies(&mut self, walk: &mut Walk<G>, quick: Quick) {
        let Some(mut turns) = walk.turns.usual() else { return };
        if !walk.position.may_put() || quick.begins_with_digit() {
            return;
        }
        let before = G::LEAVES_OUTCOME.then(|| walk.position.clone());
        let bytes = self.job.record.text.as_bytes();
        let mut at = skip_blanks(bytes, self.tokens.position());
        let mut number = UsualTurns::UNNUMBERED;
        if let Some((value, end)) = turn_number(bytes, at) {
            (number, at) = (value, skip_blanks(bytes, end));
        }
        // What has come of the plies that were put.
        let (mut done, mut done_sign, mut next) = (turns, b' ', at);
        loop {
            let Some((token, length)) = quick.read(&bytes[at..]) else { break };
            // Behind the ply: a comma or a semicolon, then the next ply with or without its number.
            let mut ahead = at + length;
            let Some(&sign) = bytes.get(ahead) else { break };
            let is_sign = matches!(sign, b',' | b';');
            if !is_sign && !is_blank(sign) {
                break;
            }
            ahead += 1;
            let after = ahead;
            ahead = skip_blanks(bytes, ahead);
            let mut next_number = UsualTurns::UNNUMBERED;
            let Some(&byte) = bytes.get(ahead) else { break };
            let mut class = CLASSES[usize::from(byte)];
            if class == DIGIT {
                let Some((value, end)) = turn_number(bytes, ahead) else { break };
                (next_number, ahead) = (value, skip_blanks(bytes, end));
                class = bytes.get(ahead).map_or(APART, |byte| CLASSES[usize::from(*byte)]);
            }
            // A letter alone or before a digit is a ply; more letters may be a result.
            let further = bytes.get(ahead + 1).map_or(APART, |byte| CLASSES[usize::from(*byte)]);
            if class != LETTER || further == LETTER {
                break;
            }
            if !turns.ply(number) || sign == b';' && !turns.may_end() || !walk.position.put(token) {
                break;
            }
            (done, done_sign, next) = (turns, sign, after);
            (at, number) = (ahead, next_number);
        }
        if done.plies() == 0 {
            return;
        }
        match before {
            Some(before) if !walk.position.is_undecided() => walk.position = before,
            _ => {
                walk.number += done.plies();
                walk.plies += done.plies();
                walk.turns.go_on_from(done, done_sign);
                self.tokens.pass_to(next);
            }
        }
    }

    /// Carries out the plies that are run together at `at`, but for the last; where it begins.
    pub(super) fn quick_run(&mut self, walk: &mut Walk<G>, quick: Quick, mut at: usize) -> usize {
        if !walk.position.may_put() {
            return at;
        }
        let before = G::LEAVES_OUTCOME.then(|| walk.position.clone());
        let (bytes, start, mut plies) = (self.job.record.text.as_bytes(), at, 0);
        while let Some((token, length)) = quick.read(&bytes[at..])
            && quick.read(&bytes[at + length..]).is_some()
            && walk.position.put(token)
        {
            at += length;
            plies += 1;
        }
        match before {
            Some(before) if plies > 0 && !walk.position.is_undecided() => {
                walk.position = before;
                start
            }
            _ => {
                walk.number += plies;
                walk.plies += plies;
                at
            }
        }
    }
}
