//! Where a command's products go: decided for every command in one place, before anything is read.
//!
//! No call overwrites its inputs, and no two of its products go to one file: [`Outputs::new`] refuses such calls. A
//! file is known by its identity and not by its name, so links and other paths to it are seen. Output appears under its
//! name only when it is whole: it grows in a file beside it that takes its place at the end. Only devices, pipes and
//! links are opened and written directly.
//!
//! `output` is one place for text, `filled` a folder of files, `identity` finds out whether two names are one file,
//! `streams` knows what systems say about standard streams.

mod filled;
mod identity;
#[cfg(not(unix))]
mod no_streams;
mod output;
#[cfg(unix)]
mod streams;

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use super::files::{is_standard, name_of};
use super::say;
use super::signals::Leftovers;
use super::spared::holds_records;
use crate::archive::UNFINISHED;
use crate::formats::Format;
use crate::temporary;
use crate::visible::visible;

pub(super) use filled::Filled;
pub(super) use output::Output;

use identity::{Identity, place};
#[cfg(not(unix))]
use no_streams as streams;

/// How much is written at once.
const BUFFER: usize = 256 * 1024;

/// Whether a file may be what an earlier call wrote.
pub(super) type IsLeft = fn(&Path) -> bool;

/// `name`, with a number before its ending if it is taken: `game-2.txt`. `takes` says whether a name is free.
pub(super) fn numbered(name: &str, takes: impl FnMut(&str) -> bool) -> String {
    numbered_from(&mut 1, name, takes)
}

/// `name` with a number, `next` or the first after it that is free; 1 is the name alone. `next` becomes the number after
/// it.
pub(super) fn numbered_from(next: &mut u64, name: &str, mut takes: impl FnMut(&str) -> bool) -> String {
    let (stem, ending) =
        name.rsplit_once('.').map_or((name, String::new()), |(stem, ending)| (stem, format!(".{ending}")));
    loop {
        let number = *next;
        *next += 1;
        let numbered = if number == 1 { name.to_owned() } else { format!("{stem}-{number}{ending}") };
        if takes(&numbered) {
            return numbered;
        }
    }
}

/// Reports that an output gets another name than usual, because of what stands in `source`.
pub(super) fn say_renamed(source: &str, name: &str) {
    say(&format!("scoresheet: \"{}\" is written to {}\n", visible(source), visible(name)));
}

/// The outputs of one call, none of which is one of its inputs.
#[derive(Debug)]
pub(super) struct Outputs {
    /// The files that the call writes to, also the one that standard output goes to.
    files: HashSet<Identity>,
    /// Those of them that the caller names, and their names.
    named: HashSet<Identity>,
    names: Vec<PathBuf>,
    /// What an earlier call may have left in their place, which is written over.
    renewed: Vec<(Identity, IsLeft)>,
    /// The files that the call reads for something else than their records.
    aside: HashMap<Identity, &'static str>,
    leftovers: Leftovers,
}

impl Outputs {
    /// The outputs that the options of a call name; `-` is standard output. None of them may be one of the files in
    /// `reads`, where `-` is standard input.
    ///
    /// # Errors
    /// Fails if two outputs are the same file, or an output is also an input.
    pub(super) fn new<'p>(
        options: impl IntoIterator<Item = (&'static str, Option<&'p Path>)>,
        reads: impl IntoIterator<Item = &'p PathBuf>,
    ) -> Result<Outputs, String> {
        Outputs::of_one_file(&Leftovers::default(), options, reads)
    }

    /// The outputs that `options` name, for one of the many files that a call writes, each by itself. All these files
    /// share `leftovers`, because one thread handles the signals. None of the outputs may be one of the files in
    /// `reads`.
    ///
    /// # Errors
    /// Fails if two outputs are the same file, or an output is also an input.
    pub(super) fn of_one_file<'p>(
        leftovers: &Leftovers,
        options: impl IntoIterator<Item = (&'static str, Option<&'p Path>)>,
        reads: impl IntoIterator<Item = &'p PathBuf>,
    ) -> Result<Outputs, String> {
        let standard = streams::output().and_then(|data| Identity::of_file(&data, Path::new("-")));
        let mut writes: HashMap<Identity, (&'static str, &Path)> = HashMap::new();
        for (option, path) in options {
            let Some(path) = path else { continue };
            if names_folder(path) {
                return Err(format!("{option} names the folder {}; name a file in it", path.display()));
            }
            let identity = Identity::of_output(path);
            // A link to standard output leads there, and its file is not replaced.
            if standard.as_ref() == Some(&identity) && !is_standard(path) && !path.is_symlink() {
                return Err(format!("{option} and standard output go to the same file: {}", path.display()));
            }
            match writes.entry(identity) {
                Entry::Vacant(free) => free.insert((option, path)),
                Entry::Occupied(taken) if taken.get().0 == option => {
                    return Err(format!("{} is given twice", path.display()));
                }
                Entry::Occupied(taken) => {
                    return Err(format!("{} and {option} name the same file: {}", taken.get().0, path.display()));
                }
            };
        }
        for path in reads {
            let Some(read) = Identity::of_input(path) else { continue };
            if let Some((option, output)) = writes.get(&read) {
                let same = if *output == path { String::new() } else { format!(", which is {},", output.display()) };
                let name = name_of(path);
                return Err(format!(
                    "{name}{same} is an input: {option} cannot write to it in the same call; name another file"
                ));
            }
            if standard.as_ref() == Some(&read) {
                return Err(format!("{} is an input, and standard output goes to it", name_of(path)));
            }
        }
        let names = writes.values().map(|(_, path)| path.to_path_buf()).collect();
        let named: HashSet<Identity> = writes.into_keys().collect();
        let files = named.iter().cloned().chain(standard).collect();
        let (renewed, aside) = (Vec::new(), HashMap::new());
        Ok(Outputs { files, named, names, renewed, aside, leftovers: leftovers.clone() })
    }

    /// Notes what an earlier call may have left at `path`.
    pub(super) fn renew(&mut self, path: Option<&Path>, is_left: IsLeft) {
        self.renewed.extend(path.and_then(Identity::of_input).map(|file| (file, is_left)));
    }

    /// Notes that the call reads a file for another purpose than its records; `what` names it.
    pub(super) fn set_aside(&mut self, path: &Path, what: &'static str) {
        self.aside.extend(Identity::of_input(path).map(|file| (file, what)));
    }

    /// Why the file at `path` is no input although it stands in a folder that is.
    pub(super) fn why_not_read(&self, path: &Path) -> Option<&'static str> {
        let known = if self.aside.is_empty() { None } else { Identity::of_input(path) };
        let aside = known.and_then(|file| self.aside.get(&file).copied());
        aside.or_else(|| self.holds(path).then_some("this call writes it"))
    }

    /// Protects records: a file that holds records and is found in a folder to read may not be an output. `files` are
    /// the files to read, including those in folders.
    ///
    /// # Errors
    /// Says which file holds records.
    pub(super) fn spare(&self, mut files: impl Iterator<Item = PathBuf>, from: Option<Format>) -> Result<(), String> {
        let is_there = |file: &Identity| match file {
            #[cfg(unix)]
            Identity::There { .. } => true,
            Identity::Named(path) => path.exists(),
        };
        if !self.named.iter().any(is_there) {
            return Ok(());
        }
        let is_lost = |path: &PathBuf| {
            let Some(file) = Identity::of_input(path).filter(|file| self.named.contains(file)) else { return false };
            let is_left = self.renewed.iter().any(|(renewed, is_left)| *renewed == file && is_left(path));
            !is_left && holds_records(path, from)
        };
        match files.find(is_lost) {
            Some(path) => Err(format!(
                "{} holds records and stands in a folder that is read: this call cannot write to it; name another file",
                path.display()
            )),
            None => Ok(()),
        }
    }

    /// Whether the file at `path` is one of the outputs.
    pub(super) fn holds(&self, path: &Path) -> bool {
        !self.files.is_empty() && Identity::of_input(path).is_some_and(|identity| self.files.contains(&identity))
    }

    /// The unfinished files to remove if the call ends early.
    pub(super) fn leftovers(&self) -> &Leftovers {
        &self.leftovers
    }

    /// Opens standard output, or a file that appears under its name only when [`Output::finish`] is called.
    pub(super) fn open(&self, path: Option<&Path>) -> io::Result<Output> {
        let Some(path) = path.filter(|path| !is_standard(path)) else {
            return Ok(Output::standard());
        };
        self.open_file(path).map_err(|error| named(path, &error))
    }

    /// Opens an output that gets its text only when [`Output::finish`] is called: a file as [`Outputs::open`] does, or
    /// standard output.
    pub(super) fn open_whole(&self, path: Option<&Path>) -> io::Result<Output> {
        match path.filter(|path| !is_standard(path)) {
            Some(path) => self.open(Some(path)),
            None => Ok(Output::Spooled(BufWriter::with_capacity(BUFFER, temporary::file()?))),
        }
    }

    fn open_file(&self, path: &Path) -> io::Result<Output> {
        let (is_link, data) = (path.is_symlink(), fs::metadata(path).ok());
        let Some(old) = data else {
            return self.beside(place(path), None);
        };
        if let Some(stream) = is_link.then(|| streams::same_as(&old)).flatten() {
            return Ok(Output::Opened { file: BufWriter::with_capacity(BUFFER, stream), path: path.to_owned() });
        }
        if old.is_file() {
            return if is_link { spooled(path.to_owned()) } else { self.beside(path.to_owned(), Some((path, &old))) };
        }
        let file = streams::open(path, &old)?;
        Ok(Output::Opened { file: BufWriter::with_capacity(BUFFER, file), path: path.to_owned() })
    }

    /// Copies a file to another name, with its owner and its mode.
    pub(super) fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        let copied = || -> io::Result<Output> {
            let mut file = File::open(from)?;
            let mut copy = self.beside(to.to_owned(), Some((from, &file.metadata()?)))?;
            io::copy(&mut file, &mut copy)?;
            Ok(copy)
        };
        copied().map_err(|error| named(to, &error))?.finish()
    }

    /// A new file that will replace another one, if there is one. It is as `old`: the same people may read and write it.
    fn beside(&self, path: PathBuf, old: Option<(&Path, &Metadata)>) -> io::Result<Output> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(UNFINISHED);
        streams::usual_mode(&mut builder);
        let made = self.leftovers.guard(|| builder.tempfile_in(folder), |file| file.path().to_owned());
        let file = made.map_err(|error| unmade(folder, error))?;
        if let Some((old, data)) = old {
            let has_group = streams::keep_owner(file.as_file(), data);
            let permissions = data.permissions();
            let has_all = streams::keep_attributes(file.as_file(), old) && has_group;
            file.as_file().set_permissions(if has_all { permissions } else { streams::without_group(permissions) })?;
        }
        Ok(Output::File { file: BufWriter::with_capacity(BUFFER, file), path })
    }
}

/// Why no file can be made in a folder. The file that was tried has a name that nobody knows.
fn unmade(folder: &Path, error: io::Error) -> io::Error {
    let why = match error.kind() {
        io::ErrorKind::NotFound if !folder.is_dir() => format!("there is no folder {}", folder.display()),
        io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied => {
            format!("no file can be made in the folder {}", folder.display())
        }
        _ => return error,
    };
    io::Error::new(error.kind(), why)
}

/// Collects the text for the file that a link leads to in a file without a name. So the old text stays whole until all
/// of the new text is known.
fn spooled(path: PathBuf) -> io::Result<Output> {
    // A file that cannot be written is reported before the work begins.
    File::options().append(true).open(&path)?;
    Ok(Output::Linked { file: BufWriter::with_capacity(BUFFER, temporary::file()?), path })
}

/// Refuses to fill a folder while it is read.
///
/// # Errors
/// Says which of the paths to read holds it.
pub(super) fn is_apart(folder: &Path, reads: &[PathBuf]) -> Result<(), String> {
    // A folder that is not there yet will stand in the nearest that is.
    let whole = |path: &Path| fs::canonicalize(if path.as_os_str().is_empty() { Path::new(".") } else { path }).ok();
    let real = |path: &Path| path.ancestors().find_map(whole).unwrap_or_else(|| path.to_owned());
    match reads.iter().find(|path| path.is_dir() && real(folder).starts_with(real(path))) {
        Some(read) => {
            Err(format!("{} lies in {}, which is read: name another folder", folder.display(), read.display()))
        }
        None => Ok(()),
    }
}

/// Whether `-o` names a folder with this path: one that is there, or a name with a `/` at its end.
pub(super) fn names_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().to_string_lossy().ends_with(std::path::is_separator)
}

/// The file beside a file that keeps its old text: `games.txt~`.
pub(super) fn backup_of(file: &Path) -> PathBuf {
    let mut backup = file.as_os_str().to_owned();
    backup.push("~");
    backup.into()
}

/// The error with the path before it.
pub(super) fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
