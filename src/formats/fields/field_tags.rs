//! The tags that fields set: a column of a table, a key of an object. Each is found once and remembered.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::TagLine;
use crate::names::{letters, same, same_tag};
use crate::record::MEANINGFUL;
use crate::tags::is_judged;

/// The longest name of a tag.
const LONGEST_NAME: usize = 255;

/// The name of the tag that the field `field` sets: the tag with a meaning that matches it, or else the field's name
/// turned into the name of a tag.
pub(in crate::formats) fn tag_name(field: &str, name: &mut String) {
    plain_name(field, name);
    // The name that is written is read as the same tag again.
    if let Some(known) = MEANINGFUL.iter().find(|known| same(known, field) || same(known, name)) {
        name.clear();
        name.push_str(known);
    }
}

/// The tags that fields set, each found once and remembered.
#[derive(Debug, Default)]
pub(in crate::formats) struct FieldTags {
    places: FxHashMap<Box<str>, usize>,
    tags: Vec<FieldTag>,
    /// For each field of the record before, in their order, its place among the tags: most records have the same fields.
    order: Vec<usize>,
    /// A tag that is not remembered.
    other: Option<FieldTag>,
}

/// The tag that a field sets.
#[derive(Debug)]
pub(in crate::formats) struct FieldTag {
    field: Box<str>,
    /// How its line begins.
    pub(in crate::formats) line: TagLine,
    /// Whether a verdict may depend on it.
    pub(in crate::formats) is_judged: bool,
    /// One number for all fields that set the same tag. Only numbers below [`MOST_FIELDS`] are different for different tags.
    number: usize,
}

impl FieldTags {
    /// The tag that the field at `index` sets; see [`tag_name`].
    pub(in crate::formats) fn of(&mut self, index: usize, field: &str) -> &FieldTag {
        let place = match self.order.get(index) {
            Some(&place) if self.tags.get(place).is_some_and(|tag| *tag.field == *field) => place,
            _ => match self.places.get(field) {
                Some(&place) => place,
                None => self.learn(field),
            },
        };
        if let Some(known) = self.order.get_mut(index) {
            *known = place;
        } else if index == self.order.len() && index < MOST_FIELDS {
            self.order.push(place);
        }
        match self.tags.get(place) {
            Some(tag) => tag,
            None => self.other.get_or_insert_with(|| FieldTag::new("", "", MOST_FIELDS)),
        }
    }

    /// Makes the tag of a field, and returns its place among the tags.
    fn learn(&mut self, field: &str) -> usize {
        let mut name = String::new();
        tag_name(field, &mut name);
        let place = self.tags.len();
        if place == MOST_FIELDS {
            self.other = Some(FieldTag::new(field, &name, MOST_FIELDS));
            return place;
        }
        let number = self.tags.iter().position(|tag| same_tag(tag.line.name(), &name)).unwrap_or(place);
        self.tags.push(FieldTag::new(field, &name, number));
        self.places.insert(field.into(), place);
        place
    }
}

/// How many fields are remembered. Few files have more.
const MOST_FIELDS: usize = 1024;

impl FieldTag {
    fn new(field: &str, name: &str, number: usize) -> FieldTag {
        FieldTag { field: field.into(), line: TagLine::of(name), is_judged: is_judged(name), number }
    }
}

/// The tags that a record has so far, a bit for each number.
#[derive(Debug)]
pub(in crate::formats) struct SeenTags([u64; MOST_FIELDS / 64]);

impl Default for SeenTags {
    fn default() -> SeenTags {
        SeenTags([0; MOST_FIELDS / 64])
    }
}

impl SeenTags {
    /// Adds a tag; `false` if it may be there already.
    pub(in crate::formats) fn add(&mut self, tag: &FieldTag) -> bool {
        let Some(bits) = self.0.get_mut(tag.number / 64) else { return false };
        let bit = 1 << (tag.number % 64);
        let is_new = *bits & bit == 0;
        *bits |= bit;
        is_new
    }
}

/// The fields of a record by the tags that they set, as far as anybody has asked: fields of other letters may all become
/// `_`.
#[derive(Debug)]
pub(in crate::formats) struct EarlierFields<I> {
    /// Those that were not added yet.
    rest: I,
    added: usize,
    /// For each tag, in small letters: a field that sets it, in letters that [`same`] compares, and whether another does.
    fields: FxHashMap<String, (String, bool)>,
    name: String,
}

impl<'f, I: Iterator<Item = &'f str>> EarlierFields<I> {
    /// All fields of a record, in their order.
    pub(in crate::formats) fn new(fields: I) -> EarlierFields<I> {
        EarlierFields { rest: fields, added: 0, fields: FxHashMap::default(), name: String::new() }
    }

    fn add(&mut self, field: &str) {
        plain_name(field, &mut self.name);
        self.name.make_ascii_lowercase();
        let field = letters(field).collect::<String>();
        match self.fields.get_mut(&self.name) {
            Some((first, has_others)) => *has_others |= *first != field,
            None => drop(self.fields.insert(self.name.clone(), (field, false))),
        }
    }

    /// The name of the tag that the field at `index` sets: `name`, unless a different field before it sets a tag of that
    /// name. Then it gets the field's number, as a column of a table does. `index` never falls from call to call.
    pub(in crate::formats) fn own_name<'n>(&mut self, name: &'n str, field: &str, index: usize) -> Cow<'n, str> {
        while self.added < index
            && let Some(earlier) = self.rest.next()
        {
            self.add(earlier);
            self.added += 1;
        }
        self.name.clear();
        self.name.push_str(name);
        self.name.make_ascii_lowercase();
        match self.fields.get(&self.name) {
            Some((first, has_others)) if *has_others || !first.chars().eq(letters(field)) => {
                Cow::Owned(format!("{name}_{}", index + 1))
            }
            _ => Cow::Borrowed(name),
        }
    }
}

/// A field's name, with `_` for every character that the name of a tag may not hold.
pub(in crate::formats) fn plain_name(field: &str, name: &mut String) {
    name.clear();
    let field = field.trim();
    if field.starts_with(|letter: char| letter.is_ascii_digit()) || field.is_empty() {
        name.push('_');
    }
    let plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
    name.extend(field.chars().take(LONGEST_NAME - 1).map(plain));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_called_as_tags_are() {
        let mut name = String::new();
        for (field, expected) in [
            ("game", "Game"),
            ("RESULT", "Result"),
            ("move_limit", "MoveLimit"),
            ("White Elo", "White_Elo"),
            ("2nd", "_2nd"),
            ("Ga{me", "Game"),
            ("é", "_"),
            ("", "_"),
        ] {
            tag_name(field, &mut name);
            assert_eq!(name, expected);
        }
        plain_name("result", &mut name);
        assert_eq!(name, "result");
    }

    #[test]
    fn fields_set_tags_in_any_order() {
        let mut tags = FieldTags::default();
        let mut names = |fields: &[&str]| -> Vec<(String, bool)> {
            let mut seen = SeenTags::default();
            let tag = |(index, field): (usize, &&str)| {
                let tag = tags.of(index, field);
                (tag.line.name().to_owned(), seen.add(tag))
            };
            fields.iter().enumerate().map(tag).collect()
        };
        let first = names(&["game", "White", "elo"]);
        insta::assert_compact_debug_snapshot!(first, @r#"[("Game", true), ("White", true), ("elo", true)]"#);
        let second = names(&["White", "WHITE", "elo", "GAME", "game"]);
        insta::assert_compact_debug_snapshot!(second, @r#"[("White", true), ("WHITE", false), ("elo", true), ("Game", true), ("Game", false)]"#);
        let many: Vec<_> = (0..MOST_FIELDS + 10).map(|number| format!("x{number}")).collect();
        for _ in 0..2 {
            for (index, field) in many.iter().enumerate() {
                let mut seen = SeenTags::default();
                let tag = tags.of(index, field);
                assert_eq!(tag.line.name(), field);
                assert_eq!(seen.add(tag), tag.number < MOST_FIELDS);
                assert!(!seen.add(tag));
            }
        }
    }
}
