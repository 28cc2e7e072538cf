//! Finds where the first match of some bytes ends, together with what stands between it and the next one.
//!
//! A piece ends with the comma after its match or with the report. If something is wrong, it ends before the next `{`
//! that must begin a match: one where no value may stand, or one with the key `match_index`. No text of JSON can hold
//! such a key, since the quotation mark in it would end the text.

/// The key of the array of matches.
const MATCHES: &[u8] = b"\"matches\"";

/// The first key of a match.
const FIRST_KEY: &[u8] = b"\"match_index\"";

/// How much white space may stand before the first key of a match.
const MOST_BLANKS: usize = 256;

/// A search that continues when more bytes are at hand.
#[derive(Debug, Default)]
pub(super) struct Extent {
    at: usize,
    /// The brackets that are open: those of the match or of the report around it, or those between matches.
    open: Vec<u8>,
    in_text: bool,
    is_escaped: bool,
    /// The last sign outside of texts that is no white space.
    last: u8,
    stage: Stage,
    /// Whether the piece has begun with what stands before the matches.
    is_report: bool,
    is_damaged: bool,
}

/// What the search has passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Stage {
    /// Nothing yet.
    #[default]
    Before,
    /// The beginning of a match, or of a report.
    Within,
    /// A match, or something that is no match.
    After,
    /// The comma after it, at this byte.
    Comma(usize),
    /// The end of the array of matches.
    Tail,
    /// The end of the report, before this byte. If more follows, the piece is damaged and the search continues.
    End(usize),
}

impl Extent {
    /// Forgets the first `count` bytes of the piece, which are no longer held.
    pub(super) fn has_lost(&mut self, count: usize) {
        let moved = |at: usize| at.saturating_sub(count);
        self.at = moved(self.at);
        self.stage = match self.stage {
            Stage::Comma(at) => Stage::Comma(moved(at)),
            Stage::End(at) => Stage::End(moved(at)),
            stage => stage,
        };
    }

    /// Where the first piece of `bytes` ends; `None`: not within these bytes. They go on unless they are the `last` ones.
    pub(super) fn run(&mut self, bytes: &[u8], last: bool) -> Option<usize> {
        while let Some(&byte) = bytes.get(self.at) {
            let here = self.at;
            if byte == b'{' && here > 0 && self.begins(&bytes[here..], last)? {
                return Some(here);
            }
            self.at += 1;
            if self.in_text {
                self.in_text = byte != b'"' || self.is_escaped;
                self.is_escaped = byte == b'\\' && !self.is_escaped;
                continue;
            }
            if byte.is_ascii_whitespace() {
                continue;
            }
            match self.stage {
                Stage::Comma(at) => return Some(at + 1),
                Stage::End(_) if byte == b',' => self.stage = Stage::After,
                Stage::End(at) => return Some(at),
                _ => {}
            }
            self.sign(byte, bytes);
            if let (Stage::End(at), false) = (self.stage, self.is_damaged) {
                return Some(at);
            }
            self.last = byte;
        }
        match self.stage {
            // A comma at the end of the file promises a match that is not there: it is left out.
            Stage::Comma(at) | Stage::End(at) if last && at > 0 => Some(at),
            _ => None,
        }
    }

    /// Whether the next piece begins with the `{` at the start of `rest`; `None`: more bytes are needed to know.
    fn begins(&self, rest: &[u8], last: bool) -> Option<bool> {
        let has_key = || has_first_key(rest, last);
        match (self.stage, self.last, self.open.last()) {
            _ if self.in_text => has_key(),
            (Stage::After, _, None) => Some(true),
            (_, _, None) | (_, b':' | b'[', _) => Some(false),
            (Stage::Within, b',', Some(b'[')) => has_key(),
            (_, b',', Some(b'[')) => Some(false),
            _ => Some(true),
        }
    }

    /// Passes a sign outside of texts, the last of those that were passed.
    fn sign(&mut self, byte: u8, bytes: &[u8]) {
        let here = self.at - 1;
        match byte {
            b'[' if !self.is_report && opens_matches(&bytes[..here]) => {
                self.open.clear();
                (self.stage, self.is_report) = (Stage::Before, true);
            }
            b'{' | b'[' => {
                if self.stage == Stage::Before {
                    self.stage = if byte == b'{' { Stage::Within } else { Stage::After };
                }
                self.open.push(byte);
            }
            b'}' | b']' if self.open.is_empty() => match byte {
                b'}' => (self.stage, self.is_damaged) = (Stage::After, true),
                _ => self.ends_matches(),
            },
            b'}' | b']' => self.closes(if byte == b'}' { b'{' } else { b'[' }),
            b',' if self.open.is_empty() => self.stage = Stage::Comma(here),
            _ => {
                self.in_text = byte == b'"';
                if self.stage == Stage::Before {
                    self.stage = Stage::After;
                }
            }
        }
    }

    /// Closes the innermost `bracket`, and with it whatever is still open within it.
    fn closes(&mut self, bracket: u8) {
        match self.open.iter().rposition(|open| *open == bracket) {
            Some(place) => {
                self.is_damaged |= place + 1 < self.open.len();
                self.open.truncate(place);
            }
            // The report or the match around it is not closed by a `]`. The match ends with the array that holds it.
            None if self.stage == Stage::Within => {
                self.is_damaged = true;
                self.ends_matches();
            }
            None => {
                self.is_damaged = true;
                self.open.truncate(1);
            }
        }
        if self.open.is_empty() {
            self.stage = if self.stage == Stage::Tail { Stage::End(self.at) } else { Stage::After };
        }
    }

    /// The array of matches has ended, and the report around it has not.
    fn ends_matches(&mut self) {
        self.stage = Stage::Tail;
        self.open.clear();
        self.open.push(b'{');
    }
}

/// Whether the array of matches stands in some bytes.
pub(super) fn holds_matches(bytes: &[u8]) -> bool {
    matches_begin(bytes).is_some()
}

/// Where the array of matches begins.
pub(super) fn matches_begin(bytes: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'[', bytes).find(|at| opens_matches(&bytes[..*at]))
}

/// Whether the array of matches begins after these bytes.
fn opens_matches(before: &[u8]) -> bool {
    before.trim_ascii_end().strip_suffix(b":").is_some_and(|key| key.trim_ascii_end().ends_with(MATCHES))
}

/// Whether the object at the start of `bytes` begins with the first key of a match; `None`: more bytes are needed.
fn has_first_key(bytes: &[u8], last: bool) -> Option<bool> {
    let blanks = bytes[1..].iter().take(MOST_BLANKS).take_while(|byte| byte.is_ascii_whitespace()).count();
    let key = &bytes[1 + blanks..];
    let length = key.len().min(FIRST_KEY.len());
    match key[..length] == FIRST_KEY[..length] {
        true if length < FIRST_KEY.len() && !last => None,
        is_alike => Some(is_alike && length == FIRST_KEY.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pieces of a file, found when `step` bytes more are at hand each time.
    fn pieces(text: &str, step: usize) -> Vec<&str> {
        let (mut pieces, mut from) = (Vec::new(), 0);
        while !text[from..].trim().is_empty() {
            let rest = &text[from..];
            let rest = rest.trim_start();
            from = text.len() - rest.len();
            let (mut search, mut seen) = (Extent::default(), 0);
            let length = loop {
                seen = (seen + step).min(rest.len());
                let last = seen == rest.len();
                match search.run(&rest.as_bytes()[..seen], last) {
                    Some(length) => break length,
                    None if last => break seen,
                    None => {}
                }
            };
            pieces.push(&rest[..length]);
            from += length;
        }
        pieces
    }

    #[test]
    fn a_damaged_match_ends_where_the_next_one_begins() {
        for (damaged, count) in [
            // Sound matches stay whole.
            (r#"{"match_index": 1, "a": [{"b": "}"}, {"c": "\"]"}], "d": {"match_index": 2}}"#, 3),
            // Brackets that lack, and too many.
            (r#"{"match_index": 1, "a": [1, 2}"#, 3),
            (r#"{"match_index": 1, "a": [1, 2]"#, 3),
            (r#"{"match_index": 1, "a": [1, 2"#, 3),
            (r#"{"match_index": 1, "a": 1, 2]}"#, 3),
            (r#"{"match_index": 1, "a": [1, 2]]}"#, 3),
            (r#"{"match_index": 1, "a": [1, 2]}}"#, 3),
            (r#""match_index": 1, "a": [1, 2]}"#, 4),
            // A quotation mark that nothing closes.
            (r#"{"match_index": 1, "a": [1, "2]}"#, 3),
            (r#"{"match_index": 1, "a: [1, 2]}"#, 3),
            (r#"{"match_index": 1, "a": [1, 2]"}"#, 3),
            // These are no matches.
            ("5", 3),
            ("[1, 2]", 3),
            ("\"{\"", 3),
            ("", 3),
        ] {
            let text = format!(
                "{{\"x\": [{{}}, {{}}], \"matches\" : [\n{{\"match_index\": 0}}, {damaged}, {{ \"match_index\": 9}} ], \"y\": [{{}}]}}\n"
            );
            let found = pieces(&text, text.len());
            assert_eq!(found.len(), count, "{damaged}: {found:#?}");
            assert!(found[0].ends_with("{\"match_index\": 0},"), "{damaged}: {found:#?}");
            assert_eq!(found.last(), Some(&"{ \"match_index\": 9} ], \"y\": [{}]}"), "{damaged}: {found:#?}");
            for step in 1..text.len() {
                assert_eq!(pieces(&text, step), found, "{damaged}: {step} bytes at once");
            }
        }
    }

    #[test]
    fn a_separator_that_is_none_belongs_to_the_match_before_it() {
        for separator in ["", ";", "}", " [0] foo "] {
            let text = format!("{{\"matches\": [{{\"match_index\": 0}}{separator}{{\"match_index\": 1}}]}}");
            let found = pieces(&text, text.len());
            assert_eq!(found.len(), 2, "{found:#?}");
            assert_eq!(found[1], "{\"match_index\": 1}]}");
        }
    }

    #[test]
    fn a_report_may_stand_after_a_damaged_one() {
        let report = |matches: &str| format!("{{\"board_size\": 9, \"matches\": [{matches}]}}\n");
        let sound = report("{\"match_index\": 0}, {\"match_index\": 1}");
        for damaged in ["{\"match_index\": 7", "{\"match_index\": 7, \"a\": [1", "{\"match_index\": 7}}"] {
            for end in ["]}", "]", "}", ""] {
                let text = format!("{{\"matches\": [{damaged}{end}\n{sound}");
                let found = pieces(&text, text.len());
                assert_eq!(found.len(), 3, "{found:#?}");
                assert!(found[1].starts_with("{\"board_size\": 9, ") && found[1].ends_with("0},"), "{found:#?}");
            }
        }
        assert_eq!(pieces(&format!("{sound}{sound}"), 1).len(), 4);
    }
}
