//! `scoresheet validate --fix`: rewrites valid records of transcripts in canonical form, where they stand.
//!
//! Only changes that need no judgement are made: the form, numbers of turns, a result that the board proves, a repeated
//! tag with the same value. A record that is invalid for any other reason stays byte for byte unchanged.

use std::collections::{BTreeSet, HashSet};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::files::{self, Found};
use super::mending::Original;
use super::outputs::{Output, Outputs, backup_of};
use super::signals::Leftovers;
use super::{Common, End, complain, say};
use crate::archive;
use crate::check::Checker;
use crate::codes::{NOTATION_AMBIGUOUS, TURN_NUMBER};
use crate::convert::{Conversion, Converter, Target};
use crate::counted::counted;
use crate::diagnostic::{Code, CodeCounts};
use crate::formats::Format;
use crate::input;
use crate::mend::tags::remove;
use crate::mend::{Draft, Edit};
use crate::record::{Record, Tag};
use crate::source::MARK;
use crate::visible::visible;

/// The changes in a file.
#[derive(Debug, Default)]
struct Changes {
    records: u64,
    turn_numbers: u64,
    tags: u64,
    results: u64,
    /// Records that stay as they are because their plies mean one thing in one notation system and another in another:
    /// canonical form would settle it without a word.
    ambiguous: u64,
}

impl Changes {
    /// All of them, for people; nothing if there is none.
    fn in_words(&self) -> Option<String> {
        let stays = (self.ambiguous > 0).then(|| {
            let (records, s) = (counted(self.ambiguous, "record"), if self.ambiguous == 1 { "s" } else { "" });
            format!(
                "{records} stay{s} unchanged: `validate` shows which notation systems fit, and --notation names one"
            )
        });
        let rewritten = (self.records > 0).then(|| self.rewritten());
        let said: Vec<String> = rewritten.into_iter().chain(stays).collect();
        (!said.is_empty()).then(|| said.join("; "))
    }

    fn rewritten(&self) -> String {
        let kinds = [
            (self.turn_numbers, "turn number", "corrected"),
            (self.tags, "repeated tag", "removed"),
            (self.results, "result", "added"),
        ];
        let kinds = kinds.into_iter().filter(|(count, ..)| *count > 0);
        let kinds: Vec<String> = kinds.map(|(count, what, done)| format!("{} {done}", counted(count, what))).collect();
        let more = if kinds.is_empty() { String::new() } else { format!(" ({})", kinds.join(", ")) };
        format!("{} rewritten in canonical form{more}", counted(self.records, "record"))
    }
}

/// Fixes files, and reports the changes in each. `keeps_backup` keeps the old text of a file.
///
/// # Errors
/// What is wrong with a glob.
pub(super) fn run(paths: &[PathBuf], common: &Common, keeps_backup: bool) -> Result<End, String> {
    let (mut end, leftovers) = (End::Good, Leftovers::default());
    let all = files::under(paths, common, |_| false)?;
    // None is changed if a backup would take the place of another.
    if let Err(message) = no_backup_of_another(all.iter().flatten().map(Found::path), keeps_backup) {
        complain(&message);
        return Ok(End::Failed);
    }
    for found in all {
        match found.and_then(|found| fix(found.path(), common, keeps_backup, &leftovers)) {
            Ok(_) if common.quiet => {}
            Ok((name, changes)) => {
                if let Some(changes) = changes.in_words() {
                    say(&format!("{}: {changes}\n", visible(&name)));
                }
            }
            Err(message) => {
                complain(&message);
                end = End::Failed;
            }
        }
    }
    Ok(end)
}

/// Fails if the backup of one of the files would be another of them.
fn no_backup_of_another<'p>(paths: impl Iterator<Item = &'p Path>, keeps_backup: bool) -> Result<(), String> {
    if !keeps_backup {
        return Ok(());
    }
    let files: BTreeSet<PathBuf> = paths.filter_map(|path| fs::canonicalize(path).ok()).collect();
    match files.iter().find(|file| files.contains(&backup_of(file))) {
        Some(file) => Err(format!(
            "{} is to be fixed too, but the backup of {} takes its name",
            backup_of(file).display(),
            file.display()
        )),
        None => Ok(()),
    }
}

/// Fixes one file; returns its name and its changes.
fn fix(path: &Path, common: &Common, keeps_backup: bool, leftovers: &Leftovers) -> Result<(String, Changes), String> {
    let name = path.display().to_string();
    if name == "-" {
        return Err("standard input cannot be fixed in place; name files".to_owned());
    }
    let named = |error: io::Error| format!("{name}: {error}");
    // If there is no file, the judgement that follows reports it.
    let Ok(file) = fs::canonicalize(path) else { return Ok((name, Changes::default())) };
    let input = files::open(path, common)?;
    if archive::is_packed(&file).map_err(named)? || input.format != Format::TRANSCRIPT {
        return Err(format!("{name}: only transcripts are fixed; `convert` rewrites other files"));
    }
    let backup = backup_of(&file);
    let kept = keeps_backup.then_some(("a backup", Some(&*backup)));
    let written = [("a file to be fixed", Some(&*file))].into_iter().chain(kept);
    let outputs = Outputs::of_one_file(leftovers, written, [])?;
    let mut out = outputs.open(Some(&file)).map_err(|error| error.to_string())?;
    let mut checker = Checker::new(common.defaults());
    let given = common.given(&name);
    let mut records =
        input::records_given(input.reader, input.format, common.max_record, &given, &mut checker).map_err(named)?;
    let size = fs::metadata(&file).map_err(named)?.len();
    let (mut fixer, mut changes, mut before) = (Fixer::new(common), Changes::default(), 0);
    while records.advance().map_err(named)? {
        let end = records.extent().end;
        if let Some(encoding) = records.header().parts.foreign.encoding {
            return Err(format!(
                "{name}: it is in {encoding}, and only transcripts in UTF-8 are fixed; `convert --to transcript` rewrites it"
            ));
        }
        let original = Original::of(&mut *records, Format::TRANSCRIPT);
        if original.bytes().is_empty() {
            return Err(format!("{name}: a record is too long to be fixed, so the file stays as it was"));
        }
        let between = before..end.saturating_sub(original.bytes().len() as u64);
        if !copy_blank(&file, between, &mut out).map_err(named)? {
            return Err(format!("{name}: some of its text belongs to no record, so the file stays as it was"));
        }
        before = end;
        let text = fixer.fixed(&records.record(), &original, end == size, &mut changes);
        out.write_all(text.as_deref().unwrap_or(original.bytes())).map_err(named)?;
    }
    if out.is_same_as(File::open(&file).map_err(named)?).map_err(named)? {
        changes.records = 0;
    }
    if changes.records == 0 {
        return Ok((name, changes));
    }
    if keeps_backup {
        outputs.copy(&file, &backup).map_err(|error| error.to_string())?;
    }
    out.finish().map_err(named)?;
    Ok((name, changes))
}

/// Copies the bytes of `range` if they are only blanks, lines without text and a byte-order mark: what may stand before
/// the first record. Otherwise the answer is no.
fn copy_blank(file: &Path, range: Range<u64>, out: &mut Output) -> io::Result<bool> {
    if range.is_empty() {
        return Ok(true);
    }
    let mut reader = File::open(file)?;
    reader.seek(SeekFrom::Start(range.start))?;
    let mut reader = BufReader::new(reader.take(range.end - range.start));
    if range.start == 0 && reader.fill_buf()?.starts_with(MARK) {
        reader.consume(MARK.len());
        out.write_all(MARK)?;
    }
    loop {
        let block = reader.fill_buf()?;
        if !block.iter().all(u8::is_ascii_whitespace) {
            return Ok(false);
        }
        if block.is_empty() {
            return Ok(true);
        }
        let length = block.len();
        // The lines of canonical text end without carriage returns.
        for piece in block.split(|byte| *byte == b'\r') {
            out.write_all(piece)?;
        }
        reader.consume(length);
    }
}

/// Fixes records.
struct Fixer {
    checker: Checker,
    converter: Converter,
}

impl Fixer {
    fn new(common: &Common) -> Fixer {
        let target = Target { format: Some(Format::TRANSCRIPT), ..Target::default() };
        Fixer { checker: Checker::new(common.defaults()), converter: Converter::new(target) }
    }

    /// The bytes of a record in canonical form with the text around it, if it is the last one without a blank line
    /// after it; `None` if it stays unchanged.
    fn fixed(
        &mut self,
        record: &Record<'_>,
        original: &Original,
        is_last: bool,
        changes: &mut Changes,
    ) -> Option<Vec<u8>> {
        let repeated = repeated_tags(record);
        let draft = Draft::new(record, repeated.clone());
        let draft = draft.record();
        let (mut codes, mut text) = (CodeCounts::default(), Vec::new());
        if self.converter.record(&draft, &mut self.checker, &mut codes, &mut text) != Conversion::Written {
            return None;
        }
        let count_of =
            |wanted: &Code| codes.iter().filter(|(code, ..)| *code == wanted).map(|(.., count)| count).sum::<u64>();
        if count_of(&NOTATION_AMBIGUOUS) > 0 {
            changes.ambiguous += 1;
            return None;
        }
        let text = text.trim_ascii_end();
        // Two canonical records may stand without a blank line between them, and the last one may have one after it.
        let is_canonical = |end: &[u8]| original.bytes() == original.with(text, end);
        if is_canonical(b"\n") || is_canonical(b"\n\n") {
            return None;
        }
        let bytes = original.with(text, if is_last { b"\n" } else { b"\n\n" });
        changes.records += 1;
        changes.tags += repeated.len() as u64;
        changes.turn_numbers += count_of(&TURN_NUMBER);
        let had = record.get("Result").is_some();
        let mut tag_lines = text.split(|&byte| byte == b'\n').take_while(|line| !line.is_empty());
        changes.results += u64::from(!had && tag_lines.any(|line| line.starts_with(b"[Result \"")));
        Some(bytes)
    }
}

/// Removes each tag that stands above already with the same value, with its line.
fn repeated_tags(record: &Record<'_>) -> Vec<Edit> {
    let mut known = HashSet::new();
    let mut is_repeated = |tag: &&Tag| !known.insert((record.name(tag).to_ascii_lowercase(), record.value(tag)));
    record.parts.tags.iter().filter(|tag| is_repeated(tag)).map(|tag| remove(record, tag)).collect()
}
