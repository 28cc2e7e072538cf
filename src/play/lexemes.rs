//! Cuts words into plies. In most systems a word is one ply; digits stand one behind the other, and lists run other
//! systems together too.

use std::ops::Range;

use crate::game::Game;
use crate::system::System;

/// The plies of a word of movetext, as byte ranges of it.
pub(super) fn in_word(system: System, word: &str) -> Lexemes<'_> {
    Lexemes { system, word, at: 0, together: system.runs_together() }
}

/// The plies of a word in which they are run together, as lists have them.
pub(super) fn run_together(system: System, word: &str) -> Lexemes<'_> {
    Lexemes { system, word, at: 0, together: true }
}

/// An iterator over the plies of one word.
#[derive(Debug, Clone)]
pub(super) struct Lexemes<'w> {
    system: System,
    word: &'w str,
    at: usize,
    together: bool,
}

impl Iterator for Lexemes<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let start = self.at;
        let rest = &self.word[start..];
        if rest.is_empty() {
            return None;
        }
        self.at = if self.together { start + first_length(self.system, rest) } else { self.word.len() };
        Some(start..self.at)
    }
}

/// The length of the first ply of a run, at least one character.
fn first_length(system: System, run: &str) -> usize {
    let letter = run.chars().next().map_or(0, char::len_utf8);
    let dash = |letter: char| matches!(letter, '-' | '–' | '—');
    if let Some((end, _)) = run.char_indices().nth(2).or(Some((run.len(), ' ')))
        && end > letter
        && run[..end].chars().all(dash)
    {
        return end;
    }
    match system {
        System::Columns => letter + usize::from(run[letter..].starts_with('*')),
        System::Squares => letter + run[letter..].bytes().take_while(u8::is_ascii_digit).count(),
        System::Sgf => run.char_indices().nth(2).map_or(run.len(), |(index, _)| index),
        // What is no digit is one piece up to the next digit, so that it is told as it stands: `pawn`.
        System::Digits | System::Digits0 | System::Diagram => {
            let odd = run.find(|letter: char| letter.is_ascii_digit() || dash(letter)).unwrap_or(run.len());
            odd.max(letter)
        }
    }
}

/// The words of a line that are its game, as the number of words and whether the first is a run.
pub(super) enum LineGame {
    /// The first word is the whole game.
    FirstWord,
    /// So many words are one ply each.
    Words(usize),
}

/// Which words of a list's line are its game.
pub(super) fn line_game<'w>(
    system: System,
    words: impl Iterator<Item = &'w str> + Clone,
    well_formed: impl Fn(&str) -> bool,
) -> LineGame {
    let Some(first) = words.clone().next() else {
        return LineGame::Words(0);
    };
    if system.runs_together() || run_together(system, first).nth(1).is_some() {
        return LineGame::FirstWord;
    }
    LineGame::Words(words.take_while(|word| well_formed(word)).count().max(1))
}

/// How many plies of a line are well formed in `system`, and how many there are.
pub(crate) fn fit_line<G: Game>(start: &G, system: System, line: &str) -> (usize, usize) {
    let well_formed = |token: &str| start.read_ply(token, system, &mut G::Scratch::default()).is_ok();
    match line_game(system, line.split_ascii_whitespace(), well_formed) {
        LineGame::Words(count) => {
            let good = line.split_ascii_whitespace().take(count).filter(|word| well_formed(word)).count();
            (good, count)
        }
        LineGame::FirstWord => {
            let word = line.split_ascii_whitespace().next().unwrap_or_default();
            let lexemes = run_together(system, word);
            (lexemes.clone().filter(|lexeme| well_formed(&word[lexeme.clone()])).count(), lexemes.count())
        }
    }
}

/// How many plies of a word of movetext are well formed in `system`, and how many there are.
///
/// A word that does not begin with a digit holds no run of digits: the rows of squares would be taken for plies.
pub(crate) fn fit_word<G: Game>(start: &G, system: System, word: &str) -> (usize, usize) {
    let lexemes = in_word(system, word);
    let total = lexemes.clone().count();
    if system.runs_together()
        && !word.starts_with(|letter: char| letter.is_ascii_digit() || matches!(letter, '-' | '–' | '—'))
    {
        return (0, total);
    }
    let good =
        |lexeme: &Range<usize>| start.read_ply(&word[lexeme.clone()], system, &mut G::Scratch::default()).is_ok();
    (lexemes.filter(good).count(), total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(system: System, word: &str) -> Vec<&str> {
        run_together(system, word).map(|range| &word[range]).collect()
    }

    #[test]
    fn runs_are_cut_into_plies() {
        assert_eq!(check(System::Digits, "33--5x"), ["3", "3", "--", "5", "x"]);
        assert_eq!(check(System::Digits, "1pawn--2–—3"), ["1", "pawn", "--", "2", "–—", "3"]);
        assert_eq!(check(System::Squares, "h8h10é--i8"), ["h8", "h10", "é", "--", "i8"]);
        assert_eq!(check(System::Columns, "cecc*"), ["c", "e", "c", "c*"]);
        assert_eq!(check(System::Sgf, "cfcfx"), ["cf", "cf", "x"]);
    }
}
