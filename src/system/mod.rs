//! Notation systems: how plies are spelt. A system knows no game, and a game knows only its default system: it names
//! the kinds of tokens that it takes ([`Kind`]), and is written in every system with tokens of such a kind.
//!
//! To add a system: a file here, its `mod` line and its line in [`SYSTEMS`]. The file holds the table ([`SystemInfo`]),
//! with the reader [`Reader::Own`], and the code that reads and writes tokens ([`Notation`]). For instance `diagram.rs`.

mod cards;
mod columns;
mod diagram;
mod digits;
mod digits0;
mod ends;
mod go;
mod notation;
pub(crate) mod paths;
mod quick;
mod sgf;
pub(crate) mod squares;
mod xy;

use std::fmt;
use std::hash::{Hash, Hasher};

use crate::names::same;

pub(crate) use cards::begins_with_card;
pub use notation::{FirstRow, Grid, Kind, Named, NotRepresentable, Notation, Reader, Spacing, SystemInfo};
pub(crate) use quick::Quick;
pub use quick::QuickToken;

/// A way to write plies.
///
/// ```
/// use scoresheet::System;
/// assert_eq!(System::named("digits"), Some(System::DIGITS));
/// assert_eq!(System::SQUARES.name(), "squares");
/// ```
#[derive(Clone, Copy)]
pub struct System(&'static SystemInfo);

/// Every system that has a name in tags and arguments, in the order in which ties between them are settled (a game's default goes before all).
pub static SYSTEMS: &[System] = &[
    System::COLUMNS,
    System::SQUARES,
    System::DIGITS,
    System::DIGITS0,
    System::GO,
    System::SGF,
    System::XY,
    System::DIAGRAM,
    System::PATHS,
    System::ENDS,
    System::CARDS,
];

impl System {
    /// The system with that table, for one that is not in the list.
    #[doc(hidden)]
    pub const fn new(info: &'static SystemInfo) -> System {
        System(info)
    }

    /// The system of that name; capitals, spaces, hyphens and underscores do not matter.
    pub fn named(name: &str) -> Option<System> {
        SYSTEMS.iter().copied().find(|system| same(system.name(), name))
    }

    /// Its table.
    #[doc(hidden)]
    #[inline]
    pub fn info(self) -> &'static SystemInfo {
        self.0
    }

    /// Its name in tags and arguments.
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// What its tokens name.
    #[doc(hidden)]
    #[inline]
    pub fn kind(self) -> Kind {
        self.0.kind
    }

    /// Whether a record is one picture in it.
    #[doc(hidden)]
    pub fn is_diagram(self) -> bool {
        self.0.kind == Kind::Diagram
    }

    /// Whether plies follow each other with nothing between, so that turns have no numbers.
    #[inline]
    pub fn runs_together(self) -> bool {
        self.0.spacing == Spacing::Together
    }

    /// The most columns that the system can name; `None` if it can name those of any board.
    pub fn most_columns(self) -> Option<u8> {
        self.0.most_columns
    }

    /// Whether its plies name a column, but not the row where a piece lands.
    pub(crate) fn names_only_columns(self) -> bool {
        self.0.kind == Kind::Column
    }

    /// Whether the plies of a list need spaces between them.
    pub fn needs_spaces(self) -> bool {
        self.0.spacing == Spacing::Apart
    }

    /// What separates the plies of a turn: a space if a comma is part of a ply.
    pub fn separator(self) -> &'static str {
        if self.0.commas { " " } else { ", " }
    }
}

/// Reading and writing, for games.
impl System {
    /// See [`Notation::read`].
    #[doc(hidden)]
    #[inline(always)]
    pub fn read(self, token: &str, grid: Grid) -> Option<Named> {
        match self.0.reader {
            Reader::Columns => columns::read(token).map(Named::Column),
            Reader::Squares => squares::read(token).map(|(column, row)| Named::Square(column, row)),
            Reader::Digits => digits::read::<b'1'>(token).map(Named::Column),
            Reader::Digits0 => digits::read::<b'0'>(token).map(Named::Column),
            Reader::Go => go::read(token).map(|(column, row)| Named::Point(column, row)),
            Reader::Sgf => sgf::read(token, grid).map(|(column, row)| Named::Square(column, row)),
            Reader::Xy => xy::read(token, grid).map(|(column, row)| Named::Point(column, row)),
            Reader::Paths | Reader::Ends => None,
            Reader::Own(notation) => notation.read(token, grid),
        }
    }

    /// See [`Notation::write`].
    #[doc(hidden)]
    #[inline]
    pub fn write(self, named: Named, grid: Grid, out: &mut String) -> Result<(), NotRepresentable> {
        match self.0.reader {
            Reader::Columns => columns::Columns.write(named, grid, out),
            Reader::Squares => squares::Squares.write(named, grid, out),
            Reader::Digits => digits::Digits::<b'1'>.write(named, grid, out),
            Reader::Go => go::Go.write(named, grid, out),
            reader => reader.notation().write(named, grid, out),
        }
    }

    /// See [`Notation::read_path`].
    #[doc(hidden)]
    #[inline(always)]
    pub fn read_path(self, token: &str, grid: Grid, mut each: impl FnMut(u8, i16)) -> bool {
        match self.0.reader {
            Reader::Paths => paths::read(token, each),
            Reader::Ends => ends::read(token, each),
            Reader::Own(notation) => notation.read_path(token, grid, &mut each),
            _ => false,
        }
    }

    /// See [`Notation::write_path`].
    #[doc(hidden)]
    pub fn write_path(
        self,
        mut squares: impl Iterator<Item = (u8, i16)>,
        grid: Grid,
        out: &mut String,
    ) -> Result<(), NotRepresentable> {
        self.0.reader.notation().write_path(&mut squares, grid, out)
    }

    /// The length of the first ply of `run`, in which plies follow each other without spaces: at least one character.
    #[inline]
    pub(crate) fn first_ply(self, run: &str) -> usize {
        if let Some(pass) = leading_pass(run) {
            return pass;
        }
        match self.0.reader {
            Reader::Columns => columns::first_ply(run),
            Reader::Squares | Reader::Go => squares::first_ply(run),
            Reader::Digits | Reader::Digits0 => digits::first_ply(run),
            Reader::Sgf => sgf::first_ply(run),
            Reader::Xy | Reader::Paths | Reader::Ends => run.len(),
            Reader::Own(notation) => {
                let length = notation.first_ply(run);
                if length > 0 && run.is_char_boundary(length) { length } else { run.len() }
            }
        }
    }

    /// Whether a word may be a ply of the system, judged by its first two characters: `false` is certain.
    #[inline]
    pub(crate) fn may_begin(self, word: &str) -> bool {
        match (self.0.reader, word.as_bytes()) {
            // A pass, or a sign that a game sets before a ply.
            (_, [first, ..]) if !first.is_ascii_alphanumeric() => true,
            (Reader::Digits | Reader::Digits0, [first, ..]) => first.is_ascii_digit(),
            (Reader::Squares | Reader::Go | Reader::Sgf | Reader::Xy, [_]) => false,
            (Reader::Columns | Reader::Sgf, [_, second]) => !second.is_ascii_digit(),
            // `h8`, however it goes on.
            (Reader::Xy, [first, second, ..]) => !(first.is_ascii_alphabetic() && second.is_ascii_digit()),
            (Reader::Go, [first, second, ..]) => !(first.is_ascii_lowercase() && second.is_ascii_digit()),
            _ => true,
        }
    }

    /// Whether a word of movetext may be a run of plies, judged by its beginning. In other systems a word is one ply
    /// and may begin in any way.
    pub(crate) fn may_be_run(self, word: &str) -> bool {
        !self.runs_together() || word.starts_with(is_dash) || self.0.reader.notation().begins_run(word)
    }
}

impl Reader {
    /// The reader through a pointer, for rare tasks.
    fn notation(self) -> &'static dyn Notation {
        match self {
            Reader::Columns => &columns::Columns,
            Reader::Squares => &squares::Squares,
            Reader::Digits => &digits::Digits::<b'1'>,
            Reader::Digits0 => &digits::Digits::<b'0'>,
            Reader::Go => &go::Go,
            Reader::Sgf => &sgf::Sgf,
            Reader::Xy => &xy::Xy,
            Reader::Paths => &paths::Paths,
            Reader::Ends => &ends::Ends,
            Reader::Own(notation) => notation,
        }
    }
}

/// A pass as this program writes it.
pub const PASS: &str = "--";

/// Whether a token is a pass, also with the dashes that word processors make: `pass ::= "--"`.
pub fn is_pass(token: &str) -> bool {
    let mut letters = token.chars();
    letters.next().is_some_and(is_dash) && letters.next().is_some_and(is_dash) && letters.next().is_none()
}

/// The length of the pass at the front of a run.
fn leading_pass(run: &str) -> Option<usize> {
    let mut letters = run.char_indices();
    let [first, second] = [letters.next()?.1, letters.next()?.1];
    (is_dash(first) && is_dash(second)).then(|| letters.offset())
}

/// `dash ::= '-' | #x2013 | #x2014`
fn is_dash(letter: char) -> bool {
    matches!(letter, '-' | '–' | '—')
}

/// How many letters there are to name columns and rows: as many as a board can have.
const LETTERS: u8 = 26;

/// The letter of a column or row from 0.
fn letter(index: u8) -> Option<char> {
    (index < LETTERS).then(|| char::from(b'a' + index))
}

/// The bytes of the character at the front of a run that is not empty.
fn first_letter(run: &str) -> usize {
    run.chars().next().map_or(0, char::len_utf8)
}

impl PartialEq for System {
    fn eq(&self, other: &System) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for System {}

impl Hash for System {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.0.name.hash(hasher);
    }
}

impl fmt::Display for System {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

impl fmt::Debug for System {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRIDS: [Grid; 2] = [
        Grid { columns: 9, rows: 6, first_row: FirstRow::Bottom },
        Grid { columns: 9, rows: 6, first_row: FirstRow::Top },
    ];

    #[test]
    fn every_system_is_found_by_its_name() {
        for system in SYSTEMS {
            assert_eq!(System::named(system.name()), Some(*system));
            assert_eq!(SYSTEMS.iter().filter(|other| *other == system).count(), 1);
        }
    }

    #[test]
    fn the_short_way_reads_what_the_notation_reads() {
        let tokens = ["c", "C", "3", "0", "c1", "C12", "J10", "cf", "7,7", "a1-b2", "a1-b2-c3", "--", "pawn", "é"];
        for system in SYSTEMS {
            let (notation, mut read) = (system.info().reader.notation(), 0);
            for (token, grid) in tokens.into_iter().flat_map(|token| GRIDS.map(|grid| (token, grid))) {
                assert_eq!(system.read(token, grid), notation.read(token, grid), "{token} in {system}");
                let (mut one, mut other) = (Vec::new(), Vec::new());
                let whole = system.read_path(token, grid, |column, row| one.push((column, row)));
                let same = notation.read_path(token, grid, &mut |column, row| other.push((column, row)));
                assert_eq!((whole, &one), (same, &other), "{token} in {system}");
                if leading_pass(token).is_none() {
                    assert_eq!(system.first_ply(token), notation.first_ply(token), "{token} in {system}");
                }
                read += u32::from(whole || system.read(token, grid).is_some());
            }
            assert_eq!(read > 0, !matches!(system.kind(), Kind::Cards | Kind::Diagram), "{system}");
        }
    }

    #[test]
    fn what_is_written_is_read_back() {
        for (system, grid) in SYSTEMS.iter().flat_map(|system| GRIDS.map(|grid| (system, grid))) {
            let name = |column, row| match system.kind() {
                Kind::Column => Some(Named::Column(column)),
                Kind::Square => Some(Named::Square(column, row)),
                Kind::Point => Some(Named::Point(column, row)),
                _ => None,
            };
            let places = (0..grid.columns).flat_map(|column| (0..i16::from(grid.rows)).map(move |row| (column, row)));
            for named in places.clone().filter_map(|(column, row)| name(column, row)) {
                let mut token = String::new();
                assert_eq!(system.write(named, grid, &mut token), Ok(()), "{named:?} in {system}");
                assert_eq!(system.read(&token, grid), Some(named), "{token} in {system}");
            }
            if matches!(system.kind(), Kind::Path | Kind::Ends) {
                let (squares, mut token, mut back) = ([(0, 0), (8, 5)], String::new(), Vec::new());
                assert_eq!(system.write_path(squares.into_iter(), grid, &mut token), Ok(()));
                assert!(system.read_path(&token, grid, |column, row| back.push((column, row))));
                assert_eq!(back, squares);
            }
        }
    }

    #[test]
    fn passes_are_told_by_their_dashes() {
        assert!(is_pass("--") && is_pass("––") && !is_pass("-") && !is_pass("---"));
        assert_eq!((leading_pass("--c"), leading_pass("–—"), leading_pass("-c")), (Some(2), Some(6), None));
    }
}
