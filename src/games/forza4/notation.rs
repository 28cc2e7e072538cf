//! Tokens and plies of Forza 4: a token names a column, or the square where the piece lands.

use super::{Forza4, Ply};
use crate::board::Size;
use crate::board::word::Word;
use crate::game::{NotAPly, NotRepresentable};
use crate::system::{FirstRow, Grid, Kind, Named, PASS, System, is_pass};

/// What a token means. The rules decide whether the board has its column or square.
#[inline(always)]
pub(super) fn read(token: &str, system: System, size: Size) -> Result<Ply, NotAPly> {
    match system.read(token, grid(size)) {
        Some(Named::Column(column)) => Ok(Ply::Drop { column, row: None }),
        Some(Named::Square(column, row)) => Ok(Ply::Drop { column, row: Some(row) }),
        Some(Named::Point(..)) | None => pass(token),
    }
}

#[inline(always)]
fn grid(size: Size) -> Grid {
    Grid { columns: size.columns, rows: size.rows, first_row: FirstRow::Bottom }
}

#[cold]
fn pass(token: &str) -> Result<Ply, NotAPly> {
    if is_pass(token) { Ok(Ply::Pass) } else { Err(NotAPly) }
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
        if system.is_diagram() {
            return Err(NotRepresentable);
        }
        out.push_str(PASS);
        return Ok(());
    };
    let size = position.size;
    let landing = position.free(column).map(|square| i16::from(square.row));
    // A column without a row means the square where the piece lands; it cannot name another square, unless the column is full.
    let is_full = |row: i16| landing.is_none() && (0..i16::from(size.rows)).contains(&row);
    let lands = column >= size.columns || row.is_none_or(|row| Some(row) == landing || is_full(row));
    let named = match (system.kind(), row.or(landing)) {
        (Kind::Column, _) if lands => Named::Column(column),
        (Kind::Square, Some(row)) => Named::Square(column, row),
        _ => return Err(NotRepresentable),
    };
    system.write(named, grid(size), out)
}
