//! Laws of audits: they say what `validate` says, the ledger balances, and neither the number of threads nor the places
//! where inputs are cut change a byte.

use std::io;

use proptest::prelude::*;
use scoresheet::audit::{Options, Products, Progress, ReportForm, Summary, run};
use scoresheet::diagnostic::Shortlist;
use scoresheet::formats::{Format, Given};
use scoresheet::report::{json, report_held};
use scoresheet::{Checker, Defaults, System, input};

#[path = "support/mixed.rs"]
mod mixed;

/// What an audit writes and says.
struct Audited {
    report: String,
    rejects: Vec<u8>,
    summary: Summary,
}

fn audit(bytes: &[u8], format: Format, options: &Options) -> Audited {
    let (mut report, mut rejects) = (Vec::new(), Vec::new());
    let products = Products { report: &mut report, rejects: Some(&mut rejects), page: None };
    let feed = |feeder: &mut scoresheet::audit::Feeder<'_>| {
        let _ = feeder.input("x", format, &mut &*bytes);
    };
    let summary = run(options, &Progress::default(), feed, products).expect("memory can be written");
    Audited { report: String::from_utf8(report).expect("reports are text"), rejects, summary }
}

/// The lines that `validate --format json` prints; nothing where it refuses the input.
fn validated(bytes: &[u8], format: Format, options: &Options) -> io::Result<String> {
    let mut checker = Checker::new(options.defaults.clone()).strict(options.strict);
    let mut records = input::records_given(bytes, format, options.max_record, &options.given, &mut checker)?;
    let mut out = Vec::new();
    while records.advance()? {
        let mut held = Shortlist::default().deny_warnings(options.deny_warnings);
        json::write(&report_held("x", &records.record(), &mut checker, &mut held), &mut out);
        out.push(b'\n');
    }
    Ok(String::from_utf8(out).expect("JSON is text"))
}

fn options(chunk: usize, form: ReportForm) -> Options {
    Options { chunk, form, jobs: 2, rejects: true, max_diagnostics: u64::MAX, ..Options::default() }
}

fn forza4() -> Defaults {
    Defaults { game: Some("forza4".to_owned()), ..Defaults::default() }
}

fn digits() -> Defaults {
    Defaults { notation: System::named("digits"), ..forza4() }
}

/// Audits `bytes` in several ways and compares that with what `validate` says of them.
fn check(bytes: &[u8], format: Format, options: &Options) {
    let Ok(lines) = validated(bytes, format, options) else {
        let audited = audit(bytes, format, options);
        assert_eq!((audited.summary.unread.len(), audited.report.as_str()), (1, ""));
        return;
    };
    let audited = audit(bytes, format, &Options { form: ReportForm::Jsonl, ..options.clone() });
    same_lines(&audited.report, &lines, options);
    let summary = &audited.summary;
    balances(summary, bytes.len(), options);
    let records = lines.lines().count() as u64;
    let valid = lines.lines().filter(|line| is_valid(line)).count() as u64;
    assert_eq!((summary.tally.records(), summary.tally.valid), (records, valid));
    // Without a report for every record the counts are the same.
    let quick = audit(bytes, format, &Options { form: ReportForm::Nothing, ..options.clone() });
    assert_eq!(quick.summary.json(), summary.json());
    assert_eq!(quick.summary.text(), summary.text());
    assert!(quick.rejects == audited.rejects);
    // And so do the invalid ones alone, and with other cuts, and on one thread.
    let other =
        Options { form: ReportForm::Jsonl, only_invalid: true, chunk: options.chunk * 3, jobs: 1, ..options.clone() };
    let invalid = audit(bytes, format, &other);
    let expected: String = lines.lines().filter(|line| !is_valid(line)).flat_map(|line| [line, "\n"]).collect();
    same_lines(&invalid.report, &expected, options);
    assert_eq!(invalid.summary.json(), summary.json());
    assert!(invalid.rejects == audited.rejects, "rejects depend on the cuts");
}

fn is_valid(line: &str) -> bool {
    line.contains("\"valid\":true,\"plies\":")
}

fn same_lines(found: &str, expected: &str, options: &Options) {
    for (found, expected) in found.lines().zip(expected.lines()) {
        assert_eq!(found, expected, "chunks of {}", options.chunk);
    }
    assert_eq!(found.lines().count(), expected.lines().count(), "chunks of {}", options.chunk);
}

fn balances(summary: &Summary, bytes: usize, options: &Options) {
    assert!(summary.unread.is_empty(), "{:?}", summary.unread);
    assert!(summary.balances(), "chunks of {}: {}", options.chunk, summary.text());
    assert_eq!(summary.bytes, bytes as u64, "chunks of {}", options.chunk);
    let tally = &summary.tally;
    assert_eq!(tally.records(), tally.valid + tally.invalid + tally.unreadable);
    assert_eq!(summary.json()["balances"], true);
}

/// The object on a line; a lone surrogate, a byte that is no UTF-8, is no text for this reader and becomes another letter.
fn object(line: &str) -> serde_json::Value {
    serde_json::from_str(&line.replace("\\udc", "\\ue0")).expect("a line is an object")
}

/// The codes of invalid records, one line each.
fn codes(lines: &str) -> Vec<Vec<String>> {
    let codes = |line: &str| {
        let object = object(line);
        let said = object["diagnostics"].as_array().expect("a list").clone();
        said.iter().map(|said| said["code"].as_str().expect("a code").to_owned()).collect()
    };
    lines.lines().filter(|line| !is_valid(line)).map(codes).collect()
}

#[test]
fn every_sample_is_judged_as_validate_does() {
    for path in mixed::samples(|path| Format::of_file(&path.to_string_lossy()).is_some()) {
        let format = Format::of_file(&path.to_string_lossy()).expect("a format");
        let bytes = std::fs::read(&path).expect("the sample can be read");
        for defaults in [Defaults::default(), forza4()] {
            for (chunk, strict) in [(100, false), (1000, true), (2 << 20, true), (2 << 20, false)] {
                let mut defaults = defaults.clone();
                // The notation of a list is found in its first chunk: here the small ones have too few games for that.
                if chunk < 2 << 20 && format != Format::TRANSCRIPT {
                    defaults.notation = System::named("digits");
                }
                check(&bytes, format, &Options { defaults, strict, ..options(chunk, ReportForm::Jsonl) });
            }
        }
    }
}

/// Where lines end with CR alone, parts of an input begin in the middle of what places count as a line.
#[test]
fn samples_with_other_line_ends_are_judged_as_validate_does() {
    let is_foreign =
        |format: &Format| ![Format::TRANSCRIPT, Format::LINES, Format::CSV, Format::JSON_LINES].contains(format);
    let named = |path: &std::path::Path| Format::of_file(&path.to_string_lossy()).filter(is_foreign);
    let openings = "0,0, 1,-1, 2,2\n0,0, 1,x\n\n0,0, 0,0\n-3,4, é\n".repeat(40);
    let mut inputs = vec![(Format::OFFSETS, openings.clone().into_bytes())];
    inputs.push((Format::OFFSETS, format!("\u{feff}{openings}").into_bytes()));
    for path in mixed::samples(|path| named(path).is_some()) {
        let bytes = std::fs::read(&path).expect("the sample can be read");
        inputs.push((named(&path).expect("a format"), bytes));
    }
    assert!(inputs.len() > 20);
    for (format, mut bytes) in inputs {
        bytes.iter_mut().filter(|byte| **byte == b'\n').for_each(|byte| *byte = b'\r');
        for chunk in [1, 50, 1000] {
            check(&bytes, format, &options(chunk, ReportForm::Jsonl));
        }
    }
}

#[test]
fn large_inputs_are_judged_as_validate_does() {
    let usual = Options::default().chunk;
    for (format, bytes) in [
        (Format::TRANSCRIPT, mixed::transcript(6 << 20)),
        (Format::LINES, mixed::list(3 << 20)),
        (Format::CSV, mixed::table(3 << 20)),
        (Format::JSON_LINES, mixed::objects(3 << 20)),
    ] {
        for max_record in if format == Format::TRANSCRIPT { vec![1 << 20, 16 << 20] } else { vec![1 << 20] } {
            let defaults = if format == Format::TRANSCRIPT { Defaults::default() } else { forza4() };
            check(&bytes, format, &Options { defaults, max_record, ..options(usual, ReportForm::Jsonl) });
        }
    }
}

#[test]
fn a_record_longer_than_may_be_read_at_once_is_skipped_and_nothing_else() {
    let game = mixed::NASTY[0];
    for length in [500, 3000, 20_000, 200_000] {
        let long = mixed::long_comment(length);
        let bytes = [game.repeat(20).as_bytes(), &long, game.repeat(20).as_bytes(), &long, game.as_bytes()].concat();
        for max_record in [200, 1000, 10_000] {
            // One line that looks like the start of a record, then nothing that does.
            let line = "and so it goes on and on\n".repeat(length / 20);
            let late = format!(
                "\u{feff}[Game \"forza4\"]\n\n1. c, d [Game \"forza4\"] 1. c {{\n[Alas, no tag\n{line}}} d\n\n"
            );
            let text = [late.as_bytes(), game.repeat(30).as_bytes(), &late.as_bytes()[3..], game.as_bytes()].concat();
            for deny_warnings in [false, true] {
                let given = Options { max_record, deny_warnings, ..options(300, ReportForm::Jsonl) };
                check(&text, Format::TRANSCRIPT, &given);
            }
            check(&bytes, Format::TRANSCRIPT, &Options { max_record, ..options(300, ReportForm::Jsonl) });
        }
    }
}

#[test]
fn inputs_without_a_byte_are_no_burden() {
    let mut report = Vec::new();
    let products = Products { report: &mut report, rejects: None, page: None };
    let feed = |feeder: &mut scoresheet::audit::Feeder<'_>| {
        for _ in 0..1000 {
            assert_eq!(feeder.input("x", Format::TRANSCRIPT, &mut io::empty()), Ok(()));
        }
    };
    let summary = run(&options(1000, ReportForm::Jsonl), &Progress::default(), feed, products).expect("memory");
    assert_eq!((summary.inputs, summary.tally.records(), summary.bytes), (1000, 0, 0));
}

/// Invalid records as they stood, each behind a comment: judged again, they have the same faults.
#[test]
fn rejects_hold_invalid_records_byte_for_byte() {
    let mut bytes = Vec::new();
    for path in mixed::transcripts() {
        bytes.extend_from_slice(&std::fs::read(path).expect("the sample can be read"));
        bytes.extend_from_slice(b"\n\n");
    }
    let given = options(5000, ReportForm::Jsonl);
    let audited = audit(&bytes, Format::TRANSCRIPT, &given);
    let again = audit(&audited.rejects, Format::TRANSCRIPT, &given);
    let (before, after) = (codes(&audited.report), codes(&again.report));
    assert_eq!(after.len() as u64, audited.summary.tally.invalid);
    assert_eq!(before, after);
    assert_eq!(again.summary.tally.valid, 0);
    let text = String::from_utf8_lossy(&audited.rejects).into_owned();
    let comments: Vec<&str> = text.lines().filter(|line| line.starts_with("# x:")).collect();
    assert_eq!(comments.len(), before.len());
    // The text of each stands in the archive, after the line that its comment names.
    for comment in comments {
        let number: usize = comment.split(':').nth(1).and_then(|line| line.parse().ok()).expect("a line");
        assert!(comment.contains(": record ") && comment.contains(": error["), "{comment}");
        assert!(number <= bytes.iter().filter(|byte| **byte == b'\n').count());
    }
}

#[test]
fn every_report_is_the_same_on_any_number_of_threads() {
    let bytes = mixed::transcript(3 << 20);
    for form in [
        ReportForm::Human,
        ReportForm::Jsonl,
        ReportForm::Csv,
        ReportForm::Sarif,
        ReportForm::Github,
        ReportForm::Nothing,
    ] {
        for (only_invalid, max_diagnostics) in [(false, 100), (true, 7), (true, u64::MAX)] {
            let with = |jobs| {
                let usual = options(60_000, form);
                audit(&bytes, Format::TRANSCRIPT, &Options { jobs, only_invalid, max_diagnostics, ..usual })
            };
            let one = with(1);
            for jobs in [2, 8] {
                let many = with(jobs);
                assert!(one.report == many.report, "{form:?} with {jobs} jobs");
                assert!(one.rejects == many.rejects, "{form:?} with {jobs} jobs");
                assert_eq!(one.summary.json(), many.summary.json());
            }
        }
    }
}

#[test]
fn what_is_not_shown_is_counted() {
    let bytes = mixed::transcript(200_000);
    let all = audit(&bytes, Format::TRANSCRIPT, &options(5000, ReportForm::Human));
    let shown = all.report.lines().count() as u64;
    assert_eq!((all.summary.shown, all.summary.hidden), (shown, 0));
    for max_diagnostics in [0, 1, 10, 100] {
        for chunk in [500, 5000, 1 << 20] {
            let few =
                audit(&bytes, Format::TRANSCRIPT, &Options { max_diagnostics, ..options(chunk, ReportForm::Human) });
            assert_eq!(
                (few.summary.shown, few.summary.hidden),
                (max_diagnostics.min(shown), shown.saturating_sub(max_diagnostics))
            );
            let expected: String = all.report.split_inclusive('\n').take(max_diagnostics as usize).collect();
            assert_eq!(few.report, expected);
            assert_eq!(few.summary.tally.diagnostics, all.summary.tally.diagnostics);
        }
    }
}

fn nasty() -> impl Strategy<Value = Bytes> {
    let piece = prop_oneof![
        20 => prop::sample::select(mixed::NASTY).prop_map(|piece| piece.as_bytes().to_vec()),
        4 => (prop::sample::select(mixed::NASTY), 1..20_usize).prop_map(|(piece, count)| piece.repeat(count).into_bytes()),
        1 => (0..3000_usize).prop_map(mixed::long_comment),
        1 => prop::collection::vec(any::<u8>(), 1..9),
        1 => Just(b"[Game \"forza4\"]\n[White \"Zo\xeb\"]\n\n1. c, \xe9\n\n".to_vec()),
        1 => (1..3000_usize).prop_map(|length| [b"[Game \"forza4\"]\n[White \"", &*vec![b'x'; length], b"\"]\n\n1. c\n"].concat()),
        1 => (1..3000_usize).prop_map(|length| vec![b' '; length]),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| Bytes(pieces.concat()))
}

/// A line of a list, a table or JSON Lines.
fn rows(pieces: &'static [&'static str]) -> impl Strategy<Value = Bytes> {
    let piece = prop_oneof![
        9 => prop::sample::select(pieces).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..4),
    ];
    prop::collection::vec(piece, 0..200).prop_map(|pieces| Bytes(pieces.concat()))
}

static LIST: &[&str] = &[
    "33543\n",
    "33543 a remark\n",
    "1111111\n",
    "\n",
    "# [Game \"x\"]\n",
    "9\n",
    "0\n",
    "cecc\n",
    "\r\n",
    "[Game \"gomoku\"]\n",
    "c",
    "1. c, e\n",
    "{",
    "}\n",
    "\u{feff}",
    "4142434 White\n",
    "4142434 Ada - Bruno Red\n",
    "33543 *\r\n",
    // What small chunks hold is too little to find a notation in, so each of these names it.
    "#: [Game \"forza4\"] [Notation \"digits\"]\n",
    "\t#:[Game \"plus4\"] [Notation \"columns\"] [Result \"Red\"]\r\n",
    "#: [Game \"forza4\"] [Board \"5x4\"] [Notation \"digits\"]\n",
    "#: [Game \"forza4\"] [Notation \"digits\"] [Board 5x4]\n",
    "#:\n",
    "#: \u{e9}\n",
];
static TABLE: &[&str] = &[
    "Ada,cecc,x\n",
    "Bea,\"c e\",\"two\nlines\"\n",
    "\"",
    "\"\"",
    ",",
    "\n",
    "\r\n",
    "cecc",
    "é",
    "Cid,1. c,*\r\n",
    "x,z,y\n",
];
static OBJECTS: &[&str] = &[
    "{\"moves\":\"cecc\"}\n",
    "{\"moves\":[\"c\",\"z\"],\"White\":\"Ada\"}\n",
    "{\"moves\":[3,3],\"game\":\"gomoku\"}\n",
    "{\"moves\":\n",
    "\n",
    "\r\n",
    "{",
    "}",
    "\"",
    "null\n",
];

/// Text that fails a test as text.
#[derive(Clone)]
struct Bytes(Vec<u8>);

impl std::fmt::Debug for Bytes {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{:?}", String::from_utf8_lossy(&self.0))
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn cuts_of_transcripts_change_nothing(bytes in nasty(), chunk in 1..3000_usize, most in 0..3_usize, strict: bool, deny_warnings: bool) {
        let max_record = [60, 700, 16 << 20][most];
        let given = Options { max_record, strict, deny_warnings, ..options(chunk, ReportForm::Jsonl) };
        check(&bytes.0, Format::TRANSCRIPT, &given);
    }

    #[test]
    fn cuts_of_lists_change_nothing(bytes in rows(LIST), chunk in 1..500_usize, most in 0..3_usize, strict: bool, game: bool) {
        let defaults = if game { digits() } else { Defaults::default() };
        let max_record = [20, 50, 16 << 20][most];
        check(&bytes.0, Format::LINES, &Options { defaults, strict, max_record, ..options(chunk, ReportForm::Jsonl) });
    }

    #[test]
    fn cuts_of_tables_change_nothing(bytes in rows(TABLE), chunk in 60..500_usize, most in 0..2_usize, no_header: bool) {
        // What the columns are is found in the first chunk.
        let bytes = Bytes([b"White,moves,Event\nAda,cecc,x\n", bytes.0.as_slice()].concat());
        let given = Given { moves: Some("2".to_owned()), delimiter: None, no_header, ..Given::default() };
        let max_record = [60, 16 << 20][most];
        check(&bytes.0, Format::CSV, &Options { defaults: digits(), given, max_record, ..options(chunk, ReportForm::Jsonl) });
    }

    #[test]
    fn cuts_of_json_lines_change_nothing(bytes in rows(OBJECTS), chunk in 1..500_usize, most in 0..2_usize) {
        let max_record = [60, 16 << 20][most];
        check(&bytes.0, Format::JSON_LINES, &Options { defaults: digits(), max_record, ..options(chunk, ReportForm::Jsonl) });
    }
}

/// White space before a record that does not end in its chunk is accounted for.
#[test]
fn white_space_before_a_record_that_goes_on_is_counted() {
    let long = "x".repeat(3000);
    let text = format!(" [Game \"forza4\"]\n[White \"{long}\"]\n\n1. c\n[Game \"forza4\"]\n\n1. c");
    check(text.as_bytes(), Format::TRANSCRIPT, &options(1, ReportForm::Jsonl));
}
