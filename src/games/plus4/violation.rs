//! How a ply can break the rules of Plus 4, and the messages about it.

use super::codes::{ALL_PLAYED, BAD_BREAK, NO_BONUS, NO_SUPPLY, WRONG_SQUARE};
use super::params::Kind;
use super::{Hand, Plus4, SIZE, table};
use crate::board::{column_letter, in_words};
use crate::codes::{AFTER_END, OFF_BOARD, PASS_NOT_ALLOWED};
use crate::counted::{counted, noun};
use crate::diagnostic::{Code, Text};
use crate::game::{Game, OVERLOOKED, Outcome, Strict, View, Violates};
use crate::system::System;

/// A violation and its facts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Violation {
    /// The manche is over, and no break stands before the ply.
    NoBreak,
    /// The game had ended.
    AfterEnd,
    /// A pass of a side that has a piece in hand, or in the standard game.
    Pass,
    /// The board has no such column.
    NoColumn { column: u8 },
    /// The board has no such row; rows count from 0 at the top.
    NoRow { row: i16 },
    /// The token names a row where no piece enters.
    WrongSquare { column: u8, row: i16 },
    /// The side has no piece of that kind in hand.
    NoSupply { bonus: bool, kind: Kind },
}

impl Violates for Violation {
    fn code(self) -> &'static Code {
        match self {
            Violation::NoBreak => &BAD_BREAK,
            Violation::AfterEnd => &AFTER_END,
            Violation::Pass => &PASS_NOT_ALLOWED,
            Violation::NoColumn { .. } | Violation::NoRow { .. } => &OFF_BOARD,
            Violation::WrongSquare { .. } => &WRONG_SQUARE,
            Violation::NoSupply { bonus: true, kind: Kind::Standard } => &NO_BONUS,
            Violation::NoSupply { bonus: false, kind: Kind::Standard } => &ALL_PLAYED,
            Violation::NoSupply { .. } => &NO_SUPPLY,
        }
    }
}

/// Explains a violation in `position`, and says what would have been legal there.
pub(super) fn explain(position: &Plus4, violation: Violation) -> Text {
    let side = table::SIDES[position.turn.index() & 1].name;
    match violation {
        Violation::NoBreak => Text::new("the manche is over, and no break stands before this ply")
            .help(format!("write `/` between manches; {side} begins the next one")),
        Violation::AfterEnd => after_end(position),
        Violation::Pass => Text::new(format!("{side} may not pass: {}", in_hand(position))).help(legal(position)),
        Violation::NoColumn { column } => {
            outside(position, &format!("the board has no column {}", column_letter(column)))
        }
        // Rows are numbered from the top.
        Violation::NoRow { row: i16::MAX } => outside(position, "the square is below the board"),
        Violation::NoRow { row } => outside(position, &format!("the board has no row {}", i32::from(row) + 1)),
        Violation::WrongSquare { column, row } => {
            let (letter, row) = (column_letter(column), i32::from(row) + 1);
            Text::new(format!("a piece cannot enter on {letter}{row}: row 1 is the top one, where pieces enter"))
                .help(format!("a piece played in column {letter} enters on {letter}1"))
        }
        Violation::NoSupply { bonus, kind } => {
            let what = match (bonus, kind) {
                (true, Kind::Standard) => "the standard game has no bonus pieces".to_owned(),
                (true, Kind::Continua | Kind::Manche) => format!("{side} has no bonus piece in hand"),
                (false, Kind::Standard) => format!("{side} has no piece left to play"),
                (false, Kind::Continua | Kind::Manche) => format!("{side} has no plain piece in hand"),
            };
            Text::new(what).help(legal(position))
        }
    }
}

fn outside(position: &Plus4, what: &str) -> Text {
    Text::new(format!("{what}: it is {SIZE}, columns a to d, rows 1 to 4 from the top")).help(legal(position))
}

fn after_end(position: &Plus4) -> Text {
    let [first, second] = position.points;
    let scored = position.kind != Kind::Standard;
    let mut end = match position.outcome {
        Outcome::Win { winner, .. } => format!("{} had won", table::SIDES[winner.index() & 1].name),
        Outcome::Draw { ending } if ending == &table::PIECES_EXHAUSTED => {
            "it was a draw, all pieces were played".to_owned()
        }
        _ => "it was a draw".to_owned(),
    };
    if scored {
        end.push_str(&format!(", {first} to {second} with {} to reach", counted(position.target.into(), "point")));
    }
    let lines = position.lines().in_words();
    if !lines.is_empty() {
        end.push_str(&format!(" with {lines}"));
    }
    Text::new(format!("the game is over: {end}")).help(match position.kind {
        Kind::Manche => "nothing may follow the end of the last manche",
        _ => OVERLOOKED,
    })
}

/// What the side to move has in hand, for people.
fn in_hand(position: &Plus4) -> String {
    let hand = position.hands[position.turn.index() & 1];
    if position.kind == Kind::Standard {
        return "nobody may pass in the standard game".to_owned();
    }
    let plain = format!("it has {} {}", in_words(hand.plain.into()), noun(hand.plain.into(), "piece"));
    match hand {
        Hand { bonus: 0, .. } => format!("{plain} in hand"),
        Hand { plain: 0, .. } => "it has its bonus piece in hand".to_owned(),
        _ => format!("{plain} and its bonus piece in hand"),
    }
}

/// The plies that are legal here.
fn legal(position: &Plus4) -> String {
    let mut plies = Vec::new();
    // After an overlooked end the game continues.
    let position = &Plus4 { outcome: Outcome::Unfinished, ..position.clone() };
    position.candidates(&mut |ply| {
        let mut text = String::new();
        if position.clone().apply(ply, &mut Strict).is_ok()
            && position.write_ply(ply, System::COLUMNS, &mut text).is_ok()
        {
            plies.push(text);
        }
    });
    if plies.is_empty() {
        return "no ply is legal here: this side has no piece left".to_owned();
    }
    format!("legal plies here: {}", plies.join(", "))
}
