//! The identity of standard streams and special files, on systems that show it.

use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata, Permissions};
use std::io;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, fchown};
use std::os::unix::net::UnixStream;
use std::path::Path;

use xattr::FileExt;

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
    builder.permissions(Permissions::from_mode(0o666));
}

/// Gives a new file the attributes of the one it replaces: access lists, and what users note beside a file. `false`: the
/// old file has an access list that could not be copied.
pub(super) fn keep_attributes(file: &File, old: &Path) -> bool {
    const ACCESS: &str = "system.posix_acl_access";
    let names = xattr::list(old).into_iter().flatten();
    let copy = |name: &OsStr| match xattr::get(old, name)? {
        Some(value) => file.set_xattr(name, &value),
        None => Ok(()),
    };
    // Attributes that only the system may set stay its own.
    let lost: Vec<OsString> = names.filter(|name| copy(name).is_err()).collect();
    !lost.iter().any(|name| name == ACCESS)
}

/// Permissions without those of the group. Of a file with an access list they are the most that anybody on it may do,
/// not what the group may do.
pub(super) fn without_group(permissions: Permissions) -> Permissions {
    Permissions::from_mode(permissions.mode() & !0o070)
}

/// Gives a file the owner and the group of the one it replaces. Without the right to do so, the caller stays its owner,
/// but a group that the caller belongs to is kept. `false` if the file has another group now.
pub(super) fn keep_owner(file: &File, old: &Metadata) -> bool {
    let group = Some(old.gid());
    fchown(file, Some(old.uid()), group).or_else(|_| fchown(file, None, group)).is_ok()
}
