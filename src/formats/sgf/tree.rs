//! Walks a game tree: each node once, in the order in which a transcript writes them, without recursion.
//!
//! In SGF the first child of a node is the main line, and the variations stand after its whole subtree. In a transcript
//! they stand right after the ply that they replace.

use std::ops::Range;

use super::scan::{after_moves, pass_plain};

/// The steps of a walk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// A node: it begins after its `;` at this byte.
    Node(usize),
    /// A variation begins with this `(`.
    Open(usize),
    /// It ends with this byte.
    Close(usize),
    /// Text that is no node stands where one should.
    Stray(Range<usize>),
}

/// The subtrees of a text, in the order of their `(`.
#[derive(Debug, Default)]
pub(super) struct Ends {
    subtrees: Vec<Subtree>,
    /// Where something else than a subtree stands after a subtree.
    pub(super) damage: Option<usize>,
}

/// A subtree: where its `(` and its `)` stand, and how many others stand before the next one that is not within it.
#[derive(Debug, Clone, Copy)]
struct Subtree {
    start: u32,
    end: u32,
    next: u32,
}

impl Ends {
    /// Finds all subtrees from `at` on in one pass over the text. An unclosed one ends with the text.
    pub(super) fn find(&mut self, text: &[u8], mut at: usize) {
        self.subtrees.clear();
        self.damage = None;
        let mut open: Vec<usize> = Vec::new();
        while let Some(&byte) = text.get(at) {
            match byte {
                b';' => {
                    at = after_moves(text, at);
                    continue;
                }
                b'[' => at = value_end(text, at),
                b'(' => {
                    open.push(self.subtrees.len());
                    self.subtrees.push(Subtree { start: at as u32, end: text.len() as u32, next: u32::MAX });
                }
                b')' => {
                    if let Some(index) = open.pop() {
                        let next = self.subtrees.len() as u32;
                        let subtree = &mut self.subtrees[index];
                        (subtree.end, subtree.next) = (at as u32, next);
                        if self.damage.is_none() && !open.is_empty() {
                            self.damage = no_subtree(text, at + 1);
                        }
                    }
                }
                _ => {}
            }
            at += 1;
        }
    }

    /// The number of the subtree that begins with the `(` at `open`.
    fn at(&self, open: usize) -> usize {
        self.subtrees.partition_point(|subtree| (subtree.start as usize) < open)
    }

    /// Where the subtree ends that begins with the `(` at `open`: its `)`.
    pub(super) fn of(&self, open: usize) -> usize {
        self.subtrees.get(self.at(open)).map_or(open, |subtree| subtree.end as usize)
    }
}

/// After a subtree that ends before `at`: the place of anything other than another subtree or a `)`.
fn no_subtree(text: &[u8], at: usize) -> Option<usize> {
    let next = at + text.get(at..)?.iter().position(|byte| !byte.is_ascii_whitespace())?;
    (!matches!(text.get(next), Some(b'(' | b')'))).then_some(next)
}

/// Where text that is no node ends: at the next node or subtree, or at the end of the current subtree.
pub(super) fn after_text(text: &[u8], mut at: usize) -> usize {
    while let Some(&byte) = text.get(at) {
        match byte {
            b';' | b'(' | b')' => break,
            b'[' => at = value_end(text, at) + 1,
            _ => at += 1,
        }
    }
    at.min(text.len())
}

/// The last byte of the value whose `[` stands at `at`: its `]`, or the last byte of the text.
#[inline(always)]
pub(super) fn value_end(text: &[u8], mut at: usize) -> usize {
    at += 1;
    if text.get(at) == Some(&b'[') {
        return end_of_bracketed(text, at);
    }
    plain_end(text, at)
}

/// The end of a value that begins with a `[` of its own, as names of players with the name of their club in front do:
/// `PW[[Ajax]Ada]`. The `]` that belongs to it has no backslash; so the value goes on if nothing that can stand after a
/// value follows. `at` is the byte of that `[`.
#[inline(never)]
fn end_of_bracketed(text: &[u8], at: usize) -> usize {
    const LONGEST: usize = 256;
    let first = plain_end(text, at);
    let mut end = first;
    while end < text.len().min(at + LONGEST) {
        let rest = text[end + 1..].trim_ascii_start();
        let name = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let is_property = || name > 0 && rest[name..].trim_ascii_start().starts_with(b"[");
        if rest.first().is_none_or(|byte| b"[;()".contains(byte)) || is_property() {
            return end;
        }
        // A `[` here opens the next value.
        let next = plain_end(text, end + 1);
        if text[end + 1..next.min(text.len())].contains(&b'[') {
            break;
        }
        end = next;
    }
    first
}

/// The first `]` without a backslash from byte `at` on, or the end of the text.
#[inline(always)]
fn plain_end(text: &[u8], mut at: usize) -> usize {
    loop {
        at = pass_plain(text, at, false);
        match text.get(at) {
            None => return text.len(),
            Some(b']') => return at,
            Some(b'\\') => at += 2,
            Some(_) => at += 1,
        }
    }
}

/// A line of play in the walk.
#[derive(Debug)]
pub(super) struct Line {
    /// The byte where the walk continues in it.
    at: usize,
    /// The end of the variation.
    end: usize,
    /// The number of the subtree that begins with its next `(`, if one does.
    subtree: usize,
    /// Where its variations begin in `Walk::waiting`, the list of those that wait for the ply that they replace.
    waiting: usize,
    /// Where its variations begin in `Walk::due`, the list of those that come next.
    due: usize,
}

impl Line {
    /// Passes by text that is no node.
    fn stray(&mut self, text: &[u8]) -> Part {
        let start = self.at;
        self.at = after_text(text, start);
        Part::Stray(start..self.at)
    }
}

/// A walk through a tree.
#[derive(Debug)]
pub(super) struct Walk<'w> {
    text: &'w [u8],
    ends: &'w Ends,
    lines: Vec<Line>,
    /// Variations that stand after the next ply of the line at hand.
    waiting: Vec<usize>,
    /// Those that stand here, the first one last.
    due: Vec<usize>,
    lost: usize,
    /// Where the main line has ended: with its `)`, or with the text.
    end: usize,
}

impl<'w> Walk<'w> {
    /// A walk through the tree whose `(` stands at `open`. `lines` gives its memory for the lines.
    pub(super) fn new(text: &'w [u8], ends: &'w Ends, open: usize, mut lines: Vec<Line>) -> Walk<'w> {
        lines.clear();
        lines.push(Line { at: open + 1, end: text.len(), subtree: ends.at(open) + 1, waiting: 0, due: 0 });
        Walk { text, ends, lines, waiting: Vec::new(), due: Vec::new(), lost: 0, end: text.len() }
    }

    /// Says that the current node holds a ply: the variations that replace it come next.
    pub(super) fn has_ply(&mut self) {
        let from = self.lines.last().map_or(0, |line| line.waiting);
        if self.waiting.len() > from {
            self.due.extend(self.waiting.drain(from..).rev());
        }
    }

    /// Whether no variation waits for a ply.
    #[inline]
    pub(super) fn is_free(&self) -> bool {
        let Some(line) = self.lines.last() else { return false };
        self.due.len() == line.due && self.waiting.len() == line.waiting
    }

    /// Where the main line has ended: with its `)`, or with the text.
    pub(super) fn end(&self) -> usize {
        self.end
    }

    /// Continues at byte `at`, after the current node.
    #[inline]
    pub(super) fn go_on(&mut self, at: usize) {
        if let Some(line) = self.lines.last_mut() {
            line.at = at;
        }
    }

    /// How many variations have no ply before them.
    pub(super) fn lost(&self) -> usize {
        self.lost + self.waiting.len()
    }

    /// The room for lines, for the next walk.
    pub(super) fn into_lines(self) -> Vec<Line> {
        self.lines
    }

    /// The next part.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Part> {
        let line = self.lines.last_mut()?;
        if self.due.len() > line.due
            && let Some(index) = self.due.pop()
            && let Some(subtree) = self.ends.subtrees.get(index)
        {
            let (start, end) = (subtree.start as usize, subtree.end as usize);
            let (waiting, due) = (self.waiting.len(), self.due.len());
            self.lines.push(Line { at: start + 1, end, subtree: index + 1, waiting, due });
            return Some(Part::Open(start));
        }
        while let Some(&byte) = self.text.get(line.at) {
            match byte {
                b';' => return Some(Part::Node(line.at + 1)),
                b'(' => {
                    self.children();
                    return self.next_in_line();
                }
                b')' => break,
                byte if byte.is_ascii_whitespace() => line.at += 1,
                _ => return Some(line.stray(self.text)),
            }
        }
        self.end_line()
    }

    /// Continues in the line whose children were walked last.
    fn next_in_line(&mut self) -> Option<Part> {
        loop {
            let line = self.lines.last_mut()?;
            match self.text.get(line.at) {
                Some(b';') => return Some(Part::Node(line.at + 1)),
                Some(b'(') => self.children(),
                Some(b')') | None => return self.end_line(),
                Some(byte) if byte.is_ascii_whitespace() => line.at += 1,
                Some(_) => return Some(line.stray(self.text)),
            }
        }
    }

    /// The first child continues the line; the others wait for its first ply.
    fn children(&mut self) {
        let Some(line) = self.lines.last_mut() else { return };
        let first_of_these = self.waiting.len();
        let subtrees = &self.ends.subtrees;
        // The line goes on in first children alone, so the one around these began just before them.
        let end = line.subtree.checked_sub(1).and_then(|around| subtrees.get(around)).map_or(0, |around| around.end);
        let mut next = subtrees.get(line.subtree).map_or(usize::MAX, |first| first.next as usize);
        while let Some(subtree) = subtrees.get(next).filter(|subtree| subtree.start < end) {
            self.waiting.push(next);
            next = subtree.next as usize;
        }
        // Variations of an inner node stand nearer to the ply.
        let of_line = &mut self.waiting[line.waiting..];
        of_line.rotate_left(first_of_these - line.waiting);
        line.at += 1;
        line.subtree += 1;
    }

    fn end_line(&mut self) -> Option<Part> {
        let line = self.lines.pop()?;
        if self.lines.is_empty() {
            self.end = line.at.min(self.text.len());
            return None;
        }
        self.lost += self.waiting.len() - line.waiting;
        self.waiting.truncate(line.waiting);
        Some(Part::Close(line.end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The walk through a tree whose nodes are one letter each; a small letter holds a ply.
    fn walk(text: &str) -> String {
        let bytes = text.as_bytes();
        let mut ends = Ends::default();
        ends.find(bytes, 0);
        let mut walk = Walk::new(bytes, &ends, 0, Vec::new());
        let mut out = String::new();
        while let Some(part) = walk.next() {
            match part {
                Part::Node(at) => {
                    out.push(char::from(bytes[at]));
                    if bytes[at].is_ascii_lowercase() {
                        walk.has_ply();
                    }
                    walk.go_on(at + 1);
                }
                Part::Open(_) => out.push('('),
                Part::Close(_) => out.push(')'),
                Part::Stray(_) => out.push('!'),
            }
        }
        out
    }

    #[test]
    fn variations_stand_after_the_ply_that_they_replace() {
        assert_eq!(walk("(;a;b;c)"), "abc");
        assert_eq!(walk("(;a(;b;c)(;d;e)(;f))"), "ab(de)(f)c");
        assert_eq!(walk("(;a(;b(;c;x)(;d))(;e(;f)(;g)))"), "ab(ef(g))c(d)x");
        assert_eq!(walk("(;R(;R;b;c)(;d))"), "RRb(d)c");
        assert_eq!(walk("(;a(;R(;b;c)(;d))(;e))"), "aRb(d)(e)c");
        assert_eq!(walk("(;a(;R(;R(;b))))"), "aRRb");
        assert_eq!(walk("(;a(;b(;c"), "abc");
        assert_eq!(walk("(;a(;b)(;c"), "ab(c)");
        assert_eq!(walk("(;a(x[;]y;b)(z;c))"), "a!b(!c)");
    }
}
