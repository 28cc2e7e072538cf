//! Names of members: how reports show them, and which are suspicious.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS};

use super::codec::Method;
use crate::visible::visible;

/// A member's name as reports show it: without `./` in front, and with escapes in place of control characters.
pub(super) fn shown(name: &[u8]) -> String {
    shown_in(name, None)
}

/// A member's name as reports show it: without `./` in front, and with escapes in place of control characters. A name
/// that is not UTF-8 is read in `encoding`.
pub(super) fn shown_in(name: &[u8], encoding: Option<&'static Encoding>) -> String {
    let decoded = || encoding?.decode_without_bom_handling_and_without_replacement(name);
    let text = match std::str::from_utf8(name) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => decoded().unwrap_or_else(|| String::from_utf8_lossy(name)),
    };
    visible(text.trim_start_matches("./")).into_owned()
}

/// The encoding of names that are not UTF-8, if it has two bytes a letter. Programs that pack files write such names
/// without naming the encoding, but each of these encodings has letters that the others do not have.
pub(super) fn encoding<'n>(names: impl Iterator<Item = &'n [u8]>) -> Option<&'static Encoding> {
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
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    ["tar", "zip"].iter().any(|archive| ending.eq_ignore_ascii_case(archive)) || unpacked(path).is_some()
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
            let found = encoding([b"b.txt", &*name].into_iter());
            assert_eq!(found, Some(known), "{text}");
            assert_eq!(shown_in(&name, found), text.trim_start_matches("./"));
        }
        assert_eq!(encoding([&b"L\x94we.txt"[..]].into_iter()), None);
        assert_eq!((shown_in(b"\xff", Some(GBK)), shown(b"\xff")), ("\u{fffd}".to_owned(), "\u{fffd}".to_owned()));
    }

    #[test]
    fn the_ending_of_compression_goes() {
        assert_eq!(within("x/a.txt.GZ", Method::Gzip), "x/a.txt");
        assert_eq!(within("a.tgz", Method::Gzip), "a.tar");
        assert_eq!(within("a.game", Method::Zstd), "a.game");
    }
}
