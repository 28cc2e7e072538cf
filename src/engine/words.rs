//! The words, turn numbers and signs of movetext that stand as they usually do, told by their bytes alone.

use crate::record::Record;
use crate::record::tokens::{comment_end, ends_word, is_blank, says_stands};

/// The text from `start` to `end`.
#[inline(always)]
pub(super) fn slice(text: &str, start: usize, end: usize) -> &str {
    text.get(start..end).unwrap_or_default()
}

/// The first word of movetext from byte `at` on, if it stands as usual, and the word after it where only blanks stand
/// between them: then it depends on the notation system whether both are one ply.
pub(super) fn first_word(text: &str, at: usize) -> Option<(&str, Option<&str>)> {
    let bytes = text.as_bytes();
    let mut start = skip_blanks(bytes, at);
    if let Some((_, end)) = turn_number(bytes, start) {
        start = skip_blanks(bytes, end);
    }
    let (end, class) = scan_word(bytes, start);
    let is_usual = class & OTHER == 0 && bytes.get(start).is_some_and(u8::is_ascii_alphanumeric);
    let first = slice(text, start, end);
    match bytes.get(end..)? {
        _ if !is_usual => None,
        [b';', ..] | [b',', b' ' | b'\n' | b'\r', ..] => Some((first, None)),
        [b' ' | b'\n' | b'\r', ..] => {
            let start = skip_blanks(bytes, end);
            let (end, class) = scan_word(bytes, start);
            // A number that a point follows is no word but the number of a turn.
            let ends = bytes.get(end).is_none_or(|&byte| CLASSES[usize::from(byte)] == APART);
            let is_word = class & OTHER == 0 && end > start && ends;
            is_word.then(|| (first, Some(slice(text, start, end))))
        }
        _ => None,
    }
}

/// Whether movetext begins with a small letter that is a word. An `a` counts only after a turn number: it may begin a
/// diagram too. `is_word` says whether the letter is a whole ply though another word follows it.
pub(super) fn begins_with_column(record: &Record<'_>, is_word: impl Fn(&str, &str) -> bool) -> bool {
    let bytes = record.text.as_bytes();
    let mut start = skip_blanks(bytes, record.parts.body);
    let mut first = b'b';
    if let Some((_, end)) = turn_number(bytes, start) {
        (start, first) = (skip_blanks(bytes, end), b'a');
    }
    match bytes.get(start..) {
        Some([letter, ..]) if !letter.is_ascii_lowercase() || *letter < first => false,
        Some([_, b';', ..] | [_, b',', b' ' | b'\n' | b'\r', ..]) => true,
        Some([_, b' ' | b'\n' | b'\r', ..]) => {
            let next = skip_blanks(bytes, start + 1);
            let (end, class) = scan_word(bytes, next);
            let ends = bytes.get(end).is_none_or(|&byte| CLASSES[usize::from(byte)] == APART);
            let is_usual = class & OTHER == 0 && end > next && ends;
            is_usual && is_word(slice(record.text, start, start + 1), slice(record.text, next, end))
        }
        _ => false,
    }
}

/// Where the letters, digits and signs that begin at `at` end, and of what classes they are.
#[inline(always)]
pub(super) fn scan_word(bytes: &[u8], mut at: usize) -> (usize, u8) {
    let mut classes = 0;
    while let Some(&byte) = bytes.get(at) {
        let class = CLASSES[usize::from(byte)];
        if class >= APART {
            break;
        }
        classes |= class;
        at += 1;
    }
    (at, classes)
}

pub(super) const LETTER: u8 = 1;
pub(super) const DIGIT: u8 = 2;
const SIGN: u8 = 4;
/// What the general walk looks at: annotations, lines that look like tags, letters beyond ASCII.
pub(super) const OTHER: u8 = 8;

/// What parts words and means nothing beside them.
pub(super) const APART: u8 = 16;
/// What else ends words and turn numbers.
const ENDS: u8 = 32;

/// The class of each byte.
pub(super) static CLASSES: [u8; 256] = {
    let mut classes = [OTHER; 256];
    let mut byte = 0;
    while byte < 256 {
        let letter = byte as u8;
        if letter.is_ascii_alphabetic() {
            classes[byte] = LETTER;
        } else if letter.is_ascii_digit() {
            classes[byte] = DIGIT;
        } else if is_blank(letter) || letter == b',' || letter == b';' {
            classes[byte] = APART;
        } else if letter == b'.' || ends_word(letter) {
            classes[byte] = ENDS;
        } else if letter.is_ascii_graphic() && !matches!(letter, b'!' | b'?' | b'[' | b'}') {
            classes[byte] = SIGN;
        }
        byte += 1;
    }
    classes
};

#[inline(always)]
pub(super) fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|&byte| is_blank(byte)) {
        at += 1;
    }
    at
}

/// Whether a text begins with a word or a turn number.
#[inline(always)]
pub(super) fn begins_word(text: &[u8]) -> bool {
    text.first().is_some_and(|byte| CLASSES[usize::from(*byte)] & (LETTER | DIGIT) != 0)
}

/// The turn number at `at`, `12.`, and where it ends; nothing for a number that no game has.
#[inline(always)]
pub(super) fn turn_number(bytes: &[u8], at: usize) -> Option<(u32, usize)> {
    let (number, rest) = read_number(bytes.get(at..)?)?;
    Some((number, bytes.len() - rest.len()))
}

/// The turn number at the start of `rest`, and what follows it.
#[inline(always)]
pub(super) fn read_number(mut rest: &[u8]) -> Option<(u32, &[u8])> {
    let mut number = match rest {
        [digit @ b'0'..=b'9', after @ ..] => {
            rest = after;
            u32::from(digit - b'0')
        }
        _ => return None,
    };
    loop {
        match rest {
            [b'.', rest @ ..] => return (rest.first() != Some(&b'.')).then_some((number, rest)),
            [digit @ b'0'..=b'9', after @ ..] if number < 100_000 => {
                number = number * 10 + u32::from(digit - b'0');
                rest = after;
            }
            _ => return None,
        }
    }
}

/// The number at the start of `rest` that continues a turn, `12...`, and what follows its dots.
#[inline(always)]
pub(super) fn read_continued(rest: &[u8]) -> Option<(u32, &[u8])> {
    let digits = rest.iter().take(6).take_while(|byte| byte.is_ascii_digit()).count();
    let (number, after) = rest.split_at(digits);
    let after = after.strip_prefix(b"...").filter(|after| digits > 0 && after.first() != Some(&b'.'))?;
    Some((number.iter().fold(0, |number, digit| 10 * number + u32::from(digit - b'0')), after))
}

/// What stands between a ply and what comes next: blanks, at most one comma or semicolon and, if they are passed over, an
/// annotation and comments. Returns the comma or semicolon (or another byte) and what follows it all; nothing if something
/// else stands there.
#[inline(always)]
pub(super) fn gap(rest: &[u8], passes_over_remarks: bool) -> Option<(u8, &[u8])> {
    // Nearly always a sign and a blank, or one of them.
    if let [sign, after @ ..] = rest
        && CLASSES[usize::from(*sign)] == APART
        && let after @ [next, ..] = after.strip_prefix(b" ").unwrap_or(after)
        && CLASSES[usize::from(*next)] & (LETTER | DIGIT) != 0
    {
        return Some((*sign, after));
    }
    any_gap(rest, passes_over_remarks)
}

/// [`gap`], whatever stands there.
#[inline(never)]
fn any_gap(mut rest: &[u8], passes_over_remarks: bool) -> Option<(u8, &[u8])> {
    let (length, mut sign) = (rest.len(), b' ');
    // A word ends where the token does, or it is another.
    if passes_over_remarks {
        rest = after_annotation(rest)?;
    } else if rest.first().is_some_and(|&byte| !ends_word(byte)) {
        return None;
    }
    loop {
        rest = match rest {
            [byte, after @ ..] if is_blank(*byte) => after,
            [byte @ (b',' | b';'), after @ ..] if sign == b' ' => {
                sign = *byte;
                after
            }
            [b'{', after @ ..] if passes_over_remarks => {
                let end = memchr::memchr2(b'}', b'[', after)?;
                if after[end] == b'}' { &after[end + 1..] } else { after_brackets(rest)? }
            }
            [b'#', ..] if passes_over_remarks => rest.get(comment_end(rest, 0).0..)?,
            // An annotation that stands apart: `c !`. After a comma it is no annotation.
            [b'!' | b'?', ..] if passes_over_remarks && sign == b' ' => after_annotation(rest)?,
            [b')', ..] if rest.len() == length => return None,
            _ => return Some((sign, rest)),
        }
    }
}

/// What follows the annotation at the start of `rest`; `None` if no annotation stands there, it has too many signs, or
/// a word touches it.
fn after_annotation(rest: &[u8]) -> Option<&[u8]> {
    let marks = rest.iter().take(3).take_while(|&&byte| matches!(byte, b'!' | b'?')).count();
    let after = rest.get(marks..).filter(|_| marks < 3)?;
    after.first().is_none_or(|&byte| ends_word(byte)).then_some(after)
}

/// What follows the comment at the start of `rest`, which has brackets in it: `{[%clk 0:03:00]}`; `None` if it is not
/// closed, or says that a ply stood.
#[inline(never)]
fn after_brackets(rest: &[u8]) -> Option<&[u8]> {
    let (end, is_closed) = comment_end(rest, 0);
    let (comment, after) = rest.split_at_checked(end)?;
    (is_closed && !says_stands(comment)).then_some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_that_go_on_have_three_points_after_their_number() {
        let read = |text: &str| read_continued(text.as_bytes()).map(|(number, rest)| (number, rest.len()));
        assert_eq!((read("1... c"), read("12...c"), read("907... ")), (Some((1, 2)), Some((12, 1)), Some((907, 1))));
        assert_eq!(
            (read("1. c"), read("1.. c"), read("1.... c"), read("... c"), read("c")),
            (None, None, None, None, None)
        );
    }

    #[test]
    fn turn_numbers_are_digits_with_one_point_after_them() {
        let read = |text: &str| turn_number(text.as_bytes(), 0);
        assert_eq!((read("1. c"), read("12."), read("907.c")), (Some((1, 2)), Some((12, 3)), Some((907, 4))));
        assert_eq!((read("999999."), read("9999999.")), (Some((999_999, 7)), None));
        assert_eq!((read("12"), read("12 ."), read("12.."), read("."), read("c.")), (None, None, None, None, None));
    }
}
