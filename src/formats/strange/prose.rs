//! Text about others: sentences for people, and files whose name says that they are such text or the source of a program.

use crate::formats::by_line::ends_line;

/// Whether a text is sentences for people, as a README or a licence is: most of its words are words of a language, and
/// hardly any may be a ply.
pub(super) fn is_prose(head: &[u8]) -> bool {
    /// The fewest words that tell.
    const LEAST: usize = 12;
    let told = |WordCount { all, of_language, of_game }| all >= LEAST && of_language * 2 >= all && of_game * 20 <= all;
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

/// Whether a text begins as a transcript does, remarks apart: with a tag, a comment or a first turn.
pub(super) fn begins_movetext(head: &[u8]) -> bool {
    let lines = head.split(|byte| ends_line(*byte)).map(<[u8]>::trim_ascii);
    let first = lines.into_iter().find(|line| !line.is_empty() && !line.starts_with(b"#"));
    first.is_some_and(|line| line.starts_with(b"[") || line.starts_with(b"{") || line.starts_with(b"1."))
}

/// What kinds of words a text has.
pub(super) struct WordCount {
    pub(super) all: usize,
    of_language: usize,
    pub(super) of_game: usize,
}

impl WordCount {
    /// Counts the words of a text; `None` if it has tags or comments of a transcript.
    pub(super) fn of(head: &[u8]) -> Option<WordCount> {
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
