//! Files without a name, in the system's folder for such files: for what does not fit in memory.

use std::fs::File;
use std::io;

/// A new file. The system removes it when it is closed.
///
/// # Errors
/// Names the folder if no file can be made there.
pub(crate) fn file() -> io::Result<File> {
    tempfile::tempfile().map_err(in_folder)
}

/// The error of such a file, with the folder before it.
pub(crate) fn in_folder(error: io::Error) -> io::Error {
    let folder = std::env::temp_dir();
    let variable = if cfg!(windows) { "TEMP" } else { "TMPDIR" };
    let way = format!("the variable {variable} names another folder");
    io::Error::new(error.kind(), format!("a temporary file in {}: {error}; {way}", folder.display()))
}
