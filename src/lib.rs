//! Transcripts of abstract board games: validated ply by ply, converted between notation systems, shown.
//!
//! ```
//! use scoresheet::{Defaults, validate};
//!
//! let text = "[Game \"forza4\"]\n\n1. c, e; 2. c, c; 3. d, d; 4. b, e; 5. a";
//! let reports = validate(text.as_bytes(), "games.txt", Defaults::default())?;
//! assert!(reports[0].valid && reports[0].plies == 9);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! An illegal ply is data, not an `Err`: it is found, explained and placed.
//!
//! ```
//! use scoresheet::{Defaults, validate};
//!
//! let text = "[Game \"forza4\"]\n[Board \"5x4\"]\n\n1. c, c; 2. c, c; 3. c";
//! let reports = validate(text.as_bytes(), "games.txt", Defaults::default())?;
//! let fault = &reports[0].diagnostics[0];
//! assert_eq!((fault.code, fault.ply, fault.line), ("column-full", Some(5), 4));
//! assert_eq!(fault.message, "c is full: four pieces stand in it");
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Records are converted between notation systems and written in canonical form:
//!
//! ```
//! use scoresheet::{Checker, Defaults, System, Target, convert, formats::{Records, transcript::Transcripts}};
//!
//! let mut records = Transcripts::new(&b"[Game \"forza4\"]\n\nc e c c d"[..], 1 << 20)?;
//! let (mut checker, mut out) = (Checker::new(Defaults::default()), Vec::new());
//! let target = Target { system: Some(System::SQUARES), ..Target::default() };
//! while let Some(record) = records.next()? {
//!     convert(&record, &mut checker, target, &mut (), &mut out);
//! }
//! assert_eq!(String::from_utf8_lossy(&out), "[Game \"forza4\"]\n[Notation \"squares\"]\n\n1. c1, e1; 2. c2, c3; 3. d1\n");
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! # Where to begin
//!
//! | what you want | where it is |
//! | --- | --- |
//! | judge a whole transcript | [`validate`] |
//! | read records of any format one by one, judge, convert or keep them | [`records`], which gives [`OwnedRecord`]s |
//! | what is said of a record: verdict, plies, outcome, faults with their places | [`Report`] |
//! | play a game ply by ply, ask for legal plies, see what stands where | [`Position`] |
//! | the positions of a record, one after the other | [`OwnedRecord::replay`], then [`Position::after`] |
//! | convert millions of records without keeping any | [`convert`](fn@convert) and [`Converter`] |
//! | judge parts of one large file in several processes | [`ranges`] |
//! | draw a position | [`diagram`], or [`Position::to_svg`] |
//! | write a record as JSON | `serde_json`, or [`report::json`] |
//!
//! # The house
//!
//! The data flows one way:
//!
//! ```text
//! bytes -> Source -> format reader -> Record with spans -> notation, rules (a game) -> replay -> writers
//! ```
//!
//! Each room may know the rooms in its last column, and whatever these may know; `tests/rooms.rs` reads this table and
//! fails where a file knows more. Rows stand from the ground up, so no two rooms know each other.
//!
//! | room | what is in it | what it may know |
//! | --- | --- | --- |
//! | `source` | blocks of bytes, offsets, lines | nothing |
//! | `visible` | text of others, so that it steers no terminal | nothing |
//! | `xml` | text within XML | nothing |
//! | `names` | when two names are the same | nothing |
//! | `within` | where a part of a text stands in it | nothing |
//! | `counted` | numbers of things in words, `2 plies`, and numbers in plain digits | nothing |
//! | `tail` | the end of a text that grows by a few bytes at a time | nothing |
//! | `temporary` | files without a name, for what does not fit in memory | nothing |
//! | `archive` | files in folders, compression, archives: from paths to texts | `names`, `temporary`, `visible` |
//! | [`diagnostic`] | what is said of a record: a code, a place, a text; where it goes | `visible` |
//! | `codes` | the codes and rules that every game shares | `diagnostic` |
//! | `system` | notation systems, one file each: how plies are spelt | `counted`, `names` |
//! | `board` | sizes, squares, lines and what Renju forbids in them, position rows, symmetries | `counted`, `within` |
//! | [`scene`] | a drawing of a position as data | `board` |
//! | [`record`] | tags and tokens with their places | `codes`, `counted`, `system`, `within` |
//! | `tags` | which tags are known, and which was meant | `record` |
//! | `edit` | tags changed before a record is judged | `source`, `tags` |
//! | [`formats`] | bytes to records, one file a format | `board`, `source`, `tags` |
//! | `game` | what a game is: the traits | `record`, `scene` |
//! | `games` | one folder a game | `game` |
//! | `engine` | the registry, from tags to a setting, the driver: one record through one game | `games`, `tags` |
//! | `game_key` | 16 bytes that tell whether two games are the same | `engine` |
//! | `canonical` | a record as text in canonical form | `engine`, `formats`, `tail` |
//! | `check` | the judge: setting, notation, replay | `canonical` |
//! | `input` | from a reader to records, whatever the format | `check` |
//! | [`diagram`] | figures as text, SVG, PNG, GIF and PDF | `game`, `xml` |
//! | [`mod@report`] | what is said of a record, for people and programs | `check`, `diagram`, `source`, `visible` |
//! | `figures` | figures of positions, taken as a replay passes | `report` |
//! | `mend` | what a damaged record may have been: proposals, each judged | `report` |
//! | `convert` | records in other notation systems and formats | `check`, `xml` |
//! | `page` | a page of HTML that replays records | `convert`, `mend` |
//! | `template` | a record to be filled in | `report` |
//! | [`position`] | a position that is played ply by ply | `figures` |
//! | [`reading`] | records that own their text, judged on demand | `convert`, `input`, `position` |
//! | [`ranges`] | which records begin in a range of a file's bytes | `reading` |
//! | `parallel` | every record of many inputs, on several threads, in order | `archive`, `input` |
//! | `collate` | copies of the same games compared, and one text made of them | `convert`, `parallel`, `report` |
//! | `audit` | archives judged, and converted, on several threads | `collate`, `edit`, `game_key`, `page`, `ranges` |
//! | `select` | which records an expression means | `convert`, `game_key`, `parallel`, `report`, `temporary` |
//! | `tree` | how often each ply was played from a position on | `select` |
//! | `commands` | files, terminal, exit codes | all |
//!
//! Games know no formats, formats know no games, and only `commands` and `main` know the terminal.
//!
//! # Features
//!
//! All are on by default. Without any, the crate needs `chardetng`, `csv-core`, `encoding_rs`, `itoa`, `memchr`, `rustc-hash`, `self_cell`,
//! `serde`, `serde_json` and `simdutf8`.
//!
//! | feature | what it adds |
//! | --- | --- |
//! | `cli` | the program: `commands`, `report::human`; it needs all other features |
//! | `archive` | files, folders and compressed archives on several threads: `archive`, `audit`, `collate`, `edit`, `game_key`, `parallel`, `select` and `tree`; it needs `page` |
//! | `page` | `page`: an HTML page that replays records |
//! | `pictures` | `diagram::png`, `diagram::gif` and `diagram::pdf`, with their fonts; text and SVG need no feature |
//!
//! # What is documented
//!
//! Modules that programs seldom need are public for tests and left out of this documentation, and may change in any
//! version: `cargo doc --no-deps -- -Z unstable-options --document-hidden-items` shows them.
//!
//! # Adding things
//!
//! - **A game**: copy the smallest folder in `games/`, add its `mod` line in `games/mod.rs` and its line in
//!   `engine/registry.rs`; samples for each of its codes in `samples/`, cases in `tests/cases/`. `tests/toy_game.rs` is a
//!   whole game in one file.
//! - **A notation system**: one file in `system`, its `mod` line and its line in `system::SYSTEMS`, its grammar in
//!   `grammar/`. The file holds what there is to tell of the system and the code that reads and writes its tokens. No game
//!   is touched: a game says which kinds of token it takes (`system::Kind`). `tests/toy_system.rs` shows three.
//! - **A file format**: one file in [`formats`], which implements [`formats::FileFormat`] and names its
//!   [`formats::Format`], and its line in [`formats::FORMATS`]; a grammar, a sample. A format of another program usually
//!   implements `PieceFormat` instead, in `formats/pieces`, which does the rest. If its files can be cut into parts, a
//!   [`formats::Partition`]: audits then read them on several threads. If it is written, a writer in
//!   `convert` and its line in `convert/writers.rs`. A format of rows says only what a row means
//!   ([`formats::sheets`] does the rest). `tests/toy_format.rs` is a whole format in one file.
//! - **A code**: one static beside the code that reports it, its name in the game's table (or in `codes::SHARED`), a
//!   record in `samples/catalogue.txt`. If a ply can break a rule in a new way, also a variant of the game's `Violation`:
//!   the compiler then asks for its rule and its explanation.
//! - **A way to end**: one static in the game's table and its name in `endings`.
//! - **A command**: one file in `commands` and its variant there.
//! - **A theme of pictures**: one static in [`diagram::theme`] and its place in `THEMES`; tests measure its colours. Pieces of a colour that no
//!   game had: one line in [`scene::Paint`] and one in each theme.

#![deny(missing_docs)]
#![cfg_attr(
    not(feature = "archive"),
    allow(dead_code, reason = "only audits read inputs in parts; nobody else needs the functions for that")
)]

#[doc(hidden)]
pub mod source;

#[doc(hidden)]
pub mod visible;

mod counted;
mod within;

mod tail;

mod xml;

#[cfg(feature = "archive")]
mod temporary;

#[cfg(feature = "archive")]
#[doc(hidden)]
pub mod archive;

pub mod diagnostic;

#[doc(hidden)]
pub mod codes;

#[doc(hidden)]
pub mod names;

pub mod record;

#[doc(hidden)]
pub mod tags;

pub mod formats;

#[doc(hidden)]
pub mod system;

#[doc(hidden)]
pub mod board;

pub mod scene;

#[doc(hidden)]
pub mod game;

mod games;

#[doc(hidden)]
pub mod engine;

#[cfg(feature = "archive")]
#[doc(hidden)]
pub mod game_key;

mod canonical;

#[doc(hidden)]
pub mod check;

#[doc(hidden)]
pub mod mend;

#[cfg(feature = "archive")]
#[doc(hidden)]
pub mod parallel;

#[cfg(feature = "archive")]
#[doc(hidden)]
pub mod tree;

#[cfg(feature = "archive")]
#[doc(hidden)]
pub mod collate;

#[cfg(feature = "archive")]
pub mod audit;

#[doc(hidden)]
pub mod convert;

#[cfg(feature = "archive")]
#[doc(hidden)]
pub mod edit;

#[cfg(feature = "archive")]
#[doc(hidden)]
pub mod select;

pub mod diagram;

#[doc(hidden)]
pub mod figures;

#[cfg(feature = "page")]
pub mod page;

#[doc(hidden)]
pub mod input;

pub mod report;

#[doc(hidden)]
pub mod template;

pub mod position;

pub mod reading;

pub mod ranges;

#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod commands;

use std::io;

pub use board::{Size, Square};
pub use check::Checker;
pub use convert::{Conversion, Converter, Target, convert};
pub use diagnostic::{Code, Diagnostic, MAX_DIAGNOSTICS, Severity, Sink};
#[doc(hidden)]
pub use engine::registry;
pub use engine::{Defaults, Verdict};
pub use game::{Ending, Outcome, Side};
pub use position::{Illegal, Position};
pub use reading::{OwnedRecord, Reading, records};
pub use record::Record;
pub use report::{Report, report};
#[doc(inline)]
pub use source::MAX_RECORD;

pub use system::System;

use formats::Records;
use formats::transcript::Transcripts;

/// Judges every record of a transcript; `file` is its name in the reports. Each report holds at most
/// [`MAX_DIAGNOSTICS`] and says how many more there are.
///
/// # Errors
/// Fails if `reader` fails. Faults of the records are in their reports.
pub fn validate(reader: impl io::Read, file: &str, defaults: Defaults) -> io::Result<Vec<Report>> {
    let mut records = Transcripts::new(reader, MAX_RECORD)?;
    let mut checker = Checker::new(defaults);
    let mut reports = Vec::new();
    while let Some(record) = records.next()? {
        reports.push(report(file, &record, &mut checker));
    }
    Ok(reports)
}

/// The programs in the documents, which are compiled, and run where they need no files.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[doc = include_str!("../docs/guide/library.md")]
pub struct Documents;
