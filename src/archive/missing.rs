//! Says which file or folder is not there, and which was probably meant.

use std::fs;
use std::io;
use std::path::Path;

use crate::names::did_you_mean;

/// How many names of a folder are compared.
const MOST: usize = 10_000;

/// Why `path` cannot be opened: the system's message, or, if nothing has that name, what was probably meant.
pub fn why(path: &Path, error: &io::Error) -> String {
    if error.kind() != io::ErrorKind::NotFound {
        return error.to_string();
    }
    if path.symlink_metadata().is_ok() {
        return "is a link to a file that is not there".to_owned();
    }
    // The first part of the path that is not there.
    let mut missing = path;
    while let Some(parent) = missing.parent().filter(|parent| !parent.as_os_str().is_empty() && !parent.exists()) {
        missing = parent;
    }
    let what = if missing == path {
        "there is no such file or folder".to_owned()
    } else {
        format!("there is no folder {}", missing.display())
    };
    match meant(missing) {
        Some(meant) => format!("{what}; {meant}"),
        None => what,
    }
}

/// `did you mean games.txt?`, if a file or folder beside it has the same name with another ending, or nearly the same.
pub fn meant(path: &Path) -> Option<String> {
    let folder = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let name = path.file_name()?.to_str()?;
    let stem = path.file_stem()?;
    let beside = fs::read_dir(folder).ok()?.take(MOST).filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = beside.filter(|name| !name.starts_with('.')).collect();
    names.sort_unstable();
    let has_stem =
        |other: &&String| Path::new(other.as_str()).file_stem().is_some_and(|other| other == stem || other == name);
    let place = |name: &str| path.with_file_name(name).display().to_string();
    let wanted = path.display().to_string();
    let near = |names: &mut dyn Iterator<Item = &String>| {
        let places: Vec<String> = names.map(|name| place(name)).collect();
        did_you_mean(&wanted, places.iter().map(String::as_str))
    };
    // `go.txt` for `go.tx` rather than `go.sgf`, and that rather than `gi.tx`.
    let other_ending = || names.iter().find(has_stem).map(|name| format!("did you mean {}?", place(name)));
    near(&mut names.iter().filter(has_stem)).or_else(other_ending).or_else(|| near(&mut names.iter()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_probably_meant_is_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path();
        fs::create_dir(root.join("archive")).expect("a folder");
        for name in ["games.txt", "round-1.txt", ".hidden.txt", "go.jsonl", "go.txt"] {
            fs::write(root.join(name), "").expect("a file");
        }
        let told = |path: &str| {
            let path = root.join(path);
            let error = fs::File::open(&path).expect_err("nothing is there");
            why(&path, &error).replace(&format!("{}/", root.display()), "")
        };
        assert_eq!(told("game.txt"), "there is no such file or folder; did you mean games.txt?");
        assert_eq!(told("go.tx"), "there is no such file or folder; did you mean go.txt?");
        assert_eq!(told("games"), "there is no such file or folder; did you mean games.txt?");
        assert_eq!(told("games.csv"), "there is no such file or folder; did you mean games.txt?");
        assert_eq!(told("round 1.txt"), "there is no such file or folder; did you mean round-1.txt?");
        assert_eq!(told("archives/2024"), "there is no folder archives; did you mean archive?");
        assert_eq!(told("hidden.txt"), "there is no such file or folder");
        assert_eq!(told("nothing/at/all"), "there is no folder nothing");
    }
}
