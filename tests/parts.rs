//! `scoresheet audit --part` and `--merge`: the sum of the parts is the audit of the whole.

use std::path::Path;
use std::process::{Command, Output, Stdio};

use proptest::prelude::*;

#[path = "support/nasty.rs"]
mod nasty;

use nasty::{JSON, LIST, SGF, TRANSCRIPT, pieces};

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_scoresheet"))
        .arg("audit")
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("output is text")
}

fn folder(files: &[(&str, Vec<u8>)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("in")).expect("a folder");
    for (name, bytes) in files {
        std::fs::write(folder.path().join("in").join(name), bytes).expect("a file");
    }
    folder
}

/// Audits `count` parts; the names of the files with what was found.
fn parts(folder: &Path, count: usize, arguments: &[&str]) -> Vec<String> {
    let part = |number| {
        let part = format!("{number}/{count}");
        let output = run(folder, &[&["--part", &part, "in"], arguments].concat());
        assert!(!output.stdout.is_empty(), "{}", text(&output.stderr));
        let name = format!("{number}-{count}.json");
        std::fs::write(folder.join(&name), &output.stdout).expect("a file");
        name
    };
    (1..=count).map(part).collect()
}

/// The summaries of the whole and of its parts are the same, for people and for programs.
fn check(folder: &Path, count: usize, arguments: &[&str]) {
    // The order in which parts are given does not matter.
    let mut names = parts(folder, count, arguments);
    names.reverse();
    let names: Vec<&str> = names.iter().map(|name| &**name).collect();
    for form in ["json", "human"] {
        let whole = run(folder, &[&["in", "--report", "report", "--summary", form], arguments].concat());
        let merged = run(folder, &[&["--merge", "--summary", form], &names[..]].concat());
        assert_eq!(text(&merged.stdout), text(&whole.stdout), "{count} parts: {}", text(&merged.stderr));
        assert_eq!(merged.status.code(), whole.status.code());
    }
}

/// The reports and the rejects of the parts, one after the other, are those of the whole.
fn check_reports(folder: &Path, count: usize) {
    // Rejects are the bytes of the files, in any encoding.
    let read = |name: &str| {
        let bytes = std::fs::read(folder.join(name)).expect("a report");
        String::from_utf8_lossy(&bytes).into_owned()
    };
    let outputs = ["--format", "jsonl", "--report", "report", "--rejects", "rejects"];
    run(folder, &[&["in"], &outputs[..]].concat());
    let whole = [read("report"), read("rejects")];
    let mut sum = [String::new(), String::new()];
    for number in 1..=count {
        let part = format!("{number}/{count}");
        run(folder, &[&["--part", &part, "in"], &outputs[..]].concat());
        sum[0] += &read("report");
        sum[1] += &read("rejects");
    }
    assert_eq!(sum, whole, "{count} parts");
}

fn wide(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text).into_owned();
    [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect()
}

fn packed(text: &[u8]) -> Vec<u8> {
    use std::io::Write;
    let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packer.write_all(text).expect("memory can be written");
    packer.finish().expect("memory can be written")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parts_add_up(
        transcript in pieces(TRANSCRIPT),
        list in pieces(LIST),
        json in pieces(JSON),
        sgf in pieces(SGF),
        count in 1..9_usize,
    ) {
        let table = [b"game,moves\n", &list[..]].concat();
        let files = [
            ("a.sgf", [b"(;GM[4]SZ[15];B[hh])\n", &sgf[..]].concat()),
            ("b.txt", transcript.clone()),
            ("c.txt", Vec::new()),
            ("d.lines", wide(&list)),
            ("e.lines", list),
            ("f.jsonl", json),
            ("g.csv", table),
            ("h.txt.gz", packed(&transcript)),
        ];
        let folder = folder(&files);
        check(folder.path(), count, &[]);
        check_reports(folder.path(), count);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    /// What mends records, and what a baseline knows, adds up too.
    #[test]
    fn repairs_and_baselines_add_up(
        transcript in pieces(TRANSCRIPT),
        list in pieces(LIST),
        kept in 0..6_usize,
        count in 1..7_usize,
    ) {
        // A slip in every other record, so that there is something to mend and to know.
        let slip = |number: usize| if number.is_multiple_of(2) { "c1" } else { "c9" };
        let slips: String =
            (0..20).map(|number| format!("[Game \"forza4\"]\n\n1. d1, d2; 2. {}, e{}\n\n", slip(number), number % 4)).collect();
        let files = [("a.txt", transcript), ("b.lines", list), ("c.txt", slips.into_bytes())];
        let folder = folder(&files);
        let here = folder.path();
        run(here, &["in", "-q", "--report", "report", "--write-baseline", "all"]);
        let read = |name: &str| String::from_utf8(std::fs::read(here.join(name)).expect("a baseline")).expect("a text");
        // The baselines of the parts, one after the other, hold the findings of the whole.
        let mut sum = String::new();
        for number in 1..=count {
            run(here, &["--part", &format!("{number}/{count}"), "in", "--write-baseline", "one"]);
            sum += &read("one");
        }
        let lines = |text: &str| -> std::collections::BTreeSet<String> { text.lines().map(str::to_owned).collect() };
        prop_assert_eq!(lines(&sum), lines(&read("all")));
        // With some of the findings, put together as `cat` does it.
        let some: String = sum.lines().enumerate().filter(|(at, line)| at % 6 != kept || line.starts_with(['s', '#']))
            .map(|(_, line)| format!("{line}\n")).collect();
        std::fs::write(here.join("some"), some).expect("a file");
        check(here, count, &["--repairs", "--baseline", "some"]);
        check(here, count, &["--repairs", "--effort", "50"]);
        check(here, count, &["--baseline", "all"]);
    }
}

#[test]
fn parts_know_their_baseline_and_their_search() {
    let folder = folder(&[("a.txt", b"[Game \"forza4\"]\n\n1. c, z\n\n".repeat(9))]);
    run(folder.path(), &["in", "-q", "--report", "report", "--write-baseline", "known"]);
    std::fs::write(folder.path().join("none"), "scoresheet baseline 1\n").expect("a file");
    let part = |number: &str, arguments: &[&str]| {
        let part = format!("{number}/2");
        let output = run(folder.path(), &[&["--part", &part, "in"], arguments].concat());
        std::fs::write(folder.path().join(number), &output.stdout).expect("a file");
        output.status.code()
    };
    let merged = || {
        let output = run(folder.path(), &["--merge", "1", "2"]);
        (output.status.code(), text(&[output.stdout, output.stderr].concat()).to_owned())
    };
    let other = "part 2 was audited with other options than another part";
    assert_eq!(part("1", &["--baseline", "known"]), Some(0));
    for arguments in [&["--baseline", "none"][..], &[], &["--baseline", "known", "--repairs"]] {
        part("2", arguments);
        let (code, told) = merged();
        assert!(code == Some(2) && told.contains(other), "{arguments:?}: {told}");
    }
    part("2", &["--baseline", "known"]);
    let (code, told) = merged();
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("findings in 9 records are known and do not count"), "{told}");
}

/// Records that fill several blocks, with comments that hold tags.
fn large() -> Vec<u8> {
    let mut text = Vec::new();
    for number in 0..9000 {
        let comment = if number % 1000 == 7 { "{ [Game \"x\"]\n\n never closed\n" } else { "{x\n\n}" };
        let ply = if number % 700 == 0 { "z" } else { "c" };
        text.extend(
            format!(
                "# {number}\n[Game \"forza4\"]\n[White \"{}\"]\n\n1. c, e; 2. {ply}, c {comment}\n",
                "w".repeat(300)
            )
            .bytes(),
        );
    }
    text
}

#[test]
fn a_large_file_is_cut_by_many_threads() {
    let folder = folder(&[("a.txt", large()), ("b.lines", b"#: [Game \"forza4\"]\n4423\n9\n".repeat(9))]);
    for count in [1, 2, 3, 7] {
        check(folder.path(), count, &["--jobs", "2", "--max-diagnostics", "5"]);
    }
    check(folder.path(), 2, &["--format", "none"]);
    check_reports(folder.path(), 3);
}

#[test]
fn parts_that_do_not_belong_together_are_refused() {
    let folder = folder(&[("a.txt", b"[Game \"forza4\"]\n\n1. c, e\n\n".repeat(9))]);
    let names = parts(folder.path(), 3, &[]);
    let other = parts(folder.path(), 2, &["--deny-warnings"]);
    std::fs::write(folder.path().join("strict.json"), run(folder.path(), &["--part", "2/3", "in", "--strict"]).stdout)
        .expect("a file");
    let refused = |arguments: &[&str]| {
        let output = run(folder.path(), arguments);
        assert_eq!((output.status.code(), text(&output.stdout)), (Some(2), ""), "{arguments:?}");
        text(&output.stderr).trim().to_owned()
    };
    insta::assert_snapshot!([
        refused(&["--merge", &names[0], &names[2]]),
        refused(&["--merge", &names[0], &names[1], &names[1], &names[2]]),
        refused(&["--merge", &names[0], &other[1]]),
        refused(&["--merge", &names[0], "strict.json", &names[2]]),
        refused(&["--merge", "in/a.txt"]),
        refused(&["--merge", "nothing.json"]),
        refused(&["--part", "1/2", "-"]),
        refused(&["--part", "1/2", "in", "--duplicates"]),
        refused(&["--part", "1/2", "in", "--html", "page.html"]),
        refused(&["--part", "1/2", "in", "--format", "csv"]),
    ].join("\n"), @"
    scoresheet: part 2 of 3 is missing
    scoresheet: part 2 of 3 is there twice
    scoresheet: one part is one of 3, another one of 2
    scoresheet: part 2 was audited with other options than another part
    scoresheet: in/a.txt is not what audit --part prints: it differs at line 1, column 2
    scoresheet: nothing.json: there is no such file or folder
    scoresheet: --part begins to read in the middle, and standard input can only be read from its start: name files or folders
    scoresheet: duplicates are found among all games at once: audit without --part
    scoresheet: a page shows all records at once: audit without --part, or take the records of a part with --report FILE
    scoresheet: --part prints what was found; --report FILE takes the report of its records
    ");
    for option in
        [&["--deny-warnings"][..], &["--strict"], &["--only", "invalid"], &["--game", "forza4"], &["--duplicates"]]
    {
        let said = refused(&[&["--merge"], &names.iter().map(String::as_str).collect::<Vec<_>>()[..], option].concat());
        assert!(said.contains("cannot be used with"), "{option:?}: {said}");
    }
    assert!(refused(&["--part", "0/2", "in"]).contains("a part is written 3/16: the third of sixteen"));
    assert!(refused(&["--part", "3/2", "in"]).contains("a part is written 3/16"));
}

#[test]
fn parts_are_added_up_from_standard_input() {
    let folder = folder(&[("a.txt", b"[Game \"forza4\"]\n\n1. c, e\n\n".repeat(9))]);
    let names = parts(folder.path(), 3, &[]);
    let files = run(folder.path(), &["--merge", &names[0], &names[1], &names[2]]);
    let all = names.iter().map(|name| std::fs::read(folder.path().join(name)).expect("a part")).collect::<Vec<_>>();
    std::fs::write(folder.path().join("all.json"), all.concat()).expect("a file");
    let input = std::fs::File::open(folder.path().join("all.json")).expect("a file");
    let piped = Command::new(env!("CARGO_BIN_EXE_scoresheet")).args(["audit", "--merge", "-"]).stdin(input).output();
    let piped = piped.expect("the program runs");
    assert_eq!((piped.status.code(), text(&piped.stdout)), (Some(0), text(&files.stdout)), "{}", text(&piped.stderr));
}

#[test]
fn a_missing_file_is_told_once() {
    let folder = folder(&[("a.txt", b"[Game \"forza4\"]\n\n1. c, e\n\n".repeat(9))]);
    let whole = run(folder.path(), &["in", "missing.txt", "--summary", "json", "--report", "report"]);
    let names = ["1", "2", "3"].map(|number| {
        let part = format!("{number}/3");
        let output = run(folder.path(), &["--part", &part, "in", "missing.txt"]);
        std::fs::write(folder.path().join(number), &output.stdout).expect("a file");
        number
    });
    let merged = run(folder.path(), &[&["--merge", "--summary", "json"], &names[..]].concat());
    assert_eq!(text(&merged.stdout), text(&whole.stdout));
    assert_eq!((merged.status.code(), whole.status.code()), (Some(2), Some(2)));
}
