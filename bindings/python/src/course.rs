//! The course of one record: the positions of its main line, as strings and as pictures.

use std::io;

use pyo3::prelude::*;
use scoresheet::Report;
use scoresheet::diagnostic::Shortlist;
use scoresheet::diagram::svg::{self, Style};
use scoresheet::diagram::{text, theme};
use scoresheet::figures::{Frame, Wanted, figures_held};

use crate::judge::json_of;
use crate::known::Known;
use crate::source::{Found, Source, walk};
use crate::{Said, all_read, illegal, no_ply, no_record};

/// The frames of record `number` and its report.
fn frames(
    py: Python<'_>,
    source: Source,
    known: &Known,
    number: u64,
    wanted: Wanted,
) -> PyResult<(Report, Vec<Frame>)> {
    let (mut seen, mut found) = (0, None);
    let unread = walk(py, source, known, |Found { name, records, checker, .. }| {
        seen += 1;
        if seen < number {
            return Ok(true);
        }
        let (record, mut held) = (records.record(), Shortlist::default());
        let (mut report, mut frames) = figures_held(name, &record, checker, &mut held, wanted, false);
        if matches!(wanted, Wanted::Every(_)) {
            let (_, start) = figures_held(name, &record, checker, &mut held, Wanted::After(0), false);
            frames.splice(0..0, start.into_iter().filter(|frame| frame.ply == 0 && report.plies > 0));
        }
        report.record = number;
        found = Some((report, frames));
        io::Result::Ok(false)
    })?;
    match found {
        Some(found) => Ok(found),
        None => Err(all_read(py, py.None(), unread).err().unwrap_or_else(|| no_record(number, seen))),
    }
}

/// A ply, none at the start, and the position string after it.
type Step = (Option<String>, String);

/// The report of a record, and the position string at its start and after each ply, with the ply that led there.
#[pyfunction]
pub(crate) fn course(py: Python<'_>, source: Source, known: &Known, number: u64) -> PyResult<(String, Vec<Step>)> {
    let (report, frames) = frames(py, source, known, number, Wanted::Every(1))?;
    let steps = frames.into_iter().map(|frame| (frame.token, frame.position)).collect();
    Ok((json_of(&report), steps))
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
    let (report, frames) = frames(py, source, known, number, wanted)?;
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
    illegal(py, Said { code: "not-replayed", message: &format!("record {number} cannot be replayed"), ..Said::default() })
}
