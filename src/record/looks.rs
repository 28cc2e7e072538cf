//! Decides what looks like a tag. Two readers ask: the one that cuts files into records, and the one that cuts records
//! into tokens.

use std::ops::Range;

use super::eight;
use crate::names::same_tag;

/// Whether bytes look like a tag; unclear if they end too early to decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Looks {
    Yes,
    No,
    Unclear,
}

/// The longest name of a tag that is recognised at a boundary between records.
pub(crate) const LONGEST_NAME: usize = 255;

/// How long the parts of a tag may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Longest {
    /// The most bytes of the name, and of the blanks before or after it.
    name: usize,
    /// The most bytes of the whole tag.
    tag: usize,
}

impl Longest {
    /// The limits at a boundary between records, where a reader does not wait for the end of a longer tag.
    pub(crate) const BETWEEN_RECORDS: Longest = Longest { name: LONGEST_NAME, tag: 64 * 1024 };
    /// The limits in a record that has been read as a whole.
    pub(crate) const WITHIN_RECORD: Longest = Longest { name: usize::MAX - 1, tag: usize::MAX };
}

/// Where the parts of a tag stand, counted from its `[`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TagParts {
    pub(crate) name: Range<usize>,
    /// The value between its quotation marks.
    pub(crate) value: Range<usize>,
    /// Whether the value holds a backslash.
    pub(crate) escaped: bool,
    /// The length of the whole tag.
    pub(crate) length: usize,
}

/// What people write before the moves, in English, Italian, German, French and Spanish. The moves have no tag.
static OF_MOVES: &[&str] = &["Moves", "Plies", "Movetext", "Mosse", "Züge", "Zuege", "Coups", "Jugadas", "Movimientos"];

/// Whether a name says that moves follow: they stand below the tags, without a name.
pub(crate) fn names_moves(name: &str) -> bool {
    OF_MOVES.iter().any(|known| same_tag(known, name))
}

/// Whether `bytes` begin like a tag: `[Name "`.
#[inline]
pub(crate) fn tag_start(bytes: &[u8], last: bool) -> Looks {
    // Nearly every tag is written with one space and a short name.
    if let [b'[', name @ ..] = bytes {
        let length = name_length(name);
        if (1..=LONGEST_NAME).contains(&length) && name[length..].starts_with(b" \"") {
            return Looks::Yes;
        }
    }
    unusual_tag_start(bytes, last)
}

/// Whether `bytes` begin like a tag with unusual blanks: `[ Name "`. If they are the `last` and end too early to
/// decide, they do not.
#[inline(never)]
fn unusual_tag_start(bytes: &[u8], last: bool) -> Looks {
    match name_of_tag(bytes, Longest::BETWEEN_RECORDS) {
        Ok(_) => Looks::Yes,
        Err(Looks::Unclear) if !last => Looks::Unclear,
        Err(_) => Looks::No,
    }
}

/// The name of the tag at the start of `bytes`, and where its value begins, after its quotation mark.
fn name_of_tag(bytes: &[u8], longest: Longest) -> Result<(Range<usize>, usize), Looks> {
    if bytes.first() != Some(&b'[') {
        return Err(if bytes.is_empty() { Looks::Unclear } else { Looks::No });
    }
    let start = 1 + spaces(&bytes[1..], longest);
    let name = length_of(&bytes[start..], longest.name.saturating_add(1), is_name);
    if name > longest.name {
        return Err(Looks::No);
    }
    let end = start + name;
    let gap = spaces(&bytes[end..], longest);
    match bytes.get(end + gap) {
        None => Err(Looks::Unclear),
        Some(b'"') if name > 0 && gap > 0 => Ok((start..end, end + gap + 1)),
        Some(_) => Err(Looks::No),
    }
}

/// `tag ::= "[" space? name space '"' value '"' space? "]"` at the start of `bytes`.
pub(crate) fn whole_tag(bytes: &[u8], last: bool, longest: Longest) -> Result<TagParts, Looks> {
    let unclear = if last { Looks::No } else { Looks::Unclear };
    let (name, start) =
        name_of_tag(bytes, longest).map_err(|looks| if looks == Looks::Unclear { unclear } else { looks })?;
    let (mut at, mut escaped) = (start, false);
    while at <= longest.tag {
        let rest = bytes.get(at..).unwrap_or_default();
        // No further than the longest tag: a reader that waits for more bytes looks here again and again.
        let rest = &rest[..rest.len().min(longest.tag.saturating_sub(at).saturating_add(1))];
        let Some(length) = memchr::memchr3(b'"', b'\\', b'\n', rest) else {
            return Err(if bytes.len() > longest.tag { Looks::No } else { unclear });
        };
        at += length;
        match bytes[at] {
            b'\n' => return Err(Looks::No),
            b'\\' if bytes.get(at + 1) == Some(&b'\n') => return Err(Looks::No),
            b'\\' => {
                escaped = true;
                at += 2;
            }
            _ => {
                let after = at + 1 + spaces(&bytes[at + 1..], longest);
                return match bytes.get(after).ok_or(unclear)? {
                    b']' => Ok(TagParts { name, value: start..at, escaped, length: after + 1 }),
                    _ => Err(Looks::No),
                };
            }
        }
    }
    Err(Looks::No)
}

/// Whether a byte may stand in the name of a tag.
#[inline(always)]
pub(crate) fn is_name(byte: u8) -> bool {
    IS_NAME[usize::from(byte)]
}

/// Whether a text may be the name of a tag, whatever its length.
pub(crate) fn is_tag_name(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(is_name)
}

static IS_NAME: [bool; 256] = {
    let mut is_name = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        is_name[byte] = (byte as u8).is_ascii_alphanumeric() || matches!(byte as u8, b'_' | b'-');
        byte += 1;
    }
    is_name
};

/// How many bytes at the start of `bytes` may stand in the name of a tag.
#[inline(always)]
pub(crate) fn name_length(bytes: &[u8]) -> usize {
    // A name is nearly always a few letters: checks eight at once.
    let mut length = 0;
    if let Some(first) = bytes.first_chunk() {
        let letters = eight::letters(u64::from_le_bytes(*first));
        length = (letters.trailing_ones() / 8) as usize;
    }
    while bytes.get(length).is_some_and(|&byte| is_name(byte)) {
        length += 1;
    }
    length
}

/// Where in `bytes` a quotation mark, a backslash or a line end stands first.
#[inline(always)]
pub(crate) fn value_length(bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    // Most values are short: a search that begins in blocks of a vector register takes longer.
    while at < 32
        && let Some(next) = bytes[at..].first_chunk()
    {
        let word = u64::from_le_bytes(*next);
        let found = eight::equal(word, b'"') | eight::equal(word, b'\\') | eight::equal(word, b'\n');
        if found != 0 {
            return Some(at + (found.trailing_zeros() / 8) as usize);
        }
        at += 8;
    }
    Some(at + memchr::memchr3(b'"', b'\\', b'\n', &bytes[at..])?)
}

/// The number of spaces and tabs at the start. It stops counting when there are more than a tag may have.
fn spaces(bytes: &[u8], longest: Longest) -> usize {
    length_of(bytes, longest.name, |byte| matches!(byte, b' ' | b'\t'))
}

/// How many of the first `most` bytes come before the first that `is` refuses.
#[inline(always)]
fn length_of(bytes: &[u8], most: usize, is: impl Fn(u8) -> bool) -> usize {
    let mut at = 0;
    while at < most && bytes.get(at).is_some_and(|&byte| is(byte)) {
        at += 1;
    }
    at
}
