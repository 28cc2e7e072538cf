//! Names of members: how reports show them, and which are suspicious.

use std::borrow::Cow;
use std::path::Path;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_8};

use super::codec::Method;
use crate::visible::visible;

/// A member's name by itself as reports show it. If it is not UTF-8, it is read in the encoding that is known, or else
/// in one that is guessed from it.
pub(super) fn shown(name: &[u8], known: Option<&'static Encoding>) -> String {
    shown_in(name, encoding(known, [name].into_iter()))
}

/// A member's name as reports show it: without `./` in front, and with escapes in place of control characters. A name
/// that is not UTF-8 is read in `encoding`.
pub(super) fn shown_in(name: &[u8], encoding: Option<&'static Encoding>) -> String {
    visible(text_in(name, encoding).trim_start_matches("./")).into_owned()
}

/// A name as text; if it is not UTF-8, in `encoding`.
fn text_in<'n>(name: &'n [u8], encoding: Option<&'static Encoding>) -> Cow<'n, str> {
    let decoded = || encoding?.decode_without_bom_handling_and_without_replacement(name);
    match std::str::from_utf8(name) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => decoded().unwrap_or_else(|| String::from_utf8_lossy(name)),
    }
}

/// The path of a file as text. The parts that are not UTF-8 are read in the encoding that is known, or else in one that
/// is guessed from them.
pub(crate) fn name_of<'p>(path: &'p Path, known: Option<&'static Encoding>) -> Cow<'p, str> {
    if let Some(path) = path.to_str() {
        return Cow::Borrowed(path);
    }
    let parts = || path.as_os_str().as_encoded_bytes().split(|byte| *byte == b'/');
    let encoding = encoding(known, parts());
    parts().map(|part| text_in(part, encoding)).collect::<Vec<_>>().join("/").into()
}

/// The encoding of names that are not UTF-8: the one that is known, if file names can be in it, or else a guess, if it
/// has two bytes a letter. Programs that pack files write such names without naming the encoding, but each of these
/// encodings has letters that the others do not have.
pub(super) fn encoding<'n>(
    known: Option<&'static Encoding>,
    names: impl Iterator<Item = &'n [u8]>,
) -> Option<&'static Encoding> {
    let can_be = |known: &&'static Encoding| known.is_ascii_compatible() && *known != UTF_8;
    known.filter(can_be).or_else(|| guessed(names))
}

fn guessed<'n>(names: impl Iterator<Item = &'n [u8]>) -> Option<&'static Encoding> {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    for name in names.filter(|name| std::str::from_utf8(name).is_err()) {
        detector.feed(name, false);
        detector.feed(b"\n", false);
    }
    detector.feed(b"", true);
    let guess = detector.guess(None, Utf8Detection::Deny);
    [GBK, BIG5, SHIFT_JIS, EUC_KR].contains(&guess).then_some(guess)
}

/// Whether a name leads out of the folder that an archive would be unpacked into, on any system.
pub(super) fn climbs(name: &str) -> bool {
    let drive = matches!(name.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    drive || name.starts_with(['/', '\\']) || name.split(['/', '\\']).any(|part| part == "..")
}

/// Whether a member is what macOS adds to archives about each file: never a transcript.
pub(super) fn is_litter(name: &str) -> bool {
    name.starts_with("__MACOSX/") || name.rsplit('/').next().is_some_and(|last| last.starts_with("._"))
}

/// The name of what lies within the compressed file `path`: `a.txt.gz` holds `a.txt`.
pub(super) fn within(path: &str, method: Method) -> String {
    let (Some((stem, ending)), Some((long, short))) = (path.rsplit_once('.'), method.endings()) else {
        return path.to_owned();
    };
    match ending.to_ascii_lowercase() {
        ending if ending == long => stem.to_owned(),
        ending if ending == short => format!("{stem}.tar"),
        _ => path.to_owned(),
    }
}

/// The name of what lies within a file that its name calls compressed; `None` for other files.
fn unpacked(path: &str) -> Option<String> {
    let methods = [Method::Gzip, Method::Zstd, Method::Bzip2, Method::Xz];
    methods.into_iter().map(|method| within(path, method)).find(|name| name != path)
}

/// Whether a name belongs to a compressed file or an archive.
pub(crate) fn promises_packed(path: &str) -> bool {
    ends_in(path, "zip") || is_tar(path) || unpacked(path).is_some()
}

/// Whether a name belongs to a tar.
pub(super) fn is_tar(path: &str) -> bool {
    ends_in(path, "tar")
}

fn ends_in(path: &str, ending: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, own)| own.eq_ignore_ascii_case(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_climb_out_are_seen() {
        for name in ["../a", "a/../../b", "/etc/a", "\\a", "a\\..\\b", "C:\\a", "c:a", ".."] {
            assert!(climbs(name), "{name}");
        }
        for name in ["a", "a/b.txt", "a..b/c", "...", "a/..b", "é:a"] {
            assert!(!climbs(name), "{name}");
        }
    }

    #[test]
    fn names_in_encodings_of_two_bytes_are_read() {
        for (known, text) in [
            (GBK, "王小明.game"),
            (GBK, "./五子棋/第一轮.txt"),
            (BIG5, "五子棋規則.txt"),
            (SHIFT_JIS, "連珠の棋譜.txt"),
        ] {
            let (name, ..) = known.encode(text);
            let found = encoding(None, [b"b.txt", &*name].into_iter());
            assert_eq!(found, Some(known), "{text}");
            assert_eq!(shown_in(&name, found), text.trim_start_matches("./"));
        }
        assert_eq!(encoding(None, [&b"L\x94we.txt"[..]].into_iter()), None);
        assert_eq!(shown(b"L\xf6we.txt", Some(encoding_rs::WINDOWS_1252)), "Löwe.txt");
        assert_eq!(
            (shown_in(b"\xff", Some(GBK)), shown(b"\xff", None)),
            ("\u{fffd}".to_owned(), "\u{fffd}".to_owned())
        );
    }

    #[test]
    fn the_ending_of_compression_goes() {
        assert_eq!(within("x/a.txt.GZ", Method::Gzip), "x/a.txt");
        assert_eq!(within("a.tgz", Method::Gzip), "a.tar");
        assert_eq!(within("a.game", Method::Zstd), "a.game");
    }
}
