//! Lists: one game a line, then a remark. `#` lines and blank lines are skipped. Only a line like `#: [Game "halma"]`
//! has a meaning: it sets the tags of the lines below it, until the next such line.
//!
//! Where the game ends and the remark begins depends on the notation system, so the reader only cuts the line into
//! words; one system holds for a whole list, and [`Lines::sample`] shows the first games so that it can be detected.
//!
//! `tag_line` is a line of tags.

mod tag_line;

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use super::transcript::mend;
use super::{FileFormat, Format, FormatInfo, Given, Partition, Records, Sampled};
use crate::codes::{BAD_SYNTAX, RECORD_TOO_LONG};
use crate::diagnostic::Text;
use crate::record::looks::{Looks, tag_start};
use crate::record::{Fault, KeptRecord, Layout, Original, Parts, Place, Record};
use crate::source::Source;

use tag_line::{Below, TagLine};

/// How much of a list is read to find its notation system.
const SAMPLE: usize = 1024 * 1024;

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// One game a line.
    pub const LINES: Format = Format::new(&Says);
}

static INFO: FormatInfo = FormatInfo {
    name: "lines",
    about: "a list: one game a line, the rest of the line is a remark",
    endings: &["lines", "list"],
    grammar: include_str!("../../../grammar/lines.ebnf"),
    joint: Some(""),
    // The tags stand on a line above the game.
    holds_tags: false,
    ..FormatInfo::TEXT
};

impl FileFormat for Says {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    /// A line of tags stands above the games, perhaps below remarks: `#: [Game "halma"]`. A list without one is known by its
    /// file's name.
    fn fits(&self, head: &[u8]) -> bool {
        let mut lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii_start);
        let is_skipped = |line: &[u8]| line.is_empty() || line.starts_with(b"#") && !line.starts_with(b"#:");
        let first = lines.find(|line| !is_skipped(line)).and_then(|line| line.strip_prefix(b"#:"));
        first.is_some_and(|tags| tag_start(tags.trim_ascii_start(), true) == Looks::Yes)
    }

    fn open<'r>(&self, reader: Box<dyn Read + 'r>, most: usize, _: &Given) -> io::Result<Box<dyn Records + 'r>> {
        Ok(Box::new(Lines::new(reader, most)?))
    }

    fn partition(&self, most: usize, _: &Given) -> Option<Arc<dyn Partition>> {
        Some(Arc::new(Below { most, above: None }))
    }

    fn restore(&self, bytes: &[u8], _: bool, record: &mut KeptRecord) -> Result<bool, (Range<usize>, Text)> {
        record.begin_body(Layout::Line);
        mend(bytes, &mut record.text, &mut record.parts);
        Ok(true)
    }
}

/// The line of tags that stands above games, with the name of their notation system and this line end.
#[cfg(feature = "archive")]
pub(crate) fn with_notation(above: &[u8], system: &str, line_end: &[u8]) -> Vec<u8> {
    let line = above.trim_ascii_end();
    let mut named = if line.is_empty() { b"#:".to_vec() } else { line.to_vec() };
    named.extend_from_slice(format!(" [Notation \"{system}\"]").as_bytes());
    named.extend_from_slice(line_end);
    named
}

/// Reads lists, one game after the other.
#[derive(Debug)]
pub struct Lines<R> {
    source: Source<R>,
    parts: Parts,
    /// The text of the line at hand if it differs from the source: below a line of tags it begins with that line.
    made: String,
    /// The line of tags that holds for the line at hand, and how many bytes of `made` are it already.
    above: Option<Arc<TagLine>>,
    begun: usize,
    /// How much of the source the line last read takes up.
    taken: usize,
    number: u64,
    most: usize,
    place: Place,
    length: usize,
    /// How many bytes the line at hand is with its end.
    whole: usize,
    /// Whether `parts` hold anything about the current line, so that they must be emptied.
    has_parts: bool,
}

impl<R: Read> Lines<R> {
    /// A reader of lines of at most `most` bytes each.
    ///
    /// # Errors
    /// Fails if `reader` fails.
    pub fn new(reader: R, most: usize) -> io::Result<Lines<R>> {
        let mut source = Source::new(reader);
        source.skip_mark()?;
        Ok(Lines::over(source, most))
    }

    /// A reader over a source that may already have skipped some bytes.
    pub fn over(source: Source<R>, most: usize) -> Lines<R> {
        Lines {
            source,
            parts: Parts { layout: Layout::Line, ..Parts::default() },
            made: String::new(),
            above: None,
            begun: 0,
            taken: 0,
            number: 0,
            most,
            place: Place { line: 1, ..Place::default() },
            length: 0,
            whole: 0,
            has_parts: false,
        }
    }

    /// Skips the line at hand.
    fn leave(&mut self) {
        match std::mem::take(&mut self.taken) {
            0 => {}
            taken if self.source.data()[taken - 1] == b'\n' => self.source.consume_line(taken),
            taken => self.source.consume(taken),
        }
    }

    /// The extent of the next line, its end not included: how many bytes are at hand and how many before them were thrown
    /// away; and whether it sets tags. `None` at the end of the input.
    #[inline]
    fn find(&mut self) -> io::Result<Option<(usize, usize, LineKind)>> {
        self.source.trim();
        let (mut seen, mut dropped) = (0, 0);
        // What the bytes of the line that were thrown away have told.
        let mut begun = LineKind::Blank;
        loop {
            let data = self.source.data();
            if let Some(found) = memchr::memchr(b'\n', &data[seen..]) {
                self.taken = seen + found + 1;
                return Ok(Some((seen + found, dropped, begun.or_of(&data[..seen + found]))));
            }
            seen = data.len();
            if self.source.finished() {
                self.taken = seen;
                return Ok((seen + dropped > 0).then_some((seen, dropped, begun.or_of(data))));
            }
            if dropped + seen > self.most {
                // A `:` may still follow a `#` at the end.
                seen -= usize::from(data.ends_with(b"#"));
                begun = begun.or_of(&data[..seen]);
                self.source.consume(seen);
                dropped += seen;
                seen = 0;
            }
            self.source.more()?;
        }
    }
}

/// What a line is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LineKind {
    Game,
    Blank,
    Remark,
    /// It sets the tags of those below it.
    Tags,
}

impl LineKind {
    /// What a line is that begins so; what follows its line end does not matter.
    #[inline]
    fn of(text: &[u8]) -> LineKind {
        let mut rest = text;
        loop {
            match rest {
                [b'#', b':', ..] => return LineKind::Tags,
                [b'#', ..] => return LineKind::Remark,
                [] | [b'\n', ..] => return LineKind::Blank,
                [byte, after @ ..] if byte.is_ascii_whitespace() => rest = after,
                _ => return LineKind::Game,
            }
        }
    }

    /// The kind of a line that has bytes of this kind and then `text`: after blanks the text decides.
    #[inline]
    fn or_of(self, text: &[u8]) -> LineKind {
        if self == LineKind::Blank { LineKind::of(text) } else { self }
    }
}

impl<R: Read> Lines<R> {
    /// Makes the record of a line that is too long, stands below a line of tags, or is not UTF-8. `dropped` bytes of
    /// the line were thrown away.
    fn make(&mut self, too_long: bool, dropped: usize) {
        let length = self.length;
        if too_long {
            self.length = 0;
            (self.begun, self.made) = (0, String::new());
            self.parts.layout = Layout::Unread;
            let text = crate::formats::too_long("line", dropped + length, self.most);
            self.parts.faults.push(Fault { code: &RECORD_TOO_LONG, span: 0..0, text });
            return;
        }
        if let Some(above) = &self.above {
            above.begin(&mut self.parts);
            self.place.above = Some(above.place());
            if self.begun == 0 {
                self.made.push_str(&above.text);
                self.begun = self.made.len();
            }
        }
        match self.source.text(length) {
            Some(text) => self.made.push_str(text),
            None => mend(&self.source.data()[..length], &mut self.made, &mut self.parts),
        }
    }

    /// Where the line at hand has a CR between other signs.
    fn inner_return(&self) -> Option<usize> {
        let line = &self.source.data()[..self.taken];
        let indent = line.len() - line.trim_ascii_start().len();
        memchr::memchr(b'\r', line.trim_ascii()).map(|at| indent + at)
    }

    /// Reports the CR at byte `at` of the line at hand: lines end with LF.
    fn refuse_return(&mut self, at: usize, kind: LineKind) {
        let text = Text::new("lines that end with CR alone, as on old Macs, are not read").help("end them with LF");
        let at = if kind == LineKind::Game { self.begun + at } else { 0 };
        if kind != LineKind::Game {
            (self.begun, self.length, self.place.above) = (0, 0, None);
            self.made.clear();
            self.parts.clear();
            self.parts.layout = Layout::Unread;
        }
        let span = at as u32..at as u32 + u32::from(kind == LineKind::Game);
        self.parts.faults.push(Fault { code: &BAD_SYNTAX, span, text });
    }

    /// The text of the line at hand, without its end.
    fn text(&self) -> &str {
        // The source's own bytes were found to be text when the line was read.
        let text = if self.made.is_empty() { self.source.text(self.length).unwrap_or_default() } else { &self.made };
        text.strip_suffix('\r').unwrap_or(text)
    }
}

impl<R: Read> Records for Lines<R> {
    fn advance(&mut self) -> io::Result<bool> {
        loop {
            self.leave();
            let (offset, line) = (self.source.offset(), self.source.line());
            let Some((length, dropped, kind)) = self.find()? else {
                return Ok(false);
            };
            let too_long = dropped + length > self.most;
            // The lines of an old Mac are one line here, which no line end follows.
            let old_end = if self.taken == length && !too_long { self.inner_return() } else { None };
            if kind == LineKind::Tags {
                let bytes = &self.source.data()[..length];
                let tags = TagLine::read(bytes, (dropped + length, self.most), (offset, line));
                self.above = Some(Arc::new(tags));
                self.begun = 0;
            }
            if !too_long && kind != LineKind::Game && old_end.is_none() {
                continue;
            }
            self.number += 1;
            self.place = Place { number: self.number, offset, line, ..Place::default() };
            self.length = length;
            self.whole = dropped + self.taken;
            if self.has_parts {
                self.parts.clear();
                self.parts.layout = Layout::Line;
            }
            self.made.truncate(self.begun);
            // For most lines the text of the record is the line itself.
            self.has_parts =
                too_long || self.above.is_some() || self.source.text(length).is_none() || old_end.is_some();
            if self.has_parts {
                self.make(too_long, dropped);
            }
            if let Some(at) = old_end {
                self.refuse_return(at, kind);
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

    fn above(&self) -> &[u8] {
        self.above.as_ref().map_or(&[], |above| &above.raw)
    }

    fn partition(&self) -> Option<Arc<dyn Partition>> {
        Some(Arc::new(Below { most: self.most, above: self.above.clone() }))
    }

    fn header(&self) -> Record<'_> {
        let bytes = self.raw();
        let bytes = bytes.strip_suffix(b"\r").unwrap_or(bytes);
        let written = Original { bytes, format: Format::LINES.name(), ..Original::default() };
        Record { text: self.text(), parts: &self.parts, place: self.place, written }
    }

    fn record(&mut self) -> Record<'_> {
        self.header()
    }

    fn sampled(&mut self) -> Option<&mut dyn Sampled> {
        Some(self)
    }
}

impl<R: Read> Sampled for Lines<R> {
    fn sample(&mut self, games: usize) -> io::Result<Vec<KeptRecord>> {
        self.leave();
        self.source.look(SAMPLE)?;
        // The sample must not depend on how much was read at once.
        let data = self.source.data();
        let whole = self.source.finished() && data.len() <= SAMPLE;
        let mut lines = data[..data.len().min(SAMPLE)].split(|&byte| byte == b'\n');
        if !whole {
            // The last line may be half a line.
            lines.next_back();
        }
        let mut above = TagLine::default();
        let (mut kept, mut bytes) = (Vec::new(), 0);
        for line in lines {
            let kind = LineKind::of(line);
            if kind == LineKind::Tags {
                above = TagLine::read(line, (line.len(), self.most), (0, 0));
            }
            let Ok(line) = std::str::from_utf8(line) else { continue };
            if kind != LineKind::Game || line.len() > self.most {
                continue;
            }
            let mut parts = Parts { layout: Layout::Line, ..Parts::default() };
            above.begin(&mut parts);
            let text = format!("{}{}", above.text, line.strip_suffix('\r').unwrap_or(line));
            bytes += text.len();
            kept.push(KeptRecord { text, parts, place: self.place });
            // A long line of tags stands before each of many short games.
            if kept.len() == games || bytes > 4 * SAMPLE {
                break;
            }
        }
        Ok(kept)
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

    /// The record that reports such a line has no text, so nothing from above stands in it.
    #[test]
    fn a_line_of_tags_that_ends_with_cr_alone_is_reported_without_text() {
        for text in ["#: [Game \"forza4\"]\n12\n#: [Game \"plus4\"]\r12", "12\n#: [Game \"plus4\"]\r# x"] {
            let mut lines = Lines::new(text.as_bytes(), 1000).expect("a slice can be read");
            assert!(lines.next().expect("a slice can be read").is_some());
            let record = lines.next().expect("a slice can be read").expect("the last line is reported");
            assert_eq!((record.text, record.place.above), ("", None));
            let spans: Vec<_> = record.parts.faults.iter().map(|fault| (fault.span.start, fault.span.end)).collect();
            assert_eq!(spans, [(0, 0)]);
        }
    }

    /// Gives one byte at each read.
    struct Bytes<'a>(&'a [u8]);

    impl Read for Bytes<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(1);
            self.0.read(&mut buffer[..length])
        }
    }

    #[test]
    fn a_line_of_tags_over_the_limit_is_one_wherever_it_is_cut() {
        let text = format!("{}#: [Game \"halma\"]\n12\n", " ".repeat(50));
        let faults = |reader: &mut dyn Read| {
            let mut lines = Lines::new(reader, 16).expect("a slice can be read");
            let mut seen = Vec::new();
            while let Some(record) = lines.next().expect("a slice can be read") {
                seen.push((record.place.line, record.parts.faults.len()));
            }
            seen
        };
        let seen = faults(&mut text.as_bytes());
        assert_eq!(seen, [(1, 1), (2, 1)]);
        assert_eq!(faults(&mut Bytes(text.as_bytes())), seen);
    }

    #[test]
    fn a_line_of_very_many_tags_is_a_fault_of_the_games_below() {
        let tags: String = (0..200).map(|number| format!(" [T{number} \"x\"]")).collect();
        for (count, faults) in [(100, 0), (101, 1), (200, 1)] {
            let text =
                format!("#:{}\n12\n", &tags[..tags.match_indices(" [").nth(count).map_or(tags.len(), |(at, _)| at)]);
            let mut lines = Lines::new(text.as_bytes(), 1 << 20).expect("a slice can be read");
            let record = lines.next().expect("a slice can be read").expect("a game");
            assert_eq!((record.parts.tags.len(), record.parts.faults.len()), (100, faults), "{count}");
        }
    }
}
