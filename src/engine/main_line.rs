//! The main line of a record in parts that can be exchanged, left out and added to: plies, breaks, places where a ply is
//! missing. Nothing is replayed, so the parts after the first error are there too.

use std::ops::Range;

use super::lexemes;
use super::turns::{TurnPlace, Turns};
use super::{Claim, Setting};
use crate::record::tokens::Tokens;
use crate::record::{Layout, Record, Token, TokenKind};
use crate::system::System;
use crate::within::offset_of;

/// A part of the main line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// What it is.
    pub kind: PartKind,
    /// Where it stands in the record's text; empty where a ply is missing and not even `...` says so.
    pub span: Range<usize>,
    /// Annotations, comments and variations after it, up to the next part.
    pub beside: Vec<Range<usize>>,
    /// Whether a comment says that it stood (C-6).
    pub stands: bool,
}

/// What a part of the main line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartKind {
    /// A ply.
    Ply,
    /// A ply where its turn has no place for it, or in the place of a side that does not begin.
    Misplaced,
    /// A ply of the text is missing here.
    Missing,
    /// `/` between manches.
    Break,
}

/// The main line of a record.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MainLine {
    /// Its parts in their order.
    pub parts: Vec<Part>,
    /// The result at its end.
    pub result: Option<Range<usize>>,
    /// Whether its turns have numbers.
    pub is_numbered: bool,
    /// Every `...`, whatever its meaning.
    pub dots: Vec<Range<usize>>,
    /// The later manches that begin with `...`.
    pub(crate) late: Vec<LateManche>,
    /// The byte at which its text begins.
    pub start: usize,
    /// The byte after the last ply and what stands beside it.
    pub end: usize,
    /// Whether plies follow each other without anything between them, as in `33543`.
    pub is_run: bool,
}

/// A manche after a break whose first turn begins with `...`. Only a replay shows who begins it: one for each side that
/// does not begin is right, and any other is a ply that is missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct LateManche {
    /// The number of its first part.
    pub(crate) part: usize,
    /// Where the `...` before that stand.
    pub(crate) dots: Vec<Range<usize>>,
}

/// A ply of a variation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct PlyOfVariation {
    /// The number of the variation in the text: each begins at its `(`.
    pub(crate) variation: u32,
    /// Where it stands.
    pub(crate) span: Range<usize>,
}

impl MainLine {
    /// The plies of `record`, read in `system`; empty for a diagram.
    pub(crate) fn of(record: &Record<'_>, setting: &Setting, system: System) -> MainLine {
        let start = record.parts.body;
        if system.is_diagram() || record.parts.layout == Layout::Unread {
            let start = first_token(record, start);
            return MainLine { start, end: record.text.trim_end().len().max(start), ..MainLine::default() };
        }
        if record.parts.layout == Layout::Line {
            return MainLine::of_list_line(record, setting, system);
        }
        let mut cutter = Cutter {
            line: MainLine { start, end: start, ..MainLine::default() },
            turns: Turns::new(0, 0, 1, false),
            open_missing: Vec::new(),
            dots_ahead: DotsAhead::default(),
            after_ply: false,
        };
        cutter.line.is_numbered = is_numbered(record, setting, system, start);
        let begins = setting.start.turn().index();
        cutter.turns = Turns::new(setting.rules.sides.len(), begins, 1, cutter.line.is_numbered);
        cutter.line.start = first_token(record, start);
        cutter.cut(record, setting, system, start);
        cutter.line
    }

    fn of_list_line(record: &Record<'_>, setting: &Setting, system: System) -> MainLine {
        let start = record.parts.body;
        let mut line = MainLine { start, end: start, ..MainLine::default() };
        let well_formed = |ply: &str| setting.start.fits_any(&[system], ply);
        let text = &record.text[start..];
        for ply in lexemes::plies_of_line(text, setting.info(), system, false, well_formed) {
            let at = offset_of(ply, record.text);
            line.is_run |= line.parts.last().is_some_and(|part| part.span.end == at);
            line.parts.push(Part { kind: PartKind::Ply, span: at..at + ply.len(), beside: Vec::new(), stands: false });
            line.end = at + ply.len();
        }
        let claim = lexemes::claim_of_line(&record.text[line.end..], &setting.rules);
        line.result = claim.map(|(_, word)| {
            let at = offset_of(word, record.text);
            at..at + word.len()
        });
        line
    }

    /// The plies of the variations of `record`, those of nested variations too, read in `system`.
    pub(crate) fn plies_of_variations(record: &Record<'_>, setting: &Setting, system: System) -> Vec<PlyOfVariation> {
        let mut tokens = Tokens::new(record.text, record.parts.body);
        let (mut opened, mut count, mut plies) = (Vec::new(), 0, Vec::new());
        while let Some(token) = tokens.next(drop) {
            match token.kind {
                TokenKind::Open { .. } => {
                    count += 1;
                    opened.push(count);
                }
                TokenKind::Close { .. } => {
                    opened.pop();
                }
                TokenKind::Word if Claim::of_word(record.token(&token), &setting.rules).is_none() => {
                    let span = lexemes::whole(record, (setting.info(), &setting.rules), system, &token, &mut tokens);
                    if let Some(&variation) = opened.last() {
                        let of_word = lexemes::in_word(system, record.slice(span.clone()));
                        plies.extend(of_word.map(|ply| {
                            let span = span.start + ply.start..span.start + ply.end;
                            PlyOfVariation { variation, span }
                        }));
                    }
                }
                _ => {}
            }
        }
        plies
    }

    /// The line with a missing ply before part `index`, where a `...` stands.
    pub(crate) fn with_missing(mut self, index: usize, dots: Range<usize>) -> MainLine {
        let part = Part { kind: PartKind::Missing, span: dots, beside: Vec::new(), stands: false };
        self.parts.insert(index, part);
        self
    }

    /// How many plies it has.
    pub fn plies(&self) -> usize {
        self.parts.iter().filter(|part| matches!(part.kind, PartKind::Ply | PartKind::Misplaced)).count()
    }
}

/// Where the first token stands that is no comment.
fn first_token(record: &Record<'_>, start: usize) -> usize {
    let mut tokens = Tokens::new(record.text, start);
    let is_remark = |token: &Token| matches!(token.kind, TokenKind::Comment { .. } | TokenKind::LineComment);
    let first = std::iter::from_fn(|| tokens.next(drop)).find(|token| !is_remark(token));
    first.map_or(record.text.len(), |token| token.start as usize)
}

/// Whether the main line has turn numbers, as the driver asks.
fn is_numbered(record: &Record<'_>, setting: &Setting, system: System, start: usize) -> bool {
    let mut tokens = Tokens::new(record.text, start);
    while let Some(token) = tokens.next(drop) {
        match token.kind {
            TokenKind::Number(_) => return true,
            TokenKind::Open { closed: false } => return false,
            TokenKind::Open { .. } => drop(tokens.skip_variation(drop)),
            TokenKind::Word => {
                if Claim::of_word(record.token(&token), &setting.rules).is_some() {
                    return false;
                }
                lexemes::whole(record, (setting.info(), &setting.rules), system, &token, &mut tokens);
            }
            _ => {}
        }
    }
    false
}

struct Cutter {
    line: MainLine,
    turns: Turns,
    /// Places of missing plies after which no ply has stood yet.
    open_missing: Vec<Range<usize>>,
    dots_ahead: DotsAhead,
    /// Whether an annotation that comes next belongs to a ply, as it does for the driver.
    after_ply: bool,
}

impl Cutter {
    fn cut(&mut self, record: &Record<'_>, setting: &Setting, system: System, start: usize) {
        let mut tokens = Tokens::new(record.text, start);
        while let Some(token) = tokens.next(drop) {
            let is_beside = matches!(
                token.kind,
                TokenKind::Comment { .. }
                    | TokenKind::LineComment
                    | TokenKind::Annotation
                    | TokenKind::Open { .. }
                    | TokenKind::Close { .. }
            );
            self.after_ply &= is_beside;
            match token.kind {
                TokenKind::Comma if !lexemes::comma_begins_ply(record, system, &token, tokens) => {
                    self.turns.comma(token.span());
                }
                TokenKind::Semicolon => self.close(token.span()),
                TokenKind::Number(_) => {
                    if self.turns.continues_turn(tokens.rest().starts_with(b"...")) {
                        tokens.pass(3);
                    } else {
                        self.close(token.start as usize..token.start as usize);
                        self.turns.open(token.span());
                    }
                }
                TokenKind::Dots => {
                    self.line.dots.push(token.span());
                    self.turns.dots(token.span());
                }
                TokenKind::Break => {
                    self.open_missing.clear();
                    self.push(PartKind::Break, token.span(), false);
                    // Only the replay knows who begins the next manche: dots in its first turn are taken as they stand, but
                    // one side begins.
                    let dots = self.dots_ahead.after(token.end as usize, tokens);
                    self.turns.restart(dots.len().min(setting.rules.sides.len().saturating_sub(1)));
                    if !dots.is_empty() {
                        let dots = dots.iter().map(|&start| start..start + "...".len()).collect();
                        self.line.late.push(LateManche { part: self.line.parts.len(), dots });
                    }
                }
                TokenKind::Comment { stands } => {
                    self.beside(token.span(), stands);
                }
                TokenKind::LineComment => self.beside(token.span(), false),
                TokenKind::Annotation if self.after_ply => self.beside(token.span(), false),
                TokenKind::Open { closed } => {
                    let close = if closed { tokens.skip_variation(drop) } else { None };
                    let end = close.map_or(record.text.len(), |close| close.end as usize);
                    self.beside(token.start as usize..end, false);
                    if !closed {
                        return;
                    }
                }
                // One too many is a fault that stays where it is.
                TokenKind::Close { .. } => self.beside(token.span(), false),
                TokenKind::Word | TokenKind::Annotation | TokenKind::Comma => {
                    if Claim::of_word(record.token(&token), &setting.rules).is_some() {
                        self.line.result = Some(token.span());
                        return;
                    }
                    let span = lexemes::whole(record, (setting.info(), &setting.rules), system, &token, &mut tokens);
                    let text = record.slice(span.clone());
                    let mut count = 0;
                    for lexeme in lexemes::in_word(system, text) {
                        let at = self.turns.ply();
                        self.found_missing();
                        for missing in std::mem::take(&mut self.open_missing) {
                            self.push(PartKind::Missing, missing, false);
                        }
                        let kind = if at == TurnPlace::Due { PartKind::Ply } else { PartKind::Misplaced };
                        self.push(kind, span.start + lexeme.start..span.start + lexeme.end, true);
                        count += 1;
                    }
                    self.line.is_run |= count > 1;
                }
            }
            self.found_missing();
        }
    }

    /// The end of a turn. Each empty place of the turn is a missing ply.
    fn close(&mut self, span: Range<usize>) {
        let lacking = self.turns.lacking();
        self.turns.close(span.clone());
        if self.turns.take_missing().is_some() {
            self.open_missing.extend(std::iter::repeat_n(span.start..span.start, lacking));
        }
    }

    fn found_missing(&mut self) {
        self.open_missing.extend(self.turns.take_missing());
    }

    fn push(&mut self, kind: PartKind, span: Range<usize>, is_ply: bool) {
        if is_ply {
            self.line.end = span.end;
            self.after_ply = true;
        }
        self.line.parts.push(Part { kind, span, beside: Vec::new(), stands: false });
    }

    fn beside(&mut self, span: Range<usize>, stands: bool) {
        if let Some(part) = self.line.parts.iter_mut().rev().find(|part| part.kind != PartKind::Missing) {
            part.stands |= stands;
            self.line.end = span.end;
            part.beside.push(span);
        }
    }
}

/// The `...` up to the next ply. A line of breaks without plies is searched once, not again from each break.
#[derive(Debug, Default)]
struct DotsAhead {
    /// Where they begin.
    places: Vec<usize>,
    /// The byte up to which was looked.
    end: usize,
}

impl DotsAhead {
    /// Where the `...` between byte `at` and the next ply begin. `tokens` go on at `at`.
    fn after(&mut self, at: usize, tokens: Tokens<'_>) -> &[usize] {
        if at >= self.end {
            self.look(tokens);
        }
        &self.places[self.places.partition_point(|place| *place < at)..]
    }

    fn look(&mut self, mut tokens: Tokens<'_>) {
        self.places.clear();
        self.end = usize::MAX;
        while let Some(token) = tokens.next(drop) {
            match token.kind {
                TokenKind::Dots => self.places.push(token.start as usize),
                TokenKind::Word => {
                    self.end = token.start as usize;
                    return;
                }
                _ => {}
            }
        }
    }
}
