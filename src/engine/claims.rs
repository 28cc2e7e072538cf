//! What a record claims: its result, why it ended, which plies stood. What the board proves is not told here.

use std::ops::Range;

use crate::board::Side;
use crate::game::{Outcome, RuleSet};
use crate::names::same;
use crate::record::NUMERIC_RESULTS;

/// What a record claims as its result, in a tag or in its last word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// `*`: nothing is claimed.
    Open,
    /// A side has won.
    Win(Side),
    /// `draw`
    Draw,
}

impl Claim {
    /// The result that a word of movetext names; `None` if it names no result. It agrees with [`Claim::read`], but
    /// rejects plies more quickly.
    #[inline(always)]
    pub fn of_word(word: &str, rules: &RuleSet) -> Option<Claim> {
        // Most words are plies, and their first bytes show it: a side's name begins with two letters, but the plies of
        // few games do. No ply is the name of a side; the test `no_result_is_a_ply` makes sure of it.
        let may_be = match word.as_bytes() {
            [first, second, _, ..] if first.is_ascii_alphabetic() => second.is_ascii_alphabetic(),
            [b'0' | b'1', second, ..] => matches!(second, b'-' | b'/') || !second.is_ascii(),
            word => word == b"*",
        };
        if may_be { Claim::read(word, rules) } else { None }
    }

    /// The result that `word` names in a game by these rules; `None` if it names no result. A side that plays in a pair
    /// stands for its pair, and the sides of a pair may be named in either order (HA-11).
    pub fn read(word: &str, rules: &RuleSet) -> Option<Claim> {
        let sides = rules.sides;
        // Most results are the name of a side in its canonical spelling.
        if let Some(side) = sides.iter().position(|side| side.name == word) {
            return Some(Claim::Win(rules.party(Side(side as u8))));
        }
        // Word processors turn the dash of 1-0 into a longer one.
        let dashes = ['–', '—'];
        if !word.is_ascii() && word.contains(dashes) {
            return Claim::read(&word.replace(dashes, "-"), rules);
        }
        match word {
            "*" => Some(Claim::Open),
            _ if same("draw", word) => Some(Claim::Draw),
            _ if sides.len() == 2
                && let Some(number) = NUMERIC_RESULTS.iter().position(|known| *known == word) =>
            {
                Some([Claim::Win(Side(0)), Claim::Win(Side(1)), Claim::Draw][number])
            }
            _ => {
                let all = || (0..sides.len() as u8).map(Side);
                let named = |name: &str| all().find(|side| same(sides[side.index()].name, name));
                let pair = || {
                    let (one, other) = word.split_once('+')?;
                    let (one, other) = (named(one)?, named(other)?);
                    (rules.pairing?.partners[one.index() & 3] == other).then_some(one)
                };
                let winner = named(word).or_else(pair)?;
                Some(Claim::Win(rules.party(winner)))
            }
        }
    }

    /// A result in canonical form: the name of a side, a pair in playing order (HA-11), or `draw`. Other texts stay as
    /// they are.
    pub(crate) fn canonical<'w>(word: &'w str, rules: &RuleSet) -> &'w str {
        // Most results have their canonical spelling.
        if rules.sides.iter().any(|side| side.name == word) {
            return word;
        }
        let side = || rules.sides.iter().find(|side| same(side.name, word)).map(|side| side.name);
        match Claim::read(word, rules) {
            Some(Claim::Win(party)) if word.contains('+') => rules.party_name(party),
            Some(Claim::Win(_)) => side().unwrap_or(word),
            Some(Claim::Draw) if same("draw", word) => "draw",
            _ => word,
        }
    }

    /// The claim that the board proves: `Open` while the game goes on.
    pub(crate) fn proven(outcome: Outcome) -> Claim {
        match outcome {
            Outcome::Win { winner, .. } => Claim::Win(winner),
            Outcome::Draw { .. } => Claim::Draw,
            Outcome::Unfinished => Claim::Open,
        }
    }

    /// The result of a game: what its record claims, or else what the board proves.
    pub(crate) fn result(claim: Option<Claim>, outcome: Outcome) -> Claim {
        claim.unwrap_or_else(|| Claim::proven(outcome))
    }

    /// What the tag `Result` calls it: the name of a side or of a pair, or `draw`. `None` if nothing is claimed.
    pub(crate) fn name(self, rules: &RuleSet) -> Option<&'static str> {
        match self {
            Claim::Open => None,
            Claim::Win(side) => Some(rules.party_name(side)),
            Claim::Draw => Some("draw"),
        }
    }

    /// Whether the board proves this claim, so that no diagnostic is needed.
    pub fn agrees(self, proven: Outcome, rules: &RuleSet) -> bool {
        match (self, proven) {
            (Claim::Open, _) => true,
            (Claim::Win(side), Outcome::Win { winner, .. }) => side == rules.party(winner),
            (Claim::Draw, Outcome::Draw { .. }) => true,
            _ => false,
        }
    }
}

/// What the tags `Result`, `Termination` and `Stands` claim.
#[derive(Debug, Default)]
pub struct Claims {
    /// What the tag `Result` claims, and where.
    pub result: Option<(Claim, Range<usize>)>,
    /// What the tag `Termination` means, and where it stands.
    pub termination: Option<(Termination, Range<usize>)>,
    /// The plies that the tag `Stands` names, sorted.
    pub stands: Vec<u32>,
    /// The place of `Stands`.
    pub stands_span: Range<usize>,
}

impl Claims {
    /// The result that the record claims: in its tag, or else in the last word of its movetext, which is `word`. `*` counts
    /// only where the other says nothing.
    pub(crate) fn claimed(&self, word: Option<Claim>) -> Option<Claim> {
        let tag = self.result.as_ref().map(|(claim, _)| *claim);
        tag.filter(|claim| *claim != Claim::Open).or(word).or(tag)
    }
}

/// What the tag `Termination` means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Termination {
    /// The last ply was illegal and lost the game (C-7).
    Illegal,
    /// A forbidden ply of Renju that the other side pointed out (RJ-6).
    Foul,
    /// A reason that the board does not show.
    Reason(Reason),
    /// Any other value; it is kept but has no meaning.
    Other,
}

/// Why a game has ended, if the board does not show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// A side gave up.
    Resignation,
    /// A side ran out of time.
    Time,
    /// A side did not appear, or was ruled out.
    Forfeit,
    /// The sides agreed.
    Agreement,
    /// An arbiter decided.
    Adjudication,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 5] =
        [Reason::Resignation, Reason::Time, Reason::Forfeit, Reason::Agreement, Reason::Adjudication];

    /// What the tag `Termination` calls it.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Resignation => "resignation",
            Reason::Time => "time",
            Reason::Forfeit => "forfeit",
            Reason::Agreement => "agreement",
            Reason::Adjudication => "adjudication",
        }
    }

    /// The names of all reasons: `resignation, time, forfeit, agreement, adjudication`.
    pub fn names() -> String {
        Reason::ALL.map(Reason::name).join(", ")
    }
}

impl Termination {
    /// What the tag's value means. Upper and lower case are the same.
    pub fn read(value: &str) -> Termination {
        let is = |word: &&str| same(word, value);
        if is(&"illegal") {
            Termination::Illegal
        } else if is(&"foul") {
            Termination::Foul
        } else {
            Reason::ALL.into_iter().find(|reason| is(&reason.name())).map_or(Termination::Other, Termination::Reason)
        }
    }
}

/// The indices of the first tag `Result`, `Termination` and `Stands` of a record.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct JudgedTags {
    pub(super) result: Option<usize>,
    pub(super) termination: Option<usize>,
    pub(super) stands: Option<usize>,
}
