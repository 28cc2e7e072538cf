//! Cuts an input into rows: lines, or the rows of a table, whose quoted cells may hold line ends.
//!
//! A quotation mark opens a quoted cell only where a cell begins, and closes it only where one may end; two of them
//! within stand for one. A row is broken if a cell is never closed, or closed in the middle of a word. A broken row
//! ends with the line on which the cell was opened: so a lost quotation mark costs one row and not the rest of the
//! file. The limit for the length of a row also limits the distance to the closing mark, independent of the size of the
//! blocks that are read. So a block cut after a row ([`boundary`]) has the same rows as the whole file.
//!
//! `scan` finds the end of a row, and its cells.

mod scan;

use std::io::{self, Read};

use crate::record::Place;
use crate::source::Source;

pub(super) use scan::{CellPlaces, boundary};

use scan::Scan;

/// How much of an input is read to find its notation system.
const SAMPLE: usize = 1024 * 1024;

/// How an input is cut into rows.
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

/// A row at hand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Row {
    /// Its place, but with the number of the row before it.
    pub(super) place: Place,
    /// Its length in bytes without its line end; if it is too long, with it.
    pub(super) length: usize,
    /// Where a quoted cell opens that is not closed correctly.
    pub(super) broken: Option<usize>,
    /// Whether it is too long; then not all of its bytes are at hand.
    pub(super) too_long: bool,
}

/// Reads an input row by row.
#[derive(Debug)]
pub(super) struct Rows<R> {
    source: Source<R>,
    cut: Cut,
    /// How much of the source the row last read takes up.
    taken: usize,
    /// How many of these bytes are the row without its line end.
    length: usize,
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
        Rows { source, cut, taken: 0, length: 0, is_line: false, cells: CellPlaces::default() }
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
            self.length = bytes.len();
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
        &self.source.data()[..self.length]
    }

    /// The line end of the row at hand.
    pub(super) fn line_end(&self) -> &[u8] {
        &self.source.data()[self.length..self.taken]
    }

    /// The row at hand as text, without its line end; `None` if it is not UTF-8.
    pub(super) fn text(&self) -> Option<&str> {
        self.source.text(self.length)
    }

    /// Makes the row at hand the next one again.
    pub(super) fn stay(&mut self) {
        (self.taken, self.length) = (0, 0);
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
        self.length = 0;
        match std::mem::take(&mut self.taken) {
            0 => {}
            taken if self.is_line => self.source.consume_line(taken),
            taken => self.source.consume(taken),
        }
    }
}

fn trimmed(row: &[u8]) -> &[u8] {
    let row = row.strip_suffix(b"\n").unwrap_or(row);
    row.strip_suffix(b"\r").unwrap_or(row)
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
