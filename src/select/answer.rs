//! Answers that are known before a record is read, by the number of the record among all.

/// The records for which something is true.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// A bit for each record.
    bits: Vec<u64>,
}

impl Answer {
    /// An answer about so many records: it is true of none.
    pub fn of(records: u64) -> Answer {
        Answer { bits: vec![0; usize::try_from(records.div_ceil(64)).unwrap_or_default()] }
    }

    /// Says that it is true of a record: the one before which so many stand.
    pub fn add(&mut self, before: u64) {
        if let Some(bits) = self.bits.get_mut((before / 64) as usize) {
            *bits |= 1 << (before % 64);
        }
    }

    /// Whether it is true of the record before which so many stand.
    pub fn is_true(&self, before: u64) -> bool {
        self.bits.get((before / 64) as usize).is_some_and(|bits| bits >> (before % 64) & 1 == 1)
    }
}
