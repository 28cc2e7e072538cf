//! From a reader to records, whatever the format.

use std::io::{self, Read};

use crate::check::Checker;
use crate::formats::csv::Csv;
use crate::formats::foreign::{self, Foreign};
use crate::formats::jsonl::JsonLines;
use crate::formats::lines::Lines;
use crate::formats::transcript::Transcripts;
use crate::formats::{Format, Given, Records, Sampled};

/// Reads records of at most `most` bytes in `format`, of which the caller knows nothing else. See [`records_given`].
///
/// # Errors
/// What `reader` says.
pub fn records<'r>(
    reader: impl Read + 'r,
    format: Format,
    most: usize,
    checker: &mut Checker,
) -> io::Result<Box<dyn Records + 'r>> {
    records_given(reader, format, most, &Given::default(), checker)
}

/// Reads records of at most `most` bytes in `format`. Where one notation system holds for the whole input, the
/// checker is told which.
///
/// # Errors
/// What `reader` says; and that the input is no table in which the moves can be found.
pub fn records_given<'r>(
    reader: impl Read + 'r,
    format: Format,
    most: usize,
    given: &Given,
    checker: &mut Checker,
) -> io::Result<Box<dyn Records + 'r>> {
    checker.end_list();
    let (encoding, reader) = foreign::look(reader)?;
    if let Some(encoding) = encoding {
        return Ok(Box::new(Foreign::new(encoding, foreign::HEAD)));
    }
    Ok(match format {
        Format::Transcript => Box::new(Transcripts::new(reader, most)?),
        Format::Lines => sampled(Lines::new(reader, most)?, checker)?,
        Format::Csv => sampled(Csv::new(reader, most, given)?, checker)?,
        Format::JsonLines => sampled(JsonLines::new(reader, most, given)?, checker)?,
    })
}

/// Tells the checker in which notation system all these records are written.
fn sampled<'r>(mut records: impl Sampled + 'r, checker: &mut Checker) -> io::Result<Box<dyn Records + 'r>> {
    checker.begin_list(&mut records)?;
    Ok(Box::new(records))
}
