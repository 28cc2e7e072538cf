//! What is written into pages, without a browser: the changes of every ply add up to the library's positions, and nothing
//! from a record can be markup.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use scoresheet::engine::{Step, Visitor};
use scoresheet::formats::{Records, transcript::Transcripts};
use scoresheet::scene::Scene;
use scoresheet::{Checker, Defaults, MAX_RECORD, page, report};
use serde_json::Value;

#[path = "support/pages.rs"]
mod pages;

use pages::records_of;

fn page_of(transcript: &[u8]) -> String {
    let mut records = Transcripts::new(transcript, MAX_RECORD).expect("text");
    let mut checker = Checker::new(Defaults::default());
    let mut page = page::Writer::new(Vec::new(), "<Title> & \"more\"").expect("a page");
    while let Some(record) = records.next().expect("text") {
        let report = report("games.txt", &record, &mut checker);
        page.record(&page::Recorded::new(&report, &record, &checker), None).expect("a page");
    }
    String::from_utf8(page.finish("<section>what stands before</section>").expect("a page")).expect("text")
}

/// The position string of cells and what stands behind its rows.
fn compose(cells: &[String], columns: usize, tail: &str) -> String {
    let rows: Vec<String> = cells
        .chunks(columns)
        .map(|row| {
            let (mut text, mut empty) = (String::new(), 0);
            for cell in row.iter().map(Some).chain([None]) {
                match cell {
                    Some(code) if code.is_empty() => empty += 1,
                    cell => {
                        if empty > 0 {
                            text.push_str(&empty.to_string());
                        }
                        empty = 0;
                        text.push_str(cell.map_or("", |code| code));
                    }
                }
            }
            text
        })
        .collect();
    format!("{} {tail}", rows.join("/"))
}

fn codes(scene: &Scene) -> Vec<String> {
    let code = |cell: &scoresheet::scene::Cell| {
        let mut code = String::new();
        cell.write_code(&mut code);
        code
    };
    scene.cells.iter().map(code).collect()
}

/// Carries out what a page writes for a ply.
fn change(cells: &mut [String], changes: &str) {
    for operation in changes.split([',', ';']).filter(|operation| !operation.is_empty()) {
        let way: Vec<&str> = operation.split('-').collect();
        if let [first, .., last] = way[..] {
            let (first, last): (usize, usize) = (first.parse().expect("a cell"), last.parse().expect("a cell"));
            let piece = std::mem::take(&mut cells[first]);
            cells[last] = piece;
            continue;
        }
        let end = operation.find(|letter: char| !letter.is_ascii_digit()).expect("a piece");
        let (cell, code) = operation.split_at(end);
        cells[cell.parse::<usize>().expect("a cell")] = if code == "." { String::new() } else { code.to_owned() };
    }
}

/// The library's positions by ply and way to the variation; their cells and columns at the start.
#[derive(Default)]
struct Positions {
    start: Option<(Vec<String>, usize, String)>,
    after: HashMap<(u32, String), String>,
}

impl Visitor for Positions {
    fn restart(&mut self) {
        *self = Positions::default();
    }

    fn ply(&mut self, step: &dyn Step) {
        for position in [step.before(), step.after()] {
            let (scene, text) = (position.scene(), position.string());
            let tail = text.split_once(' ').map_or("", |(_, tail)| tail);
            assert_eq!(compose(&codes(&scene), scene.size.columns.into(), tail), text);
            if self.start.is_none() {
                self.start = Some((codes(&scene), scene.size.columns.into(), text));
            }
        }
        let way: Vec<_> = step.variation().iter().map(|(ply, index)| format!("{ply}.{index}")).collect();
        self.after.insert((step.number(), way.join(",")), step.after().string());
    }
}

/// Replays a line of a page and tells the positions behind its plies.
fn walk(line: &Value, number: u32, way: &str, before: &[String], columns: usize, tails: &Value, told: &mut Positions) {
    let mut cells = before.to_vec();
    for (number, node) in (number..).zip(line.as_array().expect("plies")) {
        let extra = &node[3];
        let before = cells.clone();
        if let Some(pause) = extra["b"][0].as_str() {
            change(&mut cells, pause);
        }
        if extra.get("x").is_none() {
            change(&mut cells, node[1].as_str().expect("changes"));
            let tail = &tails[node[2].as_u64().expect("a number") as usize];
            let text = compose(&cells, columns, tail.as_str().expect("a tail"));
            told.after.insert((number, way.to_owned()), text);
        }
        for (index, variation) in extra["v"].as_array().into_iter().flatten().enumerate() {
            let comma = if way.is_empty() { "" } else { "," };
            let way = format!("{way}{comma}{number}.{}", index + 1);
            walk(variation, number, &way, &before, columns, tails, told);
        }
    }
}

fn samples() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let mut found = vec![root.join("catalogue.txt")];
    for folder in std::fs::read_dir(root).expect("samples").flatten().filter(|entry| entry.path().is_dir()) {
        for file in std::fs::read_dir(folder.path()).expect("a folder").flatten() {
            found.extend(Some(file.path()).filter(|path| path.extension().is_some_and(|end| end == "txt")));
        }
    }
    found.sort();
    found
}

#[test]
fn the_changes_of_plies_add_up_to_the_librarys_positions() {
    let mut plies = 0;
    for path in samples() {
        let text = std::fs::read(&path).expect("a sample");
        let written = records_of(&page_of(&text));
        let mut records = Transcripts::new(&text[..], MAX_RECORD).expect("text");
        let mut checker = Checker::new(Defaults::default());
        let mut number = 0;
        while let Some(record) = records.next().expect("text") {
            let mut expected = Positions::default();
            checker.check(&record, &mut (), Some(&mut expected));
            let object = &written[number];
            number += 1;
            let Some((cells, columns, start)) = expected.start.take().filter(|_| !object.is_null()) else { continue };
            assert!(start.starts_with(object["start"].as_str().expect("a position")), "{}", path.display());
            let mut told = Positions::default();
            walk(&object["line"], 1, "", &cells, columns, &object["tails"], &mut told);
            assert_eq!(told.after, expected.after, "{}, record {number}", path.display());
            plies += told.after.len();
        }
        assert_eq!(written.len(), number);
    }
    assert!(plies > 1000, "{plies} plies are few");
}

#[test]
fn nothing_from_a_record_is_markup() {
    let name = "</script><script>alert(1)</script><!--";
    let text = format!("[Game \"forza4\"]\n[White \"{name}\"]\n\n1. c {{{name} & \u{2028}}}, {name}\n");
    let page = page_of(text.as_bytes());
    let ours = page_of(b"[Game \"forza4\"]\n\n1. c, {x} d\n");
    assert_eq!(page.matches("<script").count(), ours.matches("<script").count());
    assert_eq!(page.matches("<!--").count(), ours.matches("<!--").count());
    assert_eq!(records_of(&page)[0]["tags"][1][1], name);
    assert!(page.contains("<title>&lt;Title&gt; &amp; &quot;more&quot;</title>"));
    assert!(page.contains("<section>what stands before</section>"));
    pages::is_closed(&page);
    for outside in ["src=", "onclick", "innerHTML", "eval("] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn many_records_are_compressed() {
    let record = "[Game \"forza4\"]\n[White \"Ada\"]\n\n1. c, e; 2. c, c; 3. d, d {a comment}; 4. b, e; 5. a!\n\n";
    let page = page_of(record.repeat(5000).as_bytes());
    assert!(page.contains("application/gzip") && page.len() < 400_000, "{}", page.len());
    let records = records_of(&page);
    assert_eq!(records.len(), 5000);
    assert_eq!(records[4999]["n"], 5000);
    assert_eq!(records_of(&page_of(b"")).len(), 0);
}

#[test]
fn comments_annotations_and_faults_find_their_plies() {
    let text = "{Before.} [Game \"forza4\"]\n\n{A lesson.} 1. d! {the centre} {indeed}, d ({or} c? {why}, b) {back}; 2. h {lost}, c\n";
    let object = &records_of(&page_of(text.as_bytes()))[0];
    assert_eq!(object["intro"], serde_json::json!(["Before.", "A lesson."]));
    let line = &object["line"];
    assert_eq!(line[0][3], serde_json::json!({"a": "!", "c": ["the centre", "indeed"]}));
    assert_eq!(line[1][3]["c"], serde_json::json!(["back"]));
    assert_eq!(line[1][3]["v"][0][0][3], serde_json::json!({"a": "?", "p": ["or"], "c": ["why"]}));
    assert_eq!(line[2][0], "h");
    assert_eq!(line[2][3], serde_json::json!({"x": 0, "c": ["lost"]}));
    assert_eq!(line.as_array().map(Vec::len), Some(3));
    assert_eq!(object["notes"][0]["code"], "off-board");
}

/// Runs the program on a sample and tells what it wrote, what it complained of, and its exit status.
#[test]
fn variations_without_plies_keep_their_places_and_breaks_are_told_where_they_change_nothing() {
    let page = page_of(b"[Game \"forza4\"]\n\n1. a, b (a) () ({nothing}) (z)\n");
    let ply = &records_of(&page)[0]["line"][1][3];
    let variations: Vec<usize> =
        ply["v"].as_array().expect("variations").iter().map(|line| line.as_array().expect("plies").len()).collect();
    assert_eq!(variations, [1, 0, 0, 1]);
    assert_eq!(records_of(&page)[0]["notes"][0]["in"], "2.4");
    // The board of Plus 4 is emptied before the break.
    let manches = "[Game \"plus4\"]\n[Variant \"manche\"]\n\n1. a, b; 2. a, b; 3. a, b; 4. a / 1. ..., b; 2. a, b\n";
    let page = page_of(manches.as_bytes());
    let line = records_of(&page)[0]["line"].as_array().expect("plies").clone();
    let breaks: Vec<usize> = (0..line.len()).filter(|index| !line[*index][3]["b"].is_null()).collect();
    assert_eq!(breaks, [7]);
}

fn show(arguments: &[&str]) -> (String, String, Option<i32>) {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_scoresheet"))
        .args(["show", "--as", "html"])
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn the_program_adds_records_as_files() {
    let (page, ..) = show(&["samples/gomoku/valid.txt", "--record", "3"]);
    let files = &records_of(&page)[0]["files"];
    assert!(files["txt"].as_str().is_some_and(|text| text.starts_with("[Game \"gomoku\"]")), "{files}");
    assert!(files["sgf"].as_str().is_some_and(|text| text.starts_with("(;")), "{files}");
    // Only Gomoku has SGF files, and an invalid record is none in any format.
    let (page, ..) = show(&["samples/forza4/game.txt"]);
    assert!(records_of(&page)[0]["files"]["sgf"].is_null());
    let (page, ..) = show(&["samples/gomoku/forbidden.txt"]);
    assert!(records_of(&page)[0]["files"].is_null());
    // The lines that make a ply illegal are told as cells.
    let last = records_of(&page)[0]["line"].as_array().and_then(|line| line.last().cloned()).expect("a ply");
    assert_eq!(last[3]["f"], serde_json::json!([[83, 72, 61], [59, 60, 61]]));
}

#[test]
fn the_program_writes_all_records_or_one() {
    let (page, complaints, status) = show(&["samples/gomoku/valid.txt"]);
    assert_eq!((records_of(&page).len(), &*complaints, status), (12, "", Some(0)));
    assert!(page.contains("<title>valid.txt</title>"));
    let (page, _, status) = show(&["samples/gomoku/valid.txt", "--record", "3"]);
    let records = records_of(&page);
    assert_eq!((records.len(), &records[0]["n"], status), (1, &Value::from(3), Some(0)));
    // A page of invalid records is written all the same, and the exit status tells.
    let (page, _, status) = show(&["samples/forza4/invalid.txt"]);
    assert_eq!((records_of(&page).len(), status), (3, Some(1)));
    let (page, complaints, status) = show(&["samples/forza4/invalid.txt", "--record", "4", "-o", "-"]);
    assert!(complaints.contains("there is no record 4: the file has only 3 records"), "{complaints}");
    assert_eq!(status, Some(2), "{page}");
}
