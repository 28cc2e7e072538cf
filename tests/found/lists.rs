//! Lists: which notation system they are in, their `#:` lines, their limits.

use scoresheet::audit::{Options, Products, Progress, ReportForm};
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

/// Remarks may stand above the first line of tags, as `select` leaves them there.
#[test]
fn a_list_is_recognised_below_remarks() {
    for above in ["# games of the club\n", "\n# games\n#\n\n", ""] {
        let objects = program::objects(&[], &format!("{above}#: [Game \"forza4\"]\n3354 Ada\n4444 Bea\n"));
        let plies: Vec<_> = objects.iter().map(|object| object["plies"].as_u64()).collect();
        assert_eq!(plies, [Some(4); 2], "{above}");
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

/// A bad line spoils no other: a 0 in one of them does not move the columns of all.
#[test]
fn a_zero_in_a_list_of_digits_is_a_bad_ply_of_its_line() {
    let (notations, valid, said) = list(&["--game", "forza4"], "4477\n1726354\n335430\n");
    assert_eq!((&*notations[0], valid), ("digits", vec![true, true, false]));
    assert_eq!(said, ["error bad-move 6"]);
    // Where no line speaks against it, all of them are counted from 0, which is told if most have no 0.
    let (notations, valid, said) = list(&["--game", "forza4"], "4466\n1626354\n335430\n");
    let few = vec!["note notation-ambiguous null".to_owned()];
    assert_eq!((&*notations[0], valid, said), ("digits0", vec![true; 3], few));
    let (notations, valid, said) = list(&["--game", "forza4"], "4406\n1626354\n335430\n");
    assert_eq!((&*notations[0], valid, said), ("digits0", vec![true; 3], vec![]));
    let table = "Game,moves\nforza4,4477\nforza4,1726354\nforza4,335430\n";
    let objects = program::objects(&["--from", "csv"], table);
    assert!(objects.iter().all(|object| object["notation"] == "digits"), "{objects:?}");
}

/// What the caller has said of the board is read back, also where the game cannot have it.
#[test]
fn a_board_that_the_game_cannot_have_is_read_back() {
    for (game, moves) in [("plus4", "1. a, b"), ("lefile", "1. 24 Pb4 Pb2")] {
        let record = format!("[Game \"{game}\"]\n\n{moves}\n");
        let [told] = &program::objects(&["--board", "7x7"], &record)[..] else { panic!("one record") };
        let [again] = &program::objects(&["--from", "jsonl"], &told.to_string())[..] else { panic!("one record") };
        let codes = |object: &serde_json::Value| {
            let said = object["diagnostics"].as_array().expect("a list").iter().map(|said| said["code"].clone());
            said.collect::<Vec<_>>()
        };
        assert_eq!((&told["valid"], codes(told)), (&again["valid"], codes(again)), "{game}");
        assert_eq!(told["valid"], false, "{game}");
    }
}

/// The line of tags above the games of a list is written again, so that it is not lost.
#[test]
fn a_list_with_a_line_of_tags_is_rewritten_in_place() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("x.lines");
    let convert = |text: &str| {
        std::fs::write(&file, text).expect("a file");
        let output =
            program::run(folder.path(), &["convert", "--to", "squares", "--in-place", "--no-backup", "x.lines"], b"");
        (output.status.code(), std::fs::read_to_string(&file).expect("the file"))
    };
    let list = "#: [Game \"forza4\"]\n33543\n44\n#: [Game \"gomoku\"]\nh8h9\n";
    let wanted = "#: [Game \"forza4\"] [Notation \"squares\"]\nc1c2e1d1c3\nd1d2\n#: [Game \"gomoku\"]\nh8h9\n";
    assert_eq!(convert(list), (Some(0), wanted.to_owned()));
    // A remark between the games would be lost.
    let remark = list.replacen("44\n", "# Roma\n44\n", 1);
    assert_eq!(convert(&remark), (Some(1), remark));
}

/// A transcript without tags would go on with the record that it is written behind.
#[test]
fn records_without_tags_are_not_written_after_others() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("1.txt", "[Game \"forza4\"]\n\n1. c, e\n"), ("2.txt", "1. d, d\n"), ("3.txt", "1. d, c\n")] {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let select = |arguments: &[&str]| {
        program::run(folder.path(), &[&["select", "--game", "forza4", "valid"], arguments].concat(), b"")
    };
    for files in [&["1.txt", "2.txt"][..], &["2.txt", "3.txt"]] {
        let output = select(files);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains("a record without tags"), "{said}");
    }
    // The first of all may have none, and in a folder each has a file.
    assert_eq!(select(&["2.txt", "1.txt"]).stdout, b"1. d, d\n\n[Game \"forza4\"]\n\n1. c, e\n");
    assert!(select(&["1.txt", "2.txt", "3.txt", "-o", "out/"]).status.success());
    assert_eq!(std::fs::read(folder.path().join("out/3.txt")).expect("a file"), b"1. d, c\n");
    let output = program::run(folder.path(), &["repair", "--game", "forza4", "--apply", "1.txt", "2.txt"], b"");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

/// A list has one notation system, which is found by reading it: games of a list of columns are none of a list of digits
/// unless that is said.
#[test]
fn games_of_lists_in_two_notation_systems_are_not_mixed() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("digits.lines", "#: [Game \"forza4\"]\n3344\n"),
        ("more.lines", "#: [Game \"forza4\"]\n1122\n"),
        ("columns.lines", "#: [Game \"forza4\"]\nccdd\n"),
        ("named.lines", "#: [Game \"forza4\"] [Notation \"columns\"]\nccdd\n"),
        ("digits.jsonl", "{\"Game\":\"forza4\",\"moves\":\"3344\"}\n"),
        ("columns.jsonl", "{\"Game\":\"forza4\",\"moves\":\"ccdd\"}\n"),
    ] {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let output = program::run(folder.path(), &["select", "valid", "digits.jsonl", "columns.jsonl"], b"");
    let said = String::from_utf8_lossy(&output.stderr);
    let wanted = "forza4 in digits and forza4 in columns cannot stand in one file";
    assert!(output.status.code() == Some(2) && said.contains(wanted), "{said}");
    // In a list the line above can name the system.
    let output = program::run(folder.path(), &["select", "valid", "digits.lines", "columns.lines"], b"");
    let named = "#: [Game \"forza4\"] [Notation \"columns\"]\nccdd\n";
    assert!(output.status.success() && output.stdout.ends_with(named.as_bytes()), "{output:?}");
    let read = program::run(folder.path(), &["validate", "--from", "lines", "-"], &output.stdout);
    assert!(String::from_utf8_lossy(&read.stdout).contains("2 records: 2 valid"), "{read:?}");
    // Moves in one text and moves in a list have each a system of their own.
    let keys = "{\"Game\":\"forza4\",\"moves\":\"3344\"}\n{\"Game\":\"forza4\",\"moves\":[\"c\",\"c\",\"d\"]}\n";
    std::fs::write(folder.path().join("keys.jsonl"), keys).expect("a file");
    let output = program::run(folder.path(), &["select", "valid", "keys.jsonl"], b"");
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stdout)), (Some(0), keys.into()));
    for other in ["more.lines", "named.lines"] {
        let output = program::run(folder.path(), &["select", "valid", "digits.lines", other], b"");
        assert!(output.status.success(), "{output:?}");
        let read = program::run(folder.path(), &["validate", "--from", "lines", "-"], &output.stdout);
        assert!(String::from_utf8_lossy(&read.stdout).contains("2 records: 2 valid"), "{read:?}");
    }
}

/// A game of a database names its players by number: a file of its own would say nothing of them.
#[test]
fn games_of_a_database_are_no_files_of_their_own() {
    let database = "<?xml version=\"1.0\"?>\n<database><players><player id=\"1\" name=\"Ada\"/></players>\n<games>\n\
        <game id=\"1\" black=\"1\"><move>h8</move></game>\n<game id=\"2\" black=\"1\"><move>h8</move></game>\n</games></database>\n";
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("x.rif"), database).expect("a file");
    let select =
        |arguments: &[&str]| program::run(folder.path(), &[&["select", "valid", "x.rif"], arguments].concat(), b"");
    for arguments in [&[][..], &["-o", "out/"]] {
        let output = select(arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(2) && said.contains("convert them with --to"), "{said}");
    }
    let output = select(&["--to", "transcript"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout).matches("[Black \"Ada\"]").count(), 2, "{output:?}");
}

/// One output holds one format, though SGF is for games of Gomoku alone.
#[test]
fn sgf_and_transcripts_are_not_written_to_one_file() {
    let [forza4, gomoku] = ["[Game \"forza4\"]\n\n1. d\n\n", "[Game \"gomoku\"]\n\n1. h8\n\n"];
    let folder = tempfile::tempdir().expect("a folder");
    for call in [&["convert", "--to", "sgf"][..], &["select", "valid", "--to", "sgf"]] {
        for text in [[forza4, gomoku].concat(), [gomoku, forza4, gomoku].concat()] {
            let output = program::run(folder.path(), call, text.as_bytes());
            let said = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{call:?}: {said}");
            assert!(said.contains("file"), "{said}");
        }
        let output = program::run(folder.path(), call, gomoku.repeat(2).as_bytes());
        assert_eq!(String::from_utf8_lossy(&output.stdout).matches("(;FF[4]").count(), 2);
        let output = program::run(folder.path(), call, forza4.repeat(2).as_bytes());
        assert_eq!(String::from_utf8_lossy(&output.stdout).matches("[Notation \"sgf\"]").count(), 2);
    }
    let whole = [["convert", "--to", "transcript"], ["--notation", "sgf", "-"]].concat();
    let output = program::run(folder.path(), &whole, [forza4, gomoku].concat().as_bytes());
    assert_eq!(String::from_utf8_lossy(&output.stdout).matches("[Notation \"sgf\"]").count(), 2);
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

/// The limit of a record's length holds for the lines of a list as well.
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
    let options = Options { defaults, chunk: text.len(), form: ReportForm::Nothing, jobs: 1, ..Options::default() };
    let products = Products { report: &mut Vec::new(), rejects: None, page: None };
    let feed = |feeder: &mut scoresheet::audit::Feeder<'_>| {
        let _ = feeder.input("list", Format::LINES, &mut text.as_bytes());
    };
    let summary = scoresheet::audit::run(&options, &Progress::default(), feed, products).expect("memory");
    assert_eq!(summary.tally.invalid, LINES);
}

/// Two games of two kinds, and what is wrong among them.
const TAGGED: &str = "# two kinds of games
#: [Game \"halma\"] [Variant \"8x8\"]
d8-e8 e1-d1 a quiet start
d8-e9
#: [Game \"forza4\"] [Board \"5x4\"] [Notation \"digits\"] [Event \"Cup\"]
3345 Ada - Bruno
33333
  #:
2345
";

#[test]
fn tags_hold_for_the_lines_below_them() {
    let objects = program::objects(&["--from", "lines"], TAGGED);
    let told: Vec<String> = objects
        .iter()
        .map(|object| format!("{} {} {} {}", object["line"], object["game"], object["plies"], object["tags"]))
        .collect();
    assert_eq!(
        told,
        [
            r#"3 "halma" 2 {"Game":"halma","Variant":"8x8"}"#,
            r#"4 "halma" 0 {"Game":"halma","Variant":"8x8"}"#,
            r#"6 "forza4" 4 {"Board":"5x4","Event":"Cup","Game":"forza4","Notation":"digits"}"#,
            r#"7 "forza4" 4 {"Board":"5x4","Event":"Cup","Game":"forza4","Notation":"digits"}"#,
            r#"9 null 0 {}"#,
        ]
    );
    let said: Vec<Vec<String>> = objects.iter().map(program::said).collect();
    assert_eq!(said[0], ["note notation-ambiguous null"; 0]);
    assert_eq!(said[1], ["error off-board 1"]);
    assert_eq!(said[2], [""; 0]);
    assert_eq!(said[3], ["error column-full 5"]);
    assert_eq!(said[4], ["error unknown-game null"]);
    // A place on the line of the game, and one on the empty line of tags above it.
    let full = &objects[3]["diagnostics"][0];
    assert_eq!((&full["line"], &full["column"]), (&7.into(), &5.into()));
    let at = TAGGED.find("33333").expect("the line") as u64 + 4;
    assert_eq!(full["span"], serde_json::json!([at, at + 1]));
    assert_eq!(objects[4]["diagnostics"][0]["line"], 8);
}

/// What the caller knows fills in what a line of tags leaves out.
#[test]
fn the_caller_gives_what_tags_lack() {
    let text = "33543\n#: [Board \"5x4\"]\n33543\n";
    let objects = program::objects(&["--from", "lines", "--game", "forza4", "--notation", "digits"], text);
    let boards: Vec<_> = objects.iter().map(|object| object["board"].as_str().expect("a board")).collect();
    assert_eq!(boards, ["7x6", "5x4"]);
    assert!(objects.iter().all(|object| object["valid"] == true));
}

/// No game is judged by rules that were not understood: what is wrong with a line of tags is said of every game below.
#[test]
fn a_bad_line_of_tags_is_told() {
    for (line, code, column, length) in [
        ("#: [Game \"forza4\"] [Board 5x4]", "bad-syntax", 20, 11),
        ("#: [Game \"forza4\"] on five columns", "bad-syntax", 20, 15),
        ("#: [Game \"forza4\"] # on five columns", "bad-syntax", 20, 17),
        ("#: [Game \"forza4\"] [Board \"5x99\"]", "bad-tag", 20, 14),
        ("\t#:[Game \"forza4\"] [Game \"halma\"]", "duplicate-tag", 20, 14),
        ("#: [Game \"forza4\"] [Variant \"x\"]", "bad-variant", 20, 13),
    ] {
        let text = format!("# a list\n{line}\ncec\nce\n");
        let objects = program::objects(&["--from", "lines"], &text);
        assert_eq!(objects.len(), 2);
        for object in objects {
            assert_eq!((&object["valid"], &object["game"]), (&false.into(), &"forza4".into()), "{line}");
            let said = &object["diagnostics"][0];
            assert_eq!((&said["code"], &said["line"], &said["column"]), (&code.into(), &2.into(), &column.into()));
            let start = 9 + column - 1;
            assert_eq!(said["span"], serde_json::json!([start, start + length]), "{line}");
            // A syntax error ends the replay before it begins, as in any record.
            assert_eq!(object["plies"] == 0, code != "bad-tag" && code != "duplicate-tag", "{line}");
        }
    }
    // One that is too long is skipped as any line is, and told of the games below it.
    let text = format!("cec\n#: [Game \"forza4\"] [Event \"{}\"]\nc\n#: [Game \"forza4\"]\nce\n", "x".repeat(90));
    let objects = program::objects(&["--from", "lines", "--game", "forza4", "--max-record", "80"], &text);
    let said: Vec<Vec<String>> = objects.iter().map(program::said).collect();
    assert_eq!(said[0], [""; 0]);
    assert_eq!(said[1], ["error record-too-long null"]);
    assert_eq!(said[2], ["error bad-syntax 1", "note not-played 1"]);
    assert_eq!(objects[2]["diagnostics"][0]["line"], 2);
    assert_eq!(said[3], [""; 0]);
    assert_eq!(objects[3]["tags"], serde_json::json!({"Game": "forza4"}));
}

/// Bytes that are no text set no tag.
#[test]
fn tags_hold_no_bytes_that_are_no_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = b"#: [Game \"forza4\"] [White \"Zo\xeb\"]\r\ncec\r\n";
    let output = program::run(folder.path(), &["validate", "--format", "json", "--from", "lines"], text);
    let object: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an object");
    assert_eq!(program::said(&object), ["error bad-encoding null", "note not-played 1"]);
    assert_eq!(object["diagnostics"][0]["span"], serde_json::json!([29, 30]));
    assert_eq!(object["tags"], serde_json::json!({"Game": "forza4"}));
}

/// One system holds for all games of a kind.
#[test]
fn each_game_of_a_list_has_its_system() {
    let text = "#: [Game \"forza4\"]\n33543\n3304\n#: [Game \"gomoku\"]\nh8h9\n#: [Game \"forza4\"]\n3354\n";
    let (notations, valid, _) = list(&[], text);
    assert_eq!(notations, ["digits0", "digits0", "squares", "digits0"]);
    assert_eq!(valid, [true; 4]);
    let named = text.replacen("\"forza4\"]\n3354\n", "\"forza4\"] [Notation \"digits\"]\n3354\n", 1);
    let (notations, ..) = list(&[], &named);
    assert_eq!(notations, ["digits0", "digits0", "squares", "digits"]);
}

/// The last word behind the moves is the result that the record claims, if it is one.
#[test]
fn a_result_after_the_moves_is_the_claim() {
    for (line, expected) in [
        ("343536 White", vec!["note result-unproven null"]),
        ("343536 *", vec![]),
        ("3435363 Ada - Bruno", vec![]),
        ("3435363 Ada - Bruno White", vec![]),
        ("3435363 Ada - Bruno 1-0", vec![]),
        ("3435363 Ada - Bruno 0-1", vec!["error result-mismatch null"]),
        ("414243 a game of White and Red", vec!["note result-unproven null"]),
        ("41424344 White", vec!["error after-end 8"]),
        ("4142434 White", vec![]),
        ("4142434 Red", vec!["error result-mismatch null"]),
        ("4142434 Red wins", vec![]),
        ("414243 draw", vec!["note result-unproven null"]),
    ] {
        let text = format!("{line}\n4142434\n");
        let (_, _, said) = list(&["--game", "forza4", "--notation", "digits"], &text);
        assert_eq!(said, expected, "{line}");
        let summary = audited(&["--game", "forza4", "--notation", "digits"], &text);
        let errors = expected.iter().filter(|said| said.starts_with("error")).count();
        assert_eq!(summary["diagnostics"]["errors"], errors, "{line}");
        assert_eq!(summary["diagnostics"]["notes"], expected.len() - errors, "{line}");
    }
}

/// What `convert --to lines` writes of a transcript and says of it, and how it ends.
fn listed(arguments: &[&str], text: &str) -> (String, String, Option<i32>) {
    let folder = tempfile::tempdir().expect("a folder");
    let output = program::run(folder.path(), &[&["convert", "--to", "lines"], arguments].concat(), text.as_bytes());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn lists_say_by_which_rules_their_games_are_played() {
    let text = "[Game \"halma\"]\n[Variant \"8x8\"]\n\n1. d8-e8 e1-d1\n\n\
        [Game \"halma\"]\n[Variant \"8x8\"]\n[White \"Ada\"]\n\n1. d8-e8\n\n\
        [Game \"forza4\"]\n[White \"Ada\"]\n[Red \"Bruno\"]\n[Notation \"digits\"]\n\n3435363\n\n\
        [Game \"forza4\"]\n[Red \"Bruno\"]\n[Notation \"digits\"]\n\n34 {a short  game\nfor the press} *\n\n\
        [Game \"forza4\"]\n[Red \"White\"]\n[Result \"Red\"]\n[Termination \"time\"]\n\n1. c, d\n\n\
        [Game \"forza4\"]\n[Red \"Mr White\"]\n\n1. c, d\n";
    let (list, said, status) = listed(&[], text);
    assert_eq!(
        list,
        "#: [Game \"halma\"] [Variant \"8x8\"]\nd8-e8 e1-d1\nd8-e8 Ada - ?\n\
         #: [Game \"forza4\"] [Notation \"digits\"]\n3435363 Ada - Bruno White\n34 ? - Bruno a short game for the press *\n\
         #: [Game \"forza4\"] [Termination \"time\"]\ncd ? - White Red\n\
         #: [Game \"forza4\"]\ncd ? - Mr White *\n"
    );
    assert_eq!((said.as_str(), status), ("", Some(0)));
    let objects = program::objects(&["--from", "lines"], &list);
    assert!(objects.len() == 6 && objects.iter().all(|object| object["valid"] == true));
}

/// What a list cannot hold and what means nothing is told, and the game is written.
#[test]
fn lists_tell_which_tags_they_lose() {
    let text = "[Game \"forza4\"]\n[Event \"Cup\"]\n[White \"Ada\"]\n[Round \"2\"]\n\n1. c, d {a}\n\n\
        [Game \"forza4\"]\n\n1. c, d (e)\n";
    let (list, said, status) = listed(&[], text);
    assert_eq!((list.as_str(), status), ("#: [Game \"forza4\"]\ncd Ada - ? a\n", Some(1)));
    assert!(said.contains("warning[not-representable]: a list has no place for the tags Event, Round"), "{said}");
    assert!(said.contains("error[not-representable]") && said.contains("1 record not written"), "{said}");
    let (_, said, status) = listed(&[], text.split("\n\n[").next().expect("the first record"));
    assert_eq!((said.matches("not-representable").count(), status), (1, Some(0)), "{said}");
}

/// What the caller knows of the records is said by the list itself.
#[test]
fn a_list_stands_alone() {
    let (list, ..) = listed(&["--game", "forza4", "--board", "5x4", "--starts", "Red"], "1. ..., c; 2. d, e\n");
    assert_eq!(list, "#: [Game \"forza4\"] [Board \"5x4\"] [Starts \"Red\"]\ncde\n");
    let (again, said, _) = listed(&["--from", "lines"], &list);
    assert_eq!((again, said.as_str()), (list, ""));
}

/// What is the same in a record and in the line of a list that was made of it: plies, outcome, verdict, tags with a
/// meaning.
fn gist(report: &scoresheet::Report) -> String {
    let kept = |name: &str| scoresheet::record::MEANINGFUL.contains(&name) && name != "Result";
    // A list holds no diagrams: their games are written in the default system.
    let tags: std::collections::BTreeMap<_, _> =
        report.tags.0.iter().filter(|(name, value)| kept(name) && value != "diagram").cloned().collect();
    let outcome = serde_json::to_string(&report.outcome).expect("JSON");
    format!("{:?} {outcome} {} {:?} {:?}", report.moves, report.valid, tags, report.position)
}

/// Makes a list of every record of a transcript that one can be made of, and holds its lines against the records.
fn there_and_back(text: &[u8]) -> usize {
    let mut records = scoresheet::formats::transcript::Transcripts::new(text, 1 << 24).expect("a slice can be read");
    let target = scoresheet::Target { format: Some(Format::LINES), ..Default::default() };
    let mut converter = scoresheet::Converter::new(target);
    let mut checker = scoresheet::Checker::new(Defaults::default());
    let (mut list, mut expected) = (Vec::new(), Vec::new());
    while let Some(record) = scoresheet::formats::Records::next(&mut records).expect("a slice can be read") {
        let report = scoresheet::report("list", &record, &mut checker);
        let before = list.len();
        if converter.record(&record, &mut checker, &mut (), &mut list).is_written() {
            let added = std::str::from_utf8(&list[before..]).expect("a list is text").trim_end();
            let (_, line) = added.rsplit_once('\n').unwrap_or(("", added));
            expected.push((gist(&report), report.tags.clone(), line.to_owned()));
        } else {
            assert_eq!(list.len(), before, "what is not written leaves nothing");
        }
    }
    let mut reader = scoresheet::Checker::new(Defaults::default());
    let mut lines = scoresheet::input::records(&list[..], Format::LINES, 1 << 24, &mut reader).expect("a slice");
    for (gist_before, tags, line) in &expected {
        let record = lines.next().expect("a slice can be read").expect("a line for every record");
        let report = scoresheet::report("list", &record, &mut reader);
        // A converter may name what the record had left open; it never changes what stood there.
        let mut report = report;
        report.tags.0.retain(|(name, _)| tags.0.iter().any(|(known, value)| known == name && value != "diagram"));
        assert_eq!(&gist(&report), gist_before, "{line}");
    }
    assert!(lines.next().expect("a slice can be read").is_none());
    expected.len()
}

#[test]
fn samples_survive_a_list() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let (mut folders, mut all) = (vec![root], 0);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("the samples") {
            let path = entry.expect("a file").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "txt") {
                all += there_and_back(&std::fs::read(&path).expect("the sample can be read"));
            }
        }
    }
    assert!(all > 50, "{all} records were written");
}

#[test]
fn random_games_survive_a_list() {
    let mut rng = fastrand::Rng::with_seed(8);
    let mut text = String::new();
    let tags: [&[&str]; 6] = [
        &["Board \"5x4\"", "Board \"7x6\""],
        &["Starts \"Red\"", "Starts \"White\""],
        &["Notation \"columns\"", "Notation \"digits\"", "Notation \"squares\"", "Notation \"sgf\""],
        &["Result \"White\"", "Result \"*\"", "Result \"1/2-1/2\"", "Result \"Red\""],
        &["Termination \"time\"", "Termination \"it rained\"", "Termination \"\\\"\\\\\""],
        &["White \"Ada\"", "White \"Mr Red\"", "Red \"draw\"", "Event \"Cup\""],
    ];
    for _ in 0..400 {
        text.push_str("[Game \"forza4\"]\n");
        for values in tags {
            if let Some(tag) = values.get(rng.usize(..values.len() + 2)) {
                text.push_str(&format!("[{tag}]\n"));
            }
        }
        let system = text.rsplit_once("[Game").expect("tags").1;
        let plies = rng.usize(1..9);
        let plies: Vec<String> = (0..plies)
            .map(|ply| {
                let column = rng.u8(..if ply < 4 { 5 } else { 3 });
                let letter = char::from(b'a' + column);
                match system {
                    system if system.contains("\"digits") => (column + 1).to_string(),
                    system if system.contains("\"squares") => format!("{letter}{}", 1 + ply / 4),
                    system if system.contains("\"sgf") => format!("{letter}f"),
                    _ => letter.to_string(),
                }
            })
            .collect();
        text.push_str(&format!("\n{}{}\n\n", plies.join(" "), ["", "", " *", " {a b}", " {White}"][rng.usize(..5)]));
    }
    let written = there_and_back(text.as_bytes());
    assert!(written > 50, "{written} records were written");
}

/// Every byte of a list is accounted for, also those behind its last game where a line was too long to find a cut.
#[test]
fn remarks_at_the_end_of_a_list_are_counted() {
    let text = format!("33543\n# {}\n33543\n# the end\n\n", "x".repeat(100));
    let defaults = Defaults { game: Some("forza4".to_owned()), ..Defaults::default() };
    let options =
        Options { defaults, chunk: 6, max_record: 20, form: ReportForm::Nothing, jobs: 1, ..Options::default() };
    let products = Products { report: &mut Vec::new(), rejects: None, page: None };
    let feed = |feeder: &mut scoresheet::audit::Feeder<'_>| {
        let _ = feeder.input("list", Format::LINES, &mut text.as_bytes());
    };
    let summary = scoresheet::audit::run(&options, &Progress::default(), feed, products).expect("memory");
    assert_eq!((summary.bytes, summary.balances()), (text.len() as u64, true));
}

/// A ply without cards behind one with cards is a ply of its own, and neither is lost.
#[test]
fn plies_of_le_file_with_and_without_cards_follow_each_other() {
    for (line, plies, codes) in [
        ("Pb4 22 Pb7 Pc3", 1, &["not-drawn"][..]),
        ("24 Pb4 22 Pb7 -- 33 Pc3", 1, &["not-drawn"]),
        ("Pb4 22 Pb2 Pb2", 2, &["occupied"]),
        ("24 Pb4 Pb2 33 Pc3", 3, &[]),
        ("24 Pb4 Ada - Kai", 1, &[]),
    ] {
        let objects = program::objects(&["--game", "lefile", "--from", "lines"], &format!("{line}\n"));
        let said = objects[0]["diagnostics"].as_array().expect("a list").iter();
        let errors: Vec<_> = said.filter(|said| said["severity"] == "error").map(|said| said["code"].clone()).collect();
        assert_eq!(
            (objects[0]["plies"].clone(), errors),
            (plies.into(), codes.iter().map(|code| (*code).into()).collect()),
            "{line}"
        );
    }
}

/// What a call writes of `text` on standard input.
fn converted(arguments: &[&str], text: &str) -> String {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = program::run(here, &[&["convert"], arguments, &["-"]].concat(), text.as_bytes());
    String::from_utf8(output.stdout).expect("output is text")
}

#[test]
fn a_tag_in_any_capitals_keeps_its_meaning() {
    let text = "[Game \"forza4\"]\n[board \"4x4\"]\n[starts \"Red\"]\n[white \"Ada\"]\n[result \"*\"]\n\na, b; d, d\n";
    let list = converted(&["--to", "lines"], text);
    assert_eq!(list, "#: [Game \"forza4\"] [Board \"4x4\"] [Starts \"Red\"]\nabdd Ada - ? *\n");
    let read = |arguments: &[&str], text: &str| program::objects(arguments, text).remove(0);
    assert_eq!(read(&["--from", "lines"], &list)["position"], read(&[], text)["position"]);
}

/// Comments alone would belong to the next record.
#[test]
fn a_turn_without_plies_keeps_its_number() {
    for (game, movetext) in
        [("forza4", "1. {nobody came}"), ("gomoku", "1. # nobody came"), ("forza4", "; {nobody came}")]
    {
        let text = format!("[Game \"{game}\"]\n\n{movetext}\n\n[Game \"{game}\"]\n\n1. a1\n");
        let once = converted(&["--to", "transcript"], &text);
        assert_eq!(once.lines().nth(2), Some("1. {nobody came}"), "{once}");
        assert_eq!(converted(&["--to", "transcript"], &once), once);
        assert!(program::objects(&["--strict"], &once).iter().all(|record| record["valid"] == true), "{once}");
    }
}

/// A diagram has room for comments before and behind it, and for nothing between its plies.
#[test]
fn what_a_diagram_has_no_place_for_may_be_left_out() {
    let text = "[Game \"forza4\"]\n\n{start} 1. c! {in}, e (d {in}, e (d)); 2. c (d) {end}\n";
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let call = |arguments: &[&str]| program::run(here, arguments, text.as_bytes());
    let refused = call(&["convert", "--to", "diagram", "-"]);
    assert_eq!((refused.status.code(), refused.stdout.len()), (Some(1), 0));
    let written = call(&["convert", "--lossy", "--to", "diagram", "-"]);
    let (diagram, told) = [written.stdout, written.stderr].map(|bytes| String::from_utf8(bytes).expect("text")).into();
    assert!(diagram.contains("{start}\n6  .") && diagram.ends_with("   a  b  c  d  e  f  g\n{end}\n"), "{diagram}");
    let notes: Vec<_> = told.lines().filter_map(|line| line.strip_prefix("note[dropped]: ")?.split_once(':')).collect();
    let what: Vec<_> = notes.iter().map(|(what, _)| *what).collect();
    assert_eq!(what, ["1 annotation", "1 comment", "2 variations"], "{told}");
    assert_eq!(program::objects(&[], &diagram)[0]["moves"], serde_json::json!(["c", "e", "c"]));
}

/// Names of formats have no capitals of their own, and `sgf` is the format in any.
#[test]
fn formats_are_named_in_any_capitals() {
    let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let record = b"[Game \"gomoku\"]\n\n1. h8, i8\n";
    let of = |format: &str| super::program::run(here, &["convert", "--to", format, "-"], record).stdout;
    assert_eq!(of("SGF"), of("sgf"));
    assert_eq!(of("JsonL"), of("jsonl"));
}
