//! What could not be read, and why.

use std::error::Error;
use std::fmt;
use std::io;

use serde::{Deserialize, Serialize};

/// Why something could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FailureKind {
    /// The bytes are not what they should be: a checksum differs, or the file ends too early.
    Damaged,
    /// A limit was reached; an option raises it.
    Limit,
    /// Something that this program does not read: an encrypted member, another kind of archive.
    Unsupported,
    /// A document of an office program that is no table, or an e-book: no records are to be expected in it.
    Document,
    /// The system could not open or read it.
    Io,
}

/// Something that could not be read. Everything read before it has been handed out, and everything that does not depend
/// on it still will be.
///
/// Errors of a [`Member`](super::Member)'s reader hold one; [`Failure::of`] finds it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// The file or member, as reports show it.
    pub name: String,
    /// Why.
    pub kind: FailureKind,
    /// What is wrong, in lower case without a full stop and without the name.
    pub message: String,
    /// What would help, if anything does.
    pub help: Option<String>,
}

impl Failure {
    /// The failure inside an error of a member's reader.
    pub fn of(error: &io::Error) -> Option<&Failure> {
        error.get_ref()?.downcast_ref()
    }

    /// A failure without a line of help.
    pub(super) fn new(name: &str, kind: FailureKind, message: impl Into<String>) -> Failure {
        Failure { name: name.to_owned(), kind, message: message.into(), help: None }
    }

    /// Damaged content.
    pub(super) fn damaged(name: &str, message: impl Into<String>) -> Failure {
        Failure::new(name, FailureKind::Damaged, message)
    }

    /// What the system says.
    pub(crate) fn io(name: &str, error: &io::Error) -> Failure {
        Failure::new(name, FailureKind::Io, error.to_string())
    }

    /// A limit, and the option that raises it.
    pub(super) fn limit(name: &str, message: impl Into<String>, option: &str) -> Failure {
        let help = Some(format!("`{option}` raises the limit"));
        Failure { help, ..Failure::new(name, FailureKind::Limit, message) }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}: {}", self.name, self.message)
    }
}

impl Error for Failure {}

impl From<Failure> for io::Error {
    fn from(failure: Failure) -> io::Error {
        let kind = match failure.kind {
            FailureKind::Damaged => io::ErrorKind::InvalidData,
            FailureKind::Unsupported | FailureKind::Document => io::ErrorKind::Unsupported,
            FailureKind::Limit | FailureKind::Io => io::ErrorKind::Other,
        };
        io::Error::new(kind, failure)
    }
}
