//! What looks like a tag: the one place that knows, for whoever cuts files into records and records into tokens.

use std::ops::Range;

/// Whether bytes look like something; unclear if they end too early to tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Looks {
    Yes,
    No,
    Unclear,
}

/// The longest tag name that is recognised where one record ends and another begins.
pub(crate) const LONGEST_NAME: usize = 255;

/// How long the parts of a tag may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Longest {
    /// The name, and the blanks before and behind it.
    name: usize,
    /// The whole tag.
    tag: usize,
}

impl Longest {
    /// Where one record ends and another begins: the end of a longer tag is not waited for.
    pub(crate) const BETWEEN_RECORDS: Longest = Longest { name: LONGEST_NAME, tag: 64 * 1024 };
    /// In a record that is at hand as a whole.
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

/// Whether `bytes` begin like a tag: `[Name "`.
pub(crate) fn tag_start(bytes: &[u8], last: bool) -> Looks {
    match name_of_tag(bytes, Longest::BETWEEN_RECORDS) {
        Ok(_) => Looks::Yes,
        Err(Looks::Unclear) if !last => Looks::Unclear,
        Err(_) => Looks::No,
    }
}

/// The name of the tag at the start of `bytes`, and where its value begins, behind its quotation mark.
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
        // Not beyond the longest tag: it may be waited for again and again.
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
                let behind = at + 1 + spaces(&bytes[at + 1..], longest);
                return match bytes.get(behind).ok_or(unclear)? {
                    b']' => Ok(TagParts { name, value: start..at, escaped, length: behind + 1 }),
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
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Spaces and tabs at the start; of very many only so many that no tag has them.
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
