//! `scoresheet convert --in-place`: rewrites files in their place.
//!
//! A file is rewritten only if all its records can be written: otherwise records would be lost. The old text is kept in
//! a file with the same name and `~` after it.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use super::convert::{ConvertArgs, rewrite};
use super::files::{self, is_standard};
use super::outputs::{Outputs, backup_of};
use super::{Common, End, Stop, complain};
use crate::archive;
use crate::audit::rewrite::{Rewritten, printed};
use crate::convert::OneText;
use crate::convert::{Target, is_written};
use crate::counted::counted;
use crate::formats::Format;
use crate::source::MARK;

/// A file to rewrite.
struct Rewrite {
    /// The name that the caller gave.
    path: PathBuf,
    /// The path of the file itself; a link to the file stays a link.
    file: PathBuf,
    backup: PathBuf,
    target: Target,
}

/// Rewrites the files in `paths`.
pub(super) fn run(args: &ConvertArgs) -> Result<End, Stop> {
    let (mut places, mut end) = (Vec::new(), End::Good);
    let target = args.target();
    for path in &files::paths(&args.paths) {
        let file = match fs::canonicalize(path) {
            Err(error) if !is_standard(path) => {
                complain(&format!("{}: {}", path.display(), archive::missing::why(path, &error)));
                end = End::Failed;
                continue;
            }
            file => file.unwrap_or_default(),
        };
        match Rewrite::new(path, file, &args.common, target) {
            Ok(place) => places.push(place),
            Err(message) => {
                return Err(message.into());
            }
        }
    }
    let backups = places.iter().filter(|_| !args.no_backup).map(|place| ("a backup", Some(&*place.backup)));
    let files = places.iter().map(|place| ("a file to be rewritten", Some(&*place.file)));
    let outputs = Outputs::new(files.chain(backups), [])?;
    let mut is_guessed = false;
    for place in &places {
        end = end.max(place.rewrite(args, &outputs, &mut is_guessed).unwrap_or_else(|message| {
            complain(&message);
            End::Failed
        }));
    }
    // A file with a record that cannot be written has been named.
    args.tell(&Rewritten { is_guessed, ..Rewritten::default() });
    Ok(end)
}

impl Rewrite {
    /// The file that lies at `path`, if it can be rewritten.
    fn new(path: &Path, file: PathBuf, common: &Common, mut target: Target) -> Result<Rewrite, String> {
        let name = path.display();
        if is_standard(path) {
            return Err("standard input cannot be rewritten in place; name files".into());
        }
        if !file.is_file() {
            return Err(format!("{name}: only a file can be rewritten in place"));
        }
        if archive::is_packed(&file).map_err(|error| format!("{name}: {error}"))? {
            return Err(format!("{name}: a compressed file or an archive cannot be rewritten in place"));
        }
        if target.format.is_none() {
            // A file of any name keeps the format of its text.
            let format = files::open(path, common)?.format;
            if !is_written(format) {
                let format = format.name();
                return Err(format!(
                    "{name}: the program does not write the format {format}; name another file with -o"
                ));
            }
            target.format = Some(format);
        }
        Ok(Rewrite { path: path.to_owned(), backup: backup_of(&file), file, target })
    }

    /// Rewrites the file; sets `is_guessed` if it can be read in more than one way.
    fn rewrite(&self, args: &ConvertArgs, outputs: &Outputs, is_guessed: &mut bool) -> Result<End, String> {
        let named = |error: io::Error| format!("{}: {error}", self.path.display());
        let input = files::open(&self.path, &args.common)?;
        let format = input.format;
        let mut out = outputs.open(Some(&self.file)).map_err(|error| error.to_string())?;
        let mut one_text = OneText::new(self.target);
        let done = rewrite(input, args, self.target, true, &mut one_text, &mut out)
            .and_then(|done| one_text.finish(&mut out).map(|()| done))
            .map_err(|error| error.to_string())?;
        if let Some(error) = done.failed {
            return Err(named(error));
        }
        if done.count.refused > 0 {
            let refused = counted(done.count.refused, "record");
            complain(&format!("{}: {refused} cannot be written, so the file stays as it was", self.path.display()));
            return Ok(End::Invalid);
        }
        if loses_text(&self.file, format, done.count.bytes).map_err(named)? {
            let name = self.path.display();
            complain(&format!("{name}: some of its text belongs to no record, so the file stays as it was"));
            return Ok(End::Invalid);
        }
        // If nothing changes, no backup is made: it would replace an older one.
        if done.count.written == 0 || out.is_same_as(File::open(&self.file).map_err(named)?).map_err(named)? {
            return Ok(End::Good);
        }
        if !args.no_backup {
            outputs.copy(&self.file, &self.backup).map_err(|error| error.to_string())?;
        }
        out.finish().map_err(|error| error.to_string())?;
        *is_guessed |= done.count.is_guessed;
        Ok(End::Good)
    }
}

/// Whether a file holds more than its records, whose text has `bytes` bytes that are not blank: for instance remarks
/// between the games of a list. The names of a table's columns are not lost: they become names of tags.
fn loses_text(file: &Path, format: Format, bytes: u64) -> io::Result<bool> {
    if format.info().has_frame {
        return Ok(false);
    }
    let mut reader = BufReader::new(File::open(file)?);
    let mut held = 0;
    let marks: [&[u8]; 3] = [MARK, &[0xff, 0xfe], &[0xfe, 0xff]];
    let start = reader.fill_buf()?;
    let mark = marks.into_iter().find(|mark| start.starts_with(mark)).map_or(0, <[u8]>::len);
    reader.consume(mark);
    loop {
        let block = reader.fill_buf()?;
        if block.is_empty() {
            return Ok(held > bytes);
        }
        held += printed(block);
        let length = block.len();
        reader.consume(length);
    }
}
