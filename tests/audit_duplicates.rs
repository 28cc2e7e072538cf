//! Games that are there more than once, found by the real program.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn audit(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_scoresheet"))
        .arg("audit")
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("the program runs")
}

/// What the JSON summary says of duplicates.
fn duplicates(folder: &Path, arguments: &[&str]) -> Value {
    let all = [arguments, &["--summary", "json", "--format", "none"]].concat();
    let output = audit(folder, &all);
    let text = String::from_utf8(output.stdout).expect("text");
    let mut summary: Value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    summary["duplicates"].take()
}

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

fn text_of(folder: &Path, arguments: &[&str]) -> String {
    let text = String::from_utf8(audit(folder, arguments).stdout).expect("text");
    text.split_once("duplicates").map_or(String::new(), |(_, found)| found.to_owned())
}

const FORZA4: &[(&str, &str)] = &[
    (
        "a.txt",
        "[Game \"forza4\"]\n[White \"Ada\"]\n\n1. c, e; 2. c, c; 3. d\n\n\
         [Game \"connect4\"]\n\n1. c1 {a comment} e1 2. c2 (a1) c3 3. d1\n\n\
         [Game \"forza4\"]\n[Options \"equalizer\"]\n\n1. c, e; 2. c, c; 3. d\n\n\
         [Game \"forza4\"]\n[Starts \"Red\"]\n\n1. ..., c; 2. e, c; 3. c, d\n\n\
         [Game \"forza4\"]\n\n1. e, c; 2. e, e; 3. d\n\n\
         [Game \"forza4\"]\n\n1. c, e; 2. c\n\n\
         [Game \"forza4\"]\n\n1. c, e; 2. c, x\n\n[Game \"forza4\"]\n\n*\n\n[Game \"forza4\"]\n\n*\n",
    ),
    ("b.lines", "35334\n111\n"),
    ("c.csv", "moves\n35334\n22\n"),
    ("d.jsonl", "{\"game\": \"forza4\", \"moves\": [\"c\", \"e\", \"c\", \"c\", \"d\"]}\n"),
];

#[test]
fn the_same_game_is_found_in_every_notation_and_format() {
    let folder = folder(FORZA4);
    let found = duplicates(folder.path(), &[".", "--game", "forza4", "--duplicates"]);
    assert_eq!(found["games"], 11, "{found}");
    assert_eq!(found["same"]["groups"], 1, "{found}");
    let group = &found["same"]["shown"][0];
    assert_eq!((&group["count"], &group["plies"]), (&5.into(), &5.into()), "{found}");
    let places: Vec<String> = group["places"]
        .as_array()
        .expect("places")
        .iter()
        .map(|place| format!("{}:{}:{}", place["file"].as_str().expect("a file"), place["line"], place["record"]))
        .collect();
    assert_eq!(places, ["./a.txt:1:1", "./a.txt:6:2", "./b.lines:1:1", "./c.csv:2:1", "./d.jsonl:1:1"]);
    assert_eq!((&found["held"], &found["beginnings"]), (&Value::Null, &Value::Null));
}

#[test]
fn mirrored_games_are_the_same_where_that_is_wanted() {
    let folder = folder(FORZA4);
    let found = duplicates(folder.path(), &["a.txt", "--duplicates", "--mirrored"]);
    assert_eq!(found["same"]["records"], 3, "{found}");
    assert_eq!(found["same"]["shown"][0]["places"][2]["record"], 5, "{found}");
}

/// Records of one game in one file, and the groups of equal ones that are found, by their numbers.
fn groups(records: &[&str], arguments: &[&str]) -> Vec<Vec<u64>> {
    let folder = folder(&[("r.txt", &records.join("\n\n"))]);
    let found = duplicates(folder.path(), &[&["r.txt", "--duplicates"], arguments].concat());
    assert_eq!(found["games"], records.len(), "{found}");
    let numbers = |group: &Value| {
        group["places"].as_array().expect("places").iter().filter_map(|place| place["record"].as_u64()).collect()
    };
    found["same"]["shown"].as_array().expect("groups").iter().map(numbers).collect()
}

#[test]
fn the_symmetries_of_each_game_are_its_own() {
    let gomoku = |moves: &str| format!("[Game \"gomoku\"]\n[Board \"9x9\"]\n\n{moves}");
    // All eight images of a8, b9, c7; then one that is none.
    let images = ["a8, b9; 2. c7", "i8, h9; 2. g7", "a2, b1; 2. c3", "i2, h1; 2. g3"];
    let turned = ["h1, i2; 2. g3", "b1, a2; 2. c3", "h9, i8; 2. g7", "b9, a8; 2. c7", "b9, a8; 2. c6"];
    let records: Vec<String> = images.iter().chain(&turned).map(|moves| gomoku(&format!("1. {moves}"))).collect();
    let records: Vec<&str> = records.iter().map(String::as_str).collect();
    assert_eq!(groups(&records, &["--mirrored"]), [[1, 2, 3, 4, 5, 6, 7, 8]]);
    assert!(groups(&records, &[]).is_empty());
    // On an oblong board columns and rows cannot change places.
    let oblong = |moves: &str| format!("[Game \"gomoku\"]\n[Board \"9x8\"]\n\n1. {moves}");
    let records = [oblong("a2, c1"), oblong("i7, g8"), oblong("b1, a3")];
    let records: Vec<&str> = records.iter().map(String::as_str).collect();
    assert_eq!(groups(&records, &["--mirrored"]), [[1, 2]]);
}

#[test]
fn halma_keeps_its_corners() {
    let halma = |tags: &str, moves: &str| format!("[Game \"halma\"]\n{tags}\n1. {moves}");
    // d14-d13 and its image by the diagonal of the corners; another step; one along that diagonal.
    let two = [halma("", "d14-d13"), halma("", "c13-d13"), halma("", "d14-e13"), halma("", "c14-d13")];
    let two: Vec<&str> = two.iter().map(String::as_str).collect();
    assert_eq!(groups(&two, &["--mirrored"]), [[1, 2]]);
    let number = [halma("[Variant \"number\"]\n", "d14-d13"), halma("[Variant \"number\"]\n", "c13-d13")];
    let number: Vec<&str> = number.iter().map(String::as_str).collect();
    assert!(groups(&number, &["--mirrored"]).is_empty());
}

#[test]
fn a_jump_is_the_same_by_its_ends_and_by_its_path() {
    let records = [
        "[Game \"halma\"]\n[Notation \"paths\"]\n\n1. b13-d13",
        "[Game \"halma\"]\n[Notation \"ends\"]\n\n1. b13-d13",
        "[Game \"halma\"]\n[Notation \"ends\"]\n\n1. d14-d13",
    ];
    assert_eq!(groups(&records, &[]), [[1, 2]]);
}

#[test]
fn le_file_is_the_same_with_columns_and_rows_exchanged() {
    let game = |moves: &str| format!("[Game \"lefile\"]\n\n1. {moves}");
    let records = [game("24 Pb4, 13 Ra3"), game("42 Pb4, 1h3c Ra3"), game("24 Pd2, 13 Rc1"), game("24 Pd2, 13 Ra3")];
    let records: Vec<&str> = records.iter().map(String::as_str).collect();
    assert_eq!(groups(&records, &[]), [[1, 2]]);
    assert_eq!(groups(&records, &["--mirrored"]), [[1, 2, 3]]);
}

#[test]
fn other_rules_or_another_start_make_another_game() {
    let plus4 = |tags: &str| format!("[Game \"plus4\"]\n[Variant \"continua\"]\n{tags}\n1. a, b");
    let records = [plus4(""), plus4("[Target \"11\"]\n"), plus4("[Target \"7\"]\n"), plus4("[White \"W\"]\n")];
    let records: Vec<&str> = records.iter().map(String::as_str).collect();
    assert_eq!(groups(&records, &[]), [[1, 2, 4]]);
    let setups = [
        "[Game \"forza4\"]\n[Setup \"7/7/7/7/7/R1W4 W\"]\n\n1. c",
        "[Game \"forza4\"]\n[Setup \"7/7/7/7/7/4W1R W\"]\n\n1. e",
        "[Game \"forza4\"]\n[Setup \"7/7/7/7/7/4W1R W\"]\n\n1. c",
        "[Game \"forza4\"]\n[Setup \"7/7/7/7/7/7 W\"]\n\n1. c",
        "[Game \"forza4\"]\n\n1. c",
    ];
    assert_eq!(groups(&setups, &["--mirrored"]), [[1, 2], [4, 5]]);
}

#[test]
fn a_ply_that_lost_is_a_ply_but_another_one() {
    let head = "[Game \"forza4\"]\n";
    let records = [
        format!("{head}\n1. c, c; 2. c, c; 3. c, c"),
        format!("{head}[Termination \"illegal\"]\n\n1. c, c; 2. c, c; 3. c, c; 4. c"),
        format!("{head}\n1. c, c; 2. c, c; 3. c, c"),
    ];
    let records: Vec<&str> = records.iter().map(String::as_str).collect();
    assert_eq!(groups(&records, &[]), [[1, 3]]);
}

#[test]
fn beginnings_are_found_by_a_second_reading() {
    let folder = folder(FORZA4);
    let found = duplicates(folder.path(), &[".", "--game", "forza4", "--prefixes"]);
    // Of the record without any ply nothing is the beginning.
    assert_eq!(found["beginnings"]["games"], 1, "{found}");
    let begun = &found["beginnings"]["shown"][0];
    assert_eq!((&begun["place"]["record"], &begun["plies"], &begun["others"]), (&6.into(), &3.into(), &5.into()));
    assert_eq!(begun["first"]["record"], 1);
    assert_eq!(found["same"]["groups"], 1);
    let mirrored = duplicates(folder.path(), &["a.txt", "--prefixes", "--mirrored"]);
    assert_eq!(mirrored["beginnings"]["shown"][0]["others"], 3, "{mirrored}");
}

#[test]
fn what_can_be_read_only_once_has_no_second_reading() {
    let folder = folder(&[]);
    for arguments in [&["--prefixes"][..], &["--prefixes", "-"], &["-", "--against", "-"]] {
        let output = audit(folder.path(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8(output.stderr).expect("text");
        assert!(said.contains("standard input"), "{said}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn another_archive_is_asked_what_it_holds() {
    let folder = folder(FORZA4);
    let found = duplicates(folder.path(), &["a.txt", "--against", "b.lines", "--against", "c.csv", "--game", "forza4"]);
    assert_eq!((&found["held"]["games_there"], &found["held"]["records"]), (&4.into(), &2.into()), "{found}");
    let first = &found["held"]["shown"][0];
    assert_eq!((&first["place"]["record"], &first["count"]), (&1.into(), &2.into()));
    assert_eq!(first["first"]["file"], "b.lines");
    assert_eq!(found["same"], Value::Null);
    let missing = audit(folder.path(), &["a.txt", "--against", "nowhere"]);
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn people_are_told_the_same() {
    let folder = folder(FORZA4);
    let said = text_of(folder.path(), &["a.txt", "b.lines", "--game", "forza4", "--prefixes", "--against", "c.csv"]);
    insta::assert_snapshot!(said);
    let capped =
        text_of(folder.path(), &["a.txt", "b.lines", "--game", "forza4", "--duplicates", "--max-diagnostics", "1"]);
    assert!(capped.contains("a.txt:1 (record 1) and 2 more\n"), "{capped}");
    let none = text_of(folder.path(), &["a.txt", "--duplicates", "--max-diagnostics", "0"]);
    assert!(none.contains("1  game that appears more than once, in 2 records\n    and 1 more, not shown"), "{none}");
    assert_eq!(text_of(folder.path(), &["a.txt"]), "");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let mut text = String::new();
    for number in 0..60_000_u32 {
        let digit = |shift: u32| char::from(b'a' + (number.wrapping_mul(2_654_435_761) >> shift) as u8 % 7);
        let (one, two, three) = (digit(28), digit(24), digit(20));
        let plies = if number % 3 == 0 { format!("1. {one}") } else { format!("1. {one}, {two}; 2. {three}") };
        text.push_str(&format!(
            "[Game \"forza4\"]\n[Round \"{number}\"]\n[Event \"a long name of an event\"]\n\n{plies}\n\n"
        ));
    }
    let folder = folder(&[("many.txt", &text), ("few.txt", &text[..text.len() / 50])]);
    let said = |jobs: &str| {
        let arguments = ["--prefixes", "--mirrored", "--against", "few.txt", "many.txt", "--jobs", jobs];
        audit(folder.path(), &arguments).stdout
    };
    let one = said("1");
    assert!(!one.is_empty());
    assert!(one == said("8"), "{}", String::from_utf8_lossy(&one));
    let found = duplicates(folder.path(), &["--prefixes", "many.txt"]);
    assert_eq!(found["games"], 60_000);
    assert_eq!(found["beginnings"]["games"], 7, "{found}");
}

/// Eleven plies; with one of them replaced, two exchanged, one missing, three replaced; and a short game.
const NEARLY: &str = "[Game \"gomoku\"]\n\n1. h8, h9; 2. i8, j9; 3. g7, k10; 4. c3, d4; 5. e5, f6; 6. o15\n\n\
    [Game \"gomoku\"]\n\n1. h8, h9; 2. i8, j9; 3. g7, k10; 4. c3, d4; 5. e5, f7; 6. o15\n\n\
    [Game \"gomoku\"]\n\n1. h8, h9; 2. i8, j9; 3. k10, g7; 4. c3, d4; 5. e5, f6; 6. o15\n\n\
    [Game \"gomoku\"]\n\n1. h8, h9; 2. j9, g7; 3. k10, c3; 4. d4, e5; 5. f6, o15\n\n\
    [Game \"gomoku\"]\n\n1. h8, h9; 2. i8, j9; 3. g7, a1; 4. a2, a3; 5. e5, f6; 6. o15\n\n\
    [Game \"gomoku\"]\n\n1. h8, h9; 2. i8\n\n[Game \"gomoku\"]\n\n1. h8, h9; 2. i9\n\n";

#[test]
fn copies_that_differ_in_a_ply_or_two_are_found() {
    // One of the copies is invalid because of the ply that differs, one stands in another file and notation.
    let invalid = "[Game \"gomoku\"]\n\n1. h8, h9; 2. i8, j9; 3. g7, k10; 4. c3, d4; 5. e5, x99; 6. o15\n";
    let twice = format!("{NEARLY}{}", NEARLY.split_inclusive("\n\n[").next().expect("a game").trim_end_matches('['));
    let folder = folder(&[("a.txt", &twice), ("b.txt", invalid)]);
    let found = duplicates(folder.path(), &["a.txt", "b.txt", "--duplicates", "--alike"]);
    let alike = &found["alike"];
    assert_eq!((&alike["groups"], &alike["records"]), (&1.into(), &6.into()), "{found}");
    let places = alike["shown"][0]["places"].as_array().expect("places").iter();
    let places: Vec<_> = places
        .map(|place| {
            let number = |key: &str| place[key].as_u64();
            (place["file"].as_str().expect("a file"), number("record"), number("differs"), number("from"))
        })
        .collect();
    let at = |file, record, differs, from: Option<u64>| (file, Some(record), Some(differs), from);
    assert_eq!(
        places,
        [
            at("a.txt", 1, 0, None),
            at("a.txt", 2, 1, Some(10)),
            at("a.txt", 3, 1, Some(5)),
            at("a.txt", 4, 1, Some(3)),
            at("a.txt", 8, 0, None),
            at("b.txt", 1, 1, Some(10)),
        ],
        "{found}"
    );
    // The same games alone are not alike, but the same.
    assert_eq!((&found["same"]["groups"], &found["same"]["records"]), (&1.into(), &2.into()), "{found}");
    let said = text_of(folder.path(), &["a.txt", "b.txt", "--alike", "--format", "none"]);
    assert!(said.contains("1  game with copies that differ in a ply or two, in 6 records"), "{said}");
    assert!(said.contains("a.txt:5 (record 2): 11 plies, ply 10 differs, "), "{said}");
    assert_eq!(duplicates(folder.path(), &["a.txt", "--duplicates"])["alike"], Value::Null);
}

#[test]
fn near_copies_are_found_among_many_whatever_the_threads() {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut text = String::new();
    let mut planted = Vec::new();
    for number in 1..=3000_u64 {
        let mut squares: Vec<usize> = (0..225).collect();
        rng.shuffle(&mut squares);
        let name = |square: usize| format!("{}{}", char::from(b'a' + (square % 15) as u8), square / 15 + 1);
        let mut plies: Vec<String> = squares[..30].iter().map(|&square| name(square)).collect();
        let write = |plies: &[String]| {
            format!("[Game \"gomoku\"]\n[Board \"15x15\"]\n[Result \"*\"]\n\n{}\n\n", plies.join(" "))
        };
        text.push_str(&write(&plies));
        if number % 500 == 0 {
            let at = rng.usize(0..30);
            plies[at] = name(squares[40]);
            text.push_str(&write(&plies));
            planted.push(vec![number + planted.len() as u64, number + planted.len() as u64 + 1]);
        }
    }
    let folder = folder(&[("many.txt", &text)]);
    for jobs in ["1", "3"] {
        let found = duplicates(folder.path(), &["many.txt", "--alike", "--jobs", jobs]);
        let numbers = |group: &Value| {
            let places = group["places"].as_array().expect("places").iter();
            places.filter_map(|place| place["record"].as_u64()).collect::<Vec<_>>()
        };
        let groups: Vec<_> = found["alike"]["shown"].as_array().expect("groups").iter().map(numbers).collect();
        assert_eq!(groups, planted);
    }
}

#[test]
fn what_is_read_twice_cannot_be_standard_input() {
    let folder = folder(&[]);
    let output = audit(folder.path(), &["-", "--alike"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("--alike reads everything twice"), "{said}");
}
