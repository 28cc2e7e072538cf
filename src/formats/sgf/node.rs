//! A node of a game tree: its properties, each a name and values.

use std::ops::{ControlFlow, Range};

use super::name::Name;
use super::scan::short_name;
use super::tree::value_end;

/// What the moves of a game need to know.
#[derive(Debug, Clone, Copy)]
pub(super) struct Board {
    pub(super) columns: u8,
    pub(super) rows: u8,
}

impl Board {
    /// Whether it is so small that the point `tt`, which it lacks, means a pass.
    pub(super) fn has_pass_point(self) -> bool {
        self.columns <= 19 && self.rows <= 19
    }
}

/// The column or row of a letter: small ones first.
pub(super) fn coordinate(letter: u8) -> Option<usize> {
    match letter {
        b'a'..=b'z' => Some(usize::from(letter - b'a')),
        b'A'..=b'Z' => Some(usize::from(letter - b'A') + 26),
        _ => None,
    }
}

/// The columns and rows of the points of a value, from the top left: one point, or a rectangle. `None`: it names none.
pub(super) fn points(value: &str) -> Option<[Range<usize>; 2]> {
    let point = |text: &str| match text.trim().as_bytes() {
        [column, row] => Some((coordinate(*column)?, coordinate(*row)?)),
        _ => None,
    };
    let (one, other) = value.split_once(':').unwrap_or((value, value));
    let (one, other) = (point(one)?, point(other)?);
    let range = |one: usize, other: usize| one.min(other)..one.max(other) + 1;
    Some([range(one.0, other.0), range(one.1, other.1)])
}

/// Where the first tree begins.
pub(super) fn begin(bytes: &[u8]) -> Option<usize> {
    memchr::memchr_iter(b'(', bytes).find(|at| {
        bytes[at + 1..].iter().find(|byte| !byte.is_ascii_whitespace()).is_some_and(|byte| matches!(byte, b';' | b'('))
    })
}

/// Where the first node of a tree begins, after its `;`.
pub(super) fn first_node(bytes: &[u8], open: usize) -> usize {
    bytes[open..].iter().position(|byte| *byte == b';').map_or(bytes.len(), |at| open + at + 1)
}

/// Calls `each` with every value in the node at `at`, with the name and the start of its property, and `stray` with the
/// place of anything else in it; returns where the node ends.
#[inline(always)]
pub(super) fn properties(
    bytes: &[u8],
    at: usize,
    mut each: impl FnMut(Name, usize, Range<usize>),
    stray: impl FnMut(Range<usize>),
) -> usize {
    let each = |name, start, value| {
        each(name, start, value);
        ControlFlow::Continue(())
    };
    properties_until(bytes, at, each, stray)
}

/// Whether a name in small letters was meant as a move.
fn is_small_move(name: &[u8]) -> bool {
    matches!(name.trim_ascii_end(), b"b" | b"w" | b"black" | b"white")
}

/// The name of the property that begins at `at`.
pub(super) fn name_at(text: &str, at: usize) -> &str {
    let text = text.get(at..).unwrap_or_default();
    &text[..text.bytes().take_while(u8::is_ascii_alphanumeric).count()]
}

/// Whether a byte between properties is part of none: a letter of another script, a sign.
fn is_stray(byte: u8) -> bool {
    !byte.is_ascii_alphanumeric() && !byte.is_ascii_whitespace() && !b"[;()".contains(&byte)
}

/// Calls `each` with every value in the node at `at`, with the name and the start of its property, until `each` breaks
/// off, and `stray` with the place of anything else in it. Returns where the node ends; after a break this has no
/// meaning.
#[inline(always)]
pub(super) fn properties_until(
    bytes: &[u8],
    mut at: usize,
    mut each: impl FnMut(Name, usize, Range<usize>) -> ControlFlow<()>,
    mut stray: impl FnMut(Range<usize>),
) -> usize {
    let (mut name, mut start, mut named, mut valued) = (Name::default(), at, false, false);
    while let Some(&byte) = bytes.get(at) {
        // Nearly all names are one or two capital letters.
        if !named && let Some(length) = short_name(bytes, at) {
            let short = bytes[at..at + length].iter().fold(Name::default(), |name, letter| name.with(*letter));
            let end = value_end(bytes, at + length).min(bytes.len());
            (name, start, valued) = (short, at, true);
            if each(name, start, at + length + 1..end).is_break() {
                return end;
            }
            at = end + 1;
            continue;
        }
        match byte {
            b'[' => {
                let end = value_end(bytes, at).min(bytes.len());
                if !named && !valued {
                    stray(at..bytes.len().min(end + 1));
                } else if name == Name::default() && named && is_small_move(&bytes[start..at]) {
                    // Small letters alone are no name, but this one was meant as a move.
                    stray(start..bytes.len().min(end + 1));
                } else if each(name, start, at + 1..end).is_break() {
                    return end;
                }
                at = end + 1;
                (named, valued) = (false, true);
                continue;
            }
            b';' | b'(' | b')' => break,
            byte if byte.is_ascii_alphanumeric() => {
                if named && bytes[at - 1].is_ascii_whitespace() {
                    stray(start..at);
                    named = false;
                }
                if !named {
                    (name, start, named) = (Name::default(), at, true);
                }
                name = name.with(byte);
            }
            byte if byte.is_ascii_whitespace() => {}
            _ => {
                let end = at + bytes[at..].iter().take_while(|byte| is_stray(**byte)).count();
                stray(at..end);
                at = end;
                continue;
            }
        }
        at += 1;
    }
    at = at.min(bytes.len());
    if named {
        stray(start..at);
    }
    at
}
