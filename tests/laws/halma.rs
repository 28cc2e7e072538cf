//! Laws tried on random games of Halma: all variants, two sides, four, and pairs, from the start, from crowds and from
//! positions that one ply ends.

use std::collections::BTreeSet;

use fastrand::Rng;
use proptest::prelude::*;
use scoresheet::System;

use super::{assert_glance, assert_prefix, canonical, converted, head, is_canonical, one, with_a_space};

/// By which rules a game is played.
struct Rules {
    /// The tags besides the game's.
    tags: &'static str,
    size: i32,
    /// How many squares of a base each column holds, from the corner.
    base: &'static [i32],
    sides: &'static str,
    /// A side and its partner.
    pair: Option<[usize; 2]>,
}

const TWO: Rules = Rules { tags: "", size: 16, base: &[5, 5, 4, 3, 2], sides: "WG", pair: None };
const EIGHT: Rules = Rules { tags: "[Variant \"8x8\"]\n", size: 8, base: &[4, 3, 2, 1], ..TWO };
const FOUR: Rules = Rules { tags: "[Variant \"four\"]\n", base: &[4, 4, 3, 2], sides: "WRGB", ..TWO };

static RULES: &[Rules] = &[
    TWO,
    EIGHT,
    Rules { tags: "[Variant \"10x10\"]\n", size: 10, base: &[5, 4, 3, 2, 1], ..TWO },
    Rules { tags: "[Variant \"8x8\"]\n[Options \"move-limit\"]\n[MoveLimit \"2\"]\n", ..EIGHT },
    Rules { tags: "[Variant \"8x8\"]\n[Options \"vacate\"]\n[Vacate \"2/2\"]\n", ..EIGHT },
    Rules { tags: "[Variant \"double-colour\"]\n", ..TWO },
    Rules { tags: "[Variant \"number\"]\n", ..TWO },
    Rules { tags: "[Variant \"number-expert\"]\n", ..TWO },
    Rules { tags: "[Variant \"parlett\"]\n", ..TWO },
    Rules { tags: "[Variant \"marked\"]\n", ..TWO },
    FOUR,
    Rules { tags: "[Variant \"four\"]\n[Options \"move-limit\"]\n[MoveLimit \"2\"]\n", ..FOUR },
    Rules { tags: "[Variant \"four\"]\n[Options \"vacate\"]\n[Vacate \"1/2\"]\n", ..FOUR },
    Rules { tags: "[Variant \"four\"]\n[Options \"pairs\"]\n[Pairs \"White+Green\"]\n", pair: Some([0, 2]), ..FOUR },
    Rules { tags: "[Variant \"four\"]\n[Options \"pairs\"]\n[Pairs \"Blue+Green\"]\n", pair: Some([2, 3]), ..FOUR },
    Rules { tags: "[Variant \"number\"]\n[Options \"four\"]\n", ..FOUR },
    Rules {
        tags: "[Variant \"number-expert\"]\n[Options \"four,pairs\"]\n[Pairs \"White+Red\"]\n",
        pair: Some([0, 1]),
        ..FOUR
    },
    Rules { tags: "[Variant \"parlett\"]\n[Options \"four\"]\n", ..FOUR },
    Rules { tags: "[Variant \"marked\"]\n[Options \"four\"]\n", ..FOUR },
];

/// Column and row from 0 at the bottom left.
type Point = (i32, i32);

static AROUND: [Point; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

fn name((column, row): Point) -> String {
    format!("{}{}", char::from(b'a' + column as u8), row + 1)
}

impl Rules {
    fn is(&self, word: &str) -> bool {
        self.tags.contains(word)
    }

    fn holds(&self, (column, row): Point) -> bool {
        (0..self.size).contains(&column) && (0..self.size).contains(&row)
    }

    fn turned(&self, (column, row): Point) -> Point {
        (self.size - 1 - column, self.size - 1 - row)
    }

    /// The base of a side, its corner first.
    fn base(&self, side: usize) -> Vec<Point> {
        let far = self.size - 1;
        let depths = self.base.iter().zip(0..);
        let squares = depths.flat_map(|(&rows, column)| (0..rows).map(move |row| (column, row)));
        let placed = |(column, row): Point| match self.sides.as_bytes()[side] {
            b'W' => (column, far - row),
            b'R' => (far - column, far - row),
            b'G' => (far - column, row),
            _ => (column, row),
        };
        squares.map(placed).collect()
    }

    /// The pieces of a side as they are written, each with its square at the start.
    fn pieces(&self, side: usize) -> Vec<(String, Point)> {
        let letter = &self.sides[side..=side];
        let piece = |(square, number): (Point, usize)| {
            let text = match (letter, (square.0 + square.1) % 2 == 0) {
                _ if self.is("number") => format!("{letter}({number})"),
                _ if self.is("marked") && number == 1 => format!("{letter}!"),
                ("W", true) if self.is("double") => "A".to_owned(),
                ("W", false) if self.is("double") => "G".to_owned(),
                (_, true) if self.is("double") => "R".to_owned(),
                (_, false) if self.is("double") => "W".to_owned(),
                _ => letter.to_owned(),
            };
            (text, square)
        };
        self.base(side).into_iter().zip(1..).map(piece).collect()
    }

    /// Pieces in a part of the board.
    fn crowd(&self, rng: &mut Rng) -> Vec<(String, Point)> {
        let mut pieces: Vec<String> =
            (0..self.sides.len()).flat_map(|side| self.pieces(side)).map(|(text, _)| text).collect();
        rng.shuffle(&mut pieces);
        let (mut columns, mut rows) = (0, 0);
        while columns * rows < pieces.len() as i32 * 5 / 4 {
            (columns, rows) = (rng.i32(4..=self.size), rng.i32(4..=self.size));
        }
        let corner = (rng.i32(0..=self.size - columns), rng.i32(0..=self.size - rows));
        let mut squares: Vec<Point> =
            (0..columns * rows).map(|square| (corner.0 + square % columns, corner.1 + square / columns)).collect();
        rng.shuffle(&mut squares);
        pieces.into_iter().zip(squares).collect()
    }

    /// A position in which a side has but one piece to move, and perhaps the ply that does it.
    fn last_ply(&self, side: usize, rng: &mut Rng) -> (Vec<(String, Point)>, String) {
        let mut pieces = Vec::new();
        let team =
            |other: usize| other == side || self.pair.is_some_and(|pair| pair.contains(&other) == pair.contains(&side));
        let bases: Vec<Point> = (0..self.sides.len()).flat_map(|side| self.base(side)).collect();
        let mut free: Vec<Point> =
            (0..self.size * self.size).map(|square| (square % self.size, square / self.size)).collect();
        free.retain(|square| !bases.contains(square));
        rng.shuffle(&mut free);
        for other in 0..self.sides.len() {
            for (text, square) in self.pieces(other) {
                let at =
                    if team(other) && !self.is("marked") { self.turned(square) } else { free.pop().expect("room") };
                pieces.push((text, at));
            }
        }
        // The piece stands a square or a jump away from where it must go.
        let own = self.pieces(side);
        let mut ways = Vec::new();
        for (text, square) in own.iter().filter(|(text, _)| !self.is("marked") || text.ends_with('!')) {
            let goal = self.turned(*square);
            let steps = AROUND.iter().map(|(dx, dy)| (goal.0 + dx, goal.1 + dy));
            let empty = |at: &Point| self.holds(*at) && pieces.iter().all(|(_, square)| square != at);
            ways.extend(steps.filter(empty).map(|from| (text.clone(), from, goal)));
        }
        let (text, from, goal) = ways.swap_remove(rng.usize(..ways.len()));
        let moved = pieces.iter_mut().find(|(piece, at)| *piece == text && (*at == goal || self.is("marked")));
        moved.expect("the piece").1 = from;
        (pieces, format!("{}-{}", name(from), name(goal)))
    }

    /// A position string.
    fn string(&self, pieces: &[(String, Point)], side: usize) -> String {
        let row = |row: i32| {
            let (mut text, mut empty) = (String::new(), 0);
            for column in 0..=self.size {
                let piece = pieces.iter().find(|(_, square)| *square == (column, row));
                if piece.is_none() && column < self.size {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &std::mem::take(&mut empty).to_string();
                }
                text += piece.map_or("", |(text, _)| text);
            }
            text
        };
        let rows: Vec<String> = (0..self.size).rev().map(row).collect();
        format!("{} {}", rows.join("/"), &self.sides[side..=side])
    }
}

/// What stands on a board, read from its position string: squares and letters.
fn standing(position: &str) -> (Vec<(Point, char)>, char) {
    let (board, side) = position.split_once(' ').expect("a side");
    let rows: Vec<&str> = board.split('/').collect();
    let mut pieces = Vec::new();
    for (text, row) in rows.iter().rev().zip(0..) {
        let (mut column, mut rest) = (0, *text);
        while let Some(letter) = rest.chars().next() {
            let empty = rest.len() - rest.trim_start_matches(|digit: char| digit.is_ascii_digit()).len();
            if empty > 0 {
                column += rest[..empty].parse::<i32>().expect("a number");
                rest = &rest[empty..];
                continue;
            }
            pieces.push(((column, row), letter));
            column += 1;
            // Behind the letter a number or a mark.
            rest = rest[1..].trim_start_matches('!');
            if rest.starts_with('(') {
                rest = rest.split_once(')').expect("the end of a number").1;
            }
        }
    }
    (pieces, side.chars().next().expect("a side"))
}

/// A random game: its rules, where it begins, and plies to try: a piece, and the directions that it looks in for jumps;
/// the first is that of a step if there is none.
#[derive(Debug, Clone)]
struct Halma {
    rules: usize,
    /// From the start, from a crowd, or before a ply that may be the last.
    start: u8,
    side: usize,
    seed: u64,
    trials: Vec<(usize, Vec<usize>)>,
}

impl Halma {
    fn rules(&self) -> &'static Rules {
        &RULES[self.rules]
    }

    /// The tags, and a ply to try first.
    fn opening(&self) -> (String, Option<String>) {
        let (rules, mut rng) = (self.rules(), Rng::with_seed(self.seed));
        let side = self.side % rules.sides.len();
        let tags = format!("[Game \"halma\"]\n{}", rules.tags);
        let setup = |pieces: &[(String, Point)]| format!("{tags}[Setup \"{}\"]\n", rules.string(pieces, side));
        match self.start {
            0 => (
                format!(
                    "{tags}[Starts \"{}\"]\n",
                    ["White", "Red", "Green", "Blue"][if rules.sides.len() == 2 { side * 2 } else { side }]
                ),
                None,
            ),
            1 => (setup(&rules.crowd(&mut rng)), None),
            _ => {
                let (pieces, ply) = rules.last_ply(side, &mut rng);
                (setup(&pieces), Some(ply))
            }
        }
    }

    /// The game with its illegal plies left out, as a canonical record. Play stops at the end of the game.
    fn record(&self) -> String {
        let (tags, first) = self.opening();
        let mut text = format!("{tags}\n");
        let mut last = one(&text);
        assert!(last.valid, "{text} {:?}", last.diagnostics);
        let mut first = first.into_iter();
        for (piece, directions) in &self.trials {
            if last.outcome.outcome.is_end() {
                break;
            }
            let ply = first
                .next()
                .unwrap_or_else(|| self.ply(last.position.as_deref().expect("a position"), *piece, directions));
            let longer = format!("{text}{ply} ");
            let tried = one(&longer);
            if tried.valid {
                (text, last) = (longer, tried);
            }
        }
        canonical(&text)
    }

    /// A step or a chain of jumps of one of the pieces of the side to move; or a pass.
    fn ply(&self, position: &str, piece: usize, directions: &[usize]) -> String {
        let (pieces, side) = standing(position);
        let letters = match side {
            'W' if self.rules().is("double") => "AG".to_owned(),
            _ if self.rules().is("double") => "RW".to_owned(),
            _ => side.to_string(),
        };
        let own: Vec<Point> =
            pieces.iter().filter(|(_, letter)| letters.contains(*letter)).map(|(at, _)| *at).collect();
        let filled = |at: Point| pieces.iter().any(|(square, _)| *square == at);
        let Some(&from) = own.get(piece % own.len()) else { return "--".to_owned() };
        let mut path = vec![from];
        for &direction in directions {
            let ((x, y), (dx, dy)) = (path[path.len() - 1], AROUND[direction]);
            let (over, to) = ((x + dx, y + dy), (x + 2 * dx, y + 2 * dy));
            if self.rules().holds(to) && filled(over) && over != from && (!filled(to) || to == from) {
                path.push(to);
            }
        }
        match (path.len(), directions.first()) {
            (1, None) => return "--".to_owned(),
            (1, Some(&direction)) => path.push((from.0 + AROUND[direction].0, from.1 + AROUND[direction].1)),
            _ => {}
        }
        if !path.iter().all(|&at| self.rules().holds(at)) {
            return "--".to_owned();
        }
        path.into_iter().map(name).collect::<Vec<_>>().join("-")
    }
}

/// The tags of a record by which it is played, without where it begins and how it ends.
fn rules_of(text: &str) -> String {
    let left_out = ["[Starts", "[Setup", "[Result"];
    let kept = head(text).lines().filter(|line| !left_out.iter().any(|name| line.starts_with(name)));
    kept.map(|line| format!("{line}\n")).collect()
}

fn halma() -> impl Strategy<Value = Halma> {
    let trials = prop::collection::vec((0..64_usize, prop::collection::vec(0..8_usize, 0..24)), 1..50);
    (0..RULES.len(), 0..3_u8, 0..4_usize, any::<u64>(), trials).prop_map(|(rules, start, side, seed, trials)| Halma {
        rules,
        start,
        side,
        seed,
        trials,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    /// Any prefix of a valid game of Halma is valid, and its replay is a prefix of the replay.
    #[test]
    fn a_prefix_of_halma_replays_to_a_prefix(game in halma(), cut in 0.0..1.0_f64) {
        assert_prefix(&game.record(), cut);
    }

    /// `ends` says the same game as `paths`, or that a chain went another way than the one that it would find; a single
    /// leg it always says.
    #[test]
    fn conversion_of_halma_round_trips(game in halma()) {
        let text = game.record();
        let whole = one(&text);
        prop_assert!(whole.valid, "{} {:?}", text, whole.diagnostics);
        match converted(&text, System::named("ends")) {
            Ok(there) => {
                let seen = one(&there);
                prop_assert!(seen.valid, "{}: {:?}", there, seen.diagnostics);
                prop_assert_eq!((&seen.moves, &seen.position), (&whole.moves, &whole.position));
                prop_assert_eq!(&seen.outcome, &whole.outcome);
                prop_assert_eq!(seen.notation, Some("ends"));
                prop_assert!(is_canonical(&there), "{}", there);
                let back = converted(&there, System::named("paths")).expect("paths say everything");
                prop_assert_eq!(back.replace("[Notation \"paths\"]\n", ""), text);
            }
            Err(said) => {
                prop_assert!(said.iter().all(|said| said.code.name == "not-representable"), "{:?}", said);
                prop_assert!(whole.moves.iter().any(|ply| ply.matches('-').count() > 1), "{}", text);
            }
        }
    }

    /// Of a chain `ends` finds a way no longer than the one that was played, from the same square to the same.
    #[test]
    fn ends_finds_a_shortest_way(game in halma()) {
        let text = game.record();
        let whole = one(&text);
        let Some(last) = whole.moves.last().filter(|ply| *ply != "--") else { return Ok(()) };
        let before = one(&format!("{}\n\n{}", head(&text), whole.moves[..whole.moves.len() - 1].join(" ")));
        let position = before.position.expect("a valid record has a position");
        let tags = rules_of(&text);
        let squares: Vec<&str> = last.split('-').collect();
        let ply = format!("{}-{}", squares[0], squares[squares.len() - 1]);
        let seen = one(&format!("{tags}[Setup \"{position}\"]\n[Notation \"ends\"]\n\n{ply}"));
        prop_assert!(seen.valid, "{}: {:?}", position, seen.diagnostics);
        let way: Vec<&str> = seen.moves[0].split('-').collect();
        prop_assert!(way.len() <= squares.len(), "{} {}", position, last);
        prop_assert_eq!((way[0], way.last()), (squares[0], squares.last()));
    }

    /// The position string after n plies is where replaying n plies leads, and a record can go on from it, but for what
    /// the string leaves out: how many turns or plies the options have counted.
    #[test]
    fn a_position_string_of_halma_is_the_position(game in halma(), cut in 0.0..1.05_f64) {
        let text = game.record();
        let whole = one(&text);
        let keep = ((whole.moves.len() as f64 * cut) as usize).min(whole.moves.len());
        let start = one(&format!("{}\n\n{}", head(&text), whole.moves[..keep].join(" ")));
        let position = start.position.expect("a valid record has a position");
        let tags = rules_of(&text);
        let setup = format!("{tags}[Setup \"{position}\"]\n");
        let again = one(&setup);
        prop_assert!(again.valid, "{} {:?}", setup, again.diagnostics);
        prop_assert_eq!(again.position, Some(position));
        if !game.rules().is("MoveLimit") && !game.rules().is("Vacate") {
            let rest = one(&format!("{setup}\n{}", whole.moves[keep..].join(" ")));
            prop_assert_eq!(again.outcome, start.outcome);
            prop_assert!(rest.valid, "{} {:?} {:?}", setup, &whole.moves[keep..], rest.diagnostics);
            prop_assert_eq!(&rest.moves[..], &whole.moves[keep..]);
            prop_assert_eq!((rest.position, rest.outcome), (whole.position, whole.outcome));
        }
    }

    /// Canonical text of Halma is accepted under `--strict`; one more space is not.
    #[test]
    fn canonical_text_of_halma_is_strict(game in halma(), place in 0..1000_usize) {
        let text = game.record();
        prop_assert!(is_canonical(&text), "{}", text);
        let spaced = with_a_space(&text, place);
        prop_assert!(!is_canonical(&spaced), "{}", spaced);
    }

    /// The quick look, the audit and the whole judgement agree on records of Halma, and a plain one is judged at a
    /// glance.
    #[test]
    fn the_quick_look_at_halma_agrees(game in halma(), place in 0..1000_usize) {
        let text = game.record();
        let judged = assert_glance(&text);
        prop_assert!(judged == 1 || one(&text).plies == 0, "a plain game was not judged at a glance: {}", text);
        assert_glance(&with_a_space(&text, place));
        if let Ok(there) = converted(&text, System::named("ends")) {
            assert_glance(&there);
        }
    }
}

/// The games that the laws of Halma are tried on are worth it: every way to win occurs, and long chains.
#[test]
fn random_games_of_halma_hold_everything() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    let mut seen = BTreeSet::new();
    for _ in 0..1500 {
        let game = halma().new_tree(&mut runner).expect("a game").current();
        let report = one(&game.record());
        let outcome = serde_json::to_value(&report.outcome).expect("JSON");
        if let (Some(reason), Some(winner)) = (outcome["reason"].as_str(), outcome["winner"].as_str()) {
            seen.insert(format!("{}: {reason}", report.variant.expect("a variant")));
            seen.insert(format!("{winner} wins"));
        }
        for ply in &report.moves {
            let legs = ply.matches('-').count();
            seen.insert(if legs > 4 { "a long chain".to_owned() } else { format!("{legs} legs") });
            let squares: Vec<&str> = ply.split('-').collect();
            if squares.len() > 2 && squares[1..squares.len() - 1].contains(&squares[0]) {
                seen.insert("a chain over its first square".to_owned());
            }
        }
    }
    let mut wanted = vec!["1 legs", "2 legs", "3 legs", "a long chain", "a chain over its first square"];
    wanted.extend([
        "White wins",
        "Green wins",
        "Red wins",
        "Blue wins",
        "White+Green wins",
        "Green+Blue wins",
        "White+Red wins",
    ]);
    wanted.extend(["8x8: base-occupied", "8x8: move-limit", "8x8: not-vacated", "standard: base-occupied"]);
    wanted.extend(["four: base-occupied", "four: move-limit", "four: not-vacated", "10x10: base-occupied"]);
    wanted.extend(["double-colour: base-occupied", "number: base-occupied", "number-expert: base-occupied"]);
    wanted.push("marked: marked-corner");
    let missing: Vec<_> = wanted.iter().filter(|kind| !seen.contains(**kind)).collect();
    assert!(missing.is_empty(), "{missing:?} never occur; {seen:?} do");
}
