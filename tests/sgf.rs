//! What SGF means, sentence by sentence: dialects, damaged trees, what is guessed and what is left out.

use encoding_rs::{GBK, SHIFT_JIS, UTF_8, WINDOWS_1252};
use scoresheet::{Report, Severity, Target, formats::Format, records};

fn report(bytes: &[u8]) -> Report {
    let mut records: Vec<_> =
        records(bytes).file("x.sgf").map(|record| record.expect("a slice can be read").report()).collect();
    assert_eq!(records.len(), 1);
    records.remove(0)
}

/// What is said of the only record of a file: each code with the bytes that it is about.
fn said(text: &str) -> Vec<String> {
    said_of_bytes(text.as_bytes())
}

fn said_of_bytes(bytes: &[u8]) -> Vec<String> {
    let place = |span: [u64; 2]| String::from_utf8_lossy(&bytes[span[0] as usize..span[1] as usize]).into_owned();
    report(bytes).diagnostics.iter().map(|told| format!("{} {}", told.code, place(told.span))).collect()
}

fn tag(report: &Report, name: &str) -> String {
    let tag = report.tags.0.iter().find(|(known, _)| known == name);
    tag.map_or(String::new(), |(_, value)| value.clone())
}

/// The board and the plies.
fn played(text: &str) -> String {
    let report = report(text.as_bytes());
    format!("{} {}", report.board.map_or(String::new(), |board| board.to_string()), report.moves.join(" "))
}

/// A name may begin with that of a club in brackets, whose `]` has no backslash.
#[test]
fn a_value_may_begin_with_brackets_of_its_own() {
    let text = "(;GM[4]SZ[15]PB[[Ajax] Ada]PW[[Real]Bruno]EV[[x]C[[y]z];B[hh];W[ii])";
    assert_eq!((said(text), played(text)), (Vec::new(), "15x15 h8 i7".to_owned()));
    let report = report(text.as_bytes());
    let names = ["Black", "White", "Event"].map(|name| tag(&report, name));
    assert_eq!(names, ["[Ajax] Ada", "[Real]Bruno", "[x"]);
}

/// Zeros in front of a number of lines mean nothing.
#[test]
fn a_size_may_begin_with_zeros() {
    assert_eq!(played("(;GM[4]SZ[015];B[hh])"), "15x15 h8");
    assert_eq!(played("(;GM[4]SZ[09:013];B[aa])"), "9x13 a13");
}

/// What a record cannot hold of a side to move or of a comment is told.
#[test]
fn sides_and_braces_that_cannot_be_kept_are_told() {
    assert_eq!(said("(;GM[4]SZ[15]AB[hh]PL[x];W[ii])"), ["dropped PL[x]"]);
    assert_eq!(said("(;GM[4]SZ[15]AB[hh]PL[W];W[ii])"), [""; 0]);
    assert_eq!(said("(;GM[4]SZ[15];B[hh];PL[B]W[ii])"), ["dropped PL[B]"]);
    let report = report(b"(;GM[4]SZ[15];B[hh]C[{a} {b}];W[ii]C[} c])");
    let [told] = report.diagnostics.as_slice() else { panic!("{:?}", report.diagnostics) };
    assert!(told.message.starts_with("3 closing braces within a comment:"), "{}", told.message);
}

#[test]
fn a_board_that_is_not_named_has_room_for_every_point() {
    assert_eq!(played("(;GM[4];B[hh];W[oo])"), "15x15 h8 o1");
    assert_eq!(played("(;GM[4];B[hh];W[pp])"), "19x19 h12 p4");
    assert_eq!(played("(;GM[4];B[hh];W[uu])"), "21x21 h14 u1");
    // Stones that are set up have points, too.
    assert_eq!(played("(;GM[4]AB[ss]AW[aa];B[bb])"), "19x19 b18");
    assert_eq!(played("(;GM[4]AB[aa:ab]AW[pp:qp];B[qq])"), "19x19 q3");
    assert_eq!(played("(;SZ[15:15];B[hh];W[ig])"), "15x15 h8 i9");
}

#[test]
fn stones_that_are_set_up_are_counted() {
    let text = "(;GM[4]SZ[15]AB[hh]AW[aa]AB[bb:bc];W[cc])";
    assert_eq!(tag(&report(text.as_bytes()), "Setup"), "W14/1B13/1B13/15/15/15/15/7B7/15/15/15/15/15/15/15 W");
    let text = "(;GM[4]SZ[15]AB[hh][pp]AW[h9];W[cc])";
    assert_eq!(said(text), ["off-board pp", "dropped h9", "not-played W[cc]"]);
    assert_eq!(report(text.as_bytes()).diagnostics[0].message, "a stone is set up on `pp`, but the board is 15x15");
    // Nothing stands beside the board, so nothing is taken away there.
    assert_eq!(said("(;GM[4]SZ[15]AE[aa:ss]AB[hh];W[cc])"), [""; 0]);
}

/// What the game is may stand in a later node, before the first move.
#[test]
fn a_later_node_tells_the_board() {
    let text = "(;GM[4]FF[4];SZ[19]PB[Ada];B[dd];W[do])";
    assert_eq!((played(text).as_str(), said(text).len()), ("19x19 d16 d5", 0));
    assert_eq!(played("(;FF[4];GM[4]SZ[9];B[aa])"), "9x9 a9");
    // After a move it is too late.
    assert_eq!(said("(;GM[4]SZ[15];B[hh];SZ[19];W[ii])"), ["dropped SZ[19]"]);
}

/// A letter that no board has is off the board, whatever else the file says.
#[test]
fn no_board_is_as_large_as_capitals_say() {
    assert_eq!(said("(;GM[4]SZ[15];B[hh];W[hQ])"), ["off-board W[hQ]"]);
    let text = "(;GM[4]RU[Renju];B[hh];W[hQ])";
    assert_eq!(said(text), ["guessed GM[4]", "off-board W[hQ]"], "{text}");
}

#[test]
fn lines_of_a_comment_end_in_four_ways() {
    let text = "(;GM[4]SZ[15]C[a\rb\r\nc\n\rd\ne\\\r\nf\tg\\\th];B[hh])";
    let record = records(text.as_bytes()).next().expect("a record").expect("a slice can be read");
    let target = Target { format: Some(Format::TRANSCRIPT), ..Target::default() };
    let transcript = record.convert(target).expect("a valid record");
    assert!(transcript.contains("{a\nb\nc\nd\nef g h}"), "{transcript}");
}

#[test]
fn the_name_of_rules_tells_the_variant() {
    let variant = |rule: &str| report(format!("(;GM[4]SZ[15]RU[{rule}];B[hh])").as_bytes()).variant;
    let known = [
        ("Freestyle gomoku (five or more)", "freestyle"),
        ("Standard Gomoku", "standard"),
        ("Tarannikov", "renju"),
        ("8", "caro"),
        ("", "standard"),
    ];
    for (rule, name) in known {
        assert_eq!(variant(rule), Some(name), "{rule}");
        assert!(said(&format!("(;GM[4]SZ[15]RU[{rule}];B[hh])")).is_empty(), "{rule}");
    }
    // The name of the game is no variant's.
    assert_eq!(said("(;GM[4]SZ[15]RU[Gomoku];B[hh])"), ["guessed RU[Gomoku]"]);
    // Another name is kept, and what was taken for granted is told.
    let text = "(;GM[4]SZ[15]RU[Caribbean];B[hh])";
    assert_eq!((said(text), variant("Caribbean")), (vec!["guessed RU[Caribbean]".to_owned()], Some("standard")));
    let record = records(text.as_bytes()).next().expect("a record").expect("a slice can be read");
    let again = record.convert(Target { format: Some(Format::SGF), ..Target::default() }).expect("a valid record");
    assert!(again.contains("RU[Caribbean]") && !again.contains("RU[Standard]"), "{again}");
    let given = scoresheet::formats::Given { variant: Some("renju".to_owned()), ..Default::default() };
    let record = records(text.as_bytes()).given(given).next().expect("a record").expect("a slice can be read");
    assert!(record.report().diagnostics.is_empty());
}

#[test]
fn all_of_a_date_is_kept() {
    let dates = |date: &str| {
        let report = report(format!("(;GM[4]SZ[15]DT[{date}];B[hh])").as_bytes());
        format!("{} {}", tag(&report, "Date"), tag(&report, "SGF-DT"))
    };
    assert_eq!(dates("2009-3-1"), "2009.03.01 ");
    assert_eq!(dates("1996-05"), "1996.05.?? ");
    assert_eq!(dates("1996-05-06,07"), "1996.05.06 1996-05-06,07");
    assert_eq!(dates("2023-05-24 16:49:28"), "2023.05.24 2023-05-24 16:49:28");
    let text = "(;GM[4]SZ[15]DT[1996-05-06,07];B[hh])";
    let record = records(text.as_bytes()).next().expect("a record").expect("a slice can be read");
    let again = record.convert(Target { format: Some(Format::SGF), ..Target::default() }).expect("a valid record");
    assert_eq!((again.matches("DT[").count(), again.contains("DT[1996-05-06,07]")), (1, true), "{again}");
}

#[test]
fn results_that_nobody_knows_are_told() {
    let result = |result: &str| {
        let text = format!("(;GM[4]SZ[15]RE[{result}];B[hh])");
        let report = report(text.as_bytes());
        let lost = if said(&text).iter().any(|told| told.starts_with("dropped")) { " lost" } else { "" };
        format!("{} {}{lost}", tag(&report, "Result"), tag(&report, "Termination"))
    };
    assert_eq!((result("BLACK+Time"), result("b+r")), ("Black time".to_owned(), "Black resignation".to_owned()));
    assert_eq!((result("W+1.0"), result("DRAW")), ("White ".to_owned(), "draw ".to_owned()));
    assert_eq!((result("?"), result("其他"), result("Void")), ("* ".to_owned(), "* ".to_owned(), "* ".to_owned()));
    assert_eq!(result("who knows"), "*  lost");
}

#[test]
fn text_around_the_trees_is_told() {
    assert_eq!(said("(;GM[4]SZ[15];B[hh])\n---\nbye (x).\n"), ["dropped ---\nbye (x)."]);
    assert_eq!(said("(;GM[4]SZ[15];B[hh])\n---\n"), ["dropped ---"]);
    assert_eq!(said("Hello\n(;GM[4]SZ[15];B[hh])\n"), ["dropped Hello"]);
    assert_eq!(said("(;GM[4]SZ[15]PB[a]PB[b];B[hh])"), ["dropped PB[b]"]);
}

#[test]
fn a_property_keeps_its_whole_name_and_tells_that_its_values_were_joined() {
    let text = "(;GM[4]SZ[15]LONGPROPERTY8[x]EIGHTLET[y]ZZ[1][2][3]5A[gg][hh];B[hh])";
    assert_eq!(said(text), ["dropped 2"]);
    assert_eq!(
        report(text.as_bytes()).diagnostics[0].message.split(':').next(),
        Some("2 values that stand in one tag with the first one")
    );
    let written = again(text);
    assert!(written.contains("LONGPROPERTY8[x]EIGHTLET[y]ZZ[1,2,3]5A[gg][hh]"), "{written}");
    assert!(said(&written).is_empty(), "{:?}", said(&written));
}

#[test]
fn a_damaged_byte_of_utf_8_is_told_and_costs_itself() {
    let text = "(;GM[4]SZ[15]PB[王小明]PW[李四]C[这一手棋下得很好];B[hh];W[hi])";
    let mut bytes = text.as_bytes().to_vec();
    let damaged = text.find("下").expect("a letter") + 1;
    bytes[damaged] = b'A';
    let report = report(&bytes);
    let tag = |name: &str| report.tags.get(name);
    assert_eq!((tag("Black"), tag("White"), report.plies, report.encoding), (Some("王小明"), Some("李四"), 2, None));
    let told = &report.diagnostics[..];
    assert_eq!((told.len(), told[0].code, &*told[0].message), (1, "bad-encoding", "2 bytes are not valid UTF-8"));
}

#[test]
fn any_number_of_properties_is_read() {
    let properties: String = (0..100_000).map(|number| format!("X{number:06}[a]")).collect();
    let report = report(format!("(;GM[4]SZ[15]{properties};B[hh])").as_bytes());
    assert_eq!((report.valid, report.plies, report.diagnostics.len()), (true, 1, 1));
    // The first few are named.
    let named = "99000 properties that are not known (X001000, X001001, X001002, X001003, X001004): ";
    assert!(report.diagnostics[0].message.starts_with(named), "{}", report.diagnostics[0].message);
}

#[test]
fn an_encoding_that_the_file_names_wrongly_is_told() {
    let text = |name: &str| format!("(;GM[4]SZ[15]CA[{name}]PB[王小明]C[这一手棋下得很好];B[hh])");
    assert_eq!(said(&text("gb2312")), ["bad-encoding CA[gb2312]"]);
    assert_eq!(said(&text("no such name")), ["bad-encoding CA[no such name]"]);
    assert!(said(&text("utf8")).is_empty());
    let warning = &report(text("gb2312").as_bytes()).diagnostics[0];
    assert!(
        warning.severity == Severity::Warning && warning.message == "the text is UTF-8, not `gb2312`, which it names"
    );
    let gbk = GBK.encode(&text("UTF-8")).0.into_owned();
    assert_eq!(said_of_bytes(&gbk), ["guessed ", "bad-encoding CA[UTF-8]"]);
    assert!(said_of_bytes(&GBK.encode(&text("gb18030")).0).is_empty());
    // ASCII is the same in all of them.
    assert!(said("(;GM[4]SZ[15]CA[gb2312]PB[Ada];B[hh])").is_empty());
    // The second byte of these letters is a bracket or a backslash.
    let japanese = "(;GM[4]SZ[15]CA[Shift_JIS]PB[表示ソー];B[hh];W[ii])";
    assert!(said_of_bytes(&SHIFT_JIS.encode(japanese).0).is_empty());
    assert_eq!(report(&SHIFT_JIS.encode(japanese).0).plies, 2);
    let wide: Vec<u8> = text("UTF-16").encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(said_of_bytes(&[&[0xfe, 0xff], &wide[..]].concat()), Vec::<String>::new());
}

#[test]
fn what_no_encoding_reads_is_told() {
    let wide: Vec<u8> = "(;GM[4]SZ[15];B[hh])".chars().flat_map(|letter| u32::from(letter).to_le_bytes()).collect();
    for bytes in [wide.clone(), [&[0xff, 0xfe, 0, 0], &wide[..]].concat()] {
        let report = report(&bytes);
        let told = &report.diagnostics[0];
        assert_eq!((told.code, report.diagnostics.len()), ("bad-encoding", 1));
        assert_eq!(told.message, "this file is UTF-32, little endian, which this program does not read");
    }
}

/// The record written as SGF again.
fn again(text: &str) -> String {
    let record = records(text.as_bytes()).next().expect("a record").expect("a slice can be read");
    record.convert(Target { format: Some(Format::SGF), ..Target::default() }).expect("a valid record")
}

#[test]
fn a_stone_that_lost_and_is_left_out_makes_a_forfeit() {
    let ended = |text: &str| {
        let report = report(text.as_bytes());
        assert!(report.valid, "{text}");
        [tag(&report, "Result"), tag(&report, "Termination"), tag(&report, "SGF-TE")].join(" ")
    };
    let iwzq = "(;SZ[15]5A[G9]RE[抓禁];B[hh];W[ii];B[jj])";
    assert_eq!(
        (ended(iwzq), said(iwzq)),
        ("White forfeit ".to_owned(), vec!["guessed SZ[15]".to_owned(), "guessed RE[抓禁]".to_owned()])
    );
    let told = |text: &str| ended(&format!("(;GM[4]SZ[15]RU[4]RE[W+1]TE[{text}];B[hh];W[ii])"));
    for text in ["White win by opponent illegal move", "Black play forbidden move - double three"] {
        assert_eq!(told(text), format!("White forfeit {text}"));
    }
    assert_eq!(told("White win by opponent crash"), "White forfeit White win by opponent crash");
    assert_eq!(told("White win by time forfeit"), "White time ");
    let there = "(;GM[4]SZ[15]RE[W+1]TE[White win by opponent illegal move];B[hh];W[ii];B[hh])";
    assert_eq!(ended(there), "White illegal White win by opponent illegal move");
}

#[test]
fn why_a_game_ended_is_kept_where_no_tag_says_it() {
    let kept = |properties: &str| {
        let text = format!("(;GM[4]SZ[15]{properties};B[hh])");
        tag(&report(text.as_bytes()), "SGF-TE")
    };
    assert_eq!(
        (kept("TE[why]"), kept("RE[B+R]TE[why]"), kept("RE[B+1]TE[why]")),
        ("why".into(), "why".into(), "why".into())
    );
    assert!(again("(;GM[4]SZ[15]RE[B+R]TE[why];B[hh])").contains("TE[why]"));
}

#[test]
fn stones_are_taken_away_and_overlaid_before_they_are_counted() {
    let setup = |properties: &str| tag(&report(format!("(;GM[4]SZ[5]{properties})").as_bytes()), "Setup");
    assert_eq!(setup("AB[aa:bb]AE[bb]AW[cc]"), "BB3/B4/2W2/5/5 W");
    assert_eq!(setup("AB[aa][bb]AW[aa]"), "W4/1B3/5/5/5 B");
}

#[test]
fn values_that_no_property_has_are_told() {
    assert_eq!(said("(;GM[4]SZ[15]PB[Ann][Bob]pb[x];B[hh])"), ["dropped Bob", "dropped pb[x]"]);
    assert_eq!(said("(;GM[4]SZ[15];B[hh];BM[1])"), ["dropped BM[1]"]);
}

#[test]
fn the_order_in_a_node_does_not_matter() {
    assert!(said("(;GM[4]SZ[15];TE[1]B[hh];BM[1]W[ii])").is_empty());
    assert_eq!(again("(;GM[4]SZ[15];TE[1]B[hh];W[ii]BM[1])").matches("[1]").count(), 2);
}

#[test]
fn properties_are_written_as_they_were() {
    let text = again("(;GM[4]SZ[15]5A[gg][hh]DT[5. Mai 1996];B[hh])");
    assert!(text.contains("5A[gg][hh]") && text.contains("DT[5. Mai 1996]"), "{text}");
}

#[test]
fn the_caller_says_how_large_a_board_without_a_size_is() {
    let board = |text: &str, size: u8| {
        let board = scoresheet::board::Size { columns: size, rows: size };
        let given = scoresheet::formats::Given { board: Some(board), ..Default::default() };
        let record = records(text.as_bytes()).given(given).next().expect("a record").expect("a slice can be read");
        let report = record.report();
        (tag(&report, "Board"), tag(&report, "Setup"), report.moves.join(" "), report.diagnostics.len())
    };
    let pass = |size: &str, ply: &str| (size.to_owned(), String::new(), format!("h13 {ply}"), 0);
    assert_eq!(board("(;GM[4];B[hh];W[tt])", 20), pass("20x20", "t1"));
    assert_eq!(board("(;GM[4]AB[aa])", 5).1, "B4/5/5/5/5 W");
}

#[test]
fn damage_in_a_tree_is_told_where_it_is() {
    let said = |rest: &str| said(&format!("(;GM[4]FF[4]SZ[15]RU[freestyle]{rest}"));
    assert_eq!(said(";B;W[ii])"), ["bad-syntax B", "not-played W[ii]"]);
    assert_eq!(said(";B[hh](;W[ii]);B[jj])"), ["bad-syntax ;B[jj]"]);
    assert_eq!(said(";)B[hh];W[hg])"), ["bad-syntax B[hh];W[hg])"]);
    assert_eq!(said(";B[hh](W[ii]))"), ["bad-syntax W[ii]"]);
    assert_eq!(said(";B[hh]hello;W[ii] 123 ;B[jj])")[0], "bad-syntax hello");
    assert_eq!(said(";B[hh];W[ii] 123 ;B[jj])")[0], "bad-syntax 123");
    assert_eq!(said(";B[hh];W[ii])) ;B[jj])"), ["bad-syntax ) ;B[jj])"]);
    assert_eq!(said(";B[hh])\nplease see (1)"), ["dropped please see (1)"]);
    assert_eq!(said(" what ;B[hh])")[0], "bad-syntax what");
    assert_eq!(said(";B[hh];[ii])")[0], "bad-syntax [ii]");
    assert!(said(" ; B [hh]\n(\n;W[ii] ) ( ;W\n[jj] ) )\n").is_empty());
}

#[test]
fn lines_and_columns_of_utf_16_are_those_of_its_letters() {
    // Each byte of the first letter of the comment looks like a line end.
    let text = "(;GM[4]SZ[15]RU[1]C[\u{a0a}]\n;B[hh]\n;W[hh])\n";
    let places = |bytes: &[u8]| {
        let told = report(bytes).diagnostics;
        told.iter().map(|told| (told.code, told.line, told.column)).collect::<Vec<_>>()
    };
    let expected = places(text.as_bytes());
    assert_eq!(expected, [("occupied", 3, 2)]);
    let marked = format!("\u{feff}{text}");
    let little: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let big: Vec<u8> = marked.encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!((places(&little), places(&big)), (expected.clone(), expected));
}

/// Trees of a file may be in different encodings: second bytes of letters of Shift-JIS look like brackets and backslashes.
#[test]
fn each_tree_may_name_its_own_encoding() {
    let tree = |encoding: &'static encoding_rs::Encoding, label: &str, name: &str, ply: &str| {
        let text = format!("(;GM[4]SZ[15]CA[{label}]PB[{name}]C[{name}];B[hh];W[{ply}])\n");
        let (bytes, _, lost) = encoding.encode(&text);
        assert!(!lost);
        bytes.into_owned()
    };
    let latin = tree(WINDOWS_1252, "ISO-8859-1", "Björn é", "aa");
    let japanese = tree(SHIFT_JIS, "Shift_JIS", "表示ソ", "ab");
    let chinese = tree(GBK, "GBK", "王小明", "ac");
    let utf8 = tree(UTF_8, "UTF-8", "王小明", "ad");
    let mistaken = tree(UTF_8, "gb2312", "一二三", "ae");
    let trees = [&latin, &japanese, &chinese, &utf8, &mistaken];
    let said = |bytes: &[u8]| -> Vec<String> {
        let report = |record: std::io::Result<scoresheet::OwnedRecord>| {
            let report = record.expect("a slice can be read").report();
            assert!(report.valid);
            format!("{} {}", tag(&report, "Black"), report.moves.join(" "))
        };
        records(bytes).file("x.sgf").map(report).collect()
    };
    let alone = ["Björn é h8 a15", "表示ソ h8 a14", "王小明 h8 a13", "王小明 h8 a12", "一二三 h8 a11"];
    for first in 0..trees.len() {
        for second in 0..trees.len() {
            let file = [trees[first].as_slice(), trees[second]].concat();
            assert_eq!(said(&file), [alone[first], alone[second]]);
        }
    }
}

#[test]
fn parentheses_around_a_tree_change_nothing() {
    assert_eq!(played("(((;GM[4]SZ[15];B[hh];W[ii])))"), "15x15 h8 i7");
    assert!(said("(((;GM[4]SZ[15];B[hh];W[ii])))").is_empty());
    assert_eq!(said("((;GM[4]SZ[15];B[hh];W[ii])))"), ["bad-syntax )"]);
}

/// A stone of Black that is no foul did not lose the game, however many others stand near it.
#[test]
fn a_foul_that_is_pointed_out_is_the_last_stone_or_left_out() {
    let stones = ";B[hh];W[aa];B[ih];W[bb];B[gg];W[cc];B[gf];W[dd]";
    let told = |stones: &str| {
        let report = report(format!("(;5A[]SZ[15]RE[抓禁]{stones})").as_bytes());
        assert!(report.valid, "{stones}");
        tag(&report, "Termination")
    };
    assert_eq!(told(&format!("{stones};B[gh]")), "foul");
    assert_eq!(told(&format!("{stones};B[oa];W[gi];B[gh]")), "forfeit");
    assert_eq!(told(&format!("{stones};B[oa];W[gi];B[gh];W[oo]")), "forfeit");
    assert_eq!(told(""), "forfeit");
}

/// Stones that the nodes before the first move set up belong to its position, in the order in which the file sets them.
#[test]
fn stones_are_set_up_until_the_first_move() {
    let setup = |text: &str| tag(&report(text.as_bytes()), "Setup");
    let one_node = "(;GM[4]SZ[15]AB[hh][ii]AW[jj]PL[W];W[kk])";
    for text in [
        "(;GM[4]SZ[15];AB[hh][ii]AW[jj]PL[W];W[kk])",
        "(;GM[4]SZ[15]AB[hh][aa];C[x];AB[ii]AE[aa]; AW[jj]PL[W]C[y] ;W[kk])",
        "(;GM[4]SZ[15]AE[ii]AB[hh][ii];AW[jj];PL[W](;W[kk])(;W[ll]))",
    ] {
        assert_eq!(setup(text), setup(one_node), "{text}");
        assert_eq!(played(text), "15x15 k5", "{text}");
        assert!(!said(text).iter().any(|told| told.starts_with("dropped")), "{text}");
    }
    assert_eq!(said("(;GM[4]SZ[15];AB[hh]AW[jj];B[kk];AB[aa])"), ["dropped AB[aa]"]);
}
