//! Audits judge records of equal headers as `validate` does.

use std::path::Path;

use scoresheet::formats::{Records, transcript::Transcripts};
use serde_json::Value;

use super::program;

/// How many valid and invalid records `audit` counts and how many `validate` does, with these arguments, and whether
/// both leave with the same exit status.
fn counts(arguments: &[&str], text: &str) -> [(u64, u64, Option<i32>); 2] {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let run = |command: &[&str]| program::run(here, &[command, arguments, &["-"]].concat(), text.as_bytes());
    let audit = run(&["audit", "--format", "none", "--summary", "json"]);
    let summary: Value = serde_json::from_slice(&audit.stdout).expect("a summary is JSON");
    let count = |key: &str| summary["records"][key].as_u64().expect("a number");
    let validate = run(&["validate", "--format", "json"]);
    let lines = String::from_utf8(validate.stdout).expect("output is text");
    let valid = |line: &&str| serde_json::from_str::<Value>(line).expect("a line is an object")["valid"] == true;
    let sound = lines.lines().filter(valid).count() as u64;
    [
        (count("valid"), count("invalid") + count("unreadable"), audit.status.code()),
        (sound, lines.lines().count() as u64 - sound, validate.status.code()),
    ]
}

static SOUND: &str = "[Game \"forza4\"]\n\n1. c, e\n\n";

#[test]
fn a_glued_record_is_told_among_records_of_its_header() {
    let text = format!("[Game \"forza4\"]\n\n1. c, e{}", SOUND.repeat(3));
    let [audit, validate] = counts(&["--deny-warnings"], &text);
    assert_eq!(audit, validate);
    assert_eq!(audit.2, Some(1));
}

#[test]
fn the_limit_of_records_holds_among_records_of_one_header() {
    let long = "[Game \"forza4\"]\n\n1. c, d; 2. c, d; 3. c, d; 4. a, d\n\n";
    let text = [SOUND, SOUND, long, SOUND, SOUND].concat();
    let mut seen = Vec::new();
    for most in SOUND.len() - 3..long.len() + 3 {
        let [audit, validate] = counts(&["--max-record", &most.to_string()], &text);
        assert_eq!(audit, validate, "--max-record {most}");
        seen.push(audit.0);
    }
    seen.dedup();
    assert_eq!(seen, [0, 4, 5], "each kind of record is over some limit of these");
}

/// Bytes that are no text are noted before the tags are read, and told in the place where they stand all the same.
#[test]
fn faults_of_the_text_are_told_in_the_order_of_their_places() {
    let text = b"[Gamle\"]\n\n1. c, \xe3\n";
    let mut records = Transcripts::new(&text[..], 1 << 20).expect("a slice can be read");
    let record = records.next().expect("a slice can be read").expect("a record");
    let faults: Vec<_> = record.faults().iter().map(|fault| (fault.code.name, fault.span.start)).collect();
    assert_eq!(faults, [("bad-syntax", 0), ("bad-encoding", 16)]);
}
