//! Links parts of a record's text to the cells of a row that they were made from.

use std::ops::Range;

use super::{Marks, SUBSTITUTE, to_usize_range};

/// The cells of a row that parts of the text were made from. A table and an object of JSON have cells.
///
/// Only their places are kept: where each byte of the text stands is computed once a diagnostic needs it.
#[derive(Debug, Clone, Default)]
pub struct Cells(Vec<Cell>);

#[derive(Debug, Clone)]
struct Cell {
    /// The bytes of the text that were made from it: a tag's value, or the moves.
    made: Range<u32>,
    /// Where it stands in the row.
    place: Range<u32>,
    /// How it spells a text that it does not hold literally.
    pieces: CellPieces,
}

/// Gives the pieces of a cell in their order, each by two lengths: of its text, and of its bytes in the cell. In a
/// piece of two equal lengths each byte is itself. `\u00e9` in JSON, for instance, is a piece of 2 and 6 bytes.
pub type CellPieces = fn(&[u8], &mut dyn FnMut(usize, usize));

impl Cells {
    /// Forgets all cells and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Links the part `made` of the text to the cell at `place` in the row. Parts are added in their order.
    pub(crate) fn push(&mut self, made: Range<usize>, place: Range<usize>, pieces: CellPieces) {
        let range = |range: Range<usize>| range.start as u32..range.end as u32;
        self.0.push(Cell { made: range(made), place: range(place), pieces });
    }

    /// The cells for a text whose bytes have moved: `of` gives the new place of each. Parts that were rewritten have no
    /// cell.
    pub(crate) fn moved(&self, of: impl Fn(usize) -> usize) -> Cells {
        let moved = |cell: &Cell| {
            let made = of(cell.made.start as usize) as u32..of(cell.made.end as usize) as u32;
            (made.len() == cell.made.len()).then(|| Cell { made, ..cell.clone() })
        };
        Cells(self.0.iter().filter_map(moved).collect())
    }

    /// Where the bytes `spans` of `text` stand in `row`, as far as that is known. The place of anything else is the
    /// whole row; the place of a tag's name is the cell of its value.
    pub(crate) fn marks(&self, text: &str, row: &[u8], spans: &[Range<usize>]) -> Marks {
        let mut marks = Marks::default();
        if self.0.is_empty() || row.is_empty() {
            return marks;
        }
        marks.push(0, 0..row.len());
        let mut done = 0;
        for cell in &self.0 {
            let (made, place) = (to_usize_range(&cell.made), to_usize_range(&cell.place));
            let (Some(part), Some(bytes)) = (text.get(made.clone()), row.get(place.clone())) else { continue };
            // Several cells may stand in one line.
            let line = text[..made.start].rfind('\n').map_or(0, |at| at + 1).max(done);
            done = made.end;
            let end = text[made.end..].find('\n').map(|length| made.end + length);
            let is_named = |span: &Range<usize>| span.end >= line && end.is_none_or(|end| span.start <= end);
            // A cell may have a thousand plies, and most are sound.
            if !spans.iter().any(is_named) {
                continue;
            }
            let blanks = bytes.len() - bytes.trim_ascii_start().len();
            let (bytes, start) = (bytes.trim_ascii(), place.start + blanks);
            let after = if is_same(part.as_bytes(), bytes) {
                marks.push(line, place.clone());
                marks.push_each(made.start, start, part.len());
                place.end
            } else {
                let spelt = Spelt::of(cell.pieces, bytes);
                let meant = start + spelt.meant.start..start + spelt.meant.end;
                marks.push(line, meant.clone());
                if spelt.length == made.len() {
                    spelt_out(cell.pieces, bytes, start, made.start, &mut marks)
                } else {
                    marks.push(made.start, meant.clone())
                }
                meant.end
            };
            marks.push(made.end, after..after);
            if let Some(end) = end {
                marks.push(end, 0..row.len());
            }
        }
        marks
    }
}

/// Whether a cell holds a text literally. The text has a control letter for each byte that is not valid UTF-8.
fn is_same(text: &[u8], cell: &[u8]) -> bool {
    let is_same = |(made, byte): (&u8, &u8)| made == byte || char::from(*made) == SUBSTITUTE;
    text.len() == cell.len() && text.iter().zip(cell).all(is_same)
}

/// What a cell spells.
struct Spelt {
    /// How many bytes.
    length: usize,
    /// The part of the cell from its first linked byte to the last.
    meant: Range<usize>,
}

impl Spelt {
    fn of(pieces: CellPieces, cell: &[u8]) -> Spelt {
        let (mut length, mut at, mut meant) = (0, 0, None);
        pieces(cell, &mut |text, bytes| {
            if text > 0 {
                let start = meant.map_or(at, |(start, _)| start);
                meant = Some((start, at + bytes));
            }
            (length, at) = (length + text, at + bytes);
        });
        let (start, end) = meant.unwrap_or((0, cell.len()));
        Spelt { length, meant: start..end }
    }
}

/// Marks where the bytes of the text from byte `made` on stand in a cell that begins at `start` and spells them.
fn spelt_out(pieces: CellPieces, cell: &[u8], start: usize, made: usize, marks: &mut Marks) {
    let (mut at, mut from) = (made, start);
    pieces(cell, &mut |text, bytes| {
        match text == bytes {
            true => marks.push_each(at, from, bytes),
            false if text > 0 => marks.push(at, from..from + bytes),
            false => {}
        }
        (at, from) = (at + text, from + bytes);
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of quotation marks are one.
    fn doubled(cell: &[u8], piece: &mut dyn FnMut(usize, usize)) {
        let mut at = 0;
        while at < cell.len() {
            let length = if cell[at..].starts_with(b"\"\"") { 2 } else { 1 };
            piece(1, length);
            at += length;
        }
    }

    fn place(text: &str, row: &str, cells: &Cells, span: Range<usize>) -> Range<usize> {
        let spans = std::slice::from_ref(&span);
        cells.marks(text, row.as_bytes(), spans).find(spans).remove(0)
    }

    /// The place of a part of a text, as it stands in the row.
    fn found<'r>(text: &str, row: &'r str, cells: &Cells, part: &str) -> &'r str {
        let at = text.find(part).expect("a part of the text");
        &row[place(text, row, cells, at..at + part.len())]
    }

    #[test]
    fn parts_are_found_in_their_cells() {
        let row = "Ada,\" c, \"\"e\"\"é d\",x";
        let text = "[White \"Ada\"]\n[B \"y\"]\n\nc, \"e\"é d";
        let mut cells = Cells::default();
        cells.push(8..11, 0..3, doubled);
        cells.push(18..19, 20..21, doubled);
        cells.push(23..text.len(), 5..18, doubled);
        for (part, place) in [
            ("[White \"Ada\"]", "Ada"),
            ("White", "Ada"),
            ("Ada", "Ada"),
            ("da", "da"),
            ("y", "x"),
            ("\n\n", row),
            ("c", "c"),
            ("\"e\"", "\"\"e\"\""),
            ("é", "é"),
            ("é d", "é d"),
        ] {
            assert_eq!(found(text, row, &cells, part), place, "{part}");
        }
        assert_eq!(place(text, row, &cells, text.len()..text.len()), 18..18);
    }

    #[test]
    fn without_cells_nothing_is_marked() {
        let (mut cells, first) = (Cells::default(), 0..1);
        let spans = std::slice::from_ref(&first);
        assert!(cells.marks("c", b"c", spans).is_empty());
        cells.push(0..1, 0..2, doubled);
        assert!(cells.marks("c", b"", spans).is_empty());
        let moved = cells.moved(|at| at + 2);
        assert_eq!(found("x c", " c", &moved, "c"), "c");
    }
}
