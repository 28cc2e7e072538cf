//! Explains plies that break the rules of Forza 4, and says what would have been legal.

use super::rules::lines;
use super::violation::Violation;
use super::{Forza4, Ply, table};
use crate::board::word::Word;
use crate::board::{Square, column_letter, in_words};
use crate::diagnostic::Text;
use crate::game::{Game, OVERLOOKED, Outcome, Strict};

/// Explains a violation in `position`, and says what would have been legal there.
pub(super) fn explain<W: Word>(position: &Forza4<W>, violation: Violation) -> Text {
    match violation {
        Violation::AfterEnd => after_end(position),
        Violation::Pass => {
            let side = table::SIDES[position.turn.index()].name;
            Text::new(format!("nobody may pass in Forza 4, and {side} is to move")).help(legal_columns(position))
        }
        Violation::NoColumn { column } => {
            outside(position, &format!("the board has no column {}", column_letter(column)))
        }
        Violation::NoRow { row: ..0 } => outside(position, "the square is below the board"),
        // So are all rows that are too large a number.
        Violation::NoRow { row: i16::MAX } => outside(position, "the square is above the board"),
        Violation::NoRow { row } => outside(position, &format!("the board has no row {}", i32::from(row) + 1)),
        Violation::ColumnFull { column, height } => {
            let (letter, pieces) = (column_letter(column), in_words(u32::from(height)));
            Text::new(format!("{letter} is full: {pieces} pieces stand in it")).help(legal_columns(position))
        }
        Violation::WrongSquare { column, row, lands } => {
            let letter = column_letter(column);
            let named = format!("{letter}{}", i32::from(row) + 1);
            let why = if row < i16::from(lands) {
                format!("{named} is filled")
            } else {
                format!("a piece cannot stand on {named}: the square below it is empty")
            };
            Text::new(why).help(format!("a piece played in column {letter} lands on {}", Square::new(column, lands)))
        }
    }
}

fn after_end<W: Word>(position: &Forza4<W>) -> Text {
    let end = match position.outcome {
        Outcome::Win { winner, .. } => format!("{} had won", table::SIDES[winner.index()].name),
        Outcome::Draw { .. } | Outcome::Unfinished => "it was a draw".to_owned(),
    };
    let lines = lines(position).in_words();
    let by = if lines.is_empty() { lines } else { format!(" with {lines}") };
    Text::new(format!("the game is over: {end}{by}")).help(OVERLOOKED)
}

fn outside<W: Word>(position: &Forza4<W>, what: &str) -> Text {
    let size = position.size;
    let last = column_letter(size.columns - 1);
    Text::new(format!("{what}: it is {size}, columns a to {last}, rows 1 to {}", size.rows))
        .help(legal_columns(position))
}

/// The columns that take a piece here.
fn legal_columns<W: Word>(position: &Forza4<W>) -> String {
    let mut columns = Vec::new();
    // After an overlooked end the game continues.
    let position = &Forza4 { outcome: Outcome::Unfinished, ..position.clone() };
    position.candidates(&mut |ply| {
        if let Ply::Drop { column, .. } = ply
            && position.clone().apply(ply, &mut Strict).is_ok()
        {
            columns.push(column_letter(column).to_string());
        }
    });
    if columns.is_empty() {
        "no column takes a piece: the board is full".to_owned()
    } else {
        format!("legal columns here: {}", columns.join(", "))
    }
}
