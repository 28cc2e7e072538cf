//! Numbered diagrams: the whole body of a record is a picture in which each piece is the number of its ply.
//!
//! Each row of the board is a row of text, the top row first. Spaces separate cells, and `.` is an empty cell. A label
//! before each row and a row of column letters above or below are optional. Either every row has a label or none has:
//! `4 . .` may be the row labelled 4 with two cells, or a row of three cells with ply 4 in it, and only the other rows
//! can tell. Rows that lack cells look like digits written on several lines: a dot shows that they are rows, or labels
//! and tabs with nothing between them, as a spreadsheet writes them. If a diagram has several faults, only one is
//! reported: the shape, else a repeated number, else a gap.

use std::ops::Range;

use crate::board::{Size, Square, column_letter};
use crate::codes::{DIAGRAM_GAP, DIAGRAM_REPEAT, DIAGRAM_SHAPE};
use crate::counted::counted;
use crate::diagnostic::{Code, Text, quoted};
use crate::record::{Record, Token, TokenKind};

/// The square of a ply, and where its number stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) square: Square,
    pub(crate) span: Range<usize>,
}

/// A fault of the diagram: the code, the place and the sentence.
pub(crate) type DiagramFault = (&'static Code, Range<usize>, Text);

/// A word and where it stands.
pub(crate) type Word<'r> = (&'r str, Range<usize>);

/// The words of the body, line by line.
///
/// # Errors
/// The place of the first token that is neither a word nor a comment.
fn lines<'r>(record: &Record<'r>, tokens: &[Token]) -> Result<Vec<Vec<Word<'r>>>, Range<usize>> {
    let mut lines: Vec<Vec<Word<'_>>> = Vec::new();
    let mut end = 0;
    for token in tokens {
        match token.kind {
            TokenKind::Comment { .. } | TokenKind::LineComment => continue,
            TokenKind::Word => {}
            _ => return Err(token.span()),
        }
        let span = token.span();
        let new_line = lines.is_empty() || record.slice(end..span.start).contains('\n');
        end = span.end;
        let word = (record.slice(span.clone()), span);
        match lines.last_mut() {
            Some(line) if !new_line => line.push(word),
            _ => lines.push(vec![word]),
        }
    }
    Ok(lines)
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_cell(word: &str) -> bool {
    word == "." || is_number(word)
}

/// Whether people write a word into an empty cell, though only `.` stands for one.
pub(super) fn looks_empty(word: &str) -> bool {
    matches!(word, "." | "-" | "_" | "+" | "·")
}

/// Whether a line is the row of the board's column letters.
fn is_letters(line: &[Word<'_>], columns: u8) -> bool {
    let words = line.iter().map(|(word, _)| *word);
    line.len() == usize::from(columns)
        && words
            .zip(0..columns)
            .all(|(word, column)| word.eq_ignore_ascii_case(column_letter(column).encode_utf8(&mut [0; 4])))
}

/// Whether the body has only rows of cells, and as many of them as the board has rows. Where more than half of
/// the cells are empty, it is a diagram with whatever number of rows, and so it is if these rows are those of the board and
/// some of their words are no cells: nothing else is written so.
pub(crate) fn is_diagram(record: &Record<'_>, tokens: &[Token], size: Size) -> bool {
    let Ok(lines) = lines(record, tokens) else {
        return false;
    };
    let rows = rows(&lines, size.columns);
    let columns = usize::from(size.columns);
    // Only a diagram has dots. Without dots, rows of other lengths may be columns written as digits.
    let has_dot = rows.iter().flatten().any(|(word, _)| *word == ".");
    // A table from a spreadsheet: its rows have labels, and empty cells are tabs with nothing between them.
    let has_tabs = || {
        let mut words = tokens.iter().filter(|token| token.kind == TokenKind::Word).map(Token::span);
        let first = words.next();
        let last = words.next_back().or_else(|| first.clone());
        let body = first.zip(last).map_or("", |(first, last)| record.slice(first.start..last.end));
        ["\t\t", "\t\n", "\t\r"].iter().any(|empty| body.contains(empty))
    };
    let has_labels = rows.iter().enumerate().all(|(index, row)| begins_with_own(rows, index, row)) && has_tabs();
    let plausible = |row: &Vec<Word<'_>>| has_dot || has_labels || row.len() == columns || row.len() == columns + 1;
    let is_mostly_empty = || {
        let cells = rows.iter().flatten();
        rows.len() > 1 && cells.clone().filter(|(word, _)| *word == ".").count() * 2 > cells.count()
    };
    let has_all_rows = rows.len() == usize::from(size.rows);
    let is_picture = || {
        let words = rows.iter().flatten();
        rows.iter().all(|row| row.len() == columns || row.len() == columns + 1)
            && words.clone().filter(|(word, _)| looks_empty(word)).count() * 2 > words.count()
    };
    has_all_rows && is_picture()
        || (has_all_rows || is_mostly_empty())
            && rows.iter().all(|row| row.iter().all(|(word, _)| is_cell(word)) && plausible(row))
}

/// The lines without the rows of column letters above and below.
fn rows<'l, 'r>(lines: &'l [Vec<Word<'r>>], columns: u8) -> &'l [Vec<Word<'r>>] {
    let from = usize::from(lines.first().is_some_and(|line| is_letters(line, columns)));
    let to =
        lines.len() - usize::from(lines.len() > from && lines.last().is_some_and(|line| is_letters(line, columns)));
    &lines[from..to]
}

/// Whether a row begins with its number, counted from the bottom.
fn begins_with_own(rows: &[Vec<Word<'_>>], index: usize, row: &[Word<'_>]) -> bool {
    row.first().is_some_and(|(word, _)| is_number(word) && word.parse() == Ok(rows.len() - index))
}

/// Whether the first word of every row is its label.
///
/// # Errors
/// If only some rows have their labels: the index of the first row that lacks its label, and of a row that has one. If
/// every row has room for a label but none has its own: twice the index of the first row.
fn labels(rows: &[Vec<Word<'_>>], columns: usize) -> Result<bool, (usize, usize)> {
    let begins_with_own = |(index, row): (usize, &Vec<Word<'_>>)| begins_with_own(rows, index, row);
    let Some(without) = rows.iter().enumerate().position(|row| !begins_with_own(row)) else {
        // If each row has just as many words as the board has columns, all numbers are plies.
        return Ok(rows.iter().any(|row| row.len() != columns));
    };
    let all_wide = || rows.iter().all(|row| row.len() == columns + 1);
    let with = rows.iter().enumerate().position(|row| begins_with_own(row) && row.1.len() == columns + 1);
    with.or_else(|| all_wide().then_some(without)).map_or(Ok(false), |with| Err((without, with)))
}

/// The number of a ply: its digits without leading zeros, so that numbers of any length can be compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Number<'r> {
    length: usize,
    digits: &'r str,
}

impl<'r> Number<'r> {
    fn new(word: &'r str) -> Number<'r> {
        let digits = word.trim_start_matches('0');
        Number { length: digits.len(), digits }
    }
}

/// Calls `each` with the number of every row, from 1 at the bottom, and its words without its label; the top row comes first.
///
/// # Errors
/// If the body has not the shape of the board, or `each` says what is wrong with a row.
pub(crate) fn each_row<'r>(
    record: &Record<'r>,
    tokens: &[Token],
    size: Size,
    mut each: impl FnMut(usize, &[Word<'r>]) -> Result<(), DiagramFault>,
) -> Result<(), DiagramFault> {
    let mut words = tokens.iter().filter(|token| token.kind == TokenKind::Word).map(Token::span);
    let first = words.next().unwrap_or_default();
    let whole = first.start..words.next_back().unwrap_or(first).end;
    let shape = |span: Range<usize>, message: String| shape(size, span, message);
    let lines = lines(record, tokens).map_err(|place| {
        let sign = quoted(record.slice(place.clone()));
        shape(place, format!("{sign} has no place in a numbered diagram"))
    })?;
    let rows = rows(&lines, size.columns);
    if rows.len() != usize::from(size.rows) {
        return Err(shape(
            whole,
            format!("the diagram has {}, but the board has {}", counted(rows.len() as u64, "row"), size.rows),
        ));
    }
    let columns = usize::from(size.columns);
    let place = |row: &[Word<'_>]| row.first().map_or(0, |word| word.1.start)..row.last().map_or(0, |word| word.1.end);
    let labelled = match labels(rows, columns) {
        Ok(labelled) => labelled,
        Err((without, with)) => {
            let number = rows.len() - without;
            let row = &rows[without];
            return Err(if row.len() == columns + 1 {
                let found = quoted(row[0].0);
                shape(row[0].1.clone(), format!("expected the label of row {number}, found {found}"))
            } else {
                let with = rows.len() - with;
                shape(
                    place(row),
                    format!("row {number} has no label, but row {with} has one: label every row or no row"),
                )
            });
        }
    };
    for (index, row) in rows.iter().enumerate() {
        let number = rows.len() - index;
        let row_cells = &row[usize::from(labelled)..];
        if row_cells.len() != columns {
            let after = if labelled { " after its label" } else { "" };
            let count = counted(row_cells.len() as u64, "cell");
            let message = format!("row {number} has {count}{after}, but the board has {columns} columns");
            return Err(shape(place(row), message));
        }
        each(number, row_cells)?;
    }
    Ok(())
}

/// The body has not the shape of the board.
fn shape(size: Size, span: Range<usize>, message: String) -> DiagramFault {
    let help = format!("the board is {size}: {} rows of {} cells, each a number or `.`", size.rows, size.columns);
    (&DIAGRAM_SHAPE, span, Text::new(message).help(help))
}

/// The squares of plies 1 to n, rows counted from 0 at the bottom.
pub(crate) fn read(record: &Record<'_>, tokens: &[Token], size: Size) -> Result<Vec<Cell>, DiagramFault> {
    let mut cells: Vec<(Number<'_>, Cell)> = Vec::new();
    each_row(record, tokens, size, |number, row| {
        for (column, (word, span)) in row.iter().enumerate() {
            if *word == "." {
                continue;
            }
            if !is_number(word) {
                return Err(shape(size, span.clone(), format!("{} is neither a number nor `.`", quoted(word))));
            }
            let square = Square::new(column as u8, (number - 1) as u8);
            cells.push((Number::new(word), Cell { square, span: span.clone() }));
        }
        Ok(())
    })?;
    cells.sort_by_key(|(number, _)| *number);
    for pair in cells.windows(2) {
        if let [(number, first), (again, second)] = pair
            && number == again
        {
            let number = if number.digits.is_empty() { "0" } else { number.digits };
            let text = Text::new(format!("{number} stands on {} and on {}", first.square, second.square));
            return Err((
                &DIAGRAM_REPEAT,
                first.span.start.max(second.span.start)..first.span.end.max(second.span.end),
                text,
            ));
        }
    }
    for (expected, (number, cell)) in (1_usize..).zip(&cells) {
        if number.digits.parse() != Ok(expected) {
            let text = if number.digits.is_empty() {
                Text::new("0 is not a ply number").help("plies are numbered from 1")
            } else {
                Text::new(format!("{expected} is missing in the diagram"))
                    .help(format!("the smallest number that stands after it is {}", number.digits))
            };
            return Err((&DIAGRAM_GAP, cell.span.clone(), text));
        }
    }
    Ok(cells.into_iter().map(|(_, cell)| cell).collect())
}

/// Writes plies 1 to n as a numbered diagram with labels.
pub(crate) fn write(size: Size, plies: &[Square], out: &mut String) {
    let mut numbers = vec![0_usize; size.squares() as usize];
    let place = |square: Square| usize::from(square.row) * usize::from(size.columns) + usize::from(square.column);
    for (index, square) in plies.iter().enumerate() {
        numbers[place(*square)] = index + 1;
    }
    let width = plies.len().max(1).to_string().len();
    let label = size.rows.to_string().len();
    for row in (0..size.rows).rev() {
        out.push_str(&format!("{:>label$}", row + 1));
        for column in 0..size.columns {
            let cell = match numbers[place(Square::new(column, row))] {
                0 => ".".to_owned(),
                number => number.to_string(),
            };
            out.push_str(&format!("  {cell:>width$}"));
        }
        out.push('\n');
    }
    out.push_str(&" ".repeat(label));
    for column in 0..size.columns {
        out.push_str(&format!("  {:>width$}", column_letter(column)));
    }
    out.push('\n');
}
