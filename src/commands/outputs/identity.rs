//! The identity of a file, independent of its names.

use std::fs::{self, Metadata};
use std::path::{Path, PathBuf};

use super::streams;
use crate::commands::files::is_standard;

/// The identity of a file, independent of its names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Identity {
    /// Something that exists: its number on its device.
    #[cfg(unix)]
    There { device: u64, number: u64 },
    /// A name, without links in it.
    Named(PathBuf),
}

impl Identity {
    #[cfg(unix)]
    fn of(data: &Metadata, _: &Path) -> Identity {
        use std::os::unix::fs::MetadataExt;
        Identity::There { device: data.dev(), number: data.ino() }
    }

    #[cfg(not(unix))]
    fn of(_: &Metadata, path: &Path) -> Identity {
        Identity::Named(fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()))
    }

    /// The identity of an input that must not be an output too. A terminal may be both, because nothing is lost there.
    pub(super) fn of_file(data: &Metadata, path: &Path) -> Option<Identity> {
        (!streams::is_two_way(data)).then(|| Identity::of(data, path))
    }

    pub(super) fn of_input(path: &Path) -> Option<Identity> {
        let data = if is_standard(path) { streams::input() } else { fs::metadata(path).ok() };
        Identity::of_file(&data?, path)
    }

    pub(super) fn of_output(path: &Path) -> Identity {
        if is_standard(path) {
            return streams::output()
                .map_or_else(|| Identity::Named(path.to_owned()), |data| Identity::of(&data, path));
        }
        match fs::metadata(path) {
            Ok(data) => Identity::of(&data, path),
            Err(_) => Identity::Named(place(path)),
        }
    }
}

/// Where a file that does not exist yet will be.
pub(super) fn place(path: &Path) -> PathBuf {
    /// The most links that operating systems follow.
    const LINKS: usize = 40;
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let Ok(target) = fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    match (fs::canonicalize(folder), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path,
    }
}
