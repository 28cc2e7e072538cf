//! One place for text: standard output, a file that takes its place when it is whole, or a device.

use std::fs::File;
use std::io::{self, BufWriter, Seek, Write};
use std::path::{Path, PathBuf};

use super::{BUFFER, named};

/// Standard output. Its reader may close it early (`| head`): that is not an error, and the command ends as it would
/// otherwise.
#[derive(Debug)]
pub(in crate::commands) struct Pipe {
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
pub(in crate::commands) enum Output {
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
    pub(in crate::commands) fn standard() -> Output {
        Output::Standard(BufWriter::with_capacity(BUFFER, Pipe { out: io::stdout(), closed: false }))
    }

    /// Whether it is a pipe that nobody reads any more. Further text is lost.
    pub(in crate::commands) fn is_closed(&self) -> bool {
        matches!(self, Output::Standard(out) if out.get_ref().closed)
    }

    /// This output under another name. Only a file that waits beside the one it replaces can have one; any other output
    /// stays as it is.
    pub(in crate::commands) fn under(self, name: &Path) -> Output {
        match self {
            Output::File { file, .. } => Output::File { file, path: name.to_owned() },
            other => other,
        }
    }

    /// Writes the rest, and puts a file in its place.
    pub(in crate::commands) fn finish(self) -> io::Result<()> {
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
    pub(in crate::commands) fn is_same_as(&mut self, reader: impl io::Read) -> io::Result<bool> {
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
