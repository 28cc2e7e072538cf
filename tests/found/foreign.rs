//! Files of other programs.

use std::io::Write;
use std::path::Path;

use super::program;
use flate2::Compression;
use flate2::write::GzEncoder;
use scoresheet::convert::{Target, convert};
use scoresheet::diagnostic::{Diagnostic, Severity};
use scoresheet::formats::{FORMATS, Format, Given};
use scoresheet::report::json;
use scoresheet::{Checker, Defaults, MAX_RECORD, Report, System, input, records};

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

/// A game may be named otherwise, and by the name of a variant.
#[test]
fn the_name_of_a_variant_is_no_guess_either() {
    let rif: &[u8] = b"<database><games><game id=\"1\"><move>h8</move></game></games></database>";
    let files: [(&[u8], &str, &str); 4] = [
        (b"808\n807\n", "x.ban", "h8 h9"),
        (rif, "x.rif", "h8"),
        (b"Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n", "x.psq", "h8 i7"),
        (b"0,0, 1,1, 2,0\n", "x.txt", "k10 l9 m10"),
    ];
    for (bytes, name, moves) in files {
        for (game, variant) in [("renju", "renju"), ("\u{4e94}\u{5b50}\u{68cb}", "standard")] {
            let defaults = Defaults { game: Some(game.to_owned()), ..Defaults::default() };
            let given = input::given(&Given::default(), name, &defaults);
            let report = records(bytes).file(name).given(given).defaults(defaults).next().expect("a record");
            let report = report.expect("a slice can be read").report();
            let guesses = report.diagnostics.iter().filter(|said| said.message.contains("rule")).count();
            assert_eq!((report.moves.join(" "), report.game), (moves.to_owned(), Some("gomoku")), "{name} {game}");
            // A database without rules is one of Renju.
            if game == "renju" {
                assert_eq!((guesses, report.variant), (0, Some(variant)), "{name}: {:?}", report.diagnostics);
            }
        }
    }
}

#[test]
fn xml_of_other_programs_is_no_database() {
    for text in [
        "<?xml version=\"1.0\"?><gameList><game><path>./a.zip</path></game></gameList>",
        "<project><game/></project>",
        "<a/>",
    ] {
        assert_eq!(told(text.as_bytes(), "x.xml"), ["0 unknown-format"], "{text}");
    }
    // A database that has lost its beginning is one.
    let rest = b"<players></players><games><game id=\"1\"><move>h8</move></game>";
    assert_eq!(told(rest, "x.rif"), ["1 guessed"]);
}

#[test]
fn sgf_loses_options_if_the_caller_agrees() {
    let written = |lossy| converted("sgf", "[Options \"double-three\"]\n", "h8 h9", lossy);
    assert_eq!(written(false), Err(vec!["not-representable"]));
    let text = String::from_utf8(written(true).expect("a game")).expect("text");
    assert!(text.contains("B[hh]") && !text.contains("double-three"), "{text}");
}

#[test]
fn a_damaged_attribute_of_a_game_is_told() {
    let game = |attributes: &str| {
        let text = format!("<database><games><game id=\"1\"{attributes}><move>h8</move></game></games></database>");
        told(text.as_bytes(), "x.rif")
    };
    for sound in ["", " black=\"10\"", " black = '10'  white=7", "\n black=\"10\"\t"] {
        assert_eq!(game(sound), ["1 guessed"], "{sound}");
    }
    for damaged in [" black\"10\" white=\"4\"", " bresult\"1\"", " white=\"4\" bresult"] {
        assert_eq!(game(damaged), ["1 guessed bad-syntax"], "{damaged}");
    }
}

/// Its winner is claimed by nobody: the illegal stone alone says who has lost.
#[test]
fn an_illegal_stone_is_written_with_who_has_won() {
    let text = "[Game \"gomoku\"]\n[Result \"*\"]\n[Termination \"illegal\"]\n\n1. h8, a1; 2. h9, h8\n";
    let psq = converted("psq", "[Result \"*\"]\n[Termination \"illegal\"]\n", "1. h8, a1; 2. h9, h8\n", true);
    let (before, after) = (&reports(text.as_bytes(), "x.txt", None)[0], reports(&psq.expect("a file"), "x.psq", None));
    assert!(before.valid && after[0].valid, "{:?}", after[0].diagnostics);
    assert_eq!((before.plies, before.outcome.outcome), (after[0].plies, after[0].outcome.outcome));
}

#[test]
fn two_lines_of_any_text_are_no_game() {
    assert_eq!(told(b"This is a text\nof two lines.\n", "x.rec"), ["0 bad-syntax"]);
    assert_eq!(told(b"Ann\nBob\n7,7,12\n-1\n", "x.rec"), ["1 guessed guessed dropped"]);
}

#[test]
fn a_lost_line_of_a_trial_is_told() {
    let trial = |moves: &str| {
        told(
            format!("game=a/Gomoku.lud\nSTART GAME OPTIONS\nEND GAME OPTIONS\nRNG internal state=1\n{moves}winner=0\n")
                .as_bytes(),
            "x.trl",
        )
    };
    let step =
        |mover: u8, to: u8| format!("Move=[Move:mover={mover},from={to},to={to},actions=[Add:to={to},what=1]]\n");
    let [one, two, three] = [step(1, 3), step(2, 4), step(1, 5)];
    assert_eq!(trial(&[&*one, &two, "\n", &three].concat()), ["3 guessed dropped"]);
    assert_eq!(trial(&[&*one, "xyz\n", &two, &three].concat()), ["1 guessed dropped bad-syntax"]);
    assert_eq!(trial(&[&*step(0, 9), &one, &two].concat()), ["0 guessed dropped bad-syntax not-played"]);
    assert_eq!(trial(&[&*one, &step(0, 9), &two].concat()), ["1 guessed dropped bad-syntax"]);
}

#[test]
fn an_episode_may_name_its_game_alone() {
    let episode = "{\"name\": \"open_spiel_connect_four\", \"configuration\": {}, \"steps\": [], \"info\": {\"actionHistory\": [\"3\", \"4\"]}}";
    let [report] = &reports(episode.as_bytes(), "x.json", None)[..] else { panic!("one record") };
    assert_eq!((report.moves.join(" "), report.game), ("d e".to_owned(), Some("forza4")), "{:?}", report.diagnostics);
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

/// A match that is damaged ends before the next one, whatever is wrong with it.
#[test]
fn a_damaged_match_of_a_report_costs_itself_alone() {
    let head = "{\"schema_version\": 2, \"report_kind\": \"x\", \"board_size\": 15, \"move_codec\": \"cell_index_v1\", \
                \"matches\": [";
    let sound =
        "{\"match_index\": 1, \"move_cells\": [112, 98]}, {\"match_index\": 2, \"move_cells\": [112, 99, 100]}]}\n";
    for damaged in ["[112, 97}, ", "[112, 97, ", "[112, 97], ", "[112, \"97]}, ", "[112, 97]\"}, ", "[112, 97]}; "] {
        let file = format!("{head}{{\"match_index\": 0, \"move_cells\": {damaged}{sound}");
        let told = told(file.as_bytes(), "x.json");
        assert_eq!(
            (told.len(), &*told[1], &*told[2]),
            (3, "2 guessed guessed", "3 guessed guessed"),
            "{damaged}: {told:?}"
        );
        assert!(told[0].contains("bad-syntax"), "{damaged}: {told:?}");
    }
    // An element that is no match is one that is damaged.
    let file = format!("{head}{{\"match_index\": 0, \"move_cells\": [112]}}, 5, {sound}");
    let expected = ["1 guessed guessed", "0 guessed guessed bad-syntax", "2 guessed guessed", "3 guessed guessed"];
    assert_eq!(told(file.as_bytes(), "x.json"), expected);
}

/// A quotation mark that occurs nowhere else begins no value that holds the rest of the file.
#[test]
fn a_stray_quotation_mark_costs_its_game_alone() {
    let game = |inner: &str| format!("<game>{inner}</game>\n");
    let renjunet = game("<move>h8 i9</move>").repeat(2);
    let offline = game("<board>h8 i9</board><black>a</black>").repeat(2);
    for (damaged, others) in [
        (game("<move'>h8 h9</move>"), &renjunet),
        (game("<move>h8 h9</move>").replace("<game>", "<game id='1>"), &renjunet),
        (game("<move>h8 h9</move>").replace("<game>", "<game id=\"1>"), &renjunet),
        (game("<board>h8 h9</board><bl\"ack>a</black>"), &offline),
        (game("<board'>h8 h9</board>"), &offline),
    ] {
        for (before, after) in [("", &**others), (&**others, "")] {
            let text = format!("<database><games>{before}{damaged}{after}</games></database>");
            let told = told(text.as_bytes(), "x.rif");
            let count = |code: &str| told.iter().filter(|said| said.contains(code)).count();
            assert_eq!((told.len(), count("bad-syntax")), (3, 1), "{text}: {told:?}");
        }
    }
}

/// XML may stand among the plies of a game: comments, and characters by their numbers.
#[test]
fn comments_and_entities_among_plies_are_read() {
    let database =
        |moves: &str| format!("<database><games><game id=\"1\"><move>{moves}</move></game></games></database>");
    for moves in [
        "h8 <!-- c --> h9",
        "h8<!-- g7 <![CDATA[ -->h9",
        "h8 &#104;9",
        "h8&#32;h&#x39;",
        "h8 <!-- i9 --><![CDATA[h9]]>",
    ] {
        let report = &reports(database(moves).as_bytes(), "x.rif", None)[0];
        let plies = report.moves.iter().map(|ply| ply.to_string()).collect::<Vec<_>>();
        assert_eq!((plies.join(" ").as_str(), report.valid), ("h8 h9", true), "{moves}: {:?}", report.diagnostics);
    }
    let text = database("h8 <!-- c --> &#104;99 i9");
    let report = &reports(text.as_bytes(), "x.rif", None)[0];
    let wrong = report.diagnostics.iter().find(|said| said.severity == Severity::Error).expect("an error");
    assert_eq!(&text[wrong.span[0] as usize..wrong.span[1] as usize], "&#104;99");
}

#[test]
fn who_takes_a_side_of_rows_for_granted_says_what_else_could_be_done() {
    let bots: &[u8] =
        b"{\"report_kind\": \"x\", \"move_codec\": \"cell_index_v1\", \"matches\": [{\"move_cells\": [1]}]}";
    for (bytes, name) in [(&b"808\n809\n"[..], "x.ban"), (b"h8,g7,**,", "x.dt5"), (bots, "x.json")] {
        let report = &reports(bytes, name, None)[0];
        let rows = report.diagnostics.iter().find(|said| said.message.starts_with("rows are counted"));
        let help = rows.and_then(|said| said.help.as_deref()).unwrap_or_default();
        assert!(help.contains("convert --to lines"), "{name}: {:?}", report.diagnostics);
    }
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
        let get = |name: &str| report.tags.get(name);
        assert_eq!((get("Date"), get("SGF-DT")), (Some(tag), kept), "{date}");
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
    // Bytes that are not valid are worth a warning, also where nothing else is there.
    let stray: &[u8] = b"\xef\xbb\xbf\xff\n";
    // Nothing behind the last match closes the list, and the board stands before the first one.
    let bots = |rest: &str| {
        let board = "{\"report_kind\": \"x\", \"board_size\": 9, \"move_codec\": \"cell_index_v1\", ";
        format!("{board}\"matches\": [{{\"match_index\": 0, \"move_cells\": [12, 80]}}{rest}").into_bytes()
    };
    let (open, comma) = (bots(""), bots(","));
    let further = bots(", {\"match_index\": 1, \"move_cells\": [80, 9, 8}, {\"match_index\": 2, \"move_cells\": [80]}");
    for (bytes, name) in [
        (psq, "1_1_1_2.psq"),
        (psq, "1_1_1_1.psq"),
        (sgf, "q.sgf"),
        (stray, "e.sgf"),
        (&open, "b.json"),
        (&comma, "b.json"),
        (&further, "b.json"),
    ] {
        for before in &reports(bytes, name, None) {
            let mut line = Vec::new();
            json::write(before, &mut line);
            let again = records(&line[..]).format(Format::JSON_LINES).next().expect("a record").expect("a slice");
            let fate = |report: &Report| {
                let said = report.diagnostics.iter();
                let mut said: Vec<_> = said.map(|said| format!("{:?} {}", said.severity, said.code)).collect();
                said.sort_unstable();
                let Report { valid, plies, variant, position, .. } = report;
                format!("{valid} {plies} {variant:?} {position:?} {said:?}")
            };
            assert_eq!(fate(&again.report()), fate(before), "{name}");
        }
    }
}

/// A tree that names an encoding nobody knows is read as UTF-8 if it is that, whatever the rest of the file is.
#[test]
fn a_tree_may_name_an_encoding_that_nobody_knows() {
    let file =
        [&b"(;GM[4]SZ[15]PB[\xe9];B[hh])\n"[..], "(;GM[4]SZ[15]CA[UTF-89x]PB[L\u{f6}we];B[hh])\n".as_bytes()].concat();
    let reports = reports(&file, "x.sgf", None);
    let black = reports[1].tags.get("Black");
    assert_eq!((reports.len(), black), (2, Some("L\u{f6}we")));
}

/// What `convert --to FORMAT` writes of a transcript of Gomoku on 15x15 points, or the codes of what is said of it.
fn converted(to: &str, tags: &str, plies: &str, lossy: bool) -> Result<Vec<u8>, Vec<&'static str>> {
    let text = format!("[Game \"gomoku\"]\n[Board \"15x15\"]\n{tags}\n{plies}\n");
    let mut checker = Checker::new(Defaults::default());
    let mut records =
        input::records(text.as_bytes(), Format::TRANSCRIPT, MAX_RECORD, &mut checker).expect("a slice can be read");
    let record = records.next().expect("a slice can be read").expect("a record");
    let target = Target { format: Format::named(to), lossy, ..Target::default() };
    let (mut held, mut out) = (Vec::new(), Vec::new());
    let is_written = convert(&record, &mut checker, target, &mut held, &mut out).is_written();
    if is_written { Ok(out) } else { Err(held.iter().map(|said: &Diagnostic| said.code.name).collect()) }
}

/// Six in a row win by some rules and not by others, and these formats do not say by which a game was played.
#[test]
fn a_format_without_rules_holds_games_that_end_alike_by_its_own() {
    let six = "1. h8, a15; 2. b1, c15; 3. c1, e15; 4. e1, g15; 5. f1, i15; 6. a1, k15; 7. d1, m15; 8. h3, o15";
    let five = "1. a1, a15; 2. b1, c15; 3. c1, e15; 4. d1, g15; 5. e1";
    for (to, usual, other) in [
        ("renlib", "freestyle", "standard"),
        ("pos", "standard", "freestyle"),
        ("sav", "standard", "freestyle"),
        ("offsets", "standard", "freestyle"),
    ] {
        let tag = |variant: &str| format!("[Variant \"{variant}\"]\n");
        // By freestyle the seventh ply of Black has won, and White's is too many.
        let plies = if other == "freestyle" { &six[..six.len() - "; 8. h3, o15".len() - ", m15".len()] } else { six };
        let plies = if to == "offsets" { plies.replace("15", "14") } else { plies.to_owned() };
        assert_eq!(converted(to, &tag(other), &plies, false).err(), Some(vec!["not-representable"]), "{to}");
        assert!(converted(to, &tag(other), &plies, true).is_ok(), "{to}");
        let alike = if to == "offsets" { five.replace("15", "14") } else { five.to_owned() };
        for variant in [usual, other] {
            assert!(converted(to, &tag(variant), &alike, false).is_ok(), "{to} {variant}");
        }
    }
}

/// A library holds variations, too: this one goes on behind six in a row, which have won where five or more win.
#[test]
fn a_variation_may_end_otherwise_by_other_rules() {
    let line = "1. h8, a15; 2. b1, c15; 3. c1, e15; 4. e1, g15; 5. f1, i15; 6. a1, k15; 7. h9";
    let (standard, freestyle) = ("[Variant \"standard\"]\n", "[Variant \"freestyle\"]\n");
    for (variation, is_alike) in [("(7. d1, m15)", false), ("(7. d1)", true), ("(7. h10, m15)", true)] {
        let plies = format!("{line} {variation}");
        assert_eq!(converted("renlib", standard, &plies, false).is_ok(), is_alike, "{variation}");
        assert_eq!(converted("renlib", freestyle, &plies, false).is_ok(), is_alike, "{variation}");
    }
}

/// The name of a tournament that would make a stone of its line is lost, and told.
#[test]
fn the_name_of_a_tournament_is_no_stone() {
    for (event, plies) in [("1,2", "1. h8, i9; 2. j10"), ("7 , 8", "1. h8, i9"), ("2009", "*")] {
        let tags = format!("[Variant \"freestyle\"]\n[Event \"{event}\"]\n[Black \"a\"]\n[White \"b\"]\n");
        assert_eq!(converted("psq", &tags, plies, false), Err(vec!["not-representable"]), "{event}");
        let file = converted("psq", &tags, plies, true).expect("it is written");
        assert!(reports(&file, "x.psq", None)[0].valid, "{}", String::from_utf8_lossy(&file));
    }
    let file = converted("psq", "[Variant \"freestyle\"]\n[Event \"2009\"]\n", "1. h8", false).expect("it is written");
    assert!(reports(&file, "x.psq", None)[0].tags.0.contains(&("Event".to_owned(), "2009".to_owned())));
}

/// A stone below the board has no square. The record is in the game's own system all the same, whatever the caller says.
#[test]
fn stones_off_the_board_change_no_notation() {
    for notation in [None, Some(System::SGF)] {
        let defaults = Defaults { notation, ..Defaults::default() };
        let psq = &b"Piskvorky 15x15, 11:11, 0\n8,8,0\n8,16,5\n"[..];
        let report = records(psq).file("x.psq").defaults(defaults).next().expect("a record").expect("a slice").report();
        let errors: Vec<_> = report.known().filter(|said| said.severity == Severity::Error).collect();
        assert_eq!((report.notation, errors.len(), errors[0].code), (Some("squares"), 1, "off-board"));
    }
}

/// What lacks in a file stands for a ply that was due, and none is due behind the end of the game.
#[test]
fn no_pass_stands_after_the_end() {
    let five = ";B[hh];W[gh];B[hg];W[gg];B[hf];W[gf];B[he];W[ge];B[hd]";
    for (rules, last) in [("Freestyle", "B[aa]"), ("Freestyle", "W[aa]"), ("Renju", "B[aa]")] {
        let text = format!("(;FF[4]GM[4]SZ[15]RU[{rules}]RE[B+1]{five};{last})");
        let [report] = &reports(text.as_bytes(), "x.sgf", None)[..] else { panic!("{text}: one record") };
        let first = report.diagnostics.iter().find(|said| said.severity == Severity::Error).expect("an error");
        assert_eq!((report.plies, first.code, first.ply), (9, "after-end", Some(10)), "{text}");
    }
}

#[test]
fn a_pass_that_is_legal_is_told_as_one_that_the_file_lacks() {
    let [report] = &reports(b"(;FF[4]GM[4]SZ[15]RU[Renju];B[hh];B[gg];W[ii])", "x.sgf", None)[..] else {
        panic!("one")
    };
    let [said] = &report.diagnostics[..] else { panic!("{:?}", report.diagnostics) };
    assert!(report.valid && said.message.starts_with("the file has no ply of White here"), "{said:?}");
}

/// A tree of SGF in a comment or a name makes no SGF of a file.
#[test]
fn a_tree_within_a_text_is_no_tree() {
    let csv = "Game,Comment,moves\ngomoku,see (;B[aa]),h8 h9\n";
    let lines = "h8 h9 {(;B[aa])}\n";
    let psq = "Piskvorky 15x15, 0:0, 0\n8,8,1\n(;B[aa])\nB\n0\n";
    let rif = "<database><games><game id=\"1\"><move>h8</move><info>(;B[aa])</info></game></games></database>";
    let transcript = "# (;B[aa])\n[Game \"gomoku\"]\n\n1. h8\n";
    for (text, name, format) in [
        (csv, "x.csv", Format::CSV),
        (lines, "x.lines", Format::LINES),
        (psq, "x.txt", Format::PSQ),
        (rif, "x.xml", Format::RIF),
        (transcript, "x.txt", Format::TRANSCRIPT),
        ("From: Ada\n\n (;GM[4]SZ[15];B[hh])\n", "x.txt", Format::SGF),
    ] {
        let (found, _) = input::find(text.as_bytes(), name, scoresheet::formats::FORMATS).expect("a slice can be read");
        assert_eq!(found, format, "{text}");
    }
}

#[test]
fn names_of_files_may_be_in_capitals() {
    for (bytes, name) in [(&b"808\n807\n"[..], "GAME.BAN"), (b"H8 G9", "GAME.LWS"), (b"\x02\x70\x71", "GAME.POS")] {
        assert_eq!(told(bytes, name), told(bytes, &name.to_lowercase()), "{name}");
        assert!(told(bytes, name)[0].starts_with("2 guessed"), "{name}: {:?}", told(bytes, name));
    }
}

/// What names no square is read back as what it was.
#[test]
fn points_off_the_board_are_read_back() {
    let judge = |stone: &str| {
        format!("Piskvorky 15x15, 11:11, 0\n8,8,0\n8,9,0\n9,9,30\n5,5,12\n{stone}\nA\nB\n-1\n2,Standard\n")
    };
    for (text, name) in [
        ("808\n809\n716\n907\n".to_owned(), "x.ban"),
        (judge("-1,8,13"), "x.psq"),
        (judge("300,8,13"), "x.psq"),
        ("7 7\n8 7\n30 30\n".to_owned(), "x.rnj"),
    ] {
        let [report] = &reports(text.as_bytes(), name, None)[..] else { panic!("{name}: one record") };
        let mut line = Vec::new();
        json::write(report, &mut line);
        let [again] = &reports(&line, "x.jsonl", None)[..] else { panic!("{name}: one record again") };
        let all =
            |report: &Report| (report.valid, report.moves.clone(), report.attempted.clone(), report.outcome.clone());
        assert_eq!(all(again), all(report), "{text}");
    }
}

/// What the tables and the name of a file tell, and what was guessed and left out, is told again.
#[test]
fn a_report_of_another_encoding_keeps_what_its_file_says() {
    let rif = "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><database><players><player id=\"11\" name=\"Zo\u{eb}\" \
        surname=\"L\" /></players><games><game id=\"1\" black=\"11\" white=\"11\" bresult=\"1\"><move>h8 h9</move></game></games></database>";
    let rif: Vec<u8> = rif.chars().map(|letter| letter as u8).collect();
    for (bytes, name) in [(&rif[..], "x.rif"), (b"\x02\x70\x71\x05", "Cup#1#Ada#Bruno#0#0.pos")] {
        let [report] = &reports(bytes, name, None)[..] else { panic!("{name}: one record") };
        let mut line = Vec::new();
        json::write(report, &mut line);
        let [again] = &reports(&line, "x.jsonl", None)[..] else { panic!("{name}: one record again") };
        let said = |report: &Report| {
            let mut said: Vec<_> = report.diagnostics.iter().map(|said| (said.code, said.message.clone())).collect();
            said.sort();
            (said, report.tags.clone(), report.guessed.clone(), report.encoding, report.moves.clone())
        };
        assert_eq!(said(again), said(report), "{name}");
    }
}

#[test]
fn a_foul_that_stands_in_a_game_of_the_judge_has_lost() {
    let psq = b"Piskvorky 15x15, 11:11, 0\n8,8,0\n1,1,0\n9,8,1\n1,3,1\n10,8,1\n1,5,1\n12,8,1\n1,7,1\n13,8,1\n3,1,1\n11,8,1\nA\nB\n-1\n2,Renju\n";
    let [report] = &reports(psq, "x.psq", None)[..] else { panic!("one record") };
    assert_eq!((report.valid, report.attempted.as_deref(), report.plies), (true, Some("k8"), 10));
}

#[test]
fn offers_that_nobody_chose_are_no_plies() {
    let text = "[Site \"PlayOK\"]\n[Black \"ada\"]\n[White \"clara\"]\n[Result \"1-0\"]\n[GameType \"61,15\"]\n\n1. h8 i9 2. g8 f8 3. f9 f10\n";
    assert_eq!(told(text.as_bytes(), "x.txt"), ["4 result-unproven dropped"]);
}

#[test]
fn kurnik_has_games_of_chess_and_draughts() {
    for moves in ["1. 32-28 19-23 2. 28x19 14x23", "1. e2e4 e7e5 2. g1f3 b8c6", "1. Nf3 Nc6 2. e4 e5"] {
        let text = format!("[Event \"?\"]\n[Site \"www.kurnik.pl\"]\n[Black \"ada\"]\n[White \"clara\"]\n\n{moves}\n");
        assert_eq!(told(text.as_bytes(), "x.txt"), ["0 unknown-game"], "{moves}");
    }
}

#[test]
fn numbers_and_letters_after_the_board_name_points_off_it() {
    for (text, name) in [("H8 G9 P10", "x.lws"), ("h8,h9,p8,**,", "x.dt5"), ("h8,h9,h10,**,", "x.dt5")] {
        assert_eq!(told(text.as_bytes(), name), ["2 guessed guessed off-board"], "{text}");
    }
}

#[test]
fn a_text_may_end_as_in_dos() {
    assert_eq!(told(b"808\r\n807\r\n\x1a", "x.ban"), told(b"808\r\n807\r\n", "x.ban"));
}

#[test]
fn playthroughs_may_stand_one_after_the_other() {
    let game = |actions: &[u8]| {
        let actions: String = actions.iter().map(|action| format!("action: {action}\n")).collect();
        format!("game: connect_four\n\nGameType.short_name = \"connect_four\"\nIsTerminal() = False\n{actions}")
    };
    let text = game(&[3, 3, 2]) + &game(&[0]);
    let plies: Vec<_> = reports(text.as_bytes(), "x.txt", None).iter().map(|report| report.plies).collect();
    assert_eq!(plies, [3, 1]);
}

/// What a playthrough claims stands in its last line; that of the state before claims nothing.
#[test]
fn a_playthrough_that_breaks_off_in_its_returns_is_told() {
    let whole = "game: connect_four\n\nGameType.short_name = \"connect_four\"\n\n# State 0\nIsTerminal() = False\n\
        Returns() = [0, 0]\n\n# Apply action \"x3\"\naction: 3\n\n# State 1\nIsTerminal() = True\nReturns() = [1, -1]\n";
    let read = |text: &str| {
        let [report] = &reports(text.as_bytes(), "x.txt", None)[..] else { panic!("one record") };
        let result = report.tags.get("Result").map(str::to_owned);
        let codes: Vec<_> = report.diagnostics.iter().map(|said| said.code).collect();
        (report.plies, result, codes.join(" "))
    };
    assert_eq!(read(whole), (1, Some("White".to_owned()), "result-unproven".to_owned()));
    for missing in ["]\n", "1]\n", "1, -1]\n", " = [1, -1]\n"] {
        let text = whole.strip_suffix(missing).expect("the end of the file");
        assert_eq!(read(text), (1, None, "bad-syntax".to_owned()), "{text}");
    }
    let text = whole.strip_suffix("Returns() = [1, -1]\n").expect("the last line");
    assert_eq!(read(text), (1, None, String::new()));
}

#[test]
fn files_that_are_only_called_so_are_no_records() {
    for (bytes, name) in
        [(&b"!<arch>\n"[..], "x.lib"), (b"RIFF data", "x.rif"), (b"<?xml version=\"1.0\"?><svg/>", "x.xml")]
    {
        let (found, _) = input::find(bytes, name, scoresheet::formats::FORMATS).expect("a slice can be read");
        assert_eq!(found, Format::STRANGE_FORMAT, "{name}");
    }
}

/// A comment that is cut off does not swallow the next game.
#[test]
fn a_value_that_is_not_closed_ends_before_the_next_game() {
    let text = "(;FF[4]GM[4]SZ[15];B[hh];W[gg]C[abc\n\n(;FF[4]GM[4]SZ[15];B[aa];W[bb])\n";
    assert_eq!(told(text.as_bytes(), "x.sgf"), ["2 bad-syntax", "2"]);
    let quoted = "(;FF[4]GM[4]SZ[15];B[hh];W[gg]C[abc\n(;FF[4\\]GM[4\\])];B[aa])\n";
    assert_eq!(told(quoted.as_bytes(), "x.sgf"), ["3"]);
}

/// A game of the judge, by which the name of its file says who had which colour.
#[test]
fn a_name_tells_the_same_in_an_archive_and_compressed() {
    let stones = "1,1,0\n1,2,0\n2,1,5\n2,2,5\n3,1,5\n3,2,5\n4,1,5\n4,2,6\n5,1,7\n";
    let psq = format!("Piskvorky 15x15, 11:11, 0\n{stones}A\nB\n-1\n2,Freestyle\n");
    let rec = "Ada\nBea\n10,10,1\n";
    let pos = b"\x02pq";
    let files: [(&str, &[u8], [&str; 2]); 3] = [
        ("1_2_3_1.psq", psq.as_bytes(), ["Black", "White"]),
        ("2004010102.rec", rec.as_bytes(), ["Black", "White"]),
        ("T#1#A#B#1#5.pos", pos, ["Table", "Result"]),
    ];
    for (name, bytes, tags) in files {
        let format = Format::of_file(name).expect("a format");
        let said = |name: &str| {
            let given = Given { file: Some(name.to_owned()), ..Given::default() };
            let mut reading = records(bytes).file(name).format(format).given(given);
            let report = reading.next().expect("a record").expect("a slice can be read").report();
            let value = |wanted: &str| report.tags.0.iter().find(|(name, _)| name == wanted).map(|(_, value)| value);
            (report.valid, tags.map(|tag| value(tag).cloned()))
        };
        let plain = said(name);
        for shown in ["games.zip:{}", "d/games.zip:e/{}", "{}.gz", "games.tar.xz:{}.GZ"] {
            assert_eq!(said(&shown.replace("{}", name)), plain, "{shown} {name}");
        }
    }
}

#[test]
fn the_rules_of_a_game_of_gctl_are_those_it_names() {
    let moves: Vec<_> = (0..11).map(|ply| format!("{{\"{} (AI)\":\"{}\"}}", ["X", "O"][ply % 2], stone(ply))).collect();
    fn stone(ply: usize) -> String {
        // The last stone of Black closes a row of six; White stands apart.
        match ply % 2 {
            0 => format!("{}0", ["A", "B", "C", "E", "F", "D"][ply / 2]),
            _ => format!("{}5", ["A", "C", "E", "G", "J"][ply / 2]),
        }
    }
    let game = |keys: &str| {
        let text = format!(
            "{{\"X\":{{\"player\":\"AI\"}},\"O\":{{\"player\":\"AI\"}},{keys}\"moves\":[{}]}}",
            moves.join(",")
        );
        reports(text.as_bytes(), "x.json", None).remove(0)
    };
    let size = "\"board_size\":15,\"board_state\":[\"X X X X X X\"],";
    for (kind, variant, wins) in
        [("freestyle", "freestyle", true), ("standard", "standard", false), ("", "standard", false)]
    {
        let report = game(&format!("{size}\"game_type\":\"{kind}\","));
        assert_eq!((report.variant, report.valid), (Some(variant), true), "{:?}", report.diagnostics);
        assert_eq!(report.outcome.outcome.is_end(), wins, "{kind}");
    }
    assert!(!game(&format!("{size}\"game_type\":\"renju\",")).valid);
    assert_eq!(game(&format!("{size}\"game_type\":\"ninuki\",")).diagnostics[0].code, "unknown-game");
    // Neither the size of the board nor the winner needs to be there.
    assert_eq!(game("\"$schema\":\"x\",\"board_state\":[\"X X X X X X\"],").plies, 11);
}

#[test]
fn windows_has_names_of_its_own_for_encodings() {
    let names = [
        ("cp932", &b"\x95\x5c"[..], "表"),
        ("CP936", b"\xcd\xf5", "王"),
        ("ms949", b"\xb1\xe8", "김"),
        ("cp950", b"\xb1\xe7", "梁"),
    ];
    for (label, bytes, name) in names {
        let text = [format!("(;GM[4]SZ[15]CA[{label}]PB[").as_bytes(), bytes, b"];B[hh];W[hg])"].concat();
        let report = reports(&text, "x.sgf", None).remove(0);
        let black = report.tags.get("Black");
        assert_eq!((black, report.plies), (Some(name), 2), "{label}: {:?}", report.diagnostics);
    }
}

#[test]
fn an_option_of_ludii_names_the_variant() {
    let options = |option: &str| format!("game=/lud/board/Gomoku.lud\nSTART GAME OPTIONS\n{option}END GAME OPTIONS\n");
    let step = "Move=[Move:mover=1,from=6,to=6,actions=[Add:type=Vertex,to=6,what=1,decision=true]]\n";
    for (option, variant) in [("End Rules/Free-style\n", "freestyle"), ("", "standard")] {
        let report = reports(format!("{}{step}", options(option)).as_bytes(), "x.trl", None).remove(0);
        assert_eq!((report.variant, report.plies), (Some(variant), 1), "{:?}", report.diagnostics);
    }
}

#[test]
fn a_word_that_is_no_point_tells_nothing_of_seats() {
    let game = |end: &str| {
        let tags = "[Site \"PlayOK\"]\n[Black \"a\"]\n[White \"b\"]\n[Result \"1-0\"]\n[GameType \"60,15\"]\n";
        let report = reports(format!("{tags}\n1. h8 h9 2. i8 g8 {end}").as_bytes(), "x.txt", None).remove(0);
        let black = report.tags.get("Black").map(str::to_owned);
        (black.expect("a player"), report.valid)
    };
    assert_eq!(game("1-0\n"), ("a".to_owned(), true));
    assert_eq!(game("1-0\n\u{1a}"), ("a".to_owned(), true));
    assert_eq!(game("(j) 1-0\n"), ("a".to_owned(), false));
}

#[test]
fn a_five_tells_the_colours_where_the_opening_says_otherwise() {
    // Black wins in the first row; no stone took time, or an odd number of them at the start.
    let stones = |times: [u8; 9]| {
        let points = ["1,1", "1,2", "2,1", "2,2", "3,1", "3,2", "4,1", "4,2", "5,1"];
        let lines = points.iter().zip(times).map(|(point, time)| format!("{point},{time}\n"));
        lines.collect::<String>()
    };
    for (times, winner, black) in [
        ([0, 0, 5, 5, 5, 5, 5, 5, 5], 1, "Ada"),
        ([0, 5, 5, 5, 5, 5, 5, 5, 5], 1, "Ada"),
        ([0, 0, 5, 5, 5, 5, 5, 5, 5], 2, "Bea"),
        ([0, 5, 5, 5, 5, 5, 5, 5, 5], 2, "Bea"),
        ([0, 1, 0, 1, 0, 1, 0, 1, 0], 2, "Bea"),
    ] {
        let psq = format!("Piskvorky 15x15, 11:11, 0\n{}Ada\nBea\n-1\n{winner},Freestyle\n", stones(times));
        let report = reports(psq.as_bytes(), "x.psq", None).remove(0);
        let found = report.tags.get("Black");
        assert_eq!((report.valid, found), (true, Some(black)), "{times:?} {winner}: {:?}", report.diagnostics);
        let told = report.diagnostics.iter().filter(|said| said.message.contains("first name")).count();
        assert_eq!(told, 1, "{times:?} {winner}: {:?}", report.diagnostics);
    }
}

#[test]
fn numbers_with_blanks_between_them_are_no_names() {
    assert_eq!(told(b"Piskvorky 20x20, 3:4, 0\n10 10 5\n11 9 6\n", "x.psq")[0], "0 guessed bad-syntax");
    assert_eq!(told(b"Piskvorky 20x20, 0:0, 0\n10,10,5\nX 1\n2001\n0\n", "x.psq")[0], "1 guessed dropped");
}

#[test]
fn a_game_of_a_database_has_the_rule_of_its_tournament() {
    let rules =
        "<rules><rule id=\"1\" name=\"RIF\" category=\"1\"/><rule id=\"2\" name=\"Gomoku\" category=\"2\"/></rules>";
    let game = |tournament: &str, own: &str| {
        let tournaments = format!("<tournaments><tournament id=\"7\" name=\"Cup\" {tournament}/></tournaments>");
        let games = format!("<games><game id=\"1\" tournament=\"7\" {own}><move>h8</move></game></games>");
        let report =
            reports(format!("<database>{rules}{tournaments}{games}</database>").as_bytes(), "x.rif", None).remove(0);
        (report.variant.expect("a variant"), report.guessed.len())
    };
    assert_eq!(game("", ""), ("renju", 1));
    assert_eq!(game("rule=\"1\"", ""), ("renju", 0));
    assert_eq!(game("rule=\"2\"", ""), ("standard", 0));
    assert_eq!(game("rule=\"2\"", "rule=\"1\""), ("renju", 0));
}

#[test]
fn renju_is_called_so_in_chinese_too() {
    for rule in ["连珠", "連珠", "Renju"] {
        let report = reports(format!("(;GM[4]SZ[15]RU[{rule}];B[hh])").as_bytes(), "x.sgf", None).remove(0);
        assert_eq!((report.variant, report.guessed.len()), (Some("renju"), 0), "{rule}");
    }
}

/// Very many tags are compared in a set, a few with each other.
#[test]
fn a_tag_that_is_given_twice_is_found_among_few_and_many() {
    for count in [1, 31, 32, 33, 500] {
        let tags: String = (0..count).map(|number| format!("[Tag{number} \"x\"]\n")).collect();
        let game = |again: &str| format!("[Site \"PlayOK\"]\n[GameType \"60,15\"]\n{tags}{again}\n1. h8 *\n");
        assert_eq!(told(game("").as_bytes(), "x.txt"), ["1"], "{count}");
        assert_eq!(told(game("[tAG0 \"y\"]\n").as_bytes(), "x.txt"), ["1 duplicate-tag"], "{count}");
    }
}

/// A report in which another number of stones wins is one of another game, and numbers may mean other things than cells.
#[test]
fn a_report_of_another_game_or_in_another_code_is_refused() {
    let report = |length: &str, codec: &str| {
        let head = format!(
            "{{\"report_kind\": \"x\", \"board_size\": 15, \"run\": {{\"rules\": {{\"win_length\": {length}, \"variant\": \"standard\"}}}}"
        );
        let games = "\"matches\": [{\"match_index\": 1, \"move_cells\": [112, 113]}, {\"match_index\": 2, \"move_cells\": [1]}]";
        let codec = format!("\"move_codec\": \"{codec}\"");
        let [before, after] = [format!("{head}, {codec}, {games}}}"), format!("{head}, {games}, {codec}}}")]
            .map(|text| told(text.as_bytes(), "x.json"));
        assert_eq!(before, after, "the keys may stand in any order");
        before
    };
    assert_eq!(report("5", "cell_index_v1"), ["2 guessed", "1 guessed"]);
    assert_eq!(report("4", "cell_index_v1"), ["0 unknown-game", "0 unknown-game"]);
    assert_eq!(report("5", "cell_index_v2"), ["0 unknown-format", "0 unknown-format"]);
}

/// The comment that the reader of a PSQ adds is not lost in one: the next reader adds it again.
#[test]
fn a_game_whose_foul_was_left_out_is_written_as_psq_again() {
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\nAda\nBruno\n-1\n2,Renju\n";
    let target = |format: Format| Target { format: Some(format), ..Target::default() };
    let written = |text: &str, name: &str, format: Format| {
        let record = records(text.as_bytes()).file(name).next().expect("a record").expect("a slice can be read");
        record.convert(target(format)).ok()
    };
    assert_eq!(written(psq, "x.psq", Format::PSQ).as_deref(), Some(psq));
    let transcript = written(psq, "x.psq", Format::TRANSCRIPT).expect("a transcript");
    assert_eq!(written(&transcript, "x.txt", Format::PSQ).as_deref(), Some(psq));
    // Of other games nobody says it again.
    assert_eq!(written(&transcript.replace("\"renju\"", "\"standard\""), "x.txt", Format::PSQ), None);
}

/// The judge writes down the stone that was tried, also where it lies off the board; so does the writer.
#[test]
fn a_stone_off_the_board_that_lost_the_game_is_written_as_psq_again() {
    let psq = "Piskvorky 17x17, 11:11, 0\n9,11,0\n9,10,0\n9,9,0\n22,17,0\nAda\nBruno\n-1\n1,Freestyle\n";
    let record = records(psq.as_bytes()).file("x.psq").next().expect("a record").expect("a slice can be read");
    let target = Target { format: Some(Format::PSQ), ..Target::default() };
    assert_eq!(record.convert(target).ok().as_deref(), Some(psq));
    let [report] = &reports(psq.as_bytes(), "x.psq", None)[..] else { panic!("one record") };
    assert_eq!((report.valid, report.plies, report.attempted.as_deref()), (true, 3, Some("v1")));
}

/// A move without its `]` is not whole: the end of the file has cut it off.
#[test]
fn a_move_that_the_end_of_a_file_cuts_off_is_none() {
    for rules in ["Freestyle", "Renju"] {
        for cut in ["B[", "B[i", "B[ig", "B[ig\n", "B[ig]"] {
            let sgf = format!("(;FF[4]GM[4]SZ[15]RU[{rules}];B[hh];W[hg];{cut}");
            let plies = if cut.ends_with(']') { 3 } else { 2 };
            assert_eq!(told(sgf.as_bytes(), "x.sgf"), [format!("{plies} bad-syntax")], "{sgf}");
        }
    }
}

/// A size that no board has is told, and the game is read as if nothing said it: also when its report is read back.
#[test]
fn a_game_on_a_board_that_does_not_exist_is_read_back_from_its_report() {
    let judge = |size: &str, event: &str| format!("Piskvorky {size}, 11:11, 0\n8,8,5\n9,9,5\nA\nB\n-1\n1,{event}\n");
    let setup = "(;FF[4]GM[4]SZ[15-8]RU[Freestyle]AB[hh]AW[hg];B[ii])";
    for (text, name, moves) in [
        (judge("1x20", "Free"), "x.psq", "h12 i11"),
        (judge("99x99", "Free"), "x.psq", "h12 i11"),
        (judge("15x1", "Renju"), "x.psq", "h8 i7"),
        (setup.to_owned(), "x.sgf", "i11"),
        (setup.replace("15-8", "99"), "x.sgf", "i11"),
    ] {
        let [report] = &reports(text.as_bytes(), name, None)[..] else { panic!("{text}: one record") };
        assert_eq!(report.moves.join(" "), moves, "{text}");
        assert_eq!(report.diagnostics.iter().filter(|said| said.severity == Severity::Error).count(), 1, "{text}");
        is_read_back(report);
    }
}

/// The report of a report.
fn read_back(report: &Report) -> Report {
    let mut line = Vec::new();
    json::write(report, &mut line);
    let mut again = reports(&line, "x.jsonl", None);
    assert_eq!(again.len(), 1, "one record again");
    again.remove(0)
}

/// Holds that a report read back is the same record.
fn is_read_back(report: &Report) {
    let again = &read_back(report);
    let said = |report: &Report| {
        let errors = report.diagnostics.iter().filter(|said| said.severity == Severity::Error);
        let codes: Vec<_> = errors.map(|said| (said.code, said.ply)).collect();
        (codes, report.plies, report.moves.clone(), report.position.clone(), report.valid)
    };
    assert_eq!(said(again), said(report));
}

#[test]
fn a_stone_off_the_board_is_read_back_from_its_report() {
    let [report] = &reports(b"\x03\x70\x60\xf0", "x.pos", None)[..] else { panic!("one record") };
    assert_eq!((report.plies, report.valid), (2, false));
    is_read_back(report);
}

/// Friends send each other libraries: a text in another encoding does not change that of all the others.
#[test]
fn a_few_texts_of_a_library_may_be_in_another_encoding() {
    let library = |texts: &[&[u8]]| {
        let mut bytes = [&b"\xffRenLib\xff\x03\x00"[..], &[0xff; 10], &[0x78, 0]].concat();
        for (at, text) in texts.iter().enumerate() {
            bytes.extend([at as u8 + 1, 8]);
            bytes.extend(*text);
            bytes.extend(&[0, 0][text.len() % 2..]);
            bytes.extend(if text.len() % 2 == 0 { &[][..] } else { &[0][..] });
        }
        let last = texts.last().map_or(0, |text| 2 + text.len() / 2 * 2 + 2);
        let flags = bytes.len() - last + 1;
        bytes[flags] |= 0x40;
        let [report] = &reports(&bytes, "x.lib", None)[..] else { panic!("one record") };
        report.encoding
    };
    let gbk: [&[u8]; 6] = [
        b"\xba\xda\xc6\xe5\xb5\xda\xd2\xbb\xca\xd6",
        b"\xb0\xd7\xc6\xe5\xb7\xc0\xca\xd8",
        b"\xd5\xe2\xc0\xef\xca\xc7\xb9\xd8\xbc\xfc",
        b"\xb1\xd8\xca\xa4\xb5\xc4\xb9\xa5\xbb\xf7",
        b"\xcb\xc4\xc8\xfd\xc8\xa1\xca\xa4",
        b"\xb0\xd7\xb7\xbd\xb1\xd8\xd0\xeb\xb7\xc0\xca\xd8",
    ];
    let latin: [&[u8]; 6] = [b"sch\xf6n ", b"gr\xfc\xdfe ", b"caf\xe9, oui", b"d\xe9j\xe0 vu", b"\xe5r ", b"\xe0 la"];
    assert_eq!(library(&gbk), Some("GBK"));
    assert_eq!(library(&[&gbk[..], &latin[..1]].concat()), Some("GBK"));
    assert_eq!(library(&latin), Some("windows-1252"));
    assert_eq!(library(&[&latin[..], &gbk[..1]].concat()), Some("windows-1252"));
}

/// A file that is no record at all has nothing but what is said of it, which is said again.
#[test]
fn a_file_that_holds_no_records_is_read_back_from_its_report() {
    let renlib = records(&b"no library"[..]).format(Format::RENLIB);
    let renlib = renlib.map(|record| record.expect("a slice can be read").report()).next().expect("one record");
    let strange = |bytes: &[u8], name: &str| reports(bytes, name, None).remove(0);
    let chess = "[Event \"x\"]\n[FEN \"8/8 w\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n";
    for (report, code) in [
        (renlib, "unknown-format"),
        (strange(b"{\"a\":[1,2]}\n", "x.json"), "unknown-format"),
        (strange(chess.as_bytes(), "x.pgn"), "unknown-game"),
    ] {
        let again = read_back(&report);
        let said = |report: &Report| {
            let said = report.diagnostics.iter().map(|said| (said.code, said.message.clone(), said.help.clone()));
            said.collect::<Vec<_>>()
        };
        assert_eq!(said(&report)[0].0, code);
        assert_eq!((said(&again), &again.text), (said(&report), &report.text));
    }
}

/// Its own bytes name the players by numbers of tables that stand elsewhere in the file.
#[test]
fn a_game_of_a_database_without_an_end_is_read_back_with_its_names() {
    let tables =
        "<rules><rule id=\"1\" name=\"G\" category=\"2\"/></rules><players><player id=\"1\" name=\"Ada\"/></players>";
    for (attributes, names) in [("black=\"1\"", "Ada"), ("black=\"1\" rule=\"1\"", "Ada G")] {
        let text =
            format!("<database>{tables}<games><game id=\"7\" {attributes}><move>h8 i9 h9</move><info>è {{x}}</info>");
        let [report] = &reports(text.as_bytes(), "x.rif", None)[..] else { panic!("one record") };
        let again = read_back(report);
        let tag = |report: &Report, wanted: &str| report.tags.get(wanted).map(str::to_owned);
        let found: Vec<_> = ["Black", "OpeningRule"].iter().filter_map(|name| tag(&again, name)).collect();
        assert_eq!(found.join(" "), names);
        let codes = |report: &Report| {
            let mut codes: Vec<_> = report.diagnostics.iter().map(|said| (said.code, said.ply)).collect();
            // A guess has no place of its own in the report, so it comes first.
            codes.sort_unstable();
            codes
        };
        assert_eq!((again.tags.0.clone(), again.variant), (report.tags.0.clone(), report.variant));
        assert_eq!(codes(&again), codes(report));
        is_read_back(report);
    }
}

/// A stone above the board has no square: what is said of it is what the file says.
#[test]
fn a_stone_off_the_board_is_named_as_the_file_names_it() {
    let psq = b"Piskvorky 15x15, 11:11, 0\n8,8,5\n9,9,5\n-1,-1,5\nAda\nBruno\n-1\n2,Standard\n";
    let given = Given { file: Some("x.psq".to_owned()), ..Given::default() };
    let mut checker = Checker::new(Defaults::default());
    let mut records =
        input::records_given(&psq[..], Format::PSQ, MAX_RECORD, &given, &mut checker).expect("a slice can be read");
    let record = records.next().expect("a slice can be read").expect("a record");
    let (mut said, mut out): (Vec<Diagnostic>, Vec<u8>) = (Vec::new(), Vec::new());
    convert(&record, &mut checker, Target { format: Some(Format::SGF), ..Target::default() }, &mut said, &mut out);
    let messages: Vec<_> = said.iter().map(|said| &*said.text.message).collect();
    assert!(messages.contains(&"the notation sgf cannot express `-1,-1`"), "{messages:?}");
}

/// What holds no games is told as that in a folder, and no message has an empty line of its text.
#[test]
fn sources_of_programs_and_json_are_no_records() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in
        [("a.c", "#include <stdio.h>\nint main(void) { return 0; }\n"), ("b.py", "import os\n\nx = [1]\n")]
    {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    let seen = program::run(folder.path(), &["validate", "."], b"");
    let error = String::from_utf8_lossy(&seen.stderr);
    assert!(
        error.contains("a.c is not read, because it holds no records") && error.contains("b.py is not read"),
        "{error}"
    );
    let seen = program::run(folder.path(), &["validate", "-"], b"{\"a\": 1}\n");
    let out = String::from_utf8_lossy(&seen.stdout);
    assert!(out.contains("error[unknown-format]") && !out.contains("1 |"), "{out}");
}

/// Records in UTF-16 beside comments in UTF-8 would be no text.
#[test]
fn rejects_in_utf_16_are_written_as_utf_8() {
    let folder = tempfile::tempdir().expect("a folder");
    let wide: Vec<u8> = "\u{feff}[Game \"forza4\"]\n\n1. c, z\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    std::fs::write(folder.path().join("x.game"), wide).expect("a file");
    program::run(folder.path(), &["audit", "x.game", "--rejects", "bad.txt"], b"");
    let rejects = std::fs::read_to_string(folder.path().join("bad.txt")).expect("a file of text");
    assert!(
        rejects.ends_with("z: it is 7x6, columns a to g, rows 1 to 6\n[Game \"forza4\"]\n\n1. c, z\n\n"),
        "{rejects}"
    );
    let seen = program::run(folder.path(), &["validate", "--fix", "x.game"], b"");
    let error = String::from_utf8_lossy(&seen.stderr);
    assert!(error.contains("it is in UTF-16LE, and only transcripts in UTF-8 are fixed"), "{error}");
}

/// What the end of a file cuts off, or what stands where no reader looks, is told.
#[test]
fn nothing_is_lost_of_a_file_without_a_word() {
    let game = std::fs::read_to_string("samples/foreign/openspiel/connect-four.txt").expect("a sample");
    let cut = game.rfind("\naction:").expect("an action") + 1;
    let [whole, cut] = [told(game.as_bytes(), "x.txt"), told(&game.as_bytes()[..cut], "x.txt")];
    assert!(!whole[0].contains("bad-syntax") && cut[0].contains("bad-syntax"), "{whole:?} {cut:?}");
    // The first digit of a stone is no error code of a tournament.
    let psq = |rest: &str| told(format!("Piskvorky 15x15, 11:11, 0\n8,8,0\n{rest}").as_bytes(), "x.psq");
    assert_eq!(psq("9"), ["1 guessed bad-syntax"]);
    assert_eq!(psq("-1"), ["1 guessed"]);
    // A page for replays wraps an episode.
    let action = |column: u8, mover: usize| {
        let player = |number| {
            let status = if number == mover { "INACTIVE" } else { "ACTIVE" };
            format!("{{\"action\": {column}, \"status\": \"{status}\"}}")
        };
        format!("[{}, {}]", player(0), player(1))
    };
    let steps = [action(0, 1), action(3, 0), action(2, 1)].join(", ");
    let episode = format!("{{\"configuration\": {{\"inarow\": 4}}, \"name\": \"connectx\", \"steps\": [{steps}]}}");
    let wrapped = format!("{{\"environment\": {episode}, \"logs\": []}}");
    assert_eq!(
        (told(episode.as_bytes(), "x.json"), told(wrapped.as_bytes(), "x.json")),
        (vec!["2".to_owned()], vec!["2".to_owned()])
    );
    let elsewhere = format!("{{\"other\": {episode}}}");
    assert_eq!(told(elsewhere.as_bytes(), "x.json"), ["0 bad-syntax"]);
}

/// The size of the board comes first: programs for Gomoku that come from programs for Go write the komi, too.
#[test]
fn a_board_of_gomoku_makes_sgf_gomoku() {
    assert_eq!(told(b"(;GM[1]SZ[15]KM[6.5]HA[0];B[hh];W[ii])", "x.sgf"), ["2 guessed"]);
    assert_eq!(told(b"(;GM[1]SZ[19]KM[6.5];B[hh];W[ii])", "x.sgf"), ["0 unknown-game"]);
}

/// SGF counts rows from the top. A point below the board has no name in the notation `squares`.
#[test]
fn help_names_the_square_of_a_move_in_another_notation() {
    let help = |moves: &str| {
        let reports = reports(format!("(;GM[4]SZ[15];B[hh]{moves})").as_bytes(), "x.sgf", None);
        let errors = reports.iter().flat_map(|report| &report.diagnostics);
        let error = errors.into_iter().find(|said| said.severity == Severity::Error).expect("an error");
        error.help.clone().unwrap_or_default()
    };
    let named = |square: &str| format!("squares are named here as in the notation squares, where this ply is {square}");
    assert!(help(";W[ii];B[hh]").ends_with(&named("h8")), "{}", help(";W[ii];B[hh]"));
    assert!(help(";W[pa]").ends_with(&named("p15")), "{}", help(";W[pa]"));
    assert_eq!(help(";W[az]"), "columns are a to z and rows 1 to 26 at most");
}

#[test]
fn a_point_that_no_board_has_lies_outside() {
    let said = |stone: &str| {
        let file = format!("Piskvorky 15x15, 11:11, 0\n8,8,0\n{stone}\n9,15,9\nA\nB\n-1\n0,Freestyle\n");
        let reports = reports(file.as_bytes(), "x.psq", None);
        let error = reports[0].first_error().expect("an error");
        error.message.split(':').next().unwrap_or_default().to_owned()
    };
    assert_eq!(said("-3,8,5"), "the point lies outside the board");
    assert_eq!(said("300,8,5"), "the point lies outside the board");
    assert_eq!(said("8,-5,5"), "the board has no h21");
    assert_eq!(said("8,16,5"), "the point is below the board");
}

/// Openings around the centre need not have a stone left of it or above. Where the caller names another game the numbers are
/// its columns.
#[test]
fn openings_without_a_minus_are_found_out() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("o.txt"), "0,0, 1,1, 2,0\n0,0,1,3\n").expect("a file");
    let seen = |arguments: &[&str], input: &[u8]| {
        let output = program::run(folder.path(), &[&["validate", "--format", "json"], arguments].concat(), input);
        let text = String::from_utf8(output.stdout).expect("JSON is text");
        let seen = |line: &str| {
            let told: serde_json::Value = serde_json::from_str(line).expect("JSON");
            format!("{} {}", told["game"], told["moves"])
        };
        text.lines().map(seen).collect::<Vec<_>>()
    };
    let gomoku = [r#""gomoku" ["k10","l9","m10"]"#, r#""gomoku" ["k10","l7"]"#];
    assert_eq!(seen(&["o.txt"], b""), gomoku);
    assert_eq!(seen(&["-"], b"0,0, 1,1, 2,0\n0,0,1,3\n"), gomoku);
    assert_eq!(seen(&["--game", "gomoku", "o.txt"], b""), gomoku);
    std::fs::write(folder.path().join("d.txt"), "4,4,3,2\n").expect("a file");
    for named in [&["--game", "forza4", "d.txt"][..], &["--game", "Forza 4", "-"]] {
        assert_eq!(seen(named, b"4,4,3,2\n"), [r#""forza4" ["d","d","c","b"]"#]);
    }
    let audited = program::run(folder.path(), &["audit", "--game", "forza4", "--format", "jsonl", "d.txt"], b"");
    assert!(String::from_utf8_lossy(&audited.stdout).contains("\"notation\":\"digits\""), "{audited:?}");
}

/// Of a compressed file that is cut off, what stands before the cut is judged, whatever its format: by `audit` as by
/// `validate`. The record in which the cut lies is not.
#[test]
fn records_before_the_end_of_a_cut_file_are_judged() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, head, record) in [
        ("a.sgf", "", "(;FF[4]GM[4]SZ[15];B[hh];W[ii])\n"),
        ("a.psq", "", "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,8,0\n"),
        ("a.lines", "#: [Game \"forza4\"]\n", "cedd\n"),
        ("a.csv", "Game,moves\n", "forza4,c e d\n"),
        ("a.jsonl", "", "{\"Game\":\"forza4\",\"moves\":\"c e d\"}\n"),
        ("a.txt", "", "[Game \"forza4\"]\n\n1. c, e\n\n"),
    ] {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::none());
        std::io::Write::write_all(&mut packed, [head, &record.repeat(500)].concat().as_bytes()).expect("memory");
        let packed = packed.finish().expect("memory");
        let name = format!("{name}.gz");
        for cut in 0..record.len() {
            let cut = packed.len() - 8 - 2 * record.len() - cut;
            std::fs::write(folder.path().join(&name), &packed[..cut]).expect("a file");
            let output = program::run(folder.path(), &["validate", "--format", "json", &name], b"");
            let count = String::from_utf8_lossy(&output.stdout).lines().count();
            let told = String::from_utf8_lossy(&output.stderr);
            assert!((490..=499).contains(&count) && output.status.code() == Some(2), "{name}: {count} {told}");
            let audited = program::run(folder.path(), &["audit", "-q", "--format", "jsonl", &name], b"");
            let same = String::from_utf8_lossy(&audited.stdout) == String::from_utf8_lossy(&output.stdout);
            assert!(same && audited.status.code() == Some(2), "{name}, cut at {cut}");
            assert_eq!(String::from_utf8_lossy(&audited.stderr), told, "{name}");
            if cut % 7 > 0 {
                continue;
            }
            for jobs in ["1", "4"] {
                let audited =
                    program::run(folder.path(), &["audit", "-q", "--jobs", jobs, "--format", "jsonl", &name], b"");
                assert!(audited.stdout == output.stdout, "{name}, cut at {cut}, {jobs} jobs");
            }
        }
    }
}

/// A byte that is no text is the fault of the ply in which it stands, at its start or its end.
#[test]
fn a_byte_within_a_ply_is_one_error() {
    for ply in ["\u{e9}e", "e\u{e9}", "e\u{e9}x"] {
        let text: Vec<u8> =
            format!("[Game \"forza4\"]\n\n1. c, {ply}; 2. d\n").chars().map(|letter| letter as u8).collect();
        let told = told(&text, "x.txt").concat();
        assert!(["1 bad-encoding not-played", "1 not-played bad-encoding"].contains(&&*told), "{ply}: {told}");
    }
}

/// Such a byte may be one ply too many besides: nobody knows what it was.
#[test]
fn a_byte_after_a_full_turn_is_one_error() {
    for (ply, codes) in
        [("\u{e9}", "bad-encoding"), ("e\u{e9}", "bad-encoding"), ("e", "bad-syntax"), ("\u{1a}", "bad-syntax")]
    {
        let text = format!("[Game \"forza4\"]\n\n1. c, d, {ply}; 2. d\n");
        let text: Vec<u8> = text.chars().map(|letter| letter as u8).collect();
        let told = told(&text, "x.txt").concat().replace(" not-played", "");
        assert_eq!(told, format!("2 {codes}"), "{ply:?}");
    }
}

/// What lies outside the board does so in every format, however large its number is.
#[test]
fn what_lies_outside_is_off_board() {
    let ludii = |to: &str| {
        format!(
            "game=a/Connect Four.lud\nSTART GAME OPTIONS\nEND GAME OPTIONS\n\
             Move=[Move:mover=1,from={to},to={to},actions=[Add:what=1]]\n"
        )
    };
    let openspiel = |action: &str| format!("game: connect_four\n\n# Apply action \"x\"\naction: {action}\n");
    for column in ["7", "25", "26", "30", "254", "255", "300", "99999999999"] {
        for (name, text) in [("x.trl", ludii(column)), ("x.txt", openspiel(column))] {
            assert_eq!(told(text.as_bytes(), name), ["0 off-board"], "{name}, {column}");
        }
    }
    for point in ["az", "zz", "aA", "Aa", "ZZ"] {
        let text = format!("(;FF[4]GM[4]SZ[26];B[{point}])");
        let code = if point.chars().any(char::is_uppercase) { "0 off-board" } else { "1" };
        assert_eq!(told(text.as_bytes(), "x.sgf"), [code], "{point}");
    }
}

/// Hops that lead back to where they began are a pass that stood, but none of them may be illegal.
#[test]
fn hops_back_stand_if_they_are_legal() {
    let log = |hops: &str| {
        let start = "START Player-0 a\nSTART Player-1 b\nSTART Player-2 c\nSTART Player-3 d\n";
        format!("{start}{hops}0 null null\n1 (13,1) (12,2)\n")
    };
    for (hops, seen) in [
        ("0 (2,1) (4,1)\n0 (4,1) (2,1)\n", "2 stands"),
        ("0 (3,1) (5,1)\n0 (5,1) (3,1)\n", "0 nothing-to-jump not-played"),
    ] {
        assert_eq!(told(log(hops).as_bytes(), "x.log"), [seen], "{hops}");
    }
}

/// What holds no move is not passed over.
#[test]
fn an_entry_without_a_move_is_told() {
    let text = |key: &str| {
        format!(
            "{{\"X\": {{\"player\": \"human\"}}, \"O\": {{\"player\": \"AI\"}}, \"board_size\": 15, \"winner\": \"none\", \
             \"moves\": [{{\"X (human)\": \"H7\"}}, {{{key}}}, {{\"X (human)\": \"K7\"}}]}}"
        )
    };
    for (key, seen) in [
        ("\"O (AI)\": \"J7\"", "3"),
        ("\"Y (AI)\": \"J7\"", "1 bad-syntax"),
        ("", "1 bad-syntax"),
        ("\"\": \"J7\"", "1 bad-syntax"),
    ] {
        let told = told(text(key).as_bytes(), "x.json").concat();
        assert_eq!(told.replace(" guessed", "").replace(" dropped", ""), seen, "{key}");
    }
}

/// A byte-order mark is no part of what a report says of a game.
#[test]
fn reports_keep_a_byte_order_mark() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("a.dt5", "\u{feff}h8,g7,**,"), ("b.sav", "28\n28\n2\n18 0\n20 7\n")] {
        std::fs::write(folder.path().join(name), text).expect("a file");
        let first = program::run(folder.path(), &["validate", "--format", "json", name], b"");
        let again = program::run(folder.path(), &["validate", "--format", "json", "--from", "jsonl"], &first.stdout);
        let said = |output: &[u8]| {
            let mut report: serde_json::Value = serde_json::from_slice(output).expect("a report");
            ["game", "board", "valid", "plies", "moves", "outcome", "position"].map(|key| report[key].take())
        };
        assert_eq!(said(&first.stdout), said(&again.stdout), "{name}");
    }
}

/// A table that is met in a folder may list something else, for instance the files of the folder.
#[test]
fn tables_of_other_things_are_no_records_in_folders() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = folder.path().join("d");
    std::fs::create_dir(&files).expect("a folder");
    let utf16 = |text: &str| {
        let units = format!("\u{feff}{text}");
        units.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()
    };
    let list = "path\tbytes\na.txt\t7\n";
    for (name, bytes) in [
        ("MANIFEST.tsv", list.as_bytes().to_vec()),
        ("wide.tsv", utf16(list)),
        ("game.csv", b"Game;Moves\nforza4;c e d\n".to_vec()),
        ("wide.csv", utf16("Game,moves\nforza4,c e d\n")),
        ("piped.csv", b"Game|moves\nforza4|c e d\n".to_vec()),
    ] {
        std::fs::write(files.join(name), bytes).expect("a file");
    }
    let run = |arguments: &[&str]| {
        let output = program::run(folder.path(), arguments, b"");
        let said = [output.stdout, output.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat();
        (output.status.code(), said)
    };
    let (code, said) = run(&["audit", "--delimiter", "|", "d/piped.csv", "d"]);
    assert_eq!((code, said.matches("not records").count()), (Some(2), 2), "{said}");
    std::fs::remove_file(files.join("piped.csv")).expect("a file");
    for command in ["audit", "validate"] {
        let (code, said) = run(&[command, "d"]);
        assert_eq!(code, Some(0), "{said}");
        assert!(said.contains("2 records") && said.contains("d/MANIFEST.tsv"), "{said}");
        // What is named, and what is said to have moves, has to have them.
        for arguments in [&["d/MANIFEST.tsv"][..], &["d", "--moves-column", "zug"]] {
            let (code, said) = run(&[&[command], arguments].concat());
            assert!(code == Some(2) && said.contains("no column is called"), "{command} {arguments:?}: {said}");
        }
    }
}

/// Plies are written as they are, also where the last one is far outside the board and has lost the game.
#[test]
fn a_game_lost_outside_the_board_keeps_its_plies() {
    let player = |action: i64, status: &str| format!("{{\"action\": {action}, \"status\": \"{status}\"}}");
    let episode = |last: i64| {
        let steps = [
            [player(0, "ACTIVE"), player(0, "INACTIVE")],
            [player(3, "INACTIVE"), player(0, "ACTIVE")],
            [player(0, "ACTIVE"), player(2, "INACTIVE")],
            [player(last, "INVALID"), player(0, "DONE")],
        ];
        let steps = steps.map(|step| format!("[{}]", step.join(", "))).join(", ");
        format!("{{\"configuration\": {{}}, \"name\": \"connectx\", \"rewards\": [null, 1], \"steps\": [{steps}]}}")
    };
    let folder = tempfile::tempdir().expect("a folder");
    for last in [-1, 9, 26, 300] {
        std::fs::write(folder.path().join("x.json"), episode(last)).expect("a file");
        let written = program::run(folder.path(), &["convert", "--to", "transcript", "x.json"], b"");
        let written = String::from_utf8_lossy(&written.stdout).into_owned();
        assert!(written.contains("1. d, c; 2. "), "{last}: {written}");
        assert_eq!(told(written.as_bytes(), "x.txt"), ["2 attempted"], "{last}: {written}");
    }
}

/// A tag without an end hides neither its game nor the next one.
#[test]
fn damaged_tags_of_a_database_are_told() {
    let database = |inner: &str| told(format!("<database>{inner}</database>").as_bytes(), "x.rif");
    let sound = "<game id=\"2\"><move>h8 h9</move></game>";
    let long = format!("<game id=\"1\" x=\"{}\"><move>h8</move></game>", "b".repeat(70_000));
    for (inner, seen) in [
        (&*long, "0 bad-syntax"),
        ("<game id=\"1\" x=\"><move>h8</move></game>", "0 bad-syntax"),
        ("<game id=\"1\" <move>h8</move></game>", "0 bad-syntax"),
        ("<game id=\"1\"><move h8</move></game>", "0 guessed dropped bad-syntax"),
        ("<player id=\"1\" name=\"A\"B\"/>", "0 bad-syntax"),
    ] {
        assert_eq!(database(&format!("{inner}\n{sound}")), [seen, "2 guessed"], "{:.60}", inner);
    }
    // A sign that begins no tag is text.
    assert_eq!(database(&format!("<rule id=\"1\">a < b</rule>\n{sound}")), ["2 guessed"]);
}

/// Short texts that look like another encoding in GBK.
#[test]
fn texts_of_a_library_are_read_back() {
    let folder = tempfile::tempdir().expect("a folder");
    for comment in ["Caf\u{e9}", "\u{738b}", "\u{b1}1 \u{d7} 2", "\u{9ed1} 1-0", "\u{4e2d}\u{56fd}", "\u{2460}"] {
        let text = format!("[Game \"gomoku\"]\n[Board \"15x15\"]\n\n{{{comment}}} 1. h8, i9\n");
        std::fs::write(folder.path().join("x.txt"), text).expect("a file");
        let library = program::run(folder.path(), &["convert", "--to", "renlib", "x.txt"], b"").stdout;
        let written = program::run(folder.path(), &["convert", "--from", "renlib", "--to", "transcript"], &library);
        assert!(String::from_utf8_lossy(&written.stdout).contains(comment), "{comment}");
    }
}

/// A first line that is longer than what is looked at is no line of numbers.
#[test]
fn a_long_first_line_is_no_opening() {
    let folder = tempfile::tempdir().expect("a folder");
    let remark = "a long remark, and more of it; ".repeat(200);
    let report = format!(r#"{{"game":"gomoku","moves":"h8 i9","tags":{{"Event":"{remark}"}}}}"#);
    for (name, text) in [
        ("comment.txt", format!("{{{remark}}}\n[Game \"gomoku\"]\n\n1. h8, i9\n")),
        ("remark.game", format!("# {remark}\n[Game \"gomoku\"]\n\n1. h8, i9\n")),
        ("tag.txt", format!("[Event \"{remark}\"]\n[Game \"gomoku\"]\n\n1. h8, i9\n")),
        ("report.json", report),
    ] {
        std::fs::write(folder.path().join(name), text).expect("a file");
        let output = program::run(folder.path(), &["validate", "--format", "concise", name], b"");
        let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), &*said), (Some(0), ""), "{name}");
    }
    let prose = "This program keeps records, and it needs no others. ".repeat(300);
    std::fs::write(folder.path().join("readme.txt"), prose).expect("a file");
    let output = program::run(folder.path(), &["audit", "--format", "none", "."], b"");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("4 records in 4 inputs: 4 valid"), "{said}{}", String::from_utf8_lossy(&output.stderr));
}

/// A result that speaks of a forbidden stone is one of Renju, whatever else the file says of its game.
#[test]
fn a_foul_makes_a_game_of_sgf_renju() {
    let stones = ";B[hh];W[aa];B[ih];W[bb];B[gg];W[cc];B[gf];W[dd];B[gh]";
    for head in ["GM[4]SZ[15]", "SZ[15]"] {
        let (seen, _) = judged(&format!("({head}RE[抓禁]{stones})").replacen('(', "(;", 1));
        assert!(seen.contains("renju") && seen.contains("foul") && seen.ends_with("valid"), "{head}: {seen}");
    }
}

/// The variant, the way in which it ended and the verdict of an SGF file, and what is said of it.
fn judged(text: &str) -> (String, String) {
    let output = program::run(
        std::path::Path::new("."),
        &["validate", "--from", "sgf", "--format", "json", "-"],
        text.as_bytes(),
    );
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a report");
    let verdict = if report["valid"] == true { "valid" } else { "invalid" };
    let seen = format!("{} {} {verdict}", report["variant"], report["tags"]["Termination"]);
    (seen, report["diagnostics"].to_string())
}

/// What is damaged in one variation of a tree stops neither the line that it belongs to nor what stands before it, and is told
/// with its way.
#[test]
fn damage_in_a_variation_stops_that_variation_alone() {
    let library =
        b"\xffRenLib\xff\x03\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x78\x00\x79\x80\x01\x40\x7a\x00\x70\x00";
    for (bytes, name, plies, ply, way) in [
        (&b"(;GM[4]SZ[15];B[hh](;W[hg];B[ii])(;W[gg];B[gf];W[ab];B[aa]W[ac]))"[..], "x.sgf", 3, 6, vec![(2, 1)]),
        (b"(;GM[4]SZ[15];B[hh](;W[hg];B[ii])(;W[gg];B[gf];W[ab]*;B[aa]))", "x.sgf", 3, 5, vec![(2, 1)]),
        (b"(;GM[4]SZ[15];B[hh](;W[hg];B[ii])(;W[gg];B[kk](;W[ll])(;W[ml]B[nn])))", "x.sgf", 3, 5, vec![(2, 1), (4, 1)]),
        (library, "x.lib", 3, 3, vec![(2, 1)]),
    ] {
        let report = &reports(bytes, name, Some("freestyle"))[0];
        let [said] = &report.diagnostics[..] else { panic!("{:?}", report.diagnostics) };
        assert_eq!((report.plies, said.code, said.ply), (plies, "bad-syntax", Some(ply)));
        assert_eq!(said.variation, way);
    }
}

/// A byte-order mark tells the encoding in audits as everywhere.
#[test]
fn a_byte_order_mark_counts_in_audits_too() {
    let text = b"\xef\xbb\xbf[Site \"PlayOK\"]\n[Black \"ad\xe9\"]\n[White \"b\"]\n[GameType \"60,15\"]\n\n1. h8 h9\n";
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("p.pgn"), text).expect("a file");
    let json = |arguments: &[&str]| {
        let output = program::run(folder.path(), arguments, b"");
        let said = String::from_utf8(output.stdout).expect("text");
        said.lines().next().expect("a record").to_owned()
    };
    let validated = json(&["validate", "--format", "json", "p.pgn"]);
    assert!(validated.contains("bad-encoding"), "{validated}");
    assert_eq!(json(&["audit", "--format", "jsonl", "--only", "all", "p.pgn"]), validated);
}

/// A record of SGF is written in the notation `sgf`, also where it names points off the board.
#[test]
fn points_off_the_board_are_of_the_notation_of_their_file() {
    let report = &reports(b"(;GM[4]SZ[26];B[aa];W[gD])", "x.sgf", None)[0];
    assert_eq!(report.notation, Some("sgf"));
    let said = report.diagnostics.last().expect("a fault");
    assert!(said.code == "off-board" && said.message.contains("the point is below the board"), "{}", said.message);
    let text = b"[Game \"gomoku\"]\n[Notation \"xy\"]\n\n1. 30,7\n";
    let said = &reports(text, "x.txt", None)[0].diagnostics[0];
    assert!(said.code == "off-board" && said.message.contains("the point lies right of the board"), "{}", said.message);
}

/// White to move on an empty board is told by no property of SGF.
#[test]
fn an_empty_board_with_white_to_move_is_no_sgf() {
    let text = "[Game \"gomoku\"]\n[Setup \"19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19/19 W\"]\n\n1. ..., h8; 2. h9\n";
    let output = program::run(std::path::Path::new("."), &["convert", "--to", "sgf", "-"], text.as_bytes());
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.stdout.is_empty() && error.contains("no place for White as the side that begins"), "{error}");
}

/// A stone on another one makes no five.
#[test]
fn a_stone_that_is_tried_on_another_one_tells_no_colours() {
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n1,1,0\n9,8,9\n2,1,9\n3,1,9\n4,1,9\n10,8,9\n5,1,9\n12,12,9\n3,1,9\naa\nbb\n-1\n1,Freestyle\n";
    let report = &reports(psq.as_bytes(), "x.psq", None)[0];
    let tag = |name: &str| report.tags.get(name);
    assert!(report.valid, "{:?}", report.diagnostics);
    assert_eq!((tag("Black"), tag("Result"), tag("Termination")), (Some("aa"), Some("Black"), Some("illegal")));
}

#[test]
fn a_row_of_gctl_may_prove_that_rows_are_counted_from_1() {
    let read = |row: &str| {
        let text = format!(
            "{{\"X\":{{\"player\":\"a\"}},\"O\":{{\"player\":\"b\"}},\"board_size\":15,\"moves\":[{{\"X (a)\":\"H8\"}},{{\"O (b)\":\"A{row}\"}}]}}"
        );
        let report = reports(text.as_bytes(), "x.json", None).remove(0);
        (report.moves.join(" "), report.diagnostics[0].message.clone())
    };
    assert_eq!(read("15"), ("h8 a1".to_owned(), "rows are counted from 1: one has the number 15".to_owned()));
    let from_0 = "rows are counted from 0, which the last position does not tell".to_owned();
    assert_eq!(read("14"), ("h7 a1".to_owned(), from_0.clone()));
    assert_eq!(read("0"), ("h7 a15".to_owned(), from_0));
}

#[test]
fn what_is_said_of_a_game_of_sgf_may_stand_before_its_first_move() {
    let text = "(;GM[4]SZ[15]PB[Ada];PB[Bea]PW[Bo]RE[W+];C[x];EV[Cup];B[aa];W[ab]EV[Late])";
    let report = reports(text.as_bytes(), "x.sgf", None).remove(0);
    let tag = |name: &str| report.tags.get(name);
    assert_eq!(["Black", "White", "Result", "Event"].map(tag), [Some("Ada"), Some("Bo"), Some("White"), Some("Cup")]);
    let dropped: Vec<_> = report.diagnostics.iter().filter(|said| said.code == "dropped").collect();
    assert_eq!(dropped.len(), 1, "{dropped:?}");
    assert!(dropped[0].message.starts_with("2 properties of the game after its first node"), "{dropped:?}");
}

/// As programs write objects that sort their keys.
#[test]
fn keys_that_tell_the_format_may_stand_far_from_the_start() {
    let nodes = "{\"at\":[0,0]},".repeat(500);
    let text = format!("{{\"a\":[{}1],\"roots\":[0],\"nodes\":[]}}", nodes);
    let found = scoresheet::input::find(text.as_bytes(), "x.json", FORMATS).expect("a slice can be read").0;
    assert_eq!(found.name(), "rseq-json");
    let blank = "\n".repeat(6000) + "(;GM[4]SZ[15];B[hh])";
    let found = scoresheet::input::find(blank.as_bytes(), "x.txt", FORMATS).expect("a slice can be read").0;
    assert_eq!(found.name(), "sgf");
}

/// Each tag was compared with all before it.
#[test]
fn many_tags_of_a_game_of_playok_are_all_kept() {
    let tags: String = (0..3000).map(|number| format!("[T{number} \"x\"]\n")).collect();
    let text = format!("[Event \"?\"]\n[Site \"PlayOK\"]\n{tags}[t7 \"y\"]\n[GameType \"60,15\"]\n\n1. h8 i9\n");
    let report = reports(text.as_bytes(), "x.txt", None).remove(0);
    assert_eq!((report.plies, report.tags.0.iter().filter(|(name, _)| name.starts_with('T')).count()), (2, 3000));
    let twice: Vec<_> = report.diagnostics.iter().filter(|said| said.code == "duplicate-tag").collect();
    assert_eq!(twice.len(), 1, "{twice:?}");
}

/// The writer reads the result as the judge does.
#[test]
fn results_of_sgf_are_written_however_they_are_spelt() {
    for (result, reason, written) in [
        ("1–0", "Resignation", "RE[B+R]"),
        (" White ", "time", "RE[W+T]"),
        ("BLACK", "agreement", "RE[B+]TAG[Termination: agreement]"),
        ("draw", "resignation", "RE[Draw]TAG[Termination: resignation]"),
        ("*", "forfeit", "RE[?]TAG[Termination: forfeit]"),
    ] {
        let text = format!(
            "[Game \"gomoku\"]\n[Board \"15x15\"]\n[Result \"{result}\"]\n[Termination \" {reason}\"]\n\n1. h8, h9\n"
        );
        let output = program::run(std::path::Path::new("."), &["convert", "--to", "sgf", "-"], text.as_bytes());
        let sgf = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(sgf.contains(written), "{result}: {sgf}");
    }
}

#[test]
fn a_result_of_a_tournament_that_is_not_known_is_told() {
    let report = |result: &str| {
        let text = format!(
            "{{\"report_kind\": \"x\", \"move_codec\": \"cell_index_v1\", \"board_size\": 15, \"matches\": [{{\"match_index\": 0, \"move_cells\": [1], \"result\": \"{result}\"}}]}}"
        );
        told(text.as_bytes(), "x.json").remove(0)
    };
    assert_eq!(report("weird"), "1 guessed guessed dropped");
    assert_eq!(report("draw"), "1 guessed guessed result-unproven");
}

/// An audit makes the records of a file in short, and in full only where more than notes is said of them.
#[test]
fn notes_of_an_audit_stand_where_validate_finds_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let sgf =
        "(;SZ[15]AP[x];B[hh]LB[aa:1];W[ii]XX[1])\n(;SZ[15];B[hh]\n;W[ii]YY[2]ZZ[3])\n(;SZ[15]PB[\u{e9}];B[hh]YY[4])\n";
    let (gbk, _, _) =
        encoding_rs::GBK.encode("(;SZ[15]PB[黑棋];B[hh]C[黑棋]YY[1])\n(;SZ[15]PW[白棋];B[hh]C[白棋]YY[2])\n");
    let library =
        b"\xffRenLib\xff\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x78\x81\x00\x01A\0\x79\x50\x7a\x50";
    for (name, bytes) in [("a.sgf", sgf.as_bytes()), ("b.sgf", &*gbk), ("c.lib", &library[..])] {
        std::fs::write(folder.path().join(name), bytes).expect("it can be written");
        let output = program::run(folder.path(), &["validate", "--format", "concise", name], b"");
        let validated = String::from_utf8_lossy(&output.stdout).into_owned();
        let validated: Vec<&str> = validated.lines().filter(|line| line.starts_with(name)).collect();
        let output = program::run(folder.path(), &["audit", "--format", "github", name], b"");
        let report = String::from_utf8_lossy(&output.stdout).into_owned();
        let audited: Vec<&str> = report.lines().filter(|line| line.starts_with("::")).collect();
        assert!(!validated.is_empty() && audited.len() == validated.len(), "{name}: {validated:#?}\n{report}");
        for (said, line) in validated.iter().zip(audited) {
            // `a.sgf:1:20: note[dropped] 1 LB property: …`
            let (place, message) = said.split_once("] ").expect("a code");
            let places: Vec<&str> = place.split(':').collect();
            let [row, column] = [places[1], places[2]];
            assert!(line.contains(&format!("line={row},col={column},")), "{said}: {line}");
            assert!(line.contains(message.trim()), "{said}: {line}");
        }
    }
}

/// What is said of the only record of a file: codes and messages.
fn said(text: &str, name: &str) -> Vec<String> {
    let report = reports(text.as_bytes(), name, None).remove(0);
    report.diagnostics.iter().map(|said| format!("{}: {}", said.code, said.message)).collect()
}

#[test]
fn kurnik_is_renju_where_a_fifth_stone_is_offered() {
    let head = "[Event \"?\"]\n[Site \"www.kurnik.pl\"]\n[Black \"a\"]\n[White \"b\"]\n[Result \"0-1\"]\n\n";
    let renju = format!("{head}1. h8 -- 2. h9 -- 3. h6 white 4. -- i8 5. j7 -- 6. i7 i7 7. -- j8 0-1\n");
    let report = &reports(renju.as_bytes(), "x.txt", None)[0];
    assert_eq!((report.variant, report.plies, report.valid), (Some("renju"), 6, true), "{:?}", report.diagnostics);
    assert_eq!(told(renju.as_bytes(), "x.txt"), ["6 guessed result-unproven"]);
    // Who says that it is Renju has told nothing new.
    let report = &reports(renju.as_bytes(), "x.txt", Some("renju"))[0];
    assert_eq!((report.plies, report.diagnostics.len()), (6, 1), "{:?}", report.diagnostics);
    // A game may end after one offer.
    let short = format!("[GameType \"61,15\"]\n{head}1. h8 -- 2. h9 -- 3. h6 white 4. -- i8 5. j7 -- 0-1\n");
    assert_eq!(told(short.as_bytes(), "x.txt"), ["4 result-unproven dropped"]);
}

#[test]
fn kurnik_has_reversi_and_mills() {
    let head = "[Event \"?\"]\n[Site \"PlayOK\"]\n[Black \"a\"]\n[White \"b\"]\n";
    for moves in ["[Result \"38-26\"]\n\n1. f5 d6 2. c3 f3\n", "[Result \"1-0\"]\n\n1. 1 4 2. 2 5 3. 3x4 6 1-0\n"] {
        assert_eq!(told(format!("{head}{moves}").as_bytes(), "x.txt"), ["0 unknown-game"], "{moves}");
    }
}

#[test]
fn names_of_properties_without_a_capital_letter_are_told() {
    let text = "(;GM[4]SZ[15]pb[A];b[hh];w[ig])";
    let said = said(text, "x.sgf");
    let fault = "bad-syntax: the name of this property has no capital letter";
    assert!(said[0].starts_with("dropped: 1 property that is not known"), "{said:?}");
    assert_eq!(said[1..], [fault, fault]);
}

#[test]
fn games_with_captures_are_not_ours() {
    for rule in ["Ninuki-Renju", "Pente"] {
        let text = format!("(;GM[4]SZ[15]RU[{rule}];B[hh])");
        assert_eq!(told(text.as_bytes(), "x.sgf"), ["0 unknown-game"], "{rule}");
    }
}

#[test]
fn a_missing_or_wrong_number_of_the_game_is_told() {
    for (number, wanted) in [
        ("GM[4]", None),
        ("GM[11]", Some("guessed: the number GM[11] stands here: read as Renju, as other properties say")),
        ("", Some("guessed: no number of a game stands here: read as Renju, as other properties say")),
    ] {
        let said = said(&format!("(;{number}SZ[15]RU[Renju];B[hh])"), "x.sgf");
        assert_eq!(said.first().map(String::as_str), wanted);
    }
}

#[test]
fn reasons_of_results_of_sgf() {
    for (result, winner, reason) in [
        ("B+Timeout", Some("Black"), Some("time")),
        ("W+Res.", Some("White"), Some("resignation")),
        ("W", Some("White"), None),
        ("B+1.0", Some("Black"), None),
        ("W+Foul", Some("White"), Some("forfeit")),
    ] {
        let text = format!("(;GM[4]SZ[15]RU[Renju]RE[{result}];B[hh];W[ig])");
        let report = &reports(text.as_bytes(), "x.sgf", None)[0];
        let tag = |name: &str| report.tags.get(name);
        assert_eq!((tag("Result"), tag("Termination")), (winner, reason), "{result}");
    }
    let said = said("(;GM[4]SZ[15]RE[B+Nonsense];B[hh])", "x.sgf");
    assert!(said[0].starts_with("dropped: 1 reason of a result that is not known"), "{said:?}");
}

#[test]
fn what_sgf_says_beside_the_moves_is_named() {
    let text = "(;GM[4]SZ[15];QPR[hh]XX[1];XX[2];B[hh]TE[1]BM[1];AE[hh])";
    let said = said(text, "x.sgf").join("\n");
    for wanted in [
        "3 properties that are not known (QPR, XX):",
        "1 annotation beside another one of the same ply:",
        "1 point emptied after the start:",
    ] {
        assert!(said.contains(wanted), "{wanted} {said}");
    }
}

#[test]
fn a_wide_sign_of_sgf_is_one_fault() {
    for (sign, wanted) in [
        ("；", "bad-syntax: `；` stands here in place of `;`"),
        ("）", "bad-syntax: `）` stands here in place of `)`"),
        ("é", "bad-syntax: this is no property with a value"),
    ] {
        let text = format!("(;GM[4]SZ[15];B[hh]{sign}W[hg])");
        let report = &reports(text.as_bytes(), "x.sgf", None)[0];
        assert_eq!(report.diagnostics.len(), 1, "{:?}", report.diagnostics);
        let fault = &report.diagnostics[0];
        assert_eq!(format!("{}: {}", fault.code, fault.message), wanted);
        assert_eq!(&text[fault.span[0] as usize..fault.span[1] as usize], sign);
    }
}

/// The text that is made of a file has no room for some signs within plies.
#[test]
fn messages_quote_the_file() {
    let said = said("(;GM[4]SZ[15];B[7,7])", "x.sgf");
    assert!(said[0].contains("`7,7`"), "{said:?}");
}

#[test]
fn plies_of_a_database_whose_game_does_not_begin_are_told() {
    let game = |tag: &str| format!("<{tag} id=\"1\" rule=\"1\"><move>h8 h9</move></game>\n");
    let text = format!("<database><games>\n{}{}{}</games></database>", game("game"), game("gmae"), game("game"));
    let told = told(text.as_bytes(), "x.xml");
    assert_eq!(told.len(), 3, "{told:?}");
    assert_eq!(told[1], "0 bad-syntax");
}

#[test]
fn stones_are_no_names_of_players() {
    assert_eq!(told(b"7,7,2096\n8,6,3409\n0\n", "x.rec"), ["0 bad-syntax"]);
}

#[test]
fn text_for_people_is_no_record_in_any_script() {
    let chinese = "五子棋棋谱库使用说明\n\n本软件包含多个对局文件，请使用相应的程序打开。作者保留所有权利。\n";
    let (gbk, _, _) = encoding_rs::GBK.encode(chinese);
    let page = "<!-- saved from url=x -->\n<html><body>(;GM[4];B[hh])</body></html>";
    for text in [chinese.as_bytes(), &gbk, page.as_bytes()] {
        let found = input::find(text, "a.txt", FORMATS).expect("a slice can be read").0;
        assert_eq!(found.name(), "unknown-format", "{}", String::from_utf8_lossy(text));
    }
}

/// The search for the end of a record that is too long to be held goes on where it was.
#[test]
fn a_record_that_is_too_long_costs_itself_alone() {
    let game = "Piskvorky 15x15, 11:11, 0\n8,8,0\nA\nB\n-1\n";
    let long = format!("{game}Piskvorky 15x15, 11:11, 0\n8,8,0\n{}\nB\n-1\n{}", "x".repeat(600_000), game.repeat(5));
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("k.psq"), &long).expect("it can be written");
    for command in ["validate", "audit"] {
        let output = program::run(folder.path(), &[command, "--max-record", "64K", "k.psq"], b"");
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said);
        assert!(said.contains("7 records"), "{command}: {said}");
        assert!(said.contains("k.psq:6:1"), "{command}: {said}");
    }
}

/// The first MiB of a file may be ASCII alone.
#[test]
fn an_encoding_may_show_late() {
    let (late, _, _) = encoding_rs::BIG5.encode("(;GM[4]SZ[15]PB[Ada]PW[大許大許];B[hh];W[hg];B[ii])\n");
    let bytes = [&b"(;GM[4]SZ[15]PB[Ada];B[hh])\n".repeat(40_000)[..], &late].concat();
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("l.sgf"), &bytes).expect("it can be written");
    let of = |arguments: &[&str]| {
        let output = program::run(folder.path(), arguments, b"");
        String::from_utf8_lossy(&output.stdout).lines().last().expect("a record").to_owned()
    };
    let validated = of(&["validate", "--format", "json", "l.sgf"]);
    assert!(validated.contains("大許大許") && validated.contains(r#""moves":["h8","h9","i7"]"#), "{validated}");
    assert_eq!(of(&["audit", "--format", "jsonl", "--only", "all", "l.sgf"]), validated);
}

#[test]
fn a_tree_in_utf_8_stays_so_beside_others() {
    let (gbk, _, _) = encoding_rs::GBK.encode("(;GM[4]SZ[15]CA[GBK]PB[张三丰];B[hh])(;GM[4]SZ[15]CA[GBK];B[hh];W[hh])");
    let bytes = ["(;GM[4]SZ[15]PB[Иванов];B[hh])\n".as_bytes(), &gbk].concat();
    let reports = reports(&bytes, "x.sgf", None);
    assert_eq!(reports[0].tags.0.last().expect("a tag").1, "Иванов");
    assert_eq!(reports[1].tags.0.last().expect("a tag").1, "张三丰");
    // Columns count letters, whatever their bytes are.
    let fault = reports[2].diagnostics.iter().find(|said| said.code == "occupied").expect("a fault");
    assert_eq!((fault.line, fault.column), (2, 62));
    // A name that is read as ASCII is not that of UTF-16.
    let (wrong, _, _) = encoding_rs::GBK.encode("(;GM[4]SZ[15]CA[UTF-16]PB[张三丰];B[hh])");
    assert!(self::reports(&wrong, "x.sgf", None)[0].valid);
}

#[test]
fn a_stone_in_the_first_line_of_psq_is_told() {
    let text = "Piskvorky 15x15, 11:11, 0 8,8,0\n8,7,120\n9,7,340\nA\nB\n-1\n";
    let said = said(text, "x.psq");
    assert!(
        said.iter().any(|said| said == "bad-syntax: a stone follows the last number of the first line"),
        "{said:?}"
    );
}

/// What damaged data seem to be is no sign of anything.
#[test]
fn damaged_archives_are_damaged_whatever_they_unpack_to() {
    let mut packed = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
    let line = "[Game \"forza4\"]\n\n1. c, e; 2. d, d\n\n";
    std::io::Write::write_all(&mut packed, line.repeat(400).as_bytes()).expect("memory");
    let mut bytes = packed.finish().expect("memory");
    bytes[20] ^= 1;
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("f.bz2"), &bytes).expect("it can be written");
    for path in ["f.bz2", "."] {
        let output = program::run(folder.path(), &["audit", path], b"");
        let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains("damaged") && said.contains("0 records"), "{path}: {said}");
    }
}

#[test]
fn the_last_line_of_psq_names_the_rules_after_damage() {
    let text = "Piskvorky 15x15, 11:11, 0\n8,8,10\n9;6;0\n7,7,5\nA\nB\n-1\n1,Gomocup Renju15\n";
    let report = &reports(text.as_bytes(), "x.psq", None)[0];
    assert_eq!(report.variant, Some("renju"));
    assert!(report.diagnostics.iter().all(|said| said.code != "guessed"), "{:?}", report.diagnostics);
}

/// A game that has lost its `(;` is not only text.
#[test]
fn moves_outside_of_trees_are_told() {
    let said = said("(;GM[4]SZ[15];B[hh])\n(FF[4]GM[4]SZ[15];B[hh];W[hg])\n", "x.sgf");
    assert!(said[0].starts_with("dropped: 1 game outside the game tree"), "{said:?}");
}

/// A tree may be longer than what tells the encoding of a file.
#[test]
fn an_encoding_may_show_late_within_a_tree() {
    let text = format!("(;GM[4]SZ[15]PB[Ada];B[hh]C[{}];W[hg]C[小許];B[ii];W[gg])", "x".repeat(1_100_000));
    let (big5, _, _) = encoding_rs::BIG5.encode(&text);
    let report = &reports(&big5, "x.sgf", None)[0];
    assert_eq!((report.moves.join(" "), report.encoding), ("h8 h9 i7 g9".to_owned(), Some("Big5")));
}

/// Letters that are valid UTF-8 by chance are those of the other trees.
#[test]
fn a_tree_in_gbk_stays_so_beside_others() {
    let text = "(;GM[4]SZ[15]PB[张三丰大侠];B[hh])\n(;GM[4]SZ[15]PB[叶小山]PW[石强];B[hh];W[ig])\n";
    let (gbk, _, _) = encoding_rs::GBK.encode(text);
    let reports = reports(&gbk, "x.sgf", None);
    assert_eq!(reports[1].tags.0.iter().find(|(name, _)| name == "Black").expect("a tag").1, "叶小山");
}

#[test]
fn moves_in_small_letters_are_told_however_they_are_spelt() {
    for moves in ["b [hh];w [ig]", "black[hh];white[ig]"] {
        assert!(!reports(format!("(;GM[4]SZ[15];{moves})").as_bytes(), "x.sgf", None)[0].valid, "{moves}");
    }
}

#[test]
fn damage_before_a_move_hides_no_second_one() {
    let said = said("(;GM[4]SZ[15];éB[hh]W[ii])", "x.sgf");
    assert_eq!(said.len(), 2, "{said:?}");
}

#[test]
fn rules_are_told_by_whole_words() {
    for (rule, game) in
        [("QLizzie-Connect6", None), ("Serpentes Cup standard", Some("gomoku")), ("Renju (no Pente)", Some("gomoku"))]
    {
        let text = format!("(;GM[4]SZ[15]RU[{rule}];B[hh])");
        assert_eq!(reports(text.as_bytes(), "x.sgf", None)[0].game, game, "{rule}");
    }
}

/// What is dropped is counted alike by all commands.
#[test]
fn values_beside_the_first_are_dropped_in_audits_too() {
    let text = "(;GM[4]SZ[15];B[hh])\n(;GM[4]SZ[15]US[a][b];B[hh])\n";
    let output = program::run(std::path::Path::new("."), &["audit", "--from", "sgf", "-"], text.as_bytes());
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("dropped"), "{said}");
}

#[test]
fn names_of_games_in_other_scripts_are_meant_only_where_they_are_near() {
    for name in ["国际象棋", "オセロ"] {
        let report = &reports(format!("[Game \"{name}\"]\n\n1. c\n").as_bytes(), "x.txt", None)[0];
        let help = report.diagnostics[0].help.clone().expect("help");
        assert!(!help.contains("did you mean"), "{name}: {help}");
    }
    let report = &reports("[Game \"fоrza4\"]\n\n1. c\n".as_bytes(), "x.txt", None)[0];
    assert!(report.diagnostics[0].help.clone().expect("help").contains("did you mean forza4?"));
}

/// A baseline takes codes away. Here it leaves as many as there are notes, and one of those is an error.
#[test]
fn a_baseline_beside_notes_hides_no_error() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("a.sgf"), "(;SZ[15];B[hh]LB[aa:1];W[hh])\n").expect("it can be written");
    let call = |arguments: &[&str]| {
        let output = program::run(folder.path(), arguments, b"");
        String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned()
    };
    call(&["audit", "a.sgf", "--write-baseline", "known"]);
    let known = std::fs::read_to_string(folder.path().join("known")).expect("a baseline");
    let fewer: Vec<&str> =
        known.lines().filter(|line| !line.contains(" dropped ") && !line.contains(" occupied ")).collect();
    assert_eq!(fewer.len() + 2, known.lines().count(), "{known}");
    std::fs::write(folder.path().join("known"), fewer.join("\n") + "\n").expect("it can be written");
    let said = call(&["audit", "a.sgf", "--baseline", "known", "--format", "github"]);
    assert!(said.contains("title=occupied"), "{said}");
}

/// A tag named like a property that means something else is kept all the same.
#[test]
fn tags_named_like_properties_of_sgf_are_written_and_read_back() {
    let tags = [
        "SGF-B \"hh\"",
        "SGF-AB \"aa\"",
        "SGF-SZ \"19\"",
        "SGF-PB \"zz\"",
        "SGF-TAG \"x\"",
        "SGF-LB \"y\"",
        "SGF-XY \"z\"",
    ];
    for tag in tags {
        let text = format!("[Game \"gomoku\"]\n[Board \"15x15\"]\n[Black \"Ada\"]\n[{tag}]\n\n1. h8, h9\n");
        let record = records(text.as_bytes()).next().expect("a record").expect("a slice can be read");
        let target = Target { format: Some(Format::SGF), ..Target::default() };
        let sgf = record.convert(target).expect("SGF holds it");
        let again = records(sgf.as_bytes()).file("x.sgf").next().expect("a record").expect("a slice can be read");
        let report = again.report();
        let (name, value) = tag.split_once(' ').expect("a name and a value");
        assert_eq!(report.tags.get(name), Some(value.trim_matches('"')), "{sgf}");
        assert_eq!(
            (report.valid, &*report.moves.join(" "), report.tags.get("Black")),
            (true, "h8 h9", Some("Ada")),
            "{sgf}"
        );
    }
}

/// `TAG[…]` holds a tag that no property of its own has.
#[test]
fn values_of_tag_that_are_not_kept_are_told() {
    let dropped = |properties: &str| {
        let sgf = format!("(;FF[4]GM[4]SZ[15]RU[Standard]{properties};B[hh];W[hi])");
        let report = reports(sgf.as_bytes(), "x.sgf", None).remove(0);
        let said = report.diagnostics.iter().map(|said| said.message.clone()).collect::<Vec<_>>().join("; ");
        (report.tags.get("Black").unwrap_or_default().to_owned(), said)
    };
    let with = |black: &str, said: &str| (black.to_owned(), said.to_owned());
    let said = |what: &str| format!("{what}: a record has no place for this, so it was left out");
    assert_eq!(dropped("TAG[Black:zoe][A:1]"), with("zoe", ""));
    assert_eq!(dropped("TAG[foo]"), with("", &said("1 TAG value that is no tag")));
    assert_eq!(dropped("PB[ada]TAG[Black:zoe]"), with("ada", &said("1 repeated TAG value")));
    assert_eq!(dropped("TAG[A:1][A:2][Game:forza4]"), with("", &said("2 repeated TAG values")));
}

#[test]
fn what_a_file_of_another_program_leaves_open_is_told() {
    // Without times nothing tells the opening, after which the first name moves.
    let psq: &[u8] = b"Piskvorky 15x15, 11:11, 0\n8,8\n8,9\n7,8\nA\nB\n-1\n0,Standard\n";
    assert_eq!(told(psq, "x.psq"), ["3 guessed result-unproven"]);
    let offline = |rest: &str| format!("<games><game><id>3</id>{rest}<board>h8 h9</board></game></games>");
    assert_eq!(told(offline("").as_bytes(), "x.xml"), ["2 guessed"]);
    assert_eq!(told(offline("<rule>RIF</rule>").as_bytes(), "x.xml"), ["2"]);
    let odd = offline("<rule>RIF</rule><creation_time>abc</creation_time>");
    assert_eq!(told(odd.as_bytes(), "x.xml"), ["2 dropped"]);
    let gctl = |winner: &str| {
        format!(
            "{{\"X\": {{\"player\": \"human\"}}, \"O\": {{\"player\": null}}, \"board_size\": 15, \"winner\": \"{winner}\", \"moves\": [{{\"X (human)\": [7, 7]}}]}}"
        )
    };
    assert_eq!(told(gctl("none").as_bytes(), "x.json"), ["1"]);
    assert_eq!(told(gctl("banana").as_bytes(), "x.json"), ["1 dropped"]);
    assert_eq!(reports(gctl("none").as_bytes(), "x.json", None)[0].tags.get("White"), None);
}

#[test]
fn the_maker_of_an_sgf_file_is_not_forgotten() {
    let written = |sgf: &str| {
        let output = program::run(std::path::Path::new("."), &["convert", "--to", "sgf", "-"], sgf.as_bytes());
        String::from_utf8(output.stdout).expect("output is text")
    };
    let of_another = written("(;GM[4]FF[4]SZ[15]AP[CGoban:3];B[hh];W[ii])");
    assert!(of_another.contains("AP[CGoban:3]") && of_another.matches("AP[").count() == 1, "{of_another}");
    assert!(written("(;GM[4]FF[4]SZ[15];B[hh];W[ii])").contains("AP[scoresheet:"));
}

#[test]
fn a_last_position_of_gctl_unlike_its_moves_is_told() {
    let said = |rows: &str| {
        let text = format!(
            "{{\"X\":{{\"player\":\"AI\"}},\"O\":{{\"player\":\"AI\"}},\"board_size\":5,\"board_state\":[{rows}],\
             \"moves\":[{{\"X (AI)\":\"A0\"}},{{\"O (AI)\":\"B0\"}}]}}"
        );
        told(text.as_bytes(), "x.json")
    };
    assert_eq!(said("\"X O . . .\", \". . . . .\""), ["2"]);
    for rows in ["\"X . . . .\"", "\"X O X . .\"", "\"X O . . .\", \". . . . O\""] {
        assert_eq!(said(rows), ["2 dropped"], "{rows}");
    }
}

#[test]
fn an_object_without_a_game_is_none() {
    for format in [Format::GCTL_JSON, Format::RSEQ_JSON, Format::BOTS_JSON, Format::KAGGLE] {
        let reading = records(&b"{\"a\": 1}"[..]).format(format);
        let codes: Vec<_> = reading
            .flat_map(|record| record.expect("a slice can be read").report().diagnostics)
            .filter(|said| said.severity == Severity::Error)
            .map(|said| said.code)
            .collect();
        assert_eq!(codes, ["bad-syntax"], "{}", format.name());
    }
    let episode = |steps: &str| {
        format!(
            "{{\"name\": \"connectx\", \"configuration\": {{\"columns\": 7}}, \"info\": {{\"TeamNames\": [\"A\", null]}}, \"{steps}\": []}}"
        )
    };
    assert_eq!(told(episode("steps").as_bytes(), "x.json"), ["0"]);
    assert_eq!(told(episode("Steps").as_bytes(), "x.json"), ["0 bad-syntax"]);
    let tags = &reports(episode("steps").as_bytes(), "x.json", None)[0].tags;
    assert_eq!((tags.get("White"), tags.get("Red")), (Some("A"), None));
}

/// What stands before the place where compressed data ends too early is judged, in any encoding.
#[test]
fn records_before_damage_are_judged_in_any_encoding() {
    let of =
        |text: &dyn Fn(usize) -> String| (0..60_usize).map(|number| text(number.pow(5) * 7919)).collect::<String>();
    let trees = of(&|number| format!("(;GM[4]SZ[15]PB[张三]EV[{number}];B[hh];W[hh])\n"));
    let games = of(&|number| format!("[Game \"gomoku\"]\n[Event \"{number}\"]\n\n1. h8, h8\n\n"));
    let wide = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let marked = |text: &str| [&[0xff, 0xfe][..], &wide(text)].concat();
    let gbk = |text: &str| encoding_rs::GBK.encode(text).0.into_owned();
    for (bytes, options) in [
        (games.clone().into_bytes(), &[][..]),
        (marked(&games), &[]),
        (gbk(&games), &["--encoding", "gbk"]),
        (trees.clone().into_bytes(), &[]),
        (marked(&trees), &[]),
        (wide(&trees), &[]),
        (gbk(&trees), &[]),
        (gbk(&trees), &["--encoding", "gbk"]),
    ] {
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        packed.write_all(&bytes).expect("memory is written");
        let packed = packed.finish().expect("memory is written");
        let arguments = [&["validate", "--format", "concise", "-"][..], options].concat();
        let output = program::run(Path::new("."), &arguments, &packed[..packed.len() - 60]);
        let (told, cut) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let count = told.matches("error[occupied]").count();
        assert!((45..60).contains(&count) && cut.contains("ends too early"), "{options:?} {count}: {cut}");
    }
}

/// Its letters are bytes of ASCII after an escape sign, which are not read.
#[test]
fn encodings_with_escape_signs_are_told() {
    let sgf = b"(;GM[4]SZ[15]CA[ISO-2022-JP]PB[\x1b$BF|K\\\x1b(B];B[hh];W[hi])";
    let report = reports(sgf, "x.sgf", None).remove(0);
    assert!(report.diagnostics.iter().any(|said| said.code == "bad-encoding"), "{:?}", report.diagnostics);
    let sgf = b"(;GM[4]SZ[15]CA[ISO-2022-JP]PB[Ada];B[hh];W[hi])";
    assert!(reports(sgf, "x.sgf", None)[0].diagnostics.iter().all(|said| said.code != "bad-encoding"));
}

/// What a tag keeps of a file is written only where it says no more than that.
#[test]
fn tags_that_a_reader_would_take_otherwise_are_told() {
    let rules = "[Variant \"freestyle\"]\n";
    assert_eq!(
        converted("psq", &format!("{rules}[PSQ-Levels \"0 - 0\"]\n"), "h8 h9", false),
        Err(vec!["not-representable"])
    );
    let kept = converted("psq", &format!("{rules}[PSQ-Levels \"3:12\"]\n"), "h8 h9", false).expect("a game");
    assert!(kept.starts_with(b"Piskvorky 15x15, 3:12, 0\n"));
    assert_eq!(converted("sgf", "[SGF-RU \"Renju\"]\n", "h8 h9", false), Err(vec!["not-representable"]));
    for (tags, wanted) in [
        ("[SGF-RU \"Five!\"]\n", "RU[Five!]\n"),
        ("[Date \"2024.05.??\"]\n", "DT[2024-05]"),
        ("[Date \"2024.05\"]\n", "DT[2024-05]"),
        ("[Date \"2024.??\"]\n", "DT[2024]"),
        ("[Date \"2024\"]\n", "DT[2024]"),
        ("[Date \"????.05\"]\n", "DT[????.05]"),
        ("[Date \"2024.??.05\"]\n", "DT[2024.??.05]"),
        ("[Date \"????.??.??\"]\n", "DT[????.??.??]"),
    ] {
        let text = converted("sgf", tags, "h8 h9", false).expect("a game");
        assert!(String::from_utf8_lossy(&text).contains(wanted), "{tags}: {}", String::from_utf8_lossy(&text));
    }
}

/// Two quotation marks may enclose a CR; outside them it ends no line.
#[test]
fn a_table_of_an_old_macintosh_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    for (table, is_refused) in [
        ("White,moves,Red\rAda,abc,Bob\r", true),
        ("Game,White,moves\rforza4,Ada,abc\r", true),
        ("\"x\ry\",moves\n1,abc\n", false),
        ("moves\r\nabc\r\n", false),
    ] {
        let output =
            program::run(folder.path(), &["validate", "--from", "csv", "--game", "forza4", "-"], table.as_bytes());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said.contains("the lines end with CR alone"), is_refused, "{table:?}: {said}");
    }
}

/// Several games may have one number: the first keeps it.
#[test]
fn the_games_of_a_database_have_numbers_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = |id: &str| format!("[Game \"gomoku\"]\n[Variant \"renju\"]\n[GameId \"{id}\"]\n\n1. h8, h9\n\n");
    let text = ["5", "5", "x", "5"].map(game).concat();
    let output = program::run(folder.path(), &["convert", "--to", "rif", "-"], text.as_bytes());
    let written = String::from_utf8_lossy(&output.stdout).into_owned();
    let ids: Vec<&str> = written.split("<game id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(ids, ["5", "1", "x", "2"], "{written}");
}

/// A library cannot hold texts with zeros in them.
#[test]
fn no_library_is_written_in_utf_16() {
    let folder = tempfile::tempdir().expect("a folder");
    for encoding in ["utf-16le", "utf-16"] {
        let calls = ["convert", "--to", "renlib", "--to-encoding", encoding, "-"];
        let output = program::run(folder.path(), &calls, b"[Game \"gomoku\"]\n[Board \"15x15\"]\n\nh8\n");
        assert_eq!(output.status.code(), Some(2), "{encoding}");
    }
}

/// The same bytes are the same records, whether they come by a name or by a pipe.
#[test]
fn standard_input_is_looked_at_as_files_are() {
    let folder = tempfile::tempdir().expect("a folder");
    let long = "e".repeat(600);
    let json = format!("{{\"Game\":\"gomoku\",\"Event\":\"{long}\",\"moves\":\"h8 h9\"}}\n");
    let sgf = format!("From: someone\nSubject: {long}\n\n(;GM[4]SZ[15];B[hh])\n");
    let openings = "0,0, 1,-1, -2,3, 4,4, -5,-5\n".repeat(40);
    let table = format!("Game,Event,Moves\nforza4,{long},c e c\n");
    for (name, text) in [("a.jsonl", json), ("a.sgf", sgf), ("a.txt", openings), ("a.csv", table)] {
        std::fs::write(folder.path().join(name), &text).expect("a file");
        let by_name = program::run(folder.path(), &["validate", "--format", "concise", name], b"");
        let piped = program::run(folder.path(), &["validate", "--format", "concise", "-"], text.as_bytes());
        let codes = |output: &std::process::Output| {
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            said.lines().filter_map(|line| Some(line.split_once(": ")?.1.to_owned())).collect::<Vec<_>>()
        };
        assert_eq!((by_name.status, codes(&by_name)), (piped.status, codes(&piped)), "{name}");
    }
}

/// One damaged line does not make a file of openings a text of nobody.
#[test]
fn a_damaged_opening_is_told_alone() {
    assert_eq!(told(b"0,0, 1,-1, -2,3\n1,x, 2,2\n0,0, 2,-2, 3,3\n", "a.txt").len(), 3);
    let damaged = told(b"0,0, 1,-1, -2,3\nfoo\n", "a.txt");
    assert!(damaged.len() == 2 && damaged[1].contains("bad-syntax"), "{damaged:?}");
}

/// Rules that are more than a variant are kept, and written back.
#[test]
fn rules_of_sgf_are_kept_whole() {
    let folder = tempfile::tempdir().expect("a folder");
    for (rules, variant) in [
        ("Taraguchi-10", "renju"),
        ("Renju Soosyrv", "renju"),
        ("Standard Gomoku, Swap2", "standard"),
        ("Caro+", "caro"),
        ("Carom", "standard"),
        ("Swap2", "standard"),
        ("Gomoku", "standard"),
    ] {
        let tree = format!("(;GM[4]SZ[15]RU[{rules}];B[hh])");
        let report = reports(tree.as_bytes(), "a.sgf", None).remove(0);
        assert_eq!(report.variant, Some(variant), "{rules}");
        assert!(report.tags.0.contains(&("SGF-RU".to_owned(), rules.to_owned())), "{rules}: {:?}", report.tags);
        let output = program::run(folder.path(), &["convert", "--to", "sgf", "-"], tree.as_bytes());
        let written = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(written.contains(&format!("RU[{rules}]")) && !written.contains("SGF-RU"), "{written}");
        // Elsewhere the variant says what counts.
        let psq = program::run(folder.path(), &["convert", "--to", "psq", "-"], tree.as_bytes());
        assert_eq!(psq.status.success(), !matches!(rules, "Carom" | "Swap2"), "{rules}");
    }
    let tree = b"(;GM[4]SZ[15]RU[Renju];B[hh])";
    assert!(reports(tree, "a.sgf", None)[0].tags.0.iter().all(|(name, _)| name != "SGF-RU"));
}

#[test]
fn a_side_to_move_that_does_not_move_is_told() {
    for (tree, expected) in [
        ("(;GM[4]SZ[15]PL[W];B[hh])", "1 dropped"),
        ("(;GM[4]SZ[15]PL[W])", "0 dropped"),
        ("(;GM[4]SZ[15]PL[Q])", "0 dropped"),
        ("(;GM[4]SZ[15]PL[B])", "0"),
        ("(;GM[4]SZ[15]PL[B];B[hh])", "1"),
        ("(;GM[4]SZ[15]PL[W];W[hh])", "2 stands"),
    ] {
        let told = told(tree.as_bytes(), "a.sgf").remove(0);
        let told: Vec<_> = told.split(' ').filter(|word| *word != "guessed").collect();
        assert_eq!(told.join(" "), expected, "{tree}");
    }
}

/// A pass that only the reader has put there was not in the file.
#[test]
fn plies_that_the_file_lacks_are_not_counted_as_not_played() {
    for tree in ["(;GM[4]SZ[15];b[hh];W[hi])", "(;GM[4]SZ[15];B[hh]W[ii];B[aa])"] {
        let said = reports(tree.as_bytes(), "a.sgf", None).remove(0).diagnostics;
        let skipped: Vec<_> = said.iter().filter(|said| said.code == "not-played").collect();
        assert!(skipped.len() == 1 && skipped[0].message.starts_with("one ply"), "{tree}: {skipped:?}");
    }
}

#[test]
fn files_that_are_cut_off_at_their_start_are_told_as_such() {
    let told = |bytes: &[u8], name| {
        let said = reports(bytes, name, None).remove(0).diagnostics.remove(0);
        (said.code, said.message)
    };
    let (code, message) = told(b"\xffRenLib\xff\x03\x00\xff\xff", "a.lib");
    assert_eq!((code, &*message), ("unknown-format", "this library is cut off within its header"));
    let (code, message) = told(b"foo\n", "a.trl");
    assert_eq!((code, &*message), ("unknown-format", "this is no Ludii trial"));
    let trial = b"game=/x/Connect Four.lud\nSTART GAME OPTIONS\nBoard Size/8x8";
    let report = reports(trial, "a.trl", None).remove(0);
    assert!(report.diagnostics.iter().any(|said| said.code == "bad-syntax"), "{:?}", report.diagnostics);
}
