//! What `audit --repairs` says of invalid records, by the real program: it is what `repair` says.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

fn scoresheet(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scoresheet"));
    command.current_dir(folder).args(arguments).output().expect("the program runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A sound record; one with a wrong board, one with a misread ply, one with a false result, one that two changes mend.
static GAMES: &str = "[Game \"forza4\"]\n\n1. c, e; 2. d\n\n\
    [Game \"forza4\"]\n[Board \"7x6\"]\n\n1. c, h; 2. d, e; 3. c, h; 4. c\n\n\
    [Game \"gomoku\"]\n[Result \"Black\"]\n\n1. h8, a1; 2. h9, a2; 3. h10, a3; 4. h11, a4; 5. h1l\n\n\
    [Game \"forza4\"]\n[Result \"Red\"]\n\n1. c, e; 2. c, e; 3. c, e; 4. c\n\n\
    [Game \"forza4\"]\n\n1. c, x; 2. x, c\n";

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.txt"), GAMES).expect("a file");
    folder
}

#[test]
fn the_summary_counts_by_kind() {
    let folder = folder();
    let output = scoresheet(folder.path(), &["audit", "--repairs", "--format", "none", "games.txt"]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    let (_, repairs) = said.split_once("\nrepairs\n").expect("a section");
    assert!(repairs.starts_with("  a single change mends 3 of 4 invalid records; for 1 of them "), "{repairs}");
    for kind in ["1  result: ", "1  tag: ", "1  misread: "] {
        assert!(repairs.contains(kind), "{kind} in {repairs}");
    }
    let json = ["audit", "--repairs", "--format", "none", "--summary", "json", "games.txt"];
    let summary: Value = serde_json::from_slice(&scoresheet(folder.path(), &json).stdout).expect("JSON");
    let repairs = &summary["repairs"];
    assert_eq!((&repairs["invalid"], &repairs["mended"], &repairs["single"]), (&4.into(), &3.into(), &1.into()));
    assert_eq!(repairs["kinds"], serde_json::json!({"result": 1, "tag": 1, "misread": 1}));
}

#[test]
fn nothing_is_said_of_repairs_unasked() {
    let folder = folder();
    for form in ["human", "jsonl", "csv", "sarif", "github"] {
        let output = scoresheet(folder.path(), &["audit", "--format", form, "--html", "page.html", "games.txt"]);
        let page = fs::read_to_string(folder.path().join("page.html")).expect("a page");
        let data = page.split("id=\"records\"").nth(1).and_then(|data| data.split("</script>").next());
        for said in [&text(&output.stdout), &text(&output.stderr), data.expect("records")] {
            assert!(!said.contains("repair") && !said.contains("\"mends\""), "{form}: {said}");
        }
    }
}

#[test]
fn every_report_names_the_cheapest_change() {
    let folder = folder();
    let repaired = scoresheet(folder.path(), &["repair", "--format", "json", "games.txt"]);
    let lines = text(&repaired.stdout);
    let expected: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let reports = scoresheet(folder.path(), &["audit", "-q", "--repairs", "--format", "jsonl", "games.txt"]);
    let reports = text(&reports.stdout);
    for (line, expected) in reports.lines().zip(&expected) {
        let report: Value = serde_json::from_str(line).expect("JSON");
        match expected["valid"].as_bool() {
            Some(true) => assert_eq!(report["repair"], Value::Null),
            // Two changes are found by `repair` alone.
            _ if expected["proposals"][0]["changes"].as_array().is_none_or(|changes| changes.len() > 1) => {
                assert_eq!(report["repair"]["found"], 0);
            }
            _ => {
                assert_eq!(report["repair"]["proposals"], serde_json::json!([expected["proposals"][0]]));
                assert_eq!(report["repair"]["found"], expected["found"]);
            }
        }
    }
    assert_eq!(reports.lines().count(), 5);

    let words = "ply 9 `h1l` misread for `h17`: then all 9 plies are legal and the game goes on";
    for (form, line) in [
        ("human", format!("games.txt:13:50: repair[misread] {words}")),
        ("github", format!("::notice file=games.txt,line=13,col=50,title=repair misread::{words}")),
    ] {
        let report =
            text(&scoresheet(folder.path(), &["audit", "-q", "--repairs", "--format", form, "games.txt"]).stdout);
        assert_eq!(report.lines().filter(|said| said.starts_with(&line)).count(), 1, "{form}: {report}");
    }
    let sarif = scoresheet(folder.path(), &["audit", "-q", "--repairs", "--format", "sarif", "games.txt"]);
    let sarif: Value = serde_json::from_slice(&sarif.stdout).expect("JSON");
    assert_eq!(sarif.to_string().matches("; repair: ply 9 `h1l` misread").count(), 1);
    let csv = scoresheet(folder.path(), &["audit", "-q", "--repairs", "--format", "csv", "games.txt"]);
    let mut rows = csv::Reader::from_reader(&csv.stdout[..]);
    let headers = rows.headers().expect("a head").clone();
    let cells: Vec<String> = rows.records().map(|row| row.expect("a row")[headers.len() - 1].to_owned()).collect();
    assert_eq!(headers.get(headers.len() - 1), Some("repair"));
    assert!(cells[0].is_empty() && cells[2].starts_with(words) && cells[4].is_empty(), "{cells:?}");
}

#[test]
fn a_report_with_repairs_is_read_back_as_the_same_records() {
    let folder = folder();
    let with = scoresheet(folder.path(), &["audit", "-q", "--repairs", "--format", "jsonl", "games.txt"]);
    let without = scoresheet(folder.path(), &["audit", "-q", "--format", "jsonl", "games.txt"]);
    let back = |name: &str, report: &[u8]| {
        fs::write(folder.path().join("report.jsonl"), report).expect("a file");
        let output = scoresheet(folder.path(), &["validate", "--format", "json", "report.jsonl"]);
        assert_ne!(output.status.code(), Some(2), "{name}: {}", text(&output.stderr));
        let tags = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["tags"].clone();
        text(&output.stdout).lines().map(tags).collect::<Vec<_>>()
    };
    assert_eq!(back("with", &with.stdout), back("without", &without.stdout));
}

#[test]
fn more_threads_and_smaller_effort() {
    let folder = folder();
    fs::write(folder.path().join("many.txt"), format!("{GAMES}\n").repeat(200)).expect("a file");
    let of = |jobs: &str, effort: &str| {
        let all = ["audit", "--repairs", "--effort", effort, "--format", "jsonl", "--jobs", jobs];
        let output = scoresheet(folder.path(), &[&all[..], &["--html", "page.html", "games.txt", "many.txt"]].concat());
        (output.stdout, output.stderr, fs::read(folder.path().join("page.html")).expect("a page"))
    };
    let one = of("1", "2000");
    assert!(one == of("3", "2000"), "the number of threads makes a difference");
    // No effort, no proposals of plies; and it is said that the search ended early.
    let (_, summary, _) = of("2", "1");
    assert!(text(&summary).contains("the search ended early for "), "{}", text(&summary));
    let refused = scoresheet(folder.path(), &["audit", "--effort", "5", "games.txt"]);
    assert_eq!(refused.status.code(), Some(2), "--effort is nothing without --repairs");
}

#[test]
fn pages_hold_the_mended_games() {
    let folder = folder();
    let written = scoresheet(
        folder.path(),
        &["audit", "-q", "--repairs", "--format", "none", "--html", "page.html", "games.txt"],
    );
    assert_eq!(written.status.code(), Some(1), "{}", text(&written.stderr));
    let shown = scoresheet(folder.path(), &["show", "--as", "html", "-o", "shown.html", "games.txt"]);
    assert_eq!(shown.status.code(), Some(1), "{}", text(&shown.stderr));
    for (name, places) in [("page.html", [0, 1, 2]), ("shown.html", [1, 2, 3])] {
        let page = fs::read_to_string(folder.path().join(name)).expect("a page");
        let data = page.split("id=\"records\">").nth(1).and_then(|data| data.split("</script>").next());
        let records: Value = serde_json::from_str(data.expect("records")).expect("JSON");
        for (place, ply, kind) in
            [(places[0], None, "tag"), (places[1], Some(9), "misread"), (places[2], None, "result")]
        {
            let mend = &records[place]["mends"][0];
            assert_eq!((mend["ply"].as_u64(), &mend["kinds"][0]), (ply, &kind.into()), "{name}: {mend}");
            assert_eq!(mend["data"]["invalid"], Value::Null, "{name}: {mend}");
            // A board that only the mended game has is drawn too.
            let look = mend["data"]["look"].as_str().expect("a board");
            let looks = page.split("id=\"looks\">").nth(1).and_then(|looks| looks.split("</script>").next());
            let looks: Value = serde_json::from_str(looks.expect("looks")).expect("JSON");
            assert!(looks[look].is_object(), "{look} in {looks}");
        }
    }
}
