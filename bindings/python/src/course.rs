//! The course of one record: its report, and pictures of the positions of its main line.

use pyo3::prelude::*;
use scoresheet::diagnostic::Shortlist;
use scoresheet::diagram::svg::{self, Style};
use scoresheet::diagram::{text, theme};
use scoresheet::figures::{Wanted, figures_held};
use scoresheet::report::report_held;
use scoresheet::{Checker, Record};

use crate::judge::json_of;
use crate::known::Known;
use crate::source::{Found, Source, walk};
use crate::{Said, all_read, illegal, no_ply, no_record};

/// What `look` makes of the record of that number.
fn record_at<T: Send>(
    py: Python<'_>,
    source: Source,
    known: &Known,
    number: u64,
    mut look: impl FnMut(&str, &Record<'_>, &mut Checker) -> T + Send,
) -> PyResult<T> {
    let (mut seen, mut found) = (0, None);
    let unread = walk(py, source, known, |Found { name, records, checker, .. }| {
        seen += 1;
        if seen == number {
            found = Some(look(name, &records.record(), checker));
        }
        Ok(found.is_none())
    })?;
    match found {
        Some(found) => Ok(found),
        None => Err(all_read(py, py.None(), unread).err().unwrap_or_else(|| no_record(number, seen))),
    }
}

/// The report of a record, and the line from which its main line is [replayed](crate::position::replayed): the report without
/// the record's own text, so that the plies are in the game's default notation.
#[pyfunction]
pub(crate) fn course(py: Python<'_>, source: Source, known: &Known, number: u64) -> PyResult<(String, String)> {
    record_at(py, source, known, number, |name, record, checker| {
        let mut report = report_held(name, record, checker, &mut Shortlist::default());
        report.record = number;
        let whole = json_of(report.clone());
        (report.text, report.format) = (None, None);
        (whole, json_of(report))
    })
}

/// The position of a record after a ply, its last one by default: a caption, the board as text, and as SVG.
#[pyfunction]
pub(crate) fn picture(
    py: Python<'_>,
    source: Source,
    known: &Known,
    number: u64,
    ply: Option<u32>,
) -> PyResult<(String, String, String)> {
    let wanted = ply.map_or(Wanted::Last, Wanted::After);
    let (report, frames) = record_at(py, source, known, number, |name, record, checker| {
        figures_held(name, record, checker, &mut Shortlist::default(), wanted, false)
    })?;
    let Some(frame) = frames.first() else {
        return Err(match ply.filter(|_| report.position.is_some()) {
            Some(ply) => no_ply(&format!("record {number}"), ply, report.plies),
            None => not_replayed(py, number),
        });
    };
    let board = text::draw(&frame.figure.scene, text::Style::Boxed);
    let svg = svg::draw(&frame.figure, Style::new(&theme::PRINT));
    Ok((frame.caption(), board, svg))
}

/// The exception for a record that nothing says how to replay.
fn not_replayed(py: Python<'_>, number: u64) -> PyErr {
    illegal(
        py,
        Said { code: "not-replayed", message: &format!("record {number} cannot be replayed"), ..Said::default() },
    )
}
