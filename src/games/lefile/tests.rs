//! Le File by its document, and the odd cases.

use super::deck::Mark;
use super::*;
use crate::game::Strict;
use crate::{Defaults, Report, validate};

/// The report of one record of Le File: further tags, then movetext.
fn one(tags: &str, movetext: &str) -> Report {
    let tags = format!("[Game \"lefile\"]\n{}", tags.trim());
    let text = format!("{}\n\n{movetext}\n", tags.trim_end());
    let mut reports = validate(text.as_bytes(), "test", Defaults::default()).expect("a slice can be read");
    assert_eq!(reports.len(), 1, "{text}");
    reports.remove(0)
}

/// The codes of what was said, with their plies.
fn codes(report: &Report) -> Vec<(&str, Option<u32>)> {
    report.diagnostics.iter().map(|said| (said.code, said.ply)).collect()
}

/// The first diagnostic, with its help.
fn said(report: &Report) -> String {
    let said = &report.diagnostics[0];
    format!("{}: {} | {}", said.code, said.message, said.help.as_deref().unwrap_or("-"))
}

fn outcome(report: &Report) -> String {
    serde_json::to_string(&report.outcome).expect("an outcome is JSON")
}

fn position(report: &Report) -> &str {
    report.position.as_deref().unwrap_or("none")
}

/// Both sides in two rows each, no file within reach of one move.
const ROWS: &str = "[Setup \"8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 0:0 -:-\"]";

/// A rook that completes a3-d3 on d3.
const NEAR: &str = "[Setup \"8/8/pppppprr/8/3R4/PPP2PPP/7R/8 W 2 0:0 -:-\"]";

#[test]
fn the_examples_of_the_document() {
    assert_eq!(codes(&one("", "1. 24 Pb4")), []);
    assert_eq!(codes(&one("", "1. 24 Pd2")), []);
    // The aces name only a1, where the first pawn stands.
    let report = one("", "1. AA Pa1, 11 P*h8; 2. 24 Tb4, ...");
    assert_eq!((codes(&report), position(&report)), (vec![], "7p/8/8/8/1R6/8/8/P7 B 1 0:0 -:-"));
    assert_eq!(codes(&one(ROWS, "1. 3r c3-d4, 3b --")), [("pass-not-allowed", Some(2))]);
}

#[test]
fn diagnostics_say_what_was_found_and_what_is_legal() {
    insta::assert_snapshot!(said(&one("", "1. 24 Pc3")), @"not-drawn: 2 and 4 name b4 and d2, not c3 | legal with these cards: Pb4, Pd2, Rb4, Rd2");
    insta::assert_snapshot!(said(&one("", "1. 11 Pa1, 11 Pc3")), @"not-drawn: 1 and 1 name only a1, not c3 | a1 is filled, so White chooses the square of a pawn, written with a star: P*…");
    insta::assert_snapshot!(said(&one("", "1. 24 P*h8")), @"opponent-choice: White places this pawn itself: the cards name a square where it can go | legal with these cards: Pb4, Pd2, Rb4, Rd2");
    insta::assert_snapshot!(said(&one("", "1. 24 Pb4, 24 Rb4")), @"occupied: b4 is filled: a white pawn stands there | legal with these cards: Pd2, Rd2");
    insta::assert_snapshot!(said(&one("", "1. 22 Pb2, 22 P*c3; 2. 24 Pd2")), @"card-exhausted: all four cards of value 2 have already been drawn in this phase | in phase 1 each value comes four times");
    insta::assert_snapshot!(said(&one("", "1. 2h3h Pb3, 2h4d Pd2")), @"card-exhausted: the 2 of hearts has already been drawn in this phase | each card comes once in a phase");
    insta::assert_snapshot!(said(&one("", "1. 27 Pb7, 11 Pa1; 2. 36 Pc6, 22 Pb2; 3. 45 Pd5, 33 Pc3; 4. 54 Re4")), @"forms-file: a rook on e4 would complete the file b7-e4 | e4 would complete b7-e4 and d5 is filled, so Black chooses the square of a rook, written with a star: R*…; legal with these cards: Pe4");
    insta::assert_snapshot!(said(&one("", "1. 11 Ra1, 88 Ph8; 2. 34 Rc4, 77 Pg7; 3. 56 Re6")), @"no-stock: White has no rook left to place: both stand on the board | legal with these cards: Pe6, Pf5");
    insta::assert_snapshot!(said(&one("", "1. 24 Pj9")), @"off-board: the board has no j9: it is 8x8 | columns are a to h, rows 1 to 8, seen from White's seat");
    insta::assert_snapshot!(said(&one("", "1. 3r c4-d5")), @"wrong-phase: this is phase 1, where no piece moves: White places a piece | this is ply 1 of the sixteen of phase 1, which are written like 24 Pb4");
    insta::assert_snapshot!(said(&one("", "1. --")), @"pass-not-allowed: nobody passes in phase 1, and White is to place a piece | if the other side played twice and nobody noticed, mark the pass with {[%stands]}");
    insta::assert_snapshot!(said(&one(ROWS, "1. 24 Pb4")), @"wrong-phase: this is phase 2, where pieces only move: White moves one | phase 1 ended with the sixteenth ply; now a ply is written like 3r c4-d5");
    insta::assert_snapshot!(said(&one(ROWS, "1. 3r c4-d5")), @"no-piece: no piece stands on c4 | White's pieces stand on a3, b3, c3, d3, e3, f3, g3, h3");
    insta::assert_snapshot!(said(&one(ROWS, "1. 3r c6-d5")), @"not-own-piece: a black pawn stands on c6, and White is to move | White's pieces stand on a3, b3, c3, d3, e3, f3, g3, h3");
    insta::assert_snapshot!(said(&one(ROWS, "1. 3b c3-c5")), @"wrong-distance: c3-c5 is two squares, but a black 3 moves a piece one square | with the black 3 the piece on c3 can go to c2, c4");
    insta::assert_snapshot!(said(&one(ROWS, "1. 3r c3-c4")), @"wrong-direction: c3-c4 is not diagonal, as a red 3 asks | with the red 3 the piece on c3 can go to b2, b4, d2, d4");
    insta::assert_snapshot!(said(&one(ROWS, "1. 5b c3-e3")), @"path-blocked: a white pawn stands in the way of c3-e3, on d3 | with the black 5 the piece on c3 can go to c1, c5");
    insta::assert_snapshot!(said(&one(ROWS, "1. 3b c3-d3")), @"occupied: d3 is filled: a white pawn stands there | with the black 3 the piece on c3 can go to c2, c4");
    insta::assert_snapshot!(said(&one(ROWS, "1. 3b --")), @"pass-not-allowed: White may not pass: a piece can move with the black 3 | legal moves here: a3-a2, a3-a4, b3-b2, b3-b4, c3-c2, c3-c4, d3-d2, d3-d4, e3-e2, e3-e4 and 6 more");
    insta::assert_snapshot!(said(&one(ROWS, "1. c3-c6")), @"wrong-distance: c3-c6 is three squares: cards move a piece one square or two | with the right card the piece on c3 can go to a1, a5, b2, b4, c1, c2, c4, c5, d2, d4, e1, e5");
    insta::assert_snapshot!(said(&one(ROWS, "1. c3-d5")), @"wrong-direction: c3-d5 is not a straight line: cards move a piece diagonally, or along a column or a row | with the right card the piece on c3 can go to a1, a5, b2, b4, c1, c2, c4, c5, d2, d4, e1, e5");
    insta::assert_snapshot!(said(&one(ROWS, "1. 3b c3-c4 =a4-d4")), @"false-claim: a4-d4 is not a file here: it does not hold one own rook and three own pawns | this ply scores no file");
    insta::assert_snapshot!(said(&one(NEAR, "1. 1b d4-d3 =a3-d3 =d3-a3")), @"false-claim: d3-a3 is claimed twice | this ply scores one file: =a3-d3");
    insta::assert_snapshot!(said(&one(NEAR, "1. 1b d4-d3 xa6-a5 xb6-b5")), @"relocate-not-allowed: White has no file for the relocation b6-b5: this ply scores one file | for each file that it scores, a ply may relocate one enemy pawn");
    insta::assert_snapshot!(said(&one(NEAR, "1. 1b d4-d3 xg6-g5")), @"relocate-not-pawn: a black rook stands on g6: White may relocate only Black's pawns | Black's pawns stand on a6, b6, c6, d6, e6, f6");
    insta::assert_snapshot!(said(&one(NEAR, "1. 1b d4-d3 xa6-d3")), @"occupied: d3 is filled: a white rook stands there | a relocated pawn is put on an empty square");
    insta::assert_snapshot!(said(&one(NEAR, "1. 1b d4-d3 xa6-a9")), @"off-board: the board has no a9: it is 8x8 | columns are a to h, rows 1 to 8, seen from White's seat");
    insta::assert_snapshot!(said(&one(NEAR, "1. d4-d3")), @"missing-card: no cards are written with this ply, so whether a card asked for this length and direction cannot be checked | cards stand before the ply: 3r c4-d5");
    insta::assert_snapshot!(said(&one(NEAR, "1. 1b d4-d3")), @"missing-claim: this ply scores the file a3-d3 without claiming it | the point counts; canonical text has =a3-d3 after the move");
}

#[test]
fn a_file_scores_once_and_relocated_pawns_score_for_nobody() {
    let report = one(NEAR, "1. 1b d4-d3 =d3-a3 xa6-a5, 1r a5-b4; 2. 2b d3-d4, 2r c6-d5; 3. 3b d4-d3");
    assert_eq!(codes(&report), []);
    assert_eq!(position(&report), "8/8/1p1ppprr/3p4/1p6/PPPR1PPP/7R/8 B 2 1:0 a3-d3:-");
    assert_eq!(report.moves[0], "1b d4-d3 =a3-d3 xa6-a5");
    assert!(outcome(&report).ends_with(r#""manches":[{"White":1,"Black":0}]}"#), "{}", outcome(&report));
}

#[test]
fn the_same_pawn_is_taken_twice_or_put_back() {
    // Two files through d3: a3-d3 and d3-d6.
    let near = "[Setup \"p7/6p1/1ppPpprr/3P4/3P4/PPP5/4R2R/8 W 2 0:0 -:-\"]";
    let report = one(near, "1. 1r e2-d3 =a3-d3 =d3-d6 xa8-b8 xb8-a8");
    assert_eq!((codes(&report), report.moves.len()), (vec![], 1));
    assert_eq!(codes(&one(near, "1. 1r e2-d3 =a3-d3 =d3-d6 xa8-a8")), []);
    assert_eq!(codes(&one(near, "1. 1r e2-d3 =a3-d3 =d3-d6 xa8-b8 xa8-a7")), [("relocate-not-pawn", Some(1))]);
    let report = one(near, "1. 1r e2-d3");
    assert_eq!(codes(&report), [("missing-claim", Some(1)), ("missing-claim", Some(1))]);
    assert_eq!(report.moves, ["1r e2-d3 =a3-d3 =d3-d6"]);
}

/// A manche in which nobody scores, without cards, and one in which White scores a point.
fn manche(scores: bool) -> String {
    let squares = ["a1", "h8", "c1", "f8", "e1", "d8", "g1", "b8", "a4", "h5", "c4", "f5", "e4", "d5", "g4", "b5"];
    let mut plies: Vec<String> =
        (0..).zip(squares).map(|(index, square)| format!("{}{square}", if index < 4 { 'R' } else { 'P' })).collect();
    for _ in 0..8 {
        plies.extend(["a4-a3", "h5-h6", "a3-a4", "h6-h5"].map(str::to_owned));
    }
    if scores {
        // The last white plies bring the rook a1 between pawns: a3, b4 are free of files before.
        plies[46] = "a1-a2".to_owned();
    }
    let turns: Vec<String> =
        (1..).zip(plies.chunks(2)).map(|(number, turn)| format!("{number}. {}", turn.join(", "))).collect();
    turns.join("; ")
}

#[test]
fn a_match_is_two_manches() {
    let report = one("", &manche(false));
    assert!(report.valid && outcome(&report).starts_with(r#"{"kind":"unfinished""#), "{}", outcome(&report));
    assert!(position(&report).ends_with(" W 2 0:0 -:-"), "{}", position(&report));
    let both = format!("{} / {}", manche(false), manche(true));
    let report = one("", &both);
    assert!(report.valid && report.plies == 96);
    assert!(outcome(&report).starts_with(r#"{"kind":"draw","reason":"points-tied""#), "{}", outcome(&report));
    let stopped = |text: &str| {
        let report = one("", text);
        let errors = report.diagnostics.iter().filter(|said| said.severity == crate::diagnostic::Severity::Error);
        errors.map(|said| (said.code, said.ply)).collect::<Vec<_>>()
    };
    assert_eq!(stopped(&format!("{}; 25. Pa1", manche(false))), [("bad-break", Some(49))]);
    assert_eq!(stopped(&format!("{} / / 1. Pa1", manche(false))), [("bad-break", Some(49))]);
    assert_eq!(stopped("1. Pa1, Pb1 / 1. Pc1"), [("bad-break", Some(3))]);
    assert_eq!(stopped(&format!("{both}; 25. a4-a3 {{[%stands]}}")), [("after-end", Some(97))]);
    assert_eq!(stopped(&format!("{both} / 1. Pa1")), [("bad-break", Some(97))]);
}

#[test]
fn points_are_those_of_the_players() {
    let with = |points| LeFile { second: true, made: PLIES, points, ..LeFile::empty() };
    let win = |winner, ending| Outcome::Win { winner: Side(winner), ending };
    assert_eq!(Game::outcome(&with([[3, 1], [0, 1]])), win(0, &table::POINTS));
    assert_eq!(Game::outcome(&with([[0, 1], [3, 0]])), win(1, &table::POINTS));
    assert_eq!(Game::outcome(&with([[0, 1], [1, 2]])), win(0, &table::BLACK_POINTS));
    assert_eq!(Game::outcome(&with([[2, 1], [1, 0]])), win(1, &table::BLACK_POINTS));
    assert_eq!(Game::outcome(&with([[2, 1], [2, 1]])), Outcome::Draw { ending: &table::POINTS_TIED });
    assert_eq!(Match::points(&with([[3, 1], [7, 5]])), [8, 8]);
    assert_eq!(Match::manches(&with([[3, 1], [7, 5]])), [[3, 1], [7, 5]]);
    assert_eq!(Match::player(&with([[0; 2]; 2])), Side(1));
}

#[test]
fn cards_come_as_often_as_the_deck_holds_them() {
    assert_eq!(codes(&one("", "1. 2h4c Pb4, 2h3c Pc2")), [("card-exhausted", Some(2))]);
    assert_eq!(codes(&one("", "1. 2h2h Pb2")), [("card-exhausted", Some(1))]);
    // Suits and colours in one record: two of each colour, and no suit twice.
    assert_eq!(codes(&one(ROWS, "1. 3r c3-d4, 3h c6-d5; 2. 3d e3-f4")), [("card-exhausted", Some(3))]);
    assert_eq!(codes(&one(ROWS, "1. 3h c3-d4, 3h c6-d5")), [("card-exhausted", Some(2))]);
    assert_eq!(codes(&one(ROWS, "1. 3r c3-d4, 3n c6-c5; 2. 3r e3-f4, 3♠ e6-e5")), []);
}

#[test]
fn what_stood_goes_on_with_further_defects() {
    let stands = |tags: &str, ply: &str| codes(&one(tags, &format!("1. {ply} {{[%stands]}}")))[0].0.to_owned();
    assert_eq!(stands("", "24 P*c3"), "stands");
    assert_eq!(stands("", "24 R*j3"), "off-board");
    assert_eq!(stands("", "--"), "stands");
    assert_eq!(stands("", "3r --"), "wrong-phase");
    assert_eq!(stands(ROWS, "--"), "stands");
    assert_eq!(stands(ROWS, "3b --"), "stands");
    assert_eq!(stands(ROWS, "3b c3-c6"), "occupied");
    assert_eq!(stands(ROWS, "3b c3-c3"), "occupied");
    assert_eq!(stands(ROWS, "3b c3-e4 xa6-a5"), "stands");
    assert_eq!(stands(ROWS, "3b c3-e4 =a3-d3"), "false-claim");
    let report = one("", "1. 24 P*c3 {[%stands]}");
    assert!(report.diagnostics[0].message.contains("(opponent-choice, not-drawn)"), "{}", said(&report));
    assert_eq!(codes(&one(ROWS, "1. c3-e4 {[%stands]}")), [("stands", Some(1)), ("missing-card", Some(1))]);
    assert_eq!(codes(&one(ROWS, "1. --")), [("missing-card", Some(1))]);
}

#[test]
fn positions_are_read_and_written() {
    for text in [
        "8/8/8/8/8/8/8/8 W 1 0:0 -:-",
        "8/8/8/8/8/8/8/P7 B 1 0:0 -:-",
        "8/8/pppppprr/8/8/PPPPPPRR/8/8 B 2 0:0 -:-",
        "8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 2:1 a1-a4,a3-d3:b2-e5",
    ] {
        assert_eq!(setup_codes(text), "", "{text}");
    }
    // Sides that passed, and a file that nobody saw.
    for text in [
        "8/8/8/8/8/8/8/8 B 1 0:0 -:-",
        "8/8/8/8/8/8/8/P7 W 1 0:0 -:-",
        "8/8/8/8/8/8/8/8 W 2 0:0 -:-",
        "8/8/8/8/8/PPPR4/pppp4/8 W 1 0:0 -:-",
    ] {
        assert_eq!(setup_codes(text), "unusual-position", "{text}");
    }
    for text in [
        "8/8/8/8/8/8/8/8 W 3 0:0 -:-",
        "8/8/8/8/8/8/8/8 R 1 0:0 -:-",
        "8/8/8/8/8/8/8 W 1 0:0 -:-",
        "8/8/8/8/8/8/8/T7 B 1 0:0 -:-",
        "8/8/8/8/8/8/8/8 W 1 0:0",
        "8/8/8/8/8/8/8/8 W 1 0:0 -:- ",
        "8/8/8/8/8/8/8/8 W 1 1:0 a1-a4:-",
        "8/8/8/8/8/PPR4P/ppr4p/8 W 1 0:0 -:- x",
        "8/8/8/8/8/RRR5/ppp5/8 W 1 0:0 -:-",
        "8/8/pppppprr/8/8/PPPPPPRR/8/8 W 1 0:0 -:-",
        "8/8/pppppprr/8/8/PPPPPPRP/8/8 W 2 0:0 -:-",
        "8/8/pppppprr/8/8/PP4RR/8/8 W 2 1:0 a1-a4:-",
        "8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 1:0 -:-",
        "8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 01:0 a1-a4:-",
        "8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 2:0 a3-d3,a1-a4:-",
        "8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 2:0 a1-a4,a1-a4:-",
        "8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 1:0 a4-a1:-",
        "8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 1:0 A1-A4:-",
        "8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 1:0 a1-a5:-",
    ] {
        assert_eq!(setup_codes(text), "bad-position", "{text}");
    }
}

/// The diagnostics for a `Setup` alone.
fn setup_codes(text: &str) -> String {
    let report = one(&format!("[Setup \"{text}\"]"), "");
    if report.valid {
        assert_eq!(position(&report), text, "a position string is written as it was read");
    }
    codes(&report).iter().map(|said| said.0).collect::<Vec<_>>().join(" ")
}

/// A sound position beside the same with one number more or less: LF-1, LF-3, LF-10.
#[test]
fn one_more_or_one_less_is_too_much() {
    let (usual, unusual, bad) = ("", "unusual-position", "bad-position");
    for (text, said) in [
        // Six pawns and two rooks of each side.
        ("8/8/pppppp2/8/8/PPPPPP2/8/8 W 1 0:0 -:-", usual),
        ("8/8/ppppppr1/8/8/PPPPPPP1/8/8 W 1 0:0 -:-", bad),
        ("8/8/ppppppp1/8/8/PPPPPPR1/8/8 W 1 0:0 -:-", bad),
        ("8/8/rr6/8/8/RR6/8/8 W 1 0:0 -:-", usual),
        ("8/8/rrp5/8/8/RRR5/8/8 W 1 0:0 -:-", bad),
        ("8/8/rrr5/8/8/RRP5/8/8 W 1 0:0 -:-", bad),
        // In phase 2 all of them stand on the board.
        ("8/pp1pp1pp/r6r/8/8/PP1PP1PP/R6R/8 W 2 0:0 -:-", usual),
        ("8/pp1pp1pp/r6r/8/8/PP1PP1P1/R6R/8 W 2 0:0 -:-", unusual),
        ("8/pp1pp1pp/r7/8/8/PP1PP1PP/R6R/8 W 2 0:0 -:-", unusual),
        // Fifteen pieces are followed by the last ply of phase 1, sixteen by none.
        ("8/pp1pp1pp/r7/8/8/PP1PP1PP/R6R/8 B 1 0:0 -:-", usual),
        ("8/pp1pp1pp/r6r/8/8/PP1PP1PP/R6R/8 W 1 0:0 -:-", bad),
        ("8/pp1pp1pp/r6r/8/8/PP1PP1PP/R6R/8 B 1 0:0 -:-", bad),
        // White places first, and the sides alternate.
        ("8/8/8/8/8/8/8/P7 B 1 0:0 -:-", usual),
        ("8/8/8/8/8/8/8/P1P5 B 1 0:0 -:-", unusual),
        ("8/8/8/8/8/8/8/P1P5 W 1 0:0 -:-", unusual),
        ("8/8/8/8/8/8/8/p7 W 1 0:0 -:-", unusual),
        ("8/8/8/8/8/8/8/p6P W 1 0:0 -:-", usual),
        ("8/8/8/8/8/8/8/p6P B 1 0:0 -:-", unusual),
        // One point for each file, in phase 2.
        ("8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 1:1 a1-a4:b2-e5", usual),
        ("8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 2:1 a1-a4:b2-e5", bad),
        ("8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 0:1 a1-a4:b2-e5", bad),
        ("8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 1:2 a1-a4:b2-e5", bad),
        ("8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 1:0 a1-a4:b2-e5", bad),
        ("8/8/pp1ppr2/8/8/PP1PPR2/8/8 W 1 0:0 -:-", usual),
        ("8/8/pp1ppr2/8/8/PP1PPR2/8/8 W 1 1:0 a1-a4:-", bad),
        ("8/8/pp1ppr2/8/8/PP1PPR2/8/8 W 1 0:1 -:a1-a4", bad),
        // A side that has scored has a rook and three pawns.
        ("8/8/pppppprr/8/8/PPP4R/8/8 W 2 1:0 a1-a4:-", unusual),
        ("8/8/pppppprr/8/8/PP5R/8/8 W 2 1:0 a1-a4:-", bad),
        ("8/8/pppppprr/8/8/PPP5/8/8 W 2 1:0 a1-a4:-", bad),
    ] {
        assert_eq!(setup_codes(text), said, "{text}");
    }
}

/// A piece of a position string stands where the string shows it and on no other square: a ply can go to any other one,
/// and the diagnostic about its square names the piece.
#[test]
fn a_setup_puts_each_piece_on_its_square() {
    for (column, row) in (0..8).flat_map(|column| (1..=8).map(move |row| (column, row))) {
        for (letter, name) in [('P', "white pawn"), ('R', "white rook"), ('p', "black pawn"), ('r', "black rook")] {
            let cells = [column, 7 - column].map(|empty| if empty == 0 { String::new() } else { empty.to_string() });
            let filled = format!("{}{letter}{}", cells[0], cells[1]);
            let rows: Vec<&str> = (1..=8).rev().map(|other| if other == row { &*filled } else { "8" }).collect();
            let square = format!("{}{row}", char::from(b'a' + column as u8));
            let tag = format!("[Setup \"{} W 1 0:0 -:-\"]", rows.join("/"));
            let report = one(&tag, &format!("1. {}{row} P{square}", column + 1));
            let error = report.first_error().expect("a filled square");
            assert_eq!(error.code, "occupied", "{tag}");
            assert!(
                error.message.starts_with(&format!("{square} is filled: a {name} stands there")),
                "{}",
                error.message
            );
            let other = format!("{}{}", char::from(b'a' + (column as u8 + 1) % 8), row);
            assert!(one(&tag, &format!("1. {}{row} P{other}", (column + 1) % 8 + 1)).valid, "{tag} {other}");
        }
    }
}

#[test]
fn tags_are_judged() {
    let code = |tag: &str| codes(&one(tag, "1. 24 Pb4")).iter().map(|said| said.0).collect::<Vec<_>>().join(" ");
    for tag in [
        "[Cut \"7 4\"]",
        "[Cut \"A 8\"]",
        "[Cut \"7h 4\"]",
        "[Board \"8x8\"]",
        "[Starts \"White\"]",
        "[Variant \"standard\"]",
    ] {
        assert_eq!(code(tag), "", "{tag}");
    }
    for tag in
        ["[Cut \"7 7\"]", "[Cut \"A 1\"]", "[Cut \"74\"]", "[Cut \"7r 4\"]", "[Board \"7x8\"]", "[Starts \"Black\"]"]
    {
        assert_eq!(code(tag), "bad-tag", "{tag}");
    }
    assert_eq!(code("[Options \"swap\"]"), "bad-variant");
}

fn point(square: u8) -> Point {
    Point { column: square / 8, row: i16::from(square % 8) }
}

/// Every ply that `card` allows, each with every choice of relocations, or with none.
fn each_ply(position: &LeFile, card: Card, relocating: bool, each: &mut dyn FnMut(&LeFile)) {
    let mut moved = false;
    for (from, to) in (0..64).flat_map(|from| (0..64).map(move |to| (point(from), point(to)))) {
        let mut after = position.clone();
        let bare = Ply::Move { card: Some(card), from, to, claims: &[], relocations: &[] };
        if after.apply(bare, &mut Strict).is_ok() {
            moved = true;
            let most = if relocating { after.last.scored.len() as usize } else { 0 };
            relocate(position, (card, from, to), &mut Vec::new(), most, each);
        }
    }
    let mut after = position.clone();
    let passed = after.apply(Ply::Pass { card: Some(card) }, &mut Strict).is_ok();
    assert_eq!(passed, !moved, "a side passes exactly where nothing can move");
    if passed {
        each(&after);
    }
}

/// A move with these relocations and every choice of up to `more` others after them.
fn relocate(
    position: &LeFile,
    (card, from, to): (Card, Point, Point),
    relocations: &mut Vec<Pair>,
    more: usize,
    each: &mut dyn FnMut(&LeFile),
) {
    let mut after = position.clone();
    if after.apply(Ply::Move { card: Some(card), from, to, claims: &[], relocations }, &mut Strict).is_err() {
        return;
    }
    each(&after);
    if more == 0 {
        return;
    }
    let pawns = after.pieces[1 - position.turn.index()].pawns;
    for pawn in (0..64).filter(|square| pawns >> square & 1 == 1) {
        // The counts leave out a pawn put back on its own square, which LF-11 allows.
        for target in (0..64).filter(|target| *target != pawn) {
            relocations.push((point(pawn), point(target)));
            relocate(position, (card, from, to), relocations, more - 1, each);
            relocations.pop();
        }
    }
}

fn count(position: &LeFile, cards: &[Card], relocating: bool) -> u64 {
    let Some((card, rest)) = cards.split_first() else {
        return 1;
    };
    let mut sum = 0;
    each_ply(position, *card, relocating, &mut |after| sum += count(after, rest, relocating));
    sum
}

#[test]
fn the_numbers_of_sequences_of_plies() {
    for line in include_str!("../../../tests/cases/perft-lefile.jsonl").lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("a line is an object");
        let setup = setup::read(line["setup"].as_str().expect("a setup")).expect("a position");
        assert_eq!(setup::check(&setup), Ok(None));
        let position = setup::start(&Params { setup: Some(setup) });
        let card = |text: &serde_json::Value| {
            let mut scratch = Scratch::default();
            let text = format!("{} --", text.as_str().expect("a card"));
            match notation::read(&text, System::CARDS, &mut scratch) {
                Ok(Ply::Pass { card: Some(card) }) => card,
                other => panic!("{text}: {other:?}"),
            }
        };
        let cards: Vec<Card> = line["cards"].as_array().expect("cards").iter().map(card).collect();
        assert_eq!(Some(count(&position, &cards, false)), line["count_shifts"].as_u64(), "{line}");
        assert_eq!(Some(count(&position, &cards, true)), line["count"].as_u64(), "{line}");
    }
}

#[test]
fn plies_without_cards_are_counted_as_any_card_allows() {
    assert_eq!([1, 2].map(|depth| crate::game::perft(&LeFile::empty(), depth)), [128, 126 * 128]);
}

#[test]
fn a_ply_that_is_refused_changes_nothing_and_play_stays_sound() {
    let mut random = fastrand::Rng::with_seed(4);
    let mut refused = 0;
    for _ in 0..300 {
        let mut position = LeFile::empty();
        for _ in 0..400 {
            let mut point = || Point { column: random.u8(0..9), row: random.i16(0..9) };
            let (from, to, claims, relocations) = (point(), point(), [(point(), point())], [(point(), point())]);
            let value = random.u8(1..9);
            let mark = [Mark::Red, Mark::Black, Mark::Hearts][random.usize(0..3)];
            let card = random.bool().then_some(Card { value, mark });
            let draw = random.bool().then(|| [value, random.u8(1..9)].map(|value| Card { value, mark: Mark::None }));
            let few = |random: &mut fastrand::Rng| usize::from(random.u8(0..20) == 0);
            let ply = match random.u8(0..8) {
                0 => Ply::Pass { card },
                kind if kind < 4 && position.made < PLACEMENTS || kind == 7 => {
                    let piece = if random.bool() { Piece::Pawn } else { Piece::Rook };
                    Ply::Place { draw, piece, chosen: random.u8(0..8) == 0, at: from }
                }
                _ => Ply::Move {
                    card,
                    from,
                    to,
                    claims: &claims[..few(&mut random)],
                    relocations: &relocations[..few(&mut random)],
                },
            };
            let before = position.clone();
            if position.apply(ply, &mut Strict).is_err() {
                assert_eq!(position, before);
                refused += 1;
                continue;
            }
            assert_eq!(position.pieces[0].all() & position.pieces[1].all(), 0);
            for pieces in position.pieces {
                assert!(
                    pieces.pawns & pieces.rooks == 0
                        && pieces.pawns.count_ones() <= 6
                        && pieces.rooks.count_ones() <= 2
                );
            }
            if position.made != PLIES {
                // What play reaches can be set up again, but for the cards.
                let mut text = String::new();
                position.write_position(&mut text);
                let setup = setup::read(&text).expect("what is written is read");
                assert_eq!(setup::check(&setup), Ok(None), "{text}");
                let mut again = String::new();
                setup::start(&Params { setup: Some(setup) }).write_position(&mut again);
                assert_eq!(text, again);
            }
            if position.break_due() {
                assert_eq!(position.take_break(), Ok(()));
            }
        }
    }
    assert!(refused > 1000);
}

/// Each diagnostic names the rule that it rests on: codes of both phases rest on two.
#[test]
fn the_rule_of_a_code_is_that_of_its_phase() {
    let rule = |tags, movetext| {
        let report = one(tags, movetext);
        (report.diagnostics[0].code, report.diagnostics[0].rule.unwrap_or_default())
    };
    assert_eq!(rule("", "1. 22 Pb2, 22 P*c3; 2. 24 Pd2"), ("card-exhausted", "LF-6"));
    assert_eq!(rule(ROWS, "1. 3h c3-d4, 3h c6-d5"), ("card-exhausted", "LF-9"));
    assert_eq!(rule("", "1. 24 Pb4, 24 Rb4"), ("occupied", "LF-4"));
    assert_eq!(rule(ROWS, "1. 3b c3-d3"), ("occupied", "LF-7"));
    assert_eq!(rule(NEAR, "1. 1b d4-d3 =a3-d3 xa6-b6"), ("occupied", "LF-11"));
    assert_eq!(rule("[Cut \"7h 7c\"]", "1. 24 Pb4"), ("bad-tag", "LF-13"));
}

/// notation.md, 1: blanks alone part plies only in games whose plies hold none. The result ends a ply.
#[test]
fn only_a_comma_parts_two_plies() {
    assert_eq!(codes(&one("", "1. 24 Pb4 11 Pa1")), [("bad-move", Some(1))]);
    assert_eq!(codes(&one("", "24 Pb4\n11 Pa1")), [("bad-move", Some(1))]);
    assert_eq!(codes(&one("", "24 Pb4,\n11 Pa1")), []);
    assert_eq!(codes(&one("", "1. 24 Pb4, 11 Pa1 2. 33 Pc3 ( 33 Rc3 22 Pb2 )")), [("bad-move", Some(3))]);
    assert_eq!(codes(&one(NEAR, "1. 1b d4-d3 =a3-d3 Xa6-b6")), [("bad-move", Some(1))]);
    for result in ["draw", "White", "*", "1-0"] {
        let report = one("[Termination \"agreement\"]", &format!("1. 24 Pb4, 11 Pa1 {result}"));
        assert_eq!((codes(&report), report.plies), (vec![], 2), "{result}");
    }
    assert_eq!(codes(&one("", "1. 24 draw")), [("bad-move", Some(1))]);
    assert_eq!(codes(&one(ROWS, "1. 3 Black c3-c4, 5\tnero c6-c4")), [("occupied", Some(2))]);
    insta::assert_snapshot!(said(&one("", "1. 24 Pb4 11 Pa1 22 Pb2 33 Pc3")), @"bad-move: `24 Pb4 11 Pa1 22 Pb2 33 Pc3` is not a move in the notation cards | these are several plies: put a comma between them, `24 Pb4, 11 Pa1, 22 Pb2, …`");
    insta::assert_snapshot!(said(&one("", "1. 24 Pb4 which was bold")), @"bad-move: `24 Pb4 which was bold` is not a move in the notation cards | `24 Pb4` is a ply, but not with what follows: a comma ends it, and a remark stands in braces");
    insta::assert_snapshot!(said(&one(NEAR, "1. 1b d4-d3 =a3-d3 Xa6-a5")), @"bad-move: `1b d4-d3 =a3-d3 Xa6-a5` is not a move in the notation cards | a small x begins a relocation: write `1b d4-d3 =a3-d3 xa6-a5`");
}
