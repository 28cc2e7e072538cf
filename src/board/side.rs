//! The sides of a game.

/// One side of a game: an index into the game's sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Side(pub u8);

impl Side {
    /// The index as slices take it.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// The next of `count` sides in playing order.
    #[inline]
    #[must_use]
    pub fn next(self, count: usize) -> Side {
        if self.index() + 1 == count { Side(0) } else { Side(self.0.wrapping_add(1)) }
    }
}

/// The colours that pieces have in the rules, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Paint {
    /// White.
    #[default]
    White,
    /// Black.
    Black,
    /// Red.
    Red,
    /// Blue.
    Blue,
    /// Green.
    Green,
    /// Azure, in Halma's variant of two colours.
    Azure,
}

/// What a side is called, and the colour of its pieces.
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct SideInfo {
    /// Its name, as in tags: `White`.
    pub name: &'static str,
    /// The letter of its pieces in position strings.
    pub letter: char,
    /// The colour of its pieces.
    pub paint: Paint,
}
