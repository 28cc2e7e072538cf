//! `collate`: copies of the same games, through the real program.

#[path = "support/program.rs"]
mod program;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use scoresheet::Position;
use serde_json::Value;

/// Writes copies into a folder and collates them: the games, and the text of the collated records.
fn collated(copies: &[&str], arguments: &[&str]) -> (Vec<Value>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let names: Vec<String> = (0..copies.len()).map(|number| format!("{number}.txt")).collect();
    for (name, copy) in names.iter().zip(copies) {
        fs::write(folder.path().join(name), copy).expect("a file");
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let call = [&["collate", "--format", "json", "-o", "out.txt"], arguments, &names].concat();
    let output = program::run(folder.path(), &call, b"");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let games = String::from_utf8(output.stdout).expect("output is text");
    let games: Vec<Value> = games.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let schema = jsonschema::validator_for(&scoresheet::collate::schema()).expect("the schema is one");
    for game in &games {
        let faults: Vec<String> = schema.iter_errors(game).map(|error| error.to_string()).collect();
        assert!(faults.is_empty(), "{faults:?}: {game}");
    }
    (games, fs::read_to_string(folder.path().join("out.txt")).expect("the records"))
}

/// What the program says of a record: whether it is valid, the plies, the last position.
fn judged(text: &str) -> (bool, Value, Value) {
    let report = program::objects(&[], text).remove(0);
    (report["valid"] == true, report["moves"].clone(), report["position"].clone())
}

fn cases(name: &str) -> Vec<Value> {
    let text = fs::read_to_string(Path::new("tests/cases/collate").join(name)).expect("the cases");
    text.lines().map(|line| serde_json::from_str(line).expect("a case")).collect()
}

fn texts(case: &Value) -> Vec<&str> {
    case["witnesses"].as_array().expect("witnesses").iter().map(|text| text.as_str().expect("a text")).collect()
}

/// From game to game a chain of copies may lead to a game that shares no ply with the first.
#[test]
fn a_chain_of_games_is_not_one_game() {
    let square = |game: usize, ply: usize| {
        // Each game has four other plies than the one before, in other places.
        let number = ply * 7 + if ply < 4 * game { 180 } else { 0 };
        format!("{}{}", char::from(b'a' + (number % 19) as u8), number / 19 + 1)
    };
    let game = |game: usize| {
        let plies: Vec<String> = (0..20).map(|ply| square(game, ply)).collect();
        format!("[Game \"gomoku\"]\n\n{}\n\n", plies.join(" "))
    };
    let chain: String = (0..6).map(game).collect();
    let (games, text) = collated(&[&chain], &[]);
    assert!(games.len() > 1, "{games:?}");
    for game in &games {
        assert!(game["witnesses"].as_array().is_some_and(|all| all.len() <= 3), "{game}");
    }
    assert_eq!(text.matches("[Game ").count(), games.len());
}

#[test]
fn an_open_result_of_all_copies_stays() {
    let game = "[Game \"forza4\"]\n[Result \"*\"]\n\n1. c, e; 2. c, c *\n";
    let (_, text) = collated(&[game, game], &[]);
    assert!(text.contains("[Result \"*\"]"), "{text}");
}

#[test]
fn the_true_text_is_found() {
    let cases = cases("collate.jsonl");
    assert!(cases.len() >= 6);
    for case in cases {
        let copies = texts(&case);
        let (games, text) = collated(&copies, &[]);
        assert_eq!(games.len(), 1, "{}", case["id"]);
        assert_eq!(games[0]["witnesses"].as_array().map(Vec::len), Some(copies.len()));
        let plies: Vec<u64> = games[0]["readings"]
            .as_array()
            .expect("readings")
            .iter()
            .filter_map(|reading| reading["ply"].as_u64())
            .collect();
        let errors = case["errors"].as_array().expect("errors");
        assert_eq!(plies.len(), errors.len(), "{}", case["id"]);
        for (ply, error) in plies.iter().zip(errors) {
            assert!(ply.abs_diff(error["ply"].as_u64().expect("a ply")) <= 1, "{}: {ply} {error}", case["id"]);
        }
        if case["decidable"] == true {
            let key = &case["truth"]["key"];
            assert_eq!(judged(&text), (true, key[4].clone(), key[5].clone()), "{}: {text}", case["id"]);
        }
    }
}

#[test]
fn copies_find_each_other() {
    for case in cases("pairs.jsonl") {
        let files: Vec<&str> = case["files"].as_object().expect("files").values().filter_map(Value::as_str).collect();
        let (games, _) = collated(&files, &[]);
        let group = |members: &Value, file: &dyn Fn(&Value) -> String, record: &dyn Fn(&Value) -> u64| {
            let members = members.as_array().expect("members").iter();
            members.map(|member| (file(member), record(member))).collect::<BTreeSet<_>>()
        };
        let found: BTreeSet<_> = games
            .iter()
            .filter(|game| game["witnesses"].as_array().is_some_and(|all| all.len() > 1))
            .map(|game| {
                let file = |member: &Value| member["file"].as_str().expect("a file").to_owned();
                group(&game["witnesses"], &file, &|member| member["record"].as_u64().expect("a number"))
            })
            .collect();
        let names: Vec<&String> = case["files"].as_object().expect("files").keys().collect();
        let expected: BTreeSet<_> = case["groups"]
            .as_array()
            .expect("groups")
            .iter()
            .map(|members| {
                let place = |member: &Value| names.iter().position(|name| member[0] == ***name).expect("a file");
                let file = |member: &Value| format!("{}.txt", place(member));
                group(members, &file, &|member| member[1].as_u64().expect("a number"))
            })
            .collect();
        assert_eq!(found, expected);
    }
}

/// A random game as a record, and its plies.
fn random(game: &str, board: &str, rng: &mut fastrand::Rng) -> Vec<String> {
    let mut position = Position::builder(game).board(board).start().expect("a game");
    for _ in 0..24 {
        let legal = position.legal();
        let Some(ply) = rng.choice(&legal) else { break };
        position.play(ply).expect("a legal ply");
    }
    position.plies().map(str::to_owned).collect()
}

fn write(game: &str, board: &str, plies: &[String]) -> String {
    let turns: Vec<_> =
        (1..).zip(plies.chunks(2)).map(|(turn, plies)| format!("{turn}. {}", plies.join(", "))).collect();
    format!("[Game \"{game}\"]\n[Board \"{board}\"]\n\n{}\n", turns.join("; "))
}

const GAMES: [(&str, &str); 4] = [("forza4", "7x6"), ("gomoku", "9x9"), ("halma", "16x16"), ("lefile", "8x8")];

#[test]
fn a_record_agrees_with_itself() {
    let mut rng = fastrand::Rng::with_seed(1);
    for (game, board) in GAMES {
        let text = write(game, board, &random(game, board, &mut rng));
        let (games, record) = collated(&[&text, &text, &text], &[]);
        assert_eq!((games.len(), games[0]["readings"].as_array().map(Vec::len)), (1, Some(0)), "{game}");
        assert_eq!(record, text, "{game}");
    }
}

#[test]
fn a_substituted_ply_is_found() {
    let mut rng = fastrand::Rng::with_seed(2);
    for (game, board) in GAMES {
        for _ in 0..6 {
            let plies = random(game, board, &mut rng);
            let truth = write(game, board, &plies);
            let at = rng.usize(0..plies.len());
            let mut start = Position::builder(game).board(board).start().expect("a game");
            plies[..at].iter().for_each(|ply| start.play(ply).expect("a legal ply"));
            let others: Vec<String> = start.legal().into_iter().filter(|ply| *ply != plies[at]).collect();
            let Some(other) = rng.choice(&others) else { continue };
            let mut copied = plies.clone();
            copied[at].clone_from(other);
            let copy = write(game, board, &copied);
            let (games, record) = collated(&[&copy, &truth, &truth], &[]);
            assert_eq!(games.len(), 1, "{game}");
            let readings = games[0]["readings"].as_array().expect("readings");
            assert!(readings.iter().any(|reading| reading["ply"] == at + 1), "{game} {at}: {readings:?}");
            assert_eq!(judged(&record).1, judged(&truth).1, "{game} {at} {other}: {record}");
        }
    }
}

#[test]
fn notations_and_formats_make_no_readings() {
    let columns = "[Game \"forza4\"]\n[White \"Ada\"]\n[Red \"Ugo\"]\n\n1. c, e; 2. c, c; 3. d, d\n";
    let squares = "[Game \"forza4\"]\n[White \"Ada\"]\n[Site \"Milano\"]\n\n1. c1, e1; 2. c2, c3; 3. d1, d2\n";
    let (games, record) = collated(&[columns, squares], &[]);
    assert_eq!(games[0]["readings"].as_array().map(Vec::len), Some(0));
    insta::assert_snapshot!(record, @r#"
    [Game "forza4"]
    [White "Ada"]
    [Red "Ugo"]
    [Site "Milano"]

    1. c, e; 2. c, c; 3. d, d
    "#);
}

#[test]
fn what_differs_in_tags_is_kept() {
    let one = "[Game \"forza4\"]\n[Event \"Coppa\"]\n[Date \"????.??.??\"]\n\n1. c, e; 2. c, c; 3. d, d {good}\n";
    let other =
        "[Game \"forza4\"]\n[Event \"Coppa di Natale\"]\n[Date \"1990.12.24\"]\n\n1. c, e; 2. c, c; 3. d, d {bad}\n";
    let (_, record) = collated(&[one, other], &[]);
    insta::assert_snapshot!(record, @r#"
    [Game "forza4"]
    [Event "Coppa"]
    [Event-B "Coppa di Natale"]
    [Date "1990.12.24"]

    1. c, e; 2. c, c; 3. d, d {good} {bad}
    "#);
}

/// The board proves who has won; a copy that says otherwise is named by its own letter.
#[test]
fn a_result_that_the_board_refutes_stays_with_its_copy() {
    let copy = |result: &str| {
        format!("[Game \"forza4\"]\n[White \"Ada\"]\n[Result \"{result}\"]\n\n1. c, e; 2. c, e; 3. c, e; 4. c\n")
    };
    let copies = [copy("Red"), copy("White"), copy("Red")];
    let (_, record) = collated(&copies.each_ref().map(String::as_str), &[]);
    insta::assert_snapshot!(record, @r#"
    [Game "forza4"]
    [White "Ada"]
    [Result "White"]
    [Result-A "Red"]
    [Result-C "Red"]

    1. c, e; 2. c, e; 3. c, e; 4. c
    "#);
}

/// A result behind the plies counts as one in a tag does; the same result in other words is no difference.
#[test]
fn results_after_the_plies_are_kept() {
    let copy = |tag: &str, word: &str| format!("[Game \"forza4\"]\n{tag}\n1. c, e; 2. c, e; 3. c, d {word}\n");
    let written = |copies: [(&str, &str); 3]| {
        let copies = copies.map(|(tag, word)| copy(tag, word));
        collated(&copies.each_ref().map(String::as_str), &[]).1
    };
    insta::assert_snapshot!(written([("", "0-1"), ("", "1-0"), ("[Result \"White\"]\n", "")]), @r#"
    [Game "forza4"]
    [Result "Red"]
    [Result-B "White"]
    [Result-C "White"]

    1. c, e; 2. c, e; 3. c, d
    "#);
    insta::assert_snapshot!(written([("[Result \"*\"]\n", "0-1"), ("[Result \"Red\"]\n", ""), ("", "*")]), @r#"
    [Game "forza4"]
    [Result "Red"]

    1. c, e; 2. c, e; 3. c, d
    "#);
}

#[test]
fn the_nth_records_are_collated_with_each_other() {
    let one = "[Game \"forza4\"]\n\n1. c, e\n\n[Game \"forza4\"]\n\n1. a, b; 2. a, b\n";
    let other = "[Game \"forza4\"]\n\n1. d, d\n\n[Game \"forza4\"]\n\n1. a, b; 2. a, c\n";
    let numbers = |arguments: &[&str]| -> Vec<usize> {
        let games = collated(&[one, other], arguments).0;
        games.iter().map(|game| game["witnesses"].as_array().expect("witnesses").len()).collect()
    };
    assert_eq!(numbers(&[]), [1, 1, 1, 1]);
    assert_eq!(numbers(&["--alike", "75"]), [1, 2, 1]);
    assert_eq!(numbers(&["--pairs"]), [2, 2]);
}

/// A record that cannot be replayed, or is of another game, keeps its number.
#[test]
fn pairs_keep_their_numbers() {
    let forza4 = |plies: &str| format!("[Game \"forza4\"]\n\n{plies}\n");
    let gomoku = |plies: &str| format!("[Game \"gomoku\"]\n\n{plies}\n");
    let records = |copies: [&[String]; 2]| -> Vec<Vec<(u64, u64)>> {
        let texts = copies.map(|copy| copy.join("\n"));
        let (games, _) = collated(&[&texts[0], &texts[1]], &["--pairs"]);
        let place = |witness: &serde_json::Value| {
            let copy = if witness["name"].as_str().is_some_and(|name| name.starts_with('A')) { 0 } else { 1 };
            (copy, witness["record"].as_u64().expect("a number"))
        };
        games.iter().map(|game| game["witnesses"].as_array().expect("witnesses").iter().map(place).collect()).collect()
    };
    let unknown = "[Game \"chess\"]\n\n1. e4\n".to_owned();
    let lost = records([&[unknown, forza4("1. a, b")], &[forza4("1. d, d"), forza4("1. a, c")]]);
    assert_eq!(lost, [vec![(0, 2), (1, 2)], vec![(1, 1)]]);
    let other = records([&[forza4("1. d, d")], &[gomoku("1. h8, h9"), gomoku("1. h8, h7")]]);
    assert_eq!(other, [vec![(0, 1)], vec![(1, 1)], vec![(1, 2)]]);
}

/// What the collated record of copies is, and what is said of it on standard error.
fn collated_aloud(copies: &[&str]) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let names: Vec<String> = (0..copies.len()).map(|number| format!("{number}.txt")).collect();
    for (name, text) in names.iter().zip(copies) {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let output = program::run(folder.path(), &[&["collate", "-o", "out.txt"], &names[..]].concat(), b"");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (fs::read_to_string(folder.path().join("out.txt")).expect("a record"), said)
}

#[test]
fn variations_of_all_witnesses_are_kept() {
    let plain = "[Game \"forza4\"]\n\n1. c, e; 2. c, c; 3. d, d; 4. b, e; 5. a\n";
    let one = "[Game \"forza4\"]\n\n1. c, e (1. ..., d; 2. d {a comment}); 2. c, c; 3. d, d; 4. b, e; 5. a\n";
    let two = "[Game \"forza4\"]\n\n1. c, e (1. ..., d; 2. d {a comment}); 2. c, c; 3. d (3. e), d; 4. b, e; 5. a\n";
    for copies in [[one, two], [two, one]] {
        let (record, said) = collated_aloud(&[plain, copies[0], copies[1]]);
        assert_eq!((record.matches("a comment").count(), record.matches("(3. e)").count()), (1, 1), "{record}");
        assert!(judged(&record).0 && said.is_empty(), "{said}");
    }
    // A witness with a wrong ply: what stands beside the others is kept.
    let (record, said) = collated_aloud(&[&plain.replace("b, e; 5", "b, b; 5"), one, two]);
    assert!(record.contains("a comment") && record.contains("(3. e)"), "{record}");
    assert!(judged(&record).0 && said.is_empty(), "{said}");
}

#[test]
fn variations_that_cannot_stand_are_said_to_be_left_out() {
    let plain = "[Game \"forza4\"]\n\n1. c, e; 2. c, c; 3. d, d; 4. b, e; 5. a\n";
    // The variation of the second witness is illegal.
    let wrong = "[Game \"forza4\"]\n\n1. c, e; 2. c, c; 3. d, d; 4. b, e (4. ..., z); 5. a\n";
    let sound = plain.replace("3. d,", "3. d (3. e),");
    let (record, said) = collated_aloud(&[plain, wrong, &sound]);
    assert!(record.contains("{1 variation of B is left out}") && record.contains("(3. e)"), "{record}");
    assert_eq!(said, "scoresheet: 1 variation is left out, as comments in the records say\n");
    assert!(judged(&record).0);
}

/// Copies in other notation systems, with variations; and the same variations in the game's own.
static RESPELT: &[(&str, &str)] = &[
    ("[Game \"forza4\"]\n[Notation \"squares\"]\n\n1. c1, e1; 2. c2, c3; 3. d1 (a1, b1 {or (so)} (e2)), d2\n", "(a, b"),
    ("[Game \"forza4\"]\n[Notation \"digits\"]\n\n1. 3, 5; 2. 3, 3; 3. 4 (12), 4\n", "(a"),
    ("(;FF[4]GM[4]SZ[15];B[hh];W[hi];B[ii](;W[gg];B[gi])(;W[aa]))\n", "(a15)"),
];

#[test]
fn variations_in_other_notations_are_kept() {
    for (copy, variation) in RESPELT {
        // A copy in another system makes none of them disagree.
        let (alike, said) =
            collated_aloud(&[copy, &copy.replace("\n\n", "\n[Event \"x\"]\n\n").replace(";FF[4]", ";FF[4]EV[x]")]);
        assert!(said.is_empty() && !alike.contains("left out"), "{said}\n{alike}");
        assert!(judged(&alike).0, "{alike}");
        assert!(alike.contains('('), "{alike}");
        let own = "[Game \"forza4\"]\n\n1. c, e; 2. c, c; 3. d, d\n";
        if copy.contains("forza4") {
            let (record, said) = collated_aloud(&[own, copy]);
            assert!(said.is_empty() && record.contains(variation), "{said}\n{record}");
            assert!(judged(&record).0, "{record}");
        }
    }
    // What is illegal is told to be left out, as before.
    let wrong = RESPELT[0].0.replace("b1 {", "b2 {");
    let (record, said) = collated_aloud(&[&wrong, &wrong]);
    assert!(record.contains("left out") && !said.is_empty(), "{said}\n{record}");
}

#[test]
fn annotations_are_kept() {
    let annotated = "[Game \"forza4\"]\n\n1. c!, e {k}; 2. c?!, c; 3. d, d\n";
    // The same record twice stands as it is.
    assert_eq!(collated_aloud(&[annotated, annotated]).0, annotated);
    let bare = "[Game \"forza4\"]\n\n1. c, e; 2. c, c; 3. d, d\n";
    for copies in [[annotated, bare], [bare, annotated]] {
        let (record, _) = collated_aloud(&copies);
        assert_eq!(record, annotated, "{copies:?}");
    }
    // Of two annotations the first counts, and the other is told.
    let other = annotated.replace("c?!", "c!?");
    let (record, _) = collated_aloud(&[annotated, &other]);
    assert_eq!(record, annotated.replace("c?!,", "c?! {B: c!?},"));
    // The annotation of a reading that is not chosen is none of the one that is.
    let wrong = bare.replace("3. d, d", "3. e??, d");
    let (record, _) = collated_aloud(&[bare, bare, &wrong]);
    assert!(record.contains("3. d") && record.contains("{C: e??}") && !record.contains("d??"), "{record}");
    assert!(judged(&record).0, "{record}");
}

/// Two plies that change places over the end of a manche are no variation: it would need the break within it.
#[test]
fn a_reading_over_a_break_is_a_comment() {
    let game = |end: &str| {
        let tags = "[Game \"plus4\"]\n[Variant \"manche\"]\n";
        format!("{tags}\n1. a, c; 2. a, c; 3. a, d; 4. b, d; 5. b, c; 6. b, d; {end}\n")
    };
    let (one, other) = (game("7. a / 1. ..., b; 2. c"), game("7. b / 1. ..., a; 2. c"));
    let (games, text) = collated(&[&one, &other], &["--pairs"]);
    assert_eq!(games[0]["readings"].as_array().map(Vec::len), Some(1));
    assert!(judged(&text).0, "{text}");
    assert!(text.contains("{B: b a}"), "{text}");
}

/// A record of Forza 4 with these tags and plies.
fn four(tags: &str, plies: &str) -> String {
    format!("[Game \"forza4\"]\n{tags}\n{plies}\n")
}

const TURNS: &str = "1. c, e; 2. c, c; 3. d, d; 4. b, e";

#[test]
fn what_was_collated_before_is_collated_again() {
    let (one, other) = (four("[Event \"X\"]\n", TURNS), four("[Event \"Y\"]\n", "1. c, e; 2. c, c; 3. d, g; 4. b, e"));
    let (_, first) = collated(&[&one, &other, &one], &[]);
    assert!(first.contains("[Event \"X\"]\n[Event-B \"Y\"]") && first.contains("d (g {B})"), "{first}");
    let (_, again) = collated(&[&first, &other], &[]);
    assert_eq!(again.matches("Event-B").count(), 1, "{again}");
    assert!(judged(&again).0 && again.contains("(g {B})"), "{again}");
    let (_, third) = collated(&[&again, &four("[Event \"Z\"]\n", TURNS)], &[]);
    assert!(third.contains("[Event-B \"Y\"]\n[Event-B2 \"Z\"]") && judged(&third).0, "{third}");
    let results = [four("[Result \"White\"]\n[Result-B \"*\"]\n", TURNS), four("[Result \"Red\"]\n", TURNS)];
    let (_, text) = collated(&[&results[0], &results[1]], &[]);
    assert!(text.contains("[Result-B2 \"Red\"]") && judged(&text).0, "{text}");
}

#[test]
fn tags_with_a_meaning_are_not_lost() {
    let copies = [four("", TURNS), four("[Result \"Red\"]\n[Termination \"resignation\"]\n", TURNS)];
    let (_, text) = collated(&[&copies[0], &copies[1]], &[]);
    assert!(text.contains("[Result \"Red\"]\n[Termination \"resignation\"]"), "{text}");
    let copies =
        [four("", "1. c, e; 2. c, d; 3. d, b"), four("[Starts \"Red\"]\n", "1. ..., c; 2. e, c; 3. d, d; 4. b")];
    let (_, text) = collated(&[&copies[0], &copies[1]], &[]);
    assert!(text.contains("[Starts-B \"Red\"]") && judged(&text).0, "{text}");
}

#[test]
fn a_result_that_nothing_proves_is_not_taken_over() {
    let won = "1. a, b; 2. a, b; 3. a, c; 4. a";
    let copies = [four("", won), four("[Result \"Red\"]\n", won)];
    for order in [[0, 1], [1, 0]] {
        let (_, text) = collated(&[&copies[order[0]], &copies[order[1]]], &[]);
        assert!(judged(&text).0 && text.contains("[Result \"White\"]\n[Result-"), "{text}");
    }
}

#[test]
fn comments_on_plies_that_were_not_chosen_are_kept() {
    let copies =
        [TURNS, "1. c, e; 2. c, c; 3. g {what?}, d; 4. d, b; 5. e {Red resigned}", TURNS].map(|plies| four("", plies));
    let (_, text) = collated(&[&copies[0], &copies[1], &copies[2]], &[]);
    assert!(text.contains("{what?}") && text.contains("{Red resigned}") && judged(&text).0, "{text}");
    let copies = [TURNS, "1. c, e; 2. c, g {seen from C}; 3. d, d; 4. b, e"].map(|plies| four("", plies));
    let (_, text) = collated(&[&copies[0], &copies[1]], &[]);
    assert!(text.contains("(g {B} {seen from C})") && judged(&text).0, "{text}");
}

/// What copies say otherwise in tags is told, and that the plies on which they agree are illegal.
#[test]
fn differences_beside_the_plies_are_told() {
    let game = "[Game \"forza4\"]\n[Date \"2001.02.03\"]\n[Result \"White\"]\n\n1. c, e\n";
    let told = |copies: &[&str]| {
        let folder = tempfile::tempdir().expect("a folder");
        let names: Vec<String> = (0..copies.len()).map(|index| format!("{index}.txt")).collect();
        copies.iter().zip(&names).for_each(|(copy, name)| fs::write(folder.path().join(name), copy).expect("a file"));
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let output = program::run(folder.path(), &[&["collate", "--pairs"], &names[..]].concat(), b"");
        String::from_utf8(output.stdout).expect("a text")
    };
    let other = game.replace("02.03", "02.04").replace("White", "1-0");
    let text = told(&[game, &other, game]);
    assert!(text.contains("2 plies, the plies agree\n  tag Date: 2001.02.03 (A, C), 2001.02.04 (B)\n1 game"), "{text}");
    assert!(told(&[game, &game.replace("White", "1-0")]).contains("2 plies, all agree\n"));
    let illegal = game.replace("e\n", "h\n");
    let text = told(&[&illegal, &illegal.replace("White", "Red")]);
    let rest = "  tag Result: White (A), Red (B)\n  ply 2: h is illegal, so nothing is judged from there on\n1 game";
    assert!(text.contains(rest), "{text}");
}

/// A comment on a ply that was not chosen stands with that ply, and once.
#[test]
fn comments_stay_with_the_plies_that_they_are_about() {
    let game = "[Game \"forza4\"]\n\n1. c, e; 2. c, c; 3. d, d; 4. b, ";
    let (_, text) = collated(&[&format!("{game}f\n"), &format!("{game}e {{good}}\n")], &[]);
    assert!(text.contains("4. b, f (e {B} {good})"), "{text}");
    let (_, text) = collated(&[&format!("{game}f {{bad}}\n"), &format!("{game}h {{on h}}\n")], &[]);
    assert!(text.contains("4. b, f {bad} {B: h} {on h}"), "{text}");
}

#[test]
fn a_record_alone_keeps_its_beginner() {
    let (_, text) = collated(&["(;FF[4]GM[4]SZ[15]AB[hh][ii]AW[ij]PL[W];W[gg];B[gf](;W[aa])(;W[bb];B[cc]))"], &[]);
    assert!(judged(&text).0 && text.contains("1. ..., gg; 2. gf, aa (bb, cc)"), "{text}");
    let (_, text) = collated(&["(;FF[4]GM[4]SZ[15];B[hh];W[hh])"], &[]);
    assert!(text.contains("[Notation \"sgf\"]") && text.contains("1. hh, hh"), "{text}");
}

#[test]
fn the_last_ply_that_lost_is_written_as_the_others() {
    let tags = "[Notation \"digits\"]\n[Result \"White\"]\n[Termination \"illegal\"]\n";
    let copies = ["x", "y"].map(|event| four(&format!("{tags}[Event \"{event}\"]\n"), "11111121"));
    let (_, text) = collated(&[&copies[0], &copies[1]], &[]);
    assert!(judged(&text).0 && !text.contains("b, 1"), "{text}");
}

#[test]
fn number_decides_between_copies_in_several_notations() {
    let squares = four("", "1. c1, e1; 2. c2, e2; 3. d1, d2; 4. b1, f1");
    let columns = four("", "1. c, g; 2. c, e; 3. d, d; 4. b, f");
    for copies in [[&squares, &columns, &columns], [&columns, &squares, &columns], [&columns, &columns, &squares]] {
        let (games, text) = collated(&copies.map(String::as_str), &[]);
        assert_eq!(games[0]["readings"][0]["by"], "number", "{text}");
        assert!(judged(&text).0, "{text}");
    }
}

/// Ends of ways say less than ways, so the text has those, whichever copy comes first.
#[test]
fn ways_are_kept_beside_their_ends() {
    let tags = "[Game \"halma\"]\n[White \"Ada\"]\n[Green \"Bo\"]\n[Date \"2024.01.01\"]\n";
    let ends = format!("{tags}[Notation \"ends\"]\n\n1. c14-e14, n3-l3; 2. e14-e13, l3-l4\n");
    let ways = format!("{tags}\n1. c14-e14-c14-e14, n3-l3; 2. e14-e13, l3-l4\n");
    for copies in [[&*ends, &ways], [&*ways, &ends]] {
        let (games, text) = collated(&copies, &[]);
        assert!(text.contains("c14-e14-c14-e14") && !text.contains("Notation") && judged(&text).0, "{games:?} {text}");
    }
}

#[test]
fn comments_name_squares_as_the_plies_do() {
    let plies = "1. J9, L7; 2. J11, H10; 3. J10, J8; 4. H11, J12; 5. G12, F13; 6. K11, H9; 7. K7";
    let tags = "[Game \"gomoku\"]\n[Notation \"go\"]\n\n";
    let (_, text) = collated(&[&format!("{tags}{plies}, K9\n"), &format!("{tags}{plies}\n")], &[]);
    assert!(text.contains("K9 {B omits K9}") && judged(&text).0, "{text}");
    // Illegal plies too, behind which there is no position.
    let whole = "1. i9, k7; 2. i11, h10; 3. i10, z9; 4. j9, g11";
    let copies = [format!("{tags}1. J9, L7; 2. J11\n"), format!("[Game \"gomoku\"]\n\n{whole}\n")];
    let (_, text) = collated(&[&copies[0], &copies[1]], &["--alike", "30"]);
    assert!(text.contains("J11 {B adds H10 J10 z9 K9 G11}"), "{text}");
}

#[test]
fn variations_that_have_a_place_stay_where_others_have_none() {
    let copies = ["1. c, e (d); 2. c, c (a); 3. d, d; 4. b, e", "1. c, e; 2. c, c; 3. d, d; 4. b, e; 5. a (g)", TURNS];
    let copies = copies.map(|plies| four("", plies));
    let (_, text) = collated(&[&copies[0], &copies[1], &copies[2]], &[]);
    assert!(text.contains("(d)") && text.contains("(a)") && judged(&text).0, "{text}");
    assert!(text.contains("1 variation of B is left out"), "{text}");
}

#[test]
fn a_whole_copy_counts_for_more_than_a_spoilt_one() {
    let broken = format!("{TURNS} {{oops");
    let (_, text) = collated(&[&four("", &broken), &four("", TURNS)], &[]);
    assert!(judged(&text).0, "{text}");
    let tags = ["x", "y"].map(|event| format!("[Game \"gomoku\"]\n[Event \"{event}\"]\n\n1. h8, -- "));
    let copies = [format!("{}; 2. h9, a1\n", tags[0]), format!("{}{{[%stands]}}; 2. h9, a1\n", tags[1])];
    let (_, text) = collated(&[&copies[0], &copies[1]], &[]);
    assert!(judged(&text).0 && text.contains("{[%stands]}"), "{text}");
}

/// `b` is no ply in `squares`, though it is one in the game's default system.
#[test]
fn tokens_are_read_in_the_system_of_their_record() {
    let sound = "[Game \"plus4\"]\n[Notation \"squares\"]\n\n1. a1, b1; 2. c1, d1; 3. a1, b1; 4. c1, d1; 5. b1, a1; 6. c1, a1\n";
    let (games, text) = collated(&[&sound.replace("3. a1, b1", "3. a1, b"), sound], &[]);
    let readings = games[0]["readings"].as_array().expect("readings");
    assert_eq!((readings.len(), &readings[0]["ply"], &readings[0]["by"]), (1, &6.into(), &"legality".into()));
    assert!(judged(&text).0, "{text}");
}

/// A break stands where a copy has one, and nowhere else.
#[test]
fn breaks_are_those_of_the_copies() {
    let tags = "[Game \"plus4\"]\n[Red \"Ada\"]\n[Blue \"Bruno\"]\n[Date \"2026.01.02\"]\n[Variant \"manche\"]\n\n";
    let first = "1. a, b; 2. d, b; 3. d*, a; 4. c, b; 5. c, d; 6. d, b / 1. ..., c; 2. a, a;\n";
    let sound = format!("{tags}{first}3. c, d; 4. d, a; 5. d, d; 6. c, b; 7. a, a; 8. c, b; 9. a\n");
    let added = format!("{tags}{first}3. a, c; 4. d, d; 5. a, d; 6. d, c; 7. b, a; 8. a, c; 9. b, a\n");
    let (games, text) = collated(&[&added, &sound], &[]);
    assert_eq!(games[0]["readings"][0]["by"], "legality", "{games:?}");
    assert_eq!((judged(&text), text.matches('/').count()), (judged(&sound), 1), "{text}");
    // One copy lacks the break: the other one has it.
    let (games, text) = collated(&[&sound.replace(" / 1. ..., c; 2. a, a", "; 7. ..., c; 8. a, a"), &sound], &[]);
    assert_eq!(games.len(), 1);
    assert_eq!(judged(&text), judged(&sound), "{text}");
}

/// Bytes that are not text cannot stand in the collated record, and are not dropped without a word.
#[test]
fn bytes_that_are_not_text_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["a.txt", "b.txt"] {
        let record = b"[Game \"forza4\"]\n[White \"Ada\"]\n[Red \"Zo\xff\"]\n\n1. c, e {\xfe}; 2. c, d; 3. c\n";
        fs::write(folder.path().join(name), record).expect("a file");
    }
    let output = program::run(folder.path(), &["collate", "a.txt", "b.txt", "-o", "out.txt"], b"");
    let written = fs::read_to_string(folder.path().join("out.txt")).expect("a file");
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!written.contains('\u{1a}') && written.contains('\u{fffd}'), "{written}");
    assert!(told.contains("2 records hold bytes that are not text; U+FFFD stands in their place"), "{told}");
}

/// What follows is as legal with one reading as with the other: what is claimed decides.
#[test]
fn a_claim_that_decides_is_said_to() {
    let head = "[Game \"forza4\"]\n[White \"Ada\"]\n[Red \"Bea\"]\n[Date \"2024.01.02\"]\n";
    let copies = [
        format!("{head}\n1. c, e; 2. c, e; 3. c, e; 4. c\n"),
        format!("{head}[Result \"Red\"]\n\n1. c, e; 2. c, e; 3. c, e; 4. d\n"),
    ];
    let folder = tempfile::tempdir().expect("a folder");
    for (name, copy) in ["a.txt", "b.txt"].iter().zip(&copies) {
        fs::write(folder.path().join(name), copy).expect("a file");
    }
    let told = program::run(folder.path(), &["collate", "a.txt", "b.txt"], b"");
    let told = String::from_utf8_lossy(&told.stdout).into_owned();
    assert!(told.contains("by legality: what follows and the result, if one is claimed, agree best with d"), "{told}");
}

/// Two plies in one column are told apart where all copies name their squares.
#[test]
fn plies_of_one_column_change_places() {
    let head = "[Game \"forza4\"]\n[Notation \"squares\"]\n\n1. e1, f1; 2. e2, f2; 3. c1, d1; ";
    let game = format!("{head}4. d2, f3; 5. f4, e3; 6. d3, a1\n");
    let exchanged = format!("{head}4. d2, f4; 5. f3, e3; 6. d3, a1\n");
    let omitted = format!("{head}4. d2, f4; 5. e3, d3; 6. a1\n");
    for copy in [exchanged, omitted] {
        let (games, _) = collated(&[&game, &copy], &[]);
        let readings = games[0]["readings"].as_array().expect("readings");
        assert_eq!((readings.len(), &readings[0]["ply"]), (1, &8.into()), "{copy}: {readings:?}");
    }
}

/// What is illegal is written as it stands in its record, and so are all plies beside it.
#[test]
fn an_illegal_ply_stays_in_its_notation() {
    let record = |event: &str| format!("[Game \"forza4\"]\n{event}[Termination \"illegal\"]\n\n1. c1, d1; 2. c2, c2\n");
    let (_, out) = collated(&[&record(""), &record("[Event \"E\"]\n")], &[]);
    assert!(judged(&out).0, "{out}");
    assert!(out.contains("[Notation \"squares\"]") && out.contains("1. c1, d1; 2. c2, c2"), "{out}");
}

/// A ply that the record calls a foul is carried out (RJ-6).
#[test]
fn a_foul_is_legal_where_it_is_claimed() {
    let record = |last: &str| {
        format!(
            "[Game \"gomoku\"]\n[Variant \"renju\"]\n[Termination \"foul\"]\n\n\
             1. h8, a1; 2. i8, a2; 3. g7, a4; 4. g6, a5; 5. {last}\n"
        )
    };
    let (games, out) = collated(&[&record("h8"), &record("g8")], &[]);
    assert!(judged(&out).0 && out.contains("5. g8"), "{out}");
    assert_eq!(games[0]["readings"][0]["by"], "legality", "{}", games[0]);
    // Where a copy goes on, it has lost nothing.
    let goes_on = record("g8, c3").replace("[Termination \"foul\"]\n", "");
    let (_, out) = collated(&[&goes_on, &record("g8")], &[]);
    assert!(out.contains("c3"), "{out}");
}

/// Names stand as their players write them.
#[test]
fn names_are_told_without_escapes() {
    let folder = tempfile::tempdir().expect("a folder");
    let record = |red: &str| format!("[Game \"forza4\"]\n[White \"Ada \\\"La Volpe\\\"\"]\n[Red \"{red}\"]\n\n1. c\n");
    fs::write(folder.path().join("0.txt"), record("x\\\\y")).expect("a file");
    fs::write(folder.path().join("1.txt"), record("Q")).expect("a file");
    let output = program::run(folder.path(), &["collate", "--from", "transcript", "0.txt", "1.txt"], b"");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(said.contains("Ada \"La Volpe\" – x\\y") && said.contains("x\\y ("), "{said}");
}
