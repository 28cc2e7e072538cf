//! A folder that a call fills: none of its files is one that the call reads or writes otherwise, whatever links lead
//! there.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Outputs;
use super::identity::place;

/// The files of a folder that a call fills.
#[derive(Debug)]
pub(in crate::commands) struct Filled {
    /// The files and folders that the call reads, without links.
    reads: HashSet<PathBuf>,
    /// The files that it has written, without links.
    written: HashSet<PathBuf>,
}

impl Filled {
    /// A folder beside what the call reads.
    pub(in crate::commands) fn beside(reads: &[PathBuf]) -> Filled {
        let reads = reads.iter().filter_map(|path| path.canonicalize().ok()).collect();
        Filled { reads, written: HashSet::new() }
    }

    /// Refuses to write over what the call reads, or what it writes otherwise.
    ///
    /// # Errors
    /// Says where the file leads.
    pub(in crate::commands) fn may_write(&self, path: &Path, outputs: &Outputs) -> io::Result<()> {
        let place = whole(path);
        let why = if place.ancestors().any(|part| self.reads.contains(part)) {
            "an input: -o cannot write to it in the same call; name another folder"
        } else if path.is_dir() {
            "a folder, where a file is to be written: name another folder"
        } else if outputs.names.iter().any(|other| whole(other) == place) {
            "written by another option, too: name another file there"
        } else if self.written.contains(&place) {
            "a link to a file that this call has written: remove the link"
        } else {
            return Ok(());
        };
        Err(io::Error::other(format!("{} is {why}", path.display())))
    }

    /// Notes that a file is written.
    pub(in crate::commands) fn writes(&mut self, path: &Path) {
        self.written.insert(whole(path));
    }
}

/// Where a path leads, whether or not a file is there.
fn whole(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| place(path))
}
