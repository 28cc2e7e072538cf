//! The scan of one row: where it ends, and where its cells stand.

use std::ops::ControlFlow::{self, Break, Continue};
use std::ops::Range;

use memchr::memchr;
use wide::u8x16;

use super::Cut;
use crate::record::signs::{Signs, Sought, is};

/// The extent of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::formats) struct Extent {
    /// Its bytes with its line end, without those thrown away.
    pub(in crate::formats) end: usize,
    /// All its bytes with its line end.
    pub(in crate::formats) length: usize,
    /// Where a quoted cell opens that is not closed correctly.
    pub(in crate::formats) broken: Option<usize>,
    /// Whether it is a line: it ends with a line end and has no other.
    pub(super) is_line: bool,
}

/// Where the cells of a row stand in it, without quotation marks around them.
#[derive(Debug, Default)]
pub(in crate::formats) struct CellPlaces {
    pub(in crate::formats) places: Vec<Range<usize>>,
    /// Whether a cell does not stand in the row literally, so that the row must be taken apart: two quotation marks in
    /// it mean one, or something other than a delimiter follows its last mark.
    pub(in crate::formats) is_apart: bool,
}

impl CellPlaces {
    /// Cuts a row, which has no line end, into its cells.
    pub(in crate::formats) fn read(&mut self, row: &[u8], delimiter: u8) {
        self.places.clear();
        let mut scan = Scan::default();
        let cut = Cut { delimiter: Some(delimiter), most: usize::MAX };
        let extent = scan.run(row, true, cut, &mut self.places);
        let is_whole = extent.is_some_and(|extent| extent.end == row.len() && extent.broken.is_none());
        self.is_apart = scan.is_apart || !is_whole;
    }
}

/// Takes the places of cells.
pub(super) trait Places {
    /// Whether anybody wants them.
    const WANTED: bool;

    fn push(&mut self, place: Range<usize>);
}

impl Places for () {
    const WANTED: bool = false;

    #[inline(always)]
    fn push(&mut self, _: Range<usize>) {}
}

impl Places for Vec<Range<usize>> {
    const WANTED: bool = true;

    #[inline(always)]
    fn push(&mut self, place: Range<usize>) {
        Vec::push(self, place);
    }
}

/// The signs that mean something in rows: line ends, quotation marks and the delimiter.
#[derive(Debug, Clone, Copy)]
struct InRows {
    delimiter: u8,
}

impl Sought for InRows {
    #[inline(always)]
    fn among(self, bytes: u8x16) -> u8x16 {
        is(bytes, b'\n') | is(bytes, b'"') | is(bytes, self.delimiter)
    }
}

/// The end of the last complete row in `bytes`, which begin with a row.
pub(in crate::formats) fn boundary(bytes: &[u8], cut: Cut) -> Option<usize> {
    let mut end = 0;
    while let Some(extent) = Scan::default().run(&bytes[end..], false, cut, &mut ()) {
        end += extent.end;
    }
    (end > 0).then_some(end)
}

/// Where the scan of one row stands. It can stop at any byte and go on when more of the input is at hand.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Scan {
    pub(super) at: usize,
    within: Within,
    /// How many bytes of the row were thrown away.
    pub(super) dropped: usize,
    /// Where the cell at hand begins.
    cell: usize,
    /// Whether it was quoted and is closed.
    is_closed: bool,
    /// See [`CellPlaces::is_apart`].
    pub(super) is_apart: bool,
    /// Whether a quoted cell holds a line end.
    has_line_end: bool,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Within {
    #[default]
    Bare,
    /// A quoted cell that was opened there.
    Quoted(usize),
    /// The line of a quoted cell that was opened there and is not closed.
    Broken(usize),
}

/// What one step of a scan brings: a row, or `None` where more bytes are needed.
type Step = ControlFlow<Option<Extent>>;

impl Scan {
    /// Continues over `bytes`, which begin where the row begins; `None`: more bytes are needed. At the end of the input
    /// (`last`) the row ends there at the latest. The places of its cells go to `places`.
    pub(super) fn run<P: Places>(&mut self, bytes: &[u8], last: bool, cut: Cut, places: &mut P) -> Option<Extent> {
        let Some(delimiter) = cut.delimiter else { return self.line(bytes, last, places) };
        // Where nobody wants the cells, their ends need not be found.
        let mut signs = Signs::new(bytes, InRows { delimiter: if P::WANTED { delimiter } else { b'\n' } });
        loop {
            let step = match self.within {
                Within::Bare => self.bare(&mut signs, last, delimiter, places),
                Within::Quoted(open) => self.quoted(open, &mut signs, last, (delimiter, cut.most), places),
                Within::Broken(open) => self.broken(open, bytes, last),
            };
            if let Break(found) = step {
                return found;
            }
        }
    }

    /// Goes on to the end of a row that is a line.
    #[inline(always)]
    fn line<P: Places>(&mut self, bytes: &[u8], last: bool, places: &mut P) -> Option<Extent> {
        match memchr(b'\n', &bytes[self.at..]) {
            Some(found) => {
                let end = self.at + found;
                self.at = end + 1;
                self.end_cell(end, places);
                Some(self.extent(end + 1, None, true))
            }
            None => self.end(bytes, last, places),
        }
    }

    /// Goes on to the end of the bytes, where no sign is left: the row ends there if the input does.
    fn end<P: Places>(&mut self, bytes: &[u8], last: bool, places: &mut P) -> Option<Extent> {
        self.at = bytes.len();
        if !last || bytes.is_empty() {
            return None;
        }
        self.end_cell(bytes.len(), places);
        Some(self.extent(bytes.len(), None, false))
    }

    /// Goes on outside quotation marks, to the next sign that means something.
    #[inline(always)]
    fn bare<P: Places>(&mut self, signs: &mut Signs<'_, InRows>, last: bool, delimiter: u8, places: &mut P) -> Step {
        let bytes = signs.bytes();
        let Some(at) = signs.next(self.at) else { return Break(self.end(bytes, last, places)) };
        self.at = at + 1;
        match bytes[at] {
            b'\n' => {
                self.end_cell(at, places);
                return Break(Some(self.extent(at + 1, None, true)));
            }
            b'"' => {
                if at.checked_sub(1).is_none_or(|before| bytes[before] == delimiter) {
                    self.within = Within::Quoted(at);
                }
            }
            _ => {
                self.end_cell(at, places);
                self.cell = at + 1;
            }
        }
        Continue(())
    }

    /// Goes on in a quoted cell that was opened at `open`, to the next quotation mark or line end.
    #[inline(always)]
    fn quoted<P: Places>(
        &mut self,
        open: usize,
        signs: &mut Signs<'_, InRows>,
        last: bool,
        (delimiter, most): (u8, usize),
        places: &mut P,
    ) -> Step {
        let bytes = signs.bytes();
        let mut found = signs.next(self.at);
        while let Some(at) = found
            && !matches!(bytes[at], b'"' | b'\n')
        {
            found = signs.next(at + 1);
        }
        if self.dropped + found.unwrap_or(bytes.len()) > most {
            return self.break_off(open);
        }
        let Some(at) = found else {
            self.at = bytes.len();
            return if last { self.break_off(open) } else { Break(None) };
        };
        self.at = at;
        if bytes[at] == b'\n' {
            self.has_line_end = true;
            self.at = at + 1;
            return Continue(());
        }
        match (bytes.get(at + 1), bytes.get(at + 2)) {
            (None, _) | (Some(b'\r'), None) if !last => return Break(None),
            (Some(b'"'), _) => {
                self.is_apart = true;
                self.at = at + 2;
            }
            (Some(&byte), _) if byte == delimiter => {
                places.push(open + 1..at);
                (self.at, self.within) = (at + 2, Within::Bare);
                self.cell = at + 2;
            }
            (None | Some(b'\n' | b' ' | b'\t'), _) | (Some(b'\r'), None | Some(b'\n')) => {
                places.push(open + 1..at);
                self.is_apart |= matches!(bytes.get(at + 1), Some(b' ' | b'\t'));
                self.is_closed = true;
                (self.at, self.within) = (at + 1, Within::Bare);
            }
            _ => return self.break_off(open),
        }
        Continue(())
    }

    /// Takes the line of a quoted cell for broken, from where the cell was opened.
    fn break_off(&mut self, open: usize) -> Step {
        (self.at, self.within) = (open, Within::Broken(open));
        Continue(())
    }

    /// Goes on to the end of the line of a quoted cell that was opened at `open` and is not closed.
    fn broken(&mut self, open: usize, bytes: &[u8], last: bool) -> Step {
        if let Some(found) = memchr(b'\n', &bytes[self.at..]) {
            return Break(Some(self.extent(self.at + found + 1, Some(open), true)));
        }
        self.at = bytes.len();
        Break(last.then(|| self.extent(bytes.len(), Some(open), false)))
    }

    /// A cell ends there at the latest.
    #[inline(always)]
    fn end_cell<P: Places>(&mut self, end: usize, places: &mut P) {
        if !std::mem::take(&mut self.is_closed) {
            places.push(self.cell..end);
        }
    }

    fn extent(&self, end: usize, broken: Option<usize>, ends_line: bool) -> Extent {
        Extent { end, length: self.dropped + end, broken, is_line: ends_line && !self.has_line_end }
    }

    /// How many of the bytes seen so far are no longer needed, in a row that is too long anyway.
    pub(super) fn drop_front(&mut self) -> usize {
        // The byte before a quotation mark decides whether it opens a cell.
        let count = match self.within {
            Within::Quoted(_) => 0,
            _ => self.at.saturating_sub(1),
        };
        self.at -= count;
        self.dropped += count;
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of `text`, handed to the reader `step` bytes at a time, broken ones marked.
    fn rows(text: &str, step: usize, most: usize) -> Vec<String> {
        let cut = Cut { delimiter: Some(b','), most };
        let (bytes, mut start, mut found) = (text.as_bytes(), 0, Vec::new());
        while start < bytes.len() {
            let (mut scan, mut seen) = (Scan::default(), start);
            let extent = loop {
                seen = (seen + step).min(bytes.len());
                if let Some(extent) = scan.run(&bytes[start..seen], seen == bytes.len(), cut, &mut ()) {
                    break extent;
                }
            };
            let mark = if extent.broken.is_some() { "!" } else { "" };
            found.push(format!("{mark}{}", &text[start..start + extent.end]));
            start += extent.end;
        }
        found
    }

    fn check(text: &str, expected: &[&str]) {
        for step in [1, 2, 3, 7, text.len().max(1)] {
            assert_eq!(rows(text, step, 1000), expected, "in steps of {step}");
        }
        // A part that ends after a row has the same rows.
        for end in 0..=text.len() {
            let part = text.get(..end).unwrap_or_default();
            let cut = Cut { delimiter: Some(b','), most: 1000 };
            let Some(end) = boundary(part.as_bytes(), cut) else { continue };
            let found = rows(&text[..end], 1000, 1000);
            assert_eq!(found, expected[..found.len()], "{:?}", &text[..end]);
        }
    }

    #[test]
    fn quoted_cells_hold_line_ends() {
        check("a,\"b\nc\",d\r\ne\n", &["a,\"b\nc\",d\r\n", "e\n"]);
        check("\"\"\"a\"\"\n\"\r\n\"\",\"\" \nb", &["\"\"\"a\"\"\n\"\r\n", "\"\",\"\" \n", "b"]);
    }

    #[test]
    fn a_quotation_mark_within_a_bare_cell_is_a_letter() {
        check("a\"b,c\"\nd\n", &["a\"b,c\"\n", "d\n"]);
    }

    #[test]
    fn a_broken_quotation_costs_one_row() {
        check("a,\"b\nc,d\ne,f\n", &["!a,\"b\n", "c,d\n", "e,f\n"]);
        check("a,\"b\nc,\"d\"\ne\n", &["!a,\"b\n", "c,\"d\"\n", "e\n"]);
        check("\"a\nb\",\"c\nd\n", &["!\"a\nb\",\"c\n", "d\n"]);
        check("\"a\"b\nc\n", &["!\"a\"b\n", "c\n"]);
    }

    #[test]
    fn a_quotation_is_no_longer_than_rows_may_be() {
        let text = format!("\"a\n{}\"\nb\n", "1\n".repeat(20));
        assert_eq!(rows(&text, 5, 10)[0], "!\"a\n");
        assert_eq!(rows(&text, 5, 10), rows(&text, 100, 10));
    }
}
