//! Names and tags are read as people write them; what differs is told once, at its place.

use std::path::Path;

use scoresheet::names::same;
use scoresheet::registry::GAMES;
use serde_json::Value;

use super::{program, rewritten};

/// The one record of `text` as JSON.
fn object(arguments: &[&str], text: &str) -> Value {
    let mut objects = program::objects(arguments, text);
    assert_eq!(objects.len(), 1, "{text}: {objects:?}");
    objects.remove(0)
}

/// What is said of the one record of `text`.
fn said(text: &str) -> Vec<String> {
    program::said(&object(&[], text))
}

/// Game and variant of the one record of `text`, in which nothing is wrong.
fn settled(arguments: &[&str], text: &str) -> (String, String) {
    let object = object(arguments, text);
    assert_eq!(program::said(&object), [""; 0], "{arguments:?} {text}");
    let word = |key: &str| object[key].as_str().expect("a word").to_owned();
    (word("game"), word("variant"))
}

/// What the program prints, and its exit status.
fn printed(arguments: &[&str], input: &str) -> (String, String, Option<i32>) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = program::run(here, arguments, input.as_bytes());
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is text");
    (text(output.stdout), text(output.stderr), output.status.code())
}

#[test]
fn names_are_read_regardless_of_capitals_spaces_hyphens_and_underscores() {
    for game in ["Forza 4", "forza-4", "FORZA_4", "Connect Four", "connect4", "CONNECT-FOUR"] {
        let text = format!("[Game \"{game}\"]\n\n1. c, e");
        assert_eq!(settled(&[], &text), ("forza4".into(), "standard".into()));
        assert_eq!(settled(&["--game", game], "1. c, e"), ("forza4".into(), "standard".into()));
        assert_eq!(printed(&["games", game], "").0, printed(&["games", "forza4"], "").0);
    }
    let text = "[Game \"Forza 4\"]\n[Variant \"STANDARD\"]\n[Options \"Equalizer\"]\n[Board \"15×15\"]\n[Starts \"red\"]\n\
                [Notation \"Squares\"]\n[Result \"WHITE\"]\n[Termination \"Resignation\"]\n\n1. ..., c1";
    let object = object(&[], text);
    assert_eq!(program::said(&object), [""; 0]);
    assert_eq!((&object["board"], &object["options"][0]), (&"15x15".into(), &"equalizer".into()));
    assert_eq!(object["notation"], "squares");
    // What the tags say already is written back as it came.
    let written = rewritten(text, None, None).expect("a record");
    assert_eq!(written, format!("{text}\n"));
    let lenient = [
        "--game",
        "halma",
        "--variant",
        "Double Colour",
        "--starts",
        "green",
        "--notation",
        "Paths",
        "--board",
        "16X16",
    ];
    assert_eq!(
        settled(&lenient, "1. ..., p1-o2".replace("p1-o2", "l1-k1").as_str()),
        ("halma".into(), "double-colour".into())
    );
    let lenient = ["--game", "Go-Moku", "--variant", "Caro", "--options", "Double Three, SWAP"];
    assert_eq!(settled(&lenient, "1. h8, i9"), ("gomoku".into(), "caro".into()));
    let pairs = "[Game \"halma\"]\n[Variant \"FOUR\"]\n[Options \"pairs\"]\n[Pairs \"red + GREEN\"]\n[Result \"white+blue\"]\n\
                 [Termination \"time\"]\n\n1. a13-a12";
    assert_eq!(settled(&[], pairs), ("halma".into(), "four".into()));
    let halma = "[Game \"HALMA\"]\n[Variant \"8×8\"]\n[Board \"8 × 8\"]\n\n1. a5-a4";
    assert_eq!(settled(&[], halma), ("halma".into(), "8x8".into()));
}

#[test]
fn names_of_columns_and_keys_are_read_so_too() {
    let table = "GAME,move limit,Moves,white,White Elo\nForza 4,,c e,Ada,1500\n";
    let seen = object(&["--from", "csv"], table);
    assert_eq!((&seen["game"], program::said(&seen)), (&"forza4".into(), vec![]));
    // Columns that differ in capitals alone are two columns, and no row has a tag twice.
    let seen = object(&["--from", "csv", "--game", "forza4"], "elo,Elo,moves\n1,2,c e\n");
    assert_eq!(program::said(&seen), [""; 0]);
    let line = r#"{"GAME":"vier gewinnt","tags":{"white":"Ada"},"moves":"c e"}"#;
    let seen = object(&["--from", "jsonl"], line);
    assert_eq!((&seen["game"], program::said(&seen)), (&"forza4".into(), vec![]));
}

#[test]
fn a_result_in_the_movetext_is_read_regardless_of_capitals() {
    for (word, canonical) in [("white", "White"), ("DRAW", "draw"), ("rED", "Red"), ("Draw", "draw")] {
        let text = format!("[Game \"forza4\"]\n\n1. c, e {word}");
        assert_eq!(said(&text), ["note result-unproven null"], "{word}");
        let written = rewritten(&text, None, None).expect("a record");
        assert_eq!(written, format!("[Game \"forza4\"]\n\n1. c, e {canonical}\n"));
        let (_, _, status) = printed(&["validate", "--strict", "-"], &format!("[Game \"forza4\"]\n\n1. c, e {word}\n"));
        assert_eq!(status, Some(1), "{word}");
    }
    for letter in ["W", "R", "w", "Whit", "Drawn", "Blue"] {
        assert_eq!(
            said(&format!("[Game \"forza4\"]\n\n1. c, e; 2. {letter}"))[0].split(' ').nth(1),
            Some(match letter {
                "W" | "R" | "w" => "off-board",
                _ => "bad-move",
            })
        );
    }
}

#[test]
fn no_result_is_a_ply() {
    let four = "[Game \"halma\"]\n[Variant \"four\"]\n[Options \"pairs\"]\n[Pairs \"Red+Blue\"]\n";
    let settings = GAMES.iter().map(|game| (game.info(), format!("[Game \"{}\"]\n", game.info().id)));
    for (info, tags) in settings.chain([(GAMES[4].info(), four.to_owned())]) {
        for system in info.systems().filter(|system| system.name() != "diagram") {
            // In a variation there are no results: whatever stands there is read as a ply.
            let sides = ["White", "Red", "Green", "Blue", "Black", "draw", "White+Green", "Red+Blue"];
            let words = sides.map(|side| format!("({side}) ({}) ({})", side.to_lowercase(), side.to_uppercase()));
            let text = format!("{tags}[Notation \"{system}\"]\n\n-- {{[%stands]}} {}", words.join(" "));
            let codes = said(&text);
            let misread = codes.iter().filter(|said| said.contains("bad-move")).count();
            assert_eq!(misread, words.len() * 3, "{text}: {codes:?}");
        }
    }
}

#[test]
fn games_answer_to_their_names_in_other_languages() {
    for (id, variant, names) in [
        (
            "forza4",
            "standard",
            &["Vier gewinnt", "Puissance 4", "Forza quattro", "CONECTA 4", "Cuatro en línea", "四子棋", "四目並べ"][..],
        ),
        (
            "gomoku",
            "standard",
            &["五子棋", "五目並べ", "Five in a row", "Gobang", "Fünf in einer Reihe", "Cinco en raya"],
        ),
        ("gomoku", "renju", &["renju", "Renju", "連珠", "连珠"]),
        ("halma", "standard", &["Halma", "ハルマ"]),
        ("lefile", "standard", &["Le File", "le-file"]),
        ("plus4", "standard", &["Plus 4", "plus four", "Plus Quattro"]),
    ] {
        for name in names {
            let text = format!("[Game \"{name}\"]\n");
            assert_eq!(settled(&[], &text), (id.into(), variant.into()), "{name}");
            assert_eq!(settled(&["--game", name], "*"), (id.into(), variant.into()), "{name}");
            assert_eq!(printed(&["games", name], "").2, Some(0), "{name}");
        }
    }
    // The star-shaped game is another one.
    assert_eq!(said("[Game \"跳棋\"]\n"), ["error unknown-game null"]);
}

#[test]
fn no_name_means_two_games() {
    let mut names: Vec<(&str, &str)> = Vec::new();
    for game in GAMES {
        let info = game.info();
        names.push((info.id, info.id));
        names.extend(info.aliases.iter().map(|name| (info.id, *name)));
        names.extend(
            info.variant_names
                .iter()
                .filter(|(_, variant)| {
                    assert!(info.variants.iter().any(|known| known.name == *variant));
                    true
                })
                .map(|(name, variant)| (*variant, *name)),
        );
    }
    for (index, (game, name)) in names.iter().enumerate() {
        for (other, twin) in &names[..index] {
            assert!(!same(name, twin) || game == other && *name == *game, "{name} of {game} and {twin} of {other}");
        }
    }
}

#[test]
fn renju_as_a_game_is_a_variant_of_gomoku() {
    let renju = "[Game \"renju\"]\n[Variant \"Renju\"]\n\n1. h8, h9\n";
    assert_eq!(settled(&[], renju), ("gomoku".into(), "renju".into()));
    assert_eq!(rewritten(renju, None, None).as_deref(), Ok(renju));
    let alone = "[Game \"連珠\"]\n\n1. h8, h9\n";
    assert_eq!(rewritten(alone, None, None).as_deref(), Ok(alone));
    assert_eq!(said("[Game \"renju\"]\n[Variant \"caro\"]\n\n1. h8"), ["error bad-variant null"]);
    assert_eq!(settled(&["--game", "renju"], "1. h8"), ("gomoku".into(), "renju".into()));
    let seen = object(&["--game", "renju", "--variant", "freestyle"], "1. h8");
    assert_eq!(program::said(&seen), ["error bad-variant null"]);
    assert_eq!(printed(&["explain", "Duplicate Tag"], "").0, printed(&["explain", "duplicate-tag"], "").0);
    // What the caller says goes before the tags, and is written where the record lacks it.
    let here = |arguments: &[&str], text: &str| {
        let (out, _, status) = printed(&[&["convert", "--to", "transcript"], arguments, &["-"]].concat(), text);
        assert_eq!(status, Some(0), "{arguments:?}");
        out
    };
    assert_eq!(here(&["--game", "renju"], "h8 h9"), "[Game \"gomoku\"]\n[Variant \"renju\"]\n\n1. h8, h9\n");
    assert_eq!(here(&["--game", "gomoku"], "[Game \"renju\"]\n\n1. h8, h9"), "[Game \"gomoku\"]\n\n1. h8, h9\n");
}

#[test]
fn names_of_tags_are_read_regardless_of_capitals() {
    let text = "[game \"forza4\"]\n[BOARD \"5x4\"]\n[starts \"Red\"]\n[result \"*\"]\n[white \"Ada\"]\n\n1. ..., e\n";
    let seen = object(&[], text);
    assert_eq!((&seen["board"], program::said(&seen)), (&"5x4".into(), vec![]));
    assert_eq!(seen["tags"]["game"], "forza4", "tags are told as they came");
    assert_eq!(rewritten(text, None, None).as_deref(), Ok(text));
    let twice = "[game \"forza4\"]\n[Game \"halma\"]\n[Date \"1\"]\n[DATE \"2\"]\n\n1. c, e";
    let seen = object(&[], twice);
    assert_eq!(program::said(&seen), ["error duplicate-tag null"; 2]);
    assert_eq!(
        (&seen["game"], &seen["tags"]["Game"], &seen["tags"]["Date"]),
        (&"forza4".into(), &Value::Null, &"1".into())
    );
}

#[test]
fn pictures_and_score_sheets_name_players_whose_tags_are_in_small_letters() {
    let text = "[Game \"forza4\"]\n[white \"Ada\"]\n[red \"Bea\"]\n\n1. c, e";
    let (picture, ..) = printed(&["show", "--as", "svg", "-"], text);
    assert!(picture.contains("Ada – Bea"), "{picture}");
    let text = include_str!("../../samples/lefile/match.txt");
    let small = text.replace("[White ", "[white ").replace("[Black ", "[BLACK ");
    let sheet = |text: &str| printed(&["validate", "-"], text).0;
    assert!(sheet(text).contains("(Ada)"), "{}", sheet(text));
    assert_eq!(sheet(&small), sheet(text));
}

#[test]
fn a_tag_that_looks_like_a_known_one_is_told() {
    for (name, known) in [
        ("Whte", "White"),
        ("Wihte", "White"),
        ("Resullt", "Result"),
        ("Gioco", "Game"),
        ("Spiel", "Game"),
        ("bianco", "White"),
        ("Weiss", "White"),
        ("Ergebnis", "Result"),
        ("Fecha", "Date"),
        ("Strats", "Starts"),
    ] {
        let text = format!("[Game \"forza4\"]\n[{name} \"x\"]\n\n1. c, e\n");
        let seen = object(&[], &text);
        assert_eq!(program::said(&seen), ["note unknown-tag null"], "{name}");
        let message = seen["diagnostics"][0]["message"].as_str().expect("a message");
        assert!(message.contains(name) && message.contains(known), "{message}");
        assert_eq!((&seen["valid"], &seen["tags"][name]), (&true.into(), &"x".into()));
        assert_eq!(rewritten(&text, None, None).as_deref(), Ok(&*text));
    }
    for name in [
        "WhiteElo",
        "Source",
        "Annotator",
        "Time",
        "TimeControl",
        "UTCDate",
        "ECO",
        "Name",
        "Side",
        "Elo",
        "Black",
        "Nero",
        "Anything",
        "PlyCount",
        "Titel",
        "GameId",
        "Link",
        "Stage",
    ] {
        assert_eq!(said(&format!("[Game \"forza4\"]\n[{name} \"x\"]\n\n1. c, e\n")), [""; 0], "{name}");
    }
    assert_eq!(said("[Game \"lefile\"]\n[Nero \"x\"]\n"), ["note unknown-tag null"]);
    assert_eq!(said("[Spiel \"forza4\"]\n\n1. c"), ["error unknown-game null", "note unknown-tag null"]);
}

#[test]
fn audits_tell_such_tags_in_every_record() {
    let text =
        "[Game \"forza4\"]\n[Whte \"x\"]\n\n1. c, e\n\n".repeat(3) + "[Game \"plus4\"]\n[Whte \"x\"]\n\n1. c, d\n";
    let (out, _, status) = printed(&["audit", "--format", "jsonl", "-"], &text);
    let told = out.matches("\"unknown-tag\"").count();
    assert_eq!((told, status), (3, Some(0)), "{out}");
}

#[test]
fn a_line_with_a_name_and_a_colon_is_no_tag() {
    let help = |text: &str| {
        let seen = object(&[], text);
        let errors: Vec<_> =
            seen["diagnostics"].as_array().expect("a list").iter().filter(|said| said["severity"] == "error").collect();
        assert_eq!(errors.len(), 1, "{text}: {errors:?}");
        assert_eq!(
            (&errors[0]["code"], &errors[0]["ply"], &seen["plies"]),
            (&"bad-syntax".into(), &1.into(), &0.into())
        );
        (errors[0]["line"].as_u64().expect("a line"), errors[0]["help"].as_str().expect("help").to_owned())
    };
    let written = |line: u64, tag: &str| (line, format!("a tag is written {tag}"));
    assert_eq!(help("Game: forza4\n\n1. c, e\n"), written(1, "[Game \"forza4\"]"));
    assert_eq!(help("Game: forza4\nWhite: Ada\n\n1. c, e; 2. c\n"), written(1, "[Game \"forza4\"]"));
    assert_eq!(
        help("[Game \"forza4\"]\nweiss :  Ada \"x\"\n[Red \"B\"]\n\n1. c, e\n"),
        written(2, "[White \"Ada \\\"x\\\"\"]")
    );
    assert_eq!(
        help("# a game\n{of ours}\n[Game \"forza4\"]\n\n{x}\n  Club: north\n1. c, e\n"),
        written(6, "[Club \"north\"]")
    );
    assert_eq!(help("Whte: Ada\r\n\r\n1. c, e\r\n"), written(1, "[White \"Ada\"]"));
    assert_eq!(
        help("Wei\u{df}: Ada\n\n1. c, e\n").1,
        "a tag is written [Name \"value\"], its name in letters from A to Z"
    );
    // A line of the kind spoils no other record.
    let objects = program::objects(&[], "Event: x\n\n[Game \"forza4\"]\n\n1. c, e\n\n[Game \"forza4\"]\n\n1. c\n");
    assert_eq!(objects.iter().map(|seen| seen["valid"] == true).collect::<Vec<_>>(), [false, true, true]);
}

#[test]
fn other_colons_are_none_of_them() {
    for (text, codes) in [
        ("[Game \"forza4\"]\n\n# Game: forza4\n1. c, e {x\nGame: forza4}\n", &[][..]),
        ("[Game \"halma\"]\n\na12:a11\n", &[]),
        ("[Game \"forza4\"]\n\nGame:\n1. c, e\n", &["error bad-move 1", "note not-played 2"]),
        ("[Game \"forza4\"]\n\nc:e\n", &["error bad-move 1"]),
        ("[Game \"forza4\"]\n\n1. c, e;\nWhite: x\n", &["error bad-move 3", "note not-played 4"]),
        ("[Game \"forza4\"] White: Ada\n\n1. c, e\n", &["error bad-syntax 1", "note not-played 1"]),
    ] {
        assert_eq!(said(text), codes, "{text}");
    }
    let (out, ..) =
        printed(&["validate", "--from", "lines", "--game", "forza4", "--format", "concise", "-"], "Game: x\n");
    assert!(out.contains("error[off-board]") && !out.contains("bad-syntax"), "{out}");
}

/// Each form in which people write a game, beside the canonical one.
#[test]
fn lenient_forms_of_movetext_are_read_in_every_game() {
    let scoring = "[Game \"lefile\"]\n[Setup \"8/8/pppppprr/8/3R4/PPP2PPP/7R/8 W 2 0:0 -:-\"]\n";
    for (tags, canonical, forms) in [
        (
            "[Game \"forza4\"]\n",
            "1. c, e; 2. c, -- {[%stands]}",
            &[
                "1.c,e;2.c,-- {[%stands]}",
                "1. c, e\n2. c, -- {[%stands]}",
                "1.\tc ,\r\n\te;2.\n\nc, -- {[%stands]}\n\n\n",
                "c e c -- {[%stands]}",
                "1. c e 2. c -- {[%stands]}",
                "1. C, E; 2. C, -- {[%stands]}",
                "1. c 1... e 2. c 2... -- {[%stands]}",
                "1. c, 1... e; 2. c 2... -- {[%stands]}",
                "1. c, e; 2. c, –– {[%stands]}",
                "1. c, e; 2. c, —– {[%stands]}",
            ][..],
        ),
        (
            "[Game \"forza4\"]\n[Starts \"Red\"]\n[Notation \"squares\"]\n",
            "1. ..., c1; 2. e1",
            &["1... c1 2. e1", "c1 e1", "1... C1; 2. E1", "1...,c1;2.e1"],
        ),
        (
            "[Game \"plus4\"]\n[Variant \"continua\"]\n",
            "1. d*, a; 2. d",
            &["d* a d", "1. D*, A; 2. D", "1. d* 1... a 2. d", "1.d*,a\n2.d"],
        ),
        (
            "[Game \"gomoku\"]\n",
            "1. h8, i9; 2. j10",
            &["h8 i9 j10", "1. H8 i9 2. J10", "1. h8 1... i9 2. j10", "1.h8,i9;2.j10;"],
        ),
        (
            "[Game \"gomoku\"]\n[Options \"swap\"]\n",
            "1. h8, i9; 2. j10, swap k11",
            &["h8 i9 j10 swap k11", "1. h8 i9; 2. j10 2... swap K11", "1. h8, i9; 2. j10, swap\n\tk11"],
        ),
        (
            "[Game \"gomoku\"]\n[Variant \"murray\"]\n[Pieces \"1\"]\n",
            "1. h8, i9; 2. h8-h9",
            &["1. h8, i9; 2. h8–h9", "1. h8, i9; 2. h8—h9", "1. h8, i9; 2. H8-H9", "h8 i9 h8-h9"],
        ),
        (
            "[Game \"halma\"]\n[Starts \"Green\"]\n",
            "1. ..., p4-n6; 2. a13-c11",
            &["p4xn6 a13:c11", "1... p4→n6 2. a13–c11", "1. ..., P4—N6; 2. A13-c11", "1. ..., p4:n6\n2. a13xC11"],
        ),
        (
            "[Game \"halma\"]\n[Variant \"8x8\"]\n[Notation \"ends\"]\n",
            "1. a8-c6, h1-f3; 2. b8-d6, g2-e4; 3. c7-e3",
            &["a8xc6 h1:f3 b8→d6 g2–e4 C7—E3", "1. a8-c6 h1-f3 2. b8-d6 2... g2-e4 3. c7-e3"],
        ),
        (
            "[Game \"lefile\"]\n",
            "1. 24 Pb4, 36 Rc6",
            &[
                "1. 24 PB4, 36 RC6",
                "1.24 Pb4,36 Rc6",
                "1. 24 Pb4 1... 36 Rc6",
                "24 Pb4, 36 Rc6",
                "1. 24\tPb4,\n36 Tc6",
                "24 Pb4; 36 Rc6",
            ],
        ),
        (
            scoring,
            "1. 1b d4-d3 =a3-d3 xa6-a5",
            &[
                "1b d4-d3 =a3-d3 xa6-a5",
                "1. 1b d4–d3 =a3–d3 xa6–a5",
                "1. 1b D4—D3 =A3-D3 xA6-A5",
                "1. 1n d4-d3 =d3-a3 xa6-a5",
                "1. Ab d4-d3\n=a3-d3\n\txa6—a5",
            ],
        ),
    ] {
        let read = |body: &str, strict: bool| {
            let text = format!("{tags}\n{body}\n");
            let seen = object(if strict { &["--strict"] } else { &[] }, &text);
            (program::said(&seen), seen["moves"].clone())
        };
        let (codes, moves) = read(canonical, true);
        let plain =
            if tags.contains("forza4") && canonical.contains("stands") { &["warning stands 4"][..] } else { &[] };
        assert_eq!(codes, plain, "{tags}{canonical}");
        for form in forms {
            assert_eq!(read(form, false), (codes.clone(), moves.clone()), "{tags}{form}");
            let (strict, _) = read(form, true);
            assert!(strict.contains(&"error not-canonical null".to_owned()), "{tags}{form}: {strict:?}");
        }
    }
}

#[test]
fn paths_alone_are_validated() {
    let game = "samples/forza4/game.txt";
    for (short, long) in [
        (&[game][..], &["validate", game][..]),
        (&["--strict", game], &["validate", "--strict", game]),
        (&["--format", "json", game, game], &["validate", "--format", "json", game, game]),
        (&["-"], &["validate", "-"]),
        (&["--game", "forza4", "-"], &["validate", "--game", "forza4", "-"]),
        (&["samples"], &["validate", "samples"]),
        (&["none.txt"], &["validate", "none.txt"]),
    ] {
        assert_eq!(printed(short, "1. c, e"), printed(long, "1. c, e"), "{short:?}");
    }
    let (_, told, status) = printed(&["validat", game], "");
    assert!(told.contains("validate") && told.contains("subcommand") && status == Some(2), "{told}");
    let (_, told, status) = printed(&["--strict"], "");
    assert!(told.contains("Usage: scoresheet") && status == Some(2), "{told}");
    // A command goes before a file of its name.
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["games", "mine"] {
        std::fs::write(folder.path().join(name), "[Game \"forza4\"]\n\n1. c, e\n").expect("a file");
    }
    let said = |name: &str| String::from_utf8(program::run(folder.path(), &[name], b"").stdout).expect("text");
    assert!(said("games").contains("file formats") && said("mine").contains("1 valid"));
}

#[test]
fn formats_and_grammars_are_listed() {
    let (out, _, status) = printed(&["games", "--formats"], "");
    assert_eq!(status, Some(0));
    for format in scoresheet::formats::FORMATS {
        let line = out.lines().find(|line| line.starts_with(format.name())).expect("each format has its line");
        assert!(
            line.contains(format.info().about) && format.info().endings.iter().all(|ending| line.contains(ending)),
            "{line}"
        );
        assert_eq!(line.contains("written"), scoresheet::convert::is_written(*format), "{line}");
    }
    assert_eq!(printed(&["games", "--grammar", "Squares"], "").0, include_str!("../../grammar/squares.ebnf"));
    assert_eq!(printed(&["games", "--grammar", "record"], "").0, include_str!("../../grammar/record.ebnf"));
    let (_, told, status) = printed(&["games", "--grammar", "sqares"], "");
    assert!(status == Some(2) && told.contains("squares") && told.contains("jsonl"), "{told}");
}

#[test]
fn templates_are_sound_records() {
    let sound = |arguments: &[&str]| {
        let (out, told, status) = printed(&[&["new"], arguments].concat(), "");
        assert_eq!((status, told.as_str()), (Some(0), ""), "{arguments:?}");
        let judged = object(&[], &out);
        assert_eq!((program::said(&judged), &judged["valid"]), (vec![], &true.into()), "{out}");
        // The tags that stand in comments have values that they may have.
        for line in out.lines().filter_map(|line| line.strip_prefix("# [")) {
            let tag = line.split(' ').next().expect("a name");
            if ["Options", "MoveLimit", "Vacate", "Pairs", "Order"].contains(&tag) {
                continue;
            }
            let judged = object(&[], &out.replace(&format!("# [{line}\n"), &format!("[{line}\n")));
            let codes = program::said(&judged);
            assert!(codes.iter().all(|said| said.starts_with("note ")), "{arguments:?} {line}: {codes:?}");
        }
        out
    };
    for game in GAMES {
        let info = game.info();
        insta::assert_snapshot!(format!("new-{}", info.id), sound(&[info.id]));
        for variant in info.variants {
            let out = sound(&[info.id, "--variant", variant.name]);
            assert!(info.variants.len() == 1 || out.contains(&format!("\n[Variant \"{}\"]\n", variant.name)), "{out}");
        }
        for option in info.options {
            let variant = match option.name {
                "opening-26" => "renju",
                "pairs" => "four",
                "four" => "marked",
                _ => info.variants[0].name,
            };
            let out = sound(&[info.id, "--variant", variant, "--options", option.name]);
            assert!(out.contains(&format!("\n[Options \"{}\"]\n", option.name)), "{out}");
        }
    }
    assert!(
        sound(&["halma", "--variant", "Four", "--options", "pairs, vacate, MoveLimit"]).contains("\n[Blue \"?\"]\n")
    );
    assert!(sound(&["renju"]).contains("\n[Variant \"renju\"]\n"));
    let (out, told, status) = printed(&["new", "halma", "--options", "pairs"], "");
    assert!(out.is_empty() && told.contains("four") && status == Some(2), "{told}");
    assert_eq!(printed(&["new", "chess"], "").2, Some(2));
    assert_eq!(printed(&["new", "x\"]\n[Game \"forza4"], "").2, Some(2));
    let folder = tempfile::tempdir().expect("a folder");
    let output = program::run(folder.path(), &["new", "plus4", "-o", "mine.txt"], b"");
    assert!(output.status.success() && output.stdout.is_empty());
    let written = std::fs::read_to_string(folder.path().join("mine.txt")).expect("a file");
    assert_eq!(written, sound(&["plus4"]));
}
