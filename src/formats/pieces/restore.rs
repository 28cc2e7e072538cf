//! Reads a piece by itself: one that a report hands back, with what a caller had said of its file.

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use super::dialect::{Content, Dialect};
use super::encoding::{of_pieces, substitute, tell_encoding};
use super::{foreign, tell_board};
use crate::board::Size;
use crate::formats::Given;
use crate::formats::encoding::{Decoded, Found, How, detect};
use crate::formats::made::Made;
use crate::record::KeptRecord;

/// The key under which a report gives back the name of the file: some formats take more from it.
pub(in crate::formats) const FILE: &str = "File";

/// What a caller had said of a record that is read again.
fn caller_of(record: &KeptRecord) -> Given {
    let said = |wanted: &str| {
        let said = record.parts.context.lacking.iter().find(|(name, _)| name == wanted);
        said.map(|(_, value)| value.clone())
    };
    let board = said("Board").and_then(|board| Size::read(&board));
    Given { game: said("Game"), variant: said("Variant"), file: said(FILE), board, ..Given::default() }
}

/// Reads a piece by itself. `record` knows its encoding, unless that is UTF-8, and what a caller had said.
pub(in crate::formats) fn restore<D: Dialect>(dialect: &mut D, bytes: &[u8], record: &mut KeptRecord) {
    let given = caller_of(record);
    let mut made = Made::given(&given);
    dialect.given(&given);
    let named = record.parts.foreign.encoding.and_then(|name| Encoding::for_label(name.as_bytes()));
    let found = match named {
        // A report does not say that nothing else reads the bytes; they show it again.
        Some(encoding) if record.parts.foreign.is_guessed => {
            let is_last = encoding == WINDOWS_1252 && detect(bytes, None, true).how == How::LastResort;
            Found { encoding, how: if is_last { How::LastResort } else { How::Guessed } }
        }
        Some(encoding) => Found { encoding, how: How::Certain },
        // A report leaves out UTF-8, even if the damaged piece by itself looks like another encoding.
        None => Found { encoding: UTF_8, how: How::Certain },
    };
    dialect.encoding(of_pieces(found.encoding), true);
    made.begin(record.place, foreign::<D>(found));
    if let Some(bytes) = D::Content::of_bytes(bytes) {
        dialect.read(bytes, &mut made);
    } else {
        let mut decoded = Decoded::default();
        decoded.read(bytes, found.encoding, substitute::<D>());
        let text = std::mem::take(&mut decoded.text);
        let bad = std::mem::take(&mut decoded.bad);
        made.decoded = Some(decoded);
        dialect.read(D::Content::of_text(&text), &mut made);
        tell_encoding(&mut made, found, &bad);
    }
    tell_board(&mut made, given.board);
    made.end();
    record.text.clone_from(&made.kept().text);
    record.parts.clone_from(&made.kept().parts);
}
