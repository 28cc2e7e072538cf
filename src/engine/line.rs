//! Walks one line of movetext, the main line or a variation, turn by turn.
//!
//! The driver pulls one token after the other. Where it must know what is still to come (whether a comment says that the
//! ply at hand stood, whether any turn number follows), it looks ahead with a copy of the tokens.

use std::ops::Range;

use super::Driver;
use super::level::{Level, Outer, Variations, Went};
use super::lexemes;
use super::ply::WrittenPly;
use super::script::ItemKind;
use super::turns::{TurnPlace, Turns};
use super::walk::Walk;
use super::words;
use crate::codes::{BAD_SYNTAX, GLUED_RECORD, MISSING_PLY, TURN_NUMBER, WRONG_SIDE};
use crate::diagnostic::{Diagnostic, Text};
use crate::engine::Claim;
use crate::game::FullGame;
use crate::record::tokens::Tokens;
use crate::record::{Layout, Token, TokenKind};

impl<G: FullGame> Driver<'_, G> {
    /// Walks the main line to the end of the text, and each variation on its way to its `)`.
    pub(super) fn line(&mut self, main: &mut Level<G>) {
        let mut variations = Variations { levels: Vec::new(), depth: 0 };
        let mut scratch = G::Scratch::default();
        let usual = self.may_be_usual();
        let quick = self
            .job
            .system
            .quick(self.job.setting.rules.board.rows)
            .filter(|_| self.may_be_put() && !self.job.system.info().commas);
        loop {
            let in_main_line = variations.depth == 0;
            let level = variations.innermost(main);
            if (usual || quick.is_some())
                && !level.walk.stopped
                && level.walk.result.is_none()
                && self.fault == self.faults.held.len()
                && !self.tokens.is_within_word()
                && words::begins_word(self.tokens.rest().trim_ascii_start())
            {
                let quick = quick.filter(|_| !self.is_watched);
                let mut went = quick.map_or(Went::Nowhere, |quick| self.quick_plies(level, quick));
                if usual && matches!(went, Went::Nowhere | Went::On) && !level.walk.stopped {
                    went = went.then(self.usual_plies(level, &mut scratch));
                }
                if went == Went::Whole {
                    break;
                }
                if went != Went::Nowhere {
                    (level.behind_ply, level.variations) = (went == Went::BehindPly, 0);
                }
            }
            let walk = &mut level.walk;
            let token = self.pull();
            if let (Some(script), Some(token)) = (&mut self.script, &token) {
                script.token(token);
            }
            let is_end = token.is_none_or(|token| matches!(token.kind, TokenKind::Close { .. }));
            if is_end && !in_main_line {
                // What is wrong with the text before the `)` is told by the line that goes on behind it.
                let outer = level.outer;
                variations.depth -= 1;
                let walk = &mut variations.innermost(main).walk;
                self.leave(walk, outer);
                let end = self.tokens.position();
                let close = Token { kind: TokenKind::Close { opened: true }, start: end as u32 - 1, end: end as u32 };
                self.tell_faults(walk, &close);
                continue;
            }
            let Some(token) = token else { break };
            self.tell_faults(walk, &token);
            if walk.result.is_some() && !matches!(token.kind, TokenKind::Comment(_) | TokenKind::LineComment) {
                self.behind_result(walk, &token);
            }
            match token.kind {
                TokenKind::Comment(_) | TokenKind::LineComment => {}
                TokenKind::Annotation if level.behind_ply => {}
                TokenKind::Comma => {
                    level.behind_ply = false;
                    walk.turns.comma(token.span());
                }
                TokenKind::Semicolon => {
                    level.behind_ply = false;
                    walk.turns.close(token.span());
                }
                TokenKind::Number(number) => {
                    level.behind_ply = false;
                    let dots = self.tokens.rest().starts_with(b"...");
                    if walk.turns.continues_turn(dots) {
                        self.tokens.pass(3);
                        if let Some(script) = &mut self.script {
                            script.add(ItemKind::Dots, token.span());
                        }
                    } else {
                        walk.turns.open(token.span());
                    }
                    self.turn_number(walk, number, &token);
                }
                TokenKind::Dots => {
                    level.behind_ply = false;
                    if walk.turns.dots(token.span()) == TurnPlace::TooMany {
                        self.too_many(walk, token.span(), "this turn already has a ply or `...` for each side", 1);
                    }
                }
                TokenKind::Break => {
                    level.behind_ply = false;
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
                TokenKind::Word | TokenKind::Annotation => {
                    let record = self.job.record;
                    let text = record.token(&token);
                    if in_main_line
                        && walk.result.is_none()
                        && let Some(claim) = Claim::of_word(text, &self.job.setting.rules)
                    {
                        walk.result = Some((claim, token.span()));
                        if let Some(script) = &mut self.script {
                            script.add(ItemKind::Result, token.span());
                        }
                        continue;
                    }
                    level.variations = 0;
                    level.behind_ply = true;
                    // A ply may be several words.
                    let span = lexemes::whole(record, G::info(), self.job.system, &token, &mut self.tokens);
                    let text = record.slice(span.clone());
                    let beside = self.beside();
                    let mut lexemes = lexemes::in_word(self.job.system, text).peekable();
                    while let Some(lexeme) = lexemes.next() {
                        let ends_word = lexemes.peek().is_none();
                        let start = span.start;
                        match ends_word && beside.variation {
                            true => level.before_ply.keep(&walk.position, walk.number),
                            false => level.before_ply.forget(),
                        }
                        let token = &text[lexeme.clone()];
                        let written = WrittenPly {
                            token,
                            system: self.job.system,
                            span: start + lexeme.start..start + lexeme.end,
                            marked: ends_word && beside.stands,
                            last: None,
                        };
                        if self.turn_ply(walk, written, ends_word, &mut scratch) == Read::No
                            && self.job.wants_fit
                            && in_main_line
                            && walk.result.is_none()
                        {
                            self.fits &= walk.position.read_ply(token, self.job.system, &mut scratch).is_ok();
                        }
                    }
                }
            }
        }
    }

    /// The next token. What is wrong with the text up to it waits to be told.
    #[inline(always)]
    pub(super) fn pull(&mut self) -> Option<Token> {
        let (record, faults) = (self.job.record, &mut self.faults);
        self.tokens.next(|fault| faults.note(record, fault))
    }

    /// Tells the faults of the text up to a token.
    #[inline(always)]
    fn tell_faults(&mut self, walk: &mut Walk<G>, token: &Token) {
        if self.fault < self.faults.held.len() {
            // A byte that is no text is the fault of the word in which it stands.
            let last = if token.kind == TokenKind::Word { token.end - 1 } else { token.start };
            self.faults_up_to(last as usize, walk.number + 1);
        }
        walk.stopped |= self.halted;
    }

    /// Goes on behind the variation whose `(` has just been pulled; its `)`, if it has one.
    fn skip_variation(&mut self) -> Option<Token> {
        let (record, faults) = (self.job.record, &mut self.faults);
        self.tokens.skip_variation(|fault| faults.note(record, fault))
    }

    /// Whether a turn number stands in the line that begins here, variations and what follows its result apart.
    fn is_numbered(&self) -> bool {
        if self.job.record.parts.layout == Layout::Tree {
            return false;
        }
        // Most records tell at a look.
        if words::turn_number(self.job.record.text.as_bytes(), self.tokens.position()).is_some() {
            return true;
        }
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
                    lexemes::whole(self.job.record, G::info(), self.job.system, &token, &mut tokens);
                }
                _ => {}
            }
        }
        false
    }

    /// What stands beside the ply that has just been pulled, up to the next.
    #[inline(always)]
    fn beside(&self) -> PlyNotes {
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
                TokenKind::Comment(stands) => beside.stands |= stands,
                TokenKind::Open { closed } => {
                    beside.variation = true;
                    // In a tree what is said of a ply stands before its variations.
                    let is_tree = self.job.record.parts.layout == Layout::Tree;
                    if is_tree || !closed || tokens.skip_variation(drop).is_none() {
                        break;
                    }
                }
                TokenKind::Word | TokenKind::Close { .. } => break,
                // A sign that stands behind no ply, as in `c,!`, is read as a ply of its own.
                TokenKind::Annotation if apart => break,
                // Separators may stand between a ply and what is said of it: in `c, {…}` the comment speaks of c.
                TokenKind::Comma | TokenKind::Semicolon | TokenKind::Number(_) | TokenKind::Dots | TokenKind::Break => {
                    apart = true;
                }
                TokenKind::Annotation | TokenKind::LineComment => {}
            }
        }
        beside
    }

    /// Text behind the result: told once, and it stops nothing that has not stopped.
    fn behind_result(&mut self, walk: &mut Walk<G>, token: &Token) {
        if !walk.told {
            walk.told = true;
            let text = self.text(|| {
                Text::new("text after the result")
                    .help("the result ends the movetext; a remark stands in braces: `{…}`")
            });
            self.report(Diagnostic::new(&BAD_SYNTAX, token.span(), text).at_ply(walk.number + 1));
        }
        walk.stopped = true;
    }

    fn turn_number(&mut self, walk: &mut Walk<G>, number: u32, token: &Token) {
        let due = walk.turns.number();
        // A ply that lost the game (C-7) is not carried out: it stops the replay as any illegal ply does.
        if walk.stopped || walk.lost || number == due {
            return;
        }
        // A number behind a missing ply stands behind the ply that stops the replay, if another ply follows.
        if walk.turns.missing().is_some() {
            // Looked for once a line: there may be millions of numbers and no ply.
            let behind = *walk.words_end.get_or_insert_with(|| words_end(self.tokens));
            if behind > self.tokens.position() {
                return;
            }
        }
        let text = self.text(|| {
            // As it is written: it may be larger than any number that is counted here.
            let number = self.job.record.token(token).trim_end_matches('.');
            Text::new(format!("this is turn {due}, not {number}"))
                .help("the replay counts on as if the number were right")
        });
        self.report(Diagnostic::new(&TURN_NUMBER, token.span(), text).at_ply(walk.number + 1));
    }

    /// A ply or a `...` that its turn has no place for; the ply that would come next is `ahead` of the ones read.
    fn too_many(&mut self, walk: &mut Walk<G>, span: Range<usize>, message: &str, ahead: u32) {
        if !walk.told {
            let text = self.text(|| Text::new(message).help("is a turn number or a `;` missing?"));
            self.report(Diagnostic::new(&BAD_SYNTAX, span, text).at_ply(walk.number + ahead));
        }
        walk.stopped = true;
    }

    fn take_break(&mut self, walk: &mut Walk<G>, token: &Token) {
        if walk.stopped {
            return;
        }
        match walk.position.take_break() {
            Ok(()) => self.behind_break(walk),
            Err(code) => {
                let text =
                    self.text(|| Text::new("no manche ends here").help("a break `/` belongs only where a manche ends"));
                self.report(Diagnostic::new(code, token.span(), text).at_ply(walk.number + 1));
                walk.stopped = true;
            }
        }
    }

    /// Begins the next manche.
    fn behind_break(&mut self, walk: &mut Walk<G>) {
        walk.turns.restart(walk.position.turn().index());
        if self.is_looking() {
            self.look(&walk.position, walk.plies);
        }
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

    /// Begins the variation whose `(` has just been pulled, from the position before the ply that it replaces.
    /// It takes the place of one that has ended, if there is one. `false`: there is no such ply.
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
        let outer = Outer { is_dead: walk.stopped, was_halted: self.halted, known: self.fault };
        self.halted |= walk.stopped;
        self.path.push((number + 1, level.variations));
        let turn = walk.turns.number();
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
                (inner.behind_ply, inner.variations, inner.outer) = (false, 0, outer);
            }
        }
        variations.depth += 1;
        true
    }

    /// Leaves a variation, and goes on with the line that it belongs to.
    fn leave(&mut self, walk: &mut Walk<G>, outer: Outer) {
        self.path.pop();
        let new_fault = self.faults.held[outer.known..self.fault].iter().any(|fault| fault.code != &GLUED_RECORD);
        self.halted = outer.was_halted || new_fault || self.halted && !outer.is_dead;
        walk.stopped |= self.halted;
    }

    /// A ply in its turn: whose it is, whether one is missing, then the ply itself. Says whether it was read.
    fn turn_ply(
        &mut self,
        walk: &mut Walk<G>,
        mut written: WrittenPly<'_>,
        ends_word: bool,
        scratch: &mut G::Scratch,
    ) -> Read {
        if self.job.record.parts.layout.is_plies()
            && !walk.stopped
            && walk.position.break_due()
            && walk.position.take_break().is_ok()
        {
            self.behind_break(walk);
        }
        let place = walk.turns.ply();
        walk.number += 1;
        let number = walk.number;
        // A byte that is no text has been reported already; nobody knows whether it was a ply too many.
        let is_spoilt = |walk: &Walk<G>| {
            walk.stopped && self.job.record.parts.is_spoilt(self.job.record.text, written.span.clone())
        };
        if place == TurnPlace::TooMany && !is_spoilt(walk) {
            let was_stopped = walk.stopped;
            self.too_many(walk, written.span.clone(), "more plies in this turn than the game has sides", 0);
            match was_stopped {
                true => self.skip(walk, &written),
                false => self.left_out(walk, &written),
            }
            return Read::No;
        }
        if walk.stopped {
            self.skip(walk, &written);
            return Read::No;
        }
        // The order of the text decides: what is missing stands before the ply that follows it, even behind an end. A
        // break that lacks stands before both.
        if walk.position.break_due() {
            self.ply(walk, written, scratch);
            return Read::Yes;
        }
        if let Some(missing) = walk.turns.missing() {
            self.missing_ply(walk, missing, &written);
            return Read::No;
        }
        if place == TurnPlace::NotToMove {
            let side = self.job.setting.name(walk.position.turn());
            let text = self.text(|| {
                Text::new(format!("this is the place of another side, but {side} is to move"))
                    .help("write ... for each side that does not begin, or say with the tag Starts who does")
            });
            self.report(Diagnostic::new(&WRONG_SIDE, written.span.clone(), text).at_ply(number));
            self.left_out(walk, &written);
            walk.stopped = true;
            return Read::No;
        }
        let depth = self.path.len();
        if depth == 0
            && ends_word
            && let Some(said) = self.said_of_last()
        {
            written.last = self.is_last().then_some(said);
        }
        if depth == 0 && self.tag_stands(number) {
            written.marked = true;
        }
        self.ply(walk, written, scratch);
        Read::Yes
    }

    pub(super) fn skip(&mut self, walk: &mut Walk<G>, written: &WrittenPly<'_>) {
        if walk.skipped == 0 {
            walk.skipped_at = written.span.clone();
        }
        walk.skipped += 1;
        self.left_out(walk, written);
    }

    fn missing_ply(&mut self, walk: &mut Walk<G>, missing: Range<usize>, written: &WrittenPly<'_>) {
        let side = self.job.setting.name(walk.position.turn());
        let text = self.text(|| {
            Text::new(format!("{side}'s ply is missing here"))
                .help("if the side passed, write `--`; if the numbers count plies and not turns, leave them out; if the record lacks the ply, it can be replayed only up to here")
        });
        self.report(Diagnostic::new(&MISSING_PLY, missing, text).at_ply(walk.number));
        walk.stopped = true;
        // The ply at hand was read, but it is not the missing one.
        self.skip(walk, written);
    }

    /// Whether no ply follows in the line that goes on here: at most a result.
    fn is_last(&self) -> bool {
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

    fn is_result(&self, token: &Token) -> bool {
        Claim::of_word(self.job.record.token(token), &self.job.setting.rules).is_some()
    }
}

/// Whether a ply was read in the notation system of its record, so that it is known to be well formed or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Read {
    Yes,
    No,
}

/// What stands beside a ply, up to the next.
#[derive(Default)]
struct PlyNotes {
    /// Whether a comment says that the ply stood.
    stands: bool,
    /// Whether a variation follows.
    variation: bool,
}

/// Where the last word of the line ends that goes on here, 0 if there is none.
fn words_end(mut tokens: Tokens<'_>) -> usize {
    let mut end = 0;
    while let Some(token) = tokens.next(drop) {
        match token.kind {
            TokenKind::Word => end = token.end as usize,
            TokenKind::Open { closed: false } | TokenKind::Close { opened: true } => break,
            TokenKind::Open { .. } if tokens.skip_variation(drop).is_none() => break,
            _ => {}
        }
    }
    end
}
