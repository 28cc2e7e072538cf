//! `tree`: what was played from a position on, beside a naive count.

#[path = "support/program.rs"]
mod program;

use std::collections::BTreeMap;
use std::path::Path;

use scoresheet::Position;
use scoresheet::formats::Format;
use scoresheet::parallel::{self, Event, Plan, Progress};
use scoresheet::tree::{Counted, Goal, Query, Tally, json};
use serde_json::Value;

/// A game that was played at random: its plies, the positions before them and after the last, its date, who is said to win.
struct Played {
    plies: Vec<String>,
    positions: Vec<String>,
    date: String,
    claim: Option<&'static str>,
}

/// Random games, which often begin alike.
fn games(game: &str, board: &str, count: usize, rng: &mut fastrand::Rng) -> Vec<Played> {
    (0..count)
        .map(|number| {
            let mut position = Position::builder(game).board(board).start().expect("a game");
            let mut positions = vec![position.position_string()];
            for _ in 0..rng.usize(2..9) {
                let legal = position.legal();
                let Some(ply) = legal.get(rng.usize(0..3.min(legal.len().max(1)))) else { break };
                position.play(ply).expect("a legal ply");
                positions.push(position.position_string());
            }
            let plies = position.plies().map(str::to_owned).collect();
            let date = format!("{}.{:02}.{:02}", 1900 + number % 100, rng.u8(1..=12), rng.u8(1..=28));
            let claim = *rng.choice(&[None, Some("draw"), Some("first"), Some("second")]).expect("a claim");
            Played { plies, positions, date, claim }
        })
        .collect()
}

fn write(game: &str, board: &str, sides: [&str; 2], games: &[Played]) -> String {
    let record = |played: &Played| {
        let claim = match played.claim {
            None => String::new(),
            Some("draw") => "[Result \"draw\"]\n".to_owned(),
            Some(who) => format!("[Result \"{}\"]\n", sides[usize::from(who == "second")]),
        };
        let plies = turns(&played.plies);
        format!("[Game \"{game}\"]\n[Board \"{board}\"]\n[Date \"{}\"]\n{claim}\n{plies}\n", played.date)
    };
    games.iter().map(record).collect::<Vec<_>>().join("\n")
}

/// Plies in numbered turns.
fn turns(plies: &[String]) -> String {
    let turns: Vec<_> =
        (1..).zip(plies.chunks(2)).map(|(turn, plies)| format!("{turn}. {}", plies.join(", "))).collect();
    turns.join("; ")
}

/// The rows that a naive count finds behind the plies at these places: by ply, what `--format json` says of it.
fn naive(games: &[Played], from: &dyn Fn(&Played) -> Option<usize>, sides: [&str; 2]) -> BTreeMap<String, Value> {
    let mut found: BTreeMap<String, Vec<&Played>> = BTreeMap::new();
    for played in games {
        if let Some(ply) = from(played).and_then(|from| played.plies.get(from)) {
            found.entry(ply.clone()).or_default().push(played);
        }
    }
    let all: usize = found.values().map(Vec::len).sum();
    let row = |(ply, games): (String, Vec<&Played>)| {
        let claimed = |claim: &str| games.iter().filter(|played| played.claim == Some(claim)).count();
        let plies: usize = games.iter().map(|played| played.plies.len()).sum();
        let row = serde_json::json!({
            "ply": ply, "count": games.len(), "share": games.len() as f64 / all as f64,
            "wins": {sides[0]: claimed("first"), sides[1]: claimed("second")}, "draws": claimed("draw"),
            "length": plies as f64 / games.len() as f64,
            "first": games.iter().map(|played| &played.date).min(), "last": games.iter().map(|played| &played.date).max(),
        });
        (ply, row)
    };
    found.into_iter().map(row).collect()
}

/// What the program counts.
fn counted(arguments: &[&str], text: &str) -> Value {
    let output = program::run(Path::new("."), &[&["tree", "--format", "json"], arguments].concat(), text.as_bytes());
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn by_ply(tree: &Value) -> BTreeMap<String, Value> {
    let rows = tree["plies"].as_array().expect("rows");
    rows.iter().map(|row| (row["ply"].as_str().expect("a ply").to_owned(), row.clone())).collect()
}

/// Each game, a board and the names of its sides.
const GAMES: [(&str, &str, [&str; 2]); 5] = [
    ("forza4", "5x4", ["White", "Red"]),
    ("gomoku", "6x6", ["Black", "White"]),
    ("halma", "16x16", ["White", "Green"]),
    ("plus4", "4x4", ["Red", "Blue"]),
    ("lefile", "8x8", ["White", "Black"]),
];

#[test]
fn every_ply_is_counted_as_by_hand() {
    let mut rng = fastrand::Rng::with_seed(7);
    for (game, board, sides) in GAMES {
        let games = games(game, board, 60, &mut rng);
        let text = write(game, board, sides, &games);
        let tree = counted(&[], &text);
        assert_eq!(tree["games"], 60, "{game}");
        assert_eq!(by_ply(&tree), naive(&games, &|_| Some(0), sides), "{game}");
        for sample in games.iter().take(12) {
            let at = rng.usize(0..sample.plies.len());
            let line = turns(&sample.plies[..at]);
            let begins = |played: &Played| played.plies.starts_with(&sample.plies[..at]).then_some(at);
            assert_eq!(by_ply(&counted(&["--line", &line], &text)), naive(&games, &begins, sides), "{game}: {line}");
            let position = &sample.positions[at];
            let passes = |played: &Played| played.positions.iter().position(|there| there == position);
            let tree = counted(&["--position", position], &text);
            assert_eq!(by_ply(&tree), naive(&games, &passes, sides), "{game}: {position}");
            let all = games.iter().filter(|played| passes(played).is_some()).count();
            assert_eq!(tree["games"], all, "{game}: {position}");
        }
    }
}

#[test]
fn below_each_ply_stands_what_its_line_has() {
    let mut rng = fastrand::Rng::with_seed(8);
    let games = games("forza4", "5x4", 80, &mut rng);
    let text = write("forza4", "5x4", ["White", "Red"], &games);
    let tree = counted(&["--depth", "2"], &text);
    for (ply, row) in by_ply(&tree) {
        let line = counted(&["--line", &ply], &text);
        let mut below: Vec<Value> = row["then"].as_array().expect("rows").clone();
        for row in &mut below {
            assert_eq!(row.as_object_mut().expect("a row").remove("then"), Some(Value::Array(Vec::new())));
        }
        assert_eq!(line["plies"], Value::Array(below), "{ply}");
    }
}

#[test]
fn a_mirrored_game_counts_as_the_game() {
    let mut rng = fastrand::Rng::with_seed(9);
    let games = games("forza4", "5x4", 50, &mut rng);
    let text = write("forza4", "5x4", ["White", "Red"], &games);
    let mirror = |ply: &String| ((b'a' + b'e' - ply.as_bytes()[0]) as char).to_string();
    let mirrored: Vec<Played> = games
        .iter()
        .map(|played| Played {
            plies: played.plies.iter().map(mirror).collect(),
            positions: Vec::new(),
            date: played.date.clone(),
            claim: played.claim,
        })
        .collect();
    let both = text.clone() + "\n" + &write("forza4", "5x4", ["White", "Red"], &mirrored);
    for arguments in [vec!["--mirrored"], vec!["--mirrored", "--line", "b", "--depth", "3"]] {
        let (once, twice) = (counted(&arguments, &text), counted(&arguments, &both));
        assert!(once["games"].as_u64() > Some(5));
        assert_eq!(once["games"].as_u64().map(|games| games * 2), twice["games"].as_u64());
        let counts = |tree: &Value, times: u64| -> Vec<(String, u64)> {
            let rows = by_ply(tree);
            rows.into_iter().map(|(ply, row)| (ply, row["count"].as_u64().expect("a count") * times)).collect()
        };
        assert_eq!(counts(&once, 2), counts(&twice, 1));
    }
    // Seen through the mirror, no first ply stands on the right half.
    assert!(by_ply(&counted(&["--mirrored"], &both)).keys().all(|ply| ["a", "b", "c"].contains(&ply.as_str())));
}

/// Plays the plies of a tree, each after those above it; returns how many there are.
fn play_all(rows: &Value, position: &Position) -> usize {
    let mut count = 0;
    for row in rows.as_array().expect("rows") {
        let (mut next, ply) = (position.clone(), row["ply"].as_str().expect("a ply"));
        next.play(ply)
            .unwrap_or_else(|error| panic!("{ply} behind {:?}: {error:?}", position.plies().collect::<Vec<_>>()));
        count += 1 + play_all(&row["then"], &next);
    }
    count
}

#[test]
fn a_mirrored_tree_can_be_played() {
    let mut rng = fastrand::Rng::with_seed(11);
    for (game, board, sides) in GAMES {
        let text = write(game, board, sides, &games(game, board, 100, &mut rng));
        let tree = counted(&["--mirrored", "--depth", "8"], &text);
        let start = Position::builder(game).board(board).start().expect("a game");
        let played = play_all(&tree["plies"], &start);
        assert!(played > 50, "{game}: {played}");
    }
}

#[test]
fn parts_make_the_same_tree_as_the_whole() {
    let mut rng = fastrand::Rng::with_seed(10);
    let games = games("gomoku", "6x6", 200, &mut rng);
    let text = write("gomoku", "6x6", ["Black", "White"], &games);
    let query = Query { goal: Goal::Start, depth: 3, mirrored: true, ..Query::default() };
    let tree = |plan: Plan| {
        let mut tally = Tally::default();
        let mut each = |event: Event<Counted>| {
            if let Event::Part(part) = event {
                tally.add(part.found.after(part.before));
            }
            Ok(())
        };
        let feed = |feeder: &mut parallel::Feeder<'_>| {
            let _ = feeder.input("games.txt", Format::TRANSCRIPT, &mut text.as_bytes());
        };
        parallel::run(&plan, &Progress::default(), &query, feed, &mut each).expect("it runs");
        json(&tally.tree(3, 1))
    };
    let whole = tree(Plan { jobs: 1, ..Plan::default() });
    assert_eq!(whole, tree(Plan { jobs: 4, chunk: 500, ..Plan::default() }));
    assert!(whole.len() > 1000);
}

/// What the program counts for a file in a folder, and how it ends.
fn told(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = program::run(folder, &[&["tree", "games.txt"], arguments].concat(), b"");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// Every question has the same answer with and without an index.
#[test]
fn an_index_answers_as_a_replay_does() {
    let mut rng = fastrand::Rng::with_seed(11);
    let manches = "1. a, b; 2. a, b; 3. a, b; 4. a / 1. b, a; 2. b, c";
    let extra = [
        // Two starts, a variation, an illegal record, a ply that stood, an empty game.
        ("forza4", "[Setup \"5/5/5/W4 R\"]\n[Date \"1950\"]\n\n1. ..., a; 2. b (c), c\n", "5x4"),
        ("forza4", "\n1. a, z\n", "5x4"),
        ("forza4", "[Result \"*\"]\n\n", "5x4"),
        ("forza4", "[Date \"1890.??.??\"]\n\n1. a, -- {[%stands]}; 2. b, c\n", "5x4"),
        ("forza4", "[Notation \"squares\"]\n\n1. a1, b1; 2. a2\n", "5x4"),
        ("plus4", &format!("[Variant \"manche\"]\n\n{manches}\n"), "4x4"),
    ];
    for (game, board, sides) in GAMES {
        let games = games(game, board, 80, &mut rng);
        let mut text = write(game, board, sides, &games);
        for (_, body, board) in extra.iter().filter(|(name, ..)| *name == game && game != "plus4") {
            text.push_str(&format!("\n[Game \"{game}\"]\n[Board \"{board}\"]\n{body}"));
        }
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("games.txt"), &text).expect("a file");
        let mut questions: Vec<Vec<String>> = vec![vec![], vec!["--depth".to_owned(), "4".to_owned()]];
        for sample in games.iter().take(10) {
            let at = rng.usize(0..=sample.plies.len());
            questions.push(vec!["--line".to_owned(), turns(&sample.plies[..at])]);
            let fields = rng.usize(1..=sample.positions[at].split(' ').count());
            let position = sample.positions[at].split(' ').take(fields).collect::<Vec<_>>().join(" ");
            questions.push(vec!["--position".to_owned(), position]);
        }
        let mut counted = 0;
        for (number, question) in questions.iter().enumerate() {
            for more in [&[][..], &["--mirrored", "--depth", "2"], &["--min", "2"]] {
                if more.contains(&"--depth") && question.contains(&"--depth".to_owned()) {
                    continue;
                }
                let mut arguments: Vec<&str> = question.iter().map(String::as_str).collect();
                arguments.extend(more);
                arguments.extend(["--format", ["json", "text", "csv", "svg"][number % 4]]);
                let replayed = told(folder.path(), &arguments);
                let answered = told(folder.path(), &[&arguments[..], &["--index", "index"]].concat());
                assert_eq!(answered, replayed, "{game} {arguments:?}");
                counted += usize::from(replayed.0 == Some(0));
            }
        }
        assert!(counted > 40, "{game}: {counted}");
    }
    // A break is no ply, wherever it stands.
    let folder = tempfile::tempdir().expect("a folder");
    let body = extra[5].1;
    let record = format!("[Game \"plus4\"]\n{body}");
    let ends = record.split(" 1. b, a").next().expect("a start").to_owned() + "\n";
    std::fs::write(folder.path().join("games.txt"), [&record[..], &ends, &record].join("\n")).expect("a file");
    for position in ["4/4/4/4", "4/4/4/1R2", "RB2/RB2/RB2/RB2"] {
        let arguments = ["--position", position, "--depth", "3"];
        let replayed = told(folder.path(), &arguments);
        assert_eq!(told(folder.path(), &[&arguments[..], &["--index", "index"]].concat()), replayed, "{position}");
        assert_eq!(replayed.0, Some(0), "{position}: {}", replayed.2);
    }
}

/// What `select` writes for games in a folder, and how it ends.
fn selected(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = program::run(folder, &[&["select"], arguments].concat(), b"");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// `reaches` is true of the same records with and without an index: of records that are not valid too, in every file.
#[test]
fn an_index_knows_what_reaches_a_position() {
    let mut rng = fastrand::Rng::with_seed(23);
    for (game, board, sides) in GAMES {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("games")).expect("a folder");
        let mut sample = Vec::new();
        for file in ["a.txt", "b.txt", "c.txt"] {
            let mut games = games(game, board, 40, &mut rng);
            let mut text = String::new();
            for (number, one) in games.iter().enumerate() {
                let record = write(game, board, sides, std::slice::from_ref(one));
                text.push_str(&match number % 5 {
                    // A ply that nobody can read, in the middle or behind the others; and a tag that is wrong.
                    0 => record.replacen("2. ", "2. ?!@ ", 1),
                    1 => format!("{} zz99\n", record.trim_end()),
                    2 => format!("[Options \"nonsense\"]\n{record}"),
                    _ => record,
                });
                text.push('\n');
            }
            std::fs::write(folder.path().join("games").join(file), &text).expect("a file");
            sample.append(&mut games);
        }
        let (mut found, mut left_open) = (0, 0);
        for one in sample.iter().step_by(9) {
            let at = rng.usize(0..=one.positions.len() - 1);
            let fields = rng.usize(1..=one.positions[at].split(' ').count());
            let position = one.positions[at].split(' ').take(fields).collect::<Vec<_>>().join(" ");
            let open = format!("{}?", &position[..1]);
            for expression in [
                format!("reaches \"{position}\""),
                format!("reaches \"{position}\" mirrored"),
                format!("not reaches \"{position}\" and plies > 3"),
                format!("record > 7 and reaches \"{position}\" or reaches \"{open}\""),
            ] {
                let arguments = [expression.as_str(), "--places", "games"];
                let (code, places, error) = selected(folder.path(), &arguments);
                let answered = selected(folder.path(), &[&arguments[..], &["--index", "index"]].concat());
                assert_eq!((answered.0, &answered.1), (code, &places), "{game} {expression}: {error}{}", answered.2);
                let told = answered.2.contains("is looked for in every game");
                assert_eq!(told, expression.contains('?'), "{}", answered.2);
                found += places.lines().count();
                left_open += usize::from(told);
            }
        }
        assert!(found > 200 && left_open > 0, "{game}: {found} {left_open}");
        // The table that `tree` makes is the same.
        let made = std::fs::read(folder.path().join("index")).expect("a table");
        let tree = program::run(folder.path(), &["tree", "--index", "other", "games"], b"");
        assert!(std::fs::read(folder.path().join("other")).expect("a table") == made, "{tree:?}");
        let (code, _, error) = selected(folder.path(), &["valid", "games", "--index", "index"]);
        assert!(code == Some(2) && error.contains("--index answers `reaches`"), "{error}");
        std::fs::write(folder.path().join("games/d.txt"), "").expect("a file");
        let (code, _, error) = selected(folder.path(), &["reaches \"*\"", "games", "--index", "index"]);
        assert!(code == Some(2) && error.contains("was made of other inputs"), "{error}");
    }
}

/// Lists without tags are indexed by what `--game` says of them, and answered as without an index.
#[test]
fn an_index_of_a_list_without_tags_answers() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("games.lines"), "dd\nde\ndd\n").expect("a file");
    let tree = |more: &[&str]| {
        let output = program::run(
            folder.path(),
            &[&["tree", "games.lines", "--game", "forza4", "--format", "json"], more].concat(),
            b"",
        );
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let counted = tree(&[]);
    assert!(counted.contains("\"games\": 3") || counted.contains("\"games\":3"), "{counted}");
    // The first call makes the table, the second reads it.
    (0..2).for_each(|_| assert_eq!(tree(&["--index", "index"]), counted));
    let reaching = ["reaches \"7/7/7/7/3R3/3W3 W\"", "--game", "forza4", "--places", "games.lines"];
    let (code, places, error) = selected(folder.path(), &reaching);
    assert_eq!((code, places.lines().count()), (Some(0), 2), "{error}");
    let (_, indexed, error) = selected(folder.path(), &[&reaching[..], &["--index", "index"]].concat());
    assert_eq!(indexed, places, "{error}");
}

/// A record that is not replayed, such as a damaged diagram, reaches no position.
#[test]
fn an_index_knows_no_position_of_what_is_not_replayed() {
    let folder = tempfile::tempdir().expect("a folder");
    let games = "[Game \"forza4\"]\n\nh\n\n[Game \"forza4\"]\n[Notation \"diagram\"]\n\n. . .\n";
    std::fs::write(folder.path().join("games.txt"), games).expect("a file");
    let reaching = ["reaches \"7/7/7/7/7/7\"", "--places", "games.txt"];
    let (_, places, error) = selected(folder.path(), &reaching);
    assert_eq!(places, "games.txt:1:1\n", "{error}");
    assert_eq!(selected(folder.path(), &[&reaching[..], &["--index", "index"]].concat()).1, places);
}

/// Games that are alike up to some ply, or to their end, are counted as others are.
#[test]
fn games_that_part_late_are_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = ["cecd", "cecd", "cec", "cecda", "ceg", "dd"];
    let game = |line: &str| format!("{line}\n");
    std::fs::write(folder.path().join("games.lines"), lines.map(game).concat()).expect("a file");
    let counted = |depth: &str| {
        let call = ["tree", "games.lines", "--game", "forza4", "--format", "csv", "--depth", depth];
        let output = program::run(folder.path(), &call, b"");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    // How many plies stand before it, the plies up to here, and in how many games.
    let expected = ["1,,c,5", "1,,d,1", "2,c,e,5", "2,d,d,1", "3,c e,c,4", "3,c e,g,1", "4,c e c,d,3", "5,c e c d,a,1"];
    for depth in 1..=5 {
        let text = counted(&depth.to_string());
        let row = |row: &str| row.split(',').take(4).collect::<Vec<_>>().join(",");
        let mut rows: Vec<String> = text.lines().skip(1).map(row).collect();
        rows.sort();
        let wanted: Vec<&str> = expected.into_iter().filter(|row| row[..1] <= *depth.to_string()).collect();
        assert_eq!(rows, wanted, "{depth}: {text}");
    }
}

/// An index answers for the inputs that it was made of, and for no others.
#[test]
fn an_index_of_other_inputs_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.txt");
    std::fs::write(&file, "[Game \"forza4\"]\n\n1. c, d\n").expect("a file");
    assert_eq!(told(folder.path(), &["--index", "index"]).0, Some(0));
    let (code, _, error) = told(folder.path(), &["--index", "index", "--strict"]);
    assert!(code == Some(2) && error.contains("it was made with other options"), "{error}");
    let (code, ..) = told(folder.path(), &["--index", "index", "--where", "valid"]);
    assert_eq!(code, Some(2));
    let (code, _, error) = told(folder.path(), &["-", "--index", "index"]);
    assert!(code == Some(2) && error.contains("--index reads files and folders, and - is neither"), "{error}");
    std::fs::write(&file, "[Game \"forza4\"]\n\n1. c, d; 2. c\n").expect("a file");
    let (code, _, error) = told(folder.path(), &["--index", "index"]);
    assert!(code == Some(2) && error.contains("games.txt has changed"), "{error}");
    std::fs::remove_file(folder.path().join("index")).expect("a file");
    assert_eq!(told(folder.path(), &["--index", "index"]).0, Some(0));
    // Any other file is no index, whatever its bytes.
    let whole = std::fs::read(folder.path().join("index")).expect("a file");
    for length in [0, 10, 40, whole.len() - 1] {
        std::fs::write(folder.path().join("index"), &whole[..length]).expect("a file");
        let (code, _, error) = told(folder.path(), &["--index", "index"]);
        assert!(code == Some(2) && error.contains("no index of `tree`, or a broken one"), "{length}: {error}");
    }
}

/// `explain tree` names every option, and the messages as the program writes them.
#[test]
fn the_manual_knows_the_options_and_the_messages() {
    let run = |arguments: &[&str]| {
        let output = program::run(Path::new("."), arguments, b"");
        assert!(output.status.success(), "{arguments:?}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let manual = run(&["explain", "tree"]);
    assert!(manual.starts_with("## Counting\n") && !manual.contains("\n## "), "{manual}");
    for option in ["--line", "--position", "--depth", "--mirrored", "--min", "--where", "--index", "--format"] {
        assert!(manual.contains(&format!("`{option}")), "{option}");
        assert!(run(&["tree", "--help"]).contains(option), "{option}");
    }
    let (_, table) = manual.split_once("| --- | --- |\n").expect("a table");
    let messages: Vec<&str> =
        table.lines().map(|row| row.split(" | ").next().unwrap_or_default()[2..].trim_matches('`')).collect();
    assert_eq!(messages.len(), 7);
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    let told = |arguments: &[&str], message: &str| {
        let output = program::run(folder.path(), &[&["tree", "--index", "games.index"], arguments].concat(), b"");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(2) && error.contains(message), "{arguments:?}: {error}");
    };
    std::fs::create_dir(folder.path().join("games")).expect("a folder");
    let game = "[Game \"forza4\"]\n\n1. c, d\n";
    ["games/a.txt", "games/b.txt"].iter().for_each(|name| write(name, game));
    std::fs::write(folder.path().join("games/bad.gz"), b"\x1f\x8b\x08no gzip").expect("a file");
    told(&["games"], messages[5]);
    std::fs::remove_file(folder.path().join("games/bad.gz")).expect("a file");
    let made = program::run(folder.path(), &["tree", "--index", "games.index", "games"], b"");
    assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    told(&["games", "--strict"], messages[2]);
    told(&["-"], messages[3]);
    told(&["games", "--where", "valid"], messages[6]);
    write("games/c.txt", game);
    told(&["games"], messages[1]);
    write("games/a.txt", "[Game \"forza4\"]\n\n1. c, d; 2. c\n");
    told(&["games"], messages[0]);
    write("games.index", "no index");
    told(&["games"], messages[4]);
}

/// Whatever is counted or selected, a comparison that no record can pass is told.
#[test]
fn a_condition_that_no_record_can_pass_is_told() {
    let text = "[Game \"forza4\"]\n\n1. c, d\n";
    let output = program::run(Path::new("."), &["tree", "--where", "plies > ten"], text.as_bytes());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("`ten` does not fit plies, which is a number"), "{error}");
    let output = program::run(Path::new("."), &["select", "valid = yes", "-"], text.as_bytes());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(1) && error.contains("`yes` does not fit valid"), "{error}");
    let output = program::run(Path::new("."), &["select", "valid = true or plies > ten", "-"], text.as_bytes());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && error.contains("`ten` does not fit plies"), "{error}");
}

#[test]
fn games_of_several_kinds_are_refused() {
    let text = "[Game \"forza4\"]\n\nc\n\n[Game \"forza4\"]\n[Board \"8x8\"]\n\nc\n\n[Game \"forza4\"]\n\nd\n";
    let output = program::run(Path::new("."), &["tree"], text.as_bytes());
    assert_eq!(output.status.code(), Some(2));
    insta::assert_snapshot!(String::from_utf8_lossy(&output.stderr), @r"
    scoresheet: the input holds games of several kinds, and only one can be counted:
      2 games: --where 'game = forza4 and variant = standard and board = 7x6'
      1 game: --where 'game = forza4 and variant = standard and board = 8x8'
    ");
}

/// A line means the same as after `plays`: numbers do not say who begins, and plies may have stood.
#[test]
fn a_line_is_what_plays_says() {
    let games = |text: &str, line: &str| {
        let output = program::run(Path::new("."), &["tree", "--line", line, "--format", "json"], text.as_bytes());
        let tree: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        tree["games"].as_u64().expect("a number")
    };
    let two = "[Game \"forza4\"]\n\n1. a, b\n\n[Game \"forza4\"]\n[Starts \"Red\"]\n\n1. ..., a; 2. b\n";
    for line in ["a", "1. a", "1. ..., a", "1. a, b", "1. ..., a; 2. b"] {
        assert_eq!(games(two, line), 2, "{line}");
    }
    let stood = "[Game \"forza4\"]\n\n1. c, d; 2. -- {[%stands]}, e\n";
    assert_eq!((games(stood, "c d --"), games(stood, "1. c, d; 2. --, e")), (1, 1));
}

/// Games that begin from different positions are counted together by their plies, and that is told.
#[test]
fn different_starts_are_told() {
    let text = "[Game \"forza4\"]\n\n1. c, d\n\n[Game \"forza4\"]\n[Setup \"7/7/7/7/7/2WR3 W\"]\n\n1. c, d\n";
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("games.txt"), text).expect("a file");
    let said = |arguments: &[&str]| {
        let output = program::run(folder.path(), &[&["tree", "games.txt"], arguments].concat(), b"");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let start = ["--position", "7/7/7/7/7/7 W"];
    for more in [&[][..], &["--index", "index"]] {
        let told = said(more);
        assert!(told.starts_with("scoresheet: these games do not all begin from the same position"), "{told}");
        assert!(said(&[&["--line", "c"], more].concat()).contains("--position counts"));
        assert_eq!(said(&[&start, more].concat()), "");
        assert_eq!(said(&[&["--quiet"], more].concat()), "");
    }
}

#[test]
fn what_no_game_can_have_is_refused() {
    let text = "[Game \"forza4\"]\n\n1. c, d\n\n[Game \"forza4\"]\n\n1. c, z\n";
    let said = |arguments: &[&str]| {
        let output = program::run(Path::new("."), &[&["tree"], arguments].concat(), text.as_bytes());
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, message) = said(&["--line", "c h"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("the line `c h` cannot be played: the board has no column h"), "{message}");
    let (code, message) = said(&["--position", "7/7"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("is no position of Forza 4 on 7x6: 2 rows, the board has 6"), "{message}");
    let (code, message) = said(&[]);
    assert_eq!((code, message.as_str()), (Some(0), "scoresheet: 1 invalid record was left out\n"));
}

/// The cases of `tests/cases/tree`: rows that an evaluator of its own has found.
#[test]
fn cases() {
    let folder = Path::new("tests/cases/tree");
    let cases = std::fs::read_to_string(folder.join("cases.jsonl")).expect("the cases");
    let cases: Vec<Value> = cases.lines().map(|line| serde_json::from_str(line).expect("a case")).collect();
    assert!(cases.len() > 5);
    for case in cases {
        let arguments: Vec<&str> =
            case["args"].as_array().expect("arguments").iter().map(|word| word.as_str().expect("a word")).collect();
        let file = case["file"].as_str().expect("a file");
        let text = std::fs::read_to_string(folder.join(file)).expect("the games");
        let rows = by_ply(&counted(&arguments, &text));
        let expected = case["rows"].as_array().expect("rows");
        assert_eq!(rows.len(), expected.len(), "{}", case["id"]);
        for row in expected {
            let found = &rows[row["ply"].as_str().expect("a ply")];
            for (key, value) in row.as_object().expect("a row") {
                let is_close =
                    |value: &Value| (found[key].as_f64().unwrap_or(-1.0) - value.as_f64().unwrap_or(-2.0)).abs() < 0.06;
                assert!(found[key] == *value || is_close(value), "{}: {found} {row}", case["id"]);
            }
        }
    }
}

/// The names of mirrored plies go on behind the break between two manches, and behind a ply that stood.
#[test]
fn mirrored_plies_have_their_names_everywhere() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (text, expected) in [
        (
            "[Game \"plus4\"]\n[Variant \"manche\"]\n\n1. d, c; 2. d, c; 3. d, c; 4. d / 1. ..., d; 2. c\n",
            &["a", "b", "a", "b", "a", "b", "a", "a", "b"][..],
        ),
        ("[Game \"forza4\"]\n\n1. g, -- {[%stands]}; 2. g, e\n", &["a", "--", "a", "c"]),
        // A path is mirrored as it was played: others have the same ends.
        ("[Game \"halma\"]\n[Variant \"8x8\"]\n\n1. b7-d7, h3-f3; 2. c8-e8-c6\n", &["b7-b5", "f1-f3", "a6-a4-c6"]),
        // The cards stay, `h4` among them too.
        ("[Game \"lefile\"]\n\n1. 1c7h Pg1, 2h4c Pd2\n", &["1c7h Pa7", "2h4c Pb4"]),
    ] {
        let call = ["tree", "--mirrored", "--depth", "9", "--format", "json", "-"];
        let output = program::run(here, &call, text.as_bytes());
        let tree: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let (mut names, mut rows) = (Vec::new(), &tree["plies"]);
        while let Some(row) = rows.get(0) {
            names.push(row["ply"].as_str().expect("a ply"));
            rows = &row["then"];
        }
        assert_eq!(names, expected);
    }
}

/// A game that the other side began, the first of all, changes nothing about the names of plies.
#[test]
fn replies_are_named_whoever_begins_the_first_game() {
    let game =
        |begins: &str, movetext: &str| format!("[Game \"halma\"]\n[Variant \"8x8\"]\n{begins}\n1. {movetext}\n\n");
    let text = game("[Starts \"Green\"]\n", "..., g2-e2") + &game("", "a7-c5, f2-e2") + &game("", "b8-d6, f2-f3");
    let tree = counted(&["--mirrored", "--depth", "2", "-"], &text);
    let replies: Vec<String> = by_ply(&tree)["a7-c5"]["then"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| row["ply"].as_str().expect("a ply").to_owned())
        .collect();
    assert_eq!(replies, ["f2-e2", "g3-f3"]);
}

#[test]
fn a_line_has_no_variations() {
    let call = ["tree", "--line", "1. c (d), e", "-"];
    let output = program::run(Path::new("."), &call, b"[Game \"forza4\"]\n\n1. c, e\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("plies have no variations here"));
    assert_eq!(output.status.code(), Some(2));
}
