//! A page of HTML that replays records.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use scoresheet::diagnostic::Shortlist;
use scoresheet::page::{Composer, Opening, Writer};

use crate::Illegal;
use crate::known::Known;
use crate::source::{Found, Source, walk};

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
) -> PyResult<Vec<u8>> {
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
    let mut seen = 0;
    let is_last = |seen: u64| only.is_some_and(|only| seen >= only);
    walk(py, source, known, |Found { name, records, checker, .. }| {
        seen += 1;
        if only.is_none_or(|only| seen == only) {
            let (recorded, _) = composer.record(name, &records.record(), checker, &mut Shortlist::default());
            page.record(&recorded, None)?;
        }
        Ok(!is_last(seen))
    })?;
    match only {
        Some(number) if seen < number => {
            Err(Illegal::new_err(format!("there is no record {number}; there are {seen}")))
        }
        None if seen == 0 => Err(Illegal::new_err("there is no record in it")),
        _ => Ok(page.finish("")?),
    }
}
