//! Walks one line of movetext, the main line or a variation, turn by turn.
//!
//! The driver pulls one token after the other; `ahead` looks at those that are still to come, `turn_ply` takes what belongs to
//! turns.

use super::Driver;
use super::level::{Level, Outer, Variations, Went};
use super::lexemes;
use super::ply::WrittenPly;
use super::result_words::help_after_result;
use super::script::ItemKind;
use super::turn_ply::Read;
use super::turns::{TurnPlace, Turns};
use super::walk::Walk;
use super::words;
use crate::codes::{BAD_SYNTAX, GLUED_RECORD};
use crate::diagnostic::{Diagnostic, Text, quoted};
use crate::engine::Claim;
use crate::game::FullGame;
use crate::record::{Layout, Token, TokenKind};
use crate::system::Quick;

impl<G: FullGame> Driver<'_, G> {
    /// Walks the main line to the end of the text, and each variation on its way to its `)`.
    pub(super) fn line(&mut self, main: &mut Level<G>) {
        let mut variations = Variations { levels: Vec::new(), depth: 0 };
        let mut scratch = G::Scratch::default();
        let usual = self.may_be_usual();
        let quick = self.job.system.quick(self.job.setting.rules.board.rows).filter(|_| self.may_be_put());
        loop {
            let in_main_line = variations.depth == 0;
            let level = variations.innermost(main);
            if usual || quick.is_some() {
                let went = self.sound_plies(level, usual, quick, &mut scratch);
                if went == Went::Whole {
                    break;
                }
                if went != Went::Nowhere {
                    (level.after_ply, level.variations) = (went == Went::AfterPly, 0);
                }
            }
            let Level { walk, before_ply, .. } = level;
            let token = self.pull();
            if let (Some(script), Some(token)) = (&mut self.script, &token) {
                script.token(token);
            }
            let is_end = token.is_none_or(|token| matches!(token.kind, TokenKind::Close { .. }));
            if is_end && !in_main_line {
                self.end_variation(main, &mut variations);
                continue;
            }
            let Some(token) = token else { break };
            let (was_stopped, known) = (walk.stopped, self.fault);
            self.tell_faults(walk, &token);
            if walk.result.is_some() && !matches!(token.kind, TokenKind::Comment { .. } | TokenKind::LineComment) {
                // Faults of this very token have been reported.
                walk.told |= self.faults.held[known..self.fault].iter().any(|fault| fault.span.start == token.start);
                self.after_result(walk, &token);
            }
            // If a fault of the text in this word ends the replay, the word does not count as skipped.
            let is_fault = walk.stopped && !was_stopped && self.is_fault(&token, known);
            match token.kind {
                TokenKind::Comment { .. } | TokenKind::LineComment => {}
                TokenKind::Annotation if level.after_ply => {}
                TokenKind::Comma if !self.comma_begins_ply(&token) => {
                    level.after_ply = false;
                    walk.turns.comma(token.span());
                }
                TokenKind::Semicolon => {
                    level.after_ply = false;
                    walk.turns.close(token.span());
                }
                TokenKind::Number(number) => {
                    before_ply.end_turn(walk.turns.number());
                    level.after_ply = false;
                    self.number(walk, number, &token);
                }
                TokenKind::Dots => {
                    before_ply.end_turn(walk.turns.number());
                    level.after_ply = false;
                    if walk.turns.dots(token.span()) == TurnPlace::TooMany {
                        self.too_many(walk, token.span(), "this turn already has a ply or `...` for each side", 1);
                    }
                }
                TokenKind::Break => {
                    before_ply.end_turn(walk.turns.number());
                    level.after_ply = false;
                    self.take_break(walk, &token);
                }
                TokenKind::Open { closed } => {
                    level.variations += 1;
                    let depth = self.path.len();
                    let is_walked = closed && depth < self.tokens.deepest();
                    if (!is_walked || !self.variation(main, &mut variations, &token))
                        && let Some(close) = self.skip_variation()
                    {
                        self.tell_faults(&mut variations.innermost(main).walk, &close);
                    }
                }
                TokenKind::Close { .. } => {}
                TokenKind::Word | TokenKind::Annotation | TokenKind::Comma => {
                    if !(in_main_line && self.takes_result(walk, &token)) {
                        self.plies_of_word(level, &token, is_fault, &mut scratch);
                    }
                }
            }
        }
    }

    /// Carries out plies as long as the text is usual. Whatever stops this is then read token by token.
    #[inline(always)]
    fn sound_plies(
        &mut self,
        level: &mut Level<G>,
        usual: bool,
        quick: Option<Quick>,
        scratch: &mut G::Scratch,
    ) -> Went {
        let is_sound = !level.walk.stopped && level.walk.result.is_none() && self.fault == self.faults.held.len();
        if !is_sound || self.tokens.is_within_word() || !words::begins_word(self.tokens.rest().trim_ascii_start()) {
            return Went::Nowhere;
        }
        let quick = quick.filter(|_| !self.is_watched);
        let went = quick.map_or(Went::Nowhere, |quick| self.quick_plies(level, quick));
        if usual && matches!(went, Went::Nowhere | Went::On) && !level.walk.stopped {
            went.then(self.usual_plies(level, scratch))
        } else {
            went
        }
    }

    /// Ends the innermost variation, at its `)` or at the end of the text. The line around it continues.
    fn end_variation(&mut self, main: &mut Level<G>, variations: &mut Variations<G>) {
        let end = self.tokens.position();
        let close = Token { kind: TokenKind::Close { opened: true }, start: end as u32 - 1, end: end as u32 };
        let level = variations.innermost(main);
        // The faults of the text before the `)` are reported by the line around the variation. In a tree the variation
        // reports them: a tree may be damaged in one variation and sound in all others.
        if self.job.record.parts.layout == Layout::Tree {
            self.tell_faults(&mut level.walk, &close);
        }
        let outer = level.outer;
        variations.depth -= 1;
        let walk = &mut variations.innermost(main).walk;
        self.leave(walk, outer);
        self.tell_faults(walk, &close);
    }

    /// Takes the number of a turn, with the `...` that may follow it.
    fn number(&mut self, walk: &mut Walk<G>, number: u32, token: &Token) {
        let dots = self.tokens.rest().starts_with(b"...");
        let mut whole = *token;
        if walk.turns.continues_turn(dots) {
            self.tokens.pass(3);
            whole.end += 3;
            if let Some(script) = &mut self.script {
                script.add(ItemKind::Dots, token.span());
            }
        } else {
            walk.turns.open(token.span());
        }
        self.turn_number(walk, number, &whole);
    }

    /// Whether a word is the result of the main line, which is kept then.
    fn takes_result(&mut self, walk: &mut Walk<G>, word: &Token) -> bool {
        if walk.result.is_some() {
            return false;
        }
        let Some(claim) = Claim::of_word(self.job.record.token(word), &self.job.setting.rules) else { return false };
        walk.result = Some((claim, word.span()));
        if let Some(script) = &mut self.script {
            script.add(ItemKind::Result, word.span());
        }
        true
    }

    /// Takes the plies of a word, one after the other. `is_fault`: the text of the first one is damaged, which ends the replay,
    /// so that ply is left out.
    fn plies_of_word(&mut self, level: &mut Level<G>, word: &Token, mut is_fault: bool, scratch: &mut G::Scratch) {
        let record = self.job.record;
        level.variations = 0;
        level.after_ply = true;
        let in_main_line = self.path.is_empty();
        // A ply may be several words.
        let place = (G::info(), &self.job.setting.rules);
        let span = lexemes::whole(record, place, self.job.system, word, &mut self.tokens);
        let text = record.slice(span.clone());
        let beside = self.beside();
        let walk = &mut level.walk;
        // Bytes that are not valid text are a fault of any of them.
        let has_fault = self.faults.held.get(self.fault).is_some_and(|fault| (fault.span.start as usize) < span.end);
        if has_fault {
            let was_stopped = walk.stopped;
            self.faults_up_to(span.end - 1, walk.number + 1);
            walk.stopped |= self.halted;
            is_fault |= walk.stopped && !was_stopped;
        }
        let mut lexemes = lexemes::in_word(self.job.system, text).peekable();
        while let Some(lexeme) = lexemes.next() {
            let ends_word = lexemes.peek().is_none();
            if ends_word && beside.variation {
                level.before_ply.keep(&walk.position, walk.number)
            } else {
                level.before_ply.forget()
            }
            let token = &text[lexeme.clone()];
            let written = WrittenPly {
                token,
                system: self.job.system,
                span: span.start + lexeme.start..span.start + lexeme.end,
                marked: ends_word && beside.stands,
                last: None,
            };
            let read = if std::mem::take(&mut is_fault) {
                // It takes its place in the turn as any other.
                walk.turns.ply();
                walk.number += 1;
                self.left_out(walk, &written);
                Read::No
            } else {
                self.turn_ply(walk, written, ends_word, scratch)
            };
            if read == Read::No && self.job.wants_fit && in_main_line && walk.result.is_none() {
                self.fits &= walk.position.read_ply(token, self.job.system, scratch).is_ok();
            }
        }
    }

    /// The next token. [`Self::tell_faults`] reports the faults of the text up to it.
    #[inline(always)]
    pub(super) fn pull(&mut self) -> Option<Token> {
        let (record, faults) = (self.job.record, &mut self.faults);
        self.tokens.next(|fault| faults.note(record, fault))
    }

    /// See [`lexemes::comma_begins_ply`].
    fn comma_begins_ply(&self, comma: &Token) -> bool {
        lexemes::comma_begins_ply(self.job.record, self.job.system, comma, self.tokens)
    }

    /// Reports the faults of the text up to a token.
    #[inline(always)]
    fn tell_faults(&mut self, walk: &mut Walk<G>, token: &Token) {
        if self.fault < self.faults.held.len() {
            // A byte that is not valid text is a fault of the word around it.
            let last = if token.kind == TokenKind::Word { token.end - 1 } else { token.start };
            self.faults_up_to(last as usize, walk.number + 1);
        }
        walk.stopped |= self.halted;
    }

    /// Whether the replay has just ended with this word: it is text after the result, or holds bytes that are not valid
    /// text. `known` faults had been reported before it.
    #[cold]
    fn is_fault(&self, word: &Token, known: usize) -> bool {
        let first = self.faults.held[known..self.fault].iter().find(|fault| fault.code != &GLUED_RECORD);
        first.is_none_or(|fault| fault.span.start >= word.start)
    }

    /// Skips the variation whose `(` has just been pulled; returns its `)`, if it has one.
    fn skip_variation(&mut self) -> Option<Token> {
        let (record, faults) = (self.job.record, &mut self.faults);
        self.tokens.skip_variation(|fault| faults.note(record, fault))
    }

    /// Reports text after the result, once, and stops the walk.
    fn after_result(&mut self, walk: &mut Walk<G>, token: &Token) {
        if !walk.told {
            walk.told = true;
            let text = self.text(|| {
                let result = walk.result.as_ref().map_or("", |(_, word)| self.job.record.slice(word.clone()));
                let after = self.job.record.slice(token.span());
                Text::new(format!("text after the result {}", quoted(result))).help(help_after_result(
                    result,
                    after,
                    &self.job.setting.rules,
                ))
            });
            self.report(Diagnostic::new(&BAD_SYNTAX, token.span(), text).at_ply(walk.number + 1));
        }
        walk.stopped = true;
    }

    /// The account of the turns of the main line or of a variation that begins with this turn.
    #[inline(always)]
    pub(super) fn turns(&mut self, position: &G, turn: u32) -> Turns {
        let is_numbered = self.is_numbered();
        if let Some(script) = self.script.as_mut().filter(|_| !self.path.is_empty()) {
            script.variation_is_numbered(is_numbered);
        }
        Turns::new(position.sides().len(), position.turn().index(), turn, is_numbered)
    }

    /// Begins the variation whose `(` has just been pulled, from the position before the ply that it replaces. It
    /// reuses the memory of a variation that has ended. `false`: no ply stands before it.
    #[inline(always)]
    fn variation(&mut self, main: &mut Level<G>, variations: &mut Variations<G>, open: &Token) -> bool {
        let (walked, ended) = variations.levels.split_at_mut(variations.depth);
        let level = walked.last_mut().unwrap_or(main);
        let walk = &mut level.walk;
        let Some((position, number)) = level.before_ply.get() else {
            if !walk.stopped {
                let text = self.text(|| {
                    Text::new("no ply stands before this variation, so it has nothing to replace")
                        .help("a variation stands after the ply it replaces, `1. c, e (d)`; write numbers and plies without parentheses")
                });
                self.report(Diagnostic::new(&BAD_SYNTAX, open.span(), text).at_ply(walk.number + 1));
                walk.stopped = true;
            }
            return false;
        };
        let outer = Outer { was_stopped: walk.stopped, was_halted: self.halted, known: self.fault };
        self.halted |= walk.stopped;
        self.path.push((number + 1, level.variations));
        let turn = level.before_ply.turn(walk.turns.number());
        match ended.first_mut() {
            None => {
                let turns = self.turns(position, turn);
                let level = Level::new(position, turns, self.halted, number);
                variations.levels.push(Level { outer, ..level });
            }
            Some(inner) => {
                let turns = self.turns(position, turn);
                inner.walk.begin(position, turns, self.halted, number);
                inner.before_ply.forget();
                (inner.after_ply, inner.variations, inner.outer) = (false, 0, outer);
            }
        }
        variations.depth += 1;
        true
    }

    /// Leaves a variation; the line around it continues.
    fn leave(&mut self, walk: &mut Walk<G>, outer: Outer) {
        self.path.pop();
        let new_fault = self.faults.held[outer.known..self.fault].iter().any(|fault| fault.code != &GLUED_RECORD);
        let is_tree = self.job.record.parts.layout == Layout::Tree;
        self.halted = outer.was_halted || !is_tree && (new_fault || self.halted && !outer.was_stopped);
        walk.stopped |= self.halted;
    }
}
