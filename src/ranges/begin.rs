//! Finds the first record of a range.

use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

#[cfg(feature = "cli")]
use super::Counts;
use super::prologue::Landmark;
use super::{Options, Prologue};
use crate::check::Systems;
use crate::formats::{Input, Partition, Start};
use crate::source::Source;

/// How much of a file is searched at once.
const BLOCK: u64 = 64 * 1024;

/// How much is read after it: enough for the start of a tag.
const AHEAD: u64 = 1024;

/// The first record of a range, and what is known about the file there.
#[derive(Debug)]
pub(crate) struct Begin {
    /// Where it begins. Its line is 1, unless the prologue has counted the lines of the file.
    pub(crate) start: Start,
    pub(crate) partition: Arc<dyn Partition>,
    pub(crate) systems: Systems,
}

/// The first record at byte `at` or later, in a file that is not a [whole](Prologue::is_whole) one; `None` if there is
/// none. A range that begins at byte 0 begins there, even if no record does.
pub(crate) fn first(
    file: &mut (impl Read + Seek),
    prologue: &Prologue,
    at: u64,
    options: &Options,
) -> io::Result<Option<Begin>> {
    let partition = prologue.partition(options)?;
    if at == 0 {
        let systems = prologue.systems(0, options)?;
        return Ok(Some(Begin { start: Start::of_line(0, 1), partition, systems }));
    }
    let (from, partition) = match prologue.landmark(at) {
        Some(landmark) => reach(file, landmark, partition)?,
        None => (Start::of_line(before(file, &*partition, at, options)?, 1), partition),
    };
    let input = seek(file, from)?;
    let mut records = partition.skim(input, from)?;
    while records.advance()? {
        if records.extent().start >= at {
            let mut start = records.start();
            if !prologue.counts_lines() {
                start.line = 1;
            }
            let partition = records.partition().unwrap_or_else(|| partition.clone());
            return Ok(Some(Begin { start, partition, systems: prologue.systems(start.offset, options)? }));
        }
    }
    Ok(None)
}

/// The rest of a file from a record on.
fn seek<'r>(file: &'r mut (impl Read + Seek), start: Start) -> io::Result<Input<'r>> {
    file.seek(SeekFrom::Start(start.offset))?;
    Ok(Source::within(Box::new(file) as _, start.offset, start.line).indented(start.indent))
}

/// How to read on from a landmark.
fn reach(
    file: &mut (impl Read + Seek),
    landmark: Landmark,
    mut partition: Arc<dyn Partition>,
) -> io::Result<(Start, Arc<dyn Partition>)> {
    let Landmark { offset, line, indent, above } = landmark;
    if let Some((offset, line)) = above {
        let start = Start::of_line(offset, line);
        let input = seek(file, start)?;
        let mut records = partition.read(input, start)?;
        // The line of tags holds for the next game.
        if records.advance()?
            && let Some(below) = records.partition()
        {
            drop(records);
            partition = below;
        }
    }
    Ok((Start { offset, line, indent, glued: false }, partition))
}

/// The last place up to byte `at` from which to read on: searches the file backwards, block by block.
fn before(file: &mut (impl Read + Seek), partition: &dyn Partition, at: u64, options: &Options) -> io::Result<u64> {
    let block = BLOCK.min(options.step.max(2));
    let (mut end, mut bytes) = (at, Vec::new());
    loop {
        let from = end.saturating_sub(block);
        if from == 0 && end <= 1 {
            return Ok(0);
        }
        bytes.clear();
        file.seek(SeekFrom::Start(from))?;
        file.by_ref().take(end - from + AHEAD).read_to_end(&mut bytes)?;
        let length = bytes.len().min((end - from) as usize);
        if let Some(place) = partition.before(&bytes, length) {
            return Ok(from + place as u64);
        }
        if from == 0 {
            return Ok(0);
        }
        // A line that begins where the block does was not seen to begin there.
        end = from + 1;
    }
}

#[cfg(feature = "cli")]
/// What stands before the record at byte `at`, which is read but not judged.
pub(crate) fn counts_before(
    file: &mut (impl Read + Seek),
    prologue: &Prologue,
    at: u64,
    options: &Options,
) -> io::Result<Counts> {
    let partition = prologue.partition(options)?;
    let from = Start::of_line(0, 1);
    let input = seek(file, from)?;
    let mut records = partition.skim(input, from)?;
    let mut counts = Counts::default();
    while records.advance()? {
        if records.extent().start >= at {
            counts.lines = records.start().line.saturating_sub(1);
            break;
        }
        counts.records += 1;
    }
    Ok(counts)
}
