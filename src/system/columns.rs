//! `columns`: the letter of a column, `c`. In lists letters follow each other without spaces: `cecc`.

use super::{Grid, Kind, Named, NotRepresentable, Notation, Reader, Spacing, System, SystemInfo, first_letter, letter};

static INFO: SystemInfo = SystemInfo {
    name: "columns",
    token: "column letter",
    example: "c",
    grammar: include_str!("../../grammar/columns.ebnf"),
    kind: Kind::Column,
    signs: true,
    spacing: Spacing::TogetherInLists,
    reader: Reader::Columns,
    ..SystemInfo::PLAIN
};

impl System {
    /// A column letter: `c`.
    pub const COLUMNS: System = System(&INFO);
}

/// The reader of columns.
#[derive(Debug)]
pub(super) struct Columns;

impl Notation for Columns {
    fn read(&self, token: &str, _: Grid) -> Option<Named> {
        read(token).map(Named::Column)
    }

    fn write(&self, named: Named, _: Grid, out: &mut String) -> Result<(), NotRepresentable> {
        let Named::Column(column) = named else { return Err(NotRepresentable) };
        out.push(letter(column).ok_or(NotRepresentable)?);
        Ok(())
    }

    fn first_ply(&self, run: &str) -> usize {
        first_ply(run)
    }
}

/// A column letter, small or capital: `column ::= [a-zA-Z]`.
#[inline]
pub(super) fn read(token: &str) -> Option<u8> {
    match token.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(letter.to_ascii_lowercase() - b'a'),
        _ => None,
    }
}

/// A letter with its star: `column '*'?`.
#[inline]
pub(super) fn first_ply(run: &str) -> usize {
    let letter = first_letter(run);
    letter + usize::from(run[letter..].starts_with('*'))
}
