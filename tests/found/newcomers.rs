//! What people type in their first hour, and what the program answers: each answer says what to do.

use std::fs;
use std::path::Path;

use super::program::run;

/// Files of a club's secretary.
const FILES: [(&str, &str); 10] = [
    ("games.txt", "[Game \"forza4\"]\r\n\r\n1. c, e; 2. c, c; 3. d, d\r\n"),
    ("word.txt", "[Game “forza4”]\n\nc e\n"),
    ("mixed.txt", "[Game \"forza4\"]\n\n1. d1 e1\n2. d e2\n"),
    ("digit.txt", "[Game \"forza4\"]\n\n1. d, e; 2. 3, c; 3. d, d\n"),
    ("shout.txt", "[Game \"forza4\"]\n\n1.c,e;2.c,c;3.d,d;4.b,e;5.a White wins!\n"),
    ("letter.rtf", "{\\rtf1\\ansi\\deff0 {\\b Game 1}\\par 1. c, e; 2. c, c\\par}"),
    ("letter.fodt", "<?xml version=\"1.0\"?>\n<office:document xmlns:office=\"urn:oasis\">1. c</office:document>"),
    ("title.csv", "Club championship 2024,,,\r\n,,,\r\nRound,White,Red,Moves\r\n1,Anna,Bob,c e c c\r\n"),
    ("names.csv", "Round,,White,Red\n1,,Anna,Bob\n"),
    ("archive/round-1.txt", "[Game \"forza4\"]\n\nc e\n"),
];

/// Everything that the program says of a call, and its exit status.
fn told(folder: &Path, call: &[&str]) -> (Option<i32>, String) {
    let output = run(folder, call, b"");
    let texts = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(texts).expect("output is text"))
}

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("archive")).expect("a folder");
    for (name, text) in FILES {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

/// A call, its exit status, and what stands in the answer.
const CALLS: [(&[&str], i32, &str); 55] = [
    // What the program itself says is explained.
    (&["explain", "misread"], 0, "misread: a kind of repair"),
    (&["explain", "resignation"], 0, "Termination: a tag of every game"),
    // What a word processor writes, and a folder where one file is written.
    (&["validate", "word.txt"], 1, "with straight quotation marks, not “"),
    (&["identify", "games.txt", "--write", "-o", "new/"], 2, "-o names the folder new/; name a file in it"),
    (&["collate", "games.txt", "mixed.txt", "-o", "new/"], 2, "-o names the folder new/; name a file in it"),
    // Files that are not there.
    (&["game.txt"], 2, "scoresheet: game.txt: there is no such file or folder; did you mean games.txt?"),
    (&["games.csv"], 2, "there is no such file or folder; did you mean games.txt?"),
    (&["digit"], 2, "tip: did you mean digit.txt?"),
    (&["nothing.txt"], 2, "scoresheet: nothing.txt: there is no such file or folder\n"),
    (&["validate", "game.txt"], 2, "did you mean games.txt?"),
    (&["repair", "game.txt"], 2, "did you mean games.txt?"),
    (&["identify", "game.txt"], 2, "did you mean games.txt?"),
    (&["show", "game.txt"], 2, "did you mean games.txt?"),
    (&["convert", "game.txt", "--to", "squares"], 2, "did you mean games.txt?"),
    (&["collate", "games.txt", "game.txt"], 2, "did you mean games.txt?"),
    (&["tree", "game.txt"], 2, "did you mean games.txt?"),
    (&["audit", "archives"], 2, "there is no such file or folder; did you mean archive?"),
    (&["audit", "archives/2024"], 2, "there is no folder archives; did you mean archive?"),
    (&["audit", "archive", "--baseline", "known.json"], 2, "known.json: there is no such file or folder"),
    (&["audit", "--merge", "part.json"], 2, "part.json: there is no such file or folder"),
    (
        &["repair", "mixed.txt", "--confusions", "game.txt"],
        2,
        "game.txt: there is no such file or folder; did you mean",
    ),
    (&["convert", "games.txt", "--names", "title.txt", "--to", "squares"], 2, "did you mean title.csv?"),
    // Commands of other programs.
    (&["check", "games.txt"], 2, "tip: `scoresheet validate` does that, see `scoresheet help validate`"),
    (&["fix", "games.txt"], 2, "tip: `scoresheet repair` does that"),
    (&["page", "games.txt"], 2, "tip: `scoresheet show` does that"),
    (&["search", "games.txt"], 2, "tip: `scoresheet select` does that"),
    (&["export", "games.txt"], 2, "tip: `scoresheet convert` does that"),
    (&["stats", "archive"], 2, "tip: `scoresheet audit` does that"),
    (&["merge", "games.txt"], 2, "tip: `scoresheet collate` does that"),
    (&["vaildate", "games.txt"], 2, "tip: a similar subcommand exists: 'validate'"),
    // Options that are values of others, or lack.
    (&["show", "games.txt", "--html"], 2, "tip: `--as html`"),
    (&["show", "games.txt", "--svg"], 2, "tip: `--as svg`"),
    (&["validate", "--json", "games.txt"], 2, "tip: `--format json`"),
    (&["convert", "games.txt", "--csv"], 2, "tip: `--to csv`"),
    (&["convert", "games.txt", "--squares"], 2, "tip: `--to squares`"),
    (&["audit", "archive", "--sarif"], 2, "tip: `--format sarif`"),
    (&["repair", "--aply", "games.txt"], 2, "tip: a similar argument exists: '--apply'"),
    (&["convert", "games.txt"], 2, "tip: for instance `scoresheet convert --to squares games.txt`"),
    (&["new"], 2, "tip: for instance `scoresheet new forza4`"),
    (&["explain"], 2, "tip: for instance `scoresheet explain column-full`"),
    (&["collate"], 2, "tip: for instance `scoresheet collate white.txt red.txt`"),
    (&["validate", "--from", "pgn", "games.txt"], 2, "text with tags and moves is a transcript: --from transcript"),
    (&["validate", "--from", "excel", "games.txt"], 2, "a workbook is read as it is: leave --from out"),
    (&["validate", "--from", "json", "games.txt"], 2, "JSON is read a line for each record: --from jsonl"),
    (&["repair", "mixed.txt", "--apply", "-o", "mixed.txt"], 2, "in the same call; name another file"),
    // Files of other programs.
    (
        &["letter.rtf"],
        1,
        "error[unknown-format]: this is a document of a word processor (RTF), not records of games that this program reads",
    ),
    (&["letter.rtf"], 1, "= help: save it as plain text (.txt), or a table as .csv"),
    (&["repair", "letter.rtf"], 1, "a document of a word processor (RTF)"),
    (&["letter.fodt"], 1, "this is a document of a word processor (XML)"),
    (
        &["--game", "forza4", "title.csv"],
        2,
        "title.csv: the first row must name the columns, one of them moves, but holds only `Club championship 2024`: delete the rows above the names",
    ),
    (&["--game", "forza4", "names.csv"], 2, "no column is called moves; the columns are Round, White, Red:"),
    // Moves in several notations, and remarks.
    (
        &["mixed.txt"],
        1,
        "`d` is a ply in the notation columns, but a record has one notation, and this one is in squares",
    ),
    (
        &["digit.txt"],
        1,
        "`3` is a ply in the notation digits, but a record has one notation, and this one is in columns",
    ),
    (&["shout.txt"], 1, "the result ends the movetext; a remark stands in braces: `{…}`"),
    (&["games.txt"], 0, "1 record: 1 valid, 0 invalid; 6 plies"),
];

#[test]
fn each_answer_says_what_to_do() {
    let folder = folder();
    for (call, status, wanted) in CALLS {
        let (code, told) = told(folder.path(), call);
        assert!(told.contains(wanted), "{call:?}\nwanted: {wanted}\ntold: {told}");
        assert_eq!(code, Some(status), "{call:?}\n{told}");
        assert!(!told.contains("os error") && !told.contains("to pass '"), "{call:?}\n{told}");
    }
}

#[test]
fn a_file_of_a_word_processor_in_a_folder_is_passed_over() {
    let folder = folder();
    fs::copy(folder.path().join("letter.rtf"), folder.path().join("archive/letter.rtf")).expect("a copy");
    let (code, told) = told(folder.path(), &["validate", "archive"]);
    assert_eq!(code, Some(0), "{told}");
    assert!(told.contains("1 record: 1 valid, 0 invalid; 2 plies"), "{told}");
}

/// Options stand before the command or behind it. Neither their values nor files are commands there.
#[test]
fn options_may_stand_before_the_command() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
    write("game.txt", "1. c, e; 2. z\n");
    write("good.txt", "1. c, e\n");
    write("audit", "[Game \"forza4\"]\n\n1. c, e; 2. z\n");
    write("g.csv", "game,select\nforza4,c e\n");
    let called = |arguments: &[&str]| told(folder.path(), arguments);
    for (before, after, status, wanted) in [
        (
            &["--game", "forza4", "convert", "--to", "squares", "good.txt"][..],
            &["convert", "--game", "forza4", "--to", "squares", "good.txt"][..],
            0,
            "1. c1, e1\n",
        ),
        (&["-q", "./audit"], &["validate", "-q", "./audit"], 1, "error[off-board]"),
        (
            &["--game", "forza4", "audit", "game.txt"],
            &["audit", "--game", "forza4", "game.txt"],
            1,
            "1 record in 1 input: 0 valid, 1 invalid",
        ),
        (
            &["--moves-column", "select", "g.csv"],
            &["validate", "--moves-column", "select", "g.csv"],
            0,
            "1 record: 1 valid",
        ),
    ] {
        let (code, text) = called(before);
        assert_eq!(code, Some(status), "{before:?}: {text}");
        assert!(text.contains(wanted), "{before:?}: {text}");
        assert_eq!((code, text), called(after), "{before:?}");
    }
    // Behind `--` nothing is a command.
    let (code, text) = called(&["--strict", "--", "select"]);
    assert!(code == Some(2) && text.contains("--strict"), "{text}");
}

/// Digits with a full stop after them look like the number of a turn: nobody throws them away.
#[test]
fn a_full_stop_after_digits_costs_no_plies() {
    let folder = folder();
    let text = "[Game \"forza4\"]\n\n33543.\n";
    fs::write(folder.path().join("dot.txt"), text).expect("a file");
    let (status, out) = told(folder.path(), &["validate", "dot.txt"]);
    assert_eq!(status, Some(0));
    assert!(out.contains("33543 is read as the number of a turn, but it may be plies in digits"), "{out}");
    told(folder.path(), &["validate", "--fix", "dot.txt"]);
    assert_eq!(fs::read_to_string(folder.path().join("dot.txt")).expect("a file"), text);
    // The number of a turn that is wrong by a slip is no such case.
    fs::write(folder.path().join("slip.txt"), "[Game \"forza4\"]\n\n1. c, e; 222. c, c\n").expect("a file");
    let (_, out) = told(folder.path(), &["validate", "slip.txt"]);
    assert!(out.contains("turn-number") && !out.contains("notation-ambiguous"), "{out}");
}
