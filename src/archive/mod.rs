//! Where records come from: files, folders, standard input; compressed, in archives, or both.
//!
//! [`files`] finds the files, [`members`] opens one and hands out every text in it. The first bytes of a file, not its
//! name, tell what it is: gzip, zstd, bzip2, xz, tar and zip are recognised, also nested. A workbook of a spreadsheet is
//! an archive too: each of its sheets is a table. Everything else is read as a stream and nothing is held whole. Only a
//! zip that comes through a pipe or lies in another archive is copied to disk (to a temporary file without a name).
//!
//! ```
//! use scoresheet::archive::{Limits, members};
//!
//! let mut names = Vec::new();
//! members("samples/forza4/game.txt".as_ref(), &Limits::default(), &mut |found| {
//!     match found {
//!         Ok(member) => names.push(format!("{}: {} bytes", member.path, std::io::copy(member.reader, &mut std::io::sink())?)),
//!         Err(failure) => names.push(failure.to_string()),
//!     }
//!     Ok(())
//! })?;
//! assert_eq!(names.len(), 1);
//! # Ok::<(), std::io::Error>(())
//! ```

mod codec;
mod decode;
mod failure;
mod folder;
mod kind;
pub mod missing;
mod place;
mod tar;
mod usage;
mod workbook;
mod zip;

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, Write};
use std::ops::Deref;
use std::path::Path;
use std::sync::Arc;

pub use failure::{Failure, FailureKind};
pub use folder::{Selection, UNFINISHED, files};
pub(crate) use place::{name_of, promises_packed};
pub use usage::Limits;

use decode::{Decoder, Spare};
use kind::Kind;
use usage::Usage;

/// One text: a file, what a compressed file holds, or a member of an archive.
pub struct Member<'m> {
    /// What reports call it: `games.tar.gz:2024/a.txt`.
    pub name: &'m str,
    /// Its own path, without the archives it lies in and the endings of compression: `2024/a.txt`. Its ending tells
    /// the format.
    pub path: &'m str,
    /// How many bytes it has, if that is known beforehand. Archives can lie.
    pub size: Option<u64>,
    /// Its bytes. An error of this reader holds a [`Failure`]; each further read says it again.
    pub reader: &'m mut (dyn Read + Send),
}

impl Member<'_> {
    /// Whether it is the file of that name, or a sheet of the workbook of that name, not one of the files of an archive.
    pub fn is_of(&self, file: &str) -> bool {
        let is_sheet = |sheet: &str| self.path.strip_suffix(".csv") == Some(sheet);
        let rest = self.name.strip_prefix(file);
        rest.is_some_and(|rest| rest.is_empty() || rest.strip_prefix(':').is_some_and(is_sheet))
    }
}

impl fmt::Debug for Member<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Member").field("name", &self.name).field("size", &self.size).finish_non_exhaustive()
    }
}

/// Opens a file and calls `each` with every text in it and with everything that could not
/// be read, in the order of the file.
///
/// A failure ends one member, or the file if nothing after it can be read. It is reported once, by a call of its own
/// after the member it happened in. So `each` may return the error of the member's reader, or ignore it. It need not
/// read a member to its end.
///
/// # Errors
/// What `each` returns, if that holds no [`Failure`]: it ends everything at once.
pub fn members(
    file: &Path,
    limits: &Limits,
    each: &mut dyn FnMut(Result<Member<'_>, Failure>) -> io::Result<()>,
) -> io::Result<()> {
    let name = name_of(file, limits.names);
    let opened = File::open(file).and_then(|file| file.metadata().map(|data| (file, data)));
    let (file, data) = match opened {
        Ok((_, data)) if data.is_dir() => {
            return each(Err(Failure::new(&name, FailureKind::Io, "is a folder")));
        }
        Ok(opened) => opened,
        Err(error) => {
            let why = missing::why(file, &error);
            return each(Err(Failure::new(&name, FailureKind::Io, why)));
        }
    };
    let (size, seekable) = if data.is_file() { (Some(data.len()), Some(&file)) } else { (None, None) };
    unpack(&name, &mut &file, size, seekable, limits, each)
}

/// Like [`members`], for the bytes of any reader; `name` is their name in reports.
///
/// # Errors
/// See [`members`].
pub fn read(
    name: &str,
    reader: &mut (dyn Read + Send),
    limits: &Limits,
    each: &mut dyn FnMut(Result<Member<'_>, Failure>) -> io::Result<()>,
) -> io::Result<()> {
    unpack(name, reader, None, None, limits, each)
}

/// Whether a file is compressed, an archive or something else that holds no text by itself.
///
/// # Errors
/// Fails if the system cannot read the file.
pub fn is_packed(file: &Path) -> io::Result<bool> {
    let mut head = [0; kind::HEAD];
    match fill(&mut File::open(file)?, &mut head) {
        (_, Some(error)) => Err(error),
        (length, None) => Ok(Kind::of(&head[..length]) != Kind::Plain),
    }
}

/// The failure of a file whose name promises an archive or compressed data. It is for a caller who has got the file as a
/// [`Member`], which shows that it is neither, and who has found no records in it.
pub(crate) fn broken_promise(name: &str, path: &str) -> Option<Failure> {
    let message = "it is damaged: its name is that of an archive or of compressed data, but its first bytes are not";
    promises_packed(path).then(|| Failure::damaged(name, message))
}

/// The text of a file that is compressed as a whole, and the path without the ending of compression; any other file
/// comes back unchanged. `name` is its name in failures.
///
/// # Errors
/// Fails if `reader` fails.
pub fn decompressed<'r>(
    name: &str,
    mut reader: Box<dyn Read + Send + 'r>,
) -> io::Result<(String, Box<dyn Read + Send + 'r>)> {
    let mut head = [0; kind::HEAD];
    let (length, error) = fill(&mut *reader, &mut head);
    if let Some(error) = error {
        return Err(error);
    }
    let whole = io::Cursor::new(head).take(length as u64).chain(reader);
    Ok(match Kind::of(&head[..length]) {
        Kind::Compressed(method) => {
            let usage = Arc::new(Usage::new(name, Limits::default()));
            let source = Outermost { reader: whole, usage: usage.clone(), name: name.to_owned(), failed: None };
            (place::within(name, method), Box::new(Decoder::new(source, method, name, usage)))
        }
        _ => (name.to_owned(), Box::new(whole)),
    })
}

fn unpack(
    name: &str,
    reader: &mut (dyn Read + Send),
    size: Option<u64>,
    file: Option<&File>,
    limits: &Limits,
    each: &mut dyn FnMut(Result<Member<'_>, Failure>) -> io::Result<()>,
) -> io::Result<()> {
    let usage = Usage::new(name, *limits);
    let mut outermost = Outermost { reader, usage: &usage, name: name.to_owned(), failed: None };
    let mut walk = Walk { usage: &usage, each, calls: 0, spare: Spare::default() };
    walk.open(&Item { name, path: name, size, depth: 0, file }, &mut outermost)?;
    match outermost.failed {
        Some(failure) => walk.fail(failure),
        None => Ok(()),
    }
}

/// The bytes of the file itself: counts them, and names the file in what the system says.
struct Outermost<R, U> {
    reader: R,
    usage: U,
    name: String,
    failed: Option<Failure>,
}

impl<R: Read, U: Deref<Target = Usage>> Read for Outermost<R, U> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            if let Some(failure) = &self.failed {
                return Err(failure.clone().into());
            }
            match self.reader.read(out) {
                Ok(count) => {
                    self.usage.take(count as u64);
                    return Ok(count);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => self.failed = Some(Failure::io(&self.name, &error)),
            }
        }
    }
}

/// What is known of a stream before its first byte.
#[derive(Clone, Copy)]
struct Item<'i> {
    name: &'i str,
    path: &'i str,
    size: Option<u64>,
    /// How many layers it lies in.
    depth: u32,
    /// The file itself, if the stream is one from its start to its end.
    file: Option<&'i File>,
}

/// A walk through the layers of one file.
struct Walk<'w> {
    usage: &'w Usage,
    each: &'w mut dyn FnMut(Result<Member<'_>, Failure>) -> io::Result<()>,
    /// How many times `each` was called.
    calls: u64,
    /// The memory of the decoder of the member before.
    spare: Spare,
}

impl Walk<'_> {
    /// Opens a member of an archive, unless its name says not to.
    fn member(&mut self, item: &Item<'_>, reader: &mut (dyn Read + Send)) -> io::Result<()> {
        if place::is_litter(item.path) {
            return Ok(());
        }
        if place::climbs(item.path) && !self.usage.limits.any_path {
            let message = "its path leads out of the archive";
            return self.fail(Failure {
                help: Some("`--any-path` reads it anyway; the program never extracts files".into()),
                ..Failure::new(item.name, FailureKind::Limit, message)
            });
        }
        self.open(item, reader)
    }

    /// Finds out what a stream is, and hands it out or enters it. Its reader repeats an error at each further read.
    fn open(&mut self, item: &Item<'_>, reader: &mut (dyn Read + Send)) -> io::Result<()> {
        let mut head = [0; kind::HEAD];
        let (length, error) = fill(reader, &mut head);
        let kind = match Kind::of(&head[..length]) {
            // A tar without members is nothing but zeros.
            Kind::Plain if length > 0 && head == [0; kind::HEAD] && place::is_tar(item.path) => Kind::Tar,
            kind => kind,
        };
        // The layer below reports it. What is left of an archive that does not show its kind is no text.
        if error.is_some() && (length == 0 || kind == Kind::Plain && promises_packed(item.path)) {
            return Ok(());
        }
        let mut whole = head[..length].chain(reader);
        if length == 0 && promises_packed(item.path) {
            return self.fail(Failure::damaged(
                item.name,
                "it ends too early: it is empty, but its name is that of an archive or of compressed data",
            ));
        }
        if kind == Kind::Plain {
            return self.text(item, &mut whole);
        }
        if let Kind::Foreign(what, help) = kind {
            return self.fail(Failure {
                help: Some(help.to_owned()),
                ..Failure::new(
                    item.name,
                    FailureKind::Unsupported,
                    format!("it is {what}, which this program does not read"),
                )
            });
        }
        let most = self.usage.limits.depth.min(Limits::DEEPEST);
        if item.depth >= most {
            return self.fail(match most {
                Limits::DEEPEST => {
                    Failure::new(item.name, FailureKind::Limit, format!("archives are nested more than {most} deep"))
                }
                _ => Failure::limit(item.name, format!("archives are nested more than {most} deep"), "--max-depth"),
            });
        }
        let calls = self.calls;
        self.enter(kind, &Item { depth: item.depth + 1, ..*item }, &mut whole)?;
        // An archive that holds nothing is an empty text, if it could be read.
        if self.calls == calls && !self.usage.spent() && fill(&mut whole, &mut [0]).1.is_none() {
            return self.text(&Item { size: Some(0), ..*item }, &mut io::empty());
        }
        Ok(())
    }

    /// Hands out everything in a stream of that kind.
    fn enter(&mut self, kind: Kind, item: &Item<'_>, reader: &mut (dyn Read + Send)) -> io::Result<()> {
        match kind {
            Kind::Compressed(method) => {
                let path = place::within(item.path, method);
                let mut decoder = Decoder::new(reader, method, item.name, self.usage);
                self.open(&Item { path: &path, size: None, file: None, ..*item }, &mut decoder)?;
                match decoder.failure() {
                    Some(failure) => self.fail(failure),
                    None => Ok(()),
                }
            }
            Kind::Tar => tar::walk(self, item, reader),
            _ => match item.file.map(File::try_clone) {
                Some(Ok(file)) => {
                    self.usage.take(item.size.unwrap_or(0));
                    zip::walk(self, item, file)
                }
                Some(Err(error)) => self.fail(Failure::io(item.name, &error)),
                None => match spool(reader, self.usage.limits.size) {
                    Ok(Some(file)) => zip::walk(self, item, file),
                    Ok(None) => {
                        let most = self.usage.limits.size;
                        let message =
                            format!("a zip that is not a file is copied first, and has more than {most} bytes");
                        self.fail(Failure::limit(item.name, message, "--max-size"))
                    }
                    Err(error) => self.fail(Failure::new(
                        item.name,
                        FailureKind::Io,
                        format!("a zip that is not a file needs a temporary copy, which cannot be made: {error}"),
                    )),
                },
            },
        }
    }

    /// Hands out a text.
    fn text(&mut self, item: &Item<'_>, reader: &mut (dyn Read + Send)) -> io::Result<()> {
        let Item { name, path, size, .. } = *item;
        self.calls += 1;
        match (self.each)(Ok(Member { name, path, size, reader })) {
            // The layer where it happened reports it.
            Err(error) if Failure::of(&error).is_some() => Ok(()),
            result => result,
        }
    }

    fn fail(&mut self, failure: Failure) -> io::Result<()> {
        self.calls += 1;
        (self.each)(Err(failure))
    }
}

/// Copies a zip to a temporary file, as far as it can be read; `None` if it has more than `most` bytes. Only failures of
/// the temporary file are errors.
fn spool(reader: &mut (dyn Read + Send), most: u64) -> io::Result<Option<File>> {
    let mut file = crate::temporary::file()?;
    let (mut block, mut length) = (vec![0; 128 * 1024], 0);
    while let Ok(count @ 1..) = reader.read(&mut block) {
        length += count as u64;
        if length > most {
            return Ok(None);
        }
        file.write_all(&block[..count])?;
    }
    file.rewind()?;
    Ok(Some(file))
}

/// Reads until `block` is full, the end or an error: what was read before it counts too.
fn fill(reader: &mut (impl Read + ?Sized), block: &mut [u8]) -> (usize, Option<io::Error>) {
    let mut length = 0;
    while length < block.len() {
        match reader.read(&mut block[length..]) {
            Ok(0) => break,
            Ok(count) => length += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return (length, Some(error)),
        }
    }
    (length, None)
}

/// Reads to the end and forgets it; `false` at an error.
fn skip(reader: &mut dyn Read) -> bool {
    io::copy(reader, &mut io::sink()).is_ok()
}
