//! Whether the last stone of a game is the one that lost it. Many programs leave an illegal stone out of the file, and then
//! the stone before it is the last one.
//!
//! This is no rule: it only tells what the file can mean.

use std::ops::Range;

use super::node::{Board, Name, begin, coordinate, first_node, properties};

/// What a file says of the stone that lost the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Told {
    /// There was no room for it.
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

    /// Whether the last stone of the first game in `bytes` may be the one that lost.
    pub(super) fn may_be_last(self, bytes: &[u8], board: Board) -> bool {
        let stones = main_line(bytes);
        let Some((last, others)) = stones.split_last() else { return false };
        match self {
            Told::Illegal => !last.is_on(board) || others.iter().any(|other| other.is_at(last)),
            Told::Foul => may_be_foul(last, others),
        }
    }
}

/// A stone: its column and row from the top left.
struct Stone {
    is_black: bool,
    column: i32,
    row: i32,
}

impl Stone {
    fn is_at(&self, other: &Stone) -> bool {
        (self.column, self.row) == (other.column, other.row)
    }

    fn is_on(&self, board: Board) -> bool {
        self.column < i32::from(board.columns) && self.row < i32::from(board.rows)
    }

    /// Whether both stand on a line of the board, so near to each other that they can belong to a four.
    fn is_lined_up_with(&self, other: &Stone) -> bool {
        let (across, down) = ((self.column - other.column).abs(), (self.row - other.row).abs());
        (across == down || across == 0 || down == 0) && across.max(down) <= 4
    }
}

/// Whether a stone may be forbidden: the least that makes two threes, two fours or six in a line are four others of Black
/// on lines with it.
fn may_be_foul(stone: &Stone, others: &[Stone]) -> bool {
    const LEAST: usize = 4;
    let is_near = |other: &&Stone| other.is_black && stone.is_lined_up_with(other);
    stone.is_black && others.iter().filter(is_near).count() >= LEAST
}

/// The stones of the main line: that is all before the first `)`.
fn main_line(bytes: &[u8]) -> Vec<Stone> {
    let mut stones = Vec::new();
    let Some(open) = begin(bytes) else { return stones };
    let mut at = first_node(bytes, open);
    loop {
        let each = |name: Name, _, value: Range<usize>| {
            let is_black = name == Name::of("B");
            if let Some(&[column, row]) = bytes.get(value)
                && (is_black || name == Name::of("W"))
                && let (Some(column), Some(row)) = (coordinate(column), coordinate(row))
            {
                stones.push(Stone { is_black, column: column as i32, row: row as i32 });
            }
        };
        at = properties(bytes, at, each, |_| {});
        match bytes.get(at) {
            Some(b';' | b'(') => at += 1,
            _ => return stones,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Board = Board { columns: 15, rows: 15 };

    #[test]
    fn a_foul_is_a_stone_of_black_with_four_others_on_its_lines() {
        let may_be = |text: &str| Told::Foul.may_be_last(text.as_bytes(), BOARD);
        assert!(!may_be("(;SZ[15])") && !may_be("(;B[hh];W[ii];B[jj])"));
        let stones = ";B[hh];W[aa];B[ih];W[bb];B[gg];W[cc];B[gf];W[dd]";
        assert!(may_be(&format!("({stones}(;B[gh])(;B[oo]))")) && !may_be(&format!("({stones}(;B[oo])(;B[gh]))")));
        assert!(!may_be(&format!("({stones};B[gh];W[ee])")));
    }

    #[test]
    fn an_illegal_stone_has_no_point_for_itself() {
        let may_be = |text: &str| Told::Illegal.may_be_last(text.as_bytes(), BOARD);
        assert!(may_be("(;B[hh];W[hh])") && may_be("(;B[hh];W[pp])"));
        assert!(!may_be("(;B[hh];W[ii])") && !may_be("(;B[hh];W[hh];B[ii])"));
    }
}
