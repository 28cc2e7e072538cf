//! Sentences of diagnostics that were not so, or helped nobody: what they say now.

use scoresheet::{Defaults, validate};

/// All messages and helps of the one record of `text`.
fn said(text: &str) -> String {
    let reports = validate(text.as_bytes(), "said.txt", Defaults::default()).expect("a slice can be read");
    let said = reports[0].diagnostics.iter();
    said.map(|said| format!("{}: {} // {}\n", said.code, said.message, said.help.as_deref().unwrap_or_default()))
        .collect()
}

/// A record, and what its diagnostics say.
const SAID: &[(&str, &str)] = &[
    // No number that does not stand there.
    (
        "[Game \"forza4\"]\n[Setup \"7/7/7/7/7/99999999999999999999 W\"]\n\n1. c",
        "row 6 from the top has more than 999999",
    ),
    // What stands right after plies that run together.
    ("[Game \"forza4\"]\n[Notation \"digits\"]\n\n335431-0", "write `33543 1-0`"),
    ("[Game \"forza4\"]\n[Notation \"digits\"]\n\n335431/2-1/2", "write `33543 1/2-1/2`"),
    ("[Game \"forza4\"]\n[Notation \"digits\"]\n\n3354White", "write `3354 White`"),
    ("[Game \"forza4\"]\n[Notation \"digits\"]\n\n33!543", "put a space after `!`"),
    // Examples stand on the board.
    ("[Game \"plus4\"]\n[Notation \"sgf\"]\n\n1. aa, bx5", "for instance aa"),
    ("[Game \"plus4\"]\n[Notation \"digits\"]\n\n12x", "run together (boards up to 9 columns), for instance 1\n"),
    ("[Game \"forza4\"]\n[Notation \"digits\"]\n\n12x", "for instance 33543"),
    // No variation has a result.
    ("[Game \"gomoku\"]\n\n1. h8 (1. h9 1-0), i9", "a result ends the main line"),
    ("[Game \"gomoku\"]\n\n1. h8 (1. h9, i9 0-1), i9", "a result ends the main line"),
    // What would have been legal after an end that nobody noticed, and on a full board.
    (
        "[Game \"gomoku\"]\n[Board \"7x7\"]\n\n1. a1, a2; 2. b1, b2; 3. c1, c2; 4. d1, d2; 5. e1, a1 {[%stands]}",
        "any empty point is legal\n",
    ),
    (
        "[Game \"gomoku\"]\n[Board \"5x5\"]\n[Setup \"BWBWB/BWBWW/WBWBB/BWBWB/WBBWW W\"]\n\n1. ..., a1 {[%stands]}",
        "the board is full: no ply can follow",
    ),
    // A foul is the last ply of the main line.
    (
        "[Game \"gomoku\"]\n[Variant \"renju\"]\n\n1. g8, a1; 2. h8, a3; 3. i6, a5; 4. i7, a7; 5. i8",
        "say Termination \"foul\"",
    ),
    (
        "[Game \"gomoku\"]\n[Variant \"renju\"]\n\n1. g8, a1; 2. h8, a3; 3. i6, a5; 4. i7, a7; 5. i8, c3",
        "// if White overlooked it, mark the ply",
    ),
    (
        "[Game \"gomoku\"]\n[Variant \"renju\"]\n\n1. g8, a1; 2. h8, a3; 3. i6, a5; 4. i7, a7; 5. c3 (i8)",
        "// if White overlooked it, mark the ply",
    ),
    // Each piece of a ply of two is judged by itself.
    (
        "[Game \"gomoku\"]\n[Variant \"renju\"]\n[Options \"opening-26\"]\n\n1. h8+a1 {[%stands]}",
        "a1 is not next to the centre",
    ),
    (
        "[Game \"gomoku\"]\n[Board \"9x9\"]\n[Options \"pro,double-three-reply\"]\n\n1. a1+e5 {[%stands]}",
        "a1 is not the centre; e5 is less than three points away",
    ),
    (
        "[Game \"gomoku\"]\n[Variant \"renju\"]\n[Setup \"15/6B8/6B8/6B8/15/3BBB9/15/15/15/3BBB9/15/6B8/6B8/6B8/15 B\"]\n\n1. g10+g6 {[%stands]}",
        "double four (g10 g12 g13 g14; d10 e10 f10 g10), double four (",
    ),
    (
        "[Game \"gomoku\"]\n[Options \"double-three-reply\"]\n\n1. a1+a2",
        "White has made no double three in the ply before",
    ),
    // A pass has no other name, and moves of pieces only one.
    ("[Game \"gomoku\"]\n[Notation \"go\"]\n\n1. H8, --", "any empty point is legal\n"),
    (
        "[Game \"gomoku\"]\n[Variant \"murray\"]\n[Pieces \"1\"]\n[Notation \"go\"]\n\n1. H8, J9; 2. H8-H9",
        "only the notation squares writes moves of pieces",
    ),
    // Cards that this very ply draws.
    ("[Game \"lefile\"]\n\n1. 2h2h Pb2", "this ply draws the 2 of hearts twice"),
    ("[Game \"lefile\"]\n\n1. 51 Pe1, 51 Pa5; 2. 52 Pe2, 55 Pe5", "fewer cards of value 5 are left"),
    (
        "[Game \"lefile\"]\n[Setup \"1R5P/8/P1PP4/1R2P3/8/8/rppp4/P2pppr1 W 2 0:0 -:-\"]\n\n1. 3b b5-b6 xb2-b5 =a6-d6",
        "relocations stand after the claims: write `3b b5-b6 =a6-d6 xb2-b5`",
    ),
    ("[Game \"lefile\"]\n[Setup \"8/8/8/8/8/2r5/8/8 W 2 0:0 -:-\"]\n\n1. 3r c4-d5", "White has no piece on the board"),
    ("[Game \"lefile\"]\n[Notation \"squares\"]\n\n1. 24 Pb4", "its only notation system is cards"),
    // Four sides.
    (
        "[Game \"halma\"]\n[Variant \"four\"]\n[Options \"four\"]\n\n1. b13-c12",
        "four sides play the variant four without any option",
    ),
    ("[Game \"halma\"]\n[Variant \"four\"]\n\n1. b13-c12, ..., n2-m3", "if another side played in its place"),
    (
        "[Game \"halma\"]\n[Variant \"four\"]\n[Options \"pairs\"]\n[Pairs \"White+Red\"]\n[Setup \"GGGG8BBBB/GGGG9BBB/GGG10BBB/GG12BB/16/16/16/16/4R2B8/16/16/16/RR12WW/RRR10WWW/RRR9WWWW/RRRR8WWWW W\"]\n\n1. d8-e9",
        "pieces that White may move and that can go to e9: e8",
    ),
    // Numbers, and boards.
    (
        "[Game \"plus4\"]\n[Variant \"manche\"]\n[Target \"4294967296\"]\n\n1. a",
        "is more points than this program counts",
    ),
    (
        "[Game \"gomoku\"]\n[Variant \"murray\"]\n[Pieces \"4\"]\n[Board \"7x7\"]\n[Setup \"7/7/7/7/7/7/B6 W 2:4\"]\n\n1. ..., a7",
        "Black has 1 piece on the board and 2 to place",
    ),
    (
        "[Game \"forza4\"]\n[Options \"equalizer\"]\n[Setup \"7/7/7/7/RRRR3/WWWW3 R\"]\n\n",
        "the last two plies cannot have made them",
    ),
];

#[test]
fn what_is_said_is_so() {
    for (text, expected) in SAID {
        let said = said(text);
        assert!(said.contains(expected), "{text}\n{said}");
    }
}

/// A mark in a diagram is about the ply whose cell it follows; after the whole diagram, about the last one.
#[test]
fn marks_in_diagrams_are_about_their_cells() {
    let record = |rows: &str| format!("[Game \"forza4\"]\n[Notation \"diagram\"]\n\n{rows}");
    let of_row = |row: &str, third: &str| {
        record(&format!(". . . . . . .\n. . . . . . .\n{third} . . . . . .\n5 . . . . . .\n3 . . . . . .\n{row}\n"))
    };
    let check = |text: String| {
        let reports = validate(text.as_bytes(), "diagram", Defaults::default()).expect("a slice can be read");
        let said = reports[0].diagnostics.iter().map(|said| (said.code, said.ply)).collect::<Vec<_>>();
        (reports[0].valid, said)
    };
    // Red's fourth piece in the row is the eighth ply, after White's line of four.
    let marked = of_row("1 2 4 6 8 {[%stands]} 9 .", "7");
    assert_eq!(check(marked), (false, vec![("stands", Some(8)), ("after-end", Some(9))]));
    let other = of_row("1 2 4 6 8 . .", "7 {[%stands]}");
    assert_eq!(check(other), (false, vec![("stands-unneeded", Some(7)), ("after-end", Some(8))]));
    let last = of_row("1 2 4 6 8 . . {[%stands]}", "7");
    assert_eq!(check(last), (true, vec![("stands", Some(8))]));
}

/// A byte that is no text is one error, whichever word of a ply it stands in, and is shown as in the line of the file.
#[test]
fn a_byte_that_is_no_text_is_one_error() {
    let codes = |bytes: &[u8]| -> Vec<String> {
        let reports = validate(bytes, "said.txt", Defaults::default()).expect("a slice can be read");
        let known = reports[0].known().filter(|said| said.severity == scoresheet::Severity::Error);
        known.map(|said| said.code.to_owned()).collect()
    };
    for movetext in [&b"1. 24 \xffPb4, 11 Pa1"[..], b"1. 24 Pb4\xff, 11 Pa1", b"1. 24\xff Pb4, 11 Pa1"] {
        let record = [b"[Game \"lefile\"]\n\n", movetext].concat();
        assert_eq!(codes(&record), ["bad-encoding"], "{}", movetext.escape_ascii());
    }
    let record = b"[Game \"forza4\"]\n[Event \"caf\xc3\"\n\n1. c";
    let reports = validate(record.as_slice(), "said.txt", Defaults::default()).expect("a slice can be read");
    let messages: Vec<&str> = reports[0].diagnostics.iter().map(|said| said.message.as_str()).collect();
    assert!(!messages.is_empty() && !messages.iter().any(|message| message.contains("x1a")), "{messages:?}");
}

/// The lines of canonical text end with LF, those of comments too.
#[test]
fn comments_of_canonical_text_have_no_carriage_returns() {
    let text = "[Game \"forza4\"]\r\n\r\n1. c {a\r\nb\rc}, d\r\n";
    let target = scoresheet::Target { system: Some(scoresheet::System::COLUMNS), ..Default::default() };
    let mut records = scoresheet::records(text.as_bytes());
    let record = records.next().expect("a record").expect("a slice can be read");
    let written = record.convert(target).expect("it can be written");
    assert!(written.contains("{a\nb\nc}") && !written.contains('\r'), "{written}");
}

/// A whole game that runs together in a word is told as such, however long it is.
#[test]
fn a_long_word_of_plies_is_told_as_several() {
    for plies in
        ["h8h9h7h6i10g8i8i9g7j10f6e5j7k6g9i7g10f10e11d12", "h8h9h7h6i10g8i8i9g7j10f6e5j7k6g9i7g10f10e11d12d4d5d6d7e8"]
    {
        let told = said(&format!("[Game \"gomoku\"]\n\n{plies}\n"));
        assert!(told.contains("these are several plies") && told.contains("--from lines"), "{told}");
    }
}
