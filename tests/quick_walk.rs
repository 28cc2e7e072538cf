//! A record whose plies stand plainly is walked by loops of its own. Whatever else stands beside the plies, they come to
//! what the walk ply by ply comes to, which a visitor who watches every ply asks for.

use fastrand::Rng;
use scoresheet::diagnostic::Diagnostic;
use scoresheet::engine::{Step, Visitor};
use scoresheet::formats::{Records, lines::Lines, transcript::Transcripts};
use scoresheet::game::Position;
use scoresheet::{Checker, Conversion, Defaults, System, Target, convert, validate};

/// Sees every ply, so that each is carried out on its own.
#[derive(Default)]
struct Watcher {
    plies: Vec<u32>,
    last: String,
}

impl Visitor for Watcher {
    fn ply(&mut self, step: &dyn Step) {
        if step.variation().is_empty() {
            self.plies.push(step.number());
        }
    }
    fn restart(&mut self) {
        *self = Watcher::default();
    }
    fn end(&mut self, last: &dyn Position) {
        self.last.clear();
        last.write_string(&mut self.last);
    }
}

/// What there is to tell of a diagnostic.
fn told(found: &[Diagnostic]) -> Vec<String> {
    found.iter().map(|said| format!("{said:?}")).collect()
}

/// Judges a record in three ways, which must come to the same. Returns how many plies it has, and whether it is valid.
fn judge(text: &str) -> (u32, bool) {
    let mut records = Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice can be read");
    assert!(records.advance().expect("a slice can be read"), "{text}");
    let (mut plainly, mut watched, mut watcher) = (Vec::new(), Vec::new(), Watcher::default());
    let mut checker = Checker::new(Defaults::default());
    let quick = checker.check(&records.record(), &mut plainly, None).verdict;
    let mut checker = Checker::new(Defaults::default());
    let slow = checker.check(&records.record(), &mut watched, Some(&mut watcher)).verdict;
    assert_eq!(quick, slow, "{text}");
    assert_eq!(told(&plainly), told(&watched), "{text}");
    assert_eq!(watcher.plies, (1..=quick.plies).collect::<Vec<_>>(), "{text}");
    // A report writes the plies down in the quick walk.
    let report = &validate(text.as_bytes(), "-", Defaults::default()).expect("a slice can be read")[0];
    assert_eq!((report.plies, report.valid), (slow.plies, slow.valid), "{text}");
    assert_eq!(report.diagnostics.len(), watched.len(), "{text}");
    if slow.plies > 0 {
        assert_eq!(report.position.as_deref(), Some(&*watcher.last), "{text}");
    }
    // A conversion writes down what stands beside the plies, too.
    let (mut checker, mut written) = (Checker::new(Defaults::default()), Vec::new());
    let converted = convert(&records.record(), &mut checker, Target::default(), &mut (), &mut written);
    assert_eq!(matches!(converted, Conversion::Written), slow.valid, "{text}");
    if slow.valid {
        let written = &validate(&written[..], "-", Defaults::default()).expect("a slice can be read")[0];
        assert_eq!((&written.moves, &written.position), (&report.moves, &report.position), "{text}");
    }
    (quick.plies, quick.valid)
}

/// Behind a variation, or a number that is not due, few plies stand together.
#[test]
fn an_illegal_ply_among_few_ends_the_replay() {
    for (plies, movetext) in [
        (3, "1. k14, a1 (b2); 2. c3, k14; 3. d5, e6"),
        (3, "1. k14, a1; 22. c3, k14; 3. d5, e6"),
        (3, "1. k14, a1; 2. c3 (d4), k14 (d5); 3. e5, f6"),
        (5, "1. k14, a1; 2. c3 (k14, d5; 3. e6), d4; 3. e5 (a1)"),
        (2, "1. k14, a1 (b2) k14 (c3), d4"),
    ] {
        let board = "[Board \"15x15\"]";
        let (carried_out, is_valid) = judge(&format!("[Game \"gomoku\"]\n{board}\n\n{movetext}\n"));
        assert_eq!((carried_out, is_valid), (plies, false), "{movetext}");
    }
}

/// A ply that is probably legal.
fn ply(random: &mut Rng, system: &str, heights: &mut [u8; 9], most: u8) -> String {
    let column = random.u8(0..most);
    let letter = char::from(b'a' + column);
    match system {
        "columns" => letter.to_string(),
        "digits" => (column + 1).to_string(),
        "go" => format!("{}{}", if column < 8 { letter.to_ascii_uppercase() } else { 'J' }, random.u8(7..13)),
        _ => {
            let height = &mut heights[usize::from(column)];
            *height += 1;
            format!("{letter}{height}")
        }
    }
}

/// What stands behind a ply: nearly always what belongs there.
fn after(random: &mut Rng, usual: &'static str) -> &'static str {
    const OTHERS: &[&str] = &[
        " ",
        ", ",
        "; ",
        "\n",
        "\r\n",
        "  ",
        " , ",
        ",",
        ";",
        "! ",
        "?! ",
        "!!! ",
        " ! ",
        " {x} ",
        "{x}",
        ", {x} ",
        " {x}, ",
        " {[%stands]} ",
        " {a [b} ",
        " {never closed ",
        " # rest\n",
        "# 1. b [%stands] {\n",
        ", # (b)\r\n",
        " (b) ",
        " (1. b) ",
        " ... ",
        "... ",
        " / ",
        " ) ",
        "x ",
        " 1-0",
        " 0-1 ",
        " * ",
        " 1/2-1/2 ",
        " White",
        " draw ",
        ", 1-0",
        " 3. ",
        " 3",
        "\u{e9} ",
        " [x] ",
        "\n[x] ",
        " -- ",
        "\t",
        ". ",
        ",, ",
        "; ;",
        " {x} {y} ",
        "? {x}; ",
        " {[%clk 0:03:00]} ",
        " {[%clk 0:03:00]} {[%stands]} ",
        " {a\n[b} ",
        " ? ! ",
        " {x} !? ",
        " !x ",
        ", ! ",
        " 2... ",
        " 2...",
        ", 2... ",
        " {x} 3... ",
        " 3.... ",
        " 3.. ",
        "1-0",
        "41/2-1/2 ",
        "0–1 ",
    ];
    if random.u8(0..12) == 0 { OTHERS[random.usize(0..OTHERS.len())] } else { usual }
}

fn record(random: &mut Rng) -> String {
    let (game, system, board, most): (_, _, _, u8) = match random.u8(0..9) {
        7 => ("plus4", "columns", "4x4", 4),
        8 => ("gomoku\"]\n[Variant \"renju", "squares", "15x15", 9),
        5 => ("forza4", "digits", "7x6", 7),
        6 => ("gomoku", "go", "15x15", 9),
        0 => ("forza4", "columns", "7x6", 7),
        1 => ("forza4", "columns", "4x4", 4),
        2 => ("forza4", "squares", "7x6", 7),
        3 => ("gomoku", "squares", "9x9", 9),
        _ => ("gomoku", "squares", "15x15", 9),
    };
    let mut text = format!("[Game \"{game}\"]\n[Board \"{board}\"]\n");
    if random.bool() && system != "columns" || ["digits", "go"].contains(&system) {
        text.push_str(&format!("[Notation \"{system}\"]\n"));
    }
    match random.u8(0..12) {
        0 => text.push_str("[Result \"White\"]\n"),
        1 => text.push_str("[Termination \"time\"]\n"),
        2 => text.push_str("[Stands \"3\"]\n"),
        3 => text.push_str("[Termination \"illegal\"]\n"),
        _ => {}
    }
    text.push('\n');
    let (numbered, comma, semicolon) =
        (random.u8(0..4) > 0, if random.bool() { ", " } else { " " }, if random.bool() { "; " } else { "\n" });
    let numbered = numbered && (system != "digits" || random.u8(0..8) == 0);
    let (comma, semicolon) = match (system, random.u8(0..3)) {
        ("digits", 0) => ("", ""),
        ("digits", 1) => (" ", "\n"),
        _ => (comma, semicolon),
    };
    // As chess players write after each comment.
    let goes_on = numbered && random.u8(0..4) == 0;
    let comment = if random.u8(0..4) == 0 { " {[%clk 0:02:58]} " } else { "" };
    let has_capitals = random.u8(0..6) == 0;
    let (mut heights, mut number) = ([0; 9], 1);
    for index in 0..random.u32(0..70) {
        if numbered && index % 2 == 0 {
            let slip = u32::from(random.u8(0..60) == 0);
            text.push_str(&format!("{}.{}", number + slip, if random.u8(0..8) == 0 { "" } else { " " }));
            number += 1;
            text.push_str(after(random, ""));
        } else if goes_on {
            let slip = u32::from(random.u8(0..60) == 0);
            text.push_str(&format!("{}... ", number - 1 + slip));
        }
        let ply = ply(random, system, &mut heights, most);
        text.push_str(&if has_capitals { ply.to_uppercase() } else { ply });
        let usual = if index % 2 == 0 { comma } else { semicolon };
        text.push_str(comment);
        text.push_str(after(random, if goes_on { " " } else { usual }));
    }
    match random.u8(0..4) {
        0 => text.push_str(after(random, "...")),
        1 => text.push_str(after(random, " 1-0\n")),
        _ => {}
    }
    text
}

#[test]
fn the_quick_walk_comes_to_what_the_walk_ply_by_ply_comes_to() {
    let mut random = Rng::with_seed(2026);
    let (mut plies, mut valid, mut all) = (0, 0, 0);
    for _ in 0..30_000 {
        let (count, is_valid) = judge(&record(&mut random));
        plies += count;
        valid += u32::from(is_valid);
        all += 1;
    }
    assert!(plies > 100_000 && valid > all / 20, "{plies} plies, {valid} valid of {all}");
}

/// What stands behind a turn number is said of the ply before it.
#[test]
fn what_follows_the_number_of_a_turn_belongs_to_the_ply_before_it() {
    for (plies, codes, movetext) in [
        (3, &[][..], "1. g, c; 2. (d) f"),
        (2, &[], "1. g, c; 2. ... (d)"),
        (4, &[], "1. g, c; 2. f, d; 3.(e)"),
        (3, &["stands-unneeded"], "1. g, c; 2. {[%stands]} f"),
        (1, &["turn-number"], "1. f 3. *"),
        (1, &["turn-number"], "1. f 3."),
        (3, &["turn-number"], "1. f, e; 2. d, ...; 4. *"),
        (2, &["turn-number"], "1. f, e; 3. *"),
        (2, &["bad-syntax"], "1. c, e 1-0 1-0"),
        (2, &["bad-syntax", "not-played"], "1. c, e 1-0 2. d, e"),
        (1, &["bad-move"], "1. c, .."),
    ] {
        let text = format!("[Game \"forza4\"]\n\n{movetext}\n");
        let (carried_out, _) = judge(&text);
        let report = &validate(text.as_bytes(), "-", Defaults::default()).expect("a slice can be read")[0];
        let found: Vec<_> = report.diagnostics.iter().map(|said| said.code).collect();
        assert_eq!((carried_out, &found[..]), (plies, codes), "{movetext}");
    }
}

/// The same for a line of a list, whose plies stand run together or with blanks between them.
#[test]
fn lines_of_lists_are_walked_as_they_stand() {
    let mut random = Rng::with_seed(2027);
    let (mut plies, mut valid) = (0, 0);
    for _ in 0..10_000 {
        let (system, board, most) = match random.u8(0..4) {
            0 => (System::DIGITS, "7x6", 7),
            1 => (System::COLUMNS, "7x6", 7),
            2 => (System::COLUMNS, "4x4", 4),
            _ => (System::SQUARES, "7x6", 7),
        };
        let has_capitals = random.u8(0..4) == 0;
        let (mut heights, apart) = ([0; 9], [" ", "", "  ", "\t"][random.usize(0..4)]);
        let mut line = String::new();
        for _ in 0..random.u32(1..45) {
            let ply = ply(&mut random, system.name(), &mut heights, most);
            line.push_str(&if has_capitals { ply.to_uppercase() } else { ply });
            line.push_str(match random.u8(0..80) {
                0 => " x",
                1 => " ee ",
                2 => "!",
                3 => ", ",
                4 => " 1-0",
                5 => " ",
                _ => apart,
            });
        }
        let defaults = Defaults {
            game: Some("forza4".to_owned()),
            board: Some(board.to_owned()),
            notation: Some(system),
            ..Defaults::default()
        };
        let read = |visitor: Option<&mut dyn Visitor>| {
            let mut records = Lines::new(line.as_bytes(), 1 << 20).expect("a slice can be read");
            assert!(records.advance().expect("a slice can be read"), "{line}");
            let mut found = Vec::new();
            let verdict = Checker::new(defaults.clone()).check(&records.record(), &mut found, visitor).verdict;
            (verdict, told(&found))
        };
        let mut watcher = Watcher::default();
        let quick = read(None);
        assert_eq!(quick, read(Some(&mut watcher)), "{line}");
        assert_eq!(watcher.plies.len(), quick.0.plies as usize, "{line}");
        plies += quick.0.plies;
        valid += u32::from(quick.0.valid);
    }
    assert!(plies > 50_000 && valid > 1000, "{plies} plies, {valid} valid");
}

/// Where a comment, a result or `...` ends the record.
#[test]
fn ends_of_records_are_read_as_they_stand() {
    let tags = "[Game \"forza4\"]\n\n";
    for (text, plies, valid) in [
        ("1. c, d; 2. e", 3, true),
        ("1. c, d; 2. e, ...", 3, true),
        ("1. c, d; 2. e, f, ...", 4, false),
        ("1. c, d; 2. e; ...", 3, true),
        ("c d e ...\n", 3, true),
        ("1. c! {good}, d?! 1-0", 2, true),
        ("1. c, d 1-0 {x}", 2, true),
        ("1. c, d {[%stands]}", 2, true),
        ("1. c, d (1. ..., e)", 2, true),
        ("1. c, c; 2. c, c; 3. c, c; 4. c", 6, false),
        ("1. c", 1, true),
        ("c", 1, true),
        ("1. a, d; 2. a, d; 3. a, d; 4. a 1-0", 7, true),
        ("1. a, d; 2. a, d; 3. a, d; 4. a, d", 7, false),
        ("1. a, d; 2. a, d; 3. a, d; 4. a, d; 5. b {x}, c", 7, false),
        ("1. c 1... d 2. e", 3, true),
        ("1. c {[%clk 0:01]} 1... d {[%clk 0:02]} 1-0", 2, true),
        ("1. c 2... d", 2, true),
        ("1. C, D; 2. c", 3, true),
    ] {
        let (found, is_valid) = judge(&format!("{tags}{text}"));
        assert_eq!((found, is_valid), (plies, valid), "{text}");
    }
}

/// What stands behind the last ply is a result if it is one word, and nothing else is.
#[test]
fn a_result_is_one_word() {
    let games = [
        ("forza4", "columns", "1. c, e; 2. d"),
        ("forza4", "squares", "1. c1, e1; 2. d1"),
        ("forza4", "digits", "354"),
        ("gomoku", "squares", "1. a1, a2; 2. b1, b2; 3. c1, c2; 4. d1, d2; 5. e1"),
        ("gomoku", "go", "1. A1, A2; 2. B1"),
        ("gomoku", "sgf", "1. aa, ab; 2. ba"),
    ];
    let words = [
        "*",
        "1-0",
        "0-1",
        "1/2-1/2",
        "draw",
        "White",
        "Black",
        "Red",
        "red",
        "W",
        "1-",
        "-",
        "--",
        "Whi te",
        "dr aw",
        "White -",
        "Black _",
        "Bla-ck",
        "Black-",
        "-Black",
        "Bla_ck",
        "Black +",
        "* *",
        "1-0 1-0",
        "1 - 0",
        "1-0\u{c}",
        "*\u{c}",
        "draw\u{a0}",
        "\u{a0}draw",
        "Black\n\u{a0}",
        "1\u{2013}0",
        "Blac \u{2013} k",
        "Red\u{b}",
        "...",
        "... 1-0",
        "... Red",
        "Red.",
        "Red;",
        "Red,",
    ];
    let mut valid = 0;
    for (game, notation, plies) in games {
        for word in words {
            for apart in ["", " ", ", ", "; ", "\n", "\t"] {
                for end in ["", "\n", " \t", "\r\n"] {
                    let text = format!("[Game \"{game}\"]\n[Notation \"{notation}\"]\n\n{plies}{apart}{word}{end}");
                    valid += u32::from(judge(&text).1);
                }
            }
        }
    }
    assert!(valid > 500, "{valid}");
}
