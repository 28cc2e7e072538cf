//! JSON Lines and tables: what the program writes it reads back.

use std::path::Path;

use scoresheet::diagnostic::Shortlist;
use scoresheet::formats::Format;
use scoresheet::report::{json, report_held};
use scoresheet::{Checker, Defaults, MAX_RECORD, System, input};
use serde_json::Value;

use super::program;

/// How records are judged.
#[derive(Debug, Clone, Default)]
struct Call {
    defaults: Defaults,
    strict: bool,
    deny: bool,
}

/// What `validate --format json` writes of `bytes`.
fn written(bytes: &[u8], format: Format, call: &Call) -> Option<Vec<u8>> {
    let mut checker = Checker::new(call.defaults.clone()).strict(call.strict);
    let mut records = input::records(bytes, format, MAX_RECORD, &mut checker).ok()?;
    let mut out = Vec::new();
    while let Some(record) = records.next().expect("a slice can be read") {
        let mut held = Shortlist::default().deny_warnings(call.deny);
        json::write(&report_held("found", &record, &mut checker, &mut held), &mut out);
        out.push(b'\n');
    }
    Some(out)
}

/// The objects of JSON Lines.
fn parsed(lines: &[u8]) -> Vec<Value> {
    std::str::from_utf8(lines).expect("output is text").lines().map(program::object).collect()
}

/// What is to be the same when a record is read back.
fn verdict(object: &Value) -> Vec<String> {
    let keys = ["game", "variant", "options", "board", "tags", "valid", "plies", "moves", "outcome", "position"];
    let keys = keys.iter().chain(&["players", "opening", "stands", "attempted"]);
    let mut verdict: Vec<String> = keys.map(|key| format!("{key}: {}", object[key])).collect();
    for said in object["diagnostics"].as_array().expect("a list") {
        verdict.push(format!("{} {} {} {}", said["severity"], said["code"], said["ply"], said["variation"]));
    }
    verdict
}

/// Without what speaks of places in files.
fn placeless(object: &Value) -> Value {
    let mut object = object.clone();
    for said in object["diagnostics"].as_array_mut().expect("a list") {
        for key in ["line", "column", "span"] {
            said[key] = Value::Null;
        }
    }
    object
}

/// Reads back what is written of `bytes`, twice; says how many records that were.
fn check(bytes: &[u8], format: Format, call: &Call) -> usize {
    let Some(first) = written(bytes, format, call) else { return 0 };
    // What the caller knew of the records, the report knows.
    let again = Call { defaults: Defaults::default(), ..call.clone() };
    let second = written(&first, Format::JSON_LINES, &again).expect("JSON Lines");
    let third = written(&second, Format::JSON_LINES, &again).expect("JSON Lines");
    let [one, two, three] = [&first, &second, &third].map(|lines| parsed(lines));
    let shown = || String::from_utf8_lossy(bytes).into_owned();
    assert_eq!((one.len(), two.len()), (two.len(), three.len()), "{call:?}\n{}", shown());
    for ((one, two), three) in one.iter().zip(&two).zip(&three) {
        assert_eq!(verdict(one), verdict(two), "{call:?}\n{}\n{one}\n{two}", shown());
        assert_eq!((&one["text"], &one["format"]), (&two["text"], &two["format"]), "{one}\n{two}");
        assert_eq!(placeless(two), placeless(three), "{call:?}\n{}", shown());
    }
    one.len()
}

fn defaults(words: &[(&str, &str)]) -> Defaults {
    let mut defaults = Defaults::default();
    for (name, value) in words {
        let value = Some((*value).to_owned());
        match *name {
            "game" => defaults.game = value,
            "variant" => defaults.variant = value,
            "options" => defaults.options = value,
            "board" => defaults.board = value,
            "starts" => defaults.starts = value,
            _ => defaults.notation = System::named(value.as_deref().unwrap_or_default()),
        }
    }
    defaults
}

/// All samples and cases with the formats they are in.
fn sources() -> Vec<(Vec<u8>, Format, Call)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut sources = Vec::new();
    for game in ["forza4", "gomoku", "plus4", "halma", "lefile"] {
        for entry in std::fs::read_dir(root.join("samples").join(game)).expect("the samples") {
            let path = entry.expect("a file").path();
            let name = path.to_str().expect("text");
            let format = Format::of_file(name).unwrap_or(Format::TRANSCRIPT);
            let mut known = Vec::new();
            if format == Format::LINES {
                known.push(("game", game));
            }
            if name.ends_with("from-zero.lines") {
                known.push(("board", "10x6"));
            }
            let call = Call { defaults: defaults(&known), ..Call::default() };
            sources.push((std::fs::read(&path).expect("a file"), format, call));
        }
    }
    for name in ["forza4", "gomoku", "halma", "lefile", "plus4", "renju", "stood-moves", "stood"] {
        let path = root.join("tests/cases").join(format!("{name}.jsonl"));
        for line in std::fs::read_to_string(path).expect("the cases").lines() {
            let case: Value = serde_json::from_str(&line.replace("\\udc", "\\ue0")).expect("a case");
            let mut bytes = Vec::new();
            for letter in case["text"].as_str().expect("a text").chars() {
                match u32::from(letter) {
                    raw @ 0xe080..=0xe0ff => bytes.push(raw as u8),
                    _ => bytes.extend(letter.to_string().bytes()),
                }
            }
            sources.push((bytes, Format::TRANSCRIPT, Call::default()));
        }
    }
    sources
}

#[test]
fn what_is_written_is_read_back() {
    let count: usize = sources().iter().map(|(bytes, format, call)| check(bytes, *format, call)).sum();
    assert!(count > 500, "{count}");
}

/// Pieces that damage records.
static PIECES: &[&[u8]] = &[
    b"(",
    b")",
    b"{[%stands]}",
    b"[Stands \"2\"]\n",
    b"[Termination \"illegal\"]\n",
    b"[Result \"White\"]\n",
    b"[White \"\"]\n",
    b"[2nd \" a\\b \"]\n",
    b"[Starts \"Red\"]\n",
    b"[Board \"8x8\"]\n",
    b" 1-0",
    b" / ",
    b"--",
    b"\xff",
    b"\xe9\x80",
    b"9.",
    b"...",
    b"\n\n",
    b"\"",
    b",",
    b";",
    b"\r",
    b"# x\n",
    b"{",
];

#[test]
fn what_is_written_of_damaged_records_is_read_back() {
    let mut random = fastrand::Rng::with_seed(7);
    let sources = sources();
    let calls = [
        Call::default(),
        Call { strict: true, ..Call::default() },
        Call { deny: true, ..Call::default() },
        Call { defaults: defaults(&[("game", "forza4")]), ..Call::default() },
        Call { defaults: defaults(&[("game", "gomoku"), ("board", "15x15")]), ..Call::default() },
        Call { defaults: defaults(&[("starts", "Red")]), ..Call::default() },
        Call { defaults: defaults(&[("game", "forza4"), ("notation", "digits")]), ..Call::default() },
        Call { defaults: defaults(&[("notation", "squares")]), ..Call::default() },
        Call { defaults: defaults(&[("variant", "nope")]), ..Call::default() },
        Call { defaults: defaults(&[("game", "nope")]), ..Call::default() },
        Call { defaults: defaults(&[("options", "equalizer"), ("board", "8x8")]), ..Call::default() },
    ];
    let rounds = std::env::var("ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(1500);
    for _ in 0..rounds {
        let (bytes, format, call) = &sources[random.usize(..sources.len())];
        let mut bytes = bytes.clone();
        // A part of a large file is enough.
        if bytes.len() > 2000 {
            bytes.truncate(random.usize(500..2000));
        }
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..=bytes.len());
            match random.u8(..4) {
                0 => drop(bytes.drain(at..(at + random.usize(..9)).min(bytes.len()))),
                1 if at < bytes.len() => bytes[at] = random.u8(..),
                2 if at < bytes.len() => bytes[at] = b"abcdefgh12345678 -*+,;\n"[random.usize(..23)],
                _ => drop(bytes.splice(at..at, PIECES[random.usize(..PIECES.len())].iter().copied())),
            }
        }
        let call = if random.u8(..3) == 0 { &calls[random.usize(..calls.len())] } else { call };
        check(&bytes, *format, call);
    }
}

/// The objects of `text`, and those of the objects read back.
fn twice(arguments: &[&str], text: &str) -> (Vec<Value>, Vec<Value>) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let call = [&["validate", "--format", "json"], arguments, &["-"]].concat();
    let first = program::run(here, &call, text.as_bytes()).stdout;
    let first = String::from_utf8(first).expect("output is text");
    let again = program::objects(&["--from", "jsonl"], &first);
    (first.lines().map(|line| serde_json::from_str(line).expect("an object")).collect(), again)
}

#[test]
fn a_ply_that_lost_is_read_back() {
    let text = "[Game \"connect-four\"]\n[Event \"Casual game\"]\n[Board \"5x4\"]\n[Result \"0-1\"]\n\
        [Termination \"illegal\"]\n\n1. d, a; 2. d, e; 3. d, d; 4. a, c; 5. c, a; 6. a, c; 7. a\n\n\
        [Game \"forza4\"]\n\n1. c, d; 2. -- {[%stands]}, d; 3. c\n\n\
        [Game \"halma\"]\n[Variant \"8x8\"]\n[Termination \"illegal\"]\n\n1. d8-e8, e1-a1\n\n\
        [Game \"forza4\"]\n[Notation \"squares\"]\n[Termination \"illegal\"]\n\n1. c1, c7\n";
    let (first, again) = twice(&[], text);
    assert_eq!((&first[0]["attempted"], &first[0]["text"]), (&"a".into(), &Value::Null));
    assert_eq!((&first[1]["stands"], &first[1]["text"]), (&serde_json::json!([3]), &Value::Null));
    // It is read in one system and might have been written in another: that its text alone shows.
    assert_eq!((&first[2]["attempted"], first[2]["text"].is_string()), (&"e1-a1".into(), true));
    // The columns have no name for a square in which no piece lands.
    assert_eq!((&first[3]["attempted"], first[3]["text"].is_string()), (&Value::Null, true));
    for (one, two) in first.iter().zip(&again) {
        assert_eq!(one["valid"], true);
        assert_eq!(verdict(one), verdict(two));
    }
}

#[test]
fn what_the_caller_knew_is_read_back() {
    for (arguments, text) in [
        (&["--game", "forza4", "--board", "8x8"][..], "1. h8"),
        (&["--game", "forza4", "--notation", "digits0"], "0123"),
        (&["--game", "forza4", "--starts", "Red"], "1. ..., c; 2. d"),
        (&["--game", "gomoku", "--variant", "renju"], "[Game \"forza4\"]\n[Result \"Black\"]\n\n1. h8"),
        (&["--variant", "nope"], "[Game \"forza4\"]\n\n1. c"),
        (&["--game", "forza4", "--from", "lines"], "ccc 5\nccccccc\n"),
        (&["--from", "csv", "--game", "forza4", "--delimiter", "x", "--no-header", "--moves-column", "2"], "AxcczxB\n"),
        (&["--from", "jsonl", "--moves-column", "pgn"], "{\"game\":\"forza4\",\"pgn\":\"ccz\",\"moves\":\"12\"}\n"),
    ] {
        let (first, again) = twice(arguments, text);
        assert_eq!(first.len(), again.len());
        for (one, two) in first.iter().zip(&again) {
            assert_eq!(verdict(one), verdict(two), "{arguments:?}: {one} {two}");
        }
    }
}

#[test]
fn bytes_that_are_no_text_are_read_back() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = b"[Game \"forza4\"]\n[White \"\xe9\"]\n\n1. c, \xff";
    let first = program::run(here, &["validate", "--format", "json", "-"], text).stdout;
    let shown = String::from_utf8_lossy(&first).into_owned();
    assert!(shown.contains(r#""text":"[Game \"forza4\"]\n[White \"\udce9\"]\n\n1. c, \udcff""#), "{shown}");
    assert_eq!(check(text, Format::TRANSCRIPT, &Call::default()), 1);
}

#[test]
fn audits_write_the_same() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [
        ("a.txt", "[Game \"forza4\"]\n\n1. c\n\n[Game \"gomoku\"]\n\n1. h8 (h9)\n\n[Game \"forza4\"]\n\n1. c, z\n"),
        ("b.txt", "1. c 1-0\n\n[Result \"White\"]\n\n1. ..., c {[%stands]}"),
        ("c.lines", "cccc\nccccccc x\n"),
        ("d.csv", "White,moves\nAda,cc\nBea,c z\nx\n"),
    ] {
        std::fs::write(folder.path().join(name), text).expect("a file");
        for call in [&[][..], &["--game", "forza4"], &["--starts", "Red"], &["--deny-warnings"]] {
            let one = program::run(folder.path(), &[&["validate", "--format", "json", name], call].concat(), b"");
            let two = program::run(folder.path(), &[&["audit", "-q", "--format", "jsonl", name], call].concat(), b"");
            assert_eq!(String::from_utf8_lossy(&one.stdout), String::from_utf8_lossy(&two.stdout), "{name} {call:?}");
        }
    }
}

#[test]
fn the_schema_names_each_key_once() {
    let schema = program::run(Path::new("."), &["games", "--schema"], b"").stdout;
    let schema: Value = serde_json::from_slice(&schema).expect("JSON");
    let points = &schema["$defs"]["outcome"]["properties"]["manches"]["items"]["additionalProperties"];
    assert_eq!(points["type"], "integer");
}

/// A text in UTF-16 without a byte-order mark.
fn in_utf_16(text: &str, big: bool) -> Vec<u8> {
    text.encode_utf16().flat_map(|unit| if big { unit.to_be_bytes() } else { unit.to_le_bytes() }).collect()
}

#[test]
fn a_file_in_utf_16_without_a_mark_is_told_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let texts = [
        ("a.txt", "[Game \"forza4\"]\n[White \"\u{738b}\"]\n\n1. c, e\n"),
        ("a.lines", "ccc\nddd\neee\n"),
        ("a.csv", "moves,White\nccc,Ada\n"),
        ("a.jsonl", "{\"moves\":\"c\"}\n"),
    ];
    for ((name, text), big) in texts.into_iter().zip([false, true, false, true]) {
        for large in [false, true] {
            let text = if large { text.repeat(40_000) } else { text.to_owned() };
            std::fs::write(folder.path().join(name), in_utf_16(&text, big)).expect("a file");
            let run = |call: &[&str]| program::run(folder.path(), &[call, &[name]].concat(), b"");
            let one = run(&["validate", "--format", "json"]).stdout;
            let objects = parsed(&one);
            assert_eq!((objects.len(), program::said(&objects[0])), (1, vec!["error bad-encoding null".to_owned()]));
            let message = objects[0]["diagnostics"][0]["message"].as_str().expect("a message");
            assert!(message.contains(if big { "UTF-16, big" } else { "UTF-16, little" }), "{message}");
            let two = run(&["audit", "-q", "--jobs", "2", "--format", "jsonl"]).stdout;
            assert_eq!(String::from_utf8_lossy(&one), String::from_utf8_lossy(&two));
            for call in [&["convert", "--to", "transcript"][..], &["show"]] {
                let output = run(call);
                assert_eq!(output.status.code(), Some(1), "{output:?}");
                let said = String::from_utf8_lossy(&output.stderr).into_owned();
                assert_eq!(said.matches("bad-encoding").count(), 1, "{call:?}: {said}");
            }
            let again = written(&one, Format::JSON_LINES, &Call::default()).map(|lines| parsed(&lines));
            assert_eq!(verdict(&again.unwrap_or_default()[0]), verdict(&objects[0]));
        }
    }
}

#[test]
fn a_row_that_fits_another_system_is_told_so() {
    let text = "game,moves\nforza4,33543\nforza4,44\nforza4,cecc\ngomoku,h8i9\nforza4,c z\n";
    let objects = program::objects(&["--from", "csv"], text);
    let help = |object: &Value| object["diagnostics"][0]["help"].as_str().unwrap_or_default().to_owned();
    let valid: Vec<_> = objects.iter().map(|object| object["valid"] == true).collect();
    assert_eq!(valid, [true, true, false, true, false]);
    assert_eq!(program::said(&objects[2])[0], "error bad-move 1");
    assert_eq!(
        help(&objects[2]),
        "the file is read as digits, but this row fits columns better: name the notation in a column or key Notation"
    );
    // With a column for it, each row is read by its own.
    let text = "game,notation,moves\nforza4,,33543\nforza4,,44\nforza4,columns,cecc\nforza4,columns,33\n";
    let objects = program::objects(&["--from", "csv"], text);
    assert_eq!(objects.iter().map(|object| object["valid"] == true).collect::<Vec<_>>(), [true, true, true, false]);
    assert!(!help(&objects[3]).contains("the file is read"), "{}", objects[3]);
    // A row off the board that would be a sound game in another system.
    let text = "moves\nc e\nd d\nc1 e1\n";
    let objects = program::objects(&["--from", "csv", "--game", "forza4"], text);
    assert_eq!(objects[2]["valid"], false);
    assert!(help(&objects[2]).contains("fits squares better"), "{}", objects[2]);
}

#[test]
fn each_key_of_a_file_has_its_own_system() {
    let text = "{\"game\":\"forza4\",\"moves\":[3,3,5,4,3]}\n{\"game\":\"forza4\",\"moves\":\"cecc\"}\n\
        {\"game\":\"forza4\",\"Moves\":\"c1 e1\"}\n{\"game\":\"forza4\",\"Moves\":\"d1 e1\"}\n";
    let objects = program::objects(&["--from", "jsonl"], text);
    let seen: Vec<_> = objects.iter().map(|object| (object["valid"] == true, object["notation"].clone())).collect();
    let [digits, columns, squares] = ["digits", "columns", "squares"].map(Value::from);
    assert_eq!(seen, [(true, digits), (true, columns), (true, squares.clone()), (true, squares)]);
}

/// A side's name alone would be read as plies without anything between them.
#[test]
fn a_result_without_plies_is_written_as_a_tag() {
    let pairs = "[Variant \"four\"]\n[Options \"pairs\"]\n[Pairs \"White+Green\"]\n";
    for (game, result, tag, cell) in [
        ("forza4", "White", "", ""),
        ("forza4", "White", "[Result \"White\"]\n", ""),
        ("forza4", "draw", "", "draw"),
        ("forza4", "*", "", "*"),
        ("halma", "Red+Blue", pairs, ""),
    ] {
        let text = format!("[Game \"{game}\"]\n{tag}\n{result}\n");
        for format in [Format::CSV, Format::JSON_LINES] {
            let record = scoresheet::records(text.as_bytes()).next().expect("a record").expect("a slice can be read");
            let target = scoresheet::Target { format: Some(format), ..scoresheet::Target::default() };
            let written = record.convert_to_bytes(target).expect("it has a place there");
            let again = scoresheet::records(&written[..]).format(format).next().expect("a record").expect("a slice");
            let said = String::from_utf8_lossy(&written).into_owned();
            assert_eq!(again.report().valid, record.report().valid, "{said}");
            let codes =
                |report: &scoresheet::Report| report.diagnostics.iter().map(|said| said.code).collect::<Vec<_>>();
            assert_eq!(codes(&again.report()), codes(&record.report()), "{said}");
            let empty = if format == Format::CSV { ",\n" } else { "\"moves\": \"\"" };
            assert_eq!(said.contains(empty), cell.is_empty(), "{said}");
        }
    }
}

/// Excel writes all cells in quotation marks, and in most of Europe a semicolon between them.
#[test]
fn the_names_of_the_columns_may_be_quoted_with_any_delimiter() {
    for sign in [',', ';', '\t', '|'] {
        for row in ["\"game\";\"moves\"", "\"game\";moves", "game;\"moves\"", "\"a, b\";\"game\";\"moves\""] {
            let cells =
                if row.starts_with("\"a") { "\"x, y\";\"forza4\";\"c e c c\"" } else { "\"forza4\";\"c e c c\"" };
            let text = format!("{row}\n{cells}\n").replace(';', &sign.to_string());
            let table = written(text.as_bytes(), Format::CSV, &Call::default()).expect("a table");
            let objects = parsed(&table);
            assert_eq!((objects.len(), &objects[0]["plies"]), (1, &4.into()), "{text}");
        }
    }
}

/// What comes through a pipe has no name that would tell what it is.
#[test]
fn rows_are_found_out_by_content() {
    let table = "Game,White,moves\nforza4,Ada,\"c, e\"\n";
    let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain(table.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let transcript = "[Game \"forza4\"]\n[White \"Ada\"]\n\n1. c, e\n";
    let report = written(transcript.as_bytes(), Format::TRANSCRIPT, &Call::default()).expect("a report");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (bytes, format) in [
        (table.as_bytes(), "csv"),
        (&wide, "csv"),
        (table.replace(',', ";").as_bytes(), "csv"),
        (report.as_slice(), "jsonl"),
        (b"\n{\"moves\": [\"c\", \"e\"], \"White\": \"Ada\", \"Game\": \"forza4\"}\n", "jsonl"),
    ] {
        let told = String::from_utf8_lossy(bytes);
        let output = program::run(here, &["convert", "--to", "transcript", "-"], bytes);
        let text = String::from_utf8(output.stdout).expect("output is text");
        assert!(text.ends_with("\n\n1. c, e\n") && text.contains("[White \"Ada\"]"), "{format} {told}: {text}");
    }
    // Of another program's objects nobody knows which game they are of.
    for text in ["{\"id\":\"q7\",\"moves\":\"e4 e5\"}\n", "{\n\"Game\":\"forza4\",\n\"moves\":\"c\"}\n"] {
        let codes = program::said(&program::objects(&[], text)[0]);
        assert_eq!(codes.len(), 1, "{codes:?}");
        assert!(codes[0].contains("unknown-format"), "{codes:?}");
    }
}

/// What the diagnostics of a file point to: the line, the column, and the bytes of the file.
fn places(bytes: &[u8], format: Format) -> Vec<(u64, u64, Vec<u8>)> {
    let lines = parsed(&written(bytes, format, &Call::default()).expect("it can be read"));
    let said = lines.iter().flat_map(|object| object["diagnostics"].as_array().expect("a list"));
    let place = |said: &Value| {
        let number = |value: &Value| value.as_u64().expect("a number");
        let [start, end] = [0, 1].map(|index| number(&said["span"][index]) as usize);
        (number(&said["line"]), number(&said["column"]), bytes[start..end].to_vec())
    };
    said.map(place).collect()
}

#[test]
fn diagnostics_of_tables_point_into_the_file() {
    let table = "White,game,board,result,moves\r\n\
         Ädä,forza4,7x6,,\"d, d, d, d,\r\n {a \"\"b\"\"} d, d, d\"\r\n\
         Ada,forza4,7x6,Wite, d é \r\n\
         \"A \"\"x\"\"\",forza4,7x3,,d\r\n\
         ,,,,d\r\n";
    let expected = [(3, 18, "d"), (4, 16, "Wite"), (4, 24, "é"), (5, 18, "7x3"), (6, 1, ",,,,d")];
    let expected = expected.map(|(line, column, text)| (line, column, text.to_owned()));
    let decoded = |bytes: &[u8], decode: &dyn Fn(&[u8]) -> String| {
        let found = places(bytes, Format::CSV);
        found.into_iter().map(|(line, column, text)| (line, column, decode(&text))).collect::<Vec<_>>()
    };
    let utf_8 = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(decoded(table.as_bytes(), &utf_8), expected);
    let wide: Vec<u8> = std::iter::once(0xfeff).chain(table.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    let utf_16 = |bytes: &[u8]| encoding_rs::UTF_16LE.decode_without_bom_handling(bytes).0.into_owned();
    assert_eq!(decoded(&wide, &utf_16), expected);
}

#[test]
fn diagnostics_of_json_lines_point_into_the_file() {
    let lines = r#"{"game":"forza4","x":[1],"moves":"d \u0063 zz","result":"Wa\u0041"}
 {"moves": [ "d","\u0063" , "zz",4],"game":"forza4"}
{"game":"forza4","notation":"digits","moves":[1,2,1,2,1,2,1,2]}
{"game":"forza4","tags":{"Board":"3x3"},"moves":[]}
"#;
    let found = places(lines.as_bytes(), Format::JSON_LINES);
    let found: Vec<_> = found.iter().map(|(line, column, text)| (*line, *column, str::from_utf8(text))).collect();
    let first = lines.lines().next().expect("a line");
    let expected =
        [(1, 1, first), (1, 44, "zz"), (1, 58, r"Wa\u0041"), (2, 30, "zz"), (2, 34, "4"), (3, 61, "2"), (4, 35, "3x3")];
    assert_eq!(found, expected.map(|(line, column, text)| (line, column, Ok(text))));
}

/// A report without its text is read back from its tags and plies, and each has its place.
#[test]
fn diagnostics_of_reports_read_back_point_into_them() {
    let text = "[Game \"gomoku\"]\n[Board \"9x9\"]\n[Result \"White\"]\n[Termination \"illegal\"]\n\n1. a1, b2; 2. a1\n\n\
        [Game \"gomoku\"]\n[Board \"9x9\"]\n[Result \"White\"]\n\n1. a1, b2\n";
    let reports = written(text.as_bytes(), Format::TRANSCRIPT, &Call::default()).expect("it can be read");
    let found = places(&reports, Format::JSON_LINES);
    let found: Vec<_> = found.iter().map(|(line, _, text)| (*line, String::from_utf8_lossy(text))).collect();
    assert_eq!(found, [(1, "a1".into()), (2, "White".into())]);
}

/// Diagnostics of one row are placed in one walk, in the order of the file; each place is that of its own ply.
#[test]
fn every_diagnostic_of_a_row_has_its_own_place() {
    let table = format!("game,moves\nforza4,d {}\n", "(zz) ".repeat(3000));
    let mut checker = Checker::default();
    let mut records = input::records(table.as_bytes(), Format::CSV, MAX_RECORD, &mut checker).expect("a table");
    let record = records.next().expect("a slice can be read").expect("a row");
    let report = report_held("found", &record, &mut checker, &mut Shortlist::new(10_000));
    assert_eq!(report.diagnostics.len(), 3000);
    let row = table.find("forza4").expect("the row") as u64;
    for (index, said) in report.diagnostics.iter().enumerate() {
        let start = row + 10 + 5 * index as u64;
        assert_eq!((said.line, said.column, said.span), (2, start - row + 1, [start, start + 2]));
    }
}

/// A tag that the caller changes leaves the others, and the plies, where they stand.
#[test]
fn diagnostics_point_into_the_file_after_a_change() {
    let table = "White,game,moves\nAda,forza4,d d d d d d d\n";
    let call = ["convert", "--from", "csv", "--to", "squares", "--set", "White=Bea Maria", "-"];
    let folder = tempfile::tempdir().expect("a folder");
    let output = program::run(folder.path(), &call, table.as_bytes());
    let said = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("--> -:2:24\n") && said.contains("2 | Ada,forza4,d d d d d d d\n"), "{said}");
    // What the caller says stands nowhere in the row.
    let call = ["convert", "--from", "csv", "--to", "squares", "--set", "Result=Xyz", "-"];
    let output = program::run(folder.path(), &call, b"White,game,result,moves\nAda,forza4,Red,d\n");
    let said = String::from_utf8_lossy(&output.stderr).into_owned() + &String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("2 | Ada,forza4,Red,d\n  | ^^^^^^^^^^^^^^^^\n"), "{said}");
}

/// Letters that the name of a tag cannot hold are all `_` there; keys of different letters are different tags.
#[test]
fn keys_of_other_letters_are_not_one_tag() {
    let line = "{\"game\":\"forza4\",\"moves\":\"c e\",\"名\":\"x\",\"国\":\"y\"}";
    let objects = program::objects(&["--from", "jsonl"], line);
    assert_eq!(
        (&objects[0]["valid"], &objects[0]["tags"]["_"], &objects[0]["tags"]["__4"]),
        (&true.into(), &"x".into(), &"y".into())
    );
    let twice = "{\"game\":\"forza4\",\"moves\":\"c e\",\"White\":\"x\",\"white\":\"y\"}";
    assert_eq!(program::said(&program::objects(&["--from", "jsonl"], twice)[0]), ["error duplicate-tag null"]);
}

/// What spreadsheets and tables of numbers make of digits: `4444.0`, and zeros after the 15th.
#[test]
fn digits_that_were_numbers_are_plies_or_told() {
    let told = |format: &str, text: &str| -> Vec<String> {
        let objects = program::objects(&["--from", format], text);
        let told = |object: &Value| {
            format!(
                "{} {} {}",
                object["notation"].as_str().unwrap_or("none"),
                object["moves"],
                program::said(object).join(",")
            )
        };
        objects.iter().map(told).collect()
    };
    let four = r#"digits ["d","d","d","d"] note notation-ambiguous null"#;
    assert_eq!(told("csv", "Game,moves\nforza4,4444.0\n"), [four]);
    assert_eq!(told("jsonl", "{\"game\":\"forza4\",\"moves\":4444.0}\n"), [four]);
    assert_eq!(told("jsonl", "{\"game\":\"forza4\",\"moves\":\"4444.0\"}\n"), [four]);
    assert_eq!(told("csv", "Game,moves\nforza4,1. d d\n"), [r#"columns ["d","d"] "#]);
    // The game that was rounded is at fault, and no other.
    let sheet = "Game,moves\nforza4,231644211145312000\nforza4,44445\n";
    let rounded = told("csv", sheet);
    assert!(rounded[0].starts_with("digits ") && rounded[0].contains("error bad-move 16"), "{rounded:?}");
    assert_eq!(rounded[1], r#"digits ["d","d","d","d","e"] "#);
    let output = program::run(Path::new("."), &["validate", "--from", "csv", "-"], sheet.as_bytes());
    assert!(String::from_utf8_lossy(&output.stdout).contains("a spreadsheet keeps 15 digits"), "{output:?}");
    // Of such a number only the first digits are left: one error says so.
    for number in ["3.35E+11", "2,31644E+17", "4e+9"] {
        let sheet = format!("Game,moves,Result\nforza4,\"{number}\",*\n");
        assert_eq!(told("csv", &sheet), ["none [] error bad-syntax 1"], "{number}");
    }
    assert!(told("csv", "Game,moves\nforza4,4e+\n")[0].contains("bad-move"));
    // Few zeros make a list of digits0, but that is told.
    let few = told("lines", "#: [Game \"forza4\"]\n3350\n44445\n1112\n22231\n");
    assert_eq!(few[0], r#"digits0 ["d","d","f","a"] note notation-ambiguous null"#);
}
