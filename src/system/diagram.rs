//! `diagram`: the whole game as one numbered diagram. It has no tokens for single plies; `board::numbered` reads and
//! writes the picture.

use super::{Kind, Notation, Reader, Spacing, System, SystemInfo, digits};

static INFO: SystemInfo = SystemInfo {
    name: "diagram",
    token: "the whole game as one numbered diagram",
    example: "1  8  7  1  5  2  .  .",
    grammar: include_str!("../../grammar/diagram.ebnf"),
    kind: Kind::Diagram,
    spacing: Spacing::TogetherInLists,
    reader: Reader::Own(&Diagram),
    ..SystemInfo::PLAIN
};

impl System {
    /// The whole game as one numbered diagram.
    pub const DIAGRAM: System = System(&INFO);
}

#[derive(Debug)]
struct Diagram;

impl Notation for Diagram {
    /// A line of a list is not a diagram. Its numbers are cut like digits, but none of them is a ply.
    fn first_ply(&self, run: &str) -> usize {
        digits::first_ply(run)
    }
}
