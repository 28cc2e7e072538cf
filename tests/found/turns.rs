//! Turns, diagrams, and positions that only plies which stood can make.

use std::path::Path;

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
    assert_eq!(said["message"], "row 2 has 3 cells after its label, but the board has 4 columns");
    let text = "[Game \"forza4\"]\n[Board \"4x4\"]\n\n4 . . . .\n3 . . . .\n. . . .\n1 1 2 . .\n";
    let said = &program::objects(&[], text)[0]["diagnostics"][0];
    assert_eq!((said["line"].as_u64(), said["column"].as_u64()), (Some(6), Some(1)));
    assert_eq!(said["message"], "row 2 has no label, but row 4 has one: label every row or no row");
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
fn dots_after_the_last_place_of_a_turn_are_too_many() {
    let four = "[Game \"halma\"]\n[Variant \"four\"]\n[Starts \"Green\"]\n";
    let starts = "[Game \"forza4\"]\n[Starts \"Red\"]\n";
    let plain = "[Game \"forza4\"]\n";
    let broken = [
        (plain, "1. c, d, ...", 2, vec!["error bad-syntax 3"]),
        (plain, "1. c, d ...", 2, vec!["error bad-syntax 3"]),
        (plain, "1. c, ..., ...", 1, vec!["error bad-syntax 2"]),
        (plain, "1. ..., ..., ...", 0, vec!["error bad-syntax 1"]),
        (plain, "c, d, ...; 2. e", 2, vec!["error bad-syntax 3", "note not-played 3"]),
        // Said once a turn, whatever follows in it, and once more in another turn.
        (plain, "1. c, d, ..., ..., e", 2, vec!["error bad-syntax 3", "note not-played 3"]),
        (plain, "1. c, d, e, ...", 2, vec!["error bad-syntax 3"]),
        (plain, "1. c, d, ...; 2. a, b, ...", 2, vec!["error bad-syntax 3", "note not-played 3", "error bad-syntax 5"]),
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
        said.sort();
        expected.sort();
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
fn after_the_ply_that_stops_the_replay_no_number_is_judged() {
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

/// The report of one record, by the library.
fn report(text: &str) -> scoresheet::Report {
    let mut reports = scoresheet::validate(text.as_bytes(), "found", scoresheet::Defaults::default()).expect("a slice");
    assert_eq!(reports.len(), 1, "{text}");
    reports.remove(0)
}

/// A game to be played at random: its tags, how many plies at most, and what may be tried next.
type Played = (&'static str, usize, fn(&mut fastrand::Rng) -> String);

fn square(rng: &mut fastrand::Rng, columns: u8, rows: u8) -> String {
    format!("{}{}", char::from(b'a' + rng.u8(0..columns)), rng.u8(1..=rows))
}

fn drop(rng: &mut fastrand::Rng) -> String {
    if rng.u8(0..4) == 0 { "--".to_owned() } else { char::from(b'a' + rng.u8(0..4)).to_string() }
}

fn push(rng: &mut fastrand::Rng) -> String {
    let bonus = if rng.u8(0..5) == 0 { "*" } else { "" };
    format!("{}{bonus}", drop(rng)).replace("--*", "--")
}

fn point(rng: &mut fastrand::Rng) -> String {
    match rng.u8(0..12) {
        0 => "--".to_owned(),
        1 => format!("{}+{}", square(rng, 7, 5), square(rng, 7, 5)),
        2..5 => {
            let from = square(rng, 7, 5);
            let up = from[1..].parse::<u8>().expect("a row") + 1;
            format!("{from}-{}{up}", &from[..1])
        }
        _ => square(rng, 7, 5),
    }
}

fn card(rng: &mut fastrand::Rng) -> String {
    match rng.u8(0..16) {
        0 => "--".to_owned(),
        1..6 => format!("{}{}", if rng.bool() { "P" } else { "R" }, square(rng, 3, 5)),
        6..8 => format!("{}-{} x{}-{}", square(rng, 3, 5), square(rng, 3, 5), square(rng, 3, 5), square(rng, 8, 8)),
        _ => format!("{}-{}", square(rng, 4, 5), square(rng, 4, 5)),
    }
}

fn leap(rng: &mut fastrand::Rng) -> String {
    if rng.u8(0..20) == 0 { "--".to_owned() } else { format!("{}-{}", square(rng, 8, 8), square(rng, 8, 8)) }
}

static PLAYED: [Played; 26] = [
    ("[Game \"forza4\"]\n[Board \"4x4\"]\n", 30, drop),
    ("[Game \"forza4\"]\n[Board \"4x6\"]\n[Options \"equalizer\"]\n", 40, drop),
    ("[Game \"forza4\"]\n[Board \"5x4\"]\n[Starts \"Red\"]\n", 40, drop),
    ("[Game \"plus4\"]\n", 30, push),
    ("[Game \"plus4\"]\n[Options \"mover-first\"]\n[Starts \"Blue\"]\n", 30, push),
    ("[Game \"plus4\"]\n[Variant \"continua\"]\n[Target \"2\"]\n", 40, push),
    ("[Game \"plus4\"]\n[Variant \"manche\"]\n[Target \"3\"]\n", 60, push),
    ("[Game \"gomoku\"]\n[Board \"7x5\"]\n", 40, point),
    ("[Game \"gomoku\"]\n[Board \"7x5\"]\n[Variant \"freestyle\"]\n[Options \"double-three-reply\"]\n", 40, point),
    ("[Game \"gomoku\"]\n[Board \"7x5\"]\n[Variant \"caro\"]\n[Options \"double-three, double-four\"]\n", 40, point),
    ("[Game \"gomoku\"]\n[Board \"7x5\"]\n[Variant \"renju\"]\n", 40, point),
    ("[Game \"gomoku\"]\n[Board \"7x5\"]\n[Variant \"renju\"]\n[Options \"opening-26, swap\"]\n", 40, point),
    ("[Game \"gomoku\"]\n[Board \"7x5\"]\n[Options \"pro\"]\n", 40, point),
    ("[Game \"gomoku\"]\n[Board \"7x5\"]\n[Variant \"murray\"]\n[Pieces \"6\"]\n", 40, point),
    ("[Game \"gomoku\"]\n[Board \"7x5\"]\n[Variant \"murray\"]\n[Pieces \"17\"]\n", 50, point),
    ("[Game \"lefile\"]\n", 60, card),
    ("[Game \"halma\"]\n[Variant \"8x8\"]\n", 25, leap),
    ("[Game \"halma\"]\n[Variant \"8x8\"]\n[Options \"vacate\"]\n[Vacate \"1/2\"]\n", 25, leap),
    ("[Game \"halma\"]\n[Variant \"8x8\"]\n[Options \"move-limit\"]\n[MoveLimit \"2\"]\n", 25, leap),
    ("[Game \"halma\"]\n[Variant \"10x10\"]\n[Starts \"Green\"]\n", 25, leap),
    ("[Game \"halma\"]\n[Variant \"four\"]\n", 20, leap),
    ("[Game \"halma\"]\n[Variant \"double-colour\"]\n", 20, leap),
    ("[Game \"halma\"]\n[Variant \"number\"]\n", 20, leap),
    ("[Game \"halma\"]\n[Variant \"number-expert\"]\n[Options \"four\"]\n", 20, leap),
    ("[Game \"halma\"]\n[Variant \"parlett\"]\n", 20, leap),
    ("[Game \"halma\"]\n[Variant \"marked\"]\n", 20, leap),
];

/// What the program writes it reads: the position that a game has come to, whatever stood in it, may be a `Setup`, and is
/// written again as it came. The note is told of positions alone in whose making a ply stood.
#[test]
fn a_position_that_the_program_writes_is_never_refused() {
    let mut rng = fastrand::Rng::with_seed(29);
    let mut unusual = 0;
    for &(tags, most, next) in &PLAYED {
        let system = match tags.split('"').nth(1) {
            Some("gomoku") => "squares",
            Some("lefile") => "cards",
            Some("halma") => "paths",
            _ => "columns",
        };
        let tags = format!("{tags}[Notation \"{system}\"]\n");
        for round in 0..3 {
            let stand = round > 0;
            let (mut body, mut plies) = (String::new(), 0);
            for _ in 0..most * 8 {
                let mark = if stand && rng.u8(0..3) > 0 { " {[%stands]}" } else { "" };
                let ply = next(&mut rng);
                let longer = [format!("{body} {ply}{mark}"), format!("{body} / {ply}{mark}")]
                    .into_iter()
                    .map(|body| (report(&format!("{tags}\n{body}\n")), body))
                    .find(|(report, _)| report.plies > plies);
                let Some((after, longer)) = longer else { continue };
                (body, plies) = (longer, after.plies);
                let position = after.position.expect("a position");
                let stood = after.diagnostics.iter().any(|said| said.code == "stands");
                let tags: String = tags.split_inclusive('\n').filter(|tag| !tag.starts_with("[Starts")).collect();
                let again = report(&format!("{tags}[Setup \"{position}\"]\n\n"));
                let codes: Vec<&str> = again.diagnostics.iter().map(|said| said.code).collect();
                assert_eq!(again.position.as_deref(), Some(&*position), "{tags}\n{body}\n{codes:?}");
                let known = if stood { vec!["unusual-position"] } else { Vec::new() };
                assert!(again.valid && (codes.is_empty() || codes == known), "{tags}\n{body}\n{position}\n{codes:?}");
                unusual += usize::from(!codes.is_empty());
                if plies as usize >= most {
                    break;
                }
            }
        }
    }
    assert!(unusual > 200, "{unusual}");
}

#[test]
fn what_plies_which_stood_cannot_make_is_refused_all_the_same() {
    let codes = |tags: &str, setup: &str| {
        let seen = report(&format!("{tags}[Setup \"{setup}\"]\n\n"));
        let codes: Vec<&str> = seen.diagnostics.iter().map(|said| said.code).collect();
        assert_eq!(seen.position.as_deref(), (codes != ["bad-position"]).then_some(setup), "{setup}");
        codes.join(" ")
    };
    let forza4 = |setup: &str| codes("[Game \"forza4\"]\n[Board \"4x4\"]\n", setup);
    assert_eq!(forza4("4/4/4/W2R W"), "");
    assert_eq!(forza4("4/4/4/W3 W"), "unusual-position");
    assert_eq!(forza4("4/4/RRRR/WWWW W"), "unusual-position");
    // White's line ended the game, and Red played on; or the last ply can have made it.
    assert_eq!(forza4("4/R3/RRR1/WWWW W"), "unusual-position");
    assert_eq!(forza4("4/4/RRR1/WWWW R"), "");
    assert_eq!(forza4("4/4/W3/1R2 W"), "bad-position");
    let equalizer = |setup: &str| codes("[Game \"forza4\"]\n[Board \"4x4\"]\n[Options \"equalizer\"]\n", setup);
    assert_eq!(equalizer("4/4/RRRR/WWWW W"), "");
    assert_eq!(equalizer("4/4/RRR1/WWWW R"), "");
    assert_eq!(equalizer("4/R3/RRR1/WWWW W"), "");
    assert_eq!(equalizer("R3/R3/RRR1/WWWW R"), "unusual-position");

    let plus4 = |setup: &str| codes("[Game \"plus4\"]\n", setup);
    assert_eq!(plus4("RB2/4/4/4 B"), "");
    assert_eq!(plus4("R3/R3/4/4 R"), "unusual-position");
    assert_eq!(plus4("RRRR/RRRR/R3/4 R"), "bad-position");
    assert_eq!(plus4("4/R3/4/4 B"), "bad-position");
    let manche = |setup: &str| codes("[Game \"plus4\"]\n[Variant \"manche\"]\n", setup);
    assert_eq!(manche("RR2/4/4/4 R 0:0 R6r1B8b1"), "unusual-position");
    assert_eq!(manche("RRRR/4/4/4 R 0:0 R4r1B8b1"), "bad-position");
    assert_eq!(manche("RR2/4/4/4 R 0:0 R7r1B8b1"), "bad-position");

    let gomoku = |setup: &str| codes("[Game \"gomoku\"]\n[Board \"5x5\"]\n", setup);
    assert_eq!(gomoku("5/5/5/5/B4 B"), "unusual-position");
    assert_eq!(gomoku("5/5/WWWWW/5/BBBBB B"), "unusual-position");
    assert_eq!(gomoku("5/5/WWWW1/W4/BBBBB B"), "unusual-position");
    assert_eq!(gomoku("5/5/WWWW1/5/BBBBB W"), "");
    let murray =
        |setup: &str| codes("[Game \"gomoku\"]\n[Board \"5x5\"]\n[Variant \"murray\"]\n[Pieces \"3\"]\n", setup);
    assert_eq!(murray("5/5/5/5/BB3 B 1:3"), "unusual-position");
    assert_eq!(murray("5/5/5/5/BB3 B 2:3"), "bad-position");

    let lefile = |setup: &str| codes("[Game \"lefile\"]\n", setup);
    assert_eq!(lefile("7p/8/7p/8/R6p/P7/P7/P7 B 1 0:0 -:-"), "unusual-position");
    assert_eq!(lefile("7p/8/8/8/8/8/8/8 W 1 0:0 -:-"), "unusual-position");
    assert_eq!(lefile("8/8/8/8/8/8/8/8 W 2 0:0 -:-"), "unusual-position");
    assert_eq!(lefile("8/8/8/8/8/8/8/RRR5 B 1 0:0 -:-"), "bad-position");
    assert_eq!(lefile("8/8/8/8/8/8/8/PPPPPPP1 B 1 0:0 -:-"), "bad-position");
    assert_eq!(lefile("8/8/8/8/8/8/8/P7 B 1 1:0 a1-d1:-"), "bad-position");
    assert_eq!(lefile("8/8/8/8/8/8/8/P7 B 2 1:0 a1-d1:-"), "bad-position");
    assert_eq!(lefile("8/8/8/8/8/8/8/PPPR4 B 2 1:0 a1-d1:-"), "unusual-position");
    assert_eq!(lefile("8/8/pppppprr/8/8/PPPPPPRR/8/8 W 1 0:0 -:-"), "bad-position");
    assert_eq!(codes("[Game \"halma\"]\n[Variant \"8x8\"]\n", "W7/8/8/8/8/8/8/7G W"), "bad-position");
}

/// From an unusual position the record is replayed by the rules, as from any other.
#[test]
fn an_unusual_position_is_played_on() {
    let seen = |text: &str| {
        let objects = program::objects(&[], text);
        let outcome = objects[0]["outcome"].to_string();
        (program::said(&objects[0]), outcome, objects[0]["diagnostics"][0].clone())
    };
    let (said, _, note) = seen("[Game \"forza4\"]\n[Setup \"7/7/7/7/7/2W1W2 R\"]\n\n1. ..., c; 2. c\n");
    assert_eq!(said, ["note unusual-position null"]);
    assert_eq!((note["line"].as_u64(), note["rule"].as_str()), (Some(2), Some("C-6")));
    // A line that stands is the end; where both sides have one, that of the side that moved last.
    let both = "[Game \"forza4\"]\n[Board \"4x4\"]\n[Setup \"4/4/RRRR/WWWW W\"]\n\n";
    let (_, outcome, _) = seen(both);
    assert!(outcome.contains("Red") && outcome.contains("a2") && !outcome.contains("a1"), "{outcome}");
    assert_eq!(seen(&format!("{both}1. a\n")).0, ["note unusual-position null", "error after-end 1"]);
    let (_, outcome, _) = seen("[Game \"gomoku\"]\n[Board \"5x5\"]\n[Setup \"5/5/WWWWW/5/BBBBB W\"]\n\n");
    assert!(outcome.contains("Black"), "{outcome}");
    // Whoever has more pieces began: Red has passed, and White's line leaves Red a reply (F4-7).
    let tags = "[Game \"forza4\"]\n[Board \"5x4\"]\n[Options \"equalizer\"]\n[Setup \"5/5/RR3/WWWW1 R\"]\n\n";
    assert_eq!(seen(tags).1, "{\"kind\":\"unfinished\"}");
    let (said, outcome, _) = seen(&format!("{tags}1. ..., e\n"));
    assert_eq!(said, ["note unusual-position null"]);
    assert!(outcome.contains("White"), "{outcome}");
    // In Plus 4 a side that has passed has kept its pieces: Red has five left, Blue eight.
    let tags = "[Game \"plus4\"]\n[Setup \"RRR1/4/4/4 R\"]\n\n";
    let (said, ..) = seen(&format!("{tags}1. a, d; 2. b, d; 3. c, d; 4. c, a; 5. a, b; 6. a\n"));
    assert_eq!(said, ["note unusual-position null", "error no-supply 11"]);
    // Phase 1 of Le File has sixteen plies less the pieces placed (LF-12).
    let tags = "[Game \"lefile\"]\n[Setup \"8/8/8/pppppp2/8/PPPPPPRR/8/8 W 1 0:0 -:-\"]\n\n";
    let (said, ..) = seen(&format!("{tags}1. -- {{[%stands]}}, Ra8; 2. a3-a4\n"));
    assert_eq!(said[..3], ["note unusual-position null", "warning stands 1", "warning missing-card 2"]);
    assert!(!said.iter().any(|said| said.starts_with("error")), "{said:?}");
}

/// Only in braces the mark says that a ply stood.
#[test]
fn a_comment_to_the_end_of_its_line_makes_no_ply_stand() {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for text in [
        "[Game \"forza4\"]\n[Termination \"illegal\"]\n\n1. c, -- # [%stands]\n",
        "[Game \"forza4\"]\n\n1. c, d # [%stands]\n",
    ] {
        let verdict = |text: &str| {
            let object = super::program::objects(&[], text).remove(0);
            (object["valid"].clone(), object["outcome"].clone(), super::program::said(&object))
        };
        let written = super::program::run(here, &["convert", "--to", "transcript", "-"], text.as_bytes()).stdout;
        let written = String::from_utf8(written).expect("output is text");
        assert!(written.contains("{(%stands)}"), "{written}");
        assert_eq!(verdict(&written), verdict(text), "{written}");
    }
}

/// C-5: a ply's number counts plies alone. A fault that is no ply takes none, a missing ply has one of its own.
#[test]
fn what_is_not_replayed_begins_with_the_number_of_its_first_ply() {
    for (movetext, expected) in [
        ("1. h8, i9; / 1. b2, b3", ["error bad-break 3", "note not-played 3"]),
        ("1. h8; 2. j10, b3", ["error missing-ply 2", "note not-played 3"]),
        ("1. h8, h8; 2. j10, b3", ["error occupied 2", "note not-played 3"]),
        ("1. h8, pawn; 2. j10, b3", ["error bad-move 2", "note not-played 3"]),
    ] {
        assert_eq!(judged(&format!("[Game \"gomoku\"]\n\n{movetext}\n")).2, expected, "{movetext}");
    }
}

/// Where a position cannot be, its piece is named by its place in the text.
#[test]
fn an_impossible_position_names_the_byte_of_the_piece() {
    for (tags, place) in [
        ("[Game \"forza4\"]\n[Setup \"7/7/7/7/3W3/7 R\"]", Some("(byte 9 of")),
        ("[Game \"forza4\"]\n[Board \"12x6\"]\n[Setup \"12/12/12/12/10WR/12 W\"]", Some("(byte 14 of")),
        ("[Game \"plus4\"]\n[Setup \"R3/4/B3/4 R\"]", Some("(byte 5 of")),
        ("[Game \"plus4\"]\n[Setup \"RRRR/RRRR/RBRR/4 R\"]", None),
    ] {
        let objects = program::objects(&[], &format!("{tags}\n"));
        let message = objects[0]["diagnostics"][0]["message"].as_str().expect("a message");
        assert_eq!(place.is_some(), message.contains("(byte"), "{message}");
        assert!(place.is_none_or(|place| message.contains(place)), "{message}");
    }
}

/// GM-12: a move makes no line for the other side.
#[test]
fn a_line_of_the_side_to_move_is_unusual_where_pieces_move() {
    let said = |setup| {
        judged(&format!(
            "[Game \"gomoku\"]\n[Variant \"murray\"]\n[Board \"7x7\"]\n[Pieces \"5\"]\n[Setup \"{setup}\"]\n"
        ))
        .2
    };
    assert_eq!(said("7/7/7/7/7/WWWW2W/BBBBB2 B 0:0"), ["note unusual-position null"]);
    assert_eq!(said("7/7/7/7/7/WWWW2W/BBBBB2 W 0:0"), [""; 0]);
}

/// A report that is read back has the same verdict, also where the ply that lost is marked and the game had ended.
#[test]
fn a_marked_ply_that_lost_after_an_end_is_read_back() {
    for text in [
        "[Game \"renju\"]\n[Termination \"illegal\"]\n\n1. --, --; 2. z1 {[%stands]}\n",
        "[Game \"forza4\"]\n[Termination \"illegal\"]\n\n1. a, b; 2. a, b; 3. a, b; 4. a, h {[%stands]}\n",
    ] {
        let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let report = program::run(here, &["validate", "--format", "json", "-"], text.as_bytes()).stdout;
        let again = program::run(here, &["validate", "--format", "json", "--from", "jsonl", "-"], &report).stdout;
        let read = |line: &[u8]| serde_json::from_slice::<serde_json::Value>(line).expect("an object");
        let (first, second) = (read(&report), read(&again));
        assert_eq!(first["valid"], true, "{text}");
        assert_eq!((&first["valid"], &first["outcome"]), (&second["valid"], &second["outcome"]), "{text}");
    }
}

/// The same of a list below a line of tags with a fault.
#[test]
fn a_list_below_a_faulty_line_of_tags_is_read_back() {
    for list in [
        &b"#: [Game \"forza4\"] x\n33\n"[..],
        b"#: [Game \"forza4\"] [Game \"plus4\"]\n33\n",
        b"#: [Game \"forza4\"] [White \"Zo\xeb\"]\ncec\n",
    ] {
        let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let report = program::run(here, &["validate", "--format", "json", "--from", "lines", "-"], list).stdout;
        let again = program::run(here, &["validate", "--format", "json", "--from", "jsonl", "-"], &report).stdout;
        let read = |line: &[u8]| program::said(&serde_json::from_slice(line).expect("an object"));
        assert!(read(&report)[0].starts_with("error"), "{}", String::from_utf8_lossy(list));
        assert_eq!(read(&report), read(&again), "{}", String::from_utf8_lossy(list));
    }
}

/// The notation of SGF is that of SGF, whatever the caller says.
#[test]
fn formats_with_one_notation_are_read_in_it() {
    let sgf = b"(;GM[4]SZ[15];B[hh];W[ii])";
    for notation in ["sgf", "squares", "xy"] {
        let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let report =
            program::run(here, &["validate", "--format", "json", "--from", "sgf", "--notation", notation, "-"], sgf);
        let report: serde_json::Value = serde_json::from_slice(&report.stdout).expect("an object");
        assert_eq!((&report["valid"], &report["plies"]), (&true.into(), &2.into()), "{notation}");
    }
}

/// A notation that is named for the output is that of a record which fits it as well as another.
#[test]
fn a_record_that_fits_the_notation_of_the_output_is_read_in_it() {
    for (text, notation, expected) in
        [("[Game \"forza4\"]\n\n2243\n", "digits0", "2243"), ("[Game \"gomoku\"]\n\n1. H8, K9\n", "go", "1. H8, K9")]
    {
        let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let output =
            program::run(here, &["convert", "--to", "transcript", "--notation", notation, "-"], text.as_bytes());
        let output = String::from_utf8(output.stdout).expect("a text");
        assert_eq!(output.lines().last(), Some(expected), "{notation}");
    }
}

/// A comment that opens a variation is no ply that a comma parts from the next.
#[test]
fn no_comma_follows_a_comment_that_opens_a_variation() {
    let record = "[Game \"forza4\"]\n\n1. c ({bold} d), e\n";
    assert_eq!(super::rewritten(record, None, None), Ok(record.to_owned()));
}

/// The remark of a game that was not played stays with it.
#[test]
fn a_comment_of_a_record_without_plies_stays_with_it() {
    let text = "[Game \"forza4\"]\n[Result \"White\"]\n[Termination \"forfeit\"]\n\n{Bruno did not come}\n\n[Game \"forza4\"]\n\n1. c\n";
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    for (arguments, wanted) in [
        (&["convert", "--to", "transcript", "-"][..], text),
        (
            &["convert", "--to", "csv", "-"],
            "Game,Result,Termination,moves\nforza4,White,forfeit,{Bruno did not come}\nforza4,,,1. c\n",
        ),
        (&["select", "result = White", "-"], &text[..text.len() - "\n[Game \"forza4\"]\n\n1. c\n".len()]),
    ] {
        let output = super::program::run(path, arguments, text.as_bytes());
        assert_eq!(String::from_utf8(output.stdout).expect("a text").trim_end(), wanted.trim_end(), "{arguments:?}");
    }
}

/// A number that is no ply needs no mark; plies that are named beside it stand.
#[test]
fn zero_is_the_number_of_no_ply() {
    let record = |stands: &str| format!("[Game \"forza4\"]\n[Stands \"{stands}\"]\n\n1. c, --\n");
    let (valid, _, said) = judged(&record("0"));
    assert_eq!((valid, &said[0][..]), (false, "error pass-not-allowed 2"));
    let (valid, _, said) = judged(&record("0,2"));
    assert!(valid && said.contains(&"note stands-unneeded null".to_owned()), "{said:?}");
}

#[test]
fn a_diagram_without_plies_stands_after_a_blank_line() {
    for tags in ["[Game \"forza4\"]\n", "[Game \"gomoku\"]\n[Board \"5x5\"]\n"] {
        let convert = |text: &str| {
            let output = program::run(Path::new("."), &["convert", "--to", "diagram", "-"], text.as_bytes());
            String::from_utf8(output.stdout).expect("text")
        };
        let written = convert(&format!("{tags}\n"));
        assert!(written.contains("\"diagram\"]\n\n"), "{written}");
        assert_eq!(convert(&written), written);
        assert_eq!(program::objects(&["--strict"], &written)[0]["valid"], true, "{written}");
    }
}

/// The ply behind a missing one has the next number, and so have those behind it.
#[test]
fn plies_after_a_missing_one_are_counted_on() {
    let (_, _, said) = judged("[Game \"forza4\"]\n\n1. ..., b, d; 2. a\n");
    assert_eq!(said, ["error missing-ply 1", "note not-played 2", "error bad-syntax 3"]);
}

/// In `xy` a comma may belong to a ply, but neither to a pass nor to a result.
#[test]
fn commas_of_xy_part_passes_and_results() {
    for (game, movetext, plies, expected) in [
        ("renju", "1. 7,7 8,8; 2. 9,9 ,--; 3. 10,10", 5, &[][..]),
        ("gomoku", "1. 7,7 8,8; 2. 9,9 10,10 ,1-0", 4, &["note result-unproven null"]),
        ("gomoku", "1. 7,7 8,8; 2. 9,9 10,10; ,draw", 4, &["note result-unproven null"]),
        ("gomoku", "1. {c},6 8,8", 0, &["error bad-move 1", "note not-played 2"]),
        ("gomoku", "1. 7,7 1-0 ,6 8,8", 1, &["error bad-syntax 2", "note not-played 3"]),
    ] {
        let tags = format!("[Game \"{game}\"]\n[Notation \"xy\"]\n\n");
        let (valid, counted, said) = judged(&(tags + movetext + "\n"));
        assert_eq!(
            (valid, counted, &said.iter().map(String::as_str).collect::<Vec<_>>()[..]),
            (!expected.iter().any(|said| said.starts_with("error")), plies, expected),
            "{movetext}"
        );
    }
}

/// A word that is no text is a ply of its turn, and is not counted among those that were not played.
#[test]
fn a_word_that_is_no_text_has_its_place_in_the_turn() {
    for (movetext, expected) in [
        (
            &b"1. c e\xff d 2. f g"[..],
            &["3:7: error[bad-encoding]", "3:9: error[bad-syntax]", "3:9: note[not-played] 3"][..],
        ),
        (b"1. c, e\xff, d", &["3:8: error[bad-encoding]", "3:11: error[bad-syntax]", "3:11: note[not-played] one"]),
        (b"1. c, e\xff; 2. d", &["3:8: error[bad-encoding]", "3:14: note[not-played] one"]),
        // Here the line before it is the first error.
        (b"1. c, e\n[foo\n\xff d", &["4:1: error[bad-syntax]", "5:1: error[bad-encoding]", "5:1: note[not-played] 2"]),
    ] {
        let text = [b"[Game \"forza4\"]\n\n", movetext, b"\n"].concat();
        let output = program::run(Path::new("."), &["validate", "--format", "concise", "-"], &text);
        let printed = String::from_utf8(output.stdout).expect("text");
        assert_eq!(printed.lines().count(), expected.len(), "{printed}");
        for (line, expected) in printed.lines().zip(expected) {
            assert!(line.contains(expected), "{line}: {expected}");
        }
    }
}

/// Behind the result stands no ply for which the number could be right.
#[test]
fn a_number_before_a_result_is_told_whatever_stands_after_it() {
    let (_, _, said) = judged("[Game \"forza4\"]\n\n1. f 3. * x\n");
    assert!(said.contains(&"warning turn-number 2".to_owned()), "{said:?}");
}

/// One sign has one fault.
#[test]
fn a_parenthesis_after_a_result_is_told_once() {
    for sign in ["(", ")"] {
        let (_, _, said) = judged(&format!("[Game \"gomoku\"]\n\n1. a1, a2 White {sign}\n"));
        assert_eq!(said, ["error bad-syntax 3"], "{sign}");
    }
}

/// A variation with numbers stands in one without them: its numbers count from the ply that it replaces.
#[test]
fn numbers_within_a_variation_without_numbers_stay() {
    for text in [
        "[Game \"forza4\"]\n\n1. c, e; 2. c (d, d, d (3. e, d; 4. a), e), c\n",
        "[Game \"forza4\"]\n\n1. c, e (d, c (2. d, d), d (2. ..., e; 3. f), e, e (3. ..., g))\n",
        "[Game \"plus4\"]\n[Variant \"manche\"]\n\n1. a, c; 2. a, c; 3. a, c (d, a / c, d (2. b, a), b); 4. a\n",
    ] {
        let call = |arguments: &[&str]| program::run(Path::new("."), arguments, text.as_bytes());
        let written = call(&["convert", "--to", "transcript", "-"]);
        assert_eq!(String::from_utf8_lossy(&written.stdout), text);
        let judged = call(&["validate", "--strict", "--deny-warnings", "-"]);
        assert!(judged.status.success(), "{}", String::from_utf8_lossy(&judged.stdout));
    }
}

/// The order of the text decides: `...` stands before the break. At the end of a manche it fills the turn.
#[test]
fn a_ply_that_lacks_before_a_break_is_missing() {
    for (tags, plies) in [
        ("[Game \"plus4\"]\n[Variant \"manche\"]", "1. a, ... / 1. b"),
        ("[Game \"lefile\"]", "1. 24 Pb4, ... / 1. 24 Pb4"),
    ] {
        let (valid, count, said) = judged(&format!("{tags}\n\n{plies}"));
        assert_eq!((valid, count, &*said[0]), (false, 1, "error missing-ply 2"), "{plies}");
    }
    let (.., said) = judged("[Game \"plus4\"]\n[Variant \"manche\"]\n\n1. a, b / 1. b");
    assert_eq!(said[0], "error bad-break 3");
}

#[test]
fn a_swap_may_be_in_capitals() {
    let (valid, count, said) = judged("[Game \"gomoku\"]\n[Options \"swap\"]\n\n1. O15, P15; 2. N14, SWAP O16; 3. P16");
    assert_eq!((valid, count, said), (true, 5, vec![]));
}

#[test]
fn a_wrong_value_of_an_option_that_is_not_there_is_a_bad_tag_alone() {
    for (tag, code) in [
        ("[Vacate \"x\"]", "bad-tag"),
        ("[MoveLimit \"0\"]", "bad-tag"),
        ("[Vacate \"3/10\"]", "bad-variant"),
        ("[Options \"vacate\"]", "bad-variant"),
        ("[Options \"vacate\"]\n[Vacate \"20/3\"]", "bad-tag"),
    ] {
        let (.., said) = judged(&format!("[Game \"halma\"]\n{tag}\n\n1. a12-a11"));
        assert_eq!(said.iter().filter(|said| said.starts_with("error")).count(), 1, "{tag}: {said:?}");
        assert!(said[0].contains(code), "{tag}: {said:?}");
    }
}

/// The turns of a variation are counted from the ply that it replaces, wherever it stands behind that ply.
#[test]
fn a_variation_behind_the_next_number_or_a_break_counts_from_its_ply() {
    let manche =
        |rest: &str| format!("[Game \"plus4\"]\n[Variant \"manche\"]\n\n1. a, b; 2. a, b; 3. a, b; 4. a {rest}\n");
    for rest in [
        "(4. b, c; 5. a) / 1. ..., c",
        "/ (4. b, c; 5. a) 1. ..., c",
        "/ 1. (4. b, c) ..., c",
        "/ (4. b, c; 5. a (5. d)) (b) 1. ..., c",
    ] {
        assert_eq!(judged(&manche(rest)).2, [""; 0], "{rest}");
    }
    let forza = |movetext: &str| judged(&format!("[Game \"forza4\"]\n\n{movetext}\n")).2;
    for movetext in [
        "1. c, e (1... d; 2. e); 2. d, d",
        "1. c, e; 2. (1... d; 2. e) d, d",
        "1. c, e; 2. (1... d; 2. e (2. f)) (1... a) d, d",
        "1. c, e; 2. ... (1... d)",
        "1. c (1. d) 1... e",
    ] {
        assert_eq!(forza(movetext), [""; 0], "{movetext}");
    }
    assert_eq!(forza("1. c, e; 2. (2... d; 3. e) d, d"), ["warning turn-number 2", "warning turn-number 3"]);
}
