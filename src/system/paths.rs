//! `paths`: all squares of a ply with a link between, `f11-h9-h7`.

use super::squares;
use super::{Grid, Kind, NotRepresentable, Notation, Reader, System, SystemInfo};

static INFO: SystemInfo = SystemInfo {
    name: "paths",
    token: "path through all squares of the ply",
    example: "f11-h9-h7",
    grammar: include_str!("../../grammar/paths.ebnf"),
    kind: Kind::Path,
    reader: Reader::Paths,
    ..SystemInfo::PLAIN
};

impl System {
    /// All squares of a ply: `f11-h9-h7`.
    pub const PATHS: System = System(&INFO);
}

/// The reader of paths.
#[derive(Debug)]
pub(super) struct Paths;

impl Notation for Paths {
    fn read_path(&self, token: &str, _: Grid, each: &mut dyn FnMut(u8, i16)) -> bool {
        read(token, each)
    }

    fn write_path(
        &self,
        squares: &mut dyn Iterator<Item = (u8, i16)>,
        _: Grid,
        out: &mut String,
    ) -> Result<(), NotRepresentable> {
        write(squares, out)
    }
}

/// `ply ::= square (link square)+`
#[inline]
pub(super) fn read(token: &str, each: impl FnMut(u8, i16)) -> bool {
    linked(token, each).is_some_and(|count| count >= 2)
}

/// Reads squares with links between them and nothing else, and counts them.
#[inline(always)]
pub(super) fn linked(token: &str, mut each: impl FnMut(u8, i16)) -> Option<usize> {
    let (mut text, mut count) = (token.as_bytes(), 0);
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
            _ => any_square(text)?,
        };
        each(column, row);
        count += 1;
        text = match rest {
            [] => return Some(count),
            [b'-' | b'x' | b':', rest @ ..] => rest,
            // The arrow and the longer dashes of word processors.
            [0xe2, 0x86, 0x92, rest @ ..] | [0xe2, 0x80, 0x93 | 0x94, rest @ ..] => rest,
            _ => return None,
        };
    }
}

/// A square with a capital letter or a row that no board has, and the text after it.
#[cold]
fn any_square(text: &[u8]) -> Option<(u8, i16, &[u8])> {
    let digits = text.iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
    let (token, rest) = text.split_at_checked(1 + digits)?;
    let (column, row) = squares::read(std::str::from_utf8(token).ok()?)?;
    Some((column, row, rest))
}

/// Writes squares, on the board or not, with `-` between them.
///
/// # Errors
/// If a square has no name: its row is a number that no board has, and which number is not known any more.
pub(super) fn write(squares: impl Iterator<Item = (u8, i16)>, out: &mut String) -> Result<(), NotRepresentable> {
    let start = out.len();
    for (index, (column, row)) in squares.enumerate() {
        if !squares::is_named(column, row) {
            out.truncate(start);
            return Err(NotRepresentable);
        }
        if index > 0 {
            out.push('-');
        }
        squares::write(column, row, out);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_linked_in_many_ways() {
        let mut path = Vec::new();
        assert_eq!(linked("f11-h9xh7:A1→b123", |column, row| path.push((column, row))), Some(5));
        assert_eq!(path, [(5, 10), (7, 8), (7, 6), (0, 0), (1, 122)]);
        for token in ["", "-", "f11-", "-h9", "f11--h9", "f11 h9", "f0-h9", "é", "f11-é"] {
            assert_eq!(linked(token, |_, _| ()), None, "{token}");
        }
        assert!(read("f11-h9", |_, _| ()) && !read("f11", |_, _| ()));
    }
}
