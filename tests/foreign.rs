//! Files of other programs: the verdicts that other implementations have given, and what is written read back.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use scoresheet::formats::Format;
use scoresheet::{Target, records};
use serde_json::Value;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The files of a folder and its folders, by their paths.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    files
}

/// The text of a case as bytes: a lone surrogate from `\udc80` to `\udcff` stands for a raw byte.
fn bytes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    for letter in text.chars() {
        match u32::from(letter) {
            raw @ 0xe080..=0xe0ff => bytes.push((raw - 0xe000) as u8),
            _ => bytes.extend(letter.to_string().bytes()),
        }
    }
    bytes
}

#[test]
fn cases_of_other_formats_agree() {
    let mut counts = BTreeMap::new();
    for path in files(&folder("tests/cases/foreign")) {
        let text = std::fs::read_to_string(&path).expect("cases are text");
        for line in text.lines() {
            let case: Value = serde_json::from_str(&line.replace("\\udc", "\\ue0")).expect("a case is an object");
            let (id, expect) = (case["id"].as_str().expect("an id"), &case["expect"]);
            let suffix = case["suffix"].as_str().unwrap_or_default();
            if suffix.ends_with("gz") {
                // The program unpacks such files, the library does not.
                continue;
            }
            let text = bytes(case["text"].as_str().expect("a text"));
            let all: Vec<_> = records(&text[..])
                .file(&format!("case.{}", suffix.trim_start_matches('.')))
                .map(|record| record.expect("a slice can be read"))
                .collect();
            assert_eq!(all.len(), 1, "{id}: a case is one record");
            let got = serde_json::to_value(all[0].report()).expect("a report is JSON");
            for key in
                ["game", "variant", "options", "board", "notation", "valid", "plies", "moves", "outcome", "position"]
            {
                if let Some(want) = expect.get(key) {
                    assert_eq!(want, &got[key], "{id}: {key}");
                }
            }
            if let Some(want) = expect.get("errors") {
                let all =
                    got["diagnostics"].as_array().expect("a list").iter().filter(|said| said["severity"] == "error");
                let errors: Vec<Value> =
                    all.map(|error| serde_json::json!({"code": error["code"], "ply": error["ply"]})).collect();
                assert_eq!(want, &Value::Array(errors), "{id}: errors");
            }
            *counts.entry(path.file_name().map(|name| name.to_owned())).or_insert(0) += 1;
        }
    }
    assert!(!counts.is_empty() && counts.values().all(|count| *count > 0), "{counts:?}");
}

/// What a format writes it reads back: the same plies, outcome and tags.
#[test]
fn what_is_written_is_read_back() {
    let mut written = 0;
    for path in files(&folder("samples/gomoku")) {
        let text = std::fs::read(&path).expect("a sample");
        let name = path.to_string_lossy().into_owned();
        for record in records(&text[..]).file(&name) {
            let record = record.expect("a sample can be read");
            let before = record.report();
            let target = Target { format: Some(Format::SGF), ..Target::default() };
            let Ok(sgf) = record.convert(target) else { continue };
            let back = records(sgf.as_bytes()).file("x.sgf").next().expect("a record").expect("a slice can be read");
            let after = back.report();
            assert_eq!(after.moves, before.moves, "{sgf}");
            assert_eq!(after.outcome, before.outcome, "{sgf}");
            assert_eq!((after.variant, after.board), (before.variant, before.board), "{sgf}");
            assert!(after.valid, "{sgf}");
            for (name, value) in before.tags.0.iter().filter(|(name, _)| name != "Notation") {
                let read = after.tags.0.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
                assert!(read.is_none_or(|(_, read)| read.eq_ignore_ascii_case(value)), "{name}: {sgf}");
            }
            written += 1;
        }
    }
    assert!(written > 15, "{written}");
}

/// Who runs out of time has lost, also where the other one has moved in the same step.
#[test]
fn who_runs_out_of_time_at_kaggle_has_lost() {
    let player = |action: u8, status: &str| format!("{{\"action\": {action}, \"status\": \"{status}\"}}");
    let step = |one: String, other: String| format!("[{one}, {other}]");
    let steps = [
        step(player(0, "ACTIVE"), player(0, "INACTIVE")),
        step(player(3, "INACTIVE"), player(0, "ACTIVE")),
        step(player(0, "ACTIVE"), player(2, "INACTIVE")),
        step(player(3, "DONE"), player(0, "TIMEOUT")),
    ];
    let configuration = "{\"columns\": 7, \"rows\": 6, \"inarow\": 4}";
    let text = format!(
        "{{\"configuration\": {configuration}, \"name\": \"connectx\", \"rewards\": [1, null], \"steps\": [{}]}}",
        steps.join(", ")
    );
    let report = records(text.as_bytes()).next().expect("an episode").expect("a slice can be read").report();
    let tag = |name: &str| report.tags.get(name);
    assert_eq!((report.valid, report.moves.join(" ")), (true, "d c d".to_owned()));
    assert_eq!((tag("Result"), tag("Termination")), (Some("White"), Some("time")));
}

/// Whatever its file is called, and from a pipe.
#[test]
fn a_list_is_found_out_by_its_line_of_tags() {
    let text = "#: [Game \"forza4\"] [Notation \"columns\"]\ncecc Ada - Bea\ncecd\n";
    let moves: Vec<_> =
        records(text.as_bytes()).map(|record| record.expect("a list").report().moves.concat()).collect();
    assert_eq!(moves, ["cecc", "cecd"]);
    let comment = "#: a remark\n[Game \"forza4\"]\n\n1. c, e\n";
    let report = records(comment.as_bytes()).next().expect("a record").expect("a slice can be read").report();
    assert_eq!(report.moves.concat(), "ce");
}

#[test]
fn a_playthrough_is_found_out_by_its_actions() {
    let text = "game: connect_four\n\n# Apply action \"x0\"\naction: 0\n\n# Apply action \"o1\"\naction: 1\n";
    let report = records(text.as_bytes()).next().expect("a playthrough").expect("a slice can be read").report();
    assert_eq!((report.game, report.moves.join(" ")), (Some("forza4"), "a b".to_owned()));
}
