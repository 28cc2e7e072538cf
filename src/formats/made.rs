//! A record in the making: formats of other programs are read by writing down what they say as a transcript would.
//!
//! Each part is written with the place in the file that it comes from, so that whatever is said of the record is said of
//! the file.

use std::ops::Range;

use encoding_rs::{Encoding, UTF_8};

use super::Given;
use super::encoding::Decoded;
use super::fields::{plain_name, stands_as_it_is};
use crate::codes::{BAD_SYNTAX, DROPPED, GUESSED};
use crate::diagnostic::{Code, Severity, Text};
use crate::names::{tag_bit, tag_bits};
use crate::record::eight;
use crate::record::looks::{LONGEST_NAME, is_name};
use crate::record::{Fault, Foreign, KeptRecord, Layout, MEANINGFUL, Note, Place, Tag, escape};
use crate::tags::meant;

/// The bits of the names of tags that have a meaning.
const JUDGED: u64 = tag_bits(MEANINGFUL);

/// A record in the making; it reuses its buffers.
#[derive(Debug, Default)]
pub(super) struct Made {
    kept: KeptRecord,
    /// The way from a text that was decoded to the bytes of the file; `None` if they are the same.
    pub(super) decoded: Option<Decoded>,
    /// A bit for the name of each tag; see [`tag_bit`].
    names: u64,
    /// What the record cannot hold, and how often it was met.
    dropped: Vec<(&'static str, u64, Range<u32>)>,
    /// Whether the body has begun, and whether something stands in the line that is being written.
    body: bool,
    written: bool,
    depth: u32,
    plies: u32,
    /// Whether only what verdicts depend on is written; see [`Records::be_brief`](super::Records::be_brief).
    is_brief: bool,
    /// Whether the caller says by which rules games are played.
    pub(super) has_variant: bool,
}

impl Made {
    /// A record in the making for a caller who knows so much.
    pub(super) fn given(given: &Given) -> Made {
        Made { has_variant: given.variant.is_some(), ..Made::default() }
    }

    /// Begins a record that stands at `place` in its file, and will hold what verdicts depend on.
    pub(super) fn begin_brief(&mut self, place: Place, foreign: Foreign) {
        self.begin(place, foreign);
        self.is_brief = true;
    }

    /// Begins a record that stands at `place` in its file.
    pub(super) fn begin(&mut self, place: Place, foreign: Foreign) {
        self.is_brief = false;
        self.kept.text.clear();
        self.kept.parts.clear();
        self.kept.place = place;
        self.kept.parts.foreign = foreign;
        self.kept.parts.layout = Layout::Tree;
        self.dropped.clear();
        self.names = 0;
        (self.body, self.written, self.depth, self.plies) = (false, false, 0, 0);
    }

    /// The encoding in which the file is read.
    pub(super) fn encoding(&self) -> &'static Encoding {
        let name = self.kept.parts.foreign.encoding;
        name.and_then(|name| Encoding::for_label(name.as_bytes())).unwrap_or(UTF_8)
    }

    /// Marks what is written next as made of these bytes of the text that is read.
    #[inline(always)]
    fn mark(&mut self, source: Range<usize>) {
        self.mark_at(self.kept.text.len(), source);
    }

    /// The same of what will stand at byte `made` of the text.
    #[inline(always)]
    fn mark_at(&mut self, made: usize, source: Range<usize>) {
        if self.is_brief {
            return;
        }
        let source = match &self.decoded {
            Some(decoded) => decoded.place(source.start)..decoded.place(source.end),
            None => source,
        };
        self.kept.parts.marks.push(made, source);
    }

    /// Adds a tag that a file names. A name that no tag has is made one: `_` stands for each letter and sign that names may
    /// not hold.
    pub(super) fn tag_of_file(&mut self, name: &str, value: &str, source: Range<usize>) {
        if is_name_of_tag(name) || self.body || value.is_empty() {
            return self.add_tag(name, value, source);
        }
        let mut plain = String::new();
        plain_name(name, &mut plain);
        match self.has(&plain) {
            true => self.dropped("properties of the same name", source),
            false => self.add_tag(&plain, value, source),
        }
    }

    /// Adds a tag of this program.
    #[inline]
    pub(super) fn tag(&mut self, name: &'static str, value: &str, source: Range<usize>) {
        debug_assert!(is_name_of_tag(name) && meant(name).is_none(), "{name}");
        if self.wants(name) {
            self.add_tag(name, value, source);
        }
    }

    /// Whether a tag of this program is written: all are, or those that a verdict may depend on, and few others.
    #[inline(always)]
    pub(super) fn wants(&self, name: &'static str) -> bool {
        !self.is_brief || JUDGED & tag_bit(name) != 0
    }

    /// Whether all tags are written.
    #[inline(always)]
    pub(super) fn wants_all(&self) -> bool {
        !self.is_brief
    }

    /// Adds a tag. All tags come before the plies; later ones are left out. A tag that is there already is not added again.
    fn add_tag(&mut self, name: &str, value: &str, source: Range<usize>) {
        if self.body || value.is_empty() || self.has(name) {
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

    /// Whether a tag of that name was added.
    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// The value of a tag that was added, with its escapes.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
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
    pub(super) fn tag_named(&self, name: &str) -> Option<Tag> {
        let tags = &self.kept.parts.tags;
        tags.iter()
            .find(|tag| self.kept.text.get(tag.name.start as usize..tag.name.end as usize) == Some(name))
            .cloned()
    }

    /// Tells something of a tag.
    pub(super) fn note_of_tag(&mut self, code: &'static Code, tag: &Tag, text: Text) {
        let note = Note { code, severity: Severity::Note, span: tag.whole.clone(), text, guess: None };
        self.kept.parts.notes.push(note);
    }

    /// Begins the body, if it has not begun.
    #[inline]
    fn begin_body(&mut self) {
        if !self.body {
            self.body = true;
            self.kept.begin_body(Layout::Tree);
        }
    }

    /// How many plies of the main line were added, passes among them.
    pub(super) fn plies(&self) -> u32 {
        self.plies
    }

    /// Adds a ply as the notation system writes it.
    #[inline]
    pub(super) fn ply(&mut self, ply: &str, source: Range<usize>) {
        self.begin_body();
        self.plies += u32::from(self.depth == 0);
        self.separate(", ");
        self.mark(source);
        self.kept.text.push_str(ply);
    }

    /// Adds a ply of a few ASCII letters and digits.
    #[inline(always)]
    pub(super) fn letters(&mut self, ply: &[u8], source: Range<usize>) {
        self.begin_body();
        self.plies += u32::from(self.depth == 0);
        self.separate(", ");
        self.mark(source);
        for &byte in ply {
            self.kept.text.push(char::from(byte & 0x7f));
        }
    }

    /// Adds plies of at most four ASCII letters and digits each: the letters, how many they are, and where the ply stands.
    pub(super) fn all_letters(&mut self, mut plies: impl Iterator<Item = ([u8; 4], usize, Range<usize>)>) {
        let Some((letters, length, source)) = plies.next() else { return };
        self.letters(letters.get(..length).unwrap_or(&letters), source);
        let count = match self.is_brief {
            true => self.more_letters::<false>(plies),
            false => self.more_letters::<true>(plies),
        };
        self.plies += if self.depth == 0 { count } else { 0 };
    }

    /// Adds such plies behind another one, and counts them; with their places if `MARKS`.
    #[inline(always)]
    fn more_letters<const MARKS: bool>(&mut self, plies: impl Iterator<Item = ([u8; 4], usize, Range<usize>)>) -> u32 {
        const SEPARATOR: &[u8; 2] = b", ";
        /// How much is written at once, and for one ply; what a ply does not need is written over.
        const ROOM: usize = 256;
        const PLY: usize = 8;
        let (mut room, mut length, mut count) = ([0; ROOM], 0_usize, 0);
        for (letters, letter_count, source) in plies {
            if length > ROOM - PLY {
                self.push_ascii(&room[..length]);
                length = 0;
            }
            if MARKS {
                self.mark_at(self.kept.text.len() + length + SEPARATOR.len(), source);
            }
            let ply = u64::from(u32::from_le_bytes(letters)) << (8 * SEPARATOR.len());
            let ply = ply | u64::from(u16::from_le_bytes(*SEPARATOR));
            room[length..length + PLY].copy_from_slice(&(ply & !eight::HIGH).to_le_bytes());
            length += SEPARATOR.len() + letter_count.min(letters.len());
            count += 1;
        }
        self.push_ascii(&room[..length]);
        count
    }

    /// Writes bytes of ASCII.
    #[inline(always)]
    fn push_ascii(&mut self, text: &[u8]) {
        self.kept.text.push_str(std::str::from_utf8(text).unwrap_or_default());
    }

    /// Adds plies of two ASCII letters each, which stand in the text one right after the other, `N` bytes of ASCII for each:
    /// `pair` says which two are its letters. The first was made of the bytes `source`, the others of those `N` bytes on.
    pub(super) fn pairs_of_letters<const N: usize>(
        &mut self,
        plies: &[[u8; N]],
        pair: impl Fn(&[u8; N]) -> [u8; 2],
        source: Range<usize>,
    ) {
        if self.is_brief && !plies.is_empty() {
            self.begin_body();
            self.plies += if self.depth == 0 { plies.len() as u32 } else { 0 };
            let (first, rest) = plies.split_at(usize::from(!self.written));
            self.written = true;
            for ply in first {
                self.kept.text.extend(pair(ply).map(char::from));
            }
            self.push_pairs(rest, pair);
            return;
        }
        let end = source.start + N * plies.len();
        let is_even = self.decoded.as_ref().is_none_or(|decoded| {
            // Each of these letters takes a byte at least, so none takes more.
            decoded.place(end) - decoded.place(source.start) == end - source.start
        });
        // The third stands as far from the second as that from the first.
        let (apart, alike) = if is_even { plies.split_at(plies.len().min(2)) } else { (plies, [].as_slice()) };
        for (index, ply) in apart.iter().enumerate() {
            let moved = index * N;
            self.letters(&pair(ply), source.start + moved..source.end + moved);
        }
        self.kept.parts.marks.push_alike(alike.len() as u64);
        self.plies += if self.depth == 0 { alike.len() as u32 } else { 0 };
        self.push_pairs(alike, pair);
    }

    /// Writes plies, a comma before each.
    #[inline(always)]
    fn push_pairs<const N: usize>(&mut self, plies: &[[u8; N]], pair: impl Fn(&[u8; N]) -> [u8; 2]) {
        const PLIES: usize = 64;
        for plies in plies.chunks(PLIES) {
            let mut text = [0; 4 * PLIES];
            for (ply, room) in plies.iter().zip(text.as_chunks_mut::<4>().0) {
                let [column, row] = pair(ply);
                *room = [b',', b' ', column & 0x7f, row & 0x7f];
            }
            self.push_ascii(&text[..4 * plies.len()]);
        }
    }

    /// Adds something that stands where a ply should and is none: a word of it that no notation system reads.
    pub(super) fn no_ply(&mut self, said: &str, source: Range<usize>) {
        const SHOWN: usize = 16;
        let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '_' };
        let mut word: String = said.chars().take(SHOWN).map(letter).collect();
        if !word.contains('_') {
            word.insert(0, '_');
        }
        self.ply(&word, source);
    }

    /// Adds a ply as a file spells it. A sign that means something else in a transcript is none of a ply.
    pub(super) fn token(&mut self, token: &str, source: Range<usize>) {
        const LONGEST: usize = 16;
        if let 1..=3 = token.len()
            && token.bytes().all(is_sign)
        {
            return self.letters(token.as_bytes(), source);
        }
        if token.len() <= LONGEST && token.bytes().all(is_sign) {
            return self.ply(token, source);
        }
        let token: String =
            token.chars().take(LONGEST).map(|letter| if letter.is_alphanumeric() { letter } else { '_' }).collect();
        self.ply(&token, source);
    }

    /// Adds the words of a text that begins at byte `from`, each as [`Made::token`] does.
    pub(super) fn tokens(&mut self, text: &str, from: usize) {
        let (bytes, mut at) = (text.as_bytes(), 0);
        loop {
            // Nearly all plies are two or three letters and digits, and one blank stands behind each.
            self.all_letters(std::iter::from_fn(|| {
                let mut letters: [u8; 4] = *bytes.get(at..)?.first_chunk()?;
                if KINDS[usize::from(letters[0])] == BLANK {
                    at += count_of(&bytes[at..], |byte| byte.is_ascii_whitespace());
                    letters = *bytes.get(at..)?.first_chunk()?;
                }
                let length = short_word(letters)?;
                let start = from + at;
                // The blank behind it is one of the four letters, so this is no place behind the text.
                at += length + 1;
                Some((letters, length, start..start + length))
            }));
            at += count_of(&bytes[at..], |byte| byte.is_ascii_whitespace());
            let length = count_of(&bytes[at..], |byte| !byte.is_ascii_whitespace());
            if length == 0 {
                return;
            }
            self.token(&text[at..at + length], from + at..from + at + length);
            at += length;
        }
    }

    /// Adds the ply that stands before it, which lacks in the file, as a pass that stood.
    pub(super) fn pass_that_stood(&mut self, source: Range<usize>) {
        self.ply("--", source);
        self.stood();
        if self.depth == 0 {
            self.kept.parts.context.missing.push(self.plies);
        }
    }

    /// Says that the ply added last is illegal and stood.
    pub(super) fn stood(&mut self) {
        if self.depth == 0 {
            self.kept.parts.context.stands.push(self.plies);
        } else {
            self.kept.text.push_str(" {[%stands]}");
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

    /// Adds a comment to the ply added last, or to the game.
    pub(super) fn comment(&mut self, comment: &str, source: Range<usize>) {
        let comment = trimmed(comment);
        if comment.is_empty() {
            return;
        }
        self.begin_body();
        self.separate(" ");
        self.mark(source);
        let text = &mut self.kept.text;
        text.push('{');
        if is_plain(comment) && !comment.contains('}') {
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

    /// Counts something that the record cannot hold; `what` is told with the number.
    pub(super) fn dropped(&mut self, what: &'static str, source: Range<usize>) {
        self.dropped_times(what, 1, source);
    }

    /// Counts several of them, the first of which stands at `source`.
    pub(super) fn dropped_times(&mut self, what: &'static str, times: u64, source: Range<usize>) {
        match self.dropped.iter_mut().find(|(known, ..)| *known == what) {
            Some((_, count, _)) => *count += times,
            None => {
                // A place of its own in the text, so that it can be marked.
                let span = self.spot(source);
                self.dropped.push((what, times, span));
            }
        }
    }

    /// Tells what was taken for granted: `name` and `value` for programs, the text for people.
    pub(super) fn guessed(
        &mut self,
        name: &'static str,
        value: &str,
        text: impl FnOnce() -> Text,
        source: Range<usize>,
    ) {
        // What the caller says is no guess.
        if name == "variant" && self.has_variant {
            return;
        }
        let span = self.spot(source);
        let (text, guess) = match self.is_brief {
            true => (Text::default(), None),
            false => (text(), Some((name.into(), value.to_owned()))),
        };
        self.kept.parts.notes.push(Note { code: &GUESSED, severity: Severity::Note, span, text, guess });
    }

    /// Tells something else.
    pub(super) fn note(&mut self, code: &'static Code, severity: Severity, text: Text, source: Range<usize>) {
        let span = self.spot(source);
        self.kept.parts.notes.push(Note { code, severity, span, text, guess: None });
    }

    /// Notes a fault of the file. The replay ends there.
    pub(super) fn fault(&mut self, code: &'static Code, text: Text, source: Range<usize>) {
        let span = self.spot(source);
        self.kept.parts.fault(code, span.start as usize..span.end as usize, || text);
    }

    /// A blank in the text that stands for a place in the file, so that something can be said of it.
    fn spot(&mut self, source: Range<usize>) -> Range<u32> {
        self.mark(source);
        let start = self.kept.text.len() as u32;
        self.kept.text.push(' ');
        start..start + 1
    }

    /// Makes the record one that could not be read.
    pub(super) fn refuse(&mut self, code: &'static Code, text: Text, source: Range<usize>) {
        let KeptRecord { text: made, parts, .. } = &mut self.kept;
        let foreign = parts.foreign;
        made.clear();
        parts.clear();
        self.names = 0;
        (parts.foreign, parts.layout) = (foreign, Layout::Unread);
        self.dropped.clear();
        let span = self.spot(source);
        self.kept.parts.faults.push(Fault { code, span, text });
    }

    /// The same for text that is not what the format asks for.
    pub(super) fn refuse_syntax(&mut self, text: Text, source: Range<usize>) {
        self.refuse(&BAD_SYNTAX, text, source);
    }

    /// Ends the record: tells what was dropped.
    pub(super) fn end(&mut self) {
        if self.kept.parts.layout != Layout::Unread {
            self.begin_body();
        }
        for (what, count, span) in self.dropped.drain(..) {
            let text = || {
                let what = if count == 1 { one(what) } else { what.to_owned() };
                Text::new(format!("{count} {what}: a record has no place for this, so it was left out"))
            };
            let text = if self.is_brief { Text::default() } else { text() };
            let note = Note { code: &DROPPED, severity: Severity::Note, span, text, guess: None };
            self.kept.parts.notes.push(note);
        }
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

/// How long the word is that a text begins with, if it is one of two or three letters and digits, and white space follows.
#[inline(always)]
fn short_word([one, two, three, four]: [u8; 4]) -> Option<usize> {
    let kind = |byte: u8| KINDS[usize::from(byte)];
    if kind(one) & kind(two) & SIGN == 0 {
        None
    } else if kind(three) == BLANK {
        Some(2)
    } else {
        (kind(three) == SIGN && kind(four) == BLANK).then_some(3)
    }
}

/// A byte that may stand in a ply as it is.
const SIGN: u8 = 1;

/// White space of ASCII.
const BLANK: u8 = 2;

/// What each byte is, 0 if it is neither.
const KINDS: [u8; 256] = {
    let (mut kinds, mut byte) = ([0; 256], 0);
    while byte < 256 {
        kinds[byte] = if (byte as u8).is_ascii_whitespace() {
            BLANK
        } else if is_sign(byte as u8) {
            SIGN
        } else {
            0
        };
        byte += 1;
    }
    kinds
};

/// How many bytes at the start of a text are of a kind.
#[inline(always)]
fn count_of(bytes: &[u8], is_of_kind: impl Fn(u8) -> bool) -> usize {
    bytes.iter().take_while(|byte| is_of_kind(**byte)).count()
}

/// Whether a byte may stand in a ply as it is.
#[inline(always)]
const fn is_sign(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-'
}

/// Whether a tag can have this name.
fn is_name_of_tag(name: &str) -> bool {
    !name.is_empty() && name.len() <= LONGEST_NAME && name.bytes().all(is_name)
}

/// Whether a text holds no control characters, as far as a look at each byte tells.
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

/// One of what is named in the plural: `LB properties` is `LB property`.
fn one(what: &str) -> String {
    let singular = |word: &str| match word {
        "properties" => "property".to_owned(),
        "replace" => "replaces".to_owned(),
        "are" => "is".to_owned(),
        "stand" => "stands".to_owned(),
        "plies" => "ply".to_owned(),
        _ => word.strip_suffix('s').filter(|stem| stem.len() > 3 && !stem.ends_with('s')).unwrap_or(word).to_owned(),
    };
    what.split(' ').map(singular).collect::<Vec<_>>().join(" ").replace("time of ply", "time of a ply")
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn one_thing_is_told_in_the_singular() {
        for (many, single) in [
            ("LB properties", "LB property"),
            ("passages of text outside the game tree", "passage of text outside the game tree"),
            ("times of plies", "time of a ply"),
            ("variations that replace no ply", "variation that replaces no ply"),
            ("stones set up after the start", "stone set up after the start"),
        ] {
            assert_eq!(one(many), single);
        }
    }
}
