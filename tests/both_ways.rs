//! What is written in a file format is read back as the same record: random games with everything that the format holds,
//! and a ring through all formats.

use std::collections::BTreeMap;

use fastrand::Rng;
use scoresheet::formats::{FORMATS, Format, Given};
use scoresheet::{Defaults, Outcome, OwnedRecord, Position, Report, System, Target, records};

/// What the files of a format hold.
struct Holds {
    format: Format,
    variants: &'static [&'static str],
    boards: &'static [&'static str],
    tags: &'static [&'static str],
    /// Whether they hold results that the board does not prove, and the reasons for them.
    results: bool,
    terminations: &'static [&'static str],
    passes: bool,
    /// Whether they hold comments about the game.
    remarks: bool,
    /// Whether they hold comments on plies and variations, and annotations.
    comments: bool,
    annotations: bool,
    /// Whether they say by which rules a game was played, and on which board.
    rules: bool,
    /// Whether the loser is always the side to move, and the result is told only with its reason.
    loser_moves: bool,
}

const ALL: &[&str] = &["standard", "freestyle", "renju", "caro"];
const ANY: &[&str] = &["15x15", "15x15", "19x19", "11x9", "26x26", "20x20"];
const SMALL: &[&str] = &["15x15"];
const ROSTER: &[&str] = &["Black", "White", "Event", "Site", "Date", "Round", "Annotator"];
const OF_RIF: &[&str] = &[
    "Black",
    "White",
    "Event",
    "Site",
    "Date",
    "Round",
    "OpeningRule",
    "OpeningType",
    "Alt",
    "Swap",
    "Publisher",
    "GameId",
    "BlackTime",
    "WhiteTime",
];
const OF_SGF: &[&str] = &[
    "Black",
    "White",
    "BlackRank",
    "WhiteRank",
    "Event",
    "Round",
    "Site",
    "Date",
    "GameName",
    "TimeControl",
    "Annotator",
];
const REASONS: &[&str] = &["resignation", "time", "forfeit", "agreement", "adjudication"];

/// Everything; formats that hold less leave some of it out.
const EVERYTHING: Holds = Holds {
    format: Format::TRANSCRIPT,
    variants: ALL,
    boards: ANY,
    tags: ROSTER,
    results: true,
    terminations: REASONS,
    passes: true,
    remarks: true,
    comments: true,
    annotations: true,
    rules: true,
    loser_moves: false,
};

/// Stones and nothing else.
const STONES: Holds = Holds {
    tags: &[],
    results: false,
    terminations: &[],
    passes: false,
    remarks: false,
    comments: false,
    annotations: false,
    rules: false,
    ..EVERYTHING
};

fn formats() -> [Holds; 12] {
    [
        EVERYTHING,
        Holds { format: Format::LINES, results: true, terminations: REASONS, passes: true, rules: true, ..STONES },
        Holds { format: Format::CSV, ..EVERYTHING },
        Holds { format: Format::JSON_LINES, ..EVERYTHING },
        Holds { format: Format::SGF, tags: OF_SGF, ..EVERYTHING },
        Holds { format: Format::PSQ, tags: &["Black", "White", "Event"], results: true, rules: true, ..STONES },
        // Without a tournament, a number tells the reason for the result.
        Holds {
            format: Format::PSQ,
            variants: &["freestyle"],
            tags: &["Black", "White"],
            results: true,
            terminations: &["time", "forfeit"],
            rules: true,
            loser_moves: true,
            ..STONES
        },
        Holds { format: Format::RENLIB, boards: SMALL, passes: true, remarks: true, comments: true, ..STONES },
        Holds {
            format: Format::RIF,
            variants: &["renju", "standard"],
            boards: SMALL,
            tags: OF_RIF,
            results: true,
            passes: true,
            remarks: true,
            rules: true,
            ..STONES
        },
        Holds { format: Format::OFFSETS, ..STONES },
        Holds { format: Format::POS, boards: SMALL, ..STONES },
        Holds { format: Format::SAV, ..STONES },
    ]
}

/// A random record, and the rules that its readers have to be told if its file does not say them.
struct Game {
    text: String,
    variant: &'static str,
    board: &'static str,
}

impl Game {
    fn random(holds: &Holds, rng: &mut Rng) -> Game {
        let (variant, board) = (*pick(holds.variants, rng), *pick(holds.boards, rng));
        let mut text = format!("[Game \"gomoku\"]\n[Variant \"{variant}\"]\n[Board \"{board}\"]\n");
        let played = Played::random(variant, board, holds, rng);
        if holds.results && !played.has_ended && rng.bool() {
            let result = if holds.loser_moves { played.waits } else { *pick(&["Black", "White", "draw"], rng) };
            text.push_str(&format!("[Result \"{result}\"]\n"));
            if !holds.terminations.is_empty() && (holds.loser_moves || rng.bool()) {
                text.push_str(&format!("[Termination \"{}\"]\n", pick(holds.terminations, rng)));
            }
        }
        for name in holds.tags {
            if rng.u8(..3) == 0 {
                continue;
            }
            text.push_str(&format!("[{name} \"{}\"]\n", value(name, variant, rng)));
        }
        text.push('\n');
        if holds.remarks && rng.bool() {
            text.push_str(&format!("{{{}}} ", pick(COMMENTS, rng)));
        }
        text.push_str(&played.movetext);
        Game { text, variant, board }
    }

    fn record(&self) -> OwnedRecord {
        only(records(self.text.as_bytes()))
    }
}

const COMMENTS: &[&str] =
    &["a ] b \\ c ; (x)", "two\nlines", "[%label A]", "中心 & <b> \"é\"", "1. h8 or not", "B[aa];W[bb]", "-- , 5,5"];

/// A value for a tag, as a transcript writes it.
fn value(name: &str, variant: &str, rng: &mut Rng) -> String {
    let number = rng.u32(1..3000);
    match name {
        // The name of a tournament tells the rules in PSQ.
        "Event" => format!("Linz {variant} & <{number}>: [a] \\\\ b"),
        "Site" => (*pick(&["Roma, Italia", "Linz", "a, b, c", "北京"], rng)).to_owned(),
        "Date" => (*pick(&["2024.01.31", "1999.12.??", "2001.??.??"], rng)).to_owned(),
        "GameId" | "TimeControl" | "Round" => number.to_string(),
        "BlackTime" | "WhiteTime" => format!("{}", number % 90),
        "Alt" => "i8".to_owned(),
        "Swap" => "R--R-".to_owned(),
        _ => {
            (*pick(&["Ada", "Bruno \\\"Bo\\\" B.", "李雷", "O'Brien, Zoë & Co.", "x [y] \\\\ z", "engine-2.zip"], rng))
                .to_owned()
        }
    }
}

/// Plies with what stands between them.
struct Played {
    movetext: String,
    has_ended: bool,
    /// The side that is not to move.
    waits: &'static str,
}

impl Played {
    fn random(variant: &str, board: &str, holds: &Holds, rng: &mut Rng) -> Played {
        let mut position =
            Position::builder("gomoku").variant(variant).board(board).start().expect("rules of the game");
        let (columns, rows) = board.split_once('x').expect("two numbers");
        let size = [columns, rows].map(|number| number.parse::<i32>().expect("a number"));
        let mut text = String::new();
        // One game in four ends with five in a row, if nothing forbids it.
        let line = (rng.u8(..4) == 0).then(|| [rng.i32(0..size[0] - 5), rng.i32(0..size[1] - 3)]);
        let (length, mut last) = (rng.i32(1..40), [size[0] / 2, size[1] / 2]);
        let mut waits = "White";
        for number in 0..length {
            let before = position.clone();
            let of_line = line.map(|[column, row]| square([column + number / 2, row + 2 * (number % 2)]));
            let ply = of_line.filter(|ply| position.play(ply).is_ok()).or_else(|| {
                let is_pass = holds.passes && variant == "renju" && number > 5 && rng.u8(..12) == 0;
                if is_pass && position.play("--").is_ok() {
                    return Some("--".to_owned());
                }
                near(&mut position, &mut last, size, rng)
            });
            let Some(ply) = ply else { break };
            text.push_str(&format!(" {ply}"));
            waits = if waits == "White" { "Black" } else { "White" };
            if holds.annotations && rng.u8(..10) == 0 {
                let annotation = *pick(&["!", "?", "!!", "??", "!?", "?!"], rng);
                text.push_str(annotation);
            }
            if holds.comments && rng.u8(..6) == 0 {
                text.push_str(&format!(" {{{}}}", pick(COMMENTS, rng)));
            }
            if holds.comments && rng.u8(..6) == 0 {
                let mut depth = 0;
                text.push_str(&variation(before, &mut last.clone(), size, &mut depth, rng));
            }
        }
        let has_ended = position.legal().is_empty();
        Played { movetext: text, has_ended, waits }
    }
}

/// A variation of a few plies, perhaps with one of its own.
fn variation(from: Position, last: &mut [i32; 2], size: [i32; 2], depth: &mut u32, rng: &mut Rng) -> String {
    let (mut position, mut text) = (from.clone(), String::new());
    for number in 0..rng.u32(1..4) {
        let Some(ply) = near(&mut position, last, size, rng) else { break };
        text.push_str(&format!(" {ply}"));
        if rng.u8(..4) == 0 {
            text.push_str(&format!(" {{{}}}", pick(COMMENTS, rng)));
        }
        if number == 0 && *depth < 2 && rng.u8(..3) == 0 {
            *depth += 1;
            text.push_str(&variation(from.clone(), last, size, depth, rng));
        }
    }
    if text.is_empty() { text } else { format!(" ({})", text.trim()) }
}

/// Plays somewhere near the last ply.
fn near(position: &mut Position, last: &mut [i32; 2], size: [i32; 2], rng: &mut Rng) -> Option<String> {
    (0..30).find_map(|_| {
        let point = [0, 1].map(|axis| (last[axis] + rng.i32(-2..=2)).clamp(0, size[axis] - 1));
        let ply = square(point);
        position.play(&ply).ok()?;
        *last = point;
        Some(ply)
    })
}

fn square([column, row]: [i32; 2]) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

fn pick<'a, T>(all: &'a [T], rng: &mut Rng) -> &'a T {
    &all[rng.usize(..all.len())]
}

fn only(records: scoresheet::Reading<'_>) -> OwnedRecord {
    let mut records: Vec<_> = records.collect::<Result<_, _>>().expect("a slice can be read");
    assert_eq!(records.len(), 1);
    records.remove(0)
}

/// Reads a file with one record; `rules` are the variant and the board, if it does not say them.
fn read(bytes: &[u8], format: Format, rules: Option<(&str, &str)>) -> OwnedRecord {
    let reading = records(bytes).format(format);
    let Some((variant, board)) = rules else { return only(reading) };
    let variant = Some(variant.to_owned());
    let given = Given {
        variant: variant.clone(),
        board: scoresheet::Size::read(board),
        encoding: encoding_rs::Encoding::for_label(b"gbk").filter(|_| format == Format::RENLIB),
        ..Given::default()
    };
    only(reading.given(given).defaults(Defaults { variant, ..Defaults::default() }))
}

fn target(format: Format) -> Target {
    Target { format: Some(format), ..Target::default() }
}

/// What there is at each ply of the main line and of all variations: comments and annotations.
fn tree(record: &OwnedRecord) -> BTreeMap<Vec<String>, Vec<String>> {
    let squares = Target { system: Some(System::SQUARES), ..target(Format::TRANSCRIPT) };
    let text = record.convert(squares).expect("a valid record");
    let mut rest = text.rsplit_once("\"]\n").map_or(&*text, |(_, body)| body).trim();
    let (mut path, mut lines, mut tree) = (Vec::<String>::new(), Vec::new(), BTreeMap::<_, Vec<String>>::new());
    // The comments before the first ply of a variation belong to it.
    let (mut waiting, mut is_first) = (Vec::new(), false);
    while let Some(letter) = rest.chars().next() {
        let length = match letter {
            '{' => rest.find('}').expect("the end of a comment") + 1,
            '(' | ')' => 1,
            _ => rest
                .find(|letter: char| letter.is_whitespace() || "{(),;".contains(letter))
                .unwrap_or(rest.len())
                .max(1),
        };
        let (word, tail) = rest.split_at(length);
        rest = tail.trim_start();
        match letter {
            '{' if is_first => waiting.push(words(&word[1..length - 1])),
            '{' => tree.entry(path.clone()).or_default().extend(words(&word[1..length - 1])),
            '(' => {
                lines.push(path.clone());
                path.pop();
                is_first = true;
            }
            ')' => path = lines.pop().expect("an open variation"),
            ',' | ';' => {}
            _ if word.ends_with('.') || word == "..." => {}
            _ if ["Black", "White", "draw", "*"].contains(&word) => {}
            _ => {
                let ply = word.trim_end_matches(['!', '?']);
                path.push(ply.to_owned());
                is_first = false;
                let said = tree.entry(path.clone()).or_default();
                said.extend(waiting.drain(..).flatten());
                said.extend(Some(word[ply.len()..].to_owned()).filter(|sign| !sign.is_empty()));
            }
        }
    }
    tree.values_mut().for_each(|said| said.sort());
    tree.retain(|path, said| !path.is_empty() || !said.is_empty());
    tree
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn outcome(report: &Report) -> String {
    serde_json::to_string(&report.outcome).expect("JSON")
}

fn said(report: &Report) -> String {
    report.diagnostics.iter().map(|said| format!("{}: {}\n", said.code, said.message)).collect()
}

fn tag<'r>(report: &'r Report, name: &str) -> Option<&'r str> {
    report.tags.get(name)
}

/// Every format that is written is among those that are tested here.
#[test]
fn every_format_that_is_written_is_tested() {
    let mut written: Vec<_> = FORMATS.iter().filter(|format| scoresheet::convert::is_written(**format)).collect();
    let tested = formats();
    written.retain(|format| tested.iter().all(|holds| holds.format != **format));
    assert!(written.is_empty(), "{written:?}");
}

#[test]
fn what_is_written_is_read_back_as_the_same_record() {
    const GAMES: u64 = 150;
    for holds in formats() {
        let (mut written, mut ends) = (0, 0);
        for seed in 0..GAMES {
            let game = Game::random(&holds, &mut Rng::with_seed(seed));
            let record = game.record();
            let before = record.report();
            assert!(before.valid, "{}{}", game.text, said(&before));
            let Ok(bytes) = record.convert_to_bytes(target(holds.format)) else { continue };
            written += 1;
            ends += u32::from(before.outcome.outcome != Outcome::Unfinished);
            let rules = (!holds.rules).then_some((game.variant, game.board));
            let again = read(&bytes, holds.format, rules);
            let after = again.report();
            let context = format!(
                "{}\n{}\n{}\n{}",
                holds.format.name(),
                game.text,
                String::from_utf8_lossy(&bytes),
                said(&after)
            );
            assert!(after.valid, "{context}");
            assert_eq!((&after.moves, outcome(&after)), (&before.moves, outcome(&before)), "{context}");
            assert_eq!(after.position, before.position, "{context}");
            assert_eq!((after.variant, after.board), (before.variant, before.board), "{context}");
            for name in holds.tags.iter().chain(&["Result", "Termination"]) {
                let Some(value) = tag(&before, name) else { continue };
                // In a list the last word of a line is the result.
                if holds.format == Format::LINES && *name == "Result" {
                    assert!(again.text().trim_end().ends_with(value), "{context}");
                } else {
                    assert_eq!(tag(&after, name), Some(value), "{name} in {context}");
                }
            }
            if holds.comments {
                assert_eq!(tree(&again), tree(&record), "{context}");
            }
        }
        assert!(written * 100 >= GAMES * 95, "{}: {written} of {GAMES} games were written", holds.format.name());
        assert!(ends > 3, "{}: {ends} games have ended", holds.format.name());
    }
}

/// Of what a format has no place for nothing is written, unless the caller agrees to the loss; then it is told.
#[test]
fn what_a_format_has_no_place_for_is_refused_or_told() {
    let game =
        |tags: &str, body: &str| format!("[Game \"gomoku\"]\n[Variant \"renju\"]\n[Board \"15x15\"]\n{tags}\n{body}\n");
    let things = [
        ("comments", game("", "h8 {a} i9")),
        ("comments", game("", "h8 (h9) i9 {a}")),
        ("annotations", game("", "h8! i9")),
        ("tags", game("[Annotator \"Ada\"]\n", "h8 i9")),
        ("results", game("[Result \"Black\"]\n", "h8 i9")),
        ("terminations", game("[Result \"Black\"]\n[Termination \"time\"]\n", "h8 i9")),
    ];
    let mut refused = 0;
    for holds in formats() {
        for (what, text) in &things {
            let is_held = match *what {
                "comments" => holds.comments,
                "annotations" => holds.annotations,
                "tags" => holds.tags.contains(&"Annotator"),
                "results" => holds.results,
                _ => !holds.terminations.is_empty(),
            };
            // A list warns of what it loses, and writes comments as remarks.
            if is_held || holds.format == Format::LINES {
                continue;
            }
            let record = only(records(text.as_bytes()));
            let report = record.convert(target(holds.format)).expect_err("the format has no place for it");
            assert!(report.diagnostics.iter().any(|said| said.code == "not-representable"), "{what}");
            let mut told = scoresheet::diagnostic::Shortlist::default();
            let mut checker = scoresheet::Checker::new(Defaults::default());
            let mut reader =
                scoresheet::formats::transcript::Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice");
            let record = scoresheet::formats::Records::next(&mut reader).expect("a slice").expect("a record");
            let lossy = Target { lossy: true, ..target(holds.format) };
            let mut bytes = Vec::new();
            assert!(scoresheet::convert(&record, &mut checker, lossy, &mut told, &mut bytes).is_written(), "{what}");
            assert!(told.codes().has(&scoresheet::codes::DROPPED), "{what}");
            let again = read(&bytes, holds.format, (!holds.rules).then_some(("renju", "15x15"))).report();
            assert_eq!((again.valid, again.moves.join(" ")), (true, "h8 i9".to_owned()), "{what}");
            refused += 1;
        }
    }
    assert!(refused > 20, "{refused}");
}

/// A name that PSQ's reader takes for a stone, damaged or not, is not written; any other is.
#[test]
fn psq_has_no_names_that_look_like_stones() {
    for (name, is_kept) in
        [("9,9", false), ("122 -/r ;", false), ("10;10;5", false), ("Bruno, 3", true), ("pbrain-2.1,x64", true)]
    {
        let text = format!("[Game \"gomoku\"]\n[Board \"20x20\"]\n[Black \"{name}\"]\n[White \"Ada\"]\n\nh8 i9\n");
        let lossy = Target { lossy: true, ..target(Format::PSQ) };
        for target in [lossy, target(Format::PSQ)] {
            let Ok(file) = only(records(text.as_bytes())).convert_to_bytes(target) else {
                assert!(!is_kept, "{name}");
                continue;
            };
            let again = read(&file, Format::PSQ, None).report();
            assert!(again.valid, "{name}");
            assert_eq!((&*again.moves.join(" "), tag(&again, "Black") == Some(name)), ("h8 i9", is_kept), "{name}");
        }
    }
}

/// PSQ has no word for a reason: a number tells some of them where no tournament is named, and Renju tells two.
#[test]
fn psq_tells_reasons_in_its_own_way() {
    let freestyle = "[Variant \"freestyle\"]\n[Board \"15x15\"]\n";
    let renju = "[Variant \"renju\"]\n";
    let result = |result: &str, reason: &str| format!("[Result \"{result}\"]\n[Termination \"{reason}\"]\n");
    let file = |tags: [&str; 2], body: &str| {
        let text = format!("[Game \"gomoku\"]\n{}{}\n{body}\n", tags[0], tags[1]);
        let bytes = only(records(text.as_bytes())).convert_to_bytes(target(Format::PSQ)).ok()?;
        let file = String::from_utf8(bytes).expect("text");
        let again = read(file.as_bytes(), Format::PSQ, None).report();
        for name in ["Result", "Termination"] {
            let tag = format!("[{name} \"{}\"]", tag(&again, name).unwrap_or_default());
            assert!(tags[1].contains(&tag), "{tag} in {text}{file}");
        }
        Some(file)
    };
    let two = "8,8,0\n9,7,0\n";
    for (reason, code) in [("time", 9), ("forfeit", 1), ("Forfeit", 1)] {
        let tags = result("White", &reason.to_lowercase());
        let expected = format!("Piskvorky 15x15, 11:11, 0\n{two}\n\n{code}\n");
        assert_eq!(file([freestyle, &tags], "h8 i9").as_deref(), Some(&*expected), "{reason}");
        let named = format!("{freestyle}[Black \"Ada\"]\n");
        let expected = format!("Piskvorky 15x15, 11:11, 0\n8,8,0\nAda\n\n{code}\n");
        assert_eq!(file([&named, &result("Black", &reason.to_lowercase())], "h8").as_deref(), Some(&*expected));
    }
    // In Renju White wins with Black to move only by a foul that is not on the board, or the like.
    let foul = file([renju, &result("White", "forfeit")], "h8 i9").expect("a file");
    assert_eq!(foul, format!("Piskvorky 15x15, 11:11, 0\n{two}\n\n-1\n2,Renju\n"));
    // 200 stones of Renju on a board of 15x15 are a draw.
    // Two by two in each row, and the next row the other way round: nothing here is longer than two.
    let mut points: Vec<[i32; 2]> = (0..15).flat_map(|row| (0..15).map(move |column| [column, row])).collect();
    points.sort_by_key(|point| *point != [7, 7]);
    let colour = |wanted: bool| {
        points.iter().filter(move |[column, row]| ((column + 2 * row) % 4 < 2) == wanted).map(|point| square(*point))
    };
    let plies: Vec<_> = colour(true).zip(colour(false)).flat_map(|(black, white)| [black, white]).take(200).collect();
    let draw = file([renju, &result("draw", "adjudication")], &plies.join(" ")).expect("a file");
    assert!(draw.ends_with("0,Renju\n"), "{draw}");
    // What the file would not say is refused: the wrong side, a tournament, another reason, too few stones.
    let event = format!("{freestyle}[Event \"Linz freestyle\"]\n");
    for (tags, reason) in [
        (freestyle, result("Black", "time")),
        (freestyle, result("draw", "time")),
        (freestyle, result("White", "resignation")),
        (&event, result("White", "time")),
        ("[Variant \"standard\"]\n", result("White", "time")),
        (renju, result("White", "time")),
        (renju, result("draw", "adjudication")),
    ] {
        assert_eq!(file([tags, &reason], "h8 i9"), None, "{tags}{reason}");
    }
}

/// Without these it would be another game, so nobody can agree to the loss.
#[test]
fn what_makes_the_game_is_never_left_out() {
    let game = |tags: &str, body: &str| format!("[Game \"gomoku\"]\n{tags}\n{body}\n");
    let small = "[Board \"15x15\"]\n";
    let renju = "[Variant \"renju\"]\n";
    for text in [
        game(&format!("{small}[Setup \"15/15/15/15/15/15/15/7B7/15/15/15/15/15/15/15 W\"]\n"), "i9"),
        game(&format!("{small}[Options \"pro\"]\n[Stands \"1\"]\n"), "a1 i9"),
        game(&format!("{renju}[Result \"White\"]\n[Termination \"foul\"]\n"), "h8 h9 g8 g9 i9 f9 i10 j11 i8"),
        game(&format!("{small}[Options \"swap\"]\n"), "1. h8, i9; 2. g7, swap h10"),
        game(&format!("{small}[Variant \"murray\"]\n[Pieces \"60\"]\n"), "h8 i9"),
        game(renju, "h8 i9 g7 -- h9"),
    ] {
        let record = only(records(text.as_bytes()));
        assert!(record.report().valid, "{text}{}", said(&record.report()));
        for format in [Format::PSQ, Format::OFFSETS, Format::POS, Format::SAV] {
            let lossy = Target { lossy: true, ..target(format) };
            let report = record.convert_to_bytes(lossy).expect_err("it would be another game");
            assert!(report.diagnostics.iter().any(|said| said.code == "not-representable"), "{text}");
        }
    }
}

/// Every format hands the game on to the next.
#[test]
fn a_game_passes_through_all_formats_and_comes_back() {
    let (mut passed, mut formats) = (0, formats());
    for seed in 0..20 {
        let mut rng = Rng::with_seed(seed);
        let everything = Holds { variants: &["renju", "standard"], boards: SMALL, passes: false, ..EVERYTHING };
        let game = Game::random(&everything, &mut rng);
        rng.shuffle(&mut formats);
        let mut record = game.record();
        let before = record.report();
        for holds in formats.iter().chain([&EVERYTHING]) {
            let lossy = Target { lossy: true, ..target(holds.format) };
            let bytes = record.convert_to_bytes(lossy).unwrap_or_else(|report| {
                panic!("{} is not written: {}\n{}", holds.format.name(), said(&report), game.text)
            });
            record = read(&bytes, holds.format, (!holds.rules).then_some((game.variant, game.board)));
        }
        let after = record.report();
        assert!(after.valid, "{}", said(&after));
        assert_eq!((&after.moves, &after.position), (&before.moves, &before.position), "{}", game.text);
        assert_eq!((after.variant, after.board), (before.variant, before.board), "{}", game.text);
        passed += 1;
    }
    assert_eq!(passed, 20);
}

/// One record in every format, as it stands in the file.
#[test]
fn a_record_in_every_format() {
    let text = "[Game \"gomoku\"]\n[Variant \"renju\"]\n[Board \"15x15\"]\n[Black \"Ada\"]\n[White \"Bruno B.\"]\n\
        [Event \"Renju Cup & Co.\"]\n[Site \"Roma, Italia\"]\n[Date \"2024.01.31\"]\n[Round \"2\"]\n[Result \"White\"]\n\
        [Termination \"time\"]\n\n{a game} h8 i9 {two\nlines} (h9 h10 (i10) g7) g7! g9 {[%label A]} f6\n";
    let record = only(records(text.as_bytes()));
    let mut all = String::new();
    for holds in formats().into_iter().filter(|holds| !holds.loser_moves) {
        let lossy = Target { lossy: true, ..target(holds.format) };
        let bytes = record.convert_to_bytes(lossy).expect("a valid record");
        assert!(read(&bytes, holds.format, (!holds.rules).then_some(("renju", "15x15"))).report().valid);
        all.push_str(&format!("== {}\n", holds.format.name()));
        match String::from_utf8(bytes).ok().filter(|text| !text.contains(|letter: char| letter < '\t')) {
            Some(text) => all.push_str(&text),
            None => {
                let bytes = record.convert_to_bytes(lossy).expect("a valid record");
                for line in bytes.chunks(16) {
                    let numbers: Vec<_> = line.iter().map(|byte| format!("{byte:02x}")).collect();
                    all.push_str(&format!("{}\n", numbers.join(" ")));
                }
            }
        }
    }
    insta::assert_snapshot!(all);
}

/// A file of some formats begins with what all its records have in common.
#[test]
fn several_records_are_one_file() {
    let mut text = String::new();
    for seed in 0..5 {
        let holds = Holds { variants: &["renju"], boards: SMALL, tags: OF_RIF, terminations: &[], ..STONES };
        text.push_str(&Game::random(&holds, &mut Rng::with_seed(seed)).text);
        text.push_str("\n\n");
    }
    for format in [Format::RIF, Format::CSV] {
        let mut checker = scoresheet::Checker::new(Defaults::default());
        let mut reader = scoresheet::formats::transcript::Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice");
        let (mut converter, mut bytes) = (scoresheet::Converter::new(target(format)), Vec::new());
        while let Some(record) = scoresheet::formats::Records::next(&mut reader).expect("a slice can be read") {
            assert!(converter.record(&record, &mut checker, &mut (), &mut bytes).is_written());
        }
        converter.finish(&mut bytes);
        let reports = |bytes: &[u8], format: Format| -> Vec<Report> {
            records(bytes).format(format).map(|record| record.expect("a slice can be read").report()).collect()
        };
        let (before, after) = (reports(text.as_bytes(), Format::TRANSCRIPT), reports(&bytes, format));
        assert_eq!((before.len(), after.len()), (5, 5));
        for (before, after) in before.iter().zip(&after) {
            assert_eq!((after.valid, &after.moves), (true, &before.moves));
            for name in ["Black", "White", "Event", "Site", "Date", "GameId"] {
                if let Some(value) = tag(before, name) {
                    assert_eq!(tag(after, name), Some(value), "{}", String::from_utf8_lossy(&bytes));
                }
            }
        }
    }
}
