//! Records as tables: rows of records, plies or diagnostics, in batches of Arrow.

mod cells;
mod ranged;
mod stream;
mod table;
mod worker;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_schema::ffi::FFI_ArrowSchema;
use pyo3::exceptions::{PyFileNotFoundError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use scoresheet::ranges::Counts;
use scoresheet::select::Questions;

use crate::Unread;
use crate::archives::{expression, plan};
use crate::known::Known;
use ranged::Ranged;
pub(crate) use ranged::{counts_of, prologue_of};
use stream::{Inputs, Stream, What};
use table::Rows;
use worker::Making;

/// The error number of the system for a path that is not there: `errno.ENOENT`.
const NO_ENTRY: i32 = 2;

/// The most diagnostics of one record, as in an audit.
const MOST: usize = 100;

/// A column: name, type, whether null may stand there, whether only on request, and what it is.
type Described = (&'static str, String, bool, bool, &'static str);

/// The columns of a table.
#[pyfunction]
pub(crate) fn columns(rows: &str) -> PyResult<Vec<Described>> {
    let rows = Rows::named(rows)?;
    let columns = rows.columns().iter();
    Ok(columns
        .map(|column| {
            let kind = table::schema(&[column]).field(0).data_type().to_string();
            (column.name, kind, column.nullable, column.on_request, column.about)
        })
        .collect())
}

/// Records that are read when somebody asks for them: a table for `pyarrow`, Polars, DuckDB and pandas.
#[pyclass(frozen, subclass, module = "scoresheet._native")]
#[derive(Debug)]
pub(crate) struct Reading {
    inputs: Inputs,
    making: Arc<Making>,
    unread: Arc<Mutex<Unread>>,
}

#[pymethods]
impl Reading {
    #[new]
    fn new(
        py: Python<'_>,
        paths: Vec<PathBuf>,
        known: &Known,
        rows: &str,
        columns: Option<Vec<String>>,
        condition: Option<&str>,
        jobs: Option<usize>,
    ) -> PyResult<Reading> {
        if let Some(path) = paths.iter().find(|path| !path.exists()) {
            let path = path.as_os_str().to_owned();
            return Err(PyFileNotFoundError::new_err((NO_ENTRY, "there is no such file or folder", path)));
        }
        Reading::of(py, What::Paths(paths), known, rows, columns, condition, jobs)
    }

    /// The same for texts in memory: each with its name, compressed or not.
    #[staticmethod]
    fn of_texts(
        py: Python<'_>,
        texts: Vec<(String, Vec<u8>)>,
        known: &Known,
        rows: &str,
        columns: Option<Vec<String>>,
        condition: Option<&str>,
        jobs: Option<usize>,
    ) -> PyResult<Reading> {
        Reading::of(py, What::Texts(Arc::new(texts)), known, rows, columns, condition, jobs)
    }

    /// The same for a range of a file: its bytes, and how many records and lines stand before it.
    #[staticmethod]
    fn of_range(
        py: Python<'_>,
        path: PathBuf,
        settled: &str,
        ends: (u64, u64),
        before: (u64, u64),
        known: &Known,
        rows: &str,
        columns: Option<Vec<String>>,
        condition: Option<&str>,
    ) -> PyResult<Reading> {
        let options = ranged::options(&path, known);
        let before = Counts { records: before.0, lines: before.1 };
        let range = Ranged { path, prologue: ranged::prologue(settled)?, range: ends.0..ends.1, before, options };
        Reading::of(py, What::Range(Arc::new(range)), known, rows, columns, condition, None)
    }

    /// A new stream of all batches, from the start of the input; see Arrow's PyCapsule interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Whoever asks for another schema casts what comes.
        drop(requested_schema);
        self.unread.lock().unwrap_or_else(PoisonError::into_inner).clear();
        let stream = Stream::new(self.inputs.clone(), self.making.clone(), self.unread.clone())?;
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(stream)), c"arrow_array_stream")
    }

    /// The schema; see Arrow's PyCapsule interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(&*self.making.schema);
        let schema = schema.map_err(|error| PyValueError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The files that the last stream could not read to their end, and why; complete when the stream has ended.
    #[getter]
    fn unread(&self) -> Unread {
        self.unread.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&'static str> {
        self.making.columns.iter().map(|column| column.name).collect()
    }

    fn __repr__(&self) -> String {
        let what = match &self.inputs.what {
            What::Paths(paths) => paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", "),
            What::Texts(texts) => format!("{} texts", texts.len()),
            What::Range(range) => format!("bytes {:?} of {}", range.range, range.path.display()),
        };
        format!("<{} of {what}: {}>", self.making.rows.name(), self.columns().join(", "))
    }
}

impl Reading {
    fn of(
        py: Python<'_>,
        what: What,
        known: &Known,
        rows: &str,
        columns: Option<Vec<String>>,
        condition: Option<&str>,
        jobs: Option<usize>,
    ) -> PyResult<Reading> {
        let rows = Rows::named(rows)?;
        let columns = rows.chosen(columns)?;
        let schema = table::schema(&columns);
        let expression = condition.map(|text| expression(py, text)).transpose()?;
        let questions = Questions { expression, ..Questions::default() };
        let making = Arc::new(Making { rows, columns, schema, questions, most: MOST });
        let inputs = Inputs { what, format: known.format, plan: plan(known, jobs) };
        Ok(Reading { inputs, making, unread: Arc::default() })
    }
}
