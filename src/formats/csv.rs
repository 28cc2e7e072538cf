//! Reads tables: one game a row, its moves in one cell, its tags in the others. See `grammar/csv.ebnf`.
//!
//! The first row names the columns unless the caller says it does not. Rows are cut by `rows`, which knows
//! what a broken quotation mark is; the cells of a row by the `csv` crate's own machine.

use std::io::{self, Read};
use std::sync::Arc;

use super::fields::{MOVES, Sheet, TagLine, tag_name};
use super::rows::{self, CellPlaces, Cut, Row, Rows};
use super::sheets::{Meaning, Sheets, limit};
use super::{FileFormat, Format, Given, Input, Partition, Records, Start};
use crate::diagnostic::Text;
use crate::record::Place;
use crate::tags::is_judged;

/// The delimiters to try if the caller names none.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// A table: one game a row.
    pub const CSV: Format = Format::new(&Says);
}

impl FileFormat for Says {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn about(&self) -> &'static str {
        "a table: one game a row, moves in one column, tags in the others"
    }

    fn endings(&self) -> &'static [&'static str] {
        &["csv", "tsv"]
    }

    fn grammar(&self) -> &'static str {
        include_str!("../../grammar/csv.ebnf")
    }

    fn joint(&self) -> Option<&'static str> {
        Some("")
    }

    /// The first row names at least two columns, one of them that of the moves, and the second has as many cells.
    fn fits(&self, head: &[u8]) -> bool {
        let mut lines = head.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end);
        let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return false };
        let (mut names, mut cells) = (Cells::default(), Cells::default());
        DELIMITERS.into_iter().any(|delimiter| {
            names.read(first, delimiter);
            cells.read(second, delimiter);
            names.len() > 1 && cells.len() == names.len() && names.iter(first).any(|cell| is_named(cell, MOVES))
        })
    }

    fn has_frame(&self) -> bool {
        true
    }

    fn has_rows(&self) -> bool {
        true
    }

    fn open<'r>(&self, reader: Box<dyn Read + 'r>, most: usize, given: &Given) -> io::Result<Box<dyn Records + 'r>> {
        Ok(Box::new(Csv::new(reader, most, given)?))
    }

    fn partition(&self, most: usize, given: &Given) -> Option<Arc<dyn Partition>> {
        Some(Arc::new(Unread { most, given: given.clone() }))
    }
}

/// A table before anything has been read.
#[derive(Debug)]
struct Unread {
    most: usize,
    given: Given,
}

impl Partition for Unread {
    /// The first part is cut when its first row has told what the cells mean.
    fn boundary(&self, bytes: &[u8], _: usize) -> Option<usize> {
        Some(bytes.len())
    }

    fn begin(&self, start: &[u8], _: bool) -> io::Result<Option<Arc<dyn Partition>>> {
        let mut rows = Csv::new(start, self.most, &self.given)?;
        let first = rows.first()?.map_or(start.len() as u64, |place| place.offset);
        Ok(Some(Arc::new(Known { columns: rows.columns().clone(), first })))
    }

    fn read<'r>(&self, input: Input<'r>, _: Start) -> io::Result<Box<dyn Records + 'r>> {
        Ok(Box::new(Csv::new(input, self.most, &self.given)?))
    }
}

/// A table whose first row has been read.
#[derive(Debug)]
struct Known {
    columns: Columns,
    /// The byte at which its first game stands, after the names of the columns and a byte-order mark.
    first: u64,
}

impl Partition for Known {
    fn boundary(&self, bytes: &[u8], _: usize) -> Option<usize> {
        self.columns.boundary(bytes)
    }

    fn read<'r>(&self, mut input: Input<'r>, _: Start) -> io::Result<Box<dyn Records + 'r>> {
        input.skip_to(self.first)?;
        let rows = Rows::over(input, self.columns.cut());
        Ok(Box::new(Sheets::over(rows, Table::of(self.columns.clone()), 0)))
    }
}

/// The meaning of a table's cells, taken from its first row and the same for all others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Columns {
    delimiter: u8,
    /// The tag that each column sets; empty for the column of the moves.
    names: Vec<String>,
    moves: usize,
    most: usize,
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

    fn cut(&self) -> Cut {
        Cut { delimiter: Some(self.delimiter), most: self.most }
    }

    /// Takes the columns from the caller, or else from the first row.
    fn of_row(row: &[u8], given: &Given, most: usize) -> io::Result<Columns> {
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
            match given.no_header {
                true => name = format!("column{}", index + 1),
                false => tag_name(&String::from_utf8_lossy(cell), &mut name),
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

/// Whether a cell of the first row is this name.
fn is_named(cell: &[u8], name: &str) -> bool {
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

/// Reads tables, one game after the other.
pub type Csv<R> = Sheets<R, Table>;

/// How the rows of a table become records.
#[derive(Debug)]
pub struct Table {
    columns: Columns,
    /// How the line of each column's tag begins.
    lines: Vec<TagLine>,
    /// The columns of tags that a verdict may depend on.
    judged: Vec<usize>,
    cells: Cells,
    /// The columns in the order of a table of one row, see [`Meaning::alone`], and its first row, with their names.
    order: Vec<usize>,
    head: Vec<u8>,
}

impl Table {
    fn of(columns: Columns) -> Table {
        let Columns { names, moves, .. } = &columns;
        let lines = names.iter().map(|name| TagLine::of(name)).collect();
        let judged = (0..names.len()).filter(|index| index != moves && is_judged(&names[*index])).collect();
        let mut order: Vec<usize> = (0..names.len()).collect();
        // The first column of that name holds the moves.
        if names.iter().any(|name| name.eq_ignore_ascii_case(MOVES)) {
            order.retain(|index| index != moves);
            order.insert(0, *moves);
        }
        let mut head = Vec::new();
        let name = |index: &usize| if index == moves { MOVES } else { &names[*index] };
        write_row(order.iter().map(|index| name(index).as_bytes()), &mut head);
        Table { columns, lines, judged, cells: Cells::default(), order, head }
    }
}

impl<R: Read> Csv<R> {
    /// A reader of a table with rows of at most `most` bytes each.
    ///
    /// # Errors
    /// Fails if `reader` fails, or if no column of moves is found.
    pub fn new(reader: R, most: usize, given: &Given) -> io::Result<Csv<R>> {
        let most = limit(most);
        let mut delimiters = DELIMITERS.into_iter();
        let delimiter = given.delimiter.or(delimiters.next());
        let mut rows = Rows::new(reader, Cut { delimiter, most })?;
        let mut first = rows.next()?;
        // Until the delimiter is known, a quoted cell begins after each of them by which it ends, too: `"game";"moves"`.
        while given.delimiter.is_none()
            && first.as_ref().is_some_and(|row| row.broken.is_some())
            && let Some(delimiter) = delimiters.next()
        {
            rows.stay();
            rows.cut_by(delimiter);
            first = rows.next()?;
        }
        let columns = match first {
            None => Columns { delimiter: DELIMITERS[0], names: Vec::new(), moves: 0, most },
            Some(Row { too_long: true, .. }) => {
                let message = format!("the first row is longer than {most} bytes");
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            Some(row) if row.broken.is_some() && !given.no_header => {
                let message = "a quotation mark is not closed in the first row, which names the columns";
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            Some(_) => Columns::of_row(rows.bytes(), given, most)?,
        };
        if given.no_header {
            rows.stay();
        }
        rows.cut_by(columns.delimiter);
        Ok(Sheets::over(rows, Table::of(columns), 0))
    }

    /// A reader of a part of a table whose columns are known: the part begins with the row at `first`, which has the
    /// number that `first` has.
    pub fn within(reader: R, columns: Columns, first: Place) -> Csv<R> {
        let rows = Rows::within(reader, columns.cut(), first.offset, first.line);
        Sheets::over(rows, Table::of(columns), first.number.saturating_sub(1))
    }

    /// What the cells of the table mean.
    pub fn columns(&self) -> &Columns {
        &self.meaning.columns
    }

    /// Where the next row stands, with the number that its record will have: the first part of the table, if it is cut
    /// into parts, begins here.
    ///
    /// # Errors
    /// Fails if the reader fails.
    pub fn first(&mut self) -> io::Result<Option<Place>> {
        let place = self.rows.next()?.map(|row| Place { number: self.number + 1, ..row.place });
        self.rows.stay();
        Ok(place)
    }
}

impl Meaning for Table {
    const ROW: &'static str = "row";
    const FORMAT: Format = Format::CSV;

    fn most(&self) -> usize {
        self.columns.most
    }

    fn fill_briefly(&mut self, row: &str, known: &mut CellPlaces, sheet: &mut Sheet) -> bool {
        let Table { columns, lines, judged, .. } = self;
        // Cells that are not in the row as they are, or are too many or too few, are another matter.
        if known.is_apart || known.places.len() != columns.names.len() {
            return false;
        }
        let cell = |index: usize| known.places.get(index).and_then(|place| row.get(place.clone())).unwrap_or_default();
        for &index in &*judged {
            sheet.only_tag(&lines[index], Ok(cell(index)));
        }
        sheet.moves(Ok(cell(columns.moves)));
        true
    }

    fn fill(&mut self, row: Result<&str, &[u8]>, known: Option<&mut CellPlaces>, sheet: &mut Sheet) {
        let Table { columns, lines, cells, .. } = self;
        let bytes = row.map_or_else(|bytes| bytes, str::as_bytes);
        match known {
            Some(known) => cells.take(bytes, columns.delimiter, known),
            None => cells.read(bytes, columns.delimiter),
        }
        let (found, due) = (cells.len(), columns.names.len());
        if found != due {
            let plural = if found == 1 { "" } else { "s" };
            let text = Text::new(format!("this row has {found} cell{plural}, but the first row has {due}"))
                .help("put quotation marks around a cell that holds the delimiter");
            sheet.refuse(bytes, 0..bytes.len(), text);
            return;
        }
        for (index, line) in lines.iter().enumerate().filter(|(index, _)| *index != columns.moves) {
            sheet.only_tag(line, cells.text(row, index));
        }
        sheet.moves(cells.text(row, columns.moves));
    }

    /// The names of the columns and the row, with commas between cells.
    fn alone(&self, row: &[u8]) -> Option<Vec<u8>> {
        // Two quotation marks and a comma for each cell.
        let mut text = Vec::with_capacity(self.head.len() + row.len() + 3 * self.order.len());
        text.extend_from_slice(&self.head);
        write_row(self.order.iter().map(|index| self.cells.get(row, *index)), &mut text);
        Some(text)
    }
}

/// Writes a row with commas between its cells, each in quotation marks if it needs them.
fn write_row<'c>(cells: impl Iterator<Item = &'c [u8]>, out: &mut Vec<u8>) {
    for (index, cell) in cells.enumerate() {
        if index > 0 {
            out.push(b',');
        }
        // A row whose only cell is blank would not be read as a row.
        let blank = index == 0 && cell.trim_ascii().is_empty();
        let is_sign = |byte: u8| (byte == b',') | (byte == b'"') | (byte == b'\n') | (byte == b'\r');
        if !blank && !cell.iter().fold(false, |found, &byte| found | is_sign(byte)) {
            out.extend_from_slice(cell);
            continue;
        }
        out.push(b'"');
        for byte in cell {
            out.extend_from_slice(if *byte == b'"' { b"\"\"" } else { std::slice::from_ref(byte) });
        }
        out.push(b'"');
    }
    out.push(b'\n');
}

/// The cells of a row; it reuses its buffers.
#[derive(Debug, Default)]
struct Cells {
    /// Where each cell stands: in the row itself, or in `text` if the row had to be taken apart.
    found: CellPlaces,
    /// The delimiter that the machine was made for.
    machine: Option<(u8, Box<csv_core::Reader>)>,
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl Cells {
    /// Cuts a row, which has no line end, into its cells.
    fn read(&mut self, row: &[u8], delimiter: u8) {
        self.found.read(row, delimiter);
        if self.found.is_apart {
            self.take_apart(row, delimiter);
        }
    }

    /// The same of a row whose cells are known, unless it is to be taken apart.
    fn take(&mut self, row: &[u8], delimiter: u8, known: &mut CellPlaces) {
        std::mem::swap(&mut self.found, known);
        if self.found.is_apart {
            self.take_apart(row, delimiter);
        }
    }

    /// Cuts any row.
    #[cold]
    fn take_apart(&mut self, row: &[u8], delimiter: u8) {
        self.found.places.clear();
        if self.machine.as_ref().is_none_or(|(made_for, _)| *made_for != delimiter) {
            let machine = csv_core::ReaderBuilder::new()
                .delimiter(delimiter)
                .terminator(csv_core::Terminator::Any(b'\n'))
                .build();
            self.machine = Some((delimiter, Box::new(machine)));
        }
        let Some((_, machine)) = &mut self.machine else { return };
        machine.reset();
        // Cells are no longer than the row, and one more than the delimiters in it.
        self.text.resize(self.text.len().max(row.len()), 0);
        let most = memchr::memchr_iter(delimiter, row).count() + 1;
        self.ends.resize(self.ends.len().max(most), 0);
        let (_, taken, written, count) = machine.read_record(row, &mut self.text, &mut self.ends);
        let (_, _, _, more) = machine.read_record(&row[taken..], &mut self.text[written..], &mut self.ends[count..]);
        let ends = &self.ends[..count + more];
        let starts = std::iter::once(&0).chain(ends);
        self.found.places.extend(starts.zip(ends).map(|(start, end)| *start..*end));
    }

    fn len(&self) -> usize {
        self.found.places.len()
    }

    /// The cell of that index; `row` is the row that was cut.
    fn get<'c>(&'c self, row: &'c [u8], index: usize) -> &'c [u8] {
        let place = self.found.places.get(index).cloned().unwrap_or_default();
        let bytes = if self.found.is_apart { &self.text } else { row };
        bytes.get(place).unwrap_or_default()
    }

    /// The same as text, or as bytes if it is not UTF-8.
    fn text<'c>(&'c self, row: Result<&'c str, &'c [u8]>, index: usize) -> Result<&'c str, &'c [u8]> {
        if let (Ok(row), false, Some(place)) = (row, self.found.is_apart, self.found.places.get(index))
            && let Some(cell) = row.get(place.clone())
        {
            return Ok(cell);
        }
        let cell = self.get(row.map_or_else(|bytes| bytes, str::as_bytes), index);
        std::str::from_utf8(cell).map_err(|_| cell)
    }

    fn iter<'c>(&'c self, row: &'c [u8]) -> impl Iterator<Item = &'c [u8]> {
        (0..self.len()).map(|index| self.get(row, index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(text: &str) -> Given {
        let mut given = Given::default();
        for word in text.split_ascii_whitespace() {
            match word.split_once('=') {
                Some(("moves", name)) => given.moves = Some(name.to_owned()),
                Some(("delimiter", letter)) => given.delimiter = letter.bytes().next(),
                _ => given.no_header = true,
            }
        }
        given
    }

    /// Rows that are cut without being taken apart have the cells that they would have then.
    #[test]
    fn cells_are_the_same_in_both_ways() {
        let (mut random, mut cut) = (fastrand::Rng::with_seed(1), 0);
        for _ in 0..20_000 {
            let row: Vec<u8> =
                (0..random.usize(1..12)).map(|_| random.choice(*b"ab,\",; \"").unwrap_or(b'c')).collect();
            let (mut one, mut other) = (Cells::default(), Cells::default());
            one.found.read(&row, b',');
            if !one.found.is_apart {
                other.found.is_apart = true;
                other.take_apart(&row, b',');
                let (one, other): (Vec<_>, Vec<_>) = (one.iter(&row).collect(), other.iter(&row).collect());
                assert_eq!(one, other, "{:?}", String::from_utf8_lossy(&row));
                cut += 1;
            }
        }
        assert!(cut > 5000, "{cut}");
    }

    /// What records a table holds, one a line: line, bytes and text.
    fn check(text: &[u8], wishes: &str) -> String {
        let mut table = match Csv::new(text, 60, &given(wishes)) {
            Ok(table) => table,
            Err(error) => return error.to_string(),
        };
        let mut out = String::new();
        while let Some(record) = table.next().expect("a slice can be read") {
            let place = record.place;
            let [start, end] = place.source.unwrap_or_default();
            out += &format!("{} {} {start}..{end} {:?}", place.number, place.line, record.text);
            for fault in &record.parts.faults {
                out += &format!(" {} {:?}", fault.code.name, fault.span);
            }
            out += "\n";
        }
        out
    }

    #[test]
    fn columns_become_tags() {
        let text =
            "\u{feff}White,game,moves,result\r\nAda,forza4,c e c,\r\n\r\n\"A \"\"x\"\"\",forza4,\"1. c,\ne\",*\n";
        insta::assert_snapshot!(check(text.as_bytes(), ""), @r#"
        1 2 28..45 "[White \"Ada\"]\n[Game \"forza4\"]\n\nc e c"
        2 4 49..77 "[White \"A \\\"x\\\"\"]\n[Game \"forza4\"]\n[Result \"*\"]\n\n1. c,\ne"
        "#);
    }

    #[test]
    fn the_delimiter_and_the_moves_are_found_or_named() {
        insta::assert_snapshot!(check(b"a;Moves;b,x\n1;c, e;2\n", ""), @r#"
        1 2 12..20 "[a \"1\"]\n[b_x \"2\"]\n\nc, e"
        "#);
        insta::assert_snapshot!(check(b"a\tgame-moves\n1\tc\n", "moves=GAME-moves"), @r#"
        1 2 13..16 "[a \"1\"]\n\nc"
        "#);
        insta::assert_snapshot!(check(b"Ada|1. c, e; 2. c|x\n", "moves=2 delimiter=| no_header"), @r#"
        1 1 0..19 "[column1 \"Ada\"]\n[column3 \"x\"]\n\n1. c, e; 2. c"
        "#);
        insta::assert_snapshot!(check(b"33543\n44\n", "no_header"), @r#"
        1 1 0..5 "33543"
        2 2 6..8 "44"
        "#);
        insta::assert_snapshot!(check(b"a,b\nc,d\n", ""), @"no column is called moves; the columns are a, b: --moves-column NAME names the one that holds the moves, and --no-header says that the first row is a game");
        insta::assert_snapshot!(check(b"a,b\nc,d\n", "no_header"), @"which of the 2 columns holds the moves? give its number with --moves-column");
        insta::assert_snapshot!(check(b"", ""), @"");
    }

    #[test]
    fn a_broken_row_spoils_no_other() {
        let text = b"moves,a\nc,\"b\nd,e\nf\n\xff,\xfe\nc,\"x\ny\"\nd,e,f\n123456789012345678901234567890123456789012345678901234567890,\nd,e";
        insta::assert_snapshot!(check(text, ""), @r#"
        1 2 0..0 "c,\"b" bad-syntax 2..3
        2 3 13..16 "[a \"e\"]\n\nd"
        3 4 0..0 "f" bad-syntax 0..1
        4 5 19..22 "[a \"\u{1a}\"]\n\n\u{1a}" bad-encoding 4..5 bad-encoding 9..10
        5 6 23..30 "[a \"x y\"]\n\nc"
        6 8 0..0 "d,e,f" bad-syntax 0..5
        7 9 0..0 "" record-too-long 0..0
        8 10 99..102 "[a \"e\"]\n\nd"
        "#);
    }

    #[test]
    fn names_that_come_twice_are_made_different() {
        insta::assert_snapshot!(check(b"elo,Result,moves,elo,result\n1,*,c,2,x\n", ""), @r#"
        1 2 28..37 "[elo \"1\"]\n[Result \"*\"]\n[elo_4 \"2\"]\n[Result_5 \"x\"]\n\nc"
        "#);
    }
}
