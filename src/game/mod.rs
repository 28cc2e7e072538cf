//! What a game is: a value of a game's type is one position, and the traits here are all that the rest of the program
//! knows of it.
//!
//! A game's folder implements [`Game`], the small traits beside it, and [`Entry`], which registers the game in the
//! engine. [`Position`] is a position of any game, for writers, which look at few of them; [`State`] is one that is
//! played ply by ply.
//!
//! `parts` and `deferral` hold the small traits. `info` holds the tables of games, `request` the tags and settings for
//! a game, `rule_set` the rules that it makes of them, `ending` how games end.

mod deferral;
mod ending;
mod entry;
mod few;
mod info;
mod parts;
mod position;
mod request;
mod rule_set;
mod standing;
mod state;

use std::fmt;
use std::hash::Hash;

use crate::board::Size;
use crate::diagnostic::{Code, Text, quoted};
use crate::system::System;

pub use crate::board::{Side, SideInfo};
pub use crate::system::NotRepresentable;
pub use deferral::Deferral;
pub(crate) use deferral::put_each;
pub use ending::{Ending, FOUL, ILLEGAL};
pub use entry::{Entry, Task};
pub(crate) use few::Few;
pub use info::{Cards, Choice, GameInfo, TagInfo};
pub(crate) use info::{points_in_words, points_of};
pub use parts::{Growth, Likeness, Match, Numbered, Remarks, View};
pub use position::Position;
pub use request::{Request, TagFaults};
pub use rule_set::{Pairing, RuleSet};
pub(crate) use rule_set::{beaten_by, party, side_at_start};
pub(crate) use standing::Standing;
pub(crate) use state::{BREAK, spelt};
pub use state::{Played, Refusal, State};

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

    /// What each kind of outcome is called.
    pub const KINDS: [&'static str; 3] = ["win", "draw", "unfinished"];

    /// Its kind, one of [`Outcome::KINDS`].
    pub fn kind(self) -> &'static str {
        let [win, draw, unfinished] = Outcome::KINDS;
        match self {
            Outcome::Win { .. } => win,
            Outcome::Draw { .. } => draw,
            Outcome::Unfinished => unfinished,
        }
    }

    /// How the game has ended; `None` if it goes on.
    pub fn ending(self) -> Option<&'static Ending> {
        match self {
            Outcome::Unfinished => None,
            Outcome::Win { ending, .. } | Outcome::Draw { ending } => Some(ending),
        }
    }
}

/// What a game says of a ply after its end, if the ply may stand all the same (C-6).
pub(crate) const OVERLOOKED: &str = "if nobody noticed the end, mark this ply with {[%stands]}";

/// What a game says of a ply that is forbidden to a side, if that may have lost the game for it (RJ-6).
pub(crate) const POINTED_OUT: &str =
    "if White pointed it out, say Termination \"foul\"; if White overlooked it, mark the ply with {[%stands]}";

/// Says that a token is not a move in a notation system, and what was meant if that is known.
pub(crate) fn bad_move(token: &str, system: System, meant: Option<String>) -> Text {
    let info = system.info();
    Text::new(format!("{} is not a move in the notation {}", quoted(token), info.name))
        .help(meant.unwrap_or_else(|| info.usage()))
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
    /// Appends a ply to `out`, canonical in `system`. The ply is legal here, or has stood; for any other ply the text
    /// is thrown away.
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
        // A break is not a ply: it is taken as soon as it is due.
        if next.break_due() && next.take_break().is_err() {
            return;
        }
        if next.apply(ply, &mut Strict).is_ok() {
            count += perft(&next, depth - 1);
        }
    });
    count
}
