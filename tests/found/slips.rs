//! Slips that people make: the help of the message says what was probably meant.

use super::program;
use scoresheet::{Defaults, System, validate};

/// The help of the first error in the one record of `text`.
fn help(text: &str) -> String {
    let reports = validate(text.as_bytes(), "slips.txt", Defaults::default()).expect("a slice can be read");
    let first = reports[0].diagnostics.first().expect("a fault");
    assert_eq!(first.code, "bad-move", "{text}");
    first.help.clone().expect("help")
}

#[test]
fn letters_are_told_from_digits() {
    for (word, meant) in [("jlO", "j10"), ("iI5", "i15"), ("kIl", "k11"), ("o1O", "o10")] {
        let text = format!("[Game \"gomoku\"]\n[Board \"15x15\"]\n[Notation \"squares\"]\n\n1. h8, {word}");
        let help = help(&text);
        assert!(help.contains(&format!("`{word}` looks like `{meant}`")), "{help}");
    }
}

#[test]
fn squares_of_halma_are_joined() {
    assert_eq!(help("[Game \"halma\"]\n\n1. b14 d12"), "join the squares of a ply with `-`: b14-d12");
}

#[test]
fn a_turn_number_ends_with_a_dot() {
    assert_eq!(help("[Game \"gomoku\"]\n\n1) d1, d2"), "a dot ends the number of a turn: write `1.`");
}

#[test]
fn a_sentence_before_the_moves_is_seen_as_one() {
    let sentence = "this looks like a sentence, not like moves: put it into braces, `{…}`";
    assert_eq!(help("[Game \"forza4\"]\n\nWe met on Sunday.\n\n1. c, d"), sentence);
    assert_ne!(help("[Game \"forza4\"]\n\n1. c, dx, e"), sentence);
}

#[test]
fn a_semicolon_between_the_plies_of_a_turn_is_named() {
    let found = faults("[Game \"forza4\"]\n\n1. c; e; 2. d, e\n");
    assert_eq!(found[0].0, "missing-ply");
    assert!(found[0].1.starts_with("if what follows is Red's ply, write a comma"), "{found:?}");
}

/// Every slip of a word, and what its help says to write. A text stands for movetext of `game`.
const SLIPS: [(&str, &str, &str); 71] = [
    ("forza4", "1: d d\n2: c e", "write `1.`"),
    ("forza4", "1- d d 2- c e", "write `1.`"),
    ("forza4", "1 d d\n2 c e", "write `1.`"),
    ("forza4", "1) d d 2) c e", "write `1.`"),
    ("forza4", "1. d, d; 2 c, e", "write `2.`"),
    // No turn with this number can begin there.
    ("gomoku", "1. h8, i9; 2. j10, 1k1", "the letter of the column comes first: `k11`"),
    ("lefile", "83 Pc8, 247Pd2", "a ply is written as a card or two"),
    ("forza4", "1. d, d; 2. c, e; 3.6 d, d", "`6` is a ply in the notation digits"),
    // The board has no such square.
    ("gomoku", "1. h8, k11l", "a ply is written as a square"),
    ("gomoku", "1. h8, 99h", "a ply is written as a square"),
    ("lefile", "1. a7 Pa7", "a capital letter names the ace: write `A7 Pa7`"),
    ("forza4", "1. c 1, e 1", "write it without a space: `c1`"),
    ("forza4", "1. d, d; 2. ｃ, e", "instead of those of full width: `c`"),
    ("forza4", "１．ｄ，ｄ", "instead of those of full width: `1.d,d`"),
    ("forza4", "1. d, с", "`с` has a letter of another alphabet: write `c`"),
    ("forza4", "1. d, ç", "`ç` has a letter with an accent: write `c`"),
    ("forza4", "1. d1 - d2", "a comma or a space parts plies, not `-`"),
    ("forza4", "1. d1 – d2", "a comma or a space parts plies, not `–`"),
    ("forza4", "ddce", "put a space or a comma between them, `d d c e`"),
    ("forza4", "ddceddcedd", "between them, `d d c e d d …`"),
    ("forza4", "1. d, d; 2. c, pass", "nobody may pass here"),
    ("forza4", "1. d, d; 2. c, Ada", "a remark stands in braces"),
    ("forza4", "1. d, d; 2. c, pawn", "a remark stands in braces"),
    ("forza4", "1. d, d (Ada), e", "a remark stands in braces"),
    ("gomoku", "H8-I8 H9-I9", "between them, `H8 I8`"),
    ("gomoku", "1. h8, [0:12]", "a remark stands in braces"),
    ("gomoku", "1. h8, \"good\"", "a remark stands in braces"),
    ("gomoku", "1. h8, h 9", "write a square without a space: `h9`"),
    ("gomoku", "1. h8, 9h", "the letter of the column comes first: `h9`"),
    ("gomoku", "1. h08, i08", "write `h8`"),
    ("gomoku", "1. h8, h0", "rows are counted from 1"),
    ("gomoku", "1. h8!!!, i8", "the annotations are"),
    ("gomoku", "1. h8, i8*", "put a space before it"),
    ("forza4", "1. c, d+", "write `d` without the `+`"),
    ("gomoku", "X: h8\nO: i8", "leave `X:` out"),
    ("gomoku", "7-7 8-7", "a comma parts column and row: write `7,7`"),
    ("halma", "1. b14 - d12, p3 - n5", "join the squares of a ply with `-`: b14-d12"),
    ("halma", "1. b14 -> d12", "join the squares of a ply with `-`: b14-d12"),
    ("halma", "1. b14 to d12", "join the squares of a ply with `-`: b14-d12"),
    ("halma", "1. b14/d12", "join the squares of a ply with `-`: b14-d12"),
    ("halma", "1. b14d12", "join the squares of a ply with `-`: b14-d12"),
    ("lefile", "1. 24 pb4", "a capital letter names a piece: write `24 Pb4`"),
    ("forza4", "1. d, d; 2. c, …", "write `...`"),
    ("forza4", "1. d, d; 2. c, ..", "write `...`"),
    ("forza4", "1. d,\u{a0}d", "a blank that does not part words (U+00A0) stands here: write `d`"),
    ("forza4", "1. d, d’", "an apostrophe (U+2019) stands here: write `d`"),
    ("halma", "1. e12\u{2011}f12", "another dash than `-` (U+2011) stands here: write `e12-f12`"),
    ("forza4", "1. d, d; 2. c, -", "`...` stands for a ply that is not there"),
    ("forza4", "1;d;d", "write `1.`"),
    ("forza4", "l. d, d", "write `1.`"),
    ("forza4", "1. {a {b} c} d", "comments do not stand within comments"),
    ("forza4", "1. d.d", "between them, `d d`"),
    ("forza4", "1. d, d; 2. c, pareggio", "write `draw`: a result is White, Red, draw or *"),
    ("forza4", "1. d, d; 2. c, 1 - 0", "write `White`"),
    ("lefile", "1. 24Pb4", "there is a space between the cards and the ply: write `24 Pb4`"),
    ("lefile", "1. 24, Pb4", "a comma ends a ply, and this is one ply: write `24 Pb4`"),
    ("gomoku", "1. j10, k10; 2. l10, swapm10", "write `swap m10`"),
    ("gomoku", "1. j10, k10; 2. l10, swap, m10", "write `swap m10`"),
    ("gomoku", "1h8 i9", "a dot ends the number of a turn: write `1. h8`"),
    ("halma", "1a13-c11", "write `1. a13-c11`"),
    ("forza4", "1 . c, e", "a dot ends the number of a turn: write `1.`"),
    ("forza4", "1. c . e", "a dot ends the number of a turn, `1.`; three dots"),
    ("forza4", "1. c 0:30, e 0:45", "a ply is written as a column letter"),
    ("forza4", "1. d (0:12), e (1:02:03.5)", "a remark stands in braces"),
    ("forza4", "1. d, e; 2… e", "write `2. ...`"),
    ("forza4", "1. d, e; 2…e", "write `2. ..., e`"),
    ("lefile", "1. 1-2 Pa2", "no sign stands between two cards: write `12 Pa2`"),
    ("gomoku", "1. h8, i9; 2. swap", "`swap` stands before the ply of the side that swaps"),
    ("lefile", "1. 24 P b4", "there is a space too many: write `24 Pb4`"),
    ("gomoku", "h8i9j8g7", "`h8 i9 j8 g7`; a list of such lines is read with --from lines"),
    (
        "forza4",
        "1. d, d; 2. c, d\u{ad}",
        "a hyphen that shows only at the end of a line (U+00AD) stands here: write `d`",
    ),
];

#[test]
fn a_slip_of_a_word_is_named_with_what_to_write() {
    for (game, movetext, wanted) in SLIPS {
        let help = help(&format!("[Game \"{game}\"]\n\n{movetext}\n"));
        assert!(help.contains(wanted), "{movetext}: {help}");
    }
}

/// Blanks between the squares of a ply make two words of it, and the second has no place in its turn.
#[test]
fn squares_of_halma_are_joined_beside_a_comma_too() {
    for movetext in ["1. a12-b11, p5 o6", "1. a12-b11, p5 o6; 2. b11-c10"] {
        assert_eq!(help(&format!("[Game \"halma\"]\n\n{movetext}")), "join the squares of a ply with `-`: p5-o6");
    }
    let found = faults("[Game \"halma\"]\n\n1. a12 b11, p5 o6\n");
    assert_eq!((found[0].0, found[1].0), ("bad-move", "not-played"));
    assert!(found[2].1.ends_with("join the squares of a ply with `-`: p5-o6"), "{found:?}");
}

/// In phase 2 pieces move: an example of phase 1 would lead astray.
#[test]
fn examples_of_le_file_fit_its_phase() {
    let start = "[Game \"lefile\"]\n[Setup \"8/8/pppppprr/8/8/PPPPPPRR/8/8 W 2 0:0 -:-\"]\n\n";
    assert_eq!(help(&format!("{start}1. 1r a3 a4")), "join the squares of a ply with `-`: 1r a3-a4");
    assert!(!help(&format!("{start}1. nothing")).contains("Pb4"));
    assert!(help("[Game \"lefile\"]\n\n1. nothing").contains("for instance 24 Pb4"));
}

/// A file of some formats holds one record, and `convert` writes one file: the help names a call that writes several.
#[test]
fn records_of_formats_that_hold_one_are_told_where_to_go() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = "[Game \"gomoku\"]\n[Board \"15x15\"]\n\n1. h8, i9\n\n";
    std::fs::write(folder.path().join("g.txt"), game.repeat(2)).expect("a file");
    let run = |arguments: &[&str]| super::program::run(folder.path(), arguments, b"");
    let told = String::from_utf8(run(&["convert", "--to", "pos", "g.txt"]).stderr).expect("text");
    assert!(
        told.contains("`scoresheet select FILE --to pos -o FOLDER/` gives each record a file of its own"),
        "{told}"
    );
    assert!(run(&["select", "g.txt", "--to", "pos", "-o", "out/"]).status.success());
    assert_eq!(std::fs::read_dir(folder.path().join("out")).expect("a folder").count(), 2);
}

/// Where digits are plies, they are no number of a turn.
#[test]
fn digits_that_run_together_are_no_turn() {
    assert!(!help("[Game \"forza4\"]\n[Notation \"digits\"]\n\n4435…").contains("`4435."));
}

/// The moves have no tag: neither a line `Mosse: d, e` nor what its help says may lose them.
#[test]
fn moves_stand_without_a_name() {
    let reports = |text: &str| {
        validate(text.as_bytes(), "slips.txt", Defaults::default()).expect("a slice can be read")[0].clone()
    };
    for line in ["Mosse: d e d e", "Moves: d e d e", "[Moves: d e d e]"] {
        let report = reports(&format!("[Game \"forza4\"]\n{line}\n"));
        let first = &report.diagnostics[0];
        assert_eq!(first.code, "bad-syntax", "{line}");
        let wanted = "moves stand on lines of their own below the tags, without a name: `d e d e`";
        assert_eq!(first.help.as_deref(), Some(wanted), "{line}");
    }
    let report = reports("[Game \"forza4\"]\n[Moves \"d e d e\"]\n");
    assert_eq!((report.valid, report.diagnostics.len(), report.diagnostics[0].code), (true, 1, "unknown-tag"));
    assert!(reports("[Game \"forza4\"]\n[Moves \"4\"]\n\n1. d e 2. d e\n").diagnostics.is_empty());
}

#[test]
fn a_star_after_a_ply_is_explained() {
    for (tags, movetext, wanted) in [
        ("[Game \"forza4\"]\n[Notation \"digits\"]", "43*", "put a space before it"),
        ("[Game \"plus4\"]\n[Notation \"squares\"]", "1. c1, d1*", "in the notation columns alone: `d*`"),
    ] {
        let help = help(&format!("{tags}\n\n{movetext}\n"));
        assert!(help.contains(wanted), "{movetext}: {help}");
    }
}

/// What an illegal ply is explained with, in the words of a record: its notation, its layout.
#[test]
fn an_illegal_ply_is_explained_in_the_words_of_its_record() {
    let first = |text: &str, defaults: Defaults| {
        let reports = validate(text.as_bytes(), "slips.txt", defaults).expect("a slice can be read");
        let is_error = |said: &&scoresheet::report::Located| said.severity == scoresheet::diagnostic::Severity::Error;
        reports[0].diagnostics.iter().find(is_error).expect("an error").clone()
    };
    for (text, code, wanted) in [
        ("[Game \"gomoku\"]\n[Notation \"go\"]\n\nK10 K10", "occupied", "where this ply is j10"),
        ("[Game \"gomoku\"]\n[Notation \"xy\"]\n\n9,9 19,0", "off-board", "where this ply is t19"),
        ("[Game \"gomoku\"]\n\nj10 t1", "off-board", "Go players leave the letter I out: [Notation \"go\"]"),
        ("[Game \"gomoku\"]\n\nj10 j99", "off-board", "rows 1 to 26 at most"),
        (
            "[Game \"lefile\"]\n[Setup \"8/8/pppppprr/8/3R4/PPP2PPP/7R/8 W 2 0:0 -:-\"]\n\n1. 1b d4-d3 =a3-d3 x a6-a5",
            "bad-move",
            "no blank stands after x and =: write `1b d4-d3 =a3-d3 xa6-a5`",
        ),
        ("[Game \"forza4\"]\n\n1. 2. c, e", "missing-ply", "a number without plies stands here"),
        ("[Game \"forza4\"]\n\n1. , e", "missing-ply", "write `...` in White's place and `[Starts \"Red\"]`"),
        ("[Game \"forza4\"]\n\n1. c, d White resigns", "bad-syntax", "write `Red`, and why in a tag, for instance"),
        ("[Game \"forza4\"]\n\n1. c, d; 2. c, d 0.5-0.5", "bad-move", "write `draw`"),
        ("[Game \"forza4\"]\n\n1. c, d; 10.pareggio", "bad-move", "write `draw`"),
        ("[Game \"forza4\"]\n\n1. c, d White Ada", "bad-syntax", "the result ends the movetext"),
        ("[Game \"forza4\"]\n[Setup \"7\"]\n[Board \"5x4\"]\n\nc", "bad-position", "5/5/5/2W2 R"),
    ] {
        let said = first(text, Defaults::default());
        let help = said.help.unwrap_or_default();
        assert_eq!((said.code, help.contains(wanted)), (code, true), "{text}: {help}");
    }
    let defaults = Defaults { notation: Some(System::SQUARES), ..Defaults::default() };
    let said = first("[Game \"halma\"]\n\nb14-d12", defaults);
    assert_eq!((said.code, &*said.message), ("bad-tag", "Halma cannot be written in the notation `squares`"));
}

/// A list has no place for `{[%stands]}`, and one whose lines end with CR is one line.
#[test]
fn lists_are_explained_as_lists() {
    let first =
        |text: &str| program::objects(&["--from", "lines", "--game", "forza4"], text)[0]["diagnostics"][0].clone();
    let over = first("c d c d c d c d\n");
    assert_eq!(over["code"], "after-end");
    let help = over["help"].as_str().expect("help");
    assert!(help.ends_with("a transcript can, with {[%stands]} after this ply"), "{help}");
    for list in ["c d\rc e\r", "#: [Game \"forza4\"]\rc d\r", "# remarks\rc d\r"] {
        let said = first(list);
        assert_eq!(said["message"], "lines that end with CR alone, as on old Macs, are not read", "{list:?}");
    }
    assert_eq!(first("c d\r\nc e\r"), serde_json::Value::Null);
}

#[test]
fn a_wrong_sign_in_a_diagram_is_named() {
    let said = |rows: &str| {
        let text = format!("[Game \"forza4\"]\n[Board \"4x4\"]\n\n{rows}\n");
        let reports = validate(text.as_bytes(), "slips.txt", Defaults::default()).expect("a slice can be read");
        let first = reports[0].diagnostics.first().expect("a fault");
        (first.code, first.message.clone(), first.line, first.column)
    };
    let neither = |sign: &str| format!("`{sign}` is neither a number nor `.`");
    assert_eq!(said(". . . .\n. . . .\n. x . .\n1 2 3 4"), ("diagram-shape", neither("x"), 6, 3));
    assert_eq!(said("- - - -\n- - - -\n- - - -\n1 2 3 4"), ("diagram-shape", neither("-"), 4, 1));
    let (code, message, line, column) = said(". . . .\n. . . .\n. . . .\n1 2 3 4 !");
    assert_eq!((code, line, column), ("diagram-shape", 7, 9));
    assert_eq!(message, "`!` has no place in a numbered diagram");
}

#[test]
fn a_letter_of_go_players_is_a_capital() {
    let help = help("[Game \"gomoku\"]\n[Notation \"go\"]\n\n1. H8, j9\n");
    assert!(help.contains("a capital letter names a column: write `J9`"), "{help}");
}

#[test]
fn a_word_that_is_no_slip_has_the_usual_help() {
    for word in ["h99x", "zz9", "%", "dx"] {
        assert_eq!(
            help(&format!("[Game \"gomoku\"]\n\n1. h8, {word}")),
            "a ply is written as a square, for instance c1",
            "{word}"
        );
    }
}

/// The code and the help of every fault of `text`.
fn faults(text: &str) -> Vec<(&'static str, String)> {
    let reports = validate(text.as_bytes(), "slips.txt", Defaults::default()).expect("a slice can be read");
    reports[0].diagnostics.iter().map(|fault| (fault.code, fault.help.clone().unwrap_or_default())).collect()
}

#[test]
fn a_tag_without_its_marks_is_shown_with_them() {
    for tag in ["[Game forza4]", "[Game: \"forza4\"]", "[Game = 'forza4']", "[Game “forza4”]", "[Game forza4"] {
        let faults = faults(&format!("{tag}\n\n1. c, d"));
        let quotes = if tag.contains('“') { ", with straight quotation marks, not “" } else { "" };
        let help = format!("a tag is written [Game \"forza4\"]{quotes}");
        assert!(faults.contains(&("bad-syntax", help)), "{tag}: {faults:?}");
    }
    // What cannot be told from a tag is not guessed.
    for line in ["[8,8] [9,8]", "[Game]", "[ \"x\"]"] {
        let faults = faults(&format!("{line}\n\n1. c, d"));
        assert!(
            faults.iter().any(|(_, help)| help.starts_with("a tag is written [Name \"value\"]")),
            "{line}: {faults:?}"
        );
    }
}

#[test]
fn what_people_write_for_a_result_is_understood() {
    let tags = "[Game \"forza4\"]\n[White \"Ada\"]\n[Red \"Bruno\"]\n";
    for (word, meant) in [
        ("patta", "draw"),
        ("unentschieden", "draw"),
        ("½-½", "draw"),
        ("½ - ½", "draw"),
        ("=", "draw"),
        ("Bianco", "White"),
        ("Rot", "Red"),
        ("1:0", "White"),
        ("0 - 1", "Red"),
    ] {
        let wanted = format!("write `{meant}`: a result is White, Red, draw or *");
        let found = faults(&format!("{tags}[Result \"{word}\"]\n\n1. c, e\n"));
        assert_eq!(found, [("bad-tag", wanted)], "{word}");
    }
    let found = faults(&format!("{tags}[Result \"won\"]\n\n1. c, e\n"));
    assert_eq!(found, [("bad-tag", "a result is White, Red, draw or *".to_owned())]);
    // Whoever is named may have changed colours (GM-11), so a name is no result.
    let (code, help) = faults(&format!("{tags}[Result \"Bruno\"]\n\n1. c, e\n")).remove(0);
    assert_eq!((code, &*help), ("bad-tag", "a result is White, Red, draw or *; `Bruno` is a player's name"));
    // Rossi, which means the Reds, plays White here.
    for (name, result) in [("Rossi", "Rossi"), ("Mario Rossi", "rossi"), ("A. Bianchi", "Bianchi")] {
        let (_, help) =
            faults(&format!("[Game \"forza4\"]\n[White \"{name}\"]\n[Result \"{result}\"]\n\n1. c, e\n")).remove(0);
        assert_eq!(help, format!("a result is White, Red, draw or *; `{result}` is a player's name"));
    }
    for word in ["pareggio", "1:0"] {
        let (code, help) = faults(&format!("{tags}\n1. c, e; 2. d, b {word}\n")).remove(0);
        assert!(code == "bad-syntax" && help.starts_with("write `") && help.contains("a result is"), "{word}: {help}");
    }
}

#[test]
fn what_lacks_or_stands_in_the_wrong_place_is_told() {
    let white_lacks = "if Red begins, write `[Starts \"Red\"]`; if the other side played twice";
    for (text, code, wanted) in [
        ("[Game \"forza4\"]\n\n1. ..., c; 2. e, c\n", "missing-ply", white_lacks),
        ("[Game \"forza4\"]\n\n1. c 2. e 3. c\n", "missing-ply", "if the other side played twice"),
        ("[Game \"halma\"]\n[Variant \"four\"]\n\n1. ..., ..., b2-c3\n", "missing-ply", "if Green begins, write"),
        // A word that is no ply is no ply of the wrong side either.
        ("[Game \"forza4\"]\n[Starts \"Red\"]\n\n1. zz9, c\n", "bad-move", "a ply is written as a column letter"),
        ("[Game \"forza4\"]\n[Starts \"Red\"]\n\n1. .c, e\n", "bad-move", "a ply is written as a column letter"),
        (
            "[Game \"forza4\"]\n[Starts \"Red\"]\n\n1. …, c\n",
            "bad-move",
            "three dots stand for a ply that is not there: write `...`",
        ),
        (
            "[Game \"forza4\"]\n\n1. c, e\n\u{feff}[Game \"forza4\"]\n\n1. c\n",
            "bad-syntax",
            "a byte-order mark stands here",
        ),
        (
            "[Game \"forza4\"]\n[Weiß \"Ada\"]\n\n1. c\n",
            "bad-syntax",
            "the name of a tag has letters from A to Z, digits, `_` and `-`; `Weiß` has others",
        ),
    ] {
        let (found, help) = faults(text).remove(0);
        assert_eq!(found, code, "{text}");
        assert!(help.starts_with(wanted), "{text}{help}");
    }
}

/// Labels without cells are no plies.
#[test]
fn a_diagram_whose_empty_cells_were_lost_is_a_diagram() {
    let found = faults("[Game \"forza4\"]\n\n6\t\t\n5\t\n4\t\t\n3\t\t4\n2\t3\t6\n1\t\t7\t1\t5\t2\n");
    assert_eq!(found[0].0, "diagram-shape", "{found:?}");
    assert!(
        faults("[Game \"forza4\"]\n\n3 5\n3 3\n4 4\n4 2\n1 1\n1 2\n").iter().all(|(code, _)| *code != "diagram-shape")
    );
}

#[test]
fn a_parenthesis_after_a_number_is_a_turn_number_and_not_a_variation() {
    let number = ("bad-syntax", "a dot ends the number of a turn: write `2.`".to_owned());
    assert!(faults("[Game \"forza4\"]\n\n1) d d 2) c e").contains(&number));
    let other = ("bad-syntax", "write a variation as ( … ) after the ply it replaces".to_owned());
    assert!(faults("[Game \"forza4\"]\n\n1. d) d").contains(&other));
}

#[test]
fn names_a_letter_away_are_offered() {
    for (text, wanted) in [
        ("[Game \"forca4\"]\n\nc d", "did you mean forza4? known games: "),
        ("[Game \"puisance 4\"]\n\nc d", "did you mean Puissance 4? known games: "),
        ("[Game \"chess\"]\n\nc d", "known games: forza4"),
        ("[Game \"gomoku\"]\n[Variant \"renjou\"]\n\nh8", "did you mean renju? its variants are "),
        ("[Game \"forza4\"]\n[Options \"equaliser\"]\n\nc d", "did you mean equalizer? its only option is equalizer"),
        ("[Game \"lefile\"]\n[Options \"swap\"]\n\n24 Pb4", "it has no options"),
    ] {
        let faults = faults(text);
        assert!(faults[0].1.starts_with(wanted), "{text}: {faults:?}");
    }
}

#[test]
fn lines_that_end_with_cr_alone_are_told() {
    let help = |text: &str| faults(text)[0].1.clone();
    let wanted = "the lines end with CR alone, as on old Macs: end them with LF";
    assert_eq!(help("[Game \"forza4\"]\r[Event \"x\"]\r\r1. c, d\r"), wanted);
    assert_eq!(help("[Game \"forza4\"] 1. c, d"), "write each tag on a line of its own");
    // A comment ends before the tag: else the file would be a comment and no more, and valid.
    assert_eq!(help("# The cup of 1994\r\r[Game \"forza4\"]\r[Event \"x\"]\r\r1. c, d\r"), wanted);
    assert!(faults("[Game \"forza4\"]\n\n1. c, d # a CR\r within a remark\n2. c, d\n").is_empty());
}

/// What would have been legal is true of the rules that hold, and the rule that is named is the one that is broken.
#[test]
fn help_and_rule_are_those_of_the_position() {
    let pro = "[Game \"gomoku\"]\n[Options \"pro\"]";
    let opening = "[Game \"renju\"]\n[Options \"opening-26\"]";
    let renju = "[Game \"renju\"]\n[Board \"9x9\"]\n[Setup \"9/9/9/9/2BBB1BB1/9/9/9/9 B\"]";
    let murray = "[Game \"gomoku\"]\n[Variant \"murray\"]\n[Board \"9x9\"]\n[Pieces \"5\"]";
    let halma = "[Game \"halma\"]\n[Variant \"8x8\"]\n[Notation \"ends\"]";
    for (tags, movetext, code, rule, wanted) in [
        (pro, "1. --", "pass-not-allowed", "C-3", "the first piece stands on j10"),
        (pro, "1. j10, a1; 2. a1", "occupied", "GM-2", "at least three columns or rows away from j10"),
        (opening, "1. a1", "pro-centre", "RJ-8", "the first piece stands on h8"),
        (opening, "1. --", "pass-not-allowed", "RJ-8", "the first three plies are pieces"),
        (opening, "1. h8, h8", "occupied", "GM-2", "one of the eight points next to h8"),
        (renju, "1. c5", "occupied", "GM-2", "any empty point is legal but f5"),
        (murray, "1. --", "pass-not-allowed", "GM-12", "only if it has no legal move"),
        // 35 plies are legal, two of them chains of jumps; twelve are named.
        (halma, "1. b7-d7, h4-g5; 2. --", "pass-not-allowed", "HA-5", "b6-c6 or 23 more"),
    ] {
        let object = &super::program::objects(&[], &format!("{tags}\n\n{movetext}\n"))[0];
        let said = &object["diagnostics"][0];
        assert_eq!((&said["code"], &said["rule"]), (&code.into(), &rule.into()), "{movetext}");
        let help = said["help"].as_str().expect("help");
        assert!(help.contains(wanted), "{tags} {movetext}: {help}");
    }
}

#[test]
fn a_tag_of_one_game_is_explained_in_any_capitals() {
    let explain = |name: &str| {
        let output = super::program::run(std::path::Path::new("."), &["explain", name], b"");
        [output.stdout, output.stderr].map(|said| String::from_utf8(said).expect("text")).concat()
    };
    assert!(explain("target").starts_with("Target: a tag of Plus 4"));
    assert!(explain("Trget").contains("did you mean Target?"));
    assert_eq!(explain("Select"), explain("select"));
}

/// A comment that marks a ply has no place within a diagram: the tag says the same.
#[test]
fn plies_that_stood_are_named_by_a_tag_where_a_diagram_has_no_place_for_comments() {
    let text = "[Game \"gomoku\"]\n[Board \"7x7\"]\n[Options \"double-three\"]\n\n\
        1. c3, a7; 2. d3, b7; 3. e5, c7; 4. e4, g1; 5. e3 {[%stands]}, g7\n";
    let folder = tempfile::tempdir().expect("a folder");
    let diagram = program::run(folder.path(), &["convert", "--to", "diagram", "-"], text.as_bytes());
    let written = String::from_utf8_lossy(&diagram.stdout).into_owned();
    assert!(written.contains("[Stands \"9\"]\n"), "{written}");
    let back = program::run(folder.path(), &["validate", "--format", "concise", "-"], &diagram.stdout);
    assert_eq!(back.status.code(), Some(0), "{}", String::from_utf8_lossy(&back.stdout));
    // A comment that says more is left out only if that is wished.
    let more = text.replace("[%stands]", "[%stands] oh");
    let call = ["convert", "--to", "diagram", "-"];
    assert_eq!(program::run(folder.path(), &call, more.as_bytes()).status.code(), Some(1));
    let lossy = program::run(folder.path(), &[&call[..], &["--lossy"]].concat(), more.as_bytes());
    assert_eq!(lossy.stdout, diagram.stdout);
}

/// No game has so many plies.
#[test]
fn a_number_that_no_ply_can_have_marks_none() {
    let object = &program::objects(&[], "[Game \"forza4\"]\n[Stands \"4294967296\"]\n\n1. c\n")[0];
    assert_eq!((&object["valid"], &object["diagnostics"][0]["code"]), (&true.into(), &"stands-unneeded".into()));
}

#[test]
fn letters_that_no_font_has_are_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let call = ["show", "--title", "\u{10fffe}", "-o", "a.png", "-"];
    let output = program::run(folder.path(), &call, b"[Game \"forza4\"]\n\n1. c\n");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("no font on this machine has"), "{said}");
}

#[test]
fn a_format_is_not_asked_for_a_notation_that_it_has_not() {
    let folder = tempfile::tempdir().expect("a folder");
    for (goal, is_written) in [
        ("csv,diagram", false),
        ("lines,diagram", false),
        ("psq,go", false),
        ("sgf,go", false),
        ("csv,go", true),
        ("lines,sgf", true),
    ] {
        let output = program::run(folder.path(), &["convert", "--to", goal, "-"], b"[Game \"gomoku\"]\n\n1. a1, a2\n");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(if is_written { 0 } else { 2 }), "{goal}: {said}");
        assert_eq!(said.contains("is not written in this notation"), !is_written, "{goal}: {said}");
    }
}

#[test]
fn what_a_turn_has_no_place_for_may_be_a_remark_or_another_game() {
    for (movetext, code, wanted) in [
        ("1. d, d Bruno thinks; 2. c", "bad-syntax", "`Bruno` is no ply: a remark stands in braces"),
        ("1. c, e; 2. c, e; 3. c, e; 4. d, a; 5. c; 6. d", "missing-ply", "the game had ended before this"),
    ] {
        let faults = faults(&format!("[Game \"forza4\"]\n\n{movetext}\n"));
        assert!(faults[0].0 == code && faults[0].1.contains(wanted), "{movetext}: {faults:?}");
    }
}

/// A row that is too large a number is no other row, wherever the ply is written again.
#[test]
fn a_row_that_no_board_has_stays_as_it_was_written() {
    let folder = tempfile::tempdir().expect("a folder");
    for (tags, ply) in [
        ("[Game \"halma\"]\n[Notation \"paths\"]", "a16-a99999"),
        ("[Game \"lefile\"]", "24 Pb4, 13 Pa40000"),
        ("[Game \"gomoku\"]", "h99999"),
        ("[Game \"plus4\"]\n[Notation \"squares\"]", "c99999"),
        ("[Game \"forza4\"]\n[Notation \"squares\"]", "c99999"),
    ] {
        let text = format!("{tags}\n[Termination \"illegal\"]\n\n{ply}\n");
        let told = &program::objects(&[], &text)[0];
        assert!(!told.to_string().replace("99999", "").contains("3276"), "{told}");
        let again = program::objects(&["--from", "jsonl"], &format!("{told}\n"));
        assert_eq!(program::said(&again[0]), program::said(told), "{ply}");
        let converted = program::run(folder.path(), &["convert", "--to", "transcript", "-"], text.as_bytes());
        let said = String::from_utf8_lossy(&converted.stderr);
        let last = ply.rsplit(", ").next().unwrap_or_default();
        assert!(converted.stdout.is_empty() && said.contains(&format!("cannot express `{last}`")), "{said}");
    }
}

/// The result that a line of a list claims is no part of the plies, so a report gives the line.
#[test]
fn the_result_of_a_line_is_read_back() {
    let calls = ["--from", "lines", "--game", "forza4", "--notation", "digits"];
    for line in ["123 0-1", "123 Ada Red", "3434343 White", "123"] {
        let told = &program::objects(&calls, &format!("{line}\n"))[0];
        assert_eq!(told.get("text").is_some(), line.contains(' '), "{told}");
        let again = &program::objects(&["--from", "jsonl"], &format!("{told}\n"))[0];
        assert_eq!(program::said(again), program::said(told), "{line}");
    }
}

#[test]
fn dashes_between_digits_are_one_too_many() {
    assert!(help("[Game \"forza4\"]\n[Notation \"digits\"]\n\n3-5-3\n").contains("leave the dashes out"));
}

/// The name of a side with a slip is told as other names are, even where the slip cannot be seen.
#[test]
fn the_side_that_was_meant_is_named() {
    for (tag, wanted) in [
        ("[Result \"Whte\"]", "did you mean White? a result is White, Red, draw or *"),
        ("[Result \"Whit\u{435}\"]", "did you mean White?"),
        ("[Result \"1-O\"]", "write `White`"),
        ("[Starts \"Whte\"]", "did you mean White? the sides are White, Red"),
    ] {
        let faults = faults(&format!("[Game \"forza4\"]\n{tag}\n\n1. c, d"));
        assert!(faults[0].0 == "bad-tag" && faults[0].1.contains(wanted), "{tag}: {faults:?}");
    }
}

/// Where a place of a turn is empty, a ply is missing: the turn has not too many.
#[test]
fn an_empty_place_before_the_last_ply_of_a_turn_is_a_missing_ply() {
    for (tags, movetext, ply) in
        [("", "1. c,, e; 2. d", 2), ("", "1. c, ..., e", 2), ("[Starts \"Red\"]\n", "1. ,, e; 2. d", 1)]
    {
        let text = format!("[Game \"forza4\"]\n{tags}\n{movetext}\n");
        let reports = validate(text.as_bytes(), "slips.txt", Defaults::default()).expect("a slice can be read");
        let first = &reports[0].diagnostics[0];
        assert_eq!((first.code, first.ply), ("missing-ply", Some(ply)), "{movetext}");
    }
    let faults = faults("[Game \"forza4\"]\n\n1. c,, e; 2. d\n");
    assert!(faults[0].1.starts_with("if this comma is one too many, delete it"), "{faults:?}");
}

/// How wide blanks are, and what comments stand between rows, changes no diagram.
#[test]
fn a_diagram_is_one_whatever_its_blanks() {
    let rows = [".  .  4  .  .  .  .", ".  .  3  6  .  .  .", "8  7  1  5  2  .  ."];
    for text in [
        rows.join("\n"),
        rows.join("\n").replace("  ", " "),
        rows.join("\n{a\n\n\nb}\n"),
        rows.join("\n").replace("  ", "\t"),
    ] {
        let text = format!("[Game \"forza4\"]\n\n{text}\n");
        let reports = validate(text.as_bytes(), "slips.txt", Defaults::default()).expect("a slice can be read");
        let codes: Vec<_> = reports[0].diagnostics.iter().map(|fault| fault.code).collect();
        assert_eq!((reports[0].notation, codes), (Some("diagram"), vec!["diagram-shape"]), "{text}");
    }
}

/// A row of a table that holds nothing but a result claims that, however it is spelt.
#[test]
fn a_row_of_a_result_alone_has_no_plies() {
    let rows = ["White", "RED", "Draw", "DRAW", "1\u{2013}0", "1-0", "*"];
    let text = rows.iter().map(|row| format!("{row}\n")).collect::<String>();
    for row in program::objects(&["--from", "csv", "--game", "forza4"], &format!("moves\n{text}")) {
        assert_eq!((&row["valid"], &row["plies"]), (&true.into(), &0.into()), "{row}");
    }
    // Columns may spell a word.
    for (plies, count) in [("cabbage", 7), ("red", 3)] {
        let given = ["--from", "csv", "--game", "forza4", "--board", "20x6"];
        let row = &program::objects(&given, &format!("moves\n{plies}\n"))[0];
        assert_eq!(row["plies"], count, "{row}");
    }
}

/// A name of a side with a point or a blank in it is a result, and O and l are digits in one.
#[test]
fn results_with_slips_are_understood() {
    for (result, wanted) in [("White.", "`White`"), ("Draw.", "`draw`"), ("1-O", "`White`"), ("O:1", "`Red`")] {
        let text = format!("[Game \"forza4\"]\n\n1. c, e; 2. c, {result}\n");
        let help = help(&text);
        assert!(help.starts_with(&format!("write {wanted}")), "{result}: {help}");
    }
}

/// Which number is due the turns tell, whatever numbers stand in variations and comments.
#[test]
fn the_number_that_is_due_is_that_of_the_line() {
    for movetext in [
        "1. d, d; 2. c, e (2. ..., a; 3. b); 3 d, d",
        "1. d, d; 2. c, e {see game 7.}; 3 d, d",
        "1. d, d; 1. c, e; 3 d, d",
    ] {
        let reports =
            validate(format!("[Game \"forza4\"]\n\n{movetext}\n").as_bytes(), "slips.txt", Defaults::default())
                .expect("a slice can be read");
        let first = reports[0].diagnostics.iter().find(|fault| fault.code == "bad-move").expect("a fault");
        assert_eq!(first.help.as_deref(), Some("a dot ends the number of a turn: write `3.`"), "{movetext}");
    }
}
