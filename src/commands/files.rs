//! Opens what the caller names.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::formats::Format;

/// A file to read, and its name in reports.
pub(super) struct Input {
    pub(super) name: String,
    pub(super) reader: Box<dyn Read>,
    pub(super) format: Format,
}

/// Opens `path`, or standard input for `-`.
pub(super) fn open(path: &Path, format: Option<Format>) -> Result<Input, String> {
    let name = path.display().to_string();
    let (reader, guess): (Box<dyn Read>, _) = if name == "-" {
        (Box::new(io::stdin()), None)
    } else {
        let file = File::open(path).map_err(|error| format!("{name}: {error}"))?;
        if file.metadata().is_ok_and(|data| data.is_dir()) {
            return Err(format!("{name}: is a folder"));
        }
        (Box::new(file), Format::of_file(&name))
    };
    Ok(Input { name, reader, format: format.or(guess).unwrap_or_default() })
}

/// The paths to read: those given, or standard input.
pub(super) fn paths(given: &[PathBuf]) -> Vec<PathBuf> {
    if given.is_empty() { vec![PathBuf::from("-")] } else { given.to_vec() }
}
