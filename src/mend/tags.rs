//! Sets tags in the text of a record.

use std::ops::Range;

use super::draft::{Draft, Edit};
use crate::names::same_tag;
use crate::record::{Record, Tag, to_usize_range};
use crate::tags::rank;

/// Gives a tag another value, or removes it; also the place of the change. `None`: there is nothing to remove.
pub(super) fn set(record: &Record<'_>, name: &str, value: Option<&str>) -> (Option<Edit>, Range<usize>) {
    match (record.tag(name), value) {
        (Some(tag), Some(value)) => (Some(Edit::new(to_usize_range(&tag.value), value)), to_usize_range(&tag.whole)),
        (Some(tag), None) => (Some(remove(record, tag)), to_usize_range(&tag.whole)),
        (None, Some(value)) => {
            let at = place_of(record, name);
            (Some(Edit::new_tag(at, name, value)), at..at)
        }
        (None, None) => (None, 0..0),
    }
}

/// Removes a tag with its line.
pub(crate) fn remove(record: &Record<'_>, tag: &Tag) -> Edit {
    let whole = to_usize_range(&tag.whole);
    let rest = &record.text[whole.end..];
    let blanks = rest.len() - rest.trim_start_matches([' ', '\t', '\r']).len();
    let end = if rest[blanks..].starts_with('\n') { whole.end + blanks + 1 } else { whole.end };
    Edit::new(whole.start..end, "")
}

/// `record` without the tags of these names, in its text or apart from it.
pub(super) fn without(record: &Record<'_>, names: &[&str]) -> Draft {
    let is_one = |name: &str| names.iter().any(|one| same_tag(one, name));
    let tags = record.parts.tags.iter().filter(|tag| is_one(record.name(tag)));
    let mut draft = Draft::new(record, tags.map(|tag| remove(record, tag)).collect());
    draft.forget(is_one);
    draft
}

/// Where a new tag goes: after the tags that come before it in canonical order.
fn place_of(record: &Record<'_>, name: &str) -> usize {
    let own = rank(name);
    let mut before = record.parts.tags.iter().filter(|tag| rank(record.name(tag)).is_some_and(|rank| Some(rank) < own));
    let Some(last) = before.next_back() else {
        return record.parts.tags.first().map_or(0, |tag| tag.whole.start as usize);
    };
    let end = last.whole.end as usize;
    record.text[end..].find('\n').map_or(record.text.len(), |length| end + length + 1)
}
