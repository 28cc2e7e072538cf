//! Finds where a game tree ends, and what it consists of, without understanding its contents.

use encoding_rs::{BIG5, Encoding, GB18030, GBK, SHIFT_JIS};

use super::super::by_line::ends_line;
use super::name::{Name, names};
use crate::record::eight;

/// Where the scan of one game tree stands. It can stop at any byte and go on when more of the file is at hand.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Scan {
    at: usize,
    depth: usize,
    begun: bool,
    in_value: bool,
    /// Where the value at hand begins.
    value: usize,
    /// Whether a node stands in the tree.
    has_node: bool,
    /// How many `(` stand in the tree.
    pub(super) opens: usize,
    /// The depth of the variation with the first move of the current line; 0 before any move.
    moved: usize,
    /// Where the first subtree stands that looks like a game. It is one if the tree is not closed.
    doubtful: Option<usize>,
    /// The depth of the last such subtree while it is open; otherwise 0.
    open_game: usize,
}

impl Scan {
    /// Where the tree ends, including all up to the next one. `None`: more bytes are needed, or both the tree and the
    /// file end with these.
    pub(super) fn run(&mut self, bytes: &[u8], last: bool, leads: &Leads) -> Option<usize> {
        while let Some(&byte) = bytes.get(self.at) {
            if self.in_value {
                match self.pass_value(bytes, leads) {
                    Some(open) => return self.doubtful.or(Some(open)),
                    None => continue,
                }
            }
            // Nearly all names are one or two capital letters.
            if self.begun
                && let Some(length) = short_name(bytes, self.at)
            {
                self.begin_value(self.at + length + 1);
                match self.pass_value(bytes, leads) {
                    Some(open) => return self.doubtful.or(Some(open)),
                    None => continue,
                }
            }
            match byte {
                b';' if self.begun => {
                    self.has_node = true;
                    let after = after_moves(bytes, self.at);
                    if self.moved == 0 {
                        match after > self.at + 1 || begins_move(bytes, after) {
                            true => self.moved = self.depth,
                            // The name may be cut off.
                            false if !last && bytes.len() < after + 2 => return None,
                            false => {}
                        }
                    }
                    self.at = after;
                    continue;
                }
                b'[' if self.begun => {
                    self.begin_value(self.at + 1);
                    continue;
                }
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
                    } else if self.has_node && begins_line(bytes, self.at) {
                        match begins_game(&bytes[self.at + 1..], self.moved > 0) {
                            None if !last => return None,
                            Some(begins) if begins != Begins::Variation => {
                                let first = *self.doubtful.get_or_insert(self.at);
                                // Nobody writes two such subtrees in a tree, or one within the other: these are games,
                                // and the tree before the first one is not closed.
                                if first < self.at && (begins == Begins::File || self.open_game > 0) {
                                    return Some(first);
                                }
                                self.open_game = self.depth + 1;
                            }
                            _ => {}
                        }
                    }
                    self.depth += 1;
                    self.opens += 1;
                }
                b')' => self.close(),
                _ => {}
            }
            self.at += 1;
        }
        self.doubtful.filter(|_| last)
    }

    /// Ends a subtree, or the tree.
    fn close(&mut self) {
        self.depth = self.depth.saturating_sub(1);
        if self.moved > self.depth {
            self.moved = 0;
        }
        if self.open_game > self.depth {
            self.open_game = 0;
        }
        if self.depth == 0 {
            self.doubtful = None;
        }
    }

    #[inline(always)]
    fn begin_value(&mut self, at: usize) {
        (self.at, self.value, self.in_value) = (at, at, true);
    }

    /// Passes the rest of the current value. Returns where the next game begins if the value is not closed.
    #[inline(always)]
    fn pass_value(&mut self, bytes: &[u8], leads: &Leads) -> Option<usize> {
        (self.at, self.in_value) = rest_of_value(bytes, self.at, leads);
        // Nearly all values are shorter than the start of a game.
        if self.in_value || self.at - self.value < b"\n(;FF[4]".len() {
            return None;
        }
        let open = game_within(&bytes[self.value..self.at - 1])?;
        Some(self.value + open)
    }
}

/// Where a game begins in a value that is not closed: the value ends with the first one of that game, `abc\n(;FF[4`.
#[inline(never)]
fn game_within(value: &[u8]) -> Option<usize> {
    let head = value.get(..memchr::memrchr(b'[', value)?.checked_sub(2)?)?;
    let open = head.trim_ascii_end().strip_suffix(b";")?.trim_ascii_end().strip_suffix(b"(")?.len();
    let is_game = open > 0
        && begins_line(value, open)
        && matches!(begins_game(&value[open + 1..], true), Some(Begins::File | Begins::Game));
    is_game.then_some(open)
}

/// Whether there are only blanks before `at` on its line, and there is a line before it.
fn begins_line(bytes: &[u8], at: usize) -> bool {
    bytes[..at].iter().rev().find(|byte| !matches!(byte, b' ' | b'\t')).is_some_and(|byte| ends_line(*byte))
}

/// Whether a node begins so with a move.
fn begins_move(bytes: &[u8], at: usize) -> bool {
    matches!(bytes.get(at..), Some([b'B' | b'W', b'[', ..]))
}

/// What the first node of a subtree looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Begins {
    /// The first node of a tree of a file.
    File,
    /// The first node of a game, which may stand within a tree.
    Game,
    Variation,
}

/// Properties that only the first node of a file's tree has.
const OF_ROOT: [Name; 6] = names(["FF", "GM", "CA", "AP", "ST", "SZ"]);

/// Properties of a game. In games that were joined to one tree, inner nodes have them too, but before any move.
const OF_GAME: [Name; 28] = names([
    "US", "PB", "PW", "EV", "DT", "RE", "RU", "GN", "PC", "RO", "SO", "KM", "HA", "TM", "OT", "BR", "WR", "BT", "WT",
    "AN", "CP", "ON", "GC", "SW", "FA", "5A", "TO", "ID",
]);

/// What begins after a `(`, judged by the first property of its node and by whether a move stands before it. `None`:
/// more bytes are needed.
fn begins_game(rest: &[u8], is_after_move: bool) -> Option<Begins> {
    /// No known name is longer, small letters included.
    const LONGEST: usize = 16;
    let Some((b';', node)) = rest.trim_ascii_start().split_first() else {
        return if rest.trim_ascii_start().is_empty() { None } else { Some(Begins::Variation) };
    };
    let node = node.trim_ascii_start();
    let length = node.iter().take(LONGEST).take_while(|byte| byte.is_ascii_alphanumeric()).count();
    let next = node.get(length..)?.iter().find(|byte| !byte.is_ascii_whitespace())?;
    let name = node[..length].iter().fold(Name::default(), |name, letter| name.with(*letter));
    Some(match () {
        () if *next != b'[' => Begins::Variation,
        () if name.is_any_of(&OF_ROOT) => Begins::File,
        () if is_after_move && name.is_any_of(&OF_GAME) => Begins::Game,
        () => Begins::Variation,
    })
}

/// Passes the rest of a value from `at` on. Returns where it ends, or the end of the bytes, and whether it continues
/// there.
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

/// The length of the name at `at`, if it is one or two capital letters with a value after it.
#[inline(always)]
pub(super) fn short_name(bytes: &[u8], at: usize) -> Option<usize> {
    match bytes.get(at..)? {
        [b'A'..=b'Z', b'A'..=b'Z', b'[', ..] => Some(2),
        [b'A'..=b'Z', b'[', ..] => Some(1),
        _ => None,
    }
}

/// The first `]` or backslash of a value from `at` on, or the first byte beyond ASCII if `to_letter`. It stops before
/// the last bytes of the text, fewer than eight, in any case.
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

/// Where a run of nodes with one move on a point each and nothing else ends, as in `;B[hh];W[ig]`; the first `;` stands
/// at `at`. If there are none: the byte after that `;`.
#[inline(always)]
pub(super) fn after_moves(bytes: &[u8], at: usize) -> usize {
    let mut rest = bytes.get(at..).unwrap_or_default();
    while let Some((word, after)) = node(rest)
        && ANY_SIDE.is(word)
    {
        rest = after;
    }
    bytes.len() - rest.len() + usize::from(rest.first() == Some(&b';'))
}

/// The first eight bytes of a text as a number, the first byte lowest, and the text after six of them: a node of one
/// move takes six, `;B[hh]`. If the text has fewer than eight bytes, zeros replace those after the sixth.
#[inline(always)]
pub(super) fn node(bytes: &[u8]) -> Option<(u64, &[u8])> {
    if let Some(word) = bytes.first_chunk() {
        return Some((u64::from_le_bytes(*word), &bytes[6..]));
    }
    let (node, rest) = bytes.split_at_checked(6)?;
    let mut word = [0; 8];
    word[..6].copy_from_slice(node);
    Some((u64::from_le_bytes(word), rest))
}

/// How a node looks that is one move on a point: `;B[hh]`, with the column and the row in small letters.
#[derive(Debug, Clone, Copy)]
pub(super) struct Shape {
    /// The least that its bytes may be.
    least: u64,
    /// The bits of its bytes that must equal those of `least`.
    same: u64,
}

/// A node with any capital letter as its side, or with one of `@[\]^_`.
const ANY_SIDE: Shape = Shape::of(b'@', 0xe0);

impl Shape {
    /// How a move of this side looks.
    pub(super) const fn of_side(side: u8) -> Shape {
        Shape::of(side, 0xff)
    }

    const fn of(side: u8, same: u8) -> Shape {
        Shape {
            least: u64::from_le_bytes([b';', side, b'[', b'a', b'a', b']', 0, 0]),
            same: u64::from_le_bytes([0xff, same, 0xff, 0x80, 0x80, 0xff, 0, 0]),
        }
    }

    /// Whether a node looks like that.
    #[inline(always)]
    pub(super) fn is(self, node: u64) -> bool {
        // For a letter the difference is below 26: adding this leaves the highest bit of its byte unset. For a byte
        // below `a` that bit is set in the difference, and only then is there a borrow from the bytes after it.
        const PAST_Z: u64 = u64::from_le_bytes([0, 0, 0, 0x80 - 26, 0x80 - 26, 0, 0, 0]);
        let above = node.wrapping_sub(self.least);
        (above | above.wrapping_add(PAST_Z)) & self.same == 0
    }
}

/// The bytes that begin a letter of two bytes in an encoding whose second bytes may look like brackets.
#[derive(Debug, Clone, Copy)]
pub(super) struct Leads {
    begin: &'static [bool; 256],
    /// Whether there are any.
    any: bool,
}

impl Default for Leads {
    fn default() -> Leads {
        Leads { begin: &[false; 256], any: false }
    }
}

impl Leads {
    /// The bytes that begin such letters in `encoding`.
    pub(super) fn of(encoding: Option<&'static Encoding>) -> Leads {
        static OF_CHINA: [bool; 256] = leads(None);
        // Half-width letters of Japan are one byte.
        static OF_JAPAN: [bool; 256] = leads(Some([0xa0, 0xdf]));
        let begin = match encoding {
            Some(encoding) if [GBK, GB18030, BIG5].contains(&encoding) => &OF_CHINA,
            Some(encoding) if encoding == SHIFT_JIS => &OF_JAPAN,
            _ => return Leads::default(),
        };
        Leads { begin, any: true }
    }
}

/// The bytes that begin letters of two bytes: those from 81 to fe, but for a range.
const fn leads(but: Option<[usize; 2]>) -> [bool; 256] {
    let (mut leads, mut byte) = ([false; 256], 0x81);
    while byte < 0xff {
        leads[byte] = match but {
            Some([first, last]) => byte < first || byte > last,
            None => true,
        };
        byte += 1;
    }
    leads
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tree_that_is_not_closed_ends_before_the_next_game() {
        let text =
            "(;FF[4];B[aa](;W[bb]\n(;W[cc]\n(;FF[4];B[dd])\n((;GM[4];B[ee])\n)\n(\n(;CA[x];B[ff]))(;B[gg]C[\n(;FF[4]\n";
        for step in [1, 2, 3, text.len()] {
            let parts = split(text.as_bytes(), step, None);
            let begins: Vec<_> = parts.iter().map(|part| &part[..part.len().min(9)]).collect();
            assert_eq!(
                begins,
                ["(;FF[4];B", "(;FF[4];B", "((;GM[4];", "(\n(;CA[x]", "(;B[gg]C[", "(;FF[4]\n"],
                "{step}"
            );
        }
    }

    /// What looks like a game is one where the tree before it is not closed, and a variation where it is.
    #[test]
    fn a_closed_tree_keeps_variations_that_look_like_games() {
        let parts = |text: &str| {
            let whole = split(text.as_bytes(), text.len(), None);
            for step in [1, 2, 3] {
                assert_eq!(split(text.as_bytes(), step, None), whole, "{text} {step}");
            }
            whole.len()
        };
        for first in ["US[x]", "SZ[15]", "PB[a]", "GaMe[4]", " DT [2020]", "\n5A[]"] {
            assert_eq!(parts(&format!("(;GM[4]SZ[15];B[hh];W[hi]\n(;{first};B[aa];W[bb])")), 2, "{first}");
            assert_eq!(parts(&format!("(;GM[4]SZ[15];C[x]B[hh];B[hi]\r\n \t(;{first};B[aa](;W[bb])")), 2, "{first}");
            assert_eq!(parts(&format!("(;GM[4]SZ[15];B[hh];B[hi](;{first};B[aa];W[bb])")), 1, "{first}");
        }
        assert_eq!(parts("(;GM[4];B[hh]\n(;FF[4];W[hi])\n(;W[ii]))\n(;GM[4];B[hh])"), 2);
        assert_eq!(parts("(;GM[4];B[hh]\n(;GC[a];W[hi])\n(;GC[b];W[ii]))\n(;GM[4];B[hh])"), 2);
        assert_eq!(parts("(;GM[4];B[hh]\n(;GC[a];W[hi])\n(;GC[b];W[ii])"), 3);
        assert_eq!(parts("(;GM[4];B[hh]\n(;W[hi])\n(;W[ii])"), 1);
        // Games that were joined to one tree, and trees that stand on their own in any case.
        assert_eq!(parts("(;FF[4]GM[4]\n(;PB[a];B[hh];W[hi])\n(;PB[b];B[hh])\n(;PB[c];B[hh]))"), 1);
        assert_eq!(parts("(;GM[4];B[hh]\n(;SZ[15];B[hh]\n(;SZ[15];B[hh]\n(;SZ[15];B[hh]"), 4);
        assert_eq!(parts("(;GM[4];B[hh]C[a\n(;US[x];B[hh])\n(;US[x];B[hh])"), 3);
    }

    #[test]
    fn nodes_of_moves_are_told_by_their_bytes() {
        let white = Shape::of_side(b'W');
        for (at, byte) in (0..6).flat_map(|at| (0..=255).map(move |byte| (at, byte))) {
            let mut text = *b";W[kq];B";
            text[at] = byte;
            let is_usual = byte == b";W[kq]"[at];
            let is_point = matches!(at, 3 | 4) && byte.is_ascii_lowercase();
            let is_side = at == 1 && (b'@'..=b'_').contains(&byte);
            for length in 6..=8 {
                let (word, rest) = node(&text[..length]).expect("six bytes");
                assert_eq!(rest, &text[6..length]);
                assert_eq!(white.is(word), is_usual || is_point, "{text:?}");
                assert_eq!(ANY_SIDE.is(word), is_usual || is_point || is_side, "{text:?}");
            }
        }
        assert!(node(b";W[kq").is_none() && node(b"").is_none());
    }

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
