//! From the paths that somebody names to the files to be read.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::WalkBuilder;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::failure::{Failure, FailureKind};

/// The first letters of names of files that this program is still writing; such files are skipped.
pub const UNFINISHED: &str = ".scoresheet-";

/// Which files of a folder are read.
///
/// Globs are spelt as in `.gitignore` and seen from the folder that was named: `*.txt` holds at any depth, `2024/*.txt`
/// only there, `old/` for a whole folder.
#[derive(Debug, Clone)]
pub struct Selection {
    include: Option<Arc<Gitignore>>,
    exclude: Arc<Gitignore>,
}

impl Default for Selection {
    /// All files.
    fn default() -> Selection {
        Selection { include: None, exclude: Arc::new(Gitignore::empty()) }
    }
}

impl Selection {
    /// Only files that match a glob of `include`, if there are any, and no glob of `exclude`.
    ///
    /// # Errors
    /// A sentence about a malformed glob.
    pub fn new(include: &[String], exclude: &[String]) -> Result<Selection, String> {
        let include = if include.is_empty() { None } else { Some(Arc::new(globs(include)?)) };
        Ok(Selection { include, exclude: Arc::new(globs(exclude)?) })
    }

    /// Whether to read the file, or to enter the folder, that lies at `path` within the folder named.
    fn takes(&self, path: &Path, is_folder: bool) -> bool {
        if self.exclude.matched(path, is_folder).is_ignore() {
            return false;
        }
        let fits = |globs: &Arc<Gitignore>| globs.matched_path_or_any_parents(path, false).is_ignore();
        is_folder || self.include.as_ref().is_none_or(fits)
    }
}

fn globs(patterns: &[String]) -> Result<Gitignore, String> {
    let mut builder = GitignoreBuilder::new("");
    builder.allow_unclosed_class(false);
    for pattern in patterns {
        builder.add_line(None, pattern).map_err(|error| error.to_string())?;
    }
    builder.build().map_err(|error| error.to_string())
}

/// The files under `paths`: in the order of the paths, and within a folder in the order of the names, so that two runs
/// give the same.
///
/// A path that is not a folder is always taken, even if `selection` excludes it; it may be a pipe, or `-` for standard
/// input. In folders the program skips hidden files, files that a `.gitignore` or `.ignore` names, links, everything
/// that is not a regular file, files that are still [`UNFINISHED`], and backups, `NAME~`, of which the file itself is read. A
/// path given twice is taken twice.
pub fn files(paths: &[PathBuf], selection: &Selection) -> impl Iterator<Item = Result<PathBuf, Failure>> {
    paths.iter().flat_map(move |path| {
        let (plain, folder) = if path.is_dir() { (None, Some(walk(path, selection))) } else { (Some(path), None) };
        plain.map(|path| Ok(path.clone())).into_iter().chain(folder.into_iter().flatten())
    })
}

fn walk(root: &Path, selection: &Selection) -> impl Iterator<Item = Result<PathBuf, Failure>> + use<> {
    let mut builder = WalkBuilder::new(root);
    // Ignore files outside the folder have no effect.
    builder.parents(false).git_global(false).git_exclude(false).require_git(false);
    builder.sort_by_file_name(|one, other| one.cmp(other));
    let (root, selection) = (root.to_owned(), selection.clone());
    builder.filter_entry(move |entry| {
        if entry.depth() > 0 && entry.file_name().as_encoded_bytes().starts_with(UNFINISHED.as_bytes()) {
            return false;
        }
        let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
        if entry.depth() > 0 && !is_folder && is_backup(entry.path()) {
            return false;
        }
        match entry.path().strip_prefix(&root) {
            Ok(path) if !path.as_os_str().is_empty() => selection.takes(path, is_folder),
            _ => true,
        }
    });
    builder.build().filter_map(|entry| match entry {
        Ok(entry) => entry.file_type().is_some_and(|kind| kind.is_file()).then(|| Ok(entry.into_path())),
        Err(error) => Some(Err(failure(error))),
    })
}

/// Whether a file is the backup of one beside it, as this program and many editors keep it.
fn is_backup(path: &Path) -> bool {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return false };
    name.strip_suffix('~').is_some_and(|own| !own.is_empty() && path.with_file_name(own).is_file())
}

/// A fault of the walk without what this program does not show.
fn failure(error: ignore::Error) -> Failure {
    match error {
        ignore::Error::WithPath { path, err } => Failure { name: path.display().to_string(), ..failure(*err) },
        ignore::Error::WithDepth { err, .. } => failure(*err),
        ignore::Error::Io(error) => {
            // The sentence around the system's error repeats the path.
            let own = std::error::Error::source(&error).and_then(|own| own.downcast_ref());
            Failure::io("", own.unwrap_or(&error))
        }
        other => Failure::new("", FailureKind::Io, other.to_string()),
    }
}
