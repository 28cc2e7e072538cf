//! The board that the caller names counts before the one that a file names, and that is told. A report is read back with
//! what the caller had said.

use scoresheet::board::Size;
use scoresheet::formats::{Format, Given};
use scoresheet::{Defaults, OwnedRecord, Report, records};

/// What is said of the first record of a file if the caller names the board.
fn report(text: &str, format: Format, board: &str) -> Report {
    let given = Given { board: Size::read(board), ..Given::default() };
    let defaults = Defaults { board: Some(board.to_owned()), ..Defaults::default() };
    first(records(text.as_bytes()).format(format).given(given).defaults(defaults)).report()
}

fn first(mut records: scoresheet::Reading<'_>) -> OwnedRecord {
    records.next().expect("a record").expect("a slice can be read")
}

/// The board, the plies, and what is told of what the file says instead.
fn said(report: &Report) -> String {
    let board = report.board.map_or(String::new(), |board| board.to_string());
    let told = report.diagnostics.iter().filter(|told| told.code == "dropped").map(|told| &*told.message);
    format!("{board}: {} {}", report.moves.join(" "), told.collect::<Vec<_>>().join("; ")).trim_end().to_owned()
}

/// Points are counted from the top left corner of the board on which they are played.
#[test]
fn it_counts_and_is_told() {
    let told = "the file says that the board is 15x15; it is read as 20x20, as --board says";
    let sgf = "(;GM[4]SZ[15];B[hh];W[tt])";
    assert_eq!(said(&report(sgf, Format::SGF, "20x20")), format!("20x20: h13 t1 {told}"));
    let psq = "Piskvorky 15x15, 0:0, 0\n8,8,0\n15,15,0\n";
    assert_eq!(said(&report(psq, Format::PSQ, "20x20")), format!("20x20: h13 o6 {told}"));
    assert_eq!(said(&report("15\n15\n1\n7 7\n", Format::SAV, "20x20")), format!("20x20: h13 {told}"));
    assert_eq!(said(&report(psq, Format::PSQ, "15x15")), "15x15: h8 o1");
}

#[test]
fn a_report_is_read_back_with_it() {
    for (text, format) in [
        ("(;GM[4]SZ[15];B[hh];W[tt])", Format::SGF),
        ("(;GM[4];B[hh];W[ii])", Format::SGF),
        ("Piskvorky 15x15, 0:0, 0\n8,8,0\n15,15,0\n", Format::PSQ),
        ("0,0, 1,1, -1,0\n", Format::OFFSETS),
    ] {
        let report = report(text, format, "19x19");
        let json = serde_json::to_string(&report).expect("JSON");
        let again = first(records(json.as_bytes()).format(Format::JSON_LINES)).report();
        assert_eq!((said(&again), again.valid), (said(&report), report.valid), "{text}");
    }
}

/// A file of Go is refused, unless the caller says that it is of Gomoku.
#[test]
fn a_report_is_read_back_as_of_the_game_that_the_caller_named() {
    let go = "(;GM[1]SZ[19]KM[6.5];B[pd];W[dp])";
    let given = Given { game: Some("gomoku".to_owned()), ..Given::default() };
    let defaults = Defaults { game: given.game.clone(), ..Defaults::default() };
    let report = first(records(go.as_bytes()).format(Format::SGF).given(given).defaults(defaults)).report();
    let json = serde_json::to_string(&report).expect("JSON");
    let again = first(records(json.as_bytes()).format(Format::JSON_LINES)).report();
    assert_eq!((report.valid, said(&report)), (true, "19x19: p16 d4".to_owned()));
    assert_eq!((again.valid, said(&again)), (report.valid, said(&report)));
}
