//! Plus 4 by its documents, and the odd cases.

use super::*;
use crate::game::Strict;
use crate::{Defaults, Report, validate};

/// The report of one record of Plus 4: further tags, then movetext.
fn one(tags: &str, movetext: &str) -> Report {
    let tags = format!("[Game \"plus4\"]\n{}", tags.trim());
    let text = format!("{}\n\n{movetext}\n", tags.trim_end());
    let mut reports = validate(text.as_bytes(), "test", Defaults::default()).expect("a slice can be read");
    assert_eq!(reports.len(), 1, "{text}");
    reports.remove(0)
}

const CONTINUA: &str = "[Variant \"continua\"]";
const MANCHE: &str = "[Variant \"manche\"]";

/// The outcome as JSON.
fn outcome(report: &Report) -> String {
    serde_json::to_string(&report.outcome).expect("an outcome is JSON")
}

fn position(report: &Report) -> &str {
    report.position.as_deref().unwrap_or("none")
}

/// The codes of what was said, with their plies.
fn codes(report: &Report) -> Vec<(&str, Option<u32>)> {
    report.diagnostics.iter().map(|said| (said.code, said.ply)).collect()
}

/// The codes said of a `Setup` alone.
fn setup(variant: &str, text: &str) -> Vec<String> {
    let report = one(&format!("{variant}\n[Setup \"{text}\"]"), "");
    if report.valid {
        assert_eq!(position(&report), text, "a position string is written as it was read");
    }
    report.diagnostics.iter().map(|said| said.code.to_owned()).collect()
}

#[test]
fn the_example_of_the_document() {
    let report = one("", "1. c, d; 2. a, c; 3. d, ...");
    assert!(report.valid);
    assert_eq!(position(&report), "R1BR/2RB/4/4 B");
}

#[test]
fn a_push_moves_its_column_and_the_last_piece_falls_out() {
    let report = one("", "1. c, c; 2. c, c; 3. c");
    assert_eq!(position(&report), "2R1/2B1/2R1/2B1 B");
    let report = one("", "1. a, c; 2. c, c; 3. c, c");
    assert_eq!(position(&report), "R1B1/2R1/2B1/2R1 R");
}

#[test]
fn a_push_can_make_a_line_for_the_other_side() {
    // Red's piece pushes a blue one from row 1 to row 2, where it completes Blue's line.
    let report = one("[Setup \"BRBR/1BBB/1RRR/4 R\"]", "1. a");
    assert_eq!(codes(&report), []);
    assert_eq!(outcome(&report), r#"{"kind":"win","winner":"Blue","reason":"line","lines":[["a2","b2","c2","d2"]]}"#);
}

/// Red pushes column a: row 1 becomes red, row 2 blue.
const BOTH: &str = "BRRR/RBBB/4/4 R";

#[test]
fn lines_of_both_sides_draw_or_win_for_the_mover() {
    let report = one(&format!("[Setup \"{BOTH}\"]"), "1. a");
    let lines = r#""lines":[["a1","b1","c1","d1"],["a2","b2","c2","d2"]]"#;
    assert_eq!(outcome(&report), format!(r#"{{"kind":"draw","reason":"both-lines",{lines}}}"#));
    let report = one(&format!("[Options \"mover-first\"]\n[Setup \"{BOTH}\"]"), "1. a");
    let line = r#""lines":[["a1","b1","c1","d1"]]"#;
    assert_eq!(outcome(&report), format!(r#"{{"kind":"win","winner":"Red","reason":"line",{line}}}"#));
    let report = one(&format!("{CONTINUA}\n[Options \"mover-first\"]"), "1. a");
    assert_eq!(codes(&report), [("bad-variant", None)]);
}

#[test]
fn a_finished_position_has_its_outcome() {
    let report = one("[Setup \"RRRR/BBBB/R3/4 B\"]", "1. ..., a");
    assert_eq!(codes(&report), [("after-end", Some(1))]);
    assert!(outcome(&report).contains("both-lines"));
    let report = one("[Options \"mover-first\"]\n[Setup \"RRRR/BBBB/R3/4 B\"]", "");
    assert!(outcome(&report).contains(r#""winner":"Red""#));
}

#[test]
fn all_pieces_played_is_a_draw_and_none_is_left_behind_it() {
    let plies = "1. a, b; 2. b, c; 3. c, a; 4. a, b; 5. b, a; 6. a, d; 7. a, b; 8. c, a";
    let report = one("", plies);
    assert_eq!(outcome(&report), r#"{"kind":"draw","reason":"pieces-exhausted"}"#);
    let report = one("", &format!("{plies}; 9. c {{[%stands]}}"));
    assert_eq!(codes(&report), [("no-supply", Some(17))]);
}

#[test]
fn an_overlooked_line_counts_again_only_if_it_is_created_anew() {
    let tags = "[Stands \"8\"]";
    let report = one(tags, "1. d, a; 2. d, b; 3. d, b; 4. d, c");
    assert!(outcome(&report).contains("unfinished"), "{}", outcome(&report));
    assert_eq!(codes(&report), [("stands", Some(8))]);
    // Another column leaves the red one alone; red into it makes it anew.
    let report = one(tags, "1. d, a; 2. d, b; 3. d, b; 4. d, c; 5. a, b");
    assert!(outcome(&report).contains("unfinished"), "{}", outcome(&report));
    let report = one(tags, "1. d, a; 2. d, b; 3. d, b; 4. d, c; 5. d");
    assert!(outcome(&report).contains(r#""lines":[["d1","d2","d3","d4"]]"#), "{}", outcome(&report));
}

#[test]
fn a_full_column_scores_anew_and_fallen_pieces_return() {
    let report = one(CONTINUA, "1. d, a; 2. d, b; 3. d, b; 4. d, c; 5. d");
    assert!(outcome(&report).ends_with(r#""points":{"Red":2,"Blue":0}}"#), "{}", outcome(&report));
    assert_eq!(position(&report), "BBBR/1B1R/3R/3R B 2:0 R4r1B4b1");
}

#[test]
fn a_bonus_piece_counts_twice_but_on_its_own_ply() {
    let report = one(CONTINUA, "1. d, a; 2. d, b; 3. d, b; 4. d*, c");
    assert!(outcome(&report).contains(r#""Red":1"#), "{}", outcome(&report));
    let report = one(CONTINUA, "1. d*, a; 2. d, b; 3. d, b; 4. d, c");
    assert!(outcome(&report).contains(r#""Red":2"#), "{}", outcome(&report));
    // The bonus piece falls out, its side's next one counts once, and it can be played again.
    let report = one(CONTINUA, "1. d*, a; 2. d, b; 3. d, b; 4. d, c; 5. d, c; 6. d*");
    assert!(outcome(&report).contains(r#""Red":4"#), "{}", outcome(&report));
    assert!(report.valid);
}

#[test]
fn points_of_one_ply_are_compared() {
    let both = |points: &str, target: u32| {
        let setup = format!("BRRR/RBBB/4/4 R {points} R4r1B4b1");
        outcome(&one(&format!("{CONTINUA}\n[Target \"{target}\"]\n[Setup \"{setup}\"]"), "1. a"))
    };
    assert!(both("1:1", 2).starts_with(r#"{"kind":"draw","reason":"points-tied""#));
    assert!(both("0:0", 1).contains("points-tied"));
    assert!(both("1:0", 2).contains(r#""winner":"Red""#));
    assert!(both("0:1", 2).contains(r#""winner":"Blue""#));
    assert!(both("0:0", 2).contains("unfinished"));
}

#[test]
fn hands_decide_what_may_be_played() {
    assert_eq!(codes(&one("", "1. c*")), [("no-supply", Some(1))]);
    assert_eq!(codes(&one(CONTINUA, "1. c*, c*; 2. d*")), [("no-supply", Some(3))]);
    assert_eq!(codes(&one(CONTINUA, "1. --")), [("pass-not-allowed", Some(1))]);
    let empty = "BRRB/RRBR/RBRR/rBBB R 0:0 R0r0B1b1";
    let report = one(&format!("{CONTINUA}\n[Setup \"{empty}\"]"), "1. --, a; 2. a*");
    assert_eq!(codes(&report), []);
    assert!(position(&report).starts_with("rRRB/"), "{}", position(&report));
}

/// The diagnostic of an illegal ply names the side, its pieces and its legal plies (P4-3, P4-5).
#[test]
fn diagnostics_say_what_the_side_to_move_has() {
    let said = |tags: &str, movetext: &str| {
        let report = one(tags, movetext);
        let error = report.first_error().expect("an illegal ply");
        format!("{}: {} | {}", error.code, error.message, error.help.as_deref().unwrap_or("-"))
    };
    insta::assert_snapshot!(said(CONTINUA, "1. --"), @"pass-not-allowed: Red may not pass: it has eight pieces and its bonus piece in hand | legal plies here: a, a*, b, b*, c, c*, d, d*");
    insta::assert_snapshot!(said(CONTINUA, "1. a*, --"), @"pass-not-allowed: Blue may not pass: it has eight pieces and its bonus piece in hand | legal plies here: a, a*, b, b*, c, c*, d, d*");
    insta::assert_snapshot!(said(CONTINUA, "1. a*, b; 2. --"), @"pass-not-allowed: Red may not pass: it has eight pieces in hand | legal plies here: a, b, c, d");
    insta::assert_snapshot!(said(CONTINUA, "1. a*, a*; 2. d*"), @"no-supply: Red has no bonus piece in hand | legal plies here: a, b, c, d");
    insta::assert_snapshot!(said(CONTINUA, "1. e"), @"off-board: the board has no column e: it is 4x4, columns a to d, rows 1 to 4 from the top | legal plies here: a, a*, b, b*, c, c*, d, d*");
    let few = |setup: &str| format!("{CONTINUA}\n[Setup \"{setup}\"]");
    insta::assert_snapshot!(said(&few("BRRB/RRBR/RBRR/rBBB R 0:0 R0r0B1b1"), "1. a"), @"no-supply: Red has no plain piece in hand | legal plies here: --");
    insta::assert_snapshot!(said(&few("BRRB/RRBb/RBRR/BBBB R 0:0 R1r1B0b0"), "1. --"), @"pass-not-allowed: Red may not pass: it has one piece and its bonus piece in hand | legal plies here: a, a*, b, b*, c, c*, d, d*");
    insta::assert_snapshot!(said("", "1. --"), @"pass-not-allowed: Red may not pass: nobody may pass in the standard game | legal plies here: a, b, c, d");
    insta::assert_snapshot!(said("", "1. d*"), @"no-supply: the standard game has no bonus pieces | legal plies here: a, b, c, d");
    insta::assert_snapshot!(said("[Notation \"squares\"]", "1. c2"), @"wrong-square: a piece cannot enter on c2: row 1 is the top one, where pieces enter | a piece played in column c enters on c1");
    insta::assert_snapshot!(said("", "1. a, b; 2. a, b; 3. a, b; 4. a, b"), @"after-end: the game is over: Red had won with a1-a4 | if nobody noticed the end, mark this ply with {[%stands]}");
}

#[test]
fn defects_are_told_in_order() {
    let code = |tags: &str, ply: &str| codes(&one(tags, ply))[0].0.to_owned();
    let squares = "[Notation \"squares\"]";
    assert_eq!(code(squares, "e2"), "off-board");
    assert_eq!(code(squares, "c5"), "off-board");
    assert_eq!(code(squares, "c2"), "wrong-square");
    assert_eq!(code(squares, "c1*"), "bad-move");
    assert_eq!(code("", "e*"), "off-board");
    assert_eq!(code("", "d*"), "no-supply");
}

#[test]
fn manches_end_at_the_first_line() {
    let first = "1. d, a; 2. d, b; 3. d, b; 4. d";
    let report = one(MANCHE, first);
    assert_eq!(position(&report), "4/4/4/4 B 1:0 R8r1B8b1");
    let report = one(MANCHE, &format!("{first} / 1. ..., a; 2. b, c"));
    assert_eq!(codes(&report), []);
    assert_eq!(position(&report), "BRB1/4/4/4 R 1:0 R7r1B6b1");
    assert_eq!(codes(&one(MANCHE, &format!("{first}, a"))), [("bad-break", Some(8))]);
    assert_eq!(codes(&one(MANCHE, &format!("{first} / /"))), [("bad-break", Some(8))]);
    assert_eq!(codes(&one(MANCHE, "1. d / 1. d"))[0], ("bad-break", Some(2)));
    assert_eq!(codes(&one(CONTINUA, "1. d / 1. d"))[0], ("bad-break", Some(2)));
}

#[test]
fn the_last_manche_leaves_the_board() {
    let tags = format!("{MANCHE}\n[Target \"1\"]");
    let plies = "1. d, a; 2. d, b; 3. d, b; 4. d";
    let report = one(&tags, plies);
    assert_eq!(outcome(&report), r#"{"kind":"win","winner":"Red","reason":"points","points":{"Red":1,"Blue":0}}"#);
    assert_eq!(position(&report), "BB1R/1B1R/3R/3R B 1:0 R4r1B5b1");
    assert_eq!(codes(&one(&tags, &format!("{plies}, a {{[%stands]}}"))), [("after-end", Some(8))]);
    assert_eq!(codes(&one(&tags, &format!("{plies} / 1. ..., a")))[0], ("bad-break", Some(8)));
}

#[test]
fn positions_are_read_and_written() {
    for text in ["4/4/4/4 R", "4/4/4/4 B", "BBRB/2R1/2R1/4 R", "BRRR/RBBB/4/4 R"] {
        assert_eq!(setup("", text), [""; 0], "{text}");
    }
    for text in ["4/4/4/4 R", "4/4/4/4", "4/4/4/4 R 0:0", "4/4/4/4 W", "r3/4/4/4 B", "4/R3/4/4 B", "RR2/4/4/4 B"] {
        assert_eq!(setup(CONTINUA, text), ["bad-position"], "{text}");
    }
    for text in ["r3/4/4/4 B", "4/R3/4/4 B", "4/4/4/4  R", "4/4/4/4 R "] {
        assert_eq!(setup("", text), ["bad-position"], "{text}");
    }
    // Blue has passed; the game went on after a line.
    for text in ["RR2/4/4/4 B", "R3/4/4/4 R", "RRRR/BBBB/4/4 R"] {
        assert_eq!(setup("", text), ["unusual-position"], "{text}");
    }
    for text in ["4/4/4/4 R 0:0 R8r1B8b1", "bR2/4/4/4 R 10:3 R7r1B8b0", "RB2/RB2/RB2/RB2 R 0:0 R4r1B4b1"] {
        assert_eq!(setup(CONTINUA, text), [""; 0], "{text}");
    }
    for text in [
        "4/4/4/4 R 0:0 R8r1B8b0",
        "4/4/4/4 R 0:0 R8r1B8b2",
        "4/4/4/4 R 00:0 R8r1B8b1",
        "4/4/4/4 R 0:0 R08r1B8b1",
        "4/4/4/4 R 0 R8r1B8b1",
        "4/4/4/4 R 0:0 B8b1R8r1",
        "4/4/4/4 R 0:0 R8r1B8b1 ",
        "4/4/4/4 R 0:99999999999 R8r1B8b1",
        "4/4/4/4 R 0:0 R999r1B8b1",
        "rr2/4/4/4 B 0:0 R8r0B8b1",
    ] {
        assert_eq!(setup(CONTINUA, text), ["bad-position"], "{text}");
    }
    // A piece has fallen out of column a, and Red may have passed; lines and empty hands would have ended the manche.
    assert_eq!(setup(MANCHE, "R3/B3/R3/B3 B 0:0 R6r1B5b1"), ["unusual-position"]);
    assert_eq!(setup(MANCHE, "R3/B3/R3/B3 B 0:0 R5r1B6b1"), [""; 0]);
    assert_eq!(setup(MANCHE, "BBBR/3R/3R/3R B 0:0 R4r1B5b1"), ["bad-position"]);
    assert_eq!(setup(MANCHE, "BBBR/3R/3R/3R B 12:0 R4r1B5b1"), [""; 0]);
    assert_eq!(setup(MANCHE, "BRBR/BRBR/RBRB/RBRB B 0:0 R0r0B0b0"), ["bad-position"]);
}

#[test]
fn a_setup_in_the_standard_game_leaves_the_rest_of_sixteen_pieces() {
    // Seven of each side are on the board: each has one left.
    let report = one("[Setup \"BRBR/BRBR/RBRB/RB2 R\"]", "");
    assert_eq!(codes(&report), []);
    let report = one("[Setup \"BRBR/BRBR/RBRB/RB2 R\"]", "1. d, d");
    assert_eq!(outcome(&report), r#"{"kind":"draw","reason":"pieces-exhausted"}"#);
}

#[test]
fn other_settings_are_refused() {
    assert_eq!(codes(&one("[Board \"5x4\"]", "1. a")), [("bad-tag", None)]);
    for target in ["0", "", "x", "011", "99999999999", "+3"] {
        assert_eq!(codes(&one(&format!("{CONTINUA}\n[Target \"{target}\"]"), "1. a")), [("bad-tag", None)], "{target}");
    }
}

#[test]
fn a_ply_that_is_refused_changes_nothing() {
    let variant = Params { kind: Kind::Manche, mover_first: false, target: 2, first: Side(0), setup: None };
    let mut random = fastrand::Rng::with_seed(4);
    let mut refused = 0;
    for _ in 0..2000 {
        let kind = [Kind::Standard, Kind::Continua, Kind::Manche][random.usize(0..3)];
        let mut position = setup::start(&Params { kind, ..variant.clone() });
        for _ in 0..60 {
            let row = if random.bool() { None } else { Some(random.i16(-1..3)) };
            let ply = match random.u8(0..12) {
                0 => Ply::Pass,
                column => Ply::Push { column: column % 5, row, bonus: random.u8(0..4) == 0 },
            };
            let before = position.clone();
            if position.apply(ply, &mut Strict).is_err() {
                assert_eq!(position, before);
                refused += 1;
            } else if !position.break_due && !position.outcome.is_end() {
                let pieces: u32 = position.pieces.iter().map(|pieces| pieces.count_ones()).sum();
                assert_eq!(position.pieces[0] & position.pieces[1], 0);
                assert!(pieces <= 16 && position.bonus & !(position.pieces[0] | position.pieces[1]) == 0);
                // What play reaches can be set up again; in the standard game the hands are not told.
                let mut text = String::new();
                position.write_position(&mut text);
                let setup = setup::read(&text, kind).expect("what is written is read");
                assert_eq!(setup::check(&setup, kind, 2), Ok(None), "{kind:?} {text}");
                let again = setup::start(&Params { kind, setup: Some(setup), ..variant.clone() });
                if kind != Kind::Standard {
                    // Who began and what the last ply made are no part of the string.
                    let told = |position: Plus4| Plus4 { beginner: Side(0), made: [LineSet::default(); 2], ..position };
                    assert_eq!(told(again), told(position.clone()));
                }
            }
            if position.break_due && random.bool() {
                assert_eq!(position.take_break(), Ok(()));
            }
        }
    }
    assert!(refused > 1000);
}

#[test]
fn the_numbers_of_sequences_of_plies() {
    let count = |kind, target, depth| {
        let variant = Params { kind, mover_first: false, target, first: Side(0), setup: None };
        crate::game::perft(&setup::start(&variant), depth)
    };
    assert_eq!([8, 9].map(|depth| count(Kind::Standard, 11, depth)), [64528, 254_224]);
    assert_eq!([1, 3, 7].map(|depth| count(Kind::Continua, 2, depth)), [8, 384, 328_704]);
    assert_eq!([3, 7, 8].map(|depth| count(Kind::Manche, 1, depth)), [384, 327_680, 1_613_200]);
}

/// P4-1 and P4-4: with a `Setup` each side has eight pieces less those on the board, even if a full column may have
/// lost some. So a position that is written can be read back.
#[test]
fn a_side_never_plays_a_ninth_piece() {
    let report = one("[Setup \"RRBR/BRBB/RBBR/1RRB R\"]", "1. d");
    assert_eq!((codes(&report), report.diagnostics[0].rule), (vec![("no-supply", Some(1))], Some("P4-1")));
    // Red has one piece left, Blue two.
    let tags = "[Setup \"BRRB/R1BR/B1RB/R1BR R\"]";
    assert_eq!(codes(&one(tags, "1. b, b; 2. b")), [("no-supply", Some(3))]);
    // Every position that is written is one that can be read.
    let mut random = fastrand::Rng::with_seed(4);
    let mut read = 0;
    for _ in 0..400 {
        let letters: String = (0..4)
            .map(|_| (0..4).map(|_| random.choice(['R', 'B']).expect("a letter")).collect::<String>() + "/")
            .collect();
        let text = format!("{} {}", letters.trim_end_matches('/'), random.choice(['R', 'B']).expect("a letter"));
        let tags = format!("[Setup \"{text}\"]");
        let report = one(&tags, "1. a, b; 2. c, d");
        if setup("", &text).contains(&"bad-position".to_owned()) {
            continue;
        }
        assert!(!setup("", position(&report)).contains(&"bad-position".to_owned()), "{text}: {}", position(&report));
        read += 1;
    }
    assert!(read > 20, "{read}");
}

/// Each diagnostic names the rule that it rests on.
#[test]
fn the_rule_of_a_code_is_that_of_the_ply() {
    let rule = |tags, movetext| one(tags, movetext).diagnostics[0].rule;
    assert_eq!(rule("", "1. c*"), Some("P4-3"));
    assert_eq!(rule(CONTINUA, "1. c*, d; 2. a*"), Some("P4-5"));
    assert_eq!(rule("", "1. c / 1. d"), Some("P4-8"));
}
