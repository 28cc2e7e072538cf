//! Recognises what a file is by its first bytes, not by its name.

use super::codec::Method;
use super::tar;

/// How many bytes [`Kind::of`] wants to see: the first block of a tar.
pub(super) const HEAD: usize = tar::BLOCK;

/// What a stream of bytes is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Neither compressed nor an archive: records.
    Plain,
    /// Compressed as a whole.
    Compressed(Method),
    /// A tar.
    Tar,
    /// A zip.
    Zip,
    /// A known kind that this program does not read: its name, and advice.
    Foreign(&'static str, &'static str),
}

/// What to do with an archive of another program.
const UNPACK: &str = "unpack it first";
/// What to do with a document of an old program.
const SAVE: &str = "save it as plain text (.txt), or a table as .xlsx or .csv";

/// The first bytes that identify a kind.
static MAGIC: &[(&[u8], Kind)] = &[
    (b"\x1f\x8b\x08", Kind::Compressed(Method::Gzip)),
    (b"\x28\xb5\x2f\xfd", Kind::Compressed(Method::Zstd)),
    (b"\xfd7zXZ\0", Kind::Compressed(Method::Xz)),
    (b"PK\x03\x04", Kind::Zip),
    (b"PK\x05\x06", Kind::Zip),
    (b"7z\xbc\xaf\x27\x1c", Kind::Foreign("a 7-Zip archive", UNPACK)),
    (b"Rar!\x1a\x07", Kind::Foreign("a RAR archive", UNPACK)),
    (b"\x04\x22\x4d\x18", Kind::Foreign("compressed with LZ4", UNPACK)),
    (b"LZIP\x01", Kind::Foreign("compressed with lzip", UNPACK)),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", Kind::Foreign("a file of an old Word or Excel", SAVE)),
    (b"\x1f\x9d", Kind::Foreign("compressed with the program compress", UNPACK)),
];

impl Kind {
    /// The kind of a file that begins with `head`: its first [`HEAD`] bytes, or all if there are fewer.
    pub(super) fn of(head: &[u8]) -> Kind {
        if let Some((_, kind)) = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)) {
            return *kind;
        }
        match head {
            // A digit for the size of blocks, then a block or the end: text can begin with `BZh9` too.
            [b'B', b'Z', b'h', b'1'..=b'9', 0x31, 0x41, 0x59, 0x26, 0x53, 0x59, ..]
            | [b'B', b'Z', b'h', b'1'..=b'9', 0x17, 0x72, 0x45, 0x38, 0x50, 0x90, ..] => {
                Kind::Compressed(Method::Bzip2)
            }
            // A skippable frame, with which some compressors begin.
            [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Kind::Compressed(Method::Zstd),
            _ if tar::begins(head) => Kind::Tar,
            _ => Kind::Plain,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_begins_like_something_else_is_text() {
        for text in [&b"BZh9 is a square"[..], b"PK", b"", b"1. c, e", b"\x1f", &[0; 512], &[b'7'; 512]] {
            assert_eq!(Kind::of(text), Kind::Plain, "{text:?}");
        }
    }
}
