//! Reads tars as they stream by: one header and one member at a time.
//!
//! Regular files are handed out, and members of unknown types, which POSIX reads as regular files. Folders, devices and
//! symbolic links hold no text and are skipped. A hard link stands for the text of a member that has passed by, so it is
//! refused. After a damaged header the reader looks for the next intact one. Long names (GNU and pax) are read up to a
//! limit of their own, so that no archive fills the memory.

use std::io::{self, BufReader, Read};

use encoding_rs::Encoding;

use super::failure::{Failure, FailureKind};
use super::{Item, Walk, fill, place, skip};

/// The size of everything in a tar.
pub(super) const BLOCK: usize = 512;

/// The most bytes that are kept of a header before another header.
const LONGEST: u64 = 1024 * 1024;

const CUT: &str = "the tar ends too early, within this member";

const WRONG_HEADER: &str = "the tar is damaged: a header differs from its checksum";

const BLANK_HEADER: &str = "the tar is damaged: zeros stand in place of a header, so members may be missing";

/// Whether `head` begins a tar: the magic of newer ones, or the checksum of the oldest.
pub(super) fn begins(head: &[u8]) -> bool {
    // Its first block may be cut short.
    let sum = |block| Header::read(block).is_some();
    head.get(257..262) == Some(b"ustar") || head.first_chunk().is_some_and(|block| block[0] != 0 && sum(block))
}

/// Hands out the members of a tar.
pub(super) fn walk(walk: &mut Walk<'_>, item: &Item<'_>, reader: &mut (dyn Read + Send)) -> io::Result<()> {
    let mut reader = BufReader::with_capacity(64 * 1024, reader);
    let mut more = Extra::default();
    let (mut gap, mut has_members) = (Gap::default(), false);
    while !walk.usage.spent() {
        let mut block = [0; BLOCK];
        match fill(&mut reader, &mut block) {
            (BLOCK, _) => {}
            // The layer below reports it.
            (_, Some(_)) => break,
            (_, None) => {
                if let Some(fault) = gap.fault_at_end(has_members) {
                    walk.fail(Failure::damaged(item.name, fault))?;
                }
                break;
            }
        }
        let header = Header::read(&block);
        let fault = if header.is_some() { gap.fault_before_header() } else { gap.add(&block) };
        if let Some(fault) = fault {
            walk.fail(Failure::damaged(item.name, fault))?;
        }
        let Some(header) = header else { continue };
        (gap, has_members) = (Gap::default(), true);
        if !member(walk, item, &mut reader, &header, &mut more)? {
            break;
        }
    }
    Ok(())
}

/// The blocks after a member, or at the start, that are no header.
///
/// Two blocks of zeros end a tar, and some programs write one. Anything may stand behind them: another tar, or what fills
/// up the last record of a tape. But if bytes stand between zeros and a header, the zeros have replaced a header.
#[derive(Debug, Default)]
struct Gap {
    /// How many blocks of zeros it begins with.
    zeros: u64,
    /// Whether other bytes come after these.
    has_bytes: bool,
    /// Whether zeros come after those bytes.
    is_closed: bool,
}

impl Gap {
    /// Takes the next block. Returns what is wrong, if a header was due here.
    fn add(&mut self, block: &[u8; BLOCK]) -> Option<&'static str> {
        if *block == [0; BLOCK] {
            self.zeros += u64::from(!self.has_bytes);
            self.is_closed = self.has_bytes;
            return None;
        }
        let is_due = self.zeros == 0 && !self.has_bytes;
        (self.has_bytes, self.is_closed) = (true, false);
        is_due.then_some(WRONG_HEADER)
    }

    /// What is wrong, if a header comes next.
    fn fault_before_header(&self) -> Option<&'static str> {
        (self.zeros > 0 && self.has_bytes).then_some(BLANK_HEADER)
    }

    /// What is wrong, if the file ends here.
    fn fault_at_end(&self, has_members: bool) -> Option<&'static str> {
        match (self.zeros, self.has_bytes) {
            // Without zeros at the end members may be missing.
            (0, false) => Some("the tar ends too early"),
            // One block of zeros, a text, and the zeros that end the tar: they have replaced the last header.
            (1, true) if self.is_closed => Some(BLANK_HEADER),
            (1.., true) if !has_members => Some(BLANK_HEADER),
            _ => None,
        }
    }
}

/// Reads what follows one header; `false` if nothing can come after it.
fn member(
    walk: &mut Walk<'_>,
    item: &Item<'_>,
    reader: &mut (dyn Read + Send),
    header: &Header,
    more: &mut Extra,
) -> io::Result<bool> {
    let size = match (header.flag, more.size) {
        (b'L' | b'K' | b'x' | b'g' | b'X', _) | (_, None) => header.size,
        (_, Some(size)) => size,
    };
    let name = more.name.as_deref().unwrap_or(&header.name);
    let path = place::shown(name, walk.usage.limits.names);
    let shown = format!("{}:{path}", item.name);
    let mut body = Body { reader, left: size, name: &shown, cut: false };
    match header.flag {
        b'L' => more.name = kept(&mut body, size).map(|name| until_nul(&name).to_vec()),
        b'x' | b'X' => {
            if let Some(text) = kept(&mut body, size) {
                more.read_pax(&text);
            }
        }
        b'K' => more.link = kept(&mut body, size).map(|link| until_nul(&link).to_vec()),
        b'g' => {}
        _ => match header.content(name, more, walk.usage.limits.names) {
            Content::Text => {
                walk.member(&Item { name: &shown, path: &path, size: Some(size), file: None, ..*item }, &mut body)?;
            }
            Content::None => {}
            Content::Refused(why, help) => {
                header.skip_map(body.reader);
                let help = help.map(str::to_owned);
                walk.fail(Failure { help, ..Failure::new(&shown, FailureKind::Unsupported, why) })?;
            }
        },
    }
    let sound = skip(&mut body);
    if body.cut {
        walk.fail(Failure::damaged(&shown, CUT))?;
    }
    if !matches!(header.flag, b'L' | b'K' | b'x' | b'X' | b'g') {
        *more = Extra::default();
    }
    // The last block may be cut short without any loss.
    let padding = size.next_multiple_of(BLOCK as u64) - size;
    Ok(sound && skip(&mut reader.take(padding)))
}

/// What a member holds.
enum Content {
    Text,
    /// No text by its nature.
    None,
    /// A text that this program does not read: why, and advice.
    Refused(String, Option<&'static str>),
}

/// What a header says.
#[derive(Debug)]
struct Header {
    name: Vec<u8>,
    /// The member that a link points to.
    link: Vec<u8>,
    size: u64,
    flag: u8,
    /// Whether the map of a sparse file goes on after this block.
    extended: bool,
}

impl Header {
    /// Reads a header whose checksum is right.
    fn read(block: &[u8; BLOCK]) -> Option<Header> {
        let told = number(&block[148..156])?;
        let others = || block[..148].iter().chain(&block[156..]);
        let sum: u64 = others().map(|&byte| u64::from(byte)).sum::<u64>() + 8 * 32;
        // Some old programs took bytes for signed.
        let signed: i64 = others().map(|&byte| i64::from(byte.cast_signed())).sum::<i64>() + 8 * 32;
        if told != sum && i64::try_from(told) != Ok(signed) {
            return None;
        }
        let flag = block[156];
        // A hard link has the size of what it points to, and no bytes of its own.
        let size = if flag == b'1' { 0 } else { number(&block[124..136])? };
        if size > i64::MAX as u64 {
            return None;
        }
        let mut name = until_nul(&block[..100]).to_vec();
        let prefix = until_nul(&block[345..500]);
        if &block[257..263] == b"ustar\0" && !prefix.is_empty() {
            name = [prefix, b"/", &name].concat();
        }
        let link = until_nul(&block[157..257]).to_vec();
        Some(Header { name, link, size, flag, extended: block[482] != 0 })
    }

    /// What the member `name` holds.
    fn content(&self, name: &[u8], more: &Extra, names: Option<&'static Encoding>) -> Content {
        let sparse = || Content::Refused("it is stored as a sparse file".into(), None);
        match self.flag {
            b'1' => {
                let link = place::shown(more.link.as_ref().unwrap_or(&self.link), names);
                let why = format!("it is a hard link, and its text is read only under the name {link}");
                Content::Refused(why, Some("`tar --hard-dereference` packs the text under each name"))
            }
            b'S' => sparse(),
            b'M' => Content::Refused("it is the rest of a file that begins on another volume".into(), None),
            // Symbolic links, devices, folders, pipes; GNU's lists of what is in a folder, and labels of volumes.
            b'2'..=b'6' | b'D' | b'V' => Content::None,
            _ if more.sparse => sparse(),
            // Before there was a flag for folders, a slash after the name marked them.
            _ if name.ends_with(b"/") => Content::None,
            _ => Content::Text,
        }
    }

    /// Passes over the rest of the map of a sparse file.
    fn skip_map(&self, reader: &mut (dyn Read + Send)) {
        let mut extended = self.flag == b'S' && self.extended;
        while extended {
            let mut block = [0; BLOCK];
            extended = fill(reader, &mut block).0 == BLOCK && block[504] != 0;
        }
    }
}

/// A number in octal digits, or in binary if it would not fit.
fn number(field: &[u8]) -> Option<u64> {
    if field[0] & 0x80 != 0 {
        let first = u64::from(field[0] & 0x7f);
        return field[1..].iter().try_fold(first, |sum, &byte| Some(sum.checked_mul(256)? + u64::from(byte)));
    }
    let digits = until_nul(field).trim_ascii();
    digits.iter().try_fold(0u64, |sum, &digit| match digit {
        b'0'..=b'7' => Some(sum.checked_mul(8)? + u64::from(digit - b'0')),
        _ => None,
    })
}

fn until_nul(bytes: &[u8]) -> &[u8] {
    bytes.split(|&byte| byte == 0).next().unwrap_or(bytes)
}

/// What the headers before a header say about it.
#[derive(Debug, Default)]
struct Extra {
    name: Option<Vec<u8>>,
    link: Option<Vec<u8>>,
    size: Option<u64>,
    sparse: bool,
}

impl Extra {
    /// Reads the lines of a pax header: `17 path=some/name`, the number counting the whole line.
    fn read_pax(&mut self, mut text: &[u8]) {
        while let Some(space) = text.iter().position(|&byte| byte == b' ') {
            let length = std::str::from_utf8(&text[..space]).ok().and_then(|digits| digits.parse().ok());
            let Some(line) = length.and_then(|length: usize| text.get(space + 1..length)) else { return };
            text = &text[space + 1 + line.len()..];
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            if let Some(path) = line.strip_prefix(b"path=").filter(|_| !self.sparse) {
                self.name = Some(path.to_vec());
            } else if let Some(path) = line.strip_prefix(b"GNU.sparse.name=") {
                (self.name, self.sparse) = (Some(path.to_vec()), true);
            } else if let Some(link) = line.strip_prefix(b"linkpath=") {
                self.link = Some(link.to_vec());
            } else if let Some(size) = line.strip_prefix(b"size=") {
                self.size = std::str::from_utf8(size).ok().and_then(|size| size.parse().ok());
                self.size = self.size.filter(|&size| size <= i64::MAX as u64);
            } else if line.starts_with(b"GNU.sparse.") {
                self.sparse = true;
            }
        }
    }
}

/// The whole of a small body.
fn kept(body: &mut Body<'_>, size: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    if size > LONGEST || body.read_to_end(&mut bytes).is_err() {
        return None;
    }
    Some(bytes)
}

/// The bytes of a member.
struct Body<'b> {
    reader: &'b mut (dyn Read + Send),
    left: u64,
    name: &'b str,
    /// Whether the tar ended within it.
    cut: bool,
}

impl Read for Body<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let most = out.len().min(usize::try_from(self.left).unwrap_or(usize::MAX));
        if most == 0 {
            return Ok(0);
        }
        let count = self.reader.read(&mut out[..most])?;
        self.left -= count as u64;
        if count == 0 {
            self.cut = true;
            return Err(Failure::damaged(self.name, CUT).into());
        }
        Ok(count)
    }
}
