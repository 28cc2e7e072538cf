//! The identity of standard streams and special files: other systems do not show it.

use std::fs::{File, Metadata};
use std::io;
use std::path::Path;

pub(super) fn input() -> Option<Metadata> {
    None
}

pub(super) fn output() -> Option<Metadata> {
    None
}

pub(super) fn same_as(_: &Metadata) -> Option<File> {
    None
}

pub(super) fn is_two_way(_: &Metadata) -> bool {
    false
}

pub(super) fn open(path: &Path, _: &Metadata) -> io::Result<File> {
    File::options().write(true).open(path)
}

pub(super) fn usual_mode(_: &mut tempfile::Builder<'_, '_>) {}

pub(super) fn keep_owner(_: &File, _: &Metadata) -> bool {
    true
}

pub(super) fn keep_attributes(_: &File, _: &Path) -> bool {
    true
}

pub(super) fn without_group(permissions: std::fs::Permissions) -> std::fs::Permissions {
    permissions
}
