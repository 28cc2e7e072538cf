//! The document's own examples, what the rules leave to a search, and perft counts by paths.

use super::field::{Piece, Point, Spot};
use super::*;
use crate::engine::Resolver;
use crate::game::{Strict, Violates};
use crate::{Defaults, Report, validate};

/// The position of a record's tags.
fn position(tags: &str) -> Halma {
    let text = format!("[Game \"halma\"]\n{tags}\n\n");
    let mut records =
        crate::formats::transcript::Transcripts::new(text.as_bytes(), 1 << 20).expect("a slice can be read");
    let record = crate::formats::Records::next(&mut records).expect("a slice can be read").expect("a record");
    let mut resolver = Resolver::new(Defaults::default());
    let setting = resolver.settle(&record, &mut ()).setting.expect("a setting");
    assert!(setting.rules.playable, "{tags}");
    setup::start(setting.rules.params.downcast_ref().expect("rules of Halma"))
}

/// The code of a ply in `paths`, or nothing if it is legal.
fn check(position: &Halma, ply: &str) -> Option<&'static str> {
    let mut path = super::Chain::default();
    let ply = position.read_ply(ply, System::PATHS, &mut path).expect("a ply");
    position.clone().apply(ply, &mut Strict).err().map(|violation| violation.code().name)
}

/// Where the piece on a square can go by steps and by jumps.
fn targets(position: &Halma, from: &str) -> (Vec<String>, Vec<String>) {
    let mut path = super::Chain::default();
    let Ply::Path(&[from, _]) = position.read_ply(&format!("{from}-a1"), System::PATHS, &mut path).expect("a ply")
    else {
        panic!("{from} is a square");
    };
    let from = from.spot(16).expect("a square of the board");
    let piece = position.board.at(from).expect("a piece");
    let is_step = |to: &Spot| from.column().abs_diff(to.column()).max(from.row().abs_diff(to.row())) == 1;
    let (steps, jumps): (Vec<Spot>, Vec<Spot>) =
        path::within_reach(position, from, piece).into_iter().partition(is_step);
    let names = |spots: Vec<Spot>| {
        let mut names: Vec<String> = spots.iter().map(Spot::to_string).collect();
        names.sort();
        names
    };
    (names(steps), names(jumps))
}

#[test]
fn the_examples_of_the_document_hold() {
    let mut board = super::field::Board::EMPTY;
    let place = |board: &mut super::field::Board, name: &str, side: u8| {
        let mut path = super::Chain::default();
        let start = position("");
        let ply = start.read_ply(&format!("{name}-a1"), System::PATHS, &mut path).expect("a square");
        let Ply::Path(&[point, _]) = ply else { panic!("{name} is a square") };
        board.put(point.spot(16).expect("a square of the board"), Piece::new(Side(side), 0));
    };
    for (side, names) in [(0, "d10 f11 i8 k4 m3"), (1, "g10 h8 i6 h6 j7 j8 j6")] {
        names.split(' ').for_each(|name| place(&mut board, name, side));
    }
    let position = Halma { board, ..position("") };
    // d10 has eight steps and no jump.
    let (steps, jumps) = targets(&position, "d10");
    assert_eq!(steps, ["c10", "c11", "c9", "d11", "d9", "e10", "e11", "e9"]);
    assert!(jumps.is_empty(), "{jumps:?}");
    // f11 has seven steps, and jumps to h9 and beyond.
    let (steps, jumps) = targets(&position, "f11");
    assert_eq!((steps.len(), jumps.contains(&"h9".to_owned())), (7, true));
    assert_eq!(check(&position, "f11-h9"), None);
    assert_eq!(check(&position, "f11-h9-h7-j5-l3-n3"), None);
    // j6 can jump neither to g6 nor to j9: two pieces stand in between.
    let position = Halma { turn: Side(1), ..position };
    for ply in ["j6-g6", "j6-j9"] {
        let mut path = super::Chain::default();
        let ply = position.read_ply(ply, System::PATHS, &mut path).expect("a ply");
        let violation = position.clone().apply(ply, &mut Strict).expect_err("an illegal ply");
        assert_eq!(violation.code(), &codes::BAD_LEG);
        let text = position.explain(violation, ply);
        assert!(text.message.ends_with("two pieces in between, but a jump goes over one"), "{}", text.message);
    }
}

#[test]
fn numbered_pieces_go_to_the_squares_the_document_names() {
    // p1, p2 and p3 bear 1, 2 and 3, and go to a16, a15 and a14.
    let position = position("[Variant \"number\"]");
    for (row, goal) in [(0, "a16"), (1, "a15"), (2, "a14")] {
        let piece = position.board.at(Spot::new(15, row)).expect("a piece in the corner");
        assert_eq!((piece.side(), piece.tag()), (Side(1), row + 1));
        let wanted = position.play.spots().find(|spot| position.play.goals.at(*spot) == Some(piece));
        assert_eq!(wanted.expect("a goal").to_string(), goal);
    }
}

/// The report of one record of Halma: further tags, then movetext.
fn one(tags: &str, movetext: &str) -> Report {
    let text = format!("[Game \"halma\"]\n{}\n\n{movetext}\n", tags.trim_end());
    let mut reports = validate(text.as_bytes(), "test", Defaults::default()).expect("a slice can be read");
    assert_eq!(reports.len(), 1, "{text}");
    reports.remove(0)
}

/// The diagnostic of the first ply that breaks a rule.
fn said(tags: &str, movetext: &str) -> String {
    let report = one(tags, movetext);
    let error = report.first_error().expect("an error");
    format!("{}: {} | {}", error.code, error.message, error.help.as_deref().unwrap_or("-"))
}

/// HA-15 and HA-17: why no path leads to a square.
#[test]
fn what_cannot_be_reached_is_explained_by_the_variant() {
    let (ends, parlett) = ("[Notation \"ends\"]", "[Variant \"parlett\"]\n[Notation \"ends\"]");
    insta::assert_snapshot!(said(ends, "1. c13-c9"), @"no-path: no step and no chain of jumps leads from c13 to c9 | no path leads to c9; from c13 the piece can go to d13, d12, c12 and a11");
    insta::assert_snapshot!(said(parlett, "1. c13-c12"), @"no-path: c12 cannot be reached: c13 is a dark square, from which a piece only steps diagonally | no path leads to c12; from c13 the piece can go to d12");
    insta::assert_snapshot!(said(parlett, "1. a12-a11"), @"no-path: a11 cannot be reached: a12 is a light square, from which a piece only jumps | no path leads to a11; from a12 the piece can go to c12");
    insta::assert_snapshot!(said(parlett, "1. a12-a8"), @"no-path: no step and no chain of jumps leads from a12 to a8 | no path leads to a8; from a12 the piece can go to c12");
}

/// HA-17: `c13-c13` is a pass. Where it stood, `paths` writes the two squares too.
#[test]
fn a_ply_that_ends_where_it_began_is_written_as_it_stood() {
    let report = one("[Notation \"ends\"]", "1. c13-c13 {[%stands]}");
    assert_eq!((report.valid, &report.moves[..]), (true, &["c13-c13".to_owned()][..]));
}

/// Each number stands on the board once, and is written without a sign and without zeros in front.
#[test]
fn numbers_of_a_setup_are_judged() {
    let usual = position("[Variant \"number\"]");
    let mut text = String::new();
    usual.write_position(&mut text);
    let with = |piece: &str| format!("[Variant \"number\"]\n[Setup \"{}\"]", text.replacen("W(1)", piece, 1));
    assert!(text.starts_with("W(1)") && one(&with("W(1)"), "").valid);
    for piece in ["W(01)", "W(+1)", "W()", "W(20)", "W"] {
        let message = format!("bad-position: this game has no piece `{piece}`");
        assert!(said(&with(piece), "").starts_with(&message), "{piece}");
    }
    assert!(
        said(&with("W(2)"), "")
            .starts_with("bad-position: White's number 2 appears twice: each number from 1 to 19 appears once")
    );
    assert!(said(&with("1"), "").starts_with("bad-position: White has 18 pieces, not 19"));
}

/// The shortest paths by brute force: all chains of jumps, breadth first, in the order of directions.
fn brute(position: &Halma, from: Spot, to: Spot) -> Option<Vec<Spot>> {
    let size = position.play.size;
    let mut paths = vec![vec![from]];
    for _ in 0..7 {
        let mut longer = Vec::new();
        for path in &paths {
            for direction in field::DIRECTIONS {
                let last = path[path.len() - 1];
                let (Some(over), Some(next)) = (last.step(direction, 1, size), last.step(direction, 2, size)) else {
                    continue;
                };
                if over == from || position.board.is_empty(over) || path.contains(&next) {
                    continue;
                }
                if !position.board.is_empty(next) {
                    continue;
                }
                let mut path = path.clone();
                path.push(next);
                let points: Vec<Point> = path.iter().map(|spot| spot.point()).collect();
                if next == to && position.clone().apply(Ply::Path(&points), &mut Strict).is_ok() {
                    return Some(path);
                }
                longer.push(path);
            }
        }
        paths = longer;
    }
    None
}

/// A position with pieces strewn over the board.
pub(super) fn strewn(tags: &str, seed: u64, most: u8) -> Halma {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut position = position(tags);
    let mut spots: Vec<Spot> = position.play.spots().filter(|spot| spot.column() < most && spot.row() < most).collect();
    rng.shuffle(&mut spots);
    let pieces: Vec<Piece> = position.pieces().map(|(_, piece)| piece).collect();
    position.board = field::Board::EMPTY;
    for (spot, piece) in spots.iter().zip(pieces) {
        position.board.put(*spot, piece);
    }
    position
}

#[test]
fn the_path_found_is_the_first_of_the_shortest() {
    let (mut found, mut none) = (0, 0);
    for seed in 0..12 {
        for tags in ["", "[Variant \"number-expert\"]", "[Variant \"parlett\"]"] {
            let position = strewn(tags, seed, 9);
            for (from, piece) in position.pieces().filter(|(_, piece)| piece.side() == position.turn) {
                for to in path::within_reach(&position, from, piece) {
                    if from.column().abs_diff(to.column()).max(from.row().abs_diff(to.row())) == 1 {
                        continue;
                    }
                    let mut path = Vec::new();
                    let has = path::find(&position, from, to, &mut path);
                    if has && path.len() > 6 {
                        continue;
                    }
                    let expected = brute(&position, from, to);
                    let got = has.then(|| path.iter().filter_map(|point| point.spot(16)).collect::<Vec<_>>());
                    assert_eq!(got, expected, "{tags} {seed}: {from} to {to}");
                    *(if has { &mut found } else { &mut none }) += 1;
                }
            }
        }
    }
    assert!(found > 200 && none > 20, "{found} found, {none} not");
}

#[test]
fn a_path_exists_where_one_is_found() {
    let (mut found, mut none, mut path) = (0, 0, Vec::new());
    for seed in 0..6 {
        for tags in
            ["", "[Variant \"8x8\"]", "[Variant \"number-expert\"]", "[Variant \"parlett\"]", "[Variant \"four\"]"]
        {
            let position = strewn(tags, seed, if seed % 2 == 0 { 16 } else { 7 });
            for (from, _) in position.pieces() {
                for to in position.play.spots().filter(|to| position.board.is_empty(*to)) {
                    let has = path::find(&position, from, to, &mut path);
                    assert_eq!(path::exists(&position, from, to), has, "{tags} {seed}: {from} to {to}");
                    *(if has { &mut found } else { &mut none }) += 1;
                }
            }
        }
    }
    assert!(found > 1000 && none > 1000, "{found} found, {none} not");
}

/// Counts sequences of plies in which every path without repeated squares is a ply of its own.
fn perft_by_paths(position: &Halma, depth: u32) -> u64 {
    fn chains(position: &Halma, path: &mut Vec<Point>, each: &mut dyn FnMut(&[Point])) {
        let size = position.play.size;
        let Some(last) = path.last().and_then(|point| point.spot(size)) else { return };
        for direction in field::DIRECTIONS {
            let Some(next) = last.step(direction, 2, size).map(Spot::point).filter(|next| !path.contains(next)) else {
                continue;
            };
            path.push(next);
            // What no rule allows so far no further jump mends, but for the sum, which only grows.
            if position.clone().apply(Ply::Path(path), &mut Strict).is_ok() {
                each(path);
                chains(position, path, each);
            }
            path.pop();
        }
    }
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    let mut go = |ply: Ply<'_>| {
        let mut next = position.clone();
        if next.apply(ply, &mut Strict).is_ok() {
            count += perft_by_paths(&next, depth - 1);
        }
    };
    for (from, _) in position.pieces().filter(|(_, piece)| position.may_move(piece.side())) {
        for direction in field::DIRECTIONS {
            if let Some(next) = from.step(direction, 1, position.play.size) {
                go(Ply::Path(&[from.point(), next.point()]));
            }
        }
        chains(position, &mut vec![from.point()], &mut |path| go(Ply::Path(path)));
    }
    go(Ply::Pass);
    count
}

#[test]
fn perft_counts_agree() {
    const MOST: u64 = if cfg!(debug_assertions) { 60_000 } else { 5_000_000 };
    let mut counted = 0;
    for line in include_str!("../../../tests/cases/perft-halma.jsonl").lines() {
        let line: serde_json::Value = serde_json::from_str(line).expect("a line is an object");
        let (count, paths) = (line["count"].as_u64().expect("a count"), line["count_paths"].as_u64().expect("a count"));
        if paths > MOST {
            continue;
        }
        let options: Vec<&str> =
            line["options"].as_array().expect("a list").iter().filter_map(|x| x.as_str()).collect();
        let mut tags = format!("[Variant {}]\n[Options \"{}\"]", line["variant"], options.join(","));
        if line["setup"].is_string() {
            tags.push_str(&format!("\n[Setup {}]", line["setup"]));
        }
        let position = position(&tags);
        let depth = line["depth"].as_u64().expect("a depth") as u32;
        assert_eq!(crate::game::perft(&position, depth), count, "{line}");
        assert_eq!(perft_by_paths(&position, depth), paths, "{line}");
        counted += 1;
    }
    assert!(counted > 12, "only {counted} counts were compared");
}

/// HA-6: only the owner of the piece just moved can win by a ply. Where both bases are filled, the side that moved last has
/// won, and only plies that stood can have led there; the same where the side that has won is to move.
#[test]
fn a_setup_with_two_ends_is_won_by_the_side_that_moved_last() {
    let tags = |rows: &str, turn: char| format!("[Variant \"8x8\"]\n[Setup \"{rows} {turn}\"]");
    let both = "GGGG4/GGG5/GG6/G7/7W/6WW/5WWW/4WWWW";
    let white = "GGGG4/GGG5/GG6/1G6/7W/6WW/5WWW/4WWWW";
    let look = |rows, turn| {
        let report = one(&tags(rows, turn), "");
        let codes: Vec<_> = report.diagnostics.iter().map(|said| said.code).collect();
        let outcome = serde_json::to_value(&report.outcome).expect("JSON");
        (outcome["winner"].as_str().unwrap_or("-").to_owned(), codes.join(" "))
    };
    let told = |winner: &str, codes: &str| (winner.to_owned(), codes.to_owned());
    assert_eq!(look(both, 'W'), told("Green", "unusual-position"));
    assert_eq!(look(both, 'G'), told("White", "unusual-position"));
    assert_eq!(look(white, 'G'), told("White", ""));
    assert_eq!(look(white, 'W'), told("White", "unusual-position"));
    let message = |rows| one(&tags(rows, 'W'), "").diagnostics[0].message.clone();
    insta::assert_snapshot!(message(both), @"White and Green have both won; only illegal plies that stood can have made this position");
    insta::assert_snapshot!(message(white), @"White had won, but Green moved after that; only illegal plies that stood can have made this position");
}
