//! Whether the last stone of a game is the illegal one that lost it. Many programs leave that stone out of the file:
//! then the last stone is the one before it.
//!
//! What Black must not set in Renju is a fact of the board, so no game is asked.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::super::points::ends_with_foul;
use super::name::Name;
use super::node::{Board, begin, coordinate, first_node, points, properties};
use crate::board::Size;

/// What a file says about the stone that lost the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    /// It was illegal: there was no room for it.
    Illegal,
    /// It was forbidden to Black.
    Foul,
}

impl Told {
    /// The word of the tag that says so, where the last stone of the game is that stone.
    pub(super) fn word(self) -> &'static str {
        match self {
            Told::Illegal => "illegal",
            Told::Foul => "foul",
        }
    }

    /// Whether the last stone of the first game in `bytes` is the one that lost.
    pub(super) fn is_last(self, bytes: &[u8], board: Board) -> bool {
        let game = Game::of(bytes, board);
        let Some((Some(last), others)) = game.plies.split_last() else { return false };
        match self {
            Told::Illegal => {
                let is_there = |other: &Option<Stone>| other.is_some_and(|other| other.is_at(last));
                !last.is_on(board) || others.iter().any(is_there)
            }
            Told::Foul => last.is_black && game.is_foul(),
        }
    }
}

/// A stone: its column and row from the top left.
#[derive(Debug, Clone, Copy)]
struct Stone {
    is_black: bool,
    column: usize,
    row: usize,
}

impl Stone {
    fn is_at(&self, other: &Stone) -> bool {
        (self.column, self.row) == (other.column, other.row)
    }

    fn is_on(&self, board: Board) -> bool {
        self.column < usize::from(board.columns) && self.row < usize::from(board.rows)
    }
}

/// The stones of a game: those set up before the first ply, and the plies of the main line, `None` for a ply without a
/// stone.
struct Game {
    board: Board,
    set_up: Vec<Stone>,
    /// Where these stand.
    taken: FxHashSet<(usize, usize)>,
    plies: Vec<Option<Stone>>,
}

impl Game {
    /// The main line: that is all before the first `)`.
    fn of(bytes: &[u8], board: Board) -> Game {
        let mut game = Game { board, set_up: Vec::new(), taken: FxHashSet::default(), plies: Vec::new() };
        let Some(open) = begin(bytes) else { return game };
        let (mut at, mut is_start) = (first_node(bytes, open), true);
        loop {
            let each = |name: Name, _, value: Range<usize>| game.property(name, bytes, value, is_start);
            at = properties(bytes, at, each, |_| {});
            match bytes.get(at) {
                Some(byte @ (b';' | b'(')) => {
                    at += 1;
                    is_start &= *byte == b';';
                }
                _ => return game,
            }
        }
    }

    fn property(&mut self, name: Name, bytes: &[u8], value: Range<usize>, is_start: bool) {
        let is_black = name == Name::of("B") || name == Name::of("AB");
        let stone = |(column, row)| Stone { is_black, column, row };
        let Some(value) = bytes.get(value) else { return };
        if is_black && name == Name::of("B") || name == Name::of("W") {
            let is_pass = self.board.has_pass_point() && value == b"tt";
            let point = match value {
                &[column, row] if !is_pass => coordinate(column).zip(coordinate(row)),
                _ => None,
            };
            self.plies.push(point.map(stone));
        } else if is_start && self.plies.is_empty() && (is_black || name == Name::of("AW")) {
            let Some([columns, rows]) = std::str::from_utf8(value).ok().and_then(points) else { return };
            for row in rows.start..rows.end.min(self.board.rows.into()) {
                for column in columns.start..columns.end.min(self.board.columns.into()) {
                    // Many rectangles may name a point.
                    if self.taken.insert((column, row)) {
                        self.set_up.push(stone((column, row)));
                    }
                }
            }
        }
    }

    /// Whether the last stone is one that Black must not set.
    fn is_foul(&self) -> bool {
        let size = Size { columns: self.board.columns, rows: self.board.rows };
        let stones = self.set_up.iter().chain(self.plies.iter().flatten());
        ends_with_foul(size, stones.map(|stone| (stone.is_black, stone.column as i32, stone.row as i32)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Board = Board { columns: 15, rows: 15 };

    #[test]
    fn a_foul_is_a_stone_that_black_must_not_set() {
        let is_last = |text: &str| Told::Foul.is_last(text.as_bytes(), BOARD);
        assert!(!is_last("(;SZ[15])") && !is_last("(;B[hh];W[ii];B[jj])"));
        let stones = ";B[hh];W[aa];B[ih];W[bb];B[gg];W[cc];B[gf];W[dd]";
        assert!(is_last(&format!("({stones}(;B[gh])(;B[oo]))")) && !is_last(&format!("({stones}(;B[oo])(;B[gh]))")));
        assert!(!is_last(&format!("({stones};B[gh];W[ee])")) && !is_last(&format!("({stones};B[gh];W[tt])")));
        // There are as many stones on the same lines, but one of the threes is shut in.
        assert!(!is_last(&format!("({stones};B[oa];W[gi];B[gh])")));
        // Stones that are set up count.
        assert!(is_last("(;SZ[15]AB[hh][ih][gg:gf]AW[aa][bb][cc][dd];B[gh])"));
        // A row of five does not count.
        assert!(!is_last("(;AB[dh:fh][hh][gg][gf]AW[aa][bb][cc][dd];B[gh])"));
    }

    #[test]
    fn an_illegal_stone_has_no_point_for_itself() {
        let is_last = |text: &str| Told::Illegal.is_last(text.as_bytes(), BOARD);
        assert!(is_last("(;B[hh];W[hh])") && is_last("(;B[hh];W[pp])"));
        assert!(!is_last("(;B[hh];W[ii])") && !is_last("(;B[hh];W[hh];B[ii])"));
    }
}
