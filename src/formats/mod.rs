//! File formats: what knows bytes and knows no game. Each fills a [`Record`] with tags and tokens.
//!
//! To add a format: one file here, and its line in [`FORMATS`].

pub mod csv;
mod fields;
pub(crate) mod foreign;
pub mod jsonl;
pub mod lines;
mod rows;
pub mod sheets;
pub mod transcript;

use std::io;
use std::ops::Range;

use crate::record::{KeptRecord, Record};

/// Reads records one by one, each in two steps: its header, which most records need no more than, and its body.
pub trait Records {
    /// Leaves the last record behind and reads the header of the next; `false` at the end of the input.
    ///
    /// # Errors
    /// Only what reading the input says; whatever is wrong with the text is in the record's faults.
    fn advance(&mut self) -> io::Result<bool>;

    /// The record at hand: its tags, and its body as bare text from [`Parts::body`](crate::record::Parts::body) on.
    fn header(&self) -> Record<'_>;

    /// Which bytes of the input the record at hand takes up, with the white space behind it up to the next.
    fn extent(&self) -> Range<u64>;

    /// The bytes of the record at hand as they stand in the input; none if they were too many to be held.
    fn raw(&self) -> &[u8];

    /// The line that holds for the record at hand and stands somewhere above it (see [`Above`](crate::record::Above)),
    /// without its line end; none in most formats.
    fn above(&self) -> &[u8] {
        &[]
    }

    /// The record at hand with its body cut into tokens.
    fn record(&mut self) -> Record<'_>;

    /// The next record whole, or `None` at the end of the input.
    ///
    /// # Errors
    /// See [`Records::advance`].
    fn next(&mut self) -> io::Result<Option<Record<'_>>> {
        Ok(if self.advance()? { Some(self.record()) } else { None })
    }
}

/// Readers of inputs that are written in one notation system from end to end: a judge may look at what is to come.
pub trait Sampled: Records {
    /// Up to `games` records that are still to come, without leaving them behind; of a large input, those near its start.
    ///
    /// # Errors
    /// What reading the input says.
    fn sample(&mut self, games: usize) -> io::Result<Vec<KeptRecord>>;
}

/// What the caller knows of inputs whose records are made of named fields.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Given {
    /// The column or key that holds the moves: its name, or of a column its number from 1.
    pub moves: Option<String>,
    /// What stands between the cells of a table.
    pub delimiter: Option<u8>,
    /// Whether the first row of a table is a game, not the columns' names.
    pub no_header: bool,
}

/// A file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// Tag lines, then movetext.
    Transcript,
    /// One game a line.
    Lines,
    /// A table: one game a row.
    Csv,
    /// One JSON object a line.
    JsonLines,
}

/// What `games` tells of a format.
#[derive(Debug)]
#[non_exhaustive]
pub struct FormatInfo {
    /// The format.
    pub format: Format,
    /// Its name in arguments.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Endings of file names that tell it.
    pub endings: &'static [&'static str],
    /// Whether records can be written in it.
    pub written: bool,
    /// Its grammar in EBNF.
    pub grammar: &'static str,
}

/// Every format; the first is taken where nothing tells another.
pub static FORMATS: &[FormatInfo] = &[
    FormatInfo {
        format: Format::Transcript,
        name: "transcript",
        about: "tag lines, then movetext; any number of records",
        endings: &["txt", "game"],
        written: true,
        grammar: include_str!("../../grammar/record.ebnf"),
    },
    FormatInfo {
        format: Format::Lines,
        name: "lines",
        about: "a list: one game a line, the rest of the line is a remark",
        endings: &["lines", "list"],
        written: true,
        grammar: include_str!("../../grammar/lines.ebnf"),
    },
    FormatInfo {
        format: Format::Csv,
        name: "csv",
        about: "a table: one game a row, moves in one column, tags in the others",
        endings: &["csv", "tsv"],
        written: false,
        grammar: include_str!("../../grammar/csv.ebnf"),
    },
    FormatInfo {
        format: Format::JsonLines,
        name: "jsonl",
        about: "JSON Lines: one object with `moves` a line, tags in its other keys; what `validate --format json` writes",
        endings: &["jsonl", "ndjson"],
        written: false,
        grammar: include_str!("../../grammar/jsonl.ebnf"),
    },
];

impl Format {
    /// The format of that name.
    pub fn named(name: &str) -> Option<Format> {
        FORMATS.iter().find(|info| info.name == name).map(|info| info.format)
    }

    /// Its name in arguments.
    pub fn name(self) -> &'static str {
        FORMATS.iter().find(|info| info.format == self).map_or("", |info| info.name)
    }

    /// The format that a file's name tells, if it tells one.
    pub fn of_file(name: &str) -> Option<Format> {
        let (_, ending) = name.rsplit_once('.')?;
        FORMATS.iter().find(|info| info.endings.contains(&ending)).map(|info| info.format)
    }
}
