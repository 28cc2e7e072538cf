//! Names of members: how reports show them, and which are suspicious.

use super::codec::Method;
use crate::visible::visible;

/// A member's name as reports show it: without `./` in front, and with escapes in place of control characters.
pub(super) fn shown(name: &[u8]) -> String {
    let name = String::from_utf8_lossy(name);
    let name = name.trim_start_matches("./");
    visible(name).into_owned()
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

/// Whether a name is that of something compressed or of an archive.
pub(super) fn promises_packed(path: &str) -> bool {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    let endings = [Method::Gzip, Method::Zstd, Method::Bzip2, Method::Xz].into_iter().filter_map(Method::endings);
    matches!(&*ending, "tar" | "zip") || endings.into_iter().any(|(long, short)| ending == long || ending == short)
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
    fn the_ending_of_compression_goes() {
        assert_eq!(within("x/a.txt.GZ", Method::Gzip), "x/a.txt");
        assert_eq!(within("a.tgz", Method::Gzip), "a.tar");
        assert_eq!(within("a.game", Method::Zstd), "a.game");
    }
}
