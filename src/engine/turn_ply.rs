//! Takes turns: their numbers, the plies in them, those that are missing or too many, and the breaks between manches.

use std::ops::Range;

use super::Driver;
use super::hints::{glued_result, hint, may_pass, result_help};
use super::ply::WrittenPly;
use super::turns::TurnPlace;
use super::walk::Walk;
use crate::board::Side;
use crate::codes::{BAD_SYNTAX, MISSING_PLY, NOTATION_AMBIGUOUS, TURN_NUMBER, WRONG_SIDE};
use crate::diagnostic::{Diagnostic, Text, quoted};
use crate::game::FullGame;
use crate::record::Token;
use crate::system::System;

impl<G: FullGame> Driver<'_, G> {
    pub(super) fn turn_number(&mut self, walk: &mut Walk<G>, number: u32, token: &Token) {
        let due = walk.turns.number();
        // A ply that lost the game (C-7) is not carried out: it stops the replay as any illegal ply does.
        if walk.stopped || walk.lost || number == due {
            return;
        }
        // A number after a missing ply stands after the ply that stops the replay, if another ply follows.
        if walk.turns.missing().is_some() {
            // Looked for once a line: there may be millions of numbers and no ply.
            let after = *walk.words_end.get_or_insert_with(|| self.words_end());
            if after > self.tokens.position() {
                return;
            }
        }
        let text = self.text(|| {
            // Quoted from the text: the number may be too large to be counted here.
            let number = self.job.record.token(token).trim_end_matches('.');
            Text::new(format!("this is turn {due}, not {number}"))
                .help("the replay goes on: turns are counted as they stand, whatever their numbers say")
        });
        self.report(Diagnostic::new(&TURN_NUMBER, token.span(), text).at_ply(walk.number + 1));
        if self.may_be_digits(walk, token) {
            let text = self.text(|| {
                let digits = self.job.record.token(token).trim_end_matches('.');
                Text::new(format!("{digits} is read as the number of a turn, but it may be plies in digits"))
                    .help(format!("no dot stands after digits that are plies: write {digits}"))
            });
            self.report(Diagnostic::new(&NOTATION_AMBIGUOUS, token.span(), text));
        }
    }

    /// Whether what stands in the place of a turn number may be plies: three digits or more, each of a column, before all
    /// plies or among digits.
    fn may_be_digits(&self, walk: &Walk<G>, token: &Token) -> bool {
        let setting = self.job.setting;
        let columns = setting.rules.board.columns;
        let digits = self.job.record.token(token).trim_end_matches('.');
        let is_column = |byte: u8| byte.is_ascii_digit() && byte - b'0' <= columns;
        let is_among_digits = [System::DIGITS, System::DIGITS0].contains(&self.job.system);
        setting.info().takes(System::DIGITS)
            && System::DIGITS.most_columns().is_none_or(|most| columns <= most)
            && (walk.number == 0 || is_among_digits)
            && digits.trim_start_matches('0').len() > 2
            && digits.bytes().all(is_column)
    }

    /// Whether the tag `Starts` can say who begins: by the rules of the game, and with no `Setup` that says it.
    fn may_say_who_begins(&self) -> bool {
        G::info().any_side_begins && self.job.record.tag("Setup").is_none()
    }

    /// Reports a ply or a `...` that its turn has no place for, at ply `walk.number + ahead`.
    pub(super) fn too_many(&mut self, walk: &mut Walk<G>, span: Range<usize>, message: &str, ahead: u32) {
        if !walk.told {
            let token = self.job.record.text.get(span.clone()).unwrap_or_default();
            let text = self.text(|| match self.help_on_result_within(token) {
                Some(help) => Text::new("a result stands here in place of a ply").help(help),
                None => Text::new(message).help(self.help_of_too_many(walk, span.clone())),
            });
            self.report(Diagnostic::new(&BAD_SYNTAX, span, text).at_ply(walk.number + ahead));
        }
        walk.stopped = true;
    }

    fn help_of_too_many(&self, walk: &Walk<G>, span: Range<usize>) -> String {
        let (record, rules) = (self.job.record, &self.job.setting.rules);
        let token = record.text.get(span.clone()).unwrap_or_default();
        if token.starts_with('\u{feff}') {
            return "a byte-order mark stands here, which belongs to the start of a file alone: delete it".to_owned();
        }
        let is_ply = || walk.position.read_ply(token, self.job.system, &mut G::Scratch::default()).is_ok();
        let is_remark =
            token.starts_with(|first: char| first.is_alphabetic() || matches!(first, '"' | '[' | '}')) && !is_ply();
        let setting = &self.job.setting;
        // What has a digit may well be part of a ply.
        let is_slip = is_remark && token.contains(|letter: char| letter.is_ascii_digit());
        let slip = || hint(&walk.position, self.job.system, token, (record, setting), (&span, None));
        let help = result_help(record, span.clone(), rules).or_else(|| is_slip.then(slip).flatten());
        help.unwrap_or_else(|| match walk.turns.missing() {
            _ if is_remark => format!("{} is no ply: a remark stands in braces, `{{…}}`", quoted(token)),
            Some(_) => "is there a comma too many, or does a ply lack before one?".to_owned(),
            None => "is a turn number or a `;` missing?".to_owned(),
        })
    }

    pub(super) fn take_break(&mut self, walk: &mut Walk<G>, token: &Token) {
        if walk.stopped {
            return;
        }
        match walk.position.take_break() {
            Ok(()) => self.after_break(walk),
            Err(code) => {
                let has_ended = walk.position.outcome().is_end();
                // The order of the text decides: the ply that `...` stands for is missing before the break.
                if let Some(missing) = walk.turns.missing().filter(|_| !has_ended) {
                    walk.number += 1;
                    return self.tell_missing(walk, missing);
                }
                let beside = self.job.record.text.split_at_checked(token.start as usize).unwrap_or_default();
                let (before, rest) = (beside.0, beside.1.get(1..).unwrap_or_default());
                let of_game = (self.job.system, &self.job.setting.rules);
                let result = || glued_result(before, "/", rest, of_game);
                let text = self.text(|| match walk.position.has_manches() {
                    true if has_ended => Text::new("the game has ended, so no manche follows")
                        .help("a break `/` stands between two manches: leave it out"),
                    true => Text::new("no manche ends here")
                        .help(result().unwrap_or_else(|| "a break `/` belongs only where a manche ends".to_owned())),
                    false => Text::new("no manche ends here: by these rules a game has none")
                        .help(result().unwrap_or_else(|| {
                            "leave the break `/` out; a new game begins with a tag line".to_owned()
                        })),
                });
                self.report(Diagnostic::new(code, token.span(), text).at_ply(walk.number + 1));
                walk.stopped = true;
            }
        }
    }

    /// Begins the next manche.
    pub(super) fn after_break(&mut self, walk: &mut Walk<G>) {
        walk.turns.restart(walk.position.turn().index());
        if self.is_looking() {
            self.look(&walk.position, walk.plies);
        }
    }

    /// Handles a ply in its turn: whose ply it is, whether one is missing, then the ply itself. Returns whether it was
    /// read.
    pub(super) fn turn_ply(
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
            self.after_break(walk);
        }
        let place = walk.turns.ply();
        walk.number += 1;
        let number = walk.number;
        // Bytes that are not valid text have been reported already; they may have been no ply at all.
        let is_spoilt = |walk: &Walk<G>| {
            walk.stopped && self.job.record.parts.is_spoilt(self.job.record.text, written.span.clone())
        };
        // In `1. c,, e` the turn has an empty place, and not too many plies.
        let follows_gap = !walk.stopped && walk.turns.missing().is_some();
        if place == TurnPlace::TooMany && !follows_gap && !is_spoilt(walk) {
            let was_stopped = walk.stopped;
            self.too_many(walk, written.span.clone(), "more plies in this turn than the game has sides", 0);
            if was_stopped {
                self.skip(walk, &written)
            } else {
                self.left_out(walk, &written)
            }
            return Read::No;
        }
        if walk.stopped {
            self.skip(walk, &written);
            return Read::No;
        }
        // Faults are reported in the order of the text: a missing ply stands before the ply that follows it, even after
        // an end. A missing break stands before both.
        if walk.position.break_due() {
            self.ply(walk, written, scratch);
            return Read::Yes;
        }
        if let Some(missing) = walk.turns.missing() {
            self.missing_ply(walk, missing, &written);
            return Read::No;
        }
        if place == TurnPlace::NotToMove && self.takes_place(walk, &written) {
            let side = self.job.setting.name(walk.position.turn());
            let text = self.text(|| {
                let place = self.job.setting.name(Side(walk.turns.last_place() as u8));
                let text = Text::new(format!("this is {place}'s place in the turn, but {side} is to move"));
                text.help(if walk.number == 1 && self.may_say_who_begins() {
                    format!(
                        "if {side} begins, write `...` in {place}'s place; \
                         if {place} begins, write `[Starts \"{place}\"]`"
                    )
                } else {
                    format!("write `...` in {place}'s place")
                })
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

    /// Whether a word takes the place of a side, as a ply does. Any other word is no ply of any side.
    fn takes_place(&self, walk: &Walk<G>, written: &WrittenPly<'_>) -> bool {
        walk.position.read_ply(written.token, written.system, &mut G::Scratch::default()).is_ok()
    }

    pub(super) fn skip(&mut self, walk: &mut Walk<G>, written: &WrittenPly<'_>) {
        // What the file does not have was not skipped.
        if !self.is_unnamed_pass(walk.number) {
            if walk.skipped == 0 {
                walk.skipped_from = walk.number;
                walk.skipped_at = written.span.clone();
            }
            walk.skipped += 1;
        }
        self.left_out(walk, written);
    }

    fn missing_ply(&mut self, walk: &mut Walk<G>, missing: Range<usize>, written: &WrittenPly<'_>) {
        self.tell_missing(walk, missing);
        // The ply at hand was read, but it is not the missing one, which has the number before.
        walk.number += 1;
        self.skip(walk, written);
    }

    /// Reports that the ply `walk.number` is missing. The replay of its line ends before it.
    fn tell_missing(&mut self, walk: &mut Walk<G>, missing: Range<usize>) {
        let side = self.job.setting.name(walk.position.turn());
        let has_ended = walk.position.outcome().is_end();
        let text = self.text(|| {
            let text = Text::new(format!("{side}'s ply is missing here"));
            if has_ended {
                if let Some(help) = result_help(self.job.record, missing.clone(), &self.job.setting.rules) {
                    return text.help(help);
                }
                return text.help(
                    "the game had ended before this: what follows may be a record of its own, \
                     which begins with its tags",
                );
            }
            let pass = if may_pass(&walk.position, self.job.system) {
                "if the side passed, write `--`"
            } else if self.job.setting.rules.sides.len() > 2 {
                "if another side played in its place and it stood, write `-- {[%stands]}`"
            } else {
                "if the other side played twice and it stood, write `-- {[%stands]}`"
            };
            let other = self.job.setting.name(Side(walk.turns.last_place() as u8));
            let is_first = walk.number == 1 && self.path.is_empty() && other != side;
            let (before, place) = self.job.record.text.split_at_checked(missing.start).unwrap_or_default();
            let has_dots = place.starts_with(['.', '…']);
            let number = before.trim_end().strip_suffix('.').unwrap_or_default();
            let slip = match () {
                () if is_first && self.may_say_who_begins() && has_dots => {
                    format!("if {other} begins, write `[Starts \"{other}\"]`; ")
                }
                () if is_first && self.may_say_who_begins() => {
                    format!("if {other} begins, write `...` in {side}'s place and `[Starts \"{other}\"]`; ")
                }
                () if !has_dots && number.ends_with(|digit: char| digit.is_ascii_digit()) => {
                    "a number without plies stands here: if it is too many, delete it; ".to_owned()
                }
                () if place.starts_with(',') => "if this comma is one too many, delete it; ".to_owned(),
                () if place.starts_with(';') => format!(
                    "if what follows is {side}'s ply, write a comma: `,` stands between the plies of a turn, `;` between turns; "
                ),
                () => String::new(),
            };
            text.help(format!(
                "{slip}{pass}; if the numbers count plies and not turns, leave them out; \
                 if the record lacks the ply, it can be replayed only up to here"
            ))
        });
        self.report(Diagnostic::new(&MISSING_PLY, missing, text).at_ply(walk.number));
        walk.stopped = true;
    }
}

/// Whether a ply was read in the notation system of its record, so that it is known to be well formed or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Read {
    Yes,
    No,
}
