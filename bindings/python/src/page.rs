//! A page of HTML that replays records.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use scoresheet::diagnostic::{Diagnostic, Severity, Shortlist};
use scoresheet::page::{Composer, Opening, Writer};
use scoresheet::{Checker, Record};

use crate::known::Known;
use crate::source::{Found, Source, walk};
use crate::{Said, Unread, all_read, illegal, no_ply, no_record};

/// A page that replays every record, or only the one of that number.
#[pyfunction]
pub(crate) fn page(
    py: Python<'_>,
    source: Source,
    known: &Known,
    only: Option<u64>,
    title: &str,
    ply: Option<u32>,
    flip: bool,
    theme: Option<&str>,
) -> PyResult<(Vec<u8>, Unread)> {
    let theme = match theme {
        None => None,
        Some("light") => Some("light"),
        Some("dark") => Some("dark"),
        Some(other) => {
            return Err(PyValueError::new_err(format!(
                "there is no theme {other:?}; there are \"light\" and \"dark\""
            )));
        }
    };
    let mut page = Writer::new(Vec::new(), title)?.opening(Opening { ply, flipped: flip, theme });
    let mut composer = Composer::new(known.defaults.clone());
    let (mut seen, mut longest) = (0, 0);
    let is_last = |seen: u64| only.is_some_and(|only| seen >= only);
    let unread = walk(py, source, known, |Found { name, records, checker, .. }| {
        seen += 1;
        if only.is_none_or(|only| seen == only) {
            let record = records.record();
            let (recorded, _) = composer.record(name, &record, checker, &mut Shortlist::default());
            page.record(&recorded, None)?;
            if ply.is_some() {
                longest = longest.max(last_shown(&record, checker));
            }
        }
        Ok(!is_last(seen))
    })?;
    let missing = match (only, ply) {
        (Some(number), _) if seen < number => no_record(number, seen),
        (None, _) if seen == 0 => {
            illegal(py, Said { code: "no-records", message: "there is no record in it", ..Said::default() })
        }
        (Some(number), Some(ply)) if ply > longest => no_ply(&format!("record {number}"), ply, longest),
        (None, Some(ply)) if ply > longest => no_ply("the longest record", ply, longest),
        _ => return Ok((page.finish("")?, unread)),
    };
    // It may stand in a file that cannot be read.
    Err(all_read(py, py.None(), unread).err().unwrap_or(missing))
}

/// The number of the last ply that a page shows of a record: one that was refused is shown too.
fn last_shown(record: &Record<'_>, checker: &mut Checker) -> u32 {
    let mut said: Vec<Diagnostic> = Vec::new();
    let next = checker.check(record, &mut said, None).verdict.plies + 1;
    let is_refused =
        |said: &Diagnostic| said.severity == Severity::Error && said.ply == Some(next) && said.variation.is_empty();
    if said.iter().any(is_refused) { next } else { next - 1 }
}
