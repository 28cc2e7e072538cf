//! JSON as nearly all of it is written: texts without escapes, whole numbers, and arrays and objects of them.
//!
//! Whatever this reads, `serde_json` reads too, with the same values; the tests compare the two. Any other text, with
//! an escape, with a fraction or with an error, is left to `serde_json`.

use std::ops::Range;

use crate::record::eight;

/// How deep arrays and objects may stand within each other.
const DEEPEST: u32 = 4;

/// Hands over the keys of the object `text`, each with the place of its value. If `is_plies` holds for a key whose
/// value is an array, its plies are added to `plies`, as [`array_end`] does. `false`: `serde_json` must read the text,
/// and nothing that was handed over counts.
pub(super) fn object(
    text: &str,
    plies: &mut Vec<u8>,
    is_plies: impl Fn(&str) -> bool,
    mut each: impl FnMut(&str, Range<usize>, IsRead),
) -> bool {
    let bytes = text.as_bytes();
    let start = skip_blanks(bytes, 0);
    let end = members(text, start, |key, at| {
        let name = &text[key];
        if bytes.get(at) == Some(&b'[') && is_plies(name) {
            let begun = plies.len();
            if let Some(end) = array_end(bytes, at, plies) {
                each(name, at..end, IsRead::Yes);
                return Some(end);
            }
            plies.truncate(begun);
        }
        let end = value_end(text, at, DEEPEST)?;
        each(name, at..end, IsRead::No);
        Some(end)
    });
    end.is_some_and(|end| skip_blanks(bytes, end) == text.len())
}

/// Whether the plies of an array were added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IsRead {
    Yes,
    No,
}

/// The end of the array at `at`, if none of its texts is empty or begins with a blank. Its plies, texts and single digits,
/// are added to `plies` with `, ` between them.
fn array_end(bytes: &[u8], at: usize, plies: &mut Vec<u8>) -> Option<usize> {
    let begun = plies.len();
    let end = elements(bytes, at, |at| {
        let at = short_plies(bytes, at, plies);
        let after = match bytes.get(at)? {
            b'"' => {
                let rest = bytes.get(at + 1..)?;
                // An empty text, or a blank one, is a ply that is missing.
                if matches!(rest.first(), Some(b'"' | b' ')) {
                    return None;
                }
                let length = text_length(rest)?;
                plies.extend_from_slice(&rest[..length]);
                at + 1 + length + 1
            }
            digit @ b'0'..=b'9' if !bytes.get(at + 1)?.is_ascii_digit() => {
                plies.push(*digit);
                at + 1
            }
            _ => return None,
        };
        plies.extend_from_slice(&APART);
        Some(after)
    })?;
    plies.truncate(plies.len().saturating_sub(APART.len()).max(begun));
    Some(end)
}

/// What stands between plies.
const APART: [u8; 2] = *b", ";

/// Adds the plies from the front of those at `at`, as long as each has at most three letters and another text follows it
/// after a comma: `"c", "m15","d"`. Returns where the next element begins.
///
/// A function of its own, and a look at eight bytes at once: nearly all plies are such.
#[inline(never)]
fn short_plies(bytes: &[u8], mut at: usize, plies: &mut Vec<u8>) -> usize {
    const CLOSE: u32 = u32::from_le_bytes(*b"\",\"\0");
    const CLOSE_WITH_BLANK: u32 = u32::from_le_bytes(*b"\", \"");
    while let Some(eight) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        let word = u64::from_le_bytes(*eight);
        let (open, word) = (word as u8, word >> 8);
        let bits = (eight::equal(word, b'"') | eight::equal(word, b'\\') | eight::control(word)).trailing_zeros() & !7;
        if open != b'"' || word as u8 == b' ' || !(8..=24).contains(&bits) {
            break;
        }
        let after = (word >> bits) as u32;
        let blank = usize::from(after == CLOSE_WITH_BLANK);
        if blank == 0 && after << 8 != CLOSE << 8 {
            break;
        }
        let ply = word & !(u64::MAX << bits) | u64::from(u16::from_le_bytes(APART)) << bits;
        plies.extend_from_slice(&ply.to_le_bytes());
        let length = (bits / 8) as usize;
        plies.truncate(plies.len() - (8 - APART.len() - length));
        at += length + 3 + blank;
    }
    at
}

/// What stands between the quotation marks of the text that is `value`.
pub(super) fn text(value: &str) -> Option<&str> {
    let end = text_end(value.as_bytes(), 0)?;
    (end == value.len()).then(|| &value[1..end - 1])
}

/// The end of the object at `at`. `value` gets the place of each key, without its marks, and the start of its value,
/// and returns the end of that.
#[inline(always)]
fn members(text: &str, at: usize, mut value: impl FnMut(Range<usize>, usize) -> Option<usize>) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = after(bytes, at, b'{')?;
    if bytes.get(at) == Some(&b'}') {
        return Some(at + 1);
    }
    loop {
        let key = at;
        let key_end = text_end(bytes, key)?;
        let start = after(bytes, skip_blanks(bytes, key_end), b':')?;
        at = skip_blanks(bytes, value(key + 1..key_end - 1, start)?);
        match bytes.get(at)? {
            b',' => at = skip_blanks(bytes, at + 1),
            b'}' => return Some(at + 1),
            _ => return None,
        }
    }
}

/// The end of the array at `at`. `element` gets the start of each element and returns its end.
#[inline(always)]
fn elements(bytes: &[u8], at: usize, mut element: impl FnMut(usize) -> Option<usize>) -> Option<usize> {
    let mut at = after(bytes, at, b'[')?;
    if bytes.get(at) == Some(&b']') {
        return Some(at + 1);
    }
    loop {
        at = skip_blanks(bytes, element(at)?);
        match bytes.get(at)? {
            b',' => at = skip_blanks(bytes, at + 1),
            b']' => return Some(at + 1),
            _ => return None,
        }
    }
}

fn value_end(text: &str, at: usize, depth: u32) -> Option<usize> {
    let bytes = text.as_bytes();
    match bytes.get(at)? {
        b'"' => text_end(bytes, at),
        b'[' => {
            let depth = depth.checked_sub(1)?;
            elements(bytes, at, |at| match bytes.get(at)? {
                b'"' => text_end(bytes, at),
                _ => value_end(text, at, depth),
            })
        }
        b'{' => {
            let depth = depth.checked_sub(1)?;
            members(text, at, |_, at| value_end(text, at, depth))
        }
        b'0' => whole_number(bytes, at + 1, at + 1),
        b'1'..=b'9' => {
            let mut end = at + 1;
            while bytes.get(end).is_some_and(u8::is_ascii_digit) {
                end += 1;
            }
            whole_number(bytes, at, end)
        }
        _ => ["null", "true", "false"]
            .into_iter()
            .find(|word| bytes[at..].starts_with(word.as_bytes()))
            .map(|word| at + word.len()),
    }
}

/// The end of a number, unless a fraction follows or it has more digits than every reader can hold.
fn whole_number(bytes: &[u8], start: usize, end: usize) -> Option<usize> {
    let goes_on = bytes.get(end).is_some_and(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E'));
    (!goes_on && end - start <= 15).then_some(end)
}

/// The end of the text whose opening quotation mark stands at `at`, after the closing one.
#[inline(always)]
fn text_end(bytes: &[u8], at: usize) -> Option<usize> {
    let [b'"', rest @ ..] = bytes.get(at..)? else { return None };
    Some(at + 1 + text_length(rest)? + 1)
}

/// How long the text is at the start of `bytes`, up to its quotation mark; nothing if it is not plain.
#[inline(always)]
fn text_length(bytes: &[u8]) -> Option<usize> {
    let mut length = 0;
    while let Some(next) = bytes[length..].first_chunk() {
        let word = u64::from_le_bytes(*next);
        let found = eight::equal(word, b'"') | eight::equal(word, b'\\') | eight::control(word);
        if found != 0 {
            length += (found.trailing_zeros() / 8) as usize;
            return (bytes[length] == b'"').then_some(length);
        }
        length += 8;
    }
    let rest = &bytes[length..];
    let found = rest.iter().position(|&byte| matches!(byte, b'"' | b'\\' | 0..=0x1f))?;
    (rest[found] == b'"').then_some(length + found)
}

/// What stands after a sign and the blanks after it.
#[inline(always)]
fn after(bytes: &[u8], at: usize, sign: u8) -> Option<usize> {
    (bytes.get(at) == Some(&sign)).then(|| skip_blanks(bytes, at + 1))
}

#[inline(always)]
fn skip_blanks(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    fn array(text: &str, plies: &mut Vec<u8>) -> bool {
        array_end(text.as_bytes(), 0, plies) == Some(text.len())
    }

    /// Texts that are nearly JSON: pieces of it in any order.
    fn nearly(open: &'static str, close: &'static str) -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            Just("\"a\":"),
            Just("\"é \""),
            Just("\"\\n\""),
            Just("\"\u{1}\""),
            Just("\""),
            Just("{"),
            Just("}"),
            Just("["),
            Just("]"),
            Just("[\"c\", 1]"),
            Just("\"d4\", "),
            Just("\"m15\",\"c\","),
            Just("{\"b\":0}"),
            Just(","),
            Just(", "),
            Just(":"),
            Just(" "),
            Just("0"),
            Just("12"),
            Just("-1"),
            Just("1.5"),
            Just("01"),
            Just("null"),
            Just("true"),
            Just("nul"),
        ];
        prop::collection::vec(piece, 0..9).prop_map(move |pieces| format!("{open}{}{close}", pieces.concat()))
    }

    #[test]
    fn usual_objects_and_arrays_are_read() {
        let mut found = Vec::new();
        let line = r#" {"game": "forza4", "n":12, "moves":["c", 3], "tags":{"a":null, "b":[true,false,{}]}} "#;
        let mut plies = Vec::new();
        let is_read = object(
            line,
            &mut plies,
            |key| key == "moves",
            |key, value, is_read| {
                found.push(format!("{key}={} {is_read:?}", &line[value]));
            },
        );
        assert!(is_read && plies == b"c, 3");
        insta::assert_compact_debug_snapshot!(found, @r#"["game=\"forza4\" No", "n=12 No", "moves=[\"c\", 3] Yes", "tags={\"a\":null, \"b\":[true,false,{}]} No"]"#);
        let mut plies = b"a".to_vec();
        assert!(array(r#"[ "c" ,3,"d e", "h8+j9-longer" ]"#, &mut plies) && plies == b"ac, 3, d e, h8+j9-longer");
        assert!(array("[]", &mut plies) && plies == b"ac, 3, d e, h8+j9-longer");
        let mut plies = Vec::new();
        assert!(array(r#"["c","d4", "m15","j10+", 3,"d","é" ,"e"]"#, &mut plies));
        assert_eq!(str::from_utf8(&plies), Ok("c, d4, m15, j10+, 3, d, é, e"));
        for none in [
            r#"["c","", "d"]"#,
            r#"["c"," d","e","f"]"#,
            r#"["c","d\","e"]"#,
            "[\"c\",\"\n\",\"e\"]",
            r#"["c""d","e"]"#,
        ] {
            assert!(!array(none, &mut Vec::new()), "{none}");
        }
        assert_eq!((text(r#""é""#), text(r#""\n""#), text("1")), (Some("é"), None, None));
    }

    proptest! {
        #[test]
        fn objects_are_those_of_serde(line in nearly("{\"k\":", "}")) {
            let mut found = Vec::new();
            let (mut plies, mut arrays) = (Vec::new(), 0);
            let is_object = object(&line, &mut plies, |key| key == "a", |key, value, is_read| {
                arrays += u32::from(is_read == IsRead::Yes);
                found.push((key.to_owned(), value));
            });
            prop_assert!(arrays > 0 || plies.is_empty() || !is_object);
            if is_object {
                let Ok(Value::Object(map)) = serde_json::from_str(&line) else { return Err(TestCaseError::fail(line)) };
                for (key, value) in &map {
                    let last = found.iter().rev().find(|(known, _)| known == key);
                    let own: Value = serde_json::from_str(&line[last.expect("the key").1.clone()]).expect("a value");
                    prop_assert_eq!(&own, value);
                }
                prop_assert!(found.iter().all(|(key, _)| map.contains_key(key)));
            }
        }

        #[test]
        fn arrays_are_those_of_serde(line in nearly("[", "]")) {
            let mut found = Vec::new();
            if array(&line, &mut found) {
                let Ok(Value::Array(values)) = serde_json::from_str(&line) else { return Err(TestCaseError::fail(line)) };
                let texts: Vec<_> = values.iter().map(|value| value.as_str().map_or(value.to_string(), str::to_owned)).collect();
                prop_assert_eq!(String::from_utf8(found).expect("text"), texts.join(", "));
            }
        }
    }
}
