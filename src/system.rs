//! Notation systems: how plies are spelt. One closed list that formats and games share; each game says in its table
//! which of them it is written in.

use std::fmt;

use crate::names::same;

/// A way to write plies.
///
/// ```
/// use scoresheet::System;
/// assert_eq!(System::named("digits"), Some(System::Digits));
/// assert_eq!(System::Squares.name(), "squares");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum System {
    /// A column letter: `c`.
    Columns,
    /// A square: `c1`.
    Squares,
    /// Column numbers from 1, run together: `33543`.
    Digits,
    /// Column numbers from 0, run together: `22432`.
    Digits0,
    /// A capital letter without I, and the row: as Go players write, `J10` is square i10.
    Go,
    /// Two letters, column then row from the top, `aa` top left.
    Sgf,
    /// Column and row from 0 at the top left: `7,7`.
    Xy,
    /// The whole game as one numbered diagram.
    Diagram,
    /// All squares of a ply: `f11-h9-h7`.
    Paths,
    /// The first and the last square of a ply: `f11-h7`.
    Ends,
    /// A card and what is done with it: `3r c4-d5`.
    Cards,
}

/// What `games` tells of a system.
#[derive(Debug)]
pub struct SystemInfo {
    /// The system.
    pub system: System,
    /// Its name in tags and arguments.
    pub name: &'static str,
    /// What a token of it is.
    pub token: &'static str,
    /// A token or a few.
    pub example: &'static str,
    /// Its grammar in EBNF.
    pub grammar: &'static str,
}

/// Every system, in the order in which ties between them are settled (a game's default goes before all).
pub static SYSTEMS: &[SystemInfo] = &[
    SystemInfo {
        system: System::Columns,
        name: "columns",
        token: "column letter",
        example: "c",
        grammar: include_str!("../grammar/columns.ebnf"),
    },
    SystemInfo {
        system: System::Squares,
        name: "squares",
        token: "square",
        example: "c1",
        grammar: include_str!("../grammar/squares.ebnf"),
    },
    SystemInfo {
        system: System::Digits,
        name: "digits",
        token: "column number from 1, run together (boards up to 9 columns)",
        example: "33543",
        grammar: include_str!("../grammar/digits.ebnf"),
    },
    SystemInfo {
        system: System::Digits0,
        name: "digits0",
        token: "column number from 0, run together (boards up to 10 columns)",
        example: "22432",
        grammar: include_str!("../grammar/digits0.ebnf"),
    },
    SystemInfo {
        system: System::Go,
        name: "go",
        token: "capital letter, I left out, and the row",
        example: "J10",
        grammar: include_str!("../grammar/go.ebnf"),
    },
    SystemInfo {
        system: System::Sgf,
        name: "sgf",
        token: "two letters, column then row from the top",
        example: "cf",
        grammar: include_str!("../grammar/sgf.ebnf"),
    },
    SystemInfo {
        system: System::Xy,
        name: "xy",
        token: "column,row from 0 at the top left, separated by spaces",
        example: "7,7",
        grammar: include_str!("../grammar/xy.ebnf"),
    },
    SystemInfo {
        system: System::Diagram,
        name: "diagram",
        token: "the whole game as one numbered diagram",
        example: "1  8  7  1  5  2  .  .",
        grammar: include_str!("../grammar/diagram.ebnf"),
    },
    SystemInfo {
        system: System::Paths,
        name: "paths",
        token: "path: all squares of the ply",
        example: "f11-h9-h7",
        grammar: include_str!("../grammar/paths.ebnf"),
    },
    SystemInfo {
        system: System::Ends,
        name: "ends",
        token: "first and last square",
        example: "f11-h7",
        grammar: include_str!("../grammar/ends.ebnf"),
    },
    SystemInfo {
        system: System::Cards,
        name: "cards",
        token: "card and what is done with it",
        example: "24 Pb4",
        grammar: include_str!("../grammar/cards.ebnf"),
    },
];

impl System {
    /// The system of that name; capitals, spaces, hyphens and underscores do not matter.
    pub fn named(name: &str) -> Option<System> {
        SYSTEMS.iter().find(|info| same(info.name, name)).map(|info| info.system)
    }

    /// What there is to tell of it.
    pub fn info(self) -> &'static SystemInfo {
        // `every_system_is_in_the_table` holds the table against this order.
        &SYSTEMS[self as usize]
    }

    /// Its name in tags and arguments.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// Whether plies stand one behind the other with nothing between, so that turns have no numbers.
    pub fn runs_together(self) -> bool {
        matches!(self, System::Digits | System::Digits0)
    }

    /// The most columns that a board may have for every one to have a sign; `None`: any board will do.
    pub fn most_columns(self) -> Option<u8> {
        match self {
            System::Digits => Some(9),
            System::Digits0 => Some(10),
            _ => None,
        }
    }

    /// Whether plies of a list cannot stand one behind the other without spaces between.
    pub fn needs_spaces(self) -> bool {
        matches!(self, System::Xy | System::Paths | System::Ends | System::Cards)
    }

    /// What parts the plies of a turn: a space where a comma is part of the ply.
    pub fn separator(self) -> &'static str {
        if self == System::Xy { " " } else { ", " }
    }
}

impl fmt::Display for System {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_is_in_the_table() {
        for (index, info) in SYSTEMS.iter().enumerate() {
            assert_eq!(info.system as usize, index);
            assert_eq!(System::named(info.name), Some(info.system));
        }
    }
}
