//! A range of a file: what is planned once for all ranges, and how the records of one are read.

use std::fs::File;
use std::io::{self, BufReader};
use std::ops::Range;
use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use scoresheet::archive;
use scoresheet::formats::Given;
use scoresheet::parallel::{At, Progress, Task, Worker};
use scoresheet::ranges::{self, Counts, Options, Prologue};

use super::worker::{Made, Making};
use crate::Unreadable;
use crate::known::Known;

/// How many records are made into rows before the rows are handed on.
const PART: u64 = 4096;

/// A range of a file.
#[derive(Debug)]
pub(crate) struct Ranged {
    pub(crate) path: PathBuf,
    pub(crate) prologue: Prologue,
    pub(crate) range: Range<u64>,
    /// What has been counted in all ranges before.
    pub(crate) before: Counts,
    pub(crate) options: Options,
}

/// How a file is read, all its ranges alike.
pub(crate) fn options(path: &std::path::Path, known: &Known) -> Options {
    let file = path.display().to_string();
    let given = Given { file: Some(file.clone()), ..known.given.clone() };
    let defaults = known.defaults.clone();
    Options { file, format: known.format, given, defaults, max_record: known.max_record, ..Options::default() }
}

/// The prologue as a program has sent it to another.
pub(crate) fn prologue(text: &str) -> PyResult<Prologue> {
    serde_json::from_str(text).map_err(|error| PyValueError::new_err(format!("this is no prologue of a file: {error}")))
}

/// What is settled once for all ranges of a file, and its length; `None` if it cannot be cut.
#[pyfunction]
pub(crate) fn prologue_of(py: Python<'_>, path: PathBuf, known: &Known) -> PyResult<Option<(String, u64)>> {
    let look = || -> io::Result<Option<(String, u64)>> {
        let data = path.metadata()?;
        // What is canonical is judged only in a whole file.
        if known.strict || !data.is_file() || archive::is_packed(&path)? {
            return Ok(None);
        }
        let prologue = ranges::prologue(File::open(&path)?, &options(&path, known))?;
        let text = serde_json::to_string(&prologue)?;
        Ok((!prologue.is_whole()).then_some((text, data.len())))
    };
    py.detach(look).map_err(|error| Unreadable::new_err(format!("{}: {error}", path.display())))
}

/// How many records and lines each range of a file adds to the numbers of those that follow. Each range is counted on a
/// thread of its own.
#[pyfunction]
pub(crate) fn counts_of(
    py: Python<'_>,
    path: PathBuf,
    known: &Known,
    settled: &str,
    ends: Vec<(u64, u64)>,
) -> PyResult<Vec<(u64, u64)>> {
    let (prologue, options) = (prologue(settled)?, options(&path, known));
    let count = |range: Range<u64>| -> io::Result<(u64, u64)> {
        let file = BufReader::new(File::open(&path)?);
        let mut records = ranges::records_in(file, range, &prologue, &options)?;
        while records.borrow()?.is_some() {}
        let Counts { records, lines } = records.counts();
        Ok((records, lines))
    };
    let counted = || {
        std::thread::scope(|scope| {
            let jobs = std::thread::available_parallelism().map_or(1, usize::from);
            let mut all = Vec::new();
            for some in ends.chunks(jobs) {
                let threads: Vec<_> = some.iter().map(|(start, end)| scope.spawn(|| count(*start..*end))).collect();
                for thread in threads {
                    all.push(thread.join().unwrap_or_else(|_| Err(io::Error::other("the counting has failed")))?);
                }
            }
            Ok::<_, io::Error>(all)
        })
    };
    py.detach(counted).map_err(|error| Unreadable::new_err(format!("{}: {error}", path.display())))
}

impl Ranged {
    /// Makes rows of the records of the range, and hands them on a part at a time.
    pub(crate) fn read(
        &self,
        given: &Given,
        making: &Making,
        progress: &Progress,
        take: &mut dyn FnMut(Made, Counts) -> io::Result<()>,
    ) -> io::Result<()> {
        let file = BufReader::new(File::open(&self.path)?);
        let mut records = ranges::records_in(file, self.range.clone(), &self.prologue, &self.options)?;
        let format = self.prologue.format(given)?;
        let (mut worker, mut number) = (making.worker(), 0);
        while let Some((records, mut judge)) = records.borrow()? {
            number += 1;
            // Tables take nothing of what stands between records.
            let at = At { name: &self.options.file, format, number, gap: &[] };
            worker.record(records, at, &mut judge)?;
            drop(judge);
            if number.is_multiple_of(PART) {
                take(worker.part()?, self.before)?;
                if progress.is_stopped() {
                    return Ok(());
                }
            }
        }
        take(worker.part()?, self.before)
    }
}
