//! Damaged and hostile files of other programs: the damage is told where it is, what stands before it is judged, and the
//! next record is read. Trees of any size and depth are read without the limits of transcripts.

use std::io::{self, Read};

use scoresheet::formats::{Format, Given};
use scoresheet::{Checker, Defaults, Report, records};

fn reports(format: Format, bytes: &[u8]) -> Vec<Report> {
    let all = records(bytes).file("bad").format(format);
    all.map(|record| record.expect("a slice can be read").report()).collect()
}

/// Of each record: how many plies were judged, and its errors with the bytes that they underline.
fn errors(format: Format, bytes: &[u8]) -> Vec<String> {
    let said = |report: &Report| {
        let errors = report.known().filter(|said| said.severity == scoresheet::Severity::Error);
        let errors = errors.map(|said| {
            let [start, end] = said.span.map(|at| at as usize);
            format!(" {} {:?}", said.code, String::from_utf8_lossy(&bytes[start..end]))
        });
        format!("{}{}", report.plies, errors.collect::<String>())
    };
    reports(format, bytes).iter().map(said).collect()
}

#[test]
fn damage_is_told_at_its_bytes_and_the_next_record_is_read() {
    let sgf = b"(;GM[4]SZ[15];B[hh];W[ii];B[hh];W[aa])\n(;GM[4]SZ[15];B[hh];W[i!];B[gg])\n(;GM[4]SZ[15];B[hh];W[ig])";
    assert_eq!(errors(Format::SGF, sgf), ["2 occupied \"B[hh]\"", "1 bad-move \"W[i!]\"", "2"]);
    let unclosed = b"(;GM[4]SZ[15];B[hh];W[ii]";
    assert_eq!(errors(Format::SGF, unclosed), ["2 bad-syntax \"]\""]);

    let psq = b"Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n8,8,0\na\nb\n-1\nPiskvorky 15x15, 11:11, 0\n8,8,0\na\nb\n0\n";
    assert_eq!(errors(Format::PSQ, psq), ["2 occupied \"8,8\"", "1"]);

    let rif = b"<database><games><game id=\"1\"><move>h8 zz9 i8</move></game><game id=\"2\"><move>h8 i9</move></game></games>\
        </database>";
    let told = errors(Format::RIF, rif);
    assert!(told.len() == 2 && told[0].starts_with("1 ") && told[0].ends_with("\"zz9\""), "{told:?}");
    assert_eq!(told[1], "2");
}

/// What is said of each record of a file, without places.
fn said(name: &str, bytes: &[u8]) -> Vec<String> {
    let said = |report: &Report| {
        let codes: Vec<String> = report.known().map(|said| format!("{} {}", said.code, said.message)).collect();
        format!("{:?} {:?} {:?} {codes:?}", report.tags, report.moves, report.outcome)
    };
    let all = records(bytes).file(name);
    all.map(|record| said(&record.expect("a slice can be read").report())).collect()
}

/// Each format whose lines mean something reads its samples alike, whichever line ends they have.
#[test]
fn lines_end_with_lf_or_crlf_or_cr() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/foreign");
    let mut count = 0;
    for format in std::fs::read_dir(folder).expect("samples") {
        let format = format.expect("a folder").path();
        // These are no text.
        if format.ends_with("pos") || format.ends_with("renlib") {
            continue;
        }
        for sample in std::fs::read_dir(format).expect("samples") {
            let path = sample.expect("a sample").path();
            let name = path.to_string_lossy();
            let text = std::fs::read(&path).expect("a sample");
            // In UTF-16 a line end is more than a byte.
            if text.contains(&0) {
                continue;
            }
            let lf: Vec<u8> = text.iter().copied().filter(|byte| *byte != b'\r').collect();
            let with = |end: &[u8]| lf.split(|byte| *byte == b'\n').collect::<Vec<_>>().join(end);
            let expected = said(&name, &lf);
            assert_eq!(said(&name, &with(b"\r\n")), expected, "{name} with CR LF");
            assert_eq!(said(&name, &with(b"\r")), expected, "{name} with CR");
            count += usize::from(!expected.is_empty());
        }
    }
    assert!(count > 30, "{count}");
}

/// A library of RenLib: `nodes` behind the header.
fn library(nodes: &[u8]) -> Vec<u8> {
    [b"\xffRenLib\xff\x03\x00".as_slice(), &[0xff; 10], nodes].concat()
}

#[test]
fn a_damaged_library_is_judged_up_to_the_damage() {
    // h8, i9, then a point in the column 0.
    let bytes = library(&[0x78, 0x00, 0x69, 0x00, 0x70, 0x40]);
    let seen = reports(Format::RENLIB, &bytes).remove(0);
    assert_eq!(seen.plies, 2);
    let fault = seen.first_error().expect("an error");
    assert_eq!((fault.code, fault.span[0]), ("bad-syntax", 24), "{fault:?}");
}

/// Where bytes of the header are lost, nobody knows where the tree begins.
#[test]
fn a_library_with_a_damaged_header_is_refused() {
    let nodes = [0x78, 0x00, 0x68, 0x00, 0x79, 0x00, 0x69, 0x00, 0x7a, 0x40];
    let short = [b"\xffRenLib\xff\x03\x00".as_slice(), &[0xff; 6], &nodes].concat();
    let seen = reports(Format::RENLIB, &short).remove(0);
    let fault = seen.first_error().expect("an error");
    assert_eq!((fault.code, fault.span, seen.plies), ("unknown-format", [10, 20], 0));
    assert_eq!(reports(Format::RENLIB, &library(&nodes)).remove(0).plies, 5);
}

/// An action that is announced but does not follow is no ply that can be passed over.
#[test]
fn an_action_of_a_playthrough_is_not_lost() {
    let head = "game: connect_four\nGameType.short_name = \"connect_four\"\n\n";
    let text = format!(
        "{head}# Apply action \"x3\"\naction: 3\n\n# Apply action \"o3\"\nacion: 3\n\n# Apply action \"x4\"\naction: 4\n"
    );
    assert_eq!(errors(Format::OPENSPIEL, text.as_bytes()), ["1 bad-syntax \"# Apply action \\\"o3\\\"\""]);
}

/// An empty text in an array of plies is a ply that is missing, and none is passed over.
#[test]
fn an_empty_text_of_an_array_is_a_missing_ply() {
    let said = |moves: &str| {
        let line = format!("{{\"Game\":\"gomoku\",\"moves\":{moves}}}\n");
        errors(Format::named("jsonl").expect("a format"), line.as_bytes()).remove(0)
    };
    for empty in ["", "  "] {
        assert_eq!(said(&format!("[\"h8\", \"{empty}\", \"h9\"]")), format!("1 missing-ply \"{empty}\""));
    }
    // The last turn may lack its second ply.
    assert_eq!(said("[\"h8\", \"h9\", \"i9\", \"\"]"), "3");
}

/// A board that no game has is taken for the usual one of the rules that the last line names, also if a line before it is
/// damaged: rows are counted on the board that is played on.
#[test]
fn rows_are_counted_on_the_board_that_is_played_on() {
    let text = b"Piskvorky 15x30, 11:11, 0\n8,8,1\n9,9,1\n?x,1\na\nb\n-1\n1,Renju\n";
    let seen = reports(Format::PSQ, text).remove(0);
    assert_eq!((seen.moves.join(" "), seen.variant), ("h8 i7".to_owned(), Some("renju")));
}

/// In ISO-2022-JP the bytes of letters are those of brackets: it is not read.
#[test]
fn an_encoding_of_escapes_is_not_read() {
    assert_eq!(scoresheet::formats::encoding_named("iso-2022-jp"), None);
}

#[test]
fn a_tree_is_as_deep_and_as_long_as_it_is() {
    let open = format!("(;GM[4]SZ[15];B[hh]{}", "(".repeat(100_000));
    let seen = reports(Format::SGF, open.as_bytes()).remove(0);
    assert!(seen.diagnostics.iter().all(|said| said.code != "too-deep"), "{:?}", seen.codes);
    assert_eq!(seen.first_error().map(|said| said.code), Some("bad-syntax"));

    // Each move has a variation, within which the next one has: 200 levels, and transcripts have 64.
    let points: Vec<String> = (0..15_u8)
        .flat_map(|row| {
            (0..15_u8).map(move |column| format!("{}{}", char::from(b'a' + column), char::from(b'a' + row)))
        })
        .collect();
    let moves = points.iter().take(200).enumerate();
    let nested: String = moves.map(|(ply, point)| format!("(;{}[oo])(;{0}[{point}]", ["B", "W"][ply % 2])).collect();
    let text = format!("(;GM[4]SZ[15]RU[Freestyle]{nested}{})", ")".repeat(200));
    let seen = reports(Format::SGF, text.as_bytes()).remove(0);
    assert!(seen.diagnostics.iter().all(|said| said.code != "too-deep"), "{:?}", seen.codes);

    // A record of a tree may be longer than the limit for records.
    let line: String = points.iter().take(4).map(|point| format!(";B[{point}]C[{}]", "x".repeat(500))).collect();
    let text = format!("(;GM[4]SZ[15]{line})");
    let mut checker = Checker::new(Defaults::default());
    let mut tree = scoresheet::input::records(text.as_bytes(), Format::SGF, 64, &mut checker).expect("a slice");
    let record = tree.next().expect("a slice can be read").expect("a record");
    let report = scoresheet::report("bad", &record, &mut checker);
    assert!(report.diagnostics.iter().all(|said| said.code != "record-too-long"), "{:?}", report.codes);
}

#[test]
fn a_library_of_many_nodes_is_read() {
    // Below h8 so many siblings with a child each.
    let mut nodes = vec![0x78, 0x00];
    for turn in 0..20_000_usize {
        let last = if turn == 19_999 { 0 } else { 0x80 };
        nodes.extend([0x69, last, 0x51 + (turn % 14) as u8, 0x40]);
    }
    let seen = reports(Format::RENLIB, &library(&nodes)).remove(0);
    assert_eq!((seen.plies, seen.first_error().map(|said| said.code)), (3, None));
}

/// Games of RenjuNet without end, made as they are read.
struct Endless {
    games: usize,
    block: io::Cursor<Vec<u8>>,
}

impl Read for Endless {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        if self.block.position() == self.block.get_ref().len() as u64 && self.games > 0 {
            let game = b"<game id=\"7\" round=\"1\" bresult=\"1\"><move>h8 i9 j10</move></game>\n";
            self.block = io::Cursor::new(game.repeat(self.games.min(100)));
            self.games = self.games.saturating_sub(100);
        }
        self.block.read(bytes)
    }
}

/// However long the file is, what is held of it is a block of bytes.
#[test]
fn a_long_file_of_games_is_read_game_by_game() {
    let reader = Endless { games: 20_000, block: io::Cursor::new(b"<database><games>".to_vec()) };
    let mut checker = Checker::new(Defaults::default());
    let mut games = scoresheet::input::records(reader, Format::RIF, 1 << 20, &mut checker).expect("a file");
    let mut count = 0;
    while let Some(game) = games.next().expect("this reader never fails") {
        assert!(game.text.len() < 1000);
        count += 1;
    }
    assert_eq!(count, 20_000);
}

/// Entities of a file are not expanded, whatever it declares, and no other file is read.
#[test]
fn entities_are_not_expanded() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml");
    let text = format!(
        "<?xml version=\"1.0\"?><!DOCTYPE database [<!ENTITY a \"lol\"><!ENTITY b \"&a;&a;&a;&a;\"><!ENTITY c SYSTEM \
         \"file://{file}\">]><database><players><player id=\"1\" name=\"&b;\" surname=\"&c;\"/><player id=\"2\" \
         name=\"A&amp;B\" surname=\"&eacute;\"/></players><games><game id=\"1\" black=\"1\" white=\"2\"><move>h8</move>\
         </game></games></database>"
    );
    let seen = reports(Format::RIF, text.as_bytes()).remove(0);
    let tag = |name: &str| seen.tags.get(name).map(str::to_owned);
    assert_eq!((tag("Black").as_deref(), tag("White").as_deref()), (Some("&b; &c;"), Some("A&B é")));
}

/// An encoding that the caller names is no reason to stop, whatever the bytes are.
#[test]
fn bytes_that_an_encoding_lacks_are_told() {
    let given = Given { encoding: Some(encoding_rs::GBK), ..Given::default() };
    let text = b"(;GM[4]SZ[15]PB[\xff];B[hh])";
    let record = records(&text[..]).file("bad").format(Format::SGF).given(given).next().expect("a record");
    let seen = record.expect("a slice can be read").report();
    assert!(seen.diagnostics.iter().any(|said| said.code == "bad-encoding"), "{:?}", seen.codes);
    assert_eq!(seen.plies, 1);
}

/// Other programs give their files the same endings: such a file is `unknown-format`, once (A-1), whatever it is called.
/// A file of the format with a damaged ply is not.
#[test]
fn endings_are_shared_with_other_programs() {
    let code = |name: &str, bytes: &[u8]| -> Vec<String> {
        let all = records(bytes).file(name);
        let reports = all.map(|record| record.expect("a slice can be read").report());
        reports
            .map(|report| {
                report
                    .known()
                    .map(|said| said.code)
                    .find(|code| !["guessed", "dropped"].contains(code))
                    .unwrap_or("")
                    .to_owned()
            })
            .collect()
    };
    for (name, text) in [
        ("table.rec", "1 Vasya 34\n2 Ivan 12\n3 Andrew 34\n"),
        ("three.rec", "a\nb\n5\n"),
        ("people.rec", "Name: Ada\nEmail: ada@example.org\n\nName: Bruno\n"),
        ("game.sav", "level 3\nlives 2\nscore 1200\n"),
        ("saved.sav", "2000000         \n"),
        ("board.sav", "20 20\n9 0 5\n7 0 9\n9 0 15\n"),
        ("draughts.pos", "W:W31,32,33:B1,2,3 some words about a position\n"),
        ("rules.kif", "(role xplayer)\n(role oplayer)\n(init (cell 1 1 b))\n"),
        ("list.ban", "10.0.0.1 spam\n10.0.0.2 spam\n"),
        ("x.lws", "a workspace of another program\n"),
        ("x.nrf", "hello\nthese are other lines\nof another program\n"),
        ("x.rnj", "one two three four\n"),
        ("x.dt5", "date, time, 5\n"),
        ("issues.jsonl", "{\"id\":1,\"title\":\"x\"}\n{\"id\":2,\"title\":\"y\"}\n"),
        ("lists.txt", "[(7, 7), (7, 8), (7, 9)]\n[(7, 7), (8, 7), (9, 7)]\n"),
        ("boards.txt", " [\n[1,1,2,1,2,1,0],\n[0,1,2,2,1,0,0],\n ],\n"),
    ] {
        assert_eq!(code(name, text.as_bytes()), ["unknown-format"], "{name}");
    }
    for (name, text, expected) in [
        ("a.rec", "Ada\nBruno\n7,7,10\nx\n0\n", "bad-syntax"),
        ("a.sav", "15\n15\n2\n7 7\nx\n", "bad-syntax"),
        ("a.pos", "h8i9j8", "bad-syntax"),
        ("a.kif", "* /t=1\n...............\n136,\nx\n", "bad-syntax"),
        ("a.ban", "808\n8x8\n", "bad-syntax"),
        ("a.lws", "H8 8H", "bad-syntax"),
        ("a.nrf", "Ada\n88\nx\n0\n", "bad-syntax"),
        ("a.rnj", "7 7 6 x", "bad-syntax"),
        ("a.dt5", "h8,7p,iA", "bad-syntax"),
        ("a.txt", "[Game \"forza4\"]\n\n{}\n1. c, e\n", ""),
        ("b.txt", "{}\n1. c, e\n", "unknown-game"),
        ("a.jsonl", "{\"game\":\"forza4\",\"moves\":\"c\"}\n", ""),
        ("a.pdn", "[Event \"x\"]\n[GameType \"25\"]\n\n1. c3-d4 f6-e5 2. d4xf6 2-0\n", "unknown-game"),
        ("b.pdn", "[GameType \"30,W,8,8,A0,0\"]\n\n1. c3-c4 f6-f5 2-0\n", "unknown-game"),
    ] {
        assert_eq!(code(name, text.as_bytes()), [expected], "{name}");
    }
}
