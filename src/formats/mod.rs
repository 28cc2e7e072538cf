//! File formats. A format knows bytes but no games: it fills a [`Record`] with tags and tokens.
//!
//! [`FileFormat`] describes a format, [`Records`] reads it, and [`Partition`] cuts a large input of it into parts that
//! several threads read. A [`Format`] is passed around like a name.
//!
//! To add a format: one file here, and its line in [`FORMATS`]. A format for output also has a writer in
//! [`convert`](mod@crate::convert).

mod ban;
mod bots_json;
mod by_line;
pub mod csv;
pub(crate) mod cutter;
mod dt5;
mod encoding;
mod fields;
pub(crate) mod foreign;
mod gctl_json;
#[doc(hidden)]
pub mod guide;
mod halma_log;
mod info;
mod json;
pub mod jsonl;
mod kaggle;
mod kif;
pub mod lines;
mod ludii;
mod lws;
mod made;
mod nrf;
mod offsets;
mod openspiel;
mod partition;
mod pieces;
mod piskvork_rec;
mod plain;
mod playok;
mod points;
mod pos;
pub(crate) mod psq;
pub(crate) mod recoded;
pub(crate) mod renlib;
pub(crate) mod rif;
mod rnj;
mod rows;
mod rseq_json;
mod sav;
pub mod sgf;
pub mod sheets;
pub mod strange;
pub mod transcript;

use std::fmt;
use std::io::{self, Read};
use std::ops::{Deref, Range};
use std::sync::Arc;

#[doc(hidden)]
pub use encoding::{Found, named as encoding_named};
pub use info::FormatInfo;
pub use partition::{Input, Partition, RangeSearch, Start};

use crate::board::Size;
use crate::diagnostic::Text;
use crate::names::same;
use crate::record::{KeptRecord, Place, Record};
use crate::source::without_mark;

/// Reads records one by one, each in two steps: its header, which is enough for most records, and its body.
pub trait Records {
    /// Moves to the next record and reads its header; `false` at the end of the input.
    ///
    /// # Errors
    /// Fails only if the input cannot be read; faults of the text are in the record.
    fn advance(&mut self) -> io::Result<bool>;

    /// Moves to the next record, of which the caller wants only the [place](Records::extent); `false` at the end of the
    /// input.
    ///
    /// # Errors
    /// See [`Records::advance`].
    fn locate(&mut self) -> io::Result<bool> {
        self.advance()
    }

    /// The record at hand: its tags, and its body as bare text from [`Parts::body`](crate::record::Parts::body) on.
    fn header(&self) -> Record<'_>;

    /// From the next record on, lets headers hold only what verdicts depend on: a header may leave out tags that no
    /// verdict depends on ([`tags::is_judged`](crate::tags::is_judged)), the texts of notes, its line, and the places
    /// of its parts in the file. [`Records::record`] has all of it.
    fn be_brief(&mut self) {}

    /// The bytes of the input that the record at hand takes up, with the white space after it up to the next.
    fn extent(&self) -> Range<u64>;

    /// The bytes of the record at hand as they stand in the input; empty if they were too many to hold.
    fn raw(&self) -> &[u8];

    /// The line end of the record at hand as it stands in the input, where [`Records::raw`] leaves it out.
    fn line_end(&self) -> &[u8] {
        &[]
    }

    /// The line above the record at hand that holds for it (see [`Above`](crate::record::Above)), without its line end;
    /// most formats have none.
    fn above(&self) -> &[u8] {
        &[]
    }

    /// The record at hand with its body cut into tokens.
    fn record(&mut self) -> Record<'_>;

    /// The record at hand for a caller who wants only its [notes](crate::record::Parts::notes). Whatever else a
    /// [brief](Records::be_brief) header leaves out may be missing.
    fn noted(&mut self) -> Record<'_> {
        self.record()
    }

    /// Where the record at hand begins. A reader that gets this [`Start`] begins with the same record.
    fn start(&self) -> Start {
        let Place { line, indent, .. } = self.header().place;
        Start { offset: self.extent().start, line, indent, glued: false }
    }

    /// How the input is read on from the record at hand, if lines above it hold for it.
    fn partition(&self) -> Option<Arc<dyn Partition>> {
        None
    }

    /// The reader as a [`Sampled`] one, if all its records are written in one notation system: that system is detected
    /// in the first records before any is judged.
    fn sampled(&mut self) -> Option<&mut dyn Sampled> {
        None
    }

    /// The next record whole, or `None` at the end of the input.
    ///
    /// # Errors
    /// See [`Records::advance`].
    fn next(&mut self) -> io::Result<Option<Record<'_>>> {
        Ok(if self.advance()? { Some(self.record()) } else { None })
    }
}

/// The message for something in a file, a `record` for instance, that is longer than records may be.
fn too_long(what: &str, length: usize, most: usize) -> Text {
    Text::new(format!("this {what} is {length} bytes long; the limit is {most}"))
        .help("raise the limit with --max-record")
}

/// Readers of inputs that have one notation system from end to end: a judge may look ahead at the next records.
pub trait Sampled: Records {
    /// Up to `games` of the next records, without moving on to them; in a large input, only records near its start.
    ///
    /// # Errors
    /// Fails if the input cannot be read.
    fn sample(&mut self, games: usize) -> io::Result<Vec<KeptRecord>>;
}

/// What the caller knows of inputs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Given {
    /// The column or key that holds the moves: its name, or the number of the column from 1.
    pub moves: Option<String>,
    /// The delimiter between the cells of a table.
    pub delimiter: Option<u8>,
    /// Whether the first row of a table is a game, not the columns' names.
    pub no_header: bool,
    /// The encoding, if the caller names it.
    pub encoding: Option<&'static encoding_rs::Encoding>,
    /// The name of the file: some formats take from it what the file itself does not say.
    pub file: Option<String>,
    /// The game, if the caller names it.
    pub game: Option<String>,
    /// The variant, if the caller names it.
    pub variant: Option<String>,
    /// Whether each line of a tree becomes a record of its own, if the format can do that.
    pub leaves: bool,
    /// The board, if the caller names it: some formats do not say how large it is.
    pub board: Option<Size>,
    /// The formats that can be found by name or by the ending of a file's name; [`FORMATS`] by default.
    pub formats: &'static [Format],
}

impl Default for Given {
    fn default() -> Given {
        Given {
            moves: None,
            delimiter: None,
            no_header: false,
            encoding: None,
            file: None,
            game: None,
            variant: None,
            leaves: false,
            board: None,
            formats: FORMATS,
        }
    }
}

/// The description of a file format: how to present it, recognise its files and read them. Its methods are called once
/// for each input, never for each record.
///
/// A format that implements only the methods without a default is read by one thread from end to end.
pub trait FileFormat: fmt::Debug + Sync {
    /// The facts about it: its name, its endings and more.
    fn info(&self) -> &FormatInfo;

    /// Whether an input that begins with `head` is certainly of this format, even if its name says otherwise. `head` is
    /// the whole input or its start.
    fn recognises(&self, head: &[u8]) -> bool {
        let _ = head;
        false
    }

    /// Whether an input is of this format although no format recognises it and its name says nothing, for instance a
    /// table in a file `games.txt`. `head` is its start, of UTF-16 as UTF-8.
    fn fits(&self, head: &[u8]) -> bool {
        let _ = head;
        false
    }

    /// Whether an input may be recognised as this format if the caller names its game. A format of bare numbers, which
    /// says nothing about its game, accepts only its own.
    fn holds_game(&self, game: &str) -> bool {
        let _ = game;
        true
    }

    /// Whether an input that no format recognises may be of this format because its name says so. `head` is its start;
    /// `is_whole`: all of it.
    fn may_be(&self, head: &[u8], is_whole: bool) -> bool {
        let _ = (head, is_whole);
        true
    }

    /// Whether an input found in a folder or an archive holds no records, although its name says this format. `head` is
    /// its start, of UTF-16 as UTF-8.
    fn holds_none(&self, head: &[u8], given: &Given) -> bool {
        let _ = (head, given);
        false
    }

    /// Whether these bytes of a record, the first of its file, are a record by themselves also after other records. A
    /// transcript without tags would go on with the record before it.
    fn follows_others(&self, record: &[u8]) -> bool {
        let _ = record;
        true
    }

    /// Reads an input from its start: records of at most `most` bytes each.
    ///
    /// # Errors
    /// Fails if `reader` fails, or if no records can be read from such an input, for instance a table without moves.
    fn open<'r>(&self, reader: Box<dyn Read + 'r>, most: usize, given: &Given) -> io::Result<Box<dyn Records + 'r>>;

    /// How inputs are cut into parts that several threads read; `None` if they cannot be cut.
    fn partition(&self, most: usize, given: &Given) -> Option<Arc<dyn Partition>> {
        let _ = (most, given);
        None
    }

    /// Reads the bytes that a report has kept of one record (see [`Original`](crate::record::Original)) into `record`.
    /// Before the call `record` is empty, or holds the tags of the report if the bytes [hold
    /// none](FormatInfo::holds_tags); then the format adds only the body. `glued`: the record began in the middle of a
    /// line. `Ok(false)`: the bytes are not a record.
    ///
    /// # Errors
    /// Says what is wrong with the bytes, and where.
    fn restore(&self, bytes: &[u8], glued: bool, record: &mut KeptRecord) -> Result<bool, (Range<usize>, Text)> {
        let _ = glued;
        let Ok(mut records) = self.open(Box::new(bytes), bytes.len() + 1, &Given::default()) else { return Ok(false) };
        if !records.advance().is_ok_and(|more| more) {
            return Ok(false);
        }
        let found = records.header();
        record.text.push_str(found.text);
        record.parts.clone_from(found.parts);
        Ok(true)
    }
}

/// A file format: its description, passed around like a name. The format's own file names it:
/// `Format::LINES`, for example, is in [`lines`].
///
/// ```
/// use scoresheet::formats::Format;
///
/// let format = Format::named("lines").expect("a format");
/// assert_eq!((format, format.info().endings), (Format::LINES, &["lines", "list"][..]));
/// ```
#[derive(Clone, Copy)]
pub struct Format(&'static dyn FileFormat);

/// Every format.
pub static FORMATS: &[Format] = &[
    Format::TRANSCRIPT,
    Format::LINES,
    Format::CSV,
    Format::JSON_LINES,
    Format::SGF,
    Format::PSQ,
    Format::HALMA_LOG,
    Format::LUDII,
    Format::KAGGLE,
    Format::OPENSPIEL,
    Format::BOTS_JSON,
    Format::GCTL_JSON,
    Format::RSEQ_JSON,
    Format::RENLIB,
    Format::PLAYOK,
    Format::RIF,
    Format::PISKVORK_REC,
    Format::OFFSETS,
    Format::POS,
    Format::SAV,
    Format::BAN,
    Format::DT5,
    Format::LWS,
    Format::RNJ,
    Format::NRF,
    Format::KIF,
];

impl Format {
    /// The format with this description. Two formats are the same if they have the same name.
    pub const fn new(says: &'static dyn FileFormat) -> Format {
        Format(says)
    }

    /// The facts about it: its name, its endings and more.
    pub fn info(self) -> &'static FormatInfo {
        self.0.info()
    }

    /// Its name in arguments and reports.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The format of that name; capitals, spaces, hyphens and underscores do not matter.
    pub fn named(name: &str) -> Option<Format> {
        Format::named_among(FORMATS, name)
    }

    /// The format with that name among these.
    pub fn named_among(formats: &[Format], name: &str) -> Option<Format> {
        formats.iter().find(|format| same(format.name(), name)).copied()
    }

    /// The format that a file's name indicates, if any.
    pub fn of_file(name: &str) -> Option<Format> {
        Format::of_file_among(FORMATS, name)
    }

    /// The format among `formats` that the ending of `name` belongs to.
    pub fn of_file_among(formats: &[Format], name: &str) -> Option<Format> {
        let (_, ending) = name.rsplit_once('.')?;
        let is_ending = |known: &&str| known.eq_ignore_ascii_case(ending);
        formats.iter().find(|format| format.info().endings.iter().any(is_ending)).copied()
    }

    /// The first of these formats that [recognises](FileFormat::recognises) the start of an input, or what is there
    /// after a byte-order mark and blank lines.
    pub fn of_head_among(formats: &[Format], head: &[u8]) -> Option<Format> {
        let bare = without_mark(head).trim_ascii_start();
        let recognises = |head: &[u8]| formats.iter().find(|format| format.recognises(head)).copied();
        recognises(head).or_else(|| recognises(bare).filter(|_| bare.len() < head.len()))
    }
}

/// The name of the file at `path` without folder, archive and ending, if it has this ending, in capitals or not. The
/// ending of a compressed file may follow: with the ending `psq`, `games.zip:1_2_3_1.psq.gz` gives `1_2_3_1`.
fn bare_name<'p>(path: &'p str, ending: &str) -> Option<&'p str> {
    let without_ending = |name: &'p str| {
        let (name, found) = name.rsplit_once('.')?;
        Some((name, found.eq_ignore_ascii_case(ending)))
    };
    let own = path.rsplit(['/', '\\', ':']).next()?;
    let (name, is_it) = without_ending(own)?;
    if is_it { Some(name) } else { without_ending(name).filter(|(_, is_it)| *is_it).map(|(name, _)| name) }
}

/// The transcript: the format if nothing indicates another one.
impl Default for Format {
    fn default() -> Format {
        Format::TRANSCRIPT
    }
}

impl Deref for Format {
    type Target = dyn FileFormat;

    fn deref(&self) -> &Self::Target {
        self.0
    }
}

impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Format {}

impl std::hash::Hash for Format {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        self.name().hash(hasher);
    }
}

impl fmt::Debug for Format {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Format").field(&self.name()).finish()
    }
}
