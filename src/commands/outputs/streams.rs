//! The identity of standard streams and special files, on systems that show it.

use std::fs::{File, Metadata};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, fchown};
use std::os::unix::net::UnixStream;
use std::path::Path;

fn file(stream: impl AsFd) -> Option<File> {
    stream.as_fd().try_clone_to_owned().map(File::from).ok()
}

pub(super) fn input() -> Option<Metadata> {
    file(io::stdin())?.metadata().ok()
}

pub(super) fn output() -> Option<Metadata> {
    file(io::stdout())?.metadata().ok()
}

/// The standard stream for output that goes to the same file, so that earlier text in the file is not overwritten.
pub(super) fn same_as(data: &Metadata) -> Option<File> {
    let same = |file: &File| file.metadata().is_ok_and(|other| (other.dev(), other.ino()) == (data.dev(), data.ino()));
    [file(io::stdout()), file(io::stderr())].into_iter().flatten().find(same)
}

/// Whether reading from the file does not give back what was written, as for a terminal.
pub(super) fn is_two_way(data: &Metadata) -> bool {
    data.file_type().is_char_device() || data.file_type().is_socket()
}

/// Opens something that is not a regular file.
pub(super) fn open(path: &Path, data: &Metadata) -> io::Result<File> {
    if data.file_type().is_socket() {
        return Ok(File::from(OwnedFd::from(UnixStream::connect(path)?)));
    }
    File::options().write(true).open(path)
}

/// Gives a new file the permissions that the system's mask allows.
pub(super) fn usual_mode(builder: &mut tempfile::Builder<'_, '_>) {
    builder.permissions(std::fs::Permissions::from_mode(0o666));
}

/// Gives a file the owner of the one it replaces. Without the right to do so, the caller stays its owner.
pub(super) fn keep_owner(file: &File, old: &Metadata) {
    let _ = fchown(file, Some(old.uid()), Some(old.gid()));
}
