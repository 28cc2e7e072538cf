//! Reads files of other programs piece by piece: each piece of the file becomes a record.
//!
//! `dialect` says how a format cuts its files, `encoding` finds the encoding of a piece, `wide` finds pieces in UTF-16,
//! `restore` reads a single one.

mod dialect;
mod encoding;
mod format;
mod restore;
mod whole;
mod wide;

use std::io::{self, Read};
use std::ops::Range;

use encoding_rs::{Encoding, UTF_8};

use super::encoding::{Found, How};
use super::made::{Detail, Made};
use super::{Given, Records, Start};
use crate::board::Size;
use crate::codes::{DROPPED, RECORD_TOO_LONG};
use crate::diagnostic::Text;
use crate::formats::too_long;
use crate::record::{Foreign, Original, Place, Record};
use crate::source::{Source, characters};

pub(super) use dialect::{Content, Dialect, own_encoding};
pub(super) use encoding::{encoding_of, is_wide, tell_guess};
pub(super) use format::{OfPieces, PieceFormat};
pub(super) use restore::{FILE, restore};
pub(super) use whole::whole;

use encoding::{ENOUGH, find, of_pieces, of_whole, substitute, tell_encoding};

/// The longest record that any caller can allow: places in its text are numbers of 32 bits.
const MOST: usize = u32::MAX as usize / 8;

/// How long a piece must be for its notes to cost nothing beside it.
const LONG: usize = 1 << 16;

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
    /// For a piece in UTF-16: how many line ends it has, and how many characters stand after the last one.
    after: Option<(u64, u64)>,
    /// Of a piece in another encoding of bytes that ends within a line: how many characters stand before its end there.
    indent_after: Option<u64>,
    /// Whether records are left empty.
    is_skimmed: bool,
    /// Whether the caller wants [brief](Records::be_brief) headers, and how much of the record at hand was made.
    is_brief: bool,
    detail: Detail,
    /// The encoding of the piece at hand.
    found: Found,
}

/// A piece of a file that was found.
struct Piece {
    /// Where it begins: the line, and how many characters stand before it there.
    line: u64,
    indent: u64,
    /// How many of its bytes were skipped, because it is too long to be held.
    dropped: usize,
    /// Where the rest of it ends.
    end: usize,
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
            after: None,
            indent_after: None,
            is_skimmed: false,
            is_brief: false,
            detail: Detail::Whole,
            found: Found { encoding: UTF_8, how: How::Certain },
        }
    }

    /// Leaves the records of all pieces empty: only where the pieces stand is of interest.
    pub(super) fn skimmed(self) -> Pieces<R, D> {
        Pieces { is_skimmed: true, ..self }
    }

    /// Sets the encoding of the file, if its start has shown one. Otherwise the first block of the source shows it.
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
        if found.how == How::Ascii && self.source.text(end).is_none() {
            let piece = &self.source.data()[..end];
            return of_whole::<D>(piece, self.dialect.declared(piece));
        }
        if self.is_utf8_by_itself(found, end) {
            return Found { encoding: UTF_8, how: How::Certain };
        }
        if !D::DECLARES_IN_PIECES
            || !self.dialect.may_declare()
            || self.named.is_some()
            || is_wide(found.encoding)
            || found.encoding == UTF_8 && self.source.text(end).is_some()
        {
            return found;
        }
        let piece = &self.source.data()[..end];
        self.dialect.own_encoding(piece).unwrap_or(found)
    }

    /// Whether the piece at hand is certainly UTF-8, in a file whose encoding was guessed from other pieces.
    fn is_utf8_by_itself(&self, found: Found, end: usize) -> bool {
        /// So many letters are not valid UTF-8 by chance, if one of them has a byte that usual letters of Chinese and
        /// Japanese do not have: letters of GB 2312 and Big5 end with other bytes.
        const LETTERS: usize = 4;
        let is_rare = |byte: u8| (0x80..0xa1).contains(&byte);
        D::DECLARES_IN_PIECES
            && found.how == How::Guessed
            && !is_wide(found.encoding)
            && self.source.text(end).is_some_and(|text| {
                text.bytes().any(is_rare)
                    && text.chars().filter(|letter| !letter.is_ascii()).take(LETTERS).count() == LETTERS
            })
    }

    /// Skips what stands before the next piece; `false` at the end of the file.
    fn skip_beside(&mut self) -> io::Result<bool> {
        loop {
            let data = self.source.data();
            let last = self.source.finished();
            let white = if D::Content::IS_BINARY {
                0
            } else {
                data.iter().take_while(|byte| byte.is_ascii_whitespace()).count()
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

    /// Finds the next piece; `None` at the end of the file.
    fn find_piece(&mut self) -> io::Result<Option<Piece>> {
        if !self.skip_beside()? {
            return Ok(None);
        }
        let (line, indent) = (self.source.line(), self.source.indent());
        let mut dropped = 0;
        self.dialect.begin();
        loop {
            let (data, last) = (self.source.data(), self.source.finished());
            let end = self.dialect.extent(data, last);
            if let Some(end) = end.filter(|&end| end > 0 && end <= data.len()) {
                return Ok(Some(Piece { line, indent, dropped, end }));
            }
            if last {
                return Ok(Some(Piece { line, indent, dropped, end: data.len() }));
            }
            if data.len() > 2 * self.most.max(1 << 16) {
                // Too long to be held: only its end matters.
                let count = data.len() - (1 << 16);
                self.source.consume(count);
                self.dialect.has_lost(count);
                dropped += count;
            }
            if let Err(error) = self.source.more() {
                // What stands before the place where reading fails is still read.
                self.dialect.has_all();
                let end = self.dialect.extent(self.source.data(), false);
                let end = end.filter(|&end| end > 0 && end <= self.source.data().len()).ok_or(error)?;
                return Ok(Some(Piece { line, indent, dropped, end }));
            }
        }
    }
}

impl<R: Read, D: Dialect> Records for Pieces<R, D> {
    fn advance(&mut self) -> io::Result<bool> {
        let taken = std::mem::take(&mut self.taken);
        match self.after.take() {
            Some((lines, indent)) => self.source.consume_decoded(taken, lines, indent),
            None => self.source.consume(taken),
        }
        if let Some(indent) = self.indent_after.take() {
            self.source.set_indent(indent);
        }
        self.source.trim();
        let found = if D::Content::IS_BINARY {
            Found { encoding: UTF_8, how: How::Certain }
        } else {
            // A byte-order mark names the encoding, too.
            let found = self.encoding()?;
            self.source.skip_mark()?;
            found
        };
        let piece = if is_wide(found.encoding) {
            self.find_wide_piece(found.encoding)?.map(|end| Piece {
                line: self.source.line(),
                indent: self.source.indent(),
                dropped: 0,
                end,
            })
        } else {
            self.find_piece()?
        };
        let Some(Piece { line, indent, dropped, end }) = piece else { return Ok(false) };
        self.taken = end;
        self.length = dropped + end;
        let place = Place {
            number: self.place.number + 1,
            offset: self.source.offset() - dropped as u64,
            line,
            indent,
            ..Place::default()
        };
        self.place = place;
        if self.is_skimmed {
            self.skim(found, end);
            return Ok(true);
        }
        self.found = self.encoding_of_piece(found, end);
        self.detail = match self.is_brief {
            false => Detail::Whole,
            // The first record stands for many that share its notes. For a long one, notes cost next to nothing.
            true if place.number == 1 || end > LONG => Detail::Noted,
            true => Detail::Brief,
        };
        self.make();
        Ok(true)
    }

    fn locate(&mut self) -> io::Result<bool> {
        let is_skimmed = std::mem::replace(&mut self.is_skimmed, true);
        let is_found = self.advance();
        self.is_skimmed = is_skimmed;
        is_found
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
        let written = Original { bytes: self.raw(), format: D::FORMAT.name(), ..Original::default() };
        Record { written, ..self.made.kept().record() }
    }

    fn record(&mut self) -> Record<'_> {
        self.make_with(Detail::Whole);
        self.header()
    }

    fn noted(&mut self) -> Record<'_> {
        if self.detail == Detail::Brief {
            self.make_with(Detail::Noted);
        }
        self.header()
    }

    fn start(&self) -> Start {
        let Place { offset, line, indent, .. } = self.place;
        Start { offset, line, indent, glued: false }
    }
}

impl<R: Read, D: Dialect> Pieces<R, D> {
    /// Leaves the record of the piece at hand, which ends at `end`, empty.
    fn skim(&mut self, found: Found, end: usize) {
        let piece = &self.source.data()[..end];
        let line = memchr::memrchr(b'\n', piece).map_or(0, |at| at + 1);
        self.found = found;
        // What follows in its last line is placed by the letters before it.
        if !D::Content::IS_BINARY && !is_wide(found.encoding) && !piece[line..].is_ascii() {
            self.found = self.encoding_of_piece(found, end);
            if self.found.encoding != UTF_8 {
                let piece = &self.source.data()[..end];
                let text = self.found.encoding.decode_without_bom_handling(piece).0;
                self.indent_after = Some(indent_after(self.place, &text));
            }
        }
        self.made.begin(self.place, foreign::<D>(self.found));
    }

    /// Makes the record of the piece at hand again, if less of it was made.
    fn make_with(&mut self, detail: Detail) {
        if self.detail != detail {
            self.detail = detail;
            self.make();
        }
    }

    /// Makes a record of the piece at hand.
    fn make(&mut self) {
        let (end, found, place) = (self.taken, self.found, self.place);
        self.made.begin_with(self.detail, place, foreign::<D>(found));
        if self.length > self.most {
            let text = too_long("record", self.length, self.most);
            return self.made.refuse(&RECORD_TOO_LONG, text, 0..0);
        }
        if let Some(bytes) = D::Content::of_bytes(&self.source.data()[..end]) {
            self.made.decoded = None;
            self.dialect.read(bytes, &mut self.made);
        } else if let Some(text) = self.source.text(end).filter(|_| found.encoding == UTF_8) {
            self.made.decoded = None;
            self.dialect.read(D::Content::of_text(text), &mut self.made);
        } else {
            let mut decoded = self.made.decoded.take().unwrap_or_default();
            let bytes = &self.source.data()[..end];
            match self.detail {
                Detail::Brief => decoded.read_without_places(bytes, found.encoding, substitute::<D>()),
                Detail::Noted | Detail::Whole => decoded.read(bytes, found.encoding, substitute::<D>()),
            }
            let text = std::mem::take(&mut decoded.text);
            if !is_wide(found.encoding) && !text.ends_with('\n') {
                self.indent_after = Some(indent_after(place, &text));
            }
            let bad = std::mem::take(&mut decoded.bad);
            self.made.decoded = Some(decoded);
            self.dialect.read(D::Content::of_text(&text), &mut self.made);
            tell_encoding(&mut self.made, found, &bad);
            if let Some(decoded) = &mut self.made.decoded {
                decoded.text = text;
            }
        }
        tell_board(&mut self.made, self.board);
        self.made.end();
    }
}

/// How many characters stand in its last line before the end of a text that begins at `place`.
fn indent_after(place: Place, text: &str) -> u64 {
    let (line, before) = text.rsplit_once('\n').map_or((text, place.indent), |(_, line)| (line, 0));
    before + characters(line.as_bytes())
}

/// What is known about a piece apart from its text.
fn foreign<D: Dialect>(found: Found) -> Foreign {
    let encoding = (found.encoding != UTF_8).then(|| found.encoding.name());
    let is_guessed = matches!(found.how, How::Guessed | How::LastResort);
    Foreign { encoding, is_guessed, is_binary: D::Content::IS_BINARY, is_retold: false }
}

/// Notes that the caller's board counts where the file names another one.
fn tell_board(made: &mut Made, given: Option<Size>) {
    let (Some(given), Some(tag)) = (given, made.tag_named("Board")) else { return };
    let own = made.get("Board").unwrap_or_default().to_owned();
    if Size::read(&own).is_some_and(|own| own != given) {
        let text = Text::new(format!("the file says that the board is {own}; it is read as {given}, as --board says"));
        made.note_of_tag(&DROPPED, &tag, text);
    }
}
