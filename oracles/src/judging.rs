//! What must hold of the verdict on one record.

use scoresheet::codes;
use scoresheet::diagnostic::{Severity, SeverityCounts};
use scoresheet::engine::{Claim, Resolver};
use scoresheet::formats::Records;
use scoresheet::formats::transcript::Transcripts;
use scoresheet::record::{Layout, Record, TokenKind, escape};
use scoresheet::report::{Located, Report, human, locate};
use scoresheet::{Checker, Defaults, Diagnostic, Ending, MAX_DIAGNOSTICS, Outcome, System, report};

use crate::board::{End, Grid};
use crate::cards::{self, Cards, Ply, What};
use crate::leaps::{self, Leaps};
use crate::names::is_same;
use crate::points::{self, Points};
use crate::pushes::{self, Pushes};

/// The codes of errors that are no fault of a ply.
const NO_LEGALITY: &[&str] = &[
    "bad-syntax",
    "unclosed-comment",
    "too-deep",
    "bad-encoding",
    "bad-tag",
    "duplicate-tag",
    "result-mismatch",
    "bad-variant",
];

/// Judges `record` in every way there is and holds the verdicts against each other, and the rules.
pub fn judge(record: &Record<'_>, checker: &mut Checker, defaults: &Defaults) -> Report {
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let verdict = checker.check(record, &mut diagnostics, None).verdict;
    let report = report("fuzz.txt", record, checker);
    let mut tally = SeverityCounts::default();
    let counted = checker.check(record, &mut tally, None).verdict;
    let silent = checker.check(record, &mut (), None).verdict;
    assert_eq!((verdict, verdict), (counted, silent), "what the sink wants changes nothing");
    let count = |severity| diagnostics.iter().filter(|found| found.severity == severity).count() as u64;
    let ambiguous = diagnostics.iter().filter(|found| found.code.name == "notation-ambiguous").count() as u64;
    // An ambiguity is reported once for a list, so perhaps only the first time.
    let notes = count(Severity::Note);
    assert!(notes == tally.notes || notes == tally.notes + ambiguous);
    assert_eq!((count(Severity::Error), count(Severity::Warning)), (tally.errors, tally.warnings));

    for found in &diagnostics {
        let span = found.span.clone();
        assert!(record.text.get(span.clone()).is_some(), "{} at {span:?} of {:?}", found.code.name, record.text);
        assert!(found.is_error() == (found.severity == Severity::Error) && !found.text.message.is_empty());
    }
    let text = human::full(&report, record, checker.setting(record), diagnostics.len() % 2 == 1);
    assert!(text.is_empty() == report.diagnostics.is_empty());
    human::concise(&report);
    let located = locate(record, diagnostics);
    let same = |one: &Located, other: &Located| {
        (one.code, one.ply, &one.span, &one.variation, &one.message, &one.help, &one.position)
            == (other.code, other.ply, &other.span, &other.variation, &other.message, &other.help, &other.position)
    };
    let seen: Vec<_> = located.iter().filter(|found| found.code != "notation-ambiguous").collect();
    let told: Vec<_> = report.diagnostics.iter().filter(|found| found.code != "notation-ambiguous").collect();
    // A report shows the most important of very many.
    let are_same = if report.diagnostics.len() < MAX_DIAGNOSTICS {
        seen.len() == told.len() && seen.iter().zip(&told).all(|(one, other)| same(one, other))
    } else {
        told.iter().all(|other| seen.iter().any(|one| same(one, other)))
    };
    assert!(are_same, "a visitor changes what is said: {seen:?} and {told:?}");
    check_lines_and_columns(record, &located);

    let errors = located.iter().filter(|found| found.severity == Severity::Error);
    assert_eq!(report.valid, errors.clone().count() == 0, "valid means no error");
    assert_eq!((verdict.valid, verdict.plies), (report.valid, report.plies));
    assert_eq!(verdict.outcome, report.outcome.outcome);
    assert_eq!(report.plies as usize, report.moves.len(), "as many moves as plies");
    let legality: Vec<_> =
        errors.filter(|found| found.variation.is_empty() && !NO_LEGALITY.contains(&found.code)).collect();
    assert!(legality.len() <= 1, "more than one error of legality: {legality:?}");
    if report.position.is_none() {
        assert!(report.plies == 0 && !report.valid);
        assert_eq!(report.outcome.outcome, Outcome::Unfinished);
    }
    if report.game == Some("forza4") || report.game.is_none() {
        check_prefix(record, &report);
    }
    // Diagnostics that a report leaves out, because there are very many, are checked too.
    let mut report = report;
    let shown = std::mem::replace(&mut report.diagnostics, located.clone());
    check_rules_of_game(record, &report, defaults, &located);
    report.diagnostics = shown;
    report
}

/// Holds a report that shows everything against the second implementation of its game.
fn check_rules_of_game(record: &Record<'_>, report: &Report, defaults: &Defaults, located: &[Located]) {
    // Of positions that only plies which stood can have made the second implementations know nothing.
    let unusual = located.iter().any(|found| found.code == "unusual-position");
    if report.position.is_some() && !unusual {
        match report.game {
            Some("forza4") => check_rules(record, report, defaults),
            Some("gomoku") => check_points(record, report),
            Some("halma") => check_leaps(record, report),
            Some("lefile") => check_cards(record, report),
            Some("plus4") => check_pushes(record, report),
            _ => return,
        }
        check_moves(record, report, defaults);
    }
}

fn check_lines_and_columns(record: &Record<'_>, located: &[Located]) {
    // Places refer to the file, so for another encoding the text cannot check them.
    if record.parts.foreign.encoding.is_some() {
        return;
    }
    // The text of a record in a list begins with the line of tags above it, which has its own place.
    let above = record.place.above;
    let length = above.map_or(0, |above| above.length);
    for found in located {
        let (part, begins, offset) = match above.filter(|above| found.within.start < above.length) {
            Some(above) => (0, above.line, above.offset),
            None => (length, record.place.line, record.place.offset),
        };
        let before = &record.text[part..found.within.start];
        let (lines, last) = match before.rsplit_once('\n') {
            Some((lines, last)) => (lines.matches('\n').count() as u64 + 1, last),
            None => (0, before),
        };
        let indent = if lines == 0 { record.place.indent } else { 0 };
        // A mended byte counts as a character, though it was none.
        if !record.text.contains('\u{1a}') {
            assert_eq!(found.line, begins + lines);
            assert_eq!(found.column, indent + last.chars().count() as u64 + 1);
        }
        let place = |at: usize| offset + (at - part) as u64;
        assert_eq!(found.span, [place(found.within.start), place(found.within.end)]);
    }
}

/// The plies that were carried out are the first of those written.
fn check_prefix(record: &Record<'_>, report: &Report) {
    let Some(system) = report.notation.and_then(System::named) else {
        assert!(report.moves.is_empty());
        return;
    };
    if system == System::DIAGRAM {
        return;
    }
    let begins = |written: &[String]| written.starts_with(&report.moves);
    let fits = match record.parts.layout {
        Layout::Movetext => begins(&written(record, system)),
        Layout::Line => {
            let own = &record.text[record.place.above.map_or(0, |above| above.length)..];
            let words = own.split_ascii_whitespace();
            let first = own.split_ascii_whitespace().next().unwrap_or_default();
            begins(&words.map(|word| column(system, word)).collect::<Vec<_>>()) || begins(&cut(system, first))
        }
        Layout::Plies | Layout::Tree | Layout::Unread => {
            unreachable!("neither transcripts nor lists have such records")
        }
    };
    assert!(fits, "{:?} are not the first plies written in {:?}", report.moves, record.text);
}

/// The columns that the words of the main line name.
fn written(record: &Record<'_>, system: System) -> Vec<String> {
    let mut columns = Vec::new();
    let mut depth = 0_u32;
    for token in record.tokens() {
        match token.kind {
            TokenKind::Open { closed: false } => break,
            TokenKind::Open { .. } => depth += 1,
            TokenKind::Close { opened: true } => depth -= 1,
            TokenKind::Word if depth > 0 || is_result(record.token(&token)) => {}
            TokenKind::Word if system.runs_together() => columns.extend(cut(system, record.token(&token))),
            TokenKind::Word => columns.push(column(system, record.token(&token))),
            _ => {}
        }
    }
    columns
}

/// Whether a word claims a result of Forza 4.
pub fn is_result(word: &str) -> bool {
    let defaults = Defaults { game: Some("forza4".to_owned()), ..Defaults::default() };
    Resolver::new(defaults).untagged(&mut ()).is_some_and(|setting| Claim::of_word(word, &setting.rules).is_some())
}

/// The plies of a run.
fn cut(system: System, run: &str) -> Vec<String> {
    let letters: Vec<char> = run.chars().collect();
    let mut columns = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let digits = letters[at + 1..].iter().take_while(|letter| letter.is_ascii_digit()).count();
        let is_dash = |letter: Option<&char>| letter.is_some_and(|letter| matches!(letter, '-' | '–' | '—'));
        let length = match system {
            _ if is_dash(letters.get(at)) && is_dash(letters.get(at + 1)) => 2,
            _ if system == System::SQUARES => 1 + digits,
            _ if system == System::SGF => 2,
            _ => 1,
        };
        let end = (at + length).min(letters.len());
        columns.push(column(system, &letters[at..end].iter().collect::<String>()));
        at = end;
    }
    columns
}

/// The column that a token names, `--` for a pass, `?` for anything else.
fn column(system: System, token: &str) -> String {
    let letters: Vec<char> = token.chars().collect();
    if letters.len() == 2 && letters.iter().all(|letter| matches!(letter, '-' | '–' | '—')) {
        return "--".to_owned();
    }
    let letter = match (system.name(), &letters[..]) {
        ("columns", [letter]) => letter.to_ascii_lowercase(),
        ("squares", [letter, _, ..]) => letter.to_ascii_lowercase(),
        ("sgf", [letter, _]) => *letter,
        ("digits", [digit @ '1'..='9']) => char::from(b'a' + (*digit as u8 - b'1')),
        ("digits0", [digit @ '0'..='9']) => char::from(b'a' + (*digit as u8 - b'0')),
        _ => '?',
    };
    letter.to_string()
}

/// The grid before the first ply.
fn start(record: &Record<'_>, report: &Report, defaults: &Defaults) -> Grid {
    let size = report.board.expect("a record that was replayed has a board");
    let (columns, rows) = (usize::from(size.columns), usize::from(size.rows));
    let equalizer = report.options.contains(&"equalizer");
    if let Some(setup) = record.get("Setup") {
        return Grid::read(&setup, columns, rows, equalizer).expect("a position that was accepted is one");
    }
    let starts = defaults.starts.clone().or_else(|| record.get("Starts").map(|side| side.into_owned()));
    Grid::new(columns, rows, equalizer, u8::from(starts.is_some_and(|side| is_same(&side, "Red"))))
}

/// The grid agrees with the position, the outcome and the code of the illegal ply.
fn check_rules(record: &Record<'_>, report: &Report, defaults: &Defaults) {
    let stood = |found: &Located| found.code == "stands" && found.variation.is_empty();
    if report.diagnostics.iter().any(stood) {
        return;
    }
    let mut grid = start(record, report, defaults);
    let column = |ply: &str| usize::from(ply.as_bytes()[0].wrapping_sub(b'a'));
    for ply in &report.moves {
        assert_eq!(grid.drop(column(ply)), Ok(()), "{ply} was carried out in {}", grid.string());
    }
    assert_eq!(report.position, Some(grid.string()));
    let illegal = matches!(report.outcome.outcome, Outcome::Win { ending: Ending { code: "illegal", .. }, .. });
    if !illegal {
        let end = match report.outcome.outcome {
            Outcome::Unfinished => End::Unfinished,
            Outcome::Win { winner, ending: Ending { code: "line", .. } } => End::Line(winner.0),
            Outcome::Draw { ending: Ending { code: "equalized", .. } } => End::Equalized,
            Outcome::Draw { ending: Ending { code: "board-full", .. } } => End::Full,
            other => panic!("{other:?} is no outcome of Forza 4"),
        };
        assert_eq!(end, grid.end, "the outcome of {}", grid.string());
        let named = |line: &Vec<scoresheet::Square>| line.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(report.outcome.lines.0.iter().map(named).collect::<Vec<_>>(), grid.lines());
    }
    let codes = ["after-end", "off-board", "column-full", "wrong-square"];
    let Some(fault) = first_fault(record, report, &codes) else { return };
    let Some(system) = report.notation.and_then(System::named) else { return };
    let token = &record.text[fault.within.clone()];
    let ply = self::column(system, token);
    if system == System::DIAGRAM || ply == "--" {
        return;
    }
    let found = grid.clone().drop(column(&ply));
    match fault.code {
        "wrong-square" => assert_eq!(found, Ok(())),
        // A row that the board lacks is off the board too, full column or not.
        "off-board" if [System::SQUARES, System::SGF].contains(&system) => assert_ne!(found, Err("after-end")),
        code => assert_eq!(found, Err(code), "{token} in {}", grid.string()),
    }
}

/// Checks Gomoku against its model.
fn check_points(record: &Record<'_>, report: &Report) {
    let stood = |found: &Located| found.code == "stands" && found.variation.is_empty();
    if report.diagnostics.iter().any(stood) {
        return;
    }
    let size = report.board.expect("a record that was replayed has a board");
    let pieces = record.get("Pieces").and_then(|pieces| pieces.parse().ok()).unwrap_or(0);
    let variant = report.variant.expect("a record that was replayed has a variant");
    let mut grid = Points::new(size.columns.into(), size.rows.into(), variant, &report.options, pieces);
    if let Some(setup) = record.get("Setup") {
        grid = grid.set_up(&setup).expect("a position that was accepted is one");
    }
    let (last, before) = report.moves.split_last().map_or((None, &[][..]), |(last, before)| (Some(last), before));
    for ply in before {
        assert_eq!(grid.play(ply), Ok(()), "{ply} was carried out in {}", grid.string());
    }
    let foul = matches!(report.outcome.outcome, Outcome::Win { ending: Ending { code: "foul", .. }, .. });
    if let Some(last) = last {
        let found = grid.play(last);
        assert_eq!(found, if foul { Err("forbidden") } else { Ok(()) }, "{last} in {}", grid.string());
    }
    if foul {
        return;
    }
    assert_eq!(report.position, Some(grid.string()));
    if !matches!(report.outcome.outcome, Outcome::Win { ending: Ending { code: "illegal", .. }, .. }) {
        let end = match report.outcome.outcome {
            Outcome::Unfinished => points::End::Unfinished,
            Outcome::Win { winner, ending: Ending { code: "line", .. } } => points::End::Line(winner.0),
            Outcome::Draw { ending: Ending { code: "board-full", .. } } => points::End::Full,
            Outcome::Draw { ending: Ending { code: "passes", .. } } => points::End::Passes,
            other => panic!("{other:?} is no outcome of Gomoku"),
        };
        assert_eq!(end, grid.end, "the outcome of {}", grid.string());
        let named = |line: &Vec<scoresheet::Square>| line.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(report.outcome.lines.0.iter().map(named).collect::<Vec<_>>(), grid.lines());
    }
    // The code of the illegal ply, where it was written in small squares.
    let codes = [
        "after-end",
        "off-board",
        "occupied",
        "pass-not-allowed",
        "wrong-phase",
        "no-piece",
        "not-own-piece",
        "not-adjacent",
        "swap-not-allowed",
        "extra-piece",
        "pro-centre",
        "pro-distance",
        "double-three",
        "double-four",
        "forbidden",
        "opening",
    ];
    let Some(fault) = first_fault(record, report, &codes).filter(|_| report.notation == Some("squares")) else {
        return;
    };
    let token = record.text[fault.within.clone()].to_ascii_lowercase().replace(['–', '—'], "-");
    let words: Vec<&str> = token.split_ascii_whitespace().collect();
    assert_eq!(grid.clone().play(&words.join(" ")), Err(fault.code), "{token} in {}", grid.string());
}

/// The illegal ply that ended the main line, if its code is in `codes`; `None` if plies stood: there a second fault may
/// decide.
fn first_fault<'r>(record: &Record<'_>, report: &'r Report, codes: &[&str]) -> Option<&'r Located> {
    let fault = report.diagnostics.iter().find(|found| found.variation.is_empty() && codes.contains(&found.code))?;
    if record.text.contains("[%stands]") || record.tag("Stands").is_some() {
        return None;
    }
    assert_eq!(fault.ply, Some(report.plies + 1));
    Some(fault)
}

/// The board of Plus 4 before the first ply.
fn pushes_start(record: &Record<'_>, report: &Report) -> Pushes {
    let target = record.get("Target").and_then(|target| target.parse().ok()).unwrap_or(11);
    let blue = record.get("Starts").is_some_and(|side| is_same(&side, "Blue"));
    let variant = report.variant.expect("a record that was replayed has a variant");
    let board = Pushes::new(variant, report.options.contains(&"mover-first"), target, usize::from(blue));
    match record.get("Setup") {
        Some(setup) => board.set_up(&setup).expect("a position that was accepted is one"),
        None => board,
    }
}

/// The outcome of a report, as the model names it.
pub fn outcome_of_pushes(report: &Report) -> pushes::End {
    match report.outcome.outcome {
        Outcome::Unfinished => pushes::End::Unfinished,
        Outcome::Win { winner, ending } => pushes::End::Win(winner.index(), ending.code),
        Outcome::Draw { ending } => pushes::End::Draw(ending.code),
    }
}

/// Checks Plus 4 against its model, with illegal plies that stood.
fn check_pushes(record: &Record<'_>, report: &Report) {
    let main = || report.diagnostics.iter().filter(|found| found.variation.is_empty());
    if main().any(|found| matches!(found.code, "bad-tag" | "duplicate-tag")) {
        return;
    }
    let mut board = pushes_start(record, report);
    for (ply, number) in report.moves.iter().zip(1..) {
        if board.break_due() {
            board.take_break().expect("a break is due");
        }
        let stood = main().any(|found| found.code == "stands" && found.ply == Some(number));
        let before = board.string();
        let codes = board.play(ply, stood);
        let codes = codes.unwrap_or_else(|code| panic!("{ply} was carried out in {before}, in spite of {code}"));
        assert_eq!(stood, !codes.is_empty(), "{ply} in {before}");
    }
    assert_eq!(report.position, Some(board.string()));
    let points = board.points().map_or(Vec::new(), |points| vec![("Red", points[0]), ("Blue", points[1])]);
    assert_eq!(report.outcome.points, points);
    if !main().any(|found| found.code == "attempted") {
        assert_eq!(outcome_of_pushes(report), board.end, "the outcome of {}", board.string());
        let named = |line: &Vec<scoresheet::Square>| line.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(report.outcome.lines.0.iter().map(named).collect::<Vec<_>>(), board.lines());
    }
    // The code of the illegal ply, where it was written as the model reads it.
    let codes = ["after-end", "off-board", "no-supply", "pass-not-allowed"];
    let Some(fault) = first_fault(record, report, &codes).filter(|_| report.notation == Some("columns")) else {
        return;
    };
    if board.break_due() {
        let end = record.text[..fault.within.start].contains('/');
        assert!(end, "a break was due in {}", board.string());
        board.take_break().expect("a break is due");
    }
    let token = record.text[fault.within.clone()].to_ascii_lowercase().replace(['–', '—'], "-");
    assert_eq!(board.clone().play(&token, false), Err(fault.code), "{token} in {}", board.string());
}

/// The movetext of Plus 4 with the breaks that its manches need.
fn plus4_movetext(record: &Record<'_>, report: &Report) -> String {
    let mut board = pushes_start(record, report);
    let stood = |number| report.diagnostics.iter().any(|found| found.code == "stands" && found.ply == Some(number));
    let mut words = Vec::new();
    for (ply, number) in report.moves.iter().zip(1..) {
        if board.break_due() {
            board.take_break().expect("a break is due");
            words.push("/");
        }
        words.push(ply);
        board.play(ply, stood(number)).expect("a ply that was carried out");
    }
    words.join(" ")
}

/// Checks Halma against its model, with illegal plies that stood.
fn check_leaps(record: &Record<'_>, report: &Report) {
    let main = || report.diagnostics.iter().filter(|found| found.variation.is_empty());
    let told = |code: &str| main().any(|found| found.code == code);
    if told("bad-tag") || told("duplicate-tag") {
        return;
    }
    let variant = report.variant.expect("a record that was replayed has a variant");
    let [pair, starts, order, limit, vacate] =
        ["Pairs", "Starts", "Order", "MoveLimit", "Vacate"].map(|name| record.get(name));
    let choices = leaps::Choices {
        four: report.options.contains(&"four"),
        pair: pair.as_deref(),
        starts: starts.as_deref(),
        order: order.as_deref(),
        limit: limit.as_deref(),
        vacate: vacate.as_deref(),
    };
    let mut grid = Leaps::new(variant, choices);
    if let Some(setup) = record.get("Setup") {
        grid = grid.set_up(&setup).expect("a position that was accepted is one");
    }
    for (ply, number) in report.moves.iter().zip(1..) {
        let stood = main().any(|found| found.code == "stands" && found.ply == Some(number));
        let before = grid.string();
        let codes = grid.play(ply, stood);
        let codes = codes.unwrap_or_else(|code| panic!("{ply} was carried out in {before}, in spite of {code}"));
        assert_eq!(stood, !codes.is_empty(), "{ply} in {before}");
    }
    assert_eq!(report.position, Some(grid.string()));
    if !told("attempted") {
        assert_eq!(report.outcome.winner, grid.winner_name().as_deref(), "the outcome of {}", grid.string());
        if let Outcome::Win { ending, .. } = report.outcome.outcome {
            let reason = ending.code;
            assert_eq!(reason, grid.reason, "the end in {}", grid.string());
        }
    }
    // The code of the illegal ply, where all its squares were written.
    let codes = [
        "after-end",
        "off-board",
        "no-piece",
        "not-own-piece",
        "bad-leg",
        "occupied",
        "nothing-to-jump",
        "mixed-legs",
        "pass-not-allowed",
        "parlett-step",
        "parlett-jump",
        "jump-sum",
    ];
    let Some(fault) = first_fault(record, report, &codes).filter(|_| report.notation == Some("paths")) else { return };
    let token = record.text[fault.within.clone()].to_ascii_lowercase().replace(['–', '—', '→', ':'], "-");
    // `x` stands between squares, and is a column too: then a digit follows.
    let next = |at: usize| token[at + 1..].chars().next().is_some_and(|letter| letter.is_ascii_digit());
    let token: String =
        token.char_indices().map(|(at, letter)| if letter == 'x' && !next(at) { '-' } else { letter }).collect();
    assert_eq!(grid.clone().play(&token, false), Err(fault.code), "{token} in {}", grid.string());
}

/// Checks Le File against its model, with illegal plies that stood.
fn check_cards(record: &Record<'_>, report: &Report) {
    let main = || report.diagnostics.iter().filter(|found| found.variation.is_empty());
    let told = |code: &str, ply: u32| main().filter(|found| found.code == code && found.ply == Some(ply)).count();
    let mut grid = match record.get("Setup") {
        Some(setup) => Cards::set_up(&setup).expect("a position that was accepted is one"),
        None => Cards::default(),
    };
    let mut scores = Vec::new();
    for (text, number) in report.moves.iter().zip(1..) {
        let ply = Ply::read(text).unwrap_or_else(|| panic!("{text} is no ply"));
        if grid.break_due() {
            grid.take_break();
        }
        let before = grid.string();
        let (player, side, manche) = (grid.player() as u8, grid.turn as u8, grid.manche + 1);
        let stood = main().find(|found| found.code == "stands" && found.ply == Some(number));
        let codes = grid.play(&ply, stood.is_some());
        let mut codes = codes.unwrap_or_else(|code| panic!("{text} was carried out in {before}, in spite of {code}"));
        assert_eq!(stood.is_some(), !codes.is_empty(), "{text} in {before}");
        if let Some(stood) = stood {
            codes.dedup();
            let all = format!("({})", codes.join(", "));
            assert!(stood.message.contains(&all), "{text} in {before}: {} has not {all}", stood.message);
        }
        let bare = ply.cards.is_empty() && (ply.what != What::Pass || stood.is_none());
        assert_eq!(told("missing-card", number), usize::from(bare), "{text} in {before}");
        // The moves hold every file that was scored, claimed or not.
        let claims = if let What::Move { claims, .. } = &ply.what { &claims[..] } else { &[] };
        let files: Vec<_> = grid.last.iter().copied().collect();
        assert_eq!(claims, files, "{text} in {before}");
        assert!(told("missing-claim", number) <= files.len(), "{text} in {before}");
        assert_eq!(ply.write(), *text, "canonical");
        if !files.is_empty() {
            let ends: Vec<_> = files.iter().map(|file| (cards::name(file.0), cards::name(file.1))).collect();
            scores.push((number, manche, player, side, ends));
        }
    }
    let named = |score: &scoresheet::report::Score| {
        let ends = score.lines.iter().map(|ends| (ends.0.to_string(), ends.1.to_string())).collect();
        (score.ply, score.manche, score.player.0, score.side.0, ends)
    };
    assert_eq!(report.scores.iter().map(named).collect::<Vec<_>>(), scores);
    // The last board of a manche stands until the break.
    if grid.break_due() && report.outcome.manches.len() == 2 {
        grid.take_break();
    }
    assert_eq!(report.position, Some(grid.string()));
    let both = |points: [u32; 2]| vec![("White", points[0]), ("Black", points[1])];
    assert_eq!(report.outcome.points, both(grid.totals()));
    assert_eq!(report.outcome.manches, grid.manches().into_iter().map(both).collect::<Vec<_>>());
    assert!(report.outcome.lines.0.is_empty(), "no lines in this game");
    let attempted = main().any(|found| found.code == "attempted");
    let outcome = match report.outcome.outcome {
        Outcome::Unfinished => None,
        Outcome::Win { winner, ending } => Some((Some(usize::from(winner.0)), ending.code)),
        Outcome::Draw { ending } => Some((None, ending.code)),
    };
    if attempted {
        assert_eq!(outcome, Some((Some(1 - grid.player()), "illegal")), "who has lost in {}", grid.string());
    } else {
        assert_eq!(outcome, grid.outcome(), "the outcome of {}", grid.string());
    }
    // The code of the illegal ply.
    let codes = [
        "after-end",
        "off-board",
        "occupied",
        "pass-not-allowed",
        "wrong-phase",
        "no-piece",
        "not-own-piece",
        "not-drawn",
        "no-stock",
        "forms-file",
        "opponent-choice",
        "card-exhausted",
        "wrong-distance",
        "wrong-direction",
        "path-blocked",
        "false-claim",
        "relocate-not-allowed",
        "relocate-not-pawn",
        "bad-break",
        "bad-move",
    ];
    let fault = main().find(|found| codes.contains(&found.code));
    // The caller may have named a system of another game.
    let Some(fault) = fault.filter(|_| report.notation == Some("cards")) else { return };
    assert_eq!(fault.ply, Some(report.plies + 1));
    let token = &record.text[fault.within.clone()];
    // What stands as marked is judged by its second defect; a comment may stand within a ply.
    let marked = record.text.contains("[%stands]") || record.tag("Stands").is_some();
    if marked || token.contains(['{', '#', '/']) {
        return;
    }
    let found = Ply::read(token).ok_or("bad-move").and_then(|ply| grid.clone().play(&ply, false));
    assert_eq!(found, Err(fault.code), "{token:?} in {} of {:?}", grid.string(), record.text);
}

/// The movetext of Le File: turns with their numbers, and the break between the manches.
fn lefile_movetext(record: &Record<'_>, moves: &[String]) -> String {
    let setup = record.get("Setup").and_then(|setup| Cards::set_up(&setup)).unwrap_or_default();
    let (mut out, mut turn, mut place, mut made) = (String::new(), 1, setup.turn, setup.made);
    for ply in moves {
        if made == 48 {
            out += " / ";
            (turn, place, made) = (1, 0, 0);
        }
        match place {
            0 => out += &format!("; {turn}. {ply}"),
            _ if out.is_empty() => out += &format!("1. ..., {ply}"),
            _ => out += &format!(", {ply}"),
        }
        turn += place;
        place = 1 - place;
        made += 1;
    }
    out.replace("/ ;", "/").trim_start_matches("; ").to_owned()
}

/// The moves of the report, written down, are the same game.
fn check_moves(record: &Record<'_>, report: &Report, defaults: &Defaults) {
    let (gomoku, halma) = (report.game == Some("gomoku"), report.game == Some("halma"));
    let (lefile, plus4) = (report.game == Some("lefile"), report.game == Some("plus4"));
    // An option with an unreadable value has no effect, but is still named.
    if (halma || plus4) && report.diagnostics.iter().any(|found| matches!(found.code, "bad-tag" | "duplicate-tag")) {
        return;
    }
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| text += &format!("[{name} \"{}\"]\n", escape(value));
    tag("Game", report.game.unwrap_or_default());
    tag("Variant", report.variant.unwrap_or_default());
    tag(
        "Notation",
        if gomoku {
            "squares"
        } else if halma {
            "paths"
        } else if lefile {
            "cards"
        } else {
            "columns"
        },
    );
    for name in ["Pieces", "Target", "MoveLimit", "Vacate", "Pairs", "Order"] {
        if let Some(value) = record.get(name) {
            tag(name, &value);
        }
    }
    if matches!(report.outcome.outcome, Outcome::Win { ending: Ending { code: "foul", .. }, .. }) {
        tag("Termination", "foul");
    }
    tag("Options", &report.options.join(","));
    if let Some(board) = report.board {
        tag("Board", &board.to_string());
    }
    match record.get("Setup") {
        Some(setup) => tag("Setup", &setup),
        None if gomoku || lefile => {}
        None if halma || plus4 => record.get("Starts").into_iter().for_each(|side| tag("Starts", &side)),
        None => {
            let starts = defaults.starts.clone().or_else(|| record.get("Starts").map(|side| side.into_owned()));
            tag("Starts", if starts.is_some_and(|side| is_same(&side, "Red")) { "Red" } else { "White" });
        }
    }
    let stood = report.diagnostics.iter().filter(|found| found.code == "stands" && found.variation.is_empty());
    let stood: Vec<_> = stood.filter_map(|found| found.ply).map(|ply| ply.to_string()).collect();
    if !stood.is_empty() {
        tag("Stands", &stood.join(","));
    }
    let mut moves = match report.game {
        Some("lefile") => lefile_movetext(record, &report.moves),
        Some("plus4") => plus4_movetext(record, report),
        _ => report.moves.join(" "),
    };
    let begun = |report: &Report| report.outcome.manches.len();
    if lefile && begun(report) == 2 && !moves.contains('/') {
        moves += " /";
    }
    text = format!("{text}\n{moves}\n");
    let again = read_one(&text, &mut Checker::new(Defaults::default()));
    assert!(again.valid, "{text:?} from {:?}: {:?}", record.text, again.diagnostics);
    assert_eq!((&again.moves, &again.position), (&report.moves, &report.position), "{text:?}");
    // Of four sides on their own none wins where one has lost by an illegal ply (C-7), so that the outcome does not say it.
    let was_attempted = report.known().any(|found| found.code == "attempted" && found.variation.is_empty());
    if !was_attempted {
        assert_eq!(again.outcome, report.outcome, "{text:?} from {:?}", record.text);
    }
}

/// The report on a text that is one record.
pub fn read_one(text: &str, checker: &mut Checker) -> Report {
    let mut records = Transcripts::new(text.as_bytes(), usize::MAX).expect("a slice can be read");
    let record = records.next().expect("a slice can be read").expect("there is a record");
    let report = report("again.txt", &record, checker);
    assert!(!report.diagnostics.iter().any(|found| found.code == codes::GLUED_RECORD.name));
    assert!(!records.advance().expect("a slice can be read"), "{text:?} is one record");
    report
}
