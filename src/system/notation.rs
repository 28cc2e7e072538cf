//! What a notation system is: a table with what there is to tell of it, and the code that reads and writes its tokens.

use std::fmt;

use super::columns::Columns;
use super::digits::Digits;
use super::ends::Ends;
use super::go::Go;
use super::paths::Paths;
use super::sgf::Sgf;
use super::squares::Squares;
use super::xy::Xy;

/// A ply that the notation system asked for cannot say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotRepresentable;

/// All there is to tell of a notation system: one static table each.
///
/// A table says what is special and takes the rest from [`SystemInfo::PLAIN`].
#[derive(Debug, Clone, Copy)]
pub struct SystemInfo {
    /// Its name in tags and arguments. Two systems of one name are the same.
    pub name: &'static str,
    /// What a token of it is.
    pub token: &'static str,
    /// A token or a few.
    pub example: &'static str,
    /// Its grammar in EBNF.
    pub grammar: &'static str,
    /// What its tokens name. Every game that takes such tokens is written in it.
    pub kind: Kind,
    /// Whether games add signs of their own to its tokens: `c*` in Plus 4, `swap k11` in Gomoku.
    pub signs: bool,
    /// Whether a comma is part of a token, as in `7,7`, so that spaces part the plies of a turn.
    pub commas: bool,
    /// Whether its canonical tokens begin with capital letters.
    pub capitals: bool,
    /// What stands between plies.
    pub spacing: Spacing,
    /// The most columns that a board may have for every one to have a sign; `None`: any board will do.
    pub most_columns: Option<u8>,
    /// Who reads and writes its tokens.
    pub reader: Reader,
}

impl SystemInfo {
    /// A system that names columns and has nothing special; its name, its words and its reader are still to be given.
    pub const PLAIN: SystemInfo = SystemInfo {
        name: "",
        token: "",
        example: "",
        grammar: "",
        kind: Kind::Column,
        signs: false,
        commas: false,
        capitals: false,
        spacing: Spacing::Apart,
        most_columns: None,
        reader: Reader::Own(&Nothing),
    };
}

/// What the tokens of a system name. A game says which kinds it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A column alone, into which a piece falls.
    Column,
    /// A square.
    Square,
    /// A point where two lines cross: a square as only games of stones write it.
    Point,
    /// All squares of a ply.
    Path,
    /// The first and the last square of a ply.
    Ends,
    /// Cards and what is done with them, which the game itself reads and writes.
    Cards,
    /// All plies of a record, as one picture.
    Diagram,
}

/// What stands between the plies of a system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Spacing {
    /// Plies stand one behind the other everywhere, so that turns have no numbers: `33543`.
    Together,
    /// In lists plies may stand one behind the other, `h8g10`, elsewhere not.
    TogetherInLists,
    /// Something stands between plies everywhere.
    Apart,
}

/// What one token names. Whether the board has it is for the rules to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// A column, from 0.
    Column(u8),
    /// A square: column and row from 0, the row in the order in which the board numbers its rows.
    Square(u8, i16),
    /// The same, from a system whose kind is [`Kind::Point`].
    Point(u8, i16),
}

/// The board on which a token is read or written. Some systems count rows from the top, whatever numbers the rows have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    /// How many columns it has.
    pub columns: u8,
    /// How many rows it has.
    pub rows: u8,
    /// Where the row with the number 1 is.
    pub first_row: FirstRow,
}

/// Where a board has the row with the number 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FirstRow {
    /// At the bottom, as nearly everywhere.
    Bottom,
    /// At the top, as in Plus 4.
    Top,
}

impl Grid {
    /// Turns a row that is counted from the top into one that is counted as the board numbers its rows, and back. The row
    /// need not be on the board.
    #[inline]
    pub fn from_top(self, row: i16) -> i16 {
        match self.first_row {
            FirstRow::Bottom => (i16::from(self.rows) - 1).saturating_sub(row),
            FirstRow::Top => row,
        }
    }
}

/// Reads and writes the tokens of a system, by their form alone. A system implements what its kind asks for.
///
/// # What an implementation promises
/// - What `write` writes, `read` reads back as the same; likewise `write_path` and `read_path`.
/// - `--` is no token of its own: it is a pass in every game.
pub trait Notation: fmt::Debug + Sync {
    /// What `token` names on `grid`: something of the system's kind, or `None` if it is no token of the system. Kinds
    /// column, square and point ask for it.
    fn read(&self, token: &str, grid: Grid) -> Option<Named> {
        let _ = (token, grid);
        None
    }

    /// Writes the canonical token behind what `out` holds.
    ///
    /// # Errors
    /// [`NotRepresentable`] if the system has no token for it; `out` is as before then.
    fn write(&self, named: Named, grid: Grid, out: &mut String) -> Result<(), NotRepresentable> {
        let _ = (named, grid, out);
        Err(NotRepresentable)
    }

    /// Calls `each` with column and row of every square that `token` names, and says whether it is a token of the system;
    /// if it is not, some squares may have been given all the same. Kinds path and ends ask for it.
    fn read_path(&self, token: &str, grid: Grid, each: &mut dyn FnMut(u8, i16)) -> bool {
        let _ = (token, grid, each);
        false
    }

    /// Writes the canonical token for squares, given as column and row, behind what `out` holds.
    ///
    /// # Errors
    /// [`NotRepresentable`] if the system has no token for them; `out` is as before then.
    fn write_path(
        &self,
        squares: &mut dyn Iterator<Item = (u8, i16)>,
        grid: Grid,
        out: &mut String,
    ) -> Result<(), NotRepresentable> {
        let _ = (squares, grid, out);
        Err(NotRepresentable)
    }

    /// How many bytes of `run`, plies that stand one behind the other, the first one has. The run is not empty and does
    /// not begin with a pass. What is no ply is cut off by itself, so that it is told as it stands.
    fn first_ply(&self, run: &str) -> usize {
        run.len()
    }

    /// Whether a word of movetext may be a run of plies, by its first character: a word that begins otherwise is none,
    /// though plies may stand in it. Only systems of [`Spacing::Together`] are asked.
    fn begins_run(&self, word: &str) -> bool {
        let _ = word;
        true
    }
}

/// Who reads and writes the tokens of a system.
///
/// Archives of gigabytes are written in some of them. These have a variant each, so that the few comparisons of bytes
/// that a token takes are compiled into the loop that plays a game; all others are called through a pointer.
#[derive(Debug, Clone, Copy)]
#[expect(missing_docs, reason = "a variant has the name of its system")]
pub enum Reader {
    Columns,
    Squares,
    Digits,
    Digits0,
    Go,
    Sgf,
    Xy,
    Paths,
    Ends,
    /// Any other system.
    Own(&'static dyn Notation),
}

impl Reader {
    /// The reader behind a pointer, for what is seldom done.
    pub(super) fn notation(self) -> &'static dyn Notation {
        match self {
            Reader::Columns => &Columns,
            Reader::Squares => &Squares,
            Reader::Digits => &Digits::<b'1'>,
            Reader::Digits0 => &Digits::<b'0'>,
            Reader::Go => &Go,
            Reader::Sgf => &Sgf,
            Reader::Xy => &Xy,
            Reader::Paths => &Paths,
            Reader::Ends => &Ends,
            Reader::Own(notation) => notation,
        }
    }
}

/// Reads no tokens: for systems whose tokens the games or the formats read by themselves.
#[derive(Debug)]
pub(super) struct Nothing;

impl Notation for Nothing {}
