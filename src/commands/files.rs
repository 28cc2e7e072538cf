//! Opens what the caller names.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::archive::{self, Selection};
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

/// The files to read: those given, and those of given folders, in the order of their names. `writes` says which of these the
/// call itself writes: they are left out. What is wrong with a folder is told.
pub(super) fn under(paths: &[PathBuf], writes: impl Fn(&Path) -> bool) -> Vec<Result<Found, String>> {
    let selection = Selection::default();
    let all = archive::files(paths, &selection).map(|found| {
        let path = found.map_err(|failure| failure.to_string())?;
        let is_named = paths.contains(&path);
        Ok(Found { path, is_named })
    });
    all.filter(|found| !found.as_ref().is_ok_and(|found| !found.is_named && writes(&found.path))).collect()
}

/// A file to read.
pub(super) struct Found {
    pub(super) path: PathBuf,
    /// Whether the caller names it. Otherwise it stands in a folder.
    is_named: bool,
}

impl Found {
    /// Where it stands.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Opens the file. A file of a folder that is in no format of this program is told and left out.
    pub(super) fn open(&self, format: Option<Format>) -> Result<Option<Input>, String> {
        let input = open(&self.path, format)?;
        if !self.is_named && input.format == Format::STRANGE_FORMAT {
            super::complain(&format!("{} is not read, because it holds no records", self.path.display()));
            return Ok(None);
        }
        Ok(Some(input))
    }
}
