//! Where the text of records waits until the last one is there: in memory while it is short, then in a file without a name.

use std::io::{self, BufReader, Write};

use tempfile::SpooledTempFile;

use super::{Converter, Target};

/// The kept text of records.
#[derive(Debug)]
pub(crate) struct KeptText {
    text: SpooledTempFile,
    is_empty: bool,
}

impl Default for KeptText {
    fn default() -> KeptText {
        /// A longer text is not kept in memory.
        const LONGEST: usize = 4 * 1024 * 1024;
        KeptText { text: SpooledTempFile::new(LONGEST), is_empty: true }
    }
}

impl KeptText {
    /// Adds the text of some records.
    ///
    /// # Errors
    /// Fails if there is no room for it.
    pub(crate) fn add(&mut self, text: &[u8]) -> io::Result<()> {
        self.is_empty &= text.is_empty();
        self.text.write_all(text)
    }

    /// Writes the file that the records become; nothing if there are none.
    ///
    /// # Errors
    /// Fails if the text cannot be read again or `out` fails.
    pub(crate) fn write_to(&mut self, target: Target, out: &mut dyn Write) -> io::Result<()> {
        let KeptText { mut text, is_empty } = std::mem::take(self);
        if is_empty { Ok(()) } else { Converter::new(target).write_whole(&mut BufReader::new(&mut text), out) }
    }
}
