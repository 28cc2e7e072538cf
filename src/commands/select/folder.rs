//! Writes records to the files of a folder: one for each value, for a number of records, or for each input.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::commands::files::place_below;
use crate::commands::outputs::{Filled, Output, Outputs, named, numbered_from, say_renamed};
use crate::convert::{Piece, Target};
use crate::formats::Format;
use crate::parallel::Origin;
use crate::select::{CannotJoin, Joined, Mismatch, Picked};

/// Which records go into a file together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Each {
    /// Those with one value of a field.
    Value,
    /// As many records as this, one after the other.
    Number(u64),
    /// The records of one input.
    Input,
}

/// A record that was rewritten, and what it was rewritten to.
type Rewritten<'t> = (Piece<'t>, Target);

/// A folder that is written to.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    each: Each,
    /// What the caller named to be read.
    given: Vec<PathBuf>,
    /// None of what is read is written over.
    filled: Filled,
    open: Option<Open>,
    /// The names in use, in small letters: some systems do not distinguish capitals.
    taken: HashSet<String>,
    /// The number of each name that the next file of that name may get.
    next: HashMap<String, u64>,
    /// How many files were written.
    files: u64,
    /// Values that cannot be names of files and inputs whose names were in use, each with its new name.
    renamed: Vec<(String, String)>,
}

/// The file at hand.
#[derive(Debug)]
struct Open {
    /// The value of its records, for a file for each value.
    value: Option<String>,
    /// Where its first record comes from.
    origin: Arc<Origin>,
    out: Output,
    joined: Joined,
    records: u64,
}

impl Folder {
    pub(super) fn new(path: &Path, each: Each, given: &[PathBuf]) -> io::Result<Folder> {
        if path.is_file() {
            let message = format!("{} is a file: name a folder to write the records to", path.display());
            return Err(io::Error::other(message));
        }
        std::fs::create_dir_all(path).map_err(|error| named(path, &error))?;
        Ok(Folder {
            path: path.to_owned(),
            each,
            given: given.to_vec(),
            filled: Filled::beside(given),
            open: None,
            taken: HashSet::new(),
            next: HashMap::new(),
            files: 0,
            renamed: Vec::new(),
        })
    }

    /// Writes a record to its file.
    pub(super) fn record(
        &mut self,
        picked: &Picked<'_>,
        rewritten: Option<Rewritten<'_>>,
        outputs: &Outputs,
    ) -> io::Result<()> {
        let is_full = |open: &Open| match self.each {
            Each::Number(most) => open.records == most,
            Each::Value => open.value.as_deref() != picked.content.split,
            Each::Input => !Arc::ptr_eq(&open.origin, &picked.source.origin),
        };
        if self.open.as_ref().is_none_or(is_full) {
            self.begin(picked, rewritten, outputs)?;
        }
        if self.write(picked, rewritten)? {
            return Ok(());
        }
        // A record that cannot join the records before it gets a file of its own.
        self.begin(picked, rewritten, outputs)?;
        if self.write(picked, rewritten)? {
            return Ok(());
        }
        Err(cannot_join(Mismatch::Alone(picked.source.format()).into()))
    }

    /// Writes a record to the file at hand; `false` if it cannot stand there.
    fn write(&mut self, picked: &Picked<'_>, rewritten: Option<Rewritten<'_>>) -> io::Result<bool> {
        let Some(Open { out, joined, records, .. }) = &mut self.open else { return Ok(false) };
        let done = match rewritten {
            Some((piece, _)) => joined.rewritten(&piece, out),
            None => joined.record(picked, out),
        };
        match done {
            Ok(()) => {}
            Err(CannotJoin::Io(error)) => return Err(error),
            Err(CannotJoin::Mismatch(Mismatch::Alone(_))) if *records == 0 => joined.alone(picked, out)?,
            Err(CannotJoin::Mismatch(_)) => return Ok(false),
        }
        *records += 1;
        Ok(true)
    }

    /// Begins another file.
    fn begin(&mut self, picked: &Picked<'_>, rewritten: Option<Rewritten<'_>>, outputs: &Outputs) -> io::Result<()> {
        self.end()?;
        let format = rewritten.map_or(picked.source.format(), |(piece, _)| piece.format());
        let name = match self.each {
            Each::Number(_) => self.free(&format!("{:04}", self.files + 1), format),
            Each::Value => {
                let value = picked.content.split.unwrap_or("none");
                // Records without a value come first, so the name is theirs.
                let name = if picked.content.split == Some("none") { "none-2".to_owned() } else { safe(value) };
                let name = self.free(&name, format);
                if without_ending(&name, format) != value {
                    self.renamed.push((value.to_owned(), name.clone()));
                }
                name
            }
            Each::Input => {
                let input = &picked.source.origin.name;
                let place = self.place(&picked.source.origin);
                let wanted = match rewritten {
                    Some(_) => place.with_extension(format.info().ending()),
                    None => place,
                };
                let wanted = wanted.to_string_lossy();
                let name = self.unused(&wanted);
                if name != wanted {
                    self.renamed.push((input.clone(), name.clone()));
                }
                name
            }
        };
        let path = self.path.join(&name);
        if let Some(parent) = path.parent() {
            std::fs::create_dir_all(parent).map_err(|error| named(parent, &error))?;
        }
        self.filled.may_write(&path, outputs)?;
        self.filled.writes(&path);
        let out = outputs.open(Some(&path))?;
        self.files += 1;
        let joined = Joined::of(rewritten.map(|(_, target)| target));
        let (value, origin) = (picked.content.split.map(str::to_owned), picked.source.origin.clone());
        self.open = Some(Open { value, origin, out, joined, records: 0 });
        Ok(())
    }

    /// `name` with the ending of the format, and with a number if that name is taken.
    fn free(&mut self, name: &str, format: Format) -> String {
        self.unused(&format!("{name}.{}", format.info().ending()))
    }

    /// `name`, with a number before its ending if it is taken.
    fn unused(&mut self, name: &str) -> String {
        let next = self.next.entry(name.to_lowercase()).or_insert(1);
        numbered_from(next, name, |name| self.taken.insert(name.to_lowercase()))
    }

    /// Where in the folder the records of an input go: as the input lies below what the caller gave.
    fn place(&self, origin: &Origin) -> PathBuf {
        let place = place_below(&origin.name, &origin.path, &self.given);
        place.iter().map(|part| safe(&part.to_string_lossy())).collect()
    }

    /// An input ends with its record of this number.
    pub(super) fn input_ends(&mut self, origin: &Arc<Origin>, number: u64, rest: &[u8]) -> io::Result<()> {
        let Some(Open { out, joined, .. }) = &mut self.open else { return Ok(()) };
        joined.input_ends(origin, number, rest, out)
    }

    fn end(&mut self) -> io::Result<()> {
        let Some(Open { mut out, joined, .. }) = self.open.take() else { return Ok(()) };
        joined.finish(&mut out)?;
        out.finish()
    }

    /// Ends the last file, and reports which files have unusual names.
    pub(super) fn finish(mut self, is_quiet: bool) -> io::Result<()> {
        self.end()?;
        for (value, name) in self.renamed.iter().filter(|_| !is_quiet) {
            say_renamed(value, name);
        }
        Ok(())
    }
}

fn without_ending(name: &str, format: Format) -> &str {
    name.strip_suffix(format.info().ending()).and_then(|name| name.strip_suffix('.')).unwrap_or(name)
}

/// A name that every system takes for a file: letters with a meaning there become `_`.
fn safe(value: &str) -> String {
    const LONGEST: usize = 120;
    /// Names of devices on Windows.
    const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];
    let is_unsafe = |letter: char| letter.is_control() || "/\\:*?\"<>|".contains(letter);
    let mut name: String = value.chars().map(|letter| if is_unsafe(letter) { '_' } else { letter }).collect();
    let cut = (0..=LONGEST.min(name.len())).rev().find(|&at| name.is_char_boundary(at)).unwrap_or_default();
    name.truncate(cut);
    let trimmed = name.trim_matches([' ', '.']);
    let small = trimmed.to_lowercase();
    // A device keeps its name whatever ending follows.
    let small = small.split('.').next().unwrap_or_default();
    let is_device = DEVICES.contains(&small)
        || ["com", "lpt"].iter().any(|start| small.strip_prefix(start).is_some_and(|rest| rest.len() == 1));
    if trimmed.is_empty() || is_device { format!("_{trimmed}") } else { trimmed.to_owned() }
}

/// Says why a record cannot stand in the same text as those before it, and what to do.
pub(super) fn cannot_join(why: CannotJoin) -> io::Error {
    why.with_ways(|mismatch| match mismatch {
        Mismatch::NoPlace(_) => "write to a folder with -o DIR/",
        Mismatch::Encoded(_) | Mismatch::Part(_) => "convert them with --to",
        Mismatch::Alone(_) | Mismatch::Several(_) | Mismatch::Untagged | Mismatch::Open => {
            "convert them with --to, or write to a folder with -o DIR/"
        }
    })
}

#[cfg(test)]
mod tests {
    use super::safe;

    #[test]
    fn names_are_files_on_every_system() {
        for (value, name) in [
            ("Rossi", "Rossi"),
            ("a/b:c", "a_b_c"),
            ("..", "_"),
            (" Nero. ", "Nero"),
            ("con", "_con"),
            ("Con.2024", "_Con.2024"),
            ("COM1", "_COM1"),
            ("lpt9.old.txt", "_lpt9.old.txt"),
            ("company", "company"),
            ("com10", "com10"),
        ] {
            assert_eq!(safe(value), name, "{value}");
        }
        assert_eq!(safe(&"é".repeat(200)).len(), 120);
    }
}
