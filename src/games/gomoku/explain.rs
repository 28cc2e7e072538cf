//! Explains plies that break the rules, and says what would have been legal.

use super::codes::{DOUBLE_FOUR, DOUBLE_THREE, FORBIDDEN};
use super::notation::spelt;
use super::rules::{lines, neighbours};
use super::violation::Violation;
use super::{Gomoku, Ply, Point, Variant, centre, table};
use crate::board::renju::{Figure, Judge};
use crate::board::{Square, column_letter, ends, in_words, squares};
use crate::diagnostic::{Code, Text};
use crate::game::{Game, OVERLOOKED, Outcome, Overlook, POINTED_OUT, Side};

/// Explains a violation by `ply` in `position`, and says what would have been legal there.
pub(super) fn explain(position: &Gomoku, violation: Violation, ply: Ply) -> Text {
    let side = table::SIDES[position.turn.index()].name;
    let other = table::SIDES[1 - position.turn.index()].name;
    match violation {
        Violation::AfterEnd => after_end(position),
        Violation::SecondAfterEnd { first } => {
            Text::new(format!("{side} wins with {first}, so the second piece comes after the end"))
                .help(format!("write only {first}"))
        }
        Violation::Pass | Violation::OpeningPass | Violation::NeedlessPass => no_pass(position, side),
        Violation::OffBoard { point } => off_board(position, point),
        Violation::Occupied { square, owner } => occupied(position, square, owner),
        Violation::SamePoint => {
            Text::new("both pieces are placed on the same point").help("two pieces need two points")
        }
        Violation::Unplaced { left: [black, white] } => {
            Text::new("pieces move only after all of them have been placed")
                .help(format!("still to be placed: {black} black, {white} white"))
        }
        Violation::AllPlaced => Text::new("all pieces are placed: they move now")
            .help("a move is written with both points, for instance k6-k7"),
        Violation::NothingToPlace => Text::new(format!("{side} has no piece left to place"))
            .help("it passes (`--`) until the other side has placed all its pieces"),
        Violation::FewToPlace { left } => {
            Text::new(format!("{side} has only {} left to place", in_words(left.into()))).help("place one piece")
        }
        Violation::Swap => no_swap(position),
        Violation::ExtraPiece => {
            let why = if position.play.reply {
                format!("{side} has no right to two pieces: {other} has made no double three in the ply before")
            } else {
                "two pieces at once are played only with the option double-three-reply".to_owned()
            };
            Text::new(why).help("a ply places one piece")
        }
        Violation::OffCentre | Violation::OpeningOffCentre => {
            Text::new(format!("{} is not the centre", named(position, ply, |away| away > 0)))
                .help(format!("the first piece stands on {}", middle(position)))
        }
        Violation::NearCentre => {
            let near = named(position, ply, |away| away < 3);
            Text::new(format!("{near} is less than three points away from the centre")).help(format!(
                "Black's second piece stands at least three columns or rows away from {}",
                middle(position)
            ))
        }
        Violation::SecondPiece => {
            Text::new(format!("{} is not next to the centre", named(position, ply, |away| away > 1)))
                .help(format!("the second piece stands on one of the eight points next to {}", middle(position)))
        }
        Violation::ThirdPiece => {
            Text::new(format!("{} is outside the 5x5 points around the centre", named(position, ply, |away| away > 2)))
                .help(format!("the third piece stands at most two columns and two rows away from {}", middle(position)))
        }
        Violation::DoubleThree => doubles(position, ply, "open threes", Gomoku::open_threes),
        Violation::DoubleFour => doubles(position, ply, "fours", Gomoku::fours),
        Violation::Forbidden => forbidden(position, ply),
        Violation::NoPiece { from } => Text::new(format!("{from} is empty")).help("a side moves one of its own pieces"),
        Violation::NotOwnPiece { from } => {
            Text::new(format!("the piece on {from} is {other}'s, and {side} is to move"))
                .help("a side moves its own pieces only")
        }
        Violation::NotAdjacent { from, to } => not_adjacent(position, from, to),
    }
}

fn after_end(position: &Gomoku) -> Text {
    let end = match position.outcome {
        Outcome::Win { winner, .. } => format!("{} had won", table::SIDES[winner.index()].name),
        Outcome::Draw { ending } => format!("it was a draw ({})", ending.about),
        Outcome::Unfinished => "it had ended".to_owned(),
    };
    let lines = lines(position).in_words();
    let by = if lines.is_empty() { lines } else { format!(" with {lines}") };
    let help = if position.is_full() { FULL } else { OVERLOOKED };
    Text::new(format!("the game is over: {end}{by}")).help(help)
}

fn no_swap(position: &Gomoku) -> Text {
    let why = if !position.play.swap {
        "nobody may swap without the option swap"
    } else if position.swapped {
        "the players have swapped already"
    } else if position.forfeited {
        "a pass before the fourth piece has forfeited the swap"
    } else {
        "no swap is due here"
    };
    Text::new(why).help("with the option swap, `swap` may stand before the fourth piece, once")
}

fn no_pass(position: &Gomoku, side: &str) -> Text {
    match position.play.form {
        Variant::Renju => Text::new(format!("nobody may pass in the opening, and {side} is to move"))
            .help("with opening-26 the first three plies are pieces"),
        Variant::Murray { .. } => Text::new(format!("{side} may not pass: it can play"))
            .help("a side passes only if it has no legal move, or nothing left to place while the other still places"),
        _ => Text::new(format!("nobody may pass in Gomoku, and {side} is to move")).help(where_legal(position)),
    }
}

/// What to say where no piece has a point left.
const FULL: &str = "the board is full: no ply can follow";

/// Overlooks that the game has ended, and nothing else.
struct AfterEnd;

impl Overlook<Violation> for AfterEnd {
    fn overlooks(&mut self, violation: Violation) -> bool {
        violation == Violation::AfterEnd
    }
}

/// Where a piece may be placed, in words. After an end that was overlooked the game goes on.
fn where_legal(position: &Gomoku) -> String {
    /// As many points are named.
    const MOST: usize = 8;
    if position.is_full() {
        return FULL.to_owned();
    }
    let empty = squares(position.play.size).filter(|square| position.at(*square).is_none());
    let mut illegal = Vec::new();
    for square in empty {
        let ply = Ply::Place { point: square.into(), swap: false };
        match position.clone().apply(ply, &mut AfterEnd) {
            Ok(()) => {}
            // An opening rule says it of all points.
            Err(
                rule @ (Violation::OffCentre
                | Violation::OpeningOffCentre
                | Violation::NearCentre
                | Violation::SecondPiece
                | Violation::ThirdPiece),
            ) => return explain(position, rule, ply).help.unwrap_or_default(),
            Err(_) => illegal.push(square.to_string()),
        }
    }
    match illegal.len() {
        0 => "any empty point is legal".to_owned(),
        1..=MOST => format!("any empty point is legal but {}", illegal.join(", ")),
        more => format!("any empty point is legal but {} and {} more", illegal[..MOST].join(", "), more - MOST),
    }
}

/// The points that a ply names.
fn points(ply: Ply) -> Vec<Point> {
    match ply {
        Ply::Place { point, .. } => vec![point],
        Ply::Pair { first, second } => vec![first, second],
        Ply::Move { from, to } => vec![from, to],
        Ply::Pass => Vec::new(),
    }
}

/// The points of a ply that are at fault, in words: those that stand as far from the centre as `is_wrong` says, or all.
fn named(position: &Gomoku, ply: Ply, is_wrong: impl Fn(u8) -> bool) -> String {
    let centre = centre(position.play.size);
    let away = |point: &Point| {
        let square = position.on_board(*point)?;
        centre.map(|centre| square.column.abs_diff(centre.column).max(square.row.abs_diff(centre.row)))
    };
    let all = points(ply);
    let wrong: Vec<Point> = all.iter().copied().filter(|point| away(point).is_some_and(&is_wrong)).collect();
    let wrong = if wrong.is_empty() { all } else { wrong };
    wrong.into_iter().map(spelt).collect::<Vec<_>>().join("+")
}

/// The centre of the board, in words.
fn middle(position: &Gomoku) -> String {
    centre(position.play.size).map_or(String::new(), |square| square.to_string())
}

fn off_board(position: &Gomoku, point: Point) -> Text {
    let size = position.play.size;
    // Points so far off may also have been left of the board or above it.
    const FAR: u8 = u8::MAX - 1;
    /// How many columns have letters.
    const LETTERS: u8 = 26;
    let what = if point.column >= FAR || point.row <= -i16::from(FAR) {
        "the point lies outside the board".to_owned()
    } else if point.row < 0 {
        "the point is below the board".to_owned()
    } else if point.column >= LETTERS {
        // No letter names such a column.
        "the point lies right of the board".to_owned()
    } else if point.row == i16::MAX {
        // So are all rows that are too large a number.
        "the point lies above the board".to_owned()
    } else {
        format!("the board has no {}", spelt(point))
    };
    let last = column_letter(size.columns - 1);
    let text = Text::new(format!("{what}: it is {size}, columns a to {last}, rows 1 to {}", size.rows));
    text.help(if !(0..i16::from(LETTERS)).contains(&point.row) || point.column >= LETTERS {
        "columns are a to z and rows 1 to 26 at most"
    } else {
        "the tag Board names a larger board"
    })
}

fn occupied(position: &Gomoku, square: Square, owner: Side) -> Text {
    let owner = if owner == super::BLACK { "black" } else { "white" };
    let help = if position.is_moving() {
        "a piece moves to an empty point next to it in its column or row".to_owned()
    } else {
        where_legal(position)
    };
    Text::new(format!("{square} is filled: a {owner} piece stands there")).help(help)
}

fn not_adjacent(position: &Gomoku, from: Square, to: Square) -> Text {
    let free = neighbours(position.play.size, from).filter(|square| position.at(*square).is_none());
    let near: Vec<_> = free.map(|square| square.to_string()).collect();
    let help = if near.is_empty() {
        format!("the piece on {from} has no empty point next to it")
    } else {
        format!("from {from} a piece can move to {}", near.join(", "))
    };
    Text::new(format!("{to} is not next to {from} in its column or row")).help(help)
}

/// The position after the pieces of a ply have been put, and their squares. The rules are not checked.
fn carried_out(position: &Gomoku, ply: Ply) -> (Gomoku, Vec<Square>) {
    let mut next = *position;
    let mut squares: Vec<Square> = points(ply).into_iter().filter_map(|point| position.on_board(point)).collect();
    let own = &mut next.pieces[position.turn.index()];
    if matches!(ply, Ply::Move { .. }) && squares.len() == 2 {
        own.flip(squares.remove(0));
    }
    squares.iter().for_each(|square| own.flip(*square));
    (next, squares)
}

/// How the runs of a kind through a square are found.
type RunsThrough = fn(&Gomoku, Square, Side) -> Vec<Vec<Square>>;

/// The most runs that a ply forms at once through one of its squares.
fn runs(position: &Gomoku, ply: Ply, through: RunsThrough) -> Vec<Vec<Square>> {
    let (next, squares) = carried_out(position, ply);
    let runs = squares.iter().map(|square| through(&next, *square, position.turn));
    runs.max_by_key(Vec::len).unwrap_or_default()
}

fn doubles(position: &Gomoku, ply: Ply, kind: &str, through: RunsThrough) -> Text {
    let found = runs(position, ply, through);
    let names: Vec<_> = found.iter().map(|run| ends(run)).collect();
    Text::new(format!("this ply forms {} {kind} at once: {}", in_words(names.len() as u32), names.join(" and ")))
        .help(format!("only a ply that wins may form two {kind}"))
}

/// What Renju forbids to Black in a ply, for each piece that it places: a line through both is told once.
fn forbidden_figures(position: &Gomoku, ply: Ply) -> Vec<Vec<Figure>> {
    let (next, squares) = carried_out(position, ply);
    let mut judge = Judge::new(&next.pieces[0], &next.pieces[1], position.play.size);
    let mut all: Vec<Vec<Figure>> = Vec::new();
    for square in squares {
        let figures = judge.figures(square).into_iter();
        let new: Vec<Figure> = figures.filter(|figure| !all.iter().flatten().any(|known| known == figure)).collect();
        all.push(new);
    }
    all
}

/// The lines that make a ply illegal, where a code names lines.
pub(super) fn offending(position: &Gomoku, ply: Ply, code: &Code) -> Vec<Vec<Square>> {
    if *code == DOUBLE_THREE {
        runs(position, ply, Gomoku::open_threes)
    } else if *code == DOUBLE_FOUR {
        runs(position, ply, Gomoku::fours)
    } else if *code == FORBIDDEN {
        let squares = |figure| match figure {
            Figure::Overline(squares) | Figure::Four(squares) | Figure::Three(squares) => squares,
        };
        forbidden_figures(position, ply).into_iter().flatten().map(squares).collect()
    } else {
        Vec::new()
    }
}

fn forbidden(position: &Gomoku, ply: Ply) -> Text {
    let spelt = |squares: &[Square]| squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" ");
    let mut parts = Vec::new();
    for figures in forbidden_figures(position, ply) {
        let (mut fours, mut threes) = (Vec::new(), Vec::new());
        for figure in figures {
            match figure {
                Figure::Overline(line) => parts.push(format!("overline {}", ends(&line))),
                Figure::Four(set) => fours.push(spelt(&set)),
                Figure::Three(set) => threes.push(spelt(&set)),
            }
        }
        for (kind, sets) in [("four", fours), ("three", threes)] {
            let many = match sets.len() {
                0 => continue,
                // Of two pieces that share a figure, this is what the other one makes besides.
                1 => "another",
                2 => "double",
                3 => "triple",
                4 => "fourfold",
                _ => "manifold",
            };
            parts.push(format!("{many} {kind} ({})", sets.join("; ")));
        }
    }
    Text::new(format!("forbidden to Black: {}", parts.join(", "))).help(POINTED_OUT)
}
