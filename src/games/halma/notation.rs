//! Tokens and plies of Halma.

use super::field::Point;
use super::{Halma, Ply, path};
use crate::board::square;
use crate::game::{NotAPly, NotRepresentable};
use crate::system::System;

/// What a token means: `ply ::= square (link square)+ | pass` in `paths`, two squares in `ends`. Whether the board has
/// its squares is for the rules to say.
#[inline]
pub(super) fn read<'a>(token: &str, system: System, path: &'a mut Vec<Point>) -> Result<Ply<'a>, NotAPly> {
    if !matches!(system, System::Paths | System::Ends) {
        return Err(NotAPly);
    }
    if !squares(token.as_bytes(), path) {
        return if square::is_pass(token) { Ok(Ply::Pass) } else { Err(NotAPly) };
    }
    match (system, &path[..]) {
        (System::Paths, [_, _, ..]) => Ok(Ply::Path(path)),
        (_, &[from, to]) => Ok(Ply::Ends(from, to)),
        _ => Err(NotAPly),
    }
}

/// Reads squares with links between them and nothing else.
#[inline]
fn squares(mut text: &[u8], path: &mut Vec<Point>) -> bool {
    path.clear();
    loop {
        let (column, row, rest) = match *text {
            [column @ b'a'..=b'z', tens @ b'1'..=b'9', ones @ b'0'..=b'9', ref rest @ ..]
                if !matches!(rest, [b'0'..=b'9', ..]) =>
            {
                (column - b'a', i16::from(tens - b'0') * 10 + i16::from(ones - b'0') - 1, rest)
            }
            [column @ b'a'..=b'z', row @ b'1'..=b'9', ref rest @ ..] if !matches!(rest, [b'0'..=b'9', ..]) => {
                (column - b'a', i16::from(row - b'1'), rest)
            }
            _ => match any_square(text) {
                Some(square) => square,
                None => return false,
            },
        };
        path.push(Point { column, row });
        text = match rest {
            [] => return true,
            [b'-' | b'x' | b':', rest @ ..] => rest,
            // The arrow and the longer dashes of word processors.
            [0xe2, 0x86, 0x92, rest @ ..] | [0xe2, 0x80, 0x93 | 0x94, rest @ ..] => rest,
            _ => return false,
        };
    }
}

/// A square with a capital letter or a row that no board has, and what stands behind it.
#[cold]
fn any_square(text: &[u8]) -> Option<(u8, i16, &[u8])> {
    let digits = text.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
    let (token, rest) = text.split_at_checked(1 + digits)?;
    let (column, row) = square::square(std::str::from_utf8(token).ok()?)?;
    Some((column, row, rest))
}

/// Writes a ply that is legal in a position, or has stood. `ends` cannot say a way that is not the one which HA-17
/// finds.
pub(super) fn write(position: &Halma, ply: Ply<'_>, system: System, out: &mut String) -> Result<(), NotRepresentable> {
    let way = |from: Point, to: Point| way(position, from, to);
    match (ply, system) {
        (Ply::Pass, System::Paths | System::Ends) => out.push_str("--"),
        (Ply::Path(path), System::Paths) => spell(path, out),
        (Ply::Path(path), System::Ends) => {
            let (Some(&from), Some(&to)) = (path.first(), path.last()) else {
                return Err(NotRepresentable);
            };
            if way(from, to).as_deref() != Some(path) {
                return Err(NotRepresentable);
            }
            spell(&[from, to], out);
        }
        (Ply::Ends(from, to), System::Paths) => match way(from, to) {
            Some(path) => spell(&path, out),
            // Of the plies without a way only one back to its own square can have stood.
            None if from == to => spell(&[from, to], out),
            None => return Err(NotRepresentable),
        },
        (Ply::Ends(from, to), System::Ends) => spell(&[from, to], out),
        _ => return Err(NotRepresentable),
    }
    Ok(())
}

/// The shortest way by which a piece goes from one square to another (HA-17).
pub(super) fn way(position: &Halma, from: Point, to: Point) -> Option<Vec<Point>> {
    let size = position.play.size;
    let mut path = Vec::new();
    path::find(position, from.spot(size)?, to.spot(size)?, &mut path).then_some(path)
}

/// Writes squares with `-` between them.
pub(super) fn spell(path: &[Point], out: &mut String) {
    for (index, point) in path.iter().enumerate() {
        if index > 0 {
            out.push('-');
        }
        square::write_square(point.column, point.row, out);
    }
}

/// The same as a text of its own.
pub(super) fn spelt(path: &[Point]) -> String {
    let mut text = String::new();
    spell(path, &mut text);
    text
}
