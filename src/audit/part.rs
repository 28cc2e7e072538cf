//! The findings of one of several processes that each audit a part of one archive, and their sum.

use serde::{Deserialize, Serialize};

use super::Summary;
use crate::ranges::Counts;

/// The findings in a part of an archive, for [`merge`].
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AuditedPart {
    /// The number of the part, from 1.
    pub number: u32,
    /// How many parts there are.
    pub count: u32,
    /// What all parts have in common.
    pub archive: Archive,
    /// Whether it is the middle of one file, which begins in an earlier part and ends in a later one.
    pub is_within_file: bool,
    /// The counts of its last file, if a later part continues that file.
    pub open: Option<Counts>,
    /// The findings.
    pub summary: Summary,
}

/// What all parts of an audit have in common.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Archive {
    /// The version of the program.
    pub version: String,
    /// How many files the archive has.
    pub files: u64,
    /// How many bytes they have.
    pub bytes: u64,
    /// How they are judged.
    pub options: String,
    /// The most diagnostics that the whole audit shows.
    pub max_diagnostics: u64,
}

/// The summary of an archive whose parts have all been audited: equal to that of one audit of everything.
///
/// # Errors
/// Says which part is missing, there twice, or not of the same audit.
pub fn merge(mut parts: Vec<AuditedPart>) -> Result<Summary, String> {
    parts.sort_by_key(|part| part.number);
    let Some((count, archive)) = parts.first().map(|part| (part.count, part.archive.clone())) else {
        return Err("there is no part".to_owned());
    };
    if let Some(other) = parts.iter().find(|part| part.count != count) {
        return Err(format!("one part is one of {count}, another one of {}", other.count));
    }
    for part in &parts {
        archive.compare(&part.archive, part.number)?;
    }
    let mut numbers = parts.iter().map(|part| part.number);
    for expected in 1..=count {
        match numbers.next() {
            Some(number) if number == expected => {}
            Some(number) if number < expected => return Err(format!("part {number} of {count} is there twice")),
            _ => return Err(format!("part {expected} of {count} is missing")),
        }
    }
    if let Some(number) = numbers.next() {
        return Err(format!("part {number} of {count} is there twice"));
    }
    let (mut sum, mut before) = (Summary::default(), Counts::default());
    for part in parts {
        let AuditedPart { is_within_file, open, mut summary, .. } = part;
        summary.tally.add(before);
        before = match open {
            Some(open) if is_within_file => {
                Counts { records: before.records + open.records, lines: before.lines + open.lines }
            }
            open => open.unwrap_or_default(),
        };
        sum.take(summary);
    }
    // Each part shows as many as the whole may.
    let found = sum.shown + sum.hidden;
    let errors = found.min(sum.tally.diagnostics[0]);
    sum.shown = [errors, found - errors].iter().map(|count| count.min(&archive.max_diagnostics)).sum();
    sum.hidden = found - sum.shown;
    Ok(sum)
}

impl Archive {
    /// Whether the part of that number is of the same audit.
    fn compare(&self, other: &Archive, number: u32) -> Result<(), String> {
        let different = if self.version != other.version {
            format!("was audited by version {}, another by {}", other.version, self.version)
        } else if (self.files, self.bytes) != (other.files, other.bytes) {
            format!(
                "is of {} files with {} bytes, another of {} files with {} bytes",
                other.files, other.bytes, self.files, self.bytes
            )
        } else if self != other {
            "was audited with other options than another part".to_owned()
        } else {
            return Ok(());
        };
        Err(format!("part {number} {different}"))
    }
}

impl Summary {
    /// How many records of the last input were read.
    pub fn of_last_input(&self) -> u64 {
        self.of_last
    }

    /// Adds the findings of the next part.
    fn take(&mut self, part: Summary) {
        self.tally.merge(part.tally, 0, false);
        self.inputs += part.inputs;
        self.unread.extend(part.unread);
        self.no_records.extend(part.no_records);
        self.bytes += part.bytes;
        self.record_bytes += part.record_bytes;
        self.between += part.between;
        self.shown += part.shown;
        self.hidden += part.hidden;
        self.stopped |= part.stopped;
        self.searched |= part.searched;
        match (&mut self.baseline, part.baseline) {
            (Some(sum), Some(part)) => sum.merge(&part),
            (sum, part) => *sum = sum.take().or(part),
        }
    }
}
