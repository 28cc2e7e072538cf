//! `scoresheet audit` as people and machines run it: exit codes, streams, files, signals, every form of report.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

#[path = "support/mixed.rs"]
#[expect(dead_code, reason = "a module that tests share")]
mod mixed;

#[path = "support/archives.rs"]
#[expect(dead_code, reason = "a module that tests share")]
mod archives;

static SOUND: &str = "[Game \"forza4\"]\n[Result \"1-0\"]\n\n1. c, e; 2. c, e; 3. c, e; 4. c 1-0\n\n";
static BROKEN: &str = "[Game \"forza4\"]\n\n1. c, pawn; 2. d\n\n";
static WARNED: &str = "[Game \"forza4\"]\n\n1. c, e; 3. d\n\n";

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_scoresheet"));
    command
        .arg("audit")
        .args(arguments)
        .current_dir(folder)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    command(folder, arguments).output().expect("the program runs")
}

fn code(output: &Output) -> Option<i32> {
    output.status.code()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("output is text")
}

/// A folder with these files.
fn folder(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, bytes).expect("a file");
    }
    folder
}

fn summary(folder: &Path, arguments: &[&str]) -> Value {
    let output = run(folder, &[&["--format", "none", "--summary", "json"], arguments].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{}", text(&output.stderr)))
}

/// An archive of all kinds of files.
fn archive() -> tempfile::TempDir {
    let transcript = mixed::transcript(6 << 20);
    let table = mixed::table(200_000);
    let objects = mixed::objects(200_000);
    let small = [SOUND, BROKEN, WARNED].concat();
    let packed = archives::gz(&mixed::transcript(300_000)[..300_000]);
    let tar = archives::tar(&[("a.txt", small.as_bytes()), ("b/c.csv", &table[..10_000])]);
    folder(&[
        ("large.txt", &transcript),
        ("table.csv", &table),
        ("objects.jsonl", &objects),
        ("small/100% sound: a, b.txt", SOUND.as_bytes()),
        ("small/größe.txt", small.as_bytes()),
        ("small/empty.txt", b""),
        ("packed.txt.gz", &packed),
        ("packed.tar.zst", &archives::zst(&tar)),
        ("packed.zip", &archives::zip(&[("x.txt", small.as_bytes()), ("y.txt", b"")])),
    ])
}

#[test]
fn any_number_of_threads_writes_the_same_bytes() {
    let archive = archive();
    let out = tempfile::tempdir().expect("a folder");
    for form in ["human", "jsonl", "csv", "sarif", "github", "none"] {
        let written = |jobs: &str| {
            let rejects = out.path().join("rejects");
            let given =
                ["--format", form, "--summary", "json", "--jobs", jobs, "--max-record", "1M", "--game", "forza4"];
            let more = ["--rejects", rejects.to_str().expect("text"), "."];
            let output = run(archive.path(), &[&given[..], &more].concat());
            assert_eq!(code(&output), Some(1), "{}", text(&output.stderr));
            (output.stdout, output.stderr, std::fs::read(rejects).expect("the rejects"))
        };
        let one = written("1");
        for jobs in ["2", "8"] {
            assert!(one == written(jobs), "--format {form} --jobs {jobs}");
        }
    }
}

#[test]
fn exit_codes_tell_how_it_went() {
    let files: &[(&str, &[u8])] =
        &[("sound.txt", SOUND.as_bytes()), ("broken.txt", BROKEN.as_bytes()), ("warned.txt", WARNED.as_bytes())];
    let folder = folder(files);
    let end = |arguments: &[&str]| code(&run(folder.path(), arguments));
    assert_eq!(end(&["sound.txt"]), Some(0));
    assert_eq!(end(&["warned.txt"]), Some(0));
    assert_eq!(end(&["--deny-warnings", "warned.txt"]), Some(1));
    assert_eq!(end(&["--strict", "warned.txt"]), Some(1));
    assert_eq!(end(&["broken.txt"]), Some(1));
    assert_eq!(end(&["."]), Some(1));
    assert_eq!(end(&["--include", "s*.txt", "."]), Some(0));
    assert_eq!(end(&["--no-such-option"]), Some(2));
    assert_eq!(end(&["--jobs", "0", "."]), Some(2));
    assert_eq!(end(&["--report", "no/such/folder/report", "."]), Some(2));
}

#[test]
fn what_cannot_be_read_keeps_nothing_else_from_being_judged() {
    let mut broken = archives::gz(mixed::NASTY[0].repeat(2000).as_bytes());
    broken.truncate(broken.len() / 2);
    let folder = folder(&[("a.txt", SOUND.as_bytes()), ("b.txt.gz", &broken), ("c.txt", BROKEN.as_bytes())]);
    let output = run(folder.path(), &["no-such-file", "a.txt", "c.txt"]);
    assert_eq!(code(&output), Some(2));
    assert!(text(&output.stdout).contains("no-such-file"), "{}", text(&output.stdout));
    assert!(text(&output.stdout).contains("2 records in 2 inputs: 1 valid, 1 invalid"), "{}", text(&output.stdout));
    let found = summary(folder.path(), &["."]);
    assert_eq!(found["unread"].as_array().map(Vec::len), Some(1), "{found}");
    assert!(found["unread"][0]["input"].as_str().is_some_and(|name| name.ends_with("b.txt.gz")), "{found}");
    assert_eq!(found["balances"], true);
    assert_eq!(found["inputs"], 3);
    assert_eq!(code(&run(folder.path(), &["."])), Some(2));
    assert_eq!(code(&run(folder.path(), &["--part", "1/1", "b.txt.gz"])), Some(2));
    // What came out of the broken one before it broke was judged.
    assert!(found["records"]["read"].as_u64() > Some(100), "{found}");
}

#[cfg(unix)]
#[test]
fn a_file_that_may_not_be_read_is_told() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder(&[("a.txt", SOUND.as_bytes()), ("secret.txt", SOUND.as_bytes())]);
    let secret = folder.path().join("secret.txt");
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o0)).expect("the mode can be set");
    if std::fs::File::open(&secret).is_ok() {
        // Whoever may read everything sees nothing of this.
        return;
    }
    let output = run(folder.path(), &["."]);
    assert_eq!(code(&output), Some(2));
    assert!(text(&output.stdout).contains("secret.txt") && text(&output.stdout).contains("1 record in"));
}

/// A record may end within a comment: the place of the next one, which names a `}`, closes no comment.
#[test]
fn rejects_are_judged_as_the_records_were() {
    let text = "[Game \"forza4\"]\n\n1. c {unclosed\n\n[Game \"forza4\"]\n\n1. c } d; 2. e\n";
    let list = "#: [Game \"forza4\"]\n0123456\n33333300\n6666661\n3333333\n";
    for (name, text, count) in [("w}.txt", text, 2), ("l.lines", list, 1)] {
        let folder = folder(&[(name, text.as_bytes())]);
        let rejects = if name.ends_with(".lines") { "bad.lines" } else { "bad.txt" };
        let codes = |call: &[&str]| {
            let output = run(folder.path(), &[&["-q", "--format", "jsonl", "--only", "invalid"], call].concat());
            let object = |line: &str| serde_json::from_str::<Value>(line).expect("JSON");
            let code = |said: &Value| said["code"].as_str().expect("a code").to_owned();
            let codes = |line: &str| {
                object(line)["diagnostics"].as_array().expect("diagnostics").iter().map(code).collect::<Vec<_>>()
            };
            self::text(&output.stdout).lines().map(codes).collect::<Vec<_>>()
        };
        let before = codes(&["--rejects", rejects, name]);
        assert_eq!((before.len(), &before), (count, &codes(&[rejects])), "{name}");
    }
}

/// `--only invalid` leaves out what is said of valid records, whatever lists the diagnostics.
#[test]
fn only_invalid_records_are_reported_in_every_form() {
    let noted = "[Game \"forza4\"]\n[Whte \"Ada\"]\n\n1. c, e\n\n";
    let folder = folder(&[("a.txt", [noted, BROKEN].concat().as_bytes())]);
    for (form, sign) in [
        ("github", "title=unknown-tag"),
        ("sarif", "\"ruleId\":\"unknown-tag\""),
        ("jsonl", "Whte"),
        ("csv", "unknown-tag"),
    ] {
        for only in ["all", "invalid"] {
            let output = run(folder.path(), &["-q", "--format", form, "--only", only, "a.txt"]);
            let found = text(&output.stdout);
            assert_eq!(found.contains(sign), only == "all", "{form}: {found}");
            assert!(found.contains("bad-move"), "{form}: {found}");
        }
    }
}

#[test]
fn reports_and_rejects_are_files_that_appear_whole() {
    let folder = folder(&[("a.txt", [SOUND, BROKEN].concat().as_bytes())]);
    let given =
        ["--format", "jsonl", "--only", "invalid", "--report", "report.jsonl", "--rejects", "rejects.txt", "a.txt"];
    let output = run(folder.path(), &given);
    assert_eq!(code(&output), Some(1));
    assert!(text(&output.stdout).starts_with("2 records in 1 input"), "{}", text(&output.stdout));
    let report = std::fs::read_to_string(folder.path().join("report.jsonl")).expect("the report");
    assert_eq!(report.lines().count(), 1);
    let rejects = std::fs::read_to_string(folder.path().join("rejects.txt")).expect("the rejects");
    let comment = "# a.txt:6: record 2: line 8: error[bad-move] `pawn` is not a move in the notation columns\n";
    assert_eq!(rejects, format!("{comment}{BROKEN}"));
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 3);
}

/// Starts an audit that waits for more of its standard input.
#[cfg(unix)]
fn waiting(folder: &Path, arguments: &[&str]) -> (Child, std::process::ChildStdin) {
    let mut child = command(folder, arguments).stdin(Stdio::piped()).spawn().expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all([SOUND, BROKEN].concat().repeat(100_000).as_bytes()).expect("the program reads its input");
    (child, input)
}

#[cfg(unix)]
fn signal(child: &Child, name: &str) {
    let sent = Command::new("sh").args(["-c", &format!("kill {name} {}", child.id())]).status().expect("a shell runs");
    assert!(sent.success());
}

/// Waits for the end of a program that should end soon.
fn soon(mut child: Child) -> Output {
    let begun = Instant::now();
    while child.try_wait().expect("the program runs").is_none() {
        if begun.elapsed() > Duration::from_secs(120) {
            child.kill().expect("the program can be ended");
            panic!("the program does not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.wait_with_output().expect("the program has ended")
}

#[cfg(unix)]
#[test]
fn a_killed_audit_leaves_no_half_report() {
    let folder = folder(&[("report.jsonl", b"the old one")]);
    let (mut child, input) = waiting(folder.path(), &["--format", "jsonl", "--report", "report.jsonl", "-"]);
    child.kill().expect("the program can be killed");
    child.wait().expect("the program has ended");
    drop(input);
    assert_eq!(std::fs::read(folder.path().join("report.jsonl")).expect("the report"), b"the old one");
}

#[cfg(unix)]
#[test]
fn an_interrupted_audit_tells_what_it_has_judged() {
    let folder = folder(&[]);
    let report = ["--format", "jsonl", "--report", "report.jsonl", "--summary", "json", "-"];
    let (child, mut input) = waiting(folder.path(), &report);
    signal(&child, "-INT");
    // A pipe that stays open and silent does not hold it for long: the next bytes end it.
    let more = std::thread::spawn(move || {
        while input.write_all(SOUND.as_bytes()).is_ok() {
            std::thread::sleep(Duration::from_millis(1));
        }
    });
    let output = soon(child);
    more.join().expect("the pipe was closed");
    assert_eq!(code(&output), Some(130), "{}", text(&output.stderr));
    let found: Value = serde_json::from_slice(&output.stdout).expect("the summary");
    assert_eq!((&found["stopped"], &found["balances"]), (&true.into(), &true.into()));
    assert!(found["records"]["read"].as_u64() > Some(1000));
    // Half a report is none, and nothing lies about.
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0);
}

#[cfg(unix)]
#[test]
fn an_interrupt_is_heard_while_nothing_comes() {
    let folder = folder(&[]);
    let (child, input) = waiting(folder.path(), &["--format", "none", "--summary", "json", "-"]);
    std::thread::sleep(Duration::from_millis(300));
    signal(&child, "-INT");
    let output = soon(child);
    drop(input);
    assert_eq!(code(&output), Some(130));
}

#[test]
fn a_closed_pipe_ends_it_quietly() {
    let folder = folder(&[("a.txt", BROKEN.repeat(200_000).as_bytes())]);
    for form in ["human", "jsonl", "github"] {
        let given = ["--format", form, "--max-diagnostics", "1000000", "a.txt"];
        let mut child = command(folder.path(), &given).spawn().expect("the program starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
        assert!(line.contains("a.txt"));
        let output = soon(child);
        // What was found before the pipe was closed decides.
        assert_eq!((text(&output.stderr), code(&output)), ("", Some(1)), "{form}");
    }
}

#[test]
fn what_is_made_beside_the_report_is_made_though_nobody_reads_that() {
    let archive = format!("{}{BROKEN}", SOUND.repeat(60_000));
    let folder = folder(&[("a.txt", archive.as_bytes())]);
    let given = ["--format", "jsonl", "--rejects", "rejects.txt", "--html", "page.html", "a.txt"];
    let mut child = command(folder.path(), &given).spawn().expect("the program starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    assert!(line.contains("a.txt"));
    let output = soon(child);
    assert_eq!((text(&output.stderr), code(&output)), ("", Some(1)));
    let rejects = std::fs::read_to_string(folder.path().join("rejects.txt")).expect("the rejects");
    assert_eq!(rejects.matches("[Game ").count(), 1, "{rejects}");
    assert!(folder.path().join("page.html").exists());
}

#[test]
fn diagnostics_are_capped_and_the_rest_is_counted() {
    let folder = folder(&[("a.txt", BROKEN.repeat(50).as_bytes())]);
    let output = run(folder.path(), &["--max-diagnostics", "3", "a.txt"]);
    assert_eq!(text(&output.stdout).lines().filter(|line| line.starts_with("a.txt:")).count(), 3);
    assert!(text(&output.stdout).contains("47 more diagnostics are not shown"), "{}", text(&output.stdout));
    let found = summary(folder.path(), &["--max-diagnostics", "3", "a.txt"]);
    assert_eq!(found["diagnostics"]["errors"], 50);
    // Warnings hide no error, wherever they stand.
    let warned = "[Game \"forza4\"]\n\n1. c, e; 3. d\n\n".repeat(50);
    std::fs::write(folder.path().join("w.txt"), &warned).expect("a file");
    for (form, signs) in [
        ("github", ["::error", "::warning"]),
        // The head of the report tells the levels of its rules.
        ("sarif", ["{\"level\":\"error\",\"locations\"", "{\"level\":\"warning\",\"locations\""]),
    ] {
        let output = run(folder.path(), &["--max-diagnostics", "3", "--format", form, "w.txt", "a.txt", "w.txt"]);
        let [out, told] = [&output.stdout, &output.stderr].map(|bytes| text(bytes));
        assert_eq!(signs.map(|sign| out.matches(sign).count()), [3, 3], "{form}: {out}");
        assert!(told.contains("more diagnostics are not shown"), "{form}: {told}");
    }
    // Rows of records are not diagnostics.
    let output = run(folder.path(), &["--max-diagnostics", "3", "--format", "jsonl", "a.txt"]);
    assert_eq!(text(&output.stdout).lines().count(), 50);
}

#[test]
fn a_table_is_one_for_programs_that_read_tables() {
    let archive = archive();
    let output = run(archive.path(), &["--format", "csv", "--game", "forza4", "."]);
    let mut table = csv::Reader::from_reader(output.stdout.as_slice());
    let names = table.headers().expect("a header").clone();
    assert_eq!(&names[0], "file");
    let lines = run(archive.path(), &["--format", "jsonl", "--game", "forza4", "."]).stdout;
    let mut count = 0;
    for (row, line) in table.records().zip(text(&lines).lines()) {
        let row = row.expect("a row of as many cells");
        // A lone surrogate, a byte that is no UTF-8, is no text for this reader.
        let object: Value = serde_json::from_str(&line.replace("\\udc", "\\ue0")).expect("an object");
        assert_eq!(row[0], object["file"]);
        assert_eq!(row[1], object["record"].to_string());
        assert_eq!(row[2], object["line"].to_string());
        assert_eq!(row[5], object["valid"].to_string());
        assert_eq!(row[6], object["plies"].to_string());
        let first = object["diagnostics"].as_array().expect("a list").iter().find(|said| said["severity"] == "error");
        assert_eq!(&row[13], first.map_or("", |said| said["message"].as_str().expect("a sentence")));
        count += 1;
    }
    assert_eq!(count, text(&lines).lines().count());
}

#[test]
fn sarif_keeps_to_its_schema() {
    let schema: Value =
        serde_json::from_str(include_str!("data/sarif-2.1.0-subset.schema.json")).expect("the schema is JSON");
    let validator = jsonschema::options().should_validate_formats(true).build(&schema).expect("the schema is one");
    let archive = archive();
    let empty = folder(&[("a.txt", SOUND.as_bytes())]);
    for (folder, most) in [(archive.path(), "2000"), (empty.path(), "100")] {
        let output = run(folder, &["--format", "sarif", "--max-diagnostics", most, "."]);
        let log: Value = serde_json::from_slice(&output.stdout).expect("SARIF is JSON");
        let faults: Vec<String> = validator.iter_errors(&log).take(5).map(|error| error.to_string()).collect();
        assert!(faults.is_empty(), "{faults:?}");
        // What no schema can say: every result names a rule that is there.
        let rules = log["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules");
        for result in log["runs"][0]["results"].as_array().expect("results") {
            assert!(rules.iter().any(|code| code["id"] == result["ruleId"]), "{result}");
        }
    }
    let samples = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = run(samples, &["--format", "sarif", "--max-diagnostics", "9999", "samples/catalogue.txt"]);
    let log: Value = serde_json::from_slice(&output.stdout).expect("SARIF is JSON");
    assert!(validator.is_valid(&log) && log["runs"][0]["results"].as_array().map(Vec::len) > Some(60));
    // The schema is no rubber stamp.
    for (pointer, wrong) in [
        ("/runs/0/results/0/level", "fatal".into()),
        ("/runs/0/results/0/locations/0/physicalLocation/region/startColumn", 0.into()),
        ("/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri", "a b%".into()),
        ("/version", "2.0.0".into()),
    ] {
        let mut spoilt = log.clone();
        *spoilt.pointer_mut(pointer).expect(pointer) = wrong;
        assert!(!validator.is_valid(&spoilt), "{pointer}");
    }
}

#[test]
fn annotations_are_escaped() {
    let text_with = |value: &str| format!("[Game \"forza4\"]\n[Board \"{value}\"]\n\n1. c\n\n");
    let folder = folder(&[("100%, a:b.txt", text_with("50%: x, y").as_bytes())]);
    let output = run(folder.path(), &["--format", "github", "."]);
    let lines: Vec<&str> = text(&output.stdout).lines().collect();
    assert_eq!(lines.len(), 1, "{lines:?}");
    let (properties, message) =
        lines[0].strip_prefix("::error ").and_then(|line| line.split_once("::")).expect("two parts");
    let properties: Vec<(&str, &str)> =
        properties.split(',').map(|property| property.split_once('=').expect("a property")).collect();
    let names: Vec<&str> = properties.iter().map(|(name, _)| *name).collect();
    assert_eq!(names, ["file", "line", "col", "title"]);
    assert!(properties[0].1.ends_with("100%25%2C a%3Ab.txt"), "{properties:?}");
    assert!(message.contains("50%25: x, y"), "{message}");
    // The summary stays out of what the code host reads.
    assert!(text(&output.stderr).contains("1 record in 1 input"));
}

#[test]
fn a_small_archive_as_its_keeper_sees_it() {
    let folder = folder(&[
        ("2024/round-1.txt", [SOUND, BROKEN, WARNED, SOUND].concat().as_bytes()),
        ("2024/round-2.lines", b"33543\n3354\n9\n"),
        ("2025/gomoku.csv", b"Black,White,moves,Result\nAda,Bea,\"h8 h9 j8 j9 k8 k9 l8 l9 m8\",1-0\nBea,Ada,h8 h8,*\n"),
        ("2025/old.txt.gz", &archives::gz(SOUND.as_bytes())),
    ]);
    std::fs::write(folder.path().join("2025/damaged.txt.gz"), &archives::gz(SOUND.as_bytes())[..30]).expect("a file");
    // The games of the table are named by no tag: they are of the game that the caller names.
    let human = run(folder.path(), &["--game", "forza4", "2024", "2025"]);
    insta::assert_snapshot!("summary", text(&human.stdout));
    let json = summary(folder.path(), &["--game", "forza4", "2024", "2025"]);
    insta::assert_snapshot!("summary-json", serde_json::to_string_pretty(&json).expect("JSON"));
    assert_eq!(text(&human.stderr), "");
}

/// Standard input is judged while it comes: what has been read of a pipe stands in the report when it ends.
#[test]
fn standard_input_is_audited() {
    let folder = folder(&[]);
    let mut child = command(folder.path(), &["--format", "jsonl"]).stdin(Stdio::piped()).spawn().expect("it starts");
    child.stdin.take().expect("a pipe").write_all(SOUND.as_bytes()).expect("it reads");
    let mut out = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut out).expect("text");
    assert!(out.starts_with("{\"file\":\"-\",\"record\":1,"), "{out}");
    assert_eq!(soon(child).status.code(), Some(0));
}

/// A result at the end of the movetext is a claim like one in the tag `Result`, in every report.
#[test]
fn claims_in_the_movetext_are_counted() {
    let plies = "1. c, e; 2. c, c; 3. d, d; 4. b, e";
    for (tag, word, claimed) in [
        ("", "1-0", "White"),
        ("", "Red", "Red"),
        ("[Result \"*\"]\n", "1/2-1/2", "draw"),
        ("[Result \"White\"]\n", "*", "White"),
        ("[Result \"1-0\"]\n", "1-0", "White"),
        ("[Result \"*\"]\n", "", "*"),
        ("", "*", "*"),
        ("", "", ""),
    ] {
        let record = format!("[Game \"forza4\"]\n{tag}\n{plies} {word}\n");
        let folder = folder(&[("a.txt", record.as_bytes())]);
        let output = run(folder.path(), &["--format", "csv", "-q", "a.txt"]);
        let row = text(&output.stdout).lines().nth(1).expect("a row");
        assert_eq!(row.split(',').nth(10), Some(claimed), "{tag}{word}: {row}");
        for form in ["none", "jsonl"] {
            let output = run(folder.path(), &["--format", form, "--summary", "json", "a.txt"]);
            let said = if claimed.is_empty() { "null".to_owned() } else { format!("\"{claimed}\"") };
            let summary = [&output.stdout, &output.stderr].map(|bytes| text(bytes)).concat();
            assert!(summary.contains(&format!("\"claims\":[{{\"claimed\":{said},")), "{tag}{word}: {summary}");
        }
    }
}
