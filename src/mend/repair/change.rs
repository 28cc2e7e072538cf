//! The kinds of changes, their costs, and the order of proposals.

use std::ops::Range;
use std::rc::Rc;

use crate::diagnostic::{Code, Diagnostic, Severity, Text};
use crate::mend::confusions::Source;
use crate::mend::draft::Draft;
use crate::record::Record;
use crate::report::{Located, OutcomeReport, locate};

/// The kind of a change. Equal proposals come in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// The claimed result becomes what the board proves.
    Result,
    /// One tag.
    Tag,
    /// The whole record is read otherwise.
    Notation,
    /// A token becomes one that it is easily mistaken for.
    Misread,
    /// A token becomes any other legal ply.
    Wrong,
    /// A ply is missing.
    Omitted,
    /// A ply is too many.
    Extra,
    /// Two neighbouring plies are exchanged.
    Swapped,
    /// `...` or a break is left out or added.
    Side,
    /// Text after the end of the game is cut off.
    Cut,
    /// The illegal ply was played, and nobody objected.
    Stood,
}

impl Kind {
    /// All kinds, in their order.
    pub const ALL: [Kind; 11] = [
        Kind::Result,
        Kind::Tag,
        Kind::Notation,
        Kind::Misread,
        Kind::Wrong,
        Kind::Omitted,
        Kind::Extra,
        Kind::Swapped,
        Kind::Side,
        Kind::Cut,
        Kind::Stood,
    ];

    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Result => "result",
            Kind::Tag => "tag",
            Kind::Notation => "notation",
            Kind::Misread => "misread",
            Kind::Wrong => "wrong",
            Kind::Omitted => "omitted",
            Kind::Extra => "extra",
            Kind::Swapped => "swapped",
            Kind::Side => "side",
            Kind::Cut => "cut",
            Kind::Stood => "stood",
        }
    }

    /// What the mistake is, in words.
    pub fn about(self) -> &'static str {
        match self {
            Kind::Result => "the claimed result is not the one on the board",
            Kind::Tag => "a tag is wrong or missing",
            Kind::Notation => "the plies are written in another way",
            Kind::Misread => "a ply is misread for one that looks like it",
            Kind::Wrong => "a ply is wrong",
            Kind::Omitted => "a ply is missing",
            Kind::Extra => "a ply is one too many",
            Kind::Swapped => "two neighbouring plies are exchanged",
            Kind::Side => "a `...` or a break `/` is missing or one too many",
            Kind::Cut => "plies follow the end of the game",
            Kind::Stood => "an illegal ply was played, and nobody objected",
        }
    }
}

/// One change of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// What it is.
    pub kind: Kind,
    /// The ply that it is about; `None` if it is about the whole record.
    pub ply: Option<u32>,
    /// The tag that is changed.
    pub tag: Option<&'static str>,
    /// What stands in the record.
    pub from: Option<String>,
    /// The replacement.
    pub to: Option<String>,
    /// How the record is read, if a notation system alone does not say it.
    pub reading: Option<&'static str>,
    /// How many plies of the text became one with the ply before them: blanks had torn it apart.
    pub joined: u32,
    /// Whether the ply is one of a variation.
    pub in_variation: bool,
    /// Where it stands, in the record's text.
    pub span: Range<usize>,
}

/// Changes are shown as diagnostics are.
static CHANGE: Code =
    Code { name: "change", rule: None, severity: Severity::Note, title: "", explain: "", example: "" };

impl Change {
    /// The change as a note at its place in the file. `position`: the board to show with it.
    pub fn located(&self, record: &Record<'_>, message: String, position: Option<String>) -> Option<Located> {
        let mut diagnostic = Diagnostic::new(&CHANGE, self.span.clone(), Text::new(message));
        (diagnostic.ply, diagnostic.position) = (self.ply, position);
        let located = locate(record, vec![diagnostic]).pop()?;
        Some(Located { code: self.kind.name(), ..located })
    }
}

/// Changes that make a record valid.
#[derive(Debug)]
pub struct Proposal {
    /// What they cost together.
    pub cost: u32,
    /// The changes, one or two.
    pub changes: Vec<Change>,
    /// How many plies the record then has.
    pub plies: u32,
    /// Its outcome.
    pub outcome: OutcomeReport,
    /// `Some(true)`: the record claims a result, and the board proves it. `None`: nothing is claimed, or nothing is proven.
    pub agrees: Option<bool>,
    /// The record after each of the changes. If it can hold comments, one shows what stood there.
    pub drafts: Vec<Draft>,
}

impl Proposal {
    /// Where its changes stand in the file.
    pub fn places(&self, record: &Record<'_>) -> Vec<[u64; 2]> {
        let place = |change: &Change| change.located(record, String::new(), None).map_or([0; 2], |at| at.span);
        self.changes.iter().map(place).collect()
    }
}

/// What proposals are ordered by: cost, a claimed result that agrees, the distance before the first error, the likelier
/// mistake, the kind.
pub(super) type Rank = (u32, bool, usize, Source, Kind);

/// A change that seems to mend the record. It has not been judged yet.
#[derive(Debug)]
pub(super) struct Hit {
    pub(super) rank: Rank,
    pub(super) change: Change,
    /// The record after it, told in a comment.
    pub(super) draft: Draft,
}

/// A change that may be the first of two.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) cost: u32,
    /// How many parts of the line stand before the first error then.
    pub(super) gain: usize,
    /// An exclusive upper bound for the ply of the next error, if that is known.
    pub(super) error: Option<usize>,
    pub(super) source: Source,
    pub(super) change: Change,
    pub(super) draft: Rc<Draft>,
}
