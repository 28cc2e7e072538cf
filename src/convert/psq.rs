//! Writes PSQ, the games of Piskvork and of the judge of Gomocup: a header, a line for each stone, the names and the result.
//!
//! The name of the tournament decides the rules, and the number of stones that took no time decides which of the two
//! names is Black. So both are written such that they are read back as meant.
//!
//! The number after the names says that a side ran out of time or gave up, as Piskvork writes it: `9` or `1`. It has
//! this meaning only in a file that names no tournament; the loser is the side to move.

use std::fmt::Write;

use super::losses::Losses;
use super::stone_writer::OfStones;
use super::stones::{COMMENTS, Game, Stone};
use super::writer::Out;
use crate::board::{Side, Size};
use crate::canonical::Unsaid;
use crate::counted::is_plain_number;
use crate::engine::{self, Claim, Termination};
use crate::formats::{Format, psq};
use crate::game::Outcome;

/// Writes PSQ.
pub(super) struct Psq;

impl OfStones for Psq {
    const FORMAT: Format = Format::PSQ;

    fn write(game: &Game<'_>, out: &mut Out) -> Result<(), Unsaid> {
        let Out { text, lost, .. } = out;
        game.lose_tags(&["Black", "White", "Event", "PSQ-Levels", "PSQ-Code"], lost);
        let (mut stones, said_of_foul) = game.stones_and(Some(psq::SAID_OF_FOUL), lost)?;
        let board = game.body.setting.rules.board;
        let is_illegal = shows_what_was_tried(&stones, board);
        if !is_illegal {
            super::stones::lose_tried(&mut stones, lost);
        }
        let names = ["Black", "White"].map(|name| name_line(game, name, lost));
        // A stone that was tried is read as one only if the file says who has won.
        let lost_by_it = is_illegal.then(|| Claim::proven(game.outcome));
        let claim = game.claim().filter(|claim| *claim != Claim::Open).or(lost_by_it);
        let event = event(game, stones.is_empty(), lost)?;
        let reason = if is_illegal { SaidBy::None } else { SaidBy::of(game, &stones, &event) };
        let has_result = !matches!(reason, SaidBy::Code(_)) && (claim.is_some() || !event.is_empty());
        let code = code(game, reason, has_result, lost);
        // If the result alone gives the reason, and no number another one, the reader adds that comment again.
        if let Some(span) = said_of_foul
            && (reason != SaidBy::Result || claim == Some(Claim::Draw) || code > 0)
        {
            lost.one(COMMENTS, span);
        }
        if !is_illegal && reason == SaidBy::None {
            game.lose_termination(lost);
        }
        if has_result {
            claim_no_opening(&mut stones);
        }
        let levels = game.value("PSQ-Levels");
        // Other texts there tell the reader of another program, which counts columns and rows otherwise.
        let usual = levels.filter(|levels| {
            levels.split_once(':').is_some_and(|(black, white)| is_plain_number(black) && is_plain_number(white))
        });
        if levels.is_some() && usual.is_none() {
            game.lose_tag("PSQ-Levels", lost);
        }
        let levels = usual.unwrap_or("11:11");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "Piskvorky {}x{}, {levels}, 0", board.columns, board.rows);
        for Stone { column, row, time, .. } in &stones {
            let _ = writeln!(text, "{},{},{}", column + 1, row + 1, time.unwrap_or_default());
        }
        if has_result || code > 0 || names.iter().any(|name| !name.is_empty()) {
            let [black, white] = &names;
            let _ = writeln!(text, "{black}\n{white}\n{code}");
        }
        if has_result {
            let winner = match claim {
                Some(Claim::Win(Side(0))) => 1,
                Some(Claim::Win(_)) => 2,
                Some(Claim::Draw) => 0,
                _ => -1,
            };
            let _ = writeln!(text, "{winner},{event}");
        }
        Ok(())
    }
}

/// How a file says the reason for a result that the board does not show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum SaidBy {
    /// Not at all.
    None,
    /// By the number after the names: the side to move has lost.
    Code(i32),
    /// By the result of a tournament of Renju, whose reader knows that only this can have ended the game.
    Result,
}

impl SaidBy {
    fn of(game: &Game<'_>, stones: &[Stone], event: &str) -> SaidBy {
        if game.outcome != Outcome::Unfinished {
            return SaidBy::None;
        }
        let termination = game.value("Termination").map(Termination::read);
        let is = |reason| termination == Some(Termination::Reason(reason));
        let board = game.body.setting.rules.board;
        let to_move = Side((stones.len() % 2) as u8);
        let has_lost = |side: Side| matches!(game.claim(), Some(Claim::Win(winner)) if winner != side);
        match psq::variant(event) {
            None if event.is_empty() && has_lost(to_move) && is(engine::Reason::Time) => SaidBy::Code(9),
            None if event.is_empty() && has_lost(to_move) && is(engine::Reason::Forfeit) => SaidBy::Code(1),
            Some("renju") if to_move == Side(0) && has_lost(to_move) && is(engine::Reason::Forfeit) => SaidBy::Result,
            Some("renju") if game.claim() == Some(Claim::Draw) && is(engine::Reason::Adjudication) => {
                let is_full = psq::is_full_of_renju(stones.len(), board.columns.into(), board.rows.into());
                if is_full { SaidBy::Result } else { SaidBy::None }
            }
            _ => SaidBy::None,
        }
    }
}

/// The number after the names: the record's own, where it is read as no more than the record says, or else the one that says
/// the reason; -1 says nothing.
fn code(game: &Game<'_>, reason: SaidBy, has_result: bool, lost: &mut Losses) -> i32 {
    let own = game.value("PSQ-Code").and_then(|code| code.parse().ok()).filter(|code| *code > 0);
    // A file that says its result otherwise, or shows a five, says nothing by the number.
    let is_won = matches!(game.outcome, Outcome::Win { ending, .. } if ending.is_on_board());
    let is_silent = has_result || is_won;
    let usual = if let SaidBy::Code(usual) = reason { usual } else { -1 };
    let code = own.filter(|own| is_silent || usual > 0 && psq::is_time(*own) == psq::is_time(usual));
    if code.is_none() && game.value("PSQ-Code").is_some() {
        game.lose_tag("PSQ-Code", lost);
    }
    code.unwrap_or(usual)
}

/// Whether the last stone was tried and has lost the game, and anybody can see why: it lies on another or off the board.
fn shows_what_was_tried(stones: &[Stone], board: Size) -> bool {
    let Some((last, others)) = stones.split_last() else { return false };
    let is_off_board = last.column >= board.columns.into() || last.row >= board.rows.into();
    last.was_tried && (is_off_board || others.iter().any(|other| (other.column, other.row) == (last.column, last.row)))
}

/// The reader takes leading stones without time for an opening, and the first name for White if their number is odd. In
/// that case this gives the first stone a millisecond, so that there is no opening.
fn claim_no_opening(stones: &mut [Stone]) {
    let opening = stones.iter().take_while(|stone| stone.time.unwrap_or_default() == 0).count();
    if opening % 2 == 1
        && let Some(first) = stones.first_mut()
    {
        first.time = Some(1);
    }
}

/// A player's name as a line. A name is lost if it would be read as a stone, damaged or not, or as the start of a game.
fn name_line(game: &Game<'_>, tag: &str, lost: &mut Losses) -> String {
    let name = line(game.value(tag).unwrap_or_default());
    if psq::is_stone_like(&name) || name.starts_with("Piskvorky ") {
        game.lose_tag(tag, lost);
        return String::new();
    }
    name
}

/// The name of a tournament with these rules: the record's own if it implies them and its line is no stone. `is_empty`:
/// the record has no stones.
fn event(game: &Game<'_>, is_empty: bool, lost: &mut Losses) -> Result<String, Unsaid> {
    let word = match game.body.setting.rules.variant {
        "freestyle" => "Freestyle",
        "standard" => "Standard",
        "renju" => "Renju",
        "caro" => "Caro",
        other => return Err(game.refusal(&format!("the rules {other}"))),
    };
    let (own, variant) = (line(game.value("Event").unwrap_or_default()), psq::variant(word));
    // A name without a word for rules means freestyle.
    let tells = |event: &str| psq::variant(event).or(psq::variant("Freestyle")) == variant;
    // Where no stone stands, none has a time.
    let is_line = !psq::names_stone(&own, is_empty);
    if is_line && tells(&own) {
        return Ok(own);
    }
    if !own.is_empty() {
        game.lose_tag("Event", lost);
    }
    Ok(word.to_owned())
}

/// A value in one line.
fn line(value: &str) -> String {
    value.replace(|letter: char| letter.is_control(), " ").trim().to_owned()
}
