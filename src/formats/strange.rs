//! Inputs that are certainly no records of this program: files of games that it does not know, pictures, web pages, JSON
//! that is none of its formats.
//!
//! Read as transcripts they would have a fault at every word. Here such an input is one record with one diagnostic, which
//! says what it is. Whatever is not certain is left to the transcript: bare plies, lists, comments that look like JSON.

use std::io::{self, Read};

use super::by_line::{ends_line, has_line};
use super::foreign::{Encoding, Foreign};
use super::json::{Json, has_key};
use super::{FileFormat, Format, Given, Records};
use crate::codes::{UNKNOWN_FORMAT, UNKNOWN_GAME};
use crate::diagnostic::{Code, Text};

/// How many bytes at the start of an input are looked at.
const HEAD: u64 = 4096;

/// The description of what is no format of this program.
#[derive(Debug)]
struct Says(&'static Code);

static GAME: Says = Says(&UNKNOWN_GAME);
static FORMAT: Says = Says(&UNKNOWN_FORMAT);

impl Format {
    /// A file of a game that this program does not know. It is in no list of formats.
    pub const STRANGE_GAME: Format = Format::new(&GAME);

    /// A file that holds no records of any game, as far as this program knows. It is in no list of formats.
    pub const STRANGE_FORMAT: Format = Format::new(&FORMAT);

    /// One of these two, if an input that begins with `head` is certainly no record of this program.
    pub fn strange(head: &[u8]) -> Option<Format> {
        let (code, _) = told(head)?;
        Some(if code == &UNKNOWN_GAME { Format::STRANGE_GAME } else { Format::STRANGE_FORMAT })
    }
}

impl Format {
    /// The transcript, if an input that no format recognises begins with tags and names a game.
    pub fn of_tags(head: &[u8]) -> Option<Format> {
        let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
        (text.first() == Some(&b'[') && has_tag(text, "game")).then(Format::default)
    }

    /// The second of these two, if an input that no format recognises is called like text about others, for instance
    /// `README.txt`, and few of its words may be plies, or like the source of a program.
    pub fn strange_by_name(head: &[u8], name: &str) -> Option<Format> {
        let is_text = |words: WordCount| words.all > 0 && words.of_game * 4 <= words.all;
        // Arrays and texts of JSON are in no format of their own.
        let is_json = || {
            head.len() < HEAD as usize
                && name.to_ascii_lowercase().ends_with(".json")
                && serde_json::from_slice::<serde::de::IgnoredAny>(head).is_ok()
        };
        let is_prose = || is_named_as_prose(name) && WordCount::of(head).is_some_and(is_text);
        let is_source = || is_named_as_source(name) && !head.is_empty() && !begins_movetext(head);
        (is_json() || is_prose() || is_source()).then_some(Format::STRANGE_FORMAT)
    }
}

impl FileFormat for Says {
    fn name(&self) -> &'static str {
        self.0.name
    }

    fn about(&self) -> &'static str {
        "no format of this program"
    }

    fn grammar(&self) -> &'static str {
        ""
    }

    fn is_utf8(&self) -> bool {
        false
    }

    fn open<'r>(&self, reader: Box<dyn Read + 'r>, _: usize, _: &Given) -> io::Result<Box<dyn Records + 'r>> {
        let mut head = Vec::new();
        reader.take(HEAD).read_to_end(&mut head)?;
        let (code, text) = told(&head).unwrap_or_else(|| (self.0, Text::new("this file holds no records of games")));
        Ok(Box::new(Foreign::told(code, text, head.len())))
    }
}

/// What an input that begins with `head` is, if it is certain.
fn told(head: &[u8]) -> Option<(&'static Code, Text)> {
    if Encoding::of(head).is_some() {
        return None;
    }
    if let Some(what) = another_game(head) {
        let text = Text::new(format!("this is {what}, which this program does not know"));
        return Some((&UNKNOWN_GAME, text.help("`scoresheet games` lists the games")));
    }
    let (what, help) = another_format(head).or_else(|| is_prose(head).then_some(("prose", NAME)))?;
    let text = Text::new(format!("this is {what}, not records of games that this program reads"));
    Some((&UNKNOWN_FORMAT, text.help(help)))
}

/// A file of another game.
fn another_game(head: &[u8]) -> Option<&'static str> {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
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
    if has_tag(text, "fen") || has_tag(text, "eco") || words().filter(|word| is_chess(word)).nth(1).is_some() {
        return Some("chess in PGN");
    }
    let least = if has_tag(text, "gametype") { 0 } else { 2 };
    if words().filter(|word| is_draughts(word)).nth(least).is_some() {
        return Some("draughts in PDN");
    }
    let is_empty = words().all(|word| matches!(word, b"1-0" | b"0-1" | b"1/2-1/2" | b"*"));
    if has_tag(text, "plycount") && has_tag(text, "termination") && is_empty {
        return Some("a list of results without moves, as c-gomoku-cli writes");
    }
    None
}

/// `{"status": 1, "data": {"logs": …`
fn has_keys_of_logs(text: &[u8]) -> bool {
    text.first() == Some(&b'{') && has_key(text, "logs") && has_key(text, "table_id")
}

/// Whether a line begins with a tag of that name, which is given in small letters.
fn has_tag(text: &[u8], name: &str) -> bool {
    text.split(|byte| ends_line(*byte)).any(|line| {
        let rest = line.trim_ascii_start().strip_prefix(b"[").unwrap_or_default().trim_ascii_start();
        rest.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
            && rest[name.len()..].trim_ascii_start().first() == Some(&b'"')
    })
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
pub(super) fn is_chess_or_draughts(text: &str) -> bool {
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
    let is_game = |game: &[&[u8]]| matches!(game, [b"d4", b"d5"] | [b"d4", b"d5", b"1-0" | b"0-1" | b"1/2-1/2" | b"*"]);
    words.len() >= 6 && words.chunks_exact(3).all(is_game)
}

/// What to do with a picture of a scoresheet.
const TYPE: &str = "type the moves into a text file; `scoresheet new GAME` writes an empty record to fill in";

/// What to do with a document.
const COPY: &str = "copy the moves out of it into a plain text file (.txt), or save a table as .csv";

/// What to do with the file of a word processor, which can save it otherwise.
const SAVE: &str = "save it as plain text (.txt), or a table as .csv";

/// What to do with what holds files.
const UNPACK: &str = "unpack it first, and name the folder";

/// What to do with what is not known better.
const NAME: &str = "`--from` names the format if it is one after all";

/// A file that is text or not, and holds no game as far as we know: what it is, and what to do.
fn another_format(head: &[u8]) -> Option<(&'static str, &'static str)> {
    let signs: [(&[u8], &str, &str); 13] = [
        (b"\x89PNG\r\n", "a PNG picture", TYPE),
        (b"\xff\xd8\xff", "a JPEG picture", TYPE),
        (b"GIF8", "a GIF picture", TYPE),
        (b"II*\0", "a TIFF picture", TYPE),
        (b"MM\0*", "a TIFF picture", TYPE),
        (b"%PDF-", "a PDF document", COPY),
        (b"%!PS-", "a PostScript document", COPY),
        (b"{\\rtf", "a document of a word processor (RTF)", SAVE),
        (b"\xffWPC", "a WordPerfect document", SAVE),
        (b"\x7fELF", "a program", NAME),
        (b"SQLite format 3", "an SQLite database", "write its table of games to a .csv file"),
        (b"\x04\x22\x4d\x18", "a file compressed with LZ4", UNPACK),
        (b"Rar!\x1a\x07", "a RAR archive", UNPACK),
    ];
    if let Some((_, what, help)) = signs.iter().find(|(sign, ..)| head.starts_with(sign)) {
        return Some((what, help));
    }
    if let Some(what) = picture(head) {
        return Some((what, TYPE));
    }
    let is_control = |byte: &&u8| **byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0x1a | 0x1b);
    // Where half of the bytes are beyond ASCII, a few control characters tell that they are no letters of a text.
    let controls = head.iter().filter(is_control).count();
    let others = head.iter().filter(|byte| !byte.is_ascii()).count();
    let is_noise = controls * 8 > head.len() || controls * 32 > head.len() && (controls + others) * 2 > head.len();
    if head.len() >= 16 && is_noise {
        return Some(binary(head));
    }
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    let begins = |sign: &str| text.get(..sign.len()).is_some_and(|found| found.eq_ignore_ascii_case(sign.as_bytes()));
    if begins("<!doctype html") || begins("<html") {
        return Some(("a web page", COPY));
    }
    if begins("<?xml") && is_of_word_processor(text) {
        return Some(("a document of a word processor (XML)", SAVE));
    }
    if begins("<?xml") || begins("<!doctype") || begins("<svg") {
        return Some(("an XML file", NAME));
    }
    let lines = "JSON Lines are read, one object a line with its plies under the key `moves`: --from jsonl";
    is_json(text).then_some(("JSON", lines))
}

/// A picture whose kind does not stand at its very start: what phones and Windows make.
fn picture(head: &[u8]) -> Option<&'static str> {
    match head {
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some("a WebP picture"),
        // The length of the file, then nothing.
        [b'B', b'M', _, _, _, _, 0, 0, 0, 0, ..] => Some("a BMP picture"),
        [0, 0, 0, _, b'f', b't', b'y', b'p', b'h', b'e', b'i' | b'v', b'c' | b'x', ..] => Some("an HEIC picture"),
        [0, 0, 0, _, b'f', b't', b'y', b'p', b'm', b'i', b'f', b'1', ..] => Some("an HEIC picture"),
        _ => None,
    }
}

/// Whether XML is a document of LibreOffice in one file, or one of Word 2003.
fn is_of_word_processor(text: &[u8]) -> bool {
    let holds = |name: &[u8]| memchr::memmem::find(text, name).is_some();
    holds(b"<office:document ") || holds(b"progid=\"Word.Document\"")
}

/// What a file is that is no text.
fn binary(head: &[u8]) -> (&'static str, &'static str) {
    let holds = |name: &[u8]| memchr::memmem::find(head, name).is_some();
    match head {
        [b'P', b'K', 3, 4, ..] if holds(b"word/") => ("a Word document", COPY),
        [b'P', b'K', 3, 4, ..] if holds(b"ppt/") => ("a PowerPoint presentation", COPY),
        [b'P', b'K', 3, 4, ..] if holds(b"opendocument.text") => ("a document of LibreOffice", COPY),
        [0xd0, 0xcf, 0x11, 0xe0, ..] => {
            ("a file of an old Word or Excel", "save it as plain text (.txt), or a table as .xlsx or .csv")
        }
        [b'7', b'z', 0xbc, 0xaf, ..] => ("a 7-Zip archive", UNPACK),
        _ => ("a binary file", NAME),
    }
}

/// Whether a text is sentences for people, as a README or a licence is: most of its words are words of a language, and
/// hardly any may be a ply.
fn is_prose(head: &[u8]) -> bool {
    /// The fewest words that tell.
    const LEAST: usize = 12;
    let told = |WordCount { all, of_language, of_game }| all >= LEAST && of_language * 2 >= all && of_game * 20 <= all;
    WordCount::of(head).is_some_and(told)
}

/// Whether the name of a file says that it is text about others, as `README.txt` and `notes.md` do.
fn is_named_as_prose(name: &str) -> bool {
    const STEMS: [&str; 9] =
        ["readme", "license", "licence", "copying", "notice", "authors", "contributors", "changelog", "contributing"];
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name).to_ascii_lowercase();
    let (stem, ending) = name.split_once('.').unwrap_or((&name, ""));
    let stem = stem.split(['-', '_']).next().unwrap_or(stem);
    STEMS.contains(&stem) || ["md", "rst", "adoc"].contains(&ending)
}

/// Whether the name of a file says that it is the source of a program.
fn is_named_as_source(name: &str) -> bool {
    const ENDINGS: [&str; 18] = [
        "c", "cc", "cpp", "cs", "css", "go", "h", "hpp", "java", "js", "kt", "lua", "php", "py", "rb", "rs", "sh", "ts",
    ];
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    ENDINGS.iter().any(|known| known.eq_ignore_ascii_case(ending))
}

/// Whether a text begins as a transcript does, remarks apart: with a tag, a comment or a first turn.
fn begins_movetext(head: &[u8]) -> bool {
    let lines = head.split(|byte| ends_line(*byte)).map(<[u8]>::trim_ascii);
    let first = lines.into_iter().find(|line| !line.is_empty() && !line.starts_with(b"#"));
    first.is_some_and(|line| line.starts_with(b"[") || line.starts_with(b"{") || line.starts_with(b"1."))
}

/// What kinds of words a text has.
struct WordCount {
    all: usize,
    of_language: usize,
    of_game: usize,
}

impl WordCount {
    /// Counts the words of a text; `None` if it has tags or comments of a transcript.
    fn of(head: &[u8]) -> Option<WordCount> {
        let text = match std::str::from_utf8(head) {
            Ok(text) => text,
            // The last letter may be cut off.
            Err(error) if error.error_len().is_none() => {
                std::str::from_utf8(&head[..error.valid_up_to()]).unwrap_or_default()
            }
            Err(_) => return None,
        };
        let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        let begins_tag = |line: &str| {
            let rest = line.trim_start().strip_prefix('[').and_then(|rest| rest.split_once('"'));
            rest.is_some_and(|(name, _)| is_name(name.trim_end()))
        };
        if text.contains(['{', '}']) || text.lines().any(begins_tag) {
            return None;
        }
        let mut words = WordCount { all: 0, of_language: 0, of_game: 0 };
        // Lines of a list or a transcript may be remarks.
        let lines = text.lines().filter(|line| !line.trim_start().starts_with(['#', ';', '%']));
        for word in lines.flat_map(str::split_whitespace) {
            let bare = word.trim_matches(|sign: char| !sign.is_alphanumeric());
            if bare.is_empty() {
                continue;
            }
            words.all += 1;
            let is_letters = bare.chars().all(|letter| letter.is_alphabetic() || "'’-".contains(letter));
            words.of_language += usize::from(is_letters && bare.chars().count() > 2 && !is_word_of_game(bare));
            words.of_game += usize::from(may_be_ply(bare) || is_word_of_game(bare));
        }
        Some(words)
    }
}

/// Whether a word stands in movetext: `swap`, `draw`.
fn is_word_of_game(word: &str) -> bool {
    let words = ["swap", "pass", "draw", "black", "white", "red", "green", "yellow", "blue"];
    words.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Whether a word may be plies in some notation system: one letter, letters and digits together, `h8`, `a1-b2`, `10a`, or more
/// digits than a year has.
fn may_be_ply(word: &str) -> bool {
    const LONGEST: usize = 24;
    if word.len() > 4 && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return true;
    }
    let holds = |is: fn(&char) -> bool| word.chars().any(|letter| is(&letter));
    let is_one = word.len() == 1 && word != "a" && word != "I" && holds(char::is_ascii_alphabetic);
    word.len() <= LONGEST && (is_one || holds(char::is_ascii_alphabetic) && holds(char::is_ascii_digit))
}

/// Whether a text is JSON from its start on, as far as it goes: an object with a first key, or an array of such.
fn is_json(text: &[u8]) -> bool {
    let text = match std::str::from_utf8(text) {
        Ok(text) => text,
        Err(error) => std::str::from_utf8(&text[..error.valid_up_to()]).unwrap_or_default(),
    };
    let mut json = Json::new(text, 0);
    if json.peek() == b'[' {
        json = Json::new(text, json.at() + 1);
    }
    let mut has_value = false;
    let _ = json.object(|json, _| {
        has_value |= matches!(json.peek(), b'"' | b'[' | b'{' | b'0'..=b'9' | b'-' | b't' | b'f' | b'n');
        json.skip().map(drop)
    });
    has_value
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &[u8]) -> Option<&'static str> {
        told(text).map(|(code, _)| code.name)
    }

    #[test]
    fn other_games_and_formats_are_named() {
        for text in [
            "[Event \"x\"]\n[White \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n",
            "[Event \"x\"]\n[FEN \"8/8\"]\n\n1. e4\n",
            "[Event \"x\"]\n\n1. 32-28 19-23 2. 28x19 14x23 2-0\n",
            "[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. d4 d5 1-0\n\n[White \"a\"]\n\n1. d4 d5 0-1\n",
            "[JoclyGame \"fourinarow\"]\n\n1. A B\n",
            "[Event \"x\"]\n[PlyCount \"40\"]\n[Termination \"time\"]\n[Result \"1-0\"]\n\n1-0\n",
            "VariantName=Chess\nRulesFileName=chess.zrf\n",
        ] {
            assert_eq!(name(text.as_bytes()), Some("unknown-game"), "{text}");
        }
        let bytes: Vec<u8> = (0..64).map(|number| number % 20).collect();
        let noise: Vec<u8> = (0..512_u32).map(|number| (number.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let texts: [&[u8]; 18] = [
            b"\x89PNG\r\n\x1a\n",
            b"II*\0\x08\0",
            b"MM\0*\0\0",
            b"BM\x36\x10\0\0\0\0\0\0\x36",
            b"RIFF\x24\x10\0\0WEBPVP8 ",
            b"\0\0\0\x18ftypheic\0\0\0\0mif1",
            b"\0\0\0\x18ftypmif1\0\0\0\0heic",
            b"%!PS-Adobe-3.0\n",
            b"{\\rtf1\\ansi\\deff0 1. c, e; 2. c, c\\par}",
            b"\xffWPC\x10\0\0\0",
            b"<?xml version=\"1.0\"?><office:document xmlns:office=\"x\">",
            b"<?xml version=\"1.0\"?><?mso-application progid=\"Word.Document\"?>",
            &bytes,
            &noise,
            b" <?xml version=\"1.0\"?><a/>",
            b"<!DOCTYPE html>\n",
            b"{\"a\": [1, 2]}",
            b"[\n {\"a\": 1}]",
        ];
        for text in texts {
            assert_eq!(name(text), Some("unknown-format"), "{text:?}");
        }
    }

    #[test]
    fn a_name_tells_short_prose() {
        let is_strange = |name: &str, text: &str| Format::strange_by_name(text.as_bytes(), name).is_some();
        for name in ["README", "a/README.txt", "a\\LICENSE-MIT", "readme_first.1st", "notes.md"] {
            assert!(is_strange(name, "Games of the club.\n"), "{name}");
            assert!(!is_strange(name, "1. h8, i9; 2. h9, h10\n") && !is_strange(name, ""), "{name}");
            assert!(!is_strange(name, "[White \"Ada\"]\n\n1. h8\n"), "{name}");
        }
        assert!(!is_strange("games.txt", "Games of the club.\n") && !is_strange("", "Games of the club.\n"));
    }

    #[test]
    fn a_name_tells_the_source_of_a_program() {
        let is_strange = |name: &str, text: &str| Format::strange_by_name(text.as_bytes(), name).is_some();
        for text in ["#include <stdio.h>\n\nint main(void) {\n    return 0;\n}\n", "import os\n", "# 1\nx = [1]\n"] {
            assert!(is_strange("a/main.c", text) && is_strange("a/main.PY", text) && !is_strange("a/main.txt", text));
        }
        for text in ["", "1. h8, i9\n", "# ours\n[White \"Ada\"]\n\n1. h8\n", "{ours}\nh8, i9\n"] {
            assert!(!is_strange("main.c", text), "{text}");
        }
    }

    #[test]
    fn prose_is_no_record() {
        for text in [
            "Archive of games\n================\n\nThese games were collected in 2019 by the club.\n\n1. Download it.\n2. Unpack it!\n",
            "MIT License\n\nPermission is hereby granted, free of charge, to any person obtaining a copy of this software\n",
            "# Partite\n\nLe partite di questo archivio sono state giocate dai soci del circolo, in diversi anni.\n",
        ] {
            assert_eq!(name(text.as_bytes()), Some("unknown-format"), "{text}");
        }
        for text in [
            "These are the moves of our game, as far as I remember them, you began: 1. h8 i9 2. h9 h10",
            "[Event \"the first round of our club, played on a rainy evening in the old town hall by candle light\"]",
            "{ the first round of our club, played on a rainy evening in the old town hall by candle light } c",
            "1. swap, pass; 2. White, Black; 3. draw, draw; 4. swap, pass; 5. swap, pass; 6. swap, pass",
            "c e c c d d b a e f g c e c c d d",
            "only a few words",
            "# These are the openings of the first league, as they were drawn by lot in the club\n33543\n4423\n",
            "These are the openings of the first league, as they were drawn by lot in the club\n33543\n44235\n",
        ] {
            assert_eq!(name(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn what_may_be_a_record_is_left_to_the_transcript() {
        for text in [
            "",
            "1. c, e; 2. c, c",
            "{\"Quoted\" words of a comment} 1. c, e",
            "{ comment } c",
            "[Game \"gomoku\"]\n\n1. Nf3 Nc6 Bb5",
            "[White \"Ada\"]\n\n1. e4, e5; 2. d4, d5",
            "[White \"Ada\"]\n\n1. a1-b2, p16-o15; 1-0",
            "[[1, 2]]",
            "[1, 2]",
            "33543\n",
            "<b>",
            "BM is no picture",
            "RIFF of ten plies",
            "{rtf} 1. c, e",
            "{\\ } 1. c, e",
        ] {
            assert_eq!(name(text.as_bytes()), None, "{text}");
        }
    }
}
