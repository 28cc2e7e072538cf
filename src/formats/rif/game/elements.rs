//! The elements within a game.

use std::ops::Range;

use super::names::{Element, Known, Named, first_of, keep};
use crate::formats::made::{Made, trimmed};
use crate::formats::rif::xml::{self, Found, Tag};
use crate::within::offset_of;

/// The elements within a game.
pub(super) struct Elements<'t> {
    text: &'t str,
    found: &'t [Named<Element>],
    pub(super) is_closed: bool,
    /// The name of an element that has no end.
    pub(super) unclosed: Option<Range<usize>>,
    /// The name in a tag that has no end.
    pub(super) damaged: Option<Range<usize>>,
    /// The first text outside all elements, and how many such texts there are.
    beside: Option<Range<usize>>,
    texts_beside: u64,
}

impl<'t> Elements<'t> {
    /// The elements of the game that begins with this tag.
    pub(super) fn of(text: &'t str, tag: &Tag, found: &'t mut Vec<Named<Element>>) -> Elements<'t> {
        found.clear();
        let named =
            |name: Range<usize>, place| Named { known: Element::of(&text.as_bytes()[name.clone()]), name, place };
        let (bytes, mut at, mut is_closed) = (text.as_bytes(), tag.whole.end, tag.is_empty);
        let mut open: Option<(Range<usize>, usize)> = None;
        let (mut beside, mut texts_beside, mut damaged) = (None, 0, None);
        while let Some(length) = memchr::memchr(b'<', &bytes[at..]) {
            let said = trimmed(&text[at..at + length]);
            if open.is_none() && !said.is_empty() {
                texts_beside += 1;
                let start = offset_of(said, text);
                beside.get_or_insert(start..start + said.len());
            }
            match xml::at(bytes, at + length) {
                Found::Tag(next) => {
                    at = next.whole.end;
                    let name = &text[next.name.clone()];
                    if name == "game" && next.closes {
                        is_closed = true;
                        break;
                    }
                    match &open {
                        Some((known, start)) if next.closes && text[known.clone()] == *name => {
                            found.push(named(next.name, *start..next.whole.start));
                            open = None;
                        }
                        None if next.is_empty => found.push(named(next.name, next.whole.end..next.whole.end)),
                        None if !next.closes => open = Some((next.name, next.whole.end)),
                        // Elements within an element are part of its text.
                        _ => {}
                    }
                }
                Found::Beside(end) => at = end,
                Found::Damage(name) => {
                    at += length + 1;
                    // Within an element it is text, and so is a sign without a name.
                    if open.is_none() && !name.is_empty() {
                        damaged.get_or_insert(name);
                    }
                }
                Found::Unfinished => break,
            }
        }
        let unclosed = open.as_ref().map(|(name, _)| name.clone());
        if let Some((name, start)) = open {
            // An element without an end ends with its line.
            let length = memchr::memchr3(b'\n', b'\r', b'<', &bytes[start..]).unwrap_or(bytes.len() - start);
            found.push(named(name, start..start + length));
        }
        Elements { text, found, is_closed, unclosed, damaged, beside, texts_beside }
    }

    /// The text of an element, and where it stands.
    pub(super) fn get(&self, known: Element) -> Option<(&'t str, Range<usize>)> {
        first_of(self.found, known).map(|element| (&self.text[element.place.clone()], element.place.clone()))
    }

    /// The texts of all elements of that name.
    pub(super) fn all(&self, known: Element) -> impl Iterator<Item = (&'t str, Range<usize>)> {
        let named = self.found.iter().filter(move |element| element.known == Some(known));
        named.map(|element| (&self.text[element.place.clone()], element.place.clone()))
    }

    /// Keeps elements that are not known as tags, and reports what is left out.
    pub(super) fn tell(&self, made: &mut Made) {
        if let Some(place) = &self.beside {
            made.dropped_times("passages of text in no element", self.texts_beside, place.clone());
        }
        keep(self.text, self.found, Some(Element::Info), "elements that stand twice", made);
    }
}
