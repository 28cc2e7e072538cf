//! Cuts an input into rows: lines, or the rows of a table, whose quoted cells may hold line ends.
//!
//! A quotation mark opens a quoted cell only where a cell begins, and closes it only where one may end; two of them
//! within stand for one. A row is broken if a cell is never closed, or closed in the middle of a word. A broken row
//! ends with the line on which the cell was opened: so a lost quotation mark costs one row and not the rest of the
//! file. The limit for the length of a row also limits the distance to the closing mark, independent of the size of the
//! blocks that are read. So a block cut after a row ([`boundary`]) has the same rows as the whole file.

use std::io::{self, Read};
use std::ops::Range;

use memchr::{memchr, memchr2, memchr3};

use crate::record::{Place, eight};
use crate::source::Source;

/// How much of an input is looked at to find its notation system.
const SAMPLE: usize = 1024 * 1024;

/// How rows are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cut {
    /// The delimiter between cells, which may be quoted; `None`: a row is a line.
    pub(super) delimiter: Option<u8>,
    /// The longest row.
    pub(super) most: usize,
}

impl Cut {
    /// Whether a row is blank: it has not even a delimiter.
    fn is_blank(self, row: &[u8]) -> bool {
        row.iter().all(|&byte| matches!(byte, b' ' | b'\t' | b'\r') && Some(byte) != self.delimiter)
    }
}

/// The extent of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Extent {
    /// Its bytes with its line end, without those thrown away.
    pub(super) end: usize,
    /// All its bytes with its line end.
    pub(super) length: usize,
    /// Where a quoted cell opens that is not closed correctly.
    pub(super) broken: Option<usize>,
    /// Whether it is a line: it ends with a line end and has no other.
    is_line: bool,
}

/// Where the cells of a row stand in it, without quotation marks around them.
#[derive(Debug, Default)]
pub(super) struct CellPlaces {
    pub(super) places: Vec<Range<usize>>,
    /// Whether a cell does not stand in the row as it is, so that the row is to be taken apart: two quotation marks in it
    /// are one, or something else than a delimiter follows the last one.
    pub(super) is_apart: bool,
}

impl CellPlaces {
    /// Cuts a row, which has no line end, into its cells.
    pub(super) fn read(&mut self, row: &[u8], delimiter: u8) {
        self.places.clear();
        let mut scan = Scan::default();
        let cut = Cut { delimiter: Some(delimiter), most: usize::MAX };
        let extent = scan.run(row, true, cut, &mut self.places);
        let is_whole = extent.is_some_and(|extent| extent.end == row.len() && extent.broken.is_none());
        self.is_apart = scan.is_apart || !is_whole;
    }
}

/// Takes the places of cells.
trait Places {
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

/// The end of the last complete row in `bytes`, which begin with a row.
pub(super) fn boundary(bytes: &[u8], cut: Cut) -> Option<usize> {
    let mut end = 0;
    while let Some(extent) = Scan::default().run(&bytes[end..], false, cut, &mut ()) {
        end += extent.end;
    }
    (end > 0).then_some(end)
}

/// Where the scan of one row stands. It can stop at any byte and go on when more of the input is at hand.
#[derive(Debug, Clone, Copy, Default)]
struct Scan {
    at: usize,
    within: Within,
    /// How many bytes of the row were thrown away.
    dropped: usize,
    /// Where the cell at hand begins.
    cell: usize,
    /// Whether it was quoted and is closed.
    is_closed: bool,
    /// See [`CellPlaces::is_apart`].
    is_apart: bool,
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

impl Scan {
    /// Goes on over `bytes`, which begin where the row begins; `None`: more bytes are needed. At the end of the input
    /// (`last`) the row ends there at the latest. The places of its cells go to `places`.
    fn run<P: Places>(&mut self, bytes: &[u8], last: bool, cut: Cut, places: &mut P) -> Option<Extent> {
        loop {
            let rest = &bytes[self.at..];
            match self.within {
                Within::Bare => {
                    let found = match cut.delimiter {
                        Some(delimiter) if P::WANTED => find([b'\n', b'"', delimiter], rest),
                        Some(_) => find([b'\n', b'"', b'"'], rest),
                        None => memchr(b'\n', rest),
                    };
                    let Some(found) = found else {
                        self.at = bytes.len();
                        if !last || bytes.is_empty() {
                            return None;
                        }
                        self.end_cell(bytes.len(), places);
                        return Some(self.extent(bytes.len(), None, false));
                    };
                    let at = self.at + found;
                    self.at = at + 1;
                    match bytes[at] {
                        b'\n' => {
                            self.end_cell(at, places);
                            return Some(self.extent(at + 1, None, true));
                        }
                        b'"' => {
                            if at.checked_sub(1).is_none_or(|before| Some(bytes[before]) == cut.delimiter) {
                                self.within = Within::Quoted(at);
                            }
                        }
                        _ => {
                            self.end_cell(at, places);
                            self.cell = at + 1;
                        }
                    }
                }
                Within::Quoted(open) => {
                    let found = find([b'"', b'\n', b'\n'], rest).map(|found| self.at + found);
                    if self.dropped + found.unwrap_or(bytes.len()) > cut.most {
                        (self.at, self.within) = (open, Within::Broken(open));
                        continue;
                    }
                    let Some(at) = found else {
                        self.at = bytes.len();
                        if !last {
                            return None;
                        }
                        (self.at, self.within) = (open, Within::Broken(open));
                        continue;
                    };
                    self.at = at;
                    if bytes[at] == b'\n' {
                        self.has_line_end = true;
                        self.at = at + 1;
                        continue;
                    }
                    match (bytes.get(at + 1), bytes.get(at + 2)) {
                        (None, _) | (Some(b'\r'), None) if !last => return None,
                        (Some(b'"'), _) => {
                            self.is_apart = true;
                            self.at = at + 2;
                        }
                        (Some(byte), _) if Some(*byte) == cut.delimiter => {
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
                        _ => (self.at, self.within) = (open, Within::Broken(open)),
                    }
                }
                Within::Broken(open) => {
                    if let Some(found) = memchr(b'\n', rest) {
                        return Some(self.extent(self.at + found + 1, Some(open), true));
                    }
                    self.at = bytes.len();
                    return last.then(|| self.extent(bytes.len(), Some(open), false));
                }
            }
        }
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
    fn drop_front(&mut self) -> usize {
        // The byte before a quotation mark tells whether it opens a cell.
        let count = match self.within {
            Within::Quoted(_) => 0,
            _ => self.at.saturating_sub(1),
        };
        self.at -= count;
        self.dropped += count;
        count
    }
}

/// A row at hand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    /// Its place; the number is that of the row before.
    pub(super) place: Place,
    /// Its length in bytes without its line end; for a row that is too long, with it.
    pub(super) length: usize,
    /// Where a quoted cell opens that is not closed correctly.
    pub(super) broken: Option<usize>,
    /// Whether it is longer than rows may be; then not all of its bytes are at hand.
    pub(super) too_long: bool,
}

/// Reads an input row by row.
#[derive(Debug)]
pub(super) struct Rows<R> {
    source: Source<R>,
    cut: Cut,
    /// How much of the source the row last read takes up.
    taken: usize,
    /// Whether it is a line.
    is_line: bool,
    /// Its cells.
    pub(super) cells: CellPlaces,
}

impl<R: Read> Rows<R> {
    /// The rows of `reader`; a byte-order mark before the first row is not part of it.
    pub(super) fn new(reader: R, cut: Cut) -> io::Result<Rows<R>> {
        let mut source = Source::new(reader);
        source.skip_mark()?;
        Ok(Rows::over(source, cut))
    }

    /// The rows of a part of a file that begins with a row at this offset, on this line.
    pub(super) fn within(reader: R, cut: Cut, offset: u64, line: u64) -> Rows<R> {
        Rows::over(Source::within(reader, offset, line), cut)
    }

    /// The rows of a source that may already have skipped some bytes.
    pub(super) fn over(source: Source<R>, cut: Cut) -> Rows<R> {
        Rows { source, cut, taken: 0, is_line: false, cells: CellPlaces::default() }
    }

    /// Changes the delimiter from here on.
    pub(super) fn cut_by(&mut self, delimiter: u8) {
        self.cut.delimiter = Some(delimiter);
    }

    /// Moves to the next row that is not blank; `None` at the end of the input.
    pub(super) fn next(&mut self) -> io::Result<Option<Row>> {
        loop {
            self.leave();
            self.source.trim();
            let place = Place { number: 0, offset: self.source.offset(), line: self.source.line(), ..Place::default() };
            let mut scan = Scan::default();
            self.cells.places.clear();
            let extent = loop {
                let (data, last) = (self.source.data(), self.source.finished());
                if let Some(extent) = scan.run(data, last, self.cut, &mut self.cells.places) {
                    break extent;
                }
                if self.source.finished() {
                    return Ok(None);
                }
                if scan.dropped + scan.at > self.cut.most {
                    self.source.consume(scan.drop_front());
                    // Nobody asks for the cells of such a row.
                    self.cells.places.clear();
                }
                self.source.more()?;
            };
            (self.taken, self.is_line) = (extent.end, extent.is_line);
            self.cells.is_apart = scan.is_apart;
            let bytes = trimmed(&self.source.data()[..extent.end]);
            let too_long = extent.length > self.cut.most;
            let length = if too_long { extent.length } else { bytes.len() };
            if let Some(last) = self.cells.places.last_mut() {
                last.end = last.end.min(bytes.len());
            }
            if too_long || !self.cut.is_blank(bytes) {
                return Ok(Some(Row { place, length, broken: extent.broken, too_long }));
            }
        }
    }

    /// The bytes of the row at hand, without its line end.
    pub(super) fn bytes(&self) -> &[u8] {
        trimmed(&self.source.data()[..self.taken])
    }

    /// The line end of the row at hand.
    pub(super) fn line_end(&self) -> &[u8] {
        &self.source.data()[self.bytes().len()..self.taken]
    }

    /// The same as text, if the row is UTF-8.
    pub(super) fn text(&self) -> Option<&str> {
        self.source.text(self.bytes().len())
    }

    /// Makes the row at hand the next one again.
    pub(super) fn stay(&mut self) {
        self.taken = 0;
    }

    /// Up to `count` of the next rows without a fault, without moving on to them. Looks at one mebibyte at most.
    pub(super) fn sample(&mut self, count: usize) -> io::Result<impl Iterator<Item = &[u8]>> {
        self.leave();
        self.source.look(SAMPLE)?;
        let (data, last, cut) = (self.source.data(), self.source.finished(), self.cut);
        let mut at = 0;
        let extents = std::iter::from_fn(move || {
            let extent = Scan::default().run(&data[at..], last, cut, &mut ())?;
            at += extent.end;
            Some((trimmed(&data[at - extent.end..at]), extent))
        });
        let whole = extents.filter(move |(_, extent)| extent.broken.is_none() && extent.length <= cut.most);
        Ok(whole.map(|(bytes, _)| bytes).filter(move |bytes| !cut.is_blank(bytes)).take(count))
    }

    fn leave(&mut self) {
        match std::mem::take(&mut self.taken) {
            0 => {}
            taken if self.is_line => self.source.consume_line(taken),
            taken => self.source.consume(taken),
        }
    }
}

/// Where one of three bytes stands first; two of them may be the same.
#[inline(always)]
fn find([one, two, three]: [u8; 3], bytes: &[u8]) -> Option<usize> {
    let mut at = 0;
    // Most cells are short: a search that begins in blocks of a vector register takes longer.
    while at < 32
        && let Some(next) = bytes[at..].first_chunk()
    {
        let word = u64::from_le_bytes(*next);
        let mut found = eight::equal(word, one) | eight::equal(word, two);
        if three != two {
            found |= eight::equal(word, three);
        }
        if found != 0 {
            return Some(at + (found.trailing_zeros() / 8) as usize);
        }
        at += 8;
    }
    let rest = &bytes[at..];
    let found = if three == two { memchr2(one, two, rest) } else { memchr3(one, two, three, rest) };
    found.map(|found| at + found)
}

fn trimmed(row: &[u8]) -> &[u8] {
    let row = row.strip_suffix(b"\n").unwrap_or(row);
    row.strip_suffix(b"\r").unwrap_or(row)
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

    /// Hands out a few bytes at a time.
    struct Few<'b>(&'b [u8], usize);

    impl Read for Few<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(buffer.len());
            self.0.read(&mut buffer[..count])
        }
    }

    /// The cells found while a row is looked for are those found in the row alone, and lines are counted right.
    #[test]
    fn cells_are_found_with_their_row() {
        let (mut random, mut count) = (fastrand::Rng::with_seed(2), 0);
        for _ in 0..3000 {
            let letters = (0..random.usize(1..60)).map(|_| random.choice(*b"aaaaaaaab,,,\"\"; \r\n\n").unwrap_or(b'c'));
            let text: Vec<u8> = letters.collect();
            let cut = Cut { delimiter: Some(b','), most: random.usize(5..80) };
            let mut rows = Rows::new(Few(&text, random.usize(1..9)), cut).expect("a slice can be read");
            while let Some(row) = rows.next().expect("a slice can be read") {
                let before = &text[..row.place.offset as usize];
                assert_eq!(row.place.line as usize, 1 + before.iter().filter(|byte| **byte == b'\n').count());
                if row.too_long || row.broken.is_some() {
                    continue;
                }
                let mut alone = CellPlaces::default();
                alone.read(rows.bytes(), b',');
                assert_eq!(rows.cells.is_apart, alone.is_apart, "{:?}", String::from_utf8_lossy(&text));
                assert!(alone.is_apart || rows.cells.places == alone.places, "{:?}", String::from_utf8_lossy(&text));
                count += usize::from(!alone.is_apart);
            }
        }
        assert!(count > 3000, "{count}");
    }

    #[test]
    fn a_quotation_is_no_longer_than_rows_may_be() {
        let text = format!("\"a\n{}\"\nb\n", "1\n".repeat(20));
        assert_eq!(rows(&text, 5, 10)[0], "!\"a\n");
        assert_eq!(rows(&text, 5, 10), rows(&text, 100, 10));
    }
}
