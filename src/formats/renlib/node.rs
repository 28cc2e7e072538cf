//! The nodes of a library: two bytes each, and the texts that stand after some of them.

use std::borrow::Cow;
use std::ops::Range;

use encoding_rs::{Encoding, UTF_8};

/// A node of the tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Node {
    position: u8,
    flags: u8,
    /// Whether its two extension bytes hold more than that a board text follows.
    pub(super) is_extended: bool,
    /// Its comment without what ends it; empty if it has none.
    pub(super) comment: Range<usize>,
    /// The text that is shown on its point.
    pub(super) label: Range<usize>,
    /// Where the next node begins.
    pub(super) end: usize,
    /// What is wrong with its texts: no node can be read after it.
    pub(super) damage: Option<Damage>,
}

/// Bytes that are no part of a library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Damage {
    pub(super) at: Range<usize>,
    pub(super) what: &'static str,
    /// Whether the tree is whole, and these bytes stand after it.
    pub(super) is_after_tree: bool,
}

/// What the second byte of a node says.
const HAS_SIBLING: u8 = 0x80;
const IS_LAST: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
const MARK: u8 = 0x10;
const COMMENT: u8 = 0x08;
const START: u8 = 0x04;
const NO_MOVE: u8 = 0x02;
const EXTENDED: u8 = 0x01;
/// What the extension bytes say.
const BOARD_TEXT: u16 = 1;

impl Node {
    /// The node that begins at byte `at`.
    #[inline]
    pub(super) fn read(bytes: &[u8], at: usize) -> Result<Node, Damage> {
        let Some(&[position, flags]) = bytes.get(at..at + 2).and_then(<[u8]>::first_chunk) else {
            return Err(Damage {
                at: at.min(bytes.len())..bytes.len(),
                what: "the file ends where a node is due",
                is_after_tree: false,
            });
        };
        if position != 0 && (position & 15 == 0 || position >> 4 == 15) {
            return Err(Damage { at: at..at + 1, what: "this byte names no point of the board", is_after_tree: false });
        }
        let mut node =
            Node { position, flags, is_extended: false, comment: 0..0, label: 0..0, end: at + 2, damage: None };
        if flags & (OLD_COMMENT | COMMENT | EXTENDED) != 0 {
            node.texts(bytes);
        }
        Ok(node)
    }

    #[cold]
    fn texts(&mut self, bytes: &[u8]) {
        let mut extension = 0;
        if self.flags & EXTENDED != 0 {
            let Some(pair) = bytes.get(self.end..self.end + 2).and_then(<[u8]>::first_chunk) else {
                return self.cut_off(bytes, "the file ends within a node");
            };
            extension = u16::from_be_bytes(*pair);
            self.is_extended = extension & !BOARD_TEXT != 0;
            self.end += 2;
        }
        if self.flags & OLD_COMMENT != 0 {
            let pairs = bytes[self.end..].chunks_exact(2);
            let Some(last) = pairs.clone().position(|pair| (pair[0] | pair[1]) & 0x80 != 0) else {
                return self.cut_off(bytes, "the file ends within a comment");
            };
            self.comment = self.end..self.end + 2 * last + 2;
            self.end = self.comment.end;
        } else if self.flags & COMMENT != 0 {
            let Some(length) = memchr::memchr(0, &bytes[self.end..]) else {
                return self.cut_off(bytes, "the file ends within a comment");
            };
            self.comment = self.end..self.end + length;
            self.end += (length + 2) & !1;
        }
        if extension & BOARD_TEXT != 0 {
            let Some(length) = memchr::memchr(0, bytes.get(self.end..).unwrap_or_default()) else {
                return self.cut_off(bytes, "the file ends within a text of the board");
            };
            self.label = self.end..self.end + length;
            self.end += (length + 2) & !1;
        }
        self.end = self.end.min(bytes.len());
    }

    fn cut_off(&mut self, bytes: &[u8], what: &'static str) {
        self.damage = Some(Damage { at: self.end.min(bytes.len())..bytes.len(), what, is_after_tree: false });
        self.end = bytes.len();
    }

    /// Whether it has a sibling, which stands after its subtree.
    #[inline]
    pub(super) fn has_sibling(&self) -> bool {
        self.flags & HAS_SIBLING != 0
    }

    /// Whether it has no child.
    #[inline]
    pub(super) fn is_last(&self) -> bool {
        self.flags & IS_LAST != 0
    }

    /// Whether it names no point: a pass, or the root.
    #[inline]
    pub(super) fn is_null(&self) -> bool {
        self.position == 0
    }

    /// Whether it is a ply. If not, it only bears the text of a point.
    #[inline]
    pub(super) fn is_move(&self) -> bool {
        self.flags & NO_MOVE == 0
    }

    /// Whether the node at byte `at` is a ply. If not, it only bears the text of a point.
    #[inline]
    pub(super) fn is_move_at(bytes: &[u8], at: usize) -> bool {
        bytes.get(at + 1).is_none_or(|flags| flags & NO_MOVE == 0)
    }

    pub(super) fn is_marked(&self) -> bool {
        self.flags & MARK != 0
    }

    pub(super) fn is_start(&self) -> bool {
        self.flags & START != 0
    }

    /// Whether a program of before the version 3 has written its comment.
    pub(super) fn has_old_comment(&self) -> bool {
        self.flags & OLD_COMMENT != 0
    }

    /// Its ply in `squares`, at the start of a buffer, and its length.
    #[inline]
    pub(super) fn ply(&self) -> ([u8; 3], usize) {
        if self.is_null() {
            return (*b"-- ", 2);
        }
        let (column, row) = (self.position & 15, 15 - (self.position >> 4));
        let letter = b'a' + column - 1;
        if row < 10 { ([letter, b'0' + row, b' '], 2) } else { ([letter, b'1', b'0' + row - 10], 3) }
    }
}

/// A comment of versions before 3: letters of seven bits, the last of them with the eighth bit set; some signs are
/// Swedish letters.
pub(super) fn old_comment(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| byte & 0x80 != 0).map_or(bytes.len(), |last| last + 1);
    let letters = bytes[..end].iter().map(|byte| match byte & 0x7f {
        b'}' => 'å',
        b'{' => 'ä',
        b'|' => 'ö',
        b']' => 'Å',
        b'[' => 'Ä',
        b'\\' => 'Ö',
        byte => char::from(byte),
    });
    letters.collect()
}

/// A text in an encoding; `None` if it is not valid there.
pub(super) fn decode<'b>(bytes: &'b [u8], encoding: &'static Encoding) -> Option<Cow<'b, str>> {
    if bytes.is_ascii() {
        std::str::from_utf8(bytes).ok().map(Cow::Borrowed)
    } else {
        encoding.decode_without_bom_handling_and_without_replacement(bytes)
    }
}

/// A text in an encoding; U+FFFD stands in place of what is not valid there.
pub(super) fn decode_any<'b>(bytes: &'b [u8], encoding: &'static Encoding) -> Cow<'b, str> {
    let encoding = if bytes.is_ascii() { UTF_8 } else { encoding };
    encoding.decode_without_bom_handling(bytes).0
}
