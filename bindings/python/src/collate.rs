//! Collates copies of the same games.

use std::io;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use scoresheet::collate::{self as collates, Archive, Matching, Summary};
use scoresheet::parallel::{self, Event, Feeder, Progress};

use crate::Unread;
use crate::archives::{feed, feed_texts, patiently, plan};
use crate::known::Known;
use crate::source::Source;

/// A game: what was found as JSON and as people read it, its record, and how many variations the record lacks.
type Game = (String, String, String, u64);

/// What was collated: the games, what was found in all, how many records could not be collated, and the files that cannot
/// be read to their end, with the reason.
type Collation = (Vec<Game>, String, u64, Unread);

/// Collates copies: witness A, witness B and so on, each a text or a path.
#[pyfunction]
pub(crate) fn collate(
    py: Python<'_>,
    copies: Vec<Source>,
    known: &Known,
    pairs: bool,
    alike: f64,
    jobs: Option<usize>,
) -> PyResult<Collation> {
    if !(0.0..=1.0).contains(&alike) {
        return Err(PyValueError::new_err(format!("alike is a number from 0 to 1, not {alike}; 0.8 is 80 percent")));
    }
    let matching = if pairs { Matching::Pairs } else { Matching::Alike(alike) };
    let plan = plan(known, jobs);
    let progress = Progress::default();
    patiently(py, &progress, || {
        let (mut archive, mut unread) = (Archive::default(), Unread::new());
        for copy in copies {
            archive.source();
            let mut each = |event| {
                match event {
                    Event::Part(part) => archive.add(part),
                    Event::Unread(failure) => unread.push((failure.name, failure.message)),
                    Event::NoRecords(_) => {}
                }
                Ok(())
            };
            let task = Archive::task();
            match copy {
                Source::Text(bytes, name) => {
                    let texts = [(name, bytes)];
                    let feed = |feeder: &mut Feeder<'_>| feed_texts(&texts, known.format, feeder);
                    parallel::run(&plan, &progress, &task, feed, &mut each)?
                }
                Source::Path(path) => {
                    let paths = [path];
                    let feed = |feeder: &mut Feeder<'_>| feed(&paths, known.format, feeder);
                    parallel::run(&plan, &progress, &task, feed, &mut each)?
                }
            };
        }
        let (mut games, mut summary) = (Vec::new(), Summary::default());
        archive.finish();
        let groups = archive.groups(matching);
        archive.collate_all(&groups, (&plan.defaults, plan.jobs), true, |collated, written| {
            if progress.is_stopped() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            summary.add(collated);
            let (record, left_out) = written.unwrap_or_default();
            games.push((collates::json(&archive, collated), collates::text(&archive, collated), record, left_out));
            Ok(())
        })?;
        Ok((games, summary.text(), archive.left_out, unread))
    })
}
