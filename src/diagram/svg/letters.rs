//! Texts in pictures: about how wide they are, and how they are fitted into the room there is.

use std::fmt::Write;

use super::text;

/// About how wide a text is, if a letter is `letter` wide.
pub(super) fn length(words: &str, letter: i32) -> i32 {
    words.chars().map(|sign| wide(sign, letter)).sum()
}

/// Ideographs are as wide as high.
fn wide(sign: char, letter: i32) -> i32 {
    if sign >= '\u{1100}' && !('\u{2000}'..'\u{2e80}').contains(&sign) { letter * 5 / 3 } else { letter }
}

/// A text in lines that are no wider than `width`, broken at blanks; only a single word may be wider.
pub(super) fn broken(words: &str, letter: i32, width: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if length(line, letter) + letter + length(word, letter) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Ends a text element that has begun: squeezed if its letters, about so wide, would not fit, and cut before they could
/// not be read any more.
pub(super) fn fitted(words: &str, letter: i32, width: i32, out: &mut String) {
    let most = width * 3 / 2;
    let mut shown = words.to_owned();
    if length(words, letter) > most {
        let mut room = most - letter;
        shown = words
            .chars()
            .take_while(|sign| {
                room -= wide(*sign, letter);
                room >= 0
            })
            .chain(['…'])
            .collect();
    }
    if length(&shown, letter) > width {
        let _ = write!(out, " textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\"");
    }
    out.push('>');
    text(&shown, out);
    out.push_str("</text>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_at_blanks_and_lose_nothing() {
        let words = "Aleksandra Wiśniewska-Kowalczyk – Bartholomäus Oberhuber";
        let lines = broken(words, 10, 200);
        assert_eq!(lines, ["Aleksandra", "Wiśniewska-Kowalczyk", "– Bartholomäus", "Oberhuber"]);
        assert_eq!(broken(words, 10, 1000), [words]);
        assert_eq!(broken("", 10, 100), [""; 0]);
    }
}
