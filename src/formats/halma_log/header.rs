//! All that is not play: the lines that become tags.

use std::ops::Range;

use super::line::{Legs, Line, square};
use crate::formats::by_line::lines;
use crate::formats::made::Made;

/// The sides by the numbers of the players, which begin at the top left, top right, bottom left, bottom right.
const SIDES: [&str; 4] = ["White", "Red", "Blue", "Green"];

/// How the game ended, as far as the plies need it.
#[derive(Default)]
pub(super) struct End {
    /// The player who made an illegal move, the move, and where the message stands.
    pub(super) attempt: Option<(u8, Legs, Range<usize>)>,
}

/// Makes tags of all that is not play.
pub(super) fn header(text: &str, made: &mut Made) -> End {
    let all = 0..text.len().min(1);
    made.tag("Game", "halma", all.clone());
    made.tag("Variant", "four", all.clone());
    made.tag("Options", "pairs", all.clone());
    made.tag("Order", "White,Red,Blue,Green", all.clone());
    made.tag("Pairs", "White+Green", all);
    let mut end = End::default();
    for (line, place) in lines(text) {
        // Nearly all lines are play.
        if matches!(line.as_bytes().first(), Some(b'0'..=b'3')) {
            continue;
        }
        match Line::read(line) {
            Line::Remark(remark) => self::remark(remark, place, made),
            Line::Start(player, name) => made.tag(SIDES[usize::from(player)], name, place),
            Line::Over(reason) => end.attempt = over(reason, place, made),
            Line::End(claim) => {
                let result = claim.map_or("*", |winner| winner.map_or("draw", |winner| SIDES[usize::from(winner)]));
                made.tag("Result", result, place);
            }
            Line::Odd if made.has("White") => break,
            Line::Blank | Line::Move(..) | Line::Odd => {}
        }
    }
    end
}

/// Makes a tag of the reason why the game is over; an illegal move ends it.
fn over(reason: &str, place: Range<usize>, made: &mut Made) -> Option<(u8, Legs, Range<usize>)> {
    let illegal = reason.strip_prefix("ILLEGAL MOVE: Player ").and_then(|text| match text.as_bytes() {
        [player @ b'0'..=b'3', b' ', rest @ ..] => {
            let (player, place) = (player - b'0', place.clone());
            if rest == b"end turn" {
                return Some((player, None, place));
            }
            let (from, rest) = square(rest.strip_prefix(b"move from ")?)?;
            let (to, _) = square(rest.strip_prefix(b" to ")?)?;
            Some((player, Some([from, to]), place))
        }
        _ => None,
    });
    let termination = match reason.split(' ').next().unwrap_or_default() {
        _ if illegal.is_some() => "illegal",
        "TIMEOUT" => "time",
        "DISCONNECTION" | "ILLEGAL" => "forfeit",
        _ => reason,
    };
    made.tag("Termination", termination, place);
    illegal
}

/// Turns a remark about the game into tags.
fn remark(remark: &str, place: Range<usize>, made: &mut Made) {
    const LEFT_OUT: [&str; 4] = ["Server version", "Timeout", "Game ended", "Player "];
    let remark = remark.trim();
    let (name, value) = remark.split_once(':').unwrap_or((remark, ""));
    let value = value.trim();
    match name.trim() {
        "Game ID" if !made.has("LogGame") => made.tag("LogGame", value, place),
        "Date" if !made.has("Date") => made.tag("Date", &date(value), place),
        // The tag `Game` says it.
        "" | "Board class" => {}
        name if LEFT_OUT.iter().any(|begin| name.starts_with(begin)) => made.dropped("header lines", place),
        _ => made.dropped("remarks", place),
    }
}

/// `Sat Mar 15 23:09:16 EDT 2014` as `2014.03.15`; any other text stays as it is.
fn date(value: &str) -> String {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let words: Vec<&str> = value.split_ascii_whitespace().collect();
    if let [_, month, day, _, .., year] = words[..]
        && let Some(month) = MONTHS.iter().position(|name| *name == month)
        && let (Ok(day), Ok(year)) = (day.parse::<u8>(), year.parse::<u16>())
    {
        return format!("{year:04}.{:02}.{day:02}", month + 1);
    }
    value.to_owned()
}
