//! Handles signals that end the program: no half-written file stays behind.
//!
//! Signals are caught only once there is a file to remove, or by an audit, which still prints the summary of the
//! records that it has judged. Everywhere else the system ends the program as usual.

use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::audit::Progress;

/// One press of Ctrl-C may arrive as several signals: from the terminal, and from a program that passes it on.
const ONE_PRESS: Duration = Duration::from_millis(500);

/// Unfinished files: a signal removes them and ends the program.
#[derive(Debug, Clone, Default)]
pub(super) struct Leftovers(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    files: Vec<PathBuf>,
    /// The audit that the first signal asks to end; only a second one ends the program at once.
    audit: Option<Arc<Progress>>,
    listens: bool,
    /// The first signal, and when it came.
    first: Option<(u8, Instant)>,
}

impl Leftovers {
    /// Makes a file that a signal removes; `path` gives its path.
    pub(super) fn guard<F>(
        &self,
        make: impl FnOnce() -> io::Result<F>,
        path: impl FnOnce(&F) -> PathBuf,
    ) -> io::Result<F> {
        self.listen();
        // The signal handler waits here, so that it knows of every file.
        let mut state = self.state();
        let file = make()?;
        state.files.push(path(&file));
        Ok(file)
    }

    /// From now on the first signal asks an audit to end.
    pub(super) fn ask(&self, audit: Arc<Progress>) {
        self.listen();
        self.state().audit = Some(audit);
    }

    /// The signal that asked the audit to end.
    pub(super) fn signal(&self) -> Option<u8> {
        self.state().first.map(|(signal, _)| signal)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn listen(&self) {
        if !std::mem::replace(&mut self.state().listens, true) {
            system::listen(self.clone());
        }
    }

    fn hear(&self, signal: u8) {
        let mut state = self.state();
        match (state.first, &state.audit) {
            (None, Some(audit)) => {
                audit.stop();
                state.first = Some((signal, Instant::now()));
                return;
            }
            (Some((_, when)), _) if when.elapsed() < ONE_PRESS => return,
            _ => {}
        }
        for file in &state.files {
            // A file that has been put in its place meanwhile is no longer there.
            let _ = std::fs::remove_file(file);
        }
        std::process::exit(status(signal).into());
    }
}

/// The exit status that shells give a program that a signal has ended.
pub(super) fn status(signal: u8) -> u8 {
    128 + (signal & 0x7f)
}

/// The number of Ctrl-C, on systems that have only this signal.
pub(super) const INTERRUPT: u8 = 2;

#[cfg(unix)]
mod system {
    use std::sync::mpsc::channel;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    use super::Leftovers;

    /// Listens for signals on a thread of its own. If they cannot be caught, they end the program at once.
    pub(super) fn listen(leftovers: Leftovers) {
        let (hand_over, handed) = channel::<Signals>();
        let hear = move || {
            for signal in handed.recv().iter_mut().flat_map(Signals::forever) {
                leftovers.hear(u8::try_from(signal).unwrap_or(super::INTERRUPT));
            }
        };
        // Signals are caught only when a thread is there to hear them.
        if std::thread::Builder::new().spawn(hear).is_ok() {
            let signals = [SIGINT, SIGTERM].into_iter().chain(hears_hangup().then_some(SIGHUP));
            let _ = Signals::new(signals).map(|signals| hand_over.send(signals));
        }
    }

    /// Whether a closed terminal ends the program; under `nohup` it does not. If the system does not say, nothing
    /// changes.
    fn hears_hangup() -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 0)
    }
}

#[cfg(not(unix))]
mod system {
    use super::{INTERRUPT, Leftovers};

    /// Listens for Ctrl-C. If it cannot be caught, it ends the program at once.
    pub(super) fn listen(leftovers: Leftovers) {
        let _ = ctrlc::set_handler(move || leftovers.hear(INTERRUPT));
    }
}
