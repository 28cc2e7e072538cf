//! Records of rows, one a row: what tables and JSON Lines have in common. What a row means, each of them says itself.

use std::fmt;
use std::io::{self, Read};
use std::ops::Range;

use super::fields::Sheet;
use super::rows::Rows;
use super::{Format, Records, Sampled};
use crate::diagnostic::Text;
use crate::record::{KeptRecord, Layout, Original, Place, Record};

/// What the rows of a file mean.
pub(super) trait Meaning: fmt::Debug {
    /// What people call a row.
    const ROW: &'static str;

    /// The format.
    const FORMAT: Format;

    /// How many bytes a row has at most.
    fn most(&self) -> usize;

    /// Makes a record of a whole row.
    fn fill(&mut self, row: &[u8], sheet: &mut Sheet);

    /// A file of the format that holds the row filled last and can be read without what is known of this one, if the row
    /// itself is no such file.
    fn alone(&self, row: &[u8]) -> Option<Vec<u8>>;
}

/// Reads rows, one record after the other.
#[derive(Debug)]
pub struct Sheets<R, M> {
    pub(super) rows: Rows<R>,
    pub(super) meaning: M,
    sheet: Sheet,
    pub(super) number: u64,
    /// The bytes of the row at hand in the input.
    extent: Range<u64>,
    too_long: bool,
}

impl<R, M> Sheets<R, M> {
    /// Rows that are still to come, of which the last one left behind has that number.
    pub(super) fn over(rows: Rows<R>, meaning: M, number: u64) -> Sheets<R, M> {
        Sheets { rows, meaning, sheet: Sheet::default(), number, extent: 0..0, too_long: false }
    }
}

/// Texts made of rows are larger than they, and places in them have 32 bits.
pub(super) fn limit(most: usize) -> usize {
    most.min(u32::MAX as usize / 8)
}

impl<R: Read, M: Meaning> Records for Sheets<R, M> {
    fn advance(&mut self) -> io::Result<bool> {
        let Some(row) = self.rows.next()? else {
            return Ok(false);
        };
        self.number += 1;
        self.extent = row.place.offset..row.place.offset + row.length as u64;
        self.sheet.begin(Place { number: self.number, ..row.place }, row.length);
        self.too_long = row.too_long;
        let bytes = self.rows.bytes();
        if row.too_long {
            self.sheet.refuse_length(M::ROW, row.length, self.meaning.most());
        } else if let Some(open) = row.broken {
            let text = Text::new("this quotation mark is not closed where the cell ends")
                .help("a quoted cell is closed by a quotation mark before the delimiter; one within it is doubled");
            self.sheet.refuse(bytes, open..open + 1, text);
        } else {
            self.meaning.fill(bytes, &mut self.sheet);
        }
        Ok(true)
    }

    fn extent(&self) -> Range<u64> {
        self.extent.clone()
    }

    fn raw(&self) -> &[u8] {
        self.rows.bytes()
    }

    fn header(&self) -> Record<'_> {
        self.sheet.header()
    }

    fn record(&mut self) -> Record<'_> {
        let bytes = if self.too_long { &[] } else { self.rows.bytes() };
        if self.sheet.written.is_none()
            && self.sheet.header().parts.layout != Layout::Unread
            && let Some(alone) = self.meaning.alone(bytes)
        {
            self.sheet.written = Some((alone, M::FORMAT.name()));
        }
        self.sheet.record(Original { bytes, format: M::FORMAT.name() })
    }

    fn sampled(&mut self) -> Option<&mut dyn Sampled> {
        Some(self)
    }
}

impl<R: Read, M: Meaning> Sampled for Sheets<R, M> {
    fn sample(&mut self, games: usize) -> io::Result<Vec<KeptRecord>> {
        let kept = self.rows.sample(games)?.map(|row| {
            let mut sheet = Sheet::default();
            self.meaning.fill(row, &mut sheet);
            sheet.keep()
        });
        Ok(kept.collect())
    }
}
