//! The page of an audit: the summary with charts, and the invalid records, each with a replay that opens at the fault.
//!
//! The threads that judge prepare records (`ready`), and the thread that merges writes them in the order of the input.
//! So the page is the same on any number of threads, and takes no more memory than any report. The summary (`section`,
//! `chart`) is known only at the end, so it comes after the records.

mod chart;
mod section;

use std::io::{self, Write};

use super::Summary;
use super::advice::Advice;
use crate::check::Checker;
use crate::mend::repair::Mender;
use crate::page::{Recorded, Recordings, Writer};
use crate::record::Record;
use crate::report::Report;

/// The default limit for the invalid records of a page: browsers handle so many quickly.
pub const GAMES: u64 = 10_000;

/// How many bytes the records of a page may have in all, before they are compressed: browsers hold less than 512 MiB in
/// one text.
const SIZE: u64 = 256 << 20;

/// The longest record that a page replays: bytes of its text, and bytes of its data on the page.
const LONGEST: usize = 256 * 1024;
const LARGEST: usize = 1 << 20;

/// Writes the page of an audit.
#[derive(Debug)]
pub struct Page<W: Write> {
    writer: Writer<W>,
    room: u64,
    shown: u64,
    bytes: u64,
}

impl<W: Write> Page<W> {
    /// Begins a page that holds at most `games` invalid records; `of` names what is audited.
    ///
    /// # Errors
    /// Fails if `out` fails.
    pub fn new(out: W, of: &str, games: u64) -> io::Result<Page<W>> {
        let writer = Writer::styled(out, &format!("Audit of {of}"), include_str!("style.css"))?;
        Ok(Page { writer, room: games, shown: 0, bytes: 0 })
    }

    /// How many more invalid records the page holds.
    pub(super) fn room(&self) -> u64 {
        self.room
    }

    /// Adds the invalid records of a part of `file` while there is room; `before` records precede the part.
    pub(super) fn add(&mut self, games: Recordings, file: &str, before: u64) -> io::Result<()> {
        for mut game in games.into_records() {
            self.bytes += game.size() as u64;
            if self.room == 0 || self.bytes > SIZE {
                self.room = 0;
                return Ok(());
            }
            game.number += before;
            self.writer.record(&game, Some(file))?;
            self.room -= 1;
            self.shown += 1;
        }
        Ok(())
    }

    /// Ends the page with what the audit has found.
    ///
    /// # Errors
    /// Fails if the page cannot be written.
    pub fn finish(self, summary: &Summary) -> io::Result<W> {
        let section = section::section(summary, self.shown);
        self.writer.finish(&section)
    }
}

/// Prepares a record for the page: the `number`th of its part, which `checker` has just judged.
///
/// `mends`: what mends it, and what judges the records that it then is.
pub(super) fn ready(
    number: u64,
    report: &Report,
    record: &Record<'_>,
    checker: &Checker,
    mends: Option<(&Advice, &mut Mender)>,
) -> Recorded {
    // Every position of a replay is held until the record is written: no record may take all memory.
    if record.text.len() <= LONGEST && report.diagnostics.len() <= 1000 {
        let mut recorded = Recorded::new(report, record, checker);
        recorded.number = number;
        if let Some((advice, mender)) = mends {
            recorded.propose(&advice.mended.proposals, mender.judge(), LARGEST);
        }
        if recorded.size() <= LARGEST {
            return recorded;
        }
    }
    Recorded::brief(number, report)
}
