//! Laws of tables and JSON Lines: no input hurts them, parts have the records of the whole, and other programs read
//! tables alike.

use proptest::prelude::*;
use scoresheet::formats::csv::Csv;
use scoresheet::formats::jsonl::{self, JsonLines};
use scoresheet::formats::{Format, Given, Records};
use scoresheet::{Checker, Defaults, Target, convert, input, report};

/// Line, bytes, text and faults of a record.
type Seen = (u64, u64, Option<[u64; 2]>, String, Vec<&'static str>);

fn all(records: &mut dyn Records) -> Vec<Seen> {
    let mut seen = Vec::new();
    while let Some(record) = records.next().expect("a slice can be read") {
        let faults = record.parts.faults.iter().map(|fault| fault.code.name).collect();
        for fault in &record.parts.faults {
            assert!(record.text.get(fault.span.start as usize..fault.span.end as usize).is_some(), "{fault:?}");
        }
        for tag in &record.parts.tags {
            assert_eq!(&record.text[tag.whole.start as usize..][..1], "[");
        }
        seen.push((record.place.number, record.place.line, record.place.source, record.text.to_owned(), faults));
    }
    seen
}

fn table(bytes: &[u8], given: &Given, most: usize) -> Option<Vec<Seen>> {
    Csv::new(bytes, most, given).ok().map(|mut table| all(&mut table))
}

/// Bytes that have much of what rows are made of.
fn soup(pieces: &'static [&'static str]) -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        8 => prop::sample::select(pieces).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 1..4),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

static TABLE: &[&str] =
    &["\"", "\"\"", ",", ";", "\n", "\r\n", "moves", "c", "cecc", "1. c, e", "x", " ", "\"a\nb\"", "é"];
static JSON: &[&str] = &[
    "{",
    "}",
    "\"moves\":",
    "[\"c\",\"e\"]",
    "\"cecc\"",
    ",",
    "\"game\":\"forza4\"",
    "\n",
    "[3,3]",
    "\"tags\":{\"a\":1}",
    "\"outcome\":{},\"position\":1,\"diagnostics\":[{\"code\":\"stands\",\"ply\":1}]",
    "null",
    "\\u0041",
    "\"",
    "{\"moves\":\"c\"}\n",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever comes in, every record lies behind the one before it, and all is judged and converted without panic.
    #[test]
    fn no_input_hurts(bytes in soup(TABLE), lines in soup(JSON), no_header: bool, number in 0..3_usize) {
        let moves = (number > 0).then(|| number.to_string());
        let given = Given { moves, delimiter: None, no_header, ..Given::default() };
        for (format, bytes, given) in [(Format::CSV, &bytes, given), (Format::JSON_LINES, &lines, Given::default())] {
            let mut checker = Checker::new(Defaults { game: Some("forza4".to_owned()), ..Defaults::default() });
            let Ok(mut records) = input::records_given(bytes.as_slice(), format, 50, &given, &mut checker) else {
                continue;
            };
            let mut end = 0;
            while let Some(record) = records.next().expect("a slice can be read") {
                let start = record.place.source.map_or(record.place.offset, |[start, _]| start);
                prop_assert!(start >= end, "{:?} begins before {end}", record.place);
                end = start + 1;
                let said = report("x", &record, &mut checker);
                let mut out = Vec::new();
                let written = convert(&record, &mut checker, Target::default(), &mut (), &mut out).is_written();
                prop_assert_eq!(written, said.valid, "{:?} {:?}", record.text, said.diagnostics);
            }
        }
    }

    /// A table cut into parts behind any of its rows has the same records as the whole.
    #[test]
    fn parts_of_a_table_have_its_records(rows in soup(TABLE), block in 1..60_usize) {
        let bytes = [b"a,moves\n".as_slice(), &rows].concat();
        let whole = table(&bytes, &Given::default(), 30).expect("a column of moves");
        let mut reader = Csv::new(bytes.as_slice(), 30, &Given::default()).expect("a column of moves");
        let columns = reader.columns().clone();
        let mut found = Vec::new();
        if let Some(mut first) = reader.first().expect("a slice can be read") {
            let mut size = block;
            while (first.offset as usize) < bytes.len() {
                let rest = &bytes[first.offset as usize..];
                let end = match columns.boundary(&rest[..size.min(rest.len())]) {
                    Some(end) => end,
                    None if size < rest.len() => { size += block; continue }
                    None => rest.len(),
                };
                let part = all(&mut Csv::within(&rest[..end], columns.clone(), first));
                first.number += part.len() as u64;
                first.line += rest[..end].iter().filter(|&&byte| byte == b'\n').count() as u64;
                first.offset += end as u64;
                found.extend(part);
                size = block;
            }
        }
        prop_assert_eq!(found, whole);
    }

    /// The same of JSON Lines.
    #[test]
    fn parts_of_json_lines_have_their_records(bytes in soup(JSON), block in 1..60_usize) {
        let whole = all(&mut JsonLines::new(bytes.as_slice(), 100, &Given::default()).expect("a slice can be read"));
        let cut = jsonl::boundary(&bytes[..block.min(bytes.len())]).unwrap_or(0);
        let (one, other) = bytes.split_at(cut);
        let mut found = all(&mut JsonLines::new(one, 100, &Given::default()).expect("a slice can be read"));
        let line = 1 + one.iter().filter(|&&byte| byte == b'\n').count() as u64;
        let place = scoresheet::record::Place { number: found.len() as u64 + 1, offset: cut as u64, line, ..Default::default() };
        if !one.is_empty() {
            found.extend(all(&mut JsonLines::within(other, 100, &Given::default(), place)));
            prop_assert_eq!(found, whole);
        }
    }

    /// What the `csv` crate writes is read as it was meant.
    #[test]
    fn tables_of_other_programs_are_read(cells in prop::collection::vec(prop::collection::vec("[a-c \",;\n\r\t]{0,6}", 3), 1..6), letter in 0..4_usize) {
        let delimiter = b",;\t|"[letter];
        let mut writer = csv::WriterBuilder::new().delimiter(delimiter).from_writer(Vec::new());
        writer.write_record(["one", "moves", "two"]).expect("a row");
        for row in &cells {
            writer.write_record(row).expect("a row");
        }
        let bytes = writer.into_inner().expect("a table");
        let found = table(&bytes, &Given::default(), 1000).expect("a column of moves");
        let mut expected = Vec::new();
        for row in &cells {
            let tag = |name: &str, value: &str| match value.trim_ascii() {
                "" => String::new(),
                value => format!("[{name} \"{}\"]\n", value.replace('"', "\\\"").replace(|letter: char| letter.is_control(), " ")),
            };
            let tags = tag("one", &row[0]) + &tag("two", &row[2]);
            let line = if tags.is_empty() { "" } else { "\n" };
            expected.push(format!("{tags}{line}{}", row[1].trim_ascii()));
        }
        prop_assert_eq!(found.iter().map(|seen| seen.3.clone()).collect::<Vec<_>>(), expected);
    }
}

#[test]
fn a_quotation_that_never_ends_costs_one_row() {
    let rest = "y,cecc\n".repeat(200_000);
    let text = format!("game,moves\nx,\"c e\n{rest}");
    let found = table(text.as_bytes(), &Given::default(), 1 << 20).expect("a column of moves");
    assert_eq!((found.len(), found[0].4.as_slice()), (200_001, &["bad-syntax"][..]));
    assert!(found[1..].iter().all(|seen| seen.4.is_empty()));
    // Nor do a hundred thousand of them take long.
    let text = format!("game,moves\n{}", "x,\"c e\n".repeat(100_000));
    assert!(table(text.as_bytes(), &Given::default(), 1 << 20).expect("a column of moves").len() >= 50_000);
}

#[test]
fn rows_and_lines_over_the_limit_spoil_no_other() {
    for piece in ["x", "\"", "x,", "\",", "\"\""] {
        let text = format!("a,moves\n1,c\n{}\n2,d\n3,e\n", piece.repeat(100_000));
        let found = table(text.as_bytes(), &Given::default(), 1000).expect("a column of moves");
        assert_eq!(found.first().map(|seen| &*seen.3), Some("[a \"1\"]\n\nc"), "{piece}");
        assert_eq!(found[1].4, ["record-too-long"], "{piece}");
        assert_eq!(found.last().map(|seen| &*seen.3), Some("[a \"3\"]\n\ne"), "{piece}");
    }
    let deep = format!("{}\n{{\"moves\":{}}}\n{{\"moves\":\"c\"}}", "[".repeat(100_000), "[".repeat(100_000));
    let mut lines = JsonLines::new(deep.as_bytes(), 1 << 20, &Given::default()).expect("a slice can be read");
    assert_eq!(all(&mut lines).iter().map(|seen| seen.4.len()).collect::<Vec<_>>(), [1, 1, 0]);
}
