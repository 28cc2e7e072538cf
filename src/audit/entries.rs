//! Text about records whose numbers are not known yet: a worker counts the records of its part, but does not know how
//! many precede it.

use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use crate::tail::Tail;

/// Entries that have been written, kept for their memory: the text of a part may be four times as long as the part, and room
/// for it that is made anew has to be cleared.
#[derive(Debug, Default)]
pub(super) struct Spare(Mutex<Vec<Entries>>);

impl Spare {
    /// Longer texts come from parts full of faults; their memory is given back.
    const LONGEST: usize = 4 * 1024 * 1024;

    /// Room for the entries of another part.
    pub(super) fn take(&self) -> Entries {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    /// Takes back entries that are no longer needed.
    pub(super) fn give_back(&self, mut entries: Entries) {
        if (1..=Spare::LONGEST).contains(&entries.text.room()) {
            entries.text.truncate(0);
            entries.marks.clear();
            entries.errors = 0;
            self.0.lock().unwrap_or_else(PoisonError::into_inner).push(entries);
        }
    }
}

/// Pieces of text, each about one record, with the place where the record's number belongs.
#[derive(Debug, Default)]
pub(super) struct Entries {
    text: Tail,
    marks: Vec<Mark>,
    /// How many of the pieces are no warnings or notes.
    errors: u64,
}

#[derive(Debug)]
struct Mark {
    end: usize,
    /// Where to put the record's number; `usize::MAX` if nowhere.
    number: usize,
    /// The record's number within the part, from 1.
    record: u64,
    /// Whether the piece is a warning or a note. Of these as many are written as of errors, so that they hide none.
    is_aside: bool,
}

impl Entries {
    /// How many pieces there are: errors and whole records, and warnings and notes.
    pub(super) fn counts(&self) -> [u64; 2] {
        [self.errors, self.marks.len() as u64 - self.errors]
    }

    /// The text, to which the next piece is to be added.
    pub(super) fn text(&mut self) -> &mut Tail {
        &mut self.text
    }

    /// Ends the piece about `record` that was added to the text. Its number goes to byte `number` of the text.
    pub(super) fn end(&mut self, record: u64, number: Option<usize>) {
        let end = self.text.len();
        self.marks.push(Mark { end, number: number.unwrap_or(usize::MAX), record, is_aside: false });
        self.errors += 1;
    }

    /// Ends a piece that is a warning or a note about `record`.
    pub(super) fn end_aside(&mut self, record: u64) {
        self.marks.push(Mark { end: self.text.len(), number: usize::MAX, record, is_aside: true });
    }

    /// Writes the first pieces with their numbers, as many of each of both [kinds](Entries::counts) as `room` has, which
    /// is then so much less; `before` records precede the part. `between` goes between two pieces; `first` says whether
    /// nothing was written yet.
    pub(super) fn write(
        &self,
        before: u64,
        room: &mut [u64; 2],
        between: &str,
        first: &mut bool,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        /// About how many bytes of pieces are written at once.
        const BLOCK: usize = 64 * 1024;
        let mut next = 0;
        let mut block = Vec::new();
        for mark in &self.marks {
            let start = std::mem::replace(&mut next, mark.end);
            let room = &mut room[usize::from(mark.is_aside)];
            if *room == 0 {
                continue;
            }
            *room -= 1;
            if !std::mem::take(first) {
                block.extend_from_slice(between.as_bytes());
            }
            let piece = &self.text.bytes()[start..mark.end];
            if mark.number <= mark.end {
                let (head, tail) = piece.split_at(mark.number - start);
                block.extend_from_slice(head);
                block.extend_from_slice(itoa::Buffer::new().format(before + mark.record).as_bytes());
                block.extend_from_slice(tail);
            } else {
                block.extend_from_slice(piece);
            }
            if block.len() >= BLOCK {
                out.write_all(&block)?;
                block.clear();
            }
        }
        out.write_all(&block)
    }
}
