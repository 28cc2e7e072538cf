//! The settings of a game that is to be played.

use std::sync::Arc;

use super::{Illegal, Position};
use crate::diagnostic::{Diagnostic, Severity, Text, quoted};
use crate::engine::{Defaults, Games, Resolver};
use crate::names::same_tag;
use crate::record::{MEANINGFUL, Original, Parts, Place, Record};
use crate::system::System;

/// The tags that change how plies are read and judged. Others claim something of a record.
fn of_rules() -> impl Iterator<Item = &'static str> {
    const CLAIMS: [&str; 3] = ["Stands", "Result", "Termination"];
    MEANINGFUL.iter().copied().filter(|name| !CLAIMS.contains(name))
}

/// The settings of a game. Each value is written as in the tag of that name.
///
/// ```
/// use scoresheet::{Position, System};
///
/// let mut position = Position::builder("gomoku").variant("renju").notation(System::GO).start()?;
/// position.play("h8")?;
/// assert_eq!(position.variant(), "renju");
/// # Ok::<(), scoresheet::Illegal>(())
/// ```
#[derive(Debug, Clone, Default)]
#[must_use = "a builder does nothing until `start` is called"]
pub struct Builder {
    tags: Vec<(String, String)>,
    notation: Option<System>,
    games: Games,
}

impl Builder {
    /// The variant: `renju`.
    pub fn variant(self, name: &str) -> Builder {
        self.tag("Variant", name)
    }

    /// The options, separated by commas: `swap, pro`.
    pub fn options(self, names: &str) -> Builder {
        self.tag("Options", names)
    }

    /// The board's size, columns x rows: `9x7`.
    ///
    /// ```
    /// let position = scoresheet::Position::builder("forza4").board("5x4").start()?;
    /// assert_eq!(position.legal(), ["a", "b", "c", "d", "e"]);
    /// # Ok::<(), scoresheet::Illegal>(())
    /// ```
    pub fn board(self, size: &str) -> Builder {
        self.tag("Board", size)
    }

    /// The position to start from, as [`Position::position_string`] writes it.
    ///
    /// ```
    /// use scoresheet::Position;
    ///
    /// let mut position = Position::new("halma")?;
    /// position.play(&position.legal()[0].clone())?;
    /// let again = Position::builder("halma").setup(&position.position_string()).start()?;
    /// assert_eq!(again.turn(), "Green");
    /// # Ok::<(), scoresheet::Illegal>(())
    /// ```
    pub fn setup(self, position: &str) -> Builder {
        self.tag("Setup", position)
    }

    /// Any other tag that a game's rules read: `Starts`, `Target`, `MoveLimit`. A tag given twice has the value given last.
    ///
    /// ```
    /// let position = scoresheet::Position::builder("forza4").tag("Starts", "Red").start()?;
    /// assert_eq!(position.turn(), "Red");
    /// # Ok::<(), scoresheet::Illegal>(())
    /// ```
    pub fn tag(mut self, name: &str, value: &str) -> Builder {
        self.tags.retain(|(known, _)| !same_tag(known, name));
        self.tags.push((name.to_owned(), value.to_owned()));
        self
    }

    /// The notation system in which plies are read and written; by default the game's own.
    pub fn notation(mut self, system: System) -> Builder {
        self.notation = Some(system);
        self
    }

    /// The games among which the name is looked up; by default those of this library.
    #[doc(hidden)]
    pub fn games(mut self, games: Games) -> Builder {
        self.games = games;
        self
    }

    /// The position before the first ply.
    ///
    /// # Errors
    /// The first fault in the game's name, a tag or its value.
    pub fn start(mut self) -> Result<Position, Illegal> {
        for (name, _) in &mut self.tags {
            match of_rules().find(|known| same_tag(known, name)) {
                Some(known) => *name = known.to_owned(),
                None => {
                    let text = Text::new(format!("the tag {} does not change the rules", quoted(name)))
                        .help(format!("the tags that do are {}", of_rules().collect::<Vec<_>>().join(", ")));
                    return Err(Illegal::new(&crate::codes::UNKNOWN_TAG, text));
                }
            }
        }
        let mut parts = Parts::default();
        parts.context.lacking = self.tags;
        let record = Record { text: "", parts: &parts, place: Place::default(), written: Original::default() };
        let mut faults: Vec<Diagnostic> = Vec::new();
        let mut resolver =
            Resolver::new(Defaults { notation: self.notation, games: self.games, ..Defaults::default() });
        resolver.settle(&record, &mut faults);
        if let Some(fault) = faults.into_iter().find(|fault| fault.severity == Severity::Error) {
            return Err(Illegal::new(fault.code, fault.text));
        }
        let Some(setting) = resolver.into_setting().filter(|setting| setting.rules.playable) else {
            let text = Text::new("the rules to play by are not given");
            return Err(Illegal::new(&crate::codes::BAD_VARIANT, text));
        };
        let start = setting.start.clone();
        Ok(Position { setting: Arc::new(setting), start, played: Vec::new() })
    }
}
