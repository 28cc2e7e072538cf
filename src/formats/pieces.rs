//! Reads files of other programs piece by piece: each piece of the file becomes a record.

use std::fmt;
use std::io::{self, Read};
use std::ops::Range;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::encoding::{Decoded, Found, How, detect, named, stray};
use super::made::Made;
use super::{Format, Given, Records, Start};
use crate::board::Size;
use crate::codes::{BAD_ENCODING, DROPPED, RECORD_TOO_LONG};
use crate::diagnostic::{Severity, Text};
use crate::record::{Foreign, KeptRecord, Original, Place, Record, SUBSTITUTE};
use crate::source::{Source, characters};

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

    /// Whether each piece may declare an encoding of its own.
    const DECLARES_IN_PIECES: bool = false;

    /// Whether a piece that is read twice is the same record twice.
    const MAY_READ_AGAIN: bool = false;

    /// Whether a blank line at the start of a file means something: the name of a player is missing.
    const KEEPS_BLANKS: bool = false;

    /// What the caller knows.
    fn given(&mut self, given: &Given) {
        let _ = given;
    }

    /// In which encoding the file is; `is_named`: the caller says so, and no piece may differ.
    fn encoding(&mut self, encoding: &'static Encoding, is_named: bool) {
        let _ = (encoding, is_named);
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

    /// The encoding that the file declares in `bytes`, its start or, if [pieces differ](Dialect::DECLARES_IN_PIECES), a piece.
    fn declared<'b>(&self, bytes: &'b [u8]) -> Option<&'b str> {
        let _ = bytes;
        None
    }

    /// The encoding of a piece, the one at hand or any other, if that is the one that it declares.
    fn own_encoding(&self, piece: &[u8]) -> Option<Found> {
        own_encoding(piece, self.declared(piece))
    }

    /// Whether the piece at hand may declare an encoding that is not the file's own, as far as the search for its end has
    /// shown.
    fn may_declare(&self) -> bool {
        true
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
    /// The board, if the caller names it.
    board: Option<Size>,
    /// How much of the source the piece at hand takes up, and how much of that the record is.
    taken: usize,
    most: usize,
    place: Place,
    length: usize,
    /// Of a piece of UTF-16: how many lines end in it, and how many characters stand after the last of these ends.
    behind: Option<(u64, u64)>,
    /// Whether records are left empty.
    is_skimmed: bool,
    /// Whether [brief](Records::be_brief) headers are asked for, and whether the one at hand is brief.
    is_brief: bool,
    lacks_parts: bool,
    /// The encoding of the piece at hand.
    found: Found,
}

impl<R: Read, D: Dialect> Pieces<R, D> {
    /// The pieces of a source, of at most `most` bytes each.
    pub(super) fn over(source: Source<R>, mut dialect: D, most: usize, given: &Given) -> Pieces<R, D> {
        dialect.given(given);
        Pieces {
            source,
            dialect,
            made: Made::given(given),
            encoding: None,
            named: given.encoding,
            board: given.board,
            taken: 0,
            most: if D::IS_TREE { MOST } else { most.min(MOST) },
            place: Place { line: 1, ..Place::default() },
            length: 0,
            behind: None,
            is_skimmed: false,
            is_brief: false,
            lacks_parts: false,
            found: Found { encoding: UTF_8, how: How::Certain },
        }
    }

    /// The same pieces, from which no records are made: only where they stand is of interest.
    pub(super) fn skimmed(self) -> Pieces<R, D> {
        Pieces { is_skimmed: true, ..self }
    }

    /// The same of a file whose encoding its start has told, if it is known.
    pub(super) fn written_in(mut self, found: Option<Found>) -> Pieces<R, D> {
        if let Some(found) = found {
            self.dialect.encoding(of_pieces(found.encoding), self.named.is_some());
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
        self.source.look(ENOUGH)?;
        let (data, last) = (self.source.data(), self.source.finished());
        let found = match self.named {
            Some(encoding) => Found { encoding, how: How::Certain },
            None => find::<D>(data, self.dialect.declared(data), last),
        };
        self.dialect.encoding(of_pieces(found.encoding), self.named.is_some());
        self.encoding = Some(found);
        Ok(found)
    }

    /// The encoding of the piece at hand, which ends at `end`, in a file in this one.
    fn encoding_of_piece(&self, found: Found, end: usize) -> Found {
        if !D::DECLARES_IN_PIECES
            || !self.dialect.may_declare()
            || self.is_skimmed
            || self.named.is_some()
            || is_wide(found.encoding)
            || found.encoding == UTF_8 && self.source.text(end).is_some()
        {
            return found;
        }
        let piece = &self.source.data()[..end];
        self.dialect.own_encoding(piece).unwrap_or(found)
    }

    /// Skips what stands before the next piece; `false` at the end of the file.
    fn skip_beside(&mut self) -> io::Result<bool> {
        loop {
            let data = self.source.data();
            let last = self.source.finished();
            let white = match D::IS_BINARY {
                true => 0,
                false => data.iter().take_while(|byte| byte.is_ascii_whitespace()).count(),
            };
            let left = data.len() - white;
            // A file of white space has no piece at all.
            let is_kept = D::KEEPS_BLANKS && self.source.offset() < 4 && (left > 0 || !last);
            self.source.consume(if is_kept { 0 } else { white });
            if left > 0 {
                match self.dialect.beside(self.source.data(), last) {
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

    /// Finds the next piece: how many of its bytes were left behind, and where the rest of it ends. `None` at the end of the
    /// file.
    fn find_piece(&mut self) -> io::Result<Option<(usize, usize)>> {
        if !self.skip_beside()? {
            return Ok(None);
        }
        let mut dropped = 0;
        self.dialect.begin();
        loop {
            let (data, last) = (self.source.data(), self.source.finished());
            let end = self.dialect.extent(data, last);
            if let Some(end) = end.filter(|&end| end > 0 && end <= data.len()) {
                return Ok(Some((dropped, end)));
            }
            if last {
                return Ok(Some((dropped, data.len())));
            }
            if data.len() > 2 * self.most.max(1 << 16) {
                // Too long to be held: only its end is of interest.
                let count = data.len() - (1 << 16);
                self.source.consume(count);
                dropped += count;
            }
            self.source.more()?;
        }
    }

    /// The same in a file of UTF-16: its pieces are looked for in the decoded text.
    fn find_wide_piece(&mut self, encoding: &'static Encoding) -> io::Result<Option<usize>> {
        /// How many bytes are decoded at first.
        const WINDOW: usize = 8 * 1024;
        let mut decoded = self.made.decoded.take().unwrap_or_default();
        let (mut window, mut begun) = (WINDOW, false);
        let end = loop {
            while self.source.data().len() < window && !self.source.finished() {
                self.source.more()?;
            }
            let data = self.source.data();
            let last = self.source.finished() && data.len() <= window;
            let data = if last { data } else { whole_units(&data[..window.min(data.len())], encoding) };
            decoded.read(data, encoding, substitute::<D>());
            let text = &*decoded.text;
            if begun {
                let end =
                    self.dialect.extent(text.as_bytes(), last).filter(|end| text.is_char_boundary(*end) && *end > 0);
                match end {
                    Some(end) => break Some((decoded.place(end), after(&text[..end]))),
                    None if last || data.len() > self.most => break Some((data.len(), after(text))),
                    None => window *= 2,
                }
                continue;
            }
            let is_mark = self.source.offset() == 0 && text.starts_with('\u{feff}');
            let mark = if is_mark { '\u{feff}'.len_utf8() } else { 0 };
            let white = mark + text[mark..].bytes().take_while(u8::is_ascii_whitespace).count();
            let beside = match &text[white..] {
                "" => Some(0),
                rest => self.dialect.beside(rest.as_bytes(), last),
            };
            let skipped = white + beside.unwrap_or_default();
            let skipped = if text.is_char_boundary(skipped) { skipped } else { white };
            begun = beside.is_none();
            match (begun, skipped) {
                (false, 0) if last => break None,
                (false, 0) => window *= 2,
                _ => {
                    let ((lines, mut indent), count) = (after(&text[..skipped]), decoded.place(skipped));
                    // A byte-order mark is no letter.
                    indent -= if lines == 0 { u64::from(is_mark) } else { 0 };
                    self.source.consume_decoded(count, lines, indent);
                }
            }
            if begun {
                self.dialect.begin();
            }
        };
        self.made.decoded = Some(decoded);
        let Some((end, behind)) = end else { return Ok(None) };
        self.behind = Some(behind);
        Ok(Some(end))
    }
}

impl<R: Read, D: Dialect> Records for Pieces<R, D> {
    fn advance(&mut self) -> io::Result<bool> {
        let taken = std::mem::take(&mut self.taken);
        match self.behind.take() {
            Some((lines, indent)) => self.source.consume_decoded(taken, lines, indent),
            None => self.source.consume(taken),
        }
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
        let piece = match is_wide(found.encoding) {
            true => self.find_wide_piece(found.encoding)?.map(|end| (0, end)),
            false => self.find_piece()?,
        };
        let Some((dropped, end)) = piece else { return Ok(false) };
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
        self.found = self.encoding_of_piece(found, end);
        if self.is_skimmed {
            self.made.begin(place, foreign::<D>(self.found));
            return Ok(true);
        }
        self.lacks_parts = self.is_brief;
        self.make();
        Ok(true)
    }

    fn be_brief(&mut self) {
        self.is_brief = D::MAY_READ_AGAIN;
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
        if std::mem::take(&mut self.lacks_parts) {
            self.make();
        }
        self.header()
    }

    fn start(&self) -> Start {
        let Place { offset, line, indent, .. } = self.place;
        Start { offset, line, indent, glued: false }
    }
}

impl<R: Read, D: Dialect> Pieces<R, D> {
    /// Makes a record of the piece at hand.
    fn make(&mut self) {
        let (end, found, place) = (self.taken, self.found, self.place);
        match self.lacks_parts {
            true => self.made.begin_brief(place, foreign::<D>(found)),
            false => self.made.begin(place, foreign::<D>(found)),
        }
        if self.length > self.most {
            let text = Text::new(format!("this record is {} bytes long; the limit is {}", self.length, self.most))
                .help("raise the limit with --max-record");
            return self.made.refuse(&RECORD_TOO_LONG, text, 0..0);
        }
        if D::IS_BINARY {
            self.made.decoded = None;
            self.dialect.read_binary(&self.source.data()[..end], &mut self.made);
        } else if let Some(text) = self.source.text(end).filter(|_| found.encoding == UTF_8) {
            self.made.decoded = None;
            self.dialect.read(text, &mut self.made);
        } else {
            let mut decoded = self.made.decoded.take().unwrap_or_default();
            let bytes = &self.source.data()[..end];
            match self.lacks_parts {
                true => decoded.read_without_places(bytes, found.encoding, substitute::<D>()),
                false => decoded.read(bytes, found.encoding, substitute::<D>()),
            }
            let text = std::mem::take(&mut decoded.text);
            let bad = std::mem::take(&mut decoded.bad);
            self.made.decoded = Some(decoded);
            self.dialect.read(&text, &mut self.made);
            tell_encoding(&mut self.made, found, &bad);
            if let Some(decoded) = &mut self.made.decoded {
                decoded.text = text;
            }
        }
        tell_board(&mut self.made, self.board);
        self.made.end();
    }
}

/// What is known of a piece besides its text.
fn foreign<D: Dialect>(found: Found) -> Foreign {
    let encoding = (found.encoding != UTF_8).then(|| found.encoding.name());
    let is_guessed = matches!(found.how, How::Guessed | How::LastResort);
    Foreign { encoding, is_guessed, is_binary: D::IS_BINARY, is_retold: false }
}

/// Finds the encoding of a file that begins with `bytes`.
fn find<D: Dialect>(bytes: &[u8], declared: Option<&str>, last: bool) -> Found {
    let label = declared.and_then(named).unwrap_or(UTF_8);
    let found = detect(bytes, declared, last);
    match D::HAS_STRAY_BYTES && label == UTF_8 && !is_wide(found.encoding) {
        true => Found { encoding: UTF_8, how: How::Certain },
        false => found,
    }
}

/// The encoding that a piece declares, if it reads the piece. UTF-8 counts before it, as it does for files; where the piece
/// is in neither, the file's encoding is the better guess.
pub(super) fn own_encoding(piece: &[u8], declared: Option<&str>) -> Option<Found> {
    let label = declared.filter(|_| !piece.is_ascii())?;
    Some(detect(piece, Some(label), true)).filter(|own| matches!(own.how, How::Certain | How::Declared))
}

/// Whether an encoding is UTF-16.
pub(super) fn is_wide(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}

/// The encoding of the bytes in which a dialect looks for pieces: those of UTF-16 are decoded before.
fn of_pieces(encoding: &'static Encoding) -> &'static Encoding {
    if is_wide(encoding) { UTF_8 } else { encoding }
}

/// Bytes of UTF-16 up to the last whole letter.
fn whole_units<'b>(bytes: &'b [u8], encoding: &'static Encoding) -> &'b [u8] {
    let whole = &bytes[..bytes.len() & !1];
    let high = usize::from(encoding == UTF_16LE);
    // The first half of a pair.
    let is_half = whole.last_chunk::<2>().is_some_and(|unit| (0xd8..0xdc).contains(&unit[high]));
    if is_half { &whole[..whole.len() - 2] } else { whole }
}

/// How many lines end in a text, and how many characters stand after the last of these ends.
fn after(text: &str) -> (u64, u64) {
    let last = memchr::memrchr(b'\n', text.as_bytes()).map_or(0, |at| at + 1);
    (memchr::memchr_iter(b'\n', text.as_bytes()).count() as u64, characters(&text.as_bytes()[last..]))
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
    let text = || {
        Text::new(format!("the text is read as {name}, which the file does not say"))
            .help("name the encoding with --encoding")
    };
    made.guessed("encoding", name, text, 0..0);
}

/// The encoding of a file that begins with `bytes`, and ends with them if `last` says so.
pub(super) fn encoding_of<D: Dialect>(dialect: &D, (bytes, last): (&[u8], bool), given: &Given) -> Found {
    match given.encoding {
        Some(encoding) => Found { encoding, how: How::Certain },
        None => find::<D>(bytes, dialect.declared(bytes), last),
    }
}

/// The name under which a report hands over the name of the file: some formats say more in it.
pub(super) const FILE: &str = "File";

/// What a caller had said of a record that is read again.
fn caller_of(record: &KeptRecord) -> Given {
    let said = |wanted: &str| {
        let said = record.parts.context.lacking.iter().find(|(name, _)| name == wanted);
        said.map(|(_, value)| value.clone())
    };
    let board = said("Board").and_then(|board| Size::read(&board));
    Given { game: said("Game"), variant: said("Variant"), file: said(FILE), board, ..Given::default() }
}

/// Tells that the caller's board counts, where the file names another one.
fn tell_board(made: &mut Made, given: Option<Size>) {
    let (Some(given), Some(tag)) = (given, made.tag_named("Board")) else { return };
    let own = made.get("Board").unwrap_or_default().to_owned();
    if Size::read(&own).is_some_and(|own| own != given) {
        let text = Text::new(format!("the file says that the board is {own}; it is read as {given}, as --board says"));
        made.note_of_tag(&DROPPED, &tag, text);
    }
}

/// Reads a piece by itself. `record` may know the encoding, and what a caller had said.
pub(super) fn restore<D: Dialect>(dialect: &mut D, bytes: &[u8], record: &mut KeptRecord) {
    let given = caller_of(record);
    let mut made = Made::given(&given);
    dialect.given(&given);
    let named = record.parts.foreign.encoding.and_then(|name| Encoding::for_label(name.as_bytes()));
    let found = match named {
        Some(encoding) if record.parts.foreign.is_guessed => Found { encoding, how: How::Guessed },
        Some(encoding) => Found { encoding, how: How::Certain },
        None => find::<D>(bytes, dialect.declared(bytes), true),
    };
    dialect.encoding(of_pieces(found.encoding), true);
    made.begin(record.place, foreign::<D>(found));
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
    tell_board(&mut made, given.board);
    made.end();
    record.text.clone_from(&made.kept().text);
    record.parts.clone_from(&made.kept().parts);
}

#[cfg(test)]
mod tests {
    use super::super::FORMATS;
    use super::*;
    use crate::input;

    /// The texts of the records of a file, each with its line, how far it stands in it, and its bytes.
    fn records(bytes: &[u8]) -> Vec<(String, u64, u64, Range<u64>)> {
        let (format, reader) = input::find(bytes, "x", FORMATS).expect("a slice can be read");
        let mut records = format.open(Box::new(reader), 1 << 20, &Given::default()).expect("a slice can be read");
        let mut found = Vec::new();
        while records.advance().expect("a slice can be read") {
            let extent = records.extent();
            let record = records.record();
            found.push((record.text.to_owned(), record.place.line, record.place.indent, extent));
        }
        found
    }

    #[test]
    fn every_game_of_a_file_in_utf_16_is_read() {
        let long = format!("(;GM[4]SZ[15]C[{}\u{60a}]", "王\u{1f600}".repeat(5000));
        let sgf = format!(
            "x (;GM[4]SZ[15]PB[王]C[\u{60a}\u{a00}];B[hh];W[ii])\n (;GM[4]SZ[15];B[aa]) {long};B[hh])\n(;GM[4]SZ[15];B[bb])\n"
        );
        let rif = "<?xml version=\"1.0\"?>\n<database><players><player id=\"1\" name=\"王\"/></players>\n<games>\n\
             <game black=\"1\"><move>h8 h9</move></game>\n<game black=\"1\"><move>h8 i9</move></game></games></database>";
        let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n";
        for (source, count) in [(&*sgf, 4), (rif, 2), (psq, 1)] {
            let expected = records(source.as_bytes());
            assert_eq!(expected.len(), count, "{source}");
            for is_big in [false, true] {
                let unit = |unit: u16| if is_big { unit.to_be_bytes() } else { unit.to_le_bytes() };
                let bytes: Vec<u8> = format!("\u{feff}{source}").encode_utf16().flat_map(unit).collect();
                let read = records(&bytes);
                for ((text, line, indent, place), expected) in read.iter().zip(&expected) {
                    assert_eq!((&text.trim(), line, indent), (&expected.0.trim(), &expected.1, &expected.2));
                    let whole = bytes[place.start as usize..place.end as usize].chunks_exact(2);
                    let units: Vec<u16> = whole
                        .map(|unit| u16::from_le_bytes([unit[usize::from(is_big)], unit[usize::from(!is_big)]]))
                        .collect();
                    let piece = &source[expected.3.start as usize..expected.3.end as usize];
                    assert_eq!(String::from_utf16_lossy(&units), piece);
                }
                assert_eq!(read.len(), count);
            }
        }
    }
}
