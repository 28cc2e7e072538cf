//! `validate --fix`: what needs no judgement is changed, and nothing else.

use std::process::{Command, Output};

/// Writes `text` to a file of its own, fixes it, and gives the file, its copy and what was said.
fn fixed(text: &[u8], arguments: &[&str]) -> (Vec<u8>, Option<Vec<u8>>, Output) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.txt");
    std::fs::write(&file, text).expect("a file");
    let mut command = Command::new(env!("CARGO_BIN_EXE_scoresheet"));
    let output = command.args(["validate", "--fix"]).args(arguments).arg("games.txt").current_dir(folder.path());
    let output = output.output().expect("the program runs");
    (std::fs::read(&file).expect("the file"), std::fs::read(folder.path().join("games.txt~")).ok(), output)
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("text")
}

const LENIENT: &str = "\
[Game \"forza4\"]
[White \"Ada\"]
[White \"Ada\"]

1. c e 3. c c 4. d d 5. b e 6. a


[Game \"forza4\"]

1. c,  zz

[Game \"forza4\"]

1. c, e";

#[test]
fn valid_records_become_canonical_and_others_stay() {
    let (now, copy, output) = fixed(LENIENT.as_bytes(), &[]);
    let wanted = "\
[Game \"forza4\"]
[Result \"White\"]
[White \"Ada\"]

1. c, e; 2. c, c; 3. d, d; 4. b, e; 5. a

[Game \"forza4\"]

1. c,  zz

[Game \"forza4\"]

1. c, e
";
    assert_eq!(text(&now), wanted);
    assert_eq!(copy.as_deref(), Some(LENIENT.as_bytes()));
    assert_eq!(
        text(&output.stderr),
        "games.txt: 2 records rewritten in canonical form (4 turn numbers corrected, 1 repeated tag removed, 1 result added)\n"
    );
    // What remains is told as ever.
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stdout).contains("3 records: 2 valid, 1 invalid"), "{}", text(&output.stdout));
    // A second time there is nothing to do, and the copy stays.
    let (again, copy, output) = fixed(&now, &[]);
    assert_eq!((again == now, copy, text(&output.stderr)), (true, None, ""));
}

#[test]
fn what_was_fixed_is_canonical() {
    for lenient in [
        "1. c,e \n",
        "1. c, e",
        "1. c, e\t\n \n\n",
        "1. c, e\n\n\n\n",
        "1. c,e\n \n\n[Game \"forza4\"]\n\n1. d\n\t\n",
        "1. c,e\n[Game \"forza4\"]\n\n1. d",
        "1. c, e [Game \"forza4\"]\n\n1. d\r\n",
    ] {
        let lenient = format!("[Game \"forza4\"]\n\n{lenient}");
        let (now, ..) = fixed(lenient.as_bytes(), &[]);
        let (again, copy, output) = fixed(&now, &["--strict"]);
        assert_eq!((again == now, copy), (true, None), "{lenient:?}");
        assert!(output.status.success(), "{lenient:?}: {}", text(&output.stdout));
        let records: Vec<&str> = text(&now).split("[Game \"forza4\"]\n\n").skip(1).collect();
        assert!(matches!(records[..], ["1. c, e\n"] | ["1. c, e\n\n", "1. d\n"]), "{lenient:?}: {records:?}");
    }
}

#[test]
fn blank_lines_before_the_first_record_stay() {
    let (now, copy, output) = fixed(b"\n \t\n\n[Game \"forza4\"]\n\n1. C e\n", &[]);
    assert_eq!(text(&now), "\n \t\n\n[Game \"forza4\"]\n\n1. c, e\n");
    assert!(copy.is_some() && output.status.success(), "{output:?}");
    // With a byte-order mark, and with the line ends of Windows, which no canonical text has.
    let (now, ..) = fixed(b"\xef\xbb\xbf\r\n\r\n[Game \"forza4\"]\r\n\r\n1. C e\r\n", &[]);
    assert_eq!(text(&now), "\u{feff}\n\n[Game \"forza4\"]\n\n1. c, e\n");
}

#[test]
fn a_tag_with_two_values_is_for_people_to_decide() {
    let doubtful = b"[Game \"forza4\"]\n[White \"Ada\"]\n[White \"Bea\"]\n\n1. c e\n";
    let (now, copy, output) = fixed(doubtful, &[]);
    assert_eq!((text(&now), copy, output.status.code()), (text(doubtful), None, Some(1)));
}

#[test]
fn no_copy_is_kept_if_none_is_wanted() {
    let (now, copy, _) = fixed(b"[Game \"forza4\"]\r\n\r\n1. C e\r\n\r\n", &["--no-backup"]);
    assert_eq!((text(&now), copy), ("[Game \"forza4\"]\n\n1. c, e\n", None));
}

#[test]
fn only_transcripts_are_fixed() {
    let list = Command::new(env!("CARGO_BIN_EXE_scoresheet"))
        .args(["validate", "--fix", "samples/gomoku/openings.lines", "--game", "gomoku"])
        .output()
        .expect("the program runs");
    assert_eq!(list.status.code(), Some(2));
    assert!(text(&list.stderr).contains("only transcripts are fixed"), "{}", text(&list.stderr));
    let piped = Command::new(env!("CARGO_BIN_EXE_scoresheet")).args(["validate", "--fix"]).output().expect("it runs");
    assert!(text(&piped.stderr).contains("name files"), "{}", text(&piped.stderr));
}

proptest::proptest! {
    /// Whatever a file holds, no verdict becomes worse and no record is lost.
    #[test]
    fn no_verdict_becomes_worse(pieces in proptest::collection::vec(proptest::sample::select(vec![
        "[Game \"forza4\"]\n", "[White \"A\"]\n", "[White \"A\"]\n", "\n", "1. c e ", "2. d, d; ", "7. b b ", "{x} ", "(a) ",
        "zz ", "# y\n", "\r\n", "\n\n[Game \"gomoku\"]\n\n", "h8, h9 ", "1-0 ", "é ",
    ]), 0..24)) {
        let before = pieces.concat();
        let (after, ..) = fixed(before.as_bytes(), &["--quiet"]);
        let verdicts = |text: &[u8]| -> Vec<(bool, u32)> {
            let reports = scoresheet::validate(text, "x", scoresheet::Defaults::default()).expect("a slice");
            reports.iter().map(|report| (report.valid, report.plies)).collect()
        };
        let (old, new) = (verdicts(before.as_bytes()), verdicts(&after));
        proptest::prop_assert_eq!(old.len(), new.len(), "{}", text(&after));
        for (old, new) in old.iter().zip(&new) {
            proptest::prop_assert!(new.0 >= old.0 && new.1 == old.1, "{}", text(&after));
        }
    }
}

/// A break within a variation stays, and what is written is in canonical form.
#[test]
fn breaks_of_variations_stay() {
    let head = "[Game \"plus4\"]\n[Variant \"manche\"]\n\n1. a, b; 2. a, b; 3. a, b; 4. c ";
    for variation in [
        "(4. a / 1. ..., c; 2. d, c)",
        "(4. a / 1. ..., c {so} (1. ..., d); 2. d, c)",
        "(4. a {end} / {again} 1. ..., c)",
        "(4. a /)",
    ] {
        let wanted = format!("{head}{variation}, d\n");
        // As people write it: without the numbers' blanks.
        for text in [wanted.clone(), wanted.replace(". ", ".").replace(", ", ",")] {
            let (written, ..) = fixed(text.as_bytes(), &[]);
            assert_eq!(String::from_utf8_lossy(&written), wanted, "{text}");
            // What is written is canonical: nothing is changed in it.
            let (again, ..) = fixed(&written, &["--strict"]);
            assert_eq!(again, written);
        }
    }
}

/// A comment may quote a tag.
#[test]
fn only_a_result_that_was_added_is_counted() {
    let (_, _, output) = fixed(b"[Game \"forza4\"]\n\n1. c e {he wrote [Result \"Red\"] here}\n", &[]);
    let said = [output.stdout, output.stderr].map(|said| String::from_utf8(said).expect("text")).concat();
    assert!(said.contains("1 record rewritten in canonical form\n"), "{said}");
}
