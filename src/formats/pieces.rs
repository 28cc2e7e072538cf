//! Reads files of other programs piece by piece: each piece of the file becomes a record.

use std::fmt;
use std::io::{self, Read};
use std::ops::Range;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::encoding::{Decoded, Found, How, detect, stray};
use super::made::Made;
use super::{Format, Given, Records, Start};
use crate::codes::{BAD_ENCODING, RECORD_TOO_LONG};
use crate::diagnostic::{Severity, Text};
use crate::record::{Foreign, Original, Place, Record, SUBSTITUTE};
use crate::source::Source;

/// What the pieces of a file mean.
pub(super) trait Dialect: fmt::Debug + Send {
    /// The format.
    const FORMAT: Format;

    /// Whether the file is not text.
    const IS_BINARY: bool = false;

    /// Whether a record is a tree, which may be as long as it is: the limit for records does not apply.
    const IS_TREE: bool = false;

    /// Whether texts in UTF-8 may have single bytes of another encoding in them. Otherwise such a text is not UTF-8.
    const HAS_STRAY_BYTES: bool = false;

    /// What the caller knows.
    fn given(&mut self, given: &Given) {
        let _ = given;
    }

    /// In which encoding the file is.
    fn encoding(&mut self, encoding: &'static Encoding) {
        let _ = encoding;
    }

    /// A piece begins.
    fn begin(&mut self) {}

    /// How much of `bytes` stands before the next piece and is no part of it; none of it yet if more bytes are needed.
    /// `None`: a piece begins here. `last` says whether the file ends with `bytes`.
    fn beside(&mut self, bytes: &[u8], last: bool) -> Option<usize> {
        let _ = (bytes, last);
        None
    }

    /// Where the first piece of `bytes` ends. `None`: more bytes are needed; at the end of the file (`last`) the piece is
    /// then all there is. White space before the piece has been left behind.
    fn extent(&mut self, bytes: &[u8], last: bool) -> Option<usize> {
        let _ = (bytes, last);
        None
    }

    /// The encoding that the file declares in `bytes`, its start.
    fn declared<'b>(&self, bytes: &'b [u8]) -> Option<&'b str> {
        let _ = bytes;
        None
    }

    /// Makes a record of a piece of text.
    fn read(&mut self, text: &str, made: &mut Made) {
        let _ = (text, made);
    }

    /// Makes a record of a piece that is not text.
    fn read_binary(&mut self, bytes: &[u8], made: &mut Made) {
        let _ = (bytes, made);
    }
}

/// The longest record, whatever the caller allows: places in its text are numbers of 32 bits.
const MOST: usize = u32::MAX as usize / 8;

/// Reads a file piece by piece.
#[derive(Debug)]
pub(super) struct Pieces<R, D> {
    source: Source<R>,
    dialect: D,
    made: Made,
    encoding: Option<Found>,
    named: Option<&'static Encoding>,
    /// How much of the source the piece at hand takes up, and how much of that the record is.
    taken: usize,
    most: usize,
    place: Place,
    length: usize,
    /// Whether records are left empty.
    is_skimmed: bool,
}

impl<R: Read, D: Dialect> Pieces<R, D> {
    /// The pieces of a source, of at most `most` bytes each.
    pub(super) fn over(source: Source<R>, mut dialect: D, most: usize, given: &Given) -> Pieces<R, D> {
        dialect.given(given);
        Pieces {
            source,
            dialect,
            made: Made::default(),
            encoding: None,
            named: given.encoding,
            taken: 0,
            most: if D::IS_TREE { MOST } else { most.min(MOST) },
            place: Place { line: 1, ..Place::default() },
            length: 0,
            is_skimmed: false,
        }
    }

    /// The same pieces, from which no records are made: only where they stand is of interest.
    pub(super) fn skimmed(self) -> Pieces<R, D> {
        Pieces { is_skimmed: true, ..self }
    }

    /// The same of a file whose encoding its start has told, if it is known.
    pub(super) fn written_in(mut self, found: Option<Found>) -> Pieces<R, D> {
        if let Some(found) = found {
            self.dialect.encoding(found.encoding);
        }
        self.encoding = found;
        self
    }

    /// Finds the encoding, once, in the first block of the file.
    fn encoding(&mut self) -> io::Result<Found> {
        if let Some(found) = self.encoding {
            return Ok(found);
        }
        // How much of a file tells its encoding.
        const ENOUGH: usize = 1 << 20;
        while self.source.data().len() < ENOUGH && !self.source.finished() {
            self.source.more()?;
        }
        let (data, last) = (self.source.data(), self.source.finished());
        let found = match self.named {
            Some(encoding) => Found { encoding, how: How::Certain },
            None => find::<D>(data, self.dialect.declared(data), last),
        };
        self.dialect.encoding(found.encoding);
        self.encoding = Some(found);
        Ok(found)
    }

    /// Skips what stands before the next piece; `false` at the end of the file.
    fn skip_beside(&mut self, is_wide: bool) -> io::Result<bool> {
        loop {
            let data = self.source.data();
            let white = match D::IS_BINARY {
                true => 0,
                false => data.iter().take_while(|byte| byte.is_ascii_whitespace()).count(),
            };
            let left = data.len() - white;
            self.source.consume(white);
            let last = self.source.finished();
            if left > 0 {
                let beside = if is_wide { None } else { self.dialect.beside(self.source.data(), last) };
                match beside {
                    None => return Ok(true),
                    Some(0) => {}
                    Some(length) => {
                        self.source.consume(length.min(left));
                        continue;
                    }
                }
            }
            if last {
                return Ok(false);
            }
            self.source.more()?;
        }
    }
}

impl<R: Read, D: Dialect> Records for Pieces<R, D> {
    fn advance(&mut self) -> io::Result<bool> {
        self.source.consume(std::mem::take(&mut self.taken));
        self.source.trim();
        let found = match D::IS_BINARY {
            true => Found { encoding: UTF_8, how: How::Certain },
            false => {
                // A byte-order mark tells the encoding, too.
                let found = self.encoding()?;
                self.source.skip_mark()?;
                found
            }
        };
        let is_wide = found.encoding == UTF_16LE || found.encoding == UTF_16BE;
        if !self.skip_beside(is_wide)? {
            return Ok(false);
        }
        let mut dropped = 0;
        self.dialect.begin();
        let end = loop {
            let (data, last) = (self.source.data(), self.source.finished());
            // Wide letters are not looked into: such a file is one piece.
            let end = if is_wide { None } else { self.dialect.extent(data, last) };
            if let Some(end) = end.filter(|&end| end > 0 && end <= data.len()) {
                break end;
            }
            if last {
                break data.len();
            }
            if data.len() > self.most && dropped == 0 && is_wide {
                break data.len();
            }
            if data.len() > 2 * self.most.max(1 << 16) {
                // Too long to be held: only its end is of interest.
                let count = data.len() - (1 << 16);
                self.source.consume(count);
                dropped += count;
            }
            self.source.more()?;
        };
        self.taken = end;
        self.length = dropped + end;
        let place = Place {
            number: self.place.number + 1,
            offset: self.source.offset() - dropped as u64,
            line: self.source.line(),
            indent: self.source.indent(),
            ..Place::default()
        };
        self.place = place;
        let name = (found.encoding != UTF_8).then(|| found.encoding.name());
        let is_guessed = matches!(found.how, How::Guessed | How::LastResort);
        self.made.begin(place, Foreign { encoding: name, is_guessed, is_binary: D::IS_BINARY });
        if self.is_skimmed {
            return Ok(true);
        }
        if self.length > self.most {
            let text = Text::new(format!("this record is {} bytes long; the limit is {}", self.length, self.most))
                .help("raise the limit with --max-record");
            self.made.refuse(&RECORD_TOO_LONG, text, 0..0);
            return Ok(true);
        }
        if D::IS_BINARY {
            self.made.decoded = None;
            self.dialect.read_binary(&self.source.data()[..end], &mut self.made);
        } else if let Some(text) = self.source.text(end).filter(|_| found.encoding == UTF_8) {
            self.made.decoded = None;
            self.dialect.read(text, &mut self.made);
        } else {
            let mut decoded = self.made.decoded.take().unwrap_or_default();
            decoded.read(&self.source.data()[..end], found.encoding, substitute::<D>());
            let text = std::mem::take(&mut decoded.text);
            let bad = std::mem::take(&mut decoded.bad);
            self.made.decoded = Some(decoded);
            self.dialect.read(&text, &mut self.made);
            tell_encoding(&mut self.made, found, &bad);
            if let Some(decoded) = &mut self.made.decoded {
                decoded.text = text;
            }
        }
        self.made.end();
        Ok(true)
    }

    fn extent(&self) -> Range<u64> {
        self.place.offset..self.place.offset + self.length as u64
    }

    fn raw(&self) -> &[u8] {
        if self.length > self.taken { &[] } else { &self.source.data()[..self.taken] }
    }

    fn header(&self) -> Record<'_> {
        let written = Original { bytes: self.raw(), format: D::FORMAT.name() };
        Record { written, ..self.made.kept().record() }
    }

    fn record(&mut self) -> Record<'_> {
        self.header()
    }

    fn start(&self) -> Start {
        let Place { offset, line, indent, .. } = self.place;
        Start { offset, line, indent, glued: false }
    }
}

/// Finds the encoding of a file that begins with `bytes`.
fn find<D: Dialect>(bytes: &[u8], declared: Option<&str>, last: bool) -> Found {
    let label = declared.and_then(|label| Encoding::for_label(label.trim().as_bytes())).unwrap_or(UTF_8);
    let found = detect(bytes, declared, last);
    let is_wide = found.encoding == UTF_16LE || found.encoding == UTF_16BE;
    match D::HAS_STRAY_BYTES && label == UTF_8 && !is_wide {
        true => Found { encoding: UTF_8, how: How::Certain },
        false => found,
    }
}

/// What stands for a byte that an encoding does not have.
fn substitute<D: Dialect>() -> fn(u8) -> char {
    if D::HAS_STRAY_BYTES { stray } else { |_| SUBSTITUTE }
}

/// Tells that the encoding was guessed, and what could not be read in it.
fn tell_encoding(made: &mut Made, found: Found, bad: &[Range<usize>]) {
    let name = found.encoding.name();
    if found.how == How::Guessed || found.how == How::LastResort {
        tell_guess(made, found.encoding);
    }
    if found.how == How::LastResort {
        let text = Text::new("no encoding that this program knows reads this text without an error")
            .help("name the encoding with --encoding");
        made.note(&BAD_ENCODING, Severity::Warning, text, 0..0);
    }
    if let Some(first) = bad.first() {
        let text = Text::new(match bad.len() {
            1 => format!("1 byte is not valid {name}"),
            count => format!("{count} bytes are not valid {name}"),
        });
        made.note(&BAD_ENCODING, Severity::Warning, text, first.clone());
    }
}

/// Tells that an encoding was guessed.
pub(super) fn tell_guess(made: &mut Made, encoding: &'static Encoding) {
    let name = encoding.name();
    let text = Text::new(format!("the text is read as {name}, which the file does not say"))
        .help("name the encoding with --encoding");
    made.guessed("encoding", name, text, 0..0);
}

/// The encoding of a file that begins with `bytes`, and ends with them if `last` says so.
pub(super) fn encoding_of<D: Dialect>(dialect: &D, (bytes, last): (&[u8], bool), given: &Given) -> Found {
    match given.encoding {
        Some(encoding) => Found { encoding, how: How::Certain },
        None => find::<D>(bytes, dialect.declared(bytes), last),
    }
}

/// Reads a piece by itself. `record` may know the encoding.
pub(super) fn restore<D: Dialect>(dialect: &mut D, bytes: &[u8], record: &mut crate::record::KeptRecord) {
    let mut made = Made::default();
    let named = record.parts.foreign.encoding.and_then(|name| Encoding::for_label(name.as_bytes()));
    let found = match named {
        Some(encoding) if record.parts.foreign.is_guessed => Found { encoding, how: How::Guessed },
        Some(encoding) => Found { encoding, how: How::Certain },
        None => find::<D>(bytes, dialect.declared(bytes), true),
    };
    dialect.encoding(found.encoding);
    let name = (found.encoding != UTF_8).then(|| found.encoding.name());
    let is_guessed = matches!(found.how, How::Guessed | How::LastResort);
    made.begin(record.place, Foreign { encoding: name, is_guessed, is_binary: D::IS_BINARY });
    if D::IS_BINARY {
        dialect.read_binary(bytes, &mut made);
    } else {
        let mut decoded = Decoded::default();
        decoded.read(bytes, found.encoding, substitute::<D>());
        let text = std::mem::take(&mut decoded.text);
        let bad = std::mem::take(&mut decoded.bad);
        made.decoded = Some(decoded);
        dialect.read(&text, &mut made);
        tell_encoding(&mut made, found, &bad);
    }
    made.end();
    record.text.clone_from(&made.kept().text);
    record.parts.clone_from(&made.kept().parts);
}
