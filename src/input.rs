//! Turns a reader into records of any format.

use std::borrow::Cow;
use std::io::{self, Read};
use std::sync::Arc;

use crate::board::Size;
use crate::check::Checker;
use crate::engine::Defaults;
use crate::formats::cutter::{Look, Torn};
use crate::formats::foreign::{self, Encoding, Foreign};
use crate::formats::recoded::Recoded;
use crate::formats::{Format, Given, Partition, Records};
use crate::source::without_mark;

/// How many bytes at the start of an input a format sees to recognise it.
const HEAD: usize = 4096;

/// How many bytes are read if these do not decide and more may: blank lines, a comment of XML or long values of JSON
/// may stand before the ones that do.
const LONG_HEAD: usize = 1 << 20;

/// An input, from its start on, after a look at its start.
pub type Whole<R> = io::Chain<io::Cursor<Vec<u8>>, R>;

/// Finds the format of an input: its start decides, or else its name; otherwise it is a transcript, unless it is
/// certainly [none](Format::strange). Gives back the whole input.
///
/// # Errors
/// Fails if `reader` fails.
pub fn find<R: Read>(reader: R, name: &str, formats: &[Format]) -> io::Result<(Format, Whole<R>)> {
    find_for(reader, name, formats, &Given::default())
}

/// Finds the format of an input as [`find`] does, for a caller who may name the game and the encoding: only formats that
/// [can hold](crate::formats::FileFormat::holds_game) that game are considered. Gives back the whole input.
///
/// # Errors
/// Fails if `reader` fails.
pub fn find_for<R: Read>(
    mut reader: R,
    name: &str,
    formats: &[Format],
    given: &Given,
) -> io::Result<(Format, Whole<R>)> {
    let holds_game = |format: &&Format| given.game.as_deref().is_none_or(|game| format.holds_game(game));
    let formats = &*formats.iter().filter(holds_game).copied().collect::<Vec<_>>();
    let mut head = Vec::new();
    // What comes next through a pipe may be long in coming.
    let is_enough =
        |head: &[u8]| name == "-" && Format::of_head_among(formats, head).or(Format::of_tags(head)).is_some();
    let filled = fill(&mut head, HEAD, &mut reader, is_enough);
    let is_whole = filled != Filled::More;
    let mut format = of_start(&head, is_whole, name, formats, given);
    // Damaged data may look like anything, so their look decides nothing. Reading on reports the damage.
    if filled == Filled::Torn && format == Some(Format::STRANGE_FORMAT) {
        format = Some(Format::default());
    }
    if !is_whole && format.is_none_or(|format| format == Format::STRANGE_FORMAT) {
        let bare = without_mark(&head).trim_ascii_start();
        let is_xml = [&b"<?xml"[..], b"<!--", b"<database"].iter().any(|sign| bare.starts_with(sign));
        if bare.is_empty() {
            let is_whole = fill(&mut head, LONG_HEAD, &mut reader, is_enough) != Filled::More;
            format = of_start(&head, is_whole, name, formats, given);
        } else if is_xml || bare[0] == b'{' {
            fill(&mut head, LONG_HEAD, &mut reader, is_enough);
            format = Format::of_head_among(formats, &head).or(format);
        }
    }
    Ok((format.unwrap_or_default(), io::Cursor::new(head).chain(reader)))
}

/// How much of an input has been read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Filled {
    /// All of it.
    Whole,
    /// There may be more.
    More,
    /// What comes after it cannot be read.
    Torn,
}

/// Reads on until `head` has `most` bytes, or the bytes that came are enough.
fn fill(head: &mut Vec<u8>, most: usize, reader: &mut impl Read, is_enough: impl Fn(&[u8]) -> bool) -> Filled {
    let mut length = head.len();
    head.resize(most, 0);
    let mut filled = Filled::More;
    while length < most {
        match reader.read(&mut head[length..]) {
            Ok(0) => {
                filled = Filled::Whole;
                break;
            }
            Ok(count) => length += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            // Whoever reads on gets the error again. The bytes before it are still read.
            Err(_) => {
                filled = Filled::Torn;
                break;
            }
        }
        if is_enough(&head[..length]) {
            break;
        }
    }
    head.truncate(length);
    filled
}

/// The format of an input that begins with `head`; `is_whole`: `head` is all of it. `None` if nothing shows the format.
fn of_start(head: &[u8], is_whole: bool, name: &str, formats: &[Format], given: &Given) -> Option<Format> {
    let named = || {
        let named = Format::of_file_among(formats, name).filter(|format| *format != Format::default())?;
        // A caller who names the key of the moves knows that the objects have it.
        let may_be = given.moves.is_some() || named.may_be(head, is_whole);
        Some(if may_be { named } else { Format::STRANGE_FORMAT })
    };
    let of_named =
        || given.encoding.filter(|encoding| *encoding != encoding_rs::UTF_8).map(|named| named.decode(head).0);
    let of_recoded = || match decoded(head) {
        Some(text) => Format::of_head_among(formats, text.as_bytes()),
        None => Format::of_head_among(formats, of_named()?.as_bytes()),
    };
    let of_head = || Format::of_head_among(formats, head).or_else(of_recoded);
    // The reader of transcripts reports encodings that no reader supports (UTF-32), whatever the name says.
    let unread = || Encoding::of(head).filter(|encoding| encoding.is_utf_32()).map(|_| Format::default());
    let fitting = || formats.iter().find(|format| format.fits(&in_utf8(head))).copied();
    let strange = || Format::strange(head).or_else(|| Format::strange_by_name(head, name));
    // In a list every line is a game, also one that looks like a tag.
    let is_list = || named().is_some_and(|format| !format.info().holds_tags);
    let of_tags = || Format::of_tags(head).filter(|_| !is_list());
    let of_content = || of_head().or_else(of_tags);
    let of_programs = || Format::of_other_programs(head);
    unread().or_else(of_content).or_else(of_programs).or_else(named).or_else(fitting).or_else(strange)
}

/// Whether an input that the program met in a folder or an archive, and that the caller has not named, holds no
/// records. `format` is what [`find_for`] has found.
pub fn holds_none<R>(format: Format, input: &Whole<R>, given: &Given) -> bool {
    let (head, _) = input.get_ref();
    format == Format::STRANGE_FORMAT || format.holds_none(&in_utf8(head.get_ref()), given)
}

/// Whether an input is no text that can be read as records: it [`holds none`](holds_none), or nothing shows its format
/// and it has bytes that no text has.
pub fn is_garbled<R>(format: Format, input: &Whole<R>, given: &Given) -> bool {
    let (head, _) = input.get_ref();
    let is_binary = || in_utf8(head.get_ref()).iter().any(|byte| *byte < b'\t');
    holds_none(format, input, given) || format == Format::default() && is_binary()
}

/// The start of an input without its byte-order mark, of UTF-16 as UTF-8.
fn in_utf8(head: &[u8]) -> Cow<'_, [u8]> {
    match decoded(head) {
        Some(text) => Cow::Owned(text.into_bytes()),
        None => Cow::Borrowed(without_mark(head)),
    }
}

/// The text of the start of an input in UTF-16; `None` for any other.
fn decoded(head: &[u8]) -> Option<String> {
    Some(Encoding::of(head)?.read()?.decode(head).0.into_owned())
}

/// What a format learns about the input `file`: the values in `given`, or where it has none, what is `known` about
/// every record.
pub fn given(given: &Given, file: &str, known: &Defaults) -> Given {
    let (mut given, known) = (given.clone(), known.clone().with_id());
    if given.file.is_none() && !file.is_empty() {
        given.file = Some(file.to_owned());
    }
    given.game = given.game.or(known.game);
    given.variant = given.variant.or(known.variant);
    given.board = given.board.or_else(|| known.board.as_deref().and_then(Size::read));
    given
}

/// Reads records of at most `most` bytes in `format`. See [`records_given`] for a caller who knows more of the input.
///
/// # Errors
/// Fails if `reader` fails.
pub fn records<'r>(
    reader: impl Read + 'r,
    format: Format,
    most: usize,
    checker: &mut Checker,
) -> io::Result<Box<dyn Records + 'r>> {
    records_given(reader, format, most, &Given::default(), checker)
}

/// Reads records of at most `most` bytes in `format`. If one notation system holds for the whole input, the checker
/// learns it here.
///
/// # Errors
/// Fails if `reader` fails, or if the input is a table without a column of moves.
pub fn records_given<'r>(
    reader: impl Read + 'r,
    format: Format,
    most: usize,
    given: &Given,
    checker: &mut Checker,
) -> io::Result<Box<dyn Records + 'r>> {
    checker.end_list();
    let mut reader: Box<dyn Read + 'r> = Box::new(reader);
    if format.info().is_utf8 {
        let (encoding, whole) = foreign::look(reader)?;
        reader = Box::new(whole);
        if let Some(encoding) =
            given.encoding.or(encoding.and_then(Encoding::read)).filter(|named| *named != encoding_rs::UTF_8)
        {
            let mut records = Recoded::open(reader, encoding, format, most, given)?;
            if let Some(sampled) = records.sampled() {
                checker.begin_list(sampled)?;
            }
            return Ok(Box::new(records));
        }
        if let Some(encoding) = encoding {
            return Ok(Box::new(Foreign::new(encoding, foreign::HEAD)));
        }
    }
    let mut records = format.open(reader, most, given)?;
    if let Some(sampled) = records.sampled() {
        checker.begin_list(sampled)?;
    }
    Ok(records)
}

/// What the start of an input shows about all of it: how to cut and read it, a judge that knows its notation systems,
/// and the place of its first record if one begins there.
///
/// # Errors
/// Fails if no records can be read from such an input, for instance a table without moves.
pub(crate) fn begin(
    format: Format,
    partition: &Arc<dyn Partition>,
    start: &Look<'_>,
    most: usize,
    given: &Given,
    defaults: &Defaults,
) -> io::Result<(Arc<dyn Partition>, Checker, Option<usize>)> {
    let mut checker = Checker::new(defaults.clone());
    let mut records = format.open(start.reader(), most, given)?;
    if let Some(sampled) = records.sampled() {
        checker.begin_list(sampled)?;
    }
    let partition = partition.begin(start.whole, start.last)?.unwrap_or_else(|| partition.clone());
    let first = match records.locate() {
        Ok(true) => usize::try_from(records.extent().start).ok(),
        Err(error) if !Torn::is_why(&error) => return Err(error),
        _ => None,
    };
    Ok((partition, checker, first))
}
