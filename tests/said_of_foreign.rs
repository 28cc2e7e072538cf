//! What is said of the samples of files that other programs write: each sample is found out by its content and judged.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use scoresheet::{Report, records};

/// The files of a folder in the order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// What is said of each record of the samples of a format, and its text.
fn said(format: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/foreign").join(format);
    let mut out = String::new();
    for file in files(&folder) {
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let bytes = fs::read(&file).expect("the sample");
        for record in records(&*bytes).file(&name) {
            let record = record.expect("a slice can be read");
            let Report { line, valid, plies, outcome, diagnostics, .. } = record.report();
            let _ = writeln!(
                out,
                "{name}:{line} valid {valid}, {plies} plies, {}",
                serde_json::to_string(&outcome).expect("JSON")
            );
            for text in record.text().lines().filter(|text| !text.trim().is_empty()) {
                let _ = writeln!(out, "  | {}", text.trim_end());
            }
            for told in diagnostics {
                let _ = writeln!(out, "  {}:{} {}: {}", told.line, told.column, told.code, told.message);
            }
        }
    }
    out
}

#[test]
fn halma_logs() {
    insta::assert_snapshot!(said("halma-log"));
}

#[test]
fn ludii_trials() {
    insta::assert_snapshot!(said("ludii"));
}

#[test]
fn kaggle_episodes() {
    insta::assert_snapshot!(said("kaggle"));
}

#[test]
fn openspiel_playthroughs() {
    insta::assert_snapshot!(said("openspiel"));
}

#[test]
fn gomoku_json() {
    insta::assert_snapshot!(["bots-json", "gctl-json", "rseq-json"].map(said).concat());
}

#[test]
fn games_of_playok() {
    insta::assert_snapshot!(said("playok"));
}

#[test]
fn xml_of_the_renju_federation() {
    insta::assert_snapshot!(said("rif"));
}
