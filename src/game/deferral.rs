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
/// Plies are *put* on the board, one after the other. A game whose board shows how it has ended may leave out the check
/// for the end after each of them: one check afterwards ([`Deferral::is_undecided`]) then proves that none has ended
/// the game. Without that proof, [`Game::apply`] carries the plies out again and decides. A game without a quicker way
/// leaves the block empty.
pub trait Deferral: Game {
    /// Whether `put` leaves out what a ply has brought about.
    const LEAVES_OUTCOME: bool = false;

    /// So few plies in a row are carried out one by one instead, unless the record begins with them: copying the
    /// position and checking it afterwards would take longer. With 0 all are put.
    const FEW: usize = 0;

    /// Whether plies may be put from here on.
    #[inline(always)]
    fn may_put(&self) -> bool {
        false
    }

    /// The square where a ply puts a piece, the same as [`landing`](super::Numbered::landing). All such plies on a
    /// square have one name in a notation system. `None` if the ply is not plainly legal; no violation is reported
    /// then.
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
    /// it has put. A quicker version of a game may put none if one of them is not plainly legal.
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
