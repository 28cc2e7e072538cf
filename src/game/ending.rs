//! The ways in which games end. Each is one static; those of a single game stand in its table.

/// A way in which a game ends.
///
/// Two endings are equal only if they are the same static: the `line` of Gomoku is not the `line` of Forza 4.
#[derive(Debug)]
pub struct Ending {
    /// Its name in JSON: `line`.
    pub code: &'static str,
    /// The rule that it rests on: `F4-4`.
    pub rule: &'static str,
    /// What has happened, in a few words. If a side has won, `it` is that side.
    pub about: &'static str,
}

impl PartialEq for Ending {
    fn eq(&self, other: &Ending) -> bool {
        std::ptr::eq(self, other)
    }
}

impl Eq for Ending {}

impl std::hash::Hash for Ending {
    fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
        (self.code, self.rule).hash(hasher);
    }
}

impl Ending {
    /// Whether the position shows it. A ply that lost the game because it was illegal or a foul leaves no trace on the
    /// board.
    pub fn is_on_board(&self) -> bool {
        self != &ILLEGAL && self != &FOUL
    }

    /// Names the winner, for people: `White has won (a line of four or more)`.
    pub(crate) fn won_by(&self, winner: &str) -> String {
        format!("{winner} has won ({})", self.about)
    }
}

/// The last ply was illegal, and the side that made it has lost (C-7). Any game can end like this.
pub static ILLEGAL: Ending =
    Ending { code: "illegal", rule: "C-7", about: "the last ply was illegal and lost the game" };

/// The last ply was forbidden to its side, and the other side has won by pointing it out (RJ-6).
pub static FOUL: Ending =
    Ending { code: "foul", rule: "RJ-6", about: "the last ply was forbidden, and the other side pointed it out" };
