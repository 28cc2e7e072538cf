//! Formats whose file can only be written once all records are known: the first line of a table names the tags of all
//! records. The writer reads its records as often as it needs, line by line, so only one line is in memory.

use std::io::{self, BufRead, Seek, Write};

/// A text that can be read again and again.
pub(crate) trait Kept: BufRead + Seek {}

impl<K: BufRead + Seek> Kept for K {}

/// Makes a file from the kept text of its records.
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
