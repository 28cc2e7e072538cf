//! Tokens and plies of Plus 4.

use super::{Ply, SIZE};
use crate::board::{column_letter, square};
use crate::game::{NotAPly, NotRepresentable};
use crate::system::System;

/// What a token means. Whether the board has its column or square is for the rules to say.
#[inline]
pub(super) fn read(token: &str, system: System) -> Result<Ply, NotAPly> {
    let column = |column| Ply::Push { column, row: None, bonus: false };
    let ply = match system {
        System::Columns => match token.strip_suffix('*') {
            Some(letter) => square::column(letter).map(|column| Ply::Push { column, row: None, bonus: true }),
            None => square::column(token).map(column),
        },
        System::Digits => square::digit(token).map(column),
        System::Digits0 => square::digit0(token).map(column),
        // Rows count from the top here, in squares as in letters.
        System::Squares => {
            square::square(token).map(|(column, row)| Ply::Push { column, row: Some(row), bonus: false })
        }
        System::Sgf => {
            square::sgf(token).map(|(column, row)| Ply::Push { column, row: Some(i16::from(row)), bonus: false })
        }
        _ => None,
    };
    match ply {
        Some(ply) => Ok(ply),
        None if square::is_pass(token) => Ok(Ply::Pass),
        None => Err(NotAPly),
    }
}

/// Writes a ply. Only columns have a sign for a bonus piece; only squares and letters can name a wrong row.
pub(super) fn write(ply: Ply, system: System, out: &mut String) -> Result<(), NotRepresentable> {
    let Ply::Push { column, row, bonus } = ply else {
        out.push_str("--");
        return Ok(());
    };
    // A column alone means its top square; it cannot say another one.
    let enters = matches!(row, None | Some(0)) || column >= SIZE.columns;
    let row = row.unwrap_or(0);
    match system {
        System::Columns if enters => {
            out.push(column_letter(column));
            out.push_str(if bonus { "*" } else { "" });
        }
        System::Digits if enters && !bonus && column < 9 => out.push(char::from(b'1' + column)),
        System::Digits0 if enters && !bonus && column < 10 => out.push(char::from(b'0' + column)),
        System::Squares if !bonus && (0..i16::MAX).contains(&row) => square::write_square(column, row, out),
        System::Sgf if !bonus => {
            // The common writer counts rows from the bottom.
            let from_bottom = i16::from(SIZE.rows) - 1 - row;
            square::write_sgf(column, from_bottom, SIZE, out).ok_or(NotRepresentable)?;
        }
        _ => return Err(NotRepresentable),
    }
    Ok(())
}
