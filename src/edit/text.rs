//! The text and the parts of a record whose tags were changed.

use super::NewTag;
use crate::record::{KeptRecord, Place, Record, Tag, Token, escape};

/// Where the pieces of the old text stand in the new one.
#[derive(Debug, Default)]
struct Moves(Vec<Move>);

#[derive(Debug, Clone, Copy)]
struct Move {
    old: usize,
    new: usize,
    length: usize,
}

impl Moves {
    /// The new place of a byte of the old text; for a removed byte, the place after its replacement.
    fn of(&self, at: usize) -> usize {
        let after = self.0.partition_point(|piece| piece.old <= at);
        after
            .checked_sub(1)
            .and_then(|last| self.0.get(last))
            .map_or(0, |piece| piece.new + (at - piece.old).min(piece.length))
    }
}

/// Writes the record with these tags into `kept`, whose parts are those of `record`.
pub(super) fn write(record: &Record<'_>, tags: &[NewTag], kept: &mut KeptRecord) {
    let (old, text) = (record.text, &mut kept.text);
    text.clear();
    let mut moves = Moves::default();
    let mut copy = |from: usize, to: usize, text: &mut String| {
        moves.0.push(Move { old: from, new: text.len(), length: to - from });
        text.push_str(old.get(from..to).unwrap_or_default());
    };
    let mut written = Vec::with_capacity(tags.len());
    let mut tags = tags.iter().peekable();
    let mut at = 0;
    let first = record.parts.tags.first().map_or(0, |tag| tag.whole.start as usize);
    copy(0, first, text);
    at += first;
    // An added tag stands on the line of the one before, so no line moves.
    while let Some(tag) = tags.next_if(|tag| tag.old.is_none()) {
        written.push(spell(tag, record, text));
        text.push(' ');
    }
    for (index, tag) in record.parts.tags.iter().enumerate() {
        let (start, end) = (tag.whole.start as usize, tag.whole.end as usize);
        copy(at, start, text);
        at = end;
        match tags.next_if(|tag| tag.old == Some(index)) {
            None => {}
            Some(NewTag { name: None, value: None, .. }) => {
                let moved = text.len();
                copy(start, end, text);
                written.push(shifted(tag, moved));
            }
            Some(tag) => written.push(spell(tag, record, text)),
        }
        while let Some(tag) = tags.next_if(|tag| tag.old.is_none()) {
            text.push(' ');
            written.push(spell(tag, record, text));
        }
    }
    copy(at, old.len(), text);
    let parts = &mut kept.parts;
    parts.tags = written;
    let moved = |at: u32| moves.of(at as usize) as u32;
    let tokens = parts.header.iter_mut().chain(&mut parts.leading);
    tokens.for_each(|token: &mut Token| (token.start, token.end) = (moved(token.start), moved(token.end)));
    parts.faults.iter_mut().for_each(|fault| fault.span = moved(fault.span.start)..moved(fault.span.end));
    parts.notes.iter_mut().for_each(|note| note.span = moved(note.span.start)..moved(note.span.end));
    parts.body = moves.of(parts.body);
    parts.marks = parts.marks.moved(|at| moves.of(at));
    parts.cells = parts.cells.moved(|at| moves.of(at));
    let above = record.place.above.map(|above| crate::record::Above { length: moves.of(above.length), ..above });
    kept.place = Place { above, ..record.place };
}

/// Writes a tag anew.
fn spell(tag: &NewTag, record: &Record<'_>, out: &mut String) -> Tag {
    let old = tag.old.and_then(|old| record.parts.tags.get(old));
    let was = old.map(|old| record.value(old)).unwrap_or_default();
    let value = escape(tag.value.as_deref().unwrap_or(&was));
    let start = out.len() as u32;
    out.push('[');
    let name = out.len() as u32..(out.len() + tag.name(record).len()) as u32;
    out.push_str(tag.name(record));
    out.push_str(" \"");
    let place = out.len() as u32..(out.len() + value.len()) as u32;
    out.push_str(&value);
    out.push_str("\"]");
    Tag { name, value: place, escaped: value.contains('\\'), whole: start..out.len() as u32 }
}

/// A tag whose text now begins elsewhere.
fn shifted(tag: &Tag, start: usize) -> Tag {
    let moved = |at: u32| at - tag.whole.start + start as u32;
    let range = |range: &std::ops::Range<u32>| moved(range.start)..moved(range.end);
    Tag { name: range(&tag.name), value: range(&tag.value), escaped: tag.escaped, whole: range(&tag.whole) }
}
