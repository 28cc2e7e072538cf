//! `digits0`: the numbers of columns from 0, one after the other with nothing between, `22432`. Read and written like
//! `digits`.

use super::digits::most_columns;
use super::{Kind, Reader, Spacing, System, SystemInfo};

static INFO: SystemInfo = SystemInfo {
    name: "digits0",
    token: "column number from 0, run together (boards up to 10 columns)",
    example: "22432",
    grammar: include_str!("../../grammar/digits0.ebnf"),
    kind: Kind::Column,
    spacing: Spacing::Together,
    most_columns: Some(most_columns(b'0')),
    reader: Reader::Digits0,
    ..SystemInfo::PLAIN
};

impl System {
    /// Column numbers from 0, run together: `22432`.
    pub const DIGITS0: System = System(&INFO);
}
