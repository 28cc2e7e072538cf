//! Where a command's products go: decided for every command in one place, before anything is read.
//!
//! No call overwrites what it reads, and no two of its products go to one file: [`Outputs::new`] refuses such calls. A
//! file is known by what it is and not by its name, so links and other ways to it are seen. What is written appears
//! under its name only when it is whole: it grows in a file beside it that takes its place at the end. Only devices,
//! pipes and links are opened as they are, and written to.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use super::signals::Leftovers;
use super::spared::holds_records;
use crate::archive::UNFINISHED;
use crate::formats::Format;

/// How much is written at once.
const BUFFER: usize = 256 * 1024;

/// Whether a file may be what an earlier call wrote.
pub(super) type IsLeft = fn(&Path) -> bool;

/// The outputs of one call, none of which is one of its inputs.
#[derive(Debug)]
pub(super) struct Outputs {
    /// The files that the call writes to, also the one that standard output goes to.
    files: HashSet<Identity>,
    /// Those of them that the caller names.
    named: HashSet<Identity>,
    /// What an earlier call may have left in their place, which is written over.
    renewed: Vec<(Identity, IsLeft)>,
    /// The files that the call reads for something else than their records.
    aside: HashSet<Identity>,
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
        let standard = streams::output().and_then(|data| Identity::of_file(&data, Path::new("-")));
        let mut writes: HashMap<Identity, (&'static str, &Path)> = HashMap::new();
        for (option, path) in options {
            let Some(path) = path else { continue };
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
            let name =
                |path: &Path| if is_standard(path) { "standard input".into() } else { path.display().to_string() };
            if let Some((option, output)) = writes.get(&read) {
                let same = if *output == path { String::new() } else { format!(", which is {}", output.display()) };
                let name = name(path);
                return Err(format!(
                    "{name}{same} is an input: {option} cannot write to it in the same call; name another file"
                ));
            }
            if standard.as_ref() == Some(&read) {
                return Err(format!("{} is an input, and standard output goes to it", name(path)));
            }
        }
        let named: HashSet<Identity> = writes.into_keys().collect();
        let files = named.iter().cloned().chain(standard).collect();
        Ok(Outputs { files, named, renewed: Vec::new(), aside: HashSet::new(), leftovers: Leftovers::default() })
    }

    /// Says what an earlier call may have left at `path`.
    pub(super) fn renew(&mut self, path: Option<&Path>, is_left: IsLeft) {
        self.renewed.extend(path.and_then(Identity::of_input).map(|file| (file, is_left)));
    }

    /// Says that the call reads a file for something else than its records.
    pub(super) fn set_aside(&mut self, path: &Path) {
        self.aside.extend(Identity::of_input(path));
    }

    /// Why the file at `path` is no input although it stands in a folder that is.
    pub(super) fn why_not_read(&self, path: &Path) -> Option<&'static str> {
        if self.holds(path) {
            return Some("this call writes it");
        }
        let is_aside =
            !self.aside.is_empty() && Identity::of_input(path).is_some_and(|file| self.aside.contains(&file));
        is_aside.then_some("it is the baseline")
    }

    /// Finds no record that the call would write over: a file that holds records and stands in a folder among those that are
    /// read is no output. `files` are those that are read, with those of folders.
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

    /// The same, where standard output, too, gets the text only when it is whole.
    pub(super) fn open_whole(&self, path: Option<&Path>) -> io::Result<Output> {
        match path.filter(|path| !is_standard(path)) {
            Some(path) => self.open(Some(path)),
            None => Ok(Output::Spooled(BufWriter::with_capacity(BUFFER, tempfile::tempfile()?))),
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
            return if is_link { spooled(path.to_owned()) } else { self.beside(path.to_owned(), Some(&old)) };
        }
        let file = streams::open(path, &old)?;
        Ok(Output::Opened { file: BufWriter::with_capacity(BUFFER, file), path: path.to_owned() })
    }

    /// Copies a file to another name, with its owner and its mode.
    pub(super) fn copy(&self, from: &Path, to: &Path) -> io::Result<()> {
        let copied = || -> io::Result<Output> {
            let mut file = File::open(from)?;
            let mut copy = self.beside(to.to_owned(), Some(&file.metadata()?))?;
            io::copy(&mut file, &mut copy)?;
            Ok(copy)
        };
        copied().map_err(|error| named(to, &error))?.finish()
    }

    /// A new file that will replace another one, if there is one.
    fn beside(&self, path: PathBuf, old: Option<&Metadata>) -> io::Result<Output> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut builder = tempfile::Builder::new();
        builder.prefix(UNFINISHED);
        streams::usual_mode(&mut builder);
        let made = self.leftovers.guard(|| builder.tempfile_in(folder), |file| file.path().to_owned());
        let file = made.map_err(|error| unmade(folder, error))?;
        if let Some(old) = old {
            streams::keep_owner(file.as_file(), old);
            file.as_file().set_permissions(old.permissions())?;
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
    Ok(Output::Linked { file: BufWriter::with_capacity(BUFFER, tempfile::tempfile()?), path })
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

/// Standard output. Its reader may close it early (`| head`): that is not an error, and the command ends as it would
/// otherwise.
#[derive(Debug)]
pub(super) struct Pipe {
    out: io::Stdout,
    closed: bool,
}

impl Pipe {
    /// Turns the error of a closed pipe into success; from then on all output is dropped.
    fn unless_closed<T>(&mut self, done: io::Result<T>, all: T) -> io::Result<T> {
        match done {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(all)
            }
            Err(error) => Err(named(Path::new("standard output"), &error)),
            done => done,
        }
    }
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.closed {
            return Ok(bytes.len());
        }
        let done = self.out.write(bytes);
        self.unless_closed(done, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.closed {
            return Ok(());
        }
        let done = self.out.flush();
        self.unless_closed(done, ())
    }
}

/// Where the output of a command goes.
#[derive(Debug)]
pub(super) enum Output {
    Standard(BufWriter<Pipe>),
    /// A file without a name, whose text goes to standard output.
    Spooled(BufWriter<File>),
    /// Memory, for text that is shown more than once.
    Held(Vec<u8>),
    /// A new file beside the one that will be replaced by it.
    File {
        file: BufWriter<tempfile::NamedTempFile>,
        path: PathBuf,
    },
    /// A file without a name, whose text goes to the file that a link leads to.
    Linked {
        file: BufWriter<File>,
        path: PathBuf,
    },
    /// A device or a pipe.
    Opened {
        file: BufWriter<File>,
        path: PathBuf,
    },
}

impl Output {
    /// Standard output.
    pub(super) fn standard() -> Output {
        Output::Standard(BufWriter::with_capacity(BUFFER, Pipe { out: io::stdout(), closed: false }))
    }

    /// Whether it is a pipe that nobody reads any more. Text that is still written to it is lost.
    pub(super) fn is_closed(&self) -> bool {
        matches!(self, Output::Standard(out) if out.get_ref().closed)
    }

    /// Writes out what is left, and puts a file in its place.
    pub(super) fn finish(self) -> io::Result<()> {
        match self {
            Output::Standard(mut out) => out.flush(),
            Output::Held(_) => Ok(()),
            Output::Spooled(file) => {
                let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.rewind()?;
                let mut out = Output::standard();
                io::copy(&mut file, &mut out)?;
                out.finish()
            }
            Output::File { file, path } => {
                let whole = || -> io::Result<()> {
                    let file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                    file.as_file().sync_all()?;
                    file.persist(&path)?;
                    Ok(())
                };
                whole().map_err(|error| named(&path, &error))
            }
            Output::Linked { file, path } => {
                let whole = || -> io::Result<()> {
                    let mut file = file.into_inner().map_err(io::IntoInnerError::into_error)?;
                    file.rewind()?;
                    let mut target = File::create(&path)?;
                    io::copy(&mut file, &mut target)?;
                    target.sync_all()
                };
                whole().map_err(|error| named(&path, &error))
            }
            Output::Opened { mut file, path } => file.flush().map_err(|error| named(&path, &error)),
        }
    }

    /// Whether the written text equals that of `reader`. Only for files that wait beside the one they replace.
    pub(super) fn is_same_as(&mut self, reader: impl io::Read) -> io::Result<bool> {
        let Output::File { file, .. } = self else { return Ok(false) };
        file.flush()?;
        let mut written = File::open(file.get_ref().path())?;
        same(&mut written, &mut io::BufReader::new(reader))
    }
}

/// Whether two readers hold the same bytes.
fn same(one: &mut impl io::Read, other: &mut impl io::BufRead) -> io::Result<bool> {
    let mut block = vec![0; BUFFER];
    loop {
        let there = other.fill_buf()?;
        if there.is_empty() {
            return Ok(one.read(&mut block)? == 0);
        }
        let count = there.len().min(block.len());
        match one.read_exact(&mut block[..count]) {
            Ok(()) if block[..count] == there[..count] => other.consume(count),
            Ok(()) => return Ok(false),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(false),
            Err(error) => return Err(error),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Output::Standard(out) => out.write(bytes),
            Output::Spooled(file) => file.write(bytes),
            Output::Held(text) => text.write(bytes),
            Output::File { file, path } => file.write(bytes).map_err(|error| named(path, &error)),
            Output::Linked { file, path } | Output::Opened { file, path } => {
                file.write(bytes).map_err(|error| named(path, &error))
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Output::Standard(out) => out.flush(),
            Output::Spooled(file) => file.flush(),
            Output::Held(_) => Ok(()),
            Output::File { file, path } => file.flush().map_err(|error| named(path, &error)),
            Output::Linked { file, path } | Output::Opened { file, path } => {
                file.flush().map_err(|error| named(path, &error))
            }
        }
    }
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Whether a path names a standard stream.
fn is_standard(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// The identity of a file, independent of its names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Identity {
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
    fn of_file(data: &Metadata, path: &Path) -> Option<Identity> {
        (!streams::is_two_way(data)).then(|| Identity::of(data, path))
    }

    fn of_input(path: &Path) -> Option<Identity> {
        let data = if is_standard(path) { streams::input() } else { fs::metadata(path).ok() };
        Identity::of_file(&data?, path)
    }

    fn of_output(path: &Path) -> Identity {
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
fn place(path: &Path) -> PathBuf {
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

/// The identity of standard streams and special files, on systems that tell it.
#[cfg(unix)]
mod streams {
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
        let same =
            |file: &File| file.metadata().is_ok_and(|other| (other.dev(), other.ino()) == (data.dev(), data.ino()));
        [file(io::stdout()), file(io::stderr())].into_iter().flatten().find(same)
    }

    /// Whether reading from the file gives something else than was written to it, as for a terminal.
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
}

/// The identity of standard streams and special files: other systems do not tell it.
#[cfg(not(unix))]
mod streams {
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

    pub(super) fn keep_owner(_: &File, _: &Metadata) {}
}
