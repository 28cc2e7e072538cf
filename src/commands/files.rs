//! Opens what the caller names.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Component, Path, PathBuf};

use super::Common;
use crate::archive::{self, Failure, FailureKind, Member};
use crate::formats::Format;
use crate::parallel::sorted::{Sorted, sorted};

/// A text to read, and its name in reports.
pub(super) struct Input<'r> {
    pub(super) name: String,
    pub(super) reader: Box<dyn Read + Send + 'r>,
    pub(super) format: Format,
}

/// Standard input. A terminal goes on after its end has been typed once; here the first end is the end.
#[derive(Default)]
struct Standard {
    has_ended: bool,
}

impl Read for Standard {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.has_ended || bytes.is_empty() {
            return Ok(0);
        }
        let count = io::stdin().read(bytes)?;
        self.has_ended = count == 0;
        Ok(count)
    }
}

/// Opens `path`, or standard input for `-`.
pub(super) fn open(path: &Path, common: &Common) -> Result<Input<'static>, String> {
    let name = path.display().to_string();
    let reader: Box<dyn Read + Send> = if name == "-" {
        Box::new(Standard::default())
    } else {
        let file = File::open(path).map_err(|error| format!("{name}: {}", archive::missing::why(path, &error)))?;
        if file.metadata().is_ok_and(|data| data.is_dir()) {
            return Err(format!("{name}: is a folder"));
        }
        Box::new(file)
    };
    let (path, reader) = archive::decompressed(&name, reader).map_err(|error| format!("{name}: {error}"))?;
    let (format, reader) = match common.from {
        Some(format) => (format, reader),
        None => {
            let (format, reader) = common.found(reader, &path).map_err(|error| format!("{name}: {error}"))?;
            (format, Box::new(reader) as Box<dyn Read + Send>)
        }
    };
    Ok(Input { name, reader, format })
}

/// The paths to read: those given, or standard input.
pub(super) fn paths(given: &[PathBuf]) -> Vec<PathBuf> {
    if given.is_empty() { vec![PathBuf::from("-")] } else { given.to_vec() }
}

/// Whether to continue with the next text.
pub(super) type Goes = io::Result<ControlFlow<()>>;

/// The files to read: the given ones, and those in given folders, in the order of their names. `writes` recognises
/// files that the call itself writes: they are left out. An `Err` among them reports a fault of a folder.
///
/// # Errors
/// What is wrong with a glob.
pub(super) fn under(
    paths: &[PathBuf],
    common: &Common,
    writes: impl Fn(&Path) -> bool,
) -> Result<Vec<Result<Found, String>>, String> {
    let selection = common.files.selection()?;
    let all = archive::files(paths, &selection).map(|found| {
        let path = found.map_err(|failure| failure.to_string())?;
        let is_named = paths.contains(&path);
        Ok(Found { path, is_named })
    });
    Ok(all.filter(|found| !found.as_ref().is_ok_and(|found| !found.is_named && writes(&found.path))).collect())
}

/// Whether a path names a standard stream.
pub(super) fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The name of an input in messages.
pub(super) fn name_of(path: &Path) -> String {
    if is_standard(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Calls `each` with every text at these paths, one after the other: files, those in folders, and those in compressed
/// files and archives. `writes` is passed to [`under`]. Reports what it cannot read, and returns whether it has read
/// everything.
///
/// # Errors
/// What `each` returns, if that is not what its reader has said.
pub(super) fn each(
    paths: &[PathBuf],
    common: &Common,
    writes: impl Fn(&Path) -> bool,
    mut each: impl FnMut(Text<'_>) -> Goes,
) -> io::Result<bool> {
    let mut all_read = true;
    let found = under(paths, common, writes).map_err(io::Error::other)?;
    if !common.quiet {
        for folder in without_files(paths, &found) {
            super::complain(&format!("{}: no file in this folder is read", folder.display()));
        }
    }
    for found in found {
        let (read, goes) = match found {
            Ok(found) => found.texts(common, &mut each)?,
            Err(message) => {
                super::complain(&message);
                (false, ControlFlow::Continue(()))
            }
        };
        all_read &= read;
        if goes.is_break() {
            break;
        }
    }
    Ok(all_read)
}

/// The given folders in which no file was found. None, if a folder could not be read: that is told.
fn without_files<'p>(paths: &'p [PathBuf], found: &[Result<Found, String>]) -> Vec<&'p Path> {
    if found.iter().any(Result::is_err) {
        return Vec::new();
    }
    let folders = || paths.iter().map(PathBuf::as_path).filter(|path| path.is_dir());
    let mut empty: HashSet<&Path> = folders().collect();
    for file in found.iter().flatten() {
        for folder in file.path.ancestors() {
            empty.remove(folder);
        }
    }
    folders().filter(|folder| empty.contains(folder)).collect()
}

/// A file to read.
pub(super) struct Found {
    path: PathBuf,
    /// Whether the caller names it. Otherwise it stands in a folder.
    is_named: bool,
}

impl Found {
    /// Where it stands.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Calls `each` with the text of the file, or, for an archive, with all its texts. Reports what it cannot read;
    /// returns whether everything could be read, and whether `each` wants more. A text in no format of this program is
    /// reported and left out, unless the caller names it.
    ///
    /// # Errors
    /// What `each` returns, if that is not what its reader has said.
    pub(super) fn texts(
        &self,
        common: &Common,
        each: &mut dyn FnMut(Text<'_>) -> Goes,
    ) -> io::Result<(bool, ControlFlow<()>)> {
        let name = archive::name_of(&self.path, common.encoding).into_owned();
        let (mut all_read, mut goes, mut foreign) = (true, ControlFlow::Continue(()), false);
        let mut hand_on = |text: Text<'_>| {
            goes = each(text)?;
            if goes.is_break() { Err(io::ErrorKind::Other.into()) } else { Ok(()) }
        };
        let is_unread = |kind| matches!(kind, FailureKind::Unsupported | FailureKind::Document);
        let mut each = |found: Result<Member<'_>, Failure>| match found {
            // A record says what such a file is.
            Err(failure) if self.is_named && is_unread(failure.kind) && failure.name == name && name != "-" => {
                foreign = true;
                Ok(())
            }
            Err(failure) if failure.kind == FailureKind::Document && !(self.is_named && failure.name == name) => {
                complain_without_records(&failure.name, common);
                Ok(())
            }
            Err(failure) => {
                super::complain_unread(&failure);
                all_read = false;
                Ok(())
            }
            Ok(member) => {
                let (path, member_name) = (member.path.to_owned(), member.name);
                let is_named = self.is_named && member.is_of(&name);
                let (format, reader): (_, Box<dyn Read + Send + '_>) = match common.from {
                    Some(format) => (format, Box::new(member.reader)),
                    None => match sorted(member, &common.given(&path), is_named)? {
                        Sorted::Text(format, reader) => (format, Box::new(reader)),
                        Sorted::NoRecords => {
                            complain_without_records(member_name, common);
                            return Ok(());
                        }
                        Sorted::Broken(failure) => {
                            super::complain_unread(&failure);
                            all_read = false;
                            return Ok(());
                        }
                    },
                };
                hand_on(Text { input: Input { name: member_name.to_owned(), reader, format }, path })
            }
        };
        let limits = common.limits();
        let mut done = match name.as_str() {
            "-" => archive::read(&name, &mut Standard::default(), &limits, &mut each),
            _ => archive::members(&self.path, &limits, &mut each),
        };
        if foreign && done.is_ok() {
            let reader: Box<dyn Read + Send> = Box::new(File::open(&self.path)?);
            let format = common.from.unwrap_or(Format::STRANGE_FORMAT);
            let path = name.clone();
            done = hand_on(Text { input: Input { name, reader, format }, path });
        }
        if goes.is_continue() {
            done?;
        }
        Ok((all_read, goes))
    }
}

/// Reports that a file which the caller has not named is not read.
fn complain_without_records(name: &str, common: &Common) {
    if !common.quiet {
        super::complain(&format!("{name} is not read, because it holds no records"));
    }
}

/// The place of a text below what the caller names, `given`: of `games/2024/a.txt` in the folder `games` it is
/// `2024/a.txt`, of `games.zip:2024/a.txt.gz` in the archive `games.zip` too. An archive in a folder is a folder of that
/// name. `path` is the path of the text by itself ([`Member::path`]).
pub(super) fn place_below(name: &str, path: &str, given: &[PathBuf]) -> PathBuf {
    let (file, members) = on_disk(name);
    let below = |given: &PathBuf| Path::new(file).strip_prefix(given.to_string_lossy().as_ref()).ok();
    let below = given.iter().filter_map(below).filter(|below| !below.as_os_str().is_empty());
    let below = below.min_by_key(|below| below.as_os_str().len()).unwrap_or(Path::new(""));
    let parts = below.components().chain(members.split(':').flat_map(|part| Path::new(part).components()));
    let place: PathBuf = parts.filter(|part| matches!(part, Component::Normal(_))).collect();
    let last = Path::new(path).file_name().filter(|_| !is_standard(Path::new(path)));
    place.with_file_name(last.unwrap_or("input".as_ref()))
}

/// The file of a name in reports, and the members within: `games.zip` and `2024/a.txt` of `games.zip:2024/a.txt`. The
/// name of a file may have a `:`, too.
fn on_disk(name: &str) -> (&str, &str) {
    let is_file = |file: &str| Path::new(file).is_file() || is_standard(Path::new(file));
    if is_file(name) {
        return (name, "");
    }
    let splits = name.rmatch_indices(':').map(|(at, _)| (&name[..at], &name[at + 1..]));
    splits.into_iter().find(|(file, _)| is_file(file)).unwrap_or((name, ""))
}

/// A text, and its path by itself ([`Member::path`]).
pub(super) struct Text<'r> {
    pub(super) input: Input<'r>,
    pub(super) path: String,
}
