//! `cards`: a card or two, then the piece or the move, `3r c4-d5`. The game that has cards reads and writes them
//! itself.

use super::notation::Nothing;
use super::{Kind, Reader, System, SystemInfo};

static INFO: SystemInfo = SystemInfo {
    name: "cards",
    token: "card or two, then the piece or the move",
    example: "24 Pb4",
    grammar: include_str!("../../grammar/cards.ebnf"),
    kind: Kind::Cards,
    capitals: true,
    reader: Reader::Own(&Nothing),
    ..SystemInfo::PLAIN
};

impl System {
    /// A card or two, then the piece or the move: `3r c4-d5`.
    pub const CARDS: System = System(&INFO);
}

/// Whether a word is the cards before a ply, which begin with a value: `24`, `A4`, `3r`.
pub(crate) fn begins_with_card(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit() || first == 'A')
}
