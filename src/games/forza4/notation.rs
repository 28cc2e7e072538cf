//! Tokens and plies of Forza 4.

use super::{Forza4, Ply};
use crate::board::word::Word;
use crate::board::{Size, Square, column_letter, square};
use crate::game::{Misread, NotRepresentable};
use crate::system::System;

/// What a token means. Whether the board has its column or square is for the rules to say.
#[inline(always)]
pub(super) fn read(token: &str, system: System, size: Size) -> Result<Ply, Misread> {
    let column = |column| Ply::Drop { column, row: None };
    let ply = match system {
        System::Columns => square::column(token).map(column),
        System::Digits => square::digit(token).map(column),
        System::Digits0 => square::digit0(token).map(column),
        System::Squares => square::square(token).map(|(column, row)| Ply::Drop { column, row: Some(row) }),
        System::Sgf => square::sgf(token).map(|(column, from_top)| {
            // A row below the board's lowest is as little on it as one above the highest.
            let row = u16::from(size.rows - 1).checked_sub(u16::from(from_top)).unwrap_or(u16::MAX);
            Ply::Drop { column, row: Some(row) }
        }),
        System::Diagram => None,
    };
    match ply {
        Some(ply) => Ok(ply),
        None => pass(token),
    }
}

#[cold]
fn pass(token: &str) -> Result<Ply, Misread> {
    if square::is_pass(token) { Ok(Ply::Pass) } else { Err(Misread) }
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
    let named = row.and_then(|row| u8::try_from(row).ok()).map(|row| Square::new(column, row));
    let square = named.or_else(|| position.free(column));
    let size = position.size;
    match (system, square) {
        (System::Columns, _) => out.push(column_letter(column)),
        (System::Digits, _) if size.columns <= 9 && column < 9 => out.push(char::from(b'1' + column)),
        (System::Digits0, _) if size.columns <= 10 && column < 10 => out.push(char::from(b'0' + column)),
        (System::Squares, Some(square)) => square::write_square(square, out),
        (System::Sgf, Some(square)) if square.row < size.rows => square::write_sgf(square, size, out),
        _ => return Err(NotRepresentable),
    }
    Ok(())
}
