//! A line of plies that is replayed again and again with small changes. The position before each ply is kept, so that a
//! change is replayed from where it stands; a position that was met before is not replayed again.

use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

use crate::codes::{BAD_BREAK, BAD_MOVE, MISSING_PLY};
use crate::diagnostic::Code;
use crate::game::{FullGame, NotRepresentable, Outcome, Position, Standing, Strict, Violates};
use crate::system::System;

/// A part of a line that is replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Item<'t> {
    /// A ply as it is written, and whether it is marked as one that stood (C-6).
    Ply(&'t str, bool),
    /// A break between manches.
    Break,
    /// A ply is missing here.
    Missing,
}

/// How far a line was replayed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// How many items were carried out.
    pub items: usize,
    /// Why the next one was not; `None` if all were.
    pub code: Option<&'static Code>,
    /// The outcome after them.
    pub outcome: Outcome,
}

impl Reach {
    /// Whether every item was carried out.
    pub fn is_whole(self) -> bool {
        self.code.is_none()
    }
}

/// A ply that is legal in a position of a track.
pub trait Legal {
    /// Appends the ply to `out`.
    ///
    /// # Errors
    /// Fails if the notation system has no sign for it.
    fn write(&self, out: &mut String) -> Result<(), NotRepresentable>;
}

/// See [`Start::track`](super::Start::track).
pub trait Track {
    /// Replays `items` from the start and keeps the positions before them. Forgets the line before.
    fn lead(&mut self, items: &[Item<'_>]) -> Reach;

    /// Replays `head`, then `tail`, from the position before item `at`.
    fn replay(&mut self, at: usize, head: &[Item<'_>], tail: &[Item<'_>]) -> Reach;

    /// Replays each legal ply in the position before item `at`, then `tail`. `each` says whether to go on.
    fn each_legal(&mut self, at: usize, tail: &[Item<'_>], each: &mut dyn FnMut(&dyn Legal, Reach) -> bool);

    /// What the notation system writes for a token; `None` if it is no ply there, on the board or not.
    fn spelt(&mut self, token: &str) -> Option<String>;

    /// The position before item `at`; `None` if the line did not reach it.
    fn position(&self, at: usize) -> Option<&dyn Position>;

    /// How many plies have been carried out so far; a long token counts as several.
    fn effort(&self) -> u64;
}

pub(super) fn track<G: FullGame>(start: G, system: System, takes_breaks: bool) -> Box<dyn Track> {
    Box::new(OfGame {
        player: Player { system, takes_breaks, scratch: G::Scratch::default(), effort: 0 },
        positions: vec![start],
        met: FxHashMap::default(),
    })
}

struct OfGame<G: FullGame> {
    player: Player<G>,
    /// The position before each item that was reached.
    positions: Vec<G>,
    /// The result of replaying the last items from a position, by their number and the hash of the position.
    met: FxHashMap<(usize, u64), Reach>,
}

/// A token of this length takes as long to read as a ply to replay, or longer.
const LONG: usize = 64;

/// Carries out items.
struct Player<G: FullGame> {
    system: System,
    takes_breaks: bool,
    scratch: G::Scratch,
    effort: u64,
}

impl<G: FullGame> Player<G> {
    /// Carries out one item, or says why not.
    #[inline]
    fn item(&mut self, position: &mut G, item: Item<'_>) -> Result<(), &'static Code> {
        let (token, stands) = match item {
            Item::Ply(token, stands) => (token, stands),
            Item::Break => return position.take_break(),
            Item::Missing => return Err(&MISSING_PLY),
        };
        if position.break_due() && !(self.takes_breaks && position.take_break().is_ok()) {
            return Err(&BAD_BREAK);
        }
        self.effort += 1 + (token.len() / LONG) as u64;
        let ply = position.read_ply(token, self.system, &mut self.scratch).map_err(|_| &BAD_MOVE)?;
        let done =
            if stands { position.apply(ply, &mut Standing::of::<G>(true)) } else { position.apply(ply, &mut Strict) };
        done.map_err(|violation| violation.code())
    }

    /// Carries out items up to the first that cannot be.
    fn items(&mut self, position: &mut G, items: &[Item<'_>]) -> Reach {
        for (index, &item) in items.iter().enumerate() {
            if let Err(code) = self.item(position, item) {
                return Reach { items: index, code: Some(code), outcome: Position::outcome(position) };
            }
        }
        Reach { items: items.len(), code: None, outcome: Position::outcome(position) }
    }
}

/// Stands for a position. If two had the same hash, one would seem to end as the other does: a proposal would be missed, or
/// made and then refused, for each is judged as a whole record before anybody sees it.
fn hash_of<G: FullGame>(position: &G) -> u64 {
    let mut hasher = FxHasher::default();
    position.hash(&mut hasher);
    hasher.finish()
}

impl<G: FullGame> OfGame<G> {
    /// Replays the tail from a position that comes after `before` items.
    fn tail(&mut self, mut position: G, before: usize, tail: &[Item<'_>]) -> Reach {
        let key = (tail.len(), hash_of(&position));
        let reach = match self.met.get(&key) {
            Some(reach) => *reach,
            None => {
                let reach = self.player.items(&mut position, tail);
                self.met.insert(key, reach);
                reach
            }
        };
        Reach { items: before + reach.items, ..reach }
    }
}

impl<G: FullGame> Track for OfGame<G> {
    fn lead(&mut self, items: &[Item<'_>]) -> Reach {
        self.met.clear();
        self.positions.truncate(1);
        let Some(start) = self.positions.first() else {
            return Reach { items: 0, code: Some(&BAD_MOVE), outcome: Outcome::Unfinished };
        };
        let mut position = start.clone();
        for (index, &item) in items.iter().enumerate() {
            if let Err(code) = self.player.item(&mut position, item) {
                return Reach { items: index, code: Some(code), outcome: Position::outcome(&position) };
            }
            self.positions.push(position.clone());
        }
        Reach { items: items.len(), code: None, outcome: Position::outcome(&position) }
    }

    fn replay(&mut self, at: usize, head: &[Item<'_>], tail: &[Item<'_>]) -> Reach {
        let Some(mut position) = self.positions.get(at).cloned() else {
            return Reach { items: 0, code: Some(&BAD_MOVE), outcome: Outcome::Unfinished };
        };
        let reach = self.player.items(&mut position, head);
        if !reach.is_whole() {
            return reach;
        }
        self.tail(position, head.len(), tail)
    }

    fn each_legal(&mut self, at: usize, tail: &[Item<'_>], each: &mut dyn FnMut(&dyn Legal, Reach) -> bool) {
        let Some(mut position) = self.positions.get(at).cloned() else { return };
        if position.break_due() && !(self.player.takes_breaks && position.take_break().is_ok()) {
            return;
        }
        let (mut goes_on, system) = (true, self.player.system);
        position.candidates(&mut |ply| {
            if !goes_on {
                return;
            }
            let mut next = position.clone();
            if next.apply(ply, &mut Strict).is_ok() {
                self.player.effort += 1;
                let reach = self.tail(next, 1, tail);
                goes_on = each(&Written { position: &position, ply, system }, reach);
            }
        });
    }

    fn spelt(&mut self, token: &str) -> Option<String> {
        let (start, system) = (self.positions.first()?, self.player.system);
        let ply = start.read_ply(token, system, &mut self.player.scratch).ok()?;
        let mut text = String::new();
        match start.write_ply(ply, system, &mut text) {
            Ok(()) => Some(text),
            Err(_) => Some(token.to_owned()),
        }
    }

    fn position(&self, at: usize) -> Option<&dyn Position> {
        self.positions.get(at).map(|position| position as &dyn Position)
    }

    fn effort(&self) -> u64 {
        self.player.effort
    }
}

/// A legal ply that can be written.
struct Written<'p, 's, G: FullGame> {
    position: &'p G,
    ply: G::Ply<'s>,
    system: System,
}

impl<G: FullGame> Legal for Written<'_, '_, G> {
    fn write(&self, out: &mut String) -> Result<(), NotRepresentable> {
        self.position.write_ply(self.ply, self.system, out)
    }
}
