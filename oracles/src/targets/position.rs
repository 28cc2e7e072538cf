//! Position strings: what is accepted is written back as it came, and is what the rules make possible.
//!
//! The last byte of the input chooses the game, the board and the options.

use scoresheet::record::escape;
use scoresheet::{Checker, Defaults, Outcome, Report};

use crate::board::{End, Grid};
use crate::cards::{self, Cards, Ply};
use crate::judging::{outcome_of_pushes, read_one};
use crate::leaps::{Choices, Leaps, name};
use crate::making::VARIANTS;
use crate::points::{self, Points};
use crate::pushes::Pushes;

const BOARDS: [(usize, usize); 8] = [(7, 6), (4, 4), (5, 4), (8, 8), (10, 7), (26, 4), (4, 26), (26, 26)];

/// Judges the value of `Setup`.
pub fn position(data: &[u8]) {
    let Some((&choice, bytes)) = data.split_last() else { return };
    let Ok(position) = std::str::from_utf8(bytes) else { return };
    if position.contains('\n') {
        return;
    }
    match choice & 0xc0 {
        0x40 => return lefile(position),
        0xc0 => return plus4(position, choice),
        _ => {}
    }
    match choice & 0x18 {
        0x10 => return gomoku(position, choice),
        0x18 => return halma(position, choice),
        _ => {}
    }
    let (columns, rows) = BOARDS[usize::from(choice & 7)];
    let equalizer = choice & 8 != 0;
    let options = if equalizer { "equalizer" } else { "" };
    let text = format!(
        "[Game \"forza4\"]\n[Board \"{columns}x{rows}\"]\n[Options \"{options}\"]\n[Setup \"{}\"]\n",
        escape(position)
    );
    let report = read_one(&text, &mut Checker::new(Defaults::default()));
    let grid = Grid::read(position, columns, rows, equalizer);
    let codes: Vec<_> = report.diagnostics.iter().map(|found| found.code).collect();
    if is_unusual(&report, position) {
        return;
    }
    let Some(mut grid) = grid else {
        assert_eq!((codes, report.position), (vec!["bad-position"], None), "{position:?}");
        return;
    };
    assert!(report.valid && codes.is_empty(), "{position:?}: {codes:?}");
    assert_eq!(report.position.as_deref(), Some(position));
    let end = match report.outcome.outcome {
        Outcome::Unfinished => End::Unfinished,
        Outcome::Win { winner, .. } => End::Line(winner.0),
        Outcome::Draw { ending } if ending.code == "board-full" => End::Full,
        Outcome::Draw { .. } => End::Equalized,
    };
    assert_eq!(end, grid.end, "{position:?}");

    // One ply more in each column, also one that the board lacks.
    for column in 0..=columns.min(25) {
        let letter = char::from(b'a' + column as u8);
        let mut checker = Checker::new(Defaults::default());
        let report = read_one(&format!("{text}\n{letter}\n"), &mut checker);
        let mut next = grid.clone();
        match next.drop(column) {
            Ok(()) => {
                assert!(report.valid, "{letter} from {position:?}");
                assert_eq!(report.position, Some(next.string()));
            }
            Err(code) => {
                assert_eq!(
                    report.diagnostics.first().map(|found| found.code),
                    Some(code),
                    "{letter} from {position:?}"
                );
                assert_eq!(report.position.as_deref(), Some(position));
            }
        }
    }
    // Legal plies, until the game ends or the first columns are full.
    let mut plies = String::new();
    for column in (0..columns).chain(0..columns) {
        if grid.drop(column).is_ok() {
            plies.push(char::from(b'a' + column as u8));
            plies.push(' ');
        }
    }
    let report = read_one(&format!("{text}\n{plies}\n"), &mut Checker::new(Defaults::default()));
    assert!(report.valid && report.position == Some(grid.string()), "{plies} from {position:?}");
    let named = |line: &Vec<scoresheet::Square>| line.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(report.outcome.lines.0.iter().map(named).collect::<Vec<_>>(), grid.lines());
}

/// Whether only plies which stood can have made a position: of these the second implementations know nothing, so that it
/// is read and written as it came must do.
fn is_unusual(report: &Report, position: &str) -> bool {
    let unusual = report.diagnostics.iter().any(|found| found.code == "unusual-position");
    assert!(!unusual || report.valid && report.position.as_deref() == Some(position), "{position:?}");
    unusual
}

/// The same for Gomoku, on 5x5 or, without options, 15x15; each side has six pieces in `murray`.
fn gomoku(position: &str, choice: u8) {
    let variant = VARIANTS[usize::from(choice & 7) % VARIANTS.len()];
    // Omok is played on 19x19 only.
    let variant = if variant == "omok" { "standard" } else { variant };
    let option = if choice & 0x80 == 0 { "" } else { "double-three-reply" };
    let option = if variant == "renju" { "" } else { option };
    let side = if choice & 0x20 == 0 { 5 } else { 15 };
    let text = format!(
        "[Game \"gomoku\"]\n[Variant \"{variant}\"]\n[Options \"{option}\"]\n[Board \"{side}x{side}\"]\n[Pieces \
         \"6\"]\n[Setup \"{}\"]\n",
        escape(position)
    );
    let report = read_one(&text, &mut Checker::new(Defaults::default()));
    let codes: Vec<_> = report.diagnostics.iter().map(|found| found.code).collect();
    if is_unusual(&report, position) {
        return;
    }
    let options: Vec<&str> = Some(option).filter(|option| !option.is_empty()).into_iter().collect();
    let Some(grid) = Points::new(side, side, variant, &options, 6).set_up(position) else {
        assert_eq!((codes, report.position), (vec!["bad-position"], None), "{position:?}");
        return;
    };
    assert!(report.valid && codes.is_empty(), "{position:?}: {codes:?}");
    assert_eq!(report.position.as_deref(), Some(position));
    let end = match report.outcome.outcome {
        Outcome::Unfinished => points::End::Unfinished,
        Outcome::Win { winner, .. } => points::End::Line(winner.0),
        Outcome::Draw { .. } => points::End::Full,
    };
    assert_eq!(end, grid.end, "{position:?}");
    let named = |line: &Vec<scoresheet::Square>| line.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(report.outcome.lines.0.iter().map(named).collect::<Vec<_>>(), grid.lines());

    // One ply more: a piece on every point of the small board and one beyond, some moves, a pass.
    let squares = (0..6).flat_map(|column| (1..6).map(move |row| format!("{}{row}", char::from(b'a' + column))));
    let moves = ["a1-a2", "c3-c4", "c3-b3", "b2-c2", "d4-d5", "--"].map(str::to_owned);
    for ply in squares.chain(moves).filter(|ply| variant == "murray" || ply == "--" || !ply.contains('-')) {
        let report = read_one(&format!("{text}\n{ply}\n"), &mut Checker::new(Defaults::default()));
        let mut next = grid.clone();
        let played = next.play(&ply);
        let continues_ply = played.is_ok();
        check_next(&report, played.map(|()| next.string()), &format!("{ply} from {position:?} ({variant})"));
        if continues_ply {
            assert_eq!(report.outcome.outcome == Outcome::Unfinished, next.end == points::End::Unfinished);
        }
    }
}

/// Holds what is said of one ply more against what the second implementation makes of it: the position, or a code.
fn check_next(report: &Report, played: Result<String, &str>, what: &str) {
    match played {
        Ok(position) => {
            assert!(report.valid, "{what}: {:?}", report.diagnostics);
            assert_eq!(report.position, Some(position), "{what}");
        }
        Err(code) => assert_eq!(report.first_error().map(|found| found.code), Some(code), "{what}"),
    }
}

/// The same for Halma, in every variant, also with four sides.
fn halma(position: &str, choice: u8) {
    let variants = ["8x8", "standard", "double-colour", "number", "number-expert", "parlett", "marked", "four"];
    let variant = variants[usize::from(choice & 7)];
    let four = choice & 0x20 != 0 && !matches!(variant, "8x8" | "standard" | "double-colour" | "four");
    let text = format!(
        "[Game \"halma\"]\n[Variant \"{variant}\"]\n[Options \"{}\"]\n[Notation \"paths\"]\n[Setup \"{}\"]\n",
        if four { "four" } else { "" },
        escape(position)
    );
    let report = read_one(&text, &mut Checker::new(Defaults::default()));
    let codes: Vec<_> = report.diagnostics.iter().map(|found| found.code).collect();
    let Some(grid) = Leaps::new(variant, Choices { four, ..Choices::default() }).set_up(position) else {
        assert_eq!((codes, report.position), (vec!["bad-position"], None), "{position:?}");
        return;
    };
    // The winner may be to move, though no game can reach that.
    assert!(report.valid && codes.iter().all(|code| *code == "unusual-position"), "{position:?}: {codes:?}");
    assert_eq!(report.position.as_deref(), Some(position));
    assert_eq!(report.outcome.winner, grid.winner_name().as_deref(), "{position:?}");
    // One ply more: two squares each, and a pass.
    let squares = |from: i32| (0..6).map(move |to| ((from * 7 + to * 3) % 16, (from + to * 5) % 16));
    let mut plies: Vec<String> = grid
        .movable()
        .iter()
        .flat_map(|&(x, y)| [(1, 1), (0, 2), (2, -2), (-2, 0), (0, -1)].map(|(dx, dy)| ((x, y), (x + dx, y + dy))))
        .filter(|(_, to)| to.0 >= 0 && to.1 >= 0)
        .map(|(from, to)| format!("{}-{}", name(from), name(to)))
        .collect();
    plies.extend(
        (0..16).flat_map(|from| squares(from).map(move |to| format!("{}-{}", name((from, 15 - from)), name(to)))),
    );
    plies.push("--".to_owned());
    for ply in plies {
        let report = read_one(&format!("{text}\n{ply}\n"), &mut Checker::new(Defaults::default()));
        let mut next = grid.clone();
        let played = next.play(&ply, false);
        let continues_ply = played.is_ok();
        check_next(&report, played.map(|_| next.string()), &format!("{ply} from {position:?} ({variant})"));
        if continues_ply {
            assert_eq!(report.outcome.winner, next.winner_name().as_deref());
        }
    }
}

/// The same for Le File.
fn lefile(position: &str) {
    let text = format!("[Game \"lefile\"]\n[Setup \"{}\"]\n", escape(position));
    let report = read_one(&text, &mut Checker::new(Defaults::default()));
    let codes: Vec<_> = report.diagnostics.iter().map(|found| found.code).collect();
    if is_unusual(&report, position) {
        return;
    }
    let Some(grid) = Cards::set_up(position) else {
        assert_eq!((codes, report.position), (vec!["bad-position"], None), "{position:?}");
        return;
    };
    assert!(report.valid && codes.is_empty(), "{position:?}: {codes:?}");
    assert_eq!(report.position.as_deref(), Some(position));
    assert_eq!(report.outcome.outcome, Outcome::Unfinished);
    assert_eq!(report.outcome.manches, std::slice::from_ref(&report.outcome.points));
    // One ply more: every own piece in every direction with four cards, placements by a few draws, passes.
    let pieces = ['P', 'R'].map(|kind| grid.pieces(grid.turn, kind)).concat();
    let mut plies: Vec<String> = vec!["--".to_owned(), "3r --".to_owned(), "8b --".to_owned()];
    for (index, (card, (x, y))) in ["3r", "5h", "As", "6b", ""].into_iter().cycle().zip(pieces).enumerate() {
        for (dx, dy) in [(1, 0), (0, 2), (-1, 1), (2, -2), (-2, 0), (1, 1), (0, -1), (2, 1)] {
            let to = ((x + dx).max(0), (y + dy).max(0));
            let pawn = grid.pieces(1 - grid.turn, 'P').get(index).map_or(to, |pawn| *pawn);
            let pawn = cards::name(pawn);
            let [from, to] = [(x, y), to].map(cards::name);
            plies.push(format!("{card} {from}-{to}").trim().to_owned());
            plies.push(format!("{card} {from}-{to} x{pawn}-h1").trim().to_owned());
        }
    }
    for draw in ["11", "34", "4h7d", "82", ""] {
        let values: Vec<u32> = draw.chars().filter_map(|letter| letter.to_digit(10)).collect();
        for kind in ["P", "R", "P*", "R*"] {
            let (one, other) = (values.first().unwrap_or(&5), values.last().unwrap_or(&5));
            for (column, row) in [(one, other), (other, one), (&6, &6)] {
                let column = char::from(b'a' + *column as u8 - 1);
                plies.push(format!("{draw} {kind}{column}{row}").trim().to_owned());
            }
        }
    }
    for text_of_ply in plies {
        // With Black to move the first turn has no ply of White's.
        let before = if grid.turn == 0 { "1. " } else { "1. ..., " };
        let report = read_one(&format!("{text}\n{before}{text_of_ply}\n"), &mut Checker::new(Defaults::default()));
        let ply = Ply::read(&text_of_ply).expect("a ply");
        let mut next = grid.clone();
        match next.play(&ply, false) {
            Ok(_) => {
                assert!(report.valid, "{text_of_ply} from {position:?}: {:?}", report.diagnostics);
                assert_eq!(report.position, Some(next.string()), "{text_of_ply} from {position:?}");
            }
            Err(code) => {
                let found = report.diagnostics.first().map(|found| found.code);
                assert_eq!(found, Some(code), "{text_of_ply} from {position:?}");
            }
        }
    }
}

/// The same for Plus 4. The second implementation takes only what the program has accepted.
fn plus4(position: &str, choice: u8) {
    let variant = ["standard", "continua", "manche"][usize::from(choice & 3) % 3];
    let target = if choice & 4 == 0 { 11 } else { 3 };
    let mover_first = choice & 8 != 0 && variant == "standard";
    let options = if mover_first { "mover-first" } else { "" };
    let text = format!(
        "[Game \"plus4\"]\n[Variant \"{variant}\"]\n[Options \"{options}\"]\n[Target \"{target}\"]\n[Setup \"{}\"]\n",
        escape(position)
    );
    let report = read_one(&text, &mut Checker::new(Defaults::default()));
    if is_unusual(&report, position) {
        return;
    }
    let codes: Vec<_> = report.diagnostics.iter().map(|found| found.code).collect();
    if !report.valid {
        assert_eq!((codes, report.position), (vec!["bad-position"], None), "{position:?}");
        return;
    }
    assert_eq!(report.position.as_deref(), Some(position));
    let board = Pushes::new(variant, mover_first, target, 0).set_up(position);
    let board = board.unwrap_or_else(|| panic!("{position:?} is no position of {variant}"));
    assert_eq!(outcome_of_pushes(&report), board.end, "{position:?}");
    for ply in ["a", "b", "c", "d", "e", "a*", "b*", "c*", "d*", "--"] {
        let report = read_one(&format!("{text}\n{ply}\n"), &mut Checker::new(Defaults::default()));
        let mut next = board.clone();
        let played = next.play(ply, false);
        let continues_ply = played.is_ok();
        check_next(&report, played.map(|_| next.string()), &format!("{ply} from {position:?} ({variant})"));
        if continues_ply {
            assert_eq!(outcome_of_pushes(&report), next.end, "{ply} from {position:?} ({variant})");
        }
    }
}
