//! Tokens and plies of Plus 4: a token names a column, or the top square of one.

use super::{Ply, SIZE};
use crate::game::{NotAPly, NotRepresentable};
use crate::system::{FirstRow, Grid, Kind, Named, PASS, System, is_pass};

/// Rows have their numbers from the top here.
const GRID: Grid = Grid { columns: SIZE.columns, rows: SIZE.rows, first_row: FirstRow::Top };

/// What a token means. The rules decide whether the board has its column or square.
#[inline]
pub(super) fn read(token: &str, system: System) -> Result<Ply, NotAPly> {
    match system.read(token, GRID) {
        Some(Named::Column(column)) => Ok(Ply::Push { column, row: None, bonus: false }),
        Some(Named::Square(column, row)) => Ok(Ply::Push { column, row: Some(row), bonus: false }),
        Some(Named::Point(..)) | None => odd(token, system),
    }
}

/// A bonus piece or a pass.
fn odd(token: &str, system: System) -> Result<Ply, NotAPly> {
    if let Some(column) = token.strip_suffix('*')
        && system.info().signs
        && let Some(Named::Column(column)) = system.read(column, GRID)
    {
        return Ok(Ply::Push { column, row: None, bonus: true });
    }
    if is_pass(token) { Ok(Ply::Pass) } else { Err(NotAPly) }
}

/// Writes a ply. A bonus piece has a star after its column; only squares can name a wrong row.
pub(super) fn write(ply: Ply, system: System, out: &mut String) -> Result<(), NotRepresentable> {
    let Ply::Push { column, row, bonus } = ply else {
        out.push_str(PASS);
        return Ok(());
    };
    // A column without a row means its top square; it cannot name another square.
    let enters = matches!(row, None | Some(0)) || column >= SIZE.columns;
    match system.kind() {
        Kind::Column if enters && (!bonus || system.info().signs) => {
            system.write(Named::Column(column), GRID, out)?;
            out.push_str(if bonus { "*" } else { "" });
            Ok(())
        }
        Kind::Square if !bonus => system.write(Named::Square(column, row.unwrap_or(0)), GRID, out),
        _ => Err(NotRepresentable),
    }
}
