//! What a notation system is: a table that describes it, and the code that reads and writes its tokens.

use std::fmt;

/// A ply that the chosen notation system cannot express.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotRepresentable;

/// The table of a notation system, one static each.
///
/// A table gives only what is special, and takes the rest from [`SystemInfo::PLAIN`].
#[derive(Debug, Clone, Copy)]
pub struct SystemInfo {
    /// Its name in tags and arguments. Two systems with one name are the same.
    pub name: &'static str,
    /// What a token of it is.
    pub token: &'static str,
    /// A token or a few.
    pub example: &'static str,
    /// Its grammar in EBNF.
    pub grammar: &'static str,
    /// What its tokens name. It can write every game that takes such tokens.
    pub kind: Kind,
    /// Whether games add signs of their own to its tokens: `c*` in Plus 4, `swap k11` in Gomoku.
    pub signs: bool,
    /// Whether a comma is part of a token, as in `7,7`, so that spaces separate the plies of a turn.
    pub commas: bool,
    /// Whether its canonical tokens begin with capital letters.
    pub capitals: bool,
    /// What stands between plies.
    pub spacing: Spacing,
    /// The most columns that the system can name; `None` if it can name those of any board.
    pub most_columns: Option<u8>,
    /// Who reads and writes its tokens.
    pub reader: Reader,
}

impl SystemInfo {
    /// How a ply is written in it.
    pub(crate) fn usage(&self) -> String {
        format!("a ply is written as a {}, for instance {}", self.token, self.example)
    }

    /// A system that names columns and has nothing special, without a name, its words and its reader.
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
    /// Plies follow each other without spaces everywhere, so that turns have no numbers: `33543`.
    Together,
    /// In lists plies may follow each other without spaces, `h8g10`; elsewhere they may not.
    TogetherInLists,
    /// Something stands between plies everywhere.
    Apart,
}

/// What one token names. The rules decide whether the board has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// A column, from 0.
    Column(u8),
    /// A square: column and row from 0, the row in the order in which the board numbers its rows.
    Square(u8, i16),
    /// A square, from a system whose kind is [`Kind::Point`].
    Point(u8, i16),
}

/// The board on which a token is read or written. Some systems count rows from the top, even if the board numbers them
/// from the bottom.
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
/// - `read` reads back what `write` writes, and `read_path` what `write_path` writes.
/// - `--` is not a token of a system: it is a pass in every game.
pub trait Notation: fmt::Debug + Sync {
    /// What `token` names on `grid`: something of the system's kind, or `None` if it is not a token of the system.
    /// Kinds column, square and point need it.
    fn read(&self, token: &str, grid: Grid) -> Option<Named> {
        let _ = (token, grid);
        None
    }

    /// Appends the canonical token to `out`.
    ///
    /// # Errors
    /// [`NotRepresentable`] if the system has no token for it; `out` then stays as it was.
    fn write(&self, named: Named, grid: Grid, out: &mut String) -> Result<(), NotRepresentable> {
        let _ = (named, grid, out);
        Err(NotRepresentable)
    }

    /// Calls `each` with column and row of every square that `token` names, and returns whether it is a token of the
    /// system; if it is not, `each` may still have seen some squares. The kinds path and ends need it.
    fn read_path(&self, token: &str, grid: Grid, each: &mut dyn FnMut(u8, i16)) -> bool {
        let _ = (token, grid, each);
        false
    }

    /// Appends the canonical token for squares, given as column and row, to `out`.
    ///
    /// # Errors
    /// [`NotRepresentable`] if the system has no token for them; `out` then stays as it was.
    fn write_path(
        &self,
        squares: &mut dyn Iterator<Item = (u8, i16)>,
        grid: Grid,
        out: &mut String,
    ) -> Result<(), NotRepresentable> {
        let _ = (squares, grid, out);
        Err(NotRepresentable)
    }

    /// The length in bytes of the first ply of `run`, in which plies follow each other without spaces. The run is not
    /// empty and does not begin with a pass. Text that is not a ply is cut off by itself, so that a message can show it
    /// whole.
    fn first_ply(&self, run: &str) -> usize {
        run.len()
    }

    /// Whether a word of movetext may be a run of plies, by its first character: a word that begins otherwise is not a
    /// run, even if it contains plies. Called only for systems of [`Spacing::Together`].
    fn begins_run(&self, word: &str) -> bool {
        let _ = word;
        true
    }
}

/// The reader and writer of the tokens of a system.
///
/// Some systems are used in archives of gigabytes. These have a variant each, so that the few comparisons of bytes that
/// a token takes are compiled into the loop that plays a game; all others are called through a pointer.
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

/// Reads no tokens: for systems whose tokens games or formats read themselves.
#[derive(Debug)]
pub(super) struct Nothing;

impl Notation for Nothing {}
