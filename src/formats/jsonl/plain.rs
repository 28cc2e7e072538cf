//! JSON as nearly all of it is written: texts without escapes, whole numbers, and arrays and objects of them.
//!
//! What is read here `serde_json` reads as well, and to the same values; the tests hold the two against each other. Any
//! other text, with an escape, with a fraction or with an error, is left to it.

use std::ops::Range;

/// How deep arrays and objects may stand within each other.
const DEEPEST: u32 = 4;

/// Hands over the keys of the object that is `text`, and where each value stands in it. `false`: the text is for
/// `serde_json`, whatever was handed over.
pub(super) fn object(text: &str, mut each: impl FnMut(&str, Range<usize>)) -> bool {
    let start = skip_blanks(text.as_bytes(), 0);
    let end = members(text, start, DEEPEST, |key, value| each(&text[key], value));
    end.is_some_and(|end| skip_blanks(text.as_bytes(), end) == text.len())
}

/// Hands over the plies of the array that is `text`: texts and single digits. `false`: as in [`object`].
pub(super) fn array<'t>(text: &'t str, mut each: impl FnMut(&'t str)) -> bool {
    let bytes = text.as_bytes();
    let end = elements(text, 0, |at| match bytes.get(at)? {
        b'"' => {
            let end = text_end(bytes, at)?;
            each(&text[at + 1..end - 1]);
            Some(end)
        }
        b'0'..=b'9' if !bytes.get(at + 1)?.is_ascii_digit() => {
            each(&text[at..=at]);
            Some(at + 1)
        }
        _ => None,
    });
    end == Some(text.len())
}

/// What stands between the quotation marks of the text that is `value`.
pub(super) fn text(value: &str) -> Option<&str> {
    let end = text_end(value.as_bytes(), 0)?;
    (end == value.len()).then(|| &value[1..end - 1])
}

/// The end of the object at `at`; the places of its keys, without their marks, and of its values.
fn members(text: &str, at: usize, depth: u32, mut each: impl FnMut(Range<usize>, Range<usize>)) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = behind(bytes, at, b'{')?;
    if bytes.get(at) == Some(&b'}') {
        return Some(at + 1);
    }
    loop {
        let key = at;
        let key_end = text_end(bytes, key)?;
        let value = behind(bytes, skip_blanks(bytes, key_end), b':')?;
        let value_end = value_end(text, value, depth)?;
        each(key + 1..key_end - 1, value..value_end);
        at = skip_blanks(bytes, value_end);
        match bytes.get(at)? {
            b',' => at = skip_blanks(bytes, at + 1),
            b'}' => return Some(at + 1),
            _ => return None,
        }
    }
}

/// The end of the array at `at`; `element` tells where the element ends that begins at a place.
#[inline(always)]
fn elements(text: &str, at: usize, mut element: impl FnMut(usize) -> Option<usize>) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut at = behind(bytes, at, b'[')?;
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
            elements(text, at, |at| match bytes.get(at)? {
                b'"' => text_end(bytes, at),
                _ => value_end(text, at, depth),
            })
        }
        b'{' => members(text, at, depth.checked_sub(1)?, |_, _| {}),
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

/// The end of a number, unless it goes on with a fraction, or has more digits than every reader holds.
fn whole_number(bytes: &[u8], start: usize, end: usize) -> Option<usize> {
    let goes_on = bytes.get(end).is_some_and(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E'));
    (!goes_on && end - start <= 15).then_some(end)
}

/// The end of the text that begins at `at` with a quotation mark, after the one that closes it.
#[inline(always)]
fn text_end(bytes: &[u8], at: usize) -> Option<usize> {
    if bytes.get(at) != Some(&b'"') {
        return None;
    }
    let mut end = at + 1;
    loop {
        match bytes.get(end)? {
            b'"' => return Some(end + 1),
            b'\\' | 0..=0x1f => return None,
            _ => end += 1,
        }
    }
}

/// What stands after a sign and the blanks after it.
#[inline(always)]
fn behind(bytes: &[u8], at: usize, sign: u8) -> Option<usize> {
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
        assert!(object(line, |key, value| found.push(format!("{key}={}", &line[value]))));
        insta::assert_compact_debug_snapshot!(found, @r#"["game=\"forza4\"", "n=12", "moves=[\"c\", 3]", "tags={\"a\":null, \"b\":[true,false,{}]}"]"#);
        let mut plies = Vec::new();
        assert!(array(r#"[ "c" ,3,"d e" ]"#, |ply| plies.push(ply)) && plies == ["c", "3", "d e"]);
        assert_eq!((text(r#""é""#), text(r#""\n""#), text("1")), (Some("é"), None, None));
    }

    proptest! {
        #[test]
        fn objects_are_those_of_serde(line in nearly("{\"k\":", "}")) {
            let mut found = Vec::new();
            if object(&line, |key, value| found.push((key.to_owned(), value))) {
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
            if array(&line, |ply| found.push(ply.to_owned())) {
                let Ok(Value::Array(values)) = serde_json::from_str(&line) else { return Err(TestCaseError::fail(line)) };
                let texts: Vec<_> = values.iter().map(|value| value.as_str().map_or(value.to_string(), str::to_owned)).collect();
                prop_assert_eq!(found, texts);
            }
        }
    }
}
