//! Random matches of Le File, legal by the second implementation, for tests and benchmarks.

use crate::cards::Cards as Grid;
use crate::making::{Choices, legal};

/// How the cards of a match are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cards {
    /// `24 Pb4`, `3r c4-d5`
    Colours,
    /// `2h4c Pb4`, `3h c4-d5`
    Suits,
    /// `Pb4`, `c4-d5`
    Missing,
}

/// The plies of a whole match, 48 for each manche, in canonical form.
pub fn random_match(cards: Cards, seed: u32) -> Vec<String> {
    let (mut grid, mut plies) = (Grid::default(), Vec::new());
    let mut choices = Choices::endless(seed);
    while !grid.is_over() {
        if grid.break_due() {
            grid.take_break();
        }
        let mut ply = legal(&grid, &mut choices, cards == Cards::Suits);
        if cards == Cards::Missing {
            ply.cards.clear();
        }
        grid.play(&ply, false).expect("a legal ply");
        plies.push(ply.write());
    }
    plies
}
