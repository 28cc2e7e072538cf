//! One text from the pieces that converters have written, one after the other.
//!
//! Each piece is complete in itself and sets all tags anew. So tags that hold already are left out where it joins the
//! others.

use std::fmt;
use std::io::{self, Write};

use serde::{Deserialize, Serialize};

use super::{Converter, KeptText, Target, between, holds_one};
use crate::formats::Format;

/// Records that a converter has written as a text of their own.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Piece<'p> {
    /// Their text.
    pub text: &'p [u8],
    /// In a list: the line of tags that holds after them.
    pub above: &'p str,
    /// The name of the format that they were written in.
    pub format: &'p str,
}

impl Piece<'_> {
    /// The format that they were written in.
    pub fn format(&self) -> Format {
        Format::named(self.format).unwrap_or_default()
    }
}

/// A text that records are written to, one piece after the other.
#[derive(Debug)]
pub struct OneText {
    target: Target,
    /// Whether the records become a file only once all are known, as a table with its columns.
    is_of_wholes: bool,
    /// Such records so far.
    kept: KeptText,
    /// In a list: the line of tags that holds.
    above: String,
    /// The format of the text.
    format: Option<Format>,
}

/// Why there is no place for a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPlace {
    /// A file of the format holds one record, and there is one already.
    Full(Format),
    /// The records before are in another format.
    OtherFormat(NotOneFormat),
}

/// Why records of several games do not become one text: some are SGF, others transcripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotOneFormat;

impl OneText {
    /// Nothing yet of records that are rewritten to `target`.
    pub fn new(target: Target) -> OneText {
        OneText {
            target,
            is_of_wholes: Converter::new(target).is_of_wholes(),
            kept: KeptText::default(),
            above: String::new(),
            format: None,
        }
    }

    /// The format of the text; `None` before the first record.
    pub fn format(&self) -> Option<Format> {
        self.format
    }

    /// Why there is no place for records in this format.
    pub fn no_place(&self, format: Format) -> Option<NoPlace> {
        let before = self.format?;
        if before != format {
            return Some(NoPlace::OtherFormat(NotOneFormat));
        }
        holds_one(format).then_some(NoPlace::Full(format))
    }

    /// Writes a piece that has [a place](OneText::no_place).
    ///
    /// # Errors
    /// Fails if `out` fails.
    pub fn add(&mut self, piece: &Piece<'_>, out: &mut dyn Write) -> io::Result<()> {
        let is_first = self.format.is_none();
        self.format.get_or_insert_with(|| piece.format());
        if self.is_of_wholes {
            return self.kept.add(piece.text);
        }
        if !is_first {
            out.write_all(between(piece.format()).as_bytes())?;
        }
        // What holds already is not set again.
        let held = piece.text.strip_prefix(self.above.as_bytes()).filter(|_| !self.above.is_empty());
        let rest = held.and_then(|rest| rest.strip_prefix(b"\n")).unwrap_or(piece.text);
        piece.above.clone_into(&mut self.above);
        out.write_all(rest)
    }

    /// Ends the text: writes the records that only all together make a file.
    ///
    /// # Errors
    /// Fails if `out` fails.
    pub fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.kept.write_to(self.target, out)
    }
}

impl NotOneFormat {
    /// Whether writing has failed because of it.
    pub fn is_why(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|why| why.is::<NotOneFormat>())
    }
}

impl fmt::Display for NotOneFormat {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(
            "`--to sgf` writes games of Gomoku as SGF and other games as transcripts, and one file holds one format: \
             `--to transcript --notation sgf` writes transcripts alone, and `select` chooses the games",
        )
    }
}

impl std::error::Error for NotOneFormat {}
