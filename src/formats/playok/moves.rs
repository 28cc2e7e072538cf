//! The moves of a game of PlayOK: the stones of both seats in their order, and what else stands among them.

use std::ops::Range;

use super::PlayOk;
use crate::formats::made::Made;
use crate::within::offset_of;

/// A stone: where it stands in the text, and in which column.
#[derive(Debug, Clone)]
pub(super) struct Stone {
    pub(super) at: Range<usize>,
    pub(super) seat: usize,
}

/// What the moves hold apart from the stones.
#[derive(Debug, Default)]
pub(super) struct Moves {
    /// Whether the second seat chose Black, if it chose.
    pub(super) chosen: Option<bool>,
    /// Where the result stands, and the first word after it.
    pub(super) result: Option<Range<usize>>,
    pub(super) after: Option<Range<usize>>,
}

/// Whether a word is a letter and a number.
pub(super) fn is_point(word: &str) -> bool {
    let mut letters = word.bytes();
    letters.next().is_some_and(|letter| letter.is_ascii_alphabetic())
        && word.len() > 1
        && letters.all(|digit| digit.is_ascii_digit())
}

impl PlayOk {
    /// Reads the moves that begin at `at`: the stones in their order.
    pub(super) fn read_moves(&mut self, text: &str, at: usize) -> Moves {
        let (mut seat, mut moves) = (0, Moves::default());
        // DOS ends a text with this byte.
        for word in text[at..].trim_end_matches('\x1a').split_ascii_whitespace() {
            let start = offset_of(word, text);
            if moves.result.is_some() {
                moves.after = Some(start..start + word.len());
                break;
            }
            // `1.h8` is a number and a stone.
            let digits = word.bytes().take_while(u8::is_ascii_digit).count();
            let number = if digits > 0 && word[digits..].starts_with('.') { digits + 1 } else { 0 };
            if number > 0 {
                seat = 0;
            }
            let (word, span) = (&word[number..], start + number..start + word.len());
            match word {
                "" => continue,
                "--" => {}
                "black" | "white" => moves.chosen = Some(word == "black"),
                "1-0" | "0-1" | "1/2-1/2" | "*" => {
                    moves.result = Some(span);
                    continue;
                }
                _ => self.stones.push(Stone { at: span, seat }),
            }
            seat += 1;
        }
        moves
    }

    /// The index of the fifth or sixth stone that the seventh does not repeat; `None` if it repeats neither or both.
    pub(super) fn offer_not_chosen(&self, text: &str) -> Option<usize> {
        let point = |index: usize| self.stones.get(index).map(|stone| &text[stone.at.clone()]);
        let chosen = point(6)?;
        match (point(4) == Some(chosen), point(5) == Some(chosen)) {
            (true, false) => Some(5),
            (false, true) => Some(4),
            _ => None,
        }
    }

    /// In Renju the fifth and sixth stones are offers for the fifth ply, and the seventh repeats the chosen one. Takes the
    /// offers out, and returns the one that was not chosen.
    pub(super) fn take_offer(&mut self, text: &str, made: &mut Made) -> Option<Range<usize>> {
        if matches!(self.stones.len(), 5 | 6) {
            // The game ended before anybody chose, so neither was played.
            for offer in self.stones.drain(4..) {
                made.dropped("offers for the fifth ply", offer.at);
            }
            return None;
        }
        let other = self.offer_not_chosen(text)?;
        let other = self.stones[other].at.clone();
        self.stones.drain(4..6);
        Some(other)
    }
}
