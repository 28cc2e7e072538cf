//! Files of games that this program does not know, by their tags and moves.

use crate::formats::by_line::{ends_line, has_line};
use crate::formats::json::has_key;
use crate::record::NUMERIC_RESULTS;
use crate::source::without_mark;

/// A file of another game.
pub(super) fn another_game(head: &[u8]) -> Option<&'static str> {
    let text = without_mark(head).trim_ascii_start();
    if has_keys_of_logs(text) {
        return Some("a game log of Board Game Arena");
    }
    if has_line(text, b"RulesFileName=") {
        return Some("a saved game of Zillions of Games");
    }
    if text.first() != Some(&b'[') || has_tag(text, "game") {
        return None;
    }
    if has_tag(text, "joclygame") {
        return Some("a game of Jocly");
    }
    let words = || Words { text, in_comment: false };
    if is_of_bayes_elo(text) {
        return Some(
            "a list of results with two made-up moves for each game, as the Gomoku judge writes for rating programs",
        );
    }
    const RESULTS: &str = "a list of results without moves of Gomoku, as c-gomoku-cli writes";
    if has_tag(text, "fen") || has_tag(text, "eco") || words().filter(|word| is_chess(word)).nth(1).is_some() {
        return Some(if ends_as_gomoku(text) { RESULTS } else { "chess in PGN" });
    }
    // A short game may have a single move of a piece among those of pawns.
    let is_of_chess = |word: &[u8]| is_chess(word) || is_pawn(word) || is_result(word);
    if has_tag(text, "event") && words().any(is_chess) && words().all(is_of_chess) {
        return Some("chess in PGN");
    }
    if kind_of_draughts(text) {
        return Some("draughts in PDN");
    }
    let least = if has_tag(text, "gametype") { 0 } else { 2 };
    if words().filter(|word| is_draughts(word)).nth(least).is_some() {
        return Some("draughts in PDN");
    }
    let is_empty = words().all(is_result);
    if has_tag(text, "plycount") && has_tag(text, "termination") && is_empty {
        return Some(RESULTS);
    }
    None
}

/// `{"status": 1, "data": {"logs": …`
fn has_keys_of_logs(text: &[u8]) -> bool {
    text.first() == Some(&b'{') && has_key(text, "logs") && has_key(text, "table_id")
}

/// Whether a line begins with a tag of that name; `name` has small letters.
pub(super) fn has_tag(text: &[u8], name: &str) -> bool {
    value_of(text, name).is_some()
}

/// The value of the first such tag, and the rest of its line.
fn value_of<'t>(text: &'t [u8], name: &str) -> Option<&'t [u8]> {
    text.split(|byte| ends_line(*byte)).find_map(|line| {
        let rest = line.trim_ascii_start().strip_prefix(b"[")?.trim_ascii_start();
        let (found, value) = rest.split_at_checked(name.len())?;
        value.trim_ascii_start().strip_prefix(b"\"").filter(|_| found.eq_ignore_ascii_case(name.as_bytes()))
    })
}

/// Whether the tag `GameType` has one of the numbers that PDN gives kinds of draughts, 20 to 49: `30,W,8,8,A0,0`. Other
/// programs number other games.
fn kind_of_draughts(text: &[u8]) -> bool {
    let value = value_of(text, "gametype").unwrap_or_default();
    matches!(value, [b'2'..=b'4', b'0'..=b'9', b'"' | b',', ..])
}

/// Whether a game ended as c-gomoku-cli says that games of Gomoku end. Made-up moves of chess may stand beside its
/// results, for programs that rate players.
fn ends_as_gomoku(text: &[u8]) -> bool {
    const ENDS: [&[u8]; 4] =
        [b"five connection", b"fullfilled board", b"opponent illegal move", b"play forbidden move"];
    let is_end = |line: &[u8]| {
        let line = line.trim_ascii_start();
        line.starts_with(b"[Termination ") && ENDS.iter().any(|end| memchr::memmem::find(line, end).is_some())
    };
    text.split(|byte| ends_line(*byte)).any(is_end)
}

/// The words of movetext without tags, comments, numbers of turns.
struct Words<'t> {
    text: &'t [u8],
    in_comment: bool,
}

impl<'t> Iterator for Words<'t> {
    type Item = &'t [u8];

    fn next(&mut self) -> Option<&'t [u8]> {
        loop {
            self.text = self.text.trim_ascii_start();
            let end = match (self.in_comment, self.text.first()?) {
                (true, _) => {
                    let length = memchr::memchr(b'}', self.text);
                    self.in_comment = false;
                    length.map_or(self.text.len(), |length| length + 1)
                }
                (_, b'[') => memchr::memchr2(b'\n', b'\r', self.text).unwrap_or(self.text.len()),
                (_, b'{') => {
                    self.in_comment = true;
                    1
                }
                _ => {
                    let ends = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'{' | b'(' | b')' | b'[');
                    let length = self.text.iter().position(ends).unwrap_or(self.text.len()).max(1);
                    let (word, rest) = self.text.split_at(length);
                    self.text = rest;
                    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
                    let number = word[digits..].iter().take_while(|byte| **byte == b'.').count();
                    let word = if number > 0 { &word[digits + number..] } else { word };
                    if word.is_empty() {
                        continue;
                    }
                    return Some(word);
                }
            };
            self.text = &self.text[end..];
        }
    }
}

/// Whether two words of movetext are certainly moves of chess or of draughts.
pub(in crate::formats) fn is_chess_or_draughts(text: &str) -> bool {
    let is_long = |word: &[u8]| matches!(word, [b'a'..=b'h', b'1'..=b'8', b'a'..=b'h', b'1'..=b'8']);
    let words = || Words { text: text.as_bytes(), in_comment: false };
    let certain = |word: &&[u8]| is_chess(word) || is_draughts(word) || is_long(word);
    words().filter(certain).nth(1).is_some()
}

/// A move of a chess piece that is written with its letter: `Nf3`, `Bxf7+`, `O-O`. Moves of pawns look like squares.
fn is_chess(word: &[u8]) -> bool {
    let word = word.strip_suffix(b"+").or(word.strip_suffix(b"#")).unwrap_or(word);
    if matches!(word, b"O-O" | b"O-O-O") {
        return true;
    }
    let [b'K' | b'Q' | b'N' | b'B', rest @ ..] = word else { return false };
    let [from @ .., b'a'..=b'h', b'1'..=b'8'] = rest else { return false };
    let from = from.strip_suffix(b"x").unwrap_or(from);
    matches!(from, [] | [b'a'..=b'h' | b'1'..=b'8'])
}

/// A move of a pawn, `e4` or `exd5`, which may be one of another game.
fn is_pawn(word: &[u8]) -> bool {
    matches!(word, [b'a'..=b'h', b'1'..=b'8'] | [b'a'..=b'h', b'x', b'a'..=b'h', b'1'..=b'8'])
}

fn is_result(word: &[u8]) -> bool {
    word == b"*" || NUMERIC_RESULTS.iter().any(|known| known.as_bytes() == word)
}

/// A move of draughts, `32-28` or `19x23`, that is no result.
fn is_draughts(word: &[u8]) -> bool {
    let mut parts = word.split(|byte| matches!(byte, b'-' | b'x'));
    let is_field = |part: &[u8]| matches!(part, [b'1'..=b'9'] | [b'1'..=b'5', b'0'..=b'9']);
    let count = word.split(|byte| matches!(byte, b'-' | b'x')).count();
    (2..=8).contains(&count) && parts.all(is_field) && word.len() > 3
}

/// Whether each game is `1. d4 d5` and its result, as the Gomoku judge writes it for BayesElo.
fn is_of_bayes_elo(text: &[u8]) -> bool {
    let words: Vec<&[u8]> = Words { text, in_comment: false }.take(9).collect();
    let is_game = |game: &[&[u8]]| matches!(game, [b"d4", b"d5", result] if is_result(result));
    words.len() >= 6 && words.chunks_exact(3).all(is_game)
}
