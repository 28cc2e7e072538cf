//! The pieces that link values of JSON to the texts made from them. See [`CellPieces`](crate::record::CellPieces).

use std::ops::Range;

use crate::formats::json::string_end;

/// The pieces of a text or a number. Its quotation marks and the blanks at its ends give no text.
pub(super) fn value_pieces(cell: &[u8], piece: &mut dyn FnMut(usize, usize)) {
    let bare = bare(cell);
    piece(0, bare.start);
    let end = bare.end;
    text_pieces(&cell[bare], piece);
    piece(0, cell.len() - end);
}

/// Where a value stands without quotation marks around it, if it has any, and without blanks at the ends between them.
fn bare(value: &[u8]) -> Range<usize> {
    if !matches!(value, [b'"', .., b'"']) {
        return 0..value.len();
    }
    let (mut start, mut end) = (1, value.len() - 1);
    while let Some(length) = match &value[start..end] {
        [b' ', ..] => Some(1),
        [b'\\', b'n' | b'r' | b't' | b'f', ..] => Some(2),
        _ => None,
    } {
        start += length;
    }
    while let Some(length) = match &value[start..end] {
        [.., b' '] => Some(1),
        [before @ .., b'n' | b'r' | b't' | b'f'] => {
            // Two backslashes are the escape of one, before a letter.
            let backslashes = before.iter().rev().take_while(|byte| **byte == b'\\').count();
            (backslashes % 2 == 1).then_some(2)
        }
        _ => None,
    } {
        end -= length;
    }
    start..end
}

/// The pieces of a text, without the quotation marks around it.
fn text_pieces(cell: &[u8], piece: &mut dyn FnMut(usize, usize)) {
    let mut rest = cell;
    while let Some(length) = memchr::memchr(b'\\', rest) {
        piece(length, length);
        let (letter, escape) = escaped(&rest[length..]);
        piece(letter, escape);
        rest = rest.get(length + escape..).unwrap_or_default();
    }
    piece(rest.len(), rest.len());
}

/// How many bytes the escape at the start of `bytes` takes: first the letter itself, then the escape.
fn escaped(bytes: &[u8]) -> (usize, usize) {
    let unit = |bytes: Option<&[u8]>| {
        let digits = std::str::from_utf8(bytes?.strip_prefix(b"\\u")?.get(..4)?).ok()?;
        u32::from_str_radix(digits, 16).ok()
    };
    match unit(Some(bytes)) {
        None => (1, 2),
        Some(0xd800..0xdc00) if matches!(unit(bytes.get(6..)), Some(0xdc00..0xe000)) => (4, 12),
        Some(unit) => (char::from_u32(unit).map_or(3, char::len_utf8), 6),
    }
}

/// What stands for a ply that is missing.
pub(super) const MISSING: &str = "...";

/// Whether an element of an array is a text without a letter.
pub(super) fn is_blank_text(element: &[u8]) -> bool {
    let Some(mut inner) = element.strip_prefix(b"\"").and_then(|inner| inner.strip_suffix(b"\"")) else { return false };
    loop {
        inner = match inner {
            [] => return true,
            [b' ', rest @ ..] | [b'\\', b't' | b'n' | b'r' | b'f', rest @ ..] => rest,
            [b'\\', b'u', b'0', b'0', b'2', b'0', rest @ ..] => rest,
            [b'\\', b'u', b'0', b'0', b'0', b'9' | b'a' | b'A' | b'c'..=b'd' | b'C'..=b'D', rest @ ..] => rest,
            _ => return false,
        }
    }
}

/// The pieces of an array of texts and numbers, which stand with `, ` between them.
pub(super) fn array_pieces(cell: &[u8], piece: &mut dyn FnMut(usize, usize)) {
    let mut at = 0;
    while let Some(byte) = cell.get(at) {
        match byte {
            b'"' => {
                let end = string_end(cell, at).unwrap_or(cell.len() + 1);
                piece(0, 1);
                if cell.get(at..end).is_some_and(is_blank_text) {
                    piece(MISSING.len(), end - at - 2);
                } else {
                    text_pieces(&cell[at + 1..end - 1], piece);
                }
                piece(0, 1);
                at = end;
            }
            b',' => {
                piece(2, 1);
                at += 1;
            }
            b'[' | b']' | b' ' | b'\t' | b'\r' | b'\n' => {
                piece(0, 1);
                at += 1;
            }
            _ => {
                piece(1, 1);
                at += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Pieces = fn(&[u8], &mut dyn FnMut(usize, usize));

    fn told(pieces: Pieces, cell: &str) -> Vec<(usize, usize)> {
        let mut told = Vec::new();
        pieces(cell.as_bytes(), &mut |text, bytes| told.push((text, bytes)));
        told.retain(|piece| *piece != (0, 0));
        told
    }

    #[test]
    fn escapes_are_pieces_of_their_own() {
        assert_eq!(told(text_pieces, r#"c\"e"#), [(1, 1), (1, 2), (1, 1)]);
        assert_eq!(told(text_pieces, r"\u00e9x\u20ac\ud83d\ude00\u0041"), [(2, 6), (1, 1), (3, 6), (4, 12), (1, 6)]);
        assert_eq!(told(text_pieces, r"\udc80\"), [(3, 6), (1, 2)]);
    }

    #[test]
    fn blanks_at_the_ends_of_a_text_are_left_out() {
        for (value, text) in [
            (r#""c""#, "c"),
            (r#"" \n\tc e\r\n ""#, "c e"),
            (r#""c\\n""#, r"c\\n"),
            (r#""c\\\n""#, r"c\\"),
            (r#""\n""#, ""),
            (r#""""#, ""),
            ("12", "12"),
            ("[\"c\"]", "[\"c\"]"),
        ] {
            assert_eq!(&value[bare(value.as_bytes())], text);
        }
    }

    #[test]
    fn plies_of_an_array_stand_apart() {
        let expected = [(0, 1), (0, 1), (1, 1), (0, 1), (2, 1), (0, 1), (1, 1), (0, 1)];
        assert_eq!(told(array_pieces, r#"["c", 3]"#), expected);
        assert_eq!(told(array_pieces, r#"["#), [(0, 1)]);
        assert_eq!(told(array_pieces, r#"["c\""#), [(0, 1), (0, 1), (1, 1), (1, 2), (0, 1)]);
    }

    #[test]
    fn blank_texts_are_told_from_signs() {
        for blank in [r#""""#, r#""  ""#, r#"" \t\u0020\u000A""#] {
            assert!(is_blank_text(blank.as_bytes()), "{blank}");
        }
        for ply in [r#""\u002d\u002d""#, r#"" c""#, "3", r#"""#] {
            assert!(!is_blank_text(ply.as_bytes()), "{ply}");
        }
    }

    /// The texts that they are said to make are those that serde makes.
    #[test]
    fn lengths_are_those_of_what_is_read() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..2000 {
            let letters = ["c", "é", "\"", "\\", "\n", "😀", " ", "\u{1}", "7"];
            let word = |random: &mut fastrand::Rng| -> String {
                (0..random.usize(0..6)).filter_map(|_| random.choice(letters)).collect()
            };
            let words: Vec<String> = (0..random.usize(0..5)).map(|_| word(&mut random)).collect();
            let array = serde_json::to_string(&words).expect("texts can be written");
            let length: usize = told(array_pieces, &array).iter().map(|(text, _)| text).sum();
            let bytes: usize = told(array_pieces, &array).iter().map(|(_, bytes)| bytes).sum();
            let is_blank = |word: &&String| word.chars().all(|letter| matches!(letter, ' ' | '\n'));
            let plies: Vec<&str> =
                words.iter().map(|word| if is_blank(&word) { MISSING } else { word.as_str() }).collect();
            assert_eq!((length, bytes), (plies.join(", ").len(), array.len()), "{array}");
        }
    }
}
