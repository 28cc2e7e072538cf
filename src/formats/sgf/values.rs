//! Values of properties as texts.

use std::borrow::Cow;

use crate::formats::fields::stands_as_it_is;
use crate::formats::made::trimmed;

/// A value as one line: escapes undone, line breaks as spaces.
pub(super) fn line(value: &str) -> Cow<'_, str> {
    let is_line = || value.bytes().fold(true, |plain, byte| plain & (byte != b'\\') & (byte >= b' '));
    if stands_as_it_is(value.as_bytes()) || is_line() {
        return Cow::Borrowed(trimmed(value));
    }
    let text = free(value);
    Cow::Owned(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A value as a text: escapes undone, soft line breaks removed. A line ends with LF, CR, or both in either order; other
/// white space is a space.
pub(super) fn free(value: &str) -> Cow<'_, str> {
    if memchr::memchr3(b'\\', b'\r', b'\t', value.as_bytes()).is_none() {
        return Cow::Borrowed(value);
    }
    let mut text = String::with_capacity(value.len());
    let mut letters = value.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('\r') => drop(letters.next_if_eq(&'\n')),
                Some('\n') => drop(letters.next_if_eq(&'\r')),
                Some('\t') => text.push(' '),
                Some(letter) => text.push(letter),
                None => {}
            },
            '\r' => {
                letters.next_if_eq(&'\n');
                text.push('\n');
            }
            '\n' => {
                letters.next_if_eq(&'\r');
                text.push('\n');
            }
            '\t' => text.push(' '),
            letter => text.push(letter),
        }
    }
    Cow::Owned(text)
}
