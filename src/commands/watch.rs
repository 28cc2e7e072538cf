//! Waits until files change, for commands that keep running.
//!
//! Editors save in many ways: they write a file anew, or write another one and give it the old name, and the system
//! sees a burst of events. So an event only says that something has happened; after a burst, the [`Stamp`] of each file
//! shows what has changed. Folders are watched, because a file that is replaced takes its watch with it.

use std::collections::HashSet;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant, SystemTime};

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher as _};

/// A burst is over when nothing has happened for so long.
const PAUSE: Duration = Duration::from_millis(50);

/// No burst is longer than this: a file that is written all the time is shown all the same.
const LONGEST: Duration = Duration::from_millis(1000);

/// Says when something has happened to some files.
pub(super) struct Watcher {
    events: Receiver<()>,
    /// Watches as long as it lives.
    _system: RecommendedWatcher,
}

impl Watcher {
    /// Watches files, and folders with all that is in them.
    ///
    /// # Errors
    /// Why they cannot be watched.
    pub(super) fn new(paths: &[PathBuf]) -> Result<Watcher, String> {
        let (send, events) = channel();
        let heard = move |event: notify::Result<Event>| {
            // To read a file is an event too. An error may mean that events were lost.
            if !event.is_ok_and(|event| event.kind.is_access()) {
                // Nobody listens any more when the program ends.
                let _ = send.send(());
            }
        };
        let mut system =
            notify::recommended_watcher(heard).map_err(|error| format!("changes cannot be watched: {error}"))?;
        let mut watched = HashSet::new();
        for path in paths {
            let (folder, mode) = if path.is_dir() {
                (path.as_path(), RecursiveMode::Recursive)
            } else {
                (parent(path), RecursiveMode::NonRecursive)
            };
            if watched.insert((folder, mode)) {
                let watch = system.watch(folder, mode);
                watch.map_err(|error| format!("{} cannot be watched: {error}", folder.display()))?;
            }
        }
        Ok(Watcher { events, _system: system })
    }

    /// Waits until something has happened and the burst of events is over; `false` if nothing can happen any more.
    pub(super) fn wait(&mut self) -> bool {
        if self.events.recv().is_err() {
            return false;
        }
        let begun = Instant::now();
        while begun.elapsed() < LONGEST && self.events.recv_timeout(PAUSE).is_ok() {}
        true
    }
}

/// The folder of a file.
fn parent(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Shows whether a file has changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stamp {
    path: Option<PathBuf>,
    data: Option<(u64, Option<SystemTime>, u64)>,
}

impl Stamp {
    /// The current stamp of a file, which need not exist.
    pub(super) fn of(path: Option<&Path>) -> Stamp {
        let data = path.and_then(|path| fs::metadata(path).ok());
        let data = data.map(|data| (data.len(), data.modified().ok(), number(&data)));
        Stamp { path: path.map(Path::to_owned), data }
    }
}

/// The number of a file on its device: another file under the same name has another one.
#[cfg(unix)]
fn number(data: &fs::Metadata) -> u64 {
    std::os::unix::fs::MetadataExt::ino(data)
}

#[cfg(not(unix))]
fn number(_: &fs::Metadata) -> u64 {
    0
}

/// Clears the screen if the output goes to one.
pub(super) fn clear(out: &mut impl Write) -> io::Result<()> {
    if io::stdout().is_terminal() {
        // The screen, not the lines that have left it at its top; then the first place.
        out.write_all(b"\x1b[2J\x1b[H")?;
        out.flush()?;
    }
    Ok(())
}

/// Says on a screen that the program goes on.
pub(super) fn tell_waiting(out: &mut impl Write) -> io::Result<()> {
    if io::stdout().is_terminal() {
        out.write_all(b"waiting for changes; Ctrl-C ends\n")?;
    }
    Ok(())
}
