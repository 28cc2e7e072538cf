//! The program as people run it: every code, the JSON contract, exit codes, streams, files.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

#[path = "support/archives.rs"]
#[expect(dead_code, reason = "a module that tests share")]
mod archives;

/// Runs the program in the project's folder.
fn run(arguments: &[&str]) -> Output {
    run_with(arguments, b"")
}

/// The same with something on standard input.
fn run_with(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_scoresheet"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("NO_COLOR", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input).expect("the program reads its input");
    child.wait_with_output().expect("the program ends")
}

fn out(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("output is text")
}

fn err(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("output is text")
}

/// The JSON objects of a run.
fn objects(arguments: &[&str]) -> Vec<Value> {
    let output = run(&[&["validate", "--format", "json"], arguments].concat());
    out(&output).lines().map(object).collect()
}

/// The object on a line; a lone surrogate, a byte that is no UTF-8, is no text for this reader and becomes another letter.
fn object(line: &str) -> Value {
    serde_json::from_str(&line.replace("\\udc", "\\ue0")).expect("a line is an object")
}

fn has(object: &Value, code: &str) -> bool {
    object["diagnostics"].as_array().expect("a list").iter().any(|said| said["code"] == code)
}

/// The codes of the catalogue in order, from the comments in it.
fn catalogue() -> Vec<(usize, String, String)> {
    let bytes =
        std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/catalogue.txt")).expect("the catalogue");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let mut entries = Vec::new();
    for line in text.lines() {
        if let Some((head, note)) = line.strip_prefix("# ").and_then(|line| line.split_once(": "))
            && let Some((number, code)) = head.split_once(' ')
        {
            entries.push((number.parse().expect("a number"), code.to_owned(), note.to_owned()));
        }
    }
    entries
}

/// Codes that no transcript can have, and a file of another program that has them.
static OF_OTHER_FORMATS: &[(&str, &str)] = &[
    ("guessed", "samples/foreign/sgf/gbk.sgf"),
    ("dropped", "samples/foreign/sgf/ff4.sgf"),
    ("unknown-format", "samples/foreign/renlib/newer.lib"),
];

#[test]
fn every_code_is_in_the_catalogue_and_shows_itself() {
    let entries = catalogue();
    let codes: Vec<&str> = scoresheet::registry::codes().iter().map(|code| code.name).collect();
    let listed: Vec<&str> = entries.iter().map(|(_, code, _)| code.as_str()).collect();
    for code in codes.iter().filter(|code| !OF_OTHER_FORMATS.iter().any(|(known, _)| known == *code)) {
        assert!(listed.contains(code), "{code} is not in samples/catalogue.txt");
    }
    for (code, file) in OF_OTHER_FORMATS {
        let shown = objects(&[file]);
        assert!(codes.contains(code) && shown.iter().any(|object| has(object, code)), "{file} does not show {code}");
    }
    let plain = objects(&["samples/catalogue.txt"]);
    let strict = objects(&["--strict", "samples/catalogue.txt"]);
    let short = objects(&["--max-record", "2K", "samples/catalogue.txt"]);
    let refused = run(&["convert", "--to", "digits", "samples/catalogue.txt"]);
    assert_eq!(plain.len(), entries.len());
    for (index, (number, code, _)) in entries.iter().enumerate() {
        assert_eq!(*number, index + 1);
        let shown = match code.as_str() {
            "not-canonical" => has(&strict[index], code) && !has(&plain[index], code),
            "record-too-long" => has(&short[index], code) && !has(&plain[index], code),
            "not-representable" => err(&refused).contains("error[not-representable]"),
            _ => has(&plain[index], code),
        };
        assert!(shown, "record {number} of the catalogue does not show {code}: {}", plain[index]["diagnostics"]);
        let (error, valid) = (&plain[index], plain[index]["valid"].as_bool().expect("a verdict"));
        let errors = error["diagnostics"].as_array().expect("a list").iter().any(|said| said["severity"] == "error");
        assert_eq!(valid, !errors, "record {number}");
    }
}

#[test]
fn every_rule_is_explained_and_its_example_shows_it() {
    let rules = scoresheet::registry::codes();
    for (_, code) in rules.iter().flat_map(|code| scoresheet::registry::meanings(code.name)) {
        let output = run(&["explain", code.name]);
        assert!(output.status.success() && out(&output).contains(code.title), "{}", code.name);
        if let Some((before, example)) = out(&output).split_once("` shows it:\n\n") {
            let (_, call) = before.rsplit_once("`scoresheet ").expect("a call");
            let text: String = example.lines().map(|line| format!("{}\n", line.trim_start())).collect();
            let shown = run_with(&call.split(' ').collect::<Vec<_>>(), text.as_bytes());
            let said = [out(&shown), err(&shown)].concat();
            assert!(said.contains(&format!("[{}]", code.name)), "{}: {said}", code.name);
        }
        if code.example.is_empty() {
            continue;
        }
        // An example that does not name its game is one of Forza 4.
        let game: &[&str] = if code.example.contains("[Game ") { &[] } else { &["--game", "forza4"] };
        let output = run_with(&[&["validate", "--format", "json"], game].concat(), code.example.as_bytes());
        let last = out(&output).lines().last().expect("an object").to_owned();
        if code.example.contains("othello") {
            let output = run_with(&["validate", "--format", "json"], code.example.as_bytes());
            assert!(out(&output).contains(code.name));
            continue;
        }
        assert!(has(&object(&last), code.name), "{}: {last}", code.name);
    }
    for rule in scoresheet::registry::rules() {
        let output = run(&["explain", rule.id]);
        assert!(output.status.success() && out(&output).starts_with(rule.id), "{}", rule.id);
    }
    assert_eq!(run(&["explain", "no-such-code"]).status.code(), Some(2));
}

#[test]
fn what_json_prints_keeps_to_the_printed_schema() {
    let schema: Value = serde_json::from_str(out(&run(&["games", "--schema"]))).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    let mut files: Vec<String> = vec!["samples/catalogue.txt".to_owned()];
    for game in scoresheet::registry::GAMES.iter().map(|game| game.info().id) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(game);
        for entry in std::fs::read_dir(folder).expect("the samples") {
            let name = entry.expect("a file").file_name().into_string().expect("text");
            if name.ends_with(".txt") {
                files.push(format!("samples/{game}/{name}"));
            }
        }
    }
    let mut seen = 0;
    for file in &files {
        for object in objects(&[file]) {
            let faults: Vec<String> = validator.iter_errors(&object).map(|error| error.to_string()).collect();
            assert!(faults.is_empty(), "{file}: {faults:?}: {object}");
            seen += 1;
        }
    }
    assert!(seen > 40, "only {seen} objects were checked");
    // The schema is no rubber stamp: an object of another shape is refused.
    assert!(!validator.is_valid(&serde_json::json!({"file": "x"})));
}

/// Every command whose schema is printed, with inputs that make it write each key.
#[test]
fn what_the_commands_print_keeps_to_their_schemas() {
    // A fault in a variation, numbers counted from 1, and a tag that is wrong.
    let records = "[Game \"gomoku\"]\n\n1. h8, i9; 2. h9 (2. h8), h10\n\n\
        [Game \"gomoku\"]\n[Notation \"xy\"]\n[Board \"15x15\"]\n\n1. 8,8, 15,15; 2. 9,9, 1,1\n\n\
        [Game \"forza4\"]\n[Starts \"Red\"]\n[Result \"White\"]\n\n1. a, b; 2. a, b; 3. a, b; 4. a\n";
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("records.txt");
    std::fs::write(&path, records).expect("a file");
    let archive = ["samples/archive", "samples/gomoku", "samples/halma", path.to_str().expect("a name")];
    let every = |command: &[&'static str]| -> Vec<&str> { [command, &archive].concat() };
    let deep = ["tree", "--format", "json", "--depth", "3", "samples/archive", "--where", "game = forza4"];
    let showing = ["show", "--as", "json", "--numbers", "samples/forza4/slip.txt"];
    let audit = ["audit", "--summary", "json", "--repairs", "--duplicates", "--alike", "--format", "none"];
    for (command, prints, keys) in [
        ("repair", every(&["repair", "--format", "json"]), ["in_variation", "reading", "tag"].as_slice()),
        ("identify", every(&["identify", "--format", "json"]), &["as_good", "agrees"]),
        (
            "collate",
            vec!["collate", "--format", "json", "samples/archive/2024", "samples/archive/2024"],
            &["witnesses"],
        ),
        ("tree", deep.to_vec(), &["then"]),
        ("show", showing.to_vec(), &["numbers"]),
        ("show", vec!["show", "--as", "json", "samples/plus4/manche.txt"], &["points"]),
        ("audit", [audit.as_slice(), &archive].concat(), &["same", "alike", "kinds", "first"]),
    ] {
        let schema: Value =
            serde_json::from_str(out(&run(&["games", "--schema", command]))).expect("the schema is JSON");
        assert_eq!(jsonschema::meta::validate(&schema).map_err(|error| error.to_string()), Ok(()), "{command}");
        let validator = jsonschema::validator_for(&schema).expect("the schema is one");
        let output = run(&prints);
        let printed = out(&output);
        for line in printed.lines() {
            let object: Value = serde_json::from_str(line).expect("JSON");
            let faults: Vec<String> = validator.iter_errors(&object).map(|error| error.to_string()).collect();
            assert!(faults.is_empty(), "{prints:?}: {faults:?}: {line}");
        }
        for key in keys {
            assert!(printed.contains(&format!("\"{key}\":")), "{prints:?} prints no {key}: {printed}");
        }
        assert!(!validator.is_valid(&serde_json::json!({"file": "x"})), "{command}");
    }
}

/// Every command that reads chooses among the files of a folder, and raises the limits of archives.
#[test]
fn every_command_that_reads_chooses_files() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("a.txt", "[Game \"forza4\"]\n\n1. c, e\n"), ("b.txt", "[Game \"forza4\"]\n\n1. pawn\n")] {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let folder = folder.path().to_str().expect("a name");
    for command in [
        ["validate"].as_slice(),
        &["convert", "--to", "squares"],
        &["show"],
        &["audit"],
        &["select"],
        &["tree"],
        &["repair"],
        &["identify"],
        &["collate"],
    ] {
        let read = |options: &[&str]| {
            let output = run(&[command, &[folder], options].concat());
            (output.status.code(), format!("{}{}", out(&output), String::from_utf8_lossy(&output.stderr)))
        };
        let (code, told) = read(&["--exclude", "b.*"]);
        assert!(code.is_some_and(|code| code < 2) && !told.contains("b.txt"), "{command:?} {code:?} {told}");
        let picked = ["--include", "b.*", "--max-size", "1G", "--max-ratio", "9", "--max-depth", "2", "--any-path"];
        let (code, told) = read(&picked);
        assert!(code.is_some_and(|code| code < 2) && !told.contains("a.txt"), "{command:?} {code:?} {told}");
        let (code, told) = read(&["--include", "a[b"]);
        assert!(code == Some(2) && told.contains("a[b"), "{command:?} {code:?} {told}");
    }
}

#[test]
fn samples_are_what_their_names_say() {
    for (file, valid) in [
        ("samples/plus4/valid.txt", true),
        ("samples/plus4/notations.txt", true),
        ("samples/plus4/invalid.txt", false),
        ("samples/gomoku/valid.txt", true),
        ("samples/gomoku/notations.txt", true),
        ("samples/gomoku/stood.txt", true),
        ("samples/gomoku/invalid.txt", false),
        ("samples/halma/game.txt", true),
        ("samples/halma/valid.txt", true),
        ("samples/halma/four.txt", true),
        ("samples/halma/notations.txt", true),
        ("samples/halma/stood.txt", true),
        ("samples/halma/invalid.txt", false),
        ("samples/lefile/match.txt", true),
        ("samples/lefile/valid.txt", true),
        ("samples/lefile/notations.txt", true),
        ("samples/lefile/stood.txt", true),
        ("samples/lefile/invalid.txt", false),
    ] {
        let seen = objects(&[file]);
        assert!(!seen.is_empty(), "{file}");
        assert!(seen.iter().all(|record| record["valid"] == valid), "{file}");
    }
}

#[test]
fn every_code_that_may_stand_has_a_sample() {
    for (game, file) in [
        ("forza4", "forza4/stands.txt"),
        ("plus4", "plus4/valid.txt"),
        ("gomoku", "gomoku/stood.txt"),
        ("halma", "halma/stood.txt"),
        ("lefile", "lefile/stood.txt"),
    ] {
        let info = scoresheet::registry::named(game).expect("the game").info();
        let said: Vec<String> = objects(&[&format!("samples/{file}")])
            .iter()
            .flat_map(|record| record["diagnostics"].as_array().expect("a list").clone())
            .filter(|diagnostic| diagnostic["code"] == "stands")
            .map(|diagnostic| diagnostic["message"].as_str().expect("a sentence").to_owned())
            .collect();
        // In Le File no end may be overlooked (C-6).
        let shared: &[&str] = if game == "lefile" { &["pass-not-allowed"] } else { &["pass-not-allowed", "after-end"] };
        let codes = info.may_stand.iter().map(|code| code.name).chain(shared.iter().copied());
        for code in codes {
            let named = format!("({code})");
            assert!(said.iter().any(|message| message.contains(&named)), "{file} shows no {code} that stood");
        }
    }
}

#[test]
fn keys_stand_in_the_order_of_the_contract() {
    let output = run(&["validate", "--format", "json", "samples/forza4/game.txt"]);
    let keys = [
        "file",
        "record",
        "line",
        "game",
        "variant",
        "options",
        "board",
        "notation",
        "tags",
        "valid",
        "plies",
        "moves",
        "outcome",
        "position",
        "diagnostics",
    ];
    let places: Vec<_> = keys.iter().map(|key| out(&output).find(&format!("\"{key}\":")).expect(key)).collect();
    assert!(places.is_sorted(), "{places:?}");
}

#[test]
fn exit_codes_tell_how_it_went() {
    assert_eq!(run(&["validate", "samples/forza4/game.txt"]).status.code(), Some(0));
    assert_eq!(run(&["validate", "samples/forza4/stands.txt"]).status.code(), Some(0));
    assert_eq!(run(&["validate", "--deny-warnings", "samples/forza4/stands.txt"]).status.code(), Some(1));
    assert_eq!(run(&["validate", "samples/forza4/invalid.txt"]).status.code(), Some(1));
    assert_eq!(run(&["validate", "--no-such-option"]).status.code(), Some(2));
    // A file that cannot be read is told, after everything else was still done.
    let output = run(&["validate", "no-such-file", "samples/forza4/game.txt"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("no-such-file") && out(&output).contains("1 record: 1 valid"));
    assert_eq!(run(&["show", "no-such-folder"]).status.code(), Some(2));
    assert_eq!(run(&["convert", "--to", "morse", "samples/forza4/game.txt"]).status.code(), Some(2));
    assert_eq!(run(&["show", "--record", "9", "samples/forza4/game.txt"]).status.code(), Some(2));
    assert_eq!(run(&["show", "--ply", "99", "samples/forza4/game.txt"]).status.code(), Some(2));
    assert_eq!(run(&["games", "chess"]).status.code(), Some(2));
    assert_eq!(run(&["games", "--grammar", "klingon"]).status.code(), Some(2));
}

#[test]
fn standard_input_is_read_where_no_file_is_named() {
    for arguments in [&["validate", "--game", "forza4"][..], &["validate", "--game", "forza4", "-"]] {
        let output = run_with(arguments, b"1. c, e");
        assert_eq!(out(&output), "1 record: 1 valid, 0 invalid; 2 plies\n");
    }
    let output = run_with(&["validate"], b"");
    assert_eq!((out(&output), output.status.code()), ("0 records: 0 valid, 0 invalid; 0 plies\n", Some(0)));
}

#[test]
fn the_caller_overrides_what_a_record_says() {
    let text = b"[Game \"forza4\"]\n[Board \"4x4\"]\n\n1. g, e";
    assert_eq!(run_with(&["validate", "-q"], text).status.code(), Some(1));
    assert_eq!(run_with(&["validate", "-q", "--board", "7x6"], text).status.code(), Some(0));
    let output =
        run_with(&["convert", "--to", "columns", "--board", "7x6", "--starts", "Red"], b"[Game \"forza4\"]\n\ng e");
    assert_eq!(out(&output), "[Game \"forza4\"]\n[Starts \"Red\"]\n\n1. ..., g; 2. e\n");
    let output = run_with(
        &["convert", "--to", "columns", "--game", "connect4", "--board", "8x8", "--options", "equalizer"],
        b"g e",
    );
    assert_eq!(out(&output), "[Game \"forza4\"]\n[Options \"equalizer\"]\n[Board \"8x8\"]\n\n1. g, e\n");
}

#[test]
fn colours_are_for_terminals_and_for_those_who_ask() {
    let colourful = |arguments: &[&str], no_color: bool| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_scoresheet"));
        command
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE");
        if no_color {
            command.env("NO_COLOR", "1");
        }
        command.output().expect("the program runs").stdout.contains(&0x1b)
    };
    assert!(!colourful(&["validate", "samples/forza4/invalid.txt"], false));
    assert!(colourful(&["validate", "--color", "always", "samples/forza4/invalid.txt"], false));
    assert!(!colourful(&["validate", "--color", "never", "samples/forza4/invalid.txt"], false));
    assert!(!colourful(&["show", "samples/forza4/game.txt"], true));
    assert!(colourful(&["show", "--color", "always", "samples/forza4/game.txt"], false));
}

#[test]
fn pieces_on_a_terminal_have_the_colours_of_their_sides() {
    for (file, letters) in
        [("plus4/valid.txt", "RB"), ("halma/four.txt", "WRGB"), ("forza4/game.txt", "WR"), ("gomoku/valid.txt", "BW")]
    {
        let file = format!("samples/{file}");
        let drawn = |options: &[&str]| {
            let out = run(&[&["show", "--record", "1"], options, &[&file]].concat());
            String::from_utf8(out.stdout).expect("text")
        };
        let (plain, coloured) = (drawn(&["--as", "ascii"]), drawn(&["--color", "always"]));
        let pieces = plain.lines().filter(|line| line.trim_start().starts_with(|sign: char| sign.is_ascii_digit()));
        let pieces: Vec<char> = pieces.flat_map(str::chars).filter(|sign| sign.is_ascii_uppercase()).collect();
        let codes: Vec<&str> = coloured.split("\u{1b}[1;").skip(1).map(|code| &code[..2]).collect();
        let expected = |piece: &char| match piece {
            'W' => "33",
            'R' => "31",
            'G' => "32",
            _ => "34",
        };
        assert_eq!(codes, pieces.iter().map(expected).collect::<Vec<_>>(), "{file}");
        assert!(letters.chars().all(|letter| pieces.contains(&letter)), "{file}: {pieces:?}");
    }
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let text = "[Game \"forza4\"]\n\n1. c, pawn\n".repeat(20_000);
    let mut child = Command::new(env!("CARGO_BIN_EXE_scoresheet"))
        .args(["validate", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    // The program may be gone before it has read everything.
    let _ = child.stdin.take().expect("a pipe").write_all(text.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(err(&output), "");
    // What was found before the pipe was closed decides.
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn an_output_file_appears_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("out.txt");
    let name = path.to_str().expect("text");
    assert!(run(&["convert", "--to", "squares", "samples/forza4/game.txt", "-o", name]).status.success());
    let written = std::fs::read_to_string(&path).expect("the file is there");
    assert!(written.contains("1. c1, e1; 2. c2, c3"));
    // A call that fails leaves the old file alone and nothing beside it.
    assert_eq!(run(&["convert", "--to", "squares", "no-such-file", "-o", name]).status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&path).expect("the file is there"), written);
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 1);
    let output = run(&["convert", "--to", "squares", "samples/forza4/game.txt", "-o", "/no/such/folder/out.txt"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("/no/such/folder/out.txt"));
}

/// Where nothing can be written, the old file stays; and a file that is rewritten in its place keeps its format,
/// whatever its name is.
#[test]
fn a_file_is_not_emptied_and_keeps_its_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).expect("a file");
    write("game.txt", "[Game \"gomoku\"]\n\n1. h8\n");
    write("kept.pos", "x");
    let output = run(&["convert", "--to", "pos", &path("game.txt"), "-o", &path("kept.pos")]);
    assert_eq!((output.status.code(), read("kept.pos")), (Some(1), "x".to_owned()));
    // A folder without files is told.
    std::fs::create_dir(folder.path().join("empty")).expect("a folder");
    let output = run(&["convert", "--to", "csv", &path("empty"), &path("game.txt")]);
    let said = format!("scoresheet: {}: no file in this folder is read\n", path("empty"));
    assert_eq!((output.status.code(), err(&output)), (Some(0), said.as_str()));
    write("games.json", "{\"game\":\"gomoku\",\"Black\":\"Ada\",\"moves\":[\"h8\",\"i9\"]}\n");
    let output = run(&["convert", "--in-place", "--no-backup", "--set", "Event=x", &path("games.json")]);
    assert!(output.status.success(), "{}", err(&output));
    assert!(
        read("games.json").starts_with("{\"Game\": \"gomoku\", \"Black\": \"Ada\", \"Event\": \"x\""),
        "{}",
        read("games.json")
    );
    // A format that is only read is not rewritten as another one.
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/foreign/kaggle/valid.json");
    std::fs::copy(sample, folder.path().join("episode.json")).expect("a file");
    let output = run(&["convert", "--in-place", "--set", "Event=x", &path("episode.json")]);
    assert!(
        output.status.code() == Some(2) && err(&output).contains("does not write the format kaggle"),
        "{}",
        err(&output)
    );
}

/// What the program writes beside records is no record when the folder is read again.
#[test]
fn files_of_the_program_are_no_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = "[Game \"forza4\"]\n\n1. c, e; 2. c, h\n\n".repeat(100);
    std::fs::write(folder.path().join("games.txt"), game).expect("a file");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let games = folder.path().to_string_lossy().into_owned();
    run(&["audit", &games, "--write-baseline", &path("known.txt")]);
    assert!(run(&["tree", &games, "--index", &path("positions")]).status.code() != Some(2));
    for call in ["audit", "validate", "select"] {
        let output = run(&[call, &games]);
        let said = format!("{}{}", out(&output), err(&output));
        assert!(!said.contains("unknown-game") && !said.contains("bad-encoding"), "{call}: {said}");
    }
    // A text that only begins with these words holds its games.
    let text = "scoresheet baseline of our club, games from 2024\n\n[Game \"forza4\"]\n\n1. c, d\n";
    std::fs::write(folder.path().join("club.txt"), text).expect("a file");
    let output = run(&["validate", "--format", "json", &path("club.txt")]);
    assert!(out(&output).contains("\"moves\":[\"c\",\"d\"]"), "{}", out(&output));
    // Who names such a file hears what it is.
    let output = run(&["validate", &path("positions"), &path("known.txt")]);
    for what in ["a table of positions", "a baseline of an audit"] {
        assert!(out(&output).contains(what) || err(&output).contains(what), "{what}: {}", err(&output));
    }
}

#[test]
fn records_that_cannot_be_said_are_named_and_left_out() {
    let text = b"[Game \"forza4\"]\n\n1. c (d), e\n\n[Game \"forza4\"]\n\n1. d\n\n[Game \"forza4\"]\n\n1. pawn\n";
    let output = run_with(&["convert", "--to", "diagram"], text);
    assert_eq!(output.status.code(), Some(1));
    assert!(err(&output).contains("not-representable") && err(&output).contains("bad-move"));
    assert!(err(&output).ends_with("scoresheet: 2 records not written\n"));
    assert_eq!(out(&output).matches("[Game").count(), 1);
}

/// Beside a format, `--notation` is the system in which it is written.
#[test]
fn a_format_is_written_in_the_notation_that_is_named() {
    let text = b"[Game \"gomoku\"]\n\n1. h8, i9; 2. j10\n";
    let turned = run_with(&["convert", "--to", "transcript", "--notation", "sgf"], text);
    assert_eq!(out(&turned), "[Game \"gomoku\"]\n[Notation \"sgf\"]\n\n1. hl, ik; 2. jj\n");
    let tree = run_with(&["convert", "--to", "lines", "--notation", "squares"], b"(;GM[4]SZ[15]RU[1];B[hh];W[ig])");
    assert!(out(&tree).ends_with("\nh8i9\n"), "{}", out(&tree));
    // A list that can be read in the notation is read in it.
    for (system, expected) in [("digits", "\"1. c, d; 2. a\""), ("digits0", "\"1. d, e; 2. b\"")] {
        let list = &["convert", "--from", "lines", "--game", "forza4", "--board", "9x6", "--to", "jsonl,columns"];
        let there = run_with(&[&list[..], &["--notation", system]].concat(), b"341\n");
        let same = &["convert", "--from", "lines", "--game", "forza4", "--board", "9x6", "--to", "jsonl"];
        let back = run_with(&[&same[..], &["--notation", system]].concat(), b"341\n");
        assert!(out(&there).contains(expected), "{}", out(&there));
        let again = run_with(&["convert", "--from", "jsonl", "--to", "jsonl,columns"], &back.stdout);
        assert!(out(&again).contains(expected), "{} {}", out(&back), out(&again));
    }
}

#[test]
fn lists_survive_the_way_through_every_form() {
    for (file, system, board) in [("positions.lines", "digits", "7x6"), ("from-zero.lines", "digits0", "10x6")] {
        let path = format!("samples/forza4/{file}");
        let list = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(&path)).expect("the sample");
        let games: String = list
            .lines()
            .filter(|line| line.starts_with(|letter: char| letter.is_ascii_digit()))
            .map(|line| format!("{line}\n"))
            .collect();
        for to in ["columns", "diagram", "squares", "sgf", system] {
            let there = run_with(
                &["convert", "--from", "lines", "--game", "forza4", "--board", board, "--notation", system, "--to", to],
                games.as_bytes(),
            );
            assert!(there.status.success(), "{}", err(&there));
            assert!(run_with(&["validate", "--strict"], &there.stdout).status.success());
            let back = run_with(&["convert", "--to", &format!("lines,{system}")], &there.stdout);
            let board = if board == "7x6" { String::new() } else { format!(" [Board \"{board}\"]") };
            let tags = format!("#: [Game \"forza4\"]{board} [Notation \"{system}\"]\n");
            assert_eq!(out(&back), tags + &games);
        }
    }
}

/// A game that names what stands elsewhere in its file is whole in a report: rules, names, plies and verdict.
#[test]
fn reports_of_games_that_name_others_are_read_back_whole() {
    let rif = "<database><rules><rule id=\"2\" name=\"Gomoku\" category=\"2\"/></rules>\
         <players><player id=\"1\" name=\"Ada\"/><player id=\"2\" name=\"Bea\"/></players><games>\n\
         <game rule=\"2\" black=\"1\" white=\"2\" bresult=\"1\"><move>h8 a1 i8 a3 g9 c1 g10 o1 g8</move></game>\n\
         <game rule=\"2\" black=\"2\" white=\"1\"><move>h8 h8</move></game></games></database>";
    let bots = "{\"report_kind\": \"x\", \"board_size\": 9, \"move_codec\": \"cell_index_v1\", \"matches\": [\
         {\"black\": \"ada\", \"move_cells\": [0, 80]}, {\"black\": \"bea\", \"move_cells\": [0, 0]}]}";
    // The third stone of the library stands on the first.
    let library: Vec<u8> = [&b"\xffRenLib\xff\x03\x00"[..], &[0xff; 10], &[0x78, 0, 0x79, 0, 0x78, 0x40]].concat();
    for (format, bytes) in [("rif", rif.as_bytes()), ("bots-json", bots.as_bytes()), ("renlib", &library)] {
        let first = run_with(&["validate", "--from", format, "--format", "json"], bytes);
        let again = run_with(&["validate", "--from", "jsonl", "--format", "json"], &first.stdout);
        let said = |output: &Output| -> Vec<serde_json::Value> {
            let reports = out(output).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect::<Vec<_>>();
            let keys = ["game", "variant", "board", "tags", "valid", "plies", "moves", "outcome", "position"];
            let only = |report: serde_json::Value| keys.iter().map(|key| report[key].clone()).collect();
            reports.into_iter().map(only).collect()
        };
        assert_eq!(said(&again), said(&first), "{format}");
        assert_eq!((first.status.code(), again.status.code()), (Some(1), Some(1)), "{format}");
    }
}

/// What `validate --format json` writes holds the whole game: read again, it comes to the same.
#[test]
fn reports_are_read_back_as_the_same_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut seen = 0;
    for (file, more) in samples() {
        let first = run(&[&["validate", "--format", "json", &file], &more[..]].concat());
        let path = folder.path().join("report.jsonl");
        std::fs::write(&path, &first.stdout).expect("the report can be written");
        let name = path.to_str().expect("text");
        let again = objects(&[name]);
        let before: Vec<Value> = out(&first).lines().map(object).collect();
        assert_eq!(again.len(), before.len(), "{file}");
        for (again, before) in again.iter().zip(&before).filter(|(_, before)| before["valid"] == true) {
            assert_eq!(again["moves"], before["moves"], "{file}: {before}");
            assert_eq!(again["position"], before["position"], "{file}: {before}");
            assert_eq!(again["outcome"], before["outcome"], "{file}: {before}");
            assert_eq!(again["valid"], true, "{file}: {before}: {again}");
            seen += 1;
        }
        // And so does the transcript that is made of it.
        let made = run(&["convert", "--to", "transcript", name]);
        let moves = |objects: &[Value]| -> Vec<Value> {
            objects.iter().filter(|object| object["valid"] == true).map(|object| object["moves"].clone()).collect()
        };
        let made = run_with(&["validate", "--format", "json"], &made.stdout);
        let made: Vec<Value> = out(&made).lines().map(object).collect();
        assert_eq!(moves(&made), moves(&again), "{file}");
    }
    assert!(seen > 60, "only {seen} records were compared");
}

/// Every sample, with the arguments without which it cannot be read.
fn samples() -> Vec<(String, Vec<&'static str>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    for game in std::fs::read_dir(root.join("samples")).expect("the samples") {
        let game = game.expect("a folder").file_name().into_string().expect("text");
        let Ok(folder) = std::fs::read_dir(root.join("samples").join(&game)) else { continue };
        for entry in folder {
            let name = entry.expect("a file").file_name().into_string().expect("text");
            let more = match (game.as_str(), name.as_str()) {
                (_, "from-zero.lines") => vec!["--game", "forza4", "--board", "10x6"],
                ("forza4", name) if name.ends_with(".lines") => vec!["--game", "forza4"],
                ("gomoku", name) if name.ends_with(".lines") => vec!["--game", "gomoku"],
                ("halma", name) if name.ends_with(".lines") => vec!["--game", "halma"],
                _ => Vec::new(),
            };
            files.push((format!("samples/{game}/{name}"), more));
        }
    }
    files.sort();
    files
}

#[test]
fn tables_are_read_by_every_command() {
    insta::assert_snapshot!("table", out(&run(&["validate", "samples/forza4/games.csv"])));
    insta::assert_snapshot!("json-lines", out(&run(&["validate", "samples/gomoku/games.jsonl"])));
    let output = run(&["convert", "--to", "squares", "samples/forza4/games.csv"]);
    assert_eq!(output.status.code(), Some(1));
    insta::assert_snapshot!("table-converted", out(&output));
    let place = |object: &Value| {
        (object["diagnostics"][0]["line"].clone(), object["diagnostics"][0]["column"].clone(), object["line"].clone())
    };
    let seen = objects(&["samples/forza4/games.csv"]);
    assert_eq!(place(&seen[3]), (6.into(), 51.into(), 6.into()));
    let text = b"Ada;1;33543\nBea;2;3354\n";
    let common = ["--from", "csv", "--no-header", "--moves-column", "3", "--delimiter", ";", "--game", "forza4"];
    let more = ["--notation", "digits"];
    let output = run_with(&[&["validate"], &common[..], &more].concat(), text);
    assert_eq!(out(&output), "2 records: 2 valid, 0 invalid; 9 plies\n");
    let output = run_with(&[&["show", "--record", "2", "--as", "ascii"], &common[..], &more].concat(), text);
    assert!(out(&output).starts_with("6  .") && out(&output).contains("1  .  .  W  R  W"), "{}", out(&output));
    let output = run_with(&[&["convert", "--to", "lines"], &common[..], &more].concat(), text);
    assert_eq!(out(&output), "#: [Game \"forza4\"] [Notation \"digits\"]\n33543\n3354\n");
    // What is ambiguous is said once for a table.
    let output = run_with(&[&["validate"], &common[..]].concat(), text);
    assert_eq!(out(&output).matches("notation-ambiguous").count(), 1);
    // Where the moves cannot be found, the call is wrong.
    let output = run_with(&["validate", "--from", "csv"], b"a,b\n1,2\n");
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("no column is called moves"), "{}", err(&output));
    assert_eq!(run(&["convert", "--to", "kaggle", "samples/forza4/game.txt"]).status.code(), Some(2));
    assert_eq!(run(&["validate", "--delimiter", "ab", "samples/forza4/games.csv"]).status.code(), Some(2));
}

#[test]
fn completions_manual_and_grammars_are_printed() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(out(&run(&["completions", shell])).contains("scoresheet"));
    }
    assert!(out(&run(&["man"])).contains(".TH scoresheet"));
    for name in [
        "record",
        "transcript",
        "lines",
        "csv",
        "jsonl",
        "columns",
        "squares",
        "digits",
        "digits0",
        "sgf",
        "diagram",
        "select",
    ] {
        assert!(out(&run(&["games", "--grammar", name])).contains("::="), "{name}");
    }
}

#[test]
fn documents_show_what_the_program_prints() {
    trycmd::TestCases::new()
        .case("README.md")
        .case("tests/cmd/*.md")
        .case("docs/guide/*.md")
        .case("docs/guide/games/*.md");
}

/// Between two marks of a document stands a table that is made from the program; `UPDATE=1` writes them anew.
#[test]
fn the_tables_of_documents_are_made_from_the_program() {
    let mut tables = vec![
        ("README.md", "games", games_table()),
        ("README.md", "formats", families_table()),
        ("docs/guide/notations.md", "systems", systems_table()),
        ("docs/guide/formats.md", "formats", formats_table()),
        ("docs/guide/codes.md", "codes", codes_table()),
    ];
    let pages: Vec<_> = scoresheet::registry::GAMES
        .iter()
        .map(|game| (format!("docs/guide/games/{}.md", game.info().id), rules_of(game.info().rules.iter())))
        .collect();
    let of_games =
        |id: &str| scoresheet::registry::GAMES.iter().any(|game| game.info().rules.iter().any(|rule| rule.id == id));
    let shared = scoresheet::registry::rules().filter(|rule| !of_games(rule.id));
    tables.push(("docs/guide/games.md", "rules", rules_of(shared)));
    tables.extend(pages.iter().map(|(path, rules)| (path.as_str(), "rules", rules.clone())));
    for (path, name, table) in tables {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        let found = std::fs::read_to_string(&path).expect("a document");
        let mut fresh = found.clone();
        let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
        let from = fresh.find(&begin).unwrap_or_else(|| panic!("no mark for {name}")) + begin.len();
        let to = from + fresh[from..].find(&end).unwrap_or_else(|| panic!("no end mark for {name}"));
        fresh.replace_range(from..to, &table);
        if std::env::var_os("UPDATE").is_some() {
            std::fs::write(&path, &fresh).expect("the document can be written");
            continue;
        }
        assert!(found == fresh, "{} is out of date: run the test with UPDATE=1 to write it anew", path.display());
    }
}

/// Rules, each a section, with what the sources leave open and the program decides.
fn rules_of<'r>(rules: impl Iterator<Item = &'r scoresheet::diagnostic::Rule>) -> String {
    let mut text = String::new();
    for rule in rules {
        text.push_str(&format!("\n### {}: {}\n\n{}\n", rule.id, rule.title, in_markdown(rule.text)));
        if let Some(ruling) = rule.ruling {
            text.push_str(&format!(
                "\n> The documents do not settle this; scoresheet decides: {}\n",
                in_markdown(ruling).replace('\n', "\n> ")
            ));
        }
    }
    text + "\n"
}

/// A text in which stars and angle brackets mean themselves.
fn in_markdown(text: &str) -> String {
    text.trim().replace('*', "\\*").replace('<', "\\<").replace('_', "\\_")
}

/// The formats in the order of the guide, each game with its own.
fn families_table() -> String {
    let mut table = "| files | formats |\n| --- | --- |\n".to_owned();
    let games_of = |format: &scoresheet::formats::Format| {
        scoresheet::formats::guide::section(*format).map_or("", |section| section.games)
    };
    let mut seen: Vec<&str> = Vec::new();
    for games in scoresheet::formats::FORMATS.iter().map(games_of) {
        if !seen.contains(&games) {
            seen.push(games);
        }
    }
    for games in seen {
        let names: Vec<String> = scoresheet::formats::FORMATS
            .iter()
            .filter(|format| games_of(format) == games)
            .map(|format| {
                let mark = if scoresheet::convert::is_written(*format) { "" } else { " (read only)" };
                format!("`{}`{mark}", format.name())
            })
            .collect();
        table.push_str(&format!("| {games} | {} |\n", names.join(", ")));
    }
    table
}

fn games_table() -> String {
    let mut table =
        "| game | id | sides | boards | variants | options |\n| --- | --- | --- | --- | --- | --- |\n".to_owned();
    for game in scoresheet::registry::GAMES {
        let info = game.info();
        let names = |choices: &[scoresheet::game::Choice]| {
            choices.iter().map(|choice| format!("`{}` ({})", choice.name, choice.rule)).collect::<Vec<_>>().join(", ")
        };
        let sides: Vec<_> = info.sides.iter().map(|side| side.name).collect();
        table.push_str(&format!(
            "| {} | `{}` | {} | {} | {} | {} |\n",
            info.name,
            info.id,
            sides.join(", "),
            info.boards,
            names(info.variants),
            names(info.options)
        ));
    }
    table
}

fn systems_table() -> String {
    let mut table = "| system | a token is | example | games |\n| --- | --- | --- | --- |\n".to_owned();
    for system in scoresheet::system::SYSTEMS {
        let games: Vec<_> = scoresheet::registry::GAMES
            .iter()
            .map(|game| game.info())
            .filter(|info| info.takes(*system))
            .map(|info| info.name)
            .collect();
        table.push_str(&format!(
            "| `{}` | {} | `{}` | {} |\n",
            system.name(),
            system.info().token,
            system.info().example,
            games.join(", ")
        ));
    }
    table
}

fn formats_table() -> String {
    let mut table = "| format | what it is | games | told by | written |\n| --- | --- | --- | --- | --- |\n".to_owned();
    for format in scoresheet::formats::FORMATS {
        let endings: Vec<_> = format.info().endings.iter().map(|ending| format!("`.{ending}`")).collect();
        let written = if scoresheet::convert::is_written(*format) { "yes" } else { "" };
        let games = scoresheet::formats::guide::section(*format).map_or("", |section| section.games);
        let (name, about, endings) = (format.name(), format.info().about, endings.join(", "));
        table.push_str(&format!("| `{name}` | {about} | {games} | {endings} | {written} |\n"));
    }
    table
}

fn codes_table() -> String {
    let mut table =
        "| record | code | severity | what is wrong | in the catalogue |\n| --- | --- | --- | --- | --- |\n".to_owned();
    let rules = scoresheet::registry::codes();
    for (number, code, note) in catalogue() {
        let meant = rules.iter().find(|known| known.name == code).unwrap_or_else(|| panic!("{code} is no code"));
        table.push_str(&format!("| {number} | `{code}` | {} | {} | {note} |\n", meant.severity.name(), meant.title));
    }
    for (code, file) in OF_OTHER_FORMATS {
        let meant = rules.iter().find(|known| known.name == *code).unwrap_or_else(|| panic!("{code} is no code"));
        let row = format!(
            "| | `{code}` | {} | {} | only in files of other programs: `{file}` |\n",
            meant.severity.name(),
            meant.title
        );
        table.push_str(&row);
    }
    table
}

/// What a person sees of every code.
#[test]
fn the_catalogue_as_people_see_it() {
    insta::assert_snapshot!("catalogue", out(&run(&["validate", "samples/catalogue.txt"])));
}

#[test]
fn every_code_explained() {
    let texts: Vec<String> =
        scoresheet::registry::codes().iter().map(|code| out(&run(&["explain", code.name])).to_owned()).collect();
    insta::assert_snapshot!("explain", texts.join("\n----\n\n"));
}

/// A folder is its files one after the other, in the order of their names.
#[test]
fn folders_are_read_file_by_file() {
    let folder = "samples/archive/2024";
    let mut files: Vec<String> = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder))
        .expect("a folder")
        .map(|entry| format!("{folder}/{}", entry.expect("a file").file_name().to_string_lossy()))
        .collect();
    files.sort();
    assert!(files.len() > 1);
    for call in [&["validate", "--format", "json"][..], &["convert", "--to", "transcript"]] {
        let one = run(&[call, &[folder]].concat());
        let named: Vec<&str> = files.iter().map(String::as_str).collect();
        let all = run(&[call, &named].concat());
        assert!(!one.stdout.is_empty());
        assert_eq!((out(&one), one.status.code()), (out(&all), all.status.code()));
    }
}

/// What an archive holds is read as the files of a folder are, by every command, and each file can get a file of its own.
#[test]
fn archives_are_read_as_folders_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let one = "[Game \"gomoku\"]\n\nh8, i9, h9\n";
    let other = "[Game \"gomoku\"]\n\nh8, j10\n\n[Game \"gomoku\"]\n\nh8, k11\n";
    std::fs::create_dir_all(folder.path().join("games/b")).expect("a folder");
    std::fs::write(path("games/a.txt"), one).expect("a file");
    std::fs::write(path("games/b/c.txt"), other).expect("a file");
    let packed = archives::gz(&archives::tar(&[("a.txt", one.as_bytes()), ("b/c.txt", other.as_bytes())]));
    std::fs::write(path("games.tar.gz"), packed).expect("a file");

    for call in [&["convert", "--to", "squares"][..], &["show", "--record", "2", "--as", "ascii"]] {
        let [of_folder, of_archive] = [path("games"), path("games.tar.gz")].map(|path| run(&[call, &[&path]].concat()));
        assert!(out(&of_folder).len() > 20 && of_folder.status.success(), "{}", err(&of_folder));
        assert_eq!(out(&of_folder), out(&of_archive));
    }
    let names: Vec<Value> = objects(&[&path("games.tar.gz")]).iter().map(|o| o["file"].clone()).collect();
    let inner = [":a.txt", ":b/c.txt", ":b/c.txt"].map(|inner| Value::from(path("games.tar.gz") + inner));
    assert_eq!(names, inner);

    // An archive that the caller names is unfolded where its files would be if it were a folder.
    for (input, output) in [("games", "one"), ("games.tar.gz", "two/")] {
        let written = run(&["convert", "--to", "sgf", "-o", &path(output), &path(input)]);
        if output == "one" {
            // No such folder: the name is that of a file.
            assert!(written.status.success() && folder.path().join(output).is_file(), "{}", err(&written));
            std::fs::remove_file(path(output)).expect("a file");
            std::fs::create_dir(path(output)).expect("a folder");
            assert!(run(&["convert", "--to", "sgf", "-o", &path(output), &path(input)]).status.success());
        }
        for (file, text, games) in [("a.sgf", one, 1), ("b/c.sgf", other, 2)] {
            let written = std::fs::read_to_string(folder.path().join(output).join(file)).expect("a file");
            assert_eq!(written, out(&run_with(&["convert", "--to", "sgf"], text.as_bytes())));
            assert_eq!(written.matches("(;").count(), games);
        }
    }
}

/// No file is lost, and none is read while it is written.
#[test]
fn a_folder_for_output_takes_each_name_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    for name in ["a.txt", "a.game"] {
        std::fs::write(path(name), "[Game \"gomoku\"]\n\nh8\n").expect("a file");
    }
    std::fs::create_dir(path("out")).expect("a folder");
    let both = run(&["convert", "--to", "sgf", "-o", &path("out"), &path("a.txt"), &path("a.game")]);
    assert!(both.status.success(), "{}", err(&both));
    assert!(err(&both).contains("a.game\" is written to ") && err(&both).contains("a-2.sgf\n"), "{}", err(&both));
    assert_eq!(err(&both).lines().count(), 1, "{}", err(&both));
    let [one, other] = ["out/a.sgf", "out/a-2.sgf"].map(|name| std::fs::read_to_string(path(name)).expect("a file"));
    assert!(one.starts_with("(;") && one == other, "{one}{other}");
    let within = run(&["convert", "--to", "sgf", "-o", &path("out"), &path("")]);
    assert!(err(&within).contains("name another folder"), "{}", err(&within));
    let itself = run(&["convert", "--to", "squares", "-o", &path(""), &path("a.txt")]);
    assert!(err(&itself).contains("is an input"), "{}", err(&itself));
    assert_eq!(std::fs::read_to_string(path("a.txt")).expect("a file"), "[Game \"gomoku\"]\n\nh8\n");
}

/// A changed tag does not move what is wrong: it stands where the file has it.
#[test]
fn faults_of_changed_records_stand_in_the_file() {
    let sgf = b"(;GM[4]SZ[15]PB[Ada];B[hh];W[hh])";
    for arguments in
        [&["convert", "--to", "sgf"][..], &["convert", "--to", "sgf", "--set", "Event=X", "--remove", "Black"]]
    {
        let refused = run_with(arguments, sgf);
        let told = err(&refused);
        assert!(told.contains("--> -:1:28\n") && told.contains("1 | (;GM[4]SZ[15]PB[Ada];B[hh];W[hh])"), "{told}");
    }
}

/// The record that `explain` prints for a code shows that code as it stands.
#[test]
fn examples_of_codes_can_be_pasted() {
    // These are shown by other calls, by other formats, or by records that are too long to print.
    let others =
        ["bad-encoding", "dropped", "guessed", "not-canonical", "not-representable", "record-too-long", "too-deep"];
    for code in scoresheet::registry::codes().iter().map(|code| code.name).filter(|code| !others.contains(code)) {
        let page = run(&["explain", code]);
        let Some((_, example)) = out(&page).split_once("A record that shows it") else {
            assert_eq!(code, "unknown-format");
            continue;
        };
        let lines = example.lines().skip(1).take_while(|line| line.is_empty() || line.starts_with("    "));
        let record: String = lines.map(|line| format!("{}\n", line.trim_start())).collect();
        let judged = run_with(&["--format", "concise", "-"], record.as_bytes());
        assert!(out(&judged).contains(&format!("[{code}]")), "{code}: {record}{}", out(&judged));
    }
}

/// What the last changes to messages and readers promise, each as a person meets it.
#[test]
fn records_are_read_and_explained_as_promised() {
    let told = |arguments: &[&str], record: &str| out(&run_with(arguments, record.as_bytes())).to_owned();
    let strict = told(&["--strict", "-"], "[Game \"forza4\"]\n\n1. c WHITE\n");
    assert!(strict.contains("expected `White`, found `WHITE`"), "{strict}");
    let bonus = told(&["-"], "[Game \"plus4\"]\n[Variant \"continua\"]\n\n1. b**\n");
    assert!(bonus.contains("one `*` marks a bonus piece: write `b*`"), "{bonus}");
    let star = told(&["-"], "[Game \"forza4\"]\n\n1. c, d (e *); 2. c\n");
    assert!(star.contains("it stands after the last ply of the main line"), "{star}");
    let capitals = "[Game \"forza4\"]\n[Board \"4x4\"]\n\n. . . .\n. . . .\n. . . .\n1 . . .\nA B C D\n";
    assert!(told(&["--format", "json", "-"], capitals).contains("\"notation\":\"diagram\""));
    let head = "[Game \"forza4\"]\n[Board \"4x4\"]\n[Notation \"squares\"]\n[Termination \"illegal\"]\n\n";
    let tried = |last: &str| told(&["--format", "json", "-"], &format!("{head}1. a1, a2; 2. a3, a4; 3. {last}\n"));
    assert!(tried("a4").contains("\"attempted\":\"a\""), "{}", tried("a4"));
    assert!(!tried("b2").contains("\"attempted\":\""), "{}", tried("b2"));
}

/// Every tag with a meaning is explained, and so are those that nearly every record has.
#[test]
fn every_tag_is_explained() {
    for tag in scoresheet::record::MEANINGFUL.iter().chain(&["Event", "White", "Green"]) {
        let page = run(&["explain", tag]);
        assert!(
            out(&page).contains(&format!("{tag}: a tag ")) || out(&page).contains(": an option of "),
            "{tag}: {}",
            err(&page)
        );
    }
    let command = run(&["explain", "repair"]);
    assert!(err(&command).contains("repair is a command: `scoresheet repair --help`"), "{}", err(&command));
    assert_eq!(command.status.code(), Some(2));
}

/// Colours do not bring back what is left out above a part of a line.
#[test]
fn parts_of_lines_are_shown_alike_in_colours() {
    let text = format!("[Game \"forza4\"]\n\n1. c {{{}}}, zz\n", "so it goes ".repeat(30));
    for colour in ["always", "never"] {
        let judged = run_with(&["validate", "--color", colour, "-"], text.as_bytes());
        assert!(out(&judged).contains("…") && !out(&judged).contains(":::"), "{}", out(&judged));
    }
}
