//! Says what the texts of folders and archives are.

use std::io::{self, Read};

use crate::archive::{self, Failure, Member};
use crate::formats::{FORMATS, Format, Given};
use crate::input::{self, Whole};

/// What a text is that the program met in a folder or an archive, or that the caller has named.
pub(crate) enum Sorted<'m> {
    /// A text with its format.
    Text(Format, Whole<&'m mut (dyn Read + Send)>),
    /// No records, in a text that the caller has not named.
    NoRecords,
    /// A damaged archive.
    Broken(Failure),
}

/// Says what a text is, by its start and its path.
///
/// # Errors
/// Fails if its reader fails.
pub(crate) fn sorted<'m>(member: Member<'m>, given: &Given, is_named: bool) -> io::Result<Sorted<'m>> {
    let Member { name, path, reader, .. } = member;
    let (format, text) = input::find_for(reader, path, FORMATS, given)?;
    if input::is_garbled(format, &text, given)
        && let Some(failure) = archive::broken_promise(name, path)
    {
        return Ok(Sorted::Broken(failure));
    }
    if !is_named && input::holds_none(format, &text, given) {
        return Ok(Sorted::NoRecords);
    }
    Ok(Sorted::Text(format, text))
}
