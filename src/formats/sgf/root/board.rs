//! The board, and the stones that stand on it before the first move.

use std::fmt::Write;
use std::ops::{Deref, Range};

use super::{Moves, Root};
use crate::board::gomoku::{SIZES, usual_side};
use crate::board::{LARGEST, Size, rows};
use crate::codes::OFF_BOARD;
use crate::diagnostic::{Text, quoted};
use crate::formats::made::{Made, trimmed};
use crate::formats::sgf::name::{Name, names};
use crate::formats::sgf::node::{Board, points};

/// Properties that place stones before the first move.
const SETUP: [Name; 2] = names(["AB", "AW"]);

/// The piece that each of these properties puts on its points; `AE` empties them.
const PLACED: [(u8, Name); 3] = [(b'B', Name::of("AB")), (b'W', Name::of("AW")), (EMPTY, Name::of("AE"))];

/// A point without a piece.
const EMPTY: u8 = b'.';

impl Root {
    /// Finds the board and adds its tag; `size` is a buffer for the tag's value.
    pub(super) fn board(
        &self,
        text: &str,
        moves: &impl Deref<Target = Moves>,
        made: &mut Made,
        whole: Range<usize>,
        size: &mut String,
    ) -> Board {
        if let Some((value, place)) = self.line(text, Name::of("SZ")) {
            size.clear();
            let (columns, rows) = value.split_once([':', 'x']).unwrap_or((&value, &value));
            [lines(columns), "x", lines(rows)].into_iter().for_each(|part| size.push_str(part));
            made.tag("Board", size, place);
            // The caller's board overrides it, also when points are checked.
            if let Some(given) = self.board {
                return Board { columns: given.columns, rows: given.rows };
            }
            let number = |text: &str| trimmed(text).parse::<u8>().ok().filter(|lines| SIZES.contains(lines));
            let (columns, rows) = size.split_once('x').unwrap_or_default();
            // A size that no board has is reported, and the game is read as if the file named none.
            let unsaid = || {
                let variant = self.variant.as_deref().or(made.get("Variant")).unwrap_or_default();
                (usual_side(variant), usual_side(variant))
            };
            let (columns, rows) = number(columns).zip(number(rows)).unwrap_or_else(unsaid);
            return Board { columns, rows };
        }
        if let Some(given) = self.board {
            size.clear();
            // It cannot fail: a text grows.
            _ = write!(size, "{}x{}", given.columns, given.rows);
            made.tag("Board", size, whole);
            return Board { columns: given.columns, rows: given.rows };
        }
        let size = match moves.farthest {
            0..=15 => 15,
            16..=19 => 19,
            more => more,
        };
        let name = format!("{size}x{size}");
        made.tag("Board", &name, whole.clone());
        made.guessed_board(&name, whole);
        Board { columns: size, rows: size }
    }

    /// Adds the tag of the stones that stand before the first move.
    pub(super) fn setup(&self, text: &str, board: Board, moves: &impl Deref<Target = Moves>, made: &mut Made) {
        let named = self.line(text, Name::of("PL")).and_then(|(value, place)| {
            let side = side(value.trim());
            if side.is_none() {
                made.dropped("sides to move that no game has", place.clone());
            }
            side.zip(Some(place))
        });
        let Some((.., place)) = self.iter().find(|(name, ..)| name.is_any_of(&SETUP)) else {
            // Without stones the moves show who begins.
            if let Some((is_white, place)) = named
                && is_white != moves.begins.unwrap_or(false)
            {
                made.dropped("sides to move other than the one that begins", place);
            }
            return;
        };
        let size = Size { columns: board.columns.min(LARGEST), rows: board.rows.min(LARGEST) };
        let mut cells = vec![EMPTY; size.squares() as usize];
        for (name, values, _) in self.iter() {
            let Some((piece, _)) = PLACED.into_iter().find(|(_, placed)| *placed == name) else { continue };
            for value in values {
                put(piece, (text, value), size, &mut cells, made);
            }
        }
        let count = |piece: u8| cells.iter().filter(|cell| **cell == piece).count();
        let is_white = named.map_or_else(|| count(b'B') > count(b'W'), |(is_white, _)| is_white);
        let cell = |column: u8, row: u8| cells[usize::from(row) * usize::from(size.columns) + usize::from(column)];
        let mut setup = String::new();
        rows::write(size, &mut setup, |column, row| {
            Some(cell(column, row)).filter(|cell| *cell != EMPTY).map(char::from)
        });
        setup.push_str(if is_white { " W" } else { " B" });
        made.tag("Setup", &setup, place);
    }
}

/// Puts a piece on the points that a value names, one or a rectangle; `cells` are those of a board from the top left.
fn put(piece: u8, (text, value): (&str, &Range<usize>), size: Size, cells: &mut [u8], made: &mut Made) {
    let Some([wide, high]) = points(&text[value.clone()]) else {
        return made.dropped("stones that are set up on no point", value.clone());
    };
    let (columns, rows) = (usize::from(size.columns), usize::from(size.rows));
    let (mut on_board, mut overlaid) = (0, 0);
    for row in high.start..high.end.min(rows) {
        for column in wide.start..wide.end.min(columns) {
            let before = std::mem::replace(&mut cells[row * columns + column], piece);
            on_board += 1;
            overlaid += u64::from(piece != EMPTY && before != EMPTY && before != piece);
        }
    }
    if overlaid > 0 {
        let what = "stones that are set up where one of the other colour follows";
        made.dropped_times(what, overlaid, value.clone());
    }
    // Empty points beside the board are nothing.
    if wide.len() * high.len() > on_board && piece != EMPTY {
        let point = quoted(&text[value.clone()]);
        let said = Text::new(format!("a stone is set up on {point}, but the board is {size}"));
        made.fault(&OFF_BOARD, said.help("name another board with --board, or remove the stone"), value.clone());
    }
}

/// A number of lines without leading zeros.
fn lines(number: &str) -> &str {
    let number = trimmed(number);
    let lines = number.trim_start_matches('0');
    if lines.is_empty() { number } else { lines }
}

/// Whether a side is White: `W`, `White` or `2`; `None` if it is no side.
fn side(value: &str) -> Option<bool> {
    match value.bytes().next()?.to_ascii_uppercase() {
        b'W' | b'2' => Some(true),
        b'B' | b'1' => Some(false),
        _ => None,
    }
}
