//! What a format says of the pieces of its files: where one begins and ends, and what it means.

use std::fmt;

use encoding_rs::Encoding;

use crate::formats::encoding::{Found, How, detect};
use crate::formats::made::Made;
use crate::formats::{Format, Given};

/// What the pieces of a file mean.
pub(in crate::formats) trait Dialect: fmt::Debug + Send {
    /// The format.
    const FORMAT: Format;

    /// What its pieces are: text, or bytes.
    type Content: Content + ?Sized;

    /// Whether a record is a tree, which may have any length: the limit for records does not apply.
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

    /// Sets the encoding of the file; `is_named`: the caller names it, and no piece may differ.
    fn encoding(&mut self, encoding: &'static Encoding, is_named: bool) {
        let _ = (encoding, is_named);
    }

    /// A piece begins.
    fn begin(&mut self) {}

    /// How many of `bytes` stand before the next piece and belong to none; 0 if more bytes are needed. `None`: a piece
    /// begins here. `last` says whether the file ends with `bytes`.
    fn beside(&mut self, bytes: &[u8], last: bool) -> Option<usize> {
        let _ = (bytes, last);
        None
    }

    /// Where the first piece of `bytes` ends. `None`: more bytes are needed, or, at the end of the file (`last`), the
    /// piece is all that is left. White space before the piece has been skipped.
    fn extent(&mut self, bytes: &[u8], last: bool) -> Option<usize> {
        let _ = (bytes, last);
        None
    }

    /// Learns that no more bytes of the file can be read: what the next ones would show is not waited for any longer.
    fn has_all(&mut self) {}

    /// Moves all remembered places: the first `count` bytes of the piece at hand are no longer held.
    fn has_lost(&mut self, count: usize) {
        let _ = count;
    }

    /// The encoding that the file declares in `bytes`, its start or, if [pieces differ](Dialect::DECLARES_IN_PIECES), a piece.
    fn declared<'b>(&self, bytes: &'b [u8]) -> Option<&'b str> {
        let _ = bytes;
        None
    }

    /// The encoding of a piece, the one at hand or any other, if its bytes fit the encoding that it declares.
    fn own_encoding(&self, piece: &[u8]) -> Option<Found> {
        own_encoding(piece, self.declared(piece))
    }

    /// Whether the piece at hand may declare an encoding other than the file's, as far as the search for its end has
    /// seen.
    fn may_declare(&self) -> bool {
        true
    }

    /// Makes a record of a piece.
    fn read(&mut self, piece: &Self::Content, made: &mut Made);
}

/// What a piece of a file is: text (`str`) in some encoding, or bytes that are not text (`[u8]`).
pub(in crate::formats) trait Content {
    /// Whether it is not text.
    const IS_BINARY: bool;

    /// Bytes as they stand in the file, if they need no decoding.
    fn of_bytes(bytes: &[u8]) -> Option<&Self>;

    /// Text that has been decoded.
    fn of_text(text: &str) -> &Self;

    /// Without the byte with which programs for DOS end a text.
    fn without_end(&self) -> &Self;
}

impl Content for str {
    const IS_BINARY: bool = false;

    fn of_bytes(_: &[u8]) -> Option<&str> {
        None
    }

    fn of_text(text: &str) -> &str {
        text
    }

    fn without_end(&self) -> &str {
        const END: char = '\u{1a}';
        self.trim_ascii_end().strip_suffix(END).unwrap_or(self)
    }
}

impl Content for [u8] {
    const IS_BINARY: bool = true;

    fn of_bytes(bytes: &[u8]) -> Option<&[u8]> {
        Some(bytes)
    }

    fn of_text(text: &str) -> &[u8] {
        text.as_bytes()
    }

    fn without_end(&self) -> &[u8] {
        self
    }
}

/// The encoding that a piece declares, if it reads the piece. UTF-8 counts before it, as it does for files; where the piece
/// is in neither, the file's encoding is the better guess.
pub(in crate::formats) fn own_encoding(piece: &[u8], declared: Option<&str>) -> Option<Found> {
    let label = declared.filter(|_| !piece.is_ascii())?;
    Some(detect(piece, Some(label), true)).filter(|own| matches!(own.how, How::Certain | How::Declared))
}
