//! Files of other programs to verdicts: in whichever steps the bytes arrive, in any encoding, and written back.
//!
//! The last byte of the input chooses the steps and the encoding, and of `foreign` the format, too.

use encoding_rs::{BIG5, Encoding, GBK, SHIFT_JIS, UTF_16LE, WINDOWS_1252};
use scoresheet::diagnostic::CodeCounts;
use scoresheet::formats::{FORMATS, Format, Given};
use scoresheet::record::Record;
use scoresheet::{Checker, Defaults, Report, Target, input, records};

use crate::reading::Trickle;

/// Reads a file of any format.
pub fn foreign(data: &[u8]) {
    let Some(choice) = data.last() else { return };
    of_format(data, FORMATS[usize::from(choice & 31) % FORMATS.len()]);
}

/// Reads game trees of SGF.
pub fn sgf(data: &[u8]) {
    of_format(data, Format::SGF);
}

/// Reads games of Piskvork.
pub fn psq(data: &[u8]) {
    of_format(data, Format::PSQ);
}

/// Reads a library of RenLib.
pub fn renlib(data: &[u8]) {
    of_format(data, Format::RENLIB);
}

/// Reads a file of the Renju federation.
pub fn rif(data: &[u8]) {
    of_format(data, Format::RIF);
}

/// Reads a file of a format; the highest bits of the last byte of `data` choose the encoding and the steps.
fn of_format(data: &[u8], format: Format) {
    let Some((&choice, bytes)) = data.split_last() else { return };
    let encodings: [Option<&'static Encoding>; 8] =
        [None, None, None, Some(GBK), Some(BIG5), Some(SHIFT_JIS), Some(UTF_16LE), Some(WINDOWS_1252)];
    let given = Given { encoding: encodings[usize::from(choice >> 5)], ..Given::default() };
    foreign_file(bytes, format, &given, 1 + usize::from(choice >> 5));
}

/// Reads a file of a format, at once and in steps of `step` bytes.
pub fn foreign_file(bytes: &[u8], format: Format, given: &Given, step: usize) {
    let whole = read(bytes, bytes.len().max(1), format, given);
    let pieces = read(bytes, step, format, given);
    assert_eq!(whole.len(), pieces.len(), "records of {format:?} read in pieces");
    let length = bytes.len() as u64;
    for (report, piece) in whole.iter().zip(&pieces) {
        assert_eq!(said(report), said(piece), "{format:?} read in pieces");
        for diagnostic in &report.diagnostics {
            let [start, end] = diagnostic.span;
            assert!(start <= end && end <= length, "{start}..{end} lies outside {length} bytes: {diagnostic:?}");
        }
    }
    briefly(bytes, format, given);
    written(bytes, format, given);
}

/// A brief header has the verdict of the whole record, and the whole record can still be read after it.
fn briefly(bytes: &[u8], format: Format, given: &Given) {
    let mut checkers = [(); 2].map(|()| Checker::new(Defaults::default()));
    let [whole, brief] = checkers
        .each_mut()
        .map(|checker| input::records_given(bytes, format, scoresheet::source::MAX_RECORD, given, checker));
    let (Ok(mut whole), Ok(mut brief)) = (whole, brief) else { return };
    brief.be_brief();
    while let Ok(true) = whole.advance() {
        assert!(brief.advance().is_ok_and(|more| more), "a brief reader of {format:?} finds fewer records");
        let mut counts = [(); 2].map(|()| CodeCounts::default());
        let record = whole.record();
        let of_whole = checkers[0].check(&record, &mut counts[0], None).verdict;
        let of_brief = checkers[1].check(&brief.header(), &mut counts[1], None).verdict;
        let [of_whole, of_brief] = [(of_whole, &counts[0]), (of_brief, &counts[1])].map(|(verdict, counts)| {
            let mut counts: Vec<_> =
                counts.iter().map(|(code, severity, count)| (code.name, severity, count)).collect();
            counts.sort_unstable();
            (verdict, counts)
        });
        assert_eq!(of_whole, of_brief, "{format:?}: {}", record.text);
        let all = |record: &Record<'_>| format!("{:?} {:?} {:?}", record.text, record.parts, record.written.bytes);
        assert_eq!(all(&brief.record()), all(&record), "{format:?} behind a brief header");
    }
}

/// The reports of all records of an input that arrives in steps.
fn read(bytes: &[u8], step: usize, format: Format, given: &Given) -> Vec<Report> {
    let reading = records(Trickle::new(bytes, step)).file("fuzz").format(format).given(given.clone());
    // A file of rows without a column of moves holds no records.
    reading.map_while(Result::ok).map(|record| record.report()).collect()
}

/// What a report says to programs.
fn said(report: &Report) -> String {
    let said = report.diagnostics.iter().map(|said| (said.code, said.span, &said.message));
    format!("{:?} {:?} {:?} {:?}", report.valid, report.moves, report.tags, said.collect::<Vec<_>>())
}

/// What is written in a format of files is read back: the same plies, and the same verdict.
fn written(bytes: &[u8], format: Format, given: &Given) {
    for record in records(bytes).file("fuzz").format(format).given(given.clone()).map_while(Result::ok) {
        let before = record.report();
        if !before.valid {
            continue;
        }
        for format in [Format::TRANSCRIPT, Format::SGF, Format::PSQ] {
            let Ok(text) = record.convert(Target { format: Some(format), ..Target::default() }) else { continue };
            // Other games have no SGF: they are written as transcripts in the notation system of that name.
            let is_gomoku = before.game == Some("gomoku");
            let format = if format == Format::SGF && !is_gomoku { Format::TRANSCRIPT } else { format };
            let again = records(text.as_bytes()).file("again").format(format).next().expect("a record");
            let after = again.expect("a slice can be read").report();
            assert_eq!(before.moves, after.moves, "written as {format:?}: {text}");
            assert!(after.valid, "written as {format:?}: {text}");
        }
    }
}
