//! The transcript: tag lines, then movetext. This project's own format; see `grammar/record.ebnf`.
//!
//! `split` finds where each record ends, `lex` reads its tags, `cut` finds where a large transcript can be cut.

mod cut;
mod lex;
mod split;
mod usual;

use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use super::{FileFormat, Format, FormatInfo, Given, Partition, Records, Start};
use crate::codes::{BAD_ENCODING, GLUED_RECORD, RECORD_TOO_LONG};
use crate::diagnostic::Text;
use crate::formats::too_long;
use crate::record::{Fault, KeptRecord, Layout, Original, Parts, Place, Record, SUBSTITUTE};
use crate::source::Source;

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// Tag lines, then movetext.
    pub const TRANSCRIPT: Format = Format::new(&Says);
}

static INFO: FormatInfo = FormatInfo {
    name: "transcript",
    about: "tag lines, then movetext; any number of records",
    endings: &["txt", "game"],
    grammar: include_str!("../../../grammar/record.ebnf"),
    joint: Some("\n"),
    ..FormatInfo::TEXT
};

impl FileFormat for Says {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    fn follows_others(&self, record: &[u8]) -> bool {
        let mut records = Transcripts::over(Source::new(record), usize::MAX);
        records.advance().is_ok_and(|is_there| is_there && !records.parts.tags.is_empty())
    }

    fn open<'r>(&self, reader: Box<dyn Read + 'r>, most: usize, _: &Given) -> io::Result<Box<dyn Records + 'r>> {
        Ok(Box::new(Transcripts::new(reader, most)?))
    }

    fn partition(&self, most: usize, _: &Given) -> Option<Arc<dyn Partition>> {
        Some(Arc::new(cut::Cut { most }))
    }

    /// The bytes are one record, even if a longer text would cut them.
    fn restore(&self, bytes: &[u8], glued: bool, record: &mut KeptRecord) -> Result<bool, (Range<usize>, Text)> {
        let KeptRecord { text, parts, .. } = record;
        if glued {
            parts.faults.push(begins_glued());
        }
        mend(bytes, text, parts);
        lex::header(text, parts);
        Ok(true)
    }
}

/// Reads transcripts, one record after the other, in memory that one record needs.
#[derive(Debug)]
pub struct Transcripts<R> {
    source: Source<R>,
    parts: Parts,
    /// The record's text where it had to be mended.
    mended: String,
    /// How much of the source the record last read takes up.
    taken: usize,
    number: u64,
    glued: bool,
    /// Whether the record at hand does.
    begun_glued: bool,
    /// Whether the caller wants [brief](Records::be_brief) headers, and whether the line of the current one is known.
    is_brief: bool,
    is_line_known: bool,
    most: usize,
    place: Place,
    text: TextIn,
    /// How many bytes of the input the record at hand takes up.
    length: usize,
}

/// Where the text of the record at hand is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TextIn {
    Nowhere,
    Source,
    Mended,
}

impl<R: Read> Transcripts<R> {
    /// A reader of records of at most `most` bytes each.
    ///
    /// # Errors
    /// Fails if `reader` fails.
    pub fn new(reader: R, most: usize) -> io::Result<Transcripts<R>> {
        Ok(Transcripts::over(Source::new(reader), most))
    }

    /// A reader of records of at most `most` bytes each, over a source whose start may have been consumed already. It
    /// reads nothing before the first record is asked for.
    pub fn over(source: Source<R>, most: usize) -> Transcripts<R> {
        Transcripts {
            source,
            parts: Parts::default(),
            mended: String::new(),
            taken: 0,
            number: 0,
            glued: false,
            begun_glued: false,
            is_brief: false,
            is_line_known: false,
            most: most.min(u32::MAX as usize / 2),
            place: Place { line: 1, ..Place::default() },
            text: TextIn::Nowhere,
            length: 0,
        }
    }

    /// Says whether a record stands before the first one on its line.
    fn begin(&mut self, glued: bool) {
        self.glued = glued;
    }

    /// Consumes the last record, and finds the extent of the next and whether it is too long.
    fn find(&mut self) -> io::Result<Option<Extent>> {
        self.source.consume(self.taken);
        self.taken = 0;
        self.source.trim();
        self.source.skip_mark()?;
        if !self.skip_white_space()? {
            return Ok(None);
        }
        self.number += 1;
        // Field by field, so that it need not be copied.
        self.place.number = self.number;
        self.place.offset = self.source.offset();
        self.is_line_known = false;
        if !self.is_brief {
            self.know_line();
        }
        self.place.indent = self.source.indent();
        self.parts.clear();
        let data = self.source.data();
        let body = usual::header(data, &mut self.parts.tags);
        let mut scan = match body {
            Some(body) => split::Scan::after_header(body),
            None => split::Scan::default(),
        };
        let (mut dropped, mut found) = (0, scan.run(data, self.source.finished()));
        let end = loop {
            if let Some(end) = found {
                break end;
            }
            // A little is kept so that line starts can still be told.
            if scan.position() > self.most + split::KEPT {
                self.know_line();
                // Too long: only its end is of interest.
                let count = scan.position() - split::KEPT;
                scan.drop_front(&self.source.data()[..count]);
                self.source.consume(count);
                dropped += count;
            }
            self.source.more()?;
            found = scan.run(self.source.data(), self.source.finished());
        };
        self.taken = end.at;
        self.length = dropped + end.at;
        self.begun_glued = std::mem::replace(&mut self.glued, end.glued);
        Ok(Some(Extent { too_long: self.length > self.most, body }))
    }

    /// Sets the line of the current record before any of it is consumed.
    fn know_line(&mut self) {
        if !std::mem::replace(&mut self.is_line_known, true) {
            self.place.line = self.source.line();
        }
    }

    /// Skips white space between records; `false` at the end of the input.
    fn skip_white_space(&mut self) -> io::Result<bool> {
        loop {
            let data = self.source.data();
            let white = data.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n')).count();
            let left = data.len() - white;
            // Nearly always none is left: the record before takes the white space after it.
            if white > 0 {
                self.source.consume(white);
            }
            if left > 0 {
                return Ok(true);
            }
            if self.source.finished() {
                return Ok(false);
            }
            self.source.more()?;
        }
    }
}

struct Extent {
    too_long: bool,
    /// Where the movetext begins, if the tags have been read.
    body: Option<usize>,
}

impl<R: Read> Transcripts<R> {
    /// The text of the record at hand.
    fn text(&self) -> &str {
        match self.text {
            TextIn::Nowhere => "",
            TextIn::Mended => &self.mended,
            // It was found to be text when the record was read.
            TextIn::Source => self.source.text(self.taken).unwrap_or_default(),
        }
    }
}

impl<R: Read> Records for Transcripts<R> {
    fn advance(&mut self) -> io::Result<bool> {
        let Some(extent) = self.find()? else {
            return Ok(false);
        };
        if extent.too_long {
            let text = too_long("record", self.length, self.most);
            self.parts.tags.clear();
            self.parts.faults.push(Fault { code: &RECORD_TOO_LONG, span: 0..0, text });
            self.parts.layout = Layout::Unread;
            self.text = TextIn::Nowhere;
            return Ok(true);
        }
        if self.begun_glued {
            self.parts.faults.push(begins_glued());
        }
        let text = match self.source.text(self.taken) {
            Some(text) => {
                self.text = TextIn::Source;
                if let Some(body) = extent.body {
                    self.parts.body = body;
                    return Ok(true);
                }
                text
            }
            None => {
                self.mended.clear();
                let bytes = &self.source.data()[..self.taken];
                mend(bytes, &mut self.mended, &mut self.parts);
                self.text = TextIn::Mended;
                &self.mended
            }
        };
        self.parts.tags.clear();
        lex::header(text, &mut self.parts);
        Ok(true)
    }

    fn be_brief(&mut self) {
        self.is_brief = true;
    }

    fn extent(&self) -> Range<u64> {
        self.place.offset..self.place.offset + self.length as u64
    }

    fn raw(&self) -> &[u8] {
        if self.text == TextIn::Nowhere { &[] } else { &self.source.data()[..self.taken] }
    }

    fn header(&self) -> Record<'_> {
        let written = Original { bytes: self.raw(), format: Format::TRANSCRIPT.name(), ..Original::default() };
        Record { text: self.text(), parts: &self.parts, place: self.place, written }
    }

    fn record(&mut self) -> Record<'_> {
        self.know_line();
        self.header()
    }

    fn start(&self) -> Start {
        let Place { offset, indent, .. } = self.place;
        let line = if self.is_line_known { self.place.line } else { self.source.line() };
        Start { offset, line, indent, glued: self.begun_glued }
    }
}

/// Notes that a record begins in the middle of a line.
fn begins_glued() -> Fault {
    let text = Text::new("a record begins in the middle of a line").help("start it on a line of its own");
    Fault { code: &GLUED_RECORD, span: 0..1, text }
}

/// Reads the tags that stand one after the other on a line of a list, from byte `at` on.
pub(super) fn tags_of_line(text: &str, at: usize, parts: &mut Parts) {
    lex::tags_of_line(text, at, parts);
    parts.faults.sort_by_key(|fault| fault.span.start);
}

/// Appends `bytes` to `mended`, with one control letter for each byte that is not UTF-8, so that places stay the same;
/// notes each run of such bytes.
pub(super) fn mend(bytes: &[u8], mended: &mut String, parts: &mut Parts) {
    // The end of the run before.
    let mut run = None;
    for chunk in bytes.utf8_chunks() {
        mended.push_str(chunk.valid());
        let invalid = chunk.invalid();
        if invalid.is_empty() {
            continue;
        }
        let start = mended.len() as u32;
        mended.extend(std::iter::repeat_n(SUBSTITUTE, invalid.len()));
        let end = mended.len() as u32;
        if run.replace(end) != Some(start) {
            parts.fault(&BAD_ENCODING, start as usize..end as usize, || {
                let bytes: Vec<_> = invalid.iter().map(|byte| format!("{byte:02x}")).collect();
                Text::new(format!("byte {} is not valid UTF-8", bytes.join(" ")))
                    .help("name the encoding, for instance --encoding windows-1252 or --encoding gbk, or convert the file to UTF-8")
            });
        } else if let Some(last) = parts.faults.last_mut().filter(|last| last.span.end == start) {
            last.span.end = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Held;

    /// Reads at most this many bytes at once.
    struct Slowly<'b>(&'b [u8], usize);

    impl Read for Slowly<'_> {
        fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
            let count = bytes.len().min(self.1);
            self.0.read(&mut bytes[..count])
        }
    }

    fn extents<R: Read>(mut records: Transcripts<R>) -> Vec<Range<u64>> {
        let mut found = Vec::new();
        while records.advance().expect("bytes can be read") {
            found.push(Records::extent(&records));
        }
        found
    }

    /// Comments, closed or not, longer and shorter than what is kept of a record that is too long: where the records
    /// begin does not depend on how the input is read.
    #[test]
    fn records_end_where_they_do_however_the_input_is_read() {
        const MOST: usize = 1000;
        let longest = [60_000, 65_400, 65_500, 65_532, 65_536, 65_540, 65_600, 70_000, 140_000];
        for length in longest {
            let comment = "x y\n".repeat(length / 4);
            for text in [
                format!("[A \"1\"]\n\n1. c\n\n{{{comment}}}\n[A \"2\"]\n\n1. d\n"),
                format!("[A \"1\"]\n\n1. c\n\n{{{comment}}}\n\n{{b}}\n[A \"2\"]\n\n1. d\n"),
                format!("[A \"1\"]\n\n1. c\n\n{{a}}\n# b\n{{{comment}}}\n[A \"2\"]\n\n1. d\n"),
                format!("[A \"1\"]\n\n{{{comment}}}\n[A \"2\"]\n\n1. d\n"),
                format!("[A \"1\"]\n{{{comment}\n[A \"2\"]\n\n1. d\n"),
                format!("[A \"1\"]\n{{\n\n{comment}\n[A \"2\"]\n\n1. d\n"),
                format!("[A \"1\"]\n{{{comment}}}\n[B \"2\"]\n\n1. d\n"),
            ] {
                let held = Arc::new(Held::from(text.clone().into_bytes()));
                let expected = extents(Transcripts::over(Source::held(held, 0, 1), MOST));
                for count in [100, 4096, 66_000] {
                    let reader = Slowly(text.as_bytes(), count);
                    let found = extents(Transcripts::new(reader, MOST).expect("bytes can be read"));
                    assert_eq!(found, expected, "{length} bytes, {count} at once: {}", &text[..30]);
                }
            }
        }
    }
}
