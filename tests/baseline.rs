//! `audit --baseline`: only what is new counts, through the real program.

#[path = "support/mixed.rs"]
#[allow(dead_code, reason = "only the records are used")]
mod mixed;
#[path = "support/program.rs"]
mod program;

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

/// Two faults in one record, one in another, and a warning.
const ARCHIVE: &str = "[Game \"forza4\"]\n[White \"Ada\"]\n\n1. c, pawn; 2. d\n\n\
     [Game \"forza4\"]\n[White \"Bea\"]\n\n1. d, e; 2. d\n\n\
     [Game \"forza4\"]\n[Result \"Red\"]\n\n1. a, b; 2. a, b; 3. a, c; 4. a\n\n\
     [Game \"forza4\"]\n[Wite \"Cid\"]\n\n1. e, e\n";

/// A record of which no baseline knows.
const NEW: &str = "\n[Game \"forza4\"]\n\n1. c, z\n";

fn audit(folder: &Path, arguments: &[&str]) -> Output {
    program::run(folder, &[&["audit"], arguments].concat(), b"")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// The report alone, and the exit status.
fn report(folder: &Path, arguments: &[&str]) -> (String, Option<i32>) {
    let output = audit(folder, &[&["-q"], arguments].concat());
    (out(&output), output.status.code())
}

fn summary(folder: &Path, arguments: &[&str]) -> Value {
    let output = audit(folder, &[&["--format", "none", "--summary", "json"], arguments].concat());
    serde_json::from_str(&out(&output)).expect("a summary")
}

/// A folder with the archive and its baseline.
fn kept() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.txt"), ARCHIVE).expect("a file");
    let output = audit(folder.path(), &["-q", "--write-baseline", "base", "games.txt"]);
    assert_eq!(output.status.code(), Some(1), "what is written down still counts in this call");
    folder
}

#[test]
fn what_is_known_does_not_count() {
    let folder = kept();
    let here = folder.path();
    insta::assert_snapshot!(fs::read_to_string(here.join("base")).expect("a baseline"), @r"
    scoresheet baseline 1
    # content, code, ply
    62994d1a96275b30 unknown-tag -
    ab5b7dc4325a6488 result-mismatch -
    bdafdca932599651 bad-move 2
    bdafdca932599651 not-played 3
    ");
    for form in ["human", "github"] {
        let found = report(here, &["--baseline", "base", "--deny-warnings", "--format", form, "games.txt"]);
        assert_eq!(found, (String::new(), Some(0)), "{form}");
    }
    for form in ["jsonl", "csv"] {
        let (found, status) = report(here, &["--baseline", "base", "--only", "invalid", "--format", form, "games.txt"]);
        assert_eq!((found.lines().count(), status), (usize::from(form == "csv"), Some(0)), "{form}: {found}");
    }
    let (found, status) = report(here, &["--baseline", "base", "--format", "sarif", "games.txt"]);
    let sarif: Value = serde_json::from_str(&found).expect("an object");
    assert_eq!((&sarif["runs"][0]["results"], status), (&Value::Array(Vec::new()), Some(0)));
    let output = audit(here, &["--baseline", "base", "--rejects", "bad", "--html", "page", "games.txt"]);
    assert_eq!(fs::read_to_string(here.join("bad")).expect("the rejects"), "");
    insta::assert_snapshot!(out(&output), @r"
    4 records in 1 input: 2 valid, 2 invalid, 0 unreadable; 13 plies
    198 bytes: 198 in records, 0 between records
    baseline: 4 findings in 3 records are known and do not count

    forza4 standard: 2 valid, 2 invalid
                 2  100.0 %  unfinished
      plies
                 2  ████████████████████████████████████████ 1
                 3  ████████████████████████████████████████ 1
    ");
    let page = fs::read_to_string(here.join("page")).expect("the page");
    assert!(page.contains("baseline: 4 findings") && !page.contains("id=\"invalid\""));
}

#[test]
fn only_what_is_new_is_told() {
    let folder = kept();
    let here = folder.path();
    // The old records stand in another order, under another name, with other players and comments.
    let records: Vec<_> = ARCHIVE.split("\n\n[").collect();
    let moved = format!("{}\n\n[{}", records[1].replace("Bea", "Dot"), records[0].trim_start_matches('['));
    fs::write(here.join("moved.txt"), format!("[{moved}{{a comment}}\n{NEW}")).expect("a file");
    let baseline = ["--baseline", "base", "moved.txt"];
    let (human, status) = report(here, &baseline);
    insta::assert_snapshot!(human, @"moved.txt:13:7: error[off-board] the board has no column z: it is 7x6, columns a to g, rows 1 to 6");
    assert_eq!(status, Some(1));
    let (rows, _) = report(here, &[&baseline[..], &["--format", "csv"]].concat());
    insta::assert_snapshot!(rows, @r#"
    file,record,line,game,variant,valid,plies,outcome,winner,reason,claimed,codes,ply,message
    moved.txt,1,1,forza4,standard,true,3,unfinished,,,,,,
    moved.txt,2,6,forza4,standard,false,1,unfinished,,,,,,
    moved.txt,3,11,forza4,standard,false,1,unfinished,,,,off-board,2,"the board has no column z: it is 7x6, columns a to g, rows 1 to 6"
    "#);
    let (lines, _) = report(here, &[&baseline[..], &["--format", "jsonl"]].concat());
    let objects: Vec<Value> = lines.lines().map(program::object).collect();
    let said: Vec<_> = objects.iter().map(|object| (object["valid"] == true, program::said(object))).collect();
    assert_eq!(said, [(true, vec![]), (false, vec![]), (false, vec!["error off-board 2".to_owned()])]);
    let found = summary(here, &baseline);
    assert_eq!(found["baseline"].to_string(), r#"{"gone":2,"invalid":1,"known":2,"records":1}"#);
    assert_eq!(found["codes"].as_array().map(Vec::len), Some(1));
    assert_eq!(found["records"]["invalid"], 2);
    let rest = &["--format", "none", "--rejects", "-"];
    assert!(report(here, &[&baseline[..], rest].concat()).0.starts_with("# moved.txt:11: record 3: "));
}

#[test]
fn a_changed_game_is_new() {
    let folder = kept();
    let here = folder.path();
    for (change, is_new) in [
        (["pawn", "knight"], true),
        (["[Result \"Red\"]", "[Result \"draw\"]"], true),
        (["1. c, pawn", "1. e, pawn"], true),
        (["1. c, pawn", "1. c! {so} pawn"], false),
        (["1. c, pawn", "1. C, Pawn"], false),
        (["Ada", "Eve"], false),
    ] {
        let text = ARCHIVE.replace(change[0], change[1]);
        assert_ne!(text, ARCHIVE);
        fs::write(here.join("games.txt"), text).expect("a file");
        let status = report(here, &["--baseline", "base", "games.txt"]).1;
        assert_eq!(status, Some(i32::from(is_new)), "{change:?}");
    }
}

#[test]
fn what_is_gone_is_counted() {
    let folder = kept();
    let here = folder.path();
    fs::write(here.join("games.txt"), ARCHIVE.replace("pawn", "d")).expect("a file");
    let output = audit(here, &["--baseline", "base", "--write-baseline", "base", "games.txt"]);
    let told: Vec<_> = out(&output).lines().filter(|line| line.contains("baseline")).map(str::to_owned).collect();
    assert_eq!(
        told,
        [
            "baseline: 2 findings in 2 records are known and do not count",
            "2 findings of the baseline are gone: `--write-baseline` shortens it"
        ]
    );
    assert_eq!(summary(here, &["--baseline", "base", "games.txt"])["baseline"]["gone"], 0);
}

#[test]
fn a_folder_may_hold_its_baseline() {
    let folder = kept();
    let output = audit(folder.path(), &["--format", "none", "--baseline", "base", "."]);
    assert_eq!(
        (err(&output).as_str(), output.status.code()),
        ("scoresheet: ./base is not read, because it is the baseline\n", Some(0))
    );
}

#[test]
fn a_record_too_long_to_read_always_counts() {
    let folder = kept();
    let call = ["--max-record", "30", "games.txt"];
    assert_eq!(report(folder.path(), &[&["--write-baseline", "long"], &call[..]].concat()).1, Some(1));
    let found = summary(folder.path(), &[&["--baseline", "long"], &call[..]].concat());
    assert_eq!((&found["baseline"]["known"], &found["records"]["unreadable"]), (&Value::from(0), &Value::from(4)));
    assert_eq!(report(folder.path(), &[&["--baseline", "long"], &call[..]].concat()).1, Some(1));
}

#[test]
fn a_wrong_baseline_is_refused() {
    let folder = kept();
    let here = folder.path();
    fs::write(here.join("damaged"), "scoresheet baseline 1\n0123456789abcdef\n").expect("a file");
    fs::write(here.join("next"), "scoresheet baseline 2\n").expect("a file");
    let told = |file: &str| {
        let output = audit(here, &["--baseline", file, "games.txt"]);
        assert_eq!((out(&output).as_str(), output.status.code()), ("", Some(2)));
        err(&output)
    };
    insta::assert_snapshot!(["damaged", "next", "games.txt"].map(told).concat(), @r"
    scoresheet: damaged: line 2 is damaged: expected 16 hexadecimal digits, a code and a ply or -, found `0123456789abcdef`
    scoresheet: next: it is a baseline of version `2`, but this program reads version 1
    scoresheet: games.txt: it is no baseline: the first line of one is `scoresheet baseline 1`
    ");
    assert!(told("missing").starts_with("scoresheet: missing: "));
}

/// Of all samples in all formats, in an archive and compressed, everything is known the next time; nothing depends on the
/// number of threads.
#[test]
fn every_finding_of_every_format_is_known_the_next_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let samples = samples.to_str().expect("text");
    fs::write(here.join("nasty.txt"), mixed::NASTY.concat()).expect("a file");
    let call = |jobs: &str, more: &[&str]| {
        audit(here, &[&["-q", "--max-diagnostics", "100000", "--jobs", jobs, "nasty.txt", samples], more].concat())
    };
    let [one, other] = ["1", "3"].map(|jobs| {
        let before = call(jobs, &["--write-baseline", "base", "--format", "github"]);
        assert!(out(&before).lines().count() > 100);
        fs::read_to_string(here.join("base")).expect("a baseline")
    });
    assert_eq!(one, other);
    let mut sorted: Vec<_> = one.lines().skip(2).collect();
    assert!(
        sorted.len() > 100
            && sorted.is_sorted_by(|one, next| one != next && one.split(' ').take(2).le(next.split(' ').take(2)))
    );
    sorted.dedup();
    let after = call("3", &["--baseline", "base", "--format", "github", "--deny-warnings"]);
    assert_eq!(out(&after), "");
    let after = call("3", &["--baseline", "base", "--format", "jsonl"]);
    let objects: Vec<Value> = out(&after).lines().map(program::object).collect();
    assert!(objects.len() > 100 && objects.iter().all(|object| program::said(object).is_empty()));
    let found = summary(here, &["nasty.txt", samples, "--baseline", "base"]);
    assert_eq!((&found["baseline"]["gone"], &found["codes"]), (&Value::from(0), &Value::Array(Vec::new())));
}
