//! A position of any game that is played ply by ply, through one pointer: the inside of [`crate::Position`].

use std::any::Any;
use std::fmt;
use std::hash::Hasher;
use std::sync::Arc;

use super::{FullGame, Game, Match, Position, Standing, Strict, Violates, bad_move};
use crate::board::symmetry::SAME;
use crate::codes::BAD_MOVE;
use crate::diagnostic::{Code, Text};
use crate::scene::Effect;
use crate::system::System;

/// What a break between manches is called, in movetext and here.
pub(crate) const BREAK: &str = "/";

/// A position of any game.
pub trait State: Position + fmt::Debug + Send + Sync {
    /// The legal plies, written in `system`, or in the game's default system if `system` cannot express them. If a
    /// break is due, it is the only one.
    fn legal(&self, system: System) -> Vec<String>;

    /// Calls `each` with the legal plies, written in the game's default system, and with what each does; see
    /// [`Likeness::write_action`](super::Likeness::write_action).
    fn actions(&self, each: &mut dyn FnMut(&str, &[u8]));

    /// What a ply makes of this position.
    ///
    /// # Errors
    /// Why the ply cannot be played.
    fn played(&self, ply: &str, system: System) -> Result<Played, Refusal> {
        self.played_as(ply, [system, system], false)
    }

    /// What a ply makes of this position. It is read in the first system, or else in the game's default one, and told in the
    /// second. `stands`: it may be illegal and stand (C-6).
    ///
    /// # Errors
    /// Why the ply cannot be played.
    fn played_as(&self, ply: &str, systems: [System; 2], stands: bool) -> Result<Played, Refusal>;

    /// A ply, legal or not, as another system writes it: read in the first system, told in the second. `None` if it is no ply of
    /// the first, or if the second cannot express it.
    fn respelt(&self, ply: &str, systems: [System; 2]) -> Option<String>;

    /// Whether `other` is an equal position of the same game.
    fn is_same(&self, other: &dyn State) -> bool;

    /// Feeds `hasher` with everything that [`State::is_same`] looks at.
    fn hash_with(&self, hasher: &mut dyn Hasher);

    /// The position as a value of its own type.
    fn as_any(&self) -> &dyn Any;
}

/// A ply that was carried out.
#[derive(Debug, Clone)]
pub struct Played {
    /// The position after it.
    pub state: Arc<dyn State>,
    /// The ply in the requested notation system, or in the game's default one.
    pub ply: String,
    /// What it did on the board.
    pub effect: Effect,
}

/// Why a ply cannot be played.
#[derive(Debug)]
pub struct Refusal {
    /// The rule that it breaks.
    pub code: &'static Code,
    /// What was found, and what would have been right.
    pub text: Text,
}

/// A ply that can be played in `position`, in the notation system or else in the game's default one.
pub(crate) fn spelt<G: Game>(position: &G, ply: G::Ply<'_>, system: System) -> String {
    let mut text = String::new();
    if position.write_ply(ply, system, &mut text).is_err() {
        text.clear();
        // A game promises that its default system can express every ply.
        let _ = position.write_ply(ply, G::info().default_system, &mut text);
    }
    text
}

impl<G: FullGame> State for G {
    fn legal(&self, system: System) -> Vec<String> {
        if Match::break_due(self) {
            return vec![BREAK.to_owned()];
        }
        let mut plies = Vec::new();
        self.candidates(&mut |ply| {
            if self.clone().apply(ply, &mut Strict).is_ok() {
                plies.push(spelt(self, ply, system));
            }
        });
        plies
    }

    fn actions(&self, each: &mut dyn FnMut(&str, &[u8])) {
        let mut action = Vec::new();
        self.candidates(&mut |ply| {
            if self.clone().apply(ply, &mut Strict).is_ok() {
                action.clear();
                self.write_action(ply, SAME, &mut action);
                each(&spelt(self, ply, G::info().default_system), &action);
            }
        });
    }

    fn played_as(&self, token: &str, [system, told]: [System; 2], stands: bool) -> Result<Played, Refusal> {
        let mut next = self.clone();
        if token == BREAK {
            return match next.take_break() {
                Ok(()) => Ok(Played { state: Arc::new(next), ply: BREAK.to_owned(), effect: Effect::default() }),
                Err(code) => Err(Refusal { code, text: Text::new("no manche ends here, so no break belongs here") }),
            };
        }
        let (mut scratch, mut of_default) = (G::Scratch::default(), G::Scratch::default());
        let read = self.read_ply(token, system, &mut scratch);
        let read = read.or_else(|_| self.read_ply(token, G::info().default_system, &mut of_default));
        let Ok(ply) = read else {
            return Err(Refusal { code: &BAD_MOVE, text: bad_move(token, system, None) });
        };
        match next.apply(ply, &mut Standing::of::<G>(stands)) {
            Ok(()) => {
                let (ply, effect) = (spelt(self, ply, told), self.effect(ply));
                Ok(Played { state: Arc::new(next), ply, effect })
            }
            Err(violation) => Err(Refusal { code: violation.code(), text: self.explain(violation, ply) }),
        }
    }

    fn respelt(&self, token: &str, [system, told]: [System; 2]) -> Option<String> {
        let (mut scratch, mut text) = (G::Scratch::default(), String::new());
        let ply = self.read_ply(token, system, &mut scratch).ok()?;
        self.write_ply(ply, told, &mut text).ok().map(|()| text)
    }

    fn is_same(&self, other: &dyn State) -> bool {
        other.as_any().downcast_ref::<G>() == Some(self)
    }

    fn hash_with(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
