//! What was probably meant by a word that is no ply: a slip of hand or eye that people often make.

use std::ops::Range;

use crate::diagnostic::quoted;
use crate::game::FullGame;
use crate::record::{Layout, Record};
use crate::system::System;

/// How many letters of the line after a word are looked at.
const AHEAD: usize = 80;

/// What to write instead of the word at `span`, if that can be said.
pub(super) fn hint<G: FullGame>(
    position: &G,
    system: System,
    token: &str,
    record: &Record<'_>,
    span: &Range<usize>,
) -> Option<String> {
    let rest = record.text.get(span.end..)?;
    let line = rest.lines().next().unwrap_or_default();
    if !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit()) && line.starts_with(')') {
        return Some(format!("a dot ends the number of a turn: write `{token}.`"));
    }
    let reads = |text: &str| position.read_ply(text, system, &mut G::Scratch::default()).is_ok();
    let digits = token.replace(['l', 'I', '|'], "1").replace(['O', 'o'], "0");
    if digits != token {
        // The first letter names a column, whatever it looks like.
        let first = token.chars().next().map_or(0, char::len_utf8);
        let kept = format!("{}{}", &token[..first], digits.get(first..).unwrap_or_default());
        if let Some(meant) = [kept, digits].into_iter().find(|text| reads(text)) {
            return Some(format!(
                "{} looks like `{meant}` with a letter in place of a digit: l for 1, or O for 0",
                quoted(token)
            ));
        }
    }
    let next = line.split_whitespace().next().unwrap_or_default().trim_end_matches([',', ';']);
    let joined = format!("{token}-{next}");
    if line.starts_with(' ') && reads(&joined) {
        return Some(format!("join the squares of a ply with `-`: {joined}"));
    }
    // What stands after the moves of a list is a remark anyway.
    let is_word = |word: &&str| word.chars().filter(|letter| letter.is_alphabetic()).count() > 1 && is_plain(word);
    let after: String = line.chars().take(AHEAD).collect();
    let first_three: Vec<&str> = token.split_whitespace().chain(after.split_whitespace()).take(3).collect();
    if record.parts.layout != Layout::Line && first_three.len() == 3 && first_three.iter().all(is_word) {
        return Some("this looks like a sentence, not like moves: put it into braces, `{…}`".to_owned());
    }
    None
}

/// Whether a word has letters alone, but for punctuation at its end.
fn is_plain(word: &str) -> bool {
    word.trim_end_matches(['.', ',', ';', ':', '!', '?']).chars().all(char::is_alphabetic)
}
