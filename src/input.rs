//! From a reader to records, whatever the format.

use std::io::{self, Read};

use crate::check::Checker;
use crate::formats::lines::Lines;
use crate::formats::transcript::Transcripts;
use crate::formats::{Format, Records};

/// Reads records of at most `most` bytes in `format`. Where one notation system holds for the whole input, the
/// checker is told which.
///
/// # Errors
/// What `reader` says.
pub fn records<'r>(
    reader: impl Read + 'r,
    format: Format,
    most: usize,
    checker: &mut Checker,
) -> io::Result<Box<dyn Records + 'r>> {
    checker.end_list();
    Ok(match format {
        Format::Transcript => Box::new(Transcripts::new(reader, most)?),
        Format::Lines => {
            let mut lines = Lines::new(reader, most)?;
            checker.begin_list(&mut lines)?;
            Box::new(lines)
        }
    })
}
