//! Reads the lines after the stones.

use std::ops::Range;

use super::WORD;
use super::stones::{Third, stone};
use crate::formats::points::number;

/// What stands after the stones: two names, a number, and in files of the judge a line `R,tournament`.
#[derive(Debug, Default)]
pub(super) struct Trailer<'t> {
    pub(super) names: Option<[(&'t str, Range<usize>); 2]>,
    pub(super) code: Option<(i32, Range<usize>)>,
    /// The player that won, or 0, and the tournament.
    pub(super) result: Option<(i32, &'t str, Range<usize>)>,
    /// The tournament that the last line names, also where a damaged line before it leaves no result.
    last: Option<(&'t str, Range<usize>)>,
    /// A line that is none of these.
    pub(super) odd: Option<Range<usize>>,
}

impl<'t> Trailer<'t> {
    /// The tournament and where it is named; without one nothing, at the first word of the file.
    pub(super) fn event(&self) -> (&'t str, Range<usize>) {
        let result = self.result.as_ref().map(|(_, event, place)| (*event, place.clone()));
        result.or(self.last.clone()).unwrap_or(("", 0..WORD.len()))
    }

    /// Reads these lines of a text; `is_untimed`: two numbers are a stone, too.
    pub(super) fn read(text: &'t str, lines: &[Range<usize>], is_untimed: bool) -> Trailer<'t> {
        let found = || lines.iter().map(|line| (&text[line.clone()], line.clone()));
        let mut trailer = Trailer::default();
        // A stone further down shows that the first of these lines is a damaged one.
        let is_stone = |(line, _): &(&str, Range<usize>)| {
            stone(line.as_bytes(), 0).is_some_and(|(stone, _)| is_untimed || stone.third != Third::Lacks)
        };
        let whole = |line: &str| {
            let line = line.trim();
            number(line.as_bytes()).filter(|(_, length)| *length == line.len()).map(|(value, _)| value)
        };
        let result_of = |line: &'t str| {
            let result = line.split_once(',').and_then(|(winner, event)| Some((whole(winner)?, event.trim())));
            result.filter(|(winner, _)| (-1..=2).contains(winner))
        };
        let last = found().rfind(|(line, _)| !line.trim().is_empty());
        trailer.last = last.and_then(|(line, place)| Some((result_of(line)?.1, place)));
        if found().skip(1).any(|line| is_stone(&line)) {
            trailer.odd = found().find(|(line, _)| !line.trim().is_empty()).map(|(_, place)| place);
            return trailer;
        }
        let count = lines.len();
        let has_names = count > 2 || count == 2 && found().next().is_some_and(|(line, _)| whole(line).is_none());
        if let Some((_, place)) = found().take(2).find(|(line, _)| has_names && is_stone_like(line)) {
            trailer.odd = Some(place);
            return trailer;
        }
        if has_names {
            trailer.names = found().next().zip(found().nth(1)).map(|(one, other)| [one, other]);
        }
        for (line, place) in found().skip(if has_names { 2 } else { 0 }).filter(|(line, _)| !line.trim().is_empty()) {
            if trailer.code.is_none()
                && trailer.result.is_none()
                // Only a tournament, which has names, has codes from 1 on: without names such a number begins a stone.
                && let Some(code) = whole(line).filter(|code| has_names || *code < 1)
            {
                trailer.code = Some((code, place));
                continue;
            }
            match result_of(line).filter(|_| trailer.result.is_none() && trailer.names.is_some()) {
                Some((winner, event)) => trailer.result = Some((winner, event, place)),
                None => trailer.odd = trailer.odd.or(Some(place)),
            }
        }
        trailer
    }
}

/// Whether a line is no name but a stone, perhaps a damaged one: numbers with signs between them, and two other letters at
/// most; or numbers with blanks between them.
pub(crate) fn is_stone_like(line: &str) -> bool {
    const MOST: usize = 2;
    let mut words = line.split_ascii_whitespace();
    let are_numbers = words.clone().all(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    if are_numbers && words.nth(1).is_some() {
        return true;
    }
    let is_of_stone = |letter: &char| letter.is_ascii_digit() || " \t,;.:-".contains(*letter);
    line.contains([',', ';'])
        && line.contains(|letter: char| letter.is_ascii_digit())
        && line.chars().filter(|letter| !is_of_stone(letter)).count() <= MOST
}

/// Whether the line of a result with this tournament would pass for a stone; `is_untimed`: two numbers are one, too.
pub(crate) fn names_stone(tournament: &str, is_untimed: bool) -> bool {
    stone(format!("0,{tournament}").as_bytes(), 0).is_some_and(|(stone, _)| is_untimed || stone.third != Third::Lacks)
}
