//! `audit --part K/N` and `audit --merge`: several processes audit one archive, each a part of its bytes.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use super::files::{is_standard, name_of};
use super::inputs::Inputs;
use super::outputs::Output;
use crate::archive::{self, Failure};
use crate::audit::part::{Archive, AuditedPart};
use crate::audit::{self, Options, Products, Progress, Summary};
use crate::formats::{Format, Given};
use crate::parallel::{Beginning, Feeder};
use crate::ranges::{self, Counts, Prologue};

/// Which part of an archive is audited: `3/16`.
#[derive(Debug, Clone, Copy)]
pub(super) struct PartNumber {
    number: u32,
    count: u32,
}

/// Reads `3/16`.
pub(super) fn part_number(text: &str) -> Result<PartNumber, String> {
    let numbers = text.split_once('/').and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
    match numbers {
        Some((number, count)) if (1..=count).contains(&number) => Ok(PartNumber { number, count }),
        _ => Err("a part is written 3/16: the third of sixteen".to_owned()),
    }
}

/// A part of an archive, and how it is read.
pub(super) struct Portion<'a> {
    pub(super) part: PartNumber,
    pub(super) inputs: &'a Inputs<'a>,
    pub(super) options: &'a Options,
    /// Whether numbers of records and lines are wanted that are true at once: what stands before the part in its first file
    /// is then read, too.
    pub(super) is_counted: bool,
}

/// What was read from the archive.
#[derive(Debug, Clone, Copy, Default)]
struct Fed {
    files: u64,
    bytes: u64,
    is_within_file: bool,
    open: Option<Open>,
}

/// A file that continues in a later part.
#[derive(Debug, Clone, Copy)]
struct Open {
    lines: u64,
    /// Whether this part holds anything of it.
    is_read: bool,
}

/// A piece of a file that is cut.
struct Piece {
    file: File,
    format: Format,
    /// Where it begins; `None` if no record begins in it or later.
    begin: Option<Beginning>,
    /// Where it ends; `None` where the file does.
    end: Option<u64>,
    /// Whether the lines of the file have been counted.
    has_lines: bool,
}

/// Why `--part` cannot be used with these paths.
pub(super) fn complaint(paths: &[PathBuf]) -> Option<String> {
    let has_parts = |path: &&PathBuf| path.metadata().map_or(true, |data| data.is_file() || data.is_dir());
    let wrong = paths.iter().find(|path| is_standard(path) || !has_parts(path))?;
    let name = name_of(wrong);
    Some(format!(
        "--part begins to read in the middle, and {name} can only be read from its start: name files or folders"
    ))
}

/// Audits a part and returns its findings, for [`merge`]. `report` and `rejects` get its records only.
pub(super) fn audit(
    portion: &Portion<'_>,
    paths: &[PathBuf],
    progress: &Arc<Progress>,
    products: Products<'_, '_>,
) -> io::Result<AuditedPart> {
    let fed = Mutex::new(Fed::default());
    let feed = |feeder: &mut Feeder<'_>| {
        let done = portion.feed(paths, progress, feeder);
        *fed.lock().unwrap_or_else(PoisonError::into_inner) = done;
    };
    let summary = audit::run(portion.options, progress, feed, products)?;
    let fed = *fed.lock().unwrap_or_else(PoisonError::into_inner);
    let open =
        |open: Open| Counts { records: if open.is_read { summary.of_last_input() } else { 0 }, lines: open.lines };
    let Options { defaults, strict, deny_warnings, max_record, form, given, repairs, baselines, .. } = portion.options;
    let known = baselines.known.as_ref().map(|known| known.identity());
    let archive = Archive {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        files: fed.files,
        bytes: fed.bytes,
        options: format!("{defaults:?} {given:?} {strict} {deny_warnings} {max_record} {form:?} {repairs:?} {known:?}"),
        max_diagnostics: portion.options.max_diagnostics,
    };
    let PartNumber { number, count } = portion.part;
    let open = fed.open.map(open);
    Ok(AuditedPart { number, count, archive, is_within_file: fed.is_within_file, open, summary })
}

/// The summary of the archive whose parts are in these files.
pub(super) fn merge(paths: &[PathBuf]) -> Result<Summary, String> {
    let mut parts = Vec::new();
    for path in paths {
        let (name, before) = (path.display(), parts.len());
        let bytes = if is_standard(path) {
            let mut bytes = Vec::new();
            io::stdin().read_to_end(&mut bytes).map(|_| bytes)
        } else {
            std::fs::read(path)
        };
        let bytes = bytes.map_err(|error| format!("{name}: {}", archive::missing::why(path, &error)))?;
        // A file may hold the lines of several parts.
        for part in serde_json::Deserializer::from_slice(&bytes).into_iter() {
            let why = |error: serde_json::Error| {
                let (line, column) = (error.line(), error.column());
                format!("{name} is not what audit --part prints: it differs at line {line}, column {column}")
            };
            parts.push(part.map_err(why)?);
        }
        if parts.len() == before {
            return Err(format!("{name} is empty: audit --part prints a line for each part"));
        }
    }
    audit::part::merge(parts)
}

/// Writes a part as a line of JSON.
pub(super) fn print(part: &AuditedPart) -> io::Result<()> {
    let mut out = Output::standard();
    serde_json::to_writer(&mut out, part)?;
    out.write_all(b"\n")?;
    out.flush()
}

impl Portion<'_> {
    /// Hands the part to the feeder.
    fn feed(&self, paths: &[PathBuf], progress: &Arc<Progress>, feeder: &mut Feeder<'_>) -> Fed {
        let sized = |path: Result<PathBuf, Failure>| {
            let size = path.as_ref().ok().and_then(|path| path.metadata().ok()).map_or(0, |data| data.len());
            (path, size)
        };
        let files: Vec<_> = self.inputs.files(paths).map(sized).collect();
        let total = files.iter().map(|(_, size)| size).sum();
        let PartNumber { number, count } = self.part;
        let range = ranges::part(total, number, count);
        let mut fed = Fed { files: files.len() as u64, bytes: total, ..Fed::default() };
        let mut at = 0;
        for (path, size) in files {
            let (start, end) = (range.start.max(at) - at, range.end.min(at + size).saturating_sub(at));
            // A file without bytes belongs to the part that begins or continues there.
            let is_here = if size > 0 { start < end } else { range.contains(&at) || at == total && number == count };
            at += size;
            if !is_here {
                continue;
            }
            (fed.open, fed.is_within_file) = (None, false);
            let path = match path {
                Ok(path) => path,
                Err(failure) => {
                    feeder.unread(failure);
                    continue;
                }
            };
            let done = if end - start == size {
                self.inputs.file(paths, &path, progress, feeder).map(|()| None)
            } else {
                self.piece(paths, &path, (start, end, size), progress, feeder)
            };
            let Ok(open) = done else { return fed };
            fed.is_within_file = open.is_some() && start > 0;
            fed.open = open;
        }
        fed
    }

    /// Hands the bytes from `start` to `end` of a file to the feeder; returns an [`Open`] if the file continues.
    fn piece(
        &self,
        paths: &[PathBuf],
        path: &Path,
        (start, end, size): (u64, u64, u64),
        progress: &Arc<Progress>,
        feeder: &mut Feeder<'_>,
    ) -> io::Result<Option<Open>> {
        let name = path.display().to_string();
        let found = self.cut(path, &name, (start, end, size));
        let Ok(Some(Piece { mut file, format, begin, end, has_lines })) = found else {
            // The part with its first byte has all of it, and reports why it cannot be read.
            if start == 0 {
                self.inputs.file(paths, path, progress, feeder)?;
            } else if let Err(error) = found
                && File::open(path).is_ok()
            {
                feeder.unread(Failure::io(&name, &error));
            }
            return Ok(None);
        };
        let mut open = Open { lines: 0, is_read: false };
        if let Some(begin) = begin.filter(|begin| end.is_none_or(|end| begin.start.offset < end)) {
            let from = begin.start.offset;
            if let Err(error) = file.seek(SeekFrom::Start(from)) {
                feeder.unread(Failure::io(&name, &error));
                return Ok(None);
            }
            let mut reader = LineEnds { reader: file.take(end.map_or(u64::MAX, |end| end - from)), count: 0 };
            feeder.part(&name, format, &mut reader, begin).map_err(|_| io::ErrorKind::Other)?;
            open = Open { lines: if has_lines { 0 } else { reader.count }, is_read: true };
        }
        Ok(end.map(|_| open))
    }

    /// Where that piece of a file begins and ends. `None`: the file cannot be cut.
    fn cut(&self, path: &Path, name: &str, (start, end, size): (u64, u64, u64)) -> io::Result<Option<Piece>> {
        if archive::is_packed(path)? {
            return Ok(None);
        }
        let mut file = File::open(path)?;
        let options = ranges::Options {
            file: name.to_owned(),
            format: self.inputs.format,
            given: Given { file: Some(name.to_owned()), ..self.options.given.clone() },
            defaults: self.options.defaults.clone(),
            max_record: self.options.max_record,
            ..ranges::Options::default()
        };
        let prologue = Prologue::read(&mut file, &options, end)?;
        if prologue.is_whole() {
            return Ok(None);
        }
        let format = prologue.format(&options.given)?;
        let first = ranges::first(&mut file, &prologue, start, &options)?;
        let after = if end < size { ranges::first(&mut file, &prologue, end, &options)? } else { None };
        // If no record begins later, a file that continues ends at its last byte.
        let end = (end < size).then(|| after.map_or(size, |after| after.start.offset));
        let begin = match first {
            Some(ranges::Begin { mut start, partition, systems }) => {
                let mut before = (start.offset == 0).then_some(0);
                if self.is_counted && start.offset > 0 {
                    let counts = ranges::counts_before(&mut file, &prologue, start.offset, &options)?;
                    before = Some(counts.records);
                    start.line = counts.lines + 1;
                }
                Some(Beginning { start, partition, systems, before })
            }
            None => None,
        };
        Ok(Some(Piece { file, format, begin, end, has_lines: prologue.counts_lines() }))
    }
}

/// Counts line ends as they are read.
struct LineEnds<R> {
    reader: R,
    count: u64,
}

impl<R: Read> Read for LineEnds<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(bytes)?;
        self.count += memchr::memchr_iter(b'\n', &bytes[..count]).count() as u64;
        Ok(count)
    }
}
