//! The records of ranges are those of the whole file, however it is cut.

use std::io::Cursor;

use proptest::prelude::*;
use scoresheet::formats::Format;
use scoresheet::ranges::{self, Counts, Options, Prologue, part, prologue, records_in};
use scoresheet::{OwnedRecord, records};

#[path = "support/nasty.rs"]
mod nasty;

use nasty::{JSON, LIST, SGF, TRANSCRIPT, pieces};

// -- What is compared --------------------------------------------------------------------------------------------------

/// What is said of a record: everything that `validate --format json` writes, and its text.
fn said(record: &OwnedRecord) -> String {
    let report = serde_json::to_string(&record.report()).expect("a report");
    format!("{} {} {report} {:?}", record.number(), record.line(), record.text())
}

/// What is said of all records of a file.
fn whole(bytes: &[u8], options: &Options) -> Vec<String> {
    let mut reading = records(bytes).file(&options.file).given(options.given.clone());
    reading = reading.defaults(options.defaults.clone());
    if let Some(format) = options.format {
        reading = reading.format(format);
    }
    reading.map(|record| said(&record.expect("a slice can be read"))).collect()
}

/// The prologue as another program gets it.
fn sent(prologue: &Prologue) -> Prologue {
    let text = serde_json::to_string(prologue).expect("a prologue");
    serde_json::from_str(&text).expect("the same prologue")
}

/// What is said of the records of all ranges between `cuts`, one range after the other.
fn in_ranges(bytes: &[u8], cuts: &[u64], options: &Options) -> Vec<String> {
    let prologue = sent(&prologue(Cursor::new(bytes), options).expect("a slice can be read"));
    let mut bounds: Vec<u64> = cuts.iter().copied().chain([0, bytes.len() as u64 + 1]).collect();
    bounds.sort_unstable();
    let (mut before, mut found) = (Counts::default(), Vec::new());
    for range in bounds.windows(2) {
        let range = range[0]..range[1];
        let open = || records_in(Cursor::new(bytes), range.clone(), &prologue, options).expect("a slice can be read");
        let mut records = open().after(before);
        for record in &mut records {
            found.push(said(&record.expect("a slice can be read")));
        }
        // Numbers can be made true afterwards, too.
        let first = found.len() - records.counts().records as usize;
        for (record, expected) in open().zip(&found[first..]) {
            let mut report = record.expect("a slice can be read").report();
            before.add_to(&mut report);
            let report = serde_json::to_string(&report).expect("a report");
            assert!(expected.contains(&report), "{report}\n{expected}");
        }
        before += records.counts();
    }
    found
}

fn check(bytes: &[u8], cuts: &[u64], options: &Options) {
    let (found, expected) = (in_ranges(bytes, cuts, options), whole(bytes, options));
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected, "cut at {cuts:?}: {:?}", String::from_utf8_lossy(bytes));
    }
    assert_eq!(found.len(), expected.len(), "cut at {cuts:?}: {:?}", String::from_utf8_lossy(bytes));
}

/// Cuts a file at every byte, first alone, then everywhere at once.
fn check_everywhere(bytes: &[u8], options: &Options) {
    let all: Vec<u64> = (0..=bytes.len() as u64).collect();
    for at in &all {
        check(bytes, &[*at], options);
    }
    check(bytes, &all, options);
}

fn options(file: &str, format: Option<Format>) -> Options {
    Options { file: file.to_owned(), format, step: 7, ..Options::default() }
}

// -- Files ---------------------------------------------------------------------------------------------------------------

/// A file, where it is cut, and how far its landmarks are apart.
fn file(words: &'static [&'static str]) -> impl Strategy<Value = (Vec<u8>, Vec<u64>, u64)> {
    (pieces(words), 1..60_u64).prop_flat_map(|(bytes, step)| {
        let length = bytes.len() as u64;
        (Just(bytes), proptest::collection::vec(0..=length, 0..8), Just(step))
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn transcripts((bytes, cuts, step) in file(TRANSCRIPT)) {
        check(&bytes, &cuts, &Options { step, ..options("a.txt", Some(Format::TRANSCRIPT)) });
    }

    #[test]
    fn lists((bytes, cuts, step) in file(LIST)) {
        check(&bytes, &cuts, &Options { step, ..options("a.lines", Some(Format::LINES)) });
    }

    #[test]
    fn json_lines((bytes, cuts, step) in file(JSON)) {
        check(&bytes, &cuts, &Options { step, ..options("a.jsonl", Some(Format::JSON_LINES)) });
    }

    #[test]
    fn collections_of_sgf((bytes, cuts, step) in file(SGF)) {
        check(&bytes, &cuts, &Options { step, ..options("a.sgf", Some(Format::SGF)) });
    }

    #[test]
    fn files_in_utf_16((text, cuts, step) in file(LIST)) {
        let text = String::from_utf8_lossy(&text).into_owned();
        let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
        check(&wide, &cuts, &Options { step, ..options("a.lines", Some(Format::LINES)) });
    }

    #[test]
    fn tables((text, cuts, step) in file(&["c e", ",", "\"", "\n", "c\n", "\"c\ne\"", "forza4"])) {
        let table = [b"game,moves\n", &text[..]].concat();
        check(&table, &cuts, &Options { step, ..options("a.csv", Some(Format::CSV)) });
    }
}

#[test]
fn files_are_cut_at_every_byte() {
    for (words, file) in [(TRANSCRIPT, "a.txt"), (LIST, "a.lines"), (JSON, "a.jsonl"), (SGF, "a.sgf")] {
        check_everywhere(words[..20.min(words.len())].concat().as_bytes(), &options(file, Format::of_file(file)));
    }
}

#[test]
fn an_ambiguous_list_tells_it_once() {
    let list = "#: [Game \"forza4\"]\n\n3354\n# no\n33543\n33543\n";
    let options = options("a.lines", None);
    let all = whole(list.as_bytes(), &options);
    assert!(all.iter().filter(|said| said.contains("ambiguous")).count() == 1, "{all:?}");
    check_everywhere(list.as_bytes(), &options);
}

#[test]
fn parts_touch_each_other() {
    for length in [0, 1, 2, 99, u64::MAX] {
        let parts: Vec<_> = (1..=7).map(|number| part(length, number, 7)).collect();
        assert_eq!((parts[0].start, parts[6].end), (0, length));
        assert!(parts.windows(2).all(|parts| parts[0].end == parts[1].start));
    }
}

#[test]
fn a_prologue_stays_small() {
    let list = "4423\n".repeat(20_000);
    let options = options("a.lines", None);
    let prologue = ranges::prologue(Cursor::new(&list), &options).expect("a slice can be read");
    let size = serde_json::to_string(&prologue).expect("a prologue").len();
    assert!(size < 100_000, "{size} bytes");
    check(list.as_bytes(), &[1, 50_000, 50_001, 99_999], &options);
}

#[test]
fn a_range_of_a_file_that_cannot_be_cut_has_all_or_nothing() {
    let table = "game,moves\nforza4,c e\nforza4,c c\n";
    let options = options("a.csv", None);
    let prologue = prologue(Cursor::new(table), &options).expect("a slice can be read");
    assert!(prologue.is_whole());
    let count =
        |range| records_in(Cursor::new(table), range, &prologue, &options).expect("a slice can be read").count();
    assert_eq!((count(0..1), count(1..40), count(0..0)), (2, 0, 0));
}
