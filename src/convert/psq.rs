//! Writes PSQ, the games of Piskvork and of the judge of Gomocup: a header, a line for each stone, the names and the result.
//!
//! The name of the tournament tells by which rules a game was played, and which of the two names is Black follows from the
//! number of stones that took no time. So both are written in such a way that they are read as they were meant.

use std::fmt::Write;

use super::losses::Losses;
use super::stone_writer::OfStones;
use super::stones::{Game, Stone};
use super::writer::Out;
use crate::board::Side;
use crate::canonical::Unsaid;
use crate::engine::Claim;
use crate::formats::{Format, psq};

/// Writes PSQ.
pub(super) struct Psq;

impl OfStones for Psq {
    const FORMAT: Format = Format::PSQ;

    fn write(game: &Game<'_>, out: &mut Out) -> Result<(), Unsaid> {
        let Out { text, lost, .. } = out;
        game.lose_tags(&["Black", "White", "Event", "PSQ_Levels"], lost);
        let mut stones = game.stones(lost)?;
        let is_illegal = shows_what_was_tried(&stones);
        if !is_illegal {
            super::stones::lose_tried(&mut stones, lost);
            game.lose_termination(lost);
        }
        let names = ["Black", "White"].map(|name| name_line(game, name, lost));
        let claim = game.claim().filter(|claim| *claim != Claim::Open);
        let event = event(game, lost)?;
        let has_result = claim.is_some() || !event.is_empty();
        if has_result {
            claim_no_opening(&mut stones);
        }
        let board = game.body.setting.rules.board;
        let levels = game.value("PSQ_Levels").unwrap_or("11:11");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "Piskvorky {}x{}, {levels}, 0", board.columns, board.rows);
        for Stone { column, row, time, .. } in &stones {
            let _ = writeln!(text, "{},{},{}", column + 1, row + 1, time.unwrap_or_default());
        }
        if has_result || names.iter().any(|name| !name.is_empty()) {
            let [black, white] = &names;
            let _ = writeln!(text, "{black}\n{white}\n-1");
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

/// Whether the last stone was tried and has lost the game, and anybody can see why: it lies on another or off the board.
fn shows_what_was_tried(stones: &[Stone]) -> bool {
    let Some((last, others)) = stones.split_last() else { return false };
    last.was_tried && others.iter().any(|other| (other.column, other.row) == (last.column, last.row))
}

/// The leading stones that took no time are an opening; if their number is odd, the first name is White. A stone that took
/// a millisecond is no such stone.
fn claim_no_opening(stones: &mut [Stone]) {
    let opening = stones.iter().take_while(|stone| stone.time.unwrap_or_default() == 0).count();
    if opening % 2 == 1
        && let Some(first) = stones.first_mut()
    {
        first.time = Some(1);
    }
}

/// A player's name as a line. One that would be taken for a stone or for the start of a game is lost.
fn name_line(game: &Game<'_>, tag: &str, lost: &mut Losses) -> String {
    let name = line(game.value(tag).unwrap_or_default());
    let is_stone = name.contains(',') && name.bytes().all(|byte| byte.is_ascii_digit() || b", -\t".contains(&byte));
    if is_stone || name.starts_with("Piskvorky ") {
        game.lose_tag(tag, lost);
        return String::new();
    }
    name
}

/// The name of a tournament that tells the rules: the record's own, if it does.
fn event(game: &Game<'_>, lost: &mut Losses) -> Result<String, Unsaid> {
    let word = match game.body.setting.rules.variant {
        "freestyle" => "Freestyle",
        "standard" => "Standard",
        "renju" => "Renju",
        "caro" => "Caro",
        other => return Err(game.refusal(&format!("the rules {other}"))),
    };
    let (own, variant) = (line(game.value("Event").unwrap_or_default()), psq::variant(word));
    // Without a word for them the rules are those of freestyle.
    let tells = |event: &str| psq::variant(event).or(psq::variant("Freestyle")) == variant;
    if tells(&own) {
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
