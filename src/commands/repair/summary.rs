//! The results for all records, and the commands to run next.

use std::path::PathBuf;

use super::RepairArgs;
use super::repairer::Entry;
use crate::commands::mending::again;
use crate::counted::counted;
use crate::mend::repair::Counts;

/// The results for all records.
#[derive(Default)]
pub(super) struct Summary {
    pub(super) records: u64,
    pub(super) counts: Counts,
    /// Invalid records that were mended.
    pub(super) mended: u64,
    /// Records left unchanged because the search stopped before it was certain that a proposal is the only one of its
    /// cost.
    undecided: u64,
    /// Records with proposals that cannot be carried out in the record's own file.
    moved: u64,
}

impl Summary {
    /// `writes`: whether records are written; then only changes that are carried out count.
    pub(super) fn add(&mut self, entry: &Entry, chosen: Option<usize>, writes: bool) {
        self.counts.add(&entry.mended, chosen.or((!writes).then_some(0)));
        self.mended += u64::from(!entry.mended.is_valid() && chosen.is_some());
        self.undecided += u64::from(chosen.is_none() && entry.mended.is_undecided());
        self.moved += u64::from(!entry.stays_in_file && !entry.mended.proposals.is_empty());
    }

    pub(super) fn in_words(&self, args: &RepairArgs, paths: &[PathBuf]) -> String {
        let (counts, writes) = (&self.counts, args.writes());
        let mut text = format!("{}: {} invalid", counted(self.records, "record"), counts.invalid);
        if counts.invalid > 0 {
            text.push_str(&format!("; proposals for {}", counts.proposed));
            if writes {
                text.push_str(&format!("; {} mended", self.mended));
            }
            let mut kinds: Vec<String> =
                counts.kinds().map(|(kind, count)| format!("{} {count}", kind.name())).collect();
            if counts.two() > 0 {
                kinds.push(format!("two changes {}", counts.two()));
            }
            if !kinds.is_empty() {
                text.push_str(&format!(" ({})", kinds.join(", ")));
            }
        }
        text.push('\n');
        for (change, count) in counts.alike() {
            text.push_str(&format!("{change} mends {}\n", counted(count, "record")));
        }
        if self.undecided > 0 {
            text.push_str(&format!(
                "--apply leaves {} as {}: an effort of {} plies does not suffice to try every change that costs as little as \
                 the cheapest proposal; --effort {} goes further\n",
                counted(self.undecided, "record"),
                if self.undecided == 1 { "it is" } else { "they are" },
                args.effort,
                args.effort.saturating_mul(10).max(10)
            ));
        }
        if counts.proposed > 0 && !writes {
            text.push_str(&self.next(paths));
        }
        text
    }

    /// How the records are mended: commands that can be pasted. Nothing where standard input was read, which cannot be read
    /// again.
    fn next(&self, paths: &[PathBuf]) -> String {
        let single = self.counts.single;
        let cheapest = format!("mends {}, where one proposal is cheaper than all others", counted(single, "record"));
        let ways = [
            ("--apply -o mended.txt", cheapest.as_str()),
            ("--interactive -o mended.txt", "asks about each record"),
            ("--choose 1 -o mended.txt", "takes the first proposal of each record"),
        ];
        let able = ways.iter().filter(|(way, _)| single > 0 || !way.starts_with("--apply"));
        let line = |(way, what): &(&str, &str)| Some(format!("  {}  # {what}\n", again(paths, self.moved == 0, way)?));
        let lines: String = able.filter_map(line).collect();
        if lines.is_empty() { lines } else { format!("to mend them:\n{lines}") }
    }
}
