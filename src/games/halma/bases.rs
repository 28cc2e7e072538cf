//! Where the sides begin and where they are bound for.

use super::field::{Board, Piece, Spot};
use super::variant::Kind;
use crate::game::Side;

/// The columns of a base, from the corner column inwards: how many pieces stand in each.
pub(super) fn columns(size: u8, four: bool) -> &'static [u8] {
    match (size, four) {
        (_, true) => &[4, 4, 3, 2],
        (8, _) => &[4, 3, 2, 1],
        (10, _) => &[5, 4, 3, 2, 1],
        _ => &[5, 5, 4, 3, 2],
    }
}

/// The squares of a side's base in the order of HA-13: from its corner along its column, then column by column.
pub(super) fn squares(size: u8, sides: usize, side: Side) -> Vec<Spot> {
    let far = size - 1;
    let mut squares = Vec::new();
    for (index, rows) in (0..).zip(columns(size, sides == 4)) {
        for row in 0..*rows {
            // Green's base is the corner at the bottom right; White's its half turn, Red's and Blue's its images.
            let (column, row) = match (sides, side.0) {
                (_, 0) => (index, far - row),
                (4, 1) => (far - index, far - row),
                (4, 3) => (index, row),
                _ => (far - index, row),
            };
            squares.push(Spot::new(column, row));
        }
    }
    squares
}

/// The side whose base lies opposite.
#[inline(always)]
pub(super) fn opposite(side: Side, sides: usize) -> Side {
    Side((side.0 + (sides / 2) as u8) % sides as u8)
}

/// The image of a square under the half turn of the board.
pub(super) fn turned(spot: Spot, size: u8) -> Spot {
    Spot::new(size - 1 - spot.column(), size - 1 - spot.row())
}

/// The pieces where they begin.
pub(super) fn start(kind: Kind, size: u8, sides: usize) -> Board {
    let mut board = Board::EMPTY;
    for side in (0..sides as u8).map(Side) {
        for (index, spot) in (0..).zip(squares(size, sides, side)) {
            let tag = match kind {
                Kind::Plain | Kind::Parlett => 0,
                Kind::Number { .. } => index + 1,
                // Azure and red on squares whose column and row add up to an even number, green and white on others.
                Kind::Colour => u8::from(!spot.is_dark()),
                Kind::Marked => u8::from(index == 0),
            };
            board.put(spot, Piece::new(side, tag));
        }
    }
    board
}

/// What every square wants, if the pieces began as on `start`.
pub(super) fn goals(kind: Kind, size: u8, sides: usize, start: &Board) -> Board {
    let mut goals = Board::EMPTY;
    for side in (0..sides as u8).map(Side) {
        for spot in squares(size, sides, side) {
            let Some(piece) = start.at(spot) else { continue };
            let other = opposite(side, sides);
            match kind {
                Kind::Number { .. } => goals.put(turned(spot, size), piece),
                // The colours of one side change places with those of the other that are as light.
                Kind::Plain | Kind::Parlett | Kind::Colour => goals.put(spot, Piece::new(other, piece.tag())),
                Kind::Marked => {}
            }
        }
        if kind == Kind::Marked
            && let Some(corner) = squares(size, sides, opposite(side, sides)).first()
        {
            goals.put(*corner, Piece::new(side, 1));
        }
    }
    goals
}
