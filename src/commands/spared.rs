//! Which files of a folder that is read may be written over: those that hold no records, and what an earlier call left.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use crate::archive::{self, Limits, Member};
use crate::check::Checker;
use crate::formats::{FORMATS, Format, Records};
use crate::input;
use crate::source::MAX_RECORD;

/// How many records of a transcript are checked: it may begin with a heading.
const LOOKED_AT: usize = 64;

/// Whether a file seems to hold records, judged by its beginning. Other output of an earlier call, such as a page, a
/// table of positions or a report for people, does not.
pub(super) fn holds_records(path: &Path, from: Option<Format>) -> bool {
    if fs::metadata(path).is_ok_and(|data| data.len() == 0) {
        return false;
    }
    let mut left = LOOKED_AT;
    any(path, from, &mut |format, records, checker| {
        // Any text that is nothing else is read as a transcript.
        left -= 1;
        let holds = format != Format::TRANSCRIPT || is_game(records, checker);
        if left == 0 { Some(holds) } else { holds.then_some(true) }
    })
}

/// Whether a file may be what an audit put aside: none of its records is valid.
pub(super) fn is_of_rejects(path: &Path) -> bool {
    !any(path, None, &mut |_, records, checker| {
        let verdict = checker.check(&records.record(), &mut (), None).verdict;
        verdict.valid.then_some(true)
    })
}

/// Whether a file may be the report of an audit as lines of JSON: such lines name the file of each record and its
/// diagnostics.
pub(super) fn is_report(path: &Path) -> bool {
    const LONGEST: u64 = 2 * MAX_RECORD as u64;
    let Ok(file) = File::open(path) else { return false };
    let mut line = Vec::new();
    let read = BufReader::new(file).take(LONGEST).read_until(b'\n', &mut line);
    read.is_ok() && line.starts_with(b"{\"file\":") && memchr::memmem::find(&line, b"\"diagnostics\":[").is_some()
}

/// A question about a record; `None`: ask the next one.
type Ask<'a> = &'a mut dyn FnMut(Format, &mut dyn Records, &mut Checker) -> Option<bool>;

/// The first answer for a record of a file; `false` if there is none.
fn any(path: &Path, from: Option<Format>, ask: Ask<'_>) -> bool {
    let mut answer = None;
    // What cannot be read holds no records that could be lost.
    let _ = archive::members(path, &Limits::default(), &mut |found| {
        if let Ok(member) = found {
            answer = answer_of(member, from, ask)?;
        }
        if answer.is_some() { Err(io::ErrorKind::Other.into()) } else { Ok(()) }
    });
    answer.unwrap_or_default()
}

/// The first answer for a record of a text.
fn answer_of(member: Member<'_>, from: Option<Format>, ask: Ask<'_>) -> io::Result<Option<bool>> {
    let (found, reader) = input::find(member.reader, member.path, FORMATS)?;
    let format = from.unwrap_or(found);
    if format == Format::STRANGE_FORMAT {
        return Ok(None);
    }
    let mut checker = Checker::default();
    // A table without moves, for instance, holds none.
    let Ok(mut records) = input::records(reader, format, MAX_RECORD, &mut checker) else { return Ok(None) };
    while records.advance()? {
        if let Some(answer) = ask(format, &mut *records, &mut checker) {
            return Ok(Some(answer));
        }
    }
    Ok(None)
}

/// Whether the record at hand has a tag or legal plies.
fn is_game(records: &mut dyn Records, checker: &mut Checker) -> bool {
    let record = records.record();
    !record.parts.tags.is_empty() || checker.check(&record, &mut (), None).verdict.plies > 0
}
