//! Reads games of Gomoku and Renju as PlayOK (Kurnik) writes them. See `grammar/playok.ebnf`.
//!
//! The two columns of the moves are seats, not sides: after the third stone the second seat may choose its side. Stones
//! alternate, whatever their column. So the side of a seat is the side of its last stone.
//!
//! `tags` reads and writes the tags, `moves` reads the stones.

mod moves;
mod tags;

use std::ops::Range;

use super::by_line::{ends_line, line_end};
use super::made::Made;
use super::pieces::{Dialect, OfPieces, PieceFormat};
use super::{Format, FormatInfo, Given};
use crate::codes::BAD_SYNTAX;
use crate::diagnostic::Text;
use crate::record::Spelling;
use crate::source::without_mark;
use crate::system::System;

use moves::{Moves, Stone, is_point};
use tags::Kind;

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// A game of PlayOK.
    pub const PLAYOK: Format = Format::new(&OfPieces::<Says>::NEW);
}

impl PieceFormat for Says {
    type Dialect = PlayOk;

    const INFO: FormatInfo = FormatInfo {
        name: "playok",
        about: "games of Gomoku and Renju as PlayOK (Kurnik) writes them: tags, then numbered moves of two seats",
        grammar: include_str!("../../../grammar/playok.ebnf"),
        ..FormatInfo::FOREIGN
    };

    /// Transcripts may keep the tags of such a file, but name their game.
    fn recognises(head: &[u8]) -> bool {
        let head = without_mark(head);
        let has = |text: &[u8]| memchr::memmem::find(head, text).is_some();
        let is_of_site = || {
            let start = memchr::memmem::find(head, b"[Site \"")? + b"[Site \"".len();
            head[start..].split(|byte| *byte == b'"' || ends_line(*byte)).next().map(is_own_site)
        };
        head.trim_ascii_start().starts_with(b"[") && !has(b"[Game \"") && (is_of_site() == Some(true) || has_kind(head))
    }
}

/// Whether the tag `Site` names PlayOK, which was called Kurnik.
fn is_own_site(site: &[u8]) -> bool {
    let site = site.to_ascii_lowercase();
    ["kurnik", "playok"].iter().any(|name| memchr::memmem::find(&site, name.as_bytes()).is_some())
}

/// The dialect.
#[derive(Debug, Default)]
struct PlayOk {
    /// The game and the variant, if the caller names them.
    game: Option<String>,
    variant: Option<String>,
    tags: Vec<(Range<usize>, Range<usize>, Range<usize>)>,
    stones: Vec<Stone>,
    /// Lines among the tags that are none.
    no_tags: Vec<Range<usize>>,
    /// How far the search for the end of a piece has come, whether the line before was blank, and whether moves have
    /// come.
    at: usize,
    after_blank: bool,
    in_moves: bool,
}

impl Dialect for PlayOk {
    type Content = str;

    const FORMAT: Format = Format::PLAYOK;

    fn given(&mut self, given: &Given) {
        self.game.clone_from(&given.game);
        self.variant.clone_from(&given.variant);
    }

    fn begin(&mut self) {
        (self.at, self.after_blank, self.in_moves) = (0, false, false);
    }

    fn has_lost(&mut self, count: usize) {
        self.at = self.at.saturating_sub(count);
    }

    /// A game ends before a line with a tag that stands after moves.
    fn extent(&mut self, bytes: &[u8], _: bool) -> Option<usize> {
        while let Some(length) = memchr::memchr2(b'\n', b'\r', bytes.get(self.at..)?) {
            let end = self.at + length;
            let next = end + line_end(bytes, end);
            // A line end of several bytes may be cut off.
            if next == bytes.len() && bytes[end] == b'\r' {
                return None;
            }
            let line = bytes[self.at..end].trim_ascii();
            if line.starts_with(b"[") {
                if self.in_moves {
                    return Some(self.at);
                }
            } else {
                self.in_moves |= begins_moves(line, self.after_blank);
            }
            self.after_blank = line.is_empty();
            self.at = next;
        }
        // The last line may lack its end, and may be cut off.
        None
    }

    fn read(&mut self, text: &str, made: &mut Made) {
        self.tags.clear();
        self.stones.clear();
        let after = self.read_tags(text);
        let Moves { chosen, result, after } = self.read_moves(text, after);
        let Some(kind) = self.kind(text, made) else { return };
        let offer = if kind == Kind::Renju { self.take_offer(text, made) } else { None };
        // The seat that the file names as Black plays White.
        let is_swapped = match chosen {
            Some(is_black) => is_black,
            None => {
                // A word that is no point says nothing about the seats.
                let stones = self.stones.iter().take_while(|stone| is_point(&text[stone.at.clone()]));
                match stones.enumerate().last() {
                    Some((index @ 3.., last)) => (index % 2 == 0) != (last.seat == 0),
                    _ => false,
                }
            }
        };
        self.tell_tags(text, is_swapped, result, made);
        if let Some(offer) = offer {
            made.tag("Alt", &text[offer.clone()], offer);
        }
        made.kept_mut().parts.context.spelling = Spelling::Fixed(System::SQUARES);
        for stone in &self.stones {
            made.token(&text[stone.at.clone()], stone.at.clone());
        }
        if let Some(after) = after {
            made.fault(&BAD_SYNTAX, Text::new("text after the result"), after);
        }
    }
}

/// Whether the moves begin with a line that is no tag. They begin with a number, or after a blank line; any other line is
/// a damaged tag.
fn begins_moves(line: &[u8], after_blank: bool) -> bool {
    line.first().is_some_and(|first| after_blank || first.is_ascii_digit() || *first == b'*')
}

/// Whether a tag names the kind of a game as PlayOK does: `60`, `61` or `20,8`. The kinds of draughts in PDN are numbers, too:
/// `20` or `20,W,10,10`.
fn has_kind(head: &[u8]) -> bool {
    const TAG: &[u8] = b"[GameType \"";
    memchr::memmem::find(head, TAG).is_some_and(|at| {
        let value = head[at + TAG.len()..].split(|byte| *byte == b'"' || ends_line(*byte)).next().unwrap_or_default();
        let mut parts = value.split(|byte| *byte == b',');
        let kind = parts.next().unwrap_or_default();
        let is_number = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
        matches!(kind, b"60" | b"61")
            || is_number(kind) && parts.next().is_some_and(is_number) && parts.next().is_none()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (String, Vec<String>) {
        let mut records = Format::PLAYOK.open(Box::new(text.as_bytes()), 1 << 20, &Given::default()).expect("a reader");
        let (mut out, mut faults) = (String::new(), Vec::new());
        while records.advance().expect("records") {
            let record = records.header();
            out.push_str(record.text);
            out.push('|');
            faults
                .extend(record.parts.faults.iter().map(|fault| format!("{}: {}", fault.code.name, fault.text.message)));
        }
        (out, faults)
    }

    #[test]
    fn columns_are_seats() {
        let (text, faults) = read(
            "[Site \"PlayOK\"]\n[Black \"ada\"]\n[White \"bo\"]\n[Result \"1-0\"]\n[GameType \"60,15\"]\n[BlackElo \"9\"]\n\n\
             1. h8 -- 2. g8 -- 3. i9 black 4. j10 g7 5.\ni10\n",
        );
        assert_eq!(
            text,
            "[Game \"gomoku\"]\n[Board \"15x15\"]\n[Site \"PlayOK\"]\n[White \"ada\"]\n[Black \"bo\"]\n[Result \"White\"]\n\
             [GameType \"60,15\"]\n[WhiteElo \"9\"]\n\nh8, g8, i9, j10, g7, i10|"
        );
        assert!(faults.is_empty());
        // Who did not choose in words has the side of the last stone.
        let (text, _) = read("[GameType \"60,15\"]\n[Result \"0-1\"]\n\n1. h8 -- 2. g8 -- 3. i9 -- 4. j10\n");
        assert!(text.contains("[Result \"Black\"]"), "{text}");
    }

    /// The plies of a game, and the codes of its diagnostics, without guesses.
    fn said(tags: &str, moves: &str) -> String {
        let text = format!("[GameType \"60,15\"]\n{tags}\n{moves}\n");
        let mut records = Format::PLAYOK.open(Box::new(text.as_bytes()), 1 << 20, &Given::default()).expect("a reader");
        assert!(records.advance().expect("records"));
        let record = records.header();
        let mut said = vec![record.text[record.parts.body..].trim()];
        said.extend(record.parts.faults.iter().map(|fault| fault.code.name));
        said.extend(record.parts.notes.iter().map(|note| note.code.name).filter(|name| *name != "guessed"));
        said.join(" | ")
    }

    #[test]
    fn tags_and_moves_say_the_same() {
        let moves = "1. h8 h9 2. g8 0-1";
        assert_eq!(said("[Result \"0-1\"]\n", moves), "h8, h9, g8");
        assert_eq!(said("[Result \"*\"]\n", moves), "h8, h9, g8");
        assert_eq!(said("[Result \"1-0\"]\n", "1. h8 h9 *"), "h8, h9");
        assert_eq!(said("[Result \"1-0\"]\n", moves), "h8, h9, g8 | result-mismatch");
        assert_eq!(said("[Black \"a\"]\n[black \"b\"]\n", moves), "h8, h9, g8 | duplicate-tag");
    }

    #[test]
    fn damage_is_told() {
        for tag in ["[Black \"ada]", "[White bo]", "[Black \"ada\"", "[\"a b\"]", "[", "xyz", "Round \"-\"]"] {
            assert_eq!(said(&format!("{tag}\n"), "1. h8"), "h8 | bad-syntax", "{tag}");
        }
        assert_eq!(said("", "1. h8 h9 1-0\n2. i8 i9"), "h8, h9 | bad-syntax");
        assert_eq!(said("", "1. h8 h9 1-0 1-0"), "h8, h9 | bad-syntax");
    }

    #[test]
    fn a_game_over_the_limit_is_told() {
        let text = format!("[GameType \"60,15\"]\n\n{}", "1. h8 h9\n".repeat(300_000));
        let mut records = Format::PLAYOK.open(Box::new(text.as_bytes()), 1000, &Given::default()).expect("a reader");
        assert!(records.advance().expect("records"));
        assert_eq!(records.header().parts.faults[0].code.name, "record-too-long");
    }

    #[test]
    fn lines_may_end_with_cr_alone() {
        let text = "[GameType \"60,15\"]\n[Black \"ada\"]\n\n1. h8 --\n2. g8\n[GameType \"60,15\"]\n\n1. i9\n";
        let read_with = |end: &str| read(&text.replace('\n', end));
        assert!(read("").1.is_empty() && read_with("\n").0.ends_with("i9|"));
        assert_eq!(read_with("\r"), read_with("\n"));
        assert_eq!(read_with("\r\n"), read_with("\n"));
    }

    #[test]
    fn of_two_offers_one_is_played() {
        let moves = |moves: &str| {
            let (text, _) = read(&format!("[GameType \"61,15\"]\n\n{moves}\n"));
            text.split_once("\n\n")
                .map(|(tags, moves)| (tags.contains("[Alt \"i7\"]"), moves.to_owned()))
                .expect("moves")
        };
        assert_eq!(moves("1. h8 h9 2. h7 g8 3. j9 i7 4. j9 g9"), (true, "h8, h9, h7, g8, j9, g9|".to_owned()));
        assert_eq!(moves("1. h8 h9 2. h7 g8 3. i7 j9 4. j9 g9"), (true, "h8, h9, h7, g8, j9, g9|".to_owned()));
        assert_eq!(moves("1. h8 h9 2. h7 g8 3. i7 j9 4. k9"), (false, "h8, h9, h7, g8, i7, j9, k9|".to_owned()));
    }

    #[test]
    fn several_games_and_other_games() {
        let (text, faults) = read("[GameType \"60,15\"]\n\n1. h8 (2. }\n[GameType \"20,8\"]\n\n1. 11-15\n");
        assert!(text.starts_with("[Game \"gomoku\"]") && text.contains("h8, _2_, _|"), "{text}");
        assert_eq!(
            faults,
            ["unknown-game: this is a game of PlayOK of the kind `20`, which this program does not know"]
        );
        let (_, faults) = read("[Site \"PlayOK\"]\n\n1. h8 i9\n\n[Site \"London\"]\n\n1. e4 e5 2. d4 d5 1-0\n");
        assert_eq!(faults, ["unknown-game: this game is of another site, `London`, and nothing says which game it is"]);
        for site in ["?", "", "PlayOK.com", "https://www.playok.com/en/gomoku/", "pl.kurnik"] {
            let (text, _) = read(&format!("[Site \"PlayOK\"]\n\n1. h8 i9\n\n[Site \"{site}\"]\n\n1. e4 e5\n"));
            assert!(text.contains("e4, e5"), "{text}");
        }
    }

    #[test]
    fn it_is_known_by_its_tags() {
        let knows = |text: &str| Says::recognises(text.as_bytes());
        assert!(knows("[Site \"www.playok.com\"]\n") && knows("[Site \"playok\"]\n") && !knows("[Site \"?\"]\n"));
        assert!(knows("[Event \"?\"]\n[Site \"www.kurnik.pl\"]") && knows("\u{feff}[GameType \"20,8\"]"));
        assert!(!knows("[Game \"gomoku\"]\n[Site \"PlayOK\"]") && !knows("1. h8 [GameType \"60\"]"));
        assert!(knows("[GameType \"61\"]") && !knows("[GameType \"20\"]") && !knows("[GameType \"20,W,10,10\"]"));
        assert!(!knows("[Event \"?\"]\n[Site \"London\"]\n\n1. e4 e5"));
    }
}
