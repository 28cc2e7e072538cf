//! `validate --watch`: judges again what changes, through the real program.

#[path = "support/program.rs"]
mod program;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::Child;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const GOOD: &str = "[Game \"forza4\"]\n\n1. c, e; 2. c\n";
const BAD: &str = "[Game \"forza4\"]\n\n1. c, e; 2. z\n";

/// The program while it watches. It is ended with the test.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn begin(folder: &Path, arguments: &[&str]) -> Watching {
        let mut child =
            program::program(folder).args(["validate", "--watch"]).args(arguments).spawn().expect("the program starts");
        let out = BufReader::new(child.stdout.take().expect("a pipe"));
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in out.lines() {
                if line.map(|line| send.send(line)).is_err() {
                    return;
                }
            }
        });
        Watching { child, lines }
    }

    /// The next line. A program that says nothing for so long says nothing at all.
    fn line(&self) -> String {
        self.lines.recv_timeout(Duration::from_secs(60)).expect("the program says something")
    }

    /// Saves a file as many editors do: another file takes its name.
    fn save(folder: &Path, name: &str, text: &str) {
        let new = folder.join(format!(".{name}.new"));
        fs::write(&new, text).expect("a file");
        fs::rename(new, folder.join(name)).expect("a file");
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn what_changes_is_judged_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    fs::write(here.join("one.txt"), BAD).expect("a file");
    let watching = Watching::begin(here, &["--format", "concise", "one.txt"]);
    assert!(watching.line().starts_with("one.txt:3:13: error[off-board]"));
    // A file that nobody has asked for changes nothing.
    fs::write(here.join("other.txt"), BAD).expect("a file");
    Watching::save(here, "one.txt", &format!("\n{BAD}"));
    assert!(watching.line().starts_with("one.txt:4:13: error[off-board]"));
    // Written in its place, in a burst.
    for text in [GOOD.to_owned(), String::new(), format!("{GOOD}\n{BAD}")] {
        fs::write(here.join("one.txt"), text).expect("a file");
    }
    // The burst may have been seen while it went on; what is seen last is what stands.
    while !watching.line().starts_with("one.txt:7:13: error[off-board]") {}
}

#[test]
fn files_come_to_a_folder_and_go() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    fs::write(here.join("one.txt"), BAD).expect("a file");
    let watching = Watching::begin(here, &["--format", "concise", "."]);
    assert!(watching.line().starts_with("./one.txt:3:13"));
    Watching::save(here, "two.txt", BAD);
    assert!(watching.line().starts_with("./one.txt:3:13") && watching.line().starts_with("./two.txt:3:13"));
    fs::remove_file(here.join("one.txt")).expect("a file");
    assert!(watching.line().starts_with("./two.txt:3:13"));
}

#[test]
fn the_summary_is_of_all_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    fs::write(here.join("one.txt"), GOOD).expect("a file");
    fs::write(here.join("two.txt"), GOOD).expect("a file");
    let watching = Watching::begin(here, &["one.txt", "two.txt"]);
    assert_eq!(watching.line(), "2 records: 2 valid, 0 invalid; 6 plies");
    Watching::save(here, "two.txt", &[GOOD, GOOD].join("\n"));
    assert_eq!(watching.line(), "3 records: 3 valid, 0 invalid; 9 plies");
}

#[test]
fn standard_input_cannot_be_watched() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = program::program(folder.path()).args(["validate", "--watch"]).spawn().expect("the program starts");
    let mut told = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut told).expect("text");
    let expected = "scoresheet: --watch reads files again and again, but standard input can be read only once\n";
    assert_eq!((told.as_str(), child.wait().expect("it ends").code()), (expected, Some(2)));
}
