//! Games and positions that others have recorded, with what their sources say of them; `tests/data/gomoku/README.md`
//! names the sources.

use std::fs;
use std::path::{Path, PathBuf};

use scoresheet::{Defaults, Report, validate};
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/gomoku")
}

fn json(name: &str) -> Value {
    let text = fs::read_to_string(folder().join(name)).expect("a file of data");
    serde_json::from_str(&text).expect("a file of data is JSON")
}

/// The files of one kind: name and text, sorted.
fn files(extension: &str) -> Vec<(String, String)> {
    let mut files: Vec<(String, String)> = fs::read_dir(folder())
        .expect("the folder of data")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|found| found == extension))
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, fs::read_to_string(path).expect("a text"))
        })
        .collect();
    files.sort();
    files
}

/// The report of a text that is one record.
fn one(text: &str) -> Report {
    let mut reports = validate(text.as_bytes(), "real", Defaults::default()).expect("a slice can be read");
    assert_eq!(reports.len(), 1, "{text}");
    reports.remove(0)
}

/// Replays plies, given as words, behind tags besides `Game`.
fn replay(tags: &[(&str, &str)], plies: &[String]) -> Report {
    let tags: String = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
    one(&format!("[Game \"gomoku\"]\n{tags}\n{}\n", plies.join(" ")))
}

/// A square from its column and row, counted from 0 at the bottom left.
fn square(column: u64, row: u64) -> String {
    format!("{}{}", char::from(b'a' + u8::try_from(column).expect("a column")), row + 1)
}

/// Who has won on the board and why, as `White line`, or `unfinished`.
fn outcome(report: &Report) -> String {
    let told = serde_json::to_value(&report.outcome).expect("JSON");
    match (told["winner"].as_str(), told["reason"].as_str()) {
        (Some(winner), Some(reason)) => format!("{winner} {reason}"),
        _ => told["kind"].as_str().expect("a kind").to_owned(),
    }
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_else(|| panic!("{key} of {value}"))
}

/// What is said of a record, without the notes.
fn codes(report: &Report) -> Vec<&'static str> {
    let said = report.diagnostics.iter().filter(|found| found.severity != scoresheet::Severity::Note);
    said.map(|found| found.code).collect()
}

/// The kinds of figures that a message may name, as the verdicts number them.
static FIGURES: [(u64, &str); 3] = [(1, "three"), (2, "four"), (3, "overline")];

/// Each position has one point that an independent checker has judged: forbidden, by which figure, or not.
#[test]
fn forbidden_points_of_renju_are_those_of_the_examples() {
    let (positions, verdicts) = (json("renju-forbidden.json"), json("renju-forbidden-verdicts.json"));
    let positions = positions.as_array().expect("a list");
    let (mut forbidden, mut legal) = (0, 0);
    for position in positions {
        let id = text(position, "id");
        let verdict =
            verdicts.as_array().expect("a list").iter().find(|verdict| verdict["id"] == id).expect("a verdict");
        assert_eq!(verdict["probe"], position["probe"], "{id}");
        let rows: Vec<String> = position["board"]
            .as_array()
            .expect("rows")
            .iter()
            .map(|row| run_lengths(&row.as_str().expect("a row").replace('?', ".")))
            .collect();
        let setup = format!("{} B", rows.join("/"));
        let probe = text(position, "probe").to_lowercase();
        let tags = [("Variant", "renju"), ("Setup", setup.as_str())];
        let report = replay(&tags, std::slice::from_ref(&probe));
        let reason = verdict["reason"].as_u64().expect("a number");
        if verdict["expected_forbidden"] == true {
            forbidden += 1;
            assert_eq!(codes(&report), ["forbidden"], "{id}");
            let (_, figure) = FIGURES.iter().find(|(number, _)| *number == reason).expect("a reason");
            let message = &report.diagnostics[0].message;
            assert!(message.contains(figure), "{id}: {message}");
            // Pointed out by White it has lost; overlooked it is a ply like any.
            let foul = replay(&[tags[0], tags[1], ("Termination", "foul")], std::slice::from_ref(&probe));
            assert!(foul.valid && outcome(&foul) == "White foul", "{id}: {:?}", foul.diagnostics);
            let stood = replay(&[tags[0], tags[1], ("Stands", "1")], std::slice::from_ref(&probe));
            assert!(stood.valid && stood.plies == 1 && codes(&stood) == ["stands"], "{id}");
        } else {
            legal += 1;
            assert_eq!(reason, 0, "{id}");
            assert!(report.diagnostics.is_empty() && report.plies == 1, "{id}: {:?}", report.diagnostics);
        }
        // White may play there whatever it makes.
        let white = setup.replace(" B", " W");
        let white = replay(&[("Variant", "renju"), ("Setup", &white)], &[probe]);
        assert!(white.valid && white.plies == 1, "{id}: {:?}", white.diagnostics);
    }
    assert_eq!((forbidden, legal), (15, 8));
}

/// A row of a picture as position strings have it: empty points as a number.
fn run_lengths(row: &str) -> String {
    let (mut out, mut empty) = (String::new(), 0);
    for letter in row.chars().chain(['/']) {
        if letter == '.' {
            empty += 1;
            continue;
        }
        if empty > 0 {
            out += &std::mem::take(&mut empty).to_string();
        }
        out.extend((letter != '/').then_some(letter));
    }
    out
}

/// Programs that know the rules of Renju have played to the end: every ply is legal, and the line is made by the winner.
#[test]
fn games_of_renju_programs_end_as_their_report_says() {
    let report = json("renju-bots.json");
    let side = report["board_size"].as_u64().expect("a size");
    let games = report["matches"].as_array().expect("a list");
    for game in games {
        let cells = game["move_cells"].as_array().expect("cells").iter().map(|cell| cell.as_u64().expect("a number"));
        let plies: Vec<String> = cells.map(|cell| square(cell % side, cell / side)).collect();
        let report = replay(&[("Variant", "renju")], &plies);
        assert!(report.diagnostics.is_empty(), "{game}: {:?}", report.diagnostics);
        assert_eq!(u64::from(report.plies), game["move_count"], "{game}");
        let winner = match text(game, "result") {
            "black_won" => "Black line",
            "white_won" => "White line",
            other => panic!("{other}"),
        };
        assert_eq!(outcome(&report), winner, "{game}");
        // The line stands with the last ply and not before.
        let before = replay(&[("Variant", "renju")], &plies[..plies.len() - 1]);
        assert_eq!(outcome(&before), "unfinished", "{game}");
    }
    assert_eq!(games.len(), 6);
}

/// What the board says of each tournament game, besides the result that its file claims (by colour, the last number of
/// its name: 1 Black, 2 White, 0 a draw). Not every game was decided on the board.
static TOURNAMENT: [(&str, &str, &[&str]); 7] = [
    ("gomocup_1_0_0_1_1", "Black line", &[]),
    ("gomocup_1_0_0_7_2", "White line", &[]),
    // White's last ply is the last: Black has lost by a ply that is not in the file.
    ("gomocup_1_10_10_1_2", "unfinished", &[]),
    // The same with colours reversed.
    ("gomocup_1_1_10_0_1", "unfinished", &[]),
    // 200 plies are a draw by the rules of that tournament.
    ("gomocup_1_4_0_4_0", "unfinished", &[]),
    // The last ply hits a filled point and has lost.
    ("gomocup_1_7_5_10_1", "unfinished", &["occupied"]),
    ("gomocup_4_5_9_6_2", "unfinished", &["occupied"]),
];

#[test]
fn tournament_games_are_what_their_files_say() {
    let files = files("psq");
    assert_eq!(files.len(), TOURNAMENT.len());
    for ((name, text), (expected, on_board, said)) in files.iter().zip(TOURNAMENT) {
        assert_eq!(name, expected);
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("Piskvorky 15x15, 11:11, 0"), "{name}");
        let plies: Vec<String> = lines
            .map_while(|line| {
                let numbers: Option<Vec<u64>> = line.split(',').map(|part| part.parse().ok()).collect();
                match numbers.as_deref() {
                    // The point from 1 at the top left, and the time.
                    Some([column, row, _]) => Some(square(column - 1, 15 - row)),
                    _ => None,
                }
            })
            .collect();
        let report = replay(&[("Variant", "renju")], &plies);
        assert_eq!((outcome(&report).as_str(), &codes(&report)[..]), (on_board, said), "{name}");
        assert_eq!(report.plies as usize, plies.len() - said.len(), "{name}");

        // What the file claims, as tags say it.
        let result = match name.rsplit('_').next() {
            Some("1") => "Black",
            Some("2") => "White",
            _ => "draw",
        };
        let termination = if said.is_empty() { "adjudication" } else { "illegal" };
        let tags = [("Variant", "renju"), ("Result", result), ("Termination", termination)];
        let claimed = replay(&tags, &plies);
        assert!(claimed.valid, "{name}: {:?}", claimed.diagnostics);
        let warnings: &[&str] = if said.is_empty() { &[] } else { &["attempted"] };
        assert_eq!(codes(&claimed), warnings, "{name}");
        if !said.is_empty() {
            assert_eq!(outcome(&claimed), format!("{result} illegal"), "{name}");
        }
        // The other result is refuted where the board has ended.
        let other = if result == "Black" { "White" } else { "Black" };
        let refuted = replay(&[tags[0], ("Result", other), tags[2]], &plies);
        let ended = on_board != "unfinished" || !said.is_empty();
        assert_eq!(refuted.valid, !ended, "{name}: {:?}", refuted.diagnostics);
    }
}
