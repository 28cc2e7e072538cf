//! What the columns of a table mean: taken from the caller, or else from the first row.

use std::io;

use super::cells::Cells;
use crate::formats::Given;
use crate::formats::fields::{MOVES, tag_name};
use crate::formats::rows::{self, Cut};

/// The delimiters to try if the caller names none.
pub(super) const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// What the cells of a table mean: taken from its first row, and valid for all rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns {
    pub(super) delimiter: u8,
    /// The tag that each column sets; empty for the column of the moves.
    pub(super) names: Vec<String>,
    pub(super) moves: usize,
    pub(super) most: usize,
}

impl Columns {
    /// The delimiter between cells.
    pub fn delimiter(&self) -> u8 {
        self.delimiter
    }

    /// The end of the last complete row in a block of the table that begins with a row.
    pub fn boundary(&self, block: &[u8]) -> Option<usize> {
        rows::boundary(block, self.cut())
    }

    pub(super) fn cut(&self) -> Cut {
        Cut { delimiter: Some(self.delimiter), most: self.most }
    }

    /// Takes the columns from the caller, or else from the first row.
    pub(super) fn of_row(row: &[u8], given: &Given, most: usize) -> io::Result<Columns> {
        let mut cells = Cells::default();
        let named = given.moves.as_deref().map(str::trim);
        let is_moves = |cell: &[u8]| is_named(cell, named.unwrap_or(MOVES));
        // The delimiter is the one that makes a column of moves, or else the most cells.
        let delimiter = given.delimiter.unwrap_or_else(|| {
            let mut best = (DELIMITERS[0], (false, 1));
            for delimiter in DELIMITERS {
                cells.read(row, delimiter);
                let found = (!given.no_header && cells.iter(row).any(is_moves), cells.len());
                if found > best.1 {
                    best = (delimiter, found);
                }
            }
            best.0
        });
        cells.read(row, delimiter);
        if !given.no_header && has_lone_cr(row) {
            let text = "the lines end with CR alone, as on old Macs: end them with LF";
            return Err(io::Error::new(io::ErrorKind::InvalidData, text));
        }
        let number =
            named.and_then(|name| name.parse::<usize>().ok()).filter(|number| (1..=cells.len()).contains(number));
        let by_name = if given.no_header { None } else { cells.iter(row).position(is_moves) };
        let only = (given.no_header && named.is_none() && cells.len() == 1).then_some(0);
        let Some(moves) = by_name.or(number.map(|number| number - 1)).or(only) else {
            return Err(io::Error::new(io::ErrorKind::InvalidData, no_moves(&cells, row, given)));
        };
        let mut names: Vec<String> = Vec::with_capacity(cells.len());
        let mut seen = std::collections::HashSet::new();
        for (index, cell) in cells.iter(row).enumerate() {
            let mut name = String::new();
            if given.no_header {
                name = format!("column{}", index + 1)
            } else {
                tag_name(&String::from_utf8_lossy(cell), &mut name)
            }
            if index == moves {
                name.clear();
            } else if !seen.insert(name.to_ascii_lowercase()) {
                // A repeated name is not a reason to report every row.
                name = format!("{name}_{}", index + 1);
                seen.insert(name.to_ascii_lowercase());
            }
            names.push(name);
        }
        Ok(Columns { delimiter, names, moves, most })
    }
}

/// The delimiter that a row above the names gives, as files for spreadsheets do: `sep=;`, perhaps in quotation marks.
pub(super) fn told_delimiter(row: &[u8]) -> Option<u8> {
    let row = row.strip_prefix(b"\"").and_then(|row| row.strip_suffix(b"\"")).unwrap_or(row);
    match row {
        [name @ .., b'=', delimiter] if name.eq_ignore_ascii_case(b"sep") => {
            Some(*delimiter).filter(|delimiter| delimiter.is_ascii() && !matches!(delimiter, b'"' | b'\r' | b'\n'))
        }
        _ => None,
    }
}

/// Whether a row holds a CR outside quotation marks.
fn has_lone_cr(row: &[u8]) -> bool {
    row.trim_ascii_end().split(|byte| *byte == b'"').step_by(2).any(|part| part.contains(&b'\r'))
}

/// Whether a cell of the first row is this name.
pub(super) fn is_named(cell: &[u8], name: &str) -> bool {
    cell.trim_ascii().eq_ignore_ascii_case(name.as_bytes())
}

/// The message if no column of moves is found.
fn no_moves(cells: &Cells, row: &[u8], given: &Given) -> String {
    let count = cells.len();
    if given.no_header {
        return format!("which of the {count} columns holds the moves? give its number with --moves-column");
    }
    const SHOWN: usize = 20;
    let filled = cells.iter(row).map(|cell| String::from_utf8_lossy(cell).trim().to_owned());
    let mut names: Vec<_> = filled.filter(|name| !name.is_empty()).collect();
    if let [title] = &names[..]
        && count > 1
    {
        return format!(
            "the first row must name the columns, one of them {}, but holds only `{title}`: delete the rows above the names",
            given.moves.as_deref().unwrap_or(MOVES)
        );
    }
    if names.len() > SHOWN {
        names.truncate(SHOWN);
        names.push("…".to_owned());
    }
    format!(
        "no column is called {}; the columns are {}: --moves-column NAME names the one that holds the moves, and --no-header says that \
         the first row is a game",
        given.moves.as_deref().unwrap_or(MOVES),
        names.join(", ")
    )
}
