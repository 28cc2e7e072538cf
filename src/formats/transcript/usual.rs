//! The header that nearly every record has: tags alone, each on its line, then perhaps a blank line, then movetext.
//!
//! In such a header both steps of reading, [`super::split`] and [`super::lex`], find the same: this is one look for
//! both. Anything else (a comment, a backslash, a space at the end of a line) is left to them.

use crate::record::Tag;
use crate::record::looks::{LONGEST_NAME, name_length, value_length};
use crate::record::tokens::narrow;

/// The longest such header.
const LONGEST: usize = 32 * 1024;

/// Reads the header of the record at the start of `bytes` into `tags`; returns where its movetext begins. `None` if the
/// header is not of this kind; then `tags` may hold anything.
pub(super) fn header(bytes: &[u8], tags: &mut Vec<Tag>) -> Option<usize> {
    let bytes = &bytes[..bytes.len().min(LONGEST)];
    let mut at = 0;
    while bytes.get(at) == Some(&b'[') {
        let name = at + 1;
        let name_end = name + name_length(&bytes[name..]);
        if name_end == name || name_end - name > LONGEST_NAME || !bytes[name_end..].starts_with(b" \"") {
            return None;
        }
        let value = name_end + 2;
        let value_end = value + value_length(&bytes[value..])?;
        let end = value_end + 2;
        let line_end = match bytes.get(value_end..)? {
            [b'"', b']', b'\n', ..] => end + 1,
            [b'"', b']', b'\r', b'\n', ..] => end + 2,
            _ => return None,
        };
        tags.push(Tag {
            name: narrow(name..name_end),
            value: narrow(value..value_end),
            escaped: false,
            whole: narrow(at..end),
        });
        at = line_end;
    }
    match bytes.get(at..)? {
        [b'\n', ..] => at += 1,
        [b'\r', b'\n', ..] => at += 2,
        _ => {}
    }
    // Two letters may begin a line that was meant as a tag.
    let begins = match bytes.get(at..)? {
        [byte, ..] if byte.is_ascii_digit() => true,
        [first, second, ..] => {
            first.is_ascii_alphabetic() && second.is_ascii() && !second.is_ascii_alphabetic() && *second != b'_'
        }
        _ => false,
    };
    (begins && !tags.is_empty()).then_some(at)
}
