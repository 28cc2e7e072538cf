//! Walks one line of movetext, the main line or a variation, turn by turn.

use std::ops::Range;

use super::Driver;
use super::lexemes;
use super::ply::Written;
use super::turns::{self, Place, Turns};
use super::walk::{Walk, Walked};
use crate::codes::{BAD_SYNTAX, GLUED_RECORD, MISSING_PLY, TURN_NUMBER, WRONG_SIDE};
use crate::diagnostic::{Diagnostic, Text};
use crate::formats::transcript::DEEPEST;
use crate::game::Game;
use crate::record::{Layout, NO_PARTNER, Token, TokenKind};
use crate::settings::Claim;

impl<G: Game> Driver<'_, G> {
    /// Walks one line: tokens that belong to it, the plies that came before it, the number of its first turn.
    pub(super) fn line(&mut self, position: G, tokens: Range<usize>, before: u32, turn: u32) -> Walked<G> {
        let depth = self.path.len();
        let record = self.job.record;
        let all = &record.parts.tokens[..];
        let sides = position.sides();
        let mut walk = Walk {
            turns: Turns::new(
                sides.len(),
                position.turn().index(),
                turn,
                turns::is_numbered(all, tokens.start..self.result_or_end(tokens.clone())),
            ),
            dead: self.halted,
            position,
            plies: before,
            number: before,
            skipped: 0,
            skipped_at: 0..0,
            result: None,
            told: false,
            lost: false,
            words_end: None,
        };
        let mut behind_ply = false;
        let mut variations = 0;
        let mut before_ply = None;
        let mut index = tokens.start;
        while index < tokens.end {
            let token = all[index];
            index += 1;
            if !self.halted || self.fault < record.parts.faults.len() {
                self.faults(token.start as usize, walk.number + 1);
                walk.dead |= self.halted;
            }
            if walk.result.is_some() && !matches!(token.kind, TokenKind::Comment(_) | TokenKind::LineComment) {
                self.behind_result(&mut walk, &token);
            }
            match token.kind {
                TokenKind::Comment(_) | TokenKind::LineComment => {}
                TokenKind::Annotation if behind_ply => {}
                TokenKind::Comma => {
                    behind_ply = false;
                    walk.turns.comma(token.span());
                }
                TokenKind::Semicolon => {
                    behind_ply = false;
                    walk.turns.close(token.span());
                }
                TokenKind::Number(number) => {
                    behind_ply = false;
                    let dots = all.get(index).filter(|next| next.kind == TokenKind::Dots && next.start == token.end);
                    let goes_on = walk.turns.goes_on(dots.is_some());
                    if !goes_on {
                        walk.turns.open(token.span());
                    } else {
                        index += 1;
                    }
                    self.turn_number(&mut walk, number, &token, index..tokens.end);
                }
                TokenKind::Dots => {
                    behind_ply = false;
                    if walk.turns.dots(token.span()) == Place::TooMany {
                        self.too_many(&mut walk, token.span(), "`...` stands behind the last place of this turn", 1);
                    }
                }
                TokenKind::Break => {
                    behind_ply = false;
                    self.take_break(&mut walk, &token);
                }
                TokenKind::Open(partner) => {
                    let end = if partner == NO_PARTNER { tokens.end } else { partner as usize };
                    variations += 1;
                    if depth < DEEPEST && partner != NO_PARTNER {
                        self.variation(&mut walk, before_ply.as_ref(), index..end, variations);
                    }
                    index = end;
                }
                TokenKind::Close(_) => {}
                TokenKind::Word | TokenKind::Annotation => {
                    let text = record.token(&token);
                    if depth == 0
                        && walk.result.is_none()
                        && let Some(claim) = Claim::of_word(text, &self.job.setting.rules)
                    {
                        walk.result = Some((claim, token.span()));
                        continue;
                    }
                    variations = 0;
                    behind_ply = true;
                    // A ply may be several words.
                    let span = lexemes::whole(record, self.job, index - 1..tokens.end, &mut index);
                    let text = record.slice(span.clone());
                    let trailer = trailer(all, index..tokens.end);
                    let mut lexemes = lexemes::in_word(self.job.system, text).peekable();
                    while let Some(lexeme) = lexemes.next() {
                        let ends_word = lexemes.peek().is_none();
                        let start = span.start;
                        before_ply = (ends_word && trailer.variation).then(|| (walk.position.clone(), walk.number));
                        let written = Written {
                            token: &text[lexeme.clone()],
                            system: self.job.system,
                            span: start + lexeme.start..start + lexeme.end,
                            marked: ends_word && trailer.stands,
                            last: None,
                        };
                        let rest = index..tokens.end;
                        self.turn_ply(&mut walk, written, ends_word, rest);
                    }
                }
            }
        }
        walk.walked()
    }

    /// Where the result of the main line stands among `tokens`, or their end.
    fn result_or_end(&self, tokens: Range<usize>) -> usize {
        let all = &self.job.record.parts.tokens;
        if !self.path.is_empty()
            || all[tokens.clone()].first().is_some_and(|token| matches!(token.kind, TokenKind::Number(_)))
        {
            return tokens.end;
        }
        let mut index = tokens.start;
        while index < tokens.end {
            let token = &all[index];
            index += 1;
            if token.kind == TokenKind::Word {
                if self.is_result(token) {
                    return index - 1;
                }
                // A word within a ply is no result, though it may be a side's name: `3 Black c4-d4`.
                lexemes::whole(self.job.record, self.job, index - 1..tokens.end, &mut index);
            }
        }
        tokens.end
    }

    /// Text behind the result: told once, and it stops nothing that has not stopped.
    fn behind_result(&mut self, walk: &mut Walk<G>, token: &Token) {
        if !walk.told {
            walk.told = true;
            let text = self.text(|| Text::new("text after the result").help("the result ends the movetext"));
            self.report(Diagnostic::new(&BAD_SYNTAX, token.span(), text).at_ply(walk.number + 1));
        }
        walk.dead = true;
    }

    fn turn_number(&mut self, walk: &mut Walk<G>, number: u32, token: &Token, rest: Range<usize>) {
        let due = walk.turns.number();
        // A ply that lost the game (C-7) is not carried out: it stops the replay as any illegal ply does.
        if walk.dead || walk.lost || number == due {
            return;
        }
        // A number behind a missing ply stands behind the ply that stops the replay, if another ply follows.
        if walk.turns.missing().is_some() {
            let tokens = &self.job.record.parts.tokens;
            // Looked for once a line: there may be millions of numbers and no ply.
            let behind = *walk.words_end.get_or_insert_with(|| words_end(tokens, rest.clone()));
            if behind > rest.start {
                return;
            }
        }
        let text = self.text(|| {
            // As it is written: it may be larger than any number that is counted here.
            let number = self.job.record.token(token).trim_end_matches('.');
            Text::new(format!("this is turn {due}, not {number}")).help("the count goes on as if it were right")
        });
        self.report(Diagnostic::new(&TURN_NUMBER, token.span(), text).at_ply(walk.number + 1));
    }

    /// A ply or a `...` that its turn has no place for; the ply that would come next is `ahead` of the ones read.
    fn too_many(&mut self, walk: &mut Walk<G>, span: Range<usize>, message: &str, ahead: u32) {
        if !walk.told {
            let text = self.text(|| Text::new(message).help("is a turn number or a `;` missing?"));
            self.report(Diagnostic::new(&BAD_SYNTAX, span, text).at_ply(walk.number + ahead));
        }
        walk.dead = true;
    }

    fn take_break(&mut self, walk: &mut Walk<G>, token: &Token) {
        if walk.dead {
            return;
        }
        match walk.position.take_break() {
            Ok(()) => walk.turns.restart(walk.position.turn().index()),
            Err(rule) => {
                let text = self.text(|| {
                    Text::new("no manche ends here")
                        .help("a break `/` stands exactly where a manche ends, and nowhere else")
                });
                self.report(Diagnostic::new(rule, token.span(), text).at_ply(walk.number + 1));
                walk.dead = true;
            }
        }
    }

    fn variation(&mut self, walk: &mut Walk<G>, before: Option<&(G, u32)>, tokens: Range<usize>, index: u32) {
        let Some((position, number)) = before.cloned() else {
            if !walk.dead {
                let open = self.job.record.parts.tokens[tokens.start - 1].span();
                let text = self.text(|| Text::new("this variation stands behind no ply, so it replaces none"));
                self.report(Diagnostic::new(&BAD_SYNTAX, open, text).at_ply(walk.number + 1));
                walk.dead = true;
            }
            return;
        };
        let dead = walk.dead;
        let was_halted = self.halted;
        self.halted |= dead;
        self.path.push((number + 1, index));
        let known = self.fault;
        self.line(position, tokens, number, walk.turns.number());
        self.path.pop();
        let new_fault = self.job.record.parts.faults[known..self.fault].iter().any(|fault| fault.rule != &GLUED_RECORD);
        self.halted = was_halted || new_fault || self.halted && !dead;
        walk.dead |= self.halted;
    }

    /// A ply in its turn: whose it is, whether one is missing, then the ply itself.
    fn turn_ply(&mut self, walk: &mut Walk<G>, mut written: Written<'_>, ends_word: bool, rest: Range<usize>) {
        if self.job.record.parts.layout == Layout::Plies
            && !walk.dead
            && walk.position.break_due()
            && walk.position.take_break().is_ok()
        {
            walk.turns.restart(walk.position.turn().index());
        }
        let place = walk.turns.ply();
        walk.number += 1;
        let number = walk.number;
        if place == Place::TooMany {
            let was_dead = walk.dead;
            self.too_many(walk, written.span.clone(), "more plies in this turn than the game has sides", 0);
            if was_dead {
                self.skip(walk, &written);
            }
            return;
        }
        if walk.dead {
            self.skip(walk, &written);
            return;
        }
        // The order of the text decides: what is missing stands before the ply that follows it, even behind an end. A
        // break that lacks stands before both.
        if walk.position.break_due() {
            return self.ply(walk, written);
        }
        if let Some(missing) = walk.turns.missing() {
            return self.missing_ply(walk, missing, &written);
        }
        if place == Place::NotToMove {
            let side = self.job.setting.name(walk.position.turn());
            let text = self.text(|| {
                Text::new(format!("this is the place of a side that is not to move: {side} is"))
                    .help("write ... for each side that does not begin, or say with the tag Starts who does")
            });
            self.report(Diagnostic::new(&WRONG_SIDE, written.span, text).at_ply(number));
            walk.dead = true;
            return;
        }
        let depth = self.path.len();
        if depth == 0
            && ends_word
            && let Some(said) = self.said_of_last()
        {
            let more = next_words(&self.job.record.parts.tokens, rest);
            written.last = (!more.iter().any(|token| !self.is_result(token))).then_some(said);
        }
        if depth == 0 && self.tag_stands(number) {
            written.marked = true;
        }
        self.ply(walk, written);
    }

    pub(super) fn skip(&mut self, walk: &mut Walk<G>, written: &Written<'_>) {
        if walk.skipped == 0 {
            walk.skipped_at = written.span.clone();
        }
        walk.skipped += 1;
    }

    fn missing_ply(&mut self, walk: &mut Walk<G>, missing: Range<usize>, written: &Written<'_>) {
        let side = self.job.setting.name(walk.position.turn());
        let text = self.text(|| {
            Text::new(format!("{side}'s ply is missing here"))
                .help("if the side passed, write `--`; if the record lacks the ply, it can be replayed only up to here")
        });
        self.report(Diagnostic::new(&MISSING_PLY, missing, text).at_ply(walk.number));
        walk.dead = true;
        // The ply at hand was read, but it is not the missing one.
        self.skip(walk, written);
    }

    fn is_result(&self, token: &Token) -> bool {
        Claim::of_word(self.job.record.token(token), &self.job.setting.rules).is_some()
    }
}

/// What stands behind a ply, up to the next.
struct Trailer {
    stands: bool,
    variation: bool,
}

fn trailer(tokens: &[Token], range: Range<usize>) -> Trailer {
    let mut trailer = Trailer { stands: false, variation: false };
    let mut index = range.start;
    // Whether the turn has gone on since the ply.
    let mut apart = false;
    while index < range.end {
        match tokens[index].kind {
            TokenKind::Comment(stands) => trailer.stands |= stands,
            TokenKind::Open(partner) => {
                trailer.variation = true;
                if partner == NO_PARTNER {
                    return trailer;
                }
                index = partner as usize;
            }
            TokenKind::Word | TokenKind::Close(_) => return trailer,
            // A sign that stands behind no ply, as in `c,!`, is read as a ply of its own.
            TokenKind::Annotation if apart => return trailer,
            TokenKind::Comma | TokenKind::Semicolon | TokenKind::Number(_) | TokenKind::Dots | TokenKind::Break => {
                apart = true;
            }
            // Separators may stand between a ply and what is said of it: in `c, {…}` the comment speaks of c.
            _ => {}
        }
        index += 1;
    }
    trailer
}

/// The index behind the last word in `range` at its own level, 0 if there is none.
fn words_end(tokens: &[Token], range: Range<usize>) -> usize {
    let (mut index, mut end) = (range.start, 0);
    while index < range.end {
        match tokens[index].kind {
            TokenKind::Word => end = index + 1,
            TokenKind::Open(NO_PARTNER) => break,
            TokenKind::Open(partner) => index = partner as usize,
            _ => {}
        }
        index += 1;
    }
    end
}

/// The first two words in `range` at its own level: a ply and perhaps a result behind it.
fn next_words(tokens: &[Token], range: Range<usize>) -> Vec<Token> {
    let mut found = Vec::new();
    let mut index = range.start;
    while index < range.end && found.len() < 2 {
        match tokens[index].kind {
            TokenKind::Word => found.push(tokens[index]),
            TokenKind::Open(partner) if partner == NO_PARTNER => break,
            TokenKind::Open(partner) => index = partner as usize,
            _ => {}
        }
        index += 1;
    }
    found
}
