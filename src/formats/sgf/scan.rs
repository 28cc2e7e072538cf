//! Finds where a game tree ends, and what it is made of, without understanding any of it.

use encoding_rs::{BIG5, Encoding, GB18030, GBK, SHIFT_JIS};

use crate::record::eight;

/// Where the scan of one game tree stands. It can stop at any byte and go on when more of the file is at hand.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Scan {
    at: usize,
    depth: usize,
    begun: bool,
    in_value: bool,
    /// How many `(` stand in the tree.
    pub(super) opens: usize,
}

impl Scan {
    /// Where the tree ends, with whatever stands after it up to the next one. `None`: more bytes are needed, or the tree
    /// and the file end with these.
    pub(super) fn run(&mut self, bytes: &[u8], last: bool, leads: &Leads) -> Option<usize> {
        while let Some(&byte) = bytes.get(self.at) {
            if self.in_value {
                (self.at, self.in_value) = rest_of_value(bytes, self.at, leads);
                continue;
            }
            match byte {
                b';' if self.begun => {
                    self.at = behind_moves(bytes, self.at);
                    continue;
                }
                b'[' if self.begun => match bytes.get(self.at + 1..self.at + 4) {
                    // Nearly every value is a point.
                    Some([one, other, b']']) if one.is_ascii_alphanumeric() && other.is_ascii_alphanumeric() => {
                        self.at += 3
                    }
                    _ => self.in_value = true,
                },
                b'(' => {
                    if self.depth == 0 {
                        let next = bytes[self.at + 1..].iter().find(|byte| !byte.is_ascii_whitespace());
                        match next {
                            None if !last => return None,
                            Some(b';' | b'(') if self.begun => return Some(self.at),
                            Some(b';' | b'(') => self.begun = true,
                            // A parenthesis in the text around the trees.
                            _ => {
                                self.at += 1;
                                continue;
                            }
                        }
                    }
                    self.depth += 1;
                    self.opens += 1;
                }
                b')' => self.depth = self.depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
        }
        None
    }
}

/// Goes through the rest of a value from `at` on: where it ends, or how far the bytes reach, and whether it goes on there.
#[inline(always)]
fn rest_of_value(bytes: &[u8], mut at: usize, leads: &Leads) -> (usize, bool) {
    loop {
        at = pass_plain(bytes, at, leads.any);
        let Some(&byte) = bytes.get(at) else { return (at, true) };
        at += 1;
        match byte {
            b']' => return (at, false),
            b'\\' => at += 1,
            // The next byte belongs to the same letter, whatever it looks like.
            _ => at += usize::from(leads.begin[usize::from(byte)]),
        }
    }
}

/// Where in a value the first `]` or backslash stands from `at` on, or the first byte beyond ASCII if `to_letter`. Before
/// the last bytes of the text, fewer than eight, it stops in any case.
#[inline(always)]
pub(super) fn pass_plain(bytes: &[u8], mut at: usize, to_letter: bool) -> usize {
    let beyond_ascii = if to_letter { eight::HIGH } else { 0 };
    while let Some(word) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        let word = u64::from_le_bytes(*word);
        let found = eight::equal(word, b']') | eight::equal(word, b'\\') | word & beyond_ascii;
        if found != 0 {
            return at + found.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    at
}

/// Where the nodes end that begin with the `;` at `at` and have one move on a point each and nothing else, as nearly all
/// have: `;B[hh];W[ig]`. The byte after the `;` if there are none.
#[inline(always)]
pub(super) fn behind_moves(bytes: &[u8], mut at: usize) -> usize {
    while let Some([b';', side, b'[', column, row, b']', ..]) = bytes.get(at..)
        && side.is_ascii_uppercase()
        && column.is_ascii_alphabetic()
        && row.is_ascii_alphabetic()
    {
        at += 6;
    }
    at + usize::from(bytes.get(at) == Some(&b';'))
}

/// The bytes that begin a letter of two bytes in an encoding whose second bytes may look like brackets.
#[derive(Debug, Clone)]
pub(super) struct Leads {
    begin: [bool; 256],
    /// Whether there are any.
    any: bool,
}

impl Default for Leads {
    fn default() -> Leads {
        Leads { begin: [false; 256], any: false }
    }
}

impl Leads {
    /// Those of an encoding.
    pub(super) fn of(encoding: Option<&'static Encoding>) -> Leads {
        let mut leads = Leads::default();
        let Some(encoding) = encoding.filter(|encoding| [GBK, GB18030, BIG5, SHIFT_JIS].contains(encoding)) else {
            return leads;
        };
        leads.any = true;
        for (byte, begins) in leads.begin.iter_mut().enumerate().take(0xff).skip(0x81) {
            // Half-width letters of Japan are one byte.
            *begins = encoding != SHIFT_JIS || !(0xa0..=0xdf).contains(&byte);
        }
        leads
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Splits `text` as the reader does, handing the scan `step` bytes more each time.
    fn split(text: &[u8], step: usize, encoding: Option<&'static Encoding>) -> Vec<String> {
        let leads = Leads::of(encoding);
        let (mut start, mut parts) = (0, Vec::new());
        while start < text.len() {
            let (mut scan, mut seen) = (Scan::default(), start);
            let end = loop {
                seen = (seen + step).min(text.len());
                match scan.run(&text[start..seen], seen == text.len(), &leads) {
                    Some(end) => break start + end,
                    None if seen == text.len() => break seen,
                    None => {}
                }
            };
            parts.push(String::from_utf8_lossy(&text[start..end]).into_owned());
            start = end;
        }
        parts
    }

    #[test]
    fn trees_are_parted_wherever_the_bytes_are_cut() {
        let text = "From (x)\n(;B[aa]C[(;\\]](;W[bb])(;W[cc])) --- \n( ;B[dd]\n(;B[ee]))(;)\n";
        for step in [1, 2, 3, text.len()] {
            let parts = split(text.as_bytes(), step, None);
            assert_eq!(parts, ["From (x)\n(;B[aa]C[(;\\]](;W[bb])(;W[cc])) --- \n", "( ;B[dd]\n(;B[ee]))", "(;)\n"]);
        }
    }

    #[test]
    fn second_bytes_of_letters_are_no_brackets() {
        // In GBK `84 5d` is one letter.
        let text = b"(;C[\x84\x5d)(;];B[aa])(;B[bb])";
        assert_eq!(split(text, 1, Some(GBK)).len(), 2);
    }
}
