//! What the small formats of other programs share: a file is one record, or one record after the other, each beginning at
//! the start of a line.

use std::fmt;
use std::io;
use std::marker::PhantomData;
use std::sync::Arc;

use super::by_line::{ends_line, line_end};
use super::encoding::Found;
use super::made::Made;
use super::pieces::{self, Content, Dialect, OfPieces, PieceFormat, Pieces};
use super::{Format, FormatInfo, Given, Input, Partition, Records, Start};
use crate::source::without_mark;

/// A small format: how it is described, and how it is read.
pub(super) trait Plain: fmt::Debug + Default + Send + Sync + 'static {
    const FORMAT: Format;
    const INFO: FormatInfo;

    /// What a record is in the file: text, or bytes.
    type Content: Content + ?Sized;

    /// The encoding that its programs write, if it is always the same.
    const ENCODING: Option<&'static str> = None;

    /// See [`FileFormat::recognises`].
    fn recognises(head: &[u8]) -> bool {
        let _ = head;
        false
    }

    /// Whether a file whose name says this format may be of it: other programs call their files so, too. Its start has
    /// words or lines that are plies, apart from a few damaged ones.
    fn may_be(head: &[u8]) -> bool {
        let _ = head;
        true
    }

    /// See [`FileFormat::fits`].
    fn fits(head: &[u8]) -> bool {
        let _ = head;
        false
    }

    /// See [`FileFormat::holds_game`].
    fn holds_game(game: &str) -> bool {
        let _ = game;
        true
    }

    /// Whether a record begins with `bytes`, the start of any line but the first; `None` if more bytes are needed.
    /// `last` says whether the file ends with them.
    fn begins(bytes: &[u8], last: bool) -> Option<bool> {
        let _ = (bytes, last);
        Some(false)
    }

    /// Whether its first line is a name, which may be empty.
    const BEGINS_WITH_NAME: bool = false;

    /// The letter with which every record begins, if there can be several in a file.
    const FIRST: Option<u8> = None;

    /// Whether each line is a record of its own.
    const HAS_A_LINE_EACH: bool = false;

    /// Makes a record of a piece of the file. `is_first`: it is the first one.
    fn read(&mut self, piece: &Self::Content, given: &Given, is_first: bool, made: &mut Made);
}

/// Whether at least half of the first words or lines are plies; `true` if there are none.
pub(super) fn are_mostly<'h>(parts: impl Iterator<Item = &'h [u8]>, is_ply: impl Fn(&[u8]) -> bool) -> bool {
    let (mut plies, mut all) = (0, 0);
    for part in parts.take(64) {
        all += 1;
        plies += usize::from(is_ply(part));
    }
    plies * 2 >= all
}

/// The words of the start of a file.
pub(super) fn words_of(head: &[u8]) -> impl Iterator<Item = &[u8]> {
    head.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// The lines of the start of a file that are not blank, without white space around them.
pub(super) fn lines_of(head: &[u8]) -> impl Iterator<Item = &[u8]> {
    head.split(|byte| ends_line(*byte)).map(<[u8]>::trim_ascii).filter(|line| !line.is_empty())
}

/// The description of a small format.
pub(super) type Says<P> = OfPieces<Described<P>>;

/// A small format as one of pieces.
#[derive(Debug)]
pub(super) struct Described<P>(PhantomData<P>);

impl<P: Plain> PieceFormat for Described<P> {
    type Dialect = Lines<P>;

    const INFO: FormatInfo = P::INFO;

    fn recognises(head: &[u8]) -> bool {
        P::recognises(head)
    }

    fn may_be(head: &[u8], _: bool) -> bool {
        // UTF-16 and UTF-32 have zeros among their first bytes.
        let is_wide = !P::Content::IS_BINARY && head.iter().take(4).any(|byte| *byte == 0);
        is_wide || P::may_be(without_mark(head))
    }

    fn fits(head: &[u8]) -> bool {
        P::fits(head)
    }

    fn holds_game(game: &str) -> bool {
        P::holds_game(game)
    }

    fn partition(most: usize, given: &Given) -> Option<Arc<dyn Partition>> {
        Some(Arc::new(Cut::<P> { most, given: given.clone(), found: None, format: PhantomData }))
    }
}

/// How a large file is cut: before the last record of a part.
#[derive(Debug)]
struct Cut<P> {
    most: usize,
    given: Given,
    /// The encoding, once the start of the file has told it.
    found: Option<Found>,
    format: PhantomData<P>,
}

impl<P: Plain> Partition for Cut<P> {
    fn boundary(&self, bytes: &[u8], _: usize) -> Option<usize> {
        if P::HAS_A_LINE_EACH {
            // What follows a CR may be the rest of the line end.
            let is_line = |at: &usize| bytes.get(at + 1).is_some_and(|byte| !ends_line(*byte));
            return memchr::memrchr(b'\n', bytes)
                .or_else(|| memchr::memrchr_iter(b'\r', bytes).find(is_line))
                .map(|at| at + 1);
        }
        let first = P::FIRST?;
        memchr::memrchr_iter(first, bytes)
            .find(|&at| at > 0 && ends_line(bytes[at - 1]) && P::begins(&bytes[at..], false) == Some(true))
    }

    fn begin(&self, start: &[u8], last: bool) -> io::Result<Option<Arc<dyn Partition>>> {
        if P::Content::IS_BINARY {
            return Ok(None);
        }
        let found = Some(pieces::encoding_of(&Lines::<P>::default(), (start, last), &self.given));
        Ok(Some(Arc::new(Cut::<P> { most: self.most, given: self.given.clone(), found, format: PhantomData })))
    }

    fn read<'r>(&self, mut input: Input<'r>, start: Start) -> io::Result<Box<dyn Records + 'r>> {
        if start.offset == 0 && !P::Content::IS_BINARY {
            input.skip_mark()?;
        }
        let lines = Lines::<P> { has_begun: start.offset > 0, ..Lines::default() };
        Ok(Box::new(Pieces::over(input, lines, self.most, &self.given).written_in(self.found)))
    }
}

/// The records of a file.
#[derive(Debug, Default)]
pub(super) struct Lines<P> {
    format: P,
    given: Given,
    /// How far the record at hand has been searched for the next one.
    searched: usize,
    /// Whether a record of the file stands before the one at hand.
    is_later: bool,
    /// Whether a record of the file stands before the next one.
    has_begun: bool,
}

impl<P: Plain> Dialect for Lines<P> {
    type Content = P::Content;

    const FORMAT: Format = P::FORMAT;
    const MAY_READ_AGAIN: bool = true;
    const KEEPS_BLANKS: bool = P::BEGINS_WITH_NAME;

    fn given(&mut self, given: &Given) {
        self.given = given.clone();
    }

    fn declared<'b>(&self, _: &'b [u8]) -> Option<&'b str> {
        P::ENCODING
    }

    fn begin(&mut self) {
        self.searched = 1;
        self.is_later = std::mem::replace(&mut self.has_begun, true);
    }

    fn has_lost(&mut self, count: usize) {
        self.searched = self.searched.saturating_sub(count).max(1);
    }

    fn extent(&mut self, bytes: &[u8], last: bool) -> Option<usize> {
        if P::HAS_A_LINE_EACH {
            let found = memchr::memchr2(b'\n', b'\r', bytes.get(self.searched..)?);
            self.searched = found.map_or(bytes.len(), |length| self.searched + length);
            // What follows a CR may be the rest of the line end.
            let is_clear = last || !matches!(&bytes[self.searched..], b"\r" | b"\r\r");
            return found.filter(|_| is_clear).map(|_| self.searched + line_end(bytes, self.searched));
        }
        let first = P::FIRST?;
        while let Some(length) = memchr::memchr(first, bytes.get(self.searched..)?) {
            let at = self.searched + length;
            if ends_line(bytes[at - 1]) {
                match P::begins(&bytes[at..], last) {
                    Some(true) => return Some(at),
                    Some(false) => {}
                    None => {
                        self.searched = at;
                        return None;
                    }
                }
            }
            self.searched = at + 1;
        }
        self.searched = bytes.len();
        None
    }

    fn read(&mut self, piece: &P::Content, made: &mut Made) {
        self.format.read(piece.without_end(), &self.given, !self.is_later, made);
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::record::{Foreign, Place};

    fn made<P: Plain>(bytes: &[u8], file: &str) -> Made {
        let given = Given { file: Some(file.to_owned()), ..Given::default() };
        let mut lines = Lines::<P> { given, ..Lines::default() };
        let mut made = Made::default();
        made.begin(Place::default(), Foreign::default());
        match P::Content::of_bytes(bytes) {
            Some(bytes) => lines.read(bytes, &mut made),
            None => lines.read(P::Content::of_text(std::str::from_utf8(bytes).expect("a text")), &mut made),
        }
        made.end();
        made
    }

    /// How many things of a record are reported as left out.
    pub(in crate::formats) fn dropped<P: Plain>(text: &str) -> u64 {
        let made = made::<P>(text.as_bytes(), "");
        let notes = made.kept().parts.notes.iter().filter(|note| note.code.name == "dropped");
        notes.filter_map(|note| note.text.message.split(' ').next()?.parse::<u64>().ok()).sum()
    }

    /// The names of what is taken for granted.
    pub(in crate::formats) fn guesses<P: Plain>(text: &str) -> Vec<String> {
        let made = made::<P>(text.as_bytes(), "");
        let guesses = made.kept().parts.notes.iter().filter_map(|note| note.guess.as_ref());
        guesses.map(|(name, _)| name.to_string()).collect()
    }

    /// The plies of a record, and where it is damaged.
    pub(in crate::formats) fn read<P: Plain>(text: &str) -> String {
        read_bytes::<P>(text.as_bytes(), "")
    }

    pub(in crate::formats) fn read_bytes<P: Plain>(bytes: &[u8], file: &str) -> String {
        let made = made::<P>(bytes, file);
        let kept = made.kept();
        let mut out = kept.text[kept.parts.body..].trim().to_owned();
        for fault in &kept.parts.faults {
            let span = fault.span.start as usize..fault.span.end as usize;
            let place = kept.parts.marks.find(&[span]).remove(0);
            out.push_str(&format!(" {} at {}..{}", fault.code.name, place.start, place.end));
        }
        out
    }

    /// The values of tags, `-` for one that is not there.
    pub(in crate::formats) fn tags<P: Plain>(text: &str, file: &str, names: &[&str]) -> String {
        let made = made::<P>(text.as_bytes(), file);
        names.iter().map(|name| made.get(name).unwrap_or("-")).collect::<Vec<_>>().join(" ")
    }

    /// How long the records of a file are if the reader is handed `step` bytes more each time.
    pub(in crate::formats) fn pieces<P: Plain>(bytes: &[u8], step: usize) -> Vec<usize> {
        let (mut start, mut found, mut lines) = (0, Vec::new(), Lines::<P>::default());
        while start < bytes.len() {
            lines.begin();
            let mut seen = start;
            let end = loop {
                seen = (seen + step).min(bytes.len());
                match lines.extent(&bytes[start..seen], seen == bytes.len()) {
                    Some(length) => break start + length,
                    None if seen == bytes.len() => break seen,
                    None => {}
                }
            };
            found.push(end - start);
            start = end;
        }
        found
    }
}
