//! What plies that put a piece on a square are called.

use crate::board::{Size, Square};
use crate::system::System;

/// What the system calls plies that do nothing but put a piece on a square, by the square: each is spelt once, as all other
/// plies are, and kept.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// The game, the board and the system of the names. Without a system, or in a diagram, plies have no letters.
    of: Option<(&'static str, Size, Option<System>)>,
    columns: u8,
    /// One for each square, row by row.
    pub(super) squares: Vec<Name>,
    /// Whether one has anything but signs of ASCII that need no escape in any format.
    pub(super) has_odd: bool,
}

/// A name that is kept. While it is not known it has no letters.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Name {
    /// Its letters from the first byte on, and in the last byte how many they are.
    bytes: [u8; Name::LONGEST + 1],
}

impl Name {
    /// The longest name that is kept: names of squares are shorter.
    const LONGEST: usize = 7;

    pub(super) const NONE: Name = Name { bytes: [0; Name::LONGEST + 1] };

    /// Its letters, and bytes that mean nothing.
    #[inline(always)]
    pub(crate) fn letters(&self) -> [u8; 8] {
        self.bytes
    }

    /// How many letters it has: fewer than eight.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        usize::from(self.bytes[Name::LONGEST] & 7)
    }
}

/// How a ply is spelt.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Spelt<'s> {
    /// By a name that is kept.
    Name(&'s Name),
    /// By a text of its own; an empty one if the system cannot express it.
    Text(&'s str),
}

impl<'s> Spelt<'s> {
    /// The spelling.
    #[inline]
    pub(crate) fn text(self) -> &'s str {
        match self {
            Spelt::Name(name) => {
                name.bytes.get(..name.len()).and_then(|name| str::from_utf8(name).ok()).unwrap_or_default()
            }
            Spelt::Text(text) => text,
        }
    }
}

impl Names {
    /// Makes room for the names of a game on a board in a system. Those that are known stay if they are the same.
    pub(super) fn begin(&mut self, game: &'static str, board: Size, system: Option<System>) {
        let of = Some((game, board, system.filter(|system| !system.is_diagram())));
        if self.of != of {
            self.of = of;
            self.columns = board.columns;
            self.squares.clear();
            self.squares.resize(board.squares() as usize, Name::NONE);
            self.has_odd = false;
        }
    }

    /// The number of the name of a square, whether it is known or not.
    #[inline(always)]
    pub(super) fn number(&self, square: Square) -> u32 {
        u32::from(square.row) * u32::from(self.columns) + u32::from(square.column)
    }

    /// The square of a number.
    #[inline]
    pub(super) fn square(&self, number: u32) -> Square {
        let columns = u32::from(self.columns.max(1));
        Square::new((number % columns) as u8, (number / columns) as u8)
    }

    /// Keeps the name of a square.
    pub(super) fn keep(&mut self, square: Square, name: &str) {
        let number = self.number(square) as usize;
        if let Some(known) = self.squares.get_mut(number)
            && name.len() <= Name::LONGEST
        {
            known.bytes[..name.len()].copy_from_slice(name.as_bytes());
            known.bytes[Name::LONGEST] = name.len() as u8;
            self.has_odd |= !name.bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\'));
        }
    }
}
