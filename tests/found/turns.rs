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
