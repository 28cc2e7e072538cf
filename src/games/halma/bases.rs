//! Where the sides begin and where they must go.

use super::field::{Board, Piece, Spot};
use super::kind::Kind;
use super::table;
use crate::game::{Side, SideInfo};

/// Which corner each side begins in: corners do not depend on who plays after whom (HA-10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Seats {
    /// How many sides play.
    count: u8,
    /// The corner of each side, counted clockwise from White's at the top left.
    corners: [u8; 4],
    /// The side whose corner lies opposite.
    opposites: [Side; 4],
}

impl Seats {
    /// The seats of two or four sides, which play in this order.
    pub(super) fn of(sides: &[SideInfo]) -> Seats {
        let corner = |info: &SideInfo| table::FOUR.iter().position(|known| known == info).unwrap_or(0);
        let (mut corners, mut opposites) = ([0; 4], [Side(0); 4]);
        for (index, info) in sides.iter().enumerate().take(4) {
            let far = (corner(info) + 2) % 4;
            corners[index] = corner(info) as u8;
            opposites[index] = Side(sides.iter().position(|other| corner(other) == far).unwrap_or(index) as u8);
        }
        Seats { count: sides.len() as u8, corners, opposites }
    }

    /// The sides in playing order.
    pub(super) fn sides(self) -> impl Iterator<Item = Side> {
        (0..self.count).map(Side)
    }

    /// The side whose base lies opposite.
    #[inline(always)]
    pub(super) fn opposite(self, side: Side) -> Side {
        self.opposites[side.index() & 3]
    }
}

/// The columns of a base, from the corner column inwards: how many pieces stand in each.
pub(super) fn columns(size: u8, four: bool) -> &'static [u8] {
    match (size, four) {
        (_, true) => &[4, 4, 3, 2],
        (8, _) => &[4, 3, 2, 1],
        (10, _) => &[5, 4, 3, 2, 1],
        _ => &[5, 5, 4, 3, 2],
    }
}

/// How many pieces each side has.
pub(super) fn pieces(size: u8, is_four: bool) -> u8 {
    columns(size, is_four).iter().sum()
}

/// The squares of a side's base in the order of HA-13: from its corner along its column, then column by column.
pub(super) fn squares(size: u8, seats: Seats, side: Side) -> Vec<Spot> {
    let far = size - 1;
    let mut squares = Vec::new();
    for (index, rows) in (0..).zip(columns(size, seats.count == 4)) {
        for row in 0..*rows {
            // White's corner is at the top left, then clockwise those of Red, Green and Blue.
            let (column, row) = match seats.corners[side.index() & 3] {
                0 => (index, far - row),
                1 => (far - index, far - row),
                2 => (far - index, row),
                _ => (index, row),
            };
            squares.push(Spot::new(column, row));
        }
    }
    squares
}

/// The square that `spot` becomes when the board is turned by 180 degrees.
pub(super) fn turned(spot: Spot, size: u8) -> Spot {
    Spot::new(size - 1 - spot.column(), size - 1 - spot.row())
}

/// The pieces where they begin.
pub(super) fn start(kind: Kind, size: u8, seats: Seats) -> Board {
    let mut board = Board::EMPTY;
    for side in seats.sides() {
        for (index, spot) in (0..).zip(squares(size, seats, side)) {
            let tag = match kind {
                Kind::Plain | Kind::Parlett => 0,
                Kind::Number { .. } => index + 1,
                // Azure and Red on squares whose column and row add up to an even number, Green and White on the
                // others.
                Kind::Colour => u8::from(!spot.is_dark()),
                Kind::Marked => u8::from(index == 0),
            };
            board.put(spot, Piece::new(side, tag));
        }
    }
    board
}

/// The piece that belongs on each square at the end, if the pieces began as on `start`.
pub(super) fn goals(kind: Kind, size: u8, seats: Seats, start: &Board) -> Board {
    let mut goals = Board::EMPTY;
    for side in seats.sides() {
        for spot in squares(size, seats, side) {
            let Some(piece) = start.at(spot) else { continue };
            let other = seats.opposite(side);
            match kind {
                Kind::Number { .. } => goals.put(turned(spot, size), piece),
                // Colours of one side and those of the other that are as light exchange places.
                Kind::Plain | Kind::Parlett | Kind::Colour => goals.put(spot, Piece::new(other, piece.tag())),
                Kind::Marked => {}
            }
        }
        if kind == Kind::Marked
            && let Some(corner) = squares(size, seats, seats.opposite(side)).first()
        {
            goals.put(*corner, Piece::new(side, 1));
        }
    }
    goals
}
