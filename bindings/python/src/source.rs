//! Where the text of records comes from: a text in memory, or files, folders and archives.

use std::io;
use std::path::PathBuf;

use pyo3::prelude::*;
use scoresheet::Checker;
use scoresheet::archive::{self, Failure, Limits, Member, Selection};
use scoresheet::formats::{FORMATS, Format, Given, Records};
use scoresheet::input;

use crate::Unread;
use crate::known::Known;
use crate::words::in_python;

/// How many records are worked on between two looks at the keyboard.
const PATIENCE: u64 = 256;

/// A text with its name in reports, or the path of a file, a folder or an archive.
#[derive(Debug, FromPyObject)]
pub(crate) enum Source {
    /// The bytes of a text, and its name.
    Text(Vec<u8>, String),
    /// A path.
    Path(PathBuf),
}

/// The record at hand, and what is known of its input.
pub(crate) struct Found<'r> {
    pub(crate) name: &'r str,
    pub(crate) format: Format,
    pub(crate) records: &'r mut dyn Records,
    pub(crate) checker: &'r mut Checker,
}

/// Calls `each` with one record of the source after the other, until it says that this is enough (`false`). Others may work
/// in Python meanwhile, and Ctrl-C ends it. Returns the files that cannot be read to their end: they cost no other file.
pub(crate) fn walk(
    py: Python<'_>,
    source: Source,
    known: &Known,
    mut each: impl FnMut(Found<'_>) -> io::Result<bool> + Send,
) -> PyResult<Unread> {
    let (mut interrupted, mut unread) = (None, Unread::new());
    py.detach(|| {
        let mut seen = 0;
        let mut text =
            |name: &str, path: &str, reader: &mut (dyn io::Read + Send), is_meant: bool| -> io::Result<bool> {
                let (format, reader): (_, Box<dyn io::Read>) = match known.format {
                    Some(format) => (format, Box::new(reader)),
                    None => {
                        let (format, reader) = input::find_for(reader, path, FORMATS, &known.given)?;
                        (format, Box::new(reader))
                    }
                };
                if format == Format::STRANGE_FORMAT && !is_meant {
                    return Ok(true);
                }
                let mut checker = Checker::new(known.defaults.clone()).strict(known.strict);
                let given = Given { file: Some(name.to_owned()), ..known.given.clone() };
                let mut records = input::records_given(reader, format, known.max_record, &given, &mut checker)?;
                while records.advance()? {
                    seen += 1;
                    if seen % PATIENCE == 0
                        && let Err(error) = Python::attach(|py| py.check_signals())
                    {
                        interrupted = Some(error);
                        return Ok(false);
                    }
                    if !each(Found { name, format, records: &mut *records, checker: &mut checker })? {
                        return Ok(false);
                    }
                }
                Ok(true)
            };
        match source {
            Source::Text(bytes, name) => {
                if let Err(error) = text(&name, &name, &mut &bytes[..], true) {
                    unread.push((name, in_python(&error.to_string()).into_owned()));
                }
            }
            Source::Path(path) => {
                let mut goes_on = true;
                let paths = [path];
                for file in archive::files(&paths, &Selection::default()) {
                    let file = match file {
                        Ok(file) => file,
                        Err(failure) => {
                            unread.push((failure.name, failure.message));
                            continue;
                        }
                    };
                    let mut member = |found: Result<Member<'_>, Failure>| {
                        let member = match found {
                            Ok(member) => member,
                            Err(failure) => {
                                unread.push((failure.name, failure.message));
                                return Ok(());
                            }
                        };
                        let is_meant = paths.iter().any(|path| path.as_os_str() == member.name);
                        match text(member.name, member.path, member.reader, is_meant) {
                            Ok(is_more) => goes_on = is_more,
                            // The layer in which it happened says so afterwards.
                            Err(error) if Failure::of(&error).is_some() => return Err(error),
                            Err(error) => {
                                unread.push((member.name.to_owned(), in_python(&error.to_string()).into_owned()))
                            }
                        }
                        if goes_on { Ok(()) } else { Err(io::ErrorKind::Other.into()) }
                    };
                    // It fails only where no more is wanted.
                    if archive::members(&file, &Limits::default(), &mut member).is_err() {
                        break;
                    }
                }
            }
        }
    });
    interrupted.map_or(Ok(unread), Err)
}
