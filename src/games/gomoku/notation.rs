//! Tokens and plies of Gomoku.

use super::{Gomoku, Play, Ply, Point, Variant};
use crate::board::{LARGEST, column_letter, square};
use crate::game::{NotAPly, NotRepresentable};
use crate::system::System;

/// What a token means. Whether the board has its points is for the rules to say.
#[inline(always)]
pub(super) fn read(token: &str, system: System, play: Play) -> Result<Ply, NotAPly> {
    let rows = i16::from(play.size.rows);
    let from_top = |row: i16| rows - 1 - row;
    let place = |(column, row)| Ply::Place { point: Point { column, row }, swap: false };
    let ply = match system {
        System::Squares => square::square(token).map(place),
        System::Go => square::go(token).map(place),
        System::Sgf => square::sgf(token).map(|(column, row)| place((column, from_top(row.into())))),
        System::Xy => square::xy(token).map(|(column, row)| place((column, from_top(row)))),
        _ => None,
    };
    match ply {
        Some(ply) => Ok(ply),
        None => odd(token, system, play),
    }
}

/// A pass, and what squares alone can say: two pieces, a swap, Murray's moves.
#[cold]
fn odd(token: &str, system: System, play: Play) -> Result<Ply, NotAPly> {
    if square::is_pass(token) {
        return Ok(Ply::Pass);
    }
    if system != System::Squares {
        return Err(NotAPly);
    }
    let point = |text: &str| square::square(text).map(|(column, row)| Point { column, row }).ok_or(NotAPly);
    if let Some((first, second)) = token.split_once('+') {
        return Ok(Ply::Pair { first: point(first)?, second: point(second)? });
    }
    // The blanks of movetext, not all that Unicode or ASCII call so.
    let mut words = token.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty());
    if let (Some("swap"), Some(at), None) = (words.next(), words.next(), words.next()) {
        return Ok(Ply::Place { point: point(at)?, swap: true });
    }
    match token.split_once(['-', '–', '—']) {
        Some((from, to)) if matches!(play.form, Variant::Murray { .. }) => {
            Ok(Ply::Move { from: point(from)?, to: point(to)? })
        }
        _ => Err(NotAPly),
    }
}

/// Whether a word belongs to the ply that begins with `ply`: whatever stands behind `swap`, which alone is no ply.
pub(super) fn continues_ply(system: System, ply: &str, _: &str) -> bool {
    system == System::Squares && ply == "swap"
}

/// Writes a ply.
pub(super) fn write(position: &Gomoku, ply: Ply, system: System, out: &mut String) -> Result<(), NotRepresentable> {
    let size = position.play.size;
    // A point that no board has is told as it stands, but has no name.
    let named = |point: Point| {
        if point.column < LARGEST && (0..i16::MAX).contains(&point.row) { Ok(point) } else { Err(NotRepresentable) }
    };
    match (ply, system) {
        (Ply::Pass, System::Columns | System::Digits | System::Digits0 | System::Diagram) => {
            return Err(NotRepresentable);
        }
        (Ply::Pass, _) => out.push_str("--"),
        (Ply::Place { point, swap }, System::Squares) => {
            let point = named(point)?;
            out.push_str(if swap { "swap " } else { "" });
            square::write_square(point.column, point.row, out);
        }
        (Ply::Place { point, swap: false }, System::Go) => {
            let point = named(point)?;
            let letter = square::go_letter(point.column).ok_or(NotRepresentable)?;
            out.push_str(&format!("{letter}{}", point.row + 1));
        }
        (Ply::Place { point, swap: false }, System::Sgf) => {
            let point = named(point)?;
            square::write_sgf(point.column, point.row, size, out).ok_or(NotRepresentable)?;
        }
        (Ply::Place { point, swap: false }, System::Xy) => {
            let from_top = i16::from(size.rows) - 1 - point.row;
            if point.column == u8::MAX || from_top < 0 || from_top == i16::MAX {
                return Err(NotRepresentable);
            }
            out.push_str(&format!("{},{from_top}", point.column));
        }
        (Ply::Pair { first, second }, System::Squares) => two(named(first)?, '+', named(second)?, out),
        (Ply::Move { from, to }, System::Squares) => two(named(from)?, '-', named(to)?, out),
        _ => return Err(NotRepresentable),
    }
    Ok(())
}

fn two(one: Point, sign: char, other: Point, out: &mut String) {
    square::write_square(one.column, one.row, out);
    out.push(sign);
    square::write_square(other.column, other.row, out);
}

/// A point as messages name it.
pub(super) fn spelt(point: Point) -> String {
    if point.column >= LARGEST {
        return format!("column {}", u32::from(point.column) + 1);
    }
    format!("{}{}", column_letter(point.column), i32::from(point.row) + 1)
}
