//! Tokens and plies of Halma: a token names all squares of a ply, or the first and the last.

use super::field::Point;
use super::violation::Violation;
use super::{Chain, Halma, Ply, path};
use crate::game::{Game, NotAPly, NotRepresentable, Strict, Violates};
use crate::system::{FirstRow, Grid, Kind, PASS, System, is_pass};

/// What a token means. The rules decide whether the board has its squares.
#[inline]
pub(super) fn read<'a>(token: &str, system: System, size: u8, path: &'a mut Chain) -> Result<Ply<'a>, NotAPly> {
    if !matches!(system.kind(), Kind::Path | Kind::Ends) {
        return Err(NotAPly);
    }
    path.clear();
    if !system.read_path(token, grid(size), |column, row| path.push(Point { column, row })) {
        return if is_pass(token) { Ok(Ply::Pass) } else { Err(NotAPly) };
    }
    match (system.kind(), path.as_slice()) {
        (Kind::Path, path @ [_, _, ..]) => Ok(Ply::Path(path)),
        (_, &[from, to]) => Ok(Ply::Ends(from, to)),
        _ => Err(NotAPly),
    }
}

#[inline(always)]
fn grid(size: u8) -> Grid {
    Grid { columns: size, rows: size, first_row: FirstRow::Bottom }
}

/// Writes a ply that is legal in a position, or has stood. The first and the last square cannot express
/// a path other than the one that HA-17 finds.
pub(super) fn write(position: &Halma, ply: Ply<'_>, system: System, out: &mut String) -> Result<(), NotRepresentable> {
    let way = |from: Point, to: Point| way(position, from, to);
    let mut spell = |path: &[Point]| system.write_path(places(path), grid(position.play.size), out);
    match (ply, system.kind()) {
        (Ply::Pass, Kind::Path | Kind::Ends) => {
            out.push_str(PASS);
            Ok(())
        }
        (Ply::Path(path), Kind::Path) => spell(path),
        (Ply::Path(path), Kind::Ends) => {
            let (Some(&from), Some(&to)) = (path.first(), path.last()) else {
                return Err(NotRepresentable);
            };
            if way(from, to).as_deref() != Some(path) {
                return Err(NotRepresentable);
            }
            spell(&[from, to])
        }
        (Ply::Ends(from, to), Kind::Path) => match way(from, to) {
            Some(path) => spell(&path),
            // Of the plies without a path, only one that ends on its own first square can have stood.
            None if from == to => spell(&[from, to]),
            None => Err(NotRepresentable),
        },
        (Ply::Ends(from, to), Kind::Ends) => spell(&[from, to]),
        _ => Err(NotRepresentable),
    }
}

/// Writes a ply that is illegal in a position and has lost the game (C-7): by its first and last square if these are
/// illegal for the same reason.
pub(super) fn write_tried(
    position: &Halma,
    ply: Ply<'_>,
    system: System,
    out: &mut String,
) -> Result<(), NotRepresentable> {
    if write(position, ply, system, out).is_ok() {
        return Ok(());
    }
    let (from, to) = match ply {
        Ply::Ends(from, to) => (from, to),
        Ply::Path(&[from, .., to]) => (from, to),
        _ => return Err(NotRepresentable),
    };
    let squares = [from, to];
    let other = if system.kind() == Kind::Path { Ply::Path(&squares) } else { Ply::Ends(from, to) };
    let code = |ply| position.clone().apply(ply, &mut Strict).err().map(|violation: Violation| violation.code());
    if code(ply) != code(other) {
        return Err(NotRepresentable);
    }
    system.write_path(places(&squares), grid(position.play.size), out)
}

/// The shortest path of a piece from one square to another (HA-17).
pub(super) fn way(position: &Halma, from: Point, to: Point) -> Option<Vec<Point>> {
    let size = position.play.size;
    let mut path = Vec::new();
    path::find(position, from.spot(size)?, to.spot(size)?, &mut path).then_some(path)
}

/// Squares in the form that notation systems use.
fn places(path: &[Point]) -> impl Iterator<Item = (u8, i16)> {
    path.iter().map(|point| (point.column, point.row))
}

/// Squares as messages name them, with `-` between.
pub(super) fn spelt(path: &[Point]) -> String {
    path.iter().map(Point::to_string).collect::<Vec<_>>().join("-")
}
