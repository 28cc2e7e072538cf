//! The plies of many records as numbers of four bytes each: enough to find copies.

use super::witness::{Kind, Witness};

/// The plies of records, one record after the other.
#[derive(Debug, Default)]
pub(super) struct Lines {
    pub(super) kinds: Vec<Kind>,
    ends: Vec<usize>,
    actions: Vec<u32>,
}

impl Lines {
    /// The plies of all witnesses, in their order.
    pub(super) fn of_witnesses(witnesses: &[Witness]) -> Lines {
        let mut lines = Lines::default();
        for witness in witnesses {
            lines.push(witness.kind, witness.plies.iter().map(|ply| ply.action));
        }
        lines
    }

    /// Adds a record.
    pub(super) fn push(&mut self, kind: Kind, actions: impl Iterator<Item = u32>) {
        self.kinds.push(kind);
        self.actions.extend(actions);
        self.ends.push(self.actions.len());
    }

    /// Adds all records of others.
    pub(super) fn append(&mut self, others: &Lines) {
        self.kinds.extend_from_slice(&others.kinds);
        self.ends.extend(others.ends.iter().map(|end| end + self.actions.len()));
        self.actions.extend_from_slice(&others.actions);
    }

    /// How many records there are.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// The plies of a record.
    pub(super) fn of(&self, index: usize) -> &[u32] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.actions[start..self.ends[index]]
    }
}
