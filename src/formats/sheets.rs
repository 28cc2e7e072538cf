//! Records made from rows: what tables and JSON Lines have in common. Each format says itself what a row means.

use std::fmt;
use std::io::{self, Read};
use std::ops::Range;

use super::fields::Sheet;
use super::rows::{CellPlaces, Rows};
use super::{Format, Records, Sampled};
use crate::diagnostic::Text;
use crate::record::{Alone, KeptRecord, Layout, Original, Place, Record};

/// What the rows of a file mean.
pub(super) trait Meaning: fmt::Debug {
    /// The word for a row in messages.
    const ROW: &'static str;

    /// The format.
    const FORMAT: Format;

    /// How many bytes a row has at most.
    fn most(&self) -> usize;

    /// Makes a record of a whole row; `Err` holds the bytes of a row that is not UTF-8. `cells`: the places of its
    /// cells, if they are known; they may be taken.
    fn fill(&mut self, row: Result<&str, &[u8]>, cells: Option<&mut CellPlaces>, sheet: &mut Sheet);

    /// Makes a record of a row without the tags that [no verdict depends on](Records::be_brief). `false`: forget what
    /// is in the sheet, and let [`Meaning::fill`] read the whole row.
    fn fill_briefly(&mut self, row: &str, cells: &mut CellPlaces, sheet: &mut Sheet) -> bool {
        let _ = (row, cells, sheet);
        false
    }

    /// Whether a row is a file of the format that can be read on its own. Otherwise [`Meaning::alone`] makes one.
    fn stands_alone(&self) -> bool;

    /// Appends a file of the format that holds only the last row.
    fn alone(&self, row: &[u8], out: &mut Vec<u8>);
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
    /// Whether the caller wants [brief](Records::be_brief) headers, and whether the current one is brief.
    is_brief: bool,
    lacks_tags: bool,
}

impl<R, M> Sheets<R, M> {
    /// The rows after row `number`.
    pub(super) fn over(rows: Rows<R>, meaning: M, number: u64) -> Sheets<R, M> {
        Sheets {
            rows,
            meaning,
            sheet: Sheet::default(),
            number,
            extent: 0..0,
            too_long: false,
            is_brief: false,
            lacks_tags: false,
        }
    }
}

/// Texts made from rows are larger than the rows, and places in them have 32 bits.
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
        self.lacks_tags = false;
        self.too_long = row.too_long;
        let bytes = self.rows.bytes();
        if row.too_long {
            self.sheet.refuse_length(M::ROW, row.length, self.meaning.most());
        } else if let Some(open) = row.broken {
            let text = Text::new("the cell ends without a closing quotation mark")
                .help("close a quoted cell with a quotation mark before the delimiter, and double each one within it");
            self.sheet.refuse(bytes, open..open + 1, text);
        } else {
            let mut cells = std::mem::take(&mut self.rows.cells);
            let bytes = self.rows.bytes();
            let text = self.rows.text().ok_or(bytes);
            self.lacks_tags = match text {
                Ok(text) if self.is_brief => self.meaning.fill_briefly(text, &mut cells, &mut self.sheet),
                _ => false,
            };
            if !self.lacks_tags {
                if self.is_brief {
                    self.sheet.begin(self.sheet.header().place, bytes.len());
                }
                self.meaning.fill(text, Some(&mut cells), &mut self.sheet);
            }
            self.rows.cells = cells;
        }
        Ok(true)
    }

    fn be_brief(&mut self) {
        self.is_brief = true;
    }

    fn extent(&self) -> Range<u64> {
        self.extent.clone()
    }

    fn raw(&self) -> &[u8] {
        self.rows.bytes()
    }

    fn line_end(&self) -> &[u8] {
        self.rows.line_end()
    }

    fn header(&self) -> Record<'_> {
        self.sheet.header()
    }

    fn record(&mut self) -> Record<'_> {
        if std::mem::take(&mut self.lacks_tags) {
            let bytes = self.rows.bytes();
            self.sheet.begin(self.sheet.header().place, bytes.len());
            self.meaning.fill(self.rows.text().ok_or(bytes), None, &mut self.sheet);
        }
        let this = &*self;
        let bytes = if this.too_long { &[] } else { this.rows.bytes() };
        let is_read = this.sheet.header().parts.layout != Layout::Unread;
        let alone = (is_read && !this.meaning.stands_alone()).then_some(this as &dyn Alone);
        this.sheet.record(Original { bytes, alone, format: M::FORMAT.name(), row: bytes })
    }

    fn sampled(&mut self) -> Option<&mut dyn Sampled> {
        Some(self)
    }
}

impl<R: Read, M: Meaning> Alone for Sheets<R, M> {
    fn write(&self, out: &mut Vec<u8>) {
        self.meaning.alone(self.rows.bytes(), out);
    }
}

impl<R: Read, M: Meaning> Sampled for Sheets<R, M> {
    fn sample(&mut self, games: usize) -> io::Result<Vec<KeptRecord>> {
        let kept = self.rows.sample(games)?.map(|row| {
            let mut sheet = Sheet::default();
            self.meaning.fill(std::str::from_utf8(row).map_err(|_| row), None, &mut sheet);
            sheet.keep()
        });
        Ok(kept.collect())
    }
}
