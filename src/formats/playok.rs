//! Reads games of Gomoku and Renju as PlayOK (Kurnik) writes them. See `grammar/playok.ebnf`.
//!
//! The two columns of the moves are seats, not sides: after the third stone the second seat may choose its side, and stones
//! alternate whatever their column is. So the side of a seat is that of its last stone.

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use super::by_line::ends_line;
use super::made::Made;
use super::pieces::{self, Dialect, Pieces};
use super::whole::whole;
use super::{FileFormat, Format, Given, Partition, Records, strange};
use crate::codes::{BAD_SYNTAX, DUPLICATE_TAG, RESULT_MISMATCH, UNKNOWN_GAME};
use crate::diagnostic::{Severity, Text, quoted};
use crate::names::NamesBefore;
use crate::record::{KeptRecord, Spelling};
use crate::source::Source;
use crate::system::System;

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// A game of PlayOK.
    pub const PLAYOK: Format = Format::new(&Says);
}

impl FileFormat for Says {
    fn name(&self) -> &'static str {
        "playok"
    }

    fn about(&self) -> &'static str {
        "games of Gomoku and Renju as PlayOK (Kurnik) writes them: tags, then numbered moves of two seats"
    }

    fn grammar(&self) -> &'static str {
        include_str!("../../grammar/playok.ebnf")
    }

    /// Transcripts may keep the tags of such a file, but name their game.
    fn recognises(&self, head: &[u8]) -> bool {
        let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
        let has = |text: &[u8]| memchr::memmem::find(head, text).is_some();
        let is_of_site = || {
            let start = memchr::memmem::find(head, b"[Site \"")? + b"[Site \"".len();
            let site = head[start..].split(|byte| *byte == b'"' || ends_line(*byte)).next()?.to_ascii_lowercase();
            let site = site.strip_prefix(b"www.").unwrap_or(&site);
            Some(site.starts_with(b"kurnik") || site.starts_with(b"playok"))
        };
        head.trim_ascii_start().starts_with(b"[") && !has(b"[Game \"") && (is_of_site() == Some(true) || has_kind(head))
    }

    fn is_utf8(&self) -> bool {
        false
    }

    fn open<'r>(&self, reader: Box<dyn Read + 'r>, most: usize, given: &Given) -> io::Result<Box<dyn Records + 'r>> {
        Ok(Box::new(Pieces::over(Source::new(reader), PlayOk::default(), most, given)))
    }

    fn partition(&self, most: usize, given: &Given) -> Option<Arc<dyn Partition>> {
        Some(whole::<PlayOk>(most, given))
    }

    fn restore(&self, bytes: &[u8], _: bool, record: &mut KeptRecord) -> Result<bool, (Range<usize>, Text)> {
        pieces::restore(&mut PlayOk::default(), bytes, record);
        Ok(true)
    }
}

/// The dialect.
#[derive(Debug, Default)]
struct PlayOk {
    /// The game, if the caller names it.
    game: Option<String>,
    tags: Vec<(Range<usize>, Range<usize>, Range<usize>)>,
    stones: Vec<Stone>,
    /// The lines that begin as a tag does and are none.
    no_tags: Vec<Range<usize>>,
    /// How far the search for the end of a piece has come, and whether moves have come.
    at: usize,
    in_moves: bool,
}

/// A stone: where it stands in the text, and in which column.
#[derive(Debug, Clone)]
struct Stone {
    at: Range<usize>,
    seat: usize,
}

impl Dialect for PlayOk {
    const FORMAT: Format = Format::PLAYOK;

    fn given(&mut self, given: &Given) {
        self.game.clone_from(&given.game);
    }

    fn begin(&mut self) {
        (self.at, self.in_moves) = (0, false);
    }

    /// A game ends before a line with a tag that stands after moves.
    fn extent(&mut self, bytes: &[u8], _: bool) -> Option<usize> {
        while let Some(length) = memchr::memchr2(b'\n', b'\r', bytes.get(self.at..)?) {
            let line = bytes[self.at..self.at + length].trim_ascii();
            if line.starts_with(b"[") {
                if self.in_moves {
                    return Some(self.at);
                }
            } else {
                self.in_moves |= !line.is_empty();
            }
            self.at += length + 1;
        }
        // The last line may lack its end, and may be cut off.
        None
    }

    fn read(&mut self, text: &str, made: &mut Made) {
        self.tags.clear();
        self.stones.clear();
        let behind = self.read_tags(text);
        let Some(kind) = self.kind(text, made) else { return };
        let Moves { chosen, result, behind } = self.read_moves(text, behind);
        let offer = if kind == Kind::Renju { self.take_offer(text, made) } else { None };
        // The seat that the file names as Black plays White.
        let is_swapped = match chosen {
            Some(is_black) => is_black,
            None => {
                // A word that is no point says nothing of the seats.
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
        made.kept_mut().parts.context.spelling = Spelling::Named(System::SQUARES);
        for stone in &self.stones {
            made.token(&text[stone.at.clone()], stone.at.clone());
        }
        if let Some(behind) = behind {
            made.fault(&BAD_SYNTAX, Text::new("text after the result"), behind);
        }
    }
}

/// What the moves say besides the stones.
#[derive(Debug, Default)]
struct Moves {
    /// Whether the second seat chose Black, if it chose.
    chosen: Option<bool>,
    /// Where the result stands, and the first word behind it.
    result: Option<Range<usize>>,
    behind: Option<Range<usize>>,
}

/// The games of PlayOK that are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Gomoku,
    Renju,
}

/// Whether a word is a letter and a number.
fn is_point(word: &str) -> bool {
    let mut letters = word.bytes();
    letters.next().is_some_and(|letter| letter.is_ascii_alphabetic())
        && word.len() > 1
        && letters.all(|digit| digit.is_ascii_digit())
}

impl PlayOk {
    /// Reads the lines `[Name "value"]`: name, value and the whole; returns where the moves begin.
    fn read_tags(&mut self, text: &str) -> usize {
        let mut at = 0;
        self.no_tags.clear();
        for line in text.split_inclusive(['\n', '\r']) {
            let tag = line.trim();
            if !tag.starts_with('[') {
                if tag.is_empty() {
                    at += line.len();
                    continue;
                }
                break;
            }
            let start = at + (line.len() - line.trim_start().len());
            let whole = start..start + tag.len();
            match parts(tag) {
                Some((space, open, close)) => {
                    self.tags.push((start + 1..start + space, start + open + 1..start + close, whole));
                }
                None => self.no_tags.push(whole),
            }
            at += line.len();
        }
        at
    }

    fn get<'t>(&self, text: &'t str, name: &str) -> Option<(&'t str, Range<usize>)> {
        let (_, value, whole) = self.tags.iter().find(|(known, ..)| &text[known.clone()] == name)?;
        Some((&text[value.clone()], whole.clone()))
    }

    /// The game; its tags are added. `None` if it is none that is known.
    fn kind(&self, text: &str, made: &mut Made) -> Option<Kind> {
        let found = self.get(text, "GameType");
        let (value, place) = found.clone().unwrap_or(("", 0..0));
        let (kind, size) = value.split_once(',').unwrap_or((value, ""));
        let kind = match (kind.trim(), self.game.as_deref()) {
            ("61", _) => Kind::Renju,
            ("60", _) | (_, Some(_)) => Kind::Gomoku,
            ("", None) if strange::is_chess_or_draughts(text) => {
                let text = Text::new(
                    "this is a game of PlayOK in moves of chess or draughts, which this program does not know",
                );
                made.refuse(&UNKNOWN_GAME, text, 0..1);
                return None;
            }
            ("", None) => {
                let text = || {
                    Text::new("the file does not say which game it is: read as Gomoku")
                        .help("name the game with --game, and the variant with --variant")
                };
                made.guessed("game", "gomoku", text, 0..0);
                Kind::Gomoku
            }
            (other, None) => {
                let text = Text::new(format!(
                    "this is a game of PlayOK of the kind {}, which this program does not know",
                    quoted(other)
                ))
                .help("Gomoku is of the kind 60, Renju of the kind 61");
                made.refuse(&UNKNOWN_GAME, text, place);
                return None;
            }
        };
        made.tag("Game", "gomoku", place.clone());
        if kind == Kind::Renju {
            made.tag("Variant", "renju", place.clone());
        }
        match size.trim().parse::<u8>() {
            Ok(size) => made.tag("Board", &format!("{size}x{size}"), place),
            Err(_) => {
                made.tag("Board", "15x15", place.clone());
                if found.is_some() {
                    let text = || {
                        Text::new("the file does not say how large the board is: read as 15x15")
                            .help("name the board with --board")
                    };
                    made.guessed("board", "15x15", text, place);
                }
            }
        }
        Some(kind)
    }

    /// Reads the moves that begin at `at`: the stones in their order.
    fn read_moves(&mut self, text: &str, at: usize) -> Moves {
        let (mut seat, mut moves) = (0, Moves::default());
        let from = text.as_ptr() as usize;
        // DOS ends a text with this byte.
        for word in text[at..].trim_end_matches('\x1a').split_ascii_whitespace() {
            let start = word.as_ptr() as usize - from;
            if moves.result.is_some() {
                moves.behind = Some(start..start + word.len());
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

    /// In Renju the fifth and sixth stones are offers for the fifth ply, and the seventh repeats the chosen one. Takes the
    /// offers out, and returns the one that was not chosen.
    fn take_offer(&mut self, text: &str, made: &mut Made) -> Option<Range<usize>> {
        let point = |index: usize| self.stones.get(index).map(|stone| &text[stone.at.clone()]);
        if self.stones.len() == 6 {
            // The game ended before one of them was chosen: neither was played.
            for offer in self.stones.drain(4..) {
                made.dropped("offers for the fifth ply", offer.at);
            }
            return None;
        }
        let chosen = point(6)?;
        let other = match (point(4) == Some(chosen), point(5) == Some(chosen)) {
            (true, false) => 5,
            (false, true) => 4,
            _ => return None,
        };
        let other = self.stones[other].at.clone();
        self.stones.drain(4..6);
        Some(other)
    }

    /// Adds the tags; those of seats become tags of sides.
    fn tell_tags(&self, text: &str, is_swapped: bool, result: Option<Range<usize>>, made: &mut Made) {
        for line in &self.no_tags {
            let text =
                Text::new("this line begins as a tag does, and is none").help("a tag is written `[Black \"ada\"]`");
            made.fault(&BAD_SYNTAX, text, line.clone());
        }
        let mut before = NamesBefore::new(self.tags.len());
        for (index, (name, value, whole)) in self.tags.iter().enumerate() {
            let (name, value) = (&text[name.clone()], &text[value.clone()]);
            if before.have(name, self.tags[..index].iter().map(|(known, ..)| &text[known.clone()])) {
                let text =
                    Text::new(format!("the tag {name} is given twice")).help("the first one counts; delete the second");
                made.note(&DUPLICATE_TAG, Severity::Error, text, whole.clone());
                continue;
            }
            if matches!(value.trim(), "" | "?" | "-") {
                continue;
            }
            match name {
                // Then the moves tell it.
                "Result" if value.trim() == "*" && result.is_some() => {}
                "Result" => made.tag_of_file(name, side_of_result(value, is_swapped), whole.clone()),
                _ => match (name.strip_prefix("Black"), name.strip_prefix("White")) {
                    (Some(rest), _) if is_swapped => made.tag_of_file(&format!("White{rest}"), value, whole.clone()),
                    (_, Some(rest)) if is_swapped => made.tag_of_file(&format!("Black{rest}"), value, whole.clone()),
                    _ => made.tag_of_file(name, value, whole.clone()),
                },
            }
        }
        let Some(place) = result else { return };
        let result = side_of_result(&text[place.clone()], is_swapped);
        if let Some(claim) = made.get("Result").filter(|claim| result != "*" && *claim != result) {
            let text = Text::new(format!("the moves end with {result}, but the tag Result claims {claim}"));
            made.note(&RESULT_MISMATCH, Severity::Error, text, place.clone());
        }
        made.tag("Result", result, place);
    }
}

/// Where the name of a tag `[Name "value"]` ends, and where its value begins and ends: at quotation marks.
fn parts(tag: &str) -> Option<(usize, usize, usize)> {
    let space = tag.find(' ')?;
    let open = tag.find('"').filter(|open| *open > space)?;
    let close = tag.rfind('"').filter(|close| *close > open)?;
    (tag[close + 1..].trim() == "]").then_some((space, open, close))
}

/// Who won: a result is that of the seats, the first one first.
fn side_of_result(result: &str, is_swapped: bool) -> &str {
    match (result.trim(), is_swapped) {
        ("1-0", false) | ("0-1", true) => "Black",
        ("0-1", false) | ("1-0", true) => "White",
        ("1/2-1/2", _) => "draw",
        (other, _) => other,
    }
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

    /// The plies of a game, and the codes of what is told of it, without guesses.
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
        for tag in ["[Black \"ada]", "[White bo]", "[Black \"ada\"", "[\"a b\"]", "["] {
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
    }

    #[test]
    fn it_is_known_by_its_tags() {
        let knows = |text: &str| Says.recognises(text.as_bytes());
        assert!(knows("[Site \"www.playok.com\"]\n") && knows("[Site \"playok\"]\n") && !knows("[Site \"?\"]\n"));
        assert!(knows("[Event \"?\"]\n[Site \"www.kurnik.pl\"]") && knows("\u{feff}[GameType \"20,8\"]"));
        assert!(!knows("[Game \"gomoku\"]\n[Site \"PlayOK\"]") && !knows("1. h8 [GameType \"60\"]"));
        assert!(knows("[GameType \"61\"]") && !knows("[GameType \"20\"]") && !knows("[GameType \"20,W,10,10\"]"));
        assert!(!knows("[Event \"?\"]\n[Site \"London\"]\n\n1. e4 e5"));
    }
}
