//! A game as its folder registers it, and the way to run a task on any game.

use std::any::Any;
use std::fmt;

use super::{FullGame, GameInfo, Request, RuleSet, TagFaults};
use crate::board::Square;

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
    /// These parameters with `position`, a position string, as the start; `None` if they allow no such position.
    fn set_up(&self, params: &Self::Params, position: &str) -> Option<Self::Params>;
    /// The name of the opening that begins with pieces on these squares; `None` if these rules have no name for it.
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
