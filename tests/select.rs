//! `select`: expressions against an evaluator of this file's own, and what the program writes.

#[path = "support/archives.rs"]
#[expect(dead_code, reason = "only some kinds of archives are made here")]
mod archives;
#[path = "support/random.rs"]
mod random;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;

use fastrand::Rng;
use scoresheet::engine::Games;
use scoresheet::formats::transcript::Transcripts;
use scoresheet::formats::{Format, Records};
use scoresheet::parallel::{self, Event, Origin, Plan, Progress};
use scoresheet::select::{
    Choice, Evaluator, Expression, Joined, Numbers, Picked, Picker, Picking, Questions, Subject, Takes,
};
use scoresheet::{Checker, Defaults, MAX_RECORD, Position, Report};

fn read(text: &str) -> Expression {
    Expression::read(text, Games::default()).unwrap_or_else(|fault| panic!("{text}: {fault:?}"))
}

/// For each record of a transcript whether the expression is true of it.
fn answers(archive: &str, expression: &str) -> Vec<bool> {
    let questions = Questions { expression: Some(read(expression)), ..Questions::default() };
    let (mut evaluator, mut checker) = (Evaluator::new(&questions), Checker::new(Defaults::default()));
    let mut records = Transcripts::new(archive.as_bytes(), MAX_RECORD).expect("a slice can be read");
    let mut answers = Vec::new();
    while let Some(record) = Records::next(&mut records).expect("a slice can be read") {
        let bytes = record.text.trim_end().len() as u64 + 1;
        let subject = Subject { record: &record, file: "x.txt", format: Format::TRANSCRIPT, bytes };
        evaluator.begin();
        answers.push(evaluator.decide(&subject, &mut checker).with(Numbers::of_only_file(record.place.number)));
    }
    answers
}

/// Whether the expression is true of one record.
fn holds(record: &str, expression: &str) -> bool {
    let answers = answers(record, expression);
    assert_eq!(answers.len(), 1, "{record}");
    answers[0]
}

const GAME: &str = "[Game \"forza4\"]\n[White \"Ada Neri\"]\n[Red \"Zoë\"]\n[Round \"03\"]\n[Date \"1990.??.??\"]\n\
    [Empty \"\"]\n[Result \"White\"]\n\n1. c, e; 2. c, c {A quiet one}; 3. d, d; 4. b, e; 5. a # last\n";

#[test]
fn comparisons_are_those_of_the_manual() {
    for expression in [
        "White = \"ada neri\"",
        "white = \"Ada Neri\" and WHITE ~ ^Ada",
        "Red = ZOË",
        "Round = 3 and Round < 10 and Round >= 3.0",
        "Date >= 1990 and Date = 1990 and Date <= 1990 and not Date < 1990",
        "Date = 1990.05",
        "Site != x and Site !~ x and not Site = x and not Site ~ \"\"",
        "not Site and not Empty and Empty = \"\"",
        "White in (x, \"Ada Neri\") and not White in (x, y)",
        "player = zoë and player ~ Neri$ and not player = Bea",
        "wonby = \"ada neri\"",
        "comment ~ quiet and comment = last and comment = \"A quiet one\" and not comment = x",
        "game = \"Connect Four\" and game = forza4 and not game = gomoku and game",
        "variant = standard and board = 7x6 and board = 7×6 and starts = white and notation = columns",
        "plies = 9 and turns = 5 and valid and outcome = win and winner = White and reason = line and claimed = white",
        "errors = 0 and warnings < 1 and not errors",
        "file = x.txt and record = 1 and line = 1 and format = transcript and encoding = utf-8 and bytes > 100",
        "tag:Game = forza4 and not tag:game = gomoku",
        "not points.White > 0 and points.White != 1",
        "White < Zoe or valid",
        "reaches \"7/7/7/7/7/2W4\" and reaches \"7/7/7/7/7/2W4 R\" and not reaches \"7/7/7/7/7/2W4 W\"",
        "reaches \"7/7/7/7/7/7\" and reaches \"*/*/*/*/*/2W?R2\" and not reaches \"7/7/7/7/7/4W2\"",
        "reaches \"7/7/7/7/7/4W2\" mirrored",
        "plays \"c e\" and plays \"1. c, e; 2. c\" and plays \"c1 e1 c2\" and plays \"353\" and plays \"1. ..., c; 2. e\"",
        "not plays \"c c\" and not plays \"c e c c d d b e a a\" and plays \"c e c c d d b e a\"",
        "not has bad-move and has result-mismatch or valid",
    ] {
        assert!(holds(GAME, expression), "{expression}");
    }
    for expression in ["White < Zoe", "Site > 1", "Date < 1990 or Date > 1990", "plies ~ x", "option", "opening = x"] {
        assert!(!holds(GAME, expression), "{expression}");
    }
}

#[test]
fn facts_of_other_games_are_told_too() {
    let renju = "[Game \"renju\"]\n[Options \"double-three, swap\"]\n\nh8 h9\n";
    assert!(!holds(renju, "valid"));
    let swap = "[Game \"gomoku\"]\n[Options \"double-three,swap\"]\n[Black \"Ada\"]\n[White \"Bea\"]\n[Result \"Black\"]\n[Termination \"resignation\"]\n\n1. h8, h9; 2. l12, swap a1\n";
    assert!(holds(swap, "option = swap and option = double-three and option != omok and not option = omok"));
    assert!(holds(swap, "claimed = Black and not winner"));
    let plus4 = "[Game \"plus4\"]\n[Variant \"continua\"]\n[Starts \"Blue\"]\n[Target \"3\"]\n\n1. ..., a; 2. a, d\n";
    assert!(holds(plus4, "turns = 2 and plies = 3 and starts = blue and points.Red = 0 and points.Blue < 1"));
    let claim = "[Game \"forza4\"]\n[White \"Ada\"]\n\n1. c, e *\n";
    assert!(holds(claim, "not claimed and outcome = unfinished and not wonby"));
    assert!(holds(&claim.replace('*', "1-0"), "claimed = White and wonby = Ada and outcome = unfinished"));
    assert!(holds("[Game \"chess\"]\n\ne4\n", "not game and not valid and tag:Game = chess and outcome = unfinished"));
    assert!(holds("[Game \"halma\"]\n[Variant \"8x8\"]\n\n1. a8-c6\n", "plays a8-c6 and board = 8x8 and turns = 1"));
}

#[test]
fn plies_are_read_in_every_system_of_the_game() {
    let game = "[Game \"gomoku\"]\n\n1. j8, k9\n";
    for (plies, is_so) in [
        ("j8 k9", true),
        ("K8", true),
        ("j8", true),
        ("i8", false),
        ("9,11", true),
        ("jl", true),
        // A square, or a point of `go`.
        ("J8", true),
        ("j7", false),
        ("7,7", false),
    ] {
        assert_eq!(holds(game, &format!("plays \"{plies}\"")), is_so, "{plies}");
    }
}

/// A pair has won under the name of each of its sides, in either order.
#[test]
fn a_pair_is_called_by_its_sides() {
    let pairs = "[Game \"halma\"]\n[Variant \"four\"]\n[Options \"pairs\"]\n[Pairs \"Red+Green\"]\n[Result \"Red\"]\n";
    for (value, is_so) in [("Red", true), ("green", true), ("Red+Green", true), ("Green+Red", true), ("White", false)] {
        assert_eq!(holds(pairs, &format!("claimed = \"{value}\"")), is_so, "{value}");
        assert_eq!(holds(pairs, &format!("claimed in (draw, \"{value}\")")), is_so, "{value}");
    }
}

/// Plies that were illegal and stood are asked for as they are written, whatever comes after them.
#[test]
fn plies_that_stood_are_found() {
    let pro =
        "[Game \"gomoku\"]\n[Options \"pro\"]\n[Board \"15x15\"]\n[Stands \"3\"]\n\n1. h8, h9; 2. i8, i9; 3. j9\n";
    let pass = "[Game \"forza4\"]\n\n1. c, d; 2. -- {[%stands]}, e\n";
    for (game, plies, is_so) in [
        (pro, "h8 h9 i8", true),
        (pro, "h8 h9 i8 i9", true),
        (pro, "1. h8, h9; 2. i8, i9; 3. j9", true),
        (pro, "h8 h9 i9", false),
        (pass, "c d --", true),
        (pass, "c d -- e", true),
        (pass, "cd--e", false),
        (pass, "c d e", false),
    ] {
        assert_eq!(holds(game, &format!("plays \"{plies}\"")), is_so, "{plies}");
    }
}

// -- An evaluator of its own --------------------------------------------------------------------------------------------

/// An expression, and whether it is true of a report.
type Asked = (String, Box<dyn Fn(&Report) -> bool>);

fn tag<'r>(report: &'r Report, name: &str) -> Option<&'r str> {
    report.tags.get(name)
}

fn kind(report: &Report) -> &'static str {
    match report.outcome.outcome {
        scoresheet::Outcome::Unfinished => "unfinished",
        scoresheet::Outcome::Win { .. } => "win",
        _ => "draw",
    }
}

fn random_test(rng: &mut Rng) -> Asked {
    let name = *rng.choice(&["Ada", "Bea", "cid"]).expect("a name");
    let number = rng.u32(0..50);
    let side = *rng.choice(&["White", "Red"]).expect("a side");
    match rng.u32(0..12) {
        0 => (
            format!("{side} = {name}"),
            Box::new(move |report| tag(report, side).is_some_and(|found| found.eq_ignore_ascii_case(name))),
        ),
        1 => (
            format!("{side}!={name}"),
            Box::new(move |report| !tag(report, side).is_some_and(|found| found.eq_ignore_ascii_case(name))),
        ),
        2 => (format!("plies > {number}"), Box::new(move |report| report.plies > number)),
        3 => (format!("plies<={number}"), Box::new(move |report| report.plies <= number)),
        4 => ("valid".to_owned(), Box::new(|report| report.valid)),
        5 => ("outcome = win".to_owned(), Box::new(|report| kind(report) == "win")),
        6 => (
            format!("Round = {}", number % 5),
            Box::new(move |report| tag(report, "Round").is_some_and(|round| round.parse() == Ok(number % 5))),
        ),
        7 => (side.to_owned(), Box::new(move |report| tag(report, side).is_some_and(|found| !found.is_empty()))),
        8 => (
            "has column-full".to_owned(),
            Box::new(|report| report.diagnostics.iter().any(|said| said.code == "column-full")),
        ),
        9 => (format!("record < {number}"), Box::new(move |report| report.record < number.into())),
        10 => {
            let plies: Vec<String> = (0..rng.usize(1..3)).map(|_| rng.char('a'..='g').to_string()).collect();
            (format!("plays \"{}\"", plies.join(" ")), Box::new(move |report| report.moves.starts_with(&plies)))
        }
        _ => {
            let mut wanted = Position::new("forza4").expect("a game");
            for _ in 0..rng.usize(0..4) {
                let legal = wanted.legal();
                wanted.play(rng.choice(&legal).expect("a ply")).expect("a legal ply");
            }
            let wanted = wanted.position_string();
            let text = format!("reaches \"{wanted}\"");
            let passes = move |report: &Report| {
                let mut position = Position::new("forza4").expect("a game");
                let mut passed = position.position_string() == wanted;
                for ply in &report.moves {
                    position.play(ply).expect("a ply of a record");
                    passed |= position.position_string() == wanted;
                }
                passed
            };
            (text, Box::new(passes))
        }
    }
}

fn random_expression(rng: &mut Rng, depth: u32) -> Asked {
    if depth == 0 || rng.u32(0..4) == 0 {
        return random_test(rng);
    }
    let (one, is_one) = random_expression(rng, depth - 1);
    match rng.u32(0..3) {
        0 => (format!("not ({one})"), Box::new(move |report| !is_one(report))),
        kind => {
            let (other, is_other) = random_expression(rng, depth - 1);
            match kind {
                1 => (format!("({one}) and ({other})"), Box::new(move |report| is_one(report) && is_other(report))),
                _ => (format!("({one}) or ({other})"), Box::new(move |report| is_one(report) || is_other(report))),
            }
        }
    }
}

/// A transcript of random games of Forza 4, some of them broken.
fn random_archive(rng: &mut Rng, games: usize) -> String {
    let mut text = String::new();
    for _ in 0..games {
        let mut tags = "[Game \"forza4\"]\n".to_owned();
        for (name, values) in
            [("White", ["Ada", "BEA", ""]), ("Red", ["Cid", "ada", "Bea"]), ("Round", ["01", "2", "x"])]
        {
            if rng.bool() {
                tags.push_str(&format!("[{name} \"{}\"]\n", rng.choice(&values).expect("a value")));
            }
        }
        let columns = random::random_game(rng);
        let mut plies: Vec<String> = columns.iter().map(|column| char::from(b'a' + column).to_string()).collect();
        plies.truncate(rng.usize(1..=plies.len()));
        if rng.u32(0..8) == 0 {
            plies.push("zz".to_owned());
        } else if rng.u32(0..8) == 0 {
            plies.extend(std::iter::repeat_n("a".to_owned(), 7));
        }
        random::write_game(&tags, &plies, &mut text);
    }
    text
}

#[test]
fn random_expressions_say_what_a_naive_evaluator_says() {
    let mut rng = Rng::with_seed(0x5c0e_5eed);
    let mut told = [0, 0];
    for _ in 0..8 {
        let archive = random_archive(&mut rng, 40);
        let reports =
            scoresheet::validate(archive.as_bytes(), "x.txt", Defaults::default()).expect("a slice can be read");
        for _ in 0..60 {
            let (text, is) = random_expression(&mut rng, 4);
            let expected: Vec<bool> = reports.iter().map(is).collect();
            expected.iter().for_each(|answer| told[usize::from(*answer)] += 1);
            assert_eq!(answers(&archive, &text), expected, "{text}");
        }
    }
    assert!(told.iter().all(|count| *count > 1000), "{told:?}");
}

// -- Parts and threads --------------------------------------------------------------------------------------------------

/// Keeps what is picked and what is not, in their order.
#[derive(Default)]
struct Kept {
    chosen: (Joined, Vec<u8>),
    rejected: (Joined, Vec<u8>),
    /// Every record, whether chosen or not.
    all: (Joined, Vec<u8>),
}

impl Takes for Kept {
    fn record(&mut self, picked: &Picked<'_>) -> io::Result<()> {
        for (joined, out) in [&mut self.chosen, &mut self.all] {
            joined.record(picked, out).expect("records of one format");
        }
        Ok(())
    }

    fn reject(&mut self, picked: &Picked<'_>) -> io::Result<()> {
        for (joined, out) in [&mut self.rejected, &mut self.all] {
            joined.record(picked, out).expect("records of one format");
        }
        Ok(())
    }

    fn input_ends(&mut self, origin: &Arc<Origin>, number: u64, rest: &[u8]) -> io::Result<()> {
        let all = [&mut self.chosen, &mut self.rejected, &mut self.all];
        all.into_iter().try_for_each(|(joined, out)| joined.input_ends(origin, number, rest, out))
    }
}

fn select(archive: &str, expression: &str, [jobs, chunk]: [usize; 2]) -> Kept {
    let questions = Questions { expression: Some(read(expression)), ..Questions::default() };
    let choice = Choice { questions, copies: true, rejects: true, ..Choice::default() };
    let picking = Picking::default();
    let (mut picker, mut kept) = (Picker::new(&picking), Kept::default());
    let plan = Plan { jobs, chunk, ..Plan::default() };
    let feed = |feeder: &mut parallel::Feeder<'_>| {
        let _ = feeder.input("x.txt", Format::TRANSCRIPT, &mut archive.as_bytes());
    };
    let worked = parallel::run(&plan, &Progress::default(), &choice, feed, &mut |event| match event {
        Event::Part(part) => picker.part(&part, &mut kept),
        _ => Ok(()),
    });
    worked.expect("a slice can be read");
    picker.finish(&mut kept).expect("nothing is on the disk");
    for (joined, out) in [&mut kept.chosen, &mut kept.rejected, &mut kept.all] {
        std::mem::take(joined).finish(out).expect("a vector takes everything");
    }
    kept
}

#[test]
fn what_is_chosen_and_what_is_not_are_the_input_together() {
    let mut rng = Rng::with_seed(7);
    let archive = random_archive(&mut rng, 60);
    for _ in 0..10 {
        let (text, _) = random_expression(&mut rng, 3);
        let whole = select(&archive, &text, [1, 1 << 20]);
        assert_eq!(String::from_utf8(whole.all.1).expect("text"), archive, "{text}");
        let chosen = answers(&archive, &text).iter().filter(|answer| **answer).count();
        assert_eq!(chosen, count(&whole.chosen.1), "{text}");
        assert_eq!(chosen + count(&whole.rejected.1), 60, "{text}");
        for plan in [[1, 500], [3, 700], [4, 1 << 14]] {
            let parts = select(&archive, &text, plan);
            assert_eq!(parts.chosen.1, whole.chosen.1, "{text}");
            assert_eq!(parts.rejected.1, whole.rejected.1, "{text}");
        }
    }
}

fn count(text: &[u8]) -> usize {
    String::from_utf8_lossy(text).matches("[Game ").count()
}

// -- Hostile expressions ------------------------------------------------------------------------------------------------

#[test]
fn hostile_expressions_are_refused_and_break_nothing() {
    let deep = |open: &str, close: &str| [&open.repeat(100_000), "valid", &close.repeat(100_000)].concat();
    let long_regex = format!("White ~ \"{}\"", "(a{1000}){1000}");
    for text in [
        deep("(", ")"),
        deep("not ", ""),
        "(".repeat(100_000),
        ")".repeat(100_000),
        "x".repeat(1 << 20),
        long_regex,
        format!("White ~ \"{}\"", "(".repeat(50_000)),
        "a ~ b or ".repeat(200) + "a ~ b",
        "reaches \"".to_owned() + &"9".repeat(1000) + "\"",
        "reaches \"é!\"".to_owned(),
        "plays \"(((((\"".to_owned(),
        "plays \"[A \\\"b\\\"]\n\nc\"".to_owned(),
        "plays \"{c}\"".to_owned(),
        String::new(),
        "\u{0}".to_owned(),
    ] {
        let fault = Expression::read(&text, Games::default()).expect_err("a fault");
        assert!(text.get(fault.span.clone()).is_some(), "{fault:?}");
    }
    // A long chain is not deep.
    assert!(Expression::read(&["valid"; 10_000].join(" or "), Games::default()).is_ok());
}

#[test]
fn changed_expressions_are_read_or_refused_at_a_place_of_theirs() {
    let seeds = [
        "game = forza4 and (White ~ \"^Ada\" or player in (\"Bea\", Cid)) and plies > 30",
        "not valid or has result-mismatch and reaches \"7/7/7/7/3R3/?WW3\" mirrored",
        "plays \"1. c, é; 2. c\" or tag:game != x and points.White >= 3",
    ];
    let mut rng = Rng::with_seed(11);
    let mut told = [0, 0];
    for _ in 0..20_000 {
        let mut letters: Vec<char> = rng.choice(&seeds).expect("a seed").chars().collect();
        for _ in 0..rng.usize(1..4) {
            let at = rng.usize(..letters.len());
            match rng.u32(0..3) {
                0 => drop(letters.remove(at)),
                1 => {
                    letters.insert(at, *rng.choice(&['"', '(', ')', '!', '\\', 'é', ' ', '0', '=']).expect("a letter"))
                }
                _ => letters.swap(at, 0),
            }
        }
        let text: String = letters.into_iter().collect();
        match Expression::read(&text, Games::default()) {
            Ok(_) => told[0] += 1,
            Err(fault) => {
                assert!(text.get(fault.span.clone()).is_some(), "{text:?}: {fault:?}");
                told[1] += 1;
            }
        }
    }
    assert!(told.iter().all(|count| *count > 100), "{told:?}");
}

#[test]
fn faults_say_what_was_expected() {
    for (text, message, help) in [
        (
            "White = Ada Neri",
            "expected `and`, `or` or the end, found `Neri`",
            "a text with spaces stands in quotation marks: \"Ada Neri\"",
        ),
        ("valid and", "expected a test, such as `plies > 30`, found the end", ""),
        ("(valid", "expected `and`, `or` or `)`, found the end", "this parenthesis is not closed"),
        ("plies ! 3", "`!` stands alone", "write `!=` or `!~`, or `not` in front of a test"),
        ("plies >", "expected a value, found the end", ""),
        (
            "valid AND plies",
            "expected a comparison such as `=`, `and`, `or` or the end, found `AND`",
            "write `and` in small letters",
        ),
        ("valid and and plies", "expected a test, such as `plies > 30`, found `and`", ""),
        ("White = Ada or or Red = Bea", "expected a test, such as `plies > 30`, found `or`", ""),
        (
            "White ~ (a|x)",
            "expected a regular expression, found `(`",
            "a text with signs stands in quotation marks: \"(a|x)\"",
        ),
        (
            "reaches \"7/7\" mirored",
            "expected `mirrored`, `and`, `or` or the end, found `mirored`",
            "did you mean `mirrored`?",
        ),
        ("White in Ada", "expected `(` and a list of values, found `Ada`", ""),
        ("has colum-full", "no diagnostic has the code `colum-full`", "did you mean `column-full`?"),
        ("points.Wite > 1", "expected a side after `points.`: White, Black, Red, Green, Blue", "did you mean `White`?"),
        (
            "play \"c e\"",
            "expected a comparison such as `=`, `and`, `or` or the end, found \"c e\"",
            "did you mean `plays`?",
        ),
        (
            "a.b = 1",
            "expected the name of a field, found `a.b`",
            "a field is a fact, such as plies, or a tag, whose name has only letters, digits, `_` and `-`",
        ),
    ] {
        let fault = Expression::read(text, Games::default()).expect_err(text);
        assert_eq!((&*fault.message, fault.help.as_deref().unwrap_or_default()), (message, help), "{text}");
    }
}

#[test]
fn names_that_nobody_knows_are_doubted() {
    for (text, doubts) in [
        ("plys > 3 and White", &["plys is taken for a tag; did you mean plies?"][..]),
        ("tag:plys > 3", &[]),
        ("plies = 12 or points.White >= 3", &[]),
    ] {
        assert_eq!(read(text).doubts(), doubts, "{text}");
    }
}

#[test]
fn values_that_no_record_has_are_told() {
    for (text, misfit) in [
        ("plies > ten", "`ten` does not fit plies, which is a number"),
        ("valid = yes", "`yes` does not fit valid, which is true or false"),
        ("not valid = TRUE", ""),
        (
            "outcome in (win, drawn)",
            "`drawn` does not fit outcome, which is win, draw or unfinished; did you mean draw?",
        ),
        ("White < Bruni", "`Bruni` is neither a number nor a date, so no White is less or more than it"),
        ("Date >= 1990 and White = Bruni and White ~ \"^A\"", ""),
        ("game = chess", "no game is called `chess`"),
        ("game = renju", "no game is called `renju`; did you mean variant = renju?"),
        ("game in (forza4, \"Connect Four\", GOMOKU)", ""),
        ("variant = klingon or plies > 3", "no variant is called `klingon`"),
        ("not variant = rennju", "no variant is called `rennju`; did you mean renju?"),
        ("variant = Standard and option != equalizer", ""),
        ("option = equaliser", "no option is called `equaliser`; did you mean equalizer?"),
        ("notation = square", "no notation system is called `square`; did you mean squares?"),
        ("format = SGF and notation = go and reason = line and reason != foul and starts = red", ""),
        ("winner = Pink", "`Pink` does not fit winner, which is the name of a side"),
        ("claimed = whit", "`whit` does not fit claimed, which is the name of a side, or draw; did you mean White?"),
        ("claimed = draw or winner = red or claimed = \"Green+Red\" or claimed = White", ""),
        ("claimed = \"1-0\"", "`1-0` does not fit claimed, which is the name of a side, or draw"),
        ("board = 7y6", "`7y6` is no size of a board, such as 7x6"),
        ("encoding = foo", "no encoding is called `foo`"),
        ("encoding = latin1", "no encoding is called `latin1` here; did you mean windows-1252?"),
        ("encoding = gbk or encoding = \"UTF-16LE\" or board = \"7×6\"", ""),
        ("format = pgn", "no file format is called `pgn`"),
        ("reason = liine", "no reason is called `liine`; did you mean line?"),
        ("reaches \"zzz\"", "no position is `zzz`: it has one row; rows are parted by `/`"),
        ("reaches \"7/7/7/7/7/6\"", "no position is `7/7/7/7/7/6`: its rows have 6 to 7 squares"),
        ("reaches \"*/*/?\" or reaches \"*/*\" or reaches \"7/7/7/7/7/7 W\"", ""),
    ] {
        let expected: Vec<_> = Some(misfit).filter(|misfit| !misfit.is_empty()).into_iter().collect();
        assert_eq!(read(text).misfits(), expected, "{text}");
    }
}

// -- The program --------------------------------------------------------------------------------------------------------

struct Folder(tempfile::TempDir);

impl Folder {
    fn with(files: &[(&str, &[u8])]) -> Folder {
        let folder = Folder(tempfile::tempdir().expect("a folder"));
        for (name, bytes) in files {
            fs::write(folder.path(name), bytes).expect("a file");
        }
        folder
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn select(&self, arguments: &[&str]) -> (i32, String, String) {
        let program = Path::new(env!("CARGO_BIN_EXE_scoresheet"));
        let Output { status, stdout, stderr } = Command::new(program)
            .arg("select")
            .args(arguments)
            .current_dir(self.0.path())
            .stdin(std::process::Stdio::null())
            .output()
            .expect("the program runs");
        let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        (status.code().unwrap_or(-1), text(stdout), text(stderr))
    }

    /// The files under a folder with their texts, in the order of their names.
    fn files(&self, name: &str) -> Vec<(String, String)> {
        let mut files: Vec<_> = fs::read_dir(self.path(name))
            .expect("a folder")
            .map(|entry| {
                let entry = entry.expect("an entry");
                let text = fs::read(entry.path()).expect("a file");
                (entry.file_name().to_string_lossy().into_owned(), String::from_utf8_lossy(&text).into_owned())
            })
            .collect();
        files.sort();
        files
    }
}

const TABLE: &[u8] = b"\xef\xbb\xbfgame,moves,White\r\nforza4,c e c,Ada\r\nforza4,c c,Bea\r\ngomoku,h8 j9,Cem";
const LIST: &[u8] = b"#: [Game \"forza4\"]\n33543 a\n4423 b\n#: [Game \"gomoku\"]\nh8h9\n";

#[test]
fn tables_and_lists_keep_what_holds_for_their_rows() {
    let folder = Folder::with(&[("t.csv", TABLE), ("l.lines", LIST)]);
    let (status, out, _) = folder.select(&["White != Bea", "t.csv"]);
    assert_eq!((status, &*out), (0, "\u{feff}game,moves,White\r\nforza4,c e c,Ada\r\ngomoku,h8 j9,Cem\r\n"));
    let (status, out, _) = folder.select(&["plies != 5", "l.lines"]);
    assert_eq!((status, &*out), (0, "#: [Game \"forza4\"]\n4423 b\n#: [Game \"gomoku\"]\nh8h9\n"));
    let (status, out, error) = folder.select(&["valid", "t.csv", "l.lines"]);
    assert_eq!(status, 2, "{out}");
    assert!(error.contains("--to") && error.contains("-o DIR"), "{error}");
    let (status, out, _) = folder.select(&["game = gomoku", "t.csv", "l.lines", "--to", "squares"]);
    assert_eq!(status, 0);
    assert_eq!(out.matches("1. h8,").count(), 2, "{out}");
    let (status, ..) = folder.select(&["valid", "t.csv", "l.lines", "-o", "out/"]);
    assert_eq!(status, 0);
    let names: Vec<String> = folder.files("out").into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["l.lines", "t.csv"]);
}

/// What a list is written in is found from all of its games. A game that would be read otherwise by itself keeps the name of
/// that; a row of a table cannot, and the program says so.
#[test]
fn a_game_keeps_the_notation_of_its_list() {
    let list = "#: [Game \"forza4\"]\n0123456\n33333300\n1111117\n6666661\n";
    let table = "game,moves\nforza4,0123456\nforza4,33333300\nforza4,6666661\n";
    let folder = Folder::with(&[("l.lines", list.as_bytes()), ("t.csv", table.as_bytes())]);
    let (status, out, error) = folder.select(&["record=4", "l.lines"]);
    let named = "#: [Game \"forza4\"] [Notation \"digits0\"]\n";
    assert_eq!((status, &*out, &*error), (0, &*format!("{named}6666661\n"), ""));
    // Once it is named it holds for the others, too; a game that needs no name gets none.
    let (_, out, _) = folder.select(&["record>=3 or record=1", "l.lines"]);
    assert_eq!(out, format!("#: [Game \"forza4\"]\n0123456\n{named}1111117\n6666661\n"));
    fs::write(folder.path("again.lines"), out).expect("a file");
    let (_, count, _) = folder.select(&["--count", "not valid", "again.lines"]);
    assert_eq!(count, "1\n");
    // A whole table is read as before.
    assert_eq!(folder.select(&["plies >= 0", "t.csv"]), (0, table.to_owned(), String::new()));
    // Two lists in different systems, and lines that end with CR and LF.
    fs::write(folder.path("other.lines"), "#: [Game \"forza4\"]\n77777777\n").expect("a file");
    let (status, out, _) = folder.select(&["record=3 or plies=6", "l.lines", "other.lines"]);
    let digits = "#: [Game \"forza4\"] [Notation \"digits\"]\n77777777\n";
    assert_eq!((status, out), (0, format!("{named}1111117\n#: [Game \"forza4\"]\n{digits}")));
    fs::write(folder.path("crlf.lines"), list.replace('\n', "\r\n")).expect("a file");
    let (_, out, _) = folder.select(&["record=4", "crlf.lines"]);
    assert_eq!(out, format!("{named}6666661\n").replace('\n', "\r\n"));
    let (status, out, error) = folder.select(&["record=3", "t.csv"]);
    assert_eq!((status, &*out), (0, "game,moves\nforza4,6666661\n"));
    assert!(error.contains("1 record may be read in another notation system") && error.contains("digits0"), "{error}");
}

/// What nobody could read replaces no file.
#[test]
fn an_output_is_kept_if_nothing_can_be_read() {
    let folder = Folder::with(&[("keep.txt", b"old"), ("bad.txt", b"old")]);
    let (status, ..) = folder.select(&["valid", "nope.txt", "-o", "keep.txt", "--rejects", "bad.txt"]);
    assert_eq!(status, 2);
    assert_eq!(
        (fs::read(folder.path("keep.txt")).ok(), fs::read(folder.path("bad.txt")).ok()),
        (Some(b"old".to_vec()), Some(b"old".to_vec()))
    );
}

/// Games that have no SGF are written as transcripts, with a blank line between them.
#[test]
fn games_without_sgf_stand_apart() {
    let text = "[Game \"forza4\"]\n\n1. c\n\n[Game \"forza4\"]\n\n1. d\n";
    let folder = Folder::with(&[("a.txt", text.as_bytes())]);
    let (status, out, _) = folder.select(&["valid", "--to", "sgf", "a.txt"]);
    assert_eq!((status, out.matches("\n\n[Game ").count()), (0, 1), "{out}");
}

#[test]
fn a_remark_closes_no_comment_of_another_record() {
    let text = "[Game \"forza4\"]\n\n1. c {one\n\n[Game \"forza4\"]\n\n1. c\n\n{two}\n[Game \"forza4\"]\n\n1. zz\n";
    let folder = Folder::with(&[("k.txt", text.as_bytes())]);
    let (status, _, error) = folder.select(&["not valid", "k.txt"]);
    assert!(status == 2 && error.contains("a comment that is not closed"), "{status} {error}");
    let (status, ..) = folder.select(&["not valid", "k.txt", "-o", "out/"]);
    assert_eq!((status, folder.files("out").len()), (0, 2));
    // A brace in a line comment or a tag opens nothing.
    let closed = text.replace("1. c {one", "1. zz # {one");
    fs::write(folder.path("closed.txt"), closed).expect("a file");
    assert_eq!(folder.select(&["not valid", "closed.txt"]).0, 0);
    // Where they stand side by side nothing changes.
    assert_eq!(folder.select(&["plies >= 0", "k.txt"]).1, text);
}

#[test]
fn what_cannot_be_repeated_in_an_encoding_is_converted() {
    let letters = "[Game \"forza4\"]\n\n1. c, e\n".encode_utf16();
    let bytes: Vec<u8> = [0xff, 0xfe].into_iter().chain(letters.flat_map(u16::to_le_bytes)).collect();
    let folder = Folder::with(&[("x.txt", &bytes)]);
    let (status, out, error) = folder.select(&["valid", "x.txt"]);
    assert!(status == 2 && out.is_empty() && error.contains("UTF-16LE are not copied"), "{status} {error}");
    let (status, out, _) = folder.select(&["valid", "x.txt", "--to", "columns"]);
    assert_eq!((status, &*out), (0, "[Game \"forza4\"]\n\n1. c, e\n"));
}

/// What cannot be copied to a folder is told, and everything else is.
#[test]
fn a_file_that_cannot_be_copied_keeps_no_other_from_a_folder() {
    let tree = "(;GM[4]SZ[15];B[hh])".encode_utf16();
    let wide: Vec<u8> = [0xff, 0xfe].into_iter().chain(tree.flat_map(u16::to_le_bytes)).collect();
    let rif = b"<database><games><game id=\"1\"><move>h8</move></game></games></database>";
    let psq = b"Piskvorky 15x15, 11:11, 0\n8,8,5\na\nb\n0\n";
    let folder = Folder::with(&[("0.psq", psq), ("a.sgf", &wide), ("b.rif", rif), ("z.psq", psq)]);
    let (status, _, error) = folder.select(&["--where", "plies > 0", "-o", "out/", "0.psq", "a.sgf", "b.rif", "z.psq"]);
    let names: Vec<String> = folder.files("out").into_iter().map(|(name, _)| name).collect();
    assert_eq!((status, names), (2, vec!["0.psq".to_owned(), "z.psq".to_owned()]), "{error}");
    assert!(
        error.contains("a.sgf: records in UTF-16LE") && error.contains("b.rif: records of the format rif"),
        "{error}"
    );
}

/// The program says only of records that are picked why they cannot be converted, and counts only those.
#[test]
fn nothing_is_said_of_records_that_are_not_picked() {
    let text =
        "[Game \"forza4\"]\n[White \"Ada\"]\n\n1. c, e; 2. c, c\n\n[Game \"forza4\"]\n[White \"Bea\"]\n\n1. c, z\n";
    let folder = Folder::with(&[("two.txt", text.as_bytes())]);
    for arguments in [
        &["record = 1"][..],
        &["not record = 2"],
        &["record in (1)"],
        &["--limit", "1"],
        &["--sort", "White", "--limit", "1"],
    ] {
        let (status, out, error) = folder.select(&[arguments, &["two.txt", "--to", "squares"]].concat());
        assert_eq!((status, &*error), (0, ""), "{arguments:?}");
        assert!(out.contains("Ada") && !out.contains("Bea"), "{out}");
    }
    let (status, out, error) = folder.select(&["record = 2", "two.txt", "--to", "squares"]);
    assert!(
        status == 1 && out.is_empty() && error.contains("off-board") && error.contains("1 record not written"),
        "{error}"
    );
    let (status, out, error) = folder.select(&["two.txt", "--to", "squares"]);
    assert!(status == 0 && out.contains("c1, e1") && error.contains("1 record not written"), "{error}");
}

/// Every format that is written is one that `--to` takes: one whose file begins with what its records have in common, and
/// one whose file holds a single record.
#[test]
fn what_is_selected_is_converted_to_every_format() {
    let game = |id: u32, more: &str| {
        format!(
            "[Game \"gomoku\"]\n[Variant \"renju\"]\n[Board \"15x15\"]\n[Round \"{id}\"]\n{more}\n1. h8, i9; 2. g7\n"
        )
    };
    let games = [game(1, ""), game(2, "[White \"Ada\"]\n"), game(3, "[White \"Bea\"]\n")].join("\n");
    let folder = Folder::with(&[("g.txt", games.as_bytes())]);
    let (status, out, _) = folder.select(&["Round >= 2", "g.txt", "--to", "csv"]);
    let head = "Game,Variant,Board,Round,White,moves\n";
    let row = |round: u32, name: &str| format!("gomoku,renju,15x15,{round},{name},\"1. h8, i9; 2. g7\"\n");
    assert_eq!((status, out), (0, format!("{head}{}{}", row(2, "Ada"), row(3, "Bea"))));
    let (status, out, _) = folder.select(&["Round >= 2", "g.txt", "--to", "rif"]);
    assert_eq!((status, out.matches("<database").count(), out.matches("<game ").count()), (0, 1, 2), "{out}");
    for format in ["pos", "sav", "renlib"] {
        let (status, out, error) = folder.select(&["Round = 2", "g.txt", "--to", format]);
        assert_eq!((status, out.is_empty()), (1, true), "{error}");
        assert!(error.contains("`--lossy` writes the record without"), "{error}");
        let (status, out, _) = folder.select(&["Round = 2", "g.txt", "--to", format, "--lossy", "-q"]);
        assert_eq!((status, out.is_empty()), (0, false));
        let (status, _, error) = folder.select(&["valid", "g.txt", "--to", format, "--lossy"]);
        assert!(status == 2 && error.contains("holds one record: write to a folder with -o DIR/"), "{error}");
        let out = format!("out-{format}/");
        let (status, ..) = folder.select(&["valid", "g.txt", "--to", format, "--lossy", "-o", &out]);
        let ending = if format == "renlib" { "lib" } else { format };
        let names: Vec<String> = folder.files(&out).into_iter().map(|(name, _)| name).collect();
        assert_eq!((status, names), (0, ["g-2", "g-3", "g"].map(|name| format!("{name}.{ending}")).to_vec()));
    }
    let (status, ..) = folder.select(&["valid", "g.txt", "--to", "csv", "-o", "by/", "--split-by", "White"]);
    let files = folder.files("by");
    let names: Vec<_> = files.iter().map(|(name, _)| &**name).collect();
    assert_eq!((status, names), (0, vec!["Ada.csv", "Bea.csv", "none.csv"]));
    assert_eq!(files[0].1, format!("{head}{}", row(2, "Ada")));
}

fn two_games() -> String {
    "[Game \"forza4\"]\n[Event \"a/b\"]\n[White \"Bea\"]\n\n1. c\n\n[Game \"forza4\"]\n[White \"Ada\"]\n\n1. c, e"
        .to_owned()
}

#[test]
fn files_of_a_folder_are_named_by_values() {
    let folder = Folder::with(&[("x.txt", two_games().as_bytes())]);
    let (status, _, error) = folder.select(&["x.txt", "--split-by", "Event", "-o", "out"]);
    assert_eq!((status, &*error), (0, "scoresheet: \"a/b\" is written to a_b.txt\n"));
    let names: Vec<(String, usize)> =
        folder.files("out").into_iter().map(|(name, text)| (name, text.matches("1. c").count())).collect();
    assert_eq!(names, [("a_b.txt".to_owned(), 1), ("none.txt".to_owned(), 1)]);
    let (status, ..) = folder.select(&["x.txt", "--split-every", "1", "-o", "parts"]);
    assert_eq!((status, folder.files("parts").len()), (0, 2));
    // An input is never written over.
    let (status, _, error) = folder.select(&["x.txt", "-o", "./"]);
    assert!(status == 2 && error.contains("is an input"), "{error}");
}

/// Links in a folder lead to no file that the call reads, or writes otherwise.
#[cfg(unix)]
#[test]
fn links_in_a_folder_overwrite_nothing() {
    use std::os::unix::fs::symlink;
    let games = two_games();
    let folder = Folder::with(&[]);
    for (name, target) in [("out/a.txt", "../in/a.txt"), ("values/Ada.txt", "../in/a.txt"), ("two/Ada.txt", "Bea.txt")]
    {
        fs::create_dir_all(folder.path(name).parent().expect("a folder")).expect("a folder");
        symlink(target, folder.path(name)).expect("a link");
    }
    fs::create_dir(folder.path("in")).expect("a folder");
    fs::write(folder.path("in/a.txt"), &games).expect("a file");
    for call in [&["in", "-o", "out"][..], &["in", "--split-by", "White", "-o", "values"]] {
        let (status, _, error) = folder.select(call);
        assert!(status == 2 && error.contains("is an input"), "{call:?}: {error}");
    }
    let convert = ["convert", "--to", "squares", "-o", "out", "in"];
    let program = Command::new(env!("CARGO_BIN_EXE_scoresheet")).current_dir(&folder.0).args(convert).output();
    assert!(!program.expect("the program runs").status.success());
    assert_eq!(fs::read_to_string(folder.path("in/a.txt")).expect("a file"), games);
    let (status, _, error) = folder.select(&["in", "--split-by", "White", "-o", "two"]);
    assert!(status == 2 && error.contains("a link to a file that this call has written"), "{error}");
    // The rejects are no file of the folder either.
    let call = ["White = Ada", "in", "--split-by", "White", "-o", "picked", "--rejects", "picked/Ada.txt"];
    let (status, _, error) = folder.select(&call);
    assert!(status == 2 && error.contains("written by another option"), "{error}");
    let (status, _, error) = folder.select(&["White = Ada", "in", "--rejects", "-"]);
    assert!(status == 2 && error.contains("both go to standard output"), "{error}");
}

/// Who reads only the start of what is picked, still gets all that is not.
#[cfg(unix)]
#[test]
fn rejects_are_whole_where_nobody_reads_the_rest() {
    let games: String =
        (0..40_000).map(|number| format!("[Game \"forza4\"]\n\n{}\n\n", ["c", "d d"][number % 2])).collect();
    let folder = Folder::with(&[("x.txt", games.as_bytes())]);
    let script =
        format!("'{}' select 'plies = 1' --rejects rest.txt x.txt | head -1", env!("CARGO_BIN_EXE_scoresheet"));
    let output = Command::new("sh").args(["-c", &script]).current_dir(&folder.0).output().expect("there is a shell");
    assert_eq!(output.stdout, b"[Game \"forza4\"]\n");
    assert_eq!(folder.select(&["--count", "plies = 2", "rest.txt"]).1, "20000\n");
}

/// Sheets of a workbook and members of an archive keep their places and endings.
#[test]
fn files_of_a_folder_lie_as_in_the_archive() {
    let folder = Folder::with(&[]);
    let workbook = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/workbook/club.xlsx");
    fs::copy(workbook, folder.path("club.xlsx")).expect("a file");
    let game = b"[Game \"forza4\"]\n\n1. c\n";
    let zip = archives::zip(&[("d/x.txt", &game[..]), ("x.txt", &game[..])]);
    fs::write(folder.path("a.zip"), zip).expect("a file");
    assert_eq!(folder.select(&["--game", "forza4", "-q", "-o", "sheets/", "club.xlsx"]).0, 0);
    let names: Vec<String> = folder.files("sheets").into_iter().map(|(name, _)| name).collect();
    assert!(!names.is_empty() && names.iter().all(|name| name.ends_with(".csv")), "{names:?}");
    assert_eq!(folder.select(&["-o", "members/", "a.zip"]).0, 0);
    for name in ["members/x.txt", "members/d/x.txt"] {
        assert_eq!(fs::read(folder.path(name)).expect("a file"), game, "{name}");
    }
    // The name of a file may have the sign that parts members from archives.
    if cfg!(unix) {
        fs::create_dir(folder.path("in")).expect("a folder");
        fs::write(folder.path("in/2024-01-01T10:30.txt"), game).expect("a file");
        let convert = ["convert", "--to", "squares", "-o", "times", "in"];
        fs::create_dir(folder.path("times")).expect("a folder");
        let program = Command::new(env!("CARGO_BIN_EXE_scoresheet")).current_dir(&folder.0).args(convert).output();
        assert!(program.expect("the program runs").status.success());
        assert!(folder.path("times/2024-01-01T10:30.txt").is_file());
    }
}

/// A file that is replaced keeps what belongs to it beside its text.
#[cfg(unix)]
#[test]
fn a_file_keeps_its_attributes() {
    let games = two_games();
    let folder = Folder::with(&[("x.txt", games.as_bytes()), ("y.txt", games.as_bytes())]);
    // Not every file system has them.
    if xattr::set(folder.path("y.txt"), "user.source", b"sheet 7").is_err() {
        return;
    }
    assert_eq!(folder.select(&["White = Ada", "x.txt", "-o", "y.txt"]).0, 0);
    let kept = xattr::get(folder.path("y.txt"), "user.source").expect("attributes");
    assert_eq!(kept.as_deref(), Some(&b"sheet 7"[..]));
    // An access list: the owner and one other may read and write, the group may not, whatever the mode says.
    let entry = |tag: u16, may: u16, id: u32| [&tag.to_le_bytes()[..], &may.to_le_bytes(), &id.to_le_bytes()].concat();
    let everybody = u32::MAX;
    let list = [
        2_u32.to_le_bytes().to_vec(),
        entry(1, 6, everybody),
        entry(2, 6, 65_534),
        entry(4, 0, everybody),
        entry(16, 6, everybody),
        entry(32, 0, everybody),
    ];
    if cfg!(target_os = "linux") && xattr::set(folder.path("y.txt"), "system.posix_acl_access", &list.concat()).is_ok()
    {
        assert_eq!(folder.select(&["White = Ada", "x.txt", "-o", "y.txt"]).0, 0);
        let kept = xattr::get(folder.path("y.txt"), "system.posix_acl_access").expect("attributes");
        assert_eq!(kept, Some(list.concat()));
    }
}

/// Games without SGF become transcripts, and their files are called so.
#[test]
fn a_file_is_named_after_what_it_holds() {
    let forza4 = "[Game \"forza4\"]\n\n1. c, d\n";
    let gomoku = "[Game \"gomoku\"]\n\n1. h8\n";
    let mixed = format!("{gomoku}\n{forza4}");
    let games: [(&str, &[u8]); 3] =
        [("f.csv", b"Game,moves\nforza4,c d\n"), ("g.txt", gomoku.as_bytes()), ("m.txt", mixed.as_bytes())];
    let folder = Folder::with(&games);
    let names = |folder: &Folder, of: &str| folder.files(of).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
    let convert = ["convert", "--to", "sgf", "-o", "c/", "f.csv", "g.txt"];
    let program = Command::new(env!("CARGO_BIN_EXE_scoresheet")).current_dir(&folder.0).args(convert).output();
    assert!(program.expect("the program runs").status.success());
    assert_eq!(names(&folder, "c"), ["f.txt", "g.sgf"]);
    assert_eq!(folder.select(&["f.csv", "m.txt", "--to", "sgf", "-o", "s/"]).0, 0);
    assert_eq!(names(&folder, "s"), ["f.txt", "m.sgf", "m.txt"]);
    assert_eq!(folder.select(&["f.csv", "m.txt", "--to", "sgf", "-o", "v", "--split-by", "game"]).0, 0);
    assert_eq!(names(&folder, "v"), ["forza4.txt", "gomoku.sgf"]);
    let (status, _, error) = folder.select(&["m.txt", "--to", "sgf"]);
    assert!(status == 2 && error.contains("`--to transcript --notation sgf` writes transcripts alone"), "{error}");
    // A file is no folder, and an empty name no field.
    let (status, _, error) = folder.select(&["m.txt", "--split-by", "game", "-o", "g.txt"]);
    assert!(status == 2 && error.contains("g.txt is a file: name a folder"), "{error}");
    let (status, _, error) = folder.select(&["m.txt", "--sort", "Event,"]);
    assert!(status == 2 && error.contains("--sort lacks the name of a field"), "{error}");
    // So are fields that no record has.
    let (status, _, error) = folder.select(&["m.txt", "--sort", "-plies,Whit"]);
    assert_eq!((status, &*error), (0, "scoresheet: --sort: no record has Whit; did you mean White?\n"));
    let (status, _, error) = folder.select(&["m.txt", "--split-by", "Evnt", "-o", "e"]);
    assert_eq!((status, &*error), (0, "scoresheet: --split-by: no record has Evnt; did you mean Event?\n"));
    let (status, _, error) = folder.select(&["m.txt", "--lossy"]);
    assert!(status == 2 && !error.contains("for instance"), "{error}");
}

#[test]
fn records_are_sorted_sampled_and_cut() {
    let mut rng = Rng::with_seed(3);
    let archive = random_archive(&mut rng, 200);
    let folder = Folder::with(&[("x.txt", archive.as_bytes())]);
    let sorted = |memory: &str| folder.select(&["valid", "x.txt", "--sort", "-plies,White", "--memory", memory]);
    let (status, out, _) = sorted("1G");
    assert_eq!(status, 0);
    assert_eq!(sorted("2K"), (0, out.clone(), String::new()));
    let reports = scoresheet::validate(out.as_bytes(), "", Defaults::default()).expect("a slice can be read");
    assert!(reports.is_sorted_by_key(|report| std::cmp::Reverse(report.plies)) && reports.len() > 100);
    let places = |more: &[&str]| folder.select(&[&["valid", "x.txt", "--places"], more].concat()).1;
    let all: Vec<String> = places(&[]).lines().map(str::to_owned).collect();
    assert_eq!(places(&["--skip", "3", "--limit", "4"]).lines().collect::<Vec<_>>(), all[3..7]);
    let sample = places(&["--sample", "20", "--seed", "5"]);
    assert_eq!(places(&["--sample", "20", "--seed", "5", "--jobs", "1"]), sample);
    assert_ne!(places(&["--sample", "20", "--seed", "6"]), sample);
    let found: Vec<_> =
        sample.lines().map(|line| all.iter().position(|known| known == line).expect("a place")).collect();
    assert!(found.len() == 20 && found.is_sorted());
    let (_, count, _) = folder.select(&["valid", "x.txt", "--count"]);
    assert_eq!(count.trim().parse(), Ok(all.len()));
}

#[test]
fn the_first_argument_is_a_path_if_there_is_such_a_file() {
    let folder = Folder::with(&[("valid", two_games().as_bytes())]);
    let (status, out, _) = folder.select(&["valid", "--count"]);
    assert_eq!((status, &*out), (0, "2\n"));
    let (status, out, _) = folder.select(&["--where", "plies > 1", "valid"]);
    assert_eq!((status, &*out), (0, "[Game \"forza4\"]\n[White \"Ada\"]\n\n1. c, e\n"));
    let (status, _, error) = folder.select(&["missing.txt"]);
    assert!(status == 2 && error.contains("no file of that name"), "{error}");
    assert_eq!(folder.select(&["plies > 100", "valid"]).0, 1);
}

/// A file of records by hand: for each what stands before it and after it, up to the next.
struct ByHand {
    name: &'static str,
    /// What stands above all records and is repeated: the first row of a table, the tags of a list.
    above: &'static str,
    records: Vec<(String, String, String)>,
}

impl ByHand {
    fn random(kind: usize, rng: &mut Rng) -> ByHand {
        let (name, above) = [
            ("x.txt", ""),
            ("x.lines", "#: [Game \"forza4\"]\n"),
            ("x.csv", "id,game,moves\n"),
            ("x.jsonl", ""),
            ("x.sgf", ""),
        ][kind];
        let count = rng.usize(1..9);
        let blank = |rng: &mut Rng, most: usize| "\n".repeat(rng.usize(0..=most));
        let mut records: Vec<_> = (0..count)
            .map(|number| {
                let end = if rng.u32(0..4) == 0 { "\r\n" } else { "\n" };
                let (before, record, after) = match name {
                    "x.txt" => (
                        "".into(),
                        format!("[Game \"forza4\"]\n[Id \"{number}\"]{end}{end}1. c, e{end}"),
                        format!("\n{}", blank(rng, 2)),
                    ),
                    "x.lines" => (
                        format!("{}{}", blank(rng, 1), if rng.bool() { "# a remark\n" } else { "" }),
                        format!("c e d # {number}{end}"),
                        String::new(),
                    ),
                    "x.csv" => (blank(rng, 2), format!("{number},forza4,c e{end}"), String::new()),
                    "x.jsonl" => (
                        blank(rng, 2),
                        format!("{{\"id\":{number},\"game\":\"forza4\",\"moves\":[\"c\"]}}{end}"),
                        String::new(),
                    ),
                    _ => ("".into(), format!("(;GM[4]FF[4]SZ[15]ID[{number}];B[hh];W[ii])\n"), blank(rng, 2)),
                };
                (before, record, after)
            })
            .collect();
        let mark = if rng.u32(0..3) == 0 && name != "x.sgf" { "\u{feff}" } else { "" };
        let lead = if ["x.txt", "x.jsonl"].contains(&name) { blank(rng, 2) } else { String::new() };
        records[0].0 = format!("{mark}{lead}{above}{}", records[0].0);
        records[count - 1].2 = blank(rng, 3);
        if name == "x.lines" && rng.bool() {
            records[count - 1].2.push_str("# the end\n");
        }
        ByHand { name, above, records }
    }

    fn text(&self) -> String {
        self.records.iter().map(|(before, record, after)| [before.as_str(), record, after].concat()).collect()
    }

    /// The records of these places, as they are to be written.
    fn chosen(&self, is_chosen: impl Fn(usize) -> bool) -> String {
        let has_mark = self.records[0].0.starts_with('\u{feff}');
        let (mut out, mut parted) = (String::new(), "");
        for (place, (before, record, after)) in self.records.iter().enumerate().filter(|(place, _)| is_chosen(*place)) {
            if out.is_empty() && place > 0 {
                out.push_str(if has_mark { "\u{feff}" } else { "" });
                out.push_str(self.above);
            }
            out.extend([parted, before, record]);
            parted = after;
        }
        // A blank line that parts transcripts stands between two.
        let is_last = is_chosen(self.records.len() - 1);
        out + if self.name == "x.txt" && parted == "\n" && !is_last { "" } else { parted }
    }
}

/// A break between manches is no ply: JSON and tables of `tree` write plies without it.
#[test]
fn an_opening_may_lack_breaks() {
    let plus4 = "[Game \"plus4\"]\n[Variant \"manche\"]\n\n1. a, b; 2. a, b; 3. a, b; 4. a / 1. ..., c; 2. d*\n";
    for (opening, is_so) in [
        ("a b a b a b a / c d*", true),
        ("a b a b a b a c d*", true),
        ("1. a, b; 2. a, b; 3. a, b; 4. a; 1. ..., c", true),
        ("a, b, a, b, a, b, a, c", true),
        ("a b a b a b a", true),
        ("a b a b a b a d", false),
        ("a b a b a b a / / c", false),
        ("a b a / b", false),
    ] {
        assert_eq!(holds(plus4, &format!("plays \"{opening}\"")), is_so, "{opening}");
    }
}

/// Plies that nobody may make are found where they stood.
#[test]
fn an_opening_may_hold_illegal_plies_that_stood() {
    let stood = "[Game \"forza4\"]\n[Stands \"2\"]\n\n1. g, --; 2. c\n";
    let folder = Folder::with(&[("x.game", stood.as_bytes()), ("y.game", b"[Game \"forza4\"]\n\n1. g, c\n")]);
    for (opening, count) in
        [("g, --", "1"), ("1. g, --; 2. c", "1"), ("g", "2"), ("g, --, d", "0"), ("--", "0"), ("g, c", "1")]
    {
        let (_, out, _) = folder.select(&["--count", "--where", &format!("plays \"{opening}\""), "x.game", "y.game"]);
        assert_eq!(out.trim(), count, "{opening}");
    }
}

/// Where records do not come in the order of the input, what stands after the last one still comes with it.
#[test]
fn what_stands_after_the_last_record_is_sorted_sampled_and_split_with_it() {
    const ASCENDING: &str = "#: [Game \"forza4\"]\nc\nc e d\nc e\n\n# the end";
    const FALLING: &[&str] = &["--sort", "-plies"];
    let folder =
        Folder::with(&[("x.lines", ASCENDING.as_bytes()), ("y.lines", b"#: [Game \"forza4\"]\nd d d d\n# y\n")]);
    let (_, out, _) = folder.select(&[&["x.lines"], FALLING].concat());
    assert_eq!(out, "#: [Game \"forza4\"]\nc e d\nc e\n\n# the end\n#: [Game \"forza4\"]\nc\n");
    // What is not written leaves nothing behind, and what a filter leaves out has it.
    let (_, out, _) = folder.select(&[&["plies != 2", "x.lines", "--rejects", "rest"], FALLING].concat());
    assert_eq!(out, "#: [Game \"forza4\"]\nc e d\n#: [Game \"forza4\"]\nc\n");
    assert_eq!(fs::read_to_string(folder.path("rest")).expect("a file"), "#: [Game \"forza4\"]\nc e\n\n# the end");
    let (_, out, _) = folder.select(&["x.lines", "--sample", "3"]);
    assert_eq!(out, ASCENDING);
    let (_, out, _) = folder.select(&["x.lines", "--unique", "--sample", "9", "--sort", "plies"]);
    assert_eq!(out, "#: [Game \"forza4\"]\nc\nc e\n\n# the end\nc e d\n");
    folder.select(&["x.lines", "-o", "by", "--split-by", "plies"]);
    let by = |name: &str, text: &str| (name.to_owned(), format!("#: [Game \"forza4\"]\n{text}"));
    assert_eq!(folder.files("by"), [by("1.lines", "c\n"), by("2.lines", "c e\n\n# the end"), by("3.lines", "c e d\n")]);
    // Of several inputs each has its own; a remark without a line end gets one before the next record.
    for jobs in ["1", "3"] {
        let (_, out, _) = folder.select(&[&["x.lines", "y.lines", "--jobs", jobs], FALLING].concat());
        let rest = "c e d\nc e\n\n# the end\n#: [Game \"forza4\"]\nc\n";
        assert_eq!(out, format!("#: [Game \"forza4\"]\nd d d d\n# y\n{rest}"));
        let (_, out, _) = folder.select(&["plies != 9", "x.lines", "y.lines", "--jobs", jobs]);
        assert_eq!(out, format!("{ASCENDING}\n#: [Game \"forza4\"]\nd d d d\n# y\n"));
    }
    // A sample of all records, and a sort that changes nothing, are the input.
    let mut rng = Rng::with_seed(0x5047);
    for round in 0..20 {
        let file = ByHand::random(round % 5, &mut rng);
        let text = file.text();
        let folder = Folder::with(&[(file.name, text.as_bytes())]);
        for more in [&["--sample", "100"][..], &["--sort", "record"]] {
            let (_, out, error) = folder.select(&[&[file.name], more].concat());
            assert_eq!(out, text, "{more:?}: {error}");
        }
    }
}

/// What is selected and what is left out are the input together: every byte of it belongs to one record.
#[test]
fn every_byte_of_an_input_belongs_to_one_record() {
    let mut rng = Rng::with_seed(0xb17e);
    for round in 0..50 {
        let file = ByHand::random(round % 5, &mut rng);
        let text = file.text();
        let folder = Folder::with(&[(file.name, text.as_bytes())]);
        let packed = archives::zst(text.as_bytes());
        fs::write(folder.path(&format!("{}.zst", file.name)), packed).expect("a file");
        fs::write(folder.path("x.zip"), archives::zip(&[(file.name, text.as_bytes())])).expect("a file");
        let names = [file.name.to_owned(), format!("{}.zst", file.name), "x.zip".to_owned()];
        let bits = rng.u32(..);
        let is_chosen = |place: usize| bits >> place & 1 == 1;
        let places: Vec<_> =
            (0..file.records.len()).filter(|place| is_chosen(*place)).map(|place| (place + 1).to_string()).collect();
        let expression = format!("record in ({})", [&["99".to_owned()][..], &places].concat().join(", "));
        for name in &names {
            let (status, all, error) = folder.select(&[name]);
            assert_eq!((status, &*all), (0, &*text), "{name}: {error}");
            let (_, chosen, _) = folder.select(&["--where", &expression, name, "--rejects", "rest"]);
            assert_eq!(chosen, file.chosen(is_chosen), "{expression} of {text:?}");
            let (_, others, _) = folder.select(&["--where", &format!("not ({expression})"), name]);
            assert_eq!(others, file.chosen(|place| !is_chosen(place)), "not {expression} of {text:?}");
            assert_eq!(fs::read_to_string(folder.path("rest")).expect("a file"), others);
        }
    }
}

/// Nothing is left out without a word, and what is said is true.
#[test]
fn what_is_not_read_is_named() {
    let chess = b"[Event \"x\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n";
    let folder = Folder::with(&[("c.pgn", chess), ("x.txt", b"[Game \"forza4\"]\n\n1. c\n")]);
    for rest in [&["c.pgn", "x.txt"][..], &["c.pgn", "x.txt", "--rejects", "no.txt"]] {
        for expression in ["valid", "not valid"] {
            let (status, out, error) = folder.select(&[&[expression], rest].concat());
            let is_written = expression == "not valid" || rest.len() > 2;
            assert_eq!(error.contains("c.pgn: not written: this is chess in PGN"), is_written, "{expression}: {error}");
            assert!(!error.contains("longer than --max-record"), "{error}");
            assert_eq!((status == 2, out.is_empty()), (is_written, expression == "not valid"), "{status} {out}");
        }
    }
}

/// Each line of such a file is a record that can stand anywhere.
#[test]
fn openings_are_copied_line_by_line() {
    let openings = b"0,0, 1,-1\n0,0, 1,1, 2,3\n-3,0, 0,3, 5,5\n";
    let folder = Folder::with(&[("o.txt", openings), ("p.txt", b"1,-1, 0,0")]);
    let (status, out, error) = folder.select(&["plies = 3", "o.txt"]);
    assert_eq!((status, &*out), (0, "0,0, 1,1, 2,3\n-3,0, 0,3, 5,5\n"), "{error}");
    let (status, out, error) = folder.select(&["plies = 2", "o.txt", "p.txt"]);
    assert_eq!((status, &*out), (0, "0,0, 1,-1\n1,-1, 0,0\n"), "{error}");
}

/// Without a game no ply is replayed, so nothing is found: that is told.
#[test]
fn records_without_a_game_are_named_where_nothing_is_found() {
    let said = |text: &str, expression: &str| {
        let folder = Folder::with(&[("games.lines", text.as_bytes())]);
        folder.select(&[expression, "games.lines"]).2
    };
    let told = "scoresheet: no game is named in 2 records, so no ply there is replayed: name it with --game\n";
    assert_eq!(said("c e d\nd e c\n", "plies > 2"), told);
    assert_eq!(said("#: [Game \"forza4\"]\nc e d\n", "plies > 9"), "");
    assert_eq!(said("#: [Game \"chess\"]\nc e d\n", "plies > 2"), "");
    assert_eq!(said("c e d\n", "line > 9"), "");
}
