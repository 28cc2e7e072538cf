//! The replay page in a real browser: every control, every position of the samples, phones, dark rooms, screen readers.
//! Run with `cargo test --test browser -- --ignored`; Debian's packages are `chromium` and `chromium-driver`.

use std::path::{Path, PathBuf};

use scoresheet::formats::{Records, transcript::Transcripts};
use scoresheet::{Checker, Defaults, MAX_RECORD, page, report};
use serde_json::{Value, json};

#[path = "support/webdriver.rs"]
mod webdriver;

#[path = "browser/content.rs"]
mod content;

#[path = "browser/controls.rs"]
mod controls;

#[path = "browser/many.rs"]
mod many;

#[path = "browser/access.rs"]
mod access;

#[path = "browser/audit.rs"]
mod audit;

#[path = "browser/mended.rs"]
mod mended;

use webdriver::Browser;

/// A browser and a folder for pages.
struct Desk {
    browser: Browser,
    folder: tempfile::TempDir,
}

impl Desk {
    fn new() -> Desk {
        Desk { browser: Browser::open(), folder: tempfile::tempdir().expect("a folder") }
    }

    /// Writes the page of a transcript and tells its file.
    fn write(&self, transcript: &str) -> PathBuf {
        let path = self.folder.path().join("page.html");
        std::fs::write(&path, page_of(transcript)).expect("a page");
        path
    }

    /// Opens the page of a transcript at a mark: `#ply=4`.
    fn open(&self, transcript: &str, mark: &str) {
        let path = self.write(transcript);
        self.visit(&path, mark);
    }

    fn visit(&self, path: &Path, mark: &str) {
        self.browser.visit(&format!("file://{}{mark}", path.display()));
        self.browser.wait("document.body.dataset.ready");
    }

    /// What is shown as the position, the address' mark, and what is said.
    fn shown(&self) -> (String, String, String) {
        // The address follows at most so often.
        std::thread::sleep(std::time::Duration::from_millis(80));
        let text = |id: &str| self.browser.text(&format!("document.getElementById('{id}').textContent"));
        (text("position"), self.browser.text("location.hash"), text("said"))
    }

    fn said(&self) -> String {
        self.shown().2
    }

    fn is_shown(&self, selector: &str) -> bool {
        self.browser.run(&format!(
            "const element = document.querySelector('{selector}'); return Boolean(element && element.checkVisibility());"
        )) == Value::Bool(true)
    }
}

/// Nothing may have been said on the console: no error, nothing that the page's policy has stopped.
impl Drop for Desk {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert_eq!(self.browser.console(), Vec::<String>::new());
            let loaded = self.browser.run("return performance.getEntriesByType('resource').map((entry) => entry.name)");
            assert_eq!(loaded, json!([]), "a page loads nothing");
        }
    }
}

fn page_of(transcript: &str) -> Vec<u8> {
    let mut records = Transcripts::new(transcript.as_bytes(), MAX_RECORD).expect("text");
    let mut checker = Checker::new(Defaults::default());
    let mut page = page::Writer::new(Vec::new(), "Club games").expect("a page");
    while let Some(record) = records.next().expect("text") {
        let report = report("games.txt", &record, &mut checker);
        page.record(&page::Recorded::new(&report, &record, &checker), None).expect("a page");
    }
    page.finish("").expect("a page")
}

fn sample(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name);
    String::from_utf8_lossy(&std::fs::read(path).expect("a sample")).into_owned()
}
