//! A call on many files needs no more descriptors and threads than one on few: nothing of a file stays open.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::Command;

/// How many files there are, and how many may be open at once.
const FILES: usize = 100;
const OPEN: usize = 40;

/// Runs the program in `folder`; `arguments` are words of a shell.
fn run(folder: &Path, arguments: &str) {
    let program = env!("CARGO_BIN_EXE_scoresheet");
    let script = format!("ulimit -n {OPEN} && exec '{program}' {arguments}");
    let output = Command::new("sh").args(["-c", &script]).current_dir(folder).output().expect("there is a shell");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments}: {said}");
}

/// How many files of a folder hold `text`.
fn holding(folder: &Path, text: &str) -> usize {
    let read = |entry: std::io::Result<fs::DirEntry>| fs::read_to_string(entry.expect("an entry").path());
    let files = fs::read_dir(folder).expect("a folder").map(|entry| read(entry).expect("text"));
    files.filter(|file| file.contains(text)).count()
}

#[test]
fn no_file_leaves_anything_open() {
    let folder = tempfile::tempdir().expect("a folder");
    let folder = folder.path();
    fs::create_dir(folder.join("in")).expect("a folder");
    for number in 0..FILES {
        let text = format!("[Game \"forza4\"]\n[White \"{number}\"]\n\n1. c, e; 3. d\n");
        fs::write(folder.join(format!("in/{number}.txt")), text).expect("a file");
    }
    run(folder, "audit in");
    run(folder, "convert in --to squares -o out/");
    assert_eq!(holding(&folder.join("out"), "1. c1, e1; 2. d1"), FILES);
    run(folder, "select in -o picked/");
    assert_eq!(holding(&folder.join("picked"), "3. d"), FILES);
    run(folder, "validate --fix --no-backup in");
    assert_eq!(holding(&folder.join("in"), "1. c, e; 2. d"), FILES);
    run(folder, "convert --in-place --no-backup --to squares in/*.txt");
    assert_eq!(holding(&folder.join("in"), "1. c1, e1; 2. d1"), FILES);
}
