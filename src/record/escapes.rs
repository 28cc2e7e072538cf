//! Values of tags, escaped as between quotation marks.

use std::borrow::Cow;

/// Replaces `\"` by `"` and `\\` by `\`. Any other backslash stays.
pub(crate) fn unescape(raw: &str) -> String {
    let mut value = String::with_capacity(raw.len());
    let mut letters = raw.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some(&next)) if next == '"' || next == '\\' => {
                value.push(next);
                letters.next();
            }
            _ => value.push(letter),
        }
    }
    value
}

/// A tag's value with `"` and `\` escaped.
pub fn escape(value: &str) -> Cow<'_, str> {
    if memchr::memchr2(b'"', b'\\', value.as_bytes()).is_some() {
        Cow::Owned(value.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        Cow::Borrowed(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_undone_and_made() {
        assert_eq!(unescape(r#"Ugo \"il Moro\" C:\\Anna \x"#), r#"Ugo "il Moro" C:\Anna \x"#);
        assert_eq!(escape(r#"Ugo "il Moro""#), r#"Ugo \"il Moro\""#);
        assert_eq!(unescape(&escape(r#"a\"b\\c"#)), r#"a\"b\\c"#);
    }
}
