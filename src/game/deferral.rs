//! A quicker way to the same position, for plies that name a square or a column and nothing else.

use super::Game;
use crate::board::Square;
use crate::system::QuickToken;

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

    /// Up to so many plies in a row are not put but carried out one by one, unless the record begins with them: to copy the
    /// position and to look at it afterwards would take longer. With 0 all are put.
    const FEW: usize = 0;

    /// Whether plies may be put from here on.
    #[inline(always)]
    fn may_put(&self) -> bool {
        false
    }

    /// The square on which a ply puts a piece: the one that [`landing`](super::Numbered::landing) tells. All such plies on a
    /// square are called the same in a notation system. `None` if the ply is not plainly legal; no violation is reported then.
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

    /// Puts plies one after the other up to the first that is not plainly legal; returns how many it has put. A game
    /// has its own only to be quicker: what it does is what [`Deferral::lands`] and [`Deferral::put`] do.
    #[inline(always)]
    fn put_all(&mut self, tokens: impl Iterator<Item = QuickToken>) -> usize {
        put_each(self, tokens)
    }

    /// Puts turns of two plies that name columns, up to the first ply that is not plainly legal; returns how many plies
    /// it has put. A game has its own only to be quicker: that one may put none if one of them is not plainly legal.
    #[inline(always)]
    fn put_turns(&mut self, turns: impl Iterator<Item = [QuickToken; 2]>) -> usize {
        self.put_all(turns.flatten())
    }

    /// Whether nothing has ended the game so far: then no ply that was put has ended it either.
    #[inline(always)]
    fn is_undecided(&self) -> bool {
        true
    }
}
