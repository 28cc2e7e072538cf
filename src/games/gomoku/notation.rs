//! Tokens and plies of Gomoku: a token names the point where a stone is put. Systems that allow a game to add signs can
//! also write two stones, `h8+j9`, a swap, `swap k11`, and Murray's moves, `k6-k7`.

use super::{Gomoku, Play, Ply, Point, Variant};
use crate::board::{LARGEST, Size, column_letter};
use crate::game::{NotAPly, NotRepresentable};
use crate::system::{FirstRow, Grid, Kind, Named, PASS, System, is_pass};

/// What a token means. The rules decide whether the board has its points.
#[inline(always)]
pub(super) fn read(token: &str, system: System, play: Play) -> Result<Ply, NotAPly> {
    match system.read(token, grid(play.size)) {
        Some(Named::Square(column, row) | Named::Point(column, row)) => {
            Ok(Ply::Place { point: Point { column, row }, swap: false })
        }
        Some(Named::Column(_)) | None => odd(token, system, play),
    }
}

#[inline(always)]
fn grid(size: Size) -> Grid {
    Grid { columns: size.columns, rows: size.rows, first_row: FirstRow::Bottom }
}

/// Whether `system` can express two stones, swaps and moves.
fn has_signs(system: System) -> bool {
    system.kind() == Kind::Square && system.info().signs
}

/// A pass, and the plies written with signs.
#[cold]
fn odd(token: &str, system: System, play: Play) -> Result<Ply, NotAPly> {
    if is_pass(token) {
        return Ok(Ply::Pass);
    }
    if !has_signs(system) {
        return Err(NotAPly);
    }
    let point = |text: &str| match system.read(text, grid(play.size)) {
        Some(Named::Square(column, row)) => Ok(Point { column, row }),
        _ => Err(NotAPly),
    };
    if let Some((first, second)) = token.split_once('+') {
        return Ok(Ply::Pair { first: point(first)?, second: point(second)? });
    }
    // The blanks of movetext, not all that Unicode or ASCII call so.
    let mut words = token.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty());
    if let (Some(swap), Some(at), None) = (words.next(), words.next(), words.next())
        && is_swap(swap)
    {
        return Ok(Ply::Place { point: point(at)?, swap: true });
    }
    match token.split_once(['-', '–', '—']) {
        Some((from, to)) if matches!(play.form, Variant::Murray { .. }) => {
            Ok(Ply::Move { from: point(from)?, to: point(to)? })
        }
        _ => Err(NotAPly),
    }
}

/// Whether a word belongs to the ply that begins with `ply`: any word after `swap`, which is not a ply by itself.
pub(super) fn continues_ply(system: System, ply: &str, _: &str) -> bool {
    has_signs(system) && is_swap(ply)
}

/// Whether a word is `swap`, in capitals too, as for squares.
fn is_swap(word: &str) -> bool {
    word.eq_ignore_ascii_case("swap")
}

/// Writes a ply.
pub(super) fn write(position: &Gomoku, ply: Ply, system: System, out: &mut String) -> Result<(), NotRepresentable> {
    let before = out.len();
    let written = write_behind(position.play.size, ply, system, out);
    if written.is_err() {
        out.truncate(before);
    }
    written
}

/// Writes a ply; one that cannot be written may leave its first signs in `out`.
fn write_behind(size: Size, ply: Ply, system: System, out: &mut String) -> Result<(), NotRepresentable> {
    let write_point = |point: Point, out: &mut String| match system.kind() {
        // A token can name a row below the board, which has no number.
        Kind::Square if point.row >= 0 => system.write(Named::Square(point.column, point.row), grid(size), out),
        Kind::Point => system.write(Named::Point(point.column, point.row), grid(size), out),
        _ => Err(NotRepresentable),
    };
    let two = |one: Point, sign: char, other: Point, out: &mut String| {
        write_point(one, out)?;
        out.push(sign);
        write_point(other, out)
    };
    match ply {
        Ply::Pass if matches!(system.kind(), Kind::Column | Kind::Diagram) => Err(NotRepresentable),
        Ply::Pass => {
            out.push_str(PASS);
            Ok(())
        }
        Ply::Place { point, swap: false } => write_point(point, out),
        _ if !has_signs(system) => Err(NotRepresentable),
        Ply::Place { point, swap: true } => {
            out.push_str("swap ");
            write_point(point, out)
        }
        Ply::Pair { first, second } => two(first, '+', second, out),
        Ply::Move { from, to } => two(from, '-', to, out),
    }
}

/// A point as messages name it.
pub(super) fn spelt(point: Point) -> String {
    if point.column >= LARGEST {
        return format!("column {}", u32::from(point.column) + 1);
    }
    format!("{}{}", column_letter(point.column), i32::from(point.row) + 1)
}
