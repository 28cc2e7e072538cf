//! Tokens and plies of Forza 4.

use super::{Forza4, Ply};
use crate::board::word::Word;
use crate::board::{Size, column_letter, square};
use crate::game::{NotAPly, NotRepresentable};
use crate::system::System;

/// What a token means. Whether the board has its column or square is for the rules to say.
#[inline(always)]
pub(super) fn read(token: &str, system: System, size: Size) -> Result<Ply, NotAPly> {
    let column = |column| Ply::Drop { column, row: None };
    let ply = match system {
        System::Columns => square::column(token).map(column),
        System::Digits => square::digit(token).map(column),
        System::Digits0 => square::digit0(token).map(column),
        System::Squares => square::square(token).map(|(column, row)| Ply::Drop { column, row: Some(row) }),
        // A row below the board is negative, and as little on it as one above.
        System::Sgf => square::sgf(token).map(|(column, from_top)| {
            let row = i16::from(size.rows) - 1 - i16::from(from_top);
            Ply::Drop { column, row: Some(row) }
        }),
        System::Go | System::Xy | System::Diagram | System::Paths | System::Ends | System::Cards => None,
    };
    match ply {
        Some(ply) => Ok(ply),
        None => pass(token),
    }
}

/// Whether every column of a board has a sign in `system`. Digits are read on wider boards too, but not written there.
fn suits(system: System, size: Size) -> bool {
    system.most_columns().is_none_or(|most| size.columns <= most)
}

#[cold]
fn pass(token: &str) -> Result<Ply, NotAPly> {
    if square::is_pass(token) { Ok(Ply::Pass) } else { Err(NotAPly) }
}

/// Writes a ply. One that is legal here, or has stood, is written with the square where its piece lands; one that was
/// tried and lost the game with the square that it names.
pub(super) fn write<W: Word>(
    position: &Forza4<W>,
    ply: Ply,
    system: System,
    out: &mut String,
) -> Result<(), NotRepresentable> {
    let Ply::Drop { column, row } = ply else {
        out.push_str("--");
        return if system == System::Diagram { Err(NotRepresentable) } else { Ok(()) };
    };
    let size = position.size;
    let landing = position.free(column).map(|square| i16::from(square.row));
    // A column alone means the square where the piece lands; it cannot say another one.
    let lands = row.is_none() || row == landing || column >= size.columns;
    match (system, row.or(landing)) {
        (System::Columns, _) if lands => out.push(column_letter(column)),
        (System::Digits, _) if lands && suits(system, size) && column < 9 => out.push(char::from(b'1' + column)),
        (System::Digits0, _) if lands && suits(system, size) && column < 10 => out.push(char::from(b'0' + column)),
        (System::Squares, Some(row)) if (0..i16::MAX).contains(&row) => square::write_square(column, row, out),
        (System::Sgf, Some(row)) => square::write_sgf(column, row, size, out).ok_or(NotRepresentable)?,
        _ => return Err(NotRepresentable),
    }
    Ok(())
}
