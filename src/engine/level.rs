//! The lines of movetext that are being walked: the main line, and variations within it.

use super::turns::Turns;
use super::walk::Walk;
use crate::game::FullGame;

/// A line that is being walked.
pub(super) struct Level<G> {
    pub(super) walk: Walk<G>,
    /// Whether the last token was a ply.
    pub(super) after_ply: bool,
    /// How many variations of the last ply have come.
    pub(super) variations: u32,
    /// The position before the last ply, if a variation follows.
    pub(super) before_ply: BeforePly<G>,
    /// For a variation: the state of the line around it where it begins.
    pub(super) outer: Outer,
}

impl<G: FullGame> Level<G> {
    /// A line from a copy of a position after `before` plies.
    #[inline(always)]
    pub(super) fn new(position: &G, turns: Turns, is_stopped: bool, before: u32) -> Level<G> {
        Level {
            walk: Walk::new(position, turns, is_stopped, before),
            after_ply: false,
            variations: 0,
            before_ply: BeforePly { position: None, number: None, turn: None },
            outer: Outer::default(),
        }
    }
}

/// The position before a ply, from which its variations begin.
pub(super) struct BeforePly<G> {
    /// The memory of the position that was kept last.
    position: Option<G>,
    /// After how many plies the position stands; `None` if none is kept.
    number: Option<u32>,
    /// The number of the ply's turn, once a later turn has begun.
    turn: Option<u32>,
}

impl<G: FullGame> BeforePly<G> {
    /// Keeps a copy of the position after `number` plies.
    pub(super) fn keep(&mut self, position: &G, number: u32) {
        match &mut self.position {
            Some(kept) => kept.clone_from(position),
            kept => *kept = Some(position.clone()),
        }
        (self.number, self.turn) = (Some(number), None);
    }

    /// Remembers the number of the ply's turn before another turn begins: `1. c, e; 2. (1... d) f`.
    pub(super) fn end_turn(&mut self, turn: u32) {
        self.turn.get_or_insert(turn);
    }

    /// The number of the ply's turn, where `turn` is that of the turn at hand.
    pub(super) fn turn(&self, turn: u32) -> u32 {
        self.turn.unwrap_or(turn)
    }

    /// Forgets the position.
    pub(super) fn forget(&mut self) {
        self.number = None;
    }

    /// The position and the number of plies before it.
    pub(super) fn get(&self) -> Option<(&G, u32)> {
        self.position.as_ref().zip(self.number)
    }
}

/// How far the walk came through plies that stand as usual.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Went {
    /// It carried out no ply.
    Nowhere,
    /// It carried out plies, and something other than a ply stands next.
    On,
    /// After a ply that a variation or the end of its line follows.
    AfterPly,
    /// To the end of the record.
    Whole,
}

impl Went {
    /// How far both have come, one after the other.
    pub(super) fn then(self, next: Went) -> Went {
        if next == Went::Nowhere { self } else { next }
    }
}

/// The variations that are being walked, each within the one before it. They are a list, since a tree may be deeper
/// than any stack of calls. New variations reuse the memory of those that have ended.
pub(super) struct Variations<G> {
    pub(super) levels: Vec<Level<G>>,
    /// How many of them are being walked.
    pub(super) depth: usize,
}

impl<G> Variations<G> {
    /// The innermost line that is being walked.
    pub(super) fn innermost<'l>(&'l mut self, main: &'l mut Level<G>) -> &'l mut Level<G> {
        self.levels[..self.depth].last_mut().unwrap_or(main)
    }
}

/// What holds where a variation begins.
#[derive(Clone, Copy, Default)]
pub(super) struct Outer {
    /// Whether the line that it belongs to had stopped.
    pub(super) was_stopped: bool,
    /// Whether the replay of the whole record had ended.
    pub(super) was_halted: bool,
    /// How many faults of the text the walk had reported.
    pub(super) known: usize,
}
