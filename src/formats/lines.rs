//! Lists: one game a line, then a remark. `#` lines and blank lines are skipped.
//!
//! Where the game ends and the remark begins depends on the notation system, so the reader only cuts the line into
//! words; one system holds for a whole list, and [`Lines::sample`] lends the first games to whoever finds it out.

use std::io::{self, Read};
use std::ops::Range;

use super::transcript::mend;
use super::{Format, Records, Sampled};
use crate::codes::RECORD_TOO_LONG;
use crate::diagnostic::Text;
use crate::record::{Fault, Kept, Layout, Parts, Place, Record, Token, TokenKind, Written};
use crate::source::Source;

/// How much of a list is looked at to find its notation system.
const SAMPLE: usize = 1024 * 1024;

/// Reads lists, one game after the other.
#[derive(Debug)]
pub struct Lines<R> {
    source: Source<R>,
    parts: Parts,
    mended: String,
    /// How much of the source the line last read takes up.
    taken: usize,
    number: u64,
    most: usize,
    place: Place,
    length: usize,
    /// How many bytes the line at hand is with its end.
    whole: usize,
}

impl<R: Read> Lines<R> {
    /// A reader of lines of at most `most` bytes each.
    ///
    /// # Errors
    /// What `reader` says.
    pub fn new(reader: R, most: usize) -> io::Result<Lines<R>> {
        let mut source = Source::new(reader);
        source.skip_mark()?;
        Ok(Lines::over(source, most))
    }

    /// The same over a source of which something may have been left behind already.
    pub fn over(source: Source<R>, most: usize) -> Lines<R> {
        Lines {
            source,
            parts: Parts::default(),
            mended: String::new(),
            taken: 0,
            number: 0,
            most,
            place: Place { line: 1, ..Place::default() },
            length: 0,
            whole: 0,
        }
    }

    /// The bytes behind the line at hand that have been read so far.
    pub fn ahead(&self) -> &[u8] {
        &self.source.data()[self.taken..]
    }

    /// Leaves the line at hand behind, and `records` games on lines that are the next `bytes` of [`Lines::ahead`].
    pub fn leap(&mut self, bytes: usize, records: u64) {
        self.leave();
        self.source.consume(bytes);
        self.number += records;
    }

    /// What it was made of.
    pub fn into_source(self) -> Source<R> {
        self.source
    }

    /// Leaves the line at hand behind.
    fn leave(&mut self) {
        match std::mem::take(&mut self.taken) {
            0 => {}
            taken if self.source.data()[taken - 1] == b'\n' => self.source.consume_line(taken),
            taken => self.source.consume(taken),
        }
    }

    /// The extent of the next line, its end not included, or `None` at the end of the input.
    fn find(&mut self) -> io::Result<Option<(usize, usize)>> {
        self.leave();
        self.source.trim();
        let (mut seen, mut dropped) = (0, 0);
        loop {
            let data = self.source.data();
            if let Some(found) = memchr::memchr(b'\n', &data[seen..]) {
                self.taken = seen + found + 1;
                return Ok(Some((seen + found, dropped)));
            }
            seen = data.len();
            if self.source.finished() {
                self.taken = seen;
                return Ok((seen + dropped > 0).then_some((seen, dropped)));
            }
            if dropped + seen > self.most {
                self.source.consume(seen);
                dropped += seen;
                seen = 0;
            }
            self.source.more()?;
        }
    }
}

/// Whether a line is a game: neither blank nor a remark.
fn is_game(line: &[u8]) -> bool {
    let first = line.iter().find(|byte| !byte.is_ascii_whitespace());
    first.is_some_and(|&byte| byte != b'#')
}

impl<R: Read> Lines<R> {
    /// The text of the line at hand, without its end.
    fn text(&self) -> &str {
        let text = match self.mended.is_empty() {
            // It was found to be text when the line was read.
            true => std::str::from_utf8(&self.source.data()[..self.length]).unwrap_or_default(),
            false => &self.mended,
        };
        text.strip_suffix('\r').unwrap_or(text)
    }
}

impl<R: Read> Records for Lines<R> {
    fn advance(&mut self) -> io::Result<bool> {
        self.parts.clear();
        self.parts.layout = Layout::Line;
        self.mended.clear();
        loop {
            self.leave();
            let (offset, line) = (self.source.offset(), self.source.line());
            let Some((length, dropped)) = self.find()? else {
                return Ok(false);
            };
            let too_long = dropped + length > self.most;
            if !too_long && !is_game(&self.source.data()[..length]) {
                continue;
            }
            self.number += 1;
            self.place = Place { number: self.number, offset, line, ..Place::default() };
            self.length = length;
            self.whole = dropped + self.taken;
            if too_long {
                self.length = 0;
                self.parts.layout = Layout::Unread;
                let text =
                    Text::new(format!("this line is {} bytes long; the limit is {}", dropped + length, self.most))
                        .help("raise the limit with --max-record");
                self.parts.faults.push(Fault { rule: &RECORD_TOO_LONG, span: 0..0, text });
                return Ok(true);
            }
            let bytes = &self.source.data()[..length];
            if !bytes.is_ascii() && std::str::from_utf8(bytes).is_err() {
                mend(bytes, &mut self.mended, &mut self.parts.faults);
            }
            return Ok(true);
        }
    }

    fn extent(&self) -> Range<u64> {
        self.place.offset..self.place.offset + self.whole as u64
    }

    fn raw(&self) -> &[u8] {
        &self.source.data()[..self.length]
    }

    fn header(&self) -> Record<'_> {
        let bytes = self.raw();
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let written = Written { bytes, format: Format::Lines.name() };
        Record { text: self.text(), parts: &self.parts, place: self.place, written }
    }

    fn record(&mut self) -> Record<'_> {
        if self.parts.tokens.is_empty() {
            let mut tokens = std::mem::take(&mut self.parts.tokens);
            words(self.text(), 0, &mut tokens);
            self.parts.tokens = tokens;
        }
        self.header()
    }
}

impl<R: Read> Sampled for Lines<R> {
    fn sample(&mut self, games: usize) -> io::Result<Vec<Kept>> {
        self.leave();
        while self.source.data().len() < SAMPLE && !self.source.finished() {
            self.source.more()?;
        }
        // However much was read at once, the same lines are looked at.
        let data = self.source.data();
        let whole = self.source.finished() && data.len() <= SAMPLE;
        let mut lines = data[..data.len().min(SAMPLE)].split(|&byte| byte == b'\n');
        if !whole {
            // The last line may be half a line.
            lines.next_back();
        }
        let texts = lines.filter_map(|line| std::str::from_utf8(line).ok()).filter(|line| is_game(line.as_bytes()));
        let kept = texts.take(games).map(|line| {
            let text = line.strip_suffix('\r').unwrap_or(line).to_owned();
            let mut parts = Parts { layout: Layout::Line, ..Parts::default() };
            words(&text, 0, &mut parts.tokens);
            Kept { text, parts, place: self.place }
        });
        Ok(kept.collect())
    }
}

/// The words of a line, which begins at byte `from` of `text`, as tokens.
pub(super) fn words(text: &str, from: usize, tokens: &mut Vec<Token>) {
    for word in text[from..].split_ascii_whitespace() {
        let start = (word.as_ptr() as usize - text.as_ptr() as usize) as u32;
        tokens.push(Token { kind: TokenKind::Word, start, end: start + word.len() as u32 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_and_blank_lines_are_skipped() {
        let text = "\u{feff}# solved\n\n3216 11\r\n  \nc e c # x\n";
        let mut lines = Lines::new(text.as_bytes(), 100).expect("a slice can be read");
        let sample = lines.sample(9).expect("a slice can be read");
        assert_eq!(sample.iter().map(|game| &*game.text).collect::<Vec<_>>(), ["3216 11", "c e c # x"]);
        let mut seen = Vec::new();
        while let Some(record) = lines.next().expect("a slice can be read") {
            seen.push((record.place.number, record.place.line, record.place.offset, record.text.to_owned()));
        }
        assert_eq!(seen, [(1, 3, 13, "3216 11".to_owned()), (2, 5, 25, "c e c # x".to_owned())]);
    }

    #[test]
    fn a_line_over_the_limit_spoils_no_other() {
        let text = format!("12\n{}\n34\n", "1".repeat(1_000_000));
        let mut lines = Lines::new(text.as_bytes(), 1000).expect("a slice can be read");
        let mut seen = Vec::new();
        while let Some(record) = lines.next().expect("a slice can be read") {
            seen.push((record.place.line, record.text.len(), record.parts.faults.len()));
        }
        assert_eq!(seen, [(1, 2, 0), (2, 0, 1), (3, 2, 0)]);
    }
}
