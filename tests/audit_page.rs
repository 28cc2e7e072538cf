//! `scoresheet audit --html` without a browser: the page says what the summary says, holds the invalid records, is the
//! same on any number of threads, and nothing from the archive can be markup.

use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

#[path = "support/pages.rs"]
mod pages;

#[path = "support/mixed.rs"]
#[expect(dead_code, reason = "a module that tests share")]
mod mixed;

static SOUND: &str = "[Game \"forza4\"]\n[Result \"1-0\"]\n\n1. c, e; 2. c, e; 3. c, e; 4. c 1-0\n\n";
static BROKEN: &str = "[Game \"forza4\"]\n\n1. c, pawn; 2. d\n\n";
static WARNED: &str = "[Game \"forza4\"]\n\n1. c, e; 3. d\n\n";

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scoresheet"));
    command.arg("audit").args(arguments).current_dir(folder).env("NO_COLOR", "1").output().expect("the program runs")
}

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The page of what is in a folder, and what is printed.
fn page(folder: &Path, arguments: &[&str]) -> (String, Output) {
    let out = tempfile::tempdir().expect("a folder");
    let path = out.path().join("page.html");
    let output = run(folder, &[&["--html", path.to_str().expect("text")], arguments].concat());
    (std::fs::read_to_string(path).expect("a page"), output)
}

/// The number that the page shows under a name.
fn figure(page: &str, name: &str) -> u64 {
    let (_, rest) = page.split_once(&format!("id=\"audit-{name}\">")).expect("a figure");
    let digits: String = rest.chars().take_while(|letter| *letter != '<').filter(char::is_ascii_digit).collect();
    digits.parse().expect("a number")
}

/// The object on a line; a lone surrogate, a byte that is no UTF-8, is no text for this reader and becomes another letter.
fn object(line: &str) -> Value {
    serde_json::from_str(&line.replace("\\udc", "\\ue0")).expect("a line is an object")
}

fn lines(text: &[u8]) -> Vec<Value> {
    std::str::from_utf8(text).expect("text").lines().map(object).collect()
}

#[test]
fn the_page_says_what_the_summary_says() {
    let (page, output) = page(repository(), &["--format", "none", "--summary", "json", "samples"]);
    let summary: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    for (name, value) in [
        ("records", &summary["records"]["read"]),
        ("valid", &summary["records"]["valid"]),
        ("invalid", &summary["records"]["invalid"]),
        ("plies", &summary["plies"]),
        ("errors", &summary["diagnostics"]["errors"]),
        ("bytes", &summary["bytes"]["read"]),
    ] {
        assert_eq!(Some(figure(&page, name)), value.as_u64(), "{name}");
    }
    let plain = page.replace('\u{202f}', " ");
    for code in summary["codes"].as_array().expect("codes") {
        let name = code["code"].as_str().expect("text");
        let (count, weight) = (&code["count"], code["severity"].as_str().expect("text"));
        let row = plain.split("<tr>").find(|row| {
            let named = row.contains(&format!(">{name}</a>")) || row.contains(&format!("\"row\">{name} "));
            named && row.contains(&format!("<span class=\"weight {weight}\">"))
        });
        let row = row.unwrap_or_else(|| panic!("{name} is not on the page"));
        assert!(row.contains(&format!("<td class=\"number\">{count}</td>")), "{row}");
        let first = &code["first"];
        let place = format!("{}:{}:{}", first["file"].as_str().expect("text"), first["line"], first["column"]);
        assert!(row.contains(&format!("<code>{place}</code>")), "{row}");
    }
    let shown: u64 = summary["games"]
        .as_array()
        .expect("games")
        .iter()
        .flat_map(|group| group["outcomes"].as_array())
        .flatten()
        .filter_map(|outcome| outcome["count"].as_u64())
        .sum();
    assert_eq!(Some(shown), summary["records"]["valid"].as_u64());
    let cards = summary["games"].as_array().expect("games").iter().filter(|group| group["valid"] != 0).count();
    assert_eq!(page.matches("<article ").count(), cards);
    assert_eq!(page.matches("<figure ").count(), cards);
}

#[test]
fn every_invalid_record_is_on_the_page_in_the_order_of_the_input() {
    let (page, output) = page(repository(), &["--format", "jsonl", "--only", "invalid", "--quiet", "samples"]);
    let invalid = lines(&output.stdout);
    let records = pages::records_of(&page);
    assert_eq!(records.len(), invalid.len());
    assert!(invalid.len() > 100);
    for (record, report) in records.iter().zip(&invalid) {
        // The deepest variations are deeper than this reader goes.
        if record.is_null() {
            continue;
        }
        assert_eq!((&record["file"], &record["n"]), (&report["file"], &report["record"]));
        let (notes, said) =
            (record["notes"].as_array().expect("notes"), report["diagnostics"].as_array().expect("all"));
        assert_eq!(notes.len(), said.len());
        for (note, said) in notes.iter().zip(said) {
            for name in ["severity", "code", "line", "column", "message"] {
                assert_eq!(note[name], said[name]);
            }
        }
    }
    assert!(page.contains(&format!("<p>{} invalid records, each shown at its first fault.</p>", invalid.len())));
}

#[test]
fn any_number_of_threads_writes_the_same_page() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.txt"), mixed::transcript(5 << 20)).expect("a file");
    std::fs::write(folder.path().join("b.csv"), mixed::table(100_000)).expect("a file");
    std::fs::write(folder.path().join("c.jsonl"), mixed::objects(100_000)).expect("a file");
    for most in ["10000", "777", "0"] {
        let written = |jobs: &str| {
            let given = ["--jobs", jobs, "--html-games", most, "--max-record", "1M", "--game", "forza4", "."];
            page(folder.path(), &given).0
        };
        let one = written("1");
        let records = pages::records_of(&one);
        let given =
            ["--format", "jsonl", "--only", "invalid", "--quiet", "--max-record", "1M", "--game", "forza4", "."];
        let invalid = lines(&run(folder.path(), &given).stdout);
        assert_eq!(records.len(), invalid.len().min(most.parse().expect("a number")));
        for (record, report) in records.iter().zip(&invalid).filter(|(record, _)| !record.is_null()) {
            assert_eq!((&record["file"], &record["n"]), (&report["file"], &report["record"]));
        }
        for jobs in ["2", "8"] {
            assert!(one == written(jobs), "--html-games {most} --jobs {jobs}");
        }
    }
}

#[test]
fn no_more_games_are_shown_than_are_wanted() {
    let (all, _) = page(repository(), &["samples"]);
    let (some, _) = page(repository(), &["--html-games", "3", "samples"]);
    let all = pages::records_of(&all);
    assert_eq!(pages::records_of(&some), all[..3]);
    assert!(some.contains(&format!("<p>The first 3 of {} invalid records", all.len())));
}

#[test]
fn other_products_are_the_same_with_a_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = [SOUND, BROKEN, WARNED].concat();
    std::fs::write(folder.path().join("games.txt"), text).expect("a file");
    let read = |name: &str| std::fs::read(folder.path().join(name)).expect("a file");
    for given in [&["--format", "sarif"][..], &["--format", "csv", "--only", "invalid"], &["--deny-warnings"]] {
        let more = ["--report", "report", "--rejects", "rejects", "--duplicates", "games.txt"];
        let without = run(folder.path(), &[given, &more].concat());
        let products = (read("report"), read("rejects"));
        let with = run(folder.path(), &[given, &["--html", "page.html"], &more].concat());
        assert_eq!(without, with);
        assert_eq!((read("report"), read("rejects")), products);
        let page = String::from_utf8(read("page.html")).expect("text");
        let invalid = if given == ["--deny-warnings"] { 2 } else { 1 };
        assert_eq!(pages::records_of(&page).len(), invalid);
        assert!(page.contains("<h2>Duplicates</h2>"));
    }
    let mut files: Vec<_> =
        std::fs::read_dir(folder.path()).expect("a folder").flatten().map(|file| file.file_name()).collect();
    files.sort();
    assert_eq!(files, ["games.txt", "page.html", "rejects", "report"], "nothing else is left behind");
    assert_eq!(run(folder.path(), &["--html", "no/such/folder/page", "games.txt"]).status.code(), Some(2));
}

/// Names, tags, comments and messages that would be markup if they could.
#[test]
fn what_comes_from_an_archive_stays_data() {
    let folder = tempfile::tempdir().expect("a folder");
    let name = "<script>alert(1)<!--\"'&.txt";
    let text = "[Game \"forza4\"]\n[White \"</script><script>alert(2)</script>\"]\n[Event \"<!--<script>\"]\n\n\
                {</script><img onerror=alert(3)>} 1. c, <svg/onload=alert(4)>\n\n\
                [Game \"</script><b>\"]\n\n1. c\n";
    std::fs::write(folder.path().join(name), text).expect("a file");
    std::fs::write(folder.path().join("<i>broken.zip"), b"PK\x03\x04nothing").expect("a file");
    let (page, _) = page(folder.path(), &["--duplicates", "."]);
    let records = pages::records_of(&page);
    assert_eq!(records.len(), 2);
    assert_eq!(records[0]["file"], format!("./{name}"));
    assert_eq!(records[0]["tags"][1][1], "</script><script>alert(2)</script>");
    pages::is_closed(&page);
    for hostile in ["<script>alert", "<img", "<svg/", "<!--", "<b>", "<i>"] {
        let (_, body) = page.split_once("<body>").expect("a body");
        let body = body.replace("<script type=", "").replace("<script>\"use strict\"", "");
        assert!(!body.contains(hostile), "{hostile} is on the page");
    }
    assert!(page.contains("&lt;i&gt;broken.zip"));
    let (hostile, _) = self::page(folder.path(), &["--game", "forza4", name]);
    assert!(hostile.contains("<title>Audit of &lt;script&gt;alert(1)&lt;!--&quot;'&amp;.txt</title>"));
}

#[test]
fn records_that_cannot_be_replayed_are_there_with_what_is_wrong() {
    let folder = tempfile::tempdir().expect("a folder");
    let long = format!("[Game \"forza4\"]\n[Event \"{}\"]\n\n1. c\n\n", "long ".repeat(30_000));
    let large = format!("[Game \"forza4\"]\n[Event \"{}\"]\n\n1. c, c; 2. pawn\n\n", "large ".repeat(60_000));
    let position = "[Game \"forza4\"]\n[Setup \"7/7/7/7/W6/7 R\"]\n\n1. c\n\n";
    std::fs::write(folder.path().join("games.txt"), [&long, position, SOUND].concat()).expect("a file");
    let (page, _) = page(folder.path(), &["--max-record", "100K", "games.txt"]);
    let records = pages::records_of(&page);
    let codes: Vec<_> = records.iter().map(|record| record["notes"][0]["code"].clone()).collect();
    assert_eq!(codes, ["record-too-long", "bad-position"]);
    assert_eq!(figure(&page, "unreadable"), 1);
    assert!(page.contains("2 of 3 records are invalid."));
    std::fs::write(folder.path().join("large.txt"), large).expect("a file");
    let (page, _) = self::page(folder.path(), &["large.txt"]);
    let records = pages::records_of(&page);
    assert_eq!((&records[0]["notes"][0]["code"], records[0].get("line")), (&"bad-move".into(), None));
    assert!(records[0]["tags"][1][1].as_str().expect("text").len() < 1000);
}

#[test]
fn an_archive_without_faults_has_a_page_too() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("games.txt"), SOUND).expect("a file");
    let (page, output) = page(folder.path(), &["games.txt"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(page.contains("The one record is valid."));
    assert!(pages::records_of(&page).is_empty() && !page.contains("id=\"invalid\""));
    pages::is_closed(&page);
}
