//! What a game is: a value of a game's type is one position, and the traits here are all that the rest of the program
//! knows of it.
//!
//! A game's folder implements [`Game`], the small traits beside it, and [`Entry`], through which the registry of the engine
//! knows the game. [`Position`] is a position of any game, for writers, which look at few of them; [`State`] is one that is
//! played ply by ply.
//!
//! `info` holds the tables of games, `request` what a game is asked for, `rule_set` what it makes of that, `ending` how
//! games end.

mod ending;
mod few;
mod info;
mod request;
mod rule_set;
mod standing;
mod state;

use std::any::Any;
use std::fmt;
use std::hash::Hash;

use crate::board::symmetry::Symmetry;
use crate::board::{DecidingLines, Size, Square, rows};
use crate::diagnostic::{Code, Text};
use crate::scene::{Effect, Scene};
use crate::system::{QuickToken, System};

pub use crate::board::{Side, SideInfo};
pub use ending::{Ending, FOUL, ILLEGAL};
pub(crate) use few::Few;
pub use info::{Choice, GameInfo, TagInfo};
pub(crate) use info::{points_in_words, points_of};
pub use request::{Request, TagFaults};
pub use rule_set::{Pairing, RuleSet};
pub(crate) use rule_set::{beaten_by, party};
pub(crate) use standing::Standing;
#[cfg(feature = "archive")]
pub(crate) use state::BREAK;
pub use state::{Played, Refusal, State};

pub use crate::system::NotRepresentable;

/// The outcome of the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// The game goes on.
    Unfinished,
    /// A side has won.
    Win {
        /// Who.
        winner: Side,
        /// By what: `line`, `illegal` …
        ending: &'static Ending,
    },
    /// Nobody has won and the game is over.
    Draw {
        /// By what: `board-full` …
        ending: &'static Ending,
    },
}

impl Outcome {
    /// Whether the game is over.
    pub fn is_end(self) -> bool {
        self != Outcome::Unfinished
    }

    /// How the game has ended; `None` if it goes on.
    pub fn ending(self) -> Option<&'static Ending> {
        match self {
            Outcome::Unfinished => None,
            Outcome::Win { ending, .. } | Outcome::Draw { ending } => Some(ending),
        }
    }
}

/// A token that is not a move in the notation (`bad-move`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAPly;

/// How a ply breaks the rules of its game: a small value with the facts that the explanation needs.
///
/// For instance `ColumnFull { column, height }`. The text is made from it only when somebody wants to read it.
pub trait Violates: Copy + fmt::Debug {
    /// The rule that is broken.
    fn code(self) -> &'static Code;
}

/// Which violations of the rules are overlooked (C-6). A game's `apply` asks it before it refuses a ply.
pub trait Overlook<V> {
    /// Whether `violation` is overlooked now.
    fn overlooks(&mut self, violation: V) -> bool;
}

/// Overlooks nothing.
#[derive(Debug, Clone, Copy)]
pub struct Strict;

impl<V> Overlook<V> for Strict {
    #[inline(always)]
    fn overlooks(&mut self, _: V) -> bool {
        false
    }
}

/// A board game; a value is one position.
///
/// These are the questions that every game answers. What only some games have is in traits of its own: [`Numbered`],
/// [`Match`], [`Remarks`], [`Likeness`], [`Deferral`]. A game without it implements the trait with an empty block.
/// [`View`] says what is drawn. [`FullGame`] is all of them.
///
/// # What an implementation promises
/// - Only `apply` decides what is legal. If it refuses a ply, the position stays as it was.
/// - `read_ply` succeeds for every token that is well formed, on the board or not, in any position.
/// - `read_ply` reads back what `write_ply` writes as the same ply.
pub trait Game: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// What a token means. A ply of many squares borrows the scratch space.
    type Ply<'a>: Copy + PartialEq + fmt::Debug;
    /// How a ply can break the rules.
    type Violation: Violates;
    /// Space for plies that do not fit a few words.
    type Scratch: Default + Send + 'static;

    /// The game's table.
    fn info() -> &'static GameInfo;
    /// The side to move; after the end, the next side in order.
    fn turn(&self) -> Side;
    /// What `token` means in `system`.
    ///
    /// # Errors
    /// [`NotAPly`] if the token is not a move in that notation.
    fn read_ply<'a>(
        &self,
        token: &str,
        system: System,
        scratch: &'a mut Self::Scratch,
    ) -> Result<Self::Ply<'a>, NotAPly>;
    /// Appends a ply to `out`, canonical in `system`. The ply is legal here, or has stood; what is written of any other is
    /// thrown away.
    ///
    /// # Errors
    /// [`NotRepresentable`] if `system` cannot express it; `out` then stays as it was.
    fn write_ply(&self, ply: Self::Ply<'_>, system: System, out: &mut String) -> Result<(), NotRepresentable>;
    /// Carries out a ply.
    ///
    /// # Errors
    /// The first violation that `overlook` does not overlook.
    fn apply<O: Overlook<Self::Violation>>(
        &mut self,
        ply: Self::Ply<'_>,
        overlook: &mut O,
    ) -> Result<(), Self::Violation>;
    /// The outcome of the position.
    fn outcome(&self) -> Outcome;
    /// Why `ply` is illegal here, and what would have been legal. `apply` refuses the ply with `violation`, or accepts it
    /// because the violation is overlooked.
    fn explain(&self, violation: Self::Violation, ply: Self::Ply<'_>) -> Text;
    /// Appends the position string to `out`.
    fn write_position(&self, out: &mut String);
    /// Calls `each` with candidate plies. Every legal ply is among them exactly once, as the game's perft counts them.
    fn candidates(&self, each: &mut dyn FnMut(Self::Ply<'_>));
    /// The board's size.
    fn size(&self) -> Size;

    /// The sides that play, in order; fewer or others than in the game's table where variants differ.
    fn sides(&self) -> &'static [SideInfo] {
        Self::info().sides
    }
    /// Appends to `out` a ply that is illegal here and has lost the game (C-7), without its consequences: in Le File,
    /// for instance, without the files that it would have scored.
    ///
    /// # Errors
    /// The errors of `write_ply`.
    fn write_tried(&self, ply: Self::Ply<'_>, system: System, out: &mut String) -> Result<(), NotRepresentable> {
        self.write_ply(ply, system, out)
    }
}

/// How a game stands in numbered diagrams: pictures of the board in which each piece bears the number of its ply.
///
/// A game whose pieces move has no such diagrams, and its block is empty.
pub trait Numbered: Game {
    /// The square on which a ply puts the one piece that stays there; `None` if it does not.
    fn landing(&self, ply: Self::Ply<'_>) -> Option<Square> {
        let _ = ply;
        None
    }
    /// The ply that puts a piece on a square.
    fn placing(&self, square: Square) -> Option<Self::Ply<'static>> {
        let _ = square;
        None
    }
    /// The first of `squares`, filled in this order, that cannot be filled yet because nothing lies under it.
    fn floating(&self, squares: &[Square]) -> Option<usize> {
        let _ = squares;
        None
    }
}

/// For games that count points, or that are a match of several manches.
pub trait Match: Game {
    /// Whether a manche has ended, so that only a break may follow; then `apply` refuses every ply (`bad-break`).
    #[inline]
    fn break_due(&self) -> bool {
        false
    }
    /// Takes a break between manches.
    ///
    /// # Errors
    /// `bad-break` if no break is due.
    fn take_break(&mut self) -> Result<(), &'static Code> {
        Err(&crate::codes::BAD_BREAK)
    }
    /// The points of each side, in the order of the sides; empty in games without points.
    fn points(&self) -> Vec<u32> {
        Vec::new()
    }
    /// The points of each manche by its sides, the manche in progress included. Empty in games whose players do not
    /// sides from manche to manche.
    fn manches(&self) -> Vec<Vec<u32>> {
        Vec::new()
    }
    /// The side of the player to move in the outcome and the points. It differs from [`Game::turn`] if players change
    /// sides from manche to manche.
    #[inline]
    fn player(&self) -> Side {
        self.turn()
    }
    /// The lines for which the last ply has scored, each with its first and last square; empty in games without
    /// a score sheet.
    #[inline]
    fn scored(&self) -> Vec<(Square, Square)> {
        Vec::new()
    }
    /// Whether the players have changed sides.
    fn swapped(&self) -> bool {
        false
    }
}

/// For games that warn about legal plies, for instance about a claim in the record that does not fit.
pub trait Remarks: Game {
    /// Whether there are warnings about the last ply. Called after every ply.
    #[inline(always)]
    fn has_remarks(&self) -> bool {
        false
    }
    /// The warnings about the last ply, which was legal or stood.
    fn remarks(&self) -> Vec<(&'static Code, Text)> {
        Vec::new()
    }
}

/// How a board fills on which every piece stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Growth {
    /// How many pieces there are.
    pub pieces: u32,
    /// How many pieces a legal ply adds at most.
    pub most: u32,
}

/// What a position and a ply look like.
pub trait View: Game {
    /// The position as a drawing.
    fn scene(&self) -> Scene;
    /// What a ply does on the board, for drawings; the ply may be illegal here.
    fn effect(&self, ply: Self::Ply<'_>) -> Effect;
    /// The letter of the piece on a square of the picture that the position string is, columns from the left and rows from
    /// the top; `None` for an empty square. The square lies on the board.
    fn letter(&self, column: u8, from_top: u8) -> Option<char> {
        rows::letter(&position_string(self), column, from_top)
    }
    /// How the board fills, if no piece ever moves, changes or leaves its square, and nothing but letters stands in its
    /// picture.
    fn growth(&self) -> Option<Growth> {
        None
    }
    /// The lines that decide the outcome.
    fn lines(&self) -> DecidingLines {
        DecidingLines::default()
    }
    /// The lines that make `ply` illegal in the way that `code` names: the squares that its message names.
    fn offending(&self, ply: Self::Ply<'_>, code: &'static Code) -> DecidingLines {
        let _ = (ply, code);
        DecidingLines::default()
    }
}

/// When two games are the same: what an audit compares to find duplicates.
pub trait Likeness: Game {
    /// Appends the values of the options that have one (a target, a limit of moves). Two games with the same name,
    /// variant, options, board and position may still differ in these.
    fn write_parameters(&self, out: &mut String) {
        let _ = out;
    }
    /// Appends what `ply` does, seen through a symmetry. Two plies that do the same in the same position have the same
    /// bytes, even if their notations differ. A game that has symmetries writes this itself.
    fn write_action(&self, ply: Self::Ply<'_>, symmetry: Symmetry, out: &mut Vec<u8>) {
        let _ = symmetry;
        let mut text = String::new();
        // A game promises that its default system can express every ply.
        let _ = self.write_ply(ply, Self::info().default_system, &mut text);
        out.extend(text.bytes());
    }
    /// The symmetries of the board that keep every rule and every side's aim: seen through one of them, a game stays as
    /// legal as before. The symmetry that changes nothing is left out.
    fn symmetries(&self) -> &'static [Symmetry] {
        &[]
    }
    /// The position string of the position seen through one of its symmetries.
    fn reflected(&self, symmetry: Symmetry) -> String {
        symmetry.of_position(&position_string(self), self.size())
    }
}

/// Puts plies one after the other up to the first that is not plainly legal; says how many.
#[inline(always)]
pub(crate) fn put_each<G: Deferral>(position: &mut G, tokens: impl Iterator<Item = QuickToken>) -> usize {
    let mut count = 0;
    for token in tokens {
        let Some(square) = position.lands(token) else { break };
        position.put(square);
        count += 1;
    }
    count
}

/// A quicker way to the same position, for plies that name a square or a column and nothing else.
///
/// Plies are *put* on the board, one after the other. A game that sees on the board what has ended it may leave out the
/// check for the end after each of them: one look afterwards ([`Deferral::is_undecided`]) then proves that none has ended
/// the game. Without that proof, [`Game::apply`] carries the plies out again and decides. A game that has nothing quicker
/// leaves the block empty.
pub trait Deferral: Game {
    /// Whether `put` leaves out what a ply has brought about.
    const LEAVES_OUTCOME: bool = false;

    /// Whether plies may be put from here on.
    #[inline(always)]
    fn may_put(&self) -> bool {
        false
    }

    /// The square on which a ply puts a piece: the one that [`Numbered::landing`] tells. All such plies on a square are
    /// called the same in a notation system. `None` if the ply is not plainly legal; no violation is reported then.
    #[inline(always)]
    fn lands(&self, token: QuickToken) -> Option<Square> {
        let _ = token;
        None
    }

    /// Carries out the ply that [lands](Deferral::lands) on a square.
    #[inline(always)]
    fn put(&mut self, square: Square) {
        let _ = square;
    }

    /// Puts plies one after the other up to the first that is not plainly legal; says how many. A game has its own only to
    /// be quicker: what it does is what [`Deferral::lands`] and [`Deferral::put`] do.
    #[inline(always)]
    fn put_all(&mut self, tokens: impl Iterator<Item = QuickToken>) -> usize {
        put_each(self, tokens)
    }

    /// Whether nothing has ended the game so far: then no ply that was put has ended it either.
    #[inline(always)]
    fn is_undecided(&self) -> bool {
        true
    }
}

/// A game with all its parts.
pub trait FullGame: Game + Numbered + Match + Remarks + View + Likeness + Deferral {}

impl<G: Game + Numbered + Match + Remarks + View + Likeness + Deferral> FullGame for G {}

/// The position string.
pub fn position_string<G: Game>(position: &G) -> String {
    let mut text = String::new();
    position.write_position(&mut text);
    text
}

/// The number of sequences of exactly `depth` legal plies from a position; nothing is legal after the end.
pub fn perft<G: FullGame>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    position.candidates(&mut |ply| {
        let mut next = position.clone();
        // A break is not a ply: it is taken wherever one is due.
        if next.break_due() && next.take_break().is_err() {
            return;
        }
        if next.apply(ply, &mut Strict).is_ok() {
            count += perft(&next, depth - 1);
        }
    });
    count
}

/// A game as its folder registers it: from tags to the rules, and from the rules to the position before the first ply.
///
/// ```
/// use scoresheet::game::{Entry, FullGame, Task};
///
/// /// Counts the squares of any board.
/// struct Squares;
///
/// impl Task for Squares {
///     type Out = u32;
///     fn run<G: FullGame>(self, start: G) -> u32 {
///         start.size().squares()
///     }
/// }
///
/// fn squares<E: Entry>(entry: &E, params: &E::Params) -> u32 {
///     entry.with(params, Squares)
/// }
/// ```
pub trait Entry: fmt::Debug + Sync + 'static {
    /// The game's typed parameters, made from the tags: the size of the board, the limits.
    type Params: Any + Send + Sync;

    /// The game's table.
    fn info(&self) -> &'static GameInfo;
    /// Turns the tags and the caller's settings into rules, and notes what is wrong with them. `None`: there are no
    /// rules to play by. [`RuleSet::params`] of the result is a `Self::Params`.
    fn settle(&self, request: &Request<'_>, tag_faults: &mut TagFaults) -> Option<RuleSet>;
    /// Hands the position before the first ply to `task`. The one place where a game chooses between types of positions,
    /// for instance by the size of the board.
    fn with<T: Task>(&self, params: &Self::Params, task: T) -> T::Out;
    /// The same rules from a position string on; `None` if it is not a possible position.
    fn set_up(&self, params: &Self::Params, position: &str) -> Option<Self::Params>;
    /// The name of the opening, given the squares of the first pieces of a record; `None` if these rules have no name
    /// for it.
    fn opening(&self, params: &Self::Params, plies: &[Square]) -> Option<&'static str> {
        let _ = (params, plies);
        None
    }
}

/// A task that works with games of any type.
pub trait Task {
    /// Its result.
    type Out;

    /// Does the task with a position before the first ply.
    fn run<G: FullGame>(self, start: G) -> Self::Out;
}

/// What writers see of a position.
pub trait Position {
    /// The position string.
    fn string(&self) -> String;
    /// Appends the position string to `out`.
    fn write_string(&self, out: &mut String);
    /// The outcome so far.
    fn outcome(&self) -> Outcome;
    /// The lines that decide the outcome.
    fn lines(&self) -> DecidingLines;
    /// The points of each side; empty in games without points.
    fn points(&self) -> Vec<u32>;
    /// The points of each manche, by the sides played in it; see [`Match::manches`].
    fn manches(&self) -> Vec<Vec<u32>>;
    /// The side that the player to move has in the outcome; see [`Match::player`].
    fn player(&self) -> Side;
    /// The lines for which the last ply has scored, by first and last square.
    fn scored(&self) -> Vec<(Square, Square)>;
    /// Whether the players have changed sides.
    fn swapped(&self) -> bool;
    /// Whether a manche has ended here; see [`Match::break_due`].
    fn break_due(&self) -> bool;
    /// The side to move.
    fn turn(&self) -> Side;
    /// The position as a drawing.
    fn scene(&self) -> Scene;
    /// The board's size.
    fn board(&self) -> Size;
    /// The letter of a piece; see [`View::letter`].
    fn letter(&self, column: u8, from_top: u8) -> Option<char>;
    /// How the board fills; see [`View::growth`].
    fn growth(&self) -> Option<Growth>;
    /// The values of options; see [`Likeness::write_parameters`].
    fn parameters(&self) -> String;
    /// The symmetries that change nothing but the look of a game; see [`Likeness::symmetries`].
    fn symmetries(&self) -> &'static [Symmetry];
    /// The position string of the position seen through a symmetry.
    fn reflected(&self, symmetry: Symmetry) -> String;
}

impl<G: FullGame> Position for G {
    fn string(&self) -> String {
        position_string(self)
    }

    fn write_string(&self, out: &mut String) {
        self.write_position(out);
    }

    fn outcome(&self) -> Outcome {
        Game::outcome(self)
    }

    fn lines(&self) -> DecidingLines {
        View::lines(self)
    }

    fn points(&self) -> Vec<u32> {
        Match::points(self)
    }

    fn manches(&self) -> Vec<Vec<u32>> {
        Match::manches(self)
    }

    fn player(&self) -> Side {
        Match::player(self)
    }

    fn scored(&self) -> Vec<(Square, Square)> {
        Match::scored(self)
    }

    fn break_due(&self) -> bool {
        Match::break_due(self)
    }

    fn swapped(&self) -> bool {
        Match::swapped(self)
    }

    fn turn(&self) -> Side {
        Game::turn(self)
    }

    fn scene(&self) -> Scene {
        View::scene(self)
    }

    fn board(&self) -> Size {
        self.size()
    }

    fn letter(&self, column: u8, from_top: u8) -> Option<char> {
        View::letter(self, column, from_top)
    }

    fn growth(&self) -> Option<Growth> {
        View::growth(self)
    }

    fn parameters(&self) -> String {
        let mut text = String::new();
        self.write_parameters(&mut text);
        text
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        Likeness::symmetries(self)
    }

    fn reflected(&self, symmetry: Symmetry) -> String {
        Likeness::reflected(self, symmetry)
    }
}
