//! Walks through a JSON text value by value, so that what stands before a fault is known when the fault is met, and so
//! that each value has its place. A value that the caller skips costs a glance at its brackets.

use std::borrow::Cow;
use std::ops::Range;

use super::made::Made;
use crate::codes::BAD_SYNTAX;
use crate::diagnostic::{Text, quoted};
use crate::source::without_mark;

/// What is wrong, and where.
#[derive(Debug)]
pub(super) struct Wrong {
    at: usize,
    text: Text,
}

impl Wrong {
    pub(super) fn new(at: usize, message: impl Into<String>) -> Wrong {
        Wrong { at, text: Text::new(message) }
    }

    /// Notes it as a fault of the record. The replay ends there.
    pub(super) fn tell(self, made: &mut Made) {
        made.fault(&BAD_SYNTAX, self.text, self.at..self.at + 1);
    }
}

/// A walk through a text.
#[derive(Debug)]
pub(super) struct Json<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Json<'t> {
    /// A walk from byte `at` on.
    pub(super) fn new(text: &'t str, at: usize) -> Json<'t> {
        Json { text, at }
    }

    /// Where the walk stands.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// The next byte after white space; 0 at the end.
    #[inline]
    pub(super) fn peek(&mut self) -> u8 {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.at) {
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return byte;
            }
            self.at += 1;
        }
        0
    }

    fn expect(&mut self, byte: u8, what: &str) -> Result<(), Wrong> {
        if self.peek() != byte {
            return Err(self.expected(what));
        }
        self.at += 1;
        Ok(())
    }

    /// The fault that something else is expected here.
    pub(super) fn expected(&self, what: &str) -> Wrong {
        let found = self.text.get(self.at..).and_then(|rest| rest.chars().next());
        let found = found.map_or_else(|| "the end of the file".to_owned(), |letter| quoted(&letter.to_string()));
        Wrong::new(self.at.min(self.text.len().saturating_sub(1)), format!("expected {what}, found {found}"))
    }

    /// Walks through an object; `each` takes the value of each key.
    pub(super) fn object(
        &mut self,
        mut each: impl FnMut(&mut Json<'t>, &str) -> Result<(), Wrong>,
    ) -> Result<(), Wrong> {
        self.expect(b'{', "an object")?;
        if self.peek() == b'}' {
            self.at += 1;
            return Ok(());
        }
        loop {
            let key = self.string()?;
            self.expect(b':', "`:`")?;
            each(self, &key)?;
            if self.goes_on(b'}', "`,` or `}`")? {
                return Ok(());
            }
        }
    }

    /// Walks through an array; `each` takes the value of each element.
    pub(super) fn array(&mut self, mut each: impl FnMut(&mut Json<'t>) -> Result<(), Wrong>) -> Result<(), Wrong> {
        self.expect(b'[', "an array")?;
        if self.peek() == b']' {
            self.at += 1;
            return Ok(());
        }
        loop {
            each(self)?;
            if self.goes_on(b']', "`,` or `]`")? {
                return Ok(());
            }
        }
    }

    /// Passes a comma, or the end of an object or array; `true`: it was the end.
    #[inline]
    fn goes_on(&mut self, end: u8, what: &str) -> Result<bool, Wrong> {
        let next = self.peek();
        if next != b',' && next != end {
            return Err(self.expected(what));
        }
        self.at += 1;
        Ok(next == end)
    }

    /// A text without its escapes.
    pub(super) fn string(&mut self) -> Result<Cow<'t, str>, Wrong> {
        if self.peek() != b'"' {
            return Err(self.expected("a text in quotation marks"));
        }
        let range = self.skip()?;
        let raw = &self.text[range.start..range.end];
        let bare = raw.get(1..raw.len().saturating_sub(1)).unwrap_or_default();
        if !bare.contains('\\') {
            return Ok(Cow::Borrowed(bare));
        }
        let text = serde_json::from_str(raw).map(Cow::Owned);
        text.map_err(|_| Wrong::new(range.start, "this text has an escape that JSON does not know"))
    }

    /// A value that is no array and no object, and its place. A text comes without its marks.
    pub(super) fn scalar(&mut self) -> Result<(Cow<'t, str>, Range<usize>), Wrong> {
        let first = self.peek();
        let start = self.at;
        if first == b'"' {
            let text = self.string()?;
            return Ok((text, start..self.at));
        }
        let range = self.skip()?;
        let raw = if matches!(first, b'[' | b'{') { "" } else { &self.text[range.clone()] };
        Ok((Cow::Borrowed(raw), range))
    }

    /// A name and its place; `null` is an empty one.
    pub(super) fn name(&mut self) -> Result<(Cow<'t, str>, Range<usize>), Wrong> {
        let is_null = self.peek() == b'n';
        let (name, place) = self.scalar()?;
        Ok((if is_null { Cow::Borrowed("") } else { name }, place))
    }

    /// A value as it is written, and where it stands.
    pub(super) fn raw(&mut self) -> Result<(Cow<'t, str>, Range<usize>), Wrong> {
        let range = self.skip()?;
        Ok((Cow::Borrowed(&self.text[range.clone()]), range))
    }

    /// A whole number that is not negative.
    pub(super) fn number(&mut self) -> Result<usize, Wrong> {
        self.peek();
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut number = 0_usize;
        while let Some(digit @ b'0'..=b'9') = bytes.get(self.at) {
            number = number.saturating_mul(10).saturating_add(usize::from(digit - b'0'));
            self.at += 1;
        }
        if self.at == start { Err(self.expected("a number")) } else { Ok(number) }
    }

    /// Passes over a whole number below 0.
    pub(super) fn negative(&mut self) -> Result<(), Wrong> {
        self.expect(b'-', "a number")?;
        self.number().map(drop)
    }

    /// Skips a value and returns its place.
    pub(super) fn skip(&mut self) -> Result<Range<usize>, Wrong> {
        self.peek();
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut depth = 0_usize;
        while let Some(&byte) = bytes.get(self.at) {
            match byte {
                b'"' => {
                    self.at = string_end(bytes, self.at).ok_or_else(|| Wrong::new(self.at, "this text has no end"))?;
                    if depth == 0 {
                        return Ok(start..self.at);
                    }
                    continue;
                }
                b'[' | b'{' => depth += 1,
                b']' | b'}' if depth == 0 => break,
                b']' | b'}' => {
                    depth -= 1;
                    if depth == 0 {
                        self.at += 1;
                        return Ok(start..self.at);
                    }
                }
                b',' | b':' | b' ' | b'\n' | b'\r' | b'\t' if depth == 0 => break,
                _ => {}
            }
            self.at += 1;
        }
        if depth > 0 || self.at == start { Err(self.expected("a value")) } else { Ok(start..self.at) }
    }

    /// Nothing but white space may follow.
    pub(super) fn end(&mut self) -> Result<(), Wrong> {
        if self.peek() == 0 && self.at == self.text.len() { Ok(()) } else { Err(self.expected("the end of the file")) }
    }
}

/// Where the text ends that begins with the `"` at `at`.
pub(super) fn string_end(bytes: &[u8], mut at: usize) -> Option<usize> {
    at += 1;
    loop {
        let found = at + memchr::memchr2(b'"', b'\\', bytes.get(at..)?)?;
        match bytes[found] {
            b'"' => return Some(found + 1),
            _ => at = found + 2,
        }
    }
}

/// Finds the end of the value at the start of an input that is not all at hand.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Scan {
    at: usize,
    depth: usize,
    in_text: bool,
}

impl Scan {
    /// Forgets the first `count` bytes, which are no longer held.
    pub(super) fn has_lost(&mut self, count: usize) {
        self.at = self.at.saturating_sub(count);
    }

    /// Where the first array or object ends; `None`: not within these bytes.
    pub(super) fn run(&mut self, bytes: &[u8]) -> Option<usize> {
        while let Some(&byte) = bytes.get(self.at) {
            self.at += 1;
            match byte {
                b'\\' if self.in_text => self.at += 1,
                b'"' => self.in_text = !self.in_text,
                _ if self.in_text => {}
                b'[' | b'{' => self.depth += 1,
                b']' | b'}' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Some(self.at);
                    }
                }
                _ => {}
            }
        }
        None
    }
}

/// Whether an input begins as an object does, and has all these keys near its start.
pub(super) fn has_keys(head: &[u8], keys: &[&str]) -> bool {
    let head = without_mark(head).trim_ascii_start();
    head.first() == Some(&b'{') && keys.iter().all(|key| has_key(head, key))
}

/// Whether a key stands somewhere in an input.
pub(super) fn has_key(head: &[u8], key: &str) -> bool {
    let is_key = |at: usize| {
        let rest = &head[at + key.len()..];
        at > 0
            && head[at - 1] == b'"'
            && rest.first() == Some(&b'"')
            && rest[1..].trim_ascii_start().first().is_none_or(|byte| *byte == b':')
    };
    memchr::memmem::find_iter(head, key.as_bytes()).any(is_key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_their_places() {
        let text = r#" {"a": [1, {"b": "]\""}], "c\n" : "x\u0041" , "d":-1.5 }"#;
        let mut found = Vec::new();
        let mut json = Json::new(text, 0);
        let done = json.object(|json, key| {
            let key = key.to_owned();
            let (value, place) = json.scalar()?;
            found.push((key, value.into_owned(), text[place].to_owned()));
            Ok(())
        });
        assert!(done.is_ok() && json.end().is_ok());
        let found: Vec<_> = found.iter().map(|(key, value, place)| (&**key, &**value, &**place)).collect();
        assert_eq!(found, [("a", "", r#"[1, {"b": "]\""}]"#), ("c\n", "xA", r#""x\u0041""#), ("d", "-1.5", "-1.5")]);
    }

    #[test]
    fn faults_are_placed() {
        for (text, at) in
            [("{\"a\" 1}", 5), ("{\"a\":1", 5), ("[1 2]", 3), ("{\"a", 1), ("{\"a\":[", 5), ("{\"a\":}", 5)]
        {
            let mut json = Json::new(text, 0);
            let done = match json.peek() {
                b'{' => json.object(|json, _| json.skip().map(drop)),
                _ => json.array(|json| json.skip().map(drop)),
            };
            assert_eq!(done.expect_err(text).at, at, "{text}");
        }
    }

    #[test]
    fn values_are_parted_wherever_the_bytes_are_cut() {
        let text = br#"{"a":"}\"]"} [{}]"#;
        for step in 1..text.len() {
            let mut scan = Scan::default();
            let end = (0..=text.len()).step_by(step).chain([text.len()]).find_map(|seen| scan.run(&text[..seen]));
            assert_eq!(end, Some(12));
        }
    }

    #[test]
    fn keys_are_told_from_values() {
        assert!(has_keys(b"\n{\"a\": 1, \"b\" : 2}", &["a", "b"]));
        assert!(!has_keys(b"{\"a\": \"b\"}", &["a", "b"]) && !has_keys(b"[\"a\": 1]", &["a"]));
    }
}
