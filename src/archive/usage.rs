//! Counts how much comes out of one file, and says when it is too much.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use encoding_rs::Encoding;

use super::failure::{Failure, FailureKind};

/// How far reading goes before a file or a member is refused, and how its name is read.
///
/// Nothing is ever held in memory whole: the limits guard time, not memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// How many bytes may come out of one file in all, nested archives and each of their layers counted.
    pub size: u64,
    /// How many times its own size may come out of a compressed file or member. The first 64 KiB count as read from
    /// the start (for a whole file with all its members, 1 MiB), so that small ones are never refused for this.
    pub ratio: u32,
    /// How deep layers may be nested; a `.tar.gz` has two. More than [`Limits::DEEPEST`] are never read.
    pub depth: u32,
    /// Whether members whose path leads out of the archive (`../a`, `/a`) are read. Nothing is ever written to such a
    /// path, but an archive with one is suspicious.
    pub any_path: bool,
    /// The encoding of names that are not UTF-8, of files and of members; without it, it is guessed from the names.
    pub names: Option<&'static Encoding>,
}

impl Limits {
    /// The most layers, even if [`Limits::depth`] allows more: each takes some of the stack.
    pub const DEEPEST: u32 = 64;
}

impl Default for Limits {
    /// 1 TiB, 1000 to 1, eight layers, no paths that lead out, guessed encodings of names.
    fn default() -> Limits {
        Limits { size: 1 << 40, ratio: 1000, depth: 8, any_path: false, names: None }
    }
}

/// How much may come out of a compressed stream before much of it has been read.
pub(super) const SLACK: u64 = 64 * 1024;

/// How much may come out of a file with all its members before much of it has been read.
const FILE_SLACK: u64 = 1024 * 1024;

/// The account of one file.
#[derive(Debug)]
pub(super) struct Usage {
    pub(super) limits: Limits,
    name: String,
    taken: AtomicU64,
    given: AtomicU64,
    spent: AtomicBool,
}

impl Usage {
    /// An empty account.
    pub(super) fn new(name: &str, limits: Limits) -> Usage {
        let (taken, given, spent) = (AtomicU64::new(0), AtomicU64::new(0), AtomicBool::new(false));
        Usage { limits, name: name.to_owned(), taken, given, spent }
    }

    /// Counts bytes of the file itself.
    pub(super) fn take(&self, count: u64) {
        self.taken.fetch_add(count, Relaxed);
    }

    /// Counts bytes that came out of it. Returns how many of them may be handed on, and the failure if that is not all.
    /// After a failure nothing more of this file is read.
    pub(super) fn give(&self, count: u64) -> (u64, Option<Failure>) {
        let Limits { size, ratio, .. } = self.limits;
        let given = self.given.fetch_add(count, Relaxed);
        let (most, message, option) = match allowed(ratio, self.taken.load(Relaxed), FILE_SLACK) {
            most if most < size => (most, format!("its contents are more than {ratio} times its size"), "--max-ratio"),
            _ => (size, format!("it holds more than {size} bytes"), "--max-size"),
        };
        if given.saturating_add(count) <= most {
            return (count, None);
        }
        self.spent.store(true, Relaxed);
        (most.saturating_sub(given), Some(Failure::limit(&self.name, message, option)))
    }

    /// The failure for everything that comes after a limit of the whole file was reached.
    pub(super) fn end(&self) -> Failure {
        Failure::new(&self.name, FailureKind::Limit, "it comes after a limit was reached")
    }

    /// Whether a limit of the whole file was reached.
    pub(super) fn spent(&self) -> bool {
        self.spent.load(Relaxed)
    }
}

/// How much may come out of `taken` bytes.
pub(super) fn allowed(ratio: u32, taken: u64, slack: u64) -> u64 {
    u64::from(ratio.max(1)).saturating_mul(taken.saturating_add(slack))
}
