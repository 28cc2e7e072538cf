//! Records written in a format whose file can only be made once all are known: the first line of a table names the tags of all of
//! them. It is read as often as its writer needs, line by line, so that no more than a line is in memory.

use std::io::{self, BufRead, Seek, Write};

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
