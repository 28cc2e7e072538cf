//! What reaches terminals, tables and exit statuses; memory and time.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Output, Stdio};

use serde_json::Value;

use super::program::{objects, program, run};

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn out(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn err(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A record with so many parentheses that close nothing.
fn closing(count: usize) -> String {
    format!("[Game \"forza4\"]\n\n1. c, d {}\n", ") ".repeat(count))
}

#[test]
fn a_record_shows_as_many_diagnostics_as_wanted_and_counts_the_others() {
    let text = closing(5000);
    let seen = objects(&[], &text).remove(0);
    assert_eq!(seen["diagnostics"].as_array().map(Vec::len), Some(100));
    assert_eq!(seen["not_shown"], 4900);
    let seen = objects(&["--max-diagnostics", "3"], &text).remove(0);
    assert_eq!((seen["diagnostics"].as_array().map(Vec::len), &seen["not_shown"]), (Some(3), &Value::from(4997)));
    assert_eq!(seen["diagnostics"][0]["column"], 9);
    assert!(objects(&[], &closing(100))[0].get("not_shown").is_none());
    let here = Path::new(".");
    let line = "\n… 4997 more diagnostics not shown; raise the limit with --max-diagnostics\n";
    for form in ["human", "concise"] {
        let output = run(here, &["validate", "--max-diagnostics", "3", "--format", form, "-"], text.as_bytes());
        assert!(out(&output).contains(line), "{form}: {}", out(&output));
        assert_eq!(out(&output).matches("closes nothing").count(), 3);
    }
    let output = run(here, &["convert", "--max-diagnostics", "3", "--to", "squares", "-"], text.as_bytes());
    assert!(err(&output).contains(line), "{}", err(&output));
    let output = run(here, &["show", "--max-diagnostics", "3", "-"], text.as_bytes());
    assert!(err(&output).contains(line), "{}", err(&output));
    let schema: Value = serde_json::from_str(&out(&run(here, &["games", "--schema"], b""))).expect("JSON");
    assert!(schema["properties"]["not_shown"].is_object());
}

#[test]
fn errors_are_shown_before_warnings_and_notes() {
    // Three warnings, an error, a note.
    let text = "[Game \"forza4\"]\n\n1. -- {[%stands]}, -- {[%stands]}; 3. c, pawn; 3. d\n";
    let codes = |most: &str| -> Vec<Value> {
        let seen = objects(&["--max-diagnostics", most], text).remove(0);
        seen["diagnostics"].as_array().expect("a list").iter().map(|said| said["code"].clone()).collect()
    };
    assert_eq!(codes("9"), ["stands", "stands", "turn-number", "bad-move", "not-played"]);
    assert_eq!(codes("3"), ["stands", "stands", "bad-move"]);
    assert_eq!(codes("1"), ["bad-move"]);
    assert!(codes("0").is_empty());
}

#[test]
fn an_audit_counts_every_diagnostic_that_no_record_shows() {
    let folder = folder();
    // The last code stands behind more than are held.
    let text = format!("[Game \"forza4\"]\n\n1. c; {}\n\n{}", "9. ".repeat(20_000), closing(15_000));
    std::fs::write(folder.path().join("a.txt"), text).expect("a file");
    let output = run(folder.path(), &["audit", "--format", "none", "--summary", "json", "a.txt"], b"");
    let summary: Value = serde_json::from_str(&out(&output)).expect("JSON");
    assert_eq!(summary["diagnostics"]["errors"], 15_000);
    assert_eq!(summary["diagnostics"]["warnings"], 19_999);
    let counts: Vec<_> =
        summary["codes"].as_array().expect("a list").iter().map(|code| (&code["code"], &code["count"])).collect();
    assert_eq!(counts, [(&Value::from("bad-syntax"), &15_000.into()), (&Value::from("turn-number"), &19_999.into())]);
    let output = run(folder.path(), &["audit", "-q", "--format", "jsonl", "a.txt"], b"");
    let last: Value = serde_json::from_str(out(&output).lines().last().expect("a line")).expect("JSON");
    assert_eq!((last["diagnostics"].as_array().map(Vec::len), &last["not_shown"]), (Some(100), &Value::from(14_900)));
    let deny = ["audit", "-q", "--deny-warnings", "--max-diagnostics", "0"];
    let more = ["--format", "csv", "--rejects", "r.txt", "a.txt"];
    let rows = out(&run(folder.path(), &[&deny[..], &more].concat(), b""));
    assert!(rows.contains(",turn-number,2,\"this is turn 2, not 9\"\n"), "{rows}");
    assert!(rows.contains(",bad-syntax,3,this `)` closes nothing\n"), "{rows}");
    let rejects = std::fs::read_to_string(folder.path().join("r.txt")).expect("a file");
    assert!(rejects.starts_with("# a.txt:1: record 1: line 3: error[turn-number] "), "{}", &rejects[..90]);
}

/// The program under a limit on its address space, if there is a shell that can set one.
fn limited(folder: &Path, kilobytes: u32, arguments: &str) -> Output {
    let command = format!("ulimit -v {kilobytes}; exec \"$0\" {arguments}");
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &command, env!("CARGO_BIN_EXE_scoresheet")]).current_dir(folder).env("NO_COLOR", "1");
    shell.output().expect("a shell")
}

#[test]
#[cfg(target_os = "linux")]
fn memory_does_not_grow_with_the_number_of_diagnostics() {
    let folder = folder();
    for piece in [")", "9. ", "[\n", "(", "\u{1}"] {
        let text = format!("[Game \"forza4\"]\n\n1. c;\n{}", piece.repeat(2_000_000 / piece.len()));
        std::fs::write(folder.path().join("a.txt"), &text).expect("a file");
        for command in
            ["audit --jobs 1 --format none", "audit --jobs 1 --format jsonl", "validate", "validate --format json"]
        {
            let output = limited(folder.path(), 400_000, &format!("{command} a.txt"));
            // Wrong turn numbers are warnings.
            let status = i32::from(piece != "9. ");
            assert_eq!(output.status.code(), Some(status), "{piece:?} {command}: {}", err(&output));
            // JSON holds the text of the record besides, in which a control letter takes six bytes.
            let text_too = if command.contains("json") { text.len() * 6 } else { 0 };
            assert!(output.stdout.len() < (1 << 20) + text_too, "{piece:?} {command}");
        }
    }
}

#[test]
fn a_header_of_very_many_tags_is_rewritten_at_once() {
    // A look through all tags for each tag would take hours.
    let tags: String = (0..400_000).map(|number| format!("[T{number} \"\"]\n")).collect();
    let text = format!("[Game \"forza4\"]\n{tags}\n1. c\n");
    let output = run(Path::new("."), &["convert", "--to", "columns", "-"], text.as_bytes());
    assert_eq!(out(&output), text);
}

#[test]
fn signs_after_no_ply_are_passed_at_once() {
    // To look behind each of them for the next ply would take hours.
    let text = format!("[Game \"forza4\"]\n\n1. c{}\n", ",!".repeat(2_000_000));
    let seen = objects(&[], &text).remove(0);
    assert_eq!((seen["plies"].clone(), seen["valid"].clone()), (1.into(), false.into()));
}

/// Whether a letter of `text` steers a terminal.
fn steers(text: &str) -> bool {
    text.chars().any(|letter| {
        letter != '\n' && letter.is_control()
            || matches!(letter, '\u{200b}' | '\u{200e}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    })
}

#[test]
fn text_of_others_steers_no_terminal() {
    const EVIL: &str = "x\u{1b}[31m\u{9b}\u{202e}\u{2028}\u{200b}\u{7f}é";
    let folder = folder();
    let text = format!(
        "[Game \"forza4\"]\n[White \"{EVIL}\"]\n[Result \"{EVIL}\"]\n[Board \"{EVIL}\"]\n\n1. c, {EVIL}; 2. d {{{EVIL}}}\n\n[{EVIL} \"a\"]\n"
    );
    let name = format!("a{EVIL}\n::error::b.txt");
    std::fs::write(folder.path().join(&name), &text).expect("a file");
    let missing = format!("{EVIL}\n::error::missing");
    for arguments in [
        &["validate", &name][..],
        &["validate", "-v", "--format", "concise", &name],
        &["validate", "-v", &name, &missing],
        &["convert", "--to", "squares", &name],
        &["show", &name],
        &["show", "--every", "1", &name],
        &["show", "--record", "9", &name],
        &["audit", &name, &missing],
        &["audit", "-q", "--format", "github", &name, &missing],
        &["audit", "--same", "-q", "--rejects", "-", "--format", "none", &name],
        &["explain", EVIL],
        &["games", EVIL],
        &["games", "--grammar", &missing],
        &["validate", "--notation", &missing],
        &["validate", "--game", &missing],
        &["new", EVIL],
        &["validate", &format!("--{EVIL}")],
        &[&format!("{EVIL}\n::error::command")],
    ] {
        let output = run(folder.path(), arguments, b"");
        let (out, err) = (out(&output), err(&output));
        // Rejects are the records as they stand.
        if !arguments.contains(&"--rejects") {
            assert!(!steers(&out), "{arguments:?}: {out:?}");
        }
        assert!(!steers(&err), "{arguments:?}: {err:?}");
        for line in out.lines().chain(err.lines()) {
            let own = line.starts_with("::error file=") || line.starts_with("::notice file=");
            assert!(own || !line.starts_with("::"), "{arguments:?}: {line}");
        }
    }
}

#[test]
fn the_underline_stays_below_its_word_after_letters_that_are_shown_as_escapes() {
    let text = "[Game \"forza4\"]\n\n1. c {\u{1b}[1m\u{202e}é}, pawn\t; 2. d\r\n";
    let output = run(Path::new("."), &["validate", "-q", "-"], text.as_bytes());
    let out = out(&output);
    let lines: Vec<&str> = out.lines().collect();
    let at = lines.iter().position(|line| line.contains("pawn") && line.contains("c {")).expect("the source line");
    assert!(lines[at].ends_with("1. c {\\x1b[1m\\u{202e}é}, pawn ; 2. d"), "{out}");
    let column = |line: &str, text: &str| line.find(text).map(|at| line[..at].chars().count());
    assert_eq!(column(lines[at], "pawn"), column(lines[at + 1], "^^^^"), "{out}");
    // The column is that of the file.
    assert!(out.contains("-:3:16"), "{out}");
}

#[test]
#[cfg(unix)]
fn a_name_that_is_no_text_is_shown_with_signs_for_its_bytes() {
    use std::os::unix::ffi::OsStrExt;
    let folder = folder();
    let name = std::ffi::OsStr::from_bytes(b"a\xff.txt");
    std::fs::write(folder.path().join(name), "[Game \"forza4\"]\n\n1. c\n").expect("a file");
    let mut command = program(folder.path());
    let output = command.args(["validate", "--format", "json"]).arg(name).output().expect("the program runs");
    let seen: Value = serde_json::from_str(&out(&output)).expect("JSON");
    assert_eq!((seen["file"].as_str(), output.status.code()), (Some("a\u{fffd}.txt"), Some(0)));
}

#[test]
fn cells_that_spreadsheets_would_calculate_are_guarded() {
    let folder = folder();
    for name in ["=1+2.txt", "-a.txt"] {
        std::fs::write(folder.path().join(name), "[Game \"forza4\"]\n[Result \"@x\"]\n\n1. c\n").expect("a file");
    }
    let report =
        |more: &[&str]| out(&run(folder.path(), &[&["audit", "-q", "--format", "csv"], more, &["."]].concat(), b""));
    assert!(report(&[]).contains(",'@x,"), "{}", report(&[]));
    assert!(report(&["--raw-csv"]).contains(",@x,"));
    let named = |more: &[&str]| {
        out(&run(
            folder.path(),
            &[&["audit", "-q", "--format", "csv"], more, &["--", "=1+2.txt", "-a.txt"]].concat(),
            b"",
        ))
    };
    assert!(named(&[]).contains("\n'=1+2.txt,1,") && named(&[]).contains("\n'-a.txt,1,"), "{}", named(&[]));
    assert!(named(&["--raw-csv"]).contains("\n=1+2.txt,1,"));
}

#[test]
fn quiet_commands_still_tell_what_cannot_be_read() {
    let folder = folder();
    std::fs::write(folder.path().join("good.txt"), "[Game \"forza4\"]\n\n1. c\n").expect("a file");
    std::fs::write(folder.path().join("cut.gz"), b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\x4b").expect("a file");
    let output = run(folder.path(), &["audit", "-q", "good.txt", "missing.txt"], b"");
    assert!(err(&output).starts_with("scoresheet: missing.txt: "), "{}", err(&output));
    assert_eq!((output.status.code(), out(&output)), (Some(2), String::new()));
    let output = run(folder.path(), &["audit", "-q", "cut.gz"], b"");
    assert!(err(&output).starts_with("scoresheet: cut"), "{}", err(&output));
    assert_eq!((output.status.code(), out(&output)), (Some(2), String::new()));
    let output = run(folder.path(), &["validate", "-q", "missing.txt"], b"");
    assert!(err(&output).starts_with("scoresheet: missing.txt: "), "{}", err(&output));
    // Where the summary tells of it, it is told once.
    let output = run(folder.path(), &["audit", "missing.txt"], b"");
    assert!(out(&output).starts_with("could not be read: missing.txt: ") && err(&output).is_empty());
}

/// A record that cannot be written is an error, which `-q` does not hide; what a written record loses is a warning.
#[test]
fn quiet_commands_that_write_tell_what_they_do_not_write() {
    let folder = folder();
    std::fs::write(folder.path().join("a.txt"), "[Game \"gomoku\"]\n[Board \"15x15\"]\n\n1. h8, i9 {x}\n")
        .expect("a file");
    for (lossy, told) in [(&[][..], [1, 0]), (&["--lossy"], [0, 0])] {
        for call in [&["select", "valid"][..], &["convert"], &["repair", "--apply"]] {
            let arguments = [call, &["a.txt", "-q", "--to", "pos"], lossy].concat();
            let said = err(&run(folder.path(), &arguments, b""));
            assert_eq!(["error[", "warning["].map(|code| said.matches(code).count()), told, "{arguments:?}: {said}");
        }
    }
}

/// With `-q` nothing is told of a record but its errors.
#[test]
fn quiet_commands_tell_only_errors_of_a_record() {
    let folder = folder();
    let game = "[Game \"forza4\"]\n[Whit \"A\"]\n[White \"Ada\"]\n\n1. c, d; 2. i\n";
    std::fs::write(folder.path().join("a.txt"), game).expect("a file");
    for call in [&["validate"][..], &["convert", "--to", "squares"], &["show"]] {
        let told = |more: &[&str]| {
            let output = run(folder.path(), &[call, more, &["a.txt"]].concat(), b"");
            ["note[", "error["].map(|code| (out(&output) + &err(&output)).matches(code).count())
        };
        assert_eq!((told(&[]), told(&["-q"])), ([1, 1], [0, 1]), "{call:?}");
    }
}

/// `-q` and `-v` are common options: every command that reads records takes them.
#[test]
fn every_command_tells_as_much_as_is_wanted() {
    let folder = folder();
    let games = "[Game \"forza4\"]\n\n1. c {why?}, e\n\n[Game \"forza4\"]\n\n1. d\n";
    std::fs::write(folder.path().join("a.txt"), games).expect("a file");
    std::fs::write(folder.path().join("b.txt"), "[Game \"forza4\"]\n\n1. d, d\n").expect("a file");
    let commands: [&[&str]; 8] = [
        &["audit"],
        &["audit", "--duplicates"],
        &["convert", "--to", "lines", "--lossy"],
        &["select", "valid"],
        &["identify"],
        &["repair"],
        &["collate"],
        &["tree"],
    ];
    for command in commands {
        let told = |option: &str| err(&run(folder.path(), &[command, &[option, "a.txt", "b.txt"]].concat(), b""));
        assert_eq!(told("-q"), "", "{command:?}");
        let wanted = ["a.txt: 2 records", "b.txt: 1 record"];
        let counts: Vec<_> =
            told("-v").lines().filter(|line| line.starts_with(['a', 'b'])).map(str::to_owned).collect();
        assert_eq!(counts, wanted, "{command:?}");
    }
    let verdict = "a.txt:1: record 1: valid, 2 plies, unfinished\n";
    assert_eq!(err(&run(folder.path(), &["show", "-v", "a.txt"], b"")), verdict);
    assert!(out(&run(folder.path(), &["validate", "-v", "a.txt"], b"")).starts_with(verdict));
    assert_eq!(out(&run(folder.path(), &["validate", "-q", "a.txt"], b"")), "");
    // Errors are told all the same.
    std::fs::write(folder.path().join("c.txt"), "[Game \"forza4\"]\n\n1. z\n").expect("a file");
    let output = run(folder.path(), &["convert", "-q", "--to", "squares", "c.txt"], b"");
    assert!(err(&output).starts_with("error[off-board]") && !err(&output).contains("not written"), "{}", err(&output));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(run(folder.path(), &["convert", "-q", "-v", "--to", "squares", "c.txt"], b"").status.code(), Some(2));
}

/// How the program ends whose standard output is read up to one line, and what it says on standard error.
fn one_line(folder: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let mut child = program(folder).args(arguments).spawn().expect("the program starts");
    let mut line = String::new();
    let mut reader = BufReader::with_capacity(64, child.stdout.take().expect("a pipe"));
    reader.read_line(&mut line).expect("a line");
    drop(reader);
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
    (child.wait().expect("the program ends").code(), said)
}

#[test]
#[cfg(unix)]
fn a_closed_pipe_keeps_the_status() {
    let folder = folder();
    let good = "[Game \"forza4\"]\n\n1. c, d; 2. e\n\n".repeat(20_000);
    std::fs::write(folder.path().join("good.txt"), &good).expect("a file");
    std::fs::write(folder.path().join("bad.txt"), format!("[Game \"forza4\"]\n\n1. pawn\n\n{good}")).expect("a file");
    let show = ["show", "--every", "1", "--as", "svg"];
    std::fs::write(folder.path().join("long.txt"), format!("[Game \"gomoku\"]\n\n{} pawn", squares())).expect("a file");
    for (arguments, status) in [
        (&["validate", "--format", "json", "good.txt"][..], 0),
        (&["validate", "-v", "bad.txt"], 1),
        (&["validate", "--format", "json", "bad.txt"], 1),
        (&["validate", "--format", "concise", "bad.txt"], 1),
        (&["audit", "--format", "jsonl", "good.txt"], 0),
        (&["audit", "--format", "jsonl", "bad.txt"], 1),
        (&["audit", "--format", "csv", "bad.txt"], 1),
        (&["audit", "bad.txt"], 1),
        (&["convert", "--to", "squares", "good.txt"], 0),
        (&[&show[..], &["long.txt"]].concat(), 1),
        (&["show", "--as", "html", "bad.txt"], 1),
        (&["games"], 0),
        (&["man"], 0),
        (&["completions", "bash"], 0),
    ] {
        let (code, said) = one_line(folder.path(), arguments);
        assert_eq!(code, Some(status), "{arguments:?}: {said}");
        assert!(arguments[0] == "show" || said.lines().all(|line| !line.contains("pipe")), "{arguments:?}: {said}");
    }
}

/// Every square of a Gomoku board, row by row, as far as nobody wins.
fn squares() -> String {
    (1..=2).flat_map(|row| ('a'..='d').map(move |column| format!("{column}{row} "))).collect()
}

#[test]
#[cfg(unix)]
fn a_closed_standard_error_changes_nothing() {
    let folder = folder();
    let bad = "[Game \"forza4\"]\n\n1. pawn\n\n[Game \"forza4\"]\n\n1. c\n";
    std::fs::write(folder.path().join("bad.txt"), bad).expect("a file");
    for (arguments, status) in [
        (&["convert", "--to", "squares", "bad.txt"][..], 1),
        (&["validate", "bad.txt", "missing.txt"], 2),
        (&["show", "bad.txt"], 1),
        (&["audit", "--format", "jsonl", "bad.txt"], 1),
        (&["audit", "-q", "missing.txt"], 2),
        (&["explain", "nothing"], 2),
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = program(folder.path());
        let output = command.args(arguments).stderr(Stdio::from(writer)).output().expect("the program runs");
        assert_eq!(output.status.code(), Some(status), "{arguments:?}");
        if arguments[0] == "convert" {
            assert_eq!(out(&output), "[Game \"forza4\"]\n[Notation \"squares\"]\n\n1. c1\n");
        }
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_thread_that_cannot_be_started_is_an_error() {
    let folder = folder();
    std::fs::write(folder.path().join("a.txt"), "[Game \"forza4\"]\n\n1. c\n").expect("a file");
    // Threads with stacks of 32 TiB: a few fit into the address space, 256 do not.
    let mut command = program(folder.path());
    command.env("RUST_MIN_STACK", (1_u64 << 45).to_string());
    let output = command.args(["audit", "--jobs", "256", "a.txt"]).output().expect("the program runs");
    assert_eq!((output.status.code(), out(&output)), (Some(2), String::new()), "{}", err(&output));
    let said = err(&output);
    assert!(said.starts_with("scoresheet: thread ") && said.contains(" of 256 cannot be started: "), "{said}");
    assert!(said.ends_with("; --jobs sets a smaller number\n"), "{said}");
}

/// What one option asks for and another forbids is a wrong call: nothing of it is left aside without a word.
#[test]
fn arguments_that_make_no_sense_together_are_refused() {
    let folder = folder();
    std::fs::write(folder.path().join("a.txt"), "[Game \"forza4\"]\n\n1. c, d\n").expect("a file");
    for (arguments, message) in [
        (&["convert", "--to", "csv,jsonl"][..], "--to names 2 file formats, csv and jsonl: name one of them"),
        (
            &["convert", "--to", "squares,digits,csv"],
            "--to names 2 notation systems, squares and digits: name one of them",
        ),
        (&["convert", "--to", "squares,sgf"], "--to names sgf and squares, but sgf is not written in this notation"),
        (&["convert", "--to", "csv,diagram"], "--to names csv and diagram, but csv is not written in this notation"),
        (&["convert", "--to", "squares,sgf,csv"], "--to names 2 notation systems, squares and sgf: name one of them"),
        (&["select", "--to", "csv,jsonl"], "--to names 2 file formats, csv and jsonl: name one of them"),
        (&["identify", "--write", "--to", "csv,jsonl"], "--to names 2 file formats, csv and jsonl: name one of them"),
        (&["identify", "--to", "csv"], "--to needs --write"),
        (&["identify", "-o", "b.txt"], "-o needs --write"),
        (
            &["identify", "--write", "--format", "json"],
            "--format json tells what records may be; --write writes the records instead",
        ),
        (&["repair", "--to", "csv"], "--to needs --apply, --choose or --interactive"),
        (&["repair", "-o", "b.txt"], "-o needs --apply, --choose or --interactive"),
        (
            &["repair", "--apply", "--format", "json"],
            "--format json tells the proposals; --apply, --choose and --interactive write the records instead",
        ),
    ] {
        let output = run(folder.path(), &[arguments, &["a.txt"]].concat(), b"");
        let said = (output.status.code(), out(&output), err(&output));
        assert_eq!(said, (Some(2), String::new(), format!("scoresheet: {message}\n")), "{arguments:?}");
    }
    for arguments in [&["convert", "--to", "sgf,csv"][..], &["convert", "--to", "csv,csv"]] {
        let output = run(folder.path(), &[arguments, &["a.txt"]].concat(), b"");
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", err(&output));
    }
}

/// Each record would be invalid for what the caller says, not for what it says itself.
#[test]
fn what_no_game_has_is_a_wrong_call() {
    let folder = folder();
    std::fs::write(folder.path().join("a.txt"), "1. c, d\n").expect("a file");
    let said = |arguments: &[&str]| {
        let output = run(folder.path(), &[arguments, &["a.txt"]].concat(), b"");
        (output.status.code(), err(&output))
    };
    for (arguments, what) in [
        (&["validate", "--variant", "klingon"][..], "--variant \"klingon\""),
        (&["audit", "--board", "foo"], "--board \"foo\""),
        (&["convert", "--to", "squares", "--starts", "Purple"], "--starts \"Purple\""),
        (&["select", "plies > 1", "--options", "swap,foo"], "--options \"swap,foo\""),
        (&["show", "--game", "forza4", "--board", "99x99"], "--game \"forza4\" --board \"99x99\""),
        (&["tree", "--game", "forza4", "--variant", "renju"], "--game \"forza4\" --variant \"renju\""),
    ] {
        let message =
            format!("scoresheet: no game is played with {what}; `scoresheet games` shows what each game has\n");
        assert_eq!(said(arguments), (Some(2), message), "{arguments:?}");
    }
    for arguments in [
        &["validate", "-q", "--game", "forza4", "--board", "8X8", "--options", "", "--starts", "red"][..],
        &["validate", "-q", "--game", "Forza 4", "--variant", "Standard"],
    ] {
        let (status, said) = said(arguments);
        assert!(status != Some(2), "{arguments:?}: {said}");
    }
}

#[test]
fn an_expression_with_a_value_that_no_record_has_is_told_whatever_it_selects() {
    let folder = folder();
    std::fs::write(folder.path().join("a.txt"), "[Game \"forza4\"]\n\n1. c, d\n").expect("a file");
    for (expression, status, message) in [
        ("not variant = klingon", 0, "scoresheet: no variant is called `klingon`\n"),
        ("not reaches \"zzz\"", 0, "scoresheet: no position is `zzz`: it has one row; rows are parted by `/`\n"),
        ("game = renju", 1, "scoresheet: no game is called `renju`; did you mean variant = renju?\n"),
        ("not plys", 0, ""),
    ] {
        let output = run(folder.path(), &["select", "--count", "--where", expression, "a.txt"], b"");
        assert_eq!((output.status.code(), &*err(&output)), (Some(status), message), "{expression}");
    }
}

#[test]
fn a_file_that_is_missing_is_told_once() {
    let folder = folder();
    let output = run(folder.path(), &["validate", "--fix", "none.txt"], b"");
    assert_eq!(err(&output), "scoresheet: none.txt: there is no such file or folder\n");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn files_that_get_another_name_in_a_folder_are_told() {
    let folder = folder();
    for name in ["a", "b"] {
        std::fs::create_dir(folder.path().join(name)).expect("a folder");
        std::fs::write(folder.path().join(name).join("x.txt"), "[Game \"forza4\"]\n\n1. c, d\n").expect("a file");
    }
    for (more, name) in [(&[][..], "x-2.txt"), (&["--to", "csv"], "x-2.csv")] {
        let output = run(folder.path(), &[&["select", "-o", "out/", "a/x.txt", "b/x.txt"], more].concat(), b"");
        assert_eq!(err(&output), format!("scoresheet: \"b/x.txt\" is written to {name}\n"));
        assert!(folder.path().join("out").join(name).is_file(), "{name}");
    }
}
