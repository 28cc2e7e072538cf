//! Whole archives: how their texts reach the threads that read, and how the work waits for Python.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use scoresheet::archive::{self, Failure, Limits, Member, Selection};
use scoresheet::engine::Games;
use scoresheet::formats::Format;
use scoresheet::parallel::{Feeder, Plan, Progress};
use scoresheet::select::Expression;

use crate::known::Known;
use crate::words::in_python;
use crate::{Said, Unreadable, illegal};

/// Hands every text under `paths` to the feeder.
pub(crate) fn feed(paths: &[PathBuf], format: Option<Format>, feeder: &mut Feeder<'_>) {
    for path in archive::files(paths, &Selection::default()) {
        match path {
            Err(failure) => feeder.unread(failure),
            Ok(path) => {
                let mut each = |found: Result<Member<'_>, Failure>| feeder.member(found, format, paths);
                // Nothing but the wish for no more ends a file here.
                if archive::members(&path, &Limits::default(), &mut each).is_err() {
                    return;
                }
            }
        }
    }
}

/// Hands texts in memory to the feeder, each by its name; what is compressed or an archive is unpacked.
pub(crate) fn feed_texts(texts: &[(String, Vec<u8>)], format: Option<Format>, feeder: &mut Feeder<'_>) {
    for (name, bytes) in texts {
        let named = [PathBuf::from(name)];
        let mut each = |found: Result<Member<'_>, Failure>| feeder.member(found, format, &named);
        if archive::read(name, &mut &bytes[..], &Limits::default(), &mut each).is_err() {
            return;
        }
    }
}

/// Reads an expression, as `select` takes it.
pub(crate) fn expression(py: Python<'_>, text: &str) -> PyResult<Expression> {
    Expression::read(text, Games::default()).map_err(|fault| {
        let message = format!("{}, at byte {} of {text:?}", fault.message, fault.span.start);
        let (help, span) = (fault.help.as_deref(), Some(fault.span.clone()));
        illegal(py, Said { code: "bad-expression", rule: None, message: &message, help, span })
    })
}

/// How the records of paths are read on several threads.
pub(crate) fn plan(known: &Known, jobs: Option<usize>) -> Plan {
    let usual = Plan::default();
    Plan {
        defaults: known.defaults.clone(),
        given: known.given.clone(),
        strict: known.strict,
        max_record: known.max_record,
        jobs: jobs.unwrap_or(usual.jobs),
        ..usual
    }
}

/// Does `work` while others may work in Python. Ctrl-C ends it.
pub(crate) fn patiently<T: Send>(
    py: Python<'_>,
    progress: &Progress,
    work: impl FnOnce() -> io::Result<T> + Send,
) -> PyResult<T> {
    py.detach(|| {
        std::thread::scope(|scope| {
            let working = scope.spawn(work);
            while !working.is_finished() {
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    progress.stop();
                    return Err(error);
                }
                std::thread::sleep(Duration::from_millis(5));
            }
            let done = working.join().map_err(|_| PyValueError::new_err("the work has failed"))?;
            done.map_err(|error| Unreadable::new_err(in_python(&error.to_string()).into_owned()))
        })
    })
}
