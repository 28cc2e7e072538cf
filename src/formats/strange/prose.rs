//! Text about others: sentences for people, and files whose name says that they are such text or the source of a program.

use std::borrow::Cow;

use crate::formats::by_line::ends_line;
use crate::formats::encoding::detect;
use crate::record::looks::is_tag_name;

/// Whether a text is certainly no movetext. It has no tags, and most words are those of a language, a program or its
/// settings. Either hardly any word may be a ply, or a few scattered ones may and it does not begin like a transcript.
pub(super) fn is_about_others(head: &[u8]) -> bool {
    /// A text with fewer words proves nothing.
    const LEAST: usize = 12;
    /// So many plies in a row are a game, whatever stands around them.
    const GAME: usize = 4;
    let (begins, has_braces) = (begins_movetext(head), head.iter().any(|byte| matches!(byte, b'{' | b'}')));
    let told = |words: WordCount| {
        let is_scattered = words.most_of_game < GAME && !words.has_line_of_game && words.of_game * 6 <= words.all;
        words.all >= LEAST
            && (words.of_language + words.of_program) * 2 >= words.all
            && (is_scattered && !begins || words.of_game * 20 <= words.all && !(begins && has_braces))
    };
    WordCount::of(head).is_some_and(told)
}

/// Whether the name of a file says that it is text about others, as `README.txt` and `notes.md` do.
pub(super) fn is_named_as_prose(name: &str) -> bool {
    const STEMS: [&str; 9] =
        ["readme", "license", "licence", "copying", "notice", "authors", "contributors", "changelog", "contributing"];
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name).to_ascii_lowercase();
    let (stem, ending) = name.split_once('.').unwrap_or((&name, ""));
    let stem = stem.split(['-', '_']).next().unwrap_or(stem);
    STEMS.contains(&stem) || ["md", "rst", "adoc"].contains(&ending)
}

/// Whether the name of a file says that it is the source of a program, or builds one.
pub(super) fn is_named_as_source(name: &str) -> bool {
    const ENDINGS: [&str; 22] = [
        "bat", "c", "cc", "cmd", "cpp", "cs", "css", "go", "h", "hpp", "java", "js", "kt", "lua", "mk", "php", "ps1",
        "py", "rb", "rs", "sh", "ts",
    ];
    is_named(name, &ENDINGS, &["makefile", "dockerfile", "cmakelists.txt"])
}

/// Whether the name of a file says that it holds the settings or the log of a program.
pub(super) fn is_named_as_settings(name: &str) -> bool {
    const ENDINGS: [&str; 9] = ["cfg", "conf", "ini", "lock", "log", "properties", "toml", "yaml", "yml"];
    is_named(name, &ENDINGS, &["requirements.txt"])
}

/// Whether a file has one of these endings or names.
fn is_named(name: &str, endings: &[&str], names: &[&str]) -> bool {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name).to_ascii_lowercase();
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
    names.contains(&&*name) || endings.contains(&ending)
}

/// Whether a text, after its remarks, begins like a transcript: with a tag, a comment or a first turn.
pub(super) fn begins_movetext(head: &[u8]) -> bool {
    let lines = head.split(|byte| ends_line(*byte)).map(<[u8]>::trim_ascii);
    let first = lines.into_iter().find(|line| !line.is_empty() && !line.starts_with(b"#"));
    first.is_some_and(|line| line.starts_with(b"[") || line.starts_with(b"{") || line.starts_with(b"1."))
}

/// What kinds of words a text has.
#[derive(Default)]
pub(super) struct WordCount {
    pub(super) all: usize,
    of_language: usize,
    of_program: usize,
    pub(super) of_game: usize,
    /// How many words of a game stand one after the other at most, with no more than numbers between them.
    most_of_game: usize,
    /// Whether a line has words of a game and perhaps numbers, and no others, as in a list or a short game.
    has_line_of_game: bool,
}

impl WordCount {
    /// Counts the words of a text; `None` if it has a tag, or if its first word may be a ply and a comment comes after it.
    pub(super) fn of(head: &[u8]) -> Option<WordCount> {
        let text = &*text_of(head);
        let begins_tag = |line: &str| {
            let rest = line.trim_start().strip_prefix('[').and_then(|rest| rest.split_once('"'));
            rest.is_some_and(|(name, _)| is_tag_name(name.trim()))
        };
        // Lines of a list or a transcript may be remarks.
        let lines = text.lines().filter(|line| !line.trim_start().starts_with(['#', ';', '%']));
        let first = text.split_whitespace().next().map(bare);
        if text.lines().any(begins_tag) || text.contains(['{', '}']) && first.is_some_and(may_be_ply) {
            return None;
        }
        let mut words = WordCount::default();
        let mut together = 0;
        for line in lines {
            let (before, mut is_of_game) = (words.of_game, true);
            for word in line.split([' ', '\t', ',']) {
                let bare = bare(word);
                if bare.is_empty() {
                    continue;
                }
                let letters = letters_of_other_scripts(bare);
                if letters > 0 {
                    // Chinese and Japanese stand without blanks: two letters are a word.
                    let count = letters.div_ceil(2);
                    (words.all, words.of_language) = (words.all + count, words.of_language + count);
                    (together, is_of_game) = (0, false);
                    continue;
                }
                words.all += 1;
                let may_be_game = !has_sign_of_program(word) && (may_be_ply(bare) || is_word_of_game(bare));
                if may_be_game {
                    words.of_game += 1;
                    together += 1;
                    words.most_of_game = words.most_of_game.max(together);
                } else if !bare.bytes().all(|byte| byte.is_ascii_digit()) {
                    (together, is_of_game) = (0, false);
                    let is_letters = bare.chars().all(|letter| letter.is_alphabetic() || "'’-".contains(letter));
                    words.of_language += usize::from(is_letters && bare.chars().count() > 2);
                    words.of_program += usize::from(!is_letters && is_of_program(word));
                }
            }
            words.has_line_of_game |= is_of_game && words.of_game > before;
        }
        Some(words)
    }
}

/// The text of an input that begins with `head`, in whatever encoding.
fn text_of(head: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(head) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => detect(head, None, false).encoding.decode_without_bom_handling(head).0,
    }
}

/// How many letters beyond the Latin, Greek and Cyrillic ones a word has, if these are most of it.
fn letters_of_other_scripts(word: &str) -> usize {
    let is_other = |letter: &char| *letter > '\u{7ff}' && letter.is_alphabetic();
    let letters = word.chars().filter(is_other).count();
    if letters > 1 && letters * 2 >= word.chars().count() { letters } else { 0 }
}

/// A word without the signs around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|sign: char| !sign.is_alphanumeric())
}

/// Whether a word has a sign that no notation system uses.
fn has_sign_of_program(word: &str) -> bool {
    word.contains(['$', '<', '\\', '"', '_', '@', '&', '|', '~', '%', '^', '`'])
}

/// Whether a word is one of a program or of its settings: letters with signs between or around them, as `foo(1)`, `-x` and
/// `/etc/fstab` have.
fn is_of_program(word: &str) -> bool {
    let is_sign = |sign: char| sign.is_ascii_punctuation() && !".,'-".contains(sign);
    has_sign_of_program(word) || word.contains(is_sign) && word.contains(char::is_alphabetic)
}

/// Whether a word stands in movetext: `swap`, `draw`.
fn is_word_of_game(word: &str) -> bool {
    let words = ["swap", "pass", "draw", "black", "white", "red", "green", "yellow", "blue"];
    words.iter().any(|known| known.eq_ignore_ascii_case(word))
}

/// Whether a word may be plies in some notation system: one letter, letters and digits together, `h8`, `a1-b2`, `10a`, more
/// digits than a year has, or letters of the first columns run together, `dcdecb`, which few words of a language have alone.
fn may_be_ply(word: &str) -> bool {
    const LONGEST: usize = 24;
    if word.len() > 4 && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return true;
    }
    let holds = |is: fn(&char) -> bool| word.chars().any(|letter| is(&letter));
    let is_run = word.len() > 2
        && (word.bytes().all(|byte| matches!(byte, b'a'..=b'j'))
            || word.bytes().all(|byte| matches!(byte, b'A'..=b'J')));
    let is_one = word.len() == 1 && word != "a" && word != "I" && holds(char::is_ascii_alphabetic);
    is_run || word.len() <= LONGEST && (is_one || holds(char::is_ascii_alphabetic) && holds(char::is_ascii_digit))
}
