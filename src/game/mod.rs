//! What a game is: a value of a game's type is one position, and the traits here are all that the rest of the program
//! knows of it.
//!
//! [`Game`] is what a game's folder implements. [`AnyGame`] is its object-safe face: one dynamic call a record, none
//! a ply. [`Position`] is the face of a position for writers, which look at few of them.
//!
//! `info` holds the tables of games, `rule_set` what they make of requests, `plain` the usual ways through plain games,
//! `state` a position of any game that is played ply by ply.

mod ending;
mod info;
mod plain;
mod rule_set;
mod state;

use std::fmt;
use std::hash::Hash;
use std::sync::Arc;

use crate::board::symmetry::Symmetry;
use crate::board::{DecidingLines, Size, Square};
use crate::diagnostic::{Code, Sink, Text};
use crate::diagram::{Effect, Scene};
use crate::play::{Verdict, Visitor};
use crate::record::Record;
use crate::settings::{Claims, Request, Setting, TagFaults};
use crate::system::System;

pub use ending::{Ending, FOUL, ILLEGAL};
pub use info::{Choice, GameInfo, Side, SideInfo, TagInfo};
pub(crate) use info::{points_in_words, points_of};
pub use plain::Told;
pub(crate) use plain::{OPENING, alike, runs, told};
pub use rule_set::{Pairing, RuleSet};
pub(crate) use rule_set::{beaten_by, party};
pub use state::{Played, Refusal, State};

/// What the position has come to.
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

    /// By what the game has ended; `None` if it goes on.
    pub fn ending(self) -> Option<&'static Ending> {
        match self {
            Outcome::Unfinished => None,
            Outcome::Win { ending, .. } | Outcome::Draw { ending } => Some(ending),
        }
    }
}

/// A token that is no move in the notation (`bad-move`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAPly;

/// A ply that the notation system asked for cannot say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotRepresentable;

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
/// # What an implementation promises
/// - `apply` decides alone what is legal, and leaves the position as it was if it refuses a ply.
/// - `read_ply` succeeds for every token that is well formed, on the board or not, in any position.
/// - What `write_ply` writes, `read_ply` reads back as the same ply.
pub trait Game: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static {
    /// Typed parameters, read once a record.
    type Params: Clone + fmt::Debug;
    /// What a token means. A chain of any length borrows the scratch space.
    type Ply<'a>: Copy + PartialEq + fmt::Debug;
    /// How a ply can break the rules.
    type Violation: Violates;
    /// Space for plies that do not fit a few words.
    type Scratch: Default;

    /// The game's table.
    fn info() -> &'static GameInfo;
    /// The position before the first ply.
    fn start(variant: &Self::Params) -> Self;
    /// The sides that play, in order.
    fn sides(&self) -> &'static [SideInfo] {
        Self::info().sides
    }
    /// The side to move; after the end, the next in order.
    fn turn(&self) -> Side;
    /// What `token` means in `system`.
    ///
    /// # Errors
    /// [`NotAPly`] if it is no move in that notation.
    fn read_ply<'a>(
        &self,
        token: &str,
        system: System,
        scratch: &'a mut Self::Scratch,
    ) -> Result<Self::Ply<'a>, NotAPly>;
    /// Writes a ply that is legal here (or has stood), canonical in `system`, behind what `out` holds.
    ///
    /// # Errors
    /// [`NotRepresentable`] if `system` cannot say it; `out` is as before then.
    fn write_ply(&self, ply: Self::Ply<'_>, system: System, out: &mut String) -> Result<(), NotRepresentable>;
    /// The same for a ply that is illegal here and has lost the game (C-7): nothing that it would have brought about is
    /// written.
    ///
    /// # Errors
    /// As of `write_ply`.
    fn write_tried(&self, ply: Self::Ply<'_>, system: System, out: &mut String) -> Result<(), NotRepresentable> {
        self.write_ply(ply, system, out)
    }
    /// Carries out a ply.
    ///
    /// # Errors
    /// The first violation that `overlook` does not overlook.
    fn apply<O: Overlook<Self::Violation>>(
        &mut self,
        ply: Self::Ply<'_>,
        overlook: &mut O,
    ) -> Result<(), Self::Violation>;
    /// Whether a manche has ended, so that nothing but a break may follow; `apply` refuses any ply then (`bad-break`).
    fn break_due(&self) -> bool {
        false
    }
    /// Takes a break between manches.
    ///
    /// # Errors
    /// `bad-break` where none is due.
    fn take_break(&mut self) -> Result<(), &'static Code> {
        Err(&crate::codes::BAD_BREAK)
    }
    /// What the position has come to.
    fn outcome(&self) -> Outcome;
    /// The lines that decide the outcome.
    fn lines(&self) -> DecidingLines {
        DecidingLines::default()
    }
    /// The points of each side, in the order of the sides; empty in games without points.
    fn points(&self) -> Vec<u32> {
        Vec::new()
    }
    /// The points of each manche, the one in progress included, by the sides that were played in it; empty in games
    /// whose match is not made of manches that the players play with changed sides.
    fn manches(&self) -> Vec<Vec<u32>> {
        Vec::new()
    }
    /// The side that the player to move has in the outcome and the points; another than [`Game::turn`] where players
    /// change sides from manche to manche.
    fn player(&self) -> Side {
        self.turn()
    }
    /// For which lines the ply that led here has scored, each with its first and last square; empty in games without
    /// a score sheet.
    fn scored(&self) -> Vec<(Square, Square)> {
        Vec::new()
    }
    /// Whether there is anything to remark on the ply that led here: asked after every ply.
    #[inline(always)]
    fn has_remarks(&self) -> bool {
        false
    }
    /// What is to be remarked on the ply that led here, which was legal or stood: warnings.
    fn remarks(&self) -> Vec<(&'static Code, Text)> {
        Vec::new()
    }
    /// Whether the players have changed sides.
    fn swapped(&self) -> bool {
        false
    }
    /// Why `ply`, which `apply` refuses here with `violation` or accepts because that is overlooked, is illegal, and what
    /// would have been legal.
    fn explain(&self, violation: Self::Violation, ply: Self::Ply<'_>) -> Text;
    /// Writes the position string.
    fn write_position(&self, out: &mut String);
    /// The position as a drawing.
    fn scene(&self) -> Scene;
    /// What a ply does on the board, legal here or not, to be drawn.
    fn effect(&self, ply: Self::Ply<'_>) -> Effect;
    /// Calls `each` with plies among which every legal one is, each once, as the game's perft counts them.
    fn candidates(&self, each: &mut dyn FnMut(Self::Ply<'_>));
    /// The square on which a ply puts a piece, for numbered diagrams; `None` if it puts none, or not just one.
    fn landing(&self, ply: Self::Ply<'_>) -> Option<Square>;
    /// The ply that puts a piece on a square, for numbered diagrams.
    fn placing<'a>(&self, square: Square, scratch: &'a mut Self::Scratch) -> Self::Ply<'a>;
    /// The first of `squares`, filled in this order, that cannot be filled yet because it floats.
    fn floating(&self, squares: &[Square]) -> Option<usize> {
        let _ = squares;
        None
    }
    /// Whether a piece stands on a square.
    fn holds(&self, square: Square) -> bool;
    /// The board's size.
    fn size(&self) -> Size;
    /// Writes the values of the options that have one (a target, a limit of moves): what two games of the same name,
    /// variant, options, board and position may still differ in.
    fn write_parameters(&self, out: &mut String) {
        let _ = out;
    }
    /// Writes what `ply` does, seen through a symmetry, for comparison: two plies that do the same in the same position
    /// have the same, in whatever notation they stood. A game that has symmetries writes this itself.
    fn write_action(&self, ply: Self::Ply<'_>, symmetry: Symmetry, out: &mut Vec<u8>) {
        let _ = symmetry;
        let mut text = String::new();
        // A game promises that its default system can say every ply.
        let _ = self.write_ply(ply, Self::info().systems[0], &mut text);
        out.extend(text.bytes());
    }
    /// The symmetries of the board, besides none at all, that a game may go through from here and be as legal as before,
    /// every side having the same aims: by them games are the same up to mirroring.
    fn symmetries(&self) -> &'static [Symmetry] {
        &[]
    }
    /// The position string of the position seen through one of its symmetries.
    fn reflected(&self, symmetry: Symmetry) -> String {
        symmetry.of_position(&Position::string(self), self.size())
    }

    /// The number of sequences of exactly `depth` legal plies from here; nothing is legal after the end.
    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut count = 0;
        self.candidates(&mut |ply| {
            let mut next = self.clone();
            // A break is no ply: it is taken wherever one is due.
            if next.break_due() && next.take_break().is_err() {
                return;
            }
            if next.apply(ply, &mut Strict).is_ok() {
                count += next.perft(depth - 1);
            }
        });
        count
    }
}

/// The face of a position for writers.
pub trait Position {
    /// The position string.
    fn string(&self) -> String;
    /// What it has come to.
    fn outcome(&self) -> Outcome;
    /// The lines that decide the outcome.
    fn lines(&self) -> DecidingLines;
    /// The points of each side; empty in games without points.
    fn points(&self) -> Vec<u32>;
    /// The points of each manche, by the sides played in it; see [`Game::manches`].
    fn manches(&self) -> Vec<Vec<u32>>;
    /// The side that the player to move has in the outcome; see [`Game::player`].
    fn player(&self) -> Side;
    /// For which lines the ply that led here has scored, by first and last square.
    fn scored(&self) -> Vec<(Square, Square)>;
    /// Whether the players have changed sides.
    fn swapped(&self) -> bool;
    /// Whether a manche has ended here; see [`Game::break_due`].
    fn break_due(&self) -> bool;
    /// The side to move.
    fn turn(&self) -> Side;
    /// The position as a drawing.
    fn scene(&self) -> Scene;
    /// The values of options; see [`Game::write_parameters`].
    fn parameters(&self) -> String;
    /// The symmetries that change nothing but the look of a game; see [`Game::symmetries`].
    fn symmetries(&self) -> &'static [Symmetry];
    /// The position string of the position seen through a symmetry.
    fn reflected(&self, symmetry: Symmetry) -> String;
}

impl<G: Game> Position for G {
    fn string(&self) -> String {
        let mut text = String::new();
        self.write_position(&mut text);
        text
    }

    fn outcome(&self) -> Outcome {
        Game::outcome(self)
    }

    fn lines(&self) -> DecidingLines {
        Game::lines(self)
    }

    fn points(&self) -> Vec<u32> {
        Game::points(self)
    }

    fn manches(&self) -> Vec<Vec<u32>> {
        Game::manches(self)
    }

    fn player(&self) -> Side {
        Game::player(self)
    }

    fn scored(&self) -> Vec<(Square, Square)> {
        Game::scored(self)
    }

    fn break_due(&self) -> bool {
        Game::break_due(self)
    }

    fn swapped(&self) -> bool {
        Game::swapped(self)
    }

    fn turn(&self) -> Side {
        Game::turn(self)
    }

    fn scene(&self) -> Scene {
        Game::scene(self)
    }

    fn parameters(&self) -> String {
        let mut text = String::new();
        self.write_parameters(&mut text);
        text
    }

    fn symmetries(&self) -> &'static [Symmetry] {
        Game::symmetries(self)
    }

    fn reflected(&self, symmetry: Symmetry) -> String {
        Game::reflected(self, symmetry)
    }
}

/// The object-safe face of a game.
pub trait AnyGame: Sync {
    /// The game's table.
    fn info(&self) -> &'static GameInfo;

    /// Settles what the tags and the caller ask for, and complains of what is wrong. `None`: there are no rules to
    /// play by.
    fn settle(&self, request: &Request<'_>, tag_faults: &mut TagFaults) -> Option<RuleSet>;

    /// How many plies of `words`, words of movetext, are well formed in `system`, on the board or not; and how many
    /// there are.
    fn fit(&self, setting: &Setting, system: System, words: &[&str]) -> (usize, usize);

    /// The same for lines of a list, in bytes: how many of their games stand in plies that are well formed, and how many
    /// the games have.
    fn fit_lines(&self, setting: &Setting, system: System, lines: &[&str]) -> (usize, usize);

    /// Whether any of `texts`, words of movetext that are well formed in both systems, means something else in each.
    fn ambiguous(&self, setting: &Setting, one: System, other: System, texts: &[&str]) -> bool;

    /// The same for a line of a list.
    fn ambiguous_line(&self, setting: &Setting, systems: [System; 2], line: &str) -> bool;

    /// Replays a record. The visitor, if there is one, sees every ply and the last position.
    fn play(&self, job: &Job<'_>, sink: &mut dyn Sink, visitor: Option<&mut dyn Visitor>) -> Verdict;

    /// Replays movetext in canonical form that has nothing but plain turns in it, if it is that and every ply is
    /// legal; `None` leaves the judgement to [`AnyGame::play`], which agrees on every input that this one judges.
    fn play_canonical(&self, setting: &Setting, system: System, movetext: &str) -> Option<(u32, Outcome)>;

    /// The same for the first word of a list's line, whose plies are run together without anything between; a game that
    /// has no such lists gives none a verdict.
    fn play_run(&self, setting: &Setting, system: System, line: &str) -> Option<(u32, Outcome)>;

    /// Replays a plain, sound game like [`AnyGame::play_canonical`] or [`AnyGame::play_run`] and writes its plies: in the
    /// game's default notation, as strings of JSON with commas between. `end` sees the last position.
    fn play_told(
        &self,
        setting: &Setting,
        system: System,
        text: &str,
        told: &mut Told,
        end: &mut dyn FnMut(&dyn Position),
    ) -> Option<u32>;

    /// The same for the lines of a list from the start of `text` on, up to the first that is no plain legal game, is longer
    /// than `most` bytes or holds bytes that are no text: calls `each` with every verdict, and says how many bytes those
    /// lines are. Nothing behind them is looked at: whoever judges a line otherwise comes back here for the next.
    fn play_runs(
        &self,
        setting: &Setting,
        system: System,
        text: &[u8],
        most: usize,
        each: &mut dyn FnMut(Verdict),
    ) -> usize;

    /// Replays records that all begin with the same header, from the start of a text on (`texts`: the header, the text),
    /// as [`AnyGame::play_canonical`] does; up to the first that it does not judge, or of which `each`, given its
    /// verdict and its length in bytes, says that this is not all there is to say, or behind which no other record of that header follows. Says how many bytes
    /// those records are.
    fn play_alike(
        &self,
        setting: &Setting,
        system: System,
        texts: (&[u8], &[u8]),
        each: &mut dyn FnMut(Verdict, usize) -> bool,
    ) -> usize;

    /// The position before the first ply, for callers who play one ply after the other.
    fn start(&self, setting: &Setting) -> Arc<dyn State>;

    /// The number of sequences of exactly `depth` legal plies from the start of the setting.
    fn perft(&self, setting: &Setting, depth: u32) -> u64;

    /// The name of the opening that a record's first plies are, given by the squares of their pieces; `None` if it has
    /// none in this setting.
    fn opening(&self, setting: &Setting, plies: &[Square]) -> Option<&'static str> {
        let _ = (setting, plies);
        None
    }

    /// The drawing of a position string, for the board above a diagnostic; `None` if it is none of this setting.
    fn scene_of(&self, setting: &Setting, position: &str) -> Option<Scene>;
}

/// A record to be replayed: what the driver needs besides the position.
#[derive(Debug, Clone, Copy)]
pub struct Job<'a> {
    /// The record.
    pub record: &'a Record<'a>,
    /// How it is to be read.
    pub setting: &'a Setting,
    /// The notation system.
    pub system: System,
    /// The tags that are judged beside the plies.
    pub claims: &'a Claims,
}
