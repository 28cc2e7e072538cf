//! The commands `identify` and `repair`, as people call them.

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

fn json(folder: &Path, arguments: &[&str]) -> Vec<Value> {
    let output = scoresheet(folder, arguments);
    let lines = text(&output.stdout);
    lines.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// A record with one mistake; what is to be proposed: the kind, the ply, what stands there, what is to stand there.
type Case = (&'static str, &'static str, Option<u32>, Option<&'static str>, Option<&'static str>);

static CASES: &[Case] = &[
    (
        "[Game \"forza4\"]\n[Result \"Red\"]\n\n1. c, e; 2. c, e; 3. c, e; 4. c\n",
        "result",
        None,
        Some("Red"),
        Some("White"),
    ),
    ("[Game \"forza4\"]\n\n1. c, h; 2. d, e\n", "tag", None, None, Some("8x8")),
    ("[Game \"forza4\"]\n[Notation \"sgf\"]\n\n3354321\n", "notation", None, Some("sgf"), Some("digits")),
    ("[Game \"gomoku\"]\n\n1. h8, h9; 2. 7g, g8\n", "misread", Some(3), Some("7g"), Some("g7")),
    ("[Game \"plus4\"]\n\n1. a, b; 2. --, c\n", "wrong", Some(3), Some("--"), Some("d")),
    ("[Game \"gomoku\"]\n\n1. h8, h9; 2. ..., g8; 3. i9\n", "omitted", Some(3), None, Some("k10")),
    ("[Game \"gomoku\"]\n\n1. h8, h9; 2. h9, i9; 3. k8\n", "extra", Some(3), Some("h9"), None),
    ("[Game \"forza4\"]\n\n1. c1, c3; 2. c2, d1\n", "swapped", Some(2), Some("c3"), Some("c2")),
    ("[Game \"forza4\"]\n[Starts \"Red\"]\n\n1. c; 2. c, d; 3. e\n", "side", Some(1), None, Some("...")),
    ("[Game \"forza4\"]\n\n1. c, e; 2. c, e; 3. c, e; 4. c, g; 5. a\n", "cut", Some(8), Some("g, a"), None),
    ("[Game \"plus4\"]\n\n1. a, b; 2. --, c\n", "stood", Some(3), Some("--"), Some("--")),
];

#[test]
fn each_kind_of_mistake_is_mended() {
    let folder = tempfile::tempdir().expect("a folder");
    for (index, (record, kind, ply, from, to)) in CASES.iter().enumerate() {
        let name = format!("{index}.txt");
        fs::write(folder.path().join(&name), record).expect("a file");
        let found = json(folder.path(), &["repair", "--format", "json", "--limit", "1000", &name]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0]["valid"], false);
        let proposals = found[0]["proposals"].as_array().expect("proposals");
        let is_right = |proposal: &Value| {
            let change = &proposal["changes"][0];
            (change["kind"].as_str(), change["ply"].as_u64().map(|ply| ply as u32)) == (Some(kind), *ply)
                && (change["from"].as_str(), change["to"].as_str()) == (*from, *to)
        };
        let place = proposals.iter().position(is_right);
        let place = place.unwrap_or_else(|| panic!("{kind} of {record}: {}", found[0]));
        let change = &proposals[place]["changes"][0];
        let span = |end: usize| change["span"][end].as_u64().expect("a byte") as usize;
        if let Some(from) = from.filter(|_| ["misread", "wrong", "extra", "stood"].contains(kind)) {
            assert_eq!(&record[span(0)..span(1)], from);
        }
        let number = (place + 1).to_string();
        let chosen = scoresheet(folder.path(), &["repair", "--choose", &number, "--limit", "1000", "-q", &name]);
        assert_eq!(chosen.status.code(), Some(0), "{}", text(&chosen.stderr));
        fs::write(folder.path().join("mended.txt"), &chosen.stdout).expect("a file");
        let valid = scoresheet(folder.path(), &["validate", "mended.txt"]);
        assert_eq!(valid.status.code(), Some(0), "{kind}: {}\n{}", text(&chosen.stdout), text(&valid.stdout));
        let told = ["[%was ", "[%stands]"].iter().any(|mark| text(&chosen.stdout).contains(mark));
        assert!(told, "{}", text(&chosen.stdout));
    }
}

/// Three records: one is sound, one has a single cheapest proposal, one has several.
static THREE: &str = "[Game \"forza4\"]\n\n1.  c, e   {as it was}\n\n\n[Game \"gomoku\"]\n[Result \"Black\"]\n\n\
    1. h8, a1; 2. h9, a2; 3. h10, a3; 4. h11, a4; 5. h1l\n\n[Game \"forza4\"]\n\n1. c, d; 2. e, k\n";

#[test]
fn what_is_not_mended_stays_byte_for_byte() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("three.txt"), THREE).expect("a file");
    let applied = scoresheet(folder.path(), &["repair", "--apply", "three.txt"]);
    assert_eq!(applied.status.code(), Some(1), "{}", text(&applied.stderr));
    let expected = THREE.replace("h1l", "h11").replace("4. h11, a4; 5. h11", "4. h11, a4; 5. h1l");
    let (head, tail) = (THREE.split("5. h1l").next().expect("a start"), THREE.split("h1l").nth(1).expect("an end"));
    let output = text(&applied.stdout);
    assert!(output.starts_with(head) && output.ends_with(tail), "{output}\n{expected}");
    assert!(output.contains("{[%was h1l]}"), "{output}");
    let none = scoresheet(folder.path(), &["repair", "--choose", "1000", "-o", "same.txt", "three.txt"]);
    assert_eq!(none.status.code(), Some(1));
    assert_eq!(fs::read_to_string(folder.path().join("same.txt")).expect("a file"), THREE);
}

#[test]
fn a_patch_says_what_would_be_written() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("three.txt"), THREE).expect("a file");
    let patch = scoresheet(folder.path(), &["repair", "--format", "diff", "three.txt"]);
    let patch = text(&patch.stdout);
    let lines: Vec<&str> = patch.lines().filter(|line| line.starts_with(['-', '+', '@'])).collect();
    assert_eq!(lines[..2], ["--- three.txt", "+++ three.txt"]);
    assert!(lines[2].starts_with("@@ -"), "{patch}");
    assert!(lines[3].starts_with('-') && lines[3].ends_with("5. h1l"), "{patch}");
    assert!(lines[4].starts_with('+') && lines[4].contains("{[%was h1l]}"), "{patch}");
    assert_eq!(lines.len(), 5, "{patch}");
}

#[test]
fn many_records_with_one_mistake_are_said_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = "[Game \"forza4\"]\n[Board \"7x6\"]\n\n1. c, h; 2. d, e; 3. c, c; 4. c, c; 5. c, c; 6. c\n\n";
    fs::write(folder.path().join("many.txt"), record.repeat(5)).expect("a file");
    let output = scoresheet(folder.path(), &["repair", "many.txt"]);
    let shown = text(&output.stdout);
    assert!(shown.contains("`Board \"8x8\"` mends 5 records"), "{shown}");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn formats_without_comments_need_another() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("games.csv"), "game,moves\nforza4,c e c q\nforza4,c e\n").expect("a file");
    let refused = scoresheet(folder.path(), &["repair", "--choose", "1", "games.csv"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--to"), "{}", text(&refused.stderr));
    let written = scoresheet(folder.path(), &["repair", "--choose", "1", "--to", "transcript", "-q", "games.csv"]);
    assert_eq!(written.status.code(), Some(0), "{}", text(&written.stderr));
    assert!(text(&written.stderr).contains("games.csv:2: "), "{}", text(&written.stderr));
    fs::write(folder.path().join("mended.txt"), &written.stdout).expect("a file");
    assert_eq!(scoresheet(folder.path(), &["validate", "mended.txt"]).status.code(), Some(0));
}

#[test]
fn pairs_of_ones_own_are_tried() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("game.txt"), "[Game \"gomoku\"]\n\n1. h8, h9; 2. rn4, g8\n").expect("a file");
    fs::write(folder.path().join("pairs.csv"), "taken,meant\nrn,m\n").expect("a file");
    let has = |arguments: &[&str]| {
        let found = json(folder.path(), arguments);
        found[0]["proposals"].to_string().contains("\"to\":\"m4\"")
    };
    let all = ["repair", "--format", "json", "--limit", "3", "game.txt"];
    assert!(!has(&all));
    assert!(has(&[&all[..], &["--confusions", "pairs.csv"]].concat()));
}

#[test]
fn records_are_identified() {
    let folder = tempfile::tempdir().expect("a folder");
    let records = "[White \"Ada\"]\n\n1. ..., b3-d5; 2. n15-l13\n\n[White \"Ada\"]\n[Game \"halma\"]\n\n\
        1. c, e; 2. c, e; 3. c, e; 4. c\n\n[White \"Ada\"]\n\n1. h8, h9; 2. g8\n";
    fs::write(folder.path().join("games.txt"), records).expect("a file");
    let found = json(folder.path(), &["identify", "--format", "json", "games.txt"]);
    let verdicts: Vec<_> = found.iter().map(|line| line["verdict"].as_str().unwrap_or_default()).collect();
    assert_eq!(verdicts, ["none", "certain", "ambiguous"]);
    let best = &found[1]["candidates"][0];
    assert_eq!((best["game"].as_str(), best["board"].as_str()), (Some("forza4"), Some("7x6")));
    assert_eq!((best["legal"].as_u64(), best["ends"].as_bool()), (Some(7), Some(true)));
    let written = scoresheet(folder.path(), &["identify", "--write", "games.txt"]);
    assert_eq!(
        text(&written.stdout),
        records.replace("[White \"Ada\"]\n[Game \"halma\"]", "[White \"Ada\"]\n[Game \"forza4\"]")
    );
    let one =
        json(folder.path(), &["identify", "--format", "json", "--game", "renju", "--board", "15x15", "games.txt"]);
    let candidates = one[2]["candidates"].as_array().expect("candidates");
    assert_eq!(candidates.len(), 1);
    assert_eq!(candidates[0]["variant"], "renju");
}
