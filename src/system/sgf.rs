//! `sgf`: two letters as the Smart Game Format writes points, the column, then the row from the top. `aa` is the square
//! at the top left.

use super::{Grid, Kind, Named, NotRepresentable, Notation, Reader, Spacing, System, SystemInfo, letter};

static INFO: SystemInfo = SystemInfo {
    name: "sgf",
    token: "pair of letters: the column, then the row from the top",
    example: "cf",
    grammar: include_str!("../../grammar/sgf.ebnf"),
    kind: Kind::Square,
    spacing: Spacing::TogetherInLists,
    reader: Reader::Sgf,
    ..SystemInfo::PLAIN
};

impl System {
    /// Two letters, column then row from the top, `aa` top left.
    pub const SGF: System = System(&INFO);
}

/// The reader of two letters.
#[derive(Debug)]
pub(super) struct Sgf;

impl Notation for Sgf {
    fn read(&self, token: &str, grid: Grid) -> Option<Named> {
        read(token, grid).map(|(column, row)| Named::Square(column, row))
    }

    fn write(&self, named: Named, grid: Grid, out: &mut String) -> Result<(), NotRepresentable> {
        let Named::Square(column, row) = named else { return Err(NotRepresentable) };
        let row = u8::try_from(grid.from_top(row)).ok().and_then(letter).ok_or(NotRepresentable)?;
        out.push(letter(column).ok_or(NotRepresentable)?);
        out.push(row);
        Ok(())
    }

    fn first_ply(&self, run: &str) -> usize {
        first_ply(run)
    }
}

/// Two small letters: `sgf ::= [a-z] [a-z]`. A row below the board is off the board, like one above it.
#[inline]
pub(super) fn read(token: &str, grid: Grid) -> Option<(u8, i16)> {
    match token.as_bytes() {
        [column, row] if column.is_ascii_lowercase() && row.is_ascii_lowercase() => {
            Some((column - b'a', grid.from_top(i16::from(row - b'a'))))
        }
        _ => None,
    }
}

/// Any two letters.
#[inline]
pub(super) fn first_ply(run: &str) -> usize {
    run.char_indices().nth(2).map_or(run.len(), |(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::super::FirstRow;
    use super::*;

    #[test]
    fn rows_are_counted_from_the_top() {
        let grid = |first_row| Grid { columns: 7, rows: 6, first_row };
        let (bottom, top) = (grid(FirstRow::Bottom), grid(FirstRow::Top));
        assert_eq!(
            (read("aa", bottom), read("cf", bottom), read("cz", bottom)),
            (Some((0, 5)), Some((2, 0)), Some((2, -20)))
        );
        assert_eq!((read("aa", top), read("cf", top), read("AA", top)), (Some((0, 0)), Some((2, 5)), None));
    }
}
