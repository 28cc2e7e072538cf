//! The tags of a record in the making: which are written, how, and what was written before.

use std::ops::Range;

use super::{Detail, Made};
use crate::diagnostic::{Code, Severity, Text};
use crate::formats::fields::{plain_name, stands_as_it_is};
use crate::names::{tag_bit, tag_bits};
use crate::record::looks::{LONGEST_NAME, is_tag_name};
use crate::record::{KeptRecord, MEANINGFUL, Note, Tag, escape, to_usize_range};
use crate::tags::meant;

/// The bits of the names of tags that have a meaning.
const JUDGED: u64 = tag_bits(MEANINGFUL);

impl Made {
    /// Adds a tag that a file names. If no tag can have that name, `_` replaces each letter and sign that names cannot
    /// hold.
    pub(in crate::formats) fn tag_of_file(&mut self, name: &str, value: &str, source: Range<usize>) {
        if is_name_of_tag(name) || self.body || value.is_empty() {
            return self.add_tag(name, value, source);
        }
        let mut plain = String::new();
        plain_name(name, &mut plain);
        if self.has(&plain) {
            self.dropped("properties of the same name", source)
        } else {
            self.add_tag(&plain, value, source)
        }
    }

    /// Adds a tag of this program.
    #[inline]
    pub(in crate::formats) fn tag(&mut self, name: &'static str, value: &str, source: Range<usize>) {
        debug_assert!(is_name_of_tag(name) && meant(name).is_none(), "{name}");
        if self.wants(name) {
            self.add_tag(name, value, source);
        }
    }

    /// Whether a tag of this program is written: all are, or those that a verdict may depend on, and few others.
    #[inline(always)]
    pub(in crate::formats) fn wants(&self, name: &'static str) -> bool {
        self.detail == Detail::Whole || JUDGED & tag_bit(name) != 0
    }

    /// Whether all tags are written.
    #[inline(always)]
    pub(in crate::formats) fn wants_all(&self) -> bool {
        self.detail == Detail::Whole
    }

    /// Adds a tag. All tags come before the plies; later ones are left out. A tag that is there already is not added again.
    fn add_tag(&mut self, name: &str, value: &str, source: Range<usize>) {
        if self.body || value.is_empty() || self.is_there(name) {
            return;
        }
        self.names |= tag_bit(name);
        self.mark(source);
        let KeptRecord { text, parts, .. } = &mut self.kept;
        let start = text.len() as u32;
        text.push('[');
        text.push_str(name);
        let name = start + 1..text.len() as u32;
        text.push_str(" \"");
        let from = text.len() as u32;
        let mut escaped = false;
        if stands_as_it_is(value.as_bytes()) {
            text.push_str(value);
        } else {
            let value = escape(value);
            escaped = value.contains('\\');
            text.extend(value.chars().map(|letter| if letter.is_control() { ' ' } else { letter }));
        }
        let value = from..text.len() as u32;
        text.push_str("\"]\n");
        let whole = start..text.len() as u32 - 1;
        parts.tags.push(Tag { name, value, escaped, whole });
    }

    /// Whether a tag of that name was added, before one of that name is.
    fn is_there(&mut self, name: &str) -> bool {
        const FEW: usize = 32;
        if self.kept.parts.tags.len() < FEW {
            return self.has(name);
        }
        if self.many_names.is_empty() {
            let KeptRecord { text, parts, .. } = &self.kept;
            let names = parts.tags.iter().filter_map(|tag| text.get(to_usize_range(&tag.name)));
            self.many_names.extend(names.map(str::to_ascii_lowercase));
        }
        !self.many_names.insert(name.to_ascii_lowercase())
    }

    /// Whether a tag of that name was added.
    pub(in crate::formats) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The value of a tag that was added, with its escapes.
    pub(in crate::formats) fn get(&self, name: &str) -> Option<&str> {
        if self.names & tag_bit(name) == 0 {
            return None;
        }
        let place = |range: &Range<u32>| range.start as usize..range.end as usize;
        let text = &self.kept.text;
        let is_named = |tag: &&Tag| {
            tag.name.len() == name.len()
                && text
                    .as_bytes()
                    .get(place(&tag.name))
                    .is_some_and(|known| known.eq_ignore_ascii_case(name.as_bytes()))
        };
        let tag = self.kept.parts.tags.iter().find(is_named)?;
        text.get(place(&tag.value))
    }

    /// The tag of that name, if it was added.
    pub(in crate::formats) fn tag_named(&self, name: &str) -> Option<Tag> {
        let tags = &self.kept.parts.tags;
        tags.iter()
            .find(|tag| self.kept.text.get(tag.name.start as usize..tag.name.end as usize) == Some(name))
            .cloned()
    }

    /// Adds a note about a tag.
    pub(in crate::formats) fn note_of_tag(&mut self, code: &'static Code, tag: &Tag, text: Text) {
        let note = Note { code, severity: Severity::Note, span: tag.whole.clone(), text, guess: None };
        self.kept.parts.notes.push(note);
    }
}

/// Whether a tag can have this name.
fn is_name_of_tag(name: &str) -> bool {
    name.len() <= LONGEST_NAME && is_tag_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{Foreign, Place};

    #[test]
    fn names_that_no_tag_has_are_made_some() {
        let mut made = Made::default();
        made.begin(Place::default(), Foreign::default());
        for name in ["Café", "Caff", "Cafè", "Caf_", "2nd", ""] {
            made.tag_of_file(name, "x", 0..1);
        }
        made.tag_of_file("Cafò", "", 0..1);
        let names: Vec<_> = made.kept.parts.tags.iter().map(|tag| made.kept.record().name(tag).to_owned()).collect();
        assert_eq!(names, ["Caf_", "Caff", "2nd", "_"]);
        made.end();
        let told: Vec<_> = made.kept.parts.notes.iter().map(|note| &*note.text.message).collect();
        assert_eq!(told, ["1 property of the same name: a record has no place for this, so it was left out"]);
    }
}
