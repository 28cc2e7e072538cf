//! Turns, diagrams, and positions that only plies which stood can make.

use super::program;

/// What the program says of the only record of a text: its validity, plies and diagnostics as `severity code ply`.
fn judged(text: &str) -> (bool, u64, Vec<String>) {
    let objects = program::objects(&[], text);
    assert_eq!(objects.len(), 1, "{text}");
    let plies = objects[0]["plies"].as_u64().expect("a number");
    (objects[0]["valid"].as_bool().expect("a truth"), plies, program::said(&objects[0]))
}

/// The same of a diagram of Forza 4 on a board of four columns and rows, found by its content and named by the tag.
/// Both ways agree in all but what makes them ways.
fn diagram(rows: &str) -> (u64, Vec<String>) {
    let found = judged(&format!("[Game \"forza4\"]\n[Board \"4x4\"]\n\n{rows}"));
    let named = judged(&format!("[Game \"forza4\"]\n[Board \"4x4\"]\n[Notation \"diagram\"]\n\n{rows}"));
    assert_eq!(found, named, "{rows}");
    assert_eq!(found.0, found.2.is_empty());
    (found.1, found.2)
}

const SHAPE: &str = "error diagram-shape null";

#[test]
fn labels_of_a_diagram_are_all_or_none() {
    let whole: [(&str, u64); 5] = [
        // No row is labelled.
        (". . . .\n. . . .\n. . . .\n1 2 3 .", 3),
        (". . . .\n. . . .\n. . . .\n1 2 3 .\na b c d", 3),
        // All are.
        ("4 . . . .\n3 . . . .\n2 . . . .\n1 1 2 3 .", 3),
        ("a b c d\n4 . . . .\n3 . . . .\n2 . . . .\n1 1 2 3 .", 3),
        // Every row begins with its own number, and every row has just as many cells as columns: plies 1 to 4 in a.
        ("4 . . .\n3 . . .\n2 . . .\n1 . . .\na b c d", 4),
    ];
    for (rows, plies) in whole {
        assert_eq!(diagram(rows), (plies, vec![]), "{rows}");
    }
    let broken = [
        // All rows are labelled, and one lacks a cell: its label is no ply.
        "4 . . . .\n3 . . . .\n2 . . . .\n1 . . .\na b c d",
        "4 . . . .\n3 . . . .\n2 . . .\n1 1 3 . .",
        "4 . . . .\n3 . . . .\n2 4 . .\n1 1 3 . .",
        "4 . . .\n3 . . . .\n2 . . . .\n1 1 2 . .",
        // All but one lack a cell, one has a cell too many, all lack two.
        "4 . . . .\n3 . . .\n2 . . .\n1 . . .",
        "4 . . . .\n3 . . . . .\n2 . . . .\n1 1 2 . .",
        "4 . . . .\n3 . . . .\n2 . . . .\n1 1 2 . . 3",
        "4 . .\n3 . .\n2 . .\n1 . .",
        // A row that lacks a cell may have no dot left.
        "4 . . . .\n3 . . . .\n2 . . . .\n1 1 3",
        // Some rows are labelled.
        ". . . .\n3 . . . .\n2 4 . .\n1 1 3 . .",
        ". . . .\n3 . . . .\n2 . . . .\n1 1 2 . .",
        "4 . . . .\n. . . .\n. . . .\n1 2 . .",
        "4 . . . .\n. . . .\n. . . .\n1 1 2 . .",
        // A label is another row's.
        "4 . . . .\n3 . . . .\n3 . . . .\n1 1 2 . .",
        // No row is labelled, and one lacks a cell or has one too many.
        ". . . .\n. . . .\n. . .\n1 2 . .",
        ". . . .\n. . . .\n. . . . .\n1 2 . .",
        // The shape goes before a repeat and a gap.
        "4 . . . .\n3 . . . .\n2 . . . .\n1 3 3 .",
    ];
    for rows in broken {
        assert_eq!(diagram(rows), (0, vec![SHAPE.to_owned()]), "{rows}");
    }
}

#[test]
fn a_short_row_of_a_labelled_diagram_says_what_it_lacks() {
    let text = "[Game \"forza4\"]\n[Board \"4x4\"]\n\n4 . . . .\n3 . . . .\n2 4 . .\n1 1 3 . .\n";
    let said = &program::objects(&[], text)[0]["diagnostics"][0];
    assert_eq!((said["line"].as_u64(), said["column"].as_u64()), (Some(6), Some(1)));
    assert_eq!(said["message"], "row 2 has 3 cells behind its label, the board 4 columns");
    let text = "[Game \"forza4\"]\n[Board \"4x4\"]\n\n4 . . . .\n3 . . . .\n. . . .\n1 1 2 . .\n";
    let said = &program::objects(&[], text)[0]["diagnostics"][0];
    assert_eq!((said["line"].as_u64(), said["column"].as_u64()), (Some(6), Some(1)));
    assert_eq!(said["message"], "row 2 has no label, row 4 has one: label every row or none");
}

#[test]
fn numbers_of_a_diagram_are_compared_whole_however_long() {
    let row = |one: &str, other: &str| format!(". . . .\n. . . .\n. . . .\n{one} {other} . .");
    let repeat = (0, vec!["error diagram-repeat null".to_owned()]);
    let gap = (0, vec!["error diagram-gap null".to_owned()]);
    assert_eq!(diagram(&row("99999999999", "99999999999")), repeat);
    assert_eq!(diagram(&row("1", "01")), repeat);
    assert_eq!(diagram(&row("99999999999", "88888888888")), gap);
    assert_eq!(diagram(&row("1", "99999999999999999999999")), gap);
    assert_eq!(diagram(&row("0", "1")), gap);
    assert_eq!(diagram(&row("01", "002")), (2, vec![]));
}

/// How many records of a text an audit finds valid.
fn audited(text: &str) -> u64 {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = program::run(here, &["audit", "--format", "none", "--summary", "json", "-"], text.as_bytes());
    let summary: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a summary");
    summary["records"]["valid"].as_u64().expect("a number")
}

#[test]
fn dots_behind_the_last_place_of_a_turn_are_too_many() {
    let four = "[Game \"halma\"]\n[Variant \"four\"]\n[Starts \"Green\"]\n";
    let starts = "[Game \"forza4\"]\n[Starts \"Red\"]\n";
    let plain = "[Game \"forza4\"]\n";
    let broken = [
        (plain, "1. c, d, ...", 2, vec!["error bad-syntax 3"]),
        (plain, "1. c, d ...", 2, vec!["error bad-syntax 3"]),
        (plain, "1. c, ..., ...", 1, vec!["error bad-syntax 2"]),
        (plain, "1. ..., ..., ...", 0, vec!["error bad-syntax 1"]),
        (plain, "c, d, ...; 2. e", 2, vec!["error bad-syntax 3", "note not-played 4"]),
        // Said once a turn, whatever follows in it, and once more in another turn.
        (plain, "1. c, d, ..., ..., e", 2, vec!["error bad-syntax 3", "note not-played 4"]),
        (plain, "1. c, d, e, ...", 2, vec!["error bad-syntax 3"]),
        (plain, "1. c, d, ...; 2. a, b, ...", 2, vec!["error bad-syntax 3", "note not-played 4", "error bad-syntax 5"]),
        // The rest of a text is checked for it too.
        (plain, "1. h, d, ...", 0, vec!["error off-board 1", "note not-played 2", "error bad-syntax 3"]),
        (starts, "1. ..., c, ...", 1, vec!["error bad-syntax 2"]),
        (starts, "1. ..., ..., ...", 0, vec!["error bad-syntax 1"]),
        // A variation is a line of its own.
        (plain, "1. c, d (1. ..., e, ...); 2. c", 3, vec!["error bad-syntax 3"]),
        (plain, "1. c, d (1... e; 2. f, g, ...)", 2, vec!["error bad-syntax 5"]),
        (four, "1. ..., ..., ..., ..., ...", 0, vec!["error bad-syntax 1"]),
        (
            "[Game \"lefile\"]\n",
            "1. Pa1, Ph8, ...",
            2,
            vec!["warning missing-card 1", "warning missing-card 2", "error bad-syntax 3"],
        ),
    ];
    for (tags, movetext, plies, expected) in broken {
        let text = format!("{tags}\n{movetext}\n");
        let (valid, carried_out, mut said) = judged(&text);
        assert_eq!((valid, carried_out), (false, plies), "{text}");
        let mut expected: Vec<String> = expected.into_iter().map(str::to_owned).collect();
        (said.sort(), expected.sort());
        assert_eq!(said, expected, "{text}");
        assert_eq!(audited(&text), 0, "{text}");
        let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let rewritten = program::run(here, &["convert", "--to", "squares", "-"], text.as_bytes());
        assert!(rewritten.stdout.is_empty(), "{text}");
    }
    let whole = [
        (plain, "1. c, ..."),
        (plain, "1. c, d; 2. ..."),
        (plain, "1. c, d; 2. ..., ..."),
        (plain, "1. c 1... d 2. e"),
        (starts, "1. ..., c; 2. d, ..."),
        (starts, "1... c 2. d"),
        // A turn that lacks its number, with commas as with spaces.
        (plain, "c, d; 2. e"),
        (plain, "1. c, d; e, f; 3. g"),
        (plain, "1. c d; e f; 3. g"),
        (plain, "1. c, d (1... e); 2. c"),
        (four, "1. ..., ..., ..., ..."),
        // Without numbers there are no turns that could be too long.
        (plain, "c d ... ... ..."),
        (starts, "... c d"),
    ];
    for (tags, movetext) in whole {
        let text = format!("{tags}\n{movetext}\n");
        let (valid, _, said) = judged(&text);
        assert!(valid && said.is_empty(), "{text}: {said:?}");
        assert_eq!(audited(&text), 1, "{text}");
    }
}

#[test]
fn without_numbers_dots_stand_once_for_each_side_that_does_not_begin() {
    let said = |starts: &str, movetext: &str| {
        let (_, plies, said) = judged(&format!("[Game \"forza4\"]\n[Starts \"{starts}\"]\n\n{movetext}\n"));
        (plies, said)
    };
    let missing = || (0, vec!["error missing-ply 1".to_owned(), "note not-played 2".to_owned()]);
    assert_eq!(said("Red", "... c"), (1, vec![]));
    // The second one is in the beginner's place, as in `1. ..., ..., c`.
    assert_eq!(said("Red", "... ... c"), missing());
    assert_eq!(said("White", "... c"), missing());
}

#[test]
fn behind_the_ply_that_stops_the_replay_no_number_is_judged() {
    let said = |termination: &str, movetext: &str| {
        judged(&format!("[Game \"forza4\"]\n[Notation \"squares\"]\n{termination}\n1. {movetext}\n")).2
    };
    let lost = "[Termination \"illegal\"]\n";
    assert_eq!(said(lost, "c1, f4; 3."), ["warning attempted 2"]);
    assert_eq!(said(lost, "c1, f4; 3. White"), ["warning attempted 2"]);
    assert_eq!(said("", "c1, f4; 3."), ["error wrong-square 2"]);
    // Before it numbers are judged as ever.
    assert_eq!(said(lost, "c1, d1; 3. f4"), ["warning turn-number 3", "warning attempted 3"]);
}

#[test]
fn turn_numbers_are_quoted_as_they_are_written() {
    let long = "9".repeat(70);
    for number in ["4294967295", "4294967296", "18446744073709551617", "0003", &long] {
        let objects = program::objects(&[], &format!("[Game \"forza4\"]\n\n1. c, d; {number}. e\n"));
        assert_eq!(program::said(&objects[0]), ["warning turn-number 3"]);
        assert_eq!(objects[0]["diagnostics"][0]["message"], format!("this is turn 2, not {number}"));
    }
    let objects = program::objects(&[], "[Game \"forza4\"]\n[Starts \"Red\"]\n\n4294967297... c\n");
    assert_eq!(objects[0]["diagnostics"][0]["message"], "this is turn 1, not 4294967297");
}
