//! Answers that are known before a record is read, by the number of the record among all.

/// The records that match, one bit each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Answer {
    /// A bit for each record.
    bits: Vec<u64>,
}

impl Answer {
    /// An answer about `records` records, none of which matches.
    pub fn of(records: u64) -> Answer {
        Answer { bits: vec![0; usize::try_from(records.div_ceil(64)).unwrap_or_default()] }
    }

    /// Marks record `before`, counted from 0, as matching.
    pub fn add(&mut self, before: u64) {
        if let Some(bits) = self.bits.get_mut((before / 64) as usize) {
            *bits |= 1 << (before % 64);
        }
    }

    /// Whether record `before`, counted from 0, matches.
    pub fn is_true(&self, before: u64) -> bool {
        self.bits.get((before / 64) as usize).is_some_and(|bits| bits >> (before % 64) & 1 == 1)
    }
}
