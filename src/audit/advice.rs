//! What an audit adds about the repair of invalid records: whether a single change mends them, and the cheapest one.

use crate::check::Systems;
use crate::engine::Defaults;
use crate::mend::repair::{Counts, Mended, Mender, Options, Proposal};
use crate::record::Record;
use crate::report::Located;

use super::number::number;

/// How far an audit looks for repairs: single changes, found as `repair` finds them.
#[derive(Debug, Clone)]
pub struct Repairs {
    /// How many plies may be replayed for a record.
    pub effort: u64,
}

impl Repairs {
    /// What searches.
    pub(super) fn mender(&self, defaults: Defaults) -> Mender {
        Mender::new(defaults, Options { effort: self.effort, changes: 1, ..Options::default() })
    }
}

/// The proposals for an invalid record.
#[derive(Debug)]
pub(super) struct Advice {
    pub(super) mended: Mended,
    /// The cheapest change, with its place in the file.
    first: Option<Located>,
    /// Where it stands in the file.
    places: Vec<[u64; 2]>,
}

impl Advice {
    /// Searches for a change that mends a record.
    pub(super) fn of(mender: &mut Mender, record: &Record<'_>, systems: &Systems) -> Advice {
        let mended = mender.mend(record, systems);
        let proposal = mended.proposals.first();
        let first = proposal.and_then(|first| first.changes.first()?.located(record, words(first, &mended), None));
        let places = proposal.map(|first| first.places(record)).unwrap_or_default();
        Advice { mended, first, places }
    }

    /// The cheapest change as a note at its place.
    pub(super) fn first(&self) -> Option<&Located> {
        self.first.as_ref()
    }

    /// Appends a JSON object.
    pub(super) fn write_json(&self, out: &mut Vec<u8>) {
        self.mended.write_first(&self.places, out);
    }
}

/// A proposal in words, and whether it is the only one.
fn words(first: &Proposal, mended: &Mended) -> String {
    let all = match (mended.found, mended.single_cheapest().is_some()) {
        (..=1, _) => String::new(),
        (found, true) => format!(" (the cheapest of {} proposals)", number(found)),
        (found, false) => format!(" (one of {} proposals)", number(found)),
    };
    format!("{}{all}", first.in_words())
}

/// The part of a summary about repairs; every line ends with a line feed.
pub(super) fn text(counts: &Counts) -> String {
    let mut out = format!("repairs\n  {}\n", headline(counts));
    for (kind, count) in counts.kinds() {
        out.push_str(&format!("  {:>12}  {}: {}\n", number(count), kind.name(), kind.about()));
    }
    for (change, count) in counts.alike() {
        out.push_str(&format!("  {change} mends {} records\n", number(count)));
    }
    out
}

/// How many records a single change mends.
pub(super) fn headline(counts: &Counts) -> String {
    let Counts { invalid, proposed, single, stopped, .. } = counts;
    let of = match invalid {
        1 => "the invalid record".to_owned(),
        count => format!("{} of {} invalid records", number(*proposed), number(*count)),
    };
    let mut text = match (invalid, proposed) {
        (1, 0) => "no single change mends the invalid record".to_owned(),
        _ => format!("a single change mends {of}"),
    };
    if *proposed > 0 && *invalid > 1 {
        text.push_str(&format!("; for {} of them one change is cheaper than all others", number(*single)));
    }
    if *stopped > 0 {
        text.push_str(&format!("; the search ended early for {} (--effort)", number(*stopped)));
    }
    text
}

/// The part of a JSON summary about repairs.
pub(super) fn json(counts: &Counts) -> serde_json::Value {
    let kinds: serde_json::Map<String, serde_json::Value> =
        counts.kinds().map(|(kind, count)| (kind.name().to_owned(), count.into())).collect();
    let alike: Vec<_> = counts
        .alike()
        .into_iter()
        .map(|(change, count)| serde_json::json!({"change": change, "records": count}))
        .collect();
    serde_json::json!({
        "invalid": counts.invalid, "mended": counts.proposed, "single": counts.single, "stopped": counts.stopped,
        "kinds": kinds, "alike": alike,
    })
}
