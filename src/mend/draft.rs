//! A record with a few pieces of its text exchanged.

use std::ops::Range;

use rustc_hash::FxHashSet;

use crate::record::tokens::STANDS;
use crate::record::{Parts, Place, Record, Tag, Token};

/// A piece of a record's text and its replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// The piece; empty where something is only added.
    pub span: Range<usize>,
    /// What stands there instead.
    pub text: String,
    /// Where the name and the value stand in `text`, if it is a whole new tag.
    pub(super) tag: Option<[Range<usize>; 2]>,
    /// Pieces of a long edit that only move with it, in their order.
    pub(super) kept: Vec<Kept>,
}

/// A piece of the old text that stands in the new one, too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Kept {
    /// Where it stands in the record.
    pub(super) old: Range<u32>,
    /// Where it stands in the text of the edit.
    pub(super) new: Range<u32>,
}

impl Kept {
    pub(super) fn new(old: &Range<usize>, new: Range<usize>) -> Kept {
        let of = |range: &Range<usize>| range.start as u32..range.end as u32;
        Kept { old: of(old), new: of(&new) }
    }
}

impl Edit {
    /// Puts `text` in the place of `span`.
    pub fn new(span: Range<usize>, text: impl Into<String>) -> Edit {
        Edit { span, text: text.into(), tag: None, kept: Vec::new() }
    }

    /// Adds `text` before byte `at`.
    pub fn insert(at: usize, text: impl Into<String>) -> Edit {
        Edit::new(at..at, text)
    }

    /// Adds a tag line before byte `at`. The value needs no escapes.
    pub(super) fn new_tag(at: usize, name: &str, value: &str) -> Edit {
        let value_at = name.len() + 3;
        let tag = [1..1 + name.len(), value_at..value_at + value.len()];
        let text = format!("[{name} \"{value}\"]\n");
        Edit { tag: Some(tag), ..Edit::insert(at, text) }
    }

    fn grows(&self) -> isize {
        self.text.len() as isize - self.span.len() as isize
    }

    /// Where a byte of the new text stood, or what is before it. A piece that is kept keeps its places; new text
    /// between two kept pieces counts as the end of the first. `is_end`: the place is the end of something.
    fn old_place(&self, at: usize, is_end: bool) -> usize {
        let is_before = |kept: &Kept| (kept.new.start as usize) < at || kept.new.start as usize == at && !is_end;
        let count = self.kept.partition_point(is_before);
        let Some(kept) = count.checked_sub(1).map(|last| &self.kept[last]) else { return self.span.start };
        let (old, new) =
            (kept.old.start as usize..kept.old.end as usize, kept.new.start as usize..kept.new.end as usize);
        if at >= new.end { old.end } else { (old.start + at - new.start).min(old.end) }
    }
}

/// How a text ends its lines.
pub(super) fn line_end(text: &str) -> &'static str {
    let first = memchr::memchr(b'\n', text.as_bytes());
    if first.is_some_and(|at| text[..at].ends_with('\r')) { "\r\n" } else { "\n" }
}

/// A record with a few pieces of its text exchanged.
#[derive(Debug, Clone)]
pub struct Draft {
    /// Its text.
    pub text: String,
    parts: Parts,
    place: Place,
    /// The edits in the order of their places.
    pub(super) edits: Vec<Edit>,
}

impl Draft {
    /// `record` with `edits`, which do not overlap.
    pub fn new(record: &Record<'_>, mut edits: Vec<Edit>) -> Draft {
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        // A new tag ends its line as the record ends lines.
        for edit in edits.iter_mut().filter(|edit| edit.tag.is_some()) {
            edit.text.truncate(edit.text.trim_end().len());
            edit.text.push_str(line_end(record.text));
        }
        let text = edited(record.text, &edits);
        let map = Map::new(&edits);
        let mut parts = record.parts.clone();
        let is_removed = |tag: &Tag| {
            // Edits do not overlap: only the last that begins there or before can reach beyond the tag.
            let count = edits.partition_point(|edit| edit.span.start <= tag.whole.start as usize);
            let last = count.checked_sub(1).map(|last| &edits[last]);
            last.is_some_and(|edit| edit.span.end >= tag.whole.end as usize && edit.text.is_empty())
        };
        parts.tags.retain(|tag| !is_removed(tag));
        for tag in &mut parts.tags {
            for span in [&mut tag.name, &mut tag.value, &mut tag.whole] {
                map.narrow(span);
            }
            // A new value is plain.
            let value = tag.value.start as usize..tag.value.end as usize;
            tag.escaped &= text.get(value).is_some_and(|value| value.contains('\\'));
        }
        for edit in &edits {
            if let Some([name, value]) = &edit.tag {
                let at = (map.moved(edit.span.start) as isize - edit.grows()) as usize;
                let of = |range: &Range<usize>| (at + range.start) as u32..(at + range.end) as u32;
                let whole = at as u32..(at + edit.text.trim_end().len()) as u32;
                let tag = Tag { name: of(name), value: of(value), escaped: false, whole };
                let index = parts.tags.partition_point(|other| other.whole.start < tag.whole.start);
                parts.tags.insert(index, tag);
            }
        }
        let tokens = |tokens: &mut Vec<Token>| {
            for token in tokens {
                (token.start, token.end) =
                    (map.moved(token.start as usize) as u32, map.moved(token.end as usize) as u32);
            }
        };
        tokens(&mut parts.header);
        tokens(&mut parts.leading);
        parts.faults.iter_mut().for_each(|fault| map.narrow(&mut fault.span));
        parts.notes.iter_mut().for_each(|note| map.narrow(&mut note.span));
        // An insertion at the start of the body belongs to the body, unless it is a new tag.
        let before: isize = edits
            .iter()
            .filter(|edit| {
                edit.span.end <= record.parts.body && (edit.tag.is_some() || edit.span.start < record.parts.body)
            })
            .map(Edit::grows)
            .sum();
        let body = ((record.parts.body as isize + before).max(0) as usize).min(text.len());
        // Line ends are no part of the body: a comment added right after the tags brings the blank line that ends them.
        let rest = text.get(body..).unwrap_or_default();
        parts.body = body + rest.len() - rest.trim_start_matches(['\n', '\r']).len();
        Draft { text, parts, place: record.place, edits }
    }

    /// Forgets the tags that the record has apart from its text, if `is_one` accepts their names.
    pub(super) fn forget(&mut self, is_one: impl Fn(&str) -> bool) {
        let context = &mut self.parts.context;
        for known in [&mut context.before, &mut context.lacking] {
            known.retain(|(name, _)| !is_one(name));
        }
    }

    /// The record.
    pub fn record(&self) -> Record<'_> {
        Record { text: &self.text, parts: &self.parts, place: self.place, written: Default::default() }
    }

    /// Marks ply `number` as one that stood, beside the text: for formats that have no comments.
    pub(super) fn let_stand(&mut self, number: u32) {
        self.parts.context.stands.push(number);
    }

    /// The draft without the comments that it adds to `original`, such as `{[%was e]}`: for formats without comments.
    pub fn untold(&self, original: &str) -> Draft {
        // A comment that stood there before is the record's own. Most are found at once; what an edit has joined may be another.
        let own: FxHashSet<&str> = told(original).map(|span| &original[span]).collect();
        let is_own = |comment: &str| own.contains(comment) || original.contains(comment);
        let new = told(&self.text).filter(|span| !is_own(&self.text[span.clone()]));
        let edits = new.map(|span| Edit::new(span, "")).collect();
        Draft { edits: self.edits.clone(), ..Draft::new(&self.record(), edits) }
    }

    /// Makes `edits`, which come in the order of their places, in `text`: the bytes that stand in the file where the
    /// record's text stands. Returns the changed bytes.
    pub fn edited(edits: &[Edit], text: &[u8]) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len() + 64);
        let mut at = 0;
        for edit in edits {
            out.extend_from_slice(text.get(at..edit.span.start).unwrap_or_default());
            out.extend_from_slice(edit.text.as_bytes());
            at = edit.span.end.max(at);
        }
        out.extend_from_slice(text.get(at..).unwrap_or_default());
        out
    }

    /// The edits that lead from the original to the draft, in the order of their places.
    pub fn edits(&self) -> &[Edit] {
        &self.edits
    }

    /// Where a place in the draft stands in the original.
    pub(super) fn original(&self, span: Range<usize>) -> Range<usize> {
        let back = |at: usize, is_end: bool| {
            let mut moved = 0_isize;
            for edit in &self.edits {
                let start = (edit.span.start as isize + moved) as usize;
                // What ends where an edit begins ends before it.
                if at < start || is_end && at == start {
                    break;
                }
                if at < start + edit.text.len() {
                    return edit.old_place(at - start, is_end);
                }
                moved += edit.grows();
            }
            (at as isize - moved).max(0) as usize
        };
        let start = back(span.start, false);
        start..back(span.end, true).max(start)
    }
}

/// The comment that shows what stood somewhere before a change: `{[%was e]}`.
pub(super) fn was(old: &str) -> String {
    // The mark of a ply that stood counts anywhere in a comment, so it is taken out.
    format!("{{[%was {}]}}", plain(&old.replace(STANDS, "stands").replace('{', "(")))
}

/// A text as it may stand in a comment, on one line.
pub(super) fn plain(text: &str) -> String {
    text.replace('}', ")").split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// The places of the comments that show what stood before a change.
fn told(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text[at..].find("{[%was ")?;
        at = text[start..].find('}').map_or(text.len(), |end| start + end + 1);
        Some(start..at)
    })
}

/// `text` with the edits, which come in the order of their places and begin and end between letters.
fn edited(text: &str, edits: &[Edit]) -> String {
    String::from_utf8_lossy(&Draft::edited(edits, text.as_bytes())).into_owned()
}

/// From places before the edits to places after them.
struct Map<'e> {
    edits: &'e [Edit],
    /// How much the text grows up to each edit, and by all of them, so that nobody has to add up the edits for each
    /// place.
    grown: Vec<isize>,
}

impl Map<'_> {
    /// `edits` come in the order of their places.
    fn new(edits: &[Edit]) -> Map<'_> {
        let mut sum = 0;
        let sums = edits.iter().map(|edit| {
            sum += edit.grows();
            sum
        });
        Map { edits, grown: std::iter::once(0).chain(sums).collect() }
    }

    fn moved(&self, at: usize) -> usize {
        let count = self.edits.partition_point(|edit| edit.span.end <= at);
        (at as isize + self.grown[count]) as usize
    }

    fn narrow(&self, span: &mut Range<u32>) {
        let start = self.moved(span.start as usize);
        *span = start as u32..self.moved(span.end as usize).max(start) as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Records;
    use crate::formats::transcript::Transcripts;

    #[test]
    fn tags_and_body_move_with_the_edits() -> std::io::Result<()> {
        let text = "[Game \"forza4\"]\n[Board \"7x6\"]\n[Result \"Red\"]\n\n1. c, e; 2. d";
        let mut records = Transcripts::new(text.as_bytes(), 1 << 20)?;
        let record = records.next()?.expect("a record");
        let board = record.tag("Board").expect("a tag").clone();
        let value = board.value.start as usize..board.value.end as usize;
        let (at, body) = (text.find("[Result").expect("a tag"), text.find("1. c").expect("a ply"));
        let edits = vec![
            Edit::new(value, "10x8"),
            Edit::new_tag(at, "Starts", "Red"),
            Edit::insert(body, "{first} "),
            Edit::new(body + 3..body + 4, "g"),
        ];
        let draft = Draft::new(&record, edits);
        let new = draft.record();
        assert_eq!(
            new.text,
            "[Game \"forza4\"]\n[Board \"10x8\"]\n[Starts \"Red\"]\n[Result \"Red\"]\n\n{first} 1. g, e; 2. d"
        );
        let tags: Vec<_> = new.parts.tags.iter().map(|tag| (new.name(tag), new.value(tag).into_owned())).collect();
        let expected = [("Game", "forza4"), ("Board", "10x8"), ("Starts", "Red"), ("Result", "Red")];
        assert_eq!(tags, expected.map(|(name, value)| (name, value.to_owned())));
        assert_eq!(new.text[new.parts.body..].trim_start(), "{first} 1. g, e; 2. d");
        let g = new.text.find("g,").expect("the new ply");
        assert_eq!(draft.original(g..g + 1), body + 3..body + 4);
        assert_eq!(Draft::edited(draft.edits(), text.as_bytes()), new.text.as_bytes());
        Ok(())
    }

    #[test]
    fn comments_that_tell_of_changes_are_left_out() -> std::io::Result<()> {
        let text = "[Game \"forza4\"]\n\n1. c, e {[%was f]}; 2. d";
        let mut records = Transcripts::new(text.as_bytes(), 1 << 20)?;
        let record = records.next()?.expect("a record");
        let body = text.find("1. c").expect("a ply");
        let edits = vec![Edit::new_tag(0, "Board", "8x8"), Edit::insert(body, "{[%was no Board]} ")];
        let untold = Draft::new(&record, edits).untold(text);
        assert_eq!(untold.text, "[Board \"8x8\"]\n[Game \"forza4\"]\n\n 1. c, e {[%was f]}; 2. d");
        assert_eq!(
            untold.record().tag("Board").map(|tag| untold.record().value(tag).into_owned()).as_deref(),
            Some("8x8")
        );
        Ok(())
    }

    #[test]
    fn a_tag_is_removed_with_its_line() -> std::io::Result<()> {
        let text = "[Game \"forza4\"]\n[Starts \"Red\"]\n\n1. c, e";
        let mut records = Transcripts::new(text.as_bytes(), 1 << 20)?;
        let record = records.next()?.expect("a record");
        let draft = Draft::new(&record, vec![Edit::new(16..31, "")]);
        assert_eq!(draft.text, "[Game \"forza4\"]\n\n1. c, e");
        assert!(draft.record().tag("Starts").is_none());
        assert_eq!(draft.record().text[draft.record().parts.body..].trim_start(), "1. c, e");
        Ok(())
    }
}
