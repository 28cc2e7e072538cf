//! Files that hold no game as far as we know, by the bytes that they begin with: pictures, documents, archives, JSON.

use crate::formats::by_line::ends_line;
use crate::formats::json::{Json, has_key};
use crate::formats::jsonl::lack_moves;
use crate::source::without_mark;

/// What to do with a picture of a scoresheet.
const TYPE: &str = "type the moves into a text file; `scoresheet new GAME` writes an empty record to fill in";

/// What to do with a document.
const COPY: &str = "copy the moves out of it into a plain text file (.txt), or save a table as .csv";

/// What to do with the file of a word processor, which can save it otherwise.
const SAVE: &str = "save it as plain text (.txt), or a table as .csv";

/// What to do with what holds files.
const UNPACK: &str = "unpack it first, and name the folder";

/// The advice for a file that nothing better is known about.
pub(super) const NAME: &str = "`--from` names the format if it is one after all";

/// The kind of a file, text or not, that holds no game as far as we know, and advice.
pub(super) fn another_format(head: &[u8]) -> Option<(&'static str, &'static str)> {
    let signs: [(&[u8], &str, &str); 14] = [
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
        (b"MZ\x90\0", "a program", NAME),
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
    if head.starts_with(POSITIONS.as_bytes()) {
        return text_of_programs(head).map(|what| (what, NAME));
    }
    let is_control = |byte: &&u8| **byte < b' ' && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0b | 0x0c | 0x1a | 0x1b);
    // If half of the bytes are beyond ASCII, a few control characters show that they are no letters.
    let controls = head.iter().filter(is_control).count();
    let others = head.iter().filter(|byte| !byte.is_ascii()).count();
    let is_noise = controls * 8 > head.len() || controls * 32 > head.len() && (controls + others) * 2 > head.len();
    // A damaged byte or two make no binary file of a short text.
    if is_noise && (head.len() >= 16 || controls > 2 && controls * 4 > head.len()) {
        return Some(binary(head));
    }
    let text = after_comments(without_mark(head));
    let begins = |sign: &str| text.get(..sign.len()).is_some_and(|found| found.eq_ignore_ascii_case(sign.as_bytes()));
    if ["<!doctype html", "<html", "<head", "<body", "<table", "<div", "<meta", "<title"].into_iter().any(begins) {
        let has_sgf = memchr::memmem::find(text, b"(;").is_some();
        return Some(("a web page", if has_sgf { "if SGF stands in it, --from sgf reads that" } else { COPY }));
    }
    if begins("<?xml") && is_of_word_processor(text) {
        return Some(("a document of a word processor (XML)", SAVE));
    }
    if begins("<?xml") || begins("<!doctype") || begins("<svg") {
        return Some(("an XML file", NAME));
    }
    if let Some(what) = text_of_programs(text) {
        return Some((what, NAME));
    }
    if let Some(what) = list_in_brackets(text) {
        return Some((what, "one game a line is read as `7,7 8,8 6,7`: --from lines --game gomoku --notation xy"));
    }
    if lack_moves(text, false) {
        return Some(("JSON Lines without the key `moves`", "--moves-column names the key that holds the plies"));
    }
    let lines = if has_key(text, "moves") {
        "JSON Lines are read, one object a line, with texts under the key `moves`, [\"h8\",\"i9\"], not numbers or objects"
    } else {
        "JSON Lines are read, one object a line with its plies under the key `moves`: --from jsonl"
    };
    let objects = "write each object of the array on a line of its own, as `jq -c '.[]'` does: this program reads JSON Lines and \
                   episodes of Kaggle in that form";
    let is_array = text.trim_ascii_start().starts_with(b"[");
    is_json(text).then_some(if is_array { ("a JSON array", objects) } else { ("JSON", lines) })
}

/// Several lines of numbers in brackets, as programs print lists and boards, `[(7, 7), (7, 8)]`. A transcript would take
/// each for a broken tag.
fn list_in_brackets(text: &[u8]) -> Option<&'static str> {
    const LINES: usize = 16;
    let is_sign = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_whitespace() || b"[](),.-'\"".contains(byte);
    let mut lines = text.split(|byte| ends_line(*byte)).map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let begin: Vec<&[u8]> = lines.by_ref().take(LINES).collect();
    let lists = begin.iter().filter(|line| line.starts_with(b"[")).count();
    let has_numbers = begin.iter().any(|line| line.contains(&b',') && line.iter().any(u8::is_ascii_digit));
    let is_list = lists > 1 && has_numbers && begin.iter().all(|line| line.iter().all(is_sign));
    is_list.then_some("a list of numbers in brackets")
}

/// How a baseline of an audit begins.
pub const BASELINE: &str = "scoresheet baseline";

/// How a table of positions begins.
pub const POSITIONS: &str = "scoresheet tree\n";

/// What this program writes beside records, or other programs write or read, and that holds no game: its first line
/// tells.
pub(super) fn text_of_programs(text: &[u8]) -> Option<&'static str> {
    let first = text.split(|byte| ends_line(*byte)).next().unwrap_or_default();
    let version = first.strip_prefix(BASELINE.as_bytes()).and_then(|version| version.strip_prefix(b" "));
    if version.is_some_and(|version| !version.is_empty() && version.iter().all(u8::is_ascii_digit)) {
        return Some("a baseline of an audit");
    }
    if text.starts_with(POSITIONS.as_bytes()) {
        return Some("a table of positions, which --index reads");
    }
    let mut lines = text.split(|byte| ends_line(*byte)).map(<[u8]>::trim_ascii).filter(|line| !line.is_empty());
    let first = lines.next()?;
    if is_position_of_uci(first) {
        return Some("the UCI data set of Connect Four: positions and who wins them, no games");
    }
    if is_of_gomocup(first, lines.next().unwrap_or_default()) {
        return Some("a dialogue in the Gomocup protocol");
    }
    // `{[C5][Black][White][result][date and place][event];B(J,10);W(K,9)}`
    let record = text.strip_prefix(b"{").unwrap_or_default().trim_ascii_start();
    let code = record.strip_prefix(b"[").or(record.strip_prefix(b"{")).unwrap_or(record);
    let has_move = || {
        let line = &record[..memchr::memchr2(b'\n', b'\r', record).unwrap_or(record.len())];
        let Some(at) = memchr::memmem::find(line, b";B(") else { return false };
        let (before, after) = (&line[..at], &line[at + 3..]);
        // A comment would have ended before it.
        let depth = before.iter().try_fold(0_usize, |depth, byte| match byte {
            b'{' => Some(depth + 1),
            b'}' => depth.checked_sub(1),
            _ => Some(depth),
        });
        depth.is_some() && matches!(after, [b'A'..=b'Z', b',', b'1'..=b'9', ..])
    };
    let is_of_championship = matches!(code, [b'A'..=b'Z', b'0'..=b'9', b']' | b'}' | b';', ..]) && has_move();
    is_of_championship.then_some("a record of the Chinese computer games championship (CCGC)")
}

/// Whether a line has 42 squares that are empty (`b`), `x` or `o`, and then `win`, `loss` or `draw`.
fn is_position_of_uci(line: &[u8]) -> bool {
    const SQUARES: usize = 42;
    let cells: Vec<_> = line.split(|byte| *byte == b',').take(SQUARES + 2).collect();
    let [squares @ .., result] = &*cells else { return false };
    squares.len() == SQUARES
        && squares.iter().all(|square| matches!(*square, b"b" | b"x" | b"o"))
        && matches!(*result, b"win" | b"loss" | b"draw")
}

/// Whether two lines begin what a manager and a program of Gomocup say to each other: `START 15`, `TURN 7,7`.
fn is_of_gomocup(first: &[u8], second: &[u8]) -> bool {
    let numbers = |rest: &[u8], count: usize| {
        rest.split(|byte| *byte == b',').count() == count
            && rest
                .split(|byte| *byte == b',')
                .all(|number| (1..=2).contains(&number.len()) && number.iter().all(u8::is_ascii_digit))
    };
    let is_answer = [&b"OK"[..], b"INFO", b"BEGIN", b"BOARD", b"TURN", b"ABOUT", b"MESSAGE", b"YXHASHCLEAR"]
        .iter()
        .any(|word| second.starts_with(word));
    match first {
        b"BOARD" | b"YXBOARD" => numbers(second, 3),
        [b'T', b'U', b'R', b'N', b' ', rest @ ..] => numbers(rest, 2),
        [b'S', b'T', b'A', b'R', b'T', b' ', rest @ ..] => numbers(rest, 1) && is_answer,
        _ => {
            first.starts_with(b"RECTSTART ")
                || first.starts_with(b"INFO timeout_")
                || first.starts_with(b"INFO game_type")
        }
    }
}

/// What stands after comments of HTML and XML, such as that of a page which was saved.
fn after_comments(text: &[u8]) -> &[u8] {
    let mut rest = text.trim_ascii_start();
    while rest.starts_with(b"<!--")
        && let Some(end) = memchr::memmem::find(rest, b"-->")
    {
        rest = rest[end + 3..].trim_ascii_start();
    }
    rest
}

/// Pictures that are not recognised by their very first bytes, as phones and Windows make them.
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

/// Whether a text is JSON from its start on: an object with a first key, or an array of objects.
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
