//! The native part of the Python package `scoresheet`: what the library says of records, handed to Python as JSON, as
//! positions, and as Arrow. The Python files beside it make dataclasses of the JSON; they are what people import.
//!
//! - `known` is what the caller knows of records, `source` where their text comes from, `archives` how that of whole archives
//!   reaches the threads that read;
//! - `judge` validates, converts, identifies and repairs, `collate` compares copies, `position` plays, `course` shows games,
//!   `page` makes pages that replay them, `facts` lists what there is to know of games and codes;
//! - `words` puts messages into Python's words;
//! - `rows` makes tables of records for Arrow.

// The signatures of functions for Python are those that Python calls.
#![allow(clippy::too_many_arguments, reason = "Python gives keyword arguments")]

mod archives;
mod collate;
mod course;
mod facts;
mod judge;
mod known;
mod page;
mod position;
mod rows;
mod source;
mod words;

use std::ops::Range;

use pyo3::exceptions::{PyIndexError, PyOSError, PyValueError};
use pyo3::prelude::*;

use crate::words::in_python;

// The full name of their module: `pickle` looks for them there.
pyo3::create_exception!(
    scoresheet._native,
    Illegal,
    PyValueError,
    "A ply, a setting or an expression that cannot be. `code`, `rule`, `message`, `help` and `span` are None where there is \
     nothing to say."
);
pyo3::create_exception!(
    scoresheet._native,
    Unreadable,
    PyOSError,
    "Files that cannot be read to their end: `unread` names each, with the reason. `results` is what was found in all others, \
     and before the damage; None if nothing was."
);

/// What an [`Illegal`] says.
#[derive(Debug, Default)]
pub(crate) struct Said<'s> {
    pub(crate) code: &'s str,
    pub(crate) rule: Option<&'s str>,
    pub(crate) message: &'s str,
    pub(crate) help: Option<&'s str>,
    /// The bytes of an expression that are at fault.
    pub(crate) span: Option<Range<usize>>,
}

/// An exception that says why something cannot be; its attributes are the parts of the sentence.
pub(crate) fn illegal(py: Python<'_>, said: Said<'_>) -> PyErr {
    let Said { code, rule, message, help, span } = said;
    let (message, help) = (&*in_python(message), help.map(in_python));
    let help = help.as_deref();
    let text = match help {
        Some(help) => format!("{message} ({help})"),
        None => message.to_owned(),
    };
    let error = Illegal::new_err(text);
    let value = error.value(py);
    let set = value
        .setattr("code", code)
        .and_then(|()| value.setattr("rule", rule))
        .and_then(|()| value.setattr("message", message))
        .and_then(|()| value.setattr("help", help))
        .and_then(|()| value.setattr("span", span.map(|span| (span.start, span.end))));
    set.err().unwrap_or(error)
}

/// Files that cannot be read to their end: the name of each, and why.
pub(crate) type Unread = Vec<(String, String)>;

/// Hands on what was found, or raises `Unreadable` with all that was found if files could not be read to their end.
#[pyfunction]
pub(crate) fn all_read(py: Python<'_>, found: Py<PyAny>, unread: Unread) -> PyResult<Py<PyAny>> {
    let Some((name, why)) = unread.first() else { return Ok(found) };
    let more = match unread.len() - 1 {
        0 => String::new(),
        1 => "; one more file cannot be read".to_owned(),
        more => format!("; {more} more files cannot be read"),
    };
    let error = Unreadable::new_err(format!("{name}: {why}{more}"));
    error.value(py).setattr("results", found)?;
    error.value(py).setattr("unread", unread)?;
    Err(error)
}

/// The exception for the number of a record that the input does not have.
pub(crate) fn no_record(number: u64, seen: u64) -> PyErr {
    PyIndexError::new_err(format!("there is no record {number}; there are {seen}"))
}

/// The exception for the number of a ply that a record does not have.
pub(crate) fn no_ply(record: &str, ply: u32, plies: u32) -> PyErr {
    PyIndexError::new_err(format!("{record} has no ply {ply}; its last ply is {plies}"))
}

/// The module.
#[pymodule]
mod _native {
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    #[pymodule_export]
    use super::collate::collate;
    #[pymodule_export]
    use super::course::{course, picture};
    #[pymodule_export]
    use super::facts::{explain, facts, guide};
    #[pymodule_export]
    use super::judge::{audit, convert, decoded, identify, repair, select, tree, validate};
    #[pymodule_export]
    use super::known::Known;
    #[pymodule_export]
    use super::page::page;
    #[pymodule_export]
    use super::position::{Position, replayed};
    #[pymodule_export]
    use super::rows::{Reading, columns, counts_of, prologue_of};
    #[pymodule_export]
    use super::{Illegal, Unreadable, all_read};

    /// Every exception has all attributes, also one that Python raises.
    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        let (illegal, unreadable) = (py.get_type::<Illegal>(), py.get_type::<Unreadable>());
        ["code", "rule", "message", "help", "span"].iter().try_for_each(|name| illegal.setattr(*name, py.None()))?;
        unreadable.setattr("results", py.None())?;
        unreadable.setattr("unread", PyTuple::empty(py))
    }
}
