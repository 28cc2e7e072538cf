//! Opens what the caller names.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::archive;
use crate::formats::{FORMATS, Format};
use crate::input;

/// A file to read, and its name in reports.
pub(super) struct Input {
    pub(super) name: String,
    pub(super) reader: Box<dyn Read + Send>,
    pub(super) format: Format,
}

/// Opens `path`, or standard input for `-`.
pub(super) fn open(path: &Path, format: Option<Format>) -> Result<Input, String> {
    let name = path.display().to_string();
    let reader: Box<dyn Read + Send> = if name == "-" {
        Box::new(io::stdin())
    } else {
        let file = File::open(path).map_err(|error| format!("{name}: {error}"))?;
        if file.metadata().is_ok_and(|data| data.is_dir()) {
            return Err(format!("{name}: is a folder"));
        }
        Box::new(file)
    };
    let (path, reader) = archive::decompressed(&name, reader).map_err(|error| format!("{name}: {error}"))?;
    let (format, reader) = match format {
        Some(format) => (format, reader),
        None => {
            let (format, reader) = input::find(reader, &path, FORMATS).map_err(|error| format!("{name}: {error}"))?;
            (format, Box::new(reader) as Box<dyn Read + Send>)
        }
    };
    Ok(Input { name, reader, format })
}

/// The paths to read: those given, or standard input.
pub(super) fn paths(given: &[PathBuf]) -> Vec<PathBuf> {
    if given.is_empty() { vec![PathBuf::from("-")] } else { given.to_vec() }
}
