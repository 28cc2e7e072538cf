//! A game of Renju Offline: its elements say who played.

use std::borrow::Cow;
use std::ops::Range;

use super::elements::Elements;
use super::names::Element;
use super::{NO_RULE, guess_renju};
use crate::formats::made::Made;
use crate::formats::rif::xml::{Tag, line};

/// Elements that become a tag as they are, after the result.
const KEPT: [(&str, Element); 5] = [
    ("OpeningRule", Element::Rule),
    ("Alt", Element::Alt5),
    ("GameId", Element::Id),
    ("TimeControl", Element::Tpm),
    ("TournamentId", Element::Tid),
];

/// Elements that no tag holds, and what they are.
const LEFT_OUT: [(Element, &str); 6] = [
    (Element::Proposition, "propositions"),
    (Element::TimeLeftBlack, "clocks"),
    (Element::TimeLeftWhite, "clocks"),
    (Element::Time, "clocks"),
    (Element::EndTime, "times of the end"),
    (Element::Proposer, "propositions"),
];

/// Adds the tags of a game of Renju Offline; returns where its moves stand.
pub(super) fn offline(elements: &Elements<'_>, tag: &Tag, made: &mut Made) -> Range<usize> {
    let get = |element: Element| filled(elements, element);
    match get(Element::Rule) {
        Some((rule, _)) if rule.to_ascii_lowercase().contains("gomoku") => {}
        Some((_, place)) => made.tag("Variant", "renju", place),
        None => guess_renju(NO_RULE, tag.name.clone(), made),
    }
    made.tag("Board", "15x15", tag.name.clone());
    if let Some((time, place)) = get(Element::StartTime).or_else(|| get(Element::CreationTime)) {
        match time.parse() {
            Ok(seconds) => made.tag("Date", &date(seconds), place),
            Err(_) => made.dropped("dates that are no number of seconds", place),
        }
    }
    keep(&[("Black", Element::Black), ("White", Element::White)], elements, made);
    ending(elements, made);
    keep(&KEPT, elements, made);
    for (element, what) in LEFT_OUT {
        if let Some((_, place)) = get(element) {
            made.dropped(what, place);
        }
    }
    moves(elements, made).unwrap_or(tag.whole.end..tag.whole.end)
}

/// The text of an element and its place, unless it is empty.
fn filled<'t>(elements: &Elements<'t>, element: Element) -> Option<(Cow<'t, str>, Range<usize>)> {
    let (value, place) = elements.get(element)?;
    Some((line(value), place)).filter(|(value, _)| !value.is_empty())
}

/// Adds a tag for each of these elements.
fn keep(tags: &[(&'static str, Element)], elements: &Elements<'_>, made: &mut Made) {
    for (name, element) in tags {
        if let Some((value, place)) = filled(elements, *element) {
            made.tag(name, &value, place);
        }
    }
}

/// Adds the tags for who has won, and why.
fn ending(elements: &Elements<'_>, made: &mut Made) {
    let is_finished = filled(elements, Element::Status).is_some_and(|(status, _)| status == "finished");
    if let Some((winner, place)) = elements.get(Element::Winner) {
        let result = match (&*line(winner), is_finished) {
            ("black", _) => "Black",
            ("white", _) => "White",
            // A finished game without a winner is a draw.
            ("draw", _) | ("", true) => "draw",
            ("" | "unknown", _) => "*",
            _ => {
                made.dropped("results that are not known", place.clone());
                "*"
            }
        };
        made.tag("Result", result, place);
    }
    if let Some((reason, place)) = filled(elements, Element::Winby) {
        let termination = match &*reason.to_ascii_lowercase() {
            reason if reason.contains("resign") => "resignation",
            reason if reason.contains("time") => "time",
            reason if reason.contains("agree") => "agreement",
            _ => "",
        };
        made.tag("Termination", termination, place.clone());
        made.tag("WonBy", &reason, place);
    }
}

/// Where the moves stand: the board has them in their order, and so has the log of the game.
fn moves(elements: &Elements<'_>, made: &mut Made) -> Option<Range<usize>> {
    let log = elements.get(Element::Moves);
    let Some((board, place)) = filled(elements, Element::Board) else { return Some(log?.1) };
    if let Some((log, place)) = log
        && !board.split_whitespace().eq(line(log).split_whitespace())
    {
        made.dropped("logs unlike the board", place);
    }
    Some(place)
}

/// The day of a time, as seconds since 1970: `2008.01.10`.
fn date(seconds: u64) -> String {
    // Days are counted from the first of March of the year 0, so that a leap day is the last of its year.
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year + next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted() {
        assert_eq!(date(0), "1970.01.01");
        assert_eq!(date(951_782_400), "2000.02.29");
        assert_eq!(date(1_200_000_000), "2008.01.10");
        assert_eq!(date(4_102_444_799), "2099.12.31");
    }
}
