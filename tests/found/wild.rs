//! Files as programs in use write them, of which a reading was wrong once.

use std::path::Path;

use super::program;
use scoresheet::formats::{Format, Given};
use scoresheet::{Report, Target, records};

fn report(bytes: &[u8], name: &str) -> Report {
    let given = Given { file: Some(name.to_owned()), ..Given::default() };
    let mut reports: Vec<Report> =
        records(bytes).file(name).given(given).map(|record| record.expect("a slice can be read").report()).collect();
    assert_eq!(reports.len(), 1, "{name}");
    reports.remove(0)
}

fn guessed(report: &Report) -> Vec<(&str, &str)> {
    report.guessed.iter().map(|(name, value)| (&**name, &**value)).collect()
}

/// The code and the message of the first thing that is said.
fn first(report: &Report) -> (&str, &str) {
    report.diagnostics.first().map_or(("", ""), |said| (said.code, &said.message))
}

/// Its first versions wrote row and column from 0.
#[test]
fn moves_of_gctl_may_be_pairs_of_numbers() {
    let game = |keys: &str, moves: &str| {
        format!(
            "{{\"X\": {{\"player\": \"AI\"}}, \"O\": {{\"player\": \"human\"}}, \"radius\": 3, {keys}\"moves\": [{moves}]}}"
        )
    };
    let moves = "{\"X (AI)\": [7, 7], \"time_ms\": 1.5}, {\"O (human)\": [6, 8]}, {\"X (AI)\": [14, 0]}";
    let read = report(game("\"board_size\": 15, ", moves).as_bytes(), "x.json");
    assert!(read.valid, "{:?}", read.diagnostics);
    assert_eq!(read.moves, ["h8", "i9", "a1"]);
    assert_eq!(guessed(&read), []);
    let read = report(game("\"board_size\": 15, ", "{\"X (AI)\": [7]}").as_bytes(), "x.json");
    let error = read.first_error().expect("an error");
    assert_eq!((error.code, &*error.message), ("bad-syntax", "`[7]` is no point of the board"));
    // Without a size it is that of the last position, or else a guess.
    let rows = ["\". . . . . . . . .\""; 9].join(", ");
    let read = report(game(&format!("\"board_state\": [{rows}], "), "{\"X (AI)\": [8, 0]}").as_bytes(), "x.json");
    assert_eq!((read.moves, read.board.map(|size| size.to_string())), (vec!["a1".to_owned()], Some("9x9".to_owned())));
    let read = report(game("", "{\"X (AI)\": [18, 0]}").as_bytes(), "x.json");
    assert_eq!((guessed(&read), &*read.moves), (vec![("board", "19x19")], &["a1".to_owned()][..]));
    // The caller's size counts then, for the squares too.
    let text = game("", "{\"X (AI)\": [7, 7]}, {\"O (human)\": [6, 8]}");
    let arguments = ["--from", "gctl-json", "--board", "15x15"];
    let object = program::objects(&arguments, &text).remove(0);
    assert_eq!((&object["moves"], &object["guessed"]), (&serde_json::json!(["h8", "i9"]), &serde_json::Value::Null));
}

/// The first versions of Yixin wrote the number of their rule where the columns stand now.
#[test]
fn a_second_line_of_sav_may_be_a_rule() {
    for (rule, variant) in [(0, "freestyle"), (1, "standard"), (2, "renju")] {
        let read = report(format!("15\n{rule}\n2\n7 7\n6 8\n").as_bytes(), "x.sav");
        assert!(read.valid, "{rule}: {:?}", read.diagnostics);
        assert_eq!((read.variant, &*read.moves), (Some(variant), &["h8".to_owned(), "i9".to_owned()][..]));
        assert_eq!(guessed(&read), [("board", "15x15"), ("variant", variant)]);
    }
    let read = report(b"15\n4\n1\n7 7\n", "x.sav");
    assert_eq!(guessed(&read), [("board", "15x15"), ("variant", "standard")]);
    assert_eq!(first(&report(b"15\n28\n1\n7 7\n", "x.sav")).0, "bad-tag");
}

#[test]
fn text_of_other_programs_is_named() {
    let squares = ["b"; 40].join(",");
    for (text, what) in [
        (format!("{squares},x,o,win\n{squares},b,x,draw\n"), "the UCI data set of Connect Four"),
        ("BOARD\n10,10,1\n10,11,2\nDONE\n".to_owned(), "the Gomocup protocol"),
        ("START 20\nOK\nBEGIN\n10,10\n".to_owned(), "the Gomocup protocol"),
        ("TURN 7,7\nTURN 7,6\n".to_owned(), "the Gomocup protocol"),
        ("{[C5][甲][乙][先手胜][2017.07.29 合肥][2017 CCGC];B(J,10);W(K,9)}".to_owned(), "CCGC"),
        ("{C5;B(J,10);W(L,10)}".to_owned(), "CCGC"),
        ("{{C5}[甲][乙];B(J,10);W(L,10)}".to_owned(), "CCGC"),
    ] {
        for arguments in
            [&["validate", "--format", "concise"][..], &["validate", "--format", "concise", "--game", "gomoku"]]
        {
            let output = program::run(Path::new("."), arguments, text.as_bytes());
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(said.contains("error[unknown-format]") && said.contains(what), "{arguments:?} {text}: {said}");
        }
    }
    // Whatever the file is called.
    let uci = format!("{squares},x,o,win\n");
    assert_eq!(first(&report(uci.as_bytes(), "connect-4.csv")).0, "unknown-format");
    // Words that only look so.
    let remark = "{A1; my best game}\n[Game \"gomoku\"]\n\n1. h8, i9 {see ;B(J,1)}\n";
    let in_line = "{A1; my best game} [Game \"gomoku\"] 1. h8, i9 {see ;B(J,1)}\n";
    assert_ne!(first(&report(in_line.as_bytes(), "x.txt")).0, "unknown-format");
    for text in [remark, "[Game \"forza4\"]\n\n1. c {BOARD}\n", "{[C5]; our best game}\n[Game \"forza4\"]\n\n1. c, e\n"]
    {
        assert!(report(text.as_bytes(), "x.txt").valid, "{text}");
    }
}

#[test]
fn a_board_of_three_dimensions_is_another_game() {
    let read = report(b"(;FF[4]GM[4]SZ[9:9:9];B[eee];W[dee])", "x.sgf");
    assert_eq!(first(&read).0, "unknown-game");
    assert!(first(&read).1.contains("three dimensions"), "{}", first(&read).1);
    assert!(report(b"(;FF[4]GM[4]SZ[9:9];B[ee])", "x.sgf").valid);
}

/// The name of the game tells no variant, in whatever language; it is enough to tell the game from Go.
#[test]
fn rules_of_sgf_may_be_the_name_of_the_game() {
    for rules in ["Gomoku", "gomoku", "五子棋", "五目並べ"] {
        for (number, said) in [("GM[4]", "guessed"), ("", "guessed guessed")] {
            let read = report(format!("(;{number}SZ[19]RU[{rules}];B[hh])").as_bytes(), "x.sgf");
            let codes: Vec<_> = read.diagnostics.iter().map(|said| said.code).collect();
            assert_eq!((read.variant, &*codes.join(" ")), (Some("standard"), said), "{rules}: {:?}", read.diagnostics);
        }
    }
}

#[test]
fn variants_of_sgf_are_read_in_any_letters() {
    for (rules, variant) in [
        ("Free-style", "freestyle"),
        ("free style", "freestyle"),
        ("FREE_STYLE", "freestyle"),
        ("Freestyle-Gomoku", "freestyle"),
        ("Swap2, free style", "freestyle"),
        ("Ren-ju", "renju"),
    ] {
        let read = report(format!("(;GM[4]SZ[15]RU[{rules}];B[hh])").as_bytes(), "x.sgf");
        assert_eq!((read.variant, read.diagnostics.len()), (Some(variant), 0), "{rules}: {:?}", read.diagnostics);
    }
}

#[test]
fn results_of_sgf_are_read_in_old_and_new_characters() {
    for (result, wanted) in [
        ("黑胜", "Black"),
        ("黑勝", "Black"),
        ("白胜", "White"),
        ("白勝", "White"),
        ("和", "draw"),
        ("平局", "draw"),
        ("1/2", "draw"),
        ("1/2-1/2", "draw"),
    ] {
        let read = report(format!("(;GM[4]SZ[15]RE[{result}];B[hh];W[hi])").as_bytes(), "x.sgf");
        let told = read.tags.0.iter().find(|(name, _)| name == "Result").map(|(_, value)| &**value);
        assert_eq!((told, read.valid), (Some(wanted), true), "{result}: {:?}", read.diagnostics);
    }
}

/// The number after the names says why a program failed.
#[test]
fn codes_of_psq_are_written_back() {
    let five = "8,8,5\n1,1,5\n9,8,5\n1,3,5\n10,8,5\n1,5,5\n11,8,5\n1,7,5\n12,8,5\n";
    for (stones, code, kept) in
        [("8,8,5\n", 4, 4), ("8,8,5\n", 15, 15), (five, 9, 9), ("8,8,5\n", 1, 1), ("8,8,5\n", 0, -1)]
    {
        let text = format!("Piskvorky 15x15, 1:1, 0\n{stones}Ada\nBruno\n{code}\n");
        let given = || Given { file: Some("x.psq".to_owned()), ..Given::default() };
        let mut record = records(text.as_bytes()).file("x.psq").given(given());
        let record = record.next().expect("a record").expect("a slice can be read");
        let target = Target { format: Some(Format::PSQ), lossy: true, ..Target::default() };
        let written = record.convert_to_bytes(target).expect("it can be written");
        let written = String::from_utf8(written).expect("text");
        assert!(written.contains(&format!("\n{kept}\n")), "{code}: {written}");
        let [before, after] = [&text, &written].map(|text| report(text.as_bytes(), "x.psq"));
        assert_eq!(before.tags.get("Termination"), after.tags.get("Termination"));
    }
}

#[test]
fn identify_says_why_it_finds_nothing() {
    for (text, said) in [
        ("(;B[hh];W[ii];B[ig])", "nothing of it can be replayed: `scoresheet validate"),
        ("[Event \"x\"]\n\n{nothing}\n", "it has no plies"),
        ("*\n", "it has no plies"),
        ("[Event \"x\"]\n\n1/2-1/2\n", "it has no plies"),
        ("1. h8, qqq; 2. ---, 77x\n", "in no notation system can all plies be read"),
    ] {
        let output = program::run(Path::new("."), &["identify", "-"], text.as_bytes());
        let found = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(found.contains(said), "{text}: {found}");
    }
}
