//! Records that one thread has prepared for a page that another thread writes.

use std::collections::BTreeMap;

use super::Recorded;
use super::look::Look;

/// Records in their order, each only with the boards and pieces that the records before it do not have.
///
/// An archive has thousands of records on the same few boards: each keeps the name of its board, and only those that
/// bring a new board, or new pieces, keep a drawing.
#[derive(Debug, Default)]
pub(crate) struct Recordings {
    records: Vec<Recorded>,
    known: BTreeMap<String, Look>,
}

impl Recordings {
    /// Adds a record.
    pub(crate) fn push(&mut self, mut record: Recorded) {
        record.looks.retain(|look| {
            let key = look.key();
            match self.known.get_mut(&key) {
                Some(known) if known.covers(look) => return false,
                Some(known) => known.merge(look),
                None => drop(self.known.insert(key, look.clone())),
            }
            true
        });
        self.records.push(record);
    }

    /// How many records it holds.
    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    /// The records in their order.
    pub(crate) fn into_records(self) -> impl Iterator<Item = Recorded> {
        self.records.into_iter()
    }
}
