//! Opens what the caller names and writes what the caller wants, never half a file.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use crate::formats::Format;

/// A file to be read, and the name it bears in reports.
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
    Ok(Input { name, reader, format: format.or(guess).unwrap_or(Format::Transcript) })
}

/// The paths to read: those given, or standard input.
pub(super) fn paths(given: &[PathBuf]) -> Vec<PathBuf> {
    if given.is_empty() { vec![PathBuf::from("-")] } else { given.to_vec() }
}

/// How much is written at once.
const BUFFER: usize = 256 * 1024;

/// Where a command's product goes.
pub(super) enum Output {
    Standard(BufWriter<io::Stdout>),
    /// A new file beside the one that will be replaced by it.
    File {
        file: BufWriter<tempfile::NamedTempFile>,
        path: PathBuf,
    },
}

impl Output {
    /// Standard output, or a file that appears under its name only when [`Output::finish`] is called.
    pub(super) fn open(path: Option<&Path>) -> io::Result<Output> {
        let Some(path) = path.filter(|path| path.as_os_str() != "-") else {
            return Ok(Output::Standard(BufWriter::with_capacity(BUFFER, io::stdout())));
        };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = tempfile::Builder::new()
            .prefix(".scoresheet-")
            .permissions(permissions(path))
            .tempfile_in(folder)
            .map_err(|error| named(path, &error))?;
        Ok(Output::File { file: BufWriter::with_capacity(BUFFER, file), path: path.to_owned() })
    }

    /// Writes out what is left, and puts a file in its place.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Output::Standard(mut out) => out.flush(),
            Output::File { file, path } => {
                let file = file.into_inner().map_err(|error| named(&path, error.error()))?;
                file.as_file().sync_all().map_err(|error| named(&path, &error))?;
                file.persist(&path).map_err(|error| named(&path, &error.error))?;
                Ok(())
            }
        }
    }
}

/// The permissions that a file written under `path` is to have: those of the file it replaces, or the usual ones.
#[cfg(unix)]
fn permissions(path: &Path) -> std::fs::Permissions {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).map_or_else(|_| std::fs::Permissions::from_mode(0o666), |data| data.permissions())
}

#[cfg(not(unix))]
fn permissions(path: &Path) -> std::fs::Permissions {
    // Other systems have no modes to hand on; what exists tells.
    std::fs::metadata(path)
        .or_else(|_| std::fs::metadata("."))
        .map(|data| data.permissions())
        .expect("a folder has permissions")
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Standard(out) => out.write(bytes),
            Output::File { file, path } => file.write(bytes).map_err(|error| named(path, &error)),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Standard(out) => out.flush(),
            Output::File { file, path } => file.flush().map_err(|error| named(path, &error)),
        }
    }
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
