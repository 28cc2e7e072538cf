//! Lists: which notation system they are in, their `#:` lines, their limits.

use scoresheet::audit::{Form, Options, Products, Progress};
use scoresheet::formats::Format;
use scoresheet::{Defaults, System};

use super::program;

/// What `validate` says of a list: its notation, whether each record is valid, and the codes of all of them.
fn list(arguments: &[&str], text: &str) -> (Vec<String>, Vec<bool>, Vec<String>) {
    let objects = program::objects(&[arguments, &["--from", "lines"]].concat(), text);
    let notations = objects.iter().map(|object| object["notation"].as_str().unwrap_or("none").to_owned()).collect();
    let valid = objects.iter().map(|object| object["valid"] == true).collect();
    (notations, valid, objects.iter().flat_map(program::said).collect())
}

#[test]
fn squares_run_together_are_squares() {
    for (arguments, text) in [
        (&["--game", "forza4", "--board", "26x26"][..], "a1c1a2\n"),
        (&["--game", "forza4", "--board", "26x26"], "a1c1c2c3c4b1c5b2c6b3c7b4c8b5c9a2c10\n"),
        (&["--game", "forza4", "--board", "10x10"], "j1j2j3i1j4i2j5i3j6i4j7i5j8i6j9i7j10\n"),
        (&["--game", "forza4"], "e1c1f1c2g1\n"),
        (&["--game", "forza4"], "E1C1F1C2G1 a remark\n"),
        (&["--game", "plus4"], "d1c1b1a1\n"),
        (&["--game", "gomoku"], "h8h9i8\n"),
    ] {
        let (notations, _, said) = list(arguments, text);
        assert_eq!(notations, ["squares"], "{text}");
        // Some of these games end early; every word of them is a ply.
        assert!(!said.iter().any(|said| said.contains("bad-move") || said.contains("ambiguous")), "{text}: {said:?}");
    }
}

/// A ply that is none spoils its own line, not the system of the list.
#[test]
fn a_bad_ply_makes_no_list_of_letters() {
    let (notations, valid, said) = list(&["--game", "forza4"], "e1c1f1x0c2g1\ne1c1f1\n");
    assert_eq!(notations, ["squares", "squares"]);
    assert_eq!(valid, [false, true]);
    assert_eq!(said, ["error bad-move 4", "note not-played 5"]);
}

/// Digits name no column of a board that has more of them than there are digits.
#[test]
fn digits_are_not_looked_for_on_wide_boards() {
    let notation = |board: &str, text: &str| {
        let (notations, _, said) = list(&["--game", "forza4", "--board", board], text);
        (notations[0].clone(), said)
    };
    let ambiguous = vec!["note notation-ambiguous null".to_owned()];
    assert_eq!(notation("9x7", "33543\n"), ("digits".to_owned(), ambiguous));
    assert_eq!(notation("9x7", "33043\n"), ("digits0".to_owned(), vec![]));
    assert_eq!(notation("10x7", "33543\n"), ("digits0".to_owned(), vec![]));
    for board in ["11x7", "26x26"] {
        let (found, said) = notation(board, "33043\n");
        assert_eq!(found, "columns");
        assert_eq!(said, ["error bad-move 1", "note not-played 2"]);
    }
    // In movetext as well.
    let record = "[Game \"forza4\"]\n[Board \"26x26\"]\n\n33043\n";
    assert_eq!(program::objects(&[], record)[0]["notation"], "columns");
    // Who names the system is taken at his word.
    let (_, valid, said) = list(&["--game", "forza4", "--board", "26x26", "--notation", "digits0"], "33043\n");
    assert_eq!((valid, said), (vec![true], vec![]));
}

/// Letters run together are columns, or pairs of letters: told once for a list.
#[test]
fn letters_that_fit_two_systems_are_told() {
    for game in ["forza4", "plus4"] {
        let (notations, valid, said) = list(&["--game", game], "abcacc\nabca\n");
        assert_eq!(notations, ["columns", "columns"]);
        assert_eq!((valid, said), (vec![true, true], vec!["note notation-ambiguous null".to_owned()]));
        // An odd number of letters makes no pairs.
        let (_, _, said) = list(&["--game", game], "abcacc\nabcab\n");
        assert_eq!(said, [""; 0]);
    }
    let (_, _, said) = list(&["--game", "gomoku"], "H8H9\nI8\n");
    assert_eq!(said, [""; 0]);
    let (_, _, said) = list(&["--game", "gomoku"], "H8J9\nK8\n");
    assert_eq!(said, ["note notation-ambiguous null"]);
}

/// The summary of an audit, as JSON.
fn audited(arguments: &[&str], text: &str) -> serde_json::Value {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("list.lines"), text).expect("a file");
    let call = [&["audit", "list.lines", "--format", "none", "--summary", "json"], arguments].concat();
    let output = program::run(folder.path(), &call, b"");
    serde_json::from_slice(&output.stdout).expect("a summary")
}

/// The limit of a record's length holds for lines that are judged at a glance as well.
#[test]
fn audits_skip_lines_that_are_too_long() {
    let text = "1234\n112233112233\n1\n1234567 \u{e9}\n123456\t \u{e9}\n1234\n";
    for game in ["forza4", "plus4"] {
        let arguments = ["--game", game, "--notation", "digits", "--max-record", "10"];
        let objects = program::objects(&[&arguments[..], &["--from", "lines"]].concat(), text);
        let too_long = objects.iter().filter(|object| object["diagnostics"][0]["code"] == "record-too-long").count();
        let valid = objects.iter().filter(|object| object["valid"] == true).count();
        let summary = audited(&arguments, text);
        assert_eq!((too_long, summary["records"]["unreadable"].as_u64()), (1, Some(1)), "{summary}");
        assert_eq!(summary["records"]["valid"], valid, "{summary}");
    }
}

/// A bad game in a list costs no look at all that follows it: were it so, these lines would take many minutes.
#[test]
fn bad_games_cost_no_look_at_what_follows() {
    const LINES: u64 = 60_000;
    let text = format!("1111111 {}\n", "\u{e9}".repeat(40)).repeat(LINES as usize);
    let defaults =
        Defaults { game: Some("forza4".to_owned()), notation: System::named("digits"), ..Defaults::default() };
    let options = Options { defaults, chunk: text.len(), form: Form::Nothing, jobs: 1, ..Options::default() };
    let products = Products { report: &mut Vec::new(), rejects: None, page: None };
    let feed = |feeder: &mut scoresheet::audit::Feeder<'_>| {
        let _ = feeder.input("list", Format::Lines, &mut text.as_bytes());
    };
    let summary = scoresheet::audit::run(&options, &Progress::default(), feed, products).expect("memory");
    assert_eq!(summary.tally.invalid, LINES);
}
