//! A record in the making: readers of other programs' formats write down what a file says, as a transcript would.
//!
//! Each part is written with its place in the file, so diagnostics of the record point into the file.
//!
//! `tags` writes the header, `plies` the plies; comments and variations stand here. `told` keeps notes and faults of
//! the record.

mod plies;
mod tags;
mod told;

use std::ops::Range;

use encoding_rs::{Encoding, UTF_8};
use rustc_hash::FxHashSet;

use super::Given;
use super::encoding::Decoded;
use crate::record::{Foreign, KeptRecord, Layout, Place};

use told::Dropped;
pub(super) use told::ENDED_OTHERWISE;

/// How much of a record is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Detail {
    /// All of it.
    #[default]
    Whole,
    /// What verdicts depend on, see [`Records::be_brief`](super::Records::be_brief), and the notes with their texts and places.
    Noted,
    /// What verdicts depend on.
    Brief,
}

/// A record in the making; it reuses its buffers.
#[derive(Debug, Default)]
pub(super) struct Made {
    kept: KeptRecord,
    /// The way from a text that was decoded to the bytes of the file; `None` if they are the same.
    pub(super) decoded: Option<Decoded>,
    /// A bit for the name of each tag; see [`tag_bit`](crate::names::tag_bit).
    names: u64,
    /// The names of the tags in small letters, if there are many.
    many_names: FxHashSet<String>,
    /// What the record cannot hold.
    dropped: Vec<Dropped>,
    /// Whether the body has begun, and whether something stands in the line that is being written.
    body: bool,
    written: bool,
    depth: u32,
    plies: u32,
    /// How much of the record at hand is written.
    detail: Detail,
    /// Whether the caller says by which rules games are played.
    pub(super) has_variant: bool,
}

impl Made {
    /// A record in the making, with what the caller knows.
    pub(super) fn given(given: &Given) -> Made {
        Made { has_variant: given.variant.is_some(), ..Made::default() }
    }

    /// Begins a record that stands at `place` in its file.
    pub(super) fn begin(&mut self, place: Place, foreign: Foreign) {
        self.begin_with(Detail::Whole, place, foreign);
    }

    /// Begins a record that stands at `place` in its file, with as much detail as `detail` says.
    pub(super) fn begin_with(&mut self, detail: Detail, place: Place, foreign: Foreign) {
        self.detail = detail;
        self.kept.text.clear();
        self.kept.parts.clear();
        self.kept.place = place;
        self.kept.parts.foreign = foreign;
        self.kept.parts.layout = Layout::Tree;
        self.dropped.clear();
        self.names = 0;
        self.many_names.clear();
        (self.body, self.written, self.depth, self.plies) = (false, false, 0, 0);
    }

    /// Begins the current record anew, in another way of writing it.
    pub(super) fn begin_again(&mut self) {
        self.begin_with(self.detail, self.kept.place, self.kept.parts.foreign);
    }

    /// The encoding in which the file is read.
    pub(super) fn encoding(&self) -> &'static Encoding {
        let name = self.kept.parts.foreign.encoding;
        name.and_then(|name| Encoding::for_label(name.as_bytes())).unwrap_or(UTF_8)
    }

    /// Links what is written next to these bytes of the source text.
    #[inline(always)]
    fn mark(&mut self, source: Range<usize>) {
        self.mark_at(self.kept.text.len(), source);
    }

    /// Links byte `made` of the record's text, once it is written, to these bytes of the source text.
    #[inline(always)]
    fn mark_at(&mut self, made: usize, source: Range<usize>) {
        if self.marks_plies() || self.detail == Detail::Noted && !self.body {
            self.set_mark(made, source);
        }
    }

    /// Whether plies, and all else that stands in the body, are marked.
    #[inline(always)]
    fn marks_plies(&self) -> bool {
        self.detail == Detail::Whole
    }

    /// Marks what will stand at byte `made`, however little of the record is written.
    #[inline(always)]
    fn set_mark(&mut self, made: usize, source: Range<usize>) {
        let source = match &self.decoded {
            Some(decoded) => decoded.place(source.start)..decoded.place(source.end),
            None => source,
        };
        self.kept.parts.marks.push(made, source);
    }

    /// Begins the body, if it has not begun.
    #[inline]
    fn begin_body(&mut self) {
        if !self.body {
            self.body = true;
            self.kept.begin_body(Layout::Tree);
        }
    }

    #[inline]
    fn separate(&mut self, sign: &str) {
        if std::mem::replace(&mut self.written, true) {
            self.kept.text.push_str(sign);
        }
    }

    /// Begins a variation, which replaces the ply added last.
    pub(super) fn open(&mut self, source: Range<usize>) {
        self.begin_body();
        self.separate(" ");
        self.mark(source);
        self.kept.text.push('(');
        self.written = false;
        self.depth += 1;
    }

    /// Ends a variation.
    pub(super) fn close(&mut self, source: Range<usize>) {
        self.mark(source);
        self.kept.text.push(')');
        self.written = true;
        self.depth = self.depth.saturating_sub(1);
    }

    /// Whether to leave a comment out: only what verdicts depend on is wanted, and its bytes show that no verdict
    /// depends on it.
    #[inline]
    pub(super) fn leaves_out(&self, comment: &[u8]) -> bool {
        // The comment that a ply stood has this sign: `[%stands]`. A brace is reported, because it cannot be kept.
        self.detail != Detail::Whole && memchr::memchr2(b'%', b'}', comment).is_none()
    }

    /// Adds a comment to the ply added last, or to the game.
    pub(super) fn comment(&mut self, comment: &str, source: Range<usize>) {
        let comment = trimmed(comment);
        if comment.is_empty() || self.leaves_out(comment.as_bytes()) {
            return;
        }
        self.begin_body();
        self.separate(" ");
        self.mark(source.clone());
        let braces = memchr::memchr_iter(b'}', comment.as_bytes()).count();
        if braces > 0 {
            self.dropped_times("closing braces within a comment", braces as u64, source);
        }
        let text = &mut self.kept.text;
        text.push('{');
        if braces == 0 && is_plain(comment) {
            text.push_str(comment);
            text.push('}');
            return;
        }
        for letter in comment.chars() {
            match letter {
                // A comment of a transcript ends there.
                '}' => text.push(')'),
                // A line that looks like a tag would begin another record.
                '[' if text.ends_with('\n') => text.push_str(" ["),
                '\r' => {}
                '\n' | '\t' => text.push(letter),
                letter if letter.is_control() => text.push(' '),
                letter => text.push(letter),
            }
        }
        text.push('}');
    }

    /// Adds an annotation to the ply added last: `!`, `?!`.
    pub(super) fn annotation(&mut self, sign: &str) {
        self.kept.text.push_str(sign);
    }

    /// Ends the record, and reports what was dropped.
    pub(super) fn end(&mut self) {
        if self.kept.parts.layout != Layout::Unread {
            self.begin_body();
        }
        self.tell_dropped();
    }

    /// The record.
    pub(super) fn kept(&self) -> &KeptRecord {
        &self.kept
    }

    /// The record itself, to be changed.
    pub(super) fn kept_mut(&mut self) -> &mut KeptRecord {
        &mut self.kept
    }
}

/// Whether a text holds no control characters. The test looks at single bytes, and may say no for a text without any.
fn is_plain(text: &str) -> bool {
    text.bytes().fold(true, |plain, byte| plain & is_usual(byte))
}

/// Whether a byte of UTF-8 is part of no control character.
fn is_usual(byte: u8) -> bool {
    (byte >= b' ') & (byte != 0x7f) & (byte != 0xc2)
}

/// A text without the white space around it.
#[inline]
pub(super) fn trimmed(text: &str) -> &str {
    match text.as_bytes() {
        [] => text,
        [first, .., last] if first.is_ascii_graphic() && last.is_ascii_graphic() => text,
        [only] if only.is_ascii_graphic() => text,
        _ => text.trim(),
    }
}
