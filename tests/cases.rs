//! Records with the verdicts that independent implementations of the rules have given, and perft counts.

use scoresheet::{Defaults, engine::Resolver, registry, report::Report, validate};
use serde_json::Value;

/// The lines of a file of cases.
fn lines(name: &str) -> Vec<Value> {
    let path = format!("{}/tests/cases/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().map(|line| serde_json::from_str(line).expect("a line is an object")).collect()
}

/// The bytes of a case: a lone surrogate stands for a raw byte, which JSON cannot hold.
fn bytes(name: &str, index: usize) -> Vec<u8> {
    let path = format!("{}/tests/cases/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the file was read before");
    let line = text.lines().nth(index).expect("the line was read before");
    let mut mended = line.to_owned();
    for byte in 0x80..=0xff_u32 {
        mended = mended.replace(&format!("\\udc{byte:02x}"), &format!("\\ue0{byte:02x}"));
    }
    let case: Value = serde_json::from_str(&mended).expect("a line is an object");
    let mut bytes = Vec::new();
    for letter in case["text"].as_str().expect("a case has a text").chars() {
        match u32::from(letter) {
            raw @ 0xe080..=0xe0ff => bytes.push((raw - 0xe000) as u8),
            _ => bytes.extend(letter.to_string().bytes()),
        }
    }
    bytes
}

/// Holds a report against what a case expects; keys that the case leaves out are not compared.
fn check(id: &str, expect: &Value, report: &Report) {
    let got = serde_json::to_value(report).expect("a report is JSON");
    for key in ["game", "variant", "options", "board", "notation", "valid", "plies", "moves", "outcome", "position"] {
        if let Some(want) = expect.get(key) {
            assert_eq!(want, &got[key], "{id}: {key}");
        }
    }
    let of = |severity: &str| -> Vec<&Value> {
        let all = got["diagnostics"].as_array().expect("diagnostics are a list");
        all.iter().filter(|diagnostic| diagnostic["severity"] == severity).collect()
    };
    if let Some(want) = expect.get("errors") {
        let errors: Vec<Value> =
            of("error").iter().map(|error| serde_json::json!({"code": error["code"], "ply": error["ply"]})).collect();
        assert_eq!(want, &Value::Array(errors), "{id}: errors");
    }
    if let Some(want) = expect.get("warnings") {
        let mut codes: Vec<&str> = of("warning").iter().filter_map(|warning| warning["code"].as_str()).collect();
        codes.sort_unstable();
        assert_eq!(want, &serde_json::json!(codes), "{id}: warnings");
    }
}

fn check_file(name: &str) {
    // Lone surrogates are no text for the JSON reader, so such a line is read with the raw bytes put back.
    let path = format!("{}/tests/cases/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    for (index, line) in text.lines().enumerate() {
        let readable = line.replace("\\udc", "\\ue0");
        let case: Value = serde_json::from_str(&readable).expect("a line is an object");
        let id = case["id"].as_str().expect("a case has an id");
        let reports = validate(&bytes(name, index)[..], "case", Defaults::default()).expect("a slice can be read");
        assert_eq!(reports.len(), 1, "{id}: a case is one record");
        check(id, &case["expect"], &reports[0]);
    }
    assert!(text.lines().count() > 0, "{name} holds no cases");
}

#[test]
fn forza4_cases_agree() {
    check_file("forza4.jsonl");
}

#[test]
fn plus4_cases_agree() {
    check_file("plus4.jsonl");
}

#[test]
fn gomoku_cases_agree() {
    check_file("gomoku.jsonl");
}

#[test]
fn renju_cases_agree() {
    check_file("renju.jsonl");
}

#[test]
fn halma_cases_agree() {
    check_file("halma.jsonl");
}

#[test]
fn lefile_cases_agree() {
    check_file("lefile.jsonl");
}

#[test]
fn cases_of_illegal_plies_that_stood_agree() {
    check_file("stood.jsonl");
    check_file("stood-moves.jsonl");
}

#[test]
fn perft_counts_agree() {
    // Deeper counts take minutes without optimisation; the shallow ones visit every rule.
    const MOST: u64 = if cfg!(debug_assertions) { 400_000 } else { 20_000_000 };
    let mut counted = 0;
    for line in lines("perft.jsonl") {
        let count = line["count"].as_u64().expect("a count");
        if count > MOST {
            continue;
        }
        let mut text = format!("[Game {}]\n[Variant {}]\n[Board {}]\n", line["game"], line["variant"], line["board"]);
        let options: Vec<&str> = line["options"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
        text.push_str(&format!("[Options \"{}\"]\n", options.join(",")));
        for (tag, key) in [("Target", "target"), ("Pieces", "pieces")] {
            if let Some(value) = line[key].as_u64() {
                text.push_str(&format!("[{tag} \"{value}\"]\n"));
            }
        }
        if let Some(setup) = line["setup"].as_str() {
            text.push_str(&format!("[Setup \"{setup}\"]\n"));
        }
        let mut records =
            scoresheet::formats::transcript::Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice can be read");
        let record = scoresheet::formats::Records::next(&mut records).expect("a slice can be read").expect("a record");
        let mut resolver = Resolver::new(Defaults::default());
        let setting = resolver.settle(&record, &mut ()).setting.expect("a setting");
        let depth = line["depth"].as_u64().expect("a depth") as u32;
        assert_eq!(setting.start.perft(depth), count, "{line}");
        counted += 1;
    }
    assert!(counted > 30, "only {counted} counts were compared");
    assert!(registry::named("connect4").is_some());
}
