//! Files of other programs.

use scoresheet::formats::{Format, Given};
use scoresheet::report::json;
use scoresheet::{Defaults, Report, records};

fn reports(bytes: &[u8], name: &str, variant: Option<&str>) -> Vec<Report> {
    let variant = variant.map(str::to_owned);
    let given = Given { file: Some(name.to_owned()), variant: variant.clone(), ..Given::default() };
    let reading = records(bytes).file(name).given(given).defaults(Defaults { variant, ..Defaults::default() });
    reading.map(|record| record.expect("a slice can be read").report()).collect()
}

/// For each record its plies and the codes of what is said of it.
fn told(bytes: &[u8], name: &str) -> Vec<String> {
    let told = |report: &Report| {
        let codes: Vec<_> = report.diagnostics.iter().map(|said| said.code).collect();
        format!("{} {}", report.plies, codes.join(" ")).trim_end().to_owned()
    };
    reports(bytes, name, None).iter().map(told).collect()
}

#[test]
fn what_the_caller_says_is_not_guessed() {
    let psq: &[u8] = b"Piskvorky 15x15, 0:0, 0\n8,8,0\n";
    let rif: &[u8] = b"<database><games><game id=\"1\"><move>h8</move></game></games></database>";
    for (bytes, name) in
        [(psq, "x.psq"), (rif, "x.rif"), (b"808\n807\n", "x.ban"), (b"h8,g7,**,", "x.dt5"), (b"\x01\x70", "x.pos")]
    {
        let guesses = |report: &Report| report.diagnostics.iter().filter(|said| said.message.contains("rule")).count();
        let [alone, named] = [None, Some("caro")].map(|variant| reports(bytes, name, variant));
        assert_eq!((alone.len(), guesses(&alone[0])), (1, 1), "{name}: {:?}", alone[0].diagnostics);
        assert_eq!((guesses(&named[0]), named[0].variant), (0, Some("caro")), "{name}: {:?}", named[0].diagnostics);
        let variant = named[0].tags.0.iter().find(|(name, _)| name == "Variant");
        assert!(variant.is_none(), "{name}: {variant:?}");
    }
}

#[test]
fn a_game_of_a_database_that_is_cut_off_is_told() {
    let game = "<game id=\"1\"><move>h8</move></game>";
    let database = |games: &str| told(format!("<database><games>{games}").as_bytes(), "x.rif");
    let sound = "1 guessed";
    assert_eq!(database(&format!("{game}</games></database>")), [sound]);
    assert_eq!(database(&format!("{game}<game id=\"2")), [sound, "0 bad-syntax"]);
    assert_eq!(database(&format!("{game}<game")), [sound, "0 bad-syntax"]);
    assert_eq!(database(&format!("{game}<!-- {game}</games></database>")), [sound, "0 bad-syntax"]);
    assert_eq!(database(&format!("{game}<games2 x=\"")), [sound]);
    assert_eq!(database("<game id=\"1\"><move>h8 h9</game></games></database>"), ["2 guessed bad-syntax"]);
    assert_eq!(database("<game id=\"1\"><move>h8 h9\n<info>a</info></game>"), ["2 guessed bad-syntax"]);
}

#[test]
fn the_content_tells_a_transcript_whatever_the_name_says() {
    let transcript: &[u8] = b"[Game \"gomoku\"]\n\n1. h8, h9\n";
    for name in ["x.sgf", "x.psq", "x.lib", "x.rif", "x.csv", "x.jsonl", "x.trl", "x.json"] {
        assert_eq!(told(transcript, name), ["2"], "{name}");
    }
    assert_eq!(told(b"[Game \"forza4\"]\n33543\n32213\n", "x.lines").len(), 3);
    for (text, name, code) in [
        ("[1,2,3]", "x.json", "unknown-format"),
        ("\"abc\"\n", "x.json", "unknown-format"),
        ("<?xml version=\"1.0\"?><foo/>", "x.xml", "unknown-format"),
        ("[Event \"x\"]\n[GameType \"20\"]\n\n1. 32-28 19-23 *\n", "x.pdn", "unknown-game"),
    ] {
        let [report] = &reports(text.as_bytes(), name, None)[..] else { panic!("{name}: one record") };
        assert_eq!(report.diagnostics[0].code, code, "{text}");
        assert_eq!(report.diagnostics[0].message.contains("PDN"), name == "x.pdn", "{text}");
    }
}

#[test]
fn points_and_dates_of_sgf() {
    for point in ["HI", "AA", "ZZ", "hI", "Hi", "pp"] {
        assert_eq!(told(format!("(;GM[4]SZ[15];B[{point}])").as_bytes(), "x.sgf"), ["0 off-board"], "{point}");
    }
    for (date, tag, kept) in [
        ("1996-05,06", "1996.05.??", Some("1996-05,06")),
        ("1996-05-06,07", "1996.05.06", Some("1996-05-06,07")),
        ("2009-3-1", "2009.03.01", None),
        ("2009/03/01", "2009.03.01", None),
    ] {
        let report = &reports(format!("(;GM[4]SZ[15]DT[{date}];B[hh])").as_bytes(), "x.sgf", None)[0];
        let get = |name: &str| report.tags.0.iter().find(|(known, _)| known == name).map(|(_, value)| &**value);
        assert_eq!((get("Date"), get("SGF_DT")), (Some(tag), kept), "{date}");
    }
}

#[test]
fn the_stone_of_a_foul_may_be_left_out_of_a_pos_file() {
    let reports = reports(b"\x03\x70\x71\x7f", "5#2#bob#will#0#1.pos", None);
    let said: Vec<_> = reports[0].diagnostics.iter().map(|said| said.code).collect();
    assert!(reports[0].valid && said.contains(&"guessed"), "{:?}", reports[0].diagnostics);
}

/// The name of a file says who had which colour.
#[test]
fn reports_are_read_back_with_the_name_of_the_file() {
    let psq: &[u8] = b"Piskvorky 15x15, 11:11, 0\n8,8,0\n8,9,5\n8,10,1\n8,8,3\nA\nB\n-1\n2,Caro\n";
    let sgf: &[u8] = b"(;SZ[15]FA[1]RU[Omok]LB[aa:1];B[kk];W[hk](;B[kg])(;B[kh]))";
    for (bytes, name) in [(psq, "1_1_1_2.psq"), (psq, "1_1_1_1.psq"), (sgf, "q.sgf")] {
        let before = &reports(bytes, name, None)[0];
        let mut line = Vec::new();
        json::write(before, &mut line);
        let again = records(&line[..]).format(Format::JSON_LINES).next().expect("a record").expect("a slice");
        let fate = |report: &Report| {
            let mut codes: Vec<_> = report.diagnostics.iter().map(|said| said.code).collect();
            codes.sort_unstable();
            format!("{} {} {:?} {codes:?}", report.valid, report.plies, report.variant)
        };
        assert_eq!(fate(&again.report()), fate(before), "{name}");
    }
}

/// A tree that names an encoding nobody knows is read as UTF-8 if it is that, whatever the rest of the file is.
#[test]
fn a_tree_may_name_an_encoding_that_nobody_knows() {
    let file =
        [&b"(;GM[4]SZ[15]PB[\xe9];B[hh])\n"[..], "(;GM[4]SZ[15]CA[UTF-89x]PB[L\u{f6}we];B[hh])\n".as_bytes()].concat();
    let reports = reports(&file, "x.sgf", None);
    let black = reports[1].tags.0.iter().find(|(name, _)| name == "Black").map(|(_, value)| value.as_str());
    assert_eq!((reports.len(), black), (2, Some("L\u{f6}we")));
}
