//! Files of our own formats in other encodings: the same is said of them, at the places of their own bytes.

use std::io;
use std::path::{Path, PathBuf};

use encoding_rs::{Encoding, GBK, UTF_16BE, UTF_16LE};
use scoresheet::formats::Given;
use scoresheet::{Report, records};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// The text in an encoding, with a byte-order mark if that is UTF-16; `None` if it lacks a letter.
fn encoded(text: &str, encoding: &'static Encoding) -> Option<Vec<u8>> {
    let wide = |mark: [u8; 2], bytes: fn(u16) -> [u8; 2]| {
        Some(mark.into_iter().chain(text.encode_utf16().flat_map(bytes)).collect())
    };
    match () {
        () if encoding == UTF_16LE => wide([0xff, 0xfe], u16::to_le_bytes),
        () if encoding == UTF_16BE => wide([0xfe, 0xff], u16::to_be_bytes),
        () => {
            let (bytes, _, is_lossy) = encoding.encode(text);
            (!is_lossy).then(|| bytes.into_owned())
        }
    }
}

fn reports(bytes: &[u8], name: &str, named: Option<&'static Encoding>) -> Vec<Report> {
    let given = Given { encoding: named, file: Some(name.to_owned()), ..Given::default() };
    let all = records(bytes).file(name).given(given);
    all.map(|record| record.expect("a slice can be read").report()).collect()
}

/// Asserts that the same is said of a text in an encoding as in UTF-8, about the same letters.
fn same(text: &str, name: &str, encoding: &'static Encoding) -> usize {
    let Some(bytes) = encoded(text, encoding) else { return 0 };
    let named = (encoding == GBK).then_some(encoding);
    let (usual, found) = (reports(text.as_bytes(), name, None), reports(&bytes, name, named));
    assert_eq!(usual.len(), found.len(), "{name}");
    for (usual, mut found) in usual.iter().zip(found) {
        assert_eq!(found.encoding.take(), Some(encoding.name()), "{name}");
        assert_eq!(usual.diagnostics.len(), found.diagnostics.len(), "{name}: {usual:?}");
        for (usual, found) in usual.diagnostics.iter().zip(&mut found.diagnostics) {
            let [from, to] = found.span;
            let meant = encoding.decode_without_bom_handling(&bytes[from as usize..to as usize]).0;
            let [first, last] = usual.span;
            assert_eq!(meant, text[first as usize..last as usize], "{name}: {usual:?}");
            found.span = usual.span;
        }
        let json = |report: &Report| serde_json::to_value(report).expect("a report is JSON");
        let (usual, mut found) = (json(usual), json(&found));
        // The bytes of the record are the file's own.
        if let (Some(found), Some(usual)) = (found.get_mut("text"), usual.get("text")) {
            found.clone_from(usual);
        }
        assert_eq!(usual, found, "{name}");
    }
    usual.len()
}

#[test]
fn the_same_is_said_in_every_encoding() {
    let mut count = [0; 3];
    for part in ["samples", "samples/forza4", "samples/gomoku", "samples/halma", "samples/lefile", "samples/plus4"] {
        for entry in std::fs::read_dir(folder(part)).expect("a folder") {
            let path = entry.expect("an entry").path();
            let is_ours = path
                .extension()
                .is_some_and(|ending| ["txt", "lines", "csv", "jsonl"].iter().any(|own| ending == *own));
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            if !is_ours || text.starts_with('\u{feff}') {
                continue;
            }
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            for (count, encoding) in count.iter_mut().zip([UTF_16LE, UTF_16BE, GBK]) {
                *count += same(&text, &name, encoding);
            }
        }
    }
    assert!(count.iter().all(|count| *count > 30), "{count:?}");
}

#[test]
fn letters_of_any_length_are_found_in_lists_and_tables() {
    let list = "#: [Game \"forza4\"] [White \"王积薪\"]\nceccd Zoë \u{1f600}\nceccx 王\n#: [Game \"forza4\"] [Event \"杯\"]\ncezzz\n#: [Game \"forza4\"] [Event \"杯杯\"] é 王 zz\nc\nd\n";
    let table = "white,moves\n王,\"c, e, c\"\n\"Zoë\u{1f600}\",\"c, z\"\n";
    let text =
        "[Game \"forza4\"]\n[White \"王 \u{1f600}\"]\n\n1. c, e; {棋} 2. ü, c\n\n[Game \"forza4\"]\n\n1. c, 王\n";
    let keys = "{\"game\":\"forza4\",\"moves\":\"c e x\",\"white\":\"王\"}\n{\"game\":\"forza4\",\"moves\":\"c é\"}\n";
    for encoding in [UTF_16LE, UTF_16BE] {
        assert_eq!(same(list, "x.lines", encoding), 5);
        assert_eq!(same(table, "x.csv", encoding), 2);
        assert_eq!(same(text, "x.txt", encoding), 2);
        assert_eq!(same(keys, "x.jsonl", encoding), 2);
    }
}

/// What a report keeps of a record is read back as that record.
#[test]
fn reports_are_read_back() {
    let text = "[Game \"forza4\"]\n[White \"王\"]\n\n1. c, e; 2. ü, c\n";
    let bytes = encoded(text, UTF_16LE).expect("UTF-16 has every letter");
    let first = reports(&bytes, "x.txt", None);
    let mut json = Vec::new();
    scoresheet::report::json::write(&first[0], &mut json);
    let again = reports(&json, "x.jsonl", None);
    assert_eq!(again.len(), 1);
    assert_eq!((again[0].plies, again[0].valid, again[0].encoding), (2, false, Some("UTF-16LE")));
    assert_eq!(again[0].tags, first[0].tags);
    assert_eq!(again[0].diagnostics[0].message, first[0].diagnostics[0].message);
}

/// A byte that the encoding does not have is told where it is, in the words of that encoding.
#[test]
fn bytes_that_no_letter_has_are_told() {
    let bytes = b"[Game \"forza4\"]\n[White \"\xff\"]\n\nc e {\xff\xff} c";
    let found = reports(bytes, "x.txt", Some(GBK));
    let said: Vec<_> = found[0].diagnostics.iter().map(|said| (said.code, said.span, said.message.as_str())).collect();
    assert_eq!(
        said,
        [
            ("bad-encoding", [24, 25], "a byte is not valid GBK"),
            ("not-played", [29, 30], "3 plies after the first error were not replayed"),
            ("bad-encoding", [34, 36], "bytes are not valid GBK")
        ]
    );
}

/// Gives a text, then fails whenever it is asked.
struct Torn<'t>(&'t [u8]);

impl io::Read for Torn<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.0.read(out)? {
            0 => Err(io::Error::other("torn")),
            count => Ok(count),
        }
    }
}

/// The records before the place where reading fails come first, then the failure, which is no end.
#[test]
fn a_reader_that_fails_is_told() {
    let game = "[Game \"gomoku\"]\n[Event \"名\"]\n\n1. h8, i9\n\n".repeat(3);
    let list = "#: [Game \"forza4\"]\n33543 名\n44 名\n1";
    for (text, name, least) in [(&*game, "x.txt", 2), (list, "x.lines", 2)] {
        for encoding in [GBK, UTF_16LE] {
            let bytes = encoded(text, encoding).expect("the encoding has these letters");
            let given = Given { encoding: Some(encoding), file: Some(name.to_owned()), ..Given::default() };
            let read: Vec<_> = records(Torn(&bytes)).file(name).given(given).take(9).collect();
            let good = read.iter().take_while(|record| record.is_ok()).count();
            let why = read.get(good).and_then(|record| record.as_ref().err()).map(ToString::to_string);
            assert!(good >= least && why.as_deref() == Some("torn"), "{name} {}: {good}, {why:?}", encoding.name());
        }
    }
}
