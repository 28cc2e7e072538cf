//! Text from outside, made safe for terminals and line-based reports: no character of it can control anything.
//!
//! Names of files, values of tags, tokens of movetext and arguments come from outside. An escape sequence among them
//! would colour or clear the screen, a line end would begin a line of its own (and a line `::error …` is a command on
//! some code hosts), and a character that turns the direction of text would make one name look like another. All text
//! for people passes through [`visible`] on its way out; JSON and SARIF have escapes of their own.

use std::borrow::Cow;
use std::fmt::Write;

/// What replaces a byte that is not valid UTF-8 in a record's text.
pub(crate) const SUBSTITUTE: char = '\u{1a}';

/// `text` with a visible escape in place of every control character: `\n`, `\x1b`, `\u{202e}`. Letters of all scripts
/// stay as they are, and so does text that has been through here already.
///
/// ```
/// use scoresheet::visible::visible;
///
/// assert_eq!(visible("é 棋 \u{1b}[31m"), "é 棋 \\x1b[31m");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return Cow::Borrowed(text);
    }
    let mut before = ' ';
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            // Writing to memory cannot fail.
            letter if letter.is_ascii_control() => drop(write!(out, "\\x{:02x}", u32::from(letter))),
            letter if steers(letter, before) => drop(write!(out, "\\u{{{:x}}}", u32::from(letter))),
            letter => out.push(letter),
        }
        before = letter;
    }
    Cow::Owned(out)
}

/// Whether a character after `before` does something else than show itself.
fn steers(letter: char, before: char) -> bool {
    match letter {
        // Ends of lines and paragraphs, and what changes the direction of text.
        '\u{2028}'
        | '\u{2029}'
        | '\u{61c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}' => true,
        // Letters without width. Scripts and pictures need these between their letters, Latin text never does.
        '\u{200c}' | '\u{200d}' | '\u{fe00}'..='\u{fe0f}' => before.is_ascii(),
        '\u{ad}'
        | '\u{34f}'
        | '\u{115f}'
        | '\u{1160}'
        | '\u{17b4}'
        | '\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'
        | '\u{2060}'..='\u{2065}'
        | '\u{206a}'..='\u{206f}'
        | '\u{3164}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}' => true,
        letter => letter.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_is_shown_and_letters_stay() {
        for (text, shown) in [
            ("Ugo il Moro", "Ugo il Moro"),
            ("Übermut, 囲碁, עברית, فارسی", "Übermut, 囲碁, עברית, فارسی"),
            ("a\u{1b}]0;x\u{7}b\u{7f}\u{9b}", "a\\x1b]0;x\\x07b\\x7f\\u{9b}"),
            ("x\n::error::y\r\t", "x\\n::error::y\\r\\t"),
            ("txt.\u{202e}exe\u{2066}\u{200f}\u{61c}", "txt.\\u{202e}exe\\u{2066}\\u{200f}\\u{61c}"),
            ("pa\u{200b}wn\u{feff}\u{2028}", "pa\\u{200b}wn\\u{feff}\\u{2028}"),
            // Persian uses it to join letters, and some pictures are joined from several.
            ("می\u{200c}خواهم 👩\u{200d}🎓", "می\u{200c}خواهم 👩\u{200d}🎓"),
            ("a\u{200d}b", "a\\u{200d}b"),
        ] {
            assert_eq!(visible(text), shown);
            assert_eq!(visible(shown), shown);
        }
    }
}
