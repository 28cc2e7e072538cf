//! The native part of the Python package `scoresheet`: what the library says of records, handed to Python as JSON, as
//! positions, and as Arrow. The Python files beside it make dataclasses of the JSON; they are what people import.
//!
//! - `known` is what the caller knows of records, `source` where their text comes from, `archives` how that of whole archives
//!   reaches the threads that read;
//! - `judge` validates, converts, identifies and repairs, `collate` compares copies, `position` plays, `course` shows games,
//!   `page` makes pages that replay them, `facts` lists what there is to know of games and codes;
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

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

pyo3::create_exception!(_native, Illegal, PyValueError, "A ply, a setting or an expression that cannot be.");
pyo3::create_exception!(_native, Unreadable, PyOSError, "A file that cannot be read to its end.");

/// An exception that says why something cannot be; its attributes are the parts of the sentence.
pub(crate) fn illegal(py: Python<'_>, message: &str, help: Option<&str>, code: &str, rule: Option<&str>) -> PyErr {
    let text = match help {
        Some(help) => format!("{message} ({help})"),
        None => message.to_owned(),
    };
    let error = Illegal::new_err(text);
    let value = error.value(py);
    let set = value
        .setattr("message", message)
        .and_then(|()| value.setattr("help", help))
        .and_then(|()| value.setattr("code", code))
        .and_then(|()| value.setattr("rule", rule));
    set.err().unwrap_or(error)
}

/// The module.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::collate::collate;
    #[pymodule_export]
    use super::course::{course, picture};
    #[pymodule_export]
    use super::facts::{explain, facts, guide};
    #[pymodule_export]
    use super::judge::{audit, convert, identify, repair, select, tree, validate};
    #[pymodule_export]
    use super::known::Known;
    #[pymodule_export]
    use super::page::page;
    #[pymodule_export]
    use super::position::Position;
    #[pymodule_export]
    use super::rows::{Reading, columns, counts_of, prologue_of};
    #[pymodule_export]
    use super::{Illegal, Unreadable};
}
