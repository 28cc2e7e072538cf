//! Reads zips by the directory at their end, one entry at a time; if the directory is missing, from the front.
//!
//! Regular files are handed out, folders and symbolic links are skipped.

use std::fs::File;
use std::io::{self, Read};

use encoding_rs::Encoding;
use rawzip::{CompressionMethod, FileReader, RangeReader, ReaderAt, ZipArchive};

use super::codec::Method;
use super::decode::{Claim, Decoder};
use super::failure::{Failure, FailureKind};
use super::{Item, Walk, place, workbook};

/// Room for the largest entry of a directory.
const ROOM: usize = rawzip::MAX_CENTRAL_DIRECTORY_RECORD_SIZE;

/// Hands out the members of a zip.
pub(super) fn walk(walk: &mut Walk<'_>, item: &Item<'_>, file: File) -> io::Result<()> {
    let mut room = vec![0; ROOM];
    let again = file.try_clone();
    let archive = match (ZipArchive::from_file(file, &mut room), again) {
        (Ok(archive), Ok(file)) => match workbook::Office::of(&archive, &mut room) {
            Some(office) => return office.walk(walk, item, file),
            None if is_of_another(&archive, &mut room) => return salvage(walk, item, &FileReader::from(file)),
            None => archive,
        },
        (Ok(archive), Err(_)) => archive,
        (Err(_), Ok(file)) => return salvage(walk, item, &FileReader::from(file)),
        (Err(_), Err(error)) => return walk.fail(Failure::io(item.name, &error)),
    };
    let encoding = encoding_of_names(&archive, walk.usage.limits.names, &mut room);
    let mut entries = archive.entries(&mut room);
    while !walk.usage.spent() {
        let entry = match entries.next_entry() {
            Ok(Some(entry)) => entry,
            Ok(None) => break,
            Err(error) => return walk.fail(failure(item.name, "the directory of the zip", &error)),
        };
        if entry.is_dir() || entry.mode().is_symlink() {
            continue;
        }
        let path = place::shown_in(entry.file_path().as_bytes(), encoding);
        let name = format!("{}:{path}", item.name);
        let member = match archive.get_entry(entry.wayfinder()) {
            Ok(member) => member,
            Err(error) => {
                walk.fail(failure(&name, "its place in the zip", &error))?;
                continue;
            }
        };
        let claim = Some(Claim { crc: entry.crc32(), size: entry.uncompressed_size_hint() });
        let item = Item { name: &name, path: &path, size: claim.map(|claim| claim.size), file: None, ..*item };
        let found = MemberFacts { method: entry.compression_method(), encrypted: entry.flags().is_encrypted(), claim };
        found.open(walk, &item, &mut member.reader())?;
    }
    Ok(())
}

/// Whether the directory lacks the member at the start: then it is the directory of a zip within this one, whose own is
/// cut off.
fn is_of_another(archive: &ZipArchive<FileReader>, room: &mut [u8]) -> bool {
    let file = archive.get_ref();
    let mut declared = [0; 4];
    let is_declared = file.read_exact_at(&mut declared, archive.eocd_offset() + 16).is_ok();
    let declared = u64::from(u32::from_le_bytes(declared));
    // Places are counted from the start of the zip, so those of a zip within another are not where they say.
    let is_moved = is_declared && declared != u64::from(u32::MAX) && declared != archive.directory_offset();
    if !is_moved || Local::read(file, 0).is_none() {
        return false;
    }
    let mut entries = archive.entries(room);
    while let Ok(Some(entry)) = entries.next_entry() {
        if entry.local_header_offset() == 0 {
            return false;
        }
    }
    true
}

/// The encoding of names that are not UTF-8: the known one, or guessed from all of them; `None` if there are none.
fn encoding_of_names(
    archive: &ZipArchive<FileReader>,
    known: Option<&'static Encoding>,
    room: &mut [u8],
) -> Option<&'static Encoding> {
    /// How many bytes of names are enough.
    const ENOUGH: usize = 4 * 1024;
    let (mut names, mut length) = (Vec::new(), 0);
    let mut entries = archive.entries(room);
    while length < ENOUGH
        && let Ok(Some(entry)) = entries.next_entry()
    {
        let path = entry.file_path();
        let name = path.as_bytes();
        if std::str::from_utf8(name).is_err() {
            length += name.len();
            names.push(name.to_vec());
        }
    }
    if names.is_empty() { None } else { place::encoding(known, names.iter().map(|name| &**name)) }
}

/// What a zip declares about a member.
struct MemberFacts {
    method: CompressionMethod,
    encrypted: bool,
    claim: Option<Claim>,
}

impl MemberFacts {
    /// Hands the member out. Says how many of its compressed bytes were used, and whether it was intact.
    fn open(&self, walk: &mut Walk<'_>, item: &Item<'_>, source: &mut (dyn Read + Send)) -> io::Result<(u64, bool)> {
        let refused = |what: String| Failure::new(item.name, FailureKind::Unsupported, what);
        if self.encrypted {
            walk.fail(refused("it is encrypted".into()))?;
            return Ok((0, true));
        }
        let Some(method) = method(self.method) else {
            let number = self.method.as_u16();
            walk.fail(refused(format!(
                "it is compressed with method {number} of zip, which this program does not read"
            )))?;
            return Ok((0, true));
        };
        let spare = std::mem::take(&mut walk.spare);
        let mut decoder = Decoder::with(spare, source, method, item.name, walk.usage).single(self.claim);
        walk.member(item, &mut decoder)?;
        if self.claim.is_none() {
            // Only the end of its stream shows where the next one begins.
            super::skip(&mut decoder);
        }
        let failure = decoder.failure();
        let (taken, sound) = (decoder.taken(), failure.is_none());
        walk.spare = decoder.spare();
        if let Some(failure) = failure {
            walk.fail(failure)?;
        }
        Ok((taken, sound))
    }
}

fn method(method: CompressionMethod) -> Option<Method> {
    Some(match method {
        CompressionMethod::STORE => Method::Stored,
        CompressionMethod::DEFLATE => Method::Deflate,
        CompressionMethod::BZIP2 => Method::Bzip2,
        CompressionMethod::ZSTD => Method::Zstd,
        CompressionMethod::XZ => Method::Xz,
        _ => return None,
    })
}

fn failure(name: &str, what: &str, error: &rawzip::Error) -> Failure {
    match error.kind() {
        rawzip::ErrorKind::IO(error) if error.kind() != io::ErrorKind::UnexpectedEof => Failure::io(name, error),
        _ => Failure::damaged(name, format!("{what} is damaged: {error}")),
    }
}

/// Hands out the members of a zip whose directory is missing, for instance because the file is cut off, as far as one
/// shows where the next begins.
fn salvage(walk: &mut Walk<'_>, item: &Item<'_>, file: &FileReader) -> io::Result<()> {
    let mut offset = 0;
    while !walk.usage.spent() {
        let Some(local) = Local::read(file, offset) else { break };
        let path = place::shown(&local.name, walk.usage.limits.names);
        let name = format!("{}:{path}", item.name);
        let end = local.size.map_or(u64::MAX, |size| local.body.saturating_add(size));
        let mut source = RangeReader::new(file, local.body..end);
        let (mut taken, mut sound) = (0, true);
        if !path.ends_with('/') {
            let item = Item { name: &name, path: &path, size: None, file: None, ..*item };
            (taken, sound) = local.found.open(walk, &item, &mut source)?;
        }
        // Without a size, an intact stream shows where it ends; a few numbers follow it.
        offset = match local.size {
            Some(_) => end,
            None if sound => match next_header(file, local.body + taken) {
                Some(next) => next,
                None => break,
            },
            None => break,
        };
    }
    if !walk.usage.spent() {
        let message = "the zip is damaged: the directory at its end is missing, so members may be missing";
        walk.fail(Failure::damaged(item.name, message))?;
    }
    Ok(())
}

/// The header before a member's bytes.
struct Local {
    name: Vec<u8>,
    body: u64,
    /// How many bytes it has in the zip, if they were known when this was written.
    size: Option<u64>,
    found: MemberFacts,
}

impl Local {
    fn read(file: &FileReader, offset: u64) -> Option<Local> {
        let mut fixed = [0; 30];
        file.read_exact_at(&mut fixed, offset).ok()?;
        let short = |at: usize| u16::from_le_bytes([fixed[at], fixed[at + 1]]);
        let long = |at: usize| u32::from_le_bytes([fixed[at], fixed[at + 1], fixed[at + 2], fixed[at + 3]]);
        if !fixed.starts_with(b"PK\x03\x04") {
            return None;
        }
        let flags = short(6);
        let mut name = vec![0; short(26).into()];
        file.read_exact_at(&mut name, offset.checked_add(30)?).ok()?;
        let body = offset + 30 + name.len() as u64 + u64::from(short(28));
        let known = flags & 8 == 0 && long(18) != u32::MAX && long(22) != u32::MAX;
        let claim = known.then(|| Claim { crc: long(14), size: long(22).into() });
        let found = MemberFacts { method: CompressionMethod::from(short(8)), encrypted: flags & 1 != 0, claim };
        Some(Local { name, body, size: known.then(|| long(18).into()), found })
    }
}

/// The next header at or a little after `offset`.
fn next_header(file: &FileReader, offset: u64) -> Option<u64> {
    let mut bytes = [0; 28];
    let mut length = 0;
    while let Ok(count @ 1..) = file.read_at(&mut bytes[length..], offset.checked_add(length as u64)?) {
        length += count;
    }
    let place = bytes[..length].windows(4).position(|four| four == b"PK\x03\x04")?;
    Some(offset + place as u64)
}
