//! Reads tars as they stream by: one header and one member at a time.
//!
//! Only regular files are handed out; folders, links and devices are skipped, because the archive holds what they point
//! to under its own name or not at all. After a damaged header the reader looks for the next intact one. Long names
//! (GNU and pax) are read up to a limit of their own, so that no archive fills the memory.

use std::io::{self, BufReader, Read};

use super::failure::{Failure, FailureKind};
use super::{Item, Walk, fill, skip};

/// The size of everything in a tar.
pub(super) const BLOCK: usize = 512;

/// The most bytes that are kept of a header before another header.
const LONGEST: u64 = 1024 * 1024;

const CUT: &str = "the tar ends too early, within this member";

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
    let (mut ended, mut lost) = (false, false);
    while !walk.usage.spent() {
        let mut block = [0; BLOCK];
        match fill(&mut reader, &mut block) {
            (BLOCK, _) => {}
            // The layer below reports it.
            (_, Some(_)) => break,
            // Two blocks of zeros end a tar; some programs write one. Without any, members may be missing.
            (_, None) => {
                if !ended && !lost {
                    walk.fail(Failure::damaged(item.name, "the tar ends too early"))?;
                }
                break;
            }
        }
        if block == [0; BLOCK] {
            // Another tar may follow.
            ended = true;
            continue;
        }
        let Some(header) = Header::read(&block) else {
            if !ended && !lost {
                lost = true;
                walk.fail(Failure::damaged(item.name, "the tar is damaged: a header differs from its checksum"))?;
            }
            continue;
        };
        (ended, lost) = (false, false);
        if !member(walk, item, &mut reader, &header, &mut more)? {
            break;
        }
    }
    Ok(())
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
    let path = super::place::shown(name);
    let shown = format!("{}:{path}", item.name);
    let mut body = Body { reader, left: size, name: &shown, cut: false };
    match header.flag {
        b'L' => more.name = kept(&mut body, size).map(|name| until_nul(&name).to_vec()),
        b'x' | b'X' => {
            if let Some(text) = kept(&mut body, size) {
                more.read_pax(&text);
            }
        }
        b'K' | b'g' => {}
        b'S' => {
            let mut extended = header.extended;
            while extended {
                let mut block = [0; BLOCK];
                extended = fill(body.reader, &mut block).0 == BLOCK && block[504] != 0;
            }
            walk.fail(Failure::new(&shown, FailureKind::Unsupported, "it is stored as a sparse file"))?;
        }
        b'0' | b'7' | 0 if more.sparse => {
            walk.fail(Failure::new(&shown, FailureKind::Unsupported, "it is stored as a sparse file"))?;
        }
        // Before there was a flag for folders, a slash after the name marked them.
        b'0' | b'7' | 0 if !name.ends_with(b"/") => {
            walk.member(&Item { name: &shown, path: &path, size: Some(size), file: None, ..*item }, &mut body)?;
        }
        _ => {}
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

/// What a header says.
#[derive(Debug)]
struct Header {
    name: Vec<u8>,
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
        Some(Header { name, size, flag, extended: block[482] != 0 })
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
