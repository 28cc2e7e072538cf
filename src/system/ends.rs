//! `ends`: the first and the last square of a ply with a link between, `f11-h7`. The game finds the path.

use super::paths;
use super::{Grid, Kind, NotRepresentable, Notation, Reader, System, SystemInfo};

static INFO: SystemInfo = SystemInfo {
    name: "ends",
    token: "pair of squares: the first and the last",
    example: "f11-h7",
    grammar: include_str!("../../grammar/ends.ebnf"),
    kind: Kind::Ends,
    reader: Reader::Ends,
    ..SystemInfo::PLAIN
};

impl System {
    /// The first and the last square of a ply: `f11-h7`.
    pub const ENDS: System = System(&INFO);
}

/// The reader of ends.
#[derive(Debug)]
pub(super) struct Ends;

impl Notation for Ends {
    fn read_path(&self, token: &str, _: Grid, each: &mut dyn FnMut(u8, i16)) -> bool {
        read(token, each)
    }

    fn write_path(
        &self,
        squares: &mut dyn Iterator<Item = (u8, i16)>,
        _: Grid,
        out: &mut String,
    ) -> Result<(), NotRepresentable> {
        match (squares.next(), squares.next(), squares.next()) {
            (Some(first), Some(last), None) => paths::write([first, last].into_iter(), out),
            _ => Err(NotRepresentable),
        }
    }
}

/// `ply ::= square link square`
#[inline]
pub(super) fn read(token: &str, each: impl FnMut(u8, i16)) -> bool {
    paths::linked(token, each) == Some(2)
}
