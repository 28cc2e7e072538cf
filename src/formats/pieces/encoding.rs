//! Finds the encoding of a piece, and reports it.

use std::ops::Range;

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE};

use super::dialect::Dialect;
use crate::codes::BAD_ENCODING;
use crate::diagnostic::{Severity, Text};
use crate::formats::Given;
use crate::formats::encoding::{Found, How, detect, named, stray};
use crate::formats::made::Made;
use crate::record::SUBSTITUTE;

/// How many bytes at the start of a file decide its encoding.
pub(super) const ENOUGH: usize = 1 << 20;

/// Finds the encoding of a file that begins with `bytes`: only its first [`ENOUGH`] bytes count, even if more are at
/// hand.
pub(super) fn find<D: Dialect>(bytes: &[u8], declared: Option<&str>, last: bool) -> Found {
    let (start, last) = (&bytes[..bytes.len().min(ENOUGH)], last && bytes.len() <= ENOUGH);
    let found = found_in::<D>(start, declared, last);
    if !last && !D::HAS_STRAY_BYTES && start.is_ascii() { Found { how: How::Ascii, ..found } } else { found }
}

/// Finds the encoding of a piece from all of its bytes.
pub(super) fn of_whole<D: Dialect>(piece: &[u8], declared: Option<&str>) -> Found {
    found_in::<D>(piece, declared, true)
}

fn found_in<D: Dialect>(bytes: &[u8], declared: Option<&str>, last: bool) -> Found {
    let label = declared.and_then(named).unwrap_or(UTF_8);
    let found = detect(bytes, declared, last);
    if D::HAS_STRAY_BYTES && label == UTF_8 && !is_wide(found.encoding) {
        Found { encoding: UTF_8, how: How::Certain }
    } else {
        found
    }
}

/// Whether an encoding is UTF-16.
pub(in crate::formats) fn is_wide(encoding: &'static Encoding) -> bool {
    encoding == UTF_16LE || encoding == UTF_16BE
}

/// The encoding of the bytes that a dialect searches for pieces: UTF-16 is decoded before.
pub(super) fn of_pieces(encoding: &'static Encoding) -> &'static Encoding {
    if is_wide(encoding) { UTF_8 } else { encoding }
}

/// The substitute for a byte that an encoding does not have.
pub(super) fn substitute<D: Dialect>() -> fn(u8) -> char {
    if D::HAS_STRAY_BYTES { stray } else { |_| SUBSTITUTE }
}

/// Notes that the encoding was guessed, and what could not be read in it.
pub(super) fn tell_encoding(made: &mut Made, found: Found, bad: &[Range<usize>]) {
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

/// Notes that an encoding was guessed.
pub(in crate::formats) fn tell_guess(made: &mut Made, encoding: &'static Encoding) {
    let name = encoding.name();
    let text = || {
        Text::new(format!("the text is read as {name}, which the file does not say"))
            .help("name the encoding with --encoding")
    };
    made.guessed("encoding", name, text, 0..0);
}

/// The encoding of a file that begins with `bytes`, and ends with them if `last` says so.
pub(in crate::formats) fn encoding_of<D: Dialect>(dialect: &D, (bytes, last): (&[u8], bool), given: &Given) -> Found {
    match given.encoding {
        Some(encoding) => Found { encoding, how: How::Certain },
        None => find::<D>(bytes, dialect.declared(bytes), last),
    }
}
