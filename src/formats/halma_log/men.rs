//! Where the men stand, as far as the lines of a log tell it.
//!
//! The server lets a man hop over others back to where it began, which is a pass. Any other line of hops back is damage, and
//! its faults are errors.

/// The player whose man stands on each square, by row from the top and column.
#[derive(Debug)]
pub(super) struct Men([[Option<u8>; SIZE]; SIZE]);

/// How many columns and rows lines can name; the board has fewer.
const SIZE: usize = 26;

/// The last column and the last row of the board.
const LAST: usize = 15;

impl Men {
    /// The men at the start: thirteen in each corner.
    pub(super) fn at_start() -> Men {
        let mut men = Men([[None; SIZE]; SIZE]);
        for (row, count) in [4, 4, 3, 2].into_iter().enumerate() {
            for column in 0..count {
                men.0[row][column] = Some(0);
                men.0[row][LAST - column] = Some(1);
                men.0[LAST - row][column] = Some(2);
                men.0[LAST - row][LAST - column] = Some(3);
            }
        }
        men
    }

    fn at(&mut self, (x, y): (u8, u8)) -> &mut Option<u8> {
        &mut self.0[usize::from(y)][usize::from(x)]
    }

    /// Whether a player's man that began its turn at `origin` can hop so: over another man, to a free square.
    pub(super) fn has_hop(&mut self, player: u8, origin: (u8, u8), from: (u8, u8), to: (u8, u8)) -> bool {
        let is_long = |one: u8, other: u8| matches!(one.abs_diff(other), 0 | 2);
        let over = ((from.0 + to.0) / 2, (from.1 + to.1) / 2);
        from != to
            && is_long(from.0, to.0)
            && is_long(from.1, to.1)
            && *self.at(origin) == Some(player)
            && over != origin
            && self.at(over).is_some()
            && (to == origin || self.at(to).is_none())
    }

    /// Carries out a turn.
    pub(super) fn go(&mut self, from: (u8, u8), to: (u8, u8)) {
        *self.at(to) = self.at(from).take();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hop_leads_over_a_man_to_a_free_square() {
        let mut men = Men::at_start();
        assert_eq!(men.0.iter().flatten().flatten().count(), 52);
        assert_eq!(
            [(15, 0), (0, 12), (13, 13), (4, 0)].map(|square| *men.at(square)),
            [Some(1), Some(2), Some(3), None]
        );
        // Over (3,0), which is a man of this player; from (2,2), and over (3,2), there is none.
        assert!(men.has_hop(0, (2, 0), (2, 0), (4, 0)) && !men.has_hop(1, (2, 0), (2, 0), (4, 0)));
        assert!(!men.has_hop(0, (2, 2), (2, 2), (4, 2)) && !men.has_hop(0, (2, 1), (2, 1), (4, 3)));
        assert!(!men.has_hop(0, (0, 0), (0, 0), (2, 0)) && !men.has_hop(0, (2, 1), (2, 1), (5, 1)));
        // Back to where it began, though the man is still there, but not over itself.
        assert!(men.has_hop(0, (2, 0), (4, 0), (2, 0)) && !men.has_hop(0, (1, 0), (4, 0), (2, 0)));
        assert!(!men.has_hop(0, (3, 0), (4, 0), (2, 0)));
        men.go((3, 0), (9, 9));
        assert!(!men.has_hop(0, (2, 0), (2, 0), (4, 0)) && *men.at((9, 9)) == Some(0));
    }
}
