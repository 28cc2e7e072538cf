//! What was written of records of which only all together make a file: the first line of a table names the tags of all of
//! them. It is read as often as its writer needs, line by line, so that no more than a line is in memory.

#[cfg(feature = "archive")]
use std::io::BufReader;
use std::io::{self, BufRead, Seek, Write};

#[cfg(feature = "archive")]
use tempfile::SpooledTempFile;

#[cfg(feature = "archive")]
use super::{Converter, Target};

/// A text that can be read again and again.
pub(crate) trait Kept: BufRead + Seek {}

impl<K: BufRead + Seek> Kept for K {}

/// Makes a file of what was written of its records.
pub(super) type Whole = fn(&mut dyn Kept, &mut dyn Write) -> io::Result<()>;

/// Calls `each` with every line, without its end.
pub(super) fn each_line(kept: &mut dyn Kept, mut each: impl FnMut(&str) -> io::Result<()>) -> io::Result<()> {
    kept.rewind()?;
    let mut line = String::new();
    while kept.read_line(&mut line)? > 0 {
        each(line.trim_end_matches('\n'))?;
        line.clear();
    }
    Ok(())
}

/// What is written of records of any number: a long text is in a file without a name.
#[cfg(feature = "archive")]
#[derive(Debug)]
pub(crate) struct KeptText {
    text: SpooledTempFile,
    is_empty: bool,
}

#[cfg(feature = "archive")]
impl Default for KeptText {
    fn default() -> KeptText {
        /// A longer text is not kept in memory.
        const LONGEST: usize = 4 * 1024 * 1024;
        KeptText { text: SpooledTempFile::new(LONGEST), is_empty: true }
    }
}

#[cfg(feature = "archive")]
impl KeptText {
    /// Adds what was written of some records.
    ///
    /// # Errors
    /// Fails if there is no room for it.
    pub(crate) fn add(&mut self, text: &[u8]) -> io::Result<()> {
        self.is_empty &= text.is_empty();
        self.text.write_all(text)
    }

    /// Writes the file that they become; nothing if there are none.
    ///
    /// # Errors
    /// Fails if the text cannot be read again or `out` fails.
    pub(crate) fn write_to(&mut self, target: Target, out: &mut dyn Write) -> io::Result<()> {
        let KeptText { mut text, is_empty } = std::mem::take(self);
        if is_empty { Ok(()) } else { Converter::new(target).write_whole(&mut BufReader::new(&mut text), out) }
    }
}
