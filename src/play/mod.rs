//! The driver: walks one record through one game. Every command is this walk with another visitor.
//!
//! The replay of the main line stops at the first ply that cannot be played (C-5); the rest is only checked for faults
//! of the text. Each variation is replayed from the position before the ply it replaces and stops on its own.
//!
//! - `turns` keeps account of turn numbers, missing plies and sides;
//! - `lexemes` cuts words into plies;
//! - `detect` finds the notation system;
//! - `canonical` is a fast way through plain canonical text, which gives up at anything unusual;
//! - `verdict` compares what the record claims with what the board proves.

mod canonical;
mod detect;
mod diagram;
mod lexemes;
mod turns;
mod verdict;

use std::ops::Range;

pub(crate) use canonical::canonical;
pub(crate) use detect::{detect, detect_list};
pub(crate) use lexemes::{fit_line, fit_word};
pub(crate) use turns::is_numbered;

use crate::board::Square;
use crate::codes::{
    AFTER_END, ATTEMPTED, BAD_BREAK, BAD_MOVE, BAD_SYNTAX, GLUED_RECORD, MISSING_PLY, NOT_PLAYED, PASS_NOT_ALLOWED,
    STANDS, STANDS_UNNEEDED, TURN_NUMBER, WRONG_SIDE,
};
use crate::diagnostic::{Diagnostic, Rule, Severity, Sink, Text, quoted};
use crate::formats::transcript::DEEPEST;
use crate::game::{Game, Job, NotRepresentable, Outcome, Overlook, Position, Strict};
use crate::record::{Layout, NO_PARTNER, Token, TokenKind};
use crate::settings::{Claim, Termination};
use crate::system::System;
use lexemes::LineGame;
use turns::{Place, Turns};

/// What became of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// How many plies of the main line were carried out.
    pub plies: u32,
    /// What the game has come to.
    pub outcome: Outcome,
    /// Whether no error was found.
    pub valid: bool,
}

/// A ply that was carried out, as a visitor sees it.
pub trait Step {
    /// Its number from 1, counted on over breaks.
    fn number(&self) -> u32;
    /// The way to its variation, empty in the main line.
    fn variation(&self) -> &[(u32, u32)];
    /// Where it stands in the record's text.
    fn span(&self) -> Range<usize>;
    /// The position before it.
    fn before(&self) -> &dyn Position;
    /// The position after it.
    fn after(&self) -> &dyn Position;
    /// Writes it in a notation system.
    ///
    /// # Errors
    /// If the system cannot say it.
    fn write(&self, system: System, out: &mut String) -> Result<(), NotRepresentable>;
    /// Writes it in the game's default notation system, which can say every ply.
    fn write_default(&self, out: &mut String);
    /// The square on which it puts a piece, for numbered diagrams.
    fn landing(&self) -> Option<Square>;
}

/// Sees what a replay does.
pub trait Visitor {
    /// A ply has been carried out.
    fn ply(&mut self, step: &dyn Step);
    /// The record's last ply was tried and lost the game (C-7): it was not carried out.
    fn tried(&mut self, step: &dyn Step) {
        let _ = step;
    }
    /// The replay is over; `last` is the main line's last position.
    fn end(&mut self, last: &dyn Position) {
        let _ = last;
    }
}

struct GameStep<'s, 'p, G: Game> {
    number: u32,
    variation: &'s [(u32, u32)],
    span: Range<usize>,
    before: &'s G,
    after: &'s G,
    ply: G::Ply<'p>,
}

impl<G: Game> Step for GameStep<'_, '_, G> {
    fn number(&self) -> u32 {
        self.number
    }
    fn variation(&self) -> &[(u32, u32)] {
        self.variation
    }
    fn span(&self) -> Range<usize> {
        self.span.clone()
    }
    fn before(&self) -> &dyn Position {
        self.before
    }
    fn after(&self) -> &dyn Position {
        self.after
    }
    fn write(&self, system: System, out: &mut String) -> Result<(), NotRepresentable> {
        self.before.write_ply(self.ply, system, out)
    }
    fn write_default(&self, out: &mut String) {
        let default = G::info().systems[0];
        // A game promises that its default system can say every ply.
        let _ = self.before.write_ply(self.ply, default, out);
    }
    fn landing(&self) -> Option<Square> {
        self.before.landing(self.ply)
    }
}

/// Replays `job` from `start`. The visitor, if there is one, sees every ply.
pub(crate) fn play<'j, G: Game>(
    start: G,
    job: &Job<'j>,
    sink: &'j mut dyn Sink,
    visitor: Option<&'j mut (dyn Visitor + '_)>,
) -> Verdict {
    // Behind the `Option` the trait object's own lifetime is shortened by hand.
    let visitor: Option<&'j mut dyn Visitor> = match visitor {
        Some(visitor) => Some(visitor),
        None => None,
    };
    let mut driver = Driver {
        job: *job,
        sink,
        visitor,
        scratch: G::Scratch::default(),
        fault: 0,
        halted: false,
        errors: 0,
        path: Vec::new(),
        outcome: None,
        refused: false,
        stands: 0,
    };
    driver.record(start)
}

/// A ply as it stands in the text.
struct Written<'t> {
    token: &'t str,
    system: System,
    span: Range<usize>,
    /// Whether `{[%stands]}` stands behind it.
    marked: bool,
    /// Whether it is the last ply of the main line.
    last: bool,
}

struct Driver<'j, G: Game> {
    job: Job<'j>,
    sink: &'j mut dyn Sink,
    visitor: Option<&'j mut dyn Visitor>,
    scratch: G::Scratch,
    /// The first fault of the text that has not been told yet.
    fault: usize,
    /// Whether a fault of the text has ended the replay of the whole record.
    halted: bool,
    errors: u32,
    /// The way to the variation being replayed.
    path: Vec<(u32, u32)>,
    /// The outcome where the board does not decide it (C-7).
    outcome: Option<Outcome>,
    /// Whether the body was refused as a whole: there is no position then.
    refused: bool,
    /// The first number in the tag `Stands` that is not behind us.
    stands: usize,
}

/// A line that has been walked: the main line or a variation.
struct Walked<G> {
    position: G,
    /// Plies carried out, counted from the start of the record.
    plies: u32,
    /// Plies read, carried out or not, counted likewise.
    number: u32,
    /// Whether every ply of it was carried out.
    whole: bool,
    /// The result that ends its text.
    result: Option<(Claim, Range<usize>)>,
    /// Plies behind the one that stopped it, and the place of the first.
    skipped: u32,
    skipped_at: Range<usize>,
}

/// A walk in progress.
struct Walk<G> {
    position: G,
    dead: bool,
    /// Plies carried out.
    plies: u32,
    /// Plies read, carried out or not.
    number: u32,
    skipped: u32,
    skipped_at: Range<usize>,
    result: Option<(Claim, Range<usize>)>,
    /// Whether text behind the result has been told.
    told: bool,
    turns: Turns,
}

impl<G: Game> Driver<'_, G> {
    fn record(&mut self, start: G) -> Verdict {
        let walked = if self.job.system == System::Diagram {
            self.diagram(start)
        } else if self.job.record.parts.layout == Layout::Line {
            self.list_line(start)
        } else {
            let tokens = 0..self.job.record.parts.tokens.len();
            self.line(start, tokens, 0, 1)
        };
        self.faults(usize::MAX, walked.number + 1);
        if walked.skipped > 0 {
            let text = Text::new(format!(
                "{} behind the first error {} not replayed",
                if walked.skipped == 1 { "one ply".to_owned() } else { format!("{} plies", walked.skipped) },
                if walked.skipped == 1 { "was" } else { "were" },
            ));
            let ply = walked.plies + 2;
            self.report(Diagnostic::new(&NOT_PLAYED, walked.skipped_at.clone(), text).at_ply(ply));
        }
        let proven = self.outcome.unwrap_or_else(|| walked.position.outcome());
        if walked.whole && !self.halted {
            self.judge(&walked, proven);
        }
        if let Some(visitor) = &mut self.visitor
            && !self.refused
        {
            visitor.end(&walked.position);
        }
        Verdict { plies: walked.plies, outcome: proven, valid: self.errors == 0 }
    }

    /// Replays one line of a list.
    fn list_line(&mut self, start: G) -> Walked<G> {
        let record = self.job.record;
        let system = self.job.system;
        let tokens = &record.parts.tokens;
        self.faults(0, 1);
        let words = tokens.iter().map(|token| record.token(token));
        let game =
            lexemes::line_game(system, words, |word| start.read_ply(word, system, &mut G::Scratch::default()).is_ok());
        let mut walk = Walk::plain(start, self.halted);
        let count = match game {
            LineGame::FirstWord => 1,
            LineGame::Words(count) => count,
        };
        for token in &tokens[..count] {
            let word = record.token(token);
            for lexeme in lexemes::run_together(system, word) {
                let from = token.start as usize;
                let written = Written {
                    token: &word[lexeme.clone()],
                    system,
                    span: from + lexeme.start..from + lexeme.end,
                    marked: false,
                    last: false,
                };
                self.faults(written.span.start, walk.number + 1);
                walk.dead |= self.halted;
                walk.number += 1;
                if walk.dead {
                    self.skip(&mut walk, &written);
                } else {
                    self.ply(&mut walk, written);
                }
            }
        }
        // Bytes that are no text in the remark end no replay, but they are told.
        walk.walked()
    }

    fn report(&mut self, mut diagnostic: Diagnostic) {
        if diagnostic.severity == Severity::Error {
            self.errors += 1;
        }
        diagnostic.variation.clone_from(&self.path);
        self.sink.report(diagnostic);
    }

    /// A sentence, if the sink wants any.
    fn text(&self, text: impl FnOnce() -> Text) -> Text {
        if self.sink.wants_text() { text() } else { Text::default() }
    }

    /// Tells the faults of the text up to byte `to`; `next` is the number of the ply that would come next.
    fn faults(&mut self, to: usize, next: u32) {
        while let Some(fault) = self.job.record.parts.faults.get(self.fault)
            && fault.span.start as usize <= to
        {
            self.fault += 1;
            let mut diagnostic = Diagnostic::new(fault.rule, crate::record::wide(&fault.span), fault.text.clone());
            if fault.rule == &BAD_SYNTAX {
                diagnostic.ply = Some(next);
            }
            self.halted |= fault.rule != &GLUED_RECORD;
            self.report(diagnostic);
        }
    }

    /// Walks one line: tokens that belong to it, the plies that came before it, the number of its first turn.
    fn line(&mut self, position: G, tokens: Range<usize>, before: u32, turn: u32) -> Walked<G> {
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
                    self.turn_number(&walk, number, &token, all, index..tokens.end);
                }
                TokenKind::Dots => {
                    behind_ply = false;
                    walk.turns.dots(token.span());
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
                        && let Some(claim) = Claim::read(text, self.job.setting.rules.sides)
                    {
                        walk.result = Some((claim, token.span()));
                        continue;
                    }
                    variations = 0;
                    behind_ply = true;
                    let trailer = trailer(all, index..tokens.end);
                    let mut lexemes = lexemes::in_word(self.job.system, text).peekable();
                    while let Some(lexeme) = lexemes.next() {
                        let ends_word = lexemes.peek().is_none();
                        let start = token.start as usize;
                        before_ply = (ends_word && trailer.variation).then(|| (walk.position.clone(), walk.number));
                        let written = Written {
                            token: &text[lexeme.clone()],
                            system: self.job.system,
                            span: start + lexeme.start..start + lexeme.end,
                            marked: ends_word && trailer.stands,
                            last: false,
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
        let is_result = |token: &Token| token.kind == TokenKind::Word && self.is_result(token);
        if !self.path.is_empty()
            || all[tokens.clone()].first().is_some_and(|token| matches!(token.kind, TokenKind::Number(_)))
        {
            return tokens.end;
        }
        all[tokens.clone()].iter().position(is_result).map_or(tokens.end, |length| tokens.start + length)
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

    fn turn_number(&mut self, walk: &Walk<G>, number: u32, token: &Token, all: &[Token], rest: Range<usize>) {
        let due = walk.turns.number();
        if walk.dead || number == due {
            return;
        }
        // A number behind a missing ply stands behind the ply that stops the replay, if another ply follows.
        if walk.turns.missing().is_some() && has_ply(all, rest) {
            return;
        }
        let text = self.text(|| {
            Text::new(format!("this is turn {due}, not {number}")).help("the count goes on as if it were right")
        });
        self.report(Diagnostic::new(&TURN_NUMBER, token.span(), text).at_ply(walk.number + 1));
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
        let place = walk.turns.ply();
        walk.number += 1;
        let number = walk.number;
        if place == Place::TooMany {
            let text = self.text(|| {
                Text::new("more plies in this turn than the game has sides").help("is a turn number or a `;` missing?")
            });
            if !walk.told {
                self.report(Diagnostic::new(&BAD_SYNTAX, written.span.clone(), text).at_ply(number));
            }
            if walk.dead {
                self.skip(walk, &written);
            }
            walk.dead = true;
            return;
        }
        if walk.dead {
            self.skip(walk, &written);
            return;
        }
        // The order of the text decides: what is missing stands before the ply that follows it, even behind an end.
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
        let illegal_loses = depth == 0 && matches!(self.job.claims.termination, Some((Termination::Illegal, _)));
        if illegal_loses && ends_word {
            let more = has_ply_or_result(&self.job.record.parts.tokens, rest);
            written.last = !more.iter().any(|token| !self.is_result(token));
        }
        if depth == 0 && self.tag_stands(number) {
            written.marked = true;
        }
        self.ply(walk, written);
    }

    fn skip(&mut self, walk: &mut Walk<G>, written: &Written<'_>) {
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
        Claim::read(self.job.record.token(token), self.job.setting.rules.sides).is_some()
    }

    /// Whether the tag `Stands` names this ply.
    fn tag_stands(&mut self, number: u32) -> bool {
        let named = self.job.claims.stands.get(self.stands) == Some(&number);
        self.stands += usize::from(named);
        named
    }

    /// Reads a ply and carries it out, or says why not.
    fn ply(&mut self, walk: &mut Walk<G>, written: Written<'_>) {
        let mut scratch = std::mem::take(&mut self.scratch);
        match walk.position.read_ply(written.token, written.system, &mut scratch) {
            Err(_) => {
                self.bad_move(walk, &written);
                walk.dead = true;
            }
            Ok(ply) => self.carry_out(walk, ply, &written),
        }
        self.scratch = scratch;
    }

    fn bad_move(&mut self, walk: &Walk<G>, written: &Written<'_>) {
        let info = written.system.info();
        let text = self.text(|| {
            Text::new(format!("{} is no move in the notation {}", quoted(written.token), info.name))
                .help(format!("a ply is written as a {}, for instance {}", info.token, info.example))
        });
        self.report(Diagnostic::new(&BAD_MOVE, written.span.clone(), text).at_ply(walk.number));
    }

    fn carry_out(&mut self, walk: &mut Walk<G>, ply: G::Ply<'_>, written: &Written<'_>) {
        if written.marked || self.visitor.is_some() {
            return self.carry_out_watched(walk, ply, written);
        }
        match walk.position.apply(ply, &mut Strict) {
            Ok(()) => {
                walk.plies += 1;
            }
            Err(rule) => self.illegal(walk, ply, rule, written),
        }
    }

    /// The same where somebody looks on or the ply is marked as standing.
    fn carry_out_watched(&mut self, walk: &mut Walk<G>, ply: G::Ply<'_>, written: &Written<'_>) {
        let before = walk.position.clone();
        let mut standing = Standing {
            may_stand: if written.marked { G::info().may_stand } else { &[] },
            codes: Vec::new(),
            on: written.marked,
        };
        if let Err(rule) = walk.position.apply(ply, &mut standing) {
            return self.illegal(walk, ply, rule, written);
        }
        walk.plies += 1;
        if written.marked {
            self.stood(walk, &before, ply, &standing.codes, written);
        }
        if let Some(visitor) = &mut self.visitor {
            visitor.ply(&GameStep {
                number: walk.plies,
                variation: &self.path,
                span: written.span.clone(),
                before: &before,
                after: &walk.position,
                ply,
            });
        }
    }

    fn stood(&mut self, walk: &Walk<G>, before: &G, ply: G::Ply<'_>, codes: &[&'static Rule], written: &Written<'_>) {
        let diagnostic = if codes.is_empty() {
            let text = self.text(|| Text::new("this ply is legal: it needs no mark that it stood"));
            Diagnostic::new(&STANDS_UNNEEDED, written.span.clone(), text)
        } else {
            let text = self.text(|| {
                let names: Vec<_> = codes.iter().map(|rule| rule.code).collect();
                let why: Vec<_> = codes.iter().map(|rule| before.explain(rule, ply).message).collect();
                Text::new(format!("an illegal ply that stood ({}): {}", names.join(", "), why.join("; ")))
            });
            let mut diagnostic = Diagnostic::new(&STANDS, written.span.clone(), text);
            diagnostic.position = self.sink.wants_text().then(|| before.string());
            diagnostic
        };
        self.report(diagnostic.at_ply(walk.number));
    }

    fn illegal(&mut self, walk: &mut Walk<G>, ply: G::Ply<'_>, rule: &'static Rule, written: &Written<'_>) {
        let before = &walk.position;
        let mut text = self.text(|| before.explain(rule, ply));
        let lost = written.last && rule != &AFTER_END && rule != &BAD_BREAK;
        let mut diagnostic = if lost {
            text.message = format!("the last ply was illegal and lost the game ({}): {}", rule.code, text.message);
            let loser = walk.position.turn();
            let winner = loser.next(walk.position.sides().len());
            if walk.position.sides().len() == 2 {
                self.outcome = Some(Outcome::Win { winner, reason: "illegal" });
            }
            Diagnostic::new(&ATTEMPTED, written.span.clone(), text)
        } else {
            Diagnostic::new(rule, written.span.clone(), text)
        };
        diagnostic.position = self.sink.wants_text().then(|| walk.position.string());
        self.report(diagnostic.at_ply(walk.number));
        // A ply that lost the game ends the record as a whole; any other stops the replay.
        walk.dead = !lost;
        if let (true, Some(visitor)) = (lost, &mut self.visitor) {
            visitor.tried(&GameStep {
                number: walk.number,
                variation: &self.path,
                span: written.span.clone(),
                before: &walk.position,
                after: &walk.position,
                ply,
            });
        }
    }
}

/// Overlooks what the record says was overlooked, if it may stand.
struct Standing {
    may_stand: &'static [&'static Rule],
    codes: Vec<&'static Rule>,
    on: bool,
}

impl Overlook for Standing {
    fn overlooks(&mut self, rule: &'static Rule) -> bool {
        let may = self.on && (rule == &AFTER_END || rule == &PASS_NOT_ALLOWED || self.may_stand.contains(&rule));
        if may {
            self.codes.push(rule);
        }
        may
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
            // Separators may stand between a ply and what is said of it: in `c, {…}` the comment speaks of c.
            _ => {}
        }
        index += 1;
    }
    trailer
}

/// Whether a ply stands in `range` at its own level.
fn has_ply(tokens: &[Token], range: Range<usize>) -> bool {
    !has_ply_or_result(tokens, range).is_empty()
}

/// The first two words in `range` at its own level: a ply and perhaps a result behind it.
fn has_ply_or_result(tokens: &[Token], range: Range<usize>) -> Vec<Token> {
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
