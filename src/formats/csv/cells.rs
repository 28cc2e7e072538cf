//! The cells of a row, and a row made of cells.

use std::ops::Range;

use crate::formats::rows::CellPlaces;

/// The cells of a row; it reuses its buffers.
#[derive(Debug, Default)]
pub(super) struct Cells {
    /// Where each cell stands: in the row itself, or in `text` if the row had to be taken apart.
    found: CellPlaces,
    /// Where each cell stands in the row itself, if that had to be taken apart.
    apart: Vec<Range<usize>>,
    /// The delimiter that the machine was made for.
    machine: Option<(u8, Box<csv_core::Reader>)>,
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl Cells {
    /// Cuts a row, which has no line end, into its cells.
    pub(super) fn read(&mut self, row: &[u8], delimiter: u8) {
        self.found.read(row, delimiter);
        if self.found.is_apart {
            self.take_apart(row, delimiter);
        }
    }

    /// Takes over the cells of a row from `known`, which gets old places in return. Cuts the row anew if its cells [do
    /// not stand in it](CellPlaces::is_apart) as they are.
    pub(super) fn take(&mut self, row: &[u8], delimiter: u8, known: &mut CellPlaces) {
        std::mem::swap(&mut self.found, known);
        if self.found.is_apart {
            self.take_apart(row, delimiter);
        }
    }

    /// Cuts any row.
    #[cold]
    fn take_apart(&mut self, row: &[u8], delimiter: u8) {
        self.apart.clear();
        self.apart.append(&mut self.found.places);
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

    pub(super) fn len(&self) -> usize {
        self.found.places.len()
    }

    /// Where cell `index` stands in the row, without quotation marks around it; `None` if the row was taken apart and
    /// the place is not certain.
    pub(super) fn place(&self, index: usize) -> Option<Range<usize>> {
        let places = if self.found.is_apart { &self.apart } else { &self.found.places };
        places.get(index).filter(|_| places.len() == self.len()).cloned()
    }

    /// The cell of that index; `row` is the row that was cut.
    pub(super) fn get<'c>(&'c self, row: &'c [u8], index: usize) -> &'c [u8] {
        let place = self.found.places.get(index).cloned().unwrap_or_default();
        let bytes = if self.found.is_apart { &self.text } else { row };
        bytes.get(place).unwrap_or_default()
    }

    /// The cell of that index as text, or as bytes if it is not UTF-8. `row` is the row that was cut.
    pub(super) fn text<'c>(&'c self, row: Result<&'c str, &'c [u8]>, index: usize) -> Result<&'c str, &'c [u8]> {
        if let (Ok(row), false, Some(place)) = (row, self.found.is_apart, self.found.places.get(index))
            && let Some(cell) = row.get(place.clone())
        {
            return Ok(cell);
        }
        let cell = self.get(row.map_or_else(|bytes| bytes, str::as_bytes), index);
        std::str::from_utf8(cell).map_err(|_| cell)
    }

    pub(super) fn iter<'c>(&'c self, row: &'c [u8]) -> impl Iterator<Item = &'c [u8]> {
        (0..self.len()).map(|index| self.get(row, index))
    }
}

/// The pieces of a cell whose quotation marks are doubled. See [`CellPieces`](crate::record::CellPieces).
pub(super) fn pieces(cell: &[u8], piece: &mut dyn FnMut(usize, usize)) {
    let mut rest = cell;
    while let Some(length) = memchr::memchr(b'"', rest) {
        piece(length, length);
        let mark = if rest[length..].starts_with(b"\"\"") { 2 } else { 1 };
        piece(1, mark);
        rest = &rest[length + mark..];
    }
    piece(rest.len(), rest.len());
}

/// Writes a row with commas between its cells, each in quotation marks if it needs them.
pub(super) fn write_row<'c>(cells: impl Iterator<Item = &'c [u8]>, out: &mut Vec<u8>) {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Cutting a row without taking it apart gives the same cells.
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
}
