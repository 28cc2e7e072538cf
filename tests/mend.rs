//! The commands `identify` and `repair`, as people call them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use scoresheet::Defaults;
use scoresheet::formats::{Records, transcript::Transcripts};
use scoresheet::mend::repair::{Mended, Mender, Options};
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
    // Capitals, blanks and commas may be missing, too.
    ("[Game \"gomoku\"]\n[Notation \"go\"]\n\n1. H8, G7; 2. 9, F6\n", "misread", Some(3), Some("9"), Some("G9")),
    ("[Game \"gomoku\"]\n[Notation \"go\"]\n\n1. H8, G7; 2. 98, F6\n", "misread", Some(3), Some("98"), Some("G8")),
    ("[Game \"lefile\"]\n\n1. 24 b4, 53 Re3\n", "misread", Some(1), Some("24 b4"), Some("24 Pb4")),
    ("[Game \"lefile\"]\n\n1. 24Pb4, 53 Re3\n", "misread", Some(1), Some("24Pb4"), Some("24 Pb4")),
    ("[Game \"gomoku\"]\n[Notation \"xy\"]\n\n1. 7,7 8,8; 2. ,6 9,9\n", "misread", Some(3), Some(",6"), Some("7,6")),
    ("[Game \"gomoku\"]\n[Notation \"xy\"]\n\n1. 7,7 8,8; 2. 7, 9,9\n", "misread", Some(3), Some("7,"), Some("7,6")),
    (
        "[Game \"gomoku\"]\n[Notation \"xy\"]\n\n1. 7,7 8,8; 2. 7,,6 9,9\n",
        "misread",
        Some(3),
        Some("7,,6"),
        Some("7,6"),
    ),
    // The comment that tells of a change ends at its own brace, whatever the tag held.
    ("[Game \"forza4\"]\n[Starts \"White\"]\n[Starts \"x}y\"]\n\n1. c, e\n", "tag", None, Some("x}y"), None),
    // A ply is written as the notation system writes it: `a14xc12` is one, too.
    ("[Game \"halma\"]\n\n1. a14c12, o2-m4; 2. c12-d12, m4-l4\n", "misread", Some(1), Some("a14c12"), Some("a14-c12")),
    (
        "[Game \"halma\"]\n[Notation \"ends\"]\n\n1. a14c12, o2-m4; 2. c12-d12, m4-l4\n",
        "misread",
        Some(1),
        Some("a14c12"),
        Some("a14-c12"),
    ),
    // A break that is lost, and one that is too many.
    (
        "[Game \"plus4\"]\n[Variant \"manche\"]\n\n1. c, d; 2. c, d; 3. c, d; 4. c; 5. d, c; 6. c\n",
        "side",
        Some(8),
        None,
        Some("/"),
    ),
    ("[Game \"forza4\"]\n\n1. c, e; 2. d / 1. f, g\n", "side", Some(4), Some("/"), None),
    // What stands after the ply that was tried and has ended the game.
    (
        "[Game \"forza4\"]\n[Board \"4x4\"]\n[Termination \"illegal\"]\n\n1. a, a; 2. a, a; 3. a, b; 4. c, c\n",
        "cut",
        Some(6),
        Some("b, c, c"),
        None,
    ),
    // A break may stand between plies that are exchanged, and two `...` behind it cannot both be right.
    (
        "[Game \"plus4\"]\n[Variant \"manche\"]\n\n1. a, b; 2. a, b; 3. a, b; 4. d, ... / 1. ..., a; 2. c, c\n",
        "swapped",
        Some(7),
        Some("d"),
        Some("a"),
    ),
    // The turns were numbered as if the `...` were right: they are laid out anew.
    ("[Game \"forza4\"]\n[Starts \"Red\"]\n\n1. b, f; 2. a, e; 3. c, d\n", "side", Some(1), None, Some("...")),
    ("[Game \"forza4\"]\n\n1. ..., b; 2. f, a; 3. e, c\n", "side", Some(1), Some("..."), None),
    (
        "[Game \"halma\"]\n[Variant \"8x8\"]\n[Starts \"Green\"]\n\n1. f1-e2, a8-c6; 2. h1-f3, a5-b4; 3. h2-f4, a7-c5\n",
        "side",
        Some(1),
        None,
        Some("..."),
    ),
    (
        "[Game \"plus4\"]\n[Variant \"manche\"]\n\n1. a, b; 2. a, b; 3. a, b; 4. a, ... / 1. ..., ...; 2. c, d\n",
        "omitted",
        Some(8),
        None,
        Some("d"),
    ),
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

/// Carries out a patch of one file, exactly where it says; `None` if it does not fit.
fn patched(old: &str, patch: &str) -> Option<String> {
    let mut lines = old.split_inclusive('\n');
    let (mut out, mut at) = (String::new(), 1);
    let mut rows = patch.lines().skip(2).peekable();
    while let Some(row) = rows.next() {
        let (ending, row) = match rows.next_if(|next| next.starts_with('\\')) {
            Some(_) => ("", row),
            None => ("\n", row),
        };
        let (sign, text) = (row.chars().next()?, format!("{}{ending}", row.get(1..)?));
        match sign {
            '@' => {
                let start = row.strip_prefix("@@ -")?.split([',', ' ']).next()?.parse::<usize>().ok()?;
                for _ in at..start {
                    out.push_str(lines.next()?);
                }
                at = start;
            }
            '+' => out.push_str(&text),
            _ if lines.next()? != text => return None,
            ' ' => (out, at) = (out + &text, at + 1),
            _ => at += 1,
        }
    }
    out.extend(lines);
    Some(out)
}

#[test]
fn patches_apply() {
    let folder = tempfile::tempdir().expect("a folder");
    // A remark above, records that grow by lines, two changes close together, no line end at the end.
    let long = "1. c, e; 2. d, c; 3. e, d; 4. c, e; 5. d, c; 6. e, d; 7. a, b; 8. a, b; 9. g, f; 10. g, f; 11. e\n";
    let misread = "[Game \"gomoku\"]\n\n1. h8, h9; 2. 7g, g8\n\n";
    let texts = [
        THREE.to_owned(),
        format!("# a list of a club\n\n{misread}{misread}[Game \"forza4\"]\n\n{long}\n{misread}"),
        format!("[Game \"forza4\"]\n[Board \"5x5\"]\n\n{long}\n{misread}[Game \"gomoku\"]\n\n1. h8, h9; 2. 7g, g8"),
        format!("\u{feff}{misread}"),
        misread.replace('\n', "\r\n"),
        // A lone CR ends no line.
        misread.replace("h9;", "h9 {one\rtwo};").repeat(3),
    ];
    let mut found = 0;
    for (index, old) in texts.iter().enumerate() {
        let name = format!("my {index}.txt");
        fs::write(folder.path().join(&name), old).expect("a file");
        let all = scoresheet(folder.path(), &["repair", "--choose", "1", "-q", &name]);
        let expected = text(&all.stdout);
        let patch = scoresheet(folder.path(), &["repair", "--format", "diff", "--choose", "1", &name]);
        let patch = text(&patch.stdout);
        assert!(patch.starts_with(&format!("--- {name}\t\n+++ {name}\t\n@@ ")), "{patch}");
        if !old.contains("\r\n") {
            assert_eq!(patched(old, &patch).as_deref(), Some(&expected[..]), "{patch}");
        }
        // The program that everybody has, if it is here; it may not guess.
        fs::write(folder.path().join("all.diff"), &patch).expect("a file");
        let mut command = Command::new("patch");
        let done = command.current_dir(folder.path()).args(["-p0", "--fuzz=0", "--binary", "-i", "all.diff"]).output();
        if let Ok(done) = done {
            assert!(done.status.success(), "{patch}\n{}", text_of(&done));
            assert!(!text_of(&done).contains("offset"), "{patch}\n{}", text_of(&done));
            assert_eq!(text(&fs::read(folder.path().join(&name)).expect("a file")), expected);
        }
        found += patch.matches("\n@@ ").count();
    }
    assert!(found >= texts.len());
}

fn text_of(output: &Output) -> String {
    text(&output.stdout) + &text(&output.stderr)
}

#[test]
fn who_is_asked_on_a_terminal_chooses() {
    use std::io::Write;
    use std::process::Stdio;
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("three.txt"), THREE).expect("a file");
    let refused = scoresheet(folder.path(), &["repair", "--interactive", "three.txt"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("--interactive asks on the terminal"), "{}", text(&refused.stderr));
    let ask = |answers: &str| {
        let call = format!("'{}' repair -i --color never -o out.txt three.txt", env!("CARGO_BIN_EXE_scoresheet"));
        let mut command = Command::new("script");
        command.current_dir(folder.path()).args(["-qec", &call, "/dev/null"]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        child.stdin.take()?.write_all(answers.as_bytes()).ok()?;
        let said = text(&child.wait_with_output().ok()?.stdout);
        Some((said, fs::read_to_string(folder.path().join("out.txt")).expect("a file")))
    };
    // `script` gives a program a terminal; where it is missing only the refusal is tested.
    let Some((said, written)) = ask("9\n2\nq\n") else { return };
    assert!(
        said.contains("three.txt, record 2: which one? [1 to 5, Enter: leave it as it is, q: leave all that follow]"),
        "{said}"
    );
    assert!(
        said.contains("`9` is none of them: type 1 to 5, press Enter or type q.")
            && said.contains("2 invalid; proposals for 2; 1 mended"),
        "{said}"
    );
    assert_eq!(written, THREE.replace("h1l", "h7 {[%was h1l]}"));
    let (_, written) = ask("\n1\n").expect("it is here");
    assert_eq!(written, THREE.replace("e, k", "e, a {[%was k]}"));
}

/// A diagram of Gomoku in which something else stands instead of a number.
fn diagram(number: &str, instead: &str) -> String {
    let rows = ["  .  .  .  .  .", "  .  7  .  8  .", "  .  5  1  2  .", "  .  .  3  4  .", "  .  9  6 10  ."];
    let text = rows.join("\n").replace(&format!("{number:>3}"), &format!("{instead:>3}"));
    format!("[Game \"gomoku\"]\n[Board \"5x5\"]\n[Result \"*\"]\n\n{text}\n")
}

#[test]
fn single_numbers_of_a_diagram_are_mended() {
    let folder = tempfile::tempdir().expect("a folder");
    // What is done, the kind, the ply, what stands there, what is to stand there.
    let cases = [
        (("3", "8"), "misread", 3, Some("8"), Some("3")),
        (("9", "4"), "wrong", 9, Some("4"), Some("9")),
        (("6", "."), "omitted", 6, None, Some("6")),
    ];
    for ((there, instead), kind, ply, from, to) in &cases {
        fs::write(folder.path().join("game.txt"), diagram(there, instead)).expect("a file");
        let found = json(folder.path(), &["repair", "--format", "json", "--limit", "1000", "game.txt"]);
        let proposals = found[0]["proposals"].as_array().expect("proposals");
        let place = proposals.iter().position(|proposal| {
            let change = &proposal["changes"][0];
            (change["kind"].as_str(), change["ply"].as_u64()) == (Some(*kind), Some(*ply))
                && (change["from"].as_str(), change["to"].as_str()) == (*from, *to)
        });
        let number = (place.unwrap_or_else(|| panic!("{kind}: {}", found[0])) + 1).to_string();
        let chosen = scoresheet(folder.path(), &["repair", "--choose", &number, "--limit", "1000", "-q", "game.txt"]);
        fs::write(folder.path().join("mended.txt"), &chosen.stdout).expect("a file");
        let valid = scoresheet(folder.path(), &["validate", "mended.txt"]);
        assert_eq!(valid.status.code(), Some(0), "{}\n{}", text(&chosen.stdout), text(&valid.stdout));
        assert!(text(&chosen.stdout).contains("{[%was "), "{}", text(&chosen.stdout));
    }
}

#[test]
fn exchanged_numbers_of_a_diagram_are_mended() {
    let folder = tempfile::tempdir().expect("a folder");
    // Ply 5 hangs over an empty square; exchanged with ply 6 it rests.
    let text_of = |top: &str, below: &str| {
        format!("[Game \"forza4\"]\n[Board \"4x4\"]\n\n. . . .\n. . . .\n{top} . . .\n{below} 1 2 3\n")
    };
    fs::write(folder.path().join("game.txt"), text_of("4", "5")).expect("a file");
    let found = json(folder.path(), &["repair", "--format", "json", "game.txt"]);
    let change = &found[0]["proposals"][0]["changes"][0];
    assert_eq!((change["kind"].as_str(), change["ply"].as_u64()), (Some("swapped"), Some(4)), "{}", found[0]);
    let applied = scoresheet(folder.path(), &["repair", "--choose", "1", "-q", "game.txt"]);
    let expected = text_of("5", "4");
    let without = text(&applied.stdout).replace(" {[%was 4 and 5 exchanged]}", "");
    assert_eq!(without, expected);
}

/// What is wrong with the signs between plies, and what `repair` proposes first: its cost and changes (their kind, ply, what
/// stands there and what is to stand there), and the movetext once it is carried out. A sound record has no proposals.
type Signs = (
    &'static str,
    &'static str,
    u64,
    &'static [(&'static str, u64, Option<&'static str>, Option<&'static str>)],
    &'static str,
);

static SIGNS: &[Signs] = &[
    // A place of a turn that is empty, at its end or at its start: any legal ply may stand there.
    (
        "forza4",
        "1. a, b; 2. b, a; 3. c, ; 4. d, e",
        2,
        &[("omitted", 6, None, Some("a"))],
        "1. a, b; 2. b, a; 3. c, a {[%was ...]} ; 4. d, e",
    ),
    (
        "forza4",
        "1. a, b; 2. b, a; 3. , c; 4. d, e",
        2,
        &[("omitted", 5, None, Some("a"))],
        "1. a, b; 2. b, a; 3. a {[%was ...]}, c; 4. d, e",
    ),
    (
        "gomoku",
        "1. h8, h9; 2. i9, ; 3. j10, k11",
        2,
        &[("omitted", 4, None, Some("a1"))],
        "1. h8, h9; 2. i9, a1 {[%was ...]} ; 3. j10, k11",
    ),
    // An empty place and a sign that is no ply.
    (
        "forza4",
        "1. a, b; 2. b,  ; 3. c, x",
        3,
        &[("omitted", 4, None, Some("a")), ("misread", 5, Some("x"), Some("c"))],
        "1. a, b; 2. b, a {[%was ...]}  ; 3. c, c {[%was x]}",
    ),
    // A comma twice is one too many.
    (
        "forza4",
        "1. a, b; 2. b,, a; 3. c, d",
        1,
        &[("side", 4, Some(","), None)],
        "1. a, b; 2. b, a {[%was ,,]}; 3. c, d",
    ),
    (
        "plus4",
        "1. a, b; 2. c, , d; 3. a, b",
        1,
        &[("side", 4, Some(","), None)],
        "1. a, b; 2. c,  d {[%was ,,]}; 3. a, b",
    ),
    // Blanks say nothing, and neither do turn numbers where a turn begins anyhow; a wrong one is only warned of.
    ("forza4", "1. a, b; 2. b,  a; 3.  c,   d", 0, &[], ""),
    ("forza4", "1. a b  2. b  a  3.  c   d", 0, &[], ""),
    ("forza4", "1. a, b; 3. b, a; 4. c, d", 0, &[], ""),
    ("forza4", "1. a, b; 2. b, a; 2. c, d; 3. e, f", 0, &[], ""),
    ("gomoku", "1. h8, h9; 2. i9, g8; 1. j10, k11", 0, &[], ""),
    // Beside a wrong number another mistake is mended as it would be without.
    (
        "forza4",
        "1. a, b; 3. b, x; 4. c, d",
        1,
        &[("misread", 4, Some("x"), Some("c"))],
        "1. a, b; 3. b, c {[%was x]}; 4. c, d",
    ),
    // A turn number begins a turn: one within a turn leaves two turns with an empty place.
    (
        "forza4",
        "1. a, b; 2. b 2. a; 3. c, d",
        4,
        &[("omitted", 4, None, Some("a")), ("omitted", 5, None, Some("a"))],
        "1. a, b; 2. b, a {[%was ...]} 2. a, a {[%was ...]}; 3. c, d",
    ),
    // A number without its point.
    (
        "forza4",
        "1. a, b; 2 b, a; 3. c, d",
        1,
        &[("misread", 3, Some("2"), Some("2."))],
        "1. a, b; 2. b {[%was 2]}, a; 3. c, d",
    ),
    // Blanks alone part no plies of Le File.
    (
        "lefile",
        "1. 24 Pb4 11 Pa1; 2. 33 Pc3, 22 Pb2; 3. 34 Pc4 56 Pe6",
        1,
        &[("side", 1, Some("24 Pb4 11 Pa1"), Some("24 Pb4, 11 Pa1"))],
        "1. 24 Pb4, 11 Pa1 {[%was no comma]}; 2. 33 Pc3, 22 Pb2; 3. 34 Pc4, 56 Pe6",
    ),
];

#[test]
fn signs_between_plies_are_mended() {
    let folder = tempfile::tempdir().expect("a folder");
    for (game, movetext, cost, changes, mended) in SIGNS {
        let head = format!("[Game \"{game}\"]\n\n");
        fs::write(folder.path().join("game.txt"), format!("{head}{movetext}\n")).expect("a file");
        let found = &json(folder.path(), &["repair", "--format", "json", "--limit", "1000", "game.txt"])[0];
        let proposals = found["proposals"].as_array().expect("proposals");
        assert_eq!(found["valid"], changes.is_empty(), "{movetext}");
        let Some(first) = proposals.first() else {
            assert!(changes.is_empty(), "{movetext}: {found}");
            continue;
        };
        let told = first["changes"].as_array().expect("changes").iter();
        let told: Vec<_> = told
            .map(|change| {
                (change["kind"].as_str(), change["ply"].as_u64(), change["from"].as_str(), change["to"].as_str())
            })
            .collect();
        let expected: Vec<_> = changes.iter().map(|&(kind, ply, from, to)| (Some(kind), Some(ply), from, to)).collect();
        assert_eq!((first["cost"].as_u64(), told), (Some(*cost), expected), "{movetext}");
        // Every proposal is valid once it is carried out; of many the first and the last are.
        for number in [1, proposals.len()] {
            let choose = ["repair", "-q", "--limit", "1000", "--choose", &number.to_string(), "game.txt"];
            let chosen = scoresheet(folder.path(), &choose);
            assert_eq!(chosen.status.code(), Some(0), "{movetext}: {}", text(&chosen.stderr));
            if number == 1 {
                assert_eq!(text(&chosen.stdout), format!("{head}{mended}\n"));
            }
            fs::write(folder.path().join("mended.txt"), &chosen.stdout).expect("a file");
            let valid = scoresheet(folder.path(), &["validate", "mended.txt"]);
            assert_eq!(valid.status.code(), Some(0), "{}\n{}", text(&chosen.stdout), text(&valid.stdout));
        }
    }
}

/// The effort bounds every kind of change, and it is said that it did.
#[test]
fn effort_bounds_changes_of_tags_too() {
    let folder = tempfile::tempdir().expect("a folder");
    // Only another board mends it: 9 plies on 8x8.
    let record = "[Game \"forza4\"]\n\n1. a, b; 2. a, b; 3. h, h; 4. c, d; 5. h\n";
    fs::write(folder.path().join("game.txt"), record).expect("a file");
    let repaired = |effort: &str| {
        let output = scoresheet(folder.path(), &["repair", "--effort", effort, "game.txt"]);
        text(&output.stdout)
    };
    let all = repaired("200000");
    assert!(all.contains("[tag]") && !all.contains("the search stopped"), "{all}");
    let few = repaired("5");
    assert!(few.contains("the search stopped after 5 plies, --effort 50 goes further"), "{few}");
    assert!(!few.contains("[tag]"), "{few}");
    let found = &json(folder.path(), &["repair", "--format", "json", "--effort", "5", "game.txt"])[0];
    assert_eq!(found["complete"], false, "{found}");
    // A record of a game that nobody knows the rules of is looked at no further, either.
    let unknown = "[Game \"forza4\"]\n[Variant \"zz\"]\n\n1. a, b\n";
    fs::write(folder.path().join("unknown.txt"), unknown).expect("a file");
    let found = |effort: &str| {
        json(folder.path(), &["repair", "--format", "json", "--effort", effort, "unknown.txt"])[0].clone()
    };
    assert!(found("1000")["found"].as_u64() > Some(0));
    assert_eq!((&found("0")["found"], &found("0")["complete"]), (&0.into(), &false.into()));
}

/// A file of that content, and what `repair` with these arguments writes of it.
fn mended(folder: &Path, record: &str, arguments: &[&str]) -> String {
    fs::write(folder.join("game.txt"), record).expect("a file");
    text(&scoresheet(folder, &[&["repair", "-q"], arguments, &["game.txt"]].concat()).stdout)
}

/// The whole record is read otherwise, its variations and what stands in them too.
#[test]
fn variations_are_read_as_the_main_line_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let head = "[Game \"gomoku\"]\n[Board \"15x15\"]\n\n";
    let record = format!("{head}1. h0, h1; 2. i1, i2 (h2 {{or so}} (g0), i3); 3. j0, c3\n");
    let expected = format!("{head}{{[%was numbers from 0]}} 1. h1, h2; 2. i2, i3 (h3 {{or so}} (g1), i4); 3. j1, c4\n");
    assert_eq!(mended(folder.path(), &record, &["--apply"]), expected);
    // `h9` of the variation is filled, whichever way the squares are read.
    let record = format!("{head}1. h8, h9; 2. i9, i10 (h8); 3. j8, c3\n");
    fs::write(folder.path().join("game.txt"), &record).expect("a file");
    let found = &json(folder.path(), &["repair", "--format", "json", "--limit", "1000", "game.txt"])[0];
    let proposals = found["proposals"].as_array().expect("proposals");
    assert!(proposals.iter().all(|proposal| proposal["changes"][0]["kind"] != "notation"), "{found}");
}

/// Records, what of them is taken out, and what becomes of the comments, annotations and variations beside it.
static TAKEN_OUT: &[(&str, &str, &str)] = &[
    (
        "[Game \"gomoku\"]\n\n1. h8 {centre}, h9; 2. i9 {good}, i9! {twice?} (j9, j10 {deep}); 3. j8, c3\n",
        "extra",
        "[Game \"gomoku\"]\n\n1. h8 {centre}, h9; 2. i9 {good} {[%was i9, i9! (j9, j10 (deep))]} {twice?}, j8;\n3. c3\n",
    ),
    (
        "[Game \"gomoku\"]\n\nh8 {centre} h9 i9 {good} i9 {twice?} (j9 j10) j8 c3\n",
        "extra",
        "[Game \"gomoku\"]\n\nh8 {centre} h9 i9 {good} {[%was i9, i9 (j9 j10)]} {twice?} j8 c3\n",
    ),
    (
        "[Game \"forza4\"]\n\n1. x {what?} # sic\n, c; 2. e, c\n",
        "extra",
        "[Game \"forza4\"]\n\n1. c {[%was x, c]} {what?} {sic}, e; 2. c\n",
    ),
    (
        "[Game \"forza4\"]\n[Result \"White\"]\n\n1. c, e; 2. c, e; 3. c, e; 4. c, e {oops} (a, b {in it}); 5. a {tail} b 1-0\n",
        "cut",
        "[Game \"forza4\"]\n[Result \"White\"]\n\n\
         1. c, e; 2. c, e; 3. c, e; 4. c {[%was c, e (a, b (in it)), a, b]} {oops} {tail} 1-0\n",
    ),
    (
        "[Game \"forza4\"]\n\n1. c, e; 2. c, e; 3. c, e; 4. c, e; 5. a {[%stands] nobody saw it}\n",
        "cut",
        "[Game \"forza4\"]\n\n1. c, e; 2. c, e; 3. c, e; 4. c {[%was c, e, a stands]} { nobody saw it}\n",
    ),
];

#[test]
fn what_stands_beside_plies_that_go_is_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    for (record, kind, expected) in TAKEN_OUT {
        fs::write(folder.path().join("game.txt"), record).expect("a file");
        let found = &json(folder.path(), &["repair", "--format", "json", "--limit", "1000", "game.txt"])[0];
        let proposals = found["proposals"].as_array().expect("proposals");
        let is_it = |proposal: &Value| {
            let changes = proposal["changes"].as_array().map(Vec::as_slice);
            matches!(changes, Some([change]) if change["kind"] == *kind)
        };
        let number = proposals.iter().position(is_it).unwrap_or_else(|| panic!("{record}: {found}")) + 1;
        assert_eq!(mended(folder.path(), record, &["--limit", "1000", "--choose", &number.to_string()]), *expected);
    }
}

/// A proposal that is the only one because the search stopped is not carried out unasked.
#[test]
fn what_a_search_that_stopped_has_found_first_is_not_applied() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = "[Game \"forza4\"]\n[Result \"Red\"]\n\n1. d, d; 2. d, d; 3. d, e; 4. d, d; 5. a, c\n";
    fs::write(folder.path().join("game.txt"), record).expect("a file");
    let applied = scoresheet(folder.path(), &["repair", "--effort", "20", "--apply", "game.txt"]);
    assert_eq!((text(&applied.stdout).as_str(), applied.status.code()), (record, Some(1)));
    let said = text(&applied.stderr);
    assert!(said.contains("0 mended") && said.contains("an effort of 20 plies does not suffice"), "{said}");
    assert!(said.contains("--effort 200 goes further"), "{said}");
    let shown = text(&scoresheet(folder.path(), &["repair", "--effort", "20", "game.txt"]).stdout);
    assert!(!shown.contains("--apply -o"), "{shown}");
    // Who asks for it gets it.
    assert_ne!(mended(folder.path(), record, &["--effort", "20", "--choose", "1"]), record);
}

/// The cheapest proposal of a record, as `change from -> to`, and what `--apply` writes.
fn applied(text: &str) -> (String, String) {
    let folder = with("game.txt", text);
    let found = &json(folder.path(), &["repair", "--format", "json", "game.txt"])[0];
    let change = &found["proposals"][0]["changes"][0];
    let words = ["kind", "from", "to"].map(|key| change[key].as_str().unwrap_or("nothing").to_owned());
    let written = scoresheet(folder.path(), &["repair", "--apply", "game.txt"]).stdout;
    (words.join(" "), String::from_utf8(written).expect("a text"))
}

/// Behind an end nothing is missing: what stands there is cut off, whose turn it ever is.
#[test]
fn what_stands_after_an_end_in_another_turn_is_cut() {
    let head = "[Game \"forza4\"]\n\n1. c, e; 2. c, c; 3. d, d; 4. b, e; ";
    for rest in ["5. a; 6. a, b", "5. a, ...; 6. a, b"] {
        let (change, written) = applied(&format!("{head}{rest}\n"));
        assert!(change.starts_with("cut "), "{rest}: {change}");
        assert!(written.starts_with(&format!("{head}5. a {{[%was ")), "{rest}: {written}");
    }
    // A game that has not ended is not cut where a ply is missing.
    let (change, _) = applied("[Game \"forza4\"]\n\n1. c, e; 2. c; 3. d, d\n");
    assert!(!change.starts_with("cut"), "{change}");
}

/// The comment on a change of a tag belongs to its record, also if that has no plies, and a patch says the same.
#[test]
fn a_comment_on_a_record_without_plies_stands_in_it() {
    let next = "[Game \"gomoku\"]\n\n1. h8, h9\n";
    for (record, expected) in [
        ("[Game \"gomoku\"]\n[Starts \"White\"]\n\n", "[Game \"gomoku\"]\n\n{[%was Starts \"White\"]}\n\n"),
        ("[Game \"gomoku\"]\n[Starts \"White\"]\n\n# a\n\n", "[Game \"gomoku\"]\n\n# a\n{[%was Starts \"White\"]}\n\n"),
        ("[Game \"gomoku\"]\n[Starts \"White\"]\n\n*\n\n", "[Game \"gomoku\"]\n\n{[%was Starts \"White\"]} *\n\n"),
    ] {
        let text = format!("{record}{next}");
        assert_eq!(applied(&text).1, format!("{expected}{next}"));
        let folder = with("game.txt", &text);
        let patch = scoresheet(folder.path(), &["repair", "-q", "--apply", "--format", "diff", "game.txt"]);
        let patch = String::from_utf8(patch.stdout).expect("a text");
        assert_eq!(patched(&text, &patch), Some(format!("{expected}{next}")), "{patch}");
    }
}

/// What stands beside a break stays, or stands in the comment that tells of it.
#[test]
fn breaks_come_and_go_with_nothing_else() {
    let manche =
        |rest: &str| format!("[Game \"plus4\"]\n[Variant \"manche\"]\n\n1. c, d; 2. c, d; 3. c, d; 4. c{rest}\n");
    for (record, mended) in [
        (
            "[Game \"forza4\"]\n\n1. c, e; 2. d / {Second game} 1. f, g\n".to_owned(),
            "[Game \"forza4\"]\n\n1. c, e; 2. d {[%was d, /]} {Second game}, f; 3. g\n".to_owned(),
        ),
        (
            "[Game \"forza4\"]\n\n1. c, e; 2. d / *\n".to_owned(),
            "[Game \"forza4\"]\n\n1. c, e; 2. d {[%was d, /]} *\n".to_owned(),
        ),
        (
            "[Game \"forza4\"]\n\n/ 1. c, e; 2. d\n".to_owned(),
            "[Game \"forza4\"]\n\n1. c {[%was /, c]}, e; 2. d\n".to_owned(),
        ),
        (
            "[Game \"forza4\"]\n\nc, e, d / f, g\n".to_owned(),
            "[Game \"forza4\"]\n\nc, e, d {[%was d, /]}, f, g\n".to_owned(),
        ),
        (manche("; 5. d, c; 6. c"), manche(" / 1. ..., d {[%was no /]}; 2. c, c")),
        (manche(" {end}; 5. d, c; 6. c"), manche(" {end} / 1. ..., d {[%was no /]}; 2. c, c")),
        (manche(" # end\n5. d, c; 6. c"), manche(" # end\n / 1. ..., d {[%was no /]}; 2. c, c")),
    ] {
        let (change, written) = applied(&record);
        assert!(change.starts_with("side "), "{record}: {change}");
        assert_eq!(written, mended);
    }
}

/// A mark names no ply any more if that ply goes.
#[test]
fn a_ply_that_goes_takes_its_mark_along() {
    let mended = |stands: &str, number: &str| {
        let record = format!("[Game \"forza4\"]\n[Stands \"{stands}\"]\n\n1. c, e; 2. z, c; 3. d, a\n");
        let folder = with("game.txt", &record);
        let output = scoresheet(folder.path(), &["repair", "-q", "--choose", number, "--limit", "99", "game.txt"]);
        String::from_utf8(output.stdout).expect("a text")
    };
    let found = |stands: &str| {
        (1..99).map(|number| mended(stands, &number.to_string())).find(|text| text.contains("{[%was e, z"))
    };
    assert!(!found("3").expect("a ply is struck out").contains("Stands"));
    assert!(found("3,5").expect("a ply is struck out").contains("[Stands \"4\"]"));
    // Plies that were torn apart become one, and those after it move.
    let gomoku = |stands: &str, plies: &str| format!("[Game \"gomoku\"]\n[Stands \"{stands}\"]\n\n{plies}\n");
    let (change, written) = applied(&gomoku("4", "h8 i9 j1 0 h8 k11"));
    assert!(change.starts_with("misread") && written.contains("[Stands \"4\"]"), "{change} {written}");
}

/// A `#` comment ends with its line: nothing that is written after it belongs to it.
#[test]
fn a_comment_to_the_end_of_its_line_swallows_nothing() {
    let (change, written) =
        applied("[Game \"halma\"]\n\ne15-f14 l2-k3 # Green hesitated\nl2-k3 d14-e13 n4-m5 f14-g13\n");
    assert_eq!(change, "extra l2-k3 nothing");
    assert!(written.ends_with("l2-k3 # Green hesitated\n{[%was l2-k3, l2-k3]} d14-e13 n4-m5 f14-g13\n"), "{written}");
    let (change, written) =
        applied("[Game \"halma\"]\r\n\r\n1. e15-f14, l2-k3 # so\r\n; 2. l2-k3, d14-e13; 3. n4-m5, f14-g13\r\n");
    assert_eq!(change, "extra l2-k3 nothing");
    assert!(written.contains("l2-k3 # so\r\n{[%was l2-k3, l2-k3]}; 2. d14-e13, n4-m5;"), "{written}");
    // A ply that is missing after it.
    let game = "[Game \"forza4\"]\n\n1. c, e; 2. c # Red thinks\n3. d, d; 4. b, b\n";
    let folder = with("game.txt", game);
    let written = mended(folder.path(), game, &["--choose", "1"]);
    assert!(written.contains("2. c # Red thinks\n, a {[%was ...]}\n3. d, d"), "{written}");
}

/// What has no place where it stands is no part of a proposal, and not lost: it is a fault of its own.
#[test]
fn turns_that_are_written_anew_lose_nothing() {
    for game in [
        "[Game \"forza4\"]\n\n1. ... (c), d; 2. c, e; 3. c, e\n",
        "[Game \"gomoku\"]\n\n1. l9, g3 Red; 2. o9, b3; 3. e8), f3; 4. b5, d3\n",
        "[Game \"forza4\"]\n[Result \"White\"]\n\n1. a, b; 2. a, b; 3. a), b; 4. a\n",
    ] {
        assert_eq!(applied(game).1, game);
    }
}

/// The numbers in a variation follow from the line around it: where its turns are written anew, they go.
#[test]
fn variations_move_without_their_numbers() {
    let (change, written) = applied(
        "[Game \"halma\"]\n\n1. e15-f14, l2-k3; 2. l2-k3, d14-e13; 3. n4-m5 (3. m3-l4, e13-f12; 4. l4-k5), f14-g13\n",
    );
    assert_eq!(change, "extra l2-k3 nothing");
    assert!(written.contains("n4-m5 (m3-l4, e13-f12, l4-k5)"), "{written}");
    // A fault of its own stays one: without the numbers `a2` would be White's.
    for variation in ["(2. a1; 3. a2)", "(2. a1;; 3. a2)"] {
        let game = format!("[Game \"gomoku\"]\n\n1. h8, h8, i9; 2. j10 {variation}, k11; 3. c3\n");
        assert_eq!(applied(&game).1, game);
    }
    // Numbers that are still right stay.
    let (_, written) = applied("[Game \"gomoku\"]\n\n1. h8, h8, i9; 2. j10, k11 (2... a1); 3. c3\n");
    assert!(written.contains("2. j10, k11 (2... a1); 3. c3"), "{written}");
}

/// Signs of other keyboards, blanks within a ply and zeros before a number are slips, too.
#[test]
fn slips_of_keyboards_are_mended() {
    for (game, change) in [
        ("[Game \"forza4\"]\n\n1. с, e; 2. c, d\n", "misread с c"),
        ("[Game \"forza4\"]\n\n1. c\u{200b}, e; 2. c, d\n", "misread c\u{200b} c"),
        ("[Game \"gomoku\"]\n\n1. h8, i9; 2. h9, ｉ１０; 3. j10, k11\n", "misread ｉ１０ i10"),
        ("[Game \"gomoku\"]\n\n1. h8, i9; 2. h9, i1 0; 3. j10, k11\n", "misread i1 0 i10"),
        ("[Game \"halma\"]\n\n1. e15-f14, l2-k3; 2. d14 - e13, k3-j4\n", "misread d14 - e13 d14-e13"),
        (
            "[Game \"forza4\"]\n[Board \"9x7\"]\n[Notation \"squares\"]\n\n1. c1, i1; 2. c02, i2; 3. d1, d2\n",
            "misread c02 c2",
        ),
    ] {
        assert_eq!(applied(game).0, change, "{game}");
    }
}

/// A fault in the main line and one in a variation are mended together.
#[test]
fn faults_of_line_and_variation_are_mended_together() {
    let game = "[Game \"gomoku\"]\n\n1. h8, i9; 2. h9, i10; 3. j10 (j9, k9, lq), k11; 4. c3, kl2; 5. d4, e5\n";
    let folder = with("game.txt", game);
    let found = &json(folder.path(), &["repair", "--format", "json", "game.txt"])[0];
    let changes = found["proposals"][0]["changes"].as_array().expect("changes");
    let words: Vec<_> =
        changes.iter().map(|change| (change["to"].as_str(), change["in_variation"].as_bool())).collect();
    assert_eq!(words, [(Some("l9"), Some(true)), (Some("k12"), None)]);
}

/// A ply before a last one that is said to be illegal may be the wrong one.
#[test]
fn a_slip_before_an_illegal_last_ply_is_found() {
    let head = "[Game \"forza4\"]\n[Setup \"7/7/7/7/7/7 W\"]\n[Termination \"illegal\"]\n[Result \"Red\"]\n\n";
    let (change, _) = applied(&format!("{head}1. e, c; 2. c, c; 3. c, c; 4. c\n"));
    assert_eq!(change, "misread e c");
    // That the last ply itself was something illegal explains nothing, but it may stand where an earlier one does.
    let legal = "[Game \"gomoku\"]\n[Variant \"freestyle\"]\n[Result \"White\"]\n[Termination \"illegal\"]\n\n1. h8, i9; 2. h9, i10; 3. j10\n";
    assert_eq!(applied(legal).0, "misread i10 j10");
}

/// A number of a diagram may stand in the wrong cell.
#[test]
fn a_number_of_a_diagram_moves() {
    let game = "[Game \"forza4\"]\n[Board \"4x4\"]\n[Notation \"diagram\"]\n\n. . . .\n. 3 . .\n. . . .\n1 2 4 5\n";
    let folder = with("game.txt", game);
    let found = &json(folder.path(), &["repair", "--format", "json", "--limit", "9", "game.txt"])[0];
    let changes: Vec<_> =
        found["proposals"].as_array().expect("proposals").iter().map(|found| &found["changes"][0]).collect();
    let squares: Vec<_> = changes.iter().map(|change| (change["from"].as_str(), change["to"].as_str())).collect();
    assert!(squares.contains(&(Some("b3"), Some("b2"))), "{squares:?}");
    assert!(changes.iter().all(|change| change["kind"] == "wrong" && change["ply"] == 3), "{changes:?}");
}

/// Where the tag says what the board proves, the last word is what is wrong.
#[test]
fn a_wrong_last_word_is_told_as_it_was() {
    let game = "[Game \"forza4\"]\n[Result \"White\"]\n\n1. c, e; 2. c, c; 3. d, d; 4. b, e; 5. a 0-1\n";
    let (change, written) = applied(game);
    assert_eq!(change, "result 0-1 1-0");
    assert!(written.ends_with("5. a {[%was 0-1]} 1-0\n"), "{written}");
}

/// What is added to a file of CRLF has CRLF.
#[test]
fn added_lines_end_as_the_others() {
    let plies =
        "1. a, b; 2. a, b; 3. c, d; 4. c, d; 5. e, f; 6. e, f; 7. g, a; 8. b, c; 9. d, e; 10. f, g; 11. a, b; 12. d, c";
    let game = format!("[Game \"forza4\"]\n\n{plies}; 13. h\n").replace('\n', "\r\n");
    let mut added = Vec::new();
    for choice in 1..=5 {
        let folder = with("game.txt", &game);
        let choice = choice.to_string();
        let written = scoresheet(folder.path(), &["repair", "--choose", &choice, "game.txt"]).stdout;
        let written = String::from_utf8(written).expect("a text");
        assert!(written != game, "{choice}");
        assert_eq!(written.matches('\n').count(), written.matches("\r\n").count(), "{written:?}");
        added.extend(written.lines().find(|line| line.starts_with("[Board")).map(str::to_owned));
    }
    assert!(added.contains(&"[Board \"8x7\"]".to_owned()), "{added:?}");
}

/// A record that is valid as it stands is what it says, whatever else its plies would be.
#[test]
fn no_other_game_is_written_into_a_valid_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = "[Game \"forza4\"]\n[Board \"5x4\"]\n[Options \"equalizer\"]\n\n1. a, b; 2. a, b; 3. a, b; 4. a, b\n";
    std::fs::write(folder.path().join("game.txt"), game).expect("a file");
    let written =
        |more: &[&str]| text(&scoresheet(folder.path(), &[&["identify", "--write", "game.txt"], more].concat()).stdout);
    assert_eq!(written(&[]), game);
    assert!(written(&["--game", "plus4"]).starts_with("[Game \"plus4\"]\n[Variant \"continua\"]\n"));
    // Without the tag nothing says what it is.
    std::fs::write(folder.path().join("game.txt"), game.replace("[Game \"forza4\"]\n", "")).expect("a file");
    // The option is one of Forza 4 alone.
    assert!(written(&[]).starts_with("[Game \"forza4\"]\n") && written(&[]).contains("[Options \"equalizer\"]\n"));
    // A result that a game has no side for is not what its board proves.
    let claimed = "[Result \"White\"]\n\n1. a, b; 2. a, b; 3. a, b; 4. a\n";
    std::fs::write(folder.path().join("game.txt"), claimed).expect("a file");
    let found = &json(folder.path(), &["identify", "--format", "json", "--limit", "50", "game.txt"])[0];
    let agrees = |game: &str| {
        let candidates = found["candidates"].as_array().expect("candidates").iter();
        let of_game = candidates.filter(|candidate| candidate["game"] == game && candidate["ends"] == true);
        of_game.map(|candidate| candidate["agrees"].clone()).collect::<Vec<_>>()
    };
    assert!(agrees("forza4").contains(&true.into()), "{found}");
    assert!(!agrees("plus4").is_empty() && agrees("plus4").iter().all(|agrees| *agrees == false), "{found}");
}

#[test]
fn no_proposal_takes_the_only_ply_for_a_number() {
    let folder = tempfile::tempdir().expect("a folder");
    for movetext in ["1. 1", "1. 1 White"] {
        let record = format!("[Game \"forza4\"]\n[Notation \"columns\"]\n\n{movetext}\n");
        fs::write(folder.path().join("game.txt"), record).expect("a file");
        let found = &json(folder.path(), &["repair", "--format", "json", "--limit", "1000", "game.txt"])[0];
        for proposal in found["proposals"].as_array().expect("proposals") {
            assert!(proposal["plies"] == 1 || proposal["changes"][0]["kind"] != "misread", "{proposal}");
        }
    }
}

/// Tags that belong to an option say nothing against the game without it.
#[test]
fn tags_of_options_hide_no_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let movetext = "1. b12-c11, n4-m5; 2. c11-d11, m5-l6\n";
    for tags in [
        "[Game \"halma\"]\n[Options \"move-limit\"]\n[MoveLimit \"70\"]\n",
        "[MoveLimit \"70\"]\n",
        "[Vacate \"3/10\"]\n[Event \"x\"]\n[Pairs \"Red+Green\"]\n",
    ] {
        fs::write(folder.path().join("game.txt"), format!("{tags}\n{movetext}")).expect("a file");
        let found = &json(folder.path(), &["identify", "--format", "json", "game.txt"])[0];
        let first = &found["candidates"][0];
        assert_eq!((&first["game"], &first["legal"]), (&"halma".into(), &4.into()), "{found}");
        fs::write(folder.path().join("bare.txt"), movetext).expect("a file");
        let bare = &json(folder.path(), &["identify", "--format", "json", "bare.txt"])[0];
        // Not every variant has the option.
        if !tags.contains("Options") {
            assert_eq!((&found["candidates"], &found["verdict"]), (&bare["candidates"], &bare["verdict"]), "{tags}");
        }
    }
    // What is written lacks them.
    let record = "[MoveLimit \"70\"]\n[Event \"x\"]\n\n1. b12-c11, n4-m5; 2. c11-d11, m5-l6\n";
    fs::write(folder.path().join("game.txt"), record).expect("a file");
    let given = ["identify", "--write", "--game", "halma", "--variant", "standard", "--notation", "paths", "game.txt"];
    let written = scoresheet(folder.path(), &given);
    let written = text(&written.stdout);
    assert!(written.contains("[Event \"x\"]") && !written.contains("MoveLimit"), "{written}");
    fs::write(folder.path().join("written.txt"), &written).expect("a file");
    assert_eq!(scoresheet(folder.path(), &["validate", "written.txt"]).status.code(), Some(0), "{written}");
}

/// A folder with one file.
fn with(name: &str, bytes: impl AsRef<[u8]>) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(name), bytes).expect("a file");
    folder
}

/// What stands around records: the first row of a table, lines of tags, a line that is not ended.
#[test]
fn files_keep_their_frames() {
    let files = [
        ("t.csv", "Game,moves,white\r\nforza4,33543,\"Ada, Bea\"\r\nforza4,44444447,Cid"),
        (
            "l.lines",
            "# list\n#: [Game \"forza4\"]\nc e c c\n\n# eight columns\n#: [Game \"forza4\"] [Board \"8x8\"]\nd d d d d d d d d h\n\
             #:\nc d\n# end\n",
        ),
        ("s.sgf", "\u{feff}(;GM[4]SZ[15];B[hh];W[hi])(;GM[4]SZ[15];B[hh];W[hh]) \n\n(;GM[4]SZ[15];B[hh])"),
        ("x.txt", "\u{feff}[Game \"forza4\"]\n\n1. c, e\n\n\n[Game \"forza4\"]\n\n1. c, k\n\n"),
        ("j.jsonl", "{\"game\":\"forza4\",\"moves\":[\"c\",\"k\"]}\n{\"game\":\"forza4\",\"moves\":[\"c\"]}"),
    ];
    for (name, file) in files {
        let folder = with(name, file);
        for call in [&["repair", "--choose", "1000"][..], &["repair", "--choose", "1000", "-o", "-"]] {
            let output = scoresheet(folder.path(), &[call, &[name]].concat());
            assert_eq!(text(&output.stdout), file, "{name}: {}", text(&output.stderr));
            assert_eq!(output.status.code(), Some(1), "{name}");
        }
    }
    let (_, table) = files[0];
    let folder = with("t.csv", table.replace("Game", "Site").replace("forza4", "Rome"));
    let output = scoresheet(folder.path(), &["identify", "--write", "t.csv"]);
    assert_eq!(text(&output.stdout), table.replace("Game", "Site").replace("forza4", "Rome"));
}

#[test]
fn a_file_is_not_given_up_for_what_cannot_be_read() {
    let folder = with("old.txt", "old");
    for call in [&["repair", "--apply"][..], &["identify", "--write"]] {
        let output = scoresheet(folder.path(), &[call, &["-o", "old.txt", "missing.txt"]].concat());
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
        assert_eq!(fs::read_to_string(folder.path().join("old.txt")).expect("a file"), "old");
    }
}

#[test]
fn parts_of_large_files_stay_together() {
    let row = "forza4,33543,Ada\n";
    let folder = with("t.csv", ["Game,moves,white\n", &row.repeat(10_000)].concat());
    let output = scoresheet(folder.path(), &["repair", "--apply", "t.csv"]);
    assert_eq!(output.stdout, fs::read(folder.path().join("t.csv")).expect("a file"));
}

/// Nothing is written that would be neither the file nor a mended file.
#[test]
fn what_cannot_be_copied_is_refused() {
    let wide: Vec<u8> = "\u{feff}[Game \"forza4\"]\n\n1. c, k\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let gbk = b"(;GM[4]SZ[15]PB[\xba\xda\xb7\xbd\xcd\xf5\xce\xe5]PW[\xb0\xd7\xb7\xbd\xc0\xee\xcb\xc4];B[hh];W[hh])\n";
    let row = b"game,moves\nforza4,c e\nforza4,c k\n";
    let list = b"#: [Game \"forza4\"]\nc e\nc d d d d d d d\n";
    let psq = b"Piskvorky 15x15, 11:11, 0\n8,8,0\n8,9,0\n8,8,0\n";
    let files: [(&str, &[u8]); 5] =
        [("u.txt", &wide), ("g.sgf", gbk), ("t.csv", row), ("l.lines", list), ("p.psq", psq)];
    for (name, file) in files {
        let folder = with(name, file);
        fs::write(folder.path().join("old"), "old").expect("a file");
        for output in [&[][..], &["-o", "old"]] {
            let call = [&["repair", "--choose", "1", name], output].concat();
            let refused = scoresheet(folder.path(), &call);
            assert_eq!((refused.status.code(), text(&refused.stdout).as_str()), (Some(2), ""), "{name}");
            let told = text(&refused.stderr);
            assert!(told.contains("--to") && !told.contains("mended"), "{name}: {told}");
        }
        assert_eq!(fs::read(folder.path().join("old")).expect("a file"), b"old", "{name}");
    }
    let folder = with("t.csv", row);
    fs::write(folder.path().join("g.sgf"), "(;GM[4]SZ[15];B[hh];W[hi])\n").expect("a file");
    let mixed = scoresheet(folder.path(), &["repair", "--apply", "g.sgf", "t.csv"]);
    assert_eq!((mixed.status.code(), text(&mixed.stdout).as_str()), (Some(2), ""));
    assert!(text(&mixed.stderr).contains("csv in UTF-8 cannot stand in one file"), "{}", text(&mixed.stderr));
}

#[test]
fn tables_and_databases_are_whole() {
    let folder =
        with("r.txt", "[Game \"gomoku\"]\n[Variant \"renju\"]\n\n1. h8, h9; 2. h8\n\n[Game \"gomoku\"]\n\n1. h8\n");
    let table = scoresheet(folder.path(), &["repair", "--choose", "1", "--to", "csv", "-q", "r.txt"]);
    let rows = text(&table.stdout);
    assert!(rows.starts_with("Game,Variant,") && rows.contains("{[%was h8]}"), "{rows}");
    assert_eq!((rows.lines().count(), table.status.code()), (3, Some(0)));
    let named = scoresheet(folder.path(), &["identify", "--write", "--game", "gomoku", "--to", "csv", "-q", "r.txt"]);
    assert!(text(&named.stdout).starts_with("Game,"), "{}", text(&named.stdout));
}

/// A format without comments tells nothing of what was changed; standard error does.
#[test]
fn formats_without_comments_are_told_of_on_standard_error() {
    let record = "[Game \"gomoku\"]\n[Variant \"renju\"]\n\n1. h8, h9; 2. h8\n";
    let folder = with("r.txt", record);
    for format in ["rif", "pos"] {
        let output = scoresheet(folder.path(), &["repair", "--choose", "1", "--to", format, "-o", "out", "r.txt"]);
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{format}: {told}");
        assert!(told.contains("r.txt:1: ply 3 `h8` misread for ") && told.contains("1 mended"), "{format}: {told}");
        assert!(fs::metadata(folder.path().join("out")).is_ok_and(|data| data.len() > 0), "{format}");
    }
    fs::write(folder.path().join("c.txt"), record.replace("h9;", "h9 {mine};")).expect("a file");
    let refused = scoresheet(folder.path(), &["repair", "--choose", "1", "--to", "pos", "c.txt"]);
    let told = text(&refused.stderr);
    assert_eq!(refused.status.code(), Some(1), "{told}");
    assert!(told.contains("1 comment") && told.contains("0 mended") && told.contains("1 record not written"), "{told}");
    let lossy = scoresheet(folder.path(), &["repair", "--choose", "1", "--to", "pos", "--lossy", "c.txt"]);
    assert_eq!(lossy.status.code(), Some(0), "{}", text(&lossy.stderr));
    assert!(text(&lossy.stderr).contains("1 comment"), "{}", text(&lossy.stderr));
}

#[test]
fn every_record_is_written_or_told() {
    let folder = with("three.txt", THREE);
    let copied = scoresheet(folder.path(), &["repair", "--apply", "--to", "transcript", "-q", "three.txt"]);
    assert!(text(&copied.stdout).ends_with("[Game \"forza4\"]\n\n1. c, d; 2. e, k\n"), "{}", text(&copied.stdout));
    assert_eq!(copied.status.code(), Some(1));
    let table = scoresheet(folder.path(), &["repair", "--apply", "--to", "csv", "three.txt"]);
    assert_eq!((text(&table.stdout).lines().count(), table.status.code()), (3, Some(1)));
    assert!(text(&table.stderr).contains("three.txt:13:"), "{}", text(&table.stderr));
    let digits = scoresheet(folder.path(), &["repair", "--apply", "--to", "digits", "three.txt"]);
    assert!(text(&digits.stderr).contains("0 mended"), "{}", text(&digits.stderr));
    assert_eq!(digits.status.code(), Some(1));
}

#[test]
fn a_choice_goes_with_apply() {
    let folder = with("three.txt", THREE);
    let chosen = scoresheet(folder.path(), &["repair", "--choose", "1", "three.txt"]);
    let both = scoresheet(folder.path(), &["repair", "--apply", "--choose", "1", "three.txt"]);
    assert_eq!((both.status.code(), both.stdout), (Some(0), chosen.stdout));
}

#[test]
fn a_game_that_there_is_not_is_refused() {
    let folder = with("three.txt", THREE);
    let refused = scoresheet(folder.path(), &["identify", "--game", "foo", "three.txt"]);
    assert_eq!((refused.status.code(), text(&refused.stdout).as_str()), (Some(2), ""));
    assert!(
        text(&refused.stderr).contains("'foo' for '--game <GAME>': the games are forza4, "),
        "{}",
        text(&refused.stderr)
    );
    let none = scoresheet(folder.path(), &["tree", "--game", "forza4", "--position", "7/7/7/7/7/2W4 X", "three.txt"]);
    assert_eq!(none.status.code(), Some(2), "{}", text(&none.stdout));
    assert!(text(&none.stderr).contains("`X` is no letter of a side; those are W, R"), "{}", text(&none.stderr));
}

#[test]
fn what_no_game_is_played_with_is_refused() {
    let folder = with("three.txt", THREE);
    for (given, said) in [
        (&["--variant", "zz"][..], "no game is played with --variant \"zz\"; "),
        (&["--game", "forza4", "--board", "2x2"], "no game is played with --game \"forza4\" --board \"2x2\"; "),
        (&["--options", "swap,zz"], "no game is played with --options \"swap,zz\"; "),
        (&["--starts", "Green", "--game", "forza4"], "no game is played with --game \"forza4\" --starts \"Green\"; "),
    ] {
        let refused = scoresheet(folder.path(), &[&["identify", "three.txt"], given].concat());
        assert_eq!((refused.status.code(), text(&refused.stdout).as_str()), (Some(2), ""), "{given:?}");
        assert!(text(&refused.stderr).contains(said), "{}", text(&refused.stderr));
    }
    for given in [["--starts", "Red"], ["--variant", "renju"], ["--board", "8x8"], ["--options", "swap"]] {
        let taken = scoresheet(folder.path(), &[&["identify", "three.txt"], &given[..]].concat());
        assert_ne!(taken.status.code(), Some(2), "{}", text(&taken.stderr));
    }
}

/// Mends a record within an effort.
fn within(record: &str, effort: u64) -> Mended {
    let mut records = Transcripts::new(record.as_bytes(), scoresheet::MAX_RECORD).expect("a slice can be read");
    let record = records.next().expect("a slice can be read").expect("a record");
    Mender::new(Defaults::default(), Options { effort, ..Options::default() }).mend(&record, &Default::default())
}

/// Records that only two changes mend, the first of which moves all plies behind it on, and a kind of second change.
static TWO: &[(&str, &str)] = &[
    ("[Game \"plus4\"]\n\n1. a, a, b; 2. c, d; 3. s, a\n", "misread"),
    ("[Game \"plus4\"]\n\n1. a, b; 2. c, d, d; 3. s, a\n", "misread"),
    ("[Game \"forza4\"]\n\n1. a, c; 2. a, c, d; 3. a, d; 4. a, d; 5. e, z\n", "cut"),
];

#[test]
fn a_second_change_stands_where_it_is_in_the_record() {
    let folder = tempfile::tempdir().expect("a folder");
    for (record, kind) in TWO {
        fs::write(folder.path().join("two.txt"), record).expect("a file");
        let found = json(folder.path(), &["repair", "--format", "json", "--limit", "1000", "two.txt"]);
        let proposals = found[0]["proposals"].as_array().expect("proposals");
        let changes = proposals.iter().flat_map(|proposal| proposal["changes"].as_array().expect("changes"));
        let of_kind: Vec<&Value> = changes.filter(|change| change["kind"] == *kind).collect();
        assert!(!of_kind.is_empty(), "{record}");
        for change in of_kind {
            let end = |at: usize| change["span"][at].as_u64().expect("a byte") as usize;
            let words = record[end(0)..end(1)].split([' ', ',', ';']);
            // Between plies that are cut the numbers of turns stand.
            let plies: Vec<&str> = words.filter(|word| !word.is_empty() && !word.ends_with('.')).collect();
            assert_eq!(change["from"], plies.join(", "), "{change} of {record}");
        }
    }
}

#[test]
fn long_texts_count_as_more_effort() {
    let texts = [
        format!("[Game \"forza4\"]\n\n{}", "/ ".repeat(20_000)),
        format!("[Game \"gomoku\"]\n\nh8 i9 {}", "x".repeat(20_000)),
        format!("[Game \"gomoku\"]\n\n{}", "h8".repeat(8000)),
        format!("[Game \"forza4\"]\n\n1. c{}", "!".repeat(16_000)),
    ];
    for text in &texts {
        // A look at such a record has few plies, but takes as much work as some hundreds.
        let look = text.len() as u64 / 64;
        let mended = within(text, 1);
        assert!(mended.stopped && mended.proposals.is_empty());
        assert!(mended.spent >= look / 2 && mended.spent <= 2 * look, "{} for {look}", mended.spent);
        let mended = within(text, 20_000);
        // The last place is tried to its end: each of some hundreds of plies before such a token.
        assert!(mended.spent <= 20_000 + 500 * look, "{} for {look}", mended.spent);
    }
}

/// A side may have to leave the square of its piece to the opponent (LF-5), and that is a ply like others.
#[test]
fn placements_by_the_opponent_are_proposed() {
    let record = "[Game \"lefile\"]\n\n1. 11 Pa1, 11 P*a1; 2. 24 Rd2, ...\n";
    let folder = with("game.txt", record);
    for (text, kind) in [(record, "wrong"), ("[Game \"lefile\"]\n\n1. 11 Pa1, ...; 2. 24 Rd2, ...\n", "omitted")] {
        fs::write(folder.path().join("game.txt"), text).expect("a file");
        let found = &json(folder.path(), &["repair", "--format", "json", "--limit", "100000", "game.txt"])[0];
        let proposals = found["proposals"].as_array().expect("proposals");
        let plies: Vec<&str> = proposals
            .iter()
            .map(|proposal| &proposal["changes"][0])
            .filter(|change| change["kind"] == kind && change["ply"] == 2)
            .filter_map(|change| change["to"].as_str())
            .collect();
        // The aces name only a1, where a pawn stands; 88 names h8, which is empty.
        assert!(plies.contains(&"11 P*h8") && plies.contains(&"88 Ph8"), "{kind}: {plies:?}");
        assert!(!plies.contains(&"11 P*a1") && !plies.contains(&"88 P*h8"), "{kind}: {plies:?}");
    }
}

/// The proposals for a record, each as its cost and its changes (kind, ply, what is to stand there), and whether the search is
/// complete.
fn proposals(record: &str) -> (Vec<String>, bool) {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("game.txt"), record).expect("a file");
    let found = json(folder.path(), &["repair", "--format", "json", "--limit", "1000", "game.txt"]).remove(0);
    let change = |change: &Value| {
        let to = change["to"].as_str().unwrap_or("-");
        format!("{} {} {to}", change["kind"].as_str().unwrap_or_default(), change["ply"].as_u64().unwrap_or_default())
    };
    let all = |proposal: &Value| {
        let changes = proposal["changes"].as_array().expect("changes").iter().map(change).collect::<Vec<_>>();
        format!("{}: {}", proposal["cost"], changes.join(", "))
    };
    let proposals = found["proposals"].as_array().expect("proposals").iter().map(all).collect();
    (proposals, found["complete"] == true)
}

/// The second of two changes may stand at every ply up to the error that is left, not only near it.
#[test]
fn a_second_change_is_looked_for_at_every_ply() {
    let swaps =
        "1. c1, d1; 2. d2, b1; 3. e1, b2; 4. f1, f2; 5. f3, d3; 6. e2, d4; 7. d5, c3; 8. c2, d6; 9. e3, c4; 10. e4, c5";
    let full = "1. ..., d1; 2. b1, c1; 3. b2, d2; 4. d3, b3; 5. d4, c2; 6. a1, c4; 7. c3, b4; 8. a2, a3; 9. a4";
    for (record, expected) in [
        (
            "[Game \"gomoku\"]\n[Board \"15x15\"]\n\noq a3 h8 h9 a3 i9\n".to_owned(),
            &["2: misread 1 o9, misread 2 d3", "2: misread 1 o9, misread 5 d3"][..],
        ),
        (
            "[Game \"forza4\"]\n[Notation \"columns\"]\n\nz c c c c c c c d\n".to_owned(),
            &["2: misread 1 a, misread 8 d", "2: misread 1 a, misread 6 e"],
        ),
        (
            format!("[Game \"forza4\"]\n[Notation \"squares\"]\n[Result \"Red\"]\n\n{swaps}\n"),
            &["2: swapped 14 c2, swapped 16 e3", "2: swapped 14 c2, swapped 17 c4", "2: swapped 14 c2, swapped 19 c5"],
        ),
        (
            format!(
                "[Game \"forza4\"]\n[Board \"4x4\"]\n[Starts \"Red\"]\n[Notation \"squares\"]\n[Result \"White\"]\n\n{full}\n"
            ),
            &["2: swapped 11 c3, swapped 13 a2"],
        ),
        (
            "[Game \"forza4\"]\n[Notation \"columns\"]\n\nd a u x d a c b f b b e\n".to_owned(),
            &["3: extra 3 -, misread 4 c"],
        ),
        // One of two exchanged plies is misread, so neither change makes a legal ply of it alone.
        (
            "[Game \"forza4\"]\n[Options \"equalizer\"]\n[Board \"6x5\"]\n[Notation \"squares\"]\n[Result \"White\"]\n\n\
             1. d1, d2; 2. c1, e1; 3. b2, b7; 4. a1, b3\n"
                .to_owned(),
            &["2: swapped 5 b7, misread 5 b1"],
        ),
    ] {
        let (found, is_complete) = proposals(&record);
        for expected in expected {
            assert!(found.iter().any(|found| found == expected), "{expected} of {record}: {found:#?}");
        }
        // The effort suffices for such short records.
        assert!(is_complete, "{record}");
    }
}

#[test]
fn dots_without_a_sign_of_their_own_are_mended() {
    let (found, _) = proposals("[Game \"forza4\"]\n[Starts \"Red\"]\n\n1. , d; 2. b, c; 3. b, d\n");
    assert_eq!(found, ["1: side 1 ..."]);
    let (found, is_complete) = proposals("[Game \"forza4\"]\n\n1. d, c 2... e\n");
    assert_eq!((found, is_complete), (vec!["1: side 3 -".to_owned()], true));
}

/// Only its replay shows who begins a later manche, and so that a `...` there stands for a ply.
#[test]
fn the_first_ply_of_a_later_manche_may_be_missing() {
    let tags = "[Game \"plus4\"]\n[Variant \"manche\"]\n[Target \"5\"]\n\n";
    let manches = "1. d, a; 2. d, a; 3. d, a; 4. d / 1. ..., d; 2. a, d; 3. a, d; 4. b, d / 1. ..., c; 2. c, a";
    let (found, is_complete) = proposals(&format!("{tags}{manches}\n"));
    let plies = ["a", "a*", "b", "b*", "c", "c*", "d", "d*"].map(|ply| format!("2: omitted 15 {ply}"));
    assert_eq!((found, is_complete), ([&["1: side 15 -".to_owned()], &plies[..]].concat(), true));
}

/// Where a tag has stopped the replay, the changed record tells whether its result is that of the board.
#[test]
fn variants_whose_end_is_the_claimed_one_come_first() {
    let record = "[Game \"gomoku\"]\n[Variant \"omok\"]\n[Board \"15x15\"]\n[Result \"White\"]\n\n\
                  1. h8, a1; 2. h10, b1; 3. i12, c1; 4. k9, e1; 5. m5, f1; 6. n7, d1\n";
    let (found, _) = proposals(record);
    assert_eq!(found[..2], ["1: tag 0 freestyle", "1: tag 0 renju"]);
    assert_eq!(found.len(), 6, "{found:?}");
}

#[test]
fn a_board_that_has_not_ended_proves_no_result() {
    let (found, _) = proposals("[Game \"forza4\"]\n[Result \"Purple\"]\n\n1. c, e\n");
    assert_eq!(found, ["1: result 0 *"]);
}

/// Options that a record names stay with it, or the record stays as it is.
#[test]
fn named_options_are_not_taken_away_unasked() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |text: &str| fs::write(folder.path().join("game.txt"), text).expect("a file");
    let called = |more: &[&str]| scoresheet(folder.path(), &[&["identify", "--write", "game.txt"], more].concat());
    // Red may reply to White's line, so that the game goes on.
    write("[Options \"equalizer\"]\n\n1. g, f; 2. g, f; 3. g, f; 4. g\n");
    let written = text(&called(&["--game", "forza4", "--board", "7x6"]).stdout);
    assert_eq!(written, "[Game \"forza4\"]\n[Options \"equalizer\"]\n\n1. g, f; 2. g, f; 3. g, f; 4. g\n");
    // What the caller says is written.
    write("1. g, f; 2. g, f; 3. g, f; 4. g\n");
    let written = text(&called(&["--game", "forza4", "--board", "7x6", "--options", "equalizer"]).stdout);
    assert_eq!(written, "[Game \"forza4\"]\n[Options \"equalizer\"]\n\n1. g, f; 2. g, f; 3. g, f; 4. g\n");
    // No other game has the option: only the caller can say that it is wrong.
    let other = "[Options \"equalizer\"]\n\n1. h8, i8; 2. h9, i9; 3. h10, i10; 4. h11, i11; 5. h12\n";
    write(other);
    let given = ["--variant", "standard", "--board", "19x19", "--notation", "squares"];
    let left = called(&given);
    assert_eq!(text(&left.stdout), other);
    assert!(text(&left.stderr).contains("left as it is"), "{}", text(&left.stderr));
    let written = called(&[&["--game", "gomoku"], &given[..]].concat());
    assert!(text(&written.stdout).starts_with("[Game \"gomoku\"]\n\n1. h8"), "{}", text(&written.stdout));
    assert!(text(&written.stderr).contains("[Options \"equalizer\"] is left out"), "{}", text(&written.stderr));
}

#[test]
fn a_result_in_words_is_proposed() {
    let folder = tempfile::tempdir().expect("a folder");
    for (record, mended) in [
        ("[Game \"forza4\"]\n\n1. c, e; 2. d, b pareggio\n", "{[%was pareggio]} draw\n"),
        (
            "[Game \"forza4\"]\n[Result \"Bianco\"]\n\n1. c, e\n",
            "[Result \"White\"]\n\n1. c, e {[%was Result \"Bianco\"]}\n",
        ),
        // A player's name says nothing of a side.
        (
            "[Game \"forza4\"]\n[White \"Mario Rossi\"]\n[Result \"Rossi\"]\n\n1. c, e\n",
            "[Result \"*\"]\n\n1. c, e {[%was Result \"Rossi\"]}\n",
        ),
    ] {
        fs::write(folder.path().join("game.txt"), record).expect("a file");
        let written = text(&scoresheet(folder.path(), &["repair", "--apply", "game.txt"]).stdout);
        assert!(written.ends_with(mended), "{written}");
    }
}

#[test]
fn a_fault_before_the_first_ply_is_not_that_of_every_game() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("game.txt"), "[Game “forza4”]\n\n1. c, e; 2. c, c\n").expect("a file");
    let told = text(&scoresheet(folder.path(), &["identify", "game.txt"]).stdout);
    assert!(told.contains("something before the first ply is wrong"), "{told}");
}

/// What is not read cannot be copied: it is named.
#[test]
fn what_is_not_read_is_named() {
    let chess = "[Event \"x\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n";
    let folder = with("c.pgn", chess);
    let long = format!("[Game \"forza4\"]\n\n1. c {{{}}}\n", "long ".repeat(40));
    fs::write(folder.path().join("l.txt"), format!("[Game \"forza4\"]\n\n1. c\n\n{long}")).expect("a file");
    for call in [&["repair", "--apply"][..], &["repair", "--choose", "1"], &["identify", "--write"]] {
        let output = scoresheet(folder.path(), &[call, &["c.pgn"]].concat());
        let told = text(&output.stderr);
        assert!(output.stdout.is_empty() && output.status.code() == Some(1), "{told}");
        assert!(
            told.contains("c.pgn: not written: this is chess in PGN") && told.contains("1 record not written"),
            "{told}"
        );
        let output = scoresheet(folder.path(), &[call, &["--max-record", "100", "l.txt"]].concat());
        let told = text(&output.stderr);
        assert!(text(&output.stdout).starts_with("[Game \"forza4\"]\n\n1. c\n"), "{}", text(&output.stdout));
        assert!(told.contains("l.txt: not written: ") && told.contains("1 record not written"), "{told}");
    }
}

/// A sound main line stays as it is; the ply of the variation is what is wrong.
#[test]
fn variations_are_mended_within_themselves() {
    let (change, written) = applied("[Game \"forza4\"]\n\n1. c (1. z!? {x}), e; 2. c\n");
    assert_eq!(change, "misread z a");
    assert_eq!(written, "[Game \"forza4\"]\n\n1. c (1. a!? {[%was z]} {x}), e; 2. c\n");
    let folder =
        with("v.txt", "[Game \"gomoku\"]\n\n1. h8, h9; 2. i8 (2. j9, k5 (k6!, j9? {x}); 3. l5), i9; 3. j8, k9\n");
    let found = &json(folder.path(), &["repair", "--format", "json", "--limit", "500", "v.txt"])[0];
    let proposals = found["proposals"].as_array().expect("proposals");
    assert!(!proposals.is_empty());
    for proposal in proposals {
        let [change] = &proposal["changes"].as_array().expect("changes")[..] else { panic!("{proposal}") };
        assert!(["k6", "j9"].contains(&change["from"].as_str().unwrap_or_default()), "{change}");
        assert!([4, 5].contains(&change["ply"].as_u64().unwrap_or_default()), "{change}");
    }
    assert_eq!(found["complete"], false);
    // Two changes are not tried: they would be made in the main line.
    let folder = with("w.txt", "[Game \"forza4\"]\n\n1. c (1. zz, yy), e; 2. c\n");
    let shown = scoresheet(folder.path(), &["repair", "w.txt"]);
    let shown = text(&shown.stdout);
    assert!(
        shown.contains("no change of one or two places mends this record; the error stands in a variation"),
        "{shown}"
    );
}

/// A command that is suggested can be carried out.
#[test]
fn what_is_suggested_works() {
    let table = "White,Red,moves,Game\nAda,Bea,c e c c d d h,forza4\n";
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,9,0\n8,8,0\n";
    for (name, file) in [("t.csv", table), ("p.psq", psq), ("x.txt", "[Game \"forza4\"]\n\n1. c, h\n")] {
        let folder = with(name, file);
        let shown = text(&scoresheet(folder.path(), &["repair", name]).stdout);
        let command = shown.lines().find(|line| line.contains(" --choose 1 ")).expect("a command");
        assert_eq!(command.contains("--to transcript"), name != "x.txt", "{command}");
        let words: Vec<&str> = command.split("  #").next().unwrap_or_default().split_whitespace().skip(1).collect();
        let done = scoresheet(folder.path(), &words);
        assert_eq!(done.status.code(), Some(0), "{command}: {}", text(&done.stderr));
        assert_eq!(scoresheet(folder.path(), &["validate", "mended.txt"]).status.code(), Some(0), "{command}");
    }
}

#[test]
fn a_choice_is_one_of_those_that_are_shown() {
    let record = "[Game \"forza4\"]\n[Result \"White\"]\n\n1. c, e; 2. c, c; 3. d, d; 4. b, e; 5. h\n";
    let folder = with("r.txt", record);
    let chosen = |arguments: &[&str]| {
        text(&scoresheet(folder.path(), &[&["repair", "r.txt"], arguments].concat()).stdout) != record
    };
    assert!(chosen(&["--choose", "3"]) && chosen(&["--choose", "7", "--limit", "7"]));
    assert!(!chosen(&["--choose", "3", "--limit", "2"]) && !chosen(&["--choose", "7"]));
}

/// What stands before the first ply is no part of a turn, and its signs stay with it.
#[test]
fn turns_that_are_laid_out_anew_keep_what_is_written_beside_them() {
    let folder = tempfile::tempdir().expect("a folder");
    for (record, kept) in [
        (
            "[Game \"halma\"]\n[Variant \"four\"]\n[Starts \"Green\"]\n\n1. {Final of 1987} m1-l1, d1-e1, d16-e16, m16-l16; \
             2. m2-l2, d2-e2, d15-e15\n",
            "{Final of 1987} 1. ..., ..., m1-l1 {[%was no ...]}, d1-e1;\n2. d16-e16",
        ),
        (
            "[Game \"forza4\"]\n\n1. {w} ... {why}, b!? {x}; 2. f, a; 3. e, ...\n",
            "{w} {why} 1. b!? {[%was ...]} {x}, f; 2. a, e",
        ),
        ("[Game \"forza4\"]\n\n1. {first} --bad, b, f; 2. a, e\n", "{first}"),
    ] {
        fs::write(folder.path().join("a.txt"), record).expect("a file");
        let proposals = json(folder.path(), &["repair", "--format", "json", "--limit", "100", "a.txt"])[0]["proposals"]
            .as_array()
            .map_or(0, Vec::len);
        let texts: Vec<String> = (1..=proposals)
            .map(|number| {
                let arguments = ["repair", "--choose", &number.to_string(), "--limit", "100", "-q", "a.txt"];
                text(&scoresheet(folder.path(), &arguments).stdout)
            })
            .collect();
        assert!(texts.iter().any(|text| text.contains(kept)), "{kept}: {texts:#?}");
        let comment = &kept[..kept.find('}').expect("a comment") + 1];
        assert!(texts.iter().all(|text| text.contains(comment)), "{comment}: {texts:#?}");
    }
}

/// Where plies stand one after the other, no comment that tells of a change makes two texts of one.
#[test]
fn one_text_is_proposed_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = "[Game \"plus4\"]\n[Notation \"digits\"]\n[Result \"Blue\"]\n\n3131323\n";
    fs::write(folder.path().join("a.txt"), record).expect("a file");
    let found = json(folder.path(), &["repair", "--format", "json", "--limit", "1000", "a.txt"]);
    let proposals = found[0]["proposals"].as_array().expect("proposals").len();
    let mut texts = std::collections::BTreeSet::new();
    for number in 1..=proposals {
        let arguments = ["repair", "--choose", &number.to_string(), "--limit", "1000", "-q", "a.txt"];
        let mut text = text(&scoresheet(folder.path(), &arguments).stdout);
        while let Some(start) = text.find(" {[%was ").or(text.find("{[%was ")) {
            let end = start + text[start..].find('}').expect("the end of a comment") + 1;
            text.replace_range(start..end, "");
        }
        let is_new = texts.insert(text.split_whitespace().collect::<String>());
        assert!(is_new, "{number}: {text}");
    }
    assert_eq!(found[0]["found"].as_u64(), Some(texts.len() as u64));
}

/// What is said of a row shows the row, also where records are written.
#[test]
fn faults_of_rows_stand_in_the_file() {
    let table = "Event,White,moves\nCup,Ada,c e c\nCup,Cy,c e c x c e\n";
    let folder = with("x.csv", table);
    let output = scoresheet(folder.path(), &["repair", "--game", "forza4", "--apply", "--to", "csv", "x.csv"]);
    let told = text(&output.stderr);
    assert!(told.contains(" --> x.csv:3:14\n") && told.contains("3 | Cup,Cy,c e c x c e\n"), "{told}");
}

/// What is no ply after the end of a game, or after its result, is no part of it.
#[test]
fn words_after_an_end_are_cut() {
    let game = "[Game \"forza4\"]\n\n1. c, e; 2. c, c; 3. d, d; 4. b, e; 5. a";
    for (rest, change, mended) in [
        (" vince il Bianco", "cut vince, il, Bianco nothing", " {[%was a, vince, il, Bianco]}"),
        ("\n\nbella partita davvero", "cut bella, partita, davvero nothing", " {[%was a, bella, partita, davvero]}"),
        (" White bella partita", "cut bella partita nothing", " White {[%was White, bella partita]}"),
    ] {
        let (told, written) = applied(&format!("{game}{rest}\n"));
        assert_eq!((told.as_str(), written), (change, format!("{game}{mended}\n")), "{rest}");
    }
}

/// Plies, numbers and results that stand there may be a part of a game: nothing of them goes unasked.
#[test]
fn what_may_be_a_game_is_not_cut() {
    for record in [
        "[Game \"forza4\"]\n\n1. c, e; 2. d, d *\n\n1. d, e; 2. d, d\n",
        "[Game \"forza4\"]\n\n1. c, e 1-0; 2. d, d; 3. d, d\n",
        "[Game \"forza4\"]\n[Notation \"digits0\"]\n\ndraw 23023122\n",
        "[Game \"forza4\"]\n\n1. c, e; 2. c, c; 3. d, d; 4. b, e; 5. a White Red\n",
        "[Game \"plus4\"]\n[Variant \"manche\"]\n\n1. d, a; 2. d, b; 3. d, b; 4. d / 1. ..., a; 2. c, b; 3. c, b; 4. c, a; 5. e, e\n",
    ] {
        let (told, written) = applied(record);
        assert!(!told.starts_with("cut") || written == record, "{record}: {told}");
        assert_eq!(written, record);
    }
}

/// A turn number that is missing is as likely as a ply too many: nothing is carried out unasked.
#[test]
fn a_missing_number_is_proposed() {
    for record in ["1. c, e c, c 3. d, d", "1. c, e c, c; 3. d, d", "1. c, e, c, c; 3. d, d"] {
        let text = format!("[Game \"forza4\"]\n\n{record}\n");
        let (found, _) = proposals(&text);
        assert!(found.contains(&"1: side 3 2.".to_owned()) && found.contains(&"1: extra 3 -".to_owned()), "{found:?}");
        assert_eq!(applied(&text).1, text);
    }
    // After a break the numbers begin again.
    let (found, _) = proposals(
        "[Game \"plus4\"]\n[Variant \"manche\"]\n\n1. c, d; 2. c, d; 3. c, d; 4. c / 1. ..., d; 2. a, b c, d; 4. a, c\n",
    );
    assert!(!found.iter().any(|proposal| proposal.contains("side") && proposal.ends_with('.')), "{found:?}");
}

#[test]
fn other_dots_become_three() {
    for dots in ["\u{2026}", "..", ". . ."] {
        let text = format!("[Game \"forza4\"]\n[Starts \"Red\"]\n\n1. {dots}, d; 2. b, c; 3. b, d\n");
        assert_eq!(proposals(&text).0[0], "1: side 1 ...", "{dots}");
    }
    // Right after digits they would make a turn number of them.
    let text = "[Game \"forza4\"]\n[Notation \"digits\"]\n\n3534\u{2026}\n";
    assert!(!applied(text).1.contains("3534..."));
}

/// A number of points with a word beside it costs no rule of the game.
#[test]
fn a_number_in_a_tag_is_read_without_what_stands_beside_it() {
    let record = |target: &str| {
        format!("[Game \"plus4\"]\n[Variant \"continua\"]\n[Target \"{target}\"]\n\n1. c*, d; 2. a, b\n")
    };
    assert_eq!(proposals(&record("11 points")).0, ["1: tag 0 11", "1: tag 0 -"]);
    assert_eq!(proposals(&record("eleven")).0, ["1: tag 0 -"]);
}

/// The comment on a change stands behind its ply, however many blanks that has.
#[test]
fn blanks_within_a_ply_move_no_comment() {
    for blanks in [" ", "   ", "         "] {
        let (told, written) =
            applied(&format!("[Game \"lefile\"]\n\n1. ..., 24{blanks}Pb4 {{nice}}; 2. 11 Pa1, 22 Pb2\n"));
        assert_eq!(told, "side ... nothing");
        assert!(written.contains("1. 24 Pb4 {[%was ...]} {nice}, 11 Pa1; 2. 22 Pb2"), "{written}");
    }
}

/// Pairs that leave another error end no search, and are not counted.
#[test]
fn pairs_are_judged_before_they_are_cheap() {
    let head = "[Game \"forza4\"]\n[Result \"nobody\"]\n\n";
    let (found, _) =
        proposals(&format!("{head}1. b1, b2; 2. e1, d1; 3. e2, b3; 4. a1, e3; 5. e4, d2; 6. d3, d2; 7. d5, b4\n"));
    assert_eq!(found, ["3: result 0 *, wrong 12 d4"]);
    let folder = with("game.txt", format!("{head}1. c, e; 2. c, 6; 3. d\n"));
    let counts = ["5", "1000"].map(|limit| {
        json(folder.path(), &["repair", "--format", "json", "--limit", limit, "game.txt"])[0]["found"].as_u64()
    });
    assert_eq!(counts, [Some(8); 2]);
}

#[test]
fn the_greatest_effort_is_one() {
    let folder = with("game.txt", "[Game \"forza4\"]\n\n1. c, e; 2. c, 6; 3. d\n");
    let effort = u64::MAX.to_string();
    let found = json(folder.path(), &["repair", "--format", "json", "--effort", &effort, "game.txt"]);
    assert!(found[0]["found"].as_u64() > Some(0), "{found:?}");
}

/// Tags without a line end after them, or in the midst of a line, can be taken away and added, too.
#[test]
fn tags_that_end_no_line_are_mended() {
    for record in [
        "[Game \"forza4\"][Result \"Wite\"][Result \"Red\"]",
        "[Game \"forza4\"][Game \"forza4\"][Game \"forza4\"]",
        "[Game \"forza4\"]\n\n1. a [Game \"forza4\"][Game \"forza4\"][Game \"forza4\"]",
        "[Game \"halma\"]1. =a2-d5c*\r\n[Game \"halma\"]",
        "\u{e9}![Game \"plus4\"]!\r\n[Board \"8x8\"][Game \"plus4\"][Board \"8x8\"][Game \"plus4\"]",
    ] {
        let folder = with("game.txt", record);
        for choice in [&["--apply"][..], &["--choose", "1"], &["--choose", "2"]] {
            let written = scoresheet(folder.path(), &[&["repair", "game.txt"], choice].concat());
            assert!(matches!(written.status.code(), Some(0 | 1)), "{record}: {}", text(&written.stderr));
        }
    }
}

/// A change leaves its record apart from the next one.
#[test]
fn records_stay_apart_when_they_are_mended() {
    let next = "[Game \"forza4\"]\n[White \"B\"]\n\n1. d, d\n";
    for (record, expected) in [
        ("[Game \"forza4\"]\n[White \"A\"]\n/\n", "[Game \"forza4\"]\n[White \"A\"]\n{[%was /]}\n\n"),
        (
            "[Game \"forza4\"]\n\n1. a, b; 2. a, b; 3. a, b; 4. a, c ( c, d\n\n",
            "[Game \"forza4\"]\n\n1. a, b; 2. a, b; 3. a, b; 4. a {[%was a, c ( c, d]}\n\n",
        ),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        fs::write(folder.path().join("a.txt"), [record, next].concat()).expect("a file");
        let output = scoresheet(folder.path(), &["repair", "--apply", "a.txt"]);
        let written = text(&output.stdout);
        assert!(written.ends_with(next), "{written}");
        let codes: Vec<_> = scoresheet::validate(written.as_bytes(), "a", Defaults::default())
            .expect("a slice can be read")
            .iter()
            .map(|report| (report.valid, report.diagnostics.iter().map(|said| said.code).collect::<Vec<_>>()))
            .collect();
        assert_eq!(codes, [(true, vec![]), (true, vec![])], "{written}");
        assert_eq!(written, [expected, next].concat());
        let patch = text(&scoresheet(folder.path(), &["repair", "--apply", "--format", "diff", "a.txt"]).stdout);
        assert!(!patch.contains("No newline"), "{patch}");
    }
}

/// Some people number plies, not turns.
#[test]
fn numbers_of_plies_are_taken_out() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |text: &str| fs::write(folder.path().join("x.txt"), text).expect("a file");
    let head = "[Game \"gomoku\"]\n\n";
    for (written, mended) in [
        ("1.h8 2.i9 3.h9 4.h10\n", "{[%was a number before each ply]} h8 i9 h9 h10\n"),
        ("1. h8; 2. i9 (2. g9; 3. h9); 3. h9\n", "{[%was a number before each ply]} h8, i9 (g9, h9), h9\n"),
    ] {
        write(&format!("{head}{written}"));
        let [found] = json(folder.path(), &["repair", "--format", "json", "x.txt"]).try_into().expect("a record");
        let first = &found["proposals"][0];
        assert_eq!((&first["cost"], &first["changes"][0]["reading"]), (&1.into(), &"a number before each ply".into()));
        let output = scoresheet(folder.path(), &["repair", "--choose", "1", "x.txt"]);
        let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(words(&text(&output.stdout)), words(&format!("{head}{mended}")));
    }
    // Numbers of turns are none.
    write(&format!("{head}1. h8, i9; 2. h9; 3. h10, g8\n"));
    let [found] =
        json(folder.path(), &["repair", "--format", "json", "--limit", "99", "x.txt"]).try_into().expect("a record");
    assert!(!found.to_string().contains("a number before each ply"), "{found}");
}
