//! The lines of Gomoku that win, by its rules.

use crate::{Defaults, Outcome, Report, validate};

/// Where on a board of 19 x 19 a point is: its column and its row from 0.
type Point = (i32, i32);

const SIZE: i32 = 19;

/// What stands beyond an end of a line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum End {
    Free,
    Enemy,
    /// Nothing: the line ends at the edge of the board.
    Edge,
}

/// A line to be completed by one last piece between `before` and `after` others.
#[derive(Debug, Clone, Copy)]
struct Line {
    direction: Point,
    before: i32,
    after: i32,
    ends: [End; 2],
}

impl Line {
    fn length(self) -> i32 {
        self.before + 1 + self.after
    }

    /// The point `steps` steps from the first point of the line.
    fn point(self, steps: i32) -> Point {
        let (dx, dy) = self.direction;
        let at_edge = match self.ends {
            [End::Edge, _] => 0,
            [_, End::Edge] => SIZE - self.length(),
            _ => 5,
        };
        // Where a line goes down, its first point stands as far from the upper edge as it stands from the lower one
        // where it goes up; where it keeps its column or its row, that is in the middle.
        let start = |step: i32| match step {
            0 => 9,
            1 => at_edge,
            _ => SIZE - 1 - at_edge,
        };
        (start(dx) + steps * dx, start(dy) + steps * dy)
    }

    /// All but the last piece, in an order that makes no four or five too early, and then the last one.
    fn pieces(self) -> Vec<Point> {
        let mut steps: Vec<i32> = (0..self.length()).filter(|step| *step != self.before).collect();
        steps.push(self.before);
        steps.into_iter().map(|step| self.point(step)).collect()
    }

    /// The enemy's pieces: those at the ends, then others that stand near nothing.
    fn enemies(self) -> Vec<Point> {
        let beyond = [(self.ends[0], -1), (self.ends[1], self.length())];
        let mut pieces: Vec<Point> =
            beyond.iter().filter(|(end, _)| *end == End::Enemy).map(|(_, step)| self.point(*step)).collect();
        let apart = |one: Point, other: Point| (one.0 - other.0).abs().max((one.1 - other.1).abs()) > 2;
        let far = (0..SIZE * SIZE).map(|index| (index % SIZE, index / SIZE)).filter(|point| {
            point.0 % 3 == 0 && point.1 % 3 == 0 && (-1..=self.length()).all(|step| apart(*point, self.point(step)))
        });
        pieces.extend(far);
        pieces
    }

    /// The report of a record in which a side makes the line with its last ply.
    fn made_by(self, black: bool, tags: &str) -> Report {
        let (own, enemy) = (self.pieces(), self.enemies());
        // As many plies of the enemy as come before the last piece, and all those at the ends.
        assert!(own.len() >= 3, "both ends are filled before the last piece");
        let turns: Vec<Point> = if black {
            own.iter().zip(&enemy).flat_map(|(own, enemy)| [*own, *enemy]).take(2 * own.len() - 1).collect()
        } else {
            own.iter().zip(&enemy).flat_map(|(own, enemy)| [*enemy, *own]).collect()
        };
        let plies: Vec<String> =
            turns.iter().map(|(x, y)| format!("{}{}", char::from(b'a' + *x as u8), y + 1)).collect();
        let text = format!("[Game \"gomoku\"]\n[Board \"19x19\"]\n{tags}\n\n{}\n", plies.join(" "));
        let mut reports = validate(text.as_bytes(), "test", Defaults::default()).expect("a slice can be read");
        assert_eq!(reports.len(), 1, "{text}");
        reports.remove(0)
    }
}

/// Lines of every length from three to nine, in every direction, completed at every place, with ends of every kind.
fn lines() -> impl Iterator<Item = Line> {
    let ends = [
        [End::Free, End::Free],
        [End::Enemy, End::Enemy],
        [End::Enemy, End::Free],
        [End::Free, End::Enemy],
        [End::Edge, End::Free],
        [End::Free, End::Edge],
        [End::Edge, End::Enemy],
        [End::Enemy, End::Edge],
    ];
    let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
    directions.into_iter().flat_map(move |direction| {
        ends.into_iter().flat_map(move |ends| {
            // Each part is too short to win before the last piece joins the two.
            let parts = (0..5).flat_map(|before| (0..5).map(move |after| (before, after)));
            let lines = parts.map(move |(before, after)| Line { direction, before, after, ends });
            lines.filter(|line| line.length() >= 3)
        })
    })
}

/// Judges every line for both sides; `wins` says whether the side wins by it, or `None` if it may not make it.
fn check(tags: &str, wins: impl Fn(Line, bool) -> Option<bool>) {
    for (line, black) in lines().flat_map(|line| [(line, true), (line, false)]) {
        let report = line.made_by(black, tags);
        let found = match report.outcome.outcome {
            Outcome::Win { winner, ending } => {
                assert_eq!((ending.code, winner.index() == 0), ("line", black), "{line:?} {tags}");
                Some(true)
            }
            _ => report.valid.then_some(false),
        };
        assert_eq!(found, wins(line, black), "{line:?} {tags}, black {black}: {:?}", report.diagnostics);
        if found.is_none() {
            let error = report.first_error().map(|error| (error.code, error.ply));
            assert_eq!(error, Some(("forbidden", Some(report.plies + 1))), "{line:?}");
            assert_eq!(report.plies + 1, 2 * line.length() as u32 - 1, "{line:?}");
        }
    }
}

/// GM-3, and the same in GM-6 and GM-12.
#[test]
fn exactly_five_win_and_six_do_not() {
    for tags in ["", "[Variant \"omok\"]", "[Variant \"murray\"]\n[Pieces \"20\"]"] {
        check(tags, |line, _| Some(line.length() == 5));
    }
}

/// GM-5.
#[test]
fn five_or_more_win_in_freestyle() {
    check("[Variant \"freestyle\"]", |line, _| Some(line.length() >= 5));
}

/// GM-7.
#[test]
fn five_between_two_enemies_do_not_win_in_caro() {
    check("[Variant \"caro\"]", |line, _| Some(line.length() == 5 && line.ends != [End::Enemy, End::Enemy]));
}

/// RJ-2 and RJ-3.
#[test]
fn six_win_for_white_alone_in_renju_and_black_may_not_make_them() {
    check("[Variant \"renju\"]", |line, black| match line.length() {
        6.. if black => None,
        length => Some(length >= 5),
    });
}

/// RJ-3: the message names every figure that makes a ply forbidden, with its squares, and nothing else.
#[test]
fn a_forbidden_ply_is_explained_by_all_that_it_makes() {
    let said = |board: &str| {
        let text = format!(
            "[Game \"gomoku\"]\n[Variant \"renju\"]\n[Setup \"15/15/15/15/{board}/15/15/15/15/15/15/15 B\"]\n\n1. h8\n"
        );
        let reports = validate(text.as_bytes(), "test", Defaults::default()).expect("a slice can be read");
        let error = reports[0].first_error().expect("a forbidden ply");
        format!("{}: {}", error.code, error.message)
    };
    // Rows 11 to 8.
    insta::assert_snapshot!(said("15/7B7/7B7/8BB5"), @"forbidden: forbidden to Black: double three (h8 h9 h10; h8 i8 j8)");
    insta::assert_snapshot!(said("7B7/7B7/7B7/8BBB4"), @"forbidden: forbidden to Black: double four (h8 h9 h10 h11; h8 i8 j8 k8)");
    // One three beside two fours, and one four beside two threes.
    insta::assert_snapshot!(said("7B7/7B1B5/7BB6/8BBB4"), @"forbidden: forbidden to Black: double four (h8 h9 h10 h11; h8 i8 j8 k8)");
    insta::assert_snapshot!(said("7B7/7B1B5/7BB6/8BB5"), @"forbidden: forbidden to Black: double three (h8 i8 j8; h8 i9 j10)");
    insta::assert_snapshot!(said("15/15/15/4BBB1BB5"), @"forbidden: forbidden to Black: overline e8-j8");
    insta::assert_snapshot!(said("15/7B1B5/7BB6/4BBB1BB5"), @"forbidden: forbidden to Black: overline e8-j8, double three (h8 h9 h10; h8 i9 j10)");
}
