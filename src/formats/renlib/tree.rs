//! The tree of a library: its nodes stand in depth-first order, a node's siblings after its whole subtree.
//!
//! Two passes over the bytes are enough, and no node is kept: the first finds the siblings, the second walks the tree
//! in the order of a transcript, where a variation stands right after the ply that it replaces.

use super::node::{Damage, Node};

/// A node: where it begins, and how many nodes before it have siblings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    at: u32,
    before: u32,
}

/// What the file lacks: a part of a library was saved.
const NOWHERE: u32 = u32::MAX;

/// What the first pass over the tree finds.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// For each node that has a sibling, in the order of the file, where the sibling stands.
    siblings: Vec<Place>,
    /// The byte after the last node that can be read.
    pub(super) end: usize,
    /// What is wrong with the tree; nothing after it is read.
    pub(super) damage: Option<Damage>,
    /// Whether a ply is a pass.
    pub(super) has_pass: bool,
    /// How many siblings the file lacks.
    pub(super) lacking: usize,
    /// Texts that are not ASCII, enough to find their encoding.
    pub(super) texts: Vec<u8>,
    /// The root, if the file begins with one: it is no ply.
    pub(super) root: Option<Node>,
    /// The first node that may be a ply.
    first: Option<Place>,
    /// How many nodes with siblings stand between a node of the pass and the root.
    open: Vec<u32>,
}

impl Index {
    /// Looks at the tree that begins at byte `start`.
    pub(super) fn read(&mut self, bytes: &[u8], start: usize) {
        self.clear();
        self.end = start;
        let mut at = start;
        if bytes.len() <= start {
            return;
        }
        loop {
            let node = match Node::read(bytes, at) {
                Ok(node) => node,
                Err(damage) => {
                    self.damage = Some(damage);
                    return;
                }
            };
            let is_root = at == start && node.is_null();
            self.sample(bytes, &node);
            if !is_root {
                self.first.get_or_insert(Place { at: at as u32, before: 0 });
                self.has_pass |= node.is_null() && node.is_move();
                if node.has_sibling() {
                    self.open.push(self.siblings.len() as u32);
                    self.siblings.push(Place { at: NOWHERE, before: 0 });
                }
            }
            at = node.end;
            self.end = at;
            self.damage.clone_from(&node.damage);
            let is_last = node.is_last();
            if is_root {
                self.root = Some(node);
            }
            if self.damage.is_some() {
                return;
            }
            if !is_last {
                continue;
            }
            let Some(index) = self.open.pop() else {
                if at < bytes.len() {
                    self.damage = Some(Damage {
                        at: at..bytes.len(),
                        what: "the tree ends before these bytes",
                        is_after_tree: true,
                    });
                }
                return;
            };
            if at >= bytes.len() {
                self.lacking = self.open.len() + 1;
                return;
            }
            self.siblings[index as usize] = Place { at: at as u32, before: self.siblings.len() as u32 };
        }
    }

    fn clear(&mut self) {
        let Index { mut siblings, mut texts, mut open, .. } = std::mem::take(self);
        siblings.clear();
        texts.clear();
        open.clear();
        *self = Index { siblings, texts, open, ..Index::default() };
    }

    /// Keeps the texts of a node if they help to find the encoding.
    #[inline]
    fn sample(&mut self, bytes: &[u8], node: &Node) {
        const ENOUGH: usize = 1 << 20;
        if node.comment.is_empty() && node.label.is_empty() || self.texts.len() > ENOUGH {
            return;
        }
        let comment = if node.has_old_comment() { 0..0 } else { node.comment.clone() };
        for range in [comment, node.label.clone()] {
            let text = &bytes[range];
            if !text.is_ascii() {
                self.texts.extend_from_slice(text);
                self.texts.push(b'\n');
            }
        }
    }

    /// The sibling of the node at `place`.
    #[inline]
    fn sibling(&self, node: &Node, place: Place) -> Option<Place> {
        if !node.has_sibling() {
            return None;
        }
        let sibling = self.siblings.get(place.before as usize)?;
        (sibling.at != NOWHERE).then_some(*sibling)
    }

    /// The first child of the node at `place`.
    #[inline]
    fn child(&self, node: &Node, place: Place) -> Option<Place> {
        let child = Place { at: node.end as u32, before: place.before + u32::from(node.has_sibling()) };
        (!node.is_last() && node.end < self.end).then_some(child)
    }
}

/// The steps of a walk.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Part<'n> {
    /// A ply: where its node begins, and the node.
    Ply(usize, &'n Node),
    /// A variation begins with the node at this byte.
    Open(usize),
    /// It ends before this byte.
    Close(usize),
    /// A node at this byte that is no ply; all below it is left out too.
    Beside(usize),
}

/// A line of play in a walk, while its variations are walked.
struct Line {
    /// Where the line continues after them.
    next: Option<Place>,
    /// The next variation.
    variation: Option<Place>,
}

/// Walks the tree in the order of a transcript.
pub(super) fn walk(bytes: &[u8], index: &Index, mut each: impl FnMut(Part<'_>)) {
    let mut lines: Vec<Line> = Vec::new();
    let mut next = index.first.and_then(|place| index.first_ply(bytes, place, &mut each));
    let (mut begins, mut end) = (false, index.end);
    loop {
        let Some(place) = next else {
            // A variation ends: another one follows, or the line around them continues.
            let Some(line) = lines.last_mut() else { return };
            each(Part::Close(end));
            match line.variation.take() {
                Some(variation) => {
                    each(Part::Open(variation.at as usize));
                    (next, begins) = (Some(variation), true);
                }
                None => {
                    next = line.next.and_then(|place| index.first_ply(bytes, place, &mut each));
                    lines.pop();
                }
            }
            continue;
        };
        let Ok(node) = Node::read(bytes, place.at as usize) else { return };
        end = node.end;
        each(Part::Ply(place.at as usize, &node));
        let sibling = index.sibling(&node, place).and_then(|place| index.first_ply(bytes, place, &mut each));
        let child = index.child(&node, place);
        if let (Some(variation), false) = (sibling, begins) {
            lines.push(Line { next: child, variation: None });
            each(Part::Open(variation.at as usize));
            (next, begins) = (Some(variation), true);
            continue;
        }
        if std::mem::take(&mut begins)
            && let Some(line) = lines.last_mut()
        {
            line.variation = sibling;
        }
        next = child.and_then(|place| index.first_ply(bytes, place, &mut each));
    }
}

impl Index {
    /// The first of a node and its later siblings that is a ply.
    #[inline]
    fn first_ply(&self, bytes: &[u8], mut place: Place, each: &mut impl FnMut(Part<'_>)) -> Option<Place> {
        while !Node::is_move_at(bytes, place.at as usize) {
            each(Part::Beside(place.at as usize));
            let node = Node::read(bytes, place.at as usize).ok()?;
            place = self.sibling(&node, place)?;
        }
        Some(place)
    }
}

/// A walk from leaf to leaf, in the order of the file.
#[derive(Debug, Default)]
pub(super) struct Leaves {
    /// The nodes from the first one to the current one.
    path: Vec<u32>,
    /// How many of them stand before the first node that is no ply, if there is one.
    plies: Option<u32>,
    /// The length of the path before each node whose sibling has not come yet.
    open: Vec<u32>,
    /// Where the next node begins; nothing before the first line.
    at: Option<usize>,
}

impl Leaves {
    /// Moves to the next line of play; `false` after the last. A tree without plies has one line.
    pub(super) fn next(&mut self, bytes: &[u8], index: &Index) -> bool {
        let is_first = self.at.is_none();
        let mut at = self.at.unwrap_or(index.first.map_or(index.end, |first| first.at as usize));
        let mut is_new = is_first && index.first.is_none();
        while at < index.end {
            let Ok(node) = Node::read(bytes, at) else { break };
            if node.has_sibling() {
                self.open.push(self.path.len() as u32);
            }
            if !node.is_move() {
                self.plies.get_or_insert(self.path.len() as u32);
            }
            self.path.push(at as u32);
            at = node.end;
            is_new |= self.plies.is_none();
            if node.is_last() {
                // Beside a node that is no ply, another may go on with the line.
                let next = self.open.last().copied().unwrap_or_default();
                if is_new && self.plies.is_none_or(|plies| next < plies) {
                    break;
                }
                self.step_back();
            }
        }
        self.at = Some(at);
        is_new
    }

    /// Leaves the line of play that was returned last.
    pub(super) fn step_back(&mut self) {
        let length = self.open.pop().unwrap_or_default();
        self.path.truncate(length as usize);
        self.plies = self.plies.filter(|plies| *plies < length);
    }

    /// The plies of the current line. All below a node that is no ply is left out.
    pub(super) fn plies(&self) -> &[u32] {
        self.plies.and_then(|plies| self.path.get(..plies as usize)).unwrap_or(&self.path)
    }

    /// The byte after the last node of the line at hand.
    pub(super) fn end(&self) -> usize {
        self.at.unwrap_or_default()
    }

    /// Whether the line at hand is the last.
    pub(super) fn is_at_end(&self, index: &Index) -> bool {
        self.end() >= index.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bytes of a tree that is written with a letter for each node, and after it `+` for a sibling that follows, `.`
    /// for no child; a capital letter is no ply.
    fn bytes(tree: &str) -> Vec<u8> {
        let mut bytes: Vec<u8> = Vec::new();
        for letter in tree.bytes() {
            match (letter, bytes.last_mut()) {
                (b'+', Some(flags)) => *flags |= 0x80,
                (b'.', Some(flags)) => *flags |= 0x40,
                (b'-', _) => bytes.extend([0, 0]),
                _ => bytes.extend([letter & 15, if letter.is_ascii_uppercase() { 2 } else { 0 }]),
            }
        }
        bytes
    }

    fn index(bytes: &[u8]) -> Index {
        let mut index = Index::default();
        index.read(bytes, 0);
        index
    }

    fn letter(bytes: &[u8], at: usize) -> char {
        char::from(bytes[at] | 0x60)
    }

    fn transcript(tree: &str) -> String {
        let (bytes, mut out) = (bytes(tree), String::new());
        walk(&bytes, &index(&bytes), |part| match part {
            Part::Ply(at, _) => out.push(letter(&bytes, at)),
            Part::Open(_) => out.push('('),
            Part::Close(_) => out.push(')'),
            Part::Beside(_) => out.push('\''),
        });
        out
    }

    fn lines(tree: &str) -> Vec<String> {
        let bytes = bytes(tree);
        let (index, mut leaves, mut lines) = (index(&bytes), Leaves::default(), Vec::new());
        while leaves.next(&bytes, &index) {
            lines.push(leaves.plies().iter().map(|at| letter(&bytes, *at as usize)).collect());
            leaves.step_back();
        }
        lines
    }

    #[test]
    fn variations_stand_after_the_ply_that_they_replace() {
        for (tree, expected) in [
            ("a.", "a"),
            ("abc.", "abc"),
            ("-ab.", "ab"),
            ("ab+c.d.", "ab(d)c"),
            ("ab+c.d+e.f.", "ab(de)(f)c"),
            ("a+bc+d.e.fg+h.i.", "a(fg(i)h)bc(e)d"),
            ("ab+c+d+e.f.g.h.", "ab(h)c(g)d(f)e"),
            ("a+b.c+d.e.", "a(cd)(e)b"),
            ("-a+b.cd.", "a(cd)b"),
            ("aB+.c.", "a'c"),
            ("ab+.C+.d.", "ab'(d)"),
            ("ab+.C.", "ab'"),
            // What the file lacks is left out.
            ("ab+c+d.", "abcd"),
            ("ab+c.d", "ab(d)c"),
            ("ab.cd.", "ab"),
        ] {
            assert_eq!(transcript(tree), expected, "{tree}");
        }
    }

    #[test]
    fn every_leaf_is_a_line() {
        for (tree, expected) in [
            ("abc.", &["abc"][..]),
            ("-ab.", &["ab"]),
            ("ab+c.d+e.f.", &["abc", "ade", "af"]),
            ("a+bc+d.e.fg+h.i.", &["abcd", "abe", "fgh", "fi"]),
            ("ab+c+d.", &["abcd"]),
            ("ab+c.d", &["abc", "ad"]),
            ("-.", &[""]),
            // All below a node that is no ply is left out.
            ("aBc.", &["a"]),
            ("ab+.Cd.", &["ab"]),
            ("abC+d.e+f.g.", &["abef", "abg"]),
            ("aB+.c.", &["ac"]),
            ("aB+.C.", &["a"]),
            ("a+B.C.", &["a"]),
        ] {
            assert_eq!(lines(tree), expected, "{tree}");
        }
    }

    #[test]
    fn damage_ends_the_tree() {
        let damage = |tree: &str| index(&bytes(tree)).damage.map(|damage| (damage.at.start, damage.what));
        assert_eq!(damage("ab+c.d."), None);
        assert_eq!(damage("ab"), Some((4, "the file ends where a node is due")));
        assert_eq!(damage("ab.c"), Some((4, "the tree ends before these bytes")));
        assert_eq!(index(&bytes("ab+c+d.")).lacking, 2);
    }
}
