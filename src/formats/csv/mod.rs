//! Reads tables: one game a row, its moves in one cell, its tags in the others. See `grammar/csv.ebnf`.
//!
//! The first row names the columns unless the caller says that it does not. A row `sep=;` above it, which is meant for
//! spreadsheets, names the delimiter. `rows` cuts rows and knows what a broken quotation mark is; the `csv` crate's own
//! machine cuts the cells of a row.
//!
//! `columns` says what each column means, `cells` cuts a row.

mod cells;
mod columns;

use std::io::{self, Read};
use std::sync::Arc;

use super::fields::{MOVES, Sheet, TagLine};
use super::rows::{CellPlaces, Cut, Row, Rows};
use super::sheets::{Meaning, Sheets, limit};
use super::{FileFormat, Format, FormatInfo, Given, Input, Partition, Records, Start};
use crate::counted::counted;
use crate::diagnostic::Text;
use crate::record::Place;
use crate::tags::is_judged;

pub use columns::Columns;

use cells::{Cells, pieces, write_row};
use columns::{DELIMITERS, is_named, told_delimiter};

/// The description of the format.
#[derive(Debug)]
struct Says;

impl Format {
    /// A table: one game a row.
    pub const CSV: Format = Format::new(&Says);
}

static INFO: FormatInfo = FormatInfo {
    name: "csv",
    about: "a table: one game a row, moves in one column, tags in the others",
    endings: &["csv", "tsv"],
    grammar: include_str!("../../../grammar/csv.ebnf"),
    has_frame: true,
    has_rows: true,
    joint: Some(""),
    ..FormatInfo::TEXT
};

impl FileFormat for Says {
    fn info(&self) -> &FormatInfo {
        &INFO
    }

    /// The first row names at least two columns, one of them the moves, and the second row has as many cells.
    fn fits(&self, head: &[u8]) -> bool {
        let mut lines = head.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end).peekable();
        let told = lines.peek().and_then(|line| told_delimiter(line));
        let mut lines = lines.skip(usize::from(told.is_some()));
        let (Some(first), Some(second)) = (lines.next(), lines.next()) else { return false };
        let (mut names, mut cells) = (Cells::default(), Cells::default());
        told.into_iter().chain(DELIMITERS).any(|delimiter| {
            names.read(first, delimiter);
            cells.read(second, delimiter);
            names.len() > 1 && cells.len() == names.len() && names.iter(first).any(|cell| is_named(cell, MOVES))
        })
    }

    /// A table without a column of moves may list something else, unless the caller says which column holds them.
    fn holds_none(&self, head: &[u8], given: &Given) -> bool {
        let first = head.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let delimiter = given.delimiter.or(told_delimiter(first.trim_ascii_end()));
        let is_told = given.moves.is_some() || given.no_header || given.encoding.is_some();
        let mut cells = Cells::default();
        let mut names_moves = |line: &[u8]| {
            let line = line.trim_ascii();
            delimiter.into_iter().chain(DELIMITERS).any(|delimiter| {
                cells.read(line, delimiter);
                cells.iter(line).any(|cell| is_named(cell, MOVES))
            })
        };
        // Titles may stand above the names; the reader reports them.
        let mut lines = head.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
        !is_told && lines.clone().nth(1).is_some() && !lines.any(&mut names_moves)
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
    /// The first part is cut when its first row has told what the cells mean. More is read if that row goes on.
    fn boundary(&self, bytes: &[u8], _: usize) -> Option<usize> {
        memchr::memchr(b'\n', bytes.trim_ascii_start()).map(|_| bytes.len())
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
    /// The byte where its first game begins, after a byte-order mark and the names of the columns.
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
        let mut given = given.clone();
        if let Some(told) = first.and_then(|_| told_delimiter(rows.bytes())) {
            rows.cut_by(*given.delimiter.get_or_insert(told));
            first = rows.next()?;
        }
        // Until the delimiter is known, any of the candidates may end a cell and begin a quoted one: `"game";"moves"`.
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
            Some(_) => Columns::of_row(rows.bytes(), &given, most)?,
        };
        if given.no_header {
            rows.stay();
        }
        rows.cut_by(columns.delimiter);
        Ok(Sheets::over(rows, Table::of(columns), 0))
    }

    /// A reader of a part of a table whose columns are known: the part begins at `first`, with the row of that number.
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

impl Table {
    /// What to do with a row of more or fewer cells than it should have.
    #[cold]
    fn help_on_cells(&self, found: usize, due: usize) -> String {
        match char::from(self.columns.delimiter) {
            delimiter if found == 1 && due > 1 => {
                let delimiter = if delimiter == '\t' { "a tab".to_owned() } else { format!("`{delimiter}`") };
                format!("the cells of this table are parted by {delimiter}; this row has none")
            }
            delimiter if found < due => {
                format!("cells without a value are written, too: `a{delimiter}{delimiter}b`")
            }
            _ => "put quotation marks around a cell that holds the delimiter".to_owned(),
        }
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
            let cells = counted(found as u64, "cell");
            let text = Text::new(format!("this row has {cells}, but the first row has {due}"))
                .help(self.help_on_cells(found, due));
            sheet.refuse(bytes, 0..bytes.len(), text);
            return;
        }
        for (index, line) in lines.iter().enumerate().filter(|(index, _)| *index != columns.moves) {
            let made = sheet.only_tag(line, cells.text(row, index));
            if let Some(place) = cells.place(index) {
                sheet.value_made_of(made, place, pieces);
            }
        }
        sheet.moves(cells.text(row, columns.moves));
        if let Some(place) = cells.place(columns.moves) {
            sheet.moves_made_of(place, pieces);
        }
    }

    fn stands_alone(&self) -> bool {
        false
    }

    /// The names of the columns and the row, with commas between cells.
    fn alone(&self, row: &[u8], out: &mut Vec<u8>) {
        // Two quotation marks and a comma for each cell.
        out.reserve(self.head.len() + row.len() + 3 * self.order.len());
        out.extend_from_slice(&self.head);
        write_row(self.order.iter().map(|index| self.cells.get(row, *index)), out);
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
    fn a_row_above_the_names_tells_the_delimiter() {
        let tables = [
            ("sep=;\r\na;moves\r\n1,5;c, e\r\n", ""),
            ("\"SEP=~\"\nc, e~x\n", "moves=1 no_header"),
            ("sep=|\na;moves\n1|5;c\n", "delimiter=;"),
            ("sep=,\n", ""),
            ("sep=,,moves\n1,2,c\n", ""),
        ];
        let found: String = tables.iter().map(|(text, wishes)| check(text.as_bytes(), wishes)).collect();
        insta::assert_snapshot!(found, @r#"
        1 3 16..24 "[a \"1,5\"]\n\nc, e"
        1 2 8..14 "[column2 \"x\"]\n\nc, e"
        1 3 14..19 "[a \"1|5\"]\n\nc"
        1 2 12..17 "[sep_ \"1\"]\n[_ \"2\"]\n\nc"
        "#);
    }

    #[test]
    fn tables_are_known_by_their_names() {
        for table in ["a,moves\n1,c\n", "sep=;\na;moves\n1,5;c\n", "sep=~\r\na~moves\r\n1~c\r\n"] {
            assert!(Says.fits(table.as_bytes()) && !Says.holds_none(table.as_bytes(), &given("")), "{table}");
        }
        for table in ["sep=;\na;b\n1;c\n", "a~moves\n1~c\n", "sep=;\n"] {
            assert!(!Says.fits(table.as_bytes()), "{table}");
        }
        assert!(Says.holds_none(b"sep=;\na;b\n1;c\n", &given("")));
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
